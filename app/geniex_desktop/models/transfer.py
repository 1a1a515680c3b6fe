"""Fetches one file over HTTP: resumable, cancellable, suspicious of what answers.

The bytes go to a part file; beside it lies a note with the entity tag they belong to, so that a later call
continues exactly that entity (Range with If-Range) and starts again when the server has another one.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2 as httpx

from .artifact import Artifact, Cancelled, DownloadCancelled, Progress, SourceFailed
from .disk import disk_errors

_REDIRECTS = 5
_REDIRECT_CODES = (301, 302, 303, 307, 308)
_TRANSIENT_CODES = (408, 425, 429, 500, 502, 503, 504)
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_POLL_SECONDS = 0.1


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


@dataclass(slots=True)
class Transfer:
    """One file from one address into a part file.

    Attributes:
        token: Sent as Authorization, and only to the host of `url`.
    """

    url: str
    artifact: Artifact
    part: Path
    token: str | None = None
    patience: Patience = field(default_factory=Patience)

    def run(self, progress: Progress, cancelled: Cancelled) -> None:
        """Returns with all bytes in the part file, unverified.

        Raises:
            SourceFailed: the server cannot or does not deliver; the part file is kept.
            DownloadCancelled: likewise kept.
            AppError: the disk is full.
        """
        timeout = httpx.Timeout(self.patience.read, connect=self.patience.connect)
        tries = heard = best = 0
        with httpx.Client(timeout=timeout, follow_redirects=False) as client:
            while True:
                best = max(best, self._have())
                tries += 1
                try:
                    self._attempt(client, progress, cancelled)
                except _Transient as trouble:
                    heard += trouble.answered
                    if self._have() > best:
                        tries = 1
                    if tries >= (self.patience.tries if heard else self.patience.tries_unheard):
                        raise trouble.failure() from trouble
                    self._wait(trouble, tries, cancelled)
                else:
                    return

    def discard(self) -> None:
        """Forgets what has arrived."""
        self.part.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)

    @property
    def _note(self) -> Path:
        return self.part.with_name(self.part.name + ".json")

    def _have(self) -> int:
        try:
            return self.part.stat().st_size
        except FileNotFoundError:
            return 0

    def _attempt(self, client: httpx.Client, progress: Progress, cancelled: Cancelled) -> None:
        if cancelled():
            raise DownloadCancelled
        offset, tag = self._resumable()
        if offset == self.artifact.size:
            return
        try:
            with self._open(client, offset, tag) as response, _cancel_watch(response, cancelled):
                start = self._check(response, offset, tag)
                self._receive(response, start, progress, cancelled)
        except httpx.HTTPError as error:
            if cancelled():
                raise DownloadCancelled from error
            heard = not isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError))
            raise _Transient(_describe(error, self.url), answered=heard) from error

    def _resumable(self) -> tuple[int, str]:
        """How many bytes can be kept and the entity tag they belong to ("" = none, start again)."""
        have = self._have()
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
            tag = str(note["etag"])
            same = note["sha256"] == self.artifact.sha256
        except (OSError, ValueError, KeyError, TypeError):
            return 0, ""
        if have == 0 or have > self.artifact.size or not same or not tag:
            return 0, ""
        return have, tag

    @contextlib.contextmanager
    def _open(self, client: httpx.Client, offset: int, tag: str) -> Iterator[httpx.Response]:
        """Follows redirects by hand: each hop is checked, and the token stays with its host."""
        first = url = httpx.URL(self.url)
        for _ in range(_REDIRECTS + 1):
            if url.scheme != "https" and url.host not in _LOOPBACK:
                raise SourceFailed(
                    "The download was sent to an unprotected address.",
                    cause=f"{first.host} redirects to {url.scheme}://{url.host}, as a login page does.",
                    hint="Open a web page to log in to this network, then try again.",
                )
            headers = {"Accept-Encoding": "identity"}
            if offset:
                headers |= {"Range": f"bytes={offset}-", "If-Range": tag}
            if self.token and (url.scheme, url.host, url.port) == (first.scheme, first.host, first.port):
                headers["Authorization"] = f"Bearer {self.token}"
            with client.stream("GET", url, headers=headers) as response:
                if response.status_code not in _REDIRECT_CODES or "location" not in response.headers:
                    yield response
                    return
                url = url.join(response.headers["location"])
        raise SourceFailed(f"{first.host} redirects in a circle.")

    def _check(self, response: httpx.Response, offset: int, tag: str) -> int:
        """Judges the answer before a byte is stored; returns where its bytes belong."""
        host, status = response.url.host, response.status_code
        if status in _TRANSIENT_CODES:
            pause = _retry_after(response)
            raise _Transient(f"{host} is busy or out of order (status {status}).", answered=True, pause=pause)
        if status == 416:
            # Whatever we hold does not fit the server's file any more.
            self.discard()
            raise _Transient(f"{host} has another file now.", answered=True)
        if status in (401, 403):
            raise SourceFailed(
                f"{host} refuses access (status {status}).",
                cause="The file needs an account, or its licence has to be accepted first.",
                hint="Check the access token, or choose another model.",
            )
        if status in (404, 410):
            raise SourceFailed(f"The file is not there any more: {host} answers {status}.")
        if status not in (200, 206) or (status == 206 and not offset):
            raise SourceFailed(f"{host} gave an unexpected answer (status {status}).")
        if "text/html" in response.headers.get("content-type", "").lower():
            raise _login_page(host)
        if status == 206:
            expected = f"bytes {offset}-{self.artifact.size - 1}/{self.artifact.size}"
            ranged = response.headers.get("content-range", "").strip()
            # A server may know Range and ignore If-Range.
            if ranged != expected or response.headers.get("etag", tag) != tag:
                self.discard()
                raise _Transient(f"{host} sent another range than asked for.", answered=True)
            return offset
        length = response.headers.get("content-length")
        if length is not None and length != str(self.artifact.size):
            raise SourceFailed(
                f"{host} has another file under this name.",
                cause=f"It is {length} bytes long and should be {self.artifact.size}.",
            )
        return 0

    def _receive(
        self, response: httpx.Response, start: int, progress: Progress, cancelled: Cancelled
    ) -> None:
        """Appends the answer's bytes at `start`; nothing is touched before the first ones look right."""
        size, done = self.artifact.size, start
        chunks = response.iter_raw()
        chunk = next(chunks, b"")
        if start == 0 and chunk[:4] != b"GGUF"[: len(chunk)]:
            if chunk.lstrip()[:1] == b"<":
                raise _login_page(response.url.host)
            raise SourceFailed(f"{response.url.host} did not send a GGUF model file.")
        with disk_errors(self.part.parent), self.part.open("r+b" if start else "wb") as file:
            if not start:
                self._remember(response)
            file.seek(start)
            while chunk:
                done += len(chunk)
                if done > size:
                    raise SourceFailed(f"{response.url.host} sends more than the file's {size} bytes.")
                file.write(chunk)
                progress(done, size)
                if cancelled():
                    raise DownloadCancelled
                chunk = next(chunks, b"")
        if done < size:
            raise _Transient(f"{response.url.host} broke off after {done} of {size} bytes.", answered=True)

    def _remember(self, response: httpx.Response) -> None:
        """Notes which entity the part file holds; a weak tag cannot vouch for bytes."""
        tag = response.headers.get("etag", "")
        if tag.startswith("W/"):
            tag = ""
        self._note.write_text(json.dumps({"etag": tag, "sha256": self.artifact.sha256}), encoding="utf-8")

    def _wait(self, trouble: _Transient, tries: int, cancelled: Cancelled) -> None:
        pause = trouble.pause
        if pause is None:
            # Jitter keeps many clients from coming back in step.
            pause = self.patience.first_pause * 2 ** (tries - 1) * random.uniform(0.75, 1.25)  # noqa: S311
        end = time.monotonic() + min(pause, self.patience.longest_pause)
        while (left := end - time.monotonic()) > 0:
            if cancelled():
                raise DownloadCancelled
            time.sleep(min(left, _POLL_SECONDS))


class _Transient(Exception):
    """Worth another try after a pause (seconds; None = our own choice)."""

    def __init__(self, text: str, *, answered: bool, pause: float | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.answered = answered
        self.pause = pause

    def failure(self) -> SourceFailed:
        return SourceFailed(
            "The download failed.",
            cause=self.text,
            hint="Check the network and try again; what has arrived is kept.",
        )


@contextlib.contextmanager
def _cancel_watch(response: httpx.Response, cancelled: Cancelled) -> Iterator[None]:
    """Shuts the connection down when the user cancels while the server is silent.

    A blocked read would otherwise notice only at the read timeout.
    """
    stream = response.extensions.get("network_stream")
    connection: socket.socket | None = stream.get_extra_info("socket") if stream is not None else None
    if connection is None:
        yield
        return
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_POLL_SECONDS):
            if cancelled():
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                return

    watcher = threading.Thread(target=watch, name="download-cancel", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _retry_after(response: httpx.Response) -> float | None:
    """The server's wish in seconds; a date, which is rare, counts as no wish."""
    value = response.headers.get("retry-after", "")
    return float(value) if re.fullmatch(r"\d{1,6}", value) else None


def _login_page(host: str) -> SourceFailed:
    return SourceFailed(
        "A login page answered instead of the file.",
        cause=f"{host} sent a web page, as networks do that want a login first.",
        hint="Open a web page to log in to this network, then try again.",
    )


def _describe(error: httpx.HTTPError, url: str) -> str:
    host = httpx.URL(url).host
    if isinstance(error, httpx.ConnectTimeout):
        return f"{host} does not answer."
    if isinstance(error, httpx.ReadTimeout):
        return f"{host} has stopped sending."
    if "certificate" in str(error).lower():
        return f"The certificate of {host} is not accepted ({error}). Is the clock of this machine right?"
    if isinstance(error, httpx.ConnectError):
        return f"{host} cannot be reached: {error}"
    return f"The connection to {host} broke: {str(error) or type(error).__name__}"
