"""No text of a file, of its name or of a call commands the terminal, whichever command prints it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.basics.command_names import COMMANDS
from editor.basics.terminal import escaped
from editor.command_line.main import main
from graphs.projects.project_file import PROJECT_FILE_NAME

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no files of such names")

BAD = "a\x1b[31m\a\r\t\x7f\x9b2J\x85\u061c\u200e\u202e\u2066\u2028\nFORGED"
"""Turns colors on, rings, writes over the line, turns the direction, and begins a line of its own."""

COMMANDING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def assert_harmless(data: bytes) -> str:
    text = data.decode("utf-8")
    assert COMMANDING.findall(text) == []
    assert not text.startswith("FORGED")
    assert "\nFORGED" not in text
    return text


def mind(title: str = BAD, seconds: float = 1, extra: str = "n3", guard: str = "true") -> dict[str, Any]:
    states = {
        BAD: {"kind": "state", "name": BAD, "title": BAD, "transitions": ["t"]},
        "s2": {"kind": "state", "name": f"{BAD} 2", "activity": {"graph": "tree"}},
    }
    leaves = {"n1": {"kind": "sequence", "children": ["n2", extra]},
              "n2": {"kind": "log", "title": title, "params": {"message": BAD}},
              extra: {"kind": "wait", "title": f"{BAD}w", "params": {"seconds": seconds}}}  # fmt: skip
    edges = {"t": {"targets": ["s2"], "guard": guard}}
    graphs = {
        BAD: {"kind": "state_machine", "title": BAD, "children": [BAD, "s2"], "initial": BAD,
              "nodes": states, "edges": edges},
        "tree": {"kind": "behavior_tree", "title": BAD, "root": "n1", "nodes": leaves},
    }  # fmt: skip
    return {"format": "mindloom", "version": 1, "title": BAD, "root": BAD, "graphs": graphs,
            "variables": {"mood": {"type": "enum", "values": [BAD], "default": BAD}}}  # fmt: skip


def world(mind_name: str, **fields: Any) -> dict[str, Any]:
    agent = {"at": [2, 2], "name": BAD, "team": BAD, "mind": mind_name}
    return {"format": "mindloom-world", "version": 1, "size": [9, 9], "title": BAD,
            "agents": {BAD: agent}, **fields}  # fmt: skip


def manifest(**fields: Any) -> dict[str, Any]:
    parameter = {"name": "how", "type": "enum", "choices": [BAD], "default": BAD, "help": BAD, "unit": BAD}
    action = {"title": BAD, "summary": BAD, "help": BAD, "parameters": [parameter]}
    return {"format": "mindloom-kinds", "version": 1, "title": BAD, "actions": {"knock": action}, **fields}


def case(mind_name: str, **fields: Any) -> dict[str, Any]:
    ticks = [{"note": BAD, "expect": {"active": [BAD], "reason": {BAD: BAD}}}]
    return {"format": "mindloom-case", "version": 1, "title": BAD, "document": mind_name, "ticks": ticks,
            **fields}  # fmt: skip


def broken_mind() -> dict[str, Any]:
    value = mind(guard=f"nowhere == '{BAD}' +")
    value["graphs"]["tree"]["nodes"]["n2"] = {"kind": BAD}
    value["graphs"]["tree"]["nodes"]["n3"] = {"kind": "action", "action": BAD, "params": {BAD: BAD}}
    value["graphs"][BAD]["nodes"]["s2"]["activity"] = {"graph": f"{BAD}.mind.json#{BAD}"}
    return value


def script(*steps: object) -> dict[str, Any]:
    return {"format": "mindloom-edits", "version": 1, "edits": list(steps)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of files with hostile names and texts."""
    made = tmp_path / BAD
    made.mkdir()
    named = "good.mind.json"
    wrong = {"mind": BAD, "variables": {BAD: BAD}, "sensors": [{"kind": BAD}], "at": [1, 1]}
    files: Mapping[str, object] = {
        named: mind(),
        f"{BAD}.mind.json": mind(),
        "other.mind.json": mind(f"{BAD} changed", 2, BAD),
        "third.mind.json": mind(f"{BAD} again", 3),
        "broken.mind.json": broken_mind(),
        "unreadable.mind.json": {**mind(), "graphs": {BAD: {"kind": BAD}}},
        "good.world.json": world(named, measures={"ticks": {"kind": "end", "of": BAD, "agent": BAD}}),
        "plain.world.json": world(named),
        "broken.world.json": {
            **world(named, player=BAD), "agents": {BAD: wrong}, "paths": {BAD: {"waypoints": [BAD]}}
        },
        "good.case.json": case(named),
        "broken.case.json": case(named, **{BAD: BAD}),
        "lost.case.json": case(BAD),
        "node.case.json": case(named, leaves={BAD: "RS"}, agent=BAD),
        "good.kinds.json": manifest(),
        "broken.kinds.json": manifest(actions={BAD: {"parameters": [{"name": BAD, "type": BAD}]}}),
        "bad.project.json": {"format": "mindloom-project", "version": 1, "severities": {BAD: "off"}},
        "wrong.tree.json": {"format": "mindloom-tree", "version": 1, "trees": {BAD: {BAD: BAD}}},
        "good.edits.json": script({"edit": "rename_graph", "graph_id": "tree", "title": BAD}),
        "unknown.edits.json": script({"edit": BAD, BAD: BAD}),
        "refused.edits.json": script({"edit": "add_node", "graph_id": "tree", "kind": BAD}),
        "wrong.edits.json": script({"edit": "rename", "graph_id": BAD, "name": [BAD], BAD: BAD}),
        PROJECT_FILE_NAME: {
            "format": "mindloom-project", "version": 1, "title": BAD, "manifests": ["good.kinds.json"]
        },
    }  # fmt: skip
    for name, value in files.items():
        (made / name).write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    in_xml = "".join(f"&#{ord(each)};" for each in BAD if each >= " " or each in "\t\r\n")
    tree = f'<BehaviorTree ID="{in_xml}"><Odd a="{in_xml}"/><Parallel b="{in_xml}"/></BehaviorTree>'
    (made / f"{BAD}.xml").write_text(f'<root BTCPP_format="4">{tree}</root>', encoding="utf-8")
    (made / "text.mind.json").write_text(f'{{"a": 1,{BAD}', encoding="utf-8")
    (made / f"{BAD}.runtime.json").write_text(json.dumps({"format": BAD, BAD: BAD}), encoding="utf-8")
    return made


CALLS: tuple[tuple[str, ...], ...] = (
    *(
        ("check", name)
        for name in (
            "broken.mind.json", "unreadable.mind.json", "text.mind.json", "good.world.json",
            "broken.world.json", "broken.case.json", "lost.case.json", "good.kinds.json",
            "broken.kinds.json", "bad.project.json", f"{BAD}.runtime.json", f"{BAD}.mind.json",
        )
    ),
    ("check", "{}", "broken.mind.json", "broken.world.json", "--json"),
    ("check", f"no such {BAD}"),
    ("import", f"{BAD}.xml"),
    ("import", f"{BAD}.xml", "--json", "--out", "fresh.mind.json"),
    ("import", f"{BAD}.xml", "--out", "fresh.mind.json"),
    ("import", "good.mind.json", "text.mind.json"),
    ("import", f"no such {BAD}", "--as", BAD),
    ("convert", f"{BAD}.mind.json", "--to", "btcpp", "--out", "x.xml"),
    ("convert", f"{BAD}.mind.json", "--to", "mermaid", "--report", f"{BAD}.json"),
    ("conformance", "--suite", "good.mind.json", "--list"),
    ("conformance", "--suite", f"no such {BAD}", BAD),
    ("run", f"{BAD}.mind.json", "--ticks", "3"),
    ("run", "good.mind.json", "--ticks", "3", "--json"),
    ("run", "good.mind.json", "--ticks", "3", "--world", "plain.world.json"),
    ("run", "broken.mind.json"),
    ("run", "other.mind.json", "--world", "plain.world.json"),
    ("run", f"{BAD}.runtime.json"),
    ("run", f"{BAD}.mind.json", "--ticks", "1", "--trace", f"no/{BAD}/x.jsonl"),
    ("run", f"{BAD}.mind.json", "--ticks", "many" + BAD),
    ("test", "good.case.json", "broken.case.json", "lost.case.json", "node.case.json"),
    ("test", "good.case.json", "broken.case.json", "node.case.json", "--json"),
    ("test", f"no such {BAD}"),
    ("test", ".", "-k", BAD + "x"),
    ("fmt", "--check", f"{BAD}.mind.json", "text.mind.json"),
    ("fmt", f"{BAD}.mind.json"),
    ("diff", f"{BAD}.mind.json", "other.mind.json"),
    ("diff", f"{BAD}.mind.json", "other.mind.json", "--json"),
    ("diff", f"{BAD}.mind.json", "broken.mind.json"),
    ("diff", f"{BAD}.mind.json", "text.mind.json"),
    ("merge", f"{BAD}.mind.json", "other.mind.json", "third.mind.json", "--out", "m.json", "--name", BAD),
    ("merge", f"{BAD}.mind.json", "other.mind.json", "third.mind.json", "--out", "m.mind.json", "--json"),
    ("merge", f"{BAD}.mind.json", "other.mind.json", "text.mind.json"),
    ("edit", f"{BAD}.mind.json", "--script", "good.edits.json", "--dry-run"),
    ("edit", f"{BAD}.mind.json", "--script", "good.edits.json", "--out", f"{BAD}-new.mind.json"),
    ("edit", f"{BAD}.mind.json", "--script", "good.edits.json", "--out", f"no/{BAD}/x.mind.json"),
    ("edit", f"{BAD}.mind.json", "--script", "unknown.edits.json", "--dry-run"),
    ("edit", f"{BAD}.mind.json", "--script", "refused.edits.json", "--dry-run"),
    ("edit", f"{BAD}.mind.json", "--script", "wrong.edits.json", "--dry-run"),
    ("edit", "good.mind.json", "--script", "text.mind.json", "--dry-run"),
    ("edit", f"no such {BAD}", "--script", "good.edits.json", "--dry-run"),
    ("render", f"{BAD}.mind.json#{BAD}x", "--out", "x.svg"),
    ("render", f"{BAD}.mind.json#tree", "--out", f"{BAD}.svg"),
    ("render", f"{BAD}.mind.json", "--out", f"x.{BAD}"),
    ("kinds",),
    ("kinds", "--json"),
    ("kinds", "--project", "bad.project.json"),
    ("schema", BAD),
    ("schema", "world"),
    ("export", f"{BAD}.mind.json", "--out", f"{BAD}-new.runtime.json", "--requirements"),
    ("export", f"{BAD}.mind.json", "--graph", f"{BAD}x"),
    ("export", "broken.mind.json"),
    ("convert", f"{BAD}.mind.json", "--to", "tree", "--out", f"{BAD}-new.tree.json"),
    ("convert", f"{BAD}.mind.json", "--to", "tree", "--out", f"no/{BAD}/x.tree.json"),
    ("convert", "text.mind.json", "--to", "tree"),
    ("convert", "wrong.tree.json", "--to", "mind"),
    ("convert", f"no such {BAD}.tree.json", "--to", "mind"),
    ("simulate", "plain.world.json", "--out", f"{BAD}.csv", "--runs", "2", "--ticks", "3", "--jobs", "1",
     "--measure", f"m=end mood of {BAD}"),
    ("simulate", "plain.world.json", "--out", f"{BAD}-2.csv", "--runs", "2", "--ticks", "3", "--jobs", "1"),
    ("simulate", "broken.world.json", "--out", "x.csv"),
    ("simulate", "plain.world.json", "--out", f"x.{BAD}"),
    ("simulate", "plain.world.json", "--out", "x.csv", "--vary", f"{BAD}=1,2"),
    ("trace", "stats", "kept.trace"),
    ("trace", "stats", "kept.trace", "--json"),
    ("trace", "stats", "kept.trace", "--agent", f"{BAD}x"),
    ("trace", "info", "kept.trace"),
    ("trace", "diff", "kept.trace", "other.trace"),
    ("trace", "export", "kept.trace", "--out", f"{BAD}.jsonl"),
    ("trace", "info", "text.mind.json"),
    ("share", "kept.trace", "--out", f"{BAD}.html"),
    ("share", f"no such {BAD}.trace", "--out", "page.html"),
    ("record", f"no such {BAD}", "--link", ":0", "--out", "game.trace"),
    ("record", "--link", BAD, "--out", f"{BAD}.trace"),
    ("--" + BAD,),
    (f"no such {BAD}",),
)  # fmt: skip


def record(folder: Path) -> None:
    """Leave two recordings in a folder that differ."""
    for name, seed in (("kept.trace", "1"), ("other.trace", "2")):
        call = ["run", "good.mind.json", "--ticks", "90", "--world", "plain.world.json"]
        assert main([*call, "--seed", seed, "--trace", name]) == 0


@pytest.mark.parametrize(
    "call", CALLS, ids=[" ".join(call).encode("unicode_escape").decode() for call in CALLS]
)
def test_nothing_printed_commands_the_terminal(
    call: tuple[str, ...],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(folder)
    if call[0] in ("trace", "share"):
        record(folder)
        assert_harmless(capfdbinary.readouterr().out)
    try:
        code: object = main([f"{BAD}.mind.json" if part == "{}" else part for part in call])
    except SystemExit as ended:
        code = ended.code
    printed = capfdbinary.readouterr()
    assert code in (0, 1, 2)
    assert printed.out or printed.err or call[0] in ("merge", "render", "trace")
    said = assert_harmless(printed.out)
    assert "Traceback" not in assert_harmless(printed.err)
    if "--json" in call:
        json.loads(said)


def test_every_command_is_called_here() -> None:
    assert set(COMMANDS) - {call[0] for call in CALLS} == {"install-desktop"}


def test_json_gives_a_text_back_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(folder)
    assert main(["run", "good.mind.json", "--ticks", "1", "--world", "plain.world.json", "--json"]) == 0
    (agent,) = json.loads(capfdbinary.readouterr().out)["agents"]
    assert (agent["id"], agent["name"], agent["variables"]["mood"]) == (BAD, BAD, BAD)


@given(st.text())
def test_what_is_escaped_is_one_line_that_commands_nothing(text: str) -> None:
    shown = escaped(text)
    assert COMMANDING.search(shown) is None
    assert "\n" not in shown
    assert escaped(shown) == shown
