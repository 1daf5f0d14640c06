"""What an event carries is renamed wherever it is given or read, and nothing else is."""

from __future__ import annotations

import pytest

from graphs.edits.events import events_sent_in, rename_payload_field_in_text
from graphs.edits.refusal import EditRefused
from graphs.model import Document, StateMachineGraph
from tests.graphs import all_edits as edits
from tests.graphs.builders import document_of, machine

MACHINE = document_of(
    machine(
        {
            "a": {"kind": "state", "transitions": ["t1", "t2", "t3"], "update": ["x = last(noise).at.x"]},
            "b": {
                "kind": "state",
                "entry": ["raise noise(at = at, loud = 1)", "send hit(at = self.position) to all"],
            },
        },
        {
            "t1": {"event": "noise", "guard": "event.at.x > 1 and event.loud > at", "targets": ["b"]},
            "t2": {"event": "hit", "guard": "event.at.x > 1", "targets": ["b"]},
            "t3": {"event": ["noise", "hit"], "guard": "x > 1", "targets": ["b"]},
        },
    ),
    events={"noise": {"payload": {"at": "vector", "loud": "float"}}, "hit": {"payload": {"at": "vector"}}},
)


def graph(document: Document) -> StateMachineGraph:
    found = document.graphs["g"]
    assert isinstance(found, StateMachineGraph)
    return found


def test_a_field_is_renamed_where_its_event_is_meant() -> None:
    document = edits.rename_payload_field(MACHINE, "noise", "at", "place")
    made = graph(document)
    assert list(document.events["noise"].payload) == ["place", "loud"]
    assert made.nodes["a"].update == ("x = last(noise).place.x",)
    assert made.nodes["b"].entry == (
        "raise noise(place = at, loud = 1)",
        "send hit(at = self.position) to all",
    )
    assert made.edges["t1"].guard == "event.place.x > 1 and event.loud > at"
    assert made.edges["t2"] is graph(MACHINE).edges["t2"]
    assert document.events["hit"] is MACHINE.events["hit"]


@pytest.mark.parametrize(
    ("event", "field", "new", "reason"),
    [
        ("noise", "gone", "x", "This field is no longer there."),
        ("gone", "at", "x", "This field is no longer there."),
        ("noise", "at", "loud", "noise carries 'loud' already."),
        ("noise", "at", "a b", "'a b' cannot name what an event carries."),
        ("noise", "at", "name", "'name' cannot name what an event carries."),
    ],
)
def test_names_that_cannot_be_are_refused(event: str, field: str, new: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.rename_payload_field(MACHINE, event, field, new)
    assert caught.value.reason == reason
    assert edits.rename_payload_field(MACHINE, "noise", "at", "at") is MACHINE


def test_a_transition_that_reads_the_field_of_two_events_stands_in_the_way() -> None:
    both = edits.set_field(MACHINE, "g", "t3", "guard", "event.at.x > 1")
    with pytest.raises(EditRefused, match="reads 'at' of noise and of hit alike"):
        edits.rename_payload_field(both, "noise", "at", "place")
    assert edits.rename_payload_field(both, "noise", "loud", "volume") is not both


@pytest.mark.parametrize(
    ("text", "taken", "renamed"),
    [
        ("event.at", True, "event.to"),
        ("event.at", False, "event.at"),
        ("x.event.at", True, "x.event.at"),
        ("last(noise).at + at", False, "last(noise).to + at"),
        ("last(noise.big).at", False, "last(noise.big).at"),
        ("received(noise) and self.at", True, "received(noise) and self.at"),
        ("raise noise(at = max(at, event.at))", True, "raise noise(to = max(at, event.to))"),
        ("raise noise(x = f(at = 1), at = 2)", False, "raise noise(x = f(at = 1), to = 2)"),
        ("raise noise.big(at = 1)", False, "raise noise.big(at = 1)"),
        ("send noise(at = 1) to self", False, "send noise(to = 1) to self"),
        ("do noise(at = 1)", False, "do noise(at = 1)"),
        ("at = event.at", True, "at = event.to"),
        ("'unclosed", True, "'unclosed"),
    ],
)
def test_only_the_field_is_renamed(text: str, taken: bool, renamed: str) -> None:
    assert rename_payload_field_in_text(text, "noise", "at", "to", taken=taken) == renamed


def test_the_event_of_a_line_is_found() -> None:
    assert events_sent_in("raise noise.big(at = last(hit).at)", "raise") == ("noise.big",)
    assert events_sent_in("send noise to all", "raise") == ()
    assert events_sent_in("x = 1", "raise") == events_sent_in("'", "raise") == ()
