"""Fetches one file over HTTP: resumable, in parallel, cancellable, suspicious of what answers.

Large files come in chunks over several connections, where the server knows ranges; each continues exactly
the entity that the first answer named (Range with If-Range), and everything starts again when the server has
another one. `Part` tells what of a file is on the disk.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2 as httpx

from .answers import (
    EntityChanged,
    Patience,
    Transient,
    check_first_bytes,
    check_status,
    connection_trouble,
    strong_tag,
)
from .artifact import Artifact, Cancelled, DownloadCancelled, Progress, SourceFailed
from .connections import Connections, SafeRedirects
from .disk import disk_errors
from .part import CHUNK_SIZE, Chunk, Part

_POLL_SECONDS = 0.1
_REPORT_SECONDS = 0.05


@dataclass(slots=True)
class Transfer:
    """One file from one address into a part file.

    Attributes:
        token: Sent as Authorization, and only to the host of `url`.
        chunk_size: Bytes per chunk of the part file.
        note: Where the part's note is kept; None = beside it.
        connections: At most so many at once.
        offset: Where the file begins in what the address serves; other than 0 for a member of an archive.
        total: Bytes that the address serves; None = the file and nothing else.
        pinned: Whether the address can only ever serve these bytes, as that of a commit or a hash does.
    """

    url: str
    artifact: Artifact
    part: Path
    token: str | None = None
    patience: Patience = field(default_factory=Patience)
    chunk_size: int = CHUNK_SIZE
    note: Path | None = None
    connections: int = 8
    offset: int = 0
    total: int | None = None
    pinned: bool = False

    def run(self, progress: Progress, cancelled: Cancelled) -> None:
        """Returns with all bytes in the part file, unverified. `progress` is called on this thread.

        Raises:
            SourceFailed: the server cannot or does not deliver; the part file is kept.
            DownloadCancelled: likewise kept.
            AppError: the disk is full.
        """
        if cancelled():
            raise DownloadCancelled
        part = self._part()
        part.resume(self.artifact.identity, needs_tag=not self.pinned)
        restarts = 0
        with httpx.Client(timeout=self.patience.timeout(), follow_redirects=False) as client:
            while not part.is_whole:
                change = _Run(self, part, client, progress, cancelled).run()
                if change is None:
                    continue
                part.discard()
                restarts += 1
                if restarts >= self.patience.tries:
                    raise change.failure() from change
                self.patience.wait(change, restarts, cancelled)

    def discard(self) -> None:
        """Forgets what has arrived."""
        self._part().discard()

    def _part(self) -> Part:
        return Part(self.part, self.artifact.size, self.chunk_size, self.note)


class _Run:
    """The transfer of one entity: the calling thread and its helpers take chunk after chunk."""

    def __init__(
        self, transfer: Transfer, part: Part, client: httpx.Client, progress: Progress, cancelled: Cancelled
    ) -> None:
        self._transfer = transfer
        self._part = part
        self._progress = progress
        self._cancelled = cancelled
        self._lock = threading.Lock()
        self._waiting = [chunk for chunk in part.chunks if not chunk.is_done]
        self._helpers: list[threading.Thread] = []
        self._failure: BaseException | None = None
        self._heard = False
        self._reported = 0.0
        self._total = transfer.total if transfer.total is not None else transfer.artifact.size
        self._connections = Connections(self._is_ended)
        self._redirects = SafeRedirects(client, transfer.url, transfer.token)

    def run(self) -> EntityChanged | None:
        """Returns why everything has to start again, or nothing when the part is whole."""
        try:
            with self._connections.watched():
                self._work(self._report)
                self._await_helpers()
        finally:
            self._part.save()
        if isinstance(self._failure, EntityChanged):
            return self._failure
        if self._failure is not None:
            raise self._failure
        self._progress(self._part.size, self._part.size)
        return None

    def _await_helpers(self) -> None:
        """None of them writes any more when this returns, however it does."""
        try:
            for helper in self._helpers:
                while helper.is_alive():
                    helper.join(_POLL_SECONDS)
                    self._report()
        except BaseException as error:  # an interrupt, or the caller's own
            self._failure = self._failure or error
            for helper in self._helpers:
                helper.join()
            raise

    def _is_ended(self) -> bool:
        return self._failure is not None or self._cancelled()

    def _report(self) -> None:
        """Tells the progress; rarely where there are many chunks to add up."""
        now = time.monotonic()
        if len(self._part.chunks) == 1 or now - self._reported >= _REPORT_SECONDS:
            self._reported = now
            self._progress(self._part.done, self._part.size)

    # ------------------------------------------------------------------ workers

    def _work(self, report: Callable[[], None]) -> None:
        """Takes chunks until there are none; the first failure of any worker ends them all."""
        try:
            if not self._part.chunks:
                self._make_empty()
            while (chunk := self._next_chunk()) is not None:
                self._fetch(chunk, report)
        except BaseException as error:  # noqa: BLE001 - raised again by the calling thread
            with self._lock:
                self._failure = self._failure or error

    def _make_empty(self) -> None:
        with disk_errors(self._part.path.parent):
            self._part.begin("")
            self._part.open().close()

    def _next_chunk(self) -> Chunk | None:
        with self._lock:
            while self._waiting and self._failure is None:
                chunk = self._waiting.pop(0)
                if not chunk.is_done:  # an answer without ranges brings more than was asked for
                    return chunk
        return None

    def _start_helpers(self) -> None:
        """Once the server has shown that it knows ranges."""
        with self._lock:
            wanted = min(self._transfer.connections - 1, len(self._waiting))
            if self._helpers or wanted < 1:
                return
            self._helpers = [
                threading.Thread(target=self._work, args=(_silent,), name="download", daemon=True)
                for _ in range(wanted)
            ]
        for helper in self._helpers:
            helper.start()

    def _fetch(self, chunk: Chunk, report: Callable[[], None]) -> None:
        patience = self._transfer.patience
        tries, best = 0, chunk.done
        while not chunk.is_done:
            tries += 1
            try:
                self._attempt(chunk, report)
            except EntityChanged:
                raise
            except Transient as trouble:
                self._heard = self._heard or trouble.answered
                if chunk.done > best:
                    tries, best = 1, chunk.done
                if not (self._part.tag or self._transfer.pinned):
                    chunk.done = 0  # nothing vouches for the rest being of the same file
                if tries >= (patience.tries if self._heard else patience.tries_unheard):
                    raise trouble.failure() from trouble
                patience.wait(trouble, tries, self._is_ended)

    # ------------------------------------------------------------------ one answer

    def _attempt(self, chunk: Chunk, report: Callable[[], None]) -> None:
        if self._is_ended():
            raise DownloadCancelled
        headers = self._headers(chunk)
        try:
            with self._redirects.get(headers) as response, self._connections.using(response):
                is_ranged = self._check(response, chunk, "Range" in headers)
                self._receive(response, chunk, is_ranged, report)
        except httpx.HTTPError as error:
            if self._is_ended():
                raise DownloadCancelled from error
            raise connection_trouble(error, httpx.URL(self._transfer.url).host) from error

    def _range(self, chunk: Chunk) -> tuple[int, int]:
        """First and last byte that are missing of a chunk, in what the address serves."""
        return self._transfer.offset + chunk.position, self._transfer.offset + chunk.end - 1

    def _headers(self, chunk: Chunk) -> dict[str, str]:
        first, last = self._range(chunk)
        if first == 0 and last == self._total - 1:
            return {}
        headers = {"Range": f"bytes={first}-" if last == self._total - 1 else f"bytes={first}-{last}"}
        if self._part.tag and not self._transfer.pinned:
            headers["If-Range"] = self._part.tag
        return headers

    def _check(self, response: httpx.Response, chunk: Chunk, asked_for_range: bool) -> bool:
        """Judges the answer before a byte is stored; returns whether it is the range that was asked for."""
        host = response.url.host
        if response.status_code == 416:
            raise EntityChanged(f"{host} has another file now.")
        check_status(response, (200, 206) if asked_for_range else (200,))
        if response.status_code == 206:
            first, last = self._range(chunk)
            ranged = response.headers.get("content-range", "").strip()
            tag = self._part.tag
            # A server may know Range and ignore If-Range.
            is_other = bool(tag) and not self._transfer.pinned and response.headers.get("etag", tag) != tag
            if ranged != f"bytes {first}-{last}/{self._total}" or is_other:
                raise EntityChanged(f"{host} sent another range than asked for.")
            return True
        if self._transfer.offset or self._total != self._part.size:
            raise SourceFailed(f"{host} cannot deliver a part of an archive.")
        length = response.headers.get("content-length")
        if length is not None and length != str(self._part.size):
            raise SourceFailed(
                f"{host} has another file under this name.",
                cause=f"It is {length} bytes long and should be {self._part.size}.",
            )
        return False

    def _receive(
        self, response: httpx.Response, chunk: Chunk, is_ranged: bool, report: Callable[[], None]
    ) -> None:
        """Writes the answer's bytes; nothing is touched before the first ones look right."""
        blocks = response.iter_raw()
        block = next(blocks, b"")
        host = response.url.host
        if not is_ranged or chunk.position == 0:
            check_first_bytes(block, self._transfer.artifact.file_name, host)
        with disk_errors(self._part.path.parent):
            self._begin(response, is_ranged)
        if is_ranged:
            self._start_helpers()
            self._write(block, blocks, chunk, host, report)
            return
        # The whole file in one answer: chunk after chunk, with what is left of the block before.
        for each in self._part.chunks:
            block = self._write(block or next(blocks, b""), blocks, each, host, report)
        if block or next(blocks, b""):
            raise SourceFailed(f"{host} sends more than the file's {self._part.size} bytes.")

    def _begin(self, response: httpx.Response, is_ranged: bool) -> None:
        """Starts the part where this answer is the first of its entity."""
        with self._lock:
            if is_ranged and self._part.path.exists():
                return
            if self._helpers:
                raise EntityChanged(f"{response.url.host} sends the whole file instead of a range.")
            self._part.begin(strong_tag(response))

    def _write(
        self, block: bytes, blocks: Iterator[bytes], chunk: Chunk, host: str, report: Callable[[], None]
    ) -> bytes:
        """Fills a chunk; returns the bytes beyond it. Raises Transient when the answer ends before."""
        with disk_errors(self._part.path.parent), self._part.open() as file:
            file.seek(chunk.position)
            while block:
                fitting = block[: chunk.end - chunk.position]
                file.write(fitting)
                chunk.done += len(fitting)
                report()
                if self._is_ended():
                    raise DownloadCancelled
                if chunk.is_done:
                    file.flush()
                    self._part.mark(chunk)
                    return block[len(fitting) :]
                block = next(blocks, b"")
        text = f"{host} broke off after {self._part.done} of {self._part.size} bytes."
        raise Transient(text, answered=True)


def _silent() -> None:
    """Helpers do not report: progress is told on the calling thread."""
