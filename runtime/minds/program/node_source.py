"""Say what the row of a node can be built from, for the pages of kinds, which no compiler is handed to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from graphs.expressions.types import Type, Value
from graphs.model import TreeNode
from runtime.minds.program.code import ActionBlock, ControlValue, Expression, NamedSlot


class NodeSource(Protocol):
    """Offer a node, its children, its parameters as compiled values, and places of running memory.

    Problems are noted with what is compiled; `field` names the field they are about, `child` the child.
    """

    @property
    def node(self) -> TreeNode:
        """Return the node."""

    @property
    def children(self) -> tuple[TreeNode, ...]:
        """Return its children in order."""

    @property
    def values(self) -> Mapping[str, ControlValue]:
        """Return its parameters, compiled."""

    @property
    def index(self) -> int:
        """Return the number of its row."""

    def choice(self, name: str) -> Value:
        """Return the constant value of a parameter that is never an expression."""

    def expression(
        self, text: str, field: str, expected: Type | None = None, child: int = -1
    ) -> Expression | None:
        """Return a compiled expression, None after noting the problem."""

    def condition(self, text: str, field: str) -> Expression | None:
        """Return a compiled test, None after noting the problem."""

    def variable(self, field: str) -> NamedSlot | None:
        """Return the variable that a parameter names and the node writes, None after noting the problem."""

    def own_variable(self, name: str, declared: Type) -> NamedSlot:
        """Reserve a variable of the node's own, in its use of the graph, which no expression can name."""

    def block(self) -> ActionBlock:
        """Return the compiled block of the node."""

    def refuse(self, field: str, message: str, remedy: str = "", child: int = -1) -> None:
        """Note a problem."""

    def bytes_(self, count: int = 1) -> int:
        """Reserve byte slots of running memory."""

    def ints_(self, count: int = 1) -> int:
        """Reserve int slots of running memory."""

    def place_of_none(self) -> int:
        """Reserve an int slot for a child's place that holds -1 while the node does not run."""

    def lasting_int(self) -> int:
        """Reserve an int slot that lasts as long as the instance of the graph."""
