"""The pane's buttons for recordings: record, open, compare, export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QSizePolicy, QWidget

from .. import icons, theme, words
from ..widgets.basics import button, icon_button, label
from .recordings import Recordings
from .source import ReplaySource

_CLOCK_MS = 1000


class RecordingBar(QWidget):
    """Record, and a menu with the rest."""

    picture_wanted = Signal(str)
    """A file for the picture of the chart."""
    replies_picture_wanted = Signal(str)
    """A file for the picture of the replies."""

    def __init__(self, recordings: Recordings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recordings = recordings
        self.replay = label(tone="chip", points=theme.SMALL_PT, weight=QFont.Weight.DemiBold)
        self.replay.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.back = button(self.tr("Back to live"), "link")
        self.back.clicked.connect(recordings.back_to_live)
        self.record = button("")
        self.record.setIconSize(QSize(14, 14))
        self.record.clicked.connect(self._record_clicked)
        self.more = icon_button("more", self.tr("Recordings: open, compare, export"), size=18)
        self.more.clicked.connect(self._show_menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.replay, self.back, self.record, self.more):
            row.addWidget(widget)
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self._show_state)
        recordings.changed.connect(self._show_state)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        recordings = self._recordings
        running = recordings.recording
        self._clock.start() if running else self._clock.stop()
        colours = theme.colours()
        self.record.setIcon(icons.icon("stop" if running else "record", colours.bad))
        minutes, seconds = divmod(int(recordings.seconds()), 60)
        self.record.setText(f"{minutes}:{seconds:02}" if running else self.tr("Record"))
        self.record.setAccessibleName(self.tr("Stop recording") if running else self.tr("Record"))
        self.replay.setVisible(not recordings.live)
        self.back.setVisible(not recordings.live)
        if isinstance(recordings.source, ReplaySource):
            names = [source.recording.name for source in (recordings.source, recordings.other) if source]
            short = " ↔ ".join(name.partition(".")[0] for name in names)
            self.replay.setText(self.tr("Replay · %1").replace("%1", short))

    @Slot()
    def _record_clicked(self) -> None:
        if self._recordings.recording:
            self._recordings.stop()
        else:
            self._recordings.start()

    @Slot()
    def _show_menu(self) -> None:
        menu = self.menu()
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """What can be done with recordings now; deletes itself when it closes."""
        recordings = self._recordings
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entries: list[tuple[str, Callable[[], None], bool]] = [
            (self.tr("Open a recording…"), self._open, True),
            (self.tr("Compare with another…"), self._open_other, not recordings.live),
            (self.tr("Export as CSV…"), self._export_csv, True),
            (self.tr("Export as a Chrome trace…"), self._export_trace, True),
            (self.tr("Save the chart as a picture…"), self._save_picture, True),
            (self.tr("Save the replies as a picture…"), self._save_replies, recordings.live),
        ]
        for text, run, enabled in entries:
            action = menu.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(run)
        menu.addSeparator()
        with_text = menu.addAction(self.tr("Record the text of chats too"))
        with_text.setCheckable(True)
        with_text.setChecked(recordings.with_text)
        with_text.toggled.connect(self._text_toggled)
        return menu

    @Slot(bool)
    def _text_toggled(self, on: bool) -> None:
        self._recordings.with_text = on

    @Slot()
    def _open(self) -> None:
        self._ask(self._opened, words.ABSENT)

    @Slot()
    def _open_other(self) -> None:
        self._ask(self._other_opened, words.ABSENT)

    @Slot()
    def _export_csv(self) -> None:
        self._ask(self._csv_chosen, "recording.csv")

    @Slot()
    def _export_trace(self) -> None:
        self._ask(self._trace_chosen, "recording.trace.json")

    @Slot()
    def _save_picture(self) -> None:
        self._ask(self.picture_wanted.emit, "devices.png")

    @Slot()
    def _save_replies(self) -> None:
        self._ask(self.replies_picture_wanted.emit, "replies.png")

    def _ask(self, chosen: Callable[[str], object], name: str) -> None:
        """Asks for a file to open, or, with a name, for one to write."""
        saving = name != words.ABSENT
        dialog = QFileDialog(self, self.tr("Save") if saving else self.tr("Open a recording"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if saving:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.selectFile(name)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.setNameFilter(self.tr("Recordings (*.jsonl *.jsonl.gz);;All files (*)"))
            dialog.setDirectory(str(self._recordings.folder))
        dialog.fileSelected.connect(chosen)
        dialog.open()

    @Slot(str)
    def _opened(self, name: str) -> None:
        self._recordings.open(Path(name))

    @Slot(str)
    def _other_opened(self, name: str) -> None:
        self._recordings.open_other(Path(name))

    @Slot(str)
    def _csv_chosen(self, name: str) -> None:
        self._recordings.export_csv(Path(name))

    @Slot(str)
    def _trace_chosen(self, name: str) -> None:
        self._recordings.export_trace(Path(name))
