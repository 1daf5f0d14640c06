"""Pictures as text: what is in them, that labels are no markup, and that what is left out is told."""

from __future__ import annotations

import html
import json
import re
from collections import Counter

import pytest
from defusedxml import ElementTree
from hypothesis import given, settings

from graphs.files.document_file import document_from_bytes
from graphs.formats.basics.format_record import Written
from graphs.formats.listed_formats import FORMATS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from mindloom import branch, decision, do, expr, machine, mind, outcome, part, sequence, state, tree, wait
from tests.graphs.random_documents import documents

NASTY = 'a "quoted" <b>bold</b> & [x] {y} %%{init} $z| ~ # ; \\ ** // -- !include @enduml'

ROOM = {"mermaid": r"#(\d+);", "plantuml": r"<U\+([0-9A-F]+)>"}


def written(document: Document, name: str) -> Written:
    return FORMATS[name].write(document, builtin_registry(), "guard")  # type: ignore[misc]


def door() -> Document:
    fight = state("Fight", state("Aim").on("push", to="Shoot"), state("Shoot"), entry="n = 1")
    door = machine("Door").state("Closed").on("push", to="Fight", guard="n > 0", after=1).add(fight)
    return mind(door, tree("Guard").sequence(wait(1), do("wander")), variables={"n": 0}, events={"push": {}})


def places(document: Document, at: tuple[float, float]) -> Document:
    graph = document.graphs["door"]
    layout = {"closed": {"at": at}}
    loaded = type(graph).model_validate({**graph.model_dump(by_alias=True), "layout": layout})
    return document.model_copy(update={"graphs": {**document.graphs, "door": loaded}})


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


MERMAID_LINE = re.compile(
    r"""---|title:\ "(?:[^"\\]|\\.)*"|%%.*|flowchart\ TD|stateDiagram-v2|}|--
    |n\d+(?:\{\{"[^"]*"\}\}|\(\["[^"]*"\]\)|\("[^"]*"\)|\[\["[^"]*"\]\]|\{"[^"]*"\}|\["[^"]*"\])
    |n\d+\ -->(?:\|"[^"]*"\|)?\ n\d+|(?:\[\*\]|n\d+)\ -->\ (?:\[\*\]|n\d+)(?:\ :\ [^:]+)?
    |state\ "[^"]*"\ as\ n\d+(?:\ \{)?|state\ n\d+\ <<choice>>""",
    re.VERBOSE,
)
PLANTUML_LINE = re.compile(
    r"""'.*|@startuml\ \w+|@enduml|title\ .*|hide\ empty\ description|--|}|
    |(?:rectangle|agent|usecase|card|folder)\ "[^"]*"\ as\ n\d+|state\ "[^"]*"\ as\ n\d+(?:\ \{)?
    |state\ n\d+\ <<choice>>|(?:\[\*\]|n\d+)\ -->\ (?:\[\*\]|n\d+)(?:\ :\ .*)?""",
    re.VERBOSE,
)
DOT_TOKEN = re.compile(r'\s+|//.*|"(?:[^"\\]|\\.)*"|->|[A-Za-z_]\w*|-?[\d.]+|[{}\[\];=,]')


def check_mermaid(text: str) -> None:
    for line in lines(text):
        assert MERMAID_LINE.fullmatch(line), line
        assert not re.search(r"[<>&]", re.sub(r"<br/>|<<choice>>|-->", "", line)) or line.startswith(
            "title"
        ), line


def check_plantuml(text: str) -> None:
    for line in lines(text):
        assert PLANTUML_LINE.fullmatch(line), line
        plain = (
            re.sub(ROOM["plantuml"], "", line)
            .replace("[*]", "")
            .replace("-->", "")
            .replace("<<choice>>", "")
            .replace("\\n", "")
        )
        assert line in ("--", "}") or line.startswith("'") or not re.search(r"[<>~/*!&%\\]|__", plain), line


def check_dot(text: str) -> None:
    place = depth = 0
    while place < len(text):
        found = DOT_TOKEN.match(text, place)
        assert found, text[place : place + 40]
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        place = found.end()
    assert depth == 0


def check_drawio(text: str) -> None:
    for page in ElementTree.fromstring(text):
        cells = {cell.get("id"): cell for cell in page.iter("mxCell")}
        assert len(cells) == len([*page.iter("mxCell")])
        for cell in cells.values():
            assert "html=1" not in cell.get("style", "")
            assert all(cell.get(name) in cells for name in ("parent", "source", "target") if cell.get(name))


CHECKS = {"mermaid": check_mermaid, "plantuml": check_plantuml, "dot": check_dot, "drawio": check_drawio}


@pytest.mark.parametrize("name", CHECKS)
def test_a_link_whose_label_is_nothing_but_space_has_none(name: str) -> None:
    asked = {"q": {"kind": "test", "branches": [{"test": "\r", "child": "a"}]}, "a": {"kind": "test"}}
    graph = {"kind": "decision_tree", "root": "q", "nodes": asked}
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph}}
    for file in written(document_from_bytes(json.dumps(value).encode()), name).files:
        CHECKS[name](file.text)


@pytest.mark.parametrize("name", CHECKS)
@settings(max_examples=40)
@given(document=documents())
def test_every_document_that_opens_has_a_picture_in_the_words_of_its_format(
    name: str, document: Document
) -> None:
    for file in written(document, name).files:
        CHECKS[name](file.text)


@pytest.mark.parametrize("name", CHECKS)
def test_what_users_write_is_text_and_no_markup(name: str) -> None:
    text = written(mind(tree("T").sequence(wait(1, title=NASTY))), name).files[0].text
    CHECKS[name](text)
    if name in ROOM:
        base = 10 if name == "mermaid" else 16
        text = re.sub(ROOM[name], lambda found: chr(int(found[1], base)), text)
    elif name == "dot":
        text = html.unescape(re.sub(r"\\(.)", r"\1", text))
    else:
        text = "".join(cell.get("value", "") for cell in ElementTree.fromstring(text).iter("mxCell"))
    assert NASTY in text


def test_states_are_inside_their_compounds_and_the_initial_state_is_marked() -> None:
    found = lines(written(door(), "mermaid").files[0].text)
    inner = found.index('state "Aim" as n3')
    assert found[inner - 1 : inner + 4] == [
        'state "Fight<br/>entry / n #61; 1" as n2 {',
        'state "Aim" as n3',
        'state "Shoot" as n4',
        "[*] --> n3",
        "}",
    ]
    assert "n1 --> n2 : push after 1 s #91;n #62; 0#93;" in found


def test_other_graphs_are_files_of_their_own_in_mermaid_and_part_of_the_file_elsewhere() -> None:
    assert [file.suffix for file in written(door(), "mermaid").files] == [".mmd", ".guard.mmd"]
    assert written(door(), "plantuml").files[0].text.count("@startuml") == 2
    assert written(door(), "dot").files[0].text.count("subgraph cluster_g") == 2
    assert len(ElementTree.fromstring(written(door(), "drawio").files[0].text)) == 2


def test_drawio_has_states_where_the_document_has_them_and_nothing_overlaps() -> None:
    text = written(places(door(), (333, 444)), "drawio").files[0].text
    cells = [cell for cell in ElementTree.fromstring(text).iter("mxCell") if cell.get("vertex")]
    found = {cell.get("value"): cell[0] for cell in cells}
    assert (found["Closed"].get("x"), found["Closed"].get("y")) == ("333", "444")
    rects = Counter(
        (cell.get("parent"), each.get("x"), each.get("y"))
        for cell in cells
        for each in cell
        if cell.get("value")
    )
    assert max(rects.values()) == 1


def test_branches_of_a_decision_tree_say_what_decides_for_them() -> None:
    mood = decision("Mood").ranges(expr("h"), branch(outcome("afraid"), upto=30), outcome("calm"))
    text = written(mind(mood, variables={"h": 1.0}), "dot").files[0].text
    assert 'label="< 30"' in text
    assert 'label="≥ 30"' in text


@pytest.mark.parametrize("name", CHECKS)
def test_what_is_left_out_is_a_row_for_each_graph_and_sort(name: str) -> None:
    services = [part(every=1, actions=["n = n + 1"])]
    root = sequence(*(wait(1, services=services, on_end=["n = 0"], note="x") for _ in range(30)))
    rows = written(mind(tree("T").sequence(root), variables={"n": 0}), name).rows
    lost = Counter(row.what for row in rows if row.how == "lost")
    wanted = ["services of nodes", "on_end of nodes", "note of nodes", "variables of the document"]
    assert lost == dict.fromkeys(wanted, 1)
    assert all(row.reason and row.remedy for row in rows if row.how == "lost")
    assert next(row for row in rows if row.what == "services of nodes").reason.count("30 ×") == 1
