"""List what the window is made of. A new panel, command family or connection is added here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from editor.commands.command import Command
from editor.window.commands.case_commands import case_commands
from editor.window.commands.curve_commands import curve_commands
from editor.window.commands.edit_commands import edit_commands
from editor.window.commands.export_commands import export_commands
from editor.window.commands.file_commands import file_commands, file_extra_commands, sample_commands
from editor.window.commands.find_commands import find_commands
from editor.window.commands.foreign_commands import foreign_commands
from editor.window.commands.graph_commands import graph_commands
from editor.window.commands.help_commands import help_commands
from editor.window.commands.problem_commands import problem_commands
from editor.window.commands.run_commands import (
    breakpoint_commands,
    intervention_commands,
    run_commands,
    stand_in_commands,
)
from editor.window.commands.structure_commands import structure_commands
from editor.window.commands.view_commands import view_commands
from editor.window.frame.leaving_preview import LeavingPreview
from editor.window.frame.window_host import Contribution, PanelPlace, WindowHost
from editor.window.parts.banners import WindowBanners
from editor.window.parts.breakpoints import WindowBreakpoints, breakpoints_panel
from editor.window.parts.callouts import WindowCallouts, WindowInterventions, agents_panel, why_panel
from editor.window.parts.comparison import WindowComparison, differences_panel
from editor.window.parts.curves import curves_panel, sheet_panel
from editor.window.parts.drops import WindowDrops
from editor.window.parts.edit_scripts import EditScripts, end_edit_recordings
from editor.window.parts.file_work import file_work
from editor.window.parts.finding import WindowFinding, find_panel
from editor.window.parts.focus import WindowFocus
from editor.window.parts.folder import WindowFolder, files_panel
from editor.window.parts.foreign import foreign_panel
from editor.window.parts.formats import WindowFormats, report_panel
from editor.window.parts.history import WindowHistory, history_panel
from editor.window.parts.idle import WindowIdle, idle_commands
from editor.window.parts.keys import WindowKeys, key_commands
from editor.window.parts.link import WindowLink
from editor.window.parts.panels import (
    blackboard_panel,
    give_outline_keys,
    inspector_panel,
    log_panel,
    moods_panel,
    outline_panel,
    palette_panel,
    plots_panel,
    preview_panel,
    results_panel,
    senses_panel,
    timeline_panel,
    transitions_panel,
)
from editor.window.parts.past import WindowPast, WindowSeeking, WindowVisits
from editor.window.parts.picking import WindowPicking
from editor.window.parts.preferences import WindowPreferences, preference_commands
from editor.window.parts.preview import WindowPreview, map_commands, map_help_commands
from editor.window.parts.recordings import WindowRecordings, takes_panel
from editor.window.parts.recovery import WindowRecovery
from editor.window.parts.sense_fixes import SenseFixes
from editor.window.parts.session import WindowSession
from editor.window.parts.shown_document import ShownDocument, problems_panel
from editor.window.parts.snippets import snippet_commands
from editor.window.parts.statistics import statistics_commands, statistics_panel
from editor.window.parts.tips import WindowTips
from editor.window.parts.tutorial import tutorial_commands, tutorial_panel
from editor.window.parts.welcome import WindowWelcome, welcome_commands
from editor.window.parts.world import WindowMap, WindowWorld

if TYPE_CHECKING:
    from editor.window.parts.file_merge import FileMerge


class _HasCommands(Protocol):
    def commands(self) -> Iterable[Command]:
        """Return the commands of a part."""


def _commands_of(make: Callable[[WindowHost], _HasCommands]) -> Callable[[WindowHost], Iterable[Command]]:
    return lambda host: host.part(make).commands()


def _merge_files(host: WindowHost) -> None:
    """Let files that another program changed be merged; how is imported when that happens."""

    def merging() -> FileMerge:
        from editor.window.parts.file_merge import FileMerge

        return host.part(FileMerge)

    host.part(file_work).merge = lambda session: merging().merge_document(session)
    host.part(WindowWorld).saving.merge = lambda session: merging().merge_world(session)


def _show_what_would_leave(host: WindowHost) -> LeavingPreview:
    """Ring on the canvas what would leave for a graph of its own."""
    return LeavingPreview(host.commands.action("graph.extract"), lambda: host.view, host.widget)


CONTRIBUTIONS = (
    Contribution(
        panels=(PanelPlace("report", "Report", "table", "bottom", 27, report_panel, is_extra=True),),
        commands=(_commands_of(WindowFormats),),
    ),
    Contribution(
        panels=(PanelPlace("files", "Files", "open", "left", 2, files_panel),),
        commands=(file_commands, export_commands),
        connections=(WindowFolder, WindowDrops, _merge_files),
    ),
    Contribution(
        panels=(
            PanelPlace("outline", "Outline", "tree", "left", 0, outline_panel),
            PanelPlace("palette", "Palette", "add", "left", 1, palette_panel),
            PanelPlace("inspector", "Inspector", "settings", "right", 15, inspector_panel),
        ),
        commands=(edit_commands, snippet_commands, _commands_of(EditScripts)),
        connections=(give_outline_keys, end_edit_recordings),
    ),
    Contribution(
        panels=(
            PanelPlace("curves", "Curves", "curve", "bottom", 28, curves_panel, is_extra=True),
            PanelPlace("fuzzy", "Fuzzy sheet", "fuzzy", "bottom", 29, sheet_panel, is_extra=True),
        ),
        commands=(curve_commands,),
    ),
    Contribution(
        panels=(PanelPlace("find", "Find", "search", "bottom", 8, find_panel, is_extra=True),),
        commands=(find_commands,),
        connections=(WindowFinding,),
    ),
    Contribution(panels=(PanelPlace("moods", "Moods", "mood", "bottom", 30, moods_panel, is_extra=True),)),
    Contribution(
        commands=(view_commands, graph_commands, structure_commands), connections=(_show_what_would_leave,)
    ),
    Contribution(
        panels=(PanelPlace("problems", "Problems", "s_bang", "bottom", 5, problems_panel),),
        commands=(problem_commands,),
    ),
    Contribution(
        panels=(
            PanelPlace(
                "transitions", "Transitions", "transition", "bottom", 4, transitions_panel, is_extra=True
            ),
            PanelPlace("log", "Log", "log", "bottom", 6, log_panel),
            PanelPlace("plots", "Plots", "chart", "bottom", 19, plots_panel, is_extra=True),
            PanelPlace("senses", "Senses", "ear", "far_right", 23, senses_panel),
            PanelPlace("blackboard", "Blackboard", "table", "far_right", 18, blackboard_panel),
        ),
        commands=(run_commands,),
        connections=(WindowTips,),
    ),
    Contribution(
        panels=(
            PanelPlace(
                "breakpoints", "Breakpoints", "breakpoint", "bottom", 21, breakpoints_panel, is_extra=True
            ),
        ),
        commands=(breakpoint_commands, stand_in_commands),
        connections=(WindowBreakpoints,),
    ),
    Contribution(
        panels=(
            PanelPlace("foreign", "Foreign program", "live", "bottom", 26, foreign_panel, is_extra=True),
        ),
        commands=(foreign_commands,),
    ),
    Contribution(
        panels=(
            PanelPlace("statistics", "Statistics", "chart", "bottom", 20, statistics_panel, is_extra=True),
        ),
        commands=(statistics_commands,),
    ),
    Contribution(commands=(preference_commands,), connections=(WindowPreferences,)),
    Contribution(commands=(idle_commands,), connections=(WindowIdle,)),
    Contribution(
        panels=(
            PanelPlace("why", "Why", "why", "right", 16, why_panel),
            PanelPlace("agents", "Agents", "entity", "bottom", 22, agents_panel, is_extra=True),
        ),
        commands=(intervention_commands,),
        connections=(WindowCallouts, WindowInterventions),
    ),
    Contribution(
        panels=(
            PanelPlace("timeline", "Timeline", "history", "bottom", 3, timeline_panel),
            PanelPlace("takes", "Takes", "branch", "bottom", 24, takes_panel, is_extra=True),
        ),
        commands=(_commands_of(WindowRecordings), _commands_of(WindowSeeking)),
        connections=(WindowPast, WindowVisits),
    ),
    Contribution(commands=(_commands_of(WindowLink),)),
    Contribution(
        panels=(PanelPlace("tests", "Tests", "flag", "bottom", 7, results_panel),), commands=(case_commands,)
    ),
    Contribution(
        panels=(
            PanelPlace("tutorial", "Tutorial", "flag", "left", 25, tutorial_panel, True, is_offered=False),
        ),
        commands=(help_commands, welcome_commands, tutorial_commands, sample_commands),
    ),
    Contribution(
        panels=(PanelPlace("preview", "Preview", "world", "preview", 10, preview_panel),),
        commands=(map_commands, _commands_of(WindowPicking)),
        connections=(WindowPreview, WindowMap, SenseFixes, WindowPicking),
    ),
    Contribution(commands=(_commands_of(WindowRecovery), _commands_of(WindowSession))),
    Contribution(
        panels=(
            PanelPlace("differences", "Differences", "diff", "bottom", 9, differences_panel, is_extra=True),
        ),
        commands=(_commands_of(WindowComparison),),
    ),
    Contribution(
        panels=(PanelPlace("history", "History", "history", "right", 17, history_panel),),
        commands=(file_extra_commands, key_commands, _commands_of(WindowWorld), map_help_commands),
        connections=(WindowFocus, WindowHistory, WindowKeys, WindowBanners, WindowWelcome, ShownDocument),
    ),
)
"""In the order in which the command palette lists what they offer."""
