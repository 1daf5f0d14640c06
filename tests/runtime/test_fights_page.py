"""The page of fights names all there is, and its example runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from graphs.expressions.scope import ENTITY_FIELDS
from graphs.kinds.actions.combat import COMBAT_ACTIONS, COMBAT_CONDITIONS
from graphs.worlds.checks.world_mind_check import WORLD_EVENTS

HELP = Path(__file__).parents[2] / "resources" / "help"
PAGE = (HELP / "fights.md").read_text(encoding="utf-8")


def test_the_page_names_every_action_condition_event_and_field():
    for action in COMBAT_ACTIONS:
        assert f"(kinds/action.{action.id}.md)" in PAGE, action.id
    for condition in COMBAT_CONDITIONS:
        names = ", ".join(parameter.name for parameter in condition.parameters)
        assert f"`{condition.id}({names})`" in PAGE, condition.id
    fields = {"health", "height", "landing", "landing_in"}
    assert fields <= set(ENTITY_FIELDS)
    for name in (*WORLD_EVENTS, *fields):
        assert f"`{name}`" in PAGE, name


def test_links_of_the_page_lead_somewhere():
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert [link for link in links if not (HELP / link.partition("#")[0]).is_file()] == []


def test_the_example_runs():
    found: dict[str, Any] = {}
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(example, found)
    assert found["there"].at == pytest.approx((8, 6))
    assert found["meeting"].at == pytest.approx((10, 10 * 3 / (12 * 12 - 9) ** 0.5))
    assert found["needed"] == pytest.approx((9.8 * 40) ** 0.5)
