"""Say how a decision tree came to its answer: the path, with what each question saw (rule 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.expressions.types import Value

NO_BRANCH = -1
"""In place of a branch: the question had no answer."""

NO_LEAF = -1
"""In place of a row: the tree answered `none`."""


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """Record one question on the path.

    `branch` is the position of the branch taken, `NO_BRANCH` for none. `values` are what was asked about, by
    its text. `margin` is how far the nearest compared number may move before another branch is taken (0 or
    more), None where no number was compared. `sentence` says it in words: "d is 2.1, 0.9 below 3".
    """

    row: int
    branch: int
    values: tuple[tuple[str, Value], ...] = ()
    margin: float | None = None
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """Record one evaluation: the row of the tree, the questions from its root down, the row of the leaf.

    `leaf` is `NO_LEAF` where the tree answered `none`; `value` is what a value leaf answers.
    """

    tree: int
    leaf: int
    steps: tuple[DecisionStep, ...] = ()
    value: Value = None
