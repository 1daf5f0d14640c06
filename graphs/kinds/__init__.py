"""Node kinds, actions, conditions: what a designer can put on a canvas, as data."""

from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.node_kind import ChildRule, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry

__all__ = ["ActionDeclaration", "ChildRule", "ConditionDeclaration", "NodeKind", "Parameter", "Registry"]
