"""The data of a chart, as variables."""

from __future__ import annotations

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.javascript_expressions import NotSaid
from graphs.formats.basics.javascript_meaning import Said
from graphs.formats.basics.xml_file import XmlElement, element_text
from graphs.formats.scxml.chart_words import IMPLEMENT, ChartPlace, ChartWords
from graphs.formats.scxml.origin_parts import attribute_pairs, content_parts
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
            for holder in (chart.file.root, *(state.element for state in chart.states))
            for model in chart.inside(holder, "datamodel")
            for each in chart.inside(model, "data")
        ]
        for each in elements:
            name = each.attributes.get("id", "")
            if name and name not in self.words.data:
                self.words.data[name] = None
        for each in elements:
            self._begin(each)

    def variables(self) -> dict[str, Variable]:
        """Return the variables, of those whose type is known."""
        found = {}
        for name in self.words.data:
            kind = self.words.knowledge.types.get(name)
            if kind is not None:
                assert kind != "unknown"
                found[self.words.variables.legal(name)] = Variable(
                    type=kind, default=self.defaults.get(name, _ZERO[kind])
                )
        return found

    def kept(self, model: XmlElement) -> JsonValue:
        """Return a datamodel as it is in the file, each of its data with the default that it became."""

        def part(each: XmlElement) -> JsonValue:
            name = each.attributes.get("id", "")
            if self.words.chart.tag(each) != "data" or name not in self.words.data:
                self.words.report(each, "kept", "It is not known in Mindloom.")
                return element_text(each)
            said: JsonObject = {"xml": element_text(each), "data": self.words.variables.legal(name)}
            kind = self.words.knowledge.types.get(name)
            said["made"] = None if kind is None else self.defaults.get(name, _ZERO[kind])
            return said

        self.words.report(model, "exact")
        return {
            "attributes": attribute_pairs(model),
            "datamodel": content_parts(model, part),
            "tag": model.tag,
        }

    def _begin(self, element: XmlElement) -> None:
        """Learn what a variable begins with, and report it."""
        name = element.attributes.get("id", "")
        text = element.attributes.get("expr", element.text)
        if not name or "src" in element.attributes or element.elements:
            reason = "It is in another file." if "src" in element.attributes else "It is no single value."
            self.words.report(element, "kept", reason, "Declare a variable for each value.", "2.1")
            return
        notes: list[str] = []
        try:
            said = self.words.value(text, ChartPlace(), notes) if text.strip() else None
        except NotSaid as why:
            reason = f"What it begins with cannot be said: {why}"
            self.words.report(element, "kept", reason, IMPLEMENT, "2.1")
            return
        if said is None:
            known = self.words.knowledge.types.get(name)
            if known is None:
                self.words.report(element, "kept", "Nothing says of which type it is.", IMPLEMENT, "2.1")
            else:
                reason = f"It begins undefined there, and as {_ZERO[known]!r} here."
                self.words.report(element, "changed", reason, rule="2.1")
            return
        self.words.knowledge.see_type(name, said.type)
        self.defaults[name] = _default(said)
        if self.words.knowledge.types[name] is None:
            self.words.report(
                element, "kept", "Values of different types are written to it.", IMPLEMENT, "2.1"
            )
        else:
            self.words.report(element, "changed" if notes else "exact", " ".join(notes))


def _default(said: Said) -> JsonValue:
    """Return a default: a value, or an expression where it is more than one."""
    if said.type == "bool" and said.text in ("true", "false"):
        return said.text == "true"
    try:
        if said.type in ("int", "float"):
            return int(said.text) if said.type == "int" else float(said.text)
    except ValueError:
        return {"expr": said.text}
    if (
        said.type == "string"
        and said.text.startswith('"')
        and "\\" not in said.text
        and said.text.count('"') == 2
    ):
        return said.text[1:-1]
    return {"expr": said.text}
