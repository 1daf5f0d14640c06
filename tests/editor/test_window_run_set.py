"""Several runs counted together: recordings added, refused, given up, left out and taken away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from editor.basics import slices as long_work_module
from editor.panels.statistics.heat import Measure
from editor.window.parts.statistics import WindowRunSet, WindowStatistics, statistics_panel
from graphs.edits.setting import set_field
from runtime.history.recording.recording_file import save_recording
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


def move_player(window, x: float) -> None:
    """Put the player of a sample somewhere else, so that its run is one of its own."""
    player = window.run.session.document.player
    if player:
        window.run.session.set_pose(player, (x, 1.0))


@pytest.fixture(scope="module")
def files(window, tmp_path_factory):
    """Save three runs of the tank, 40, 60 and 80 ticks long, and one of the bulb."""
    folder, found = tmp_path_factory.mktemp("recordings"), []
    for sample, ticks in (("tank", 40), ("tank", 60), ("tank", 80), ("light_bulb", 10)):
        open_sample(window, sample, "timeline")
        window.run.advance(1)
        move_player(window, ticks / 10)
        window.run.advance(ticks - 1)
        found.append(folder / f"{sample}-{ticks}.trace")
        save_recording(found[-1], window.run.time.recording, window.run.session)
    return found


@pytest.fixture
def opened(window, files):
    open_sample(window, "tank", "statistics")
    statistics = window.part(WindowStatistics)
    statistics.counts.set.clear()
    statistics.counts.set_whom("picked")
    statistics.counts.set_when("run")
    window.run.advance(20)
    yield window
    at_rest(window)


def add(window, *paths) -> None:
    window.dialogs.recordings = tuple(paths)
    assert window.commands.run("view.add_recordings")
    window.part(WindowRunSet).reading.finish()
    window.part(WindowStatistics).counts.finish()


def titles(window) -> list[str]:
    return [row.member.title for row in window.part(statistics_panel).runs.rows]


def patrol_ticks(window) -> int:
    window.part(WindowStatistics).counts.finish()
    return window.part(WindowStatistics).counts.elements["tank", "patrol"].ticks


def test_recordings_are_added_and_counted_with_the_run(opened, files):
    add(opened, *files[:2])
    counts = opened.part(WindowStatistics).counts
    assert counts.when == "set"
    assert titles(opened) == ["This run", "tank-40", "tank-60"]
    assert patrol_ticks(opened) == 20 + 40 + 60
    assert (counts.runs, counts.ticks) == (3, 120)
    opened.run.advance(10)
    assert patrol_ticks(opened) == 130, "the run that goes on is counted on"
    counts.set_whom("all")
    assert patrol_ticks(opened) == 3 * 130


def test_the_same_file_added_again_is_counted_once(opened, files):
    add(opened, files[0])
    add(opened, files[0], files[1])
    assert titles(opened) == ["This run", "tank-40", "tank-60"]
    assert patrol_ticks(opened) == 120


def test_a_run_is_left_out_and_counted_again_and_a_recording_taken_away(opened, files):
    add(opened, *files[:2])
    rows = opened.part(statistics_panel).runs.rows
    assert [row.remove.isHidden() for row in rows] == [True, False, False]
    rows[1].switch.click()
    assert patrol_ticks(opened) == 80
    assert titles(opened) == ["This run", "tank-40", "tank-60"]
    rows[1].switch.click()
    assert patrol_ticks(opened) == 120
    rows[2].remove.click()
    assert titles(opened) == ["This run", "tank-40"]
    assert patrol_ticks(opened) == 60
    opened.part(statistics_panel).runs.clear.click()
    assert titles(opened) == ["This run"]
    assert patrol_ticks(opened) == 20
    assert files[1].exists()


def test_a_recording_of_what_is_in_the_set_already_is_left_out_and_says_so(opened, tmp_path):
    path = tmp_path / "again.trace"
    save_recording(path, opened.run.time.recording, opened.run.session)
    opened.run.advance(10)
    add(opened, path)
    row = opened.part(statistics_panel).runs.rows[1]
    assert row.name.note == "in This run"
    assert not row.switch.isChecked()
    assert patrol_ticks(opened) == 30
    row.switch.click()
    assert patrol_ticks(opened) == 50, "whoever wants it counted twice can have it"


def test_a_set_without_recordings_is_the_run_and_is_listed_at_once(opened):
    counts, panel = opened.part(WindowStatistics).counts, opened.part(statistics_panel)
    counts.finish()
    counts.set_when("set")
    counts.finish()
    assert panel.runs.isVisible()
    assert titles(opened) == ["This run"]
    assert patrol_ticks(opened) == 20


def test_without_any_run_counted_the_panel_says_so(opened):
    counts, panel = opened.part(WindowStatistics).counts, opened.part(statistics_panel)
    counts.set_when("set")
    counts.finish()
    panel.runs.rows[0].switch.click()
    counts.finish()
    assert not panel.model.rows
    assert "No run is counted" in panel.empty.text()


def test_heat_and_never_reached_are_over_the_set(opened, files):
    def change(document):
        return set_field(document, "tank", "patrol_chase", "guard", "d < 6 and visible")

    add(opened, files[2])
    statistics = opened.part(WindowStatistics)
    statistics.show_heat(True, Measure.COVERAGE)
    statistics.counts.finish()
    layer, _ = statistics._layers[opened.view]
    assert layer._heats["chase"].is_never
    assert not layer._heats["patrol"].is_never
    assert statistics.panel.summary.toolTip().endswith("Tank 1, 2 runs, 100 ticks")
    assert opened.session.apply("Change", change)
    row = opened.part(statistics_panel).runs.rows[1]
    opened.part(statistics_panel).refresh()
    assert row.name.note == "another version"
    assert "1 element changed since" in row.name.toolTip()


def test_what_is_no_recording_and_what_is_of_another_mind_is_refused_in_words(opened, files, tmp_path):
    said = []
    opened.area.toast.refuse = lambda reason, remedy: said.append((reason, remedy))
    broken = tmp_path / "broken.trace"
    broken.write_bytes(b"no zip")
    damaged = tmp_path / "damaged.trace"
    damaged.write_bytes(files[0].read_bytes()[:-200])
    add(opened, broken, files[0], damaged)
    assert titles(opened) == ["This run", "tank-40"], "what can be read is added all the same"
    add(opened, files[3])
    assert titles(opened) == ["This run", "tank-40"]
    [(first, remedy), (other, where)] = said
    assert first == "broken.trace: This is no recording."
    assert remedy.endswith("1 more was refused.")
    assert other == "light_bulb-10.trace: No agent in it thinks with tank.mind.json."
    assert "light_bulb.mind.json" in where
    del opened.area.toast.refuse


@pytest.fixture
def slow(monkeypatch):
    """Let reading pass only one point in a slice."""
    monkeypatch.setattr(long_work_module, "FIRST_SLICE", 0.0)
    monkeypatch.setattr(long_work_module, "SLICE", 0.0)


def test_reading_goes_in_slices_and_esc_gives_it_up(opened, files, slow, qtbot):
    opened.dialogs.recordings = tuple(files[:3])
    opened.commands.run("view.add_recordings")
    reading = opened.part(WindowRunSet).reading
    assert reading.is_busy
    shares: list[float] = []
    reading.work.progressed.connect(shares.append)
    while not shares or shares[-1] < 0.4:
        reading.work._slices._go_on()
    assert shares == sorted(shares)
    assert 0.0 < shares[-1] < 1.0
    assert opened.status_row.progress.label.text() == "Reading 3 recordings…"
    opened.activateWindow()
    qtbot.keyClick(opened.part(statistics_panel).view, Qt.Key.Key_Escape)
    assert not reading.is_busy
    assert len(opened.part(WindowStatistics).counts.set.files) < 3
    assert opened.area.toast.label.text() == "Added 1 recording, 2 recordings not read."


def test_recordings_dropped_on_the_panel_are_counted_not_opened(opened, files):
    panel, run = opened.part(statistics_panel), opened.run.time.recording
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in files[:2]])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(9, 9).toPoint(), copy, data, left, none)
    QApplication.sendEvent(panel, enter)
    assert enter.isAccepted()
    assert panel.hint.isVisible()
    assert panel.hint.words == "Count 2 recordings with this run"
    QApplication.sendEvent(panel, QDropEvent(QPointF(9, 9), copy, data, left, none))
    assert not panel.hint.isVisible()
    opened.part(WindowRunSet).reading.finish()
    opened.part(WindowStatistics).counts.finish()
    assert titles(opened) == ["This run", "tank-40", "tank-60"]
    assert opened.run.time.recording is run


def test_another_kind_of_file_dropped_on_the_panel_is_left_to_the_window(opened, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.mind.json"))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(9, 9).toPoint(), copy, data, left, none)
    opened.part(statistics_panel).dragEnterEvent(enter)
    assert not enter.isAccepted()


def test_under_another_document_the_set_says_that_its_recordings_are_not_counted(opened, files):
    add(opened, files[0])
    open_sample(opened, "light_bulb", "statistics")
    opened.run.advance(5)
    opened.part(WindowStatistics).counts.finish()
    row = opened.part(statistics_panel).runs.rows[1]
    assert row.name.note == "not counted"
    assert opened.part(WindowStatistics).counts.runs == 1
