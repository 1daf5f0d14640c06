"""Write the application's one style sheet from the tokens of a theme, and the icons it shows as files."""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from string import Template

from editor.theme.fonts import Height, Radius, TextSize, fixed_family, scaled
from editor.theme.icons import icon_source
from editor.theme.tokens import Theme


@lru_cache(maxsize=1)
def _folder() -> Path:
    """Return a folder of this process that is removed when it ends."""
    folder = Path(tempfile.mkdtemp(prefix="mindloom-icons-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@lru_cache(maxsize=128)
def icon_file(name: str, theme: Theme, token: str, margin: int = 0) -> str:
    """Return the path, with forward slashes, of an icon tinted with a color token.

    `margin` widens the 24 px grid on every side, so that the icon is drawn smaller in its place.
    """
    source = icon_source(name).replace("currentColor", theme.color(token).name())
    if margin:
        side = 24 + 2 * margin
        source = source.replace('viewBox="0 0 24 24"', f'viewBox="{-margin} {-margin} {side} {side}"')
    path = _folder() / f"{theme.name}-{token.replace('.', '_')}-{name}-{margin}.svg"
    path.write_text(source, encoding="utf-8")
    return path.as_posix()


_MESSAGE = 360
"""Least width of what a box says, px."""

_RULES = """
* { outline: none; }
QMainWindow, QDialog { background: $surface_panel; }
QMainWindow::separator { background: $border_subtle; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent_line; }
QSplitter::handle { background: $border_subtle; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent_line; }

QMenuBar { background: $surface_bar; color: $text_secondary; max-height: ${menu_bar}px; border: none;
  padding: 0 6px; }
QMenuBar::item { background: transparent; padding: 3px 9px; margin: 1px 0; border-radius: ${r_field}px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $surface_hover; color: $text_primary; }
QMenu { background: $surface_popup; color: $text_primary; border: 1px solid $border_strong;
  border-radius: ${r_panel}px; padding: 5px; menu-scrollable: 1; }
QMenu::item { padding: 5px 24px 5px 10px; margin: 0; border-radius: ${r_field}px; min-height: 16px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: $accent_wash; }
QMenu::item:disabled { color: $text_disabled; background: transparent; }
QMenu::separator { height: 1px; background: $border_strong; margin: 5px 8px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 6px; }
QMenu::indicator:checked { image: url("$icon_check"); }
QMenu::right-arrow { image: url("$icon_right"); width: 12px; height: 12px; margin-right: 6px; }

QToolBar { background: $surface_bar; border: none; border-bottom: 1px solid $border_subtle; spacing: 2px;
  padding: 0 8px; min-height: ${tool_bar}px; max-height: ${tool_bar}px; }
QToolBar::separator { background: $border_strong; width: 1px; margin: 8px 6px; }
QToolBar::handle { width: 0; }
QToolButton { background: transparent; color: $text_secondary; border: 1px solid transparent;
  border-radius: ${r_button}px; padding: 5px; }
QToolButton:hover { background: $surface_hover; color: $text_primary; }
QToolButton:pressed { background: $border_strong; }
QToolButton:checked { background: $accent_wash; border-color: $accent_line; color: $text_link; }
QToolButton[role="toggle"]:checked { border-color: transparent; }
QToolButton:focus, QToolButton[role="toggle"]:checked:focus { border: 2px solid $accent_line;
  padding: 4px; }
QToolButton:disabled { color: $text_disabled; }
QToolButton[role="primary"] { background: $accent_fill; color: $accent_on; border-color: $accent_fill; }
QToolButton[role="secondary"] { background: $surface_hover; color: $text_primary; padding: 5px 10px 5px 8px; }
QToolButton::menu-indicator { image: none; }

QPushButton { background: transparent; color: $text_primary; border: 1px solid $border_control;
  border-radius: ${r_button}px; padding: 0 12px; min-height: ${button_inner}px; font-weight: 500; }
QPushButton:hover { background: $surface_hover; }
QPushButton:pressed { background: $border_strong; }
QPushButton:focus { border: 2px solid $accent_line; padding: 0 11px; min-height: ${button_focus}px; }
QPushButton:disabled { color: $text_disabled; border-color: $border_subtle; }
QPushButton:default, QPushButton[role="primary"] { background: $accent_fill; color: $accent_on;
  border-color: $accent_fill; }
QPushButton:default:hover, QPushButton[role="primary"]:hover { background: $accent_hover; }
QPushButton[role="primary"]:focus, QPushButton:default:focus { border-color: $text_primary; }
QPushButton:default:disabled, QPushButton[role="primary"]:disabled { background: $surface_hover;
  color: $text_disabled; border-color: $surface_hover; }
QPushButton[role="chip"] { border-color: transparent; background: transparent; color: $text_secondary;
  padding: 5px 12px; border-radius: 14px; min-height: 16px; }
QPushButton[role="chip"]:hover { background: $surface_hover; }
QPushButton[role="chip"]:checked {
  background: $accent_wash; border-color: $accent_line; color: $text_primary; }
QPushButton[role="chip"]:focus { border: 2px solid $accent_line; padding: 4px 11px; min-height: 16px; }
QPushButton[role="quiet"] { border-color: transparent; color: $text_link; }
QPushButton[role="quiet"]:focus { border: 2px solid $accent_line; }
QPushButton[role="quiet"]:disabled { border-color: transparent; color: $text_disabled; }

QDockWidget { color: $text_primary; font-weight: 600;
  titlebar-close-icon: url("$icon_dock_close"); titlebar-normal-icon: url("$icon_dock_float"); }
QDockWidget::close-button, QDockWidget::float-button { border: none; padding: 0; icon-size: 14px; }
QDockWidget::title { background: $surface_panel; text-align: left; padding: 8px 14px;
  border-bottom: 1px solid $border_subtle; }
QTabWidget::pane { border: none; background: $surface_panel; }
QTabBar { background: $surface_panel; border: none; font-size: ${body}px; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $text_tertiary; border: none;
  border-bottom: 2px solid transparent; padding: 0 10px; margin: 0; height: ${tab_inner}px; }
QTabBar::tab:hover { color: $text_primary; }
QTabBar::tab:selected { color: $text_primary; font-weight: 600; border-bottom: 2px solid $accent_line; }
QTabBar::tab:focus { color: $text_link; }
QTabBar::close-button { image: url("$icon_close"); subcontrol-position: right; width: 14px; height: 14px; }
QTabBar::close-button:hover { background: $surface_hover; border-radius: 3px; }
QTabBar[role="graphs"] { background: $surface_bar; }
QTabBar[role="graphs"]::tab { background: $surface_bar; border-bottom: none;
  border-top: 2px solid transparent; border-right: 1px solid $border_subtle; padding: 0 14px; }
QTabBar[role="graphs"]::tab:selected { background: $surface_canvas; border-top: 2px solid $accent_line;
  font-weight: 500; }
QTabBar QToolButton { background: $surface_bar; border: none; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox { background: $surface_field;
  color: $text_primary; border: 1px solid $border_control; border-radius: ${r_field}px; padding: 0 8px;
  min-height: ${field_inner}px; selection-background-color: $accent_fill;
  selection-color: $accent_on; placeholder-text-color: $text_tertiary; }
QPlainTextEdit, QTextEdit { padding: 4px 6px; min-height: 0; }
QPlainTextEdit[role="plain"], QTextEdit[role="plain"] { border: none; background: $surface_panel; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus,
QComboBox:on { border: 2px solid $accent_line; padding: 0 7px; min-height: ${field_focus}px; }
QPlainTextEdit:focus, QTextEdit:focus { padding: 3px 5px; min-height: 0; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled, QPlainTextEdit:disabled {
  color: $text_disabled; border-color: $border_subtle; placeholder-text-color: $text_disabled; }
QLineEdit { lineedit-clear-button-icon: url("$icon_clear"); }
QLineEdit:read-only { border-color: $border_subtle; }
QLineEdit[fixed="true"], QPlainTextEdit[fixed="true"], QAbstractSpinBox[fixed="true"],
QLabel[fixed="true"] { font-family: "$fixed_family"; }
QLineEdit[doubtful="true"], QPlainTextEdit[doubtful="true"] { border-color: $warning_line; }
QLineEdit[invalid="true"], QPlainTextEdit[invalid="true"], QAbstractSpinBox[invalid="true"],
QComboBox[invalid="true"] { border: 2px solid $error_line; padding: 0 7px; min-height: ${field_focus}px; }
QPlainTextEdit[invalid="true"] { padding: 3px 5px; min-height: 0; }
QComboBox { padding-right: 24px; }
QComboBox:focus, QComboBox:on { padding-right: 23px; }
QComboBox::drop-down { border: none; width: 24px; subcontrol-position: center right; }
QComboBox::down-arrow { image: url("$icon_down"); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $surface_popup; color: $text_primary;
  border: 1px solid $border_strong; padding: 4px; selection-background-color: $accent_wash;
  selection-color: $text_primary; }
QAbstractSpinBox { min-height: ${spin_inner}px; }
QAbstractSpinBox:focus { min-height: ${spin_focus}px; }
QComboBox QLineEdit, QComboBox QLineEdit:focus { background: transparent; border: none; padding: 0;
  min-height: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { background: transparent; border: none;
  width: 16px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $surface_hover; }
QAbstractSpinBox::up-arrow { image: url("$icon_up"); width: 9px; height: 9px; }
QAbstractSpinBox::down-arrow { image: url("$icon_down"); width: 9px; height: 9px; }

QCheckBox, QRadioButton { color: $text_primary; spacing: 8px; min-height: ${target}px; }
QCheckBox:disabled, QRadioButton:disabled { color: $text_disabled; }
QCheckBox::indicator, QListView::indicator { width: 14px; height: 14px; border: 1px solid $border_control;
  border-radius: 3px; background: $surface_field; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: $accent_fill;
  border-color: $accent_fill;
  image: url("$icon_check_on"); }
QCheckBox::indicator:indeterminate { background: $surface_hover; border-color: $accent_line; }
QCheckBox::indicator:focus { border: 2px solid $accent_line; width: 12px; height: 12px; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid $border_control; border-radius: 8px;
  background: $surface_field; }
QRadioButton::indicator:checked { border: 5px solid $accent_fill; width: 6px; height: 6px;
  background: $accent_on; }
QSlider::groove:horizontal { height: 3px; background: $surface_hover; border-radius: 1px; }
QSlider::sub-page:horizontal { background: $accent_line; border-radius: 1px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -6px 0; border-radius: 7px;
  background: $text_primary; }
QSlider::handle:horizontal:focus { border: 2px solid $accent_line; }
QProgressBar { background: $surface_hover; border: none; border-radius: 2px; max-height: 4px;
  color: transparent; }
QProgressBar::chunk { background: $accent_line; border-radius: 2px; }

QAbstractItemView { background: $surface_panel; color: $text_primary; border: none;
  alternate-background-color: $surface_region2; selection-background-color: $accent_wash;
  selection-color: $text_primary; }
QAbstractItemView::item { min-height: ${row}px; padding: 0 6px; border: none; }
QAbstractItemView::item:hover { background: $surface_hover; }
QAbstractItemView::item:selected { background: $accent_wash; color: $text_primary; }
QTreeView { show-decoration-selected: 1; }
QListView::item { border-radius: ${r_field}px; }
QTreeView::branch { background: transparent; border-image: none; image: none; }
QTreeView::branch:has-children:closed { image: url("$icon_branch_closed"); }
QTreeView::branch:has-children:open { image: url("$icon_branch_open"); }
QHeaderView { background: $surface_panel; border: none; }
QHeaderView::section { background: $surface_panel; color: $text_tertiary; border: none;
  border-bottom: 1px solid $border_subtle; padding: 4px 8px; font-size: ${caption}px; }
QTableCornerButton::section { background: $surface_panel; border: none; }
QTableView { gridline-color: $border_subtle; }

QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $scroll_handle; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $border_control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QStatusBar { background: $surface_bar; color: $text_tertiary; border: none;
  border-top: 1px solid $border_subtle; min-height: ${status_inner}px; font-size: ${caption}px; }
QSizeGrip { image: none; width: 0; height: 0; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $text_tertiary; font-size: ${caption}px; }
QToolTip { background: $surface_tooltip; color: $text_on_tooltip; border: 1px solid $border_strong;
  padding: 5px 8px; font-size: ${body}px; }

QLabel { background: transparent; }
QMessageBox QLabel#qt_msgbox_label { font-size: ${heading}px; font-weight: 600; }
QMessageBox QLabel#qt_msgbox_informativelabel { color: $text_secondary; min-width: ${message}px; }
QLabel[role="caption"] { color: $text_tertiary; font-size: ${caption}px; }
QLabel[role="secondary"] { color: $text_secondary; }
QLabel[role="section"] { color: $text_secondary; font-weight: 600; }
QLabel[role="heading"] { font-size: ${heading}px; font-weight: 600; }
QLabel[role="hero"] { font-size: ${hero}px; font-weight: 600; }
QLabel[role="page"] { font-size: ${page}px; font-weight: 600; }
QLabel[role="error"] { color: $error_text; font-size: ${caption}px; }
QLabel[role="warning"] { color: $warning_text; font-size: ${caption}px; }
QFrame[role="card"] { background: $surface_region; border: 1px solid $border_subtle;
  border-radius: ${r_panel}px; }
QFrame[role="popup"] { background: $surface_popup; border: 1px solid $border_strong;
  border-radius: ${r_panel}px; }
QFrame[role="bar"] { background: $surface_bar; border: none; }
QFrame[role="group"] { background: $surface_panel; border: 1px solid $border_subtle;
  border-radius: ${r_panel}px; }
QFrame[role="hairline"] { background: $border_subtle; border: none; max-height: 1px; }
QGroupBox { border: none; margin-top: 22px; font-weight: 600; color: $text_secondary; }
QGroupBox::title { subcontrol-origin: margin; padding: 2px 0; }
"""


def application_style_sheet(theme: Theme) -> str:
    """Return the style sheet of a theme at the current font-size setting."""
    values = {token.replace(".", "_"): color.name() for token, color in theme.colors.items()}
    values.update(_special_colors(theme))
    values.update(_lengths())
    values.update(_images(theme))
    values["fixed_family"] = fixed_family()
    return re.sub(r"\n  +", " ", Template(_RULES).substitute(values))


def _special_colors(theme: Theme) -> dict[str, str]:
    hovered = theme.color("accent.fill")
    return {
        "accent_hover": (hovered.lighter(112) if theme.is_dark else hovered.darker(112)).name(),
        "scroll_handle": theme.color("border.strong").name(),
        "error_line": theme.status("error").line.name(),
        "error_text": theme.status("error").text.name(),
        "warning_line": theme.status("warning").line.name(),
        "warning_text": theme.status("warning").text.name(),
    }


def _lengths() -> dict[str, str]:
    """Return every length of the sheet in px; inner ones leave room for borders."""
    return {
        "menu_bar": str(scaled(Height.MENU_BAR) - 2),
        "tool_bar": str(scaled(Height.TOOL_BAR) - 1),
        "tab_inner": str(scaled(Height.DOCK_TAB) - 2),
        "status_inner": str(scaled(Height.STATUS_BAR) - 1),
        "field_inner": str(scaled(Height.FIELD) - 2),
        "field_focus": str(scaled(Height.FIELD) - 4),
        "spin_inner": str(scaled(Height.FIELD) - 5),
        "spin_focus": str(scaled(Height.FIELD) - 7),
        "button_inner": str(scaled(Height.BUTTON) - 2),
        "button_focus": str(scaled(Height.BUTTON) - 4),
        "message": str(scaled(_MESSAGE)),
        "row": str(scaled(Height.INSPECTOR_ROW)),
        "target": str(scaled(Height.POINTER_TARGET)),
        "caption": str(scaled(TextSize.CAPTION)),
        "body": str(scaled(TextSize.BODY)),
        "heading": str(scaled(TextSize.HEADING)),
        "page": str(scaled(TextSize.PAGE)),
        "hero": str(scaled(TextSize.HERO)),
        "r_field": str(int(Radius.FIELD)),
        "r_button": str(int(Radius.BUTTON)),
        "r_panel": str(int(Radius.PANEL)),
    }


def _images(theme: Theme) -> dict[str, str]:
    wanted = {
        "icon_down": ("down", "text.secondary", 0),
        "icon_up": ("up", "text.secondary", 0),
        "icon_right": ("right", "text.tertiary", 0),
        "icon_clear": ("close", "text.secondary", 2),
        "icon_close": ("close", "text.tertiary", 4),
        "icon_dock_close": ("close", "text.tertiary", 0),
        "icon_dock_float": ("more", "text.tertiary", 0),
        "icon_check": ("s_success", "text.primary", 0),
        "icon_check_on": ("s_success", "accent.on", 0),
        "icon_branch_closed": ("right", "text.tertiary", 6),
        "icon_branch_open": ("down", "text.tertiary", 6),
    }
    return {key: icon_file(name, theme, token, margin) for key, (name, token, margin) in wanted.items()}
