"""Over the transcript: which model listens on which device, how full the context is, and a new chat."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QWidget, QWidgetAction
from shiboken6 import isValid

from . import icons, theme, words
from .chat.display_text import one_line, visible
from .model_session import ModelSession
from .models.looks import fit_word
from .models.models import Models
from .sentences import localized
from .widgets.basics import ElidedLabel, draw_chevron, icon_button, label
from .widgets.meters import Bar, Dot

_CHIP_WIDTH = 344
_MOST_MODELS = 12
_MARGIN, _GAP, _CONTEXT_GAP = 18, 10, 8


class ModelChip(QPushButton):
    """A box with the model's name; its menu switches model and device."""

    def __init__(self, session: ModelSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setProperty("kind", "chip")
        self.setMinimumSize(160, 32)
        self.setMaximumSize(_CHIP_WIDTH, 32)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 32, 0)
        row.setSpacing(10)
        self._dot = Dot()
        self._text = ElidedLabel()
        self._text.setFont(theme.font(theme.BODY_PT - 0.3, QFont.Weight.DemiBold))
        self._senses = label()
        for widget in (self._dot, self._text, self._senses):
            widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(self._dot)
        row.addWidget(self._text, 1)
        row.addWidget(self._senses)
        session.changed.connect(self.update_text)
        self.update_text()

    def sizeHint(self) -> QSize:
        return QSize(_CHIP_WIDTH, 32)

    @Slot()
    def update_text(self) -> None:
        """Follows the session."""
        session, colours = self._session, theme.colours()
        model = session.model
        reason = tail = ""
        if session.loading and session.wanted is not None:
            step = self.tr("Looking at the model") if session.preparing else words.phase(session.phase)
            text, tail = one_line(session.wanted.model_path.stem), f" · {step}"
            colour = colours.muted
        elif session.error is not None and session.wanted is not None:
            text, colour = one_line(session.wanted.model_path.stem), colours.bad
            reason = localized(session.error.text)
        elif model is not None:
            text = one_line(model.name)
            tail = "".join(f" · {one_line(part)}" for part in (model.precision, model.device) if part)
            colour, reason = theme.device_colour(colours, model.device), localized(model.device_reason)
        else:
            text, colour = self.tr("No model"), colours.muted
        senses = "" if session.loading else words.senses(session.capabilities)
        self._senses.setVisible(bool(senses))
        if senses:
            self._senses.setPixmap(icons.icon("eye", colours.muted).pixmap(16, 16))
            reason = f"{reason}\n{senses}" if reason else senses
        self._text.set_whole(text, tail)
        text += tail
        self._dot.set_colour(colour)
        self.setAccessibleName(self.tr("Model: %1").replace("%1", f"{text}, {senses}" if senses else text))
        tip = self.tr("Choose the model and the device")
        self.setToolTip(tip if not reason else f"{tip}\n{visible(reason)}".replace("<", "\u2039"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_chevron(painter, self.width() - 19, self.height() / 2, theme.colours().muted)


class TopBar(QFrame):
    """Chip, context meter and the button for a new chat."""

    open_file = Signal()
    open_model = Signal(object)
    """Path of a recent model."""
    new_chat = Signal()
    models_wanted = Signal()
    """The pane with all models."""
    inspector_wanted = Signal()
    """The inspector is to be shown or hidden."""
    chats_wanted = Signal()
    """The folded column of chats is to be shown or folded again."""

    def __init__(self, session: ModelSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setFixedHeight(theme.TOP_BAR_HEIGHT)
        self._session = session
        self._recent: list[Path] = []
        self.models: Models | None = None
        """What else can be opened."""
        self._entries: dict[Path, QAction] = {}
        """Of the menu that is shown, or was shown last."""
        self._offered: list[Path] = []
        self._filled: int | None = None
        self._estimated = False
        self.chip = ModelChip(session)
        self.chip.clicked.connect(self._show_menu)
        self._context_name = label(self.tr("Context"), tone="muted", points=9.5, weight=QFont.Weight.Medium)
        self._context_bar = Bar(theme.colours().accent, 110)
        self._context = label(tone="muted", points=9.5, weight=QFont.Weight.Medium)
        self._new = icon_button(
            "plus", self.tr("New chat"), shortcut="Ctrl+N", size=20, colour=theme.colours().text
        )
        self._new.clicked.connect(self.new_chat)
        self._chats = icon_button(
            "sidebar", self.tr("Chats"), shortcut="Ctrl+B", size=20, colour=theme.colours().text
        )
        self._chats.clicked.connect(self.chats_wanted)
        self._inspect = icon_button("sliders", self.tr("Inspector"), shortcut="Ctrl+I", size=20)
        self._inspect.clicked.connect(self.inspector_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        row.setSpacing(_GAP)
        row.addWidget(self._chats)
        row.addWidget(self.chip, 100)
        row.addStretch(1)
        for widget in (self._context_name, self._context_bar, self._context):
            row.addWidget(widget)
        row.addSpacing(_CONTEXT_GAP)
        row.addWidget(self._inspect)
        row.addWidget(self._new)
        session.changed.connect(self._session_changed)
        self._session_changed()

    def set_folded(self, folded: bool) -> None:
        """Whether the column of chats, which has a button for a new chat of its own, is out of sight."""
        self._chats.setVisible(folded)
        self._new.setVisible(folded)
        self._session_changed()

    def set_recent(self, recent: list[Path]) -> None:
        """Models opened before, newest first."""
        self._recent = recent
        self._models_changed()

    def use(self, models: Models) -> None:
        """What else can be opened, and how all of it fits."""
        self.models = models
        models.changed.connect(self._models_changed)
        models.fitting.changed.connect(self._show_fits)
        self._models_changed()

    @Slot()
    def _models_changed(self) -> None:
        """Has new models judged before the menu is opened, which shows at once what is known."""
        offered = [*self._recent, *self._others()]
        if self.models is not None and offered != self._offered:
            self._offered = offered
            self.models.look_how_they_fit(offered)

    def set_filled(self, n_tokens: int | None, estimated: bool) -> None:
        """Tokens of this chat, with what is being written; None while unknown."""
        self._filled, self._estimated = n_tokens, estimated
        self._session_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._session_changed()

    @Slot()
    def _session_changed(self) -> None:
        use = self._session.context
        shown = use is not None and use.n_ctx > 0
        if use is None or not shown:
            self._show_context(False)
            return
        used = use.n_used if self._filled is None else self._filled
        colours = theme.colours()
        self._context_bar.set_share(min(1.0, used / use.n_ctx))
        self._context_bar.set_colour(colours.accent if used < 0.9 * use.n_ctx else colours.warn)
        text = self.tr("about %1 of %2") if self._estimated else self.tr("%1 of %2")
        self._context.setText(text.replace("%1", words.number(used)).replace("%2", words.number(use.n_ctx)))
        self._show_context(True)
        tip = self.tr("Tokens of this chat, with the message being written, of those that fit.")
        if use.n_ctx_train:
            trained = self.tr("The model was trained for %1.").replace("%1", words.number(use.n_ctx_train))
            tip = f"{tip} {trained}"
        if self._estimated:
            told = self.tr("What the images and recordings take is told by the model once it has read them.")
            tip = f"{tip} {told}"
        for target in (self._context_name, self._context_bar, self._context):
            target.setToolTip(tip)

    def _show_context(self, on: bool) -> None:
        """As much of it as there is room for beside the model: its numbers first, then name and bar."""
        buttons = [made for made in (self._chats, self._inspect, self._new) if not made.isHidden()]
        others = [self.chip.minimumWidth(), *(made.sizeHint().width() for made in buttons)]
        room = self.width() - 2 * _MARGIN - _CONTEXT_GAP - sum(others) - _GAP * len(others)
        numbers = self._context.sizeHint().width() + _GAP
        both = self._context_name.sizeHint().width() + self._context_bar.width() + 2 * _GAP
        self._context.setVisible(on and room >= numbers)
        for widget in (self._context_name, self._context_bar):
            widget.setVisible(on and room >= numbers + both)

    @Slot()
    def _show_menu(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.chip.mapToGlobal(self.chip.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """The chip's menu: recent models, a file, devices with reasons, unload."""
        if self.models is not None:
            self.models.look_how_they_fit(self._offered)  # the free memory may be another by now
        self._entries = {}
        menu = QMenu(self.chip)
        menu.setMinimumWidth(self.chip.width())
        muted = theme.colours().muted
        if self._recent:
            _heading(menu, self.tr("Recent models"))
            for path in self._recent:
                self._add_model(menu, path)
        self._add_models(menu)
        entry = menu.addAction(icons.icon("folder", muted), self.tr("Open a .gguf…"))
        entry.setShortcut("Ctrl+O")
        entry.triggered.connect(self.open_file)
        menu.addSeparator()
        _heading(menu, self.tr("Device"))
        self._add_devices(menu)
        if self._session.model is not None:
            menu.addSeparator()
            entry = menu.addAction(icons.icon("eject", muted), self.tr("Unload the model"))
            entry.triggered.connect(self._session.unload)
        return menu

    def _add_model(self, menu: QMenu, path: Path) -> None:
        entry = self._entries[path] = menu.addAction(self._entry_text(path))
        model = self._session.model
        if model is not None and model.spec.model_path == path:
            entry.setIcon(icons.icon("check", theme.colours().accent))
        entry.triggered.connect(lambda _checked=False: self.open_model.emit(path))

    def _entry_text(self, path: Path) -> str:
        """A model's name, how it fits, and the speed of its last reply where that was measured."""
        parts = [one_line(path.stem, 60).replace("&", "&&")]
        models, model = self.models, self._session.model
        if models is not None:
            judged = models.fitting.judged(path)
            # The memory that is free is what the open model has left over.
            if judged is not None and (model is None or model.spec.model_path != path):
                parts.append(fit_word(judged))
            if speed := models.shelf.speed(path):
                parts.append(self.tr("%1 tok/s measured").replace("%1", words.speed(speed)))
        return " · ".join(parts)

    @Slot()
    def _show_fits(self) -> None:
        """Into the menu that is open."""
        for path, entry in self._entries.items():
            if isValid(entry):
                entry.setText(self._entry_text(path))

    def _others(self) -> list[Path]:
        """Models of the store that were not opened lately, as many as the menu has."""
        paths = self.models.files() if self.models is not None else []
        return [path for path in paths if path not in self._recent][:_MOST_MODELS]

    def _add_models(self, menu: QMenu) -> None:
        """Those of the store that were not opened lately, and the way to all of them."""
        others = self._others()
        if others:
            _heading(menu, self.tr("Models on this machine"))
            for path in others:
                self._add_model(menu, path)
        if self.models is not None:
            entry = menu.addAction(icons.icon("models", theme.colours().muted), self.tr("All models…"))
            entry.setShortcut("Ctrl+2")
            entry.triggered.connect(self.models_wanted)

    def _add_devices(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        for offer in self._session.device_choices():
            text = f"{offer.name} — {offer.reason}" if offer.reason else offer.name
            entry = QAction(text, menu)
            entry.setCheckable(True)
            entry.setChecked(offer.id == self._session.device)
            entry.setEnabled(offer.available)
            if offer.id == self._session.device:
                entry.setIcon(icons.icon("check", theme.colours().accent))
            entry.triggered.connect(
                lambda _checked=False, device=offer.id: self._session.choose_device(device)
            )
            group.addAction(entry)
            menu.addAction(entry)


def _heading(menu: QMenu, text: str) -> None:
    title = QWidgetAction(menu)
    title.setDefaultWidget(label(text, tone="muted", points=theme.SMALL_PT, weight=QFont.Weight.DemiBold))
    title.setEnabled(False)
    menu.addAction(title)
