"""Say the expressions of a chart in Mindloom, and ask the game for what cannot be said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.javascript_expressions import (
    JsExpression,
    JsLiteral,
    JsPath,
    NotSaid,
    parse_javascript,
)
from graphs.formats.basics.javascript_meaning import JsType, Meaning, Said
from graphs.formats.basics.legal_names import LegalNames
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.scxml.chart import Chart
from graphs.formats.scxml.chart_knowledge import ChartKnowledge

IMPLEMENT = "Let the game bring it, or say it in Mindloom."
UNKNOWN = "It is not known in Mindloom."
_OWN_ATTRIBUTES = ("xmlns", "mindloom:")
_ATTRIBUTES = {
    "scxml": ("initial", "name", "version", "datamodel", "binding", "exmode", "profile"),
    "state": ("id", "initial", "src"),
    "parallel": ("id", "src"),
    "final": ("id",),
    "history": ("id", "type"),
    "transition": ("event", "cond", "target", "type"),
}

Judged = tuple[How, str, str, str]
"""How something is said, the reason, the remedy, the rule."""


def judged(notes: Sequence[str]) -> Judged:
    """Return how something is said of which these sentences tell what differs."""
    return "changed" if notes else "exact", " ".join(notes), "", ""


@dataclass(frozen=True)
class ChartPlace:
    """Say where an expression is: the node it belongs to, the events it may read, the state that is left.

    `enters` tells that it is in the entry of a state, with which an event that waits dies (rule 4.8).
    """

    node: str = ""
    enters: bool = False
    events: tuple[str, ...] | None = None
    leaves: str | None = None


@dataclass
class ChartWords:
    """Say expressions, and gather the report while a chart is read once.

    `opaque` holds, by the name of each action and condition of the game, what it is in the file, `relays` the
    lines by which the machine raises something later, by the event that makes it do so.
    """

    chart: Chart
    knowledge: ChartKnowledge
    calls: GameCalls
    file: str
    graph: str
    rows: list[FormatRow] = field(default_factory=list)
    variables: LegalNames = field(default_factory=LegalNames)
    data: dict[str, None] = field(default_factory=dict)
    opaque: dict[str, str] = field(default_factory=dict)
    relays: dict[str, str] = field(default_factory=dict)

    def report(
        self,
        element: XmlElement,
        how: How,
        reason: str = "",
        remedy: str = "",
        rule: str = "",
        node: str = "",
    ) -> None:
        """Add a row of an element; one that is exact but for attributes that are not known is kept."""
        known = _ATTRIBUTES.get(self.chart.tag(element))
        others = [
            name
            for name in element.attributes
            if not name.startswith(_OWN_ATTRIBUTES) and (":" in name if known is None else name not in known)
        ]
        if how == "exact" and others:
            how, reason = "kept", f"It says {', '.join(others)}, which is not known here."
        place = (self.file, element.line, element.column, rule, self.graph, node)
        self.rows.append(FormatRow(how, f"<{element.tag}>", reason, remedy, *place))

    def flag(self, node: str) -> str:
        """Return the variable that is true while a state is active, by its id here."""
        self.knowledge.flags.setdefault(node)
        return self.variables.legal(f"in {node}")

    def relayed(self, event: str, later: str, sent: str) -> str:
        """Return a line that raises an event later though the state exits: the machine itself raises it.

        Its own transition of the relay's name does so, which belongs to the machine; `relays` holds its line.
        """
        name, _, given = event.partition("(")
        fields = self.knowledge.payload.get(name, {})
        passed = f"({', '.join(f'{each} = event.{each}' for each in fields)})" if fields else ""
        if sent:
            self.knowledge.see_delayed(sent, relayed=True)
        relay = self._relay(name, f"raise {name}{passed} {later}", name)
        return f"raise {relay}" + (f"({given}" if given else "")

    def relayed_cancel(self, line: str) -> str:
        """Return a line that takes back what a relay may only be about to send."""
        return f"raise {self._relay('cancel', line, '')}"

    def _relay(self, wanted: str, line: str, event: str) -> str:
        relay = f"later.{self.calls.names.free(wanted)}"
        self.relays[relay] = line
        self.knowledge.relays.setdefault(relay, event)
        return relay

    def value(self, text: str, place: ChartPlace, notes: list[str], wanted: JsType | None = None) -> Said:
        """Return an expression of the file; raise `NotSaid` for one that cannot be said.

        A field of an event whose type nothing else tells is of the type that is `wanted`.
        """
        parsed = parse_javascript(text)
        meaning = self._meaning(place, notes)
        said = meaning.value(parsed)
        if said.type == "unknown" and isinstance(parsed, JsPath):
            meaning.learn(parsed.parts, wanted or "float")
        return replace(said, type=wanted or "float") if said.type == "unknown" else said

    def test(self, text: str, place: ChartPlace) -> tuple[str, Judged]:
        """Return a condition of the file and how it is said: one that cannot be is asked of the game."""
        notes: list[str] = []
        try:
            return self._meaning(place, notes).condition(parse_javascript(text)), judged(notes)
        except NotSaid as why:
            name = self.asked(text)
            reason = f"The condition {text!r} cannot be said: {why} The game answers it as {name}."
            return f"{name}()", ("kept", reason, IMPLEMENT, "2.5")

    def asked(self, text: str) -> str:
        """Return a condition of the game that answers for an expression, the same for the same text."""
        for name, was in self.opaque.items():
            if was == text and name in self.calls.conditions:
                return name
        name = self.calls.condition("condition", text)
        self.opaque[name] = text
        return name

    def _meaning(self, place: ChartPlace, notes: list[str]) -> Meaning:
        words = _PlaceWords(self, place)
        return Meaning(words.value_of, words.answer_of, words.learn, notes)


@dataclass
class _PlaceWords:
    """Say what names mean at one place of a chart."""

    words: ChartWords
    place: ChartPlace

    def value_of(self, path: tuple[str, ...]) -> Said:
        if path[0] == "_event":
            return self._of_event(path)
        if path[0].startswith("_"):
            raise NotSaid(f"There is no {path[0]} in Mindloom.")
        if len(path) > 1 or path[0] not in self.words.data:
            raise NotSaid(f"There is no data {'.'.join(path)!r} that can be read.")
        kind = self.words.knowledge.types.get(path[0])
        if kind is None:
            raise NotSaid(f"What the data {path[0]!r} holds has no type of Mindloom.")
        return Said(self.words.variables.legal(path[0]), kind)

    def _of_event(self, path: tuple[str, ...]) -> Said:
        events = self.place.events
        if events is None:
            raise NotSaid("Only a transition that takes an event can read it.")
        if path == ("_event", "name"):
            return Said("event.name", "string")
        if len(path) != 3 or path[1] != "data":
            raise NotSaid("Of an event only its name and the fields of its data can be read.")
        known = [self.words.knowledge.payload.get(event, {}).get(path[2]) for event in events]
        if not events:
            raise NotSaid("A transition that takes any event cannot read what only some carry.")
        if LegalNames().legal(path[2]) != path[2]:
            raise NotSaid(f"No field can be named {path[2]!r}.")
        alike = known[0] if all(each == known[0] for each in known) else None
        return Said(f"event.{path[2]}", alike or "unknown")

    def answer_of(self, path: tuple[str, ...], arguments: Sequence[JsExpression]) -> Said | None:
        if path != ("In",):
            return None
        name = arguments[0].value if len(arguments) == 1 and isinstance(arguments[0], JsLiteral) else None
        if not isinstance(name, str):
            raise NotSaid("In() is only known of the id of a state.")
        state = self.words.chart.by_name.get(name)
        if state is None or state.kind == "history":
            return Said("false", "bool")
        return Said("true" if self.place.leaves == state.node else self.words.flag(state.node), "bool")

    def learn(self, path: tuple[str, ...], kind: JsType) -> None:
        if len(path) == 3:
            self.words.knowledge.see_field(self.place.events or (), path[2], kind)
