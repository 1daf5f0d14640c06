"""Write `if_else`, `switch`, `try_recover` and `utility_selector` as Python source."""

from __future__ import annotations

from runtime.minds.program.tree_row import TreeRow
from runtime.minds.source.tree_source import SourceForm, SourceWriter, TreeSource, inline_or_none
from runtime.minds.trees.branching import NONE, IfElseRow, SwitchRow, TryRecoverRow
from runtime.minds.trees.utility_selector import NO_CHILD, UtilitySelectorRow


def _write_if(source: TreeSource, row: IfElseRow, writer: SourceWriter) -> None:
    former, branch = f"former_{row.index}", f"branch_{row.index}"
    condition, *branches = row.child_rows
    writer.line(f"{former} = {branch} = ints[{row.branch}]")
    writer.line("r = 0")
    with writer.block("" if row.reactive else f"if {former} == {NONE}:"):
        source.visit(condition, writer, stores=True)
        with writer.block("if r != 1:"):
            writer.line(f"{branch} = 1 if r == 2 else 2")
    with writer.block("if r != 1:"):
        with writer.block(f"if 0 < {former} <= {len(branches)} and {former} != {branch}:"):
            writer.line(f"halt({source.row(row)}.child_rows[{former}], context)")
        writer.line(f"ints[{row.branch}] = {branch}")
        for number, child in enumerate(branches, 1):
            with writer.block(f"{'if' if number == 1 else 'elif'} {branch} == {number}:"):
                source.visit(child, writer, stores=True)
        writer.line("else: r = 3")


def _write_switch(source: TreeSource, row: SwitchRow, writer: SourceWriter) -> None:
    value = inline_or_none(row.variable)
    if value is not None:
        writer.line(f"value_{row.index} = {value}")
        _write_cases(source, row, writer)
        return
    with writer.block("try:"):
        run = writer.name("variable", row.index, row.variable)
        writer.line(f"value_{row.index} = {run}.run(context)")
    with writer.block("except EvaluationError as error:"):
        writer.line(f"q_{row.index} = stop_below({source.row(row)}, context, error)")
    with writer.block(f"if not q_{row.index}:"):
        _write_cases(source, row, writer)


def _write_cases(source: TreeSource, row: SwitchRow, writer: SourceWriter) -> None:
    value, chosen, former = f"value_{row.index}", f"chosen_{row.index}", f"former_{row.index}"
    tests = [
        f"{place} if {value} == {case!r} else "
        for place, case in enumerate(row.cases)
        if place != row.default and case is not None
    ]
    writer.line(f"{chosen} = {''.join(tests)}{row.default}")
    writer.line(f"{former} = ints[{row.chosen}]")
    with writer.block(f"if {former} >= 0 and {former} != {chosen}:"):
        writer.line(f"halt({source.row(row)}.child_rows[{former}], context)")
    writer.line(f"ints[{row.chosen}] = {chosen}")
    writer.line(f"if {chosen} < 0: r = 3")
    for place, child in enumerate(row.child_rows):
        with writer.block(f"elif {chosen} == {place}:"):
            source.visit(child, writer, stores=False)


def _recover_can_fail(row: TryRecoverRow) -> bool:
    attempts = row.attempts.constant
    return row.attempts.expression is not None or not isinstance(attempts, int) or attempts < 0


def _enter_recover(source: TreeSource, row: TryRecoverRow, writer: SourceWriter) -> None:
    writer.line(f"ints[{row.left}] = {row.attempts.constant}")
    writer.line(f"bytes_[{row.recovering}] = 0")


def _write_recover(source: TreeSource, row: TryRecoverRow, writer: SourceWriter) -> None:
    first, second = row.child_rows
    if row.same_tick:
        with source.halting(True):
            visitors = source.visitors(row)
        writer.line(f"r = int({source.row(row)}.loop(*{visitors}, context))")
        return
    turn = f"turn_{row.index}"
    writer.line(f"{turn} = bytes_[{row.recovering}]")
    with writer.block(f"if not {turn}:"):
        source.visit(first, writer, stores=True)
        writer.line(f"if r == 3 and ints[{row.left}]: {turn} = bytes_[{row.recovering}] = 1")
    with writer.block(f"if {turn}:"):
        source.visit(second, writer, stores=True)
        with writer.block("if r == 2:"):
            writer.line(f"ints[{row.left}] -= 1")
            writer.line(f"bytes_[{row.recovering}] = 0")
            writer.line("r = 1")
        writer.line("elif r != 1: r = 3")


def _write_utility(source: TreeSource, row: UtilitySelectorRow, writer: SourceWriter) -> None:
    best, former, failed = (f"{name}_{row.index}" for name in ("best", "former", "failed"))
    with source.halting(row.next_on_failure):
        visitors = source.visitors(row)
    name = source.row(row)
    writer.line(f"{failed} = set()")
    with writer.block("while True:"):
        writer.line(f"{former} = ints[{row.chosen}]")
        writer.line(f"{best}, _ = {name}.choose(context, {former}, {failed})")
        with writer.block(f"if {best} < 0:"):
            writer.line("r = 3")
            writer.line("break")
        with writer.block(f"if {former} >= 0 and {former} != {best}:"):
            writer.line(f"halt({name}.child_rows[{former}], context)")
        writer.line(f"ints[{row.chosen}] = {best}")
        writer.line(f"r = {visitors}[{best}](context)")
        writer.line("if r == 1: break")
        writer.line(f"ints[{row.chosen}] = {NO_CHILD}")
        writer.line("if r != 3: break" if row.next_on_failure else "break")
        if row.next_on_failure:
            writer.line(f"{failed}.add({best})")


FORMS: dict[type[TreeRow], SourceForm] = {
    IfElseRow: SourceForm(
        tick=_write_if,
        enter=lambda source, row, writer: writer.line(f"ints[{row.branch}] = {NONE}"),
        keeps_ends=True,
    ),
    SwitchRow: SourceForm(
        tick=_write_switch,
        enter=lambda source, row, writer: writer.line(f"ints[{row.chosen}] = {NONE}"),
        tick_can_fail=lambda row: inline_or_none(row.variable) is None,
    ),
    TryRecoverRow: SourceForm(
        tick=_write_recover, enter=_enter_recover, enter_can_fail=_recover_can_fail, keeps_ends=True
    ),
    UtilitySelectorRow: SourceForm(tick=_write_utility, enter_can_fail=lambda row: True, keeps_ends=True),
}
