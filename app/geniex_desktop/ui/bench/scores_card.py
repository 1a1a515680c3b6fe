"""The card of text scores: perplexity per model and device, and what each expects after the text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ...bench.store import before
from ...bench.text_exports import best_first
from ...bench.text_records import EarlierScore, FailedScore, TextRun, earlier_score
from ...bench.text_score import NextToken, TextScore
from .. import theme, words
from ..chat.display_text import one_line
from ..sentences import localized
from ..widgets.basics import button, label
from ..widgets.picture import picture_of
from .benchmarks import Benchmarks
from .looks import changed_since_text, device_name, moment, text_run_name
from .run_bar import RunBar

_ROW = 24
_WHOLE_FROM = 1000
_NAME_WIDTH = 150
_SHARE_WIDTH = 70


class TokenBars(QWidget):
    """The likeliest next tokens with their probabilities."""

    def __init__(self, tokens: tuple[NextToken, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("; ".join(f"{token_text(t.text)} {_share(t)}" for t in tokens))

    def sizeHint(self) -> QSize:
        return QSize(320, _ROW * len(self._tokens))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = max(20.0, self.width() - _NAME_WIDTH - _SHARE_WIDTH)
        middle = Qt.AlignmentFlag.AlignVCenter
        for index, token in enumerate(self._tokens):
            top = index * _ROW
            painter.setFont(theme.mono_font(theme.SMALL_PT))
            painter.setPen(QColor(colours.text))
            name = painter.fontMetrics().elidedText(
                token_text(token.text), Qt.TextElideMode.ElideRight, _NAME_WIDTH - 12
            )
            painter.drawText(QRectF(0, top, _NAME_WIDTH, _ROW), middle, name)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent))
            width = max(2.0, room * min(1.0, max(0.0, token.probability)))
            painter.drawRoundedRect(QRectF(_NAME_WIDTH, top + 7, width, _ROW - 14), 3, 3)
            painter.setFont(theme.font(theme.SMALL_PT))
            painter.setPen(QColor(colours.muted))
            area = QRectF(self.width() - _SHARE_WIDTH, top, _SHARE_WIDTH, _ROW)
            painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, _share(token))


class ScoresCard(QFrame):
    """Shows one of the scored texts, best model first."""

    def __init__(self, benchmarks: Benchmarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._benchmarks = benchmarks
        self._shown: list[TextRun] = []
        self.which = RunBar(benchmarks, benchmarks.texts, text_run_name, self.picture)
        self._list = QVBoxLayout()
        self._list.setSpacing(22)
        self._content = content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 4, 10, 0)
        inside.addLayout(self._list)
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        content.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 10, 12)
        column.setSpacing(8)
        column.addWidget(self.which)
        column.addWidget(area, 1)
        benchmarks.changed.connect(self.refresh)
        self.refresh()

    def picture(self) -> QImage:
        """The scores, with the run above them."""
        return picture_of(self._content, self.which.choice.currentText())

    @Slot()
    def refresh(self) -> None:
        """Shows another run, or more of it, or what it is compared with now."""
        self.which.refresh()
        texts = self._benchmarks.texts
        run = texts.shown
        shown = [run, *before(run, texts.runs)] if run is not None else []
        if shown == self._shown:
            return
        self._shown = shown
        while self._list.count():
            item = self._list.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        if run is None:
            return
        for score in best_first(run):
            self._list.addWidget(self._part(score, earlier_score(run, score, texts.runs)))
        for failed in run.failures:
            self._list.addWidget(self._failure(failed))

    def _part(self, score: TextScore, earlier: EarlierScore | None) -> QWidget:
        about = self.tr("%1 bits per byte · %2 in %3")
        about = about.replace("%1", words.number(score.bits_per_byte, 3))
        about = about.replace("%2", words.tokens(score.tokens))
        about = about.replace("%3", words.seconds(score.seconds))
        value = label(
            self.tr("Perplexity %1").replace("%1", perplexity_text(score)),
            points=theme.HEADING_PT + 1,
            weight=QFont.Weight.DemiBold,
            wrap=True,
        )
        value.setToolTip(
            self.tr("exp of a token's mean negative log-likelihood; less is better. ± one standard error.")
        )
        note = label(about, tone="muted", points=theme.SMALL_PT, wrap=True)
        note.setToolTip(
            self.tr(
                "Perplexities compare only models that cut a text into the same tokens; bits per byte all."
            )
        )
        after = label(self.tr("Likeliest after the text"), tone="muted", points=theme.SMALL_PT + 0.5)
        after.setContentsMargins(0, 8, 0, 0)
        before_that = [self._earlier(earlier)] if earlier is not None else []
        return _column(
            _name(score.model, score.device), value, note, *before_that, after, TokenBars(score.next)
        )

    def _earlier(self, earlier: EarlierScore) -> QLabel:
        text = self.tr("Earlier, on %1: %2.").replace("%1", moment(earlier.run.time))
        text = text.replace("%2", perplexity_text(earlier.score))
        changed = changed_since_text(earlier.differs)
        return label(
            words.sentences(text, changed),
            tone="muted",
            points=theme.SMALL_PT,
            wrap=True,
        )

    def _failure(self, failed: FailedScore) -> QWidget:
        why = label(one_line(localized(failed.failure)), tone="bad", points=theme.SMALL_PT + 0.5, wrap=True)
        details = button(self.tr("Details"), "link")
        details.clicked.connect(partial(self._benchmarks.show_failure, failed))
        row = QHBoxLayout()
        row.addWidget(why, 1)
        row.addWidget(details)
        return _column(_name(failed.model, failed.device), row)


def perplexity_text(score: TextScore) -> str:
    """The perplexity with its error, to as many digits as mean something."""
    decimals = 2 if score.perplexity < _WHOLE_FROM else 0
    return f"{words.number(score.perplexity, decimals)} ± {words.number(score.error, decimals)}"


def _name(model: str, device: str) -> QLabel:
    name = f"{one_line(model)} · {device_name(device)}"
    return label(name, weight=QFont.Weight.DemiBold, wrap=True)


def _column(*parts: QWidget | QLayout) -> QWidget:
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    for part in parts:
        column.addLayout(part) if isinstance(part, QLayout) else column.addWidget(part)
    return whole


def token_text(text: str) -> str:
    """A token with its blanks made visible."""
    return text.replace(" ", "␣").replace("\n", "↵").replace("\t", "⇥") or "∅"


def _share(token: NextToken) -> str:
    percent = words.number(100 * token.probability, 1 if token.probability >= 0.001 else 3)
    return f"{percent} %"
