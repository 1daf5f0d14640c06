"""Do what agents ask for once to be heard, seen, smelled and noticed (rule 9.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS, LOUDEST
from runtime.basics.time_ticks import duration_to_ticks
from runtime.basics.values import Value, Vector
from runtime.records.world_records import Effect

if TYPE_CHECKING:
    from runtime.worlds.world import World

LONGEST_SHOWN = 3600.0
"""Longest time in seconds that an emote or an interest stays."""


def make_noise(world: World, effect: Effect) -> str | None:
    """Make a noise `at` a vector or entity, else where the agent is: `loudness`, `attenuation`, `tag`."""
    at = _place(world, effect, "at")
    if isinstance(at, str):
        return at
    arguments = effect.arguments
    world.make_noise(
        at,
        _number(arguments, "loudness", 10.0),
        _text(arguments, "tag"),
        maker=effect.agent_id,
        attenuation=_number(arguments, "attenuation", 1.0),
    )
    return None


def attract(world: World, effect: Effect) -> str | None:
    """Let others notice something `at` a place: `interest`, `priority`, `radius`, `sense`, `who`, `lasts`."""
    at = _place(world, effect, "at")
    if isinstance(at, str):
        return at
    arguments = effect.arguments
    given = arguments.get("priority")
    world.signals.attract(
        world.tick + 1,
        at,
        interest=_text(arguments, "interest", "suspect"),
        priority=None if given is None else int(_number(arguments, "priority", 0.0)),
        radius=_number(arguments, "radius", 8.0),
        sense=_text(arguments, "sense", "sound"),
        who=_text(arguments, "who", "squad"),
        lasts=min(_number(arguments, "lasts", 0.0), LONGEST_SHOWN),
        source=effect.agent_id,
    )
    return None


def emote(world: World, effect: Effect) -> str | None:
    """Show `text` above the agent for `seconds`; "" takes away what is there."""
    seconds = min(_number(effect.arguments, "seconds", 1.5), LONGEST_SHOWN)
    steps = duration_to_ticks(seconds, world.rate)
    world.signals.emotes.show(effect.agent_id, _text(effect.arguments, "text"), world.tick + 1, steps)
    return None


def leave_scent(world: World, effect: Effect) -> str | None:
    """Leave scent from now on, or with `on` false no more."""
    if world.signals.switch(effect.agent_id, effect.arguments.get("on") is not False, "scent"):
        return None
    return f"{effect.agent_id} has no scent to leave; give it an emitter of kind scent in the world."


def ring_source(world: World, effect: Effect) -> str | None:
    """Let the noises and interests of `source` be given off in the next step."""
    source = effect.arguments.get("source")
    if isinstance(source, str) and world.signals.ring(source):
        return None
    return f"Nothing rings at {source!r}: it gives off no noise and no interest."


def switch_source(world: World, effect: Effect) -> str | None:
    """Switch all that `source` gives off on, or with `on` false off."""
    source = effect.arguments.get("source")
    if isinstance(source, str) and world.signals.switch(source, effect.arguments.get("on") is not False):
        return None
    known = ", ".join(EMITTER_KINDS)
    return f"There is nothing to switch at {source!r}: it gives off nothing ({known})."


def forget_interest(world: World, effect: Effect) -> str | None:
    """Let the agent be interested in nothing, so that everything matters again."""
    if world.forget_interest(effect.agent_id):
        return None
    return f"{effect.agent_id} has no awareness sensor that could forget."


SIGNAL_EFFECTS: Mapping[str, Callable[[World, Effect], str | None]] = {
    "attract": attract,
    "emote": emote,
    "forget_interest": forget_interest,
    "leave_scent": leave_scent,
    "make_noise": make_noise,
    "ring_source": ring_source,
    "switch_source": switch_source,
}
"""What does each effect, by name; it returns why it cannot be done, or None."""


def _place(world: World, effect: Effect, name: str) -> Vector | str:
    """Return the place an argument names, the agent's where it names none, or why there is none."""
    value = effect.arguments.get(name)
    if isinstance(value, tuple):
        return value
    entity = effect.agent_id if value is None else value
    if not isinstance(entity, str) or not world.has_entity(entity):
        return f"There is no entity {entity!r} to do this at."
    place = world.entity_field(entity, "position")
    assert isinstance(place, tuple)
    return place


def _number(arguments: Mapping[str, Value], name: str, default: float) -> float:
    value = arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return default
    return max(0.0, min(float(value), LOUDEST))


def _text(arguments: Mapping[str, Value], name: str, default: str = "") -> str:
    value = arguments.get(name)
    return value if isinstance(value, str) else default
