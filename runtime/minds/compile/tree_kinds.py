"""Build the row of each kind of behavior-tree node from its parameters, as its page declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphs.expressions.types import Type, Value
from graphs.model import TreeNode
from runtime.basics.status import Status
from runtime.minds.compile.code_builder import CodeBuilder, CodePlace
from runtime.minds.program.code import ActionBlock, ControlValue, Expression, NamedSlot
from runtime.minds.program.row_fields import Draws, Given, Remembered, Sort, declared_fields
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.leaves import failing
from runtime.minds.trees.tree_rows import ROW_OF_KIND

RowFields = dict[str, Any]
"""Fields that every row shares, gathered before its kind's own are known."""

_OF_EVERY_NODE = frozenset(declared_fields(TreeRow))

_REFUSALS: dict[Value, Status] = {"failure": Status.FAILURE, "skipped": Status.SKIPPED}


@dataclass(slots=True)
class TreeNodeSource:
    """Hold what a row is built from: the node, its children, its parameters as compiled values."""

    code: CodeBuilder
    node: TreeNode
    children: tuple[TreeNode, ...]
    fields: RowFields
    values: Mapping[str, ControlValue]
    place: CodePlace

    @property
    def index(self) -> int:
        """Return the number of its row."""
        index: int = self.fields["index"]
        return index

    def choice(self, name: str) -> Value:
        """Return the constant value of a parameter that is never an expression."""
        return self.values[name].constant

    def expression(
        self, text: str, field: str, expected: Type | None = None, child: int = -1
    ) -> Expression | None:
        """Return a compiled expression, None after noting the problem."""
        return self.code.expression(text, self._inner(field, child), expected)

    def condition(self, text: str, field: str) -> Expression | None:
        """Return a compiled test, None after noting the problem."""
        return self.code.condition(text, self._inner(field))

    def variable(self, field: str) -> NamedSlot | None:
        """Return the variable that a parameter names and the node writes, None after noting the problem."""
        name = str(self.choice(field.removeprefix("params.")) or "")
        info = self.code.scope.variables.get(name)
        if info is not None and info.writable:
            return NamedSlot(name, self.code.slots[info.slot_key])
        said = f"Unknown variable {name!r}." if info is None else f"{name!r} can only be read."
        self.refuse(field, said, "Name a variable that can be written.")
        return None

    def own_variable(self, name: str, declared: Type) -> NamedSlot:
        """Reserve a variable of the node's own, in its use of the graph, which no expression can name."""
        slot = self.code.layout.slot_for(declared)
        self.code.slots[f"graph:{name} of {self.place.node}"] = slot
        return NamedSlot(name, slot)

    def block(self) -> ActionBlock:
        """Return the compiled block of the node."""
        return self.code.block(self.node.actions, self._inner("actions"))

    def refuse(self, field: str, message: str, remedy: str = "", child: int = -1) -> None:
        """Note a problem."""
        self.code.refuse(self._inner(field, child), message, remedy)

    def bytes_(self, count: int = 1) -> int:
        """Reserve byte slots of running memory."""
        return self.code.layout.allocate("byte", count)

    def ints_(self, count: int = 1) -> int:
        """Reserve int slots of running memory."""
        return self.code.layout.allocate("int", count)

    def place_of_none(self) -> int:
        """Reserve an int slot for a child's place that holds -1 while the node does not run."""
        place = self.code.layout.allocate("int")
        self.code.layout.initial_ints[place] = -1
        return place

    def lasting_int(self) -> int:
        """Reserve an int slot that lasts as long as the instance of the graph."""
        return self.code.lasting_int()

    def _inner(self, field: str, child: int = -1) -> CodePlace:
        node = self.place.node if child < 0 else self.node.children[child]
        return CodePlace(self.place.graph, node, field)


def build_row(source: TreeNodeSource) -> TreeRow:
    """Return the row of a node; problems are noted with the code builder."""
    made = ROW_OF_KIND[source.node.kind]
    parts = made.parts(source)
    if parts is None:
        return failing(source.fields)
    for name, declared in declared_fields(made).items():
        if name in parts or name in _OF_EVERY_NODE:
            continue
        if isinstance(declared, Given):
            parts[name] = _given(source, name, declared.sort)
        elif isinstance(declared, Draws):
            parts[name] = source.code.draw_counter(source.place.node)
        elif isinstance(declared, Remembered):
            parts[name] = _place(source, declared)
    return made(**source.fields, **parts)


def _given(source: TreeNodeSource, name: str, sort: Sort) -> object:
    """Return what the parameter of the same name gives."""
    match sort:
        case Sort.BOOL:
            return source.choice(name) is True
        case Sort.REFUSAL:
            return _REFUSALS.get(source.choice(name), Status.FAILURE)
        case Sort.REFUSAL_OR_NONE:
            return _REFUSALS.get(source.choice(name))
        case Sort.COUNT_OR_NONE:
            count = source.values.get(name)
            return None if count == ControlValue() else count
    return source.values[name]


def _place(source: TreeNodeSource, declared: Remembered) -> object:
    """Hand out the places of a memory."""
    if declared.of_instance:
        return source.code.lasting_byte() if declared.buffer == "byte" else source.code.lasting_int()
    if declared.is_slot and declared.type is not None:
        return source.code.layout.slot_for(declared.type)
    return source.code.layout.allocate(declared.buffer, declared.count(len(source.children)))
