"""`mindloom share TRACE --out PAGE.html`: make one page of a recording, to be looked at in a browser."""

from __future__ import annotations

import argparse

from editor.command_line.failures import not_written
from editor.command_line.render import need_no_display, qt_application
from editor.command_line.trace import CannotOpen, opened_recording
from editor.documents.folders.output_files import Output, base_of_output, write_output
from editor.documents.open.messages import FOUND_PROBLEMS, WELL, WRONG_USE, print_error, print_line

PAGE_SUFFIXES = (".html", ".htm")


def share_recording(chosen: argparse.Namespace) -> int:
    """Write the page and return the exit code: 1 if a graph is too large to draw, 2 for wrong use."""
    out = chosen.out
    if out.suffix.lower() not in PAGE_SUFFIXES:
        print_error(f"{out}: error: The page must end in {' or '.join(PAGE_SUFFIXES)}. Rename it.")
        return WRONG_USE
    try:
        # A page takes a while: what would not be written is refused before it is made.
        base_of_output(out, Output.RUN_PAGE, force=chosen.force)
        data = _page(chosen)
        out.parent.mkdir(parents=True, exist_ok=True)
        write_output(out, data, Output.RUN_PAGE, force=chosen.force)
    except OSError as error:
        return not_written(out, error, "The page")
    except CannotOpen:
        return WRONG_USE
    except _Refused as refusal:
        print_error(f"{chosen.recording}: error: {refusal}")
        return refusal.code
    print_line(f"wrote {out}")
    return WELL


class _Refused(Exception):
    """Carry why there is no page, and the exit code."""

    def __init__(self, said: str, code: int) -> None:
        super().__init__(said)
        self.code = code


def _page(chosen: argparse.Namespace) -> bytes:
    opened = opened_recording(chosen, chosen.recording)
    need_no_display()
    from editor.canvas.scene.graph_picture import PictureTooLarge
    from editor.sharing.run_page import CannotShare, PageWish, page_steps

    qt_application()
    wish = PageWish(chosen.title or chosen.recording.stem, tuple(chosen.agents), chosen.live)
    steps = page_steps(opened.recording, opened.session, wish)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        made: bytes = end.value
        return made
    except CannotShare as refusal:
        raise _Refused(str(refusal), WRONG_USE) from None
    except PictureTooLarge as large:
        said = f"A graph would be {large}, which is too large. Bring nearer what stands far off."
        raise _Refused(said, FOUND_PROBLEMS) from None
