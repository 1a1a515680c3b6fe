"""Writes down all that providers read, so that a machine can be replayed where it is not."""

from __future__ import annotations

import json
import platform
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from .. import __version__
from .access import Access, NativeError, SystemFiles
from .anonymous import Anonymiser
from .machine import read_machine
from .providers import default_providers
from .sampler import Sampler

SCHEMA = 1


def dump(
    out: TextIO,
    seconds: float,
    stopped: Callable[[float], bool],
    access: Access | None = None,
    interval_s: float = 0.5,
) -> None:
    """Samples for a time and writes JSON Lines: a header, calls, samples, and the providers' states.

    `stopped` waits for the given number of seconds and tells whether to end early. Raises OSError.
    """
    access = access or Access()
    writer = _Writer(out, Anonymiser(access.own_pid(), access.engine_pid))
    writer.line(type="header", schema=SCHEMA, app=__version__, seconds=seconds, **_machine())
    recording = replace(
        access, files=_RecordedFiles(access.files, writer), seam=_recorded_seam(access, writer)
    )

    def sampled() -> None:
        latest = sampler.ring.latest()
        if latest is not None:
            writer.line(type="sample", values=latest.values)

    sampler = Sampler(default_providers(recording), sampled, interval_s)
    sampler.start()
    try:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not writer.failure:
            if stopped(min(left, 0.25)):
                break
    finally:
        sampler.stop(5.0)
    for status in sampler.statuses():
        writer.line(
            type="status",
            provider=status.provider,
            state=status.state.value,
            reason=status.reason,
            remedy=status.remedy,
            read_s=round(status.read_s, 6),
        )
    writer.line(type="end", signals=sorted(sampler.signals), cost_percent=sampler.cost_percent())
    if writer.failure is not None:
        raise writer.failure


def _machine() -> dict[str, Any]:
    facts = read_machine(Path.cwd())
    return {
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "cpu": facts.cpu,
        "cores": facts.cores,
        "memory_bytes": facts.memory_bytes,
    }


class _Writer:
    """Lines from several threads. After a failure, such as a full disk, nothing more is written."""

    def __init__(self, out: TextIO, anonymiser: Anonymiser) -> None:
        self.failure: OSError | None = None
        self.anonymiser = anonymiser
        self._out = out
        self._lock = threading.Lock()
        self._start = time.monotonic()

    def line(self, **fields: Any) -> None:
        entry = {"t": round(time.monotonic() - self._start, 6), **self.anonymiser.value(fields)}
        text = json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        with self._lock:
            if self.failure is None:
                try:
                    self._out.write(text + "\n")
                except OSError as error:
                    self.failure = error

    def call(self, seam: str, call: str, arguments: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Runs the call and writes what it took and gave."""
        try:
            result = run()
        except Exception as error:
            self.line(type="call", seam=seam, call=call, args=arguments, error=describe_error(error))
            raise
        told = result if call != "open" else None
        self.line(type="call", seam=seam, call=call, args=arguments, result=told)
        return result


def describe_error(error: Exception) -> dict[str, Any]:
    """An error as plain data."""
    if isinstance(error, NativeError):
        return {"kind": "native", "call": error.call, "code": error.code, "text": error.text}
    if isinstance(error, OSError):
        return {"kind": "os", "errno": error.errno, "text": str(error)}
    return {"kind": type(error).__name__, "text": str(error)}


class _RecordedFiles:
    """Files whose every reading is written down."""

    def __init__(self, files: SystemFiles, writer: _Writer) -> None:
        self._files = files
        self._writer = writer

    def read(self, path: str) -> str:
        text: str = self._writer.call("files", "read", (path,), lambda: self._files.read(path))
        return text

    def names(self, folder: str) -> list[str]:
        names: list[str] = self._writer.call("files", "names", (folder,), lambda: self._files.names(folder))
        return names

    def link(self, path: str) -> str:
        target = self._files.link(path)
        told = self._writer.anonymiser.link(path, target)
        self._writer.line(type="call", seam="files", call="link", args=(path,), result=told)
        return target


class _Recorded:
    """A native interface whose every call is written down."""

    def __init__(self, name: str, target: Any, writer: _Writer) -> None:
        self._name = name
        self._target = target
        self._writer = writer

    def __getattr__(self, call: str) -> Callable[..., Any]:
        method = getattr(self._target, call)

        def recorded(*arguments: Any) -> Any:
            return self._writer.call(self._name, call, arguments, lambda: method(*arguments))

        return recorded


def _recorded_seam(access: Access, writer: _Writer) -> Callable[[str, Callable[[], Any]], Any]:
    def seam(name: str, make: Callable[[], Any]) -> Any:
        made = writer.call(name, "open", (), lambda: access.seam(name, make))
        return None if made is None else _Recorded(name, made, writer)

    return seam
