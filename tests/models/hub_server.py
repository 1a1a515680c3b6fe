"""A server that speaks the protocols of all hubs, and misbehaves as told."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import random
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from fault_server import Answer, reply

CHUNK = 64 << 10
"""Bytes per chunk in the tests' stores."""
COMMIT = "5e" * 20
GIT_TOKEN = "hf_canarycanarycanary"


def gguf(seed: int, size: int) -> bytes:
    """Something that begins as a model file does."""
    return b"GGUF\3\0\0\0" + random.Random(seed).randbytes(size - 8)


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def git_sha1(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


@dataclass
class Request:
    path: str
    headers: dict[str, str]


@dataclass
class _File:
    content: bytes
    etag: str
    closing: threading.Event


@dataclass
class HubServer:
    """One repository "org/model-GGUF" with `files`, on every hub at once.

    `faults` are answers by a part of the path, each given once, in turn; `promised` replaces what the hubs
    say about a file, as (size, sha256).
    """

    files: dict[str, bytes]
    faults: list[tuple[str, Answer]] = field(default_factory=list)
    promised: dict[str, tuple[int, str]] = field(default_factory=dict)
    needs_token: bool = False
    gated: bool = False
    etags: bool = True
    archive: bytes = b""
    wheel: bytes = b""
    """Of carrier 1.0 on the package index."""
    wheel_sha256: str = ""
    """What the index promises; "" = the truth."""
    assets: list[dict[str, Any]] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    delay: float = 0.0
    """Seconds before each answer of the content network."""
    port: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def other_host(self) -> str:
        """The same server under another name, as a content network is."""
        return f"http://localhost:{self.port}"

    def asked(self, part: str) -> list[Request]:
        with self.lock:
            return [request for request in self.requests if part in request.path]

    def fault_for(self, path: str) -> Answer | None:
        with self.lock:
            for index, (part, answer) in enumerate(self.faults):
                if part in path:
                    del self.faults[index]
                    return answer
        return None

    def promise(self, name: str) -> tuple[int, str]:
        content = self.files[name]
        return self.promised.get(name, (len(content), sha256(content)))


@contextlib.contextmanager
def serve_hub(server: HubServer) -> Iterator[HubServer]:
    """Runs the server on a free loopback port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            with server.lock:
                server.requests.append(Request(self.path, headers))
            _answer(self, server)

        def log_message(self, *_arguments: object) -> None:
            """The test reads `requests` instead."""

    with ThreadingHTTPServer(("127.0.0.1", server.port), Handler) as http:
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


def _answer(handler: BaseHTTPRequestHandler, server: HubServer) -> None:
    parts = urlsplit(handler.path)
    path, query = unquote(parts.path), {key: values[0] for key, values in parse_qs(parts.query).items()}
    fault = server.fault_for(path)
    if fault is not None and fault.body is not None:
        _send(handler, server, fault.body, fault)
        return
    for route in (_hugging_face, _modelscope, _docker, _aihub, _package_index, _content_network):
        found = route(server, path, query, handler.headers.get("Authorization", ""))
        if isinstance(found, Answer):
            _send(handler, server, b"", found)
            return
        if found is not None:
            content = found if isinstance(found, bytes) else json.dumps(found).encode()
            kind = {
                "Content-Type": "application/octet-stream" if isinstance(found, bytes) else "application/json"
            }
            chosen = fault or Answer(headers=kind)
            _send(handler, server, content, chosen)
            return
    _send(handler, server, b"", Answer(status=404, body=b'{"error": "not found"}'))


def _send(handler: BaseHTTPRequestHandler, server: HubServer, content: bytes, answer: Answer) -> None:
    etag = f'"{sha256(content)[:16]}"' if server.etags else ""
    reply(handler, _File(content, etag, server.closing), answer)


def _redirect(server: HubServer, name: str) -> Answer:
    return Answer(status=302, body=b"", headers={"Location": f"{server.other_host}/cdn/{name}"})


def _hugging_face(server: HubServer, path: str, query: dict[str, str], token: str) -> Any:
    if server.needs_token and path.startswith(("/api/models/org", "/org/")) and GIT_TOKEN not in token:
        return Answer(status=401, body=b'{"error": "Unauthorized"}')
    info = {
        "id": "org/model-GGUF",
        "modelId": "org/model-GGUF",
        "sha": COMMIT,
        "gated": "manual" if server.gated else False,
        "private": False,
        "downloads": 7,
        "likes": 3,
        "tags": ["gguf", "license:apache-2.0"],
        "lastModified": "2026-01-02T03:04:05.000Z",
    }
    if path == "/api/models":
        words = query.get("search", "")
        return [info] if words.lower() in str(info["id"]).lower() else []
    if path.startswith("/api/models/org/model-GGUF"):
        siblings = []
        for name, content in server.files.items():
            size, digest = server.promise(name)
            entry: dict[str, Any] = {"rfilename": name, "size": size, "blobId": git_sha1(content)}
            if name.endswith(".gguf"):
                entry["lfs"] = {"size": size, "sha256": digest, "pointerSize": 130}
            siblings.append(entry)
        return {**info, "siblings": siblings}
    prefix = f"/org/model-GGUF/resolve/{COMMIT}/"
    if path.startswith(prefix):
        name = path.removeprefix(prefix)
        return _redirect(server, name) if name.endswith(".gguf") else server.files.get(name)
    return None


def _modelscope(server: HubServer, path: str, query: dict[str, str], token: str) -> Any:
    if path == "/openapi/v1/models":
        model = {
            "id": "org/model-GGUF",
            "display_name": "Model",
            "downloads": 9,
            "license": "mit",
            "tags": [],
        }
        return {"success": True, "data": {"models": [model]}}
    if path == "/api/v1/models/org/model-GGUF/repo/files":
        files: list[dict[str, Any]] = [{"Path": "folder", "Type": "tree", "Size": 0}]
        for name in server.files:
            size, digest = server.promise(name)
            files.append({"Path": name, "Name": name, "Type": "blob", "Size": size, "Sha256": digest})
        return {"Code": 200, "Data": {"Files": files}}
    prefix = "/models/org/model-GGUF/resolve/master/"
    return server.files.get(path.removeprefix(prefix)) if path.startswith(prefix) else None


def _docker(server: HubServer, path: str, query: dict[str, str], token: str) -> Any:
    if path == "/token":
        return {"token": "anonymous-pull"}
    if path.startswith("/v2/search/"):
        return {
            "results": [{"repo_name": "ai/model", "star_count": 1, "pull_count": 5}, {"repo_name": "x/y"}]
        }
    if not path.startswith("/v2/ai/model/"):
        return None
    if token != "Bearer anonymous-pull":
        return Answer(status=401, body=b"{}")
    layers = []
    for name in server.files:
        size, digest = server.promise(name)
        kind = (
            "ai.mmproj"
            if name.startswith("mmproj")
            else "ai.gguf.v3"
            if name.endswith(".gguf")
            else "ai.license"
        )
        layers.append(
            {"mediaType": f"application/vnd.docker.{kind}", "digest": f"sha256:{digest}", "size": size}
        )
    manifest = {"schemaVersion": 2, "layers": layers}
    index = {"manifests": [{"digest": f"sha256:{'ab' * 32}"}]}
    if path.startswith("/v2/ai/model/manifests/"):
        return index if path.endswith("/latest") else manifest
    for name in server.files:
        if path.endswith(server.promise(name)[1]):
            return _redirect(server, name)
    return None


def _aihub(server: HubServer, path: str, query: dict[str, str], token: str) -> Any:
    if path == "/releases/latest/manifest.json":
        model = {
            "id": "tiny_chat",
            "display_name": "Tiny-Chat",
            "domain": "MODEL_DOMAIN_GENERATIVE_AI",
            "supported_runtimes": ["RUNTIME_GENIE"],
            "supported_chipsets": ["qualcomm-snapdragon-x-elite"],
            "manifest_urls": {"release_assets": f"{server.url}/assets.json"},
        }
        return {"models": [model]}
    if path == "/releases/latest/platform.json":
        chipset = {"name": "qualcomm-snapdragon-x-elite", "aliases": ["x1e"], "reference_device": "Some CRD"}
        return {"chipsets": [chipset]}
    if path == "/assets.json":
        default = {
            "chipset": "qualcomm-snapdragon-x-elite",
            "runtime": "RUNTIME_GENIE",
            "precision": "PRECISION_W4A16",
            "download_url": f"{server.url}/bundle.zip",
        }
        return {"assets": server.assets or [default]}
    return server.archive or None if path == "/bundle.zip" else None


def _package_index(server: HubServer, path: str, query: dict[str, str], token: str) -> Any:
    name = "carrier-1.0-py3-none-any.whl"
    if path == "/simple/carrier/":
        promise = server.wheel_sha256 or sha256(server.wheel)
        page = f'<a href="/packages/{name}#sha256={promise}" data-core-metadata="true">{name}</a>'
        return Answer(body=page.encode(), headers={"Content-Type": "text/html"})
    if path == f"/packages/{name}.metadata":
        return b"Metadata-Version: 2.1\nName: carrier\nVersion: 1.0\n"
    return server.wheel or None if path == f"/packages/{name}" else None


def _content_network(server: HubServer, path: str, query: dict[str, str], token: str) -> Any:
    if not path.startswith("/cdn/"):
        return None
    server.closing.wait(server.delay)
    return server.files.get(path.removeprefix("/cdn/"))


def bundle(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return memory.getvalue()
