"""The one exception type that people see: what happened, why, what to do next."""

from __future__ import annotations

from enum import Enum


class Blame(Enum):
    """Who can mend it; decides the exit code of the command line."""

    USER = 1
    """The input: a missing file, an unknown device, a bad option."""
    ENGINE = 2
    """The machine's side: a native failure, a dead engine, no memory."""


class AppError(Exception):
    """An error that is fit to be shown.

    Attributes:
        text: What happened, one sentence, for people.
        cause: Why we think so; "" when nothing more is known.
        hint: What to do next; "" when there is nothing sensible.
        detail: Code, native text, log tail: for a report, one click away.
        code: The native error code (geniex_ErrorCode), 0 where none applies.
        blame: Who can mend it.
    """

    def __init__(
        self,
        text: str,
        *,
        cause: str = "",
        hint: str = "",
        detail: str = "",
        code: int = 0,
        blame: Blame = Blame.ENGINE,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.cause = cause
        self.hint = hint
        self.detail = detail
        self.code = code
        self.blame = blame
