"""Say what variables begin with: the library has no such thing, so a script does it, once.

| in a file | |
|---|---|
| `<Sequence _mindloom="defaults">` | at the top of a tree |
| `<RunOnce><Script code="x := 1"/></RunOnce>` | writes each default when the tree first runs |
| the tree itself | |
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.script_syntax import ScriptError, ScriptNode, parse_script
from graphs.formats.btcpp.script_translation import Unsayable
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.value_types import ZERO, expression_text_of
from graphs.model.variables_and_events import Variable

MARK = "_mindloom"
_DEFAULTS = "defaults"
_FIRST: dict[str, JsonValue] = {"trigger": False} | dict(ZERO.items())


def with_defaults(element: XmlElement, variables: Mapping[str, Variable], keys: KeyScope) -> dict[str, str]:
    """Put what sets defaults around the top of a tree; return why some cannot be set, by variable."""
    said: list[str] = []
    unsaid: dict[str, str] = {}
    for name, variable in variables.items():
        try:
            said.append(f"{keys.key(name)} := {_script_value(_first(variable))}")
        except Unsayable as error:
            unsaid[name] = str(error)
    if said and len(element.elements) == 1:
        script = XmlElement("Script", {"code": "; ".join(said)})
        once = XmlElement("RunOnce", content=[script])
        element.content = [XmlElement("Sequence", {MARK: _DEFAULTS}, [once, *element.content])]
    return unsaid


def _first(variable: Variable) -> JsonValue:
    """Return what a variable begins with; an entry that begins with an int takes no fraction."""
    value = variable.default
    if value is None:
        value = (
            variable.values[0] if variable.type == "enum" and variable.values else _FIRST.get(variable.type)
        )
    return float(value) if variable.type == "float" and isinstance(value, int) else value


def _script_value(value: JsonValue) -> str:
    if isinstance(value, (int, float)):
        return expression_text_of(value)
    if isinstance(value, str) and "'" not in value:
        return f"'{value}'"
    raise Unsayable("Its default cannot stand in a script.")


def without_defaults(element: XmlElement) -> dict[str, JsonValue]:
    """Take what sets defaults away from the top of a tree, and return the defaults by key."""
    tops = element.elements
    if len(tops) != 1 or tops[0].attributes.get(MARK) != _DEFAULTS or len(tops[0].elements) != 2:
        return {}
    once = tops[0].elements[0]
    if once.tag != "RunOnce" or len(once.elements) != 1 or once.elements[0].tag != "Script":
        return {}
    try:
        statements = parse_script(once.elements[0].attributes.get("code", ""))
    except ScriptError:
        return {}
    found: dict[str, JsonValue] = {}
    for statement in statements:
        value = _value(statement.parts[1]) if statement.sort == "assign" else None
        if value is None or statement.value != ":=" or statement.parts[0].sort != "name":
            return {}
        found[str(statement.parts[0].value)] = value
    element.content = [each for each in tops[0].content if each is not once]
    return found


def _value(node: ScriptNode) -> JsonValue:
    if node.sort == "unary" and node.value == "-" and node.parts[0].sort == "literal":
        value = node.parts[0].value
        return -value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
    return node.value if node.sort == "literal" else None
