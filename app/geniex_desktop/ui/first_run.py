"""The first page of a fresh machine: what this is, what the machine can do, one model to start with."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ..errors import AppError
from ..telemetry.machine import Machine
from . import theme, words
from .chat.display_text import one_line
from .downloads import StarterDownload
from .model_session import ModelSession
from .widgets.basics import button, label
from .widgets.error_card import Action, ErrorCard
from .widgets.meters import Bar, Dot

_WIDTH = 680


class _CardHolder(QWidget):
    """Gives an error card, which lays itself out by hand, its height in an ordinary layout."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = ErrorCard(self)
        self.card.resized.connect(self.fit)
        self.hide()

    @Slot()
    def fit(self) -> None:
        self.setFixedHeight(self.card.height_for(max(200, self.width())))
        self.card.setGeometry(self.rect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class _Mark(QWidget):
    """The filled circle of the chosen offer."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(20, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        accent = QColor(theme.colours().accent)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, 1.6))
        painter.drawEllipse(QRectF(1, 1, 18, 18))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent)
        painter.drawEllipse(QRectF(5.5, 5.5, 9, 9))


class FirstRunPage(QScrollArea):
    """Offers the starter model or a file of one's own."""

    open_file = Signal()
    check_wanted = Signal()
    """The device check is asked for."""

    def __init__(
        self, session: ModelSession, download: StarterDownload, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._download = download
        self._machine: Machine | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setObjectName("pane")
        self.setWidget(page)
        side = QHBoxLayout(page)
        side.setContentsMargins(24, 24, 24, 24)
        side.addStretch(1)
        body = QWidget()
        body.setMaximumWidth(_WIDTH)
        body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        side.addWidget(body, 1000)
        side.addStretch(1)
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._fill()
        self._error.card.check_wanted.connect(self.check_wanted)
        session.changed.connect(self._show_machine)
        download.changed.connect(self._show_download)
        download.failed.connect(self.show_error)
        self._show_machine()
        self._show_download()

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 480)

    def _fill(self) -> None:
        column = self._column
        column.addStretch(2)
        title = self.tr("A private assistant on this machine")
        column.addWidget(label(title, points=theme.TITLE_PT, weight=QFont.Weight.DemiBold, wrap=True))
        column.addSpacing(10)
        lead = self.tr("Nothing you type leaves the machine. Pick a first model; you can change it any time.")
        column.addWidget(label(lead, tone="muted", points=theme.BODY_PT + 0.5, wrap=True))
        column.addSpacing(26)
        column.addWidget(self._machine_band())
        column.addSpacing(20)
        column.addWidget(self._offer_card())
        column.addSpacing(24)
        column.addLayout(self._buttons())
        column.addLayout(self._progress())
        column.addSpacing(16)
        self._error = _CardHolder()
        column.addWidget(self._error)
        column.addStretch(3)

    def _machine_band(self) -> QFrame:
        band = QFrame()
        band.setObjectName("band")
        row = QHBoxLayout(band)
        row.setContentsMargins(18, 13, 18, 13)
        row.setSpacing(14)
        self._dot = Dot(theme.colours().cpu)
        row.addWidget(self._dot)
        lines = QVBoxLayout()
        lines.setSpacing(5)
        self._machine_line = label(weight=QFont.Weight.DemiBold, wrap=True)
        self._machine_note = label(tone="muted", points=theme.BODY_PT - 0.5, wrap=True)
        lines.addWidget(self._machine_line)
        lines.addWidget(self._machine_note)
        row.addLayout(lines, 1)
        return band

    def _offer_card(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        card.setProperty("selected", True)
        row = QHBoxLayout(card)
        row.setContentsMargins(18, 13, 20, 13)
        row.setSpacing(16)
        row.addWidget(_Mark())
        lines = QVBoxLayout()
        lines.setSpacing(5)
        head = QHBoxLayout()
        head.setSpacing(10)
        starter = self._download.starter
        head.addWidget(label(one_line(starter.title), points=theme.BODY_PT + 1, weight=QFont.Weight.DemiBold))
        head.addWidget(label(self.tr("recommended"), tone="chip", points=theme.SMALL_PT))
        head.addStretch(1)
        lines.addLayout(head)
        about = self.tr("Tiny, to try the app in a minute · %1").replace("%1", words.size(starter.size))
        lines.addWidget(label(about, tone="muted", points=theme.BODY_PT - 0.5, wrap=True))
        row.addLayout(lines, 1)
        row.addWidget(label(self.tr("CPU, small and quick"), tone="muted", points=theme.BODY_PT - 0.5))
        return card

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(14)
        self._get = button(self.tr("Get it and start"), "primary")
        self._get.setMinimumSize(200, 40)
        self._get.setFont(theme.font(theme.BODY_PT + 0.5))
        self._get.clicked.connect(self._start)
        self._own = button(self.tr("or open a .gguf file you already have"), "link")
        self._own.clicked.connect(self.open_file)
        row.addWidget(self._get)
        row.addWidget(self._own)
        row.addStretch(1)
        return row

    def _progress(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(8)
        head = QHBoxLayout()
        self._progress_title = label(weight=QFont.Weight.Medium)
        self._progress_text = label(tone="muted", points=theme.SMALL_PT + 0.5)
        head.addWidget(self._progress_title)
        head.addStretch(1)
        head.addWidget(self._progress_text)
        self._bar = Bar(theme.colours().accent)
        self._cancel = button(self.tr("Cancel"))
        self._cancel.clicked.connect(self._download.cancel)
        foot = QHBoxLayout()
        foot.addWidget(self._cancel)
        foot.addStretch(1)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addSpacing(4)
        column.addLayout(foot)
        return column

    def set_machine(self, machine: Machine) -> None:
        """The machine's facts have been read."""
        self._machine = machine
        self._show_machine()

    @Slot(object)
    def show_error(self, error: AppError) -> None:
        """A download or the engine failed."""
        again = Action(self.tr("Try again"), self._start, primary=True)
        own = Action(self.tr("Open a .gguf file"), self.open_file.emit)
        self._error.card.show_error(error, [again, own])
        self._error.show()
        self._error.fit()

    @Slot()
    def _start(self) -> None:
        self._error.hide()
        self._download.start()

    @Slot()
    def _show_machine(self) -> None:
        machine, colours = self._machine, theme.colours()
        found = [device.name or device.id for device in self._session.accelerators()]
        parts = []
        if machine is not None:
            parts = [one_line(machine.cpu, 60)] if machine.cpu else []
        parts += [one_line(name, 60) for name in found if name not in parts]
        if machine is not None and machine.memory_bytes:
            parts.append(self.tr("%1 GB memory").replace("%1", words.memory(machine.memory_bytes)))
        if machine is not None and machine.disk_free_bytes:
            parts.append(self.tr("%1 free").replace("%1", words.size(machine.disk_free_bytes)))
        self._machine_line.setText(" · ".join(parts) or self.tr("Looking at this machine…"))
        if found:
            note = self.tr("The runtime sees these devices and uses the fastest one that works.")
            self._dot.set_colour(colours.npu)
        else:
            note = self.tr(
                "Models run on the processor here. A device found later is offered in the box of the model."
            )
            self._dot.set_colour(colours.cpu)
        self._machine_note.setText(note)

    @Slot()
    def _show_download(self) -> None:
        running = self._download.running
        had_focus = self._get.hasFocus()
        self._get.setVisible(not running)
        self._own.setVisible(not running)
        for widget in (self._progress_title, self._progress_text, self._bar, self._cancel):
            widget.setVisible(running)
        if running and had_focus:
            self._cancel.setFocus()
        if running:
            title = self.tr("Getting %1").replace("%1", one_line(self._download.starter.title))
            self._progress_title.setText(title)
            self._progress_text.setText(self._download.long_text())
            self._bar.set_share(self._download.share)
