"""Write the file of a page: a template of `resources/share/` with the run as data.

The data are JSON, deflated, in base64: nothing in them can be taken for markup. `page.js` alone reads them.
"""

from __future__ import annotations

import base64
import html
import json
import zlib
from collections.abc import Generator, Iterator, Mapping

from editor.basics.resource_files import resource_path
from editor.sharing.fragments import PAGE_THEMES, Palette
from editor.theme.tokens import Theme, load_theme

_CHUNK = 65_536
"""So many bytes are packed at once."""


def page_file(facts: Mapping[str, object], palette: Palette, title: str) -> Generator[float, None, bytes]:
    """Put data into the template, a stretch at a time; yield the share done and return the file.

    Where there are facts on what is `live` the JavaScript executor is in it too.
    """
    live = "live" in facts
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed: list[bytes] = []
    for place, text in enumerate(_json_pieces(facts)):
        for start in range(0, len(text), _CHUNK):
            packed.append(packer.compress(text[start : start + _CHUNK]))
            yield min(1.0, place / (len(facts) + 8))
    packed.append(packer.flush())
    pieces = {
        "title": html.escape(title),
        "style": _theme_style(palette) + _template("page.css"),
        "data": base64.b64encode(b"".join(packed)).decode("ascii"),
        "executor": _executor() if live else "",
        "script": _template("page.js") + (_template("live.js") if live else ""),
    }
    page = _template("page.html")
    for name, piece in pieces.items():
        page = page.replace(f"<!--{name}-->", piece)
    return page.encode("utf-8")


def _json_pieces(facts: Mapping[str, object]) -> Iterator[bytes]:
    """Yield data as JSON, long lists entry by entry."""
    opening = "{"
    for key, value in facts.items():
        head, opening = f"{opening}{json.dumps(key)}:", ","
        entries = value if isinstance(value, list) and value and isinstance(value[0], dict) else None
        for place, entry in enumerate(entries or (value,)):
            written = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
            before = head if place == 0 else ","
            bracket = "[" if entries and place == 0 else ""
            end = "]" if entries and place == len(entries) - 1 else ""
            yield f"{before}{bracket}{written}{end}".encode()
    yield b"}"


def _template(name: str) -> str:
    return resource_path("share", name).read_text(encoding="utf-8")


def _executor() -> str:
    """Return the executor as a module in the page; what the page uses of it is put where it is found."""
    module = resource_path("executors", "javascript", "mindloom.mjs").read_text(encoding="utf-8")
    return f'<script type="module">\n{module}\nglobalThis.MindloomExecutor = {{ Mind, Minds }};\n</script>\n'


def _theme_style(palette: Palette) -> str:
    light, dark = (
        f"{_theme_variables(load_theme(name))}{palette.declared(place)}"
        for place, name in enumerate(PAGE_THEMES)
    )
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
    )


def _theme_variables(theme: Theme) -> str:
    colors = {token: color.name() for token, color in theme.colors.items()}
    return "".join(
        f"--{token.replace('.', '-').replace('_', '-')}:{color};" for token, color in colors.items()
    )
