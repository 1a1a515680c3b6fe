"""Logging: one tree, a file per kind of process, no secrets, a quiet terminal.

Modules log to `logging.getLogger(__name__)`; the native log comes in through the same tree.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import re
import sys
from logging.handlers import RotatingFileHandler

from . import paths

LEVELS = ("debug", "info", "warning", "error")

_FORMAT = "%(asctime)s %(levelname)-7s %(name)s [%(threadName)s] %(message)s"
_FILE_BYTES = 2 << 20
_FILES_KEPT = 3

_SECRETS = re.compile(
    r"""
      (?P<kept>
          \bBearer\s+                                             # authorization headers
        | [?&](?:token|apikey|Signature|Key-Pair-Id)=             # signed download addresses
        | \bX-Amz-(?:Signature|Credential|Security-Token)=
      )[^\s'",&]+
    | \bhf_[A-Za-z0-9]{8,}                                        # hub tokens
    """,
    re.VERBOSE | re.IGNORECASE,
)


def redact(text: str) -> str:
    """The text with access tokens and the secret parts of signed addresses blotted out."""
    return _SECRETS.sub(lambda found: f"{found['kept'] or ''}[redacted]", text)


class RedactingFormatter(logging.Formatter):
    """Cleans the finished line, so that arguments and tracebacks are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


def setup(role: str, level: str | None = None) -> None:
    """Sends the log to `<role>.log` and, when a level is named, to the terminal from that level on.

    A log folder that cannot be written is reported on the terminal and stops nothing.
    """
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    logging.getLogger("geniex_desktop").setLevel(logging.DEBUG if level == "debug" else logging.INFO)
    for handler in [known for known in root.handlers if getattr(known, "of_geniex", False)]:
        root.removeHandler(handler)
        handler.close()
    try:
        path = paths.log_dir() / f"{role}.log"
        _add(RotatingFileHandler(path, maxBytes=_FILE_BYTES, backupCount=_FILES_KEPT, encoding="utf-8"))
    except OSError as error:
        if sys.stderr is not None:
            sys.stderr.write(f"geniex-desktop: no log file: {error}\n")
    if level is not None and sys.stderr is not None:
        terminal = logging.StreamHandler()
        terminal.setLevel(level.upper())
        _add(terminal)


def watch_crashes(role: str) -> str:
    """Lets a process that native code kills write its traceback to `<role>-crash.txt`.

    Returns what the last process of this role wrote there, once; "" when it ended well.
    """
    report = ""
    # Without the file a crash is only less well explained.
    with contextlib.suppress(OSError):
        path = paths.log_dir() / f"{role}-crash.txt"
        if path.exists():
            report = path.read_text(encoding="utf-8", errors="replace")
        faulthandler.enable(path.open("w", encoding="utf-8"))
    return report


def _add(handler: logging.Handler) -> None:
    handler.setFormatter(RedactingFormatter(_FORMAT))
    handler.of_geniex = True  # type: ignore[attr-defined]
    logging.getLogger().addHandler(handler)
