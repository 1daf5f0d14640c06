"""The window of batch runs: proposals, refusals, progress, cancel, summary, the table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from editor.dialogs import batch_window
from editor.dialogs.batch_job import example_texts, lines_of, processes
from editor.dialogs.batch_window import BatchWindow
from editor.documents.open.sample_files import samples_folder
from graphs.worlds.minds.world_choice import world_choice_of_world
from runtime.trials.batches.batch_call import BatchTexts, BuiltinGame, call_from_texts
from runtime.trials.batches.batch_run import BatchProgress
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.workers import ProcessWorkers, SerialWorkers


@pytest.fixture
def choice():
    return world_choice_of_world(samples_folder() / "tank.world.json")


@pytest.fixture
def asked(choice, qtbot):
    """Return the window for the tank, whose runs are played in this process."""

    def make_call(texts, runs, seconds):
        return call_from_texts(
            texts, choice.world, choice.minds, BuiltinGame(), runs=runs, ticks=round(seconds * 60)
        )

    parent = QWidget()
    qtbot.addWidget(parent)
    window = BatchWindow(parent, "Arena", example_texts(choice), make_call, Path())
    window.job.use_workers(lambda _call, player: SerialWorkers(player))
    window.show()
    window.runs.setValue(6)
    window.seconds.setValue(0.2)
    yield window
    if isValid(window):
        window.close()


def finish(window):
    while window.job.is_busy:
        window.job.look()


def test_what_is_proposed_fits_the_world(choice):
    texts = example_texts(choice)
    assert texts.vary == ("player.x=1..23", "player.y=1..14")
    assert texts.measures[0] == "chase=time_in:Chase@tank_1"
    call_from_texts(texts, choice.world, choice.minds, BuiltinGame(), runs=1, ticks=1)


def test_every_sample_gets_proposals_that_fit():
    for path in sorted(samples_folder().glob("*.world.json")):
        sample = world_choice_of_world(path)
        call_from_texts(example_texts(sample), sample.world, sample.minds, BuiltinGame(), runs=1, ticks=1)


def test_lines_without_words_do_not_count():
    assert lines_of("a=1..2\n\n  b=3..4 \n") == ("a=1..2", "b=3..4")


def test_a_batch_is_played_and_summed_up(asked):
    assert not asked.results.isVisible()
    asked.start()
    assert asked.job.is_busy
    assert not asked.play.isVisible()
    asked.job.look()
    assert asked.bar.value() == 1
    assert asked.message.text().startswith("1 of 6 runs")
    finish(asked)
    names = [asked.table.item(row, 0).text() for row in range(asked.table.rowCount())]
    assert names[-1] == "ticks"
    assert asked.table.item(len(names) - 1, 1).text() == "12"
    assert "tank.mind.json:" in asked.words.toPlainText()
    assert asked.message.text() == "6 runs done."
    assert asked.play.isVisible()


def test_the_pace_and_the_time_left_stand_beside_the_bar(asked, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(batch_window, "monotonic", lambda: now[0])
    asked.start()
    now[0] = 102.0
    asked.job.progressed.emit(BatchProgress(4, 6))
    assert asked.message.text() == "4 of 6 runs · 2.0 runs/s · 1 s left"


def test_what_does_not_fit_is_said_in_the_window(asked):
    asked.vary.setPlainText("nothing=1..2")
    asked.start()
    assert "Nothing here is called 'nothing'" in asked.message.text()
    assert asked.message.property("role") == "error"
    assert not asked.job.is_busy
    asked.vary.setPlainText("")
    asked.start()
    finish(asked)
    assert asked.message.text() == "6 runs done."


def test_a_run_that_cannot_be_played_ends_the_batch_in_words(asked):
    asked.vary.setPlainText("tank_1.x=-9..-8")
    asked.start()
    finish(asked)
    assert "off the map" in asked.message.text()
    assert asked.play.isVisible()


def test_escape_cancels_first_and_closes_then(asked):
    asked.start()
    asked.job.look()
    asked.reject()
    assert not asked.job.is_busy
    assert asked.message.text() == "Canceled."
    assert asked.isVisible()
    assert not asked.save.isEnabled()
    asked.reject()
    assert not asked.isVisible()


def test_the_table_can_be_saved(asked, tmp_path, monkeypatch):
    asked.start()
    finish(asked)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "runs"), ""))
    asked.save.click()
    rows = list(csv.DictReader((tmp_path / "runs.csv").read_text().splitlines()))
    assert len(rows) == 6
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "a.csv"), ""))
    asked.save.click()
    assert "cannot be written" in asked.message.text()


def test_closing_ends_the_batch_and_takes_its_files_along(asked):
    asked.start()
    asked.job.look()
    folder = asked.job._store.out.parent
    assert folder.exists()
    asked.close()
    assert not folder.exists()


def test_the_window_plays_in_processes(choice):
    call = call_from_texts(BatchTexts(), choice.world, choice.minds, BuiltinGame(), runs=1, ticks=1)
    workers = processes(call, EpisodePlayer(call))
    assert isinstance(workers, ProcessWorkers)
    workers.close(at_once=True)


def test_the_command_opens_it_for_the_world_that_runs(window):
    assert not window.commands.run("run.batch")
    window.open_file(samples_folder() / "tank.mind.json")
    window.commands.run("run.batch")
    (opened,) = window.findChildren(BatchWindow)
    assert "Arena" in opened.windowTitle()
    opened.job.use_workers(lambda _call, player: SerialWorkers(player))
    opened.runs.setValue(2)
    opened.seconds.setValue(0.1)
    opened.start()
    finish(opened)
    assert opened.message.text() == "2 runs done."
    opened.close()


def test_runs_that_were_changed_on_the_disk_are_told_in_words(asked):
    asked.start()
    asked.job.look()
    (progress,) = asked.job._store.out.parent.glob("*.progress")
    progress.write_bytes(b"\n" * progress.stat().st_size)
    finish(asked)
    assert "was changed while the batch ran" in asked.message.text()
