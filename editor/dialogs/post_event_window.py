"""A small window in which an event is chosen, filled in and posted to a running mind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QHBoxLayout, QLineEdit, QWidget

from editor.panels.run.blackboard_rows import parse_value
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.boxes import add_all, column_box
from editor.widgets.push_buttons import push_button
from graphs.expressions.types import Value
from graphs.model import Event

Post = Callable[[bool, str, Mapping[str, Value]], None]
"""Post an event: whether to all agents, its name, its payload."""

_EXAMPLES = {"vector": "0, 0", "int": "0", "float": "0", "bool": "false", "entity": "none"}


class PostEventWindow(QDialog):
    """Choose among the declared events; Enter posts, the window stays for the next one until it is closed."""

    def __init__(self, parent: QWidget, events: Mapping[str, Event], agent: str, post: Post) -> None:
        super().__init__(parent)
        self.events, self._post = events, post
        self.setWindowTitle("Post an event — Mindloom")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(scaled(360))
        self.names = QComboBox()
        self.names.addItems(sorted(events))
        self.names.setAccessibleName("Event")
        self.receiver = QComboBox()
        self.receiver.addItems([agent, "All agents"])
        self.receiver.setAccessibleName("Receiver")
        self.fields: dict[str, QLineEdit] = {}
        self.message = PlainLabel(role="caption", wrap=True)
        self._form = QFormLayout()
        self._form.addRow("Event", self.names)
        self._form.addRow("To", self.receiver)
        self.send = push_button("Post it", self.post)
        self.send.setDefault(True)
        buttons = QHBoxLayout()
        buttons.addWidget(self.message, 1)
        add_all(buttons, push_button("Close", self.close), self.send)
        box = column_box(self, margins=(16, 14, 16, 14), spacing=12)
        box.addLayout(self._form)
        box.addLayout(buttons)
        self.names.currentTextChanged.connect(self._show_fields)
        self._show_fields(self.names.currentText())

    def post(self) -> bool:
        """Post what is filled in; tell what is wrong with it otherwise, and return whether it was posted."""
        name = self.names.currentText()
        payload: dict[str, Value] = {}
        for field, line in self.fields.items():
            try:
                payload[field] = parse_value(line.text(), str(self.events[name].payload[field]))
            except ValueError as error:
                self.message.setText(f"{field}: {error}")
                line.setFocus()
                return False
        try:
            self._post(self.receiver.currentIndex() == 1, name, payload)
        except ValueError as refusal:
            self.message.setText(str(refusal))
            return False
        self.message.setText(f"{name} reaches its receiver in the next tick.")
        return True

    def _show_fields(self, name: str) -> None:
        for line in self.fields.values():
            self._form.removeRow(line)
        self.fields = {}
        event = self.events.get(name)
        for field, kind in event.payload.items() if event is not None else ():
            line = self.fields[field] = QLineEdit(_EXAMPLES.get(str(kind), ""))
            line.setAccessibleName(field)
            line.setToolTip(plain_tip(f"{field}: {kind}"))
            self._form.addRow(f"{field} ({kind})", line)
            QWidget.setTabOrder([self.receiver, *self.fields.values()][-2], line)
        self.message.clear()
