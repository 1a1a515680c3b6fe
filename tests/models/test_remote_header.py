"""Headers that are read from afar: in how few requests, and what trouble does."""

from __future__ import annotations

import math
import struct

import pytest
from fault_server import Answer, FaultServer, serve

from geniex_desktop.models.answers import Patience
from geniex_desktop.models.artifact import SourceFailed
from geniex_desktop.models.remote_header import WINDOW_BYTES, inspect_remote, inspect_url

MIB = 1 << 20
STRING, U32, I32, ARRAY = 8, 4, 5, 9
Q4_0, Q4_0_BLOCK, Q4_0_BYTES = 2, 32, 18


@pytest.fixture(autouse=True)
def _runtime(fake_runtime: object) -> None:
    """The library under test."""


class Server:
    """A file whose header is given and whose weights are zeros; counts what is asked of it."""

    def __init__(self, header: bytes, total: int) -> None:
        self.header = header
        self.total = total
        self.requests: list[tuple[int, int]] = []

    def read(self, offset: int, length: int) -> bytes:
        self.requests.append((offset, length))
        return self.header[offset : offset + length].ljust(min(length, self.total - offset), b"\0")


def text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def texts(values: list[str]) -> bytes:
    return struct.pack("<IIQ", ARRAY, STRING, len(values)) + b"".join(map(text, values))


def llama_70b() -> Server:
    """The header of a Llama 3 of 70 billion parameters in Q4_0: 128,256 tokens and 280,147 merges."""
    width, feed_forward, layers, vocabulary = 8192, 28_672, 80, 128_256
    keys = {
        "general.architecture": struct.pack("<I", STRING) + text("llama"),
        "tokenizer.ggml.model": struct.pack("<I", STRING) + text("gpt2"),
        "tokenizer.ggml.tokens": texts([f"token{i}" for i in range(vocabulary)]),
        "tokenizer.ggml.token_type": struct.pack("<IIQ", ARRAY, I32, vocabulary) + bytes(4 * vocabulary),
        "tokenizer.ggml.merges": texts([f"left{i} right" for i in range(280_147)]),
    }
    for name, number in {
        "block_count": layers,
        "context_length": 131_072,
        "embedding_length": width,
        "feed_forward_length": feed_forward,
        "attention.head_count": 64,
        "attention.head_count_kv": 8,
    }.items():
        keys[f"llama.{name}"] = struct.pack("<II", U32, number)
    tensors = {"token_embd.weight": (width, vocabulary), "output.weight": (width, vocabulary)}
    for layer in range(layers):
        block = f"blk.{layer}."
        tensors |= {block + name + ".weight": (width, width) for name in ("attn_q", "attn_output")}
        tensors |= {block + name + ".weight": (width, 1024) for name in ("attn_k", "attn_v")}
        tensors |= {block + name + ".weight": (width, feed_forward) for name in ("ffn_gate", "ffn_up")}
        tensors[block + "ffn_down.weight"] = (feed_forward, width)
    header = bytearray(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(keys)))
    for key, value in keys.items():
        header += text(key) + value
    offset = 0
    for name, shape in tensors.items():
        header += text(name) + struct.pack("<I2QIQ", 2, *shape, Q4_0, offset)
        offset += math.prod(shape) // Q4_0_BLOCK * Q4_0_BYTES
    return Server(bytes(header), -(-len(header) // 32) * 32 + offset)


def test_a_header_of_70_billion_parameters_takes_three_requests_of_4_mib() -> None:
    server = llama_70b()
    assert len(server.header) > 8 * MIB
    report = inspect_remote(server.read, server.total)
    assert report.fatal == ()
    assert report.facts["parameter_count"] > 69e9
    assert report.facts["vocabulary_size"] == 128_256
    assert len(server.requests) <= 3
    assert all(length <= WINDOW_BYTES == 4 * MIB for _, length in server.requests)


def test_no_byte_is_asked_for_twice() -> None:
    server = llama_70b()
    inspect_remote(server.read, server.total)
    ends = [offset + length for offset, length in server.requests]
    assert [offset for offset, _ in server.requests] == [0, *ends[:-1]]


def test_a_file_that_is_no_model_takes_one_request() -> None:
    server = Server(b"<html>sign in first</html>", 40_000 * MIB)
    assert inspect_remote(server.read, server.total).fatal[0].code == "web_page"
    assert len(server.requests) == 1


def test_a_file_that_is_shorter_than_its_header_says_is_found_without_its_weights() -> None:
    server = llama_70b()
    server.total -= MIB
    assert inspect_remote(server.read, server.total).fatal[0].code == "truncated"


def test_the_readers_own_trouble_comes_through() -> None:
    def broken(_offset: int, _length: int) -> bytes:
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError, match="gone"):
        inspect_remote(broken, 1000)


def test_a_server_that_sends_nothing_is_a_finding() -> None:
    report = inspect_remote(lambda _offset, _length: b"", 1000)
    assert report.fatal[0].code == "read_failed"


def test_a_server_that_sends_less_is_asked_on() -> None:
    server = llama_70b()
    report = inspect_remote(lambda offset, length: server.read(offset, min(length, 100_000)), server.total)
    assert report.fatal == ()


def test_a_header_is_read_over_http() -> None:
    header = llama_70b().header
    with serve(FaultServer(header)) as server:
        report = inspect_url(server.url, len(header), token="secret")
    assert [finding.code for finding in report.fatal] == ["truncated"]
    assert report.facts["vocabulary_size"] == 128_256
    ranges = [request["range"] for request in server.requests]
    assert ranges[0] == f"bytes=0-{WINDOW_BYTES - 1}"
    assert len(ranges) <= 3
    assert server.requests[0]["authorization"] == "Bearer secret"


@pytest.mark.parametrize("status", [200, 401, 404, 503])
def test_a_server_that_refuses_is_named(status: int) -> None:
    patience = Patience(tries=2, first_pause=0.001)
    faulty = FaultServer(b"GGUF" + bytes(100), answers=[Answer(status=status)])
    with serve(faulty) as server, pytest.raises(SourceFailed) as caught:
        inspect_url(server.url, 104, patience=patience)
    assert "127.0.0.1" in caught.value.text
