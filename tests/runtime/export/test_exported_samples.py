"""An export of every sample does what the document does, frame by frame, names stripped or not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import ActionOfGame, ExportOptions, export_document
from runtime.export.load_program import load_program
from runtime.export.write_program import program_and_names
from runtime.minds.actions.action import ActionLibrary
from tests.runtime.export.exported_sessions import (
    DOCUMENTS,
    all_exports,
    exported_files,
    first_difference,
)
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import SAMPLES

ROOT = Path(__file__).parents[3]
TICKS = 20
"""Steps that each sample is run for here; `python3 dev.py soak export` runs 3,000."""


ASKS_DOCUMENTS = {"holy_ground"}
"""Samples whose world has expressions of minds: an export holds no document to read them by (rule 11.3)."""


@pytest.mark.parametrize("name", sorted(set(NAMES) - ASKS_DOCUMENTS))
def test_an_exported_sample_runs_to_the_trace_of_its_documents(name):
    assert first_difference(name, TICKS) == ""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_loaded_is_written_as_it_was_read(name):
    library = ActionLibrary(dict.fromkeys(builtin_registry().actions, ActionOfGame()))
    for root in load_document(SAMPLES / name).graphs:
        files = exported_files(name, ExportOptions(), root)
        loaded = load_program(files.program, library, names=files.names)
        assert [*program_and_names(loaded.program, loaded.needs)] == [*files]
        nameless = load_program(files.program, library)
        assert program_and_names(nameless.program, nameless.needs)[0] == files.program


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_program_holds_no_name_that_is_for_people_only(name):
    document = load_document(SAMPLES / name)
    data = exported_files(name, ExportOptions()).program
    texts = set(_texts(data))
    for graph in document.graphs.values():
        for node in graph.nodes.values():
            state_name = getattr(node, "name", "")
            assert not state_name or " " not in state_name or state_name not in texts


def _texts(value):
    if isinstance(value, dict):
        for name, key in value.items():
            assert name not in ("text", "span", "labels", "summary")
            by_name = name in ("arguments", "fields") and isinstance(key, dict)
            yield from _texts([*key.values()] if by_name else key)
    elif isinstance(value, list):
        for key in value:
            yield from _texts(key)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_loaded_program_has_the_names_of_the_document(name):
    exported = export_document(load_document(SAMPLES / name), builtin_registry())
    library = ActionLibrary(dict.fromkeys(builtin_registry().actions, ActionOfGame()))
    loaded = load_program(exported.data, library, names=exported.names).program
    assert loaded.instances == exported.program.instances
    kept = ("graph", "node", "path", "kind", "parent", "end", "children", "enclosing_machine")
    for row, straight in zip(loaded.rows, exported.program.rows, strict=True):
        assert [getattr(row, each) for each in kept] == [getattr(straight, item) for item in kept]
    assert (loaded.layout.sizes, loaded.layout.initial_ints) == (
        exported.program.layout.sizes,
        exported.program.layout.initial_ints,
    )


BYTES = "from tests.runtime.export.exported_sessions import all_exports; print(all_exports())"


def test_exports_have_the_same_bytes_under_another_hash_seed():
    """This process has a hash seed of its own, drawn or given; the other one has a fixed one."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    done = subprocess.run(
        [sys.executable, "-c", BYTES],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == all_exports()
