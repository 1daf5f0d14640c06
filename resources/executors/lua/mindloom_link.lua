--[[
  Shows the minds of a running game in Mindloom, by the protocol `mindloom-link` 1. MIT License, as mindloom.lua.

      local link = GameLink(minds, { sockets = require("link_sockets"), token = "…", game = "Night guard" })
      link:tick() -- in the place of minds:tick(); false while Mindloom holds the game

  `sockets` are functions of the game, as link_sockets.lua has them. Leave this file out of what players get.
]]
local mindloom = require("mindloom")
local null, encode, toSaved, refuse = mindloom.null, mindloom.encode, mindloom.toSaved, mindloom.refuse
local floor, insert = math.floor, table.insert
local MOST_GIVEN, MOST_TOLD, MOST_WAITING = 4 * 2 ^ 20, 16 * 2 ^ 20, 64 * 2 ^ 20 -- bytes

local function isBetween(value, least, most) return type(value) == "number" and value >= least and value <= most end
--- Tell whether the bits of a byte that a mask has are those of `is`.
local function isLike(now, mask, is)
  if now % 2 * (mask % 2) ~= is % 2 then return false end
  return now + mask + is == 0 or isLike(floor(now / 2), floor(mask / 2), floor(is / 2))
end

--- Shows the minds of a game; without Mindloom the game runs as before. `isConnected`, `isHeld` and `speed`, a factor,
--- say how it is, and `trouble` in words why there is no connection.
local GameLink = {}
GameLink.__index = GameLink

--- Begin. `given` has `sockets` and `token`, and where wanted `address` and `game`, a name for people; `place`, which
--- gives `{x, y, heading}` of an agent, or nil; `outline`, points of the ground; `keySeconds` between two saves.
local function newLink(_, minds, given)
  local host, port = (given.address or "127.0.0.1:7407"):match("^(.*):(%d+)$")
  if host == nil then refuse("The address of a link is such as 127.0.0.1:7407") end
  return setmetatable({ minds = minds, given = given, sockets = given.sockets, host = host, port = tonumber(port),
    calls = 0, since = -math.huge, isConnected = false, isHeld = false, steps = 0, speed = 1 }, GameLink)
end

--- Tick the minds, in the place of `Minds:tick`; return false, and do nothing, while Mindloom holds the game.
function GameLink:tick(ids)
  local minds = self.minds
  self.calls = self.calls + 1
  self:poll()
  if self.isHeld then return false end
  if minds.watcher == self and (minds.seed ~= self.seed or minds.tickNow ~= self.next) then
    self:close("The game goes on from another tick.") -- a saved game was restored
    self.isClosed = false
  end
  local frame = minds.watcher == self and self:before(ids)
  minds:tick(ids)
  local met = frame and minds.watcher == self and self:after(frame)
  self.next, self.steps = minds.tickNow, self.steps - 1
  if self.isConnected and (met or self.steps == 0) then self:hold(met or { by = "step" }) end
  self:flush()
  return true
end

--- Send and read what can be, do what Mindloom asks for; return whether there is a connection. `tick` does this first.
function GameLink:poll()
  local rate, waited = self.minds.rate, self.calls - self.since -- the rate is 0 as long as there was no agent
  if self.connection == nil then
    if not self.isClosed and rate > 0 and waited >= rate then self:connect() end -- once a second
  elseif not self.isConnected and waited >= 5 * rate then self:lose("Mindloom does not answer.") end
  if self.connection ~= nil then self:read() end
  self:flush()
  return self.connection ~= nil
end
--- Say that the game ends, and connect no more.
function GameLink:close(why)
  if self.isConnected then self:say({ frame = "end", why = why or "The game has ended." }); self:flush() end
  self:lose(why); self.isClosed = true
end
function GameLink:connect()
  local minds, given, programs = self.minds, self.given, mindloom.decode("[]")
  self.since, self.connection = self.calls, self.sockets.connect(self.host, self.port)
  if self.connection == nil then return self:lose("Mindloom is not there.") end
  self.going, self.first, self.last, self.waiting, self.came, self.seed = { "MLK1" }, 1, 1, 4, "", minds.seed
  for k, mind in ipairs(minds.minds) do programs[k] = mind.hash end
  self:say({ frame = "hello", link = 1, token = given.token, game = given.game or "Game", executor = "lua",
    rate = minds.rate, seed = minds.seed, programs = programs, outline = given.outline,
    can = { "pause", "step", "speed", "swap", "break", "order" } })
end
--- Hang up; the game goes on by itself. `trouble` says why.
function GameLink:lose(trouble)
  if self.minds.watcher == self then self.minds.watcher = nil end
  if self.connection ~= nil and self.sockets.close then self.sockets.close(self.connection) end
  self.connection, self.since, self.trouble = nil, self.calls, trouble
  self.isConnected, self.isHeld, self.steps, self.speed = false, false, 0, 1
end
function GameLink:say(frame)
  local text = encode(frame)
  local size, last = #text, self.last + 2
  if size > MOST_TOLD or self.waiting + size > MOST_WAITING then return self:lose("Mindloom reads too slowly.") end
  local head = string.char(floor(size / 2 ^ 24), floor(size / 2 ^ 16) % 256, floor(size / 256) % 256, size % 256)
  self.going[last - 1], self.going[last], self.last, self.waiting = head, text, last, self.waiting + size + 4
end
function GameLink:flush()
  while self.connection ~= nil and self.first <= self.last do
    local bytes = self.going[self.first]
    local sent = self.sockets.send(self.connection, bytes)
    if sent == nil then return self:lose("Mindloom is gone.") end
    self.waiting, self.going[self.first] = self.waiting - sent, sent < #bytes and bytes:sub(sent + 1) or nil
    if sent < #bytes then return end
    self.first = self.first + 1
  end
end
function GameLink:read()
  local came = self.sockets.receive(self.connection)
  if came == nil then return self:lose("Mindloom is gone.") end
  self.came = self.came .. came
  while self.connection ~= nil and #self.came >= 4 do
    local first, second, third, fourth = self.came:byte(1, 4)
    local size = ((first * 256 + second) * 256 + third) * 256 + fourth
    if size <= MOST_GIVEN and #self.came < 4 + size then return end
    local isRead, frame = pcall(mindloom.decode, size <= MOST_GIVEN and self.came:sub(5, 4 + size) or "")
    local isFrame = isRead and type(frame) == "table" and type(frame.frame) == "string"
    if not isFrame then return self:lose("Mindloom sent something that is no frame.") end
    self.came = self.came:sub(5 + size)
    self:follow(frame)
  end
end
function GameLink:hold(about)
  self.isHeld, self.steps, about.frame, about.tick = true, 0, "held", self.minds.tickNow
  self:say(about)
end
local COMMANDS = {} -- what the editor asks for; what cannot be done is refused by an error
function GameLink:follow(frame)
  local kind = frame.frame
  if kind == "refused" then self:lose(tostring(frame.why)); self.isClosed = true -- a wrong token stays wrong
  elseif kind == "welcome" and not self.isConnected then
    self.isConnected, self.trouble, self.breaks, self.steps = true, nil, {}, 0
    self:watch()
  elseif self.isConnected and COMMANDS[kind] ~= nil then
    local isDone, problem = pcall(COMMANDS[kind], self, frame)
    if not isDone then self:say({ frame = "refused", about = kind, why = tostring(problem) }) end
  end
end
function COMMANDS:program(frame)
  for _, mind in ipairs(self.minds.minds) do
    local program = { frame = "program", hash = mind.hash, program = mind.program.given, names = mind.names }
    if mind.hash == frame.hash then return self:say(program) end
  end
  refuse("The game has no program " .. tostring(frame.hash))
end
function COMMANDS:watch(frame) if frame.detail == "all" then self:watch() else self.minds.watcher = nil end end
function COMMANDS:set(frame) self.minds:get(frame.agent):set(frame.name, frame.to) end
function COMMANDS:shared(frame) self.minds:setShared(frame.name, frame.to) end
function COMMANDS:post(frame)
  local agents, events, given = {}, {}, frame.with ~= null and frame.with or nil
  for _, each in ipairs((frame.agent or null) == null and self.minds.order or { self.minds:get(frame.agent) }) do
    if frame.agent == each.id or (each.mind.needs.events or {})[frame.event] then insert(agents, each) end
  end
  if #agents == 0 then refuse("No mind knows the event '" .. tostring(frame.event) .. "'") end
  for k, each in ipairs(agents) do events[k] = each:eventOf(frame.event, given) end -- a bad one changes nothing
  for k, each in ipairs(agents) do each:receive(events[k]) end
end
function COMMANDS:order(frame)
  local agent = self.minds:get(frame.agent)
  if agent.mind.hash ~= frame.program then refuse("The agent thinks with another program by now") end
  agent:order(frame.row, frame.to)
end
function COMMANDS:pause() self:hold({ by = "pause" }) end
function COMMANDS:resume() self.isHeld, self.steps = false, 0; self:say({ frame = "going" }) end
function COMMANDS:step(frame)
  if not isBetween(frame.ticks, 1, 2 ^ 31) then refuse("So many ticks cannot be done: " .. tostring(frame.ticks)) end
  self.isHeld, self.steps = false, floor(frame.ticks)
end
function COMMANDS:speed(frame)
  self.speed = isBetween(frame.factor, 1e-6, 1e6) and frame.factor or refuse("The game has no such speed")
end
COMMANDS["break"] = function(self, frame)
  for _, each in ipairs(frame.at) do
    local isFit = isBetween(each.row, 0, 2 ^ 31) and isBetween(each.mask, 0, 255) and isBetween(each.is, 0, 255)
    if not isFit then refuse("Each break has program, row, mask and is") end
  end
  self.breaks = frame.at
end
function COMMANDS:swap(frame)
  local mind = mindloom.Mind.parse(frame.program, frame.names ~= null and frame.names or nil)
  local count, hash = self.minds:swap(mind, frame.upgrade), mind.hash
  for _, each in ipairs(self.minds.order) do if each.mind == mind then self:note(each, { "swap", hash }) end end
  self:say({ frame = "swapped", from = frame.upgrade.from, to = hash, agents = count })
end

--- Tell of all agents from here on, from the beginning.
function GameLink:watch()
  self.books, self.shared, self.current, self.next = {}, {}, nil, self.minds.tickNow -- books by the ids of agents
  self.minds.watcher = self
end

--- Return what is to be told of an agent, and what was told.
function GameLink:bookOf(agent)
  local book = self.books[agent.id]
  if book ~= nil and book.agent == agent then return book end
  book = { agent = agent, isNew = true, isKnown = false, index = 0, steps = 0, inputs = {}, asked = {}, answers = {} }
  self.books[agent.id] = book
  return book
end

--- Note an input: of the time between two ticks, or with its place among the steps of its agent.
function GameLink:note(agent, input)
  local book, isTicking = self:bookOf(agent), self.minds.isTicking
  local isPast = self.current ~= nil and book.index < self.current.index -- as agents tick in order
  if not book.isKnown then return end -- its first save has it
  if isTicking then insert(input, 1, book.steps + (isPast and 1 or 0)) end
  insert(isTicking and book.asked or book.inputs, input)
  book.isSwapped = book.isSwapped or input[1] == "swap" -- which is told instead of its mind
end
function GameLink:put(agent, name) self:note(agent, { "set", name, toSaved(agent:declared(name).read(agent)) }) end
function GameLink:posted(agent, event) self:note(agent, { "post", event.name, toSaved(event.fields) }) end
function GameLink:ordered(agent, row, to) self:note(agent, { "order", row, to or null }) end
function GameLink:restored(agent) self:bookOf(agent).isNew = true end
function GameLink:halted(agent) self:note(agent, { "halt" }); self:bookOf(agent).isDue = true end
function GameLink:restarted(agent) self:note(agent, { "restart" }); self:bookOf(agent).isDue = true end
function GameLink:asks(agent, step)
  local book = self:bookOf(agent)
  self.current, book.place, book.slot = book, book.steps, #book.asked + 1
  if step ~= nil then book.steps = book.steps + 1 end
end
function GameLink:answered(agent, question, answer, failed)
  local book, asked = self:bookOf(agent), toSaved(question)
  if failed ~= nil then answer = { failed = failed } else answer = toSaved(answer) end
  local key, text = encode(asked), encode(answer)
  if book.answers[key] == text then return end
  book.answers[key] = text
  insert(asked, 1, book.place)
  insert(asked, answer)
  insert(book.asked, book.slot, asked) -- before what came in while the game answered
end
function GameLink:free(agent, thing, answer) self:asks(agent); self:answered(agent, { "free", thing }, answer) end

--- Note a shared variable that was written in a tick, for all others whose tick is not over.
function GameLink:sharedPut(name, by)
  if not self.minds.isTicking then return end -- the next tick begins with it
  if by ~= nil then self.current = self:bookOf(by) end
  for k = self.current and self.current.index or 1, #self.minds.order do
    local book, value = self.books[self.minds.order[k].id], toSaved(self.minds.cells[name].value)
    if book.agent ~= by then insert(book.asked, { book.steps, "shared", name, value }) end
  end
end

--- Begin the frame of a tick: who is there, what is shared, saves of agents that are new, were halted, or are due.
function GameLink:before(ids)
  local minds, known, ticking = self.minds, self.books, ids and {} or nil
  local frame = { frame = "tick", tick = minds.tickNow, agents = {}, shared = {}, still = {}, gone = {} }
  local every = math.max(1, floor((self.given.keySeconds or 10) * minds.rate + 0.5))
  for _, id in ipairs(ids or {}) do ticking[minds:get(id)] = true end
  for id, book in pairs(known) do if minds.agents[id] == nil and book.isKnown then insert(frame.gone, id) end end
  self.current, self.books = nil, {}
  for index, agent in ipairs(minds.order) do
    self.books[agent.id] = known[agent.id]
    local book, entry = self:bookOf(agent), {}
    frame.agents[agent.id], entry["in"] = entry, book.inputs[1] and book.inputs
    if book.isNew and not book.isSwapped then entry.mind, entry.curves = agent.mind.hash, toSaved(agent:ownCurves()) end
    if book.isNew then book.out, book.is, book.ended, book.at, book.isSwapped = {}, nil, false, nil, false end
    local isDue = book.isNew or book.isDue or (minds.tickNow + index) % every == 0 -- not all in one tick
    if isDue then
      local orders = agent:ordered()
      entry.save, entry.orders, book.answers = agent:save(), orders[1] and orders, {}
    end
    book.isNew, book.isDue, book.isKnown, book.inputs, book.asked, book.steps = false, false, true, {}, {}, 0
    book.index, book.ticks = index, ticking == nil or ticking[agent] == true
    if not book.ticks then insert(frame.still, agent.id) end
  end
  for name, cell in pairs(minds.cells) do
    local value = toSaved(cell.value)
    if self.shared[name] ~= encode(value) then self.shared[name], frame.shared[name] = encode(value), value end
  end
  return frame
end

--- Tell the frame of a tick, with what the minds did; return the break that was met, false for none.
function GameLink:after(frame)
  local met = false
  for _, agent in ipairs(self.minds.order) do
    local book, entry = self.books[agent.id], frame.agents[agent.id]
    local at = self.given.place and self.given.place(agent)
    if at and encode(at) ~= book.at then entry.at, book.at = at, encode(at) end
    if book.ticks then met = self:tellOutcomes(agent, book, entry) or met end
    if agent.ended ~= book.ended then book.ended, entry.ended = agent.ended, agent.ended end
    entry.asked = book.asked[1] and book.asked
    if next(entry) == nil then frame.agents[agent.id] = nil end
  end
  for name, each in pairs(frame) do if type(each) == "table" and next(each) == nil then frame[name] = nil end end
  self:say(frame)
  return met
end
function GameLink:tellOutcomes(agent, book, entry)
  local out, met = {}, nil
  for row = 0, agent.program.rowCount - 1 do
    local now = agent.outcomes[row]
    local isOther = now ~= (book.out[row] or 0)
    if isOther then book.out[row], out[#out + 1], out[#out + 2] = now, row, now end
    for _, each in ipairs(isOther and self.breaks or {}) do
      local isMet = each.row == row and each.program == agent.mind.hash and isLike(now, each.mask, each.is)
      if isMet then met = { by = "break", agent = agent.id, row = row } end
    end
  end
  entry.out = out[1] and out
  if agent.status ~= book.is then book.is, entry.is = agent.status, agent.status end
  return met
end

return setmetatable(GameLink, { __call = newLink })
