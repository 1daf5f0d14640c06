"""A git repository set up as the help page says: its diffs and merges speak of nodes and fields."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from editor.basics.resource_files import resource_path
from graphs.edits.adding import add_node
from graphs.edits.setting import rename, set_field
from graphs.files.document_file import load_document, save_document
from graphs.model import Document
from tests.editor.window_builders import REGISTRY, two_state_machine

pytestmark = pytest.mark.skipif(
    os.name != "posix" or shutil.which("git") is None, reason="needs git and a shell"
)

DOCUMENT, GRAPH, IDLE, GO, EDGE = two_state_machine()


class Repository:
    """A repository with one document."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "guard.mind.json"
        programs = folder / "programs"
        programs.mkdir(parents=True)
        program = programs / "mindloom"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m editor.command_line "$@"\n')
        program.chmod(0o755)
        root = str(Path(__file__).parents[3])
        self._environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": root,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.email", "a@example.com")
        self.git("config", "user.name", "A")

    def git(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, env=self._environment, capture_output=True, text=True
        )
        said = done.stdout + done.stderr
        assert done.returncode == code, said
        return said

    def set_up_as_the_help_says(self) -> None:
        page = resource_path("help", "git.md").read_text(encoding="utf-8")
        section = page[page.index("## Set it up") :]
        attributes = re.search(r"```\n(.+?)\n```", section)
        assert attributes is not None
        (self.folder / ".gitattributes").write_text(f"{attributes[1]}\n")
        commands = re.search(r"```sh\n(.+?)\n```", section, re.DOTALL)
        assert commands is not None
        subprocess.run(["sh", "-ec", commands[1]], cwd=self.folder, env=self._environment, check=True)

    def commit(self, edit: Callable[[Document], Document] = lambda each: each) -> None:
        document = load_document(self.file) if self.file.exists() else DOCUMENT
        save_document(self.file, edit(document))
        self.git("add", "guard.mind.json", ".gitattributes")
        self.git("commit", "-q", "-m", "change")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    made.set_up_as_the_help_says()
    made.commit()
    return made


def test_git_diff_says_what_changed(repository: Repository) -> None:
    save_document(repository.file, set_field(DOCUMENT, GRAPH, EDGE, "guard", "d < 6"))
    said = repository.git("diff")
    assert said.startswith("guard.mind.json:")
    assert 'guard "d < 5" → "d < 6"' in said
    repository.file.unlink()
    assert "removed" in repository.git("diff")


def test_git_diff_of_a_broken_file_goes_on_as_text(repository: Repository) -> None:
    repository.file.write_text("{ broken")
    said = repository.git("diff")
    assert "This is not JSON" in said
    assert "+{ broken" in said


def test_git_merge_puts_both_sides_together(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "side")
    repository.commit(lambda each: set_field(each, GRAPH, EDGE, "guard", "d < 6"))
    repository.git("checkout", "-q", "main")
    repository.commit(
        lambda item: add_node(item, GRAPH, "state", REGISTRY, at=(0.0, 300.0), fields={"name": "Flee"})[0]
    )
    repository.git("merge", "-q", "side", "-m", "both")
    merged = load_document(repository.file).graphs[GRAPH]
    assert merged.edges[EDGE].guard == "d < 6"  # type: ignore[union-attr]
    assert {node.name for node in merged.nodes.values()} == {"Idle", "Go", "Flee"}  # type: ignore[union-attr]


def test_git_merge_lists_conflicts_and_leaves_a_file_that_loads(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "side")
    repository.commit(lambda each: rename(each, GRAPH, GO, "Run"))
    repository.git("checkout", "-q", "main")
    repository.commit(lambda item: rename(item, GRAPH, GO, "Walk"))
    said = repository.git("merge", "side", code=1)
    assert "guard.mind.json: graphs." in said
    assert "conflict" in said
    assert "UU guard.mind.json" in repository.git("status", "--short")
    assert load_document(repository.file).graphs[GRAPH].nodes[GO].name == "Walk"  # type: ignore[union-attr]
