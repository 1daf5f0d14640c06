"""The actions, guards and actors that a configuration names, and the file in which the game writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from graphs.basics.ids import free_name, slug
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
from graphs.formats.basics.format_report import How
from graphs.formats.basics.javascript_text import JavaScriptWords
from graphs.model.variables_and_events import Event, Variable

Report = Callable[[How, str, str, str], None]
"""Hear how a part is written: how, what, why, of which node."""

_TYPES = {"bool": "boolean", "int": "number", "float": "number", "string": "string", "enum": "string"}
_TYPES |= {"trigger": "boolean", "vector": "{ x: number; y: number }", "entity": "string | null"}


@dataclass
class SetupNames:
    """Hand out names for lines and guards; `originals` are those of the file an import came from.

    `fields` are the types of what events carry, by name.
    """

    originals: Mapping[str, str]
    events: Mapping[str, str]
    variables: Container[str]
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
            return f"context.{path[0]}"
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
            said = _function(words.text(text))
            if words.notes:
                self.report("changed", f"guard {text}", " ".join(words.notes), node)
                said = _unwritten(text, "false")
            self._by_text[text] = self._add(self.guards, text, "guard", said)
        return self._by_text[text]

    def line(self, text: str, node: str) -> JsonValue:
        """Return the action of a line of a block."""
        line = text.strip()
        try:
            parsed = parse_action_line(line)
        except ExpressionError:
            parsed = None
        if isinstance(parsed, DoStatement):
            return self._called(parsed.action)
        key = f"line {text}"
        if key not in self._by_text:
            said = None if parsed is None else self._statement(line, parsed)
            if said is None:
                self.report("lost", line, "XState has no such action: the game has to write it.", node)
            else:
                self.report("exact", line, "", node)
            self._by_text[key] = self._add(
                self.actions, text, "action", said or _unwritten(line, "undefined")
            )
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

    def _add(self, known: dict[str, str], text: str, otherwise: str, said: str) -> str:
        """Add what a name stands for, and return the name, which is made of the text of a guard or a line."""
        words = slug(text.replace("<", " below ").replace(">", " above ")).split("_")
        stem = words[0] + "".join(word.capitalize() for word in words[1:])
        stem = stem if stem and not stem[0].isdigit() else f"{otherwise}{stem.capitalize()}"
        name = free_name(stem, known, self.originals.values(), joint="")
        known[name] = said
        return name

    def _statement(self, line: str, said: object) -> str | None:
        words = JavaScriptWords(self.name_of)

        def text(node: SyntaxNode) -> str:
            return words.text(line[node.start : node.end])

        found: str | None = None
        match said:
            case AssignStatement():
                draws = isinstance(said.value, CallSyntax) and said.value.name in RANDOM_DRAWS
                if said.target.name in self.variables and not draws:
                    self.uses.add("assign")
                    found = f"assign({{ {said.target.name}: {_function(text(said.value))} }})"
            case RaiseStatement() | SendStatement(receiver="self"):
                self.uses.add("raise")
                fields = {each.name or "": text(each.value) for each in said.event.arguments}
                event = _object({"type": f"'{self.event(said.event.name)}'", **fields})
                event = f"({{ context, event }}) => ({event})" if fields else event
                found = f"raise({event}{self._options(said, text)})"
            case CancelStatement():
                self.uses.add("cancel")
                found = f"cancel('{said.id}')"
        return None if words.notes else found

    def _options(self, said: RaiseStatement | SendStatement, text: Callable[[SyntaxNode], str]) -> str:
        if not isinstance(said, RaiseStatement) or said.after is None:
            return ""
        if isinstance(said.after, NumberLiteral):
            delay = f"{said.after.value * 1000:g}"
        else:
            delay = f"({{ context }}) => ({text(said.after)}) * 1000"
        return f", {_object({'delay': delay, **({'id': repr(said.id)} if said.id else {})})}"


def _object(fields: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{name}: {each}' for name, each in fields.items())} }}"


def _function(said: str) -> str:
    used = [each for each in ("context", "event") if re.search(rf"\b{each}(\.| as )", said)]
    return f"({{ {', '.join(used)} }}) => {said}" if used else f"() => {said}"


def _unwritten(text: str, result: str) -> str:
    comment = text.replace("*/", "* /").replace("\n", " ")
    return f"() => {{\n      // Write it: {comment}\n      return {result};\n    }}"


def _constant(node: SyntaxNode) -> JsonValue:
    """Return the value of a literal, a text of its place for anything else."""
    if isinstance(node, NumberLiteral) and node.value == int(node.value):
        return int(node.value)
    if isinstance(node, (NumberLiteral, StringLiteral, BoolLiteral)):
        return node.value
    if isinstance(node, Unary) and node.operator == "-" and isinstance(node.operand, NumberLiteral):
        return -node.operand.value
    return None


def setup_text(names: SetupNames, events: Mapping[str, Event], variables: Mapping[str, Variable]) -> str:
    """Return the file that holds what the game writes."""
    context = "; ".join(f"{key}: {_TYPES.get(each.type, 'unknown')}" for key, each in variables.items())
    lines = []
    for name, event in events.items():
        fields = [f"{key}: {_TYPES.get(kind, 'unknown')}" for key, kind in event.payload.items()]
        parts = [f"type: '{names.event(name)}'", *fields]
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
