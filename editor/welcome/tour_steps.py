"""List the eight steps of the tour: what to do, with which keys, where it is done, when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect

from editor.welcome.tour_checks import TourEyes

TICKS_TO_SEE = 30
"""The patrol counts as seen after so many ticks."""


@dataclass(frozen=True)
class TourStep:
    """Hold one step. `words` may be another sentence while something else has to be done first."""

    title: str
    words: Callable[[TourEyes], str]
    keys: str
    where: Callable[[TourEyes], QRect]
    is_done: Callable[[TourEyes], bool]


def _always(text: str) -> Callable[[TourEyes], str]:
    return lambda _eyes: text


def _where_new(eyes: TourEyes) -> QRect:
    page = eyes.window.welcome()
    if page is not None:
        return eyes.of_button("State machine", page)
    return eyes.of_menu("File")


def _words_new(eyes: TourEyes) -> str:
    if eyes.window.welcome() is not None:
        return "A mind that patrols is a state machine. Click State machine."
    return "A mind that patrols is a state machine. Choose New state machine from the File menu."


def _where_add(eyes: TourEyes) -> QRect:
    view = eyes.window.view()
    if view is None:
        return QRect()
    if view.search.popup.isVisible():
        return eyes.of_widget(view.search.popup)
    button = eyes.of_button("Add a state", view)
    return button if not button.isEmpty() else eyes.of_widget(view.viewport())


def _where_name(eyes: TourEyes) -> QRect:
    view = eyes.window.view()
    if view is not None and view.title_editor.isVisible():
        return eyes.of_widget(view.title_editor)
    return eyes.of_state(title=True)


def _where_activity(eyes: TourEyes) -> QRect:
    return eyes.of_field("activity") if eyes.is_selected() else eyes.of_state()


def _words_activity(eyes: TourEyes) -> str:
    if not eyes.is_selected():
        return "Click the state: the inspector shows it then."
    return "The inspector says what the state does. Choose Follow path beside Does."


def _where_draw(eyes: TourEyes) -> QRect:
    editor = eyes.window.editor
    if not editor.is_in_hand("path"):
        return eyes.of_command("world.tool.path")
    return eyes.of_widget(eyes.window.map)


def _words_draw(eyes: TourEyes) -> str:
    if not eyes.window.editor.is_in_hand("path"):
        return "Take the tool for paths."
    return "Click a few places on the map, one after the other. A double-click is the last one."


def _where_path(eyes: TourEyes) -> QRect:
    return eyes.of_field("activity.params.path") if eyes.is_selected() else eyes.of_state()


def _words_path(eyes: TourEyes) -> str:
    if not eyes.is_selected():
        return "Click the state on the canvas, to see it in the inspector again."
    name = eyes.paths[-1] if eyes.paths else "the path"
    return f"Tell the state which way to walk: type {name} beside Path, and press Enter."


def _has_path(eyes: TourEyes) -> bool:
    state = eyes.state
    params = state.activity.params if state is not None and state.activity is not None else {}
    return params.get("path") in eyes.paths


def _is_seen(eyes: TourEyes) -> bool:
    return eyes.window.run.tick >= TICKS_TO_SEE and _has_path(eyes)


STEPS: tuple[TourStep, ...] = (
    TourStep("Make a mind", _words_new, "file.new", _where_new, lambda eyes: eyes.adopt()),
    TourStep(
        "Add a state",
        _always("A state is something the character does for a while. Click Add a state."),
        "graph.add_node, then type state and press Enter",
        _where_add,
        lambda eyes: eyes.state is not None,
    ),
    TourStep(
        "Call it Patrol",
        _always("Double-click the name, type Patrol, and press Enter."),
        "edit.rename",
        _where_name,
        lambda eyes: eyes.state is not None and eyes.state.name.strip().lower() == "patrol",
    ),
    TourStep(
        "Let it walk",
        _words_activity,
        "view.previous_panel to the inspector, then Down to open the list",
        _where_activity,
        lambda eyes: eyes.action == "follow_path",
    ),
    TourStep(
        "Open the map",
        _always("There is no path yet to follow. Click the pencil over the map, to edit its world."),
        "world.edit",
        lambda eyes: eyes.of_button("Edit world", eyes.center),
        lambda eyes: eyes.window.editor.is_on or bool(eyes.paths),
    ),
    TourStep(
        "Draw a path",
        _words_draw,
        "world.tool.path, then the arrows move, Space sets a point, and Enter ends",
        _where_draw,
        lambda eyes: bool(eyes.paths),
    ),
    TourStep(
        "Give it the path",
        _words_path,
        "view.previous_panel to the inspector, then Tab to the field",
        _where_path,
        _has_path,
    ),
    TourStep(
        "Watch it patrol",
        _always("Click Run. The character walks its round, and the state is amber while it does."),
        "run.toggle",
        lambda eyes: eyes.of_play(),
        _is_seen,
    ),
)
"""The steps in their order. In `keys` the ids of commands stand for the keys that the user has for them."""
