"""The chats of before and the open one: what the list shows and asks for, kept by the store's thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...chats.attachments import AUDIO, IMAGE, TEXT, Attachments, kept_in
from ...chats.conversation import Conversation
from ...chats.exports import ContentOf, to_html, to_json, to_markdown
from ...chats.imports import MOST_BYTES, ImportedChat, read_chats
from ...chats.journal import ChatJournal
from ...chats.records import ChatInfo, ChatOptions, Drafts, Hit, StoredChat
from ...chats.store import ChatStore
from ...chats.worker import StoreThread
from ...durable import write_atomically
from ...errors import AppError, Blame
from ..jobs import Jobs
from .controller import ChatController

_KEEP_MS = 1000
"""Drafts and running replies: at most so much is lost with the power."""
_UNDO_MS = 10_000
_LONGEST_WAIT_MS = 1000
"""For the disk, before a reply is asked for."""
_LAST = "last chat"
_MEDIA = "tokens of media: "
_CLOSE_S = 1.5


class History(QObject):
    """Intents return at once; nothing here waits for the disk."""

    changed = Signal()
    """The list, the open chat or what can be undone."""
    found = Signal(str, object)
    """The answer to `search`: the query and its Hits."""
    listed = Signal()
    """The list has been read for the first time."""
    presets_changed = Signal()
    purged = Signal(str)
    """A deleted chat (key) is gone for good."""
    trouble_changed = Signal()
    noticed = Signal(object)
    """AppError: something happened to the chats that people must know."""
    jump_wanted = Signal(int)
    """The open chat is to be scrolled to a message."""
    place_wanted = Signal(str)
    """The open chat is to be scrolled to where it was left."""

    _troubled = Signal(object)
    _told = Signal(object)

    def __init__(
        self, controller: ChatController, jobs: Jobs, folder: Path, parent: QObject | None = None
    ) -> None:
        """`folder` is made when the first chat is."""
        super().__init__(parent)
        self.chats: list[ChatInfo] = []
        self.presets: dict[str, ChatOptions] = {}
        """By name, in order of their names."""
        self.trouble: AppError | None = None
        """Why something is not on the disk yet."""
        self.read_place: Callable[[], str] = str
        """Set by the window: where the reader is in the open chat."""
        self._controller = controller
        self._jobs = jobs
        self._folder = folder
        self._attachments = kept_in(folder)
        self._store: StoreThread | None = None
        self._journal = ChatJournal(self.write, self._wrote)
        self._left: tuple[ChatJournal, Conversation, Drafts] | None = None
        """The chat that was open before, with its drafts."""
        self._opening = ""
        self._deleted: list[ChatInfo] = []
        self._drafts: Drafts = ()
        """Of the open chat, as the store has them."""
        self._new_drafts: Drafts = ()
        """Of the chat that is not stored yet."""
        self._remembered = ""
        """The key that the next start will open."""
        self._reading = self._stale = False
        self._undo = QTimer(self)
        self._undo.setSingleShot(True)
        self._undo.setInterval(_UNDO_MS)
        self._undo.timeout.connect(self.forget_deleted)
        self._keep = QTimer(self)
        self._keep.setInterval(_KEEP_MS)
        self._keep.timeout.connect(self.keep)
        self._troubled.connect(self._take_trouble)
        self._told.connect(self.noticed)
        controller.make_conversation = self._new_conversation
        controller.once_kept = self._once_kept
        controller.leaving.connect(self.keep)
        controller.media_tokens.learned.connect(self._remember_media)
        controller.session.loaded.connect(self._recall_media)
        controller.conversation.journal = self._journal

    # ------------------------------------------------------------ the store

    def start(self) -> None:
        """Opens the store, then the chat that was open last."""
        self._read(lambda store: store.chats(), self._take_first_list)
        self._read_presets()
        self._keep.start()

    def write(self, work: Callable[[ChatStore], Any]) -> None:
        """Changes the store in the background; see StoreThread."""
        self._thread().write(work)

    def _read(self, work: Callable[[ChatStore], Any], done: Callable[[Any], None]) -> None:
        self._jobs.watch(self._thread().read(work), done)

    def _read_chat(self, work: Callable[[ChatStore], StoredChat], done: Callable[[StoredChat], None]) -> None:
        """As `_read`, of one chat, which may have been deleted for good meanwhile; a failure is told."""
        gone = AppError(self.tr("This chat has been deleted."), blame=Blame.USER)

        def read(store: ChatStore) -> StoredChat:
            try:
                return work(store)
            except KeyError as error:
                raise gone from error

        self._jobs.watch(self._thread().read(read), done, self.noticed.emit)

    def _once_kept(self, then: Callable[[], None]) -> None:
        """Calls back when everything so far is on the disk, or stays off it: reading goes on then."""
        called: list[bool] = []

        def once(_nothing: object = None) -> None:
            if not called:
                called.append(True)
                then()

        self._jobs.watch(self._thread().read(lambda _store: None), once, once)
        # Where not even the store can be opened, nobody answers.
        QTimer.singleShot(_LONGEST_WAIT_MS, once)

    def _thread(self) -> StoreThread:
        if self._store is None:
            self._store = StoreThread(self._folder, self._troubled.emit, self._told.emit)
        return self._store

    @Slot()
    def retry(self) -> None:
        """Tries again to write what the disk refused."""
        self._thread().retry()

    def close(self) -> bool:
        """Keeps draft, place and the reply that is being written; False if something could not be."""
        self._keep.stop()
        if self._store is None:
            return True
        self.keep()
        self._keep_place()
        return self._store.close(_CLOSE_S)

    # ---------------------------------------------------------- the open chat

    @property
    def current(self) -> str:
        """The key of the open chat, also of one that is not in the list yet."""
        return self._journal.key

    def open(self, key: str, message_id: int | None = None) -> None:
        """Shows a chat, at a message or where it was left."""
        if key == self.current and self._open_is_shown:
            if message_id is not None:
                self.jump_wanted.emit(message_id)
            return
        self._opening = key
        left = self._left
        if left is not None and left[0].key == key and any(m.running for m in left[1].messages()):
            # Its reply has been stopped, but the engine has not said the last of it.
            self._switch(*left)
        else:
            self._read_chat(lambda store: store.open(key), lambda chat: self._show(chat, message_id))

    def set_options(self, options: ChatOptions) -> None:
        """What the open chat asks for in its own way."""
        self._controller.chat_options = self._journal.options = options
        if self._journal.stored:
            key = self.current
            self.write(lambda store: store.set_options(key, options))

    def set_preset(self, name: str, options: ChatOptions | None) -> None:
        """Keeps options under a name, in place of what had it; None takes the preset away."""
        self.write(lambda store: store.set_preset(name, options))
        self._read_presets()

    def _read_presets(self) -> None:
        self._read(lambda store: store.presets(), self._take_presets)

    def _take_presets(self, presets: dict[str, ChatOptions]) -> None:
        self.presets = presets
        self.presets_changed.emit()

    @property
    def _open_is_shown(self) -> bool:
        """Not a conversation that nobody keeps, as a replay's is."""
        return self._controller.conversation.journal is self._journal

    @Slot()
    def keep(self) -> None:
        """Stores what is being written, and what a running reply has said so far."""
        if not self._open_is_shown:
            return
        self._journal.keep_running(self._controller.conversation)
        drafts = self._controller.drafts
        if drafts != self._drafts:
            self._drafts = drafts
            if not self._journal.stored:
                self._new_drafts = drafts
            key = self.current if self._journal.stored else ""
            self.write(lambda store: store.set_drafts(key, drafts))

    def _keep_place(self) -> None:
        if self._journal.stored and self._open_is_shown:
            key, place = self.current, self.read_place()
            self.write(lambda store: store.set_place(key, place))

    def _leave(self) -> None:
        """The open chat makes room for another."""
        self.keep()
        self._keep_place()
        if self._open_is_shown:
            self._left = (self._journal, self._controller.conversation, self._drafts)

    def _new_conversation(self) -> tuple[Conversation, Drafts]:
        self._leave()
        self._opening = ""
        self._journal = ChatJournal(self.write, self._wrote)
        self._drafts = self._new_drafts
        self._remember("")
        QTimer.singleShot(0, self.changed.emit)
        return Conversation(self._journal), self._drafts

    def _show(self, chat: StoredChat, message_id: int | None) -> None:
        if chat.info.key != self._opening:
            return
        journal = ChatJournal(self.write, self._wrote, chat.info.key)
        journal.options = chat.options
        chat.conversation.journal = journal
        self._switch(journal, chat.conversation, chat.drafts)
        if message_id is not None:
            self.jump_wanted.emit(message_id)
        elif chat.place:
            self.place_wanted.emit(chat.place)

    def _switch(self, journal: ChatJournal, conversation: Conversation, drafts: Drafts) -> None:
        self._leave()
        self._opening = ""
        self._journal, self._drafts = journal, drafts
        self._controller.show(conversation, drafts, journal.options)
        self._remember(journal.key)
        self.changed.emit()

    @Slot(str, str)
    def _remember_media(self, model: str, counts: str) -> None:
        self.write(lambda store: store.remember(_MEDIA + model, counts))

    @Slot()
    def _recall_media(self) -> None:
        known = self._controller.media_tokens
        if model := known.model:
            self._read(lambda store: store.recall(_MEDIA + model), lambda counts: known.recall(model, counts))

    # ---------------------------------------------------------------- the list

    def _wrote(self) -> None:
        """A message of the open chat, or the end of a reply of the one before."""
        if self._journal.stored and self._remembered != self.current:
            self._remember(self.current)
            self._new_drafts = ()
            self.write(lambda store: store.set_drafts("", ()))
        self.refresh()

    def _remember(self, key: str) -> None:
        self._remembered = key
        self.write(lambda store: store.remember(_LAST, key))

    def look_again(self) -> None:
        """Reads the list anew if it has been read: another window may have changed it."""
        if self._store is not None:
            self.refresh()

    def refresh(self) -> None:
        """Reads the list anew."""
        if self._reading:
            self._stale = True
            return
        self._reading = True
        self._read(lambda store: store.chats(), self._take_list)

    def _take_list(self, chats: list[ChatInfo]) -> None:
        self._reading = False
        if self._stale:
            self._stale = False
            self.refresh()
        # What was deleted after the list was asked for stays out of sight.
        gone = {chat.key for chat in self._deleted}
        self.chats = [chat for chat in chats if chat.key not in gone]
        self.changed.emit()

    def _take_first_list(self, chats: list[ChatInfo]) -> None:
        self._take_list(chats)
        self.listed.emit()
        if not self._controller.busy and not self._controller.conversation.path():
            self._read(lambda store: (store.recall(_LAST), store.drafts_of_new_chat()), self._open_last)

    def _open_last(self, remembered: tuple[str, Drafts]) -> None:
        if self._opening or self._journal.stored:
            return  # a person has opened a chat or begun one meanwhile
        key, drafts = remembered
        self._remembered = key
        untouched = not self._controller.drafts
        if untouched:
            self._new_drafts = drafts
        if any(chat.key == key for chat in self.chats):
            self.open(key)
        elif untouched:
            self._drafts = drafts
            self._controller.resume(drafts)

    @property
    def folders(self) -> list[str]:
        """The folders in use, in alphabetical order."""
        return sorted({chat.folder for chat in self.chats if chat.folder}, key=str.casefold)

    def info(self, key: str) -> ChatInfo | None:
        return next((chat for chat in self.chats if chat.key == key), None)

    def rename(self, key: str, title: str) -> None:
        """A title of the person's own; an empty one changes nothing."""
        if title := " ".join(title.split()):
            self._change(lambda store: store.rename(key, title))

    def set_pinned(self, key: str, pinned: bool) -> None:
        self._change(lambda store: store.set_pinned(key, pinned))

    def set_folder(self, key: str, folder: str) -> None:
        folder = " ".join(folder.split())
        self._change(lambda store: store.set_folder(key, folder))

    def _change(self, work: Callable[[ChatStore], Any]) -> None:
        self.write(work)
        self.refresh()

    # ---------------------------------------------------- deleting and undoing

    @property
    def undoable(self) -> ChatInfo | None:
        """The chat deleted last, while it can come back."""
        return self._deleted[-1] if self._deleted else None

    def delete(self, key: str) -> None:
        """Takes a chat out of sight; it comes back with `undo` for ten seconds."""
        info = self.info(key)
        if info is None:
            return
        self._deleted.append(info)
        self._undo.start()
        if key == self.current:
            self._controller.new_chat()
        self.chats = [chat for chat in self.chats if chat.key != key]
        self._change(lambda store: store.delete(key))
        self.changed.emit()

    @Slot()
    def undo(self) -> None:
        """Brings the chat deleted last back and opens it."""
        if self._deleted:
            key = self._deleted.pop().key
            self._change(lambda store: store.undelete(key))
            self.open(key)
            self.changed.emit()

    @Slot()
    def forget_deleted(self) -> None:
        """The time to undo is over."""
        self.keep()  # what is attached to the open chat's draft may be what only the deleted one had
        for chat in self._deleted:
            self.write(lambda store, key=chat.key: store.purge(key))  # type: ignore[misc]
            self.purged.emit(chat.key)
        self._deleted.clear()
        self.changed.emit()

    # ------------------------------------------------- search, export, import

    def search(self, query: str) -> None:
        """Asks for the chats that have the query's words; `found` answers."""
        self._read(lambda store: store.search(query), lambda hits: self._answer(query, hits))

    def _answer(self, query: str, hits: list[Hit]) -> None:
        self.found.emit(query, hits)

    def export(self, key: str, path: Path) -> None:
        """Writes a chat to a file, in the format of its ending."""

        def write(chat: StoredChat) -> None:
            you = self.tr("You")
            content_of = self._attachments.read
            self._jobs.submit(
                lambda: _write_export(chat, path, you, content_of), self._exported, self.noticed.emit
            )

        self._read_chat(lambda store: store.read(key), write)

    def _exported(self, left_out: int) -> None:
        """Says what an export could not take along."""
        if left_out:
            text = self.tr("Exported without some of what is attached.")
            cause = self.tr("Files that are only named: %1.").replace("%1", str(left_out))
            hint = self.tr("JSON holds everything, HTML the images, Markdown the text files.")
            self.noticed.emit(AppError(text, cause=cause, hint=hint))

    def import_file(self, path: Path) -> None:
        """Adds the chats of a JSON file, with their attachments, and opens the first."""
        self._jobs.submit(
            lambda: _read_import(path, self._attachments), self._add_imported, self.noticed.emit
        )

    def _add_imported(self, chats: tuple[ImportedChat, ...]) -> None:
        for chat in chats:
            self.write(lambda store, c=chat: store.add_all(c.info, c.options, c.conversation))  # type: ignore[misc]
        self.refresh()
        if chats:
            self.open(chats[0].info.key)

    # -------------------------------------------------------------- the store's word

    @Slot(object)
    def _take_trouble(self, error: AppError | None) -> None:
        self.trouble = error
        self.trouble_changed.emit()


def _write_export(chat: StoredChat, path: Path, you: str, content_of: ContentOf) -> int:
    """Answers how many of the attachments are named only."""
    ending = path.suffix.lower()
    inside: tuple[str, ...] = (TEXT,)
    if ending == ".json":
        text, inside = to_json([chat], content_of), (IMAGE, AUDIO, TEXT)
    elif ending in (".html", ".htm"):
        text, inside = to_html(chat, you, content_of), (IMAGE, TEXT)
    else:
        text = to_markdown(chat, you)
    write_atomically(path, text.encode())
    shown = chat.conversation.messages() if ending == ".json" else chat.conversation.path()
    parts = {part.sha256: part.kind for message in shown for part in message.parts}
    return sum(
        kind not in inside or (kind != TEXT and content_of(sha256) is None) for sha256, kind in parts.items()
    )


def _read_import(path: Path, attachments: Attachments) -> tuple[ImportedChat, ...]:
    with path.open("rb") as file:
        imported = read_chats(file.read(MOST_BYTES + 1))
    for content in imported.contents:
        attachments.put(content)
    return imported.chats
