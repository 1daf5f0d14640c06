"""Hold the slabs and brains of a session's agents, and let them go on with new versions of their minds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphs.worlds.model.squad_minds import thinking_entry
from runtime.basics.context import Slot
from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.minds.memory.carry_plan import CarryPlan, plan_of
from runtime.minds.memory.swap_brain import swap_brain
from runtime.minds.program.agent_state import AgentState, Slab
from runtime.minds.program.program import Program
from runtime.records.brain_frames import BrainFrames
from runtime.records.trace_frame import BrainFrame, SwapRecord, VariableWrite
from runtime.session.host import SessionHost
from runtime.session.programs import MindPrograms, own_curves, variable_overrides
from runtime.worlds.world import World

if TYPE_CHECKING:
    from runtime.session.session import Session
    from runtime.session.snapshot import BrainSnapshot


@dataclass
class MindPool:
    """Hold one version of the minds of a world with the state of every agent that thinks with them.

    `slabs` are by mind, `brains` by agent, both in ascending order.
    """

    minds: MindPrograms
    shared: Slab
    brains: dict[str, Brain] = field(default_factory=dict)
    slabs: dict[str, Slab] = field(default_factory=dict)

    @property
    def shared_state(self) -> AgentState:
        """Return the state that holds the world variables."""
        return self.shared.agent(0)

    @property
    def world_variables(self) -> Mapping[str, Slot]:
        """Return the places of the world variables."""
        return self.minds.world_variables

    def restore_brain(self, agent: str, saved: BrainSnapshot) -> None:
        """Put back what a brain remembers outside its buffers."""
        brain = self.brains[agent]
        brain.ended = saved.ended
        brain.quiet_ticks = saved.quiet_ticks
        brain.requests_in_force = saved.requests
        brain.restore_machines(saved.machines)
        brain.take_orders(saved.orders)
        brain.posted = list(saved.posted)
        if saved.writes or saved.errors or saved.shelf or brain.rare is not None:
            brain.outside_writes, brain.outside_errors = list(saved.writes), list(saved.errors)
            brain.shelf = saved.shelf


def open_minds(session: Session, host: SessionHost, minds: MindPrograms) -> MindPool:
    """Give each agent of the session's world a fresh brain of its mind."""
    pool = MindPool(minds, shared_slab(minds))
    brains: dict[str, Brain] = {}
    for mind in minds.programs:
        brains.update(_fresh_brains(mind, pool, session, host))
    pool.brains = _in_order(session, brains)
    return pool


def swap_minds(
    session: Session, host: SessionHost, old: MindPool, minds: MindPrograms
) -> tuple[MindPool, tuple[SwapRecord, ...]]:
    """Let all agents go on with other versions of their minds (section 8 of the rules); `old` is used up.

    Agents whose program is the very same are left alone. Returns what was done to each of the others.
    """
    same_world = minds.world_variables == old.world_variables
    pool = MindPool(minds, old.shared if same_world else shared_slab(minds))
    _carry_world(old, pool)
    brains: dict[str, Brain] = {}
    for mind, program in minds.programs.items():
        if same_world and old.minds.programs[mind] is program:
            pool.slabs[mind] = old.slabs[mind]
            brains.update((agent, old.brains[agent]) for agent in _agents_of(mind, session))
        else:
            brains.update(_fresh_brains(mind, pool, session, host))
    pool.brains = _in_order(session, brains)
    plans: dict[str, CarryPlan] = {}
    records = []
    for agent, brain in pool.brains.items():
        before = old.brains[agent]
        if before is not brain:
            mind = session.mind_of(agent) or ""
            if mind not in plans:
                plans[mind] = _plan(mind, before.program, minds)
            records.append(swap_brain(plans[mind], before, brain))
    # Once more: places that old programs gave back were counted in the old variables.
    _carry_world(old, pool)
    return pool, tuple(records)


def _plan(mind: str, old: Program, minds: MindPrograms) -> CarryPlan:
    """Return the plan that was made with the program, unless the run has gone on with another since."""
    made = minds.plans.get(mind)
    return made if made is not None and made.old is old else plan_of(old, minds.programs[mind])


def shared_slab(minds: MindPrograms) -> Slab:
    """Return a state with the world variables of minds, each with its default."""
    shared = Slab(minds.world_layout, 1)
    for slot, value in minds.world_defaults:
        shared.agent(0).write(slot, value)
    return shared


def _carry_world(old: MindPool, pool: MindPool) -> None:
    """Carry world variables over by name and type (rule 8.4)."""
    for name, slot in pool.world_variables.items():
        before = old.world_variables.get(name)
        if before is not None and before.type == slot.type:
            pool.shared_state.write(slot, old.shared_state.read(before))


def _agents_of(mind: str, session: Session) -> list[str]:
    return [agent for agent in session.agent_ids if session.mind_of(agent) == mind]


def _in_order(session: Session, brains: Mapping[str, Brain]) -> dict[str, Brain]:
    return {agent: brains[agent] for agent in session.agent_ids if agent in brains}


def _fresh_brains(mind: str, pool: MindPool, session: Session, host: SessionHost) -> dict[str, Brain]:
    """Make brains for all agents of a mind, with what the world says of their variables."""
    program: Program = pool.minds.programs[mind]
    agents = _agents_of(mind, session)
    slab = pool.slabs[mind] = Slab(program.layout, len(agents))
    brains: dict[str, Brain] = {}
    for position, agent in enumerate(agents):
        brain = Brain(program, slab.agent(position), host, agent, session.seed, pool.shared_state)
        entry = thinking_entry(session.document, agent)
        for slot, value in variable_overrides(program, agent, entry.variables):
            brain.put(slot, value)
        brain.curves = own_curves(program, agent, entry.curves)
        brains[agent] = brain
    return brains


def take_out_leaving(
    world: World, brains: Mapping[str, Brain], host: SessionHost, frames: BrainFrames
) -> None:
    """Halt the brains of all who are to leave the world, do what they ask for last, and take them out.

    In ascending agent id; what a brain asks for while it is halted is done while its body is still there.
    What it gives back is told by its frame.
    """
    if not world.leaving:
        return
    for agent in sorted(world.leaving):
        brain = brains.get(agent)
        if brain is not None and not brain.ended:
            brain.writes, brain.errors = [], []
            brain.halt()
            brain.end()
            if brain.writes or brain.errors:
                _tell_writes(brain, frames)
            for other, error in host.apply(world):
                brains[other].outside_errors.append(error)
    for agent in sorted(world.leaving):
        world.take_out(agent)


def _tell_writes(brain: Brain, frames: BrainFrames) -> None:
    """Add what a brain wrote, and what failed, when it was halted to its frame; one without gets one."""
    frame = frames.get(brain.agent)
    if frame is None:
        frame = BrainFrame(brain.agent, bytes(len(brain.outcomes)), Status.IDLE, True)
    late = (VariableWrite(*write) for write in brain.writes)
    frames.put(frame._replace(writes=(*frame.writes, *late), errors=(*frame.errors, *brain.errors)))
