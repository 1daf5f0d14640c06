"""Be the part of a world that keeps squads, fighting circles and tokens (rules 11.30 to 11.38)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.host import ATTACK_FIELD, SLOT_FIELD, SQUAD_FIELD, TOKEN_FIELD
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import BoolArray
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.parts.world_part import ApplyEffect, WorldView
from runtime.worlds.squads.circle_store import Circles
from runtime.worlds.squads.formations import in_world
from runtime.worlds.squads.slots import HeldSlot, SlotArrays, slot_arrays
from runtime.worlds.squads.squad_store import Squads
from runtime.worlds.squads.token_store import Tokens

GRANTED, WAITING = "granted", "waiting"
_REFUSED = "refused: "
_HEAVIEST = 1e9


class SquadsPart:
    """Hold squads, circles and tokens, and answer who got what.

    `refusals` say why a request was refused, by agent and the field that tells of it, until it is asked for
    again.
    """

    fields: Sequence[str] = (SQUAD_FIELD, SLOT_FIELD, ATTACK_FIELD, TOKEN_FIELD)

    def __init__(self, world: WorldView) -> None:
        self._world = world
        self._rows = {agent: row for row, agent in enumerate(world.agents.ids)}
        self.squads = Squads(world.document, self.pose_of)
        self.circles = Circles(world.document, self.pose_of, self.is_there)
        self.tokens = Tokens(world.document)
        self.refusals: dict[tuple[str, str], str] = {}
        self._alive: BoolArray | None = None
        self._slots: Mapping[str, HeldSlot] | None = None
        self._arrays: SlotArrays | None = None

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return what does each effect, by name."""
        return {
            "acknowledge": self.squads.acknowledge,
            "end_attack": self._end_attack,
            "order": self.squads.order,
            "release_slot": self._release_slot,
            "release_token": self._release_token,
            "request_attack": self._request_attack,
            "request_slot": self._request_slot,
            "request_token": self._request_token,
            "set_formation": self._set_formation,
            "withdraw_request_attack": self._end_attack,
            "withdraw_request_slot": self._withdraw_slot,
            "withdraw_request_token": self._release_token,
        }

    def step(self) -> Sequence[WorldEvent]:
        """Let those go who died or left, serve those who wait, and hand over orders."""
        alive = self._world.alive
        if self._alive is None or not np.array_equal(alive, self._alive):
            self._alive = alive.copy()
            for agent, row in self._rows.items():
                if not alive[row]:
                    self._let_go(agent)
            self._slots = None
        if self.squads.serve() + self.circles.serve():
            self._slots = None
        self.tokens.serve()
        return self.squads.take_orders()

    def _let_go(self, agent: str) -> None:
        self.squads.leave(agent)
        self.circles.leave(agent)
        self.tokens.leave(agent)
        for key in [key for key in self.refusals if key[0] == agent]:
            del self.refusals[key]

    # -- effects -----------------------------------------------------------------------------------

    def _request_slot(self, effect: Effect) -> str | None:
        agent, named = effect.agent_id, _text(effect, "of")
        self._slots = None
        weight, wait = _weight(effect), effect.arguments.get("wait") is True
        if not self.is_there(agent):
            why = f"{agent} is not there any more"
        elif named in self.squads.by_id and named not in self.circles.by_id:
            why = self.squads.request(named, agent, wait)
        else:
            circle = self.circles.by_id.get(named) if named else self.circles.nearest(agent, weight)
            if circle is not None:
                why = self.circles.request(circle, agent, weight, wait)
            elif named:
                known = ", ".join((*self.circles.by_id, *self.squads.by_id)) or "none"
                why = f"there is no circle or squad {named!r}; known: {known}"
            else:
                why = "there is no fighting circle"
        self._note(agent, f"{SLOT_FIELD}request:{named}", why)
        return None

    def _release_slot(self, effect: Effect) -> str | None:
        agent, named = effect.agent_id, _text(effect, "of")
        circle = self.circles.of(agent)
        self._slots = None
        if circle is not None and named in ("", circle.circle_id):
            self.circles.leave(agent)
        elif not named or self.squads.has_member(named, agent):
            self.squads.leave(agent)
        return None

    def _withdraw_slot(self, effect: Effect) -> str | None:
        """Wait no more, and give back what was granted since it was last looked at."""
        agent = effect.agent_id
        self.circles.withdraw(agent)
        self.squads.withdraw(agent)
        if self._slot_answer(agent, _text(effect, "of")) == GRANTED:
            self._release_slot(effect)
        return None

    def _set_formation(self, effect: Effect) -> str | None:
        self._slots = None
        return self.squads.set_formation(effect)

    def _request_attack(self, effect: Effect) -> str | None:
        agent = effect.agent_id
        why = self.circles.request_attack(agent, _weight(effect), effect.arguments.get("wait") is True)
        self._note(agent, f"{ATTACK_FIELD}request", why)
        return None

    def _end_attack(self, effect: Effect) -> str | None:
        self.circles.end_attack(effect.agent_id)
        return None

    def _request_token(self, effect: Effect) -> str | None:
        agent, name = effect.agent_id, _text(effect, "token")
        wait = effect.arguments.get("wait") is True
        why = f"{agent} is not there any more"
        if self.is_there(agent):
            why = self.tokens.request(name, agent, _weight(effect), wait)
        self._note(agent, f"{TOKEN_FIELD}request:{name}", why)
        return None

    def _release_token(self, effect: Effect) -> str | None:
        self.tokens.release(_text(effect, "token"), effect.agent_id)
        return None

    def _note(self, agent: str, field: str, why: str) -> None:
        if why:
            self.refusals[agent, field] = why
        else:
            self.refusals.pop((agent, field), None)

    # -- what is asked -----------------------------------------------------------------------------

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return the field `start` + `rest` of an entity; raise `EvaluationError` where it has none."""
        if start == SQUAD_FIELD:
            return self.squads.field(entity, rest)
        asked, _, name = rest.partition(":")
        if asked == "request":
            answer = self._answer(entity, start, name)
            why = self.refusals.get((entity, start + rest), "")
            return answer or (_REFUSED + why if why else "")
        if start == SLOT_FIELD:
            return self._slot(entity, asked)
        budget = self.tokens.by_name.get(name)
        if start == TOKEN_FIELD and asked in ("held", "left"):
            if budget is None:
                known = ", ".join(self.tokens.by_name) or "none"
                raise EvaluationError(f"There is no token {name!r}; known: {known}.")
            return entity in budget.held if asked == "held" else budget.left
        raise EvaluationError(f"{entity} has no field {start + rest!r}.")

    def _answer(self, agent: str, start: str, name: str) -> str:
        if start == SLOT_FIELD:
            return self._slot_answer(agent, name)
        if start == ATTACK_FIELD:
            circle = self.circles.of(agent)
            budget = circle.attacks if circle is not None else None
        else:
            budget = self.tokens.by_name.get(name)
        if budget is None:
            return ""
        return GRANTED if agent in budget.held else WAITING if agent in budget.waiting else ""

    def _slot_answer(self, agent: str, named: str) -> str:
        circle, waits = self.circles.of(agent), self.circles.waits_in(agent)
        if circle is not None and named in ("", circle.circle_id):
            return GRANTED
        if waits is not None and named in ("", waits.circle_id):
            return WAITING
        if named not in self.squads.by_id or named in self.circles.by_id:
            return ""
        if self.squads.has_member(named, agent):
            return GRANTED
        return WAITING if agent in self.squads.by_id[named].waiting else ""

    def _slot(self, entity: str, asked: str) -> Value:
        """Return what is asked of the place of an entity: that in a circle, else that in its squad."""
        slot = self.slots.get(entity)
        if asked == "around":
            return None if slot is None else slot.around
        if slot is None:
            raise EvaluationError(f"{entity} has no place in a formation or a fighting circle.")
        if asked == "place":
            at, heading = self.pose_of(slot.around)
            return in_world(slot.offset, at, heading if slot.turns else 0.0)
        if asked not in ("of", "offset"):
            raise EvaluationError(f"A place has no field {asked!r}; known: around, of, offset, place.")
        return slot.of if asked == "of" else slot.offset

    @property
    def slots(self) -> Mapping[str, HeldSlot]:
        """Return the places that agents hold: one in a circle comes before one in a squad."""
        if self._slots is None:
            self._slots = {**self.squads.slots(), **self.circles.slots()}
            self._arrays = None
        return self._slots

    def slot_arrays(self, find_row: Callable[[str], int | None]) -> SlotArrays:
        """Return the same as arrays; `find_row` finds the row of an entity."""
        slots = self.slots
        if self._arrays is None:
            self._arrays = slot_arrays(slots, self._rows, find_row)
        return self._arrays

    def pose_of(self, entity: str) -> tuple[Vector, float]:
        """Return where an entity is, and where it looks in degrees."""
        row = self._rows.get(entity)
        if row is not None:
            agents = self._world.agents
            x, y = agents.position[row].tolist()
            return (x, y), float(agents.orientation[row])
        place = self._world.entity_field(entity, "position")
        heading = self._world.entity_field(entity, "heading")
        return cast("Vector", place), cast("float", heading)

    def is_there(self, entity: str) -> bool:
        """Tell whether an entity is in the world now."""
        row = self._rows.get(entity)
        if row is not None:
            return bool(self._world.alive[row])
        try:
            self._world.entity_field(entity, "position")
        except EvaluationError:
            return False
        return True

    # -- memory ------------------------------------------------------------------------------------

    def snapshot(self) -> object:
        """Return a copy of everything that changes."""
        return self.state()

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""
        squads, circles, tokens, refusals = cast("tuple[Any, Any, Any, Any]", saved)
        self.squads.restore(squads)
        self.circles.restore(circles)
        self.tokens.restore(tokens)
        self.refusals = dict(refusals)
        self._alive = self._slots = None

    def state(self) -> object:
        """Return everything that decides how it goes on."""
        refusals = tuple(sorted(self.refusals.items()))
        return self.squads.state(), self.circles.state(), self.tokens.state(), refusals


def squads_part(world: WorldView) -> SquadsPart | None:
    """Return the part of a world whose document has squads, circles or tokens."""
    document = world.document
    return SquadsPart(world) if document.squads or document.circles or document.tokens else None


def _text(effect: Effect, name: str) -> str:
    value = effect.arguments.get(name)
    return value if isinstance(value, str) else ""


def _weight(effect: Effect) -> float:
    value = effect.arguments.get("weight")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        return 1.0
    return max(0.0, min(float(value), _HEAVIEST))
