"""Offer the preview's toggles, overlays and camera as commands, for menus, keys and the palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from editor.commands.command import Command, worded
from editor.map.overlays.overlay_catalogue import OVERLAYS, PRESETS, Preset
from editor.map.overlays.overlay_kind import OverlayKind
from editor.map.picture.world_picture import Whom
from editor.map.view.input_tools import THROWABLE
from editor.map.view.preview_panel import PreviewPanel
from editor.map.view.title_row import TOGGLES
from runtime.basics.values import Vector


def preview_commands(panel: PreviewPanel) -> tuple[Command, ...]:
    """Return the commands of a preview."""
    return (
        *_toggle_commands(panel),
        *_camera_commands(panel),
        *_tool_commands(panel),
        *_overlay_commands(panel),
    )


def _toggle_commands(panel: PreviewPanel) -> Iterator[Command]:
    for toggle in TOGGLES:
        action = panel.actions_by_name[toggle.name]
        yield Command(
            f"preview.{toggle.name}",
            f"Preview: {toggle.title.lower()}",
            action.trigger,
            help=f"{toggle.help}.",
            icon=toggle.icon,
            checked=action.isChecked,
        )


def _camera_commands(panel: PreviewPanel) -> Iterator[Command]:
    yield worded("preview.fit", panel.fit)
    for name, factor, words in (
        ("zoom_in", 1.2, "Draw the world larger."),
        ("zoom_out", 1 / 1.2, "Draw more of the world."),
    ):
        yield Command(
            f"preview.{name}",
            f"Preview: {name.replace('_', ' ')}",
            partial(panel.map.camera.zoom_by, factor),
            words,
        )
    yield worded("preview.next_agent", partial(panel.pick_next, 1))
    yield worded("preview.previous_agent", partial(panel.pick_next, -1))


def _tool_commands(panel: PreviewPanel) -> Iterator[Command]:
    yield worded(
        "preview.noise",
        partial(panel.take_tool, panel.noise_tool),
        enabled=panel.can_take_tool,
        checked=lambda: panel.map.tool is panel.noise_tool,
    )
    yield from _throw_commands(panel)
    acts: list[tuple[str, str, str, Callable[[Vector], None]]] = [
        ("send_player_here", "Send the player here", "entity", panel.send_player),
        ("noise_here", "Make a noise here", "noise", panel.make_noise_at),
    ]
    acts += [
        (f"throw_{thing}_here", f"Throw a {thing} here", "throw", partial(panel.throw_at, thing))
        for thing in THROWABLE
    ]
    for name, title, icon, act in acts:
        yield Command(
            f"preview.{name}",
            title,
            partial(_do_there, panel, act),
            f"{title}: where the pointer is on the map, or was when its menu opened.",
            icon,
            enabled=lambda: panel.place is not None,
        )


def _throw_commands(panel: PreviewPanel) -> Iterator[Command]:
    for thing in THROWABLE:
        yield Command(
            f"preview.throw_{thing}",
            f"Preview: throw a {thing}",
            partial(panel.take_throw, thing),
            f"Take the tool that throws a {thing} from the player to where you click.",
            "throw",
            enabled=panel.can_take_tool,
            checked=partial(_throws, panel, thing),
        )


def _throws(panel: PreviewPanel, name: str) -> bool:
    return panel.map.tool is panel.throw_tool and panel.throw_tool.name == name


def _do_there(panel: PreviewPanel, act: Callable[[Vector], None]) -> None:
    if panel.place is not None:
        act(panel.place)


def _overlay_commands(panel: PreviewPanel) -> Iterator[Command]:
    yield worded("preview.overlays", panel.open_overlays)
    for preset in PRESETS:
        yield Command(
            f"preview.preset.{preset.id}",
            f"Overlays: {preset.title.lower()}",
            partial(_take_preset, panel, preset),
            preset.help,
            "layers",
        )
    for kind in OVERLAYS:
        yield _kind_command(panel, kind)
        if len(kind.choices) == 3:
            yield _all_command(panel, kind)


def _take_preset(panel: PreviewPanel, preset: Preset) -> None:
    panel.set_choice(preset.make())


def _kind_command(panel: PreviewPanel, kind: OverlayKind) -> Command:
    """Return the command that draws a kind, for whom it is drawn at first, or no longer."""
    first = kind.whom if kind.whom is not Whom.NONE else kind.choices[1]

    def toggle() -> None:
        shown = panel.choice.shown_for(kind) is not Whom.NONE
        panel.set_whom(kind, Whom.NONE if shown else first)

    return Command(
        f"preview.overlay.{kind.id}",
        f"Overlay: {kind.title.lower()}",
        toggle,
        kind.help,
        "layers",
        checked=lambda: panel.choice.shown_for(kind) is not Whom.NONE,
    )


def _all_command(panel: PreviewPanel, kind: OverlayKind) -> Command:
    def toggle() -> None:
        for_all = panel.choice.shown_for(kind) is Whom.ALL
        panel.set_whom(kind, Whom.PICKED if for_all else Whom.ALL)

    return Command(
        f"preview.overlay.{kind.id}.all",
        f"Overlay: {kind.title.lower()} of all agents",
        toggle,
        f"{kind.help} Draw it for all agents, or the picked one alone.",
        "layers",
        checked=lambda: panel.choice.shown_for(kind) is Whom.ALL,
    )
