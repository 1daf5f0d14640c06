"""A file with kinds that came later says their version, so that older programs open it read-only."""

from __future__ import annotations

import json

from graphs.files.document_file import FileFormat, document_from_bytes, document_to_bytes, opened_from_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.export.export_document import export_document
from tests.graphs.builders import document_of, tree

TOKENS = {"tokens": {"type": "int", "scope": "world"}}
LISTED = {"seen": {"type": "list"}, "one": {"type": "entity"}}


def mind(kind: str) -> Document:
    root: dict[str, object] = {"kind": kind}
    if kind in ("claim", "release"):
        root["params"] = {"variable": "tokens"}
    if kind == "for_each":
        root["params"] = {"list": "seen", "item": "one"}
    if kind in ("for_each", "round_robin", "pipeline_sequence"):
        root["children"] = ["child"]
    nodes = {"r": root, **({"child": "wait"} if "children" in root else {})}
    return document_of(tree(nodes), variables=LISTED if kind == "for_each" else TOKENS)


def test_a_file_with_a_kind_of_version_2_says_version_2_and_comes_back_the_same() -> None:
    for kind, version in (
        ("claim", 2),
        ("release", 2),
        ("round_robin", 2),
        ("pipeline_sequence", 2),
        ("for_each", 2),
        ("wait", 1),
    ):
        data = document_to_bytes(mind(kind))
        assert json.loads(data)["version"] == version
        assert document_to_bytes(document_from_bytes(data)) == data


def test_a_program_that_knows_version_1_opens_it_read_only() -> None:
    opened = opened_from_bytes(document_to_bytes(mind("claim")), file_format=FileFormat("mindloom", 1))
    assert opened.read_only_reason == "The document is of version 2, this program knows up to 1."


def test_so_does_its_export() -> None:
    for kind, version in (
        ("claim", 2),
        ("release", 2),
        ("round_robin", 2),
        ("pipeline_sequence", 2),
        ("for_each", 2),
        ("wait", 1),
    ):
        export = export_document(mind(kind), builtin_registry())
        assert json.loads(export.text())["version"] == version


def test_a_file_that_calls_an_action_of_version_2_says_version_2() -> None:
    for action, version in (("interpose", 2), ("arrive", 1)):
        document = document_of(tree({"r": {"kind": "action", "action": action}}))
        assert json.loads(document_to_bytes(document))["version"] == version
