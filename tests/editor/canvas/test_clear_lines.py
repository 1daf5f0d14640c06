"""Transitions run beside one another, not on one another, and around the words of titles."""

from __future__ import annotations

from itertools import combinations

import pytest

from editor.canvas.items.frames import frame_title
from editor.canvas.routing.shapes import Rect, runs_on, segments_of, with_piece_aside
from editor.canvas.scene.scene import CanvasScene
from editor.documents.open.sample_files import samples_folder
from graphs.edits.frames import add_frame, move_frames
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from tests.editor.canvas.sample_documents import document, large_machine

pytestmark = pytest.mark.usefixtures("qapp")


def _shown(made: Document, graph: str) -> CanvasScene:
    scene = CanvasScene(builtin_registry())
    scene.sync(made, graph)
    return scene


def _crossing(scene: CanvasScene, title: Rect) -> list[str]:
    assert scene.machine is not None
    routes = scene.machine.arrangement.routes
    return [
        key
        for key, route in routes.items()
        if any(piece.rect(0.5).overlaps(title) for piece in segments_of(route.points))
        or (route.label is not None and route.label.overlaps(title))
    ]


def _two_states(title: str) -> Document:
    made = document(
        {
            "g1": {
                "kind": "state_machine",
                "initial": "a",
                "children": ["a", "b"],
                "nodes": {
                    "a": {"kind": "state", "name": "A", "transitions": ["e"]},
                    "b": {"kind": "state", "name": "B"},
                },
                "edges": {"e": {"targets": ["b"], "event": "noise"}},
                "layout": {"a": {"at": [0, 0]}, "b": {"at": [480, 0]}},
            }
        },
        "g1",
    )
    made, _ = add_frame(made, "g1", (200, 8), (200, 160), title=title)
    return made


def test_no_two_lines_of_a_large_machine_run_on_one_another() -> None:
    scene = _shown(large_machine(70, 150), "g1")
    assert scene.machine is not None
    routes = scene.machine.arrangement.routes
    pieces = [(key, piece) for key, route in routes.items() for piece in segments_of(route.points)]
    assert not [
        (one, other)
        for (one, piece), (other, beside) in combinations(pieces, 2)
        if one != other and runs_on(piece, beside)
    ]


def test_a_piece_moved_aside_takes_its_neighbors_along() -> None:
    line = ((0.0, 0.0), (50.0, 0.0), (50.0, 80.0), (90.0, 80.0))
    assert with_piece_aside(line, 1, 7.0) == ((0.0, 0.0), (57.0, 0.0), (57.0, 80.0), (90.0, 80.0))


def test_lines_go_around_the_words_of_a_compound_state() -> None:
    scene = _shown(load_document(samples_folder() / "stealth_guard.mind.json"), "guard")
    assert scene.machine is not None
    rect = scene.machine.arrangement.rects["suspicious"]
    words = Rect(rect.left, rect.top, rect.left + 240, rect.top + 31)
    assert len(scene.machine.arrangement.routes) > 8
    assert _crossing(scene, words) == []


def test_lines_go_around_the_title_of_a_frame_and_follow_when_it_moves() -> None:
    scene = _shown(_two_states(""), "g1")
    bare = _two_states("Night shift")
    (key,) = bare.graphs["g1"].notes
    title = frame_title(bare.graphs["g1"].notes[key])
    assert title is not None
    assert _crossing(scene, title) == ["a>b"]
    scene = _shown(bare, "g1")
    assert _crossing(scene, title) == []
    scene.sync(move_frames(bare, "g1", {key: (200, 200)}), "g1")
    assert _crossing(scene, title) == ["a>b"]
