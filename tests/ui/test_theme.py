"""The palette keeps text readable, and the stylesheet is whole."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from geniex_desktop.ui import theme
from geniex_desktop.ui.stylesheet import stylesheet

SCHEMES = [theme.LIGHT, theme.DARK]


@pytest.mark.parametrize("scheme", SCHEMES, ids=["light", "dark"])
def test_text_has_contrast_on_every_surface(scheme: theme.Colors) -> None:
    texts = ["text", "muted", "accent", "good", "warn", "bad"]
    code = ["code_keyword", "code_name", "code_string", "code_number", "code_comment"]
    for surface in (scheme.background, scheme.surface, scheme.raised):
        for name in texts:
            assert theme.contrast(getattr(scheme, name), surface) >= 4.5, (name, surface)
    for name in code:
        assert theme.contrast(getattr(scheme, name), scheme.raised) >= 4.5, name
    for filled in (scheme.accent, scheme.accent_hover):
        assert theme.contrast(scheme.on_accent, filled) >= 4.5


def test_contrast_is_the_ratio_of_the_guidelines() -> None:
    assert theme.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert theme.contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES, ids=["light", "dark"])
def test_the_stylesheet_has_every_value(scheme: theme.Colors) -> None:
    sheet = stylesheet(scheme)
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")


def test_a_choice_dresses_the_application(qapp: QApplication) -> None:
    theme.apply(qapp, "dark")
    assert theme.colours() is theme.DARK
    assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == theme.DARK.background
    theme.apply(qapp, "light")
    assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == theme.LIGHT.background


def test_devices_keep_their_colours() -> None:
    assert theme.device_colour(theme.LIGHT, "NPU + CPU") == theme.LIGHT.npu
    assert theme.device_colour(theme.LIGHT, "CPU") == theme.LIGHT.cpu
    assert theme.device_colour(theme.LIGHT, "") == theme.LIGHT.muted
