"""What an imported file says beyond what Mindloom knows is a field of its node, edited as JSON."""

from __future__ import annotations

import pytest

from editor.panels.inspector.field_spec import FieldSpec
from editor.panels.inspector.node_contents import element_content
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.structure.file_version import file_version
from tests.editor.window_builders import waiting_tree


def with_origin() -> tuple[Document, str, str]:
    document, graph, _, wait = waiting_tree()
    return set_field(document, graph, wait, "origin.btcpp", {"_uid": "7"}), graph, wait


def row(document: Document, graph: str, node: str) -> FieldSpec | None:
    content = element_content(document, graph, node, builtin_registry())
    rows = [field for section in content.sections for field in section.fields]
    return next((each for each in rows if each.key == "origin.btcpp"), None)


def test_a_node_without_an_origin_has_no_row_and_needs_no_newer_version() -> None:
    document, graph, _, wait = waiting_tree()
    assert row(document, graph, wait) is None
    assert file_version(document) == 1


def test_an_origin_is_shown_and_edited_as_json() -> None:
    document, graph, wait = with_origin()
    shown = row(document, graph, wait)
    assert shown is not None
    assert shown.value == '{\n  "_uid": "7"\n}'
    edited = shown.edit(document, '{"_uid": "8"}')
    assert edited.graphs[graph].nodes[wait].origin == {"btcpp": {"_uid": "8"}}
    assert file_version(edited) == 3
    assert shown.edit(document, None).graphs[graph].nodes[wait].origin == {}
    with pytest.raises(EditRefused, match="no JSON"):
        shown.edit(document, "{uid")
