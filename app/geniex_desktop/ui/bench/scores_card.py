"""The card of text scores: perplexity per model and device, and what each expects after the text."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ...bench.text_score import NextToken, TextScore
from .. import theme, words
from ..chat.display_text import one_line
from ..widgets.basics import label
from .benchmarks import Benchmarks
from .looks import device_name

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
    """Follows the scores of the benchmarks, best first."""

    def __init__(self, benchmarks: Benchmarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._benchmarks = benchmarks
        self._shown: list[TextScore] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(22)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.addLayout(self._list)
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        content.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(area)
        benchmarks.changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Shows other scores."""
        scores = sorted(self._benchmarks.scores, key=lambda score: score.bits_per_byte)
        if scores == self._shown:
            return
        self._shown = scores
        while self._list.count():
            item = self._list.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        for score in scores:
            self._list.addWidget(self._part(score))

    def _part(self, score: TextScore) -> QWidget:
        name = f"{one_line(score.model)} · {device_name(score.device)}"
        decimals = 2 if score.perplexity < _WHOLE_FROM else 0
        figure = self.tr("Perplexity %1 ± %2").replace("%1", words.number(score.perplexity, decimals))
        figure = figure.replace("%2", words.number(score.error, decimals))
        about = self.tr("%1 bits per byte · %2 in %3")
        about = about.replace("%1", words.number(score.bits_per_byte, 3))
        about = about.replace("%2", words.tokens(score.tokens))
        about = about.replace("%3", words.seconds(score.seconds))
        head = label(name, weight=QFont.Weight.DemiBold, wrap=True)
        value = label(figure, points=theme.HEADING_PT + 1, weight=QFont.Weight.DemiBold)
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
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for widget in (head, value, note, after, TokenBars(score.next)):
            column.addWidget(widget)
        return part


def token_text(text: str) -> str:
    """A token with its blanks made visible."""
    return text.replace(" ", "␣").replace("\n", "↵").replace("\t", "⇥") or "∅"


def _share(token: NextToken) -> str:
    percent = words.number(100 * token.probability, 1 if token.probability >= 0.001 else 3)
    return f"{percent} %"
