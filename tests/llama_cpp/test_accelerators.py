"""Models on accelerators: which devices get them, with which parameters, and what is told about it."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from geniex_desktop.engine.runtime import read_devices
from geniex_desktop.errors import AppError

from .accelerated import (
    BURST,
    MODULE,
    Machine,
    answer,
    in_own_process,
    load_and_answer,
    new_process,
    this_machine,
)
from .harness import user

Load = Callable[..., dict[str, Any]]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="modules are loaded at run time on Linux only"
)

QUESTIONS = ("Count to ten.", "What is the capital of France?")
ANSWERS = ["1, 2, 3, 4, 5, 6, 7, 8, 9, 10.", "The capital of France is Paris."]
INVALID_INPUT, MODEL_LOAD, GENERATION_FAILED = -100001, -100201, -200101
LAYERS = 3  # of the tiny model, and the output layer
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")
MODE_ON_THE_CPU = "none" if HUGE_PAGES.is_file() and "[never]" not in HUGE_PAGES.read_text() else "mmap"
"""Copied into huge pages where there are any, else mapped from the file."""


@pytest.fixture(scope="module")
def accelerators(accelerated_plugins: Path) -> Iterator[Path]:
    """The plugin folder, in the environment that new processes inherit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GENIEX_PLUGIN_PATH", str(accelerated_plugins))
        yield accelerated_plugins


@pytest.fixture(scope="module")
def load(accelerators: Path) -> Iterator[Load]:
    """Loads a model and asks it `QUESTIONS`; one process serves all tests of sound accelerators."""
    with new_process() as process:

        def load_(device: str | None, **options: int) -> dict[str, Any]:
            return process.submit(load_and_answer, device, QUESTIONS, options).result(timeout=240)

        yield load_


@pytest.fixture
def load_with(accelerators: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """The same with accelerators that have a fault, in a process of its own."""

    def load_(fault: str, value: str, device: str | None, **options: int) -> dict[str, Any]:
        monkeypatch.setenv(f"GENIEX_TEST_BACKEND_{fault}", value)
        return in_own_process(load_and_answer, device, QUESTIONS, options)

    return load_


@pytest.fixture
def with_other_plugin(
    accelerators: Path, native_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fake plugin lies beside it."""
    (tmp_path / "llama_cpp").symlink_to(accelerators / "llama_cpp")
    (tmp_path / "fake").symlink_to(native_build / "fake" / "fake")
    monkeypatch.setenv("GENIEX_PLUGIN_PATH", str(tmp_path))


def layers(placement: dict[str, Any]) -> dict[str, int]:
    return {device["id"]: device["layers"] for device in placement["devices"]}


def bytes_on(placement: dict[str, Any], device: str, use: str) -> int:
    buffers = placement["buffers"]
    return sum(b["bytes"] for b in buffers if b["device"] == device and b["use"] == use)


def engine_value(lines: list[str], name: str) -> str:
    """What the engine says a context parameter is: "n_ubatch" of "llama_context: n_ubatch  = 512"."""
    values = {m[1] for line in lines if (m := re.match(rf"llama_context: {name} += (.*)", line))}
    assert len(values) == 1, f"{name}: {values}"
    return values.pop()


# -- where a model goes --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("device", "expected"),
    [
        ("HTP0", {"HTP0": 4}),
        ("HTP1", {"HTP1": 4}),
        ("GPUOpenCL", {"GPUOpenCL": 4}),
        ("HTP0,HTP1", {"HTP0": 2, "HTP1": 2}),
        (" HTP1 , HTP0 ", {"HTP0": 2, "HTP1": 2}),
        ("CPU", {"CPU": 4}),
        ("CPU,HTP1", {"HTP1": 4}),
        (None, {"HTP0": 2, "HTP1": 1, "GPUOpenCL": 1}),
        ("", {"HTP0": 2, "HTP1": 1, "GPUOpenCL": 1}),
    ],
)
def test_devices_get_the_layers_and_say_the_same(
    load: Load, device: str | None, expected: dict[str, int]
) -> None:
    result = load(device)
    assert result["devices"] == ["HTP0", "HTP1", "GPUOpenCL", "CPU"]
    assert result["texts"] == ANSWERS
    assert result["warnings"] == []
    placement = result["placement"]
    assert layers(placement) == expected
    assert len(placement["layers"]) == LAYERS + 1
    for name in ("HTP0", "HTP1", "GPUOpenCL", "CPU"):
        # The token embedding is always with the CPU.
        assert (bytes_on(placement, name, "model") > 0) is (name in expected or name == "CPU"), name
    on_devices = sum(bytes_on(placement, name, "kv") for name in expected)
    assert on_devices == placement["kv"]["bytes"] > 0
    assert placement["graph"]["splits"] == (1 if device == "CPU" else len(expected) + 1)
    kinds = {entry["id"]: entry["kind"] for entry in placement["devices"]}
    known = {"HTP0": "npu", "HTP1": "npu", "GPUOpenCL": "gpu", "CPU": "cpu"}
    assert kinds == {name: known[name] for name in expected}


def test_no_layers_is_the_cpu_whatever_device_is_named(accelerators: Path) -> None:
    for device in ("HTP0", None):
        result = in_own_process(load_and_answer, device, QUESTIONS, {"n_gpu_layers": 0})
        assert result["texts"] == ANSWERS
        assert layers(result["placement"]) == {"CPU": LAYERS + 1}
        assert not any("session opened" in line for line in result["lines"])


def test_layers_that_were_not_asked_for_stay_on_the_cpu(load: Load) -> None:
    result = load("HTP0", n_gpu_layers=2)
    assert result["texts"] == ANSWERS
    assert layers(result["placement"]) == {"CPU": 2, "HTP0": 2}
    assert result["placement"]["layers"][0] == {"index": 0, "device": "CPU"}


def test_what_was_found_is_told(load: Load) -> None:
    lines = load("HTP7,HTP1,HTP0,HTP1")["lines"]
    told = [line for line in lines if "evice" in line and line.startswith(("Device", "Found", "Using"))]
    assert told == [
        "Device 'HTP7' not found, skipping",
        "Found device: HTP1",
        "Found device: HTP0",
        "Using 2 device(s)",
    ]


# -- parameters ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("device", "ubatch", "flash", "kv", "mode"),
    [
        ("HTP0", "1024", "enabled", "q8_0", "none"),
        ("HTP0,HTP1", "1024", "enabled", "q8_0", "none"),
        (None, "1024", "enabled", "f16", "none"),
        ("HTP1", "1024", "enabled", "f16", "none"),
        ("HTP1,HTP0", "1024", "enabled", "f16", "none"),
        ("GPUOpenCL", "512", "disabled", "f16", "none"),
        ("GPUOpenCL,HTP0", "512", "disabled", "f16", "none"),
        ("CPU", "512", "enabled", "f16", MODE_ON_THE_CPU),
    ],
)
def test_parameters_of_a_class(
    load: Load, device: str | None, ubatch: str, flash: str, kv: str, mode: str
) -> None:
    result = load(device, n_ctx=2048)
    lines, placement = result["lines"], result["placement"]
    assert engine_value(lines, "n_batch") == "2048"
    assert engine_value(lines, "n_ubatch") == ubatch
    assert engine_value(lines, "flash_attn") == flash
    assert placement["flash_attention"] is (flash == "enabled")
    assert (placement["kv"]["type_k"], placement["kv"]["type_v"]) == (kv, kv)
    assert any(f"(load_mode = {mode})" in line for line in lines)
    assert result["texts"] == ANSWERS


def test_own_values_win(load: Load) -> None:
    result = load("HTP0", n_ubatch=64, n_threads=3, n_threads_batch=2)
    assert engine_value(result["lines"], "n_ubatch") == "64"
    assert result["placement"]["threads"] == {"decode": 3, "prefill": 2}


def test_the_batch_shrinks_until_the_npu_can_map_it(load: Load, load_with: Load) -> None:
    at_full_size = load("HTP0", n_ctx=2048)["placement"]
    limit = str(bytes_on(at_full_size, "HTP0", "compute") // 3)
    result = load_with("LIMIT", limit, "HTP0", n_ctx=2048)
    assert result["texts"] == ANSWERS
    tried = [line.split()[-1] for line in result["lines"] if line.startswith("llama_context: n_ubatch ")]
    assert tried == ["1024", "512", "256"]
    # A size that was asked for is not replaced by another one, and a GPU's is left to the user.
    for device, options in (("HTP0", {"n_ubatch": 1024}), ("GPUOpenCL", {})):
        code, cause, text = in_own_process(failing_load, device, {"n_ctx": 2048, **options})
        assert code == MODEL_LOAD
        assert "allocate" in cause
        assert text == ANSWERS[0]


def test_few_threads_beside_an_accelerator(load: Load) -> None:
    cores = len(os.sched_getaffinity(0))
    threads = min(max(cores - 1, 1), 6)
    result = load("HTP0,HTP1")
    assert result["placement"]["threads"] == {"decode": threads, "prefill": threads}
    assert f"Offloading to HTP0, HTP1 with {threads} CPU thread(s) beside" in result["lines"]
    assert not any("Offloading" in line for line in load("CPU")["lines"])


# -- what an accelerator cannot do ---------------------------------------------------------------


def test_fallbacks_are_counted(load: Load, load_with: Load) -> None:
    assert load("HTP0")["placement"]["fallback_ops"] == []
    result = load_with("WITHOUT", "ROPE,RMS_NORM", "HTP0")
    assert result["texts"] == ANSWERS
    placement = result["placement"]
    assert placement["fallback_ops"] == [
        {"op": "RMS_NORM", "count": 2 * LAYERS + 1},
        {"op": "ROPE", "count": 2 * LAYERS},
    ]
    assert placement["graph"]["splits"] > 2 * LAYERS
    assert result["warnings"] == []


def test_probing_for_fallbacks_leaves_no_trace(load: Load) -> None:
    """The context that is made for it is not taken for the model's own."""
    lines = load("HTP0")["lines"]
    assert engine_value(lines, "n_ctx") == "512"
    assert sum(line.startswith("sched_reserve: graph: nodes") for line in lines) == 1


def test_offload_in_name_only_is_warned_of(load_with: Load) -> None:
    result = load_with("WITHOUT", "MUL_MAT", "HTP0")
    assert result["texts"] == ANSWERS
    (warning,) = result["warnings"]
    assert warning.startswith("HTP0 was asked for, but 22 of 22 matrix products stay on the CPU")
    placement = result["placement"]
    assert {"op": "MUL_MAT", "count": 22} in placement["fallback_ops"]
    assert bytes_on(placement, "CPU", "model") > 50 * bytes_on(placement, "HTP0", "model")


# -- failures --------------------------------------------------------------------------------------


def failing_load(device: str, options: dict[str, int]) -> tuple[int | None, str, str]:
    machine = Machine()
    try:
        machine.load(device, **options)
    except AppError as error:
        # The plugin is as good as before.
        return error.code, error.cause, answer(machine.load("HTP0"), QUESTIONS[0])
    raise AssertionError("it loaded")


def test_no_device_of_the_list_exists(accelerators: Path) -> None:
    code, cause, text = in_own_process(failing_load, "HTP5,GPUVulkan", {})
    assert code == INVALID_INPUT
    assert cause == "no device of 'HTP5,GPUVulkan' exists here; there are: HTP0, HTP1, GPUOpenCL, CPU"
    assert text == ANSWERS[0]


def test_a_driver_that_refuses_is_an_error_with_its_words(
    accelerators: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENIEX_TEST_BACKEND_BROKEN", "HTP1")
    code, cause, text = in_own_process(failing_load, "HTP0,HTP1", {})
    assert code == MODEL_LOAD
    assert "HTP1: the driver refuses a session" in cause
    assert text == ANSWERS[0]


def failing_write(device: str) -> tuple[int | None, str, list[str]]:
    machine = Machine()
    try:
        machine.load(device)
    except AppError as error:
        return error.code, error.cause, layers_of(machine)
    raise AssertionError("it loaded")


def layers_of(machine: Machine) -> list[str]:
    placement = machine.load("CPU").session.placement()
    assert placement is not None
    return list(layers(placement))


def test_an_accelerator_that_cannot_write_its_cache_fails_the_load_alone(
    accelerators: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine calls abort() for this; the process must live on."""
    monkeypatch.setenv("GENIEX_TEST_BACKEND_WITHOUT", "SET_ROWS")
    code, cause, devices = in_own_process(failing_write, "HTP0")
    assert code == MODEL_LOAD
    assert "SET_ROWS" in cause
    assert devices == ["CPU"]


def failing_computations(failures: tuple[int, ...]) -> list[tuple[int, bool, int, bool]]:
    """A scenario: replies whose nth computation fails, each followed by one that is let alone."""
    machine = this_machine()
    live = machine.load("HTP0", n_batch=16, n_ubatch=16)
    fresh = machine.load("HTP0", n_batch=16, n_ubatch=16)
    first = live.rendered((user("Who are you?"),))
    prompt = live.rendered((user("Count to ten. " * 6),))
    after = (*prompt[:40], *live.rendered((user("Count to ten."),)))
    seen = []
    for count in failures:
        live.reset()
        live.continue_ids(first, 8)
        machine.fail_computation(count)
        code = 0
        try:
            live.continue_ids(prompt, 12, ignore_eos=True)
        except AppError as error:
            code = error.code or 0
        machine.fail_computation(0)
        held = live.session.kv_tokens()
        fresh.reset()
        agrees = held[: len(prompt)] == prompt[: len(held)]
        same = live.continue_ids(after, 40).token_ids == fresh.continue_ids(after, 40).token_ids
        seen.append((code, agrees, len(held), same))
    return seen


def test_a_computation_that_fails_leaves_record_and_cache_in_agreement(accelerators: Path) -> None:
    """In the first and the later batches of a prompt, and while the reply is made."""
    results = in_own_process(failing_computations, (1, 2, 3, 8, 12))
    assert {code for code, *_ in results} == {GENERATION_FAILED}
    assert all(agrees for _, agrees, _, _ in results), "what the record says was never evaluated"
    assert all(same for *_, same in results), "the next reply is not that of a fresh handle"
    lengths = [length for _, _, length, _ in results]
    assert lengths == sorted(lengths)
    assert len(set(lengths)) == len(lengths)


# -- sessions --------------------------------------------------------------------------------------


def sessions_over_time() -> list[tuple[str, int, int]]:
    machine = Machine()
    seen: list[tuple[str, int, int]] = []

    def note(what: str) -> None:
        seen.append((what, machine.sessions("HTP0"), machine.sessions("HTP1")))

    def other_plugin() -> None:
        read_devices(machine.library, "fake")

    note("listed")
    on_cpu = machine.load("CPU")
    note("on the CPU")
    model = machine.load("HTP0")
    note("loaded")
    other_plugin()
    note("other plugin beside a model")
    assert answer(model, QUESTIONS[0]) == ANSWERS[0]
    model.session.close()
    note("closed")
    other_plugin()
    note("other plugin")
    assert answer(on_cpu, QUESTIONS[0]) == ANSWERS[0]
    model = machine.load("HTP0,HTP1")
    note("loaded again")
    assert answer(model, QUESTIONS[1]) == ANSWERS[1]
    return seen


def test_sessions_are_free_for_other_plugins_while_no_model_needs_them(with_other_plugin: None) -> None:
    assert in_own_process(sessions_over_time) == [
        ("listed", 0, 0),
        ("on the CPU", 0, 0),
        ("loaded", 1, 0),
        ("other plugin beside a model", 1, 0),
        ("closed", 1, 0),
        ("other plugin", -1, 0),
        ("loaded again", 2, 1),
    ]


def sessions_after_a_failed_load(device: str) -> tuple[int, int]:
    machine = Machine()
    with pytest.raises(AppError):
        machine.load(device)
    opened = machine.sessions("HTP0")
    read_devices(machine.library, "fake")
    return opened, machine.sessions("HTP0")


@pytest.mark.parametrize(
    ("fault", "value"), [("GENIEX_TEST_BACKEND_BROKEN", "HTP1"), ("GENIEX_TEST_BACKEND_WITHOUT", "SET_ROWS")]
)
def test_a_failed_load_holds_no_session(
    with_other_plugin: None, monkeypatch: pytest.MonkeyPatch, fault: str, value: str
) -> None:
    monkeypatch.setenv(fault, value)
    assert in_own_process(sessions_after_a_failed_load, "HTP0,HTP1") == (1, -1)


# -- power -----------------------------------------------------------------------------------------


POWER = [
    ("CPU", 2, -1, True),
    ("CPU", BURST, -1, False),
    ("GPUOpenCL", 2, -1, True),
    ("GPUOpenCL", BURST, -1, False),
    ("HTP0", 0, 0, False),
    ("HTP0", 4, 4, False),
    ("HTP0,HTP1", BURST, BURST, False),
    ("HTP0", 5, 5, False),
    ("HTP0", 99, BURST, False),
    ("HTP0,GPUOpenCL", 2, 2, True),
]
"""Device, mode asked for, mode of HTP0 from then on, whether there is a warning."""


def powers() -> list[tuple[str, int, int, bool]]:
    machine = Machine()
    seen = []
    for device, mode, _, _ in POWER:
        machine.forget_lines()
        machine.load(device, power_mode=mode).session.close()
        warned = any(f"power mode {mode}" in line for line in machine.lines(logging.WARNING))
        seen.append((device, mode, machine.power_mode("HTP0"), warned))
    return seen


def test_power_mode_goes_to_the_npu(accelerators: Path) -> None:
    assert in_own_process(powers) == POWER


# -- modules ---------------------------------------------------------------------------------------


def devices_and_warnings() -> tuple[list[str], list[str]]:
    machine = Machine()
    return machine.devices, machine.lines(logging.WARNING)


def without_module(accelerators: Path, folder: Path) -> Path:
    """A plugin root with the plugin, and nothing in the accelerators' place."""
    plugin = folder / "llama_cpp"
    plugin.mkdir()
    for file in (accelerators / "llama_cpp").iterdir():
        if file.name != MODULE:
            (plugin / file.name).symlink_to(file)
    return plugin


def test_a_module_that_cannot_be_loaded_is_named_with_the_reason(
    accelerators: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plugin = without_module(accelerators, tmp_path)
    (plugin / "libggml-opencl.so").write_text("no library", encoding="ascii")
    monkeypatch.setenv("GENIEX_PLUGIN_PATH", str(tmp_path))
    devices, warnings = in_own_process(devices_and_warnings)
    assert devices == ["CPU"]
    (reason,) = [line for line in warnings if "libggml-opencl.so" in line]
    assert "failed to load" in reason


# -- the driver's environment ----------------------------------------------------------------------


def driver_folders() -> str:
    return Machine().environment("ADSP_LIBRARY_PATH")


def test_the_dsp_driver_looks_into_the_plugins_folder(
    accelerators: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = str(accelerators / "llama_cpp")
    monkeypatch.delenv("ADSP_LIBRARY_PATH", raising=False)
    assert in_own_process(driver_folders) == own
    monkeypatch.setenv("ADSP_LIBRARY_PATH", "/opt/other/dsp")
    assert in_own_process(driver_folders) == f"{own};/opt/other/dsp"


def test_no_module_comes_in_through_the_environment(
    accelerators: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """ggml would load what GGML_BACKEND_PATH names."""
    without_module(accelerators, tmp_path)
    monkeypatch.setenv("GGML_BACKEND_PATH", str(accelerators / "llama_cpp" / MODULE))
    monkeypatch.setenv("GENIEX_PLUGIN_PATH", str(tmp_path))
    assert in_own_process(devices_and_warnings) == (["CPU"], [])
    monkeypatch.setenv("GENIEX_PLUGIN_PATH", str(accelerators))
    assert in_own_process(devices_and_warnings) == (["HTP0", "HTP1", "GPUOpenCL", "CPU"], [])
