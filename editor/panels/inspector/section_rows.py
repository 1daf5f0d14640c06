"""Build the heading and the sections of an inspector's page, whatever its fields belong to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from editor.panels.inspector.elided_caption import breakable_words
from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import AnyContent, AnySection
from editor.panels.inspector.section_view import SectionView
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.icon_button import IconLabel

Home = Callable[[int], tuple[QBoxLayout, int]]
"""Takes the place of a section and returns the layout it stands in and its place there."""


class SectionRows(QObject):
    """Own the rows of one page by the keys of their fields; which sections are folded is remembered."""

    edited = Signal(str, object, bool)
    """Carries the key of a field, its new value, and whether it is being scrubbed."""
    settled = Signal()
    acted = Signal(object)
    """Carries the action whose button was clicked."""
    pick_wanted = Signal(str, str)
    """Carries key and name of the field that a place is to be picked for."""

    def __init__(self, parent: QObject | None = None, *, picks: bool = False) -> None:
        super().__init__(parent)
        self._picks = picks
        self.rows: dict[str, FieldRow] = {}
        self.title: QLabel | None = None
        self.subtitle: QLabel | None = None
        self._icon: IconLabel | None = None
        self._heading: QWidget | None = None
        self._views: list[SectionView] = []
        self._folded: dict[str, bool] = {}

    def begin(self, area: QScrollArea) -> QVBoxLayout:
        """Put an empty page into a scroll area and return its column.

        The former page is deleted later: an event may be on its way through it. If the focus was in it the
        caller may give it to the new one, as `had_focus` tells.
        """
        self.rows, self._views = {}, []
        self.title = self.subtitle = self._icon = self._heading = None
        former: QWidget | None = area.takeWidget()
        focus: QWidget | None = QApplication.focusWidget()
        self.had_focus = False
        if former is not None:
            if focus is not None and former.isAncestorOf(focus):
                self.had_focus = True
                focus.clearFocus()
            former.hide()
            former.deleteLater()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 10, 12, 16)
        column.setSpacing(6)
        area.setWidget(page)
        page.show()
        return column

    had_focus = False
    """Whether the focus was in the page that was replaced last."""

    def heading(self, content: AnyContent) -> QWidget:
        """Return icon, title and subtitle."""
        heading = self._heading = QWidget()
        title = self.title = PlainLabel()
        title.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        title.setProperty("role", "heading")
        title.setWordWrap(True)
        subtitle = self.subtitle = PlainLabel()
        subtitle.setProperty("role", "caption")
        subtitle.setWordWrap(True)
        for label in (title, subtitle):
            label.setMinimumWidth(1)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(title)
        words.addWidget(subtitle)
        box = QHBoxLayout(heading)
        box.setContentsMargins(0, 0, 0, 4)
        box.setSpacing(12)
        self._icon = IconLabel("", "text.secondary", 20)
        box.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        box.addLayout(words, 1)
        self.show_heading(content)
        return heading

    def show_heading(self, content: AnyContent) -> None:
        """Show other words in the heading."""
        if self.title is None or self.subtitle is None or self._icon is None or self._heading is None:
            return
        self.title.setText(breakable_words(content.title))
        self.show_subtitle(content.subtitle)
        self._icon.set_icon(content.icon, f"family.{content.family}.line")
        self._heading.setToolTip(plain_tip(content.hint))

    def show_subtitle(self, words: str) -> None:
        """Show other words under the title."""
        broken = breakable_words(words)
        if self.subtitle is not None and self.subtitle.text() != broken:
            self.subtitle.setText(broken)

    def show_sections(self, sections: Sequence[AnySection], home: Home) -> None:
        """Show the sections where they belong; views and rows that still serve stay."""
        views = []
        for section, kept in zip(sections, self._kept_views(sections), strict=True):
            if kept is not None:
                kept.show_section(section)
            views.append(kept or self._new_view(section))
        for view in self._views:
            if view not in views:
                view.hide()
                view.deleteLater()
        for place, view in enumerate(views):
            layout, index = home(place)
            if layout.indexOf(view) != index:
                layout.insertWidget(index, view)
                view.show()
        self._views = views
        self.rows = {row.spec.key: row for view in views for row in view.rows}

    def unfold(self, row: FieldRow) -> None:
        """Unfold the section that a row stands in."""
        for view in self._views:
            if row in view.rows:
                view.header.setChecked(True)

    def walk_in_order(self, after_first: Sequence[QWidget] = ()) -> None:
        """Let Tab walk the page from top to bottom; `after_first` stands after the first section."""
        walks = [view.widgets_in_order() for view in self._views]
        order = [*(walks[0] if walks else ()), *after_first, *(one for walk in walks[1:] for one in walk)]
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)

    def _kept_views(self, sections: Sequence[AnySection]) -> list[SectionView | None]:
        """Return for each section the view that goes on to show it: that of its key, else of its place."""
        by_key = {view.key: view for view in self._views}
        keys = {section.key for section in sections}
        free = [view if view.key not in keys else None for view in self._views]
        return [
            by_key.get(section.key) or (free[place] if place < len(free) else None)
            for place, section in enumerate(sections)
        ]

    def _new_view(self, section: AnySection) -> SectionView:
        is_open = not self._folded.get(section.key, not section.open)
        view = SectionView(section, is_open=is_open, picks=self._picks)
        view.pick_wanted.connect(self.pick_wanted)
        view.edited.connect(self.edited)
        view.settled.connect(self.settled)
        view.acted.connect(self.acted)
        view.folded.connect(self._folded.__setitem__)
        return view
