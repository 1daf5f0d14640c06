"""`mindloom run DOCUMENT`: run a document in its world without a window, the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from editor.command_line.check import check_world_content
from editor.command_line.failures import not_written, unusable
from editor.command_line.run_export import open_exported_session
from editor.documents.folders.output_files import Output, base_of_output, output_file
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    Message,
    message_of,
    message_of_program,
    print_error,
    print_json,
    print_line,
)
from editor.documents.open.open_project import OpenProject, open_project
from editor.documents.open.trust import module_messages, trusting
from editor.running.agent_labels import AgentLabels
from graphs.expressions.types import Items
from graphs.files.document_file import FileProblem, load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.minds.world_choice import WorldChoice, choose_world
from graphs.worlds.model.squad_minds import entry_of
from runtime.basics.status import StateOutcome, Status
from runtime.export.export_problem import RUNTIME_SUFFIX, ExportProblem
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.recording_file import SUFFIX, save_recording
from runtime.history.recording.trace_export import TraceHash, frame_line, header_line
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.problems import CompileError
from runtime.minds.program.program import Program
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from runtime.worlds.world import WorldRefused

DEFAULT_TICKS = 600
"""Ten seconds at the usual rate."""

_ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)


@dataclass(frozen=True)
class RunWish:
    """Hold what was asked for; `trace` is a file to write, None for none; `trust` runs a project's Python."""

    document: Path
    world: Path | None = None
    ticks: int = DEFAULT_TICKS
    seed: int | None = None
    trace: Path | None = None
    as_json: bool = False
    project: Path | None = None
    trust: bool = False
    force: bool = False


@dataclass(frozen=True)
class AgentEnd:
    """Hold how one agent ended: its brain's status, active states outermost first, place and values."""

    id: str
    name: str
    status: str
    active: list[str]
    doing: str
    position: tuple[float, float]
    variables: dict[str, object]


@dataclass
class RunResult:
    """Hold how a run ended: the session, the hash of its trace, and each brain's last frame."""

    session: Session
    trace_hash: str
    statuses: dict[str, Status]
    outcomes: dict[str, bytes]
    labels: AgentLabels
    errors: int


def run_document(wish: RunWish) -> int:
    """Run and print how it ended; return the exit code."""
    try:
        trusts = trusting(wish.trust)
        opened = open_project(wish.document, builtin_registry(), wish.project, trusts=trusts)
        if opened.problem is not None:
            raise opened.problem
        if wish.document.name.endswith(RUNTIME_SUFFIX):
            return _run_export(wish, opened)
        choice = choose_world(load_document(wish.document), wish.document, wish.world, opened.project)
    except FileProblem as unreadable:
        return unusable(unreadable, wish.document)
    for problem in choice.problems:
        print_error(message_of(problem, str(problem.path)).line())
    if choice.problems:
        return WRONG_USE
    for message in module_messages(opened):
        print_error(message.line())
    try:
        game = opened.game
        session = Session.open(
            choice.world,
            choice.minds,
            game.registry,
            game.actions,
            conditions=game.conditions,
            seed=wish.seed,
        )
    except CompileError as error:
        return _refused(wish, error)
    except WorldRefused:
        for message in check_world_content(
            choice.world, choice.path or wish.document, opened.registry, opened.project
        ):
            print_error(message.line())
        return FOUND_PROBLEMS
    return _play_and_report(session, choice, wish)


def _run_export(wish: RunWish, opened: OpenProject) -> int:
    """Run an export in the place of the document it was made of. Raises `FileProblem`."""
    for message in module_messages(opened):
        print_error(message.line())
    try:
        session, choice = open_exported_session(
            wish.document, wish.world, opened.project, opened.game, wish.seed
        )
    except ExportProblem as problem:
        file = str(wish.document)
        print_error(Message(file, problem.path, "error", "", problem.message, problem.remedy).line())
        return FOUND_PROBLEMS
    except CompileError as error:
        return _refused(wish, error)
    except WorldRefused as refused:
        print_error(f"{wish.world or wish.document}: error: {refused}")
        return FOUND_PROBLEMS
    return _play_and_report(session, choice, wish)


def _refused(wish: RunWish, error: CompileError) -> int:
    for found in error.problems:
        print_error(message_of_program(found, wish.document).line())
    return FOUND_PROBLEMS


def _play_and_report(session: Session, choice: WorldChoice, wish: RunWish) -> int:
    try:
        result = play(session, wish)
    except FileProblem as problem:
        return unusable(problem, wish.trace)
    except OSError as error:
        return not_written(wish.trace, error, "The trace")
    report(result, choice, wish)
    return WELL


def play(session: Session, wish: RunWish) -> RunResult:
    """Step the session and return how it ended.

    Raises OSError when the trace cannot be written, and `FileProblem` when it could not be read again.
    """
    digest = TraceHash()
    result = RunResult(session, "", {}, {}, AgentLabels(session.registry), 0)
    if wish.trace is None:
        for frame in _steps(session.step, wish.ticks):
            _take(result, digest, frame, None)
    elif wish.trace.suffix == SUFFIX:
        base = base_of_output(wish.trace, Output.RECORDING, force=wish.force)
        recorder = Recorder(session)
        for frame in _steps(recorder.step, wish.ticks):
            _take(result, digest, frame, None)
        save_recording(wish.trace, recorder.recording, session, based_on=base)
    else:
        with output_file(wish.trace, Output.TRACE_LINES, force=wish.force) as stream:
            header = header_line(session.programs, session.agent_ids, session.rate, session.seed)
            stream.write(f"{header}\n".encode())
            for frame in _steps(session.step, wish.ticks):
                _take(result, digest, frame, stream)
    result.trace_hash = digest.hexdigest()
    return result


def report(result: RunResult, choice: WorldChoice, wish: RunWish) -> None:
    """Print how the run ended, for people or for machines."""
    session = result.session
    agents = [_agent_end(result, choice, agent) for agent in session.agent_ids]
    if wish.as_json:
        print_json(
            {
                "agents": [asdict(agent) for agent in agents],
                "document": str(wish.document),
                "errors": result.errors,
                "seed": session.seed,
                "tick": session.tick,
                "trace_hash": result.trace_hash,
                "world": str(choice.path) if choice.path else None,
            }
        )
        return
    place = choice.path.name if choice.path else "an empty field"
    seconds = session.tick / session.rate
    print_line(
        f"{wish.document.name} in {place}: {session.tick:,} ticks, {seconds:.2f} s, seed {session.seed}"
    )
    width = max((len(agent.name) for agent in agents), default=0)
    for agent in agents:
        x, y = agent.position
        states = " > ".join(agent.active) or agent.doing or "no mind"
        print_line(f"  {agent.name:<{width}}  {agent.status:<8} {states}  at {x:.2f}, {y:.2f}")
    if result.errors:
        print_line(f"  {result.errors} run-time errors; see the trace")
    print_line(f"trace hash {result.trace_hash}")
    if wish.trace is not None:
        print_line(f"trace {wish.trace}")


def _steps(step: Callable[[], TraceFrame], ticks: int) -> Iterator[TraceFrame]:
    for _ in range(ticks):
        yield step()


def _take(result: RunResult, digest: TraceHash, frame: TraceFrame, stream: IO[bytes] | None) -> None:
    digest.add(frame)
    result.labels.add_frame(frame)
    for agent, brain in frame.brains.items():
        result.statuses[agent] = brain.status
        result.errors += len(brain.errors)
        if brain.outcomes:
            result.outcomes[agent] = brain.outcomes
    if stream is not None:
        stream.write(f"{frame_line(frame)}\n".encode())


def _agent_end(result: RunResult, choice: WorldChoice, agent: str) -> AgentEnd:
    session = result.session
    entry = entry_of(choice.world, agent)
    brain = session.brains.get(agent)
    x, y = session.world.pose(agent).position
    status = result.statuses.get(agent)
    program = brain.program if brain is not None else None
    mind = _mind(choice, agent)
    return AgentEnd(
        agent,
        (entry.name if entry is not None else "") or agent,
        status.name.lower() if status is not None else "-",
        _active_states(program, result.outcomes.get(agent, b"")),
        result.labels.label(agent, lambda _one: program, lambda _one: mind),
        (x, y),
        {name: _plain(value) for name, value in sorted(session.variables(agent).items())},
    )


def _mind(choice: WorldChoice, agent: str) -> tuple[str, Document] | None:
    entry = entry_of(choice.world, agent)
    name = (entry.mind or "").partition("#")[0] if entry is not None else ""
    return (name, choice.minds[name]) if name in choice.minds else None


def _active_states(program: Program | None, outcomes: bytes) -> list[str]:
    """Return the names of the active states, outermost first."""
    if program is None or len(outcomes) != len(program.rows):
        return []
    states = [row for row in program.rows if isinstance(row, StateRow) and not row.is_added]
    return [row.name for row in states if outcomes[row.index] in _ACTIVE]


def _plain(value: object) -> object:
    if isinstance(value, Items):
        return [_plain(each) for each in value.values]
    return list(value) if isinstance(value, tuple) else value
