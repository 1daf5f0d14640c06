"""Say which pictures show ways, the ground and questions for places: on the map and in the inspector."""

from __future__ import annotations

import json
from dataclasses import replace

from editor.documents.open.sample_files import samples_folder
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from graphs.model.document import Document
from graphs.worlds.edits.adding import add_agent, add_door, add_link, add_obstacle, add_wall, add_zone
from graphs.worlds.edits.ground import add_layer, rename_layer, set_layer_field
from graphs.worlds.edits.linking import link_waypoints
from graphs.worlds.edits.references import rename_element
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.edits.shapes import rectangle
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from tools.gallery.playing import play
from tools.gallery.scene import FIRST, NO_DOCUMENT, Scene
from tools.gallery.world_scenes import drawing, selecting

_AREAS = (
    ("Swamp", 4, ((9.0, 3.5), (14.0, 7.5))),
    ("Lava", "never", ((17.0, 6.5), (21.0, 9.0))),
    ("Road", 0.5, ((1.0, 12.6), (13.0, 14.2))),
)


def with_ways(world: WorldDocument) -> WorldDocument:
    """Return a world with areas that cost, a door, links, a graph of waypoints and a layer of danger."""
    for name, cost, (low, high) in _AREAS:
        world, zone = add_zone(world, rectangle(low, high))
        world = set_element_field(set_element_field(world, zone, "name", name), zone, "cost", cost)
    world, gate = add_door(world, rectangle((15.2, 1.0), (15.7, 3.0)))
    world = set_element_field(set_element_field(world, gate, "name", "Gate"), gate, "slide", [0, 2])
    world = set_element_field(world, gate, "opens_on", "alarm")
    world, hop = add_link(world, (7.0, 3.0), (10.0, 2.0), "jump")
    world = set_element_field(world, hop, "both_ways", False)
    world, ladder = add_link(world, (17.5, 11.0), (20.5, 12.5), "ladder")
    world = set_element_field(world, ladder, "active", False)
    world = rename_layer(add_layer(world, "influence"), "influence", "danger")
    world = set_layer_field(world, "danger", "sources.0.radius", 6)
    world = set_element_field(world, Element("agents", "tank_1"), "area_costs.zone_1", "never")
    return link_waypoints(world)


def begin(window: MainWindow) -> None:
    """Edit the world at its start, with ways in it."""
    window.run.stop()
    window.world.editor.toggle()
    session = window.world.session
    if session is not None:
        session.apply("Fill", with_ways, select=())


def show_ways(window: MainWindow) -> None:
    """Show a map with ways and a layer, large, beside a mind that runs in it."""
    window.open_file(samples_folder() / FIRST)
    settle(make_application())
    begin(window)
    window.world.editor.toggle()
    window.commands.run("preview.fit")
    settle(make_application())


def take_cover() -> Document:
    """Return a mind that looks for cover from an agent, and goes there."""
    nodes = {
        "all": {"kind": "sequence", "children": ["ask", "go", "rest"]},
        "ask": {
            "kind": "best_place",
            "params": {"name": "cover", "into": "spot"},
            "children": ["spots", "hidden", "near", "safe"],
        },
        "spots": {"kind": "points_of_cover", "params": {"reach": 9, "spacing": 0.8}},
        "hidden": {
            "kind": "keep_places",
            "params": {"by": "sight", "of": "sniper", "at_most": 0},
        },
        "near": {"kind": "score_places", "params": {"worst": 8, "best": 0}},
        "safe": {"kind": "score_places", "params": {"by": "cover", "of": "sniper"}},
        "go": {"kind": "action", "action": "go_to", "params": {"target": {"expr": "spot"}}},
        "rest": {"kind": "wait", "params": {"seconds": 3}},
    }
    graph = {"kind": "behavior_tree", "title": "Take cover", "root": "all", "nodes": nodes}
    whole = {
        "format": "mindloom",
        "version": 5,
        "root": "g1",
        "variables": {"spot": {"type": "vector"}},
        "graphs": {"g1": graph},
    }
    return Document.model_validate_json(json.dumps(whole))


def _with_cover(world: WorldDocument) -> WorldDocument:
    """Return the field with walls to hide behind, and somebody to hide from."""
    world, _ = add_wall(world, rectangle((7.0, 7.5), (7.6, 12.0)))
    world, _ = add_wall(world, rectangle((10.5, 2.0), (14.0, 2.6)))
    world, _ = add_obstacle(world, (5.0, 4.5), 0.8)
    world, foe = add_agent(world, (16.5, 8.0), 180)
    world = rename_element(set_element_field(world, foe, "name", "Sniper"), foe, "sniper")
    sniper = Element("agents", "sniper")
    world = set_element_field(set_element_field(world, sniper, "team", "foes"), sniper, "mind", None)
    return set_element_field(world, Element("agents", "agent"), "at", [3.0, 10.0])


def ask_for_cover(window: MainWindow) -> None:
    """Run a question for places, with its candidates on the map beside the tree."""
    session = window.workspace.new(take_cover(), "take cover")
    window.area.open_session(session)
    settle(make_application())
    window.world.editor.toggle()
    if window.world.session is not None:
        window.world.session.apply("Fill", _with_cover, select=())
    window.world.editor.toggle()
    window.run.apply_edits_now()
    session.select(("ask",))
    window.panels.show_panel("inspector")
    settle(make_application())
    play(window, 20)
    window.commands.run("preview.fit")
    settle(make_application())


def _named(*scenes: Scene) -> tuple[Scene, ...]:
    shows = ("mode:world_editing",)
    return tuple(replace(scene, name=f"ways-{scene.name}", ticks=0, shows=shows) for scene in scenes)


WAY_SCENES = (
    Scene("best-place", NO_DOCUMENT, 0, ask_for_cover, shows=("panel:inspector",)),
    *_named(
        Scene("layers", act=selecting(scroll=340, prepare=begin)),
        Scene("door", act=selecting(Element("doors", "door_1"), prepare=begin)),
        Scene("link", act=selecting(Element("links", "jump_1"), prepare=begin)),
        Scene("zone", act=selecting(Element("zones", "zone_1"), prepare=begin)),
        Scene("waypoint", act=selecting(Element("waypoints", "q1"), prepare=begin)),
        Scene("costs", act=selecting(Element("agents", "tank_1"), scroll=2400, prepare=begin)),
        Scene("tool-door", act=drawing("door", drag=((17.0, 1.0), (17.5, 3.0)))),
        Scene("tool-link", act=drawing("link", drag=((17.0, 2.0), (20.0, 3.5)))),
        Scene("tool-waypoint", act=drawing("waypoint", hover=(17.0, 11.0))),
    ),
)
"""Every scene of ways, the ground and questions for places."""
