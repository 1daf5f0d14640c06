"""The states of one configuration of XState, with the ids they get here and the targets they name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from graphs.basics.ids import free_name
from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.json_parts import list_of, object_of, text_of
from graphs.formats.basics.json_places import JsonPath
from graphs.formats.basics.machine_reading import ReadState

FUNCTION = "$function"
"""The key under which a module that was run gives the source of a function."""


@dataclass(eq=False, kw_only=True)
class ConfiguredState(ReadState):
    """Hold one state: its configuration, its key, its place in the file; the machine is the outermost one."""

    config: JsonObject
    key: str
    path: JsonPath

    def child(self, names: list[str]) -> ConfiguredState | None:
        """Return the state inside to which keys lead."""
        found: ConfiguredState | None = self
        for name in names:
            found = next((each for each in found.children if each.key == name), None) if found else None
        return found


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
        state = ConfiguredState(_kind(config), node, parent, config=config, key=key, path=path)
        for name, inner in object_of(config.get("states")).items():
            if isinstance(inner, dict):
                state.children.append(self._state(inner, name, (*path, "states", name), state))
        return state

    def free(self, wanted: str) -> str:
        """Return an id that no state and no transition has, and keep it from others."""
        found = free_name(wanted, self.taken)
        self.taken.add(found)
        return found

    def inside(self, name: str, state: ConfiguredState) -> ConfiguredState | None:
        """Return the state that a beginning of a state names; None where there is none."""
        return self.target(name if name.startswith("#") else f".{name.removeprefix('.')}", state)

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


def _kind(config: JsonObject) -> str:
    said = config.get("type")
    if said in ("parallel", "final", "history"):
        return str(said)
    return "history" if config.get("history") else "state"


_AFTER = re.compile(r"xstate\.after\.(.+?)\.(.*)\Z")
_TRANSITION = ("target", "guard", "actions", "reenter", "meta", "description")


def plain_configuration(value: JsonObject) -> JsonObject:
    """Return a configuration where `definition` was written out, with its own fields turned back.

    Eventless transitions are not in what `definition` gives.
    """
    if "transitions" not in value or "key" not in value:
        return value
    found = _said(value, ("id", "version", "type", "history", "entry", "exit", "meta", "output", "invoke"))
    found |= _said(value, ("tags", "description"))
    if found.get("type") in ("atomic", "compound"):
        del found["type"]
    initial = object_of(value.get("initial"))
    if initial:
        found["initial"] = {"target": initial.get("target"), "actions": initial.get("actions", [])}
    events: JsonObject = {}
    after: JsonObject = {}
    for event, transitions in object_of(value.get("on")).items():
        match = _AFTER.match(event)
        plain: list[JsonValue] = [_said(object_of(each), _TRANSITION) for each in list_of(transitions)]
        if match:
            after[match[1]] = plain
        elif event.startswith("xstate.done.state."):
            found["onDone"] = plain
        else:
            events[event] = plain
    states = object_of(value.get("states"))
    inner: JsonObject = {name: plain_configuration(object_of(each)) for name, each in states.items()}
    return found | _said({"on": events, "after": after, "states": inner}, ("on", "after", "states"))


def _said(value: JsonObject, names: Iterable[str]) -> JsonObject:
    """Return those of some fields that say something."""
    return {name: value[name] for name in names if value.get(name) not in (None, [], {})}
