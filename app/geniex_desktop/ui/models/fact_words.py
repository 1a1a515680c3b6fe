"""What a model's header says, as people read it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from ...engine.gguf import GgufReport
from .. import words
from . import looks


def fact_line(report: GgufReport) -> str:
    """The few facts that matter most, in one line."""
    translate = QCoreApplication.translate
    facts = report.facts
    parts = []
    if count := _number(facts, "parameter_count"):
        parts.append(looks.parameters(count))
    if layers := _number(facts, "block_count"):
        parts.append(translate("Models", "%1 layers").replace("%1", words.number(layers)))
    if trained := _number(facts, "context_length"):
        parts.append(translate("Models", "%1 tokens trained").replace("%1", words.number(trained)))
    has_template = bool(_number(facts, "chat_template_bytes"))
    parts.append(
        translate("Models", "chat template") if has_template else translate("Models", "no chat template")
    )
    return " · ".join(parts)


def fact_pairs(report: GgufReport) -> list[tuple[str, str]]:
    """Names and values for a table; what the header does not tell is left out."""
    translate = QCoreApplication.translate
    facts = report.facts
    pairs = [
        (translate("Models", "Architecture"), str(facts.get("architecture") or "")),
        (translate("Models", "Name in the file"), str(facts.get("name") or "")),
        (translate("Models", "Licence"), str(facts.get("license") or "")),
        (translate("Models", "Vocabulary"), _count(facts, "vocabulary_size")),
        (translate("Models", "Embedding width"), _count(facts, "embedding_length")),
        (translate("Models", "Heads, of them for keys"), _heads(facts)),
        (translate("Models", "Experts"), _experts(facts)),
        (
            translate("Models", "Tokenizer"),
            str(facts.get("tokenizer_pre") or facts.get("tokenizer_model") or ""),
        ),
        (translate("Models", "Tensor types"), _types(facts)),
    ]
    return [(name, value) for name, value in pairs if value]


def _number(facts: dict[str, Any], name: str) -> int:
    value = facts.get(name)
    return value if type(value) is int and value > 0 else 0


def _count(facts: dict[str, Any], name: str) -> str:
    value = _number(facts, name)
    return words.number(value) if value else ""


def _heads(facts: dict[str, Any]) -> str:
    heads, keys = _number(facts, "head_count"), _number(facts, "head_count_kv")
    return f"{words.number(heads)}, {words.number(keys)}" if heads and keys else _count(facts, "head_count")


def _experts(facts: dict[str, Any]) -> str:
    experts, used = _number(facts, "expert_count"), _number(facts, "expert_used_count")
    if not experts:
        return ""
    text = QCoreApplication.translate("Models", "%1, of them %2 at a time")
    return text.replace("%1", words.number(experts)).replace("%2", words.number(used))


def _types(facts: dict[str, Any]) -> str:
    types = facts.get("tensor_types")
    if not isinstance(types, dict) or not types:
        return ""
    total = sum(types.values()) or 1
    most = sorted(types.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {words.percent(size, total)}" for name, size in most[:4])
