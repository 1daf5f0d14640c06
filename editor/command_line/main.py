"""Read the command line and hand on to what was asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from editor.command_line.force import add_force
from editor.command_line.messages import WRONG_USE, print_error
from editor.command_line.terminal import CommandParser
from graphs.files.plain_file import is_there
from runtime.program_version import program_version

COMMANDS = (
    *("check", "run", "test", "fmt", "diff", "merge", "render", "schema", "kinds"),
    *("export", "trace", "simulate", "install-desktop"),
)
"""First words that are commands; everything else is files for the editor."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `mindloom` with these arguments and return the exit code: 0 well, 1 problems, 2 wrong use."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _dispatch(given)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; there is nobody left to tell.
        sys.stdout = None
        return WRONG_USE


def _dispatch(given: list[str]) -> int:
    if given and given[0] in COMMANDS:
        return _run_command(given)
    parser = _editor_parser()
    chosen = parser.parse_args(given)
    missing = [path for path in chosen.files if not is_there(path)]
    if missing:
        known = f" The commands are {', '.join(COMMANDS)}." if len(given) == 1 else ""
        print_error(f"{missing[0]}: error: There is no such file. Check the spelling and the folder.{known}")
        return WRONG_USE
    return open_editor(chosen.files, chosen.project, trust=chosen.trust)


def _run_command(given: list[str]) -> int:
    chosen = _command_parser().parse_args(given)
    if chosen.command == "check":
        from editor.command_line.check import check_files

        return check_files(chosen.files, as_json=chosen.json, project=chosen.project, trust=chosen.trust)
    if chosen.command == "test":
        from editor.command_line.case_command import CaseWish, run_cases

        paths = tuple(chosen.paths)
        return run_cases(
            CaseWish(
                paths, chosen.text, chosen.junit, chosen.json, chosen.project, chosen.trust, chosen.force
            )
        )
    if chosen.command == "fmt":
        from editor.command_line.fmt import format_files

        return format_files(chosen.files, only_check=chosen.check, as_json=chosen.json, force=chosen.force)
    if chosen.command == "render":
        from editor.command_line.render import RenderWish, render_document

        return render_document(
            RenderWish(
                chosen.source,
                chosen.out,
                chosen.theme,
                chosen.scale,
                f".{chosen.format}",
                chosen.project,
                chosen.force,
            )
        )
    if chosen.command in ("diff", "merge"):
        return _run_version_control(chosen)
    if chosen.command == "trace":
        from editor.command_line.trace import run_trace

        return run_trace(chosen)
    if chosen.command == "export":
        from editor.command_line.export import export_file, export_wish

        return export_file(export_wish(chosen))
    if chosen.command == "install-desktop":
        from editor.command_line.install_desktop import install_desktop

        return install_desktop(taking_out=chosen.remove)
    if chosen.command == "simulate":
        from editor.command_line.simulate import run_simulate

        return run_simulate(chosen)
    if chosen.command in ("schema", "kinds"):
        return _run_description(chosen)
    from editor.command_line.run import RunWish, run_document

    return run_document(
        RunWish(
            chosen.document,
            chosen.world,
            chosen.ticks,
            chosen.seed,
            chosen.trace,
            chosen.json,
            chosen.project,
            chosen.trust,
            chosen.force,
        )
    )


def _run_version_control(chosen: argparse.Namespace) -> int:
    if chosen.command == "diff":
        from editor.command_line.diff import DiffWish, diff_files

        return diff_files(
            DiffWish(chosen.old, chosen.new, chosen.svg, chosen.project, chosen.json, chosen.force)
        )
    from editor.command_line.merge import MergeWish, merge_files

    return merge_files(
        MergeWish(
            chosen.base,
            chosen.ours,
            chosen.theirs,
            chosen.out,
            chosen.name,
            chosen.project,
            chosen.json,
            chosen.force,
        )
    )


def _run_description(chosen: argparse.Namespace) -> int:
    if chosen.command == "schema":
        from editor.command_line.schema import print_schema

        return print_schema(chosen.format)
    from editor.command_line.kinds import print_kinds

    return print_kinds(as_json=chosen.json, project=chosen.project)


def open_editor(files: Sequence[Path], project: Path | None, *, trust: bool = False) -> int:
    """Open the editor and return its exit code; say in words what Qt lacks."""
    try:
        from editor.application import run_editor
    except ImportError as error:
        print_error(
            f"The editor cannot open a window: {error}. Install what Qt needs from the system; "
            "python3 dev.py run does it on Debian. The commands check, run and fmt work without."
        )
        return WRONG_USE
    return run_editor(files, project, trust=trust)


def _editor_parser() -> argparse.ArgumentParser:
    parser = CommandParser(
        prog="mindloom",
        description="Draw the minds of game characters and run them live.",
        epilog="commands: mindloom check FILE…, mindloom run DOCUMENT, mindloom test PATH…, "
        "mindloom fmt FILE…, "
        "mindloom diff A B, mindloom merge BASE OURS THEIRS, mindloom render FILE, mindloom schema, "
        "mindloom kinds, mindloom export DOCUMENT, mindloom trace diff A B, mindloom simulate WORLD, "
        "mindloom install-desktop; mindloom COMMAND --help says more",
    )
    parser.add_argument("files", nargs="*", type=Path, help="documents or worlds; none opens a sample")
    _add_project(parser)
    _add_trust(parser)
    parser.add_argument("--version", action="version", version=f"mindloom {program_version()}")
    return parser


def _command_parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = CommandParser(prog="mindloom")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="say what is wrong in documents and worlds")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.add_argument("--json", action="store_true", help="print a JSON list of messages")
    _add_project(check)
    _add_trust(check)
    fmt = commands.add_parser("fmt", help="write files in their canonical form")
    fmt.add_argument("files", nargs="+", type=Path, metavar="FILE")
    fmt.add_argument("--check", action="store_true", help="change nothing, name files that would change")
    fmt.add_argument("--json", action="store_true", help="print a JSON list of messages")
    add_force(fmt)
    _add_version_control_parsers(commands)
    schema = commands.add_parser("schema", help="print the JSON Schema of a format")
    schema.add_argument(
        "format",
        nargs="?",
        choices=("document", "world", "project", "manifest", "case", "runtime"),
        default="document",
    )
    kinds = commands.add_parser("kinds", help="list the kinds of nodes, the actions and the conditions")
    kinds.add_argument("--json", action="store_true", help="print them as JSON")
    _add_project(kinds)
    run = commands.add_parser("run", help="run a document or an export in its world without a window")
    run.add_argument("document", type=Path, metavar="DOCUMENT", help="or an export, X.runtime.json")
    run.add_argument(
        "--world", type=Path, metavar="WORLD", help="the world; else the one beside it that names it"
    )
    run.add_argument("--ticks", type=_count, default=600, metavar="N", help="steps to run, 600 if not given")
    run.add_argument("--seed", type=int, metavar="SEED", help="in place of the world's own")
    run.add_argument(
        "--trace",
        type=Path,
        metavar="OUT",
        help="keep the run: OUT.trace can be opened again, any other name gets a line of JSON each step",
    )
    run.add_argument("--json", action="store_true", help="print the result as JSON")
    add_force(run)
    _add_project(run)
    _add_trust(run)
    _add_export(commands)
    _add_trace(commands)
    _add_simulate(commands)
    _add_install_desktop(commands)
    _add_test(commands)
    _add_render(commands)
    return parser


def _add_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from editor.command_line.export import add_export_parser

    add_export_parser(commands)


def _add_trace(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from editor.command_line.trace import add_trace_parser

    add_trace_parser(commands)


def _add_install_desktop(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    desktop = commands.add_parser("install-desktop", help="put Mindloom into the menu of a Linux desktop")
    desktop.add_argument("--remove", action="store_true", help="take it out again")


def _add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from editor.command_line.simulate_arguments import add_simulate_parser

    add_simulate_parser(commands)


def _add_test(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    test = commands.add_parser("test", help="run behavior tests and say what does not hold")
    test.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="*.case.json files, or folders with some; this folder if not given",
    )
    test.add_argument("-k", dest="text", default="", metavar="TEXT", help="only files with it in their path")
    test.add_argument("--junit", type=Path, metavar="FILE", help="write the results as JUnit XML too")
    test.add_argument("--json", action="store_true", help="print the results as JSON")
    add_force(test)
    _add_project(test)
    _add_trust(test)


def _add_render(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    render = commands.add_parser("render", help="draw graphs as the editor does, without a window")
    render.add_argument("source", metavar="FILE[#GRAPH]", help="a document, or one graph of it by its id")
    render.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="OUT",
        help="a picture ending in .svg or .png; a folder gets a picture of every graph",
    )
    render.add_argument(
        "--theme", choices=("dark", "light", "high_contrast"), default="dark", help="dark if not given"
    )
    render.add_argument(
        "--scale", type=_scale, default=1.0, metavar="N", help="px for each px of the canvas, 1 if not given"
    )
    render.add_argument(
        "--format",
        choices=("svg", "png"),
        default="svg",
        help="of the pictures in a folder, svg if not given",
    )
    add_force(render)
    _add_project(render)


def _add_project(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--project",
        type=Path,
        metavar="PROJECT",
        help="a project file or its folder; else the mindloom.project.json found above the file",
    )


def _add_trust(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trust",
        action="store_true",
        help="run the Python modules that the project names, this once; only for folders you know",
    )


def _scale(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.05 <= number <= 16:
        raise argparse.ArgumentTypeError(f"{text!r} is no scale; write a number from 0.05 to 16")
    return number


def _add_version_control_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    diff = commands.add_parser(
        "diff",
        help="say what differs between two documents",
        epilog="The help page on minds in git says how to let git diff use it.",
    )
    diff.add_argument("old", type=Path, metavar="A")
    diff.add_argument("new", type=Path, metavar="B")
    diff.add_argument("--json", action="store_true", help="print the differences as JSON")
    diff.add_argument("--svg", type=Path, metavar="OUT", help="draw the difference too; .png makes a PNG")
    add_force(diff)
    _add_project(diff)
    merge = commands.add_parser(
        "merge",
        help="merge two documents that come from one, as a merge driver of git",
        epilog="git config merge.mindloom.driver 'mindloom merge %O %A %B --name %P', and "
        "*.mind.json merge=mindloom in .gitattributes, let git use it",
    )
    merge.add_argument("base", type=Path, metavar="BASE", help="what both sides come from")
    merge.add_argument("ours", type=Path, metavar="OURS", help="kept where both sides are opposed")
    merge.add_argument("theirs", type=Path, metavar="THEIRS")
    merge.add_argument("--out", type=Path, metavar="FILE", help="write here, not in the place of OURS")
    merge.add_argument("--name", default="", metavar="NAME", help="call the file so in messages")
    merge.add_argument("--json", action="store_true", help="print the conflicts as JSON, with all values")
    add_force(merge)
    _add_project(merge)


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 100_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of steps; write 0 or more")
    return number
