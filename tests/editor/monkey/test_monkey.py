"""Whatever a monkey does on the canvas, nothing breaks and everything can be undone.

The suite lets it act 300 times. `python3 dev.py soak monkey` lets it act as often as is asked for, from seeds
of its own; what it prints when something breaks names the seed that does it again.
"""

from __future__ import annotations

import os
import random

import pytest

from editor.documents.open.sample_files import samples_folder
from editor.window.main_window import MainWindow
from tests.editor.monkey.monkey import Monkey

ACTS = int(os.environ.get("MINDLOOM_MONKEY_ACTS", "300"))
FIRST_SEED = int(os.environ.get("MINDLOOM_MONKEY_SEED", "1"))
ACTS_EACH = 100 if "MINDLOOM_MONKEY_ACTS" in os.environ else 60
SAMPLES = ("tank", "soldier", "attack_or_flee", "stealth_guard", "decorator_gym")
CHECK_EVERY = 20


# The off-screen platform says so of every menu that opens.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + max(1, ACTS // ACTS_EACH)))
def test_a_monkey_breaks_nothing(window: MainWindow, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr("graphs.basics.ids.secrets", random.Random(seed))
    sample = SAMPLES[seed % len(SAMPLES)]
    window.open_file(samples_folder() / f"{sample}.mind.json")
    monkey = Monkey(window, seed)
    try:
        for number in range(1, ACTS_EACH + 1):
            monkey.act()
            if number % CHECK_EVERY == 0:
                monkey.check_scene()
        monkey.check_way_back()
        monkey.check_scene()
    except BaseException:
        print(f"\nMINDLOOM_MONKEY_SEED={seed}, {sample}:", *monkey.did[-12:], sep="\n  ")
        raise
    finally:
        window.run.pause()
