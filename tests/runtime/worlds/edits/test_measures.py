from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.worlds.edits.measures import add_measure, remove_measure, rename_measure, set_measure_field
from tests.runtime.worlds.world_builder import document

WORLD = document(
    agents={"tank_1": {"at": [2, 2]}},
    measures={"hits": {"kind": "events", "of": "was_hit"}, "far": {"of": "d"}},
)


def test_a_measure_is_added_under_a_free_name_with_something_to_begin_with():
    once = add_measure(WORLD, "mean")
    twice = add_measure(once, "mean")
    assert list(twice.measures) == ["hits", "far", "mean", "mean_2"]
    assert (twice.measures["mean"].kind, twice.measures["mean"].of) == ("mean", "time")
    assert add_measure(WORLD, "events", "killed").measures["events"].of == "killed"


def test_a_measure_keeps_its_place_when_it_is_renamed():
    assert list(rename_measure(WORLD, "hits", " struck ").measures) == ["struck", "far"]
    assert rename_measure(WORLD, "hits", "hits") is WORLD


def test_fields_are_set_and_taken_back():
    measured = set_measure_field(WORLD, "hits", "agent", "tank_1")
    assert measured.measures["hits"].agent == "tank_1"
    assert set_measure_field(measured, "hits", "agent", None).measures["hits"].agent is None
    assert set_measure_field(WORLD, "far", "of", "d + 1").measures["far"].of == "d + 1"
    assert list(remove_measure(WORLD, "hits").measures) == ["far"]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda: add_measure(WORLD, "entries"), "No mind of this world"),
        (lambda: rename_measure(WORLD, "hits", "far"), "There is a measure 'far' already."),
        (lambda: rename_measure(WORLD, "hits", " "), "A measure needs a name."),
        (lambda: set_measure_field(WORLD, "hits", "agent", "nobody"), "There is no agent 'nobody'."),
        (lambda: set_measure_field(WORLD, "hits", "of", ""), "A measure is of something."),
        (lambda: set_measure_field(WORLD, "hits", "kind", "loudest"), "kind"),
        (lambda: remove_measure(WORLD, "gone"), "There is no measure 'gone'."),
    ],
)
def test_what_makes_no_sense_is_refused(edit, reason):
    with pytest.raises(EditRefused, match=reason):
        edit()
