"""Read the command line and hand on to what was asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from editor.basics.command_names import COMMANDS
from editor.basics.missing_libraries import libraries_in, packages_words
from editor.basics.terminal import CommandParser, print_line
from editor.command_line.arguments import command_parser
from editor.command_line.option_parts import add_project, add_trust
from editor.command_line.wishes import wish_of
from editor.documents.open.messages import WRONG_USE, print_error
from graphs.files.plain_file import is_there


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `mindloom` with these arguments and return the exit code: 0 well, 1 problems, 2 wrong use."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _dispatch(given)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; there is no one left to tell.
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
    chosen = command_parser(given[0]).parse_args(given)
    if chosen.command == "check":
        from editor.command_line.check import check_files

        return check_files(chosen.files, as_json=chosen.as_json, project=chosen.project, trust=chosen.trust)
    if chosen.command == "test":
        return _run_test(chosen)
    if chosen.command == "fmt":
        from editor.command_line.fmt import format_files

        return format_files(chosen.files, only_check=chosen.check, as_json=chosen.as_json, force=chosen.force)
    if chosen.command == "render":
        from editor.command_line.render import RenderWish, render_document

        return render_document(wish_of(RenderWish, chosen))
    if chosen.command in ("diff", "merge"):
        return _run_version_control(chosen)
    if chosen.command in ("trace", "share", "record"):
        return _run_with_recordings(chosen)
    if chosen.command in ("export", "import", "convert"):
        return _run_export(chosen)
    if chosen.command in ("conformance", "install-desktop"):
        return _run_beside_documents(chosen)
    if chosen.command == "simulate":
        from editor.command_line.simulate import run_simulate

        return run_simulate(chosen)
    if chosen.command == "edit":
        from editor.command_line.edit import EditWish, edit_file

        return edit_file(wish_of(EditWish, chosen))
    if chosen.command in ("schema", "kinds"):
        return _run_description(chosen)
    from editor.command_line.run import RunWish, run_document

    return run_document(wish_of(RunWish, chosen))


def _run_test(chosen: argparse.Namespace) -> int:
    from editor.command_line.case_command import CaseWish, run_cases

    paths = tuple(chosen.paths)
    if chosen.from_recording is not None:
        from editor.command_line.recorded_cases import write_recorded_cases

        written = write_recorded_cases(chosen)
        if isinstance(written, int):
            return written
        paths = (*paths, *written)
    return run_cases(wish_of(CaseWish, chosen, paths=paths))


def _run_export(chosen: argparse.Namespace) -> int:
    if chosen.command == "export":
        from editor.command_line.export_watch import run_export

        return run_export(chosen)
    if chosen.command == "import":
        from editor.command_line.import_command import import_files

        return import_files(chosen)
    from editor.command_line.convert import convert_file

    return convert_file(chosen)


def _run_version_control(chosen: argparse.Namespace) -> int:
    if chosen.command == "diff":
        from editor.command_line.diff import DiffWish, diff_files

        return diff_files(wish_of(DiffWish, chosen))
    from editor.command_line.merge import MergeWish, merge_files

    return merge_files(wish_of(MergeWish, chosen))


def _run_beside_documents(chosen: argparse.Namespace) -> int:
    if chosen.command == "conformance":
        from editor.command_line.conformance import run_conformance

        return run_conformance(chosen)
    from editor.command_line.install_desktop import install_desktop

    return install_desktop(taking_out=chosen.remove)


def _run_with_recordings(chosen: argparse.Namespace) -> int:
    if chosen.command == "share":
        from editor.command_line.share import share_recording

        return share_recording(chosen)
    if chosen.command == "record":
        from editor.command_line.record import run_record

        return run_record(chosen)
    from editor.command_line.trace import run_trace

    return run_trace(chosen)


def _run_description(chosen: argparse.Namespace) -> int:
    if chosen.command == "schema":
        from editor.command_line.schema import print_schema

        return print_schema(chosen.format)
    from editor.command_line.kinds import print_kinds

    return print_kinds(as_json=chosen.as_json, project=chosen.project)


def open_editor(files: Sequence[Path], project: Path | None, *, trust: bool = False) -> int:
    """Open the editor and return its exit code; say in words what Qt lacks."""
    try:
        from editor.window.application import run_editor
    except ImportError as error:
        remedy = packages_words(libraries_in(str(error))) or "Install what Qt needs from the system."
        print_error(
            f"The editor cannot open a window: {error}. {remedy} "
            "The commands check, run and fmt work without."
        )
        return WRONG_USE
    return run_editor(files, project, trust=trust)


def _editor_parser() -> argparse.ArgumentParser:
    parser = CommandParser(
        prog="mindloom",
        description="Draw the minds of game characters and run them live.",
        epilog="commands: mindloom check FILE…, mindloom run DOCUMENT, mindloom test PATH…, "
        "mindloom fmt FILE…, "
        "mindloom diff A B, mindloom merge BASE OURS THEIRS, mindloom edit FILE, mindloom render FILE, "
        "mindloom schema, "
        "mindloom kinds, mindloom export DOCUMENT, mindloom convert FILE, mindloom trace diff A B, "
        "mindloom share TRACE, mindloom simulate WORLD, "
        "mindloom conformance RUNNER, mindloom install-desktop; mindloom COMMAND --help says more",
    )
    parser.add_argument("files", nargs="*", type=Path, help="documents or worlds; none opens a sample")
    add_project(parser)
    add_trust(parser)
    parser.add_argument("--version", action=_ShowVersion)
    return parser


class _ShowVersion(argparse.Action):
    """Print the version, which is looked for only then."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        told = "show program's version number and exit"
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=told)

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: object, values: object, option: str | None = None
    ) -> None:
        from runtime.basics.program_version import program_version

        print_line(f"mindloom {program_version()}")
        parser.exit()
