"""Will this model run here? Memory by part and speed, estimated from the facts of a file's header.

Sizes are bytes, speeds tokens a second. The estimate is of the memory that a model adds to an engine that
has none: the file's weights, the KV cache of the chosen context, scratch, and what the engine keeps per
token and per model. Pure functions; nothing here reads a file or asks the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

MIB = 1 << 20
GIB = 1 << 30

SESSION_BYTES = int(3.5 * GIB)
"""What one session of a Hexagon NPU can address: 32 bits, less what its own system takes."""

_KV_ELEMENT_BYTES = 2
"""Keys and values are F16."""

_BATCH_TOKENS = 512
"""Most tokens that the engine evaluates in one graph."""

# Fitted to the scratch buffers that llama.cpp reserves: floats per token of a batch.
_SCRATCH_PER_EMBEDDING = 3.35
_SCRATCH_PER_FEED_FORWARD = 3.25
_MASK_ELEMENT_BYTES = 2

_VOCABULARY_BYTES = 260
"""Per token: its text, its score, and its place in two hash tables; merges weigh about the same."""

_ENGINE_BYTES = 15 * MIB // 2
"""Code of the engine that a first model pages in, and its objects."""

_ENCODER_TOKEN_FLOATS = 8
"""Per patch of a picture and unit of the encoder's width: scratch while it is encoded."""

_COMFORTABLE = 0.85
"""Share of the free memory that can go without other programs being pushed out."""

_CONTEXT_STEP = 256
SMALLEST_CONTEXT = 512


class Target(Enum):
    """What runs the model, as far as memory is concerned."""

    CPU = "cpu"
    GPU = "gpu"
    HEXAGON = "hexagon"
    ASCEND_310B = "ascend_310b"
    """Has no products of quantized matrices: each weight is expanded to F16."""


class Verdict(Enum):
    FITS = "fits"
    TIGHT = "tight"
    """It runs, but other programs will be pushed out of memory."""
    TOO_BIG = "too_big"


class Limit(Enum):
    """What a model runs into first."""

    MEMORY = "memory"
    SESSION = "session"
    """The address space of the NPU's sessions, however much memory the machine has."""


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What memory depends on, of one model. 0 where the header does not tell.

    Attributes:
        weight_bytes: The file's own size.
        matrix_parameters: Of all weights but the table of token embeddings.
        embedding_bytes: That table, as it lies in the file.
        embedding_parameters: Likewise; `is_tied` tells whether the output uses it once more.
        kv_width: Elements of keys and values per token, summed over the layers.
        feed_forward: Width in use per token: of several experts, the chosen ones together.
        state_elements: Of recurrent layers, which need no KV cache.
    """

    weight_bytes: int
    matrix_parameters: int
    embedding_bytes: int
    embedding_parameters: int
    is_tied: bool
    kv_width: int
    embedding: int
    feed_forward: int
    vocabulary: int
    trained_context: int
    state_elements: int = 0

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> ModelShape:
        """Of the reader's facts of a language model; sliding windows count as full context."""
        layers = _number(facts, "block_count")
        embedding = _number(facts, "embedding_length")
        table = _number(facts, "embedding_parameters")
        experts = _largest(facts, "expert_used_count")
        return cls(
            weight_bytes=_number(facts, "file_bytes"),
            matrix_parameters=max(_number(facts, "parameter_count") - table, 0),
            embedding_bytes=_number(facts, "embedding_bytes"),
            embedding_parameters=table,
            is_tied=not facts.get("has_output_matrix"),
            kv_width=_kv_width(facts, layers, embedding),
            embedding=embedding,
            feed_forward=_largest(facts, "feed_forward_length") * max(experts, 1),
            vocabulary=_number(facts, "vocabulary_size"),
            trained_context=_number(facts, "context_length"),
            state_elements=layers
            * _number(facts, "recurrent_inner_size")
            * _number(facts, "recurrent_state_size"),
        )

    @property
    def expanded_bytes(self) -> int:
        """All matrices as F16, the output's among them; embeddings are looked up in the file's own table."""
        output = self.embedding_parameters if self.is_tied else 0
        return 2 * (self.matrix_parameters + output)


@dataclass(frozen=True, slots=True)
class ProjectorShape:
    """What memory depends on, of the vision part that goes with a model."""

    weight_bytes: int
    patches: int
    embedding: int

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> ProjectorShape:
        side = _number(facts, "image_size") // max(_number(facts, "patch_size"), 1)
        return cls(_number(facts, "file_bytes"), side * side, _number(facts, "embedding_length"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a model shall run.

    Attributes:
        free_bytes: Memory that is free for it; NPUs here share it with the rest of the machine.
        sessions: How many sessions of a Hexagon NPU are used.
    """

    target: Target
    free_bytes: int
    sessions: int = 1


@dataclass(frozen=True, slots=True)
class Need:
    """Memory by part."""

    weights: int
    kv: int
    compute: int
    projector: int
    overhead: int
    on_session: int = 0
    """The share that an NPU's sessions must address."""

    @property
    def total(self) -> int:
        return self.weights + self.kv + self.compute + self.projector + self.overhead


@dataclass(frozen=True, slots=True)
class Fit:
    """The answer for one model, place and context.

    Attributes:
        peak_bytes: The need after the machine's correction.
        limit: What is in the way; None where nothing is.
        largest_context: Tokens that fit, up to what the model was trained for; 0 when not even a few do.
    """

    need: Need
    n_ctx: int
    peak_bytes: int
    verdict: Verdict
    limit: Limit | None
    largest_context: int


def estimate(
    shape: ModelShape,
    place: Place,
    n_ctx: int,
    projector: ProjectorShape | None = None,
    correction: float = 1.0,
) -> Fit:
    """How a model fits with a context of `n_ctx` tokens.

    `correction` is measured / predicted of earlier runs on this machine; it scales all but the weights,
    whose size is known.
    """
    need = need_of(shape, place.target, n_ctx, projector)
    peak = _corrected(need, correction)
    verdict, limit = _judge(need, peak, place)
    largest = _largest_context(shape, place, projector, correction)
    return Fit(need, n_ctx, peak, verdict, limit, largest)


def need_of(shape: ModelShape, target: Target, n_ctx: int, projector: ProjectorShape | None = None) -> Need:
    """Memory by part, before any correction."""
    batch = min(_BATCH_TOKENS, n_ctx)
    kv = (shape.kv_width * n_ctx + shape.state_elements * 2) * _KV_ELEMENT_BYTES
    floats = _SCRATCH_PER_EMBEDDING * shape.embedding + _SCRATCH_PER_FEED_FORWARD * shape.feed_forward
    compute = int(batch * (4 * floats + _MASK_ELEMENT_BYTES * n_ctx))
    weights = shape.weight_bytes
    on_device = max(weights - (0 if shape.is_tied else shape.embedding_bytes), 0)
    if target is Target.ASCEND_310B:
        weights = shape.expanded_bytes + shape.embedding_bytes
        on_device = shape.expanded_bytes
    return Need(
        weights=weights,
        kv=kv,
        compute=compute,
        projector=_projector_bytes(projector),
        overhead=_ENGINE_BYTES + _VOCABULARY_BYTES * shape.vocabulary,
        on_session=on_device + kv + compute if target is Target.HEXAGON else 0,
    )


def speed_bytes(shape: ModelShape, target: Target, n_ctx: int) -> int:
    """Bytes that one answered token takes from memory: what decoding speed depends on.

    Every weight once, and half a context of keys and values.
    """
    weights = shape.expanded_bytes if target is Target.ASCEND_310B else shape.weight_bytes
    if target is not Target.ASCEND_310B and not shape.is_tied:
        weights = max(weights - shape.embedding_bytes, 0)
    return weights + shape.kv_width * n_ctx * _KV_ELEMENT_BYTES // 2


def _projector_bytes(projector: ProjectorShape | None) -> int:
    if projector is None:
        return 0
    return projector.weight_bytes + 4 * _ENCODER_TOKEN_FLOATS * projector.patches * projector.embedding


def _corrected(need: Need, correction: float) -> int:
    return need.weights + int((need.total - need.weights) * correction)


def _judge(need: Need, peak: int, place: Place) -> tuple[Verdict, Limit | None]:
    if need.on_session > SESSION_BYTES * max(place.sessions, 1):
        return Verdict.TOO_BIG, Limit.SESSION
    if peak > place.free_bytes:
        return Verdict.TOO_BIG, Limit.MEMORY
    if peak > place.free_bytes * _COMFORTABLE:
        return Verdict.TIGHT, Limit.MEMORY
    return Verdict.FITS, None


def _largest_context(
    shape: ModelShape, place: Place, projector: ProjectorShape | None, correction: float
) -> int:
    """By bisection: the need grows with the context, but in two ways below and above one batch."""

    def is_possible(n_ctx: int) -> bool:
        need = need_of(shape, place.target, n_ctx, projector)
        return _judge(need, _corrected(need, correction), place)[0] is not Verdict.TOO_BIG

    most = max(shape.trained_context, SMALLEST_CONTEXT)
    if is_possible(most):
        return most
    low, high = 0, most // _CONTEXT_STEP
    while low < high:
        middle = (low + high + 1) // 2
        if is_possible(middle * _CONTEXT_STEP):
            low = middle
        else:
            high = middle - 1
    largest = low * _CONTEXT_STEP
    return largest if largest >= SMALLEST_CONTEXT else 0


def _kv_width(facts: Mapping[str, Any], layers: int, embedding: int) -> int:
    heads = max(_largest(facts, "head_count"), 1)
    head = embedding // heads
    width = (_number(facts, "key_length") or head) + (_number(facts, "value_length") or head)
    per_layer = facts.get("head_count_kv")
    if isinstance(per_layer, list):
        return width * sum(int(count) for count in per_layer)
    return width * (_number(facts, "head_count_kv") or heads) * layers


def _number(facts: Mapping[str, Any], name: str) -> int:
    value = facts.get(name)
    return value if type(value) is int and value > 0 else 0


def _largest(facts: Mapping[str, Any], name: str) -> int:
    """Of a fact that is one number or one per layer."""
    value = facts.get(name)
    if isinstance(value, list):
        return max((int(entry) for entry in value), default=0)
    return _number(facts, name)
