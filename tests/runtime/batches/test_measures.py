"""What the measures of a batch come to in a run, and which are refused."""

from __future__ import annotations

import pytest

from runtime.trials.batches.batch_call import measure_of, measure_text
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused
from tests.runtime.batches.batch_builders import guard_call, guard_world

WEARS = "g1.wear=3..3"
"""From 100 by 3 in each tick, in every run."""


def measured(*measures: str, ticks: int = 60, vary: tuple[str, ...] = (WEARS,), **more):
    return EpisodePlayer(guard_call(*measures, ticks=ticks, vary=vary, **more)).play(0)


def test_an_expression_gives_its_value_at_the_end_and_over_the_run():
    found = measured(
        "end=health", "low=min:health", "high=max:health", "mean=mean:health", "is=health < 50", ticks=10
    ).measured
    after = [100 - 3 * n for n in range(1, 11)]
    assert found["end"] == found["low"] == after[-1]
    assert found["high"] == after[0]
    assert found["mean"] == pytest.approx(sum(after) / len(after))
    assert found["is"] is False


def test_a_condition_gives_when_it_first_holds_and_for_which_share():
    found = measured("first=first:health <= 40", "share=share:health <= 40", "no=first:health > 500").measured
    tick = round(found["first"] * 60)
    assert found["first"] == tick / 60
    assert found["share"] == (60 - tick) / 60
    assert found["no"] is None


def test_a_state_gives_its_time_its_first_entry_and_its_entries():
    found = measured("time=time_in:Worn", "first=first_in:worn", "times=entries:Worn", "calm=time_in:calm")
    values = found.measured
    assert values["times"] == 1
    assert values["time"] + values["calm"] == pytest.approx(1.0)
    assert values["first"] == pytest.approx(1.0 - values["time"])
    assert measured("taken=entries:tires").measured["taken"] == 1


def test_an_event_is_counted_and_timed():
    found = measured("times=events:worn_out", "first=first_event:worn_out", "entered=first_in:Worn").measured
    assert found["times"] == 1
    assert found["first"] == found["entered"]


def test_a_measure_without_an_agent_is_of_every_agent_that_can_answer():
    world = guard_world(2)
    both = EpisodePlayer(guard_call("h=health", world=world))
    assert both.columns == ("h@g1", "h@g2")
    assert EpisodePlayer(guard_call("h=health@g2", world=world)).columns == ("h",)
    assert EpisodePlayer(guard_call("h=health")).columns == ("h",)


def test_a_run_ends_when_what_it_runs_until_has_happened():
    long = measured("end=health", until="health <= 40")
    assert 40 >= long.measured["end"] > 36
    assert long.ticks < 60
    assert measured(until="first_event:worn_out").ticks == long.ticks + 1
    assert measured(until="health > 500").ticks == 60


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a=helth", "helth"),
        ("a=health@g7", "no agent 'g7'"),
        ("a=health@player", "no mind to ask"),
        ("a=time_in:Wurn", "Use 'Worn'"),
        ("a=events:worn", "Use 'worn_out'"),
        ("a=mean:armed", "has no mean"),
        ("a=first:health", "bool"),
        ("a=", "nothing to measure"),
        ("=health", "no name"),
        ("a=min:@g1", "nothing to measure"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_words(text, said):
    with pytest.raises(BatchRefused) as refused:
        EpisodePlayer(guard_call(text))
    assert said in str(refused.value)


def test_only_what_happens_first_can_end_a_run():
    with pytest.raises(BatchRefused, match="'mean' cannot end a run"):
        EpisodePlayer(guard_call(until="mean:health"))


@pytest.mark.parametrize("text", ["health", "time_in:Worn@g1", "first:health < 3", "min:max(health, 3)@g1"])
def test_a_measure_is_written_as_it_was_read(text):
    assert measure_text(measure_of(text, ["g1"], "end", "")) == text


def test_errors_of_a_run_are_counted_and_the_first_is_told():
    found = EpisodePlayer(guard_call("a=1 / level", vary=("level=0,0",), ticks=5)).play(0)
    assert found.measured["a"] is None
    assert (found.errors, found.error) == (0, "")
    bad = EpisodePlayer(guard_call("a=level", vary=("level=9,9", "wear=99,99"), ticks=5)).play(0)
    assert bad.errors == 1
    assert bad.error.startswith("g1 at tick 1:")
