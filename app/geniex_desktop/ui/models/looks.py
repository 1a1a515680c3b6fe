"""Models, precisions and downloads as people read them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from ...models.appraisal import Precision, verdict_by_name
from ...models.downloads import DownloadSnapshot, DownloadState
from ...models.fit import Fit, Limit, Place, Target, Verdict
from ...models.recommend import Reason
from ...models.sources import SearchResult
from ...models.store import State, StoredModel
from .. import theme, words
from ..sentences import localized


def tone_colour(tone: str) -> str:
    """Of a dot: good, warn, bad, or muted for anything else."""
    colours = theme.colours()
    return {"good": colours.good, "warn": colours.warn, "bad": colours.bad, "accent": colours.accent}.get(
        tone, colours.muted
    )


def target_name(target: Target) -> str:
    """What runs the model, in short."""
    translate = QCoreApplication.translate
    return {
        Target.CPU: translate("Models", "CPU"),
        Target.GPU: translate("Models", "GPU"),
        Target.HEXAGON: translate("Models", "NPU"),
        Target.ASCEND_310B: translate("Models", "NPU"),
    }[target]


def gigabytes(count: float) -> str:
    """Memory with its unit."""
    if count < 2**30:
        return QCoreApplication.translate("Models", "%1 MB").replace("%1", words.number(count / 2**20))
    return QCoreApplication.translate("Models", "%1 GB").replace("%1", words.memory(count))


def _need_and_free(need: float, free: float) -> tuple[str, str]:
    """Two sizes of memory, for "8.6 of 9.8 GB": the unit stands once where it is the same."""
    both = min(need, free) >= 2**30
    return words.memory(need) if both else gigabytes(need), gigabytes(free)


def fit_text(precision: Precision, place: Place | None) -> tuple[str, str]:
    """How a precision runs here, and the tone of that."""
    translate = QCoreApplication.translate
    fit = precision.fit
    if fit is None or place is None:
        return translate("Models", "not known yet"), "muted"
    need, free = _need_and_free(fit.peak_bytes, place.free_bytes)
    if fit.verdict is Verdict.TOO_BIG:
        if fit.limit is Limit.SESSION:
            return translate("Models", "too big for the NPU's sessions"), "bad"
        text = translate("Models", "too big: %1 of %2 free")
        return text.replace("%1", need).replace("%2", free), "bad"
    if fit.verdict is Verdict.TIGHT:
        text = translate("Models", "tight: %1 of %2 free")
        return text.replace("%1", need).replace("%2", free), "warn"
    text = translate("Models", "%1 ≈ %2 tok/s (estimate)")
    return text.replace("%1", target_name(place.target)).replace("%2", words.speed(precision.speed)), "good"


def fit_word(precision: Precision) -> str:
    """How a precision runs here, in a word; "" where nothing is known."""
    translate = QCoreApplication.translate
    if precision.fit is None:
        return ""
    return {
        Verdict.FITS: translate("Models", "fits"),
        Verdict.TIGHT: translate("Models", "tight"),
        Verdict.TOO_BIG: translate("Models", "too big"),
    }[precision.fit.verdict]


def brief_fit_text(precision: Precision) -> str:
    """How a precision runs here where there is little room; "" where nothing is known."""
    fit = precision.fit
    if fit is None or fit.verdict is not Verdict.FITS:
        return fit_word(precision)
    text = QCoreApplication.translate("Models", "≈ %1 tok/s")
    return text.replace("%1", words.speed(precision.speed))


def largest_context_text(fit: Fit | None) -> str:
    """The longest chat that fits; "" where nothing is known."""
    translate = QCoreApplication.translate
    if fit is None:
        return ""
    if fit.largest_context <= 0:
        return translate("Models", "Not even a short chat fits into the memory that is free now.")
    text = translate("Models", "Up to %1 tokens of context fit.")
    return text.replace("%1", words.number(fit.largest_context))


def reason_text(reason: Reason) -> str:
    """Why a precision is recommended."""
    translate = QCoreApplication.translate
    return {
        Reason.HEXAGON_KERNELS: translate(
            "Models", "The Hexagon NPU multiplies this format itself, and fastest of all."
        ),
        Reason.HEXAGON_SUPPORTED: translate(
            "Models", "The Hexagon NPU computes this format; Q4_0 would be faster, but is not on offer."
        ),
        Reason.EXPANDED: translate(
            "Models",
            "The NPU expands every weight to 16 bits: a smaller file would be no faster and take as much"
            " memory, only answer worse.",
        ),
        Reason.GPU_KERNELS: translate("Models", "The GPU has its best kernels for this format."),
        Reason.ARM_KERNELS: translate(
            "Models", "ARM processors rearrange this format for their matrix instructions."
        ),
        Reason.BALANCED: translate("Models", "The usual balance of quality, speed and size."),
        Reason.SMALL_MODEL: translate(
            "Models", "A model this small loses too much at 4 bits, and is fast at 8."
        ),
        Reason.ONLY_ONE_THAT_FITS: translate(
            "Models", "The best of those that fit into this machine's memory."
        ),
        Reason.NOTHING_FITS: translate(
            "Models", "None fits into this machine's memory; this one comes closest."
        ),
    }[reason]


def result_note(result: SearchResult) -> str:
    """What a hub tells of a repository, in one line."""
    translate = QCoreApplication.translate
    parts = []
    if result.licence:
        parts.append(result.licence)
    if result.gated:
        parts.append(translate("Models", "licence to be accepted"))
    if result.downloads is not None:
        parts.append(translate("Models", "%1 downloads").replace("%1", short_count(result.downloads)))
    if result.updated:
        parts.append(result.updated)
    return " · ".join(parts)


def guess_text(name: str, place: Place | None) -> tuple[str, str]:
    """Whether a model should fit, by the size in its name; ("", "") where nobody can tell."""
    translate = QCoreApplication.translate
    guess = verdict_by_name(name, place.free_bytes) if place is not None else None
    if guess is None or place is None:
        return "", ""
    verdict, need = guess
    if verdict is Verdict.TOO_BIG:
        text = translate("Models", "Too big: about %1 of %2")
        shown = _need_and_free(need, place.free_bytes)
        return text.replace("%1", shown[0]).replace("%2", shown[1]), "bad"
    if verdict is Verdict.TIGHT:
        return translate("Models", "Tight: about %1").replace("%1", gigabytes(need)), "warn"
    return translate("Models", "Should run on the %1").replace("%1", target_name(place.target)), "good"


def short_count(count: int) -> str:
    """1.2 k, 3.4 M."""
    for limit, unit in ((1_000_000, "M"), (1_000, "k")):
        if count >= limit:
            return f"{words.number(count / limit, 1 if count < 100 * limit else 0)} {unit}"
    return words.number(count)


def parameters(count: int) -> str:
    """4.0 B, 135 M."""
    if count >= 1_000_000_000:
        text = QCoreApplication.translate("Models", "%1 B parameters")
        return text.replace("%1", words.number(count / 1e9, 1))
    text = QCoreApplication.translate("Models", "%1 M parameters")
    return text.replace("%1", words.number(count / 1e6))


def state_text(model: StoredModel) -> tuple[str, str]:
    """What can be done with a stored model, and the tone of that."""
    translate = QCoreApplication.translate
    if model.state is State.READY:
        return translate("Models", "Ready"), "good"
    if model.state is State.UNVERIFIED:
        return translate("Models", "Ready, not verified"), "warn"
    if model.state is State.INCOMPLETE:
        text = translate("Models", "Unfinished: %1 of %2")
        pending = model.pending or model.files
        done, size = sum(file.done for file in pending), sum(file.size for file in pending)
        return text.replace("%1", words.size(done)).replace("%2", words.size(size)), "warn"
    return translate("Models", "Broken"), "bad"


def embedding_text(model: StoredModel) -> tuple[str, str]:
    """The same of a model that makes vectors of texts: what it is for."""
    text, tone = state_text(model)
    if model.state not in (State.READY, State.UNVERIFIED):
        return text, tone
    return QCoreApplication.translate("Models", "For search, not for chat"), "muted"


def used_text(time: int) -> str:
    """When a model was opened last."""
    translate = QCoreApplication.translate
    if not time:
        return translate("Models", "never opened")
    then, now = QDateTime.fromSecsSinceEpoch(time), QDateTime.currentDateTime()
    days = then.daysTo(now)
    if days <= 0:
        return translate("Models", "used today")
    if days == 1:
        return translate("Models", "used yesterday")
    return translate("Models", "used %1").replace(
        "%1", QLocale().toString(then.date(), QLocale.FormatType.ShortFormat)
    )


def model_note(model: StoredModel, used: int, quants: list[str]) -> str:
    """One line about a stored model."""
    parts = [", ".join(quants), words.size(model.size)]
    if model.model_type == "vlm":
        parts.append(QCoreApplication.translate("Models", "text and images"))
    if model.files:
        parts.append(used_text(used))
    return " · ".join(part for part in parts if part)


def download_title(one: DownloadSnapshot) -> str:
    """What is being fetched."""
    request = one.request
    name = (request.name or request.reference).rpartition("/")[2]
    return f"{name} · {request.quant}" if request.quant else name


def download_text(one: DownloadSnapshot) -> tuple[str, str]:
    """How far a download is, and the tone of that."""
    translate = QCoreApplication.translate
    so_far = ""
    if one.total:
        text = translate("Models", "%1 of %2")
        so_far = text.replace("%1", words.size(one.done)).replace("%2", words.size(one.total))
    if one.state is DownloadState.QUEUED:
        return translate("Models", "waiting"), "muted"
    if one.state is DownloadState.PAUSED:
        return " · ".join(filter(None, (translate("Models", "paused"), so_far))), "muted"
    if one.state is DownloadState.DONE:
        return translate("Models", "verified, ready"), "good"
    if one.state is DownloadState.FAILED:
        return localized(one.error.text) if one.error is not None else translate("Models", "failed"), "bad"
    return _running_text(one, so_far), "accent"


def _running_text(one: DownloadSnapshot, so_far: str) -> str:
    translate = QCoreApplication.translate
    if not one.total:
        return translate("Models", "asking the hub")
    if one.done >= one.total:
        return translate("Models", "checking the file")
    parts = [so_far]
    if one.speed > 0:
        parts.append(f"{words.size(one.speed)}/s")
    if one.seconds_left is not None:
        left = _left_text(round(max(1.0, one.seconds_left)))
        parts.append(translate("Models", "%1 left").replace("%1", left))
    return " · ".join(parts)


def _left_text(seconds: int) -> str:
    """Whole seconds below a minute, whole minutes from ten on: it is a guess."""
    translate = QCoreApplication.translate
    if seconds < 60:
        return translate("Models", "%1 s").replace("%1", words.number(seconds))
    if seconds < 600:
        return words.seconds(seconds)
    return translate("Models", "%1 min").replace("%1", words.number(seconds / 60))


def strip_text(downloads: tuple[DownloadSnapshot, ...]) -> str:
    """The running download in a few words; "" when none runs."""
    active = next((one for one in downloads if one.state is DownloadState.ACTIVE), None)
    if active is None:
        return ""
    title = download_title(active)
    return f"{title} {words.percent(active.done, active.total)}" if active.total else title
