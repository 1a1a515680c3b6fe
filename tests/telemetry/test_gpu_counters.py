"""NPU and GPU on Windows: names, which adapter is the NPU, broken counters, LUIDs that change."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable

import pytest
from made_machines import Machine, get_value, set_value

from geniex_desktop.telemetry.access import NativeError
from geniex_desktop.telemetry.signals import DeviceKind, SourceAbsent
from geniex_desktop.telemetry.windows import gpu_counters
from geniex_desktop.telemetry.windows.adapter_list import WindowsAdapters
from geniex_desktop.telemetry.windows.adapters import Adapter, AdapterKind, classify, kind_of_engines
from geniex_desktop.telemetry.windows.engines import EngineMeter, Load
from geniex_desktop.telemetry.windows.instances import parse_engine, parse_memory
from geniex_desktop.telemetry.windows.pdh import Item

Standin = Callable[..., ctypes.CDLL]
NPU, GPU, ARC, RENDER = (f"0x00000000_0x{low:08X}" for low in (0x128A6, 0x124A5, 0xBB15, 0xBAEA))
INVALID = 0xC0000BC6


def name(luid: str, kind: str, pid: int = 1234, engine: int = 0) -> str:
    return f"pid_{pid}_luid_{luid}_phys_0_eng_{engine}_engtype_{kind}"


class TestNames:
    @pytest.mark.parametrize(
        ("text", "luid", "engine", "kind"),
        [
            ("pid_1234_luid_0x00000000_0x000128A6_phys_0_eng_0_engtype_Neural", NPU, 0, "neural"),
            ("pid_1234_luid_0x00000000_0x000124a5_phys_0_eng_13_engtype_neural", GPU, 13, "neural"),
            (
                "pid_4_luid_0x00000001_0x0000A000_phys_1_eng_14_engtype_Compute_0",
                "0x00000001_0x0000A000",
                14,
                "compute",
            ),
            ("pid_77_luid_0x00000000_0x0000b75a_phys_0_eng_0_engtype_3d", "0x00000000_0x0000B75A", 0, "3d"),
            ("pid_92_luid_0x00000000_0x0000BB15_phys_0_eng_0_engtype_", ARC, 0, ""),
            ("pid_93_luid_0x00000000_0x0000BB15_phys_0_eng_0_engtype_3D#1", ARC, 0, "3d"),
            (
                "pid_9_luid_0x00000000_0x0000BB15_phys_0_eng_2_engtype_Video Decode 1",
                ARC,
                2,
                "video decode 1",
            ),
        ],
    )
    def test_engines(self, text: str, luid: str, engine: int, kind: str) -> None:
        parsed = parse_engine(text)
        assert parsed is not None
        assert (parsed.luid, parsed.engine, parsed.kind) == (luid, engine, kind)

    @pytest.mark.parametrize("text", ["_Total", "", "pid_x_luid_0x0_0x0_phys_0_eng_0_engtype_3D"])
    def test_what_is_no_engine(self, text: str) -> None:
        assert parse_engine(text) is None

    def test_memory(self) -> None:
        assert parse_memory("luid_0x00000000_0x000128A6_phys_0") == NPU
        assert parse_memory("_Total") is None


GPU_ENGINES = {"3d", "compute", "copy", "gsc", "neural", "videodecode", "videoprocessing"}


class TestWhichIsTheNpu:
    @pytest.mark.parametrize(
        ("kinds", "expected"),
        [
            (GPU_ENGINES, AdapterKind.GPU),
            ({"3d"}, AdapterKind.SOFTWARE),
            ({"compute"}, AdapterKind.NPU),
            ({"neural"}, AdapterKind.NPU),
            ({"compute", ""}, AdapterKind.NPU),
            ({""}, None),
            (set(), None),
        ],
    )
    def test_the_shape_of_engines(self, kinds: set[str], expected: AdapterKind | None) -> None:
        assert kind_of_engines(kinds) is expected

    def test_one_compute_only_adapter_is_the_npu(self) -> None:
        found = classify([], {GPU: GPU_ENGINES, NPU: {"compute"}, RENDER: {"3d"}})
        assert [(adapter.luid, adapter.kind) for adapter in found.adapters] == [
            (NPU, AdapterKind.NPU),
            (GPU, AdapterKind.GPU),
        ]
        assert found.doubt == ""

    def test_two_of_them_are_none(self) -> None:
        found = classify([], {NPU: {"compute"}, ARC: {"neural"}, GPU: GPU_ENGINES})
        assert [adapter.luid for adapter in found.adapters] == [GPU]
        assert "2 adapters look like an NPU" in found.doubt

    def test_the_systems_word_goes_before_the_shape(self) -> None:
        listed = [Adapter(NPU, "Hexagon", AdapterKind.NPU), Adapter(GPU, "Adreno", AdapterKind.GPU)]
        found = classify(listed, {GPU: {"compute"}, ARC: {"neural"}})
        assert [adapter.luid for adapter in found.adapters] == [NPU, GPU]

    def test_no_adapters(self) -> None:
        assert classify([], {}).adapters == ()


class TestLists:
    def make(self, machine: Machine, library: ctypes.CDLL | None, lacks: str = "") -> list[Adapter]:
        def load(wanted: str) -> ctypes.CDLL:
            if library is None or wanted == lacks:
                raise OSError(wanted)
            return library

        return gpu_counters.list_adapters(WindowsAdapters(machine.access(load_library=load)))

    @pytest.mark.parametrize("lacks", ["", "dxcore.dll"])
    def test_a_snapdragon_laptop(self, machine: Machine, standin: Standin, lacks: str) -> None:
        library = standin("adapters")
        found = {adapter.luid: adapter for adapter in self.make(machine, library, lacks)}
        assert {luid: adapter.kind for luid, adapter in found.items()} == {
            NPU: AdapterKind.NPU,
            GPU: AdapterKind.GPU,
            RENDER: AdapterKind.SOFTWARE,
        }
        assert found[NPU].name == "Snapdragon(R) X Elite - X1E80100 - Qualcomm(R) Hexagon(TM) NPU"
        assert found[GPU].name == "Qualcomm(R) Adreno(TM) X1-85 GPU"
        assert get_value(library, "open_handles") == 0
        assert get_value(library, "live_objects") == 0

    def test_dxcore_alone(self, machine: Machine, standin: Standin) -> None:
        (npu,) = self.make(machine, standin("adapters"), "gdi32.dll")
        assert (npu.luid, npu.kind) == (NPU, AdapterKind.NPU)

    def test_errors_leave_what_the_other_says(self, machine: Machine, standin: Standin) -> None:
        library = standin("adapters")
        set_value(library, dxcore_error=-2147467259)
        assert len(self.make(machine, library)) == 3
        set_value(library, dxcore_error=0, kernel_error=-1073741811)
        assert [adapter.luid for adapter in self.make(machine, library)] == [NPU]

    def test_nothing_to_ask(self, machine: Machine) -> None:
        assert self.make(machine, None) == []


class TestLoad:
    def test_processes_add_up_and_the_busiest_engine_counts(self) -> None:
        meter = EngineMeter()
        items = [
            (name(GPU, "3D", pid=1), 0, 20.0),
            (name(GPU, "3D", pid=2), 0, 15.0),
            (name(GPU, "Copy", pid=2, engine=1), 0, 30.0),
            (name(NPU, "Compute", pid=2), 1, 62.5),
            ("_Total", 0, 100.0),
        ]
        assert meter.update(items, {2}) == {GPU: Load(35.0, 30.0), NPU: Load(62.5, 62.5)}

    def test_bursts_are_cut_at_a_hundred(self) -> None:
        assert EngineMeter().update([(name(NPU, "Compute"), 0, 376.0)], ()) == {NPU: Load(100.0, 0.0)}

    @pytest.mark.parametrize("value", [279947.0, 1e14, -3.0, float("nan")])
    def test_an_absurd_value_is_a_gap_for_one_tick(self, value: float) -> None:
        meter = EngineMeter()
        assert meter.update([(name(ARC, "Compute"), 0, value)], ()) == {ARC: Load(None, None)}
        assert meter.update([(name(ARC, "Compute"), 0, 40.0)], ()) == {ARC: Load(40.0, 0.0)}

    def test_a_broken_engine_does_not_silence_the_others(self) -> None:
        items = [(name(ARC, "Neural", engine=5), 0, 279947.0), (name(ARC, "3D"), 0, 8.0)]
        assert EngineMeter().update(items, ()) == {ARC: Load(8.0, 0.0)}

    def test_a_new_instance_without_a_value_is_skipped(self) -> None:
        items = [(name(GPU, "3D", pid=9), INVALID, 0.0), (name(GPU, "3D", pid=1), 0, 5.0)]
        assert EngineMeter().update(items, ()) == {GPU: Load(5.0, 0.0)}

    def test_a_value_that_turns_invalid_is_distrusted_for_ten_ticks(self) -> None:
        meter = EngineMeter()
        seen = []
        for status in (0, INVALID, *[0] * 11):
            load = meter.update([(name(ARC, "Compute"), status, 7.0)], ())
            seen.append(load[ARC].busy)
        assert seen == [7.0, *[None] * 11, 7.0]


def test_the_instances_of_several_machines_at_once() -> None:
    """Spellings, statuses and values that were seen in the field, in one reading."""
    seen = [
        ("pid_1234_luid_0x00000000_0x000128A6_phys_0_eng_0_engtype_Neural", 0, 30.0),
        ("pid_1234_luid_0x00000000_0x000124A5_phys_0_eng_13_engtype_neural", 0, 99.8),
        ("pid_4_luid_0x00000001_0x0000A000_phys_1_eng_14_engtype_Compute_0", 0, 45.0),
        ("pid_77_luid_0x00000000_0x0000b75a_phys_0_eng_0_engtype_3d", 1, 12.5),
        ("pid_88_luid_0x00000000_0x0000BAEA_phys_0_eng_0_engtype_3D", 0, 0.0),
        ("pid_90_luid_0x00000000_0x0000BB15_phys_0_eng_0_engtype_Compute", INVALID, 0.0),
        ("pid_91_luid_0x00000000_0x0000BB15_phys_0_eng_1_engtype_Compute", 0, 279947.0),
        ("pid_92_luid_0x00000000_0x0000BB15_phys_0_eng_2_engtype_", 0, 3.0),
        ("pid_93_luid_0x00000000_0x0000BB15_phys_0_eng_2_engtype_3D#1", 0, 3.0),
        ("_Total", 0, 500.0),
    ]
    meter = EngineMeter()
    assert meter.update(seen, {1234}) == {
        NPU: Load(30.0, 30.0),
        GPU: Load(99.8, 99.8),
        "0x00000001_0x0000A000": Load(45.0, 0.0),
        "0x00000000_0x0000B75A": Load(12.5, 0.0),
        RENDER: Load(0.0, 0.0),
        ARC: Load(6.0, 0.0),
    }
    assert kind_of_engines(meter.engines[ARC]) is AdapterKind.GPU
    assert kind_of_engines(meter.engines[RENDER]) is AdapterKind.SOFTWARE


class FakePdh:
    """One script of collections; every counter has its own instances."""

    def __init__(self, *lacks: str) -> None:
        self.lacks = lacks
        self.paths: list[str] = []
        self.now: dict[str, list[Item]] = {}
        self.closed = False

    def add(self, path: str) -> int:
        if any(part in path for part in self.lacks):
            raise NativeError("PdhAddEnglishCounterW", 0xC0000BB8, "0xC0000BB8")
        self.paths.append(path)
        return len(self.paths) - 1

    def collect(self) -> None:
        pass

    def items(self, counter: int, zeros: bool) -> list[Item]:
        found = next((items for part, items in self.now.items() if part in self.paths[counter]), [])
        return [item for item in found if zeros or item[2] != 0.0 or item[1] > 1]

    def close(self) -> None:
        self.closed = True


class FakeAdapters:
    def __init__(self, *adapters: tuple[str, str, int], npus: list[tuple[str, str]] | None = None) -> None:
        self.adapters = list(adapters)
        self.npu_list = npus

    def kernel_adapters(self) -> list[tuple[str, str, int]]:
        return self.adapters

    def npus(self) -> list[tuple[str, str]] | None:
        return self.npu_list


class Laptop:
    """The provider over scripted counters."""

    def __init__(self, machine: Machine, adapters: FakeAdapters, *lacks: str) -> None:
        self.pdh = FakePdh(*lacks)
        self.adapters = adapters
        seams = {"pdh": self.pdh, "adapters": adapters}
        self.provider = gpu_counters.make(machine.access(seam=lambda key, _make: seams[key]))

    def tick(self, *items: Item, **memory: list[Item]) -> dict[str, float | None]:
        self.pdh.now = {"Utilization": list(items), **memory}
        return self.provider.read()


SNAPDRAGON = FakeAdapters((GPU, "Adreno", 3), (RENDER, "Basic", 5), npus=[(NPU, "Hexagon")])


class TestProvider:
    def test_a_reply_on_the_npu(self, machine: Machine) -> None:
        laptop = Laptop(machine, SNAPDRAGON)
        busy = (name(NPU, "Compute", pid=os.getpid()), 0, 71.0)
        drawing = (name(GPU, "3D", pid=77), 1, 12.5)
        assert laptop.tick(busy, drawing) == {}
        memory = [("luid_0x00000000_0x000128A6_phys_0", 0, 734003200.0)]
        values = laptop.tick(busy, drawing, Shared=memory)
        assert values == {
            "npu": 71.0,
            "npu.own": 71.0,
            "npu.memory": 734003200.0,
            "gpu": 12.5,
            "gpu.own": 0.0,
            "gpu.memory": None,
        }
        devices = {signal.device.id: signal.device for signal in laptop.provider.signals() if signal.device}
        assert devices["npu"].name == "Hexagon"
        assert devices["gpu"].kind is DeviceKind.GPU

    def test_a_gpus_neural_engine_is_not_the_npu(self, machine: Machine) -> None:
        laptop = Laptop(machine, SNAPDRAGON)
        items = [(name(GPU, "neural", engine=13), 0, 99.8)]
        laptop.tick(*items)
        values = laptop.tick(*items)
        assert (values["npu"], values["gpu"]) == (0.0, 99.8)

    def test_an_npu_that_nobody_uses_is_idle(self, machine: Machine) -> None:
        laptop = Laptop(machine, SNAPDRAGON)
        laptop.tick((name(GPU, "3D"), 0, 1.0))
        assert laptop.tick((name(GPU, "3D"), 0, 1.0))["npu"] == 0.0

    def test_without_a_list_the_npu_is_known_by_its_engines(self, machine: Machine) -> None:
        laptop = Laptop(machine, FakeAdapters())
        items = [
            (name(NPU, "Compute_0"), 0, 33.0),
            (name(GPU, "3D"), 0, 4.0),
            (name(GPU, "Copy", engine=1), 0, 1.0),
        ]
        laptop.tick(*items)
        assert laptop.provider.signals() != ()
        values = laptop.tick(*items)
        assert (values["npu"], values["gpu"]) == (33.0, 4.0)

    def test_two_candidates_are_said_to_be_in_doubt(self, machine: Machine) -> None:
        laptop = Laptop(machine, FakeAdapters())
        items = [(name(NPU, "Compute"), 0, 33.0), (name(ARC, "Neural"), 0, 4.0)]
        laptop.tick(*items)
        assert "npu" not in laptop.tick(*items)
        assert "does not say which" in laptop.provider.absences()["npu"].reason

    def test_no_npu(self, machine: Machine) -> None:
        laptop = Laptop(machine, FakeAdapters((GPU, "GeForce", 3)))
        laptop.tick((name(GPU, "Cuda"), 0, 50.0))
        assert laptop.tick((name(GPU, "Cuda"), 0, 50.0))["gpu"] == 50.0
        assert "no NPU" in laptop.provider.absences()["npu"].reason

    def test_a_luid_that_changes_while_it_runs(self, machine: Machine) -> None:
        adapters = FakeAdapters((GPU, "Adreno", 3), npus=[(NPU, "Hexagon")])
        laptop = Laptop(machine, adapters)
        laptop.tick((name(NPU, "Compute"), 0, 50.0))
        assert laptop.tick((name(NPU, "Compute"), 0, 50.0))["npu"] == 50.0
        signals = laptop.provider.signals()
        adapters.npu_list = [(ARC, "Hexagon")]
        assert laptop.tick((name(ARC, "Compute"), 0, 60.0))["npu"] == 60.0
        assert laptop.provider.signals() is signals

    def test_counters_that_all_vanish_are_a_gap(self, machine: Machine) -> None:
        laptop = Laptop(machine, SNAPDRAGON)
        for _ in range(2):
            laptop.tick((name(NPU, "Compute"), 0, 50.0))
        seen = [laptop.tick()["npu"] for _ in range(11)]
        assert seen[-1] is None
        assert "no process has a counter" in laptop.provider.absences()["npu"].reason
        assert laptop.tick((name(NPU, "Compute"), 0, 50.0))["npu"] == 50.0

    def test_a_counter_that_jumps_to_280000_is_a_gap_with_a_reason(self, machine: Machine) -> None:
        laptop = Laptop(machine, SNAPDRAGON)
        laptop.tick((name(NPU, "Compute"), 0, 279947.0))
        assert laptop.tick((name(NPU, "Compute"), 0, 279947.0))["npu"] is None
        assert "miscounts" in laptop.provider.absences()["npu"].reason

    def test_without_memory_counters_there_is_no_memory_signal(self, machine: Machine) -> None:
        laptop = Laptop(machine, SNAPDRAGON, "Adapter Memory")
        assert {signal.id for signal in laptop.provider.signals()} == {"npu", "npu.own", "gpu", "gpu.own"}

    def test_without_the_counter_set_the_repair_is_named(self, machine: Machine) -> None:
        with pytest.raises(SourceAbsent, match="0xC0000BB8") as raised:
            Laptop(machine, SNAPDRAGON, "GPU Engine")
        assert "lodctr" in raised.value.absence.remedy
