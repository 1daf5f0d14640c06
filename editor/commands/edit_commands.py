"""Commands that change the document: undo, delete, duplicate, clipboard, rename, select."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from editor.commands.command import Command
from editor.commands.window_context import WindowContext
from editor.documents.document_session import DocumentSession
from graphs.edits.fragments import copy, duplicate, paste
from graphs.edits.refusal import EditRefused
from graphs.edits.removing import remove, remove_and_heal
from graphs.model import Document, StateMachineGraph
from graphs.queries import TOP


def edit_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands of the Edit menu."""

    def can_undo() -> bool:
        return window.session is not None and window.session.history.can_undo

    def can_redo() -> bool:
        return window.session is not None and window.session.history.can_redo

    def has_selection() -> bool:
        return window.session is not None and bool(window.session.selection)

    def has_nodes() -> bool:
        return window.session is not None and bool(selected_nodes(window.session))

    def has_graph() -> bool:
        return window.session is not None and window.session.graph is not None

    return (
        Command(
            "edit.undo", "Undo", lambda: _undo(window), "Take the last step back.", "undo", enabled=can_undo
        ),
        Command("edit.redo", "Redo", lambda: _redo(window), "Do the step again.", "redo", enabled=can_redo),
        Command(
            "edit.cut", "Cut", lambda: _cut(window), "Copy what is selected and delete it.", enabled=has_nodes
        ),
        Command(
            "edit.copy", "Copy", lambda: _copy(window), "Copy what is selected.", "copy", enabled=has_nodes
        ),
        Command("edit.paste", "Paste", lambda: _paste(window), "Paste what was copied.", enabled=has_graph),
        Command(
            "edit.duplicate",
            "Duplicate",
            lambda: _duplicate(window),
            "Copy what is selected beside itself.",
            "copy",
            enabled=has_nodes,
        ),
        Command(
            "edit.delete",
            "Delete",
            lambda: _delete(window, heal=False),
            "Delete what is selected, with what hangs below it.",
            "trash",
            enabled=has_selection,
        ),
        Command(
            "edit.delete_and_heal",
            "Delete and reconnect",
            lambda: _delete(window, heal=True),
            "Delete nodes and join what they were between.",
            enabled=has_selection,
        ),
        Command(
            "edit.rename",
            "Rename…",
            lambda: _rename(window),
            "Give the selected node another name.",
            "rename",
            enabled=lambda: window.session is not None and len(window.session.selection) == 1,
        ),
        Command(
            "edit.select_all",
            "Select all",
            lambda: _select_all(window),
            "Select everything in the graph.",
            enabled=has_graph,
        ),
        Command(
            "edit.select_none",
            "Select nothing",
            lambda: _select_none(window),
            "Let go of the selection.",
            enabled=has_selection,
        ),
    )


def selected_nodes(session: DocumentSession) -> frozenset[str]:
    """Return the nodes among what is selected."""
    graph = session.graph
    return frozenset(one for one in session.selection if graph is not None and one in graph.nodes)


def _undo(window: WindowContext) -> None:
    if window.session is not None:
        window.session.undo()


def _redo(window: WindowContext) -> None:
    if window.session is not None:
        window.session.redo()


def _delete(window: WindowContext, *, heal: bool) -> None:
    session = window.session
    if session is None or not session.selection:
        return
    ids, graph_id, before = session.selection, session.graph_id, session.document
    if heal:
        done = session.apply(
            "Delete and reconnect",
            lambda document: remove_and_heal(document, graph_id, ids, session.registry),
            select=(),
        )
    else:
        done = session.apply("Delete", lambda document: remove(document, graph_id, ids), select=())
    if done and session.document is not before:
        window.say(deleted_words(before, session.document, graph_id), "Undo", lambda: _undo(window))


def deleted_words(before: Document, after: Document, graph_id: str) -> str:
    """Return what was deleted: "Deleted 3 nodes and 2 transitions"."""
    old, new = before.graphs[graph_id], after.graphs[graph_id]
    is_machine = isinstance(old, StateMachineGraph)
    nodes = len(old.nodes) - len(new.nodes)
    parts = [_counted(nodes, "state" if is_machine else "node")]
    if isinstance(old, StateMachineGraph) and isinstance(new, StateMachineGraph):
        parts.append(_counted(len(old.edges) - len(new.edges), "transition"))
    return f"Deleted {' and '.join(part for part in parts if part)}"


def _counted(count: int, word: str) -> str:
    return "" if count <= 0 else f"1 {word}" if count == 1 else f"{count} {word}s"


def _duplicate(window: WindowContext) -> None:
    session = window.session
    if session is None:
        return
    ids, graph_id = selected_nodes(session), session.graph_id
    made: list[str] = []

    def edit(document: Document) -> Document:
        changed, tops = duplicate(document, graph_id, ids, session.registry)
        made.extend(tops)
        return changed

    if session.apply("Duplicate", edit):
        session.select(made)


def _copy(window: WindowContext) -> bool:
    session = window.session
    if session is None:
        return False
    QGuiApplication.clipboard().setText(copy(session.document, session.graph_id, selected_nodes(session)))
    return True


def _cut(window: WindowContext) -> None:
    session = window.session
    if session is not None and _copy(window):
        ids, graph_id = selected_nodes(session), session.graph_id
        session.apply("Cut", lambda document: remove(document, graph_id, ids), select=())


def _paste(window: WindowContext) -> None:
    """Paste under the selected tree node if it has room, else beside it at the top."""
    session, view = window.session, window.view
    if session is None or view is None or session.graph is None:
        return
    text, graph_id = QGuiApplication.clipboard().text(), session.graph_id
    chosen = sorted(selected_nodes(session))
    center = view.mapToScene(view.viewport().rect().center())
    at = (center.x(), center.y())
    made: list[str] = []

    def edit(document: Document) -> Document:
        graph = document.graphs[graph_id]
        if len(chosen) == 1 and not isinstance(graph, StateMachineGraph):
            try:
                changed, tops = paste(document, graph_id, text, session.registry, parent=chosen[0])
                made.extend(tops)
                return changed
            except EditRefused:
                made.clear()
        changed, tops = paste(document, graph_id, text, session.registry, parent=TOP, at=at)
        made.extend(tops)
        return changed

    if session.apply("Paste", edit):
        session.select(made)


def _rename(window: WindowContext) -> None:
    session, view = window.session, window.view
    if session is not None and view is not None and len(session.selection) == 1:
        view.rename(next(iter(session.selection)))


def _select_all(window: WindowContext) -> None:
    session = window.session
    graph = session.graph if session is not None else None
    if session is not None and graph is not None:
        edges = graph.edges if isinstance(graph, StateMachineGraph) else ()
        session.select((*graph.nodes, *edges))


def _select_none(window: WindowContext) -> None:
    if window.session is not None:
        window.session.select(())
