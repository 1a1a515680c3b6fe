"""Runs that are kept, and what is learnt from them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from geniex_desktop.models.fit import GIB, ModelShape, Place, Target, estimate
from geniex_desktop.models.measurements import FIRST_BANDWIDTH, Measurements, Run, observed, peak_bytes

RUN = Run(
    model="a",
    target="cpu",
    n_ctx=2048,
    weights=1000,
    predicted_peak=1500,
    measured_peak=1600,
    bytes_per_token=100,
    predicted_speed=10.0,
    measured_speed=20.0,
    time=1,
)


def test_runs_survive_the_program(tmp_path: Path) -> None:
    file = tmp_path / "measurements.json"
    Measurements(file).add(RUN)
    again = Measurements(file)
    assert again.of_model("a") == (RUN,)
    assert again.of_model("b") == ()


def test_the_latest_run_of_a_context_replaces_the_one_before(tmp_path: Path) -> None:
    kept = Measurements(tmp_path / "m.json")
    later = replace(RUN, measured_peak=1700)
    other = replace(RUN, n_ctx=512)
    for run in (RUN, other, later):
        kept.add(run)
    assert kept.of_model("a") == (other, later)


def test_the_correction_is_the_median_of_what_was_not_weights(tmp_path: Path) -> None:
    kept = Measurements(tmp_path / "m.json")
    assert kept.correction(Target.CPU) == 1.0
    for n_ctx, peak in ((1, 1600), (2, 1550), (3, 4000)):
        kept.add(replace(RUN, n_ctx=n_ctx, measured_peak=peak))
    assert kept.correction(Target.CPU) == pytest.approx(1.2)
    assert kept.correction(Target.GPU) == 1.0


def test_the_next_estimate_is_what_was_measured(tmp_path: Path) -> None:
    shape = ModelShape.from_facts(
        {
            "file_bytes": 10**8,
            "block_count": 24,
            "embedding_length": 896,
            "head_count": 14,
            "head_count_kv": 2,
        }
    )
    place = Place(Target.CPU, 16 * GIB)
    first = estimate(shape, place, 4096)
    measured = first.peak_bytes + 20 * 10**6
    kept = Measurements(tmp_path / "m.json")
    kept.add(
        observed(
            "a",
            shape,
            Target.CPU,
            4096,
            measured_peak=measured,
            predicted_speed=1.0,
            measured_speed=2.0,
            time=1,
        )
    )
    again = estimate(shape, place, 4096, correction=kept.correction(Target.CPU))
    assert again.peak_bytes == pytest.approx(measured, abs=2)
    assert kept.speed(Target.CPU, kept.of_model("a")[0].bytes_per_token) == pytest.approx(2.0)


def test_an_absurd_measurement_does_not_run_away(tmp_path: Path) -> None:
    kept = Measurements(tmp_path / "m.json")
    kept.add(replace(RUN, measured_peak=10**9))
    assert kept.correction(Target.CPU) == 3.0
    kept.add(replace(RUN, measured_peak=0))
    assert kept.correction(Target.CPU) == 1.0


def test_speed_is_guessed_first_and_learnt_then(tmp_path: Path) -> None:
    kept = Measurements(tmp_path / "m.json")
    assert kept.speed(Target.HEXAGON, 10**9) == FIRST_BANDWIDTH[Target.HEXAGON] / 10**9
    kept.add(RUN)
    assert kept.speed(Target.CPU, 400) == pytest.approx(5.0)


def test_only_the_latest_two_hundred_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    runs = [{name: getattr(replace(RUN, n_ctx=n), name) for name in Run.__slots__} for n in range(1, 260)]
    file.write_text(json.dumps({"version": 1, "runs": runs}))
    kept = Measurements(file)
    kept.add(replace(RUN, n_ctx=1000))
    assert len(Measurements(file).of_model("a")) == 200
    assert Measurements(file).of_model("a")[-1].n_ctx == 1000


@pytest.mark.parametrize(
    "content", ["", "[]", '{"runs": 5}', '{"runs": [5, {"model": "a"}, null]}', '{"runs": [{"model": 1}]}']
)
def test_a_broken_file_costs_the_corrections_only(tmp_path: Path, content: str) -> None:
    file = tmp_path / "m.json"
    file.write_text(content)
    kept = Measurements(file)
    assert kept.correction(Target.CPU) == 1.0
    kept.add(RUN)
    assert Measurements(file).of_model("a") == (RUN,)


def test_the_peak_of_a_process_is_known() -> None:
    assert peak_bytes(os.getpid()) > 1 << 20
    assert peak_bytes(2**22 + 1) == 0
