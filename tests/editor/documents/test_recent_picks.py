from __future__ import annotations

from pathlib import Path

from editor.basics.user_state import UserState
from editor.documents.open.recent_picks import MOST_KEPT, RecentPicks


def test_what_was_picked_last_is_first_and_known_to_the_next_window(tmp_path: Path) -> None:
    picks = RecentPicks(UserState(tmp_path))
    for key in ("action:wander", "kind:choice", "action:wander"):
        picks.note(key)
    assert RecentPicks(UserState(tmp_path)).keys == ("action:wander", "kind:choice")


def test_graphs_are_not_noted_and_the_list_stays_short(tmp_path: Path) -> None:
    picks = RecentPicks(UserState(tmp_path))
    picks.note("graph:g2")
    assert not picks.keys
    for number in range(MOST_KEPT + 3):
        picks.note(f"action:a{number}")
    assert len(picks.keys) == MOST_KEPT
    assert picks.keys[0] == f"action:a{MOST_KEPT + 2}"


def test_without_a_users_state_they_are_kept_while_the_window_is_open() -> None:
    picks = RecentPicks()
    picks.note("action:wander")
    assert picks.keys == ("action:wander",)
    assert RecentPicks().keys == ()
