"""Every link of the help leads somewhere, every command it names exists, every example of it runs."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
import types
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest

from editor.basics.command_names import COMMANDS
from editor.command_line.main import main
from editor.documents.open.sample_files import samples_folder
from editor.help.help_library import (
    OPENS_SAMPLE,
    file_addresses,
    help_folder,
    links_of,
    page_addresses,
    page_of_sample,
    page_text,
)
from graphs.checks.lints.lint_codes import LINTS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.plain.read_tree import document_from_tree
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.project_file import project_from_bytes
from graphs.scripts.script_format import script_from_bytes
from graphs.worlds.model.world_file import world_from_bytes
from runtime.trials.cases.case_file import case_from_bytes
from tests.editor.help.page_parts import heading_slugs, pictures_of
from tools.gallery.sample_moments import sample_names
from tools.help_pages.help_shots import THEMES, picture_names

REGISTRY = builtin_registry()
ROOT = help_folder().parents[1]
PAGES = {address: page_text(address, REGISTRY) or "" for address in page_addresses(REGISTRY)}
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
READERS: dict[str, Callable[[bytes], object]] = {
    "mindloom-world": world_from_bytes,
    "mindloom-project": lambda content: project_from_bytes(content, Path("mindloom.project.json")),
    "mindloom-kinds": manifest_from_bytes,
    "mindloom-case": case_from_bytes,
    "mindloom-edits": script_from_bytes,
    "mindloom-tree": lambda content: document_from_tree(content, REGISTRY),
    "mindloom": lambda content: Document.model_validate_json(content),
}


def blocks(language: str) -> list[pytest.ParameterSet]:
    found = []
    for address in file_addresses():
        texts = [text for name, text in BLOCK.findall(PAGES[address]) if name == language]
        found += [pytest.param(text, id=f"{address}-{place}") for place, text in enumerate(texts)]
    return found


@pytest.mark.parametrize("address", file_addresses())
def test_every_link_leads_to_a_page_and_a_place_in_it(address: str) -> None:
    folder = PurePosixPath(address).parent
    for link in links_of(PAGES[address]):
        if link.target.startswith(("command:", "http")):
            continue
        file, _, place = link.target.partition("#")
        target = _resolved(folder, file.removesuffix(".md")) if file else address
        assert target in PAGES, f"{address}: {link.target}"
        if re.fullmatch(r"\d+(\.\d+)*", place):
            assert f"**{place}**" in PAGES[target], f"{address}: {link.target}"
        elif place:
            assert place in heading_slugs(PAGES[target]), f"{address}: {link.target}"


@pytest.mark.parametrize("address", file_addresses())
def test_every_picture_is_there_and_no_larger_than_it_should_be(address: str) -> None:
    for picture in pictures_of(PAGES[address]):
        file = help_folder() / PurePosixPath(address).parent / picture
        assert file.is_file(), f"{address}: {picture}"
        assert file.stat().st_size < 200_000


def test_every_command_that_a_page_names_exists(open_window) -> None:
    window = open_window()
    known = {command.id for command in window.commands}
    for address, text in PAGES.items():
        for link in links_of(text):
            scheme, _, command = link.target.partition(":")
            assert scheme != "command" or command in known, f"{address}: {link.target}"


def test_every_way_through_the_menus_that_a_page_tells_is_there(open_window) -> None:
    bar = open_window().title_row.menu_bar
    texts = {**PAGES, "README.md": (ROOT / "README.md").read_text(encoding="utf-8")}
    told = re.compile(r"\*([^*]+ ▸ [^*]+)\*")
    ways = {(page, way) for page, text in texts.items() for way in told.findall(text)}
    assert len(ways) >= 8
    for page, way in ways:
        actions = bar.actions()
        for title in way.split(" ▸ "):
            titles = {action.text().replace("&", ""): action for action in actions}
            assert title in titles, f"{page}: {way}; there are {', '.join(filter(None, titles))}"
            inner = titles[title].menu()
            actions = [] if inner is None else inner.actions()


def test_every_sample_has_a_page_a_picture_for_each_theme_and_a_world() -> None:
    for name in sample_names():
        page = page_of_sample(f"{name}.mind.json")
        assert page, name
        text = PAGES[page]
        assert f"({OPENS_SAMPLE}{name})" in text
        for heading in ("What it shows", "What to try", "What to change"):
            assert f"## {heading}" in text, page
        pictures = [help_folder() / "samples" / f"{name}{ending}.png" for ending in THEMES.values()]
        assert all(picture.is_file() for picture in pictures)
        world = page.removeprefix("samples/")
        assert (samples_folder() / f"{world}.world.json").is_file(), name
        assert any(samples_folder().glob(f"{name}-*.case.json")), name


def test_no_stored_picture_is_left_over() -> None:
    known = {
        help_folder() / f"{name.removesuffix('.png')}{ending}.png"
        for name in picture_names()
        for ending in THEMES.values()
    }
    stored = {*(help_folder() / "samples").glob("*.png"), *(help_folder() / "pictures").glob("*.png")}
    assert stored == known


@pytest.mark.parametrize("text", blocks("json"))
def test_an_example_in_json_is_what_it_says(text: str) -> None:
    """A whole file is read as what its `format` says; a field of one has to be JSON."""
    decoded = json.loads(f"{{{text}}}" if text.startswith('"') else text)
    reader = READERS.get(decoded.get("format", "")) if isinstance(decoded, dict) else None
    if reader is not None:
        reader(text.encode("utf-8"))


@pytest.mark.parametrize("text", blocks("python"))
def test_an_example_in_python_runs(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("example_of_the_help")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(text, "example", "exec"), vars(module))


@pytest.fixture
def sample_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path in samples_folder().iterdir():
        shutil.copy(path, tmp_path)
    tank = (tmp_path / "tank.mind.json").read_text(encoding="utf-8")
    for name, old, new in (
        ("tank_wide", '"d < 5 and visible"', '"d < 6 and visible"'),
        ("tank_big", '"title": "Tank with dead zones"', '"title": "Big tank"'),
    ):
        assert old in tank
        (tmp_path / f"{name}.mind.json").write_text(tank.replace(old, new), encoding="utf-8")
    texts = (text for _, text in BLOCK.findall(PAGES["command-line"]))
    script = next(text for text in texts if '"mindloom-edits"' in text)
    (tmp_path / "hide.edits.json").write_text(script, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("address", [each for each in file_addresses() if "```console" in PAGES[each]])
def test_the_commands_of_a_page_print_what_it_shows(
    address: str, sample_copies: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code = 0
    for text in (text for name, text in BLOCK.findall(PAGES[address]) if name == "console"):
        for example in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            if command == "echo $?":
                assert code == int(expected), f"{address}: {command}"
                continue
            code = _run(command)
            printed = capfd.readouterr()
            _compare(f"{address}: {command}", expected, printed.out + printed.err)


def test_the_page_of_the_command_line_has_every_command() -> None:
    headings = " ".join(re.findall(r"^## (.*)$", PAGES["command-line"], re.MULTILINE))
    assert [each for each in COMMANDS if each not in headings.split()] == []


def _run(command: str) -> int:
    name, *arguments = shlex.split(command)
    assert name == "mindloom", command
    found: list[str] = []
    for argument in arguments:
        found += sorted(map(str, Path().glob(argument))) if "*" in argument else [argument]
    try:
        return int(main(found) or 0)
    except SystemExit as ended:
        return int(ended.code or 0) if not isinstance(ended.code, str) else 2


def _compare(where: str, expected: str, printed: str) -> None:
    """Compare line by line; a line "…" stands for any lines that follow."""
    lines = [line.rstrip() for line in printed.splitlines()]
    place, loose = 0, False
    for line in expected.splitlines():
        if line.strip() == "…":
            loose = True
            continue
        if loose:
            assert line.rstrip() in lines[place:], f"{where}\nexpected: {line}\nprinted:\n{printed}"
            place = lines.index(line.rstrip(), place) + 1
            loose = False
            continue
        assert place < len(lines), f"{where}\nexpected: {line}\nbut there is nothing more"
        assert lines[place] == line.rstrip(), where
        place += 1
    assert loose or place == len(lines), f"{where}\nnot shown: {lines[place:]}"


def _resolved(folder: PurePosixPath, path: str) -> str:
    parts = list(folder.parts)
    for part in PurePosixPath(path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def test_the_page_of_the_check_has_every_lint_with_its_name() -> None:
    listed = re.findall(r"^\| ([A-Z]\d{3}) \| ([^|]+) \|", PAGES["checks"], re.MULTILINE)
    assert {code: name.strip() for code, name in listed} == {each.code: each.name for each in LINTS.values()}
    assert len(listed) == len(LINTS)
