"""CPU time and memory of the machine, from psutil."""

from __future__ import annotations

import psutil

from .signals import Signal

CPU = "cpu"
MEMORY = "memory"


def core_id(index: int) -> str:
    """The signal of one logical core."""
    return f"{CPU}.core{index}"


class PsutilProvider:
    """Reads `cpu` in per cent of all cores, `cpu.core0` … of each, and `memory` in bytes in use."""

    def __init__(self) -> None:
        self._total = float(psutil.virtual_memory().total)
        # psutil measures since the last call of the same thread; the first answer is meaningless.
        self._cores = len(psutil.cpu_percent(interval=None, percpu=True))

    def signals(self) -> tuple[Signal, ...]:
        return (
            Signal(CPU, "%", "Time that all cores together were busy.", 100.0),
            Signal(MEMORY, "B", "Memory that programs hold and the system cannot give away.", self._total),
            *(Signal(core_id(i), "%", f"Time that core {i} was busy.", 100.0) for i in range(self._cores)),
        )

    def read(self) -> dict[str, float | None]:
        memory = psutil.virtual_memory()
        cores = psutil.cpu_percent(interval=None, percpu=True)
        values: dict[str, float | None] = {
            CPU: sum(cores) / len(cores) if cores else None,
            MEMORY: float(memory.total - memory.available),
        }
        values.update({core_id(index): value for index, value in enumerate(cores[: self._cores])})
        return values
