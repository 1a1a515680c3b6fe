"""The native library and its plugins, as the engine's own process reported them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...engine.devices import Kind, kind_of
from ...engine.types import PluginInfo, RuntimeInfo
from ...errors import AppError
from ..findings import Evidence, Finding, State
from ..subject import Subject
from ..wording import Text, translate

_DETAIL_LINES = 12

_REASONS: tuple[tuple[str, Text], ...] = (
    (
        r"cannot open shared object file|error 126|module could not be found",
        translate("Doctor", "Install the library that the reason names, then start the app again."),
    ),
    (
        r"GLIBC|GLIBCXX|CXXABI",
        translate("Doctor", "This build needs a newer system: install the one made for yours."),
    ),
    (
        r"undefined symbol|error 127|procedure could not be found|no plugin_id|no create_plugin",
        translate("Doctor", "The plugin is of another version: install GenieX Desktop again."),
    ),
    (
        r"wrong ELF class|invalid ELF header|file too short|error 193|cannot execute",
        translate("Doctor", "The file is damaged or for another processor: install GenieX Desktop again."),
    ),
)
"""What loaders say, as a pattern, and what helps."""


def check(subject: Subject) -> Iterator[Finding]:
    runtime = subject.runtime
    if isinstance(runtime, AppError):
        yield _not_started(runtime)
        return
    yield _library(runtime)
    for plugin in runtime.plugins:
        yield _plugin(plugin)
    if not any(not plugin.failure for plugin in runtime.plugins):
        yield Finding(
            "engine.plugins",
            translate("Doctor", "Plugins"),
            State.FAIL,
            translate("Doctor", "No plugin is there that could open a model."),
            (Evidence("plugins", "none loaded"),),
            translate("Doctor", "Install GenieX Desktop again."),
        )
    yield _devices(subject)


def _not_started(error: AppError) -> Finding:
    detail = "\n".join(error.detail.splitlines()[-_DETAIL_LINES:])
    said = "\n".join(filter(None, (error.text, error.cause, detail)))
    hint = error.hint or "Install GenieX Desktop again."
    return Finding(
        "engine.start",
        translate("Doctor", "Engine"),
        State.FAIL,
        translate("Doctor", "The engine does not start: %1").of(error.text),
        (Evidence("engine process", f"{said}\ncode {error.code}" if error.code else said),),
        Text(hint),
    )


def _library(runtime: RuntimeInfo) -> Finding:
    title = translate("Doctor", "Native library")
    evidence = (Evidence(runtime.library, runtime.version),)
    if not runtime.has_extensions:
        return Finding(
            "engine.library",
            title,
            State.WARN,
            translate(
                "Doctor", "A foreign libgeniex %1 is used: no placement report, and stopping is slower."
            ).of(runtime.version),
            evidence,
            translate("Doctor", "Unset GENIEX_LIB_PATH to use the library of the app."),
        )
    found = translate("Doctor", "libgeniex %1 runs in a process of its own.").of(runtime.version)
    return Finding("engine.library", title, State.PASS, found, evidence)


def _plugin(plugin: PluginInfo) -> Finding:
    name = re.split(r"[/\\]", plugin.id.rstrip("/\\"))[-1]
    title = translate("Doctor", "Plugin %1").of(name)
    if plugin.failure:
        return Finding(
            f"engine.plugin.{name}",
            title,
            State.FAIL,
            translate("Doctor", "It cannot be loaded."),
            (Evidence(plugin.id, plugin.failure),),
            _remedy(plugin.failure),
        )
    devices = ", ".join(f"{device.id} ({device.name})" for device in plugin.devices) or "no devices"
    found = translate("Doctor", "Loaded, version %1.").of(plugin.version or "?")
    return Finding(f"engine.plugin.{name}", title, State.PASS, found, (Evidence(plugin.id, devices),))


def _remedy(reason: str) -> Text:
    for pattern, action in _REASONS:
        if re.search(pattern, reason, re.IGNORECASE):
            return action
    return translate("Doctor", "Copy the report and send it to the makers of the plugin.")


def _devices(subject: Subject) -> Finding:
    devices = subject.devices()
    title = translate("Doctor", "Devices")
    listed = "\n".join(f"{device.id}  {device.name}" for device in devices) or "none"
    evidence = (Evidence("devices of the plugins", listed),)
    fast = [d.name or d.id for d in devices if kind_of(d.id) in (Kind.NPU, Kind.GPU)]
    if fast:
        found = translate("Doctor", "Beside the CPU: %1.").of(", ".join(fast))
    else:
        found = translate("Doctor", "The CPU; the runtime sees no NPU or GPU.")
    state = State.PASS if devices else State.FAIL
    if not devices:
        found = translate("Doctor", "The runtime lists no device, not even the CPU.")
    action = None if devices else translate("Doctor", "Install GenieX Desktop again.")
    return Finding("engine.devices", title, state, found, evidence, action)
