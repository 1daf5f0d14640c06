"""Commands that step into a run: force a result, enter a state, post an event (SEMANTICS 7.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from editor.commands.command import Command
from editor.running import interventions
from editor.running.interventions import RESULT_WORDS, Target, target_of
from editor.window.commands.window_context import WindowContext
from runtime.basics.status import Status

_FORCED = (
    ("force.success", Status.SUCCESS, "s_success"),
    ("force.failure", Status.FAILURE, "s_failure"),
    ("force.skipped", Status.SKIPPED, "s_skipped"),
)


def intervention_commands(window: WindowContext, ask_event: Callable[[], None]) -> tuple[Command, ...]:
    """Return the commands for the selected node or state; `ask_event` lets the user post an event."""

    def target() -> Target | None:
        session = window.session
        if session is None or len(session.selection) != 1 or window.run.session is None:
            return None
        return target_of(window.run, session.graph_id, next(iter(session.selection)))

    def has_state() -> bool:
        return bool((one := target()) and one.state)

    return (
        *(_force_command(window, target, *forced) for forced in _FORCED),
        Command(
            "force.none",
            "Take back the forced result",
            partial(_force, window, target, None),
            "Let the node do at its next visit what it does by itself.",
            "undo",
            enabled=lambda: (one := target()) is not None and one.forced is not None,
        ),
        Command(
            "force.enter",
            "Enter this state now",
            partial(_enter, window, target),
            "Let the picked agent go to this state in its next tick, whatever its transitions say.",
            "step_in",
            enabled=has_state,
        ),
        Command(
            "force.start_here",
            "Start the run in this state",
            partial(_start, window, target),
            "Go back to the start of the world and let the picked agent begin in this state.",
            "play",
            enabled=has_state,
        ),
        Command(
            "force.event",
            "Post an event…",
            ask_event,
            "Send the picked agent, or all agents, an event with what it carries.",
            "raise",
            enabled=lambda: window.run.session is not None and window.run.picked_agent is not None,
        ),
    )


def _force_command(
    window: WindowContext, target: Callable[[], Target | None], name: str, result: Status, icon: str
) -> Command:
    word = RESULT_WORDS[result]
    return Command(
        name,
        f"Force {word} at the next visit",
        partial(_force, window, target, result),
        f"Halt what runs below the node when it is visited next, and let it end with {word}, unticked.",
        icon,
        enabled=lambda: bool((one := target()) and one.force and one.forced is not result),
    )


def _force(window: WindowContext, target: Callable[[], Target | None], result: Status | None) -> None:
    found = target()
    if found is not None and found.force:
        interventions.force_result(window.run, found, result)


def _enter(window: WindowContext, target: Callable[[], Target | None]) -> None:
    found = target()
    if found is None or not found.state:
        return
    interventions.enter_state(window.run, found)
    if not window.run.is_running:
        window.say("It is entered in the next tick", "Step one tick", window.run.step_tick)


def _start(window: WindowContext, target: Callable[[], Target | None]) -> None:
    found = target()
    if found is not None and found.state:
        interventions.start_in_state(window.run, found)
