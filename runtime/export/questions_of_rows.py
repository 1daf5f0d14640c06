"""Make nodes of decision trees of their rows, for pictures."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.export.code_texts import arguments_of, bound, value_of
from runtime.export.expression_texts import text_of
from runtime.export.forms import value_to_json
from runtime.export.nodes_of_rows import Told
from runtime.minds.decisions import questions
from runtime.minds.decisions.leaves import OutcomeAnswer, RunRow, ValueAnswer
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.program.code import Expression
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow


def question_of(row: Row) -> Told:
    """Return the fields of a question or a leaf; the graph that it calls is left to the caller."""
    told: Told = {"kind": row.kind}
    match row:
        case questions.TreeQuestion() | RunRow():
            return {**told, "arguments": bound(row.bindings)}
        case OutcomeAnswer():
            return {**told, "outcome": row.outcome}
        case ValueAnswer():
            return {**told, "value": value_of(row.value)}
        case ActionRow():
            return {**told, "action": row.action_id, "params": arguments_of(row.arguments)}
        case questions.TestQuestion():
            told["test"] = text_of(row.test)
        case questions.RangesQuestion() | questions.SwitchQuestion():
            told["value"] = {"expr": text_of(row.value)}
        case questions.TableQuestion():
            told |= {"inputs": tuple(map(text_of, row.inputs)), "policy": "unique" if row.unique else "first"}
        case questions.RandomQuestion() if row.timeout is not None:
            told["timeout"] = value_of(row.timeout)
    if isinstance(row, QuestionRow):
        told["branches"] = tuple(_branch(row, place) for place in range(len(row.branches)))
    return told


def _branch(row: QuestionRow, place: int) -> Told:
    is_else = place == getattr(row, "default", None)
    told: Told = {"child": row.branches[place].node, "else": is_else}
    match row:
        case questions.TestQuestion():
            told["when"] = place == row.on_true
        case questions.RangesQuestion() if place < len(row.bounds):
            told["upto"], told["closed"] = row.bounds[place]
        case questions.SwitchQuestion():
            told["case"] = value_to_json(row.cases[place])
        case questions.FirstOfQuestion(tests=tests) if (test := tests[place]) is not None:
            told["test"] = text_of(test)
        case questions.RandomQuestion():
            told["weight"] = row.weights[place]
        case questions.TableQuestion(cells=cells) if (own := cells[place]) is not None:
            told["row"] = _cells(own, row.inputs)
    return told


def _cells(cells: Sequence[Expression], inputs: Sequence[Expression]) -> tuple[str, ...]:
    """Return the cells of a row of a table below the inputs that they are about."""
    waiting, found = [*map(text_of, cells)], []
    for text in map(text_of, inputs):
        heads = (head for head in (f"({text}) ", f"{text} ") if waiting and waiting[0].startswith(head))
        head = next(heads, "")
        found.append(waiting.pop(0).removeprefix(head) if head else "")
    return tuple(found)
