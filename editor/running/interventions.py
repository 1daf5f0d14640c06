"""Ask things of a run from outside: results, states, events, answers, variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from editor.running.node_facts import NodeFacts
from editor.running.row_looks import instance_shown
from editor.running.run_controller import RunController, RunState
from graphs.expressions.types import Value
from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.minds.brain.from_outside import node_at, state_at
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.orders import FORCE_WORDS, LEFT_OUT, Orders, orders_of
from runtime.minds.program.rows import Row, row_path


@dataclass(frozen=True, slots=True)
class Target:
    """Hold what can be done to one element of the graph in view, for the picked agent.

    `force` is the path of the node to force, of a state's activity where a state is meant, "" for none;
    `state` the path of the state to enter, "" for none. `forced` is the result that waits there, LEFT_OUT
    where it is disabled in the run.
    """

    agent: str
    force: str = ""
    state: str = ""
    forced: Status | None = None


def target_of(run: RunController, graph_id: str, element: str) -> Target | None:
    """Return what can be done to an element, None where the picked agent does not run it."""
    brain, row = _row_of(run, graph_id, element)
    if brain is None or row is None or brain.ended:
        return None
    program = brain.program
    forced_row: Row = row
    state = ""
    if isinstance(row, StateRow):
        state = row.path if state_at(program, row.path) is not None else ""
        forced_row = row.activity.row if row.activity is not None else row
    path = row_path(forced_row)
    force = path if node_at(program, path) is forced_row else ""
    if not force and not state:
        return None
    waiting = _waiting(run, brain).forced_at(forced_row.index) if force else None
    return Target(brain.agent, force, state, waiting)


def _row_of(run: RunController, graph_id: str, element: str) -> tuple[Brain | None, Row | None]:
    session, view = run.session, run.view
    brain = session.brains.get(view.agent) if session is not None and view is not None else None
    instance = instance_shown(view, graph_id) if view is not None else None
    place = instance.row_of.get(element) if instance is not None else None
    if brain is None or view is None or place is None or brain.program is not view.program:
        return None, None
    return brain, brain.program.rows[place]


def force_result(run: RunController, target: Target, result: Status | None) -> None:
    """Let a node end with a result at its next visit, LEFT_OUT disable it; None takes that back."""
    _begin(run)
    if run.session is not None:
        run.session.force_result(target.agent, target.force, result)
        _show(run)


def enter_state(run: RunController, target: Target) -> None:
    """Let a state be entered in the agent's next tick."""
    _begin(run)
    if run.session is not None:
        run.session.enter_state(target.agent, target.state)
        _show(run)


def start_in_state(run: RunController, target: Target) -> None:
    """Begin the run again with the agent in a state."""
    run.stop()
    if run.session is not None:
        run.session.enter_state(target.agent, target.state)
        run.run()


def post_event(run: RunController, agent: str | None, name: str, payload: Mapping[str, Value]) -> None:
    """Post an event to an agent, to all where that is None, for the next tick."""
    _begin(run)
    if run.session is not None:
        run.session.post_event(agent, name, payload)
        _show(run)


OrderKind = Literal["force", "enter"]


def waiting_orders(run: RunController) -> Mapping[tuple[str, str], tuple[OrderKind, str]]:
    """Return, by graph and element, what waits for the picked agent: a kind and words for a plate."""
    session, agent = run.session, run.picked_agent
    brain = session.brains.get(agent) if session is not None and agent is not None else None
    if brain is None:
        return {}
    rows, waiting = brain.program.rows, _waiting(run, brain)
    found: dict[tuple[str, str], tuple[OrderKind, str]] = {}
    for row, result in waiting.forced:
        words = "disabled in this run" if result is LEFT_OUT else f"next visit: {FORCE_WORDS[result]}"
        found[_place_of(rows[row], rows)] = ("force", words)
    for row in waiting.entered:
        found[_place_of(rows[row], rows)] = ("enter", "entered next tick")
    return found


def _waiting(run: RunController, brain: Brain) -> Orders:
    """Return the orders that wait, those included that a game was sent and has not told yet."""
    waiting = orders_of(brain)
    for row, word in run.game_controls.orders_sent(brain.agent):
        waiting = waiting.with_word(row, word)
    return waiting


def _place_of(row: Row, rows: tuple[Row, ...]) -> tuple[str, str]:
    return row.graph, row.node or rows[row.parent].node


def _begin(run: RunController) -> None:
    if run.time.is_past:
        run.branch()


def _show(run: RunController) -> None:
    """Apply what was asked where the world is held, so that it is seen to wait."""
    if run.session is not None and run.state is not RunState.RUNNING:
        run.session.apply_inputs()
        run.frame_shown.emit()


def answer_stand_in(run: RunController, facts: NodeFacts, result: Status) -> None:
    """Say how a stand-in that waits ended; RUNNING takes back what was said."""
    if run.session is not None and facts.waits:
        run.session.answer_stand_in(facts.agent, facts.path, result)
        _show(run)


def switch_condition(run: RunController, name: str, answer: bool) -> None:
    """Set what a condition of the game answers here from the next step on."""
    if run.session is not None:
        run.session.set_condition(name, answer)
        _show(run)


def write_world_variable(run: RunController, name: str, value: Value) -> str:
    """Write a shared value before the next step; return what is wrong with it, "" for nothing."""
    if run.session is None:
        return ""
    try:
        run.session.write_world_variable(name, value)
    except ValueError as error:
        return str(error)
    _show(run)
    return ""


def write_variables(run: RunController, agent: str, values: Mapping[str, Value]) -> None:
    """Write values of an agent's variables, or of the world's, before the next step.

    In the past that begins a branch.
    """
    session = run.session
    if session is None:
        return
    for name, value in values.items():
        if name in session.world_variable_places:
            session.write_world_variable(name, value)
        else:
            session.write_variable(agent, name, value)
    _show(run)
