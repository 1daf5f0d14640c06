"""Places that few can have: claimed at once, in the order of brains, and given back (rules 3.16 and 9.3)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model import Document
from runtime.basics.status import Status
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.rerun import run_again
from runtime.minds.program.problems import CompileError
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from tests.graphs.builders import document_of, documents_of, machine, tree
from tests.runtime.session_of import replace_document, session_of

TOKENS: dict[str, Any] = {
    "tokens": {"type": "int", "scope": "world", "default": 2},
    "seat": {"type": "entity", "default": "chair"},
    "mine": {"type": "int"},
    "on": {"type": "bool", "scope": "world", "default": True},
}
WAIT: dict[str, Any] = {"kind": "wait", "params": {"seconds": 9}}
TICK: dict[str, Any] = {"kind": "wait", "params": {"seconds": 0.01}}


def claim(variable: str = "tokens", **params: Any) -> dict[str, Any]:
    return {"kind": "claim", "params": {"variable": variable, **params}}


def release(variable: str = "tokens") -> dict[str, Any]:
    return {"kind": "release", "params": {"variable": variable}}


def node(kind: str, *inner: Any, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "inner": inner, **fields}


def nodes_of(nested: dict[str, Any], name: str = "r") -> dict[str, Any]:
    """Return the nodes of a nested tree by id: r, its children r0, r1, …, theirs r00, …"""
    own = {key: value for key, value in nested.items() if key != "inner"}
    found: dict[str, Any] = {name: own}
    for place, child in enumerate(nested.get("inner", ())):
        own.setdefault("children", []).append(f"{name}{place}")
        found.update(nodes_of(child, f"{name}{place}"))
    return found


def mind(nested: dict[str, Any], **variables: Any) -> Document:
    return document_of(tree(nodes_of(nested)), variables={**TOKENS, **variables})


def session(*minds: Document, interpreted: bool = False) -> Session:
    """Open a world with an agent for each mind: a, b, c, …"""
    names = "abcdefgh"[: len(minds)]
    made = session_of({name: {"mind": name} for name in names}, dict(zip(names, minds, strict=True)))
    for brain in made.brains.values():
        brain.interpreted = interpreted
    return made


def holders(of: Session, name: str = "tokens") -> str:
    """Return the agents that remember to hold something of that name."""
    held = [
        agent
        for agent, brain in of.brains.items()
        for each in brain.program.claims
        if holds(brain, each, name)
    ]
    return "".join(dict.fromkeys(held))


def holds(brain: Any, one: Any, name: str) -> bool:
    held = one.held_by(brain)
    return held is not None and held.name == name


def results(frame: TraceFrame) -> str:
    """Return the first letter of each brain's result."""
    return "".join(brain.status.name[0] for brain in frame.brains.values())


ASKER = mind(node("sequence", claim(), WAIT))
KEEPER = mind(node("sequence", claim(until="released"), WAIT))

both = pytest.mark.parametrize("interpreted", [False, True], ids=["generated", "interpreted"])


@both
def test_9_3_four_askers_of_two_places_get_two_in_the_order_of_brains(interpreted):
    of = session(*[ASKER] * 4, interpreted=interpreted)
    assert results(of.step()) == "RRFF"
    assert (holders(of), of.world_variables()["tokens"]) == ("ab", 0)


@both
def test_9_3_an_expression_of_a_later_brain_reads_what_is_left(interpreted):
    reader = mind(node("sequence", {"kind": "set", "actions": ["mine = tokens"]}, WAIT))
    of = session(reader, ASKER, reader, ASKER, reader, interpreted=interpreted)
    of.step()
    assert [of.variables(each)["mine"] for each in "ace"] == [2, 1, 0]


@both
def test_9_3_other_writes_are_applied_afterwards_and_leave_the_holders(interpreted):
    more = mind(node("sequence", {"kind": "set", "actions": ["tokens = 3"]}, WAIT))
    of = session(more, ASKER, ASKER, ASKER, interpreted=interpreted)
    assert results(of.step()) == "RRRF"
    assert (holders(of), of.world_variables()["tokens"]) == ("bc", 3)


@both
def test_3_16_an_agent_takes_one_place_however_often_it_claims(interpreted):
    twice = mind(node("sequence", claim(), claim(), node("parallel", claim(), WAIT)))
    of = session(twice, interpreted=interpreted)
    of.step()
    assert of.world_variables()["tokens"] == 1


@both
def test_3_16_the_place_goes_back_when_the_last_claim_of_the_agent_lets_go(interpreted):
    short = node("sequence", claim(), TICK)
    of = session(mind(node("sequence", claim(), short, WAIT)), interpreted=interpreted)
    seen = [(of.step(), of.world_variables()["tokens"])[1] for _ in range(4)]
    assert seen == [1, 1, 1, 1]
    of = session(mind(node("sequence", short, WAIT)), interpreted=interpreted)
    assert [(of.step(), of.world_variables()["tokens"])[1] for _ in range(3)] == [1, 2, 2]


@both
@pytest.mark.parametrize(
    "nested",
    [
        node("sequence", claim(), TICK),
        node("sequence", node("retry", node("force_success", claim())), TICK),
        node("sequence", node("selector", {"kind": "fail"}, claim()), TICK),
        node("random_sequence", {**claim(), "slot": {"weight": 999}}, {**TICK, "slot": {"weight": 1}}),
        node("parallel", claim(), TICK),
        node("simple_parallel", TICK, claim()),
        {**node("simple_parallel", claim(), TICK), "params": {"finish": "delayed"}},
        node("if_else", claim(), TICK),
        node("sequence", node("if_else", {"kind": "succeed"}, claim()), TICK),
    ],
    ids=["sequence", "decorators", "selector", "random", "parallel", "background", "main", "asked", "then"],
)
def test_3_16_a_place_goes_back_with_the_node_that_goes_on_after_the_claim(nested, interpreted):
    of = session(mind(node("sequence", nested, WAIT)), interpreted=interpreted)
    of.step()
    assert of.world_variables()["tokens"] == 1
    of.step()
    assert (of.world_variables()["tokens"], holders(of)) == (2, "")


@both
def test_3_16_a_claim_in_a_subtree_belongs_to_the_caller_that_goes_on(interpreted):
    caller = tree(nodes_of(node("sequence", {"kind": "subtree", "graph": "take"}, TICK, WAIT)))
    called = tree(nodes_of(claim()))
    of = session(documents_of({"g": caller, "take": called}, variables=TOKENS), interpreted=interpreted)
    assert [(of.step(), of.world_variables()["tokens"])[1] for _ in range(3)] == [1, 1, 1]


@both
@pytest.mark.parametrize("kind", ["pipeline_sequence", "for_each"])
def test_3_16_a_claim_lasts_as_long_as_every_kind_of_node_that_goes_on_after_its_success(kind, interpreted):
    if kind == "for_each":
        nested = node(
            kind, node("inverter", node("inverter", claim())), params={"list": "seen", "item": "who"}
        )
        told = {"seen": {"type": "list", "of": "entity", "default": ["x", "y"]}, "who": {"type": "entity"}}
        of = session(mind(node("sequence", nested, WAIT), **told), interpreted=interpreted)
        wanted = [2, 2]
    else:
        of = session(mind(node(kind, claim(), TICK, WAIT)), interpreted=interpreted)
        wanted = [1, 1]
    assert [(of.step(), of.world_variables()["tokens"])[1] for _ in range(2)] == wanted


@both
def test_3_16_without_a_node_that_goes_on_a_place_goes_back_at_once(interpreted):
    of = session(mind(node("selector", claim(), WAIT)), ASKER, ASKER, interpreted=interpreted)
    assert results(of.step()) == "SRR"
    assert holders(of) == "bc"


@both
@pytest.mark.parametrize("abort", ["self", "lower"])
def test_3_16_a_place_goes_back_when_the_parent_is_halted(abort, interpreted):
    if abort == "self":
        nested = node(
            "selector", node("sequence", claim(), WAIT, guard={"test": "on", "abort": "self"}), WAIT
        )
    else:
        other = {**WAIT, "guard": {"test": "not on", "abort": "lower"}}
        nested = node("selector", other, node("sequence", claim(), WAIT))
    of = session(mind(nested), interpreted=interpreted)
    of.step()
    assert of.world_variables()["tokens"] == 1
    of.write_world_variable("on", False)
    of.step()
    assert (of.world_variables()["tokens"], holders(of)) == (2, "")


@both
def test_3_16_what_is_given_back_is_free_for_brains_that_tick_later_in_the_step(interpreted):
    one = {"tokens": {"type": "int", "scope": "world", "default": 1}}
    short = mind(node("sequence", node("sequence", claim(), TICK), WAIT), **one)
    waiting = mind(node("sequence", node("until_success", claim()), WAIT), **one)
    of = session(waiting, short, waiting, interpreted=interpreted)
    of.brains["a"].ended = True
    of.step()
    assert holders(of) == "b"
    of.brains["a"].ended = False
    of.step()
    assert holders(of) == "c"


@both
def test_3_16_until_released_keeps_the_place_over_ends_and_halts(interpreted):
    of = session(mind(node("sequence", claim(until="released"), TICK)), interpreted=interpreted)
    assert {(of.step(), of.world_variables()["tokens"])[1] for _ in range(6)} == {1}


@both
def test_3_16_release_gives_back_what_any_node_of_the_agent_claimed(interpreted):
    kept = node("sequence", claim(until="released"), node("parallel", claim(), TICK))
    of = session(mind(node("sequence", kept, TICK, release(), TICK, WAIT)), interpreted=interpreted)
    seen = [(of.step(), of.world_variables()["tokens"])[1] for _ in range(5)]
    assert seen == [1, 1, 2, 2, 2]
    assert holders(of) == ""


@both
def test_3_16_release_of_nothing_succeeds_and_adds_no_place(interpreted):
    of = session(mind(node("sequence", release(), release("seat"), WAIT)), interpreted=interpreted)
    assert results(of.step()) == "R"
    assert of.world_variables()["tokens"] == 2


@both
def test_3_16_an_entity_has_one_place_and_is_known_by_what_it_is(interpreted):
    by_seat = mind(node("sequence", claim("seat"), WAIT))
    by_other_name = mind(node("sequence", claim("goal"), WAIT), goal={"type": "entity", "default": "chair"})
    of = session(by_seat, by_other_name, by_seat, interpreted=interpreted)
    assert results(of.step()) == "RFF"
    assert holders(of, "chair") == "a"


@both
def test_3_16_an_entity_of_the_same_name_as_a_variable_is_not_its_places(interpreted):
    named = mind(node("sequence", claim("seat"), WAIT), seat={"type": "entity", "default": "tokens"})
    of = session(named, ASKER, ASKER, named, interpreted=interpreted)
    assert results(of.step()) == "RRRF"


@both
def test_3_16_claiming_another_entity_gives_the_former_one_back(interpreted):
    moving = mind(
        node(
            "sequence",
            node("sequence", claim("seat", until="released"), {"kind": "set", "actions": ["seat = other"]}),
            TICK,
        ),
        other={"type": "entity", "default": "stool"},
    )
    of = session(moving, interpreted=interpreted)
    of.step()
    assert holders(of, "chair") == "a"
    of.step()
    of.step()
    assert (holders(of, "chair"), holders(of, "stool")) == ("", "a")


@both
def test_3_16_no_entity_cannot_be_claimed(interpreted):
    nobody = mind(node("sequence", claim("seat"), WAIT), seat={"type": "entity"})
    of = session(nobody, interpreted=interpreted)
    assert results(of.step()) == "F"
    assert holders(of, "None") == ""


@both
def test_3_16_the_place_of_a_removed_holder_is_granted_in_the_next_step(interpreted):
    killer = mind(
        node(
            "sequence",
            {"kind": "action", "action": "remove", "params": {"target": "b"}},
            WAIT,
        )
    )
    waiting = mind(node("sequence", node("until_success", claim()), WAIT))
    of = session(killer, KEEPER, ASKER, waiting, interpreted=interpreted)
    frame = of.step()
    assert (holders(of), of.world_variables()["tokens"]) == ("c", 1)
    assert [(write.variable, write.value) for write in frame.brains["b"].writes] == [
        ("tokens", 1),
        ("tokens", 1),
    ]
    of.step()
    assert (holders(of), of.world_variables()["tokens"]) == ("cd", 0)


@both
def test_3_16_a_mind_whose_machine_has_ended_holds_nothing(interpreted):
    keeping = machine(
        {
            "s": {"kind": "state", "activity": {"graph": "keep", "loop": False}, "transitions": ["t"]},
            "f": "final",
        },
        {"t": {"event": "done", "targets": ["f"]}},
    )
    kept = tree(nodes_of(claim(until="released")))
    of = session(documents_of({"g": keeping, "keep": kept}, variables=TOKENS), interpreted=interpreted)
    of.step()
    assert of.brains["a"].ended
    assert (of.world_variables()["tokens"], holders(of)) == (2, "")


@both
def test_3_16_a_state_that_is_left_gives_back_what_its_activity_claimed(interpreted):
    holding = machine(
        {"s": {"kind": "state", "activity": {"graph": "hold"}, "transitions": ["t"]}, "w": "state"},
        {"t": {"guard": "not on", "targets": ["w"]}},
    )
    graphs = {"g": holding, "hold": tree(nodes_of(node("sequence", claim(), WAIT)))}
    of = session(documents_of(graphs, variables=TOKENS), interpreted=interpreted)
    of.step()
    assert of.world_variables()["tokens"] == 1
    of.write_world_variable("on", False)
    of.step()
    assert (of.world_variables()["tokens"], holders(of)) == (2, "")


@both
def test_3_16_a_place_kept_until_released_outlives_the_state_it_was_claimed_in(interpreted):
    moving = machine(
        {
            "s": {"kind": "state", "activity": {"graph": "keep", "loop": False}, "transitions": ["t"]},
            "u": {"kind": "state", "activity": {"graph": "free", "loop": False}, "transitions": ["v"]},
            "w": "state",
        },
        {"t": {"event": "done", "targets": ["u"]}, "v": {"event": "done", "targets": ["w"]}},
    )
    graphs = {
        "g": moving,
        "keep": tree(nodes_of(claim(until="released"))),
        "free": tree(nodes_of(node("sequence", TICK, release()))),
    }
    of = session(documents_of(graphs, variables=TOKENS), interpreted=interpreted)
    assert [(of.step(), of.world_variables()["tokens"])[1] for _ in range(4)] == [1, 1, 2, 2]


def test_3_16_a_forced_claim_takes_no_place_and_a_forced_parent_gives_it_back():
    of = session(mind(node("sequence", node("sequence", claim(), WAIT), WAIT)))
    of.force_result("a", "r00", Status.SUCCESS)
    of.step()
    assert (of.world_variables()["tokens"], holders(of)) == (2, "")
    of = session(mind(node("sequence", node("sequence", claim(), WAIT), WAIT)))
    of.step()
    of.force_result("a", "r0", Status.SUCCESS)
    of.step()
    assert (of.world_variables()["tokens"], holders(of)) == (2, "")


def test_3_16_a_snapshot_holds_who_holds_what():
    of = session(*[ASKER] * 4)
    of.step()
    taken = of.snapshot()
    later = [(of.step(), of.state_hash())[1] for _ in range(3)]
    fresh = session(*[ASKER] * 4)
    assert fresh.state_hash() != of.state_hash()
    fresh.restore(taken)
    assert holders(fresh) == "ab"
    assert [(fresh.step(), fresh.state_hash())[1] for _ in range(3)] == later


def test_3_16_a_program_that_claims_no_place_of_all_is_refused():
    with pytest.raises(CompileError, match="'mine' neither counts"):
        session(mind(node("sequence", claim("mine"), WAIT)))


def test_3_16_the_reason_names_who_holds_the_places():
    of = session(*[ASKER] * 3)
    of.watch(of.agent_ids)
    frame = of.step()
    said = [next(visit.sentence for visit in brain.visits) for brain in frame.brains.values()]
    assert said == [
        "it took a place of tokens",
        "it took a place of tokens",
        "no place of tokens is free: held by a and b",
    ]


def test_3_16_a_recorded_run_is_the_same_when_it_is_run_again():
    killer = mind(
        node("sequence", TICK, {"kind": "action", "action": "remove", "params": {"target": "b"}}, WAIT)
    )
    short = mind(node("sequence", claim(), TICK))
    recorder = Recorder(session(killer, KEEPER, short, short, ASKER))
    hashes = []
    for _ in range(20):
        recorder.step()
        hashes.append(recorder.session.state_hash())
    again = recorder.session.at_start()
    frames = list(run_again(recorder.recording, again, 0, 19))
    assert len(frames) == 20
    assert again.state_hash() == hashes[-1]


# -- hot swap ---------------------------------------------------------------------------------------


def swapped(before: dict[str, Any], after: dict[str, Any], **variables: Any) -> Session:
    of = session(mind(before), mind(before))
    of.step()
    assert of.world_variables()["tokens"] == 0
    replace_document(of, "a", mind(after, **variables))
    of.apply_inputs()
    return of


HELD = node("sequence", claim(), WAIT)


def test_8_2_a_claim_that_goes_on_keeps_its_place():
    of = swapped(HELD, node("sequence", claim(), WAIT, TICK))
    assert (holders(of), of.world_variables()["tokens"]) == ("ab", 0)


@pytest.mark.parametrize(
    "after",
    [
        node("sequence", {"kind": "succeed"}, WAIT),
        node("sequence", {**claim(), "disabled": True}, WAIT),
        node("sequence", claim("more"), WAIT),
        node("selector", claim(), WAIT),
    ],
    ids=["gone", "disabled", "another variable", "another parent"],
)
def test_8_2_a_claim_that_is_gone_gives_its_place_back(after):
    of = swapped(HELD, after, more={"type": "int", "scope": "world", "default": 5})
    assert (holders(of), of.world_variables()["tokens"]) == ("b", 1)
    frame = of.step()
    assert ("tokens", 1) in [(write.variable, write.value) for write in frame.brains["a"].writes]


def test_8_2_a_claim_that_is_enabled_again_holds_nothing():
    of = swapped(HELD, node("sequence", {**claim(), "disabled": True}, WAIT))
    replace_document(of, "a", mind(HELD))
    of.apply_inputs()
    assert (holders(of), of.world_variables()["tokens"]) == ("b", 1)
