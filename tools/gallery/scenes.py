"""Gather the scenes of all families."""

from __future__ import annotations

from editor.documents.open.sample_files import sample_paths
from tools.gallery.authoring_scenes import AUTHORING_SCENES
from tools.gallery.batch_scenes import BATCH_SCENES
from tools.gallery.composing_scenes import COMPOSING_SCENES
from tools.gallery.curve_scenes import CURVE_SCENES
from tools.gallery.debugging_scenes import DEBUGGING_SCENES
from tools.gallery.dialog_scenes import DIALOG_SCENES
from tools.gallery.empty_panel_scenes import EMPTY_PANEL_SCENES
from tools.gallery.export_scenes import EXPORT_SCENES
from tools.gallery.file_scenes import FILE_SCENES
from tools.gallery.finding_scenes import FINDING_SCENES
from tools.gallery.graph_scenes import GRAPH_SCENES
from tools.gallery.help_scenes import HELP_SCENES
from tools.gallery.link_scenes import LINK_SCENES
from tools.gallery.menu_scenes import MENU_SCENES
from tools.gallery.moment_scenes import MOMENT_SCENES, soldier_wide
from tools.gallery.panel_scenes import PANEL_SCENES
from tools.gallery.popup_scenes import POPUP_SCENES
from tools.gallery.preview_scenes import PREVIEW_SCENES
from tools.gallery.scene import Scene
from tools.gallery.want_scenes import WANT_SCENES
from tools.gallery.way_scenes import WAY_SCENES
from tools.gallery.world_scenes import WORLD_SCENES

PLAYED_ON = 420
"""Ticks played for samples that have no moment of their own picked out."""

_PICKED = (
    *MOMENT_SCENES,
    *PREVIEW_SCENES,
    *WORLD_SCENES,
    *WAY_SCENES,
    *HELP_SCENES,
    *AUTHORING_SCENES,
    *COMPOSING_SCENES,
    *DEBUGGING_SCENES,
    *FINDING_SCENES,
    *FILE_SCENES,
    *BATCH_SCENES,
    *EXPORT_SCENES,
    *PANEL_SCENES,
    *CURVE_SCENES,
    *EMPTY_PANEL_SCENES,
    *DIALOG_SCENES,
    *LINK_SCENES,
    *MENU_SCENES,
    *GRAPH_SCENES,
    *POPUP_SCENES,
    *WANT_SCENES,
)


def sample_scenes() -> tuple[Scene, ...]:
    """Return a scene for each sample that no other scene shows."""
    shown = {scene.sample for scene in _PICKED}
    rest = [path.name for path in sample_paths() if path.name not in shown]
    return tuple(Scene(name.partition(".")[0], name, PLAYED_ON, soldier_wide) for name in rest)


def all_scenes() -> tuple[Scene, ...]:
    """Return every scene of the gallery: each sample is in one."""
    return (*_PICKED, *sample_scenes())
