"""Hold what a card of a transition shows; no Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardPart:
    """Hold a piece of a guard and how it came out: true, false or neutral."""

    text: str
    value: str = "neutral"


@dataclass(frozen=True, slots=True)
class TransitionCardContent:
    """Hold what one card shows. `outcome` is "", refused, lost, pending, taken or error."""

    edge: str
    number: int
    parts: tuple[CardPart, ...]
    target: str
    sentence: str = ""
    outcome: str = ""
