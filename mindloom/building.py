"""Make a document of what builders describe, by the edits that the editor makes too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from pydantic import BaseModel

from graphs.basics.frozen import JsonValue
from graphs.basics.ids import free_name, slug
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.expressions.names import name_remedy
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import GraphKind, NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.model import (
    ChildSlot,
    DecisionNode,
    Document,
    Edge,
    Event,
    GraphParameter,
    StateMachineGraph,
    StateNode,
    TreeNode,
    Variable,
)
from graphs.model.decision_tree import Branch
from graphs.model.document import empty_document
from graphs.model.graph_parts import GraphBase
from graphs.scripts.apply_script import ScriptRefused, apply_step
from graphs.scripts.declared_edits import declared_edits
from graphs.structure.file_version import with_file_version
from graphs.structure.queries import TOP
from mindloom.field_forms import (
    Plain,
    field_hints,
    is_list_field,
    main_field,
    plain_field,
    plain_fields,
    plain_record,
    plain_value,
)
from mindloom.given_values import GivenBranch, GivenNode, GivenRecord, GivenTransition
from mindloom.graph_builders import GraphBuilder, MachineBuilder

NODES: Mapping[GraphKind, type[BaseModel]] = {
    "behavior_tree": TreeNode,
    "state_machine": StateNode,
    "decision_tree": DecisionNode,
}

STRUCTURE = ("kind", "children", "branches", "transitions", "slot")
"""Fields that the builders set by where nodes are given."""

ENTERED = ("initial", "default")
"""Fields that name states, which may come later."""

SAID_OTHERWISE = {("behavior_tree", "test"): "condition"}
"""Kinds that are called by a word of another kind of graph: a test is a node in both trees."""


class Refused(Exception):
    """Say what cannot be done, where, and what to do instead."""

    def __init__(self, where: str, reason: str, remedy: str) -> None:
        super().__init__(f"{where}: {reason} {remedy}".strip(": "))
        self.where, self.reason, self.remedy = where, reason, remedy


def mind(
    *graphs: GraphBuilder,
    variables: Mapping[str, object] | None = None,
    events: Mapping[str, object] | None = None,
    curves: Mapping[str, object] | None = None,
    sheets: Mapping[str, object] | None = None,
    root: str | None = None,
    registry: Registry | None = None,
    **fields: object,
) -> Document:
    """Return a document with these graphs; the first is the one that runs, unless `root` names another.

    `variables` are plain values, or parts: `{"d": 4.0, "enemy": part("entity", scope="world")}`. `events` are
    types by name of what they carry: `{"hit": {"by": "entity"}}`, or parts. `curves` and `sheets` are parts:
    `{"urge": part("logistic", at=[0.5])}`. `registry` knows the kinds of a game. Raises `Refused` for what no
    document can hold; `check` finds what is wrong in one.
    """
    ids: dict[str, GraphBuilder] = {}
    for each in graphs:
        if not isinstance(each, GraphBuilder):
            raise Refused("mind", f"{each!r} is no graph.", "Begin one with tree, machine or decision.")
        graph_id = each.id or slug(each.title) or each.kind
        if graph_id in ids:
            raise Refused(graph_id, "Two graphs have this id.", "Give one of them another, as id=….")
        ids[graph_id] = each
    making = _Making(registry or builtin_registry())
    for name, value in (variables or {}).items():
        making.declare("variable", Variable, name, declared(name, value), {})
    for name, value in (events or {}).items():
        given = value if isinstance(value, GivenRecord) else GivenRecord((value,))
        making.declare("event", Event, name, given, {})
    for section, entries in (("curves", curves), ("sheets", sheets)):
        making.put_section(section, entries or {})
    making.kinds_called = {graph_id: each.kind for graph_id, each in ids.items()}
    for graph_id, each in ids.items():
        _GraphMaking(making, graph_id, each).make()
    if root is not None:
        making.edit("root", "set_root_graph", graph_id=root)
    for name, value in fields.items():
        if f"set_{name}" not in declared_edits("document"):
            raise Refused("mind", f"A document has no {name!r}.", "Leave it out.")
        making.edit(name, f"set_{name}", value=plain_value(value))
    return making.document


def declared(name: str, value: object) -> GivenRecord:
    """Return what is given for a variable: a part as it is, a plain value with its type."""
    types = {bool: "bool", int: "int", float: "float", str: "string", tuple: "vector"}
    if isinstance(value, GivenRecord):
        return value
    if type(value) not in types:
        raise Refused(name, f"The type of {value!r} is not plain.", "Give part(type, default=…).")
    return GivenRecord((types[type(value)],), {"default": value})


@dataclass
class _Making:
    """Hold the document as far as it is made."""

    registry: Registry
    document: Document = field(default_factory=empty_document)
    kinds_called: dict[str, GraphKind] = field(default_factory=dict)

    def edit(self, where: str, edit_name: str, /, **arguments: object) -> None:
        """Make one edit; a refusal says which part of what was given it is about."""
        try:
            step = cast(Plain, {"edit": edit_name, **arguments})
            made = apply_step(self.document, step, self.registry, where)
        except ScriptRefused as refused:
            raise Refused(where, refused.message, refused.remedy) from None
        assert isinstance(made.whole, Document)
        self.document = made.whole

    def put_section(self, section: str, given: Mapping[str, object]) -> None:
        """Put the curves or the fuzzy sheets into the document."""
        with refusals_at(section):
            plain = plain_field(field_hints(Document)[section], given)
            self.document = with_file_version(with_field(self.document, section, plain))

    def declare(
        self, what: str, model: type[BaseModel], name: str, given: GivenRecord, owner: Mapping[str, object]
    ) -> None:
        """Declare a variable, an event or a parameter of a graph, then set its fields."""
        with refusals_at(name):
            fields = plain_record(model, given)
        first = {} if what == "event" else {"type_name": fields.pop("type", None)}
        self.edit(name, f"add_{what}", name=name, **first, **owner)
        for path, value in fields.items():
            self.edit(name, f"set_{what}_field", name=name, path=path, value=value, **owner)


@contextmanager
def refusals_at(where: str) -> Iterator[None]:
    """Let refusals within this block say where."""
    try:
        yield
    except EditRefused as refused:
        raise Refused(where, refused.reason, refused.remedy) from None


class _GraphMaking:
    """Make one graph: its nodes from the top, then where machines begin, then transitions."""

    def __init__(self, making: _Making, graph_id: str, given: GraphBuilder) -> None:
        self._making, self._id, self._given = making, graph_id, given
        self._model = NODES[given.kind]
        kinds = making.registry.kinds_of(given.kind)
        of_kinds = {name for kind in kinds for name in kind.fields}
        self._fields = field_hints(self._model, STRUCTURE)
        self._common = self._fields.keys() - of_kinds
        self._ids: dict[str, str] = {}
        self._taken: set[str] = set()
        self._later: list[tuple[str, GivenNode, Mapping[str, object]]] = []

    def make(self) -> None:
        """Make it."""
        given, title = self._given, self._given.title
        self._making.edit(self._id, "add_graph", kind=given.kind, title=title, new_ids=[self._id])
        named = dict(given.named)
        entered = {name: named.pop(name) for name in ENTERED if name in named}
        for what, model in (("parameter", GraphParameter), ("variable", Variable)):
            declarations = named.pop(f"{what}s", {})
            assert isinstance(declarations, Mapping)
            for name, value in declarations.items():
                self._making.declare(what, model, name, declared(name, value), {"graph_id": self._id})
        moods = named.pop("moods", None) if given.kind == "state_machine" else None
        with refusals_at(self._id):
            fields = plain_fields(field_hints(GraphBase), named)
        for path, value in fields.items():
            self._edit(self._id, "set_field", element_id=TOP, path=path, value=value)
        for top in given.tops:
            self._add(top, TOP)
        self._enter(TOP, entered)
        for node_id, _, begins in self._later:
            self._enter(node_id, begins)
        if moods is not None:
            self._put_moods(moods)
        transitions = given.transitions if isinstance(given, MachineBuilder) else ()
        self._connect(TOP, transitions)
        for node_id, node, _ in self._later:
            self._connect(node_id, node.transitions)

    def _edit(self, where: str, edit_name: str, /, **arguments: object) -> None:
        self._making.edit(where, edit_name, graph_id=self._id, **arguments)

    def _add(self, given: GivenNode, parent: str, slot: Plain | None = None) -> str:
        """Add a node with all below it; return its id."""
        kind = self._kind(given)
        main, children = self._split(kind, given)
        named = {key: value for key, value in given.named.items() if key not in ("id", *ENTERED)}
        if main is not None:
            named = {main_field(kind): main, **named}
        action = self._making.registry.actions.get(str(named.get("action")))
        of_kind = action.parameters if action else kind.parameters
        is_chosen = {each.name for each in of_kind if named.get(each.name) in each.choices}
        parameters = {each.name for each in of_kind} - (self._common - is_chosen)
        with refusals_at(f"{self._id}: {given.kind or kind.id}"):
            fields = plain_fields(self._fields, named, parameters)
        node_id = self._new_id(str(given.named.get("id", "")), named, kind.id)
        if slot:
            fields["slot"] = slot
        self._edit(
            f"{self._id}: {node_id}",
            "add_node",
            kind=kind.id,
            parent=parent,
            fields=fields,
            new_ids=[node_id],
        )
        self._ids[node_id] = node_id
        if isinstance(name := fields.get("name"), str):
            self._ids.setdefault(name, node_id)
        self._later.append((node_id, given, {key: given.named[key] for key in ENTERED if key in given.named}))
        for child in children:
            self._add_child(child, node_id)
        return node_id

    def _add_child(self, child: GivenNode | GivenBranch, parent: str) -> None:
        given = child if isinstance(child, GivenBranch) else GivenBranch(child, {})
        is_decision = self._given.kind == "decision_tree"
        where = f"{self._id}: branch of {parent}"
        model = Branch if is_decision else ChildSlot
        with refusals_at(where):
            decides = plain_fields(field_hints(model, ("child",)), given.named)
        if isinstance(given.child, GivenNode):
            node_id = self._add(given.child, parent, None if is_decision else decides)
        elif is_decision and given.child is not None:
            node_id = given.child
            self._edit(where, "connect", source=parent, target=node_id)
        else:
            raise Refused(where, "A branch needs a child.", "Give a node.")
        if is_decision:
            index = self._branch(parent, node_id)
            for path, value in decides.items():
                self._edit(where, "set_branch_field", node_id=parent, index=index, path=path, value=value)

    def _branch(self, parent: str, child: str) -> int:
        node = self._making.document.graphs[self._id].nodes[parent]
        assert isinstance(node, DecisionNode)
        return max(place for place, each in enumerate(node.branches) if each.child == child)

    def _kind(self, given: GivenNode) -> NodeKind:
        graph_kind, registry = self._given.kind, self._making.registry
        name = SAID_OTHERWISE.get((graph_kind, given.kind), given.kind)
        if not name:
            called = self._making.kinds_called.get(str(given.values[0]))
            callers = (kind for kind in registry.kinds_of(graph_kind) if called in kind.calls)
            found = next(callers, None)
            if found is None:
                remedy = "Give the id of a graph, or node(…) with the kind that runs it."
                raise Refused(self._id, f"No node here runs {given.values[0]!r}.", remedy)
            return found
        found = registry.kind(graph_kind, name)
        if found is None:
            known = [kind.id for kind in registry.kinds_of(graph_kind)]
            raise Refused(self._id, f"There is no kind {name!r} in this graph.", name_remedy(name, known))
        return found

    def _split(self, kind: NodeKind, given: GivenNode) -> tuple[object, list[GivenNode | GivenBranch]]:
        """Return the main value of a node, None for none, and its children."""
        children = [each for each in given.values if isinstance(each, (GivenNode, GivenBranch))]
        values = [each for each in given.values if not isinstance(each, (GivenNode, GivenBranch))]
        name = main_field(kind)
        is_list = is_list_field(self._fields.get(name)) and not isinstance(next(iter(values), ()), list)
        if (values and not name) or (len(values) > 1 and not is_list):
            said = f"{kind.id} takes {'one value' if name else 'no value'} without a name."
            raise Refused(self._id, said, "Give others by name.")
        if not values:
            return None, children
        return (values if is_list else values[0]), children

    def _new_id(self, wanted: str, named: Mapping[str, object], kind: str) -> str:
        said = (named.get(key) for key in ("title", "name", "action", "graph", "outcome"))
        stem = wanted or slug(next((each for each in said if isinstance(each, str) and each), kind)) or kind
        free = wanted or free_name(stem, self._taken)
        self._taken.add(free)
        return free

    def _enter(self, parent: str, given: Mapping[str, object]) -> None:
        """Set where a machine, a state or a history begins."""
        hints = field_hints(type(self._making.document.graphs[self._id]) if parent == TOP else self._model)
        for name, value in given.items():
            where = f"{self._id}: {name} of {parent or 'the machine'}"
            with refusals_at(where):
                plain = plain_field(hints[name], value)
            if isinstance(plain, str):
                plain = self._target(plain)
            elif isinstance(plain, dict):
                targets = plain.get("targets", [])
                assert isinstance(targets, list)
                plain["targets"] = [self._target(str(each)) for each in targets]
            self._edit(where, "set_field", element_id=parent, path=name, value=plain)

    def _put_moods(self, given: object) -> None:
        """Make the machine one of moods; states are named as in transitions."""
        with refusals_at(f"{self._id}: moods"):
            moods = plain_field(field_hints(StateMachineGraph)["moods"], given)
        if isinstance(moods, dict):
            moods |= {name: self._by_ids(moods[name]) for name in ("shares", "matrix") if name in moods}
        self._edit(f"{self._id}: moods", "set_field", element_id=TOP, path="moods", value=moods)

    def _by_ids(self, value: JsonValue) -> JsonValue:
        """Return an object with ids of states in place of their names, and so in objects inside."""
        if not isinstance(value, dict):
            return value
        return {self._target(state): self._by_ids(inner) for state, inner in value.items()}

    def _target(self, named: str) -> str:
        return self._ids.get(named, named)

    def _connect(self, source: str, transitions: Iterable[GivenTransition]) -> None:
        for given in transitions:
            targets = [self._target(each) for each in given.targets]
            ends = f"{source or 'the machine'} to {', '.join(targets) or 'nothing'}"
            where, named = (
                f"{self._id}: transition of {ends}",
                {key: value for key, value in given.named.items() if key != "id"},
            )
            with refusals_at(where):
                fields = plain_fields(field_hints(Edge, ("targets",)), named)
            if "matrix" in fields:
                fields["matrix"] = self._by_ids(fields["matrix"])
            title = "_".join([source or "any", *targets])
            new_id = self._new_id(str(given.named.get("id", "")), {"title": title}, "transition")
            edit: dict[str, object] = {"source": source, "new_ids": [new_id]}
            if targets:
                more = {"targets": targets} if len(targets) > 1 else {}
                self._edit(where, "connect", **edit, target=targets[0], fields={**more, **fields})
            else:
                self._edit(where, "add_reaction", **edit, fields=fields)


def is_node_word(name: str) -> bool:
    """Tell whether built-in nodes of any graph can be given under this name."""
    kinds = builtin_registry().kinds.values()
    return any(kind.id == name for kind in kinds) or any(word == name for _, word in SAID_OTHERWISE)
