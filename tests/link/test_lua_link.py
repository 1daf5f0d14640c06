"""A game in Lua with a link, over a connection that the test writes: what is told, done, refused and lost."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.export_document import Export, export_document
from runtime.export.load_program import load_program
from runtime.export.program_json import ProgramFiles
from runtime.link.game_answers import answered_library
from tests.executors.engine_game import Json
from tests.executors.lua_runs import FOLDER, LUAS, run_script
from tests.executors.random_upgrades import WRITTEN
from tests.link.linked_runs import curved_mind
from tests.runtime.lone_brain import REGISTRY, document, machine, tree

SCRIPTED: Json = {"kind": "action", "action": "scripted", "params": {"script": "S"}}

HEAD = """
local GameLink = require("mindloom_link")
local unpacked = table.unpack or unpack
local peer = { sent = "", coming = {}, isThere = true, connects = 0, room = 1e9 }
function peer.connect(host, port)
  peer.connects, peer.sent, peer.address = peer.connects + 1, "", host .. " " .. port
  return peer.isThere and {} or nil
end
function peer.send(_, bytes)
  if not peer.isThere then return nil end
  local count = math.min(#bytes, peer.room)
  peer.sent, peer.room = peer.sent .. bytes:sub(1, count), peer.room - count
  return count
end
function peer.receive() if not peer.isThere then return nil end return table.remove(peer.coming, 1) or "" end
function peer.close() peer.isClosed = true end

local function framed(text) return string.char(0, 0, math.floor(#text / 256), #text % 256) .. text end
local function come(frame) table.insert(peer.coming, framed(mindloom.encode(frame))) end
-- Return the frames that were sent, and forget them.
local function told()
  local found, at = setmetatable({}, getmetatable(mindloom.decode("[]"))), 1
  if peer.sent:sub(1, 4) == "MLK1" then at = 5 end
  while at <= #peer.sent do
    local a, b, c, d = peer.sent:byte(at, at + 3)
    local size = ((a * 256 + b) * 256 + c) * 256 + d
    found[#found + 1] = mindloom.decode(peer.sent:sub(at + 4, at + 3 + size))
    at = at + 4 + size
  end
  peer.sent = ""
  return found
end
local function kinds()
  local found = {}
  for k, each in ipairs(told()) do found[k] = each.frame end
  return found
end
local function linked(minds, given)
  given = given or {}
  given.sockets, given.token = peer, "T"
  local link = GameLink(minds, given)
  come({ frame = "welcome", editor = "1" })
  return link
end
"""

GAME = """
local answers, log = { S = "running" }, {}
local actions = { scripted = function(context) return answers[context.agent] or answers.S end }
local minds = Minds{ seed = 3, actions = actions }
local mind = Mind.parse(data.program, data.names)
"""


def exported(graph: Json, **more: Any) -> Export:
    return export_document(document({"g": graph}, **more), REGISTRY)


def waiting_mind() -> Export:
    """Return a mind that acts, with variables, and an event that it listens for."""
    states = {"calm": {"activity": SCRIPTED}, "woken": {"activity": SCRIPTED}}
    edges = {"wake": {"from": "calm", "to": "woken", "event": "bell"}}
    return exported(
        machine(states, edges),
        variables={
            "x": {"type": "int"},
            "at": {"type": "vector"},
            "all": {"type": "int", "scope": "world", "default": 2},
        },
        events={"bell": {"payload": {"far": "float"}}},
    )


def half_asleep() -> tuple[Export, int]:
    """Return a mind whose machine does not run, behind a guard, and the row of a state in it."""
    asleep = {"kind": "run_machine", "graph": "inner", "guard": {"test": "on", "abort": "self"}}
    nodes = {"root": {"kind": "selector", "children": ["m", "w"]}, "m": asleep, "w": SCRIPTED}
    graphs = {"g": tree(nodes), "inner": machine({"s": {"activity": SCRIPTED}})}
    export = export_document(document(graphs, variables={"on": {"type": "bool"}}), REGISTRY)
    rows: Any = export.data["rows"]
    return export, next(k for k, row in enumerate(rows) if row["op"] == "state")


TOLD_CURVES: Json = {"urge": [[-1.5, 1], [0, 5.1], [0, "-0"], [1e300, 5]]}
"""Tables of an agent's own as they are told; the game has a zero with a sign in them."""


def own_curves() -> Json:
    """Return tables of an agent's own, as a game gives them."""
    return {"urge": [[-1.5, 1], [0, 5.1], [0, -0.0], [1e300, 5]]}


NOT_ENTERED = "The state was not entered: its machine did not run in this tick, or the tick was cut short."


def play(script: str, export: Export | None = None, lua: str = "lua5.4", **more: Any) -> Any:
    """Return what a game tells; it has `minds`, `mind`, `peer` and `linked`."""
    used = export or exported(tree({"root": SCRIPTED}), variables={"x": {"type": "int"}})
    return run_script(HEAD + GAME + script, {"program": used.data, "names": used.names, **more}, lua)


# -- what is told --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lua", LUAS)
def test_nothing_is_told_before_the_welcome_and_then_all_from_its_begin(lua: str) -> None:
    first, second = play(
        """
        minds:add("a", mind, { x = 4 })
        local link = GameLink(minds, { sockets = peer, token = "T", game = "G", outline = { { 0, 1 } } })
        link:tick()
        minds:get("a"):set("x", 5)
        link:tick()
        local before = told()
        come({ frame = "welcome" })
        minds:get("a"):set("x", 6)
        link:tick()
        answers.S = "success"
        minds:get("a"):set("x", 7)
        link:tick()
        tell({ before, told() })
        """,
        lua=lua,
    )
    (hello,) = first
    assert hello | {"programs": 0} == {
        "frame": "hello",
        "link": 1,
        "token": "T",
        "game": "G",
        "executor": "lua",
        "rate": 60,
        "seed": 3,
        "programs": 0,
        "can": ["pause", "step", "speed", "swap", "break", "order"],
        "outline": [[0, 1]],
    }
    came, then = (tick["agents"]["a"] for tick in second)
    assert [tick["tick"] for tick in second] == [2, 3]
    assert came["mind"] == came["save"]["mind"] == hello["programs"][0]
    assert came["save"]["ints"][-1] == 6 or 6 in came["save"]["ints"]
    assert came["asked"] == [[0, "action", 0, "scripted", "tick", "running"]]
    assert came["out"] == [0, 1]
    assert then == {
        "in": [["set", "x", 7]],
        "asked": [[0, "action", 0, "scripted", "tick", "success"]],
        "out": [0, 2],
        "is": "success",
    }


def test_a_program_that_is_asked_for_can_be_loaded() -> None:
    export = waiting_mind()
    (frame,) = play(
        """
        minds:add("a", mind)
        local link = linked(minds)
        link:tick() told()
        come({ frame = "program", hash = mind.hash })
        link:poll()
        tell(told())
        """,
        export,
    )
    loaded = load_program(frame["program"], answered_library(["scripted"]), names=frame["names"])
    assert frame["hash"] == frame["program"]["hash"] == export.data["hash"]
    assert len(loaded.program.rows) == len(frame["program"]["rows"])


def test_agents_that_come_go_and_do_not_tick_are_told() -> None:
    first, second, third = play(
        """
        minds:add("a", mind) minds:add("b", mind)
        local function place(agent) return agent.id == "a" and { 1, 2, 90 } or nil end
        local link = linked(minds, { place = place })
        link:tick({ "b" })
        minds:remove("b") minds:add("c", mind)
        link:tick() link:tick()
        local found = told()
        tell({ found[2], found[3], found[4] })
        """
    )
    assert first["still"] == ["a"]
    assert "out" not in first["agents"]["a"]
    assert first["agents"]["a"]["at"] == [1, 2, 90]
    assert second["gone"] == ["b"]
    assert set(second["agents"]) == {"a", "c"}
    assert "mind" in second["agents"]["c"]
    assert third == {"frame": "tick", "tick": 2}


def test_saves_come_again_but_not_of_all_in_one_tick() -> None:
    saves = play(
        """
        for k = 1, 3 do minds:add("a" .. k, mind) end
        local link = linked(minds, { keySeconds = 0.1 }) -- 6 ticks
        local found = {}
        for _ = 1, 13 do link:tick() end
        for k, frame in ipairs(told()) do
          local count = 0
          for _, each in pairs(frame.agents or {}) do if each.save then count = count + 1 end end
          found[k] = count
        end
        tell(found)
        """
    )
    assert saves[1] == 3
    assert sum(saves[2:]) == 6
    assert max(saves[2:]) == 1


def test_a_halt_and_a_save_that_is_restored_are_told_with_a_save() -> None:
    halted, restored = play(
        """
        local agent = minds:add("a", mind)
        local link = linked(minds)
        link:tick()
        local saved = agent:save()
        agent:halt() agent:restart()
        link:tick()
        agent:restore(saved)
        link:tick()
        local found = told()
        tell({ found[3].agents.a, found[4].agents.a })
        """
    )
    assert halted["in"] == [["halt"], ["restart"]]
    assert "mind" not in halted
    assert "save" in halted
    assert halted["asked"][0] == [0, "action", 0, "scripted", "enter", "success"]
    assert "in" not in restored
    assert "mind" in restored


def test_a_game_that_goes_on_from_another_tick_connects_again() -> None:
    told = play(
        """
        minds:add("a", mind)
        local link = linked(minds)
        local saved = minds:save()
        link:tick()
        minds:restore(saved)
        told()
        link:tick()
        local log = { kinds(), link.isConnected }
        come({ frame = "welcome" })
        for _ = 1, 61 do link:tick() end
        log[3] = told()[1].frame
        log[4] = link.isConnected
        tell(log)
        """
    )
    assert told == [["end"], False, "hello", True]


def test_a_watcher_is_told_in_order() -> None:
    told = play(
        """
        local watcher = setmetatable({}, { __index = function(_, name)
          return function(_, agent, what)
            local kind = type(what) == "table" and (what.name or what[4] or what[1]) or what
            log[#log + 1] = name .. (type(agent) == "table" and "" or " " .. agent) .. " " .. tostring(kind)
          end
        end })
        local agent = minds:add("a", mind)
        minds.watcher = watcher
        agent:set("x", 1)
        agent:post("bell", { far = 2 })
        pcall(agent.set, agent, "x", "no number")
        pcall(agent.post, agent, "bell", {})
        minds:tick()
        local saved = agent:save()
        minds:setShared("all", 7)
        agent:halt() agent:restart() agent:restore(saved)
        tell(log)
        """,
        waiting_mind(),
    )
    assert told == [
        "put x",
        "posted bell",
        "asks enter",
        "answered enter",
        "asks tick",
        "answered tick",
        "sharedPut all nil",
        "asks halt",
        "answered halt",
        "halted nil",
        "restarted nil",
        "restored nil",
    ]


# -- what Mindloom asks for ----------------------------------------------------------------------------


def test_the_editor_writes_variables_and_posts_events() -> None:
    (tick,) = play(
        """
        minds:add("a", mind) minds:add("b", mind)
        local link = linked(minds)
        link:tick() told()
        come({ frame = "set", agent = "a", name = "at", to = { 1.5, 2 } })
        come({ frame = "post", event = "bell", with = { far = "Infinity" }, agent = null })
        come({ frame = "post", event = "bell", with = { far = 2.5 }, agent = null })
        come({ frame = "shared", name = "all", to = 9 })
        for _ = 1, 4 do link:poll() end
        link:tick()
        tell(told())
        """,
        waiting_mind(),
    )[-1:]
    assert tick["agents"]["a"]["in"] == [["set", "at", [1.5, 2]], ["post", "bell", {"far": 2.5}]]
    assert tick["agents"]["b"]["in"] == [["post", "bell", {"far": 2.5}]]
    assert tick["shared"] == {"all": 9}


def test_what_cannot_be_done_is_refused_in_words_and_changes_nothing() -> None:
    frames: list[Json] = [
        {"frame": "set", "agent": "a", "name": "x", "to": "far"},
        {"frame": "set", "agent": "z", "name": "x", "to": 1},
        {"frame": "shared", "name": "none", "to": 1},
        {"frame": "post", "event": "gong"},
        {"frame": "post", "event": "bell", "with": {"far": "near"}},
        {"frame": "step", "ticks": 0},
        {"frame": "speed", "factor": -1},
        {"frame": "break", "at": [{"row": 1}]},
        {"frame": "program", "hash": "0"},
        {"frame": "swap", "program": {}, "upgrade": {}},
        {"frame": "order", "agent": "z", "program": waiting_mind().data["hash"], "row": 3, "to": "success"},
        {"frame": "order", "agent": "a", "program": "0", "row": 3, "to": "success"},
        {"frame": "order", "agent": "a", "program": waiting_mind().data["hash"], "row": 0, "to": "success"},
        {"frame": "dance"},
    ]
    refused, same = play(
        """
        minds:add("a", mind)
        local link = linked(minds)
        link:tick() told()
        local before = mindloom.encode(minds:save())
        for _, each in ipairs(data.frames) do come(each) link:poll() end
        tell({ told(), before == mindloom.encode(minds:save()) })
        """,
        waiting_mind(),
        frames=frames,
    )
    assert [each["about"] for each in refused] == [each["frame"] for each in frames[:-1]]
    assert all(each["why"] for each in refused)
    assert [each["why"] for each in refused[-2:]] == [
        "The agent thinks with another program by now.",
        "Row 0 is no node that can be forced.",
    ]
    assert same


def test_orders_are_done_told_back_and_told_beside_a_save() -> None:
    first, second, third = play(
        """
        minds:add("a", mind)
        local link, hash = linked(minds, { keySeconds = 0.01 }), mind.hash -- a save in each tick
        link:tick() told()
        come({ frame = "order", agent = "a", program = hash, row = 5, to = "success" })
        link:poll()
        come({ frame = "order", agent = "a", program = hash, row = 3, to = "disabled" })
        link:tick()
        come({ frame = "order", agent = "a", program = hash, row = 3, to = null })
        link:poll()
        come({ frame = "order", agent = "a", program = hash, row = 4, to = "enter" })
        link:tick()
        answers.a = "failure"
        link:tick()
        tell(told())
        """,
        waiting_mind(),
    )
    assert first["agents"]["a"]["in"] == [["order", 5, "success"], ["order", 3, "disabled"]]
    assert first["agents"]["a"]["orders"] == [[3, "disabled"], [5, "success"]]
    assert first["agents"]["a"]["asked"] == [[0, "action", 3, "scripted", "halt", "success"]]
    assert second["agents"]["a"]["in"] == [["order", 3, None], ["order", 4, "enter"]]
    assert second["agents"]["a"]["orders"] == [[5, "success"], [4, "enter"]]
    assert second["agents"]["a"]["out"] == [1, 3, 3, 0, 4, 2, 5, 2]
    assert "orders" not in third["agents"]["a"]


@pytest.mark.parametrize("lua", LUAS)
def test_a_mind_that_is_ordered_what_to_do_goes_on_by_itself_when_that_is_taken_back(lua: str) -> None:
    told = play(
        """
        local agent = minds:add("a", mind)
        local plain = mindloom.encode(minds:save())
        for _, to in ipairs({ "success", "", "disabled", "", null }) do
          if to ~= "" then agent:order(0, to) end
          minds:tick()
          table.insert(log, { agent.status, #agent:ordered() })
        end
        agent:restart()
        agent:order(0, "disabled") agent:order(0, "failure")
        local agents = mindloom.decode(plain).agents
        table.insert(log, { mindloom.encode(minds:save().agents) == mindloom.encode(agents) })
        table.insert(log, agent:ordered()[1])
        local function count() table.insert(log, { #agent:ordered() }) end
        agent:restart() count() agent:order(0, "disabled")
        agent:restore(mindloom.decode(plain).agents.a) count() agent:order(0, "disabled")
        minds:restore(mindloom.decode(plain)) count() agent:order(0, "disabled")
        agent:halt() count()
        tell(log)
        """,
        lua=lua,
    )
    ticks = [["success", 0], ["running", 0], ["skipped", 1], ["skipped", 1], ["running", 0]]
    assert told == [*ticks, [True], [0, "failure"], [0], [0], [0], [0]]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("agent:order(0, 'enter')", "Row 0 is no state that can be entered."),
        ("agent:order(1, 'success')", "Row 1 is no node that can be forced."),
        ("agent:order(nil, nil)", "Row nil is no node that can be forced."),
        (
            "agent:order(0, 'running')",
            "An order is success, failure, skipped, disabled, enter or nil, not running.",
        ),
        ("agent:halt() agent:order(0, null)", "The mind has ended; it takes no orders."),
    ],
)
def test_what_cannot_be_ordered_is_refused(order: str, words: str) -> None:
    told = play(
        f"""
        local agent = minds:add("a", mind)
        local isDone, problem = pcall(function() {order} end)
        tell({{ isDone, problem.message, #agent:ordered() }})
        """
    )
    assert told == [False, words, 0]


def test_a_mind_takes_no_orders_in_a_tick() -> None:
    told = play(
        """
        local agent
        minds = Minds{ actions = { scripted = function() agent:order(0, "success") end } }
        agent = minds:add("a", mind)
        minds:tick()
        tell({ agent.errors[1].message, #agent:ordered() })
        """
    )
    assert told == ["scripted failed: A tick is under way; give orders when it is over.", 0]


def test_a_state_whose_machine_does_not_run_is_not_entered() -> None:
    export, row = half_asleep()
    told = play(
        f"""
        local agent = minds:add("a", mind)
        agent:order({row}, "enter")
        minds:tick()
        tell({{ agent.errors, #agent:ordered() }})
        """,
        export,
    )
    assert [each["message"] for each in told[0]] == [NOT_ENTERED]
    assert told[1] == 0


@pytest.mark.parametrize("lua", LUAS)
def test_tables_of_an_agents_own_are_told_with_its_mind(lua: str) -> None:
    first, second, third = play(
        """
        minds:add("a", mind)
        minds:add("b", mind, nil, data.own)
        local link = linked(minds, { keySeconds = 0.01 })
        link:tick() link:tick()
        minds:get("b"):restore(minds:get("b"):save())
        link:tick()
        local frames = told()
        tell({ frames[2], frames[3], frames[4] })
        """,
        curved_mind(),
        lua,
        own=own_curves(),
    )
    assert "curves" not in first["agents"]["a"]
    assert first["agents"]["b"]["curves"] == third["agents"]["b"]["curves"] == TOLD_CURVES
    assert "curves" not in second["agents"]["b"]


def test_a_game_is_held_stepped_and_let_go_on() -> None:
    told = play(
        """
        local link, found = nil, {}
        minds:add("a", mind)
        link = linked(minds)
        link:tick() told()
        local function after(frame)
          come(frame)
          local done = {}
          for k = 1, 4 do done[k] = link:tick() end
          found[#found + 1] = { done, minds.tickNow, kinds() }
        end
        after({ frame = "pause" })
        after({ frame = "step", ticks = 2 })
        after({ frame = "resume" })
        answers.S = "success"
        after({ frame = "break", at = { { program = mind.hash, row = 0, mask = 7, is = 2 } } })
        after({ frame = "speed", factor = 2.5 })
        found[#found + 1] = link.speed
        peer.isThere = false
        link:tick()
        found[#found + 1] = { link.isHeld, link.speed }
        tell(found)
        """
    )
    assert told == [
        [[False] * 4, 1, ["held"]],
        [[True, True, False, False], 3, ["tick", "tick", "held"]],
        [[True] * 4, 7, ["going", "tick", "tick", "tick", "tick"]],
        [[True, False, False, False], 8, ["tick", "held"]],
        [[False] * 4, 8, {}],
        2.5,
        [False, 1],
    ]


def test_what_is_not_watched_is_not_told_and_begins_again() -> None:
    told = play(
        """
        minds:add("a", mind)
        local link = linked(minds)
        link:tick() told()
        come({ frame = "watch", detail = "off" })
        come({ frame = "step", ticks = 2 })
        link:poll()
        local log = { link:tick(), link:tick(), link:tick(), kinds(), minds.watcher == nil }
        come({ frame = "watch", detail = "all" })
        come({ frame = "resume" })
        link:poll() link:poll() link:tick()
        log[6] = told()[2].agents.a.mind ~= nil
        tell(log)
        """
    )
    assert told == [True, True, False, ["held"], True, True]


# -- connections that are lost --------------------------------------------------------------------------


def test_a_game_with_a_wrong_token_does_not_ask_again() -> None:
    told = play(
        """
        minds:add("a", mind)
        local link = GameLink(minds, { sockets = peer, token = "wrong" })
        come({ frame = "refused", why = "The token is another." })
        for _ = 1, 200 do link:tick() end
        tell({ peer.connects, link.trouble, minds.tickNow, peer.isClosed })
        """
    )
    assert told == [1, "The token is another.", 200, True]


def test_a_lost_editor_is_found_again_a_second_later() -> None:
    told = play(
        """
        minds:add("a", mind)
        local link = linked(minds)
        link:tick()
        peer.isThere = false
        for _ = 1, 125 do link:tick() end
        local log = { peer.connects, link.isConnected, minds.watcher == nil, link.trouble }
        peer.isThere = true
        come({ frame = "welcome" })
        for _ = 1, 60 do link:tick() end
        local found = told()
        log[5] = found[1].frame
        log[6] = found[2].agents.a.mind ~= nil
        log[7] = minds.tickNow
        tell(log)
        """
    )
    assert told == [3, False, True, "Mindloom is not there.", "hello", True, 186]


def test_a_game_without_a_welcome_hangs_up() -> None:
    told = play(
        """
        minds:add("a", mind)
        local link = GameLink(minds, { sockets = peer, token = "T" })
        for _ = 1, 301 do link:tick() end
        tell({ peer.isClosed, link.trouble })
        """
    )
    assert told == [True, "Mindloom does not answer."]


def test_a_frame_may_come_and_go_in_pieces() -> None:
    told = play(
        """
        minds:add("a", mind)
        local link = GameLink(minds, { sockets = peer, token = "T" })
        peer.room = 3
        local text = framed('{"frame": "welcome"}')
        for k = 1, #text, 3 do peer.coming[#peer.coming + 1] = text:sub(k, k + 2) end
        local log = {}
        for k = 1, 8 do link:tick() log[k] = link.isConnected end
        log[9] = peer.sent
        peer.room = 1e9
        link:tick()
        log[10] = kinds()
        tell(log)
        """
    )
    assert told == [*[False] * 7, True, "MLK", ["hello", "tick", "tick"]]


@pytest.mark.parametrize(
    "bytes_of",
    [
        'string.char(255, 255, 255, 255) .. "x"',
        'framed("{")',
        'framed("[1]")',
        'framed("null")',
        "framed('{\"frame\": 3}')",
        "framed(string.rep('[', 60000))",
        'framed("")',
    ],
)
def test_bytes_that_are_no_frame_end_the_connection(bytes_of: str) -> None:
    told = play(
        f"""
        minds:add("a", mind)
        local link = linked(minds)
        link:tick()
        table.insert(peer.coming, {bytes_of})
        link:tick()
        tell({{ link.isConnected, peer.isClosed, minds.tickNow, link.trouble }})
        """
    )
    assert told == [False, True, 2, "Mindloom sent something that is no frame."]


def test_an_editor_that_reads_nothing_is_left_at_64_megabytes() -> None:
    told = play(
        """
        minds:add("a", mind)
        local link = linked(minds, { outline = nil })
        link:tick()
        peer.room = 0
        local ticks, long = 0, string.rep("x", 1024 * 1024)
        while link.isConnected do ticks = ticks + 1 link:say({ frame = "x", words = long }) end
        tell({ ticks, link.trouble })
        """
    )
    assert told == [64, "Mindloom reads too slowly."]


# -- another program while the game runs ----------------------------------------------------------------


def upgrade_of(old: Export, new: Export) -> Json:
    return dict(upgrade_table(*(ProgramFiles(each.data, each.names) for each in (old, new))))


def written(graph: Json, **more: Json) -> Export:
    variables: Json = {"n": {"type": "int"}, "places": {"type": "int", "scope": "world", "default": 2}}
    return exported(graph, variables={**variables, **more}, events={"two": {}})


@pytest.mark.parametrize("name", WRITTEN)
def test_a_swap_carries_over_what_a_restored_save_does(name: str) -> None:
    old, new = written(WRITTEN[name][0]), written(WRITTEN[name][1], more={"type": "float", "default": 1.5})
    one, other, count = run_script(
        """
        local function game(program)
          local minds = Minds{ seed = 5 }
          minds:add("me", Mind.parse(program))
          return minds
        end
        local running, fresh = game(data.old), game(data.new)
        for _ = 1, 5 do running:tick() end
        fresh:restore(running:save(), { data.upgrade })
        local count = running:swap(Mind.parse(data.new), data.upgrade)
        running:tick() fresh:tick()
        tell({ running:save(), fresh:save(), count })
        """,
        {"old": old.data, "new": new.data, "upgrade": upgrade_of(old, new)},
    )
    assert one == other
    assert count == 1


def beside(*names: str) -> Export:
    """Return a mind of actions side by side."""
    actions = {name: {"kind": "action", "action": "scripted", "params": {"script": name}} for name in names}
    root = {"kind": "parallel", "children": list(names)}
    return exported(tree({"root": root, **actions}))


SWAPPED = """
local Action = {}
for _, step in ipairs({ "enter", "tick", "halt" }) do
  Action[step] = function(_, context, given)
    log[#log + 1] = step .. " " .. given.script
    return "running"
  end
end
minds = Minds{ actions = { scripted = Action } }
local agent = minds:add("a", mind)
minds:tick()
log = {}
"""


@pytest.mark.parametrize("lua", LUAS)
def test_a_swap_keeps_what_runs_and_halts_what_goes(lua: str) -> None:
    old, new = beside("p", "q", "r"), beside("q", "s")
    told = play(
        SWAPPED
        + """
        agent:order(2, "disabled")
        local count = minds:swap(Mind.parse(data.new), mindloom.encode(data.upgrade))
        count = count - #agent:ordered()
        minds:tick()
        tell({ count, agent == minds:get("a"), agent.mind.hash, log })
        """,
        old,
        lua,
        new=new.data,
        upgrade=upgrade_of(old, new),
    )
    log = ["halt p", "halt r", "tick q", "enter s", "tick s"]
    assert told == [1, True, new.data["hash"], log]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("data.new.needs.actions.fly = {}", "The mind needs the action 'fly'"),
        ("data.new.rate = 7", "The mind is for 7 ticks per second"),
        ("data.upgrade.from = 'another'", "does not lead from the mind of an agent"),
        ("data.upgrade.to = 'another'", "does not lead from the mind of an agent"),
        ("data.upgrade.version = 2", "It is no mindloom-upgrade of version 1"),
        ("data.upgrade.rows[1].row = 99", "there is no place 99"),
        ("data.upgrade.begin.bytes = ''", "is damaged"),
    ],
)
def test_a_swap_that_does_not_fit_is_refused_whole(change: str, words: str) -> None:
    old, new = beside("p", "q"), beside("q", "s")
    is_done, message, same, log = play(
        SWAPPED
        + f"""
        local before = mindloom.encode(minds:save())
        {change}
        local isDone, problem = pcall(function() return minds:swap(Mind.parse(data.new), data.upgrade) end)
        local isSame = before == mindloom.encode(minds:save()) and agent.mind == mind
        tell({{ isDone, problem.message, isSame, log }})
        """,
        old,
        new=new.data,
        upgrade=upgrade_of(old, new),
    )
    assert (is_done, same, log) == (False, True, {})
    assert words in message


def test_the_editor_swaps_a_program() -> None:
    old, new = beside("p", "q"), beside("q", "s")
    told = play(
        """
        minds:add("a", mind)
        local link = linked(minds)
        link:tick() told()
        come({ frame = "swap", program = data.new, names = null, upgrade = data.upgrade })
        link:tick()
        tell(told())
        """,
        old,
        new=new.data,
        upgrade=upgrade_of(old, new),
    )
    swapped, tick = told
    assert swapped == {"frame": "swapped", "from": old.data["hash"], "to": new.data["hash"], "agents": 1}
    entry = tick["agents"]["a"]
    assert entry["in"] == [["swap", new.data["hash"]]]
    assert "mind" not in entry
    assert entry["save"]["mind"] == new.data["hash"]
    assert entry["out"] == [0, 1, 1, 1, 2, 1]


# -- the files ------------------------------------------------------------------------------------------


def test_the_files_are_short_and_have_the_notice_of_their_license() -> None:
    for name, most in (("mindloom_link.lua", 300), ("link_sockets.lua", 60)):
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert "MIT License" in text[:600], name
        assert len(text.splitlines()) <= most
        assert max(map(len, text.splitlines())) <= 120
