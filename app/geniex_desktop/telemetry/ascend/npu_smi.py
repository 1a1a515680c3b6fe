"""npu-smi, the Ascend driver's tool: its tables, its lists and its endless view."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO

PLACES = ("/usr/local/bin/npu-smi", "/usr/local/sbin/npu-smi", "/usr/local/Ascend/driver/tools/npu-smi")

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_PAIR = re.compile(r"(\d+)\s*/\s*(\d+)")

Row = dict[str, float | None]
"""Values by the column of `npu-smi info watch`."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip of `npu-smi info`; None where the tool prints NA, or nothing."""

    npu: int
    chip: int
    name: str
    health: str
    watts: float | None = None
    temperature: float | None = None
    busy_percent: float | None = None
    memory_mb: tuple[float, float] | None = None
    """Used, total."""

    def row(self) -> Row:
        """The values under the names that `npu-smi info watch` gives them."""
        used = None if self.memory_mb is None else 100.0 * self.memory_mb[0] / self.memory_mb[1]
        return {
            "Pwr(W)": self.watts,
            "Temp(C)": self.temperature,
            "AI Core(%)": self.busy_percent,
            "Memory(%)": used,
        }


def parse_info(text: str) -> list[Chip]:
    """The chips of the boxed table of `npu-smi info`; columns that are not known are left alone.

    A chip has two rows: NPU, name, health, power, temperature and huge pages; then chip, bus, load, memory.
    """
    chips: list[Chip] = []
    first: list[str] | None = None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.strip().startswith("|") or len(cells) < 3:
            continue
        start = re.match(r"(\d+)(?:\s+(\S.*))?$", cells[0])
        if start is None or "Process" in line:
            if "Process" in line:
                break  # the table of processes follows
            continue
        if first is None:
            first = cells
        else:
            chips.append(_chip(first, cells))
            first = None
    if first is not None:
        chips.append(_chip(first, ("", "", "")))  # the table was cut short
    return chips


def parse_processes(text: str) -> list[str] | None:
    """Process id and name of each user of the NPU; None where there is no such table, as on the 310B."""
    _, heading, rest = text.partition("Process id")
    if not heading:
        return None
    rows = []
    for line in rest.splitlines()[1:]:
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) >= 3 and cells[1].isdigit():
            rows.append(f"{cells[1]} {cells[2]}")
    return rows


def _chip(top: Sequence[str], bottom: Sequence[str]) -> Chip:
    npu, _, name = top[0].partition(" ")
    # Power and temperature come before the huge pages, which are the only pair of the row.
    before_pair = _PAIR.split(top[2])[0] if len(top) > 2 else ""
    fields = before_pair.split()
    # A chip with HBM has a second pair, and the first is 0 / 0.
    memory = [pair for pair in _PAIR.findall(bottom[2]) if float(pair[1])]
    load = bottom[2].split()
    chip = _NUMBER.match(bottom[0])
    return Chip(
        int(npu),
        int(chip.group()) if chip else 0,
        name.strip(),
        top[1],
        number(fields[0]) if fields else None,
        number(fields[1]) if len(fields) > 1 else None,
        number(load[0]) if load else None,
        (float(memory[-1][0]), float(memory[-1][1])) if memory else None,
    )


def parse_pairs(text: str) -> dict[str, str]:
    """The `key : value` lines of `npu-smi info -t …`. Unknown keys are kept, a later one wins."""
    pairs: dict[str, str] = {}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip():
            pairs[key.strip()] = value.strip()
    return pairs


def number(text: str | None) -> float | None:
    """The number at the start of a cell; None for NA, dashes and nothing."""
    match = _NUMBER.match((text or "").strip())
    return float(match.group()) if match else None


@dataclass(slots=True)
class WatchParser:
    """Reads `npu-smi info watch` line by line; its heading, which comes again, names the columns."""

    columns: list[str] = field(default_factory=list)

    def line(self, text: str) -> Row | None:
        """The values of a line by column, such as "AI Core(%)"; None for a line that has none."""
        if "(Idx)" in text:
            self.columns = [name.strip() for name in re.findall(r"[^()]+\([^)]*\)", text)]
            return None
        cells = text.split()
        if not self.columns or len(cells) != len(self.columns) or number(cells[0]) is None:
            return None
        return {name: number(cell) for name, cell in zip(self.columns, cells, strict=True)}


class Watch:
    """`npu-smi info watch` as one long-running child. `latest` is replaced as lines come."""

    def __init__(self, program: str) -> None:
        """Raises OSError when the program does not start."""
        self.latest: dict[tuple[int, int], Row] = {}
        """The newest line of each NPU and chip."""
        self.said = ""
        """The last line that held no values: what the tool complains about."""
        self.lines = 0
        self._process, stream = _start([program, "info", "watch", "-d", "1"])
        self._thread = threading.Thread(target=self._follow, args=(stream,), name="npu-smi", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def snapshot(self) -> tuple[int, bool, str, list[tuple[int, int, Row]]]:
        """Number of lines, whether it runs, its last complaint, and NPU, chip and values of each chip."""
        chips = [(npu, chip, values) for (npu, chip), values in sorted(self.latest.items())]
        return self.lines, self.alive, self.said, chips

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join(1.0)

    def _follow(self, stream: IO[bytes]) -> None:
        parser = WatchParser()
        with stream:
            for line in _lines(stream):
                values = parser.line(line)
                if values is not None:
                    npu, chip = (int(values.get(name) or 0) for name in ("NpuID(Idx)", "ChipId(Idx)"))
                    self.latest = {**self.latest, (npu, chip): values}
                    self.lines += 1
                elif line.strip() and "(Idx)" not in line:
                    self.said = line.strip()


def _lines(stream: IO[bytes]) -> Iterator[str]:
    try:
        for line in stream:
            yield line.decode("utf-8", "replace").rstrip()
    except OSError:
        return  # a terminal whose other end closed


if sys.platform == "win32":

    def _start(arguments: Sequence[str]) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
        raise OSError(f"{arguments[0]} is a tool for Linux")

else:
    import pty

    def _start(arguments: Sequence[str]) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
        """Starts the tool on a terminal of its own: into a pipe it would write blocks, seconds late."""
        ours, theirs = pty.openpty()
        try:
            process = subprocess.Popen(
                list(arguments), stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, close_fds=True
            )
        except OSError:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        return process, os.fdopen(ours, "rb", buffering=0)
