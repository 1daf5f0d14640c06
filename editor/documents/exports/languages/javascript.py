"""Write a mind's files for a game in JavaScript; types are told in a file of declarations."""

from __future__ import annotations

from editor.documents.exports.languages.game_shape import GameCall, GameShape, GameValue, plain_text
from editor.documents.exports.languages.language import (
    FilePart,
    Language,
    LanguageFile,
    example,
    literal,
    starred,
)
from graphs.expressions.types import Type, ValueType

_RESERVED = """
abstract arguments async await boolean break case catch class const constructor continue debugger default
delete do else enum eval export extends false finally for from function get if implements import in
instanceof interface let new null of package private protected public return set static super switch this
throw true try typeof undefined var void while with yield NaN Infinity number string any never unknown
object symbol bigint context given agent minds mind value entity field actions conditions queries
entityField toString valueOf hasOwnProperty isPrototypeOf toLocaleString propertyIsEnumerable
steering effect read Agent Mind Minds Error Object Array String Number Boolean
"""

_TYPES = {
    ValueType.BOOL: "boolean",
    ValueType.TRIGGER: "boolean",
    ValueType.INT: "number",
    ValueType.FLOAT: "number",
    ValueType.STRING: "string",
    ValueType.VECTOR: "[number, number]",
    ValueType.ENUM: "string",
    ValueType.ENTITY: "string",
}
_CONTEXT = "@param {import('./mindloom.mjs').Context} context"
_ZEROS = {"boolean": "false", "number": "0", "[number, number]": "[0, 0]"}


def _types(kind: Type) -> list[str]:
    if kind.item is not None:
        return [f"Array<{' | '.join(_types(kind.item_type))}>"]
    return [*map(literal, kind.values)] or [_TYPES[kind.kind]]


def _type_of(value: GameValue) -> str:
    found = [part for kind in value.types for part in _types(kind)]
    return " | ".join([*found, "null"] if value.can_lack else found)


def _key(name: str, word: str) -> str:
    return name if name == word else literal(name)


def _pair(value: GameValue) -> str:
    return value.word if value.name == value.word else f"[{literal(value.name)}]: {value.word}"


def _comment(indent: str, *lines: str) -> list[str]:
    """Return a comment of documentation; what could end it cannot."""
    return starred(indent, [line.replace("*/", "* /") for line in map(plain_text, lines) if line])


# -- the mind, typed -------------------------------------------------------------------------------------


def facade(shape: GameShape) -> str:
    """Return the class of an agent with properties for its variables and methods for its events."""
    lines = [
        'import { Mind } from "./mindloom.mjs";',
        "",
        *_comment("", f"An agent that thinks with the mind of {shape.program}."),
        f"export class {shape.title} {{",
        *_comment(
            "  ", "Read the mind: the text of the program, and that of its names for words in messages."
        ),
        "  static read(program, names = null) {",
        "    return Mind.parse(program, { names });",
        "  }",
        "",
        *_comment("  ", "Add an agent with this mind to the minds of a game."),
        "  constructor(minds, id, mind) {",
        "    this.minds = minds;",
        "    this.agent = minds.add(id, mind);",
        "  }",
    ]
    for each in shape.variables:
        name = literal(each.name)
        read, write = f"this.agent.get({name})", f"this.agent.set({name}, value)"
        if each.is_shared:
            read, write = f"this.minds.shared()[{name}]", f"this.minds.setShared({name}, value)"
        lines += ["", *_comment("  ", each.note), f"  get {each.word}() {{", f"    return {read};", "  }"]
        lines += ["", f"  set {each.word}(value) {{", f"    {write};", "  }"]
    for event in shape.events:
        words = ", ".join(value.word for value in event.values)
        payload = ", ".join(_pair(value) for value in event.values)
        lines += ["", *_comment("  ", f"Post the event {event.name} for the next tick.")]
        lines += [
            f"  {event.word}({words}) {{",
            f"    this.agent.post({literal(event.name)}, {{ {payload} }});",
            "  }",
        ]
    return "\n".join([*lines, "}", ""])


def declarations(shape: GameShape) -> str:
    """Return the types of the class, and of the arguments of actions."""
    lines = ['import type { Agent, Mind, Minds } from "./mindloom.mjs";']
    for call in shape.actions:
        lines += [
            "",
            *_comment("", f"What {call.name} is called with."),
            f"export interface {call.type_word} {{",
        ]
        for value in call.values:
            lines += [*_comment("  ", value.note), f"  {_key(value.name, value.word)}: {_type_of(value)};"]
        lines += ["}"]
    lines += [
        "",
        f"export declare class {shape.title} {{",
        "  static read(program: string, names?: string | null): Mind;",
        "  constructor(minds: Minds, id: string, mind: Mind);",
        "  readonly minds: Minds;",
        "  readonly agent: Agent;",
    ]
    for value in shape.variables:
        lines += [*_comment("  ", value.note), f"  {value.word}: {_type_of(value)};"]
    for call in shape.events:
        given = ", ".join(f"{value.word}: {_type_of(value)}" for value in call.values)
        lines += [
            *_comment("  ", f"Post the event {call.name} for the next tick."),
            f"  {call.word}({given}): void;",
        ]
    return "\n".join([*lines, "}", ""])


# -- what the game supplies -------------------------------------------------------------------------------


def stub(shape: GameShape) -> str:
    """Return the game's own file: each action, condition, field and query, to be filled in."""
    steers = any(call.is_steering for call in shape.actions)
    return "\n".join(
        [
            f"// What the game supplies to {plain_text(shape.program)}: yours to fill in.",
            "// No export writes over this file.",
            *(["", 'import { steering } from "./mindloom.mjs";'] if steers else []),
            "",
            *_comment("", 'Actions give "success", "failure" or "running"; what they throw is a failure.'),
            *_table("actions", [line for call in shape.actions for line in _action(call, shape)]),
            *_comment("", "Conditions give true or false."),
            *_table("conditions", [line for call in shape.conditions for line in _condition(call)]),
            *_comment("", "Queries give the ids of entities."),
            *_table("queries", [line for call in shape.queries for line in _query(call)]),
            *_comment("", "Tell what the game knows of an entity; throw for what it does not."),
            "export function entityField(/** @type {string} */ entity, /** @type {string} */ field) {",
            *(f"  if (field === {literal(field.name)}) return {_zero(field)};" for field in shape.fields),
            "  throw new Error(`nothing is known of ${entity}.${field}`);",
            "}",
            "",
        ]
    )


def _table(name: str, lines: list[str]) -> list[str]:
    return [f"export const {name} = {{", *lines, "};", ""] if lines else [f"export const {name} = {{}};", ""]


def _action(call: GameCall, shape: GameShape) -> list[str]:
    types = (
        _CONTEXT,
        f"@param {{import('./{shape.stem}_mind.mjs').{call.type_word}}} given",
        "@returns {import('./mindloom.mjs').ActionResult}",
    )
    told = _comment("  ", call.note, *call.notes(), *types)
    return [*told, f"  {_key(call.name, call.word)}(context, given) {{", *_body(call), "  },"]


def _condition(call: GameCall) -> list[str]:
    given = ", ".join(["context", *(value.word for value in call.values)])
    types = [f"@param {{{_type_of(value)}}} {value.word} {value.note}" for value in call.values]
    told = _comment("  ", call.note, _CONTEXT, *types, "@returns {boolean}")
    return [*told, f"  {_key(call.name, call.word)}({given}) {{", "    return false;", "  },"]


def _query(call: GameCall) -> list[str]:
    told = _comment("  ", call.note, "@param {string} agent", "@param {string?} of", "@returns {string[]}")
    return [*told, f"  {_key(call.name, call.word)}(agent, of) {{", "    return [];", "  },"]


def _body(call: GameCall) -> list[str]:
    if call.is_steering:
        return ["    return steering(context, given); // the game moves by agent.requests"]
    if call.is_own:
        return [
            f"    context.effect({literal(call.name)}, given); // the game does minds.effects",
            '    return "success";',
        ]
    return ['    return "success";' if call.is_instant else '    return "running";']


def _zero(value: GameValue) -> str:
    kind = value.types[0]
    if value.can_lack or kind.item is not None:
        return "null" if value.can_lack else "[]"
    return _ZEROS.get(found := _types(kind)[0], found if kind.values else '""')


JAVASCRIPT = Language(
    "javascript",
    "JavaScript",
    {"mindloom.mjs": "javascript/mindloom.mjs", "mindloom.d.mts": "javascript/mindloom.d.mts"},
    (
        LanguageFile(FilePart.FACADE, "{stem}_mind.mjs", facade),
        LanguageFile(FilePart.FACADE, "{stem}_mind.d.mts", declarations),
        LanguageFile(FilePart.STUB, "{stem}_game.mjs", stub),
        LanguageFile(FilePart.EXAMPLE, "{stem}_example.mjs", example("javascript/example.mjs.txt", literal)),
    ),
    frozenset(_RESERVED.split()),
    "node {stem}_example.mjs",
    link={
        "mindloom_link.mjs": "javascript/mindloom_link.mjs",
        "mindloom_link.d.mts": "javascript/mindloom_link.d.mts",
    },
)
