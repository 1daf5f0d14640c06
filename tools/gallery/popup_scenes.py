"""Pictures of what comes up and goes away: searches, tips, toasts, banners, progress, the welcome page."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import mkdtemp

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QToolTip

from editor.documents.open.sample_files import samples_folder
from editor.window.application import make_application
from editor.window.main_window import MainWindow
from editor.window.offscreen_show import settle
from editor.window.parts.banners import WindowBanners
from editor.window.parts.finding import WindowFinding
from editor.window.parts.tips import WindowTips
from graphs.files.document_file import load_document, save_document
from graphs.model.document import NEWEST_VERSION
from tools.gallery.authoring_scenes import named_node
from tools.gallery.file_scenes import edited_tank
from tools.gallery.menu_scenes import close_menus
from tools.gallery.moment_scenes import read_samples
from tools.gallery.scene import EMPTY, NO_DOCUMENT, Act, Scene

_NOTHING = "teleporter"


def typing_into_palette(typed: str) -> Act:
    """Return what types into the command palette."""
    return lambda window: window.open_palette(typed)


def add_nothing(window: MainWindow) -> None:
    """Search a node that nothing is called."""
    if window.view is not None:
        window.view.adding.open_add_search()
        window.view.search.popup.field.setText(_NOTHING)


def find_nothing(window: MainWindow) -> None:
    """Find what is not in the graph."""
    window.part(WindowFinding).open_bar()
    window.part(WindowFinding).bar.row.field.setText(_NOTHING)


def tip(title: str) -> Act:
    """Return what rests the pointer over a node."""

    def act(window: MainWindow) -> None:
        view = window.view
        rect = view.canvas.node_rect(named_node(view, title)) if view is not None else None
        if view is None or rect is None:
            return
        at = view.mapFromScene(QPointF(rect.center[0], rect.center[1]))
        tips = next(iter(window.findChildren(WindowTips)))
        words = tips.words_at(view, at.x(), at.y())
        QToolTip.showText(view.viewport().mapToGlobal(at), words, view)

    return act


def toast(window: MainWindow) -> None:
    """Say what was done, with a way back."""
    if window.session is not None and window.view is not None:
        window.session.select((named_node(window.view, "Shoot"),))
        window.commands.run("edit.delete")


def long_toast(window: MainWindow) -> None:
    """Say more than one line holds."""
    window.area.toast.refuse(
        "A very long name of a state that somebody has thought of cannot be given: another state of this "
        "machine is called so already, and guards of three transitions name it.",
        "Give it another name, or rename the other state first.",
    )


def overlays(window: MainWindow) -> None:
    """Choose overlays."""
    close_menus()
    window.preview.open_overlays()


def visit(window: MainWindow) -> None:
    """Walk through a tick."""
    window.commands.run("run.step_visit")
    window.commands.run("run.step_visit")


def changed_on_disk(window: MainWindow) -> None:
    """Let another program write the file of a document with changes."""
    _open_copy(window)
    session = window.session
    if session is not None:
        session.apply("Change the tank", lambda document: edited_tank(document, window))
        window.part(WindowBanners).file_changed(session)


def newer_version(window: MainWindow) -> None:
    """Open a document that a newer version wrote."""
    path = Path(mkdtemp(prefix="mindloom-")) / "tank.mind.json"
    content = json.loads((samples_folder() / "tank.mind.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, "version": NEWEST_VERSION + 1}), encoding="utf-8")
    window.open_file(path)


def untrusted(window: MainWindow) -> None:
    """Open a document of a project whose Python did not run."""
    folder = Path(mkdtemp(prefix="arena-"))
    project = {"format": "mindloom-project", "version": 1, "python_modules": ["doors.py"]}
    (folder / "mindloom.project.json").write_text(json.dumps(project), encoding="utf-8")
    (folder / "doors.py").write_text("", encoding="utf-8")
    save_document(folder / "guard.mind.json", load_document(samples_folder() / "first_guard.mind.json"))
    window.open_file(folder / "guard.mind.json")


def working(window: MainWindow) -> None:
    """Show how far long work is."""
    part = window.status_row.progress
    part.label.setText("Laying out 4,000 states…")
    part.bar.setValue(420)
    part.show()


def rename(window: MainWindow) -> None:
    """Type another name into a state."""
    if window.session is not None and window.view is not None:
        window.session.select((named_node(window.view, "Chase"),))
        window.commands.run("edit.rename")


def recent(window: MainWindow) -> None:
    """Show the welcome page with files that were opened, one of them pinned, one gone."""
    pins = window.workspace.recent
    for name in ("tank", "soldier", "gone"):
        pins.pin(samples_folder() / f"{name}.mind.json")
    window.workspace.recent_changed.emit()
    read_samples(window)


def no_sample(window: MainWindow) -> None:
    """Search a sample that is not there."""
    window.welcome.page.search.setText(_NOTHING)


def _open_copy(window: MainWindow) -> None:
    path = Path(mkdtemp(prefix="mindloom-")) / "tank.mind.json"
    save_document(path, load_document(samples_folder() / "tank.mind.json"))
    window.open_file(path)
    settle(make_application())


POPUP_SCENES = (
    Scene("palette-all", ticks=60, act=typing_into_palette(""), shows=("popup:palette",)),
    Scene("palette-commands", ticks=60, act=typing_into_palette(">"), shows=("popup:palette",)),
    Scene("palette-none", ticks=60, act=typing_into_palette(_NOTHING), shows=("popup:palette", EMPTY)),
    Scene("add-none", ticks=60, act=add_nothing, shows=("popup:add_search", EMPTY)),
    Scene("find-none", ticks=60, act=find_nothing, shows=("popup:find_bar", EMPTY)),
    Scene("tip-state", ticks=120, act=tip("Patrol"), shows=("popup:tip",)),
    Scene("tip-node", "soldier.mind.json", 120, tip("Attack when close"), shows=("popup:tip",)),
    Scene("toast", ticks=0, act=toast, shows=("popup:toast",)),
    Scene("toast-long", ticks=0, act=long_toast, shows=("popup:toast",)),
    Scene("overlay-menu", ticks=60, act=overlays, shows=("popup:overlays",)),
    Scene("rename-state", ticks=0, act=rename, shows=("popup:title",)),
    Scene("progress", ticks=0, act=working, shows=("popup:progress",)),
    Scene("banner-visit", "soldier.mind.json", 60, visit, shows=("banner:visit",)),
    Scene("banner-disk", NO_DOCUMENT, act=changed_on_disk, shows=("banner:disk",)),
    Scene("banner-read-only", NO_DOCUMENT, act=newer_version, shows=("banner:read_only",)),
    Scene("banner-trust", NO_DOCUMENT, act=untrusted, shows=("banner:trust",)),
    Scene("welcome-recent", NO_DOCUMENT, act=recent, shows=("mode:welcome",)),
    Scene("welcome-none", NO_DOCUMENT, act=no_sample, shows=("mode:welcome", EMPTY)),
)
"""The scenes of this module."""
