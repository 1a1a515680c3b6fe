"""What is remembered of each model file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geniex_desktop.engine.types import LoadSpec, Sampler
from geniex_desktop.models.habits import Habits, ModelOptions

MODEL = Path("/m/a.gguf")


def test_options_and_use_outlive_the_program(tmp_path: Path) -> None:
    file = tmp_path / "habits.json"
    first = Habits(file)
    first.set_options(MODEL, ModelOptions(n_ctx=1024, temperature=0.5))
    first.note_use(MODEL, 77)
    second = Habits(file)
    assert second.options(MODEL) == ModelOptions(n_ctx=1024, temperature=0.5)
    assert second.used(MODEL) == 77
    assert second.options(Path("/other")) == ModelOptions()


@pytest.mark.parametrize("content", ["", "[]", '{"models": 3}', '{"models": {"/m": {"options": 1}}}'])
def test_a_damaged_file_is_an_empty_one(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "habits.json"
    file.write_text(content)
    assert Habits(file).options(MODEL) == ModelOptions()
    assert "cannot be read" in caplog.text


def test_a_value_of_a_wrong_type_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "habits.json"
    habit = {"options": {"n_ctx": "many", "temperature": 1, "new": 3}, "used": 5}
    file.write_text(json.dumps({"version": 1, "models": {str(MODEL): habit}}))
    assert Habits(file).options(MODEL) == ModelOptions(temperature=1)


def test_wishes_come_before_the_apps_settings_and_the_rest_stays() -> None:
    spec = LoadSpec(MODEL, device="auto", n_ctx=4096, n_threads=4)
    applied = ModelOptions(n_ctx=512, device="cpu", n_gpu_layers=0).applied(spec)
    assert (applied.n_ctx, applied.n_threads, applied.device, applied.n_gpu_layers) == (512, 4, "cpu", 0)
    assert ModelOptions().applied(spec) == spec


def test_a_temperature_of_its_own_ends_greedy_sampling() -> None:
    assert ModelOptions().sampler(Sampler.greedy()) == Sampler.greedy()
    assert ModelOptions(temperature=0.6).sampler(Sampler.greedy()) == Sampler(temperature=0.6)
    usual = Sampler(temperature=0.2, top_p=0.9)
    assert ModelOptions(top_k=20).sampler(usual) == Sampler(temperature=0.2, top_p=0.9, top_k=20)
