--[[
  Run cases of the conformance suite: one JSON line in, one JSON line out. MIT License, as mindloom.lua.

      lua conformance.lua < cases.jsonl

  A case may begin with `restore`, what was saved of its agents. With `--link PORT TOKEN` each case is told to the
  editor at that port; this needs LuaSocket.
]]
local folder = (arg and arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = folder .. "?.lua;" .. package.path
local mindloom = require("mindloom")
local null, Mind, Minds, MindError = mindloom.null, mindloom.Mind, mindloom.Minds, mindloom.MindError

local port, token = nil, nil
if arg and arg[1] == "--link" then port, token = arg[2], arg[3] end
local linked = nil -- the link of the case that is played

local NONE = {}
local SPECIAL = { NaN = 0 / 0, Infinity = math.huge, ["-Infinity"] = -math.huge, ["-0"] = -1 / math.huge }
local array = getmetatable(mindloom.decode("[]"))

local function map(list, of, ...)
  local made = setmetatable({}, array)
  for k, each in ipairs(list) do made[k] = of(each, ...) end
  return made
end

--- Return a value as cases and saves have it; `kind` is its type, which tells where a list is meant.
local function plain(value, kind)
  if type(value) == "number" then
    if value ~= value then return "NaN" end
    if value == math.huge then return "Infinity" end
    if value == -math.huge then return "-Infinity" end
    return value == 0 and 1 / value < 0 and "-0" or value
  end
  if type(value) ~= "table" or value == null then return value end
  if type(kind) == "table" and kind.list then return { list = map(value, plain, kind.list) } end
  return map(value, plain)
end

local function byName(values, types)
  local made = {}
  for name, each in pairs(values) do made[name] = plain(each, types[name]) end
  return made
end

--- Return what the game gives the mind: a number in the place of the text of one.
local function given(value, kind)
  if type(value) == "table" and value ~= null then
    if value.list then return map(value.list, given, type(kind) == "table" and kind.list or nil) end
    return map(value, given, "float")
  end
  if kind == "float" and type(value) == "string" then return SPECIAL[value] end
  return value
end

--- Write a variable; one that cannot take the value, as a number that is not finite, keeps its own.
local function keepOrSet(agent, name, value)
  local isDone, problem = pcall(agent.set, agent, name, value)
  if not isDone and getmetatable(problem) ~= MindError then error(problem, 0) end
end

--- Overrule a mind; what cannot be ordered is left.
local function keepOrOrder(agent, row, to)
  local isDone, problem = pcall(agent.order, agent, row, to)
  if not isDone and getmetatable(problem) ~= MindError then error(problem, 0) end
end

local function typesOf(need)
  local types = {}
  for _, each in ipairs(need and need.parameters or NONE) do types[each.name] = each.type end
  return types
end

local function made(all, make)
  local found = {}
  for name, each in pairs(all or NONE) do found[name] = make(name, each) end
  return found
end

--- Link the minds of a case to the editor, and wait for its welcome. This game has time: it waits where others do not.
local function begin(minds, id)
  local base, socket = require("link_sockets"), require("socket")
  local sockets = { connect = base.connect }
  function sockets.send(connection, bytes) socket.select(nil, { connection }); return base.send(connection, bytes) end
  function sockets.receive(connection)
    if not linked.isConnected then socket.select({ connection }, nil, 0.01) end
    return base.receive(connection)
  end
  function sockets.close(connection) -- when the editor has read all, and closed it
    while base.receive(connection) do socket.select({ connection }) end
    base.close(connection)
  end
  local given = { sockets = sockets, token = token, game = id, address = "127.0.0.1:" .. port }
  linked = require("mindloom_link")(minds, given)
  while not linked.isConnected do if not linked:poll() then error(linked.trouble, 0) end end
end

local function finish(why)
  if linked ~= nil then linked:close(why) end
  linked = nil
end

local function runCase(case)
  local mind = Mind.parse(case.program)
  local needs = mind.needs
  local answers = { actions = {}, conditions = {}, fields = {}, queries = {} }
  local asked, sent = {}, {} -- by agent, what was asked in this tick; what was sent in it
  local types = {}
  for _, each in ipairs(case.program.variables or NONE) do
    if each.name ~= nil then types[each.name] = each.type end
  end

  local function action(name, need)
    local kinds = typesOf(need)
    local function told(step)
      return function(_, context, values)
        table.insert(asked[context.agent], { step, name, byName(values, kinds) })
      end
    end
    local tell = told("tick")
    local function tick(_, context, values)
      tell(_, context, values)
      local answer = answers.actions[name] or "running"
      if answer == "error" then error("as the case says", 0) end
      if answer == "effect" then context:effect(name, values) end
      if answer == "steer" then
        local others = {}
        for each, value in pairs(values) do
          if each ~= "weight" and each ~= "priority" then others[each] = value end
        end
        context:steer(name, others, values)
      end
      return answer == "effect" and "success" or answer == "steer" and "running" or answer
    end
    return { enter = told("enter"), tick = tick, halt = told("halt") }
  end

  local function condition(name, need)
    local kinds = map(need.parameters or NONE, function(each) return each.type end)
    return function(context, ...)
      local values = setmetatable({}, array)
      for k = 1, select("#", ...) do values[k] = plain((select(k, ...)), kinds[k]) end
      table.insert(asked[context.agent], { "ask", name, values })
      return answers.conditions[name] or false
    end
  end

  local minds = Minds({
    seed = case.seed,
    actions = made(needs.actions, action),
    conditions = made(needs.conditions, condition),
    queries = made(needs.queries, function(name)
      return function(_, of) return answers.queries[name .. " " .. of] or NONE end
    end),
    entityField = function(entity, field)
      local value = answers.fields[entity .. "." .. field]
      if value == nil then error("unknown", 0) end
      return given(value, needs.entity_fields and needs.entity_fields[field])
    end,
  })
  local send = minds.send
  function minds:send(sender, receiver, event)
    local need = needs.events and needs.events[event.name] or NONE
    table.insert(sent, { sender, receiver, event.name, byName(event.fields, need.payload or NONE) })
    send(self, sender, receiver, event)
  end
  for _, agent in ipairs(case.agents) do minds:add(agent, mind) end
  if case.restore ~= nil then minds:restore(case.restore, case.upgrades) end

  if port ~= nil then begin(minds, case.id) end

  local told = map(case.ticks, function(tick)
    for sort, values in pairs(tick.answers or NONE) do
      for name, value in pairs(values) do answers[sort][name] = value end
    end
    for agent, values in pairs(tick.set or NONE) do
      for name, value in pairs(values) do keepOrSet(minds:get(agent), name, given(value, types[name])) end
    end
    for name, value in pairs(tick.shared or NONE) do minds:setShared(name, given(value, types[name])) end
    for _, each in ipairs(tick.post or NONE) do
      local declared, values = (needs.events and needs.events[each[2]] or NONE).payload or NONE, {}
      for field, value in pairs(each[3]) do values[field] = given(value, declared[field]) end
      minds:get(each[1]):post(each[2], values)
    end
    for _, each in ipairs(tick.orders or NONE) do keepOrOrder(minds:get(each[1]), each[2], each[3]) end
    asked, sent = {}, setmetatable({}, array)
    for _, agent in ipairs(case.agents) do asked[agent] = setmetatable({}, array) end
    if linked == nil then minds:tick() end
    while linked ~= nil and linked:tick() == false do require("socket").sleep(0.001) end -- the editor holds it
    local agents = {}
    for _, agent in ipairs(minds.order) do
      local outcomes = setmetatable({}, array)
      while agent.outcomes[#outcomes] ~= nil do outcomes[#outcomes + 1] = agent.outcomes[#outcomes] end
      agents[agent.id] = { result = agent.status, outcomes = outcomes, asked = asked[agent.id],
        variables = byName(agent:variables(), types) }
    end
    local effects = map(minds.effects, function(each)
      return { each.agent, each.name, byName(each.arguments, typesOf(needs.actions[each.name])) }
    end)
    return { agents = agents, effects = effects, shared = byName(minds:shared(), types), sent = sent }
  end)
  if #told > 0 then told[#told].save = minds:save() end
  return { id = case.id, ticks = told }
end

for line in io.lines() do
  if line:find("%S") then
    local case = mindloom.decode(line)
    local isDone, told = xpcall(function() return mindloom.encode(runCase(case)) end, function(problem)
      return getmetatable(problem) == MindError and problem.message or "The case is damaged: " .. tostring(problem)
    end)
    finish(isDone and "the case is over" or told)
    print(isDone and told or mindloom.encode({ id = case.id, refused = told }))
  end
end
