"""The data of a chart, as variables."""

from __future__ import annotations

import json

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.javascript_expressions import NotSaid
from graphs.formats.basics.javascript_meaning import Said
from graphs.formats.basics.xml_file import XmlElement, element_text
from graphs.formats.scxml.chart_words import IMPLEMENT, UNKNOWN, ChartPlace, ChartWords, Judged, judged
from graphs.formats.scxml.kept_parts import attribute_pairs, content_parts
from graphs.model.variables_and_events import Variable

_ZERO: dict[str, JsonValue] = {"bool": False, "int": 0, "float": 0.0, "string": ""}


class ChartData:
    """Declare the data of a chart once, and keep how the file says it."""

    def __init__(self, words: ChartWords) -> None:
        self.words = words
        self.defaults: dict[str, JsonValue] = {}

    def declare(self) -> None:
        """Learn of all data, wherever in the chart it is."""
        chart = self.words.chart
        elements = [
            each
            for state in chart.root.walk()
            for model in chart.inside(state.element, "datamodel")
            for each in chart.inside(model, "data")
        ]
        names = [each.attributes.get("id", "") for each in elements]
        self.words.data |= dict.fromkeys(name for name in names if name)
        for element, name in zip(elements, names, strict=True):
            self.words.report(element, *self._begin(element, name))

    def variables(self) -> dict[str, Variable]:
        """Return the variables, of those whose type is known."""
        found = {}
        for name in self.words.data:
            kind = self.words.knowledge.types.get(name)
            if kind is not None:
                variable = Variable.model_validate({"type": kind, "default": self._made(name)})
                found[self.words.variables.legal(name)] = variable
        return found

    def _made(self, name: str) -> JsonValue:
        """Return the default that data became, None for data that became no variable."""
        kind = self.words.knowledge.types.get(name)
        return None if kind is None else self.defaults.get(name, _ZERO[kind])

    def kept(self, model: XmlElement) -> JsonValue:
        """Return a datamodel as it is in the file, each of its data with the default that it became."""

        def part(each: XmlElement) -> JsonValue:
            name = each.attributes.get("id", "")
            if self.words.chart.tag(each) != "data" or name not in self.words.data:
                self.words.report(each, "kept", UNKNOWN)
                return element_text(each)
            legal = self.words.variables.legal(name)
            said: JsonObject = {"xml": element_text(each), "data": legal, "made": self._made(name)}
            return said

        self.words.report(model, "exact")
        content = content_parts(model, part)
        return {"attributes": attribute_pairs(model), "datamodel": content, "tag": model.tag}

    def _begin(self, element: XmlElement, name: str) -> Judged:
        """Learn what a variable begins with, and return how it is said."""
        if not name or "src" in element.attributes or element.elements:
            reason = "It is in another file." if "src" in element.attributes else "It is no single value."
            return "kept", reason, "Declare a variable for each value.", "2.1"
        types = self.words.knowledge.types
        text = element.attributes.get("expr", element.text)
        if not text.strip():
            known = types.get(name)
            if known is None:
                return "kept", "Nothing says of which type it is.", IMPLEMENT, "2.1"
            return "changed", f"It begins undefined there, and as {_ZERO[known]!r} here.", "", "2.1"
        notes: list[str] = []
        try:
            said = self.words.value(text, ChartPlace(), notes)
        except NotSaid as why:
            return "kept", f"What it begins with cannot be said: {why}", IMPLEMENT, "2.1"
        self.words.knowledge.see_type(name, said.type)
        self.defaults[name] = _default(said)
        if types[name] is None:
            return "kept", "Values of different types are written to it.", IMPLEMENT, "2.1"
        return judged(notes)


def _default(said: Said) -> JsonValue:
    """Return a default: a value, or an expression where it is more than one."""
    try:
        value: JsonValue = json.loads(said.text)
    except ValueError:
        return {"expr": said.text}
    return float(value) if isinstance(value, int) and said.type == "float" else value
