"""The fields for how the next token is chosen: of one chat, or of all chats with one model."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QAbstractSpinBox

from .widgets.fields import real, whole


class Sampling(Protocol):
    """What `engine.types.Sampler` and `models.habits.ModelOptions` have in common; 0 is the usual value."""

    @property
    def temperature(self) -> float: ...
    @property
    def top_p(self) -> float: ...
    @property
    def top_k(self) -> int: ...
    @property
    def min_p(self) -> float: ...
    @property
    def repetition_penalty(self) -> float: ...


class SamplerFields(QObject):
    """The caller lays them out."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.temperature, self.top_p = real(2.0, 0.05), real(1.0, 0.05)
        self.top_k, self.min_p, self.repetition = whole(0, 1000), real(1.0, 0.01), real(2.0, 0.05)
        for field in (self.temperature, self.top_p, self.min_p, self.repetition):
            field.valueChanged.connect(self.changed)
        self.top_k.valueChanged.connect(self.changed)

    def rows(self) -> list[tuple[str, str, QAbstractSpinBox]]:
        """Name, meaning and field of each."""
        translate = QCoreApplication.translate
        return [
            (
                translate("Sampler", "Temperature"),
                translate("Sampler", "Low is predictable, high is inventive."),
                self.temperature,
            ),
            (
                translate("Sampler", "Top-p"),
                translate("Sampler", "Only the likeliest tokens up to this sum."),
                self.top_p,
            ),
            (
                translate("Sampler", "Top-k"),
                translate("Sampler", "Only so many of the likeliest; 1 is greedy."),
                self.top_k,
            ),
            (
                translate("Sampler", "Min-p"),
                translate("Sampler", "Only tokens at least this share of the likeliest."),
                self.min_p,
            ),
            (
                translate("Sampler", "Repetition"),
                translate("Sampler", "Above 1: what was said becomes less likely."),
                self.repetition,
            ),
        ]

    def show(self, values: Sampling) -> None:
        """Fills the fields."""
        self.temperature.setValue(values.temperature)
        self.top_p.setValue(values.top_p)
        self.top_k.setValue(values.top_k)
        self.min_p.setValue(values.min_p)
        self.repetition.setValue(values.repetition_penalty)

    def values(self) -> dict[str, Any]:
        """What the fields say, by the names of `Sampling`; without what binary fractions add."""
        return {
            "temperature": round(self.temperature.value(), 2),
            "top_p": round(self.top_p.value(), 2),
            "top_k": self.top_k.value(),
            "min_p": round(self.min_p.value(), 2),
            "repetition_penalty": round(self.repetition.value(), 2),
        }
