"""Which instructions the processor has: they decide how fast the CPU answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..findings import Evidence, Finding, State
from ..host import Host
from ..subject import Subject
from ..wording import translate

_CPUINFO = "/proc/cpuinfo"
_WINDOWS_PROCESSOR = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Feature names of an architecture: without `needed` it is slow; `useful` ones make it faster still."""

    needed: tuple[str, ...]
    useful: tuple[str, ...]


_WANTED = {
    "x86_64": _Wanted(
        ("avx2", "fma", "f16c"), ("avx512f", "avx512_vnni", "avx_vnni", "avx512_bf16", "amx_int8")
    ),
    "aarch64": _Wanted(("asimddp",), ("i8mm", "bf16", "sve", "sve2", "sme")),
}

_WINDOWS_NUMBERS = {
    "x86_64": {"avx2": 40, "avx512f": 41},
    "aarch64": {"asimddp": 43, "i8mm": 66},
}
"""PF_… numbers of IsProcessorFeaturePresent; what Windows has no number for is not asked."""


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    title = translate("Doctor", "Instructions")
    wanted = _WANTED.get(host.architecture)
    if wanted is None:
        yield Finding(
            "processor.features",
            title,
            State.UNKNOWN,
            translate("Doctor", "Nothing is known here about processors called %1.").of(host.architecture),
        )
        return
    looked_at, name, features, askable = _features(host)
    evidence = [Evidence(looked_at, name or host.architecture)]
    if features is None:
        unread = translate("Doctor", "The processor's features cannot be read.")
        yield Finding("processor.features", title, State.UNKNOWN, unread, tuple(evidence))
        return
    known = [name for name in (*wanted.needed, *wanted.useful) if name in features]
    missing = [name for name in wanted.needed if name in askable and name not in features]
    evidence.append(Evidence("features for models", ", ".join(known) or "none"))
    if missing:
        yield Finding(
            "processor.features",
            title,
            State.WARN,
            translate("Doctor", "This processor has no %1: models run on it, but slowly.").of(
                ", ".join(missing)
            ),
            tuple(evidence),
            translate("Doctor", "Choose small models."),
        )
        return
    found = translate("Doctor", "All that fast replies on the CPU need: %1.").of(", ".join(known))
    yield Finding("processor.features", title, State.PASS, found, tuple(evidence))


def _features(host: Host) -> tuple[str, str, set[str] | None, set[str]]:
    """Where it was looked, the processor's name, its features (None: unreadable), what could be asked for."""
    wanted = _WANTED[host.architecture]
    every = {*wanted.needed, *wanted.useful}
    if host.system == "win32":
        numbers = _WINDOWS_NUMBERS[host.architecture]
        present = {name for name, number in numbers.items() if host.has_processor_feature(number)}
        return "IsProcessorFeaturePresent", _windows_name(host), present, set(numbers)
    try:
        text = host.read_text(_CPUINFO)
    except OSError as error:
        return _CPUINFO, str(error.strerror or error), None, every
    fields: dict[str, str] = {}
    for line in text.splitlines():
        key, _, value = line.partition(":")
        fields.setdefault(key.strip().lower(), value.strip())
    listed = fields.get("flags") or fields.get("features")
    name = fields.get("model name") or fields.get("hardware") or ""
    return _CPUINFO, name, set(listed.split()) if listed else None, every


def _windows_name(host: Host) -> str:
    try:
        return host.registry_values(_WINDOWS_PROCESSOR).get("ProcessorNameString", "").strip()
    except OSError:
        return ""
