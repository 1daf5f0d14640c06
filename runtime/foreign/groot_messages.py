"""Write and read the messages of Groot2's protocol, version 2, as BehaviorTree.CPP 4 speaks it.

What comes from a program is not trusted: sizes are bounded, and what cannot be is a `GrootError` in words.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError

import msgpack
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from runtime.basics.status import Status
from runtime.foreign.foreign_run import ForeignGraph, ForeignNode, Look, NodeForm, clipped, value_words

PROTOCOL = 2
MOST_BYTES = 16 << 20
"""The largest part of a message that is read."""
MOST_TRANSITIONS = 1_000
"""So many transitions a program keeps between two looks; it forgets older ones."""

TREE, STATUS, BLACKBOARD, RECORDING, TRANSITIONS = b"T", b"S", b"B", b"r", b"t"
PUT_HOOK, REMOVE_HOOK, RELEASE, HOOKS, REACHED = b"I", b"R", b"U", b"D", b"N"

_HEADER = struct.Struct("<BcI")
_STATUS = struct.Struct("<HB")
_BLOCK = 64 * _STATUS.size
_MOST_TABLES, _MOST_VALUES, _MOST_DETAILS = 1_000, 5_000, 64
_FORMS = {
    "Action": NodeForm.ACTION,
    "Condition": NodeForm.CONDITION,
    "Control": NodeForm.COMPOSITE,
    "Decorator": NodeForm.DECORATOR,
    "SubTree": NodeForm.SUBTREE,
}
_OWN_NAMES = frozenset({"ID", "name", "_uid", "_fullpath"})


class GrootError(Exception):
    """Say in words what of a message cannot be."""


class Hook(NamedTuple):
    """What a program does at a node: waits before its tick, or gives `answer` in its place."""

    node: str
    answer: Status | None
    is_enabled: bool
    is_before: bool


class TreeRead(NamedTuple):
    """A tree, and the names of its blackboards."""

    graph: ForeignGraph
    tables: tuple[str, ...]


def request_header(kind: bytes, number: int) -> bytes:
    """Return the first part of a request; `number` comes back with the reply."""
    return _HEADER.pack(PROTOCOL, kind, number)


def hook_body(node: str, answer: Status | None) -> bytes:
    """Return the body that puts a breakpoint before a node, or lets it give `answer` without a tick."""
    wanted = Status.SKIPPED if answer is None else answer
    hook = {"enabled": True, "uid": int(node), "mode": 0 if answer is None else 1, "once": False}
    return json.dumps({**hook, "position": 0, "desired_status": wanted.name}).encode()


def release_body(node: str, result: Status) -> bytes:
    """Return the body that lets a program go on at a node: with its tick for SKIPPED, else with a result."""
    wish = {"uid": int(node), "position": 0, "desired_status": result.name, "remove_when_done": False}
    return json.dumps(wish).encode()


def remove_body(node: str) -> bytes:
    """Return the body that takes the hook before a node away."""
    return json.dumps({"uid": int(node), "position": 0}).encode()


def read_header(data: bytes, *, of_reply: bool = True) -> tuple[bytes, int, bytes]:
    """Return kind and number of the request, and the id of the tree; raise `GrootError`."""
    expected = _HEADER.size + (16 if of_reply else 0)
    if len(data) != expected:
        raise GrootError(f"a header of {len(data)} bytes; expected {expected}")
    protocol, kind, number = _HEADER.unpack_from(data)
    if protocol != PROTOCOL:
        raise GrootError(f"protocol {protocol}; Mindloom knows {PROTOCOL}, that of BehaviorTree.CPP 4")
    return kind, number, data[_HEADER.size :]


def read_tree(data: bytes) -> TreeRead:
    """Return the tree that a program runs, subtrees in their places; raise `GrootError`."""
    _check_size(data)
    try:
        root = fromstring(data, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError) as error:
        raise GrootError(f"a tree that is no plain XML: {clipped(str(error), 120)}") from None
    trees = root.findall("BehaviorTree")
    if root.tag != "root" or not trees:
        raise GrootError("XML without a BehaviorTree")
    forms = {
        model.get("ID", ""): _FORMS[model.tag]
        for model in root.iterfind("TreeNodesModel/*")
        if model.tag in _FORMS
    }
    waiting = {tree.get("_fullpath", ""): tree for tree in reversed(trees)}
    nodes: dict[str, ForeignNode] = {}
    for tree in trees:
        if waiting.pop(tree.get("_fullpath", ""), None) is not None:
            _read_nodes(tree, waiting, forms, nodes)
    if not nodes:
        raise GrootError("a tree without nodes that have a _uid")
    names = dict.fromkeys(tree.get("_fullpath") or tree.get("ID", "") for tree in trees)
    title = clipped(trees[0].get("ID", "") or "Tree", 80)
    tables = tuple(name for name in list(names)[:_MOST_TABLES] if name and ";" not in name)
    return TreeRead(ForeignGraph("tree", title, False, nodes), tables)


def _read_nodes(
    tree: Element, waiting: dict[str, Element], forms: dict[str, NodeForm], nodes: dict[str, ForeignNode]
) -> None:
    """Add the nodes of a tree in pre-order, and those of trees that its subtrees name, once each."""
    left = [(child, "") for child in reversed(tree)]
    while left:
        element, parent = left.pop()
        key = element.get("_uid", "")
        if not key.isdecimal() or not key.isascii() or len(key) > 5:
            raise GrootError(f"a node {clipped(element.tag, 60)} without a number as _uid")
        if key in nodes:
            raise GrootError(f"two nodes with the _uid {key}")
        nodes[key] = _node(element, key, parent, forms)
        below = waiting.pop(element.get("_fullpath", ""), None) if "_fullpath" in element.attrib else None
        children = [*element, *(below if below is not None else ())]
        left += [(child, key) for child in reversed(children)]


def _node(element: Element, key: str, parent: str, forms: dict[str, NodeForm]) -> ForeignNode:
    kind = clipped(element.tag, 80)
    form = forms.get(element.tag)
    if "_fullpath" in element.attrib or kind == "SubTree":
        form = NodeForm.SUBTREE
    elif form is None:
        form = (
            NodeForm.COMPOSITE
            if len(element) > 1
            else NodeForm.DECORATOR
            if len(element)
            else NodeForm.ACTION
        )
    title = clipped(element.get("name") or element.get("ID") or kind, 120)
    own = [(name, value) for name, value in element.attrib.items() if name not in _OWN_NAMES]
    details = tuple((clipped(name, 80), clipped(value)) for name, value in own[:_MOST_DETAILS])
    return ForeignNode(key, title, kind, form, parent, details)


def read_statuses(data: bytes, before: bytes = b"") -> dict[str, Look]:
    """Return how nodes stand; a byte ten higher than a status says: idle now, and that before.

    Where the same bytes are in the reply `before`, nodes may be left out.
    """
    if len(data) % _STATUS.size:
        raise GrootError(f"statuses in {len(data)} bytes; expected three for each node")
    found: dict[str, Look] = {}
    blocks = (
        data[at : at + _BLOCK]
        for at in range(0, len(data), _BLOCK)
        if data[at : at + _BLOCK] != before[at : at + _BLOCK]
    )
    for uid, byte in _STATUS.iter_unpack(b"".join(blocks)):
        now, before = (Status.IDLE, byte - 10) if byte >= 10 else (byte, None)
        if now > Status.SKIPPED or (before is not None and before > Status.SKIPPED):
            raise GrootError(f"the status {byte} of node {uid}")
        found[str(uid)] = (Status(now), Status(before) if before else None)
    return found


def read_transitions(data: bytes) -> Iterator[tuple[float, str, Status]]:
    """Return seconds since the recording began, node and new status of each transition noted."""
    if len(data) % 9:
        raise GrootError(f"transitions in {len(data)} bytes; expected nine for each")
    found = []
    for at in range(0, len(data), 9):
        byte = data[at + 8]
        if byte > Status.SKIPPED:
            raise GrootError(f"a transition to the status {byte}")
        microseconds = int.from_bytes(data[at : at + 6], "little")
        if microseconds >= 1 << 47:  # It began before the recording did: six bytes of a negative number.
            microseconds = 0
        found.append((microseconds / 1e6, str(int.from_bytes(data[at + 6 : at + 8], "little")), Status(byte)))
    return iter(found)


def read_blackboards(data: bytes) -> dict[str, dict[str, str]]:
    """Return texts of values by table and name."""
    _check_size(data)
    try:
        found: object = msgpack.unpackb(data, raw=False, strict_map_key=True)
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        words = clipped(str(error), 120) or type(error).__name__
        raise GrootError(f"blackboards that are no MessagePack: {words}") from None
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise GrootError("blackboards that are no table")
    tables: dict[str, dict[str, str]] = {}
    for table, values in list(found.items())[:_MOST_TABLES]:
        if values is not None and not isinstance(values, dict):
            raise GrootError(f"the blackboard {clipped(str(table), 60)}, which is no table")
        listed = list((values or {}).items())[:_MOST_VALUES]
        tables[clipped(str(table), 80)] = {clipped(str(name), 80): value_words(each) for name, each in listed}
    return tables


def read_hooks(data: bytes) -> list[Hook]:
    """Return what is to happen at nodes."""
    _check_size(data)
    try:
        found: object = json.loads(data)
    except (ValueError, RecursionError):
        raise GrootError("hooks that are no JSON") from None
    hooks = []
    for each in found if isinstance(found, list) else ():
        uid, answer = (
            (each.get("uid"), each.get("desired_status")) if isinstance(each, dict) else (None, None)
        )
        if not isinstance(uid, int) or answer not in Status.__members__:
            raise GrootError("a hook without a node or with an unknown status")
        wanted = Status[answer] if each.get("mode") == 1 else None
        hooks.append(Hook(str(uid), wanted, each.get("enabled") is True, each.get("position") == 0))
    return hooks


def _check_size(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise GrootError(f"{len(data):,} bytes; at most {MOST_BYTES:,} are read")
