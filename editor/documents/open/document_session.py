"""Hold one open document: its history, its selection, the graph shown, its problems, its file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.basics.slices import ChecksInSlices
from graphs.checks.rules.problem import Problem
from graphs.edits.history import History
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph, StateMachineGraph
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.project_check import ProjectChecker, SurroundingsOf, nothing_around, runnable_document
from graphs.projects.project_file import Project
from graphs.structure.changes import compare_documents
from graphs.structure.file_version import with_file_version

CHECK_DELAY = 150
"""Milliseconds from the last edit until the document is checked."""

JOINED_KEPT = 64
"""So many versions that were joined with other files and run can be shown again."""

SMALL = 300
"""So many nodes, as people draw by hand, are checked without a pause."""


class DocumentSession(QObject):
    """Own one open document and tell everyone what happens to it.

    Every change goes through `apply`, `undo` or `redo`; the document itself is a frozen value. Selection
    and the graph shown belong to the session and are never saved. While an earlier tick of a run is looked
    at, `document` may be the version that ran there (`look_at`); `current_document` is always the newest.
    """

    document_changed = Signal(object)
    """Carries a `graphs.structure.changes.DocumentChange` from the former document to the one shown now."""
    edited = Signal()
    """Tells that the newest version is another one now."""
    selection_changed = Signal()
    selection_asked = Signal()
    """Tells that somebody selects, even what is selected already, as by a click beside everything."""
    graph_shown = Signal(str)
    saved_changed = Signal()
    problems_changed = Signal()
    refused = Signal(str, str)
    """Carries the reason and the remedy of an edit that cannot be made."""

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
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.history = History(document)
        self._looked_at: Document | None = None
        self._look_words = ""
        self._joined: dict[int, tuple[Document, Document]] = {}
        self.registry = registry
        self.project = project
        self.path = path
        self._library = library or DocumentLibrary()
        self._checker = ProjectChecker(registry, self._library, surroundings_of)
        self._check = ChecksInSlices(self)
        self._check.finished.connect(self._end_check)
        self._document_checked = document
        self.read_only_reason = ""
        self.is_traveling = False
        """Whether the change being told of is a step back or forth, not a new one."""
        self.graph_id = document.root or next(iter(document.graphs), "")
        self.selection: frozenset[str] = frozenset()
        self._name = name
        self._problems: tuple[Problem, ...] = ()
        self._check_timer = QTimer(self)
        self._check_timer.setSingleShot(True)
        self._check_timer.setInterval(CHECK_DELAY)
        self._check_timer.timeout.connect(self._begin_check)
        self._begin_check()

    @property
    def document(self) -> Document:
        """Return the document shown: the newest version, or the one looked at in the past of a run."""
        return self._looked_at or self.history.document

    @property
    def current_document(self) -> Document:
        """Return the newest version: what is saved, exported and run from the start."""
        return self.history.document

    @property
    def is_looking_back(self) -> bool:
        """Tell whether the document shown is not the newest version."""
        return self._looked_at is not None

    @property
    def graph(self) -> Graph | None:
        """Return the graph shown, or None when the document has none."""
        return self.document.graphs.get(self.graph_id)

    @property
    def file_name(self) -> str:
        """Return the name of the document's file, or the one it would get."""
        return self.path.name if self.path is not None else f"{self._name}.mind.json"

    @property
    def is_saved(self) -> bool:
        """Tell whether the file holds the document as it is now."""
        return self.history.is_saved

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what the last check found.

        The check runs shortly after each edit, in slices: after opening a large document it takes a while.
        """
        return self._problems

    def apply(
        self,
        label: str,
        edit: Callable[[Document], Document],
        *,
        select: Iterable[str] | None = None,
        merge_key: Hashable | None = None,
    ) -> bool:
        """Run a pure edit and keep its result as one undo step.

        What is looked at is kept first, as a step of its own. Steps in a row with the same `merge_key`
        become one, for example while a value is dragged. `select` names the nodes and edges selected
        afterwards. Returns False, after `refused`, when the edit is refused, and True otherwise, also where
        it changed nothing.
        """
        if self.read_only_reason:
            self.refused.emit(self.read_only_reason, "Save it under another name to change the copy.")
            return False
        before = self.document
        try:
            after = edit(before)
        except EditRefused as refusal:
            self.refused.emit(refusal.reason, refusal.remedy)
            return False
        if after is not before:
            after = with_file_version(after)
        if self.is_looking_back and after is not before:
            self.keep_what_is_looked_at()
        elif self.is_looking_back:
            after = self.current_document
        selection = self.selection if select is None else frozenset(select)
        was_saved = self.is_saved
        if self.history.commit(label, after, selection_after=selection, merge_key=merge_key):
            self._follow(before, after, selection, was_saved)
        elif select is not None:
            self.select(selection)
        return True

    def look_at(self, document: Document | None, words: str = "") -> None:
        """Show another version in place of the newest, None for the newest again.

        Nothing is changed or saved by that. `words` name the version, as in "The document of tick 812".
        """
        before = self.document
        self._looked_at = document if document is not self.history.document else None
        self._look_words = words
        after = self.document
        if after is not before:
            self._show(before, after, self.selection & _ids_of(after))

    def keep_what_is_looked_at(self) -> None:
        """Make the version looked at the newest, as a step that can be undone."""
        kept, was_saved = self._looked_at, self.is_saved
        if kept is None or self.read_only_reason:
            return
        self._looked_at = None
        self.history.commit(self._look_words, kept, selection_after=self.selection)
        self._follow(kept, kept, self.selection, was_saved)

    def undo(self) -> None:
        """Take the last step back; the selection returns with it."""
        self._travel(self.history.undo)

    def redo(self) -> None:
        """Do the step taken back last once more."""
        self._travel(self.history.redo)

    def go_to_step(self, place: int) -> None:
        """Go to the document after so many steps of its history; raise IndexError for no such place."""
        self._travel(lambda: self.history.go_to(place))

    def select(self, ids: Iterable[str]) -> None:
        """Select exactly these nodes and edges."""
        self._select(ids)
        self.selection_asked.emit()

    def _select(self, ids: Iterable[str]) -> None:
        chosen = frozenset(ids)
        if chosen != self.selection:
            self.selection = chosen
            if not self.is_looking_back:
                self.history.select(tuple(sorted(chosen)))
            self.selection_changed.emit()

    def seal(self) -> None:
        """Let the next edit be a step of its own: the gesture or the typing is over."""
        self.history.seal()

    def show_graph(self, graph_id: str) -> None:
        """Show another graph of the document; an unknown id is ignored."""
        if graph_id == self.graph_id or graph_id not in self.document.graphs:
            return
        self.graph_id = graph_id
        self.select(())
        self.graph_shown.emit(graph_id)

    def mark_saved(self, path: Path) -> None:
        """Note that the file at `path` now holds the document."""
        self.path = path
        self.history.mark_saved()
        self.saved_changed.emit()

    def replace_from_disk(self, document: Document) -> None:
        """Take over what the file says now, as one step that can be undone."""
        self.look_at(None)
        before, was_saved = self.document, self.is_saved
        self.history.commit("Reload from disk", document, selection_after=())
        self.history.mark_saved()
        self._follow(before, document, (), was_saved)

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
        self._check_timer.stop()
        self._begin_check()
        self._check.finish()

    def stop_checking(self) -> None:
        """Check no more: the document is being closed."""
        self._check_timer.stop()
        self._check.release()

    def _begin_check(self) -> None:
        """Begin to check the document as it is now.

        A check under way goes on to its end, since the next one needs but to look at what changed after it.
        """
        if not self._check.is_under_way:
            self._document_checked = self.document
            steps = self._checker.steps(self.document, self.path, self.project)
            is_small = _is_small(self.document)
            self._check.begin(steps, at_once=not is_small)
            if is_small:
                self._check.finish()

    def _end_check(self) -> None:
        if self._document_checked is not self.document:
            self._check_timer.start()
        elif self._checker.problems != self._problems:
            self._problems = self._checker.problems
            self.problems_changed.emit()

    def _travel(self, go: Callable[[], object]) -> None:
        if self.read_only_reason:
            return
        if self.is_looking_back:
            self.refused.emit(
                "Steps lead through the newest version, and an earlier one is shown.",
                "Go back to live first, or branch here.",
            )
            return
        before, was_saved = self.document, self.is_saved
        go()
        if self.document is before:
            return
        self.is_traveling = True
        try:
            self._show_what_changed(before)
            self._follow(before, self.document, self.history.selection, was_saved)
        finally:
            self.is_traveling = False

    def _show_what_changed(self, before: Document) -> None:
        """Show a graph that the step touched, unless one is shown already."""
        touched = compare_documents(before, self.document)
        if touched.graphs and self.graph_id not in touched.graphs:
            self.graph_id = next(iter(touched.graphs))
            self.selection = frozenset()
            self.graph_shown.emit(self.graph_id)

    def _follow(self, before: Document, after: Document, selection: Iterable[str], was_saved: bool) -> None:
        self._show(before, after, selection)
        self.edited.emit()
        if self.is_saved != was_saved:
            self.saved_changed.emit()

    def _show(self, before: Document, after: Document, selection: Iterable[str]) -> None:
        if self.graph_id not in after.graphs:
            self.graph_id = after.root or next(iter(after.graphs), "")
            self.graph_shown.emit(self.graph_id)
        self.document_changed.emit(compare_documents(before, after))
        self._select(selection)
        self._check_timer.start()


def _is_small(document: Document) -> bool:
    return sum(len(graph.nodes) for graph in document.graphs.values()) <= SMALL


def _ids_of(document: Document) -> frozenset[str]:
    """Return the ids of all nodes and edges of a document."""
    found: set[str] = set()
    for graph in document.graphs.values():
        found.update(graph.nodes)
        if isinstance(graph, StateMachineGraph):
            found.update(graph.edges)
    return frozenset(found)
