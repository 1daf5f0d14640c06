"""Write a mind's files for a game in C++."""

from __future__ import annotations

from dataclasses import replace

from editor.documents.exports.languages.game_shape import GameCall, GameShape, GameValue, plain_text
from editor.documents.exports.languages.language import FilePart, Language, LanguageFile, example, starred
from graphs.expressions.types import ValueType

_RESERVED = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile
wchar_t while xor xor_eq final override import module assert errno stdin stdout stderr offsetof setjmp
va_start va_arg va_end va_copy linux unix i386 near far small interface min max std mindloom main given game
context agent minds mind id value read add entity field of arguments
"""

_READ = {  # the type in C++ of a kind, and how it is read of a value
    ValueType.BOOL: ("bool", "boolean()"),
    ValueType.TRIGGER: ("bool", "boolean()"),
    ValueType.INT: ("int", "number()"),
    ValueType.FLOAT: ("double", "number()"),
    ValueType.VECTOR: ("mindloom::Vector", "vector()"),
    ValueType.STRING: ("std::string", "text()"),
    ValueType.ENUM: ("std::string", "text()"),
}
_VALUE = "mindloom::Value"


def _word(word: str) -> str:
    """Return an identifier that is no macro: those are in capitals."""
    return f"{word}_" if word.isupper() else word


def _text(text: str) -> str:
    """Return a literal; of what is no name each byte that is no plain letter is told by its number."""
    if text.isidentifier():
        return f'"{text}"'
    data = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")
    plain = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in data
    )
    return f'std::string("{plain}", {len(data)})' if 0 in data else f'"{plain}"'


def _type_of(value: GameValue) -> tuple[str, str]:
    """Return the type of a value, and how it is read; one that may be several things stays as it is."""
    (kind, *others) = value.types
    if others or value.can_lack or kind.item is not None:
        return _VALUE, ""
    return _READ.get(kind.kind, (_VALUE, ""))


def _read(value: GameValue, seen: str) -> str:
    """Return what makes a value of its type of what is seen."""
    kind, read = _type_of(value)
    if not read:
        return f"{kind}({seen})"
    wrapped = {"int": "static_cast<int>", "std::string": "std::string"}.get(kind)
    return f"{wrapped}({seen}.{read})" if wrapped else f"{seen}.{read}"


def _given(value: GameValue) -> str:
    kind, _ = _type_of(value)
    return kind if kind in {"bool", "int", "double", "mindloom::Vector"} else f"const {kind}&"


def _comment(indent: str, *lines: str) -> list[str]:
    """Return a comment of documentation; what could end it, or begin another, cannot."""
    told = [plain_text(line).replace("*/", "* /").replace("/*", "/ *") for line in lines if line]
    return starred(indent, told)


def _title(shape: GameShape) -> str:
    """Return the name of the class, which no member has."""
    taken = {_word(each.word) for each in shape.variables} | {_word(each.word) for each in shape.events}
    title = _word(shape.title)
    while title in taken:
        title += "Mind"
    return title


# -- the mind, typed -------------------------------------------------------------------------------------


def facade(shape: GameShape) -> str:
    """Return the types of arguments, and the class of an agent: its variables and its events."""
    title = _title(shape)
    lines = ["#pragma once", '#include "mindloom.hpp"', ""]
    if shape.actions:
        # Another mind of the same game may have actions of the same names.
        lines += [f"namespace {shape.stem}_arguments {{", ""]
        lines += [line for call in shape.actions for line in _arguments(call)]
        lines += ["}", ""]
    lines += [
        *_comment("", f"An agent that thinks with the mind of {shape.program}."),
        f"class {title} {{",
        "  mindloom::Minds* minds_;",
        "  mindloom::Agent* agent_;",
        "",
        "public:",
        *_comment(
            "  ", "Read the mind: the text of the program, and that of its names for words in messages."
        ),
        "  static mindloom::Result<mindloom::Mind> read(",
        "      std::string_view program, std::string_view names = {}) {",
        "    return mindloom::Mind::parse(program, names);",
        "  }",
        *_comment("  ", "Be an agent that was added to the minds of a game, with this mind."),
        f"  {title}(mindloom::Minds& minds, mindloom::Agent& agent) : minds_(&minds), agent_(&agent) {{}}",
        "  mindloom::Minds& minds() const { return *minds_; }",
        "  mindloom::Agent& agent() const { return *agent_; }",
    ]
    for value in shape.variables:
        lines += ["", *_variable(value)]
    for event in shape.events:
        lines += ["", *_event(event)]
    return "\n".join([*lines, "};", ""])


def _arguments(call: GameCall) -> list[str]:
    lines = [*_comment("", f"What {call.name} is called with."), f"struct {call.type_word} {{"]
    for value in call.values:
        lines += [*_comment("  ", value.note), f"  {_type_of(value)[0]} {_word(value.word)};"]
    read = [f"{_word(each.word)}({_read(each, f'given[{_text(each.name)}]')})" for each in call.values]
    if not read:
        return [*lines, f"  explicit {call.type_word}(const mindloom::Arguments&) {{}}", "};", ""]
    begun = ",\n        ".join(read)
    lines += ["", f"  explicit {call.type_word}(const mindloom::Arguments& given)", f"      : {begun} {{}}"]
    return [*lines, "};", ""]


def _variable(value: GameValue) -> list[str]:
    name, word, (kind, _) = _text(value.name), _word(value.word), _type_of(value)
    seen, write = f"mindloom::must(agent_->get({name}))", f"agent_->set({name}, value)"
    if value.is_shared:
        seen, write = f"minds_->shared()[{name}]", f"minds_->setShared({name}, value)"
    return [
        *_comment("  ", value.note),
        f"  {kind} {word}() const {{ return {_read(value, seen)}; }}",
        f"  mindloom::Result<> {word}({_given(value)} value) {{ return {write}; }}",
    ]


def _event(event: GameCall) -> list[str]:
    given = ", ".join(f"{_given(value)} {_word(value.word)}" for value in event.values)
    payload = ", ".join(
        f"mindloom::Field{{{_text(value.name)}, {_word(value.word)}}}" for value in event.values
    )
    return [
        *_comment("  ", f"Post the event {event.name} for the next tick."),
        f"  mindloom::Result<> {_word(event.word)}({given}) {{",
        f"    return agent_->post({_text(event.name)}, {{{payload}}});",
        "  }",
    ]


# -- what the game supplies -------------------------------------------------------------------------------


def stub(shape: GameShape) -> str:
    """Return the game's own file: each action, condition, field and query, to be filled in."""
    told = 'Actions give success, failure or running; context.fail("why") is a failure that is told.'
    return "\n".join(
        [
            f"// What the game supplies to {plain_text(shape.program).rstrip(chr(92))} : yours to fill in.",
            "// No export writes over this file.",
            "",
            "#pragma once",
            f'#include "{shape.stem}_mind.hpp"',
            "",
            *_comment("", told),
            f"inline mindloom::Game {shape.stem}_game() {{",
            "  using mindloom::Action, mindloom::Arguments, mindloom::Context, mindloom::Status;",
            *([f"  using namespace {shape.stem}_arguments;"] if shape.actions else []),
            "  mindloom::Game game;",
            *(line for call in shape.actions for line in ("", *_action(call))),
            *(line for call in shape.conditions for line in ("", *_condition(call))),
            *(line for call in shape.queries for line in ("", *_query(call))),
            "",
            *_comment("  ", "Tell what the game knows of an entity, and nothing of what it does not."),
            "  game.entityField = []([[maybe_unused]] const std::string& entity, [[maybe_unused]]",
            "                        const std::string& field) -> std::optional<mindloom::Value> {",
            *(f"    if (field == {_text(each.name)}) return {_zero(each)};" for each in shape.fields),
            "    return std::nullopt;",
            "  };",
            "  return game;",
            "}",
            "",
        ]
    )


def _action(call: GameCall) -> list[str]:
    told, place = _comment("  ", call.note, *call.notes()), f"  game.actions[{_text(call.name)}]"
    if call.is_steering:
        return [*told, f"{place} = mindloom::steering; // the game moves by agent.requests()"]
    if call.is_own:
        return [*told, f"{place} = mindloom::effect; // the game does minds.effects()"]
    return [
        *told,
        f"{place} = Action::typed<{call.type_word}>(",
        f"      []([[maybe_unused]] Context& context, [[maybe_unused]] const {call.type_word}& given) {{",
        f"        return Status::{'success' if call.is_instant else 'running'};",
        "      });",
    ]


def _condition(call: GameCall) -> list[str]:
    return [
        *_comment("  ", call.note, *call.notes()),
        f"  game.conditions[{_text(call.name)}] = []([[maybe_unused]] Context& context,",
        "                                  [[maybe_unused]] const Arguments& given) { return false; };",
    ]


def _query(call: GameCall) -> list[str]:
    return [
        *_comment("  ", call.note),
        f"  game.queries[{_text(call.name)}] = []([[maybe_unused]] const std::string& agent,",
        "                               [[maybe_unused]] const std::string& of) {",
        "    return std::vector<std::string>();",
        "  };",
    ]


def _zero(value: GameValue) -> str:
    kind = value.types[0]
    if value.can_lack:
        return "mindloom::Value()"
    if kind.item is not None:
        return "mindloom::Value::list()"
    if kind.values:
        return f"mindloom::Value({_text(kind.values[0])})"
    return f"mindloom::Value({_READ[kind.kind][0]}())"


def _example(shape: GameShape) -> str:
    return example("cpp/example.cpp.txt", _text)(replace(shape, title=_title(shape)))


CPP = Language(
    "cpp",
    "C++",
    {"mindloom.hpp": "cpp/mindloom.hpp"},
    (
        LanguageFile(FilePart.FACADE, "{stem}_mind.hpp", facade),
        LanguageFile(FilePart.STUB, "{stem}_game.hpp", stub),
        LanguageFile(FilePart.EXAMPLE, "{stem}_example.cpp", _example),
    ),
    frozenset(_RESERVED.split()),
    "g++ -std=c++17 -O2 {stem}_example.cpp -o {stem}_example && ./{stem}_example",
    link={name: f"cpp/{name}" for name in ("mindloom_link.hpp", "link_notes.hpp", "link_sockets.hpp")},
)
