"""Say nodes by kind in both directions: controls, decorators and the leaves of the library.

A kind that Mindloom has not stays a `foreign_node`; one that the library has not becomes a node that the game
registers.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp import control_kinds
from graphs.formats.btcpp.kind_forms import (
    Asked,
    Meaning,
    Reader,
    Said,
    Saying,
    Writer,
    foreign,
    lines_text,
    say_own,
)
from graphs.formats.btcpp.node_models import LIBRARY, id_of
from graphs.formats.btcpp.notes import (
    FIRST_VALUE,
    KEY_IN_BRACES,
    REGISTER,
    SAY_OTHERWISE,
    WRITES_A_TEXT,
    Note,
)
from graphs.formats.btcpp.script_translation import ScriptScope, Unsayable, said_lines, said_test
from graphs.formats.btcpp.script_writing import lines_script, script_of
from graphs.formats.btcpp.value_types import ZERO, expression_text_of, key_of, literal


def meaning_of(element: XmlElement, scope: ScriptScope) -> Meaning | None:
    """Return what a node of the library becomes, None for a node of the game or of a tree."""
    node_id = id_of(element)
    reader = _READERS.get(node_id)
    if reader is not None:
        return reader(Asked(element, scope))
    return foreign(node_id) if node_id in LIBRARY and node_id != "WasEntryUpdated" else None


def say_kind(saying: Saying) -> Said:
    """Return a node by its kind and parameters; what is of all kinds is said elsewhere."""
    writer = _WRITERS.get(saying.node.kind, control_kinds.say_plain)
    return writer(saying) or say_own(saying)


def _read_script(asked: Asked) -> Meaning:
    """Return a script, where it cannot be said as an action of the game."""
    text = asked.text("code") or ""
    try:
        if asked.id == "ScriptCondition":
            return Meaning("condition", test=said_test(text, asked.scope))
        lines = said_lines(text, asked.scope)
    except Unsayable as error:
        said = f"{error} An action of the game that succeeds stands for it."
        note = Note("kept", "code", said, SAY_OTHERWISE, "2.4")
        return Meaning("action", {"code": text}, action=asked.id, notes=[note])
    return Meaning("set", actions=lines) if lines else Meaning("succeed")


def _write_condition(saying: Saying) -> Said:
    test = saying.node.test or ""
    try:
        return Said("ScriptCondition", {"code": script_of(test, saying.scope)})
    except Unsayable as error:
        return Said("Test", {"test": test}, own=True, notes=[Note("lost", "", str(error), REGISTER)])


def _write_set(saying: Saying) -> Said:
    lines = saying.node.actions
    try:
        return Said("Script", {"code": lines_script(lines, saying.scope)})
    except Unsayable as error:
        said = Said("ActionLines", {"actions": lines_text(lines)}, own=True)
        said.notes.append(Note("lost", "", str(error), REGISTER))
        return said


def _read_set_blackboard(asked: Asked) -> Meaning:
    text, value, scope = asked.text("output_key") or "", asked.text("value") or "", asked.scope
    key, source = key_of(text) or text, key_of(value)
    if key not in scope.names:
        return foreign(asked.id, f"{text!r} is no key.", "output_key")
    name, kind = scope.names[key], scope.types[key]
    said = None
    if source is None:
        known = literal(value, kind)
        said = None if known is None else expression_text_of(known)
    elif scope.types[source] == kind or (scope.types[source], kind) == ("int", "float"):
        said = scope.names[source]
    if said is None:
        return foreign(asked.id, f"{value!r} is no {kind}, which {name} is.", "value")
    meaning = Meaning("set", actions=(f"{name} = {said}",))
    if key_of(text):
        meaning.notes.append(KEY_IN_BRACES.at("output_key"))
    if key not in scope.typed if source is None else kind == "string":
        meaning.notes.append(WRITES_A_TEXT.at("value", kind=kind))
    return meaning


def _read_unset_blackboard(asked: Asked) -> Meaning:
    key = asked.text("key") or ""
    if key not in asked.scope.names:
        return foreign(asked.id, f"{key!r} is no key of the file.", "key")
    line = f"{asked.scope.names[key]} = {expression_text_of(ZERO[asked.scope.types[key]])}"
    return Meaning("set", actions=(line,), notes=[FIRST_VALUE])


_READERS: Mapping[str, Reader] = {
    **control_kinds.READERS,
    "Script": _read_script,
    "ScriptCondition": _read_script,
    "SetBlackboard": _read_set_blackboard,
    "UnsetBlackboard": _read_unset_blackboard,
}
_WRITERS: Mapping[str, Writer] = {
    **control_kinds.WRITERS,
    "condition": _write_condition,
    "set": _write_set,
}
