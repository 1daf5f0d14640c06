"""The states of one configuration of XState, with the ids they get here and the targets they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.json_places import JsonPath

FUNCTION = "$function"
"""The key under which a module that was run gives the source of a function."""


@dataclass(eq=False)
class ConfiguredState:
    """Hold one state: configuration, key, place in the file, its id here, which is "" for the machine."""

    config: JsonObject
    key: str
    path: JsonPath
    node: str
    parent: ConfiguredState | None
    children: list[ConfiguredState] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """Return what it is: state, parallel, final or history."""
        said = self.config.get("type")
        if said in ("parallel", "final", "history"):
            return str(said)
        return "history" if self.config.get("history") else "state"

    @property
    def real_children(self) -> list[ConfiguredState]:
        """Return the states inside that can be active."""
        return [each for each in self.children if each.kind != "history"]

    @property
    def ancestors(self) -> list[ConfiguredState]:
        """Return what is around it, inner first."""
        return [] if self.parent is None else [self.parent, *self.parent.ancestors]

    def walk(self) -> Iterator[ConfiguredState]:
        """Yield this state and all inside, in order."""
        yield self
        for each in self.children:
            yield from each.walk()

    def child(self, names: list[str]) -> ConfiguredState | None:
        """Return the state inside to which keys lead."""
        found: ConfiguredState | None = self
        for name in names:
            found = next((each for each in found.children if each.key == name), None) if found else None
        return found

    def least_common(self, others: list[ConfiguredState]) -> ConfiguredState | None:
        """Return the innermost state around this one that is around all the others too."""
        return next(
            (each for each in self.ancestors if all(each in other.ancestors for other in others)), None
        )


class Configuration:
    """Hold a machine: its root, and its states by the ids that targets can name."""

    def __init__(self, config: JsonObject, path: JsonPath) -> None:
        self.taken: set[str] = set()
        self.root = self._state(config, text_of(config.get("id")) or "(machine)", path, None)
        self.by_id = {self.root.key: self.root}
        for state in self.root.walk():
            own = text_of(state.config.get("id"))
            if own:
                self.by_id.setdefault(own, state)

    def _state(
        self, config: JsonObject, key: str, path: JsonPath, parent: ConfiguredState | None
    ) -> ConfiguredState:
        around = "" if parent is None or not parent.node else f"{parent.node}."
        node = "" if parent is None else self.free(around + (key.replace("/", "_") or "state"))
        state = ConfiguredState(config, key, path, node, parent)
        for name, inner in object_of(config.get("states")).items():
            if isinstance(inner, dict):
                state.children.append(self._state(inner, name, (*path, "states", name), state))
        return state

    def free(self, wanted: str) -> str:
        """Return an id that no state and no transition has, and keep it from others."""
        found, number = wanted, 1
        while found in self.taken:
            number += 1
            found = f"{wanted}_{number}"
        self.taken.add(found)
        return found

    def target(self, text: str, source: ConfiguredState) -> ConfiguredState | None:
        """Return the state that a target names, seen from a state; None where there is none."""
        if text.startswith("#"):
            if text[1:] in self.by_id:
                return self.by_id[text[1:]]
            first, *rest = text[1:].split(".")
            found = self.by_id.get(first)
            return None if found is None else found.child(rest)
        if text.startswith("."):
            return source.child(text[1:].split("."))
        return None if source.parent is None else source.parent.child(text.split("."))


def object_of(value: JsonValue) -> JsonObject:
    """Return a value that should be an object, empty where it is none."""
    return value if isinstance(value, dict) else {}


def list_of(value: JsonValue) -> list[JsonValue]:
    """Return a value that may be one or a list of them, as a list; None is none."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def text_of(value: JsonValue) -> str:
    """Return a value that should be a text, "" where it is none."""
    return value if isinstance(value, str) else ""


_AFTER = re.compile(r"xstate\.after\.(.+?)\.(.*)\Z")


def plain_configuration(value: JsonObject) -> JsonObject:
    """Return a configuration where `definition` was written out, with its own fields turned back.

    Eventless transitions are not in what `definition` gives.
    """
    if "transitions" not in value or "key" not in value:
        return value
    kept = ("id", "key", "version", "type", "history", "entry", "exit", "meta", "output", "invoke", "tags")
    found: JsonObject = {
        name: value[name] for name in (*kept, "description") if value.get(name) not in (None, [], {})
    }
    if found.get("type") in ("atomic", "compound"):
        del found["type"]
    del found["key"]
    initial = object_of(value.get("initial"))
    if initial:
        found["initial"] = {"target": initial.get("target"), "actions": initial.get("actions", [])}
    events: JsonObject = {}
    after: JsonObject = {}
    for event, transitions in object_of(value.get("on")).items():
        match = _AFTER.match(event)
        plain: list[JsonValue] = [_plain_transition(object_of(each)) for each in list_of(transitions)]
        if match:
            after[match[1]] = plain
        elif event.startswith("xstate.done.state."):
            found["onDone"] = plain
        else:
            events[event] = plain
    found |= {name: each for name, each in (("on", events), ("after", after)) if each}
    states = object_of(value.get("states"))
    if states:
        found["states"] = {name: plain_configuration(object_of(each)) for name, each in states.items()}
    return found


def _plain_transition(value: JsonObject) -> JsonObject:
    names = ("target", "guard", "actions", "reenter", "meta", "description")
    return {name: value[name] for name in names if value.get(name) not in (None, [], False)}
