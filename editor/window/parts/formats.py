"""Import files of other programs, and write the document in view in their formats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.basics.slices import LongWork, beside_window
from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.widgets.file_dialogs import keep_what_is_typed
from editor.window.frame.window_host import WindowHost
from editor.window.parts.places import WindowPlaces
from graphs.files.document_file import FileProblem
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX

if TYPE_CHECKING:
    from editor.panels.document.report_panel import ReportPanel
    from graphs.formats.basics.format_record import Written
    from graphs.formats.basics.format_report import FormatRow
    from graphs.formats.reading import ForeignImport


class WindowFormats(QObject):
    """Do what has to do with files of other programs. `document` is the one the report is about."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host = host
        self.document: Path | None = None

    @cached_property
    def work(self) -> LongWork:
        """Return what reads and writes beside the window."""
        work = LongWork(self)
        self._host.status_row.progress.watch(work)
        return work

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            worded("file.import", self.ask),
            worded("file.export_as", self.ask_export, enabled=lambda: self._host.session is not None),
        )

    def ask(self) -> None:
        """Ask for files and import them."""
        from graphs.formats.listed_formats import FORMATS

        endings = sorted({f"*{each}" for known in FORMATS.values() if known.read for each in known.endings})
        paths = self._host.dialogs.ask_import(self._host.workspace.folder(), " ".join(endings))
        if paths:
            self.import_files(paths)

    def take(self, path: Path) -> bool:
        """Import a file if it is one of another program; False for any other."""
        if path.name.endswith((DOCUMENT_SUFFIX, WORLD_SUFFIX)):
            return False
        from editor.documents.imports.foreign_files import is_foreign

        return is_foreign(path) and self.import_files([path])

    def import_files(self, paths: Sequence[Path]) -> bool:
        """Read files together, then ask where their document goes; tell the user why one cannot be read."""
        from graphs.formats.basics.sources import Source
        from graphs.formats.reading import read_foreign
        from graphs.kinds.builtin_registry import builtin_registry
        from graphs.projects.project_registry import project_of, project_registry

        def read() -> ForeignImport | FileProblem:
            try:
                try:
                    registry = project_registry(project_of(paths[0]))
                except FileProblem:
                    registry = builtin_registry()
                return read_foreign([Source.at(path) for path in paths], registry)
            except FileProblem as problem:
                return problem

        def done(found: ForeignImport | FileProblem) -> None:
            if isinstance(found, FileProblem):
                name = found.path.name if found.path is not None else paths[0].name
                place = f"{name}: {found.where}. " if found.where else f"{name}: "
                self._host.dialogs.tell("Cannot import", f"{place}{found.message}", found.remedy)
            else:
                self._save(found, paths)

        self.work.run_steps(f"Importing {paths[0].name}", beside_window(read), done)
        return True

    def _save(self, found: ForeignImport, paths: Sequence[Path]) -> None:
        """Ask where the document goes, write it with what belongs to it, and show it with the report."""
        from editor.documents.imports.imported_files import imported_files, manifest_path, write_files
        from graphs.projects.project_file import find_project

        dialogs, imported = self._host.dialogs, found.imported
        proposal = paths[0].with_name(paths[0].name.split(".")[0] + DOCUMENT_SUFFIX)
        out = dialogs.ask_save(proposal, f"Save what was imported of {paths[0].name} as")
        if out is None:
            return
        manifest, project = manifest_path(out), find_project(out.parent)
        has_manifest = imported.manifest is not None
        if has_manifest and manifest.exists() and not dialogs.ask_replace(manifest):
            return
        joins = has_manifest and project is not None and dialogs.ask_join(project, manifest)
        try:
            files = imported_files(imported, out, force=True, joins=joins)
            write_files(files.files)
        except FileProblem as problem:
            dialogs.tell("Cannot import", f"{problem.path}: {problem.message}", problem.remedy)
            return
        except OSError as error:
            said = f"{error.filename or out} was not written: {error.strerror or error}."
            dialogs.tell("Cannot import", said, "Choose another folder.")
            return
        if self._host.open_file(out):
            self.document = out
            names = " and ".join(path.name for path in paths[:2]) + (" …" if len(paths) > 2 else "")
            self._report(f"{names} ({found.format.title}) → {out.name}", imported.rows)
            if files.advice:
                self._host.say(files.advice)

    def ask_export(self) -> None:
        """Ask for a format and a file, and write the document in view there."""
        from graphs.formats.listed_formats import FORMATS

        keep_what_is_typed()
        session = self._host.session
        if session is None:
            return
        formats = [each for each in FORMATS.values() if each.write is not None]
        filters = {f"{each.title} (*{each.endings[0]})": each for each in formats}
        stem = session.file_name.removesuffix(DOCUMENT_SUFFIX)
        folder = session.path.parent if session.path is not None else self._host.workspace.folder()
        document = session.current_document
        origins = {name for part in (document, *document.graphs.values()) for name in part.origin}
        first = next((words for words, form in filters.items() if form.id in origins), next(iter(filters)))
        chosen = self._host.dialogs.ask_export_as(folder / stem, list(filters), first)
        if chosen is None:
            return
        path, shown = chosen
        form = filters[shown]
        assert form.write is not None
        name = path.name.removesuffix(form.endings[0])
        target = path if path.name != name else path.with_name(name + form.endings[0])
        if target != path and target.exists() and not self._host.dialogs.ask_replace(target):
            return
        registry, write = session.registry, form.write
        self.work.run_steps(
            f"Writing {target.name}",
            beside_window(lambda: write(document, registry, name)),
            lambda written: self._write(session, written, target, name),
        )

    def _write(self, session: DocumentSession, written: Written, target: Path, name: str) -> None:
        from graphs.files.whole_file import write_whole

        dialogs = self._host.dialogs
        beside = [(target.with_name(name + each.suffix), each.text) for each in written.files[1:]]
        try:
            for path, text in ((target, written.files[0].text), *beside):
                if path == target or not path.exists() or dialogs.ask_replace(path):
                    write_whole(path, text.encode())
        except OSError as error:
            said = f"{target.name} was not written: {error.strerror or error}."
            dialogs.tell("Cannot export", said, "Choose another folder.")
            return
        self.document = session.path
        self._report(f"{session.file_name} → {target.name}", written.rows)

    def _report(self, title: str, rows: tuple[FormatRow, ...]) -> None:
        from editor.panels.document.report_panel import ShownReport, shown_rows

        panel = self._host.part(report_panel)
        panel.show_report(ShownReport(title, rows))
        if any(row.how != "exact" for row in rows):
            self._host.panels.show_panel("report")
        self._host.say(f"{title}: {shown_rows(rows)}")

    def go_to(self, row: FormatRow) -> None:
        """Show the node of a row."""
        session = self._host.session
        if self.document is not None and (session is None or session.path != self.document):
            self._host.open_file(self.document)
        if row.graph:
            self._host.part(WindowPlaces).go_to_element(row.graph, row.node)

    def save_report(self) -> None:
        """Ask for a file, and keep the report in it."""
        from graphs.basics.json_text import to_canonical_json
        from graphs.files.whole_file import write_whole
        from graphs.formats.basics.format_report import report_json

        report = self._host.part(report_panel).report
        if report is None:
            return
        folder = self.document.parent if self.document is not None else self._host.workspace.folder()
        path = self._host.dialogs.ask_save_report(folder / "report.json")
        if path is None:
            return
        source, _, target = report.title.partition(" → ")
        try:
            write_whole(path, to_canonical_json(report_json(report.rows, source, target)).encode())
        except OSError as error:
            self._host.say(f"The report was not saved: {error.strerror or error}")
            return
        self._host.say(f"Saved the report as {path.name}")


def report_panel(host: WindowHost) -> ReportPanel:
    """Return the panel of the report."""
    from editor.panels.document.report_panel import ReportPanel

    panel, formats = ReportPanel(), host.part(WindowFormats)
    panel.go_to.connect(formats.go_to)
    panel.save_wanted.connect(formats.save_report)
    return panel
