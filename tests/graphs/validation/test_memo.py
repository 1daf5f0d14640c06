"""What was found is remembered by what it read, and found again only where that changed."""

from __future__ import annotations

from random import Random

import pytest

from graphs.checks.rules.memo import ALL, Memo
from graphs.checks.rules.noted import Noted, noted_graph
from graphs.model import BehaviorTreeGraph, StateMachineGraph
from graphs.structure.queries import parent_of
from tests.graphs.builders import document_of, tree


class Sums:
    """Find sums of numbers in cells: those below a node, and whether the whole is even."""

    def __init__(self, numbers: dict[str, int], below: dict[str, list[str]]) -> None:
        self.memo = Memo(("sum", "odd nodes", "even"))
        self.worked_out: list[str] = []
        self.numbers, self.below = Noted("numbers", numbers, self.memo.note), below
        functions = {"sum": self._sum, "odd nodes": self._odd, "even": self._even}
        self.memo.use(functions)

    def _sum(self, element: str) -> object:
        self.worked_out.append(element)
        own = self.numbers[element]
        return own + sum(self.memo.value(("sum", each)) for each in self.below.get(element, ()))  # type: ignore[misc]

    def _odd(self, _: str) -> object:
        return frozenset(each for each in self.numbers if self.numbers[each] % 2)

    def _even(self, element: str) -> object:
        self.worked_out.append(f"even {element}")
        return not self.memo.holds(("odd nodes", ""), element)


NUMBERS = {"a": 1, "b": 2, "c": 3, "d": 4}
BELOW = {"a": ["b", "c"], "b": ["d"]}


def test_only_what_reads_a_change_is_worked_out_again() -> None:
    sums = Sums(dict(NUMBERS), BELOW)
    assert sums.memo.settle(("sum", "a")) == 10
    sums.worked_out.clear()
    changed = {**NUMBERS, "d": 5}
    sums.numbers = Noted("numbers", changed, sums.memo.note)
    assert set(sums.memo.change([("numbers", "d")])) == {
        ("sum", "d"),
        ("sum", "b"),
        ("sum", "a"),
    }
    assert sums.memo.settle(("sum", "a")) == 11
    assert "c" not in sums.worked_out


def test_what_comes_to_the_same_goes_no_further() -> None:
    sums = Sums(dict(NUMBERS), BELOW)
    sums.memo.settle(("sum", "a"))
    sums.worked_out.clear()
    assert [*sums.memo.change([("numbers", "d")])] == [("sum", "d")]


def test_of_a_set_only_the_members_asked_for_count() -> None:
    sums = Sums(dict(NUMBERS), BELOW)
    for element in NUMBERS:
        assert sums.memo.settle(("even", element)) is (NUMBERS[element] % 2 == 0)
    sums.worked_out.clear()
    sums.numbers = Noted("numbers", {**NUMBERS, "b": 7}, sums.memo.note)
    for _ in sums.memo.change([("numbers", "b")]):
        pass
    assert sums.worked_out == ["even b"]
    assert sums.memo.settle(("even", "b")) is False


@pytest.mark.parametrize("seed", range(20))
def test_remembering_finds_what_beginning_again_finds(seed: int) -> None:
    source = Random(seed)
    names = [f"n{number}" for number in range(12)]
    below = {
        name: source.sample(names[place + 1 :], k=min(2, 11 - place)) for place, name in enumerate(names)
    }
    numbers = {name: source.randrange(5) for name in names}
    sums = Sums(numbers, below)
    for _ in range(30):
        cells = [(kind, name) for kind in ("sum", "even") for name in source.sample(names, k=4)]
        fresh = Sums(numbers, below)
        assert [sums.memo.settle(cell) for cell in cells] == [fresh.memo.settle(cell) for cell in cells]
        changed = {**numbers, source.choice(names): source.randrange(5)}
        sums.numbers = Noted("numbers", changed, sums.memo.note)
        for _ in sums.memo.change([("numbers", name) for name in names if numbers[name] != changed[name]]):
            pass
        numbers = changed


def test_a_graph_that_notes_is_one_of_its_class() -> None:
    read: list[tuple[str, str]] = []
    graph = document_of(tree({"r": {"kind": "sequence", "children": ["n"]}, "n": "succeed"})).graphs["g"]
    noted = noted_graph(graph, read.append)
    assert isinstance(noted, BehaviorTreeGraph)
    assert not isinstance(noted, StateMachineGraph)
    assert noted.title == graph.title
    assert parent_of(noted, "n") == "r"
    assert sorted(noted.nodes) == ["n", "r"]
    assert set(read) == {("field", "title"), ("parents", "n"), ("nodes", ALL)}
