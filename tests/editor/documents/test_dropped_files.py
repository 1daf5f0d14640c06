from __future__ import annotations

import pytest

from editor.documents.folders.dropped_files import drop_words, dropped_file


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("guard.mind.json", "document"),
        ("guard.world.json", "world"),
        ("guard-sees.case.json", "case"),
        ("guard.runtime.json", "other"),
        ("notes.txt", "other"),
        ("README", "other"),
    ],
)
def test_files_are_known_by_their_names(tmp_path, name, kind):
    path = tmp_path / name
    path.touch()
    found = dropped_file(path)
    assert found.kind == kind
    assert bool(found.reason) == bool(found.remedy) == (kind == "other")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{\n  "format": "mindloom",', "document"),
        ('{"format":"mindloom-world"}', "world"),
        ('{"name": "package"}', "other"),
        ("\x00", "other"),
    ],
)
def test_other_json_is_looked_into(tmp_path, text, kind):
    path = tmp_path / "renamed.json"
    path.write_text(text, encoding="utf-8")
    assert dropped_file(path).kind == kind


def test_a_project_file_stands_for_its_folder(tmp_path):
    path = tmp_path / "mindloom.project.json"
    path.touch()
    assert (dropped_file(path).kind, dropped_file(path).path) == ("folder", tmp_path)


def test_what_a_drop_would_do_is_said_in_words(tmp_path):
    names = ("a.mind.json", "b.mind.json", "b.world.json", "notes.txt")
    a, b, world, notes = (dropped_file(tmp_path / name) for name in names)
    assert drop_words([a]) == "Open a.mind.json"
    assert drop_words([a, b, world, notes]) == "Open 2 minds and 1 world"
    assert drop_words([notes]) == notes.reason
    assert drop_words([dropped_file(tmp_path)]) == f"Show the files of {tmp_path.name}"
