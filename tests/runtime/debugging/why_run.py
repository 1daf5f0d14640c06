"""Run a mind for tests of what why says: what happens before which tick, and the log of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphs.model import Document
from runtime.history.recording.recorded_run import Recorder
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.why import Inquiry
from runtime.history.why.why_forms import WhyReason
from runtime.session.session import Session
from tests.runtime.lone_brain import document
from tests.runtime.session_of import session_of, take_as_right

MIND = "a.mind.json"
Doing = Callable[[Session], None]


def mind(graphs: Mapping[str, Any], **parts: Any) -> Document:
    """Return a document with a number `distance` of 3, and what `parts` say."""
    variables = {"distance": {"type": "float", "default": 3.0}, **parts.pop("variables", {})}
    return document(graphs, variables=variables, **parts)


def lone(made: Document, **agent: Any) -> Session:
    """Open a world with one agent, a."""
    take_as_right(made)
    return session_of({"a": {"mind": MIND, **agent}}, {MIND: made})


def logged(
    session: Session, ticks: int, doing: Mapping[int, Doing] | None = None, first: int = 0
) -> LoggedTicks:
    """Run a session and record it from tick `first` on; before some ticks something is done."""
    for tick in range(first):
        (doing or {}).get(tick, _nothing)(session)
        session.step()
    begin = session.at_start()
    recorder = Recorder(session)
    for tick in range(first, ticks):
        (doing or {}).get(tick, _nothing)(session)
        recorder.step()
    return LoggedTicks(recorder.recording, begin, "a")


def write(**values: Any) -> Doing:
    """Return what writes variables of a."""

    def do(session: Session) -> None:
        for name, value in values.items():
            session.write_variable("a", name, value)

    return do


def swap(made: Document) -> Doing:
    """Return what goes on with another version of the mind."""
    return lambda session: session.swap(session.compiled_with({MIND: made}))


def reasons(ticks: LoggedTicks, tick: int, node: str) -> tuple[WhyReason, ...]:
    """Return why a node, edge or graph stands as it does after a tick."""
    asked = Inquiry(ticks, tick, ticks.registry)
    rows = asked.program.rows
    row = next(row.index for row in rows if row.node == node or (not row.node and row.graph == node))
    return asked.why(row)


def _nothing(session: Session) -> None:
    del session
