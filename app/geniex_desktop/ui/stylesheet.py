"""The one stylesheet, over Fusion. Values come from the tokens in `theme`."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .theme import Colors

_SHEET = Template("""
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 2px 4px; }
QMainWindow, #pane { background: $background; }
#rail { background: $raised; border: none; border-right: 1px solid $line; }
#topBar { background: $background; border-bottom: 1px solid $line; }
#inspector { background: $background; border: none; border-left: 1px solid $line; }
#replayBand { background: $raised; border: none; border-bottom: 1px solid $line; }
#palette, #sheet { background: $surface; border: 1px solid $line; border-radius: 10px; }
#strip { background: $surface; border-top: 1px solid $line; }

QLabel { background: transparent; color: $text; }
QLabel[tone="muted"] { color: $muted; }
QLabel[tone="accent"] { color: $accent; font-weight: 600; }
QLabel[tone="strong"] { font-weight: 600; }
QLabel[tone="bad"] { color: $bad; }
QLabel[tone="good"] { color: $good; font-weight: 600; }
QLabel[tone="warn"] { color: $warn; font-weight: 600; }
QLabel[tone="tag"] { color: $muted; background: $raised; border-radius: 11px; padding: 4px 12px; }
QLabel[tone="chip"] { color: $accent; background: $raised; border-radius: 10px; padding: 3px 10px; }

QPushButton { background: $surface; color: $text; border: 1px solid $line; border-radius: 8px;
              padding: 7px 16px; font-weight: 500; }
QPushButton:hover { background: $raised; }
QPushButton:pressed { background: $line; }
QPushButton:focus { border: 1px solid $accent; outline: none; }
QPushButton:disabled { color: $muted; background: $raised; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border: 1px solid $accent;
                              font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:focus { border: 2px solid $text; padding: 6px 15px; }
QPushButton[kind="primary"]:disabled { background: $raised; color: $muted; border-color: $line; }
QPushButton[kind="stop"] { font-weight: 600; padding: 6px 10px; }
QPushButton[kind="link"] { background: transparent; color: $accent; border: 1px solid transparent;
                           padding: 6px 8px; }
QPushButton[kind="link"]:hover { background: $raised; }
QPushButton[kind="link"]:focus { border-color: $accent; }
QPushButton[kind="thought"] { background: $background; color: $muted; text-align: left; font-weight: 400;
                              padding: 4px 10px; }
QPushButton[kind="thought"]:hover { color: $text; }
QPushButton[kind="fold"] { background: transparent; color: $muted; border: 1px solid transparent;
                           padding: 4px 8px 4px 4px; text-align: left; font-weight: 400; }
QPushButton[kind="fold"]:hover { color: $text; }
QPushButton[kind="fold"]:focus { border-color: $accent; }

QPushButton[kind="menu"] { padding-right: 36px; text-align: left; }

QPushButton[kind="segment"] { background: transparent; color: $muted; border: 1px solid transparent;
                              border-radius: 13px; padding: 4px 12px; }
QPushButton[kind="segment"]:hover { color: $text; }
QPushButton[kind="segment"]:checked { background: $raised; color: $accent; font-weight: 600; }
QPushButton[kind="segment"]:focus { border-color: $accent; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 3px; }
QToolButton:hover { background: $raised; }
QToolButton:focus { border-color: $accent; }
#rail QToolButton { border-radius: 8px; padding: 7px; }
#rail QToolButton:hover { background: $line; }
#rail QToolButton:checked { background: $surface; border: 1px solid $line; }
#rail QToolButton:focus { border: 1px solid $accent; }
#latest { background: $surface; border: 1px solid $line; border-radius: 17px; padding: 6px; }
#latest:hover { background: $raised; }
#latest:focus { border-color: $accent; }

#chatColumn { background: $background; border: none; border-right: 1px solid $line; }
#messageBar { background: $raised; border: none; border-top: 1px solid $line; }
QLineEdit[kind="inline"] { border-color: $accent; padding: 2px 11px; }

#composer { background: $surface; border: 1px solid $line; border-radius: 12px; }
#composer[focused="true"] { border-color: $accent; }
#composer QPlainTextEdit { background: transparent; border: none; padding: 0;
    placeholder-text-color: $muted; }
#card { background: $surface; border: 1px solid $line; border-radius: 10px; }
#card[selected="true"] { border-color: $accent; }
#rule { background: $line; border: none; }
#band { background: $raised; border: none; border-radius: 10px; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit[kind="field"] {
    background: $surface; color: $text; border: 1px solid $line; border-radius: 8px; padding: 6px 10px;
    placeholder-text-color: $muted;
    selection-background-color: $accent; selection-color: $on_accent; }
QPlainTextEdit[kind="field"] { padding: 4px 6px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus,
QPlainTextEdit[kind="field"]:focus { border-color: $accent; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
    width: 0; border: none; }
QAbstractSpinBox QLineEdit { background: transparent; border: none; padding: 0; }
QComboBox { padding-right: 28px; }
QComboBox::drop-down { border: none; width: 28px; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView { background: $surface; color: $text; border: 1px solid $line; padding: 4px;
    selection-background-color: $raised; selection-color: $text; outline: none; }
QComboBox QAbstractItemView::item { min-height: 30px; padding: 0 8px; border-radius: 6px; }
QComboBox QAbstractItemView::item:selected { background: $raised; color: $text; }

#chatColumn SearchField { padding-left: 2px; padding-right: 2px; }
QMenu { background: $surface; color: $text; border: 1px solid $line; border-radius: 8px; padding: 6px; }
QMenu::item { padding: 7px 28px 7px 12px; border-radius: 6px; }
QMenu::item:selected { background: $raised; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $line; margin: 6px 8px; }
QMenu::icon { padding-left: 8px; }
QMenu QLabel { color: $muted; padding: 6px 12px 4px 29px; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 2px; border: none; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 2px; border: none; }
QScrollBar::handle { background: $scroll; border-radius: 4px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea { border: none; background: transparent; }
QDialog, QMessageBox { background: $background; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QListWidget { background: transparent; border: none; outline: none; }
QTableWidget { background: transparent; color: $text; border: none; gridline-color: $line; outline: none;
    selection-background-color: $raised; selection-color: $text; }
QTableCornerButton::section { background: $raised; border: none; }
QHeaderView { background: $raised; border: none; }
QHeaderView::section { background: $raised; color: $muted; border: none; padding: 6px 8px; }
QDialog QTreeView, QDialog QListView {
    background: $surface; color: $text; border: 1px solid $line; border-radius: 8px;
    padding: 4px; selection-background-color: $accent; selection-color: $on_accent; outline: none; }
""")


def stylesheet(scheme: Colors) -> str:
    """The stylesheet of a colour scheme."""
    return _SHEET.substitute({name: getattr(scheme, name) for name in scheme.__slots__})
