"""Make version 4 of a file of version 3 and the other way, by the rules of the library's own script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.node_models import SCRIPTS, id_of, is_port, ports_of
from graphs.formats.btcpp.value_types import as_key, key_of

_COUNTS = {"success_count": "success_threshold", "failure_count": "failure_threshold"}
_COUNTS_OF_3 = {old: new for new, old in _COUNTS.items()} | {"threshold": "success_count"}
_TRUE = ("1", "true", "yes", "t")

_MARKS_OF_4 = ("Script", "ScriptCondition", "Precondition", "SequenceWithMemory", "RunOnce", "ParallelAll")
_ATTRIBUTES_OF_4 = frozenset({*SCRIPTS, "_autoremap", "success_count", "failure_count"})
_ONLY_4 = frozenset(
    {
        *("AsyncSequence", "AsyncFallback", "ParallelAll", "TryCatch", "RunOnce", "Precondition", "Script"),
        *("ScriptCondition", "UnsetBlackboard", "Sleep", "SkipUnlessUpdated", "WaitValueUpdate"),
        *("WasEntryUpdated", "LoopInt", "LoopBool", "LoopDouble", "LoopString"),
    }
)


def is_version_3(root: XmlElement) -> bool:
    """Tell whether a file is of version 3: one that says so, or says nothing and looks like it."""
    said = root.attributes.get("BTCPP_format", "").strip()
    if said:
        return said.startswith("3")
    return any(map(_is_of_3, root.walk())) or not any(map(_is_of_4, root.walk()))


def _is_of_3(element: XmlElement) -> bool:
    shares = element.tag == "SubTree" and "__shared_blackboard" in element.attributes
    return shares or element.tag == "SubTreePlus" or id_of(element) == "SequenceStar"


def _is_of_4(element: XmlElement) -> bool:
    if id_of(element) in _MARKS_OF_4 or not _ATTRIBUTES_OF_4.isdisjoint(element.attributes):
        return True
    return element.tag == "SubTree" and any(map(key_of, ports_of(element.attributes).values()))


def as_version_4(root: XmlElement) -> None:
    """Change a file of version 3 to version 4."""
    for element in root.walk():
        if element.tag == "SequenceStar":
            element.tag = "SequenceWithMemory"
        elif id_of(element) == "SequenceStar":
            element.attributes["ID"] = "SequenceWithMemory"
        elif element.tag == "SubTree" and not element.elements:
            element.attributes = dict(_joining(element))
        elif element.tag == "SubTreePlus":
            element.tag = "SubTree"
            _rename(element, {"__autoremap": "_autoremap"})
        elif element.tag == "Parallel":
            _rename(element, _COUNTS_OF_3)


def _rename(element: XmlElement, names: Mapping[str, str]) -> None:
    element.attributes = {names.get(name, name): text for name, text in element.attributes.items()}


def _joining(element: XmlElement) -> Iterator[tuple[str, str]]:
    """Yield the attributes of a `SubTree`, whose ports are keys without braces in version 3."""
    for name, text in element.attributes.items():
        if name == "__shared_blackboard":
            if text.lower() in _TRUE:
                yield "_autoremap", "1"
        else:
            yield name, as_key(text) if is_port(name) and key_of(text) is None else text


def as_version_3(root: XmlElement, places: Mapping[int, tuple[str, str]]) -> list[FormatRow]:
    """Change a file to version 3; return a row for each thing that version has not.

    `places` are the graphs and nodes of elements, by the identity of the element.
    """
    root.attributes.pop("BTCPP_format", None)
    found: list[FormatRow] = []
    for tree in root.elements:
        for element in tree.walk() if tree.tag == "BehaviorTree" else ():
            graph, node = places.get(id(element), ("", ""))
            found += [replace(row, graph=graph, node=node) for row in _changed(element)]
    return found


def _changed(element: XmlElement) -> Iterator[FormatRow]:
    if element.tag == "SequenceWithMemory":
        element.tag = "SequenceStar"
    if id_of(element) in _ONLY_4:
        yield _lost(id_of(element), "Register a node of this ID in the game.")
    for name in SCRIPTS:
        if element.attributes.pop(name, None) is not None:
            yield _lost(name, "Say it with nodes of the tree.")
    if element.tag == "Parallel":
        _rename(element, _COUNTS)
    elif element.tag == "SubTree":
        ports = ports_of(element.attributes)
        if "_autoremap" not in element.attributes and all(map(key_of, ports.values())):
            element.attributes |= {name: key_of(text) or text for name, text in ports.items()}
        else:
            element.tag = "SubTreePlus"
            _rename(element, {"_autoremap": "__autoremap"})


def _lost(what: str, remedy: str) -> FormatRow:
    return FormatRow("lost", what, "Version 3 of the library has no such thing.", remedy)
