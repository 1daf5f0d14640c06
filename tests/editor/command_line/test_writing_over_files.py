"""Commands write over what they made earlier, and over no other file without `--force`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from editor.command_line import fmt, merge
from editor.command_line.main import main
from editor.documents.open.sample_files import samples_folder

WRITERS = [
    ("export light_bulb.mind.json --out {out}", "x.runtime.json"),
    ("run light_bulb.mind.json --ticks 3 --trace {out}", "x.trace"),
    ("run light_bulb.mind.json --ticks 3 --trace {out}", "x.jsonl"),
    ("trace export kept.trace --out {out}", "x.jsonl"),
    ("trace export kept.trace --out {out}", "x.json"),
    ("share kept.trace --out {out}", "x.html"),
    ("render light_bulb.mind.json --out {out}", "x.svg"),
    ("render light_bulb.mind.json --out {out}", "x.png"),
    ("diff light_bulb.mind.json light_bulb.mind.json --svg {out}", "x.svg"),
    ("test light_bulb-the-switch-turns-it-on-and-off.case.json --junit {out}", "x.xml"),
    ("merge light_bulb.mind.json light_bulb.mind.json light_bulb.mind.json --out {out}", "x.mind.json"),
    ("simulate light_bulb.world.json --runs 1 --ticks 3 --jobs 1 --out {out}", "x.csv"),
    ("simulate light_bulb.world.json --runs 1 --ticks 3 --replay 0 --trace {out}", "x.trace"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for file in samples_folder().glob("light_bulb*"):
        shutil.copy(file, tmp_path / file.name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("call", "name"), WRITERS, ids=[f"{each[0].split()[0]}-{each[1]}" for each in WRITERS]
)
def test_a_file_of_another_making_is_left_alone_and_an_own_one_replaced(
    folder: Path, capsys: pytest.CaptureFixture[str], call: str, name: str
) -> None:
    assert main(["run", "light_bulb.mind.json", "--ticks", "3", "--trace", "kept.trace"]) == 0
    out = folder / name
    out.write_text('{"format": "notes of mine"}\n')
    given = call.format(out=name).split()
    capsys.readouterr()
    assert main(given) == 2
    assert "--force" in capsys.readouterr().err
    assert out.read_text() == '{"format": "notes of mine"}\n'
    assert main([*given, "--force"]) == 0
    first = out.read_bytes()
    assert b"notes of mine" not in first
    assert main(given) == 0
    assert not [path for path in folder.iterdir() if path.suffix == ".part"]


def test_no_command_writes_its_output_over_a_document(folder: Path) -> None:
    mind = folder / "light_bulb.mind.json"
    before = mind.read_bytes()
    assert main(["export", mind.name, "--out", mind.name]) == 2
    assert main(["run", mind.name, "--ticks", "3", "--trace", mind.name]) == 2
    assert mind.read_bytes() == before


def test_a_restart_throws_away_results_and_no_other_table(folder: Path) -> None:
    call = ["simulate", "light_bulb.world.json", "--runs", "1", "--ticks", "3", "--jobs", "1"]
    (folder / "x.csv").write_text("my,own\n")
    assert main([*call, "--out", "x.csv", "--restart"]) == 2
    assert (folder / "x.csv").read_text() == "my,own\n"
    assert main([*call, "--out", "y.csv"]) == 0
    assert main([*call, "--out", "y.csv", "--restart"]) == 0


def test_fmt_leaves_a_file_alone_that_changes_while_it_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mind = folder / "light_bulb.mind.json"
    canonical = mind.read_bytes()
    canonical_bytes = fmt.canonical_bytes

    def change_meanwhile(data: bytes, file: Path) -> bytes:
        mind.write_bytes(canonical + b"\n\n")
        return canonical_bytes(data, file)

    mind.write_bytes(canonical + b"\n")
    monkeypatch.setattr(fmt, "canonical_bytes", change_meanwhile)
    assert main(["fmt", mind.name]) == 2
    said = capsys.readouterr().out
    assert "another program changed it since it was read" in said
    assert "--force" in said
    assert mind.read_bytes() == canonical + b"\n\n"
    assert main(["fmt", mind.name, "--force"]) == 0
    assert mind.read_bytes() == canonical


def test_merge_leaves_ours_alone_if_it_changes_while_it_is_merged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    base = folder / "light_bulb.mind.json"
    ours, theirs = folder / "ours.mind.json", folder / "theirs.mind.json"
    ours.write_bytes(base.read_bytes())
    theirs.write_bytes(base.read_bytes().replace(b'"Light bulb"', b'"Lamp"'))
    merge_documents = merge.merge_documents  # type: ignore[attr-defined]

    def change_meanwhile(*versions):
        ours.write_bytes(b"edited")
        return merge_documents(*versions)

    with monkeypatch.context() as patched:
        patched.setattr(merge, "merge_documents", change_meanwhile)
        assert main(["merge", base.name, ours.name, theirs.name]) == 2
    assert "another program changed it" in capsys.readouterr().err
    assert ours.read_bytes() == b"edited"
    ours.write_bytes(base.read_bytes())
    assert main(["merge", base.name, ours.name, theirs.name, "--out", ours.name]) == 0
    assert ours.read_bytes() == theirs.read_bytes()


def test_a_trace_that_ends_halfway_leaves_the_old_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call = ["run", "light_bulb.mind.json", "--ticks", "3", "--trace", "x.jsonl"]
    assert main(call) == 0
    before = (folder / "x.jsonl").read_bytes()

    def fail(_frame: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("editor.command_line.run.frame_line", fail)
    assert main(call) == 130
    assert (folder / "x.jsonl").read_bytes() == before
    assert not [path for path in folder.iterdir() if path.suffix == ".part"]


def test_the_export_of_a_sample_goes_to_the_folder_of_the_user(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(samples_folder().iterdir())
    assert main(["export", str(samples_folder() / "tank.mind.json")]) == 0
    assert "wrote tank.runtime.json" in capsys.readouterr().out
    assert (folder / "tank.runtime.json").exists()
    assert sorted(samples_folder().iterdir()) == before
