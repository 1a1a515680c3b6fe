"""Makes the corpus of broken model files that verdicts.tsv describes.

Usage: make_corpus.py DIRECTORY
"""

from __future__ import annotations

import argparse
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

from gguf_files import (
    TENSOR_F32,
    TENSOR_I32,
    TENSOR_Q8_0,
    GgufFile,
    Kind,
    Tensor,
    constant_weights,
    encode_array,
    encode_value,
    language_model,
    projector,
    vocabulary,
)

Maker = Callable[[], "GgufFile | bytes"]

TOKENIZER = "tokenizer.ggml."
VISION = "clip.vision."
QUERY = "blk.0.attn_q.weight"


def llm_with(key: str, kind: Kind, value: object) -> Maker:
    """A language model with one key changed."""
    return lambda: language_model().set(key, kind, value)


def llama_with(key: str, kind: Kind, value: object) -> Maker:
    """A language model with one hyper-parameter changed."""
    return llm_with("llama." + key, kind, value)


def llm_with_array(key: str, kind: Kind, values: Sequence[object]) -> Maker:
    """A language model with one key changed to an array."""
    return lambda: language_model().set_array(key, kind, values)


def llm_with_raw(key: str, encoded: bytes) -> Maker:
    """A language model with an encoded value, type tag included, that no encoder would make."""
    return lambda: language_model().set_raw(key, encoded)


def llm_with_attribute(**attributes: int) -> Maker:
    """A language model whose file says something else of itself."""

    def make() -> GgufFile:
        model = language_model()
        for name, value in attributes.items():
            setattr(model, name, value)
        return model

    return make


def llm_with_tensor(tensor: str, /, **changes: object) -> Maker:
    """A language model with attributes of one tensor changed."""
    return lambda: language_model().change(tensor, **changes)


def llm_with_last_offset(offset: int) -> Maker:
    """A language model whose last tensor is said to lie elsewhere."""
    return llm_with_tensor("blk.1.ffn_down.weight", offset=offset)


def llm_with_token(index: int, token: bytes, model: str = "llama") -> Maker:
    """A language model with one token of the vocabulary changed."""
    tokens, _ = vocabulary()
    tokens[index] = token

    def make() -> GgufFile:
        changed = language_model().set(TOKENIZER + "model", Kind.STRING, model)
        return changed.set_array(TOKENIZER + "tokens", Kind.STRING, tokens)

    return make


def template(text: str | bytes) -> Maker:
    """A language model with another chat template."""
    return llm_with("tokenizer.chat_template", Kind.STRING, text)


def vision_with(key: str, kind: Kind, value: object) -> Maker:
    """A projector with one key of the vision encoder changed."""
    return lambda: projector().set(VISION + key, kind, value)


def vision_with_array(key: str, kind: Kind, values: Sequence[object]) -> Maker:
    """A projector with one array of the vision encoder changed."""
    return lambda: projector().set_array(VISION + key, kind, values)


def projector_type(name: str) -> Maker:
    """A projector that is said to be of another type."""
    return lambda: projector().set("clip.projector_type", Kind.STRING, name)


def long_key_length() -> bytes:
    """The length of the first key is beyond the file."""
    data = bytearray(language_model().encode())
    data[24:32] = struct.pack("<Q", 2**63)
    return bytes(data)


def zeros_from_the_middle() -> bytes:
    """A download that reserved its space and was broken off."""
    data = language_model().encode()
    half = len(data) // 2
    return data[:half] + bytes(len(data) - half)


def nan_weights() -> GgufFile:
    """Every F32 weight is NaN."""
    model = language_model()
    for tensor in model.tensors:
        if tensor.type == TENSOR_F32:
            tensor.data = constant_weights([len(tensor.data) // 4], float("nan"))
    return model


def gemma2_with_600_layers() -> GgufFile:
    """More layers than an engine's tables have, and no key that says anything per layer."""
    model = language_model()
    model.metadata = [(key.replace("llama.", "gemma2."), value) for key, value in model.metadata]
    for key in ("feed_forward_length", "attention.head_count", "attention.head_count_kv"):
        model.drop("gemma2." + key)
    return model.set("general.architecture", Kind.STRING, "gemma2").set("gemma2.block_count", Kind.U32, 600)


def no_byte_tokens() -> GgufFile:
    """A sentence-piece vocabulary without byte fallback."""
    tokens, types = vocabulary()
    renamed = [b"q%d" % i if token.startswith(b"<0x") else token for i, token in enumerate(tokens)]
    model = language_model().set_array(TOKENIZER + "tokens", Kind.STRING, renamed)
    return model.set_array(TOKENIZER + "token_type", Kind.I32, [2, 3, 3] + [1] * (len(types) - 3))


def more_tokens_than_rows() -> GgufFile:
    """5,000 tokens more than the embedding has rows."""
    tokens, types = vocabulary()
    extra = 5000
    model = language_model().drop("llama.vocab_size")
    model.set_array(TOKENIZER + "tokens", Kind.STRING, tokens + [b"more%d" % index for index in range(extra)])
    model.set_array(TOKENIZER + "scores", Kind.F32, [0.0] * (len(tokens) + extra))
    return model.set_array(TOKENIZER + "token_type", Kind.I32, types + [1] * extra)


def byte_pair(merges: Sequence[object]) -> GgufFile:
    """A byte-pair vocabulary with these merges."""
    model = language_model().set(TOKENIZER + "model", Kind.STRING, "gpt2")
    return model.set_array(TOKENIZER + "merges", Kind.STRING, merges)


VOCABULARY_SIZE = len(vocabulary()[0])

CONTAINER_CASES: dict[str, Maker] = {
    "a00_control": language_model,
    "a01_empty": lambda: b"",
    "a02_magic_only": lambda: b"GGUF",
    "a03_html": lambda: b"<!DOCTYPE html><html><body>Sign in to the network</body></html>" * 20,
    "a04_lfs_pointer": lambda: (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 98362432\n"
    ),
    "a05_version1": llm_with_attribute(version=1),
    "a06_version_high": llm_with_attribute(version=999),
    "a07_big_endian": llm_with_attribute(version=0x03000000),
    "a08_n_tensors_max": llm_with_attribute(tensor_count=2**63 - 1),
    "a09_n_tensors_neg": llm_with_attribute(tensor_count=-1),
    "a10_n_kv_huge": llm_with_attribute(key_count=2**62),
    "a11_n_kv_neg": llm_with_attribute(key_count=-1),
    "a12_empty_key": llm_with("", Kind.U32, 1),
    "a13_key_len_huge": long_key_length,
    "a14_str_len_gib": llm_with_raw("general.name", struct.pack("<IQ", Kind.STRING, 2**30 + 1) + b"x"),
    "a15_dup_key": lambda: GgufFile(
        [*language_model().metadata, ("general.name", encode_value(Kind.STRING, "again"))],
        language_model().tensors,
    ),
    "a16_nested_array": llm_with_raw(
        "x.nested", struct.pack("<IIQ", Kind.ARRAY, Kind.ARRAY, 2) + encode_array(Kind.U8, [1])[4:] * 2
    ),
    "a17_array_wrap": llm_with_raw("x.big", struct.pack("<IIQ", Kind.ARRAY, Kind.U64, 2**61)),
    "a18_array_str_huge": llm_with_raw("x.big", struct.pack("<IIQ", Kind.ARRAY, Kind.STRING, 2**30)),
    "a19_bad_kv_type": llm_with_raw("x.bad", struct.pack("<II", 99, 1)),
    "a20_align_zero": llm_with("general.alignment", Kind.U32, 0),
    "a21_align_three": llm_with("general.alignment", Kind.U32, 3),
    "a22_align_huge": llm_with("general.alignment", Kind.U32, 2**31),
    "a23_align_str": llm_with("general.alignment", Kind.STRING, "32"),
}

TENSOR_CASES: dict[str, Maker] = {
    "b01_dims5": llm_with_tensor(QUERY, shape=[64, 64, 1, 1, 1]),
    "b02_ne_wrap": llm_with_tensor(QUERY, shape=[2**62, 8]),
    "b03_ne_neg": llm_with_tensor(QUERY, shape=[64, -64]),
    "b04_ne_zero": llm_with_tensor(QUERY, shape=[64, 0], data=b""),
    "b05_type_high": llm_with_tensor(QUERY, type=200),
    "b06_type_neg": llm_with_tensor(QUERY, type=-1),
    "b07_type_removed": llm_with_tensor(QUERY, type=4),
    "b08_row_block": llm_with_tensor("output.weight", shape=[63, VOCABULARY_SIZE]),
    "b09_off_past": llm_with_last_offset(2**40),
    "b10_off_wrap": llm_with_last_offset(2**64 - 32),
    "b11_off_overlap": llm_with_last_offset(0),
    "b12_dup_tensor": llm_with_tensor("blk.1.attn_q.weight", name=QUERY),
    "b13_name_long": llm_with_tensor("blk.1.attn_q.weight", name="n" * 64),
    "b14_missing_tensor": lambda: language_model().drop_tensors("blk.1.ffn_down"),
    "b15_wrong_shape": llm_with_tensor("blk.0.attn_k.weight", shape=[32, 64]),
    "b16_extra_tensor": lambda: GgufFile(
        language_model().metadata,
        [*language_model().tensors, Tensor("extra.weight", [64], TENSOR_F32, constant_weights([64], 1.0))],
    ),
    "b17_no_tensors": lambda: language_model().drop_tensors(""),
    "b18_trunc_data": llm_with_attribute(cut_from_end=20000),
    "b19_trunc_info": lambda: language_model().header()[:-40],
    "b20_trunc_kv": lambda: language_model().header()[:1500],
    "b21_sparse_tail": zeros_from_the_middle,
    "b22_nan_weights": nan_weights,
    "b23_norm_q8": llm_with_tensor(
        "output_norm.weight", type=TENSOR_Q8_0, data=(struct.pack("<e", 0.01) + b"\x64" * 32) * 2
    ),
    "b24_embd_i32": llm_with_tensor("token_embd.weight", type=TENSOR_I32),
}

HYPER_PARAMETER_CASES: dict[str, Maker] = {
    "c01_no_arch": lambda: language_model().drop("general.architecture"),
    "c02_arch_unknown": llm_with("general.architecture", Kind.STRING, "no-such-arch-2027"),
    "c03_arch_u32": llm_with("general.architecture", Kind.U32, 5),
    "c04_arch_arr": llm_with_array("general.architecture", Kind.STRING, ["llama"]),
    "c05_mmproj_as_llm": projector,
    "c06_head0": llama_with("attention.head_count", Kind.U32, 0),
    "c07_headkv0": llama_with("attention.head_count_kv", Kind.U32, 0),
    "c08_head3": llama_with("attention.head_count", Kind.U32, 3),
    "c09_layers0": llama_with("block_count", Kind.U32, 0),
    "c10_layers513": llama_with("block_count", Kind.U32, 513),
    "c11_layers_max": llama_with("block_count", Kind.U32, 2**32 - 1),
    "c12_embd0": llama_with("embedding_length", Kind.U32, 0),
    "c13_embd_huge": llama_with("embedding_length", Kind.U32, 2**31),
    "c14_ctx0": llama_with("context_length", Kind.U32, 0),
    "c15_ctx_max": llama_with("context_length", Kind.U32, 2**32 - 1),
    "c16_head_str": llama_with("attention.head_count", Kind.STRING, "4"),
    "c17_head_arr": llm_with_array("llama.attention.head_count", Kind.U32, [4] * 600),
    "c18_rope5": llama_with("rope.dimension_count", Kind.U32, 5),
    "c19_freq0": llama_with("rope.freq_base", Kind.F32, 0.0),
    "c20_epsnan": llama_with("attention.layer_norm_rms_epsilon", Kind.F32, float("nan")),
    "c21_experts": llama_with("expert_count", Kind.U32, 100000),
    "c22_expert_used0": lambda: (
        language_model().set("llama.expert_count", Kind.U32, 8).set("llama.expert_used_count", Kind.U32, 0)
    ),
    "c23_rope_scaling": llama_with("rope.scaling.type", Kind.STRING, "no-such"),
    "c24_split_count": lambda: (
        language_model().set("split.count", Kind.U16, 65535).set("split.no", Kind.U16, 0)
    ),
    "c25_vocab_max": llama_with("vocab_size", Kind.U32, 2**32 - 1),
    "c26_keylen0": llama_with("attention.key_length", Kind.U32, 0),
    "c27_gemma2_600": gemma2_with_600_layers,
    "c28_qver_str": llm_with("general.quantization_version", Kind.STRING, "two"),
    "c29_ftype_str": llm_with("general.file_type", Kind.STRING, "F16"),
    "c30_name_u32": llm_with("general.name", Kind.U32, 7),
}

VOCABULARY_CASES: dict[str, Maker] = {
    "d01_tok_empty": llm_with_array(TOKENIZER + "tokens", Kind.STRING, []),
    "d02_tok_u8": llm_with_array(TOKENIZER + "tokens", Kind.U8, [1] * 352),
    "d03_tok_missing": lambda: language_model().drop(TOKENIZER + "tokens"),
    "d04_tok_dup": llm_with_token(300, vocabulary()[0][301]),
    "d05_tok_blank": llm_with_token(300, b""),
    "d06_tok_bad_utf8": llm_with_token(300, b"\xff\xfe\x80"),
    "d07_scores_short": llm_with_array(TOKENIZER + "scores", Kind.F32, [0.0] * 10),
    "d08_scores_u8": llm_with_array(TOKENIZER + "scores", Kind.U8, [1] * VOCABULARY_SIZE),
    "d09_type_u8": llm_with_array(TOKENIZER + "token_type", Kind.U8, [1] * VOCABULARY_SIZE),
    "d10_type_99": llm_with_array(TOKENIZER + "token_type", Kind.I32, [99] * VOCABULARY_SIZE),
    "d11_bos_oob": llm_with(TOKENIZER + "bos_token_id", Kind.U32, 10**6),
    "d12_eos_oob": llm_with(TOKENIZER + "eos_token_id", Kind.U32, 2**32 - 1),
    "d13_no_bytes": no_byte_tokens,
    "d14_model_unknown": llm_with(TOKENIZER + "model", Kind.STRING, "no-such"),
    "d15_bpe_no_merges": llm_with(TOKENIZER + "model", Kind.STRING, "gpt2"),
    "d16_bpe_bad_merges": lambda: byte_pair(["ab", "", " ", "x" * 5000, "zz yy"]),
    "d17_bpe_pre": lambda: byte_pair(["a b"]).set(TOKENIZER + "pre", Kind.STRING, "no-such-pre"),
    "d18_wpm": llm_with(TOKENIZER + "model", Kind.STRING, "bert"),
    "d19_ugm": lambda: (
        language_model().set(TOKENIZER + "model", Kind.STRING, "t5").drop(TOKENIZER + "bos_token_id")
    ),
    "d20_ugm_charsmap": lambda: (
        language_model()
        .set(TOKENIZER + "model", Kind.STRING, "t5")
        .set_array(TOKENIZER + "precompiled_charsmap", Kind.U8, [1, 2])
    ),
    "d21_plamo2": llm_with_token(3, b"<0x-1>", model="plamo2"),
    "d22_rwkv": llm_with_token(3, b"\\x", model="rwkv"),
    "d23_vocab_gt_embd": more_tokens_than_rows,
    "d24_addbos_str": llm_with(TOKENIZER + "add_bos_token", Kind.STRING, "true"),
    "d25_suppress_u8": llm_with_array(TOKENIZER + "suppress_tokens", Kind.U8, [1, 2, 3, 4]),
    "d26_tok_1mib": llm_with_token(300, b"Z" * 2**20),
}

TEMPLATE_CASES: dict[str, Maker] = {
    "e00_tmpl_ok": language_model,
    "e01_range": template("{% for i in range(1000000000) %}{% endfor %}x"),
    "e02_nested": template(
        "".join("{% for " + name + " in range(999) %}" for name in "abcd") + "{% endfor %}" * 4 + "x"
    ),
    "e03_double": template(
        "{% set ns = namespace(s='ab') %}"
        "{% for i in range(40) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ ns.s }}"
    ),
    "e04_recurse": template("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"),
    "e05_parens": template("{{ " + "(" * 50000 + "1" + ")" * 50000 + " }}"),
    "e06_ifs": template("{% if true %}" * 20000 + "x" + "{% endif %}" * 20000),
    "e07_ssti": template("{{ ''.__class__.__mro__[1].__subclasses__() }}"),
    "e08_unclosed": template("{% for m in messages %}{{ m.content }}"),
    "e09_raise": template("{{ raise_exception('System role not supported') }}"),
    "e10_blank": template(""),
    "e11_not_utf8": template(b"\xff\xfe{{ messages[0].content }}\x80"),
    "e12_number": llm_with("tokenizer.chat_template", Kind.U32, 3),
    "e13_strmul": template("{{ 'a' * 10000000000 }}"),
    "e14_div0": template("{{ 1 // 0 }}{{ 1 % 0 }}"),
    "e15_slice0": template("{{ messages[::0] }}"),
}

PROJECTOR_CASES: dict[str, Maker] = {
    "m00_control": projector,
    "m01_dim_mismatch": lambda: projector(projection=96),
    "m02_patch0": vision_with("patch_size", Kind.U32, 0),
    "m03_patch_big": vision_with("patch_size", Kind.U32, 56),
    "m04_image0": vision_with("image_size", Kind.U32, 0),
    "m05_image_8190": vision_with("image_size", Kind.U32, 8190),
    "m06_head0": vision_with("attention.head_count", Kind.U32, 0),
    "m07_head3": vision_with("attention.head_count", Kind.U32, 3),
    "m08_blocks": vision_with("block_count", Kind.U32, 20_000_000),
    "m09_mean2": vision_with_array("image_mean", Kind.F32, [0.5, 0.5]),
    "m10_mean_str": vision_with_array("image_mean", Kind.STRING, ["a", "b", "c"]),
    "m11_image_str": vision_with("image_size", Kind.STRING, "28"),
    "m12_bool_u32": lambda: projector().set("clip.has_vision_encoder", Kind.U32, 1),
    "m13_proj_unknown": projector_type("no-such"),
    "m14_proj_other": projector_type("qwen2vl_merger"),
    "m15_pos_rows": lambda: projector().change(
        "v.position_embd.weight", shape=[32, 2], data=constant_weights([32, 2], 0.0)
    ),
    "m16_shape": lambda: projector().change("v.blk.0.attn_q.weight", shape=[16, 64]),
    "m17_mm_missing": lambda: projector().drop_tensors("mm.0"),
    "m18_trunc": lambda: projector().encode()[:-15000],
    "m19_llm_as_mmproj": language_model,
    "m20_std0": vision_with_array("image_std", Kind.F32, [0.0, 0.0, 0.0]),
    "m21_feature_neg": vision_with_array("feature_layer", Kind.I32, [-5, 1]),
    "m22_pinpoints": lambda: (
        projector()
        .set_array(VISION + "image_grid_pinpoints", Kind.I32, [2**31 - 1, 2**31 - 1])
        .set(VISION + "mm_patch_merge_type", Kind.STRING, "spatial_unpad")
    ),
    "m23_no_modality": lambda: projector().drop("clip.has_vision_encoder"),
    "m24_no_patch": lambda: projector().drop_tensors("v.patch_embd"),
    "m25_class_q8": lambda: projector().change(
        "v.class_embd", type=TENSOR_Q8_0, data=struct.pack("<e", 0.1) + b"\x01" * 32
    ),
    "m26_embd0": vision_with("embedding_length", Kind.U32, 0),
    "m27_eps_arr": vision_with_array("attention.layer_norm_epsilon", Kind.F32, [1e-5]),
    "m28_idefics_sf0": lambda: (
        projector()
        .set("clip.projector_type", Kind.STRING, "idefics3")
        .set(VISION + "projector.scale_factor", Kind.U32, 0)
    ),
    "m29_gemma3": projector_type("gemma3"),
}

CASES = (
    CONTAINER_CASES
    | TENSOR_CASES
    | HYPER_PARAMETER_CASES
    | VOCABULARY_CASES
    | TEMPLATE_CASES
    | PROJECTOR_CASES
)


def main() -> None:
    """Write one file per case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    directory: Path = parser.parse_args().directory
    directory.mkdir(parents=True, exist_ok=True)
    for name, make in CASES.items():
        made = make()
        (directory / f"{name}.gguf").write_bytes(made if isinstance(made, bytes) else made.encode())


if __name__ == "__main__":
    main()
