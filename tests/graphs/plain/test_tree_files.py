"""Plain trees: what is written is read back, what is wrong is refused in words with its place."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import SOME_CHILDREN, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.model import Document, StateMachineGraph
from graphs.plain.place_names import place_ids
from graphs.plain.read_tree import document_from_tree
from graphs.plain.tree_json import TreeRefused, line_of, written
from graphs.plain.tree_schema import tree_schema
from graphs.plain.words import CHILD_WORDS, GRAPH_WORDS, form_of, node_forms
from graphs.plain.write_tree import tree_text
from tests.graphs.random_documents import JSON_VALUES, documents
from tests.graphs.wanting_documents import wanting

REGISTRY = builtin_registry()
GUARD: dict[str, Any] = {
    "format": "mindloom-tree",
    "version": 1,
    "variables": {"d": "float", "enemy": "entity", "heard": "bool", "noise_at": "vector", "visible": "bool"},
    "trees": {
        "guard": {
            "selector": [
                {
                    "sequence": [
                        {"test": "visible and d < 10"},
                        {"do": "face", "target": {"=": "enemy"}},
                        {"cooldown": 1, "child": {"do": "fire", "target": {"=": "enemy"}}},
                    ]
                },
                {"sequence": [{"test": "heard"}, {"do": "arrive", "target": {"=": "noise_at"}}]},
                {"do": "wander"},
            ]
        }
    },
}
DOOR: dict[str, Any] = {
    "format": "mindloom-tree",
    "version": 1,
    "events": {"push": {}},
    "variables": {"mood": {"type": "enum", "values": ["calm", "angry"]}},
    "root": "door",
    "trees": {
        "door": {
            "title": "Door",
            "machine": {
                "initial": "Closed",
                "on": [{"event": "*", "actions": ["mood = 'calm'"]}],
                "states": {
                    "Closed": {"on": [{"event": "push", "to": "Open", "if": "mood == 'calm'"}]},
                    "Open": {
                        "initial": "Ajar",
                        "activity": {"run": "aim", "x": {"=": "1 + 1"}, "every": 3},
                        "on": [{"after": 2, "to": ["Closed"]}],
                        "states": {
                            "Ajar": {"kind": "parallel", "states": {"left": {}, "right": {}}},
                            "last": {"kind": "history", "default": "Ajar"},
                        },
                    },
                },
            },
        },
        "aim": {
            "parameters": {"x": {"type": "int", "direction": "in"}},
            "decision": {
                "ranges": {"=": "x"},
                "branches": [
                    {"upto": 3, "child": {"id": "same", "do": "wander"}},
                    {"upto": 5, "child": {"value": 3}},
                    {"child": "same"},
                ],
            },
        },
    },
}


def read(tree: object) -> Document:
    return document_from_tree(json.dumps(tree, indent=1, ensure_ascii=False).encode(), REGISTRY)


def test_the_guard_of_ten_nodes_is_small_and_read_as_it_reads() -> None:
    document = read(GUARD)
    text = tree_text(document, REGISTRY)
    assert json.loads(text) == GUARD
    assert len(text.encode()) <= 1_013
    graph = document.graphs["guard"]
    assert (document.root, len(graph.nodes)) == ("guard", 10)
    assert graph.nodes["cooldown"].params == {"seconds": 1}
    assert graph.nodes["fire"].params == {"target": {"expr": "enemy"}}
    assert getattr(graph.nodes["sequence_2"], "children", None) == ("condition_2", "arrive")


def test_a_machine_and_a_decision_tree_are_read_as_they_read() -> None:
    document = read(DOOR)
    door: Any = document.graphs["door"]
    assert (door.initial, door.children) == ("closed", ("closed", "open"))
    assert door.nodes["ajar"].children == ("left", "right")
    assert door.nodes["last"].default == "ajar"
    assert door.nodes["last"].name == ""
    assert door.edges["closed_open"].targets == ("open",)
    assert door.nodes["open"].activity.arguments == {"x": {"expr": "1 + 1"}}
    aim: Any = document.graphs["aim"]
    assert [branch.child for branch in aim.nodes["ranges"].branches] == ["same", "value", "same"]
    assert read(json.loads(tree_text(document, REGISTRY))) == document


@given(documents())
def test_what_is_written_of_any_document_is_read_and_written_the_same(document: Document) -> None:
    text = tree_text(document, REGISTRY)
    assert tree_text(document_from_tree(text.encode(), REGISTRY), REGISTRY) == text


def test_a_kind_that_comes_later_needs_no_change_here() -> None:
    later = NodeKind(
        id="both",
        graph_kind="behavior_tree",
        category="composite",
        title="Both",
        family="flow",
        summary="Run both.",
        children=SOME_CHILDREN,
        parameters=(Parameter("order", "int", 1), Parameter("note", "int", 0)),
    )
    registry = REGISTRY.extended([later])
    tree = {**GUARD, "trees": {"g": {"order": 3, "params": {"note": 4}, "both": [{"do": "wander"}]}}}
    document = document_from_tree(json.dumps(tree).encode(), registry)
    assert document.graphs["g"].nodes["both"].params == {"order": 3, "note": 4}
    assert json.loads(tree_text(document, registry)) == tree
    assert Draft202012Validator(tree_schema(registry)).is_valid(tree)
    with pytest.raises(FileProblem):
        read(tree)


def test_no_word_says_two_things() -> None:
    for kind in CHILD_WORDS:
        forms, unknown = node_forms(REGISTRY, kind)
        words = {form.word for form in forms.values()}
        assert len(words) == len(forms)
        assert not words & {*GRAPH_WORDS.values()} or kind == "decision_tree"
        for form in forms.values():
            assert words.isdisjoint({*form.words.values()} - {form.word}), form.word
        assert words <= unknown.taken
    model = form_of(type(read(GUARD)))
    assert "trees" not in model.words


@given(
    st.lists(st.tuples(st.sampled_from(["a", "a_2", "b"]), st.sampled_from([None, None, "a", "a_3", "c"])))
)
def test_ids_by_place_are_free_and_given_ones_stay(parts: list[tuple[str, str | None]]) -> None:
    own = [each for _, each in parts if each is not None]
    ids = place_ids(parts)
    assert [each for each, (_, given) in zip(ids, parts, strict=True) if given is not None] == own
    assert len(set(ids)) == len(ids) - (len(own) - len(set(own)))


def test_an_id_is_written_only_where_the_place_would_not_give_it() -> None:
    tree = copy.deepcopy(GUARD)
    tree["trees"]["guard"]["selector"][2]["id"] = "walk"
    document = read(tree)
    assert "walk" in document.graphs["guard"].nodes
    assert tree_text(document, REGISTRY).count('"id"') == 1


def changed(tree: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return a tree with another value at a place, or without what was there for None."""
    found = copy.deepcopy(tree)
    *way, last = path.split("/")
    target: Any = found
    for part in way:
        target = target[int(part)] if isinstance(target, list) else target[part]
    key: Any = int(last) if isinstance(target, list) else last
    if value is None:
        del target[key]
    else:
        target[key] = value
    return found


REFUSED: list[tuple[dict[str, Any], str, Any, str, str]] = [
    (GUARD, "format", "mind", "/format, line 2", "This is no plain tree"),
    (GUARD, "version", 2, "/version, line 3", "knows up to 1"),
    (GUARD, "version", True, "/version, line 3", "Expected the version 1."),
    (GUARD, "tree", {}, "/tree, line", "There is no 'tree' here. Use 'trees'."),
    (GUARD, "variables/d", "flaot", "/variables/d, line 5", "Expected one of 'bool', 'int'"),
    (GUARD, "trees/guard/selector", {}, "/trees/guard/selector, line 13", "Expected a list; found {}."),
    (GUARD, "trees/guard/selector/0", {"sequense": []}, "/trees/guard/selector/0, line", "Use 'sequence'."),
    (GUARD, "trees/guard/selector/0", {"do": "x", "test": "y"}, "/trees/guard/selector/0/test", "both name"),
    (GUARD, "trees/guard/selector/0", "wander", "/trees/guard/selector/0", 'an object; found "wander".'),
    (GUARD, "trees/guard/selector/2/speeed", 3, "/trees/guard/selector/2/speeed", "Use 'speed'."),
    (GUARD, "trees/guard/selector/2/disabled", 3, "/guard/selector/2/disabled", "Expected true or false"),
    (GUARD, "trees/guard/selector/2/guard", {"tset": "x"}, "/selector/2/guard/tset", "Use 'test'."),
    (GUARD, "trees/guard/selector/2/services", [{"every": []}], "/services/0/every", "Expected a number"),
    (GUARD, "trees/guard/selector/2/id", "", "/trees/guard/selector/2/id", "Expected a text"),
    (GUARD, "trees/guard/selector/0/children", [], "/selector/0/children", "both give what is below"),
    (GUARD, "trees/guard/selector/0/sequence/0", {"test": 3}, "/sequence/0/test", "Expected a text"),
    (GUARD, "trees/guard/selector/0/sequence/0", {"succeed": 3}, "/sequence/0/succeed", "takes no value"),
    (GUARD, "trees/guard/selector/0/sequence/2/seconds", 3, "/sequence/2/seconds", "given twice"),
    (GUARD, "trees/guard/machine", {}, "/trees/guard/selector", "There is no 'selector' here."),
    (DOOR, "root", "dor", "/root, line", "There is no such tree. Use 'door'."),
    (DOOR, "trees/door/decision", {}, "/trees/door/decision", "cannot be both"),
    (DOOR, "trees/door/machine/initial", "Shut", "/trees/door/machine/initial", "There is no state 'Shut'"),
    (DOOR, "trees/door/machine/sates", {}, "/trees/door/machine/sates", "There is no 'sates'"),
    (DOOR, "trees/door/machine/states/Open/states/Closed", {}, "/states/Open/states/Closed", "Two states"),
    (DOOR, "trees/door/machine/states/Open/on/0/to", "Opn", "/states/Open/on/0/to, line", "Use 'Open'."),
    (DOOR, "trees/door/machine/states/Open/on/0/after", "2", "/states/Open/on/0/after", "Expected a number"),
    (DOOR, "trees/door/machine/states/Open/on/0/id", "ajar", "/states/Open/on/0/id", ""),
    (DOOR, "trees/aim/decision/branches/2/child", "sam", "/branches/2/child", "No node says the id 'sam'."),
    (DOOR, "trees/aim/decision/branches/0/upto", "3", "/branches/0/upto", "Expected a number"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("tree", "path", "value", "where", "message"), REFUSED, ids=lambda value: str(value)[:40]
)
def test_a_mistake_is_refused_with_its_place_and_what_to_do(
    tree: dict[str, Any], path: str, value: object, where: str, message: str
) -> None:
    if path.endswith("on/0/id"):
        tree = changed(tree, "trees/door/machine/on/0/id", value)
        message = "is given twice in this graph."
    with pytest.raises(FileProblem) as refused:
        read(changed(tree, path, value))
    assert where in refused.value.where
    assert message in f"{refused.value.message} {refused.value.remedy}"
    assert refused.value.remedy


def _mutated(draw: st.DrawFn, value: Any) -> None:
    """Change one place of a JSON value: another value, key or order, or nothing there any more."""
    for _ in range(draw(st.integers(0, 9))):
        keys = [*value] if isinstance(value, dict) else [*range(len(value))]
        nested = [key for key in keys if isinstance(value[key], (dict, list)) and value[key]]
        if not nested:
            break
        value = value[draw(st.sampled_from(nested))]
    keys = [*value] if isinstance(value, dict) else [*range(len(value))]
    key = draw(st.sampled_from(keys)) if keys else None
    what = draw(st.sampled_from(["other", "gone", "more", "moved"]))
    junk = draw(st.one_of(JSON_VALUES, st.sampled_from([copy.deepcopy(GUARD["trees"]["guard"]), {"=": "x"}])))
    word = draw(
        st.sampled_from(["id", "kind", "child", "children", "branches", "to", "on", "states", "do", "="])
    )
    if what == "more" or key is None:
        value.append(junk) if isinstance(value, list) else value.update({word: junk})
    elif what == "gone":
        del value[key]
    elif what == "moved" and isinstance(value, dict):
        value[word] = value.pop(key)
    else:
        value[key] = junk


@st.composite
def mutated_trees(draw: st.DrawFn) -> bytes:
    """Draw a tree with some places changed, at times with its text cut or changed too."""
    tree = copy.deepcopy(draw(st.sampled_from([GUARD, DOOR])))
    for _ in range(draw(st.integers(1, 3))):
        _mutated(draw, tree)
    data = json.dumps(tree, ensure_ascii=False).encode()
    if draw(st.integers(0, 3)) == 0:
        at, length = draw(st.integers(0, len(data))), draw(st.integers(0, 9))
        data = (
            data[:at]
            + draw(st.sampled_from([b"", b"{", b"]", b"\xff", b'"', b"1e999"]))
            + data[at + length :]
        )
    return data


@given(mutated_trees())
def test_a_damaged_tree_is_read_or_refused_in_words(data: bytes) -> None:
    try:
        document = document_from_tree(data, REGISTRY)
    except FileProblem as refused:
        said = refused.where, refused.message, refused.remedy
    else:
        text = tree_text(document, REGISTRY)
        assert tree_text(document_from_tree(text.encode(), REGISTRY), REGISTRY) == text
        said = "read", ".", "read"
    assert all(said)
    assert said[1].endswith(".")


def nest(depth: int) -> Document:
    nodes: dict[str, Any] = {
        f"n{at}": {"kind": "inverter", "children": [f"n{at + 1}"]} for at in range(depth)
    }
    nodes[f"n{depth}"] = {"kind": "succeed"}
    graph = {"kind": "behavior_tree", "root": "n0", "nodes": nodes}
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph}}
    return Document.model_validate_json(json.dumps(value))


@pytest.mark.parametrize("depth", [160, 3_000])
def test_what_is_nested_too_deep_for_a_file_is_refused(depth: int) -> None:
    with pytest.raises(TreeRefused, match="deeper than the 150 levels"):
        tree_text(nest(depth), REGISTRY)
    deep = '{"inverter": ' * depth + "null" + "}" * depth
    data = f'{{"format": "mindloom-tree", "version": 1, "trees": {{"g": {deep}}}}}'.encode()
    with pytest.raises(FileProblem, match="nested deeper than 150"):
        document_from_tree(data, REGISTRY)
    text = tree_text(nest(140), REGISTRY)
    assert tree_text(document_from_tree(text.encode(), REGISTRY), REGISTRY) == text


STATE = {"kind": "state"}
BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"kind": "behavior_tree", "root": "a", "nodes": {}}, "is not there"),
    ({"kind": "behavior_tree", "nodes": {"a": {"kind": "wait"}}}, "is in no list"),
    ({"kind": "behavior_tree", "root": "a", "nodes": {"a": {"kind": "retry", "children": ["a"]}}}, "in two"),
    ({"kind": "state_machine", "children": ["a"], "initial": "b", "nodes": {"a": STATE}}, "not there"),
    ({"kind": "state_machine", "transitions": ["t"]}, "is not there"),
]  # fmt: skip


@pytest.mark.parametrize(("graph", "message"), BROKEN)
def test_a_document_whose_parts_do_not_hang_together_is_refused(graph: dict[str, Any], message: str) -> None:
    value = {"format": "mindloom", "version": 1, "graphs": {"g": graph}}
    with pytest.raises(TreeRefused, match=message):
        tree_text(Document.model_validate_json(json.dumps(value)), REGISTRY)


@given(JSON_VALUES.filter(lambda value: isinstance(value, dict)), st.data())
def test_the_line_of_a_place_is_where_its_value_begins(value: dict[str, Any], data: st.DataObject) -> None:
    place: tuple[str | int, ...] = ()
    target: Any = value
    while isinstance(target, (dict, list)) and target:
        key = data.draw(st.sampled_from([*target] if isinstance(target, dict) else [*range(len(target))]))
        place, target = (*place, key), target[key]
    holder: Any = value
    for part in place[:-1]:
        holder = holder[part]
    if place:
        holder[place[-1]] = "the one looked for"
        text = json.dumps(value, indent=2, ensure_ascii=False)
        (line,) = [number for number, row in enumerate(text.split("\n"), 1) if "the one looked for" in row]
        assert line_of(text, place) == line
    assert json.loads(written(value)) == value


def test_goals_moods_curves_and_sheets_are_written_and_read() -> None:
    document = wanting(moods={"matrix": {"calm": {"calm": 0.9, "mad": 0.1}, "mad": {"mad": 1}}})
    text = tree_text(document, REGISTRY)
    assert document_from_tree(text.encode(), REGISTRY).curves == document.curves
    again = document_from_tree(text.encode(), REGISTRY)
    assert again.sheets == document.sheets
    assert again.graphs["g"].nodes == document.graphs["g"].nodes
    assert tree_text(again, REGISTRY) == text
    assert again.version == 4
    tree = json.loads(text)["trees"]["m"]
    assert tree["moods"]["shares"] == {"Calm": "joy", "Angry": "anger"}
    assert tree["machine"]["on"][0]["matrix"] == {"Calm": {"Angry": 1}, "Angry": {"Angry": 1}}
    moody = again.graphs["m"]
    assert isinstance(moody, StateMachineGraph)
    assert moody.moods is not None
    named = {moody.nodes[state].name: share for state, share in moody.moods.shares.items()}
    assert named == {"Calm": "joy", "Angry": "anger"}
    validator = Draft202012Validator(tree_schema(REGISTRY))
    assert [error.message for error in validator.iter_errors(json.loads(text))] == []


def test_a_share_of_a_state_that_is_not_there_is_refused() -> None:
    text = tree_text(wanting(), REGISTRY).replace('"Angry": "anger"', '"Angri": "anger"')
    with pytest.raises(FileProblem, match="There is no state 'Angri'"):
        document_from_tree(text.encode(), REGISTRY)
