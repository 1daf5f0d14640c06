"""Offer where a mind names what it has not that a sensor of its world writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from editor.panels.inspector.fix_buttons import NamedFix
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import inspector_panel
from editor.window.parts.world import WindowWorld
from graphs.checks.rules.problem import Problem
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import FileProblem
from graphs.worlds.edits.usual_wiring import let_write, usual_writers

_UNKNOWN = re.compile(r"Unknown (?:name|variable) '(\w+)'")


class SenseFixes:
    """Know which sensors of the world that runs could write what the document in view names."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        host.part(inspector_panel).page.more_fixes = self.fixes_of

    def fixes_of(self, problem: Problem) -> Sequence[NamedFix]:
        """Return the fix that lets a sensor write an unknown name; nothing for any other problem."""
        host, name = self._host, _unknown_name(problem)
        document, choice = host.session, host.run.choice
        if not name or document is None or choice is None:
            return ()
        file = host.follower.name_of(document)
        if file is None:
            return ()
        opened = host.follower.session_of_run()
        writers = usual_writers(opened.world if opened is not None else choice.world, file, name)
        if not writers:
            return ()
        label = f"Let {writers[0].kind.title.lower()} write {name}"
        return ((label, lambda: self._let_write(label, file, name)),)

    def _let_write(self, label: str, file: str, name: str) -> None:
        host = self._host
        mind = host.session
        try:
            world = host.follower.world_session()
            if world is None or mind is None:
                return
            host.part(WindowWorld).joint.apply(
                label, world, mind, lambda now, document: let_write(now, document, file, name)
            )
        except EditRefused as refusal:
            host.area.toast.refuse(refusal.reason, refusal.remedy)
            return
        except FileProblem as problem:
            host.area.toast.refuse(problem.message, problem.remedy)
            return
        mind.check_now()
        host.say(f"{label} in {world.file_name}", "Undo", mind.undo)


def _unknown_name(problem: Problem) -> str:
    found = _UNKNOWN.match(problem.message) if problem.code == "E102" else None
    return found[1] if found is not None else ""
