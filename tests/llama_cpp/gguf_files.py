"""Just enough of GGUF to take a tensor out of a small model file, to split it, or to make one up."""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import NamedTuple

ALIGNMENT = 32
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_UINT16, _UINT32, _INT32, _FLOAT32, _BOOL, _TEXT, _ARRAY = 2, 4, 5, 6, 7, 8, 9
_F32, _F16 = 0, 1


class Tensor(NamedTuple):
    name: str
    shape: tuple[int, ...]
    """Fastest dimension first, as the file has it."""
    kind: int
    data: bytes


class GgufFile(NamedTuple):
    metadata: bytes
    """All key-value pairs as they stand in the file."""
    n_keys: int
    tensors: list[Tensor]


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.offset = 0

    def take(self, layout: str) -> int:
        (value,) = struct.unpack_from(f"<{layout}", self.data, self.offset)
        self.offset += struct.calcsize(layout)
        return int(value)

    def text(self) -> bytes:
        length = self.take("Q")
        self.offset += length
        return self.data[self.offset - length : self.offset]

    def skip(self, kind: int) -> None:
        if kind == _TEXT:
            self.text()
        elif kind == _ARRAY:
            element, count = self.take("I"), self.take("Q")
            for _ in range(count):
                self.skip(element)
        else:
            self.offset += _SIZES[kind]


def read(path: Path) -> GgufFile:
    reader = _Reader(path.read_bytes())
    reader.offset = 8
    n_tensors, n_keys = reader.take("Q"), reader.take("Q")
    begin = reader.offset
    for _ in range(n_keys):
        reader.text()
        reader.skip(reader.take("I"))
    metadata = reader.data[begin : reader.offset]
    heads = []
    for _ in range(n_tensors):
        name = reader.text().decode()
        shape = tuple(reader.take("Q") for _ in range(reader.take("I")))
        heads.append((name, shape, reader.take("I"), reader.take("Q")))
    body = reader.data[_padded(reader.offset) :]
    ends = [*(offset for *_, offset in heads[1:]), len(body)]
    tensors = [
        Tensor(name, shape, kind, body[offset:end])
        for (name, shape, kind, offset), end in zip(heads, ends, strict=True)
    ]
    return GgufFile(metadata, n_keys, tensors)


def half_precision_rows(path: Path, name: str) -> list[list[float]]:
    """A two-dimensional F16 tensor."""
    (tensor,) = (tensor for tensor in read(path).tensors if tensor.name == name)
    assert tensor.kind == _F16
    width, count = tensor.shape
    values = struct.unpack_from(f"<{width * count}e", tensor.data)
    return [list(values[row * width : (row + 1) * width]) for row in range(count)]


def split(path: Path, folder: Path, parts: int) -> list[Path]:
    """Writes the model as `parts` files that name each other, and returns them in order."""
    whole = read(path)
    size = -(-len(whole.tensors) // parts)
    paths = []
    for number in range(parts):
        tensors = whole.tensors[number * size : (number + 1) * size]
        keys = (
            _key("split.no", _UINT16, struct.pack("<H", number))
            + _key("split.count", _UINT16, struct.pack("<H", parts))
            + _key("split.tensors.count", _INT32, struct.pack("<i", len(whole.tensors)))
        )
        metadata, n_keys = (whole.metadata + keys, whole.n_keys + 3) if number == 0 else (keys, 3)
        paths.append(folder / f"model-{number + 1:05}-of-{parts:05}.gguf")
        paths[-1].write_bytes(_file(metadata, n_keys, tensors))
    return paths


def write_hearing_projector(path: Path, width: int) -> Path:
    """An audio encoder that knows nothing, for a model whose embeddings are `width` wide.

    Its every weight is one of a few values, and its every recording becomes the same number of tokens.
    """
    size, inner, mel_bins, frames = 8, 16, 80, 1500
    numbers = {
        "embedding_length": size,
        "attention.head_count": 1,
        "feed_forward_length": inner,
        "block_count": 1,
        "projection_dim": width,
        "num_mel_bins": mel_bins,
    }
    keys = [
        _key("general.architecture", _TEXT, _text("clip")),
        _key("clip.projector_type", _TEXT, _text("qwen2a")),
        _key("clip.has_audio_encoder", _BOOL, b"\1"),
        _key("clip.audio.attention.layer_norm_epsilon", _FLOAT32, struct.pack("<f", 1e-5)),
        *(_key(f"clip.audio.{name}", _UINT32, struct.pack("<I", value)) for name, value in numbers.items()),
    ]
    shapes: dict[str, tuple[int, ...]] = {
        "a.conv1d.1.weight": (3, mel_bins, size),
        "a.conv1d.1.bias": (1, size),
        "a.conv1d.2.weight": (3, size, size),
        "a.conv1d.2.bias": (1, size),
        "a.position_embd.weight": (size, frames),
        "a.post_ln.weight": (size,),
        "a.post_ln.bias": (size,),
        "mm.a.fc.weight": (size, width),
        "mm.a.fc.bias": (width,),
    }
    for part in ("ln1", "ln2"):
        shapes |= {f"a.blk.0.{part}.weight": (size,), f"a.blk.0.{part}.bias": (size,)}
    for part in ("attn_q", "attn_v", "attn_out"):
        shapes |= {f"a.blk.0.{part}.weight": (size, size), f"a.blk.0.{part}.bias": (size,)}
    shapes |= {
        "a.blk.0.attn_k.weight": (size, size),
        "a.blk.0.ffn_up.weight": (size, inner),
        "a.blk.0.ffn_up.bias": (inner,),
        "a.blk.0.ffn_down.weight": (inner, size),
        "a.blk.0.ffn_down.bias": (size,),
    }
    tensors = [_patterned(name, shape) for name, shape in shapes.items()]
    path.write_bytes(_file(b"".join(keys), len(keys), tensors))
    return path


def _patterned(name: str, shape: tuple[int, ...]) -> Tensor:
    values = [(i * 7 % 11 - 5) / 40 for i in range(math.prod(shape))]
    kind, letter = (_F16, "e") if "conv1d" in name and name.endswith("weight") else (_F32, "f")
    return Tensor(name, shape, kind, struct.pack(f"<{len(values)}{letter}", *values))


def _file(metadata: bytes, n_keys: int, tensors: list[Tensor]) -> bytes:
    heads, body = b"", b""
    for tensor in tensors:
        heads += _text(tensor.name) + struct.pack("<I", len(tensor.shape))
        heads += struct.pack(f"<{len(tensor.shape)}Q", *tensor.shape)
        heads += struct.pack("<IQ", tensor.kind, len(body))
        body += tensor.data.ljust(_padded(len(tensor.data)), b"\0")
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), n_keys) + metadata + heads
    return head.ljust(_padded(len(head)), b"\0") + body


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()


def _key(name: str, kind: int, value: bytes) -> bytes:
    return _text(name) + struct.pack("<I", kind) + value


def _padded(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT
