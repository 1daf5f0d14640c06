"""Offer where a mind names what it has not that a sensor writes it, or that the world is asked for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from editor.panels.inspector.field_spec import FieldKind
from editor.panels.inspector.fix_buttons import NamedFix
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import inspector_panel
from editor.window.parts.world import WindowWorld
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.scopes import document_scope
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.expressions.names import nearest_name
from graphs.files.document_file import FileProblem
from graphs.model import Document, Variable
from graphs.model.variables_and_events import VariableType
from graphs.worlds.edits.usual_wiring import Joint, let_write, usual_writers
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import WorldDocument

MindEdit: TypeAlias = Callable[[Document], Document]


def _as_it_is(mind: Document) -> Document:
    return mind


_UNKNOWN = re.compile(r"Unknown (?:name|variable) '(\w+)'")


class SenseFixes:
    """Know which sensors of the world that runs could write what the document in view names."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        host.part(inspector_panel).page.more_fixes = self.fixes_of

    def fixes_of(self, problem: Problem) -> Sequence[NamedFix]:
        """Return what lets a sensor write an unknown name, or asks the world for it."""
        name = _unknown_name(problem)
        if not name:
            return ()
        fixes: list[NamedFix] = []
        writer = self.writers().get(name)
        if writer is not None:
            label = f"Let {writer[1]} write {name}"
            fixes.append((label, lambda: self.let_write(label, [name])))
        return (*fixes, *self._asking_fixes(problem, name))

    def writers(self) -> Mapping[str, tuple[VariableType, str]]:
        """Return what sensors could write for the document in view: its type and the sensor, by name."""
        file, world = self._file(), self.world()
        if not file or world is None:
            return {}
        usual = {output.usual for kind in SENSOR_KINDS.values() for output in kind.outputs if output.usual}
        found = {name: usual_writers(world, file, name)[:1] for name in sorted(usual)}
        return {
            name: (writer.output.type, writer.kind.title.lower())
            for name, writers in found.items()
            for writer in writers
        }

    def let_write(self, label: str, names: Sequence[str], edit: MindEdit = _as_it_is) -> None:
        """Let sensors write some names and make an edit of the document in view, as one step."""
        host, file = self._host, self._file()
        mind = host.session
        try:
            world = host.follower.world_session()
            if world is None or mind is None:
                return

            def both(now: WorldDocument, document: Document) -> Joint:
                for name in names:
                    now, document = let_write(now, document, file, name)
                return now, edit(document)

            host.part(WindowWorld).joint.apply(label, world, mind, both)
        except EditRefused as refusal:
            host.area.toast.refuse(refusal.reason, refusal.remedy)
            return
        except FileProblem as problem:
            host.area.toast.refuse(problem.message, problem.remedy)
            return
        mind.check_now()
        host.say(f"{label} in {world.file_name}", "Undo", mind.undo)

    def _asking_fixes(self, problem: Problem, name: str) -> Iterator[NamedFix]:
        """Yield what asks the world for a name: a value shared in it, a field of the agent itself."""
        host, session = self._host, self._host.session
        if session is None:
            return
        minds = host.run.choice.minds if host.run.choice is not None else {}
        shared = (mind.variables[name] for mind in minds.values() if name in mind.variables)
        variable = next((found for found in shared if found.scope == "world"), None)
        if variable is not None and name not in session.document.variables:
            label = f"Ask the world for {name}"
            edit = partial(_with_variable, name, variable)
            yield label, lambda: session.apply(label, edit)
        place, page = problem.place, host.part(inspector_panel).page
        fields = document_scope(session.document, session.registry).entity_fields
        field, row = name if name in fields else nearest_name(name, fields), page.rows.get(place.field)
        text = row.spec.value if row is not None and row.spec.kind is FieldKind.EXPRESSION else None
        if field is not None and isinstance(text, str) and text[place.start : place.end] == name:
            mended = f"{text[: place.start]}self.{field}{text[place.end :]}"
            yield f"Ask the world: self.{field}", lambda: page.set_value(place.field, mended)

    def _file(self) -> str:
        """Return how the world names the document in view, "" where it does not."""
        document = self._host.session
        return (self._host.follower.name_of(document) or "") if document is not None else ""

    def world(self) -> WorldDocument | None:
        """Return the world that runs, as it is edited."""
        opened, choice = self._host.follower.session_of_run(), self._host.run.choice
        return opened.world if opened is not None else choice.world if choice is not None else None


def _with_variable(name: str, variable: Variable, mind: Document) -> Document:
    return put(mind, variables={**mind.variables, name: variable})


def _unknown_name(problem: Problem) -> str:
    found = _UNKNOWN.match(problem.message) if problem.code == "E102" else None
    return found[1] if found is not None else ""
