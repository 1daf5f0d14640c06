from __future__ import annotations

from editor.documents.folders.templates import BUNDLED, opened_template, save_template, templates
from graphs.files.document_file import load_document
from graphs.worlds.minds.world_minds import mind_files
from tests.editor.window_builders import two_state_machine


def test_every_bundled_template_can_be_opened_with_a_world_of_its_own_mind(tmp_path):
    found = templates(tmp_path)
    assert [item.stem for item in found] == list(BUNDLED)
    for each in found:
        document, world = opened_template(each, "untitled.mind.json")
        assert document.root in document.graphs
        assert world is not None
        assert mind_files(world) == ("untitled.mind.json",)
        assert each.summary


def test_own_templates_come_first_and_hold_what_was_saved(tmp_path):
    document = two_state_machine()[0]
    path = save_template(tmp_path, "my_guard", document, None, "")
    first = templates(tmp_path)[0]
    assert (first.path, first.title, first.is_own) == (path, "My guard", True)
    assert opened_template(first, "untitled.mind.json") == (document, None)


def test_a_damaged_template_is_none(tmp_path):
    path = save_template(tmp_path, "my_guard", two_state_machine()[0], None, "")
    path.write_text("{", encoding="utf-8")
    assert [template.is_own for template in templates(tmp_path)] == [False] * len(BUNDLED)


def test_a_document_from_a_template_has_no_file_and_runs_in_its_world(window):
    from editor.window.frame.menus import new_from_template

    tank = next(template for template in templates(window.state.folder) if template.stem == "first_tank")
    assert new_from_template(tank, window)
    assert window.session.path is None
    assert window.session.document == load_document(tank.path)
    world = window.follower.session_of_run()
    assert world is not None
    assert world.path is None
    assert window.follower.name_of(window.session) == window.session.file_name == "first_tank.mind.json"
    assert window.run.picked_agent is not None
