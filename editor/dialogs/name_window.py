"""Ask for a name in a small window; a name that cannot be is refused there, in words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.push_buttons import push_button


class NameWindow(QDialog):
    """Hand a name to `take`, which returns why it cannot be, "" when all is well; Esc cancels."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        hint: str,
        take: Callable[[str], str],
        label: str = "Name",
        verb: str = "Save",
        text: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(scaled(380))
        self._take = take
        self.field = QLineEdit(text)
        self.field.selectAll()
        self.field.setAccessibleName(label)
        self.field.setAccessibleDescription(hint)
        self.message = PlainLabel(role="error", wrap=True)
        self.message.hide()
        keep = push_button(verb, self._keep, role="primary")
        self.field.returnPressed.connect(self._keep)
        foot = row_box()
        foot.addStretch(1)
        add_all(foot, push_button("Cancel", self.reject), keep)
        box = column_box(self, margins=(18, 16, 18, 14), spacing=8)
        box.addWidget(PlainLabel(label))
        box.addWidget(self.field)
        box.addWidget(self.message)
        box.addWidget(PlainLabel(hint, role="caption", wrap=True))
        box.addLayout(foot)
        self.field.setFocus()

    def _keep(self) -> None:
        refusal = self._take(self.field.text())
        self.message.setText(refusal)
        self.message.setVisible(bool(refusal))
        if not refusal:
            self.accept()
