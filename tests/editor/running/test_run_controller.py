from __future__ import annotations

import math
from dataclasses import replace

import pytest

from editor.documents.open.sample_files import sample_paths
from editor.running.run_controller import RunController, RunState
from editor.running.run_pace import MOST_STEPS, STEP_BUDGET
from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.files.document_file import load_document
from graphs.model import StateMachineGraph
from graphs.model.document import empty_document
from graphs.worlds.minds.world_choice import WorldChoice, choose_world, field_for
from runtime.basics.status import RESULT_MASK, NodeOutcome
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.program.tree_row import TreeRow
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree


class Clock:
    """Stand still until told to go on; each look may cost time."""

    def __init__(self) -> None:
        self.now = 100.0
        self.cost = 0.0

    def __call__(self) -> float:
        self.now += self.cost
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def run(qtbot, clock):
    run = RunController(REGISTRY, builtin_library(), clock=clock)
    yield run
    run.unload()
    run.deleteLater()


def tank_choice() -> WorldChoice:
    tank = next(path for path in sample_paths() if path.name.startswith("tank"))
    return choose_world(load_document(tank), tank)


def frame(run: RunController, clock: Clock, seconds: float) -> None:
    """Let so much wall time pass, then one frame of the window."""
    clock.now += seconds
    run.pace.frame()


def test_loading_stands_at_the_start_and_picks_an_agent_of_the_mind(run):
    run.load(tank_choice())
    assert run.state is RunState.STOPPED
    assert run.tick == 0
    assert run.mind_of(run.picked_agent) == "tank.mind.json"
    assert run.view is not None


def test_a_mind_that_reads_a_field_of_its_world_has_no_errors_and_takes_edits(run):
    ghosts = next(path for path in sample_paths() if path.name.startswith("ghosts"))
    reads = {"expr": "corner.way_out"}
    mind = set_field(load_document(ghosts), "scatter_ways", "back", "params.target", reads)
    choice = choose_world(mind, ghosts)
    ways_out = {
        name: waypoint.model_copy(update={"fields": {"way_out": [9.5, 10.5]}})
        for name, waypoint in choice.world.waypoints.items()
    }
    choice = replace(choice, world=choice.world.model_copy(update={"waypoints": ways_out}))
    run.load(choice)
    run.run()
    assert run.problems_at_compile == ()
    assert not run.plays_failing
    changed = set_field(choice.minds["ghosts.mind.json"], "ghost", "scatter", "name", "Away")
    run.document_edited("ghosts.mind.json", changed)
    run.apply_edits_now()
    assert run.problems_at_compile == ()
    assert not run.runs_last_good


def test_loading_picks_an_agent_of_the_whole_mind_before_one_of_a_part(run):
    wolf = next(path for path in sample_paths() if path.name.startswith("wolf"))
    choice = choose_world(load_document(wolf), wolf)
    run.load(choice)
    assert min(choice.world.agents) == "deer"
    assert choice.world.agents["deer"].mind == "wolf.mind.json#deer"
    assert run.picked_agent == "wolf"


def test_frame_steps_as_many_ticks_as_time_has_passed(run, clock):
    run.load(tank_choice())
    run.run()
    frame(run, clock, 0.25)
    assert run.tick == 15
    run.pace.set_speed(2.0)
    frame(run, clock, 0.25)
    assert run.tick == 45


def test_frame_over_budget_drops_the_backlog(run, clock):
    run.load(tank_choice())
    run.run()
    clock.cost = STEP_BUDGET / 3
    frame(run, clock, 10.0)
    done = run.tick
    assert 0 < done < 10
    clock.cost = 0.0
    frame(run, clock, 0.05)
    assert run.tick <= done + 4


def test_pause_keeps_the_tick_and_stop_goes_back(run, clock):
    run.load(tank_choice())
    run.run()
    frame(run, clock, 0.5)
    run.pause()
    assert (run.state, run.tick) == (RunState.PAUSED, 30)
    run.stop()
    assert (run.state, run.tick) == (RunState.STOPPED, 0)
    assert run.tick == 0


def test_step_lets_exactly_one_tick_happen_and_pauses(qtbot, run):
    run.load(tank_choice())
    run.run()
    with qtbot.waitSignal(run.frame_shown):
        run.step_tick()
    assert run.tick == 1
    assert run.state is RunState.PAUSED


def test_speed_is_clamped(run):
    run.pace.set_speed(100)
    assert run.pace.speed == 10
    run.pace.set_speed(0)
    assert run.pace.speed == 0.1


def test_full_speed_uses_the_budget_of_each_frame_and_leaves_nothing_owed(run, clock):
    run.load(tank_choice())
    run.run()
    run.pace.set_speed(math.inf)
    clock.cost = STEP_BUDGET / 5
    frame(run, clock, 0.016)
    done = run.tick
    assert 2 <= done <= 6
    run.pace.set_speed(1.0)
    frame(run, clock, 0.05)
    assert run.tick <= done + 4


def test_full_speed_ends_its_frame_on_a_clock_that_stands(run, clock):
    run.load(tank_choice())
    run.run()
    run.pace.set_speed(math.inf)
    clock.cost = 0.0
    frame(run, clock, 0.0)
    assert run.tick == MOST_STEPS


def test_frames_are_merged_into_the_view_of_the_picked_agent(run):
    document, _, _sequence, wait = waiting_tree(0.5)
    run.load(field_for(document, "walk.mind.json"))
    run.advance(10)
    row = run.view.program.instances[0].row_of[wait]
    assert run.view.outcome[row] & RESULT_MASK == NodeOutcome.RUNNING
    run.advance(21)
    assert run.view.last_tick[row] >= 30


def test_edit_while_running_reaches_the_session(run):
    document, graph, _, wait = waiting_tree(0.5)
    run.load(field_for(document, "walk.mind.json"))
    run.advance(10)
    changed = set_field(document, graph, wait, "params.seconds", 5)
    run.document_edited("walk.mind.json", changed)
    run.apply_edits_now()
    assert not run.runs_last_good
    run.advance(60)
    row = run.view.program.instances[0].row_of[wait]
    assert run.view.outcome[row] & RESULT_MASK == NodeOutcome.RUNNING


def test_edit_with_errors_keeps_the_old_program_running(qtbot, run):
    document, graph, _, _, edge = two_state_machine()
    run.load(field_for(document, "guard.mind.json"))
    run.advance(3)
    program = run.view.program
    broken = set_field(document, graph, edge, "guard", "helth < 3")
    run.document_edited("guard.mind.json", broken)
    with qtbot.waitSignal(run.last_good_changed):
        run.apply_edits_now()
    assert run.runs_last_good
    assert run.problems_at_compile
    run.advance(3)
    assert run.view.program is program
    run.document_edited("guard.mind.json", document)
    run.apply_edits_now()
    assert not run.runs_last_good


def test_8_5_a_run_started_on_a_document_with_errors_plays_the_wrong_nodes_as_failing(run):
    document, graph, sequence, wait = waiting_tree(0.5)
    document, after = add_node(document, graph, "wait", REGISTRY, parent=sequence)
    broken = set_field(document, graph, wait, "guard", {"test": "helth < 3"})
    run.load(field_for(broken, "walk.mind.json"))
    assert not run.plays_failing
    run.advance(2)
    assert run.plays_failing
    assert not run.runs_last_good
    assert [problem.code for problem in run.problems_at_compile] == ["E102"]
    rows = run.view.program.instances[0].row_of
    assert run.view.outcome[rows[wait]] & RESULT_MASK == NodeOutcome.FAILURE
    assert run.view.outcome[rows[sequence]] & RESULT_MASK == NodeOutcome.FAILURE
    assert after in rows
    assert run.session.segments[-1].minds.documents["walk.mind.json"] is broken
    run.document_edited("walk.mind.json", document)
    run.apply_edits_now()
    assert not run.plays_failing
    run.advance(1)
    rows = run.view.program.instances[0].row_of
    assert run.view.outcome[rows[wait]] & RESULT_MASK == NodeOutcome.RUNNING


def test_8_5_errors_made_during_a_run_fail_only_when_it_begins_again(run):
    document, graph, _sequence, wait = waiting_tree(5)
    run.load(field_for(document, "walk.mind.json"))
    run.advance(2)
    run.document_edited("walk.mind.json", set_field(document, graph, wait, "guard", {"test": "helth < 3"}))
    run.apply_edits_now()
    assert (run.runs_last_good, run.plays_failing) == (True, False)
    run.stop()
    run.advance(1)
    assert (run.runs_last_good, run.plays_failing) == (False, True)
    row = run.view.program.instances[0].row_of[wait]
    assert run.view.outcome[row] & RESULT_MASK == NodeOutcome.FAILURE


def test_run_of_a_document_in_which_nothing_could_fail_is_refused_with_a_remedy(qtbot, run):
    document, *_ = two_state_machine()
    broken, _ = add_graph(empty_document(), "behavior_tree", "Empty")
    run.load(field_for(broken, "guard.mind.json"))
    with qtbot.waitSignal(run.refused) as told:
        run.run()
    assert "1 error" in told.args[0]
    assert run.state is RunState.STOPPED
    run.document_edited("guard.mind.json", document)
    run.run()
    assert run.is_running


def test_transitions_are_logged_with_names(run):
    document, *_ = two_state_machine()
    run.load(field_for(document, "guard.mind.json"))
    run.advance(5)
    entry = run.transitions.entries[0]
    assert (entry.source, entry.targets) == ("Idle", "Go")
    assert entry.tick > 0


def test_picking_another_agent_shows_its_mind(run):
    run.load(tank_choice())
    other = next(agent for agent in run.thinking_agents() if agent != run.picked_agent)
    run.pick_agent(other)
    run.advance(2)
    assert run.view.agent == other


def test_running_does_not_change_the_document(run):
    choice = tank_choice()
    before = choice.minds["tank.mind.json"].model_dump()
    run.load(choice)
    run.advance(120)
    assert choice.minds["tank.mind.json"].model_dump() == before


def test_agent_picked_while_paused_shows_its_state_and_since_when(run):
    run.load(tank_choice())
    first, second = run.thinking_agents()[:2]
    run.advance(90)
    shown = {row for row in range(len(run.view.program.rows)) if run.view.outcome[row]}
    run.pick_agent(second)
    run.pick_agent(first)
    assert run.view.tick == 89
    assert {row for row in range(len(run.view.program.rows)) if run.view.outcome[row]} == shown
    patrol = run.view.program.instances_of("tank")[0].row_of["patrol"]
    assert run.view.active(patrol)
    assert run.view.active_since(patrol) == 0
    run.advance(1)
    assert run.view.dwell(patrol) == pytest.approx(90 / run.view.program.rate)


def test_edit_of_a_number_while_paused_keeps_what_is_shown(run):
    choice = tank_choice()
    run.load(choice)
    run.advance(90)
    before, since = bytes(run.view.outcome), list(run.view.last_tick)
    name = choice.mind_name
    machine = choice.minds[name].graphs["tank"]
    assert isinstance(machine, StateMachineGraph)
    assert machine.edges["patrol_chase"].guard == "d < 5 and visible"
    edited = set_field(choice.minds[name], "tank", "patrol_chase", "guard", "d < 6 and visible")
    run.document_edited(name, edited)
    run.apply_edits_now()
    assert bytes(run.view.outcome) == before
    run.advance(1)
    patrol = run.view.program.instances_of("tank")[0].row_of["patrol"]
    assert run.view.active_since(patrol) == 0
    assert all(new >= old for new, old in zip(run.view.last_tick, since, strict=True))


def test_loading_another_world_while_running_really_stops(run, clock):
    run.load(tank_choice())
    run.run()
    frame(run, clock, 0.1)
    run.load(tank_choice())
    assert run.state is RunState.STOPPED
    assert not run.pace.is_on
    assert run.tick == 0


def test_3_17_stopping_a_run_and_beginning_again_runs_no_lines_of_an_end(run, monkeypatch):
    ran = []
    monkeypatch.setattr("runtime.minds.trees.tree_walk.run_end_lines", lambda *given: ran.append(given))
    document, graph, _, wait = waiting_tree(9)
    document, _ = add_variable(document, "n", "int")
    document = set_field(document, graph, wait, "on_halt", ["n = 1"])
    run.load(choose_world(document, None))
    run.advance(3)
    assert run.session is not None
    (brain,) = run.session.brains.values()
    assert [bool(row.ends) for row in brain.program.rows if isinstance(row, TreeRow)] == [False, True]
    run.stop()
    run.advance(2)
    run.unload()
    assert ran == []
