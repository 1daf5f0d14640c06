"""Replies of BehaviorTree.CPP 4.10.0 as its publisher sent them, and such as no program should send."""

from __future__ import annotations

import struct
from contextlib import suppress

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.basics.status import Status
from runtime.foreign.groot_messages import (
    GrootError,
    hook_body,
    read_blackboards,
    read_breakpoints,
    read_header,
    read_statuses,
    read_transitions,
    read_tree,
    request_header,
)
from tests.example_counts import daily
from tests.foreign.transcripts import replies

DOOR = replies("door")
READERS = {
    "T": read_tree,
    "S": read_statuses,
    "B": read_blackboards,
    "D": read_breakpoints,
    "t": read_transitions,
}


def test_a_tree_has_its_subtrees_in_their_places():
    graph, tables = read_tree(DOOR["T"][1])
    nodes = graph.nodes
    assert (graph.title, len(nodes), tables) == ("CrossDoor", 12, ("CrossDoor", "OpenDoor::6"))
    assert [key for key, node in nodes.items() if node.parent == "6"] == ["7"]
    assert list(nodes) == [str(uid) for uid in range(1, 13)]
    assert nodes["7"].details == (("_onSuccess", "open := true"),)
    assert {key: nodes[key].form for key in ("1", "4", "5", "6", "12")} == {
        "1": "composite",
        "4": "decorator",
        "5": "condition",
        "6": "subtree",
        "12": "action",
    }
    assert (nodes["5"].title, nodes["12"].title, nodes["12"].kind) == ("IsClosed", "pass through", "Task")


@pytest.mark.parametrize(
    ("name", "count", "first"), [("patrol", 22, "ReactiveFallback"), ("large", 200, "all")]
)
def test_all_nodes_of_larger_trees_are_read_with_a_status_for_each(name, count, first):
    parts = replies(name)
    graph, _ = read_tree(parts["T"][1])
    assert len(graph.nodes) == count
    assert graph.nodes["1"].title == first
    assert read_statuses(parts["S"][1]).keys() == graph.nodes.keys()


def test_a_tree_that_is_used_twice_stands_in_both_places():
    graph, tables = read_tree(replies("patrol")["T"][1])
    walks = [key for key, node in graph.nodes.items() if node.title == "walk"]
    assert len(walks) == 2
    assert {"first", "second", "first/glance", "second/glance"} <= set(tables)


def test_a_status_ten_higher_is_that_of_a_node_idle_now():
    looks = read_statuses(struct.pack("<HBHBHB", 1, 1, 2, 12, 700, 4))
    assert looks["1"] == (Status.RUNNING, None)
    assert looks["2"] == (Status.IDLE, Status.SUCCESS)
    assert looks["700"] == (Status.SKIPPED, None)


def test_values_are_texts_by_blackboard():
    values = read_blackboards(DOOR["B"][1])
    assert values["CrossDoor"]["waypoint"] == "hall"
    assert values["OpenDoor::6"] == {}
    assert read_blackboards(msgpack.packb({"A": {"list": [1, 2.5, {"x": None}], "on": True}})) == {
        "A": {"list": '[1, 2.5, {"x": null}]', "on": "true"}
    }
    assert read_blackboards(msgpack.packb(None)) == {}


def test_transitions_have_seconds_since_the_recording_began():
    found = read_transitions(DOOR["t"][1])
    assert found
    assert all(0 <= seconds < 60 and 1 <= int(node) <= 12 for seconds, node, _ in found)
    early = struct.pack("<q", -5)[:6] + struct.pack("<HB", 3, 1)
    assert read_transitions(early) == [(0.0, "3", Status.RUNNING)]


def test_breakpoints_are_the_hooks_that_wait_before_a_tick():
    hooks = (
        b'[{"uid":3,"mode":0,"position":0},{"uid":4,"mode":1,"position":0},{"uid":5,"mode":0,"position":1}]'
    )
    assert read_breakpoints(hooks) == {"3"}
    assert read_breakpoints(b"[" + hook_body("12") + b"]") == {"12"}
    assert read_breakpoints(b"null") == read_breakpoints(b"[]") == frozenset()


def test_a_header_comes_back_with_kind_number_and_tree():
    assert request_header(b"T", 0x01020304) == b"\x02T\x04\x03\x02\x01"
    assert read_header(request_header(b"S", 7) + b"x" * 16) == (b"S", 7, b"x" * 16)
    with pytest.raises(GrootError, match="header of 5 bytes"):
        read_header(b"error")
    with pytest.raises(GrootError, match="protocol 1"):
        read_header(b"\x01" + bytes(21))


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        (b"", "no plain XML"),
        (b"<root>", "no plain XML"),
        (b"\xff\xfe\x00", "no plain XML"),
        (b'<?xml version="1.0" encoding="x-unknown"?><root/>', "no plain XML"),
        (b'<!DOCTYPE r [<!ENTITY a "b">]><root>&a;</root>', "no plain XML"),
        (b"<root/>", "without a tree that has nodes"),
        (b'<root><BehaviorTree ID="A"/></root>', "without a tree that has nodes"),
        (b"<root><BehaviorTree><A/></BehaviorTree></root>", "number of its own"),
        (b'<root><BehaviorTree><A _uid="1"/><B _uid="1"/></BehaviorTree></root>', "number of its own"),
        ('<root><BehaviorTree><A _uid="²"/></BehaviorTree></root>'.encode(), "number of its own"),
    ],
)
def test_what_is_no_tree_is_refused_in_words(xml, words):
    with pytest.raises(GrootError, match=words):
        read_tree(xml)


def test_subtrees_that_name_themselves_are_read_once():
    xml = b"""<root><BehaviorTree ID="A" _fullpath=""><SubTree ID="B" _fullpath="B" _uid="1"/></BehaviorTree>
      <BehaviorTree ID="B" _fullpath="B"><SubTree ID="B" _fullpath="B" _uid="2"/></BehaviorTree></root>"""
    graph, _ = read_tree(xml)
    assert [(key, node.parent) for key, node in graph.nodes.items()] == [("1", ""), ("2", "1")]


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("S", b"\x01\x00", "2 bytes"),
        ("S", b"\x01\x00\x09", "the status 9"),
        ("t", bytes(8), "8 bytes"),
        ("t", b"\x00" * 8 + b"\x05", "status 5"),
        ("B", b"\xc1", "no MessagePack"),
        ("B", b"\x91" * 3000, "no MessagePack"),
        ("B", b"\x05", "no table"),
        ("B", msgpack.packb({"A": 5}), "blackboard A"),
        ("D", b"{}", "no list"),
        ("D", b"[5]", "no list"),
        ("D", b"[" * 100_000, "no list"),
    ],
)
def test_what_cannot_be_is_refused_in_words(kind, data, words):
    with pytest.raises(GrootError, match=words):
        READERS[kind](data)


def test_long_and_invisible_texts_are_cut():
    xml = '<root><BehaviorTree ID="A"><X name="{}" _uid="1"/></BehaviorTree></root>'
    graph, _ = read_tree(xml.format("a\u202eb" + "c" * 5000).encode())
    assert graph.nodes["1"].title.startswith("a bccc")
    assert len(graph.nodes["1"].title) == 120
    deep = read_blackboards(msgpack.packb({"A": {"x": [[[[[[1]]]]]], "y": list(range(5000))}}))
    assert deep["A"]["x"] == '[[[["…"]]]]'
    assert len(deep["A"]["y"]) < 300


@settings(max_examples=daily(1_000, deep=5_000), deadline=None)
@given(st.data())
def test_damaged_replies_are_read_or_refused_in_words(data):
    kind = data.draw(st.sampled_from(sorted(READERS)))
    content = bytearray(DOOR[kind][1])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content)))
        match data.draw(st.sampled_from(["change", "cut", "insert", "repeat"])):
            case "change" if at < len(content):
                content[at] = data.draw(st.integers(0, 255))
            case "cut":
                del content[at : at + data.draw(st.integers(1, 40))]
            case "insert":
                content[at:at] = data.draw(st.binary(min_size=1, max_size=8))
            case "repeat":
                content[at:at] = content[at : at + 30]
    with suppress(GrootError):
        READERS[kind](bytes(content))
