"""Make random machines of everything in section 4: hierarchies, regions, histories, choices, events,
polls, interrupts, timing, groups, delayed events and activities. What they call is in `called_graphs`, and
what is drawn can be compiled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from graphs.model.graph_parts import END_FIELDS
from tests.runtime.lone_brain import noted, scripted

VARIABLES = {
    "n": {"type": "int"},
    "on": {"type": "bool", "default": True},
    "dice": {"type": "int"},
    "gap": {"type": "float", "default": 0.04},
    "alarm": {"type": "trigger"},
}

EVENTS = {
    "one": {"payload": {"x": "int"}},
    "two": {},
    "two.more": {},
}

LINES = st.sampled_from(
    [
        "n = n + 1",
        "on = not on",
        "dice = random_int(1, 6)",
        "raise two",
        "raise two.more",
        "raise one(x = n) after 0.03 as late",
        "raise two after gap",
        "cancel late",
        "set alarm",
        "n = n % 7",
        "gap = 1 / n",
    ]
)

CONDITIONS = st.builds(
    lambda then, otherwise: ["if n % 2 == 0 or alarm:", f"    {then}", "else:", f"    {otherwise}"],
    LINES,
    LINES,
)

BLOCKS = st.lists(LINES, max_size=2) | CONDITIONS

ENDS: st.SearchStrategy[dict[str, list[str]]] = st.one_of(
    st.just({}), st.dictionaries(st.sampled_from(END_FIELDS), BLOCKS, max_size=2)
)
"""Lines at the ends of an activity."""

ACTIVITIES = st.one_of(
    st.none(),
    st.none(),
    st.builds(
        lambda script, loop: {
            "action": "scripted",
            "params": scripted(script, script)["params"],
            "loop": loop,
        },
        st.text("RRSFX", min_size=1, max_size=4),
        st.booleans(),
    ),
    st.just({"graph": "tree"}),
    st.just({"graph": "inner"}),
    st.builds(
        lambda loop, every, commit: {"graph": "run", "loop": loop, "every": every, "commit": commit},
        st.booleans(),
        st.sampled_from([1, 1, 3, 0]),
        st.sampled_from(["none", "until_done"]),
    ),
)

EVENT_NAMES = st.sampled_from(["tick", "tick", "one", "two", "two.more", "*", "done", "error.execution"])

GUARDS = st.sampled_from(
    [
        None,
        "on",
        "n % 3 == 0",
        "dice > 3",
        "1 / n > 0",
        "state_time > 0.03",
        "alarm",
        "on and dice < 5 or n > 4",
        "received(one) and last(one).x == 1",
        "self.radius < 1 + time",
        'word_is_true("near")',
        'word_is_true("lost")',
    ]
)

TIMES = st.sampled_from([0, 0.02, 0.05, {"expr": "gap"}, {"expr": "1 / n"}])


@dataclass
class Skeleton:
    """Hold the hierarchy of a machine under construction: its real states, in document order.

    `parents` names the state around each, None at the top; `level` counts those around it.
    """

    names: list[str]
    parents: dict[str, str | None] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)
    level: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    initials: set[str] = field(default_factory=set)

    @property
    def top(self) -> list[str]:
        """Return the states at the top."""
        return [name for name in self.names if self.parents[name] is None]

    def around(self, name: str) -> list[str]:
        """Return a state and the states around it, innermost first."""
        chain = [name]
        while (parent := self.parents[chain[-1]]) is not None:
            chain.append(parent)
        return chain

    def below(self, name: str) -> list[str]:
        """Return the states in a state, without itself."""
        return [other for other in self.names if name in self.around(other)[1:]]


@st.composite
def skeletons(draw: st.DrawFn) -> Skeleton:
    """Draw up to ten states in up to three levels, some of them parallel, final or choices."""
    shape = Skeleton([f"s{number}" for number in range(draw(st.integers(1, 10)))])
    for place, name in enumerate(shape.names):
        parent = draw(
            st.sampled_from([None, *(each for each in shape.names[:place] if shape.level[each] < 2)])
        )
        shape.parents[name], shape.children[name] = parent, []
        shape.level[name] = 0 if parent is None else shape.level[parent] + 1
        if parent is not None:
            shape.children[parent].append(name)
    for name in shape.names:
        parent = shape.parents[name]
        in_parallel = parent is not None and shape.kinds[parent] == "parallel"
        kinds = ["state", "state", "parallel"] if shape.children[name] else ["state"] * 6
        if not shape.children[name] and not in_parallel and name != shape.names[0]:
            kinds += ["final", "choice"]
        shape.kinds[name] = draw(st.sampled_from(kinds))
    owners = [None, *(name for name in shape.names if shape.kinds[name] == "state" and shape.children[name])]
    for owner in owners:
        inside = shape.top if owner is None else shape.children[owner]
        initial = shape.names[0] if owner is None else draw(st.sampled_from(inside))
        shape.initials.add(initial)
    return shape


@st.composite
def machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine graph."""
    shape = draw(skeletons())
    nodes = {name: _state(draw, shape, name) for name in shape.names}
    for owner in shape.names:
        if shape.children[owner] and draw(st.integers(0, 2)) == 0:
            nodes[f"h{owner}"] = _history(draw, shape, owner)
            nodes[owner]["children"].insert(draw(st.integers(0, 1)), f"h{owner}")
    edges = _Edges(draw, shape, nodes)
    edges.draw_all()
    _disable(draw, shape, nodes, edges.edges)
    return {
        "kind": "state_machine",
        "children": shape.top,
        "initial": shape.names[0],
        "nodes": nodes,
        "edges": edges.edges,
        "transitions": edges.own,
    }


def _state(draw: st.DrawFn, shape: Skeleton, name: str) -> dict[str, Any]:
    kind = shape.kinds[name]
    node: dict[str, Any] = {"kind": kind, "name": name, "entry": [noted(f"+{name}"), *draw(BLOCKS)]}
    if kind == "final":
        return {**node, "status": draw(st.sampled_from(["success", "failure"]))}
    node["exit"] = [noted(f"-{name}"), *draw(BLOCKS)]
    if kind == "choice":
        return node
    node["update"] = draw(BLOCKS)
    node["transient"] = draw(st.integers(0, 5)) == 0
    if shape.children[name]:
        node["children"] = list(shape.children[name])
    if shape.children[name] and kind == "state":
        (initial,) = shape.initials.intersection(shape.children[name])
        node["initial"] = {"targets": [initial], "actions": draw(BLOCKS)} if draw(st.booleans()) else initial
    activity = draw(ACTIVITIES)
    if activity is not None:
        node["activity"] = {**activity, **draw(ENDS)}
    return node


def _history(draw: st.DrawFn, shape: Skeleton, owner: str) -> dict[str, Any]:
    default = draw(st.sampled_from(shape.below(owner)))
    actions = draw(BLOCKS)
    return {
        "kind": "history",
        "depth": draw(st.sampled_from(["shallow", "deep"])),
        "default": {"targets": [default], "actions": actions} if actions else default,
    }


class _Edges:
    """Draw the transitions of a machine into its nodes."""

    def __init__(self, draw: st.DrawFn, shape: Skeleton, nodes: dict[str, Any]) -> None:
        self.draw = draw
        self.shape = shape
        self.nodes = nodes
        self.edges: dict[str, Any] = {}
        self.own: list[str] = []
        self._targets = st.sampled_from(list(nodes))

    def draw_all(self) -> None:
        """Draw branches of choices, then up to ten transitions or weighted groups."""
        kinds = self.shape.kinds
        for name in self.shape.names:
            if kinds[name] == "choice":
                self._add_branches(name)
        sources = [None, *(name for name in self.shape.names if kinds[name] in ("state", "parallel"))]
        for _ in range(self.draw(st.integers(0, 10))):
            source = self.draw(st.sampled_from(sources))
            edge = self._edge(source)
            if self.draw(st.integers(0, 4)) == 0:
                self._add_group(source, edge)
            else:
                self._add(source, edge)

    def _add(self, source: str | None, edge: dict[str, Any]) -> None:
        key = f"t{len(self.edges)}"
        self.edges[key] = edge
        lists = self.own if source is None else self.nodes[source].setdefault("transitions", [])
        lists.append(key)

    def _add_branches(self, choice: str) -> None:
        """Let a choice ask its own guards, or a decision tree."""
        if self.draw(st.booleans()):
            self.nodes[choice]["decision"] = {"graph": "ask"}
            told = self.draw(st.lists(st.sampled_from(["left", "right", "nobody"]), max_size=3))
            branches: list[dict[str, Any]] = [{"outcome": outcome} for outcome in told]
        else:
            guards = self.draw(st.lists(GUARDS, max_size=2))
            branches = [{} if guard is None else {"guard": guard} for guard in guards]
        for branch in [*branches, {"else": True}]:
            self._add(choice, {"targets": [self.draw(self._targets)], "actions": self.draw(BLOCKS), **branch})

    def _add_group(self, source: str | None, edge: dict[str, Any]) -> None:
        name = f"g{len(self.edges)}"
        for _ in range(self.draw(st.integers(1, 3))):
            member = {
                **edge,
                "group": name,
                "weight": self.draw(st.sampled_from([0, 1, 2.5, {"expr": "gap"}])),
            }
            member["targets"] = self.draw(st.lists(self._targets, max_size=1))
            guard = self.draw(GUARDS)
            member.pop("guard", None)
            if guard is not None:
                member["guard"] = guard
            self._add(source, member)

    def _edge(self, source: str | None) -> dict[str, Any]:
        draw, shape = self.draw, self.shape
        compound = source is None or (shape.kinds[source] == "state" and bool(shape.children[source]))
        edge: dict[str, Any] = {"event": draw(EVENT_NAMES), "actions": draw(BLOCKS)}
        edge["targets"] = draw(st.one_of(st.lists(self._targets, max_size=1), self._pairs()))
        edge["priority"] = draw(st.integers(0, 2))
        edge["internal"] = draw(st.booleans())
        edge["interrupt"] = compound and draw(st.booleans())
        edge["reenter"] = draw(st.integers(0, 3)) == 0
        for key in ("after", "cooldown", "delay"):
            if draw(st.integers(0, 4)) == 0:
                edge[key] = draw(TIMES)
        if "delay" in edge:
            edge["recheck"] = draw(st.booleans())
            edge["jitter"] = draw(st.sampled_from([0, 0.02]))
        if not edge["interrupt"] and draw(st.integers(0, 7)) == 0:
            edge["event"] = "always"
        guard = draw(GUARDS)
        if guard is not None:
            edge["guard"] = guard
        return edge

    def _pairs(self) -> st.SearchStrategy[list[str]]:
        """Return two targets in different regions of a parallel state, or none where there is none such."""
        shape = self.shape
        pairs = [
            [each, other]
            for place, each in enumerate(shape.names)
            for other in shape.names[place + 1 :]
            if _in_different_regions(shape, each, other)
        ]
        return st.sampled_from(pairs) if pairs else st.just([])


def _in_different_regions(shape: Skeleton, one: str, other: str) -> bool:
    around = shape.around(one)
    if other in around or one in shape.around(other):
        return False
    common = next((name for name in around if name in shape.around(other)), None)
    return common is not None and shape.kinds[common] == "parallel"


def _disable(draw: st.DrawFn, shape: Skeleton, nodes: dict[str, Any], edges: dict[str, Any]) -> None:
    """Disable a state now and then, where nothing has to lead into it."""
    needed = set(shape.initials)
    for node in nodes.values():
        if node["kind"] == "history":
            default = node["default"]
            needed.update([default] if isinstance(default, str) else default["targets"])
    for edge in edges.values():
        if edge.get("else"):
            needed.update(edge["targets"])
    needed |= {f"h{owner}" for owner in shape.names} & needed
    kept = {name for each in needed if each in shape.parents for name in shape.around(each)}
    kept |= {name for item in needed if item not in shape.parents for name in shape.around(item[1:])}
    free = [name for name in shape.names if name not in kept]
    if free and draw(st.integers(0, 3)) == 0:
        nodes[draw(st.sampled_from(free))]["disabled"] = True


@st.composite
def waiting_machines(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a machine in which many transitions wait for a delay."""
    graph: dict[str, Any] = draw(machines())
    states = graph["nodes"].values()
    branches = {key for state in states if state["kind"] == "choice" for key in state.get("transitions", ())}
    for key, edge in graph["edges"].items():
        if key not in branches and "group" not in edge and draw(st.booleans()):
            edge.setdefault("delay", draw(st.sampled_from([0.02, 0.05])))
    return graph


POSTS = st.lists(
    st.sampled_from([(), ("one",), ("two",), ("two.more", "one"), ("two", "two")]), min_size=30, max_size=30
)
"""Names of the events posted before each of 30 ticks."""
