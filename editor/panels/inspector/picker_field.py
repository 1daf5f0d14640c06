"""A field whose values are picked in the searchable list that the canvas and the palette offer, too."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt

from editor.canvas.commands.node_choices import NodeChoice
from editor.canvas.commands.node_search import AddSearch
from editor.theme.tokens import Family
from editor.widgets.drop_down import DropDown

NOTHING = NodeChoice("", "Nothing", "only waits for its transitions", "close", Family.VALUE, "")


class PickerField(DropDown):
    """Open the list instead of a menu."""

    def __init__(self) -> None:
        super().__init__()
        self._picks: Sequence[NodeChoice] = ()
        self.search: AddSearch | None = None

    def set_picks(self, picks: Sequence[NodeChoice]) -> None:
        """Offer these; a choice that is none of them, such as nothing, comes last."""
        self._picks = picks

    def open_menu(self) -> None:
        """Show the list below the field, with the cursor in its search."""
        if self.search is None:
            self.search = AddSearch(self.window())
            self.search.setAccessibleName(self.accessibleName())
            self.search.chosen.connect(self._take)
            self.search.canceled.connect(lambda: self.setFocus(Qt.FocusReason.PopupFocusReason))
            self.destroyed.connect(self.search.deleteLater)
        can_be_nothing = any(choice.value == "" for choice in self.choices)
        offered = (*self._picks, NOTHING) if can_be_nothing else self._picks
        below = self.mapTo(self.window(), QPoint(0, self.height() + 2))
        self.search.open_at(below, offered)

    def _take(self, choice: NodeChoice) -> None:
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        values = {entry.value for entry in self.choices}
        self.pick(choice.key if choice.key in values else choice.key.partition(":")[2])
