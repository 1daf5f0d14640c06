"""Read the definition of an XState machine, and which of its states a snapshot says are active."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from runtime.basics.status import Status
from runtime.foreign.foreign_run import IDLE, ForeignGraph, ForeignLink, ForeignNode, Look, NodeForm, clipped

MOST_STATES = 5_000
"""States and transitions that are read of one machine; what is beyond is not shown."""
MOST_DEPTH = 60
_FORMS = {"parallel": NodeForm.PARALLEL, "final": NodeForm.FINAL, "history": NodeForm.HISTORY}
_ROOT = "(machine)"
"""The key of the state that stands for a machine whose top is regions."""

Table = Mapping[str, object]


class XStateError(Exception):
    """Say in words what of a message cannot be."""


def read_machine(key: str, name: str, definition: object) -> ForeignGraph:
    """Return the machine of a definition, which is JSON text of its config; raise `XStateError`.

    One without states, such as that of a promise, has no nodes.
    """
    try:
        config: object = json.loads(definition) if isinstance(definition, str) else {}
    except (ValueError, RecursionError):
        raise XStateError("a definition that is no JSON") from None
    if not isinstance(config, dict):
        raise XStateError("a definition that is no table")
    return _Reading(config).graph(key, name)


class _Reading:
    """Gather states and transitions of one config."""

    def __init__(self, config: Table) -> None:
        self._config = config
        self._nodes: dict[str, ForeignNode] = {}
        self._initial: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._links: list[ForeignLink] = []
        self._raw: dict[str, Table] = {}

    def graph(self, key: str, name: str) -> ForeignGraph:
        config, top = self._config, ""
        if config.get("type") == "parallel" and _table(config.get("states")):
            top = _ROOT
            self._nodes[top] = ForeignNode(top, clipped(name, 80), "parallel", NodeForm.PARALLEL)
        self._ids[str(config.get("id", name))] = top
        self._read_states(config, top)
        for source, raw in ((top, config), *self._raw.items()):
            self._links += self._transitions(source, raw)
        return ForeignGraph(
            key, clipped(name, 80), True, self._nodes, tuple(self._links[:MOST_STATES]), self._initial
        )

    def _read_states(self, config: Table, top: str) -> None:
        left: list[tuple[str, Table, int]] = [(top, config, 0)]
        while left:
            parent, raw, depth = left.pop()
            states = _table(raw.get("states"))
            for name, state in states.items():
                key = f"{parent}.{name}" if parent and parent != _ROOT else name
                if len(self._nodes) >= MOST_STATES or depth > MOST_DEPTH or key in self._nodes:
                    continue
                table = _table(state)
                self._nodes[key] = _state(key, name, parent, table)
                self._raw[key] = table
                if isinstance(table.get("id"), str):
                    self._ids[str(table["id"])] = key
                left.append((key, table, depth + 1))
            first = raw.get("initial")
            first = first.get("target") if isinstance(first, dict) else first
            if isinstance(first, str) and first in states:
                self._initial[parent] = f"{parent}.{first}" if parent and parent != _ROOT else first

    def _transitions(self, source: str, raw: Table) -> Iterator[ForeignLink]:
        for event, listed in _table(raw.get("on")).items():
            yield from self._links_of(source, event, listed)
        yield from self._links_of(source, "always", raw.get("always"))
        for delay, listed in _table(raw.get("after")).items():
            yield from self._links_of(
                source, f"after {delay} ms" if delay.isdecimal() else f"after {delay}", listed
            )
        yield from self._links_of(source, "done", raw.get("onDone"))
        invoked = raw.get("invoke")
        for each in invoked if isinstance(invoked, list) else [invoked]:
            table = _table(each)
            what = _name(table.get("src"))
            yield from self._links_of(source, f"done {what}", table.get("onDone"))
            yield from self._links_of(source, f"error {what}", table.get("onError"))

    def _links_of(self, source: str, event: str, listed: object) -> Iterator[ForeignLink]:
        for each in listed if isinstance(listed, list) else [listed]:
            wish = {"target": each} if isinstance(each, str) else _table(each)
            if not wish or len(self._links) >= MOST_STATES:
                continue
            told = wish.get("target")
            targets = [self._target(source, name) for name in (told if isinstance(told, list) else [told])]
            found = tuple(dict.fromkeys(target for target in targets if target))
            guard = _name(wish.get("guard")) if wish.get("guard") is not None else ""
            yield ForeignLink(source, found, clipped(event, 80), guard)

    def _target(self, source: str, name: object) -> str:
        """Return the key of a target: `#id`, `#id.below`, `.child`, or a state beside the source."""
        if not isinstance(name, str):
            return ""
        if name.startswith("#"):
            whole, found = name[1:], name[1:]
            while found:
                if found in self._ids:
                    below = whole[len(found) + 1 :]
                    above = self._ids[found].replace(_ROOT, "")
                    key = ".".join(part for part in (above, below) if part)
                    return key if key in self._nodes else ""
                found = found.rpartition(".")[0]
            return ""
        own = "" if source == _ROOT else source
        parent = self._nodes[own].parent.replace(_ROOT, "") if own else ""
        for base in (own,) if name.startswith(".") else (parent, own):
            key = f"{base}.{name.removeprefix('.')}" if base else name.removeprefix(".")
            if key in self._nodes:
                return key
        return ""


def active_looks(graph: ForeignGraph, snapshot: Table, before: Mapping[str, Look]) -> dict[str, Look]:
    """Return how all states of a machine stand after a snapshot; those just left say so."""
    told = str(snapshot.get("status"))
    active = set(_active(graph, snapshot.get("value"))) if told != "stopped" else set()
    if _ROOT in graph.nodes and active:
        active.add(_ROOT)
    now = {"done": Status.SUCCESS, "error": Status.FAILURE}.get(told, Status.RUNNING)
    changed = any((before.get(key, IDLE)[0] is not Status.IDLE) != (key in active) for key in graph.nodes)
    looks: dict[str, Look] = {}
    for key in graph.nodes:
        was = before.get(key, IDLE)
        if key in active:
            looks[key] = (now, None)
        elif was[0] is not Status.IDLE:
            looks[key] = (Status.IDLE, Status.RUNNING)
        else:
            looks[key] = IDLE if changed else was
    return looks


def _active(graph: ForeignGraph, value: object) -> Iterator[str]:
    """Yield the keys of active states: a value is a state's name, or a table of those within others."""
    left: list[tuple[str, object]] = [("", value)]
    while left:
        base, found = left.pop()
        if isinstance(found, str):
            found = {found: None}
        for name, below in found.items() if isinstance(found, dict) else ():
            key = f"{base}.{name}" if base else str(name)
            if key in graph.nodes:
                yield key
                left.append((key, below))


def _state(key: str, name: str, parent: str, raw: Table) -> ForeignNode:
    details = []
    for field in ("entry", "exit", "invoke"):
        listed = raw.get(field)
        if listed is not None:
            names = [_name(each) for each in (listed if isinstance(listed, list) else [listed])]
            details.append((field, clipped(", ".join(names))))
    form = _FORMS.get(str(raw.get("type")), NodeForm.STATE)
    kind = "deep history" if form is NodeForm.HISTORY and raw.get("history") == "deep" else form.value
    return ForeignNode(key, clipped(name, 80), kind, form, parent, tuple(details))


def _name(thing: object) -> str:
    """Return the name of an action, a guard or an actor, which may be text or a table with a type."""
    if isinstance(thing, dict):
        thing = thing.get("src", thing.get("type", "(inline)"))
        thing = thing.get("type", thing.get("id", "(inline)")) if isinstance(thing, dict) else thing
    return clipped(str(thing) if isinstance(thing, str) and thing else "(inline)", 80)


def _table(thing: object) -> dict[str, object]:
    return thing if isinstance(thing, dict) else {}
