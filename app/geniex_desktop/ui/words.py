"""Numbers, phases and reasons as people read them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale, QSize

from ..engine.types import Capabilities, Phase, PhaseEvent, ProfileData

ABSENT = "–"


def number(value: float, decimals: int = 0) -> str:
    """A number in the locale's own writing."""
    locale = QLocale()
    return locale.toString(round(value)) if decimals == 0 else locale.toString(float(value), "f", decimals)


def speed(tokens_per_second: float) -> str:
    """Tokens a second, with one decimal below a hundred."""
    return number(tokens_per_second, 0 if tokens_per_second >= 100 else 1)


def seconds(value: float) -> str:
    """A duration: two decimals below a second, one below a minute, then minutes."""
    if value < 1:
        return QCoreApplication.translate("Words", "%1 s").replace("%1", number(value, 2))
    if value < 60:
        return QCoreApplication.translate("Words", "%1 s").replace("%1", number(value, 1))
    minutes, rest = divmod(round(value), 60)
    text = QCoreApplication.translate("Words", "%1 min %2 s")
    return text.replace("%1", number(minutes)).replace("%2", number(rest))


def minutes(value: float) -> str:
    """A duration that may be whole minutes, which then stand without seconds."""
    if value < 60 or round(value) % 60:
        return seconds(value)
    return QCoreApplication.translate("Words", "%1 min").replace("%1", number(value / 60))


def brief(value: float) -> str:
    """A duration that may be far below a second: milliseconds below a tenth of one."""
    if value >= 0.1:
        return seconds(value)
    milliseconds = 1000 * value
    text = number(milliseconds, 1 if milliseconds < 10 else 0)
    return QCoreApplication.translate("Words", "%1 ms").replace("%1", text)


def size(count: float) -> str:
    """Bytes in decimal units, as downloads and disks are labelled."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{number(count, 1 if unit == 'GB' and count < 100 else 0)} {unit}"
        count /= 1000
    return f"{number(count, 1)} TB"


def memory(count: float) -> str:
    """Bytes in GB of 2^30, as memory is labelled."""
    gigabytes = count / 2**30
    return number(gigabytes, 1 if gigabytes < 10 and abs(gigabytes - round(gigabytes)) > 0.05 else 0)


def percent(part: float, whole: float) -> str:
    value = 100 * part / whole if whole else 0
    return QCoreApplication.translate("Words", "%1 %").replace("%1", number(value))


def tokens(count: int) -> str:
    if count == 1:
        return QCoreApplication.translate("Words", "1 token")
    return QCoreApplication.translate("Words", "%1 tokens").replace("%1", number(count))


def sentences(*parts: str) -> str:
    """One after another, without the empty ones; a Chinese full stop brings its own space."""
    return " ".join(filter(None, parts)).replace("。 ", "。")


def messages(count: int) -> str:
    if count == 1:
        return QCoreApplication.translate("Words", "1 message")
    return QCoreApplication.translate("Words", "%1 messages").replace("%1", number(count))


def characters(count: int) -> str:
    return QCoreApplication.translate("Words", "%1 characters").replace("%1", number(count))


def pixels(size: QSize) -> str:
    """Width and height of an image."""
    return f"{number(size.width())} × {number(size.height())}"


def senses(taken: Capabilities) -> str:
    """What a model takes beside text; "" for nothing."""
    if taken.images and taken.audio:
        return QCoreApplication.translate("Words", "sees images and hears recordings")
    if taken.images:
        return QCoreApplication.translate("Words", "sees images")
    return QCoreApplication.translate("Words", "hears recordings") if taken.audio else ""


def attachable(taken: Capabilities) -> str:
    """What can be given to a model beside the message."""
    if taken.images and taken.audio:
        return QCoreApplication.translate("Words", "Images, audio, text files")
    if taken.images:
        return QCoreApplication.translate("Words", "Images, text files")
    if taken.audio:
        return QCoreApplication.translate("Words", "Audio, text files")
    return QCoreApplication.translate("Words", "Text files")


def stop_reason(reason: str) -> str:
    """Why a reply ended."""
    words = {
        "eos": QCoreApplication.translate("Words", "finished"),
        "completed": QCoreApplication.translate("Words", "finished"),
        "length": QCoreApplication.translate("Words", "stopped at the token limit"),
        "user": QCoreApplication.translate("Words", "stopped by you"),
        "stop_sequence": QCoreApplication.translate("Words", "stopped at a stop text"),
        "context_length": QCoreApplication.translate("Words", "the context is full"),
    }
    return words.get(reason, QCoreApplication.translate("Words", "ended"))


def phase(event: PhaseEvent | None) -> str:
    """What the engine is doing, and how far it is."""
    if event is None:
        return QCoreApplication.translate("Words", "Waiting for the engine")
    if event.phase is Phase.LOAD:
        text = QCoreApplication.translate("Words", "Loading weights")
        return f"{text} {percent(event.done, 1000)}" if event.total else text
    if event.phase is Phase.MEDIA_ENCODE:
        return QCoreApplication.translate("Words", "Reading image…")
    if event.phase is Phase.PREFILL and event.total:
        text = QCoreApplication.translate("Words", "Prefill %1 of %2 tokens")
        return text.replace("%1", number(event.done)).replace("%2", number(event.total))
    if event.phase is Phase.PREFILL:
        return QCoreApplication.translate("Words", "Prefill")
    return QCoreApplication.translate("Words", "Writing")


def progress(event: PhaseEvent | None) -> float | None:
    """The share done, 0 to 1; None where the phase does not say."""
    if event is None or event.total <= 0:
        return None
    return min(1.0, max(0.0, event.done / event.total))


@dataclass(frozen=True, slots=True)
class Fact:
    """One number under a reply, with its definition for the tool tip."""

    text: str
    meaning: str
    strong: bool = False


def profile_facts(profile: ProfileData, device: str) -> list[Fact]:
    """ProfileData in words; what did not happen is left out rather than shown as 0."""
    translate = QCoreApplication.translate
    facts: list[Fact] = []
    if profile.ttft > 0:
        facts.append(
            Fact(
                translate("Words", "%1 to first token").replace("%1", seconds(profile.ttft)),
                translate("Words", "From the request until the first token of the answer."),
            )
        )
    if profile.media_time > 0:
        facts.append(
            Fact(
                translate("Words", "image %1").replace("%1", brief(profile.media_time)),
                translate("Words", "Time to read the images and sounds of the request."),
            )
        )
    if profile.prefill_speed > 0:
        facts.append(
            Fact(
                translate("Words", "prefill %1 tok/s").replace("%1", speed(profile.prefill_speed)),
                translate(
                    "Words", "Speed of reading the %1 prompt tokens that were not in the cache yet."
                ).replace("%1", number(profile.prompt_tokens)),
            )
        )
    if profile.decoding_speed > 0:
        facts.append(
            Fact(
                translate("Words", "decode %1 tok/s").replace("%1", speed(profile.decoding_speed)),
                translate("Words", "Speed of writing the answer, without reading the prompt."),
                strong=True,
            )
        )
    facts.append(Fact(tokens(profile.generated_tokens), translate("Words", "Tokens the model wrote.")))
    facts.append(Fact(stop_reason(profile.stop_reason), translate("Words", "Why the answer ended here.")))
    if profile.system_place == "user":
        facts.append(system_with_user())
    if device:
        facts.append(Fact(device, translate("Words", "The device that did the work.")))
    return facts


def system_with_user() -> Fact:
    """What stands under a reply of a model that knows no system messages."""
    return Fact(
        QCoreApplication.translate("Words", "system prompt in your message"),
        QCoreApplication.translate(
            "Words",
            "This model's chat template has no place for a system prompt; it stands before what you wrote.",
        ),
    )


def interrupted() -> Fact:
    """What stands under a reply that an error cut off."""
    return Fact(
        QCoreApplication.translate("Words", "interrupted"),
        QCoreApplication.translate("Words", "An error ended this answer before the model was done."),
    )


def only_thoughts() -> Fact:
    """What stands under a reply that ended before its answer began."""
    return Fact(
        QCoreApplication.translate("Words", "no answer after the thinking"),
        QCoreApplication.translate("Words", "The reply ended while the model was still thinking."),
    )


def no_text() -> Fact:
    """What stands under an empty reply."""
    return Fact(
        QCoreApplication.translate("Words", "no text"),
        QCoreApplication.translate("Words", "The model ended its answer without writing anything."),
    )
