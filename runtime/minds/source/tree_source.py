"""Write behavior trees as Python source (section 3 of the rules).

Each kind is written so that it does to the agent's buffers and outcome bytes what its row does in the
interpreter. What has no writer here is visited by the interpreter in the middle of the generated code: both
work on the same buffers. The result of a visit is the local `r`: 1 RUNNING, 2 SUCCESS, 3 FAILURE, 4 SKIPPED.

In generated code a node is RUNNING in the buffers from the end of its first visit on, not from its
enter on: nothing reads it in between. Of a node whose parent ends in the same visit no end result is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from graphs.expressions import typed as nodes
from graphs.expressions.typed import TypedExpression, walk_typed
from graphs.expressions.types import ValueType
from runtime.basics.status import Status
from runtime.minds.expressions.generate import inline_source
from runtime.minds.program.code import Expression
from runtime.minds.program.tree_row import TreeRow

DEEPEST_NESTING = 8
"""Levels of a tree written into one function; deeper parts become functions of their own."""

FEW_CHILDREN = 8
"""Children whose bytes are set one by one; of more, all bytes of the branch are."""

PROLOGUE = (
    "bytes_ = context.bytes_",
    "ints = context.ints",
    "floats = context.floats",
    "objects = context.objects",
    "world_bytes = context.world_bytes",
    "world_ints = context.world_ints",
    "world_floats = context.world_floats",
    "world_objects = context.world_objects",
    "out = context.outcomes",
    "now = context.tick_now",
)


class SourceWriter:
    """Hold the lines of one function under construction and the names it uses."""

    def __init__(self, names: dict[str, object]) -> None:
        self.lines: list[str] = []
        self.names = names
        self._indent = 1

    def line(self, text: str) -> None:
        """Add one line at the present depth."""
        self.lines.append("    " * self._indent + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add `head` and indent what is written inside; an empty block gets a `pass`.

        Without a head, what is written inside is not indented.
        """
        if not head:
            yield
            return
        self.line(head)
        count = len(self.lines)
        self._indent += 1
        yield
        if len(self.lines) == count:
            self.line("pass")
        self._indent -= 1

    def name(self, prefix: str, index: int, value: object) -> str:
        """Let the name `prefix_index` stand for `value`, and return it."""
        name = f"{prefix}_{index}"
        self.names[name] = value
        return name


_PLAIN = (
    nodes.Comparison,
    nodes.Conditional,
    nodes.Constant,
    nodes.ContextRead,
    nodes.Logical,
    nodes.Not,
    nodes.ToFloat,
    nodes.VariableRead,
)


@lru_cache(maxsize=256)
def inline_or_none(expression: Expression) -> str | None:
    """Return the expression as source, or None where it can fail or is deep.

    The source reads the locals `bytes_`, `ints`, `floats`, `objects`, the world's `world_…` and `context`.
    """
    if not all(_cannot_fail(node) for node in walk_typed(expression.typed)):
        return None
    return inline_source(expression.typed, expression.slots)


def _cannot_fail(node: TypedExpression) -> bool:
    if isinstance(node, _PLAIN):
        return True
    if isinstance(node, nodes.Arithmetic):
        return node.type.kind is ValueType.FLOAT and node.operator in ("+", "-", "*")
    if isinstance(node, nodes.Negate):
        return node.type.kind is ValueType.FLOAT
    return isinstance(node, nodes.VectorComponent) and isinstance(node.vector, nodes.VariableRead)


Write = Callable[["TreeSource", Any, SourceWriter], None]
"""Write the lines of one kind of row."""


@dataclass(frozen=True, slots=True)
class SourceForm:
    """Say how one kind of row is written.

    `tick` leaves the result in `r`; where an expression can fail it may instead set `q_…` of the row by
    `stop_below`. `enter` writes what the row's own `enter` does; None for kinds that do nothing then.
    `enter_can_fail` leaves entering to the row itself. `refuses` gives a test that is true whenever the row
    may refuse to be entered. `whole` writes a visit from the enter to the end, for rows without services;
    it returns False, having written nothing, for a row that needs the frame of all others. `keeps_ends` kinds
    let end results of children stand while they run.
    """

    tick: Write
    enter: Write | None = None
    enter_can_fail: Callable[[Any], bool] = lambda row: False
    refuses: Callable[[Any], str] = lambda row: ""
    tick_can_fail: Callable[[Any], bool] = lambda row: False
    whole: Callable[[TreeSource, Any, SourceWriter], bool] = lambda source, row, writer: False
    keeps_ends: bool = False


class TreeSource:
    """Gather the functions that a tree's source is made of.

    `counted` source takes every visit off the visit budget. `halted_before` tells, while a row is written,
    whether it may have been halted earlier in the tick and be visited all the same.
    """

    def __init__(
        self,
        forms: dict[type[TreeRow], SourceForm],
        names: dict[str, object],
        *,
        counted: bool,
        halted_before: bool,
    ) -> None:
        self.names = names
        self.functions: list[str] = []
        self.halted_before = halted_before
        self._forms = forms
        self._depth = 0
        self._counted = counted

    # -- functions --------------------------------------------------------------------------------

    def function(self, name: str, row: TreeRow, stores: bool) -> None:
        """Write a function `name(context)` that visits `row` and returns its result."""
        outer, self._depth = self._depth, 0
        writer = SourceWriter(self.names)
        self.visit(row, writer, stores)
        body = "\n".join(writer.lines)
        used = [line for line in PROLOGUE if _is_used(line.split(" = ")[0], body)]
        head = "\n".join(f"    {line}" for line in used)
        self.functions.append(f"def {name}(context):\n{head}\n{body}\n    return r\n")
        self._depth = outer

    def visitors(self, row: TreeRow) -> str:
        """Write a function per child and return the name of the tuple of them."""
        for child in row.child_rows:
            self.function(f"visit_{child.index}", child, stores=True)
        names = "".join(f"visit_{child.index}, " for child in row.child_rows)
        self.functions.append(f"visitors_{row.index} = ({names})\n")
        return f"visitors_{row.index}"

    def writes(self, row: TreeRow) -> bool:
        """Tell whether a row is written as source; any other is visited by the interpreter."""
        return type(row) in self._forms and not row.interpreted

    # -- one visit --------------------------------------------------------------------------------

    def visit(self, row: TreeRow, writer: SourceWriter, stores: bool) -> None:
        """Write one visit of `row`.

        `stores` tells whether an end result is kept in the buffers; else a row that ran is left as IDLE, any
        other as it was.
        """
        if not self.writes(row):
            writer.line(f"r = visit({self.row(row)}, context)")
            if not stores:
                with writer.block("if r != 1:"):
                    writer.line(f"bytes_[{row.index}] = 0")
            return
        if self._depth >= DEEPEST_NESTING and row.child_rows:
            self.function(f"visit_{row.index}", row, stores)
            writer.line(f"r = visit_{row.index}(context)")
            return
        if self._counted:
            writer.line("context.visits_left -= 1")
            writer.line(f"if context.visits_left < 0: spend({self.row(row)})")
        if row.disabled:
            writer.line("r = 4")
            self._outcome(row, writer)
            return
        form = self._forms[type(row)]
        self._depth += 1
        with self._guard(row, writer, stores), self._preconditions(row, writer, stores):
            if not row.services and form.whole(self, row, writer):
                if stores:
                    writer.line(f"bytes_[{row.index}] = {self._stored(row)}")
            else:
                self._framed(row, writer, form, stores)
            self._end(row, writer, form)
        self._outcome(row, writer)
        self._depth -= 1

    @contextmanager
    def _guard(self, row: TreeRow, writer: SourceWriter, stores: bool) -> Iterator[None]:
        """Write the visit itself under the test of the row's guard."""
        guard = row.guard
        if guard is None:
            yield
            return
        test = None if guard.aborts_lower else inline_or_none(guard.test)
        tested_running = guard.tested_while_running
        unasked = f"bytes_[{row.index}] == 1" if row.may_run and not tested_running else ""
        if test is not None:
            opening = f"if {unasked} or ({test}):" if unasked else f"if {test}:"
        else:
            name = writer.name("guard", row.index, guard)
            asked = f"guarded({name}, {self.row(row)}, context)"
            writer.line(f"q_{row.index} = {f'0 if {unasked} else ' if unasked else ''}{asked}")
            opening = f"if not q_{row.index}:"
        with writer.block(opening):
            yield
        with writer.block("else:"):
            if tested_running and row.may_run:
                writer.line(f"halt({self.row(row)}, context)")
            writer.line(f"r = {int(guard.refused)}")
            if stores:
                writer.line(f"bytes_[{row.index}] = {3 if guard.refused == Status.FAILURE else 0}")

    @contextmanager
    def _preconditions(self, row: TreeRow, writer: SourceWriter, stores: bool) -> Iterator[None]:
        """Write the visit itself behind the row's preconditions."""
        if not row.preconditions:
            yield
            return
        decided = f"d_{row.index}"
        writer.line(f"{decided} = decided({self.row(row)}, context)")
        with writer.block(f"if not {decided}:"):
            yield
        with writer.block("else:"):
            writer.line(f"r = {decided}")
            if stores:
                writer.line(f"bytes_[{row.index}] = {self._stored(row)}")

    def _end(self, row: TreeRow, writer: SourceWriter, form: SourceForm) -> None:
        """Write what is done once a row has ended; one that refused to be entered has not."""
        if not (row.claims or row.ends):
            return
        with writer.block("if r != 1:"):
            if row.claims:
                writer.line(f"let_go({writer.name('claims', row.index, row.claims)}, context)")
            if row.ends:
                entered = f"if not refused_{row.index}: " if form.refuses(row) else ""
                writer.line(f"{entered}run_end_lines({self.row(row)}, context, r)")

    def _framed(self, row: TreeRow, writer: SourceWriter, form: SourceForm, stores: bool) -> None:
        """Write refusal, enter, services, tick and end of a visit."""
        begins = form.enter_can_fail(row) or bool(row.services)
        refuses = form.refuses(row)
        if refuses and row.ends:
            writer.line(f"refused_{row.index} = 0")
        can_stop = begins or bool(refuses)
        q = f"q_{row.index}"
        if can_stop or form.tick_can_fail(row):
            writer.line(f"{q} = 0")
        self._write_enter(row, writer, form, begins)
        with writer.block(f"if not {q}:" if can_stop else ""):
            form.tick(self, row, writer)
        if can_stop or form.tick_can_fail(row):
            writer.line(f"if {q}: r = {q}")
        self._write_end(row, writer, form, stores)

    def _write_enter(self, row: TreeRow, writer: SourceWriter, form: SourceForm, begins: bool) -> None:
        q = f"q_{row.index}"
        refuses = form.refuses(row)
        services = (
            "" if not row.may_run else " or ".join(f"now >= ints[{service.due}]" for service in row.services)
        )
        if not (refuses or begins or form.enter or services or row.may_run):
            return
        ran = f"ran_{row.index}"
        if row.may_run:
            writer.line(f"{ran} = bytes_[{row.index}] == 1")
        with writer.block(f"if not {ran}:" if row.may_run else ""):
            if refuses:
                with writer.block(f"if {refuses}:"):
                    writer.line(f"{q} = refusal_of({self.row(row)}, context)")
                if row.ends:
                    writer.line(f"refused_{row.index} = {q}")
            with writer.block(f"if not {q}:" if refuses else ""):
                if begins:
                    writer.line(f"{q} = begin({self.row(row)}, context)")
                elif form.enter is not None:
                    form.enter(self, row, writer)
        if services:
            with writer.block(f"elif {services}:"):
                writer.line(f"{q} = serve({self.row(row)}, context)")

    def _write_end(self, row: TreeRow, writer: SourceWriter, form: SourceForm, stores: bool) -> None:
        ended = self._stored(row) if stores else "0"
        if not row.may_run:
            if form.keeps_ends:
                self.reset_children(row, writer)
            if stores:
                writer.line(f"bytes_[{row.index}] = {ended}")
            return
        if stores and not form.keeps_ends:
            writer.line(f"bytes_[{row.index}] = {ended}")
            return
        with writer.block("if r == 1:"):
            writer.line(f"bytes_[{row.index}] = 1")
        with writer.block("else:" if form.keeps_ends else f"elif ran_{row.index}:"):
            if form.keeps_ends:
                self.reset_children(row, writer)
            with writer.block("" if stores or not form.keeps_ends else f"if ran_{row.index}:"):
                writer.line(f"bytes_[{row.index}] = {ended}")

    def _stored(self, row: TreeRow) -> str:
        """Return what is stored of the end result in `r`: SKIPPED never is (rule 3.1)."""
        return "r if r != 4 else 0" if row.may_skip else "r"

    def _outcome(self, row: TreeRow, writer: SourceWriter) -> None:
        aborts = row.guard is not None and row.guard.tested_while_running
        aborts = (aborts or any(each.lasting for each in row.preconditions)) and row.may_run
        before = f"out[{row.index}] & 8 | " if self.halted_before or aborts else ""
        writer.line(f"out[{row.index}] = {before}r")

    # -- what kinds use ---------------------------------------------------------------------------

    def row(self, row: TreeRow) -> str:
        """Return the name of a row."""
        self.names[f"row_{row.index}"] = row
        return f"row_{row.index}"

    def reset_children(self, row: TreeRow, writer: SourceWriter) -> None:
        """Set the children of a row that ends to IDLE; what is below them is so already."""
        if len(row.child_rows) > FEW_CHILDREN:
            zeros = writer.name("zeros", row.end - row.index - 1, bytes(row.end - row.index - 1))
            writer.line(f"bytes_[{row.index + 1}:{row.end}] = {zeros}")
            return
        for child in row.child_rows:
            writer.line(f"bytes_[{child.index}] = 0")

    @contextmanager
    def halting(self, halts: bool) -> Iterator[None]:
        """Write rows that may have been halted earlier in the tick and are visited all the same."""
        outer, self.halted_before = self.halted_before, self.halted_before or halts
        yield
        self.halted_before = outer


def _is_used(name: str, body: str) -> bool:
    return (
        f"{name}[" in body
        or f"{name}." in body
        or (name == "now" and ("now " in body or "(now" in body or " now" in body))
    )
