"""Random trees of several agents that claim and release: places are never lost or doubled (rule 3.16)."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.host import Claimed
from runtime.basics.status import Status
from runtime.minds.trees.claiming import NO_SCOPE, claims_of
from runtime.session.session import Session
from tests.example_counts import daily
from tests.graphs.builders import document_of, tree
from tests.runtime.behavior_trees.random_trees import flattened
from tests.runtime.session_of import replace_document, session_of

PLACES = 2
AGENTS = ("a", "b", "c", "d")
VARIABLES: dict[str, Any] = {
    "tokens": {"type": "int", "scope": "world", "default": PLACES},
    "spot": {"type": "entity", "default": "rock"},
    "n": {"type": "int"},
}
ENTITIES = ("rock", "tree", "none")
TICKS = 30

LEAVES = st.one_of(
    st.tuples(
        st.sampled_from(["tokens", "tokens", "spot"]), st.sampled_from(["parent", "parent", "released"])
    ).map(lambda pair: {"kind": "claim", "params": {"variable": pair[0], "until": pair[1]}}),
    st.sampled_from(["tokens", "spot"]).map(lambda name: {"kind": "release", "params": {"variable": name}}),
    st.sampled_from([0.02, 0.05]).map(lambda time: {"kind": "wait", "params": {"seconds": time}}),
    st.sampled_from(["n % 2 == 0", "n % 3 == 0", "tokens > 0"]).map(
        lambda test: {"kind": "condition", "test": test}
    ),
    st.sampled_from(["n = n + 1", "n = random_int(0, 5)"]).map(
        lambda line: {"kind": "set", "actions": [line]}
    ),
)

GUARDS = st.sampled_from(
    [
        {},
        {},
        {"guard": {"test": "n % 2 == 0", "abort": "self"}},
        {"guard": {"test": "tokens > 0"}},
        {"guard": {"test": "n % 3 != 0", "abort": "self", "refused": "skipped"}},
    ]
)


def _composites(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    listed = st.lists(children, min_size=1, max_size=4)
    several = st.builds(
        lambda kind, inner: {**kind, "inner": inner},
        st.sampled_from(
            [
                {"kind": "sequence"},
                {"kind": "sequence"},
                {"kind": "selector"},
                {"kind": "sequence", "params": {"memory": "keep"}},
                {"kind": "selector", "params": {"memory": "none"}},
                {"kind": "random_sequence"},
                {"kind": "parallel", "params": {"success": "any", "failure": "all"}},
                {"kind": "parallel"},
            ]
        ),
        listed,
    )
    asked = st.builds(
        lambda reactive, inner: {"kind": "if_else", "params": {"reactive": reactive}, "inner": inner},
        st.booleans(),
        st.lists(children, min_size=2, max_size=3),
    )
    wrapped = st.builds(
        lambda kind, inner: {**kind, "inner": [inner]},
        st.sampled_from(
            [
                {"kind": "retry", "params": {"count": 2}},
                {"kind": "until_success"},
                {"kind": "repeat", "params": {"count": 3}},
                {"kind": "timeout", "params": {"seconds": 0.04}},
                {"kind": "inverter"},
                {"kind": "force_success"},
            ]
        ),
        children,
    )
    return st.one_of(several, several, asked, wrapped)


NESTED = st.recursive(
    LEAVES,
    lambda inner: st.builds(lambda node, guard: {**node, **guard}, _composites(inner), GUARDS),
    max_leaves=12,
)
MINDS = st.lists(NESTED.map(flattened), min_size=1, max_size=2)
SPOTS = st.lists(
    st.tuples(st.integers(0, TICKS), st.sampled_from(AGENTS), st.sampled_from(ENTITIES)), max_size=12
)
FEW = settings(max_examples=daily(12, deep=60), deadline=None, suppress_health_check=list(HealthCheck))


def mind_of(nodes: dict[str, Any]) -> Document:
    return document_of(tree(nodes, "root"), variables=VARIABLES)


def opened(minds: list[dict[str, Any]], *, interpreted: bool = False, watched: bool = False) -> Session:
    agents = {agent: {"mind": f"m{place % len(minds)}"} for place, agent in enumerate(AGENTS)}
    made = session_of(agents, {f"m{place}": mind_of(nodes) for place, nodes in enumerate(minds)})
    for brain in made.brains.values():
        brain.interpreted = interpreted
    made.watch(AGENTS if watched else ())
    return made


def tell(session: Session, spots: list[tuple[int, str, str]]) -> None:
    for tick, agent, entity in spots:
        if tick == session.tick:
            session.write_variable(agent, "spot", None if entity == "none" else entity)


def held(session: Session) -> dict[Claimed, set[str]]:
    """Return the agents that hold something, by what they hold, from what the brains remember."""
    found: dict[Claimed, set[str]] = {}
    for agent, brain in session.brains.items():
        for claim in claims_of(brain.program):
            claimed = claim.held_by(brain)
            if claimed is not None:
                found.setdefault(claimed, set()).add(agent)
                if claim.scope != NO_SCOPE:
                    assert brain.bytes_[claim.scope] == Status.RUNNING, "kept by a node that does not run"
    return found


def check_places(session: Session) -> None:
    found = held(session)
    tokens = session.world_variables()["tokens"]
    assert isinstance(tokens, int)
    assert tokens >= 0
    assert tokens + len(found.get(Claimed("places", "tokens"), ())) == PLACES
    assert all(len(holders) == 1 for (sort, _), holders in found.items() if sort == "entity")
    for claimed, holders in found.items():
        known = session.brains["a"].host.claims.holders(claimed)
        assert set(known) == holders


@FEW
@given(MINDS, SPOTS)
def test_3_16_places_and_holders_add_up_at_every_tick(minds, spots):
    session = opened(minds)
    for _ in range(TICKS):
        tell(session, spots)
        session.step()
        check_places(session)


@FEW
@given(MINDS, SPOTS)
def test_3_16_all_back_ends_claim_alike(minds, spots):
    sessions = [
        opened(minds),
        opened(minds, interpreted=True),
        opened(minds, watched=True),
        opened(minds, interpreted=True, watched=True),
    ]
    for _ in range(TICKS):
        frames = []
        for session in sessions:
            tell(session, spots)
            frames.append(session.step().brains)
        plain, interpreted, *logged = (
            {agent: (brain.outcomes, brain.writes, brain.errors) for agent, brain in frame.items()}
            for frame in frames
        )
        assert plain == interpreted == logged[0] == logged[1]
        assert frames[2] == frames[3], "the logs, reasons included"
        assert len({session.state_hash() for session in sessions}) == 1


@FEW
@given(MINDS, SPOTS, st.integers(0, TICKS - 1))
def test_3_16_a_run_goes_on_from_any_snapshot(minds, spots, taken_at):
    straight = opened(minds)
    hashes, taken = [], straight.snapshot()
    for _ in range(TICKS):
        if straight.tick == taken_at:
            taken = straight.snapshot()
        tell(straight, spots)
        straight.step()
        hashes.append(straight.state_hash())
    for again in (straight, opened(minds)):
        again.restore(taken)
        while again.tick < TICKS:
            tell(again, spots)
            again.step()
            assert again.state_hash() == hashes[again.tick - 1]
            check_places(again)


@FEW
@given(MINDS, NESTED.map(flattened), SPOTS, st.integers(1, TICKS - 1))
def test_8_2_places_and_holders_add_up_over_an_edit(minds, edited, spots, at):
    session = opened(minds)
    for _ in range(TICKS):
        tell(session, spots)
        if session.tick == at:
            replace_document(session, "m0", mind_of(edited))
            session.apply_inputs()
            check_places(session)
        session.step()
        check_places(session)


@FEW
@given(MINDS, SPOTS, st.dictionaries(st.integers(0, TICKS - 1), st.sampled_from(AGENTS), max_size=3))
def test_6_7_who_is_removed_holds_nothing(minds, spots, removals):
    session = opened(minds)
    for _ in range(TICKS):
        tell(session, spots)
        if session.tick in removals:
            session.world.ask_to_leave(removals[session.tick])
        session.step()
        check_places(session)
        gone = session.world.gone
        assert not any(holders & set(gone) for holders in held(session).values())
