"""Documents on disk: canonical bytes, located refusals, writes that are whole or not at all."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.files.document_file import (
    FileProblem,
    document_from_bytes,
    document_to_bytes,
    load_document,
    save_document,
)
from graphs.model import Document
from tests.graphs.example_document import EXAMPLE, example_document


def test_the_example_loads_and_its_canonical_form_is_stable() -> None:
    canonical = document_to_bytes(example_document())
    assert document_to_bytes(document_from_bytes(canonical)) == canonical
    assert json.loads(canonical) == json.loads(EXAMPLE)
    assert canonical.endswith(b"}\n")
    assert b'      "children": ["s1", "s2"],\n' in canonical


def test_keys_are_sorted_and_a_list_of_objects_is_broken() -> None:
    document = changed(lambda value: value["graphs"]["g2"]["nodes"]["n3"].update(services=[{"every": 1.0}]))
    text = document_to_bytes(document_from_bytes(document)).decode()
    assert (
        '          "services": [\n            {\n              "every": 1\n            }\n          ]\n'
        in text
    )
    assert list(json.loads(text)) == sorted(json.loads(text))


def test_a_value_equal_to_its_default_is_not_written() -> None:
    data = changed(lambda value: value["graphs"]["g1"]["edges"]["t1"].update(priority=0, event="noise"))
    assert b"priority" not in document_to_bytes(document_from_bytes(data))


def test_unknown_fields_and_kinds_keep_their_values_and_types() -> None:
    def change(value: Any) -> None:
        value["graphs"]["g1"]["nodes"]["s2"].update(kind="from_the_future", glow=[1, 2.5, {"a": None}], x=1.0)
        value["company"] = {"id": 7}
        value["graphs"]["g2"]["nodes"]["n3"]["params"]["odd"] = {"deep": [True, 1, 1.5, "1"]}

    written = json.loads(document_to_bytes(document_from_bytes(changed(change))))
    assert written["company"] == {"id": 7}
    assert written["graphs"]["g1"]["nodes"]["s2"]["glow"] == [1, 2.5, {"a": None}]
    assert written["graphs"]["g1"]["nodes"]["s2"]["kind"] == "from_the_future"
    odd = written["graphs"]["g2"]["nodes"]["n3"]["params"]["odd"]["deep"]
    assert [type(each) for each in odd] == [bool, int, float, str]


WRONG: list[tuple[str, Callable[[Any], object], str, str]] = [
    (
        "list for text",
        lambda g: g["nodes"]["s1"].update(transitions="t1"),
        "nodes.s1.transitions",
        "Expected a list",
    ),
    ("no kind", lambda g: g["nodes"]["s1"].pop("kind"), "nodes.s1.kind", "'kind' is missing"),
    ("number as initial", lambda g: g.update(initial=5), "initial", "Expected a text or an object; found 5."),
    (
        "inner union",
        lambda g: g.update(initial={"targets": 3}),
        "initial.targets",
        "Expected a list; found 3.",
    ),
    ("text in point", lambda g: g["layout"]["s1"].update(at=[1, "x"]), "layout.s1.at.1", "Expected a number"),
    ("long point", lambda g: g["layout"]["s1"].update(at=[1, 2, 3]), "layout.s1.at", "a list of 2 numbers"),
    (
        "duration",
        lambda g: g["edges"]["t1"].update(after="3 s"),
        "edges.t1.after",
        'a number or an object; found "3 s"',
    ),
    (
        "event list",
        lambda g: g["edges"]["t1"].update(event=[1]),
        "edges.t1.event.0",
        "Expected a text; found 1.",
    ),
    ("aliased", lambda g: g["edges"]["t1"].update({"else": 1}), "edges.t1.else", "Expected true or false"),
    ("graph kind", lambda g: g.update(kind="flowchart"), "kind", "'state_machine', 'behavior_tree'"),
    ("null", lambda g: g["nodes"]["s1"].update(title=None), "nodes.s1.title", "Expected a text; found null."),
]


@pytest.mark.parametrize(
    ("change", "where", "message"), [each[1:] for each in WRONG], ids=[item[0] for item in WRONG]
)
def test_a_wrong_type_is_refused_at_its_place(
    change: Callable[[Any], object], where: str, message: str
) -> None:
    with pytest.raises(FileProblem) as caught:
        document_from_bytes(changed(lambda value: change(value["graphs"]["g1"])), Path("guard.mind.json"))
    assert caught.value.where == f"graphs.g1.{where}"
    assert message in caught.value.message
    assert caught.value.remedy
    assert str(caught.value).startswith("guard.mind.json: graphs.g1.")


NASTY: list[tuple[str, bytes, str]] = [
    ("empty", b"", "The file is empty"),
    ("null", b"null", "not a Mindloom document"),
    ("list", b"[]", "not a Mindloom document"),
    ("other json", b'{"format": "other"}', "not a Mindloom document"),
    ("truncated", EXAMPLE[:700], "ends in the middle"),
    ("cut in a text", EXAMPLE[:320], "ends in the middle"),
    ("trailing", EXAMPLE + b"x", "This is not JSON"),
    ("bytes", bytes(range(256)), "is not UTF-8 text"),
    ("utf-16", EXAMPLE.decode().encode("utf-16"), "is not UTF-8 text"),
    ("duplicate key", b'{"format": "mindloom",\n "format": "mindloom"}', "stands twice"),
    ("NaN", EXAMPLE.replace(b"100", b"NaN", 1), "NaN is not a JSON number"),
    ("huge float", EXAMPLE.replace(b"100", b"1e999", 1), "too large"),
    ("long integer", EXAMPLE.replace(b"100", b"1" * 5000, 1), "5000 digits"),
    ("lone surrogate", EXAMPLE.replace(b"Patrol", b"\\ud800"), "half a character"),
    ("brackets", b"[" * 200_000, "nested deeper"),
    ("braces", b'{"a":' * 200_000, "nested deeper"),
    ("newer", EXAMPLE.replace(b'"version": 1', b'"version": 6'), "of version 6"),
    ("version true", EXAMPLE.replace(b'"version": 1', b'"version": true'), "Expected a version"),
    ("no version", EXAMPLE.replace(b'"version": 1', b'"version_": 1'), "Expected a version"),
]


@pytest.mark.parametrize(("data", "message"), [each[1:] for each in NASTY], ids=[item[0] for item in NASTY])
def test_nasty_files_are_refused_with_place_reason_and_remedy(data: bytes, message: str) -> None:
    started = time.process_time()
    with pytest.raises(FileProblem) as caught:
        document_from_bytes(data)
    assert message in caught.value.message
    assert caught.value.remedy
    assert "function-" not in str(caught.value)
    assert time.process_time() - started < 5


def test_fifty_megabytes_of_noise_are_refused_quickly() -> None:
    started = time.process_time()
    with pytest.raises(FileProblem):
        document_from_bytes(os.urandom(1024) * (50 * 1024))
    assert time.process_time() - started < 5


@given(st.binary(max_size=200))
def test_any_bytes_give_a_document_or_a_file_problem(data: bytes) -> None:
    _, problem = attempted(data)
    assert problem is None or problem.message


@given(st.data())
def test_a_mutated_example_gives_a_document_or_a_located_problem(data: st.DataObject) -> None:
    value = json.loads(EXAMPLE)
    target = value
    for _ in range(data.draw(st.integers(0, 6))):
        keys = list(target) if isinstance(target, dict) else list(range(len(target)))
        if not keys or not isinstance(target[keys[0]], (dict, list)):
            break
        nested = [key for key in keys if isinstance(target[key], (dict, list))]
        target = target[data.draw(st.sampled_from(nested))]
    junk = st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=4)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=4), inner, max_size=2)
        ),
        max_leaves=4,
    )
    if isinstance(target, dict):
        target[data.draw(st.sampled_from([*target, "extra"]))] = data.draw(junk)
    else:
        target.append(data.draw(junk))
    document, problem = attempted(json.dumps(value).encode())
    if document is None:
        assert problem is not None
        assert problem.where
        return
    written = document_to_bytes(document)
    assert document_to_bytes(document_from_bytes(written)) == written


def test_saving_writes_whole_files_and_keeps_permissions(tmp_path: Path) -> None:
    path = tmp_path / "guard.mind.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    save_document(path, example_document())
    assert load_document(path) == example_document()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.mind.json", tmp_path / "link.mind.json"
    real.write_bytes(b"old")
    link.symlink_to(real)
    save_document(link, example_document())
    assert link.is_symlink()
    assert load_document(real) == example_document()


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "guard.mind.json"
    path.write_bytes(b"old")

    def no_space(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        save_document(path, example_document())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["missing.mind.json", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileProblem) as caught:
        load_document(tmp_path / name)
    assert caught.value.remedy


def changed(change: Callable[[Any], object]) -> bytes:
    """Return the example's bytes with a change made to the parsed value."""
    value = json.loads(EXAMPLE)
    change(value)
    return json.dumps(value).encode()


def attempted(data: bytes) -> tuple[Document | None, FileProblem | None]:
    """Return the document in the bytes, or why there is none."""
    try:
        return document_from_bytes(data), None
    except FileProblem as problem:
        return None, problem
