"""The run so far is shared as a page from the window: asked, made in slices, given up, refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from shiboken6 import isValid

from editor.dialogs.share_window import ShareWindow
from editor.documents.open.sample_files import samples_folder
from tests.editor.sharing.page_facts import facts_in


@pytest.fixture
def ran(window, tmp_path: Path):
    """Return a window in which the tank has run for 90 ticks."""
    for file in samples_folder().glob("tank.*.json"):
        shutil.copy(file, tmp_path / file.name)
    assert window.open_file(tmp_path / "tank.mind.json")
    window.run.advance(90)
    return window


def ask(window) -> ShareWindow:
    assert window.commands.run("run.share")
    asked: ShareWindow = [each for each in window.findChildren(ShareWindow) if isValid(each)][-1]
    return asked


def test_the_run_so_far_becomes_a_page_beside_the_document(ran, tmp_path):
    asked = ask(ran)
    assert Path(asked.target.text()) == tmp_path / "tank-89.html"
    asked.name.setText("Tanks at dawn")
    asked.share()
    asked.work.finish()
    page = (tmp_path / "tank-89.html").read_bytes()
    assert asked.message.text().startswith("Wrote tank-89.html, ")
    assert asked.open_page.isVisible()
    facts = facts_in(page)
    assert (facts["title"], facts["first"], facts["end"]) == ("Tanks at dawn", 0, 90)
    assert [agent["id"] for agent in facts["agents"]] == ["tank_1", "tank_2", "tank_3"]


def test_the_run_stays_where_it_is_and_goes_on(ran, tmp_path):
    before = ran.run.session.state_hash()
    asked = ask(ran)
    asked.share()
    asked.work.finish()
    assert ran.run.session.state_hash() == before
    ran.run.advance(5)
    assert ran.run.time.recording.end_tick == 95
    assert facts_in((tmp_path / "tank-89.html").read_bytes())["end"] == 90


def test_one_mind_alone_is_chosen(ran, tmp_path):
    asked = ask(ran)
    asked.minds.setCurrentIndex(asked.minds.findData("tank_2"))
    asked.share()
    asked.work.finish()
    facts = facts_in((tmp_path / "tank-89.html").read_bytes())
    assert [agent["id"] for agent in facts["agents"]] == ["tank_2"]
    assert facts["left_out"] == 2


def test_a_page_that_runs_its_minds_is_asked_for(ran, tmp_path):
    asked = ask(ran)
    assert not asked.live.isChecked()
    asked.live.click()
    asked.share()
    asked.work.finish()
    facts = facts_in((tmp_path / "tank-89.html").read_bytes())
    assert facts["mode"] == "live"
    assert [agent["mind"] for agent in facts["live"]["agents"]] == [0, 0, 0]


def test_esc_gives_the_page_up_and_a_second_one_closes(ran, qtbot, tmp_path):
    asked = ask(ran)
    asked.share()
    assert asked.work.is_busy
    assert asked.bar.isVisible()
    assert asked.leave.text() == "Cancel"
    qtbot.keyClick(asked, Qt.Key.Key_Escape)
    assert not asked.work.is_busy
    assert "Nothing was written" in asked.message.text()
    assert not list(tmp_path.glob("*.html*"))
    assert asked.do.isEnabled()
    qtbot.keyClick(asked, Qt.Key.Key_Escape)
    assert not asked.isVisible()


def test_a_page_that_was_given_up_can_be_made_after_all(ran, tmp_path):
    asked = ask(ran)
    asked.share()
    asked.reject()
    asked.share()
    asked.work.finish()
    assert (tmp_path / "tank-89.html").exists()


def test_a_file_of_another_making_is_left_alone(ran, tmp_path):
    mine = tmp_path / "tank-89.html"
    mine.write_text("<p>mine</p>")
    asked = ask(ran)
    asked.share()
    asked.work.finish()
    assert mine.read_text() == "<p>mine</p>"
    assert "was not written" in asked.message.text()
    assert not asked.open_page.isVisible()


def test_nothing_can_be_shared_before_the_first_tick(window, tmp_path):
    assert not window.commands.run("run.share")
