"""Make a machine of a chart: states, transitions, data, with what the file says beside each."""

from __future__ import annotations

from pydantic import ValidationError

from graphs.basics.json_text import JsonObject, JsonTextError, JsonValue, parse_json
from graphs.formats.basics.javascript_expressions import NotSaid
from graphs.formats.basics.xml_file import XmlElement, element_text, piece_text
from graphs.formats.scxml.chart import STATE_TAGS, ChartState, ChartTransition
from graphs.formats.scxml.chart_actions import ChartActions
from graphs.formats.scxml.chart_completions import ChartCompletions
from graphs.formats.scxml.chart_data import ChartData
from graphs.formats.scxml.chart_words import IMPLEMENT, ChartPlace, ChartWords
from graphs.formats.scxml.origin_parts import (
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

_ROOT_ATTRIBUTES = ("initial", "name", "version", "datamodel", "binding", "exmode", "profile")
_KNOWN: dict[str, tuple[str, ...]] = {
    "scxml": _ROOT_ATTRIBUTES,
    "state": ("id", "initial", "src"),
    "parallel": ("id", "src"),
    "final": ("id",),
    "history": ("id", "type"),
    "transition": ("event", "cond", "target", "type"),
}
_BLOCKS = ("onentry", "onexit")
_SLOTS = {
    **dict.fromkeys(STATE_TAGS, "state"),
    **{each: each for each in (*_BLOCKS, "transition", "initial")},
}
_KEPT_WHOLE = {
    "invoke": "What it starts is not part of the machine here.",
    "script": "No code of a file is run.",
    "donedata": "The completion of a state carries nothing here.",
}
_NAME_ONE = "Name a state that is there."


class ChartGraph:
    """Read one chart once."""

    def __init__(self, words: ChartWords) -> None:
        self.words = words
        self.chart = words.chart
        self.actions = ChartActions(words)
        self.data = ChartData(words)
        self.completions = ChartCompletions(self.chart, words)
        self.edges: dict[str, Edge] = {}

    def read(self) -> tuple[StateMachineGraph, dict[str, Variable]]:
        """Return the machine and its data."""
        root = self.chart.file.root
        self.data.declare()
        self._report_unknown(root, "scxml", "")
        for transition in self.chart.all_transitions():
            self.edges[transition.edge] = self._edge(transition)
        nodes = {state.node: self._state(state) for state in self.chart.states}
        content = self._content(root, None)
        file = self.chart.file
        origin: JsonObject = {
            "attributes": attribute_pairs(root),
            "content": content,
            "tag": root.tag,
            "before": [piece_text(each) for each in file.before],
            "behind": [piece_text(each) for each in file.behind],
            "asked": {**self.words.opaque},
            "data": {self.words.variables.legal(name): name for name in self.words.data},
            "flags": {self.words.flag(node): node for node in list(self.words.knowledge.flags)},
        }
        for name, line in self.words.relays.items():
            made: JsonObject = {"made": True}
            self.edges[name] = Edge(event=name, actions=(line,), origin={FORMAT_ID: made})
        graph = StateMachineGraph(
            kind="state_machine",
            title=root.attributes.get("name", ""),
            children=tuple(each.node for each in self.chart.children),
            initial=self._initial(None),
            transitions=(*(each.edge for each in self.chart.transitions), *self.words.relays),
            nodes=nodes,
            edges=self.edges,
            variables={name: Variable(type="bool", default=False) for name in _flags(origin)},
            origin={FORMAT_ID: origin},
        )
        return graph, self.data.variables()

    # -- states -----------------------------------------------------------------------------------

    def _state(self, state: ChartState) -> StateNode:
        element = state.element
        self._report_unknown(element, state.tag, state.node)
        self._report_shape(state)
        origin: JsonObject = {
            "attributes": attribute_pairs(element),
            "content": self._content(element, state),
        }
        blocks = {name: self._blocks(state, name) for name in _BLOCKS}
        origin |= {name: found for name, found in blocks.items() if found}
        fields: dict[str, object] = {
            "kind": state.tag,
            "name": state.name or state.node,
            "children": tuple(each.node for each in state.children),
            "transitions": tuple(each.edge for each in state.transitions),
            "entry": tuple(_block_lines(blocks["onentry"])),
            "exit": tuple(_block_lines(blocks["onexit"])),
        }
        if state.tag == "history":
            fields["depth"] = "deep" if element.attributes.get("type") == "deep" else "shallow"
            fields["default"] = self._history_default(state, origin)
        elif state.tag == "state" and state.real_children:
            fields["initial"] = self._initial(state, origin)
        fields["origin"] = {FORMAT_ID: origin}
        more = self._more(element, (*STATE_MORE, "kind"), state.node)
        try:
            return StateNode.model_validate({**fields, **more})
        except ValidationError:
            self._refuse_more(element, state.node)
            return StateNode.model_validate(fields)

    def _report_shape(self, state: ChartState) -> None:
        """Report what is allowed in a file of SCXML, but is an error of a document, or is not reached."""
        reason, remedy = "", "Give it a state."
        if state.name and self.chart.by_name[state.name] is not state:
            reason, remedy = (
                "Another state has its id; targets lead to that one.",
                "Give it an id of its own.",
            )
        elif state.tag == "parallel" and not state.real_children:
            reason = "It has no regions; a parallel state here needs one."
        elif state.tag == "state" and state.children and not state.real_children:
            reason = "Only histories are inside, so that it has nowhere to begin."
        elif state.tag == "final" and state.parent is not None and state.parent.tag == "parallel":
            reason, remedy = "A final state is no region here.", "Put it into a state."
        if reason:
            self.words.report(state.element, "kept", reason, remedy, node=state.node)

    def _blocks(self, state: ChartState, name: str) -> list[JsonValue]:
        """Return the blocks of one sort, with the lines that are made beside them."""
        found: list[JsonValue] = []
        if state.tag == "history":
            return []
        enters = name == "onentry"
        place = ChartPlace(state.node, enters, leaves=None if enters else state.node)
        own = self._flag_lines(state, enters=enters)
        if own:
            found.append({"made": [*own]})
        if state.tag == "final" and not enters:
            return []
        elements = self.chart.inside(state.element, name)
        for element in elements:
            parts = block_parts(element, lambda each: self.actions.lines(each, place))
            found.append({"attributes": attribute_pairs(element), "parts": parts})
            may_fail = any(mark in line for line in lines_in(parts) for mark in (" / ", " % ", "do "))
            rest = element is not elements[-1] and may_fail
            reason = "A line that fails here ends the blocks behind it too." if rest else ""
            self.words.report(
                element, "changed" if rest else "exact", reason, rule="2.6" * rest, node=state.node
            )
        if enters and state.tag == "final":
            told = self.completions.final_lines(state)
            found += [{"made": [*told]}] if told else []
        return found

    def _flag_lines(self, state: ChartState, *, enters: bool) -> list[str]:
        """Return the lines that keep the flags of states, and run what final states inside do on exit.

        A final state has no exit here: what it would do there is done when a state beside it is entered, or
        the one around it is left.
        """
        flags = self.words.knowledge.flags
        asked = state.node in flags
        own = [f"{self.words.flag(state.node)} = {'true' if enters else 'false'}"] if asked else []
        beside = (state.parent.children if state.parent else []) if enters else state.children
        for final in beside:
            if final.tag != "final" or final is state:
                continue
            blocks = self.chart.inside(final.element, "onexit")
            place = ChartPlace(final.node, leaves=final.node)
            marked = len(self.words.rows)
            lines = [
                line for each in blocks for part in each.elements for line in self.actions.lines(part, place)
            ]
            if enters:
                del self.words.rows[marked:]
            for block in [] if enters else blocks:
                reason = "A final state has no exit: it is done when the state around it is left."
                self.words.report(block, "changed", reason, rule="4.1", node=state.node)
            if lines:
                flag = self.words.flag(final.node)
                own += [f"if {flag}:", *(INDENT + line for line in lines), f"{INDENT}{flag} = false"]
            elif final.node in flags:
                own.append(f"{self.words.flag(final.node)} = false")
        return own

    def _initial(self, state: ChartState | None, origin: JsonObject | None = None) -> str | InitialTransition:
        """Return where a state, or the chart, begins."""
        element = self.chart.file.root if state is None else state.element
        children = self.chart.children if state is None else state.children
        first = next(each.node for each in children if each.tag != "history")
        node = "" if state is None else state.node
        if state is not None and state.initial is not None:
            initial, arrows = state.initial, self.chart.inside(state.initial, "transition")
            self.words.report(initial, "exact", node=node)
            arrow = arrows[0] if arrows else XmlElement("transition")
            targets, problem = self._targets(arrow)
            parts = block_parts(arrow, lambda each: self.actions.lines(each, ChartPlace(node)))
            assert origin is not None
            origin["initial"] = {
                "attributes": attribute_pairs(initial),
                "content": content_parts(
                    initial, lambda each: "transition" if each is arrow else element_text(each)
                ),
                "transition": {"attributes": attribute_pairs(arrow), "parts": parts},
            }
            self._report_start(arrow if arrows else initial, problem, targets, node)
            for extra in (each for each in initial.elements if each is not arrow):
                self.words.report(extra, "kept", "Only the first transition is taken.", node=node)
            lines = lines_in(parts)
            if lines or len(targets) != 1:
                return InitialTransition(targets=targets or (first,), actions=tuple(lines))
        else:
            targets, problem = self._targets(element, "initial")
            if problem:
                self.words.report(element, "lost", problem, _NAME_ONE, node=node)
            if not targets:
                return first
        direct = {each.node for each in children}
        return (
            targets[0] if len(targets) == 1 and targets[0] in direct else InitialTransition(targets=targets)
        )

    def _history_default(self, state: ChartState, origin: JsonObject) -> str | InitialTransition | None:
        arrows = self.chart.inside(state.element, "transition")
        if not arrows:
            reason = "It has no default, so that entering the state around it begins where that begins."
            self.words.report(state.element, "changed", reason, rule="4.6", node=state.node)
            around = state.parent
            return None if around is None else next((each.node for each in around.real_children), None)
        arrow = arrows[0]
        targets, problem = self._targets(arrow)
        parts = block_parts(arrow, lambda each: self.actions.lines(each, ChartPlace(state.node)))
        origin["transition"] = {"attributes": attribute_pairs(arrow), "parts": parts}
        self._report_start(arrow, problem, targets, state.node)
        lines = lines_in(parts)
        single = len(targets) == 1 and not lines
        return targets[0] if single else InitialTransition(targets=targets, actions=tuple(lines))

    def _report_start(self, element: XmlElement, problem: str, targets: tuple[str, ...], node: str) -> None:
        """Report where an initial or a history leads: lost where that is no state."""
        problem = problem or ("" if targets else "It leads to no state.")
        self.words.report(
            element, "lost" if problem else "exact", problem, _NAME_ONE * bool(problem), node=node
        )

    # -- transitions ------------------------------------------------------------------------------

    def _edge(self, transition: ChartTransition) -> Edge:
        element = transition.element
        events = self.completions.events(transition)
        listed = self.words.knowledge.events
        heard = (
            None if events == ("always",) else () if "*" in events else tuple(matching_events(events, listed))
        )
        place = ChartPlace(transition.edge, events=heard)
        marked = len(self.words.rows)
        guard, how, reason = self._guard(element, place)
        parts = block_parts(element, lambda each: self.actions.lines(each, place))
        targets, problem = self._targets(element)
        inner = self.words.rows[marked:]
        del self.words.rows[marked:]
        self._report_unknown(element, "transition", transition.edge, how, reason, problem)
        self.words.rows += inner
        origin: JsonObject = {"attributes": attribute_pairs(element), "parts": parts}
        origin["made"] = {"event": [*events], "guard": guard}
        edge = Edge(
            event=events[0] if len(events) == 1 else events,
            guard=guard,
            targets=targets,
            actions=tuple(lines_in(parts)),
            internal=element.attributes.get("type") == "internal",
            disabled=bool(problem),
            origin={FORMAT_ID: origin},
        )
        more = self._more(element, (*EDGE_MORE, "else", "event"), transition.edge)
        try:
            if "event" in more:
                origin["made"] = {"event": [], "guard": guard}
            return Edge.model_validate({**edge.model_dump(by_alias=True), **more}) if more else edge
        except ValidationError:
            self._refuse_more(element, transition.edge)
            return edge

    def _more(self, element: XmlElement, known: tuple[str, ...], node: str) -> JsonObject:
        """Return the fields that Mindloom wrote into its own attribute."""
        text = element.attributes.get(MORE)
        if text is None:
            return {}
        try:
            found = parse_json(text.encode())
        except JsonTextError:
            found = None
        if not isinstance(found, dict):
            self._refuse_more(element, node)
            return {}
        return {name: each for name, each in found.items() if name in known}

    def _refuse_more(self, element: XmlElement, node: str) -> None:
        remedy = "Correct it, or take it out."
        self.words.report(element, "lost", f"{MORE} does not say fields of it.", remedy, node=node)

    def _guard(self, element: XmlElement, place: ChartPlace) -> tuple[str | None, str, str]:
        text = element.attributes.get("cond")
        if text is None:
            return None, "exact", ""
        notes: list[str] = []
        try:
            return self.words.condition(text, place, notes), "changed" if notes else "exact", " ".join(notes)
        except NotSaid as why:
            name = self.words.asked(text)
            said = f"The condition {text!r} cannot be said: {why} The game answers it as {name}."
            return f"{name}()", "kept", said

    def _targets(self, element: XmlElement, attribute: str = "target") -> tuple[tuple[str, ...], str]:
        """Return the ids of the states that an attribute names, and a sentence where one is not there."""
        names = element.attributes.get(attribute, "").split()
        found = tuple(
            dict.fromkeys(self.chart.by_name[name].node for name in names if name in self.chart.by_name)
        )
        missing = [name for name in names if name not in self.chart.by_name]
        return found, f"There is no state {missing[0]!r}." if missing else ""

    # -- what else is in an element ---------------------------------------------------------------

    def _content(self, element: XmlElement, state: ChartState | None) -> list[JsonValue]:
        node = "" if state is None else state.node

        def part(each: XmlElement) -> JsonValue:
            tag = self.chart.tag(each)
            if tag == "datamodel":
                return self.data.kept(each)
            first_only = tag == "initial" and (state is None or each is not state.initial)
            allowed = state is not None or tag not in ("initial", *_BLOCKS)
            if tag == "initial" and state is not None:
                allowed = state.tag == "state" and bool(state.real_children)
            if state is not None and state.tag == "final":
                allowed = tag == "onentry"
            if state is not None and state.tag == "history":
                allowed = (
                    tag == "transition" and each is (self.chart.inside(element, "transition") or [each])[0]
                )
            if tag in _SLOTS and allowed and not first_only:
                return _SLOTS[tag]
            if state is not None and state.tag == "final" and tag == "onexit" and state.parent is not None:
                return element_text(each)
            reason = _KEPT_WHOLE.get(tag, "It is not known in Mindloom.")
            for inner in each.walk():
                self.words.report(inner, "kept", reason, IMPLEMENT if inner is each else "", node=node)
            return element_text(each)

        return content_parts(element, part)

    def _report_unknown(
        self,
        element: XmlElement,
        tag: str,
        node: str,
        how: str = "exact",
        reason: str = "",
        problem: str = "",
    ) -> None:
        """Report an element: lost where it names what is not there, kept for attributes of others."""
        unknown = [
            each
            for each in element.attributes
            if each not in (*_KNOWN[tag], MORE) and not each.startswith("xmlns")
        ]
        rule = "2.5" if how == "kept" else ""
        if problem:
            self.words.report(element, "lost", f"{problem} The transition is disabled.", _NAME_ONE, node=node)
        elif how == "changed":
            self.words.report(element, "changed", reason, node=node)
        elif how == "kept":
            self.words.report(element, "kept", reason, IMPLEMENT, rule, node)
        elif unknown:
            listed = ", ".join(unknown)
            self.words.report(element, "kept", f"It says {listed}, which is not known here.", node=node)
        else:
            self.words.report(element, "exact", node=node)


def _block_lines(blocks: list[JsonValue]) -> list[str]:
    found: list[str] = []
    for block in blocks:
        assert isinstance(block, dict)
        made, parts = block.get("made", []), block.get("parts", [])
        assert isinstance(made, list)
        assert isinstance(parts, list)
        found += [str(line) for line in made] + lines_in(parts)
    return found


def _flags(origin: JsonObject) -> list[str]:
    flags = origin["flags"]
    assert isinstance(flags, dict)
    return list(flags)
