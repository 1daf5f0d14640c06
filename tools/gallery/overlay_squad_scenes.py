"""Set up worlds in which squads stand around leaders, and agents have places in fighting circles."""

from __future__ import annotations

from runtime.records.world_records import Effect
from runtime.session.session import Session
from tools.gallery.overlay_scene import OverlayScene, agent

_WEIGHTS = {"brute": 3.0, "knight": 3.0, "imp": 1.0}
"""Those who fight, with what they weigh: seven of the eight slots."""


def _fight(session: Session) -> None:
    for name, weight in _WEIGHTS.items():
        session.world.apply_effect(Effect(name, "request_slot", {"of": "ring", "weight": weight}, "join"))
    session.world.apply_effect(Effect("knight", "request_attack", {"weight": 2.0}, "strike"))


SQUAD_SCENES: tuple[OverlayScene, ...] = (
    OverlayScene(
        "Formation: a wedge with a free place",
        ("formation",),
        {
            "version": 4,
            "squads": {
                "red": {
                    "members": ("a", "ben", "cleo", "dan"),
                    "formation": {"shape": "wedge", "spacing": 1.6, "size": 4},
                }
            },
            "agents": {
                "a": agent(9.0, 4.5, 20, name="Ada", team="red"),
                "ben": agent(6.4, 5.8, 20, name="Ben", team="red"),
                "cleo": agent(7.6, 2.2, 20, name="Cleo", team="red"),
                "dan": agent(3.2, 4.6, 20, name="Dan", team="red"),
            },
        },
        ticks=1,
    ),
    OverlayScene(
        "Fighting circle: seven of eight slots taken",
        ("circles",),
        {
            "version": 4,
            "circles": {"ring": {"around": "a", "radius": 2.5, "slots": 8, "attacks": 4}},
            "agents": {
                "a": agent(7.0, 4.9, 0, name="Hero"),
                "brute": agent(11.0, 4.9, 180, name="Brute", team="red"),
                "knight": agent(5.2, 6.8, 315, name="Knight", team="red"),
                "imp": agent(4.0, 2.2, 45, name="Imp", team="red"),
            },
        },
        before=_fight,
        ticks=2,
    ),
)
