"""Write `parallel`, `random_sequence` and `random_selector` as Python source."""

from __future__ import annotations

from runtime.basics.status import Status
from runtime.minds.source.source_writer import SourceWriter
from runtime.minds.source.tree_source import Form, TreeSource
from runtime.minds.trees.parallel import ParallelRow, threshold
from runtime.minds.trees.random_composites import RandomCompositeRow


def _thresholds_can_fail(row: ParallelRow) -> bool:
    return row.success.expression is not None or row.failure.expression is not None


def _enter_parallel(source: TreeSource, row: ParallelRow, writer: SourceWriter) -> None:
    count = len(row.child_rows)
    zeros = writer.name("zeros", count, bytes(count))
    writer.line(f"bytes_[{row.finished}:{row.finished + count}] = {zeros}")
    writer.line(f"ints[{row.needed}] = {threshold(row.success.constant)}")
    writer.line(f"ints[{row.needed + 1}] = {threshold(row.failure.constant)}")


def _write_parallel(source: TreeSource, row: ParallelRow, writer: SourceWriter) -> None:
    """Write the children one after the other; only an end of one can decide.

    Thresholds that are evaluated on enter may be out of reach from the start: then every result is tested.
    """
    decision, ended, name = f"decision_{row.index}", f"ended_{row.index}", source.row(row)
    each, uncertain = row.decide == "each", _thresholds_can_fail(row)
    writer.line(f"{decision} = None")
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


PARALLEL_FORM = Form(
    tick=_write_parallel,
    enter=_enter_parallel,
    enter_can_fail=_thresholds_can_fail,
    keeps_ends=True,
)

RANDOM_FORM = Form(tick=_write_random, enter_can_fail=lambda row: True, keeps_ends=True)
