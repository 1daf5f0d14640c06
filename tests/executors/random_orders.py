"""Let random things be ordered in a case: results that are forced, branches disabled, states entered."""

from __future__ import annotations

import random

from runtime.minds.brain.from_outside import order_row
from runtime.minds.program.orders import ORDER_WORDS
from tests.executors.engine_game import Json
from tools.conformance.engine_driver import CaseRun

Order = tuple[int, str | None]
"""A row, and what it is ordered to do; None takes that back."""


def possible_orders(case: Json) -> list[Order]:
    """Return what can be ordered in the program of a case."""
    brain = next(iter(CaseRun({**case, "ticks": []}).minds)).brain
    words = (*ORDER_WORDS, None)
    return [
        (row, word)
        for row in range(len(brain.program.rows))
        for word in words
        if not order_row(brain, row, word)
    ]


def with_orders(case: Json, share: float = 0.5) -> Json:
    """Return a case in which agents are ordered things in a share of ticks, now and then what cannot be."""
    rng = random.Random(f"orders {case['id']}")
    possible = possible_orders(case)
    ticks = []
    for tick in case["ticks"]:
        orders = []
        while possible and rng.random() < share:
            row, word = rng.choice(possible)
            row = len(case["program"]["rows"]) if rng.random() < 0.05 else row
            orders.append([rng.choice(case["agents"]), row, word])
        ticks.append({**tick, "orders": orders} if orders else tick)
    return {**case, "ticks": ticks}
