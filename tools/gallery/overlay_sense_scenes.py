"""Set up small worlds in which what agents sense, and what flies, has something to show."""

from __future__ import annotations

from collections.abc import Mapping

from editor.map.picture.world_picture import Whom
from runtime.session.session import Session
from runtime.worlds.flight.projectiles import GRENADE, STONE
from tools.gallery.overlay_scene import OverlayScene, agent, box


def sensor(kind: str, **params: object) -> dict[str, object]:
    """Return one sensor of an agent."""
    return {"kind": kind, "params": params}


def source(x: float, y: float, kind: str, **params: object) -> dict[str, object]:
    """Return something that gives something off."""
    return {"at": (x, y), "kind": kind, "params": params}


def _shout(session: Session) -> None:
    """Make two noises a moment ago, one of them behind a wall."""
    session.world.make_noise((8.6, 6.4), 9.0, "shout", maker="b")
    session.world.make_noise((11.6, 2.0), 5.0, "steps", maker="c")
    for _ in range(18):
        session.step()


def _throw(session: Session) -> None:
    session.throw_object((10.5, 2.6), GRENADE, (1.0, 2.0))
    session.throw_object((12.5, 6.6), STONE, (3.5, 7.8))
    for _ in range(22):
        session.step()


def _hurt(session: Session) -> None:
    session.world.change_health("b", -40.0, "a")
    session.world.change_health("c", -85.0, "a")


def _explode(session: Session) -> None:
    session.throw_object((7.0, 4.5), GRENADE, (3.0, 4.5))
    for _ in range(2 * session.rate + 10):
        session.step()


def _show_emotes(session: Session) -> None:
    emotes = session.world.signals.emotes
    emotes.show("a", "!", session.tick, 600)
    emotes.show("b", "?", session.tick, 600)
    emotes.show("c", "zzz", session.tick, 600)


def _ask_impact(session: Session) -> None:
    session.world.entity_field("puck", "impact:goal")


_THREE: Mapping[str, object] = {
    "a": agent(4.0, 4.0, 30, name="Guard"),
    "b": agent(7.0, 5.6, 200, name="Cook", team="staff"),
    "c": agent(10.5, 3.2, 90, name="Dog", team="dogs"),
}

SENSE_SCENES: tuple[OverlayScene, ...] = (
    OverlayScene(
        "Hearing and noises",
        ("hearing", "noises"),
        {
            "walls": {
                "wall": box(6.6, 0.0, 7.1, 4.2) | {"muffling": 3.5},
                "crate": box(9.4, 6.6, 10.6, 7.6) | {"muffling": 6.0},
            },
            "agents": {
                "a": agent(3.4, 4.4, 0, name="Guard", sensors=(sensor("hearing", threshold=1, range=7),)),
                "b": agent(8.6, 6.4, 200, name="Crier", team="others"),
                "c": agent(11.6, 2.0, 90, name="Sneak", team="others"),
            },
        },
        ticks=1,
        act=_shout,
    ),
    OverlayScene(
        "Smell and scent",
        ("smell", "scent"),
        {
            "zones": {"brook": {"polygon": ((7.4, 0), (8.6, 0), (8.6, 9), (7.4, 9)), "clears_scent": True}},
            "agents": {
                "a": agent(3.6, 2.4, 0, name="Hound", sensors=(sensor("smell", range=3, looks_for="foxes"),)),
                "b": agent(3.2, 5.6, 0, name="Fox", team="foxes")
                | {"emits": ({"kind": "scent", "params": {"lifetime": 5.0, "every": 0.1}},)},
            },
        },
        {"b": (("seek", {"target": (12.5, 3.0)}),)},
        ticks=170,
    ),
    OverlayScene(
        "Touch",
        ("touch",),
        {
            "walls": {"wall": box(7.4, 1.0, 8.0, 8.0)},
            "agents": {
                "a": agent(7.0, 5.0, 0, name="Blind", sensors=(sensor("touch", reach=0.3, walls=True),))
                | {"radius": 0.6},
                "b": agent(6.2, 3.9, 0, name="Crate", team="things") | {"radius": 0.6},
            },
        },
        {"a": (("seek", {"target": (9.0, 4.0)}),)},
        ticks=30,
    ),
    OverlayScene(
        "A visor and who is near",
        ("cones", "rays", "proximity", "distances"),
        {
            "walls": {"wall": box(8.0, 5.2, 8.5, 7.4)},
            "agents": {
                "a": agent(
                    4.0,
                    4.5,
                    0,
                    name="Guard",
                    sensors=(
                        sensor("visor", range=6, near_width=1, far_width=5, looks_for="thieves"),
                        sensor("proximity", radius=2.6, looks_for="thieves"),
                        sensor("fact", of="c", field="health"),
                    ),
                ),
                "b": agent(8.6, 3.4, 200, name="Thief 1", team="thieves"),
                "c": agent(9.4, 6.0, 90, name="Thief 2", team="thieves"),
                "d": agent(3.0, 6.4, 90, name="Thief 3", team="thieves"),
            },
        },
        ticks=2,
    ),
    OverlayScene(
        "Watched zones",
        ("zones",),
        {
            "zones": {"vault": {"polygon": ((7, 2), (12.5, 2), (12.5, 7), (7, 7)), "name": "Vault"}},
            "agents": {
                "a": agent(
                    3.0, 4.5, 0, name="Alarm", sensors=(sensor("zone", zone="vault", looks_for="thieves"),)
                ),
                "b": agent(9.0, 5.4, 200, name="Thief 1", team="thieves"),
                "c": agent(10.6, 3.2, 90, name="Thief 2", team="thieves"),
                "d": agent(4.6, 7.4, 90, name="Thief 3", team="thieves"),
            },
        },
        ticks=2,
    ),
    OverlayScene(
        "Graded vision and its meters",
        ("cones", "rays", "meters", "lights"),
        {
            "walls": {"wall": box(6.8, 6.2, 7.3, 9.0)},
            "sources": {"lamp": source(9.0, 3.2, "light", radius=2.4)},
            "agents": {
                "a": agent(
                    3.0, 4.5, 0, name="Guard 1", sensors=(sensor("graded_vision", looks_for="thieves"),)
                ),
                "b": agent(
                    9.6, 6.4, 230, name="Guard 2", sensors=(sensor("graded_vision", looks_for="thieves"),)
                ),
                "t": agent(8.2, 5.0, 200, name="Thief", team="thieves"),
            },
        },
        ticks=44,
    ),
    OverlayScene(
        "Interest",
        ("awareness", "attractions"),
        {
            "sources": {"box": source(8.0, 5.0, "interest", interest="box", radius=5.0, first=0.2)},
            "agents": {
                "a": agent(4.6, 4.0, 0, name="Guard 1", sensors=(sensor("awareness"),)),
                "b": agent(9.6, 7.2, 200, name="Guard 2", sensors=(sensor("awareness"),)),
                "c": agent(11.0, 3.0, 90, name="Guard 3", sensors=(sensor("awareness"),)),
            },
        },
        ticks=24,
        whom=Whom.ALL,
    ),
    OverlayScene(
        "Emotes", ("emotes", "labels"), {"agents": _THREE}, ticks=1, whom=Whom.ALL, act=_show_emotes
    ),
    OverlayScene("Flights", ("flights",), {"agents": _THREE}, ticks=1, act=_throw),
    OverlayScene("A grenade before it explodes", ("flights",), {"agents": _THREE}, ticks=1, act=_explode),
    OverlayScene(
        "Predicted arrivals: a puck that bounces",
        ("arrivals",),
        {
            "zones": {"goal": {"polygon": ((0, 3), (1, 3), (1, 6), (0, 6))}},
            "projectiles": {"puck": {"at": (9, 4), "velocity": (-4.2, 5), "gravity": 0, "bounce": 1}},
            "agents": {"a": agent(1.6, 4.5, name="Keeper")},
        },
        ticks=6,
        act=_ask_impact,
    ),
    OverlayScene("Health", ("health",), {"agents": _THREE}, ticks=1, act=_hurt),
)
"""Scenes of the senses and of flights."""
