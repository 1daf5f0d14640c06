"""What a node is on both sides: as an element of the library, and as a node here with what differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.names import own_id
from graphs.formats.btcpp.node_models import id_of
from graphs.formats.btcpp.notes import ON_ENTER, REGISTER, Note, lost_expression
from graphs.formats.btcpp.script_translation import ScriptScope, Unsayable
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.value_types import as_key, key_of, number_of
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.behavior_tree import Precondition, TreeNode
from graphs.model.graph_parts import ChildSlot


@dataclass(slots=True)
class Meaning:
    """Hold what a node of the library becomes: fields of a node, slots of its children, what differs."""

    kind: str
    params: dict[str, JsonValue] = field(default_factory=dict)
    test: str | None = None
    actions: tuple[str, ...] = ()
    action: str | None = None
    preconditions: tuple[Precondition, ...] = ()
    slots: tuple[ChildSlot, ...] = ()
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """Hold a node of the library and what surrounds it: ports as texts, what keys mean."""

    element: XmlElement
    scope: ScriptScope

    @property
    def id(self) -> str:
        """Return the ID."""
        return id_of(self.element)

    def text(self, port: str) -> str | None:
        """Return the text of a port; `{=}` is written out."""
        text = self.element.attributes.get(port)
        return as_key(port) if text == "{=}" else text

    def number(self, port: str, meaning: Meaning, default: int | None) -> JsonValue:
        """Return a number of a port, or an expression for a key; None where it has neither."""
        text = self.text(port)
        if text is None:
            return default
        key = key_of(text)
        if key is None:
            return number_of(text)
        if self.scope.types.get(key) not in ("int", "float"):
            meaning.notes.append(Note("kept", port, f"{text} is no number here.", "Declare it as a number."))
            return default
        meaning.notes.append(ON_ENTER.at(port))
        return {"expr": self.scope.names[key]}

    def not_a(self, wanted: str, port: str) -> Note:
        """Return the note about a port that does not hold what is wanted."""
        return Note("kept", port, f"{self.text(port) or 'Nothing'} is no {wanted}.", f"Give a {wanted}.")


def foreign(node_id: str, reason: str = "", what: str = "") -> Meaning:
    """Return what keeps the place of a kind that is not known here."""
    said = reason or "Mindloom has no such kind; only its children run, one after the other."
    note = Note("kept", what, said, "Build what it does from other nodes, if it has to run here.", "3.6")
    return Meaning("foreign_node", {"name": node_id}, notes=[note])


@dataclass(slots=True)
class Said:
    """Hold a node as an element: `inner` are tags between it and its children, `last` one behind them.

    One that is `own` is no kind of the library.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inner: tuple[str, ...] = ()
    last: str = ""
    own: bool = False
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Saying:
    """Hold a node that is said, and what is around it."""

    node: TreeNode
    children: tuple[TreeNode, ...]
    scope: KeyScope

    def choice(self, name: str, default: JsonValue) -> JsonValue:
        """Return a parameter."""
        return self.node.params.get(name, default)

    def number(self, said: Said, port: str, value: JsonValue, factor: int = 1) -> None:
        """Write a number, or the key of a variable, to a port."""
        text = expression_text(value)
        if text is None:
            number = value if isinstance(value, (int, float)) else 0
            said.attributes[port] = _number_text(round(number * factor) if factor != 1 else number)
            return
        if factor == 1000 and text.endswith(" / 1000"):
            text, factor = text.removesuffix(" / 1000"), 1
        try:
            key = self.scope.key(text.strip())
            if factor != 1:
                raise Unsayable("Milliseconds are wanted, it gives seconds.")
            said.attributes[port] = as_key(key)
        except Unsayable as error:
            said.notes.append(lost_expression(port, text, str(error)))
            said.attributes[port] = "1"


Reader = Callable[[Asked], Meaning]
Writer = Callable[[Saying], Said | None]
"""Say a node by a kind of the library, None where there is none for its parameters."""


def say_own(saying: Saying) -> Said:
    """Return a node for a kind that the library has not, with its parameters as texts."""
    node = saying.node
    said = Said(own_id(node.kind), own=True)
    if node.kind == "foreign_node":
        said.tag = str(node.params.get("name") or "ForeignNode")
        said.notes.append(Note("kept", "", "It is what a file of another program had there.", REGISTER))
        return said
    said.notes.append(Note("lost", "", "The library has no such kind.", REGISTER))
    for name, value in node.params.items():
        said.attributes[name if name not in ("name", "ID") else f"{name}_"] = value_text(value, saying.scope)
    if node.test is not None:
        said.attributes["test"] = node.test
    if node.actions:
        said.attributes["actions"] = lines_text(node.actions)
    if node.graph is not None:
        said.attributes["graph"] = node.graph
    for place, child in enumerate(saying.children, 1):
        for name in ("weight", "score", "case"):
            value = getattr(child.slot, name, None)
            if value is not None:
                said.attributes[f"{name}_{place}"] = value_text(value, saying.scope)
    return said


def lines_text(lines: tuple[str, ...]) -> str:
    """Return action lines as one text, for a node that the game registers."""
    return "; ".join(line.strip() for line in lines)


def value_text(value: JsonValue, scope: KeyScope) -> str:
    """Return a value of a parameter as the text of a port: a variable as its key, an expression as text."""
    text = expression_text(value)
    if text is not None:
        key = scope.keys.get(text.strip())
        return as_key(key) if key is not None else text
    if isinstance(value, dict):
        name = str(value.get("variable", ""))
        return as_key(scope.keys.get(name, name))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return _number_text(value)
    if isinstance(value, list):
        return ";".join(value_text(each, scope) for each in value)
    return "" if value is None else str(value)


def _number_text(value: int | float) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else repr(value)
