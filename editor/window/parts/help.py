"""Answer F1 in a window: show the page of the panel in focus, or of what is pointed at or selected."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from editor.canvas.commands.node_choices import NodeChoice
from editor.widgets.panel import Panel
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import palette_panel, preview_panel
from editor.window.parts.world import WindowWorld
from graphs.kinds.declarations.registry import Registry


class WindowHelp(QObject):
    """Show help pages over a window. The help itself is imported when it is first asked for."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host = host

    @property
    def _registry(self) -> Registry:
        """Return the kinds of the document in view, the built-in ones without one."""
        session = self._host.session
        return session.registry if session is not None else self._host.workspace.registry

    def show(self) -> None:
        """Show the page of the panel in focus or of what the palette is at, else of what is selected."""
        from editor.help.help_library import PANEL_PAGES, page_of_panel, page_of_selection

        host, world = self._host, self._host.part(WindowWorld)
        if host.part(preview_panel).map.hasFocus() and not world.editor.is_on:
            self.show_preview()
            return
        palette = host.made(palette_panel)
        choice = palette.choice_in_focus() if palette is not None else None
        place, (panel, heading) = world.help_page(), self._panel_in_focus()
        if place:
            self._show_page(place, host.workspace.registry)
        elif panel in PANEL_PAGES:
            self.open_file(page_of_panel(panel, heading))
        elif choice is not None:
            self.show_choice(choice)
        else:
            session = host.session
            graph, selection = (session.graph, session.selection) if session is not None else (None, ())
            self._show_page(page_of_selection(graph, selection, self._registry), self._registry)

    def show_preview(self) -> None:
        """Show the help page of the preview."""
        session = self._host.session
        self.open_file("preview", None if session is not None else self._host.run.registry)

    def _show_page(self, page: str, registry: Registry) -> None:
        from editor.help.help_window import show_help_page

        show_help_page(self._host.widget, registry, page)

    def _panel_in_focus(self) -> tuple[str, str]:
        """Return the id of the panel that has the focus and the heading that fits what is current in it."""
        widget = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, Panel):
            widget = widget.parentWidget()
        return (widget.panel_id, widget.help_heading()) if widget is not None else ("", "")

    def open_file(self, address: str, registry: Registry | None = None) -> None:
        """Show a page by its address, such as `tutorial` or `debugging#breakpoints`; the first one for ""."""
        from editor.help.help_library import FIRST_PAGE
        from editor.help.help_window import show_help_file

        show_help_file(self._host.widget, registry or self._registry, address or FIRST_PAGE)

    def show_choice(self, choice: NodeChoice) -> None:
        """Show the page of what can be added."""
        from editor.help.help_library import page_of_choice

        session = self._host.session
        if session is not None and session.graph is not None:
            self._show_page(page_of_choice(choice, session.graph.kind, session.registry), session.registry)
