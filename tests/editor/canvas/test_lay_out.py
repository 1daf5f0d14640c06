"""Laying out machines on the canvas: apart, stable, one step to undo; dragging pins the neighbors."""

from __future__ import annotations

import random

import pytest
from PySide6.QtWidgets import QApplication

from editor.canvas.items.pictures import RunLook
from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.detail import Detail
from editor.canvas.routing.shapes import Rect
from editor.canvas.scene.scene import CanvasScene
from editor.theme.tokens import StatusLook
from graphs.edits.aligning import move
from graphs.kinds.builtin_registry import builtin_registry
from graphs.layout.layout_watch import LayoutCanceled, LayoutWatch
from graphs.model import Document
from graphs.structure.queries import TOP
from tests.editor.canvas.conftest import OpenCanvas
from tests.editor.canvas.sample_documents import document, interrupts, large_machine, large_tree, tank


def _machine(seed: int) -> Document:
    """Return a machine of 16 states in compounds that are nested up to three deep."""
    source = random.Random(seed)
    names = [f"s{number}" for number in range(16)]
    inside: dict[str, list[str]] = {name: [] for name in ["", *names]}
    depth = {"": 0}
    for name in names:
        box = source.choice([each for each in depth if depth[each] < 3])
        inside[box].append(name)
        depth[name] = depth[box] + 1
    leaving: dict[str, list[str]] = {name: [] for name in names}
    edges = {}
    for number in range(24):
        edges[f"t{number}"] = {"guard": f"d < {number}", "targets": [source.choice(names)]}
        leaving[source.choice(names)].append(f"t{number}")
    nodes = {
        name: {
            "kind": "state",
            "name": name,
            "children": inside[name],
            "initial": inside[name][0] if inside[name] else None,
            "transitions": leaving[name],
        }
        for name in names
    }
    for node in nodes.values():
        if node["initial"] is None:
            del node["initial"]
    graph = {
        "kind": "state_machine",
        "children": inside[""],
        "initial": inside[""][0],
        "nodes": nodes,
        "edges": edges,
    }
    return document({"g1": graph}, "g1")


def _shown(made: Document) -> CanvasScene:
    scene = CanvasScene(builtin_registry())
    scene.sync(made, "g1")
    return scene


def _rects(scene: CanvasScene) -> dict[str, Rect]:
    assert scene.machine is not None
    return dict(scene.machine.arrangement.rects)


@pytest.mark.parametrize("seed", range(12))
def test_nested_states_never_overlap_and_stay_inside_their_boxes(qapp, seed):
    scene = _shown(_machine(seed))
    assert scene.machine is not None
    rects = _rects(scene)
    for box, children in scene.machine.shape.children.items():
        for number, each in enumerate(children):
            if box != TOP:
                assert rects[box].contains_rect(rects[each].grown(23))
            assert not any(rects[each].overlaps(rects[other]) for other in children[number + 1 :])


@pytest.mark.parametrize("seed", range(6))
def test_laying_out_an_automatic_layout_changes_nothing(qapp, seed):
    made = _machine(seed)
    scene = _shown(made)
    before = _rects(scene)
    assert scene.machine is not None
    placed = _shown(move(made, "g1", scene.machine.arranger.fresh_places()))
    assert _rects(placed) == before


def test_laying_out_places_the_pill_of_the_machine(qapp):
    made = interrupts()
    scene = _shown(made)
    assert scene.machine is not None
    places = scene.machine.arranger.fresh_places()
    assert places[TOP] == scene.machine.arrangement.pills[TOP][:2]
    placed = _shown(move(made, "g1", places))
    assert placed.machine is not None
    assert placed.machine.arrangement.pills == scene.machine.arrangement.pills


def test_laying_out_a_selection_moves_only_that(qapp):
    made = tank()
    scene = _shown(made)
    assert scene.machine is not None
    assert set(scene.machine.arranger.fresh_places(["chase", "shoot"])) == {"chase", "shoot"}


def test_a_layout_on_the_canvas_can_be_canceled(qapp):
    scene = _shown(_machine(1))
    before = _rects(scene)
    assert scene.machine is not None
    with pytest.raises(LayoutCanceled):
        scene.machine.arranger.fresh_places(watch=LayoutWatch(None, lambda: True))
    assert _rects(scene) == before


def test_a_layout_on_the_canvas_tells_how_far_it_is(qapp):
    scene = _shown(_machine(1))
    told: list[float] = []
    assert scene.machine is not None
    scene.machine.arranger.fresh_places(watch=LayoutWatch(told.append))
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_dragging_one_state_of_an_automatic_layout_leaves_the_others(open_canvas):
    hand = open_canvas(tank(stored=False))
    before = dict(hand.view.canvas.machine.arrangement.rects)
    x, y = hand.center("shoot")
    hand.drag((x, y), (x + 64, y + 160))
    after = hand.view.canvas.machine.arrangement.rects
    assert after["shoot"].top > before["shoot"].top + 100
    assert (after["chase"], after["patrol"]) == (before["chase"], before["patrol"])
    hand.session.undo()
    assert hand.view.canvas.machine.arrangement.rects == before


def test_laying_out_is_one_step(open_canvas):
    hand = open_canvas(tank())
    before = hand.session.document
    hand.view.placing.lay_out_all()
    assert hand.session.document is not before
    hand.session.undo()
    assert hand.session.document == before


def test_a_machine_of_300_states_is_laid_out_so_that_it_can_be_read(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(large_machine(300, 620), size=(1100, 760))
    hand.view.long_work.finish()
    QApplication.processEvents()
    hand.view.placing.lay_out_all()
    hand.view.long_work.finish()
    hand.view.long_work.finish()
    content = hand.view.canvas.content_rect()
    assert content.width() < 3 * content.height()
    assert hand.view.canvas.look.detail >= Detail.TITLE
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.contains(qrect(hand.rect("s0")))
    hand.view.entering.frame_all()
    assert hand.view.camera.zoom < 0.2
    hand.view.entering.frame_all()
    assert hand.view.canvas.look.detail >= Detail.TITLE


def test_showing_all_of_a_large_graph_goes_to_what_runs(open_canvas: OpenCanvas) -> None:
    hand = open_canvas(large_tree(900), size=(700, 500))
    last = list(hand.tree.rects)[-1]
    hand.view.run_overlay.looks.nodes[last] = RunLook(StatusLook.RUNNING)
    hand.view.entering.frame_all()
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    assert seen.contains(qrect(hand.rect(last)))
