"""Access tokens of hubs: in the system's keyring, or for this session only where there is no safe one."""

from __future__ import annotations

import logging
import threading
from typing import Protocol

log = logging.getLogger(__name__)

_SERVICE = "geniex-desktop"
_UNSAFE = ("fail", "null", "plaintext")

_session: dict[str, str] = {}
_lock = threading.Lock()


class _Backend(Protocol):
    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


def is_kept() -> bool:
    """Whether a token outlives the session; there is no silent fallback to a plain file."""
    return _keyring() is not None


def get_token(hub: str) -> str:
    """The token for a hub's key; "" when there is none. Blocks: the keyring may ask the user."""
    with _lock:
        if hub in _session:
            return _session[hub]
        backend = _keyring()
        token = ""
        if backend is not None:
            try:
                token = backend.get_password(_SERVICE, hub) or ""
            except Exception as error:  # noqa: BLE001 - backends raise what they like
                log.warning("the keyring does not answer: %s", type(error).__name__)
        _session[hub] = token
        return token


def set_token(hub: str, token: str) -> bool:
    """Keeps a token, or forgets it when it is ""; returns whether it outlives the session."""
    with _lock:
        _session[hub] = token
        backend = _keyring()
        if backend is None:
            return False
        try:
            if token:
                backend.set_password(_SERVICE, hub, token)
            elif backend.get_password(_SERVICE, hub):
                backend.delete_password(_SERVICE, hub)
        except Exception as error:  # noqa: BLE001 - backends raise what they like
            log.warning("the keyring does not take the token: %s", type(error).__name__)
            return False
        return True


def _keyring() -> _Backend | None:
    """The system's keyring; None when there is none that keeps secrets secret."""
    try:
        import keyring

        backend = keyring.get_keyring()
    except Exception as error:  # noqa: BLE001 - a broken session bus may raise anything
        log.warning("there is no keyring: %s", type(error).__name__)
        return None
    return backend if _is_safe(backend) else None


def _is_safe(backend: object) -> bool:
    """Judges a backend by its module; a chain of them is as safe as its weakest one."""
    chained = getattr(backend, "backends", None)
    if chained:
        return all(_is_safe(each) for each in chained)
    module = f"{type(backend).__module__}.{type(backend).__qualname__}".lower()
    return not any(word in module for word in _UNSAFE)
