"""Put into words, and into plain data, what a game must supply to an export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from graphs.basics.json_text import JsonObject
from graphs.expressions.types import Type
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.game_needs import NO_FACTS, GameNeeds, NeededEvent, ParameterFacts
from runtime.export.needs_json import needs_to_json
from runtime.export.writing_and_reading import ExportedVariable


@dataclass(frozen=True, slots=True)
class NeedLine:
    """Hold one thing that the game must supply: what it is called with, and what it is for.

    `parts` are its parameters, with what is declared of each.
    """

    call: str
    note: str = ""
    parts: tuple[NeedLine, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedGroup:
    """Hold all that the game must supply of one sort."""

    title: str
    lines: tuple[NeedLine, ...]


def need_groups(needs: GameNeeds, variables: tuple[ExportedVariable, ...]) -> tuple[NeedGroup, ...]:
    """Return what the game must supply, group by group; empty groups are left out."""
    groups = (
        NeedGroup("Actions", tuple(_actions(needs))),
        NeedGroup("Conditions", tuple(_conditions(needs))),
        NeedGroup("Variables", tuple(_variables(variables))),
        NeedGroup("Events", tuple(NeedLine(*_event(*event)) for event in needs.events.items())),
        NeedGroup("Queries", tuple(NeedLine(f"{name}(of)", each) for name, each in needs.queries.items())),
        NeedGroup(
            "Fields of entities",
            tuple(NeedLine(f"{name}: {_type(kind)}") for name, kind in needs.entity_fields.items()),
        ),
    )
    return tuple(group for group in groups if group.lines)


def need_lines(needs: GameNeeds, variables: tuple[ExportedVariable, ...]) -> list[str]:
    """Return the list as lines of text; a sentence where nothing is needed."""
    groups = need_groups(needs, variables)
    if not groups:
        return ["The game must supply nothing."]
    width = min(max(len(line.call) for group in groups for line in group.lines), 60)
    lines: list[str] = []
    for group in groups:
        lines.append(f"{group.title}:")
        for line in group.lines:
            lines.append(f"  {line.call:<{width}}  {line.note}".rstrip())
            lines += [f"      {part.call:<18}  {part.note}" for part in line.parts]
    return lines


def needs_data(needs: GameNeeds, variables: tuple[ExportedVariable, ...]) -> JsonObject:
    """Return the list as JSON data: the same as in the export, with the variables of agents and worlds."""
    listed: JsonObject = {
        variable.name: {
            "max": variable.maximum,
            "min": variable.minimum,
            "scope": variable.scope,
            "type": _type(variable.slot.type),
            "unit": variable.unit,
        }
        for variable in variables
        if variable.scope in ("agent", "world")
    }
    return {**needs_to_json(needs, names=True), "variables": listed}


def counted(needs: GameNeeds, variables: tuple[ExportedVariable, ...]) -> str:
    """Return how much the game must supply, in a few words: "3 actions, 1 event"."""
    words = {
        "Actions": ("action", "actions"),
        "Conditions": ("condition", "conditions"),
        "Variables": ("variable", "variables"),
        "Events": ("event", "events"),
        "Queries": ("query", "queries"),
        "Fields of entities": ("entity field", "entity fields"),
    }
    parts = [
        f"{len(group.lines)} {words[group.title][len(group.lines) != 1]}"
        for group in need_groups(needs, variables)
    ]
    return ", ".join(parts) if parts else "nothing"


def _actions(needs: GameNeeds) -> Iterator[NeedLine]:
    built_in = builtin_registry().actions
    for name, action in needs.actions.items():
        call = ", ".join(_parameter(each.name, each.type, each.facts) for each in action.parameters)
        parts = tuple(NeedLine(each.name, told_of(each.facts, each.choices)) for each in action.parameters)
        notes = [action.summary]
        if action.instant:
            notes.append("Instant.")
        if name in built_in:
            notes.append("Mindloom's own.")
        yield NeedLine(f"{name}({call})", " ".join(note for note in notes if note), parts)


def _conditions(needs: GameNeeds) -> Iterator[NeedLine]:
    for name, condition in needs.conditions.items():
        shown = [(key, _type(kind), condition.facts.get(key, NO_FACTS)) for key, kind in condition.parameters]
        parts = tuple(NeedLine(key, told_of(facts)) for key, _, facts in shown)
        yield NeedLine(f"{name}({', '.join(_parameter(*each) for each in shown)})", condition.summary, parts)


def _parameter(name: str, kind: str, facts: ParameterFacts) -> str:
    """Return a parameter as a call declares it: with its default, none where it may be left out."""
    if facts.default is None:
        return f"{name}: {kind} = none" if facts.optional else f"{name}: {kind}"
    return f"{name}: {kind} = {json.dumps(facts.default, ensure_ascii=False)}"


def told_of(facts: ParameterFacts, choices: tuple[str, ...] = ()) -> str:
    """Return what is declared of a parameter in words: whether it is always given, its range, its unit."""
    words = ["always given"]
    if facts.default is not None:
        words = [f"{json.dumps(facts.default, ensure_ascii=False)} where it is left out"]
    elif facts.optional:
        words = ["optional"]
    if choices:
        words.append(f"one of {', '.join(choices)}")
    if facts.minimum is not None or facts.maximum is not None:
        words.append(_range(facts.minimum, facts.maximum))
    if facts.unit:
        words.append(f"in {facts.unit}")
    return ", ".join(words)


def _variables(variables: tuple[ExportedVariable, ...]) -> Iterator[NeedLine]:
    for variable in variables:
        if variable.scope not in ("agent", "world"):
            continue
        yield NeedLine(f"{variable.name}: {_type(variable.slot.type)}", variable_note(variable))


def variable_note(variable: ExportedVariable) -> str:
    """Return what is declared of a variable beside its type, in words."""
    notes = ["shared by all agents"] if variable.scope == "world" else []
    if variable.minimum is not None or variable.maximum is not None:
        notes.append(_range(variable.minimum, variable.maximum))
    if variable.unit:
        notes.append(f"in {variable.unit}")
    return ", ".join(notes)


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return f"at most {high:g}"
    return f"at least {low:g}" if high is None else f"{low:g} to {high:g}"


def _event(name: str, event: NeededEvent) -> tuple[str, str]:
    call = ", ".join(f"{key}: {_type(kind)}" for key, kind in event.payload.items())
    ways = []
    if event.listens:
        ways.append("the mind reacts to it")
    if event.raises:
        ways.append("it raises it for itself")
    if event.sends:
        ways.append("it sends it to others")
    return f"{name}({call})", ", ".join(ways)


def _type(declared: Type) -> str:
    if declared.item is not None:
        return f"list of up to {declared.most}, {_type(declared.item_type)}"
    return f"enum of {', '.join(declared.values)}" if declared.values else str(declared)
