"""Write leaves as Python source."""

from __future__ import annotations

from runtime.minds.actions.action import Action
from runtime.minds.actions.action_context import TurnContext
from runtime.minds.program.code import ControlValue
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.source.tree_source import SourceForm, SourceWriter, TreeSource, inline_or_none
from runtime.minds.trees.leaves import ActionRow, BlockRow, ConditionRow, FixedRow, WaitRow


def _write_condition(source: TreeSource, row: ConditionRow, writer: SourceWriter) -> None:
    test = inline_or_none(row.test)
    if test is not None:
        writer.line(f"r = 2 if {test} else {int(row.otherwise)}")
        return
    name = writer.name("test", row.index, row.test)
    with writer.block("try:"):
        writer.line(f"r = 2 if {name}.run(context) else {int(row.otherwise)}")
    with writer.block("except EvaluationError as error:"):
        writer.line(f"q_{row.index} = stop_below({source.row(row)}, context, error)")


def _write_set(source: TreeSource, row: BlockRow, writer: SourceWriter) -> None:
    writer.line(f"{writer.name('block', row.index, row.block)}.run(context, {source.row(row)})")
    writer.line("r = 2")


def _wait_can_fail(row: WaitRow) -> bool:
    """Tell whether the row itself is entered, since its time is evaluated or drawn."""
    evaluated = row.seconds.expression is not None or row.jitter.expression is not None
    return evaluated or row.jitter.constant_ticks != 0


def _arguments_can_fail(row: ActionRow) -> bool:
    return any(value.expression is not None for _, value in row.arguments)


def _write_action(source: TreeSource, row: ActionRow, writer: SourceWriter) -> None:
    if not _arguments_can_fail(row):
        constants = {name: value.constant for name, value in row.arguments}
        _write_acting(source, row, writer, writer.name("arguments", row.index, constants))
        return
    with writer.block("try:"):
        given = ", ".join(f"{name!r}: {_argument(row, name, value, writer)}" for name, value in row.arguments)
        writer.line(f"values_{row.index} = {{{given}}}")
    with writer.block("except EvaluationError as error:"):
        writer.line(f"q_{row.index} = stop_below({source.row(row)}, context, error)")
    with writer.block(f"if not q_{row.index}:"):
        _write_acting(source, row, writer, f"values_{row.index}")


def _argument(row: ActionRow, name: str, value: ControlValue, writer: SourceWriter) -> str:
    if value.expression is None:
        return f"{writer.name(f'constant_{name}', row.index, value.constant)}"
    source = inline_or_none(value.expression)
    if source is not None:
        return source
    return f"{writer.name(f'argument_{name}', row.index, value.expression)}.run(context)"


def _write_acting(source: TreeSource, row: ActionRow, writer: SourceWriter, values: str) -> None:
    """Write the call of the action's own code, and what its mistakes come to (rule 3.12)."""
    i, name = row.index, source.row(row)
    acting = _write_context(source, row, writer, values)
    writer.line(f"if context.made_requests: context.drop_requests({name})")
    with writer.block("try:"):
        _write_begin(source, row, writer, acting)
        writer.line(f"gave = {writer.name('act', i, row.action.tick)}({acting})")
    with writer.block("except MISTAKES as error:"):
        writer.line(f"gave = mistake(error, {name}, context)")
    other = f"no_result(gave, {name}, context)"
    writer.line(f"r = 2 if gave is SUCCESS else 1 if gave is RUNNING else 3 if gave is FAILURE else {other}")


def _write_begin(source: TreeSource, row: ActionRow, writer: SourceWriter, acting: str) -> None:
    """Write the beginning of the action, in the tick in which its node is entered.

    One whose `enter` does something may also run without having begun: when a start tells only that it runs.
    Arguments or services that fail keep any action from beginning, and what has not begun is not halted.
    """
    begins = [f"bytes_[{row.begun}] = 1"]
    if type(row.action).enter is not Action.enter:
        begins.append(f"{writer.name('enter', row.index, row.action.enter)}({acting})")
        with writer.block(f"if not ran_{row.index} or not bytes_[{row.begun}]:"):
            for line in begins:
                writer.line(line)
    elif _arguments_can_fail(row) or row.services:
        with writer.block(f"if not ran_{row.index}:"):
            writer.line(begins[0])


def _enter_action(source: TreeSource, row: ActionRow, writer: SourceWriter) -> None:
    begins = _arguments_can_fail(row) or type(row.action).enter is not Action.enter
    writer.line(f"ints[{row.entered}] = now")
    writer.line(f"bytes_[{row.begun}] = {0 if begins else 1}")
    if row.fields:
        writer.line(f"{source.row(row)}.make_fields_anew(context)")


def _write_context(source: TreeSource, row: ActionRow, writer: SourceWriter, values: str) -> str:
    """Write what gives the action its context, and return the name of it.

    All agents take turns with one context per node, but not for a trial: its generator keeps its context.
    """
    if not row.action.resumable:
        fields = writer.name("fields", row.index, row.fields)
        name = source.row(row)
        writer.line(f"acting = ActionContext(context, {name}, {values}, {fields}, ints[{row.entered}])")
        return "acting"
    constants = {name: value.constant for name, value in row.arguments}
    acting = writer.name("acting", row.index, TurnContext(row, row.fields, row.entered, constants))
    writer.line(f"{acting}.brain = context")
    if _arguments_can_fail(row):
        writer.line(f"{acting}.arguments = {values}")
    return acting


FORMS: dict[type[TreeRow], SourceForm] = {
    ActionRow: SourceForm(tick=_write_action, enter=_enter_action, tick_can_fail=_arguments_can_fail),
    BlockRow: SourceForm(tick=_write_set),
    ConditionRow: SourceForm(
        tick=_write_condition, tick_can_fail=lambda row: inline_or_none(row.test) is None
    ),
    FixedRow: SourceForm(tick=lambda source, row, writer: writer.line(f"r = {int(row.result)}")),
    WaitRow: SourceForm(
        tick=lambda source, row, writer: writer.line(f"r = 1 if now < ints[{row.due}] else 2"),
        enter=lambda source, row, writer: writer.line(
            f"ints[{row.due}] = context.due_after({row.seconds.constant_ticks})"
        ),
        enter_can_fail=_wait_can_fail,
    ),
}
