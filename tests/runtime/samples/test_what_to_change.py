"""What the help pages of samples say under "What to change" comes true when it is changed so."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.trials.cases.case_file import case_from_bytes
from runtime.trials.cases.case_runner import run_case
from tests.graphs.lints.linting import lint_document
from tests.runtime.session_of import SAMPLES

GAME = GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())
PAGES = SAMPLES.parent / "help" / "samples"
NEAR = {
    "agent": {
        "heading": 0,
        "path_left": 9,
        "position": [0, 0],
        "radius": 0.4,
        "rotation": 0,
        "velocity": [0, 0],
    },
    "intruder": {"position": [3, 0], "radius": 0.4, "velocity": [0, 0]},
}

Graphs = dict[str, Any]


def changed(sample: str, change: Callable[[Graphs], None]) -> Document:
    """Return a sample's document with its graphs changed."""
    value = json.loads((SAMPLES / f"{sample}.mind.json").read_text(encoding="utf-8"))
    change(value["graphs"])
    return Document.model_validate_json(json.dumps(value))


def warnings(document: Document) -> list[str]:
    return [each.message for each in lint_document(document, builtin_registry()) if each.code.startswith("W")]


def hold(document: Document, ticks: list[dict[str, Any]]) -> None:
    """Check that a case of these ticks holds."""
    case = {
        "format": "mindloom-case",
        "version": 1,
        "title": "as changed",
        "document": "changed.mind.json",
        "rate": 10,
        "entities": NEAR,
        "conditions": {"can_hit": True},
        "start": {"variables": {"intruder": "intruder"} if "intruder" in document.variables else {}},
        "ticks": ticks,
    }
    result = run_case(case_from_bytes(json.dumps(case).encode()), document, GAME)
    assert [problem.message for problem in result.problems] == []
    assert {tick.number: tick.mismatches for tick in result.failed_ticks} == {}


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("simple_guard", "`alive and (d > 3 or not visible)`"),
        ("tank", "`3 <= d <= 6 and visible`"),
        ("basic_guard", "`not visible`"),
        ("plain_soldier", "memory to *resume*"),
        ("light_bulb", "*after* of 5 s"),
    ],
)
def test_the_page_says_so(sample: str, words: str) -> None:
    text = (PAGES / f"{sample}.md").read_text(encoding="utf-8")
    assert words in text.split("## What to change")[1]


def test_without_room_between_its_thresholds_the_simple_guard_is_warned_of() -> None:
    def change(graphs: Graphs) -> None:
        graphs["guard"]["edges"]["moves_off"]["guard"] = "alive and (d > 3 or not visible)"

    assert warnings(changed("simple_guard", lambda _graphs: None)) == []
    assert warnings(changed("simple_guard", change)) == ["Chase and Shoot flip to and fro where d crosses 3."]


def test_the_gap_of_the_tank_closes() -> None:
    def change(graphs: Graphs) -> None:
        graphs["tank"]["edges"]["shoot_chase"]["guard"] = "3 <= d <= 6 and visible"

    gap = "Nothing fires for d from 5 to 6 while visible."
    assert gap in warnings(changed("tank", lambda _graphs: None))
    assert gap not in warnings(changed("tank", change))


def test_with_a_way_back_hiding_from_the_basic_guard_helps() -> None:
    def change(graphs: Graphs) -> None:
        graphs["guard"]["edges"]["back"] = {"guard": "not visible", "targets": ["patrol"]}
        graphs["guard"]["nodes"]["attack"]["transitions"].append("back")

    hold(
        changed("basic_guard", change),
        [
            {"expect": {"active": ["Patrol"]}},
            {"set": {"visible": True}, "expect": {"active": ["Attack"]}},
            {"set": {"visible": False}, "expect": {"active": ["Patrol"]}},
        ],
    )


def test_a_soldier_that_resumes_keeps_chasing_and_attacks_no_more() -> None:
    def change(graphs: Graphs) -> None:
        del graphs["soldier"]["nodes"]["root"]["params"]

    hold(
        changed("plain_soldier", change),
        [
            {"set": {"visible": True, "d": 6}, "expect": {"outcomes": {"Chase": "running"}}},
            {"set": {"d": 2}, "expect": {"outcomes": {"Attack": "none", "Chase": "running"}, "effects": []}},
        ],
    )


def test_a_soldier_that_patrols_first_never_chases() -> None:
    def change(graphs: Graphs) -> None:
        graphs["soldier"]["nodes"]["root"]["children"] = ["attack", "patrol", "chase"]

    hold(
        changed("plain_soldier", change),
        [{"set": {"visible": True, "d": 6}, "expect": {"outcomes": {"Patrol": "running", "Chase": "none"}}}],
    )


def test_a_timer_light_goes_out_by_itself() -> None:
    def change(graphs: Graphs) -> None:
        graphs["bulb"]["edges"]["turn_off"] = {"after": 5, "targets": ["off"]}

    switch = {"event": "switch", "payload": {"at": [0, 0], "distance": 1, "target": "intruder"}}
    hold(
        changed("light_bulb", change),
        [
            {"expect": {"active": ["Off"]}},
            {"post": [switch], "expect": {"active": ["On"]}},
            {"repeat": 49, "expect": {"active": ["On"]}},
            {"expect": {"active": ["Off"]}},
        ],
    )
