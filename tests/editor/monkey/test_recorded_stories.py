"""What a monkey does in the window is made again by the script that was recorded of it, byte for byte.

The suite tells a few stories. `python3 dev.py soak edit_scripts` tells as many as are asked for.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from editor.window.main_window import MainWindow
from tests.editor.monkey.recorded_story import recorded_story

STORIES = int(os.environ.get("MINDLOOM_STORIES", "3"))
FIRST_SEED = int(os.environ.get("MINDLOOM_STORY_SEED", "1"))
ACTS = int(os.environ.get("MINDLOOM_STORY_ACTS", "40"))
LINES = os.environ.get("MINDLOOM_STORY_LINES", "")


# The off-screen platform says so of every menu that opens.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_recorded_stories_give_the_same_bytes(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stories = []
    for seed in range(FIRST_SEED, FIRST_SEED + STORIES):
        monkeypatch.setattr("graphs.basics.ids.secrets", random.Random(seed))
        stories.append(recorded_story(window, seed, ACTS, tmp_path))
        if LINES:
            with Path(LINES).open("a", encoding="utf-8") as stream:
                stream.write(stories[-1].line() + "\n")
    window.run.pause()
    assert [story.seed for story in stories if not story.is_equal] == []
    assert sum(len(story.edits) for story in stories) > 5 * len(stories)
