"""Machines of XState do here what XState itself did, and go back into their files as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphs.edits.setting import set_field
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import recognized
from graphs.formats.xstate.configuration import plain_configuration
from graphs.formats.xstate.xstate_format import read_xstate, write_xstate
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from runtime.basics.host import RaisedEvent
from tests.formats.scxml.chart_run import ChartRun

FOLDER = Path(__file__).parent
REGISTRY = builtin_registry()
OWN = ("turnstile", "caller")


def imported(config: object) -> Imported:
    return read_xstate([Source("m.machine.json", json.dumps(config).encode())], REGISTRY)


def of_file(name: str) -> Imported:
    return read_xstate([Source.at(FOLDER / f"{name}.machine.json")], REGISTRY)


def not_exact(found: Imported) -> list[tuple[str, str, int]]:
    return [(row.how, row.what, row.line) for row in found.rows if row.how != "exact"]


def machine_of(document: Document) -> StateMachineGraph:
    graph = document.graphs[document.root or ""]
    assert isinstance(graph, StateMachineGraph)
    return graph


def config_of(name: str) -> object:
    value = json.loads((FOLDER / f"{name}.machine.json").read_text())
    return value["machines"][0]["config"] if "machines" in value else value


@pytest.mark.parametrize("name", OWN)
def test_a_machine_is_in_the_states_in_which_xstate_was(name: str) -> None:
    trace = json.loads((FOLDER / f"{name}.trace.json").read_text())
    run = ChartRun(of_file(name), rate=round(1 / trace["tick"]))
    for place, (ticks, event, active) in enumerate(trace["steps"]):
        for _ in range(ticks):
            run.tick(*([RaisedEvent(run.legal.get(event, event))] if event else []))
        assert run.active() == active, f"step {place}: {event}"


@pytest.mark.parametrize("name", OWN)
def test_what_comes_back_is_what_was_read(name: str) -> None:
    found = of_file(name)
    first = write_xstate(found.document, REGISTRY, name).files[0].text
    assert json.loads(first) == config_of(name)
    again = read_xstate([Source("again.json", first.encode())], REGISTRY)
    assert write_xstate(again.document, REGISTRY, name).files[0].text == first


def test_a_second_import_gives_the_same_document() -> None:
    assert of_file("caller").document == of_file("caller").document


def test_a_change_is_written_and_the_rest_is_as_it_was() -> None:
    document = of_file("turnstile").document
    graph = machine_of(document)
    edge = next(key for key, each in graph.edges.items() if each.targets == ("unlocked",))
    changed = set_field(document, document.root or "", edge, "guard", "coins > 2")
    found, setup = write_xstate(changed, REGISTRY, "m").files
    config = json.loads(found.text)
    before = config_of("turnstile")
    assert isinstance(before, dict)
    coin = config["states"]["locked"]["on"]["COIN"]
    assert coin[0] == before["states"]["locked"]["on"]["COIN"][0]
    assert coin[1]["target"] == "#turnstile.unlocked"
    assert coin[1]["guard"] == "coinsAbove2"
    assert "coinsAbove2: ({ context }) => context.coins > 2," in setup.text
    assert config["states"]["broken"] == before["states"]["broken"]


def test_what_is_code_is_kept_and_asked_of_the_game() -> None:
    found = of_file("caller")
    assert not_exact(found) == [
        ("kept", "tags", 8),
        ("kept", "assign", 10),
        ("changed", "invoke phone", 12),
        ("kept", "action", 17),
        ("lost", "on NOWHERE", 18),
        ("kept", "invoke voice", 19),
        ("kept", "invoke ear", 19),
        ("kept", "output", 20),
    ]
    assert found.manifest is not None
    helps = [each.help for each in found.manifest.actions.values()]
    assert "tries = ({ context }) => context.tries + 1" in helps
    assert "() => console.log('hi')" in helps
    assert machine_of(found.document).nodes["calling"].activity is not None


def guarded(guard: object) -> Imported:
    context = {"coins": 0, "open": False, "name": "x", "list": [1]}
    states = {"a": {"on": {"E": {"target": "b", "guard": guard}}}, "b": {}}
    return imported({"id": "m", "initial": "a", "context": context, "states": states})


@pytest.mark.parametrize(
    ("source", "guard"),
    [
        ("({context}) => context.coins > 3", "coins > 3"),
        ("({ context }) => !context.open && context.coins <= 2.5", "not open and coins <= 2.5"),
        ("({ context }) => (context.name === 'x' || context.open)", 'name == "x" or open'),
        ("({ context }) => context.coins", "coins != 0"),
        ("({ context }) => context['open'] !== true", "open != true"),
    ],
)
def test_a_guard_of_the_context_alone_is_said_and_comes_back_as_it_was(source: str, guard: str) -> None:
    found = guarded({"$function": source})
    assert not_exact(found) == [("kept", "context list", 1)]
    (edge,) = machine_of(found.document).edges.values()
    assert edge.guard == guard
    written = json.loads(write_xstate(found.document, REGISTRY, "m").files[0].text)
    assert written["states"]["a"]["on"]["E"]["guard"] == {"$function": source}


def test_a_guard_of_the_context_inside_of_others_keeps_its_sides_together() -> None:
    inner = {"$function": "({ context }) => context.open || context.coins > 3"}
    asked = {"type": "xstate.and", "guards": [{"type": "xstate.not", "guards": [inner]}, inner]}
    (edge,) = machine_of(guarded(asked).document).edges.values()
    assert edge.guard == "(not (open or coins > 3) and (open or coins > 3))"


def test_a_guard_of_the_context_that_may_differ_is_told_as_changed() -> None:
    found = guarded({"$function": "({ context }) => context.coins % 2 === 1"})
    assert [(row.how, row.what) for row in found.rows if row.how == "changed"] == [("changed", "guard")]


@pytest.mark.parametrize(
    "source",
    [
        "({ context }) => { return context.coins > 3; }",
        "({ context, event }) => context.coins > event.least",
        "({ context }) => context.list.length > 0",
        "({ context }) => context.gone > 0",
        "(context) => context.coins > 3",
        "({ context }) => context.name > 3",
        "({ context }) => isOpen(context)",
        "function({ context }) { return true }",
    ],
)
def test_a_guard_that_is_other_code_is_asked_of_the_game(source: str) -> None:
    found = guarded({"$function": source})
    assert ("kept", "guard", 1) in not_exact(found)
    assert found.manifest is not None
    assert [each.help for each in found.manifest.conditions.values()] == [source]


@pytest.mark.parametrize(
    ("on", "way"),
    [
        ({"target": "b"}, (("b",), False)),
        ({"target": "a"}, ((), False)),
        ({"target": "a", "reenter": True}, (("a",), False)),
        ({"actions": []}, ((), False)),
        ("c", (("c",), False)),
        ({"target": "#m.c.c2"}, (("c.c2",), False)),
    ],
)
def test_a_transition_leads_where_it_leads_in_xstate(on: object, way: object) -> None:
    states = {"a": {"on": {"E": on}}, "b": {}, "c": {"initial": "c1", "states": {"c1": {}, "c2": {}}}}
    graph = machine_of(imported({"id": "m", "initial": "a", "states": states}).document)
    (edge,) = graph.edges.values()
    assert (edge.targets, edge.internal) == way


def test_a_transition_into_its_own_state_is_internal_unless_it_reenters() -> None:
    inner = {"initial": "x", "states": {"x": {}, "y": {}}}
    states = {"a": {**inner, "on": {"E": ".y", "F": {"target": ".y", "reenter": True}, "G": "a"}}}
    graph = machine_of(imported({"id": "m", "initial": "a", "states": states}).document)
    said = [(each.event, each.targets, each.internal) for each in graph.edges.values()]
    assert said == [("E", ("a.y",), True), ("F", ("a.y",), False), ("G", ("a.x",), True)]


def test_wildcards_are_asked_last_and_names_do_not_match_longer_ones() -> None:
    on = {"*": "b", "a.*": "c", "a": "d", "a.b": "d", "x": "b", "x.y": "c"}
    states = {"s": {"on": on}, "b": {}, "c": {}, "d": {}}
    graph = machine_of(imported({"id": "m", "initial": "s", "states": states}).document)
    assert [each.event for each in graph.edges.values()] == ["a.itself", "a.b", "x", "x_y", "a", "*"]


@pytest.mark.parametrize(
    ("after", "waits"),
    [
        ({"500": "b"}, ("tick", 0.5)),
        ({"500": [{"target": "b", "guard": "g"}, "a2"]}, ("tick", 0.5)),
        ({"500": {"target": "b", "guard": "g"}}, ("after_500_a", None)),
        ({"500": {"actions": "ring"}}, ("after_500_a", None)),
    ],
)
def test_a_time_that_passes_once_is_a_condition_only_where_that_is_the_same(
    after: object, waits: tuple[str, float | None]
) -> None:
    states = {"a": {"after": after}, "b": {}, "a2": {}}
    graph = machine_of(imported({"id": "m", "initial": "a", "states": states}).document)
    edge = next(iter(graph.edges.values()))
    assert (edge.event, edge.after) == waits


def test_leaving_a_region_for_another_one_is_told_as_changed() -> None:
    regions = {
        "r": {"initial": "x", "states": {"x": {"on": {"E": "#m.p.s.z"}}}},
        "s": {"initial": "y", "states": {"y": {}, "z": {}}},
    }
    states = {"p": {"type": "parallel", "states": regions}}
    found = imported({"id": "m", "initial": "p", "states": states})
    assert [(row.how, row.rule) for row in found.rows if row.how != "exact"] == [("changed", "4.5")]


def test_what_definition_gives_is_read_as_the_configuration() -> None:
    to_b = {"target": ["#m.b"], "source": "#m.a", "actions": ["ring"], "reenter": False, "eventType": "E"}
    after = {**to_b, "target": ["#m.a"], "eventType": "xstate.after.500.m.b"}
    parts = {
        "transitions": [],
        "entry": [],
        "exit": [],
        "invoke": [],
        "tags": [],
        "order": 1,
        "history": False,
    }
    value = {
        "id": "m",
        "key": "m",
        "type": "compound",
        "initial": {"target": ["#m.a"], "actions": []},
        **parts,
        "states": {
            "a": {"id": "m.a", "key": "a", "type": "atomic", "on": {"E": [to_b]}, **parts},
            "b": {
                "id": "m.b",
                "key": "b",
                "type": "atomic",
                "on": {"xstate.after.500.m.b": [after]},
                **parts,
            },
        },
    }
    assert plain_configuration(value)["initial"] == {"target": ["#m.a"], "actions": []}  # type: ignore[arg-type]
    graph = machine_of(imported(value).document)
    said = [(each.event, each.after, each.targets, each.actions) for each in graph.edges.values()]
    assert said == [("E", None, ("b",), ("do ring()",)), ("tick", 0.5, ("a",), ("do ring()",))]


def test_files_of_xstate_are_recognized() -> None:
    for name in OWN:
        found = recognized(Source.at(FOLDER / f"{name}.machine.json"))
        assert found is not None
        assert found.id == "xstate"


@pytest.mark.parametrize(
    "data", [b"{", b"[]", b'{"id": "m"}', b"import x", b'{"machines": [{"config": 3}]}', b""]
)
def test_what_is_no_configuration_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(FileProblem):
        read_xstate([Source("m.json", data)], REGISTRY)
