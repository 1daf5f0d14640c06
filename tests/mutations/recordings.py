"""Recordings to be damaged, and who reads them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from editor.window.parts.recordings import WindowRecordings
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import recording_to_bytes
from runtime.session.inputs import PostEvent
from tests.mutations.desk import Desk
from tests.runtime.session_of import move_player, replace_document, sample_session


@cache
def seeds() -> tuple[bytes, ...]:
    """Return recordings of several samples, with inputs and with minds exchanged on the way."""
    return tuple(
        _recorded(name, ticks) for name, ticks in (("tank", 90), ("soldier", 70), ("alarm_guard", 60))
    )


def _recorded(name: str, ticks: int) -> bytes:
    run = RecordedRun(sample_session(name))
    session = run.session
    agents = tuple(session.brains)
    for tick in range(ticks):
        move_player(session)
        if tick == ticks // 3:
            session.ask(PostEvent(agents, "alarm", (("loud", 1.5), ("who", "x"))))
            session.make_noise((3.0, 3.0))
            session.throw_object((4.0, 4.0))
            session.write_variable(agents[0], "nothing", 1)
        if tick == ticks // 2:
            mind = (session.mind_of(agents[0]) or "").partition("#")[0]
            document = session.segments[-1].minds.documents[mind]
            replace_document(session, mind, document.model_copy(update={"title": "Another"}))
        run.step()
    return recording_to_bytes(run.recording, run.session)


def feed(desk: Desk, path: Path) -> None:
    """Describe a recording on the command line; open it in the window and look at its end."""
    desk.command("trace", "info", str(path))
    with desk.window() as window:
        opens = window.open_file(path)
        window.part(WindowRecordings).reading.finish()
        if opens and window.run.time.recording is not None:
            window.run.time.finish()
            window.run.look_at(window.run.time.recording.end_tick - 1)
            window.run.time.finish()
