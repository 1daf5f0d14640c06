"""The path of a decision tree on the canvas: taken branches, values, what was reached last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from editor.canvas.painting.pictures import DecisionPicture, Margin
from editor.running.row_looks import row_look, row_words
from editor.theme.tokens import StatusLook
from graphs.model import Document
from runtime.history.recording.agent_view import AgentView
from runtime.minds.program.brain_log import BrainLog
from runtime.records.trace_frame import TraceFrame
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.runtime.lone_brain import LoneBrain, document, scripted

NODES: dict[str, Any] = {
    "seen": {
        "kind": "test",
        "test": "seen",
        "branches": [{"when": False, "child": "wander"}, {"when": True, "child": "near"}],
    },
    "near": {
        "kind": "ranges",
        "value": {"expr": "d"},
        "branches": [{"upto": 3, "child": "attack"}, {"upto": 9, "child": "chase"}, {"child": "wander"}],
    },
    "wander": scripted("", "wander"),
    "attack": scripted("", "attack"),
    "chase": {"kind": "outcome", "outcome": "chase"},
}
VARIABLES: dict[str, Any] = {"seen": {"type": "bool"}, "d": {"type": "float", "default": 2.4}}
SOURCE = document({"g": {"kind": "decision_tree", "root": "seen", "nodes": NODES}}, variables=VARIABLES)


class Run(QObject):
    """A run controller that ticks one brain."""

    frame_shown = Signal()
    state_changed = Signal()
    agent_changed = Signal()
    world_changed = Signal()

    is_running = False

    def __init__(self, source: Document = SOURCE) -> None:
        super().__init__()
        self.source = source
        self.one = LoneBrain(source)
        self.view = AgentView(self.one.program, "me")
        self.changed_rows: frozenset[int] = frozenset()

    def tick(self, **values: Any) -> None:
        one = self.one
        for name, value in values.items():
            one.write(name, value)
        log, tick = BrainLog(), one.host.tick
        frame = one.brain.frame(one.brain.tick(log), log)
        one.host.tick += 1
        self.changed_rows = self.view.merge(TraceFrame(tick, {"me": frame}, np.zeros((1, 3))))
        self.frame_shown.emit()

    def row(self, node: str) -> int:
        return self.one.row(node)


@pytest.fixture
def decision_run(open_canvas: OpenCanvas) -> tuple[Hand, Run]:
    run = Run()
    return open_canvas(SOURCE, run), run


def _looks(hand: Hand) -> dict[str, StatusLook]:
    live = {key: item.picture.status for key, item in hand.tree.nodes.items()}
    return {key: look for key, look in live.items() if look != StatusLook.IDLE}


def _taken_edges(hand: Hand) -> list[tuple[str, str]]:
    return [
        (parent, line.child)
        for parent, bus in sorted(hand.tree.buses.items())
        for line in bus.lines
        if line.look.status == StatusLook.SUCCESS
    ]


def test_the_questions_asked_and_the_branches_taken_are_colored(decision_run: tuple[Hand, Run]) -> None:
    hand, run = decision_run
    run.tick(seen=True)
    assert _looks(hand) == {
        "seen": StatusLook.SUCCESS,
        "near": StatusLook.SUCCESS,
        "attack": StatusLook.RUNNING,
    }
    assert _taken_edges(hand) == [("near", "attack"), ("seen", "near")]
    run.tick(d=20.0)
    assert _looks(hand)["wander"] == StatusLook.RUNNING
    assert _taken_edges(hand) == [("near", "wander"), ("seen", "near")]
    run.tick(seen=False)
    assert _taken_edges(hand) == [("seen", "wander")]


def test_a_question_shows_what_it_saw(decision_run: tuple[Hand, Run]) -> None:
    hand, run = decision_run
    size = hand.tree.rects["near"]
    run.tick(seen=True)
    values = {key: item.picture.value for key, item in hand.tree.nodes.items()}
    assert (values["seen"], values["near"], values["attack"]) == ("true", "2.4", "")
    run.tick(d=2.25)
    assert hand.tree.nodes["near"].picture.value == "2.25"
    assert hand.tree.rects["near"] == size


def _question(hand: Hand, node: str) -> DecisionPicture:
    picture = hand.tree.nodes[node].picture
    assert isinstance(picture, DecisionPicture)
    return picture


def test_the_needle_follows_the_value_and_the_margin_leads_to_the_nearest_bound(
    decision_run: tuple[Hand, Run],
) -> None:
    hand, run = decision_run
    run.tick(seen=True)
    near = _question(hand, "near")
    assert near.scale == (-3, 15)
    assert near.needle == pytest.approx(5.4 / 18)
    assert near.margin == Margin("0.6", 6 / 18)
    assert [branch.taken for branch in near.branches] == [True, False, False]
    run.tick(d=8.5)
    near = _question(hand, "near")
    assert near.needle == pytest.approx(11.5 / 18)
    assert near.margin == Margin("0.5", 12 / 18)
    assert [branch.taken for branch in near.branches] == [False, True, False]
    run.tick(seen=False)
    assert (_question(hand, "near").needle, _question(hand, "near").margin) == (None, None)
    assert [branch.taken for branch in _question(hand, "seen").branches] == [True, False]


def test_of_branches_that_share_a_child_only_the_one_taken_is_colored(open_canvas: OpenCanvas) -> None:
    nodes = {
        **NODES,
        "near": {**NODES["near"], "branches": [{"upto": 3, "child": "wander"}, {"child": "wander"}]},
    }
    nodes = {key: node for key, node in nodes.items() if key in ("seen", "near", "wander")}
    run = Run(document({"g": {"kind": "decision_tree", "root": "seen", "nodes": nodes}}, variables=VARIABLES))
    hand = open_canvas(run.source, run)
    run.tick(seen=True, d=5.0)
    taken = [line.branch for line in hand.tree.buses["near"].lines if line.look.status == StatusLook.SUCCESS]
    assert (len(hand.tree.buses["near"].lines), taken) == (2, [1])


def test_a_bar_follows_the_declared_range_of_its_variable(decision_run: tuple[Hand, Run]) -> None:
    hand, _ = decision_run

    def declare(source: Document) -> Document:
        ranged = source.variables["d"].model_copy(update={"min": 0, "max": 20})
        return source.model_copy(update={"variables": {**source.variables, "d": ranged}})

    hand.session.apply("Change range", declare)
    assert _question(hand, "near").scale == (0, 20)


def test_what_was_reached_earlier_is_a_last_result_without_a_value(decision_run: tuple[Hand, Run]) -> None:
    hand, run = decision_run
    run.tick(seen=True)
    run.tick(seen=False)
    picture = hand.tree.nodes["near"].picture
    assert (picture.status, picture.last, picture.value) == (StatusLook.IDLE, StatusLook.SUCCESS, "")


def test_an_answer_that_runs_nothing_is_reached(decision_run: tuple[Hand, Run]) -> None:
    hand, run = decision_run
    run.tick(seen=True, d=5.0)
    assert _looks(hand)["chase"] == StatusLook.SUCCESS


def test_lists_say_which_branch_was_taken_and_why(decision_run: tuple[Hand, Run]) -> None:
    _, run = decision_run
    assert row_words(run.view, run.row("near")) == "not reached yet"
    run.tick(seen=True)
    assert row_words(run.view, run.row("near")) == "below 3: d is 2.4, 0.6 below 3"
    assert row_look(run.view, run.row("near")).look == "success"
    run.tick(seen=False)
    assert row_words(run.view, run.row("near")) == "below 3 at tick 0"
    assert row_look(run.view, run.row("near")).ghost


def test_an_outcome_of_more_branches_than_there_are_now_is_a_last_result(
    decision_run: tuple[Hand, Run],
) -> None:
    hand, run = decision_run
    run.tick(seen=True, d=5.0)
    row = run.row("near")
    run.view.outcome[row] += 3
    hand.view.run_overlay.refresh()
    look = hand.view.run_overlay.looks.node("near")
    assert look.last is StatusLook.SUCCESS
    assert look.branch is None
    run.tick(seen=True, d=5.0)
    assert hand.view.run_overlay.looks.node("near").branch == 1
