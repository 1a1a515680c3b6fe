"""Which of the files of this machine count as models to chat with, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from scripted_hub import TINY
from test_models_pane import show_stored
from window_bench import Bench

from geniex_desktop.ui.models.finder import LOCAL
from geniex_desktop.ui.models.models import Models
from geniex_desktop.ui.models.pane import ModelsPane

IMPOSTORS = {
    "page.gguf": (b"<!DOCTYPE html><html><body>Sign in</body></html>", "web page", "Download"),
    "pointer.gguf": (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
        "Git LFS",
        "git lfs pull",
    ),
}
"""What is saved under a model's name: content, what it is called, and what to do."""


@pytest.mark.parametrize("name", IMPOSTORS)
def test_what_only_bears_a_models_name_is_never_listed_and_says_what_it_is(
    pane: ModelsPane, models: Models, tmp_path: Path, name: str, qtbot: QtBot
) -> None:
    content, kind, remedy = IMPOSTORS[name]
    file = tmp_path / name
    file.write_bytes(content)
    for take in (pane.importing.take_copy, pane.importing.take_in_place):
        with qtbot.waitSignal(models.shelf.failed) as failed:
            take(file)
        said = f"{failed.args[0].text} {failed.args[0].cause} {failed.args[0].hint}"
        assert kind in said
        assert remedy.lower() in said.lower()
    assert models.shelf.models == []


def test_an_embedding_model_is_listed_apart_and_refused_kindly(
    pane: ModelsPane, models: Models, bench: Bench, embedding_model: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    chats = tmp_path / "zz-chats-Q4_0.gguf"
    chats.write_bytes(TINY.read_bytes())
    for file in (embedding_model, chats):
        pane.importing.take_in_place(file)
    qtbot.waitUntil(lambda: len(models.shelf.models) == 2 and not models.shelf.work)
    pane.hubs.buttons[LOCAL].click()
    assert [(card.key, card.tone) for card in pane.list.cards] == [
        ("local/zz-chats-Q4_0", "good"),
        ("local/all-mini-embed-F32", "muted"),
    ]
    assert pane.list.cards[1].verdict == "For search, not for chat"
    assert [path.name for path in models.files()] == ["zz-chats-Q4_0.gguf"]
    show_stored(pane, models, qtbot, "local/all-mini-embed-F32")
    assert pane.model.open.isHidden()
    assert "cannot chat" in pane.model.state.text()
    assert [section.head.text() for section in pane.model.sections if not section.isHidden()] == ["Facts"]
    with qtbot.waitSignal(bench.session.load_failed):
        bench.session.open(embedding_model)
    assert bench.session.error.text == "all-mini-embed-F32.gguf is an embedding model and cannot chat."
    assert bench.script.loads == []
