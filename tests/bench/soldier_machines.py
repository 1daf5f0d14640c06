"""One soldier as a machine of ours and of three other libraries, written as their users write it.

Six states that each steer somewhere in every tick, guards over what is sensed, timers, entry lines: what the
shipped samples are made of. In a turn what is sensed has changed and time has gone on by one tick. The others
have callbacks and keep the time of the last change beside; sismic has `after` and internal transitions.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from runtime.minds.program.brain_log import BrainLog
from tests.runtime.lone_brain import LoneBrain, document, machine

RATE = 60

Counts = tuple[int, int, int]
"""How often the soldier looked around, met somebody and shot."""

Turn = Callable[[int], Counts]
"""Do the turn of this number and return what was counted so far."""


class Way(NamedTuple):
    """Be a transition: from which state (any of them where it is empty), to which, and when.

    `guard` is a text for ours and sismic, `test` the same, and `after`, for methods of a class.
    """

    source: str
    target: str
    after: float
    guard: str
    test: Callable[[Any], bool]


WAYS = {
    "hurt": Way("", "flee", 0, "health < 30", lambda self: self.health < 30),
    "sees": Way("patrol", "chase", 0, "visible and d < 8", lambda self: self.visible and self.d < 8),
    "spots": Way("look", "chase", 0, "visible and d < 8", lambda self: self.visible and self.d < 8),
    "calms": Way("look", "patrol", 2, "", lambda self: self.now - self.since >= 2),
    "closes": Way("chase", "shoot", 0, "visible and d <= 3", lambda self: self.visible and self.d <= 3),
    "loses": Way(
        *("chase", "look", 0, "not visible and (d > 10 or unseen > 2)"),
        lambda self: not self.visible and (self.d > 10 or self.unseen > 2),
    ),
    "leaves": Way("shoot", "chase", 0, "d > 4 or not visible", lambda self: self.d > 4 or not self.visible),
    "spends": Way("shoot", "reload", 0.8, "", lambda self: self.now - self.since >= 0.8),
    "loads": Way("reload", "shoot", 0.5, "", lambda self: self.now - self.since >= 0.5),
    "safe": Way(
        *("flee", "patrol", 3, "d > 6 and health >= 30"),
        lambda self: self.now - self.since >= 3 and self.d > 6 and self.health >= 30,
    ),
}
STATES = ("patrol", "look", "chase", "shoot", "reload", "flee")
ENTRIES = {"look": "looks = looks + 1", "chase": "met = met + 1", "reload": "shots = shots + 1"}


def sensed(tick: int) -> tuple[float, float, float, bool]:
    """Return distance, health, seconds unseen and visibility: all transitions are taken in twenty seconds."""
    seconds = tick / RATE
    distance = float(np.interp(seconds, (0, 4, 6, 6.01, 6.5, 6.51, 8, 10), (10, 2, 2, 5, 5, 2, 2, 7)))
    return distance, 20.0 if 8 < seconds < 9 else 100.0, max(0.0, seconds - 13), seconds < 13


SENSED = [sensed(tick) for tick in range(20 * RATE)]


class Soldier:
    """Be what machines of `transitions` and `python-statemachine` drive."""

    looks = met = shots = 0
    d, health, unseen, visible = SENSED[0]
    now = since = 0.0
    request = ("", "")

    def take(self, turn: int) -> None:
        """Take what is sensed, and the time."""
        self.d, self.health, self.unseen, self.visible = SENSED[turn % len(SENSED)]
        self.now += 1 / RATE

    def steer(self, state: str) -> None:
        """Say where to go."""
        self.request = ("seek", state)

    def on_enter_state(self) -> None:
        """Keep the time of the change."""
        self.since = self.now

    def on_enter_look(self) -> None:
        """Count a look."""
        self.looks += 1

    def on_enter_chase(self) -> None:
        """Count a meeting."""
        self.met += 1

    def on_enter_reload(self) -> None:
        """Count a shot."""
        self.shots += 1


for _name, _way in WAYS.items():
    setattr(Soldier, _name, _way.test)


def sources(way: Way) -> list[str]:
    """Return the states a transition starts from."""
    return [way.source] if way.source else [name for name in STATES if name != way.target]


def of_transitions(transitions: Any) -> Turn:
    """Return the soldier as a machine of `transitions`."""
    soldier: Any = Soldier()
    states = [
        transitions.State(name, ["on_enter_state", *([f"on_enter_{name}"] if name in ENTRIES else [])])
        for name in STATES
    ]
    running = transitions.Machine(soldier, states=states, initial="patrol", auto_transitions=False)
    for name, way in WAYS.items():
        running.add_transition("update", sources(way), way.target, conditions=name)

    def turn(number: int) -> Counts:
        soldier.take(number)
        soldier.update()
        soldier.steer(soldier.state)
        return soldier.looks, soldier.met, soldier.shots

    return turn


def of_statemachine(statemachine: Any) -> Turn:
    """Return the soldier as a machine of `python-statemachine`."""
    states = {name: statemachine.State(initial=name == "patrol") for name in STATES}
    update: Any = None
    for name, way in WAYS.items():
        for source in sources(way):
            leads = states[source].to(states[way.target], cond=name)
            update = leads if update is None else update | leads
    running: Any = type("Running", (Soldier, statemachine.StateChart), {**states, "update": update})()

    def turn(number: int) -> Counts:
        running.take(number)
        running.send("update")
        running.steer(running.current_state_value)
        return running.looks, running.met, running.shots

    return turn


def of_sismic(sismic_io: Any, sismic_interpreter: Any) -> Turn:
    """Return the soldier as a statechart of `sismic`."""

    def transition(way: Way) -> dict[str, Any]:
        asked = [f"after({way.after})"] if way.after else []
        told = {"target": way.target, "guard": " and ".join([*asked, *([way.guard] if way.guard else [])])}
        return told if way.source else {**told, "priority": "high"}

    states = [
        {
            "name": name,
            **({"on entry": ENTRIES[name]} if name in ENTRIES else {}),
            "transitions": [
                *(transition(way) for way in WAYS.values() if name in sources(way)),
                {"event": "tick", "action": f"request = ('seek', '{name}')"},
            ],
        }
        for name in STATES
    ]
    root = {"name": "root", "initial": "patrol", "states": states}
    start = "looks = met = shots = 0\nd, health, unseen, visible = 10.0, 100.0, 0.0, True"
    text = json.dumps({"statechart": {"name": "soldier", "preamble": start, "root state": root}})
    running = sismic_interpreter.Interpreter(sismic_io.import_from_yaml(text))
    running.execute()

    def turn(number: int) -> Counts:
        context = running.context
        context["d"], context["health"], context["unseen"], context["visible"] = SENSED[number % len(SENSED)]
        running.clock.time += 1 / RATE
        running.queue("tick")
        running.execute()
        return context["looks"], context["met"], context["shots"]

    return turn


def _our_soldier() -> LoneBrain:
    nodes = {
        name: {
            "activity": {"action": "asking", "params": {"name": name}},
            **({"entry": [ENTRIES[name]]} if name in ENTRIES else {}),
        }
        for name in STATES
    }
    edges = {
        name: {
            "to": way.target,
            **({"from": way.source} if way.source else {"interrupt": True}),
            **({"after": way.after} if way.after else {}),
            **({"guard": way.guard} if way.guard else {}),
        }
        for name, way in WAYS.items()
    }
    variables = {
        **{name: {"type": "int"} for name in ("looks", "met", "shots")},
        **{name: {"type": "float", "default": 100} for name in ("d", "health", "unseen")},
        "visible": {"type": "bool"},
    }
    return LoneBrain(document({"g": machine(nodes, edges)}, variables=variables), rate=RATE)


def turn_of_ours(*, logged: bool) -> Turn:
    """Return the soldier as a machine of ours; a turn is a whole tick of its brain."""
    lone = _our_soldier()
    brain, host, slots = lone.brain, lone.host, lone.program.variables
    brain.watched = logged
    d, health, unseen, visible = (slots[name].index for name in ("d", "health", "unseen", "visible"))
    looks, met, shots = (slots[name].index for name in ("looks", "met", "shots"))

    def turn(number: int) -> Counts:
        floats, ints = brain.floats, brain.ints
        floats[d], floats[health], floats[unseen], brain.bytes_[visible] = SENSED[number % len(SENSED)]
        host.tick += 1
        brain.tick(BrainLog() if logged else None)
        return ints[looks], ints[met], ints[shots]

    return turn
