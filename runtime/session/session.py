"""Run a world with its minds, one fixed step after the other (rule 1.2).

| part of a step | what happens |
|---|---|
| inputs | what the user or the host asked for since the last step |
| sensors | write variables and post events, for this step's brain ticks |
| brains | tick in ascending agent id |
| effects | one-shot effects, sent events and world writes are applied in ascending agent id |
| bodies | requests are blended, movement integrated, contacts resolved |
| world events | posted for the next step |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from graphs.expressions.types import Value
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.worlds.checks.entity_fields import with_world_fields
from graphs.worlds.model.squad_minds import entry_of
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.context import Slot
from runtime.basics.host import RaisedEvent
from runtime.basics.vectors import FloatArray
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.brain.brain import Brain, check_resumable
from runtime.minds.brain.brain import NotResumable as NotResumable
from runtime.minds.brain.from_outside import KnownEvents
from runtime.minds.program.agent_state import AgentState
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.program import Program
from runtime.records.brain_frames import BrainFrames
from runtime.records.sense_records import SensorExplanation
from runtime.records.trace_frame import EventRecord, RunError, SwapRecord, TraceFrame
from runtime.records.world_records import SenseResults, WorldEvent
from runtime.session.asking import AskableSession
from runtime.session.host import SessionHost
from runtime.session.inputs import SessionInput, SwapMinds
from runtime.session.mind_questions import MindQuestions
from runtime.session.minds import MindPool, open_minds, swap_minds, take_out_leaving
from runtime.session.programs import MindCompiler, MindPrograms, ProgramSegment, with_segment
from runtime.session.snapshot import SessionSnapshot, brain_snapshot, state_hash_of
from runtime.session.turns import Turns
from runtime.worlds.world import World


class Thought(NamedTuple):
    """Hold what the brains did in one step, until bodies have moved."""

    frames: BrainFrames
    events: list[EventRecord]
    inputs: tuple[SessionInput, ...]
    explained: Mapping[str, tuple[SensorExplanation, ...]]


class Session(AskableSession):
    """Run one world. It holds no Qt, no clock and no thread; each `step` is one tick of world time."""

    def __init__(
        self,
        world: WorldDocument,
        minds: Mapping[str, Document],
        registry: Registry,
        library: ActionLibrary,
        *,
        conditions: ConditionLibrary | None = None,
        stand_ins: bool = True,
        seed: int | None = None,
        compiled: MindPrograms | None = None,
        errors_fail: bool = False,
        like: World | None = None,
    ) -> None:
        """Open `world` with `minds`, documents by the file name the world gives them.

        `conditions` are those that have a behavior. Where the game's own actions and conditions have none,
        their stand-ins run, unless `stand_ins` is False. `compiled` minds take the place of `minds`. With
        `errors_fail`, nodes with errors play as stand-ins that fail (8.5). `like` has other starts.

        Raises `CompileError` for a mind that cannot run and `WorldRefused` for a world that cannot.
        """
        self.document = world
        self.seed = world.seed if seed is None else seed
        seeded = world.model_copy(update={"seed": self.seed})
        registry = with_world_fields(registry, (world,))
        self.world = World(seeded, declared=registry.entity_fields, like=like)
        self.rate = world.rate
        self.registry = registry
        self.conditions = conditions if conditions is not None else builtin_conditions()
        self.uses_stand_ins = stand_ins
        self.switches: dict[str, bool] = {}
        self.make_log: Callable[[], BrainLog] = BrainLog
        self.not_run: dict[str, int] = {}  # minds there was no time for, with the last tick they ran
        self._host = SessionHost(self)
        self._inputs: list[SessionInput] = []
        self._applied: list[SessionInput] = []
        self._compiler = MindCompiler(world, registry, library, self.conditions, stand_ins, errors_fail)
        self._watched: frozenset[str] = frozenset()
        self.ticks_asked: set[str] = set()
        compiled = self._wanted = compiled or self._compiler.compile(minds)
        self._pool: MindPool = open_minds(self, self._host, compiled)
        self.segments: tuple[ProgramSegment, ...] = (ProgramSegment(0, compiled),)
        self._swaps: list[SwapRecord] = []
        self._questions = MindQuestions(self)
        self._questions.answer(self.world)
        self._turns = Turns(world, self.world.agent_ids)

    @classmethod
    def open(
        cls,
        world: WorldDocument,
        minds: Mapping[str, Document],
        registry: Registry,
        library: ActionLibrary,
        *,
        conditions: ConditionLibrary | None = None,
        stand_ins: bool = True,
        seed: int | None = None,
        each_row: Callable[[], None] | None = None,
        errors_fail: bool = False,
    ) -> Session:
        """Open a session as the constructor does; `each_row` is called before each row that is compiled."""
        known = conditions if conditions is not None else builtin_conditions()
        compiled = None
        if each_row is not None:
            registry = with_world_fields(registry, (world,))
            compiler = MindCompiler(world, registry, library, known, stand_ins, errors_fail)
            compiled = compiler.compile(minds, each_row=each_row)
        return cls(
            world,
            minds,
            registry,
            library,
            conditions=known,
            stand_ins=stand_ins,
            seed=seed,
            compiled=compiled,
            errors_fail=errors_fail,
        )

    def at_start(self, minds: MindPrograms | None = None) -> Session:
        """Return another session at the start of the same world, with `minds` or those it has now."""
        return self._another(self.document, minds or self._wanted, self.registry, self.seed)

    def in_world(self, world: WorldDocument, minds: Mapping[str, Document]) -> Session:
        """Return another session at the start of an edited world; minds that are the same are not compiled.

        Raises `CompileError` for a mind that cannot run and `WorldRefused` for a world that cannot.
        """
        registry = with_world_fields(self.registry, (world,))
        compiler = replace(self._compiler, world=world, registry=registry)
        keeps = world.rate == self.rate and registry is self.registry
        compiled = compiler.compile(minds, (self._wanted,) if keeps else ())
        seed = self.seed if self.seed != self.document.seed else None
        return self._another(world, compiled, registry, seed)

    def _another(
        self, world: WorldDocument, compiled: MindPrograms, registry: Registry, seed: int | None
    ) -> Session:
        return Session(
            world,
            compiled.documents,
            registry,
            self._compiler.library,
            conditions=self.conditions,
            stand_ins=self.uses_stand_ins,
            seed=seed,
            compiled=compiled,
            errors_fail=self._compiler.errors_fail,
        )

    @property
    def tick(self) -> int:
        """Return the world's tick: the number of steps done."""
        return self._host.tick

    @tick.setter
    def tick(self, tick: int) -> None:
        self._host.tick = tick

    # -- what there is ------------------------------------------------------------------------------

    @property
    def agent_ids(self) -> tuple[str, ...]:
        """Return all agents, with a mind or without, in ascending id."""
        return self.world.agent_ids

    @property
    def brains(self) -> Mapping[str, Brain]:
        """Return the brains by agent id, in ascending id."""
        return self._pool.brains

    @property
    def shared_state(self) -> AgentState:
        """Return the state that holds the world variables."""
        return self._pool.shared_state

    @property
    def programs(self) -> Mapping[str, Program]:
        """Return the program of each agent that has a mind."""
        return {agent: brain.program for agent, brain in self._pool.brains.items()}

    @property
    def world_variable_places(self) -> Mapping[str, Slot]:
        """Return the places of the world variables in the shared state."""
        return self._pool.world_variables

    @property
    def condition_switches(self) -> Mapping[str, bool]:
        """Return the answer of every condition that a switch answers here, as it is now."""
        if not self.uses_stand_ins:
            return {}
        return {
            name: self.switches.get(name, declared.stand_in)
            for name, declared in sorted(self.registry.conditions.items())
            if declared.stand_in is not None and self.conditions.get(name) is None
        }

    def known_events(self, agent: str) -> KnownEvents:
        """Return the events that an agent's mind knows, with the types of what they carry."""
        return self._wanted.events.get(self.mind_of(agent) or "", {})

    @property
    def swaps(self) -> tuple[SwapRecord, ...]:
        """Return what swaps have done since the last step; the frame of the next one tells it."""
        return tuple(self._swaps)

    def mind_of(self, agent: str) -> str | None:
        """Return the mind an agent names in the world: a file, or one graph of it."""
        entry = entry_of(self.document, agent)
        return entry.mind if entry else None

    def variables(self, agent: str) -> Mapping[str, Value]:
        """Return the declared agent variables of one agent with their values now."""
        brain = self._pool.brains.get(agent)
        if brain is None:
            return {}
        return {name: brain.state.read(slot) for name, slot in brain.program.variables.items()}

    def world_variables(self) -> Mapping[str, Value]:
        """Return the world variables with their values now."""
        state = self._pool.shared_state
        return {name: state.read(slot) for name, slot in self._pool.world_variables.items()}

    def write_shared(self, name: str, value: Value) -> None:
        """Write a world variable at once; brains ask through their host instead."""
        self._pool.shared_state.write(self._pool.world_variables[name], value)

    def ask(self, asked: SessionInput) -> None:
        """Let an input wait for the next step; the methods below check what they ask for."""
        self._inputs.append(asked)

    @property
    def has_waiting_inputs(self) -> bool:
        """Tell whether anything was asked that is not applied yet."""
        return bool(self._inputs)

    @property
    def applied_inputs(self) -> tuple[SessionInput, ...]:
        """Return the inputs applied since the last step; the frame of the next one names them."""
        return tuple(self._applied)

    @property
    def asked_inputs(self) -> tuple[SessionInput, ...]:
        """Return all inputs for the step to come, applied or waiting, in their order."""
        return (*self._applied, *self._inputs)

    # -- inputs ---------------------------------------------------------------------------------------

    def watch(self, agents: Collection[str]) -> None:
        """Say whose visits, candidates and float writes are logged (rule 7.1)."""
        self._watched = frozenset(agents)
        for agent, brain in self._pool.brains.items():
            brain.watched = agent in self._watched

    def compiled_with(
        self,
        changed: Mapping[str, Document],
        each_row: Callable[[], None] | None = None,
        known: Sequence[MindPrograms] = (),
    ) -> MindPrograms:
        """Compile the minds as they are once some documents have changed, by file name; raise `CompileError`.

        It touches nothing of the run. `each_row` is called again and again, so that it can be done in slices.
        `known` are further versions, the last of them the one that is gone on from.
        """
        versions = (self._wanted, *known)
        return self._compiler.compile({**self._wanted.documents, **changed}, versions, each_row)

    def swap(self, minds: MindPrograms) -> None:
        """Go on with other versions of the minds from the next step on; it begins a new segment (8.1)."""
        self._wanted = minds
        self.ask(SwapMinds(minds))

    def go_on_with(self, minds: MindPrograms) -> None:
        """Exchange the minds at once, between two steps, and keep what can be kept (rules: section 8)."""
        self._wanted = minds
        self._pool, records = swap_minds(self, self._host, self._pool, minds)
        self._host.claims.forget()
        self._swaps += records
        self.segments = with_segment(self.segments, ProgramSegment(self.tick, minds))
        self.watch(self._watched)
        for agent, error in self._host.apply(self.world):
            self.brains[agent].outside_errors.append(error)
        for record in records:
            if not record.kept_all:
                self.world.set_requests(record.agent, self.brains[record.agent].requests_in_force)

    # -- the step -------------------------------------------------------------------------------------

    def step(self) -> TraceFrame:
        """Do one world step and say what happened in it."""
        self.apply_inputs()
        return self.end_step(self.think(self.world.sense(self.tick, self.read_variable)), self.world.step())

    def think(self, senses: SenseResults) -> Thought:
        """Tick the brains that are due on what was sensed, and apply what they ask for."""
        inputs, self._applied = tuple(self._applied), []
        brains = self._pool.brains
        for agent, name, value in senses.writes:
            if agent in brains:
                brains[agent].write_from_outside(name, value)
        post_events(brains, senses.events)
        explained = explained_senses(self.world, self._watched, self.tick)
        events: list[EventRecord] = []
        frames = self._tick_brains(brains, events)
        self.ticks_asked.clear()
        for agent, error in self._host.apply(self.world):
            if not frames.add_error(agent, error):
                brains[agent].outside_errors.append(error)
        take_out_leaving(self.world, brains, self._host, frames)
        return Thought(frames, events, inputs, explained)

    def end_step(self, thought: Thought, happened: Sequence[WorldEvent]) -> TraceFrame:
        """Tell the brains what `happened` while bodies moved, and say what there was in this step."""
        post_events(self._pool.brains, happened)
        take_out_leaving(self.world, self._pool.brains, self._host, thought.frames)
        frames, events, inputs, explained = thought
        swaps, self._swaps = tuple(self._swaps), []
        poses = poses_of(self.world)
        frame = TraceFrame(self.tick, frames, poses, tuple(events), swaps, inputs, explained)
        self.tick += 1
        return frame

    def _tick_brains(self, brains: Mapping[str, Brain], events: list[EventRecord]) -> BrainFrames:
        """Tick the brains that are due, in ascending agent id, and hand on what they ask of their bodies."""
        frames, gone, filed = BrainFrames(), self.world.gone, self.world.filed_requests
        for agent in gone:
            if agent in brains:
                brains[agent].posted = []
        due = self._turns.due(brains, self.tick, gone, self.ticks_asked)
        frames.agents = list(due.agents)
        statuses = frames.statuses
        for brain, row in zip(due.brains, due.rows, strict=True):
            log = self.make_log() if brain.watched else None
            status = brain.tick(log)
            if brain.requests_in_force is not filed[row]:
                for refusal in self.world.set_requests(brain.agent, brain.requests_in_force):
                    brain.errors.append(RunError(-1, refusal))
            statuses.append(status)
            # Of most brains there is no more to tell: for ten thousand each question here counts.
            if brain.plain_run is None or brain.rare or brain.made_writes or brain.events_now or log:
                record_events(brain, events)
                if brain.made_writes or brain.rare or brain.machines.taken or brain.ended or log is not None:
                    frames.told[brain.agent] = brain.frame(status, log)
        frames.outcomes = list(map(bytes, map(attrgetter("outcomes"), due.brains)))
        return frames

    def read_variable(self, agent: str, name: str) -> Value:
        """Return an agent variable as it is now, None where there is none."""
        return self._questions.variable(agent, name)

    # -- memory ---------------------------------------------------------------------------------------

    def snapshot(self) -> SessionSnapshot:
        """Return everything that decides how the session goes on; take it between steps.

        Raises `NotResumable` when an agent runs an action written with yield.
        """
        self.apply_inputs()
        check_resumable(self._pool.brains.values())
        return SessionSnapshot(
            tick=self.tick,
            segments=self.segments,
            slabs=tuple(slab.snapshot() for slab in self._pool.slabs.values()),
            shared=self._pool.shared.snapshot(),
            brains={agent: brain_snapshot(brain) for agent, brain in self._pool.brains.items()},
            world=self.world.snapshot(),
            asked=frozenset(self.ticks_asked),
            switches=dict(self.switches),
            applied=tuple(self._applied),
        )

    def restore(self, snapshot: SessionSnapshot) -> None:
        """Go back to a snapshot of this session, exactly (rule 1.5).

        Raises `NotResumable` when an agent runs an action written with yield by now.
        """
        check_resumable(self._pool.brains.values())
        self._inputs.clear()
        self._host.forget()
        self._applied = list(snapshot.applied)
        self._swaps = []
        self.tick = snapshot.tick
        self._think_with(snapshot.segments)
        for slab, saved in zip(self._pool.slabs.values(), snapshot.slabs, strict=True):
            slab.restore(saved)
        self._pool.shared.restore(snapshot.shared)
        for agent, saved_brain in snapshot.brains.items():
            self._pool.restore_brain(agent, saved_brain)
        self.world.restore(snapshot.world)
        self.ticks_asked = set(snapshot.asked)
        self.switches = dict(snapshot.switches)

    def _think_with(self, segments: tuple[ProgramSegment, ...]) -> None:
        """Be in the last of these segments: its minds may be older or newer than those of now."""
        self.segments, self._wanted = segments, segments[-1].minds
        if self._pool.minds is not self._wanted:
            self._pool = open_minds(self, self._host, self._wanted)
            self.watch(self._watched)

    def apply_inputs(self) -> None:
        """Apply what was asked for since the last step now: paused, it shows at once."""
        inputs, self._inputs = self._inputs, []
        for each in inputs:
            each.apply(self)
        self._applied += inputs

    def state_hash(self) -> str:
        """Return a hash of everything that decides how the session goes on."""
        header = repr((self.tick, self.seed, sorted(self.switches.items()))).encode()
        slabs = [*self._pool.slabs.values(), self._pool.shared]
        return state_hash_of(header, slabs, self._pool.brains.values(), self.world.state_bytes())


def record_events(brain: Brain, events: list[EventRecord]) -> None:
    """Add what reached a brain and what was raised in it in its last tick."""
    reached = [(event, position in brain.machines.handled) for position, event in enumerate(brain.events_now)]
    for event, taken in (*reached, *brain.events_raised):
        events.append(EventRecord(brain.agent, event.name, tuple(sorted(event.fields.items())), taken))


def post_events(brains: Mapping[str, Brain], events: Sequence[WorldEvent]) -> None:
    """Let events of the world wait for the next ticks of the brains that they are for."""
    for posted in events:
        if posted.agent_id in brains:
            brains[posted.agent_id].post(RaisedEvent(posted.name, posted.payload))


def poses_of(world: World) -> FloatArray:
    """Return place and orientation of every body (n, 3)."""
    bodies = world.agents
    poses = np.empty((len(bodies), 3))
    poses[:, :2], poses[:, 2] = bodies.position, bodies.orientation
    return poses


def explained_senses(
    world: World, watched: Collection[str], tick: int
) -> Mapping[str, tuple[SensorExplanation, ...]]:
    """Return what the sensors of watched agents made of the world in this step (rule 7.1)."""
    found = {agent: world.explain_senses(agent, tick) for agent in sorted(watched)}
    return {agent: sensors for agent, sensors in found.items() if sensors}
