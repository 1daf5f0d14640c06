"""Every bundled sample is well made: no errors, canonical, and warned of only where the book has gaps."""

from __future__ import annotations

import pytest

from editor.command_line.main import main
from editor.documents.open.sample_files import FIRST_SAMPLE, sample_paths, samples_folder

WARNED_OF = {"tank.mind.json"}
"""Samples with gaps on purpose: the tank has those of the book (N3)."""


@pytest.mark.parametrize("name", [path.name for path in sample_paths()])
def test_a_sample_has_no_problem(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(samples_folder() / name)])
    printed = capsys.readouterr().out
    assert ": error" not in printed
    assert (": warning" in printed) == (name in WARNED_OF), printed


def test_of_the_first_sample_and_its_world_nothing_at_all_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    mind = samples_folder() / FIRST_SAMPLE
    world = mind.with_name(mind.name.replace(".mind.", ".world."))
    assert main(["check", str(mind), str(world)]) == 0
    assert capsys.readouterr().out == "No problems in 2 files.\n"


def test_the_samples_are_in_their_canonical_form(capsys: pytest.CaptureFixture[str]) -> None:
    files = [*sample_paths(), *sorted(samples_folder().glob("*.world.json"))]
    assert main(["fmt", "--check", *map(str, files)]) == 0, capsys.readouterr().out
