"""The model library: imports, places, states, moves."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hub_server import gguf

from geniex_desktop.errors import AppError
from geniex_desktop.models.artifact import DownloadCancelled
from geniex_desktop.models.store import ModelStore, State


def never() -> bool:
    return False


def ignore(_done: int, _total: int) -> None:
    pass


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine" / "tiny-Q4_0.gguf"
    path.parent.mkdir()
    path.write_bytes(gguf(1, 300_000))
    return path


def test_a_copy_is_ready_and_known_by_its_hash(store: ModelStore, model_file: Path) -> None:
    steps: list[int] = []
    model = store.import_copy(model_file, "me/tiny", lambda done, _total: steps.append(done), never)
    assert (model.state, model.quants, model.size) == (State.READY, ("Q4_0",), 300_000)
    assert steps[-1] == 300_000
    assert store.paths("me/tiny").model.read_bytes() == model_file.read_bytes()
    model_file.unlink()
    assert store.verify("me/tiny", ignore, never).good == ("tiny-Q4_0.gguf",)


def test_a_folder_and_an_archive_are_imported(store: ModelStore, model_file: Path, tmp_path: Path) -> None:
    (model_file.parent / "mmproj-tiny.gguf").write_bytes(gguf(2, 90))
    assert store.import_copy(model_file.parent, "me/folder", ignore, never).model_type == "vlm"
    archive = tmp_path / "tiny.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(model_file, "tiny-Q4_0.gguf")
    assert store.import_copy(archive, "me/archive", ignore, never).state is State.READY
    assert [model.name for model in store.list()] == ["me/archive", "me/folder"]


def test_a_stopped_copy_is_no_model(store: ModelStore, model_file: Path) -> None:
    with pytest.raises(AppError) as caught:
        store.import_copy(model_file, "me/tiny", ignore, lambda: True)
    assert caught.value.code == -100006
    assert [model.state for model in store.list()] == [State.INCOMPLETE]


def test_a_model_in_its_place_is_not_copied_and_survives_its_removal(
    store: ModelStore, model_file: Path
) -> None:
    model = store.import_in_place(model_file, "me/tiny")
    assert (model.state, model.files[0].path) == (State.READY, model_file)
    assert store.paths("me/tiny").model == model_file
    assert not list(model.folder.glob("*.gguf"))
    store.remove("me/tiny")
    assert store.list() == []
    assert model_file.exists()


def test_a_model_in_its_place_that_changed_or_went_is_shown_as_broken(
    store: ModelStore, model_file: Path
) -> None:
    store.import_in_place(model_file, "me/tiny")
    content = model_file.read_bytes()
    model_file.write_bytes(content[:-1] + b"x")
    assert store.verify("me/tiny", ignore, never).damaged == ("tiny-Q4_0.gguf",)
    assert store.get("me/tiny").state is State.BROKEN
    model_file.unlink()
    assert store.get("me/tiny").state is State.BROKEN


def test_what_other_programs_put_there_is_unverified_until_somebody_looks(store: ModelStore) -> None:
    folder = store.folder / "models" / "their" / "model"
    folder.mkdir(parents=True)
    (folder / "m-Q8_0.gguf").write_bytes(gguf(1, 50))
    (folder / "geniex.json").write_text(
        '{"PluginId":"llama_cpp","ModelFile":{"Q8_0":{"Name":"m-Q8_0.gguf","Downloaded":true,"Size":50}}}',
        encoding="utf-8",
    )
    assert store.get("their/model").state is State.UNVERIFIED
    assert store.verify("their/model", ignore, never).recorded == ("m-Q8_0.gguf",)
    assert store.get("their/model").state is State.READY
    (folder / ".origin.json").write_text("{", encoding="utf-8")
    assert store.get("their/model").state is State.UNVERIFIED


@pytest.mark.parametrize(
    "manifest", ["{", "[]", '{"ModelFile": 7}', '{"ModelFile": {"A": {"Name": "../x"}}}']
)
def test_a_broken_manifest_is_shown_with_its_reason(store: ModelStore, manifest: str) -> None:
    folder = store.folder / "models" / "org" / "broken"
    folder.mkdir(parents=True)
    (folder / "geniex.json").write_text(manifest, encoding="utf-8")
    (model,) = store.list()
    assert model.state is State.BROKEN
    assert "org/broken" in model.problem
    store.remove("org/broken")
    assert store.list() == []


def test_the_store_moves_with_everything_in_it(store: ModelStore, model_file: Path, tmp_path: Path) -> None:
    store.import_copy(model_file, "me/tiny", ignore, never)
    with pytest.raises(DownloadCancelled):
        store.move_to(tmp_path / "stopped", ignore, lambda: True)
    assert store.get("me/tiny").state is State.READY
    assert not (tmp_path / "stopped" / "models").exists()
    moved = store.move_to(tmp_path / "other disk", ignore, never)
    assert moved.verify("me/tiny", ignore, never).good == ("tiny-Q4_0.gguf",)
    assert moved.paths("me/tiny").model.is_relative_to(tmp_path / "other disk")
    assert not (store.folder / "models" / "me").exists()
    with pytest.raises(AppError, match="already"):
        moved.move_to(tmp_path / "other disk", ignore, never)


def test_no_entry_and_no_file_are_told(store: ModelStore, tmp_path: Path) -> None:
    with pytest.raises(AppError, match="not in the model store"):
        store.get("me/none")
    with pytest.raises(AppError):
        store.paths("me/none")
    with pytest.raises(AppError):
        store.import_copy(tmp_path / "none.gguf", "me/none", ignore, never)
    (tmp_path / "page.gguf").write_bytes(b"<html>log in</html>")
    with pytest.raises(AppError):
        store.import_copy(tmp_path / "page.gguf", "me/page", ignore, never)
    assert store.list() == []
