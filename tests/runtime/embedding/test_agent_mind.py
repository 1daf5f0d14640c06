"""What a game does with one mind: halt and restart it, let time pass, ask for nodes, its end, what waits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from editor.documents.open.sample_files import samples_folder
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.time_ticks import MOST_TICKS
from runtime.embedding import (
    ActionContext,
    AgentMind,
    EmbeddingError,
    FinalState,
    GameMinds,
    Mind,
    Status,
    Waiting,
    action,
)
from runtime.export.export_document import export_document
from runtime.minds.actions.registration import ActionRegistration, registrations_in
from tests.runtime.lone_brain import document, machine, tree

called: list[str] = []


@action(instant=True)
def call_out(words: str) -> bool:
    """Say something."""
    if words == "crash":
        raise ZeroDivisionError("oh")
    called.append(words)
    return True


@action(state={"left": "int"})
def dig(context: ActionContext) -> Status:
    """Dig until halted."""
    assert isinstance(context.state.left, int)
    context.state.left += 1
    return Status.RUNNING


REGISTRY = builtin_registry().extended(
    actions=[
        each.declaration
        for each in registrations_in({"a": call_out, "b": dig})
        if isinstance(each, ActionRegistration)
    ]
)

MINER = document(
    {
        "g": machine(
            {
                "work": {
                    "name": "Work",
                    "activity": {"action": "dig"},
                    "entry": ["raise tired after 2", "shifts = shifts + 1"],
                    "exit": ['do call_out(words = "enough")'],
                },
                "sleep": {"name": "Sleep"},
                "rich": {"kind": "final", "name": "Rich"},
                "dead": {"kind": "final", "name": "Dead", "status": "failure"},
            },
            {
                "t": {"from": "work", "event": "tired", "to": "sleep"},
                "w": {"from": "sleep", "after": 8, "to": "work"},
                "g": {"from": "work", "event": "gold", "delay": 0.5, "to": "rich"},
                "c": {"from": "work", "event": "cave_in", "to": "dead"},
            },
        )
    },
    variables={"shifts": {"type": "int"}},
    events={"tired": {}, "gold": {}, "cave_in": {}},
)

TWICE = document(
    {
        "g": tree(
            {
                "root": {"kind": "parallel", "children": ["first", "second"]},
                "first": {"kind": "subtree", "graph": "h"},
                "second": {"kind": "subtree", "graph": "h"},
            }
        ),
        "h": tree(
            {
                "root": {"kind": "sequence", "children": ["ready", "rest"]},
                "ready": {"kind": "succeed"},
                "rest": {"kind": "wait", "params": {"seconds": 1}},
            }
        ),
    }
)


def mind_of(source: Any, names: bool = True) -> Mind:
    made = export_document(source, REGISTRY)
    told = made.names_text().encode() if names else None
    return Mind.from_bytes(made.text().encode(), [call_out, dig], names=told)


def miner(names: bool = True) -> tuple[GameMinds, AgentMind]:
    """Return a miner at work, one tick old."""
    called.clear()
    minds = GameMinds(seed=5)
    mind = minds.add("miner", mind_of(MINER, names))
    minds.tick()
    return minds, mind


# -- halt and restart ---------------------------------------------------------------------------------


def test_a_halted_mind_stops_what_runs_forgets_what_waits_and_does_nothing():
    minds, mind = miner()
    mind.post("cave_in")
    mind.halt()
    assert (called, mind.ended, mind.final_state) == (["enough"], True, None)
    assert (mind.active_states, mind.waiting, mind.status) == ((), (), Status.IDLE)
    mind.post("gold")
    for _ in range(200):
        minds.tick()
    assert (called, mind.active_states, mind.get("shifts")) == (["enough"], (), 1)
    mind.halt()
    assert called == ["enough"]


def test_a_mistake_while_it_is_halted_is_told():
    careless = document(
        {"g": machine({"a": {"name": "A", "exit": ['do call_out(words = "crash")']}}, {})},
    )
    minds = GameMinds()
    mind = minds.add("a", mind_of(careless))
    minds.tick()
    minds.remove("a")
    told = [(error.row, "oh" in error.message) for error in mind.errors]
    assert told[0] == (mind.brain.program.root.children[0], True)


@pytest.mark.parametrize("keep", [False, True])
def test_a_restarted_mind_begins_again(keep):
    minds, mind = miner()
    mind.watched = True
    mind.restart(keep_variables=keep)
    assert (called, mind.ended, mind.active_states) == (["enough"], False, ())
    minds.tick()
    assert (mind.active_states, mind.get("shifts")) == (("Work",), 2 if keep else 1)
    assert mind.watched
    fresh = GameMinds(seed=5).add("miner", mind_of(MINER))
    fresh.tick()
    if not keep:
        assert bytes(mind.brain.bytes_) == bytes(fresh.brain.bytes_)


def test_a_mind_that_ended_is_restarted_and_ends_again():
    minds, mind = miner()
    for _ in range(2):
        mind.post("cave_in")
        minds.tick()
        assert mind.final_state == FinalState("Dead", "dead", Status.FAILURE)
        mind.restart()
        assert mind.final_state is None
        minds.tick()
        assert mind.active_states == ("Work",)


# -- time ---------------------------------------------------------------------------------------------


def test_time_that_passes_makes_waits_end_in_the_next_tick():
    minds, mind = miner()
    mind.let_time_pass(2 * 60)
    assert mind.active_states == ("Work",)
    minds.tick()
    assert (mind.active_states, called) == (("Sleep",), ["enough"])
    mind.let_time_pass(8 * 60 - 2)
    minds.tick()
    assert mind.active_states == ("Sleep",)
    minds.tick()
    assert mind.active_states == ("Work",)


@pytest.mark.parametrize("ticks", [-1, MOST_TICKS])
def test_time_never_passes_backwards_nor_beyond_the_clock(ticks):
    minds, mind = miner()
    with pytest.raises(EmbeddingError, match=f"{ticks} ticks cannot pass; it takes .* 0 to {MOST_TICKS - 1}"):
        mind.let_time_pass(ticks)
    mind.let_time_pass(MOST_TICKS - 1000)
    minds.tick()
    assert mind.active_states == ("Sleep",)


def test_only_the_agents_named_are_ticked_and_time_passes_for_the_others():
    minds, mind = miner()
    other = minds.add("other", mind.mind)
    for _ in range(150):
        minds.tick(["other"])
    assert (mind.active_states, other.active_states) == (("Work",), ("Sleep",))
    mind.post("cave_in")
    assert [each.name for each in mind.waiting] == ["cave_in", "tired"]
    minds.tick()
    # Delayed events that are due come before posted ones (4.9).
    assert mind.active_states == ("Sleep",)
    before = minds.tick_now
    with pytest.raises(EmbeddingError, match="no agent 'ghost'"):
        minds.tick(["miner", "ghost"])
    assert minds.tick_now == before


SAMPLES = sorted(path.name for path in samples_folder().glob("*.mind.json"))


@pytest.mark.parametrize("name", SAMPLES)
def test_time_passes_alike_in_every_way_of_running(name):
    """The interpreter, the fast forms and being left out of ticks agree about time that passes."""
    source = load_document(samples_folder() / name)
    mind = Mind.from_bytes(export_document(source, builtin_registry()).text().encode())
    told: list[list[bytes]] = []
    for way in ("fast", "interpreted", "left out"):
        minds = GameMinds(_field, seed=2)
        one = minds.add("a", mind)
        one.brain.interpreted = way == "interpreted"
        outcomes: list[bytes] = []
        for tick in range(120):
            minds.tick()
            assert one.frame is not None
            outcomes.append(one.frame.outcomes)
            if tick % 3 == 0:
                if way == "left out":
                    for _ in range(tick):
                        minds.tick([])
                else:
                    one.let_time_pass(tick)
        told.append(outcomes)
    assert told[0] == told[1] == told[2]


def _field(entity: str, field: str) -> Any:
    return {"position": (1.0, 2.0), "velocity": (0.0, 0.0), "team": "a"}.get(field, 0.0)


# -- nodes --------------------------------------------------------------------------------------------


def test_nodes_and_states_have_a_status_by_id_and_by_path():
    minds, mind = miner()
    assert [mind.status_of(name) for name in ("work", "sleep", "rich")] == [
        Status.RUNNING,
        Status.IDLE,
        Status.IDLE,
    ]
    twice = minds.add("twice", mind_of(TWICE))
    twice.tick()
    assert twice.status_of("first/ready") is Status.SUCCESS
    assert twice.status_of("second/rest") is Status.RUNNING
    assert twice.status_of("second") is Status.RUNNING


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ready", "'ready' is in 2 places; name its path: first/ready, second/ready"),
        ("firts", "no node 'firts'. Is it first"),
        ("xyzxyzxyz", "no node 'xyzxyzxyz'. The ids of nodes are in the document"),
    ],
)
def test_a_node_that_is_not_clear_is_refused(name, words):
    with pytest.raises(EmbeddingError, match=words):
        GameMinds().add("twice", mind_of(TWICE)).status_of(name)


def test_a_transition_has_no_status_and_an_export_without_names_no_nodes():
    with pytest.raises(EmbeddingError, match="'g' is a transition; only nodes and states"):
        miner()[1].status_of("g")
    with pytest.raises(EmbeddingError, match="The export has no names, so the node 'work' cannot be found"):
        miner(names=False)[1].status_of("work")


# -- its end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("watched", [False, True])
def test_the_final_state_that_ended_it_is_told(interpreted, watched):
    minds, mind = miner()
    mind.brain.interpreted, mind.watched = interpreted, watched
    mind.post("gold")
    minds.tick()
    assert not mind.ended
    mind.let_time_pass(60)
    for _ in range(5):
        minds.tick()
        assert (mind.ended, mind.final_state) == (True, FinalState("Rich", "rich", Status.SUCCESS))


def test_the_final_state_is_saved_and_has_a_number_where_there_are_no_names():
    minds, mind = miner(names=False)
    mind.post("cave_in")
    mind.let_time_pass(7)
    minds.tick()
    assert mind.final_state is not None
    assert mind.final_state.status is Status.FAILURE
    assert mind.final_state.path.startswith("row ")
    saved = json.loads(json.dumps(minds.save()))
    again, other = miner(names=False)
    again.restore(saved)
    assert (other.final_state, other.ended) == (mind.final_state, True)
    assert (other.brain.host.tick, again.tick_now) == (minds.tick_now + 7, minds.tick_now)


def test_a_mind_where_no_time_passed_alone_is_saved_as_before():
    minds, mind = miner()
    assert not {"ahead", "final"} & set(mind.save())
    mind.let_time_pass(3)
    assert mind.save()["ahead"] == 3
    mind.restore(GameMinds(seed=5).add("miner", mind.mind).save())
    assert mind.brain.host.tick == minds.tick_now


@pytest.mark.parametrize("wrong", [{"ahead": -1}, {"final": 10**6}, {"ahead": "x"}])
def test_a_damaged_clock_or_end_is_refused(wrong, monkeypatch):
    _, mind = miner()
    monkeypatch.setattr("runtime.embedding.saved_mind.check_of", lambda *_: 7)
    saved = mind.save()
    mind.restore(saved)
    with pytest.raises(EmbeddingError, match="damaged"):
        mind.restore({**saved, **wrong})


# -- what waits ---------------------------------------------------------------------------------------


def test_what_waits_is_told_with_the_time_that_is_left():
    minds, mind = miner()
    assert [*mind.waiting] == [Waiting("delayed", "tired", 119 / 60)]
    mind.post("gold")
    assert mind.waiting[0] == Waiting("posted", "gold", 0.0)
    minds.tick()
    assert [*mind.waiting] == [Waiting("delayed", "tired", 118 / 60), Waiting("pending", "g", 29 / 60)]
    mind.let_time_pass(600)
    assert {each.seconds for each in mind.waiting} == {0.0}
    minds.tick()
    assert not mind.waiting
