--[[
  Shows the minds of a running game in Mindloom: the protocol `mindloom-link` 1, beside mindloom.lua.

      local GameLink = require("mindloom_link")
      local link = GameLink(minds, { sockets = require("link_sockets"), token = "…", game = "Night guard",
        place = function(agent) return { x, y, heading } end })
      link:tick() -- in the place of minds:tick(); false while Mindloom holds the game

  Copyright (c) 2026 Mindloom contributors. MIT License, as mindloom.lua.

  `sockets` are functions of the game, none of which waits: `connect(host, port)` begins a TCP connection and returns
  it, or nil; `send(connection, bytes)` returns how many bytes are on their way; `receive(connection)` returns what
  came, "" for nothing; both return nil where the connection is lost; `close(connection)` may be left out.
]]
local mindloom = require("mindloom")
local null, encode, toSaved = mindloom.null, mindloom.encode, mindloom.toSaved
local byte, char, floor, insert = string.byte, string.char, math.floor, table.insert

local MOST_COMING, MOST_GOING, MOST_WAITING = 4 * 1024 * 1024, 16 * 1024 * 1024, 64 * 1024 * 1024 -- bytes
local RESULTS = { running = true, success = true, failure = true }
local arrays = getmetatable(mindloom.decode("[]"))

local function array(list) return setmetatable(list or {}, arrays) end

local function refuse(words) error(setmetatable({ message = words .. "." }, mindloom.MindError), 0) end

--- Return the bits that two bytes have in common.
local function both(left, right)
  local found, unit = 0, 1
  while left > 0 and right > 0 do
    if left % 2 == 1 and right % 2 == 1 then found = found + unit end
    left, right, unit = floor(left / 2), floor(right / 2), unit * 2
  end
  return found
end

local function isCount(value, least, most)
  return type(value) == "number" and value == floor(value) and value >= least and value <= most
end

--- A link of the minds of a game. `isConnected`, `isHeld` and `speed`, a factor, say how it is; `problem` is why there
--- is no connection, in words.
local GameLink = {}
GameLink.__index = GameLink

--- Begin; `given` has `sockets`, `token`, and where wanted `game` (its name), `address` ("127.0.0.1:7407"), `place`,
--- `outline` (points of the ground), and `seconds` between two saves of an agent (10).
local function newLink(_, minds, given)
  local host, port = (given.address or "127.0.0.1:7407"):match("^(.*):(%d+)$")
  if host == nil then refuse("The address of a link is such as 127.0.0.1:7407, not " .. tostring(given.address)) end
  return setmetatable({ minds = minds, given = given, sockets = given.sockets, host = host, port = tonumber(port),
    calls = 0, nextTry = 0, isOver = false, isConnected = false, isHeld = false, speed = 1 }, GameLink)
end

--- Follow the editor, and let the minds tick as `Minds:tick` does; return false where they are held.
function GameLink:tick(ids)
  self.calls = self.calls + 1
  self:pump()
  if self.isHeld then return false end
  local frame = self.minds.watcher == self and self:before(ids) or nil
  self.minds:tick(ids)
  if frame ~= nil and self.minds.watcher == self then self:after(frame) end
  self:send()
  return true
end

--- Say that this is the end; Mindloom ends the connection then.
function GameLink:close(why)
  if not self.isConnected then self:hangUp(why) else self:say({ frame = "end", why = why or "" }) end
  self.isOver, self.isConnected, self.isHeld, self.speed = true, false, false, 1
  if self.minds.watcher == self then self.minds.watcher = nil end
  self:send()
end

--- Send what waits, read what came and follow it, without waiting; return whether there is a connection.
function GameLink:pump()
  local rate = self.minds.rate -- 0 while there is no agent
  if self.connection == nil and not self.isOver and rate > 0 and self.calls >= self.nextTry then self:connect(rate) end
  self:send()
  if self.connection ~= nil then self:read() end
  if self.connection ~= nil and not self.isConnected and not self.isOver and self.calls >= self.patience then
    self:hangUp("There was no welcome within 5 seconds")
  end
  self:send()
  return self.connection ~= nil
end

-- ---- Frames ---------------------------------------------------------------------------------------------------------

function GameLink:connect(rate)
  self.nextTry, self.patience = self.calls + rate, self.calls + 5 * rate
  self.connection = self.sockets.connect(self.host, self.port)
  if self.connection == nil then self.problem = "There is no editor at " .. self.host .. ":" .. self.port; return end
  self.going, self.first, self.last, self.waiting, self.came = { "MLK1" }, 1, 1, 4, ""
  local programs, given = array(), self.given
  for k, mind in ipairs(self.minds.minds) do programs[k] = mind.hash end
  self:say({ frame = "hello", link = 1, token = given.token, game = given.game or "game", executor = "lua", rate = rate,
    seed = self.minds.seed, programs = programs, can = { "pause", "step", "speed", "swap", "break" },
    outline = given.outline and array(given.outline) or nil })
end

--- End the connection; the game goes on at once, and it is tried again a second later.
function GameLink:hangUp(why)
  if self.connection ~= nil and self.sockets.close then self.sockets.close(self.connection) end
  self.connection, self.isConnected, self.isHeld, self.speed, self.problem = nil, false, false, 1, why
  self.nextTry = self.calls + self.minds.rate
  if self.minds.watcher == self then self.minds.watcher = nil end
end

--- Let a frame wait to be sent.
function GameLink:say(frame)
  local text = encode(frame)
  local size = #text
  if size > MOST_GOING or self.waiting + size > MOST_WAITING then return self:hangUp("The editor reads too slowly") end
  local going, last = self.going, self.last
  going[last + 1] = char(floor(size / 16777216), floor(size / 65536) % 256, floor(size / 256) % 256, size % 256)
  going[last + 2], self.last, self.waiting = text, last + 2, self.waiting + size + 4
end

function GameLink:send()
  while self.connection ~= nil and self.first <= self.last do
    local bytes = self.going[self.first]
    local sent = self.sockets.send(self.connection, bytes)
    if sent == nil then return self:hangUp("The editor is gone") end
    self.waiting = self.waiting - sent
    if sent < #bytes then self.going[self.first] = bytes:sub(sent + 1); return end
    self.going[self.first], self.first = nil, self.first + 1
  end
end

function GameLink:read()
  local came = self.sockets.receive(self.connection)
  if came == nil then return self:hangUp("The editor is gone") end
  self.came = self.came .. came
  while self.connection ~= nil and #self.came >= 4 do
    local first, second, third, fourth = byte(self.came, 1, 4)
    local size = ((first * 256 + second) * 256 + third) * 256 + fourth
    if size > MOST_COMING then return self:hangUp("A frame is longer than it may be") end
    if #self.came < 4 + size then return end
    local isRead, frame = pcall(mindloom.decode, self.came:sub(5, 4 + size))
    if not isRead or type(frame) ~= "table" or type(frame.frame) ~= "string" then
      return self:hangUp("What came is no frame")
    end
    self.came = self.came:sub(5 + size)
    self:follow(frame)
  end
end

local FOLLOW = {} -- what is done by a frame of the editor; it refuses by an error

function GameLink:follow(frame)
  local kind = frame.frame
  if self.isOver then return end -- only the end of the connection is waited for
  if kind == "welcome" then
    self.isConnected, self.problem, self.breaks, self.stepsLeft = true, nil, {}, nil
    self:begin()
  elseif kind == "refused" then
    self.isOver = true -- the same token would be refused again
    self:hangUp(tostring(frame.why))
  elseif self.isConnected and FOLLOW[kind] ~= nil then
    local isDone, problem = pcall(FOLLOW[kind], self, frame)
    if not isDone then
      local why = type(problem) == "table" and problem.message or tostring(problem)
      self:say({ frame = "refused", about = kind, why = why })
    end
  end
end

function FOLLOW:set(frame)
  if frame.to == nil then refuse("There is nothing to set it to") end
  self.minds:get(frame.agent):set(frame.name, frame.to)
end

function FOLLOW:shared(frame)
  if frame.to == nil then refuse("There is nothing to set it to") end
  self.minds:setShared(frame.name, frame.to)
end

function FOLLOW:post(frame)
  local agents, events, given = {}, {}, frame.with ~= null and frame.with or nil
  if frame.agent ~= nil and frame.agent ~= null then agents[1] = self.minds:get(frame.agent)
  else
    for _, each in ipairs(self.minds.order) do
      if (each.mind.needs.events or {})[frame.event] ~= nil then agents[#agents + 1] = each end
    end
    if #agents == 0 then refuse("No mind has an event '" .. tostring(frame.event) .. "'") end
  end
  for k, each in ipairs(agents) do events[k] = each:eventOf(frame.event, given) end
  for k, each in ipairs(agents) do each:receive(events[k]) end
end

function FOLLOW:pause() self:hold({ by = "pause" }) end

function FOLLOW:step(frame)
  if not isCount(frame.ticks, 1, 2 ^ 31 - 1) then refuse("A step is a whole number of ticks from 1 on") end
  self.isHeld, self.stepsLeft = false, frame.ticks
end

function FOLLOW:resume()
  self.isHeld, self.stepsLeft = false, nil
  self:say({ frame = "going" })
end

function FOLLOW:speed(frame)
  local factor = frame.factor
  if type(factor) ~= "number" or not (factor > 0 and factor < math.huge) then refuse("A speed is a factor above 0") end
  self.speed = factor
end

function FOLLOW:watch(frame)
  if frame.detail == "all" then self:begin()
  elseif frame.detail == "off" then self.minds.watcher = nil
  else refuse("What is watched is all or off") end
end

function FOLLOW:program(frame)
  for _, mind in ipairs(self.minds.minds) do
    if mind.hash == frame.hash then
      return self:say({ frame = "program", hash = mind.hash, program = mind.program.given, names = mind.names })
    end
  end
  refuse("No mind here is of the program " .. tostring(frame.hash))
end

FOLLOW["break"] = function(self, frame)
  for _, each in ipairs(type(frame.at) == "table" and frame.at or refuse("There is no list of breaks")) do
    local isFit = isCount(each.row, 0, 2 ^ 31 - 1) and isCount(each.mask, 0, 255) and isCount(each.is, 0, 255)
    if not isFit then refuse("A break has a program, a row, a mask and what it is") end
  end
  self.breaks = frame.at
end

function FOLLOW:swap(frame)
  local going, names = {}, frame.names ~= null and frame.names or nil
  local mind, from = mindloom.Mind.parse(frame.program, names), (frame.upgrade or {}).from
  for _, each in ipairs(self.minds.order) do if each.mind.hash == from then going[#going + 1] = each end end
  local count = self.minds:swap(mind, frame.upgrade)
  if self.minds.watcher == self then for _, each in ipairs(going) do self:note(each, { "swap", mind.hash }) end end
  self:say({ frame = "swapped", from = from, to = mind.hash, agents = count })
end

--- Hold the game and say so; `about` says by what.
function GameLink:hold(about)
  self.isHeld, self.stepsLeft = true, nil
  about.frame, about.tick = "held", self.minds.tickNow
  self:say(about)
end

-- ---- What a watcher is told: what comes into the minds --------------------------------------------------------------

--- Tell of all agents from here on, from the beginning.
function GameLink:begin()
  self.told, self.count, self.ticks, self.shared, self.changes = {}, 0, 0, {}, {}
  self.minds.watcher = self
end

--- Return what is noted of an agent: what came in since it was last told of, and what it was told to be.
function GameLink:of(agent)
  local told = self.told[agent.id]
  if told == nil or told.agent ~= agent then
    self.count = self.count + 1 -- saves of all agents are spread by the golden ratio
    told = { agent = agent, isNew = true, isKnown = false, phase = self.count * 0.6180339887 % 1, ins = {}, asked = {},
      answers = {}, steps = 0, place = 0, slot = 1 }
    self.told[agent.id] = told
  end
  return told
end

function GameLink:note(agent, input)
  local told = self:of(agent)
  if not told.isKnown then return end -- its first save has it
  if not self.minds.isTicking then insert(told.ins, input); return end
  insert(input, 1, told.steps)
  insert(told.asked, input)
end

function GameLink:put(agent, name) self:note(agent, { "set", name, toSaved(agent:declared(name).read(agent)) }) end
function GameLink:posted(agent, event) self:note(agent, { "post", event.name, toSaved(event.fields) }) end
function GameLink:halted(agent) self:note(agent, { "halt" }); self:of(agent).isDue = true end
function GameLink:restarted(agent) self:note(agent, { "restart" }); self:of(agent).isDue = true end
function GameLink:restored(agent) self:of(agent).isNew = true end

function GameLink:asks(agent, step)
  local told = self:of(agent)
  told.place, told.slot, self.asking = told.steps, #told.asked + 1, agent
  if step ~= nil then told.steps = told.steps + 1 end
end

function GameLink:answered(agent, question, answer, failed)
  local told = self:of(agent)
  self.asking = nil
  if question[1] == "action" then
    answer = question[4] ~= "tick" and "success" or RESULTS[answer] and answer or "failure"
  end
  question = toSaved(question)
  local key, said = encode(question), failed == nil and toSaved(answer) or { failed = failed }
  local text = encode(said)
  if told.answers[key] == text then return end
  told.answers[key] = text
  insert(question, 1, told.place)
  insert(question, said)
  insert(told.asked, told.slot, question) -- before what came in while the game answered
end

function GameLink:free(agent, thing, answer)
  self:asks(agent)
  self:answered(agent, { "free", thing }, answer)
end

function GameLink:sharedPut(name, agent)
  if not self.minds.isTicking then return end -- the next tick begins with it
  local value = toSaved(self.minds.cells[name].value)
  insert(self.changes, { name = name, value = value, agent = agent or self.asking })
  if agent == nil and self.asking ~= nil then self:note(self.asking, { "shared", name, value }) end
end

-- ---- A tick ---------------------------------------------------------------------------------------------------------

--- Return the frame of a tick, with what came in before it.
function GameLink:before(ids)
  local minds, ticking = self.minds, ids and {} or nil
  local frame = { frame = "tick", tick = minds.tickNow, agents = {}, shared = {}, still = {}, gone = {} }
  for _, id in ipairs(ids or {}) do ticking[minds:get(id).id] = true end
  for id, told in pairs(self.told) do
    if minds.agents[id] == nil then
      self.told[id] = nil
      if told.isKnown then insert(frame.gone, id) end
    end
  end
  for _, agent in ipairs(minds.order) do
    frame.agents[agent.id] = self:agentBefore(agent, self:of(agent))
    if ticking ~= nil and not ticking[agent.id] then insert(frame.still, agent.id) end
  end
  for name, cell in pairs(minds.cells) do
    local value = toSaved(cell.value)
    local text = encode(value)
    if self.shared[name] ~= text then self.shared[name], frame.shared[name] = text, value end
  end
  self.ticks, self.changes = self.ticks + 1, {}
  return frame
end

function GameLink:agentBefore(agent, told)
  local every = math.max(1, floor((self.given.seconds or 10) * self.minds.rate))
  local entry = { ["in"] = told.ins[1] and told.ins }
  if told.isNew then
    entry.mind = agent.mind.hash
    told.out, told.is, told.ended, told.at = {}, nil, false, {}
  end
  if told.isNew or told.isDue or (self.ticks - floor(told.phase * every)) % every == 0 then
    entry.save, told.answers = agent:save(), {}
  end
  told.isNew, told.isDue, told.isKnown, told.ins, told.asked, told.steps = false, false, true, {}, {}, 0
  return entry
end

--- Tell the frame of a tick, with what the minds did; hold where there is a break.
function GameLink:after(frame)
  local still, later, next_, stop = {}, {}, 1, nil
  for _, id in ipairs(frame.still) do still[id] = true end
  for _, agent in ipairs(self.minds.order) do
    local told, entry = self.told[agent.id], frame.agents[agent.id]
    for _, cell in pairs(still[agent.id] and {} or agent.world) do
      if later[cell.name] ~= nil then insert(told.asked, 1, { 0, "shared", cell.name, later[cell.name] }) end
    end
    while self.changes[next_] ~= nil and self.changes[next_].agent == agent do
      later[self.changes[next_].name] = self.changes[next_].value
      next_ = next_ + 1
    end
    if not still[agent.id] then stop = self:agentAfter(agent, told, entry) or stop end
    self:placeAfter(agent, told, entry)
    entry.asked = told.asked[1] and told.asked
    told.asked = {}
    if next(entry) == nil then frame.agents[agent.id] = nil end
  end
  for _, name in ipairs({ "agents", "shared", "still", "gone" }) do
    if next(frame[name]) == nil then frame[name] = nil end
  end
  self:say(frame)
  if self.stepsLeft ~= nil then self.stepsLeft = self.stepsLeft - 1 end
  if stop ~= nil then self:hold(stop) elseif self.stepsLeft == 0 then self:hold({ by = "step" }) end
end

--- Note what an agent did; return the break that it comes to, nil for none.
function GameLink:agentAfter(agent, told, entry)
  local out, stop, hash = {}, nil, agent.mind.hash
  for row = 0, agent.program.rowCount - 1 do
    local now = agent.outcomes[row]
    if now ~= (told.out[row] or 0) then
      told.out[row] = now
      insert(out, row)
      insert(out, now)
      for _, each in ipairs(self.breaks) do
        if each.row == row and each.program == hash and both(now, each.mask) == each.is then
          stop = stop or { by = "break", agent = agent.id, row = row }
        end
      end
    end
  end
  entry.out = out[1] and out
  if agent.status ~= told.is then told.is, entry.is = agent.status, agent.status end
  if agent.ended ~= told.ended then told.ended, entry.ended = agent.ended, agent.ended end
  return stop
end

function GameLink:placeAfter(agent, told, entry)
  local at, was = self.given.place and self.given.place(agent), told.at
  if at and (at[1] ~= was[1] or at[2] ~= was[2] or at[3] ~= was[3]) then
    told.at = { at[1], at[2], at[3] }
    entry.at = told.at
  end
end

return setmetatable(GameLink, { __call = newLink })
