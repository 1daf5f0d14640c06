"""What came with version 2 goes together: in files, differences, renames, exports and every back end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.difference.difference_text import difference_text
from graphs.difference.document_difference import document_difference
from graphs.edits.setting import set_field
from graphs.edits.variables import rename_variable
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.model import Document
from graphs.model.graph_parts import END_FIELDS
from graphs.scripts.apply_script import apply_script
from graphs.scripts.script_format import script_of
from runtime.export.export_document import export_document
from runtime.export.load_program import load_program, parse_export
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import Slab
from tests.runtime.behavior_trees.test_naive_trees import values
from tests.runtime.export.python_executor import PythonBrain
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, machine, scripted, tree

VARIABLES: dict[str, Any] = {
    "n": {"type": "int", "default": 2},
    "m": {"type": "int", "default": {"expr": "n + 1"}},
    "xs": {"type": "list", "of": "int", "most": 3, "default": [2, 0, 1]},
    "on": {"type": "bool", "default": True},
}
BLOCK: list[Any] = [
    {
        "if": "n > 1",
        "then": ["remove n from xs", {"if": "len(xs) == 0", "then": ["append m to xs"]}],
        "else": ["m = m + at(xs, 0)"],
    },
    "on = not on",
]
DRESS: dict[str, Any] = {
    **dict.fromkeys(END_FIELDS, BLOCK),
    "guard": {"test": "m < 40", "abort": "self", "refused": "skipped"},
    "preconditions": [{"test": "m % 5 == 4", "gives": "succeed"}, {"test": "m != 7", "gives": "while"}],
}
ROOTS: dict[str, dict[str, Any]] = {
    "for_each": {"params": {"list": "xs", "item": "n", "on_failure": "next"}, "children": ["steps"]},
    "simple_parallel": {"params": {"finish": "delayed"}, "children": ["steps", "c"]},
    "random_child": {"children": ["steps", "c"]},
    "parallel": {"params": {"success": -2, "ended": "again"}, "children": ["steps", "c"]},
}


def mind(kind: str) -> Document:
    nodes = {
        "root": {"kind": kind, **ROOTS[kind], **DRESS},
        "steps": {"kind": "sequence", "params": {"yield": True}, "children": ["a", "b"], **DRESS},
        "a": scripted("RS", "a", on_success=BLOCK),
        "b": scripted("RRF", "b"),
        "c": {"kind": "set", "actions": BLOCK},
    }
    if "c" not in ROOTS[kind]["children"]:
        del nodes["c"]
    source = document({"g": tree(nodes)}, variables=VARIABLES)
    return document_from_bytes(document_to_bytes(source))


@pytest.fixture(params=ROOTS)
def source(request: pytest.FixtureRequest) -> Document:
    return mind(request.param)


def test_they_are_no_error_and_come_back_from_their_file(source: Document) -> None:
    assert [each for each in check_document(source, REGISTRY) if each.severity == "error"] == []
    data = document_to_bytes(source)
    assert json.loads(data)["version"] == 2
    assert json.loads(data)["graphs"]["g"]["nodes"]["root"]["on_halt"] == BLOCK
    assert document_from_bytes(data) == source


def test_every_back_end_does_the_same_with_them(source: Document) -> None:
    text = export_document(source, REGISTRY).text()
    assert json.loads(text)["version"] == 2
    generated, interpreted, loaded = LoneBrain(source), LoneBrain(source), LoneBrain(source)
    loaded.program = load_program(parse_export(text.encode()), loaded.library).program
    loaded.slab = Slab(loaded.program.layout, 1)
    loaded.brain = Brain(loaded.program, loaded.slab.agent(0), loaded.host, "me", 1, loaded.world)
    by_hand = PythonBrain(text)
    changed = {str(values(interpreted))}
    for _ in range(40):
        result = interpreted.tick()
        for other in (generated, loaded):
            assert other.brain.tick() == result
            other.host.tick += 1
            assert list(other.brain.outcomes) == list(interpreted.brain.outcomes)
            assert values(other) == values(interpreted)
        assert generated.state_hash() == interpreted.state_hash()
        assert by_hand.tick() == result
        assert by_hand.outcomes == list(interpreted.brain.outcomes)
        changed.add(str(values(interpreted)))
    assert len(changed) > 1


def test_an_edit_script_a_difference_and_a_rename_reach_into_them(source: Document) -> None:
    rows = ["if n > 2:", "    clear xs", "else:", "    append n to xs"]
    step = {"edit": "set_field", "graph_id": "g", "element_id": "root", "path": "on_halt"}
    changed = set_field(source, "g", "root", "on_halt", rows)
    given: list[Any] = [rows, [{"if": "n > 2", "then": ["clear xs"], "else": ["append n to xs"]}]]
    for value in given:
        made = apply_script(source, script_of([{**step, "value": value}]), REGISTRY)
        assert document_to_bytes(made) == document_to_bytes(changed)
    said = difference_text(document_difference(source, changed), source, changed, REGISTRY)
    assert "on halt line 1 'if n > 1:' → 'if n > 2:'" in said
    renamed = rename_variable(rename_variable(source, "xs", "places"), "n", "place")
    assert check_document(renamed, REGISTRY) == check_document(source, REGISTRY)
    text = document_to_bytes(renamed).decode()
    assert "xs" not in text
    assert '"remove place from places"' in text


def test_the_lines_of_an_activity_have_conditions_too() -> None:
    state = {"activity": {"action": "scripted", "params": {"script": "RS"}, "on_success": BLOCK}}
    built = document({"m": machine({"s": state})}, root="m", variables=VARIABLES)
    source = document_from_bytes(document_to_bytes(built))
    assert (
        json.loads(document_to_bytes(source))["graphs"]["m"]["nodes"]["s"]["activity"]["on_success"] == BLOCK
    )
    one, generated = LoneBrain(source), LoneBrain(source)
    for _ in range(4):
        one.tick()
        generated.brain.tick()
        generated.host.tick += 1
        assert generated.state_hash() == one.state_hash()
    assert one.variable("on") is False
    assert values(one)["xs"] == [0, 1]
    made = set_field(source, "m", "s", "activity.on_success", ["if on:", "    n = 1"])
    said = difference_text(document_difference(source, made), source, made, REGISTRY)
    assert "'if n > 1:' → 'if on:'" in said
