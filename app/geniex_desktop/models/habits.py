"""What is remembered of each model file: how it is to be loaded and sampled, and when it was used last."""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from ..durable import write_atomically
from ..engine.types import LoadSpec, Sampler

log = logging.getLogger(__name__)

_KEPT = 500


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Wishes for one model; what is 0, "" or -1 follows the app's own settings.

    Attributes:
        n_gpu_layers: How many layers run on the GPU or NPU; -1 = the engine's choice.
        chat_template: Jinja text in place of the model's own.
        temperature: Of sampling, as the five after it.
    """

    n_ctx: int = 0
    n_threads: int = 0
    n_gpu_layers: int = -1
    device: str = ""
    chat_template: str = ""
    temperature: float = 0.0
    top_p: float = 0.0
    top_k: int = 0
    min_p: float = 0.0
    repetition_penalty: float = 0.0

    def applied(self, spec: LoadSpec) -> LoadSpec:
        """A load with these wishes in it."""
        return replace(
            spec,
            n_ctx=self.n_ctx or spec.n_ctx,
            n_threads=self.n_threads or spec.n_threads,
            n_gpu_layers=self.n_gpu_layers if self.n_gpu_layers >= 0 else spec.n_gpu_layers,
            device=self.device or spec.device,
            chat_template=self.chat_template or spec.chat_template,
        )

    def sampler(self, usual: Sampler) -> Sampler:
        """`usual` with these wishes in it; a temperature of one's own ends greedy sampling."""
        if self == replace(self, temperature=0.0, top_p=0.0, top_k=0, min_p=0.0, repetition_penalty=0.0):
            return usual
        base = replace(usual, top_k=0) if self.temperature and usual == Sampler.greedy() else usual
        return replace(
            base,
            temperature=self.temperature or base.temperature,
            top_p=self.top_p or base.top_p,
            top_k=self.top_k or base.top_k,
            min_p=self.min_p or base.min_p,
            repetition_penalty=self.repetition_penalty or base.repetition_penalty,
        )


@dataclass(frozen=True, slots=True)
class _Habit:
    options: ModelOptions = ModelOptions()
    used: int = 0


class Habits:
    """Kept in one file, by the model file's path. Thread-safe; changes are written to the disk."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._habits = _read(file)

    def options(self, model: Path) -> ModelOptions:
        with self._lock:
            return self._habits.get(str(model), _Habit()).options

    def used(self, model: Path) -> int:
        """Unix time of its last load; 0 = never."""
        with self._lock:
            return self._habits.get(str(model), _Habit()).used

    def set_options(self, model: Path, options: ModelOptions) -> None:
        """Raises OSError."""
        self._change(model, lambda habit: replace(habit, options=options))

    def note_use(self, model: Path, time: int) -> None:
        """Raises OSError."""
        self._change(model, lambda habit: replace(habit, used=time))

    def _change(self, model: Path, change: Any) -> None:
        with self._lock:
            habit = change(self._habits.pop(str(model), _Habit()))
            self._habits[str(model)] = habit
            while len(self._habits) > _KEPT:
                del self._habits[next(iter(self._habits))]
            models = {path: asdict(kept) for path, kept in self._habits.items()}
            write_atomically(self._file, json.dumps({"version": 1, "models": models}).encode())


def _read(file: Path) -> dict[str, _Habit]:
    """What can be read of the file; a broken one costs the wishes, not the start."""
    try:
        entries = json.loads(file.read_bytes())["models"]
        return {str(path): _habit(entry) for path, entry in entries.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        log.warning("the options of models cannot be read from %s: %s", file, error)
        return {}


def _habit(entry: dict[str, Any]) -> _Habit:
    usual = ModelOptions()
    given = entry["options"]
    values = {
        field.name: given[field.name]
        for field in fields(ModelOptions)
        if _is_alike(given.get(field.name), getattr(usual, field.name))
    }
    return _Habit(ModelOptions(**values), int(entry["used"]))


def _is_alike(value: Any, usual: Any) -> bool:
    """Of the same type; a whole number may stand for a fraction."""
    return type(value) is type(usual) or (type(value) is int and type(usual) is float)
