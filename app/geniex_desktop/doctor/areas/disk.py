"""Room and permission where models go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath, PureWindowsPath

from ...models.disk import RESERVE
from ..findings import Evidence, Finding, State
from ..host import Host
from ..subject import Subject
from ..wording import translate

_TIGHT = RESERVE + 6 * 2**30
"""Below this, a model of 8 billion parameters cannot be fetched."""


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    folder = _existing(host, subject.models_folder)
    title = translate("Doctor", "Folder of the models")
    try:
        node = host.node(folder)
    except OSError as error:
        unread = translate("Doctor", "The folder cannot be looked at.")
        yield Finding("disk.folder", title, State.UNKNOWN, unread, (Evidence(folder, str(error)),))
        return
    evidence = (Evidence(folder, f"{node.mode} {node.owner} {node.group}".strip()),)
    if node.is_open_to_us:
        yield Finding("disk.folder", title, State.PASS, translate("Doctor", "It can be written."), evidence)
    else:
        yield Finding(
            "disk.folder",
            title,
            State.FAIL,
            translate("Doctor", "You may not write there, so no model can be fetched."),
            evidence,
            translate("Doctor", "Give yourself permission to write in %1.").of(folder),
        )
    yield _room(host, folder)


def _room(host: Host, folder: str) -> Finding:
    title = translate("Doctor", "Free space")
    try:
        free = host.free_bytes(folder)
    except OSError as error:
        unread = translate("Doctor", "The free space cannot be read.")
        return Finding("disk.free", title, State.UNKNOWN, unread, (Evidence(folder, str(error)),))
    size = f"{free / 1e9:.1f}"
    evidence = (Evidence(f"disk of {folder}", f"{size} GB free; 1 GiB of it stays free"),)
    action = translate("Doctor", "Make room on the disk of %1.").of(folder)
    if free < RESERVE:
        full = translate("Doctor", "Only %1 GB are free: no model can be fetched.").of(size)
        return Finding("disk.free", title, State.FAIL, full, evidence, action)
    if free < _TIGHT:
        tight = translate("Doctor", "%1 GB are free: enough for small models only.").of(size)
        return Finding("disk.free", title, State.WARN, tight, evidence, action)
    return Finding("disk.free", title, State.PASS, translate("Doctor", "%1 GB are free.").of(size), evidence)


def _existing(host: Host, folder: str) -> str:
    """The folder, or the nearest one above it that is there."""
    path = PureWindowsPath(folder) if host.system == "win32" else PurePosixPath(folder)
    for candidate in (path, *path.parents):
        try:
            host.node(str(candidate))
        except FileNotFoundError:
            continue
        except OSError:
            pass
        return str(candidate)
    return folder
