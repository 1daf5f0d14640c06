"""The collector of garbage stays away while a document is compiled in one go."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from graphs.model import Document
from runtime.minds.actions.action import Action, ActionLibrary
from runtime.minds.compile.compiler import compile_document
from runtime.minds.program.problems import CompileError
from tests.runtime.lone_brain import REGISTRY, document, scripted, tree


class NotingLibrary(ActionLibrary):
    """Note each time it is asked for an action whether the collector is on."""

    def __init__(self) -> None:
        super().__init__({"scripted": Action()})
        self.was_on: list[bool] = []

    def get(self, action: str) -> Action | None:
        self.was_on.append(gc.isenabled())
        return super().get(action)


def mind(root: dict[str, Any]) -> Document:
    return document({"g": tree({"root": root})})


def test_the_collector_is_away_while_a_document_is_compiled_and_back_afterwards():
    assert gc.isenabled()
    library = NotingLibrary()
    compile_document(mind(scripted("S")), REGISTRY, library)
    assert library.was_on
    assert not any(library.was_on)
    assert gc.isenabled()


def test_the_collector_is_back_after_a_document_that_was_refused():
    library = NotingLibrary()
    with pytest.raises(CompileError):
        compile_document(mind(scripted("S", guard={"test": "nowhere"})), REGISTRY, library)
    assert gc.isenabled()


def test_in_slices_the_collector_is_left_to_whoever_makes_them():
    library = NotingLibrary()
    compile_document(mind(scripted("S")), REGISTRY, library, each_row=lambda: None)
    assert all(library.was_on)
