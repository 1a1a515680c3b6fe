"""A pane that is made when it is first wanted: step by step when it is shown, at once when asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel
from shiboken6 import delete, isValid

from geniex_desktop.ui.widgets.lazy import LazyPane


@pytest.fixture
def pane(app: QApplication) -> Iterator[LazyPane[QLabel]]:
    result = LazyPane(lambda: QLabel("content"))
    yield result
    result.deleteLater()


def stage(pane: LazyPane[QLabel]) -> str:
    if pane.made is None:
        return "empty"
    return "seen" if pane.made.isVisible() else "made"


def turn_until(pane: LazyPane[QLabel], wanted: str) -> list[str]:
    """The stage after each turn of the event loop."""
    stages = [stage(pane)]
    while stages[-1] != wanted and len(stages) < 20:
        QApplication.processEvents()
        stages.append(stage(pane))
    return stages


def test_each_step_has_a_turn_of_the_event_loop(pane: LazyPane[QLabel]) -> None:
    pane.show()
    stages = turn_until(pane, "seen")
    assert list(dict.fromkeys(stages)) == ["empty", "made", "seen"]
    # The first turn is for drawing what is around.
    assert stages.count("empty") >= 2
    assert pane.content.parent() is pane
    assert pane.content.size() == pane.size()


def test_asked_for_in_the_midst_it_is_there_at_once(pane: LazyPane[QLabel]) -> None:
    pane.show()
    turn_until(pane, "made")
    made = pane.made
    assert pane.content is made
    assert stage(pane) == "seen"


def test_what_is_hidden_in_the_midst_goes_on_when_it_is_shown(pane: LazyPane[QLabel]) -> None:
    pane.show()
    turn_until(pane, "made")
    made = pane.made
    pane.hide()
    assert len(turn_until(pane, "seen")) == 20
    pane.show()
    assert turn_until(pane, "seen")[-1] == "seen"
    assert pane.made is made


def test_what_is_let_go_in_the_midst_is_made_anew(pane: LazyPane[QLabel]) -> None:
    pane.show()
    turn_until(pane, "made")
    old = pane.made
    pane.let_go()
    assert not isValid(old)
    assert turn_until(pane, "seen")[-1] == "seen"


def test_it_goes_with_its_pane_in_the_midst(app: QApplication) -> None:
    pane = LazyPane(lambda: QLabel("content"))
    pane.show()
    turn_until(pane, "made")
    made = pane.made
    delete(pane)
    QApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete.value)
    assert not isValid(made)
