"""Which precision of a model to take on which device, and why. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from .fit import Target, Verdict


class Reason(Enum):
    """Why a precision is recommended; the value is the sentence for people."""

    HEXAGON_KERNELS = "The Hexagon NPU multiplies this format itself, and fastest of all."
    HEXAGON_SUPPORTED = "The Hexagon NPU computes this format; Q4_0 would be faster, but is not on offer."
    EXPANDED = (
        "The NPU expands every weight to 16 bits: a smaller file would be no faster and take as much memory, "
        "only answer worse."
    )
    GPU_KERNELS = "The GPU has its best kernels for this format."
    ARM_KERNELS = "ARM processors rearrange this format for their matrix instructions."
    BALANCED = "The usual balance of quality, speed and size."
    SMALL_MODEL = "A model this small loses too much at 4 bits, and is fast at 8."
    ONLY_ONE_THAT_FITS = "The best of those that fit into this machine's memory."
    NOTHING_FITS = "None fits into this machine's memory; this one comes closest."


@dataclass(frozen=True, slots=True)
class Recommendation:
    precision: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Wish:
    precision: str
    reason: Reason


# Best first. What a list does not name is taken only when nothing else fits.
_HEXAGON = (
    _Wish("Q4_0", Reason.HEXAGON_KERNELS),
    _Wish("IQ4_NL", Reason.HEXAGON_SUPPORTED),
    _Wish("MXFP4", Reason.HEXAGON_SUPPORTED),
    _Wish("Q4_1", Reason.HEXAGON_SUPPORTED),
    _Wish("Q8_0", Reason.HEXAGON_SUPPORTED),
    _Wish("Q4_K_M", Reason.HEXAGON_SUPPORTED),
    _Wish("Q4_K_S", Reason.HEXAGON_SUPPORTED),
    _Wish("Q6_K", Reason.HEXAGON_SUPPORTED),
)
_EXPANDING = tuple(
    _Wish(name, Reason.EXPANDED) for name in ("Q8_0", "F16", "BF16", "Q6_K", "Q5_K_M", "Q4_K_M")
)
_GPU = (
    _Wish("Q4_0", Reason.GPU_KERNELS),
    _Wish("Q4_K_M", Reason.BALANCED),
    _Wish("Q8_0", Reason.BALANCED),
)
_ARM = (
    _Wish("Q4_0", Reason.ARM_KERNELS),
    _Wish("Q4_K_M", Reason.BALANCED),
    _Wish("Q8_0", Reason.BALANCED),
)
_X86 = (
    _Wish("Q4_K_M", Reason.BALANCED),
    _Wish("Q4_K_S", Reason.BALANCED),
    _Wish("Q5_K_M", Reason.BALANCED),
    _Wish("Q4_0", Reason.BALANCED),
    _Wish("Q4_1", Reason.BALANCED),
    _Wish("Q8_0", Reason.BALANCED),
)
_SMALL = tuple(_Wish(name, Reason.SMALL_MODEL) for name in ("Q8_0", "Q6_K", "F16"))

_SMALL_PARAMETERS = 1_000_000_000
"""Below this, 4 bits are heard in the answers."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A precision that can be had.

    Attributes:
        size: Bytes of its files.
        verdict: How it fits; None where that is not known.
    """

    size: int
    verdict: Verdict | None = None


def recommend(
    offers: Mapping[str, Offer], target: Target, *, is_arm: bool = False, parameters: int = 0
) -> Recommendation | None:
    """The precision to take, by its name in `offers` (Q4_0, Q4_K_M, F16, …); None without offers.

    `is_arm` tells the processor's kind, which matters on the CPU only; `parameters` 0 = unknown.
    """
    if not offers:
        return None
    by_name = {name.upper(): name for name in offers}
    for accepted in ({Verdict.FITS, None}, {Verdict.FITS, Verdict.TIGHT, None}):
        for wish in _wishes(target, is_arm, parameters):
            name = by_name.get(wish.precision)
            if name is not None and offers[name].verdict in accepted:
                return Recommendation(name, wish.reason)
    return _whatever_fits(offers)


def _wishes(target: Target, is_arm: bool, parameters: int) -> tuple[_Wish, ...]:
    if target is Target.HEXAGON:
        return _HEXAGON
    if target is Target.ASCEND_310B:
        return _EXPANDING
    usual = _GPU if target is Target.GPU else _ARM if is_arm else _X86
    return _SMALL + usual if 0 < parameters < _SMALL_PARAMETERS else usual


def _whatever_fits(offers: Mapping[str, Offer]) -> Recommendation:
    """The largest that fits, for more bits answer better; else the smallest."""
    fitting = [name for name, offer in offers.items() if offer.verdict is not Verdict.TOO_BIG]
    if fitting:
        return Recommendation(max(fitting, key=lambda name: offers[name].size), Reason.ONLY_ONE_THAT_FITS)
    return Recommendation(min(offers, key=lambda name: offers[name].size), Reason.NOTHING_FITS)
