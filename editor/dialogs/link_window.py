"""The window in which one waits for a game: address, token, and the games that are there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QWidget,
)

from editor.running.link_feed import LinkFeed
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.push_buttons import push_button
from runtime.link.listener import ANY_ADDRESS, DEFAULT_PORT, LOOPBACK
from runtime.link.running_game import RunningGame

_WARNING = (
    "Whoever is in the same network and knows the token can then show Mindloom a game. What travels is not "
    "encrypted. Use it in a network you trust, for a phone or a console."
)
_HINT = "In the game: new GameLink(minds, { token }), and link.tick() in the place of minds.tick()."


class LinkWindow(QDialog):
    """Wait for games and choose the one that is watched; waiting goes on when the window is closed.

    `new_token` makes another token in the place of the one shown, and keeps it.
    """

    def __init__(self, parent: QWidget, feed: LinkFeed, token: str, new_token: Callable[[], str]) -> None:
        super().__init__(parent)
        self._feed, self._new_token = feed, new_token
        self.setWindowTitle("Wait for a game — Mindloom")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(scaled(520))
        self.token = QLineEdit(token, readOnly=True)
        self.token.setAccessibleName("Token")
        self.port = QSpinBox(minimum=1024, maximum=65535, value=DEFAULT_PORT)
        self.port.setAccessibleName("Port")
        self.others = QCheckBox("Also from other computers, phones and consoles")
        self.warning = PlainLabel(_WARNING, role="caption", wrap=True)
        self.state = PlainLabel(role="caption", wrap=True)
        self.games = QListWidget()
        self.games.setAccessibleName("Games")
        self.games.setMaximumHeight(scaled(120))
        self.games.itemActivated.connect(lambda _item: self.watch())
        self.games.currentRowChanged.connect(lambda _row: self._refresh_buttons())
        self.copy = push_button("Copy", self.copy_token)
        self.renew = push_button("New token", self.renew_token)
        self.wait = push_button("Wait", self.toggle_waiting)
        self.wait.setDefault(True)
        self.watch_button = push_button("Watch", self.watch)
        self.end = push_button("Hang up", self._hang_up)
        self.others.toggled.connect(lambda _on: self._refresh())
        self._lay_out()
        feed.changed.connect(self._refresh)
        self._refresh()

    def toggle_waiting(self) -> None:
        """Wait for games, or take no more of them."""
        if self._feed.is_waiting:
            self._feed.stop_waiting()
            return
        address = ANY_ADDRESS if self.others.isChecked() else LOOPBACK
        try:
            self._feed.wait(self.token.text(), self.port.value(), address)
        except OSError as error:
            reason = error.strerror or str(error)
            self.state.setText(f"Port {self.port.value()} cannot be used: {reason}. Choose another.")
            self.port.setFocus()

    def copy_token(self) -> None:
        """Put the token on the clipboard."""
        QGuiApplication.clipboard().setText(self.token.text())
        self.state.setText("The token is on the clipboard. Give it to the game's link.")

    def renew_token(self) -> None:
        """Make another token; games that have the old one are refused from now on."""
        self.token.setText(self._new_token())
        if self._feed.is_waiting:
            self._feed.stop_waiting()
            self.toggle_waiting()

    def watch(self) -> None:
        """Let the chosen game be the run that is shown."""
        game = self._chosen()
        if game is not None:
            self._feed.watch(game)

    def _hang_up(self) -> None:
        game = self._chosen()
        if game is not None:
            game.end("Mindloom ended the link.")

    def _chosen(self) -> RunningGame | None:
        found: RunningGame | None = None
        for item in self.games.selectedItems():
            found = item.data(Qt.ItemDataRole.UserRole)
        return found

    def _lay_out(self) -> None:
        form = QFormLayout()
        token = row_box(spacing=8)
        token.addWidget(self.token, 1)
        add_all(token, self.copy, self.renew)
        form.addRow("Token", token)
        form.addRow("Port", self.port)
        buttons = row_box(spacing=8)
        buttons.addStretch(1)
        add_all(buttons, self.end, self.watch_button, self.wait)
        box = column_box(self, margins=(16, 14, 16, 14), spacing=12)
        box.addLayout(form)
        add_all(box, self.others, self.warning, PlainLabel(_HINT, role="caption", wrap=True), self.games)
        box.addWidget(self.state)
        box.addLayout(buttons)

    def _refresh(self) -> None:
        waits = self._feed.is_waiting
        self.warning.setVisible(self.others.isChecked())
        self.port.setEnabled(not waits)
        self.others.setEnabled(not waits)
        self.wait.setText("Stop waiting" if waits else "Wait")
        self.state.setText(self._state_words())
        chosen = self._chosen()
        self.games.clear()
        if not self._feed.games:
            QListWidgetItem("No game is here.", self.games).setFlags(Qt.ItemFlag.NoItemFlags)
        for game in self._feed.games:
            item = QListWidgetItem(self._words_of(game), self.games)
            item.setData(Qt.ItemDataRole.UserRole, game)
            if game is chosen or (chosen is None and game is self._feed.game):
                self.games.setCurrentItem(item)
        self._refresh_buttons()

    def _refresh_buttons(self) -> None:
        game = self._chosen()
        self.watch_button.setEnabled(game is not None and game is not self._feed.game)
        self.end.setEnabled(game is not None)

    def _state_words(self) -> str:
        address = self._feed.address
        if address is not None:
            others = "" if address[0] == LOOPBACK else ", from any computer of the network"
            return f"Waiting at {address[0]}:{address[1]}{others}."
        return self._feed.why_closed or "Not waiting yet."

    def _words_of(self, game: RunningGame) -> str:
        hello = game.hello
        if hello is None:
            return game.name
        mark = "watched" if game is self._feed.game else "connected"
        held = ", held" if game.is_held else ""
        about = f"{hello.executor or 'unknown executor'}, {hello.rate} ticks a second"
        return f"{game.name}  ·  {about}  ·  {mark}{held}"
