"""An image through the whole window to a real model with a projector: the tiny pair."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import Bench

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import Sampler

DATA = Path(__file__).parents[1] / "data" / "vlm"


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """The tiny model with its projector beside it."""
    folder = tmp_path / "pair"
    folder.mkdir()
    for name in ("tiny-llm.gguf", "tiny-mmproj.gguf"):
        shutil.copy(DATA / name, folder)
    return folder / "tiny-llm.gguf"


@pytest.fixture
def real(app: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A window with the real engine in its process, with the real models."""
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    result = Bench(Script(), tmp_path, make_engine(isolated=True))
    result.controller.options = replace(
        result.controller.options, sampler=Sampler.greedy(), max_tokens=64, system_prompt=""
    )
    qtbot.addWidget(result.window)
    result.window.show()
    yield result
    result.close()


def ask(bench: Bench, qtbot: QtBot, text: str, *images: Path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(image)) for image in images])
    bench.chat.attaching.take(data)
    qtbot.waitUntil(lambda: not bench.tray.busy)
    bench.chat.composer.set_text(text)
    bench.chat.composer._submit()
    qtbot.waitUntil(lambda: not bench.controller.busy)
    reply = bench.controller.conversation.path()[-1]
    assert reply.error is None
    return reply


def test_an_image_is_answered_with_its_time_and_the_next_turn_reuses_it(
    real: Bench, pair: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(pair)
    assert real.session.capabilities.images
    assert real.session.model.spec.mmproj_path == pair.with_name("tiny-mmproj.gguf")
    first = ask(real, qtbot, "What colour is it?", DATA / "quarters.png")
    assert first.text == (
        "The image is red at the top left, green at the top right, "
        "yellow at the bottom left, white at the bottom right."
    )
    assert first.profile.media_time > 0
    assert "image " in real.row_widget("footer").accessibleName()
    second = ask(real, qtbot, "What colour is it?")
    assert second.profile.media_time == 0
    assert second.profile.prompt_tokens < first.profile.prompt_tokens


def test_what_is_sent_is_what_was_measured(real: Bench, pair: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(pair)
    real.chat.composer.set_text("Hello")
    qtbot.waitUntil(lambda: bool(real.chat.meter.text))
    assert "Hello" in real.chat.meter.text
    measured = real.chat.meter.n_prompt
    assert ask(real, qtbot, "Hello").profile.prompt_tokens == measured


def test_what_an_image_takes_is_known_once_the_model_has_read_it(
    real: Bench, pair: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(pair)
    meter = real.chat.meter
    real.tray.add_files([DATA / "red.png"])
    real.chat.composer.set_text("What colour is it?")
    qtbot.waitUntil(lambda: meter.estimated)
    ask(real, qtbot, "What colour is it?")
    real.chat.composer.set_text("And why?")
    qtbot.waitUntil(lambda: "And why?" in meter.text and not meter.estimated)
    measured = meter.n_prompt
    profile = ask(real, qtbot, "And why?").profile
    assert profile.stop_reason == "eos"
    assert measured == real.session.context.n_used - profile.generated_tokens


def test_an_image_whose_file_is_gone_is_an_error_that_names_it(real: Bench, pair: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(pair)
    ask(real, qtbot, "What colour is it?", DATA / "red.png")
    part = real.controller.conversation.path()[0].parts[0]
    real.controller.path_of(part.sha256).unlink()
    real.session.reload()
    real.chat.ask_again()
    qtbot.waitUntil(lambda: not real.controller.busy)
    error = real.controller.conversation.path()[-1].error
    assert error is not None
    assert "image" in error.text.lower()


def test_without_a_projector_the_model_is_opened_for_text(real: Bench, pair: Path, qtbot: QtBot) -> None:
    pair.with_name("tiny-mmproj.gguf").unlink()
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(pair)
    assert not real.session.capabilities.images
    assert real.session.model.spec.mmproj_path is None


def test_a_choice_between_projectors_is_not_made_in_silence(real: Bench, pair: Path, qtbot: QtBot) -> None:
    for name in ("mmproj-left.gguf", "mmproj-right.gguf"):
        shutil.copy(pair.with_name("tiny-mmproj.gguf"), pair.with_name(name))
    pair.with_name("tiny-mmproj.gguf").unlink()
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(pair)
    real.tray.add_files([DATA / "red.png"])
    text = real.chat.senses_notice._text.text
    qtbot.waitUntil(lambda: "Several projectors go with tiny-llm.gguf" in text())


def test_one_of_several_projectors_is_chosen_by_a_click(real: Bench, pair: Path, qtbot: QtBot) -> None:
    for name in ("mmproj-left.gguf", "mmproj-right.gguf"):
        shutil.copy(pair.with_name("tiny-mmproj.gguf"), pair.with_name(name))
    pair.with_name("tiny-mmproj.gguf").unlink()
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(pair)
    real.tray.add_files([DATA / "red.png"])
    notice = real.chat.senses_notice
    expected = ["Use mmproj-left.gguf", "Use mmproj-right.gguf", "Go on without them"]
    qtbot.waitUntil(lambda: [button.text() for button in notice.buttons] == expected)
    with qtbot.waitSignal(real.session.loaded):
        notice.buttons[1].click()
    assert real.session.model.spec.mmproj_path == pair.with_name("mmproj-right.gguf")
    assert real.session.capabilities.images
    assert not notice.isVisible()
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(DATA / "tiny-llm.gguf")
    assert real.session.model.spec.mmproj_path == DATA / "tiny-mmproj.gguf", "the choice was for one model"


def test_a_projector_of_another_width_is_refused_with_both_numbers_and_may_be_tried(
    real: Bench, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(DATA.with_name("gguf")))
    from gguf_files import language_model, projector

    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "m.gguf").write_bytes(language_model().encode())
    (folder / "mmproj-m.gguf").write_bytes(projector(projection=96).encode())
    with qtbot.waitSignal(real.session.loaded):
        real.session.open(folder / "m.gguf")
    assert real.session.model.spec.mmproj_path is None
    real.tray.add_files([DATA / "red.png"])
    notice = real.chat.senses_notice
    qtbot.waitUntil(lambda: "64 numbers" in notice._text.text())
    assert "96 (mmproj-m.gguf)" in notice._text.text()
    anyway = next(button for button in notice.buttons if button.text() == "Use mmproj-m.gguf anyway")
    with qtbot.waitSignal(real.session.loaded):
        anyway.click()
    assert real.session.model.spec.mmproj_path == folder / "mmproj-m.gguf"
    qtbot.waitUntil(lambda: real.session.model.projector_problem in notice._text.text())
    assert "64" in real.session.model.projector_problem
    assert "96" in real.session.model.projector_problem
    assert not any("anyway" in button.text() for button in notice.buttons)
