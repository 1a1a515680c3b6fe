"""How one model is to be loaded and sampled, where that differs from the app's own settings."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ...models.habits import ModelOptions
from .. import theme
from ..model_session import ModelSession
from ..widgets.basics import Choice, button, label

_FIELD_WIDTH = 150


class OptionsForm(QWidget):
    """`wanted` carries the options when a person keeps them."""

    wanted = Signal(object)

    def __init__(self, session: ModelSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.device = Choice()
        self.device.setFixedWidth(_FIELD_WIDTH)
        self.device.setAccessibleName(self.tr("Device"))
        self.context, self.threads = _whole(0, 1_048_576, 1024), _whole(0, 256, 1)
        self.layers = _whole(-1, 999, 1)
        self.temperature, self.top_p = _real(2.0, 0.05), _real(1.0, 0.05)
        self.top_k, self.min_p, self.repetition = _whole(0, 1000, 1), _real(1.0, 0.01), _real(2.0, 0.05)
        self.template = QPlainTextEdit()
        self.template.setProperty("kind", "field")
        self.template.setFont(theme.mono_font(theme.SMALL_PT))
        self.template.setTabChangesFocus(True)
        self.template.setFixedHeight(84)
        self.template.setPlaceholderText(self.tr("Jinja text in place of the model's own template"))
        self.template.setAccessibleName(self.tr("Chat template"))
        self.keep = button(self.tr("Keep for this model"))
        self.keep.clicked.connect(self._keep)
        self.clear = button(self.tr("As everywhere"), "link")
        self.clear.clicked.connect(self._clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._grid())
        column.addWidget(label(self.tr("Chat template"), tone="muted"))
        column.addWidget(self.template)
        row = QHBoxLayout()
        row.addWidget(self.keep)
        row.addWidget(self.clear)
        row.addStretch(1)
        column.addLayout(row)
        self.show_options(ModelOptions())

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        fields = (
            (self.tr("Context"), self.tr("Tokens that fit into one chat."), self.context),
            (self.tr("Threads"), self.tr("Processor threads that work on a reply."), self.threads),
            (self.tr("Layers"), self.tr("How many layers run on the GPU or NPU."), self.layers),
            (self.tr("Temperature"), self.tr("Low is predictable, high is inventive."), self.temperature),
            (self.tr("Top-p"), self.tr("Only the likeliest tokens up to this sum."), self.top_p),
            (self.tr("Top-k"), self.tr("Only so many of the likeliest; 1 is greedy."), self.top_k),
            (self.tr("Min-p"), self.tr("Only tokens at least this share of the likeliest."), self.min_p),
            (self.tr("Repetition"), self.tr("Above 1: what was said becomes less likely."), self.repetition),
        )
        grid.addWidget(label(self.tr("Device")), 0, 0)
        grid.addWidget(self.device, 0, 1)
        for row, (name, meaning, field) in enumerate(fields, start=1):
            text = label(name)
            text.setToolTip(meaning)
            field.setToolTip(meaning)
            field.setAccessibleName(name)
            field.setSpecialValueText(self.tr("usual"))
            grid.addWidget(text, row, 0)
            grid.addWidget(field, row, 1)
        return grid

    def show_options(self, options: ModelOptions) -> None:
        """Fills the fields."""
        self._fill_devices(options.device)
        self.context.setValue(options.n_ctx)
        self.threads.setValue(options.n_threads)
        self.layers.setValue(options.n_gpu_layers)
        self.temperature.setValue(options.temperature)
        self.top_p.setValue(options.top_p)
        self.top_k.setValue(options.top_k)
        self.min_p.setValue(options.min_p)
        self.repetition.setValue(options.repetition_penalty)
        self.template.setPlainText(options.chat_template)
        self.clear.setEnabled(options != ModelOptions())

    def _fill_devices(self, chosen: str) -> None:
        self.device.clear()
        self.device.addItem(self.tr("usual"), "")
        for offer in self._session.device_choices():
            if offer.available or offer.id == chosen:
                self.device.addItem(offer.name, offer.id)
        if chosen and self.device.findData(chosen) < 0:
            self.device.addItem(chosen, chosen)
        self.device.setCurrentIndex(max(0, self.device.findData(chosen)))

    def options(self) -> ModelOptions:
        """What the fields say."""
        return ModelOptions(
            n_ctx=self.context.value(),
            n_threads=self.threads.value(),
            n_gpu_layers=self.layers.value(),
            device=str(self.device.currentData() or ""),
            chat_template=self.template.toPlainText().strip(),
            temperature=round(self.temperature.value(), 2),
            top_p=round(self.top_p.value(), 2),
            top_k=self.top_k.value(),
            min_p=round(self.min_p.value(), 2),
            repetition_penalty=round(self.repetition.value(), 2),
        )

    @Slot()
    def _keep(self) -> None:
        self.wanted.emit(self.options())

    @Slot()
    def _clear(self) -> None:
        self.show_options(ModelOptions())
        self.wanted.emit(ModelOptions())


def _whole(least: int, most: int, step: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(least, most)
    field.setSingleStep(step)
    _dress(field)
    return field


def _real(most: float, step: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(0.0, most)
    field.setSingleStep(step)
    field.setDecimals(2)
    _dress(field)
    return field


def _dress(field: QAbstractSpinBox) -> None:
    """A field does not take the wheel from the page that it scrolls with."""
    field.setFixedSize(_FIELD_WIDTH, 36)
    field.lineEdit().setTextMargins(8, 0, 8, 0)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.installEventFilter(_NoWheel(field))


class _NoWheel(QObject):
    def eventFilter(self, _field: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return False
