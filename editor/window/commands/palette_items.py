"""Gather what the command palette offers: places of the document and its files, commands, the help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from editor.basics.fuzzy import match_score
from editor.canvas.commands.node_choices import node_choices, snippet_choice
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.snippets import Snippet
from editor.widgets.element_words import TYPE_ICONS, graph_words, node_words
from editor.window.frame.window_host import WindowHost
from editor.window.parts.curves import show_curve, show_sheet
from editor.window.parts.finding import WindowFinding
from editor.window.parts.help import WindowHelp
from editor.window.parts.places import WindowPlaces
from graphs.files.plain_file import is_there
from graphs.worlds.minds.world_choice import WORLD_SUFFIX

MOST_SHOWN = 60
COMMANDS_ONLY = ">"
"""Typed first, it looks among commands only."""

_COMMANDS_LAST = 200
"""What commands lose against places in a search for places, in points of a match."""

_ADDED_LATER = 100
"""What nodes to add lose against places."""

_MOST_FILES = 300
_MOST_HELP = 12


@dataclass(frozen=True)
class PaletteItem:
    """Hold one answer: its words, a note at the right (a key, a place), and what it does."""

    title: str
    note: str
    icon: str
    run: Callable[[], object]
    is_command: bool = False
    is_first: bool = False
    """Whether it is offered before anything is typed."""
    is_help: bool = False
    is_added: bool = False
    """Whether it is added to the graph, which comes after everything there is to go to."""


def command_items(window: WindowHost) -> tuple[PaletteItem, ...]:
    """Return the commands that can run now."""
    return tuple(
        PaletteItem(
            command.title.rstrip("…"),
            window.commands.keys_text(command.id),
            command.icon,
            partial(window.commands.run, command.id),
            True,
            True,
        )
        for command in window.commands
        if command.id not in ("view.commands", "view.go_to") and command.enabled()
    )


def place_items(window: WindowHost) -> tuple[PaletteItem, ...]:
    """Return what can be gone to: graphs, nodes, variables and events of the document, then files."""
    session = window.session
    items: list[PaletteItem] = []
    if session is not None:
        items += _graphs(session)
        items += _declarations(window, session)
        items += _nodes(window, session)
        items += _snippets(window, session)
    return (*items, *_files(window, session))


def palette_items(window: WindowHost) -> tuple[PaletteItem, ...]:
    """Return everything that can be found now, places first, pages of the help last."""
    return (*place_items(window), *added_items(window), *command_items(window), *help_items(window))


def added_items(window: WindowHost) -> Iterator[PaletteItem]:
    """Yield what can be added to the graph in view: what the list of *Add node* offers."""
    session, view = window.session, window.view
    if session is None or view is None or session.graph is None or session.read_only_reason:
        return
    for choice in node_choices(session.document, session.graph_id, session.registry):
        run = partial(view.adding.add_where_selected, choice)
        yield PaletteItem(f"Add {choice.title}", choice.group.lower(), choice.icon, run, is_added=True)


def help_items(window: WindowHost) -> Iterator[PaletteItem]:
    """Yield the pages of the help and their headings."""
    from editor.help.help_search import help_places

    pages = window.part(WindowHelp)
    registry = window.session.registry if window.session is not None else window.workspace.registry
    for place in help_places(registry):
        note = f"help › {place.page}" if place.page else "help"
        open_page = partial(pages.open_file, place.address)
        yield PaletteItem(place.title, note, "help", open_page, is_help=True)


def best_matches(items: tuple[PaletteItem, ...], wanted: str) -> tuple[PaletteItem, ...]:
    """Return the answers to what was typed, the best first, commands after all places, then the help.

    Last come those that only have the letters typed in order.

    Without a word those that are offered first; behind a `>` only commands are looked through. Of the help
    come the pages and headings that have all words as they were typed; there is room for some of them.
    """
    if wanted.startswith(COMMANDS_ONLY):
        items, wanted = tuple(item for item in items if item.is_command), wanted[1:]
    if not wanted.strip():
        return tuple(item for item in items if item.is_first)[:MOST_SHOWN]
    scored = [(match_score(wanted, item.title), place, item) for place, item in enumerate(items)]
    found = [
        (_COMMANDS_LAST * item.is_command + _ADDED_LATER * item.is_added - score, place, item)
        for score, place, item in scored
        if score is not None and (not item.is_help or _has_words(item.title, wanted))
    ]
    ranked = [item for _, _, item in sorted(found, key=lambda ranked: ranked[:2])]
    help_found = [item for item in ranked if item.is_help][:_MOST_HELP]
    others = [item for item in ranked if not item.is_help]
    # What has the words as they were typed goes before what only has their letters in order.
    near = [item for item in others if _has_words(item.title, wanted)]
    far = [item for item in others if not _has_words(item.title, wanted)]
    near = near[: MOST_SHOWN - len(help_found)]
    return (*near, *help_found, *far[: MOST_SHOWN - len(help_found) - len(near)])


def _has_words(title: str, wanted: str) -> bool:
    lowered = title.lower()
    return all(word in lowered for word in wanted.lower().split())


def _graphs(session: DocumentSession) -> Iterator[PaletteItem]:
    for graph_id, graph in session.document.graphs.items():
        look = graph_words(graph, graph_id)
        yield PaletteItem(
            look.title, "graph", look.icon, partial(session.show_graph, graph_id), is_first=True
        )


def _nodes(window: WindowHost, session: DocumentSession) -> Iterator[PaletteItem]:
    def go(graph_id: str, node_id: str) -> None:
        session.show_graph(graph_id)
        session.select((node_id,))
        if window.view is not None:
            window.view.entering.frame_selection()

    document = session.document
    for graph_id, graph in document.graphs.items():
        title = graph_words(graph, graph_id).title
        for node_id in graph.nodes:
            words = node_words(document, graph, node_id, session.registry)
            yield PaletteItem(words.title, f"in {title}", words.icon, partial(go, graph_id, node_id))


def _snippets(window: WindowHost, session: DocumentSession) -> Iterator[PaletteItem]:
    """Yield all snippets; one of another kind of graph is refused in words."""

    def insert(snippet: Snippet) -> None:
        if window.view is not None:
            window.view.adding.add_where_selected(snippet_choice(snippet))

    for snippet in session.snippets.all:
        look = snippet_choice(snippet)
        yield PaletteItem(f"Insert {snippet.name}", "snippet", look.icon, partial(insert, snippet))


def _declarations(window: WindowHost, session: DocumentSession) -> Iterator[PaletteItem]:
    places, document = window.part(WindowPlaces), session.document
    for name, variable in document.variables.items():
        icon = TYPE_ICONS.get(variable.type, "value")
        yield PaletteItem(name, "variable", icon, partial(places.show_variable, name, ""))
    for graph_id, graph in document.graphs.items():
        title = graph_words(graph, graph_id).title
        for name, own in graph.variables.items():
            icon = TYPE_ICONS.get(own.type, "value")
            run = partial(places.show_variable, name, graph_id)
            yield PaletteItem(name, f"variable of {title}", icon, run)
    for name in document.events:
        yield PaletteItem(name, "event", "raise", partial(places.show_event, name))
    for name in document.curves:
        yield PaletteItem(name, "curve", "curve", partial(show_curve, window, name))
    for key, sheet in document.sheets.items():
        yield PaletteItem(sheet.title or key, "fuzzy sheet", "fuzzy", partial(show_sheet, window, key))


def _files(window: WindowHost, session: DocumentSession | None) -> Iterator[PaletteItem]:
    """Yield the open documents, those used lately, and all of the folder, each once."""
    seen: set[Path] = set()
    opened = [open_.path for open_ in window.workspace.sessions if open_.path is not None]
    recent = [path for path in window.workspace.state.recent if is_there(path)]
    for place, path in enumerate((*opened, *recent, *_folder_files(window, session))):
        if path not in seen:
            seen.add(path)
            is_near = place < len(opened) + len(recent)
            icon = "world" if path.name.endswith(WORLD_SUFFIX) else "doc"
            yield PaletteItem(
                path.name, str(path.parent), icon, partial(window.open_file, path), is_first=is_near
            )


def _folder_files(window: WindowHost, session: DocumentSession | None) -> Iterator[Path]:
    from editor.documents.folders.file_search import document_files

    folder = window.part(WindowFinding).folder_of(session)
    if folder is not None:
        for count, path in enumerate(document_files(folder)):
            if count >= _MOST_FILES:
                return
            yield path
