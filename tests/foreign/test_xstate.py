"""Events of XState 5.33.3 as its inspector sent them, and such as no program should send."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.basics.status import Status
from runtime.foreign import xstate_events
from runtime.foreign.foreign_run import ForeignRun
from runtime.foreign.xstate_events import XStateReader
from runtime.foreign.xstate_machines import XStateError, active_looks, read_machine
from tests.example_counts import daily
from tests.foreign.transcripts import transcript

MACHINES = transcript("machines")
MESSAGES: list[str] = MACHINES["messages"]


def read_all(messages=MESSAGES):
    reader = XStateReader(ForeignRun(""))
    for place, text in enumerate(messages):
        reader.take(1, text, place / 10)
    return reader.run


def active(run, key):
    return {node for node, look in run.looks[key].items() if look[0] is not Status.IDLE}


def leaves(value, above=""):
    """Return the keys of all states in a value, as the program itself says it."""
    if isinstance(value, str):
        return {f"{above}{value}"}
    found = {f"{above}{name}" for name in value}
    return found.union(*(leaves(below, f"{above}{name}.") for name, below in value.items()))


def test_three_machines_have_their_states_and_transitions():
    run = read_all()
    assert [graph.title for graph in run.graphs.values()] == ["light", "guard", "player"]
    light, guard, player = run.graphs.values()
    assert set(light.nodes) == {"red", "green", "yellow"}
    assert light.initial[""] == "red"
    assert {(link.source, link.targets, link.event) for link in light.links} == {
        ("red", ("green",), "after 200 ms"),
        ("green", ("yellow",), "after 200 ms"),
        ("yellow", ("red",), "after 100 ms"),
    }
    assert guard.nodes["(machine)"].form == "parallel"
    assert guard.nodes["legs"].parent == "(machine)"
    assert guard.nodes["eyes.searching"].details == (("invoke", "look"),)
    assert ("legs.walking", ("legs.running",), "RUN", "seesPlayer") in guard.links
    assert ("eyes.searching", ("eyes.open",), "done look", "") in guard.links
    assert player.nodes["playing.again"].form == "history"
    assert player.nodes["over"].form == "final"
    assert ("", ("stopped",), "STOP", "") in player.links
    assert ("playing.fast", ("over",), "FAIL", "") in player.links
    assert ("stopped", ("playing.again",), "PLAY", "") in player.links


def test_after_every_snapshot_the_states_of_its_value_are_active():
    reader = XStateReader(ForeignRun(""))
    checked = 0
    for text in MESSAGES:
        reader.take(1, text, 0.0)
        event = json.loads(text)
        key = f"1/{event['sessionId']}"
        if "snapshot" in event and key in reader.run.graphs and event["snapshot"]["status"] != "stopped":
            expected = leaves(event["snapshot"]["value"])
            assert active(reader.run, key) - {"(machine)"} == expected
            checked += 1
    assert checked > 40


def test_the_states_that_the_program_says_at_its_end_are_those_seen():
    run = read_all()
    for key, graph in run.graphs.items():
        said = leaves(MACHINES["said"][graph.title])
        stopped = run.values[graph.title]["(status)"] == "stopped"
        assert active(run, key) - {"(machine)"} == (set() if stopped else said)
    assert run.looks["1/x:2"]["over"] == (Status.SUCCESS, None)


def test_events_and_changes_of_states_are_noted_in_order():
    run = read_all()
    words = [(entry.words, entry.status) for entry in run.entries if entry.graph == "1/x:1"]
    at = words.index(("GO", None))
    assert words[at : at + 3] == [("GO", None), ("standing", Status.IDLE), ("walking", Status.RUNNING)]


def test_values_are_those_of_the_context():
    run = read_all()
    assert run.values["guard"]["noises"] == "2" or int(run.values["guard"]["noises"]) > 0
    assert run.values["guard"]["(value)"].startswith("{")


def test_a_state_that_was_just_left_is_known_until_the_next_change():
    graph = read_machine("m", json.dumps({"states": {"a": {}, "b": {}, "c": {}}}))
    looks = active_looks(graph, {"value": "a"}, {})
    looks = active_looks(graph, {"value": "b"}, looks)
    assert looks["a"] == (Status.IDLE, Status.RUNNING)
    assert active_looks(graph, {"value": "b"}, looks) == looks
    assert active_looks(graph, {"value": "c"}, looks)["a"] == (Status.IDLE, None)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("b", "outer.b"),
        (".inner", "outer.a.inner"),
        ("inner", "outer.a.inner"),
        ("#m.other", "other"),
        ("#named", "outer.b"),
        ("#named.below", "outer.b.below"),
        ("#m", ""),
        ("#nowhere.at.all", ""),
        ("nowhere", ""),
        (5, ""),
        (None, None),
    ],
)
def test_targets_are_found_as_xstate_finds_them(target, expected):
    a = {"on": {"GO": {"target": target}}, "states": {"inner": {}}}
    outer = {"states": {"a": a, "b": {"id": "named", "states": {"below": {}}}}}
    graph = read_machine("m", json.dumps({"id": "m", "states": {"outer": outer, "other": {}}}))
    (link,) = graph.links
    assert link.source == "outer.a"
    assert link.targets == ((expected,) if expected else ())


def test_guards_and_several_targets_are_read():
    on = {"GO": [{"target": ["a", "b"], "guard": {"type": "ready"}}, {"guard": {}}, "a"]}
    graph = read_machine("m", json.dumps({"states": {"a": {"on": on, "always": "b"}, "b": {"onDone": "a"}}}))
    assert [(link.event, link.targets, link.guard) for link in graph.links] == [
        ("always", ("b",), ""),
        ("GO", ("a", "b"), "ready"),
        ("GO", (), "(inline)"),
        ("GO", ("a",), ""),
        ("done", ("a",), ""),
    ]


def test_what_has_no_states_is_no_machine():
    reader = XStateReader(ForeignRun(""))
    reader.take(1, json.dumps({"type": "@xstate.actor", "sessionId": "x:1", "definition": '{"id":"p"}'}), 0)
    reader.take(1, json.dumps({"type": "@xstate.event", "sessionId": "x:1", "event": {"type": "GO"}}), 0)
    assert not reader.run.graphs
    assert not reader.run.entries


def actor(session, name="m", status="active"):
    snapshot = {"status": status, "value": "a"}
    machine = {"type": "@xstate.actor", "sessionId": session, "name": name, "snapshot": snapshot}
    return json.dumps({**machine, "definition": json.dumps({"states": {"a": {}}})})


def test_machines_of_one_name_are_told_apart_and_leave_with_their_program():
    reader = XStateReader(ForeignRun(""))
    reader.take(1, actor("x:0"), 0)
    reader.take(2, actor("x:0"), 0)
    assert [graph.title for graph in reader.run.graphs.values()] == ["m", "m (2/x:0)"]
    reader.leave(1)
    assert list(reader.run.graphs) == ["2/x:0"]
    assert list(reader.run.values) == ["m (2/x:0)"]


def test_ended_machines_make_room_for_others_and_then_the_oldest_does(monkeypatch):
    monkeypatch.setattr(xstate_events, "MOST_MACHINES", 2)
    reader = XStateReader(ForeignRun(""))
    for session, status in (("x:0", "active"), ("x:1", "done"), ("x:2", "active"), ("x:3", "active")):
        reader.take(1, actor(session, session, status), 0)
        if session == "x:2":
            assert list(reader.run.graphs) == ["1/x:0", "1/x:2"]
    assert list(reader.run.graphs) == ["1/x:2", "1/x:3"]


@pytest.mark.parametrize(
    "text",
    ["", "5", "[]", "{", '{"type": 5}', '{"type": "hello"}', "[" * 100_000, '{"a": ' + "9" * 5000 + "}"],
)
def test_what_is_no_event_is_refused_in_words(text):
    with pytest.raises(XStateError, match=r"no JSON|no event"):
        XStateReader(ForeignRun("")).take(1, text, 0)


def test_a_broken_definition_is_refused_in_words():
    event = {"type": "@xstate.actor", "sessionId": "x:0", "definition": "{"}
    with pytest.raises(XStateError, match="definition that is no JSON"):
        XStateReader(ForeignRun("")).take(1, json.dumps(event), 0)


def test_a_definition_that_was_cut_short_is_shown_as_far_as_it_goes():
    graph = read_machine("m", json.dumps({"states": {"a": {"states": "[Object]", "on": "[Object]"}}}))
    assert list(graph.nodes) == ["a"]
    assert active_looks(graph, {"value": {"a": {"b": "c"}}}, {}) == {"a": (Status.RUNNING, None)}


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["a", "red", "#x", ".b", "", "parallel"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["states", "on", "a", "red", "initial", "type", "id"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@settings(max_examples=daily(1_000, deep=5_000), deadline=None)
@given(st.data())
def test_changed_events_are_read_or_refused_in_words(data):
    reader = XStateReader(ForeignRun(""))
    for text in data.draw(st.lists(st.sampled_from(MESSAGES[:40]), min_size=1, max_size=4)):
        event = json.loads(text)
        if "definition" in event and data.draw(st.booleans()):
            definition = json.loads(event["definition"])
            _put_somewhere(data, definition)
            event["definition"] = json.dumps(definition)
        else:
            _put_somewhere(data, event)
        with suppress(XStateError):
            reader.take(1, json.dumps(event), 0.0)
    for key, graph in reader.run.graphs.items():
        assert all(node.parent in ("", *graph.nodes) for node in graph.nodes.values())
        assert reader.run.looks[key].keys() <= graph.nodes.keys()


def _put_somewhere(data, table):
    """Put some JSON in the place of another somewhere in a table."""
    while True:
        name = data.draw(st.sampled_from(sorted(table)))
        if not (isinstance(table[name], dict) and table[name] and data.draw(st.booleans())):
            table[name] = data.draw(_JSON)
            return
        table = table[name]
