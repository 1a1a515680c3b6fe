"""The download queue: each with its bar, how far and how fast it is, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...models.downloads import DownloadSnapshot, DownloadState
from .. import theme, words
from ..sentences import localized
from ..widgets.basics import ElidedLabel, button, icon_button, label
from ..widgets.meters import Bar
from . import looks
from .fetching import Fetching


class DownloadsCard(QWidget):
    """Hidden while nothing is or was being fetched."""

    def __init__(self, fetching: Fetching, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fetching = fetching
        self.rows: dict[str, DownloadRow] = {}
        self.forget = button(self.tr("Clear finished"), "link")
        self.forget.clicked.connect(fetching.forget_done)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Downloads"), points=theme.BODY_PT + 0.5, weight=QFont.Weight.DemiBold))
        head.addStretch(1)
        head.addWidget(self.forget)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addLayout(head)
        fetching.changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Follows the queue."""
        downloads = self._fetching.downloads
        self.setVisible(bool(downloads))
        self.forget.setVisible(any(one.state is DownloadState.DONE for one in downloads))
        ids = {one.id for one in downloads}
        for gone in [key for key in self.rows if key not in ids]:
            row = self.rows.pop(gone)
            row.hide()
            row.deleteLater()
        for place, one in enumerate(downloads):
            row_widget = self.rows.get(one.id)
            if row_widget is None:
                row_widget = self.rows[one.id] = DownloadRow(self._fetching, one.id)
            if self._column.indexOf(row_widget) != place + 1:
                self._column.removeWidget(row_widget)
                self._column.insertWidget(place + 1, row_widget)
            row_widget.show_download(one, place > 0)


class DownloadRow(QWidget):
    """One download; its buttons follow its state."""

    def __init__(self, fetching: Fetching, job_id: str) -> None:
        super().__init__()
        self._fetching = fetching
        self._id = job_id
        self.name = ElidedLabel()
        self.name.setFont(theme.font(theme.BODY_PT - 0.5, QFont.Weight.Medium))
        self.status = label(tone="muted", points=theme.SMALL_PT + 0.5)
        self.hint = label(tone="muted", points=theme.SMALL_PT, wrap=True)
        self.bar = Bar(theme.colours().accent)
        self.pause = icon_button("pause", self.tr("Pause"))
        self.resume = icon_button("play", self.tr("Continue"))
        self.up = icon_button("arrow-up", self.tr("Fetch earlier"))
        self.cancel = icon_button("close", self.tr("Cancel; what has arrived is kept"))
        self.pause.clicked.connect(lambda: fetching.pause(job_id))
        self.resume.clicked.connect(lambda: fetching.resume(job_id))
        self.up.clicked.connect(lambda: fetching.move_up(job_id))
        self.cancel.clicked.connect(lambda: fetching.cancel(job_id))
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.name, 1)
        row.addWidget(self.status)
        for widget in (self.up, self.pause, self.resume, self.cancel):
            row.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.bar)
        column.addWidget(self.hint)

    def show_download(self, one: DownloadSnapshot, can_rise: bool) -> None:
        """How it is now."""
        self.name.set_whole(looks.download_title(one))
        text, tone = looks.download_text(one)
        failed = one.state is DownloadState.FAILED
        self.status.setText(self.tr("failed") if failed else text)
        self.bar.set_share(
            1.0 if one.state is DownloadState.DONE else one.done / one.total if one.total else None
        )
        self.bar.set_colour(looks.tone_colour(tone))
        self.hint.setVisible(failed)
        if failed and one.error is not None:
            said = (one.error.text, one.error.cause, one.error.hint)
            self.hint.setText(words.sentences(*map(localized, said)))
        moving = one.state in (DownloadState.ACTIVE, DownloadState.QUEUED)
        self.pause.setVisible(moving)
        self.resume.setVisible(one.state in (DownloadState.PAUSED, DownloadState.FAILED))
        self.up.setVisible(can_rise and one.state is DownloadState.QUEUED)
        self.cancel.setVisible(one.state is not DownloadState.DONE)
