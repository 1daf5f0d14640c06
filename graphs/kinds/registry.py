"""Hold the kinds, actions and conditions that an editor or a compiler works with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from graphs.kinds.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.node_kind import GraphKind, NodeKind

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Registry:
    """Hold declarations by id. A registry is a value that is passed in; there is no global one."""

    kinds: Mapping[tuple[GraphKind, str], NodeKind] = field(default_factory=dict)
    actions: Mapping[str, ActionDeclaration] = field(default_factory=dict)
    conditions: Mapping[str, ConditionDeclaration] = field(default_factory=dict)

    def kind(self, graph_kind: GraphKind, kind: str) -> NodeKind | None:
        """Return the kind `kind` of graphs of `graph_kind`, or None for an unknown one."""
        return self.kinds.get((graph_kind, kind))

    def kinds_of(self, graph_kind: GraphKind) -> tuple[NodeKind, ...]:
        """Return all kinds of one graph kind, in the order they were declared."""
        return tuple(kind for kind in self.kinds.values() if kind.graph_kind == graph_kind)

    def extended(
        self,
        kinds: Iterable[NodeKind] = (),
        actions: Iterable[ActionDeclaration] = (),
        conditions: Iterable[ConditionDeclaration] = (),
    ) -> Registry:
        """Return a registry with more declarations; raise ValueError when an id is taken."""
        return Registry(
            _merged(self.kinds, {(kind.graph_kind, kind.id): kind for kind in kinds}, "kind"),
            _merged(self.actions, {action.id: action for action in actions}, "action"),
            _merged(self.conditions, {condition.id: condition for condition in conditions}, "condition"),
        )


def _merged(old: Mapping[Key, Value], new: Mapping[Key, Value], what: str) -> Mapping[Key, Value]:
    taken = [key for key in new if key in old]
    if taken:
        raise ValueError(f"the {what} {taken[0]!r} is declared twice")
    return {**old, **new}
