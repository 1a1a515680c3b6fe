"""Native error codes in plain words: what to try next, and who can mend it."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import AppError, Blame
from .types import CANCELLED


class Advice(NamedTuple):
    hint: str
    blame: Blame = Blame.ENGINE


_MEMORY = "Close other programs, or choose a smaller model, a lower precision or a shorter context."

_ADVICE = {
    "COMMON_INVALID_INPUT": Advice("Check the options and the file.", Blame.USER),
    "COMMON_INVALID_DEVICE": Advice("Choose a device from the list of this machine.", Blame.USER),
    "COMMON_MEMORY_ALLOCATION": Advice(_MEMORY),
    "COMMON_FILE_NOT_FOUND": Advice("Check that the file is still there and may be read.", Blame.USER),
    "COMMON_NETWORK": Advice("Check the connection and the proxy settings, then try again."),
    "COMMON_CANCELLED": Advice("", Blame.USER),
    "COMMON_AUTH": Advice("Sign in to the hub and accept the model's licence there.", Blame.USER),
    "COMMON_HUB_MODEL_NOT_FOUND": Advice("Check the model's name.", Blame.USER),
    "COMMON_RATE_LIMITED": Advice("Wait a few minutes, then try again."),
    "COMMON_HUB_SERVER": Advice("Try again later."),
    "COMMON_NOT_SUPPORTED": Advice("Another runtime or model may be able to do it."),
    "COMMON_PARAM_NOT_SUPPORTED": Advice("Leave the option at its default for this runtime.", Blame.USER),
    "COMMON_CHIPSET_UNAVAILABLE": Advice("Choose a model that was made for this chip.", Blame.USER),
    "COMMON_INSUFFICIENT_DISK_SPACE": Advice("Free some space, then try again.", Blame.USER),
    "COMMON_MODEL_LOAD": Advice(
        "Try it on the CPU, with a shorter context, or take another file of the model."
    ),
    "COMMON_MODEL_INVALID": Advice("Choose another model file.", Blame.USER),
    "COMMON_PLUGIN_LOAD": Advice("Install the runtime's drivers, or choose another runtime."),
    "COMMON_PLUGIN_INVALID": Advice("Choose a runtime that is installed.", Blame.USER),
    "LLM_TOKENIZATION_CONTEXT_LENGTH": Advice(
        "Start a new chat, or load the model with a longer context.", Blame.USER
    ),
    "LLM_GENERATION_FAILED": Advice("Try again; if it stays so, load the model on the CPU."),
    "LLM_GENERATION_PROMPT_TOO_LONG": Advice(
        "Shorten the message, start a new chat, or load the model with a longer context.", Blame.USER
    ),
    "VLM_IMAGE_LOAD": Advice("Check that the picture is still there and may be read.", Blame.USER),
    "VLM_IMAGE_FORMAT": Advice("Save the picture as PNG or JPEG.", Blame.USER),
    "VLM_GENERATION_FAILED": Advice("Try again; if it stays so, start a new chat or take a smaller picture."),
    "VLM_PREFIX_REUSE_FAILED": Advice("Start a new chat."),
    "VLM_AUDIO_LOAD": Advice("Check that the recording is still there and may be read.", Blame.USER),
    "VLM_AUDIO_FORMAT": Advice("Save the recording as WAV, MP3 or FLAC.", Blame.USER),
}


def native_error(code: int, name: str, text: str, cause: str, log_tail: str) -> AppError:
    """A failed native call. `name`: the enumerator without "GENIEX_ERROR_"; `text`: the library's own."""
    advice = _ADVICE.get(name, Advice(""))
    detail = f"{code} {name}: {text}"
    if log_tail:
        detail += f"\n\n{log_tail}"
    return AppError(text, cause=cause, hint=advice.hint, detail=detail, code=code, blame=advice.blame)


def cancelled(text: str = "Cancelled.") -> AppError:
    return AppError(text, code=CANCELLED, blame=Blame.USER)
