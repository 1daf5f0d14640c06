"""Open and play every sample in the installed editor: `python play_samples.py CHECKOUT`, from anywhere else.

Nothing may come from the checkout. It runs on its own, without anything of the tests beside it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import editor
import graphs
import resources
import runtime
from editor.basics.user_state import UserState
from editor.documents.open.sample_files import sample_paths
from editor.window.application import make_application, make_window
from editor.window.offscreen_show import settle

STEPS = 90
"""Ticks that each sample is played."""


def main(checkout: Path) -> int:
    """Play the samples and print how many."""
    for package in (editor, graphs, runtime, resources):
        for place in package.__path__:
            assert checkout not in Path(place).resolve().parents, f"{package.__name__} is of the checkout"
    application = make_application()
    played = []
    with tempfile.TemporaryDirectory() as folder:
        window = make_window(UserState(Path(folder)))
        window.show()
        for path in sample_paths():
            assert window.open_file(path), f"{path.name} cannot be opened"
            settle(application)
            window.run.pause()
            window.run.advance(STEPS)
            settle(application)
            assert window.run.session is not None, f"{path.name} does not run"
            assert window.run.session.tick >= STEPS, f"{path.name} does not go on"
            played.append(path.name)
        window.close()
        window.deleteLater()
        settle(application)
    assert len(played) > 10, "the samples are not there"
    print(f"{len(played)} samples opened and played")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
