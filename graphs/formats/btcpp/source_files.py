"""Read the files of an import: trees, models and projects, with what they include."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.btcpp.default_scripts import without_defaults
from graphs.formats.btcpp.node_models import KNOWN, LIBRARY, NodeModel, PortModel, model_of
from graphs.formats.btcpp.tolerant_xml import read_tolerant_xml
from graphs.formats.btcpp.version_3 import as_version_4, is_version_3
from graphs.formats.btcpp.xml_values import Content, with_pieces


@dataclass(slots=True)
class TreeElement:
    """Hold one `BehaviorTree` of a file; `id` is what calls name, `defaults` what its entries begin with."""

    id: str
    element: XmlElement
    file: str
    before: Content
    defaults: dict[str, JsonValue]

    @property
    def nodes(self) -> list[XmlElement]:
        """Return the elements of all nodes, in the order of the file."""
        return [*self.element.walk()][1:]


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
    model_elements: Content = field(default_factory=list)
    has_models: bool = False
    others: Content = field(default_factory=list)
    rows: list[FormatRow] = field(default_factory=list)

    def model(self, node_id: str) -> NodeModel | None:
        """Return what is known of an ID; the library's own word counts before that of a file."""
        return LIBRARY.get(node_id) or self.models.get(node_id) or KNOWN.get(node_id)

    def ports(self, node_id: str) -> dict[str, PortModel]:
        """Return the ports that are known of an ID."""
        model = self.model(node_id)
        return {} if model is None else dict(model.ports)

    def tree_ports(self, tree_id: str) -> dict[str, PortModel]:
        """Return the ports that the model of a tree declares."""
        model = self.models.get(tree_id)
        return dict(model.ports) if model is not None and model.category == "SubTree" else {}


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
        is_old = is_version_3(file.root)
        if is_old:
            as_version_4(file.root)
        if self.files is None:
            self.files = ReadFiles(file.root, file.before, file.behind, 3 if is_old else 4)
        self._contents(self.files, source, file.root)

    def _contents(self, files: ReadFiles, source: Source, root: XmlElement) -> None:
        listed, behind = with_pieces(root.content)
        for before, element in listed:
            if element.tag == "BehaviorTree":
                defaults = without_defaults(element)
                files.trees.append(
                    TreeElement(self._tree_id(element), element, source.name, before, defaults)
                )
            elif element.tag in ("TreeNodesModel", "TreeNodeModel"):
                files.has_models = True
                files.model_elements += [*before, *element.content]
                for each in element.elements:
                    model, name = model_of(each), each.attributes.get("ID", "")
                    if model is not None and name:
                        files.models[name] = model
            else:
                is_read = element.tag == "include" and self._include(files, source, element)
                files.others += before if is_read else [*before, element]
        files.others += behind

    def _tree_id(self, element: XmlElement) -> str:
        name = element.attributes.get("ID", "")
        if not name:
            name = f"BehaviorTree_{self._unnamed}"
            self._unnamed += 1
        return name

    def _include(self, files: ReadFiles, source: Source, element: XmlElement) -> bool:
        """Read what an element includes; tell whether that was done."""
        path, package = element.attributes.get("path", ""), element.attributes.get("ros_pkg", "")
        reason = remedy = ""
        if package:
            reason = f"It is of the ROS package {package}, which is not looked for."
            remedy = "Copy the file beside this one and take ros_pkg out, if its trees are wanted."
        else:
            try:
                self.read(source.beside(path))
            except FileProblem as problem:
                where = f" ({problem.where})" if problem.where else ""
                reason, remedy = f"It could not be read{where}: {problem.message}", problem.remedy
        row = FormatRow("exact", f"include {path}", reason, remedy, source.name, element.line, element.column)
        files.rows.append(replace(row, how="kept") if reason else row)
        return not reason
