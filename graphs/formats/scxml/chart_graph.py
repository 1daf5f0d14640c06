"""Make a machine of a chart: states, transitions, data, with what the file says beside each."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeVar

from pydantic import ValidationError

from graphs.basics.frozen import Frozen
from graphs.basics.json_text import JsonObject, JsonTextError, JsonValue, parse_json
from graphs.formats.basics.json_parts import list_of, object_of, texts_of
from graphs.formats.basics.machine_reading import NAME_ONE, start_of
from graphs.formats.basics.xml_file import XmlElement, element_text, piece_text
from graphs.formats.scxml.chart import STATE_TAGS, ChartState, ChartTransition
from graphs.formats.scxml.chart_actions import ChartActions
from graphs.formats.scxml.chart_completions import ChartCompletions
from graphs.formats.scxml.chart_data import ChartData
from graphs.formats.scxml.chart_words import IMPLEMENT, UNKNOWN, ChartPlace, ChartWords, judged
from graphs.formats.scxml.kept_parts import (
    EDGE_MORE,
    FORMAT_ID,
    MORE,
    STATE_MORE,
    attribute_pairs,
    block_parts,
    content_parts,
    lines_in,
)
from graphs.model.action_rows import INDENT
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import Variable, matching_events

_BLOCKS = ("onentry", "onexit")
_KEPT_WHOLE = {
    "invoke": "What it starts is not part of the machine here.",
    "script": "No code of a file is run.",
    "donedata": "The completion of a state carries nothing here.",
}
_SLOTS = {"scxml": (*STATE_TAGS, "transition"), "history": ("transition",), "final": ("onentry",)}
"""Which elements become parts of the document, where not all do; of a history it is the first one."""
_Part = TypeVar("_Part", bound=Frozen)


class ChartGraph:
    """Read one chart once."""

    def __init__(self, words: ChartWords) -> None:
        self.words = words
        self.chart = words.chart
        self.actions = ChartActions(words)
        self.data = ChartData(words)
        self.completions = ChartCompletions(self.chart, words)

    def read(self) -> tuple[StateMachineGraph, dict[str, Variable]]:
        """Return the machine and its data."""
        file, root = self.chart.file, self.chart.root
        self.data.declare()
        self.words.report(root.element, "exact")
        edges = {each.edge: self._edge(each) for each in self.chart.all_transitions()}
        nodes = {state.node: self._state(state) for state in self.chart.states}
        origin: JsonObject = {
            "attributes": attribute_pairs(root.element),
            "content": self._content(root),
            "tag": root.element.tag,
            "before": [piece_text(each) for each in file.before],
            "behind": [piece_text(each) for each in file.behind],
            "asked": {**self.words.opaque},
            "data": {self.words.variables.legal(name): name for name in self.words.data},
        }
        flags = {self.words.flag(node): node for node in list(self.words.knowledge.flags)}
        for name, line in self.words.relays.items():
            edges[name] = Edge(event=name, actions=(line,), origin={FORMAT_ID: {"made": True}})
        graph = StateMachineGraph(
            kind="state_machine",
            title=self.chart.title,
            children=tuple(each.node for each in root.children),
            initial=self._initial(root, origin),
            transitions=(*(each.edge for each in root.transitions), *self.words.relays),
            nodes=nodes,
            edges=edges,
            variables=dict.fromkeys(flags, Variable(type="bool", default=False)),
            origin={FORMAT_ID: {**origin, "flags": {**flags}}},
        )
        return graph, self.data.variables()

    # -- states -----------------------------------------------------------------------------------

    def _state(self, state: ChartState) -> StateNode:
        element = state.element
        self.words.report(element, "exact", node=state.node)
        self._report_shape(state)
        origin: JsonObject = {"attributes": attribute_pairs(element), "content": self._content(state)}
        blocks = {name: self._blocks(state, name) for name in _BLOCKS}
        origin |= {name: found for name, found in blocks.items() if found}
        fields: dict[str, object] = {
            "kind": state.kind,
            "name": state.name or state.node,
            "children": tuple(each.node for each in state.children),
            "transitions": tuple(each.edge for each in state.transitions),
            "entry": tuple(_block_lines(blocks["onentry"])),
            "exit": tuple(_block_lines(blocks["onexit"])),
        }
        if state.kind == "history":
            fields["depth"] = "deep" if element.attributes.get("type") == "deep" else "shallow"
            fields["default"] = self._history_default(state, origin)
        elif state.kind == "state" and state.real_children:
            fields["initial"] = self._initial(state, origin)
        fields["origin"] = {FORMAT_ID: origin}
        more = self._more(element, (*STATE_MORE, "kind"), state.node)
        return self._with_more(StateNode.model_validate(fields), more, element, state.node)

    def _report_shape(self, state: ChartState) -> None:
        """Report what is allowed in a file of SCXML, but is an error of a document, or is not reached."""
        reason = state.refused_shape
        remedy = "Put it into a state." if state.kind == "final" else "Give it a state."
        if state.name and self.chart.by_name[state.name] is not state:
            reason = "Another state has its id; targets lead to that one."
            remedy = "Give it an id of its own."
        if reason:
            self.words.report(state.element, "kept", reason, remedy, node=state.node)

    def _blocks(self, state: ChartState, name: str) -> list[JsonValue]:
        """Return the blocks of one sort, with the lines that are made beside them."""
        enters = name == "onentry"
        if state.kind == "history" or (state.kind == "final" and not enters):
            return []
        own = self._flag_lines(state, enters=enters)
        found: list[JsonValue] = [{"made": [*own]}] if own else []
        place = ChartPlace(state.node, enters, leaves=None if enters else state.node)
        elements = self.chart.inside(state.element, name)
        for element in elements:
            parts = block_parts(element, lambda each: self.actions.lines(each, place))
            found.append({"attributes": attribute_pairs(element), "parts": parts})
            may_fail = any(mark in line for line in lines_in(parts) for mark in (" / ", " % ", "do "))
            if element is not elements[-1] and may_fail:
                reason = "A line that fails here ends the blocks behind it too."
                self.words.report(element, "changed", reason, rule="2.6", node=state.node)
            else:
                self.words.report(element, "exact", node=state.node)
        if enters and state.kind == "final":
            told = self.completions.final_lines(state)
            found += [{"made": [*told]}] if told else []
        return found

    def _flag_lines(self, state: ChartState, *, enters: bool) -> list[str]:
        """Return the lines that keep the flags of states, and run what final states inside do on exit.

        A final state has no exit here: what it would do there is done when a state beside it is entered, or
        the one around it is left.
        """
        flags = self.words.knowledge.flags
        own = (
            [f"{self.words.flag(state.node)} = {'true' if enters else 'false'}"]
            if state.node in flags
            else []
        )
        around = state.parent if enters else state
        if around is None or around is self.chart.root:
            return own
        for final in around.children:
            if final.kind != "final" or final is state:
                continue
            lines = self._final_exit(final, state, is_told=not enters)
            if lines:
                flag = self.words.flag(final.node)
                own += [f"if {flag}:", *(INDENT + line for line in lines), f"{INDENT}{flag} = false"]
            elif final.node in flags:
                own.append(f"{self.words.flag(final.node)} = false")
        return own

    def _final_exit(self, final: ChartState, state: ChartState, *, is_told: bool) -> list[str]:
        """Return what a final state does on exit; it is told once, where the state around it is left."""
        blocks = self.chart.inside(final.element, "onexit")
        place = ChartPlace(final.node, leaves=final.node)
        marked = len(self.words.rows)
        lines = [
            line for block in blocks for each in block.elements for line in self.actions.lines(each, place)
        ]
        if not is_told:
            del self.words.rows[marked:]
            return lines
        for block in blocks:
            reason = "A final state has no exit: it is done when the state around it is left."
            self.words.report(block, "changed", reason, rule="4.1", node=state.node)
        return lines

    def _initial_element(self, state: ChartState) -> XmlElement | None:
        """Return the element that says where a state begins, None where none is read."""
        found = self.chart.inside(state.element, "initial")
        return found[0] if found and state.kind == "state" and state.real_children else None

    def _initial(self, state: ChartState, origin: JsonObject) -> str | InitialTransition:
        """Return where a state, or the chart, begins."""
        direct = [each.node for each in state.children]
        first = (state.real_children[0].node,)
        initial = self._initial_element(state)
        if initial is None:
            targets, problem = self._targets(state.element, "initial")
            if problem:
                self.words.report(state.element, "lost", problem, NAME_ONE, node=state.node)
            return start_of(targets or first, direct)
        arrows = self.chart.inside(initial, "transition")
        arrow = arrows[0] if arrows else XmlElement("transition")
        self.words.report(initial, "exact", node=state.node)
        kept, targets, lines = self._start(arrow, state.node, arrow if arrows else initial)
        content = content_parts(initial, lambda each: "transition" if each is arrow else element_text(each))
        origin["initial"] = {"attributes": attribute_pairs(initial), "content": content, "transition": kept}
        for extra in (each for each in initial.elements if each is not arrow):
            self.words.report(extra, "kept", "Only the first transition is taken.", node=state.node)
        return start_of(targets or first, direct, lines)

    def _history_default(self, state: ChartState, origin: JsonObject) -> str | InitialTransition | None:
        arrows = self.chart.inside(state.element, "transition")
        if not arrows:
            reason = "It has no default, so that entering the state around it begins where that begins."
            self.words.report(state.element, "changed", reason, rule="4.6", node=state.node)
            assert state.parent is not None
            return next((each.node for each in state.parent.real_children), None)
        origin["transition"], targets, lines = self._start(arrows[0], state.node, arrows[0])
        return start_of(targets, targets, lines)

    def _start(
        self, arrow: XmlElement, node: str, told: XmlElement
    ) -> tuple[JsonObject, tuple[str, ...], list[str]]:
        """Return what is kept of the transition of an initial or a history, where it leads, its lines."""
        targets, problem = self._targets(arrow)
        parts = block_parts(arrow, lambda each: self.actions.lines(each, ChartPlace(node)))
        problem = problem or ("" if targets else "It leads to no state.")
        self.words.report(
            told, "lost" if problem else "exact", problem, NAME_ONE if problem else "", node=node
        )
        return {"attributes": attribute_pairs(arrow), "parts": parts}, targets, lines_in(parts)

    # -- transitions ------------------------------------------------------------------------------

    def _edge(self, transition: ChartTransition) -> Edge:
        element, node = transition.element, transition.edge
        events = self.completions.events(transition)
        listed = matching_events(events, self.words.knowledge.events)
        heard = None if events == ("always",) else () if "*" in events else tuple(listed)
        place = ChartPlace(node, events=heard)
        marked = len(self.words.rows)
        guard, how = None, judged(())
        if "cond" in element.attributes:
            guard, how = self.words.test(element.attributes["cond"], place)
        parts = block_parts(element, lambda each: self.actions.lines(each, place))
        targets, problem = self._targets(element)
        inner = self.words.rows[marked:]
        del self.words.rows[marked:]
        if problem:
            how = "lost", f"{problem} The transition is disabled.", NAME_ONE, ""
        self.words.report(element, *how, node)
        self.words.rows += inner
        more = self._more(element, (*EDGE_MORE, "else", "event"), node)
        made: JsonObject = {"event": [] if "event" in more else [*events], "guard": guard}
        edge = Edge(
            event=events[0] if len(events) == 1 else events,
            guard=guard,
            targets=targets,
            actions=tuple(lines_in(parts)),
            internal=element.attributes.get("type") == "internal",
            disabled=bool(problem),
            origin={FORMAT_ID: {"attributes": attribute_pairs(element), "parts": parts, "made": made}},
        )
        return self._with_more(edge, more, element, node)

    def _more(self, element: XmlElement, known: Container[str], node: str) -> JsonObject:
        """Return the fields that Mindloom wrote into its own attribute."""
        try:
            found = parse_json(element.attributes.get(MORE, "{}").encode())
        except JsonTextError:
            found = None
        if not isinstance(found, dict):
            self._refuse_more(element, node)
        return {name: each for name, each in object_of(found).items() if name in known}

    def _with_more(self, part: _Part, more: JsonObject, element: XmlElement, node: str) -> _Part:
        try:
            return type(part).model_validate({**part.model_dump(by_alias=True), **more}) if more else part
        except ValidationError:
            self._refuse_more(element, node)
            return part

    def _refuse_more(self, element: XmlElement, node: str) -> None:
        remedy = "Correct it, or take it out."
        self.words.report(element, "lost", f"{MORE} does not say fields of it.", remedy, node=node)

    def _targets(self, element: XmlElement, attribute: str = "target") -> tuple[tuple[str, ...], str]:
        """Return the ids of the states that an attribute names, and a sentence where one is not there."""
        by_name = self.chart.by_name
        names = element.attributes.get(attribute, "").split()
        missing = [name for name in names if name not in by_name]
        found = dict.fromkeys(by_name[name].node for name in names if name in by_name)
        return tuple(found), f"There is no state {missing[0]!r}." if missing else ""

    # -- what else is in an element ---------------------------------------------------------------

    def _content(self, state: ChartState) -> list[JsonValue]:
        """Return what is in a state, in order: of parts of the document the tag, else what the file says."""
        initial = self._initial_element(state)
        slots = self.chart.inside(
            state.element, *_SLOTS.get(state.kind, (*STATE_TAGS, *_BLOCKS, "transition"))
        )
        slots = slots[:1] if state.kind == "history" else [*slots, *([initial] if initial else [])]
        said = {id(each) for each in slots}

        def part(each: XmlElement) -> JsonValue:
            tag = self.chart.tag(each)
            if tag == "datamodel":
                return self.data.kept(each)
            if id(each) in said:
                return "state" if tag in STATE_TAGS else tag
            if state.kind == "final" and tag == "onexit" and state.parent is not self.chart.root:
                return element_text(each)
            for inner in each.walk():
                remedy = IMPLEMENT if inner is each else ""
                self.words.report(inner, "kept", _KEPT_WHOLE.get(tag, UNKNOWN), remedy, node=state.node)
            return element_text(each)

        return content_parts(state.element, part)


def _block_lines(blocks: list[JsonValue]) -> list[str]:
    """Return the lines of blocks: those that are made, or else those of the parts of the file."""
    listed = [object_of(each) for each in blocks]
    return [
        line
        for each in listed
        for line in (*texts_of(each.get("made")), *lines_in(list_of(each.get("parts"))))
    ]
