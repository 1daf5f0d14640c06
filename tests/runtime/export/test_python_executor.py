"""The executor in Python does what the engine does, and its saves go on there and back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from resources.executors.python import mindloom_mind
from resources.executors.python.mindloom_mind import Mind, MindError, Minds
from runtime.basics.host import RaisedEvent
from runtime.export.export_document import export_document
from tests.example_counts import daily
from tests.runtime.decision_trees.random_decisions import VALUES, documents
from tests.runtime.export.python_executor import PythonBrain
from tests.runtime.export.test_random_exports import loaded
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, scripted, tree
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import POSTS, machines

FEW = settings(max_examples=daily(15, deep=400), deadline=None, suppress_health_check=list(HealthCheck))


def both(source: Document) -> tuple[LoneBrain, PythonBrain]:
    one = loaded(source, names=False, keep_disabled=False)
    return one, PythonBrain(export_document(source, REGISTRY).text())


def same(one: LoneBrain, other: PythonBrain, names: Any) -> None:
    assert list(one.brain.outcomes) == other.outcomes
    assert {name: one.variable(name) for name in names} == {name: other.agent.get(name) for name in names}
    told = [(each.name, each.arguments) for each in other.minds.effects]
    assert [(name, dict(arguments)) for name, arguments in one.host.effects] == told
    one.host.effects.clear()


@FEW
@given(documents(), st.lists(VALUES, min_size=1, max_size=8))
def test_it_decides_as_the_engine_does(source: Document, runs: list[dict[str, Any]]) -> None:
    one, other = both(source)
    for values in runs:
        for name, value in values.items():
            one.write(name, value)
            other.agent.set(name, value)
        assert one.tick() == other.tick()
        same(one, other, values)


@FEW
@given(machines(), POSTS, st.integers(0, 19))
def test_machines_run_and_go_on_from_a_save(graph: dict[str, Any], posts: Any, at: int) -> None:
    one, other = both(mind_of_machine(graph))
    for tick, names in enumerate(posts[:20]):
        if tick == at:
            kept = other.minds.save()
            assert kept == other.minds.save()
            other.minds.restore(kept)
            assert other.minds.save() == kept
        events = [(name, {"x": 1} if name == "one" else {}) for name in names]
        result = one.tick(*(RaisedEvent(name, fields) for name, fields in events))
        assert int(result) == other.tick(events)
        same(one, other, ("n", "on", "dice", "gap", "alarm"))


def test_it_imports_nothing_but_the_standard_library() -> None:
    path = Path(mindloom_mind.__file__)
    code = "import mindloom_mind, sys; print([name for name in sys.modules if name in ('graphs', 'runtime')])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=path.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "x"}, "no program"),
        ({"version": 1}, "version 1. Export the document again"),
        ({"uses": {"ops": ["dance"]}}, "uses dance"),
        ({"rows": [{"op": "ordered", "children": [9]}]}, "The export is damaged"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    import json

    data = json.loads(export_document(document({"g": tree({"root": scripted("S")})}), REGISTRY).text())
    with pytest.raises(MindError, match=words):
        Mind.parse(json.dumps({**data, **change}))


def test_an_action_that_the_game_lacks_is_named() -> None:
    mind = Mind.parse(export_document(document({"g": tree({"root": scripted("S")})}), REGISTRY).text())
    with pytest.raises(MindError, match="needs scripted: give it to Minds in actions"):
        Minds().add("me", mind)
