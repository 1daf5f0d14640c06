"""The card duel is as hard as the catalogue says (N8): who only attacks, and begins, wins about 89 of 100."""

from __future__ import annotations

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.basics.host import RaisedEvent
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.brain.brain import Brain
from runtime.minds.compile.compiler import compile_document
from runtime.minds.program.agent_state import Slab, StateLayout
from runtime.minds.program.program import Program
from tests.runtime.lone_brain import ENTITIES, ScriptedHost
from tests.runtime.session_of import SAMPLES

GAMES = 150
MOST_TICKS = 20_000


def program_of(document: Document) -> Program:
    """Compile the duel at 2 ticks a second, so that a turn takes few of them."""
    return compile_document(document, builtin_registry(), builtin_library(), rate=2)


def player_wins(program: Program, seed: int) -> bool:
    """Play one game in which the player attacks in every turn."""
    host = ScriptedHost(rate=2)
    brain = Brain(
        program, Slab(program.layout, 1).agent(0), host, "me", seed, Slab(StateLayout(), 1).agent(0)
    )
    brain.write_from_outside("opponent", next(iter(ENTITIES)))
    rows = {row.path: row.index for row in program.rows if row.kind != "activity"}
    for _ in range(MOST_TICKS):
        if brain.bytes_[rows["player_turn"]]:
            brain.post(RaisedEvent("attack", {}))
        brain.tick(None)
        host.tick += 1
        for winner in ("won", "lost"):
            if brain.bytes_[rows[winner]]:
                return winner == "won"
    raise AssertionError("the game does not end")


def test_a_player_who_only_attacks_and_begins_wins_about_89_of_100_games() -> None:
    program = program_of(load_document(SAMPLES / "card_duel.mind.json"))
    won = sum(player_wins(program, seed) for seed in range(GAMES))
    assert 0.82 <= won / GAMES <= 0.96
