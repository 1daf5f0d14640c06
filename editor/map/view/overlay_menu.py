"""Offer all overlays in a pop-up: for each kind whether it is drawn for none, the picked agent or all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from editor.map.overlays.overlay_catalogue import OVERLAYS, PRESETS, kinds_of
from editor.map.overlays.overlay_kind import SECTIONS, OverlayChoice, OverlayKind, Section, SectionTitle
from editor.map.picture.world_picture import Whom
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import column_box, row_box
from editor.widgets.push_buttons import push_button

SEGMENT = 54
_WORDS = {Whom.NONE: "off", Whom.PICKED: "picked", Whom.ALL: "all"}


class WhomSwitch(QWidget):
    """Show the choices side by side, the chosen one filled. `picked` carries what the user chose."""

    picked = Signal(object)
    walked = Signal(int)
    """Carries 1 for the switch below and -1 for the one above."""

    def __init__(self, title: str, choices: tuple[Whom, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = choices
        """What can be chosen."""
        self._value = choices[0]
        self._title = title
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def value(self) -> Whom:
        """Return what is chosen."""
        return self._value

    def set_value(self, value: Whom) -> None:
        """Show a choice without telling anyone."""
        self._value = value
        self.setAccessibleDescription(self._word(value))
        self.update()

    def pick(self, value: Whom) -> None:
        """Choose as if the user had."""
        if value is not self._value:
            self.set_value(value)
            self.picked.emit(value)

    def segment(self, value: Whom) -> QRectF:
        """Return the place of a choice; where there are two, they are at the ends of three."""
        places = {Whom.NONE: 0, Whom.PICKED: 1, Whom.ALL: 2}
        return QRectF(2 + places[value] * scaled(SEGMENT), 2, scaled(SEGMENT), self.height() - 4)

    def sizeHint(self) -> QSize:
        """Return room for three segments and the focus ring."""
        return QSize(3 * scaled(SEGMENT) + 4, scaled(24))

    def _word(self, value: Whom) -> str:
        return "on" if value is Whom.ALL and Whom.PICKED not in self.choices else _WORDS[value]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the segment under the pointer; between the two of two, the other one."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        hit = [value for value in self.choices if self.segment(value).contains(event.position())]
        if hit:
            self.pick(hit[0])
        else:
            self._walk(1, around=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with left and right, walk with up and down; Space and Enter take the next choice."""
        if event.key() == Qt.Key.Key_Left:
            self._walk(-1)
        elif event.key() == Qt.Key.Key_Right:
            self._walk(1)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.walked.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._walk(1, around=True)
        else:
            super().keyPressEvent(event)

    def _walk(self, step: int, *, around: bool = False) -> None:
        place = self.choices.index(self._value) + step
        count = len(self.choices)
        self.pick(self.choices[place % count if around else min(count - 1, max(0, place))])

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the groove, the words and the chosen segment."""
        theme = current_theme()
        painter = smooth_painter(self)
        groove = QRectF(2, 2, self.width() - 4, self.height() - 4)
        set_inks(painter, QPen(theme.color("border.subtle"), 1), theme.color("surface.field"))
        painter.drawRoundedRect(groove.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        chosen = self.segment(self._value)
        painter.setPen(Qt.PenStyle.NoPen)
        is_on = self._value is not Whom.NONE
        painter.setBrush(theme.color("accent.fill" if is_on else "surface.hover"))
        painter.drawRoundedRect(chosen.adjusted(1, 1, -1, -1), 4, 4)
        for value in self.choices:
            is_chosen = value is self._value
            token = "accent.on" if is_chosen and is_on else "text.primary" if is_chosen else "text.tertiary"
            painter.setPen(theme.color(token))
            weight = TextWeight.SEMIBOLD if is_chosen else TextWeight.REGULAR
            painter.setFont(ui_font(TextSize.CAPTION, weight))
            painter.drawText(self.segment(value), Qt.AlignmentFlag.AlignCenter, self._word(value))
        if self.hasFocus():
            set_inks(painter, QPen(theme.color("accent.line"), 2), Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(groove.adjusted(-1, -1, 1, 1), 6, 6)


COLUMNS: tuple[tuple[Section, ...], ...] = (
    (Section.SIGHT, Section.SENSES, Section.PATHS),
    (Section.VECTORS, Section.LABELS, Section.GRID),
)


SCROLL_BAR = 12
"""Px kept free for a scroll bar, where the window is too low for the whole menu."""


def application() -> QApplication:
    """Return the application; widgets exist only beside one."""
    found = QApplication.instance()
    assert isinstance(found, QApplication)
    return found


class OverlayMenu(QFrame):
    """Show every kind with its switch, section by section. `chosen` carries a whole new choice.

    It lies over the window until `Esc`, or until the focus goes elsewhere.
    """

    chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("overlayMenu")
        self.setAccessibleName("Overlays")
        self.setProperty("role", "popup")
        self._choice = OverlayChoice()
        self.switches: dict[str, WhomSwitch] = {}
        self._contents = QWidget()
        self._contents.setProperty("role", "clear")
        columns = row_box(spacing=scaled(24))
        for sections in COLUMNS:
            columns.addLayout(self._column(sections))
        box = column_box(
            self._contents, margins=(scaled(16), scaled(12), scaled(16), scaled(12)), spacing=scaled(12)
        )
        box.addLayout(columns)
        box.addLayout(self._presets())
        self._area = area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._contents)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        self._contents.setAutoFillBackground(False)
        whole = column_box(self, margins=(1, 1, 1, 1))
        whole.addWidget(area)
        self.hide()

    def show_choice(self, choice: OverlayChoice) -> None:
        """Show what is chosen."""
        self._choice = choice
        for kind in OVERLAYS:
            self.switches[kind.id].set_value(choice.shown_for(kind))

    def open_below(self, widget: QWidget) -> None:
        """Open with the right edges in line, within the window; it scrolls where that is too small."""
        parent = self.parentWidget()
        if parent is None:
            return
        # Fonts and borders come with the style: only what is shown knows its size.
        self.show()
        border = 2 * (self._area.mapTo(self, QPoint()).x() + self._area.frameWidth())
        wanted = self._contents.sizeHint() + QSize(border, border)
        corner = widget.mapTo(parent, QPoint(widget.width(), widget.height() + 4))
        fits = wanted.height() <= parent.height() - 8
        width = min(wanted.width() + (0 if fits else SCROLL_BAR), parent.width() - 8)
        top = min(corner.y(), max(4, parent.height() - wanted.height() - 4))
        height = min(wanted.height(), parent.height() - top - 4)
        left = max(4, min(corner.x() - width, parent.width() - width - 4))
        self.setGeometry(left, top, width, height)
        self.raise_()
        next(iter(self.switches.values())).setFocus(Qt.FocusReason.PopupFocusReason)
        application().focusChanged.connect(self._focus_changed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with `Esc`."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_menu()
        else:
            super().keyPressEvent(event)

    def _walk(self, switch: WhomSwitch, step: int) -> None:
        """Give the focus to the switch above or below, and bring it into view."""
        order = list(self.switches.values())
        other = order[(order.index(switch) + step) % len(order)]
        other.setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(other)

    def close_menu(self) -> None:
        """Hide, and tell by `closed`."""
        if self.isVisible():
            application().focusChanged.disconnect(self._focus_changed)
            self.hide()
            self.closed.emit()

    def _focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and not self.isAncestorOf(new):
            self.close_menu()

    def _column(self, sections: tuple[Section, ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(scaled(16))
        grid.setVerticalSpacing(scaled(2))
        row = 0
        for section in sections:
            grid.addWidget(_section_label(SECTIONS[section], first=row == 0), row, 0, 1, 2)
            row += 1
            for kind in kinds_of(section):
                self._add_kind(grid, row, kind)
                row += 1
        grid.setRowStretch(row, 1)
        grid.setColumnStretch(0, 1)
        return grid

    def _add_kind(self, grid: QGridLayout, row: int, kind: OverlayKind) -> None:
        label = PlainLabel(kind.title)
        switch = WhomSwitch(kind.title, kind.choices, self)
        for widget in (label, switch):
            widget.setToolTip(plain_tip(kind.help))
        switch.picked.connect(partial(self._pick, kind))
        switch.walked.connect(partial(self._walk, switch))
        self.switches[kind.id] = switch
        grid.addWidget(label, row, 0)
        grid.addWidget(switch, row, 1, Qt.AlignmentFlag.AlignRight)

    def _presets(self) -> QHBoxLayout:
        row = row_box(spacing=scaled(8))
        for preset in PRESETS:
            take = partial(self._take_made, preset.make)
            row.addWidget(push_button(preset.title, take, tip=preset.help))
        row.addStretch(1)
        return row

    def _pick(self, kind: OverlayKind, whom: Whom) -> None:
        self._take(self._choice.with_kind(kind, whom))

    def _take_made(self, make: Callable[[], OverlayChoice]) -> None:
        self._take(make())

    def _take(self, choice: OverlayChoice) -> None:
        self.show_choice(choice)
        self.chosen.emit(choice)


def _section_label(section: SectionTitle, *, first: bool) -> QLabel:
    return PlainLabel(section.title, role="section", margins=(0, 0 if first else scaled(10), 0, scaled(2)))
