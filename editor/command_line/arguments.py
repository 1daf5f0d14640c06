"""Declare the arguments of the commands; nothing is imported that runs one."""

from __future__ import annotations

import argparse
from pathlib import Path

from editor.basics.terminal import CommandParser
from editor.command_line.option_parts import (
    add_agents,
    add_force,
    add_json,
    add_project,
    add_trust,
    whole_number,
)


def command_parser(command: str) -> argparse.ArgumentParser:
    """Return the parser of a call of `command`, which knows the other commands by name only."""
    parser: argparse.ArgumentParser = CommandParser(prog="mindloom")
    names = ",".join(_ADDERS)
    _ADDERS[command](parser.add_subparsers(dest="command", required=True, metavar=f"{{{names}}}"))
    return parser


def _add_check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    check = commands.add_parser("check", help="say what is wrong in documents and worlds")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add_json(check, "print a JSON list of messages")
    add_project(check)
    add_trust(check)


def _add_fmt(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    fmt = commands.add_parser("fmt", help="write files in their canonical form")
    fmt.add_argument("files", nargs="+", type=Path, metavar="FILE")
    fmt.add_argument("--check", action="store_true", help="change nothing, name files that would change")
    add_json(fmt, "print a JSON list of messages")
    add_force(fmt)


def _add_diff(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    diff = commands.add_parser(
        "diff",
        help="say what differs between two documents",
        epilog="The help page on minds in git says how to let git diff use it.",
    )
    diff.add_argument("old", type=Path, metavar="A")
    diff.add_argument("new", type=Path, metavar="B")
    add_json(diff, "print the differences as JSON")
    diff.add_argument(
        "--svg", dest="picture", type=Path, metavar="OUT", help="draw the difference too; .png makes a PNG"
    )
    add_force(diff)
    add_project(diff)


def _add_merge(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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
    add_json(merge, "print the conflicts as JSON, with all values")
    add_force(merge)
    add_project(merge)


def _add_edit(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    edit = commands.add_parser(
        "edit",
        help="make the edits of a script in a document or a world, all of them or none",
        epilog="mindloom schema edits says what a script can hold; the window records one.",
    )
    edit.add_argument("file", type=Path, metavar="FILE", help="a document or a world")
    edit.add_argument("--script", type=Path, required=True, metavar="EDITS.json", help="edits, in order")
    target = edit.add_mutually_exclusive_group(required=True)
    target.add_argument("--out", type=Path, metavar="OUT", help="write here; FILE itself may be named")
    target.add_argument("--dry-run", action="store_true", help="write nothing, print what would differ")
    add_json(edit, "print the result as JSON")
    add_force(edit)
    add_project(edit)


def _add_schema(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    schema = commands.add_parser("schema", help="print the JSON Schema of a format")
    schema.add_argument(
        "format",
        nargs="?",
        choices=(
            "document",
            "world",
            "project",
            "manifest",
            "case",
            "runtime",
            "names",
            "edits",
            "tree",
            "link",
        ),
        default="document",
    )


def _add_kinds(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    kinds = commands.add_parser("kinds", help="list the kinds of nodes, the actions and the conditions")
    add_json(kinds, "print them as JSON")
    add_project(kinds)


def _add_run(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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
    add_json(run, "print the result as JSON")
    add_force(run)
    add_project(run)
    add_trust(run)


def _add_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from editor.documents.exports.languages.listed_languages import LANGUAGES

    export = commands.add_parser(
        "export",
        help="write a document as a game loads it",
        epilog="The help page on the runtime format says what stands in the file and how it is run; the one "
        "on embedding how a game in Python loads it.",
    )
    export.add_argument(
        "document", metavar="DOCUMENT[#GRAPH]", help="a document, or one graph of it by its id"
    )
    export.add_argument(
        "--out",
        type=Path,
        metavar="X.runtime.json",
        help="else beside the document, of a sample in this folder",
    )
    export.add_argument(
        "--for",
        dest="language",
        choices=sorted(LANGUAGES),
        help="write what a game in this language needs beside it; --out may be a folder then",
    )
    export.add_argument(
        "--from",
        dest="former",
        type=Path,
        metavar="OLD",
        help="an older X.runtime.json: write how saved games of it go on, too",
    )
    export.add_argument(
        "--link", action="store_true", help="with --for, write what shows the game's minds in Mindloom too"
    )
    export.add_argument("--watch", action="store_true", help="export again whenever the document is saved")
    export.add_argument("--strip-names", action="store_true", help="leave out what is for people only")
    export.add_argument("--keep-disabled", action="store_true", help="keep what is disabled; it never runs")
    export.add_argument("--compact", action="store_true", help="write no spaces and line breaks")
    export.add_argument(
        "--rate", type=_rate, metavar="N", help="ticks per second; else those of the document's world, or 60"
    )
    export.add_argument(
        "--requirements",
        action="store_true",
        help="print what the game must supply; without --out nothing is written",
    )
    add_json(export, "print the result as JSON")
    add_project(export, "a project file or its folder")
    add_trust(export, "run the Python modules that the project names")
    add_force(export)


def _add_import(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from graphs.formats.reading import readable_formats

    imports = commands.add_parser(
        "import",
        help="make a document of files of another program, and say what became of each part",
        epilog="Exit code 0: all parts do the same here. 1: some do not, or are kept. 2: unreadable.",
    )
    imports.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files that belong together")
    imports.add_argument(
        "--as",
        dest="format",
        choices=readable_formats(),
        metavar="FORMAT",
        help=f"the format, else found by what is in the file: {', '.join(readable_formats())}",
    )
    imports.add_argument("--out", type=Path, metavar="X.mind.json", help="the document, else in this folder")
    _add_report(imports)
    imports.add_argument(
        "--add-to-project",
        action="store_true",
        help="let the project above the document name the actions that were found",
    )
    imports.add_argument(
        "--run-module",
        action="store_true",
        help="let node run a module of JavaScript to ask it for its machines; only for files you know",
    )
    add_json(imports, "print the report as JSON")
    add_force(imports)
    add_project(imports)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--report", type=Path, metavar="R.json", help="write what became of each part")
    parser.add_argument("--strict", action="store_true", help="write nothing where a part would do otherwise")


def _add_convert(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from editor.command_line.convert import target_formats

    convert = commands.add_parser(
        "convert",
        help="write a document in another format, or read one that is written so",
        epilog="The help pages on formats say what becomes of each part.",
    )
    convert.add_argument("file", type=Path, metavar="FILE", help="X.mind.json, or a file that is imported")
    convert.add_argument(
        "--to",
        required=True,
        choices=target_formats(),
        metavar="FORMAT",
        help=f"the format to write: {', '.join(target_formats())}",
    )
    convert.add_argument(
        "--out", type=Path, metavar="OUT", help="else beside FILE, of a sample in this folder"
    )
    _add_report(convert)
    add_force(convert)
    add_project(convert)


def _add_trace(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    trace = commands.add_parser("trace", help="compare recordings of runs, or write them in another form")
    kinds = trace.add_subparsers(dest="what", required=True)
    diff = kinds.add_parser("diff", help="say where two recordings of one world first differ")
    diff.add_argument("first", type=Path, metavar="A")
    diff.add_argument("second", type=Path, metavar="B")
    info = kinds.add_parser("info", help="say what is in a recording")
    info.add_argument("first", type=Path, metavar="TRACE")
    export = kinds.add_parser("export", help="write a recording as JSON lines or as a Chrome trace")
    export.add_argument("first", type=Path, metavar="TRACE")
    export.add_argument("--out", type=Path, required=True, metavar="OUT", help="ending in .jsonl or .json")
    add_force(export)
    stats = kinds.add_parser("stats", help="say how often everything happened, and what never did")
    stats.add_argument("files", type=Path, nargs="+", metavar="TRACE", help="several are counted together")
    stats.add_argument("--agent", metavar="AGENT", help="count one agent alone")
    stats.add_argument("--from", dest="begin", type=int, default=0, metavar="TICK", help="the first tick")
    stats.add_argument("--to", dest="last", type=int, metavar="TICK", help="the last tick")
    for each in (diff, info, stats):
        add_json(each, "print the result as JSON")
    for each in (diff, info, export, stats):
        add_project(each, "whose actions the minds use")
        add_trust(each, "run the Python modules that the project names")


def _add_share(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    share = commands.add_parser(
        "share",
        help="make a page for a browser of a recording, which needs nothing else",
        epilog="The help page on debugging says what the page shows and how to go through it.",
    )
    share.add_argument("recording", type=Path, metavar="TRACE")
    share.add_argument("--out", type=Path, required=True, metavar="PAGE.html")
    share.add_argument("--title", metavar="TITLE", help="the name of the recording if not given")
    add_agents(share, "show this mind; may be given again. Else the first twelve")
    share.add_argument("--live", action="store_true", help="let the page run the minds too, on what one sets")
    add_force(share)
    add_project(share)
    add_trust(share)


def _add_record(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    record = commands.add_parser(
        "record",
        help="keep what a running game tells of its minds",
        epilog="The help page on links says how a game connects. Its token is MINDLOOM_TOKEN, or made.",
    )
    record.add_argument(
        "minds", type=Path, nargs="*", metavar="DOCUMENT", help="what the game was exported from"
    )
    record.add_argument("--link", required=True, metavar="[HOST]:PORT", help="where to wait for the game")
    record.add_argument("--out", type=Path, required=True, metavar="R.trace")
    record.add_argument("--ticks", type=_count, metavar="N", help="end after so many")
    add_force(record)


def _add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from editor.command_line.simulate_arguments import add_simulate_parser

    add_simulate_parser(commands)


def _add_install_desktop(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    desktop = commands.add_parser("install-desktop", help="put Mindloom into the menu of a Linux desktop")
    desktop.add_argument("--remove", action="store_true", help="take it out again")


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
    add_json(test, "print the results as JSON")
    test.add_argument(
        "--from-recording",
        type=Path,
        metavar="R.trace",
        help="make a case of what each mind did in a recording, beside its document, and run these",
    )
    add_agents(test, "of this one; may be repeated")
    add_force(test)
    add_project(test)
    add_trust(test)


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
    add_project(render)


def _add_conformance(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    suite = commands.add_parser("conformance", help="hold an executor of exports against the suite of cases")
    suite.add_argument(
        "--suite", type=Path, metavar="FILE", help="an archive of cases; else that of a checkout"
    )
    suite.add_argument(
        "--only", default="", metavar="WORD", help="cases named so, or that use this op or line"
    )
    suite.add_argument("--case", default="", metavar="ID", help="one case, with all that differs first")
    suite.add_argument("--list", action="store_true", help="name the cases, run nothing")
    suite.add_argument("--seconds", type=float, default=600.0, help="how long a runner may be silent (600)")
    suite.add_argument(
        "runner",
        nargs=argparse.REMAINDER,
        metavar="RUNNER [ARGS…]",
        help="what answers cases, as the help says",
    )


_ADDERS = {
    "check": _add_check,
    "fmt": _add_fmt,
    "diff": _add_diff,
    "merge": _add_merge,
    "edit": _add_edit,
    "schema": _add_schema,
    "kinds": _add_kinds,
    "run": _add_run,
    "export": _add_export,
    "import": _add_import,
    "convert": _add_convert,
    "trace": _add_trace,
    "share": _add_share,
    "record": _add_record,
    "simulate": _add_simulate,
    "install-desktop": _add_install_desktop,
    "test": _add_test,
    "render": _add_render,
    "conformance": _add_conformance,
}
"""What declares a command's arguments, in the order in which the usage names them."""


def _scale(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.05 <= number <= 16:
        raise argparse.ArgumentTypeError(f"{text!r} is no scale; write a number from 0.05 to 16")
    return number


def _count(text: str) -> int:
    return whole_number(text, 0, 100_000_000, "number of steps; write 0 or more")


def _rate(text: str) -> int:
    from runtime.export.export_problem import MOST_RATE

    return whole_number(text, 1, MOST_RATE, f"rate; write a whole number from 1 to {MOST_RATE}")
