"""Commands that say how a stand-in that waits for the user ended (DESIGN section 4)."""

from __future__ import annotations

from functools import partial

from editor.commands.command import Command
from editor.running.node_facts import NodeFacts, node_facts
from editor.running.user_inputs import answer_stand_in
from editor.window.commands.window_context import WindowContext
from runtime.basics.status import Status

_ANSWERS = (
    ("stand_in.succeed", "Let the stand-in succeed", Status.SUCCESS, "s_success"),
    ("stand_in.fail", "Let the stand-in fail", Status.FAILURE, "s_failure"),
    ("stand_in.keep_running", "Keep the stand-in running", Status.RUNNING, "s_running"),
)


def stand_in_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands for the selected node, where a stand-in waits for the user."""
    return tuple(
        Command(
            name,
            title,
            partial(_answer, window, result),
            "The game's own action is not here: say how it ended. It is an input of the run.",
            icon,
            enabled=lambda: (facts := _facts(window)) is not None and facts.waits,
        )
        for name, title, result, icon in _ANSWERS
    )


def _answer(window: WindowContext, result: Status) -> None:
    facts = _facts(window)
    if facts is not None:
        answer_stand_in(window.run, facts, result)


def _facts(window: WindowContext) -> NodeFacts | None:
    """Return what the run of the picked agent tells of the one node selected."""
    session, run = window.session, window.run
    if session is None or run.session is None or run.view is None or len(session.selection) != 1:
        return None
    element = next(iter(session.selection))
    return node_facts(run.session, run.view, session.graph_id, element, session.registry)
