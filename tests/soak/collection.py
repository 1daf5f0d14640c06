"""Draw and open windows while other threads make garbage and collect it: `python3 dev.py soak collection`.

Objects of Qt must be destroyed in the thread of the window. Each picture's scenes and each window are watched
for the thread that destroys them, and no more of them may be left than the last few.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread, get_ident

RESULT = Path(__file__).parent / "results" / "collection.md"


class Watched:
    """Count what is made and destroyed, by the thread that destroys it."""

    def __init__(self) -> None:
        self.made = self.destroyed = self.elsewhere = self.collections = 0
        self._home = get_ident()

    def watch(self, thing: object) -> None:
        """Watch one thing from now on."""
        self.made += 1
        weakref.finalize(thing, self._note)

    def _note(self) -> None:
        self.destroyed += 1
        self.elsewhere += get_ident() != self._home


class _Knot:
    def __init__(self) -> None:
        self.knot = self


@contextmanager
def other_threads_collect(watched: Watched, threads: int = 2) -> Iterator[None]:
    """Let other threads make garbage and collect it, by themselves and by asking, within the block."""
    over = Event()

    def make_garbage(seed: int) -> None:
        rng = random.Random(seed)
        while not over.wait(0.002):
            for _ in range(400):
                _Knot()
            gc.collect(2 if rng.random() < 0.05 else 1)
            watched.collections += 1

    started = [Thread(target=make_garbage, args=(seed,)) for seed in range(threads)]
    for thread in started:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in started:
            thread.join()


def draw(watched: Watched, count: int, told: Callable[[str], None]) -> None:
    """Draw pictures of differences between samples."""
    from editor.canvas.scene.scene import CanvasScene
    from editor.comparison.difference_picture import difference_picture
    from editor.documents.open.sample_files import sample_paths
    from graphs.files.document_file import load_document
    from graphs.kinds.builtin_registry import builtin_registry

    registry = builtin_registry()
    documents = [load_document(path) for path in sample_paths()]
    make = CanvasScene.__init__

    def watching_make(scene: CanvasScene, *arguments: object, **named: object) -> None:
        make(scene, *arguments, **named)  # type: ignore[arg-type]
        watched.watch(scene)

    CanvasScene.__init__ = watching_make  # type: ignore[method-assign,assignment]
    try:
        for number in range(count):
            old, new = (documents[(number + later) % len(documents)] for later in (0, 1))
            difference_picture(old, new, registry)
            if number % 100 == 99:
                told(f"{number + 1} pictures")
    finally:
        CanvasScene.__init__ = make  # type: ignore[method-assign]


def open_windows(watched: Watched, count: int, told: Callable[[str], None]) -> None:
    """Open windows with a sample, and close them again."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    from editor.basics.user_state import UserState
    from editor.documents.open.sample_files import FIRST_SAMPLE, samples_folder
    from editor.window.application import make_window

    for number in range(count):
        with TemporaryDirectory() as folder:
            window = make_window(UserState(Path(folder)))
            watched.watch(window)
            window.show()
            window.open_file(samples_folder() / FIRST_SAMPLE)
            window.run.run()
            QApplication.processEvents()
            window.close()
            window.deleteLater()
            del window
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QApplication.processEvents()
        if number % 10 == 9:
            told(f"{number + 1} windows")


def soak(pictures: int, windows: int, told: Callable[[str], None] = lambda _line: None) -> Watched:
    """Draw and open so many while others collect; return what was seen, after a last collection here."""
    from editor.window.application import make_application

    make_application()
    watched = Watched()
    with other_threads_collect(watched):
        draw(watched, pictures, told)
        open_windows(watched, windows, told)
    gc.collect()
    return watched


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak, write the table of results; return 1 if anything was destroyed elsewhere or is left, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak collection", description=__doc__)
    parser.add_argument("--pictures", type=int, default=2000, help="pictures to draw (2000)")
    parser.add_argument("--windows", type=int, default=200, help="windows to open and close (200)")
    asked = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    watched = soak(asked.pictures, asked.windows, lambda line: print(line, flush=True))
    left = watched.made - watched.destroyed
    table = [
        "# Soak of the collector",
        "",
        f"`python3 dev.py soak collection --pictures {asked.pictures} --windows {asked.windows}`",
        "",
        "Two threads make garbage and collect it while pictures are drawn and windows opened and closed.",
        "",
        "| what | count |",
        "|---|---|",
        f"| pictures | {asked.pictures:,} |",
        f"| windows | {asked.windows:,} |",
        f"| collections in other threads | {watched.collections:,} |",
        f"| scenes and windows made | {watched.made:,} |",
        f"| destroyed in another thread | {watched.elsewhere:,} |",
        f"| left after the last collection | {left:,} |",
    ]
    print("\n".join(table[4:]))
    RESULT.write_text("\n".join(table) + "\n", encoding="utf-8")
    return 1 if watched.elsewhere or left else 0


if __name__ == "__main__":
    raise SystemExit(main())
