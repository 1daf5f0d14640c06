"""Check the questions and answers of decision trees (rules 5.1 to 5.3)."""

from __future__ import annotations

from collections.abc import Callable

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.expression_checks import TextPlace, check_number, check_text, literal_fits
from graphs.checks.rules.graph_check import GraphCheck
from graphs.expressions.types import BOOL, FLOAT, INT, Type, ValueType
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.decision_tree import MOST_BRANCHES, DecisionNode, DecisionTreeGraph

_NO_ANSWER = "The question would have no answer there."


def check_question(check: GraphCheck, graph: DecisionTreeGraph, node_id: str) -> None:
    """Report what breaks a rule of decision trees in a node, and every expression that is wrong."""
    node = graph.nodes[node_id]
    for number, branch in enumerate(node.branches):
        if branch.child is None:
            said = f"Branch {number + 1} of {check.title(node_id)} leads nowhere."
            remedy = "Connect it to an answer or another question."
            check.report("E050", node_id, f"branches.{number}", said, remedy, why=_NO_ANSWER)
    if len(node.branches) > MOST_BRANCHES:
        said = f"{check.title(node_id)} has {len(node.branches)} branches; the most are {MOST_BRANCHES}."
        check.report("E057", node_id, "branches", said, "Ask a second question below the first.")
    special = _CHECKS.get(node.kind)
    if special is not None:
        special(TextPlace(check, node_id, "", check.texts), node)


def _check_test(place: TextPlace, node: DecisionNode) -> None:
    if node.test:
        check_text(place.at("test"), node.test, BOOL)
    for answer in (False, True):
        count = sum(branch.when is answer for branch in node.branches)
        if count != 1 and len(node.branches) == 2:
            which = "no branch is" if count == 0 else "both branches are"
            _branches(place, "E052", f"{which} for {'true' if answer else 'false'}.")
            return


def _check_ranges(place: TextPlace, node: DecisionNode) -> None:
    _check_value(place, node.value, FLOAT)
    branches = node.branches
    last: tuple[float, bool] | None = None
    for number, branch in enumerate(branches):
        final = number == len(branches) - 1
        if branch.upto is None:
            if not final:
                _branch(place, "E051", number, "has no upper end, so later ones are never reached", "upto")
            continue
        if final:
            _branch(place, "E051", number, f"ends at {branch.upto}; above it there is a gap", "upto")
        end = (float(branch.upto), branch.closed)
        if last is not None and end <= last:
            _branch(place, "E051", number, "does not end above the one before, so they overlap", "upto")
        last = end


def _check_switch(place: TextPlace, node: DecisionNode) -> None:
    found = _check_value(place, node.value, None)
    if found is not None and found.kind not in (
        ValueType.ENUM,
        ValueType.STRING,
        ValueType.INT,
        ValueType.BOOL,
    ):
        said = f"A switch asks for an enum, a string or an int, but this is {found.phrase}."
        place.check.report("E103", place.element, "value", said, "Use ranges for numbers with a fraction.")
        found = None
    seen: list[JsonValue] = []
    for number, branch in enumerate(node.branches):
        if branch.else_:
            continue
        if branch.case is None:
            _branch(place, "E053", number, "has no case", "case")
        elif found is not None and not literal_fits(branch.case, found):
            _branch(place, "E053", number, f"has the case {branch.case!r}, which never comes", "case")
        elif any(type(each) is type(branch.case) and each == branch.case for each in seen):
            _branch(place, "E053", number, f"repeats the case {branch.case!r}", "case")
        else:
            seen.append(branch.case)
    covered = found is not None and found.kind is ValueType.ENUM and set(found.values) <= set(map(str, seen))
    _check_else(place, node, required=not covered)


def _check_first_of(place: TextPlace, node: DecisionNode) -> None:
    for number, branch in enumerate(node.branches):
        if branch.else_:
            continue
        if branch.test is None:
            _branch(place, "E053", number, "has no condition", "test")
        else:
            check_text(place.at(f"branches.{number}.test"), branch.test, BOOL)
    _check_else(place, node, required=True)


def _check_random(place: TextPlace, node: DecisionNode) -> None:
    if node.timeout is not None:
        text = expression_text(node.timeout)
        if text is not None:
            check_text(place.at("timeout.expr"), text, INT)
        elif isinstance(node.timeout, float):
            said = f"The timeout counts evaluations; {node.timeout} is no whole number."
            place.check.report("E022", place.element, "timeout", said, "Write a whole number.")
        else:
            check_number(place.at("timeout"), node.timeout, what="The timeout")
    weights = [1 if branch.weight is None else branch.weight for branch in node.branches]
    for number, weight in enumerate(weights):
        if weight < 0:
            _branch(place, "E056", number, f"has the weight {weight}; the least is 0", "weight")
    if weights and not any(weight > 0 for weight in weights):
        _branches(place, "W211", "all weights are 0, so nothing is ever drawn.")


def _check_table(place: TextPlace, node: DecisionNode) -> None:
    types = [check_text(place.at(f"inputs.{number}"), text, None) for number, text in enumerate(node.inputs)]
    for number, branch in enumerate(node.branches):
        if branch.else_:
            continue
        row = branch.row or ()
        if len(row) != len(node.inputs):
            _branch(place, "E055", number, f"has {len(row)} cells for {len(node.inputs)} inputs", "row")
            continue
        for column, cell in enumerate(row):
            if cell.strip() and types[column] is not None:
                text = cell_expression(node.inputs[column], cell)
                check_text(place.at(f"branches.{number}.row.{column}"), text, BOOL)
    _check_else(place, node, required=False)


def cell_expression(question: str, cell: str) -> str:
    """Return the condition that a cell of a table puts on its input; empty cells put none."""
    cell = cell.strip()
    if not cell:
        return "true"
    if cell.startswith(("<", ">", "==", "!=")):
        return f"({question}) {cell}"
    return f"({question}) == ({cell})"


def _check_answer(place: TextPlace, node: DecisionNode) -> None:
    text = expression_text(node.value)
    if text is not None:
        check_text(place.at("value.expr"), text, None)


_CHECKS: dict[str, Callable[[TextPlace, DecisionNode], None]] = {
    "test": _check_test,
    "ranges": _check_ranges,
    "switch": _check_switch,
    "first_of": _check_first_of,
    "random": _check_random,
    "table": _check_table,
    "value": _check_answer,
}


def _check_value(place: TextPlace, value: JsonValue, expected: Type | None) -> Type | None:
    """Check what a question asks about; it must be an expression, since a literal never changes."""
    if value is None:
        return None
    text = expression_text(value)
    if text is not None:
        return check_text(place.at("value.expr"), text, expected)
    said = f"{place.check.title(place.element)} asks about a fixed value."
    place.check.report("E022", place.element, "value", said, 'Write {"expr": "…"}.')
    return None


def _check_else(place: TextPlace, node: DecisionNode, *, required: bool) -> None:
    places = [number for number, branch in enumerate(node.branches) if branch.else_]
    if not places and required:
        _branches(place, "E050", "there is no else branch, so some values have no answer.")
    elif len(places) > 1:
        _branches(place, "E054", "there are several else branches.")
    elif places and places[0] != len(node.branches) - 1:
        _branches(place, "E054", "the else branch is not the last one.")


def _branch(place: TextPlace, code: str, number: int, what: str, field: str) -> None:
    said = f"Branch {number + 1} of {place.check.title(place.element)} {what}."
    remedy = "Change or remove the branch."
    place.check.report(code, place.element, f"branches.{number}.{field}", said, remedy)


def _branches(place: TextPlace, code: str, what: str) -> None:
    check: GraphCheck = place.check
    check.report(
        code, place.element, "branches", f"In {check.title(place.element)} {what}", "Change the branches."
    )
