"""The Ascend NPU: DCMI first, npu-smi next, and what boards report when their sensors are at fault."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from made_machines import Machine, set_value

from geniex_desktop.telemetry.ascend import provider as ascend
from geniex_desktop.telemetry.ascend.dcmi import CtypesDcmi
from geniex_desktop.telemetry.ascend.npu_smi import (
    Chip,
    WatchParser,
    parse_info,
    parse_pairs,
    parse_processes,
)
from geniex_desktop.telemetry.ascend.provider import DcmiProvider, used_bytes
from geniex_desktop.telemetry.ascend.watching import NpuSmiProvider
from geniex_desktop.telemetry.signals import SourceAbsent

Standin = Callable[..., ctypes.CDLL]
MB = 2.0**20
UNSUPPORTED = -8255

RULE = "+-------------------+-----------------+------------------------------------------------------+\n"
HEADING = (
    "+--------------------------------------------------------------------------------------------+\n"
    "| npu-smi {version}                    Version: {version}                                    |\n"
    "+-------------------+-----------------+------------------------------------------------------+\n"
    "| NPU     Name      | Health          | Power(W)     Temp(C)           Hugepages-Usage(page) |\n"
    "| Chip    Device    | Bus-Id          | AICore(%)    Memory-Usage(MB)                        |\n"
    "+===================+=================+======================================================+\n"
)


def table(
    name: str, health: str, power: str, temp: str, pages: str, busy: str, memory: str, version: str = "23.0"
) -> str:
    return (
        HEADING.format(version=version)
        + f"| 0       {name:<9} | {health:<15} | {power:<12} {temp:<17} {pages:<21} |\n"
        + f"| 0       0         | NA              | {busy:<12} {memory:<39} |\n"
        + RULE
    )


class TestDcmi:
    def make(self, machine: Machine, library: ctypes.CDLL) -> DcmiProvider:
        made = ascend.make(machine.access(load_library=lambda _name: library))
        assert isinstance(made, DcmiProvider)
        return made

    def test_a_board(self, machine: Machine, standin: Standin) -> None:
        provider = self.make(machine, standin("dcmi"))
        assert provider.read() == {
            "npu": 63.0,
            "npu.aicpu": 0.0,
            "npu.ctrlcpu": 12.0,
            "npu.bandwidth": 48.0,
            "npu.memory": 3000 * MB,
            "npu.temperature": 52.0,
            "npu.power": 7.4,
        }
        signals = {signal.id: signal for signal in provider.signals()}
        assert signals["npu.memory"].maximum == 7545 * MB
        device = signals["npu"].device
        assert device is not None
        assert (device.name, device.driver) == ("Ascend 310B4", "23.0.6")

    @pytest.mark.parametrize("count", [0, 1, 64])
    def test_who_uses_it(self, standin: Standin, count: int) -> None:
        library = standin("dcmi")
        set_value(library, users=count)
        assert CtypesDcmi(library).users(0, 0) == list(range(100, 100 + count))

    @pytest.mark.parametrize(("kind", "signal_id"), [(3, "npu.aicpu"), (5, "npu.bandwidth")])
    def test_unsupported_is_no_signal(
        self, machine: Machine, standin: Standin, kind: int, signal_id: str
    ) -> None:
        library = standin("dcmi")
        set_value(library, unsupported_kind=kind)
        provider = self.make(machine, library)
        assert signal_id not in provider.read()
        assert provider.read()["npu"] == 63.0

    def test_an_unsupported_headline_says_so(self, machine: Machine, standin: Standin) -> None:
        library = standin("dcmi")
        set_value(library, unsupported_kind=2)
        provider = self.make(machine, library)
        assert provider.read()["npu"] is None
        assert "not supported by this device (-8255)" in provider.absences()["npu"].reason

    def test_a_call_that_starts_to_fail_is_a_gap(self, machine: Machine, standin: Standin) -> None:
        library = standin("dcmi")
        provider = self.make(machine, library)
        for code, text in ((UNSUPPORTED, "not supported"), (-8006, "timed out"), (-8777, "error")):
            set_value(library, utilization_error=code)
            values = provider.read()
            assert values["npu"] is None
            assert values["npu.temperature"] == 52.0
            assert text in provider.absences()["npu"].reason
        set_value(library, utilization_error=0)
        assert provider.read()["npu"] == 63.0

    def test_zero_watts_beside_an_alarm_is_a_broken_sensor(self, machine: Machine, standin: Standin) -> None:
        library = standin("dcmi")
        set_value(library, power=0, health=2)
        provider = self.make(machine, library)
        values = provider.read()
        assert values["npu.power"] is None
        assert values["npu"] == 63.0
        assert "sensor" in provider.absences()["npu.power"].reason
        set_value(library, health=0)
        assert provider.read()["npu.power"] == 0.0

    def test_temperatures_may_be_below_zero(self, machine: Machine, standin: Standin) -> None:
        library = standin("dcmi")
        set_value(library, temperature=-7)
        assert self.make(machine, library).read()["npu.temperature"] == -7.0

    def test_available_memory_in_either_unit(self, machine: Machine, standin: Standin) -> None:
        library = standin("dcmi")
        set_value(library, available_in_kb=1)
        assert self.make(machine, library).read()["npu.memory"] == 3000 * MB
        assert used_bytes(10**12, 7545) is None

    def test_a_driver_that_refuses_names_the_group(self, machine: Machine, standin: Standin) -> None:
        library = standin("dcmi")
        set_value(library, init_error=-8002)
        with pytest.raises(SourceAbsent, match="not permitted") as raised:
            self.make(machine, library)
        assert "HwHiAiUser" in raised.value.absence.remedy

    def test_no_cards(self, machine: Machine, standin: Standin) -> None:
        library = standin("dcmi")
        set_value(library, no_cards=1)
        with pytest.raises(SourceAbsent, match="no NPU"):
            self.make(machine, library)


BOARDS = [
    ("310B4", "OK", "7.2", "37", "15    / 15", "0", "1797 / 3513", "23.0.rc3"),
    ("310B4", "OK", "7.4", "52", "15    / 15", "0", "1331 / 3514", "25.0.rc1.1"),
    ("310B4", "Alarm", "0.0", "65", "15    / 15", "0", "3628 / 15609", "23.0.0"),
    ("310B4", "Alarm", "0.0", "64", "15    / 15", "0", "6680/15609", "23.0.0"),
    ("310B4", "Alarm", "0.0", "60", "15    / 15", "0", "13591/ 15610", "25.2.0"),
    ("310B4", "Alarm", "0.0", "80", "15    / 15", "2", "14541/ 15610", "25.2.0"),
    ("310B1", "OK", "8.9", "53", "15    / 15", "0", "3841 / 11577", "23.0.rc3"),
    ("310B1", "OK", "10.7", "58", "15    / 15", "0", "8983 / 11577", "23.0.rc3"),
    ("310B1", "OK", "9.8", "60", "81    / 81", "0", "5224 / 11577", "23.0.rc3"),
]


class TestInfo:
    @pytest.mark.parametrize("board", BOARDS)
    def test_boards(self, board: tuple[str, ...]) -> None:
        name, health, power, temp, _, busy, memory, _ = board
        used, total = memory.split("/")
        expected = Chip(
            0, 0, name, health, float(power), float(temp), float(busy), (float(used), float(total))
        )
        assert parse_info(table(*board)) == [expected]

    def test_what_is_missing_is_unknown(self) -> None:
        (chip,) = parse_info(table("310B", "OK", "-", "-", "1059 / 1059", "-", "-"))
        assert (chip.watts, chip.temperature, chip.busy_percent, chip.memory_mb) == (None,) * 4

    def test_two_chips_without_power_and_a_table_of_processes(self) -> None:
        text = (
            HEADING.format(version="23.0.0")
            + "| 2       310P3     | OK              | NA           41                0     / 0 |\n"
            + "| 0       0         | 0000:01:00.0    | 3            1701 / 44280 |\n"
            + "| 2       310P3     | OK              | NA           39                0     / 0 |\n"
            + "| 1       1         | 0000:01:00.0    | 0            1263 / 43693 |\n"
            + RULE
            + "| NPU     Chip      | Process id      | Process name             | Process memory(MB) |\n"
            + RULE
            + "| 2       0         | 4242            | python3                  | 91 |\n"
            + RULE
        )
        chips = parse_info(text)
        assert [(chip.npu, chip.chip, chip.watts, chip.busy_percent) for chip in chips] == [
            (2, 0, None, 3.0),
            (2, 1, None, 0.0),
        ]
        assert parse_processes(text) == ["4242 python3"]

    def test_no_table_of_processes_is_not_a_table_without_users(self) -> None:
        assert parse_processes(table(*BOARDS[0])) is None
        none = "| NPU Chip | Process id | Process name | Process memory(MB) |\n| No running processes |\n"
        assert parse_processes(table(*BOARDS[0]) + none) == []

    @pytest.mark.parametrize(
        ("row", "watts", "celsius"),
        [
            ("| 0       310B4   | OK     | 7.2   37   15    / 15 |", 7.2, 37.0),
            ("| 0       310B    | OK     | -     -    1059/1059  |", None, None),
            ("| 8       310P3   | Alarm  | NA    44   0 / 970    |", None, 44.0),
        ],
    )
    def test_a_table_that_was_cut_short(self, row: str, watts: float | None, celsius: float | None) -> None:
        (chip,) = parse_info(row)
        assert (chip.watts, chip.temperature, chip.busy_percent) == (watts, celsius, None)

    def test_the_second_pair_is_the_memory_of_a_chip_with_hbm(self) -> None:
        (chip,) = parse_info(
            table("910B4", "OK", "83.6", "41", "0 / 0", "0", "0    / 0          3161 / 32768")
        )
        assert chip.memory_mb == (3161.0, 32768.0)

    def test_a_usage_list(self) -> None:
        text = (
            "\tNPU ID                         : 0\n\tChip Count                     : 1\n\n"
            "\tMemory Capacity(MB)            : 7545\n\tMemory Usage Rate(%)           : 41\n"
            "\tHugepages Total(page)          : 15\n\tHugepages Usage Rate(%)        : 100\n"
            "\tAicore Usage Rate(%)           : 63\n\tAicpu Usage Rate(%)            : 0\n"
            "\tCtrlcpu Usage Rate(%)          : 12\n\tMemory Bandwidth Usage Rate(%) : 48\n\tChip ID : 0\n"
        )
        pairs = parse_pairs(text)
        assert pairs["Aicore Usage Rate(%)"] == "63"
        assert pairs["Memory Capacity(MB)"] == "7545"
        assert "Vectorcore Usage Rate(%)" not in pairs

    @pytest.mark.parametrize("text", ["", "DrvMngGetConsoleLogLevel failed. ret=4\n", "|||\n| a | b |\n"])
    def test_nothing(self, text: str) -> None:
        assert parse_info(text) == []


WATCH = (
    "NpuID(Idx)  ChipId(Idx) Pwr(W)      Temp(C)     AI Core(%)  AI Cpu(%)   "
    "Ctrl Cpu(%) Memory(%)   Memory BW(%)"
)


class TestWatch:
    def test_lines_by_their_heading(self) -> None:
        parser = WatchParser()
        assert parser.line("0  0  8.7  55") is None
        assert parser.line(WATCH) is None
        values = parser.line(
            "0           0           8.7         55          17          2           64  71  NA"
        )
        assert values is not None
        assert (values["Pwr(W)"], values["AI Core(%)"], values["Memory BW(%)"]) == (8.7, 17.0, None)

    def test_another_version_has_other_columns(self) -> None:
        parser = WatchParser()
        parser.line("NpuID(Idx)  Pwr(W)      Temp(C)     AI Core(%)  NPU Util(%)")
        values = parser.line("0           290.4       51          3           4")
        assert values is not None
        assert (values["AI Core(%)"], values["NPU Util(%)"]) == (3.0, 4.0)

    @pytest.mark.parametrize("text", ["", "killed", "0 0 1", "a b c d e f g h i"])
    def test_other_lines_hold_no_values(self, text: str) -> None:
        parser = WatchParser()
        parser.line(WATCH)
        assert parser.line(text) is None


def put_tool(machine: Machine, info: str, watch: str) -> Path:
    """An npu-smi of our own: prints `info`, and for `info watch` runs the given shell lines."""
    tool = machine.root / "npu-smi"
    (machine.root / "info.txt").write_text(info, encoding="utf-8")
    tool.write_text(
        f'#!/bin/sh\nif [ "$2" = watch ]; then\n{watch}\nelse cat {machine.root}/info.txt\nfi\n',
        encoding="utf-8",
    )
    tool.chmod(0o755)
    return tool


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class TestNpuSmi:
    def make(self, machine: Machine, info: str, watch: str) -> NpuSmiProvider:
        tool = put_tool(machine, info, watch)
        made = ascend.make(machine.access(find_program=lambda _name: str(tool)))
        assert isinstance(made, NpuSmiProvider)
        return made

    def test_a_running_watch(self, machine: Machine) -> None:
        lines = f"echo '{WATCH}'; echo '0 0 8.7 55 17 2 64 40 7'; exec sleep 60"
        provider = self.make(machine, table(*BOARDS[0]), lines)
        wait_for(lambda: provider.read() != {})
        assert provider.read() == {
            "npu": 17.0,
            "npu.aicpu": 2.0,
            "npu.ctrlcpu": 64.0,
            "npu.bandwidth": 7.0,
            "npu.memory": pytest.approx(0.4 * 3513 * MB),
            "npu.temperature": 55.0,
            "npu.power": 8.7,
        }
        machine.clock.advance(4)
        assert provider.read() == {}
        assert "new line" in provider.absences()["npu"].reason
        provider.close()

    def test_zero_watts_beside_an_alarm(self, machine: Machine) -> None:
        lines = f"echo '{WATCH}'; echo '0 0 0.0 65 0 2 64 23 7'; exec sleep 60"
        provider = self.make(machine, table(*BOARDS[2]), lines)
        wait_for(lambda: provider.read() != {})
        assert provider.read()["npu.power"] is None
        assert "sensor" in provider.absences()["npu.power"].reason
        provider.close()

    def test_without_a_watch_the_table_is_asked_rarely(self, machine: Machine) -> None:
        provider = self.make(machine, table(*BOARDS[5]), "echo 'This device does not support watch.'; exit 1")
        wait_for(lambda: not provider._watch.alive)
        provider._watch._thread.join(60)
        values = provider.read()
        assert (values["npu"], values["npu.temperature"], values["npu.aicpu"]) == (2.0, 80.0, None)
        assert values["npu.memory"] == pytest.approx(14541 * MB)
        assert "does not support watch" in provider.absences()["npu.aicpu"].reason
        (machine.root / "info.txt").write_text(table(*BOARDS[4]), encoding="utf-8")
        machine.clock.advance(4)
        assert provider.read()["npu"] == 2.0
        machine.clock.advance(1)
        assert provider.read()["npu"] == 0.0
        (machine.root / "info.txt").write_text("device lost\n", encoding="utf-8")
        machine.clock.advance(5)
        with pytest.raises(RuntimeError, match="no chip any more"):
            provider.read()
        provider.close()

    def test_memory_that_the_table_does_not_tell(self, machine: Machine) -> None:
        tool = put_tool(machine, table("310B", "OK", "-", "-", "1059 / 1059", "-", "-"), "exec sleep 60")
        script = tool.read_text(encoding="utf-8").replace(
            "else", f"elif [ \"$*\" = 'info -t usages -i 0 -c 0' ]; then\ncat {machine.root}/usages.txt\nelse"
        )
        tool.write_text(script, encoding="utf-8")
        usages = "\tMemory Capacity(MB) : 7545\n\tMemory Usage Rate(%) : 41\n"
        (machine.root / "usages.txt").write_text(usages, encoding="utf-8")
        made = ascend.make(machine.access(find_program=lambda _name: str(tool)))
        maxima = {signal.id: signal.maximum for signal in made.signals()}
        assert maxima["npu.memory"] == 7545 * MB
        assert isinstance(made, NpuSmiProvider)
        made.close()

    def test_a_tool_that_is_not_allowed(self, machine: Machine) -> None:
        with pytest.raises(SourceAbsent, match="dcmi model initialized failed") as raised:
            self.make(
                machine, "dcmi model initialized failed, because the device is used. ret is -8020\n", ":"
            )
        assert "HwHiAiUser" in raised.value.absence.remedy

    def test_a_tool_that_fails(self, machine: Machine) -> None:
        tool = put_tool(machine, "", ":")
        tool.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
        with pytest.raises(SourceAbsent, match="npu-smi info says: nothing"):
            ascend.make(machine.access(find_program=lambda _name: str(tool)))


def test_no_ascend_machine(machine: Machine) -> None:
    with pytest.raises(SourceAbsent, match="No Ascend NPU") as raised:
        ascend.make(machine.access())
    assert not raised.value.absence.likely


def test_an_ascend_machine_without_the_library(machine: Machine) -> None:
    machine.write("/dev/davinci0", "")
    with pytest.raises(SourceAbsent, match="libdcmi") as raised:
        ascend.make(machine.access())
    assert raised.value.absence.likely
