"""Why a node, state, transition or question stands as it does, in sentences with their numbers."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from runtime.basics.status import Status
from runtime.history.recording.recorded_run import Recorder
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.who_wrote import OUTSIDE, LastWrite, who_wrote
from runtime.history.why.why import Inquiry
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.session.session import Session
from tests.runtime.lone_brain import document, tree
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import move_player, sample_session, session_of, take_as_right

MIND = "a.mind.json"


def asked_of(
    session: Session, ticks: int, at: int, changes: dict[int, dict[str, Any]] | None = None
) -> Inquiry:
    """Run a session, writing variables before some ticks, and ask about agent a after tick `at`."""
    recorder = Recorder(session)
    for tick in range(ticks):
        for name, value in (changes or {}).get(tick, {}).items():
            session.write_variable("a", name, value)
        recorder.step()
    return Inquiry(LoggedTicks(recorder.recording, session.at_start(), "a"), at, session.registry)


def lone(graphs: dict[str, Any], **variables: Any) -> Session:
    made = document(graphs, variables=variables)
    take_as_right(made)
    return session_of({"a": {"mind": MIND}}, {MIND: made})


def said(asked: Inquiry, node: str) -> list[str]:
    row = next(row.index for row in asked.program.rows if row.node == node)
    return [reason.sentence for reason in asked.why(row)]


CHASING = {
    "root": {"kind": "selector", "params": {"memory": "none"}, "children": ["chase", "rest"]},
    "chase": {
        "kind": "sequence",
        "params": {"memory": "none"},
        "title": "Chase",
        "children": ["near", "run"],
    },
    "near": {"kind": "condition", "test": "distance < 5"},
    "run": {"kind": "wait", "params": {"seconds": 9}, "title": "Run"},
    "rest": {"kind": "wait", "params": {"seconds": 9}, "title": "Rest"},
}
FLOAT = {"distance": {"type": "float", "default": 3.0}}


def test_a_failed_sequence_leads_to_the_test_that_failed_its_margin_and_when_it_last_held():
    asked = asked_of(lone({"g": tree(CHASING)}, **FLOAT), 20, 15, {12: {"distance": 6.2}})
    assert said(asked, "chase") == [
        "'Chase' failed because 'Condition (distance < 5)' failed.",
        "'Condition (distance < 5)' failed: distance is 6.2, 1.2 too high. It last succeeded at tick 11.",
    ]
    assert [reason.other_tick for reason in asked.why(2)] == [11]


def test_a_node_that_was_not_reached_leads_to_the_one_asked_before_it():
    asked = asked_of(lone({"g": tree(CHASING)}, **FLOAT), 20, 15, {12: {"distance": 6.2}})
    assert said(asked, "run")[0] == (
        "'Run' was not reached: 'Condition (distance < 5)', asked before it by 'Chase', failed."
    )
    before = asked_of(lone({"g": tree(CHASING)}, **FLOAT), 20, 5)
    assert said(before, "rest") == [
        "'Rest' was not reached: 'Chase', asked before it by 'Selector', is running.",
        "'Chase' has been running since tick 0.",
        "'Run' has been running since tick 0.",
    ]


def test_a_halted_node_says_so_and_what_took_its_place():
    asked = asked_of(lone({"g": tree(CHASING)}, **FLOAT), 20, 12, {12: {"distance": 6.2}})
    assert said(asked, "run")[:2] == [
        "'Run' was halted while it ran.",
        "'Run' was not reached: 'Condition (distance < 5)', asked before it by 'Chase', failed.",
    ]


def test_a_selector_of_which_no_child_succeeded_names_them_all():
    nodes = {
        "root": {"kind": "selector", "title": "Any", "children": ["first", "second"]},
        "first": {"kind": "condition", "test": "distance > 5"},
        "second": {"kind": "condition", "test": "distance > 4"},
    }
    asked = asked_of(lone({"g": tree(nodes)}, **FLOAT), 3, 2)
    assert said(asked, "root") == [
        "'Any' failed because none of its children succeeded.",
        "'Condition (distance > 5)' failed: distance is 3, 2 too low. It has never succeeded.",
        "'Condition (distance > 4)' failed: distance is 3, 1 too low. It has never succeeded.",
    ]


def test_a_disabled_node_and_one_behind_a_guard_say_so():
    nodes = {
        "root": {"kind": "selector", "children": ["off", "guarded", "rest"]},
        "off": {"kind": "wait", "title": "Off", "disabled": True},
        "guarded": {"kind": "wait", "title": "Guarded", "guard": {"test": "distance > 5"}},
        "rest": {"kind": "wait", "title": "Rest", "params": {"seconds": 9}},
    }
    asked = asked_of(lone({"g": tree(nodes)}, **FLOAT), 3, 0)
    assert "disabled" in said(asked, "off")[0]
    refused = (
        "'Guarded' failed without being entered: its guard was false, distance is 3, 2 too low. "
        "It has never succeeded."
    )
    assert said(asked, "guarded") == [refused]
    later = asked_of(lone({"g": tree(nodes)}, **FLOAT), 3, 2)
    assert said(later, "guarded")[0] == "'Guarded' was not reached: 'Selector' went on with 'Rest'."


MACHINE = {
    "kind": "state_machine",
    "initial": "patrol",
    "children": ["patrol", "chase", "flee"],
    "nodes": {
        "patrol": {"kind": "state", "name": "Patrol", "transitions": ["see", "hear"]},
        "chase": {"kind": "state", "name": "Chase", "transitions": ["lose"]},
        "flee": {"kind": "state", "name": "Flee"},
    },
    "edges": {
        "see": {"guard": "distance < 2", "targets": ["chase"]},
        "hear": {"event": "noise", "targets": ["flee"]},
        "lose": {"guard": "distance > 6", "targets": ["patrol"]},
    },
}
CHANGES = {5: {"distance": 1.5}, 11: {"distance": 7.0}}


def machine() -> Session:
    mind = document({"g": MACHINE}, variables=FLOAT, events={"noise": {}})
    return session_of({"a": {"mind": MIND}}, {MIND: mind})


def test_an_active_state_says_since_when_and_what_led_there():
    asked = asked_of(machine(), 20, 8, CHANGES)
    assert said(asked, "chase") == [
        "'Chase' has been active since tick 5, entered by 'Patrol → Chase': distance is 1.5, 0.5 below 2."
    ]
    first = asked_of(machine(), 3, 2)
    assert said(first, "patrol") == ["'Patrol' has been active since tick 0, as the first state of 'g'."]


def test_an_inactive_state_says_when_it_was_left_and_why_no_way_led_back():
    asked = asked_of(machine(), 20, 15, CHANGES)
    assert said(asked, "chase") == [
        "'Chase' was left at tick 11 by 'Chase → Patrol': distance is 7, 1 above 6.",
        "'Patrol → Chase' was not taken because `distance < 2` was false: distance is 7, 5 too high. "
        "It last held at tick 5.",
    ]


def test_a_state_never_entered_names_the_event_that_did_not_come():
    asked = asked_of(machine(), 20, 3, CHANGES)
    assert said(asked, "flee") == [
        "'Flee' has not been entered yet.",
        "'Patrol → Flee' was not asked: no noise arrived in this tick.",
    ]


def test_a_transition_of_a_state_that_is_not_active_says_so():
    asked = asked_of(machine(), 20, 3, CHANGES)
    assert said(asked, "lose") == ["'Chase → Patrol' was not asked: 'Chase' is not active."]


DECISION = {
    "kind": "decision_tree",
    "root": "hurt",
    "nodes": {
        "hurt": {
            "kind": "ranges",
            "value": {"expr": "distance"},
            "branches": [{"child": "run", "upto": 2}, {"child": "stay"}],
        },
        "run": {"kind": "action", "action": "wander", "title": "Run"},
        "stay": {"kind": "action", "action": "stop", "title": "Stay"},
    },
}


def test_a_question_says_what_it_saw_and_what_that_chose():
    asked = asked_of(lone({"g": DECISION}, **FLOAT), 4, 3)
    assert said(asked, "hurt")[0] == "'Ranges (distance)' chose 'Stay': distance is 3, 1 above 2."
    assert said(asked, "run") == [
        "'Run' was not chosen by 'Ranges (distance)'.",
        "'Ranges (distance)' chose 'Stay': distance is 3, 1 above 2.",
    ]


def test_a_brain_that_did_not_tick_says_so():
    mind = document({"g": tree(CHASING)}, variables=FLOAT)
    session = session_of({"a": {"mind": MIND, "tick_every": 10, "phase": 0}}, {MIND: mind})
    asked = asked_of(session, 5, 3)
    assert said(asked, "root") == ["The mind of a did not tick at tick 3. It last did at tick 0."]


def test_the_last_writer_of_a_float_is_found_by_running_again_and_of_an_int_by_looking_it_up():
    nodes = {
        "root": {"kind": "sequence", "children": ["count", "grow", "wait"]},
        "count": {"kind": "set", "actions": ["n = n + 1"]},
        "grow": {"kind": "set", "actions": ["distance = distance + 0.5"]},
        "wait": {"kind": "wait", "params": {"seconds": 0.05}},
    }
    session = lone({"g": tree(nodes)}, n={"type": "int"}, **FLOAT)
    recorder = Recorder(session)
    for tick in range(20):
        if tick == 10:
            session.write_variable("a", "distance", 50.0)
        recorder.step()
    ticks = LoggedTicks(recorder.recording, session.at_start(), "a")
    rows = {row.node: row.index for row in session.programs["a"].rows}
    assert list(who_wrote(ticks, "n", 7)) == [LastWrite(4, rows["count"], 2)]
    assert list(who_wrote(ticks, "distance", 7))[-1] == LastWrite(4, rows["grow"], 4.0)
    assert list(who_wrote(ticks, "distance", 11))[-1] == LastWrite(10, OUTSIDE, 50.0)
    unheld = LoggedTicks(recorder.recording, session.at_start(), "a")
    *looking, found = who_wrote(unheld, "distance", 13)
    assert (set(looking), found) == ({None}, LastWrite(12, rows["grow"], 50.5))
    assert [each for each in who_wrote(ticks, "unheard_of", 3) if each is not None] == []


def test_7_4_a_state_entered_and_a_node_forced_from_outside_say_so():
    graphs = {
        "g": {
            "kind": "state_machine",
            "children": ["rest", "chase"],
            "initial": "rest",
            "nodes": {
                "rest": {"kind": "state", "name": "Rest"},
                "chase": {"kind": "state", "name": "Chase", "activity": {"graph": "t"}},
            },
        },
        "t": tree({"run": {"kind": "wait", "params": {"seconds": 9}, "title": "Run"}}, "run"),
    }
    session = session_of({"a": {"mind": MIND}}, {MIND: document(graphs)})
    recorder = Recorder(session)
    recorder.step()
    session.enter_state("a", "chase")
    recorder.step()
    session.force_result("a", "chase/run", Status.FAILURE)
    recorder.step()
    asked = Inquiry(LoggedTicks(recorder.recording, session.at_start(), "a"), 2, session.registry)
    assert said(asked, "chase") == ["'Chase' has been active since tick 1: it was entered from outside."]
    assert said(asked, "rest")[0] == ("'Rest' was left at tick 1: 'Chase' was entered from outside.")
    assert said(asked, "run") == ["'Run' failed: that was forced from outside. It has never succeeded."]


def timed() -> Session:
    graph = {
        "kind": "state_machine",
        "children": ["rest", "work"],
        "initial": "rest",
        "nodes": {
            "rest": {"kind": "state", "name": "Rest", "transitions": ["start", "never"]},
            "work": {"kind": "state", "name": "Work", "transitions": ["stop"]},
        },
        "edges": {
            "start": {"after": 0.1, "targets": ["work"]},
            "never": {"guard": "distance > 90", "targets": ["work"]},
            "stop": {"guard": "distance < 5", "cooldown": 1, "targets": ["rest"]},
        },
    }
    return lone({"g": graph}, **FLOAT)


def test_4_10_a_transition_whose_time_was_over_in_the_very_first_tick_says_so():
    graph = {
        "kind": "state_machine",
        "children": ["rest", "work"],
        "initial": "rest",
        "nodes": {
            "rest": {"kind": "state", "name": "Rest", "transitions": ["start"]},
            "work": {"kind": "state", "name": "Work"},
        },
        "edges": {"start": {"event": "always", "after": 0, "targets": ["work"]}},
    }
    (why,) = said(asked_of(lone({"g": graph}), 2, 0), "start")
    assert why.endswith("was taken: its wait was over.")


def test_4_10_a_transition_whose_time_has_not_come_says_how_long_it_waits():
    asked = asked_of(timed(), 12, 3)
    assert said(asked, "start") == ["'Rest → Work (after 0.1 s)' was not taken: it has to wait 0.05 s more."]
    assert said(asked, "never")[0].startswith(
        "'Rest → Work (distance > 90)' was not taken because `distance > 90` was false: distance is"
    )


def test_4_10_a_transition_that_cools_down_says_how_long_it_does():
    asked = asked_of(timed(), 40, 30, {0: {"distance": 1.0}})
    work = next(row.index for row in asked.program.rows if row.node == "work")
    assert asked.outcome(work) in (1, 2)
    (first, *_) = said(asked, "stop")
    assert re.fullmatch(r"'Work → Rest' was not taken: it cools down for 0\.\d\d s more\.", first)


def test_4_5_a_transition_behind_the_one_taken_names_it():
    session = timed()
    asked = asked_of(session, 20, 6)
    start = next(row.index for row in asked.program.rows if row.node == "start")
    assert asked.outcome(start) == 4
    assert said(asked, "never")[0] == (
        "'Rest → Work (distance > 90)' was not asked: "
        "'Rest → Work (after 0.1 s)', asked before it, was taken."
    )


RIVALS = {
    "kind": "state_machine",
    "children": ["rest", "work", "play"],
    "initial": "rest",
    "nodes": {
        "rest": {"kind": "state", "name": "Rest", "transitions": ["slow", "first", "second"]},
        "work": {"kind": "state", "name": "Work", "transitions": []},
        "play": {"kind": "state", "name": "Play", "transitions": []},
    },
    "edges": {
        "slow": {"guard": "distance > 8", "delay": 0.1, "targets": ["play"]},
        "first": {"guard": "distance < 3", "targets": ["work"]},
        "second": {"guard": "distance < 2", "priority": 1, "targets": ["play"]},
    },
}


def test_4_10_a_transition_that_waits_for_its_delay_says_how_long_it_does():
    asked = asked_of(lone({"g": RIVALS}, **FLOAT), 8, 4, {2: {"distance": 9.0}})
    assert said(asked, "slow") == [
        "'Rest → Play (distance > 8, delay 0.1 s)' is waiting for its delay: 0.07 s to go."
    ]


def test_4_4_of_two_that_hold_the_one_taken_and_the_other_say_what_they_saw():
    asked = asked_of(lone({"g": RIVALS}, **FLOAT), 6, 3, {3: {"distance": 1.25}})
    taken, lost = said(asked, "second"), said(asked, "first")
    rows = {row.node: row.index for row in asked.program.rows}
    by_outcome = {asked.outcome(rows["second"]): taken, asked.outcome(rows["first"]): lost}
    assert by_outcome[4][0].endswith(f"was taken: distance is 1.25, {_below(asked, 4, rows)}.")
    others = [words[0] for outcome, words in by_outcome.items() if outcome != 4]
    for words in others:
        assert "another came first" in words or "was not asked: 'Rest → " in words


def _below(asked: Inquiry, outcome: int, rows: dict[str, int]) -> str:
    """Return how far below its threshold the guard with this outcome was."""
    return "0.75 below 2" if asked.outcome(rows["second"]) == outcome else "1.75 below 3"


def test_5_4_a_question_without_an_answer_says_what_it_saw():
    graph = {
        "kind": "decision_tree",
        "root": "which",
        "nodes": {
            "which": {"kind": "first_of", "branches": [{"child": "run", "test": "distance < 2"}]},
            "run": {"kind": "action", "action": "wander", "title": "Run"},
        },
    }
    asked = asked_of(lone({"g": graph}, **FLOAT), 4, 3)
    (first, *_) = said(asked, "which")
    assert first.startswith("'First of' had no answer")


def test_a_node_that_runs_says_since_when():
    nodes = {
        "root": {"kind": "sequence", "children": ["count", "rest"]},
        "count": {"kind": "set", "actions": ["distance = distance + 1"]},
        "rest": {"kind": "wait", "params": {"seconds": 0.2}},
    }
    asked = asked_of(lone({"g": tree(nodes)}, **FLOAT), 12, 7)
    (first, *_) = said(asked, "rest")
    assert first.startswith("'Wait 0.2 s' has been running since tick 0")
    assert said(asked, "count")[0].startswith("'Set")


def asks_something(asked: Inquiry, row: int) -> bool:
    """Tell whether a row put an expression to the test in this tick."""
    one = asked.program.rows[row]
    if isinstance(one, TransitionRow):
        return one.guard is not None and asked.outcome(row) != 0
    if isinstance(one, QuestionRow):
        return asked.outcome(row) != 0 and one.kind not in ("random", "tree")
    return one.kind in ("condition", "wait_until") and row in asked.visits


@pytest.mark.parametrize("name", NAMES)
def test_in_every_sample_each_test_is_explained_by_values_and_nothing_is_unknown(name):
    session, source = sample_session(name), random.Random(name)
    recorder = Recorder(session)
    for _ in range(90):
        move_player(session)
        recorder.step()
    agent = source.choice(sorted(session.brains))
    ticks = LoggedTicks(recorder.recording, session.at_start(), agent)
    for tick in (source.randrange(60), source.randrange(60, 90)):
        asked = Inquiry(ticks, tick, session.registry)
        rows = range(len(asked.program.rows))
        for row in source.sample(rows, min(15, len(rows))):
            sentences = [reason.sentence for reason in asked.why(row)]
            assert not [words for words in sentences if "unknown" in words or "None" in words]
            if asks_something(asked, row):
                told = sentences[0].partition(":")[2]
                assert re.search(r"\d|true|false|nobody", told), sentences[0]


def test_a_case_of_a_switch_that_its_own_guard_skipped_while_it_ran_was_not_let():
    nodes = {
        "root": {
            "kind": "switch",
            "params": {"variable": "n"},
            "guard": {"test": "time < 0.05", "abort": "self", "refused": "skipped"},
            "children": ["zero", "one"],
        },
        "zero": {"kind": "wait", "params": {"seconds": 9}, "slot": {"case": 0}},
        "one": {"kind": "wait", "params": {"seconds": 9}, "slot": {"case": 1}},
    }
    asked = asked_of(lone({"g": tree(nodes)}, n={"type": "int"}), 6, 4)
    assert "time" in said(asked, "one")[0], "the guard says why, not the variable"
