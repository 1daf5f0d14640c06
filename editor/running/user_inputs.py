"""Hand what the user says of stand-ins and shared values to the session; while held, it shows at once."""

from __future__ import annotations

from collections.abc import Mapping

from editor.running.node_facts import NodeFacts
from editor.running.run_controller import RunController
from graphs.expressions.types import Value
from runtime.basics.status import Status


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


def _show(run: RunController) -> None:
    if run.session is not None and not run.is_running:
        run.session.apply_inputs()
        run.frame_shown.emit()
