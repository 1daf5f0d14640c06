"""Pictures of needs and moods: a goal selector and a machine of moods, at rest and running."""

from __future__ import annotations

import json

from editor.running.interventions import post_event
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from graphs.model import Document
from graphs.model.document import FORMAT, VERSION
from tools.gallery.playing import play
from tools.gallery.scene import EMPTY, NO_DOCUMENT, Scene


def snack_or_sleep() -> Document:
    """Return the tree of the help page: needs of food and rest, and three ways to meet them."""

    def way(title: str, seconds: float, effects: dict[str, float]) -> dict[str, object]:
        slot = {"effects": effects, "duration": seconds}
        return {"kind": "wait", "title": title, "params": {"seconds": seconds}, "slot": slot}

    nodes = {
        "live": {
            "kind": "goal_selector",
            "title": "Live",
            "children": ["snack", "meal", "sleep"],
            "needs": ["hunger", "fatigue"],
        },
        "snack": way("Snack", 1, {"hunger": -2}),
        "meal": way("Meal", 4, {"hunger": -4}),
        "sleep": way("Sleep", 8, {"fatigue": -4}),
        "always": {"kind": "repeat", "children": ["live"]},
    }
    variables = {
        "hunger": {"type": "float", "default": 4, "min": 0, "rise": 0.5},
        "fatigue": {"type": "float", "default": 3, "min": 0, "rise": 0.25},
    }
    graph = {"kind": "behavior_tree", "title": "Snack or sleep", "root": "always", "nodes": nodes}
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "graphs": {"g": graph},
        "root": "g",
        "variables": variables,
    }
    return Document.model_validate_json(json.dumps(whole))


def weigh_needs(window: MainWindow) -> None:
    """Show a goal selector that runs, with its needs and what its children leave."""
    session = window.workspace.new(snack_or_sleep(), "snack or sleep")
    window.area.open_session(session)
    settle(make_application())
    session.select(("live",))
    window.panels.show_panel("inspector")
    settle(make_application())
    play(window, 6)
    settle(make_application())


def weigh_child(window: MainWindow) -> None:
    """Show what the parent knows of a child."""
    weigh_needs(window)
    if window.session is not None:
        window.session.select(("snack",))


def mix_moods(window: MainWindow) -> None:
    """Show a machine of moods that was startled a second ago."""
    window.commands.run("file.new_moods")
    window.panels.show_panel("moods")
    settle(make_application())
    play(window, 60)
    post_event(window.run, window.run.picked_agent, "startled", {})
    play(window, 210)
    settle(make_application())


def offer_moods(window: MainWindow) -> None:
    """Show the panel of moods for a plain machine."""
    window.panels.show_panel("moods")


WANT_SCENES = (
    Scene("goals", NO_DOCUMENT, 0, weigh_needs, shows=("graph:goals",)),
    Scene("panel-goals", NO_DOCUMENT, 0, weigh_needs, shows=("panel:inspector",), crop="inspector"),
    Scene("goals-child", NO_DOCUMENT, 0, weigh_child, shows=("panel:inspector",), crop="inspector"),
    Scene("moods", NO_DOCUMENT, 0, mix_moods, shows=("panel:moods",)),
    Scene("panel-moods", NO_DOCUMENT, 0, mix_moods, shows=("panel:moods",), crop="moods"),
    Scene("empty-moods", act=offer_moods, shows=("panel:moods", EMPTY), crop="moods"),
)
"""What a designer of needs and moods sees."""
