"""Write a mind's files for a game in Lua, from 5.1 on, with the types that its language server reads."""

from __future__ import annotations

from editor.documents.exports.languages.game_shape import GameCall, GameShape, GameValue, plain_text
from editor.documents.exports.languages.language import FilePart, Language, LanguageFile, example
from graphs.expressions.types import Type, ValueType

_RESERVED = """
and break continue do else elseif end export false for function goto if in local nil not or repeat return
self then true type typeof until while mindloom Mind Minds MindError Agent actions conditions queries
entityField context given agent minds mind value entity field of read new steering effect describe null
encode decode error assert require arg string table math io os print pairs ipairs tostring tonumber
"""

_SUPPLIED = ("actions", "conditions", "queries", "entityField")

_TYPES = {
    ValueType.BOOL: "boolean",
    ValueType.TRIGGER: "boolean",
    ValueType.INT: "integer",
    ValueType.FLOAT: "number",
    ValueType.STRING: "string",
    ValueType.VECTOR: "number[]",
    ValueType.ENUM: "string",
    ValueType.ENTITY: "string",
}
_ZEROS = {"boolean": "false", "integer": "0", "number": "0", "number[]": "{ 0, 0 }"}


def _type(kind: Type) -> str:
    return f"{_type(kind.item_type)}[]" if kind.item is not None else _TYPES[kind.kind]


def _type_of(value: GameValue, nothing: str = "table") -> str:
    """Return the types of a value; `nothing` is what stands for nobody."""
    found = [*dict.fromkeys(map(_type, value.types))]
    return " | ".join([*found, nothing] if value.can_lack else found)


def _text(text: str) -> str:
    """Return a literal of the same bytes: a text that is not plain is written by its bytes."""
    if text.isprintable() and not {'"', "\\"} & {*text}:
        return f'"{text}"'
    told = (
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03d}"
        for byte in text.encode("utf-8", "surrogatepass")
    )
    return f'"{"".join(told)}"'


def _key(name: str, word: str) -> str:
    return name if name == word else f"[{_text(name)}]"


def _comment(indent: str, *lines: str) -> list[str]:
    """Return a comment of documentation, one line each."""
    return [f"{indent}--- {told}" for line in lines if (told := plain_text(line))]


# -- the mind, typed -------------------------------------------------------------------------------------


def facade(shape: GameShape) -> str:
    """Return the class of an agent with methods for its variables and its events."""
    lines = [
        'local mindloom = require("mindloom")',
        *(line for call in shape.actions for line in _arguments(call)),
        "",
        *_comment("", f"An agent that thinks with the mind of {shape.program}."),
        f"---@class {shape.title}",
        f"local {shape.title} = {{}}",
        f"{shape.title}.__index = {shape.title}",
        "",
        *_comment("", "Read the mind: the text of the program, and that of its names for words in messages."),
        f"function {shape.title}.read(program, names) return mindloom.Mind.parse(program, names) end",
        "",
        *_comment("", "Add an agent with this mind to the minds of a game."),
        f"---@return {shape.title}",
        f"function {shape.title}.new(minds, id, mind)",
        f"  return setmetatable({{ minds = minds, agent = minds:add(id, mind) }}, {shape.title})",
        "end",
    ]
    for each in shape.variables:
        name = _text(each.name)
        read, write = f"self.agent:get({name})", f"self.agent:set({name}, value)"
        if each.is_shared:
            read, write = f"self.minds:shared()[{name}]", f"self.minds:setShared({name}, value)"
        kind = _type_of(each, "nil")
        lines += ["", *_comment("", each.note), f"---@return {kind}"]
        lines += [f"function {shape.title}:get_{each.word}() return {read} end"]
        lines += ["", f"---@param value {kind}"]
        lines += [f"function {shape.title}:set_{each.word}(value) {write} end"]
    for event in shape.events:
        words = ", ".join(value.word for value in event.values)
        payload = ", ".join(f"{_key(value.name, value.word)} = {value.word}" for value in event.values)
        lines += ["", *_comment("", f"Post the event {event.name} for the next tick.")]
        lines += [f"---@param {value.word} {_type_of(value)}" for value in event.values]
        lines += [
            f"function {shape.title}:{event.word}({words})",
            f"  self.agent:post({_text(event.name)}, {{ {payload} }})",
            "end",
        ]
    return "\n".join([*lines, "", f"return {shape.title}", ""])


def _arguments(call: GameCall) -> list[str]:
    """Return the type of the arguments of an action."""
    lines = ["", *_comment("", f"What {call.name} is called with."), f"---@class {call.type_word}"]
    for value in call.values:
        name = value.name if value.name == value.word else f"[{_text(value.name)}]"
        lines += [f"---@field {name} {_type_of(value)} {plain_text(value.note)}".rstrip()]
    return lines


# -- what the game supplies -------------------------------------------------------------------------------


def stub(shape: GameShape) -> str:
    """Return the game's own file: each action, condition, field and query, to be filled in."""
    steers = any(call.is_steering for call in shape.actions)
    return "\n".join(
        [
            f"-- What the game supplies to {plain_text(shape.program)}: yours to fill in.",
            "-- No export writes over this file.",
            *(["", 'local steering = require("mindloom").steering'] if steers else []),
            "",
            *_comment("", 'Actions give "success", "failure" or "running"; an error in one is a failure.'),
            *_table("actions", [line for call in shape.actions for line in _action(call)]),
            *_comment("", "Conditions give true or false."),
            *_table("conditions", [line for call in shape.conditions for line in _condition(call)]),
            *_comment("", "Queries give the ids of entities."),
            *_table("queries", [line for call in shape.queries for line in _query(call)]),
            *_comment("", "Tell what the game knows of an entity; nil for what it does not."),
            "local function entityField(entity, field)",
            *(f"  if field == {_text(field.name)} then return {_zero(field)} end" for field in shape.fields),
            "  return nil",
            "end",
            "",
            f"return {{ {', '.join(f'{name} = {name}' for name in _SUPPLIED)} }}",
            "",
        ]
    )


def _table(name: str, lines: list[str]) -> list[str]:
    return [f"local {name} = {{", *lines, "}", ""] if lines else [f"local {name} = {{}}", ""]


def _function(call: GameCall, given: str, told: list[str], *body: str) -> list[str]:
    head = f"  {_key(call.name, call.word)} = function({given})"
    return [*told, head, *(f"    {line}" for line in body), "  end,"]


def _action(call: GameCall) -> list[str]:
    told = [*_comment("  ", call.note, *call.notes()), f"  ---@param given {call.type_word}"]
    body = ['return "success"' if call.is_instant else 'return "running"']
    if call.is_steering:
        body = ["return steering(context, given) -- the game moves by agent.requests"]
    elif call.is_own:
        name = _text(call.name)
        body = [f"context:effect({name}, given) -- the game does minds.effects", 'return "success"']
    return _function(call, "context, given", told, *body)


def _condition(call: GameCall) -> list[str]:
    told = _comment("  ", call.note)
    for value in call.values:
        told += [f"  ---@param {value.word} {_type_of(value)} {plain_text(value.note)}".rstrip()]
    given = ", ".join(["context", *(value.word for value in call.values)])
    return _function(call, given, told, "return false")


def _query(call: GameCall) -> list[str]:
    return _function(call, "agent, of", _comment("  ", call.note), "return {}")


def _zero(value: GameValue) -> str:
    kind = value.types[0]
    if value.can_lack or kind.item is not None:
        return 'require("mindloom").null' if value.can_lack else "{}"
    if kind.values:
        return _text(kind.values[0])
    return _ZEROS.get(_type(kind), '""')


LUA = Language(
    "lua",
    "Lua",
    {"mindloom.lua": "lua/mindloom.lua"},
    (
        LanguageFile(FilePart.FACADE, "{stem}_mind.lua", facade),
        LanguageFile(FilePart.STUB, "{stem}_game.lua", stub),
        LanguageFile(FilePart.EXAMPLE, "{stem}_example.lua", example("lua/example.lua.txt", _text)),
    ),
    frozenset(_RESERVED.split()),
    "lua {stem}_example.lua",
    "--",
    link={"mindloom_link.lua": "lua/mindloom_link.lua", "link_sockets.lua": "lua/link_sockets.lua"},
)
