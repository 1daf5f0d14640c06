"""The page of squads names all there is."""

from __future__ import annotations

import re
from pathlib import Path

from graphs.expressions.functions import FIELD_FUNCTIONS
from graphs.kinds.actions.following_actions import FOLLOWING_ACTIONS
from graphs.kinds.actions.squads import SHAPES, SQUAD_ACTIONS, SQUAD_CONDITIONS

HELP = Path(__file__).parents[3] / "resources" / "help"
PAGE = (HELP / "squads.md").read_text(encoding="utf-8")


def test_the_page_names_every_action_condition_shape_and_function():
    for action in (*SQUAD_ACTIONS, *FOLLOWING_ACTIONS):
        assert f"(kinds/action.{action.id}.md)" in PAGE, action.id
    for condition in SQUAD_CONDITIONS:
        names = ", ".join(parameter.name for parameter in condition.parameters)
        assert f"`{condition.id}({names})`" in PAGE, condition.id
    for shape in SHAPES:
        assert f"| `{shape}` |" in PAGE, shape
    for function in FIELD_FUNCTIONS.values():
        if function.start.startswith(("squad:", "slot:", "token:")):
            asked = f'e, "{function.text}"' if function.text else "e"
            assert f"`{function.name}({asked})`" in PAGE, function.name


def test_links_of_the_page_lead_somewhere():
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert [link for link in links if not (HELP / link).is_file()] == []
