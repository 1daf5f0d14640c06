"""What the lints say of the samples: the book's tank has the gaps it is known for (N3), the soldier none."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphs.checks.rules.fixes import apply_fix
from graphs.checks.rules.places import place_text
from graphs.files.document_file import load_document
from tests.graphs.builders import REGISTRY
from tests.graphs.lints.linting import lint_document

SAMPLES = Path(__file__).parents[3] / "resources" / "samples"


@pytest.fixture(scope="module")
def tank_says() -> list[tuple[str, str, str]]:
    return said_of("tank.mind.json")


def said_of(name: str) -> list[tuple[str, str, str]]:
    """Return place, code and message of everything said of a sample."""
    document = load_document(SAMPLES / name)
    return [
        (place_text(document, each.place, REGISTRY), each.code, each.message)
        for each in lint_document(document, REGISTRY)
    ]


def test_the_tank_has_the_dead_zones_of_the_book(tank_says: list[tuple[str, str, str]]) -> None:
    assert [(place, message) for place, code, message in tank_says if code == "W207"] == [
        ("Tank with dead zones › Patrol", "Nothing fires for d = 5 while visible."),
        ("Tank with dead zones › Patrol › PatrolEntry", "Nothing fires for wp = 1."),
        ("Tank with dead zones › Chase", "Nothing fires for d = 5 while visible."),
        ("Tank with dead zones › Shoot", "Nothing fires for d = 3 while visible."),
        ("Tank with dead zones › Shoot", "Nothing fires for d from 5 to 6 while visible."),
    ]


def test_the_title_of_the_tank_says_that_it_has_them() -> None:
    document = load_document(SAMPLES / "tank.mind.json")
    assert document.graphs[document.root or ""].title == "Tank with dead zones"


def test_the_tank_has_no_hysteresis(tank_says: list[tuple[str, str, str]]) -> None:
    assert [(place, message) for place, code, message in tank_says if code == "W214"] == [
        ("Tank with dead zones › Chase → Patrol", "Chase and Patrol flip to and fro where d crosses 5."),
        ("Tank with dead zones › Chase → Shoot", "Chase and Shoot flip to and fro where d crosses 3."),
    ]


def test_nothing_else_is_serious_in_the_tank(tank_says: list[tuple[str, str, str]]) -> None:
    others = {(place, code) for place, code, _ in tank_says if code not in ("W207", "W214")}
    assert others == {("variable alarm", "I306"), ("variable last_seen", "I305")}


def test_the_offered_fixes_close_the_points_of_the_tank() -> None:
    document = load_document(SAMPLES / "tank.mind.json")
    for _ in range(10):
        fixes = [item.fix for item in lint_document(document, REGISTRY) if item.code == "W207" and item.fix]
        if not fixes:
            break
        document = apply_fix(document, fixes[0], REGISTRY)
    left = [each.message for each in lint_document(document, REGISTRY) if each.code == "W207"]
    assert left == ["Nothing fires for d between 5 and 6 while visible."] or left == [
        "Nothing fires for d from 5 to 6 while visible."
    ]


def test_the_soldier_is_well_made() -> None:
    assert said_of("soldier.mind.json") == []
