"""Hold the agents of a game that runs elsewhere, and tick their minds on what came into them there.

| part of a tick | what happens |
|---|---|
| agents | come, go, and are given another program |
| shared variables | have the values the game tells |
| brains | take their inputs and tick in ascending id, answered as the game answered |
| proof | outcome bytes are compared with those of the game |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import Value, fits_type
from graphs.worlds.model.world_file import WorldDocument
from runtime.history.recording.rerun import CannotRunAgain
from runtime.link.frames import AgentTick, GameTick, Hello, LinkFault, MindInput
from runtime.link.game_programs import NO_MINDS, GamePrograms
from runtime.link.game_world import Ground, with_agent, world_of
from runtime.link.linked_agent import RUN, AgentMemory, LinkedAgent, read_value
from runtime.minds.brain.brain import Brain
from runtime.minds.program.brain_log import BrainLog
from runtime.records.trace_frame import BrainFrame, EventRecord
from runtime.session.minds import MindPool, shared_slab
from runtime.session.programs import MindPrograms, ProgramSegment, with_segment
from runtime.session.session import record_events
from runtime.worlds.world import World

if TYPE_CHECKING:
    from runtime.session.host import SessionHost
    from runtime.session.session import Session

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Difference:
    """Say where a mind first did something else than in its game."""

    tick: int
    agent: str


@dataclass(frozen=True, slots=True)
class CastMemory:
    """Hold all agents of a game between two ticks, their places by id, shared variables as told and here."""

    agents: Mapping[str, AgentMemory]
    minds: Mapping[str, str]
    told: Mapping[str, JsonValue]
    shared: Mapping[str, Value]
    places: Mapping[str, Place]
    off_record: bool


NO_CAST = CastMemory({}, {}, {}, {}, {}, False)
"""No agents."""


class GameCast:
    """Hold the agents of a game with their minds, programs and places.

    `pool`, `segments`, `document` and `world` are those of the session. With `off_record` minds go on with
    what the game answered at that time, or last; else `difference` tells the first tick in which one did
    something else than in the game. While it `is_hurried`, only minds that are watched are run.
    """

    def __init__(self, hello: Hello, programs: GamePrograms, session: Session, host: SessionHost) -> None:
        self.ground = Ground(hello.outline)
        self.difference: Difference | None = None
        self.off_record = self.is_hurried = False
        # When minds were left alone: a tick that is run again leaves the same ones alone, hurried or not.
        self._newest, self._left_alone = -1, set[tuple[int, str]]()
        self.document = world_of(self.ground, hello)
        self.world = World(self.document)
        self.segments: tuple[ProgramSegment, ...] = (ProgramSegment(0, NO_MINDS),)
        self.pool = MindPool(NO_MINDS, shared_slab(NO_MINDS))
        self._programs = programs
        self._session, self._host = session, host
        self._agents: dict[str, LinkedAgent] = {}
        self._rows: dict[str, int] = {}
        self._minds: dict[str, str] = {}
        self._told: dict[str, JsonValue] = {}

    @property
    def minds(self) -> Mapping[str, str]:
        """Return the hash of the program of each mind by now."""
        return self._minds

    @property
    def lost_curves(self) -> Mapping[str, tuple[str, ...]]:
        """Return by agent the own tables that its mind has no curve for any more."""
        return {agent: each.lost_curves for agent, each in self._agents.items() if each.lost_curves}

    def leave_record(self) -> None:
        """Let minds do what they like from now on."""
        self.off_record = True
        for linked in self._agents.values():
            linked.book.off_record = True

    # -- the tick ---------------------------------------------------------------------------------------

    def play(
        self, told: GameTick, events: list[EventRecord], make_log: Callable[[], BrainLog]
    ) -> dict[str, BrainFrame]:
        """Tick all minds that ticked in the game; return their frames. `events` takes what reached them.

        Raises `CannotRunAgain` where the game told what cannot be.
        """
        try:
            self._follow(told)
            frames = self._tick(told, events, make_log)
        except LinkFault as fault:
            raise CannotRunAgain(f"Tick {told.tick} of the game cannot be as it was told. {fault}") from fault
        self._note_not_run()
        return frames

    def _note_not_run(self) -> None:
        """Let the session say which minds are those of earlier ticks, and of which."""
        agents = self._agents.items()
        self._session.not_run = {
            agent: each.stale_from - 1 for agent, each in agents if each.stale_from != RUN
        }

    def _follow(self, told: GameTick) -> None:
        """Let agents come and go, and go on with other programs, as the game tells of a tick."""
        for agent in told.gone:
            if agent in self._agents:
                self._agents[agent].present = False
                self.world.entities.gone.add(agent)
        come = {agent: each for agent, each in told.agents.items() if each.mind is not None}
        if come:
            self._let_come(come, told.tick)
        swapped = {agent: each for agent, each in told.agents.items() if swap_of(each) is not None}
        if swapped:
            self._swap(swapped, told.tick)
        self._told.update(told.shared)
        if self.off_record:
            self._write_told(told.shared)

    def _tick(
        self, told: GameTick, events: list[EventRecord], make_log: Callable[[], BrainLog]
    ) -> dict[str, BrainFrame]:
        still = frozenset(told.still)
        frames: dict[str, BrainFrame] = {}
        for agent, linked in self._agents.items():
            if not linked.present:
                continue
            each = told.agents.get(agent)
            if self._is_left_alone(linked, each, told.tick):
                if agent not in still:
                    frames[agent] = linked.frame_as_told()
                continue
            brain = self._begin_agent(linked, each)
            if agent in still:
                linked.book.end_tick()
                continue
            log = make_log() if brain.watched else None
            status = brain.tick(log)
            linked.book.end_tick()
            if brain.events_now or brain.events_raised:
                record_events(brain, events)
            if not (linked.take_outcomes(each) or self.off_record or self.difference):
                self.difference = Difference(told.tick, agent)
            frame = brain.frame(status, log)
            # In the order of rows, as where the game alone tells of it: both give one record.
            frames[agent] = frame._replace(taken=tuple(sorted(frame.taken))) if frame.taken else frame
        self._newest = max(self._newest, told.tick)
        return frames

    def _is_left_alone(self, linked: LinkedAgent, told: AgentTick | None, tick: int) -> bool:
        """Follow a mind that is not run: there is no time for it, or not yet a save from which it can be."""
        saved = told is not None and told.save is not None
        is_stale, entry = linked.stale_from != RUN, (tick, linked.agent)
        begins = entry in self._left_alone
        if tick > self._newest and self.is_hurried and not linked.mind.brain.watched:
            begins = True
            if saved or not is_stale:
                self._left_alone.add(entry)
        if self.off_record or not (begins or (is_stale and not saved)):
            return False
        linked.stale_from = linked.stale_from if is_stale else tick
        linked.take_outcomes(told)
        if told is not None and told.at is not None:
            self._place({linked.agent: self.ground.place(told.at)})
        return True

    def _begin_agent(self, linked: LinkedAgent, told: AgentTick | None) -> Brain:
        """Let come in what came before the tick; a save makes a mind that differed the same again."""
        if not self.off_record:
            self._write_told(self._told)
        keeps = told is None or told.save is None or self.off_record
        linked.book.begin_tick(told.asked if told is not None and keeps else ())
        if told is not None:
            linked.take_inputs(after_swap(told.inputs))
            if told.save is not None and not self.off_record:
                linked.take_save(told.save, told.orders)
                linked.book.begin_tick(told.asked)
            if told.at is not None:
                self._place({linked.agent: self.ground.place(told.at)})
        linked.book.take_inputs()
        brain = linked.mind.brain
        self.pool.brains[linked.agent] = brain
        return brain

    def _write_told(self, values: Mapping[str, JsonValue]) -> None:
        for name, value in values.items():
            self._write_shared(name, value)

    def _write_shared(self, name: str, value: JsonValue) -> None:
        slot = self.pool.world_variables.get(name)
        if slot is not None:
            self.pool.shared_state.write(slot, read_value(name, value, slot.type))

    # -- who there is -----------------------------------------------------------------------------------

    def _let_come(self, come: Mapping[str, AgentTick], tick: int) -> None:
        minds, fresh = dict(self._minds), {}
        for agent, each in come.items():
            program = each.mind or ""
            if program not in self._programs:
                raise LinkFault(f"{agent} thinks with {program}, a program that the game has not shown.")
            name = self._programs[program].name
            known = self.document.agents.get(agent)
            if known is not None and known.mind != name:
                raise LinkFault(f"{agent} came again with another mind, {name}; the run ends here.")
            if known is None:
                fresh[agent] = name
            minds[name] = program
        others = [each for agent, each in self._agents.items() if agent not in come and each.present]
        if any(minds[self.document.agents[each.agent].mind or ""] != each.program for each in others):
            raise LinkFault("Two agents think with two versions of one mind; the run ends here.")
        if fresh or minds != self._minds:
            self._think_of(minds, fresh, tick)
        for agent, each in come.items():
            linked = self._agents[agent]
            self.world.entities.gone.discard(agent)
            linked.present = True
            if each.save is None:
                raise LinkFault(f"The game told of {agent} without its save.")
            linked.curves = each.curves
            self._give_mind(linked)
            linked.take_save(each.save, each.orders)

    def _think_of(self, minds: Mapping[str, str], fresh: Mapping[str, str], tick: int) -> None:
        """Know more minds, or other versions of them, and agents that think with them from this tick on."""
        before = {agent: linked.memory() for agent, linked in self._agents.items()}
        world = self.document
        for agent, mind in fresh.items():
            world = with_agent(world, agent, mind)
        if fresh:
            self._enter_world(world)
        for agent in fresh:
            self._agents[agent] = LinkedAgent(agent, self._session, self._host, self._write_shared)
        self._agents = dict(sorted(self._agents.items()))
        self._use_minds(minds, tick)
        for agent, linked in self._agents.items():
            self._give_mind(linked)
            if agent in before and before[agent].program == linked.program:
                linked.remember(before[agent], self.pool)

    def _use_minds(self, minds: Mapping[str, str], tick: int) -> None:
        """Think with these programs, by mind, from this tick on; brains are given to agents behind it."""
        shared = self._shared()
        swapped = any(minds.get(name) != program for name, program in self._minds.items())
        self._minds = dict(minds)
        together = self._programs.together(minds)
        brains = {agent: self.pool.brains[agent] for agent in self._agents if agent in self.pool.brains}
        self.pool = MindPool(together, shared_slab(together), brains)
        self._set_shared(shared)
        *earlier, last = self.segments
        if swapped:
            self.segments = with_segment(self.segments, ProgramSegment(tick, together))
        else:
            self.segments = (*earlier, ProgramSegment(last.first_tick, together))
        self.segments = completed(self.segments, together)

    def _give_mind(self, linked: LinkedAgent) -> None:
        """Give an agent a fresh brain of the version that its mind has now."""
        name = self.document.agents[linked.agent].mind or ""
        mind = self._programs.mind(self._minds[name])
        linked.think_with(mind, self.pool.minds.programs[name], self.pool.shared_state)
        self.pool.brains[linked.agent] = linked.mind.brain
        self.pool.brains = {agent: self.pool.brains[agent] for agent in sorted(self.pool.brains)}

    def _swap(self, swapped: Mapping[str, AgentTick], tick: int) -> None:
        """Let agents go on with another version of their mind, as they did in the game."""
        minds, saves = dict(self._minds), {}
        for agent, each in swapped.items():
            linked = self._agents[agent]
            linked.take_inputs(before_swap(each.inputs))
            to = swap_of(each) or ""
            minds[self.document.agents[agent].mind or ""] = to
            saves[agent] = linked.carried_over(self._programs.table(linked.program, to))
        rest = {agent: each.memory() for agent, each in self._agents.items() if agent not in swapped}
        self._use_minds(minds, tick)
        for agent, linked in self._agents.items():
            self._give_mind(linked)
            if agent in saves:
                linked.take_save(saves[agent])
            elif rest[agent].program == linked.program:
                linked.remember(rest[agent], self.pool)

    def _enter_world(self, world: WorldDocument) -> None:
        """Go on in a world with more agents; those that are there stay where they are."""
        places, gone = self._places(), set(self.world.entities.gone)
        self.document = world
        self.world = World(world)
        self._rows = {agent: row for row, agent in enumerate(self.world.agent_ids)}
        self._place(places)
        self.world.entities.gone.update(gone)

    def _places(self) -> dict[str, tuple[float, float, float]]:
        bodies = self.world.agents
        poses = zip(bodies.position.tolist(), bodies.orientation.tolist(), strict=True)
        return {agent: (x, y, heading) for agent, ((x, y), heading) in zip(self._rows, poses, strict=True)}

    def _place(self, places: Mapping[str, tuple[float, float, float]]) -> None:
        bodies = self.world.agents
        for agent, (x, y, heading) in places.items():
            row = self._rows[agent]
            bodies.position[row] = (x, y)
            bodies.orientation[row] = heading

    def poses(self) -> NDArray[np.float64]:
        """Return where agents are, one row (x, y, heading in degrees) each, at 0 those not in the game."""
        bodies = self.world.agents
        poses = np.column_stack((bodies.position, bodies.orientation))
        poses[[self._rows[agent] for agent, linked in self._agents.items() if not linked.present]] = 0.0
        return poses

    # -- memory -----------------------------------------------------------------------------------------

    def memory(self) -> CastMemory:
        """Return what decides how all go on."""
        agents = {agent: linked.memory() for agent, linked in self._agents.items()}
        told, shared = dict(self._told), self._shared()
        return CastMemory(agents, dict(self._minds), told, shared, self._places(), self.off_record)

    def _shared(self) -> dict[str, Value]:
        state = self.pool.shared_state
        return {name: state.read(slot) for name, slot in self.pool.world_variables.items()}

    def _set_shared(self, shared: Mapping[str, Value]) -> None:
        """Give shared variables these values, and their defaults where there is none that fits."""
        state = self.pool.shared_state
        for slot, value in self.pool.minds.world_defaults:
            state.write(slot, value)
        for name, slot in self.pool.world_variables.items():
            if name in shared and fits_type(shared[name], slot.type):
                state.write(slot, shared[name])

    def remember(self, memory: CastMemory, segments: Sequence[ProgramSegment], tick: int) -> None:
        """Go back to what `memory` returned before a tick; agents that came later wait to come."""
        fresh = {
            agent: self._programs[each.program].name
            for agent, each in memory.agents.items()
            if agent not in self._agents
        }
        minds = {**self._minds, **memory.minds}
        if fresh or minds != self._minds:
            self._think_of(minds, fresh, tick)
        self.segments = completed(segments, self.pool.minds)
        self._told, self.off_record = dict(memory.told), memory.off_record
        self._set_shared(memory.shared)
        for agent, linked in self._agents.items():
            there = memory.agents.get(agent)
            if there is None or linked.program != there.program:
                self._give_mind(linked)
            if there is not None:
                linked.remember(there, self.pool)
            else:
                linked.book.forget()
                linked.book.off_record, linked.present = self.off_record, False
        self._place(memory.places)
        self._note_not_run()
        self.world.entities.gone.clear()
        self.world.entities.gone.update(agent for agent, each in self._agents.items() if not each.present)


def completed(segments: Sequence[ProgramSegment], minds: MindPrograms) -> tuple[ProgramSegment, ...]:
    """Return segments that know all minds there are, also those of agents that came later."""
    return tuple(
        ProgramSegment(
            segment.first_tick,
            replace(
                segment.minds,
                programs={**minds.programs, **segment.minds.programs},
                documents={**minds.documents, **segment.minds.documents},
                events={**minds.events, **segment.minds.events},
            ),
        )
        if minds.programs.keys() - segment.minds.programs.keys()
        else segment
        for segment in segments
    )


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
