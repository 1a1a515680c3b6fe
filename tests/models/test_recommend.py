"""Which precision is recommended where."""

from __future__ import annotations

import pytest

from geniex_desktop.models.fit import Target, Verdict
from geniex_desktop.models.recommend import Offer, Reason, recommend

SIZES = {"Q2_K": 2, "Q4_0": 4, "Q4_K_M": 5, "Q5_K_M": 6, "Q6_K": 7, "Q8_0": 9, "F16": 16}
ALL = {name: Offer(size, Verdict.FITS) for name, size in SIZES.items()}
BILLION = 10**9


@pytest.mark.parametrize(
    ("target", "is_arm", "precision", "reason"),
    [
        (Target.HEXAGON, True, "Q4_0", Reason.HEXAGON_KERNELS),
        (Target.ASCEND_310B, True, "Q8_0", Reason.EXPANDED),
        (Target.GPU, True, "Q4_0", Reason.GPU_KERNELS),
        (Target.CPU, True, "Q4_0", Reason.ARM_KERNELS),
        (Target.CPU, False, "Q4_K_M", Reason.BALANCED),
    ],
)
def test_each_device_has_its_format(target: Target, is_arm: bool, precision: str, reason: Reason) -> None:
    found = recommend(ALL, target, is_arm=is_arm, parameters=3 * BILLION)
    assert found is not None
    assert (found.precision, found.reason) == (precision, reason)


def test_small_models_keep_eight_bits_where_that_is_no_loss() -> None:
    for target in (Target.CPU, Target.GPU):
        found = recommend(ALL, target, parameters=BILLION // 2)
        assert found is not None
        assert (found.precision, found.reason) == ("Q8_0", Reason.SMALL_MODEL)
    on_hexagon = recommend(ALL, Target.HEXAGON, parameters=BILLION // 2)
    assert on_hexagon is not None
    assert on_hexagon.precision == "Q4_0"


def test_the_next_best_when_the_best_is_not_on_offer() -> None:
    without = {name: offer for name, offer in ALL.items() if name != "Q4_0"}
    found = recommend(without, Target.HEXAGON)
    assert found is not None
    assert (found.precision, found.reason) == ("Q8_0", Reason.HEXAGON_SUPPORTED)


def test_what_fits_well_comes_before_what_is_tight() -> None:
    offers = {"Q8_0": Offer(9, Verdict.TIGHT), "Q6_K": Offer(7, Verdict.FITS)}
    found = recommend(offers, Target.ASCEND_310B)
    assert found is not None
    assert found.precision == "Q6_K"
    offers = {"Q8_0": Offer(9, Verdict.TIGHT), "Q6_K": Offer(7, Verdict.TOO_BIG)}
    found = recommend(offers, Target.ASCEND_310B)
    assert found is not None
    assert found.precision == "Q8_0"


def test_an_unusual_format_is_taken_when_nothing_else_fits() -> None:
    offers = {
        name: Offer(size, Verdict.FITS if size < 3 else Verdict.TOO_BIG) for name, size in SIZES.items()
    }
    found = recommend(offers, Target.CPU)
    assert found is not None
    assert (found.precision, found.reason) == ("Q2_K", Reason.ONLY_ONE_THAT_FITS)


def test_when_nothing_fits_the_smallest_is_named_and_said_so() -> None:
    found = recommend({name: Offer(size, Verdict.TOO_BIG) for name, size in SIZES.items()}, Target.CPU)
    assert found is not None
    assert (found.precision, found.reason) == ("Q2_K", Reason.NOTHING_FITS)


def test_names_are_given_back_as_they_came() -> None:
    found = recommend({"q4_k_m": Offer(5)}, Target.CPU)
    assert found is not None
    assert found.precision == "q4_k_m"
    assert recommend({}, Target.CPU) is None


def test_every_reason_is_a_sentence() -> None:
    assert all(reason.value[0].isupper() and reason.value.endswith(".") for reason in Reason)
