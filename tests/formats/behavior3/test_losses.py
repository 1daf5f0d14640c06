"""What a tree of behavior3 keeps or changes is told at its line, and what is exact is not."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.formats.game_trees import MARK, MOST_FALSE, false_share, imported, root_of, told_at_mark

Node = dict[str, object]


def node(name: str, children: int = 0, /, **properties: object) -> Node:
    """Return a node with so many leaves inside; a single one is its child."""
    inner = [f"leaf{n}" for n in range(children)]
    listed: Node = {"child": inner[0]} if children == 1 else {"children": inner} if inner else {}
    return {"name": name, "properties": properties, **listed}


def whole(number: int, it: Node) -> str:
    """Return one of three files: a tree that is the node, a tree with it inside, a project with it second.

    The words of the node are elsewhere before it, so that its line is not the first that has them.
    """
    leaves: dict[str, Node] = {
        f"leaf{n}": {"name": "Do", "properties": {"it": n}}
        for n in range(3)
        if f'"leaf{n}"' in json.dumps(it)
    }
    nodes: dict[str, Node] = {
        **leaves,
        "it": it,
        **({} if number == 0 else {"root": {"name": "MemPriority", "children": ["it"]}}),
    }
    head: Node = {
        "title": "Main",
        "description": "it",
        "root": "it" if number == 0 else "root",
        "properties": {},
    }
    lines = ",\n".join(
        f'{MARK if key == "it" else ""}"{key}": {json.dumps({"id": key, **said})}'
        for key, said in nodes.items()
    )
    tree = json.dumps({"id": "t", **head})[:-1] + f', "nodes": {{\n{lines}\n}}}}'
    if number != 2:
        return tree
    first = {"id": "u", "title": "First", "root": "it", "properties": {}, "nodes": {"it": {"name": "Do"}}}
    return f'{{"version": "0.3.0", "selectedTree": "t", "trees": [\n{json.dumps(first)},\n{tree}]}}'


Case = tuple[Node, str, str]
"""A node, how it is imported, the node of the document that it leads to."""
CASES: dict[str, list[Case]] = {
    "Sequence": [(node("Sequence", n), "changed", "sequence") for n in (2, 3, 2)],
    "Priority": [(node("Priority", n), "changed", "priority") for n in (2, 3, 2)],
    "Error": [
        ({**node("Error"), **more}, "changed", "error")
        for more in ({}, {"title": "No"}, {"description": "d"})
    ],
    "Repeater": [
        (node("Repeater", 1, **more), "changed", "repeater") for more in ({}, {"maxLoop": 3}, {"maxLoop": -1})
    ],
    "RepeatUntilFailure": [
        (node("RepeatUntilFailure", 1, **more), "changed", "repeat_until_failure")
        for more in ({}, {"maxLoop": 3}, {"maxLoop": -1})
    ],
    "RepeatUntilSuccess with a limit": [
        (node("RepeatUntilSuccess", 1, maxLoop=n), "changed", "repeat_until_success") for n in (0, 1, 5)
    ],
    "MaxTime": [(node("MaxTime", 1, maxTime=n), "changed", "max_time") for n in (0, 500, 1500.5)],
    "Wait": [(node("Wait", milliseconds=n), "changed", "wait") for n in (0, 250, 1500.5)],
    "Limiter": [(node("Limiter", 1, maxLoop=n), "changed", "limiter") for n in (0, 1, 5)],
    "any other node with children": [
        (node("Loop", 1), "kept", "loop"),
        (node("Loop", 2, speed=2), "kept", "loop"),
        (node("Race", 3), "kept", "race"),
    ],
    "properties of leaves that no parameter can be": [
        (node("Do", at=[1, 2]), "changed", "do"),
        (node("Do", a=1, who={"name": "foe"}), "changed", "do"),
        (node("IsNear", far=10**12), "changed", "is_near"),
    ],
    "what is said of a node beyond": [
        ({**node("MemSequence", 1), "color": "red"}, "kept", "mem_sequence"),
        ({**node("Do"), "extra": {"a": 1}}, "kept", "do"),
        ({**node("Do", a=1), "parameters": {"b": 2}}, "kept", "do"),
    ],
    "properties of nodes that have none": [
        (node("MemSequence", 1, speed=2), "kept", "mem_sequence"),
        (node("Inverter", 1, loud=True, at=[1]), "kept", "inverter"),
        (node("Succeeder", note=""), "kept", "succeeder"),
    ],
    "other properties of nodes that have one": [
        (node("Wait", milliseconds=5, skip=True), "kept", "wait"),
        (node("RepeatUntilSuccess", 1, every=2), "kept", "repeat_until_success"),
        (node("MaxTime", 1, maxTime=5, maxLoop=2), "kept", "max_time"),
    ],
    "properties that are no numbers": [
        (node("Wait", milliseconds="<ms>"), "kept", "wait"),
        (node("Repeater", 1, maxLoop=None), "kept", "repeater"),
        (node("RepeatUntilSuccess", 1, maxLoop=True), "kept", "repeat_until_success"),
    ],
}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        pytest.param(whole(number % 3, said), (how, str(said["name"]), leads), id=f"{name} {number}")
        for name, cases in CASES.items()
        for number, (said, how, leads) in enumerate(cases)
    ],
)
def test_what_is_not_exact_is_told_at_its_line(text: str, row: tuple[str, str, str]) -> None:
    told_at_mark("behavior3", text, "t.json", row)


def test_each_construct_has_three_files() -> None:
    assert all(len(cases) >= 3 for cases in CASES.values())


@pytest.mark.parametrize("properties", [{"speed": 2}, {"at": [1]}, {"loud": True, "a": ""}])
def test_properties_of_the_place_of_a_tree_are_told_at_its_line(properties: Node) -> None:
    trees = [
        {"id": "t", "root": "it", "properties": {}, "nodes": {"it": {"name": "u", "properties": properties}}},
        {"id": "u", "title": "Other", "root": "a", "properties": {}, "nodes": {"a": {"name": "Do"}}},
    ]
    text = json.dumps({"trees": trees}).replace('"it": {', f'\n{MARK}"it": {{')
    told_at_mark("behavior3", text, "t.json", ("kept", "u", "other"))


@pytest.mark.parametrize(
    ("properties", "named"),
    [
        ({"§owner": "ai"}, "owner"),
        ({"a": 1, "§b": [1, 2]}, "b"),
        ({"§a": {"b": 2}, "b": 3}, "a"),
    ],
)
def test_properties_of_a_whole_tree_are_told_at_their_lines(properties: Node, named: str) -> None:
    """A tree alone, and one of a project, whose properties stand a line each."""
    said = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in properties.items())
    said = said.replace('"\\u00a7', f'{MARK}"')
    nodes = '"nodes": {"a": {"name": "Do", "properties": {}}}'
    tree = f'{{"id": "t", "title": "Main", "root": "a", "properties": {{\n{said}}}, {nodes}}}'
    for text in (tree, f'{{"trees": [\n{tree}]}}'):
        told_at_mark("behavior3", text, "t.json", ("kept", f"{named} of tree Main", ""))


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ('§"name": "Guards", "trees"', "name"),
        ('"scope": "project",\n§"path": "a.b3",\n"trees"', "path"),
        ('"properties": {"a": 1,\n§"owner": "ai"}, "trees"', "owner"),
        ('"version": "0.3.0",\n§"name": "Guards", "data": {"trees"', "name"),
        ('"data": {"selectedTree": "t",\n§"camera": [1, 2], "trees"', "camera"),
    ],
)
def test_what_a_project_says_beyond_its_trees_is_told_at_its_line(head: str, named: str) -> None:
    tree = {"id": "t", "root": "a", "properties": {}, "nodes": {"a": {"name": "Do"}}}
    text = f"{{{head}: [{json.dumps(tree)}]}}" + ("}" if '"data"' in head else "")
    told_at_mark("behavior3", text, "t.json", ("kept", f"{named} of the project", ""))


@pytest.mark.parametrize("more", [{"speed": 2}, {"color": "red"}, {"extra": {"a": [1]}}])
def test_what_is_said_of_a_tree_beyond_is_told_at_its_line(more: Node) -> None:
    tree = {"id": "t", "title": "Main", "root": "a", "properties": {}, "nodes": {"a": {"name": "Do"}}, **more}
    text = f'{{"trees": [\n\n{MARK}{json.dumps(tree)}]}}'
    told_at_mark("behavior3", text, "t.json", ("kept", "tree Main", ""))


def test_parameters_beside_properties_are_kept() -> None:
    said = {**node("Do", a=1), "parameters": {"b": 2}}
    found = imported("behavior3", whole(0, said).replace(MARK, ""), "t.json")
    kept = root_of(found).origin["behavior3"]
    assert isinstance(kept, dict)
    assert kept["parameters"] == {"b": 2}


def test_two_trees_of_one_id_are_both_there() -> None:
    tree = {"id": "t", "root": "a", "properties": {}, "nodes": {"a": {"name": "Do"}}}
    found = imported("behavior3", json.dumps({"trees": [tree, tree]}), "t.json")
    assert len(found.document.graphs) == 2
    assert all(len(graph.nodes) == 1 for graph in found.document.graphs.values())


ORDERS, LEAVES = ("MemSequence", "MemPriority"), ("Failer", "Succeeder", "Runner", "Do", "IsNear", "u")


class ExactFile:
    """Make a file of constructs that are exact by the table."""

    def __init__(self, seed: int) -> None:
        self.rng, self.nodes = Random(seed), dict[str, Node]()

    def add(self, depth: int) -> str:
        rng, key = self.rng, f"n{len(self.nodes)}"
        name = rng.choice((*ORDERS, "Inverter", "RepeatUntilSuccess") if depth else LEAVES)
        said: Node = {"id": key, "name": name, "display": {"x": 10 * len(key), "y": -depth}}
        self.nodes[key] = said
        said["properties"] = {"Do": {"at": rng.random()}, "IsNear": {"d": 2}}.get(name, {})
        if name == "RepeatUntilSuccess" and rng.random() < 0.5:
            said["properties"] = {"maxLoop": -1}
        if name in ORDERS:
            said["children"] = [self.add(depth - 1) for _ in range(rng.randint(1, 3))]
        elif depth:
            said["child"] = self.add(depth - 1)
        if rng.random() < 0.3:
            said |= {"title": f"{name} <at>", "description": "what it does"}
        return key

    def text(self) -> str:
        tree = {"id": "t", "title": "Main", "description": "d", "root": self.add(4), "properties": {}}
        other = {"id": "u", "title": "Other", "root": "a", "properties": {}, "nodes": {"a": {"name": "Do"}}}
        custom = [{"name": "IsNear", "category": "condition", "properties": {"d": 1}}]
        trees = [{**tree, "display": {"x": 0, "y": 0}, "nodes": self.nodes}, other]
        return json.dumps({"version": "0.3.0", "selectedTree": "t", "trees": trees, "custom_nodes": custom})


def test_few_rows_of_exact_files_are_false_alarms() -> None:
    rows = [row for seed in range(40) for row in imported("behavior3", ExactFile(seed).text(), "t.json").rows]
    assert false_share(rows) <= MOST_FALSE
