"""Variables are found and renamed in sheets, slots, needs and shares as in all other expressions."""

from __future__ import annotations

from graphs.checks.lints.uses import graph_uses, sheet_uses
from graphs.edits.variables import rename_variable
from graphs.model import BehaviorTreeGraph, Document, StateMachineGraph
from graphs.model.state_machine import Moods
from graphs.searching.uses_of_names import uses_of_variable
from graphs.structure.changes import compare_documents
from graphs.structure.expression_places import rewritten_document
from tests.graphs.builders import REGISTRY, document_of, documents_of, machine, tree

FLOAT = {"type": "float", "default": 0}
SETS = {"low": {"shape": "left_shoulder", "at": [0, 2, 5]}, "high": {"at": [2, 5, 9], "shape": "triangle"}}


def sheet_document(**inputs: object) -> Document:
    sheet = {
        "inputs": {name: {"low": 0, "high": 9, "sets": SETS, **given} for name, given in inputs.items()},  # type: ignore[dict-item]
        "outputs": {"threat": {"sets": SETS}},
        "rules": [{"when": "hp is low and hp > 3", "output": "threat", "then": "high"}],
    }
    test = {"kind": "condition", "test": "number(threat) > 1"}
    return document_of(tree({"r": test}), variables={"hp": FLOAT}, sheets={"danger": sheet})


def slots_document() -> Document:
    slot = {
        "effects": {"hunger": {"expr": "-hunger"}, "thirst": -1},
        "duration": {"expr": "hunger + 1"},
        "considerations": [{"score": "hunger / 10"}],
        "feasible": "hunger > 2",
        "score": "hunger",
    }
    nodes = {
        "r": {"kind": "goal_selector", "needs": ["hunger", "thirst"], "children": ["eat"]},
        "eat": {"kind": "succeed", "slot": slot},
    }
    return document_of(tree(nodes), variables={"hunger": FLOAT, "thirst": FLOAT})


def moods_document() -> Document:
    moods = {"shares": {"calm": "hunger", "angry": "anger"}}
    graph = machine({"calm": "state", "angry": "state"}, moods=moods)
    return document_of(graph, variables={"hunger": FLOAT, "anger": FLOAT})


def test_an_input_that_follows_its_own_name_says_the_new_name_of_the_variable() -> None:
    sheet = rename_variable(sheet_document(hp={}), "hp", "health").sheets["danger"]
    assert sheet.inputs["hp"].value == "health"
    assert sheet.rules[0].when == "hp is low and health > 3"


def test_an_input_with_an_expression_is_rewritten_and_another_is_left() -> None:
    sheet = rename_variable(sheet_document(far={"value": "hp * 2"}, near={}), "hp", "health").sheets["danger"]
    assert sheet.inputs["far"].value == "health * 2"
    assert sheet.inputs["near"].value == ""


def test_a_graphs_own_variable_is_none_of_the_sheets() -> None:
    test = {"kind": "condition", "test": "hp > 3"}
    own = tree({"r": test}, variables={"hp": FLOAT})
    document = sheet_document(hp={}).model_copy(update={"graphs": documents_of({"g": own}).graphs})
    renamed = rename_variable(document, "hp", "health", graph_id="g")
    assert renamed.sheets is document.sheets


def test_slots_and_needs_are_renamed() -> None:
    graph = rename_variable(slots_document(), "hunger", "appetite").graphs["g"]
    assert isinstance(graph, BehaviorTreeGraph)
    assert graph.nodes["r"].needs == ("appetite", "thirst")
    slot = graph.nodes["eat"].slot
    assert slot is not None
    assert slot.effects == {"appetite": {"expr": "-appetite"}, "thirst": -1}
    assert slot.duration == {"expr": "appetite + 1"}
    assert slot.considerations[0].score == "appetite / 10"
    assert (slot.feasible, slot.score) == ("appetite > 2", "appetite")


def test_shares_of_moods_are_renamed() -> None:
    graph = rename_variable(moods_document(), "hunger", "calmness").graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    assert isinstance(graph.moods, Moods)
    assert graph.moods.shares == {"calm": "calmness", "angry": "anger"}


def test_what_is_rewritten_to_the_same_stays_the_very_same() -> None:
    for document in (sheet_document(hp={}), slots_document(), moods_document()):
        assert rewritten_document(document, lambda text: text) == document
        assert rewritten_document(document, lambda text: text).graphs["g"] is document.graphs["g"]


def test_needs_are_read_effects_written_and_shares_both() -> None:
    uses = graph_uses(slots_document().graphs["g"])
    assert uses.reads >= {"hunger", "thirst"}
    assert uses.effects == uses.written == {"hunger", "thirst"}
    shares = graph_uses(moods_document().graphs["g"])
    assert shares.reads == shares.writes == {"hunger", "anger"}


def test_what_a_sheet_asks_is_no_variable() -> None:
    document = sheet_document(hp={})
    assert sheet_uses(document).reads == {"hp"}
    uses = graph_uses(document.graphs["g"])
    assert uses.reads == frozenset()
    assert uses.axes == {"threat"}


def test_uses_of_a_variable_are_found_in_sheets_and_slots() -> None:
    document = sheet_document(hp={})
    places = uses_of_variable(document, "hp", "", REGISTRY)
    assert [place.field for place in places.readers] == [
        "sheets.danger.inputs.hp.value",
        "sheets.danger.rules.0.when",
    ]
    slots = uses_of_variable(slots_document(), "thirst", "", REGISTRY)
    assert [place.element for place in slots.readers] == ["r", "eat"]
    assert [place.element for place in slots.writers] == ["eat"]


def test_documents_that_differ_in_a_curve_or_a_sheet_differ() -> None:
    document = sheet_document(hp={})
    other = document.model_copy(update={"sheets": {}})
    assert compare_documents(document, other).sheets.removed == {"danger"}
    curved = document.model_copy(update={"curves": {"urge": SETS_CURVE}})
    assert compare_documents(document, curved).curves.added == {"urge"}


SETS_CURVE = sheet_document(hp={}).sheets["danger"].inputs["hp"].sets["low"]
