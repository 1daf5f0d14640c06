"""Answer F1 in a window: show the page of the panel in focus, or of what is pointed at or selected."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QWidget

from editor.canvas.commands.node_choices import NodeChoice
from editor.documents.open.document_session import DocumentSession
from editor.help.help_library import PANEL_PAGES, page_of_choice, page_of_panel, page_of_selection
from editor.help.help_window import show_help_file, show_help_page
from editor.panels.document.palette_panel import PalettePanel
from editor.widgets.panel import Panel
from graphs.kinds.declarations.registry import Registry


class WindowHelp:
    """Show help pages over a window; `session` gives the document in view, `registry` serves without one."""

    def __init__(
        self,
        window: QWidget,
        palette: PalettePanel,
        session: Callable[[], DocumentSession | None],
        registry: Registry,
    ) -> None:
        self._window = window
        self._palette = palette
        self._session = session
        self._registry = registry
        self.place: Callable[[], str] = str
        """Returns the page of what has the focus and is no graph, "" for none."""

    def show(self) -> None:
        """Show the page of the panel in focus or of what the palette is at, else of what is selected."""
        choice = self._palette.choice_in_focus()
        session = self._session()
        place, (panel, heading) = self.place(), self._panel_in_focus()
        if place:
            show_help_page(self._window, self._registry, place)
        elif panel in PANEL_PAGES:
            self.open_file(page_of_panel(panel, heading))
        elif choice is not None:
            self.show_choice(choice)
        elif session is not None:
            page = page_of_selection(session.graph, session.selection, session.registry)
            show_help_page(self._window, session.registry, page)
        else:
            show_help_page(self._window, self._registry, page_of_selection(None, (), self._registry))

    def _panel_in_focus(self) -> tuple[str, str]:
        """Return the id of the panel that has the focus and the heading that fits what is current in it."""
        widget = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, Panel):
            widget = widget.parentWidget()
        return (widget.panel_id, widget.help_heading()) if widget is not None else ("", "")

    def open_file(self, address: str) -> None:
        """Show a page by its address, such as `tutorial` or `debugging#breakpoints`."""
        session = self._session()
        show_help_file(self._window, session.registry if session is not None else self._registry, address)

    def show_choice(self, choice: NodeChoice) -> None:
        """Show the page of what can be added."""
        session = self._session()
        if session is not None and session.graph is not None:
            page = page_of_choice(choice, session.graph.kind, session.registry)
            show_help_page(self._window, session.registry, page)
