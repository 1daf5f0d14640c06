"""Read from a recording, while a tick of the past is shown, where the picked agent was and went."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from editor.map.picture.world_picture import AgentsPicture, GhostPicture, PastPicture

if TYPE_CHECKING:
    from runtime.history.recording.recording import Recording

BEHIND_SECONDS, AHEAD_SECONDS = 4.0, 8.0
GHOST_SECONDS = 1.5
"""How far off in time the ghosts before and after the tick shown are."""

MOMENTS_PER_SECOND = 15
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
