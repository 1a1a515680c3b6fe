"""A new theme or language: the window's content is made anew, in several turns of the event loop."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication, QDialog

from ..settings import THEME, Settings
from . import theme
from .language import Language
from .main_window import MainWindow
from .settings.declared import LANGUAGE

_WAIT_MS = 100


class Dressing(QObject):
    """Brings the window to the theme and the language that the settings name."""

    def __init__(
        self, app: QApplication, settings: Settings, language: Language, window: MainWindow, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._settings = settings
        self._language = language
        self._window = window
        self._built = False
        """The content has been made anew, and waits for its pane."""
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._step)

    @property
    def changing(self) -> bool:
        """A change has begun and not ended."""
        return self._next.isActive()

    @Slot()
    def change_theme(self) -> None:
        """Makes the content anew if the theme that is chosen looks different from what there is."""
        if self._looks_other():
            self.change()

    @Slot()
    def change(self) -> None:
        """Makes the content anew soon, with what is chosen when its turn has come."""
        self._built = False
        self._next.start(0)

    @Slot()
    def _step(self) -> None:
        if self._built:
            self._show()
            return
        if self._is_in_dialog():
            # Its widgets would have to be styled anew with all the others; it stays as it is until it ends.
            self._next.start(_WAIT_MS)
            return
        # What does not show goes first, a pane in each turn of the event loop: all at once would be felt.
        if self._window.let_go_a_hidden_pane():
            self._next.start(0)
            return
        # What was drawn last stays in view until the pane in view is there again.
        self._window.setUpdatesEnabled(False)
        self._window.clear()
        self._language.apply(self._settings.get(LANGUAGE))
        if self._looks_other():
            theme.apply(self._app, self._settings.get(THEME))
        self._window.build()
        self._built = True
        self._next.start(0)

    def _show(self) -> None:
        if not self._window.settled:
            self._next.start(0)
            return
        self._built = False
        self._window.setUpdatesEnabled(True)

    def _looks_other(self) -> bool:
        return theme.scheme_of(self._settings.get(THEME)) is not theme.colours()

    def _is_in_dialog(self) -> bool:
        windows = self._app.topLevelWidgets()
        return any(isinstance(window, QDialog) and window.isVisible() for window in windows)

    def stop(self) -> None:
        """Nothing is changed any more."""
        self._next.stop()
