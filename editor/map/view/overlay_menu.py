"""Offer all overlays in a pop-up: for each kind whether it is drawn for none, the picked agent or all."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)

from editor.map.overlays.overlay_catalogue import OVERLAYS, PRESETS, kinds_of
from editor.map.overlays.overlay_kind import SECTIONS, OverlayChoice, OverlayKind, Section, SectionTitle
from editor.map.picture.world_picture import Whom
from editor.map.view.audience_switch import WhomSwitch
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.boxes import column_box, row_box

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
            button = QPushButton(preset.title)
            button.setToolTip(plain_tip(preset.help))
            button.clicked.connect(lambda _checked=False, make=preset.make: self._take(make()))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _pick(self, kind: OverlayKind, whom: Whom) -> None:
        self._take(self._choice.with_kind(kind, whom))

    def _take(self, choice: OverlayChoice) -> None:
        self.show_choice(choice)
        self.chosen.emit(choice)


def _section_label(section: SectionTitle, *, first: bool) -> QLabel:
    label = PlainLabel(section.title, role="section")
    label.setContentsMargins(0, 0 if first else scaled(10), 0, scaled(2))
    return label
