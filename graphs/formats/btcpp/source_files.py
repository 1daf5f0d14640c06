"""Read the files of an import: trees, models and projects, with what they include."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.btcpp.default_scripts import without_defaults
from graphs.formats.btcpp.node_models import (
    KNOWN,
    LIBRARY,
    POST_SCRIPTS,
    PRECONDITIONS,
    NodeModel,
    id_of,
    is_port,
    model_of,
)
from graphs.formats.btcpp.tolerant_xml import read_tolerant_xml
from graphs.formats.btcpp.value_types import key_of

MODELS_TAGS = ("TreeNodesModel", "TreeNodeModel")

_TRUE = ("1", "true", "yes", "t")

_ONLY_4 = ("Script", "ScriptCondition", "Precondition", "SequenceWithMemory", "RunOnce", "ParallelAll")
_ATTRIBUTES_4 = frozenset({*PRECONDITIONS, *POST_SCRIPTS, "_autoremap", "success_count", "failure_count"})


@dataclass(slots=True)
class TreeElement:
    """Hold one `BehaviorTree` of a file; `id` is what calls name."""

    id: str
    element: XmlElement
    file: str


@dataclass(slots=True)
class ReadFiles:
    """Hold all that was read: the first file is what the document is of.

    `others` are the elements beside trees and models, `version` is 3 or 4.
    """

    root: XmlElement
    before: list[XmlPiece]
    behind: list[XmlPiece]
    version: int = 4
    trees: list[TreeElement] = field(default_factory=list)
    models: dict[str, NodeModel] = field(default_factory=dict)
    model_elements: list[XmlElement | XmlPiece] = field(default_factory=list)
    has_models: bool = False
    others: list[XmlElement | XmlPiece] = field(default_factory=list)
    rows: list[FormatRow] = field(default_factory=list)
    comments: dict[int, list[XmlElement | XmlPiece]] = field(default_factory=dict)
    defaults: dict[int, dict[str, JsonValue]] = field(default_factory=dict)

    def model(self, node_id: str) -> NodeModel | None:
        """Return what is known of an ID; the library's own word counts before that of a file."""
        return LIBRARY.get(node_id) or self.models.get(node_id) or KNOWN.get(node_id)


def read_files(sources: Sequence[Source]) -> ReadFiles:
    """Return what is in the files and those that they include; raises `FileProblem`."""
    reading = _Reading()
    for source in sources:
        reading.read(source)
    if reading.files is None:
        raise FileProblem(Path(), "", "There is no file to read.", "Name one.")
    if not reading.files.trees and not reading.files.has_models:
        name = sources[0].name
        raise FileProblem(Path(name), "", "There is no BehaviorTree in it.", "Choose a file with trees.")
    return reading.files


class _Reading:
    def __init__(self) -> None:
        self.files: ReadFiles | None = None
        self._seen: set[str] = set()
        self._unnamed = 0

    def read(self, source: Source) -> None:
        """Read a file and those that it includes, each once; includes come first, as in the library."""
        if source.name in self._seen:
            return
        self._seen.add(source.name)
        file = read_tolerant_xml(source)
        if file.root.tag not in ("root", "Root"):
            where = f"line {file.root.line}"
            said = f"The root element is {file.root.tag!r}; files of BehaviorTree.CPP have 'root'."
            raise FileProblem(Path(source.name), where, said, "Choose another format.")
        version = _version(file.root)
        if version == 3:
            _convert(file.root)
        if self.files is None:
            self.files = ReadFiles(file.root, file.before, file.behind, version)
        self._contents(source, file.root)

    def _contents(self, source: Source, root: XmlElement) -> None:
        assert self.files is not None
        files = self.files
        waiting: list[XmlElement | XmlPiece] = []
        for each in root.content:
            if isinstance(each, XmlPiece):
                if not each.is_space:
                    waiting.append(each)
            elif each.tag == "BehaviorTree":
                files.comments[id(each)], waiting = waiting, []
                files.defaults[id(each)] = without_defaults(each)
                files.trees.append(TreeElement(self._tree_id(each), each, source.name))
            elif each.tag in MODELS_TAGS:
                files.has_models = True
                files.model_elements += [*waiting, *each.content]
                waiting = []
                for element in each.elements:
                    model, name = model_of(element), element.attributes.get("ID", "")
                    if model is not None and name:
                        files.models[name] = model
            elif each.tag == "include" and self._include(source, each):
                files.others += waiting
                waiting = []
            else:
                files.others += [*waiting, each]
                waiting = []
        files.others += waiting

    def _tree_id(self, element: XmlElement) -> str:
        name = element.attributes.get("ID", "")
        if not name:
            name = f"BehaviorTree_{self._unnamed}"
            self._unnamed += 1
        return name

    def _include(self, source: Source, element: XmlElement) -> bool:
        """Read what an element includes; tell whether that was done."""
        assert self.files is not None
        path, package = element.attributes.get("path", ""), element.attributes.get("ros_pkg", "")
        row = FormatRow("exact", f"include {path}", "", "", source.name, element.line, element.column)
        if package:
            reason = f"It is of the ROS package {package}, which is not looked for."
            remedy = "Copy the file beside this one and take ros_pkg out, if its trees are wanted."
            self.files.rows.append(replace(row, how="kept", reason=reason, remedy=remedy))
            return False
        try:
            self.read(source.beside(path))
        except FileProblem as problem:
            where = f" ({problem.where})" if problem.where else ""
            said = f"It could not be read{where}: {problem.message}"
            self.files.rows.append(replace(row, how="kept", reason=said, remedy=problem.remedy))
            return False
        self.files.rows.append(row)
        return True


def _version(root: XmlElement) -> int:
    """Return 3 for a file of version 3: one that says so, or says nothing and looks like it."""
    said = root.attributes.get("BTCPP_format", "").strip()
    if said:
        return 3 if said.startswith("3") else 4
    for element in root.walk():
        if element.tag == "SubTreePlus" or id_of(element) == "SequenceStar":
            return 3
        if element.tag == "SubTree" and "__shared_blackboard" in element.attributes:
            return 3
    for element in root.walk():
        if id_of(element) in _ONLY_4 or not _ATTRIBUTES_4.isdisjoint(element.attributes):
            return 4
        if element.tag == "SubTree" and any(key_of(text) for _, text in _ports(element)):
            return 4
    return 3


def _ports(element: XmlElement) -> Iterator[tuple[str, str]]:
    return ((name, text) for name, text in element.attributes.items() if is_port(name))


def _convert(root: XmlElement) -> None:
    """Make version 4 of version 3, by the rules of the library's own script."""
    for element in root.walk():
        if element.tag == "SequenceStar":
            element.tag = "SequenceWithMemory"
        elif id_of(element) == "SequenceStar":
            element.attributes["ID"] = "SequenceWithMemory"
        elif element.tag == "SubTree" and not element.elements:
            element.attributes = dict(_converted(element))
        elif element.tag == "SubTreePlus":
            element.tag = "SubTree"
            element.attributes = {
                "_autoremap" if name == "__autoremap" else name: text
                for name, text in element.attributes.items()
            }
        elif element.tag == "Parallel":
            names = {"success_threshold": "success_count", "failure_threshold": "failure_count"}
            names["threshold"] = "success_count"
            element.attributes = {names.get(name, name): text for name, text in element.attributes.items()}


def _converted(element: XmlElement) -> Iterator[tuple[str, str]]:
    for name, text in element.attributes.items():
        if name == "__shared_blackboard":
            if text.lower() in _TRUE:
                yield "_autoremap", "1"
        elif is_port(name) and key_of(text) is None:
            yield name, f"{{{text}}}"
        else:
            yield name, text
