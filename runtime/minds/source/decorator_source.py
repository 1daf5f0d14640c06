"""Write decorators and calls of graphs as Python source."""

from __future__ import annotations

from runtime.minds.program.tree_row import TreeRow
from runtime.minds.source.tree_source import SourceForm, SourceWriter, TreeSource
from runtime.minds.trees.repeat import FOREVER, LoopRow
from runtime.minds.trees.result_decorators import PassThroughRow, ProbabilityRow, ResultMapRow, RunLimitRow
from runtime.minds.trees.subtree import CallRow
from runtime.minds.trees.timing_decorators import CooldownRow, DelayRow, RateLimitRow, TimeoutRow


def _write_result_map(source: TreeSource, row: ResultMapRow, writer: SourceWriter) -> None:
    source.visit(row.child_rows[0], writer, stores=False)
    writer.line(f"r = {int(row.on_success)} if r == 2 else {int(row.on_failure)} if r == 3 else r")


def _write_call(source: TreeSource, row: CallRow, writer: SourceWriter) -> None:
    if not row.bindings:
        source.visit(row.child_rows[0], writer, stores=False)
        return
    with writer.block("try:"):
        bindings = writer.name("bindings", row.index, row.bindings)
        writer.line(f"bind_parameters({bindings}, context, {source.row(row)})")
    with writer.block("except EvaluationError as error:"):
        writer.line(f"q_{row.index} = stop_below({source.row(row)}, context, error)")
    with writer.block(f"if not q_{row.index}:"):
        source.visit(row.child_rows[0], writer, stores=False)


def _enter_loop(source: TreeSource, row: LoopRow, writer: SourceWriter) -> None:
    limit = FOREVER if row.count is None else row.count.constant
    writer.line(f"ints[{row.limit}] = {limit}")
    writer.line(f"ints[{row.done}] = 0")


def _count_can_fail(row: LoopRow) -> bool:
    if row.count is None:
        return False
    count = row.count.constant
    return row.count.expression is not None or not isinstance(count, int) or count < 0


def _write_loop(source: TreeSource, row: LoopRow, writer: SourceWriter) -> None:
    if row.same_tick:
        attempt = f"attempt_{row.index}"
        with source.halting(True):
            source.function(attempt, row.child_rows[0], stores=False)
        writer.line(f"r = {source.row(row)}.loop({attempt}, context)")
        return
    child, again, other = row.child_rows[0], int(row.again_on), 5 - int(row.again_on)
    with writer.block(f"if ints[{row.limit}] == 0:"):
        writer.line(f"r = {int(row.counted_out)}")
    with writer.block("else:"):
        source.visit(child, writer, stores=False)
        end = f"end_{row.index}" if row.any_end else again
        with writer.block("if r == 2 or r == 3:" if row.any_end else f"if r == {again}:"):
            if row.any_end:
                writer.line(f"{end} = r")
            writer.line("r = 1")
            if row.count is not None:
                writer.line(f"done = ints[{row.done}] = ints[{row.done}] + 1")
                writer.line(f"if done == ints[{row.limit}]: r = {int(row.counted_out)}")
            writer.line(f"if r == 1: bytes_[{child.index}] = {end}")
        if not row.any_end:
            writer.line(f"elif r == {other}: r = {int(row.ends_with)}")


def _enter_timed(source: TreeSource, row: TimeoutRow | DelayRow, writer: SourceWriter) -> None:
    writer.line(f"ints[{row.due}] = context.due_after({row.seconds.constant_ticks})")


def _duration_can_fail(row: TimeoutRow | DelayRow | CooldownRow | RateLimitRow) -> bool:
    return row.seconds.expression is not None


def _write_timeout(source: TreeSource, row: TimeoutRow, writer: SourceWriter) -> None:
    with writer.block(f"if now >= ints[{row.due}]:"):
        writer.line(f"halt({source.row(row)}.child_rows[0], context)")
        writer.line("r = 3")
    with writer.block("else:"):
        source.visit(row.child_rows[0], writer, stores=False)


def _write_delay(source: TreeSource, row: DelayRow, writer: SourceWriter) -> None:
    with writer.block(f"if now < ints[{row.due}]:"):
        writer.line("r = 1")
    with writer.block("else:"):
        source.visit(row.child_rows[0], writer, stores=False)


def _write_cooldown(source: TreeSource, row: CooldownRow, writer: SourceWriter) -> None:
    source.visit(row.child_rows[0], writer, stores=False)
    starts = "r != 1" if row.after is None else " or ".join(f"r == {int(end)}" for end in row.after)
    with writer.block(f"if {starts}:"):
        writer.line(f"ints[{row.ready}] = context.due_after(ints[{row.length}])")


def _enter_rate_limit(source: TreeSource, row: RateLimitRow, writer: SourceWriter) -> None:
    ticks = row.seconds.constant_ticks
    if row.waits:
        writer.line(f"ints[{row.length}] = {ticks}")
    else:
        writer.line(f"ints[{row.next_start}] = context.due_after({ticks})")


def _write_rate_limit(source: TreeSource, row: RateLimitRow, writer: SourceWriter) -> None:
    child = row.child_rows[0]
    if not row.waits:
        _write_limited(source, row, writer)
        return
    with writer.block(f"if bytes_[{child.index}] != 1 and now < ints[{row.next_start}]:"):
        writer.line("r = 1")
    with writer.block("else:"):
        with writer.block(f"if bytes_[{child.index}] != 1:"):
            writer.line(f"ints[{row.next_start}] = context.due_after(ints[{row.length}])")
        _write_limited(source, row, writer)


def _write_limited(source: TreeSource, row: RateLimitRow, writer: SourceWriter) -> None:
    source.visit(row.child_rows[0], writer, stores=False)
    with writer.block("if r != 1:"):
        writer.line(f"bytes_[{row.last}] = r")


def _run_limit_refuses(row: RunLimitRow) -> str:
    if row.count.expression is not None or not isinstance(row.count.constant, int):
        return "True"
    return f"ints[{row.done}] >= {row.count.constant}"


def _write_run_limit(source: TreeSource, row: RunLimitRow, writer: SourceWriter) -> None:
    source.visit(row.child_rows[0], writer, stores=False)
    counted = " or ".join(f"r == {int(result)}" for result in row.counted)
    with writer.block("if r == 2 or r == 3:"):
        writer.line(f"bytes_[{row.last}] = r")
        with writer.block(f"if {counted}:"):
            writer.line(f"ints[{row.done}] += 1")


def _write_probability(source: TreeSource, row: ProbabilityRow, writer: SourceWriter) -> None:
    with writer.block(f"if bytes_[{row.hit}]:"):
        source.visit(row.child_rows[0], writer, stores=False)
    writer.line(f"else: r = {int(row.refused)}")


FORMS: dict[type[TreeRow], SourceForm] = {
    CallRow: SourceForm(tick=_write_call, tick_can_fail=lambda row: bool(row.bindings)),
    CooldownRow: SourceForm(
        tick=_write_cooldown,
        enter=lambda source, row, writer: writer.line(f"ints[{row.length}] = {row.seconds.constant_ticks}"),
        enter_can_fail=_duration_can_fail,
        refuses=lambda row: (
            f"ints[{row.ready}] > now" + (f" or not ints[{row.ready}]" if row.start_cooled else "")
        ),
    ),
    DelayRow: SourceForm(tick=_write_delay, enter=_enter_timed, enter_can_fail=_duration_can_fail),
    LoopRow: SourceForm(tick=_write_loop, enter=_enter_loop, enter_can_fail=_count_can_fail, keeps_ends=True),
    PassThroughRow: SourceForm(
        tick=lambda source, row, writer: source.visit(row.child_rows[0], writer, stores=False)
    ),
    ProbabilityRow: SourceForm(tick=_write_probability, enter_can_fail=lambda row: True),
    RateLimitRow: SourceForm(
        tick=_write_rate_limit,
        enter=_enter_rate_limit,
        enter_can_fail=_duration_can_fail,
        refuses=lambda row: "" if row.waits else f"now < ints[{row.next_start}]",
    ),
    ResultMapRow: SourceForm(tick=_write_result_map),
    RunLimitRow: SourceForm(tick=_write_run_limit, refuses=_run_limit_refuses),
    TimeoutRow: SourceForm(tick=_write_timeout, enter=_enter_timed, enter_can_fail=_duration_can_fail),
}
