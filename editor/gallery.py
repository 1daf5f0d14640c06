"""Take pictures of the window at telling moments: `python -m editor.gallery FOLDER`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from editor.application import make_application, make_window
from editor.canvas.painting.sheet import save_sheet
from editor.documents.sample_files import sample_paths, samples_folder
from editor.documents.user_state import UserState
from editor.gallery_authoring import AUTHORING_SHOTS
from editor.gallery_batches import BATCH_SHOTS
from editor.gallery_debugging import DEBUGGING_SHOTS
from editor.gallery_export import EXPORT_SHOTS
from editor.gallery_files import FILES_SHOTS
from editor.gallery_finding import FINDING_SHOTS
from editor.gallery_help import HELP_SHOTS
from editor.gallery_preview import PREVIEW_SHOTS
from editor.gallery_shot import Shot, lead_player_to, play, save_with_dialogs
from editor.gallery_worlds import WORLD_SHOTS
from editor.main_window import MainWindow
from editor.offscreen_show import save_picture, settle
from editor.overlay_sheet import save_overlay_sheet
from editor.theme.theme_manager import set_theme
from editor.theme.tokens import THEME_NAMES, load_theme
from editor.window_arrangement import DEFAULT_SIZE
from graphs.edits.setting import set_field
from graphs.kinds.titles import node_title
from graphs.model import Document, StateMachineGraph


def select_titled(window: MainWindow, title: str) -> None:
    """Select the node of this title in the graph shown."""
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or graph is None:
        return
    for node_id, node in graph.nodes.items():
        if node_title(node, graph.kind, session.registry, session.document) == title:
            session.select((node_id,))
            return


def chase(window: MainWindow) -> None:
    """Show the tank chasing, with the state selected."""
    lead_player_to(window, 4.2, 90)
    select_titled(window, "Chase")


def shoot(window: MainWindow) -> None:
    """Show the tank shooting."""
    lead_player_to(window, 2.4, 150)
    select_titled(window, "Shoot")


def aim_and_fire(window: MainWindow) -> None:
    """Show the behavior tree that the tank runs inside a state."""
    shoot(window)
    session = window.session
    if session is not None:
        called = [graph for graph in session.document.graphs if graph != session.document.root]
        if called:
            window.area.enter(called[0])


def decide(window: MainWindow) -> None:
    """Show the decision tree that a brawler asks, with the room of the left panels."""
    window.area.enter("attack_or_flee")
    soldier_wide(window)


def soldier_wide(window: MainWindow) -> None:
    """Give the canvas the room of the left panels."""
    window.panels.stacks["left"].set_folded(True)
    settle(_application())
    if window.view is not None:
        window.view.frame_all()


def soldier_chases(window: MainWindow) -> None:
    """Show the soldier chasing what it sees."""
    soldier_wide(window)
    lead_player_to(window, 6.0, 120)
    select_titled(window, "Chase")


def show_problems(window: MainWindow) -> None:
    """Break a guard, so that the problems, the banner and the field show it."""
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or not isinstance(graph, StateMachineGraph):
        return
    edge = next((key for key, one in graph.edges.items() if one.guard and "visible" in one.guard), "")
    graph_id = session.graph_id

    def misspell(document: Document) -> Document:
        return set_field(document, graph_id, edge, "guard", "d < 3 and visble")

    session.apply("Change guard", misspell, select=(edge,))
    session.check_now()
    window.run.apply_edits_now()
    window.panels.show_panel("problems")


def show_palette(window: MainWindow) -> None:
    """Show the palette of nodes."""
    window.panels.show_panel("palette")


def show_commands(window: MainWindow) -> None:
    """Show the command palette with something typed."""
    window.open_palette()
    window.palette_box.field.setText("chase")


def show_transition(window: MainWindow) -> None:
    """Show a transition in the inspector."""
    session = window.session
    graph = session.graph if session is not None else None
    if session is not None and isinstance(graph, StateMachineGraph):
        edge = next((key for key, one in graph.edges.items() if one.guard), "")
        session.select((edge,))


def show_variable(window: MainWindow) -> None:
    """Show a variable in the inspector."""
    window.inspector.show_variable("d", "")


def add_search(window: MainWindow) -> None:
    """Show the search that adds a node."""
    if window.view is not None:
        window.view.open_add_search()


PLAYED_ON = 420
"""Ticks played for samples that have no moment of their own picked out."""

_MOMENTS = (
    Shot("tank-patrol-dark"),
    Shot("tank-chase-dark", act=chase),
    Shot("tank-chase-light", theme="light", act=chase),
    Shot("tank-chase-high-contrast", theme="high_contrast", act=chase),
    Shot("tank-shoot-dark", act=shoot),
    Shot("tank-inner-tree-light", theme="light", act=aim_and_fire),
    Shot("soldier-patrol-light", "soldier.mind.json", 240, "light", soldier_wide),
    Shot("soldier-chase-dark", "soldier.mind.json", 240, "dark", soldier_chases),
    Shot("guard-on-alert-dark", "stealth_guard.mind.json", 1506),
    Shot("guard-on-alert-light", "stealth_guard.mind.json", 1506, "light"),
    Shot("duel-light", "card_duel.mind.json", 318, "light"),
    Shot("wolf-stalks-dark", "wolf.mind.json", 1128),
    Shot("decision-attack-dark", "attack_or_flee.mind.json", 66, "dark", decide),
    Shot("decision-flee-light", "attack_or_flee.mind.json", 300, "light", decide),
    Shot("grenade-drill-dark", "grenade_drill.mind.json", 252, "dark", soldier_wide),
    Shot("race-light", "race.mind.json", 900, "light", soldier_wide),
    Shot("pong-referee-dark", "pong_referee.mind.json", 660, "dark", soldier_wide),
    Shot("swarm-light", "swarm.mind.json", 420, "light", soldier_wide),
    Shot("crowd-dark", "crowd.mind.json", 240, "dark", soldier_wide),
    Shot("panel-problems-dark", act=show_problems),
    Shot("panel-problems-light", theme="light", act=show_problems),
    Shot("panel-palette-dark", act=show_palette),
    Shot("panel-palette-light", "soldier.mind.json", 120, "light", show_palette),
    Shot("panel-transition-light", theme="light", act=show_transition),
    Shot("panel-variable-dark", act=show_variable),
    Shot("commands-dark", act=show_commands),
    Shot("add-node-light", theme="light", act=add_search),
    Shot("stopped-dark", ticks=0),
    Shot("narrow-dark", act=chase, size=(1100, 760)),
    *PREVIEW_SHOTS,
    *WORLD_SHOTS,
    *HELP_SHOTS,
    *AUTHORING_SHOTS,
    *DEBUGGING_SHOTS,
    *FINDING_SHOTS,
    *FILES_SHOTS,
    *BATCH_SHOTS,
    *EXPORT_SHOTS,
)


def sample_shots() -> tuple[Shot, ...]:
    """Return a picture of each sample that no other picture shows."""
    shown = {shot.sample for shot in _MOMENTS}
    rest = [path.name for path in sample_paths() if path.name not in shown]
    titles = {name: name.partition(".")[0] for name in rest}
    return tuple(Shot(f"{titles[name]}-dark", name, PLAYED_ON, "dark", soldier_wide) for name in rest)


SHOTS = (*_MOMENTS, *sample_shots())
"""Every picture of the gallery: each sample is in one."""


def take(shot: Shot, folder: Path) -> Path:
    """Take one picture and return its path."""
    application = _application()
    set_theme(shot.theme)
    with tempfile.TemporaryDirectory(prefix="mindloom-") as state_folder:
        window = make_window(UserState(Path(state_folder)))
        window.resize(QSize(*shot.size))
        window.show()
        settle(application)
        window.open_file(samples_folder() / shot.sample)
        settle(application)
        play(window, shot.ticks)
        if shot.act is not None:
            shot.act(window)
        rest(application, window)
        path = folder / f"{shot.name}.png"
        save_with_dialogs(window, path)
        window.workspace.discard_changes()
        window.shelf.discard_changes()
        window.close()
        window.deleteLater()
        settle(application)
    return path


def rest(application: QApplication, window: MainWindow) -> None:
    """Wait until the canvas has come to rest."""
    settle(application, 12)
    started = monotonic()
    while window.view is not None and window.view.camera.is_gliding and monotonic() - started < 2:
        settle(application, 1)
    settle(application, 4)


def take_welcome(folder: Path, theme: str) -> Path:
    """Take a picture of the window without a document."""
    application = _application()
    set_theme(theme)
    with tempfile.TemporaryDirectory(prefix="mindloom-") as state_folder:
        window = make_window(UserState(Path(state_folder)))
        window.resize(QSize(*DEFAULT_SIZE))
        window.show()
        settle(application, 8)
        path = folder / f"welcome-{theme}.png"
        save_picture(window, path)
        window.close()
        window.deleteLater()
        settle(application)
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all pictures into a folder and print their paths."""
    parser = argparse.ArgumentParser(
        prog="python -m editor.gallery", description="Take pictures of the window."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--only", nargs="*", default=(), metavar="WORD", help="pictures whose name has a word"
    )
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    make_application()
    for shot in SHOTS:
        if not chosen.only or any(word in shot.name for word in chosen.only):
            print(take(shot, chosen.folder), flush=True)
    for theme in ("light", "dark"):
        if not chosen.only or any(word in f"welcome-{theme}" for word in chosen.only):
            print(take_welcome(chosen.folder, theme), flush=True)
    for name in THEME_NAMES:
        for prefix, save in (("sheet", save_sheet), ("overlays", save_overlay_sheet)):
            path = chosen.folder / f"{prefix}-{name}.png"
            if not chosen.only or any(word in path.stem for word in chosen.only):
                save(load_theme(name), str(path))
                print(path, flush=True)
    return 0


def _application() -> QApplication:
    return make_application()


if __name__ == "__main__":
    sys.exit(main())
