"""Run a mind in a world from a script, ask it why, and keep the recording."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from graphs.expressions.types import Value
from graphs.files.whole_file import ABSENT
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.projects.project_check import runnable_document
from graphs.worlds.minds.world_choice import WorldChoice, field_for, world_choice_of_world
from graphs.worlds.minds.world_minds import mind_files
from mindloom.building import Refused
from runtime.basics.status import Status
from runtime.embedding.agent_mind import node_row, stored_status
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import save_recording
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.why import Inquiry
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import with_registrations
from runtime.minds.actions.registration import registrations_in
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.brain.brain import Brain
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

FIELD_MIND = "mind.mind.json"


class RecordedSession:
    """Run a document in a world, step by step, and record it. An agent left out is the first with a mind.

    `world` is the file of a world, whose agents think with the document in the place of the file `mind`; that
    may be left out where the world names one file only. Without a world there is an empty field with one
    agent. `supplied` are functions and classes decorated with `action` or `condition`.

    `session` is the session itself, for inputs of every sort: its methods are those of `AskableSession`.

    Raises `CompileError`, which names each error of the document, `WorldRefused` and `FileProblem`.
    """

    def __init__(
        self,
        document: Document,
        world: str | Path | None = None,
        *,
        mind: str = "",
        seed: int | None = None,
        supplied: Iterable[Callable[..., object]] = (),
    ) -> None:
        choice = field_for(document, FIELD_MIND) if world is None else _chosen(document, Path(world), mind)
        found = tuple(each for target in supplied for each in registrations_in({"": target}))
        game = with_registrations(builtin_registry(), builtin_library(), builtin_conditions(), found)
        self._registry = game.registry
        opened = Session(
            choice.world,
            choice.minds,
            game.registry,
            game.actions,
            conditions=game.conditions,
            seed=seed,
        )
        self._run = RecordedRun(opened)

    @property
    def session(self) -> Session:
        """Return the session that is stepped."""
        return self._run.session

    @property
    def tick(self) -> int:
        """Return the number of steps done."""
        return self.session.tick

    @property
    def agents(self) -> tuple[str, ...]:
        """Return the ids of all agents with a mind."""
        return tuple(self.session.brains)

    def step(self, ticks: int = 1) -> TraceFrame | None:
        """Do so many steps and return the frame of the last one."""
        frame = None
        for _ in range(ticks):
            frame = self._run.step()
        return frame

    def set(self, name: str, value: Value, agent: str = "") -> None:
        """Write a variable before the next step."""
        self.session.write_variable(self._brain(agent).agent, name, value)

    def post(self, event: str, agent: str = "", **payload: Value) -> None:
        """Post an event for the next step. Raises ValueError for one that the mind does not know."""
        self.session.post_event(self._brain(agent).agent, event, payload)

    def place(self, position: tuple[float, float], agent: str = "", heading: float | None = None) -> None:
        """Put an agent somewhere before the next step, in world units; any agent, with a mind or without."""
        self.session.set_pose(agent or self._brain(agent).agent, position, heading)

    def variables(self, agent: str = "") -> dict[str, Value]:
        """Return the variables of an agent with their values now."""
        return dict(self.session.variables(self._brain(agent).agent))

    def active(self, agent: str = "") -> tuple[str, ...]:
        """Return the ids of the states that are active and the nodes that run, outermost first."""
        brain = self._brain(agent)
        running = (row for row in brain.program.rows if stored_status(row, brain) is Status.RUNNING)
        return tuple(dict.fromkeys(row.node for row in running if row.node))

    def why(self, node: str, agent: str = "") -> tuple[str, ...]:
        """Say in sentences why a node or state is as it is after the last step: what decided it comes last.

        `node` is its id, or its call path where a graph is used in several places. Raises `EmbeddingError`
        where there is none.
        """
        brain = self._brain(agent)
        if self.tick == 0:
            return ("Nothing has happened yet.",)
        again = self.session.at_start(self._run.recording.segments[0].minds)
        ticks = LoggedTicks(self._run.recording, again, brain.agent)
        inquiry = Inquiry(ticks, self.tick - 1, self._registry)
        return tuple(reason.sentence for reason in inquiry.why(node_row(brain.program, node).index))

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the recording, `*.trace`; over a file that is there with `force` alone.

        Raises OSError and `FileProblem`.
        """
        based_on = None if force else ABSENT
        save_recording(Path(path), self._run.recording, self.session, based_on=based_on)

    def _brain(self, agent: str) -> Brain:
        brains = self.session.brains
        found = brains.get(agent) if agent else next(iter(brains.values()), None)
        if found is None:
            known = ", ".join(brains)
            raise Refused(agent or "agents", "There is no such agent with a mind.", f"There are {known}.")
        return found


def run(
    document: Document,
    world: str | Path | None = None,
    *,
    ticks: int = 600,
    mind: str = "",
    seed: int | None = None,
    supplied: Iterable[Callable[..., object]] = (),
) -> RecordedSession:
    """Run a document for so many ticks and return the session, which can go on; see `Session`."""
    session = RecordedSession(document, world, mind=mind, seed=seed, supplied=supplied)
    session.step(ticks)
    return session


def record(
    document: Document,
    path: str | Path,
    world: str | Path | None = None,
    *,
    ticks: int = 600,
    mind: str = "",
    seed: int | None = None,
    force: bool = False,
) -> RecordedSession:
    """Run a document for so many ticks, write the recording to `path`, and return the session."""
    session = run(document, world, ticks=ticks, mind=mind, seed=seed)
    session.save(path, force=force)
    return session


def _chosen(document: Document, world: Path, mind: str) -> WorldChoice:
    """Return the world of a file, with the document in the place of one of its minds."""
    choice = world_choice_of_world(world)
    names = mind_files(choice.world)
    name = mind or (names[0] if len(names) == 1 else "")
    if name not in names:
        said = f"The world names {', '.join(names) or 'no mind'}."
        raise Refused(str(world), said, "Say with mind=… in whose place the document thinks.")
    for problem in choice.problems:
        if not problem.path or problem.path.name != Path(name).name:
            raise problem
    own = runnable_document(document, world.parent / name)
    return WorldChoice(choice.world, {**choice.minds, name: own}, name, world, folder=world.parent)
