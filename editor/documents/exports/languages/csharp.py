"""Write a mind's files for a game in C#, as Unity and mono take it."""

from __future__ import annotations

from editor.documents.exports.languages.game_shape import (
    GameCall,
    GameShape,
    GameValue,
    plain_text,
    safe_words,
)
from editor.documents.exports.languages.language import FilePart, Language, LanguageFile, example, literal
from graphs.expressions.types import Type, ValueType

_RESERVED = """
abstract as base bool break byte case catch char checked class const continue decimal default delegate do
double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
internal is lock long namespace new null object operator out override params private protected public readonly
ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint
ulong unchecked unsafe ushort using virtual void volatile while
add alias ascending async await by descending dynamic equals field file from get global group init into join
let managed nameof nint not notnull nuint on or and orderby partial record remove required scoped select set
unmanaged value var when where with yield
context given agent minds mind entity of program names id read text Read Supply EntityField Agent Mind Minds
MindError Status Kind Value Vector Arguments Context Effect Request AgentError GameAction ActionTick Condition
EntityFieldOf Query Ready NamedSet ActionSet Parameter Description Mindloom GameLink System ExampleProgram
Object String Equals GetHashCode GetType ToString Finalize MemberwiseClone ReferenceEquals Main Program
Exception Console File Path IReadOnlyList List KeyValuePair UnityEngine
"""

_TYPES = {
    ValueType.BOOL: ("bool", "Bool", "false"),
    ValueType.TRIGGER: ("bool", "Bool", "false"),
    ValueType.INT: ("int", "Int", "0"),
    ValueType.FLOAT: ("double", "Number", "0.0"),
    ValueType.STRING: ("string", "Text", '""'),
    ValueType.ENUM: ("string", "Text", '""'),
    ValueType.ENTITY: ("string", "Text", "Value.Nobody"),
    ValueType.VECTOR: ("Vector", "Vector", "new Vector(0, 0)"),
}
_LIST = ("Value[]", "List", "new Value[0]")
_ANY = ("Value", "", "Value.Nobody")


def _parts(value: GameValue) -> tuple[str, str, str]:
    """Return the type of a value in C#, the property of a `Value` that gives it, and an empty one."""
    found = {_LIST if kind.item is not None else _TYPES[kind.kind] for kind in value.types}
    if len(found) != 1:
        return _ANY
    (only,) = found
    return _ANY if value.can_lack and only[0] != "string" else only


def _reading(of: str, value: GameValue) -> str:
    part = _parts(value)[1]
    return f"{of}.{part}" if part else of


def _xml(text: str) -> str:
    return plain_text(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _comment(indent: str, *lines: str) -> list[str]:
    """Return a comment of documentation."""
    told = [found for found in map(_xml, lines) if found]
    if len(told) < 2:
        return [f"{indent}/// <summary>{line}</summary>" for line in told]
    first, *others = told
    return [
        f"{indent}/// <summary>{first}</summary>",
        *(f"{indent}/// <remarks>{line}</remarks>" for line in others),
    ]


# -- the mind, typed -------------------------------------------------------------------------------------


def facade(shape: GameShape) -> str:
    """Return the class of an agent with properties and methods, and the arguments of its actions."""
    events, variables = shape.events, shape.variables
    taken = [each.word for each in events] + [each.word for each in variables]
    # Types of arguments are inside the class: another mind of the same game may have the same actions.
    words = iter(safe_words(taken, {shape.title, *(call.type_word for call in shape.actions)}))
    lines = [
        "using Mindloom;",
        "",
        *_comment("", f"An agent that thinks with the mind of {shape.program}."),
        f"public sealed class {shape.title} {{",
        "    public readonly Minds Minds;",
        "    public readonly Agent Agent;",
        "",
        *_comment(
            "    ", "Read the mind: the text of the program, and that of its names for words in messages."
        ),
        "    public static Mind Read(string program, string names = null) => Mind.Parse(program, names);",
        "",
        *_comment("    ", "Add an agent with this mind to the minds of a game."),
        f"    public {shape.title}(Minds minds, string id, Mind mind) {{",
        "        Minds = minds;",
        "        Agent = minds.Add(id, mind);",
        "    }",
    ]
    methods = [line for event in events for line in _event(event, next(words))]
    lines += [line for each in variables for line in _variable(each, next(words))]
    lines += methods
    for call in shape.actions:
        lines += [f"    {line}" if line else "" for line in _arguments(call)]
    return "\n".join([*lines, "}", ""])


def _variable(value: GameValue, word: str) -> list[str]:
    name = literal(value.name)
    read, write = f"Agent.Get({name})", f"Agent.Set({name}, value)"
    if value.is_shared:
        read, write = f"Minds.GetShared({name})", f"Minds.SetShared({name}, value)"
    return [
        "",
        *_comment("    ", value.note),
        f"    public {_parts(value)[0]} {word} {{",
        f"        get {{ return {_reading(read, value)}; }}",
        f"        set {{ {write}; }}",
        "    }",
    ]


def _event(event: GameCall, word: str) -> list[str]:
    given = ", ".join(f"{_parts(value)[0]} {value.word}" for value in event.values)
    fields = ", ".join(f"[{literal(value.name)}] = {value.word}" for value in event.values)
    made = f", new Arguments {{ {fields} }}" if fields else ""
    return [
        "",
        *_comment("    ", f"Post the event {event.name} for the next tick."),
        f"    public void {word}({given}) {{",
        f"        Agent.Post({literal(event.name)}{made});",
        "    }",
    ]


def _arguments(call: GameCall) -> list[str]:
    lines = [
        "",
        *_comment("", f"What {call.name} is called with."),
        f"public struct {call.type_word} {{",
        "    private readonly Arguments given;",
        "",
        f"    public {call.type_word}(Arguments given) {{",
        "        this.given = given;",
        "    }",
    ]
    words = safe_words([value.word for value in call.values], {call.type_word})
    for value, word in zip(call.values, words, strict=True):
        read = _reading(f"given[{literal(value.name)}]", value)
        lines += ["", *_comment("    ", value.note), f"    public {_parts(value)[0]} {word} => {read};"]
    return [*lines, "}"]


# -- what the game supplies -------------------------------------------------------------------------------


def stub(shape: GameShape) -> str:
    """Return the game's own file: each action, condition, field and query, to be filled in."""
    title = f"{shape.title}Game"
    calls = (*shape.actions, *shape.conditions, *shape.queries)
    words = dict(zip(map(id, calls), safe_words([call.word for call in calls], {title}), strict=True))
    groups = (("Actions", shape.actions), ("Conditions", shape.conditions), ("Queries", shape.queries))
    added = [
        f"        minds.{group}.Add({literal(call.name)}, {words[id(call)]});"
        for group, listed in groups
        for call in listed
    ]
    return "\n".join(
        [
            f"// What the game supplies to {plain_text(shape.program)}: yours to fill in.",
            "// No export writes over this file.",
            "using System.Collections.Generic;",
            "using Mindloom;",
            "",
            f"public static class {title} {{",
            *_comment("    ", "Let minds ask this game."),
            "    public static Minds Supply(Minds minds) {",
            *added,
            "        minds.EntityField = EntityField;",
            "        return minds;",
            "    }",
            *(line for call in shape.actions for line in _action(call, words[id(call)], shape.title)),
            *(line for call in shape.conditions for line in _condition(call, words[id(call)])),
            *(line for call in shape.queries for line in _query(call, words[id(call)])),
            "",
            *_comment(
                "    ", "Tell what the game knows of an entity; Value.Missing is for what it does not."
            ),
            "    private static Value EntityField(string entity, string field) {",
            *(
                f"        if (field == {literal(field.name)}) return {_zero(field)};"
                for field in shape.fields
            ),
            "        return Value.Missing;",
            "    }",
            "}",
            "",
        ]
    )


def _action(call: GameCall, word: str, title: str) -> list[str]:
    about = f"Its arguments, typed: new {title}.{call.type_word}(given)." if call.values else ""
    told = _comment("    ", call.note or f"Do {call.name}.", *call.notes(), about)
    return [
        "",
        *told,
        f"    private static Status {word}(Context context, Arguments given) {{",
        *_body(call),
        "    }",
    ]


def _body(call: GameCall) -> list[str]:
    if call.is_steering:
        return ["        return Ready.Steering(context, given); // the game moves by agent.Requests"]
    if call.is_own:
        return ["        return Ready.Effect(context, given); // the game does minds.Effects"]
    return ["        return Status.Success;" if call.is_instant else "        return Status.Running;"]


def _condition(call: GameCall, word: str) -> list[str]:
    notes = [f"given {literal(value.name)}: {_parts(value)[0]} {value.note}" for value in call.values]
    return [
        "",
        *_comment("    ", call.note or f"Answer {call.name}.", *notes),
        f"    private static bool {word}(Context context, Arguments given) {{",
        "        return false;",
        "    }",
    ]


def _query(call: GameCall, word: str) -> list[str]:
    return [
        "",
        *_comment("    ", call.note),
        f"    private static IReadOnlyList<string> {word}(string agent, string of) {{",
        "        return new string[0];",
        "    }",
    ]


def _zero(value: GameValue) -> str:
    kinds: tuple[Type, ...] = value.types
    if len(kinds) == 1 and kinds[0].values:
        return literal(kinds[0].values[0])
    return _parts(value)[2]


CSHARP = Language(
    "csharp",
    "C#",
    {"Mindloom.cs": "csharp/Mindloom.cs"},
    (
        LanguageFile(FilePart.FACADE, "{stem}_mind.cs", facade),
        LanguageFile(FilePart.STUB, "{stem}_game.cs", stub),
        LanguageFile(FilePart.EXAMPLE, "{stem}_example.cs", example("csharp/example.cs.txt", literal)),
    ),
    frozenset(_RESERVED.split()),
    "mcs -out:{stem}_example.exe Mindloom.cs {stem}_mind.cs {stem}_game.cs {stem}_example.cs"
    " && mono {stem}_example.exe",
    link={name: f"csharp/{name}" for name in ("MindloomLink.cs", "LinkNotes.cs", "LinkSocket.cs")},
)
