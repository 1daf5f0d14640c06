"""Show a page over the canvas for a while: a comparison, unsaved work that was found."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from editor.window.frame.canvas_area import CanvasArea


class AreaPages(QObject):
    """Lay one page at a time over the canvas and the breadcrumb, below the tabs and a banner.

    It goes when another tab is picked or a document comes into view; `closed` carries the page that went. A
    page belongs to whoever made it.
    """

    opened = Signal(object)
    closed = Signal(object)

    def __init__(self, area: CanvasArea) -> None:
        super().__init__(area)
        self._area = area
        self._room = area.banner.parentWidget() or area
        self.page: QWidget | None = None
        """The page shown, None for none."""
        self._room.installEventFilter(self)
        area.breadcrumb.installEventFilter(self)
        area.banner.shown_changed.connect(self._place)
        area.current_changed.connect(self.close)

    def show(self, page: QWidget) -> None:
        """Show a page in place of the one there is."""
        if page is self.page:
            return
        self.close()
        self.page = page
        page.setParent(self._room)
        page.setAutoFillBackground(True)
        self._place()
        page.show()
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit(page)

    def close(self) -> None:
        """Take the page away; what it covered has the focus again."""
        page, self.page = self.page, None
        if page is None:
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (focused is page or page.isAncestorOf(focused))
        page.hide()
        if had_focus:
            self._area.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit(page)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the size of the room, and the page above the breadcrumb whenever that is raised."""
        resized = watched is self._room and event.type() == QEvent.Type.Resize
        raised = watched is self._area.breadcrumb and event.type() == QEvent.Type.ZOrderChange
        if resized or raised:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        page, banner, toast = self.page, self._area.banner, self._area.toast
        if page is None:
            return
        top = 0 if banner.isHidden() else banner.height()
        page.setGeometry(0, top, self._room.width(), max(0, self._room.height() - top))
        page.raise_()
        if not banner.isHidden():
            banner.raise_()
        if toast.isVisible():
            toast.raise_()
