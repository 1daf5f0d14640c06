"""What is written again and again at high speed does not make its value flash."""

from __future__ import annotations

from editor.documents.open.sample_files import samples_folder
from editor.panels.run.blackboard_rows import FADE_SECONDS
from editor.window.parts.panels import blackboard_panel


def test_a_value_written_now_and_then_does_not_flash_while_the_run_is_fast(window, monkeypatch) -> None:
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.advance(30)
    panel = window.part(blackboard_panel)
    shown = []
    monkeypatch.setattr(type(window.run), "is_running", property(lambda _run: True))
    rate = window.run.session.rate
    for frame in range(120):
        window.run.view.writes["d"] = window.run.view.tick - (frame % 4) * round(FADE_SECONDS * rate / 3)
        shown.append(panel._lights(rate)["d"])
    rises = [frame for frame in range(1, 120) if shown[frame] > shown[frame - 1]]
    assert max(sum(0 <= other - frame < 60 for other in rises) for frame in rises) <= 3
    monkeypatch.setattr(type(window.run), "is_running", property(lambda _run: False))
    window.run.view.writes["d"] = window.run.view.tick - 1000
    assert panel._lights(rate)["d"] == 0.0
