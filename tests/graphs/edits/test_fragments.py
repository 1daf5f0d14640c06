"""Copy, paste and duplicate; any text on the clipboard is safe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.edits.refusal import EditRefused
from graphs.model import BehaviorTreeGraph, Document, StateMachineGraph
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, machine, tree
from tests.graphs.example_document import example_document
from tests.graphs.invariants import broken_invariants

NASTY = Path(__file__).resolve().parents[1] / "nasty_files"

TREE = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["a", "b"]},
            "a": {"kind": "sequence", "children": ["c"], "slot": {"weight": 2}},
            "b": {"kind": "inverter", "children": ["d"]},
            "c": {"kind": "wait", "params": {"seconds": 3}},
            "d": "wait",
        }
    )
)
MACHINE = document_of(
    machine(
        {
            "a": {"kind": "state", "transitions": ["t1", "t2"]},
            "b": {"kind": "state", "children": ["c"], "initial": "c"},
            "c": "state",
            "d": "state",
        },
        {"t1": {"guard": "x", "targets": ["b"]}, "t2": {"targets": ["d"]}},
        layout={"a": {"at": [100, 50]}, "b": {"at": [200, 80]}, "c": {"at": [20, 30]}},
    )
)


def test_a_copied_branch_is_pasted_with_new_ids_under_a_parent() -> None:
    text = edits.copy(TREE, "g", ["a", "c"])
    document, (top,) = edits.paste(TREE, "g", text, REGISTRY, parent="r", index=0)
    graph = document.graphs["g"]
    assert isinstance(graph, BehaviorTreeGraph)
    assert graph.nodes["r"].children == (top, "a", "b")
    (child,) = graph.nodes[top].children
    assert graph.nodes[child].params == {"seconds": 3}
    assert graph.nodes[top].slot == graph.nodes["a"].slot
    assert len(graph.nodes) == 7
    assert broken_invariants(document) == []


def test_a_fragment_pasted_on_the_canvas_is_loose_at_its_place() -> None:
    document, (top,) = edits.paste(TREE, "g", edits.copy(TREE, "g", ["a"]), REGISTRY, at=(7, 8))
    graph = document.graphs["g"]
    assert isinstance(graph, BehaviorTreeGraph)
    assert graph.loose == (top,)
    assert graph.layout[top].at == (7, 8)


def test_states_are_pasted_with_inner_transitions_free_names_and_distances() -> None:
    text = edits.copy(MACHINE, "g", ["a", "b"])
    document, tops = edits.paste(MACHINE, "g", text, REGISTRY, at=(0, 0))
    graph = document.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    first, second = (graph.nodes[each] for each in tops)
    assert (first.name, second.name) == ("a 2", "b 2")
    (edge,) = first.transitions
    assert graph.edges[edge].targets == (tops[1],)
    assert second.initial == second.children[0]
    assert [graph.layout[item].at for item in tops] == [(0, 0), (100, 30)]
    assert graph.initial == "a"
    assert broken_invariants(document) == []


def test_pasting_needs_the_same_kind_of_graph_and_room() -> None:
    text = edits.copy(MACHINE, "g", ["a"])
    with pytest.raises(EditRefused, match="nodes of a state machine"):
        edits.paste(TREE, "g", text, REGISTRY)
    with pytest.raises(EditRefused, match="exactly one child"):
        edits.paste(TREE, "g", edits.copy(TREE, "g", ["a"]), REGISTRY, parent="b")
    with pytest.raises(EditRefused, match="Nothing is selected"):
        edits.copy(TREE, "g", [])


def test_a_duplicate_follows_its_original_or_becomes_loose() -> None:
    document, (new,) = edits.duplicate(TREE, "g", ["a"], REGISTRY)
    assert document.graphs["g"].nodes["r"].children == ("a", new, "b")  # type: ignore[union-attr]
    document, (new,) = edits.duplicate(TREE, "g", ["d"], REGISTRY)
    assert document.graphs["g"].loose == (new,)  # type: ignore[union-attr]
    document, (new,) = edits.duplicate(MACHINE, "g", ["a"], REGISTRY)
    assert document.graphs["g"].layout[new].at == (132, 82)


@given(st.text())
def test_any_text_on_the_clipboard_is_safe(text: str) -> None:
    with pytest.raises(EditRefused, match="holds no Mindloom nodes"):
        edits.paste(TREE, "g", text, REGISTRY)


JUNK = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 3), st.text(max_size=3), st.sampled_from(["a", "c", "g"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["a", "c", "kind", "children"]), inner)
    ),
    max_leaves=5,
)


@given(field=st.sampled_from(["graph", "tops", "nodes", "children", "kind", "edges", "version"]), junk=JUNK)
def test_a_damaged_fragment_is_refused_or_pasted_sound(field: str, junk: object) -> None:
    for source in (TREE, MACHINE):
        value = json.loads(edits.copy(source, "g", ["a", "b"]))
        if field in value:
            value[field] = junk
        elif field == "children":
            value["graph"]["nodes"]["a"]["children"] = junk
        else:
            value["graph"][field] = junk
        try:
            document, _ = edits.paste(source, "g", json.dumps(value), REGISTRY)
        except EditRefused:
            continue
        assert broken_invariants(document) == []


def assert_refused_or_sound(target: Document, text: str) -> None:
    """Paste a text; what it calls may be in another document, which is the check's matter."""
    refusal: EditRefused | None = None
    document = target
    try:
        document, _ = edits.paste(target, "g", text, REGISTRY)
    except EditRefused as refused:
        refusal = refused
    assert refusal is None or refusal.reason.endswith(".")
    assert [each for each in broken_invariants(document) if " calls " not in each] == []


@given(st.data())
def test_a_fragment_cut_short_or_with_other_letters_in_it_is_refused_or_pasted_sound(
    data: st.DataObject,
) -> None:
    source = data.draw(st.sampled_from([TREE, MACHINE]))
    text = edits.copy(source, "g", ["a", "b"])
    start, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    damaged = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
    assert_refused_or_sound(source, damaged)


@pytest.mark.parametrize("path", sorted(NASTY.glob("[!.]*")), ids=lambda path: path.name)
def test_nasty_files_on_the_clipboard_are_refused_or_pasted_sound(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    with pytest.raises(EditRefused, match="holds no Mindloom nodes"):
        edits.paste(TREE, "g", text, REGISTRY)
    if not path.name.startswith("loads_"):
        return
    for graph in json.loads(text.removeprefix("\ufeff")).get("graphs", {}).values():
        tops = [*graph.get("nodes", {})]
        fragment = {"format": "mindloom-fragment", "version": 1, "graph": graph, "tops": tops}
        for target in (TREE, MACHINE):
            assert_refused_or_sound(target, json.dumps(fragment))


def test_a_fragment_that_runs_in_a_circle_is_pasted_as_a_tree() -> None:
    value = json.loads(edits.copy(TREE, "g", ["a"]))
    value["graph"]["nodes"]["c"]["children"] = ["a"]
    document, _ = edits.paste(TREE, "g", json.dumps(value), REGISTRY)
    assert broken_invariants(document) == []


def test_the_example_survives_copying_all_of_it() -> None:
    example = example_document()
    text = edits.copy(example, "g1", ["s1", "s2"])
    document, tops = edits.paste(example, "g1", text, REGISTRY)
    assert len(tops) == 2
    assert broken_invariants(document) == []


FRAMED, FRAME = edits.add_frame(MACHINE, "g", (90, 40), (200, 100), title="Here", text="why")


def test_a_frame_is_copied_and_pasted_where_it_stands_to_the_states() -> None:
    text = edits.copy(FRAMED, "g", ["a", FRAME])
    document, (state, frame) = edits.paste(FRAMED, "g", text, REGISTRY, at=(500, 500))
    graph = document.graphs["g"]
    assert graph.layout[state].at == (510, 510)
    assert graph.notes[frame].at == (500, 500)
    assert (graph.notes[frame].title, graph.notes[frame].size) == ("Here", (200, 100))
    assert broken_invariants(document) == []


def test_frames_alone_go_into_any_kind_of_graph() -> None:
    text = edits.copy(FRAMED, "g", [FRAME])
    document, (frame,) = edits.paste(TREE, "g", text, REGISTRY, at=(7, 8))
    assert document.graphs["g"].notes[frame].at == (7, 8)
    assert document.graphs["g"].nodes == TREE.graphs["g"].nodes


def test_frames_are_duplicated_beside_themselves() -> None:
    document, made = edits.duplicate(FRAMED, "g", ["d", FRAME], REGISTRY)
    (frame,) = [each for each in made if each in document.graphs["g"].notes]
    assert document.graphs["g"].notes[frame].at == (122, 72)
    assert len(made) == 2


def test_several_tops_of_a_tree_do_not_lie_on_one_another() -> None:
    text = edits.copy(TREE, "g", ["c", "d"])
    document, (first, second) = edits.paste(TREE, "g", text, REGISTRY, at=(0, 0))
    layout = document.graphs["g"].layout
    assert layout[first].at != layout[second].at
