"""Write the picture of a difference: what `mindloom diff A B --svg OUT` adds to the text."""

from __future__ import annotations

from pathlib import Path

from editor.command_line.failures import not_written
from editor.command_line.render import SUFFIXES, need_no_display, qt_application
from editor.documents.folders.output_files import Output, write_output
from editor.documents.open.messages import FOUND_PROBLEMS, WELL, WRONG_USE, print_error
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document


def write_difference_picture(
    old: Document,
    new: Document,
    registry: Registry,
    out: Path,
    *,
    theme: str = "light",
    scale: float = 1.0,
    force: bool = False,
) -> int:
    """Write the picture and return the exit code: 1 if it is too large, 2 if it cannot be written.

    The ending of `out` decides between SVG and PNG; without one of these nothing is drawn.
    """
    suffix = out.suffix.lower()
    if suffix not in SUFFIXES:
        print_error(f"{out}: error: The picture must end in {' or '.join(SUFFIXES)}. Rename it.")
        return WRONG_USE
    need_no_display()
    from editor.canvas.scene.graph_picture import PictureTooLarge
    from editor.comparison.difference_picture import difference_picture

    qt_application()
    try:
        data = difference_picture(old, new, registry, theme=theme, scale=scale, suffix=suffix)
        out.parent.mkdir(parents=True, exist_ok=True)
        write_output(out, data, Output.PICTURE, force=force)
    except PictureTooLarge as large:
        print_error(
            f"{out}: error: The picture would be {large}, which is too large. Make an SVG, or bring nearer "
            "what stands far off."
        )
        return FOUND_PROBLEMS
    except OSError as error:
        return not_written(out, error, "The picture")
    return WELL
