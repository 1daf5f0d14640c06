"""Run a case of an executor by the engine, and tell what each tick did, as executors tell it."""

from __future__ import annotations

from typing import Any

from editor.command_line.conformance import differences
from tools.conformance.engine_driver import CaseRun, expected

Json = dict[str, Any]
EngineGame = CaseRun
"""The game of a case, whose agents think by the engine."""


def told_by_engine(case: Json) -> list[Json]:
    """Return what each tick of a case did, what is saved behind the last one; empty things are left out."""
    return expected(case)


def first_difference(right: Any, came: Any) -> str:
    """Return where two values differ, "" nowhere; numbers are alike as floats, as in the suite."""
    return next(differences(right, came, ()), "").replace(" › ", ".")
