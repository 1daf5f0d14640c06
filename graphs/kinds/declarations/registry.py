"""Hold the kinds, actions and conditions that an editor or a compiler works with, and a game's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.flow import FREE, Flow
from graphs.kinds.declarations.node_kind import GraphKind, NodeKind
from graphs.model.variables_and_events import Variable, VariableType

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ValueShape:
    """Describe what a value may be: a type and, for an enum, what it may say."""

    type: VariableType
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueTypeDeclaration:
    """Declare a type of the game by name: an enum with its values, in order."""

    id: str
    title: str
    values: tuple[str, ...]
    help: str = ""


@dataclass(frozen=True, slots=True)
class EventDeclaration:
    """Declare an event that the game posts or takes: what it carries, by name."""

    id: str
    title: str
    payload: Mapping[str, ValueShape] = field(default_factory=dict)
    help: str = ""


@dataclass(frozen=True, slots=True)
class EntityFieldDeclaration:
    """Declare a field that entities of the game have beside the built-in ones, as in `target.armor`.

    One that is `of_world` no manifest declares: its type is that of the values in the worlds at hand.
    """

    id: str
    title: str
    shape: ValueShape
    help: str = ""
    of_world: bool = False


@dataclass(frozen=True, slots=True)
class SharedVariable:
    """Declare a variable that the game keeps; a document that declares it too must agree (rule 2.2)."""

    id: str
    title: str
    variable: Variable
    help: str = ""


@dataclass(frozen=True, slots=True)
class Registry:
    """Hold declarations by id. A registry is a value that is passed in; there is no global one.

    Beside kinds, actions and conditions it holds what a game shares with all its documents: `events` and
    `entity_fields` can be named in every document, `variables` must be declared alike where they are used,
    `value_types` are the game's enums.
    """

    kinds: Mapping[tuple[GraphKind, str], NodeKind] = field(default_factory=dict)
    actions: Mapping[str, ActionDeclaration] = field(default_factory=dict)
    conditions: Mapping[str, ConditionDeclaration] = field(default_factory=dict)
    events: Mapping[str, EventDeclaration] = field(default_factory=dict)
    variables: Mapping[str, SharedVariable] = field(default_factory=dict)
    value_types: Mapping[str, ValueTypeDeclaration] = field(default_factory=dict)
    entity_fields: Mapping[str, EntityFieldDeclaration] = field(default_factory=dict)

    def kind(self, graph_kind: GraphKind, kind: str) -> NodeKind | None:
        """Return the kind `kind` of graphs of `graph_kind`, or None for an unknown one."""
        return self.kinds.get((graph_kind, kind))

    def flow(self, kind: str) -> Flow:
        """Return what nodes of a kind in behavior trees make of their children's results."""
        known = self.kind("behavior_tree", kind)
        return FREE if known is None else known.flow

    def kinds_of(self, graph_kind: GraphKind) -> tuple[NodeKind, ...]:
        """Return all kinds of one graph kind, in the order they were declared."""
        return tuple(kind for kind in self.kinds.values() if kind.graph_kind == graph_kind)

    def extended(
        self,
        kinds: Iterable[NodeKind] = (),
        actions: Iterable[ActionDeclaration] = (),
        conditions: Iterable[ConditionDeclaration] = (),
        *,
        events: Iterable[EventDeclaration] = (),
        variables: Iterable[SharedVariable] = (),
        value_types: Iterable[ValueTypeDeclaration] = (),
        entity_fields: Iterable[EntityFieldDeclaration] = (),
    ) -> Registry:
        """Return a registry with more declarations; raise ValueError when an id is taken."""
        return Registry(
            _merged(self.kinds, {(kind.graph_kind, kind.id): kind for kind in kinds}, "kind"),
            _merged(self.actions, {action.id: action for action in actions}, "action"),
            _merged(self.conditions, {condition.id: condition for condition in conditions}, "condition"),
            _merged(self.events, {event.id: event for event in events}, "event"),
            _merged(self.variables, {variable.id: variable for variable in variables}, "variable"),
            _merged(self.value_types, {value_type.id: value_type for value_type in value_types}, "type"),
            _merged(
                self.entity_fields,
                {entity_field.id: entity_field for entity_field in entity_fields},
                "entity field",
            ),
        )


def _merged(old: Mapping[Key, Value], new: Mapping[Key, Value], what: str) -> Mapping[Key, Value]:
    taken = [key for key in new if key in old]
    if taken:
        raise ValueError(f"the {what} {taken[0]!r} is declared twice")
    return {**old, **new}
