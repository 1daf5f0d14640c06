"""Remember what was added and chosen last, so that it stands first where things are offered. Without Qt."""

from __future__ import annotations

from editor.basics.user_state import UserState

PICKS_KEY = "picked"
MOST_KEPT = 16


class RecentPicks:
    """Hold the keys of what was picked, the last one first; in the user's state, if there is one."""

    def __init__(self, state: UserState | None = None) -> None:
        self._state = state
        self._own: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys, such as `action:pursue`, the last one first."""
        return self._own if self._state is None else self._state.texts(PICKS_KEY)

    def note(self, key: str) -> None:
        """Put a key first. Graphs are not noted: those of a document stand first in it anyway."""
        if key.startswith("graph:"):
            return
        keys = (key, *(other for other in self.keys if other != key))[:MOST_KEPT]
        if self._state is None:
            self._own = keys
        else:
            self._state.set(PICKS_KEY, list(keys))
