"""The Models pane over a scripted hub and a real store: find, choose, fetch, keep, mend, open."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from models_steps import KEY, REPOSITORY, choose, fetch, search, show_stored, states
from pytestqt.qtbot import QtBot
from scripted import Script, ScriptedEngine
from scripted_hub import TINY, ScriptedHub
from window_bench import Bench

from geniex_desktop.engine.types import DeviceInfo, ProfileData
from geniex_desktop.errors import AppError
from geniex_desktop.models.artifact import CODE_AUTH, SourceFailed
from geniex_desktop.models.downloads import DownloadState
from geniex_desktop.models.habits import ModelOptions
from geniex_desktop.models.store import State
from geniex_desktop.models.tokens import get_token
from geniex_desktop.ui.models import repository_page
from geniex_desktop.ui.models.finder import LOCAL
from geniex_desktop.ui.models.models import Models
from geniex_desktop.ui.models.pane import ModelsPane
from geniex_desktop.ui.strip import Strip

# ---------------------------------------------------------------------- finding


def test_the_empty_pane_offers_first_models_of_the_catalogue(pane: ModelsPane, models: Models) -> None:
    assert pane.list.cards
    assert all(card.key.partition(":")[0] in ("huggingface", "modelscope") for card in pane.list.cards)
    assert "first models" in pane.heading.text()


def test_a_search_shows_what_the_hub_tells(pane: ModelsPane, models: Models, qtbot: QtBot) -> None:
    search(pane, models, "tiny", qtbot)
    assert [card.title for card in pane.list.cards] == ["org/tiny-GGUF", "org/tiny"]
    assert pane.list.cards[0].note == "apache-2.0 · 1.2 k downloads"
    pane.hubs.buttons["modelscope"].click()
    qtbot.waitUntil(lambda: models.finder.hub == "modelscope" and models.finder.searched)
    assert pane.list.cards[0].key == "modelscope:org/tiny-GGUF"


def test_hubs_have_brief_names_in_a_small_window(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    hubs = {"huggingface": "Hugging Face", "aihub": "Qualcomm AI Hub", "pypi": "Python package index"}
    models.library.hubs.clear()
    models.library.hubs.update({key: ScriptedHub(key, title) for key, title in hubs.items()})
    row = pane.hubs
    row.refresh()
    bench.window.resize(1400, 700)
    qtbot.waitUntil(
        lambda: [each.text() for each in row.buttons.values()] == [*hubs.values(), "This machine"]
    )
    bench.window.resize(640, 480)
    qtbot.waitUntil(lambda: row.buttons["pypi"].text() == "PyPI")
    assert row.buttons["pypi"].toolTip() == "Python package index"
    assert all(each.width() >= each.sizeHint().width() for each in row.buttons.values()), "none is cut"
    bench.window.resize(1400, 700)
    qtbot.waitUntil(lambda: row.buttons["pypi"].text() == "Python package index")


def test_a_repositorys_own_name_leads_to_it(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    hub.repositories = {"Some/hidden-GGUF": ("x-Q4_0.gguf",)}
    search(pane, models, "other/named-GGUF", qtbot)
    assert [card.key for card in pane.list.cards] == ["huggingface:other/named-GGUF"]


def test_a_failed_search_is_a_card_that_asks_again(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    hub.failure = SourceFailed("The hub could not be asked.", cause="The cable is out.")
    search(pane, models, "tiny", qtbot)
    assert not pane.error.isHidden()
    assert "could not be asked" in pane.error.report()
    hub.failure = None
    pane.error._buttons[0].click()
    qtbot.waitUntil(lambda: bool(pane.list.cards))
    assert pane.error.isHidden()


def test_an_answer_to_an_older_search_is_dropped(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    models.finder.search("tiny")
    models.finder.search("nothing at all")
    qtbot.waitUntil(lambda: models.finder.searched)
    assert pane.list.cards == []
    assert "no model" in pane.heading.text()


# ---------------------------------------------------------------------- choosing


def test_a_repository_shows_sizes_fit_and_a_recommendation(
    pane: ModelsPane, models: Models, qtbot: QtBot
) -> None:
    choose(pane, models, qtbot)
    lines = [row.line for row in pane.repository.table.rows]
    assert [line.quant for line in lines] == ["Q4_0", "Q8_0"]
    assert all("tok/s" in line.verdict and line.tone == "good" for line in lines)
    assert [line.quant for line in lines if line.recommended] == ["Q8_0"]
    assert "Recommended: Q8_0" in pane.repository.reason.text()
    assert "tokens of context fit" in pane.repository.reason.text()
    assert "Q8_0" in pane.repository.get.text()


def test_a_hexagon_machine_is_told_to_take_its_own_format(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    bench.script.devices = (DeviceInfo("CPU", "c"), DeviceInfo("HTP0", "Hexagon NPU"))
    with qtbot.waitSignal(bench.engine.runtime_ready):
        bench.session.ask_runtime()
    choose(pane, models, qtbot)
    assert "Recommended: Q4_0" in pane.repository.reason.text()
    assert "Hexagon" in pane.repository.reason.text()


def test_safetensors_are_explained_and_conversions_offered(
    pane: ModelsPane, models: Models, qtbot: QtBot
) -> None:
    pane.list.chosen.emit("huggingface:org/tiny")
    qtbot.waitUntil(lambda: bool(pane.repository.conversions))
    assert "safetensors" in pane.repository.explanation.text()
    assert pane.repository.get.isHidden()
    pane.repository.conversions[0].click()
    qtbot.waitUntil(lambda: models.finder.offer is not None and models.finder.offer.report is not None)
    assert models.finder.offer.reference == REPOSITORY


def test_a_gated_model_asks_for_a_token_and_keeps_it(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    hub.refused = {REPOSITORY: SourceFailed("The licence has to be accepted first.", code=CODE_AUTH)}
    pane.list.chosen.emit(KEY)
    qtbot.waitUntil(lambda: models.finder.offer.error is not None)
    assert not pane.repository.token.isHidden()
    hub.refused = {}
    pane.repository.token.field.setText("hf_canary")
    pane.repository.token.go.click()
    qtbot.waitUntil(lambda: models.finder.offer.report is not None)
    assert get_token("huggingface") == "hf_canary"
    assert pane.repository.token.field.text() == ""
    assert pane.repository.token.isHidden()


def test_a_missing_repository_is_a_card(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    hub.refused = {REPOSITORY: SourceFailed("There is no such model.", hint="Check its name.")}
    pane.list.chosen.emit(KEY)
    qtbot.waitUntil(lambda: models.finder.offer.error is not None)
    assert "no such model" in pane.repository.error.report()
    assert pane.repository.token.isHidden()


def test_a_file_that_would_not_load_is_told_before_it_is_fetched(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    hub.content = hub.content[:2000]
    choose(pane, models, qtbot)
    assert "would not load" in pane.repository.reason.text()


def test_what_does_not_fit_on_the_disk_cannot_be_fetched(
    pane: ModelsPane, models: Models, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository_page, "RESERVE", 1 << 60)
    choose(pane, models, qtbot)
    assert not pane.repository.get.isEnabled()
    assert "not enough room" in pane.repository.note.text()


# ---------------------------------------------------------------------- fetching


def test_a_fetched_model_is_ready_and_listed_everywhere(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    assert models.shelf.find(REPOSITORY).state is State.READY
    assert pane.repository.get.text() == "On this machine"
    assert "1 on this machine" in pane.tag.text()
    entries = [action.text() for action in bench.window.top_bar.menu().actions()]
    assert any(text.startswith("tiny-Q4_0") for text in entries)
    pane.downloads.forget.click()
    qtbot.waitUntil(lambda: models.fetching.downloads == ())
    assert pane.downloads.isHidden()


def test_downloads_wait_in_their_order_and_can_be_paused_and_cancelled(
    pane: ModelsPane, models: Models, hub: ScriptedHub, bench: Bench, qtbot: QtBot
) -> None:
    hub.gate.clear()
    choose(pane, models, qtbot)
    for quant in ("Q4_0", "Q8_0"):
        pane.repository.table.chosen.emit(quant)
        pane.repository.get.click()
    qtbot.waitUntil(lambda: states(models) == [DownloadState.ACTIVE, DownloadState.QUEUED])
    first, second = (one.id for one in models.fetching.downloads)
    qtbot.waitUntil(lambda: models.fetching.downloads[0].done > 0)
    strip = bench.window.findChild(Strip)
    assert strip._loading.text().startswith("↓ tiny-GGUF · Q4_0")
    assert not pane.repository.get.isEnabled()
    pane.downloads.rows[first].pause.click()
    qtbot.waitUntil(lambda: states(models) == [DownloadState.PAUSED, DownloadState.ACTIVE])
    pane.downloads.rows[second].cancel.click()
    qtbot.waitUntil(lambda: states(models) == [DownloadState.PAUSED])
    hub.gate.set()
    pane.downloads.rows[first].resume.click()
    qtbot.waitUntil(lambda: states(models) == [DownloadState.DONE])
    assert strip._loading.isHidden()


def test_quick_clicks_keep_their_order(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    hub.gate.clear()
    quants = ["Q8_0", "F16", "Q4_0", "Q6_K", "Q5_K_M", "Q3_K_M", "Q2_K", "Q4_K_M"]
    hub.repositories[REPOSITORY] = tuple(f"tiny-{quant}.gguf" for quant in quants)
    choose(pane, models, qtbot)
    for quant in quants:
        models.fetching.add(models.finder.offer.request(quant))
    qtbot.waitUntil(lambda: len(models.fetching.downloads) == len(quants))
    assert [one.request.quant for one in models.fetching.downloads] == quants


def test_a_download_can_be_moved_up(pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot) -> None:
    hub.gate.clear()
    hub.repositories[REPOSITORY] = ("tiny-Q4_0.gguf", "tiny-Q8_0.gguf", "tiny-F16.gguf")
    choose(pane, models, qtbot)
    for quant in ("Q4_0", "Q8_0", "F16"):
        pane.repository.table.chosen.emit(quant)
        pane.repository.get.click()
    qtbot.waitUntil(lambda: len(models.fetching.downloads) == 3)
    first, second, last = (one.id for one in models.fetching.downloads)
    pane.downloads.rows[last].up.click()
    qtbot.waitUntil(lambda: models.fetching.downloads[1].id == last)
    assert [one.id for one in models.fetching.downloads] == [first, last, second]


def test_wrong_bytes_fail_with_their_reason_and_can_be_tried_again(
    pane: ModelsPane, models: Models, hub: ScriptedHub, qtbot: QtBot
) -> None:
    hub.spoilt = 1
    choose(pane, models, qtbot)
    pane.repository.get.click()
    qtbot.waitUntil(lambda: states(models) == [DownloadState.FAILED])
    (row,) = pane.downloads.rows.values()
    assert "differs from what the hub promised" in row.hint.text()
    row.resume.click()
    qtbot.waitUntil(lambda: states(models) == [DownloadState.DONE])
    qtbot.waitUntil(lambda: models.shelf.find(REPOSITORY) is not None)
    assert models.shelf.find(REPOSITORY).state is State.READY


# ---------------------------------------------------------------------- keeping


def test_a_models_page_has_facts_template_and_figures(pane: ModelsPane, models: Models, qtbot: QtBot) -> None:
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    page = pane.model
    assert "layers" in page.facts.text()
    assert page.state.text() == "Ready"
    assert "weights" in page.figures.parts.text()
    assert not page.figures.none.isHidden()
    assert page.template.toPlainText()


def test_damage_is_found_shown_and_repaired(pane: ModelsPane, models: Models, qtbot: QtBot) -> None:
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    path = models.shelf.find(REPOSITORY).files[0].path
    with path.open("r+b") as file:
        file.seek(-16, 2)
        file.write(bytes(16))
    pane.model.verify.click()
    qtbot.waitUntil(lambda: models.shelf.find(REPOSITORY).state is State.BROKEN)
    assert pane.model.open.isHidden()
    assert "promised" in pane.model.state.text()
    pane.model.repair.click()
    qtbot.waitUntil(lambda: models.shelf.find(REPOSITORY).state is State.READY)
    assert path.read_bytes() == TINY.read_bytes()


def test_a_deletion_can_be_undone_and_then_happens(pane: ModelsPane, models: Models, qtbot: QtBot) -> None:
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    path = models.shelf.find(REPOSITORY).files[0].path
    pane.model.delete.click()
    assert pane.list.cards == []
    assert REPOSITORY in pane.undo_bar.text
    pane.undo_bar.acted.emit()
    assert [card.key for card in pane.list.cards] == [REPOSITORY]
    assert path.exists()
    pane.model.delete.click()
    models.shelf._remove_now()
    qtbot.waitUntil(lambda: not models.shelf.can_undo)
    assert not path.exists()


def test_closing_carries_out_a_deletion(pane: ModelsPane, models: Models, qtbot: QtBot) -> None:
    fetch(pane, models, qtbot)
    path = models.shelf.find(REPOSITORY).files[0].path
    models.shelf.remove(REPOSITORY)
    models.shelf.close()
    qtbot.waitUntil(lambda: not path.exists())


def test_a_file_is_used_where_it_lies(pane: ModelsPane, models: Models, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "My model (1) Q4_0.gguf"
    file.write_bytes(TINY.read_bytes())
    pane.importing.take_in_place(file)
    qtbot.waitUntil(lambda: bool(models.shelf.models))
    (model,) = models.shelf.models
    assert model.name == "local/My-model-1-Q4_0"
    assert models.files()[0].samefile(file)
    models.shelf.remove(model.name)
    models.shelf._remove_now()
    qtbot.waitUntil(lambda: not models.shelf.can_undo)
    assert file.exists()


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
    listed = [("local/zz-chats-Q4_0", "good"), ("local/all-mini-embed-F32", "muted")]
    # The look that shows the second one may have found it half made: the next look follows.
    qtbot.waitUntil(lambda: [(card.key, card.tone) for card in pane.list.cards] == listed)
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


def test_an_archive_is_copied_into_the_store(
    pane: ModelsPane, models: Models, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "tiny-Q4_0.gguf"
    file.write_bytes(TINY.read_bytes())
    pane.importing.take_copy(file)
    qtbot.waitUntil(lambda: bool(models.shelf.models) and not models.shelf.work)
    file.unlink()
    assert models.files()[0].read_bytes() == TINY.read_bytes()


def test_what_is_no_model_is_refused_with_a_reason(
    pane: ModelsPane, models: Models, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = tmp_path / "bad.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("readme.txt", "nothing")
    with qtbot.waitSignal(models.shelf.failed):
        pane.importing.take_copy(archive)
    assert not pane.error.isHidden()
    pane.error._buttons[0].click()
    assert pane.error.isHidden()


def test_the_store_moves_to_another_folder(
    pane: ModelsPane, models: Models, tmp_path: Path, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    target = tmp_path / "elsewhere"
    with qtbot.waitSignal(models.shelf.moved) as moved:
        models.shelf.move(target)
    assert moved.args[0].store.folder == target
    qtbot.waitUntil(lambda: bool(models.files()) and target in models.files()[0].parents)


# ---------------------------------------------------------------------- opening


def test_a_model_opens_with_its_own_options(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    form = pane.model.options
    form.context.setValue(1024)
    form.layers.setValue(3)
    form.sampler.temperature.setValue(0.7)
    form.template.setPlainText("{{ messages }}")
    with qtbot.waitSignal(bench.session.loaded):
        form.keep.click()
        qtbot.waitUntil(lambda: models.library.habits.options(pane.model.path()) != ModelOptions())
        pane.model.open.click()
    spec = bench.script.loads[-1]
    assert (spec.n_ctx, spec.n_gpu_layers, spec.chat_template) == (1024, 3, "{{ messages }}")
    assert bench.window._stack.currentIndex() == 0
    assert bench.controller.request(None).sampler.temperature == 0.7
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.choose_context(512)
    assert bench.script.loads[-1].n_ctx == 512
    qtbot.waitUntil(lambda: models.shelf.used(models.shelf.find(REPOSITORY)) > 0)


def test_a_projector_comes_with_its_model(
    pane: ModelsPane, models: Models, hub: ScriptedHub, bench: Bench, qtbot: QtBot
) -> None:
    hub.repositories[REPOSITORY] = ("tiny-Q4_0.gguf", "mmproj-tiny-F16.gguf")
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    with qtbot.waitSignal(bench.session.loaded):
        pane.model.open.click()
    assert bench.script.loads[-1].mmproj_path.name == "mmproj-tiny-F16.gguf"


def test_an_unknown_model_is_tried_once_before_it_is_used(
    models: Models, bench: Bench, tmp_path: Path, qtbot: QtBot
) -> None:
    trial = Script(load_failure=AppError("The architecture is not known.", cause="It says 'xyz'."))
    models.opening.make_engine = lambda: ScriptedEngine(trial)
    file = tmp_path / "unknown.gguf"
    file.write_bytes(TINY.read_bytes())
    for _ in range(2):
        with qtbot.waitSignal(bench.session.load_failed):
            bench.session.open(file)
        assert bench.session.error.cause == "It says 'xyz'."
    assert len(trial.loads) == 1
    assert bench.script.loads == []
    trial.load_failure = None
    file.write_bytes(TINY.read_bytes() + b"x")
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(file)
    assert len(trial.loads) == 2
    assert [spec.model_path for spec in bench.script.loads] == [file]


def test_a_verified_model_of_a_hub_needs_no_trial(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    trial = Script()
    models.opening.make_engine = lambda: ScriptedEngine(trial)
    with qtbot.waitSignal(bench.session.loaded):
        models.open(models.files()[0])
    assert trial.loads == []


def test_what_is_looked_at_can_be_stopped(models: Models, bench: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    trial = Script(hold_load=True)
    models.opening.make_engine = lambda: ScriptedEngine(trial)
    file = tmp_path / "unknown.gguf"
    file.write_bytes(TINY.read_bytes())
    bench.session.open(file)
    qtbot.waitUntil(lambda: bool(trial.loads))
    assert "Looking at the model" in bench.window.top_bar.chip._text._whole
    with qtbot.waitSignal(bench.session.load_failed):
        bench.session.cancel_load()
    assert not bench.session.loading
    trial.gate.set()


def test_what_a_reply_took_stands_beside_the_prediction(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    with qtbot.waitSignal(bench.session.loaded):
        pane.model.open.click()
    bench.script.profile = ProfileData(0.1, 0.0, 0.1, 0.3, 12, 40, 500.0, 123.0, 0, 0, "eos")
    with qtbot.waitSignal(models.observing.kept):
        bench.controller.send("Hello")
    bench.window.show_models()
    qtbot.waitUntil(lambda: any(cell.text() == "123 tok/s" for cell in pane.model.figures.cells))
    assert pane.model.figures.none.isHidden()
    qtbot.waitUntil(lambda: models.shelf.speed(models.files()[0]) == 123.0)
    entries = [action.text() for action in bench.window.top_bar.menu().actions()]
    assert "tiny-Q4_0 · 123 tok/s measured" in entries


def test_an_unreadable_library_is_a_card(bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise AppError("The store cannot be opened.")

    monkeypatch.setattr(bench.models, "_open_library", refuse)
    with qtbot.waitSignal(bench.models.failed):
        bench.window.show_models()
    assert "cannot be opened" in bench.window.models.error.report()
