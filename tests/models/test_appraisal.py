"""What precisions mean on a machine, and what a model's name tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from geniex_desktop.engine.gguf import inspect_gguf
from geniex_desktop.models.appraisal import Precision, appraise, parameters_in_name, verdict_by_name
from geniex_desktop.models.chat_template import read_chat_template
from geniex_desktop.models.fit import ModelShape, Place, Target, Verdict
from geniex_desktop.models.measurements import Measurements

TINY = Path(__file__).parents[1] / "data" / "vlm" / "tiny-llm.gguf"
GIB = 1 << 30


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("unsloth/Qwen3-4B-GGUF", 4_000_000_000),
        ("Qwen2.5-0.5B-Instruct", 500_000_000),
        ("SmolLM2-135M-Instruct", 135_000_000),
        ("Qwen3-30B-A3B-GGUF", 30_000_000_000),
        ("gemma-4-E2B", 0),
        ("bert-base", 0),
        ("v2b3-model", 0),
    ],
)
def test_the_name_tells_how_large_a_model_is(name: str, parameters: int) -> None:
    assert parameters_in_name(name) == parameters


def test_the_name_alone_tells_whether_a_model_may_fit() -> None:
    assert verdict_by_name("x-4B", 16 * GIB)[0] is Verdict.FITS
    assert verdict_by_name("x-4B", 3 * GIB)[0] is Verdict.TIGHT
    assert verdict_by_name("x-70B", 16 * GIB)[0] is Verdict.TOO_BIG
    assert verdict_by_name("nameless", 16 * GIB) is None


def test_one_header_judges_all_precisions(tmp_path: Path) -> None:
    shape = ModelShape.from_facts(inspect_gguf(TINY).facts)
    size = TINY.stat().st_size
    precisions = (Precision("Q4_0", size), Precision("F16", 20_000 * size))
    place = Place(Target.CPU, 4 * GIB)
    judged = appraise(precisions, shape, place, Measurements(tmp_path / "runs.json"))
    small, large = judged.precisions
    assert small.fit.verdict is Verdict.FITS
    assert large.fit.verdict is Verdict.TOO_BIG
    assert small.speed > large.speed > 0
    assert large.fit.need.weights == 20_000 * size
    assert judged.recommendation.precision == "Q4_0"


def test_without_a_header_only_the_names_count(tmp_path: Path) -> None:
    precisions = (Precision("Q4_0", 5), Precision("Q8_0", 9))
    place = Place(Target.HEXAGON, GIB)
    judged = appraise(precisions, None, place, Measurements(tmp_path / "runs.json"))
    assert [each.fit for each in judged.precisions] == [None, None]
    assert judged.recommendation.precision == "Q4_0"


def test_the_chat_template_is_found_in_the_file(tmp_path: Path) -> None:
    expected = inspect_gguf(TINY).facts["chat_template_bytes"]
    assert len(read_chat_template(TINY).encode()) == expected > 0
    cut = tmp_path / "cut.gguf"
    for length in (0, 3, 20, 40, 200):
        cut.write_bytes(TINY.read_bytes()[:length])
        assert read_chat_template(cut) == ""
