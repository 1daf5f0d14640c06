"""Run scripts in Lua that use the executor as a game does."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.executors.executor_runs import EXECUTORS, run
from tests.other_programs import path_of

FOLDER = EXECUTORS / "lua"
LUAS = ("lua5.1", "lua5.4", "luajit")
"""The programs that run Lua, by their packages."""


def lua_text(text: str) -> str:
    """Return a text as a literal of Lua, in any version, whatever is in it."""
    return '"' + "".join(f"\\{byte:03d}" for byte in text.encode("utf-8")) + '"'


def run_lua(lua: str, text: str) -> str:
    """Run a script; return what it prints. Without this Lua the test is skipped."""
    program = path_of(lua)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.lua"
        script.write_text(text, encoding="utf-8")
        return run([program, str(script)])


def run_script(text: str, data: Any = None, lua: str = "lua5.4") -> Any:
    """Run a script that may use `mindloom` and `data`; return what it `tell`s."""
    head = f"""
package.path = {lua_text(str(FOLDER / "?.lua"))} .. ";" .. package.path
local mindloom = require("mindloom")
local Mind, Minds, MindError = mindloom.Mind, mindloom.Minds, mindloom.MindError
local steering, effect, null = mindloom.steering, mindloom.effect, mindloom.null
local data = mindloom.decode({lua_text(json.dumps([data]))})[1]
local function tell(value) print(mindloom.encode(value)) end
"""
    return json.loads(run_lua(lua, head + text))
