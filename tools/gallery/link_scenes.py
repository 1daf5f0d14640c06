"""Show the places for programs that run elsewhere: a game that is waited for, a foreign tree."""

from __future__ import annotations

import json

from editor.dialogs.link_window import LinkWindow
from editor.panels.document.report_panel import ShownReport
from editor.window.main_window import MainWindow
from editor.window.parts.foreign import foreign_panel
from editor.window.parts.formats import report_panel
from editor.window.parts.link import WindowLink
from graphs.formats.basics.format_report import FormatRow
from runtime.basics.status import Status
from runtime.foreign.foreign_run import ForeignEntry, ForeignGraph, ForeignNode, ForeignRun
from runtime.link.listener import LOOPBACK
from runtime.link.running_game import RunningGame
from runtime.link.wire import TcpWire
from tools.gallery.scene import EMPTY, Scene

_RUNNING, _SUCCESS, _IDLE = (Status.RUNNING, None), (Status.SUCCESS, None), (Status.IDLE, Status.FAILURE)


def waiting(window: MainWindow) -> LinkWindow:
    """Open the window in which one waits for a game."""
    window.commands.run("run.wait_for_game")
    return window.findChildren(LinkWindow)[-1]


def show_waiting(window: MainWindow) -> None:
    """Show it without a game."""
    waiting(window)


def with_a_game(window: MainWindow) -> None:
    """Show it with a game that said hello."""
    shown, feed = waiting(window), window.part(WindowLink).feed
    shown.others.setChecked(True)
    game = RunningGame(TcpWire(), "", window.run.registry, lambda _program, _rate: None, "")
    hello = {
        "frame": "hello",
        "link": 1,
        "token": "",
        "rate": 60,
        "game": "Night guard",
        "executor": "csharp",
    }
    game.take(json.dumps(hello).encode())
    feed.wait("", 0, LOOPBACK)
    if feed.listener is not None:
        feed.listener.games.append(game)
    feed.poll()


def foreign_tree(window: MainWindow) -> None:
    """Show a tree of another program, lit."""
    nodes = {
        "1": ForeignNode("Cross the door", "Fallback", "composite"),
        "2": ForeignNode("Door is open", "IsDoorClosed", "condition", "1"),
        "3": ForeignNode("Open it", "RetryUntilSuccessful", "decorator", "1"),
        "4": ForeignNode("Pick the lock", "PickLock", "action", "3", (("attempts", "5"),)),
    }
    run = ForeignRun("Connected to 127.0.0.1:1667.", is_live=True, held="4", breakpoints=frozenset({"4"}))
    run.graphs["t"] = ForeignGraph("Cross the door", False, nodes)
    run.looks["t"] = {"1": _RUNNING, "2": _IDLE, "3": _RUNNING, "4": _SUCCESS}
    run.values = {"MainTree": {"door_open": "false", "attempts": "2"}}
    run.entries.append(ForeignEntry(1.25, "t", "4", "Pick the lock", Status.SUCCESS))
    window.panels.show_panel("foreign")
    window.part(foreign_panel).show_run(run)


def imported_tree(window: MainWindow) -> None:
    """Show what became of the parts of a file."""
    rows = (
        FormatRow("exact", "Sequence", file="patrol.xml", line=4, column=3, graph="g", node="n1"),
        FormatRow(
            "changed",
            "Timeout msec",
            "It counts by the clock there, by ticks here.",
            "Check the time where ticks are long.",
            "patrol.xml",
            9,
            5,
            "1.2",
        ),
        FormatRow("kept", "LoopInt", "Mindloom has no such node.", "", "patrol.xml", 12, 5),
        FormatRow(
            "lost", "include ros_pkg", "There is no such folder here.", "Copy the file.", "patrol.xml", 2, 1
        ),
    )
    window.panels.show_panel("report")
    window.part(report_panel).show_report(ShownReport("patrol.xml → patrol.mind.json", rows))


LINK_SCENES = (
    Scene("panel-report", act=imported_tree, shows=("panel:report",), crop="report"),
    Scene("link", act=with_a_game, shows=("dialog:LinkWindow",)),
    Scene("link-none", act=show_waiting, shows=("dialog:LinkWindow", EMPTY)),
    Scene("panel-foreign", act=foreign_tree, shows=("panel:foreign",), crop="foreign"),
)
"""What is shown of programs that run elsewhere."""
