"""Files that are attached and opened at random: good ones, and those that were ever trouble."""

from __future__ import annotations

import random
import shutil
import wave
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

_PICTURES = Path(__file__).parents[1] / "data" / "vlm"
_RATE = 16_000


def make_files(folder: Path) -> None:
    """Puts them there."""
    for name in ("red.png", "quarters.png", "blue-wide.jpg"):
        shutil.copy(_PICTURES / name, folder)
    shutil.copy(_PICTURES / "red.png", folder / "named-as-text.txt")
    (folder / "notes.txt").write_text("not a chat, not a model")
    (folder / "empty.json").touch()
    (folder / "cut.png").write_bytes((_PICTURES / "quarters.png").read_bytes()[:200])
    (folder / "paper.pdf").write_bytes(b"%PDF-1.7\n")
    (folder / "noise.png").write_bytes(random.Random(0).randbytes(50_000))
    (folder / "long.txt").write_text("Ein Satz. 一句话。 " * 20_000, encoding="utf-8")
    _save_picture(folder / "photo.jpg", 4000, 3000, QImage.Format.Format_RGB32)
    _save_picture(folder / "panorama.png", 6000, 80, QImage.Format.Format_ARGB32)
    _save_picture(folder / "dot.png", 1, 1, QImage.Format.Format_Grayscale16)
    _save_sound(folder / "second.wav", _RATE)
    _save_sound(folder / "minutes.wav", 300 * _RATE)
    _save_sound(folder / "silent.wav", 0)


def pixels() -> QImage:
    """A picture for the clipboard."""
    image = QImage(640, 480, QImage.Format.Format_ARGB32)
    image.fill(QColor(200, 40, 40, 128))
    return image


def _save_picture(path: Path, width: int, height: int, format_: QImage.Format) -> None:
    image = QImage(width, height, format_)
    image.fill(Qt.GlobalColor.darkGreen)
    assert image.save(str(path))


def _save_sound(path: Path, frames: int) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes(random.Random(1).randbytes(2 * frames))
