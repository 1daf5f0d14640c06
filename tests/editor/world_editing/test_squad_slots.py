"""The places of a squad's own formation are dragged on the map; picked agents become a squad."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt

from editor.map.editing.map_hits import HandleKind, handles_of
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from tests.editor.world_editing.map_bench import CTRL, Bench
from tests.runtime.worlds.edits.edited_world import document

LEADER, FOLLOWER, OTHER = (Element("agents", name) for name in ("ada", "ben", "eve"))


def field() -> WorldDocument:
    """Return a squad whose leader looks up the map: ahead is up, its left is left."""
    return document(
        version=4,
        agents={
            "ada": {"at": [10, 8], "heading": 90},
            "ben": {"at": [4, 4]},
            "cleo": {"at": [6, 4]},
            "eve": {"at": [16, 3]},
        },
        squads={
            "red": {
                "members": ["ada", "ben", "cleo"],
                "formation": {"shape": "own", "slots": [[-2, 1], [-2, -3]]},
            }
        },
    )


@pytest.fixture
def drill(qtbot, monkeypatch) -> Iterator[Bench]:
    bench = Bench(qtbot, monkeypatch, field())
    yield bench
    bench.session.stop_checking()
    bench.session.deleteLater()


def slots(world: WorldDocument) -> tuple[object, ...]:
    return world.squads["red"].formation.slots


@pytest.mark.parametrize("member", [LEADER, FOLLOWER])
def test_places_around_the_leader_are_dragged_with_any_member_selected(drill: Bench, member: Element):
    drill.select(member)
    before = drill.world
    drill.drag((9, 6), (8, 5))
    assert slots(drill.world) == ((-3, 2), (-2, -3))
    assert drill.labels == ["Move place"]
    drill.session.undo()
    assert drill.world == before
    drill.session.redo()
    assert slots(drill.world) == ((-3, 2), (-2, -3))


def test_a_drag_lands_on_the_grid_and_beside_it_with_ctrl(drill: Bench):
    drill.select(LEADER)
    drill.drag((13, 6), (13.2, 5.8))
    assert slots(drill.world) == ((-2, 1), (-2, -3))
    drill.drag((13, 6), (13.25, 5.75), held=CTRL)
    ahead, left = drill.world.squads["red"].formation.slots[1]
    assert ahead == pytest.approx(-2.25, abs=0.03)
    assert left == pytest.approx(-3.25, abs=0.03)


def test_a_drag_is_shown_and_escape_leaves_nothing_of_it(drill: Bench):
    drill.select(LEADER)
    before = drill.world
    drill.drag((9, 6), (8, 5), release=False)
    assert slots(drill.editing.shown) == ((-3, 2), (-2, -3))
    assert drill.editing.readout == "ahead -3.00, left 2.00"
    drill.key(Qt.Key.Key_Escape)
    drill.release((8, 5))
    assert drill.world is before
    assert drill.labels == []


def test_a_clicked_place_is_marked(drill: Bench):
    drill.select(FOLLOWER)
    drill.click((9, 6))
    assert drill.editing.point == (FOLLOWER, 0)
    assert drill.editing.selected == (FOLLOWER,)
    assert drill.world == field()


def test_agents_of_no_squad_and_shapes_that_follow_a_rule_have_no_handles(drill: Bench):
    kinds = [handle.kind for handle in handles_of(drill.world, (OTHER,), drill.map.view)]
    assert HandleKind.SLOT not in kinds
    squad = drill.world.squads["red"]
    line = squad.model_copy(update={"formation": squad.formation.model_copy(update={"shape": "line"})})
    world = drill.world.model_copy(update={"squads": {"red": line}})
    kinds = [handle.kind for handle in handles_of(world, (LEADER,), drill.map.view)]
    assert kinds == [HandleKind.HEADING]
