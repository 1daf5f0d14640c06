"""Turn the executable content of a chart into lines of action blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphs.expressions.action_syntax import parse_action_line
from graphs.expressions.errors import ExpressionError
from graphs.formats.basics.javascript_expressions import JsLiteral, NotSaid, parse_javascript
from graphs.formats.basics.javascript_meaning import JsType
from graphs.formats.basics.legal_names import LegalNames
from graphs.formats.basics.machine_reading import seconds_text
from graphs.formats.basics.xml_file import XmlElement, element_text
from graphs.formats.scxml.chart import ChartState, ChartTransition
from graphs.formats.scxml.chart_words import IMPLEMENT, UNKNOWN, ChartPlace, ChartWords, judged
from graphs.formats.scxml.kept_parts import LINE
from graphs.model.action_rows import INDENT, MOST_NESTED

ZERO: dict[JsType, str] = {"bool": "false", "int": "0", "float": "0.0", "string": '""', "unknown": "0.0"}
"""What stands for a value that is not given."""
_SECONDS = re.compile(r"\s*(\d+\.?\d*|\.\d+)(ms|s|m|h)\s*\Z")
_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}
_OWN_TYPES = ("", "scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "http://www.w3.org/TR/scxml/")


class ChartActions:
    """Say executable elements, one after the other."""

    def __init__(self, words: ChartWords) -> None:
        self.words = words

    def lines(self, element: XmlElement, place: ChartPlace, depth: int = 0) -> list[str]:
        """Return the lines that one executable element becomes, and report it and what is in it."""
        said = {"raise": self._raise, "send": self._send, "cancel": self._cancel, "assign": self._assign}
        said |= {"log": self._log, LINE: self._own_line}
        tag = self.words.chart.tag(element)
        marked = len(self.words.rows)
        notes: list[str] = []
        try:
            if tag == "if":
                return self._if(element, place, depth)
            if (tag or element.tag) not in said:
                raise NotSaid(f"<{element.tag}> is not known in Mindloom.")
            found = said[tag or element.tag](element, place, notes)
        except NotSaid as why:
            del self.words.rows[marked:]
            return [self._opaque(element, tag or "element", place, str(why))]
        self.words.report(element, *judged(notes), place.node)
        for each in element.elements:
            if self.words.chart.tag(each) not in ("param", "content"):
                self.words.report(each, "kept", UNKNOWN, node=place.node)
        return found

    def _opaque(self, element: XmlElement, tag: str, place: ChartPlace, why: str) -> str:
        name = self.words.calls.instant(f"run_{tag}", element_text(element))
        self.words.opaque[name] = element_text(element)
        self.words.report(element, "kept", f"{why} The game does it as {name}.", IMPLEMENT, "2.5", place.node)
        for inner in list(element.walk())[1:]:
            self.words.report(inner, "kept", f"It is in what the game does as {name}.", node=place.node)
        return f"do {name}()"

    def _log(self, element: XmlElement, place: ChartPlace, notes: list[str]) -> list[str]:
        return []

    def _own_line(self, element: XmlElement, place: ChartPlace, notes: list[str]) -> list[str]:
        """Return a line that was written by Mindloom, since SCXML has no such action."""
        try:
            parse_action_line(element.text)
        except ExpressionError as error:
            raise NotSaid(error.message) from None
        return [element.text]

    def _assign(self, element: XmlElement, place: ChartPlace, notes: list[str]) -> list[str]:
        location = element.attributes.get("location", "").strip()
        if location not in self.words.data:
            raise NotSaid(f"There is no data {location!r} that can be written.")
        text = element.attributes.get("expr")
        known = self.words.knowledge.types.get(location)
        said = self.words.value(element.text if text is None else text, place, notes, known)
        self.words.knowledge.see_type(location, said.type)
        kind = self.words.knowledge.types[location]
        if kind is None or (kind != said.type and (kind, said.type) != ("float", "int")):
            raise NotSaid(f"Values of different types are written to {location!r}.")
        return [f"{self.words.variables.legal(location)} = {said.text}"]

    def _raise(self, element: XmlElement, place: ChartPlace, notes: list[str]) -> list[str]:
        return [f"raise {self._event(element, element.attributes.get('event', ''), place)}"]

    def _send(self, element: XmlElement, place: ChartPlace, notes: list[str]) -> list[str]:
        said = {name: self._static(element, name) for name in ("event", "target", "type", "delay")}
        if said["type"] not in _OWN_TYPES:
            raise NotSaid(f"It is sent by {said['type']!r}.")
        if "idlocation" in element.attributes:
            raise NotSaid("Its id is made while it runs.")
        inner = said["target"] == "#_internal"
        if said["target"] and not inner:
            raise NotSaid(f"It is sent to {said['target']!r}, outside of the machine.")
        if self.words.chart.inside(element, "content"):
            notes.append("What it carries beyond named fields is not carried here.")
        event = self._event(element, said["event"], place)
        seconds = _seconds(said["delay"])
        if seconds == "0":
            return [f"raise {event}" if inner else f"send {event} to self"]
        sent = element.attributes.get("id", "")
        if sent:
            self.words.knowledge.see_delayed(sent)
        later = f"after {seconds}" + (f" as {_id(sent)}" if sent else "")
        if place.enters and not self._is_cancelled(place, sent):
            return [self.words.relayed(event, later, sent)]
        return [f"raise {event} {later}"]

    def _is_cancelled(self, place: ChartPlace, sent: str) -> bool:
        """Tell whether the state takes a delayed event back as it exits, or is never left."""
        state = next((each for each in self.words.chart.states if each.node == place.node), None)
        if state is None:
            return False
        blocks = self.words.chart.inside(state.element, "onexit")
        cancels = [each for block in blocks for each in self.words.chart.inside(block, "cancel")]
        if sent and any(each.attributes.get("sendid") == sent for each in cancels):
            return True
        if any(each.kind == "parallel" for each in state.ancestors):
            return False
        chain = (state, *state.ancestors)
        return not any(
            each.source in chain or (state in each.source.ancestors and not self._all_inside(each, state))
            for each in self.words.chart.all_transitions()
            if each.element.attributes.get("target")
        )

    def _all_inside(self, transition: ChartTransition, state: ChartState) -> bool:
        names = transition.element.attributes.get("target", "").split()
        targets = [self.words.chart.by_name[name] for name in names if name in self.words.chart.by_name]
        return all(state in each.ancestors for each in targets)

    def _static(self, element: XmlElement, name: str) -> str:
        """Return what an attribute says, or its `…expr` where that is a text that is always the same."""
        text = element.attributes.get(f"{name}expr")
        if text is None:
            return element.attributes.get(name, "").strip()
        found = parse_javascript(text)
        if not isinstance(found, JsLiteral) or not isinstance(found.value, str):
            raise NotSaid(f"Its {name} is made while it runs: {text!r}.")
        return found.value.strip()

    def _cancel(self, element: XmlElement, place: ChartPlace, notes: list[str]) -> list[str]:
        sent = self._static(element, "sendid")
        delayed = self.words.knowledge.delayed
        if sent not in delayed:
            return []
        line = f"cancel {_id(sent)}"
        return [self.words.relayed_cancel(line) if delayed[sent] else line]

    def _event(self, element: XmlElement, name: str, place: ChartPlace) -> str:
        """Return an event with what it carries: `name(field = value)`."""
        if not name:
            raise NotSaid("It names no event.")
        legal = self.words.knowledge.event(name)
        params = self.words.chart.inside(element, "param")
        said_in = [each.attributes for each in params]
        given = {each.get("name", ""): each.get("expr", each.get("location", "")) for each in said_in}
        given |= {each: each for each in element.attributes.get("namelist", "").split()}
        said: dict[str, str] = {}
        for field_name, text in given.items():
            if LegalNames().legal(field_name) != field_name:
                raise NotSaid(f"No field can be named {field_name!r}.")
            value = self.words.value(text, place, [])
            self.words.knowledge.see_field([legal], field_name, value.type)
            said[field_name] = value.text
        for param in params:
            self.words.report(param, "exact", node=place.node)
        fields = self.words.knowledge.payload.get(legal, {})
        parts = [f"{each} = {said.get(each, ZERO[kind])}" for each, kind in fields.items()]
        return f"{legal}({', '.join(parts)})" if parts else legal

    def _if(self, element: XmlElement, place: ChartPlace, depth: int) -> list[str]:
        parts: list[tuple[XmlElement, list[XmlElement]]] = [(element, [])]
        for each in element.elements:
            if self.words.chart.tag(each) in ("elseif", "else"):
                parts.append((each, []))
            else:
                parts[-1][1].append(each)
        return self._branches(parts, place, depth)

    def _branches(
        self, parts: Sequence[tuple[XmlElement, list[XmlElement]]], place: ChartPlace, depth: int
    ) -> list[str]:
        """Return the lines of an element with a condition and of those that are asked after it."""
        (head, inner), rest = parts[0], parts[1:]
        if self.words.chart.tag(head) == "else":
            self.words.report(head, "exact", node=place.node)
            return [line for each in inner for line in self.lines(each, place, depth)]
        if depth >= MOST_NESTED:
            raise NotSaid(f"Conditions are more than {MOST_NESTED} deep in each other.")
        test, how = self.words.test(head.attributes.get("cond", ""), place)
        self.words.report(head, *how, place.node)
        then = [INDENT + line for each in inner for line in self.lines(each, place, depth + 1)]
        otherwise = [INDENT + line for line in (self._branches(rest, place, depth + 1) if rest else [])]
        if then:
            return [f"if {test}:", *then, *(["else:", *otherwise] if otherwise else [])]
        return [f"if not ({test}):", *otherwise] if otherwise else []


def _seconds(text: str) -> str:
    """Return a delay in seconds as an expression has it; raises `NotSaid` for what is no time."""
    if not text or text == "0":
        return "0"
    match = _SECONDS.match(text)
    if match is None:
        raise NotSaid(f"Its delay {text!r} is no time of SCXML.")
    return seconds_text(float(f"{float(match[1]) * _UNITS[match[2]]:.9g}"))


def _id(sent: str) -> str:
    return LegalNames().legal(sent, "id")
