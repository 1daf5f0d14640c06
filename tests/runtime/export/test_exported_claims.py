"""Claims of several agents in an export: an executor written from the page does what a game's minds do."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.kinds.builtin_registry import builtin_registry
from resources.executors.python.mindloom_mind import Minds
from runtime.embedding import GameMinds, Mind
from runtime.export.export_document import ExportOptions, export_document
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import flattened
from tests.runtime.export.python_executor import PythonBrain
from tests.runtime.test_random_claims import AGENTS, ENTITIES, LEAVES, TICKS, mind_of


def _composites(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.builds(
        lambda kind, keep, inner: {"kind": kind, "params": {"memory": keep}, "inner": inner},
        st.sampled_from(["sequence", "sequence", "selector"]),
        st.sampled_from(["resume", "keep"]),
        st.lists(children, min_size=1, max_size=4),
    )
    mapped = st.builds(
        lambda kind, inner: {"kind": kind, "inner": [inner]},
        st.sampled_from(["inverter", "force_success", "force_failure"]),
        children,
    )
    return st.one_of(several, several, mapped)


MINDS = st.recursive(LEAVES.filter(lambda leaf: "random" not in str(leaf)), _composites, max_leaves=12).map(
    flattened
)
SPOTS = st.lists(
    st.tuples(st.integers(0, TICKS), st.sampled_from(AGENTS), st.sampled_from(ENTITIES)), max_size=9
)


def exported(nodes: dict[str, Any]) -> str:
    return export_document(mind_of(nodes), builtin_registry(), ExportOptions(names=False)).text()


@settings(max_examples=daily(25, deep=80), deadline=None, suppress_health_check=list(HealthCheck))
@given(MINDS, SPOTS)
def test_3_16_an_executor_written_from_the_page_claims_as_the_engine_does(nodes, spots):
    text = exported(nodes)
    game, minds = GameMinds(), Minds()
    mind = Mind.from_bytes(text.encode(), ())
    plain = {}
    for agent in AGENTS:
        game.add(agent, mind)
        plain[agent] = PythonBrain(text, minds, agent)
    for tick in range(TICKS):
        for at, agent, entity in spots:
            if at == tick:
                value = None if entity == "none" else entity
                game[agent].set("spot", value)
                plain[agent].agent.set("spot", value)
        game.tick()
        minds.tick()
        for agent in AGENTS:
            assert tuple(plain[agent].outcomes) == tuple(game[agent].brain.outcomes)
        assert minds.shared() == game.shared()
        kept = game.save()
        assert minds.save() == kept
        if tick == TICKS // 2:
            game.restore(minds.save())
            minds.restore(kept)
