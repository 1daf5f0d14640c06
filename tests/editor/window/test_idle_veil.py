"""Dimming what is idle: it follows the run and the tick shown, and changes nothing."""

from __future__ import annotations

from editor.documents.open.sample_files import sample_paths
from editor.window.parts.idle import WindowIdle


def test_what_does_nothing_in_the_tick_shown_steps_back(window):
    window.resize(1440, 900)
    window.open_file(next(path for path in sample_paths() if path.name == "tank.mind.json"))
    window.run.advance(30)
    idle, before = window.part(WindowIdle), window.session.document
    assert idle.dimming().idle == frozenset()
    command = window.commands.action("view.dim_idle")
    command.trigger()
    assert {"chase", "shoot"} <= idle.dimming().idle
    assert not {"patrol", "moving"} & idle.dimming().idle
    window.run.look_at(0)
    window.run.time.finish()
    assert "moving" in idle.dimming().idle
    assert window.session.document is before
    command.trigger()
    assert idle.dimming().idle == frozenset()
