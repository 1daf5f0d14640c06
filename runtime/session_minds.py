"""Hold the programs, slabs and brains of a session's agents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphs.expressions.types import Value, default_value, fits_type
from graphs.kinds.registry import Registry
from graphs.model import Document
from graphs.model.base import JsonValue
from graphs.validation.scopes import type_of_variable
from runtime.actions.action import ActionLibrary
from runtime.brains.agent_state import AgentState, Slab
from runtime.brains.brain import Brain
from runtime.expressions.context import Slot
from runtime.program.compiler import compile_document, declared_value
from runtime.program.problems import CompileError, CompileProblem
from runtime.program.program import Program
from runtime.program.state_layout import StateLayout

if TYPE_CHECKING:
    from runtime.session import Session
    from runtime.session_host import SessionHost
    from runtime.session_snapshot import BrainSnapshot


@dataclass
class MindPool:
    """Hold one generation of programs with the state of every agent that runs them."""

    shared: Slab
    shared_state: AgentState
    world_variables: dict[str, Slot]
    brains: dict[str, Brain] = field(default_factory=dict)
    slabs: list[Slab] = field(default_factory=list)

    def carry_over(self, old: MindPool) -> None:
        """Take what an older generation knows: whole states where the program kept its shape, else
        variables that still have their type (SEMANTICS 8.4).
        """
        for name, slot in self.world_variables.items():
            before = old.world_variables.get(name)
            if before is not None and before.type == slot.type:
                self.shared_state.write(slot, old.shared_state.read(before))
        for agent, brain in self.brains.items():
            known = old.brains.get(agent)
            if known is not None:
                _carry_brain(known, brain)

    def restore_brain(self, agent: str, saved: BrainSnapshot) -> None:
        """Put back what a brain remembers outside its buffers."""
        brain = self.brains[agent]
        brain.posted = list(saved.posted)
        brain.ended = saved.ended
        brain.quiet_ticks = saved.quiet_ticks
        brain.requests_in_force = saved.requests
        brain.outside_writes, brain.outside_errors = list(saved.writes), list(saved.errors)
        brain.machine_memory.restore(saved.machines)


def open_minds(
    session: Session,
    minds: Mapping[str, Document],
    registry: Registry,
    library: ActionLibrary,
    host: SessionHost,
) -> MindPool:
    """Compile every mind the world names and give each agent its state; raise `CompileError`."""
    agents_of: dict[str, list[str]] = {}
    for agent in session.agent_ids:
        mind = session.mind_of(agent)
        if mind is not None:
            agents_of.setdefault(mind, []).append(agent)
    world_layout, world_variables, world_defaults = _world_variables(minds, agents_of)
    shared = Slab(world_layout, 1)
    pool = MindPool(shared, shared.agent(0), world_variables)
    for slot, value in world_defaults:
        pool.shared_state.write(slot, value)
    brains: dict[str, Brain] = {}
    for mind, agents in sorted(agents_of.items()):
        program = _compile(session, mind, minds, registry, library, world_variables)
        slab = Slab(program.layout, len(agents))
        pool.slabs.append(slab)
        for position, agent in enumerate(agents):
            brain = Brain(program, slab.agent(position), host, agent, session.seed, pool.shared_state)
            _override_variables(brain, session.document.agents[agent].variables)
            brains[agent] = brain
    pool.brains = {agent: brains[agent] for agent in session.agent_ids if agent in brains}
    return pool


def _compile(
    session: Session,
    mind: str,
    minds: Mapping[str, Document],
    registry: Registry,
    library: ActionLibrary,
    world_variables: Mapping[str, Slot],
) -> Program:
    name, _, graph = mind.partition("#")
    if name not in minds:
        problem = CompileProblem(
            "", "", "", f"The mind {name!r} is not there.", "Put the file beside the world."
        )
        raise CompileError((problem,))
    return compile_document(
        minds[name],
        registry,
        library,
        conditions=session.conditions,
        stand_ins=session.uses_stand_ins,
        rate=session.rate,
        root=graph or None,
        world_variables=world_variables,
    )


def _world_variables(
    minds: Mapping[str, Document], agents_of: Mapping[str, list[str]]
) -> tuple[StateLayout, dict[str, Slot], list[tuple[Slot, Value]]]:
    """Give the world variables of all minds one place each; they must agree on the type (2.2)."""
    layout = StateLayout()
    slots: dict[str, Slot] = {}
    defaults: list[tuple[Slot, Value]] = []
    for name in sorted({mind.partition("#")[0] for mind in agents_of}):
        document = minds.get(name)
        for variable_name, variable in sorted(document.variables.items()) if document else ():
            if variable.scope != "world":
                continue
            declared = type_of_variable(variable)
            known = slots.get(variable_name)
            if known is None:
                slot = slots[variable_name] = layout.slot_for(declared, shared=True)
                defaults.append((slot, declared_value(variable.default, declared)))
            elif known.type != declared:
                message = (
                    f"The world variable {variable_name} is {declared.phrase} in {name} and "
                    f"{known.type.phrase} in another mind of this world."
                )
                raise CompileError(
                    (CompileProblem("", variable_name, "type", message, "Declare both with one type."),)
                )
    return layout, slots, defaults


def _override_variables(brain: Brain, overrides: Mapping[str, JsonValue]) -> None:
    """Replace defaults of variables by what the world says for this agent."""
    for name, literal in overrides.items():
        slot = brain.program.variables.get(name)
        if slot is None:
            message = f"The world sets {name} of agent {brain.agent}, but the mind declares no such variable."
            raise CompileError((CompileProblem("", name, "variables", message, "Check the spelling."),))
        value = declared_value(literal, slot.type)
        if not fits_type(value, slot.type):
            wanted = slot.type.phrase
            message = f"The world sets {name} of agent {brain.agent} to {literal!r}, which is not {wanted}."
            raise CompileError((CompileProblem("", name, "variables", message),))
        brain.state.write(slot, default_value(slot.type) if literal is None else value)


def _carry_brain(old: Brain, new: Brain) -> None:
    if _same_shape(old.program, new.program) and old.program.resumable:
        new.bytes_[:] = old.bytes_
        new.ints[:] = old.ints
        new.floats[:] = old.floats
        new.objects[:] = old.objects
        new.posted, new.ended = old.posted, old.ended
        new.machine_memory = old.machine_memory
        new.quiet_ticks, new.requests_in_force = old.quiet_ticks, old.requests_in_force
        return
    old.halt()
    for name, slot in new.program.variables.items():
        before = old.program.variables.get(name)
        if before is not None and before.type == slot.type:
            new.state.write(slot, old.state.read(before))
    new.posted = old.posted


def _same_shape(old: Program, new: Program) -> bool:
    """Tell whether two programs have the same rows and the same places for everything."""
    return (
        old.layout.sizes == new.layout.sizes
        and old.variables == new.variables
        and len(old.rows) == len(new.rows)
        and all(
            (one.kind, one.path, one.graph, one.end) == (other.kind, other.path, other.graph, other.end)
            for one, other in zip(old.rows, new.rows, strict=True)
        )
    )
