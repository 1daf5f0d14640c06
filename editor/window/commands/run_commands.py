"""Commands about the run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from editor.commands.command import Command
from editor.commands.speeds import FULL_SPEED, next_speed
from editor.running import interventions
from editor.running.interventions import RESULT_WORDS, Target, target_of
from editor.running.node_facts import NodeFacts, node_facts
from editor.running.run_controller import RunState
from editor.running.user_inputs import answer_stand_in
from editor.window.commands.batch_commands import batch_command
from editor.window.frame.window_host import WindowHost
from editor.window.parts.interventions import WindowInterventions
from editor.window.parts.past import WindowVisits
from runtime.basics.status import Status


def run_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the Run menu."""
    run = window.run

    def has_world() -> bool:
        return run.session is not None

    return (
        Command(
            "run.toggle",
            "Run or pause",
            run.toggle,
            "Let the world move, or hold it.",
            "play",
            enabled=has_world,
        ),
        Command(
            "run.stop",
            "Stop",
            run.stop,
            "Go back to the start of the world.",
            "stop",
            enabled=lambda: run.state is not RunState.STOPPED or run.tick > 0,
        ),
        Command(
            "run.step",
            "Step one tick",
            run.step_tick,
            "Pause, then let one tick happen.",
            "step",
            enabled=has_world,
        ),
        Command(
            "run.step_back",
            "Step one tick back",
            run.step_back,
            "Pause, then look at the tick before.",
            "step_back",
            enabled=lambda: run.tick > 0,
        ),
        *_visit_commands(window, has_world),
        batch_command(window),
        Command(
            "run.to_start",
            "Go to the start of the run",
            lambda: run.look_at(-1),
            "Look at the world before its first tick; the run is kept.",
            "history",
            enabled=lambda: run.tick > 0,
        ),
        Command(
            "run.to_end",
            "Go to the end of the run",
            lambda: run.look_at(_last_tick(window)),
            "Look at the last tick that was run.",
            "live",
            enabled=lambda: run.time.is_past,
        ),
        Command(
            "run.branch",
            "Branch here",
            run.branch,
            "Let another future begin at the tick shown. The run until now is kept.",
            "branch",
            enabled=lambda: run.time.is_past,
        ),
        Command(
            "run.slower",
            "Slower",
            partial(_change_speed, window, -1),
            "Take the next slower speed.",
            "speed",
            enabled=has_world,
        ),
        Command(
            "run.faster",
            "Faster",
            partial(_change_speed, window, 1),
            "Take the next faster speed.",
            "speed",
            enabled=has_world,
        ),
        Command(
            "run.normal_speed",
            "Normal speed",
            partial(run.pace.set_speed, 1.0),
            "Let a simulated second take a second.",
            "speed",
            enabled=has_world,
        ),
        Command(
            "run.full_speed",
            "As fast as possible",
            partial(run.pace.set_speed, FULL_SPEED),
            "Simulate as much in every frame as its budget allows.",
            "speed",
            enabled=has_world,
        ),
        Command(
            "run.next_agent",
            "Next agent",
            partial(_next_agent, window),
            "Show the mind of another agent.",
            "entity",
            enabled=lambda: len(run.thinking_agents()) > 1,
        ),
    )


def _visit_commands(window: WindowHost, has_world: Callable[[], bool]) -> tuple[Command, ...]:
    walk = window.part(WindowVisits).walk

    def is_inside() -> bool:
        return walk.steps is not None

    return (
        Command(
            "run.step_visit",
            "Step one visit",
            walk.forward,
            "Pause, then go into the next tick: node by node as the picked agent visits them.",
            "step_in",
            enabled=has_world,
        ),
        Command(
            "run.step_visit_back",
            "Step one visit back",
            walk.back,
            "Look at the visit before, inside the tick shown.",
            "step_back",
            enabled=lambda: window.run.tick > 0,
        ),
        Command(
            "run.step_over",
            "Step over a node",
            walk.over,
            "Look at the end of the node that is entered next.",
            "step",
            enabled=has_world,
        ),
        Command(
            "run.step_out",
            "Step out to the parent",
            walk.out,
            "Look at the end of the parent of the node looked at.",
            "up",
            enabled=is_inside,
        ),
        Command(
            "run.whole_tick",
            "Show the whole tick",
            walk.leave,
            "Stop going through the tick visit by visit.",
            "live",
            enabled=is_inside,
        ),
    )


def _last_tick(window: WindowHost) -> int:
    recording = window.run.time.recording
    return recording.end_tick - 1 if recording is not None else -1


def _change_speed(window: WindowHost, step: int) -> None:
    window.run.pace.set_speed(next_speed(window.run.pace.speed, step))


def _next_agent(window: WindowHost) -> None:
    agents = window.run.thinking_agents()
    picked = window.run.picked_agent
    here = agents.index(picked) if picked in agents else -1
    window.run.pick_agent(agents[(here + 1) % len(agents)])


def breakpoint_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands about breakpoints."""

    def selected() -> frozenset[str]:
        return window.session.selection if window.session is not None else frozenset()

    def toggle() -> None:
        session = window.session
        if session is None:
            return
        for element in sorted(session.selection):
            window.breakpoints.toggle(session.file_name, session.document, session.graph_id, element)

    return (
        Command(
            "run.breakpoint",
            "Breakpoint on the selection",
            toggle,
            "Hold the run when what is selected is entered or taken; once more takes it away.",
            "breakpoint",
            enabled=lambda: bool(selected()),
        ),
        Command(
            "run.clear_breakpoints",
            "Clear all breakpoints",
            window.breakpoints.clear,
            "Take away the breakpoints of all documents.",
            "breakpoint",
            enabled=lambda: bool(window.breakpoints.all),
        ),
    )


_FORCED = (
    ("force.success", Status.SUCCESS, "s_success"),
    ("force.failure", Status.FAILURE, "s_failure"),
    ("force.skipped", Status.SKIPPED, "s_skipped"),
)


def intervention_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands that step into the run, at the selected node or state."""

    def target() -> Target | None:
        session = window.session
        if session is None or len(session.selection) != 1 or window.run.session is None:
            return None
        return target_of(window.run, session.graph_id, next(iter(session.selection)))

    def has_state() -> bool:
        return bool((found := target()) and found.state)

    return (
        *(_force_command(window, target, *forced) for forced in _FORCED),
        Command(
            "force.none",
            "Take back the forced result",
            partial(_force, window, target, None),
            "Let the node do at its next visit what it does by itself.",
            "undo",
            enabled=lambda: (found := target()) is not None and found.forced is not None,
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
            window.part(WindowInterventions).ask_event,
            "Send the picked agent, or all agents, an event with what it carries.",
            "raise",
            enabled=lambda: window.run.session is not None and window.run.picked_agent is not None,
        ),
    )


def _force_command(
    window: WindowHost, target: Callable[[], Target | None], name: str, result: Status, icon: str
) -> Command:
    word = RESULT_WORDS[result]
    return Command(
        name,
        f"Force {word} at the next visit",
        partial(_force, window, target, result),
        f"Halt what runs below the node when it is visited next, and let it end with {word}, unticked.",
        icon,
        enabled=lambda: bool((found := target()) and found.force and found.forced is not result),
    )


def _force(window: WindowHost, target: Callable[[], Target | None], result: Status | None) -> None:
    found = target()
    if found is not None and found.force:
        interventions.force_result(window.run, found, result)


def _enter(window: WindowHost, target: Callable[[], Target | None]) -> None:
    found = target()
    if found is None or not found.state:
        return
    interventions.enter_state(window.run, found)
    if not window.run.is_running:
        window.say("It is entered in the next tick", "Step one tick", window.run.step_tick)


def _start(window: WindowHost, target: Callable[[], Target | None]) -> None:
    found = target()
    if found is not None and found.state:
        interventions.start_in_state(window.run, found)


_ANSWERS = (
    ("stand_in.succeed", "Let the stand-in succeed", Status.SUCCESS, "s_success"),
    ("stand_in.fail", "Let the stand-in fail", Status.FAILURE, "s_failure"),
    ("stand_in.keep_running", "Keep the stand-in running", Status.RUNNING, "s_running"),
)


def stand_in_commands(window: WindowHost) -> tuple[Command, ...]:
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


def _answer(window: WindowHost, result: Status) -> None:
    facts = _facts(window)
    if facts is not None:
        answer_stand_in(window.run, facts, result)


def _facts(window: WindowHost) -> NodeFacts | None:
    """Return what the run of the picked agent tells of the one node selected."""
    session, run = window.session, window.run
    if session is None or run.session is None or run.view is None or len(session.selection) != 1:
        return None
    element = next(iter(session.selection))
    return node_facts(run.session, run.view, session.graph_id, element, session.registry)
