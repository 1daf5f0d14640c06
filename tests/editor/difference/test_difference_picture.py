"""Pictures of differences: every mark is there, nothing covers another, any documents can be drawn."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from editor.canvas.scene.graph_picture import FARTHEST, PictureTooLarge
from editor.command_line.difference_picture_file import write_difference_picture
from editor.comparison.difference_picture import difference_picture
from editor.comparison.marks_item import row_frames
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from tests.editor.canvas.sample_documents import attack_or_flee, soldier, tank
from tests.example_counts import daily
from tests.graphs.random_documents import documents

_SVG = "{http://www.w3.org/2000/svg}"


def _changed_tank() -> Document:
    value: dict[str, Any] = json.loads(tank().model_dump_json(by_alias=True, exclude_defaults=True))
    graph = value["graphs"]["g1"]
    graph["nodes"]["flee"] = {"kind": "state", "name": "Flee"}
    graph["children"] = ["patrol", "chase", "flee"]
    graph["layout"]["flee"] = graph["layout"].pop("shoot")
    graph["nodes"].pop("shoot")
    graph["nodes"]["chase"]["transitions"] = ["cp1", "cp2"]
    for edge in ("cs", "sc", "sp1", "sp2"):
        graph["edges"].pop(edge)
    graph["edges"]["pc"]["guard"] = "d < 6"
    graph["layout"]["chase"]["at"] = [600, 50]
    return Document.model_validate_json(json.dumps(value))


def _texts(data: bytes) -> list[str]:
    return [element.text or "" for element in ET.fromstring(data).iter(f"{_SVG}text")]


def test_the_picture_has_a_legend_marks_and_the_lines_of_a_review(qapp):
    texts = _texts(difference_picture(tank(), _changed_tank(), builtin_registry()))
    assert {"1 added", "5 removed", "1 changed", "1 moved"} <= set(texts)
    assert {"Flee", "Shoot", "Chase"} <= set(texts)
    assert texts.count("+") == 2
    assert texts.count("−") == 1 + 5
    assert texts.count("Δ") == 2
    assert texts.count("→") == 2
    assert any("d < 6" in text and "→" in text for text in texts)


def test_equal_documents_say_so(qapp):
    texts = _texts(difference_picture(tank(), tank(), builtin_registry()))
    assert "Nothing differs." in texts


@pytest.mark.parametrize("theme", ["dark", "light", "high_contrast"])
def test_a_png_is_in_the_colors_of_its_theme(qapp, theme):
    data = difference_picture(tank(), _changed_tank(), builtin_registry(), theme=theme, suffix=".png")
    image = QImage.fromData(data)
    colors = {image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}
    assert len(colors) > 50


def test_a_graph_that_came_or_went_is_drawn_whole_under_its_sign(qapp):
    old = soldier()
    new = old.model_copy(update={"graphs": {"g1": old.graphs["g1"]}})
    gone = _texts(difference_picture(old, new, builtin_registry()))
    assert {"Patrol · state machine", "Walk"} <= set(gone)
    assert gone.count("−") == 2
    came = _texts(difference_picture(new, old, builtin_registry()))
    assert came.count("+") == 2


def test_a_graph_of_another_kind_is_drawn_twice(qapp):
    tree = attack_or_flee()
    texts = _texts(difference_picture(tree, tank(), builtin_registry()))
    assert {"g1 · decision tree", "g1 · state machine"} & set(texts) or "Wander" in texts
    assert "Patrol" in texts


def test_a_removed_state_stands_aside_of_what_took_its_place(qapp):
    data = difference_picture(tank(), _changed_tank(), builtin_registry())
    places = {}
    for group in ET.fromstring(data).iter(f"{_SVG}g"):
        for text in group.findall(f"{_SVG}text"):
            if text.text in ("Flee", "Shoot"):
                places[text.text] = group.get("transform")
    assert len(set(places.values())) == 2


@given(documents(), documents())
@settings(
    max_examples=daily(8, deep=25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_any_two_documents_can_be_drawn(qapp, old, new):
    entries = [
        entry for made in (old, new) for graph in made.graphs.values() for entry in graph.layout.values()
    ]
    places = [each or (0, 0) for entry in entries for each in (entry.at, entry.size, entry.label)]
    frames = [
        frame for made in (old, new) for graph in made.graphs.values() for frame in graph.notes.values()
    ]
    points = (*places, *(point for frame in frames for point in (frame.at, frame.size)))
    far = any(abs(number) > FARTHEST / 8 for point in points for number in point)
    try:
        ET.fromstring(difference_picture(old, new, builtin_registry()))
    except PictureTooLarge:
        assert far


def test_writing_a_picture_refuses_other_endings(qapp, tmp_path, capsys):
    assert write_difference_picture(tank(), tank(), builtin_registry(), tmp_path / "x.txt") == 2
    assert ".svg or .png" in capsys.readouterr().err


def test_writing_a_picture_writes_it(qapp, tmp_path):
    out = tmp_path / "new" / "x.svg"
    assert write_difference_picture(tank(), _changed_tank(), builtin_registry(), out) == 0
    assert "Flee" in _texts(out.read_bytes())
    (tmp_path / "file").write_text("")
    assert write_difference_picture(tank(), tank(), builtin_registry(), tmp_path / "file" / "x.svg") == 2


def test_marks_of_a_row_stay_off_the_rows_above_and_below_on_the_same_plate() -> None:
    row, pen = QRectF(0, 22, 100, 22), 2.0
    alone = row_frames(row, first=True, last=True)
    between = row_frames(row, first=False, last=False)
    for mark in between:
        assert mark.top() - pen / 2 > row.top() - 1
        assert mark.bottom() + pen / 2 < row.bottom() + 1
    for ring, frame in (alone, between):
        assert ring.contains(frame)
    assert alone[0].contains(row.adjusted(-1, -1, 1, 1))
