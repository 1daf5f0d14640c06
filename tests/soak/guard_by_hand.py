"""Build the guard by real pointer and key events: `python3 dev.py soak guard_by_hand` on an X screen.

Needs a display with a window manager and xdotool; Xvfb and openbox will do. The story is that of
`tests/e2e/guard_story.py`, told once by the mouse alone and once with keys; what each took is written to
`tests/soak/results/guard_by_hand.md`, with a picture of the window at its end beside it if `--pictures` names
a folder.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "guard_by_hand.md"
SIZE = (1440, 860)
_HEAD = """# The guard by real hands

`python3 dev.py soak guard_by_hand`: patrol, chase, investigate and return in a world of its own, from an
empty window, by pointer and key events of an X server with a window manager. The estimate is that of the
keystroke-level model: 1.1 s a click, 0.28 s a key, 1.35 s a decision.

| told | clicks | keys | typed words | decisions | estimate |
|---|---|---|---|---|---|
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build both, write the table; return 2 where there is no screen, 1 where a story fails."""
    parser = argparse.ArgumentParser(prog="dev.py soak guard_by_hand", description=__doc__)
    parser.add_argument("--pictures", type=Path, help="folder for a picture of the window after each story")
    asked = parser.parse_args(arguments)
    if not os.environ.get("DISPLAY") or shutil.which("xdotool") is None:
        print("This needs xdotool and an X screen: set DISPLAY, install xdotool.", file=sys.stderr)
        return 2
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    rows = [_told(by_mouse, asked.pictures) for by_mouse in (True, False)]
    RESULTS.write_text(_HEAD + "".join(rows), encoding="utf-8")
    print("".join(rows), end="")
    return 0


def _told(by_mouse: bool, pictures: Path | None) -> str:
    """Tell one story in a window of its own; return its row of the table."""
    from PySide6.QtWidgets import QApplication

    from editor.basics.user_state import UserState
    from editor.window.application import make_application, make_window
    from tests.e2e.guard_story import BothHands, GuardHand, build_by_mouse, build_with_keys
    from tests.e2e.x_events import XEvents
    from tests.editor.window_builders import AnsweringDialogs

    make_application()
    with tempfile.TemporaryDirectory() as folder:
        window = make_window(UserState(Path(folder)), AnsweringDialogs())
        window.resize(*SIZE)
        window.move(0, 24)
        window.show()
        window.activateWindow()
        _until(window.isActiveWindow)
        if by_mouse:
            hand = GuardHand(window, XEvents())
            build_by_mouse(hand)
            name, keys, words = "by the mouse alone", 0, 0
        else:
            hand = both = BothHands(window, XEvents())
            build_with_keys(both)
            name, keys, words = "with keys too", both.keys.pressed, both.words
        if pictures is not None:
            window.grab().save(str(pictures / f"guard {name}.png"))
        window.workspace.discard_changes()
        window.close()
        window.deleteLater()
        QApplication.processEvents()
    return f"| {name} | {hand.clicks} | {keys} | {words} | {hand.decisions} | {hand.seconds:.0f} s |\n"


def _until(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    """Let the window answer until something holds; raises TimeoutError."""
    from PySide6.QtWidgets import QApplication

    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("The window did not become active.")
        QApplication.processEvents()


if __name__ == "__main__":
    sys.exit(main())
