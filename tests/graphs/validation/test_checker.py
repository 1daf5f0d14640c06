"""A checker that remembers a document finds what a fresh check of each later state finds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

from graphs.checks.checker import Checker, check_and_lint, check_document
from graphs.checks.rules.structure_checks import check_node_form
from graphs.model import Document
from tests.example_counts import daily
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, machine, tree
from tests.graphs.edits.random_rewrites import RandomRewrites
from tests.graphs.random_documents import documents


class RandomChecks(RandomRewrites):
    """Check after every random edit, with one checker that never forgets."""

    @initialize()
    def begin_checking(self) -> None:
        self.checker = Checker(REGISTRY)

    @invariant()
    def remembering_finds_what_beginning_anew_finds(self) -> None:
        if hasattr(self, "checker"):
            assert self.checker.check(self.document) == check_and_lint(self.document, REGISTRY)


RandomChecks.TestCase.settings = settings(
    max_examples=daily(8, deep=40), stateful_step_count=40, deadline=None
)
TestRandomChecks = RandomChecks.TestCase


@st.composite
def mixed_documents(draw: st.DrawFn) -> list[Document]:
    """Draw broken documents, each made of parts of two others that were drawn."""
    first, second = draw(documents(calls_resolve=True)), draw(documents())
    states = [first, second]
    for _ in range(draw(st.integers(1, 5))):
        one, other = draw(st.sampled_from(states)), draw(st.sampled_from(states))
        states.append(_mixed(draw, one, other))
    return states


def _mixed(draw: st.DrawFn, one: Document, other: Document) -> Document:
    graphs = dict(one.graphs)
    for graph_id, graph in other.graphs.items():
        mine = graphs.get(graph_id)
        if mine is None or type(mine) is not type(graph):
            if draw(st.booleans()):
                graphs[graph_id] = graph
            continue
        update: dict[str, object] = {}
        for name in type(graph).model_fields:
            if name == "nodes" or name == "edges":
                entries = {**getattr(mine, name)}
                for key, value in getattr(graph, name).items():
                    if draw(st.booleans()):
                        entries[key] = value
                for key in list(entries):
                    if draw(st.integers(0, 5)) == 0:
                        del entries[key]
                update[name] = entries
            elif name != "kind" and draw(st.booleans()):
                update[name] = getattr(graph, name)
        graphs[graph_id] = mine.model_copy(update=update)
    fields = {
        name: getattr(draw(st.sampled_from([one, other])), name)
        for name in ("root", "variables", "events", "curves", "sheets")
    }
    return one.model_copy(update={"graphs": graphs, **fields})


@settings(max_examples=daily(30, deep=150), deadline=None)
@given(mixed_documents())
def test_broken_documents_in_any_order_are_found_the_same_in(states: list[Document]) -> None:
    checker = Checker(REGISTRY)
    for document in (*states, *reversed(states)):
        assert checker.check(document) == check_and_lint(document, REGISTRY)


def test_an_edit_looks_at_what_it_touched_only(monkeypatch) -> None:
    nodes = {"r": {"kind": "sequence", "children": [f"n{item}" for item in range(50)]}}
    nodes |= {f"n{each}": {"kind": "condition", "test": "d < 3"} for each in range(50)}
    document = document_of(tree(nodes), variables={"d": {"type": "float"}})
    checker = Checker(REGISTRY, lints=False)
    checker.check(document)
    looked_at: list[str] = []
    real = check_node_form

    def note(check, node_id):
        looked_at.append(node_id)
        real(check, node_id)

    monkeypatch.setattr("graphs.checks.rules.graph_rules.check_node_form", note)
    checker.check(edits.set_field(document, "g", "n7", "test", "d <"))
    assert sorted(looked_at) == ["n7", "r"]


def test_a_check_that_failed_is_not_remembered(monkeypatch) -> None:
    document = document_of(machine({"a": "state", "b": "state"}))
    checker = Checker(REGISTRY, lints=False)
    checker.check(document)
    changed = edits.set_field(document, "g", "a", "note", "x")

    def fail(*_):
        raise RuntimeError("out of order")

    with monkeypatch.context() as patch:
        patch.setattr("graphs.checks.rules.graph_rules.check_node_form", fail)
        try:
            checker.check(changed)
        except RuntimeError:
            pass
    assert checker.check(changed) == check_document(changed, REGISTRY)


def test_a_check_in_steps_finds_the_same_and_one_left_early_is_not_remembered() -> None:
    document = document_of(machine({"a": "state", "b": "state"}))
    checker = Checker(REGISTRY)
    for _ in checker.steps(document):
        pass
    first = checker.problems
    assert first == check_and_lint(document, REGISTRY)
    changed = edits.remove(document, "g", ["b"])
    steps = checker.steps(changed)
    next(steps)
    steps.close()
    assert checker.problems == first
    assert checker.check(changed) == check_and_lint(changed, REGISTRY)


def test_a_report_names_a_state_by_the_title_it_has_now() -> None:
    """Not only its neighbors may name it: here a transition that has it as one of two targets does."""
    nodes = {"a": {"kind": "state", "transitions": ["t"]}, "b": "state", "c": "state"}
    document = document_of(machine(nodes, {"t": {"targets": ["b", "c"]}}))
    checker = Checker(REGISTRY, lints=False)
    assert any("b and c" in problem.message for problem in checker.check(document))
    renamed = edits.rename(document, "g", "c", "Rest")
    found = checker.check(renamed)
    assert any("b and Rest" in problem.message for problem in found)
    assert found == check_document(renamed, REGISTRY)
