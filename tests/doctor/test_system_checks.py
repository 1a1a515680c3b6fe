"""Processor, memory, disk, versions, engine, display and input methods: every state of every check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from machines import (
    GIB,
    HOME,
    MODELS,
    PACKAGES,
    PYSIDE,
    Examined,
    FakeHost,
    pc,
    runtime,
    snapdragon_windows,
    with_files,
)

from geniex_desktop.doctor.areas.memory import largest, needed
from geniex_desktop.doctor.findings import State
from geniex_desktop.doctor.host import Memory, Node
from geniex_desktop.engine.types import PluginInfo, RuntimeInfo
from geniex_desktop.errors import AppError

Change = Callable[[FakeHost], FakeHost]


def flags(text: str) -> Change:
    return lambda host: with_files(host, {"/proc/cpuinfo": text})


def environment(**values: str) -> Change:
    return lambda host: replace(host, environment=values)


def without(*beginnings: str) -> Change:
    return lambda host: with_files(host, {}, beginnings)


LOCKED = Node("drwxr-xr-x", "root", "root", False, 0.0)
QT = f"{PYSIDE}/Qt/plugins"

CASES: list[tuple[str, Change, State, str, str]] = [
    # check, change of the PC, state, words of the finding, words of the action
    ("processor.features", lambda h: h, State.PASS, "avx2", ""),
    ("processor.features", flags("flags : sse4_2 avx f16c"), State.WARN, "no avx2, fma", "small models"),
    ("processor.features", flags("processor : 0\n"), State.UNKNOWN, "cannot be read", ""),
    ("processor.features", without("/proc/cpuinfo"), State.UNKNOWN, "cannot be read", ""),
    ("processor.features", lambda h: replace(h, architecture="riscv64"), State.UNKNOWN, "riscv64", ""),
    ("memory.fit", lambda h: replace(h, ram=Memory(8 * GIB, 8 * GIB)), State.PASS, "up to 8 billion", ""),
    (
        "memory.fit",
        lambda h: replace(h, ram=Memory(16 * GIB, 4 * GIB)),
        State.PASS,
        "up to 14 with other",
        "",
    ),
    ("memory.fit", lambda h: replace(h, ram=Memory(16 * GIB, GIB)), State.WARN, "0.5", "Close other"),
    (
        "memory.fit",
        lambda h: replace(h, ram=Memory(16 * GIB, GIB // 2)),
        State.FAIL,
        "No model",
        "Close other",
    ),
    ("disk.folder", lambda h: h, State.PASS, "can be written", ""),
    ("disk.folder", lambda h: replace(h, nodes={MODELS: LOCKED}), State.FAIL, "may not write", "models"),
    (
        "disk.folder",
        lambda h: replace(h, nodes={MODELS: PermissionError(13, "Permission denied")}),
        State.UNKNOWN,
        "cannot be looked at",
        "",
    ),
    ("disk.free", lambda h: h, State.PASS, "100.0 GB", ""),
    ("disk.free", lambda h: replace(h, free=5 * 10**9), State.WARN, "small models only", "Make room"),
    ("disk.free", lambda h: replace(h, free=10**9), State.FAIL, "no model", "Make room"),
    ("disk.free", lambda h: replace(h, free=OSError(5, "I/O error")), State.UNKNOWN, "cannot be read", ""),
    ("versions.system", lambda h: h, State.PASS, "bookworm", ""),
    ("versions.system", without("/etc/os-release"), State.UNKNOWN, "does not say", ""),
    ("versions.python", lambda h: replace(h, python_version=(3, 10, 0)), State.PASS, "3.10.0", ""),
    (
        "versions.python",
        lambda h: replace(h, python_version=(3, 14, 1)),
        State.WARN,
        "3.14.1",
        "3.10 to 3.13",
    ),
    ("versions.qt", lambda h: h, State.PASS, "6.8.0.2", ""),
    ("versions.qt", lambda h: replace(h, packages=PACKAGES), State.FAIL, "missing", "again"),
    (
        "versions.qt",
        lambda h: replace(h, packages={"PySide6-Essentials": "6.12.0"}, python_version=(3, 11, 7)),
        State.FAIL,
        "will crash",
        "6.11",
    ),
    (
        "versions.qt",
        lambda h: replace(h, packages={"PySide6-Essentials": "6.12.0"}, python_version=(3, 12, 0)),
        State.PASS,
        "6.12.0",
        "",
    ),
    ("versions.packages", lambda h: h, State.PASS, "All", ""),
    (
        "versions.packages",
        lambda h: replace(h, packages={k: v for k, v in PACKAGES.items() if k != "cffi"}),
        State.FAIL,
        "Missing: cffi",
        "again",
    ),
    ("display.session", lambda h: h, State.PASS, "xcb", ""),
    ("display.session", environment(WAYLAND_DISPLAY="wayland-0", DISPLAY=":0"), State.PASS, "wayland", ""),
    ("display.session", environment(), State.WARN, "no display", "geniex-desktop ask"),
    (
        "display.session",
        environment(DISPLAY=":0", QT_QPA_PLATFORM="offscreen"),
        State.WARN,
        "offscreen",
        "Unset",
    ),
    ("display.plugin", lambda h: h, State.PASS, "xcb", ""),
    ("display.plugin", environment(QT_QPA_PLATFORM="mir"), State.FAIL, "mir", "Unset"),
    ("display.plugin", without(f"{QT}/platforms"), State.UNKNOWN, "not where", ""),
    ("display.plugin", lambda h: replace(h, folders={}), State.FAIL, "PySide6 is missing", "again"),
    ("display.libraries", lambda h: h, State.PASS, "All", ""),
    (
        "display.libraries",
        without("/usr/lib/x86_64-linux-gnu/libxcb-cursor"),
        State.FAIL,
        "libxcb-cursor.so.0",
        "libxcb-cursor0",
    ),
    ("input.method", environment(DISPLAY=":0", QT_IM_MODULE="ibus"), State.PASS, "ibus", ""),
    ("input.method", environment(DISPLAY=":0", QT_IM_MODULES="wayland;fcitx"), State.PASS, "wayland", ""),
    ("input.method", environment(DISPLAY=":0", XMODIFIERS="@im=ibus"), State.PASS, "ibus", ""),
    ("input.method", environment(DISPLAY=":0", LANG="en_US.UTF-8"), State.PASS, "needs none", ""),
    ("input.method", environment(WAYLAND_DISPLAY="wayland-0"), State.PASS, "Wayland session", ""),
    (
        "input.method",
        environment(DISPLAY=":0", QT_IM_MODULE="fcitx"),
        State.WARN,
        "no plugin",
        "QT_IM_MODULE=ibus",
    ),
    ("input.method", environment(DISPLAY=":0", QT_IM_MODULE="hime"), State.WARN, "hime", "IBus or Fcitx"),
    ("input.method", environment(DISPLAY=":0", LANG="zh_CN.UTF-8"), State.WARN, "zh_CN", "Set up IBus"),
    ("input.method", environment(), State.UNKNOWN, "no desktop session", ""),
    (
        "input.method",
        lambda h: replace(h, folders={}, environment={"QT_IM_MODULE": "ibus"}),
        State.UNKNOWN,
        "not where",
        "",
    ),
]


@pytest.mark.parametrize(("check", "change", "state", "found", "action"), CASES)
def test_a_check_on_a_changed_pc(
    examined: Examined, check: str, change: Change, state: State, found: str, action: str
) -> None:
    finding = examined(change(pc()))[check]
    assert finding.state is state
    assert found in str(finding.found)
    assert action in str(finding.action or "")


def test_a_processor_of_windows_is_asked_by_number(examined: Examined) -> None:
    host = replace(snapdragon_windows(), features=set())
    finding = examined(host)["processor.features"]
    assert finding.state is State.WARN
    assert "asimddp" in str(finding.found)
    assert "X1E78100" in finding.evidence[0].found


def test_the_largest_model_is_the_largest_that_fits() -> None:
    assert largest(needed(8)) == 8
    assert largest(needed(8) - 1) == 3
    assert largest(0) == 0


def test_windows_and_its_missing_registry(examined: Examined) -> None:
    assert "Windows 11 Home" in str(examined(snapdragon_windows())["versions.system"].found)
    bare = replace(snapdragon_windows(), registry={})
    assert "cannot find" in examined(bare)["versions.system"].evidence[1].found


def test_an_engine_that_does_not_start_is_told_with_its_own_words(examined: Examined) -> None:
    detail = "\n".join(f"line {number}" for number in range(40))
    error = AppError(
        "The engine crashed.", cause="Signal 11.", hint="Update the driver.", detail=detail, code=-7
    )
    finding = examined(pc(), error)["engine.start"]
    assert finding.state is State.FAIL
    assert "The engine crashed." in str(finding.found)
    assert str(finding.action) == "Update the driver."
    said = finding.evidence[0].found
    assert "Signal 11." in said
    assert "line 39" in said
    assert "line 20" not in said
    assert "code -7" in said


def test_an_engine_error_without_a_hint_still_has_an_action(examined: Examined) -> None:
    assert "again" in str(examined(pc(), AppError("It died."))["engine.start"].action)


@pytest.mark.parametrize(
    ("reason", "action"),
    [
        ("libcdsprpc.so: cannot open shared object file: No such file or directory", "that the reason names"),
        ("version `GLIBC_2.38' not found (required by libgeniex_plugin.so)", "newer system"),
        ("undefined symbol: ggml_backend_reg", "another version"),
        ("libgeniex_plugin.so: file too short", "damaged"),
        ("libgeniex_plugin.so: wrong ELF class: ELFCLASS32", "another processor"),
        ("the plugin's own excuse", "makers of the plugin"),
    ],
)
def test_a_plugin_that_fails_to_load_says_why(examined: Examined, reason: str, action: str) -> None:
    failed = PluginInfo(f"{HOME}/plugins/qairt", failure=reason)
    findings = examined(pc(), runtime("CPU", plugins=(failed,)))
    finding = findings["engine.plugin.qairt"]
    assert finding.state is State.FAIL
    assert finding.evidence[0].found == reason
    assert action in str(finding.action)
    assert findings["engine.plugin.llama_cpp"].state is State.PASS
    assert "engine.plugins" not in findings


def test_without_any_plugin_nothing_can_be_opened(examined: Examined) -> None:
    findings = examined(pc(), RuntimeInfo("1", "libgeniex.so", True, ()))
    assert findings["engine.plugins"].state is State.FAIL
    assert findings["engine.devices"].state is State.FAIL


def test_a_foreign_library_is_a_warning(examined: Examined) -> None:
    findings = examined(pc(), replace(runtime("CPU"), has_extensions=False))
    assert findings["engine.library"].state is State.WARN
    assert "GENIEX_LIB_PATH" in str(findings["engine.library"].action)


def test_devices_beside_the_cpu_are_named(examined: Examined) -> None:
    assert "Test HTP0" in str(examined(pc(), runtime("HTP0", "CPU"))["engine.devices"].found)
    assert "no NPU or GPU" in str(examined(pc(), runtime("CPU"))["engine.devices"].found)
