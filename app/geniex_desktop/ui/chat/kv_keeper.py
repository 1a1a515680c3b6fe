"""Keeps what the model has read of recent chats on the disk, so that a reopened chat is not read again."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from ...chats.kv_files import Kept, KvFiles
from ...engine.types import CANCELLED, LoadedModel, LoadSpec
from ...errors import AppError
from ...models.fingerprint import fingerprint
from ..jobs import InOrder, Jobs
from .controller import ChatController
from .history import History

log = logging.getLogger(__name__)

_IDLE_MS = 15_000
"""After a reply: most people who go on at once do so before, and each save writes everything anew."""
_FEWEST_TOKENS = 256
"""A shorter chat is read again as quickly as its file."""
_QUICK_BYTES = 256 << 20
_CLOSE_S = 1.0
_CLOCK_GRAIN_S = 5.0
"""File systems round times by up to two seconds."""


class KvKeeper(QObject):
    """Saves when a chat is left, after a pause, before another model and at the end; fetches when a chat is
    opened, or at the latest when something is asked there. Nobody ever waits for a save that has not begun.

    The engine holds one conversation at a time: `_held` names its chat, as far as is known here.
    """

    def __init__(
        self,
        controller: ChatController,
        history: History,
        jobs: Jobs,
        files: KvFiles,
        limit: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        """`limit` tells how many bytes all files may take; 0 keeps nothing."""
        super().__init__(parent)
        self.fewest_tokens = _FEWEST_TOKENS
        self._controller = controller
        self._session = controller.session
        self._history = history
        self._jobs = jobs
        self._changes = InOrder(jobs)
        """Of the files: what one leaves there must not be told after what the next one leaves."""
        self._files = files
        self._limit = limit
        self._kept = Kept()
        self._chat = history.current
        self._held = ""
        self._unsaved = False
        self._file = Path()
        """Of the model that is open or being opened."""
        self._content = ""
        """Fingerprint of that file; "" while unknown."""
        self._leaving: LoadedModel | None = None
        """The model before, which the session shows until the new one is there."""
        self._saves: dict[int, str] = {}
        self._loads: dict[int, tuple[str, Path]] = {}
        self._since = time.time() - _CLOCK_GRAIN_S
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(_IDLE_MS)
        self._idle.timeout.connect(self.save)
        controller.prepare = self._fetch
        controller.reset.connect(self._chat_changed)
        controller.busy_changed.connect(self._busy_changed)
        self._session.opening.connect(self._model_leaves)
        self._session.loaded.connect(self._fetch_if_idle)
        history.listed.connect(self._sweep)
        history.purged.connect(self._forget)
        engine = self._session.engine
        engine.kv_saved.connect(self._saved)
        engine.kv_loaded.connect(self._loaded)
        engine.failed.connect(self._failed)

    def start(self) -> None:
        """Finds out what is there."""
        self._trim()

    def close(self) -> bool:
        """Saves what a second is enough for; False if it was not."""
        if not self._unsaved or self._controller.busy or self._size() > _QUICK_BYTES:
            return True
        self.save()
        return not self._saves or self._session.engine.settle(_CLOSE_S)

    @Slot()
    def save(self) -> None:
        """Asks the engine to write what it holds, if that is worth it and new."""
        self._idle.stop()
        model, context = self._model_key(), self._session.context
        if not (self._unsaved and self._held and model) or context is None:
            return
        if context.n_used < self.fewest_tokens or not 0 <= self._size() < self._kept.room:
            return
        self._unsaved = False
        path = self._files.path(self._held, model)
        self._saves[self._session.engine.save_kv(path)] = self._held

    def _fetch(self) -> None:
        """Has the engine take over the shown chat, if there is a file of it and it holds another."""
        model = self._model_key()
        if not model or self._held == self._chat:
            return
        path = self._files.path(self._chat, model)
        if path.name in self._kept.names:
            self.save()
            self._held, self._unsaved = self._chat, False
            self._loads[self._session.engine.load_kv(path)] = (self._chat, path)

    @Slot()
    def _fetch_if_idle(self) -> None:
        if not self._controller.busy:
            self._fetch()

    @Slot()
    def _chat_changed(self) -> None:
        self.save()
        self._chat = self._history.current
        self._fetch_if_idle()

    @Slot()
    def _busy_changed(self) -> None:
        if self._controller.busy:
            self._idle.stop()
        else:
            self._held, self._unsaved = self._chat, True
            self._idle.start()

    @Slot(object)
    def _model_leaves(self, spec: LoadSpec) -> None:
        self.save()
        self._held = self._content = ""
        self._leaving = self._session.model
        path = self._file = spec.model_path
        self._jobs.submit(
            lambda: fingerprint(path),
            lambda content: self._take_content(path, content),
            lambda error: log.debug("the model cannot be recognised: %s", error.cause),
        )

    def _take_content(self, path: Path, content: str) -> None:
        if path == self._file:
            self._content = content
            self._fetch_if_idle()

    def _model_key(self) -> str:
        """All that the file's usefulness depends on; "" where nothing can be kept."""
        model, runtime = self._session.model, self._session.runtime
        if model is None or model is self._leaving or model.spec.mmproj_path is not None:
            return ""
        if runtime is None or not self._content:
            return ""
        n_ctx = model.context.n_ctx if model.context is not None else model.spec.n_ctx
        plugin = next((p.version for p in runtime.plugins if p.id == model.spec.plugin_id), "")
        facts = (self._content, runtime.version, model.spec.plugin_id, plugin, model.device, n_ctx)
        return " ".join(map(str, facts))

    def _size(self) -> int:
        """Bytes that a file of what is held would have, about; 0 where that is unknown."""
        model, context = self._session.model, self._session.context
        if model is None or context is None or context.n_ctx <= 0:
            return 0
        return _cache_bytes(model) * context.n_used // context.n_ctx

    # ------------------------------------------------------------- the engine's word

    @Slot(int, object)
    def _saved(self, request_id: int, written: bool) -> None:
        if self._saves.pop(request_id, None) is not None and written:
            self._trim()

    @Slot(int, object)
    def _loaded(self, request_id: int, taken: bool) -> None:
        if request_id not in self._loads:
            return
        chat, path = self._loads.pop(request_id)
        if taken:
            self._changes.submit(lambda: self._files.touch(path))
        else:
            self._not_held(chat)

    @Slot(int, object)
    def _failed(self, request_id: int, error: AppError) -> None:
        if request_id in self._saves:
            self._unsaved |= self._saves.pop(request_id) == self._held
            if error.code != CANCELLED:
                log.info("a chat's cache could not be saved: %s", error.cause or error.text)
        elif request_id in self._loads:
            chat, path = self._loads.pop(request_id)
            self._not_held(chat)
            if error.code != CANCELLED:
                log.info("a chat's cache is of no use: %s", error.cause or error.text)
                self._change(lambda: self._files.drop(path))

    def _not_held(self, chat: str) -> None:
        # A reply may have been asked for meanwhile: then the chat is read, and held in the end.
        if chat == self._held and not self._controller.busy:
            self._held = ""

    # --------------------------------------------------------------------- the files

    @Slot()
    def _sweep(self) -> None:
        chats = [chat.key for chat in self._history.chats]
        self._change(lambda: self._files.keep_only(chats, self._since))

    @Slot(str)
    def _forget(self, chat: str) -> None:
        self._change(lambda: self._files.forget(chat))

    def _trim(self) -> None:
        self._change(lambda: None)

    def _change(self, work: Callable[[], None]) -> None:
        limit = self._limit()

        def change() -> Kept:
            work()
            return self._files.trim(limit)

        self._changes.submit(change, self._take_kept)

    def _take_kept(self, kept: Kept) -> None:
        fresh = not self._kept.names
        self._kept = kept
        if fresh:
            self._fetch_if_idle()


def _cache_bytes(model: LoadedModel) -> int:
    """Bytes of the model's whole KV cache; 0 where the library does not tell."""
    kv = (model.placement or {}).get("kv")
    size = kv.get("bytes") if isinstance(kv, dict) else None
    return size if isinstance(size, int) else 0
