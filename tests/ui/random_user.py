"""Somebody who uses the window at random, from a seed: the same seed makes the same choices.

Everything goes through real events: keys, clicks, wheel turns and resizes. What the app shows in
between (menus, dialogs, the palette) is used or closed like the rest. `Faults` notes what must not
happen while it goes on.
"""

from __future__ import annotations

import logging
import random
import time
import traceback
from collections import deque
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from holdings import Holdings
from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    Qt,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QWheelEvent,
)
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
from random_files import pixels
from random_texts import DRAFTS, FAILURES, QUERIES, REPLIES
from scripted import Script
from shiboken6 import isValid
from stall_watch import StallWatch
from window_bench import wait

from geniex_desktop.settings import THEME
from geniex_desktop.ui.app import Desktop
from geniex_desktop.ui.chat.transcript import Transcript
from geniex_desktop.ui.settings.declared import LANGUAGE
from geniex_desktop.ui.window_commands import window_commands

_OFFSCREEN = "This plugin does not support"
_BAD = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
_MOST_CHATS = 25
_MOST_ROW_WIDGETS = 200
"""Of all kinds together; a window of 900 px has room for 40 of the lowest."""
_TRACE = 12
_PATIENCE_S = 20
_PAUSES_MS = (0, 0, 5, 20, 60, 200)
_SIZES = ((640, 480), (800, 600), (1000, 700), (1280, 800), (1600, 900))
W = TypeVar("W", bound=QWidget)
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

    def __init__(
        self, desktop: Desktop, script: Script | None, seed: int, folder: Path, watch: StallWatch
    ) -> None:
        """Without a script the engine is a real one. Files come from and go to `folder`."""
        self.random = random.Random(seed)
        self.desktop = desktop
        self._watch = watch
        self._script = script
        self._folder = folder
        self._files = 0
        assert desktop.session.model is not None
        self._model = desktop.session.model.spec.model_path
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
            (3, self.drop_files),
            (1, self.paste_a_picture),
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
        self._wait(self.random.choice(_PAUSES_MS))
        return name

    # ------------------------------------------------------------- writing

    def type_text(self) -> None:
        """Into the message field, key by key or, what is long, at once."""
        self.focus_composer()
        field = self.window.chat.composer.field
        text = self.random.choice(DRAFTS)
        if len(text) > 60:
            field.insertPlainText(text)
        else:
            self._type(field, text)

    def paste(self) -> None:
        QGuiApplication.clipboard().setText(self.random.choice(DRAFTS + REPLIES))
        self.focus_composer()
        self._key(self.window.chat.composer.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    def focus_composer(self) -> None:
        """Goes there and waits for what a person waits for: until there is a field to write in."""
        self.window.focus_composer()
        self._until(lambda: self.window.settled)

    def drop_files(self) -> None:
        """Drags some over the conversation and lets them go there, or not."""
        self.focus_composer()
        there = sorted(self._folder.iterdir())
        chosen = self.random.sample(there, min(len(there), self.random.choice((1, 1, 1, 2, 9))))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in chosen])
        pane, place = self.window.chat, QPoint(200, 200)
        none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
        copy = Qt.DropAction.CopyAction
        QApplication.sendEvent(pane, QDragEnterEvent(place, copy, data, left, none))
        self._wait(0)
        if not isValid(pane):
            return
        if self.random.random() < 0.9:
            QApplication.sendEvent(pane, QDropEvent(QPointF(place), copy, data, left, none))
        else:
            QApplication.sendEvent(pane, QDragLeaveEvent())

    def paste_a_picture(self) -> None:
        QGuiApplication.clipboard().setImage(pixels())
        self.focus_composer()
        self._key(self.window.chat.composer.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    def send(self) -> None:
        """What is in the field, or a question; another answer is prepared."""
        if self._script is not None:
            self._prepare(self._script)
        self.focus_composer()
        composer = self.window.chat.composer
        if not composer.text.strip():
            self._type(composer.field, "Why?")
        self._key(composer.field, Qt.Key.Key_Return)

    def _prepare(self, script: Script) -> None:
        script.reply = self.random.choice(REPLIES)
        script.pause_s = self.random.choice((0.0005, 0.002, 0.005))
        script.prefill_pause_s = self.random.choice((0.0, 0.02, 0.2))
        script.failure = self.random.choice(FAILURES) if self.random.random() < 0.08 else None
        script.fail_at = self.random.randrange(40)
        script.load_failure = self.random.choice(FAILURES) if self.random.random() < 0.02 else None

    def stop(self) -> None:
        self.focus_composer()
        self._key(self.window.chat.composer.field, Qt.Key.Key_Escape)

    # ------------------------------------------------------- chats and panes

    def open_a_chat(self) -> None:
        chats = self.desktop.history.chats
        if chats:
            self.desktop.history.open(self.random.choice(chats).key)
        if len(chats) > _MOST_CHATS:
            self.desktop.history.delete(self.random.choice(chats).key)

    def _choose_a_row(self) -> Any:
        self.focus_composer()
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
        self.focus_composer()
        self.window.search_chats()
        field = self.window.chats.search
        field.clear()
        self._type(field, self.random.choice(QUERIES))
        self._wait(self.random.choice((0, 150)))
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
        self.click_one(self._shown(QAbstractButton, self.window._rail))

    # ---------------------------------------------------------- anything else

    def click_a_button(self) -> None:
        buttons = self._shown(QAbstractButton)
        self.click_one([b for b in buttons if b.isEnabled() and not b.visibleRegion().isEmpty()])

    def click_one(self, buttons: list[QAbstractButton]) -> None:
        if buttons:
            QTest.mouseClick(self.random.choice(buttons), Qt.MouseButton.LeftButton)

    def press_keys_somewhere(self) -> None:
        """Goes to anything that takes the keyboard and presses a few keys there."""
        tab = Qt.FocusPolicy.TabFocus
        takers = [w for w in self._shown(QWidget) if w.isEnabled() and w.focusPolicy() & tab]
        if not takers:
            return
        self.random.choice(takers).setFocus(Qt.FocusReason.TabFocusReason)
        for _ in range(self.random.randrange(1, 5)):
            at = QApplication.activePopupWidget() or QApplication.focusWidget()
            if at is not None:
                self._key(at, self.random.choice(_KEYS))

    def turn_the_wheel(self) -> None:
        made = self.window._lazy_chat.made
        lists = [made.chat.transcript, made.chats.view] if made is not None else []
        shown = [area for area in lists if area.isVisible()] + self._shown(QScrollArea)
        if shown:
            area = self.random.choice(shown)
            for _ in range(self.random.randrange(1, 6)):
                if isValid(area):
                    self._turn_wheel(area.viewport(), self.random.choice((-720, -120, 120, 720)))

    def resize(self) -> None:
        self.window.resize(*self.random.choice(_SIZES))

    def change_look(self) -> None:
        self.window.save_setting(THEME, self.random.choice(("light", "dark", "system")))

    def change_language(self) -> None:
        self.window.save_setting(LANGUAGE, self.random.choice(("en", "zh_CN")))

    def hover(self) -> None:
        shown = self._shown(QWidget)
        if shown:
            QTest.mouseMove(self.random.choice(shown))

    def _shown(self, kind: type[W], within: QWidget | None = None) -> list[W]:
        """The visible widgets of a kind in the window, from top to bottom.

        Not by `findChildren`: all that it has found it keeps for as long as there is a window.
        """
        root = within or self.window
        with self._watch.own_time():
            found = [w for w in QApplication.allWidgets() if isinstance(w, kind) and w.isVisible()]
            placed = [(w.mapTo(root, QPoint()), w) for w in found if root.isAncestorOf(w)]
            placed.sort(key=lambda each: (each[0].y(), each[0].x(), type(each[1]).__name__))
            return [w for _place, w in placed]

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
            self._type(at, self.random.choice(QUERIES)[:4])
            for key in (Qt.Key.Key_Down, self.random.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape))):
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

    # ------------------------------------------------------------- by events

    def _wait(self, ms: int) -> None:
        """Runs the event loop. What comes then is not held against what came before."""
        wait(ms)
        self._watch.turned()

    def _until(self, condition: Callable[[], bool]) -> None:
        """Runs the event loop for as long as a person would wait."""
        deadline = time.monotonic() + _PATIENCE_S
        while not condition():
            assert time.monotonic() < deadline, "waited in vain"
            self._wait(1)

    def _key(
        self,
        widget: QWidget,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        # The window's content may have been made anew since the widget was found.
        if isValid(widget):
            QTest.keyClick(widget, key, modifiers)
            self._wait(0)

    def _type(self, widget: QWidget, text: str) -> None:
        """By keys where a keyboard has them, else as an input method does; the loop turns after each key."""
        if text.isascii():
            for character in text:
                if isValid(widget):
                    QTest.keyClicks(widget, character)
                    self._wait(0)
            return
        if not isValid(widget):
            return
        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(widget, event)

    def _turn_wheel(self, widget: QWidget, delta: int) -> None:
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
        self._wait(0)

    # ----------------------------------------------------------------- the end

    def tidy_up(self) -> None:
        """Nothing running, nothing open, nothing that the person has made: what the app holds now, it holds
        for good. All panes are there, so that it does not matter which of them were looked at last.
        """
        for _ in range(10):
            popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if popup is None:
                break
            popup.reject() if isinstance(popup, QDialog) else popup.close()
            self._wait(5)
        desktop = self.desktop
        desktop.recordings.stop()
        desktop.recordings.back_to_live()
        desktop.benchmarks.stop()
        desktop.controller.new_chat()
        desktop.tray.put(())
        self.window._close_sheet()
        self._until(lambda: not desktop.dressing.changing)
        self.window.resize(1000, 700)
        for page in (1, 2, 3, 4, 0):
            self.window.show_page(page)
            self._until(lambda: self.window.settled)
        desktop.checkup.stop()
        self._until(lambda: not desktop.checkup.running)
        desktop.checkup.report = None
        self.window.doctor.refresh()
        for name in ("inspector", "first_run", "models.model", "models.repository"):
            assert attrgetter(name)(self.window) is not None
            self._wait(0)
        history = desktop.history
        for chat in list(history.chats):
            history.delete(chat.key)
            self._wait(0)
        history.forget_deleted()
        kept_runs = (desktop.benchmarks.speeds, desktop.benchmarks.texts)
        for kept in kept_runs:
            while kept.shown is not None:
                kept.delete_shown()
                self._wait(0)
        if self._script is not None:
            self._script.requests.clear()
            self._script.loads.clear()
        else:
            desktop.session.unload()
            self._until(lambda: desktop.session.model is None and not desktop.session.loading)
        _empty_pool(self.window.chat.transcript)
        self._wait(600)
        for kept in kept_runs:
            kept._deleted.clear()

    def go_on(self) -> None:
        """Opens the real model again, which was unloaded so that its caches do not count as growth."""
        if self._script is None:
            self.desktop.session.open(self._model)
            self._until(lambda: self.desktop.session.model is not None)


class Faults:
    """What has gone wrong, each with the steps before it."""

    def __init__(self, watch: StallWatch, exceptions: list[Any], caplog: Any) -> None:
        self.found: list[str] = []
        self.watch = watch
        self._exceptions = exceptions
        self._caplog = caplog
        self._messages: list[str] = []
        # In place of the tests' usual handler, which keeps every message it gets.
        self._handler = qInstallMessageHandler(self._take_message)
        self._steps: deque[str] = deque(maxlen=_TRACE)

    def look(self, step: str) -> None:
        """Notes what the last step brought."""
        self._steps.append(step)
        for stall in self.watch.take():
            self._note(str(stall))
        while self._messages:
            self._note(f"Qt: {self._messages.pop(0)}")
        while self._exceptions:
            self._note("".join(traceback.format_exception(*self._exceptions.pop())))
        for record in self._caplog.records:
            if record.levelno >= logging.ERROR:
                self._note(f"log: {record.getMessage()} {record.exc_info or ''}")
        self._caplog.clear()

    def stop(self) -> None:
        """Idempotent."""
        self.watch.stop()
        if self._handler is not None:
            qInstallMessageHandler(self._handler)
            self._handler = None

    def _take_message(self, kind: QtMsgType, _context: object, message: str) -> None:
        if kind in _BAD and not message.startswith(_OFFSCREEN):
            self._messages.append(message)

    def _note(self, what: str) -> None:
        self.found.append(f"{what}\n    after {', '.join(self._steps)}")


def _empty_pool(transcript: Transcript) -> None:
    """Takes away the spare widgets of rows: as many as the fullest view has had, which says nothing."""
    assert transcript.widget_count < _MOST_ROW_WIDGETS
    for spare in transcript._pool.values():
        for widget in spare:
            widget.deleteLater()
    transcript._pool.clear()


def use_at_random(user: RandomUser, faults: Faults, seconds: float, holdings: Holdings | None = None) -> int:
    """Goes on for so long, or until ten things have gone wrong; answers the number of steps."""
    faults.watch.restart()
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
            with faults.watch.own_time():
                holdings.take()
            user.go_on()
            faults.look("tidy_up")
    return steps
