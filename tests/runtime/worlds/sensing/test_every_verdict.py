"""Every word in which a sensor says what it sensed, or what kept it from that, is stated by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.worlds import senses
from runtime.worlds.flight.projectiles import STONE
from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor, watched
from tests.runtime.worlds.world_builder import box

SENSING, TESTS = Path(next(iter(senses.__path__))), Path(__file__).parents[1]
POND = {"pond": {"polygon": box(8, 4, 12, 6)["polygon"]}}
SCENT = {"kind": "scent", "params": {"strength": 1, "lifetime": 1, "every": 0.1}}


def interest(x: float, y: float, **params: object) -> dict[str, object]:
    return {"at": [x, y], "kind": "interest", "params": params}


def verdicts(watcher: Watcher) -> list[str]:
    return [candidate.verdict for candidate in watcher.explained().candidates]


def test_a_zone_says_who_is_inside():
    others = {"a": agent(9, 5, team="red"), "b": agent(1, 5, team="red")}
    watcher = watched(agent(5, 5, sensor("zone", zone="pond", looks_for="red")), agents=others, zones=POND)
    watcher.step()
    assert verdicts(watcher) == ["in the zone", "not in the zone"]


def test_a_projectile_comes_down_near_or_further_off():
    watcher = watched(agent(5, 5, sensor("projectile", within=4)), agents={"foe": agent(15, 10)})
    watcher.world.throw_object((15, 10), (7, 6), STONE, "foe")
    watcher.world.throw_object((15, 10), (14, 12), STONE, "foe")
    watcher.step()
    assert verdicts(watcher) == ["comes down near", "comes down further off"]


def test_health_says_how_much_is_left():
    foe = agent(9, 5, fields={"health": 62.5})
    watcher = watched(agent(5, 5, sensor("health", of="foe")), agents={"foe": foe})
    watcher.step()
    assert verdicts(watcher) == ["62.5 left"]


def test_a_nose_counts_the_traces_and_adds_them_up():
    watcher = watched(
        agent(5, 5, sensor("smell", looks_for="anything", range=4)), agents={"t": agent(7, 5, emits=[SCENT])}
    )
    watcher.steps(10)
    assert verdicts(watcher) == ["2 traces, 0.88"]


def test_a_path_says_which_waypoint_is_next():
    waypoints = {"w1": {"at": [6, 5]}, "w2": {"at": [9, 5]}}
    watcher = watched(
        agent(5, 5, sensor("waypoint", path="round", index="at")),
        waypoints=waypoints,
        paths={"round": {"waypoints": ["w1", "w2"]}},
    )
    watcher.step()
    assert verdicts(watcher) == ["waypoint 0 of round"]


def test_who_is_aware_says_what_it_cannot_notice_and_what_others_were_chosen_for():
    watcher = watched(
        agent(5, 5, sensor("awareness"), team="guards"),
        agents={"other": agent(2, 3, sensor("awareness"), team="guards")},
        sources={
            "a": interest(9, 5, interest="flare", sense="sight", radius=20),
            "b": interest(5, 9, interest="terror", sense="sound", radius=5),
            "c": interest(3, 3, interest="smoke", who="nearest"),
        },
        walls={"w": box(6.5, 4, 7, 6), "v": {**box(4, 6, 6, 8), "muffling": 100}},
    )
    watcher.step()
    assert verdicts(watcher) == [
        "flare: not in view",
        "terror: too faint through walls",
        "smoke: matters more, but others were chosen",
    ]


def test_who_hears_says_what_it_does_not_listen_for():
    watcher = watched(agent(5, 5, sensor("hearing", looks_for="foes")))
    watcher.step()
    watcher.world.make_noise((6, 5), 10, "bang")
    assert verdicts(watcher) == ["not listened for"]


# -- all of them --------------------------------------------------------------------------------------------


def texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts that a value of the source may be, with "{}" for what is filled in."""
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(value.value) if isinstance(value, ast.Constant) else "{}" for value in node.values)


def given() -> set[str]:
    """Return all verdicts that sensors give."""
    found: set[str] = set()
    for path in SENSING.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else ()
            named = any(isinstance(target, ast.Name) and target.id == "verdict" for target in targets)
            if named or (isinstance(node, ast.keyword) and node.arg == "verdict"):
                assert isinstance(node, ast.Assign | ast.keyword)
                found.update(texts(node.value))
            elif isinstance(node, ast.FunctionDef) and node.name.endswith("_verdict"):
                for each in ast.walk(node):
                    if isinstance(each, ast.Return) and each.value is not None:
                        found.update(texts(each.value))
    return found


def stated() -> set[str]:
    """Return all texts that assertions of the tests of worlds hold, with and without an interest's name."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for check in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(check, ast.Assert):
                for node in ast.walk(check):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str):
                        found |= {node.value, node.value.partition(": ")[2]}
    return found


@pytest.mark.parametrize("verdict", sorted(given()))
def test_every_verdict_is_stated_by_a_test(verdict: str):
    pattern = re.compile(".+?".join(map(re.escape, verdict.split("{}"))))
    assert any(pattern.fullmatch(each) for each in stated())
