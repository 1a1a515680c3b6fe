"""Tokens: in a keyring that is one, else for the session only."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail

from geniex_desktop.models import tokens


class SafeKeyring(KeyringBackend):
    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class PlaintextKeyring(SafeKeyring):
    """Named as those are that write files which anybody can read."""


class BrokenKeyring(SafeKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("no bus")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise RuntimeError("no bus")


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    before = keyring.get_keyring()
    tokens._session.clear()
    yield
    tokens._session.clear()
    keyring.set_keyring(before)


def test_a_keyring_keeps_a_token_over_the_session() -> None:
    keyring.set_keyring(SafeKeyring())
    assert tokens.get_token("huggingface") == ""
    assert tokens.set_token("huggingface", "hf_x")
    tokens._session.clear()
    assert tokens.get_token("huggingface") == "hf_x"
    assert tokens.set_token("huggingface", "")
    tokens._session.clear()
    assert tokens.get_token("huggingface") == ""


@pytest.mark.parametrize("backend", [fail.Keyring(), PlaintextKeyring(), BrokenKeyring()])
def test_without_a_safe_keyring_a_token_lives_for_the_session_only(backend: KeyringBackend) -> None:
    keyring.set_keyring(backend)
    assert not tokens.set_token("huggingface", "hf_x")
    assert tokens.get_token("huggingface") == "hf_x"
    tokens._session.clear()
    assert tokens.get_token("huggingface") == ""
    if isinstance(backend, SafeKeyring):
        assert not backend.kept
