"""The builders make every sample from Python: what differs is layout, and the program has the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

import mindloom
from graphs.difference import document_difference
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.projects.project_registry import project_of, project_registry
from runtime.export.export_document import export_document
from tests.mindloom.builder_source import source_of

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
SAMPLES = sorted(RESOURCES.rglob("*.mind.json"))


def built(source: str, **more: object) -> Document:
    """Evaluate what a user would type."""
    kinds = {kind.id for kind in builtin_registry().kinds.values()} - {"tree", "run"} | {"test"}
    words = {f"{name}_" if name in ("raise", "set") else name for name in kinds}
    known = {name: getattr(mindloom, name) for name in (*words, *mindloom.__all__)}
    return eval(source, {**known, **more})


def without_layout(document: Document) -> Document:
    graphs = {key: graph.model_copy(update={"layout": {}}) for key, graph in document.graphs.items()}
    return document.model_copy(update={"graphs": graphs})


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_the_builders_make_a_sample(path: Path) -> None:
    sample = load_document(path)
    registry = project_registry(project_of(path, None), builtin_registry())
    made = built(source_of(sample))
    assert document_difference(without_layout(sample), made) == ()
    assert made.graphs.keys() == sample.graphs.keys()
    first, again = (export_document(each, registry).text() for each in (sample, made))
    assert first == again


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 26
