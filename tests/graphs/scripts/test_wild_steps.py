"""Steps whose arguments are of the declared types and else wild are made or refused, never worse."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from graphs.files.document_file import document_from_bytes, document_to_bytes, load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document, StateMachineGraph
from graphs.scripts.apply_script import ScriptRefused, apply_step
from graphs.scripts.declared_edits import NAME, NEW_IDS, Sort, declared_edits
from graphs.worlds.model.elements import all_elements
from graphs.worlds.model.world_file import WorldDocument, load_world, world_from_bytes, world_to_bytes
from tests.example_counts import daily

SAMPLES = Path(__file__).resolve().parents[3] / "resources" / "samples"
REGISTRY = builtin_registry()
STEPS_EACH = 6
WORDS = [
    *("", "gone", "title", "note", "guard", "guard.test", "services.0", "branches", "params.x", "x y"),
    *("wait", "state", "sequence", "sight", "seek", "size", "at", "sensors.0", "float", "bool", "/graphs"),
]
NUMBERS = [-3, -1, 0, 1, 1.5, 2, 7, 10**9, 1e300]


class Wild:
    """Draw arguments for an edit from its schema and from the names in a document."""

    def __init__(self, rng: random.Random, whole: Document | WorldDocument) -> None:
        self.rng = rng
        self.words = list(WORDS)
        self.graphs = ["gone"]
        if isinstance(whole, Document):
            self.graphs = [*whole.graphs, "gone"]
            self.words += [*whole.variables, *whole.events]
            for graph in whole.graphs.values():
                edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
                self.words += [*graph.nodes, *edges, *graph.notes]
        else:
            self.words += [element.id for element in all_elements(whole)]

    def step(self, name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        step: dict[str, Any] = {NAME: name}
        for key, inner in schema["properties"].items():
            is_needed = key in schema.get("required", ())
            if key not in (NAME, NEW_IDS) and (is_needed or self.rng.random() < 0.6):
                step[key] = self.value(inner, schema, key)
        return step

    def value(self, schema: Mapping[str, Any], root: Mapping[str, Any], key: str) -> Any:
        rng = self.rng
        if "$ref" in schema:
            return self.value(root["$defs"][schema["$ref"].rpartition("/")[2]], root, key)
        if "enum" in schema or "anyOf" in schema:
            one = rng.choice(schema.get("enum") or schema["anyOf"])
            return one if "enum" in schema else self.value(one, root, key)
        match schema.get("type"):
            case "string":
                return rng.choice(self.graphs if key == "graph_id" else self.words)
            case "integer":
                return rng.choice([each for each in NUMBERS if isinstance(each, int)])
            case "number":
                return rng.choice(NUMBERS)
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "array" if "prefixItems" in schema:
                return [self.value(each, root, key) for each in schema["prefixItems"]]
            case "array":
                return [self.value(schema["items"], root, key) for _ in range(rng.randrange(3))]
            case "object" if "properties" in schema:
                return {name: self.value(each, root, name) for name, each in schema["properties"].items()}
            case "object":
                inner = schema.get("additionalProperties", {})
                inner = inner if isinstance(inner, dict) else {}
                return {rng.choice(self.words): self.value(inner, root, key) for _ in range(rng.randrange(3))}
        plain: list[Any] = [None, True, 3, 2.5, "d < 3", [1, 2], {"expr": "d"}, {"a": 1}]
        return rng.choice([*plain, rng.choice(self.words)])


@pytest.mark.parametrize("sort", ["document", "world"])
def test_wild_steps_are_made_or_refused(sort: Sort) -> None:
    wholes: list[Any] = [load_document(path) for path in sorted(SAMPLES.glob("*.mind.json"))]
    if sort == "world":
        wholes = [load_world(path) for path in sorted(SAMPLES.glob("*.world.json"))]
    edits = declared_edits(sort)
    schemas = {name: declared.arguments.model_json_schema() for name, declared in edits.items()}
    made = 0
    refusals: list[ScriptRefused] = []
    for seed in range(daily(60, deep=2000)):
        rng = random.Random(f"{sort} {seed}")
        whole = rng.choice(wholes)
        for _ in range(STEPS_EACH):
            name = rng.choice([*edits])
            step = Wild(rng, whole).step(name, schemas[name])
            try:
                whole = apply_step(whole, step, REGISTRY, "edits.0").whole
            except ScriptRefused as refused:
                refusals.append(refused)
                continue
            made += 1
            if isinstance(whole, Document):
                assert document_from_bytes(document_to_bytes(whole)) == whole
            else:
                world_from_bytes(world_to_bytes(whole))
    assert made > 20
    assert [str(each) for each in refusals if not (each.message.endswith(".") and each.remedy)] == []
