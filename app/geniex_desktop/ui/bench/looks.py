"""Names, figures and changes of the bench as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from ...bench.matrix import FIRST_THERE
from ...bench.process import Stage
from ...bench.records import BenchRun, CellResult
from ...bench.runner import Progress
from ...bench.spread import Change, Judgement, Metric
from ...bench.text_records import TextRun
from .. import words
from ..chat.display_text import one_line


def device_name(device: str) -> str:
    """A device alias as the device menu calls it; other ids as they are."""
    translate = QCoreApplication.translate
    return {
        FIRST_THERE: translate("Devices", "Auto"),
        "": translate("Devices", "Auto"),
        "hybrid": translate("Devices", "NPU + CPU (hybrid)"),
        "npu": translate("Devices", "NPU (pinned)"),
        "gpu": translate("Devices", "GPU"),
        "cpu": translate("Devices", "CPU"),
    }.get(device, device)


def metric_name(metric: Metric) -> str:
    translate = QCoreApplication.translate
    return {
        Metric.DECODE: translate("Bench", "Decode"),
        Metric.PREFILL: translate("Bench", "Prefill"),
        Metric.TTFT: translate("Bench", "First token"),
    }[metric]


def metric_meaning(metric: Metric) -> str:
    translate = QCoreApplication.translate
    return {
        Metric.DECODE: translate("Bench", "Speed of writing, without reading the prompt; more is better."),
        Metric.PREFILL: translate("Bench", "Speed of reading the prompt; more is better."),
        Metric.TTFT: translate("Bench", "From the request until the first token; less is better."),
    }[metric]


def value_text(metric: Metric, value: float) -> str:
    """A figure with its unit; `value` in the metric's own."""
    if metric is Metric.TTFT:
        return words.seconds(value / 1000)
    return QCoreApplication.translate("Devices", "%1 tok/s").replace("%1", words.speed(value))


def workload_text(result: CellResult) -> str:
    """What the cell did, in a few words."""
    work = result.workload
    text = QCoreApplication.translate("Bench", "%1 in, %2 out")
    text = text.replace("%1", words.number(work.n_prompt)).replace("%2", words.number(work.n_gen))
    if work.n_ctx:
        context = QCoreApplication.translate("Bench", "context %1")
        text = f"{text} · {context.replace('%1', words.number(work.n_ctx))}"
    if work.n_threads:
        one = QCoreApplication.translate("Bench", "1 thread")
        several = QCoreApplication.translate("Bench", "%1 threads")
        threads = one if work.n_threads == 1 else several.replace("%1", words.number(work.n_threads))
        text = f"{text} · {threads}"
    return text


def change_text(moved: Change | None) -> str:
    """A change with its direction in words; "" where there is nothing to tell."""
    translate = QCoreApplication.translate
    if moved is None:
        return ""
    if moved.judgement is Judgement.TOO_FEW:
        return translate("Bench", "too few runs to compare")
    if moved.judgement is Judgement.WITHIN_SPREAD:
        return translate("Bench", "same within the spread")
    share = words.percent(abs(moved.share), 1)
    if moved.judgement is Judgement.BETTER:
        return translate("Bench", "%1 better").replace("%1", share)
    return translate("Bench", "%1 worse").replace("%1", share)


def circumstance_name(name: str) -> str:
    """What may have changed between two runs."""
    translate = QCoreApplication.translate
    return {
        "app": translate("Bench", "version of the app"),
        "engine": translate("Bench", "version of the engine"),
        "plugin": translate("Bench", "version of the plugin"),
        "system": translate("Bench", "operating system"),
    }.get(name, name)


def run_name(run: BenchRun) -> str:
    """When a run was, of what, and how much of it there is where it was stopped."""
    models = sorted({result.model for result in run.results})
    first = models[0] if len(models) == 1 else ""
    several = QCoreApplication.translate("Bench", "%1 models").replace("%1", words.number(len(models)))
    return _run_name(run.time, first or several, len(run.results), run.planned)


def text_run_name(run: TextRun) -> str:
    """When a text was scored, how it begins, and how much of it there is where it was stopped."""
    return _run_name(run.time, one_line(run.text.beginning), run.done, run.planned)


def moment(time: float) -> str:
    """Date and time of day as people here write them; `time` in seconds since 1970."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(time)), QLocale.FormatType.ShortFormat)


def _run_name(time: float, about: str, done: int, planned: int) -> str:
    name = f"{moment(time)} · {about}"
    if done >= planned:
        return name
    part = QCoreApplication.translate("Bench", "%1 of %2").replace("%1", words.number(done))
    return f"{name} · {part.replace('%2', words.number(planned))}"


def changed_since_text(differs: Iterable[str]) -> str:
    """What is different since the figures that others are compared with; "" for nothing."""
    names = ", ".join(map(circumstance_name, dict.fromkeys(differs)))
    changed = QCoreApplication.translate("Bench", "Changed since then: %1.")
    return changed.replace("%1", names) if names else ""


def stage_text(progress: Progress | None) -> str:
    """What the bench is at."""
    translate = QCoreApplication.translate
    if progress is None:
        return translate("Bench", "Starting")
    if progress.stage is Stage.RUN:
        text = translate("Bench", "Run %1 of %2").replace("%1", words.number(progress.run))
        return text.replace("%2", words.number(progress.runs))
    if progress.stage is Stage.WARM_UP:
        return translate("Bench", "Warming up")
    return translate("Bench", "Loading the model")
