"""Open and close documents one after the other, each of other words: their files alone, and in a window."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.endurance.memory import MemoryWatch, Row
from tests.runtime.session_of import SAMPLES

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

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
    """Open and close so many documents, copies of the samples' minds in turn that differ in their words."""
    watch = watch or MemoryWatch()
    minds = [json.loads(path.read_bytes()) for path in sorted(SAMPLES.glob("*.mind.json"))]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def write(number: int) -> Path:
            """Write the next document, and let go of the file of the one before."""
            former = folder / f"mind_{number - 1}.mind.json"
            former.unlink(missing_ok=True)
            path = folder / f"mind_{number}.mind.json"
            path.write_text(json.dumps(with_number(minds[number % len(minds)], number)), encoding="utf-8")
            return path

        WAYS[way](count, write, watch)
    return watch.row("documents", way, f"{count:,} documents")


def _files(count: int, write: Callable[[int], Path], watch: MemoryWatch) -> None:
    """Read, check and let go of documents as the open files of a window do, without one."""
    from editor.basics.user_state import UserState
    from editor.documents.open.workspace import Workspace
    from editor.window.application import make_application
    from graphs.kinds.builtin_registry import builtin_registry
    from tests.endurance.windows import let_happen

    make_application()
    with tempfile.TemporaryDirectory() as state:
        workspace = Workspace(builtin_registry(), UserState(Path(state)))
        for number in range(1, count + 1):
            session = workspace.open(write(number))
            session.check_now()
            workspace.close(session)
            let_happen()
            watch.mark(number, count)
        assert not workspace.sessions
        workspace.deleteLater()
        let_happen()


def _window(count: int, write: Callable[[int], Path], watch: MemoryWatch) -> None:
    """Open documents in a window, which makes a world around each and shows it, and close their tabs."""
    from tests.endurance.windows import let_happen, open_window

    with open_window() as window:
        for number in range(1, count + 1):
            assert window.open_file(write(number))
            let_happen()
            _close(window)
            watch.mark(number, count)


def _close(window: MainWindow) -> None:
    from tests.endurance.windows import let_happen

    session = window.session
    assert session is not None
    assert window.close_session(session)
    let_happen()
    assert not window.area.tabs
    assert not window.workspace.sessions


WAYS = {"files": _files, "window": _window}
