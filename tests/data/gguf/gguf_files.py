"""Writes GGUF files, also such as no good writer would write, and two small sound ones to start from."""

from __future__ import annotations

import copy
import functools
import math
import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum


class Kind(IntEnum):
    """Types of metadata values, numbered as in the format."""

    U8 = 0
    I8 = 1
    U16 = 2
    I16 = 3
    U32 = 4
    I32 = 5
    F32 = 6
    BOOL = 7
    STRING = 8
    ARRAY = 9
    U64 = 10
    I64 = 11
    F64 = 12


PACK_FORMAT = {
    Kind.U8: "<B",
    Kind.I8: "<b",
    Kind.U16: "<H",
    Kind.I16: "<h",
    Kind.U32: "<I",
    Kind.I32: "<i",
    Kind.F32: "<f",
    Kind.BOOL: "<B",
    Kind.U64: "<Q",
    Kind.I64: "<q",
    Kind.F64: "<d",
}

TENSOR_F32 = 0
TENSOR_Q8_0 = 8
TENSOR_I32 = 26
Q8_0_BLOCK = 32

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def encode_string(text: str | bytes) -> bytes:
    """Encode with a length in front."""
    data = text.encode() if isinstance(text, str) else text
    return struct.pack("<Q", len(data)) + data


def encode_value(kind: Kind, value: object) -> bytes:
    """Encode a scalar or a string with its type tag."""
    if kind is Kind.STRING:
        assert isinstance(value, (str, bytes))
        return struct.pack("<I", kind) + encode_string(value)
    return struct.pack("<I", kind) + struct.pack(PACK_FORMAT[kind], value)


def encode_array(kind: Kind, values: Sequence[object]) -> bytes:
    """Encode a flat array with its type tags."""
    head = struct.pack("<IIQ", Kind.ARRAY, kind, len(values))
    if kind is Kind.STRING:
        return head + b"".join(encode_string(value) for value in values)  # type: ignore[arg-type]
    return head + b"".join(struct.pack(PACK_FORMAT[kind], value) for value in values)


@dataclass
class Tensor:
    """A tensor of the table and its data; shape in the format's order, fastest first."""

    name: str
    shape: list[int]
    type: int
    data: bytes
    offset: int | None = None


@dataclass
class GgufFile:
    """A file in the making. Every field can be set to something that is not true."""

    metadata: list[tuple[str, bytes]] = field(default_factory=list)
    tensors: list[Tensor] = field(default_factory=list)
    version: int = 3
    alignment: int = 32
    tensor_count: int | None = None
    key_count: int | None = None
    cut_from_end: int = 0

    def set(self, key: str, kind: Kind, value: object) -> GgufFile:
        """Set or replace a scalar or string."""
        return self.set_raw(key, encode_value(kind, value))

    def set_array(self, key: str, kind: Kind, values: Sequence[object]) -> GgufFile:
        """Set or replace an array."""
        return self.set_raw(key, encode_array(kind, values))

    def set_raw(self, key: str, encoded: bytes) -> GgufFile:
        """Set or replace a value that is already encoded, type tag included."""
        for index, (name, _) in enumerate(self.metadata):
            if name == key:
                self.metadata[index] = (key, encoded)
                return self
        self.metadata.append((key, encoded))
        return self

    def drop(self, key: str) -> GgufFile:
        """Remove a key."""
        self.metadata = [entry for entry in self.metadata if entry[0] != key]
        return self

    def drop_tensors(self, prefix: str) -> GgufFile:
        """Remove the tensors whose names start so."""
        self.tensors = [tensor for tensor in self.tensors if not tensor.name.startswith(prefix)]
        return self

    def change(self, tensor_name: str, **changes: object) -> GgufFile:
        """Set attributes of one tensor."""
        tensor = next(tensor for tensor in self.tensors if tensor.name == tensor_name)
        for name, value in changes.items():
            setattr(tensor, name, value)
        return self

    def header(self) -> bytes:
        """Everything before the data section."""
        out = b"GGUF" + struct.pack("<I", self.version)
        out += struct.pack("<q", len(self.tensors) if self.tensor_count is None else self.tensor_count)
        out += struct.pack("<q", len(self.metadata) if self.key_count is None else self.key_count)
        out += b"".join(encode_string(key) + value for key, value in self.metadata)
        offset = 0
        for tensor in self.tensors:
            out += encode_string(tensor.name) + struct.pack("<I", len(tensor.shape))
            out += b"".join(struct.pack("<q", size) for size in tensor.shape)
            out += struct.pack("<iQ", tensor.type, offset if tensor.offset is None else tensor.offset)
            offset += len(tensor.data) + -len(tensor.data) % self.alignment
        return out

    def encode(self) -> bytes:
        """The whole file."""
        out = bytearray(self.header())
        out += bytes(-len(out) % self.alignment)
        for tensor in self.tensors:
            out += tensor.data
            out += bytes(-len(tensor.data) % self.alignment)
        return bytes(out[: len(out) - self.cut_from_end])


def random_weights(shape: list[int], generator: random.Random) -> bytes:
    """F32 weights of a small spread."""
    count = math.prod(shape)
    return struct.pack(f"<{count}f", *(generator.gauss(0.0, 0.05) for _ in range(count)))


def constant_weights(shape: list[int], value: float) -> bytes:
    """F32 weights that are all the same."""
    return struct.pack("<f", value) * math.prod(shape)


def q8_0_weights(shape: list[int], generator: random.Random) -> bytes:
    """Q8_0 blocks: a half-precision scale and 32 signed bytes each."""
    out = bytearray()
    for _ in range(math.prod(shape) // Q8_0_BLOCK):
        out += struct.pack("<e", 0.001)
        out += struct.pack(f"<{Q8_0_BLOCK}b", *(generator.randint(-127, 127) for _ in range(Q8_0_BLOCK)))
    return bytes(out)


def vocabulary() -> tuple[list[bytes], list[int]]:
    """Tokens and token types of a sentence-piece vocabulary with byte fallback."""
    tokens: list[bytes] = [b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % byte for byte in range(256)]
    types = [2, 3, 3] + [6] * 256
    space = "\u2581"
    words = [space, *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,!?'-"]
    words += [
        space + word for word in ("the", "a", "to", "of", "and", "in", "is", "you", "hello", "world", "user")
    ]
    words += ["<|im_start|>", "<|im_end|>", "<image>"]
    tokens += [word.encode() for word in words]
    types += [3 if word.startswith("<|") else 1 for word in words]
    while len(tokens) % Q8_0_BLOCK:
        tokens.append(b"[pad%d]" % len(tokens))
        types.append(5)
    return tokens, types


@functools.cache
def _language_model() -> GgufFile:
    generator = random.Random(1)
    tokens, types = vocabulary()
    embedding, heads, kv_heads, layers, feed_forward = 64, 4, 2, 2, 128
    head = embedding // heads
    model = GgufFile()
    model.set("general.architecture", Kind.STRING, "llama")
    model.set("general.name", Kind.STRING, "tiny-malformed-base")
    model.set("general.file_type", Kind.U32, 0)
    for key, number in {
        "context_length": 256,
        "embedding_length": embedding,
        "block_count": layers,
        "feed_forward_length": feed_forward,
        "attention.head_count": heads,
        "attention.head_count_kv": kv_heads,
        "rope.dimension_count": head,
        "vocab_size": len(tokens),
    }.items():
        model.set("llama." + key, Kind.U32, number)
    model.set("llama.attention.layer_norm_rms_epsilon", Kind.F32, 1e-5)
    model.set("llama.rope.freq_base", Kind.F32, 1e4)
    model.set("tokenizer.ggml.model", Kind.STRING, "llama")
    model.set_array("tokenizer.ggml.tokens", Kind.STRING, tokens)
    model.set_array("tokenizer.ggml.scores", Kind.F32, [-float(index) for index in range(len(tokens))])
    model.set_array("tokenizer.ggml.token_type", Kind.I32, types)
    for key, token in {"bos": 1, "eos": 2, "unknown": 0}.items():
        model.set(f"tokenizer.ggml.{key}_token_id", Kind.U32, token)
    model.set("tokenizer.ggml.add_bos_token", Kind.BOOL, 1)
    model.set("tokenizer.ggml.add_space_prefix", Kind.BOOL, 0)
    model.set("tokenizer.chat_template", Kind.STRING, CHATML)

    def matrix(name: str, *shape: int) -> Tensor:
        return Tensor(name, list(shape), TENSOR_F32, random_weights(list(shape), generator))

    def norm(name: str) -> Tensor:
        return Tensor(name, [embedding], TENSOR_F32, constant_weights([embedding], 1.0))

    output = [embedding, len(tokens)]
    model.tensors = [matrix("token_embd.weight", embedding, len(tokens)), norm("output_norm.weight")]
    model.tensors.append(Tensor("output.weight", output, TENSOR_Q8_0, q8_0_weights(output, generator)))
    for layer in range(layers):
        block = f"blk.{layer}."
        model.tensors += [
            norm(block + "attn_norm.weight"),
            matrix(block + "attn_q.weight", embedding, embedding),
            matrix(block + "attn_k.weight", embedding, kv_heads * head),
            matrix(block + "attn_v.weight", embedding, kv_heads * head),
            matrix(block + "attn_output.weight", embedding, embedding),
            norm(block + "ffn_norm.weight"),
            matrix(block + "ffn_gate.weight", embedding, feed_forward),
            matrix(block + "ffn_up.weight", embedding, feed_forward),
            matrix(block + "ffn_down.weight", feed_forward, embedding),
        ]
    return model


@functools.cache
def _projector(projection: int) -> GgufFile:
    generator = random.Random(2)
    embedding, heads, layers, feed_forward, image, patch = 32, 2, 2, 64, 28, 14
    model = GgufFile()
    model.set("general.architecture", Kind.STRING, "clip").set("general.name", Kind.STRING, "tiny-mmproj")
    model.set("general.file_type", Kind.U32, 0)
    model.set("clip.has_vision_encoder", Kind.BOOL, 1).set("clip.projector_type", Kind.STRING, "mlp")
    for key, number in {
        "image_size": image,
        "patch_size": patch,
        "embedding_length": embedding,
        "feed_forward_length": feed_forward,
        "projection_dim": projection,
        "block_count": layers,
        "attention.head_count": heads,
    }.items():
        model.set("clip.vision." + key, Kind.U32, number)
    model.set("clip.vision.attention.layer_norm_epsilon", Kind.F32, 1e-5)
    for key in ("image_mean", "image_std"):
        model.set_array("clip.vision." + key, Kind.F32, [0.5, 0.5, 0.5])
    model.set("clip.use_gelu", Kind.BOOL, 1)

    def matrix(name: str, *shape: int) -> Tensor:
        return Tensor(name, list(shape), TENSOR_F32, random_weights(list(shape), generator))

    def vector(name: str, size: int, value: float) -> Tensor:
        return Tensor(name, [size], TENSOR_F32, constant_weights([size], value))

    def norm(name: str) -> list[Tensor]:
        return [vector(name + ".weight", embedding, 1.0), vector(name + ".bias", embedding, 0.0)]

    def linear(name: str, inputs: int, outputs: int) -> list[Tensor]:
        return [matrix(name + ".weight", inputs, outputs), vector(name + ".bias", outputs, 0.0)]

    model.tensors = [
        matrix("v.class_embd", embedding),
        matrix("v.patch_embd.weight", patch, patch, 3, embedding),
        matrix("v.position_embd.weight", embedding, (image // patch) ** 2 + 1),
        *norm("v.pre_ln"),
    ]
    for layer in range(layers):
        block = f"v.blk.{layer}."
        for name in ("attn_q", "attn_k", "attn_v", "attn_out"):
            model.tensors += linear(block + name, embedding, embedding)
        model.tensors += norm(block + "ln1") + norm(block + "ln2")
        model.tensors += linear(block + "ffn_up", embedding, feed_forward)
        model.tensors += linear(block + "ffn_down", feed_forward, embedding)
    model.tensors += linear("mm.0", embedding, projection) + linear("mm.2", projection, projection)
    return model


def language_model() -> GgufFile:
    """A fresh copy of a tiny well-formed llama model."""
    return copy.deepcopy(_language_model())


def projector(projection: int = 64) -> GgufFile:
    """A fresh copy of a tiny well-formed vision projector."""
    return copy.deepcopy(_projector(projection))
