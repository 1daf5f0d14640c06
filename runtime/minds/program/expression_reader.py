"""Let a brain be what expressions are evaluated in: the agent, the world, the event, conditions."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import Protocol

from graphs.curves.curve_tables import Table
from graphs.expressions.types import Value
from runtime.basics.context import EvaluationError
from runtime.basics.host import Host, RaisedEvent
from runtime.minds.program.agent_state import AgentState
from runtime.minds.program.rarely_used_state import Asked, Rarely, RareState


class EnteredRow(Protocol):
    """Be a state, or a machine, that remembers the tick of its last entry."""

    entered_slot: int


class ExpressionReader(AgentState):
    """Answer what expressions ask of a brain, which has these attributes (rule 2.4)."""

    __slots__ = ()

    agent: str
    curves: Mapping[str, Table]
    host: Host
    world: AgentState
    tick_now: int
    state_row: EnteredRow | None
    event: RaisedEvent | None
    events_now: tuple[RaisedEvent, ...]
    rare: RareState | None

    condition_answers: Rarely[dict[Asked, bool | EvaluationError]] = Rarely(dict)
    armed_reads: Rarely[list[int]] = Rarely(list)

    @property
    def rate(self) -> int:
        """Return the world's ticks per second."""
        return self.host.rate

    @property
    def self_entity(self) -> str:
        """Return the agent's own id."""
        return self.agent

    @property
    def world_bytes(self) -> bytearray:
        """Return the bytes of the world's variables."""
        return self.world.bytes_

    @property
    def world_ints(self) -> list[int]:
        """Return the ints of the world's variables."""
        return self.world.ints

    @property
    def world_floats(self) -> list[float]:
        """Return the floats of the world's variables."""
        return self.world.floats

    @property
    def world_objects(self) -> list[str | None]:
        """Return the strings and entities of the world's variables."""
        return self.world.objects

    @property
    def time(self) -> float:
        """Return the world's time in seconds."""
        return self.tick_now / self.rate

    @property
    def state_time(self) -> float:
        """Return how long the state that is being worked on has been active, in seconds."""
        if self.state_row is None:
            return 0.0
        return (self.tick_now - self.ints[self.state_row.entered_slot]) / self.rate

    @property
    def event_name(self) -> str:
        """Return the name of the event being taken, or nothing."""
        return self.event.name if self.event else ""

    @property
    def event_fields(self) -> Mapping[str, Value]:
        """Return the payload of the event being taken."""
        return self.event.fields if self.event else {}

    def condition(self, name: str, arguments: tuple[Value, ...]) -> bool:
        """Ask the host a condition, at most once per tick and arguments (rule 2.4).

        Raises `EvaluationError` where the host does, and for any other exception in it (rule 3.12).
        """
        key = (name, arguments)
        answer = self.condition_answers.get(key)
        if answer is None:
            answer = self.condition_answers[key] = _asked(self, name, arguments)
        if isinstance(answer, EvaluationError):
            raise answer
        return answer

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` when it is lost."""
        return self.host.entity_field(entity, field)

    def note_armed(self, index: int) -> bool:
        """Note that the trigger at this byte was read armed (rule 2.3)."""
        self.armed_reads.append(index)
        return True

    def received(self, event: str) -> bool:
        """Tell whether this tick takes an event of that name (rule 6.5)."""
        return any(taken.name == event for taken in self.events_now)

    def last_field(self, event: str, field: str) -> Value:
        """Return a payload field of the event of that name taken in this tick."""
        taken = next((each for each in reversed(self.events_now) if each.name == event), None)
        if taken is None or field not in taken.fields:
            raise EvaluationError(f"No {event} arrived in this tick.", 0, 0)
        return taken.fields[field]


def _asked(reader: ExpressionReader, name: str, arguments: tuple[Value, ...]) -> bool | EvaluationError:
    try:
        return bool(reader.host.condition(reader.agent, name, arguments))
    except EvaluationError as error:
        return error
    except (Exception, SystemExit) as error:
        said = f"The condition {name} raised {type(error).__name__}: {error}"
        return EvaluationError(said, detail=traceback.format_exc())
