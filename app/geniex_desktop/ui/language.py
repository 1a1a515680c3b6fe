"""Loads the translation of the window's texts."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from .resources import resource_path

SHIPPED = ("zh_CN",)


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """Marks a text for translation, by the name that the extractor knows (Qt's own is typed object)."""
    return text


class Language:
    """Keeps the installed translators; English needs none."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._choice = ""
        self._installed: list[QTranslator] = []

    def apply(self, choice: str) -> None:
        """`choice` is a locale name, or "system" for the desktop's own."""
        if choice == self._choice:
            return
        self._choice = choice
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed.clear()
        locale = QLocale.system() if choice == "system" else QLocale(choice)
        if locale.language() == QLocale.Language.C:
            locale = QLocale("en_US")
        QLocale.setDefault(locale)
        name = "zh_CN" if locale.language() == QLocale.Language.Chinese else locale.name()
        if name in SHIPPED:
            self._install(f"geniex_{name}", str(resource_path("translations")))
            self._install(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))

    def _install(self, name: str, folder: str) -> None:
        translator = QTranslator()
        if translator.load(name, folder):
            self._app.installTranslator(translator)
            self._installed.append(translator)
