"""List documents with damaged curves, sheets, goals and moods, each with one almost like it."""

from __future__ import annotations

from typing import Any

from graphs.model import Document
from tests.graphs.builders import document_of, machine, tree
from tests.graphs.validation.coded_documents import Case

FLOAT = {"type": "float", "default": 0}
FLOATS: dict[str, Any] = dict.fromkeys(("hp", "hunger", "thirst", "joy", "anger"), FLOAT) | {
    "count": {"type": "int"},
    "shared": {"type": "float", "scope": "world"},
}
LOW: dict[str, Any] = {"shape": "left_shoulder", "at": [0, 2, 5]}
HIGH: dict[str, Any] = {"shape": "right_shoulder", "at": [2, 5, 9]}
SETS: dict[str, Any] = {"low": LOW, "high": HIGH}
LEAF = tree({"r": "succeed"})


def curved(curve: dict[str, Any], name: str = "urge") -> Document:
    """Return a document with one curve."""
    return document_of(LEAF, curves={name: curve})


def sheeted(
    rule: dict[str, Any] | None = None,
    *,
    inputs: dict[str, Any] | None = None,
    outputs: dict[str, Any] | None = None,
    more: dict[str, Any] | None = None,
) -> Document:
    """Return a document with a sheet of the input hp, the output threat and one rule."""
    sheet = {
        "inputs": inputs or {"hp": {"low": 0, "high": 9, "sets": SETS}},
        "outputs": outputs or {"threat": {"low": 0, "high": 9, "sets": SETS}},
        "rules": [{"when": "hp is low", "output": "threat", "then": "high", **(rule or {})}],
    }
    return document_of(LEAF, variables=FLOATS, sheets={"danger": sheet, **(more or {})})


def set_of(curve: dict[str, Any], name: str = "low") -> Document:
    """Return such a document with another set."""
    return sheeted({"when": "hp > 1"}, inputs={"hp": {"high": 9, "sets": {name: curve}}}, outputs=None)


def weighing(
    slot: dict[str, Any] | None = None, needs: tuple[str, ...] = ("hunger",), by: str = "discontentment"
) -> Document:
    """Return a goal selector with one child."""
    nodes = {
        "r": {"kind": "goal_selector", "needs": needs, "params": {"by": by}, "children": ["n", "o"]},
        "n": {"kind": "succeed", "slot": slot or {}},
        "o": {"kind": "succeed", "slot": {"considerations": [{"score": "0.5"}]}},
    }
    return document_of(tree(nodes), variables=FLOATS)


def planning(slot: dict[str, Any]) -> Document:
    """Return a strategy with one goal."""
    nodes = {"r": {"kind": "strategy", "children": ["n"]}, "n": {"kind": "succeed", "slot": slot}}
    return document_of(tree(nodes), variables=FLOATS)


SHARES = {"calm": "joy", "angry": "anger"}


def moody(
    edge: dict[str, Any] | None = None,
    inner: dict[str, Any] | None = None,
    states: dict[str, Any] | None = None,
    variables: dict[str, Any] | None = None,
    **moods: Any,
) -> Document:
    """Return a machine with the moods calm and angry, a transition t of its own, one in calm."""
    nodes: dict[str, Any] = {
        "calm": {"kind": "state", "children": ["a", "b"], "initial": "a"},
        "a": {"kind": "state", "transitions": ["u"]},
        "b": {"kind": "state"},
        "angry": {"kind": "state"},
        **(states or {}),
    }
    edges = {
        "t": {"guard": "hp > 1", **(edge or {})},
        "u": {"targets": ["b"], "guard": "hp > 2", **(inner or {})},
    }
    graph = machine(
        nodes,
        edges,
        transitions=["t"],
        initial=None,
        moods={"shares": SHARES, **moods},
        variables=variables or {},
    )
    return document_of(graph, variables=FLOATS)


def plain(edge: dict[str, Any]) -> Document:
    """Return a machine without moods."""
    graph = machine({"a": "state"}, {"t": {"guard": "hp > 1", **edge}}, transitions=["t"])
    return document_of(graph, variables=FLOATS)


def rising(**fields: Any) -> Document:
    """Return a document with one variable that rises."""
    return document_of(LEAF, variables={"x": {"type": "float", "rise": 1, **fields}})


MOST = {f"set{number}": LOW for number in range(9)}
INPUT = {"high": 9, "sets": SETS}
OUTPUT = {"threat": {"high": 9, "sets": SETS}}
CHAIN = {"outputs": {"mood": {"high": 9, "sets": SETS}}}
THREAT = "sheets.danger.outputs.threat"
MATRIX = {"calm": {"calm": 0.5, "angry": 0.5}, "angry": {"angry": 1}}

CURVES: list[Case] = [
    (
        "E063",
        "curves.urge.at",
        curved({"shape": "triangle", "at": [1, 2]}),
        curved({"shape": "triangle", "at": [0, 1, 2]}),
    ),
    (
        "E063",
        "curves.urge.points",
        curved({"shape": "points"}),
        curved({"shape": "points", "points": [[0, 1]]}),
    ),
    ("E063", "curves.urge.high", curved({"low": 2}), curved({"low": 0.5})),
    (
        "E063",
        "curves.urge.power",
        curved({"shape": "polynomial", "power": 0.3}),
        curved({"shape": "polynomial", "power": 0.5}),
    ),
    ("E063", "curves.urge.high", curved({"high": 1e-10}), curved({"high": 1e-8})),
    ("E063", "curves.urge.top", curved({"top": 1e13}), curved({"top": 1e12})),
    ("E064", "sheets.danger.inputs.hp.high", sheeted(inputs={"hp": {**INPUT, "high": 1e13}}), sheeted()),
    ("E066", "variables.x.rise", rising(rise=1e13), rising(rise=-1)),
    ("E061", "curves.my urge", curved({}, "my urge"), curved({})),
    ("E061", "curves.time", curved({}, "time"), curved({}, "times")),
    ("E063", "sheets.danger.inputs.hp.sets.low.at", set_of({"shape": "triangle"}), set_of(LOW)),
    ("E064", "sheets.danger.inputs.hp.sets.low", set_of({**LOW, "top": 2}), set_of(LOW)),
    ("E061", "sheets.danger.inputs.hp.sets.very", set_of(LOW, "very"), set_of(LOW, "verylow")),
    ("E061", "sheets.danger.inputs.hp.sets.a b", set_of(LOW, "a b"), set_of(LOW, "ab")),
    (
        "E061",
        "sheets.danger.inputs.self",
        sheeted({"when": "hp > 1"}, inputs={"self": {**INPUT, "value": "hp"}}),
        sheeted({"when": "hp > 1"}, inputs={"self_": {**INPUT, "value": "hp"}}),
    ),
    ("E061", "sheets.danger.outputs.hp", sheeted({"output": "hp"}, outputs={"hp": INPUT}), sheeted()),
    (
        "E061",
        "sheets.other.inputs.hp",
        sheeted(more={"other": {"inputs": {"hp": INPUT}}}),
        sheeted(more={"other": {"inputs": {"hunger": INPUT}}}),
    ),
    (
        "E064",
        "sheets.danger.inputs.hp.sets",
        sheeted({"when": "hp > 1"}, inputs={"hp": {**INPUT, "sets": {**MOST, "low": LOW}}}),
        sheeted({"when": "hp > 1"}, inputs={"hp": {**INPUT, "sets": MOST}}),
    ),
    (
        "E064",
        "sheets.danger.inputs.hp.high",
        sheeted(inputs={"hp": {**INPUT, "low": 9}}),
        sheeted(inputs={"hp": INPUT}),
    ),
    (
        "E064",
        f"{THREAT}.samples",
        sheeted(outputs={"threat": {**INPUT, "samples": 1}}),
        sheeted(outputs={"threat": {**INPUT, "samples": 2}}),
    ),
    (
        "E064",
        f"{THREAT}.samples",
        sheeted(outputs={"threat": {**INPUT, "samples": 51}}),
        sheeted(outputs={"threat": {**INPUT, "samples": 50}}),
    ),
    ("E065", "sheets.danger.rules.0.output", sheeted({"output": "treat"}), sheeted()),
    ("E065", "sheets.danger.rules.0.then", sheeted({"then": "hight"}), sheeted()),
    (
        "E065",
        "sheets.danger.rules.0.output",
        sheeted({"output": "mood"}, more={"other": CHAIN}),
        sheeted(more={"other": CHAIN}),
    ),
    ("E101", "sheets.danger.rules.0.when", sheeted({"when": " "}), sheeted({"when": " ", "disabled": True})),
    (
        "E102",
        "sheets.danger.rules.0.when",
        sheeted({"when": "hp is low and hq > 1"}),
        sheeted({"when": "hp is low and hp > 1"}),
    ),
    ("E103", "sheets.danger.rules.0.when", sheeted({"when": "hp is lower"}), sheeted()),
    ("E103", "sheets.danger.rules.0.when", sheeted({"when": "hp is low and"}), sheeted()),
    (
        "E103",
        "sheets.danger.rules.0.when",
        sheeted({"when": "threat is low"}),
        sheeted({"when": "hp is high"}),
    ),
    (
        "E102",
        "sheets.danger.inputs.far.value",
        sheeted({"when": "hp > 1"}, inputs={"far": INPUT}),
        sheeted({"when": "hp > 1"}, inputs={"hp": INPUT}),
    ),
    (
        "E103",
        "sheets.danger.inputs.hp.value",
        sheeted(inputs={"hp": {**INPUT, "value": "hp is low"}}),
        sheeted(inputs={"hp": {**INPUT, "value": "hunger"}}),
    ),
    (
        "E103",
        "sheets.danger.inputs.hp.value",
        sheeted({"when": "hp > 1"}, inputs={"hp": {**INPUT, "value": "true"}}),
        sheeted({"when": "hp > 1"}, inputs={"hp": {**INPUT, "value": "count"}}),
    ),
    ("E066", "variables.x.rise", rising(type="int"), rising()),
    ("E066", "variables.x.rise", rising(scope="world"), rising()),
    (
        "E066",
        "graphs.g.variables.x.rise",
        document_of(tree({"r": "succeed"}, variables={"x": {"type": "float", "rise": 1}})),
        document_of(tree({"r": "succeed"}, variables={"x": {"type": "float"}})),
    ),
]

GOALS: list[Case] = [
    ("E102", "graphs.g.nodes.r.needs.0", weighing(needs=("hungry",)), weighing()),
    ("E070", "graphs.g.nodes.r.needs.0", weighing(needs=("count",)), weighing()),
    (
        "E070",
        "graphs.g.nodes.r.needs.1",
        weighing(needs=("hunger", "hunger")),
        weighing(needs=("hunger", "thirst")),
    ),
    (
        "E071",
        "graphs.g.nodes.n.slot.effects.thirst",
        weighing({"effects": {"thirst": -1}}),
        weighing({"effects": {"hunger": -1}}),
    ),
    (
        "E103",
        "graphs.g.nodes.n.slot.effects.hunger.expr",
        weighing({"effects": {"hunger": {"expr": "hp > 1"}}}),
        weighing({"effects": {"hunger": {"expr": "hp"}}}),
    ),
    (
        "E103",
        "graphs.g.nodes.n.slot.duration.expr",
        weighing({"duration": {"expr": "true"}}),
        weighing({"duration": {"expr": "count"}}),
    ),
    ("E022", "graphs.g.nodes.n.slot.duration", weighing({"duration": -1}), weighing({"duration": 1})),
    (
        "E103",
        "graphs.g.nodes.n.slot.considerations.0.score",
        weighing({"considerations": [{"score": "hp > 1"}]}),
        weighing({"considerations": [{"score": "hp"}]}),
    ),
    (
        "E101",
        "graphs.g.nodes.n.slot.considerations.0.score",
        weighing({"considerations": [{"score": ""}]}),
        weighing({"considerations": [{"score": "hp"}]}),
    ),
    (
        "E022",
        "graphs.g.nodes.n.slot.considerations.0.weight",
        weighing({"considerations": [{"score": "1", "weight": -1}]}),
        weighing({"considerations": [{"score": "1"}]}),
    ),
    (
        "E103",
        "graphs.g.nodes.n.slot.feasible",
        planning({"score": "1", "feasible": "hp"}),
        planning({"score": "1", "feasible": "hp > 1"}),
    ),
    ("E023", "graphs.g.nodes.n.slot.score", planning({}), planning({"score": "hp"})),
    (
        "E072",
        "graphs.g.nodes.n.slot.considerations",
        weighing(by="product"),
        weighing({"considerations": [{"score": "hp"}]}, by="product"),
    ),
    (
        "E072",
        "graphs.g.nodes.n.slot.considerations",
        weighing({"considerations": [{"score": "hp", "weight": 0}]}, by="sum"),
        weighing({"considerations": [{"score": "hp", "weight": 0}]}, by="product"),
    ),
    (
        "E072",
        "graphs.g.nodes.r.needs",
        weighing(needs=()),
        weighing({"considerations": [{"score": "1"}]}, needs=(), by="sum"),
    ),
]

MOODS: list[Case] = [
    ("E075", "graphs.g.moods.shares.angry", moody(shares={"calm": "joy"}), moody()),
    ("E075", "graphs.g.moods.shares.angry", moody(shares={"calm": "joy", "angry": "wrath"}), moody()),
    ("E075", "graphs.g.moods.shares.angry", moody(shares={"calm": "joy", "angry": "count"}), moody()),
    ("E075", "graphs.g.moods.shares.angry", moody(shares={"calm": "joy", "angry": "shared"}), moody()),
    ("E075", "graphs.g.moods.shares.angry", moody(shares={"calm": "joy", "angry": "joy"}), moody()),
    (
        "E075",
        "graphs.g.moods.shares.angry",
        moody(variables={"anger": FLOAT}),
        moody(variables={"wrath": FLOAT}),
    ),
    ("E075", "graphs.g.moods.shares.a", moody(shares={**SHARES, "a": "hp"}), moody()),
    ("E075", "graphs.g.moods.shares.gone", moody(shares={**SHARES, "gone": "hp"}), moody()),
    (
        "E075",
        "graphs.g.moods.shares.angry",
        moody(states={"angry": {"kind": "state", "disabled": True}}),
        moody(),
    ),
    ("E075", "graphs.g.moods.shares.end", moody(states={"end": {"kind": "final"}}), moody()),
    ("E075", "graphs.g.moods.shares", document_of(machine({}, moods={})), moody()),
    ("E076", "graphs.g.moods.matrix.gone", moody(matrix={"gone": {"calm": 1}}), moody(matrix=MATRIX)),
    ("E076", "graphs.g.moods.matrix.calm.a", moody(matrix={"calm": {"a": 1}}), moody(matrix=MATRIX)),
    (
        "E076",
        "graphs.g.edges.t.matrix.calm.a",
        moody({"matrix": {"calm": {"a": 1}}}),
        moody({"matrix": MATRIX}),
    ),
    ("E022", "graphs.g.moods.every", moody(every=0), moody(every=0.5)),
    ("E077", "graphs.g.edges.t.targets", moody({"targets": ["calm"]}), moody()),
    ("E077", "graphs.g.edges.t.interrupt", moody({"interrupt": True}), moody()),
    (
        "E077",
        "graphs.g.edges.u.targets",
        moody(inner={"targets": ["angry"]}),
        moody(inner={"targets": ["a"]}),
    ),
    ("W206", "graphs.g.edges.t.matrix", plain({"matrix": MATRIX}), plain({})),
    ("W206", "graphs.g.edges.u.matrix", moody(inner={"matrix": MATRIX}), moody({"matrix": MATRIX})),
]
