"""Each fix that is offered mends its problem; problems that people must decide about offer none."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.worlds.edits.fixes import fix_of
from graphs.worlds.model.world_file import WorldDocument
from runtime.worlds.place_check import check_world, place_fix_of
from tests.runtime.worlds.edits.edited_world import GUARD, refusal, yard


def broken(path: str, value: object) -> WorldDocument:
    """Return the yard with one value of its file replaced, whatever an edit would say."""
    dumped = yard().model_dump(mode="json", exclude_defaults=True)
    parts = path.split(".")
    inner: Any = dumped
    for part in parts[:-1]:
        inner = inner[int(part)] if isinstance(inner, list) else inner.setdefault(part, {})
    inner[int(parts[-1]) if isinstance(inner, list) else parts[-1]] = value
    return WorldDocument.model_validate(dumped, strict=False)


MENDED = [
    ("agents.guard.at", [5, 4.5]),
    ("agents.guard.at", [-3, 4]),
    ("waypoints.p1.at", [40, 4]),
    ("projectiles.ball.at", [40, 4]),
    ("player", "nobody"),
    ("rate", 0),
    ("seed", -1),
    ("paths.short.waypoints", []),
    ("paths.round.waypoints.1", "p9"),
    ("agents.guard.radius", -1),
    ("agents.guard.tick_every", -1),
    ("agents.guard.phase", 7),
    ("agents.guard.limits", {"max_speed": -1}),
    ("agents.guard.sensors.0.kind", "nose"),
    ("agents.guard.sensors.0.writes", {"seen": "color"}),
    ("agents.guard.sensors.0.raises", {"seen": "color"}),
    ("agents.guard.modifiers.0.behavior", "seek"),
]


@pytest.mark.parametrize(("path", "value"), MENDED)
def test_a_fix_mends_its_problem_and_makes_no_other(path, value):
    world = broken(path, value)
    problems = check_world(world)
    assert problems
    fix = place_fix_of(world, problems[0]) or fix_of(world, problems[0])
    assert fix is not None
    assert fix.label
    mended = fix.edit(world)
    left = {problem.where for problem in check_world(mended)}
    assert problems[0].where not in left
    assert left < {problem.where for problem in problems} or not left


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("walls.w.polygon", [[0, 0], [1, 1]]),
        ("obstacles.o.radius", 0),
        ("size", [0, 4]),
        ("agents.guard.sensors.1.params", {"to": "nobody"}),
    ],
)
def test_what_people_must_decide_offers_no_fix(path, value):
    world = broken(path, value)
    problems = check_world(world)
    assert problems
    assert (place_fix_of(world, problems[0]) or fix_of(world, problems[0])) is None


def test_a_fix_without_room_is_refused():
    world = broken("walls.w.polygon", [[-1, -1], [21, -1], [21, 15], [-1, 15]])
    problem = next(each for each in check_world(world) if each.where == f"{GUARD.key}.at")
    fix = place_fix_of(world, problem) or fix_of(world, problem)
    assert fix is not None
    assert "no room" in refusal(lambda: fix.edit(world)).reason
