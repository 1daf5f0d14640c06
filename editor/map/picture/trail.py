"""Know where agents were: during the last seconds, and in a recording around a tick of the past."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from editor.map.picture.world_picture import AgentsPicture, GhostPicture, PastPicture

if TYPE_CHECKING:
    from runtime.history.recording.recording import Recording

TRAIL_SECONDS = 4.0
DOT_SECONDS = 0.5
MOMENTS_PER_SECOND = 15
"""More would cost painting time and show no better."""


class Trail:
    """Hold positions by tick: the last four simulated seconds, fifteen moments of each, and the newest."""

    def __init__(self) -> None:
        self._moments: deque[tuple[int, NDArray[np.float64]]] = deque()

    def clear(self) -> None:
        """Forget everything."""
        self._moments.clear()

    def record(self, tick: int, positions: NDArray[np.float64], rate: int) -> None:
        """Note where everybody is; `rate` in ticks per second.

        A tick that is not later than the last one noted means that time went back: what came after is
        forgotten. So is everything when the number of agents changed.
        """
        if self._moments and len(self._moments[-1][1]) != len(positions):
            self._moments.clear()
        step = max(1, rate // MOMENTS_PER_SECOND)
        while self._moments and self._moments[-1][0] // step >= tick // step:
            self._moments.pop()
        self._moments.append((tick, positions.copy()))
        while self._moments[0][0] < tick - TRAIL_SECONDS * rate:
            self._moments.popleft()

    def line(self, index: int) -> NDArray[np.float64]:
        """Return where an agent was, oldest first, shape (k, 2)."""
        if not self._moments or not 0 <= index < len(self._moments[-1][1]):
            return np.empty((0, 2))
        return np.array([positions[index] for _, positions in self._moments])

    def dots(self, index: int, rate: int) -> NDArray[np.float64]:
        """Return where an agent was at every half second, shape (m, 2)."""
        if not self._moments or not 0 <= index < len(self._moments[-1][1]):
            return np.empty((0, 2))
        step = max(1, round(DOT_SECONDS * rate))
        found = []
        before = self._moments[0][0] // step
        for tick, positions in self._moments:
            if tick // step != before:
                found.append(positions[index])
                before = tick // step
        return np.array(found).reshape(-1, 2)


BEHIND_SECONDS, AHEAD_SECONDS = 4.0, 8.0
GHOST_SECONDS = 1.5
"""How far off in time the ghosts before and after the tick shown are."""

MOST_KEPT = 2_000_000
"""Numbers of poses that are kept at most."""

LEAST_APART = 2.0
"""Ghosts nearer than so many radii to another body of the agent are left out."""


class PastReader:
    """Read ways from recordings; what was read last is kept, as the same is shown again and again."""

    def __init__(self) -> None:
        self._recording: Recording | None = None
        self._end = -1
        self._poses: dict[int, NDArray[np.float64]] = {}

    def poses(self, recording: Recording, tick: int) -> NDArray[np.float64] | None:
        """Return where all agents were after a tick (n, 3), None where that is not recorded."""
        if tick not in recording:
            return None
        if recording is not self._recording or recording.end_tick != self._end:
            self._recording, self._end = recording, recording.end_tick
            self._poses.clear()
        found = self._poses.get(tick)
        if found is None:
            if self._poses and len(self._poses) * next(iter(self._poses.values())).size > MOST_KEPT:
                self._poses.clear()
            found = self._poses[tick] = recording.poses(tick)
        return found

    def way(self, recording: Recording, row: int, first: int, last: int, rate: int) -> NDArray[np.float64]:
        """Return where an agent was from one tick to another (k, 2), some moments of each second."""
        step = max(1, rate // MOMENTS_PER_SECOND)
        first = max(first, recording.first_tick)
        last = min(last, recording.end_tick - 1)
        ticks = [first, *range((first // step + 1) * step, last, step), last] if first < last else []
        places = [self.poses(recording, tick) for tick in ticks]
        return np.array([each[row, :2] for each in places if each is not None]).reshape(-1, 2)

    def read(
        self, recording: Recording, tick: int, agents: AgentsPicture, picked: int, rate: int
    ) -> PastPicture:
        """Return what is drawn of other ticks than the one shown of the agent in row `picked`."""
        if picked < 0:
            return PastPicture()
        behind = self.way(recording, picked, tick - round(BEHIND_SECONDS * rate), tick, rate)
        ahead = self.way(recording, picked, tick, tick + round(AHEAD_SECONDS * rate), rate)
        return PastPicture(behind, ahead, self._ghosts(recording, tick, agents, picked, rate))

    def _ghosts(
        self, recording: Recording, tick: int, agents: AgentsPicture, picked: int, rate: int
    ) -> tuple[GhostPicture, ...]:
        """Return at most four: the agent before and after, and at the end, where the player is too."""
        end, apart = recording.end_tick - 1, round(GHOST_SECONDS * rate)
        wanted = [(picked, end), (picked, tick - apart)]
        if tick + apart < end:
            wanted.append((picked, tick + apart))
        if agents.player >= 0 and agents.player != picked:
            wanted.append((agents.player, end))
        ghosts: list[GhostPicture] = []
        for row, when in wanted:
            poses = self.poses(recording, when)
            if poses is None:
                continue
            at = (float(poses[row, 0]), float(poses[row, 1]))
            if self._is_clear(agents, row, at, ghosts):
                label = f"{when:,}" if when == end else ""
                ghosts.append(GhostPicture(row, at, float(poses[row, 2]), label))
        return tuple(ghosts)

    @staticmethod
    def _is_clear(
        agents: AgentsPicture, row: int, at: tuple[float, float], ghosts: list[GhostPicture]
    ) -> bool:
        least = LEAST_APART * float(agents.radii[row])
        others = [tuple(agents.positions[row]), *(ghost.at for ghost in ghosts if ghost.row == row)]
        return all(np.hypot(at[0] - x, at[1] - y) >= least for x, y in others)
