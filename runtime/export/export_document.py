"""Export a document for a game: compile it as the game will run it, and write that down."""

from __future__ import annotations

import json
from dataclasses import dataclass

from graphs.basics.json_text import JsonObject, to_canonical_json
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from runtime.basics.status import Status
from runtime.export.game_needs import GameNeeds, game_needs
from runtime.export.without_disabled import without_disabled
from runtime.export.write_program import program_to_json
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.compile.compiler import DEFAULT_RATE, compile_document
from runtime.minds.compile.document_errors import refuse_errors
from runtime.minds.program.program import Program


class ActionOfGame(Action):
    """Stand where an action is compiled that only the game can do."""

    def tick(self, context: ActionContext) -> Status:
        """Fail: nothing that was compiled for an export runs before it is loaded."""
        return context.fail("the game does it")


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Say how a document is exported.

    Without `names` everything is left out that is for people only. With `keep_disabled` disabled branches,
    states and transitions stay, and never run. `compact` writes no spaces and line breaks. `rate` are the
    ticks per second that durations are turned into.
    """

    names: bool = True
    keep_disabled: bool = False
    compact: bool = False
    rate: int = DEFAULT_RATE


@dataclass(frozen=True)
class Export:
    """Hold an export: the program, what the game must supply, and both as JSON."""

    program: Program
    needs: GameNeeds
    data: JsonObject

    def text(self, *, compact: bool = False) -> str:
        """Return the text of the file: the same for the same document, on every computer."""
        if compact:
            return json.dumps(self.data, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
        return to_canonical_json(self.data)


def export_document(
    document: Document, registry: Registry, options: ExportOptions | None = None, *, root: str | None = None
) -> Export:
    """Export a document, or the graph `root` of it. Stand-ins are left out: the game has the real actions.

    Raises
    ------
    CompileError
        When the document has errors or uses what this version does not run, naming each.
    """
    wish = options or ExportOptions()
    refuse_errors(document, registry)
    kept = document if wish.keep_disabled else without_disabled(document)
    library = ActionLibrary(dict.fromkeys(registry.actions, ActionOfGame()))
    program = compile_document(kept, registry, library, rate=wish.rate, root=root)
    needs = game_needs(program.rows, kept, registry)
    return Export(program, needs, program_to_json(program, needs, names=wish.names))
