"""Declare the rows of behavior trees in an export."""

from __future__ import annotations

from typing import Any

from graphs.expressions.typed import VariableRead
from graphs.expressions.types import ENTITY, FLOAT, INT, fits_type
from graphs.files.json_text import JsonValue
from runtime.behavior_trees.action_leaf import ActionRow
from runtime.behavior_trees.branching import IfElseRow, SwitchRow, TryRecoverRow
from runtime.behavior_trees.claiming import NO_SCOPE, ClaimRow, ReleaseRow
from runtime.behavior_trees.leaves import BlockRow, ConditionRow, FixedRow, LogRow, WaitRow
from runtime.behavior_trees.parallel import ParallelRow
from runtime.behavior_trees.random_composites import RandomCompositeRow
from runtime.behavior_trees.sequence_and_selector import OrderedCompositeRow
from runtime.behavior_trees.subtree import CallRow
from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.utility_selector import UtilitySelectorRow
from runtime.decision_trees.leaves import RunRow
from runtime.export.action_checks import checked_action
from runtime.export.code_forms import (
    ANYTHING,
    ARGUMENTS,
    BINDINGS,
    COUNT,
    END,
    FIRST_VALUES,
    FRACTION,
    RESULT,
    SECONDS,
    THRESHOLD,
)
from runtime.export.expression_forms import NUMBER, TEST, expression
from runtime.export.forms import (
    BOOL,
    DRAWS,
    TEXT,
    VALUE,
    Field,
    Form,
    many,
    memory,
    number,
    optional,
    or_none,
    row_link,
    whole,
    words,
)
from runtime.export.line_forms import BLOCK
from runtime.export.node_code_forms import GUARD, SERVICES
from runtime.export.reading import Reading
from runtime.export.row_forms import Check, RowForm
from runtime.expressions.context import Slot
from runtime.program.rows import Row, RowFamily

CHILDREN = Field(
    "children", "child_rows", many(row_link(TreeRow, "node that can be ticked")), "Its children in order."
)
FRAME = (
    Field("disabled", "disabled", BOOL, "It is SKIPPED, whatever is in it."),
    Field("guard", "guard", optional(GUARD), "What must hold before it is entered."),
    Field("services", "services", SERVICES, "What is done besides while it is active."),
)
"""The fields of every node that can be ticked."""

DERIVED = frozenset({"may_run", "may_skip", "interpreted", "may_refuse", "claims"})


def children_of(row: Row) -> int:
    """Return how many children a row has."""
    assert isinstance(row, TreeRow)
    return len(row.child_rows)


def tree_form(
    op: str,
    made: type[TreeRow],
    help_text: str,
    kinds: tuple[str, ...],
    *own: Field,
    check: Check | None = None,
    derived: frozenset[str] = frozenset(),
) -> RowForm:
    """Return the form of rows that are ticked."""
    checks: Check = check if check is not None else has_children(0, 0)
    return RowForm(
        op,
        made,
        RowFamily.TREE_NODE,
        help_text,
        kinds,
        (CHILDREN, *FRAME, *own),
        DERIVED | derived,
        checks,
    )


def has_children(least: int, most: int | None) -> Check:
    """Return a check of how many children a row has; a disabled one may have any."""

    def check(row: Any, path: str, source: Reading) -> None:
        count = len(row.child_rows)
        fits = row.disabled or (count >= least and (most is None or count <= most))
        source.require(fits, path, f"It cannot have {count} children.")

    return check


def _one_for_each(attribute: str) -> Check:
    def check(row: Any, path: str, source: Reading) -> None:
        values = getattr(row, attribute)
        fits = values is None or len(values) == len(row.child_rows)
        source.require(fits, path, f"{attribute} must have one value for each child.")

    return check


def _check_switch(row: SwitchRow, path: str, source: Reading) -> None:
    _one_for_each("cases")(row, path, source)
    source.require(row.default < len(row.child_rows), path, "The default is no child.")
    declared = row.variable.typed.type
    fits = all(case is None or fits_type(case, declared) for case in row.cases)
    source.require(fits, path, f"A case is not {declared.phrase}.")


def _check_place(row: ClaimRow | ReleaseRow, path: str, source: Reading) -> None:
    read = row.place.typed
    fits = isinstance(read, VariableRead) and (read.type == ENTITY or source.slots[read.slot_key].shared)
    source.require(fits, path, "A place is counted by a variable of scope world, or is an entity.")
    has_children(0, 0)(row, path, source)


def _check_claim(row: ClaimRow, path: str, source: Reading) -> None:
    _check_place(row, path, source)
    if row.scope != NO_SCOPE:
        scope = source.row_at(row.scope, path)
        fits = isinstance(scope, TreeRow) and scope.index <= row.index < scope.end
        source.require(fits, path, "Its scope is no node that it stands in.")


def _check_ordered(row: OrderedCompositeRow, path: str, source: Reading) -> None:
    for position, child in enumerate(row.child_rows):
        if child.guard is not None and child.guard.aborts_lower:
            wanted = row.tested + position if row.tested >= 0 else -1
            fits = child.guard.last_test == wanted
            source.require(fits, path, f"The last test of the guard of child {position} is kept elsewhere.")


# -- forms of single fields -----------------------------------------------------------------------------


def _added(data: JsonValue, path: str, source: Reading) -> Slot:
    return Slot("float", memory("float").read(data, path, source), FLOAT)


_ADDED: Form[Slot] = Form(memory("float").schema, lambda slot, out: slot.index, _added)


def _action_row(row: ActionRow, path: str, source: Reading) -> None:
    row.action = checked_action(row.action_id, row.arguments, False, path, source)
    source.require(not row.child_rows, path, "An action has no children.")


MEMORY_OF_CHILDREN = memory("int", children_of)
_BYTE, _INT = memory("byte"), memory("int")

TREE_FORMS: tuple[RowForm, ...] = (
    tree_form(
        "ordered",
        OrderedCompositeRow,
        "Visits its children in order until one gives `ending`.",
        ("sequence", "selector"),
        Field("ending", "ending", END, "The result of a child that ends it."),
        Field("reactive", "reactive", BOOL, "It starts at the first child every tick."),
        Field("keep", "keep", BOOL, "It keeps its place when it ends early or is halted."),
        Field("place", "place", _INT, "The child that runs; -1 for none unless `keep`."),
        Field("tried", "tried", _BYTE, "1 once a child has ended."),
        Field(
            "tested",
            "tested",
            or_none(memory("byte", children_of)),
            "The first byte, one for each child, with the last test of its guard.",
        ),
        check=_check_ordered,
    ),
    tree_form(
        "shuffled",
        RandomCompositeRow,
        "Visits its children in a drawn order until one gives `ending`.",
        ("random_sequence", "random_selector"),
        Field("ending", "ending", END, "The result of a child that ends it."),
        Field(
            "weights",
            "weights",
            optional(many(number(0.0))),
            "Weights of the children, 0 for never; null for none.",
        ),
        Field("place", "place", _INT, "How far it is in the drawn order."),
        Field("tried", "tried", _BYTE, "1 once a child has ended."),
        Field("draws", "draws", DRAWS, "Counts its draws."),
        Field("order", "order", MEMORY_OF_CHILDREN, "The first int, one for each child, of the drawn order."),
        check=_one_for_each("weights"),
    ),
    tree_form(
        "parallel",
        ParallelRow,
        "Visits all unfinished children every tick.",
        ("parallel",),
        Field("success", "success", THRESHOLD, "How many successes make it succeed."),
        Field("failure", "failure", THRESHOLD, "How many failures make it fail."),
        Field(
            "decide", "decide", words("each", "end"), "When it is decided: after each child, or after all."
        ),
        Field(
            "finished", "finished", memory("byte", children_of), "The first byte, one a child: its result."
        ),
        Field("needed", "needed", memory("int", lambda row: 2), "The first of two ints: both thresholds."),
        check=has_children(0, None),
    ),
    tree_form(
        "utility",
        UtilitySelectorRow,
        "Visits the child with the highest score.",
        ("utility_selector",),
        Field("scores", "scores", many(expression(*NUMBER)), "The score of each child."),
        Field("every_tick", "every_tick", BOOL, "It chooses every tick, not only on enter."),
        Field("next_on_failure", "next_on_failure", BOOL, "A child that fails gives way to the next best."),
        Field("inertia", "inertia", FRACTION, "What is added to the score of the running child."),
        Field("chosen", "chosen", _INT, "The child that runs; -1 for none."),
        Field("added", "added", _ADDED, "The inertia as fixed on enter."),
        check=_one_for_each("scores"),
    ),
    tree_form(
        "if_else",
        IfElseRow,
        "Visits its second or third child by the result of the first.",
        ("if_else",),
        Field("reactive", "reactive", BOOL, "It asks every tick, not only on enter."),
        Field("branch", "branch", _INT, "The child decided for, 1 or 2; -1 for none."),
        check=has_children(2, 3),
    ),
    tree_form(
        "switch",
        SwitchRow,
        "Visits the child whose case equals a value.",
        ("switch",),
        Field("value", "variable", expression(), "What is compared."),
        Field("cases", "cases", many(VALUE), "The case of each child; null for none."),
        Field("default", "default", or_none(whole(0)), "The child for what no case matches."),
        Field("chosen", "chosen", _INT, "The child that runs; -1 for none."),
        check=_check_switch,
    ),
    tree_form(
        "try_recover",
        TryRecoverRow,
        "Visits its second child when the first fails, and then the first again.",
        ("try_recover",),
        Field("attempts", "attempts", COUNT, "How often it recovers."),
        Field("recovering", "recovering", _BYTE, "1 while the second child is at work."),
        Field("left", "left", _INT, "The attempts that are left."),
        check=has_children(2, 2),
    ),
    tree_form(
        "fixed",
        FixedRow,
        "Gives one result; what is below it is never visited.",
        (),
        Field("result", "result", RESULT, "The result."),
        check=has_children(0, None),
    ),
    tree_form(
        "test",
        ConditionRow,
        "Tests an expression.",
        ("condition", "wait_until"),
        Field("test", "test", TEST, "What gives SUCCESS."),
        Field("otherwise", "otherwise", RESULT, "What it gives where the test is false."),
    ),
    tree_form(
        "block",
        BlockRow,
        "Runs an action block and succeeds.",
        ("set", "raise"),
        Field("block", "block", BLOCK, "The lines."),
    ),
    tree_form(
        "claim",
        ClaimRow,
        "Takes a free place for the agent, or keeps the one it has.",
        ("claim",),
        Field("place", "place", expression(INT, ENTITY), "The variable that counts, or names the entity."),
        Field("until", "scope", or_none(whole(0)), "The row with which the place goes back; null for none."),
        Field("claimed", "held", memory("object"), "The name of what it holds; null for nothing."),
        check=_check_claim,
    ),
    tree_form(
        "release",
        ReleaseRow,
        "Gives the place of the agent back.",
        ("release",),
        Field("place", "place", expression(INT, ENTITY), "The variable that counts, or names the entity."),
        check=_check_place,
    ),
    tree_form(
        "log",
        LogRow,
        "Tells a message to whoever watches and succeeds.",
        ("log",),
        Field("message", "message", ANYTHING, "The message."),
    ),
    tree_form(
        "wait",
        WaitRow,
        "Lets time pass.",
        ("wait",),
        Field("seconds", "seconds", SECONDS, "How long."),
        Field("jitter", "jitter", SECONDS, "How far that is drawn to both sides."),
        Field("due", "due", _INT, "The tick it ends on."),
        Field("draws", "draws", DRAWS, "Counts its draws."),
    ),
    tree_form(
        "action",
        ActionRow,
        "Does an action of the game.",
        ("action", "activity"),
        Field("action", "action_id", TEXT, "The action."),
        Field("arguments", "arguments", ARGUMENTS, "Its arguments, evaluated before every tick."),
        Field("entered", "entered", _INT, "The tick it was entered on."),
        Field("begun", "begun", _BYTE, "1 once the action itself has begun."),
        check=_action_row,
        derived=frozenset({"action", "fields"}),
    ),
    tree_form(
        "call",
        CallRow,
        "Visits the root of another graph.",
        ("subtree", "run_machine", "decide"),
        Field("bindings", "bindings", BINDINGS, "The parameters of the graph, bound before every tick."),
        check=has_children(1, 1),
    ),
    tree_form(
        "run",
        RunRow,
        "Visits the root of another graph, which is made anew each time it is entered.",
        ("run",),
        Field("bindings", "bindings", BINDINGS, "The parameters of the graph, bound before every tick."),
        Field("fresh", "fresh", FIRST_VALUES, "What is made anew when it is entered."),
        check=has_children(1, 1),
    ),
)
"""The forms of everything that a behavior tree consists of."""
