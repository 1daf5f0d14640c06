"""How hot each element is: steps and words from what was counted."""

from __future__ import annotations

import pytest

from editor.panels.statistics.heat import STEPS, Heat, Measure, cost_heats, heats_of, percent, scale_of
from editor.panels.statistics.heat_layer import color_on, heat_color
from editor.theme.tokens import THEME_NAMES, contrast, load_theme
from runtime.history.counts.element_statistics import ElementStatistics
from runtime.minds.program.rows import RowFamily


def node(name: str, visits: int, **more) -> ElementStatistics:
    return ElementStatistics("g", name, RowFamily.TREE_NODE, "action", 1000, visits, **more)


def edge(name: str, taken: int, **more) -> ElementStatistics:
    return ElementStatistics("g", name, RowFamily.TRANSITION, "", 1000, 1000, taken=taken, **more)


def test_visits_rise_by_their_logarithm_and_never_is_marked():
    found = heats_of([node("a", 1000), node("b", 30), node("c", 1), node("d", 0)], Measure.VISITS)
    assert found == {
        "a": Heat(5, "1,000"),
        "b": Heat(3, "30"),
        "c": Heat(1, "1"),
        "d": Heat(0, "never", is_never=True),
    }
    assert scale_of([node("a", 1000)], Measure.VISITS).highest == "1,000"


def test_the_share_of_time_is_a_percentage_in_five_steps():
    found = heats_of([node("a", 1000), node("b", 405), node("c", 3)], Measure.TIME)
    assert (found["a"], found["b"], found["c"]) == (Heat(5, "100 %"), Heat(3, "40 %"), Heat(1, "< 1 %"))


def test_success_has_nothing_to_say_of_what_never_ended():
    found = heats_of([node("a", 10, successes=1, failures=3), node("b", 10, running=10)], Measure.SUCCESS)
    assert found == {"a": Heat(2, "25 %"), "b": Heat(0, "")}


def test_4_11_weighted_transitions_show_what_was_drawn_of_what_was_expected():
    found = heats_of([edge("t", 30, draws=100, expected=25.0), edge("u", 3)], Measure.TIME)
    assert found == {"t": Heat(2, "30 % of 25 %"), "u": Heat(0, "")}


def test_coverage_marks_only_what_was_never_reached():
    found = heats_of([node("a", 1), node("b", 0), edge("t", 0)], Measure.COVERAGE)
    assert [key for key, heat in found.items() if heat.is_never] == ["b", "t"]
    assert found["a"] == Heat(0, "")


def test_small_shares_are_not_called_nothing():
    assert (percent(0.0), percent(0.004), percent(0.014), percent(1.0)) == ("0 %", "< 1 %", "1 %", "100 %")


@pytest.mark.parametrize("name", THEME_NAMES)
def test_words_can_be_read_on_every_step(name):
    theme = load_theme(name)
    for step in range(1, STEPS + 1):
        assert contrast(color_on(theme, step), heat_color(theme, step)) >= 4.5


def test_costs_are_told_by_their_share_of_the_highest():
    found = cost_heats({"a": 200.0, "b": 4.04, "c": 81.0})
    assert found == {"a": Heat(5, "200 µs"), "b": Heat(1, "4.0 µs"), "c": Heat(3, "81 µs")}
