"""The example of the help page about a game's own actions loads, compiles and does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.project_file import load_project
from runtime.basics.status import Status
from runtime.minds.actions.action import ActionContext
from runtime.minds.actions.condition import ConditionContext, ConditionLibrary, HostConditionContext
from runtime.minds.actions.game_behaviors import GameBehaviors, with_modules
from runtime.minds.actions.parameter_types import _PLAIN as PLAIN_TYPES
from runtime.minds.actions.project_modules import load_project_modules
from runtime.minds.actions.steering_actions import builtin_library
from tests.runtime.actions.game_session import doing, session_with, tree_document
from tests.runtime.session_of import replace_document

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "resources" / "help" / "actions-and-conditions.md").read_text(encoding="utf-8")

GATE = {"at": [8, 5]}
ENTITY = {"gate": {"type": "entity", "default": "gate"}, "n": {"type": "int"}}


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found


@pytest.fixture
def game(tmp_path, modules_as_before) -> GameBehaviors:
    (tmp_path / "mindloom.project.json").write_text(block("json"))
    (tmp_path / "doors.py").write_text(block("python"))
    loaded = load_project_modules(load_project(tmp_path), trusted=True)
    assert loaded.problems == ()
    return with_modules(builtin_registry(), builtin_library(), ConditionLibrary(), loaded)


def test_the_example_declares_what_the_page_says(game):
    actions = game.registry.actions
    assert {"knock", "wait_at_door"} <= set(actions)
    assert set(game.registry.conditions) - set(builtin_registry().conditions) == {"is_near"}
    assert actions["knock"].instant
    assert actions["wait_at_door"].summary == "Go to a door and knock until the patience is over."
    assert actions["wait_at_door"].help.startswith("Succeeds when the last knock was made")
    knocks = actions["wait_at_door"].parameter("knocks")
    assert (knocks.type, knocks.default, knocks.minimum, knocks.maximum) == ("int", 3, 1, 9)


def test_the_class_of_the_example_goes_to_the_door_and_knocks_three_times(game):
    document = tree_document({"r": doing("wait_at_door", door="gate")})
    session = session_with(game, document, gate=GATE)
    frames = [session.step().brains["me"] for _ in range(181)]
    assert [frame.errors for frame in frames if frame.errors] == []
    assert [frame.status for frame in frames] == [Status.RUNNING] * 180 + [Status.SUCCESS]
    assert abs(session.world.agents.position[0, 0] - 8) < 1.5


def test_the_line_and_the_expressions_of_the_page_run(game):
    lines = re.findall(r"`(do knock\(.*?\))`", PAGE)
    asked = re.findall(r"`(is_near\(.*?\))`", PAGE)
    assert (len(lines), len(asked)) == (1, 2)
    nodes = {
        "r": {"kind": "sequence", "children": ["near", "far", "knock"]},
        "near": {"kind": "inverter", "children": ["is"]},
        "is": {"kind": "condition", "test": asked[0]},
        "far": {"kind": "condition", "test": asked[1]},
        "knock": {"kind": "set", "actions": ["n = 1", *lines, "n = 2"]},
    }
    document = tree_document(nodes, variables=ENTITY)
    session = session_with(game, document, gate=GATE)
    (error,) = session.step().brains["me"].errors
    assert "the instant action knock gave FAILURE" in error.message
    assert session.variables("me")["n"] == 1
    session.set_pose("me", (7.0, 5.0))
    session.write_variable("me", "n", 0)
    nodes["near"] = {"kind": "force_success", "children": ["is"]}
    replace_document(session, "m.mind.json", tree_document(nodes, variables=ENTITY))
    assert session.step().brains["me"].status == Status.SUCCESS
    assert session.variables("me")["n"] == 2


def test_the_page_names_every_type_and_everything_a_context_gives():
    for kind in PLAIN_TYPES:
        name = getattr(kind, "__name__", "")
        assert f"`{name}`" in PAGE or name == "tuple", name
    for name in ("Vector", "Point"):
        assert f"`{name}`" in PAGE
    for name in [var for var in vars(ActionContext) if not var.startswith("_")]:
        assert re.search(rf"`{name}[`(.]", PAGE), name
    for name in [each for each in dir(HostConditionContext) if not each.startswith("_")]:
        assert name in vars(ConditionContext)
        assert f"`{name}`" in PAGE or f"`{name}(" in PAGE, name


def test_the_page_names_commands_and_files_that_exist():
    from editor.commands.command import command_words

    titles = {words["title"] for words in command_words().values()}
    for title in re.findall(r"\*\*([A-Z][^*]*(?:folder|modules))\*\*", PAGE):
        assert title in titles, title
    for path in re.findall(r"`((?:runtime|graphs)/[\w/.]+)`", PAGE):
        assert (ROOT / path).exists(), path
    for target in re.findall(r"\]\(([\w-]+\.md)\)", PAGE):
        assert (ROOT / "resources" / "help" / target).is_file()
