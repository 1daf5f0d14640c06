"""Write `sequence`, `selector`, `parallel`, `random_sequence` and `random_selector` as Python source.

The lean form is for sequences and selectors that neither keep their place nor have children that can be
skipped (or could be in the version of the document that ran before), abort others or are left to the
interpreter. Its children store nothing when they end: only when another child runs are the results written of
those before it, and which they are is known, since the walk went past them.
"""

from __future__ import annotations

from collections.abc import Callable

from runtime.basics.status import Status
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.source.tree_source import SourceForm, SourceWriter, TreeSource
from runtime.minds.trees.parallel import ParallelRow, threshold
from runtime.minds.trees.random_composites import RandomCompositeRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow


def _onward(row: OrderedCompositeRow) -> int:
    """Return the result of a child with which the walk goes on to the next."""
    return int(Status.SUCCESS if row.ending == Status.FAILURE else Status.FAILURE)


def _write_lean(source: TreeSource, row: OrderedCompositeRow, writer: SourceWriter) -> bool:
    special = row.keep or row.yields or row.tested >= 0 or not row.child_rows
    if special or not all(source.writes(child) and not child.may_skip for child in row.child_rows):
        return False
    if not row.may_run:
        _write_chain(source, row, writer, lambda position: f"r == {_onward(row)}")
        return True
    place, stop = f"place_{row.index}", f"stop_{row.index}"
    writer.line(f"{place} = ints[{row.place}]")
    if not row.reactive:
        writer.line(f"r = {_onward(row)}")
    reached = "" if row.reactive else f" and {place} <= "
    _write_chain(
        source,
        row,
        writer,
        lambda position: f"r == {_onward(row)}{reached}{position if reached else ''}",
        first="" if row.reactive else f"{place} <= 0",
        on_running=lambda position: f"{stop} = {position}",
    )
    with writer.block("if r == 1:"):
        writer.line(f"if {place} != {stop}: move_on({source.row(row)}, context, {place}, {stop})")
    writer.line(f"elif {place} >= 0: come_to_end({source.row(row)}, context, {place})")
    return True


def _write_chain(
    source: TreeSource,
    row: OrderedCompositeRow,
    writer: SourceWriter,
    goes_on: Callable[[int], str],
    *,
    first: str = "",
    on_running: Callable[[int], str] | None = None,
) -> None:
    """Write the children one after the other, each under the condition that the walk goes on."""
    for position, child in enumerate(row.child_rows):
        test = goes_on(position) if position else first
        with writer.block(f"if {test}:" if test else ""):
            source.visit(child, writer, stores=False)
            if on_running is not None and child.may_run:
                with writer.block("if r == 1:"):
                    writer.line(on_running(position))


def _write_enter(source: TreeSource, row: OrderedCompositeRow, writer: SourceWriter) -> None:
    was_tried = f"ints[{row.place}] > 0" if row.keep else "0"
    writer.line(f"bytes_[{row.tried}] = {was_tried}")
    if row.tested >= 0:
        for position in range(len(row.child_rows)):
            writer.line(f"bytes_[{row.tested + position}] = 0")


def _write_full(source: TreeSource, row: OrderedCompositeRow, writer: SourceWriter) -> None:
    """Write the walk of any of them; `stop` is the child that ended it, or their number."""
    start, stop, count = f"start_{row.index}", f"stop_{row.index}", len(row.child_rows)
    _write_start(source, row, writer, start)
    writer.line(f"{stop} = {count}")
    with source.halting(row.tested >= 0):
        for position, child in enumerate(row.child_rows):
            with writer.block(f"if {stop} == {count} and {start} <= {position}:"):
                source.visit(child, writer, stores=True)
                with writer.block("if r == 2 or r == 3:"):
                    writer.line(f"bytes_[{row.tried}] = 1")
                with writer.block(f"if r == 1 or r == {int(row.ending)}:"):
                    writer.line(f"{stop} = {position}")
                if row.yields and position + 1 < count:
                    with writer.block(f"elif r == {_onward(row)}:"):
                        writer.line(f"{stop} = {position + 1}")
                        writer.line("r = 1")
    with writer.block(f"if {stop} == {count}:"):
        writer.line(f"r = {_onward(row)} if bytes_[{row.tried}] else 4")
    if row.reactive and row.may_run:
        former = f"former_{row.index}"
        writer.line(f"{former} = ints[{row.place}]")
        with writer.block(f"if {former} >= 0 and {former} != {stop}:"):
            writer.line(f"halt({source.row(row)}.child_rows[{former}], context)")
    if row.keep:
        writer.line(f"ints[{row.place}] = 0 if {stop} == {count} else {stop}")
    elif row.may_run:
        writer.line(f"ints[{row.place}] = {stop} if r == 1 else -1")
    with writer.block("if r != 1:"):
        writer.line(f"bytes_[{row.tried}] = 0")


def _write_start(source: TreeSource, row: OrderedCompositeRow, writer: SourceWriter, start: str) -> None:
    """Write which child the walk begins at; one before it may have aborted the one that ran (3.9)."""
    place = "0" if row.reactive else f"ints[{row.place}]"
    if row.tested >= 0 and row.may_run:
        aborting = f"{source.row(row)}.aborting_child(context)"
        writer.line(f"{start} = {aborting} if bytes_[{row.index}] == 1 else -1")
        with writer.block(f"if {start} < 0:"):
            writer.line(f"{start} = {place}")
    else:
        writer.line(f"{start} = {place}")


def _thresholds_can_fail(row: ParallelRow) -> bool:
    return row.success.expression is not None or row.failure.expression is not None


def _may_need_none(row: ParallelRow) -> bool:
    """Tell whether it may succeed before any child has ended."""
    success = row.success.constant
    return _thresholds_can_fail(row) or (isinstance(success, int) and success < 1)


def _enter_parallel(source: TreeSource, row: ParallelRow, writer: SourceWriter) -> None:
    count = len(row.child_rows)
    zeros = writer.name("zeros", count, bytes(count))
    writer.line(f"bytes_[{row.finished}:{row.finished + count}] = {zeros}")
    writer.line(f"ints[{row.needed}] = {threshold(row.success.constant, 0)}")
    writer.line(f"ints[{row.needed + 1}] = {threshold(row.failure.constant, 1)}")


def _write_parallel(source: TreeSource, row: ParallelRow, writer: SourceWriter) -> None:
    """Write the children one after the other; only an end of one can decide.

    Thresholds may be out of reach, or reached, from the start: then every result is tested.
    """
    decision, ended, name = f"decision_{row.index}", f"ended_{row.index}", source.row(row)
    each, uncertain = row.decide == "each", _may_need_none(row)
    writer.line(f"{decision} = None")
    if row.again:
        count = len(row.child_rows)
        zeros = writer.name("zeros", count, bytes(count))
        writer.line(f"bytes_[{row.finished}:{row.finished + count}] = {zeros}")
    if not each:
        writer.line(f"{ended} = {uncertain}")
    for position, child in enumerate(row.child_rows):
        finished = f"bytes_[{row.finished + position}]"
        undecided = f"{decision} is None and " if each and position else ""
        with writer.block(f"if {undecided}not {finished}:"):
            source.visit(child, writer, stores=True)
            with writer.block("if r != 1:"):
                writer.line(f"{finished} = r")
                writer.line(f"{decision} = {name}.decision(context, r)" if each else f"{ended} = True")
            if each and uncertain:
                with writer.block("else:"):
                    writer.line(f"{decision} = {name}.decision(context, r)")
    if not each:
        with writer.block(f"if {ended}:"):
            writer.line(f"{decision} = {name}.decision(context, None)")
    with writer.block(f"if {decision} is None:"):
        writer.line("r = 1")
    with writer.block("else:"):
        writer.line(f"r = int({decision})")
        with writer.block(f"for child in {name}.child_rows:"):
            writer.line("halt(child, context)")


def _write_random(source: TreeSource, row: RandomCompositeRow, writer: SourceWriter) -> None:
    place, child, count = f"place_{row.index}", f"child_{row.index}", len(row.child_rows)
    name = source.row(row)
    other = int(Status.FAILURE if row.ending == Status.SUCCESS else Status.SUCCESS)
    visitors = source.visitors(row)
    writer.line(f"{place} = ints[{row.place}]")
    with writer.block(f"while {place} < {count}:"):
        writer.line(f"{child} = ints[{row.order} + {place}]")
        visited = f"{visitors}[{child}](context)"
        never = row.weights is not None and 0 in row.weights
        writer.line(
            f"r = {visited} if {name}.takes_part({child}, context) else 4" if never else f"r = {visited}"
        )
        with writer.block("if r == 1:"):
            writer.line("break")
        with writer.block("if r != 4:"):
            writer.line(f"bytes_[{row.tried}] = 1")
            with writer.block(f"if r == {int(row.ending)}:"):
                writer.line("break")
        writer.line(f"{place} += 1")
    with writer.block("else:"):
        writer.line(f"r = {other} if bytes_[{row.tried}] else {int(row.untried)}")
    writer.line(f"ints[{row.place}] = {place}")


FORMS: dict[type[TreeRow], SourceForm] = {
    OrderedCompositeRow: SourceForm(tick=_write_full, enter=_write_enter, whole=_write_lean, keeps_ends=True),
    ParallelRow: SourceForm(
        tick=_write_parallel, enter=_enter_parallel, enter_can_fail=_thresholds_can_fail, keeps_ends=True
    ),
    RandomCompositeRow: SourceForm(tick=_write_random, enter_can_fail=lambda row: True, keeps_ends=True),
}
