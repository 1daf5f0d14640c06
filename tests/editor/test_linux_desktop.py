"""The menu entry, icons and file types of a Linux desktop: written, fitting together, taken out again."""

from __future__ import annotations

import configparser
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtSvg import QSvgRenderer

from editor.basics.linux_desktop import DESKTOP_ID, data_folder, install, remove, starting_command
from editor.command_line.install_desktop import install_desktop
from editor.command_line.main import main
from editor.window.application import make_application

MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("editor.basics.linux_desktop.refresh", lambda folder: None)
    return tmp_path / "data"


def test_what_is_installed_is_named_and_taken_out_again(folder, capsys):
    other = folder / "applications" / "other.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("not ours")
    assert install_desktop(taking_out=False, platform="linux") == 0
    written = [Path(line.removeprefix("wrote ")) for line in capsys.readouterr().out.splitlines()[:-1]]
    assert written
    assert all(path.is_file() and folder in path.parents for path in written)
    assert main(["install-desktop", "--remove"]) == 0
    assert not any(path.exists() for path in written)
    assert other.read_text() == "not ours"
    capsys.readouterr()
    assert main(["install-desktop", "--remove"]) == 0
    assert "Nothing of Mindloom" in capsys.readouterr().out


def test_the_entry_opens_the_types_that_are_declared(folder):
    install(folder, "/tools/bin/mindloom")
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(folder / "applications" / f"{DESKTOP_ID}.desktop", encoding="utf-8")
    keys = entry["Desktop Entry"]
    assert keys["Exec"] == "/tools/bin/mindloom %F"
    declared = ET.parse(folder / "mime" / "packages" / "mindloom.xml").getroot()
    types = {each.attrib["type"]: each for each in declared.iter(f"{MIME}mime-type")}
    assert set(keys["MimeType"].rstrip(";").split(";")) == set(types)
    globs = {item.attrib["pattern"] for item in declared.iter(f"{MIME}glob")}
    assert globs == {"*.mind.json", "*.world.json"}
    icons = folder / "icons" / "hicolor" / "scalable"
    named = [value.attrib["name"] for value in declared.iter(f"{MIME}icon")]
    for icon in [
        icons / "apps" / f"{keys['Icon']}.svg",
        *(icons / "mimetypes" / f"{thing}.svg" for thing in named),
    ]:
        assert QSvgRenderer(str(icon)).isValid(), icon
    assert len(remove(folder)) == 5


@pytest.mark.parametrize(
    ("script", "command"),
    [
        ("bin/mindloom", "{place}/bin/mindloom"),
        ("my tools/mindloom", '"{place}/my tools/mindloom"'),
        ("100%/mindloom", "{place}/100%%/mindloom"),
    ],
)
def test_the_entry_starts_the_program_by_its_full_path(tmp_path, script, command):
    path = tmp_path / script
    path.parent.mkdir()
    path.write_text("")
    assert starting_command(str(path)) == command.format(place=tmp_path)


def test_without_an_installed_command_it_starts_this_python(monkeypatch):
    monkeypatch.setattr("editor.basics.linux_desktop.shutil.which", lambda name: None)
    monkeypatch.setattr("editor.basics.linux_desktop.sys.executable", "/some/python3")
    assert starting_command("-m") == "/some/python3 -m editor"


def test_the_data_folder_is_the_one_the_desktop_reads():
    home = Path("/somewhere/ada")
    assert data_folder({}, home) == home / ".local" / "share"
    assert data_folder({"XDG_DATA_HOME": "/data"}, home) == Path("/data")
    assert data_folder({"XDG_DATA_HOME": "relative"}, home) == home / ".local" / "share"


@pytest.mark.parametrize(("platform", "word"), [("darwin", "Finder"), ("win32", "Explorer")])
def test_elsewhere_it_says_what_to_do_instead(platform, word, capsys):
    assert install_desktop(taking_out=False, platform=platform) == 2
    assert word in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_said_in_words(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert install_desktop(taking_out=False, platform="linux") == 2
    assert "error:" in capsys.readouterr().err


def test_windows_carry_the_icon_and_the_name_of_the_entry(qapp):
    application = make_application()
    assert not application.windowIcon().isNull()
    assert application.desktopFileName() == DESKTOP_ID
