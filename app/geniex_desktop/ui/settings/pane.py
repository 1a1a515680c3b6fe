"""The settings page, made from the declared settings: a label, a field, one sentence."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QShowEvent, QValidator
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ...models.chipset import KNOWN
from ...models.sources.huggingface import own_address
from ...settings import CHIPSET, HUB_MIRROR, RUNTIME, Setting, Settings
from .. import theme, words
from ..widgets.basics import Choice, button, label
from ..widgets.reading_column import reading_column
from .automatic_field import AutomaticField
from .declared import (
    HUNDREDTHS,
    LIMITS,
    NEEDS_RELOAD,
    NEEDS_RESTART,
    OFF_AT_ZERO,
    PAGE,
    TALL,
    Section,
    choice_name,
    shown,
)
from .runtime_field import RuntimeField

_FIELD_WIDTH = 240
_TYPING_MS = 500

Place = tuple[int, str]
"""A place on the page: how far it is scrolled, px, and a setting's key."""


class Switch(QAbstractButton):
    """On or off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(44, 26)

    def sizeHint(self) -> QSize:
        return QSize(44, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # On the accent's own colour its ring would not be seen.
        ring = colours.text if self.isChecked() else colours.accent
        painter.setPen(QPen(QColor(ring), 2) if self.hasFocus() else QColor(colours.line))
        painter.setBrush(QColor(colours.accent if self.isChecked() else colours.raised))
        painter.drawRoundedRect(1, 2, 42, 22, 11, 11)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if self.isChecked() else colours.muted))
        painter.drawEllipse(24 if self.isChecked() else 5, 5, 16, 16)


class Number(QSpinBox):
    """A whole number, shown in hundredths where declared so, and 0 as "automatic" or "off"."""

    def __init__(self, setting: Setting[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        low, high, step = LIMITS[setting.key]
        self._hundredths = setting.key in HUNDREDTHS
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(36)
        self.lineEdit().setTextMargins(8, 0, 8, 0)
        if low == 0:
            off = setting.key in OFF_AT_ZERO
            self.setSpecialValueText(self.tr("off") if off else self.tr("automatic"))

    def textFromValue(self, value: int) -> str:
        return words.number(value / 100, 2) if self._hundredths else words.number(value)

    def valueFromText(self, text: str) -> int:
        value, known = self.locale().toDouble(text.strip())
        if not known:
            return self.value()
        return round(value * 100) if self._hundredths else round(value)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        allowed = set("0123456789.,\u00a0\u202f ") | set(self.specialValueText())
        known = set(text) <= allowed
        return (QValidator.State.Acceptable if known else QValidator.State.Invalid, text, position)


class SettingsPane(QScrollArea):
    """Sends `wanted(setting, value)`; whoever owns the settings saves it."""

    wanted = Signal(object, object)
    check_wanted = Signal()
    """The device check is to be shown and run."""

    def __init__(self, settings: Settings, place: Place | None = None, parent: QWidget | None = None) -> None:
        """`place` is where the page was left in whose place this one comes."""
        super().__init__(parent)
        self._settings = settings
        self._fields: dict[str, QWidget] = {}
        self._going_on = place
        self.runtime = RuntimeField()
        self.runtime.own_wanted.connect(self._want_own_runtime)
        self.mirror = AutomaticField(HUB_MIRROR, settings.get(HUB_MIRROR))
        self.mirror.show_found(self.tr("Without a mirror: %1").replace("%1", own_address()))
        self.mirror.chosen.connect(self._want_mirror)
        self.chipset = AutomaticField(CHIPSET, settings.get(CHIPSET), KNOWN)
        self.chipset.chosen.connect(self._want_chipset)
        self.setAccessibleName(self.tr("Settings"))
        column = reading_column(self)
        column.addWidget(
            label(self.tr("Settings"), points=theme.HEADING_PT + 1, weight=QFont.Weight.DemiBold)
        )
        if settings.problem:
            column.addWidget(label(settings.problem, tone="bad", wrap=True))
        for section in PAGE:
            column.addSpacing(6)
            column.addWidget(
                label(shown(section.title), tone="muted", points=9.5, weight=QFont.Weight.DemiBold)
            )
            column.addWidget(self._card(section))
        column.addSpacing(6)
        column.addWidget(
            label(self.tr("This machine"), tone="muted", points=9.5, weight=QFont.Weight.DemiBold)
        )
        column.addWidget(self._check_card())
        column.addStretch(1)

    def place(self) -> Place:
        """How far the page is scrolled, px, and the key of the setting that has the keyboard."""
        at = self.window().focusWidget()
        keys = (key for key, field in self._fields.items() if field is at or field.isAncestorOf(at))
        return self.verticalScrollBar().value(), next(keys, "")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        place, self._going_on = self._going_on, None
        if place is not None:
            # Else it would be as high as it will be only after its first layout.
            page = self.widget()
            if page is not None:
                page.adjustSize()
            self.verticalScrollBar().setValue(place[0])
            if place[1] in self._fields:
                self._fields[place[1]].setFocus()

    @Slot()
    def _want_own_runtime(self) -> None:
        self.wanted.emit(RUNTIME, RUNTIME.default)

    @Slot(str)
    def _want_mirror(self, address: str) -> None:
        self.wanted.emit(HUB_MIRROR, address)

    @Slot(str)
    def _want_chipset(self, name: str) -> None:
        self.wanted.emit(CHIPSET, name)

    def show_chipset(self, found: str) -> None:
        """What this machine has; "" for nothing that AI Hub knows."""
        text = self.tr("Found on this machine: %1").replace("%1", found)
        self.chipset.show_found(text if found else self.tr("No chipset that AI Hub knows was found here."))

    def _check_card(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        row = QHBoxLayout(card)
        row.setContentsMargins(18, 14, 18, 14)
        row.setSpacing(24)
        texts = QVBoxLayout()
        texts.setSpacing(3)
        texts.addWidget(label(self.tr("Device check"), weight=QFont.Weight.Medium))
        about = self.tr("Looks at processor, memory, drivers and libraries, and says what stands in the way.")
        texts.addWidget(label(about, tone="muted", points=theme.SMALL_PT + 0.5, wrap=True))
        start = button(self.tr("Run the device check"))
        start.clicked.connect(self.check_wanted)
        row.addLayout(texts, 1)
        row.addWidget(start)
        return card

    def _card(self, section: Section) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        column = QVBoxLayout(card)
        column.setContentsMargins(18, 8, 18, 8)
        column.setSpacing(0)
        for index, setting in enumerate(section.settings):
            if index:
                line = QFrame()
                line.setFixedHeight(1)
                line.setObjectName("rule")
                column.addWidget(line)
            column.addWidget(self._row(setting))
        return card

    def _row(self, setting: Setting[Any]) -> QWidget:
        row = QWidget()
        tall = setting.key in TALL
        outer = QVBoxLayout(row) if tall else QHBoxLayout(row)
        outer.setContentsMargins(0, 10, 0, 10)
        outer.setSpacing(8 if tall else 24)
        texts = QVBoxLayout()
        texts.setSpacing(3)
        texts.addWidget(label(shown(setting.text), weight=QFont.Weight.Medium))
        help_text = _help(setting)
        if help_text:
            texts.addWidget(label(help_text, tone="muted", points=theme.SMALL_PT + 0.5, wrap=True))
        field = self._field(setting)
        field.setAccessibleName(shown(setting.text))
        self._fields[setting.key] = field
        outer.addLayout(texts, 1)
        outer.addWidget(field)
        return row

    def _field(self, setting: Setting[Any]) -> QWidget:
        value = self._settings.get(setting)
        own = {RUNTIME.key: self.runtime, HUB_MIRROR.key: self.mirror, CHIPSET.key: self.chipset}
        if setting.key in own:
            return own[setting.key]
        if setting.choices:
            return self._choice(setting, value)
        if isinstance(value, bool):
            switch = Switch()
            switch.setChecked(value)
            switch.toggled.connect(lambda on: self.wanted.emit(setting, on))
            return switch
        if isinstance(value, int):
            number = Number(setting)
            number.setValue(value)
            number.setFixedWidth(_FIELD_WIDTH)
            number.valueChanged.connect(lambda new: self.wanted.emit(setting, new))
            return number
        return self._text(setting, str(value))

    def _choice(self, setting: Setting[Any], value: object) -> QWidget:
        box = Choice()
        box.setFixedWidth(_FIELD_WIDTH)
        for choice in setting.choices:
            box.addItem(choice_name(choice), choice)
        box.setCurrentIndex(max(0, setting.choices.index(value)))
        box.activated.connect(lambda index: self.wanted.emit(setting, box.itemData(index)))
        return box

    def _text(self, setting: Setting[Any], value: str) -> QWidget:
        """Saved when typing pauses, and when the field is left."""
        field = QPlainTextEdit(value)
        field.setProperty("kind", "field")
        field.setTabChangesFocus(True)
        field.setFixedHeight(84)
        timer = QTimer(field)
        timer.setSingleShot(True)
        timer.setInterval(_TYPING_MS)
        timer.timeout.connect(lambda: self.wanted.emit(setting, field.toPlainText()))
        field.textChanged.connect(timer.start)
        return field


def _help(setting: Setting[Any]) -> str:
    parts = [shown(setting.help)] if setting.help else []
    if setting.key in NEEDS_RESTART:
        parts.append(QCoreApplication.translate("Settings", "From the next start on."))
    if setting.key in NEEDS_RELOAD:
        parts.append(QCoreApplication.translate("Settings", "From the next opening of a model on."))
    return words.sentences(*parts)
