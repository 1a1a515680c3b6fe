"""Somebody who uses the window at random, from a seed: the same seed makes the same choices.

Everything goes through real events: keys, clicks, wheel turns and resizes. What the app shows in
between (menus, dialogs, the palette) is used or closed like the rest. `Faults` notes what must not
happen while it goes on.
"""

from __future__ import annotations

import gc
import logging
import random
import time
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QtMsgType
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QScrollArea,
    QWidget,
)
from random_texts import DRAFTS, FAILURES, QUERIES, REPLIES
from scripted import Script
from shiboken6 import isValid
from window_bench import Heartbeat, wait

from geniex_desktop.settings import THEME
from geniex_desktop.ui.app import Desktop
from geniex_desktop.ui.settings.declared import LANGUAGE
from geniex_desktop.ui.window_commands import window_commands

STALL_S = 0.1
_OFFSCREEN = "This plugin does not support"
_BAD = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
_MOST_CHATS = 25
_TRACE = 12
_PAUSES_MS = (0, 0, 5, 20, 60, 200)
_SIZES = ((640, 480), (800, 600), (1000, 700), (1280, 800), (1600, 900))
_KEYS = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Space),
    *(Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_F2, Qt.Key.Key_Escape),
)


class KeepOpen(QObject):
    """Refuses to close a window that is not meant to end yet."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            event.ignore()
            return True
        return False


class RandomUser:
    """`step` does one thing and answers what it was."""

    def __init__(self, desktop: Desktop, script: Script | None, seed: int, folder: Path) -> None:
        """Without a script the engine is a real one. Files come from and go to `folder`."""
        self.random = random.Random(seed)
        self.desktop = desktop
        self._script = script
        self._folder = folder
        self._files = 0
        self._keep_open = KeepOpen()
        desktop.window.installEventFilter(self._keep_open)
        self._actions: list[tuple[int, Callable[[], object]]] = [
            (14, self.type_text),
            (12, self.send),
            (5, self.stop),
            (12, self.use_a_command),
            (6, self.open_a_chat),
            (2, self.delete_a_chat),
            (2, self.undo_the_deletion),
            (2, self.chat_menu),
            (4, self.search),
            (4, self.palette),
            (6, self.show_a_pane),
            (8, self.click_a_button),
            (6, self.press_keys_somewhere),
            (6, self.turn_the_wheel),
            (3, self.resize),
            (1, self.change_look),
            (1, self.change_language),
            (2, self.paste),
            (3, self.hover),
        ]

    @property
    def window(self) -> Any:
        return self.desktop.window

    def step(self) -> str:
        """One action, after which the event loop runs for a moment."""
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None:
            name = self._use_popup(popup)
        else:
            weights = [weight for weight, _action in self._actions]
            action = self.random.choices(self._actions, weights)[0][1]
            action()
            name = action.__name__
        wait(self.random.choice(_PAUSES_MS))
        return name

    # ------------------------------------------------------------- writing

    def type_text(self) -> None:
        """Into the message field, key by key or, what is long, at once."""
        self.window.focus_composer()
        field = self.window.chat.composer.field
        text = self.random.choice(DRAFTS)
        if len(text) > 60:
            field.insertPlainText(text)
        else:
            type_into(field, text)

    def paste(self) -> None:
        QGuiApplication.clipboard().setText(self.random.choice(DRAFTS + REPLIES))
        self.window.focus_composer()
        self._key(self.window.chat.composer.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    def send(self) -> None:
        """What is in the field, or a question; another answer is prepared."""
        if self._script is not None:
            self._prepare(self._script)
        self.window.focus_composer()
        composer = self.window.chat.composer
        if not composer.text.strip():
            type_into(composer.field, "Why?")
        self._key(composer.field, Qt.Key.Key_Return)

    def _prepare(self, script: Script) -> None:
        script.reply = self.random.choice(REPLIES)
        script.pause_s = self.random.choice((0.0005, 0.002, 0.005))
        script.prefill_pause_s = self.random.choice((0.0, 0.02, 0.2))
        script.failure = self.random.choice(FAILURES) if self.random.random() < 0.08 else None
        script.fail_at = self.random.randrange(40)
        script.load_failure = self.random.choice(FAILURES) if self.random.random() < 0.02 else None

    def stop(self) -> None:
        self.window.focus_composer()
        self._key(self.window.chat.composer.field, Qt.Key.Key_Escape)

    # ------------------------------------------------------- chats and panes

    def open_a_chat(self) -> None:
        chats = self.desktop.history.chats
        if chats:
            self.desktop.history.open(self.random.choice(chats).key)
        if len(chats) > _MOST_CHATS:
            self.desktop.history.delete(self.random.choice(chats).key)

    def _choose_a_row(self) -> Any:
        self.window.show_page(0)
        view = self.window.chats.view
        rows = view.model().rowCount()
        if rows:
            view.setCurrentIndex(view.model().index(self.random.randrange(rows)))
        return view

    def delete_a_chat(self) -> None:
        self._key(self._choose_a_row(), Qt.Key.Key_Delete)

    def undo_the_deletion(self) -> None:
        self.desktop.history.undo()

    def chat_menu(self) -> None:
        view = self._choose_a_row()
        view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())

    def search(self) -> None:
        self.window.search_chats()
        field = self.window.chats.search
        field.clear()
        type_into(field, self.random.choice(QUERIES))
        wait(self.random.choice((0, 150)))
        self._key(field, self.random.choice((Qt.Key.Key_Down, Qt.Key.Key_Escape, Qt.Key.Key_Return)))
        if QApplication.focusWidget() is self.window.chats.view:
            self._key(self.window.chats.view, Qt.Key.Key_Return)

    def use_a_command(self) -> None:
        """By its keys, or directly where it has none."""
        usable = [command for command in window_commands(self.window) if not command.reason]
        command = self.random.choice(usable)
        if command.keys:
            self.window.run_keys(command.keys)
        else:
            command.run()

    def palette(self) -> None:
        self.window.show_palette()

    def show_a_pane(self) -> None:
        self.click_one([b for b in self.window._rail.findChildren(QAbstractButton) if b.isVisible()])

    # ---------------------------------------------------------- anything else

    def click_a_button(self) -> None:
        self.click_one(
            [
                button
                for button in self.window.findChildren(QAbstractButton)
                if button.isVisible() and button.isEnabled() and not button.visibleRegion().isEmpty()
            ]
        )

    def click_one(self, buttons: list[QAbstractButton]) -> None:
        if buttons:
            QTest.mouseClick(self.random.choice(buttons), Qt.MouseButton.LeftButton)

    def press_keys_somewhere(self) -> None:
        """Goes to anything that takes the keyboard and presses a few keys there."""
        tab = Qt.FocusPolicy.TabFocus
        takers = [
            widget
            for widget in self.window.findChildren(QWidget)
            if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & tab
        ]
        if not takers:
            return
        self.random.choice(takers).setFocus(Qt.FocusReason.TabFocusReason)
        for _ in range(self.random.randrange(1, 5)):
            at = QApplication.activePopupWidget() or QApplication.focusWidget()
            if at is not None:
                self._key(at, self.random.choice(_KEYS))

    def turn_the_wheel(self) -> None:
        areas: list[QWidget] = [
            self.window.chat.transcript.viewport(),
            self.window.chats.view.viewport(),
            *[area.viewport() for area in self.window.findChildren(QScrollArea)],
        ]
        shown = [area for area in areas if area.isVisible()]
        if shown:
            area = self.random.choice(shown)
            for _ in range(self.random.randrange(1, 6)):
                turn_wheel(area, self.random.choice((-720, -120, 120, 720)))

    def resize(self) -> None:
        self.window.resize(*self.random.choice(_SIZES))

    def change_look(self) -> None:
        self.window.save_setting(THEME, self.random.choice(("light", "dark", "system")))

    def change_language(self) -> None:
        self.window.save_setting(LANGUAGE, self.random.choice(("en", "zh_CN")))

    def hover(self) -> None:
        shown = [widget for widget in self.window.findChildren(QWidget) if widget.isVisible()]
        QTest.mouseMove(self.random.choice(shown))

    # ------------------------------------------------- menus, dialogs, popups

    def _use_popup(self, popup: QWidget) -> str:
        """Chooses something there, or closes it."""
        name = type(popup).__name__
        if isinstance(popup, QFileDialog):
            self._use_file_dialog(popup)
        elif isinstance(popup, QMessageBox):
            self.click_one(list(popup.buttons()))
        elif isinstance(popup, QMenu) and self.random.random() < 0.6:
            entries = [entry for entry in popup.actions() if entry.isEnabled() and not entry.isSeparator()]
            if entries:
                entry = self.random.choice(entries)
                popup.setActiveAction(entry)
                if entry.menu() is None:
                    popup.close()
                    entry.trigger()
        elif self.random.random() < 0.5:
            at = popup.focusWidget() or popup
            type_into(at, self.random.choice(QUERIES)[:4])
            for key in (Qt.Key.Key_Down, self.random.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape))):
                if isValid(at):
                    self._key(at, key)
        else:
            self._key(popup, Qt.Key.Key_Escape)
        if isValid(popup) and popup.isVisible() and self.random.random() < 0.3:
            popup.close()
        return name

    def _use_file_dialog(self, dialog: QFileDialog) -> None:
        if self.random.random() < 0.4:
            dialog.reject()
            return
        if dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave:
            self._files += 1
            name = self._folder / f"saved-{self._files}.{dialog.defaultSuffix()}"
        else:
            there = sorted(path for path in self._folder.iterdir() if path.is_file())
            name = self.random.choice(there)
        dialog.fileSelected.emit(str(name))
        dialog.reject()

    @staticmethod
    def _key(
        widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        QTest.keyClick(widget, key, modifiers)

    # ----------------------------------------------------------------- the end

    def tidy_up(self) -> None:
        """Nothing running, nothing open, no chats: what the app holds now is what it holds for good."""
        for _ in range(10):
            popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if popup is None:
                break
            popup.reject() if isinstance(popup, QDialog) else popup.close()
            wait(5)
        self.desktop.recordings.stop()
        self.desktop.benchmarks.stop()
        self.desktop.controller.new_chat()
        self.window.show_page(0)
        self.window.resize(1000, 700)
        history = self.desktop.history
        for chat in list(history.chats):
            history.delete(chat.key)
        history.forget_deleted()
        wait(600)


def type_into(widget: QWidget, text: str) -> None:
    """By keys where a keyboard has them, else as an input method does."""
    if text.isascii():
        QTest.keyClicks(widget, text)
        return
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(widget, event)


def turn_wheel(widget: QWidget, delta: int) -> None:
    """Turns the wheel over the middle of a widget by eighths of a degree."""
    at = QPointF(widget.rect().center())
    event = QWheelEvent(
        at,
        QPointF(widget.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


class Faults:
    """What has gone wrong, each with the steps before it."""

    def __init__(self, qtlog: Any, exceptions: list[Any], caplog: Any) -> None:
        self.found: list[str] = []
        self._qtlog = qtlog
        self._exceptions = exceptions
        self._caplog = caplog
        self._seen = 0
        self._steps: deque[str] = deque(maxlen=_TRACE)
        self._heartbeat = Heartbeat()

    def look(self, step: str) -> None:
        """Notes what the last step brought."""
        self._steps.append(step)
        if self._heartbeat.longest > STALL_S:
            self._note(f"the window stood still for {1000 * self._heartbeat.longest:.0f} ms")
        self._heartbeat.longest = 0.0
        for record in self._qtlog.records[self._seen :]:
            if record.type in _BAD and not record.message.startswith(_OFFSCREEN):
                self._note(f"Qt: {record.message}")
        self._seen = len(self._qtlog.records)
        while self._exceptions:
            self._note("".join(traceback.format_exception(*self._exceptions.pop())))
        for record in self._caplog.records:
            if record.levelno >= logging.ERROR:
                self._note(f"log: {record.getMessage()} {record.exc_info or ''}")
        self._caplog.clear()

    def forget_time(self) -> None:
        """The time up to now was the test's own."""
        self._heartbeat.restart()

    def stop(self) -> None:
        self._heartbeat.deleteLater()

    def _note(self, what: str) -> None:
        self.found.append(f"{what}\n    after {', '.join(self._steps)}")


class Holdings:
    """What the process holds, taken again and again on a tidied desk."""

    def __init__(self) -> None:
        self.objects: list[int] = []
        self.widgets: list[int] = []
        self.rss: list[int] = []
        self._process = psutil.Process()

    def take(self) -> None:
        gc.collect()
        self.objects.append(len(gc.get_objects()))
        self.widgets.append(len(QApplication.allWidgets()))
        self.rss.append(self._process.memory_info().rss)

    def growth(self, values: list[int]) -> float:
        """By how much the last third lies over the middle one, as medians; the first third warms up."""
        third = len(values) // 3
        middle = sorted(values[third : 2 * third])
        last = sorted(values[2 * third :])
        return last[len(last) // 2] - middle[len(middle) // 2]


def use_at_random(user: RandomUser, faults: Faults, seconds: float, holdings: Holdings | None = None) -> int:
    """Goes on for so long, or until ten things have gone wrong; answers the number of steps."""
    faults.forget_time()
    ends = time.monotonic() + seconds
    every = seconds / 18
    due = time.monotonic() + every
    steps = 0
    while time.monotonic() < ends and len(faults.found) < 10:
        faults.look(user.step())
        steps += 1
        if holdings is not None and time.monotonic() >= due:
            due += every
            user.tidy_up()
            faults.look("tidy_up")
            holdings.take()
            faults.forget_time()
    return steps
