"""Which chipset this machine has, in the words of Qualcomm AI Hub."""

from __future__ import annotations

import contextlib
import platform
import re
import sys
from typing import NamedTuple

from ..engine.modelstore import detect_chipset as detect_by_library

X_ELITE = "qualcomm-snapdragon-x-elite"
X2_ELITE = "qualcomm-snapdragon-x2-elite"

_DISPLAY_CLASS = r"SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"
KNOWN = (X_ELITE, X2_ELITE, "qualcomm-qcs6490", "qualcomm-qcs8275", "qualcomm-qcs9075")
"""Those that can be detected here or by the library; AI Hub knows more."""

_GENERATIONS = {"X1": X_ELITE, "X2": X2_ELITE}
# A Plus has the very NPU of the Elite: bundles of the one run on the other.
_PROCESSORS = {"X1E": X_ELITE, "X1P": X_ELITE, "X2E": X2_ELITE, "X2P": X2_ELITE}


class DisplayAdapter(NamedTuple):
    """What Windows' registry says of a display adapter."""

    device_id: str
    description: str


def detect_chipset() -> str:
    """AI Hub's name of this machine's chipset; "" when it is not a known one."""
    return chipset_of_windows(_adapters(), platform.processor()) or detect_by_library() or ""


def chipset_of_windows(adapters: list[DisplayAdapter], processor: str) -> str:
    """By the generation of the Adreno, else by the processor's model number; "" for anything else."""
    for adapter in adapters:
        if "VEN_QCOM" not in adapter.device_id.upper():
            continue
        for word in re.findall(r"[A-Z0-9]+", adapter.description.upper()):
            if word[:2] in _GENERATIONS:
                return _GENERATIONS[word[:2]]
    for model, chipset in _PROCESSORS.items():
        if re.search(rf"\b{model}", processor.upper()):
            return chipset
    return ""


def _adapters() -> list[DisplayAdapter]:
    """What the registry says; nothing on other systems than Windows."""
    found: list[DisplayAdapter] = []
    if sys.platform == "win32":
        import winreg

        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _DISPLAY_CLASS) as adapters:
            for index in range(winreg.QueryInfoKey(adapters)[0]):
                # Some entries are for the system alone.
                with (
                    contextlib.suppress(OSError),
                    winreg.OpenKey(adapters, winreg.EnumKey(adapters, index)) as adapter,
                ):
                    device = str(winreg.QueryValueEx(adapter, "MatchingDeviceId")[0])
                    found.append(DisplayAdapter(device, str(winreg.QueryValueEx(adapter, "DriverDesc")[0])))
    return found
