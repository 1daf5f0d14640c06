"""Four who ask for two tokens, and a squad at work: the same in every back end and process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.export.export_document import export_document
from runtime.export.load_program import parse_export
from runtime.export.program_json import ProgramFiles
from runtime.minds.actions.memory_check import checked_library
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.exported_minds import exported_minds
from runtime.session.session import Session
from tests.runtime.actions.game_session import tree_document
from tests.runtime.squads.test_circles_and_tokens import askers, attack_session
from tests.runtime.squads.test_squads import act, circle_squad, minded, squad_session

ROOT = Path(__file__).parents[3]
STEPS = 60
MODULE = "tests.runtime.squads.test_same_in_every_back_end"
SCRIPT = f"from {MODULE} import told, session; print(told(session('tokens')))"


def session(name: str) -> Session:
    """Return one of the sessions compared here."""
    return {"tokens": lambda: askers(seconds=0.3), "attacks": attack_session, "squad": minded}[name]()


def exported(straight: Session, *, names: bool) -> Session:
    """Return the session with its minds written as programs for games, and read again."""
    documents: dict[str, Document] = dict(straight.segments[-1].minds.documents)
    exports: dict[str, ProgramFiles] = {}
    for file, document in documents.items():
        made = export_document(document, builtin_registry())
        read = parse_export(made.names_text().encode()) if names else None
        exports[file] = ProgramFiles(parse_export(made.text().encode()), read)
    library = builtin_library()
    minds = exported_minds(straight.document, exports, library)
    return Session(straight.document, {}, builtin_registry(), library, compiled=minds)


def told(run: Session) -> str:
    """Run a session; return who got what in each step, with the hash of the world at the end."""
    lines: list[Any] = []
    for _ in range(STEPS):
        run.step()
        lines.append(run.world.parts.state())
    return repr((lines, run.world.state_bytes().hex()))


def interpreted(run: Session) -> Session:
    for brain in run.brains.values():
        brain.interpreted = True
    return run


def test_11_35_tokens_circles_and_squads_are_the_same_in_every_back_end():
    for name in ("tokens", "attacks", "squad"):
        wanted = told(session(name))
        assert told(session(name)) == wanted
        assert told(interpreted(session(name))) == wanted
        assert told(exported(session(name), names=True)) == wanted
        assert told(interpreted(exported(session(name), names=False))) == wanted


def test_11_35_the_same_two_of_four_get_a_token_in_another_process():
    wanted = told(session("tokens"))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == wanted


def test_an_export_lists_what_a_game_supplies_for_squads():
    asks = (
        'in_slot(0.5) and role(self) == "scout" and tokens_left(self, "key") > 0.0 and squad_size(self) > 1'
    )
    document = tree_document(
        {
            "r": {"kind": "sequence", "children": ["ask", "order"]},
            "ask": {"kind": "condition", "test": asks},
            "order": act("order", event="go"),
        },
        version=5,
    )
    needs = export_document(document, builtin_registry()).needs

    assert [*needs.actions] == ["order"]
    assert [*needs.conditions] == ["in_slot"]
    assert sorted(needs.entity_fields) == ["squad:role", "squad:size", "token:left:key"]


def test_no_action_of_squads_keeps_anything_on_its_object():
    for name in ("tokens", "attacks", "squad", "held"):
        straight = squad_session(circle_squad()) if name == "held" else session(name)
        checked = Session.open(
            straight.document,
            dict(straight.segments[-1].minds.documents),
            builtin_registry(),
            checked_library(builtin_library()),
        )
        frames = [checked.step() for _ in range(STEPS)]
        assert [
            error.message for frame in frames for brain in frame.brains.values() for error in brain.errors
        ] == []
