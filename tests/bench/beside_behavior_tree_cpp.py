"""Measure a tree of 50 nodes in the executor for C++, and in BehaviorTree.CPP where its sources are given.

    python -m tests.bench.beside_behavior_tree_cpp [CHECKOUT of BehaviorTree.CPP] [--ticks 200000]

The tree has sequences, selectors, inverters and actions of the game that succeed, fail or run; all nodes are
visited in each tick, the same in both. BehaviorTree.CPP is built with cmake and ninja in a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

BRANCHES = 7
HERE = Path(__file__).parent
EXECUTOR = HERE.parents[1] / "resources" / "executors" / "cpp"
Node = tuple[str, tuple[Any, ...]]
OPTIONS = (
    "-DCMAKE_BUILD_TYPE=Release",
    *(
        f"-DBTCPP_{name}=OFF"
        for name in ("SHARED_LIBS", "BUILD_TOOLS", "EXAMPLES", "GROOT_INTERFACE", "SQLITE_LOGGING")
    ),
    "-DBUILD_TESTING=OFF",
)
XML_NAMES = {
    "sequence": "ReactiveSequence",
    "selector": "ReactiveFallback",
    "inverter": "Inverter",
    "succeed": "Succeed",
    "fail": "Fail",
    "run": "Run",
}


def fifty_nodes(last: str) -> Node:
    """Return a selector of seven branches with seven nodes each; the last leaf ends the tick."""
    branches = [_branch("fail") for _ in range(BRANCHES - 1)]
    return "selector", (*branches, _branch(last))


def _branch(leaf: str) -> Node:
    return "sequence", (
        ("inverter", (("fail", ()),)),
        ("succeed", ()),
        ("selector", (("fail", ()), (leaf, ()))),
    )


def program_of(tree: Node) -> dict[str, Any]:
    """Return the program of a tree, as an export writes it."""
    rows = [*_rows(tree, None, [0])]
    count = len(rows)
    for number, row in enumerate(rows):
        if row["op"] == "ordered":
            row |= {"place": number, "tried": count + number}
        if row["op"] == "action":
            row |= {"entered": number, "begun": count + number, "rank": 0}
    used = sorted({row["op"] for row in rows})
    needs: dict[str, Any] = {name: {} for name in ("succeed", "fail", "run")}
    return {
        "format": "mindloom-runtime",
        "version": 2,
        "hash": "0123456789abcdef",
        "rate": 60,
        "uses": {"ops": used},
        "memory": {"bytes": 2 * count, "ints": count},
        "needs": {"actions": needs},
        "rows": rows,
    }


def _rows(node: Node, parent: int | None, number: list[int]) -> Iterator[dict[str, Any]]:
    name, children = node
    row: dict[str, Any] = {} if parent is None else {"parent": parent}
    own = number[0]
    number[0] += 1
    inside: list[dict[str, Any]] = []
    places = []
    for child in children:
        places.append(number[0])
        inside += _rows(child, own, number)
    if name in ("sequence", "selector"):
        ending = "failure" if name == "sequence" else "success"
        row |= {"op": "ordered", "ending": ending, "reactive": True}
    elif name == "inverter":
        row |= {"op": "map_result", "on_success": "failure", "on_failure": "success"}
    else:
        row |= {"op": "action", "action": name}
    yield row | {"children": places, "end": number[0]}
    yield from inside


def xml_of(tree: Node) -> str:
    """Return a tree as BehaviorTree.CPP reads it."""
    return f'<root BTCPP_format="4"><BehaviorTree ID="t">{_xml(tree)}</BehaviorTree></root>'


def _xml(node: Node) -> str:
    name, children = node
    return f"<{XML_NAMES[name]}>{''.join(map(_xml, children))}</{XML_NAMES[name]}>"


def _run(*command: object) -> str:
    return subprocess.run([*map(str, command)], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def _built_theirs(checkout: Path, folder: Path) -> Path:
    build = folder / "build"
    _run("cmake", "-S", checkout, "-B", build, "-G", "Ninja", *OPTIONS)
    _run("ninja", "-C", build)
    first = build / "libbehaviortree_cpp.a"
    others = [each for each in build.rglob("*.a") if each != first]
    program = folder / "theirs"
    source = HERE / "cpp" / "behavior_tree_cpp.cpp"
    options = ("-std=c++17", "-O2", f"-I{checkout / 'include'}")
    _run("g++", *options, source, first, *others, "-lpthread", "-ldl", "-o", program)
    return program


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the visits a second of CPU time of each tree in each library."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, help="sources of BehaviorTree.CPP")
    parser.add_argument("--ticks", type=int, default=200_000)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = folder / "ours"
        _run("g++", "-std=c++17", "-O2", f"-I{EXECUTOR}", HERE / "cpp" / "visits.cpp", "-o", ours)
        theirs = _built_theirs(asked.checkout.resolve(), folder) if asked.checkout else None
        for last in ("succeed", "run"):
            tree = fifty_nodes(last)
            (folder / "program.json").write_text(json.dumps(program_of(tree)), encoding="utf-8")
            (folder / "tree.xml").write_text(xml_of(tree), encoding="utf-8")
            visits, speed = map(float, _run(ours, folder / "program.json", asked.ticks).split())
            told = f"{last}: {visits:.0f} visits a tick; Mindloom {speed / 1e6:.1f} M/s"
            if theirs:
                other = float(_run(theirs, folder / "tree.xml", visits, asked.ticks))
                told += f", BehaviorTree.CPP {other / 1e6:.1f} M/s: {speed / other:.1f} times"
            print(told, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
