"""The samples that tell a story play it without an error, by nearly all transitions of their machines."""

from __future__ import annotations

import pytest

from runtime.minds.machines.machine_rows import TransitionRow
from tests.runtime.session_of import sample_session, trace_hash_of

STORIES = {
    "card_duel": ("enemy", 700, {"game_over", "player_left", "enemy_left", "again"}),
    "first_tank": ("tank_1", 1400, set()),
    "simple_guard": ("guard", 800, {"loses"}),
    "stealth_guard": ("guard_1", 2000, {"killed", "hurt"}),
    "wolf": ("wolf", 2000, {"escapes", "gone", "wakes"}),
}
"""By sample: whose story it is, for how many ticks, and the transitions that nothing takes in them."""


@pytest.mark.parametrize("name", sorted(STORIES))
def test_a_sample_plays_its_story_without_an_error(name: str) -> None:
    agent, ticks, left_out = STORIES[name]
    session = sample_session(name)
    rows = {each: program.rows for each, program in session.programs.items()}
    taken: set[str] = set()
    for _ in range(ticks):
        for key, frame in session.step().brains.items():
            assert frame.errors == ()
            taken.update(rows[key][row].node for row in frame.taken)
    own = {
        row.node
        for row in rows[agent]
        if isinstance(row, TransitionRow) and row.graph == session.programs[agent].rows[0].graph
    }
    assert own - taken == left_out


def test_1_5_a_story_with_noises_is_told_the_same_again() -> None:
    assert trace_hash_of("stealth_guard", 200) == trace_hash_of("stealth_guard", 200)
