"""Take the events of XState's inspector (`@statelyai/inspect`) into a run: machines, states, events."""

from __future__ import annotations

import json

from runtime.basics.status import Status
from runtime.foreign.foreign_run import IDLE, ForeignEntry, ForeignGraph, ForeignRun, clipped, value_words
from runtime.foreign.xstate_machines import Table, XStateError, active_looks, read_machine

MOST_MACHINES = 300
"""Machines that are shown at a time; more are passed over, and it is said."""
_MOST_VALUES = 1_000


class XStateReader:
    """Read events of connections, which are told apart by number, into `run`."""

    def __init__(self, run: ForeignRun) -> None:
        self.run = run
        self._ended: dict[str, None] = {}
        """Machines that are done, which make room for others."""

    def take(self, connection: int, text: str, time: float) -> None:
        """Take one event, `time` seconds after the beginning; raise `XStateError` for what is none.

        Kinds of events that Mindloom does not know are passed over.
        """
        try:
            event: object = json.loads(text)
        except (ValueError, RecursionError):
            raise XStateError("what is no JSON") from None
        if not isinstance(event, dict) or not isinstance(event.get("type"), str):
            raise XStateError("an event without a type")
        session = event.get("sessionId")
        if not event["type"].startswith("@xstate.") or not isinstance(session, str):
            return
        key = f"{connection}/{clipped(session, 80)}"
        if event["type"] == "@xstate.actor":
            self._take_actor(key, event, time)
        elif event["type"] == "@xstate.snapshot":
            self._take_snapshot(key, event.get("snapshot"), time)
        elif event["type"] == "@xstate.event" and key in self.run.graphs:
            self._take_event(key, event, time)

    def leave(self, connection: int) -> None:
        """Forget the machines of a connection."""
        for key in [key for key in self.run.graphs if key.startswith(f"{connection}/")]:
            self.run.drop_graph(key)
            self._ended.pop(key, None)

    def _take_actor(self, key: str, event: Table, time: float) -> None:
        run, name = self.run, event.get("name")
        shown = clipped(name if isinstance(name, str) and name else key.partition("/")[2], 80)
        taken = {graph.title for other, graph in run.graphs.items() if other != key}
        title = shown if shown not in taken else f"{shown} ({key.partition('/')[2]})"
        title = title if title not in taken else f"{shown} ({key})"
        graph = read_machine(key, title, event.get("definition"))
        if not graph.nodes:
            return  # A promise or the like: it has no states.
        if len(run.graphs) >= MOST_MACHINES and key not in run.graphs:
            if not self._ended:
                run.complain(f"More than {MOST_MACHINES} machines: the others are not shown.")
                return
            run.drop_graph(self._ended.popitem()[0])
        run.put_graph(graph)
        run.note(ForeignEntry(time, key, "", "began"))
        self._take_snapshot(key, event.get("snapshot"), time)

    def _take_snapshot(self, key: str, snapshot: object, time: float) -> None:
        run = self.run
        graph = run.graphs.get(key)
        if graph is None or not isinstance(snapshot, dict):
            return
        before = dict(run.looks[key])
        looks = active_looks(graph, snapshot, before)
        run.put_looks(key, looks, time)
        changed = [node for node, look in looks.items() if look[0] is not before.get(node, IDLE)[0]]
        for node in sorted(
            changed, key=lambda node: looks[node][0] is not Status.IDLE
        ):  # First what was left.
            run.note(ForeignEntry(time, key, node, graph.nodes[node].title, looks[node][0]))
        if snapshot.get("status") in ("done", "error", "stopped"):
            self._ended[key] = None
        self._take_values(graph, snapshot)

    def _take_values(self, graph: ForeignGraph, snapshot: Table) -> None:
        told = snapshot.get("context")
        context = told if isinstance(told, dict) else {}
        values = {
            clipped(str(name), 80): value_words(each) for name, each in list(context.items())[:_MOST_VALUES]
        }
        for name in ("status", "value", "output", "error"):
            if snapshot.get(name) is not None:
                values[f"({name})"] = value_words(snapshot[name])
        self.run.put_values({graph.title: values})

    def _take_event(self, key: str, event: Table, time: float) -> None:
        told = event.get("event")
        kind = told.get("type") if isinstance(told, dict) else None
        words = clipped(kind, 120) if isinstance(kind, str) and kind else "an event without a type"
        source = f"{key.partition('/')[0]}/{event.get('sourceId')}"
        sender = self.run.graphs.get(source)
        self.run.note(ForeignEntry(time, key, "", words + (f" from {sender.title}" if sender else "")))
