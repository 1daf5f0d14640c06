"""Trees of BehaviorTree.CPP become graphs, their leaves a manifest, their blackboards variables."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import recognized
from graphs.model.behavior_tree import Precondition
from graphs.model.graph_parts import GraphParameter
from graphs.model.variables_and_events import Variable
from tests.formats.btcpp.btcpp_files import (
    ALL_FILES,
    FILES,
    errors,
    graph_of,
    imported,
    imported_file,
    not_exact,
    top,
    tree,
    written,
)

LEAF = "<AlwaysSuccess/>"
EXACT = [
    (f"<Sequence>{LEAF}</Sequence>", "sequence", {}),
    (f"<ReactiveSequence>{LEAF}</ReactiveSequence>", "sequence", {"memory": "none"}),
    (f"<SequenceWithMemory>{LEAF}</SequenceWithMemory>", "sequence", {"memory": "keep"}),
    (f"<Fallback>{LEAF}</Fallback>", "selector", {}),
    (f"<ReactiveFallback>{LEAF}</ReactiveFallback>", "selector", {"memory": "none"}),
    (f"<Parallel>{LEAF}{LEAF}</Parallel>", "parallel", {}),
    (
        f'<Parallel success_count="-2" failure_count="2">{LEAF}{LEAF}</Parallel>',
        "parallel",
        {"success": -2, "failure": 2},
    ),
    (
        f'<ParallelAll max_failures="2">{LEAF}{LEAF}</ParallelAll>',
        "parallel",
        {"success": 0, "failure": 2, "decide": "all_ended"},
    ),
    (f"<IfThenElse>{LEAF}{LEAF}</IfThenElse>", "if_else", {}),
    (f"<WhileDoElse>{LEAF}{LEAF}{LEAF}</WhileDoElse>", "if_else", {"reactive": True}),
    (f"<Inverter>{LEAF}</Inverter>", "inverter", {}),
    (f"<ForceSuccess>{LEAF}</ForceSuccess>", "force_success", {}),
    (f"<ForceFailure>{LEAF}</ForceFailure>", "force_failure", {}),
    (f'<Repeat num_cycles="3">{LEAF}</Repeat>', "repeat", {"pace": "same_tick", "count": 3}),
    ('<Repeat num_cycles="-1"><A/></Repeat>', "repeat", {"pace": "same_tick"}),
    (f'<Repeat num_cycles="-7">{LEAF}</Repeat>', "repeat", {"pace": "same_tick", "count": 0}),
    (
        '<RetryUntilSuccessful num_attempts="2"><A/></RetryUntilSuccessful>',
        "retry",
        {"pace": "same_tick", "count": 2},
    ),
    (
        '<RetryUntilSuccessful num_attempts="-1"><A/></RetryUntilSuccessful>',
        "until_success",
        {"pace": "same_tick"},
    ),
    (f"<KeepRunningUntilFailure>{LEAF}</KeepRunningUntilFailure>", "repeat", {}),
    (f"<RunOnce>{LEAF}</RunOnce>", "run_once", {}),
    (f'<RunOnce then_skip="false">{LEAF}</RunOnce>', "run_once", {"afterwards": "last"}),
    (f'<Timeout msec="0">{LEAF}</Timeout>', "sequence", {}),
    ('<Sleep msec="0"/>', "wait", {"seconds": 0}),
    ("<AlwaysSuccess/>", "succeed", {}),
    ("<AlwaysFailure/>", "fail", {}),
    (f"<PipelineSequence>{LEAF}</PipelineSequence>", "pipeline_sequence", {}),
    (f"<RoundRobin>{LEAF}</RoundRobin>", "round_robin", {}),
    (
        f'<RecoveryNode number_of_retries="2">{LEAF}{LEAF}</RecoveryNode>',
        "try_recover",
        {"pace": "same_tick", "attempts": 2},
    ),
]


@pytest.mark.parametrize(("text", "kind", "params"), EXACT)
def test_kinds_of_the_library_that_do_the_same_are_exact(
    text: str, kind: str, params: dict[str, object]
) -> None:
    read = imported(tree(text))
    assert (top(read).kind, top(read).params) == (kind, params)
    assert not_exact(read.rows) == []
    assert errors(read) == []


def test_every_node_has_a_row_with_its_place() -> None:
    read = imported(tree("<Sequence>\n  <AlwaysSuccess/>\n\n  <Go/>\n</Sequence>"))
    assert [(row.what, row.line, row.column, row.node) for row in read.rows] == [
        ("Sequence", 3, 1, "sequence"),
        ("AlwaysSuccess", 4, 3, "always_success"),
        ("Go", 6, 3, "go"),
    ]


def test_explicit_and_compact_form_are_the_same() -> None:
    explicit = (
        '<Control ID="Fallback"><Decorator ID="Inverter"><Action ID="AlwaysSuccess"/></Decorator></Control>'
    )
    compact = "<Fallback><Inverter><AlwaysSuccess/></Inverter></Fallback>"
    kinds = [
        [node.kind for node in graph_of(imported(tree(text)).document).nodes.values()]
        for text in (explicit, compact)
    ]
    assert kinds[0] == kinds[1] == ["selector", "inverter", "succeed"]


def test_leaves_become_actions_and_conditions_of_a_manifest() -> None:
    models = """
    <Action ID="Grab"><input_port name="force" type="double" default="0.5">in newton</input_port>
      <output_port name="held" type="bool"/></Action>
    <Condition ID="IsOpen"><input_port name="door" type="std::string"/></Condition>"""
    read = imported(tree('<Sequence><IsOpen door="north"/><Grab force="2" held="{has}"/></Sequence>', models))
    nodes = graph_of(read.document).nodes
    assert nodes["is_open"].test == 'IsOpen(door = "north")'
    assert (nodes["grab"].action, nodes["grab"].params) == ("Grab", {"force": 2, "held": "has"})
    assert read.document.variables == {"has": Variable(type="bool")}
    assert read.manifest is not None
    force, held = read.manifest.actions["Grab"].parameters
    assert (force.type, force.default, force.help) == ("float", 0.5, "in newton")
    assert held.type == "variable"
    assert read.manifest.actions["Grab"].stand_in is not None
    assert [*read.manifest.conditions] == ["IsOpen"]
    assert errors(read) == []
    assert not_exact(read.rows) == []


def test_names_that_documents_do_not_allow_are_changed_and_kept() -> None:
    read = imported(tree('<Sequence><Öffne-Tür not="{if}"/><wait time="{größe}"/></Sequence>'))
    nodes = graph_of(read.document).nodes.values()
    assert [node.action for node in nodes if node.action] == ["_ffne_T_r", "wait"]
    assert errors(read) == []


def test_scripts_of_nodes_become_preconditions_in_the_order_of_the_library_and_lines() -> None:
    text = '<Go _while="a" _skipIf="b" _failureIf="n &gt; 2" '
    text += '_onSuccess="n := 1" _post="n += 1" _onHalted="n = 0"/>'
    node = top(imported(tree(text)))
    assert node.preconditions == (
        Precondition(test="n > 2", gives="fail"),
        Precondition(test="b", gives="skip"),
        Precondition(test="a", gives="while"),
    )
    assert (node.on_success, node.on_failure) == (("n = 1", "n = n + 1"), ("n = n + 1",))
    assert (node.on_halt, node.on_end) == (("n = 0",), ())


def test_a_precondition_decorator_is_a_sequence_that_decides() -> None:
    read = imported(tree('<Precondition if="n == 1" else="SKIPPED"><AlwaysSuccess/></Precondition>'))
    assert top(read).kind == "sequence"
    assert top(read).preconditions == (Precondition(test="not (n == 1)", gives="skip"),)


def test_a_switch_compares_by_the_type_of_its_variable() -> None:
    text = f'<Switch2 variable="{{n}}" case_1="1" case_2="20">{LEAF}{LEAF}{LEAF}</Switch2>'
    read = imported(tree(text))
    slots = [graph_of(read.document).nodes[child].slot for child in top(read).children]
    assert [(slot.case, slot.default) for slot in slots if slot] == [(1, False), (20, False), (None, True)]
    assert read.document.variables["n"].type == "int"
    assert errors(read) == []


def test_ports_of_subtrees_are_parameters_which_are_given_back_only_where_they_are_written() -> None:
    more = '<BehaviorTree ID="Sub"><Script code="out := in + 1; own := out"/></BehaviorTree>'
    read = imported(tree('<SubTree ID="Sub" in="3" out="{result}"/>', more=more))
    sub = graph_of(read.document, "Sub")
    assert sub.parameters == {
        "out": GraphParameter(type="int", direction="inout"),
        "in": GraphParameter(type="int", direction="in"),
    }
    assert sub.variables == {"own": Variable(type="int")}
    assert top(read).arguments == {"out": {"variable": "result"}, "in": 3}
    assert not_exact(read.rows) == []
    assert errors(read) == []


def test_a_constant_for_a_port_that_is_written_has_a_variable() -> None:
    more = '<BehaviorTree ID="Sub"><Script code="n += 1"/></BehaviorTree>'
    read = imported(tree('<SubTree ID="Sub" n="3"/>', more=more))
    assert top(read).arguments == {"n": {"variable": "sub_n"}}
    assert read.document.variables["sub_n"] == Variable(type="int", default=3)
    assert errors(read) == []


def test_a_port_is_given_back_where_its_entry_has_another_name_that_is_written() -> None:
    more = '<BehaviorTree ID="Sub"><Script code="a = 5; x := b; y := c"/></BehaviorTree>'
    calls = '<SubTree ID="Sub" a="{v}" b="{v}" c="{w}"/><ScriptCondition code="v == w"/>'
    read = imported(tree(f"<Sequence>{calls}</Sequence>", more=more))
    parameters = graph_of(read.document, "Sub").parameters
    assert [parameters[name].direction for name in "abc"] == ["inout", "inout", "in"]
    more = '<BehaviorTree ID="Sub"><Script code="@v = 5; x := a"/></BehaviorTree>'
    read = imported(tree('<SubTree ID="Sub" a="{v}"/>', more=more))
    assert graph_of(read.document, "Sub").parameters["a"].direction == "inout"
    assert errors(read) == []


def test_remapping_by_name_is_written_out_and_private_keys_are_left_out() -> None:
    more = '<BehaviorTree ID="Sub"><Script code="n := 1; _own := 2"/></BehaviorTree>'
    read = imported(tree('<SubTree ID="Sub" _autoremap="true"/>', more=more))
    assert top(read).arguments == {"n": {"variable": "n"}}
    assert [*graph_of(read.document, "Sub").variables] == ["_own"]
    assert read.rows[0].what == "Sub _autoremap, written out for n"
    assert read.rows[0].how == "exact"


def test_keys_of_the_root_are_variables_of_the_document() -> None:
    more = '<BehaviorTree ID="Sub"><Script code="@n := 1; n := true"/></BehaviorTree>'
    read = imported(
        tree('<Sequence><SubTree ID="Sub"/><ScriptCondition code="n &gt; 0"/></Sequence>', more=more)
    )
    assert read.document.variables == {"n": Variable(type="int")}
    assert graph_of(read.document, "Sub").variables == {"n_2": Variable(type="bool")}
    assert top(read, "Sub").actions == ("n = 1", "n_2 = true")
    assert errors(read) == []


def test_models_of_subtrees_give_defaults() -> None:
    read = imported_file(FILES / "robot.btproj")
    parameter = graph_of(read.document, "Talk").parameters["words"]
    assert parameter == GraphParameter(type="string", direction="in", default="nothing")
    assert read.document.root == "Main"
    assert not_exact(read.rows) == []
    assert errors(read) == []


def test_files_of_version_3_follow_the_rules_of_the_library() -> None:
    read = imported_file(FILES / "version_3.xml")
    assert top(read).params == {"memory": "keep"}
    goals = [graph_of(read.document).nodes[child].arguments.get("goal") for child in top(read).children[:3]]
    assert goals == [{"expr": "goal"}, {"expr": "pose"}, "3;4"] or goals[0] == {"variable": "goal"}
    assert errors(read) == []


def test_a_bare_ampersand_and_less_in_a_script_are_read_as_the_library_does() -> None:
    read = imported(tree('<!-- "a<b" --><Go _skipIf="a < 1 && b"/>'))
    assert top(read).preconditions == (Precondition(test="a < 1 and b", gives="skip"),)


def test_what_repeats_within_a_tick_is_exact_unless_something_above_is_ticked_again() -> None:
    inner = '<Repeat num_cycles="2"><A/></Repeat>'
    assert not_exact(imported(tree(f"<Sequence>{inner}</Sequence>")).rows) == []
    told = not_exact(imported(tree(f"<ReactiveSequence>{inner}{inner}</ReactiveSequence>")).rows)
    assert [line[:29] for line in told] == ["a.xml:3:19: changed: Repeat. ", "a.xml:3:55: changed: Repeat. "]
    assert not_exact(imported(tree(f"<ReactiveSequence>{inner}{LEAF}</ReactiveSequence>")).rows) == []
    called = tree(
        '<Parallel><SubTree ID="Sub"/></Parallel>', more=f'<BehaviorTree ID="Sub">{inner}</BehaviorTree>'
    )
    assert len(not_exact(imported(called).rows)) == 1


@pytest.mark.parametrize("path", ALL_FILES, ids=lambda path: path.name)
def test_files_are_recognized_read_without_errors_and_the_same_each_time(path: Path) -> None:
    found = recognized(Source.at(path))
    assert found is not None
    assert found.id == "btcpp"
    read = imported_file(path)
    assert read == imported_file(path)
    assert errors(read) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no XML"),
        (b"<a/>", "The root element is 'a'"),
        (b"<root/>", "no BehaviorTree"),
        (b'<!DOCTYPE root [<!ENTITY a "b">]><root><BehaviorTree/></root>', "document type"),
        (b"<root>" + b"<a>" * 300 + b"</a>" * 300 + b"</root>", "deep"),
    ],
)
def test_what_is_no_file_of_trees_is_refused_in_words(data: bytes, said: str) -> None:
    with pytest.raises(FileProblem) as problem:
        imported(data)
    assert said in problem.value.message
    assert problem.value.remedy


def test_a_second_tree_of_one_id_hides_the_first_and_says_so() -> None:
    read = imported(tree("<AlwaysSuccess/>", more='<BehaviorTree ID="Main"><AlwaysFailure/></BehaviorTree>'))
    assert top(read).kind == "fail"
    assert next((row.how, row.line) for row in read.rows) == ("lost", 2)


@pytest.mark.parametrize(
    "text",
    [
        "<Script code=\"n := 'a' .. 'b'\"><A/><B/></Script>",
        "<AlwaysSuccess><A/>one<B/><!-- two --></AlwaysSuccess>",
        '<SubTree ID="Main"><remap internal="a" external="b"/></SubTree>',
        '<Script code="@ := 1; @@ := 2"/>',
        '<SetBlackboard output_key="" value="{}"/>',
        '<Go a="{=}" if="{@}" _skipIf="@" ID="x"/>',
    ],
)
def test_odd_nodes_are_read_and_written_with_all_that_is_in_them(text: str) -> None:
    once = written(imported(tree(text)))
    assert written(imported(once)) == once
    assert ET.canonicalize(tree(text), strip_text=True).count("<") == ET.canonicalize(once).count("<")


def test_large_files_and_long_chains_of_calls_are_read() -> None:
    calls = "".join(
        f'<BehaviorTree ID="T{number}">{"<Inverter>" * 60}<SubTree ID="T{number + 1}" _autoremap="1"/>'
        f"{'</Inverter>' * 60}</BehaviorTree>"
        for number in range(40)
    )
    read = imported(f'<root BTCPP_format="4" main_tree_to_execute="T0">{calls}</root>')
    assert len(read.document.graphs) == 40
    wide = imported(tree(f"<Sequence>{LEAF * 2000}</Sequence>"))
    assert graph_of(wide.document).nodes["always_success_2000"].kind == "succeed"


def test_an_include_that_is_not_there_is_told_and_the_rest_is_read() -> None:
    text = tree("<AlwaysSuccess/>").replace("\n", '<include path="../x.xml"/>\n', 1)
    read = imported(text)
    assert [(row.how, row.what) for row in read.rows if row.how != "exact"] == [("kept", "include ../x.xml")]
