"""Keep the programs that a game's minds think with, and load all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphs.basics.json_text import JsonObject
from graphs.model import Document
from graphs.model.document import empty_document
from runtime.basics.context import Slot
from runtime.embedding.mind import Mind
from runtime.export.document_of_program import document_of_program
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import LoadedExport, load_program
from runtime.export.named_rows import with_named_rows
from runtime.export.needs_json import needs_from_json
from runtime.export.program_json import ProgramFiles
from runtime.link.frames import LinkFault
from runtime.link.game_answers import answered_library
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.program.agent_state import StateLayout
from runtime.session.exported_minds import places_of_shared
from runtime.session.programs import MindPrograms

NO_MINDS = MindPrograms({}, {}, {}, StateLayout(), {}, (), {})
"""What a game thinks with before it has told of any mind."""


NO_DOCUMENT = empty_document()
"""What is shown of a mind whose program cannot be drawn, as its names are damaged: nothing."""


@dataclass(frozen=True)
class GameProgram:
    """Hold one version of a mind: its export, and the document it was exported from where that is known.

    `name` is that of the mind: the file of its document. All versions of one mind have one name.
    """

    name: str
    files: ProgramFiles
    document: Document | None = None

    @property
    def hash(self) -> str:
        """Return the hash by which a game names it."""
        return str(self.files.program.get("hash", ""))


def mind_of(program: GameProgram) -> Mind:
    """Return a program as a mind whose game answers from a record; raise `LinkFault` for a damaged one."""
    try:
        data = program.files.program
        needs = needs_from_json(data.get("needs", {}), "needs")
        library = answered_library(needs.actions)
        loaded = load_program(data, library, names=program.files.names)
    except ExportProblem as problem:
        raise LinkFault(f"The program {program.name} cannot be loaded: {problem}") from None
    return Mind(loaded.needs, loaded.program.rate, program.hash, ConditionLibrary({}), program.files, library)


class GamePrograms:
    """Hold all programs a game was heard to have, by hash."""

    def __init__(self) -> None:
        self._known: dict[str, GameProgram] = {}
        self._minds: dict[str, Mind] = {}
        self._loaded: dict[tuple[str, tuple[tuple[str, Slot], ...]], LoadedExport] = {}
        self._tables: dict[tuple[str, str], JsonObject] = {}
        self._drawn: dict[str, Document] = {}

    def __contains__(self, program: object) -> bool:
        return program in self._known

    def __getitem__(self, program: str) -> GameProgram:
        return self._known[program]

    @property
    def all(self) -> tuple[GameProgram, ...]:
        """Return the programs in the order in which they were heard of."""
        return tuple(self._known.values())

    @property
    def drawn(self) -> frozenset[str]:
        """Return the minds whose documents are not at hand: they are drawn from their programs."""
        return frozenset(each.name for each in self._known.values() if each.document is None)

    @property
    def tables(self) -> tuple[JsonObject, ...]:
        """Return the tables by which saves went from one program to another."""
        return tuple(self._tables.values())

    def add(self, program: GameProgram) -> None:
        """Know one more; raise `LinkFault` for one that is damaged."""
        self._minds[program.hash] = mind_of(program)
        self._known[program.hash] = program

    def mind(self, program: str) -> Mind:
        """Return a program as a mind."""
        return self._minds[program]

    def know_table(self, table: JsonObject) -> None:
        """Keep the table by which saves go from one program to another."""
        self._tables[str(table["from"]), str(table["to"])] = table

    def table(self, before: str, to: str) -> JsonObject:
        """Return the table that leads from one program to another; raise `LinkFault` where there is none."""
        try:
            return self._tables[before, to]
        except KeyError:
            raise LinkFault(f"The game goes on with {to}, which it was never sent.") from None

    def together(self, minds: Mapping[str, str]) -> MindPrograms:
        """Return minds by name, each a program by its hash, loaded with one place for each shared variable.

        The same programs with the same places are the same objects. Raises `LinkFault` where two share a
        variable of different types.
        """
        alone = {name: self._load(program, {}) for name, program in minds.items()}
        try:
            layout, slots, defaults = places_of_shared(alone)
        except ExportProblem as problem:
            raise LinkFault(str(problem)) from None
        loaded = {name: self._load(program, slots) for name, program in minds.items()}
        documents = {name: self._document(program, loaded[name]) for name, program in minds.items()}
        events = {
            name: {event: needed.payload for event, needed in export.needs.events.items()}
            for name, export in loaded.items()
        }
        programs = {name: export.program for name, export in loaded.items()}
        return MindPrograms(documents, programs, {}, layout, slots, tuple(defaults), events)

    def _load(self, program: str, slots: Mapping[str, Slot]) -> LoadedExport:
        key = (program, tuple(slots.items()))
        if key not in self._loaded:
            found = self._minds[program].loaded(slots or None)
            if self._known[program].files.names is None:
                found = replace(found, program=with_named_rows(found.program))
            self._loaded[key] = found
        return self._loaded[key]

    def _document(self, program: str, export: LoadedExport) -> Document:
        """Return the document of a program, one that is drawn where it is not at hand."""
        known = self._known[program].document or self._drawn.get(program)
        if known is None:
            try:
                known = document_of_program(export)
            except ValueError:
                known = NO_DOCUMENT
            self._drawn[program] = known
        return known
