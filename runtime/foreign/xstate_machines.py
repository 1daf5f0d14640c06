"""Read the definition of an XState machine, and which of its states a snapshot says are active."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from runtime.basics.status import Status
from runtime.foreign.foreign_run import IDLE, ForeignGraph, ForeignLink, ForeignNode, Form, Look, clipped

MOST_STATES = 5_000
"""States and transitions that are read of one machine; what is beyond is not shown."""
_FORMS: dict[object, Form] = {"parallel": "parallel", "final": "final", "history": "history"}
_REGIONS = "(machine)"
"""The key of the state that stands for a machine whose top is regions."""

Table = Mapping[str, object]


class XStateError(Exception):
    """Say in words what of a message cannot be."""


def read_machine(title: str, definition: object) -> ForeignGraph:
    """Return the machine of a definition, which is JSON text of its config; raise `XStateError`.

    One without states, such as that of a promise, has no nodes.
    """
    try:
        config: object = json.loads(definition) if isinstance(definition, str) else {}
    except (ValueError, RecursionError):
        raise XStateError("a definition that is no JSON") from None
    return _Reading(table(config), title).graph


class _Reading:
    """Gather states and transitions of one config."""

    def __init__(self, config: Table, title: str) -> None:
        self._nodes: dict[str, ForeignNode] = {}
        self._initial: dict[str, str] = {}
        self._raw: dict[str, Table] = {}
        top = ""
        if config.get("type") == "parallel" and table(config.get("states")):
            top = _REGIONS
            self._nodes[top] = ForeignNode(title, "parallel", "parallel")
        self._ids = {str(config.get("id")): top}
        self._read_states(top, config)
        links: list[ForeignLink] = []
        for source, raw in ((top, config), *self._raw.items()):
            links += self._links(source, raw)
        self.graph = ForeignGraph(title, True, self._nodes, tuple(links[:MOST_STATES]), self._initial)

    def _read_states(self, top: str, config: Table) -> None:
        left = [(top, config)]
        while left:
            parent, raw = left.pop(0)
            states = table(raw.get("states"))
            for name, state in states.items():
                key, inside = _below(parent, name), table(state)
                if len(self._nodes) < MOST_STATES and key not in self._nodes:
                    self._nodes[key] = _node(name, parent, inside)
                    self._raw[key] = inside
                    self._ids.setdefault(str(inside.get("id", "")), key)
                    left.append((key, inside))
            first = table(raw.get("initial")).get("target", raw.get("initial"))
            if isinstance(first, str) and first in states:
                self._initial[parent] = _below(parent, first)

    def _links(self, source: str, raw: Table) -> Iterator[ForeignLink]:
        yield from self._links_of(source, "always", raw.get("always"))
        for event, listed in table(raw.get("on")).items():
            yield from self._links_of(source, event, listed)
        for delay, listed in table(raw.get("after")).items():
            yield from self._links_of(source, f"after {delay}{' ms' if delay.isdecimal() else ''}", listed)
        yield from self._links_of(source, "done", raw.get("onDone"))
        for each in _listed(raw.get("invoke")):
            invoked = table(each)
            yield from self._links_of(source, f"done {_name(each)}", invoked.get("onDone"))
            yield from self._links_of(source, f"error {_name(each)}", invoked.get("onError"))

    def _links_of(self, source: str, event: str, told: object) -> Iterator[ForeignLink]:
        for each in _listed(told):
            wish: Table = {"target": each} if isinstance(each, str) else table(each)
            targets = (self._target(source, name) for name in _listed(wish.get("target")))
            found = tuple(dict.fromkeys(target for target in targets if target))
            yield ForeignLink(
                source, found, clipped(event, 80), _name(wish["guard"]) if "guard" in wish else ""
            )

    def _target(self, source: str, name: object) -> str:
        """Return the key of a target: `#id`, `#id.below`, `.child`, or a state beside the source."""
        told = str(name)
        if told.startswith("#"):
            found = whole = told[1:]
            while found and found not in self._ids:
                found = found.rpartition(".")[0]
            below = whole[len(found) + 1 :]
            key = _below(self._ids.get(found, ""), below) if below else self._ids.get(found, "")
            return key if key in self._nodes else ""
        beside = self._nodes[source].parent if source in self._nodes else ""
        keys = [_below(source, told.removeprefix("."))]
        if not told.startswith("."):
            keys.insert(0, _below(beside, told))
        return next((key for key in keys if key in self._nodes), "")


def active_looks(graph: ForeignGraph, snapshot: Table, before: Mapping[str, Look]) -> dict[str, Look]:
    """Return how all states of a machine stand after a snapshot; those just left say so."""
    status = snapshot.get("status")
    active = set(_active(graph, snapshot.get("value"))) if status != "stopped" else set()
    if active and _REGIONS in graph.nodes:
        active.add(_REGIONS)
    now = Status.SUCCESS if status == "done" else Status.FAILURE if status == "error" else Status.RUNNING
    were = {key for key, look in before.items() if look[0] is not Status.IDLE}
    looks = dict.fromkeys(before, IDLE) if were != active else dict(before)
    looks |= dict.fromkeys(were - active, (Status.IDLE, Status.RUNNING))
    return looks | dict.fromkeys(active, (now, None))


def _active(graph: ForeignGraph, value: object) -> Iterator[str]:
    """Yield the keys of active states: a value is a state's name, or a table of those within others."""
    left = [("", value)]
    while left:
        parent, found = left.pop()
        for name, below in ({found: None} if isinstance(found, str) else table(found)).items():
            key = _below(parent, name)
            if key in graph.nodes:
                yield key
                left.append((key, below))


def _below(parent: str, name: str) -> str:
    return f"{parent}.{name}" if parent and parent != _REGIONS else name


def _node(name: str, parent: str, raw: Table) -> ForeignNode:
    told = ((field, _listed(raw.get(field))) for field in ("entry", "exit", "invoke"))
    details = tuple((field, clipped(", ".join(map(_name, each)))) for field, each in told if each)
    form = _FORMS.get(str(raw.get("type")), "state")
    kind = "deep history" if form == "history" and raw.get("history") == "deep" else form
    return ForeignNode(clipped(name, 80), kind, form, parent, details)


def _name(thing: object) -> str:
    """Return the name of an action, a guard or an actor: text, or a table that has it as src or type."""
    for key in ("src", "type"):
        thing = table(thing).get(key, thing)
    return clipped(thing, 80) if isinstance(thing, str) and thing else "(inline)"


def _listed(thing: object) -> list[object]:
    return thing if isinstance(thing, list) else [] if thing is None else [thing]


def table(thing: object) -> dict[str, object]:
    """Return a table of JSON, an empty one for anything else."""
    return thing if isinstance(thing, dict) else {}
