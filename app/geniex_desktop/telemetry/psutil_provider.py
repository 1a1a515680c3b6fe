"""CPU time and memory of the machine, from psutil."""

from __future__ import annotations

import psutil

from .signals import Signal

CPU = "cpu"
MEMORY = "memory"


class PsutilProvider:
    """Reads `cpu` in per cent of all cores and `memory` in bytes in use."""

    def __init__(self) -> None:
        self._total = float(psutil.virtual_memory().total)
        # psutil measures since the last call of the same thread; the first answer is meaningless.
        psutil.cpu_percent(interval=None)

    def signals(self) -> tuple[Signal, ...]:
        return (
            Signal(CPU, "%", "Time that all cores together were busy.", 100.0),
            Signal(MEMORY, "B", "Memory that programs hold and the system cannot give away.", self._total),
        )

    def read(self) -> dict[str, float | None]:
        memory = psutil.virtual_memory()
        return {
            CPU: psutil.cpu_percent(interval=None),
            MEMORY: float(memory.total - memory.available),
        }
