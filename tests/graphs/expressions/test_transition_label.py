"""The label of a transition, as people write it, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.transition_label import (
    LabelError,
    LabelNames,
    TransitionLabel,
    label_text,
    parse_label,
)

NAMES = LabelNames(
    frozenset({"heard", "seen.near", "tick"}), frozenset({"visible", "d", "alarm", "patience", "target"})
)

_EVENTS = st.sampled_from(
    ["heard", "seen.near", "seen.*", "always", "done.success", "*", "unknown_event", "a.b"]
)
_EXPRESSIONS = st.sampled_from(
    [
        "visible",
        "heard",
        "not visible and d / 2 > 3",
        "(d < 3) or alarm",
        'words == "a ] / b; [c"',
        "received(heard)",
        "d / (patience + 1) >= 2",
    ]
)
_ACTIONS = st.sampled_from(
    [
        "a = 1",
        "d = d / 2",
        'do call_out(words = "x; y / z ]")',
        "raise heard(at = target) after 2 as later",
        "set alarm",
        "cancel later",
    ]
)
_TIMES = st.one_of(
    st.none(),
    st.integers(0, 10_000),
    st.floats(0.001, 1e6).filter(lambda value: not value.is_integer()),
    st.sampled_from(
        [{"expr": "patience"}, {"expr": "d / 2 + 1"}, {"expr": "max(d, 3)"}, {"expr": "(d) * (2)"}]
    ),
)
_LABELS = st.builds(
    TransitionLabel,
    events=st.one_of(st.just(("tick",)), st.lists(_EVENTS, min_size=1, max_size=3, unique=True).map(tuple)),
    after=_TIMES,
    delay=_TIMES,
    guard=st.one_of(st.none(), _EXPRESSIONS),
    actions=st.lists(_ACTIONS, max_size=3).map(tuple),
)


@given(_LABELS)
def test_a_label_that_is_written_is_read_as_it_was(label: TransitionLabel) -> None:
    assert parse_label(label_text(label), NAMES) == label


@given(_LABELS)
def test_a_label_that_was_read_is_written_in_one_way(label: TransitionLabel) -> None:
    text = label_text(label)
    head, bracket, rest = text.partition("[")  # The first one is that of the guard: quotes come behind it.
    assert label_text(parse_label(f"  {head} {bracket} {rest} ", NAMES)) == text


@given(st.text(st.sampled_from(list("heard after2s []()/;=\"'.,<vid\\ ")), max_size=30))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    said = ""
    try:
        said = ", ".join(parse_label(text, NAMES).events)
    except LabelError as error:
        said = str(error).removeprefix(f"In the {error.part}: ")
    assert said


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("", TransitionLabel()),
        ("heard", TransitionLabel(("heard",))),
        ("[visible]", TransitionLabel(guard="visible")),
        ("visible", TransitionLabel(guard="visible")),
        ("not visible", TransitionLabel(guard="not visible")),
        ("visble", TransitionLabel(guard="visble")),
        ("target.health < 3", TransitionLabel(guard="target.health < 3")),
        ("d / 2 > 3", TransitionLabel(guard="d / 2 > 3")),
        ("d / 2 > 3 / d = d / 2", TransitionLabel(guard="d / 2 > 3", actions=("d = d / 2",))),
        ("alert", TransitionLabel(("alert",))),
        ("heard, seen.* [d < 3]", TransitionLabel(("heard", "seen.*"), guard="d < 3")),
        ("after 2 s [visible]", TransitionLabel(after=2, guard="visible")),
        ("heard after 300 ms", TransitionLabel(("heard",), after=0.3)),
        ("after patience for 2.5 seconds", TransitionLabel(after={"expr": "patience"}, delay=2.5)),
        ("after (d * 2) s / set alarm", TransitionLabel(after={"expr": "d * 2"}, actions=("set alarm",))),
        (
            'heard / d = 1; do call(w = "a;b")',
            TransitionLabel(("heard",), actions=("d = 1", 'do call(w = "a;b")')),
        ),
        ("/ d = 1", TransitionLabel(actions=("d = 1",))),
        ("heard /", TransitionLabel(("heard",))),
        ("else / d = 1", TransitionLabel(actions=("d = 1",), is_else=True)),
    ],
)
def test_what_people_write_is_read(text: str, label: TransitionLabel) -> None:
    assert parse_label(text, NAMES) == label


@pytest.mark.parametrize(
    ("text", "part", "words"),
    [
        ("heard [visible", "guard", "does not end"),
        ("[visible] d = 1", "label", "'d = 1' follows the guard"),
        ("heard visible", "event", "'visible' cannot follow"),
        ("heard,", "event", "name is missing"),
        ("after", "event", "'after' needs a time"),
        ("heard after", "event", "'after' needs a time"),
        ("after 2 s after 3 s", "event", "twice"),
        ("after (2", "event", "does not end"),
    ],
)
def test_a_part_that_cannot_be_read_is_named(text: str, part: str, words: str) -> None:
    with pytest.raises(LabelError, match=words) as refused:
        parse_label(text, NAMES)
    assert refused.value.part == part
    assert refused.value.remedy
