"""A verdict in one line: which device did the work, and how that is known."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ..engine.devices import Kind
from ..telemetry.verdict import Finding, Verdict
from . import words


def verdict_text(verdict: Verdict) -> str:
    """One or two sentences for people."""
    if verdict.asked is None:
        return _filled(
            QCoreApplication.translate("Verdict", "The CPU did this reply; no other device was asked for."),
            verdict,
        )
    parts = [_filled(_finding_text(verdict), verdict)]
    if verdict.waiting_core and verdict.finding not in (Finding.QUIET, Finding.FOUND):
        text = QCoreApplication.translate("Verdict", "One CPU core waits on the %1, as expected.")
        parts.append(_filled(text, verdict))
    if verdict.fallback_ops and verdict.worker is verdict.asked:
        one = QCoreApplication.translate("Verdict", "One operation fell back to the CPU.")
        text = QCoreApplication.translate("Verdict", "%1 operations fell back to the CPU.")
        parts.append(
            one if verdict.fallback_ops == 1 else text.replace("%1", words.number(verdict.fallback_ops))
        )
    if verdict.joules_per_token is not None:
        text = QCoreApplication.translate("Verdict", "%1 J per token.")
        parts.append(text.replace("%1", words.number(verdict.joules_per_token, 2)))
    return words.sentences(*parts)


def _finding_text(verdict: Verdict) -> str:
    """With %1 the kind asked for, %2 its layers, %3 all layers, %4 its ids, %5 its load, %6 the CPU's,
    %7 who worked."""
    translate = QCoreApplication.translate
    cpu = verdict.cpu_mean is not None
    if verdict.finding is Finding.CONFIRMED:
        if cpu:
            return translate(
                "Verdict",
                "The %1 did this reply: %2 of %3 layers on %4, %1 %5 and CPU %6 while decoding.",
            )
        return translate("Verdict", "The %1 did this reply: %2 of %3 layers on %4, %1 %5 while decoding.")
    if verdict.finding is Finding.REPORTED:
        return translate(
            "Verdict",
            "The %1 did this reply, by the engine's report: %2 of %3 layers on %4. "
            "Its load was not measured.",
        )
    if verdict.finding is Finding.QUIET:
        return translate(
            "Verdict",
            "%2 of %3 layers are on %4, but the %1's meter shows %5: this system may not see its work.",
        )
    if verdict.finding is Finding.FOUND:
        if verdict.asked_mean is None:
            return translate("Verdict", "The runtime opened %4 for this model; its load was not measured.")
        return translate(
            "Verdict",
            "The runtime opened %4 for this model, but the %1's meter shows %5: "
            "this system may not see its work.",
        )
    if verdict.finding is Finding.MEASURED:
        if cpu:
            return translate("Verdict", "The %1 did this reply: %1 %5 and CPU %6 while decoding.")
        return translate("Verdict", "The %1 did this reply: %1 %5 while decoding.")
    if verdict.finding is Finding.UNKNOWN:
        return translate("Verdict", "Which device did this reply cannot be measured here.")
    return _fallback_text(verdict)


def _fallback_text(verdict: Verdict) -> str:
    translate = QCoreApplication.translate
    if verdict.all_layers and not verdict.layers:
        return translate("Verdict", "The %7 did this reply: none of the %3 layers is on the %1.")
    if verdict.layers:
        return translate(
            "Verdict",
            "The CPU did this reply: the %1 stayed at %5 and the CPU was at %6, "
            "though %2 of %3 layers are on %4.",
        )
    if verdict.worker is not Kind.CPU or verdict.asked_mean is None:
        return translate("Verdict", "The %7 did this reply: the runtime opened %4 for this model, and no %1.")
    return translate("Verdict", "The CPU did this reply: the %1 stayed at %5 and the CPU was at %6.")


def _filled(text: str, verdict: Verdict) -> str:
    values = (
        verdict.asked.value if verdict.asked is not None else "CPU",
        words.number(verdict.layers),
        words.number(verdict.all_layers),
        verdict.devices,
        words.ABSENT if verdict.asked_mean is None else words.percent(verdict.asked_mean, 100),
        words.ABSENT if verdict.cpu_mean is None else words.percent(verdict.cpu_mean, 100),
        verdict.worker.value if verdict.worker is not None else words.ABSENT,
    )
    for index, value in enumerate(values, start=1):
        text = text.replace(f"%{index}", value)
    return text
