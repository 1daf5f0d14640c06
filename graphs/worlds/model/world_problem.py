"""Say what is wrong in a world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class WorldProblem:
    """Say what is wrong in a world. `where` is a JSON path; a world with an error is not run."""

    where: str
    message: str
    remedy: str
    severity: Literal["error", "warning"] = "error"
