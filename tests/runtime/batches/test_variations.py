"""What is drawn for the runs of a batch, and what cannot be."""

from __future__ import annotations

from statistics import fmean

import pytest

from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.variations import drawn, run_seed, varied_world
from tests.runtime.batches.batch_builders import guard_call, guard_world


def test_what_a_run_gets_depends_on_the_seed_and_its_number_alone():
    both = guard_call(vary=("health=50..100", "level=0..3"))
    alone = guard_call(vary=("level=0..3",), runs=500)
    levels = [drawn(both.variations, 7, run)["level"] for run in range(40)]
    assert levels == [drawn(alone.variations, 7, run)["level"] for run in range(40)]
    assert levels != [drawn(alone.variations, 8, run)["level"] for run in range(40)]
    assert len({run_seed(7, run) for run in range(1000)}) == 1000


def test_numbers_are_drawn_evenly_and_whole_where_the_variable_is():
    call = guard_call(vary=("health=50..100", "level=2..4"))
    draws = [drawn(call.variations, 1, run) for run in range(3000)]
    healths = [float(str(each["health"])) for each in draws]
    assert all(50 <= health < 100 for health in healths)
    assert fmean(healths) == pytest.approx(75, abs=1)
    for level in (2, 3, 4):
        assert sum(item["level"] == level for item in draws) == pytest.approx(1000, abs=100)


def test_choices_keep_the_type_of_what_they_are_for():
    call = guard_call(vary=("mood=glad,sad", "armed=true,false", "heat=1,2.5"))
    draws = [drawn(call.variations, 1, run) for run in range(60)]
    assert {each["mood"] for each in draws} == {"glad", "sad"}
    assert {item["armed"] for item in draws} == {True, False}
    assert {entry["heat"] for entry in draws} == {1, 2.5}


def test_a_name_reaches_every_agent_that_has_it_and_a_dotted_one_only_its_agent():
    world = guard_world(2)
    call = guard_call(vary=("g2.health=10..20", "level=5..9", "player.x=1..9"), world=world)
    values = drawn(call.variations, 3, 0)
    varied = varied_world(world, call.variations, values)
    assert "health" not in varied.agents["g1"].variables
    assert varied.agents["g2"].variables["health"] == values["g2.health"]
    assert varied.agents["g1"].variables["level"] == varied.agents["g2"].variables["level"] == values["level"]
    assert varied.agents["player"].at == (values["player.x"], 10)
    assert varied.agents["player"].variables == {}


def test_a_field_of_an_agent_and_a_world_variable_can_vary():
    call = guard_call("hot=heat", vary=("player.health=1..9", "heat=20..30"))
    values = drawn(call.variations, 3, 4)
    varied = varied_world(call.world, call.variations, values)
    assert varied.agents["player"].fields["health"] == values["player.health"]
    assert EpisodePlayer(call).play(4).measured["hot"] == values["heat"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("helth=1..2", "Use 'health'"),
        ("g9.health=1..2", "no agent 'g9'"),
        ("health", "does not say what varies"),
        ("health=9..2", "lower end first"),
        ("health=50..500", "outside the range"),
        ("level=0..1.5", "no whole number"),
        ("mood=glad,mad", "'mad' is not"),
        ("armed=0..1", "values to choose from"),
        ("x=1..2", "AGENT.x"),
        ("health=a..b", "'a' is no number"),
    ],
)
def test_what_cannot_vary_is_refused_in_words(text, said):
    with pytest.raises(BatchRefused) as refused:
        guard_call(vary=(text,))
    assert said in str(refused.value)


def test_a_place_in_a_wall_is_drawn_again_and_told_as_it_was_taken():
    wall = {"polygon": [[2, 0], [18, 0], [18, 14], [2, 14]]}
    world = guard_world(0, walls={"w": wall})
    world = world.model_copy(
        update={"agents": {"player": world.agents["player"].model_copy(update={"at": (1, 1)})}}
    )
    call = guard_call(vary=("player.x=0.6..19.4", "player.heading=0..90"), world=world, ticks=1)
    episodes = EpisodePlayer(call)
    first = [drawn(call.variations, call.seed, run) for run in range(12)]
    found = [episodes.play(run).varied for run in range(12)]
    assert any(2 < float(str(each["player.x"])) < 18 for each in first)
    assert not any(2 < float(str(value["player.x"])) < 18 for value in found)
    assert [item["player.heading"] for item in found] == [entry["player.heading"] for entry in first]
    assert found == [EpisodePlayer(call).play(run).varied for run in range(12)]


def test_a_world_that_cannot_run_with_what_was_drawn_names_the_run():
    player = EpisodePlayer(guard_call(vary=("g1.x=-9..-8",)))
    with pytest.raises(BatchRefused, match=r"run 2: The world cannot run with g1\.x=-8.*off the map"):
        player.play(2)
