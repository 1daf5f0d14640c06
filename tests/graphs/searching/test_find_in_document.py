from __future__ import annotations

from graphs.edits.adding import add_node
from graphs.edits.connecting import connect
from graphs.edits.events import add_event, set_event_field
from graphs.edits.frames import add_frame
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable, set_variable_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.searching.find_in_document import TextQuery, elements_found, find_in_document, find_in_graph
from tests.graphs.example_document import example_document
from tests.graphs.wanting_documents import wanting

REGISTRY = builtin_registry()


def found(document: Document, text: str) -> list[tuple[str, str, str]]:
    """Return element, word and text of everything that matches."""
    return [
        (match.place.element, match.what, match.text)
        for matches in find_in_document(document, TextQuery(text, whole_words=True), REGISTRY)
        for match in matches
    ]


def guard() -> tuple[Document, str, str, str, str]:
    document, graph = add_graph(empty_document(), "state_machine", "Guard")
    document, idle = add_node(document, graph, "state", REGISTRY, fields={"name": "Idle"})
    document, go = add_node(document, graph, "state", REGISTRY, fields={"name": "Go"})
    document, edge = connect(document, graph, idle, go, REGISTRY, fields={"guard": "alarm < 5"})
    return document, graph, idle, go, edge


def test_titles_kinds_expressions_events_and_notes_of_a_machine_are_found() -> None:
    document, graph, idle, _, edge = guard()
    document = set_field(document, graph, edge, "event", "noise")
    document = set_field(document, graph, edge, "actions", ["last = event.at"])
    document = set_field(document, graph, idle, "note", "Waits for the bell.")
    document = set_field(document, graph, idle, "entry", ["alarm = 1"])
    assert found(document, "Idle") == [(idle, "title", "Idle")]
    assert found(document, "state")[0] == (idle, "kind", "State")
    assert found(document, "alarm") == [(idle, "entry", "alarm = 1"), (edge, "guard", "alarm < 5")]
    assert found(document, "noise") == [(edge, "event", "noise")]
    assert found(document, "event.at") == [(edge, "actions", "last = event.at")]
    assert found(document, "bell") == [(idle, "note", "Waits for the bell.")]


def test_defaults_and_ids_are_not_texts() -> None:
    document, graph, idle, go, _ = guard()
    for text in (idle, go, "tick", "agent", "shallow"):
        assert found(document, text) == []
    assert found(document, graph) == []


def test_variables_parameters_events_and_frames_are_found_by_name_and_note() -> None:
    document, graph, *_ = guard()
    document, _ = add_variable(document, "health", "float")
    document = set_variable_field(document, "health", "note", "Full at 100 points.")
    document, _ = add_variable(document, "speed", "float", graph_id=graph)
    document, _ = add_event(document, "hit")
    document = set_event_field(document, "hit", "payload.strength", "float")
    document, frame = add_frame(document, graph, (0, 0), title="Combat")
    fields: dict[str, list[str]] = {}
    for text in ("health", "points", "speed", "hit", "strength"):
        for group in find_in_document(document, TextQuery(text), REGISTRY):
            fields.setdefault(text, []).extend(each.place.field for each in group)
    assert fields == {
        "health": ["variables.health"],
        "points": ["variables.health.note"],
        "speed": ["variables.speed"],
        "hit": ["events.hit"],
        "strength": ["events.hit"],
    }
    assert found(document, "Combat") == [(frame, "frame", "Combat")]


def test_a_call_is_found_by_the_title_of_the_graph_it_runs() -> None:
    document, inner = add_graph(empty_document(), "behavior_tree", "Walk the round")
    document, outer = add_graph(document, "behavior_tree", "Duty")
    document, call = add_node(document, outer, "subtree", REGISTRY, fields={"graph": inner})
    elements = elements_found(find_in_graph(document, outer, TextQuery("the round"), REGISTRY))
    assert list(elements) == [call]


def test_nodes_come_in_document_order_each_before_its_transitions() -> None:
    document, graph, idle, go, edge = guard()
    document = set_field(document, graph, go, "note", "alarm")
    document = set_field(document, graph, idle, "note", "alarm")
    hits = elements_found(find_in_graph(document, graph, TextQuery("alarm"), REGISTRY))
    assert list(hits) == [idle, edge, go]


def test_every_expression_of_the_example_is_found_by_a_word_of_it() -> None:
    document = example_document()
    texts = {
        text
        for word in ("loudness", "health", "base_speed", "last_noise")
        for _, _, text in found(document, word)
    }
    assert {
        "event.loudness > 3",
        "health <= 0",
        "2 * base_speed",
        "last_noise = event.at",
        "health > 30",
    } <= texts


def test_curves_sheets_effects_and_shares_are_found() -> None:
    document = wanting()
    assert ("", "curve", "urge") in found(document, "urge")
    assert ("", "sheet", "Danger") in found(document, "danger")
    assert ("", "set of hp", "low") in found(document, "low")
    assert ("", "when of rule 1", "hp is very low") in found(document, "very")
    assert ("", "unit of threat", "fear") in found(document, "fear")
    assert ("", "share", "anger") in found(document, "anger")
    assert [element for element, what, _ in found(document, "thirst") if what == "effect"] == ["plan"]
    assert ("r", "needs", "hunger") in found(document, "hunger")


def test_what_a_curve_and_a_sheet_are_noted_with_is_found() -> None:
    document = wanting(
        curves={"urge": {"axis": "metres", "note": "How much it wants."}},
        sheets={"danger": {"note": "Of wolves."}},
    )
    assert ("", "note of urge", "How much it wants.") in found(document, "wants")
    assert ("", "axis of urge", "metres") in found(document, "metres")
    assert ("", "note of danger", "Of wolves.") in found(document, "wolves")
