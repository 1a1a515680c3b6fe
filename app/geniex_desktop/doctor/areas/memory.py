"""How much memory there is, and which models that means."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Evidence, Finding, State
from ..subject import Subject
from ..wording import Text, translate

SIZES = (0.5, 1, 3, 8, 14, 32, 70, 120)
"""Common model sizes, in billions of parameters."""
_BYTES_PER_PARAMETER = 0.61
"""Q4_K_M and its like: 4.85 bits."""
_BESIDES = 0.6e9
"""Bytes for a chat's context, buffers and the app."""
_SHARE_NOW = 0.9
_SHARE_OF_ALL = 0.75
"""What is left of the whole memory under a running desktop."""


def check(subject: Subject) -> Iterator[Finding]:
    memory = subject.host.memory()
    now, ever = largest(memory.available * _SHARE_NOW), largest(memory.total * _SHARE_OF_ALL)
    evidence = (
        Evidence("memory", f"{_gigabytes(memory.available)} of {_gigabytes(memory.total)} GB available"),
        Evidence(
            "needed with 4 bits a weight",
            ", ".join(f"{size:g} B: {_gigabytes(needed(size))} GB" for size in SIZES if size <= max(ever, 8)),
        ),
    )
    close = translate("Doctor", "Close other programs, or choose a smaller model.")
    if now == 0:
        state, found, action = (
            State.FAIL,
            translate("Doctor", "No model fits into the memory that is free."),
            close,
        )
    elif now < 1 <= ever:
        state, action = State.WARN, close
        found = _about(translate("Doctor", "Only models of up to %1 billion parameters fit now."), now)
    elif now < ever:
        state, action = State.PASS, None
        found = translate(
            "Doctor",
            "Models of up to %1 billion parameters in 4 bits fit now; up to %2 with other programs closed.",
        ).of(f"{now:g}", f"{ever:g}")
    else:
        state, action = State.PASS, None
        found = _about(translate("Doctor", "Models of up to %1 billion parameters in 4 bits fit."), now)
    yield Finding("memory.fit", translate("Doctor", "What fits"), state, found, evidence, action)


def needed(billions: float) -> float:
    """Bytes for a model of that many billion parameters in 4 bits, with a chat."""
    return billions * 1e9 * _BYTES_PER_PARAMETER + _BESIDES


def largest(room: float) -> float:
    """The largest common size that fits into so many bytes; 0 when none does."""
    return max((size for size in SIZES if needed(size) <= room), default=0)


def _about(text: Text, size: float) -> Text:
    return text.of(f"{size:g}")


def _gigabytes(count: float) -> str:
    return f"{count / 2**30:.1f}"
