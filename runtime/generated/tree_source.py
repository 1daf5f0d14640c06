"""Write behavior trees as Python source (SEMANTICS section 3).

Each kind is written so that it does to the agent's buffers and outcome bytes what its row does in the
interpreter. What has no writer here is visited by the interpreter in the middle of the generated code: both
work on the same buffers. The result of a visit is the local `r`: 1 RUNNING, 2 SUCCESS, 3 FAILURE, 4 SKIPPED.
"""

from __future__ import annotations

from collections.abc import Callable

from runtime.behavior_trees.leaves import BlockRow, ConditionRow, FixedRow, WaitRow
from runtime.behavior_trees.limiting_decorators import PassThroughRow
from runtime.behavior_trees.repeat import FOREVER, LoopRow
from runtime.behavior_trees.result_decorators import ResultMapRow
from runtime.behavior_trees.sequence_and_selector import OrderedCompositeRow
from runtime.behavior_trees.subtree import CallRow
from runtime.behavior_trees.tree_row import TreeRow
from runtime.generated.block_source import write_block
from runtime.generated.inline_expressions import inline_or_none
from runtime.generated.source_writer import SourceWriter
from runtime.status import Status

DEEPEST_NESTING = 10
"""Levels of a tree written into one function; deeper parts become functions of their own."""

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
    "writes = context.writes",
    "now = context.tick_now",
)


class TreeSource:
    """Gather the functions that a tree's source is made of."""

    def __init__(self, names: dict[str, object]) -> None:
        self.names = names
        self.functions: list[str] = []
        self._depth = 0

    def function(self, name: str, row: TreeRow, keeps: bool) -> None:
        """Write a function `name(context)` that visits `row` and returns its result."""
        outer, self._depth = self._depth, 0
        writer = SourceWriter(self.names)
        self.visit(row, writer, keeps)
        body = "\n".join(writer.lines)
        used = [line for line in PROLOGUE if _is_used(line.split(" = ")[0], body)]
        head = "\n".join(f"    {line}" for line in used)
        self.functions.append(f"def {name}(context):\n{head}\n{body}\n    return r\n")
        self._depth = outer

    def visit(self, row: TreeRow, writer: SourceWriter, keeps: bool) -> None:
        """Write one visit of `row`.

        `keeps` tells whether the parent can stay RUNNING: only then is an end result stored, since a parent
        that ends resets everything below it.
        """
        written = _WRITERS.get(type(row))
        if written is None or not _is_plain(row):
            writer.line(f"r = visit({writer.name('row', row.index, row)}, context)")
            if not keeps and not row.may_run:
                writer.line(f"bytes_[{row.index}] = 0")
            return
        if row.disabled:
            writer.line("r = 4")
            writer.line(f"out[{row.index}] = out[{row.index}] & 8 | 4")
            return
        if self._depth >= DEEPEST_NESTING and row.child_rows:
            self.function(f"visit_{row.index}", row, keeps)
            writer.line(f"r = visit_{row.index}(context)")
            return
        self._depth += 1
        self._guarded(row, writer, written, keeps)
        self._depth -= 1

    def _guarded(self, row: TreeRow, writer: SourceWriter, written: KindWriter, keeps: bool) -> None:
        guard = row.guard
        if guard is None:
            self._framed(row, writer, written, keeps)
            return
        test = inline_or_none(guard.test)
        assert test is not None
        running = f"bytes_[{row.index}] == 1"
        passes = test if guard.tested_while_running else f"{running} or ({test})"
        with writer.block(f"if {passes}:"):
            self._framed(row, writer, written, keeps)
        with writer.block("else:"):
            if guard.tested_while_running and row.may_run:
                writer.line(f"halt({writer.name('row', row.index, row)}, context)")
            writer.line(f"r = {int(guard.refused)}")
            if keeps:
                writer.line(f"bytes_[{row.index}] = {3 if guard.refused == Status.FAILURE else 0}")
            writer.line(f"out[{row.index}] = out[{row.index}] & 8 | r")

    def _framed(self, row: TreeRow, writer: SourceWriter, written: KindWriter, keeps: bool) -> None:
        stored = "r if r != 4 else 0" if row.may_skip else "r"
        if not row.may_run:
            written(self, row, writer)
            if keeps:
                writer.line(f"bytes_[{row.index}] = {stored}")
            writer.line(f"out[{row.index}] = r")
            return
        with writer.block(f"if bytes_[{row.index}] != 1:"):
            writer.line(f"bytes_[{row.index}] = 1")
            _write_enter(row, writer)
        written(self, row, writer)
        with writer.block("if r != 1:"):
            if row.child_rows:
                zeros = writer.name("zeros", row.end - row.index, bytes(row.end - row.index))
                writer.line(f"bytes_[{row.index}:{row.end}] = {zeros}")
            if keeps:
                writer.line(f"bytes_[{row.index}] = {stored}")
            elif not row.child_rows:
                writer.line(f"bytes_[{row.index}] = 0")
        writer.line(f"out[{row.index}] = out[{row.index}] & 8 | r")


KindWriter = Callable[[TreeSource, TreeRow, SourceWriter], None]


def _is_used(name: str, body: str) -> bool:
    return f"{name}[" in body or f"{name}." in body or (name == "now" and " now " in body)


def _is_plain(row: TreeRow) -> bool:
    """Tell whether the generated form of a row has all that the row has."""
    if row.interpreted or row.services or (row.guard is not None and inline_or_none(row.guard.test) is None):
        return False
    if isinstance(row, OrderedCompositeRow):
        plain = not row.keep and row.tested < 0 and not row.may_skip
        return plain and not any(child.may_skip for child in row.child_rows)
    if isinstance(row, LoopRow):
        return not row.same_tick and (row.count is None or row.count.expression is None)
    if isinstance(row, WaitRow):
        return row.seconds.expression is None and row.jitter.expression is None
    return not isinstance(row, CallRow) or not row.bindings


def _write_enter(row: TreeRow, writer: SourceWriter) -> None:
    if isinstance(row, OrderedCompositeRow):
        writer.line(f"ints[{row.place}] = {-1 if row.reactive else 0}")
    elif isinstance(row, LoopRow):
        limit = FOREVER if row.count is None else row.count.constant
        writer.line(f"ints[{row.limit}] = {limit}")
        writer.line(f"ints[{row.done}] = 0")
    elif isinstance(row, WaitRow):
        writer.line(f"{writer.name('row', row.index, row)}.enter(context)")


def _write_condition(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    assert isinstance(row, ConditionRow)
    test = inline_or_none(row.test)
    if test is not None:
        writer.line(f"r = 2 if {test} else {int(row.otherwise)}")
        return
    name = writer.name("row", row.index, row)
    run = writer.name("test", row.index, row.test.run)
    with writer.block("try:"):
        writer.line(f"r = 2 if {run}(context) else {int(row.otherwise)}")
    with writer.block("except EvaluationError as error:"):
        writer.line(f"context.record_error({name}, str(error), error.detail)")
        writer.line("r = 3")


def _write_set(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    assert isinstance(row, BlockRow)
    write_block(row.block, row, writer)
    writer.line("r = 2")


def _write_fixed(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    assert isinstance(row, FixedRow)
    writer.line(f"r = {int(row.result)}")


def _write_wait(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    assert isinstance(row, WaitRow)
    writer.line(f"r = 1 if now < ints[{row.due}] else 2")


def _write_result_map(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    assert isinstance(row, ResultMapRow)
    source.visit(row.child_rows[0], writer, row.may_run)
    writer.line(f"r = {int(row.on_success)} if r == 2 else {int(row.on_failure)} if r == 3 else r")


def _write_call(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    source.visit(row.child_rows[0], writer, row.may_run)


def _write_loop(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    assert isinstance(row, LoopRow)
    if row.count is not None and row.count.constant == 0:
        writer.line(f"r = {int(row.counted_out)}")
        return
    source.visit(row.child_rows[0], writer, row.may_run)
    with writer.block(f"if r == {int(row.again_on)}:"):
        if row.count is None:
            writer.line("r = 1")
        else:
            writer.line(f"done = ints[{row.done}] + 1")
            writer.line(f"ints[{row.done}] = done")
            writer.line(f"r = {int(row.counted_out)} if done == {row.count.constant} else 1")
    with writer.block(f"elif r == {5 - int(row.again_on)}:"):
        writer.line(f"r = {int(row.ends_with)}")


def _write_ordered(source: TreeSource, row: TreeRow, writer: SourceWriter) -> None:
    assert isinstance(row, OrderedCompositeRow)
    if not row.may_run:
        _write_chain(source, row, writer, lambda position: f"if r == {_onward(row)}:")
    elif row.reactive:
        _write_reactive(source, row, writer)
    else:
        place = f"place_{row.index}"
        writer.line(f"{place} = ints[{row.place}]")
        writer.line(f"r = {_onward(row)}")
        _write_chain(
            source,
            row,
            writer,
            lambda position: f"if r == {_onward(row)} and {place} <= {position}:",
            first=f"if {place} <= 0:",
            on_running=lambda position: f"ints[{row.place}] = {position}",
        )


def _write_reactive(source: TreeSource, row: OrderedCompositeRow, writer: SourceWriter) -> None:
    stopped = f"stopped_{row.index}"
    writer.line(f"{stopped} = -1")
    _write_chain(
        source,
        row,
        writer,
        lambda position: f"if r == {_onward(row)}:",
        on_running=lambda position: f"{stopped} = {position}",
    )
    children = writer.name("children", row.index, row.child_rows)
    former = f"former_{row.index}"
    writer.line(f"{former} = ints[{row.place}]")
    with writer.block(f"if {former} >= 0 and {former} != {stopped}:"):
        writer.line(f"halt({children}[{former}], context)")
    writer.line(f"ints[{row.place}] = {stopped} if r == 1 else -1")


def _write_chain(
    source: TreeSource,
    row: OrderedCompositeRow,
    writer: SourceWriter,
    head: Callable[[int], str],
    first: str = "",
    on_running: Callable[[int], str] | None = None,
) -> None:
    """Write the children one after the other, each under the condition that the walk goes on."""
    for position, child in enumerate(row.child_rows):
        opening = head(position) if position else first
        if not opening:
            _write_link(source, child, position, writer, row.may_run, on_running)
            continue
        with writer.block(opening):
            _write_link(source, child, position, writer, row.may_run, on_running)


def _write_link(
    source: TreeSource,
    child: TreeRow,
    position: int,
    writer: SourceWriter,
    keeps: bool,
    on_running: Callable[[int], str] | None,
) -> None:
    source.visit(child, writer, keeps)
    if on_running is not None and child.may_run:
        with writer.block("if r == 1:"):
            writer.line(on_running(position))


def _onward(row: OrderedCompositeRow) -> int:
    """Return the result of a child with which the walk goes on to the next."""
    return int(Status.SUCCESS if row.ending == Status.FAILURE else Status.FAILURE)


_WRITERS: dict[type[TreeRow], KindWriter] = {
    OrderedCompositeRow: _write_ordered,
    ConditionRow: _write_condition,
    BlockRow: _write_set,
    FixedRow: _write_fixed,
    WaitRow: _write_wait,
    ResultMapRow: _write_result_map,
    CallRow: _write_call,
    PassThroughRow: _write_call,
    LoopRow: _write_loop,
}
