"""Write poses in six bytes: what a preview needs, not what a run could go on from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from runtime.basics.values import Vector

_STEPS = 65535.0
_TURN = 65536.0


class PoseCodes:
    """Turn poses of one map into 16-bit numbers and back.

    A place is exact to 1/131070 of the map's side, a heading to 0.003 degrees.
    """

    def __init__(self, size: Vector) -> None:
        self._scale = np.array([_STEPS / max(size[0], 1e-9), _STEPS / max(size[1], 1e-9), _TURN / 360.0])

    def encode(self, poses: NDArray[np.float64]) -> NDArray[np.uint16]:
        """Return the codes of poses, one row (x, y, heading in degrees) per agent."""
        scaled = np.rint(poses * self._scale)
        np.clip(scaled[:, :2], 0.0, _STEPS, out=scaled[:, :2])
        scaled[:, 2] %= _TURN
        codes: NDArray[np.uint16] = scaled.astype(np.uint16)
        return codes

    def decode(self, codes: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Return the poses that codes stand for, of the same shape."""
        poses: NDArray[np.float64] = codes / self._scale
        return poses
