"""How fast the transfer is: against a loopback server that is capped, and one that is not.

    python tests/models/bench_transfer.py [--megabytes 1024] [--cap 125] [--folder FOLDER]

The server runs in a process of its own. CPU is the downloader's own, in percent of one core.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import resource
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path

from geniex_desktop.models.artifact import Artifact
from geniex_desktop.models.store import ModelStore
from geniex_desktop.models.transfer import Transfer

BLOCK = 256 << 10


class Cap:
    """Lets so many bytes a second through, over all connections together."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._free_at = time.monotonic()
        self._lock = threading.Lock()

    def wait(self, count: int) -> None:
        if not self._rate:
            return
        with self._lock:
            now = time.monotonic()
            self._free_at = max(self._free_at, now - 0.01) + count / self._rate
            pause = self._free_at - now
        if pause > 0:
            time.sleep(pause)


def serve(size: int, rate: float, port: Connection) -> None:
    block = b"GGUF" + bytes(BLOCK - 4)
    cap = Cap(rate)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            first, last = (int(wanted[1]), int(wanted[2] or size - 1)) if wanted else (0, size - 1)
            self.send_response(206 if wanted else 200)
            if wanted:
                self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
            self.send_header("ETag", '"one"')
            self.send_header("Content-Length", str(last - first + 1))
            self.end_headers()
            left = last - first + 1
            while left:
                count = min(left, BLOCK)
                cap.wait(count)
                self.wfile.write(block[:count])
                left -= count

        def log_message(self, *_arguments: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        http.daemon_threads = True
        port.send(http.server_port)
        http.serve_forever()


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")


def measure(size: int, rate: float, folder: Path) -> None:
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(
        target=serve, args=(size, rate, theirs), daemon=True
    )
    server.start()
    url = f"http://127.0.0.1:{ours.recv()}/model.gguf"
    part = folder / "model.gguf.part"
    transfer = Transfer(url, Artifact("model.gguf", size, "0" * 64), part)
    begun, used = time.monotonic(), time.process_time()
    transfer.run(lambda _done, _total: None, lambda: False)
    seconds, cpu = time.monotonic() - begun, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cap = f"capped at {rate / 1e6:.0f} MB/s" if rate else "uncapped"
    share = f" ({size / seconds / rate:.1%} of the cap)" if rate else ""
    tell(
        f"{cap}: {size / seconds / 1e6:.1f} MB/s{share}, CPU {cpu / seconds:.0%} of a core, "
        f"peak memory {peak:.0f} MiB"
    )
    transfer.discard()
    server.terminate()
    server.join()


def measure_listing(folder: Path, count: int) -> None:
    store = ModelStore(folder)
    for index in range(count):
        model = store.folder / "models" / f"org{index % 10}" / f"model{index}"
        model.mkdir(parents=True)
        (model / "m-Q4_0.gguf").write_bytes(b"GGUF")
        manifest = (
            '{"Name":"","ModelName":"m","ModelType":"llm","PluginId":"llama_cpp","ModelFile":'
            '{"Q4_0":{"Name":"m-Q4_0.gguf","Downloaded":true,"Size":4}},"ExtraFiles":[]}'
        )
        (model / "geniex.json").write_text(manifest, encoding="utf-8")
    times = []
    for _ in range(5):
        begun = time.monotonic()
        assert len(store.list()) == count
        times.append(time.monotonic() - begun)
    best, worst = min(times) * 1000, max(times) * 1000
    tell(f"a store of {count} models is listed in {best:.0f} ms (worst of 5: {worst:.0f} ms)")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=1024)
    parser.add_argument("--cap", type=float, default=125.0, help="MB/s")
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        measure(options.megabytes * 1_000_000, options.cap * 1e6, folder)
        measure(options.megabytes * 1_000_000, 0.0, folder)
        measure_listing(folder / "store", 500)


if __name__ == "__main__":
    main()
