"""`mindloom fmt [--check] FILE…`: write files in their canonical form."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from editor.command_line.known_registry import known_registry
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    Message,
    message_of,
    print_line,
    print_messages,
)
from graphs.basics.json_text import to_canonical_json
from graphs.files.document_file import (
    FileProblem,
    document_from_bytes,
    document_to_bytes,
    read_file,
    write_whole,
)
from graphs.files.model_file import model_from_bytes
from graphs.files.whole_file import FileChanged, content_hash
from graphs.plain.read_tree import document_from_tree
from graphs.plain.words import SUFFIX as TREE_SUFFIX
from graphs.plain.write_tree import tree_text
from graphs.projects.manifest_file import MANIFEST_FORMAT
from graphs.projects.project_file import PROJECT_FORMAT
from graphs.scripts.script_format import SCRIPT_SUFFIX, script_from_bytes, script_to_bytes
from graphs.worlds.minds.world_choice import WORLD_SUFFIX
from graphs.worlds.model.world_file import world_from_bytes, world_to_bytes
from runtime.trials.cases.case_file import case_from_bytes, case_to_bytes
from runtime.trials.cases.case_format import CASE_SUFFIX


def format_files(
    files: Sequence[Path], *, only_check: bool = False, as_json: bool = False, force: bool = False
) -> int:
    """Rewrite files that are not canonical, or with `only_check` name them; return the exit code.

    One that another program changes meanwhile is left as it is, unless with `force`.
    """
    messages: list[Message] = []
    changed = 0
    unreadable = False
    for file in files:
        try:
            data = read_file(file)
            canonical = canonical_bytes(data, file)
            if canonical == data:
                continue
            changed += 1
            if only_check:
                messages.append(
                    Message(
                        str(file),
                        _first_difference(data, canonical),
                        "error",
                        "",
                        "The file is not in canonical form.",
                        "Run mindloom fmt on it.",
                    )
                )
            else:
                write_whole(file, canonical, based_on=None if force else content_hash(data))
                if not as_json:
                    print_line(f"{file}: written in canonical form.")
        except FileProblem as problem:
            messages.append(message_of(problem, str(file)))
            unreadable = True
        except FileChanged as changed:
            words = f"Nothing was written: {changed.strerror}."
            messages.append(Message(str(file), "", "error", "", words, "Run it again, or add --force."))
            unreadable = True
        except OSError as error:
            words = f"The file cannot be written: {error.strerror or error}."
            messages.append(Message(str(file), "", "error", "", words, "Check its permissions."))
            unreadable = True
    print_messages(messages, as_json=as_json)
    if unreadable:
        return WRONG_USE
    if not changed and not as_json:
        print_line("In canonical form already.")
    return FOUND_PROBLEMS if only_check and changed else WELL


def canonical_bytes(data: bytes, file: Path) -> bytes:
    """Return the canonical bytes of a file of any format; raise FileProblem for what is of none.

    Of a project file, a manifest and a case, fields equal to their default are left out as anywhere else.
    """
    if file.name == PROJECT_FORMAT.pattern:
        return to_canonical_json(model_from_bytes(data, file, PROJECT_FORMAT)).encode()
    if file.name.endswith(MANIFEST_FORMAT.pattern.removeprefix("*")):
        return to_canonical_json(model_from_bytes(data, file, MANIFEST_FORMAT)).encode()
    if file.name.endswith(CASE_SUFFIX):
        return case_to_bytes(case_from_bytes(data, file))
    if file.name.endswith(SCRIPT_SUFFIX):
        return script_to_bytes(script_from_bytes(data, file))
    if file.name.endswith(TREE_SUFFIX):
        registry = known_registry(file, None)
        return tree_text(document_from_tree(data, registry, file), registry).encode()
    if file.name.endswith(WORLD_SUFFIX):
        return world_to_bytes(world_from_bytes(data, file))
    return document_to_bytes(document_from_bytes(data, file))


def _first_difference(data: bytes, canonical: bytes) -> str:
    """Return the first line that differs."""
    ours, theirs = data.split(b"\n"), canonical.split(b"\n")
    for number, (each, other) in enumerate(zip(ours, theirs, strict=False), start=1):
        if each != other:
            return f"line {number}"
    return f"line {min(len(ours), len(theirs))}"
