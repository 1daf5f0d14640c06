"""What nothing uses is found, and nothing that is reached by its name, by Qt or from outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.unused_definitions import unused_definitions

SOURCE = """
from enum import StrEnum
from functools import singledispatch

USED, LEFT = 1, 2


class Answer(StrEnum):
    YES = "yes"


class Panel:
    def paintEvent(self): ...

    def select_below(self): ...

    def select_above(self): ...


@singledispatch
def told(_value): ...


@told.register
def _number(_value: int): ...


def run():
    getattr(Panel(), "select_below")()
    return told(USED), Answer("yes")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("graphs", "runtime/embedding", "mindloom", "editor", "tools", "tests"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "editor/panel.py").write_text(SOURCE)
    (tmp_path / "tools/maker.py").write_text("from editor.panel import run\n\nrun()\n")
    (tmp_path / "tests/test_panel.py").write_text("from editor.panel import LEFT\n\nassert LEFT\n")
    (tmp_path / "runtime/embedding/mind.py").write_text("def think(): ...\n\n\ndef _helped(): ...\n")
    return tmp_path


def test_what_is_used_by_tests_alone_is_found_and_what_is_reached_by_its_name_is_not(checkout):
    assert [*unused_definitions(checkout, {})] == [
        "editor/panel.py:5: unused variable 'LEFT'",
        "editor/panel.py:17: unused method 'select_above'",
        "runtime/embedding/mind.py:4: unused function '_helped'",
    ]


def test_a_name_is_allowed_as_long_as_it_needs_that(checkout):
    allowed = {"LEFT": "a reason", "select_above": "a reason", "_helped": "a reason", "run": "a reason"}
    assert [*unused_definitions(checkout, allowed)] == [
        "tools/unused_definitions.py: 'run' needs no permission"
    ]
