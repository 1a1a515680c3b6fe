"""Performance counters down to their bytes: a stand-in with Windows' layouts is called as pdh.dll is."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from made_machines import Machine, get_value, set_value

from geniex_desktop.telemetry.access import NativeError
from geniex_desktop.telemetry.signals import SourceAbsent
from geniex_desktop.telemetry.windows import cpu_clock, energy_meter, thermal_zones
from geniex_desktop.telemetry.windows.pdh import ITEM, CtypesPdh, open_pdh, read_items

Standin = Callable[..., ctypes.CDLL]
PATH = r"\GPU Engine(*)\Utilization Percentage"


def put(library: ctypes.CDLL, counter: int, *items: tuple[str, int, float]) -> None:
    library.standin_clear(counter)
    for name, status, value in items:
        library.standin_item(counter, name.encode(), ctypes.c_uint32(status), ctypes.c_double(value))


def test_the_layout_of_an_item() -> None:
    assert ITEM.size == 24
    assert ITEM.unpack(struct.pack("<QIId", 7, 1, 0xFFFFFFFF, 2.5)) == (7, 1, 2.5)


def test_a_buffer_built_by_hand() -> None:
    base = 0x7FF600000000
    names = "Ü_3d\0".encode("utf-16-le") + "aĀ\0".encode("utf-16-le") + "z\0".encode("utf-16-le")
    start = base + 3 * ITEM.size
    raw = b"".join(
        ITEM.pack(start + offset, status, value)
        for offset, status, value in ((0, 0, 12.5), (10, 0xC0000BC6, 0.0), (16, 0, 0.0))
    )
    items = [("Ü_3d", 0, 12.5), ("aĀ", 0xC0000BC6, 0.0), ("z", 0, 0.0)]
    assert list(read_items(raw + names, base, 3)) == items
    # The third is 0 and sound, so it says nothing; the second tells of trouble.
    assert list(read_items(bytearray(raw + names), base, 3, zeros=False)) == items[:2]


@pytest.mark.parametrize("pointer", [0, 5, 1 << 40])
def test_a_wild_pointer_is_no_name(pointer: int) -> None:
    assert list(read_items(ITEM.pack(pointer, 0, 1.0), 1 << 20, 1)) == [("", 0, 1.0)]


def test_a_query_from_open_to_close(standin: Standin) -> None:
    library = standin("pdh")
    pdh = CtypesPdh(library)
    assert (pdh.add(PATH), pdh.add(r"\Energy Meter(*)\Power")) == (0, 1)
    paths = (ctypes.c_char * 96 * 4).in_dll(library, "standin_paths")
    assert paths[0].value.decode() == PATH
    put(library, 0, ("one", 0, 1.5), ("two", 0, 0.0))
    pdh.collect()
    assert pdh.items(0, True) == [("one", 0, 1.5), ("two", 0, 0.0)]
    assert pdh.items(0, False) == [("one", 0, 1.5)]
    assert pdh.items(1, True) == []
    pdh.close()
    assert get_value(library, "closed") == 1


def test_instances_that_appear_between_two_calls(standin: Standin) -> None:
    library = standin("pdh")
    pdh = CtypesPdh(library)
    pdh.add(PATH)
    put(library, 0, *((f"pid_{number}", 0, 1.0) for number in range(60)))
    set_value(library, surprises=2)
    assert len(pdh.items(0, True)) == 60
    set_value(library, surprises=3)
    with pytest.raises(NativeError, match="0x800007D2"):
        pdh.items(0, True)


@pytest.mark.parametrize("status", [0x800007D5, 0x800007D1])
def test_nothing_to_collect_is_no_error(standin: Standin, status: int) -> None:
    library = standin("pdh")
    pdh = CtypesPdh(library)
    set_value(library, collect_status=ctypes.c_int32(status).value)
    pdh.collect()
    assert get_value(library, "collections") == 1


def test_other_statuses_are_errors_with_their_number(standin: Standin) -> None:
    library = standin("pdh")
    pdh = CtypesPdh(library)
    set_value(library, collect_status=ctypes.c_int32(0xC0000BBA).value)
    with pytest.raises(NativeError, match="0xC0000BBA"):
        pdh.collect()
    library.standin_lack(b"GPU Engine")
    with pytest.raises(NativeError, match="there is no such counter set, 0xC0000BB8"):
        pdh.add(PATH)


def test_no_pdh_at_all(machine: Machine) -> None:
    with pytest.raises(SourceAbsent, match="Performance counters are unavailable"):
        open_pdh(machine.access())


RAILS = ("sys", "cpu_cluster_0", "cpu_cluster_1", "cpu_cluster_2", "gpu")


class TestEnergyMeter:
    def test_watts_from_picowatt_hours(self, machine: Machine, standin: Standin) -> None:
        library = standin("pdh")
        provider = energy_meter.make(machine.access(load_library=lambda _name: library))
        for start in (1e15, 1e15 + 2 / 3.6e-9):  # 2 J later
            put(library, 0, *((rail, 0, start) for rail in RAILS), ("_Total", 0, 9.0))
            values = provider.read()
            machine.clock.advance(0.5)
        assert values == {f"power.{rail}": pytest.approx(4.0) for rail in RAILS}
        assert {signal.label for signal in provider.signals()} == set(RAILS)

    def test_milliwatts_where_energy_is_not_counted(self, machine: Machine, standin: Standin) -> None:
        library = standin("pdh")
        library.standin_lack(b"Energy Meter(*)\\Energy")
        provider = energy_meter.make(machine.access(load_library=lambda _name: library))
        rails = ("RAPL_Package0_PKG", "RAPL_Package0_PP0", "RAPL_Package0_DRAM")
        put(library, 0, *((rail, 0, 8500.0) for rail in rails))
        assert provider.read() == {f"power.{rail.lower()}": 8.5 for rail in rails}

    def test_a_counter_that_is_set_back_or_invalid_is_a_gap(self, machine: Machine, standin: Standin) -> None:
        library = standin("pdh")
        provider = energy_meter.make(machine.access(load_library=lambda _name: library))
        seen = []
        for status, energy in ((0, 5e12), (0, 1e9), (0xC0000BC6, 0.0), (0, 1e9 + 1 / 3.6e-9)):
            put(library, 0, ("sys", status, energy))
            seen.append(provider.read()["power.sys"])
            machine.clock.advance(1)
        assert seen[:3] == [None, None, None]
        assert seen[3] == pytest.approx(0.5)

    def test_a_machine_without_one(self, machine: Machine, standin: Standin) -> None:
        library = standin("pdh")
        library.standin_lack(b"Energy")
        with pytest.raises(SourceAbsent, match="no such counter set"):
            energy_meter.make(machine.access(load_library=lambda _name: library))
        assert get_value(library, "closed") == 1


class TestCpuClock:
    def make(self, machine: Machine, library: ctypes.CDLL, nominal: float) -> cpu_clock.CpuClockProvider:
        source = SimpleNamespace(cpu_freq=lambda: SimpleNamespace(max=nominal))
        return cpu_clock.make(machine.access(load_library=lambda _name: library), source)

    def test_a_share_of_the_nominal_clock(self, machine: Machine, standin: Standin) -> None:
        library = standin("pdh")
        provider = self.make(machine, library, 2000.0)
        assert provider.read() == {"cpu.clock": None}
        put(library, 0, ("0,0", 0, 90.0), ("_Total", 0, 170.0))
        assert provider.read() == {"cpu.clock": 3.4e9}
        put(library, 0, ("_Total", 0xC0000BC6, 0.0))
        assert provider.read() == {"cpu.clock": None}

    def test_without_counter_or_nominal_clock(self, machine: Machine, standin: Standin) -> None:
        library = standin("pdh")
        library.standin_lack(b"Processor")
        with pytest.raises(SourceAbsent, match="0xC0000BB8"):
            self.make(machine, library, 2000.0)
        with pytest.raises(SourceAbsent, match="nominal"):
            self.make(machine, library, 0.0)


class TestThermalZones:
    @pytest.mark.parametrize(
        ("lacks", "value", "expected"),
        [("", 3182.0, 45.05), ("High", 318.0, 44.85), ("", 0.0, None), ("", 20000.0, None)],
    )
    def test_kelvin_to_celsius(
        self, machine: Machine, standin: Standin, lacks: str, value: float, expected: float | None
    ) -> None:
        library = standin("pdh")
        needed = lacks.encode()
        library.standin_lack(needed)
        provider = thermal_zones.make(machine.access(load_library=lambda _name: library))
        put(library, 0, (r"\_TZ.THRM", 0, value))
        assert provider.read() == {"temperature.tz-thrm": expected}
