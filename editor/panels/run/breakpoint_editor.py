"""Say what a breakpoint is on and may stop at, and show it as a row in which everything can be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from editor.theme.fonts import TextSize, fixed_font, scaled, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.element_words import node_words
from editor.widgets.icon_button import IconButton
from editor.widgets.row_painting import paint_badge, paint_icon, paint_text
from editor.widgets.switch import Switch
from graphs.checks.rules.scopes import document_scope
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.types import BOOL
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, StateMachineGraph
from runtime.history.recording.row_words import element_title
from runtime.history.why.breakpoints import Breakpoint, StopMoment

DocumentOf = Callable[[str], Document | None]
"""Give the document of a file name, None where it is neither open nor run."""

MOMENT_WORDS: dict[StopMoment, str] = {
    "enter": "is entered",
    "exit": "ends",
    "success": "succeeds",
    "failure": "fails",
    "running": "begins to run",
    "halt": "is halted",
    "considered": "is asked",
    "taken": "is taken",
    "change": "changes",
    "event": "arrives",
    "error": "goes wrong",
}

NODE_MOMENTS: tuple[StopMoment, ...] = ("enter", "exit", "success", "failure", "running", "halt")
STATE_MOMENTS: tuple[StopMoment, ...] = ("enter", "exit")
EDGE_MOMENTS: tuple[StopMoment, ...] = ("taken", "considered")
QUESTION_MOMENTS: tuple[StopMoment, ...] = ("enter",)


@dataclass(frozen=True, slots=True)
class BreakpointRow:
    """Hold one row: the breakpoint, what it is on, its moments to choose from, and what is wrong.

    `missing` says why it can never be met, "" where it can; `problem` what is wrong with its condition.
    """

    breakpoint: Breakpoint
    title: str
    place: str
    icon: str
    family: str
    moments: tuple[StopMoment, ...]
    missing: str = ""
    problem: str = ""


def row_of(found: Breakpoint, document_of: DocumentOf, registry: Registry) -> BreakpointRow:
    """Return how a list shows a breakpoint."""
    document = document_of(found.mind)
    if document is None:
        title = found.name or found.element or "Anything"
        words = f"{found.mind} is neither open nor run."
        return BreakpointRow(found, title, found.mind, "breakpoint", "value", (found.moment,), words)
    problem = condition_problem(found.condition, document, registry)
    if found.moment in ("change", "event", "error"):
        return _of_mind(found, document, problem)
    return _of_element(found, document, registry, problem)


def condition_problem(text: str, document: Document, registry: Registry) -> str:
    """Return what is wrong with a condition, "" for nothing; no condition is right."""
    if not text.strip():
        return ""
    try:
        check_expression(text, document_scope(document, registry), BOOL)
    except ExpressionError as error:
        return f"{error.message} {error.remedy}".strip()
    return ""


def moments_of(document: Document, graph_id: str, element: str) -> tuple[StopMoment, ...]:
    """Return what a breakpoint on an element can stop at; nothing for one that is not there."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        return ()
    if isinstance(graph, StateMachineGraph):
        if element in graph.edges:
            return EDGE_MOMENTS
        return STATE_MOMENTS if element in graph.nodes else ()
    if element not in graph.nodes:
        return ()
    if graph.kind == "decision_tree":
        return QUESTION_MOMENTS
    return NODE_MOMENTS


def new_breakpoints(
    mind: str, document: Document, graph_id: str, element: str
) -> Iterator[tuple[str, tuple[tuple[str, Breakpoint], ...]]]:
    """Yield what can be added, in groups with a title: on the selection, a variable, an event, an error."""
    moments = moments_of(document, graph_id, element) if element else ()
    if moments:
        on_it = ((MOMENT_WORDS[moment], Breakpoint(mind, moment, graph_id, element)) for moment in moments)
        yield "When the selection", tuple(on_it)
    variables = ((name, Breakpoint(mind, "change", name=name)) for name in sorted(document.variables))
    yield "When a variable changes", tuple(variables)
    events = ((name, Breakpoint(mind, "event", name=name)) for name in sorted(document.events))
    yield "When an event arrives", tuple(events)
    yield "", (("When anything goes wrong", Breakpoint(mind, "error")),)


def _of_mind(found: Breakpoint, document: Document, problem: str) -> BreakpointRow:
    if found.moment == "error":
        return BreakpointRow(found, "Anything", found.mind, "s_bang", "value", ("error",), "", problem)
    what, known = ("variable", document.variables) if found.moment == "change" else ("event", document.events)
    there = found.name in known or any(name.startswith(f"{found.name}.") for name in known)
    missing = "" if there else f"{found.mind} has no {what} {found.name} any more."
    icon = "value" if found.moment == "change" else "raise"
    icon = "number" if icon == "value" else icon
    return BreakpointRow(found, found.name, found.mind, icon, "value", (found.moment,), missing, problem)


def _of_element(found: Breakpoint, document: Document, registry: Registry, problem: str) -> BreakpointRow:
    graph = document.graphs.get(found.graph)
    moments = moments_of(document, found.graph, found.element)
    if graph is None or not moments:
        missing = f"{found.mind} has it no more: it was removed, or is of another version."
        return BreakpointRow(
            found, found.element, found.mind, "breakpoint", "value", (found.moment,), missing, problem
        )
    icon, family = "transition", "machine"
    if found.element in graph.nodes:
        words = node_words(document, graph, found.element, registry)
        icon, family = words.icon, words.family
    title = element_title(document, found.graph, found.element, registry)
    place = f"{graph.title or found.graph} · {found.mind}"
    wrong = (
        "" if found.moment in moments else f"It never {MOMENT_WORDS[found.moment]}. Choose another moment."
    )
    choices = moments if found.moment in moments else (*moments, found.moment)
    return BreakpointRow(found, title, place, icon, family, choices, wrong, problem)


MOST_EVERY = 99_999


class BreakpointEditor(QWidget):
    """Let a breakpoint be switched, its moment, condition and count be changed, and the row be clicked.

    `changed` carries the breakpoint in the place of the one shown.
    """

    changed = Signal(object)
    removed = Signal()
    clicked = Signal()

    def __init__(self, check: Callable[[str], str]) -> None:
        """Begin empty; `check` returns what is wrong with a condition of the breakpoint shown."""
        super().__init__()
        self.row: BreakpointRow | None = None
        self._check = check
        self.switch = Switch()
        self.switch.setToolTip("Let it stop the run")
        self.name = _BreakpointName()
        self.name.clicked.connect(self.clicked)
        self.moment = DropDown("Moment")
        self.moment.setFixedWidth(scaled(116))
        self.condition = ConditionField()
        self.every = CountField()
        self.hits = PlainLabel(role="caption")
        self.hits.setFixedWidth(scaled(48))
        self.remove = IconButton("trash", "Take this breakpoint away", self.removed.emit)
        self._arrange()
        self.switch.toggled.connect(lambda on: self._change(enabled=on))
        self.moment.picked.connect(lambda moment: self._change(moment=moment))
        self.condition.left.connect(self._take_condition)
        self.every.left.connect(self._take_every)

    def _arrange(self) -> None:
        when, each = PlainLabel("when"), PlainLabel("each")
        for label in (when, each):
            label.setProperty("role", "caption")
        box = row_box(self, margins=(8, 1, 8, 1), spacing=6)
        parts = (self.switch, self.name, self.moment, when, self.condition, each, self.every, self.hits)
        for widget in (*parts, self.remove):
            stretch = 5 if widget is self.name else 3 if widget is self.condition else 0
            box.addWidget(widget, stretch)

    def show_row(self, row: BreakpointRow, hits: int, *, stopped: bool) -> None:
        """Show a breakpoint; what is being typed stays."""
        self.row = row
        found = row.breakpoint
        self.switch.show_value(found.enabled)
        self.switch.setAccessibleName(f"Breakpoint on {row.title}")
        self.name.show_row(row, stopped=stopped)
        self.moment.set_choices([Choice(moment, MOMENT_WORDS[moment]) for moment in row.moments])
        self.moment.set_value(found.moment)
        self.moment.setEnabled(len(row.moments) > 1)
        self.condition.show_text(found.condition, row.problem)
        self.every.show_count(found.every)
        self.hits.setText("" if not hits else "1 hit" if hits == 1 else f"{hits:,} hits")

    def _change(self, **fields: object) -> None:
        if self.row is not None:
            self.changed.emit(replace(self.row.breakpoint, **fields))  # type: ignore[arg-type]

    def _take_condition(self) -> None:
        text = self.condition.text().strip()
        problem = self._check(text)
        self.condition.show_problem(problem)
        if not problem and self.row is not None and text != self.row.breakpoint.condition:
            self._change(condition=text)

    def _take_every(self) -> None:
        typed = self.every.text().strip()
        count = int(typed) if typed.isdecimal() else 0
        if self.row is None or not 1 <= count <= MOST_EVERY:
            self.every.show_count(self.row.breakpoint.every if self.row is not None else 1, even_typed=True)
        elif count != self.row.breakpoint.every:
            self._change(every=count)


class _Field(QLineEdit):
    """Tell when what was typed is to be taken: with Enter, or when the focus goes elsewhere."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFont(fixed_font(TextSize.CAPTION))
        self.setProperty("fixed", True)
        self.returnPressed.connect(self.left)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what was typed; a menu over the field is not elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.left.emit()


class ConditionField(_Field):
    """Take an expression; what is wrong with it is in the tooltip under a red border."""

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText("always")
        self.setAccessibleName("Condition")
        self.setMinimumWidth(scaled(90))
        self.problem = ""

    def show_text(self, text: str, problem: str) -> None:
        """Show a condition, unless another is being typed."""
        if not self.hasFocus() and not self.problem:
            self.setText(text)
        if not self.hasFocus() and (problem or not self.problem):
            self.show_problem(problem)

    def show_problem(self, problem: str) -> None:
        """Show what is wrong with what is typed, "" for nothing."""
        self.problem = problem
        self.setToolTip(
            plain_tip(problem or "An expression over the mind's variables; it stops only while this holds")
        )
        self.setAccessibleDescription(problem)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field, and a border around a wrong condition."""
        super().paintEvent(event)
        if self.problem:
            painter = smooth_painter(self)
            painter.setPen(current_theme().status("error").line)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 5, 5)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 4, 4)


class CountField(_Field):
    """Take how many times it must be met for each stop."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(scaled(44))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName("Stop at each so many-th time")
        self.setToolTip("1 stops every time, 3 at every third")

    def show_count(self, count: int, *, even_typed: bool = False) -> None:
        """Show a count, unless another is being typed."""
        if even_typed or not self.hasFocus():
            self.setText(str(count))


class _BreakpointName(QWidget):
    """Paint what the breakpoint is on: dot, icon, title, and its place or what is wrong."""

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._row: BreakpointRow | None = None
        self._stopped = False
        self.setMinimumWidth(scaled(80))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return room for a title and its place."""
        return QSize(scaled(240), scaled(26))

    def show_row(self, row: BreakpointRow, *, stopped: bool) -> None:
        """Show another breakpoint."""
        self._row, self._stopped = row, stopped
        self.setToolTip(plain_tip(row.missing or f"Go to {row.title} in {row.place}"))
        self.setAccessibleName(f"{row.title}, {row.missing or row.place}")
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell that it was clicked."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        row = self._row
        if row is None:
            return
        theme, rect = current_theme(), self.rect()
        painter = smooth_painter(self)
        if self._stopped:
            set_inks(painter, Qt.PenStyle.NoPen, theme.status("breakpoint").wash)
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 5, 5)
        if row.missing:
            paint_badge(painter, "warning", 11, rect)
        else:
            color = theme.status("breakpoint").line
            set_inks(painter, color, color if row.breakpoint.enabled else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(7, rect.center().y() - 4, 9, 9)
        paint_icon(painter, row.icon, 24, rect, theme.family(row.family).line, 14)
        body, small = ui_font(TextSize.BODY), ui_font(TextSize.CAPTION)
        painter.setFont(body)
        width = min(
            painter.fontMetrics().horizontalAdvance(row.title) + 4,
            min(rect.width() - 46, max(60, rect.width() * 3 // 5)),
        )
        live = row.breakpoint.enabled and not row.missing
        ink = theme.color("text.primary" if live else "text.tertiary")
        paint_text(painter, row.title, QRect(44, 0, width, rect.height()), body, ink)
        rest = QRect(44 + width + 8, 0, rect.width() - width - 56, rect.height())
        said = "stopped here" if self._stopped else row.missing or row.place
        note = theme.status("breakpoint").text if self._stopped else theme.color("text.tertiary")
        paint_text(painter, said, rest, small, note)
