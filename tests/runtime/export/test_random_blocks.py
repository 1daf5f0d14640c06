"""Blocks with conditions do the same however they run (rules 2.5 and 2.6).

What they mean is written down a second time here, over the lines as a file has them.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.expressions.types import Items
from graphs.files.document_file import document_from_bytes, document_to_bytes
from runtime.export.export_document import export_document
from runtime.export.load_program import load_program, parse_export
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import Slab
from tests.example_counts import daily
from tests.runtime.export.python_executor import PythonBrain
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, tree

VARIABLES = ("a", "b", "c")
MOST = 3
LINES = st.one_of(
    st.builds("append {} to xs".format, st.sampled_from(VARIABLES)),
    st.builds("remove {} from xs".format, st.sampled_from(VARIABLES)),
    st.just("clear xs"),
    st.builds("{} = at(xs, {})".format, st.sampled_from(VARIABLES), st.integers(0, 2)),
    st.builds("{} = {} + {}".format, *(st.sampled_from(VARIABLES),) * 2, st.integers(-2, 2)),
    st.builds("{} = 7 % {}".format, *(st.sampled_from(VARIABLES),) * 2),
)
TESTS = st.one_of(
    st.builds("{} > {}".format, st.sampled_from(VARIABLES), st.integers(-2, 2)),
    st.builds("len(xs) > {}".format, st.integers(0, 2)),
    st.builds("5 % {} == {}".format, st.sampled_from(VARIABLES), st.integers(0, 2)),
)
Line = str | dict[str, Any]


def blocks(depth: int) -> st.SearchStrategy[list[Line]]:
    """Return blocks with conditions that stand at most so deep in each other."""
    if not depth:
        return st.lists(LINES, min_size=1, max_size=3)
    inner = blocks(depth - 1)
    condition = st.fixed_dictionaries({"if": TESTS, "then": inner}, optional={"else": inner})
    return st.lists(LINES | condition, min_size=1, max_size=3)


class Ended(Exception):
    """Say that a line failed."""


def value(text: str, held: dict[str, int], xs: list[int]) -> int:
    """Return the value of `x`, `x + n`, `len(xs)`, `at(xs, n)` or `n % x`; the last two may fail."""
    if text == "len(xs)":
        return len(xs)
    if text.startswith("at("):
        place = int(text[-2])
        if place >= len(xs):
            raise Ended
        return xs[place]
    left, *rest = text.split()
    first = held[left] if left in held else int(left)
    if not rest:
        return first
    second = held[rest[1]] if rest[1] in held else int(rest[1])
    if rest[0] == "+":
        return first + second
    if second == 0:
        raise Ended
    return first % second


def change(line: str, held: dict[str, int], xs: list[int]) -> None:
    """Change the list as a line says."""
    word, *rest = line.split()
    if word == "clear":
        xs.clear()
    elif word == "append":
        if len(xs) == MOST:
            raise Ended
        xs.append(held[rest[0]])
    elif held[rest[0]] in xs:
        xs.remove(held[rest[0]])


def run(lines: list[Line], held: dict[str, int], xs: list[int]) -> None:
    """Run lines as the rules say."""
    for line in lines:
        if isinstance(line, str) and " = " not in line:
            change(line, held, xs)
            continue
        if isinstance(line, str):
            name, _, text = line.partition(" = ")
            held[name] = value(text, held, xs)
            continue
        text, operator, number = line["if"].rsplit(" ", 2)
        seen = value(text, held, xs)
        holds = seen > int(number) if operator == ">" else seen == int(number)
        run(line["then"] if holds else line.get("else", []), held, xs)


@settings(max_examples=daily(60, deep=400), deadline=None)
@given(blocks(3))
def test_2_5_conditions_in_lines_run_as_the_rules_say_by_every_back_end(lines: list[Line]) -> None:
    declared: dict[str, Any] = {
        name: {"type": "int", "default": place} for place, name in enumerate(VARIABLES)
    }
    declared["xs"] = {"type": "list", "of": "int", "most": MOST, "default": [1]}
    source = document({"g": tree({"root": {"kind": "set", "actions": lines}})}, variables=declared)
    source = document_from_bytes(document_to_bytes(source))
    text = export_document(source, REGISTRY).text()
    generated, interpreted, loaded = LoneBrain(source), LoneBrain(source), LoneBrain(source)
    loaded.program = load_program(parse_export(text.encode()), loaded.library).program
    loaded.slab = Slab(loaded.program.layout, 1)
    loaded.brain = Brain(loaded.program, loaded.slab.agent(0), loaded.host, "me", 1, loaded.world)
    by_hand = PythonBrain(text)
    held = {name: place for place, name in enumerate(VARIABLES)}
    xs = [1]
    for _ in range(3):
        failed = False
        try:
            run(lines, held, xs)
        except Ended:
            failed = True
        generated.brain.tick()
        loaded.brain.tick()
        interpreted.tick()
        by_hand.tick()
        for brain in (generated, interpreted, loaded):
            assert {name: brain.variable(name) for name in VARIABLES} == held
            assert brain.variable("xs") == Items(tuple(xs))
            assert bool(brain.brain.errors) == failed
        assert generated.state_hash() == interpreted.state_hash()
        assert by_hand.agent.variables == {**held, "xs": xs}
        assert bool(by_hand.agent.errors) == failed
