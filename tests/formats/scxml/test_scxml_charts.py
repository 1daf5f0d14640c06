"""Charts of SCXML do here what the algorithm of the W3C says, and go back into their files as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphs.checks.checker import check_document
from graphs.edits.setting import set_field
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import recognized
from graphs.formats.scxml.scxml_format import read_scxml, write_scxml
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from runtime.basics.host import RaisedEvent
from tests.formats.scxml.chart_run import ChartRun, registry_of, things_in

FOLDER = Path(__file__).parent
REGISTRY = builtin_registry()
OWN = ("door", "guard", "odd")
HEAD = '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">'


def chart(inside: str) -> Imported:
    return read_scxml([Source("chart.scxml", f"{HEAD}{inside}</scxml>".encode())], REGISTRY)


def of_file(name: str) -> Imported:
    return read_scxml([Source.at(FOLDER / f"{name}.scxml")], REGISTRY)


def written(document: Document) -> str:
    return write_scxml(document, REGISTRY, "chart").files[0].text


def machine_of(document: Document) -> StateMachineGraph:
    graph = document.graphs[document.root or ""]
    assert isinstance(graph, StateMachineGraph)
    return graph


def not_exact(found: Imported) -> list[tuple[str, str, int]]:
    return [(row.how, row.what, row.line) for row in found.rows if row.how != "exact"]


@pytest.mark.parametrize("name", OWN)
def test_nothing_of_a_file_is_missing_when_it_is_written_again(name: str) -> None:
    data = (FOLDER / f"{name}.scxml").read_bytes()
    first = written(of_file(name).document)
    assert things_in(first) == things_in(data)
    again = read_scxml([Source(f"{name}.scxml", first.encode())], REGISTRY)
    assert written(again.document) == first


@pytest.mark.parametrize("name", OWN)
def test_what_is_imported_has_no_errors(name: str) -> None:
    found = of_file(name)
    problems = check_document(found.document, registry_of(found))
    assert [each.message for each in problems if each.severity == "error"] == []


def test_a_second_import_gives_the_same_document() -> None:
    assert of_file("odd").document == of_file("odd").document


def test_only_states_that_are_asked_for_have_a_variable() -> None:
    assert list(machine_of(of_file("door").document).variables) == []
    assert machine_of(of_file("door").document).nodes["open"].entry == ("raise close after 0.5 as timer",)
    assert list(machine_of(of_file("guard").document).variables) == ["in_eyes_open"]


def test_what_is_not_exact_is_told_at_its_line() -> None:
    assert not_exact(of_file("odd")) == [
        ("kept", "<s:scxml>", 2),
        ("kept", "<s:script>", 3),
        ("kept", "<s:data>", 5),
        ("kept", "<s:data>", 6),
        ("changed", "<s:data>", 7),
        ("kept", "<s:state>", 9),
        ("changed", "<s:onentry>", 10),
        ("kept", "<s:script>", 11),
        ("kept", "<s:foreach>", 13),
        ("kept", "<s:log>", 14),
        ("kept", "<s:send>", 16),
        ("kept", "<s:invoke>", 21),
        ("kept", "<s:transition>", 23),
        ("lost", "<s:transition>", 24),
    ]


def test_a_door_counts_locks_and_closes_by_itself() -> None:
    run = ChartRun(of_file("door"))
    assert run.innermost() == ["closed"]
    run.post("key")
    run.post("push")
    assert run.innermost() == ["closed"]
    run.post("key")
    run.post("push")
    assert run.innermost() == ["open"]
    run.wait(0.4)
    assert run.innermost() == ["open"]
    run.wait(0.2)
    assert run.innermost() == ["closed"]
    assert run.brain.state.read(run.program.variables["opened"]) == 1


def test_regions_histories_flags_and_completions_work_together() -> None:
    run = ChartRun(of_file("guard"))
    assert run.innermost() == ["calm", "eyes_open"]
    run.brain.post(RaisedEvent("hit", {"damage": 2.0}))
    run.settle()
    assert run.innermost() == ["eyes_open", "hurt"]
    run.post("door")
    run.post("door")
    assert run.innermost() == ["eyes_open", "hurt"]
    run.post("smoke")
    assert run.innermost() == ["blinded", "hurt"]
    run.post("rest")
    assert run.innermost() == ["blinded", "hurt"]
    run.brain.post(RaisedEvent("hit", {"damage": 1.5}))
    run.settle()
    run.post("hit")
    assert run.innermost() == ["down"]


def test_an_event_that_waits_outlives_the_state_that_sent_it() -> None:
    found = chart(
        '<state id="a"><onentry><send event="late" delay="100ms"/></onentry>'
        '<transition event="go" target="b"/></state>'
        '<state id="b"><transition event="late" target="c"/><transition event="*" target="d"/></state>'
        '<state id="c"/><state id="d"/>'
    )
    run = ChartRun(found)
    run.post("go")
    assert run.innermost() == ["b"]
    run.wait(0.2)
    assert run.innermost() == ["c"]


def test_others_hear_that_a_state_is_done() -> None:
    found = chart(
        '<state id="out"><transition event="done.state.p" target="end"/>'
        '<parallel id="p"><state id="x"><final id="fx"/></state>'
        '<state id="y"><state id="y1"><transition event="go" target="fy"/></state><final id="fy"/></state>'
        '</parallel></state><state id="end"/>'
    )
    run = ChartRun(found)
    assert run.innermost() == ["fx", "y1"]
    run.post("go")
    assert run.innermost() == ["end"]
    assert not not_exact(found)


def test_a_final_state_does_what_it_does_on_exit_when_the_state_around_it_is_left() -> None:
    found = chart(
        '<datamodel><data id="n" expr="0"/></datamodel>'
        '<state id="a"><final id="f"><onexit><assign location="n" expr="n + 1"/></onexit></final>'
        '<transition event="done.state.a" target="b"/></state>'
        '<state id="b"><transition event="t" cond="n == 1" target="c"/></state><state id="c"/>'
    )
    run = ChartRun(found)
    run.post("t")
    assert run.innermost() == ["c"]


@pytest.mark.parametrize(
    ("cond", "guard"),
    [
        ("x === 2 && !b", "x == 2 and not b"),
        ("(x + 1) * 2 > 3 || x", "(x + 1) * 2 > 3 or x != 0"),
        ("b ? x < 1 : x > 2", "x < 1 if b else x > 2"),
        ("Math.max(x, 1) != 3", "max(x, 1) != 3"),
        ("Math.pow(x, 2) >= 9", "x * x >= 9"),
        ("s == 'don\\'t'", 's == "don\'t"'),
        ("-x === (x - 1)", "-x == x - 1"),
        ("!(x == 1) && (b || x == 3)", "not x == 1 and (b or x == 3)"),
        ("In('a')", "in_a"),
    ],
)
def test_a_condition_is_said_in_the_language_of_mindloom(cond: str, guard: str) -> None:
    data = '<data id="x" expr="0"/><data id="b" expr="true"/><data id="s" expr="\'a\'"/>'
    text = cond.replace("&", "&amp;").replace("<", "&lt;")
    found = chart(f'<datamodel>{data}</datamodel><state id="a"><transition event="e" cond="{text}"/></state>')
    (edge,) = machine_of(found.document).edges.values()
    assert edge.guard == guard


@pytest.mark.parametrize(
    "cond",
    [
        "x +",
        "f(1)",
        "x == 'a'",
        "typeof x",
        "x = 1",
        "list[0]",
        "null",
        "((((x",
        "_event.data.y",
        "1" * 5000,
        "x ? 1",
    ],
)
def test_a_condition_that_cannot_be_said_is_asked_of_the_game(cond: str) -> None:
    found = chart(
        '<datamodel><data id="x" expr="0"/></datamodel>'
        f'<state id="a"><transition cond="{cond}" target="b"/></state><state id="b"/>'
    )
    (edge,) = machine_of(found.document).edges.values()
    assert edge.guard == "condition()"
    assert found.manifest is not None
    assert found.manifest.conditions["condition"].help == cond[:2000]
    assert ("kept", "<transition>", 1) in not_exact(found)


def test_a_change_is_written_and_the_rest_is_as_it_was() -> None:
    document = of_file("door").document
    graph = machine_of(document)
    edge = next(key for key, each in graph.edges.items() if each.targets == ("open",))
    changed = set_field(document, document.root or "", edge, "guard", "opened >= 3 and not locked")
    before, after = written(document).splitlines(), written(changed).splitlines()
    different = [new for old, new in zip(before, after, strict=True) if old != new]
    assert different == [
        '    <transition event="push" cond="opened &gt;= 3 &amp;&amp; !locked" target="open">'
    ]


def test_lines_that_are_changed_are_written_between_those_of_the_file() -> None:
    document = of_file("door").document
    lines = ["raise beep", "raise close after 0.5 as timer", "opened = 7"]
    changed = set_field(document, document.root or "", "open", "entry", lines)
    text = written(changed)
    parts = [
        text.index(each) for each in ('<raise event="beep"/>', 'delay="500ms"', 'location="opened" expr="7"')
    ]
    assert parts == sorted(parts)


def test_several_files_become_machines_of_one_document() -> None:
    sources = [Source.at(FOLDER / f"{name}.scxml") for name in ("door", "guard")]
    found = read_scxml(sources, REGISTRY)
    assert list(found.document.graphs) == ["door", "guard"]
    assert machine_of(found.document).variables["opened"].type == "int"


def test_charts_are_recognized_whatever_their_prefix() -> None:
    for name in OWN:
        found = recognized(Source.at(FOLDER / f"{name}.scxml"))
        assert found is not None
        assert found.id == "scxml"


@pytest.mark.parametrize(
    "data", [b"", b"<scxml", b"<scxml/>", b"<other/>", b"\xff\xfe", b"<scxml><history/></scxml>"]
)
def test_what_is_no_chart_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(FileProblem):
        read_scxml([Source("chart.scxml", data)], REGISTRY)
