"""The gauntlet, the ghosts and air hockey play by the numbers they were made by, without an error."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from graphs.expressions.types import VECTOR
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.export.game_needs import game_needs
from runtime.history.recording.trace_export import TraceHash
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document
from runtime.session.session import Session
from runtime.worlds.flight.arrivals import Arrivals
from tests.runtime.session_of import SAMPLES, replace_document, sample_session

TICK = 1 / 60


@dataclass
class Played:
    """Hold when each transition was taken, in seconds, by agent and id; and what `look` kept."""

    taken: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))

    def times(self, transition: str) -> dict[str, list[float]]:
        """Return when a transition was taken, by agent."""
        return {agent: times for (agent, name), times in self.taken.items() if name == transition}


def play(session: Session, seconds: float, look: Callable[[Session], object] | None = None) -> Played:
    """Play on, call `look` after every step, and let no error pass."""
    played = Played()
    for _ in range(round(seconds * 60)):
        frame = session.step()
        for agent, brain in frame.brains.items():
            assert brain.errors == (), (frame.tick, agent)
            rows = session.programs[agent].rows
            for row in brain.taken:
                played.taken[agent, rows[row].node].append(frame.tick * TICK)
        if look is not None:
            look(session)
    return played


# -- tower gauntlet ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gauntlet() -> tuple[Played, list[dict[str, object]]]:
    """Return a minute of the gauntlet, with what was seen of the tank in each step."""
    seen: list[dict[str, object]] = []

    def look(session: Session) -> None:
        place = session.world.pose("tank").position
        towers = {name: session.world.pose(name).position for name in session.agent_ids if name != "tank"}
        seen.append(
            {
                "time": (session.tick - 1) * TICK,
                "health": session.world.entity_field("tank", "health"),
                "speed": math.hypot(*session.world.pose("tank").velocity),
                "distance": {name: math.dist(place, there) for name, there in towers.items()},
                "locks": {name: session.variables(name)["locked"] for name in towers},
                **session.variables("tank"),
            }
        )

    return play(sample_session("gauntlet"), 60, look), seen


def test_a_tower_fires_again_three_seconds_after_its_shot_and_never_sooner(gauntlet):
    shots = gauntlet[0].times("fires")
    gaps = [after - before for times in shots.values() for before, after in itertools.pairwise(times)]

    assert len(shots) == 7, "every tower fires"
    assert min(gaps) == pytest.approx(3.0, abs=1e-6)


def test_a_tower_is_locked_while_the_tank_is_within_seven_units(gauntlet):
    pairs = [(before, now) for before, now in itertools.pairwise(gauntlet[1])]

    for before, now in pairs:
        for tower, locked in now["locks"].items():
            if abs(before["distance"][tower] - 7.0) > 1e-6:
                assert locked == (before["distance"][tower] < 7.0), (now["time"], tower)


def test_boost_and_shield_last_three_seconds_and_can_be_had_again_at_once(gauntlet):
    for transition in ("boosts", "shields"):
        (times,) = gauntlet[0].times(transition).values()
        gaps = [after - before for before, after in itertools.pairwise(times)]
        assert len(times) > 10
        assert min(gaps) >= 3.0 - 1e-6
    (boosts,) = gauntlet[0].times("boosts").values()
    assert any(after - before < 3.1 for before, after in itertools.pairwise(boosts))


def test_the_tank_drives_at_three_and_a_half_and_at_seven_while_it_boosts(gauntlet):
    boosted = [each["speed"] for each in gauntlet[1] if 0.5 < each["boost_until"] - each["time"] < 2.0]
    plain = [each["speed"] for each in gauntlet[1] if each["time"] - each["boost_until"] > 0.5]

    assert max(boosted) == pytest.approx(7.0, abs=0.02)
    assert max(plain) == pytest.approx(3.5, abs=0.02)


def test_nothing_hurts_for_long_while_the_shield_is_up(gauntlet):
    seen = gauntlet[1]
    hits = [
        place
        for place in range(1, len(seen) - 4)
        if seen[place]["health"] < seen[place - 1]["health"]
        and seen[place]["time"] + TICK < seen[place]["shield_until"]
    ]

    assert len(hits) > 5
    for place in hits:
        # It is told of the hit in the step after it, and healed at the end of that step.
        assert seen[place + 2]["health"] == seen[place - 1]["health"], seen[place]["time"]
    assert seen[-1]["blocked"] >= len(hits)
    assert seen[-1]["runs"] >= 4
    assert seen[-1]["wrecks"] == 0


def test_without_its_shield_the_tank_is_wrecked_and_repaired():
    session = sample_session("gauntlet")
    mind = load_document(SAMPLES / "gauntlet.mind.json")
    replace_document(session, "gauntlet.mind.json", without(mind, "driver", "shield"))
    played = play(session, 40)

    (wrecks,), (repairs,) = played.times("destroyed").values(), played.times("repaired").values()
    assert len(wrecks) >= 2
    assert [after - before for before, after in zip(wrecks, repairs, strict=False)] == pytest.approx(
        [3.0] * min(len(wrecks), len(repairs))
    )


def without(document: Document, graph: str, node: str) -> Document:
    """Return a document with a node disabled."""
    value = document.graphs[graph]
    nodes = {**value.nodes, node: value.nodes[node].model_copy(update={"disabled": True})}
    changed = value.model_copy(update={"nodes": nodes})
    return document.model_copy(update={"graphs": {**document.graphs, graph: changed}})


# -- ghosts --------------------------------------------------------------------------------------------

GHOSTS = ("blinky", "clyde", "inky", "pinky")
CHANGES = (7, 27, 34, 54, 59, 79, 84)
"""Seconds at which scatter and chase take turns: after 7, 20, 7, 20, 5, 20 and 5."""


@pytest.fixture(scope="module")
def maze() -> tuple[Played, dict[str, list[tuple[float, float]]]]:
    """Return a hundred seconds in the maze, with where everybody was in each step."""
    ways: dict[str, list[tuple[float, float]]] = defaultdict(list)

    def look(session: Session) -> None:
        for agent in session.agent_ids:
            ways[agent].append(session.world.pose(agent).position)

    return play(sample_session("ghosts"), 100, look), ways


def test_all_ghosts_scatter_and_chase_by_the_clock_and_then_chase_for_ever(maze):
    for ghost in GHOSTS:
        chase, scatter = (maze[0].taken[ghost, name] for name in ("to_chase", "to_scatter"))
        assert sorted(chase + scatter) == pytest.approx(CHANGES), ghost
        assert chase == pytest.approx(CHANGES[::2])


def test_ghosts_are_frightened_eaten_sent_home_and_hunt_again(maze):
    for transition in ("fright", "calms", "eaten_up", "catches", "all_home", "is_home"):
        assert maze[0].times(transition), transition
    frights = maze[0].times("fright")
    for ghost, times in maze[0].times("calms").items():
        started = [*frights[ghost], *maze[0].taken[ghost, "fright_again"]]
        for calm in times:
            assert calm - max(time for time in started if time < calm) == pytest.approx(6.0)
    for transition in ("energizer", "scores", "is_caught", "again"):
        assert maze[0].taken["pacman", transition], transition


def test_everybody_keeps_moving_and_nobody_walks_into_walls(maze):
    for agent, places in maze[1].items():
        units = sum(math.dist(*pair) for pair in itertools.pairwise(places))
        assert units > 120, (agent, units)
        assert all(1.0 < x < 18.0 and 1.0 < y < 20.0 for x, y in places)


# -- air hockey ----------------------------------------------------------------------------------------


@dataclass
class Rally:
    """Hold what was foreseen since the puck last met an agent, and how far off that was where it arrived."""

    foreseen: list[tuple[float, tuple[float, float]]] = field(default_factory=list)
    misses: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    before: tuple[float, float] = (8.0, 5.0)
    speeds: tuple[float, float] = (0.0, 0.0)


@pytest.fixture(scope="module")
def hockey() -> tuple[Played, Rally, Session]:
    """Return a minute of air hockey, with what was foreseen of the puck."""
    rally = Rally()
    session = sample_session("air_hockey")

    def look(session: Session) -> None:
        (puck,) = session.world.projectiles
        line, now = 1.6, session.tick * TICK
        speeds = (abs(puck.velocity[0]), abs(puck.velocity[1]))
        # A wall turns the puck and leaves its speed along both axes: else it met a paddle or was thrown in.
        met = math.dist(speeds, rally.speeds) > 1e-6
        if rally.before[0] > line >= puck.position[0] and not met:
            share = (rally.before[0] - line) / (rally.before[0] - puck.position[0])
            there = rally.before[1] + (puck.position[1] - rally.before[1]) * share
            for when, at in rally.foreseen:
                rally.misses.append(math.dist(at, (line, there)))
                rally.late.append(abs(when - (now - (1.0 - share) * TICK)))
        if met:
            rally.foreseen.clear()
        part = session.world.part(Arrivals)
        assert part is not None
        found = part.arrival("puck", "red_line")
        if puck.position[0] > line and found is not None:
            rally.foreseen.append((now + found.seconds, found.at))
        rally.before, rally.speeds = puck.position, speeds

    played = play(session, 60, look)
    return played, rally, session


def test_the_puck_arrives_within_a_tenth_of_where_it_was_foreseen(hockey):
    assert len(hockey[1].misses) > 40
    assert max(hockey[1].misses) < 0.1
    assert max(hockey[1].late) < 0.02


def test_the_rival_goes_through_its_three_states_and_the_referee_counts(hockey):
    for transition in ("comes", "near", "leaves", "cleared"):
        assert hockey[0].taken["red", transition], transition
    counted = hockey[2].variables("referee")
    goals = (len(hockey[0].taken["referee", name]) for name in ("goal_of_red", "goal_of_blue"))
    assert (counted["red"], counted["blue"]) == tuple(goals)
    assert counted["red"] + counted["blue"] > 0


def test_an_export_lists_what_the_rival_asks_of_the_game():
    mind = load_document(SAMPLES / "air_hockey.mind.json")
    registry = builtin_registry()
    program = compile_document(mind, registry, builtin_library(), conditions=builtin_conditions())
    fields = game_needs(program.rows, mind, registry).entity_fields

    assert fields["impact:red_line"] == VECTOR
    assert "impact_in:red_line" in fields


@pytest.mark.parametrize(("name", "cut"), [("air_hockey", 110), ("gauntlet", 170), ("ghosts", 430)])
def test_1_5_it_goes_on_from_a_snapshot_as_the_straight_run(name, cut):
    session = sample_session(name)
    play(session, cut * TICK)
    saved = session.snapshot()
    straight = hash_of(session, 40)
    session.restore(saved)
    assert hash_of(session, 40) == straight
    fresh = sample_session(name)
    fresh.restore(saved)
    assert hash_of(fresh, 40) == straight


def hash_of(session: Session, steps: int) -> str:
    """Return the hash of what happens next."""
    trace = TraceHash()
    for _ in range(steps):
        trace.add(session.step())
    return trace.hexdigest() + session.state_hash()
