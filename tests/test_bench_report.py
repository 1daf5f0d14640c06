"""The page of growth curves: its plots, its tables, and its figures in the README."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from tests.bench.curve_points import CURVES, OURS
from tests.bench.line_plot import line_plot
from tests.bench.report import MARKS, README, SAID, curve_page, put_into, readme_rows

LINES = {OURS: [(1, 0.5), (100, 20.0)], "before": [(1, 1.0), (100, 30.0)], "plain": [(1, 0.25)]}


def test_every_curve_is_described() -> None:
    assert SAID.keys() == CURVES.keys()


def test_a_plot_has_a_line_with_its_points_and_its_name_for_each() -> None:
    found = ET.fromstring(line_plot("A < B", "agents", LINES))
    names = [each.tag.rpartition("}")[2] for each in found.iter()]
    assert (names.count("polyline"), names.count("circle")) == (3, 5)
    texts = {each.text for each in found.iter() if each.text}
    assert {"A < B", "agents", *LINES} <= texts


def test_a_table_tells_each_baseline_as_times_of_ours() -> None:
    rows = curve_page("agents", LINES)
    assert "| 1 | 0.5 | 1 | 0.25 | before 2.00, plain 0.50 |" in rows
    assert "| 100 | 20 | 30 | – | before 1.50 |" in rows


def test_the_readme_gets_the_largest_size_that_all_have() -> None:
    assert readme_rows({"agents": LINES})[-1].endswith("| 1 agents | 0.5 ms a tick | before 1, plain 0.25 |")


def test_figures_take_the_place_of_those_between_the_marks() -> None:
    text = put_into(README.read_text("utf-8"), ["| new |"])
    assert put_into(text, ["| new |"]) == text
    assert f"{MARKS[0]}\n\n| new |\n\n{MARKS[1]}" in text
    with pytest.raises(ValueError, match="no <!-- figures"):
        put_into("nothing", [])
