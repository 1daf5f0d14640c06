"""A branch cut off a tree stays where it stood, or stands aside where the tree closes up over it."""

from __future__ import annotations

import itertools

import pytest

from editor.documents.open.sample_files import samples_folder
from graphs.files.document_file import load_document
from graphs.structure.queries import children_of
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import soldier


@pytest.fixture
def tree(open_canvas: OpenCanvas) -> Hand:
    return open_canvas(soldier())


def covered(hand: Hand) -> list[tuple[str, str]]:
    """Return the pairs of nodes that cover each other."""
    pairs = itertools.combinations(hand.tree.rects.items(), 2)
    return [(each, other) for (each, rect), (other, another) in pairs if rect.overlaps(another)]


def cut_each_off(hand: Hand) -> set[str]:
    """Cut off each node, one at a time; return those that could not stay where they stood."""
    moved: set[str] = set()
    graph = hand.graph()
    for node in [each for each in graph.nodes if each != graph.root and each not in graph.loose]:
        before = hand.tree.rects[node]
        hand.session.select([node])
        hand.view.removing.detach_selected()
        assert node in hand.graph().loose
        assert covered(hand) == []
        after = hand.tree.rects[node]
        if max(abs(after.left - before.left), abs(after.top - before.top)) > 1:
            moved.add(node)
        hand.session.undo()
        assert hand.tree.rects[node] == before
    return moved


def test_no_branch_lies_over_what_closes_up(tree: Hand) -> None:
    moved = cut_each_off(tree)
    assert moved, "some branch has nodes on its right that move to its place"
    assert moved != {each for each in tree.graph().nodes if each != tree.graph().root}, "some can stay"


@pytest.mark.parametrize("sample", ["soldier", "decorator_gym", "attack_or_flee"])
def test_samples_come_apart_without_covering_anything(open_canvas: OpenCanvas, sample: str) -> None:
    hand = open_canvas(load_document(samples_folder() / f"{sample}.mind.json"))
    assert covered(hand) == []
    cut_each_off(hand)


def test_all_below_a_port_is_cut_off_as_one_step(tree: Hand) -> None:
    root = tree.graph().root
    children = children_of(tree.graph(), root)
    tree.view.removing._empty_port(root)
    assert set(tree.graph().loose) >= set(children)
    assert covered(tree) == []
    tree.session.undo()
    assert not tree.session.history.can_undo
