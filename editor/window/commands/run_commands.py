"""Commands about the run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from editor.commands.command import Command
from editor.commands.speeds import FULL_SPEED, next_speed
from editor.running.run_controller import RunState
from editor.window.commands.batch_commands import batch_command
from editor.window.commands.window_context import WindowContext


def run_commands(window: WindowContext) -> tuple[Command, ...]:
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
            partial(run.set_speed, 1.0),
            "Let a simulated second take a second.",
            "speed",
            enabled=has_world,
        ),
        Command(
            "run.full_speed",
            "As fast as possible",
            partial(run.set_speed, FULL_SPEED),
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


def _visit_commands(window: WindowContext, has_world: Callable[[], bool]) -> tuple[Command, ...]:
    def is_inside() -> bool:
        return window.visits.steps is not None

    return (
        Command(
            "run.step_visit",
            "Step one visit",
            lambda: window.visits.forward(),
            "Pause, then go into the next tick: node by node as the picked agent visits them.",
            "step_in",
            enabled=has_world,
        ),
        Command(
            "run.step_visit_back",
            "Step one visit back",
            lambda: window.visits.back(),
            "Look at the visit before, inside the tick shown.",
            "step_back",
            enabled=lambda: window.run.tick > 0,
        ),
        Command(
            "run.step_over",
            "Step over a node",
            lambda: window.visits.over(),
            "Look at the end of the node that is entered next.",
            "step",
            enabled=has_world,
        ),
        Command(
            "run.step_out",
            "Step out to the parent",
            lambda: window.visits.out(),
            "Look at the end of the parent of the node looked at.",
            "up",
            enabled=is_inside,
        ),
        Command(
            "run.whole_tick",
            "Show the whole tick",
            lambda: window.visits.leave(),
            "Stop going through the tick visit by visit.",
            "live",
            enabled=is_inside,
        ),
    )


def _last_tick(window: WindowContext) -> int:
    recording = window.run.time.recording
    return recording.end_tick - 1 if recording is not None else -1


def _change_speed(window: WindowContext, step: int) -> None:
    window.run.set_speed(next_speed(window.run.speed, step))


def _next_agent(window: WindowContext) -> None:
    agents = window.run.thinking_agents()
    picked = window.run.picked_agent
    here = agents.index(picked) if picked in agents else -1
    window.run.pick_agent(agents[(here + 1) % len(agents)])
