"""One line under the pane: what sampling costs, or what is wrong with a source; all sources in its tip."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from ...telemetry.qt import Telemetry
from ...telemetry.signals import State, Status
from .. import theme, words
from ..sentences import localized
from ..widgets.basics import ElidedLabel

_TROUBLED = (State.HANGING, State.FAILING, State.SLOW)


class SourcesLine(ElidedLabel):
    """Quiet while all is well."""

    def __init__(self, telemetry: Telemetry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._telemetry = telemetry
        self.setFont(theme.font(theme.SMALL_PT))
        telemetry.status_changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """The cost has changed, or a source's state."""
        statuses = self._telemetry.statuses()
        troubled = [status for status in statuses if status.state in _TROUBLED]
        tone = "warn" if troubled else "muted"
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)
        text = words.sentences(*(localized(status.reason) for status in troubled)) or self._cost_text()
        self.set_whole(text)
        self.setAccessibleName(text)
        self.setToolTip("\n".join(map(self._source_text, _in_order(statuses))))

    def _cost_text(self) -> str:
        cost = self._telemetry.cost_percent()
        if cost is None:
            return ""
        text = self.tr("Measuring takes %1 % of one core, %2 times a second.")
        rate = 1 / self._telemetry.interval_s
        text = text.replace("%2", words.number(rate, 0 if rate >= 1 else 1))
        return text.replace("%1", words.number(cost, 1))

    def _source_text(self, status: Status) -> str:
        if status.state is State.OK:
            text = self.tr("%1: every %2 s, %3 ms").replace("%1", localized(status.provider))
            text = text.replace("%2", words.number(status.interval_s, 1))
            return text.replace("%3", words.number(status.read_s * 1000, 1))
        return words.sentences(
            f"{localized(status.provider)}:", localized(status.reason), localized(status.remedy)
        )


def _in_order(statuses: Sequence[Status]) -> list[Status]:
    """Those that are read first."""
    return sorted(statuses, key=lambda status: status.state is State.ABSENT)
