"""Known answers: composites that branch, score and draw; guards that abort (section 3 of the rules)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model import Document
from runtime.basics.random_numbers import draw_u32, draw_weighted, fnv1a_32, shuffle
from runtime.basics.status import HALTED, NodeOutcome, Status
from runtime.minds.program.problems import CompileError
from runtime.minds.trees.random_composites import RandomChildRow
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree

VARIABLES: dict[str, Any] = {
    "n": {"type": "int"},
    "on": {"type": "bool"},
    "a_score": {"type": "float", "default": 1},
    "b_score": {"type": "float", "default": 2},
    "mood": {"type": "enum", "values": ["calm", "angry", "sad"]},
}


def composite(kind: str, children: dict[str, Any], **params: Any) -> LoneBrain:
    root: dict[str, Any] = {"kind": kind, "children": list(children)}
    if params:
        root["params"] = params
    return LoneBrain(document({"g": tree({"root": root, **children})}, variables=VARIABLES))


def ticked(one: LoneBrain) -> list[str]:
    """Return which leaves were ticked since the last call."""
    found = [line.split()[1] for line in one.log if line.startswith("tick")]
    one.log.clear()
    return found


def test_3_composites_keep_goes_on_at_the_child_that_failed():
    one = composite(
        "sequence",
        {
            "a": scripted("S", "a"),
            "b": {"kind": "condition", "test": "on"},
            "c": scripted("S", "c"),
        },
        memory="keep",
    )
    assert one.ticks(2) == "FF"
    assert ticked(one) == ["a"]
    one.write("on", True)
    assert one.ticks(1) == "S"
    assert ticked(one) == ["c"]
    # Its natural end forgets the place.
    assert one.ticks(1) == "S"
    assert ticked(one) == ["a", "c"]


def test_3_composites_keep_keeps_its_place_over_a_halt():
    children = {"a": scripted("S", "a"), "b": scripted("RRR", "b")}
    nodes = {
        "root": {"kind": "sequence", "children": ["k"], "guard": {"test": "not on", "abort": "self"}},
        "k": {"kind": "sequence", "children": ["a", "b"], "params": {"memory": "keep"}},
        **children,
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    one.tick()
    one.write("on", True)
    one.tick()
    one.write("on", False)
    one.log.clear()
    one.tick()
    assert ticked(one) == ["b"]


def test_3_composites_keep_of_a_selector_goes_on_at_the_child_that_succeeded():
    one = composite("selector", {"a": scripted("F", "a"), "b": scripted("S", "b")}, memory="keep")
    assert one.ticks(2) == "SS"
    assert ticked(one) == ["a", "b", "b"]


@pytest.mark.parametrize(
    ("first", "then", "otherwise", "letters"),
    [("S", "RS", "F", "RS"), ("F", "S", "RF", "RF"), ("RS", "S", "F", "RS"), ("RF", "S", "F", "RF")],
)
def test_3_composites_if_else_runs_the_branch_its_condition_names(first, then, otherwise, letters):
    one = composite("if_else", {"c": scripted(first), "t": scripted(then), "e": scripted(otherwise)})
    assert one.ticks(len(letters)) == letters


def test_3_composites_if_else_without_else_fails():
    assert composite("if_else", {"c": scripted("F"), "t": scripted("S")}).ticks(1) == "F"


def test_3_composites_if_else_takes_a_skipped_condition_for_a_failure():
    one = composite("if_else", {"c": scripted("S", disabled=True), "t": scripted("F"), "e": scripted("S")})
    assert one.ticks(1) == "S"


def test_3_composites_if_else_decides_once_on_enter():
    children = {"c": {"kind": "condition", "test": "on"}, "t": scripted("S", "t"), "e": scripted("RRS", "e")}
    one = composite("if_else", children)
    one.tick()
    one.write("on", True)
    assert one.ticks(3) == "RSS"
    assert ticked(one) == ["e", "e", "e", "t"]


def test_3_composites_if_else_reactive_halts_the_other_branch_first():
    children = {"c": {"kind": "condition", "test": "on"}, "t": scripted("RR", "t"), "e": scripted("RR", "e")}
    one = composite("if_else", children, reactive=True)
    one.tick()
    one.write("on", True)
    one.tick()
    assert one.log == ["enter e", "tick e", "halt e", "enter t", "tick t"]


def switch(**moods: str) -> LoneBrain:
    children = {
        mood: scripted(script, mood, slot={"default": True} if mood == "other" else {"case": mood})
        for mood, script in moods.items()
    }
    return composite("switch", children, variable="mood")


def test_3_composites_switch_ticks_the_child_of_its_case():
    one = switch(calm="S", angry="RF", other="S")
    assert one.ticks(1) == "S"
    one.write("mood", "angry")
    assert one.ticks(2) == "RF"
    assert ticked(one) == ["calm", "angry", "angry"]


def test_3_composites_switch_takes_the_default_last():
    one = switch(calm="S", other="S")
    one.write("mood", "sad")
    assert one.ticks(1) == "S"
    assert ticked(one) == ["other"]


def test_3_composites_switch_without_match_and_default_fails():
    one = switch(angry="S")
    assert one.ticks(1) == "F"


def test_3_composites_switch_halts_the_former_child_when_the_case_changes():
    one = switch(calm="RRR", angry="RRR")
    one.tick()
    one.write("mood", "angry")
    one.tick()
    assert one.log == ["enter calm", "tick calm", "halt calm", "enter angry", "tick angry"]
    one.write("mood", "sad")
    assert one.tick() == Status.FAILURE
    assert one.log[-1] == "halt angry"


@pytest.mark.parametrize(
    ("first", "second", "attempts", "letters"),
    [
        ("S", "S", 1, "S"),
        # tick 0: first fails, the second recovers at once; tick 1: first fails again, no try is left
        ("F", "S", 1, "RF"),
        ("F", "S", 2, "RRF"),
        ("F", "F", 3, "F"),
        ("F", "RS", 1, "RRF"),
        ("F", "S", 0, "F"),
        ("RF", "RF", 1, "RRF"),
    ],
)
def test_3_composites_try_recover_retries_on_the_next_tick(first, second, attempts, letters):
    one = composite("try_recover", {"a": scripted(first), "b": scripted(second)}, attempts=attempts)
    assert one.ticks(len(letters)) == letters


def test_3_7_try_recover_with_skipped_children():
    skipped = scripted("S", disabled=True)
    assert composite("try_recover", {"a": skipped, "b": scripted("S")}).ticks(1) == "s"
    assert composite("try_recover", {"a": scripted("F"), "b": skipped}).ticks(1) == "F"


@pytest.mark.parametrize("kind", ["if_else", "switch", "utility_selector"])
def test_3_7_branching_composites_return_skipped_of_the_chosen_child(kind):
    skipped = scripted("S", disabled=True)
    children = {
        "if_else": {"c": scripted("S"), "t": skipped},
        "switch": {"t": {**skipped, "slot": {"case": "calm"}}},
        "utility_selector": {"t": {**skipped, "slot": {"score": "1"}}},
    }[kind]
    params = {"variable": "mood"} if kind == "switch" else {}
    assert composite(kind, children, **params).ticks(1) == "s"


@pytest.mark.parametrize("weights", [(2, 0, 1), (None, None, None), (None, 3, 0)])
def test_1_4_a_random_child_is_the_first_whose_running_sum_exceeds_the_draw(weights):
    """One draw an enter, counted on from one enter to the next; a weight that is left out is 1."""
    shares = [1 if weight is None else weight for weight in weights]
    children = {
        name: scripted("S", name, **({} if weight is None else {"slot": {"weight": weight}}))
        for name, weight in zip("abc", weights, strict=True)
    }
    one = composite("random_child", children)
    for n in range(40):
        one.log.clear()
        one.tick()
        share = draw_u32(1, fnv1a_32("me"), fnv1a_32("root"), n) / 2**32 * sum(shares)
        drawn = next(place for place in range(3) if share < sum(shares[: place + 1]))
        assert ticked(one) == ["abc"[drawn]]


def test_1_4_a_random_child_of_no_weight_draws_nothing():
    one = composite("random_child", {"a": scripted("S", slot={"weight": 0})})
    assert one.ticks(3) == "FFF"
    row = one.program.root
    assert isinstance(row, RandomChildRow)
    assert one.brain.ints[row.draws] == 0


def utility(a: str = "RRRR", b: str = "RRRR", **params: Any) -> LoneBrain:
    children = {
        "a": scripted(a, "a", slot={"score": "a_score"}),
        "b": scripted(b, "b", slot={"score": "b_score"}),
    }
    return composite("utility_selector", children, **params)


def test_3_composites_utility_selector_runs_the_highest_score_ties_first():
    one = utility()
    one.tick()
    assert ticked(one) == ["b"]
    one = utility()
    one.write("b_score", 1.0)
    one.tick()
    assert ticked(one) == ["a"]


def test_3_composites_utility_selector_reconsiders_every_tick_and_halts_the_former_first():
    one = utility()
    one.tick()
    one.write("a_score", 3.0)
    one.tick()
    assert one.log == ["enter b", "tick b", "halt b", "enter a", "tick a"]


def test_3_composites_utility_selector_may_choose_on_enter_only():
    one = utility(b="RRS", reconsider="enter")
    one.tick()
    one.write("a_score", 3.0)
    assert one.ticks(3) == "RSR"
    assert ticked(one) == ["b", "b", "b", "a"]


def test_3_composites_utility_selector_adds_inertia_to_the_running_child():
    one = utility(inertia=1.5)
    one.tick()
    one.write("a_score", 3.0)
    one.tick()
    assert ticked(one) == ["b", "b"]
    one.write("a_score", 3.6)
    one.tick()
    assert ticked(one) == ["a"]


@pytest.mark.parametrize(
    ("on_failure", "letter", "leaves"), [("fail", "F", ["b"]), ("next", "S", ["b", "a"])]
)
def test_3_composites_utility_selector_fails_or_takes_the_next(on_failure, letter, leaves):
    one = utility(a="S", b="F", on_failure=on_failure)
    assert one.ticks(1) == letter
    assert ticked(one) == leaves


@pytest.mark.parametrize("interpreted", [True, False])
def test_2_6_a_score_that_is_not_a_number_drops_its_child(interpreted):
    nowhere = "a_score * 1e308 * 10.0 - a_score * 1e308 * 10.0"
    children = {
        "x": scripted("R", "x", slot={"score": nowhere}),
        "y": scripted("R", "y", slot={"score": "b_score"}),
    }
    one = composite("utility_selector", children)
    one.brain.interpreted = interpreted
    assert one.ticks(2) == "RR"
    assert ticked(one) == ["y", "y"]
    assert one.errors() == ["score: It is not a number."]


def test_2_6_a_failing_score_drops_its_child():
    children = {
        "a": scripted("S", "a", slot={"score": "1"}),
        "b": scripted("S", "b", slot={"score": "5 / n"}),
    }
    one = composite("utility_selector", children)
    assert one.ticks(1) == "S"
    assert ticked(one) == ["a"]
    assert len(one.errors()) == 1


@pytest.mark.parametrize(("kind", "passing"), [("random_sequence", "S"), ("random_selector", "F")])
def test_3_composites_random_composites_walk_a_seeded_shuffle(kind, passing):
    names = list("abcd")
    one = composite(kind, {name: scripted(passing, name) for name in names})
    for activation in range(5):
        one.tick()
        wanted = shuffle(1, fnv1a_32("me"), fnv1a_32("root"), 3 * activation, names)
        assert tuple(ticked(one)) == wanted


def test_3_composites_random_sequence_resumes_in_the_drawn_order():
    one = composite("random_sequence", {name: scripted("RS", name) for name in "abc"})
    assert one.ticks(4) == "RRRS"
    entered = [line.split()[1] for line in one.log if line.startswith("enter")]
    assert tuple(entered) == shuffle(1, fnv1a_32("me"), fnv1a_32("root"), 0, list("abc"))


def test_3_composites_random_composites_draw_by_weight_without_replacement():
    weights = {"a": 1, "b": 5, "c": 2}
    children = {name: scripted("S", name, slot={"weight": weight}) for name, weight in weights.items()}
    one = composite("random_sequence", children)
    one.tick()
    left, wanted = dict(weights), []
    for count in range(2):
        picked = draw_weighted(1, fnv1a_32("me"), fnv1a_32("root"), count, list(left.values()))
        assert picked is not None
        wanted.append(list(left)[picked])
        del left[wanted[-1]]
    assert ticked(one) == [*wanted, *left]


@pytest.mark.parametrize("kind", ["random_sequence", "random_selector"])
def test_3_composites_a_child_of_weight_zero_is_never_visited(kind):
    """Whatever is drawn, in any run: it is not even last."""
    ending = "S" if kind == "random_sequence" else "F"
    for seed in range(20):
        children = {
            name: scripted(ending, name, slot={"weight": weight})
            for name, weight in {"a": 0, "b": 3, "c": 0, "d": 1}.items()
        }
        nodes = {"root": {"kind": kind, "children": list(children)}, **children}
        one = LoneBrain(document({"g": tree(nodes)}), seed=seed)
        assert one.tick() == (Status.SUCCESS if ending == "S" else Status.FAILURE)
        assert sorted(ticked(one)) == ["b", "d"]
        assert one.outcome("a") == one.outcome("c") == NodeOutcome.NOT_VISITED
        assert one.reason("root").startswith("the 2 children that were not skipped gave ")


@pytest.mark.parametrize("kind", ["random_sequence", "random_selector"])
def test_3_composites_weights_that_are_all_zero_are_failure(kind):
    one = composite(kind, {name: scripted("S", name, slot={"weight": 0}) for name in "abc"})
    assert one.ticks(2) == "FF"
    assert ticked(one) == []
    assert one.reason("root") == "all weights are 0"


def test_3_5_a_child_of_weight_zero_counts_as_skipped():
    children = {
        "a": scripted("S", "a", slot={"weight": 0}),
        "b": scripted("S", "b", slot={"weight": 2}, guard={"test": "false", "refused": "skipped"}),
    }
    one = composite("random_selector", children)
    assert one.ticks(1) == "s"
    assert one.reason("root") == "every child was skipped"


@pytest.mark.parametrize("weights", [(-1, 0), (1, -1)])
def test_3_composites_a_negative_weight_fails_its_composite(weights):
    children = {
        name: scripted("S", name, slot={"weight": weight}) for name, weight in zip("ab", weights, strict=True)
    }
    one = composite("random_selector", children)
    assert one.ticks(1) == "F"
    assert "must be finite and 0 or more" in one.errors()[0]


def test_8_2_a_running_child_whose_weight_becomes_zero_goes_on():
    def mind(weight: int) -> Document:
        nodes = {
            "root": {"kind": "random_selector", "children": ["a", "b"]},
            "a": scripted("RRF", "a", slot={"weight": weight}),
            "b": scripted("S", "b", slot={"weight": 0}),
        }
        return document({"g": tree(nodes)})

    one = LoneBrain(mind(1))
    one.tick()
    one.swap(mind(0))
    assert one.ticks(3) == "RFF"
    assert ticked(one) == ["a", "a", "a"]
    assert one.reason("root") == "all weights are 0"


def lower(abort: str = "lower", **more: Any) -> LoneBrain:
    children = {
        "a": scripted("RR", "a", guard={"test": "on", "abort": abort}),
        "b": scripted("RRRRRR", "b"),
    }
    return composite("selector", children, **more)


@pytest.mark.parametrize("abort", ["lower", "both"])
def test_3_9_abort_lower_halts_a_later_child_when_its_guard_becomes_true(abort):
    one = lower(abort)
    one.ticks(2)
    one.write("on", True)
    assert one.tick() == Status.RUNNING
    assert one.log == ["enter b", "tick b", "tick b", "halt b", "enter a", "tick a"]
    assert one.outcome("b") == HALTED


def test_3_9_abort_lower_alone_does_not_halt_its_own_node():
    one = lower()
    one.write("on", True)
    one.tick()
    one.write("on", False)
    one.tick()
    assert one.log == ["enter a", "tick a", "tick a"]


def test_3_9_both_is_both():
    one = lower("both")
    one.write("on", True)
    one.tick()
    one.write("on", False)
    one.tick()
    assert one.log == ["enter a", "tick a", "halt a", "enter b", "tick b"]
    one.write("on", True)
    one.tick()
    assert one.log[-3:] == ["halt b", "enter a", "tick a"]


def test_3_9_a_guard_that_was_true_at_its_last_test_does_not_abort_again():
    """The child entered and failed; its guard is still true while the later child runs."""
    children = {
        "a": scripted("F", "a", guard={"test": "on", "abort": "lower"}),
        "b": scripted("RRRR", "b"),
    }
    one = composite("selector", children)
    one.write("on", True)
    one.ticks(3)
    assert ticked(one) == ["a", "b", "b", "b"]
    one.write("on", False)
    one.tick()
    one.write("on", True)
    one.tick()
    assert ticked(one) == ["b", "a", "b"]


def test_3_9_the_aborting_guard_is_not_tested_a_second_time():
    children = {
        "a": scripted("RR", "a", guard={"test": 'word_is_true("go")', "abort": "lower"}),
        "b": scripted("RRRR", "b"),
    }
    one = composite("selector", children)
    one.tick()
    one.host.asked.clear()
    one.host.true_words.add("go")
    one.tick()
    assert len(one.host.asked) == 1
    assert ticked(one) == ["b", "a"]


def test_3_9_a_disabled_child_does_not_abort():
    children = {
        "a": scripted("RR", "a", guard={"test": "on", "abort": "lower"}, disabled=True),
        "b": scripted("RRRR", "b"),
    }
    one = composite("selector", children)
    one.tick()
    one.write("on", True)
    one.tick()
    assert ticked(one) == ["b", "b"]


def test_3_9_the_outer_selector_wins():
    nodes = {
        "root": {"kind": "selector", "children": ["o", "i"]},
        "o": scripted("RR", "o", guard={"test": "on", "abort": "lower"}),
        "i": {"kind": "selector", "children": ["a", "b"]},
        "a": scripted("RR", "a", guard={"test": "on", "abort": "lower"}),
        "b": scripted("RRRR", "b"),
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    one.tick()
    one.write("on", True)
    one.tick()
    assert one.log == ["enter b", "tick b", "halt b", "enter o", "tick o"]


def test_3_9_abort_lower_stands_only_below_a_selector():
    guard = {"test": "on", "abort": "lower"}
    with pytest.raises(CompileError) as refused:
        composite("sequence", {"a": scripted("S", guard=guard)})
    assert refused.value.problems[0].field == "guard.abort"
