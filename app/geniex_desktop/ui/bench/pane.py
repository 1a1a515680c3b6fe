"""The Bench pane: what to measure on the left, what it came to on the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from .. import theme
from ..chat.controller import ChatController
from ..widgets.basics import button, label
from ..widgets.error_card import FittingErrorCard
from .benchmarks import Benchmarks
from .chooser import Chooser
from .looks import run_name, text_run_name
from .progress_card import ProgressCard
from .results_card import ResultsCard
from .scores_card import ScoresCard


class BenchPane(QWidget):
    """`check_wanted` asks for the device check."""

    check_wanted = Signal()

    def __init__(
        self, controller: ChatController, benchmarks: Benchmarks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self._benchmarks = benchmarks
        self._controller = controller
        self.chooser = Chooser(controller.session, benchmarks)
        self.progress = ProgressCard(benchmarks)
        self.results, self.scores, self.empty = ResultsCard(benchmarks), ScoresCard(benchmarks), _Empty()
        self.error = FittingErrorCard()
        self.error.check_wanted.connect(self.check_wanted)
        self.status = label(points=theme.SMALL_PT + 0.5, wrap=True)
        self.status.hide()
        self.undo = button(self.tr("Undo the deletion"), "link")
        self.undo.clicked.connect(self._undo)
        self.disturbed = label(
            self.tr("A reply is being written. It takes speed away from whatever is measured now."),
            tone="warn",
            points=theme.SMALL_PT + 0.5,
            wrap=True,
        )
        self._views = QStackedWidget()
        for view in (self.empty, self.results, self.scores):
            self._views.addWidget(view)
        right = QVBoxLayout()
        right.setSpacing(12)
        for widget in (self.disturbed, self.progress, self.error):
            right.addWidget(widget)
        right.addWidget(self._views, 1)
        body = QHBoxLayout()
        body.setContentsMargins(24, 4, 24, 14)
        body.setSpacing(12)
        body.addWidget(self.chooser)
        body.addLayout(right, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._header())
        whole.addLayout(body, 1)
        benchmarks.changed.connect(self.refresh)
        benchmarks.said.connect(self._say)
        controller.busy_changed.connect(self._show_disturbance)
        self._say(*benchmarks.status)
        self.refresh()

    def _header(self) -> QHBoxLayout:
        self._modes = QButtonGroup(self)
        row = QHBoxLayout()
        row.setContentsMargins(24, 16, 24, 12)
        row.setSpacing(8)
        row.addWidget(label(self.tr("Bench"), points=theme.HEADING_PT + 1, weight=QFont.Weight.DemiBold))
        row.addSpacing(12)
        for index, (text, hint) in enumerate(
            (
                (self.tr("Speed"), self.tr("How fast models are on each device")),
                (self.tr("Text"), self.tr("How well models foresee a text: their perplexity")),
            )
        ):
            made = button(text, "segment")
            made.setCheckable(True)
            made.setChecked(index == int(self._benchmarks.wishes.scoring))
            made.setToolTip(hint)
            self._modes.addButton(made, index)
            row.addWidget(made)
        self._modes.idClicked.connect(self._mode_chosen)
        row.addWidget(self.status, 1)
        row.addStretch(0)
        row.addWidget(self.undo)
        return row

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._benchmarks.refresh_models()

    @Slot()
    def refresh(self) -> None:
        """Follows the benchmarks."""
        benchmarks = self._benchmarks
        scoring = benchmarks.wishes.scoring
        self._show_undo()
        self._show_disturbance()
        self.error.setVisible(benchmarks.error is not None)
        if benchmarks.error is not None:
            self.error.show_error(benchmarks.error, [])
            self.error.updateGeometry()
        self.empty.show_mode(scoring)
        kept, view = (benchmarks.texts, self.scores) if scoring else (benchmarks.speeds, self.results)
        self._views.setCurrentWidget(self.empty if kept.shown is None else view)

    @Slot()
    def _show_disturbance(self) -> None:
        """A text is scored the same however busy the machine is."""
        self.disturbed.setVisible(self._controller.busy and not self._benchmarks.wishes.scoring)

    def _show_undo(self) -> None:
        """Offers what was deleted last, and names it."""
        benchmarks = self._benchmarks
        if benchmarks.wishes.scoring:
            text = benchmarks.texts.last_deleted
            name = text_run_name(text) if text is not None else ""
        else:
            speeds = benchmarks.speeds.last_deleted
            name = run_name(speeds) if speeds is not None else ""
        self.undo.setVisible(bool(name))
        self.undo.setToolTip(name)

    @Slot()
    def _undo(self) -> None:
        benchmarks = self._benchmarks
        (benchmarks.texts if benchmarks.wishes.scoring else benchmarks.speeds).undo()

    @Slot(int)
    def _mode_chosen(self, index: int) -> None:
        self._benchmarks.wishes.scoring = index == 1
        self.chooser.refresh()
        self.refresh()

    @Slot(str, bool)
    def _say(self, text: str, bad: bool) -> None:
        self.status.setText(text)
        self.status.setProperty("tone", "warn" if bad else "muted")
        self.status.style().polish(self.status)
        self.status.setVisible(bool(text))


class _Empty(QFrame):
    """What the pane is for, and the one next step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.title = label(points=theme.HEADING_PT + 1, weight=QFont.Weight.DemiBold, wrap=True)
        self.text = label(tone="muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 24, 40, 24)
        column.setSpacing(10)
        column.addStretch(2)
        for part in (self.title, self.text):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(part)
        column.addStretch(3)

    def show_mode(self, scoring: bool) -> None:
        """The words for speed, or for a text."""
        if scoring:
            self.title.setText(self.tr("Which model knows your text best?"))
            self.text.setText(
                self.tr(
                    "Paste a text at the left and score it. The perplexity tells how surprised a model is by"
                    " it: compare two precisions of one model to see what the smaller one costs."
                )
            )
        else:
            self.title.setText(self.tr("How fast is this machine, really?"))
            self.text.setText(
                self.tr(
                    "Choose models and devices at the left and measure. Each combination runs several times,"
                    " so that you see the spread; every later run is compared with this one. Leave the"
                    " machine alone meanwhile: whatever else it does is measured too."
                )
            )
