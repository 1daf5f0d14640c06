"""The run of the picked agent on the canvas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from editor.canvas.painting.pictures import GuardLook, LabelState
from editor.theme.tokens import StatusLook
from graphs.model import Document
from runtime.basics.status import HALTED, NodeOutcome, StateOutcome, Status, TransitionOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document
from runtime.records.reasons import own_words
from runtime.records.trace_frame import BrainFrame, Candidate, GuardPart, TraceFrame
from tests.editor.canvas.conftest import Hand, OpenCanvas
from tests.editor.canvas.sample_documents import game_registry, soldier, tank
from tests.graphs import all_edits as edits


class Run(QObject):
    """A run controller whose frames are written by hand."""

    frame_shown = Signal()
    state_changed = Signal()
    agent_changed = Signal()
    world_changed = Signal()

    is_running = False

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.program = compile_document(document, game_registry(), builtin_library())
        self.view: AgentView | None = AgentView(self.program, "a")
        self.changed_rows: frozenset[int] = frozenset()
        self.tick = 0

    def rows(self, graph: str = "g1") -> Mapping[str, int]:
        return self.program.instances_of(graph)[0].row_of

    def show(
        self,
        outcomes: Mapping[str, int],
        candidates: Sequence[Candidate] = (),
        tick: int | None = None,
        graph: str = "g1",
    ) -> None:
        self.tick = self.tick + 1 if tick is None else tick
        values = bytearray(len(self.program.rows))
        for node, outcome in outcomes.items():
            values[self.rows(graph)[node]] = outcome
        brain = BrainFrame("a", bytes(values), Status.RUNNING, False, candidates=tuple(candidates))
        assert self.view is not None
        self.changed_rows = self.view.merge(TraceFrame(self.tick, {"a": brain}, np.zeros((1, 3))))
        self.frame_shown.emit()


@pytest.fixture
def tank_run(open_canvas: OpenCanvas) -> tuple[Hand, Run]:
    document = tank()
    run = Run(document)
    return open_canvas(document, run), run


@pytest.fixture
def soldier_run(open_canvas: OpenCanvas) -> tuple[Hand, Run]:
    document = soldier(runnable=True)
    run = Run(document)
    return open_canvas(document, run), run


def _is(look: StatusLook, wanted: StatusLook) -> bool:
    return look == wanted


def _picture(hand: Hand, node: str) -> Any:
    return hand.machine.states[node].picture


def test_active_states_are_amber_with_the_time_they_have_been_so(tank_run: tuple[Hand, Run]) -> None:
    hand, run = tank_run
    run.show({"chase": StateOutcome.ENTERED}, tick=10)
    run.show({"chase": StateOutcome.ACTIVE}, tick=10 + run.program.rate // 2)
    assert _picture(hand, "chase").status == StatusLook.RUNNING
    assert _picture(hand, "chase").dwell == "0.50 s"
    run.show({"chase": StateOutcome.ACTIVE}, tick=10 + 3 * run.program.rate)
    assert _picture(hand, "chase").dwell == "3.0 s"


def test_states_that_alternate_from_tick_to_tick_stay_active_and_the_run_held_shows_which_is(
    tank_run: tuple[Hand, Run],
) -> None:
    hand, run = tank_run
    run.is_running = True
    shown: dict[str, list[StatusLook]] = {"chase": [], "shoot": []}
    for tick in range(60):
        here, there = ("chase", "shoot") if tick % 2 else ("shoot", "chase")
        run.show({here: StateOutcome.ENTERED, there: StateOutcome.EXITED})
        for state, looks in shown.items():
            looks.append(_picture(hand, state).status)
    for looks in shown.values():
        assert set(looks[6:]) == {StatusLook.RUNNING}
    run.is_running = False
    run.state_changed.emit()
    assert _picture(hand, "chase").status == StatusLook.RUNNING
    assert _picture(hand, "shoot").status == StatusLook.IDLE
    assert _picture(hand, "shoot").last == StatusLook.RUNNING


def test_a_state_that_is_left_once_is_shown_so_at_once_while_the_run_goes_on(
    tank_run: tuple[Hand, Run],
) -> None:
    hand, run = tank_run
    run.is_running = True
    run.show({"chase": StateOutcome.ENTERED})
    run.show({"chase": StateOutcome.EXITED, "shoot": StateOutcome.ENTERED})
    assert _picture(hand, "chase").status == StatusLook.IDLE
    assert _picture(hand, "shoot").status == StatusLook.RUNNING


def test_only_the_configuration_left_last_was_active(tank_run: tuple[Hand, Run]) -> None:
    hand, run = tank_run
    run.show({"patrol": StateOutcome.ENTERED, "entry": StateOutcome.ENTERED})
    run.show({"patrol": StateOutcome.EXITED, "entry": StateOutcome.EXITED, "chase": StateOutcome.ENTERED})
    assert _picture(hand, "patrol").last == StatusLook.RUNNING
    run.show({"chase": StateOutcome.EXITED, "shoot": StateOutcome.ENTERED})
    assert _picture(hand, "patrol").last is None
    assert _picture(hand, "chase").last == StatusLook.RUNNING
    assert _picture(hand, "shoot").status == StatusLook.RUNNING


def test_a_taken_transition_fades_over_a_second_of_simulated_time(tank_run: tuple[Hand, Run]) -> None:
    hand, run = tank_run
    line = hand.machine.lines["patrol>chase"]
    run.show({"pc": TransitionOutcome.TAKEN, "chase": StateOutcome.ENTERED}, tick=100)
    assert _is(line.edge_look.status, StatusLook.RUNNING)
    run.show({"chase": StateOutcome.ACTIVE}, tick=100 + run.program.rate // 2)
    assert line.edge_look.fade == pytest.approx(0.5, abs=0.05)
    run.show({"chase": StateOutcome.ACTIVE}, tick=100 + run.program.rate + 1)
    assert _is(line.edge_look.status, StatusLook.IDLE)


def test_refused_candidates_show_for_the_selected_state_only(tank_run: tuple[Hand, Run]) -> None:
    hand, run = tank_run
    parts = (
        GuardPart("d < 3", 0, 5, "false"),
        GuardPart(" and ", 5, 10, "neutral"),
        GuardPart("visible", 10, 17, "true"),
    )
    reason = own_words("d is 4.2, needs 1.2 less")
    refused = Candidate(run.rows()["cs"], TransitionOutcome.GUARD_FALSE, parts, reason)
    run.show({"chase": StateOutcome.ACTIVE, "cs": TransitionOutcome.GUARD_FALSE}, [refused])
    label = hand.machine.labels["chase>shoot"]
    assert label.picture.rows[0].state == LabelState.IDLE
    hand.session.select(["chase"])
    row = label.picture.rows[0]
    assert row.state == LabelState.REFUSED
    assert [part.look for part in row.guard] == [GuardLook.FALSE, GuardLook.NEUTRAL, GuardLook.TRUE]
    hand.session.select(["shoot"])
    assert label.picture.rows[0].state == LabelState.IDLE


def test_results_of_a_tree_are_live_and_then_last(soldier_run: tuple[Hand, Run]) -> None:
    hand, run = soldier_run
    nodes = hand.tree.nodes
    run.show(
        {
            "root": NodeOutcome.RUNNING,
            "attack": NodeOutcome.FAILURE,
            "range": NodeOutcome.FAILURE,
            "seen": NodeOutcome.RUNNING,
            "insight": NodeOutcome.SUCCESS,
            "chase": NodeOutcome.RUNNING,
        }
    )
    assert _is(nodes["attack"].picture.status, StatusLook.FAILURE)
    assert nodes["insight"].picture.status == StatusLook.SUCCESS
    assert nodes["lost"].picture.status == StatusLook.IDLE
    assert nodes["lost"].picture.last is None
    run.show({"root": NodeOutcome.RUNNING, "lost": NodeOutcome.RUNNING, "chase": HALTED})
    assert _is(nodes["attack"].picture.status, StatusLook.IDLE)
    assert nodes["attack"].picture.last == StatusLook.FAILURE
    assert nodes["chase"].picture.last == StatusLook.RUNNING


def test_a_collapsed_tree_node_takes_the_strongest_status_inside(soldier_run: tuple[Hand, Run]) -> None:
    hand, run = soldier_run
    hand.view.entering.toggle_collapsed("seen")
    run.show({"root": NodeOutcome.RUNNING, "seen": NodeOutcome.SUCCESS, "chase": NodeOutcome.RUNNING})
    picture = hand.tree.nodes["seen"].picture
    assert picture.status == StatusLook.RUNNING
    assert picture.collapsed_status == StatusLook.RUNNING


def test_a_collapsed_compound_names_its_active_child(tank_run: tuple[Hand, Run]) -> None:
    hand, run = tank_run
    hand.view.entering.toggle_collapsed("patrol")
    run.show({"patrol": StateOutcome.ENTERED, "moving": StateOutcome.ENTERED})
    assert _picture(hand, "patrol").compound.active_child == "MovingToTarget"


def test_a_run_never_writes_the_document_and_its_end_leaves_no_trace(tank_run: tuple[Hand, Run]) -> None:
    hand, run = tank_run
    before = hand.session.document
    run.show({"chase": StateOutcome.ENTERED})
    assert hand.session.document is before
    run.view = None
    run.world_changed.emit()
    assert _picture(hand, "chase").status == StatusLook.IDLE


def test_nodes_deleted_in_a_run_are_passed_over(tank_run: tuple[Hand, Run]) -> None:
    hand, run = tank_run
    run.show({"chase": StateOutcome.ENTERED})
    hand.session.apply("Delete", lambda document: edits.remove(document, "g1", ["chase"]))
    run.show({"chase": StateOutcome.ACTIVE})
    assert "chase" not in hand.machine.states


def test_another_graph_shows_its_own_rows(soldier_run: tuple[Hand, Run]) -> None:
    hand, run = soldier_run
    run.show({"walk": StateOutcome.ENTERED}, graph="g2")
    hand.view.show_graph("g2")
    assert _picture(hand, "walk").status == StatusLook.RUNNING
    hand.view.show_graph("g1")
    assert hand.tree.nodes["root"].picture.status == StatusLook.IDLE


def test_following_brings_what_runs_into_view(soldier_run: tuple[Hand, Run]) -> None:
    hand, run = soldier_run
    hand.view.camera.zoom_to(2.0)
    hand.view.camera.go(2.0, hand.view.mapToScene(0, 0), animated=False)
    hand.view.run_overlay.follow(True)
    run.show({"root": NodeOutcome.RUNNING, "seen": NodeOutcome.RUNNING, "chase": NodeOutcome.RUNNING})
    seen = hand.view.mapToScene(hand.view.viewport().rect()).boundingRect()
    x, y = hand.center("chase")
    assert seen.contains(x, y)


def test_a_transition_that_is_taken_again_and_again_at_high_speed_does_not_flash(
    tank_run: tuple[Hand, Run],
) -> None:
    hand, run = tank_run
    run.is_running = True
    line, light = hand.machine.lines["patrol>chase"], []
    for frame in range(120):
        taken = {"pc": TransitionOutcome.TAKEN} if frame % 5 == 0 else {}
        run.show({**taken, "chase": StateOutcome.ACTIVE}, tick=100 + frame * run.program.rate)
        look = line.edge_look
        light.append(1.0 - look.fade if _is(look.status, StatusLook.RUNNING) else 0.0)
    rises = [frame for frame in range(1, 120) if light[frame] > light[frame - 1]]
    assert max(sum(0 <= other - frame < 60 for other in rises) for frame in rises) <= 3
    run.is_running = False
    run.state_changed.emit()
    run.show({"chase": StateOutcome.ACTIVE}, tick=100 + 200 * run.program.rate)
    assert _is(line.edge_look.status, StatusLook.IDLE)
