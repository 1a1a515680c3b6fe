"""geniex-bench's JSON files, checked: they come from a process that may have died while writing."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .matrix import Cell
from .records import CellResult
from .spread import Metric

_SPEED_SCHEMA = "2"
_MOST_BYTES = 64 * 2**20
_TTFT_KEY = "ttft_us"
_TEXT_LIMIT = 4000


class BadResult(ValueError):
    """Not what geniex-bench writes; the text says what is wrong."""


def read_result(path: Path, schema: str) -> dict[str, Any]:
    """The object of a result file.

    Raises:
        BadResult: missing, too long, no JSON, or of another schema.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadResult(f"{path.name} is too long")
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise BadResult(f"{path.name}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadResult(f"{path.name} is not whole: {error}") from error
    if not isinstance(content, dict) or content.get("schema_version") != schema:
        raise BadResult(f"{path.name} is not of schema {schema}")
    return content


def text(content: Mapping[str, Any], key: str) -> str:
    """A text of a result, "" where it is null or missing."""
    value = content.get(key)
    return value[:_TEXT_LIMIT] if isinstance(value, str) else ""


def count(content: Mapping[str, Any], key: str) -> int:
    """A whole number of a result, 0 where there is none."""
    value = content.get(key)
    return value if type(value) is int and value >= 0 else 0


def figure(content: Mapping[str, Any], key: str) -> float | None:
    """A finite number of a result; None where there is none."""
    value = content.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value)


def failed_cell(cell: Cell, failure: str, detail: str = "") -> CellResult:
    """A result without figures."""
    return CellResult(
        cell.model.name,
        str(cell.model.path),
        cell.device,
        cell.workload,
        failure=failure[:_TEXT_LIMIT],
        detail=detail,
    )


def read_cell(cell: Cell, path: Path) -> CellResult:
    """The measured cell; one without figures says why. Raises BadResult."""
    content = read_result(path, _SPEED_SCHEMA)
    runs = content.get("runs")
    if not isinstance(runs, list) or not all(isinstance(run, dict) for run in runs):
        raise BadResult(f"{path.name} has no runs")
    failure = text(content, "error")
    if not runs and not failure:
        raise BadResult(f"{path.name} has neither figures nor an error")
    return CellResult(
        model=cell.model.name,
        model_path=str(cell.model.path),
        asked_device=cell.device,
        workload=cell.workload,
        model_bytes=count(content, "model_size_bytes"),
        device=text(content, "device"),
        device_id=text(content, "device_id"),
        plugin=text(content, "plugin"),
        plugin_version=text(content, "plugin_version"),
        engine_version=text(content, "geniex_version"),
        prompt_tokens=count(runs[-1], "prompt_tokens") if runs else 0,
        generated_tokens=count(runs[-1], "gen_tokens") if runs else 0,
        samples={} if failure else _samples(runs),
        failure=failure,
    )


def _samples(runs: list[dict[str, Any]]) -> dict[str, tuple[float, ...]]:
    """By metric; a figure of 0 was not measured, for nothing was prefilled or decoded."""
    samples: dict[str, tuple[float, ...]] = {}
    for metric, key, scale in (
        (Metric.DECODE, Metric.DECODE.value, 1.0),
        (Metric.PREFILL, Metric.PREFILL.value, 1.0),
        (Metric.TTFT, _TTFT_KEY, 1e-3),
    ):
        values = [figure(run, key) for run in runs]
        known = tuple(value * scale for value in values if value is not None and value > 0)
        if known:
            samples[metric.value] = known
    return samples
