"""Write and read the messages of Groot2's protocol, version 2, as BehaviorTree.CPP 4 speaks it.

What comes from a program is not trusted: sizes are bounded, and what cannot be is a `GrootError` in words.
"""

from __future__ import annotations

import json
import struct
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from msgpack import UnpackException, unpackb

from runtime.basics.status import Status
from runtime.foreign.foreign_run import IDLE, ForeignGraph, ForeignNode, Form, Look, clipped, value_words

MOST_BYTES = 16 << 20
"""The largest message that a client takes."""
MOST_TRANSITIONS = 1_000
"""So many transitions a program keeps between two looks; it forgets older ones."""
TREE, STATUS, BLACKBOARD, RECORDING, TRANSITIONS = b"T", b"S", b"B", b"r", b"t"
PUT_HOOK, REMOVE_HOOK, RELEASE, HOOKS, REACHED = b"I", b"R", b"U", b"D", b"N"

_HEADER, _STATUS, _TRANSITION = struct.Struct("<BcI"), struct.Struct("<HB"), struct.Struct("<IHHB")
_MOST_TABLES, _MOST_VALUES = 1_000, 5_000
_FORMS: dict[str, Form] = {
    "Action": "action",
    "Condition": "condition",
    "Control": "composite",
    "Decorator": "decorator",
}
_BY_CHILDREN: tuple[Form, ...] = ("action", "decorator", "composite")
_OWN_NAMES = ("ID", "name", "_uid", "_fullpath")


class GrootError(Exception):
    """Say in words what of a message cannot be."""


def request_header(kind: bytes, number: int) -> bytes:
    """Return the first part of a request; `number` comes back with the reply."""
    return _HEADER.pack(2, kind, number)


def hook_body(node: str) -> bytes:
    """Return the body of a request about a breakpoint before a node: to put, release or remove it."""
    place = {"uid": int(node), "position": 0, "mode": 0, "enabled": True, "once": False}
    return json.dumps({**place, "desired_status": "SKIPPED", "remove_when_done": False}).encode()


def read_header(data: bytes, after: int = 16) -> tuple[bytes, int, bytes]:
    """Return kind and number of the request, and the id of the tree in `after` bytes."""
    if len(data) != _HEADER.size + after:
        raise GrootError(f"a header of {len(data)} bytes; expected {_HEADER.size + after}")
    protocol, kind, number = _HEADER.unpack_from(data)
    if protocol != 2:
        raise GrootError(f"protocol {protocol}; Mindloom knows 2")
    return kind, number, data[_HEADER.size :]


def read_tree(data: bytes) -> tuple[ForeignGraph, tuple[str, ...]]:
    """Return the tree that a program runs, subtrees in their places, and the names of its blackboards."""
    try:
        root = fromstring(data, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise GrootError(f"a tree that is no plain XML: {clipped(error, 120)}") from None
    trees = root.findall("BehaviorTree")
    models = root.iterfind("TreeNodesModel/*")
    forms = {model.get("ID", ""): _FORMS[model.tag] for model in models if model.tag in _FORMS}
    waiting = {tree.get("_fullpath", ""): tree for tree in reversed(trees)}
    nodes: dict[str, ForeignNode] = {}
    for tree in trees:
        if waiting.pop(tree.get("_fullpath", ""), None) is not None:
            _read_nodes(tree, waiting, forms, nodes)
    if not nodes:
        raise GrootError("XML without a tree that has nodes")
    names = dict.fromkeys(str(tree.get("_fullpath") or tree.get("ID", "")) for tree in trees)
    tables = tuple(name for name in names if name and ";" not in name)[:_MOST_TABLES]
    return ForeignGraph(clipped(trees[0].get("ID", "Tree"), 80), False, nodes), tables


def _read_nodes(
    tree: Element, waiting: dict[str, Element], forms: dict[str, Form], nodes: dict[str, ForeignNode]
) -> None:
    """Add the nodes of a tree in pre-order, and those of trees that its subtrees name, once each."""
    left = [(child, "") for child in reversed(tree)]
    while left:
        element, parent = left.pop()
        key = element.get("_uid", "")
        if not (key.isdecimal() and key.isascii() and len(key) <= 5) or key in nodes:
            raise GrootError(f"a node {clipped(element.tag, 60)} without a number of its own as _uid")
        path, kind = element.get("_fullpath"), clipped(element.tag, 80)
        form = forms.get(element.tag, _BY_CHILDREN[min(2, len(element))]) if path is None else "subtree"
        title = clipped(element.get("name") or element.get("ID") or kind, 120)
        own = [each for each in element.items() if each[0] not in _OWN_NAMES][:64]
        details = tuple((clipped(name, 80), clipped(value)) for name, value in own)
        nodes[key] = ForeignNode(title, kind, form, parent, details)
        below = waiting.pop(path, None) if path is not None else None
        left += [(child, key) for child in reversed([*element, *(() if below is None else below)])]


def read_statuses(data: bytes) -> dict[str, Look]:
    """Return how nodes stand; a byte ten higher than a status says: idle now, and that before."""
    if len(data) % _STATUS.size:
        raise GrootError(f"statuses in {len(data)} bytes; expected three for each node")
    try:
        return {str(uid): _LOOKS[byte] for uid, byte in _STATUS.iter_unpack(data)}
    except KeyError as unknown:
        raise GrootError(f"the status {unknown}, which is none") from None


_LOOKS: dict[int, Look] = {status: (status, None) for status in Status}
_LOOKS |= {10 + status: (Status.IDLE, status) for status in Status if status} | {10: IDLE}


def read_transitions(data: bytes) -> list[tuple[float, str, Status]]:
    """Return seconds since the recording began, node and new status of each transition noted."""
    if len(data) % _TRANSITION.size:
        raise GrootError(f"transitions in {len(data)} bytes; expected nine for each")
    found = []
    for low, high, uid, byte in _TRANSITION.iter_unpack(data):
        if byte > Status.SKIPPED:
            raise GrootError(f"a transition to the status {byte}")
        # One that was under way as the recording began has a time before it: a negative number of six bytes.
        microseconds = 0 if high >> 15 else high << 32 | low
        found.append((microseconds / 1e6, str(uid), Status(byte)))
    return found


def read_blackboards(data: bytes) -> dict[str, dict[str, str]]:
    """Return texts of values by table and name."""
    try:
        found: object = unpackb(data)
    except (ValueError, UnpackException, RecursionError) as error:
        raise GrootError(f"blackboards that are no MessagePack: {clipped(error, 120)}") from None
    if not isinstance(found, dict | None):
        raise GrootError("blackboards that are no table")
    tables = {}
    for table, values in list((found or {}).items())[:_MOST_TABLES]:
        if not isinstance(values, dict | None):
            raise GrootError(f"the blackboard {clipped(table, 60)}, which is no table")
        listed = list((values or {}).items())[:_MOST_VALUES]
        tables[clipped(table, 80)] = {clipped(name, 80): value_words(value) for name, value in listed}
    return tables


def read_breakpoints(data: bytes) -> frozenset[str]:
    """Return the nodes before whose ticks the program waits."""
    try:
        found: object = json.loads(data)
    except (ValueError, RecursionError):
        found = 0
    if not isinstance(found, list | None) or not all(isinstance(each, dict) for each in found or ()):
        raise GrootError("hooks that are no list in JSON")
    before = (hook for hook in found or () if hook.get("position") == 0 == hook.get("mode"))
    return frozenset(str(uid) for hook in before if isinstance(uid := hook.get("uid"), int))
