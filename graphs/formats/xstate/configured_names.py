"""The names that events, actions, guards and data of a configuration get here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.javascript_expressions import NotSaid
from graphs.formats.basics.javascript_meaning import quoted
from graphs.formats.basics.json_parts import object_of
from graphs.formats.basics.legal_names import LegalNames
from graphs.formats.xstate.configuration import ConfiguredState
from graphs.model.variables_and_events import RESERVED_EVENTS, Event
from graphs.projects.manifest_file import ManifestParameter


@dataclass
class ConfiguredNames:
    """Hand out names. `events` are all events by legal names, `called` what the game's names were called.

    An event of XState matches only what is called the same, where a name here stands for all that begin with
    it and a dot: dots stay only where a wildcard such as `a.*` asks for them.
    """

    calls: GameCalls
    events: dict[str, str] = field(default_factory=dict)
    payloads: dict[str, dict[str, str]] = field(default_factory=dict)
    variables: LegalNames = field(default_factory=LegalNames)
    called: dict[str, str] = field(default_factory=dict)
    wildcards: set[str] = field(default_factory=set)
    _tokens: LegalNames = field(default_factory=lambda: LegalNames(RESERVED_EVENTS))
    _actions: dict[str, str] = field(default_factory=dict)
    _conditions: dict[str, str] = field(default_factory=dict)

    def learn_wildcards(self, root: ConfiguredState) -> None:
        """Learn which first parts of events the wildcards of a machine name."""
        for state in root.walk():
            events = object_of(state.config.get("on"))
            self.wildcards |= {each.removesuffix(".*") for each in events if each.endswith(".*")}

    def descriptor(self, name: str) -> str:
        """Return what a transition waits for."""
        if name == "*":
            return "*"
        if name.endswith(".*"):
            return ".".join(self._tokens.legal(each, "event") for each in name[:-2].split("."))
        return self.event(name)

    def event(self, name: str) -> str:
        """Return the legal name of one event."""
        prefix = next((each for each in sorted(self.wildcards) if f"{name}.".startswith(f"{each}.")), None)
        if prefix is None:
            found = self._tokens.legal(name, "event")
        else:
            words = [self._tokens.legal(each, "event") for each in name.split(".")]
            found = ".".join([*words, "itself"] if name in self.wildcards else words)
        self.events[found] = name
        return found

    def declared(self) -> dict[str, Event]:
        """Return the events as the document declares them."""
        return {name: Event.model_validate({"payload": self.payloads.get(name, {})}) for name in self.events}

    def action(self, name: str, params: JsonObject, source: str = "") -> str:
        """Return a line that does an action of the game."""
        found = self._named(self._actions, self.calls.instant, name, "action", source)
        return f"do {self._call(found, params, self.calls.actions)}"

    def condition(self, name: str, params: JsonObject, source: str = "") -> str:
        """Return a call of a condition of the game."""
        found = self._named(self._conditions, self.calls.condition, name, "guard", source)
        return self._call(found, params, self.calls.conditions)

    def activity(self, name: str, source: str = "") -> str:
        """Return an action of the game that runs as long as an actor does."""
        return self._named(self._actions, self.calls.running, name, "actor", source)

    def _named(
        self, known: dict[str, str], declare: Callable[..., str], name: str, otherwise: str, source: str
    ) -> str:
        """Return the name here of an action or a condition, which is declared when it is first asked for."""
        if name not in known:
            known[name] = declare(name or otherwise, source, title=name)
            self.called[known[name]] = name
        return known[name]

    def _call(self, found: str, params: JsonObject, declared: dict) -> str:  # type: ignore[type-arg]
        """Return a call, and declare the parameters that it gives; lists and objects are given as JSON."""
        given = []
        for name, value in params.items():
            legal = LegalNames().legal(name)
            kind, text, zero = literal(value)
            known = {each.name: each.type for each in declared[found].parameters}
            if known.get(legal, kind) != kind:
                kind, text, zero = "string", quoted_json(value), ""
                legal = f"{legal}_text"
            if legal not in known:
                parameter = ManifestParameter(name=legal, type=kind, default=zero)
                parameters = (*declared[found].parameters, parameter)
                declared[found] = declared[found].model_copy(update={"parameters": parameters})
            given.append(f"{legal} = {text}")
        return f"{found}({', '.join(given)})"


def literal(value: JsonValue) -> tuple[str, str, JsonValue]:
    """Return the type of a JSON value here, its text, and what stands for one that is not given."""
    if isinstance(value, bool):
        return "bool", json.dumps(value), False
    if isinstance(value, (int, float)):
        return "float", repr(float(value)), 0.0
    if isinstance(value, str):
        try:
            return "string", quoted(value), ""
        except NotSaid:
            pass
    return "string", quoted_json(value), ""


def quoted_json(value: JsonValue) -> str:
    """Return a value as a text that holds its JSON in ASCII."""
    return json.dumps(json.dumps(value).replace("\\", " "))
