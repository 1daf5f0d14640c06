"""Plan and write the files of an export: the program, its names, and what a game gets in its language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from editor.documents.exports.exporting import ExportAttempt, texts_of
from editor.documents.exports.languages.game_shape import GameShape, game_shape
from editor.documents.exports.languages.language import FilePart, Language, executor_text, marked, supplies
from editor.documents.exports.languages.listed_languages import LANGUAGES
from editor.documents.folders.output_files import Output, write_output
from graphs.files.plain_file import is_file, plain_file
from graphs.files.whole_file import ABSENT, write_whole
from graphs.plain.words import SUFFIX
from runtime.export.export_document import ExportOptions, json_text
from runtime.export.export_problem import RUNTIME_SUFFIX
from runtime.export.program_json import ProgramFiles, upgrade_path

SAVES = "carries saved games over"


class Fate(StrEnum):
    """Say what becomes of a file when an export is written."""

    NEW = "new"
    REPLACED = "replaced"
    SAME = "kept, the same"
    YOURS = "kept, it is yours"
    CHANGED = "kept, it was changed"
    FOREIGN = "in the way"


@dataclass(frozen=True, slots=True)
class GameFile:
    """Hold a file of an export: where it goes, what it is for, its text and what becomes of it."""

    path: Path
    part: str
    text: str
    fate: Fate
    output: Output


@dataclass(frozen=True, slots=True)
class GameFiles:
    """Hold all files of an export in the order in which they are written, and what the stub lacks.

    `lacking` are what it is and its name: "action", "flee".
    """

    files: tuple[GameFile, ...] = ()
    lacking: tuple[tuple[str, str], ...] = ()
    stub: str = ""
    run: str = ""

    @property
    def advice(self) -> str:
        """Return what the user is to add to the game's own file, "" for nothing."""
        told = ", ".join(f"{what} {name}" for what, name in self.lacking)
        return f"Add to {self.stub}: {told}." if told else ""

    def named(self, *fates: Fate) -> str:
        """Return the names of the files that have one of these fates, "" for none."""
        return ", ".join(file.path.name for file in self.files if file.fate in fates)


def game_files(
    attempt: ExportAttempt,
    target: Path,
    options: ExportOptions,
    language: str = "",
    *,
    link: bool = False,
    former: ProgramFiles | None = None,
    force: bool = False,
) -> GameFiles:
    """Return the files that an export to `target` writes; `force` replaces what was changed.

    With a `link` those are among them that show the minds of the running game in Mindloom.
    The game's own file is written once and never replaced. With a `former` export a table is among them by
    which its saved games go on. Raises OSError, and `ExportProblem` for a former export that cannot be read.
    """
    export, spoken = attempt.export, LANGUAGES.get(language)
    if export is None:
        return GameFiles()
    texts = texts_of(export, target, names=options.names, compact=options.compact)
    parts = ("names of what is in it", "the program")[-len(texts) :]
    data = [
        _planned(path, part, text, Output.EXPORT, force=force)
        for (path, text), part in zip(texts, parts, strict=True)
    ]
    if former is not None and former.program.get("hash") != export.data["hash"]:
        from runtime.embedding.upgrade_table import upgrade_table  # late: windows seldom need it

        table = upgrade_table(former, ProgramFiles(export.data, export.names))
        text = json_text(table, compact=options.compact)
        data.insert(0, _planned(upgrade_path(target), SAVES, text, Output.EXPORT, force=force))
    if spoken is None:
        return GameFiles(tuple(data))
    shape = game_shape(export.needs, attempt.variables, target, spoken.reserved, names=len(texts) > 1)
    code = tuple(_code(spoken, shape, target.parent, link=link, force=force))
    stub = next(file for file in code if file.part == FilePart.STUB)
    lacking: tuple[tuple[str, str], ...] = ()
    if stub.fate is Fate.YOURS:
        own = plain_file(stub.path).read_text(encoding="utf-8", errors="replace")
        lacking = tuple(each for each in shape.supplied() if not supplies(own, each[1]))
    return GameFiles((*code, *data), lacking, stub.path.name, spoken.run.format(stem=shape.stem))


def tree_file(text: str, target: Path) -> GameFile:
    """Return the file of a plain tree, named as the program would be; it replaces no other."""
    path = target.with_name(f"{target.name.removesuffix(RUNTIME_SUFFIX)}{SUFFIX}")
    return _planned(path, "the document as a plain tree", text, Output.TREE, force=False)


def _code(
    language: Language, shape: GameShape, folder: Path, *, link: bool, force: bool
) -> Iterator[GameFile]:
    copied = {FilePart.EXECUTOR: language.executor, FilePart.LINK: language.link if link else {}}
    for part, sources in copied.items():
        for name, source in sources.items():
            text = marked(executor_text(source), language.comment)
            yield _planned(folder / name, part, text, Output.CODE, force=force)
    for file in language.files:
        path = folder / file.name.format(stem=shape.stem)
        if file.part is FilePart.STUB:
            fate = Fate.YOURS if is_file(path) else Fate.NEW
            yield GameFile(path, file.part, file.write(shape), fate, Output.CODE)
        else:
            text = marked(file.write(shape), language.comment)
            yield _planned(path, file.part, text, Output.CODE, force=force)


def _planned(path: Path, part: str, text: str, output: Output, *, force: bool) -> GameFile:
    return GameFile(path, part, text, _fate(path, text.encode("utf-8"), output, force=force), output)


def _fate(path: Path, data: bytes, output: Output, *, force: bool) -> Fate:
    if not is_file(path):
        return Fate.REPLACED if path.exists() else Fate.NEW
    found = plain_file(path).read_bytes()
    if output in (Output.CODE, Output.TREE) and found.replace(b"\r\n", b"\n") == data:
        return Fate.SAME
    if force or output.made(found):
        return Fate.REPLACED
    return Fate.CHANGED if output is Output.CODE else Fate.FOREIGN


def write_game_files(files: GameFiles, *, force: bool = False) -> None:
    """Write what is new or replaced, the program last: it never lies beside what belongs to another.

    Raises OSError, also where another file is in the way.
    """
    for file in files.files:
        data = file.text.encode("utf-8")
        if file.part == FilePart.STUB:
            if file.fate is Fate.NEW:
                write_whole(file.path, data, based_on=ABSENT)
        elif file.fate in (Fate.NEW, Fate.REPLACED, Fate.FOREIGN):
            write_output(file.path, data, file.output, force=force)
