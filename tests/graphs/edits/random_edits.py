"""Make random edits on all three kinds of graph and hold what must always hold."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from graphs.checks.checker import check_document
from graphs.checks.rules.places import json_path, place_text
from graphs.edits.history import History
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document, StateMachineGraph
from graphs.model.document import empty_document
from graphs.structure.changes import compare_documents
from graphs.structure.file_version import with_file_version
from graphs.structure.graph_index import parts_of
from graphs.structure.queries import TOP, GraphIndex, document_order, in_document_order, index_of, source_of
from tests.graphs import all_edits as edits
from tests.graphs.invariants import broken_invariants

REGISTRY = builtin_registry()
KINDS = {
    kind: [each.id for each in REGISTRY.kinds_of(kind)]
    for kind in ("behavior_tree", "state_machine", "decision_tree")
}
NUMBERS = st.integers(0, 1000)
PLACES = st.one_of(st.none(), st.tuples(st.floats(-500, 500), st.floats(-500, 500)))
NAMES = st.sampled_from(["health", "speed", "seen", "target", "Patrol", "bad name", "", "and", "time"])
TEXTS = st.sampled_from(
    ["health > 3", "speed + 1", "not seen", "helth", "1 +", "", "seen and health < speed"]
)
LINES = st.sampled_from(
    ["health = 3", "raise noise", "speed = speed + 1", "set seen", "=", "send noise to all"]
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.floats(allow_nan=True, allow_infinity=True),
    st.text(max_size=5),
    TEXTS.map(lambda text: {"expr": text}),
    st.lists(st.integers(0, 3), max_size=3),
)
FIELDS = st.sampled_from(
    [
        "title", "note", "disabled", "test", "actions", "action", "graph", "guard", "guard.test",
        "guard.abort", "services", "preconditions", "preconditions.0.test", "on_halt", "activity.on_end",
        "slot.weight", "slot.score", "name", "entry", "activity",
        "activity.graph", "activity.action", "activity.loop", "transient", "status", "event", "targets",
        "actions.0", "after", "delay", "interrupt", "group", "value", "inputs", "timeout", "outcome",
        "suppress.W203", "else", "children", "nodes", "nonsense", "kind",
    ]
)  # fmt: skip

INDEX_PARTS = ("parents", "order", "rank", "owned_edges", "incoming", "marked_by", "names", "calls")


class RandomEdits(RuleBasedStateMachine):
    """Make random edits; refuse, undo, redo, save and load among them."""

    @initialize(parents=st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=30))
    def begin(self, parents: list[tuple[int, int, int]]) -> None:
        document = empty_document()
        for kind in KINDS:
            document, _ = edits.add_graph(document, kind)  # type: ignore[arg-type]
        self.history = History(document)
        self.saved = [document_to_bytes(document)]
        self.clipboard = "nothing yet"
        for g, k, p in parents:
            self.add(g, k, p, None, None)
            if p % 2:
                self.connect(g, k, p, None)

    @property
    def document(self) -> Document:
        return self.history.document

    def graph_id(self, number: int) -> str:
        graphs = list(self.document.graphs)  # In the order they were made: ids are random.
        return graphs[number % len(graphs)]

    def node(self, graph_id: str, number: int, *, top: bool = True) -> str:
        known = [*([TOP] if top else []), *document_order(self.document.graphs[graph_id])]
        return known[number % len(known)] if known else "gone"

    def element(self, graph_id: str, number: int) -> str:
        graph = self.document.graphs[graph_id]
        edges = list(graph.edges) if isinstance(graph, StateMachineGraph) else []
        known = [*document_order(graph), *edges]
        return known[number % len(known)] if known else "gone"

    def edit(self, label: str, change: Callable[[Document], Document]) -> None:
        before = self.document
        data = document_to_bytes(before)
        refusal: EditRefused | None = None
        try:
            after = change(before)
        except EditRefused as refused:
            refusal, after = refused, before
        assert document_to_bytes(before) == data
        event(f"{label}: {'refused' if refusal else 'done' if after is not before else 'nothing'}")
        if refusal is not None:
            assert refusal.reason.endswith("."), refusal.reason
            return
        assert self.history.commit(label, after) == (after is not before)
        assert bool(compare_documents(before, after)) == (after != before)
        if after is not before:
            self.saved[self.history.index :] = [document_to_bytes(after)]

    @rule(g=NUMBERS, k=NUMBERS, p=NUMBERS, index=st.one_of(st.none(), st.integers(-1, 4)), at=PLACES)
    def add(self, g: int, k: int, p: int, index: int | None, at: tuple[float, float] | None) -> None:
        graph_id = self.graph_id(g)
        kinds = KINDS[self.document.graphs[graph_id].kind]
        parent = self.node(graph_id, p)
        self.edit(
            "Add",
            lambda document: edits.add_node(
                document, graph_id, kinds[k % len(kinds)], REGISTRY, parent=parent, index=index, at=at
            )[0],
        )

    @rule(g=NUMBERS, a=NUMBERS, b=NUMBERS, heal=st.booleans())
    def remove(self, g: int, a: int, b: int, heal: bool) -> None:
        graph_id = self.graph_id(g)
        ids = [self.element(graph_id, a), *([self.element(graph_id, b)] if b % 3 == 0 else [])]
        if heal:
            self.edit("Heal", lambda document: edits.remove_and_heal(document, graph_id, ids, REGISTRY))
        else:
            self.edit("Remove", lambda document: edits.remove(document, graph_id, ids))

    @rule(g=NUMBERS, a=NUMBERS, b=NUMBERS, index=st.one_of(st.none(), st.integers(0, 3)))
    def connect(self, g: int, a: int, b: int, index: int | None) -> None:
        graph_id = self.graph_id(g)
        source, target = self.node(graph_id, a), self.node(graph_id, b, top=False)
        self.edit(
            "Connect",
            lambda document: edits.connect(document, graph_id, source, target, REGISTRY, index=index)[0],
        )

    @rule(g=NUMBERS, a=NUMBERS, at=PLACES)
    def disconnect(self, g: int, a: int, at: tuple[float, float] | None) -> None:
        graph_id = self.graph_id(g)
        element = self.element(graph_id, a)
        self.edit("Disconnect", lambda document: edits.disconnect(document, graph_id, element, at=at))

    @rule(g=NUMBERS, a=NUMBERS, p=NUMBERS, index=st.one_of(st.none(), st.integers(-1, 4)), at=PLACES)
    def reparent(self, g: int, a: int, p: int, index: int | None, at: tuple[float, float] | None) -> None:
        graph_id = self.graph_id(g)
        node, parent = self.node(graph_id, a, top=False), self.node(graph_id, p)
        self.edit(
            "Reparent",
            lambda document: edits.reparent(document, graph_id, node, parent, REGISTRY, index=index, at=at),
        )

    @rule(g=NUMBERS, a=NUMBERS, index=st.integers(-2, 5))
    def reorder(self, g: int, a: int, index: int) -> None:
        graph_id = self.graph_id(g)
        element = self.element(graph_id, a)
        graph = self.document.graphs[graph_id]
        if isinstance(graph, StateMachineGraph) and element in graph.edges:
            self.edit("Order", lambda document: edits.move_transition(document, graph_id, element, index))
        else:
            self.edit("Order", lambda document: edits.move_child(document, graph_id, element, index))

    @rule(g=NUMBERS, e=NUMBERS, a=NUMBERS, move_source=st.booleans())
    def retarget(self, g: int, e: int, a: int, move_source: bool) -> None:
        graph_id = self.graph_id(g)
        element, node = self.element(graph_id, e), self.node(graph_id, a)
        if move_source:
            self.edit(
                "Source",
                lambda document: edits.change_source(document, graph_id, element, node, REGISTRY),
            )
        else:
            targets = [] if node == TOP else [node]
            self.edit(
                "Retarget",
                lambda document: edits.retarget(document, graph_id, element, targets, REGISTRY),
            )

    @rule(g=NUMBERS, a=NUMBERS, p=NUMBERS, clear=st.booleans())
    def begin_at(self, g: int, a: int, p: int, clear: bool) -> None:
        graph_id = self.graph_id(g)
        node = self.node(graph_id, a, top=False)
        if isinstance(self.document.graphs[graph_id], StateMachineGraph):
            parent = self.node(graph_id, p)
            child = None if clear else node
            self.edit("Begin", lambda document: edits.set_initial(document, graph_id, parent, child))
        else:
            root = None if clear else node
            self.edit("Root", lambda document: edits.set_root(document, graph_id, root, REGISTRY))

    @rule(g=NUMBERS, a=NUMBERS, at=PLACES)
    def move(self, g: int, a: int, at: tuple[float, float] | None) -> None:
        graph_id = self.graph_id(g)
        node = self.node(graph_id, a)
        self.edit("Move", lambda document: edits.move(document, graph_id, {node: at}))

    @rule(g=NUMBERS, a=NUMBERS, path=FIELDS, value=VALUES)
    def set_field(self, g: int, a: int, path: str, value: object) -> None:
        graph_id = self.graph_id(g)
        element = self.element(graph_id, a)
        if path in ("graph", "activity.graph", "activity"):
            return  # Which graph is called is set by a rule of its own, to one that is there.
        self.edit("Set", lambda document: edits.set_field(document, graph_id, element, path, value))

    @rule(
        g=NUMBERS,
        a=NUMBERS,
        name=st.sampled_from(["seconds", "count", "memory", "target", "odd"]),
        value=VALUES,
    )
    def set_parameter(self, g: int, a: int, name: str, value: object) -> None:
        graph_id = self.graph_id(g)
        node = self.node(graph_id, a, top=False)
        self.edit(
            "Set", lambda document: edits.set_parameter(document, graph_id, node, name, value, REGISTRY)
        )

    @rule(g=NUMBERS, a=NUMBERS, name=NAMES, enabled=st.booleans())
    def rename_or_disable(self, g: int, a: int, name: str, enabled: bool) -> None:
        graph_id = self.graph_id(g)
        element = self.element(graph_id, a)
        self.edit("Rename", lambda document: edits.rename(document, graph_id, element, name))
        self.edit("Enable", lambda document: edits.set_enabled(document, graph_id, [element], enabled))

    @rule(g=NUMBERS, call=NUMBERS, a=NUMBERS)
    def call(self, g: int, call: int, a: int) -> None:
        graph_id, callee = self.graph_id(g), self.graph_id(call)
        node = self.node(graph_id, a, top=False)
        machine = isinstance(self.document.graphs[graph_id], StateMachineGraph)
        path = "activity.graph" if machine else "graph"
        self.edit("Call", lambda document: edits.set_field(document, graph_id, node, path, callee))

    @rule(name=NAMES, new=NAMES, kind=st.sampled_from(["float", "bool", "trigger", "enum"]), what=NUMBERS)
    def variables(self, name: str, new: str, kind: str, what: int) -> None:
        owner = None if what % 2 else self.graph_id(what)
        changes: list[Callable[[Document], Document]] = [
            lambda document: edits.add_variable(document, name, kind, graph_id=owner)[0],  # type: ignore[arg-type]
            lambda document: edits.rename_variable(document, name, new, graph_id=owner),
            lambda document: edits.set_variable_field(document, name, "type", kind, graph_id=owner),
            lambda document: edits.remove_variable(document, name, graph_id=owner),
            lambda document: edits.add_event(document, name)[0],
            lambda document: edits.rename_event(document, name, new),
            lambda document: edits.set_payload_field(document, name, new, kind),  # type: ignore[arg-type]
            lambda document: edits.add_parameter(document, self.graph_id(what), name, kind)[0],  # type: ignore[arg-type]
            lambda document: edits.rename_parameter(document, self.graph_id(what), name, new),
        ]
        self.edit("Declare", changes[what % len(changes)])

    @rule(g=NUMBERS, a=NUMBERS, b=NUMBERS)
    def copy(self, g: int, a: int, b: int) -> None:
        graph_id = self.graph_id(g)
        ids = [self.node(graph_id, a, top=False), self.node(graph_id, b, top=False)]
        try:
            self.clipboard = edits.copy(self.document, graph_id, ids)
        except EditRefused:
            assert not self.document.graphs[graph_id].nodes

    @rule(g=NUMBERS, p=NUMBERS, at=PLACES)
    def paste(self, g: int, p: int, at: tuple[float, float] | None) -> None:
        graph_id = self.graph_id(g)
        if len(self.document.graphs[graph_id].nodes) > 200:
            return
        parent = self.node(graph_id, p)
        self.edit(
            "Paste",
            lambda document: edits.paste(document, graph_id, self.clipboard, REGISTRY, parent=parent, at=at)[
                0
            ],
        )

    @rule(g=NUMBERS, a=NUMBERS)
    def duplicate(self, g: int, a: int) -> None:
        graph_id = self.graph_id(g)
        if len(self.document.graphs[graph_id].nodes) > 200:
            return
        node = self.node(graph_id, a, top=False)
        self.edit("Duplicate", lambda document: edits.duplicate(document, graph_id, [node], REGISTRY)[0])

    @rule(g=NUMBERS, what=NUMBERS)
    def graphs(self, g: int, what: int) -> None:
        graph_id = self.graph_id(g)
        kind = sorted(KINDS)[what % 3]
        changes: list[Callable[[Document], Document]] = [
            lambda document: edits.add_graph(document, kind)[0],  # type: ignore[arg-type]
            lambda document: edits.duplicate_graph(document, graph_id)[0],
            lambda document: edits.set_root_graph(document, graph_id),
        ]
        if len(self.document.graphs) > 3:
            changes.append(lambda document: edits.remove_graph(document, graph_id))
        self.edit("Graphs", changes[what % len(changes)])

    @rule(steps=st.integers(1, 5))
    def undo_and_redo(self, steps: int) -> None:
        before, index = self.document, self.history.index
        undone = sum(self.history.undo() is not None for _ in range(steps))
        assert self.history.index == index - undone
        for _ in range(undone):
            self.history.redo()
        assert self.document is before

    @rule(steps=st.integers(1, 3))
    def undo(self, steps: int) -> None:
        for _ in range(steps):
            self.history.undo()

    @rule(steps=st.integers(1, 3))
    def redo(self, steps: int) -> None:
        for _ in range(steps):
            self.history.redo()

    @invariant()
    def each_step_leads_to_what_was_there(self) -> None:
        """Nobody holds the documents of other steps: they are put together again from what differs."""
        assert document_to_bytes(self.document) == self.saved[self.history.index]

    @invariant()
    def document_is_sound(self) -> None:
        assert broken_invariants(self.document) == []

    @invariant()
    def saving_and_loading_changes_nothing(self) -> None:
        data = document_to_bytes(self.document)
        loaded = document_from_bytes(data)
        assert document_to_bytes(loaded) == data
        assert loaded == with_file_version(self.document)

    @invariant()
    def checking_and_placing_never_raise(self) -> None:
        for problem in check_document(self.document, REGISTRY):
            assert problem.message.endswith((".", "?")), problem
            assert place_text(self.document, problem.place, REGISTRY)
            assert json_path(problem.place, self.document)

    @invariant()
    def indexes_are_as_if_built_anew(self) -> None:
        for graph in self.document.graphs.values():
            known, fresh = index_of(graph), GraphIndex(parts_of(graph))
            for part in (
                "parents",
                "order",
                "rank",
                "owned_edges",
                "incoming",
                "marked_by",
                "names",
                "calls",
            ):
                assert getattr(known, part) == getattr(fresh, part), part
            for ids in (fresh.order[::-1][:9], fresh.order[::3]):
                expected = sorted(ids, key=fresh.rank.__getitem__)
                assert in_document_order(graph, ids) == expected

    @invariant()
    def edges_have_sources(self) -> None:
        for graph in self.document.graphs.values():
            if isinstance(graph, StateMachineGraph):
                assert all(source_of(graph, edge) is not None for edge in graph.edges)
