"""Open sessions for tests: small ones from plain minds, and the samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document, Event
from graphs.worlds.model.world_file import load_world, world_from_bytes
from runtime.history.recording.trace_export import TraceHash
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile import document_errors
from runtime.session.session import Session

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


def session_of(agents: dict[str, Any], minds: dict[str, Document], *, seed: int = 1, **world: Any) -> Session:
    """Open a world 20 by 14 with `agents`, each spread out and given its `mind` by file name."""
    placed = {name: {"at": [2 + 3 * place, 7], **agent} for place, (name, agent) in enumerate(agents.items())}
    value = {
        "format": "mindloom-world",
        "version": 1,
        "size": [20, 14],
        "seed": seed,
        "agents": placed,
        **world,
    }
    document = world_from_bytes(json.dumps(value).encode())
    return Session.open(document, minds, builtin_registry(), builtin_library())


def take_as_right(document: Document) -> None:
    """Let a document run whatever the check says, to see what a run makes of a missing answer (5.3)."""
    document_errors.FOUND.keep(document, (builtin_registry(), ()))


def sample_session(name: str, seed: int | None = None, events: dict[str, Event] | None = None) -> Session:
    """Open the world of a sample with its minds, which declare more `events`."""
    world = load_world(SAMPLES / f"{name}.world.json")
    files = {agent.mind.partition("#")[0] for agent in world.agents.values() if agent.mind}
    minds = {file: load_document(SAMPLES / file) for file in sorted(files)}
    for file, mind in minds.items() if events else ():
        minds[file] = mind.model_copy(update={"events": {**mind.events, **(events or {})}})
    return Session.open(world, minds, builtin_registry(), builtin_library(), seed=seed)


def trace_hash_of(name: str, steps: int) -> str:
    """Return the trace hash of a sample in which the player walks about."""
    session = sample_session(name)
    session.watch(session.agent_ids)
    trace = TraceHash()
    for _ in range(steps):
        move_player(session)
        trace.add(session.step())
    return trace.hexdigest()


def move_player(session: Session) -> None:
    """Put the player somewhere else every 100 steps: near the first brain's agent, then far away."""
    player = session.document.player
    if player is None or session.tick % 100:
        return
    where = ((session.tick // 100 * 7) % 18 + 1.0, (session.tick // 100 * 5) % 12 + 1.0)
    session.set_pose(player, where)


def replace_document(session: Session, name: str, document: Document) -> None:
    """Let a session go on with a changed document from the next step on (section 8 of the rules)."""
    session.swap(session.compiled_with({name: document}))
