"""The actions, guards and actors that a configuration names, and the file in which the game writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from graphs.basics.ids import slug
from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.action_syntax import (
    AssignStatement,
    CancelStatement,
    DoStatement,
    RaiseStatement,
    SendStatement,
    parse_action_line,
)
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import RANDOM_DRAWS
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import BoolLiteral, CallSyntax, NumberLiteral, StringLiteral, SyntaxNode, Unary
from graphs.formats.basics.javascript_text import JavaScriptWords
from graphs.model.variables_and_events import Event, Variable

Report = Callable[[str, str, str, str], None]
"""Hear how a part is written: how, what, why, of which node."""

_ASKED = "Write it: "
_TYPES = {"bool": "boolean", "int": "number", "float": "number", "string": "string", "enum": "string"}
_TYPES |= {"trigger": "boolean", "vector": "{ x: number; y: number }", "entity": "string | null"}


@dataclass
class SetupNames:
    """Hand out names for lines and guards; `originals` are those of the file an import came from.

    `fields` are the types of what events carry, by name.
    """

    originals: Mapping[str, str]
    events: Mapping[str, str]
    variables: Mapping[str, str]
    fields: Mapping[str, str]
    report: Report
    actions: dict[str, str] = field(default_factory=dict)
    guards: dict[str, str] = field(default_factory=dict)
    actors: dict[str, str] = field(default_factory=dict)
    uses: set[str] = field(default_factory=set)
    _by_text: dict[str, str] = field(default_factory=dict)

    def event(self, name: str) -> str:
        """Return an event as the configuration calls it."""
        return self.events.get(name, name)

    def name_of(self, path: tuple[str, ...]) -> str | None:
        """Return a name with its fields as functions of XState say it."""
        if path[0] == "event" and len(path) == 2:
            kind = _TYPES.get(self.fields.get(path[1], ""), "unknown")
            return "event.type" if path[1] == "name" else f"(event as {{ {path[1]}: {kind} }}).{path[1]}"
        if len(path) == 1 and path[0] in self.variables:
            return f"context.{self.variables[path[0]]}"
        return None

    def guard(self, text: str, node: str) -> JsonValue:
        """Return a guard: by the name that the game gave it, or by one made for an expression."""
        try:
            parsed: SyntaxNode | None = parse_expression(text)
        except ExpressionError:
            parsed = None
        if isinstance(parsed, CallSyntax) and parsed.name in self.originals:
            return self._called(parsed)
        if text not in self._by_text:
            words = JavaScriptWords(self.name_of)
            said = words.text(text)
            name = self._free(text, self.guards, "guard")
            self._by_text[text] = name
            if words.notes:
                self.report("changed", f"guard {text}", " ".join(words.notes), node)
            self.guards[name] = _function(said) if not words.notes else _unwritten(text, "false")
        return self._by_text[text]

    def line(self, text: str, node: str) -> JsonValue:
        """Return the action of a line of a block."""
        try:
            parsed = parse_action_line(text.strip())
        except ExpressionError:
            parsed = None
        if isinstance(parsed, DoStatement):
            return self._called(parsed.action)
        key = f"line {text}"
        if key not in self._by_text:
            name = self._free(text, self.actions, "action")
            self._by_text[key] = name
            said = None if parsed is None else self._statement(text.strip(), parsed)
            how = "exact" if said is not None else "lost"
            reason = "" if said is not None else "XState has no such action: the game has to write it."
            self.report(how, text.strip(), reason, node)
            self.actions[name] = said if said is not None else _unwritten(text.strip(), "undefined")
        return self._by_text[key]

    def actor(self, name: str) -> str:
        """Return the name of an actor, which the game has to write."""
        original = self.originals.get(name, name)
        self.uses.add("fromPromise")
        self.actors[original] = "fromPromise(async () => {\n      throw new Error('Write it.');\n    })"
        return original

    def _called(self, call: CallSyntax) -> JsonValue:
        name = self.originals.get(call.name, call.name)
        params: JsonObject = {each.name or "": _constant(each.value) for each in call.arguments}
        params = {key: each for key, each in params.items() if key and each is not None}
        return {"type": name, "params": params} if params else name

    def _free(self, text: str, taken: Mapping[str, str], otherwise: str) -> str:
        words = re.split(r"_+", slug(text.replace("<", " below ").replace(">", " above "))) or [otherwise]
        stem = words[0] + "".join(word.capitalize() for word in words[1:])
        stem = stem if stem and not stem[0].isdigit() else f"{otherwise}{stem.capitalize()}"
        found, number = stem, 1
        while found in taken or found in self.originals.values():
            number += 1
            found = f"{stem}{number}"
        return found

    def _statement(self, line: str, said: object) -> str | None:
        words = JavaScriptWords(self.name_of)

        def text(node: SyntaxNode) -> str:
            return words.text(line[node.start : node.end])

        found: str | None = None
        if isinstance(said, AssignStatement):
            draws = isinstance(said.value, CallSyntax) and said.value.name in RANDOM_DRAWS
            if said.target.name in self.variables and not draws:
                self.uses.add("assign")
                found = f"assign({{ {self.variables[said.target.name]}: {_function(text(said.value))} }})"
        elif isinstance(said, (RaiseStatement, SendStatement)):
            if isinstance(said, SendStatement) and said.receiver != "self":
                return None
            self.uses.add("raise")
            parts = [f"type: '{self.event(said.event.name)}'"]
            parts += [f"{each.name}: {text(each.value)}" for each in said.event.arguments]
            event = f"{{ {', '.join(parts)} }}"
            event = f"({{ context, event }}) => ({event})" if len(parts) > 1 else event
            found = f"raise({event}{self._options(said, text)})"
        elif isinstance(said, CancelStatement):
            self.uses.add("cancel")
            found = f"cancel('{said.id}')"
        return None if words.notes else found

    def _options(self, said: RaiseStatement | SendStatement, text: Callable[[SyntaxNode], str]) -> str:
        if not isinstance(said, RaiseStatement) or said.after is None:
            return ""
        delay = f"{said.after.value * 1000:g}" if isinstance(said.after, NumberLiteral) else None
        delay = delay or f"({{ context }}) => ({text(said.after)}) * 1000"
        return f", {{ delay: {delay}{f', id: {said.id!r}' if said.id else ''} }}"


def _function(said: str) -> str:
    used = [each for each in ("context", "event") if re.search(rf"\b{each}(\.| as )", said)]
    return f"({{ {', '.join(used)} }}) => {said}" if used else f"() => {said}"


def _unwritten(text: str, result: str) -> str:
    comment = text.replace("*/", "* /").replace("\n", " ")
    return f"() => {{\n      // {_ASKED}{comment}\n      return {result};\n    }}"


def _constant(node: SyntaxNode) -> JsonValue:
    """Return the value of a literal, a text of its place for anything else."""
    if isinstance(node, NumberLiteral) and node.value == int(node.value):
        return int(node.value)
    if isinstance(node, (NumberLiteral, StringLiteral, BoolLiteral)):
        return node.value
    if isinstance(node, Unary) and node.operator == "-" and isinstance(node.operand, NumberLiteral):
        return -node.operand.value
    return None


def setup_text(
    names: SetupNames, events: Mapping[str, Event], variables: Iterable[tuple[str, Variable]]
) -> str:
    """Return the file that holds what the game writes."""
    context = "; ".join(f"{key}: {_TYPES.get(each.type, 'unknown')}" for key, each in variables)
    lines = []
    for name, event in events.items():
        parts = [
            f"type: '{names.event(name)}'",
            *(f"{key}: {_TYPES.get(kind, 'unknown')}" for key, kind in event.payload.items()),
        ]
        lines.append(f"{{ {'; '.join(parts)} }}")
    said = [
        "// What the configuration beside this file names. Make the machine by",
        "// `machineSetup.createMachine(config)`, with the configuration as it was written.",
        f"import {{ {', '.join(sorted({'setup', *names.uses}))} }} from 'xstate';",
        "",
        "export const machineSetup = setup({",
        "  types: {",
        f"    context: {{}} as {{ {context} }}," if context else "    context: {} as Record<string, never>,",
        f"    events: {{}} as {' | '.join(lines) or '{ type: string }'},",
        "  },",
    ]
    for title, found in (("actions", names.actions), ("guards", names.guards), ("actors", names.actors)):
        if found:
            said.append(f"  {title}: {{")
            said += [f"    {_key(name)}: {text}," for name, text in found.items()]
            said.append("  },")
    return "\n".join([*said, "});", ""])


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_$][\w$]*", name) else json.dumps(name)
