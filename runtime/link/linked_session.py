"""Step the minds of a game that runs elsewhere, on the inputs it tells (help page on the link).

| part of a step | what happens |
|---|---|
| inputs | of the user in Mindloom, where the run has left the record |
| agents | come, go, and are given another program |
| shared variables | have the values the game tells |
| brains | take their inputs and tick in ascending id, answered as the game answered |
| proof | outcome bytes are compared with those of the game |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import fits_type
from graphs.kinds.declarations.registry import Registry
from graphs.worlds.model.world_file import WorldDocument
from runtime.link.frames import AgentTick, GameTick, Hello, LinkFault, MindInput
from runtime.link.game_log import GameLog
from runtime.link.game_programs import NO_MINDS, GamePrograms
from runtime.link.game_world import Ground, with_agent, world_of
from runtime.link.linked_agent import AgentMemory, LinkedAgent, read_value
from runtime.minds.actions.action import ActionLibrary
from runtime.records.trace_frame import BrainFrame, EventRecord, TraceFrame
from runtime.session.minds import MindPool, shared_slab
from runtime.session.programs import ProgramSegment, with_segment
from runtime.session.session import Session, record_events
from runtime.session.snapshot import SessionSnapshot
from runtime.worlds.world import World


@dataclass(frozen=True, slots=True)
class Difference:
    """Say where a mind first did something else than in its game."""

    tick: int
    agent: str


@dataclass(frozen=True, slots=True)
class LinkedSnapshot(SessionSnapshot):
    """Hold a linked session between two steps: `agents` by id, `told` shared variables, poses by agent."""

    agents: Mapping[str, AgentMemory] = field(default_factory=dict)
    minds: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, JsonValue] = field(default_factory=dict)
    places: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    off_record: bool = False


class LinkedSession(Session):
    """Run the minds of one game; `step` makes the next tick that `log` holds.

    As long as nothing is asked of it, each mind gets what came into it in the game, and `difference` tells
    the first tick in which one did something else all the same. Asked for anything, the run leaves the
    record: it goes on with what the game answered at that time, or last.
    """

    def __init__(self, hello: Hello, programs: GamePrograms, registry: Registry) -> None:
        """Begin without agents; `programs` must know each program before a tick tells of it."""
        self.game = hello
        self.programs_known = programs
        self.log = GameLog()
        self.ground = Ground(hello.outline)
        self.difference: Difference | None = None
        self.off_record = False
        self._linked: dict[str, LinkedAgent] = {}
        self._minds: dict[str, str] = {}
        self._told: dict[str, JsonValue] = {}
        world = world_of(self.ground, hello.game, hello.rate, hello.seed)
        super().__init__(world, {}, registry, ActionLibrary({}), stand_ins=False, compiled=NO_MINDS)

    def begin_at(self, tick: int) -> None:
        """Begin with this tick; nothing was stepped yet."""
        self.tick = tick
        self.segments = (ProgramSegment(tick, NO_MINDS),)

    # -- the step -------------------------------------------------------------------------------------

    def apply_inputs(self) -> None:
        """Apply what was asked for; with the first thing the run leaves the record."""
        if self.has_waiting_inputs:
            self._leave_record()
        super().apply_inputs()

    def step(self) -> TraceFrame:
        """Make one tick and say what happened in it; raise `LinkFault` where the game told what cannot be."""
        self.apply_inputs()
        inputs, self._applied = tuple(self._applied), []
        told = self.log[self.tick] if self.tick in self.log else GameTick(tick=self.tick)
        self._follow_agents(told)
        self._told.update(told.shared)
        if self.off_record:
            self._write_told(told.shared)
        events: list[EventRecord] = []
        still = frozenset(told.still)
        frames: dict[str, BrainFrame] = {}
        for agent, linked in self._linked.items():
            if linked.present and agent not in still:
                frames[agent] = self._tick_agent(linked, told.agents.get(agent), events)
        if self.off_record:
            self._host.apply(self.world)
        swaps, self._swaps = tuple(self._swaps), []
        frame = TraceFrame(self.tick, frames, self._poses(), tuple(events), swaps, inputs)
        self.tick += 1
        return frame

    def _tick_agent(
        self, linked: LinkedAgent, told: AgentTick | None, events: list[EventRecord]
    ) -> BrainFrame:
        if not self.off_record and self._told:
            self._write_told(self._told)
        if told is not None:
            self._begin_agent(linked, told)
        linked.book.begin_tick(told.asked if told is not None else ())
        mind = linked.mind
        log = self.make_log() if mind.brain.watched else None
        status = mind.brain.tick(log)
        linked.book.end_tick()
        brain = mind.brain
        if brain.events_now or brain.events_raised:
            record_events(brain, events)
        same = linked.take_outcomes(told)
        if not same and not self.off_record and self.difference is None:
            self.difference = Difference(self.tick, linked.agent)
        return brain.frame(status, log)

    def _begin_agent(self, linked: LinkedAgent, told: AgentTick) -> None:
        """Let come in what came before the tick; a save makes a mind that differed the same again."""
        linked.take_inputs(after_swap(told.inputs))
        if self._pool.brains[linked.agent] is not linked.mind.brain:
            self._pool.brains[linked.agent] = linked.mind.brain
        if told.save is not None and not self.off_record:
            linked.take_save(told.save)
        if told.at is not None:
            x, y, heading = self.ground.place(told.at)
            row = self._rows[linked.agent]
            self.world.agents.position[row] = (x, y)
            self.world.agents.orientation[row] = heading

    def _write_told(self, values: Mapping[str, JsonValue]) -> None:
        for name, value in values.items():
            self._write_shared(name, value)

    def _write_shared(self, name: str, value: JsonValue) -> None:
        slot = self.world_variable_places.get(name)
        if slot is not None:
            self.shared_state.write(slot, read_value(name, value, slot.type))

    def _poses(self) -> NDArray[np.float64]:
        bodies = self.world.agents
        return np.column_stack((bodies.position, bodies.orientation))

    # -- who there is -----------------------------------------------------------------------------------

    def _follow_agents(self, told: GameTick) -> None:
        """Let agents come and go, and go on with other programs, as the game tells."""
        for agent in told.gone:
            if agent in self._linked:
                self._linked[agent].present = False
                self.world.entities.gone.add(agent)
        come = {agent: each for agent, each in told.agents.items() if each.mind is not None}
        if come:
            self._let_come(come)
        swapped = {agent: each for agent, each in told.agents.items() if swap_of(each) is not None}
        if swapped:
            self._swap(swapped)

    def _let_come(self, come: Mapping[str, AgentTick]) -> None:
        minds, fresh = dict(self._minds), {}
        for agent, each in come.items():
            program = each.mind or ""
            if program not in self.programs_known:
                raise LinkFault(f"{agent} thinks with {program}, a program that the game has not shown.")
            name = self.programs_known[program].name
            known = self.document.agents.get(agent)
            if known is not None and known.mind != name:
                raise LinkFault(f"{agent} came again with another mind, {name}; the run ends here.")
            if known is None:
                fresh[agent] = name
            minds[name] = program
        others = [each for agent, each in self._linked.items() if agent not in come and each.present]
        if any(minds[self.document.agents[each.agent].mind or ""] != each.program for each in others):
            raise LinkFault("Two agents think with two versions of one mind; the run ends here.")
        if fresh or minds != self._minds:
            self._think_of(minds, fresh)
        for agent, each in come.items():
            linked = self._linked[agent]
            self.world.entities.gone.discard(agent)
            linked.present = True
            if each.save is None:
                raise LinkFault(f"The game told of {agent} without its save.")
            self._give_mind(linked)
            linked.take_save(each.save)

    def _think_of(self, minds: Mapping[str, str], fresh: Mapping[str, str]) -> None:
        """Know more minds, or other versions of them, and agents that think with them from this tick on."""
        before = {agent: linked.memory() for agent, linked in self._linked.items()}
        world = self.document
        for agent, mind in fresh.items():
            world = with_agent(world, agent, mind)
        if fresh:
            self._enter_world(world)
        for agent in fresh:
            self._linked[agent] = LinkedAgent(agent, self, self._host, self._write_shared)
        self._linked = dict(sorted(self._linked.items()))
        self._use_minds(minds)
        for agent, linked in self._linked.items():
            self._give_mind(linked)
            if agent in before and before[agent].program == linked.program:
                linked.remember(before[agent])

    def _use_minds(self, minds: Mapping[str, str]) -> None:
        """Think with these programs, by mind, from this tick on; brains are given to agents behind it."""
        shared = {name: self.shared_state.read(slot) for name, slot in self.world_variable_places.items()}
        self._minds = dict(minds)
        self._wanted = together = self.programs_known.together(minds)
        brains = {agent: self._pool.brains[agent] for agent in self._linked if agent in self._pool.brains}
        self._pool = MindPool(together, shared_slab(together), brains)
        for name, slot in together.world_variables.items():
            if name in shared and fits_type(shared[name], slot.type):
                self.shared_state.write(slot, shared[name])
        self.segments = with_segment(self.segments, ProgramSegment(self.tick, together))

    def _give_mind(self, linked: LinkedAgent) -> None:
        """Give an agent a fresh brain of the version that its mind has now."""
        name = self.document.agents[linked.agent].mind or ""
        mind = self.programs_known.mind(self._minds[name])
        linked.think_with(mind, self._wanted.programs[name], self.shared_state)
        self._pool.brains[linked.agent] = linked.mind.brain
        self._pool.brains = {agent: self._pool.brains[agent] for agent in sorted(self._pool.brains)}

    def _swap(self, swapped: Mapping[str, AgentTick]) -> None:
        """Let agents go on with another version of their mind, as they did in the game."""
        minds, saves = dict(self._minds), {}
        for agent, each in swapped.items():
            linked = self._linked[agent]
            linked.take_inputs(before_swap(each.inputs))
            to = swap_of(each) or ""
            minds[self.document.agents[agent].mind or ""] = to
            saves[agent] = linked.carried_over(self.programs_known.table(linked.program, to))
        rest = {agent: each.memory() for agent, each in self._linked.items() if agent not in swapped}
        self._use_minds(minds)
        for agent, linked in self._linked.items():
            known = linked.book.known
            self._give_mind(linked)
            if agent in saves:
                linked.take_save(saves[agent])
                linked.book.forget(known)
            elif rest[agent].program == linked.program:
                linked.remember(rest[agent])

    def _enter_world(self, world: WorldDocument) -> None:
        """Go on in a world with more agents; those that are there stay where they are."""
        places, gone = self._places(), set(self.world.entities.gone)
        self.document = world
        self.world = World(world)
        self._rows = {agent: row for row, agent in enumerate(self.world.agent_ids)}
        self._place(places)
        self.world.entities.gone.update(gone)

    def _places(self) -> dict[str, tuple[float, float, float]]:
        poses = self._poses().tolist()
        return {agent: tuple(poses[row]) for agent, row in self._rows.items()}

    def _place(self, places: Mapping[str, tuple[float, float, float]]) -> None:
        bodies = self.world.agents
        for agent, (x, y, heading) in places.items():
            row = self._rows[agent]
            bodies.position[row] = (x, y)
            bodies.orientation[row] = heading

    # -- memory ---------------------------------------------------------------------------------------

    def _leave_record(self) -> None:
        self.off_record = True
        for linked in self._linked.values():
            linked.book.off_record = True

    def snapshot(self) -> LinkedSnapshot:
        """Return everything that decides how the session goes on; take it between steps."""
        self.apply_inputs()
        return LinkedSnapshot(
            tick=self.tick,
            segments=self.segments,
            slabs=(),
            shared=self._pool.shared.snapshot(),
            brains={},
            world=self.world.snapshot(),
            applied=tuple(self._applied),
            agents={agent: linked.memory() for agent, linked in self._linked.items()},
            minds=dict(self._minds),
            told=dict(self._told),
            places=self._places(),
            off_record=self.off_record,
        )

    def restore(self, snapshot: SessionSnapshot) -> None:
        """Go back to a snapshot of this session; agents that came later are there, and wait to come."""
        assert isinstance(snapshot, LinkedSnapshot)
        self._inputs.clear()
        self._host.forget()
        self._applied, self._swaps = list(snapshot.applied), []
        self.tick = snapshot.tick
        self._minds = {**self._minds, **snapshot.minds}
        self._use_minds(self._minds)
        self.segments = snapshot.segments
        self._pool.shared.restore(snapshot.shared)
        self._told = dict(snapshot.told)
        self.off_record = snapshot.off_record
        for agent, linked in self._linked.items():
            self._give_mind(linked)
            linked.book.forget()
            linked.book.off_record = self.off_record
            linked.present = False
            if agent in snapshot.agents:
                linked.remember(snapshot.agents[agent])
        self._place(snapshot.places)
        self.world.entities.gone.clear()
        self.world.entities.gone.update(agent for agent, each in self._linked.items() if not each.present)


def swap_of(told: AgentTick) -> str | None:
    """Return the program that an agent goes on with before a tick, None for the one it has."""
    return next((str(each[1]) for each in reversed(told.inputs) if each[0] == "swap"), None)


def before_swap(inputs: Sequence[MindInput]) -> Sequence[MindInput]:
    """Return the inputs before the last exchange of the program."""
    return inputs[: len(inputs) - len(after_swap(inputs)) - 1]


def after_swap(inputs: Sequence[MindInput]) -> Sequence[MindInput]:
    """Return the inputs behind the last exchange of the program, all where there is none."""
    places = [place for place, each in enumerate(inputs) if each[0] == "swap"]
    return inputs[places[-1] + 1 :] if places else inputs
