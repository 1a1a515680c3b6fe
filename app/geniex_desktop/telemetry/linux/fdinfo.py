"""What this app and its engine use of GPUs and NPUs, from the kernel's account of their open devices."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from ..access import Access
from ..rates import percent
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent

_SOURCE = "drm fdinfo"
_NODES = ("/dev/dri/", "/dev/accel/")
_NUMBER = re.compile(r"\s*(\d+)(?:\s+(\S+))?")


@dataclass(frozen=True, slots=True)
class Client:
    """One user of a device, as its driver accounts for it.

    Attributes:
        busy_ns: Busy time by engine.
        cycles: Busy cycles by engine.
        total_cycles: Cycles of the clock by engine, where the driver counts them.
        fastest_hz: Highest clock by engine, what cycles without a total are measured against.
    """

    driver: str = ""
    client: str = ""
    busy_ns: dict[str, int] = field(default_factory=dict)
    cycles: dict[str, int] = field(default_factory=dict)
    total_cycles: dict[str, int] = field(default_factory=dict)
    fastest_hz: dict[str, int] = field(default_factory=dict)

    @property
    def engines(self) -> set[str]:
        return self.busy_ns.keys() | self.cycles.keys()


def parse_fdinfo(text: str) -> Client:
    """Reads one fdinfo file; lines that are not understood are left out."""
    names: dict[str, str] = {}
    groups: dict[str, dict[str, int]] = {
        "drm-engine-": {},
        "drm-cycles-": {},
        "drm-total-cycles-": {},
        "drm-maxfreq-": {},
    }
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key in ("drm-driver", "drm-client-id", "drm-pdev"):
            names[key] = value.strip()
            continue
        start = next((start for start in groups if key.startswith(start)), None)
        match = _NUMBER.match(value)
        if start and match and not key.startswith("drm-engine-capacity-"):
            groups[start][key[len(start) :]] = int(match.group(1))
    return Client(
        names.get("drm-driver", ""),
        f"{names.get('drm-pdev', '')}/{names.get('drm-client-id', '')}",
        *groups.values(),
    )


def make(access: Access) -> FdinfoProvider:
    kinds = []
    if any(name.startswith("accel") for name in access.files.names("/dev/accel")):
        kinds.append(DeviceKind.NPU)
    if any(name.startswith(("card", "renderD")) for name in access.files.names("/dev/dri")):
        kinds.append(DeviceKind.GPU)
    if not kinds:
        raise SourceAbsent("The system has no GPU or NPU device node (/dev/dri, /dev/accel).")
    return FdinfoProvider(access, kinds)


class FdinfoProvider:
    """Reads `gpu.own` and `npu.own`: the busiest engine, as time that it worked for us."""

    def __init__(self, access: Access, kinds: list[DeviceKind]) -> None:
        self._access = access
        self._kinds = kinds
        self._before: dict[tuple[DeviceKind, str], Client] = {}
        self._then_ns: int | None = None
        self._silent: set[DeviceKind] = set()
        meaning = "Time that the {} worked for this app and its engine, its busiest part."
        self._signals = tuple(
            Signal(
                f"{kind.value}.own",
                "%",
                meaning.format(kind.value.upper()),
                100.0,
                "This app",
                Device(kind.value, kind),
                _SOURCE,
            )
            for kind in kinds
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        now_ns = self._access.clock_ns()
        clients = self._clients()
        self._silent = {kind for kind in self._kinds if _is_silent(kind, clients)}
        before, then_ns = self._before, self._then_ns
        self._before, self._then_ns = clients, now_ns
        if then_ns is None or now_ns <= then_ns:
            return {}
        return {
            f"{kind.value}.own": None
            if kind in self._silent
            else _busiest(kind, before, clients, now_ns - then_ns)
            for kind in self._kinds
        }

    def absences(self) -> dict[str, Absence]:
        return {
            f"{kind.value}.own": Absence(
                "The kernel's driver keeps no account of engine time (fdinfo).",
                "A newer kernel.",
                likely=True,
            )
            for kind in self._silent
        }

    def _clients(self) -> dict[tuple[DeviceKind, str], Client]:
        """Each client once, however many descriptors it has."""
        found: dict[tuple[DeviceKind, str], Client] = {}
        for pid in self._access.pids():
            for number in self._access.files.names(f"/proc/{pid}/fd"):
                node = self._access.files.link(f"/proc/{pid}/fd/{number}")
                if node.startswith(_NODES):
                    self._add(found, node, f"/proc/{pid}/fdinfo/{number}")
        return found

    def _add(self, found: dict[tuple[DeviceKind, str], Client], node: str, path: str) -> None:
        try:
            client = parse_fdinfo(self._access.files.read(path))
        except OSError:
            return  # closed since it was listed
        is_npu = node.startswith("/dev/accel/") or client.driver.startswith(("amdxdna", "intel_vpu"))
        kind = DeviceKind.NPU if is_npu else DeviceKind.GPU
        key = client.client if client.client.strip("/") else path
        found[kind, f"{client.driver} {key}"] = client


def _is_silent(kind: DeviceKind, clients: dict[tuple[DeviceKind, str], Client]) -> bool:
    own = [client for (of, _), client in clients.items() if of is kind]
    return bool(own) and not any(client.engines for client in own)


def _busiest(
    kind: DeviceKind,
    before: dict[tuple[DeviceKind, str], Client],
    after: dict[tuple[DeviceKind, str], Client],
    elapsed_ns: int,
) -> float | None:
    """The engine that worked most, over all clients; one that was not there before does not count yet.

    None when counters were set back and nothing else could be measured.
    """
    shares: dict[tuple[str, str], float] = defaultdict(float)
    unknown = False
    for key, client in after.items():
        earlier = before.get(key)
        if key[0] is kind and earlier is not None:
            for engine in client.engines:
                share = _share(engine, earlier, client, elapsed_ns)
                unknown = unknown or share is None
                shares[client.driver, engine] += share or 0.0
    busiest = max(shares.values(), default=0.0)
    return None if unknown and not busiest else percent(busiest)


def _share(engine: str, before: Client, after: Client, elapsed_ns: int) -> float | None:
    """The share of time that the engine worked for a client; None after its counter was set back."""
    if engine in after.busy_ns and engine in before.busy_ns:
        grown = after.busy_ns[engine] - before.busy_ns[engine]
        return grown / elapsed_ns if grown >= 0 else None
    if engine not in after.cycles or engine not in before.cycles:
        return None
    grown = after.cycles[engine] - before.cycles[engine]
    if engine in after.total_cycles and engine in before.total_cycles:
        whole: float = after.total_cycles[engine] - before.total_cycles[engine]
    else:
        whole = after.fastest_hz.get(engine, 0) * elapsed_ns / 1e9
    return grown / whole if grown >= 0 and whole > 0 else None
