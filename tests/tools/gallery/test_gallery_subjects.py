"""Every dialog, banner, menu and kind of graph there is has its pictures."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import get_args

from PySide6.QtWidgets import QDialog, QMessageBox

import editor
from editor.widgets.banner import ORDER
from editor.window.frame.menu_tables import MENUS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import GraphKind
from tools.gallery.graph_documents import decision_document, machine_document, tree_document
from tools.gallery.scene import Scene
from tools.gallery.scenes import all_scenes

SHOWN_IN_PANELS = {"error", "past", "breakpoint", "recovery", "world_disk"}
"""Banners that pictures of panels, runs and files show beside what they are about."""


def pictured(prefix: str, *, empty: bool) -> set[str]:
    scenes: list[Scene] = [each for each in all_scenes() if each.is_empty is empty]
    return {
        subject.removeprefix(prefix)
        for scene in scenes
        for subject in scene.subjects
        if subject.startswith(prefix)
    }


def dialogs() -> set[str]:
    for module in walk_packages(editor.__path__, "editor."):
        if module.name.endswith(("_window", "_windows")):
            import_module(module.name)
    return {
        subclass.__name__
        for subclass in QDialog.__subclasses__()
        if subclass.__module__.startswith("editor.")
    } - {QMessageBox.__name__}


def test_every_dialog_is_pictured() -> None:
    known = dialogs()
    assert len(known) >= 6
    assert known <= pictured("dialog:", empty=False)


def test_every_menu_is_pictured_with_a_document_and_without() -> None:
    titles = {title.replace("&", "").lower() for title in MENUS}
    assert titles <= pictured("menu:", empty=False)
    assert titles <= pictured("menu:", empty=True)


def test_every_banner_is_pictured() -> None:
    assert set(ORDER) - SHOWN_IN_PANELS <= pictured("banner:", empty=False)


def test_every_kind_of_graph_is_pictured_full_and_empty() -> None:
    kinds = set(get_args(GraphKind))
    assert kinds <= pictured("graph:", empty=False)
    assert kinds <= pictured("graph:", empty=True)


def test_the_graphs_pictured_have_every_kind_of_node() -> None:
    registry = builtin_registry()
    for make in (machine_document, tree_document, decision_document):
        graph = make().graphs["every"]
        used = {node.kind for node in graph.nodes.values()}
        assert {each.id for each in registry.kinds_of(graph.kind)} <= used
