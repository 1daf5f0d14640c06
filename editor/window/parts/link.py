"""Show the minds of a game that runs elsewhere in one window."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.window.frame.window_host import WindowHost

if TYPE_CHECKING:
    from editor.dialogs.link_window import LinkWindow
    from editor.running.link_feed import LinkFeed

TOKENS_KEY = "link_tokens"


class WindowLink:
    """Offer to wait for a game; what that takes is imported when it is first asked for."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        self._window: LinkWindow | None = None

    @cached_property
    def feed(self) -> LinkFeed:
        """Return what watches games."""
        from editor.running.game_documents import GameDocuments
        from editor.running.link_feed import LinkFeed

        host = self._host
        feed = LinkFeed(host.run, GameDocuments(host.workspace), _version(), host.widget)
        feed.said.connect(host.area.toast.refuse)
        feed.reloaded.connect(host.say)
        feed.changed.connect(host.commands.refresh)
        feed.changed.connect(self._list_agents)
        for session in host.workspace.sessions:
            self._follow_saves(session)
        host.workspace.session_opened.connect(self._follow_saves)
        host.breakpoints.changed.connect(lambda: self._take_breakpoints(feed))
        self._take_breakpoints(feed)
        host.widget.destroyed.connect(feed.close)
        return feed

    def _take_breakpoints(self, feed: LinkFeed) -> None:
        feed.breakpoints = self._host.breakpoints.all
        feed.send_breakpoints()

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            worded("run.wait_for_game", self._show_window),
            worded("run.end_link", self._end, enabled=self._game_is_watched),
        )

    def token(self) -> str:
        """Return the token of the project of the document in view; made when it is first asked for."""
        kept = self._host.state.table(TOKENS_KEY).get(self._owner())
        return str(kept[0]) if kept else self.new_token()

    def new_token(self) -> str:
        """Make another token for the project, and keep it among what the user's window remembers."""
        token = secrets.token_urlsafe(16)
        kept = {owner: [*map(str, told)] for owner, told in self._host.state.table(TOKENS_KEY).items()}
        self._host.state.set(TOKENS_KEY, {**kept, self._owner(): [token]})
        return token

    def _owner(self) -> str:
        session = self._host.session
        if session is None or session.path is None:
            return ""
        return str(session.project.folder if session.project is not None else session.path.parent)

    def games(self) -> tuple[str, Mapping[str, tuple[str, ...]]]:
        """Return the title of the game that is watched, and the agents of all that are there, by title."""
        titles = self.feed.titles if "feed" in self.__dict__ else {}
        watched = next((title for title, game in titles.items() if game is self.feed.game), "")
        return watched, {title: tuple(sorted(game.agents)) for title, game in titles.items()}

    def watch(self, title: str, agent: str) -> None:
        """Watch another game, and an agent of it; one that is gone by now is passed over."""
        game = self.feed.titles.get(title)
        if game is not None:
            self.feed.watch(game, agent)

    def _list_agents(self) -> None:
        from editor.window.parts.callouts import agents_panel

        panel = self._host.made(agents_panel)
        if panel is not None:
            panel.look_again()

    def _game_is_watched(self) -> bool:
        return "feed" in self.__dict__ and self.feed.game is not None

    def _show_window(self) -> None:
        from editor.dialogs.link_window import LinkWindow

        if self._window is None:
            self._window = LinkWindow(self._host.widget, self.feed, self.token(), self.new_token)
            self._window.destroyed.connect(self._forget_window)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    def _forget_window(self) -> None:
        self._window = None

    def _end(self) -> None:
        self.feed.end()

    def _follow_saves(self, session: DocumentSession) -> None:
        session.saved_changed.connect(lambda each=session: self._saved(each))

    def _saved(self, session: DocumentSession) -> None:
        if session.is_saved and session.path is not None:
            self.feed.document_saved(session.path, session.document)


def _version() -> str:
    try:
        return version("mindloom")
    except PackageNotFoundError:
        return ""
