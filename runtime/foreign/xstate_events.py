"""Take the events of XState's inspector (`@statelyai/inspect`) into a run: machines, states, events."""

from __future__ import annotations

import json

from runtime.basics.status import Status
from runtime.foreign.foreign_run import ForeignEntry, ForeignRun, clipped, value_words
from runtime.foreign.xstate_machines import Table, XStateError, active_looks, read_machine, table

MOST_MACHINES = 300
"""Machines that are shown at a time; one that has ended makes room for another, else the oldest."""
_MOST_VALUES = 1_000


class XStateReader:
    """Read events of programs, which are told apart by number, into `run`."""

    def __init__(self, run: ForeignRun) -> None:
        self.run = run

    def take(self, program: int, text: str, time: float) -> None:
        """Take one event, `time` seconds after the beginning; raise `XStateError` for what is none.

        Kinds of events that Mindloom does not know are passed over.
        """
        try:
            event = table(json.loads(text))
        except (ValueError, RecursionError):
            raise XStateError("what is no JSON") from None
        kind, session = event.get("type"), event.get("sessionId")
        if not isinstance(kind, str) or not kind.startswith("@xstate."):
            raise XStateError("what is no event of the inspector")
        key = f"{program}/{clipped(session, 80)}"
        if kind == "@xstate.actor" and isinstance(session, str):
            self._take_actor(key, event, time)
        if key not in self.run.graphs:
            return
        if kind in ("@xstate.actor", "@xstate.snapshot"):
            self._take_snapshot(key, table(event.get("snapshot")), time)
        elif kind == "@xstate.event":
            sender = self.run.graphs.get(f"{program}/{event.get('sourceId')}")
            words = clipped(table(event.get("event")).get("type", "an event without a type"), 120)
            words += f" from {sender.title}" if sender is not None else ""
            self.run.entries.append(ForeignEntry(time, key, "", words))

    def leave(self, program: int) -> None:
        """Forget the machines of a program."""
        for key in [key for key in self.run.graphs if key.startswith(f"{program}/")]:
            self._drop(key)

    def _drop(self, key: str) -> None:
        self.run.values.pop(self.run.graphs.pop(key).title, None)

    def _take_actor(self, key: str, event: Table, time: float) -> None:
        run, title = self.run, clipped(event.get("name") or key, 80)
        if any(other != key and graph.title == title for other, graph in run.graphs.items()):
            title = f"{title} ({key})"
        graph = read_machine(title, event.get("definition"))
        if not graph.nodes:
            return  # A promise or the like: it has no states.
        if len(run.graphs) >= MOST_MACHINES and key not in run.graphs:
            ended = (
                each
                for each in run.graphs
                if all(now is not Status.RUNNING for now, _ in run.looks[each].values())
            )
            self._drop(next(ended, next(iter(run.graphs))))
        run.graphs[key], run.looks[key] = graph, {}
        run.entries.append(ForeignEntry(time, key, "", "began"))

    def _take_snapshot(self, key: str, snapshot: Table, time: float) -> None:
        run, graph = self.run, self.run.graphs[key]
        run.put_looks(key, active_looks(graph, snapshot, run.looks[key]), time)
        values = {
            name: snapshot[name] for name in ("status", "value", "output", "error") if snapshot.get(name)
        }
        told = {**{f"({name})": value for name, value in values.items()}, **table(snapshot.get("context"))}
        names = list(told)[:_MOST_VALUES]
        run.values[graph.title] = {clipped(name, 80): value_words(told[name]) for name in names}
