"""Offer the one edit that mends a problem of a world, where there is one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.edits.agent_parts import Part, remove_part
from graphs.worlds.edits.reshaping import remove_elements
from graphs.worlds.edits.setting import element_at
from graphs.worlds.model.elements import Element, need_agent, need_path, with_element
from graphs.worlds.model.world_file import AgentEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem

WorldEdit = Callable[[WorldDocument], WorldDocument]

_DEFAULTS = frozenset({"radius", "tick_every", "phase", "limits"})
"""Fields of agents that a default mends."""


@dataclass(frozen=True, slots=True)
class ProposedFix:
    """Hold an edit and what it is called."""

    label: str
    edit: WorldEdit


def fix_of(world: WorldDocument, problem: WorldProblem) -> ProposedFix | None:
    """Return the edit that mends a problem, None where people or geometry must decide."""
    if problem.where == "player":
        return ProposedFix("Steer nobody", lambda each: put(each, player=None))
    if problem.where in ("rate", "seed"):
        return ProposedFix("Take the default", partial(_with_default, name=problem.where))
    element = element_at(problem.where, world)
    if element is None:
        return None
    rest = problem.where.removeprefix(f"{element.key}").lstrip(".").split(".")
    if element.group == "paths" and rest[0] == "waypoints":
        return _path_fix(element, rest)
    if element.group == "agents":
        return _agent_fix(element, rest)
    return None


def _with_default(world: WorldDocument, name: str) -> WorldDocument:
    return put(world, **{name: WorldDocument.model_fields[name].get_default()})


def _path_fix(path: Element, rest: list[str]) -> ProposedFix:
    if len(rest) == 1:
        return ProposedFix("Remove the path", lambda world: remove_elements(world, (path,)))
    return ProposedFix("Take it out of the path", partial(_without_stop, path=path, index=int(rest[1])))


def _without_stop(world: WorldDocument, path: Element, index: int) -> WorldDocument:
    entry = need_path(world, path.id)
    stops = entry.waypoints[:index] + entry.waypoints[index + 1 :]
    return with_element(world, path, put(entry, waypoints=stops))


def _agent_fix(agent: Element, rest: list[str]) -> ProposedFix | None:
    """Return what mends a field of an agent: its default, or taking out what means nothing."""
    if rest[0] in _DEFAULTS:
        return ProposedFix("Take the default", partial(_without_field, agent=agent, path=rest[:1]))
    if rest[0] == "variables" and len(rest) > 1:
        return ProposedFix("Remove the override", partial(_without_field, agent=agent, path=rest))
    if rest[0] in ("sensors", "emits", "modifiers") and len(rest) > 2:
        index = int(rest[1])
        if rest[2] in ("kind", "behavior"):
            title = "Remove the sensor" if rest[0] == "sensors" else "Remove it"
            part: Part = "sensors" if rest[0] == "sensors" else "modifiers"
            part = "emits" if rest[0] == "emits" else part
            return ProposedFix(title, lambda world: remove_part(world, agent.id, part, index))
        if rest[2] in ("writes", "raises") and len(rest) > 3:
            title = "Write it nowhere" if rest[2] == "writes" else "Raise nothing"
            return ProposedFix(title, partial(_without_entry, agent=agent, index=index, path=rest[2:]))
    return None


def _without_field(world: WorldDocument, agent: Element, path: list[str]) -> WorldDocument:
    entry = need_agent(world, agent.id)
    if path[0] == "variables":
        name = ".".join(path[1:])
        variables = {variable: value for variable, value in entry.variables.items() if variable != name}
        return with_element(world, agent, put(entry, variables=variables))
    return with_element(world, agent, put(entry, **{path[0]: AgentEntry.model_fields[path[0]].get_default()}))


def _without_entry(world: WorldDocument, agent: Element, index: int, path: list[str]) -> WorldDocument:
    entry = need_agent(world, agent.id)
    if index >= len(entry.sensors):
        raise EditRefused("This sensor is no longer there.", "Choose another one.")
    sensor = entry.sensors[index]
    name = ".".join(path[1:])
    kept = {key: value for key, value in getattr(sensor, path[0]).items() if key != name}
    sensors = (*entry.sensors[:index], put(sensor, **{path[0]: kept}), *entry.sensors[index + 1 :])
    return with_element(world, agent, put(entry, sensors=sensors))
