"""Memory estimates: known models against the arithmetic, and the verdicts at their edges."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geniex_desktop.models.fit import (
    GIB,
    MIB,
    SESSION_BYTES,
    Limit,
    ModelShape,
    Place,
    ProjectorShape,
    Target,
    Verdict,
    estimate,
    need_of,
    speed_bytes,
)

# Qwen2.5-0.5B in Q4_K_M, Llama-3.2-3B in Q4_0: what their headers say.
SMALL = {
    "file_bytes": 398 * 10**6,
    "parameter_count": 494_000_000,
    "embedding_parameters": 136_134_656,
    "embedding_bytes": 145 * 10**6,
    "has_output_matrix": False,
    "block_count": 24,
    "embedding_length": 896,
    "feed_forward_length": 4864,
    "head_count": 14,
    "head_count_kv": 2,
    "vocabulary_size": 151_936,
    "context_length": 32_768,
}
THREE_B = {
    **SMALL,
    "file_bytes": 1_920 * MIB,
    "parameter_count": 3_210_000_000,
    "block_count": 28,
    "embedding_length": 3072,
    "feed_forward_length": 8192,
    "head_count": 24,
    "head_count_kv": 8,
    "context_length": 131_072,
}


def shape(facts: dict[str, object] = SMALL, **changes: object) -> ModelShape:
    return ModelShape.from_facts({**facts, **changes})


def test_the_cache_grows_by_what_each_token_adds() -> None:
    # 24 layers, 2 heads of 64 keys and 64 values, two bytes each.
    assert need_of(shape(), Target.CPU, 2048).kv == 12_288 * 2048
    assert need_of(shape(THREE_B), Target.CPU, 2048).kv == 114_688 * 2048


def test_heads_may_differ_by_layer_and_have_a_size_of_their_own() -> None:
    uneven = shape(head_count_kv=[0, 2] * 12)
    assert uneven.kv_width * 2 == shape().kv_width
    assert shape(key_length=128, value_length=64).kv_width == 24 * 2 * 192


def test_an_ascend_310b_expands_every_weight() -> None:
    need = need_of(shape(), Target.ASCEND_310B, 2048)
    assert need.weights == 2 * 494_000_000 + SMALL["embedding_bytes"]
    smaller_file = need_of(shape(file_bytes=250 * 10**6), Target.ASCEND_310B, 2048)
    assert smaller_file.weights == need.weights
    untied = shape(has_output_matrix=True)
    assert untied.expanded_bytes == 2 * (494_000_000 - 136_134_656)


def test_verdicts_change_at_the_free_memory() -> None:
    need = need_of(shape(), Target.CPU, 2048).total
    verdicts = [
        estimate(shape(), Place(Target.CPU, free), 2048).verdict
        for free in (need - 1, need, int(need / 0.85) - MIB, int(need / 0.85) + MIB)
    ]
    assert verdicts == [Verdict.TOO_BIG, Verdict.TIGHT, Verdict.TIGHT, Verdict.FITS]


def test_the_largest_context_that_fits_is_told() -> None:
    place = Place(Target.CPU, 600 * MIB)
    fit = estimate(shape(), place, 32_768)
    assert (fit.verdict, fit.limit) == (Verdict.TOO_BIG, Limit.MEMORY)
    assert 0 < fit.largest_context < 32_768
    assert fit.largest_context % 256 == 0
    assert estimate(shape(), place, fit.largest_context).verdict is not Verdict.TOO_BIG
    assert estimate(shape(), place, fit.largest_context + 256).verdict is Verdict.TOO_BIG


def test_a_model_that_never_fits_has_no_context() -> None:
    assert estimate(shape(THREE_B), Place(Target.CPU, GIB), 512).largest_context == 0


def test_no_more_context_than_the_model_was_trained_for() -> None:
    assert estimate(shape(), Place(Target.CPU, 100 * GIB), 2048).largest_context == 32_768


def test_a_hexagon_session_ends_at_its_address_space() -> None:
    big = shape(THREE_B, file_bytes=SESSION_BYTES)
    one = estimate(big, Place(Target.HEXAGON, 32 * GIB), 2048)
    assert (one.verdict, one.limit) == (Verdict.TOO_BIG, Limit.SESSION)
    two = estimate(big, Place(Target.HEXAGON, 32 * GIB, sessions=2), 2048)
    assert (two.verdict, two.limit) == (Verdict.FITS, None)
    assert estimate(big, Place(Target.CPU, 32 * GIB), 2048).verdict is Verdict.FITS


def test_a_correction_scales_all_but_the_weights() -> None:
    place = Place(Target.CPU, 16 * GIB)
    plain, corrected = estimate(shape(), place, 2048), estimate(shape(), place, 2048, correction=2.0)
    weights = plain.need.weights
    assert corrected.peak_bytes - weights == pytest.approx(2 * (plain.peak_bytes - weights), abs=2)


def test_a_vision_part_is_added() -> None:
    vision = ProjectorShape.from_facts(
        {"file_bytes": 200 * MIB, "image_size": 336, "patch_size": 14, "embedding_length": 1024}
    )
    assert vision.patches == 24 * 24
    with_vision = need_of(shape(), Target.CPU, 2048, vision)
    assert with_vision.projector > 200 * MIB
    assert with_vision.total - with_vision.projector == need_of(shape(), Target.CPU, 2048).total


def test_experts_in_use_count_together() -> None:
    assert shape(expert_used_count=8).feed_forward == 8 * 4864


def test_recurrent_layers_keep_a_state_instead_of_a_cache() -> None:
    recurrent = shape(head_count_kv=[0] * 24, recurrent_inner_size=4096, recurrent_state_size=16)
    assert need_of(recurrent, Target.CPU, 512).kv == need_of(recurrent, Target.CPU, 32_768).kv > 0


def test_a_header_without_facts_is_no_error() -> None:
    empty = ModelShape.from_facts({"block_count": None, "head_count": None, "file_bytes": None})
    assert need_of(empty, Target.CPU, 2048).total > 0
    assert replace(empty, trained_context=0) == empty


def test_a_token_reads_what_the_device_holds() -> None:
    assert speed_bytes(shape(), Target.CPU, 0) == SMALL["file_bytes"]
    assert speed_bytes(shape(), Target.ASCEND_310B, 0) == 2 * 494_000_000
    assert speed_bytes(shape(), Target.CPU, 2000) == SMALL["file_bytes"] + 12_288 * 1000
