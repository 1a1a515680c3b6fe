"""Everything that the window can be asked for by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from ..settings import THEME
from . import recents
from .chat.display_text import one_line
from .chat.pane import ChatPane
from .commands import Command
from .settings.declared import LANGUAGE, LANGUAGE_NAMES, RECENT

if TYPE_CHECKING:
    from .main_window import MainWindow


def window_commands(window: MainWindow) -> list[Command]:
    """The commands, those of the chat first; all texts in the window's present language."""
    return [*_chat(window), *_models(window), *_places(window), *_look(window)]


def _places(window: MainWindow) -> list[Command]:
    translate = QCoreApplication.translate
    return [
        Command(translate("Commands", "Show all commands"), window.show_palette, "Ctrl+K"),
        Command(translate("Commands", "Keyboard shortcuts"), window.show_shortcuts, "F1"),
        Command(translate("Commands", "Go to the chat"), window.show_chat, "Ctrl+1"),
        Command(translate("Commands", "Go to the models"), window.show_models, "Ctrl+2"),
        Command(translate("Commands", "Go to the devices"), window.show_devices, "Ctrl+3"),
        Command(translate("Commands", "Go to the benchmarks"), window.show_bench, "Ctrl+4"),
        Command(translate("Commands", "Go to the settings"), window.show_settings, "Ctrl+,"),
        Command(translate("Commands", "Check this machine"), window.check_device),
        Command(translate("Commands", "Quit"), window.close, "Ctrl+Q"),
    ]


def _in_chat(window: MainWindow) -> Callable[[Callable[[ChatPane], object]], Callable[[], object]]:
    """Makes commands of what the chat's pane can do: the one that is there when the command is run."""
    return lambda act: lambda: act(window.chat)


def _chat(window: MainWindow) -> list[Command]:
    translate = QCoreApplication.translate
    controller = window.context.controller
    chat = _in_chat(window)
    running = translate("Commands", "a reply is running") if controller.busy else ""
    empty = "" if len(controller.conversation) else translate("Commands", "this chat is empty")
    entries: list[tuple[str, Callable[[], object], str, str]] = [
        (translate("Commands", "New chat"), controller.new_chat, "Ctrl+N", ""),
        (translate("Commands", "Show or fold the list of chats"), window.toggle_chats, "Ctrl+B", ""),
        (translate("Commands", "Search the chats"), window.search_chats, "Ctrl+Shift+F", ""),
        (translate("Commands", "Find in this chat"), chat(lambda pane: pane.find_bar.ask()), "Ctrl+F", empty),
        (translate("Commands", "Next hit"), chat(lambda pane: pane.find_bar.step(1)), "F3", empty),
        (translate("Commands", "Previous hit"), chat(lambda pane: pane.find_bar.step(-1)), "Shift+F3", empty),
        (translate("Commands", "Write a message"), window.focus_composer, "Ctrl+L", ""),
        (
            translate("Commands", "Attach files"),
            chat(lambda pane: pane.attaching.choose_files()),
            "Ctrl+Shift+O",
            "",
        ),
        (translate("Commands", "Stop the reply"), window.escape, "Esc", ""),
        (translate("Commands", "Ask again"), chat(ChatPane.ask_again), "Ctrl+R", running or empty),
        (
            translate("Commands", "Continue the answer"),
            chat(ChatPane.continue_last),
            "Ctrl+Return",
            running or empty,
        ),
        (
            translate("Commands", "Previous version"),
            chat(ChatPane.previous_version),
            "Alt+Left",
            running or empty,
        ),
        (translate("Commands", "Next version"), chat(ChatPane.next_version), "Alt+Right", running or empty),
        (translate("Commands", "Edit the last message"), controller.edit_last, "Ctrl+E", running or empty),
        (translate("Commands", "Copy the last answer"), chat(ChatPane.copy_last), "Ctrl+Shift+A", empty),
        (
            translate("Commands", "Copy the conversation"),
            chat(ChatPane.copy_conversation),
            "Ctrl+Shift+C",
            empty,
        ),
        (
            translate("Commands", "Show the source of the last answer"),
            chat(ChatPane.toggle_raw),
            "Ctrl+U",
            empty,
        ),
        (
            translate("Commands", "Jump to the latest message"),
            chat(lambda pane: pane.transcript.jump_to_end()),
            "Ctrl+End",
            empty,
        ),
        (translate("Commands", "Show or hide the inspector"), window.toggle_inspector, "Ctrl+I", ""),
    ]
    return [Command(title, run, keys, reason) for title, run, keys, reason in entries]


def _look(window: MainWindow) -> list[Command]:
    translate = QCoreApplication.translate
    looks = (
        ("light", translate("Commands", "Appearance: light")),
        ("dark", translate("Commands", "Appearance: dark")),
        ("system", translate("Commands", "Appearance: as the system")),
    )
    result = [
        Command(title, lambda value=value: window.save_setting(THEME, value))  # type: ignore[misc]
        for value, title in looks
    ]
    speak = translate("Commands", "Language: %1")
    for value, name in LANGUAGE_NAMES.items():
        title = speak.replace("%1", name)
        result.append(Command(title, lambda value=value: window.save_setting(LANGUAGE, value)))  # type: ignore[misc]
    return result


def _models(window: MainWindow) -> list[Command]:
    translate = QCoreApplication.translate
    session = window.context.session
    result = [Command(translate("Commands", "Open a model file"), window.choose_file, "Ctrl+O")]
    opening = translate("Commands", "Open %1")
    recent = recents.read(window.context.settings.get(RECENT))
    for path in dict.fromkeys([*recent, *window.context.models.files()]):
        title = opening.replace("%1", one_line(path.stem, 60))
        result.append(Command(title, lambda path=path: session.open(path)))  # type: ignore[misc]
    device = translate("Commands", "Device: %1")
    for offer in session.device_choices():
        run = lambda chosen=offer.id: session.choose_device(chosen)  # noqa: E731
        reason = "" if offer.available else offer.reason
        result.append(Command(device.replace("%1", offer.name), run, reason=reason))
    unload = translate("Commands", "Unload the model")
    none = "" if session.model is not None else translate("Commands", "no model is open")
    result.append(Command(unload, session.unload, reason=none))
    return result
