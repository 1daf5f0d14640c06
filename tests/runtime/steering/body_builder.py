"""Build bodies for tests of steering."""

from __future__ import annotations

import numpy as np

from runtime.formulas.steering_input import Bodies


def bodies(*rows: dict[str, object]) -> Bodies:
    """Return one body per dict; what is left out is a body at rest in the origin, looking along +x."""
    count = len(rows)

    def column(name: str, default: object) -> np.ndarray:
        return np.array([row.get(name, default) for row in rows], dtype=np.float64)

    return Bodies(
        position=column("position", (0.0, 0.0)).reshape(count, 2),
        velocity=column("velocity", (0.0, 0.0)).reshape(count, 2),
        orientation=column("orientation", 0.0),
        rotation=column("rotation", 0.0),
        radius=column("radius", 0.5),
        max_speed=column("max_speed", 4.0),
        max_acceleration=column("max_acceleration", 10.0),
        max_rotation=column("max_rotation", 180.0),
        max_angular_acceleration=column("max_angular_acceleration", 720.0),
        step_seconds=1 / 60,
    )


def points(*rows: tuple[float, float]) -> np.ndarray:
    """Return an array of points."""
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def numbers(*values: float) -> np.ndarray:
    """Return an array of numbers."""
    return np.array(values, dtype=np.float64)
