"""Change a mind and its world every two seconds of a day, each change kept in a side file at once."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from graphs.edits.setting import rename
from graphs.files.document_file import document_to_bytes
from graphs.worlds.model.world_file import WorldDocument, world_to_bytes
from tests.endurance.memory import MemoryWatch, Row
from tests.runtime.session_of import SAMPLES

FILES = ("tank.mind.json", "tank.world.json")
NAMES = 301
"""So many names a state and the world have in turn: 8,192 laid-out texts are kept, a day brings fewer."""
MOST_WAITS = 100
"""So often it is waited for a side file, some seconds each: a soak goes on beside other work."""


def autosaves(subject: str, count: int, watch: MemoryWatch | None = None) -> Row:
    """Do so many changes, of the mind and of the world by turns; then the side files hold the last ones."""
    from editor.documents.unsaved.recovery_folder import SIDE_SUFFIX
    from editor.window.parts.recovery import WindowRecovery
    from tests.endurance.windows import let_happen, open_window
    from tests.qt_leaks import let_other_threads_end

    watch = watch or MemoryWatch()
    wrong = ""
    with tempfile.TemporaryDirectory() as name, open_window() as window:
        folder = Path(name)
        for file in FILES:
            (folder / file).write_bytes((SAMPLES / file).read_bytes())
        assert window.open_file(folder / FILES[0])
        session = window.session
        assert session is not None
        world = window.shelf.open(folder / FILES[1])
        autosave = window.part(WindowRecovery).autosave
        written: list[object] = []
        autosave.written.connect(written.append)
        graph = session.graph_id
        node = next(iter(session.document.graphs[graph].nodes))
        names = [f"{number}" for number in range(NAMES)]
        for number in range(1, count + 1):
            text = names[number % NAMES]
            if number % 2:
                session.apply("Rename", partial(rename, graph_id=graph, element_id=node, name=text))
            else:
                world.apply("Title", partial(WorldDocument.model_copy, update={"title": text}))
            autosave.write_now()
            for _ in range(MOST_WAITS):
                let_other_threads_end(until=lambda: bool(written))
            if len(written) != 1:
                wrong = f"{len(written)} side files written after change {number}"
                break
            written.clear()
            if number % 10 == 0:
                let_happen()
            watch.mark(number, count)
        held = sorted(window.state.folder.rglob(f"*{SIDE_SUFFIX}"))
        contents = [path.read_bytes() for path in held]
        for data in (document_to_bytes(session.current_document), world_to_bytes(world.current_document)):
            if not any(content.endswith(data) for content in contents):
                wrong = wrong or "a side file does not hold the last change"
        if len(held) != 2:
            wrong = wrong or f"{len(held)} side files"
        for each in (session, world):
            each.history.mark_saved()
            each.saved_changed.emit()
        let_other_threads_end(until=lambda: not any(path.exists() for path in held))
        if any(path.exists() for path in held):
            wrong = wrong or "side files stay after saving"
    return watch.row("autosaves", subject, f"{count:,} changes", wrong)
