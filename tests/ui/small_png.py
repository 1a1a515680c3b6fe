"""Pictures of the window as small PNG files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

_COLOURS = 256
_STEPS = (4, 6, 8, 10, 12, 16)
"""How far a colour may be from the one that stands for it, in steps of a channel."""


def save(image: QImage, path: Path) -> None:
    """Writes the image with 256 colours where that does not show, else with all; raises OSError."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    small = _indexed(image)
    # Qt takes the quality of a PNG for its size: 0 is the smallest.
    if not (small or image).save(str(path), "PNG", 0):
        raise OSError(f"cannot write {path}")


def _indexed(image: QImage) -> QImage | None:
    """None where no 256 colours are near enough to all."""
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(height, image.bytesPerLine() // 4)
    colours, places, counts = np.unique(pixels[:, :width], return_inverse=True, return_counts=True)
    by_count = np.argsort(counts)[::-1]
    for step in _STEPS:
        chosen, nearest = _standing_in(_channels(colours), by_count, step)
        if len(chosen) <= _COLOURS:
            break
    else:
        return None
    result = QImage(width, height, QImage.Format.Format_Indexed8)
    result.setColorTable([int(colours[index]) for index in chosen])
    rows = np.frombuffer(result.bits(), np.uint8).reshape(height, result.bytesPerLine())
    rows[:, :width] = nearest.astype(np.uint8)[places].reshape(height, width)
    return result


def _standing_in(channels: np.ndarray, order: np.ndarray, step: int) -> tuple[list[int], np.ndarray]:
    """Colours that stand for all within a step, the commonest first; for each colour the place of its own."""
    nearest = np.full(len(channels), -1)
    chosen: list[int] = []
    for index in order:
        if nearest[index] < 0 and len(chosen) <= _COLOURS:
            near = (np.abs(channels - channels[index]).max(axis=1) <= step) & (nearest < 0)
            nearest[near] = len(chosen)
            chosen.append(int(index))
    return chosen, nearest


def _channels(colours: np.ndarray) -> np.ndarray:
    """Red, green and blue of each colour."""
    return np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)], axis=1).astype(int)
