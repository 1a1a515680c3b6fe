"""Open connections of a download: led safely through redirects, and ended at once when they are to end."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import httpx2 as httpx

from .answers import REDIRECT_CODES
from .artifact import SourceFailed

_REDIRECTS = 5
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class SafeRedirects:
    """Follows redirects by hand: each hop is checked, and the token stays with its host."""

    client: httpx.Client
    url: str
    token: str | None = None

    @contextlib.contextmanager
    def get(self, headers: Mapping[str, str]) -> Iterator[httpx.Response]:
        """The final answer, its body not yet read.

        Raises:
            SourceFailed: a circle, or an address that is not protected.
            httpx.HTTPError: no connection.
        """
        first = url = httpx.URL(self.url)
        for _ in range(_REDIRECTS + 1):
            if url.scheme != "https" and not (url.scheme == "http" and url.host in _LOOPBACK):
                raise SourceFailed(
                    "The download was sent to an unprotected address.",
                    cause=f"{first.host} redirects to {url.scheme}://{url.host}, as a login page does.",
                    hint="Open a web page to log in to this network, then try again.",
                )
            sent = {"Accept-Encoding": "identity", **headers}
            if self.token and (url.scheme, url.host, url.port) == (first.scheme, first.host, first.port):
                sent["Authorization"] = f"Bearer {self.token}"
            with self.client.stream("GET", url, headers=sent) as response:
                if response.status_code not in REDIRECT_CODES or "location" not in response.headers:
                    yield response
                    return
                url = url.join(response.headers["location"])
        raise SourceFailed(f"{first.host} redirects in a circle.")


class Connections:
    """Shuts connections down when they are to end while the server is silent.

    A blocked read would otherwise notice only at the read timeout.
    """

    def __init__(self, ended: Callable[[], bool]) -> None:
        self._ended = ended
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Watches in a thread of its own until the block is left."""
        over = threading.Event()

        def watch() -> None:
            while not over.wait(_POLL_SECONDS):
                if self._ended():
                    self._shut_down()

        watcher = threading.Thread(target=watch, name="download-watch", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()

    @contextlib.contextmanager
    def using(self, response: httpx.Response) -> Iterator[None]:
        """Lets the watch end the connection of an answer that is being read."""
        stream = response.extensions.get("network_stream")
        connection: socket.socket | None = stream.get_extra_info("socket") if stream is not None else None
        if connection is None:
            yield
            return
        with self._lock:
            self._sockets.add(connection)
        try:
            yield
        finally:
            with self._lock:
                self._sockets.discard(connection)

    def _shut_down(self) -> None:
        with self._lock:
            for connection in self._sockets:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
