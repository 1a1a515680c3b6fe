"""Whether Chinese, Japanese and others can be typed: the input method asked for, and Qt's plugin for it."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Evidence, Finding, State
from ..host import Host, listing
from ..subject import Subject
from ..wording import translate

_VARIABLES = ("QT_IM_MODULES", "QT_IM_MODULE", "XMODIFIERS", "GTK_IM_MODULE", "LANG")
_SPEAKS_IBUS = ("fcitx", "fcitx5")
"""Fcitx 5 also answers as IBus, whose plugin is part of Qt; its own plugin is not."""
_NEEDS_NO_PLUGIN = ("wayland", "xim", "none", "simple")


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    title = translate("Doctor", "Input method")
    if host.system != "linux":
        found = translate("Doctor", "Qt uses the input methods of the system.")
        yield Finding("input.method", title, State.PASS, found)
        return
    asked = _asked_for(host)
    said = ", ".join(f"{name}={host.environment[name]}" for name in _VARIABLES if host.environment.get(name))
    folder, plugins = _plugins(host)
    evidence = (
        Evidence("environment", said or "none of " + ", ".join(_VARIABLES)),
        Evidence(folder, ", ".join(plugins) or "empty or not there"),
    )
    if not asked:
        yield _none_asked_for(host, evidence)
    elif not plugins:
        unknown = translate("Doctor", "Qt's plugins are not where they are expected.")
        yield Finding("input.method", title, State.UNKNOWN, unknown, evidence)
    elif any(_is_served(name, plugins) for name in asked):
        found = translate("Doctor", "%1 can be used.").of(", ".join(asked))
        yield Finding("input.method", title, State.PASS, found, evidence)
    else:
        yield _not_served(asked, evidence)


def _asked_for(host: Host) -> list[str]:
    """What Qt will try, in its order: QT_IM_MODULES, QT_IM_MODULE, then X11's own variable."""
    environment = host.environment
    listed = environment.get("QT_IM_MODULES") or environment.get("QT_IM_MODULE") or ""
    if not listed:
        listed = environment.get("XMODIFIERS", "").partition("@im=")[2]
    return [name for name in listed.split(";") if name]


def _plugins(host: Host) -> tuple[str, list[str]]:
    package = host.package_folder("PySide6")
    if package is None:
        return "PySide6", []
    folder = str(package / "Qt" / "plugins" / "platforminputcontexts")
    return folder, listing(host, folder)


def _is_served(name: str, plugins: list[str]) -> bool:
    return name in _NEEDS_NO_PLUGIN or any(f"lib{name}platform" in plugin for plugin in plugins)


def _none_asked_for(host: Host, evidence: tuple[Evidence, ...]) -> Finding:
    title = translate("Doctor", "Input method")
    if host.environment.get("WAYLAND_DISPLAY"):
        found = translate("Doctor", "Qt uses the one of the Wayland session.")
        return Finding("input.method", title, State.PASS, found, evidence)
    if not host.environment.get("DISPLAY"):
        unknown = translate("Doctor", "There is no desktop session to ask.")
        return Finding("input.method", title, State.UNKNOWN, unknown, evidence)
    language = host.environment.get("LANG", "")
    if language[:2] in ("zh", "ja", "ko"):
        return Finding(
            "input.method",
            title,
            State.WARN,
            translate("Doctor", "No input method is set up, though the language is %1.").of(language),
            evidence,
            translate("Doctor", "Set up IBus or Fcitx 5 in the system's settings and log in again."),
        )
    found = translate("Doctor", "None is set up, and the language needs none.")
    return Finding("input.method", title, State.PASS, found, evidence)


def _not_served(asked: list[str], evidence: tuple[Evidence, ...]) -> Finding:
    if any(name in _SPEAKS_IBUS for name in asked):
        action = translate("Doctor", "Start the app with QT_IM_MODULE=ibus; Fcitx 5 answers to that too.")
    else:
        action = translate("Doctor", "Use IBus or Fcitx 5, and start the app with QT_IM_MODULE=ibus.")
    return Finding(
        "input.method",
        translate("Doctor", "Input method"),
        State.WARN,
        translate("Doctor", "%1 is asked for, and this Qt has no plugin for it.").of(", ".join(asked)),
        evidence,
        action,
    )
