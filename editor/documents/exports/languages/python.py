"""Write a mind's files for a game in Python, 3.9 or newer, without Mindloom."""

from __future__ import annotations

import builtins
import keyword
import re

from editor.documents.exports.languages.game_shape import GameCall, GameShape, GameValue, plain_text
from editor.documents.exports.languages.language import FilePart, Language, LanguageFile, example
from graphs.expressions.types import Type, ValueType

_RESERVED = """
self context given agent minds mind value entity field of read steering entity_field annotations ACTIONS
CONDITIONS QUERIES Agent Mind Minds Context Result Any Dict List Literal Optional Tuple TypedDict Union
"""

_TYPES = {
    ValueType.BOOL: "bool",
    ValueType.TRIGGER: "bool",
    ValueType.INT: "int",
    ValueType.FLOAT: "float",
    ValueType.STRING: "str",
    ValueType.ENUM: "str",
    ValueType.VECTOR: "Tuple[float, float]",
    ValueType.ENTITY: "str",
}
_ZEROS = {"bool": "False", "int": "0", "float": "0.0", "Tuple[float, float]": "(0.0, 0.0)"}


def _type(kind: Type) -> str:
    if kind.item is not None:
        return f"List[{_type(kind.item_type)}]"
    return f"Literal[{', '.join(map(_text, kind.values))}]" if kind.values else _TYPES[kind.kind]


def _type_of(value: GameValue) -> str:
    found = [_type(kind) for kind in value.types]
    told = found[0] if len(found) == 1 else f"Union[{', '.join(found)}]"
    return f"Optional[{told}]" if value.can_lack else told


def _text(text: str) -> str:
    plain = text.isprintable() and not {'"', "\\"} & {*text}
    return f'"{text}"' if plain else ascii(text)


def _doc(indent: str, *lines: str) -> list[str]:
    """Return a documentation text; what could end it, or escape in it, cannot."""
    told = [plain_text(line).replace("\\", "\\\\").replace('"', "'") for line in lines if line]
    if len(told) < 2:
        return [f'{indent}"""{line}"""' for line in told]
    return [f'{indent}"""{told[0]}', "", *(f"{indent}{line}" for line in told[1:]), f'{indent}"""']


# -- the mind, typed -------------------------------------------------------------------------------------


def facade(shape: GameShape) -> str:
    """Return the class of an agent, and the types of the arguments of actions."""
    body = ['Result = Literal["success", "failure", "running"]']
    for call in shape.actions:
        body += ["", f"# What {plain_text(call.name)} is called with."]
        body += [f"{call.type_word} = TypedDict(", f'    "{call.type_word}",', "    {"]
        for value in call.values:
            note = f"  # {plain_text(value.note)}" if value.note else ""
            body += [f"        {_text(value.name)}: {_type_of(value)},{note}"]
        body += ["    },", ")"]
    body += ["", "", f"class {shape.title}:"]
    body += _doc("    ", f"An agent that thinks with the mind of {shape.program}.")
    body.append(_CONSTRUCTION)
    for each in shape.variables:
        body += _property(each)
    for event in shape.events:
        given = "".join(f", {value.word}: {_type_of(value)}" for value in event.values)
        payload = ", ".join(f"{_text(value.name)}: {value.word}" for value in event.values)
        body += ["", f"    def {event.word}(self{given}) -> None:"]
        body += _doc("        ", f"Post the event {event.name} for the next tick.")
        body += [f"        self.agent.post({_text(event.name)}, {{{payload}}})"]
    head = _doc("", f"The mind of {shape.program}, with types.")
    return _module(head, body, ["from mindloom_mind import Mind, Minds", ""])


_CONSTRUCTION = '''
    @staticmethod
    def read(program: str, names: Optional[str] = None) -> Mind:
        """Read the mind: the text of the program, and that of its names for words in messages."""
        return Mind.parse(program, names)

    def __init__(self, minds: Minds, agent: str, mind: Mind) -> None:
        """Add an agent with this mind to the minds of a game."""
        self.minds = minds
        self.agent = minds.add(agent, mind)'''

_OF_TYPING = ("Any", "Dict", "List", "Literal", "Optional", "Tuple", "TypedDict", "Union")


def _module(head: list[str], body: list[str], imports: list[str]) -> str:
    """Return the text of a module that imports from `typing` what its body names."""
    text = "\n".join([*body, ""])
    used = [name for name in _OF_TYPING if re.search(rf"\b{name}\b", text)]
    typing = [f"from typing import {', '.join(used)}", ""] if used else []
    start = [*head, "", "from __future__ import annotations", "", *typing, *imports]
    return "\n".join([*start, text])


def _property(value: GameValue) -> list[str]:
    name, kind = _text(value.name), _type_of(value)
    read, write = f"self.agent.get({name})", f"self.agent.set({name}, value)"
    if value.is_shared:
        read, write = f"self.minds.shared()[{name}]", f"self.minds.set_shared({name}, value)"
    return [
        "",
        "    @property",
        f"    def {value.word}(self) -> {kind}:",
        *_doc("        ", value.note),
        f"        found: {kind} = {read}",
        "        return found",
        "",
        f"    @{value.word}.setter",
        f"    def {value.word}(self, value: {kind}) -> None:",
        f"        {write}",
    ]


# -- what the game supplies -------------------------------------------------------------------------------


def stub(shape: GameShape) -> str:
    """Return the game's own file: each action, condition, field and query, to be filled in."""
    types = sorted(["Result", *(call.type_word for call in shape.actions)]) if shape.actions else []
    steers = ", steering" * any(call.is_steering for call in shape.actions)
    body = ['# Actions give "success", "failure" or "running"; what they raise is a failure.']
    for call in shape.actions:
        given = f"context: Context, given: {call.type_word}"
        body += _function(call, given, "Result", _body(call))
    body += _table("ACTIONS", shape.actions)
    for call in shape.conditions:
        given = ", ".join(
            ["context: Context", *(f"{value.word}: {_type_of(value)}" for value in call.values)]
        )
        body += _function(call, given, "bool", ["return False"])
    body += _table("CONDITIONS", shape.conditions)
    for call in shape.queries:
        body += _function(call, "agent: str, of: Optional[str]", "List[str]", ["return []"])
    body += [*_table("QUERIES", shape.queries), "def entity_field(entity: str, field: str) -> Any:"]
    body += _doc("    ", "Tell what the game knows of an entity; raise for what it does not.")
    for value in shape.fields:
        body += [f"    if field == {_text(value.name)}:", f"        return {_zero(value)}"]
    body += ['    raise KeyError(f"nothing is known of {entity}.{field}")']
    imports = [f"from mindloom_mind import Context{steers}", ""]
    if types:
        imports += [f"from {shape.stem}_mind import (", *(f"    {name}," for name in types), ")", ""]
    told = f"What the game supplies to {shape.program}: yours to fill in."
    return _module(_doc("", told, "No export writes over this file."), body, imports)


def _function(call: GameCall, given: str, result: str, lines: list[str]) -> list[str]:
    told = _doc("    ", call.note or "Fill this in.", *call.notes())
    return ["", "", f"def {call.word}({given}) -> {result}:", *told, *(f"    {line}" for line in lines)]


def _body(call: GameCall) -> list[str]:
    if call.is_steering:
        return ["return steering(context, given)  # the game moves by agent.requests"]
    if call.is_own:
        return [f"context.effect({_text(call.name)}, given)  # see minds.effects", 'return "success"']
    return ['return "success"' if call.is_instant else 'return "running"']


def _table(name: str, calls: tuple[GameCall, ...]) -> list[str]:
    if not calls:
        return ["", "", f"{name}: Dict[str, Any] = {{}}", "", ""]
    entries = (f"    {_text(call.name)}: {call.word}," for call in calls)
    return ["", "", f"{name} = {{", *entries, "}", "", ""]


def _zero(value: GameValue) -> str:
    kind = value.types[0]
    if value.can_lack or kind.item is not None:
        return "None" if value.can_lack else "[]"
    return _text(kind.values[0]) if kind.values else _ZEROS.get(_type(kind), '""')


PYTHON = Language(
    "python",
    "Python",
    {"mindloom_mind.py": "python/mindloom_mind.py"},
    (
        LanguageFile(FilePart.FACADE, "{stem}_mind.py", facade),
        LanguageFile(FilePart.STUB, "{stem}_game.py", stub),
        LanguageFile(FilePart.EXAMPLE, "{stem}_example.py", example("python/example.py.txt", _text)),
    ),
    frozenset(_RESERVED.split()).union(keyword.kwlist, keyword.softkwlist, dir(builtins)),
    "python {stem}_example.py",
    "#",
    link={
        "mindloom_link.py": "python/mindloom_link.py",
        "mindloom_link_notes.py": "python/mindloom_link_notes.py",
    },
)
