"""Write a mind's files for a game in GDScript, for Godot 4."""

from __future__ import annotations

from editor.documents.exports.languages.game_shape import GameCall, GameShape, GameValue, plain_text
from editor.documents.exports.languages.language import FilePart, Language, LanguageFile, example
from graphs.expressions.types import Type, ValueType

_RESERVED = """
if elif else for while match when break continue pass return class class_name extends is in as self
super signal func static const enum var onready export setget tool breakpoint preload await yield assert
void trait namespace and or not true false null PI TAU INF NAN abstract remote sync master slave puppet
remotesync mastersync puppetsync bool int float String Array Dictionary Vector2 Vector3 Object Callable
Signal Color Variant RefCounted Reference Node context given agent minds mind value entity field of read
add options entity_field mindloom Mindloom load print sin cos tan sinh cosh tanh asin acos atan atan2
sqrt fmod fposmod posmod floor ceil round abs sign pow log exp is_nan is_inf ease decimals stepify
snapped lerp lerp_angle inverse_lerp range_lerp smoothstep move_toward dectime randomize randi randf
rand_range seed rand_seed deg2rad rad2deg linear2db db2linear polar2cartesian cartesian2polar wrapi
wrapf max min clamp nearest_po2 weakref funcref convert typeof type_exists char ord str prints printt
printerr printraw print_debug push_error push_warning var2str str2var var2bytes bytes2var range
inst2dict dict2inst validate_json parse_json to_json hash Color8 ColorN print_stack get_stack
instance_from_id len is_instance_valid step_decimals free get set call callv has_method connect
disconnect emit_signal notification new script meta indexed instance_id property_list method_list
signal_list signal_connection_list incoming_connections block_signals deferred message_translation
reference_count reference unreference init_ref to_string tr tr_n can_translate_messages
is_blocking_signals is_class is_connected is_queued_for_deletion has_meta has_signal has_user_signal
add_user_signal remove_meta property_list_changed_notify notify_property_list_changed cancel_free
call_deferred get_class get_script set_script get_meta set_meta script_method_list
"""

_TYPES = {
    ValueType.BOOL: "bool",
    ValueType.TRIGGER: "bool",
    ValueType.INT: "int",
    ValueType.FLOAT: "float",
    ValueType.STRING: "String",
    ValueType.ENUM: "String",
    ValueType.VECTOR: "Array",
}
_ZEROS = {"bool": "false", "int": "0", "float": "0.0", "String": '""', "Array": "[]"}


def _type(kind: Type) -> str:
    return "Array" if kind.item is not None else _TYPES.get(kind.kind, "")


def _type_of(value: GameValue) -> str:
    """Return the one type that a value has, "" where it may be nothing or of several types."""
    found = {_type(kind) for kind in value.types}
    return found.pop() if len(found) == 1 and not value.can_lack else ""


def _typed(word: str, value: GameValue) -> str:
    kind = _type_of(value)
    return f"{word}: {kind}" if kind else word


def _text(text: str) -> str:
    """Return a literal of a text; half a pair of UTF-16, which Godot has not, is U+FFFD."""
    return f'"{"".join(map(_letter, text))}"'


def _letter(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if "\ud800" <= letter <= "\udfff":
        return "\\ufffd"
    return letter if letter.isprintable() or letter > "\uffff" else f"\\u{ord(letter):04x}"


def _comment(indent: str, *lines: str) -> list[str]:
    return [f"{indent}# {told}" for line in lines if (told := plain_text(line))]


# -- the mind, typed -------------------------------------------------------------------------------------


def facade(shape: GameShape) -> str:
    """Return the script of an agent, with methods for its variables and its events."""
    lines = [
        *_comment(
            "", f"An agent that thinks with the mind of {shape.program}. A vector is an array of two floats."
        ),
        "extends RefCounted",
        "",
        'const Mindloom = preload("mindloom.gd")',
        "var minds = null",
        "var agent = null",
        "",
        "",
        "# Read the mind: the text of the program, and that of its names for words in messages.",
        "static func read(program, names = null):",
        "\treturn Mindloom.Mind.parse(program, names)",
        "",
        "",
        "# Add an agent with this mind to the minds of a game.",
        "func add(to_minds, id, mind):",
        "\tminds = to_minds",
        "\tagent = minds.add(id, mind)",
        "\treturn self",
    ]
    for each in shape.variables:
        name, kind = _text(each.name), _type_of(each)
        read, write = f"agent.get_value({name})", f"agent.set_value({name}, value)"
        if each.is_shared:
            read, write = f"minds.shared()[{name}]", f"minds.set_shared({name}, value)"
        gives = f" -> {kind}" if kind else ""
        lines += ["", "", *_comment("", each.note), f"func get_{each.word}(){gives}:", f"\treturn {read}"]
        lines += ["", "", f"func set_{each.word}({_typed('value', each)}):", f"\t{write}"]
    for event in shape.events:
        given = ", ".join(_typed(value.word, value) for value in event.values)
        payload = ", ".join(f"{_text(value.name)}: {value.word}" for value in event.values)
        lines += ["", "", *_comment("", f"Post the event {event.name} for the next tick.")]
        lines += [f"func {event.word}({given}):", f"\tagent.post({_text(event.name)}, {{{payload}}})"]
    return "\n".join([*lines, ""])


# -- what the game supplies -------------------------------------------------------------------------------


def stub(shape: GameShape) -> str:
    """Return the game's own file: each action, condition, field and query, to be filled in."""
    lines = [
        *_comment("", f"What the game supplies to {shape.program}: yours to fill in."),
        "# No export writes over this file.",
        '# Actions give "success", "failure" or "running"; context.fail says why one fails.',
        "extends RefCounted",
        "",
        "const UNKNOWN = {}  # what the game does not know of an entity",
        "",
        "",
        "func options():",
        "\treturn {",
        *_table("actions", shape.actions),
        *_table("conditions", shape.conditions),
        *_table("queries", shape.queries),
        '\t\t"entity_field": Callable(self, "entity_field"),',
        "\t}",
    ]
    for call in shape.actions:
        lines += _function(call, ["context", "given"], _body(call))
    for call in shape.conditions:
        words = [_typed(value.word, value) for value in call.values]
        lines += _function(call, ["context", *words], ["return false"])
    for call in shape.queries:
        lines += _function(call, ["agent", "of"], ["return []"])
    lines += ["", "", "# Tell what the game knows of an entity.", "func entity_field(entity, field):"]
    for value in shape.fields:
        lines += [f"\tif field == {_text(value.name)}:", f"\t\treturn {_zero(value)}"]
    return "\n".join([*lines, "\treturn UNKNOWN", ""])


def _table(name: str, calls: tuple[GameCall, ...]) -> list[str]:
    entries = [f'\t\t\t{_text(call.name)}: Callable(self, "{call.word}"),' for call in calls]
    return [f'\t\t"{name}": {{', *entries, "\t\t},"]


def _function(call: GameCall, given: list[str], body: list[str]) -> list[str]:
    told = _comment("", call.note or "Fill this in.", *call.notes())
    return ["", "", *told, f"func {call.word}({', '.join(given)}):", *(f"\t{line}" for line in body)]


def _body(call: GameCall) -> list[str]:
    if call.is_steering:
        return ["return context.steer_as_asked(given)  # the game moves by agent.requests"]
    if call.is_own:
        return [
            f"context.effect({_text(call.name)}, given)  # the game does minds.effects",
            'return "success"',
        ]
    return ['return "success"' if call.is_instant else 'return "running"']


def _zero(value: GameValue) -> str:
    kind = value.types[0]
    if value.can_lack:
        return "null"
    if kind.kind == ValueType.VECTOR and kind.item is None:
        return "[0.0, 0.0]"
    return _text(kind.values[0]) if kind.values and kind.item is None else _ZEROS.get(_type(kind), "null")


GDSCRIPT = Language(
    "gdscript",
    "GDScript",
    {"mindloom.gd": "gdscript/mindloom.gd"},
    (
        LanguageFile(FilePart.FACADE, "{stem}_mind.gd", facade),
        LanguageFile(FilePart.STUB, "{stem}_game.gd", stub),
        LanguageFile(FilePart.EXAMPLE, "{stem}_example.gd", example("gdscript/example.gd.txt", _text)),
    ),
    frozenset(_RESERVED.split()),
    "godot --headless -s {stem}_example.gd",
    "#",
    link={name: f"gdscript/{name}" for name in ("mindloom_link.gd", "mindloom_link_notes.gd")},
)
