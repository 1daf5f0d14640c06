"""Tell where agents of a run stand on curves and what a fuzzy sheet comes to for one of them; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from editor.running.run_controller import RunController
from graphs.checks.rules.scopes import document_scope
from graphs.curves.curve_tables import table_value
from graphs.curves.fuzzy_numbers import ordered_sets
from graphs.expressions.checker import check_expression, checked_rule
from graphs.expressions.errors import ExpressionError
from graphs.expressions.typed import CurveRead, TypedExpression, walk_typed
from graphs.expressions.types import FLOAT, Value
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.fuzzy_sheets import FuzzySheet
from runtime.basics.context import EvaluationError, Slot
from runtime.export.game_needs import code_of_all
from runtime.minds.brain.brain import Brain
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row

Key = TypeVar("Key")

MOST_NEEDLES = 200
"""Needles that one curve shows at most."""


@dataclass(frozen=True, slots=True)
class Needle:
    """Hold where an agent stands on a curve: what goes in and what comes out."""

    agent: str
    title: str
    x: float
    y: float
    is_picked: bool


class CurveNeedles:
    """Find what the agents of a run put into curves. What the rows of a program read is looked up once."""

    def __init__(self, run: RunController) -> None:
        self._run = run
        self._reads: dict[int, tuple[tuple[Row, ...], Mapping[str, tuple[Expression, ...]]]] = {}

    def of(self, mind: str, curve: str) -> tuple[Needle, ...]:
        """Return the needles of a curve of a mind, the picked agent's last, so that it is drawn on top."""
        run = self._run
        if run.session is None or run.time.is_seeking:
            return ()
        picked = run.picked_agent
        agents = [agent for agent in run.thinking_agents() if run.mind_of(agent) == mind]
        agents.sort(key=lambda agent: agent != picked)
        found: list[Needle] = []
        used: dict[int, tuple[tuple[Row, ...], Mapping[str, tuple[Expression, ...]]]] = {}
        for agent in agents:
            brain = run.session.brains.get(agent)
            if brain is None:
                continue
            rows = brain.program.rows
            key = id(rows)
            if key not in used:
                used[key] = self._reads.get(key) or (rows, _operands(rows))
            table = brain.curves.get(curve)
            for operand in used[key][1].get(curve, ()) if table is not None else ():
                x = value_now(operand, brain)
                if isinstance(x, (int, float)) and table is not None:
                    y = table_value(table, x)
                    found.append(Needle(agent, run.agent_title(agent), float(x), y, agent == picked))
            if len(found) >= MOST_NEEDLES:
                break
        self._reads = used
        return tuple(reversed(found[:MOST_NEEDLES]))


def value_now(expression: Expression, brain: Brain) -> Value:
    """Return what an expression comes to between two ticks, None for nothing; it changes nothing.

    What only reads variables is worked out on the brain itself, all else on a copy, which may ask the host.
    """
    is_plain = expression.readings is not None and not expression.triggers
    try:
        return expression.run(brain if is_plain else brain.copy_for_trial())
    except (EvaluationError, LookupError):
        return None


def _operands(rows: tuple[Row, ...]) -> Mapping[str, tuple[Expression, ...]]:
    """Return what the expressions of rows put into curves, by curve, each once."""
    found: dict[str, dict[object, Expression]] = {}
    for code in code_of_all(rows):
        if not isinstance(code, Expression):
            continue
        for node in walk_typed(code.typed):
            if isinstance(node, CurveRead):
                text = code.text[node.operand.start : node.operand.end]
                key = (text, tuple(sorted((name, id(slot)) for name, slot in code.slots.items())))
                operands = found.setdefault(node.curve, {})
                operands.setdefault(key, Expression(text, node.operand, code.slots, code.triggers))
    return {name: tuple(operands.values()) for name, operands in found.items()}


@dataclass(frozen=True, slots=True)
class SheetReading:
    """Hold what a fuzzy sheet comes to for one agent; what has no value is not in it.

    `values` are those of inputs and the numbers of outputs, `degrees` those of sets by axis and set.
    """

    agent: str = ""
    values: Mapping[str, float] = field(default_factory=dict)
    degrees: Mapping[tuple[str, str], float] = field(default_factory=dict)
    rules: tuple[float | None, ...] = ()

    def strongest(self, axis: str, sets: list[str]) -> str:
        """Return the set of the highest degree, of equals the first; "" where no degree is known."""
        known = [name for name in sets if (axis, name) in self.degrees]
        return max(known, key=lambda name: self.degrees[axis, name], default="")


NO_READING = SheetReading()


class SheetReader:
    """Work out fuzzy sheets of a document on the picked agent; expressions are typed once per program."""

    def __init__(self, run: RunController) -> None:
        self._run = run
        self._made_of: tuple[Program, Document, str] | None = None
        self._parts = _SheetParts()

    def reading(self, mind: str, document: Document, sheet: str, registry: Registry) -> SheetReading:
        """Return what a sheet comes to for the picked agent; nothing where it has another mind."""
        run, agent = self._run, self._run.picked_agent
        brain = run.session.brains.get(agent) if run.session is not None and agent is not None else None
        found = document.sheets.get(sheet)
        if brain is None or found is None or run.mind_of(agent) != mind or run.time.is_seeking:
            return NO_READING
        made_of = (brain.program, document, sheet)
        if self._made_of is None or any(a is not b for a, b in zip(made_of, self._made_of, strict=True)):
            self._made_of = made_of
            self._parts = _parts_of(found, document, registry, brain.program)
        parts = self._parts
        return SheetReading(
            run.agent_title(agent or ""),
            dict(_known(parts.values, brain)),
            dict(_known(parts.degrees, brain)),
            tuple(_number(rule, brain) if rule is not None else None for rule in parts.rules),
        )


@dataclass(frozen=True, slots=True)
class _SheetParts:
    values: Mapping[str, Expression] = field(default_factory=dict)
    degrees: Mapping[tuple[str, str], Expression] = field(default_factory=dict)
    rules: tuple[Expression | None, ...] = ()


def _known(parts: Mapping[Key, Expression], brain: Brain) -> Iterator[tuple[Key, float]]:
    for key, expression in parts.items():
        value = _number(expression, brain)
        if value is not None:
            yield key, value


def _number(expression: Expression, brain: Brain) -> float | None:
    value = value_now(expression, brain)
    return float(value) if isinstance(value, (int, float)) else None


def _parts_of(sheet: FuzzySheet, document: Document, registry: Registry, program: Program) -> _SheetParts:
    scope = document_scope(document, registry)
    slots: dict[str, Slot] = {f"agent:{name}": slot for name, slot in program.variables.items()}
    slots |= {f"world:{name}": slot for name, slot in program.world_variables.items()}

    def typed(text: str, make: Callable[[], TypedExpression]) -> Expression | None:
        try:
            return Expression(text, make(), slots)
        except ExpressionError:
            return None

    def checked(text: str) -> Expression | None:
        return typed(text, lambda: check_expression(text, scope, FLOAT))

    texts = {name: axis.value or name for name, axis in sheet.inputs.items()}
    texts |= {name: f"number({name})" for name in sheet.outputs}
    values = {name: checked(text) for name, text in texts.items()}
    degrees = {
        (name, each): checked(f"{name} is {each}")
        for name, axis in (*sheet.inputs.items(), *sheet.outputs.items())
        for each in ordered_sets(axis)
    }
    rules = tuple(
        None if rule.disabled else typed(rule.when, lambda when=rule.when: checked_rule(when, scope))  # type: ignore[misc]
        for rule in sheet.rules
    )
    return _SheetParts(
        {name: found for name, found in values.items() if found is not None},
        {key: found for key, found in degrees.items() if found is not None},
        rules,
    )
