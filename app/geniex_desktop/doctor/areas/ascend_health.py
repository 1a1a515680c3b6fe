"""Health, temperature and other users of an Ascend NPU, as npu-smi and the driver's library tell them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...telemetry.ascend.npu_smi import PLACES, Chip, parse_info, parse_processes
from ..findings import Evidence, Finding, State, not_looked_at
from ..host import CommandTimeout, Host
from ..wording import Text, translate

_TIMEOUT_S = 5.0
_HOT = 85
_MOST_PROCESSES = 64
_CURRENT_SENSOR = "80E3A203"
"""An alarm that OrangePi boards show all the time: their current sensor, which reads 0 W."""

HEALTH = translate("Doctor", "Health")
TEMPERATURE = translate("Doctor", "Temperature")
USERS = translate("Doctor", "Other users of the NPU")
_ALL = (("ascend.health", HEALTH), ("ascend.temperature", TEMPERATURE), ("ascend.users", USERS))


def check(host: Host, nodes: Finding) -> Iterator[Finding]:
    """`nodes` is the finding about the device nodes, without which nothing can be asked."""
    if nodes.state is not State.PASS:
        yield from (not_looked_at(finding_id, title, nodes) for finding_id, title in _ALL)
        return
    table, problem = _ask(host, "info")
    if problem is not None:
        silent = translate("Doctor", "npu-smi, which would tell, gives no answer.")
        yield from (_unknown(finding_id, title, silent, problem) for finding_id, title in _ALL)
        return
    chips = parse_info(table)
    if chips:
        yield _health(host, chips)
        yield _temperature(chips)
    else:
        strange = translate("Doctor", "npu-smi shows its table in a way that is not known here.")
        evidence = Evidence("npu-smi info", table)
        yield from (_unknown(finding_id, title, strange, evidence) for finding_id, title in _ALL[:2])
    yield _users(host, table)


def _ask(host: Host, *arguments: str) -> tuple[str, Evidence | None]:
    """What npu-smi printed, or why there is nothing."""
    said = " ".join(("npu-smi", *arguments))
    for place in ("npu-smi", *PLACES):
        try:
            outcome = host.run([place, *arguments], _TIMEOUT_S)
        except FileNotFoundError:
            continue
        except (OSError, CommandTimeout) as error:
            return "", Evidence(said, str(error))
        if outcome.code != 0:
            return "", Evidence(said, f"exit code {outcome.code}: {outcome.output.strip()}")
        return outcome.output, None
    return "", Evidence(said, "npu-smi is not installed")


def _health(host: Host, chips: list[Chip]) -> Finding:
    evidence = [Evidence(f"npu-smi info, {chip.name}", f"health {chip.health}") for chip in chips]
    if all(chip.health.upper() == "OK" for chip in chips):
        fine = translate("Doctor", "The driver calls the NPU healthy.")
        return Finding("ascend.health", HEALTH, State.PASS, fine, tuple(evidence))
    text, problem = _ask(host, "info", "-t", "health", "-i", "0", "-c", "0")
    evidence.append(problem or Evidence("npu-smi info -t health", text.strip()))
    codes = set(re.findall(r"\b(?:0x)?(8[0-9A-F]{7})\b", text.upper()))
    if codes == {_CURRENT_SENSOR}:
        known = translate("Doctor", "Alarm %1: the board's current sensor. It is usual here and harmless.")
        return Finding("ascend.health", HEALTH, State.PASS, known.of(_CURRENT_SENSOR), tuple(evidence))
    worst = next(chip.health for chip in chips if chip.health.upper() != "OK")
    return Finding(
        "ascend.health",
        HEALTH,
        State.WARN,
        translate("Doctor", "The driver reports: %1.").of(", ".join((worst, *sorted(codes)))),
        tuple(evidence),
        translate("Doctor", "Switch the machine off and on; if it stays, ask the maker about the code."),
    )


def _temperature(chips: list[Chip]) -> Finding:
    known = [chip.temperature for chip in chips if chip.temperature is not None]
    evidence = tuple(
        Evidence(
            f"npu-smi info, {chip.name}",
            f"{_shown(chip.temperature)} °C, {_shown(chip.watts)} W",
        )
        for chip in chips
    )
    if not known:
        none = translate("Doctor", "The driver tells no temperature.")
        return Finding("ascend.temperature", TEMPERATURE, State.UNKNOWN, none, evidence)
    hottest = f"{max(known):g}"
    if max(known) >= _HOT:
        return Finding(
            "ascend.temperature",
            TEMPERATURE,
            State.WARN,
            translate("Doctor", "%1 °C: the NPU will slow down.").of(hottest),
            evidence,
            translate("Doctor", "Give the board air: check its fan and heat sink."),
        )
    fine = translate("Doctor", "%1 °C.").of(hottest)
    return Finding("ascend.temperature", TEMPERATURE, State.PASS, fine, evidence)


def _users(host: Host, table: str) -> Finding:
    """From npu-smi's table of processes, which the 310B lacks, or else from the driver's library."""
    source, rows = "npu-smi info", parse_processes(table)
    if rows is None:
        source = "DCMI"
        try:
            rows = [f"process {pid}" for pid in host.npu_users(_TIMEOUT_S)]
        except (OSError, CommandTimeout) as error:
            untold = translate("Doctor", "This driver does not tell who uses the NPU.")
            return _unknown("ascend.users", USERS, untold, Evidence(source, str(error)))
    evidence = (Evidence(source, "\n".join(rows) or "no processes"),)
    if not rows:
        alone = translate("Doctor", "Nobody else uses it.")
        return Finding("ascend.users", USERS, State.PASS, alone, evidence)
    state = State.FAIL if len(rows) >= _MOST_PROCESSES else State.WARN
    return Finding(
        "ascend.users",
        USERS,
        state,
        translate("Doctor", "%1 other processes use it and its memory.").of(len(rows)),
        evidence,
        translate("Doctor", "Close the programs that are listed."),
    )


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


def _unknown(finding_id: str, title: Text, found: Text, evidence: Evidence) -> Finding:
    return Finding(finding_id, title, State.UNKNOWN, found, (evidence,))
