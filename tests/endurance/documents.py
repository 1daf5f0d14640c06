"""Open and close documents one after the other, each of other words: their files alone, and in a window."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from editor.basics.user_state import UserState
from editor.documents.open.workspace import Workspace
from graphs.kinds.builtin_registry import builtin_registry
from tests.endurance.memory import MemoryWatch, Row
from tests.runtime.session_of import SAMPLES

CONDITIONS = ("test", "guard")


def with_number(value: Any, number: int) -> Any:
    """Return a document as it stands in a file whose conditions are other texts than with other numbers."""
    if isinstance(value, list):
        return [with_number(each, number) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: f"({each}) and {number} < {number + 1}"
        if name in CONDITIONS and isinstance(each, str) and each
        else with_number(each, number)
        for name, each in value.items()
    }


def documents(way: str, count: int, watch: MemoryWatch | None = None) -> Row:
    """Open, check and close so many documents, copies of the samples' minds that differ in their words.

    The `window` makes a world around each and shows it; `files` are opened as it does, without one.
    """
    from editor.window.application import make_application
    from tests.endurance.windows import let_happen, open_window

    make_application()
    watch = watch or MemoryWatch()
    minds = [json.loads(path.read_bytes()) for path in sorted(SAMPLES.glob("*.mind.json"))]
    with tempfile.TemporaryDirectory() as name, open_window() if way == "window" else _files() as opened:
        workspace = opened if isinstance(opened, Workspace) else opened.workspace
        for number in range(1, count + 1):
            path = Path(name) / f"mind_{number}.mind.json"
            path.write_text(json.dumps(with_number(minds[number % len(minds)], number)), encoding="utf-8")
            if isinstance(opened, Workspace):
                session = opened.open(path)
                session.check_now()
                opened.close(session)
            else:
                assert opened.open_file(path)
                let_happen()
                (session,) = workspace.sessions
                assert opened.close_session(session)
            let_happen()
            assert not workspace.sessions
            del session
            path.unlink()
            watch.mark(number, count)
    return watch.row("documents", way, f"{count:,} documents")


@contextmanager
def _files() -> Iterator[Workspace]:
    """Yield the open files of a window, without one."""
    with tempfile.TemporaryDirectory() as state:
        workspace = Workspace(builtin_registry(), UserState(Path(state)))
        yield workspace
        workspace.deleteLater()
