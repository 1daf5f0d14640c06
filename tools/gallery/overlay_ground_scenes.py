"""Set up worlds in which agents ask for places, and the ground has layers."""

from __future__ import annotations

import json

from runtime.records.world_records import Effect
from runtime.session.session import Session
from tools.gallery.overlay_scene import OverlayScene, agent, box

_QUESTION = {
    "take": "best",
    "top": 1,
    "parts": [
        {"part": "points_of_cover", "reach": 9, "gap": 0.2, "spacing": 0.8},
        {"part": "points_grid", "half_size": 3, "spacing": 0.75},
        {"part": "keep_places", "by": "sight", "of": "foe", "at_most": 0},
        {"part": "score_places", "by": "distance", "worst": 6, "best": 0, "weight": 1},
        {"part": "score_places", "by": "cover", "of": "foe", "worst": 0, "best": 1, "weight": 1},
    ],
}


def _ask(session: Session) -> None:
    given = {"name": "cover", "question": json.dumps(_QUESTION)}
    session.world.apply_effect(Effect("a", "find_place", given, "ask"))


GROUND_SCENES: tuple[OverlayScene, ...] = (
    OverlayScene(
        "Best places: cover from a foe",
        ("places",),
        {
            "walls": {"wall": box(6.0, 3.0, 6.7, 6.6)},
            "obstacles": {"rock": {"center": (3.6, 6.6), "radius": 0.7}},
            "agents": {
                "a": agent(4.2, 3.4, 40, name="Soldier"),
                "foe": agent(11.0, 5.0, 180, name="Sniper", team="foes"),
            },
        },
        before=_ask,
        ticks=4,
    ),
    OverlayScene(
        "Ways: what they cost, and what bars them",
        ("way", "way_cost", "gates"),
        {
            "version": 4,
            "walls": {
                "north": box(6.0, 6.2, 6.5, 9.0),
                "middle": box(6.0, 3.0, 6.5, 5.0),
                "south": box(6.0, 0.0, 6.5, 1.8),
            },
            "doors": {
                "gate": {**box(6.0, 5.0, 6.5, 6.2), "name": "Gate"},
                "side": {**box(6.0, 1.8, 6.5, 3.0), "name": "Side door", "open": True},
            },
            "links": {
                "hop": {"start": (5.4, 7.6), "end": (7.1, 7.6), "active": False},
                "ledge": {"start": (9.5, 6.4), "end": (11.5, 7.9), "kind": "ladder"},
            },
            "zones": {
                "swamp": {**box(7.5, 1.0, 10.0, 4.5), "name": "Swamp", "cost": 4},
                "road": {**box(1.0, 1.2, 5.6, 2.4), "name": "Road", "cost": 0.5},
                "lava": {**box(10.8, 3.0, 13.0, 5.4), "name": "Lava", "cost": "never"},
            },
            "waypoints": {"camp": {"at": (12.6, 2.0), "name": "Camp"}},
            "agents": {"a": agent(2.0, 4.6, 0, name="Scout")},
        },
        {"a": (("go_to", {"target": "camp"}),)},
        ticks=20,
    ),
    OverlayScene(
        "Layers: who holds the ground",
        ("layers",),
        {
            "version": 4,
            "walls": {"wall": box(6.6, 2.0, 7.2, 7.0)},
            "layers": {
                "land": {
                    "kind": "territory",
                    "cell": 0.25,
                    "around_walls": True,
                    "sources": ({"who": "anyone", "strength": 10, "radius": 6},),
                }
            },
            "agents": {
                "a": agent(3.0, 4.0, 0, name="Red", team="red"),
                "b": agent(10.0, 5.5, 180, name="Blue", team="blue"),
                "c": agent(8.5, 1.5, 90, name="Green", team="green"),
                "d": agent(2.0, 8.0, 300, name="Gold", team="gold"),
            },
        },
        ticks=1,
    ),
)
