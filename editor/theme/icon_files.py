"""Write tinted icons where a style sheet can find them: Qt's sheets take images only from files."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from editor.theme.icons import icon_source
from editor.theme.tokens import Theme


@lru_cache(maxsize=1)
def _folder() -> Path:
    """Return a folder of this process that is removed when it ends."""
    folder = Path(tempfile.mkdtemp(prefix="mindloom-icons-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@lru_cache(maxsize=128)
def icon_file(name: str, theme: Theme, token: str, margin: int = 0) -> str:
    """Return the path, with forward slashes, of an icon tinted with a color token.

    `margin` widens the 24 px grid on every side, so that the icon is drawn smaller in its place.
    """
    source = icon_source(name).replace("currentColor", theme.color(token).name())
    if margin:
        side = 24 + 2 * margin
        source = source.replace('viewBox="0 0 24 24"', f'viewBox="{-margin} {-margin} {side} {side}"')
    path = _folder() / f"{theme.name}-{token.replace('.', '_')}-{name}-{margin}.svg"
    path.write_text(source, encoding="utf-8")
    return path.as_posix()
