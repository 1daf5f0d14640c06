"""Pictures of graphs: their size, their words, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from editor.canvas.scene.graph_picture import MARGIN
from editor.canvas.scene.scene import CanvasScene
from editor.command_line.main import main
from editor.command_line.render import split_source
from editor.documents.open.sample_files import samples_folder
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import load_theme
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry

TANK = samples_folder() / "tank.mind.json"
SOLDIER = samples_folder() / "soldier.mind.json"
_SVG = "{http://www.w3.org/2000/svg}"


def _size(document: Path, graph_id: str) -> tuple[int, int]:
    scene = CanvasScene(builtin_registry())
    scene.sync(load_document(document), graph_id)
    content = scene.content_rect()
    return round(content.width() + 2 * MARGIN), round(content.height() + 2 * MARGIN)


def _words(path: Path) -> str:
    return " ".join(element.text or "" for element in ET.parse(path).iter(f"{_SVG}text"))


@pytest.mark.parametrize("scale", [1, 2])
def test_a_png_has_the_size_of_the_graph_with_its_margin(qapp, tmp_path, scale):
    out = tmp_path / "tank.png"
    assert main(["render", str(TANK), "--out", str(out), "--scale", str(scale)]) == 0
    image = QImage(str(out))
    width, height = _size(TANK, "tank")
    assert abs(image.width() - scale * width) <= 2 * scale
    assert abs(image.height() - scale * height) <= 2 * scale


@pytest.mark.parametrize("theme", ["dark", "light", "high_contrast"])
def test_a_png_is_not_blank_and_has_the_colors_of_its_theme(qapp, tmp_path, theme):
    out = tmp_path / "soldier.png"
    before = theme_manager().choice
    assert main(["render", str(SOLDIER), "--out", str(out), "--theme", theme]) == 0
    image = QImage(str(out))
    canvas = load_theme(theme).color("surface.canvas").rgb()
    assert image.pixelColor(2, 2).rgb() == canvas
    colors = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    assert len(colors) > 20
    assert theme_manager().choice == before
    assert current_theme() is theme_manager().theme


@pytest.mark.parametrize(("document", "graph_id"), [(TANK, "tank"), (TANK, "fire"), (SOLDIER, "soldier")])
def test_an_svg_holds_the_titles_as_text(qapp, tmp_path, document, graph_id):
    out = tmp_path / "picture.svg"
    assert main(["render", f"{document}#{graph_id}", "--out", str(out)]) == 0
    graph = load_document(document).graphs[graph_id]
    titles = {getattr(node, "name", "") or node.title for node in graph.nodes.values()} - {""}
    assert len(titles) > 3
    words = _words(out)
    assert [title for title in sorted(titles) if title not in words] == []


def test_an_svg_has_the_size_of_the_graph_and_no_pixels(qapp, tmp_path):
    out = tmp_path / "tank.svg"
    assert main(["render", str(TANK), "--out", str(out), "--scale", "2"]) == 0
    root = ET.parse(out).getroot()
    width, height = _size(TANK, "tank")
    assert abs(int(root.get("width", "0")) - 2 * width) <= 4
    assert abs(int(root.get("height", "0")) - 2 * height) <= 4
    assert list(root.iter(f"{_SVG}image")) == []
    assert all(text.get("textLength") for text in root.iter(f"{_SVG}text"))


def test_the_same_graph_has_the_same_bytes(qapp, tmp_path):
    for name in ("one.svg", "other.svg"):
        assert main(["render", str(TANK), "--out", str(tmp_path / name)]) == 0
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


def test_a_folder_gets_a_picture_of_every_graph(qapp, tmp_path, capsys):
    out = tmp_path / "pictures"
    assert main(["render", str(TANK), "--out", str(out), "--format", "png"]) == 0
    names = ["tank-fire.png", "tank-hunt.png", "tank-tank.png"]
    assert sorted(path.name for path in out.iterdir()) == names
    assert capsys.readouterr().out.splitlines() == [str(out / name) for name in names]


def test_graphs_whose_ids_make_the_same_name_keep_pictures_of_their_own(qapp, tmp_path):
    tree = {"kind": "behavior_tree", "nodes": {"a": {"kind": "wait"}}, "root": "a"}
    graphs = {"a b": tree, "a/b": tree, "A_b": tree}
    source = tmp_path / "names.mind.json"
    source.write_text(json.dumps({"format": "mindloom", "graphs": graphs, "version": 1}))
    assert main(["render", str(source), "--out", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").iterdir())) == 3


def test_any_title_makes_sound_xml(qapp, tmp_path):
    title = 'a\u0001b <&> "q" \ufffe \u202e 漢 \t'
    tree = {"kind": "behavior_tree", "nodes": {"a": {"kind": "wait", "title": title}}, "root": "a"}
    source = tmp_path / "t.mind.json"
    source.write_text(json.dumps({"format": "mindloom", "graphs": {"g": tree}, "version": 1}))
    assert main(["render", str(source), "--out", str(tmp_path / "t.svg")]) == 0
    assert "<&>" in _words(tmp_path / "t.svg")


def test_a_graph_without_nodes_gives_a_small_empty_picture(qapp, tmp_path):
    source = tmp_path / "empty.mind.json"
    empty = {"kind": "state_machine"}
    source.write_text(json.dumps({"format": "mindloom", "graphs": {"g": empty}, "version": 1}))
    assert main(["render", str(source), "--out", str(tmp_path / "e.png")]) == 0
    assert QImage(str(tmp_path / "e.png")).width() == 2 * MARGIN


def test_an_unknown_graph_is_refused_with_the_nearest_name(tmp_path, capsys):
    assert main(["render", f"{TANK}#hunz", "--out", str(tmp_path / "x.svg")]) == 2
    words = capsys.readouterr().err
    assert 'no graph "hunz". Did you mean hunt?' in words
    assert "fire (Aim and fire)" in words
    assert not (tmp_path / "x.svg").exists()


def test_a_title_in_place_of_an_id_is_refused_with_the_id(tmp_path, capsys):
    assert main(["render", f"{TANK}#Aim and fire", "--out", str(tmp_path / "x.svg")]) == 2
    assert "Did you mean fire?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "out", "words"),
    [
        ("gone.mind.json", "x.svg", "no such file"),
        (str(TANK), "x.gif", r".svg or .png"),
    ],
)
def test_wrong_use_says_what_to_do(tmp_path, capsys, source, out, words):
    assert main(["render", source, "--out", str(tmp_path / out)]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("scale", ["0", "-1", "many", "nan"])
def test_a_scale_that_is_none_is_refused(tmp_path, capsys, scale):
    with pytest.raises(SystemExit) as stopped:
        main(["render", str(TANK), "--out", str(tmp_path / "x.png"), f"--scale={scale}"])
    assert stopped.value.code == 2
    assert "no scale" in capsys.readouterr().err


def test_a_picture_too_large_is_a_problem_with_a_way_out(qapp, tmp_path, capsys):
    children = [f"n{number}" for number in range(300)]
    nodes = {"root": {"kind": "sequence", "children": children}} | {
        child: {"kind": "wait"} for child in children
    }
    tree = {"kind": "behavior_tree", "nodes": nodes, "root": "root"}
    source = tmp_path / "wide.mind.json"
    source.write_text(json.dumps({"format": "mindloom", "graphs": {"g": tree}, "root": "g", "version": 1}))
    assert main(["render", str(source), "--out", str(tmp_path / "x.png")]) == 1
    assert "smaller --scale" in capsys.readouterr().err
    assert main(["render", str(source), "--out", str(tmp_path / "x.svg")]) == 0


def test_a_picture_that_cannot_be_written_is_said(qapp, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["render", str(TANK), "--out", str(tmp_path / "file" / "x.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_file_name_with_a_hash_is_taken_whole(tmp_path):
    path = tmp_path / "a#b.mind.json"
    path.write_text("")
    assert split_source(str(path)) == (path, "")
    assert split_source(f"{path}#g") == (path, "g")


def test_drawing_needs_no_display(tmp_path):
    out = tmp_path / "tank.svg"
    command = [sys.executable, "-m", "editor.command_line", "render", str(TANK), "--out", str(out)]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "Patrol" in _words(out)
