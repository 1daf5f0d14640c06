"""The page that compares two versions: a head with what is compared, and the canvas with the marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.comparison.comparison import ComparedRow, DocumentComparison
from editor.comparison.comparison_view import ComparisonView
from editor.comparison.graph_marks import MARK_SIGNS, PLATE_HEIGHT, paint_plate, plate_width
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.inks import inks_for, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.text_lines import TextLine, text_line
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, clear_box, column_box, row_box
from editor.widgets.hairline import hairline
from editor.widgets.icon_button import IconButton, IconLabel
from editor.widgets.push_buttons import push_button, slim_button


@dataclass(frozen=True)
class PageButton:
    """Hold a button that a comparison offers, such as Recover."""

    title: str
    run: Callable[[], None]
    help: str = ""


class ComparisonPage(QWidget):
    """Show a comparison.

    `row_wanted` carries the number of the line looked at, `open_wanted` graph and element to open in the
    document.
    """

    row_wanted = Signal(int)
    open_wanted = Signal(str, str)
    close_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._comparison: DocumentComparison | None = None
        self.row = -1
        self.title = PlainLabel()
        self.title.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        self.versions = PlainLabel(role="secondary")
        self.versions.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.place = PlainLabel(role="caption")
        self._buttons = row_box(spacing=6)
        self.previous = IconButton("up", "Previous difference (Shift+F7)", lambda: self.step(-1), side=26)
        self.next = IconButton("down", "Next difference (F7)", lambda: self.step(1), side=26)
        self.close_button = IconButton("close", "Close the comparison (Esc)", self.close_wanted.emit, side=26)
        head = row_box(margins=(14, 4, 8, 4), spacing=8)
        add_all(head, IconLabel("diff", "accent.line", 16), self.title)
        head.addWidget(self.versions, 1)
        head.addLayout(self._buttons)
        add_all(head, self.place, self.previous, self.next, self.close_button)
        self.counts = MarkCounts()
        self.graphs = row_box(spacing=4)
        second = row_box(margins=(12, 4, 12, 4), spacing=8)
        second.addLayout(self.graphs)
        second.addStretch(1)
        second.addWidget(self.counts)
        self.view = ComparisonView()
        self.view.element_picked.connect(self._picked)
        self.view.element_opened.connect(self._opened)
        self.nothing = PlainLabel("Nothing differs.", role="secondary")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        box = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        box.addLayout(head)
        box.addWidget(hairline())
        box.addLayout(second)
        box.addWidget(hairline())
        box.addWidget(self.view, 1)
        box.addWidget(self.nothing, 1)
        self.setFocusProxy(self.view)

    def show_comparison(
        self, name: str, comparison: DocumentComparison, buttons: Sequence[PageButton] = ()
    ) -> None:
        """Show a comparison, another or the same after an edit; the line looked at stays if it is there."""
        before = self.current
        self._comparison = comparison
        self.title.setText(name)
        compared = f"{comparison.old_title}  →  {comparison.new_title}"
        self.versions.setText(compared)
        self.versions.setToolTip(plain_tip(f"{compared}: {comparison.summary}"))
        self._show_buttons(buttons)
        rows = comparison.rows
        self.row = rows.index(before) if before in rows else (0 if rows else -1)
        self.counts.set_counts({mark: sum(row.mark == mark for row in rows) for mark in MARK_SIGNS})
        has_picture = bool(comparison.graphs)
        self.view.setVisible(has_picture)
        self.nothing.setVisible(not has_picture)
        self.nothing.setText(
            "Nothing differs." if not rows else "Only what the document declares differs: see the list."
        )
        if not has_picture:
            self.view.show_nothing()
        self._show_graphs()
        self.go_to(self.row)

    def show_waiting(self, name: str, comparison: DocumentComparison) -> None:
        """Say what is compared before it is known what differs; a comparison shown stays until then."""
        if self._comparison is None:
            self.title.setText(name)
            self.versions.setText(f"{comparison.old_title}  →  {comparison.new_title}")
            self.view.hide()
            self.nothing.setText("Comparing…")
            self.nothing.show()

    def show_nothing(self) -> None:
        """Forget the comparison."""
        self._comparison = None
        self.view.show_nothing()

    @property
    def current(self) -> ComparedRow | None:
        """Return the line looked at."""
        rows = self._comparison.rows if self._comparison is not None else ()
        return rows[self.row] if 0 <= self.row < len(rows) else None

    def go_to(self, row: int) -> None:
        """Look at a line: its graph is shown, what it is about is ringed and in view."""
        comparison = self._comparison
        if comparison is None:
            return
        rows = comparison.rows
        self.row = row if 0 <= row < len(rows) else -1
        self.place.setText(f"{self.row + 1} of {len(rows)}" if rows else "")
        self.previous.setEnabled(len(rows) > 1)
        self.next.setEnabled(len(rows) > 1)
        current = self.current
        graph = current.graph if current is not None else ""
        if graph or comparison.graphs:
            self.view.show_graph(comparison, graph or comparison.graphs[0])
            self.view.show_element(current.element if current is not None and graph else "")
        self._show_graphs()
        self.row_wanted.emit(self.row)

    def step(self, step: int) -> None:
        """Look at the next (+1) or previous (-1) line; after the last comes the first."""
        if self._comparison is not None and self._comparison.rows:
            self.go_to((self.row + step) % len(self._comparison.rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _picked(self, element: str) -> None:
        comparison, current = self._comparison, self.current
        if comparison is None or not element:
            return
        shown = current.graph if current is not None and current.graph else next(iter(comparison.graphs), "")
        for number, row in enumerate(comparison.rows):
            if (row.graph, row.element) == (shown, element):
                self.go_to(number)
                return

    def _opened(self, element: str) -> None:
        current = self.current
        if current is not None:
            self.open_wanted.emit(current.graph, element)

    def _show_buttons(self, buttons: Sequence[PageButton]) -> None:
        clear_box(self._buttons)
        for button in buttons:
            self._buttons.addWidget(slim_button(button.title, button.run, role="primary", tip=button.help))

    def _show_graphs(self) -> None:
        """Offer the graphs in which something differs; the one in view is marked."""
        clear_box(self.graphs)
        comparison, current = self._comparison, self.current
        if comparison is None:
            return
        shown = current.graph if current is not None and current.graph else next(iter(comparison.graphs), "")
        for graph in comparison.graphs:
            count = sum(row.graph == graph for row in comparison.rows)
            first = next(number for number, row in enumerate(comparison.rows) if row.graph == graph)
            words, role = f"{comparison.title_of(graph)}  {count}", "secondary" if graph == shown else "quiet"
            button = push_button(words, partial(self.go_to, first), role=role, padding="2px 8px")
            button.setCheckable(True)
            button.setChecked(graph == shown)
            self.graphs.addWidget(button)


class MarkCounts(QWidget):
    """Show the four marks with how often each is in the list: the legend of the picture."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_counts(self, counts: dict[str, int]) -> None:
        """Show other numbers."""
        self._counts = counts
        self.setAccessibleName(", ".join(f"{count} {mark}" for mark, count in counts.items()))
        self.setToolTip(plain_tip(self.accessibleName()))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of plates and words."""
        width = sum(plate_width(sign) + self._words(mark).width + 24 for mark, sign in MARK_SIGNS.items())
        return QSize(round(width), scaled(22))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a plate and its words for each mark."""
        inks = inks_for(current_theme())
        painter = smooth_painter(self)
        x, y = 0.0, max(PLATE_HEIGHT, float(self.height())) / 2
        for mark, sign in MARK_SIGNS.items():
            width = plate_width(sign)
            paint_plate(painter, x + width / 2, y, mark, sign, inks)
            x += width + 6
            words = self._words(mark, short=self.width() < self.sizeHint().width())
            token = "text.primary" if self._counts.get(mark) else "text.tertiary"
            words.draw(painter, x, y, inks.pen(token))
            x += words.width + 18

    def _words(self, mark: str, *, short: bool = False) -> TextLine:
        """Return the words of a mark, only the number where there is little room."""
        number = str(self._counts.get(mark, 0))
        return text_line(number if short else f"{number} {mark}", TextSize.CAPTION, TextWeight.MEDIUM)
