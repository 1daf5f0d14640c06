"""Commands about the run: let it move, look at it, step into it, play it many times."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from editor.commands.command import Command, worded
from editor.commands.speeds import FULL_SPEED, next_speed
from editor.documents.open.project_game import game_of
from editor.running import interventions
from editor.running.interventions import Target, answer_stand_in, target_of
from editor.running.node_facts import NodeFacts, node_facts
from editor.running.run_controller import RunState
from editor.window.frame.window_host import WindowHost
from editor.window.parts.callouts import WindowInterventions
from editor.window.parts.past import WindowVisits
from graphs.files.document_file import FileProblem
from runtime.basics.status import Status
from runtime.minds.program.orders import FORCE_WORDS, LEFT_OUT

if TYPE_CHECKING:
    from runtime.trials.batches.batch_call import BatchCall, BatchTexts


def batch_command(window: WindowHost) -> Command:
    """Return the command; it can run where a world is loaded."""
    return worded(
        "run.batch",
        lambda: _open(window),
        enabled=lambda: window.run.choice is not None and window.run.session is not None,
    )


def _open(window: WindowHost) -> None:
    from editor.dialogs.batch_job import example_texts
    from editor.dialogs.batch_window import BatchWindow
    from runtime.trials.batches.batch_call import call_from_texts
    from runtime.trials.batches.refusal import BatchRefused

    choice = window.run.choice
    if choice is None:
        return

    def make_call(texts: BatchTexts, runs: int, seconds: float) -> BatchCall:
        now = window.run.choice or choice
        session = window.session
        project = session.project if session is not None else None
        trusted = project is not None and window.workspace.trusts_folder(project.folder)
        try:
            game = game_of(project, trusted=trusted)
        except FileProblem as problem:
            raise BatchRefused("project", problem.message, problem.remedy) from None
        ticks = max(1, round(seconds * now.world.rate))
        return call_from_texts(texts, now.world, now.minds, game, runs=runs, ticks=ticks)

    title = choice.world.title or (choice.path.name if choice.path is not None else "the world")
    own_folder = window.workspace.folder()
    BatchWindow(window.area.window(), title, example_texts(choice), make_call, own_folder).show()


def run_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the Run menu."""
    run = window.run

    def has_world() -> bool:
        return run.session is not None

    return (
        worded("run.toggle", run.toggle, enabled=has_world),
        worded("run.stop", run.stop, enabled=lambda: run.state is not RunState.STOPPED or run.tick > 0),
        worded("run.step", run.step_tick, enabled=has_world),
        worded("run.step_back", run.step_back, enabled=lambda: run.tick > 0),
        *_visit_commands(window, has_world),
        batch_command(window),
        worded("run.to_start", lambda: run.look_at(-1), enabled=lambda: run.tick > 0),
        worded("run.to_end", lambda: run.look_at(_last_tick(window)), enabled=lambda: run.time.is_past),
        worded("run.branch", run.branch, enabled=lambda: run.time.is_past),
        worded("run.slower", partial(_change_speed, window, -1), enabled=has_world),
        worded("run.faster", partial(_change_speed, window, 1), enabled=has_world),
        worded("run.normal_speed", partial(run.pace.set_speed, 1.0), enabled=has_world),
        worded("run.full_speed", partial(run.pace.set_speed, FULL_SPEED), enabled=has_world),
        worded(
            "run.next_agent", partial(_next_agent, window), enabled=lambda: len(run.thinking_agents()) > 1
        ),
    )


def _visit_commands(window: WindowHost, has_world: Callable[[], bool]) -> tuple[Command, ...]:
    walk = window.part(WindowVisits).walk

    def is_inside() -> bool:
        return walk.steps is not None

    return (
        worded("run.step_visit", walk.forward, enabled=has_world),
        worded("run.step_visit_back", walk.back, enabled=lambda: window.run.tick > 0),
        worded("run.step_over", walk.over, enabled=has_world),
        worded("run.step_out", walk.out, enabled=is_inside),
        worded("run.whole_tick", walk.leave, enabled=is_inside),
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
        worded("run.breakpoint", toggle, enabled=lambda: bool(selected())),
        worded(
            "run.clear_breakpoints", window.breakpoints.clear, enabled=lambda: bool(window.breakpoints.all)
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
        worded(
            "force.disabled",
            partial(_force, window, target, LEFT_OUT),
            enabled=lambda: bool((found := target()) and found.force and found.forced is not LEFT_OUT),
        ),
        worded(
            "force.none",
            partial(_force, window, target, None),
            enabled=lambda: (found := target()) is not None and found.forced is not None,
        ),
        worded("force.enter", partial(_enter, window, target), enabled=has_state),
        worded("force.start_here", partial(_start, window, target), enabled=has_state),
        worded(
            "force.event",
            window.part(WindowInterventions).ask_event,
            enabled=lambda: window.run.session is not None and window.run.picked_agent is not None,
        ),
    )


def _force_command(
    window: WindowHost, target: Callable[[], Target | None], name: str, result: Status, icon: str
) -> Command:
    word = FORCE_WORDS[result]
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
