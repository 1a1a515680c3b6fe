"""What to measure: models, devices, and the sizes of each measurement or a text to score."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ...bench.matrix import Workload
from ...engine.devices import choose_device
from .. import icons, theme, words
from ..model_session import ModelSession
from ..widgets.basics import button, label
from .benchmarks import Benchmarks
from .tick_box import TickBox

WIDTH = 272
_FIELD_WIDTH = 92
_MOST = 1_000_000
_MOST_VALUES = 6


def counts(text: str, *, empty: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """Numbers with commas or spaces between; `empty` for no text, None for anything but up to six of them."""
    if not text.strip():
        return empty or None
    parts = [part for part in re.split(r"[\s,;，、]+", text.strip()) if part]
    if len(parts) > _MOST_VALUES or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    values = tuple(dict.fromkeys(int(part) for part in parts if len(part) < 8))
    return values if len(parts) >= len(values) > 0 and all(0 < v <= _MOST for v in values) else None


class Chooser(QFrame):
    """Writes into the benchmarks' wishes; its button starts."""

    def __init__(self, session: ModelSession, benchmarks: Benchmarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFixedWidth(WIDTH)
        self._session = session
        self._benchmarks = benchmarks
        self.model_boxes: dict[Path, TickBox] = {}
        self.device_boxes: dict[str, TickBox] = {}
        self.fields: dict[str, QLineEdit] = {}
        self._models, self._devices = QVBoxLayout(), QVBoxLayout()
        for layout in (self._models, self._devices):
            layout.setSpacing(2)
        self.absent = label(tone="muted", points=theme.SMALL_PT, wrap=True)
        self.add = button(self.tr("Add a model file…"), "fold")
        self.add.setIcon(icons.icon("plus", theme.colours().muted))
        self.add.clicked.connect(self._choose_file)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(16, 12, 12, 8)
        inside.setSpacing(4)
        inside.addWidget(self._heading(self.tr("Models")))
        inside.addLayout(self._models)
        inside.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addSpacing(8)
        inside.addWidget(self._heading(self.tr("Devices")))
        inside.addLayout(self._devices)
        inside.addWidget(self.absent)
        inside.addSpacing(8)
        inside.addWidget(self._sizes())
        inside.addWidget(self._text())
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        content.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        self.problem = label(tone="warn", points=theme.SMALL_PT, wrap=True)
        self.go = button("", "primary")
        self.go.clicked.connect(self._go)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 14)
        foot.setSpacing(8)
        foot.addWidget(self.problem)
        foot.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(area, 1)
        column.addLayout(foot)
        session.changed.connect(self._show_devices)
        benchmarks.changed.connect(self.refresh)
        self._show_devices()
        self.refresh()

    # ------------------------------------------------------------------ pieces

    @staticmethod
    def _heading(text: str) -> QLabel:
        return label(text, tone="muted", points=9.5, weight=QFont.Weight.DemiBold)

    def _sizes(self) -> QWidget:
        self.sizes = QWidget()
        column = QVBoxLayout(self.sizes)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(6)
        column.addWidget(self._heading(self.tr("Settings")))
        several = self.tr("Several with commas between: each is measured.")
        for name, text, hint in (
            ("n_prompt", self.tr("Prompt tokens"), several),
            ("n_gen", self.tr("Tokens to write"), several),
            ("n_ctx", self.tr("Context length"), several),
            ("threads", self.tr("Threads"), several),
            ("repetitions", self.tr("Runs of each"), self.tr("The spread needs five or more.")),
        ):
            column.addLayout(self._field(name, text, hint))
        return self.sizes

    def _field(self, name: str, text: str, hint: str) -> QHBoxLayout:
        field = QLineEdit(getattr(self._benchmarks.wishes, name))
        field.setFixedWidth(_FIELD_WIDTH)
        field.setAccessibleName(text)
        field.setToolTip(hint)
        if name in ("n_ctx", "threads"):
            field.setPlaceholderText(self.tr("automatic"))
        field.textChanged.connect(self._typed)
        self.fields[name] = field
        row = QHBoxLayout()
        row.addWidget(label(text, points=theme.BODY_PT - 0.5))
        row.addStretch(1)
        row.addWidget(field)
        return row

    def _text(self) -> QWidget:
        self.text = QPlainTextEdit(self._benchmarks.wishes.text)
        self.text.setProperty("kind", "field")
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(140)
        self.text.setPlaceholderText(self.tr("Paste a text. The better a model foresees it, the lower."))
        self.text.setAccessibleName(self.tr("Text to score"))
        self.text.textChanged.connect(self._typed)
        self.text_part = QWidget()
        column = QVBoxLayout(self.text_part)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(6)
        column.addWidget(self._heading(self.tr("Text")))
        column.addWidget(self.text)
        return self.text_part

    # ------------------------------------------------------------------- state

    @Slot()
    def refresh(self) -> None:
        """Follows the benchmarks."""
        benchmarks = self._benchmarks
        if list(self.model_boxes) != [model.path for model in benchmarks.models]:
            self._show_models()
        for path, box in self.model_boxes.items():
            box.setChecked(path in benchmarks.wishes.models)
        scoring = benchmarks.wishes.scoring
        self.sizes.setVisible(not scoring)
        self.text_part.setVisible(scoring)
        self._update_button()

    def devices(self) -> list[str]:
        """The chosen ones that are there, each once: Auto means here what it means in a chat."""
        wanted = [name for name in self.device_boxes if name in self._benchmarks.wishes.devices]
        runtime = self._session.runtime
        if runtime is None:
            return wanted
        devices = [device for plugin in runtime.plugins for device in plugin.devices]
        choices = [choose_device(name, devices) for name in wanted]
        return list(dict.fromkeys(choice.alias or choice.device_id for choice in choices))

    def workloads(self) -> list[Workload]:
        """Every combination of the sizes; [] while a field holds something else."""
        wishes = self._benchmarks.wishes
        prompts, generated, runs = map(counts, (wishes.n_prompt, wishes.n_gen, wishes.repetitions))
        contexts, threads = (counts(text, empty=(0,)) for text in (wishes.n_ctx, wishes.threads))
        if not (prompts and generated and runs and contexts and threads) or len(runs) > 1:
            return []
        return [
            Workload(n_prompt, n_gen, runs[0], n_ctx=n_ctx, n_threads=n_threads)
            for n_threads, n_ctx, n_prompt, n_gen in product(threads, contexts, prompts, generated)
        ]

    def _trouble(self) -> str:
        """Why nothing can be started; "" when something can."""
        benchmarks = self._benchmarks
        if not benchmarks.models:
            return self.tr("Add a model file to begin.")
        if not benchmarks.chosen_models():
            return self.tr("Choose a model.")
        if not self.devices():
            return self.tr("Choose a device.")
        if benchmarks.wishes.scoring:
            return "" if benchmarks.wishes.text.strip() else self.tr("Paste a text to score.")
        return "" if self.workloads() else self.tr("The settings take whole numbers, such as 128, 512.")

    def _update_button(self) -> None:
        benchmarks = self._benchmarks
        trouble = "" if benchmarks.running else self._trouble()
        self.problem.setText(trouble)
        self.problem.setVisible(bool(trouble))
        self.go.setEnabled(not trouble and not benchmarks.running)
        if benchmarks.running:
            self.go.setText(self.tr("Scoring…") if benchmarks.scoring else self.tr("Measuring…"))
            return
        cells = len(benchmarks.chosen_models()) * len(self.devices())
        if benchmarks.wishes.scoring:
            self.go.setText(self.tr("Score the text"))
            return
        cells *= len(self.workloads())
        several = self.tr("Measure %1 combinations").replace("%1", words.number(cells))
        self.go.setText(several if cells > 1 else self.tr("Measure"))

    def _show_models(self) -> None:
        self.model_boxes = {}
        for model in self._benchmarks.models:
            self.model_boxes[model.path] = TickBox(model.name, model.note or str(model.path.parent))
        _fill(self._models, self.model_boxes.values(), self._model_ticked)

    @Slot()
    def _show_devices(self) -> None:
        """A box for each device that is there, and a line for those that are not."""
        offers = self._session.device_choices()
        there = [offer for offer in offers if offer.available]
        if [offer.id for offer in there] != list(self.device_boxes):
            self.device_boxes = {}
            for offer in there:
                name = f"{offer.name} — {offer.reason}" if offer.reason else offer.name
                self.device_boxes[offer.id] = box = TickBox(name)
                box.setChecked(offer.id in self._benchmarks.wishes.devices)
            _fill(self._devices, self.device_boxes.values(), self._device_ticked)
        absent = ", ".join(offer.name for offer in offers if not offer.available)
        self.absent.setText(self.tr("None found here: %1").replace("%1", absent))
        self.absent.setVisible(bool(absent))
        self._update_button()

    # ----------------------------------------------------------------- intents

    @Slot()
    def _model_ticked(self) -> None:
        ticked = {path for path, box in self.model_boxes.items() if box.isChecked()}
        self._benchmarks.wishes.models = ticked
        self._update_button()

    @Slot()
    def _device_ticked(self) -> None:
        ticked = {name for name, box in self.device_boxes.items() if box.isChecked()}
        self._benchmarks.wishes.devices = ticked
        self._update_button()

    @Slot()
    def _typed(self) -> None:
        wishes = self._benchmarks.wishes
        for name, field in self.fields.items():
            setattr(wishes, name, field.text())
        wishes.text = self.text.toPlainText()
        self._update_button()

    @Slot()
    def _go(self) -> None:
        benchmarks = self._benchmarks
        if benchmarks.wishes.scoring:
            benchmarks.score(self.devices())
        else:
            benchmarks.measure(self.devices(), self.workloads())

    @Slot()
    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Add a model"), "", self.tr("GGUF models (*.gguf);;All files (*)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._file_chosen)
        dialog.open()

    @Slot(str)
    def _file_chosen(self, name: str) -> None:
        self._benchmarks.add_model(Path(name))


def _fill(layout: QVBoxLayout, boxes: Iterable[TickBox], ticked: Callable[[], None]) -> None:
    """Puts boxes in place of those that were there."""
    while layout.count():
        item = layout.takeAt(0)
        old = item.widget() if item is not None else None
        if old is not None:
            old.hide()
            old.deleteLater()
    for box in boxes:
        box.clicked.connect(ticked)
        layout.addWidget(box)
