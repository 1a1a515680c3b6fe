"""Whether a window can be shown: the display, and the system libraries that Qt's platform plugin needs."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Evidence, Finding, State
from ..host import Host, listing
from ..libraries import find_library
from ..subject import Subject
from ..wording import translate

_VARIABLES = ("XDG_SESSION_TYPE", "WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM")
_FOR_ALL = ("libEGL.so.1", "libGL.so.1", "libxkbcommon.so.0", "libfontconfig.so.1")
_FOR_X11 = ("libxcb-cursor.so.0", "libxkbcommon-x11.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1")
_DEBIAN_PACKAGES = (
    "libegl1 libgl1 libfontconfig1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1"
)
_WITHOUT_DISPLAY = ("offscreen", "minimal", "vnc", "eglfs", "linuxfb", "vkkhrdisplay")


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    if host.system != "linux":
        found = translate("Doctor", "This system always has one.")
        yield Finding("display.session", translate("Doctor", "Display"), State.PASS, found)
        return
    yield _session(host)
    yield _plugin(host)
    yield _libraries(host)


def _wanted_platform(host: Host) -> str:
    """xcb, wayland, or what QT_QPA_PLATFORM asks for first; "" without a display."""
    environment = host.environment
    asked = environment.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0]
    if asked:
        return asked
    if environment.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "xcb" if environment.get("DISPLAY") else ""


def _session(host: Host) -> Finding:
    title = translate("Doctor", "Display")
    said = ", ".join(f"{name}={host.environment[name]}" for name in _VARIABLES if host.environment.get(name))
    evidence = (Evidence("environment", said or "none of " + ", ".join(_VARIABLES)),)
    platform = _wanted_platform(host)
    if not platform:
        return Finding(
            "display.session",
            title,
            State.WARN,
            translate("Doctor", "There is no display here: the window cannot open, the command line works."),
            evidence,
            translate("Doctor", "Start the app in a desktop session, or use geniex-desktop ask."),
        )
    if platform in _WITHOUT_DISPLAY:
        return Finding(
            "display.session",
            title,
            State.WARN,
            translate("Doctor", "QT_QPA_PLATFORM asks for %1, which shows no window.").of(platform),
            evidence,
            translate("Doctor", "Unset QT_QPA_PLATFORM."),
        )
    found = translate("Doctor", "Qt will use %1.").of(platform)
    return Finding("display.session", title, State.PASS, found, evidence)


def _plugin(host: Host) -> Finding:
    title = translate("Doctor", "Qt platform plugin")
    folder = host.package_folder("PySide6")
    if folder is None:
        missing = translate("Doctor", "PySide6 is missing: the window cannot open.")
        action = translate("Doctor", "Install GenieX Desktop again.")
        return Finding(
            "display.plugin", title, State.FAIL, missing, (Evidence("PySide6", "not found"),), action
        )
    platforms = str(folder / "Qt" / "plugins" / "platforms")
    names = listing(host, platforms)
    evidence = (Evidence(platforms, ", ".join(names) or "empty or not there"),)
    wanted = _wanted_platform(host) or "xcb"
    if not names:
        unknown = translate("Doctor", "Qt's plugins are not where they are expected.")
        return Finding("display.plugin", title, State.UNKNOWN, unknown, evidence)
    if any(wanted in name for name in names):
        found = translate("Doctor", "The plugin for %1 is there.").of(wanted)
        return Finding("display.plugin", title, State.PASS, found, evidence)
    return Finding(
        "display.plugin",
        title,
        State.FAIL,
        translate("Doctor", "Qt has no plugin for %1.").of(wanted),
        evidence,
        translate("Doctor", "Unset QT_QPA_PLATFORM, or install GenieX Desktop again."),
    )


def _libraries(host: Host) -> Finding:
    title = translate("Doctor", "Libraries of the window")
    wanted = _FOR_ALL if _wanted_platform(host) == "wayland" else _FOR_ALL + _FOR_X11
    places = {name: find_library(host, name) for name in wanted}
    evidence = tuple(Evidence(name, place or "not found") for name, place in places.items())
    missing = [name for name, place in places.items() if not place]
    if missing:
        return Finding(
            "display.libraries",
            title,
            State.FAIL,
            translate("Doctor", "Missing: %1.").of(", ".join(missing)),
            evidence,
            translate("Doctor", "Install them; on Debian and Ubuntu: %1.").of(_DEBIAN_PACKAGES),
        )
    found = translate("Doctor", "All that Qt needs to open a window is installed.")
    return Finding("display.libraries", title, State.PASS, found, evidence)
