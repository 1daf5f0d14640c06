"""Draw documents by a number: trees, decision trees, machines and minds nested in every direction.

They are those that the tests of the semantics draw. An action of a case answers by its name alone, so the one
action of those tests becomes one of several here.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.kinds.declarations.parameter import Parameter
from graphs.model import Document
from tests.runtime.behavior_trees import random_trees
from tests.runtime.behavior_trees.random_trees import flattened
from tests.runtime.decision_trees.random_decisions import documents
from tests.runtime.lone_brain import REGISTRY as TESTED
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.nested_minds import minds
from tests.runtime.state_machines.random_machines import machines, waiting_machines
from tests.runtime.test_random_claims import NESTED as CLAIMING
from tests.runtime.test_random_claims import mind_of as mind_of_claims
from tools.conformance.added_curves import gets_curves, with_curves
from tools.conformance.seeded_drawing import drawn

SCRIPT = (Parameter("script", "string", ""), Parameter("name", "string", ""))
_STEERED = (Parameter("weight", "float", 2.5), Parameter("priority", "int", 3))
ACTIONS = ("act_a", "act_b", "act_c", "act_d", "act_e", "act_f")

REGISTRY = TESTED.extended(
    actions=[
        *(
            ActionDeclaration(
                name, name.title(), "Act.", parameters=(*SCRIPT, *(_STEERED if place % 2 else ()))
            )
            for place, name in enumerate(ACTIONS)
        ),
        ActionDeclaration(
            "probe",
            "Probe",
            "Take a value.",
            parameters=(
                Parameter("value", "float", 0.0),
                Parameter("whole", "int", 0),
                Parameter("at", "point", optional=True),
                Parameter("on", "bool", False),
                Parameter("word", "string", ""),
            ),
            instant=True,
        ),
    ]
)
"""Everything that the documents of cases name."""

STRATEGIES: Mapping[str, st.SearchStrategy[Document]] = {
    "tree": random_trees.TREES_WITH_CALLS.map(random_trees.mind_of),
    "decision": documents(),
    "machine": st.one_of(machines(), waiting_machines()).map(mind_of_machine),
    "nested": minds(),
    "claim": CLAIMING.map(flattened).map(mind_of_claims),
}
"""What is drawn for each sort of random case."""


def random_document(sort: str, seed: str, *, curves: bool | None = None) -> Document:
    """Return the document that a seed draws; with curves and the like, without, or as the seed says."""
    data = _spread(json.loads(document_to_bytes(drawn(STRATEGIES[sort], seed))))
    if gets_curves(data, seed) if curves is None else curves:
        data = with_curves(data, seed)
    return document_from_bytes(json.dumps(data).encode())


def _spread(data: Any) -> Any:
    if isinstance(data, list):
        return [_spread(item) for item in data]
    if not isinstance(data, dict):
        return data
    found = {name: _spread(value) for name, value in data.items()}
    if found.get("action") == "scripted":
        told = zlib.crc32(repr(sorted(found.get("params", {}).items())).encode())
        found["action"] = ACTIONS[told % len(ACTIONS)]
    return found
