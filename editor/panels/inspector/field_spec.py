"""Describe the inspector's rows as plain data: no Qt, so that they can be tested and merged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Generic, TypeAlias, TypeVar

from pydantic import BaseModel

from editor.canvas.commands.node_choices import NodeChoice
from editor.widgets.element_header import HeaderWords
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.problem import Place
from graphs.model import Document
from graphs.worlds.model.world_file import WorldDocument

Whole = TypeVar("Whole", bound=BaseModel)
"""What a field belongs to as a whole: a document, or a world."""


class FieldKind(Enum):
    """Say how a row is edited."""

    TEXT = auto()
    """A line of text."""
    NOTE = auto()
    """Several lines of text."""
    NUMBER = auto()
    """A number; with `takes_expression` anything that is no number is an expression."""
    INTEGER = auto()
    """A whole number; the same holds for expressions."""
    EXPRESSION = auto()
    """A line of the expression language, stored as a bare string."""
    LINES = auto()
    """An action block, stored as a list of lines."""
    CHOICE = auto()
    """One of `choices`."""
    SWITCH = auto()
    """True or false; with `takes_expression` it can be turned into an expression."""
    VALUE = auto()
    """A text or vector literal, or an expression, told apart by a switch at the field."""


ON_MAP: Mapping[str, frozenset[str]] = {
    "vector": frozenset({"place"}),
    "point": frozenset({"place", "entity"}),
    "entity": frozenset({"entity"}),
    "path": frozenset({"path"}),
}
"""What of the map a value of a type can name."""

TYPED = "typed"
"""The key of a choice `{TYPED: word}`: the word stands in the field, chosen, to be typed over."""

Check = Callable[[str], str]
"""Takes a text as typed and returns what is wrong with it, "" for nothing."""

Edit = Callable[[Document, JsonValue], Document]
"""Sets the field in a document; raises EditRefused."""


@dataclass(frozen=True)
class FieldOf(Generic[Whole]):
    """Describe one row of the inspector.

    `key` is the same for the same field of other elements, so that a multiple selection can be merged.
    `value` None means that the default holds. `default` is shown in its place; `changed` marks the row.
    """

    key: str
    label: str
    kind: FieldKind
    value: JsonValue
    edit: Callable[[Whole, JsonValue], Whole]
    default: JsonValue = None
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[tuple[JsonValue, str], ...] = ()
    """What a CHOICE can be; of words that are typed, what a list beside the field offers."""
    help: str = ""
    placeholder: str = ""
    takes_expression: bool = False
    check: Check | None = None
    mixed: bool = False
    required: bool = False
    picks: tuple[NodeChoice, ...] = ()
    """What a CHOICE offers in the searchable list of actions and graphs; `choices` name them."""
    on_map: frozenset[str] | None = None
    """What of the map the field can name where its `literal` does not tell; see `ON_MAP`."""
    names: tuple[str, ...] = ()
    """The sections of a world file that a literal names something in."""
    literal: str = "string"
    """What a VALUE that is no expression is: string, vector, point, entity, path or any JSON scalar."""

    @property
    def shown(self) -> JsonValue:
        """Return the value, or the default that holds in its place."""
        return self.default if self.value is None else self.value

    @property
    def picks_on_map(self) -> frozenset[str]:
        """Return what of the map the field can name: `place`, `path`, `zone`, `entity`, `team`."""
        if self.on_map is not None:
            return self.on_map
        return ON_MAP.get(self.literal, frozenset()) if self.kind is FieldKind.VALUE else frozenset()

    @property
    def is_filter(self) -> bool:
        """Tell whether it holds the terms of a filter, with commas between."""
        return {"team", "entity"} <= self.picks_on_map

    @property
    def changed(self) -> bool:
        """Tell whether the value differs from its default; a value that must be given has none."""
        if self.mixed or self.required:
            return self.mixed
        return self.value is not None and not _same(self.value, self.default)


@dataclass(frozen=True)
class ActionOf(Generic[Whole]):
    """Describe a quiet button under the rows of a section, such as "Add service".

    With `selects_new` what it added to the graph is selected, so that its fields come up. One with a `place`
    edits nothing and goes there.
    """

    title: str
    icon: str
    edit: Callable[[Whole], Whole]
    selects_new: bool = False
    place: Place | None = None


@dataclass(frozen=True)
class SectionOf(Generic[Whole]):
    """Hold rows under one heading; `note` is at its right end.

    The buttons are one below the other, or with `in_line` beside each other.
    """

    key: str
    title: str
    fields: tuple[FieldOf[Whole], ...] = ()
    actions: tuple[ActionOf[Whole], ...] = ()
    note: str = ""
    open: bool = True
    in_line: bool = False


@dataclass(frozen=True)
class ContentOf(HeaderWords, Generic[Whole]):
    """Hold everything the inspector shows of a selection.

    `outgoing` are the ids of transitions whose cards are listed, in the order they are asked,
    `outgoing_actions` the buttons under them, `outgoing_empty` what is said where there are none.
    """

    sections: tuple[SectionOf[Whole], ...] = ()
    outgoing: tuple[str, ...] = ()
    outgoing_title: str = ""
    outgoing_actions: tuple[ActionOf[Whole], ...] = ()
    outgoing_empty: str = ""


FieldSpec: TypeAlias = FieldOf[Document]
FieldAction: TypeAlias = ActionOf[Document]
Section: TypeAlias = SectionOf[Document]
InspectorContent: TypeAlias = ContentOf[Document]
"""What the inspector shows of a document."""

AnyField: TypeAlias = FieldOf[Document] | FieldOf[WorldDocument]
AnyAction: TypeAlias = ActionOf[Document] | ActionOf[WorldDocument]
AnySection: TypeAlias = SectionOf[Document] | SectionOf[WorldDocument]
"""What a row, a button, a section or a page can show, of whatever it is."""

_OWN = frozenset({"name", "title", "note", "initial", "targets"})
"""Fields that belong to one element alone, so that a multiple selection does not show them."""


def merged(
    contents: tuple[ContentOf[Whole], ...], own: Collection[str] = _OWN
) -> tuple[SectionOf[Whole], ...]:
    """Return the sections that all contents share; values that differ are marked as mixed.

    Fields in `own` belong to one element alone and are left out.
    """
    first = contents[0]
    result = []
    for section in first.sections:
        others = [_section(content, section.key) for content in contents[1:]]
        if any(other is None for other in others):
            continue
        fields = []
        for field in section.fields:
            same = [_field(other, field.key, field.kind) for other in others if other is not None]
            if field.key not in own and all(other is not None for other in same):
                fields.append(_merged_field(field, tuple(other for other in same if other is not None)))
        if fields:
            result.append(replace(section, fields=tuple(fields), actions=()))
    return tuple(result)


def _section(content: ContentOf[Whole], key: str) -> SectionOf[Whole] | None:
    return next((section for section in content.sections if section.key == key), None)


def _field(section: SectionOf[Whole], key: str, kind: FieldKind) -> FieldOf[Whole] | None:
    return next((field for field in section.fields if field.key == key and field.kind is kind), None)


def _merged_field(field: FieldOf[Whole], others: tuple[FieldOf[Whole], ...]) -> FieldOf[Whole]:
    def edit(whole: Whole, value: JsonValue) -> Whole:
        for other in (field, *others):
            whole = other.edit(whole, value)
        return whole

    mixed = any(not _same(other.shown, field.shown) for other in others)
    names = field.names if all(other.names == field.names for other in others) else ()
    return replace(field, edit=edit, mixed=mixed, names=names)


def _same(value: JsonValue, other: JsonValue) -> bool:
    return value == other and isinstance(value, bool) == isinstance(other, bool)
