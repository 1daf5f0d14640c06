"""Import…, Export as… and drops of files of other programs in the window, and the panel of the report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.documents.folders.dropped_files import drop_words, dropped_file
from editor.window.parts.drops import WindowDrops
from editor.window.parts.formats import WindowFormats, report_panel
from tests.formats.made_up_format import lines_listed


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "odd.xml"
    path.write_text("#lines\ngo\n~wait\n?dance\n-sing")
    with lines_listed():
        yield path


def imported(window, dialogs, lines: Path) -> None:
    dialogs.to_import, dialogs.save_as = (lines,), lines.with_name("odd.mind.json")
    assert window.commands.run("file.import")
    window.part(WindowFormats).work.finish()


def test_an_import_opens_the_document_and_lists_what_became_of_it(window, dialogs, lines) -> None:
    imported(window, dialogs, lines)
    assert window.session.path == lines.with_name("odd.mind.json")
    assert dialogs.proposed == [lines.with_name("odd.mind.json")]
    assert not [problem for problem in window.session.problems if problem.severity == "error"]
    panel = window.part(report_panel)
    assert window.panels.is_shown("report")
    assert panel.words.text() == "odd.xml (Lines) → odd.mind.json: 1 exact, 1 changed, 1 kept, 1 lost"
    assert [row.how for row in panel.model.rows] == ["changed", "kept", "lost"]
    panel.all_rows.click()
    assert len(panel.model.rows) == 4


def test_a_row_leads_to_its_node_by_click_and_key(window, dialogs, lines) -> None:
    imported(window, dialogs, lines)
    panel = window.part(report_panel)
    panel.view.clicked.emit(panel.model.index(1))
    assert window.session.selection == {"n2"}
    panel.view.setFocus()
    panel.view.setCurrentIndex(panel.model.index(0))
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert window.session.selection == {"n1"}
    window.commands.run("file.new_tree")
    panel.view.clicked.emit(panel.model.index(1))
    assert (window.session.file_name, window.session.selection) == ("odd.mind.json", {"n2"})


@pytest.mark.parametrize("canceled", ["to_import", "save_as"])
def test_a_canceled_import_leaves_everything_as_it_is(window, dialogs, lines, canceled: str) -> None:
    dialogs.to_import, dialogs.save_as = (lines,), lines.with_name("odd.mind.json")
    setattr(dialogs, canceled, () if canceled == "to_import" else None)
    assert window.commands.run("file.import")
    window.part(WindowFormats).work.finish()
    assert window.session is None
    assert [path.name for path in lines.parent.iterdir()] == ["odd.xml"]
    assert dialogs.told == []


def test_a_file_that_cannot_be_read_is_refused_in_words(window, dialogs, lines) -> None:
    lines.write_text("#lines\nbroken")
    imported(window, dialogs, lines)
    assert dialogs.told == [("Cannot import", "odd.xml: line 2. It is broken.", "Mend it.")]
    assert window.session is None


@pytest.mark.parametrize("joins", [True, False])
def test_a_project_that_is_there_is_asked_about(window, dialogs, lines, joins: bool) -> None:
    project = lines.with_name("mindloom.project.json")
    project.write_text(json.dumps({"format": "mindloom-project", "version": 1}))
    dialogs.joins = joins
    imported(window, dialogs, lines)
    assert dialogs.asked_join == [("mindloom.project.json", "odd.kinds.json")]
    assert ("odd.kinds.json" in project.read_text()) is joins


def test_a_drop_and_open_import_too(window, dialogs, lines) -> None:
    dialogs.save_as = lines.with_name("odd.mind.json")
    assert dropped_file(lines).kind == "foreign"
    assert drop_words([dropped_file(lines)]) == "Import odd.xml"
    window.part(WindowDrops).open([lines])
    window.part(WindowFormats).work.finish()
    assert window.session.file_name == "odd.mind.json"


def test_an_export_writes_the_format_and_reports(window, dialogs, lines) -> None:
    imported(window, dialogs, lines)
    target = lines.with_name("back")
    dialogs.export_as = target, "Lines (*.lines)"
    assert window.commands.run("file.export_as")
    window.part(WindowFormats).work.finish()
    assert dialogs.offered_formats[0] == "Lines (*.lines)"
    assert lines.with_name("back.lines").read_text() == "#lines\ngo\nwait\ndance"
    assert lines.with_name("back.notes").read_text() == "back"
    assert window.part(report_panel).words.text() == "odd.mind.json → back.lines: 3 exact"
    dialogs.export_as = None
    assert window.commands.run("file.export_as")
    assert len(list(lines.parent.glob("back*"))) == 2


def test_without_a_document_nothing_can_be_exported(window) -> None:
    assert not window.commands.run("file.export_as")


def test_a_report_can_be_kept(window, dialogs, lines) -> None:
    imported(window, dialogs, lines)
    panel = window.part(report_panel)
    panel.save.click()
    assert len(list(lines.parent.glob("*.json"))) == 3
    dialogs.save_report_as = lines.with_name("report.json")
    panel.save.click()
    report = json.loads(lines.with_name("report.json").read_text())
    assert report["to"] == "odd.mind.json"
    assert len(report["rows"]) == 4


def test_before_the_first_import_the_panel_says_what_it_is_for(window) -> None:
    panel = window.part(report_panel)
    assert "File ▸ Import…" in panel.empty.text()
    assert not panel.save.isVisibleTo(panel)
