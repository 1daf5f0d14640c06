"""Node kinds, actions, conditions: what a designer can put on a canvas, as data."""

from graphs.kinds.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.node_kind import ChildRule, NodeKind
from graphs.kinds.parameter import Parameter
from graphs.kinds.registry import Registry

__all__ = ["ActionDeclaration", "ChildRule", "ConditionDeclaration", "NodeKind", "Parameter", "Registry"]
