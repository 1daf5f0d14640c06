"""The window of the help: contents and search at the left, the page at the right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QUrl
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QSplitter, QStackedWidget, QWidget

from editor.commands.registry import CommandRegistry
from editor.help.help_browser import HelpBrowser, address_of
from editor.help.help_contents import ContentsTree, help_contents
from editor.help.help_library import FIRST_PAGE, page_addresses, page_text
from editor.help.help_search import FoundList, HelpSearch
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.hairline import hairline
from editor.widgets.push_buttons import push_button
from graphs.kinds.declarations.registry import Registry

SIZE = QSize(1020, 760)
_LEFT = 264


class HelpWindow(QDialog):
    """Show the help pages with their contents, a search and the ways back and forward.

    It is a window beside the editor: either may cover the other. It goes when the editor goes.
    """

    def __init__(self, parent: QWidget, registry: Registry) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._editor = parent
        self._stand_alone()
        self.resize(scaled(SIZE.width()), scaled(SIZE.height()))
        self.browser = HelpBrowser(registry)
        self.contents = ContentsTree()
        self.found = FoundList()
        self.search = QLineEdit(placeholderText="Search the help", clearButtonEnabled=True)
        self.search.setAccessibleName("Search the help")
        self.nothing = PlainLabel(
            "No page has all of these words. Try fewer, or another word for it.", role="caption", wrap=True
        )
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(12, 16, 12, 0)
        self.left = QStackedWidget()
        add_all(self.left, self.contents, self.found, self.nothing)
        self.back = push_button("Back", self.browser.backward)
        self.forward = push_button("Forward", self.browser.forward)
        for button, available in (
            (self.back, self.browser.backwardAvailable),
            (self.forward, self.browser.forwardAvailable),
        ):
            button.setEnabled(False)
            available.connect(button.setEnabled)
        self.index = push_button("Contents", self._show_first)
        self._searching = HelpSearch((), lambda _address: None)
        self.use_registry(registry)
        self._lay_out()
        self._connect()
        self._add_keys()
        self.search.setFocus()

    def _stand_alone(self) -> None:
        """Let the system put the editor above this window too: a window with an owner always covers it."""
        self.winId()
        self.windowHandle().setTransientParent(None)  # type: ignore[arg-type]
        self._editor.installEventFilter(self)

    def bring_up(self) -> None:
        """Show the window above the editor, with the cursor in its search."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        self._begin_search()

    def use_registry(self, registry: Registry) -> None:
        """Show and search the kinds, actions and conditions of a registry."""
        if registry is not self.browser.registry or not self.contents.topLevelItemCount():
            self.browser.registry = registry
            self.contents.show_contents(help_contents(registry))
            addresses = page_addresses(registry)
            self._searching = HelpSearch(addresses, lambda address: page_text(address, registry))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys of the search field move in list and page and leave the search; go with the editor."""
        if watched is self._editor and event.type() == QEvent.Type.Hide and not event.spontaneous():
            self.close()
            return False
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self.found.step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
                QApplication.sendEvent(self.browser, event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.found.open_current()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        left = QWidget()
        column = column_box(left, margins=(0, 0, 0, 0), spacing=0)
        field = row_box(margins=(12, 8, 12, 8))
        field.addWidget(self.search)
        column.addLayout(field)
        column.addWidget(hairline())
        column.addWidget(self.left, 1)
        right = QWidget()
        page = column_box(right, margins=(0, 0, 0, 0), spacing=0)
        ways = row_box(margins=(12, 8, 12, 8), spacing=8)
        add_all(ways, self.back, self.forward, self.index)
        ways.addStretch(1)
        ways.addWidget(push_button("Close", self.close))
        page.addLayout(ways)
        page.addWidget(hairline())
        page.addWidget(self.browser, 1)
        split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False, handleWidth=1)
        add_all(split, left, right)
        split.setStretchFactor(1, 1)
        split.setSizes([scaled(_LEFT), scaled(SIZE.width() - _LEFT)])
        box = column_box(self, margins=(0, 0, 0, 0))
        box.addWidget(split)

    def _connect(self) -> None:
        self.browser.sourceChanged.connect(self._name)
        self.contents.page_wanted.connect(self.browser.open_file)
        self.found.page_wanted.connect(self._open_found)
        self.search.textChanged.connect(self._search)
        self.search.installEventFilter(self)

    def _add_keys(self) -> None:
        for keys, run in (
            (QKeySequence.StandardKey.Find, self._begin_search),
            (QKeySequence.StandardKey.Back, self.browser.backward),
            (QKeySequence.StandardKey.Forward, self.browser.forward),
        ):
            action = QAction(self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _checked=False, run=run: run())
            self.addAction(action)

    def _begin_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search(self, asked: str) -> None:
        hits = self._searching.find(asked)
        self.found.show_hits(hits)
        is_asked = len(asked.strip()) > 1
        self.left.setCurrentWidget(self.contents if not is_asked else self.found if hits else self.nothing)

    def _open_found(self, address: str) -> None:
        self.browser.open_file(address)
        self.browser.show_words(self.search.text().strip())

    def _show_first(self) -> None:
        self.search.clear()
        self.browser.open_file(FIRST_PAGE)

    def _name(self, page: QUrl) -> None:
        title = self.browser.document().begin().text()
        self.setWindowTitle(f"{title} — Mindloom help")
        self.contents.follow(address_of(page))


def show_help_page(parent: QWidget, registry: Registry, page: str) -> HelpWindow:
    """Show a help page by its name, in the help window that is open or in a new one."""
    window = _help_window(parent, registry)
    window.browser.open_page(page)
    return window


def show_help_file(parent: QWidget, registry: Registry, name: str) -> HelpWindow:
    """Show a page that is in a file, such as `preview`, as `show_help_page` does."""
    window = _help_window(parent, registry)
    window.browser.open_file(name)
    return window


def _help_window(parent: QWidget, registry: Registry) -> HelpWindow:
    window = next((opened for opened in parent.findChildren(HelpWindow) if opened.isVisible()), None)
    if window is None:
        window = HelpWindow(parent, registry)
        commands = parent.findChild(CommandRegistry)
        if commands is not None:
            window.browser.command_wanted.connect(lambda wanted: run_linked_command(commands, wanted))
    window.use_registry(registry)
    window.bring_up()
    return window


def run_linked_command(commands: CommandRegistry, command_id: str) -> bool:
    """Run the command that a link names, and tell whether it ran; one that is unknown does nothing."""
    return any(command.id == command_id for command in commands) and commands.run(command_id)
