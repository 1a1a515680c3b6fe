"""A first run of an unknown model, in an engine that may die of it; the verdict is kept by content.

The reader cannot promise that a graph of each architecture finds its tensors. So a file from nobody knows
where is loaded, reads a short text, sees a small picture if it can, and writes one token, before it is used
for a chat.
"""

from __future__ import annotations

import json
import logging
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..durable import write_atomically
from ..engine.protocol import Engine
from ..engine.types import (
    ChatMessage,
    GenerateRequest,
    LoadSpec,
    MediaKind,
    MediaPart,
    RuntimeInfo,
    Sampler,
    StreamEvent,
)
from ..errors import AppError
from .fingerprint import fingerprint
from .inspection import require_loadable, require_projector

log = logging.getLogger(__name__)

_TEXT = "Hello, wörld 🌍 你好"
"""Letters, accents, an emoji and Chinese: what a vocabulary without bytes stumbles over."""

_CONTEXT = 512
_SIDE = 64
"""Pixels of the picture, each way."""

_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a trial ended.

    Attributes:
        works: The model answered.
        text: What happened instead, "" when it works; likewise `cause` and `hint`.
    """

    works: bool
    text: str = ""
    cause: str = ""
    hint: str = ""


class TrialRecord:
    """Verdicts by file content, engine and device, in one file, or only in memory. Thread-safe."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._verdicts = _read(file) if file is not None else {}

    def find(self, key: str) -> Verdict | None:
        with self._lock:
            return self._verdicts.get(key)

    def keep(self, key: str, verdict: Verdict) -> None:
        """Raises OSError."""
        with self._lock:
            self._verdicts.pop(key, None)
            self._verdicts[key] = verdict
            while len(self._verdicts) > _KEPT:
                del self._verdicts[next(iter(self._verdicts))]
            verdicts = {name: asdict(kept) for name, kept in self._verdicts.items()}
            if self._file is not None:
                write_atomically(self._file, json.dumps({"version": 1, "verdicts": verdicts}).encode())


def try_model(
    path: Path,
    engine: Engine,
    record: TrialRecord,
    device: str = "auto",
    limit_seconds: float = 60.0,
    projector: Path | None = None,
) -> Verdict:
    """The kept verdict on a model, or that of a trial now. Blocks: not for the GUI thread.

    `engine` should be an isolated one; a trial that outlasts `limit_seconds` is ended with it. With a
    `projector` the verdict is on both together.

    Raises AppError when the file is missing, or no engine can be started: no verdict on the model.
    """
    key = trial_key(path, engine.runtime(), device, projector)
    verdict = record.find(key)
    if verdict is None:
        spec = LoadSpec(path, device=device, n_ctx=_CONTEXT, mmproj_path=projector)
        verdict = _run(spec, engine, limit_seconds)
        try:
            record.keep(key, verdict)
        except OSError as error:
            log.warning("the verdict on %s is not kept: %s", path.name, error)
    return verdict


def trial_key(path: Path, runtime: RuntimeInfo, device: str, projector: Path | None = None) -> str:
    """What the verdict on a model is kept by. Reads the ends of the files; raises AppError when it cannot."""
    try:
        contents = [fingerprint(file) for file in (path, projector) if file is not None]
    except OSError as error:
        raise AppError(f"{path.name} cannot be read.", cause=str(error)) from error
    return "|".join((*contents, _engine_version(runtime), device))


def _run(spec: LoadSpec, engine: Engine, limit_seconds: float) -> Verdict:
    name = spec.model_path.name
    with _time_limit(engine.abort, limit_seconds) as is_over:
        try:
            problem = _use(spec, engine)
        except AppError as error:
            if not is_over():
                return Verdict(False, error.text, error.cause, error.hint)
    if is_over():
        return Verdict(
            False,
            f"{name} did not answer within {limit_seconds:.0f} seconds.",
            "It was tried with a short text, and the engine was ended then.",
            "Choose another model, or a smaller one.",
        )
    if problem:
        return Verdict(
            False,
            f"{name} does not see with this vision part.",
            problem,
            "Choose the part that belongs to it.",
        )
    return Verdict(True)


def _use(spec: LoadSpec, engine: Engine) -> str:
    """Loads, reads, sees, writes; answers why there is nothing to be seen with. Raises AppError."""
    require_loadable(spec.model_path)
    if spec.mmproj_path is not None:
        require_projector(spec.mmproj_path)
    loaded = engine.load(spec, _ignore)
    engine.count_tokens(_TEXT)
    with tempfile.TemporaryDirectory(prefix="trial-") as folder:
        media: tuple[MediaPart, ...] = ()
        if loaded.capabilities.images:
            media = (MediaPart(MediaKind.IMAGE, _write_picture(Path(folder) / "picture.ppm")),)
        message = ChatMessage("user", _TEXT, media=media)
        engine.generate(GenerateRequest((message,), Sampler.greedy(), max_tokens=1), _ignore)
    engine.unload()
    return loaded.projector_problem


def _write_picture(path: Path) -> Path:
    """A small picture in which every row and column differs."""
    pixels = bytes(value for y in range(_SIDE) for x in range(_SIDE) for value in (4 * x, 4 * y, 128))
    path.write_bytes(b"P6 %d %d 255\n" % (_SIDE, _SIDE) + pixels)
    return path


@contextmanager
def _time_limit(end: Callable[[], None], seconds: float) -> Iterator[Callable[[], bool]]:
    """Calls `end` on another thread when the block takes longer; yields whether that has happened."""
    over = threading.Event()

    def expire() -> None:
        over.set()
        end()

    timer = threading.Timer(seconds, expire)
    timer.daemon = True
    timer.start()
    try:
        yield over.is_set
    finally:
        timer.cancel()
        timer.join()


def _engine_version(runtime: RuntimeInfo) -> str:
    return ",".join((runtime.version, *sorted(f"{plugin.id} {plugin.version}" for plugin in runtime.plugins)))


def _ignore(_event: StreamEvent) -> None:
    pass


def _read(file: Path) -> dict[str, Verdict]:
    """What can be read of the file; a broken one costs repeated trials, not the start."""
    try:
        entries = json.loads(file.read_bytes())["verdicts"].items()
        return {key: verdict for key, entry in entries if (verdict := _verdict(entry)) is not None}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        log.warning("verdicts on models cannot be read from %s: %s", file, error)
        return {}


def _verdict(entry: Any) -> Verdict | None:
    if not isinstance(entry, dict) or type(entry.get("works")) is not bool:
        return None
    texts = [entry.get(name) for name in ("text", "cause", "hint")]
    if not all(isinstance(text, str) for text in texts):
        return None
    return Verdict(entry["works"], entry["text"], entry["cause"], entry["hint"])
