"""Every way in which two sides do not go together: what is told, and what is in the result."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.basics.plain_json import ABSENT, plain
from graphs.checks.rules.problem import Place
from graphs.merging import Conflict, MergeResult, merge_documents
from graphs.model import DecisionTreeGraph, Document, StateMachineGraph
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, documents_of, machine, tree
from tests.graphs.invariants import broken_invariants
from tests.graphs.wanting_documents import HIGH, LOW, sheet, wanting

LETTERS: dict[str, Any] = {
    "r": {"kind": "selector", "title": "Root", "children": ["a", "b"]},
    "a": {"kind": "sequence", "title": "Attack", "children": ["x", "y"]},
    "b": {"kind": "sequence", "title": "Flee"},
    "x": {"kind": "wait", "params": {"seconds": 1}},
    "y": {"kind": "condition", "test": "d < 3"},
}


def letters(**nodes: Any) -> Document:
    """Return a small behavior tree; a node given as None is left out, fields of others replaced."""
    changed = {**LETTERS, **{key: {**LETTERS.get(key, {}), **node} for key, node in nodes.items() if node}}
    return document_of(tree({each: node for each, node in changed.items() if nodes.get(each, 1) is not None}))


def guard() -> Document:
    """Return a machine of three states: Patrol and Chase to and fro, and Fight with a state inside."""
    states = {
        "s1": {"kind": "state", "name": "Patrol", "transitions": ["t1"]},
        "s2": {"kind": "state", "name": "Chase", "transitions": ["t2"]},
        "s3": {"kind": "state", "name": "Fight", "children": ["s4"], "initial": "s4"},
        "s4": {"kind": "state", "name": "Aim"},
    }
    edges = {"t1": {"targets": ["s2"], "guard": "d < 5"}, "t2": {"targets": ["s1"]}}
    return document_of({**machine(states, edges), "title": "Guard"})


def merged(base: Document, ours: Document, theirs: Document) -> MergeResult:
    """Return the merge, having looked that the result is sound."""
    result = merge_documents(base, ours, theirs)
    assert broken_invariants(result.document) == []
    return result


def only(result: MergeResult) -> Conflict:
    """Return the only conflict."""
    assert len(result.conflicts) == 1, [conflict.message for conflict in result.conflicts]
    return result.conflicts[0]


def nodes_of(result: MergeResult) -> dict[str, Any]:
    """Return the nodes of the result as they stand in a file."""
    value: Any = plain(result.document)
    return dict(value["graphs"]["g"]["nodes"])


def test_different_fields_of_one_node_go_together() -> None:
    result = merged(letters(), letters(x={"note": "ours"}), letters(x={"params": {"seconds": 2}}))
    assert result.conflicts == ()
    assert nodes_of(result)["x"] == {"kind": "wait", "note": "ours", "params": {"seconds": 2}}


def test_different_parameters_of_one_node_go_together() -> None:
    result = merged(
        letters(),
        letters(x={"params": {"seconds": 1, "ours": 1}}),
        letters(x={"params": {"seconds": {"expr": "t"}}}),
    )
    assert result.conflicts == ()
    assert nodes_of(result)["x"]["params"] == {"ours": 1, "seconds": {"expr": "t"}}


def test_the_same_field_changed_on_both_sides_is_a_conflict_and_ours_is_kept() -> None:
    base = guard()
    ours, theirs = (edits.set_field(base, "g", "t1", "guard", each) for each in ("d < 6", "d < 7"))
    result = merged(base, ours, theirs)
    assert result.document == ours
    one = only(result)
    assert (one.cause, one.place, one.kept) == ("changed", Place("g", "t1", "guard"), "ours")
    assert (one.base, one.ours, one.theirs) == ("d < 5", "d < 6", "d < 7")
    assert one.message == (
        "Guard › Patrol → Chase: guard was changed on both sides: "
        'ours to "d < 6", theirs to "d < 7"; ours is kept.'
    )


def test_the_same_change_on_both_sides_is_none() -> None:
    changed = edits.set_field(guard(), "g", "t1", "guard", "d < 6")
    assert merged(guard(), changed, edits.set_field(guard(), "g", "t1", "guard", "d < 6")) == MergeResult(
        changed
    )


def test_an_expression_in_place_of_a_literal_is_one_value() -> None:
    ours, theirs = ({"params": {"seconds": {"expr": each}}} for each in ("t", "2 * t"))
    one = only(merged(letters(), letters(x=ours), letters(x=theirs)))
    assert one.place.field == "params.seconds"
    assert (one.ours, one.theirs) == ({"expr": "t"}, {"expr": "2 * t"})


def test_an_activity_that_became_another_one_is_not_mixed_with_changes_of_the_old_one() -> None:
    base = edits.set_field(guard(), "g", "s1", "activity", {"action": "arrive", "params": {"speed": 1}})
    ours = edits.set_field(base, "g", "s1", "activity.params", {"speed": 2})
    theirs = edits.set_field(base, "g", "s1", "activity", {"action": "flee"})
    result = merged(base, ours, theirs)
    assert only(result).place.field == "activity"
    assert result.document == ours


def test_what_theirs_removed_and_ours_changed_is_kept_with_all_below_it() -> None:
    theirs = edits.remove(letters(), "g", ["a"])
    result = merged(letters(), letters(y={"test": "d < 4"}), theirs)
    one = only(result)
    assert (one.cause, one.place.element, one.theirs) == ("removed", "a", ABSENT)
    assert one.covers == {"a", "x", "y"}
    assert nodes_of(result)["r"]["children"] == ["a", "b"]
    assert nodes_of(result)["a"]["children"] == ["x", "y"]
    assert one.message == (
        "Tree › Attack with 2 nodes was removed by theirs and changed by ours. It is kept as ours has it."
    )


def test_what_ours_removed_and_theirs_changed_stays_removed_and_is_told_whole() -> None:
    ours = edits.remove(letters(), "g", ["a"])
    result = merged(letters(), ours, letters(y={"test": "d < 4"}))
    one = only(result)
    assert result.document == ours
    assert (one.cause, one.place.element, one.ours) == ("removed", "a", ABSENT)
    assert one.theirs["nodes"]["y"]["test"] == "d < 4"  # type: ignore[index, call-overload]
    assert one.message == (
        "Tree › Attack with 2 nodes was removed by ours and changed by theirs. It stays removed."
    )


def test_what_theirs_added_below_what_ours_removed_is_in_the_conflict() -> None:
    ours = edits.remove(letters(), "g", ["b"])
    theirs = letters(b={"children": ["n"]}, n={"kind": "wait"})
    result = merged(letters(), ours, theirs)
    assert result.document == ours
    assert only(result).covers == {"b", "n"}


def test_removing_less_and_removing_more_go_together() -> None:
    less, more = edits.remove(letters(), "g", ["x"]), edits.remove(letters(), "g", ["a"])
    for ours, theirs in ((less, more), (more, less)):
        result = merged(letters(), ours, theirs)
        assert result.conflicts == ()
        assert sorted(nodes_of(result)) == ["b", "r"]


def test_both_sides_children_are_kept_ours_first() -> None:
    ours = letters(a={"children": ["x", "o", "y"]}, o={"kind": "wait"})
    theirs = letters(a={"children": ["x", "t", "y"]}, t={"kind": "wait"})
    result = merged(letters(), ours, theirs)
    assert result.conflicts == ()
    assert nodes_of(result)["a"]["children"] == ["x", "o", "t", "y"]


def test_a_node_moved_to_two_parents_is_a_conflict() -> None:
    base = letters(c={"kind": "sequence", "title": "Hide"}, r={"children": ["a", "b", "c"]})
    ours = edits.reparent(base, "g", "x", "b", REGISTRY)
    theirs = edits.reparent(base, "g", "x", "c", REGISTRY)
    result = merged(base, ours, theirs)
    one = only(result)
    assert result.document == ours
    assert (one.cause, one.place.element) == ("moved", "x")
    assert (one.ours, one.theirs) == (
        {"parent": "b", "list": "children"},
        {"parent": "c", "list": "children"},
    )
    assert one.message == (
        "Tree › Wait 1 s was moved on both sides: ours under Flee, theirs under Hide. Ours is kept."
    )


def test_moves_that_would_make_a_circle_are_a_conflict() -> None:
    base = letters()
    ours = edits.reparent(base, "g", "a", "b", REGISTRY)
    theirs = edits.reparent(base, "g", "b", "a", REGISTRY)
    result = merged(base, ours, theirs)
    assert only(result).cause == "structure"
    assert nodes_of(result)["b"]["children"] == ["a"]


def test_two_new_roots_are_a_conflict_and_theirs_becomes_loose() -> None:
    def wrapped(one: str) -> Document:
        nodes = {**LETTERS, one: {"kind": "inverter", "children": ["r"]}}
        return document_of(tree(nodes, one))

    result = merged(letters(), wrapped("o"), wrapped("t"))
    graph = plain(result.document)["graphs"]["g"]  # type: ignore[index, call-overload]
    assert (graph["root"], graph["loose"]) == ("o", ["t"])  # type: ignore[index, call-overload]
    assert {conflict.cause for conflict in result.conflicts} == {"moved", "structure"}


def test_different_nodes_of_one_id_are_a_conflict() -> None:
    ours = letters(b={"children": ["n"]}, n={"kind": "wait"})
    theirs = letters(
        a={"children": ["x", "y", "n"]}, n={"kind": "inverter", "children": ["m"]}, m={"kind": "log"}
    )
    result = merged(letters(), ours, theirs)
    one = only(result)
    assert result.document == ours
    assert (one.cause, one.place.element) == ("duplicate", "n")
    assert one.covers == {"n", "m"}
    assert one.message == "Tree › Wait 1 s was added on both sides, and not alike. Ours is kept."


def test_the_same_node_added_on_both_sides_is_one_node() -> None:
    both = letters(b={"children": ["n"]}, n={"kind": "wait"})
    result = merged(
        letters(), edits.set_field(both, "g", "x", "note", "o"), edits.set_field(both, "g", "y", "note", "t")
    )
    assert result.conflicts == ()
    assert nodes_of(result)["b"]["children"] == ["n"]


def test_a_transition_to_a_state_that_ours_removed_is_left_out_and_told() -> None:
    theirs = edits.set_field(guard(), "g", "t1", "note", "theirs")
    theirs = edits.retarget(theirs, "g", "t1", ("s3",), REGISTRY)
    result = merged(guard(), edits.remove(guard(), "g", ["s3"]), theirs)
    graph = result.document.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    assert graph.edges["t1"].targets == ("s2",)
    assert graph.edges["t1"].note == "theirs"
    assert {conflict.place for conflict in result.conflicts} == {
        Place("g", "t1", "targets"),
        Place("g", "s3"),
    }


def test_a_state_that_ours_newly_uses_outlives_its_removal_by_theirs() -> None:
    ours, edge = edits.connect(guard(), "g", "s1", "s3", REGISTRY)
    result = merged(guard(), ours, edits.remove(guard(), "g", ["s3"]))
    assert result.document == ours
    assert only(result).place == Place("g", "s3")
    assert edge in only(result).covers


def test_transitions_removed_with_a_state_come_back_with_it() -> None:
    ours = edits.rename(guard(), "g", "s2", "Hunt")
    result = merged(guard(), ours, edits.remove(guard(), "g", ["s2"]))
    assert result.document == ours
    assert only(result).covers == {"s2", "t1", "t2"}


def test_both_sides_transitions_of_one_state_are_kept_ours_first() -> None:
    ours, one = edits.connect(guard(), "g", "s1", "s3", REGISTRY)
    theirs, other = edits.connect(guard(), "g", "s1", "s4", REGISTRY)
    result = merged(guard(), ours, theirs)
    assert result.conflicts == ()
    graph = result.document.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    assert graph.nodes["s1"].transitions == ("t1", one, other)


def test_an_initial_state_that_the_other_side_moved_out_is_a_conflict() -> None:
    base = guard()
    ours = edits.reparent(base, "g", "s4", "", REGISTRY)
    theirs = edits.set_field(base, "g", "s3", "initial", {"targets": ["s4"], "actions": ["alarm = true"]})
    result = merged(base, ours, theirs)
    assert [conflict.place.field for conflict in result.conflicts] == ["initial"]


def test_branches_of_both_sides_are_kept_and_those_that_decide_alike_are_opposed() -> None:
    def choice(*branches: dict[str, Any]) -> Document:
        leaves = {each: {"kind": "outcome", "outcome": each} for each in "abc"}
        question = {"kind": "switch", "value": "mood", "branches": [*branches]}
        used = {branch["child"] for branch in branches}
        return document_of(
            decision({"r": question, **leaves}, loose=[item for item in "abc" if item not in used])
        )

    calm = {"case": "calm", "child": "a"}
    base = choice(calm, {"else": True, "child": "c"})
    ours = choice(calm, {"case": "angry", "child": "b"}, {"else": True, "child": "c"})
    other = choice(calm, {"case": "afraid", "child": "b"}, {"else": True, "child": "c"})
    result = merged(base, ours, other)
    assert result.conflicts == ()
    graph = result.document.graphs["g"]
    assert isinstance(graph, DecisionTreeGraph)
    assert [branch.case for branch in graph.nodes["r"].branches] == ["calm", "angry", "afraid", None]
    alike = choice(calm, {"case": "angry", "child": "a"}, {"else": True, "child": "c"})
    one = only(merged(base, ours, alike))
    assert (one.place, one.ours, one.theirs) == (Place("g", "r", "branches.1.child"), "b", "a")


def test_branches_that_would_make_a_circle_are_a_conflict() -> None:
    def choice(a: list[dict[str, Any]], b: list[dict[str, Any]], loose: list[str]) -> Document:
        nodes = {"a": {"kind": "first_of", "branches": a}, "b": {"kind": "first_of", "branches": b}}
        return document_of(decision(nodes, None, loose=loose))

    base = choice([{"test": "p"}], [{"test": "q"}], ["a", "b"])
    ours = choice([{"test": "p", "child": "b"}], [{"test": "q"}], ["a"])
    theirs = choice([{"test": "p"}], [{"test": "q", "child": "a"}], ["b"])
    result = merged(base, ours, theirs)
    assert only(result).cause == "structure"
    assert only(result).theirs == "a"
    assert result.document == ours


def test_variables_are_merged_by_name_and_field() -> None:
    def with_health(**fields: Any) -> Document:
        return document_of(tree({"r": "wait"}), variables={"health": {"type": "float", **fields}})

    result = merged(with_health(), with_health(min=0), with_health(max=100))
    assert result.conflicts == ()
    assert plain(result.document)["variables"] == {"health": {"max": 100, "min": 0, "type": "float"}}
    one = only(merged(with_health(), with_health(max=50), with_health(max=100)))
    assert one.message == (
        "Variable health: max was changed on both sides: ours to 50, theirs to 100; ours is kept."
    )


def test_different_variables_of_one_name_are_a_conflict() -> None:
    base = document_of(tree({"r": "wait"}))
    ours, theirs = (
        document_of(tree({"r": "wait"}), variables={"health": {"type": each}}) for each in ("int", "float")
    )
    one = only(merged(base, ours, theirs))
    assert (one.cause, one.place.field) == ("duplicate", "variables.health")
    assert one.message == "Variable health was added on both sides, and not alike. Ours is kept."


def test_graphs_are_merged_apart_and_a_removed_one_that_ours_changed_is_kept() -> None:
    base = documents_of({"a": tree({"r": "wait"}), "b": {**tree({"r": "wait"}), "title": "Walk"}})
    ours = edits.set_field(base, "b", "r", "note", "ours")
    theirs = base.model_copy(update={"graphs": {"a": base.graphs["a"]}})
    result = merged(base, ours, theirs)
    assert result.document == ours
    assert only(result).message == (
        "Walk was removed by theirs and changed by ours. It is kept as ours has it."
    )
    back = merged(base, theirs, ours)
    assert back.document == theirs
    assert only(back).theirs["nodes"]["r"]["note"] == "ours"  # type: ignore[index, call-overload]


def test_a_graph_that_ours_newly_calls_outlives_its_removal_by_theirs() -> None:
    base = documents_of({"a": tree({"r": "wait"}), "b": tree({"r": "wait"})})
    ours = documents_of({"a": tree({"r": {"kind": "subtree", "graph": "b"}}), "b": tree({"r": "wait"})})
    theirs = base.model_copy(update={"graphs": {"a": base.graphs["a"]}})
    assert merged(base, ours, theirs).document == ours


def test_a_graph_that_theirs_newly_calls_and_ours_removed_is_told() -> None:
    base = documents_of({"a": tree({"r": "wait"}), "b": {**tree({"r": "wait"}), "title": "Walk"}})
    ours = base.model_copy(update={"graphs": {"a": base.graphs["a"]}})
    call = tree({"r": {"kind": "subtree", "graph": "b"}})
    result = merge_documents(
        base, ours, documents_of({"a": call, "b": {**tree({"r": "wait"}), "title": "Walk"}})
    )
    assert only(result).message == (
        "Walk: theirs newly uses this graph, which ours removed. It stays removed."
    )


def test_places_on_the_canvas_are_merged_and_opposed_ones_told() -> None:
    base = edits.move(guard(), "g", {"s1": (0, 0), "s2": (0, 0)})
    ours = edits.move(base, "g", {"s1": (1, 1)})
    assert merged(base, ours, edits.move(base, "g", {"s2": (2, 2)})).conflicts == ()
    one = only(merged(base, ours, edits.move(base, "g", {"s1": (2, 2)})))
    assert one.place == Place("g", "s1", "layout.at")
    assert one.message.startswith("Guard › Patrol: its place on the canvas was changed on both sides")


def test_unknown_fields_are_merged_too() -> None:
    def glowing(value: Any) -> Document:
        return Document.model_validate_json(json.dumps({**plain(letters()), "glow": value}))

    result = merged(glowing({"a": 1, "b": 1}), glowing({"a": 2, "b": 1}), glowing({"a": 1, "b": 1.0}))
    assert result.conflicts == ()
    assert repr(result.document.model_extra) == repr({"glow": {"a": 2, "b": 1.0}})


def test_conflicts_come_in_the_order_of_the_document_and_each_is_told() -> None:
    base = documents_of({"b": tree({"r": "wait"}), "a": tree({"r": "wait"})})

    def noted(text: str) -> Document:
        one = edits.set_field(edits.set_field(base, "b", "r", "note", text), "a", "r", "note", text)
        return edits.set_field(one, "a", "r", "title", text)

    result = merged(base, noted("ours"), noted("theirs"))
    assert [(conflict.place.graph, conflict.place.field) for conflict in result.conflicts] == [
        ("a", "note"),
        ("a", "title"),
        ("b", "note"),
    ]


def test_curves_are_merged_by_name_and_field() -> None:
    def with_urge(**fields: Any) -> Document:
        return wanting(curves={"urge": {"shape": "logistic", "at": [4], "high": 9, **fields}})

    both = wanting(curves={"urge": {"shape": "logistic", "at": [4], "high": 9}, "wish": {}})
    result = merged(with_urge(), with_urge(slope=5), with_urge(top=2))
    assert (result.conflicts, result.document) == ((), with_urge(slope=5, top=2))
    assert set(merged(with_urge(), both, with_urge(top=2)).document.curves) == {"urge", "wish"}
    one = only(merged(with_urge(), with_urge(top=2), with_urge(top=3)))
    assert one.message == "Curve urge: top was changed on both sides: ours to 2, theirs to 3; ours is kept."


def test_sheets_are_merged_by_their_axes_and_sets() -> None:
    def with_inputs(**inputs: Any) -> Document:
        return wanting(sheets={"danger": sheet(inputs=inputs)})

    hp: dict[str, Any] = {"high": 9, "sets": {"low": LOW}}
    ours = with_inputs(hp={**hp, "sets": {"low": LOW, "high": HIGH}})
    theirs = with_inputs(hp={**hp, "value": "hp + 1"}, thirst=hp)
    result = merged(with_inputs(hp=hp), ours, theirs)
    assert result.conflicts == ()
    danger = result.document.sheets["danger"]
    assert set(danger.inputs) == {"hp", "thirst"}
    assert set(danger.inputs["hp"].sets) == {"low", "high"}
    assert danger.inputs["hp"].value == "hp + 1"


def test_effects_are_merged_by_need_and_an_effect_is_one_thing() -> None:
    def with_effects(**effects: Any) -> Document:
        return wanting(slot={"effects": effects})

    result = merged(with_effects(), with_effects(hunger=-1), with_effects(thirst=-2))
    assert (result.conflicts, result.document) == ((), with_effects(hunger=-1, thirst=-2))
    ours, theirs = with_effects(hunger={"expr": "hp"}), with_effects(hunger={"expr": "joy"})
    one = only(merged(with_effects(hunger={"expr": "1"}), ours, theirs))
    assert one.place.field == "slot.effects.hunger"


def test_moods_are_merged_by_field_share_and_number() -> None:
    base = wanting(moods={"matrix": {"calm": {"calm": 1}, "mad": {"mad": 1}}})
    ours = wanting(moods={"every": 3, "matrix": {"calm": {"calm": 0.5}, "mad": {"mad": 1}}})
    theirs = wanting(
        moods={"pick": "draw", "matrix": {"calm": {"calm": 1}, "mad": {"mad": 0.5}}},
        matrix={"calm": {"calm": 1}, "mad": {"mad": 1}},
    )
    result = merged(base, ours, theirs)
    assert result.conflicts == ()
    graph = result.document.graphs["m"]
    assert isinstance(graph, StateMachineGraph)
    assert graph.moods is not None
    assert (graph.moods.every, graph.moods.pick) == (3, "draw")
    assert graph.moods.matrix == {"calm": {"calm": 0.5}, "mad": {"mad": 0.5}}
    assert graph.edges["hurt"].matrix == {"calm": {"calm": 1}, "mad": {"mad": 1}}


# -- rows without ids --------------------------------------------------------------------------------------


def rule(when: str, then: str, **more: Any) -> dict[str, Any]:
    return {"when": when, "output": "threat", "then": then, **more}


A, B, C = rule("hp is low", "high"), rule("hp is high", "low"), rule("hp is very low", "high")


def with_rules(*rules: dict[str, Any]) -> Document:
    return wanting(sheets={"danger": sheet(rules=list(rules))})


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ([{**A, "note": "n"}, B], [A, {**B, "then": "high"}], [{**A, "note": "n"}, {**B, "then": "high"}]),
        ([A, B, C], [C, A, B], [A, B, C]),
        ([A, C, B], [{**A, "when": "hp < 2"}, B], [{**A, "when": "hp < 2"}, C, B]),
        ([A], [{**A, "disabled": True}, B], [{**A, "disabled": True}]),
        (
            [{**A, "when": "hp < 2"}, B],
            [{**A, "disabled": True}, B],
            [{**A, "when": "hp < 2", "disabled": True}, B],
        ),
        ([], [A, B, C], [C]),
        ([B, A], [A, B, C], [B, A, C]),
    ],
)
def test_rules_of_a_sheet_are_merged_rule_by_rule(ours: Any, theirs: Any, expected: Any) -> None:
    result = merged(with_rules(A, B), with_rules(*ours), with_rules(*theirs))
    assert (result.conflicts, result.document) == ((), with_rules(*expected))


def test_rules_that_both_sides_added_to_a_sheet_without_any_are_all_kept() -> None:
    result = merged(with_rules(), with_rules(A, C), with_rules(B, A))
    assert (result.conflicts, result.document) == ((), with_rules(A, C, B))


def test_a_rule_that_both_sides_changed_otherwise_or_one_removed_is_a_conflict_of_that_rule() -> None:
    ours, theirs = with_rules(A, {**B, "when": "hp > 7"}), with_rules(A, {**B, "when": "hp > 8"}, C)
    result = merged(with_rules(A, B), ours, theirs)
    assert result.document == with_rules(A, {**B, "when": "hp > 7"}, C)
    (one,) = result.conflicts
    assert (one.cause, one.place.field) == ("changed", "sheets.danger.rules.1.when")
    assert one.message.startswith("Sheet danger: ")
    gone = only(merged(with_rules(A, B), with_rules(A), with_rules(A, {**B, "when": "hp > 8"})))
    assert (gone.cause, gone.place.field) == ("removed", "sheets.danger.rules.1")


def with_needs(*needs: str, **slot: Any) -> Document:
    document = wanting(slot=slot or None)
    graph = document.graphs["g"]
    root = graph.nodes["r"].model_copy(update={"needs": needs})
    graph = graph.model_copy(update={"nodes": {**graph.nodes, "r": root}})
    return document.model_copy(update={"graphs": {**document.graphs, "g": graph}})


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("hunger thirst hp", "joy hunger thirst", "joy hunger thirst hp"),
        ("hunger", "hunger thirst joy", "hunger joy"),
        ("hunger joy", "thirst joy", "joy"),
        ("thirst hunger", "hunger thirst hp", "thirst hunger hp"),
        ("hunger thirst hp", "hunger thirst hp joy", "hunger thirst hp joy"),
    ],
)
def test_needs_of_a_goal_selector_are_merged_by_name(ours: str, theirs: str, expected: str) -> None:
    result = merged(with_needs("hunger", "thirst"), with_needs(*ours.split()), with_needs(*theirs.split()))
    assert (result.conflicts, result.document) == ((), with_needs(*expected.split()))


def test_needs_that_both_sides_put_elsewhere_are_one_conflict() -> None:
    base, ours, theirs = "abcd", "dabc", "adbc"
    one = only(merged(with_needs(*base), with_needs(*ours), with_needs(*theirs)))
    assert (one.cause, one.place.element, one.place.field) == ("moved", "r", "needs")


def test_considerations_of_a_child_are_merged_row_by_row() -> None:
    def scored(*considerations: dict[str, Any]) -> Document:
        return with_needs("hunger", considerations=list(considerations))

    near, safe, new = {"score": "curve urge(hp)"}, {"score": "joy", "weight": 2}, {"score": "thirst"}
    result = merged(
        scored(near, safe), scored(near, {**safe, "weight": 3}, new), scored({"score": "hp"}, safe)
    )
    assert result.conflicts == ()
    assert result.document == scored({"score": "hp"}, {**safe, "weight": 3}, new)
