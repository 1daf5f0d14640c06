"""The help pages about running say what is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import AgentEntry, world_from_bytes
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document

ROOT = Path(__file__).parents[2]
HELP = ROOT / "resources" / "help"


def page(name: str) -> str:
    return (HELP / f"{name}.md").read_text(encoding="utf-8")


def examples(name: str) -> list[str]:
    return re.findall(r"^```json\n(.*?)^```", page(name), re.MULTILINE | re.DOTALL)


def test_the_example_of_a_document_loads_and_compiles():
    (document, _) = examples("file-formats")
    program = compile_document(Document.model_validate_json(document), builtin_registry(), builtin_library())
    assert {row.node for row in program.rows} >= {"walk", "look", "t1", "t2", "n1", "n2", "n3"}


def test_the_example_of_a_world_loads():
    (_, world) = examples("file-formats")
    opened = world_from_bytes(world.encode())
    assert list(opened.agents) == ["guard_1", "player"]
    for agent in opened.agents.values():
        for sensor in agent.sensors:
            assert set(sensor.writes.values()) <= {
                output.name for output in SENSOR_KINDS[sensor.kind].outputs
            }


def test_the_page_of_formats_names_every_field_of_an_agent():
    text = page("file-formats")
    assert [field for field in AgentEntry.model_fields if f"`{field}`" not in text] == []


def test_the_page_of_expressions_lists_every_function():
    listed = set(re.findall(r"`(\w+)\(", page("expressions")))
    assert sorted(set(PURE_FUNCTIONS) - listed) == []


def test_the_page_of_expressions_shows_lines_that_can_be_written():
    """Every line of its table of action blocks parses, and every block that it shows."""
    from graphs.expressions.action_syntax import parse_action_line
    from graphs.expressions.parser import parse_expression
    from graphs.model.action_rows import is_else, row_problems, test_span, text_in_row

    table = page("expressions").split("## Action blocks")[1].split("Draws are seeded")[0]
    lines = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    assert len(lines) >= 7
    blocks = re.findall(r"^```\n(.*?)^```", page("expressions"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 2
    shown = [block.splitlines() for block in blocks]
    assert [row_problems(rows) for rows in shown] == [()] * len(shown)
    for number, row in enumerate([*lines, *(row for rows in shown for row in rows)]):
        if test_span(row) is not None:
            parse_expression(text_in_row(row))
        elif not is_else(row):
            parse_action_line(row, number)


@pytest.mark.parametrize("name", ["architecture", "semantics", "expressions", "file-formats", "worlds"])
def test_what_a_page_names_exists(name):
    """Paths of the project and links to other pages."""
    text = page(name)
    for path in re.findall(r"`((?:graphs|runtime|editor|resources|tests)/[\w/.]*)`", text):
        assert (ROOT / path).exists(), path
    for target in re.findall(r"\]\(([\w-]+\.md)\)", text):
        assert (HELP / target).is_file(), target


def test_json_in_pages_is_strict():
    for text in examples("file-formats"):
        json.loads(text)
