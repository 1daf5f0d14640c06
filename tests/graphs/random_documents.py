"""Random documents of all three graph kinds, as hypothesis strategies.

`documents()` gives sound ones: every id in a list names something, the tree rule holds, edges have one
source. Their texts are any texts, their expressions mostly are none, kinds and fields may be unknown: what
holds for them holds for files of other versions and games. `document_values()` gives the same as plain JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from hypothesis import strategies as st

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model import Document, Graph
from graphs.model.curves import CurveShape
from graphs.model.document import FORMAT, VERSION

Json = dict[str, Any]

IDS = st.one_of(
    st.text("abcdefghijkmnpqrstuvwxyz23456789", min_size=1, max_size=4),
    st.sampled_from(["zz", "Z", "0", "_", "a b", "é", "漢", "a.b", "else"]),
)
"""Ids as Mindloom makes them, and some that only a hand would write."""

TEXTS = st.text(st.characters(codec="utf-8"), max_size=5)
"""Any text that UTF-8 can hold: control characters, quotes and line breaks too."""

EXPRESSIONS = st.one_of(
    st.sampled_from(
        [
            "health > 3",
            "speed + 1",
            "not seen",
            "1 +",
            "distance(self, target) < 2",
            "curve urge(health) > 0.5",
            "threat is very high and number(threat) > 1",
        ]
    ),
    TEXTS,
)
LINES = st.lists(st.one_of(st.sampled_from(["health = 3", "raise noise"]), TEXTS), max_size=2)
CONDITION = {
    "if": "health > 3",
    "then": ["health = 2", {"if": "health > 9", "then": ["raise noise"]}],
    "else": ["append health to seen"],
}
BLOCKS = st.one_of(LINES, LINES.map(lambda lines: [*lines, CONDITION]))
NUMBERS = st.one_of(
    st.integers(-(2**70), 2**70), st.integers(-9, 9), st.floats(allow_nan=False, allow_infinity=False)
)
TYPES = st.sampled_from(["bool", "int", "float", "string", "enum", "vector", "entity", "trigger"])
POINTS = st.lists(NUMBERS, min_size=2, max_size=2)

JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)
"""Any JSON value, finite and not deep."""

PARAMETER_VALUES = st.one_of(
    JSON_VALUES, EXPRESSIONS.map(lambda text: {"expr": text}), IDS.map(lambda name: {"variable": name})
)
DURATIONS = st.one_of(NUMBERS, EXPRESSIONS.map(lambda text: {"expr": text}))
PARAMETER_NAMES = st.one_of(st.sampled_from(["speed", "target", "seconds"]), TEXTS)
PARAMETERS = st.dictionaries(PARAMETER_NAMES, PARAMETER_VALUES, max_size=2)
SUPPRESSED = st.dictionaries(st.sampled_from(["W101", "W203", "I303"]), TEXTS, max_size=1)
UNKNOWN = st.dictionaries(st.sampled_from(["glow", "company", "x-y", "Zeta", ""]), JSON_VALUES, max_size=2)

_NODE_FIELDS: Json = {
    "title": TEXTS,
    "note": TEXTS,
    "disabled": st.booleans(),
    "suppress": SUPPRESSED,
    "params": PARAMETERS,
}
NAMES = st.one_of(st.sampled_from(["health", "hunger", "urge", "threat", "high", "low"]), IDS)
CONSIDERATIONS = st.builds(
    lambda score, more: {"score": score, **more},
    EXPRESSIONS,
    st.fixed_dictionaries({}, optional={"weight": NUMBERS}),
)
_SLOTS: Json = {
    "weight": NUMBERS,
    "score": EXPRESSIONS,
    "case": JSON_VALUES,
    "default": st.booleans(),
    "effects": st.dictionaries(NAMES, DURATIONS, max_size=2),
    "duration": DURATIONS,
    "considerations": st.lists(CONSIDERATIONS, max_size=2),
    "feasible": EXPRESSIONS,
    "attempts": st.integers(1, 1000),
    "dropped": st.booleans(),
}


def some_of(fields: Mapping[str, Any], maximum: int = 3) -> st.SearchStrategy[Json]:
    """Draw objects with at most `maximum` of some fields."""
    names = st.lists(st.sampled_from(sorted(fields)), max_size=maximum, unique=True)

    @st.composite
    def drawn(draw: st.DrawFn) -> Json:
        return {name: draw(fields[name]) for name in draw(names)}

    return drawn()


def _known_kinds(graph_kind: GraphKind) -> st.SearchStrategy[str]:
    known = [kind.id for kind in builtin_registry().kinds_of(graph_kind)]
    return st.sampled_from([*known, "from_the_future"])


KINDS: dict[GraphKind, st.SearchStrategy[str]] = {
    "behavior_tree": _known_kinds("behavior_tree"),
    "state_machine": _known_kinds("state_machine"),
    "decision_tree": _known_kinds("decision_tree"),
}
"""The kinds of nodes of each graph kind, and an unknown one at times."""

# Strategies are made once: making them again in every draw takes longer than drawing.
_PICKS = st.integers(0, 999)
_COINS = st.booleans()


ENDS = dict.fromkeys(["on_success", "on_failure", "on_halt", "on_end"], BLOCKS)
PRECONDITIONS = st.builds(
    lambda test, gives: {"test": test, "gives": gives},
    EXPRESSIONS,
    st.sampled_from(["skip", "succeed", "fail", "while"]),
)
ACTIVITIES = st.one_of(
    st.fixed_dictionaries({"action": st.sampled_from(["arrive", "fire", "dance"]), "params": PARAMETERS}),
    some_of(
        {
            "graph": IDS,
            "arguments": PARAMETERS,
            "loop": st.booleans(),
            "every": st.integers(0, 9),
            "commit": st.sampled_from(["none", "until_done"]),
            **ENDS,
        }
    ),
)
GUARDS = st.builds(
    lambda test, more: {"test": test, **more},
    EXPRESSIONS,
    some_of(
        {
            "abort": st.sampled_from(["none", "self", "lower", "both"]),
            "refused": st.sampled_from(["failure", "skipped"]),
        }
    ),
)
SERVICES = st.builds(
    lambda every, more: {"every": every, **more},
    DURATIONS,
    some_of(
        {"jitter": DURATIONS, "guard": EXPRESSIONS, "actions": BLOCKS, "action": IDS, "params": PARAMETERS}
    ),
)
TREE_FIELDS: Json = {
    **_NODE_FIELDS,
    "guard": GUARDS,
    "preconditions": st.lists(PRECONDITIONS, max_size=2),
    **ENDS,
    "services": st.lists(SERVICES, max_size=2),
    "slot": some_of(_SLOTS),
    "test": EXPRESSIONS,
    "actions": BLOCKS,
    "action": st.sampled_from(["arrive", "dance"]),
    "graph": IDS,
    "arguments": PARAMETERS,
    "needs": st.lists(NAMES, max_size=2),
}
STATE_FIELDS: Json = {
    **_NODE_FIELDS,
    "name": TEXTS,
    "activity": ACTIVITIES,
    "entry": BLOCKS,
    "update": BLOCKS,
    "exit": BLOCKS,
    "transient": st.booleans(),
    "status": st.sampled_from(["success", "failure"]),
    "depth": st.sampled_from(["shallow", "deep"]),
    "decision": st.fixed_dictionaries({"graph": IDS, "arguments": PARAMETERS}),
}
EDGE_FIELDS: Json = {
    "event": st.one_of(st.sampled_from(["tick", "always", "noise"]), TEXTS, st.lists(TEXTS, max_size=2)),
    "guard": EXPRESSIONS,
    "actions": BLOCKS,
    "priority": st.integers(-3, 3),
    "internal": st.booleans(),
    "interrupt": st.booleans(),
    "reenter": st.booleans(),
    "after": DURATIONS,
    "delay": DURATIONS,
    "jitter": DURATIONS,
    "recheck": st.booleans(),
    "cooldown": DURATIONS,
    "group": TEXTS,
    "weight": DURATIONS,
    "outcome": TEXTS,
    "else": st.booleans(),
    "title": TEXTS,
    "note": TEXTS,
    "disabled": st.booleans(),
    "suppress": SUPPRESSED,
}
QUESTION_FIELDS: Json = {
    **_NODE_FIELDS,
    "test": EXPRESSIONS,
    "value": JSON_VALUES,
    "inputs": LINES,
    "policy": st.sampled_from(["first", "unique"]),
    "timeout": DURATIONS,
    "graph": IDS,
    "arguments": PARAMETERS,
    "outcome": TEXTS,
    "action": IDS,
}
BRANCH_FIELDS: Json = {
    "when": st.booleans(),
    "upto": NUMBERS,
    "closed": st.booleans(),
    "case": JSON_VALUES,
    "test": EXPRESSIONS,
    "weight": NUMBERS,
    "row": LINES,
    "else": st.booleans(),
}
LAYOUTS = some_of(
    {"at": POINTS, "size": POINTS, "label": POINTS, "collapsed": st.booleans(), "across": st.booleans()}
)
FRAMES = some_of({"at": POINTS, "size": POINTS, "title": TEXTS, "text": TEXTS})
VARIABLES = st.builds(
    lambda kind, more: {"type": kind, **more},
    TYPES,
    some_of(
        {
            "default": JSON_VALUES,
            "scope": st.sampled_from(["agent", "world"]),
            "min": NUMBERS,
            "max": NUMBERS,
            "unit": TEXTS,
            "values": LINES,
            "latched": st.one_of(st.booleans(), NUMBERS),
            "rise": NUMBERS,
            "note": TEXTS,
        }
    ),
)
GRAPH_PARAMETERS = st.builds(
    lambda kind, direction, more: {"type": kind, "direction": direction, **more},
    TYPES,
    st.sampled_from(["in", "out", "inout"]),
    some_of({"default": JSON_VALUES, "values": LINES, "min": NUMBERS, "unit": TEXTS, "note": TEXTS}),
)
_SHAPES = st.sampled_from(get_args(CurveShape))
CURVES = st.one_of(
    st.sampled_from(
        [
            {},
            {"shape": "logistic", "at": [0.5]},
            {"shape": "triangle", "at": [0, 1, 2]},
            {"shape": "left_shoulder", "high": 9, "at": [0, 2, 5]},
            {"shape": "steps", "points": [[0, 0], [1, 0.5]]},
        ]
    ),
    some_of(
        {
            "shape": _SHAPES,
            "low": NUMBERS,
            "high": NUMBERS,
            "bottom": NUMBERS,
            "top": NUMBERS,
            "at": st.lists(NUMBERS, max_size=4),
            "power": NUMBERS,
            "slope": NUMBERS,
            "width": NUMBERS,
            "points": st.lists(POINTS, max_size=3),
            "axis": TEXTS,
            "note": TEXTS,
        }
    ),
)
"""Response curves, most of them damaged."""
_AXIS: Json = {
    "low": NUMBERS,
    "high": NUMBERS,
    "unit": TEXTS,
    "sets": st.dictionaries(NAMES, CURVES, max_size=2),
    "note": TEXTS,
}
SHEETS = some_of(
    {
        "title": TEXTS,
        "note": TEXTS,
        "inputs": st.dictionaries(NAMES, some_of({**_AXIS, "value": EXPRESSIONS}), max_size=2),
        "outputs": st.dictionaries(
            NAMES,
            some_of(
                {**_AXIS, "number": st.sampled_from(["average", "centroid"]), "samples": st.integers(-1, 60)}
            ),
            max_size=2,
        ),
        "rules": st.lists(
            some_of(
                {
                    "when": EXPRESSIONS,
                    "output": NAMES,
                    "then": NAMES,
                    "disabled": st.booleans(),
                    "note": TEXTS,
                }
            ),
            max_size=2,
        ),
    }
)
EVENTS = some_of({"payload": st.dictionaries(IDS, TYPES, max_size=2), "note": TEXTS})


TREE_NODES = some_of(TREE_FIELDS)
STATES = some_of(STATE_FIELDS)
EDGES = some_of(EDGE_FIELDS)
QUESTIONS = some_of(QUESTION_FIELDS)
BRANCHES = some_of(BRANCH_FIELDS, 2)
_VARIABLE_LISTS = st.dictionaries(IDS, VARIABLES, max_size=2)
_EVENT_LISTS = st.dictionaries(IDS, EVENTS, max_size=2)
_CURVE_LISTS = st.dictionaries(NAMES, CURVES, max_size=2)
_SHEET_LISTS = st.dictionaries(NAMES, SHEETS, max_size=1)
_GRAPHS = some_of(
    {
        "note": TEXTS,
        "parameters": st.dictionaries(IDS, GRAPH_PARAMETERS, max_size=2),
        "notes": st.dictionaries(IDS, FRAMES, max_size=1),
        "variables": _VARIABLE_LISTS,
    }
)

_ID_LISTS = {size: st.lists(IDS, max_size=size, unique=True) for size in range(41)}


def picked(draw: st.DrawFn, choices: Sequence[Any]) -> Any:
    """Draw one of some values."""
    return choices[draw(_PICKS) % len(choices)]


@st.composite
def forests(draw: st.DrawFn, maximum: int = 6) -> tuple[list[str], dict[str, list[str]]]:
    """Draw ids, at most 40, and the ordered children of each; the tops are the children of ""."""
    ids = draw(_ID_LISTS[maximum])
    children: dict[str, list[str]] = {"": [], **{item: [] for item in ids}}
    for place, each in enumerate(ids):
        siblings = children[picked(draw, ["", *ids[:place]])]
        siblings.insert(draw(_PICKS) % (len(siblings) + 1), each)
    return ids, children


@st.composite
def behavior_trees(draw: st.DrawFn, maximum: int = 6, unknown: bool = True) -> Json:
    """Draw a behavior tree as it stands in a file."""
    ids, children = draw(forests(maximum))
    nodes = {item: _record(draw, TREE_NODES, unknown) for item in ids}
    for each in ids:
        _put(nodes[each], "kind", draw(KINDS["behavior_tree"]))
        _put(nodes[each], "children", children[each])
    return _tree(draw, "behavior_tree", nodes, children[""], unknown)


@st.composite
def decision_trees(draw: st.DrawFn, maximum: int = 6, unknown: bool = True) -> Json:
    """Draw a decision tree; its branches may merge, and some have no child yet."""
    ids, children = draw(forests(maximum))
    nodes = {item: _record(draw, QUESTIONS, unknown) for item in ids}
    tops = children[""]
    for place, each in enumerate(ids):
        below = [None, *(other for other in ids[place + 1 :] if other not in tops)]
        targets = [*children[each], *([picked(draw, below)] if draw(_COINS) else [])]
        branches = [{**draw(BRANCHES), "child": target} for target in targets]
        _put(nodes[each], "kind", draw(KINDS["decision_tree"]))
        _put(nodes[each], "branches", [_without_none(branch, "child") for branch in branches])
    return _tree(draw, "decision_tree", nodes, tops, unknown)


@st.composite
def state_machines(draw: st.DrawFn, maximum: int = 6, unknown: bool = True) -> Json:
    """Draw a machine with edges between any of its states, and from any state."""
    ids, children = draw(forests(maximum))
    nodes = {item: _record(draw, STATES, unknown) for item in ids}
    edge_ids = [entry for entry in draw(_ID_LISTS[maximum]) if entry not in nodes]
    transitions: dict[str, list[str]] = {value: [] for value in ("", *ids)}
    edges = {}
    for edge_id in edge_ids:
        edges[edge_id] = _record(draw, EDGES, unknown)
        _put(edges[edge_id], "targets", _some_ids(draw, ids))
        if draw(_PICKS) % 8 == 0:
            edges[edge_id]["matrix"] = _matrix(draw, ids)
        transitions[picked(draw, ["", *ids])].append(edge_id)
    for each in ids:
        _put(nodes[each], "kind", draw(KINDS["state_machine"]))
        _put(nodes[each], "children", children[each])
        _put(nodes[each], "transitions", transitions[each])
        _put(nodes[each], "initial", _initial(draw, children[each]))
        _put(nodes[each], "default", _initial(draw, ids))
    graph = {"kind": "state_machine", "nodes": nodes, "edges": edges}
    graph.update(_graph_fields(draw, [*ids, *edge_ids], unknown))
    _put(graph, "children", children[""])
    _put(graph, "transitions", transitions[""])
    _put(graph, "initial", _initial(draw, children[""]))
    if draw(_PICKS) % 4 == 0:
        graph["moods"] = _moods(draw, children[""])
    return graph


def _moods(draw: st.DrawFn, ids: Sequence[str]) -> Json:
    return {
        "shares": {state: draw(NAMES) for state in ids if draw(_COINS)},
        "matrix": _matrix(draw, ids),
        **draw(_MOOD_FIELDS),
    }


_MOOD_FIELDS = some_of({"every": NUMBERS, "pick": st.sampled_from(["largest", "draw"])})


def _matrix(draw: st.DrawFn, ids: Sequence[str]) -> Json:
    return {state: {to: draw(NUMBERS) for to in _some_ids(draw, ids)} for state in _some_ids(draw, ids)}


def graph_values(maximum: int = 6, unknown: bool = True) -> st.SearchStrategy[Json]:
    """Draw graphs of any kind as they stand in a file."""
    return st.one_of(
        behavior_trees(maximum, unknown), state_machines(maximum, unknown), decision_trees(maximum, unknown)
    )


@st.composite
def document_values(
    draw: st.DrawFn, graphs: int = 2, nodes: int = 6, unknown: bool = True, calls_resolve: bool = False
) -> Json:
    """Draw whole documents as plain JSON.

    `graphs` and `nodes` bound their number, the latter per graph. Without `unknown` there are only fields
    that the model knows. With `calls_resolve` every call names a graph of the document.
    """
    drawn = {each: draw(graph_values(nodes, unknown)) for each in draw(_ID_LISTS[graphs])}
    value = {
        **(draw(UNKNOWN) if unknown else {}),
        "format": FORMAT,
        "version": VERSION,
        "graphs": drawn,
        "variables": draw(_VARIABLE_LISTS),
        "events": draw(_EVENT_LISTS),
    }
    for name, entries in (("curves", _CURVE_LISTS), ("sheets", _SHEET_LISTS)):
        if draw(_PICKS) % 3 == 0:
            value[name] = draw(entries)
    _put(value, "root", picked(draw, [None, *drawn]))
    if calls_resolve:
        _resolve_calls(value)
    return value


def documents(
    graphs: int = 2, nodes: int = 6, unknown: bool = True, calls_resolve: bool = False
) -> st.SearchStrategy[Document]:
    """Draw whole documents; see `document_values` for the parameters."""
    return document_values(graphs, nodes, unknown, calls_resolve).map(document_from_value)


def graphs_of_kind(kind: GraphKind, maximum: int = 6, unknown: bool = True) -> st.SearchStrategy[Graph]:
    """Draw graphs of one kind as the model has them."""
    drawers = {
        "behavior_tree": behavior_trees,
        "state_machine": state_machines,
        "decision_tree": decision_trees,
    }
    return drawers[kind](maximum, unknown).map(
        lambda value: document_from_value(
            {"format": FORMAT, "version": VERSION, "graphs": {"g": value}}
        ).graphs["g"]
    )


def document_from_value(value: Mapping[str, Any]) -> Document:
    """Return the document that a JSON value stands for, by the model alone."""
    return Document.model_validate_json(json.dumps(value))


def _record(draw: st.DrawFn, fields: st.SearchStrategy[Json], unknown: bool) -> Json:
    more = draw(UNKNOWN) if unknown and draw(_COINS) else {}
    return {**more, **draw(fields)}


def _graph_fields(draw: st.DrawFn, elements: Sequence[str], unknown: bool) -> Json:
    marked = {picked(draw, ["", *elements]): draw(LAYOUTS) for _ in range(draw(_PICKS) % 4)}
    return {
        **(draw(UNKNOWN) if unknown else {}),
        "title": draw(TEXTS),
        **draw(_GRAPHS),
        "layout": marked,
    }


def _tree(draw: st.DrawFn, kind: str, nodes: Json, tops: list[str], unknown: bool) -> Json:
    graph = {"kind": kind, "nodes": nodes, **_graph_fields(draw, [*nodes], unknown)}
    rooted = bool(tops) and draw(_COINS)
    _put(graph, "root", tops[0] if rooted else None)
    _put(graph, "loose", tops[1:] if rooted else tops)
    return graph


def _initial(draw: st.DrawFn, ids: Sequence[str]) -> object:
    form = draw(_PICKS) % 3
    if not ids or form == 0:
        return None
    if form == 1:
        return picked(draw, ids)
    return {"targets": _some_ids(draw, ids), "actions": draw(BLOCKS)}


def _some_ids(draw: st.DrawFn, ids: Sequence[str]) -> list[str]:
    return [*dict.fromkeys(picked(draw, ids) for _ in range(draw(_PICKS) % 3))] if ids else []


def _put(record: Json, name: str, value: object) -> None:
    if value not in (None, []):
        record[name] = value


def _without_none(record: Json, name: str) -> Json:
    return {key: value for key, value in record.items() if key != name or value is not None}


def _resolve_calls(value: Json) -> None:
    names = [*value["graphs"]]
    for graph in value["graphs"].values():
        for node in graph["nodes"].values():
            for holder in (node, node.get("activity", {}), node.get("decision", {})):
                if "graph" in holder and isinstance(holder["graph"], str):
                    holder["graph"] = names[len(holder["graph"]) % len(names)]
