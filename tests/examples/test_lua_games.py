"""The small game in Lua: played in plain Lua with a stand-in for LÖVE, and short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor.basics.resource_files import resource_path
from tests.executors.lua_runs import LUAS, lua_text, run_lua

GAME = resource_path("examples") / "night_guard_love"

PLAYED = """
local keys, drawn, told = {}, {}, {}
local function draw(name) return function(...) drawn[name] = (drawn[name] or 0) + 1 end end
love = {
  filesystem = { getSource = function() return FOLDER end },
  keyboard = { isDown = function(key) return keys[key] == true end },
  graphics = setmetatable({}, { __index = function(_, name) return draw(name) end }),
}
local game = dofile(FOLDER .. "/main.lua")
love.load()
local function state()
  local states = game.guard:activeStates()
  return states[#states]
end
local function play(seconds)
  for _ = 1, seconds * 50 do
    love.update(1 / 50)
    love.draw()
    if told[#told] ~= state() then told[#told + 1] = state() end
  end
end
keys.left = true
play(1)
keys.left = nil
local thief = game.places.thief[1]
game.places.thief = { game.places.guard[1] + 2, 4 }
play(0.5)
local words = game.words
game.places.thief = { 10, 13.5 }
play(12)
local encode = require("mindloom").encode
print(encode({ states = told, words = words, thief = thief, drawn = drawn, errors = #game.guard.errors }))
"""


@pytest.mark.parametrize("lua", LUAS)
def test_the_guard_sees_a_thief_and_loses_him(lua):
    told = json.loads(run_lua(lua, f"local FOLDER = {lua_text(str(GAME))}\n{PLAYED}"))
    assert told["states"][:3] == ["Patrol", "Chase", "Search"]
    assert told["states"][-1] == "Patrol"
    assert told["words"] == "Stop there!"
    assert told["thief"] == pytest.approx(8, abs=0.1)
    assert told["drawn"]["circle"] > 1000
    assert told["errors"] == 0


def test_the_game_is_short():
    lines = Path(GAME / "main.lua").read_text("utf-8").splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 120
