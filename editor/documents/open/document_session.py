"""Edit a document of graphs: the graph shown, its check in slices, versions looked at in the past."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.basics.slices import ChecksInSlices
from editor.documents.open.edit_session import EditSession
from editor.documents.open.recent_picks import RecentPicks
from editor.documents.open.snippets import SnippetShelf
from graphs.checks.checker import forget_what_was_read
from graphs.checks.rules.problem import Problem
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph, StateMachineGraph
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.project_check import ProjectChecker, SurroundingsOf, nothing_around, runnable_document
from graphs.projects.project_file import Project
from graphs.structure.changes import compare_documents
from graphs.structure.file_version import with_file_version
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX

JOINED_KEPT = 64
"""So many versions that were joined with other files and run can be shown again."""

SMALL = 300
"""So many nodes, as people draw by hand, are checked without a pause."""


class DocumentSession(EditSession[Document, str, Problem]):
    """Own one open document of graphs. The selection is a set of ids of nodes and edges of the graph shown.

    While an earlier tick of a run is looked at, `document` may be the version that ran there (`look_at`);
    `current_document` is always the newest. Neither the selection nor the graph shown is ever saved.
    """

    document_changed = Signal(object)
    """Carries a `graphs.structure.changes.DocumentChange` from the former document to the one shown now."""
    selection_asked = Signal()
    """Tells that somebody selects, even what is selected already, as by a click beside everything."""
    graph_shown = Signal(str)

    ENDING = DOCUMENT_SUFFIX
    CHECK_DELAY = 150

    def __init__(
        self,
        document: Document,
        registry: Registry,
        path: Path | None = None,
        *,
        name: str = "untitled",
        project: Project | None = None,
        library: DocumentLibrary | None = None,
        surroundings_of: SurroundingsOf = nothing_around,
        picks: RecentPicks | None = None,
        snippets: SnippetShelf | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(document, path, name, parent)
        self._looked_at: Document | None = None
        self._look_words = ""
        self._joined: dict[int, tuple[Document, Document]] = {}
        self.registry = registry
        self.recent_picks = picks or RecentPicks()
        self.snippets = snippets or SnippetShelf()
        self.project = project
        self._library = library or DocumentLibrary()
        self._checker = ProjectChecker(registry, self._library, surroundings_of)
        self._check = ChecksInSlices(self)
        self._check.finished.connect(self._end_check)
        self._document_checked = document
        self._of_unknown_version: list[Document] = [document]
        self._knows_versions = True
        self.is_traveling = False
        """Whether the change being told of is a step back or forth, not a new one."""
        self.graph_id = document.root or next(iter(document.graphs), "")
        self._begin_check()

    @property
    def document(self) -> Document:
        """Return the document shown: the newest version, or the one looked at in the past of a run."""
        return self._looked_at or self.history.document

    @property
    def is_looking_back(self) -> bool:
        """Tell whether the document shown is not the newest version."""
        return self._looked_at is not None

    @property
    def graph(self) -> Graph | None:
        """Return the graph shown, or None when the document has none."""
        return self.document.graphs.get(self.graph_id)

    def look_at(self, document: Document | None, words: str = "") -> None:
        """Show another version in place of the newest, None for the newest again.

        Nothing is changed or saved by that. `words` name the version, as in "The document of tick 812".
        """
        before = self.document
        self._looked_at = document if document is not self.history.document else None
        self._look_words = words
        after = self.document
        if after is not before:
            self._show(before, self.selection & _ids_of(after))

    def keep_what_is_looked_at(self) -> None:
        """Make the version looked at the newest, as a step that can be undone."""
        kept, was_saved = self._looked_at, self.is_saved
        if kept is None or self.read_only_reason:
            return
        self._looked_at = None
        self.history.commit(self._look_words, kept, selection_after=self.selection)
        self._follow(kept, self.selection, was_saved)

    def select(self, items: Iterable[str]) -> None:
        """Select exactly these nodes and edges."""
        super().select(items)
        self.selection_asked.emit()

    def show_graph(self, graph_id: str) -> None:
        """Show another graph of the document; an unknown id is ignored."""
        if graph_id == self.graph_id or graph_id not in self.document.graphs:
            return
        self.graph_id = graph_id
        self.select(())
        self.graph_shown.emit(graph_id)

    def replace_from_disk(self, whole: Document) -> None:
        """Take over what the file says now, as one step that can be undone."""
        self.look_at(None)
        self._of_unknown_version.append(whole)
        super().replace_from_disk(whole)

    def runnable_document(self) -> Document:
        """Return the newest version joined with the graphs of other files it calls, as it is run."""
        own = self.current_document
        joined = runnable_document(own, self.path, self.project, self._library)
        if joined is not own:
            self._joined[id(joined)] = (joined, own)
            while len(self._joined) > JOINED_KEPT:
                del self._joined[next(iter(self._joined))]
        return joined

    def own_version(self, ran: Document) -> Document | None:
        """Return the version of this document that `ran`, without joined graphs; None if not known."""
        joined, own = self._joined.get(id(ran), (None, None))
        if joined is ran:
            return own
        return ran if not any("#" in graph_id for graph_id in ran.graphs) else None

    def check_now(self) -> None:
        """Check the document at once, for those who cannot wait for the timer."""
        self._check.finish()
        super().check_now()
        self._check.finish()

    def stop_checking(self) -> None:
        """Check no more: the document is being closed."""
        super().stop_checking()
        self._check.release()
        forget_what_was_read()

    def _begin_check(self) -> None:
        """Begin to check the document as it is now.

        A check under way goes on to its end, since the next one needs but to look at what changed after it.
        """
        if not self._check.is_under_way:
            self._document_checked = self.document
            steps = self._checker.steps(self.document, self.path, self.project)
            is_small = sum(len(graph.nodes) for graph in self.document.graphs.values()) <= SMALL
            self._check.begin(steps, at_once=not is_small)
            if is_small:
                self._check.finish()

    def _end_check(self) -> None:
        if self._document_checked is not self.document:
            self.check_soon()
        else:
            self._take_problems(self._checker.problems)

    def _keys_of(self, items: Iterable[str]) -> frozenset[str]:
        return frozenset(items)

    def _to_commit(self, before: Document, after: Document) -> Document:
        """Keep what is looked at first, as a step of its own."""
        if after is before:
            return self.current_document
        after = with_file_version(after, before if self._says_its_version() else None)
        self.keep_what_is_looked_at()
        return after

    def _says_its_version(self) -> bool:
        """Tell whether every version in the history says the version that its file has.

        Those that edits made do; what came from files is looked at once.
        """
        came, self._of_unknown_version = self._of_unknown_version, []
        self._knows_versions &= all(with_file_version(each) is each for each in came)
        return self._knows_versions

    def _remember_selection(self) -> None:
        if not self.is_looking_back:
            super()._remember_selection()

    def _travel(self, go: Callable[[], object]) -> None:
        if self.is_looking_back and not self.read_only_reason:
            self.refused.emit(
                "Steps lead through the newest version, and an earlier one is shown.",
                "Go back to live first, or branch here.",
            )
            return
        self.is_traveling = True
        try:
            super()._travel(go)
        finally:
            self.is_traveling = False

    def _tell_change(self, before: Document) -> None:
        if self.is_traveling:
            self._show_what_changed(before)
        after = self.document
        if self.graph_id not in after.graphs:
            self.graph_id = after.root or next(iter(after.graphs), "")
            self.graph_shown.emit(self.graph_id)
        self.document_changed.emit(compare_documents(before, after))

    def _show_what_changed(self, before: Document) -> None:
        """Show a graph that the step touched, unless one is shown already."""
        touched = compare_documents(before, self.document)
        if touched.graphs and self.graph_id not in touched.graphs:
            self.graph_id = next(iter(touched.graphs))
            self.selection = frozenset()
            self.graph_shown.emit(self.graph_id)


def _ids_of(document: Document) -> frozenset[str]:
    """Return the ids of all nodes and edges of a document."""
    found: set[str] = set()
    for graph in document.graphs.values():
        found.update(graph.nodes)
        if isinstance(graph, StateMachineGraph):
            found.update(graph.edges)
    return frozenset(found)
