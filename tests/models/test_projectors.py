"""The projector that lies with a model: found by what it computes, then by its name."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from geniex_desktop.engine.gguf import GgufReport
from geniex_desktop.errors import AppError, Blame
from geniex_desktop.models import projectors
from geniex_desktop.models.projectors import ProjectorDoubt, find_projector, models_with_senses


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files tell their width by their last four bytes; 0 = not told."""

    def inspect(path: Path) -> GgufReport:
        (width,) = struct.unpack("<i", path.read_bytes()[-4:]) if path.is_file() else (-1,)
        if width < 0:
            raise AppError("unreadable")
        is_projector = "mmproj" in path.name.lower()
        facts = {
            "embedding_length": 99 if is_projector else width,
            "modalities": ["vision"] if is_projector else [],
            "projection_length": (width or None) if is_projector else None,
        }
        return GgufReport((), (), facts)

    monkeypatch.setattr(projectors, "inspect_gguf", inspect)
    return tmp_path


def put(folder: Path, name: str, width: int) -> Path:
    path = folder / name
    path.write_bytes(b"GGUF" + struct.pack("<i", width))
    return path


def test_none_beside_the_model(folder: Path) -> None:
    model = put(folder, "model-Q4_0.gguf", 64)
    put(folder, "another-model.gguf", 64)
    assert find_projector(model) is None


def test_the_width_decides(folder: Path) -> None:
    small, large = put(folder, "small.gguf", 64), put(folder, "large.gguf", 96)
    for_small, for_large = put(folder, "mmproj-a.gguf", 64), put(folder, "MMPROJ-b.gguf", 96)
    assert find_projector(small) == for_small
    assert find_projector(large) == for_large


def test_the_name_decides_between_equals(folder: Path) -> None:
    model = put(folder, "Qwen2.5-VL-3B-Instruct-Q4_0.gguf", 64)
    put(folder, "mmproj-gemma-3-4b-it-f16.gguf", 64)
    own = put(folder, "mmproj-Qwen2.5-VL-3B-Instruct-f16.gguf", 64)
    assert find_projector(model) == own


def test_of_several_precisions_the_usual_one(folder: Path) -> None:
    model = put(folder, "m-Q4_0.gguf", 64)
    for precision in ("F32", "BF16", "F16", "Q8_0"):
        put(folder, f"mmproj-m-{precision}.gguf", 64)
    assert find_projector(model) == folder / "mmproj-m-F16.gguf"


def test_what_cannot_be_told_apart_is_asked(folder: Path) -> None:
    model = put(folder, "m.gguf", 64)
    put(folder, "mmproj-a.gguf", 64)
    put(folder, "mmproj-b.gguf", 64)
    with pytest.raises(AppError) as caught:
        find_projector(model)
    assert caught.value.blame is Blame.USER
    assert "mmproj-a.gguf, mmproj-b.gguf" in caught.value.cause


def test_unreadable_ones_and_those_of_unknown_width(folder: Path) -> None:
    model = put(folder, "m.gguf", 64)
    put(folder, "mmproj-broken.gguf", -1)
    assert find_projector(model) is None
    unknown = put(folder, "mmproj-unknown.gguf", 0)
    assert find_projector(model) == unknown


def test_a_folder_of_two_models_and_three_projectors(folder: Path) -> None:
    """Two of the projectors are as wide as the first model, and one of those is of another family."""
    small, large = put(folder, "seer-2b-Q4_0.gguf", 64), put(folder, "viewer-4b-Q4_0.gguf", 96)
    put(folder, "mmproj-other-2b-F16.gguf", 64)
    for_small = put(folder, "mmproj-seer-2b-F16.gguf", 64)
    for_large = put(folder, "mmproj-viewer-4b-F16.gguf", 96)
    assert find_projector(small) == for_small
    assert find_projector(large) == for_large
    for_small.rename(folder / "mmproj-unlike-9b-F16.gguf")
    with pytest.raises(ProjectorDoubt) as caught:
        find_projector(put(folder, "newcomer.gguf", 64))
    assert caught.value.fitting
    assert {path.name for path in caught.value.candidates} == {
        "mmproj-other-2b-F16.gguf",
        "mmproj-unlike-9b-F16.gguf",
    }


def test_where_none_fits_both_numbers_are_told(folder: Path) -> None:
    model = put(folder, "m-2b.gguf", 64)
    put(folder, "mmproj-z.gguf", 128)
    likelier = put(folder, "mmproj-m-2b.gguf", 96)
    with pytest.raises(ProjectorDoubt) as caught:
        find_projector(model)
    doubt = caught.value
    assert not doubt.fitting
    assert doubt.candidates[0] == likelier
    assert "64 numbers" in doubt.cause
    assert "96 (mmproj-m-2b.gguf), 128 (mmproj-z.gguf)" in doubt.cause


def test_models_that_see_are_told_from_those_that_do_not(folder: Path) -> None:
    seer, blind = put(folder, "seer-2b-Q4_0.gguf", 64), folder / "gone.gguf"
    put(folder, "mmproj-seer-2b-F16.gguf", 64)
    (folder / "other").mkdir()
    plain = put(folder / "other", "plain.gguf", 64)
    assert models_with_senses([seer, plain, blind, seer]) == {seer: frozenset({"vision"})}
