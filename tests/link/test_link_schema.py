"""The schema of links holds for what games and Mindloom tell, and for nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from graphs.basics.json_text import to_canonical_json
from runtime.link.link_schema import link_schema
from tests.executors.random_cases import SORTS, random_case, random_programs
from tests.executors.random_orders import with_orders
from tests.link.told_game import ToldGame

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = link_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_in_the_files_is_the_one_of_the_code() -> None:
    kept = (ROOT / "resources" / "schemas" / "link.schema.json").read_text("utf-8")
    assert kept == to_canonical_json(SCHEMA)


@pytest.mark.parametrize("sort", SORTS)
def test_what_a_game_tells_is_valid(sort: str) -> None:
    for number, program in enumerate(random_programs(sort, 2, 5)):
        case = with_orders(random_case(f"schema {sort} {number}", program, 12))
        game = ToldGame(case)
        VALIDATOR.validate(game.hello("token"))
        for tick, given in enumerate(case["ticks"]):
            VALIDATOR.validate(game.told_tick(given, key=tick % 3 == 0))


WRONG: tuple[dict[str, Any], ...] = (
    {"frame": "tick"},
    {"frame": "tick", "tick": -1},
    {"frame": "tick", "tick": 1, "agents": {"a": {"in": [["swap"]]}}},
    {"frame": "tick", "tick": 1, "agents": {"a": {"in": [["order", 3, "running"]]}}},
    {"frame": "order", "agent": "a", "program": "x", "row": 3},
    {"frame": "tick", "tick": 1, "agents": {"a": {"asked": [[0, "action", 1, "x", "tick", "maybe"]]}}},
    {"frame": "tick", "tick": 1, "agents": {"a": {"asked": [["free", "x", True]]}}},
    {"frame": "tick", "tick": 1, "agents": {"a": {"curves": {"urge": []}}}},
    {"frame": "tick", "tick": 1, "agents": {"a": {"curves": {"urge": [[0, "NaN"]]}}}},
    {"frame": "hello", "link": 1},
    {"frame": "nothing"},
    {"tick": 1},
)


@pytest.mark.parametrize("frame", WRONG)
def test_what_is_no_frame_is_not_valid(frame: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(frame)


def test_the_page_names_each_frame_and_no_other() -> None:
    page = (ROOT / "resources" / "help" / "link.md").read_text("utf-8")
    sides = {
        "### From the game": "from_the_game",
        "### From Mindloom": "from_mindloom",
    }
    for title, name in sides.items():
        section = page.split(title)[1].split("###")[0]
        rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section, re.MULTILINE)
        told = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)} - {"frame"}
        known = {
            each["properties"]["frame"]["const"]
            for each in json.loads(json.dumps(SCHEMA))["$defs"][name]["oneOf"]
        }
        assert told == known
