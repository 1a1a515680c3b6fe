"""First models: the list that ships, and what is offered to whom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geniex_desktop.errors import AppError
from geniex_desktop.models.catalogue import HUGGING_FACE, MODEL_SCOPE, Entry, load_catalogue, suggest
from geniex_desktop.models.fit import Target

FILE = Path(__file__).parents[2] / "resources" / "catalogue.json"


@pytest.fixture(scope="module")
def entries() -> tuple[Entry, ...]:
    return load_catalogue(FILE)


def test_the_list_is_well_formed(entries: tuple[Entry, ...]) -> None:
    assert len({entry.id for entry in entries}) == len(entries) > 3
    for entry in entries:
        assert entry.parameters > 10**7, entry.id
        assert all((entry.languages, entry.targets, entry.licence)), entry.id
        assert all(hub in (HUGGING_FACE, MODEL_SCOPE) for hub, _ in entry.sources), entry.id
        assert all(repository.count("/") == 1 for _, repository in entry.sources), entry.id


@pytest.mark.parametrize(
    ("target", "locale"),
    [(Target.CPU, "zh_CN"), (Target.ASCEND_310B, "zh-Hans"), (Target.ASCEND_310B, "en_GB")],
)
def test_a_chinese_system_or_a_board_gets_a_small_qwen_from_modelscope(
    entries: tuple[Entry, ...], target: Target, locale: str
) -> None:
    first = suggest(entries, target, locale)[0]
    assert first.entry.id == "qwen2.5-0.5b-instruct"
    assert first.hub == MODEL_SCOPE
    assert first.repository


def test_elsewhere_hugging_face_comes_first(entries: tuple[Entry, ...]) -> None:
    assert suggest(entries, Target.HEXAGON, "en_US")[0].hub == HUGGING_FACE


@pytest.mark.parametrize("target", list(Target))
@pytest.mark.parametrize("locale", ["en", "zh_CN", "de_DE", "xx"])
@pytest.mark.parametrize("hub", [HUGGING_FACE, MODEL_SCOPE])
def test_there_is_something_for_everyone(
    entries: tuple[Entry, ...], target: Target, locale: str, hub: str
) -> None:
    found = suggest(entries, target, locale, (hub,))
    assert found
    assert all(suggestion.hub == hub and target in suggestion.entry.targets for suggestion in found)


def test_ones_own_language_comes_first(entries: tuple[Entry, ...]) -> None:
    german = suggest(entries, Target.CPU, "de_DE")
    speaks = ["de" in suggestion.entry.languages for suggestion in german]
    assert speaks == sorted(speaks, reverse=True)
    assert True in speaks
    assert False in speaks


def test_without_a_hub_there_is_nothing(entries: tuple[Entry, ...]) -> None:
    assert suggest(entries, Target.CPU, "en", ()) == []


@pytest.mark.parametrize("content", ["", "[]", '{"models": [{}]}', '{"models": 3}'])
def test_a_damaged_list_says_so(tmp_path: Path, content: str) -> None:
    file = tmp_path / "catalogue.json"
    file.write_text(content)
    with pytest.raises(AppError, match="first models"):
        load_catalogue(file)


def test_an_unknown_target_is_a_damaged_list(tmp_path: Path) -> None:
    catalogue = json.loads(FILE.read_text(encoding="utf-8"))
    catalogue["models"][0]["targets"] = ["toaster"]
    file = tmp_path / "catalogue.json"
    file.write_text(json.dumps(catalogue))
    with pytest.raises(AppError, match="first models"):
        load_catalogue(file)
