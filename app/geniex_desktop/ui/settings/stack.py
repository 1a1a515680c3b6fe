"""The two pages in the place of the settings."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QStackedWidget

from ..doctor.page import DoctorPage
from ..widgets.lazy import LazyPane
from .pane import SettingsPane


class SettingsStack(QStackedWidget):
    """The settings, and over them the device check."""

    def __init__(self, pane: SettingsPane, make_doctor: Callable[[], DoctorPage]) -> None:
        super().__init__()
        self.pane = pane
        self.lazy_doctor = LazyPane(make_doctor)
        self.addWidget(pane)
        self.addWidget(self.lazy_doctor)
