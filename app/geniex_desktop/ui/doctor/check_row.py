"""One check: its state, what was found, what to do, and the evidence folded away."""

from __future__ import annotations

import re
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ...doctor.findings import Finding, State
from ...doctor.wording import Text
from .. import icons, theme
from ..chat.display_text import visible
from ..sentences import localized
from ..widgets.basics import icon_button, label

_ICON = 18
_BREAK = "\u200b"
_WORD = 32
"""Longest word that always has room in a line."""
_LONG_WORD = re.compile(rf"\S{{{_WORD + 1},}}")


def shown(text: Text) -> str:
    """A sentence of the doctor's in the window's language."""
    said = replace(text, arguments=tuple(map(localized, text.arguments)))
    return said.shown(_translated)


def _translated(pattern: str) -> str:
    """The engine's own advice is no sentence of the doctor's."""
    translated = QCoreApplication.translate("Doctor", pattern)
    return translated if translated != pattern else localized(pattern)


def state_colour(state: State) -> str:
    """The colour that goes with a state's icon, whose shape says the same."""
    colours = theme.colours()
    return {
        State.PASS: colours.good,
        State.WARN: colours.warn,
        State.FAIL: colours.bad,
        State.UNKNOWN: colours.muted,
    }[state]


def state_name(state: State) -> str:
    translate = QCoreApplication.translate
    return {
        State.PASS: translate("DoctorPage", "in order"),
        State.WARN: translate("DoctorPage", "warning"),
        State.FAIL: translate("DoctorPage", "problem"),
        State.UNKNOWN: translate("DoctorPage", "unknown"),
    }[state]


class CopyLabel(QLabel):
    """Plain text to select and copy, in which long paths wrap though they have no blanks."""

    def __init__(self, text: str, font: QFont, tone: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font)
        self.setWordWrap(True)
        self.setProperty("tone", tone)
        self.setText(_LONG_WORD.sub(_with_breaks, visible(text)))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is copied is the text without our break marks."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.selectedText().replace(_BREAK, ""))
            event.accept()
        else:
            super().keyPressEvent(event)


def _with_breaks(word: re.Match[str]) -> str:
    """Room to break behind every separator, and in any case after a while."""
    parts = re.sub(r"([/\\\\=,;:])", rf"\1{_BREAK}", word[0]).split(_BREAK)
    return _BREAK.join(
        _BREAK.join(part[i : i + _WORD] for i in range(0, len(part), _WORD)) or part for part in parts
    )


class CheckRow(QWidget):
    """A finding; plain text only, for parts of it come from drivers."""

    def __init__(self, finding: Finding, area: str = "", parent: QWidget | None = None) -> None:
        """`area` stands before the title where the row is not among those of its area."""
        super().__init__(parent)
        self.finding = finding
        title = shown(finding.title)
        if area and area != title:
            title = f"{area} \N{MIDDLE DOT} {title}"
        self.setAccessibleName(f"{title}: {state_name(finding.state)}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 10, 0, 10)
        row.setSpacing(12)
        row.addWidget(self._icon(), 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(3)
        texts.addWidget(label(title, weight=QFont.Weight.Medium, wrap=True))
        found = label(visible(shown(finding.found)), tone="muted", points=theme.SMALL_PT + 0.5, wrap=True)
        texts.addWidget(found)
        if finding.action is not None:
            texts.addSpacing(2)
            texts.addWidget(CopyLabel(shown(finding.action), theme.font(theme.SMALL_PT + 0.5)))
        self._texts = texts
        self._evidence: QFrame | None = None
        row.addLayout(texts, 1)
        self.fold = icon_button("chevron-right", self.tr("Show what was looked at"))
        self.fold.setEnabled(bool(finding.evidence))
        self.fold.setVisible(bool(finding.evidence))
        self.fold.clicked.connect(self._toggle)
        row.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)

    def _icon(self) -> QLabel:
        state = self.finding.state
        result = QLabel()
        picture = icons.icon(f"state-{state.value}", state_colour(state))
        result.setPixmap(picture.pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF()))
        result.setFixedSize(_ICON, _ICON + 2)
        result.setToolTip(state_name(state))
        result.setAccessibleName(state_name(state))
        return result

    @property
    def evidence(self) -> QFrame:
        """What was looked at, made when it is first wanted: most of it is never unfolded."""
        if self._evidence is None:
            self._evidence = self._make_evidence()
            self._texts.addWidget(self._evidence)
        return self._evidence

    def _make_evidence(self) -> QFrame:
        box = QFrame(self)
        box.setObjectName("band")
        column = QVBoxLayout(box)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(8)
        for evidence in self.finding.evidence:
            pair = QVBoxLayout()
            pair.setSpacing(1)
            pair.addWidget(CopyLabel(evidence.looked_at, theme.font(theme.SMALL_PT), tone="muted"))
            pair.addWidget(CopyLabel(evidence.found, theme.mono_font(theme.SMALL_PT)))
            column.addLayout(pair)
        box.hide()
        return box

    @Slot()
    def _toggle(self) -> None:
        opened = self.evidence.isHidden()
        self.evidence.setVisible(opened)
        name = "chevron-down" if opened else "chevron-right"
        self.fold.setIcon(icons.icon(name, theme.colours().muted))
        text = self.tr("Hide what was looked at") if opened else self.tr("Show what was looked at")
        self.fold.setToolTip(text)
        self.fold.setAccessibleName(text)
