"""How one model is to be loaded and sampled, where that differs from the app's own settings."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from ...models.habits import ModelOptions
from .. import theme
from ..model_session import ModelSession
from ..sampler_fields import SamplerFields
from ..widgets.basics import Choice, button, label
from ..widgets.fields import named, whole

_FIELD_WIDTH = 150
_FIELD = QSize(_FIELD_WIDTH, 36)


class OptionsForm(QWidget):
    """`wanted` carries the options when a person keeps them."""

    wanted = Signal(object)

    def __init__(self, session: ModelSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.device = Choice()
        self.device.setFixedWidth(_FIELD_WIDTH)
        self.device.setAccessibleName(self.tr("Device"))
        self.context, self.threads = whole(0, 1_048_576, 1024), whole(0, 256)
        self.layers = whole(-1, 999)
        self.sampler = SamplerFields(self)
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
            *self.sampler.rows(),
        )
        grid.addWidget(label(self.tr("Device")), 0, 0)
        grid.addWidget(self.device, 0, 1)
        for row, (name, meaning, field) in enumerate(fields, start=1):
            text = named(field, name, meaning, self.tr("usual"), _FIELD)
            grid.addWidget(text, row, 0)
            grid.addWidget(field, row, 1)
        return grid

    def show_options(self, options: ModelOptions) -> None:
        """Fills the fields."""
        self._fill_devices(options.device)
        self.context.setValue(options.n_ctx)
        self.threads.setValue(options.n_threads)
        self.layers.setValue(options.n_gpu_layers)
        self.sampler.show(options)
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
            **self.sampler.values(),
        )

    @Slot()
    def _keep(self) -> None:
        self.wanted.emit(self.options())

    @Slot()
    def _clear(self) -> None:
        self.show_options(ModelOptions())
        self.wanted.emit(ModelOptions())
