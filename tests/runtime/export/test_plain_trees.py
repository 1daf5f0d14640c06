"""An executor written from the page on the runtime format does with random trees what the engine does."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings

from runtime.export.export_document import export_document
from tests.example_counts import daily
from tests.runtime.behavior_trees.test_naive_trees import STEPS, TICKS, TREES, mind, values
from tests.runtime.export.python_executor import PythonBrain
from tests.runtime.lone_brain import REGISTRY, LoneBrain


@settings(max_examples=daily(60, deep=1000), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES, STEPS)
def test_an_executor_written_from_the_page_runs_random_trees(nodes: dict[str, Any], step: int) -> None:
    source = mind(nodes)
    one = LoneBrain(source)
    plain = PythonBrain(export_document(source, REGISTRY).text())
    for tick in range(TICKS):
        if step:
            one.write("n", tick * step % 5)
            plain.agent.set("n", tick * step % 5)
        assert plain.tick() == one.tick(), tick
        assert plain.outcomes == list(one.brain.outcomes), tick
        assert plain.agent.variables == values(one), tick
