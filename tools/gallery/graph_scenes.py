"""Pictures of each kind of graph: empty, at rest, running, marked, near and far, with heat, in the past."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from editor.panels.statistics.heat import Measure
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.statistics import WindowStatistics
from graphs.model import Document
from runtime.history.why.breakpoints import Breakpoint
from tools.gallery.graph_documents import decision_document, machine_document, tree_document
from tools.gallery.playing import play
from tools.gallery.scene import EMPTY, NO_DOCUMENT, Act, Scene

GRAPH = "every"
"""The id of the graph that is pictured, in each document."""

READABLE = 0.75
"""A zoom at which everything is drawn."""

PLAYED = 90
PAST = 60
"""Ticks played, and the tick that is looked back at."""


@dataclass(frozen=True)
class Kind:
    """Hold what pictures of one kind of graph are made of.

    `new` is the command that makes an empty one; `selected`, `hovered` and `near` are elements: the last
    one is in the middle when the graph is seen large; `folded` is a branch or a compound, `stopped` has a
    breakpoint. A graph that finds no room at a readable size is pictured at `places`, too.
    """

    name: str
    new: str
    make: Callable[[], Document]
    selected: str
    hovered: str
    near: str
    folded: str = ""
    stopped: str = ""
    places: tuple[tuple[str, str], ...] = ()


KINDS = (
    Kind("state_machine", "file.new", machine_document, "patrol", "ready", "walk", "legs", "reload"),
    Kind(
        "behavior_tree",
        "file.new_tree",
        tree_document,
        selected="n4",
        hovered="n3",
        near="n4",
        folded="n21",
        stopped="n32",
        places=(("composites", "n17"), ("decorators", "n42"), ("limits", "n57"), ("leaves", "n69")),
    ),
    Kind("decision_tree", "file.new_decision", decision_document, "mood", "near", "first"),
)


def open_every(window: MainWindow, kind: Kind) -> None:
    """Open the document of a kind, unless it is open, with all the room for the canvas."""
    session = window.session
    if session is None or GRAPH not in session.document.graphs:
        session = window.workspace.new(kind.make(), f"every {kind.name.replace('_', ' ')}")
        window.area.open_session(session)
        window.panels.stacks["left"].set_folded(True)
        settle(make_application())
        if session.document.root != GRAPH:
            window.area.enter(GRAPH)
        if kind.folded:
            session.select((kind.folded,))
            window.commands.run("graph.fold")
    session.select(())
    settle(make_application())


def run_every(window: MainWindow, kind: Kind) -> None:
    """Let the document have run for a while, at the newest tick, with nothing that a picture before left."""
    open_every(window, kind)
    run = window.run
    if run.time.is_past:
        run.time.finish()
        window.commands.run("run.to_end")
        run.time.finish()
    if run.session is not None and run.tick < PLAYED:
        session = window.session
        if kind.stopped and session is not None:
            window.breakpoints.add(Breakpoint(session.file_name, "enter", GRAPH, kind.stopped, enabled=False))
        play(window, PLAYED + 6)
    window.part(WindowStatistics).show_heat(False)
    _dim(window, on=False)
    if window.view is not None:
        window.view.canvas.set_hovered("")
        window.view.camera.reduced_motion = True
        window.view.entering.frame_all()
    settle(make_application())


def mark(window: MainWindow, kind: Kind) -> None:
    """Show an element selected and another one under the pointer."""
    run_every(window, kind)
    if window.session is not None and window.view is not None:
        window.session.select((kind.selected,))
        if kind.places:
            show_at(window, kind.selected, READABLE)
        settle(make_application())
        window.view.canvas.set_hovered(kind.hovered)


def zoomed(window: MainWindow, kind: Kind, zoom: float, element: str = "") -> None:
    """Show a place of the graph at a zoom."""
    run_every(window, kind)
    show_at(window, element or kind.near, zoom)


def show_at(window: MainWindow, element: str, zoom: float) -> None:
    """Bring an element into the middle of the canvas."""
    view = window.view
    rect = view.canvas.node_rect(element) if view is not None else None
    if view is None or rect is None:
        return
    view.camera.go(zoom, view.sceneRect().center(), animated=False)
    center = view.camera.center
    center.setX(rect.center[0])
    center.setY(rect.center[1])
    view.camera.go(zoom, center, animated=False)
    settle(make_application())


def heated(window: MainWindow, kind: Kind) -> None:
    """Show how often each element was visited."""
    run_every(window, kind)
    if kind.places:
        show_at(window, kind.near, READABLE)
    statistics = window.part(WindowStatistics)
    statistics.show_heat(True, Measure.VISITS)
    statistics.counts.finish()


def dimmed(window: MainWindow, kind: Kind) -> None:
    """Let what does nothing step back."""
    run_every(window, kind)
    _dim(window, on=True)


def past(window: MainWindow, kind: Kind) -> None:
    """Look at a tick that is over."""
    run_every(window, kind)
    window.run.look_at(PAST)
    window.run.time.finish()


def _dim(window: MainWindow, *, on: bool) -> None:
    if window.commands.action("view.dim_idle").isChecked() is not on:
        window.commands.run("view.dim_idle")
        window.commands.refresh()


def _act(act: Callable[[MainWindow, Kind], None], kind: Kind) -> Act:
    return lambda window: act(window, kind)


def _empty(kind: Kind) -> Scene:
    shows = (f"graph:{kind.name}", EMPTY)
    return Scene(
        f"graph-{kind.name}-empty", NO_DOCUMENT, act=lambda w: _run_command(w, kind.new), shows=shows
    )


def _run_command(window: MainWindow, command: str) -> None:
    window.commands.run(command)
    settle(make_application())


def _full(kind: Kind) -> tuple[Scene, ...]:
    acts: dict[str, Act] = {
        "running": _act(run_every, kind),
        "marked": _act(mark, kind),
        "far": lambda window: zoomed(window, kind, 0.2),
        "plain": lambda window: zoomed(window, kind, 1.0),
        "near": lambda window: zoomed(window, kind, 3.0),
        "heat": _act(heated, kind),
        "dimmed": _act(dimmed, kind),
        "past": _act(past, kind),
    }
    for name, element in kind.places:
        acts[name] = partial(zoomed, kind=kind, zoom=READABLE, element=element)
    shows, together = (f"graph:{kind.name}",), f"running {kind.name}"
    return (
        Scene(f"graph-{kind.name}-rest", NO_DOCUMENT, act=_act(open_every, kind), shows=shows),
        *(
            Scene(f"graph-{kind.name}-{name}", NO_DOCUMENT, act=act, shows=shows, together=together)
            for name, act in acts.items()
        ),
    )


GRAPH_SCENES = tuple(scene for kind in KINDS for scene in (_empty(kind), *_full(kind)))
"""The scenes of this module."""
