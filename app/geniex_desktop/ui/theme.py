"""Every design token of the app, and the palette and stylesheet made from them.

Nothing else in `ui/` names a colour, a font or a corner radius.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from .stylesheet import stylesheet


@dataclass(frozen=True, slots=True)
class Colors:
    """One colour scheme, as #RRGGBB."""

    dark: bool
    background: str
    surface: str
    raised: str
    line: str
    text: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str
    """Text on a filled button or bar: dark in the dark scheme."""
    scroll: str
    good: str
    warn: str
    bad: str
    npu: str
    gpu: str
    cpu: str
    memory: str
    power: str
    temperature: str
    band: str
    """Behind the curves while the engine is in a phase."""
    lane: str
    """Behind the name of the phase."""
    mark: str
    """Behind what was searched for; `mark_present` behind the hit that is looked at."""
    on_mark: str
    mark_present: str
    on_mark_present: str
    code_keyword: str
    code_name: str
    code_string: str
    code_number: str
    code_comment: str


LIGHT = Colors(
    dark=False,
    background="#FBFBFA",
    surface="#FFFFFF",
    raised="#F3F3F1",
    line="#E3E3DF",
    text="#1C1C1A",
    muted="#6B6B66",
    accent="#3D5AFE",
    accent_hover="#2F49E0",
    on_accent="#FFFFFF",
    scroll="#CFCFCA",
    good="#177A38",
    warn="#965900",
    bad="#B71C1C",
    npu="#7C4DFF",
    gpu="#00897B",
    cpu="#1E88E5",
    memory="#757575",
    power="#F59E0B",
    temperature="#B71C1C",
    band="#F0F0EE",
    lane="#D3D3D0",
    mark="#FFE8A3",
    on_mark="#1C1C1A",
    mark_present="#F5A623",
    on_mark_present="#1C1C1A",
    code_keyword="#7B1FA2",
    code_name="#1257B8",
    code_string="#1B6E2E",
    code_number="#8A4B00",
    code_comment="#6B6B66",
)

DARK = Colors(
    dark=True,
    background="#141416",
    surface="#1B1B1E",
    raised="#242428",
    line="#333338",
    text="#ECECEA",
    muted="#9A9A94",
    accent="#8C9EFF",
    accent_hover="#A9B6FF",
    on_accent="#141416",
    scroll="#4A4A50",
    good="#57C278",
    warn="#F0A33E",
    bad="#F2777A",
    npu="#B39DFF",
    gpu="#4DB6AC",
    cpu="#64B5F6",
    memory="#A9A9A4",
    power="#FBBF24",
    temperature="#F2777A",
    band="#242428",
    lane="#434348",
    mark="#574614",
    on_mark="#ECECEA",
    mark_present="#F0A33E",
    on_mark_present="#141416",
    code_keyword="#C792EA",
    code_name="#82AAFF",
    code_string="#9CCC8C",
    code_number="#F0A870",
    code_comment="#9A9A94",
)

RAIL_WIDTH = 52
TOP_BAR_HEIGHT = 52
STRIP_HEIGHT = 34
LIST_WIDTH = 236
LIST_FOLDS_BELOW = 900
"""Width of the window, in px at 100 %, below which the column of chats folds away."""
INSPECTOR_WIDTH = 320
CHAT_LEAST_WIDTH = 480
"""Of the open chat, in px at 100 %, below which the inspector lies over it."""
COLUMN_WIDTH = 770
"""Widest a message gets, in px at 100 %."""
COMPOSER_WIDTH = 810

BODY_PT = 10.5
SMALL_PT = 9.0
CODE_PT = 10.0
HEADING_PT = 13.0
TITLE_PT = 20.0
LINE_SPACING = 145
"""Per cent of the font's own line height in running text."""

if sys.platform == "win32":
    FAMILIES = ["Segoe UI", "Microsoft YaHei UI", "Yu Gothic UI", "Malgun Gothic", "Segoe UI Emoji"]
    MONO_FAMILIES = ["Cascadia Mono", "Consolas", "Microsoft YaHei UI", "Segoe UI Emoji"]
    MATH_FAMILIES = ["Cambria Math", "Cambria", *FAMILIES]
else:
    _CJK = ["Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei", "Noto Color Emoji"]
    FAMILIES = ["Inter", "Noto Sans", "DejaVu Sans", *_CJK]
    MONO_FAMILIES = ["Noto Sans Mono", "Noto Mono", "DejaVu Sans Mono", *_CJK]
    MATH_FAMILIES = ["Noto Serif", "DejaVu Serif", "Noto Sans Math", *FAMILIES]


def font(points: float = BODY_PT, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The interface font with our own list of fall-backs, so that Chinese is not drawn in a Japanese face."""
    result = QFont()
    result.setFamilies(FAMILIES)
    result.setPointSizeF(points)
    result.setWeight(weight)
    return result


def mono_font(points: float = CODE_PT) -> QFont:
    result = QFont()
    result.setFamilies(MONO_FAMILIES)
    result.setPointSizeF(points)
    result.setStyleHint(QFont.StyleHint.Monospace)
    return result


def contrast(first: str, second: str) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

    value = QColor(colour)
    return 0.2126 * linear(value.redF()) + 0.7152 * linear(value.greenF()) + 0.0722 * linear(value.blueF())


def device_colour(colours: Colors, device: str) -> str:
    """The colour of a device as people read it ("NPU + CPU" is the NPU's); muted when none is known."""
    name = device.upper()
    for part, colour in (("NPU", colours.npu), ("GPU", colours.gpu), ("CPU", colours.cpu)):
        if part in name:
            return colour
    return colours.muted


_DRESSED = "geniex_dressed"


class _Active:
    """Holds the scheme in force; painting code asks for it at each paint."""

    scheme: Colors = LIGHT


def colours() -> Colors:
    """The scheme in force."""
    return _Active.scheme


def system_is_dark() -> bool:
    """What the desktop asks for; light where it does not say."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def scheme_of(choice: str) -> Colors:
    """The scheme that a choice of "light", "dark" or "system" means now."""
    dark = system_is_dark() if choice == "system" else choice == "dark"
    return DARK if dark else LIGHT


def apply(app: QApplication, choice: str) -> Colors:
    """Dresses the app: `choice` is "light", "dark" or "system". Answers the scheme now in force."""
    scheme = _Active.scheme = scheme_of(choice)
    # Of a style sheet's style one cannot tell what lies under it, and setting it again costs a lot.
    if not app.property(_DRESSED):
        app.setStyle("Fusion")
        app.setProperty(_DRESSED, True)
    app.setFont(font())
    app.setPalette(palette(scheme))
    app.setStyleSheet(stylesheet(scheme))
    return scheme


def palette(scheme: Colors) -> QPalette:
    """A Fusion palette of a scheme."""
    result = QPalette()
    role = QPalette.ColorRole
    everywhere = {
        role.Window: scheme.background,
        role.WindowText: scheme.text,
        role.Base: scheme.surface,
        role.AlternateBase: scheme.raised,
        role.Text: scheme.text,
        role.Button: scheme.raised,
        role.ButtonText: scheme.text,
        role.BrightText: scheme.bad,
        role.ToolTipBase: scheme.raised,
        role.ToolTipText: scheme.text,
        role.PlaceholderText: scheme.muted,
        role.Highlight: scheme.accent,
        role.HighlightedText: scheme.on_accent,
        role.Link: scheme.accent,
        role.LinkVisited: scheme.accent,
        role.Light: scheme.surface,
        role.Midlight: scheme.raised,
        role.Mid: scheme.line,
        role.Dark: scheme.line,
        role.Shadow: scheme.line,
    }
    for key, value in everywhere.items():
        result.setColor(key, QColor(value))
    for key in (role.Text, role.WindowText, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, QColor(scheme.muted))
    return result
