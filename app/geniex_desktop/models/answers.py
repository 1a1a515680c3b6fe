"""What a server's answer means: worth another try, final, or no answer of this server at all."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass

import httpx2 as httpx

from .artifact import (
    CODE_AUTH,
    CODE_HUB_SERVER,
    CODE_NETWORK,
    CODE_NOT_FOUND,
    CODE_RATE_LIMITED,
    Cancelled,
    DownloadCancelled,
    SourceFailed,
)

REDIRECT_CODES = (301, 302, 303, 307, 308)
_TRANSIENT_CODES = (408, 425, 429, 500, 502, 503, 504)
_POLL_SECONDS = 0.1
_LFS_POINTER = b"version https://git-lfs"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a server, in seconds, and how often to ask again."""

    connect: float = 10.0
    read: float = 30.0
    tries: int = 5
    tries_unheard: int = 2
    """As long as no answer has come at all: then another source is the better idea."""
    first_pause: float = 1.0
    longest_pause: float = 60.0

    def timeout(self) -> httpx.Timeout:
        return httpx.Timeout(self.read, connect=self.connect)

    def wait(self, trouble: Transient, tries: int, cancelled: Cancelled) -> None:
        """Waits before the next try. Raises DownloadCancelled."""
        pause = trouble.pause
        if pause is None:
            # Jitter keeps many clients from coming back in step.
            pause = self.first_pause * 2 ** (tries - 1) * random.uniform(0.75, 1.25)  # noqa: S311
        end = time.monotonic() + min(pause, self.longest_pause)
        while (left := end - time.monotonic()) > 0:
            if cancelled():
                raise DownloadCancelled
            time.sleep(min(left, _POLL_SECONDS))


class Transient(Exception):
    """Worth another try after a pause (seconds; None = our own choice).

    Attributes:
        answered: Whether the server was there at all.
        code: The native code for it, should it last.
    """

    def __init__(
        self, text: str, *, answered: bool, pause: float | None = None, code: int = CODE_NETWORK
    ) -> None:
        super().__init__(text)
        self.text = text
        self.answered = answered
        self.pause = pause
        self.code = code

    def failure(self) -> SourceFailed:
        """The error it is when patience has run out."""
        return SourceFailed(
            "The download failed.",
            cause=self.text,
            hint="Check the network and try again; what has arrived is kept.",
            code=self.code,
        )


class EntityChanged(Transient):
    """The server has another file than the one whose pieces we hold."""

    def __init__(self, text: str) -> None:
        super().__init__(text, answered=True)


def check_status(response: httpx.Response, expected: tuple[int, ...]) -> None:
    """Judges the status and the kind of an answer, before a byte of it is used.

    Raises:
        Transient: busy, or out of order for now.
        SourceFailed: refused, gone, a login page, or nothing that we know.
    """
    host, status = response.url.host, response.status_code
    if status in _TRANSIENT_CODES:
        code = CODE_RATE_LIMITED if status == 429 else CODE_HUB_SERVER
        text = f"{host} is busy or out of order (status {status})."
        raise Transient(text, answered=True, pause=_retry_after(response), code=code)
    if status in (401, 403):
        raise SourceFailed(
            f"{host} refuses access (status {status}).",
            cause="The file needs an account, or its licence has to be accepted first.",
            hint="Check the access token, or choose another model.",
            code=CODE_AUTH,
        )
    if status in (404, 410):
        raise SourceFailed(f"The file is not there any more: {host} answers {status}.", code=CODE_NOT_FOUND)
    if status not in expected:
        raise SourceFailed(f"{host} gave an unexpected answer (status {status}).", code=CODE_HUB_SERVER)
    if "text/html" in response.headers.get("content-type", "").lower():
        raise login_page(host)


def check_first_bytes(head: bytes, file_name: str, host: str) -> None:
    """Refuses what cannot be the beginning of the file. Raises SourceFailed."""
    if head.startswith(_LFS_POINTER):
        raise SourceFailed(
            f"{host} sent a pointer instead of the file.",
            cause="The file itself is kept in Git LFS, which this address does not serve.",
            hint="Choose another source for this model.",
        )
    if head.lstrip()[:1] == b"<":
        raise login_page(host)
    if file_name.lower().endswith(".gguf") and head[:4] != b"GGUF"[: len(head)]:
        raise SourceFailed(f"{host} did not send a GGUF model file.")


def strong_tag(response: httpx.Response) -> str:
    """The entity tag, "" when there is none that can vouch for bytes."""
    tag = response.headers.get("etag", "")
    return "" if tag.startswith("W/") else tag


def login_page(host: str) -> SourceFailed:
    """What a captive portal is told as."""
    return SourceFailed(
        "A login page answered instead of the file.",
        cause=f"{host} sent a web page, as networks do that want a login first.",
        hint="Open a web page to log in to this network, then try again.",
    )


def connection_trouble(error: httpx.HTTPError, host: str) -> Transient:
    """A broken or impossible connection, in words for people."""
    heard = not isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError))
    return Transient(_describe(error, host), answered=heard)


def _describe(error: httpx.HTTPError, host: str) -> str:
    if isinstance(error, httpx.ConnectTimeout):
        return f"{host} does not answer."
    if isinstance(error, httpx.ReadTimeout):
        return f"{host} has stopped sending."
    if "certificate" in str(error).lower():
        return f"The certificate of {host} is not accepted ({error}). Is the clock of this machine right?"
    if isinstance(error, httpx.ConnectError):
        return f"{host} cannot be reached: {error}"
    return f"The connection to {host} broke: {str(error) or type(error).__name__}"


def _retry_after(response: httpx.Response) -> float | None:
    """The server's wish in seconds; a date, which is rare, counts as no wish."""
    value = response.headers.get("retry-after", "")
    return float(value) if re.fullmatch(r"\d{1,6}", value) else None
