"""Dress the whole application: the Fusion style, a palette and one style sheet made from the tokens.

The canvas uses no style sheet. Widgets that need a special look set one of these dynamic properties:

- `role`: on buttons `primary` (blue), `quiet` (flat, link color), on tool buttons `primary`, `secondary`;
  on labels `caption`, `secondary`, `section`, `heading`, `page`, `error`, `warning`; on frames `card`,
  `popup`, `bar`, `group`, `hairline`; on text fields `plain`; on the tab bar of graphs `graphs`.
- `fixed`: true on fields that hold an expression or a value, for fixed pitch.
- `invalid`: true on fields with an error.

After changing a property call `refresh_style(widget)`.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QStyleFactory,
    QToolTip,
    QWidget,
)

from editor.theme.fonts import TextSize, ui_font
from editor.theme.style_sheet import application_style_sheet
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import Theme


def apply_application_style(application: QApplication) -> None:
    """Dress the application in the current theme and keep it so when the theme changes.

    Call it before the first window. An application that is dressed already stays as it is.
    """
    if application.property("mindloomStyled") and application.styleSheet():
        return
    application.setStyle(QStyleFactory.create("Fusion"))
    _dress(application, current_theme())
    if not application.property("mindloomStyled"):
        application.setProperty("mindloomStyled", True)
        _Follower(application)


def dress_again() -> None:
    """Dress the application again, for another size of text; windows that are open keep their heights."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        _dress(application, current_theme())


class _Follower(QObject):
    """Dress the application again after every change of theme; lives as long as the application."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        theme_manager().theme_changed.connect(self._follow)

    def _follow(self, theme: Theme) -> None:
        _dress(self._application, theme)
        _renew_what_was_tinted(self._application)


def _renew_what_was_tinted(application: QApplication) -> None:
    """Give crosses of fields and links in labels the new color: Qt takes it only when they are made."""
    for widget in application.allWidgets():
        if isinstance(widget, QLabel) and widget.textFormat() is Qt.TextFormat.MarkdownText:
            words = widget.text()
            widget.setText("")
            widget.setText(words)
        if isinstance(widget, QLineEdit) and widget.isClearButtonEnabled():
            widget.setClearButtonEnabled(False)
            widget.setClearButtonEnabled(True)


def _dress(application: QApplication, theme: Theme) -> None:
    palette = theme_palette(theme)
    application.setPalette(palette)
    application.setFont(ui_font(TextSize.BODY))
    application.setStyleSheet(application_style_sheet(theme))
    QToolTip.setPalette(palette)
    QToolTip.setFont(ui_font(TextSize.BODY))


def theme_palette(theme: Theme) -> QPalette:
    """Return the palette of a theme, so that what no style rule names still fits."""
    role = QPalette.ColorRole
    tokens = {
        role.Window: "surface.panel",
        role.WindowText: "text.primary",
        role.Base: "surface.panel",
        role.AlternateBase: "surface.region2",
        role.Text: "text.primary",
        role.PlaceholderText: "text.tertiary",
        role.Button: "surface.hover",
        role.ButtonText: "text.primary",
        role.BrightText: "accent.on",
        role.ToolTipBase: "surface.tooltip",
        role.ToolTipText: "text.on_tooltip",
        role.Highlight: "accent.wash",
        role.HighlightedText: "text.primary",
        role.Link: "text.link",
        role.LinkVisited: "text.link",
        role.Accent: "accent.fill",
        role.Light: "surface.hover",
        role.Midlight: "border.subtle",
        role.Mid: "border.strong",
        role.Dark: "border.subtle",
        role.Shadow: "surface.canvas",
    }
    palette = QPalette()
    for color_role, token in tokens.items():
        palette.setColor(color_role, theme.color(token))
    disabled = theme.color("text.disabled")
    for color_role in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, color_role, disabled)
    palette.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(theme.color("surface.hover")))
    return palette


def refresh_style(widget: QWidget) -> None:
    """Make a widget take up the style rules of its changed dynamic properties."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def inset_spin_box(box: QAbstractSpinBox) -> None:
    """Give the text of a spin box the left margin of other fields, which style sheets cannot reach."""
    box.lineEdit().setTextMargins(6, 0, 0, 0)
