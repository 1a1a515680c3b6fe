"""A recording of `telemetry dump` in place of the machine that it was made on."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any

from geniex_desktop.telemetry.access import Access, NativeError
from geniex_desktop.telemetry.anonymous import ENGINE_PID, OWN_PID

_NUMBERS = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}


class Recording:
    """Answers each call with what was answered then, in that order; the last answer stays."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.entries = [json.loads(line) for line in lines]
        self.now_ns = 0
        self._answers: dict[str, deque[dict[str, Any]]] = defaultdict(deque)
        for entry in self.entries:
            if entry["type"] == "call":
                self._answers[_key(entry["seam"], entry["call"], entry["args"])].append(entry)

    def samples(self) -> list[dict[str, float | None]]:
        return [entry["values"] for entry in self.entries if entry["type"] == "sample"]

    def access(self) -> Access:
        return Access(
            files=_Files(self),
            seam=self._seam,
            own_pid=lambda: OWN_PID,
            engine_pid=lambda: ENGINE_PID,
            clock_ns=lambda: self.now_ns,
            find_program=lambda name: name,
        )

    def answer(self, seam: str, call: str, *arguments: Any) -> Any:
        waiting = self._answers[_key(seam, call, arguments)]
        if not waiting and call == "names":
            return []
        if not waiting:
            raise FileNotFoundError(f"{seam}.{call}{arguments} was never asked on that machine")
        entry = waiting.popleft() if len(waiting) > 1 else waiting[0]
        self.now_ns = max(self.now_ns, round(entry["t"] * 1e9))
        if "error" in entry:
            raise _error(entry["error"])
        return _numbers(entry["result"])

    def _seam(self, name: str, _make: Callable[[], Any]) -> Any:
        self.answer(name, "open")
        return _Interface(self, name)


class _Files:
    def __init__(self, recording: Recording) -> None:
        self.read = lambda path: recording.answer("files", "read", path)
        self.names = lambda folder: recording.answer("files", "names", folder)
        self.link = lambda path: recording.answer("files", "link", path)


class _Interface:
    def __init__(self, recording: Recording, name: str) -> None:
        self._recording = recording
        self._name = name

    def __getattr__(self, call: str) -> Callable[..., Any]:
        return lambda *arguments: self._recording.answer(self._name, call, *arguments)


def _key(seam: str, call: str, arguments: Iterable[Any]) -> str:
    return json.dumps([seam, call, list(arguments)])


def _error(told: dict[str, Any]) -> Exception:
    if told["kind"] == "native":
        return NativeError(told["call"], told["code"], told["text"])
    if told["kind"] == "os":
        return OSError(told["errno"], told["text"])
    return RuntimeError(told["text"])


def _numbers(value: Any) -> Any:
    if isinstance(value, str):
        return _NUMBERS.get(value, value)
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    return {key: _numbers(item) for key, item in value.items()} if isinstance(value, dict) else value
