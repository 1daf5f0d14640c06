"""An executor written from the page on the runtime format does with random trees what the engine does."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, given, settings

from runtime.export.export_document import export_document
from tests.example_counts import daily
from tests.runtime.behavior_trees.test_naive_trees import STEPS, TICKS, TREES, VARIABLES, mind, values
from tests.runtime.export.plain_executor import PlainBrain
from tests.runtime.lone_brain import REGISTRY, LoneBrain

RESULTS = {"R": 1, "S": 2, "F": 3}


@settings(max_examples=daily(60, deep=1000), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES, STEPS)
def test_an_executor_written_from_the_page_runs_random_trees(nodes: dict[str, Any], step: int) -> None:
    source = mind(nodes)
    one = LoneBrain(source)
    plain = Scripted(json.loads(export_document(source, REGISTRY).text()), lambda step, action, given: 0)
    for tick in range(TICKS):
        if step:
            one.write("n", tick * step % 5)
            plain.set("n", tick * step % 5)
        assert plain.tick() == one.tick(), tick
        assert plain.outcomes == list(one.brain.outcomes), tick
        assert plain.named(VARIABLES) == values(one), tick


class Scripted(PlainBrain):
    """Be a game whose actions follow their scripts: the place of each is its own."""

    def named(self, names: Iterable[str]) -> dict[str, Any]:
        """Return the values of the agent's own variables of these names."""
        held = {each["name"]: n for n, each in enumerate(self.variables) if each["scope"] == "agent"}
        return {name: self.read(held[name]) for name in names}

    def tick_action(self, row: dict[str, Any]) -> int:
        places: dict[int, int] = self.__dict__.setdefault("places", {})
        if not self.bytes[row["begun"]]:
            self.bytes[row["begun"]] = 1
            places[row["row"]] = 0
        script = str(self.arguments(row)["script"])
        at = places[row["row"]]
        places[row["row"]] = at + 1
        return RESULTS[script[at]] if at < len(script) else RESULTS["R"]
