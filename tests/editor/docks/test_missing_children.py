"""A machine whose lists name states that are not there can be looked at and mended."""

from __future__ import annotations

import json

from editor.dialogs.batch_job import example_texts
from graphs.files.document_file import document_from_bytes
from graphs.worlds.minds.world_choice import field_for

MIND = {
    "format": "mindloom",
    "version": 1,
    "root": "g",
    "graphs": {
        "g": {
            "kind": "state_machine",
            "children": ["gone", "s", "t"],
            "initial": "s",
            "nodes": {"s": {"kind": "state", "name": "Box", "children": ["lost", "inner"],
                            "initial": "inner"},
                      "inner": {"kind": "state", "name": "Inner"},
                      "t": {"kind": "state", "name": "Rest"}},
        }
    },
}  # fmt: skip


def test_the_inspector_offers_the_states_that_are_there(window, tmp_path):
    path = tmp_path / "m.mind.json"
    path.write_text(json.dumps(MIND), encoding="utf-8")
    assert window.open_file(path)
    window.session.select(())
    window.session.select({"s"})
    assert window.session.selection == {"s"}


def test_examples_of_a_batch_pass_over_what_is_not_there():
    document = document_from_bytes(json.dumps(MIND).encode())
    assert example_texts(field_for(document, "m.mind.json")).measures[0].startswith("rest=time_in:Rest")
