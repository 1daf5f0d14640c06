"""Whatever edits come in whatever order: the script written of them makes the same bytes again."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import event, settings

from graphs.basics.json_text import JsonObject
from graphs.edits.edit_calls import EditCall, edits_told_to
from graphs.files.document_file import document_to_bytes
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.scripts.apply_script import apply_script
from graphs.scripts.recorded_steps import NotedCalls
from graphs.scripts.script_format import script_from_bytes, script_of, script_to_bytes
from graphs.structure.file_version import with_file_version
from tests.example_counts import daily
from tests.graphs.edits.random_edits import REGISTRY
from tests.graphs.edits.random_rewrites import RandomRewrites


class ScriptedEdits(RandomRewrites):
    """Write each edit down as it is made, and make it again."""

    def edit(self, label: str, change: Callable[[Document], Document]) -> None:
        notes, before, called = NotedCalls(), self.document, []

        def note(call: EditCall) -> None:
            called.append(call.name)
            notes.note(call)

        with edits_told_to(note):
            super().edit(label, change)
        if self.document is before:
            return
        steps = notes.steps(before, self.document, REGISTRY)
        names = [step["edit"] for step in steps]
        event(f"script: {', '.join(map(str, names))}")
        assert not called or "set_parts" not in names
        script = script_from_bytes(script_to_bytes(script_of(steps)))
        again = apply_script(before, script, REGISTRY)
        assert document_to_bytes(again) == document_to_bytes(with_file_version(self.document))


def test_a_script_keeps_its_ids_while_edits_are_told_of() -> None:
    step: JsonObject = {"edit": "add_graph", "kind": "behavior_tree", "new_ids": ["main"]}
    called: list[EditCall] = []
    with edits_told_to(called.append):
        made = apply_script(empty_document(), script_of([step]), REGISTRY)
    assert [*made.graphs] == ["main"]
    assert [call.ids for call in called] == [("main",)]


ScriptedEdits.TestCase.settings = settings(
    max_examples=daily(6, deep=60), stateful_step_count=30, deadline=None
)
TestScriptedEdits = ScriptedEdits.TestCase
