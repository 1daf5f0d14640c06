"""Turn the actions and guards of a configuration into lines and conditions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.format_report import How
from graphs.formats.basics.javascript_expressions import NotSaid, parse_javascript
from graphs.formats.basics.javascript_meaning import Meaning, Said
from graphs.formats.basics.json_parts import list_of, object_of, text_of
from graphs.formats.basics.json_places import JsonPath
from graphs.formats.basics.legal_names import LegalNames
from graphs.formats.basics.machine_reading import seconds_text
from graphs.formats.xstate.configuration import FUNCTION, Configuration, ConfiguredState
from graphs.formats.xstate.configured_names import ConfiguredNames, literal

Report = Callable[[JsonPath, str, How, str], None]
"""Hear of a construct: where it is, what it is, what becomes of it, and why."""

MADE = "What it is given is made while it runs."
_OF_CONTEXT = re.compile(r"\s*\(\s*\{\s*context\s*\}\s*\)\s*=>\s*")
UNSET = "The file does not say how long it is; the game sets a variable."


@dataclass
class ConfiguredLines:
    """Say actions and guards.

    `context` says what its fields are called here, `flags` are the states that some guard asks for, by the
    variable.
    """

    names: ConfiguredNames
    machine: Configuration
    report: Report
    delays: JsonObject
    context: dict[str, Said] = field(default_factory=dict)
    flags: dict[str, ConfiguredState] = field(default_factory=dict)

    def lines(self, value: JsonValue, path: JsonPath, state: ConfiguredState) -> list[str]:
        """Return the lines of an action, or a list of them."""
        found: list[str] = []
        for place, each in enumerate(list_of(value)):
            where = (*path, place) if isinstance(value, list) else path
            found += self._action(each, where, state)
        return found

    def _action(self, value: JsonValue, path: JsonPath, state: ConfiguredState) -> list[str]:
        config = object_of(value)
        name = text_of(value) or text_of(config.get("type"))
        if FUNCTION in config or not name:
            return [self._asked(path, "action", text_of(config.get(FUNCTION)))]
        if name.startswith("xstate."):
            return self._built_in(name.removeprefix("xstate."), config, path)
        given = object_of(config.get("params"))
        is_made = FUNCTION in given
        line = self.names.action(name, {} if is_made else given)
        self.report(path, f"action {name}", "kept" if is_made else "exact", MADE if is_made else "")
        return [line]

    def _built_in(self, name: str, config: JsonObject, path: JsonPath) -> list[str]:
        """Return the lines of one of the actions that XState brings."""
        lines: list[str] | None = None
        how: How = "exact"
        if name == "raise":
            lines = self._raise(config)
            how = "kept" if self.is_unset(config.get("delay")) else "exact"
        elif name == "cancel" and isinstance(config.get("sendId"), str):
            lines = [f"cancel {_id(config.get('sendId'))}"]
        elif name == "assign":
            return self._assign(object_of(config.get("assignment")), path)
        elif name == "log":
            lines = []
        if lines is None:
            source = text_of(object_of(next(iter(config.values()), None)).get(FUNCTION))
            return [self._asked(path, f"run_{name}", source)]
        self.report(path, name, how, UNSET if how == "kept" else "")
        return lines

    def _asked(self, path: JsonPath, wanted: str, source: str) -> str:
        line = self.names.action(f"{wanted} {len(self.names.called) + 1}" if source else wanted, {}, source)
        self.report(path, wanted.removeprefix("run_"), "kept", f"It is code; the game does it: {line}.")
        return line

    def _raise(self, config: JsonObject) -> list[str] | None:
        event = object_of(config.get("event"))
        name = text_of(event.get("type"))
        fields = {key: each for key, each in event.items() if key != "type"}
        unsaid = any(
            isinstance(each, (dict, list)) or LegalNames().legal(key) != key for key, each in fields.items()
        )
        if not name or unsaid:
            return None
        legal = self.names.event(name)
        payload = self.names.payloads.setdefault(legal, {})
        for key, each in fields.items():
            payload.setdefault(key, literal(each)[0])
        parts = [f"{key} = {literal(each)[1]}" for key, each in fields.items()]
        said = f"raise {legal}({', '.join(parts)})" if parts else f"raise {legal}"
        seconds = self.seconds(config.get("delay"))
        if seconds is None:
            return [said]
        sent = text_of(config.get("id"))
        return [f"{said} after {seconds}" + (f" as {_id(sent)}" if sent else "")]

    def _assign(self, assignment: JsonObject, path: JsonPath) -> list[str]:
        originals = self.names.variables.originals.values()
        plain = [key for key, each in assignment.items() if isinstance(each, (bool, int, float, str))]
        if not assignment or plain != list(assignment) or not set(plain) <= set(originals):
            source = "; ".join(
                f"{key} = {text_of(object_of(each).get(FUNCTION)) or each}"
                for key, each in assignment.items()
            )
            return [self._asked(path, "assign", source or "assign")]
        self.report(path, "assign", "exact", "")
        return [f"{self.names.variables.legal(key)} = {literal(assignment[key])[1]}" for key in plain]

    def is_unset(self, delay: JsonValue) -> bool:
        """Tell whether a delay is a named one of which the file does not say how long it is."""
        if not isinstance(delay, str) or not delay or delay.isdigit():
            return False
        said = self.delays.get(delay)
        return isinstance(said, bool) or not isinstance(said, (int, float))

    def seconds(self, delay: JsonValue) -> str | None:
        """Return a delay in seconds: a number of milliseconds, or a named one, which is a variable."""
        if isinstance(delay, str) and delay and not delay.isdigit():
            if self.is_unset(delay):
                return self.names.variables.legal(f"delay {delay}")
            delay = self.delays[delay]
        if isinstance(delay, bool) or not isinstance(delay, (int, float, str)) or delay == "":
            return None
        return seconds_text(float(delay) / 1000)

    def guard(self, value: JsonValue, path: JsonPath, source: ConfiguredState) -> str:
        """Return a guard as a condition."""
        config = object_of(value)
        name = text_of(value) or text_of(config.get("type"))
        if FUNCTION in config or not name:
            return self._code(text_of(config.get(FUNCTION)), path)
        inner = list_of(config.get("guards"))
        if name == "xstate.not" and inner:
            return f"not {self.guard(inner[0], (*path, 'guards', 0), source)}"
        if name in ("xstate.and", "xstate.or") and inner:
            parts = [self.guard(each, (*path, "guards", place), source) for place, each in enumerate(inner)]
            return f"({f' {name[7:]} '.join(parts)})"
        if name == "xstate.stateIn":
            state = self.machine.target(text_of(config.get("stateValue")), source)
            if state is not None and state.node:
                self.report(path, "guard stateIn", "exact", "")
                flag = self.names.variables.legal(f"in {state.node}")
                self.flags[flag] = state
                return flag
        params = object_of(config.get("params"))
        is_made = FUNCTION in params
        said = self.names.condition(name.removeprefix("xstate."), {} if is_made else params)
        if name.startswith("xstate."):
            self.report(path, f"guard {name[7:]}", "kept", f"It cannot be said; the game answers it: {said}.")
        else:
            self.report(path, f"guard {name}", "kept" if is_made else "exact", MADE if is_made else "")
        return said

    def _code(self, source: str, path: JsonPath) -> str:
        """Return a guard that is a function: said where it asks for the context alone, else the game's."""
        match = _OF_CONTEXT.match(source)
        meaning = Meaning(self._value_of, lambda _path, _given: None)
        try:
            if match is None:
                raise NotSaid("It is no function of the context alone.")
            said = meaning.condition(parse_javascript(source[match.end() :]))
        except NotSaid:
            said = self.names.condition(
                f"guard {len(self.names.called) + 1}" if source else "guard", {}, source
            )
            self.report(path, "guard", "kept", f"It is code; the game answers it: {said}.")
            return said
        self.report(path, "guard", "changed" if meaning.notes else "exact", " ".join(meaning.notes))
        return f"({said})" if "guards" in path[-2:] else said

    def _value_of(self, path: tuple[str, ...]) -> Said:
        known = self.context.get(path[1]) if path[0] == "context" and len(path) == 2 else None
        if known is None:
            raise NotSaid(f"There is no {'.'.join(path)} that can be read.")
        return known


def _id(sent: JsonValue) -> str:
    return LegalNames().legal(text_of(sent), "id")
