"""Documents are written as files that the library loads; what came from a file goes back as it was."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from graphs.files.document_file import load_document
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.btcpp.btcpp_format import BTCPP, BTCPP_3
from graphs.formats.btcpp.node_models import KNOWN
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.behavior_tree import BehaviorTreeGraph, Guard, Precondition, TreeNode
from graphs.model.document import Document
from graphs.model.graph_parts import GraphParameter
from graphs.model.variables_and_events import Variable
from tests.formats.btcpp.btcpp_files import (
    ALL_FILES,
    FILES,
    graph_of,
    imported,
    imported_file,
    registry_of,
    top,
    tree,
    written,
)

SAMPLES = sorted((Path(__file__).parents[3] / "resources" / "samples").glob("*.mind.json"))
OF_ONE = [path for path in ALL_FILES if path.name in ("guard.xml", "kept.xml", "timing.xml", "talk.xml")]


def _parts(text: str) -> Counter[tuple[str, tuple[tuple[str, str], ...], str]]:
    """Count elements and comments, as a reader that knows nothing of this room finds them."""
    builder = ET.TreeBuilder(insert_comments=True)
    root = ET.fromstring(text, ET.XMLParser(target=builder))
    return Counter(
        (str(each.tag), tuple(each.attrib.items()), " ".join((each.text or "").split()))
        for each in root.iter()
    )


def _document(nodes: dict[str, TreeNode], **variables: Variable) -> Document:
    graph = BehaviorTreeGraph(kind="behavior_tree", root="top", nodes=nodes)
    return Document(format="mindloom", version=1, root="Main", graphs={"Main": graph}, variables=variables)


def _write(document: Document) -> tuple[str, tuple[FormatRow, ...]]:
    assert BTCPP.write is not None
    found = BTCPP.write(document, builtin_registry(), "a")
    return found.files[0].text, found.rows


@pytest.mark.parametrize("path", OF_ONE, ids=lambda path: path.name)
def test_what_was_read_is_written_with_every_element_attribute_and_comment(path: Path) -> None:
    assert _parts(written(imported_file(path))) == _parts(path.read_text())


@pytest.mark.parametrize("path", ALL_FILES, ids=lambda path: path.name)
def test_a_second_round_gives_the_same_bytes(path: Path) -> None:
    once = written(imported_file(path))
    assert written(imported(once)) == once


def test_what_did_not_change_stays_as_it_was_written_when_something_else_does() -> None:
    read = imported_file(FILES / "guard.xml")
    graph = graph_of(read.document, "Guard")
    nodes = dict(graph.nodes)
    nodes["shoot"] = nodes["shoot"].model_copy(update={"on_success": ("shots = shots + 2",)})
    near = nodes["is_near"].test or ""
    nodes["is_near"] = nodes["is_near"].model_copy(update={"test": near.replace('"', "'"), "title": "near?"})
    changed = graph.model_copy(update={"nodes": nodes})
    document = read.document.model_copy(update={"graphs": {**read.document.graphs, "Guard": changed}})
    before, after = written(read).splitlines(), written(Imported(document, (), read.manifest)).splitlines()
    assert [line.strip() for line in after if line not in before] == [
        '<IsNear name="near?" target="{foe}" distance="2.50"/>',
        '<Shoot target="{foe}" _onSuccess="shots := shots + 2" _onHalted="shots -= 1"/>',
    ]


def test_a_changed_script_is_said_anew_and_its_unknown_attributes_stay() -> None:
    read = imported(tree('<ScriptCondition name="a" code=" n&gt;1 " _favorite="true"/>'))
    graph = graph_of(read.document)
    node = top(read).model_copy(update={"test": "n > 1 and n < 5"})
    changed = graph.model_copy(update={"nodes": {"a": node}})
    document = read.document.model_copy(update={"graphs": {"Main": changed}})
    text = written(Imported(document, (), read.manifest))
    assert '<ScriptCondition name="a" code="n &gt; 1 &amp;&amp; n &lt; 5" _favorite="true"/>' in text


def test_lines_of_both_ends_are_written_when_one_end_is_changed() -> None:
    read = imported(tree('<A _onSuccess="n := 1" _onFailure="n := 2" _post="n += 3"/>'))
    node = top(read).model_copy(update={"on_failure": ("n = 4",)})
    changed = graph_of(read.document).model_copy(update={"nodes": {"a": node}})
    document = read.document.model_copy(update={"graphs": {"Main": changed}})
    again = top(imported(written(Imported(document, (), read.manifest))))
    assert (again.on_success, again.on_failure) == (("n = 1", "n = n + 3"), ("n = 4",))


def test_files_that_are_included_are_written_into_the_one_file() -> None:
    text = written(imported_file(FILES / "robot.btproj"))
    assert '<BehaviorTree ID="Talk">' in text
    assert "<include" not in text
    assert 'project_name="Robot"' in text


def test_kinds_that_the_library_has_are_written_by_its_names() -> None:
    child = TreeNode(kind="succeed")
    nodes = {
        "top": TreeNode(kind="selector", children=("again", "until", "either"), params={"memory": "none"}),
        "again": TreeNode(kind="repeat", children=("one",), params={"pace": "same_tick", "count": 2}),
        "until": TreeNode(kind="until_failure", children=("two",), params={"pace": "same_tick"}),
        "either": TreeNode(kind="if_else", children=("ask", "three"), params={"reactive": True}),
        "ask": TreeNode(kind="condition", test="n == 1 or not ok"),
        **dict.fromkeys(("one", "two", "three"), child),
    }
    text, rows = _write(_document(nodes, n=Variable(type="int"), ok=Variable(type="bool")))
    assert {row.how for row in rows} == {"exact"}
    assert graph_of(imported(text).document).root == "reactive_fallback"
    assert '<ScriptCondition code="n == 1 || !ok"/>' in text
    assert text.count("Inverter") == 2


def test_guards_disabled_nodes_and_preconditions_are_scripts() -> None:
    node = TreeNode(
        kind="succeed",
        guard=Guard(test="n > 1", refused="skipped", abort="self"),
        preconditions=(Precondition(test="ok", gives="succeed"), Precondition(test="n == 0", gives="fail")),
        on_success=("n = 1",),
    )
    text, rows = _write(_document({"top": node}, n=Variable(type="int"), ok=Variable(type="bool")))
    assert '_successIf="ok"' in text
    assert '_failureIf="n == 0"' in text
    assert '_while="n &gt; 1"' in text
    assert '_onSuccess="n := 1"' in text
    assert [row.how for row in rows] == ["changed"]  # the library asks _failureIf first
    assert '_skipIf="true"' in _write(_document({"top": TreeNode(kind="fail", disabled=True)}))[0]


def test_what_variables_begin_with_is_written_as_a_script_that_runs_once_and_read_again() -> None:
    variables = {"n": Variable(type="int", default=-3), "word": Variable(type="string", default="it")}
    text, rows = _write(_document({"top": TreeNode(kind="condition", test="n < 0")}, **variables))
    assert "<RunOnce>" in text
    assert {row.how for row in rows} == {"exact"}
    read = imported(text)
    assert read.document.variables == variables
    assert top(read).kind == "condition"


def test_variables_begin_with_a_value_and_ports_that_may_be_left_out_are_in_no_model() -> None:
    child = BehaviorTreeGraph(
        kind="behavior_tree",
        root="a",
        nodes={"a": TreeNode(kind="set", actions=("n = 1",))},
        parameters={
            "n": GraphParameter(type="int", direction="out"),
            "m": GraphParameter(type="int", direction="in", default=2),
        },
    )
    top_node = TreeNode(kind="subtree", graph="Child")
    document = _document(
        {"top": top_node}, share=Variable(type="float"), big=Variable(type="float", default=3)
    )
    document = document.model_copy(update={"graphs": {**document.graphs, "Child": child}})
    text, _ = _write(document)
    assert '<Script code="share := 0.0; big := 3.0"/>' in text
    model = ET.fromstring(text).find("TreeNodesModel/SubTree")
    assert model is not None
    assert [(port.tag, port.get("name"), port.get("default")) for port in model] == [("input_port", "m", "2")]


LOST = [
    (TreeNode(kind="cooldown", children=("below",), params={"seconds": 2}), "Cooldown", "Decorator"),
    (TreeNode(kind="utility_selector", children=("below",)), "UtilitySelector", "Control"),
    (TreeNode(kind="random_child", children=("below",)), "RandomChild", "Control"),
    (TreeNode(kind="wait_until", test="time > 3"), "WaitUntil", "Condition"),
    (TreeNode(kind="condition", test="time > 3"), "Test", "Condition"),
    (TreeNode(kind="raise", actions=("raise noise",)), "Raise", "Action"),
    (TreeNode(kind="set", actions=("n = random_int(1, 2)",)), "ActionLines", "Action"),
    (TreeNode(kind="run_machine", graph="other"), "RunOther", "Action"),
    (TreeNode(kind="log", params={"message": "hi"}), "Log", "Action"),
]


@pytest.mark.parametrize(("node", "tag", "category"), LOST, ids=lambda each: str(each))
def test_what_the_library_has_not_is_told_and_a_node_of_a_model(
    node: TreeNode, tag: str, category: str
) -> None:
    document = _document({"top": node, "below": TreeNode(kind="succeed")}, n=Variable(type="int"))
    text, rows = _write(document)
    root = ET.fromstring(text)
    assert root.find(f"BehaviorTree//{tag}") is not None
    assert root.find(f"TreeNodesModel/{category}[@ID='{tag}']") is not None
    assert ("lost", "top") in [(row.how, row.node) for row in rows]


def test_names_and_characters_that_xml_does_not_have_give_a_file_that_can_be_read() -> None:
    node = TreeNode(kind="foreign_node", params={"name": "my node!"}, note="bell \x07")
    text, _ = _write(_document({"top": node}))
    found = ET.fromstring(text).find("BehaviorTree/Action")
    assert found is not None
    assert found.attrib == {"ID": "my node!", "_description": "bell \ufffd"}
    assert top(imported(text)).action == "my_node_"


def test_services_and_other_kinds_of_graphs_are_told() -> None:
    path = next(each for each in SAMPLES if each.name == "tank.mind.json")
    assert BTCPP.write is not None
    rows = BTCPP.write(load_document(path), builtin_registry(), "tank").rows
    assert any("no behavior tree" in row.reason for row in rows if row.how == "lost")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_sample_is_written_as_a_file_with_all_that_the_library_asks_for(path: Path) -> None:
    document = load_document(path)
    assert BTCPP.write is not None
    assert BTCPP_3.write is not None
    for write in (BTCPP_3.write, BTCPP.write):
        found = write(document, builtin_registry(), path.stem)
        _assert_loads(ET.fromstring(found.files[0].text))
        assert set(document.graphs) >= {row.graph for row in found.rows if row.graph}
        text = written(imported(found.files[0].text))
        assert written(imported(text)) == text


def _assert_loads(root: ET.Element) -> None:
    """Ask what the library asks of a file, by the rules of its VerifyXML."""
    models = {
        str(each.get("ID")): each.tag for each in root.findall("TreeNodesModel/*") if each.tag != "SubTree"
    }
    trees = {str(each.get("ID")) for each in root.findall("BehaviorTree")}
    assert not trees & ({*models} | {*KNOWN})
    assert len(trees) == len(root.findall("BehaviorTree"))
    for tree_element in root.findall("BehaviorTree"):
        assert len(tree_element) == 1
        for node in tree_element.iter():
            if node.tag in ("BehaviorTree", "SubTree", "SubTreePlus"):
                continue
            assert node.tag in models or node.tag in KNOWN or node.tag == "SequenceStar", node.tag
            category = models.get(node.tag) or KNOWN.get(node.tag, KNOWN["Sequence"]).category
            least, most = {"Control": (1, 99), "Decorator": (1, 1)}.get(category, (0, 0))
            assert least <= len(node) <= most, node.tag


def test_version_3_has_the_older_names_and_tells_what_it_has_not() -> None:
    assert BTCPP_3.write is not None
    read = imported_file(FILES / "version_3.xml")
    found = BTCPP_3.write(read.document, registry_of(read), "a")
    assert "<SequenceStar>" in found.files[0].text
    assert '<SubTreePlus ID="Go" goal="3;4" __autoremap="1"/>' in found.files[0].text
    assert '<SubTree ID="Go" goal="pose"/>' in found.files[0].text
    assert BTCPP.read is not None
    again = BTCPP.read([Source("b.xml", found.files[0].text.encode())], builtin_registry())
    assert [*again.document.graphs] == [*read.document.graphs]
    scripted = imported(tree('<Go _skipIf="a"/>'))
    rows = BTCPP_3.write(scripted.document, registry_of(scripted), "a").rows
    assert ("lost", "_skipIf") in [(row.how, row.what) for row in rows]
