"""Plain data that crosses the engine's border; frozen, picklable, free of Qt and cffi."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

CANCELLED = -100006
"""GENIEX_ERROR_COMMON_CANCELLED, for those who must know it without the native library."""


class Phase(IntEnum):
    """What the engine is busy with; values of geniex_Phase."""

    IDLE = 0
    LOAD = 1
    MEDIA_ENCODE = 2
    PREFILL = 3
    DECODE = 4


class Edge(IntEnum):
    """Where in the phase an event lies; values of geniex_PhaseEdge."""

    BEGIN = 0
    PROGRESS = 1
    END = 2


@dataclass(frozen=True, slots=True)
class PhaseEvent:
    """One step of a phase. `done`/`total`: per mille while loading, tokens otherwise."""

    phase: Phase
    edge: Edge
    done: int
    total: int
    time_ns: int
    """time.monotonic_ns() clock, the same in the engine's child."""


@dataclass(frozen=True, slots=True)
class TextEvent:
    """Reply text that arrived together, with the sampling time of each piece."""

    text: str
    times_ns: tuple[int, ...]


StreamEvent = PhaseEvent | TextEvent


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """A plugin that loaded, or (with `failure`) one that did not."""

    id: str
    version: str = ""
    devices: tuple[DeviceInfo, ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class RuntimeInfo:
    """The native library as the engine found it."""

    version: str
    library: str
    """File name or path of libgeniex."""
    has_extensions: bool
    """geniex_ext.h is there (our own library): cancel in every phase, placement and so on."""
    plugins: tuple[PluginInfo, ...]


@dataclass(frozen=True, slots=True)
class LoadSpec:
    """A model to load. Zero and None mean the plugin's default."""

    model_path: Path
    plugin_id: str = "llama_cpp"
    device: str = "auto"
    """auto, hybrid, npu, gpu, cpu, or a device list such as HTP0,HTP1 or CANN0."""
    n_ctx: int = 0
    n_threads: int = 0
    n_batch: int = 0
    """Most tokens that prefill evaluates together."""
    n_gpu_layers: int = -1
    chat_template: str | None = None
    mmproj_path: Path | None = None
    """The projector that lets the model see or hear; None = text only."""
    vision_device: str = ""
    """Where the projector computes, as in `RuntimeInfo`'s devices; "" = the plugin's choice."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a loaded model takes beside text."""

    images: bool = False
    audio: bool = False


@dataclass(frozen=True, slots=True)
class ContextUse:
    """Tokens: what fits, what is held, what the model was trained for (0 = unknown)."""

    n_ctx: int
    n_used: int
    n_ctx_train: int


@dataclass(frozen=True, slots=True)
class LoadedModel:
    spec: LoadSpec
    name: str
    """For people: the model's file name without ending and precision."""
    precision: str
    """Q4_0, F16, …; "" when unknown."""
    device: str
    """The device that was really chosen, as people read it: CPU, GPU, NPU, NPU + CPU."""
    device_reason: str
    """Why that one."""
    load_seconds: float
    vocab_size: int
    context: ContextUse | None
    placement: dict[str, Any] | None
    """The placement report of geniex_ext.h, parsed; None on a foreign library."""
    capabilities: Capabilities = Capabilities()
    found_devices: tuple[str, ...] = ()
    """Ids that the runtime logged as found for this model; () where it was given none to look for."""
    projector_problem: str = ""
    """Why the model neither sees nor hears although a projector was asked for; "" = it does, or none was."""


class MediaKind(Enum):
    """What a file holds that stands in a message beside its text; the ABI's content types."""

    IMAGE = "image"
    AUDIO = "audio"


@dataclass(frozen=True, slots=True)
class MediaPart:
    """An image or a recording in a message.

    A path, and no pixels, for that is what the ABI takes, and it costs nothing on the way to the engine's
    process. The file must stay as long as its message is sent: every request names all media of the
    conversation, and those that the model has already read are recognised by their bytes.
    """

    kind: MediaKind
    path: Path
    """Images: PNG, JPEG, BMP, GIF or PNM. What the app decodes itself (WebP, HEIC, 16 bit, …) it writes as
    an RGB PNG. Audio: WAV, MP3 or FLAC, any rate and channels."""
    offset: int = 0
    """Where in `ChatMessage.content` it stands, in characters: 0 = before the text. Media at one place
    keep their order in the tuple."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: str
    """system, user, assistant or tool."""
    content: str
    token_ids: tuple[int, ...] = ()
    """The reply's own tokens, so that the KV cache is found again exactly; () = tokenize the text."""
    media: tuple[MediaPart, ...] = ()
    """Only for a model whose `Capabilities` take them; else generate fails before anything is sent."""


@dataclass(frozen=True, slots=True)
class Sampler:
    """Zero means the engine's default (temperature 0.8, top_k 40, top_p 0.95, min_p 0.05)."""

    temperature: float = 0.0
    top_p: float = 0.0
    top_k: int = 0
    min_p: float = 0.0
    repetition_penalty: float = 0.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    seed: int = 0

    @classmethod
    def greedy(cls) -> Sampler:
        """Always the most likely token; top_k 1, for temperature 0 means "default"."""
        return cls(top_k=1)


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    messages: tuple[ChatMessage, ...]
    """Oldest first. If the last one is the assistant's, it is gone on with; the Reply is its rest."""
    sampler: Sampler = field(default_factory=Sampler)
    max_tokens: int = 0
    """0 and less = as many as the context holds."""
    stop: tuple[str, ...] = ()
    enable_thinking: bool = True
    grounding: bool = False
    """Asks for places in the image, from models whose chat template knows it."""


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """A request as the model would be given it."""

    text: str
    """The chat template applied to all messages, control tokens included, a mark where a medium stands."""
    n_tokens: int
    """Of the text; what media take is known once they are read, and is not in it."""


@dataclass(frozen=True, slots=True)
class ProfileData:
    """geniex_ProfileData in seconds and tokens; 0.0 where a phase did not happen."""

    ttft: float
    media_time: float
    prompt_time: float
    decode_time: float
    prompt_tokens: int
    generated_tokens: int
    prefill_speed: float
    decoding_speed: float
    draft_n_total: int
    draft_n_accepted: int
    stop_reason: str
    """eos, length, user, stop_sequence, context_length, completed or unknown."""
    system_place: str = ""
    """"user": the chat template has no turn for the system prompt, so it stood in front of a user's message;
    "" = it had its own, or there was none."""


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    profile: ProfileData
    token_ids: tuple[int, ...]
    """To be passed back in ChatMessage.token_ids; () when unknown."""
    context: ContextUse | None
