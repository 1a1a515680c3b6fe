"""What a model file's name tells people."""

from __future__ import annotations

import re
from pathlib import Path

_PART = re.compile(r"-\d{5}-of-\d{5}$")
_PRECISION = re.compile(
    r"[-._](?:UD-)?((?:I?Q\d+(?:_[A-Z0-9]+)*)|TQ\d_\d|MXFP4(?:_MOE)?|BF16|F16|F32|FP16|FP32)$", re.IGNORECASE
)


def name_and_precision(path: Path) -> tuple[str, str]:
    """("SmolLM2-135M-Instruct", "Q4_1") of SmolLM2-135M-Instruct.Q4_1.gguf; "" for an unknown precision."""
    stem = path.stem if path.suffix.lower() == ".gguf" else path.name
    stem = _PART.sub("", stem)
    match = _PRECISION.search(stem)
    if match is None or match.start() == 0:
        return stem, ""
    return stem[: match.start()], match.group(1).upper()
