"""The README names files and commands that are there."""

from __future__ import annotations

import re
from pathlib import Path

import dev
from editor.basics.command_names import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert len(links) > 8
    assert [link for link in links if not (ROOT / link).is_file()] == []


def test_the_commands_are_there_and_every_one_is_told() -> None:
    told = set(re.findall(r"mindloom ([a-z][a-z-]+)", README))
    assert told - {"pygame"} == set(COMMANDS)


def test_the_developers_commands_are_there_and_every_one_is_told() -> None:
    assert set(re.findall(r"dev\.py ([a-z]+)", README)) == set(dev.COMMANDS)


def test_the_picture_is_of_a_modest_size() -> None:
    (picture,) = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert (ROOT / picture).stat().st_size < 400_000
