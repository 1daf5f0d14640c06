"""The window on a screen where a logical pixel is one and a half dots: a second process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

LOOK = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QPoint, QSize
from editor.window.application import make_application, make_window
from editor.documents.open.sample_files import samples_folder
from editor.basics.user_state import UserState
from editor.window.offscreen_show import settle

application = make_application()
window = make_window(UserState(Path(sys.argv[1])))
window.resize(QSize(1200, 800))
window.show()
settle(application, 6)
window.open_file(samples_folder() / "tank.mind.json")
window.run.advance(60)
settle(application, 6)
picture = window.grab().toImage()
view = window.view
label = next(iter(view.canvas.machine.labels.values()))
row = window.tool_row
print(json.dumps({
    "size": [window.width(), window.height()],
    "picture": [picture.width(), picture.height()],
    "ratio": picture.devicePixelRatio(),
    "tool_row": row.height(),
    "search_in_row": row.rect().contains(row.search.geometry()),
    "icon": row.search.grab().devicePixelRatio(),
    "colors": len({picture.pixel(x, y) for x in range(0, picture.width(), 7)
                   for y in range(0, picture.height(), 7)}),
}))
window.workspace.discard_changes()
window.close()
"""


def test_the_window_keeps_its_logical_sizes_and_is_drawn_with_every_dot(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_SCALE_FACTOR": "1.5", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(tmp_path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["size"] == [1200, 800]
    assert seen["picture"] == [1800, 1200]
    assert seen["ratio"] == seen["icon"] == 1.5
    assert seen["tool_row"] == 44
    assert seen["search_in_row"]
    assert seen["colors"] > 50
    troubles = [line for line in done.stderr.splitlines() if "This plugin does not support" not in line]
    assert troubles == []
