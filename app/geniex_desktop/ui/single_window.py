"""One window per profile: a second start hands over to the first and ends."""

from __future__ import annotations

import hashlib
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, Signal, Slot

if TYPE_CHECKING:  # else loaded when it is needed, for it is a library of its own
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

_ANSWER_MS = 2000
"""A window that is busy for longer is as good as none: another one is opened."""
_MOST_BYTES = 8192
_LONGEST_SOCKET_PATH = 100
"""Bytes; Unix takes a little more."""
_HEARD = b"+"


class SingleWindow(QObject):
    """Talks over a socket in the profile's own folder, which other users cannot open. The answer to a
    request is part of it: a program that hangs is not taken for a window."""

    raised = Signal(str)
    """A second start wants the window, and (unless it is "") a model file opened."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """`folder` is private to the user and the same for all starts with this profile."""
        super().__init__(parent)
        self._lock = QLockFile(str(folder / "window.lock"))
        self._name = _socket_name(folder)
        self._server: QLocalServer | None = None

    def hand_over(self, model: Path | None) -> bool:
        """Whether a window is there already and has taken over. Else this process listens from now on,
        where the system lets it. Waits for two seconds at most."""
        if not self._name:
            return False
        locked = self._lock.tryLock(_ANSWER_MS)  # of two starts at once, one is the first
        try:
            if self._ask(str(model.absolute()) if model is not None else ""):
                return True
            if locked:
                self._listen()
            return False
        finally:
            self._lock.unlock()

    def close(self) -> None:
        """The next start opens a window of its own."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _ask(self, model: str) -> bool:
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_ANSWER_MS):
            return False
        socket.write(model.encode() + b"\n")
        return socket.waitForReadyRead(_ANSWER_MS) and socket.read(1).data() == _HEARD

    def _listen(self) -> None:
        from PySide6.QtNetwork import QLocalServer

        QLocalServer.removeServer(self._name)  # nobody answers there: it is left from a crash
        server = self._server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._greet)
        if not server.listen(self._name):
            log.info("a second start will open its own window: %s", server.errorString())

    @Slot()
    def _greet(self) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(_MOST_BYTES)
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(socket.deleteLater)
            self._take(socket)

    @Slot()
    def _read(self) -> None:
        from PySide6.QtNetwork import QLocalSocket

        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._take(socket)

    def _take(self, socket: QLocalSocket) -> None:
        if socket.canReadLine():
            model = bytes(socket.readLine(_MOST_BYTES).data()).decode("utf-8", "replace").strip("\n")
            socket.write(_HEARD)
            socket.flush()
            socket.disconnectFromServer()
            self.raised.emit(model)
        elif socket.bytesAvailable() >= _MOST_BYTES:
            socket.abort()


def _socket_name(folder: Path) -> str:
    """A path in the folder; a pipe's name on Windows. "" where the system could not take it."""
    if sys.platform == "win32":
        return f"geniex-desktop-{hashlib.sha256(str(folder).encode()).hexdigest()[:32]}"
    path = str(folder / "window.socket")
    return path if len(path.encode()) <= _LONGEST_SOCKET_PATH else ""
