"""Run a sample for long: its session alone, or in the window, watched and recorded as there."""

from __future__ import annotations

from tests.endurance.memory import MemoryWatch, Row
from tests.runtime.session_of import SAMPLES, move_player, sample_session

RATE = 60

CAP = 500_000
"""Bytes that the recording of a window may take here: few, so that it is full long before the end."""


def sample_names() -> list[str]:
    """Return the names of all samples with a world."""
    return sorted(path.name.removesuffix(".world.json") for path in SAMPLES.glob("*.world.json"))


def _amount(seconds: int) -> str:
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s"


def alone(name: str, seconds: int, watch: MemoryWatch | None = None) -> Row:
    """Step the session of a sample for so many seconds of its world; the player walks about."""
    watch = watch or MemoryWatch()
    session = sample_session(name)
    ticks = seconds * session.rate
    while session.tick < ticks:
        move_player(session)
        session.step()
        watch.mark(session.tick, ticks)
    return watch.row("samples alone", name, _amount(seconds))


def in_window(name: str, seconds: int, watch: MemoryWatch | None = None) -> Row:
    """Play a sample in a window off-screen, which shows it once a second of its world."""
    from tests.endurance.windows import let_happen, open_window

    watch = watch or MemoryWatch()
    with open_window() as window:
        window.run.time.limit = CAP
        window.open_file(SAMPLES / f"{name}.world.json")
        let_happen(4)
        run = window.run
        run.run()
        # The steps are made here, not by the clock.
        run.pace.end()
        session = run.session
        assert session is not None
        for second in range(1, seconds + 1):
            move_player(session)
            run.pace.make(session.rate)
            let_happen()
            watch.mark(second, seconds)
        recording = run.time.recording
        assert recording is not None
        wrong = "" if session.tick == seconds * session.rate else f"stopped at tick {session.tick}"
        if recording.byte_count > 1.2 * CAP:
            wrong = f"its recording takes {recording.byte_count / 1e6:.1f} MB"
        note = "" if recording.first_tick else f", recording {recording.byte_count / 1e6:.1f} MB"
    return watch.row("samples in the window", name, _amount(seconds) + note, wrong)
