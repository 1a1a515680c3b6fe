"""The column on the right: what this chat asks of the model, how the model is loaded, what is sent."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ..chats.records import ChatOptions
from ..engine.types import Sampler
from . import theme, words
from .chat.context_meter import ContextMeter
from .chat.controller import ChatController
from .chat.display_text import visible
from .chat.history import History
from .chat.preset_box import PresetBox
from .sampler_fields import SamplerFields
from .widgets.basics import button, icon_button, label
from .widgets.fields import named, whole

_TYPING_MS = 500
_FIELD_WIDTH = 116
_FIELD = QSize(_FIELD_WIDTH, 32)
_SHOWN_END = 8000
"""Characters of each end of a long prompt that are shown: a field lays a paragraph out at once."""


class Inspector(QFrame):
    """Shows the controller's options and the meter's preview; what is changed goes out as signals."""

    options_wanted = Signal(object)
    """ChatOptions of the open chat."""
    load_wanted = Signal(int, int)
    """Context length and threads; 0 = automatic."""
    closed = Signal()

    def __init__(
        self,
        controller: ChatController,
        meter: ContextMeter,
        history: History,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setFixedWidth(theme.INSPECTOR_WIDTH)
        self._controller = controller
        self._meter = meter
        self._history = history
        self._filling = False
        self._previewed = ""
        """What the preview shows, as it is sent."""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self._send_options)
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(18, 14, 14, 18)
        self._column.setSpacing(8)
        self._add_head()
        self._section(self.tr("Preset"))
        self.presets = PresetBox(history, self._in_force)
        self.presets.chosen.connect(self._take_preset)
        self.presets.save_wanted.connect(self._save_preset)
        self._column.addWidget(self.presets)
        self._add_prompt()
        self._add_sampler()
        self._add_load()
        self._add_preview()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        area.setAccessibleName(self.tr("This chat"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        controller.reset.connect(self.fill)
        controller.session.changed.connect(self._fill_load)
        meter.changed.connect(self._show_preview)
        self.fill()
        self._fill_load()
        self._show_preview()

    def _add_head(self) -> None:
        row = QHBoxLayout()
        row.addWidget(label(self.tr("This chat"), points=theme.BODY_PT + 1, weight=QFont.Weight.DemiBold))
        row.addStretch(1)
        close = icon_button("close", self.tr("Close the inspector"), shortcut="Ctrl+I")
        close.clicked.connect(self.closed)
        row.addWidget(close)
        self._column.addLayout(row)

    def _section(self, title: str) -> None:
        self._column.addSpacing(8)
        self._column.addWidget(
            label(title, tone="muted", points=theme.SMALL_PT + 0.5, weight=QFont.Weight.DemiBold)
        )

    def _add_prompt(self) -> None:
        self._section(self.tr("System prompt"))
        self.prompt = QPlainTextEdit()
        self.prompt.setProperty("kind", "field")
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFixedHeight(96)
        self.prompt.setAccessibleName(self.tr("System prompt of this chat"))
        self.prompt.textChanged.connect(self._edited)
        self._column.addWidget(self.prompt)

    def _add_sampler(self) -> None:
        self._section(self.tr("Sampler"))
        form = _form()
        self.sampler = SamplerFields(self)
        self.seed = whole(0, 2**31 - 1)
        for name, meaning, field in (
            *self.sampler.rows(),
            (self.tr("Seed"), self.tr("The same seed gives the same choices again."), self.seed),
        ):
            _add_field(form, name, meaning, field)
        self.sampler.changed.connect(self._edited)
        self.seed.valueChanged.connect(self._edited)
        self._column.addLayout(form)
        self._restore = button(self.tr("As in the settings"), "link")
        self._restore.clicked.connect(self._take_settings)
        self._column.addWidget(self._restore, 0, Qt.AlignmentFlag.AlignLeft)

    def _add_load(self) -> None:
        self._section(self.tr("Model loading"))
        form = _form()
        self.context = whole(0, 1_048_576, 1024)
        self.threads = whole(0, 256)
        tokens = self.tr("Tokens that fit into one chat; more needs more memory.")
        _add_field(form, self.tr("Context length"), tokens, self.context)
        _add_field(form, self.tr("Threads"), self.tr("Processor threads that work on a reply."), self.threads)
        self._column.addLayout(form)
        self.load = button(self.tr("Load the model again"))
        self.load.clicked.connect(self._load_clicked)
        self._column.addWidget(self.load, 0, Qt.AlignmentFlag.AlignLeft)

    def _add_preview(self) -> None:
        self._section(self.tr("What is sent"))
        row = QHBoxLayout()
        self._tokens = label(tone="muted", points=theme.SMALL_PT + 0.5)
        row.addWidget(self._tokens, 1)
        copy = icon_button("copy", self.tr("Copy what is sent"))
        copy.clicked.connect(self._copy)
        row.addWidget(copy)
        self._column.addLayout(row)
        self.preview = QPlainTextEdit()
        self.preview.setProperty("kind", "field")
        self.preview.setReadOnly(True)
        self.preview.setTabChangesFocus(True)
        self.preview.setFont(theme.mono_font(theme.SMALL_PT))
        self.preview.setMinimumHeight(180)
        self.preview.setAccessibleName(self.tr("Exactly what the model is given"))
        self._column.addWidget(self.preview, 1)

    @Slot()
    def fill(self) -> None:
        """Shows the options of the open chat, with those of the settings behind them."""
        own, common = self._controller.chat_options, self._controller.options
        sampler = own.sampler or common.sampler
        self._filling = True
        self.prompt.setPlainText(own.system_prompt if own.system_prompt is not None else common.system_prompt)
        self.sampler.show(sampler)
        self.seed.setValue(sampler.seed)
        self._filling = False
        self._restore.setEnabled(own != ChatOptions())
        self.presets.fill()

    @Slot()
    def _edited(self) -> None:
        if not self._filling:
            self._typing.start()

    def _in_force(self) -> ChatOptions:
        """What this chat asks for, with the settings where it has nothing of its own."""
        own, common = self._controller.chat_options, self._controller.options
        prompt = common.system_prompt if own.system_prompt is None else own.system_prompt
        return ChatOptions(prompt, own.sampler or common.sampler)

    @Slot(str)
    def _save_preset(self, name: str) -> None:
        if self._typing.isActive():  # what has just been typed counts
            self._typing.stop()
            self._send_options()
        self._history.set_preset(name, self._in_force())

    @Slot(object)
    def _take_preset(self, preset: ChatOptions) -> None:
        self._typing.stop()
        self._want(preset)
        self.fill()

    @Slot()
    def _send_options(self) -> None:
        base = self._controller.chat_options.sampler or self._controller.options.sampler
        self._want(ChatOptions(self.prompt.toPlainText().strip(), self._sampler(base)))
        self._restore.setEnabled(self._controller.chat_options != ChatOptions())
        self.presets.fill()

    def _want(self, options: ChatOptions) -> None:
        """Asks for options; what the settings say as well is left to them."""
        common = self._controller.options
        self.options_wanted.emit(
            ChatOptions(
                options.system_prompt if options.system_prompt != common.system_prompt else None,
                options.sampler if options.sampler != common.sampler else None,
            )
        )
        self._meter.update()

    def _sampler(self, base: Sampler) -> Sampler:
        """The fields over `base`; what a field cannot show of it (a third decimal) is kept."""
        shown = {**self.sampler.values(), "seed": self.seed.value()}
        changed = {name: value for name, value in shown.items() if round(getattr(base, name), 2) != value}
        return replace(base, **changed)

    @Slot()
    def _take_settings(self) -> None:
        self._typing.stop()
        self.options_wanted.emit(ChatOptions())
        self.fill()
        self._meter.update()

    @Slot()
    def _fill_load(self) -> None:
        session = self._controller.session
        if not self.context.hasFocus() and not self.threads.hasFocus():
            self.context.setValue(session.base.n_ctx)
            self.threads.setValue(session.base.n_threads)
        self.load.setEnabled(session.wanted is not None and not session.loading)

    @Slot()
    def _load_clicked(self) -> None:
        self.load_wanted.emit(self.context.value(), self.threads.value())

    @Slot()
    def _show_preview(self) -> None:
        meter = self._meter
        if meter.n_prompt is None:
            self._tokens.setText(self.tr("Not known yet"))
        elif meter.n_ctx:
            text = self.tr("about %1 of %2 tokens") if meter.estimated else self.tr("%1 of %2 tokens")
            text = text.replace("%1", words.number(meter.n_prompt))
            self._tokens.setText(text.replace("%2", words.number(meter.n_ctx)))
        if self.isVisible() and self._previewed != meter.text:
            self._previewed = meter.text
            self.preview.setPlainText(self._abridged(meter.text))

    def _abridged(self, text: str) -> str:
        left_out = len(text) - 2 * _SHOWN_END
        if left_out <= 0:
            return visible(text)
        gap = self.tr("… %1 more characters, which are copied with the rest …")
        gap = gap.replace("%1", words.number(left_out))
        return f"{visible(text[:_SHOWN_END])}\n\n{gap}\n\n{visible(text[-_SHOWN_END:])}"

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._meter.text)


def _form() -> QFormLayout:
    form = QFormLayout()
    form.setContentsMargins(0, 0, 0, 0)
    form.setVerticalSpacing(6)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return form


def _add_field(form: QFormLayout, name: str, meaning: str, field: QAbstractSpinBox) -> None:
    text = named(field, name, meaning, QCoreApplication.translate("Inspector", "automatic"), _FIELD)
    text.setMinimumWidth(theme.INSPECTOR_WIDTH - _FIELD_WIDTH - 56)
    field.setKeyboardTracking(False)
    form.addRow(text, field)
