"""A file with kinds that came later says their version, so that older programs open it read-only."""

from __future__ import annotations

import json

import pytest

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
        root |= {"params": {"list": "seen", "item": "one"}, "children": ["child"]}
        return document_of(tree({"r": root, "child": "wait"}), variables=LISTED)
    if kind in ("round_robin", "pipeline_sequence", "random_child", "simple_parallel"):
        root["children"] = ["child", "other"]
    return mind_of(root)


def mind_of(root: dict[str, object], slot: dict[str, object] | None = None) -> Document:
    """Return a mind whose root has some of two children, the first with a slot."""
    children = root.get("children", [])
    assert isinstance(children, list)
    nodes: dict[str, object] = {"r": root, **dict.fromkeys(children, "wait")}
    if slot is not None:
        nodes["child"] = {"kind": "wait", "slot": slot}
    return document_of(tree(nodes), variables={"tokens": {"type": "int", "scope": "world"}})


def test_a_file_with_a_kind_of_version_2_says_version_2_and_comes_back_the_same() -> None:
    for kind, version in (
        ("claim", 2),
        ("release", 2),
        ("round_robin", 2),
        ("pipeline_sequence", 2),
        ("random_child", 2),
        ("simple_parallel", 2),
        ("for_each", 2),
        ("wait", 1),
    ):
        data = document_to_bytes(mind(kind))
        assert json.loads(data)["version"] == version
        assert document_to_bytes(document_from_bytes(data)) == data


def test_a_program_that_knows_version_1_opens_it_read_only() -> None:
    opened = opened_from_bytes(document_to_bytes(mind("claim")), file_format=FileFormat("mindloom", 1))
    assert opened.read_only_reason == "The document is of version 2, this program knows up to 1."


def test_a_file_that_calls_an_action_of_version_2_says_version_2() -> None:
    for action, version in (("interpose", 2), ("arrive", 1)):
        document = document_of(tree({"r": {"kind": "action", "action": action}}))
        assert json.loads(document_to_bytes(document))["version"] == version


OPTIONS: list[tuple[str, dict[str, object], int]] = [
    ("parallel", {"success": 1, "decide": "end"}, 1),
    ("parallel", {"success": {"expr": "tokens"}}, 1),
    ("parallel", {"success": 0}, 2),
    ("parallel", {"failure": -1}, 2),
    ("parallel", {"decide": "all_ended"}, 2),
    ("parallel", {"ended": "again"}, 2),
    ("sequence", {"memory": "keep"}, 1),
    ("sequence", {"yield": True}, 2),
    ("selector", {"yield": True}, 2),
    ("repeat", {"count": 2, "pace": "same_tick"}, 1),
    ("repeat", {"on_failure": "count"}, 2),
    ("try_recover", {"attempts": 2}, 1),
    ("try_recover", {"pace": "same_tick"}, 2),
    ("cooldown", {"refused": "skipped"}, 1),
    ("cooldown", {"after": "success"}, 2),
    ("cooldown", {"start_cooled": True}, 2),
    ("rate_limit", {"between": "skipped"}, 1),
    ("rate_limit", {"between": "running"}, 2),
]


@pytest.mark.parametrize(("kind", "params", "version"), OPTIONS)
def test_an_option_of_version_2_makes_the_file_say_so(
    kind: str, params: dict[str, object], version: int
) -> None:
    one_child = kind in ("repeat", "cooldown", "rate_limit")
    children = ["child"] if one_child else ["child", "other"]
    document = mind_of({"kind": kind, "params": params, "children": children})
    data = document_to_bytes(document)
    assert json.loads(data)["version"] == version
    assert document_to_bytes(document_from_bytes(data)) == data


def test_a_chosen_child_makes_the_file_say_version_2() -> None:
    root: dict[str, object] = {
        "kind": "parallel",
        "params": {"success": "chosen"},
        "children": ["child", "other"],
    }
    document = mind_of(root, {"chosen": True})
    assert json.loads(document_to_bytes(document))["version"] == 2
    export = json.loads(export_document(document, builtin_registry()).text())
    assert export["rows"][0]["chosen_children"] == [0]
