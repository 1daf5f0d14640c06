-- A night guard for LÖVE 11: `love .` in this folder. You are the thief: arrow keys, and keep out of the light.

local here = love.filesystem.getSource()
package.path = here .. "/../../executors/lua/?.lua;" .. package.path
local mindloom = require("mindloom") -- in a game of yours, mindloom.lua and both files of the mind are beside main.lua

local SCALE, SIGHT, SPEED, WIDTH, HEIGHT = 40, 3.5, 4, 20, 14
local POSTS = { { 3, 3 }, { 17, 3 }, { 17, 11 }, { 3, 11 } }
local STEPS = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }
local game = { places = { guard = { 3, 3 }, thief = { 12, 7 } }, words = "", wordsUntil = 0, time = 0, waiting = 0 }

local function distance(from, to) return math.sqrt((to[1] - from[1]) ^ 2 + (to[2] - from[2]) ^ 2) end
local function within(value, most) return math.max(0.4, math.min(most - 0.4, value)) end

--- Move somebody straight towards a place; tell whether it is reached.
local function walk(who, to, step)
  local from = game.places[who]
  local left = distance(from, to)
  local part = left <= step and 1 or step / left
  game.places[who] = { from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part }
  return left <= step
end

local actions = {
  walk_to = function(context, given)
    return walk(context.agent, given.place, given.speed * context.dt) and "success" or "running"
  end,
  turn_about = function(context, given) return context.elapsed >= given.seconds and "success" or "running" end,
  call_out = function(_, given)
    game.words, game.wordsUntil = given.words, game.time + 2
    return "success"
  end,
}

local function load(name)
  local file = assert(io.open(here .. "/../night_guard/night_guard." .. name .. ".json", "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function love.load()
  game.minds = mindloom.Minds{ seed = 1, actions = actions }
  game.guard = game.minds:add("guard", mindloom.Mind.parse(load("runtime"), load("names")))
end

--- Let the guard think once: the mind says how often in a second.
local function think()
  local guard, places = game.guard, game.places
  guard:set("sees", distance(places.guard, places.thief) < SIGHT)
  guard:set("thief_place", places.thief)
  guard:set("post_place", POSTS[guard:get("post") + 1])
  game.minds:tick()
end

function love.update(dt)
  local thief = game.places.thief
  for key, step in pairs(STEPS) do
    if love.keyboard.isDown(key) then
      thief[1] = within(thief[1] + step[1] * SPEED * dt, WIDTH)
      thief[2] = within(thief[2] + step[2] * SPEED * dt, HEIGHT)
    end
  end
  game.time, game.waiting = game.time + dt, math.min(game.waiting + dt, 0.25)
  local tick = 1 / game.guard.mind.rate
  while game.waiting >= tick do
    think()
    game.waiting = game.waiting - tick
  end
end

function love.draw()
  local graphics, guard, thief = love.graphics, game.places.guard, game.places.thief
  local states = game.guard:activeStates()
  local isHunting = states[#states] == "Chase"
  graphics.clear(0.07, 0.08, 0.13)
  graphics.setColor(1, isHunting and 0.45 or 0.85, 0.35, 0.22)
  graphics.circle("fill", guard[1] * SCALE, guard[2] * SCALE, SIGHT * SCALE)
  graphics.setColor(0.35, 0.4, 0.55)
  for _, post in ipairs(POSTS) do graphics.circle("line", post[1] * SCALE, post[2] * SCALE, 9) end
  graphics.setColor(1, 0.85, 0.35)
  graphics.circle("fill", guard[1] * SCALE, guard[2] * SCALE, 14)
  graphics.setColor(0.5, 0.85, 1)
  graphics.circle("fill", thief[1] * SCALE, thief[2] * SCALE, 11)
  graphics.setColor(1, 1, 1)
  if game.time < game.wordsUntil then graphics.print(game.words, guard[1] * SCALE + 18, guard[2] * SCALE - 26) end
  graphics.print("The guard: " .. table.concat(states, " / "), 16, HEIGHT * SCALE + 4)
  graphics.print("Arrow keys move the thief. Keep out of the light.", 16, HEIGHT * SCALE + 20)
end

return game
