"""Two recordings in figures: each phase of their last replies side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from ...telemetry.recording import PhaseComparison, Recording, compare
from ...telemetry.signals import Signal
from .. import words
from .looks import looks, phase_name, value_text
from .table import ValueTable


class ComparisonTable(ValueTable):
    """A row per phase and quantity: the first, the second, and how much the second differs."""

    def show_recordings(self, first: Recording, second: Recording) -> None:
        translate = QCoreApplication.translate
        heads = [
            translate("Devices", "Phase"),
            translate("Devices", "Figure"),
            first.name.partition(".")[0],
            second.name.partition(".")[0],
            translate("Devices", "Difference"),
        ]
        rows = [row for entry in compare(first, second) for row in self._rows(entry, first.signals)]
        self.fill(heads, rows)

    @staticmethod
    def _rows(entry: PhaseComparison, signals: dict[str, Signal]) -> Sequence[list[str]]:
        name = phase_name(entry.phase)
        before, after = entry.seconds
        change = words.ABSENT if before <= 0 else _signed(100 * (after / before - 1), "%")
        duration = QCoreApplication.translate("Devices", "Duration")
        rows = [[name, duration, words.seconds(before), words.seconds(after), change]]
        for look in looks(signals):
            if look.signal_id not in entry.figures:
                continue
            means = [figures.mean for figures in entry.figures[look.signal_id]]
            signal = signals[look.signal_id]
            texts = [value_text(signal, mean) for mean in means]
            change = words.ABSENT
            if means[0] is not None and means[1] is not None:
                scale, unit = (2**30, "GB") if signal.unit == "B" else (1, signal.unit)
                change = _signed((means[1] - means[0]) / scale, unit)
            rows.append([name, look.name, *texts, change])
        return rows


def _signed(value: float, unit: str) -> str:
    sign = "+" if value >= 0 else "−"
    return f"{sign}{words.number(abs(value), 1)} {unit}"
