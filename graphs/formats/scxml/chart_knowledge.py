"""What is learned of a chart while it is read: types of data, events and what they carry, flags of states.

A chart is read several times, until nothing new is learned: only then is it known which type a variable has,
since an assignment at the end of the file may say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graphs.formats.basics.javascript_meaning import JsType, joined_type
from graphs.formats.basics.legal_names import LegalNames
from graphs.model.variables_and_events import RESERVED_EVENTS


@dataclass
class ChartKnowledge:
    """Hold what is known.

    `types` are those of data by id, None where values of different types are written. `payload` is what each
    event carries by legal names, `flags` are ids of states that some `In(…)` asks for. `delayed` are the ids
    under which events wait, and whether a relay sends them, `relays` events that only make the machine raise
    another one, which is named.
    """

    types: dict[str, JsType | None] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)
    payload: dict[str, dict[str, JsType]] = field(default_factory=dict)
    flags: dict[str, None] = field(default_factory=dict)
    delayed: dict[str, bool] = field(default_factory=dict)
    relays: dict[str, str] = field(default_factory=dict)
    _tokens: LegalNames = field(default_factory=LegalNames, compare=False)

    def beside(self) -> ChartKnowledge:
        """Return what is known of another chart that shares its events with this one."""
        return ChartKnowledge(
            events=self.events, payload=self.payload, relays=self.relays, _tokens=self._tokens
        )

    def see_type(self, name: str, kind: JsType) -> None:
        """Learn that a value of this type is written to data."""
        if name not in self.types or self.types[name] is not None:
            self.types[name] = joined_type(self.types.get(name), kind)

    def event(self, name: str) -> str:
        """Return the legal name of an event, and learn that there is one."""
        words = [each for each in name.split(".") if each] or ["event"]
        legal = [self._tokens.legal(word, "event") for word in words]
        if legal[0] in RESERVED_EVENTS:
            legal = ["event", *legal]
        found = ".".join(legal)
        self.events.setdefault(found, name)
        return found

    def see_field(self, events: Iterable[str], name: str, kind: JsType) -> None:
        """Learn that these events carry a field of this type: all of them the same."""
        listed = list(events)
        known: JsType | None = kind if kind != "unknown" else None
        for event in listed:
            before = self.payload.get(event, {}).get(name)
            if before is not None:
                known = before if known is None else joined_type(known, before) or "string"
        if known is not None:
            for event in listed:
                self.payload.setdefault(event, {})[name] = known

    def see_delayed(self, name: str, *, relayed: bool = False) -> None:
        """Learn that an event is sent later under this id, and whether by a relay."""
        self.delayed[name] = relayed or self.delayed.get(name, False)
