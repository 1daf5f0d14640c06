"""Describe what a game supplies as every language asks for it: with safe names, types and notes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from editor.documents.exports.needs_text import told_of, variable_note
from graphs.expressions.types import ENTITY, FLOAT, Type
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_problem import RUNTIME_SUFFIX
from runtime.export.game_needs import NO_FACTS, GameNeeds, NeededParameter, ParameterFacts
from runtime.export.line_forms import types_of
from runtime.export.program_json import names_path
from runtime.export.writing_and_reading import ExportedVariable


@dataclass(frozen=True, slots=True)
class GameValue:
    """Hold a parameter, a field or a variable: its `name`, an identifier for it, the types it may have.

    With `can_lack` it may be nothing, as entities may. `note` tells its default, range and unit; `is_shared`
    marks a variable that all agents share.
    """

    name: str
    word: str
    types: tuple[Type, ...]
    can_lack: bool = False
    note: str = ""
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class GameCall:
    """Hold an action, a condition, an event or a query: what it is called and what it is called with.

    `type_word` names the type of its arguments. `is_steering` marks an action of Mindloom's own that steers.
    """

    name: str
    word: str
    type_word: str = ""
    values: tuple[GameValue, ...] = ()
    note: str = ""
    is_instant: bool = False
    is_own: bool = False
    is_steering: bool = False

    def notes(self) -> list[str]:
        """Return a line of documentation for each value."""
        return [f"{value.name}: {value.note or 'always given'}" for value in self.values]


@dataclass(frozen=True, slots=True)
class GameShape:
    """Hold all that files for a game are written from.

    `stem` begins the names of files, `title` is the class of an agent, `program` and `names` are file names:
    `names` is "" where there is none.
    """

    stem: str
    title: str
    program: str
    names: str
    actions: tuple[GameCall, ...] = ()
    conditions: tuple[GameCall, ...] = ()
    events: tuple[GameCall, ...] = ()
    queries: tuple[GameCall, ...] = ()
    fields: tuple[GameValue, ...] = ()
    variables: tuple[GameValue, ...] = ()

    def supplied(self) -> Iterator[tuple[str, str]]:
        """Yield what the game's own file must have: what it is, its name."""
        groups = (("action", self.actions), ("condition", self.conditions), ("query", self.queries))
        yield from ((what, call.name) for what, calls in groups for call in calls)
        yield from (("entity field", field.name) for field in self.fields)


def game_shape(
    needs: GameNeeds,
    variables: tuple[ExportedVariable, ...],
    target: Path,
    reserved: Collection[str],
    *,
    names: bool,
) -> GameShape:
    """Return what an export to `target` asks of a game; no word in it is one of `reserved`."""
    stem = target.name.removesuffix(RUNTIME_SUFFIX).removesuffix(".json")
    (stem,) = safe_words(["_".join(re.findall("[A-Za-z0-9]+", stem))], ("mindloom",))
    title = pascal(stem)
    words = iter(safe_words([*needs.actions, *needs.conditions, *needs.queries], reserved))
    actions = {name: map(_parameter, each.parameters) for name, each in needs.actions.items()}
    conditions = {
        name: ((key, (kind,), each.facts.get(key, NO_FACTS)) for key, kind in each.parameters)
        for name, each in needs.conditions.items()
    }
    heard = {name: _plain(each.payload) for name, each in needs.events.items() if each.listens}
    members = safe_words([*(f"post_{name}" for name in heard), *(each.name for each in variables)], reserved)
    return GameShape(
        stem,
        f"{title}Mind" if title in reserved else title,
        target.name,
        names_path(target).name if names else "",
        tuple(_actions(_calls(actions, words, reserved), needs, {title, *reserved})),
        tuple(
            replace(call, note=needs.conditions[call.name].summary)
            for call in _calls(conditions, words, reserved)
        ),
        tuple(_calls(heard, iter(members), reserved)),
        tuple(GameCall(name, next(words), note=f"Order: {order}.") for name, order in needs.queries.items()),
        tuple(replace(field, note="") for field in _values(_plain(needs.entity_fields), reserved)),
        tuple(
            GameValue(
                each.name,
                word,
                (each.slot.type,),
                each.slot.type == ENTITY,
                variable_note(each),
                each.scope == "world",
            )
            for each, word in zip(variables, members[len(heard) :], strict=True)
        ),
    )


Declared = tuple[str, tuple[Type, ...], ParameterFacts]


def _parameter(parameter: NeededParameter) -> Declared:
    types = types_of(parameter)
    return parameter.name, types[:1] if FLOAT in types else types, parameter.facts


def _plain(types: Mapping[str, Type]) -> Iterator[Declared]:
    return ((name, (kind,), NO_FACTS) for name, kind in types.items())


def _values(declared: Iterable[Declared], reserved: Collection[str]) -> tuple[GameValue, ...]:
    listed = list(declared)
    words = safe_words([name for name, _, _ in listed], reserved)
    return tuple(
        GameValue(name, word, types, facts.optional or ENTITY in types, told_of(facts))
        for word, (name, types, facts) in zip(words, listed, strict=True)
    )


def _calls(
    declared: Mapping[str, Iterable[Declared]], words: Iterator[str], reserved: Collection[str]
) -> Iterator[GameCall]:
    for name, values in declared.items():
        yield GameCall(name, next(words), values=_values(values, reserved))


def _actions(calls: Iterable[GameCall], needs: GameNeeds, reserved: Collection[str]) -> Iterator[GameCall]:
    own = builtin_registry().actions
    type_words = safe_words([f"{pascal(name)}Arguments" for name in needs.actions], reserved)
    for call, type_word in zip(calls, type_words, strict=True):
        needed, is_own = needs.actions[call.name], call.name in own
        steers = is_own and not needed.instant
        yield GameCall(
            call.name, call.word, type_word, call.values, needed.summary, needed.instant, is_own, steers
        )


# -- words ----------------------------------------------------------------------------------------------


def safe_words(names: Iterable[str], reserved: Collection[str]) -> list[str]:
    """Return an identifier for each name: of letters, digits and `_`, none reserved and no two the same."""
    taken = {*reserved}
    found: list[str] = []
    for name in names:
        word = re.sub("[^A-Za-z0-9_]", "_", name).lstrip("_") or "x"
        word = f"x{word}" if word[0].isdigit() else word
        number, tried = 1, word
        while tried in taken:
            tried = f"{word}_" if number == 1 and not word.endswith("_") else f"{word}_{number}"
            number += 1
        taken.add(tried)
        found.append(tried)
    return found


def pascal(name: str) -> str:
    """Return a name as that of a class: `night_guard` is NightGuard."""
    return "".join(part[:1].upper() + part[1:] for part in re.findall("[A-Za-z0-9]+", name))


def plain_text(text: str) -> str:
    """Return words of the user's as one line that can be printed: for a comment."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
