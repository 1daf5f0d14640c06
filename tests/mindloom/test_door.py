"""What `import mindloom` offers: builders that follow the kinds, edits, checks, runs and exports."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import mindloom
from graphs.files.document_file import document_to_bytes
from graphs.files.whole_file import FileChanged
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import ONE_CHILD, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.model import BehaviorTreeGraph, Document, StateMachineGraph, TreeNode
from graphs.model.behavior_tree import Guard
from mindloom import Refused, branch, call, do, edit, expr, machine, mind, node, out, part, tree
from runtime.basics.status import Status
from runtime.embedding import ActionContext, GameMinds, action

PAGE = Path(__file__).resolve().parents[2] / "resources" / "help" / "python.md"
wait, sequence, selector, state = (
    getattr(mindloom, name) for name in ("wait", "sequence", "selector", "state")
)


def only(document: Document, node_id: str) -> TreeNode:
    (graph,) = document.graphs.values()
    assert isinstance(graph, BehaviorTreeGraph)
    return graph.nodes[node_id]


def test_the_page_lists_what_is_offered_and_nothing_else() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## All that there is\n")[1]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)", row)]
    assert sorted(listed) == sorted(mindloom.__all__)


def test_what_is_offered_is_documented() -> None:
    for name in mindloom.__all__:
        text = inspect.getdoc(getattr(mindloom, name)) or ""
        assert text.partition("\n\n")[0].rstrip().endswith((".", "`.", ")`.")), name


def test_every_kind_is_a_function() -> None:
    for kind in builtin_registry().kinds.values():
        name = f"{kind.id}_" if kind.id in ("raise", "set") else kind.id
        assert callable(getattr(mindloom, name)), name
    with pytest.raises(AttributeError, match="no kind of node is called so"):
        mindloom.sequenze  # noqa: B018


def test_a_kind_and_fields_that_come_later_need_no_change_here() -> None:
    later = NodeKind(
        id="each_of",
        graph_kind="behavior_tree",
        category="decorator",
        title="For each",
        family="flow",
        summary="Try.",
        parameters=(Parameter("list", "variable"), Parameter("most", "int", 8)),
        children=ONE_CHILD,
        fields=("test",),
    )
    registry = builtin_registry().extended(kinds=[later])
    made = mind(
        tree("Each").each_of("seen", wait(1), most=3, test=expr("d < 3"), note="new"), registry=registry
    )
    found = only(made, "each_of")
    assert (found.params, found.test, found.note) == ({"list": "seen", "most": 3}, "d < 3", "new")
    assert len(found.children) == 1
    named = node("each_of", "seen", wait(1), most=3, test="d < 3", note="new")
    again = mind(tree("Each").add(named), registry=registry)
    assert document_to_bytes(made) == document_to_bytes(again)


def test_parts_are_given_by_their_fields() -> None:
    made = mind(
        tree("Parts").sequence(
            do("arrive", target=expr("enemy"), guard="d < 3", id="a"),
            do("arrive", target=(1, 2), guard=part("d < 3", abort="self"), id="b"),
            do("stop", services=[part(every=0.5, actions=["n = 1"]), part(every=1, action="fire")], id="c"),
            branch(wait(1, id="d"), weight=2),
            call("other", found=out("n"), id="e"),
        ),
        tree("Other", parameters={"found": part("int", direction="out")}).wait(2),
    )
    graph = made.graphs["parts"]
    assert isinstance(graph, BehaviorTreeGraph)
    assert graph.nodes["a"].guard == Guard(test="d < 3")
    assert graph.nodes["b"].guard == Guard(test="d < 3", abort="self")
    assert graph.nodes["b"].params == {"target": [1, 2]}
    assert [each.action for each in graph.nodes["c"].services] == [None, "fire"]
    assert graph.nodes["d"].slot is not None
    assert graph.nodes["d"].slot.weight == 2
    assert graph.nodes["e"].kind == "subtree"
    assert graph.nodes["e"].arguments == {"found": {"variable": "n"}}


def test_a_parameter_that_is_called_like_a_field_is_told_by_its_words() -> None:
    lines = ["if n > 1:", "    clear seen", "else:", "    n = 1"]
    made = mind(
        tree("Rounds").sequence(
            node("for_each", wait(1), list="seen", item="n", on_failure="next", id="a"),
            node("for_each", wait(1), list="seen", item="n", on_failure="n = 0", id="b"),
            node(
                "for_each",
                wait(1),
                list="seen",
                item="n",
                on_failure=lines,
                params={"on_failure": "next"},
                preconditions=[part("n > 1", "skip"), part("n < 9", gives="while")],
                id="c",
            ),
            node("repeat", wait(1), on_failure="count", count=2, id="d"),
            yield_=True,
            id="top",
        ),
        variables={"n": 0, "seen": part("list", of="int", most=3, default=[1, 2])},
    )
    graph = made.graphs["rounds"]
    assert isinstance(graph, BehaviorTreeGraph)
    assert graph.nodes["top"].params == {"yield": True}
    told = {key: (graph.nodes[key].params.get("on_failure"), graph.nodes[key].on_failure) for key in "abcd"}
    assert told == {"a": ("next", ()), "b": (None, ("n = 0",)), "c": ("next", (*lines,)), "d": ("count", ())}
    assert [each.gives for each in graph.nodes["c"].preconditions] == ["skip", "while"]
    assert [each for each in mindloom.check(made) if each.severity == "error"] == []


def test_states_are_led_to_by_name_or_id_and_may_hold_others() -> None:
    made = mind(
        machine("Fight", initial="Rest")
        .add(state("Attack", state("Aim").on("fire", to="shoot"), state("Shoot"), initial="Aim"))
        .on(guard="d > 9", to=["Rest"], id="leave")
        .state("Rest", activity=do("wander", loop=True))
        .on("hit", actions=["n = n + 1"])
    )
    graph = made.graphs["fight"]
    assert isinstance(graph, StateMachineGraph)
    assert graph.initial == "rest"
    assert graph.nodes["attack"].initial == "aim"
    assert graph.edges["leave"].targets == ("rest",)
    assert graph.edges["aim_shoot"].event == "fire"
    assert graph.edges["rest"].targets == () if "rest" in graph.edges else True
    activity = graph.nodes["rest"].activity
    assert activity is not None
    assert (activity.action, activity.loop) == ("wander", True)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: mind(tree("T").sequence(wait(1, secnds=2))), "T".lower() + ": wait: There is no 'secnds'"),
        (lambda: mind(tree("T").sequenze()), "There is no kind 'sequenze' in this graph."),
        (lambda: mind(tree("T").wait(1, 2)), "wait takes one value without a name."),
        (lambda: mind(tree("T").succeed(3)), "succeed takes no value without a name."),
        (lambda: mind(tree("T").wait(1).wait(wait(1))), "wait"),
        (lambda: mind(tree("T").sequence(call("gone"))), "No node here runs 'gone'."),
        (lambda: mind(tree("T").sequence(wait(1, id="a"), wait(2, id="a"))), "The id 'a' is taken."),
        (lambda: mind(tree("T").wait(1, guard=part(tst="x"))), "There is no 'tst' here. Use 'test'."),
        (lambda: mind(machine("M").state("A").on("x", to="B")), "transition of a to B"),
        (lambda: mind(machine("M").state("A").on("x", too="A")), "There is no 'too' here."),
        (lambda: mind(tree("T").sequence(wait(1, title=object()))), "cannot stand in a document"),
        (lambda: mind(variables={"x": part("flot")}), "x: "),
        (lambda: mind(variables={"x": [1, 2]}), "Give part(type, default=…)."),
        (lambda: mind(tree("T").wait(1), tree("T").wait(2)), "t: Two graphs have this id."),
        (lambda: mind(colour=1), "A document has no 'colour'."),
    ],
)
def test_what_no_document_can_hold_is_refused_with_its_place(make: object, said: str) -> None:
    with pytest.raises(Refused) as refused:
        make()  # type: ignore[operator]
    assert said in str(refused.value)
    assert refused.value.remedy


def test_no_builder_takes_raw_json() -> None:
    with pytest.raises(Refused):
        mind({"nodes": {}})  # type: ignore[arg-type]
    with pytest.raises(Refused):
        mind(tree("T").sequence({"kind": "wait"}))
    with pytest.raises(Refused, match="A dictionary is no value here"):
        mind(tree("T").sequence(do("arrive", target={"expr": "enemy"})))
    with pytest.raises(Refused, match="A dictionary is no value here"):
        mind(tree("T").wait(1, guard={"test": "d < 3"}))


def test_edits_are_methods_and_make_a_script(tmp_path: Path) -> None:
    first = mind(tree("T").sequence(wait(1)))
    change = edit(first)
    made = change.add_node(graph_id="t", kind="wait", parent="sequence")
    with pytest.raises(Refused, match=r"The id 'wait' is taken\. Give another id\."):
        change.add_node(graph_id="t", kind="wait", new_ids=["wait"])
    with pytest.raises(AttributeError, match="There is no edit 'add_nod'"):
        change.add_nod(graph_id="t")
    assert len(change.document.graphs["t"].nodes) == 3
    assert len(first.graphs["t"].nodes) == 2
    change.save_script(tmp_path / "t.edits.json")
    again = edit(first)
    again.play(tmp_path / "t.edits.json")
    assert document_to_bytes(again.document) == document_to_bytes(change.document)
    assert made in again.document.graphs["t"].nodes
    with pytest.raises(Refused, match=r"edits\.0\.new_ids"):
        again.play(tmp_path / "t.edits.json")


def test_files_are_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "t.mind.json"
    first, second = mind(tree("T").wait(1)), mind(tree("T").wait(2))
    mindloom.save(first, path)
    mindloom.save(first, path)
    for write in (lambda: mindloom.save(second, path), lambda: mindloom.export(second, path)):
        with pytest.raises(FileChanged):
            write()
    assert mindloom.load(path) == first
    mindloom.save(second, path, force=True)
    assert mindloom.load(path) == second


def test_a_run_is_the_same_every_time_and_says_why(tmp_path: Path) -> None:
    guard = mind(
        tree("T").selector(sequence(mindloom.test("d < 3"), do("stop")), do("wander"), memory="none"),
        variables={"d": 5.0},
    )
    first, second = (mindloom.run(guard, ticks=30, seed=3) for _ in range(2))
    assert first.session.state_hash() == second.session.state_hash()
    assert first.active() == ("selector", "wander")
    assert first.why("wander") == ("'Wander' has been running since tick 0.",)
    first.set("d", 2.0)
    first.step()
    assert "wander" not in first.active()
    first.save(tmp_path / "t.trace")
    assert (tmp_path / "t.trace").stat().st_size > 0
    with pytest.raises(FileChanged):
        first.save(tmp_path / "t.trace")
    first.save(tmp_path / "t.trace", force=True)
    again = mindloom.record(guard, tmp_path / "again.trace", ticks=5)
    assert (again.tick, (tmp_path / "again.trace").exists()) == (5, True)
    with pytest.raises(Refused, match=r"There is no such agent with a mind\. There are agent\."):
        first.variables("nobody")


@action()
def hum(context: ActionContext, times: int = 2) -> Status:
    """Hum."""
    return Status.SUCCESS


def test_what_a_game_supplies_runs_in_a_session_and_in_a_game() -> None:
    made = mind(tree("T").sequence(do("hum", times=3), wait(1)))
    session = mindloom.run(made, ticks=2, supplied=[hum])
    assert session.active() == ("sequence", "wait")
    minds = GameMinds()
    agent = minds.add("a", mindloom.Mind.from_document(made, [hum], rate=30))
    minds.tick()
    assert minds.rate == 30
    assert agent.status_of("wait") is Status.RUNNING


def test_a_world_with_several_minds_must_be_told_which() -> None:
    samples = PAGE.parents[1] / "samples"
    tank = mindloom.load(samples / "tank.mind.json")
    session = mindloom.run(tank, samples / "tank.world.json", ticks=5, seed=7)
    assert len(session.agents) == 3
    with pytest.raises(Refused, match=r"Say with mind=… in whose place"):
        mindloom.run(tank, samples / "tank.world.json", mind="other.mind.json")


def test_curves_and_sheets_are_given_as_parts() -> None:
    made = mind(
        tree("Leaf").add(wait(1)),
        curves={"urge": part("logistic", high=9, at=[4]), "wish": part()},
        sheets={
            "danger": part(
                inputs={"hp": part(high=9, value="hp * 2", sets={"low": part("triangle", at=[0, 1, 2])})},
                outputs={"threat": part(number="centroid", samples=20)},
                rules=[part("hp is low", "threat", "high", disabled=True)],
            )
        },
    )
    assert made.version == 4
    assert (made.curves["urge"].shape, made.curves["urge"].at) == ("logistic", (4,))
    danger = made.sheets["danger"]
    assert (danger.inputs["hp"].value, danger.inputs["hp"].sets["low"].at) == ("hp * 2", (0, 1, 2))
    assert (danger.outputs["threat"].samples, danger.rules[0].when) == (20, "hp is low")


def test_needs_and_slots_are_fields_like_others() -> None:
    effects = {"hunger": -2, "fear": expr("-hp")}
    score = [part("hp / 9", weight=2), part("0.5")]
    made = mind(
        tree("Goals").goal_selector(
            branch(
                wait(1),
                effects=effects,
                duration=expr("hp"),
                considerations=score,
            ),
            needs=["hunger", "fear"],
            by="sum",
        )
    )
    assert only(made, "goal_selector").needs == ("hunger", "fear")
    slot = only(made, "wait").slot
    assert slot is not None
    assert slot.effects == {"hunger": -2, "fear": {"expr": "-hp"}}
    assert slot.duration == {"expr": "hp"}
    assert [(each.score, each.weight) for each in slot.considerations] == [("hp / 9", 2), ("0.5", 1)]


def test_moods_and_matrices_name_states_as_transitions_do() -> None:
    made = mind(
        machine("Temper", moods=part(shares={"Calm": "calm", "mad": "anger"}, matrix={"Calm": {"mad": 1}}))
        .on("hit", matrix={"mad": {"Calm": 0.5}})
        .state("Calm", id="still")
        .state("Mad")
    )
    graph = made.graphs["temper"]
    assert isinstance(graph, StateMachineGraph)
    assert graph.moods is not None
    assert graph.moods.shares == {"still": "calm", "mad": "anger"}
    assert graph.moods.matrix == {"still": {"mad": 1}}
    (edge,) = graph.edges.values()
    assert edge.matrix == {"mad": {"still": 0.5}}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: mind(tree("A").add(wait(1)), curves={"urge": part("round")}), "curves"),
        (lambda: mind(tree("A").add(wait(1)), curves={"urge": part(hight=3)}), "There is no 'hight' here"),
        (lambda: mind(tree("A").add(wait(1)), sheets={"s": part(inputs={"hp": part(high="x")})}), "sheets"),
        (lambda: mind(machine("M", moods=part(pick="best")).state("A")), "moods"),
        (lambda: mind(tree("A", moods=part()).add(wait(1))), "There is no 'moods' here"),
    ],
)
def test_a_curve_a_sheet_and_moods_that_cannot_be_are_refused_with_their_place(make: Any, said: str) -> None:
    with pytest.raises(Refused, match=said):
        make()
