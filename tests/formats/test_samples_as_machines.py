"""Machines of the samples can be written for other programs, and what is written is read again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from graphs.files.document_file import load_document
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import FORMATS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"
REGISTRY = builtin_registry()
WITH_MACHINES = sorted(
    path.name
    for path in SAMPLES.glob("*.mind.json")
    if any(isinstance(each, StateMachineGraph) for each in load_document(path).graphs.values())
)


def machine_of(document: Document) -> StateMachineGraph:
    machines = [each for each in document.graphs.values() if isinstance(each, StateMachineGraph)]
    root = document.graphs.get(document.root or "")
    return root if isinstance(root, StateMachineGraph) else machines[0]


@pytest.mark.parametrize("name", WITH_MACHINES)
@pytest.mark.parametrize("form", ["scxml", "xstate"])
def test_a_machine_is_written_with_all_its_states(name: str, form: str) -> None:
    document = load_document(SAMPLES / name)
    write, read = FORMATS[form].write, FORMATS[form].read
    assert write is not None
    assert read is not None
    said = write(document, REGISTRY, name.partition(".")[0])
    again = read([Source("again", said.files[0].text.encode())], REGISTRY).document
    before, after = machine_of(document), machine_of(again)
    wanted = Counter("state" if each.kind == "choice" else each.kind for each in before.nodes.values())
    assert Counter("state" if each.kind == "choice" else each.kind for each in after.nodes.values()) == wanted
    assert len(after.edges) >= len(before.edges)
    second = write(again, REGISTRY, name.partition(".")[0]).files[0].text
    third = (
        write(read([Source("again", second.encode())], REGISTRY).document, REGISTRY, "again").files[0].text
    )
    assert third == second


@pytest.mark.parametrize("form", ["scxml", "xstate"])
def test_a_document_without_machines_is_told_as_lost(form: str) -> None:
    tree = {"kind": "behavior_tree", "root": "a", "nodes": {"a": {"kind": "succeed"}}}
    document = Document.model_validate(
        {"format": "mindloom", "version": 1, "root": "t", "graphs": {"t": tree}}
    )
    write = FORMATS[form].write
    assert write is not None
    assert [row.how for row in write(document, REGISTRY, "x").rows] == ["lost"]
