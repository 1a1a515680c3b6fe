"""The truth table of the verdict: each row is a machine, a report and a measurement."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geniex_desktop.engine.devices import Kind
from geniex_desktop.engine.placement import read_placement
from geniex_desktop.telemetry.summary import Figures
from geniex_desktop.telemetry.verdict import Finding, Usage, judge

NPU, GPU, CPU = Kind.NPU, Kind.GPU, Kind.CPU


def report(*devices: tuple[str, str, int], fallback: int = 0) -> dict[str, Any]:
    return {
        "devices": [{"id": id_, "name": id_, "kind": kind, "layers": n} for id_, kind, n in devices],
        "buffers": [{"device": devices[0][0], "buffer": "x", "use": "model", "bytes": 1000}],
        "kv": {"type_k": "f16", "type_v": "f16", "bytes": 500, "n_ctx": 2048},
        "graph": {"splits": 2, "nodes": 900},
        "fallback_ops": [{"op": "GET_ROWS", "count": fallback}] if fallback else [],
    }


# Hexagon reports itself as a GPU; its id tells the truth.
ALL_NPU = report(("HTP0", "gpu", 36), ("CPU", "cpu", 0))
SOME_NPU = report(("HTP0", "gpu", 20), ("CPU", "cpu", 16))
ALL_GPU = report(("GPUOpenCL", "gpu", 36), ("CPU", "cpu", 0))
ALL_CPU = report(("CPU", "cpu", 36))
NO_LAYERS = report(("GPUOpenCL", "gpu", 0))
OPENCL = ("GPUOpenCL",)
ASCEND = report(("CANN0", "accelerator", 24), ("CPU", "cpu", 1))


class Row(NamedTuple):
    name: str
    device: str
    report: dict[str, Any] | None
    asked_mean: float | None
    busy_cores: float | None
    worker: Kind | None
    finding: Finding
    waiting_core: bool = False
    found: tuple[str, ...] = ()


CORES = 12
ROWS = [
    Row("npu measured", "NPU", ALL_NPU, 71.0, 0.4, NPU, Finding.CONFIRMED),
    Row("pinned Hexagon, a host core waits", "NPU", ALL_NPU, 71.0, 1.1, NPU, Finding.CONFIRMED, True),
    Row("pinned Hexagon without a meter", "NPU", ALL_NPU, None, 1.1, NPU, Finding.REPORTED, True),
    Row("hybrid, CPU helps", "NPU + CPU", SOME_NPU, 55.0, 6.0, NPU, Finding.CONFIRMED),
    Row("Ascend", "NPU", ASCEND, 63.0, 1.0, NPU, Finding.CONFIRMED, True),
    Row("silently loaded on the CPU", "NPU", ALL_CPU, 0.0, 8.0, CPU, Finding.FALLBACK),
    Row("silently on the CPU, no meter", "NPU + CPU", ALL_CPU, None, None, CPU, Finding.FALLBACK),
    Row("on the CPU while others use the NPU", "NPU", ALL_CPU, 60.0, 8.0, CPU, Finding.FALLBACK),
    Row("report says NPU, CPU does the work", "NPU", ALL_NPU, 1.0, 9.5, CPU, Finding.FALLBACK),
    Row("report says NPU, its meter sees nothing", "NPU", ALL_NPU, 0.0, 1.0, NPU, Finding.QUIET, True),
    Row("a reply too short to be measured", "NPU", ALL_NPU, None, None, NPU, Finding.REPORTED),
    Row("no meter and a busy CPU", "NPU", ALL_NPU, None, 10.0, NPU, Finding.REPORTED),
    Row("gpu measured", "GPU", ALL_GPU, 88.0, 0.9, GPU, Finding.CONFIRMED, True),
    Row("gpu asked, all on the CPU", "GPU", ALL_CPU, 2.0, 9.0, CPU, Finding.FALLBACK),
    Row("foreign library, NPU measured", "NPU", None, 40.0, 1.0, NPU, Finding.MEASURED, True),
    Row("foreign library, CPU measured", "NPU", None, 1.0, 10.0, CPU, Finding.FALLBACK),
    Row("foreign library, nothing moves", "NPU", None, 1.0, 0.2, None, Finding.UNKNOWN),
    Row("foreign library, not measurable", "NPU", None, None, 4.0, None, Finding.UNKNOWN),
    Row("gpu instead of npu, by the report", "NPU", ALL_GPU, 0.0, 0.9, GPU, Finding.FALLBACK),
    Row("log only: found, measured", "NPU", None, 40.0, 1.0, NPU, Finding.MEASURED, True, ("HTP0",)),
    Row("log only: found, no meter", "NPU", None, None, 1.0, NPU, Finding.FOUND, True, ("HTP0",)),
    Row("log only: found, no meter, busy CPU", "NPU", None, None, 9.0, NPU, Finding.FOUND, False, ("HTP0",)),
    Row("log only: found, silent meter", "NPU", None, 0.0, 0.2, NPU, Finding.FOUND, False, ("HTP0", "CPU")),
    Row("log only: found, CPU works", "NPU", None, 1.0, 9.0, CPU, Finding.FALLBACK, False, ("HTP0",)),
    Row("log only: another was found", "NPU", None, 60.0, 1.0, GPU, Finding.FALLBACK, False, ("GPUOpenCL",)),
    Row("log only: only the CPU was found", "NPU", None, None, None, CPU, Finding.FALLBACK, False, ("CPU",)),
    Row("log only: an unknown device", "NPU", None, None, 4.0, None, Finding.UNKNOWN, False, ("XYZ0",)),
    Row("the report outweighs the log", "NPU", ALL_CPU, 60.0, 1.0, CPU, Finding.FALLBACK, False, ("HTP0",)),
    Row(
        "a report without layers, then the log", "GPU", NO_LAYERS, None, 1.0, GPU, Finding.FOUND, True, OPENCL
    ),
    Row("a report that says nothing", "NPU", {"devices": None}, None, 4.0, None, Finding.UNKNOWN),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_truth_table(row: Row) -> None:
    figures = {"cpu": Figures(100 * row.busy_cores / CORES, 100.0, 4)} if row.busy_cores is not None else {}
    if row.asked_mean is not None:
        figures["gpu" if row.device == "GPU" else "npu"] = Figures(row.asked_mean, 100.0, 4)
    verdict = judge(row.device, read_placement(row.report), Usage(figures, CORES), None, row.found)
    assert (verdict.worker, verdict.finding) == (row.worker, row.finding)
    assert verdict.waiting_core is row.waiting_core
    assert verdict.tells_more
    assert verdict.good is (row.finding in (Finding.CONFIRMED, Finding.MEASURED))


@pytest.mark.parametrize(
    ("figures", "mean"),
    [
        ({"npu": 40.0}, 40.0),
        ({"npu.own": 35.0}, 35.0),
        ({"npu": 3.0, "npu.own": 35.0}, 3.0),
        ({"npu": 0.0, "npu1": 62.0}, 62.0),
        ({"npu.memory": 90.0, "npu.clock": 1e9, "gpu": 80.0}, None),
        ({"npu1.own": 12.0}, 12.0),
        ({}, None),
    ],
)
def test_which_meter_speaks_for_a_kind(figures: dict[str, float], mean: float | None) -> None:
    usage = Usage({name: Figures(value, value, 2) for name, value in figures.items()}, CORES)
    assert usage.mean(NPU) == mean


def test_our_own_use_confirms_where_the_whole_device_is_not_told() -> None:
    usage = Usage({"npu.own": Figures(55.0, 80.0, 3), "cpu": Figures(8.0, 9.0, 3)}, CORES)
    verdict = judge("NPU", read_placement(ALL_NPU), usage)
    assert (verdict.finding, verdict.asked_mean) == (Finding.CONFIRMED, 55.0)


def test_a_reply_on_the_cpu_needs_no_words() -> None:
    verdict = judge("CPU", read_placement(ALL_CPU), Usage({"cpu": Figures(95.0, 99.0, 5)}, CORES))
    assert verdict.worker is CPU
    assert not verdict.tells_more


def test_the_verdict_names_devices_layers_and_what_fell_back() -> None:
    placement = read_placement(
        report(("HTP0", "gpu", 18), ("HTP1", "gpu", 10), ("CPU", "cpu", 8), fallback=3)
    )
    verdict = judge("NPU + CPU", placement, Usage({"npu": Figures(50.0, 60.0, 3)}, CORES), 0.41)
    assert (verdict.devices, verdict.layers, verdict.all_layers) == ("HTP0, HTP1", 28, 36)
    assert verdict.fallback_ops == 3
    assert verdict.joules_per_token == 0.41


def test_a_report_is_read_into_types() -> None:
    placement = read_placement(ALL_NPU)
    assert placement is not None
    assert placement.devices[0].kind is NPU
    assert placement.devices[0].bytes == 1000
    assert (placement.kv_type, placement.kv_bytes, placement.n_ctx) == ("f16", 500, 2048)
    assert placement.graph_splits == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["devices", "buffers", "kv", "graph", "fallback_ops", "id", "layers", "bytes"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(JSON)
def test_no_report_of_a_foreign_library_raises(value: Any) -> None:
    placement = read_placement(value)
    verdict = judge("NPU", placement, Usage({}, 0))
    assert verdict.finding in (Finding.UNKNOWN, Finding.FALLBACK, Finding.REPORTED)
