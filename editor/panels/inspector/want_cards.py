"""Show in the inspector what children do to needs, as a table, and what was scored, as bars."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.panels.inspector.want_contents import EffectTable
from editor.running.row_looks import NEVER
from editor.running.want_facts import NeedFact, Score, ScoreFacts
from editor.theme.plain_texts import PlainLabel
from editor.widgets.bar_rows import BarRow, BarRows
from editor.widgets.boxes import add_all, column_box
from editor.widgets.cell_grid import CellGrid, GridCell
from editor.widgets.section_header import SectionHeader

NO_CHILDREN = "Add children to the node: each has a line here."


class EffectsCard(QWidget):
    """Let effects and durations be typed into a table: a line for each child, a column for each need.

    `edited` carries the id of the child, the title of the column and what was typed.
    """

    edited = Signal(str, str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.table: EffectTable | None = None
        self.header = SectionHeader("Effects", "of each child")
        self.grid = CellGrid("Effects of children on needs")
        self.empty = PlainLabel(NO_CHILDREN, role="caption", wrap=True)
        box = column_box(self, margins=(0, 0, 0, 4), spacing=6)
        add_all(box, self.header, self.empty, self.grid)
        self.header.folded.connect(lambda _folded: self._show_parts())
        self.grid.edited.connect(self._take)
        self.hide()

    def show_table(self, table: EffectTable | None) -> None:
        """Show a table, None for none."""
        self.setVisible(table is not None)
        is_same, self.table = table == self.table, table
        if table is None:
            return
        if not is_same:
            cells = [[GridCell(text) for text in line] for line in table.cells]
            self.grid.show_cells(table.titles, table.columns, cells)
        self._show_parts()

    def _show_parts(self) -> None:
        has_rows, is_open = self.table is not None and bool(self.table.children), self.header.isChecked()
        self.grid.setVisible(is_open and has_rows)
        self.empty.setVisible(is_open and not has_rows)

    def _take(self, row: int, column: int, text: str) -> None:
        if self.table is not None:
            self.edited.emit(self.table.children[row], self.table.columns[column], text)


class ScoreCard(QWidget):
    """Show a bar for each need and each child of a node that compares scores, dimmed for the last known."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.facts: ScoreFacts | None = None
        self.header = SectionHeader("Scores")
        self.needs, self.scores = BarRows("Needs"), BarRows("Scores of the children")
        self._greatest: dict[str, float] = {}
        box = column_box(self, margins=(2, 0, 0, 6), spacing=6)
        add_all(box, self.header, self.needs, self.scores)
        self.header.folded.connect(lambda _folded: self._show_parts())
        self.hide()

    def show_facts(self, facts: ScoreFacts | None) -> None:
        """Show what is known of a node now."""
        if facts == self.facts:
            return
        self.facts = facts
        self.setVisible(facts is not None)
        if facts is None:
            return
        self.header.setText("Left after each" if facts.leaves else "Scores")
        when = "in this tick" if facts.is_now else f"at tick {facts.tick:,}"
        self.header.set_note(when if facts.tick != NEVER else "if compared now")
        self.needs.show_rows([self._need_row(need) for need in facts.needs])
        self.scores.show_rows(score_rows(facts), past=not facts.is_now)
        self._show_parts()

    def _show_parts(self) -> None:
        is_open = self.header.isChecked()
        self.needs.setVisible(is_open and bool(self.needs.rows))
        self.scores.setVisible(is_open)

    def _need_row(self, need: NeedFact) -> BarRow:
        """Return the bar of a need: within its range, or against the greatest value seen."""
        most = need.most
        if most is None:
            most = max(self._greatest.get(need.name, 0.0), need.value, need.least + 1)
            self._greatest[need.name] = most
        room = most - need.least
        part = (need.value - need.least) / room if room > 0 else 0.0
        return BarRow(need.name, part, f"{need.value:.4g}")


def score_rows(facts: ScoreFacts) -> list[BarRow]:
    """Return a bar for each child: its score, or what it leaves, of which the least wins."""
    shown = [-score if facts.leaves and isinstance(score, float) else score for score in facts.scores]
    finite = [abs(score) for score in shown if isinstance(score, float) and math.isfinite(score)]
    greatest = max(finite, default=0.0)
    rows = []
    for place, (title, score) in enumerate(zip(facts.titles, shown, strict=True)):
        part = 0.0
        if isinstance(score, float) and math.isfinite(score) and greatest > 0:
            part = max(0.0, score) / greatest
        wins = place == facts.winner
        rows.append(BarRow(title, part, _number(score), _note(facts) if wins else "", wins))
    return rows


def _number(score: Score) -> str:
    if isinstance(score, float):
        return f"{score:.4g}" if math.isfinite(score) else "set aside"
    return score or "no score"


def _note(facts: ScoreFacts) -> str:
    """Return how the child that was taken won."""
    margin = facts.margin
    if margin is None:
        return "no other has a score"
    if facts.drawn:
        return "drawn by its score"
    if margin < 0:
        return f"goes on, {-margin:.4g} behind the best"
    return f"leaves {margin:.4g} less than the next" if facts.leaves else f"wins by {margin:.4g}"
