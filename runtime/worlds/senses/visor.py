"""See what is inside a volume in front of the eyes, in the open: a box that widens (SENSE-03).

The volume begins at the eyes with `near_width` and ends `range` ahead with `far_width`; its sides are
straight and belong to it. In view is a thing looked for whose center is inside, with nothing opaque on the
line to it. Everything else is as with sight: what is remembered, written and raised, and which of several is
the target.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphs.worlds.kinds.sensors import VISOR
from runtime.basics.vectors import RADIANS_PER_DEGREE, BoolArray, IntArray, heading_vectors
from runtime.formulas.view_cone import is_in_volume
from runtime.records.sense_records import SenseShape
from runtime.worlds.senses.sight import SightSensors
from runtime.worlds.senses.sensor import Sensor, numbers
from runtime.worlds.senses.sensor_group import Surroundings
from runtime.worlds.senses.sight_pairs import SightPairs


class VisorSensors(SightSensors):
    """Run all visors; they remember what sight does."""

    kind = VISOR.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: Surroundings) -> None:
        super().__init__(sensors, surroundings)
        self._ahead = numbers(self.sensors, "range")
        self._near = numbers(self.sensors, "near_width") / 2.0
        self._far = numbers(self.sensors, "far_width") / 2.0
        widest = np.maximum(self._near, self._far)
        self.reach = np.sqrt(self._ahead * self._ahead + widest * widest)

    def is_inside(self, due: IntArray, pairs: SightPairs) -> BoolArray:
        """Tell which pairs of one of the sensors `due` (k,) and a thing are inside the volume."""
        sensors = due[pairs.row]
        heading = heading_vectors(self.around.agents.orientation[self.agent_rows[sensors]])
        return is_in_volume(
            heading, self._ahead[sensors], self._near[sensors], self._far[sensors], pairs.offset
        )

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the volume."""
        ahead, near, far = (float(each[place]) for each in (self._ahead, self._near, self._far))
        angle = float(np.arctan2(far, max(ahead, 1e-9))) / RADIANS_PER_DEGREE
        return (SenseShape("visor", ahead, angle, blocked=True, near_width=2 * near, far_width=2 * far),)
