"""What an empty chat says: which model listens, and the one next step."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from .. import theme, words
from ..model_session import ModelSession
from ..widgets.basics import label
from ..widgets.meters import Bar
from .display_text import one_line


class EmptyChat(QWidget):
    """Title and one line, in the middle; while a model loads, how far it is."""

    def __init__(self, session: ModelSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setMinimumHeight(1)
        self._title = label(points=theme.HEADING_PT + 2, weight=QFont.Weight.DemiBold)
        self._text = label(tone="muted", wrap=True)
        self._bar = Bar(theme.colours().accent, 220)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 8, 24, 8)
        column.setSpacing(8)
        column.addStretch(2)
        for text in (self._title, self._text):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(text)
        column.addSpacing(8)
        column.addWidget(self._bar, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def hasHeightForWidth(self) -> bool:
        """No: in a low window it gives way to what is being written."""
        return False

    def update_text(self) -> None:
        """Follows the session."""
        session = self._session
        self._bar.setVisible(session.loading)
        if session.loading:
            self._title.setText(words.phase(session.phase))
            name = session.wanted.model_path.name if session.wanted else ""
            self._text.setText(one_line(name))
            self._bar.set_share(words.progress(session.phase))
        elif session.model is not None:
            self._title.setText(self.tr("What would you like to know?"))
            text = self.tr("%1 answers on the %2. Nothing you type leaves this machine.")
            self._text.setText(
                text.replace("%1", one_line(session.model.name)).replace("%2", session.model.device)
            )
        else:
            self._title.setText(self.tr("No model is open"))
            self._text.setText(self.tr("Choose one in the box above, or open a .gguf file with Ctrl+O."))
