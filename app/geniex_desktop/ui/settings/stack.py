"""The two pages in the place of the settings."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget

from ..doctor.page import DoctorPage
from .pane import SettingsPane


class SettingsStack(QStackedWidget):
    """The settings, and over them the device check."""

    def __init__(self, pane: SettingsPane, doctor: DoctorPage) -> None:
        super().__init__()
        self.pane = pane
        self.doctor = doctor
        self.addWidget(pane)
        self.addWidget(doctor)
