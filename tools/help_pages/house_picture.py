"""Draw the floors and rooms of the product, and how strongly rooms import each other.

`python -m tools.help_pages.house_picture` writes the picture of the page architecture for each theme. The
order of rooms is that of the contracts in `pyproject.toml`; imports are counted in the source and drawn in
few steps, so that one import more seldom makes another picture.
"""

from __future__ import annotations

import ast
import json
import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURES = {"light": "resources/help/pictures/house.svg", "dark": "resources/help/pictures/house-dark.svg"}
FLOORS = {"graphs": "the document", "runtime": "running documents", "editor": "the window"}
LEGEND = (
    "A room knows only rooms below it and on floors to the left. Rooms that touch do not know each other.",
    "The wider a line, the more imports lead from the upper room to the lower. Fewer than four draw no line.",
    "The darker a room, the more imports lead to it from the other floors.",
)
LINES = ((4, 1.0), (16, 2.2), (64, 4.5))
"""From how many imports on a line is so wide, px."""
SHADES = ((1, 0.12), (30, 0.3), (90, 0.5))
"""From how many imports by other floors on a room is shaded so strongly."""

WIDTH, PITCH, EDGE, HEAD = 680, 222, 16, 70
BOX_WIDTH, BOX_HEIGHT, GAP = 108, 21, 8

Imports = Counter[tuple[str, str]]
Layers = list[list[str]]
Colors = dict[str, dict[str, str]]


def layers_of(floor: str) -> Layers:
    """Return the rooms of a floor, the lowest layer first, as the contract of the floor has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (layers,) = (
        setting["layers"] for setting in settings["contracts"] if setting.get("containers") == [floor]
    )
    named = [[name.strip() for name in layer.replace(":", "|").split("|")] for layer in reversed(layers)]
    rooms = [[name for name in layer if (ROOT / floor / name).is_dir()] for layer in named]
    return [layer for layer in rooms if layer]


def imports_between_rooms() -> Imports:
    """Count for each two rooms how many imports lead from modules of the first to modules of the second."""
    counts: Imports = Counter()
    for path in (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py")):
        room = ".".join(path.relative_to(ROOT).parts[:2])
        modules = set(_imported(ast.parse(path.read_text(encoding="utf-8"))))
        others = (".".join(name.split(".")[:2]) for name in modules if name.split(".")[0] in FLOORS)
        counts.update((room, other) for other in others if other != room)
    return counts


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield the modules imported in a piece of source, apart from those that only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from _imported(node)


def picture(theme: str, imports: Imports) -> str:
    """Return the picture in the colors of a theme, as SVG."""
    colors: Colors = json.loads((ROOT / f"resources/themes/{theme}.json").read_text(encoding="utf-8"))
    floors = {floor: layers_of(floor) for floor in FLOORS}
    bottom = HEAD + max(_height(layers) for layers in floors.values())
    height = bottom + 26 + 17 * len(LEGEND)
    strong, quiet, line = colors["text"]["primary"], colors["text"]["secondary"], colors["edge"]["hover"]
    size = f'width="{2 * WIDTH}" height="{2 * height}" viewBox="0 0 {WIDTH} {height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Inter, sans-serif">']
    parts += [f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{colors["surface"]["panel"]}"/>']
    for number, (floor, layers) in enumerate(floors.items()):
        left = EDGE + number * PITCH
        parts += [_text(left, 30, floor, strong, 16), _text(left, 47, FLOORS[floor], quiet, 11)]
        if number:
            tip = left - PITCH + BOX_WIDTH
            parts += [f'<path d="M{left - 10} 25H{tip + 6}" stroke="{line}" stroke-width="2"/>']
            parts += [f'<path d="M{tip} 25l9 -5v10z" fill="{line}"/>']
        parts += _floor(floor, layers, (left, bottom), imports, colors)
    parts += [_text(EDGE, bottom + 26 + 17 * row, words, quiet, 11) for row, words in enumerate(LEGEND)]
    return "\n".join((*parts, "</svg>", ""))


def _height(layers: Layers) -> int:
    return sum(len(layer) * BOX_HEIGHT + GAP for layer in layers)


def _floor(
    floor: str, layers: Layers, foot: tuple[int, int], imports: Imports, colors: Colors
) -> Iterator[str]:
    """Draw the rooms of a floor from its foot up, and the lines between them at their right."""
    tops: dict[str, int] = {}
    for number, layer in enumerate(layers):
        base = foot[1] - _height(layers[:number])
        tops |= {f"{floor}.{room}": base - (place + 1) * BOX_HEIGHT for place, room in enumerate(layer)}
    left, right, accent = foot[0], foot[0] + BOX_WIDTH, colors["accent"]["line"]
    for (upper, lower), count in sorted(imports.items(), key=lambda each: (_step(LINES, each[1]), each[0])):
        width = _step(LINES, count)
        if width and upper in tops and lower in tops:
            start, end = tops[upper] + BOX_HEIGHT * 0.7, tops[lower] + BOX_HEIGHT * 0.3
            reach = right + min(14 + (end - start) * 0.32, 124)
            way = f"M{right} {start:.1f}C{reach:.1f} {start:.1f} {reach:.1f} {end:.1f} {right} {end:.1f}"
            color = accent if width > LINES[0][1] else colors["edge"]["idle"]
            look = f'stroke="{color}" stroke-opacity="0.65" stroke-width="{width}"'
            yield f'<path d="{way}" fill="none" {look}/>'
    for room, top in tops.items():
        others = sum(n for (a, b), n in imports.items() if b == room and not a.startswith(f"{floor}."))
        box = f'x="{left}" y="{top}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="3"'
        yield f'<rect {box} fill="{colors["surface"]["node"]}" stroke="{colors["border"]["node"]}"/>'
        yield f'<rect {box} fill="{accent}" fill-opacity="{_step(SHADES, others)}"/>'
        yield _text(left + 8, top + 15, room.split(".")[1], colors["text"]["primary"], 12)


def _step(steps: tuple[tuple[int, float], ...], count: int) -> float:
    place = bisect_right([least for least, _ in steps], count)
    return steps[place - 1][1] if place else 0.0


def _text(x: int, y: int, words: str, color: str, size: int) -> str:
    weight = "bold" if size > 12 else "normal"
    return f'<text x="{x}" y="{y}" fill="{color}" font-size="{size}" font-weight="{weight}">{words}</text>'


def main() -> None:
    """Write the picture for each theme."""
    imports = imports_between_rooms()
    for theme, path in PICTURES.items():
        (ROOT / path).write_text(picture(theme, imports), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
