"""An HTTP server that serves one file and misbehaves as told."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol


@dataclass
class Answer:
    """One reply; the defaults are those of a healthy server that knows Range and If-Range."""

    status: int = 0
    """0 = 200 or 206, as the request deserves."""
    body: bytes | None = None
    """None = the server's file."""
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    """Bytes of the body after which the connection breaks."""
    stall_after: int | None = None
    """Bytes of the body after which nothing more comes until the server is closed."""
    announce_length: bool = True


@dataclass
class FaultServer:
    """Gives the answers in turn, the last one again and again.

    `requests` (headers by lower-case name) and `paths` hold what came in.
    """

    content: bytes
    etag: str = '"first"'
    answers: list[Answer] = field(default_factory=lambda: [Answer()])
    requests: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    host: str = "127.0.0.1"
    port: int = 0
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}/model.gguf"

    def next_answer(self) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextlib.contextmanager
def serve(server: FaultServer) -> Iterator[FaultServer]:
    """Runs the server on a free loopback port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            server.paths.append(self.path)
            server.requests.append({name.lower(): value for name, value in self.headers.items()})
            reply(self, server, server.next_answer())

        def log_message(self, *_arguments: object) -> None:
            """The test reads `requests` instead."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        http.daemon_threads = True
        server.port = http.server_port
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            http.shutdown()
            thread.join()


class Served(Protocol):
    """What is answered with: a file, its tag, and the end of the server."""

    content: bytes
    etag: str
    closing: threading.Event


def reply(handler: BaseHTTPRequestHandler, server: Served, answer: Answer) -> None:
    status, body = answer.status, answer.body
    headers = {"ETag": server.etag, "Content-Type": "application/octet-stream"}
    if body is None:
        body = server.content
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", handler.headers.get("Range", ""))
        if wanted and status == 0 and handler.headers.get("If-Range", server.etag) == server.etag:
            first, last = int(wanted[1]), int(wanted[2] or len(body) - 1)
            status = 206
            headers["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
            body = body[first : last + 1]
    handler.send_response(status or 200)
    if answer.announce_length:
        headers["Content-Length"] = str(len(body))
    headers |= {"Connection": "close", **answer.headers}
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.close_connection = True
    limit = answer.cut_after if answer.cut_after is not None else answer.stall_after
    with contextlib.suppress(ConnectionError):
        handler.wfile.write(body if limit is None else body[:limit])
        handler.wfile.flush()
        if answer.stall_after is not None:
            server.closing.wait()
