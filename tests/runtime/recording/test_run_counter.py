"""What is counted of a run is what following its frames gives: stays, draws, branches, coverage."""

from __future__ import annotations

import pytest

from runtime.basics.status import StateOutcome
from runtime.history.counts.element_statistics import (
    counters_of,
    coverage_of,
    elements_of,
    mind_statistics,
    missing_words,
)
from runtime.history.counts.run_counter import CELLS, RunCounter
from runtime.history.recording.recorded_run import Recorder
from runtime.minds.program.rows import RowFamily
from tests.runtime.lone_brain import document
from tests.runtime.recording.whole_counts import statistics_of
from tests.runtime.session_of import move_player, sample_session, session_of

MIND = "a.mind.json"
WEATHER = {
    "g": {
        "kind": "state_machine",
        "children": ["sun", "rain", "snow"],
        "initial": "sun",
        "nodes": {
            "sun": {"kind": "state", "name": "Sun", "transitions": ["stay", "to_rain", "to_snow"]},
            "rain": {"kind": "state", "name": "Rain", "transitions": ["back"]},
            "snow": {"kind": "state", "name": "Snow", "transitions": []},
        },
        "edges": {
            "stay": {"group": "w", "weight": 6, "after": 0.1, "targets": []},
            "to_rain": {"group": "w", "weight": 2, "after": 0.1, "targets": ["rain"]},
            "to_snow": {"group": "w", "weight": 2, "after": 0.1, "guard": "cold", "targets": ["snow"]},
            "back": {"after": 0.2, "targets": ["sun"]},
        },
    }
}


def weather(ticks: int, tick_every: int = 1, agents: int = 3) -> Recorder:
    mind = document(WEATHER, variables={"cold": {"type": "bool"}})
    who = {f"a{place}": {"mind": MIND, "tick_every": tick_every} for place in range(agents)}
    recorder = Recorder(session_of(who, {MIND: mind}))
    for _ in range(ticks):
        recorder.step()
    return recorder


def row_of(program, node: str) -> int:
    return next(row.index for row in program.rows if row.node == node)


def stays_in(frames: list[int]) -> list[int]:
    """Return how many ticks each stay lasted whose begin and end are there."""
    lengths, since = [], None
    for tick, byte in enumerate(frames):
        if byte in (StateOutcome.EXITED, StateOutcome.REENTERED) and since is not None:
            lengths.append(tick - since)
            since = None
        if byte in (StateOutcome.ENTERED, StateOutcome.REENTERED):
            since = tick
        if byte == StateOutcome.PASSED:
            lengths.append(0)
    return lengths


@pytest.mark.parametrize("tick_every", [1, 4])
def test_a_stay_lasts_from_entry_to_exit_in_ticks_of_the_world(tick_every):
    recording = weather(700, tick_every).recording
    program = recording.program("a0", 0)
    counted = statistics_of(recording, ["a0", "a1"], program)
    for name in ("sun", "rain", "snow"):
        row = row_of(program, name)
        lengths = []
        for agent in ("a0", "a1"):
            outcomes = [recording.outcome(agent, tick) for tick in range(700)]
            lengths += stays_in([outcome.outcomes[row] if outcome is not None else 0 for outcome in outcomes])
        assert int(counted.stays.count[row]) == len(lengths)
        assert int(counted.stays.ticks[row]) == sum(lengths)
        if lengths:
            assert (counted.stays.shortest[row], counted.stays.longest[row]) == (min(lengths), max(lengths))
            assert counted.mean_stay(row) == pytest.approx(sum(lengths) / len(lengths) / 60)


def test_4_11_what_weights_let_expect_leaves_out_what_is_guarded_off():
    recording = weather(1200).recording
    elements = elements_of(each.statistics for each in _counted(recording))
    stay, rain, snow = (elements["g", name] for name in ("stay", "to_rain", "to_snow"))
    draws = stay.taken + rain.taken
    assert snow.taken == 0
    assert (stay.draws, rain.draws, snow.draws) == (draws, draws, 0)
    assert stay.expected == pytest.approx(0.75 * draws)
    assert rain.expected == pytest.approx(0.25 * draws)
    assert stay.draw_share is not None
    assert stay.draw_share[0] == pytest.approx(0.75)
    assert stay.draw_share[1] == stay.taken / draws
    assert elements["g", "back"].draw_share is None
    assert missing_words(snow) == ("never taken",)


def test_the_open_stay_is_measured_up_to_where_the_counting_ended():
    recording = weather(100, agents=1).recording
    program = recording.program("a0", 0)
    counted = statistics_of(recording, ["a0"], program)
    states = [row for row in program.rows if row.family is RowFamily.STATE]
    open_rows = [row.index for row in states if counted.stays.open_count[row.index]]
    assert len(open_rows) == 1
    whole = int(counted.stays.ticks.sum() + counted.stays.open_ticks.sum())
    assert whole == 100


def test_counting_given_up_in_the_middle_of_a_piece_and_taken_up_again_counts_nothing_twice(monkeypatch):
    monkeypatch.setattr("runtime.history.counts.run_counter.CELLS", 1)
    recording = weather(90).recording
    (counter,) = counters_of(recording)
    pieces = next(count for count in range(10_000) if next(counter.go_on(), "done") == "done")
    at_once = statistics_of(recording, counter.agents, counter.program)
    assert pieces > 3
    assert (counter.statistics.counts == at_once.counts).all()
    assert (counter.statistics.ticks, counter.next_tick) == (at_once.ticks, 90)


def test_counting_goes_on_with_the_run_and_comes_to_the_same_sums():
    recorder = weather(50)
    (counter,) = counters_of(recorder.recording)
    for _ in range(5):
        for _ in counter.go_on():
            pass
        for _ in range(57):
            recorder.step()
    for _ in counter.go_on():
        pass
    at_once = statistics_of(recorder.recording, counter.agents, counter.program)
    assert (counter.statistics.counts == at_once.counts).all()
    assert (counter.statistics.stays.ticks == at_once.stays.ticks).all()
    assert (counter.statistics.taken == at_once.taken).all()
    assert counter.statistics.ticks == at_once.ticks == 3 * 335


def test_counting_is_done_in_pieces(monkeypatch):
    recording = weather(600).recording
    monkeypatch.setattr("runtime.history.counts.run_counter.CELLS", 30)
    counter = RunCounter(recording, ["a0", "a1", "a2"], recording.program("a0", 0))
    pieces = sum(1 for _ in counter.go_on())
    assert pieces > 3
    assert counter.statistics.ticks == 1800
    assert CELLS > 30


def test_a_range_counts_only_what_lies_in_it():
    recording = weather(300, agents=1).recording
    program = recording.program("a0", 0)
    first, then = (statistics_of(recording, ["a0"], program, *span) for span in ((0, 120), (120, 300)))
    whole = statistics_of(recording, ["a0"], program)
    both = first.plus(then)
    assert (both.counts == whole.counts).all()
    assert both.ticks == whole.ticks == 300
    assert (both.taken == whole.taken).all()


def test_runs_of_one_document_are_counted_together():
    runs = [weather(200).recording, weather(90).recording]
    (together,) = mind_statistics(runs)
    parts = [mind_statistics([run])[0] for run in runs]
    for key, each in together.elements.items():
        assert each.visits == sum(part.elements[key].visits for part in parts)
        assert each.taken == sum(part.elements[key].taken for part in parts)
    assert together.ticks == 3 * 290


@pytest.fixture(scope="module")
def decided():
    session = sample_session("attack_or_flee")
    recorder = Recorder(session)
    for _ in range(240):
        move_player(session)
        recorder.step()
    return recorder.recording


def test_branches_of_questions_are_counted_and_add_up(decided):
    (counted,) = mind_statistics([decided])
    asked = [element for element in counted.elements.values() if element.branches]
    assert asked
    for each in asked:
        assert each.visits == sum(branch.count for branch in each.branches) + each.no_answers
    by_key = counted.elements
    for each in asked:
        for branch in each.branches:
            assert (by_key[each.graph, branch.child].visits > 0) >= (branch.count > 0)


def test_coverage_counts_what_was_reached_and_names_what_was_not(decided):
    (counted,) = mind_statistics([decided])
    found = coverage_of(counted.elements.values())
    assert found.total["nodes"] == sum(
        item.family in (RowFamily.TREE_NODE, RowFamily.DECISION, RowFamily.MACHINE)
        for item in counted.elements.values()
    )
    never = [element for element in counted.elements.values() if not element.is_reached]
    assert found.reached["nodes"] == found.total["nodes"] - len(never)
    assert all(missing_words(each) for each in never)
    assert 0 < found.share <= 1


def _counted(recording):
    counters = counters_of(recording)
    for counter in counters:
        for _ in counter.go_on():
            pass
    return counters
