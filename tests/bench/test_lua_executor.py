"""Measure a crowd of minds in the executor for Lua: `pytest -s` prints the milliseconds of a tick of all."""

from __future__ import annotations

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import export_document
from tests.executors.lua_runs import LUAS, run_script
from tests.runtime.session_of import SAMPLES

AGENTS, TICKS = 200, 200

CROWD = """
local mind, actions, conditions = Mind.parse(data.program), {}, {}
for name, each in pairs(mind.needs.actions or {}) do actions[name] = each.instant and effect or steering end
for name in pairs(mind.needs.conditions or {}) do conditions[name] = function() return false end end
local function entityField() return 1 end
local minds = Minds{ actions = actions, conditions = conditions, entityField = entityField }
for k = 1, data.agents do minds:add("a" .. k, mind) end
for _ = 1, data.ticks do minds:tick() end
local begun = os.clock()
for _ = 1, data.ticks do minds:tick() end
tell({ (os.clock() - begun) * 1000 / data.ticks })
"""


@pytest.mark.parametrize("lua", LUAS)
@pytest.mark.parametrize("sample", ["tank", "soldier", "attack_or_flee"])
def test_speed_of_a_crowd(sample: str, lua: str) -> None:
    program = export_document(load_document(SAMPLES / f"{sample}.mind.json"), builtin_registry()).data
    (took,) = run_script(CROWD, {"program": program, "agents": AGENTS, "ticks": TICKS}, lua)
    print(f"{sample} × {AGENTS} in {lua}: {took:.2f} ms a tick")
    assert took > 0
