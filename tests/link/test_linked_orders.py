"""Mindloom overrules minds in games of each language; both come to the same bytes, tick by tick."""

from __future__ import annotations

from functools import cache

import pytest

from runtime.link.frames import Held
from runtime.link.running_game import RunningGame
from tests.executors.engine_game import Json
from tests.executors.random_cases import SORTS, random_case, random_programs
from tests.executors.random_orders import with_orders
from tests.executors.test_orders import LANGUAGES
from tests.link.linked_runs import differences_by_link


class OrderingEditor:
    """Step games tick by tick, and order at each tick what their cases say."""

    def __init__(self) -> None:
        self.games: list[RunningGame] = []
        self._held: dict[int, Held | None] = {}

    def __call__(self, game: RunningGame, case: Json) -> None:
        """Do what is due in a game."""
        number = id(game)
        if number not in self._held:
            self.games.append(game)
            self._held[number] = None
            game.pause()
        held = game.held_by
        if held is None or held is self._held[number]:
            return
        self._held[number] = held
        for agent, row, word in case["thrown"].get(held.tick, ()):
            game.order(agent, case["program"]["hash"], row, word)
        game.step()

    def followed(self) -> int:
        """Return how many orders games told back."""
        ticks = [
            game.session.log[tick]
            for game in self.games
            if game.session is not None
            for tick in range(game.session.log.first_tick, game.session.log.end_tick)
        ]
        told = [each for tick in ticks for agent in tick.agents.values() for each in agent.inputs]
        return sum(each[0] == "order" for each in told)


@cache
def thrown_cases() -> list[Json]:
    """Return games of random minds; what is to be ordered at each tick is `thrown`, not in their ticks."""
    cases = []
    for sort in SORTS:
        for number, program in enumerate(random_programs(sort, 3, 310)):
            case = with_orders(random_case(f"thrown {sort} {number}", program, 20))
            thrown = {tick: each.pop("orders") for tick, each in enumerate(case["ticks"]) if "orders" in each}
            cases.append({**case, "thrown": thrown})
    return cases


@pytest.mark.parametrize("language", LANGUAGES)
def test_minds_that_are_ordered_things_are_the_same_by_a_link(language: str) -> None:
    editor = OrderingEditor()
    assert differences_by_link(thrown_cases(), language, editor) == []
    assert editor.followed() > len(thrown_cases())
