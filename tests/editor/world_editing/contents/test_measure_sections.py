from __future__ import annotations

from typing import get_args

import pytest

from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.map_content import KIND_TITLES, world_content
from editor.panels.world.world_fields import WorldContext
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import document_to_bytes
from graphs.worlds.model.world_file import MeasureKind, save_world
from tests.editor.window_builders import REGISTRY, two_state_machine
from tests.runtime.worlds.world_builder import document

MIND = two_state_machine()[0]
WORLD = document(
    agents={"guard_1": {"at": [2, 2], "mind": "guard.mind.json"}, "player": {"at": [3, 3]}},
    measures={
        "far": {"kind": "mean", "of": "d", "agent": "guard_1"},
        "idle": {"kind": "time_in", "of": "Idle"},
    },
)


def rows(world=WORLD):
    content = world_content(WorldContext(world, REGISTRY, {"guard.mind.json": MIND}), ())
    assert content is not None
    return {field.key: field for section in content.sections for field in section.fields}


def actions(world=WORLD):
    content = world_content(WorldContext(world, REGISTRY, {"guard.mind.json": MIND}), ())
    assert content is not None
    return {section.key: section.actions for section in content.sections}


def test_every_kind_of_measure_has_words():
    assert set(KIND_TITLES) == set(get_args(MeasureKind))


def test_a_measure_has_rows_and_each_sets_its_field():
    found = rows()
    assert found["measures.far.of"].kind is FieldKind.EXPRESSION
    assert found["measures.idle.of"].label == "Node"
    assert found["measures.far.of"].edit(WORLD, "d + 1").measures["far"].of == "d + 1"
    assert found["measures.far.kind"].edit(WORLD, "max").measures["far"].kind == "max"
    assert found["measures.far.agent"].edit(WORLD, None).measures["far"].agent is None
    assert list(found["measures.far.name"].edit(WORLD, "distance").measures) == ["distance", "idle"]
    assert [choice for choice, _ in found["measures.far.agent"].choices] == [None, "guard_1"]


def test_an_expression_is_checked_against_the_mind_that_is_asked():
    check = rows()["measures.far.of"].check
    assert check is not None
    assert check("d < 3") == ""
    assert "nobody_knows" in check("nobody_knows")


@pytest.mark.parametrize(("kind", "of"), [("mean", "time"), ("time_in", "Idle")])
def test_a_measure_is_added_with_something_that_the_mind_has(kind, of):
    made = rows()["measures.add"].edit(WORLD, kind)
    assert list(made.measures)[-1] == kind
    assert made.measures[kind].of == of


def test_a_measure_of_events_is_refused_where_no_mind_has_any():
    with pytest.raises(EditRefused, match="No mind of this world"):
        rows()["measures.add"].edit(WORLD, "events")


def test_a_measure_is_removed():
    (remove,) = actions()["measures.far"]
    assert list(remove.edit(WORLD).measures) == ["idle"]


def test_a_measure_is_changed_undone_and_refused_in_the_window(window, tmp_path):
    world = tmp_path / "yard.world.json"
    (tmp_path / "guard.mind.json").write_bytes(document_to_bytes(MIND))
    save_world(world, WORLD)
    window.open_file(world)
    window.world.editor.begin()
    session, page = window.world.session, window.world.inspector
    page.refresh()
    page._edit("measures.far.name", "distance", False)
    assert list(session.world.measures) == ["distance", "idle"]
    session.undo()
    assert list(session.world.measures) == ["far", "idle"]
    session.redo()
    page.refresh()
    page._edit("measures.distance.name", "idle", False)
    assert list(session.world.measures) == ["distance", "idle"]
    assert "already" in page.row("measures.distance.name").message.text()
