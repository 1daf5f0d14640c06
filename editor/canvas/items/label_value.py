"""The label of a transition as a value that is edited in place: what is wrong with it, what may follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from editor.widgets.completions import NOTHING, Completions, OfferedWord, completions, offered
from graphs.checks.rules.scopes import graph_scope, transition_scope
from graphs.edits.transition_labels import keeps_actions, label_of, set_label
from graphs.expressions.action_blocks import check_action_block
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import READ_ONLY_NAMES, nearest_name
from graphs.expressions.scope import Scope
from graphs.expressions.transition_label import (
    POLLED,
    LabelError,
    LabelNames,
    TransitionLabel,
    cut_label,
    label_problem,
    label_text,
    line_begin,
    parse_label,
)
from graphs.expressions.types import BOOL, FLOAT, Type
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Edge, StateMachineGraph
from graphs.model.variables_and_events import is_event_name
from graphs.structure.queries import TOP, source_of

_BUILT_IN = (
    OfferedWord("always", "at once"),
    OfferedWord("done", "what it does ended"),
    OfferedWord("done.success", "it ended well"),
    OfferedWord("done.failure", "it failed"),
)
_TIMES = (OfferedWord("after", "seconds in the state"), OfferedWord("for", "seconds true"))
NOT_DECLARED = "is not declared."
_UNKNOWN_NAME = "Unknown name '"


@dataclass(frozen=True, slots=True)
class LabelValue:
    """Judge and complete the label of one transition; `declared` gathers the events that an edit declares."""

    edge: Edge
    scope: Scope
    """What the guard may name, but for what an event carries."""
    names: LabelNames
    """What tells an event from a guard: the transition's own events too, declared or not."""
    from_choice: bool
    declared: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        """Return the label as it is."""
        return label_text(label_of(self.edge))

    def edited(self, document: Document, graph_id: str, edge_id: str, text: str) -> Document:
        """Return the document with all that a text says; what was to be declared is, if it still is named."""
        label = parse_label(text, self._all_names())
        declared = [name for name in label.events if name in self.declared]
        return set_label(document, graph_id, edge_id, label, declared)

    def problem(self, text: str) -> str:
        """Return why a text cannot be the label, or "": first what is wrong, then names nobody declared."""
        try:
            label = parse_label(text, self._all_names())
        except LabelError as error:
            return str(error)
        problems = list(self._problems(label))
        wrong = [words for words in problems if not is_only_undeclared(words)]
        return next(iter([*wrong, *problems]), "")

    def _all_names(self) -> LabelNames:
        return replace(self.names, events=self.names.events | self.declared)

    def _scope_of(self, label: TransitionLabel) -> Scope:
        known = replace(self.scope, events={**self.scope.events, **{name: {} for name in self.declared}})
        return transition_scope(known, self.edge.model_copy(update={"event": label.events}))

    def _problems(self, label: TransitionLabel) -> Iterator[str]:
        yield from self._event_problems(label)
        for word, value in (("after", label.after), ("for", label.delay)):
            if isinstance(value, dict):
                yield from self._expression(f"time of '{word}'", value["expr"], self.scope, FLOAT)
        scope = self._scope_of(label)
        if label.guard:
            yield from self._expression("guard", label.guard, scope, BOOL)
        for place, line in enumerate(() if keeps_actions(self.edge, label) else label.actions):
            part = "action" if len(label.actions) == 1 else f"action {place + 1}"
            try:
                check_action_block((line,), scope)
            except ExpressionError as error:
                yield str(label_problem(part, line, error))

    def _expression(self, part: str, text: str, scope: Scope, wanted: Type) -> Iterator[str]:
        try:
            check_expression(text, scope, wanted)
        except ExpressionError as error:
            name = text[error.start : error.end]
            if name in self._all_names().events and _UNKNOWN_NAME in error.message:
                remedy = f"Write it before the guard, as in {name} [visible]."
                error = ExpressionError(f"'{name}' is an event, not a value.", error.start, error.end, remedy)
            yield str(label_problem(part, text, error))

    def _event_problems(self, label: TransitionLabel) -> Iterator[str]:
        if label.is_else and not self.from_choice:
            yield "In the event: Only the branches of a choice have an else. Write a guard."
        if self.from_choice and label.events != POLLED and label.events != self.edge.events:
            yield "In the event: A choice waits for nothing. Write the guard in brackets, or else."
        names = replace(self.names, events=frozenset({*self.scope.events, *self.declared}))
        for name in label.events:
            if names.is_event(name):
                continue
            if name.partition(".")[0] in names.variables:
                yield (
                    f"In the event: '{name}' is a value, not an event. "
                    f"Write it in the brackets, as in [{name}]."
                )
                continue
            nearest = nearest_name(name[:60], names.events)
            remedy = f"Did you mean '{nearest}'?" if nearest else "Declare it, or choose another one."
            yield f"In the event: The event '{name}' {NOT_DECLARED} {remedy}"

    def complete(self, text: str, cursor: int) -> Completions:
        """Return what may stand where the cursor is: in each part of the label what belongs there."""
        cut = cut_label(text, self._all_names())
        if cut.actions is not None and cursor >= cut.actions[0]:
            return self._complete_action(text, cursor, cut.actions)
        scope = self._label_scope(text, cut.head)
        if cut.guard is not None and cursor >= cut.guard[0]:
            inside = cursor <= cut.guard[1]
            return _moved(text, cut.guard[0], cursor, scope) if inside else NOTHING
        return self._complete_head(text, cursor, has_guard=cut.guard is not None)

    def _label_scope(self, text: str, head: tuple[int, int]) -> Scope:
        """Return what a guard may name behind the events that are written before it."""
        try:
            label = parse_label(text[slice(*head)], self._all_names())
        except LabelError:
            return self.scope
        return self._scope_of(label)

    def _complete_action(self, text: str, cursor: int, part: tuple[int, int]) -> Completions:
        cut = cut_label(text, self._all_names())
        scope = self._label_scope(text, cut.head)
        return _moved(text, line_begin(text, part, cursor), cursor, scope, in_block=True)

    def _complete_head(self, text: str, cursor: int, *, has_guard: bool) -> Completions:
        letters = _letters_before(text, cursor)
        if not letters:
            return NOTHING
        events = [
            OfferedWord(name, ", ".join(carried) or "event")
            for name, carried in sorted(self.scope.events.items())
        ]
        words = [*events, *_BUILT_IN, *_TIMES]
        found = offered(words, letters, cursor) if not self.from_choice else NOTHING
        if not has_guard:
            guard = completions(text, cursor, self.scope)
            more = tuple(word for word in guard.words if guard.begin == cursor - len(letters))
            found = Completions(
                cursor - len(letters), (*found.words, *more), found.is_whole or guard.is_whole
            )
        if self._may_declare(text, letters, cursor):
            found = replace(found, words=(*found.words, OfferedWord(letters, "declare as an event", True)))
        return replace(found, begin=cursor - len(letters)) if found.words else NOTHING

    def _may_declare(self, text: str, letters: str, cursor: int) -> bool:
        """Tell whether the word before the cursor is an event but for not being declared."""
        if self.from_choice or text[cursor : cursor + 1].isidentifier():
            return False
        try:
            events = parse_label(text, self._all_names()).events
        except LabelError:
            return False
        known = replace(self.names, events=frozenset({*self.scope.events, *self.declared}))
        is_new = letters in events and not known.is_event(letters)
        return is_new and is_event_name(letters) and letters not in self.names.variables


def is_only_undeclared(problem: str) -> bool:
    """Tell whether a problem is but that a name is not declared yet."""
    return _UNKNOWN_NAME in problem or NOT_DECLARED in problem


def label_value(document: Document, graph_id: str, edge_id: str, registry: Registry) -> LabelValue:
    """Return what is known of the label of a transition."""
    graph = document.graphs[graph_id]
    assert isinstance(graph, StateMachineGraph)
    edge = graph.edges[edge_id]
    scope = graph_scope(document, graph_id, registry)
    source = source_of(graph, edge_id)
    from_choice = source not in (None, TOP) and graph.nodes[source or ""].kind == "choice"
    named = {event for event in edge.events if event != "else"}
    names = LabelNames(frozenset(named | set(scope.events)), frozenset({*scope.variables, *READ_ONLY_NAMES}))
    return LabelValue(edge, scope, names, from_choice)


def _moved(text: str, begin: int, cursor: int, scope: Scope, *, in_block: bool = False) -> Completions:
    """Return what may follow in a part of a text that begins at `begin`."""
    found = completions(text[begin:cursor], cursor - begin, scope, in_block=in_block)
    return replace(found, begin=found.begin + begin) if found.words else NOTHING


def _letters_before(text: str, cursor: int) -> str:
    begin = cursor
    while begin > 0 and (text[begin - 1].isalnum() or text[begin - 1] in "_."):
        begin -= 1
    letters = text[begin:cursor]
    return letters if letters[:1].isalpha() or letters[:1] == "_" else ""
