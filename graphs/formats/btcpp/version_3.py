"""Make a file of version 3 of one of version 4: older names, and what version 3 has not is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.node_models import POST_SCRIPTS, PRECONDITIONS, id_of, is_port
from graphs.formats.btcpp.value_types import key_of

_NAMES = {"SequenceWithMemory": "SequenceStar"}
_ONLY_4 = frozenset(
    {
        *("AsyncSequence", "AsyncFallback", "ParallelAll", "TryCatch", "RunOnce", "Precondition", "Script"),
        *("ScriptCondition", "UnsetBlackboard", "Sleep", "SkipUnlessUpdated", "WaitValueUpdate"),
        *("WasEntryUpdated", "LoopInt", "LoopBool", "LoopDouble", "LoopString"),
    }
)


def as_version_3(root: XmlElement, places: Mapping[int, tuple[str, str]]) -> list[FormatRow]:
    """Change a file to version 3; return a row for each thing that version has not.

    `places` are the graphs and nodes of elements, by the identity of the element.
    """
    root.attributes.pop("BTCPP_format", None)
    found: list[FormatRow] = []
    for tree in root.elements:
        if tree.tag == "BehaviorTree":
            for element in tree.walk():
                graph, node = places.get(id(element), ("", ""))
                found += [replace(row, graph=graph, node=node) for row in _changed(element)]
    return found


def _changed(element: XmlElement) -> Iterator[FormatRow]:
    element.tag = _NAMES.get(element.tag, element.tag)
    if id_of(element) in _ONLY_4:
        yield _lost(id_of(element), "Register a node of this ID in the game.")
    for name in (*PRECONDITIONS, *POST_SCRIPTS):
        if name in element.attributes:
            del element.attributes[name]
            yield _lost(name, "Say it with nodes of the tree.")
    if element.tag == "Parallel":
        names = {"success_count": "success_threshold", "failure_count": "failure_threshold"}
        element.attributes = {names.get(name, name): text for name, text in element.attributes.items()}
    elif element.tag == "SubTree":
        _change_call(element)


def _change_call(element: XmlElement) -> None:
    """Write a call of a tree: `SubTree` where it only joins keys, else `SubTreePlus`."""
    ports = {name: text for name, text in element.attributes.items() if is_port(name)}
    if "_autoremap" not in element.attributes and all(key_of(text) for text in ports.values()):
        for name, text in ports.items():
            element.attributes[name] = key_of(text) or text
        return
    element.tag = "SubTreePlus"
    element.attributes = {
        "__autoremap" if name == "_autoremap" else name: text for name, text in element.attributes.items()
    }


def _lost(what: str, remedy: str) -> FormatRow:
    return FormatRow("lost", what, "Version 3 of the library has no such thing.", remedy)
