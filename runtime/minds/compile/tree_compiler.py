"""Compile one use of a behavior tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from graphs.expressions.types import type_from_name
from graphs.kinds.declarations.flow import F
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.model import BehaviorTreeGraph, Service, TreeNode
from graphs.structure.queries import parent_of
from runtime.basics.status import Status
from runtime.minds.actions.action_lines import DoLine
from runtime.minds.compile.code_builder import NO_BEHAVIOR, CodeBuilder, CodePlace, refuse_at_once
from runtime.minds.compile.tree_kinds import RowFields, TreeNodeSource, build_row
from runtime.minds.decisions.decision_tree_row import EVERY_TICK, DecisionPace
from runtime.minds.program.code import ActionBlock
from runtime.minds.program.row_fields import places_of
from runtime.minds.program.tree_row import GuardCode, PreconditionCode, ServiceCode, TreeRow, Verdict
from runtime.minds.trees.leaves import FAILS, ActionRow, failing
from runtime.minds.trees.tree_rows import ROW_OF_KIND

if TYPE_CHECKING:
    from runtime.minds.compile.compiler import ProgramCompiler


class TreeCompiler:
    """Turn the nodes of one behavior tree into rows, in pre-order."""

    def __init__(
        self,
        program: ProgramCompiler,
        code: CodeBuilder,
        graph_id: str,
        graph: BehaviorTreeGraph,
        path: str,
        machine: int,
    ) -> None:
        self._program = program
        self.code = code
        self._graph_id = graph_id
        self._graph = graph
        self._path = path
        self._machine = machine
        self._seen: set[str] = set()

    def compile(self, parent: int) -> TreeRow:
        """Compile from the root down; an empty tree fails."""
        if self._graph.root is None or self._graph.root not in self._graph.nodes:
            self.code.refuse(CodePlace(self._graph_id, "", "root"), "The tree has no root.", "Add a node.")
            return self._empty(parent)
        return self._node(self._graph.root, parent)

    def _empty(self, parent: int) -> TreeRow:
        return self._finish(failing(self._fields("", FAILS, parent)), ())

    def _fields(self, node_id: str, kind: str, parent: int) -> RowFields:
        head = self._program.head(self._graph_id, self._path, node_id, kind, parent, self._machine)
        self._program.rows.append(_RESERVED)
        return head

    def _finish(self, row: TreeRow, children: tuple[TreeRow, ...], is_whole: bool = True) -> TreeRow:
        """Join a row with its children; one that lacks some is refused and not to be asked what it can do."""
        row.child_rows = children
        row.children = tuple(child.index for child in children)
        row.end = self._program.next_index()
        if is_whole:
            row.settle()
        self._program.rows[row.index] = row
        return row

    def _node(self, node_id: str, parent: int) -> TreeRow:
        node = self._graph.nodes[node_id]
        place = CodePlace(self._graph_id, node_id)
        self._check_place(node_id, parent, place)
        fields = self._fields(node_id, node.kind, parent)
        if node.disabled:
            return self._disabled(node, fields)
        if node.guard is not None:
            fields["guard"] = self._guard(node, place)
        fields["preconditions"] = tuple(self._preconditions(node, place))
        fields["services"] = tuple(self._service(service, place) for service in node.services)
        if self._kind(node).calls:
            return self._call(node, fields, place)
        row = self._row(node, fields, place)
        row.ends = self.code.end_lines(node, place, row)
        children = tuple(
            self._node(child, row.index) for child in node.children if child in self._graph.nodes
        )
        is_whole = self._check_children(node, len(children), place)
        _link_lower_guards(row, children)
        return self._finish(row, children, is_whole)

    def _check_place(self, node_id: str, parent: int, place: CodePlace) -> None:
        """Refuse, at once, a node in two places or a tree too deep: neither could be gone through."""
        if node_id in self._seen:
            refuse_at_once(place, "The node stands in the tree twice.", "Take it out of one of the lists.")
        self._seen.add(node_id)
        self._program.check_depth(parent, place)

    def _disabled(self, node: TreeNode, fields: RowFields) -> TreeRow:
        """Give the nodes of a disabled branch rows that do nothing: it is skipped, whatever is in it."""
        row = failing({**fields, "disabled": True})
        children = []
        for child in node.children:
            if child in self._graph.nodes:
                place = CodePlace(self._graph_id, child)
                self._check_place(child, row.index, place)
                inner = self._graph.nodes[child]
                children.append(self._disabled(inner, self._fields(child, inner.kind, row.index)))
        return self._finish(row, tuple(children))

    def _row(self, node: TreeNode, fields: RowFields, place: CodePlace) -> TreeRow:
        kind = self._kind(node)
        if "action" in kind.fields:
            return build_action_row(self.code, fields, node.action, node.params, place)
        values = dict(self.code.arguments(kind.parameters, node.params, place))
        children = tuple(self._graph.nodes[child] for child in node.children if child in self._graph.nodes)
        return build_row(TreeNodeSource(self.code, node, children, fields, values, place))

    def _check_children(self, node: TreeNode, count: int, place: CodePlace) -> bool:
        """Tell whether a node has as many children as its kind takes; note the problem where it has not."""
        kind = self._kind(node)
        rule = kind.children
        if count < rule.minimum or (rule.maximum is not None and count > rule.maximum):
            self.code.refuse(place, f"{kind.title} takes {rule.describe()}; it has {count}.")
            return False
        return True

    def _kind(self, node: TreeNode) -> NodeKind:
        kind = self.code.registry.kind("behavior_tree", node.kind)
        assert kind is not None
        return kind

    def _guard(self, node: TreeNode, place: CodePlace) -> GuardCode | None:
        guard = node.guard
        assert guard is not None
        test = self.code.condition(guard.test, CodePlace(place.graph, place.node, "guard.test"))
        refused: Literal[Status.FAILURE, Status.SKIPPED]
        refused = Status.SKIPPED if guard.refused == "skipped" else Status.FAILURE
        if test is None:
            return None
        lower = guard.abort in ("lower", "both")
        above = self._graph.nodes.get(parent_of(self._graph, place.node) or "")
        if lower and (above is None or self._kind(above).flow.goes_on != F):
            inner = CodePlace(place.graph, place.node, "guard.abort")
            said = f"The abort mode {guard.abort} needs a selector as parent."
            self.code.refuse(inner, said, "Use self, or move the node under a selector.")
        again = guard.abort in ("self", "both")
        held = self.code.layout.allocate("byte", len(test.triggers)) if again and test.triggers else -1
        return GuardCode(test, again, refused, lower, held=held)

    def _preconditions(self, node: TreeNode, place: CodePlace) -> Iterator[PreconditionCode]:
        for number, each in enumerate(node.preconditions):
            inner = CodePlace(place.graph, place.node, f"preconditions.{number}.test")
            test = self.code.condition(each.test, inner)
            if test is not None:
                lasting = each.gives == "while"
                count = len(test.triggers) if lasting else 0
                held = self.code.layout.allocate("byte", count) if count else -1
                yield PreconditionCode(test, _GIVEN[each.gives], lasting, held)

    def _service(self, service: Service, place: CodePlace) -> ServiceCode:
        inner = CodePlace(place.graph, place.node, "services")
        block = self.code.block(service.actions, inner)
        if service.action is not None:
            block = ActionBlock((*block.lines, *self._instant(service, inner).lines))
        guard = self.code.condition(service.guard, inner) if service.guard is not None else None
        layout = self.code.layout
        has_jitter = service.jitter != 0
        return ServiceCode(
            every=self.code.duration(service.every, inner),
            block=block,
            guard=guard,
            **places_of(ServiceCode, layout),
            jitter=self.code.duration(service.jitter, inner) if has_jitter else None,
            spread=layout.allocate("int") if has_jitter else -1,
            draws=self.code.draw_counter(place.node) if has_jitter else -1,
        )

    def _instant(self, service: Service, place: CodePlace) -> ActionBlock:
        assert service.action is not None
        declaration = self.code.registry.actions.get(service.action)
        action = self.code.library.get(service.action)
        if declaration is None or action is None or not declaration.instant:
            self.code.refuse(place, f"A service runs an instant action; {service.action!r} is none.")
            return ActionBlock()
        if action.stands_in:
            self.code.stand_in_lines.add(place.node)
        arguments = self.code.arguments(declaration.parameters, service.params, place)
        return ActionBlock((DoLine(len(service.actions), service.action, action, arguments),))

    def _call(self, node: TreeNode, fields: RowFields, place: CodePlace) -> TreeRow:
        path, index, pace = fields["path"], fields["index"], self._pace(node, place)
        root, bindings, _ = self._program.instance(
            node.graph or "", path, index, self._machine, node.arguments, place, self.code, pace=pace
        )
        row = ROW_OF_KIND[node.kind](**{**fields, "bindings": bindings})
        row.ends = self.code.end_lines(node, place, row)
        return self._finish(row, (root,))

    def _pace(self, node: TreeNode, place: CodePlace) -> DecisionPace:
        """Return how often a decision tree is asked, every tick for other graphs."""
        values = dict(self.code.arguments(self._kind(node).parameters, node.params, place))
        if not values:
            return EVERY_TICK
        return DecisionPace(values["every"], values["commit"].constant == "until_done", waits=False)


_RESERVED: Any = None

_GIVEN: Mapping[str, Verdict] = {
    "skip": Status.SKIPPED,
    "succeed": Status.SUCCESS,
    "fail": Status.FAILURE,
    "while": Status.SKIPPED,
}
"""What a node gives where a precondition decides."""


def _link_lower_guards(row: TreeRow, children: tuple[TreeRow, ...]) -> None:
    """Tell each guard that aborts lower siblings where the selector remembers its last test (3.9)."""
    for position, child in enumerate(children):
        place = row.place_of_test(position)
        if child.guard is not None and child.guard.aborts_lower and place >= 0:
            child.guard = replace(child.guard, last_test=place)


def build_action_row(
    code: CodeBuilder, fields: RowFields, action_id: str | None, params: Mapping[str, Any], place: CodePlace
) -> TreeRow:
    """Return the row of an action, as a leaf or as a state's activity."""
    declaration = code.registry.actions.get(action_id or "")
    action = code.library.get(action_id or "")
    if declaration is None:
        code.refuse(
            CodePlace(place.graph, place.node, "action"),
            f"There is no action {action_id!r}." if action_id else "No action is named.",
            "Name a declared action.",
        )
    elif action is None:
        code.refuse(
            CodePlace(place.graph, place.node, "action"),
            f"The action {action_id!r} has no behavior here.",
            NO_BEHAVIOR,
        )
    if declaration is None or action is None:
        return failing(fields)
    slots = {
        name: code.layout.slot_for(type_from_name(kind)) for name, kind in sorted(action.state_fields.items())
    }
    return ActionRow(
        **fields,
        action_id=declaration.id,
        action=action,
        arguments=code.arguments(declaration.parameters, params, place),
        fields=slots,
        **places_of(ActionRow, code.layout),
    )
