--[[
  The Mindloom executor for Lua: runs the programs that `mindloom export` writes. Lua 5.1 to 5.4, LuaJIT, Luau;
  one file, no dependency.

  Copyright (c) 2026 Mindloom contributors. MIT License: use, copy, change and share it freely, keep this notice;
  it comes without warranty of any kind. https://opensource.org/license/mit

  It follows the help page "The runtime format" part by part and names things as that page does; the page says what
  they do. A program becomes closures once, when it is parsed; ticks of trees and machines then make no tables, but
  for events, lists and triggers.

  Numbers of rows, places of memory and numbers of children are those of the file: they begin with 0, and so do the
  arrays of memory, `rows` and `variables`. All other arrays begin with 1. Where Lua tells integers from floats, ints
  are integers and floats are floats. What cannot be nil, since it is in a table, is `null`.
]]

local mindloom = {}

local IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED = 0, 1, 2, 3, 4
local BROKEN = 5 -- what the tick of a row gives where an expression of it failed; FAILED has the words
local WORDS = { [0] = "idle", "running", "success", "failure", "skipped" }
local RESULTS = { running = RUNNING, success = SUCCESS, failure = FAILURE, skipped = SKIPPED }
local ACTIVE = 1 -- outcome byte of a state
local HALTED = 8 -- in the outcome byte of a node: it was halted
local NO_ANSWER, FIRST_BRANCH, ANSWERED = 1, 2, 255 -- outcome bytes of questions
local UNARMED, ARMED, JUST_ARMED, LATCHED = 0, 1, 2, 3 -- bytes of triggers
local MOST_TICKS, MOST_VISITS, MOST_DELAYED = 2147483647, 10000, 1000
local LOWEST, TWO_32 = -2147483648, 4294967296
local NONE = {} -- an empty list, never written to
local floor, ceil, fmod, sqrt, abs, huge = math.floor, math.ceil, math.fmod, math.sqrt, math.abs, math.huge
local byte, sub, find, format, char = string.byte, string.sub, string.find, string.format, string.char
local unpacked = table.unpack or unpack
local MINUS_ZERO = -1 / huge

--- What stands for null where nil cannot be: in lists, arguments, fields of events, variables.
local null = setmetatable({}, { __tostring = function() return "null" end })
mindloom.null = null

--- Say what was asked for that is not there or does not fit, and what would: an error with a `message`.
local MindError = {}
MindError.__index = MindError
function MindError.__tostring(problem) return problem.message end
mindloom.MindError = MindError

local function refuse(words) error(setmetatable({ message = words .. "." }, MindError), 0) end
mindloom.refuse = refuse

-- What is thrown inside a tick. They are made once, so that a failure costs nothing but its words.
local FAILED = { words = "" }
local SPENT = { words = "The agent made more visits in one tick than it may." }
local NOT_AT_REST = { words = "The machine did not come to rest in the rounds of one tick; the rest was dropped." }

local function fail(words) FAILED.words = words; error(FAILED, 0) end

--- Return the words of a failure; anything else that was thrown goes on.
local function wordsOf(problem) if problem ~= FAILED then error(problem, 0) end; return FAILED.words end

local function contains(list, item) for k = 1, #list do if list[k] == item then return true end end; return false end

local function clearList(list) for k = #list, 1, -1 do list[k] = nil end end

--- Return the items of a list that a test holds for, given what is behind it.
local function filter(list, test, with, more)
  local kept = {}
  for k = 1, #list do if test(list[k], with, more) then kept[#kept + 1] = list[k] end end
  return kept
end

local function map(list, of, with)
  local made = {}
  for k = 1, #list do made[k] = of(list[k], with) end
  return made
end

--- Tell whether a text is before another by its bytes, in any locale.
local function isBefore(one, other)
  for k = 1, math.min(#one, #other) do
    local left, right = byte(one, k), byte(other, k)
    if left ~= right then return left < right end
  end
  return #one < #other
end

local function namesOf(values)
  local names = {}
  for name in pairs(values) do
    if type(name) == "string" then names[#names + 1] = name end
  end
  table.sort(names, isBefore)
  return names
end

-- ---- JSON -----------------------------------------------------------------------------------------------------------

local Array = {} -- the metatable of arrays that were read, so that empty ones are written as such
local List = {} -- the metatable of lists, so that they are told from vectors, which are {x, y}

do -- since Lua has at most 200 local names at once

local function numberText(value)
  if value ~= value or value == huge or value == -huge then return "null" end
  if value == floor(value) and abs(value) < 1e15 then
    return (value == 0 and 1 / value < 0) and "-0.0" or format("%d", value)
  end
  for digits = 15, 16 do
    local text = format("%." .. digits .. "g", value)
    if tonumber(text) == value then return text end
  end
  return format("%.17g", value)
end

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local function escaped(letter) return ESCAPES[letter] or format("\\u%04x", byte(letter)) end

local function write(value, out, indent)
  local sort = type(value)
  if value == nil or value == null then out[#out + 1] = "null"
  elseif sort == "string" then out[#out + 1] = '"' .. value:gsub('[%c"\\]', escaped) .. '"'
  elseif sort == "number" then out[#out + 1] = numberText(value)
  elseif sort ~= "table" then out[#out + 1] = tostring(value)
  else
    local kind = getmetatable(value)
    local isArray = kind == Array or kind == List or value[1] ~= nil
    local names = not isArray and namesOf(value) or NONE
    local count, inner = isArray and #value or #names, indent and indent .. "  "
    out[#out + 1] = isArray and "[" or "{"
    for k = 1, count do
      out[#out + 1] = (k > 1 and "," or "") .. (inner or "")
      if not isArray then write(names[k], out); out[#out + 1] = indent and ": " or ":" end
      if isArray then write(value[k], out, inner) else write(value[names[k]], out, inner) end
    end
    if indent and count > 0 then out[#out + 1] = indent end
    out[#out + 1] = isArray and "]" or "}"
  end
end

--- Return a value as JSON text with sorted names; a true `isWide` breaks lines.
function mindloom.encode(value, isWide)
  local out = {}
  write(value, out, isWide and "\n" or nil)
  return table.concat(out)
end

local function utf8Of(code)
  if code < 0x80 then return char(code) end
  local last = 0x80 + code % 64
  if code < 0x800 then return char(0xC0 + floor(code / 64), last) end
  local middle = 0x80 + floor(code / 64) % 64
  if code < 0x10000 then return char(0xE0 + floor(code / 4096), middle, last) end
  return char(0xF0 + floor(code / 262144), 0x80 + floor(code / 4096) % 64, middle, last)
end

local UNESCAPED = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local LITERALS = { ["true"] = true, ["false"] = false, null = null }

local function odd(text, at) error(format("there is something else at byte %d of %d", at, #text), 0) end

--- Read the text behind a quote; return it, and the place behind the quote that ends it.
local function readText(text, at)
  local parts = nil
  while true do
    local stop = find(text, '["\\%c]', at) or odd(text, #text + 1)
    local letter = sub(text, stop, stop)
    if letter == '"' then
      local rest = sub(text, at, stop - 1)
      if parts == nil then return rest, stop + 1 end
      parts[#parts + 1] = rest
      return table.concat(parts), stop + 1
    end
    parts = parts or {}
    parts[#parts + 1] = sub(text, at, stop - 1)
    local escape = sub(text, stop + 1, stop + 1)
    if letter == "\\" and escape == "u" then
      local code = tonumber(text:match("^%x%x%x%x", stop + 2) or odd(text, stop), 16)
      at = stop + 6
      local low = code >= 0xD800 and code < 0xDC00 and text:match("^\\u([dD][c-fC-F]%x%x)", at)
      if low then code = 0x10000 + (code - 0xD800) * 1024 + tonumber(low, 16) - 0xDC00; at = at + 6 end
      parts[#parts + 1] = utf8Of(code)
    elseif letter == "\\" then
      parts[#parts + 1] = UNESCAPED[escape] or odd(text, stop)
      at = stop + 2
    elseif letter == "\127" then -- no control character of JSON
      parts[#parts + 1] = letter
      at = stop + 1
    else odd(text, stop) end
  end
end

local function spaceFrom(text, at) return (find(text, "[^ \n\r\t]", at)) or #text + 1 end

local function readValue(text, at)
  local first = sub(text, at, at)
  if first == '"' then return readText(text, at + 1) end
  if first == "{" or first == "[" then
    local isArray, closing = first == "[", first == "[" and "]" or "}"
    local made, count = isArray and setmetatable({}, Array) or {}, 0
    at = spaceFrom(text, at + 1)
    if sub(text, at, at) == closing then return made, at + 1 end
    while true do
      local name
      if isArray then count = count + 1
      else
        if sub(text, at, at) ~= '"' then odd(text, at) end
        name, at = readText(text, at + 1)
        at = spaceFrom(text, at)
        if sub(text, at, at) ~= ":" then odd(text, at) end
        at = spaceFrom(text, at + 1)
      end
      made[name or count], at = readValue(text, at)
      at = spaceFrom(text, at)
      local letter = sub(text, at, at)
      if letter == closing then return made, at + 1 end
      if letter ~= "," then odd(text, at) end
      at = spaceFrom(text, at + 1)
    end
  end
  local word = text:match("^%l+", at)
  if word ~= nil and LITERALS[word] ~= nil then return LITERALS[word], at + #word end
  local digits = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local number = digits and tonumber(digits) or odd(text, at)
  return digits == "-0" and MINUS_ZERO or number, at + #digits
end

--- Return what a JSON text says; its null is `mindloom.null`.
function mindloom.decode(text)
  local value, at = readValue(text, spaceFrom(text, 1))
  at = spaceFrom(text, at)
  if at <= #text then odd(text, at) end
  return value
end

end

local function parsed(text, what)
  local value = text
  if type(text) == "string" then
    local isRead, read = pcall(mindloom.decode, text)
    if not isRead then refuse("The " .. what .. " is no JSON: " .. tostring(read)) end
    value = read
  end
  if type(value) ~= "table" or value == null then refuse("The " .. what .. " holds no object") end
  return value
end

-- ---- Numbers and time -----------------------------------------------------------------------------------------------

--- Return an int of 32 bits, never -0; anything outside is a failure.
local function int32(value)
  if value >= LOWEST and value <= MOST_TICKS then return floor(value) + 0 end
  fail("The result " .. tostring(value) .. " does not fit a 32-bit int.")
end

local function halfEven(x)
  local below = floor(x)
  local rest = x - below
  if rest ~= 0.5 then return rest < 0.5 and below or below + 1 end
  return below % 2 == 0 and below or below + 1
end

--- Return a remainder with the sign of the divisor.
local function modulo(left, right)
  local rest = fmod(left, right)
  if rest == 0 then return right < 0 and MINUS_ZERO or 0.0 end
  return (rest < 0) ~= (right < 0) and rest + right or rest
end

--- Leave the parts of a vector in a pair and return it.
local function into(pair, x, y) pair[1], pair[2] = x, y; return pair end

--- Return the cosine and the sine of an angle in degrees; 0 has no sign.
local function directionOf(angle)
  if angle == huge or angle == -huge then fail("An infinite angle has no sine, cosine or direction.") end
  if angle ~= angle then return angle, angle end
  local turned = fmod(angle, 360.0)
  local n = floor(turned / 90 + 0.5)
  local r = turned - 90 * n
  local k = r * 134217729
  local u = k - (k - r) -- the upper half of the digits of r
  local m = u * 0.01745329238474369
  local e = (r - u) * 0.01745329238474369 + r * 1.3519960527851425e-10
  local x = m + e
  local y = e - (x - m)
  local z = x * x
  local v = z * x
  local odds = 2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)
  local p = 0.00833333333332249 + z * (-0.0001984126982985795 + z * odds)
  local s = x - (z * (0.5 * y - v * p) - y - v * -0.16666666666666632)
  local even = -2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)
  local q = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * (2.480158728947673e-5 + z * even)))
  local h = 0.5 * z
  local w = 1 - h
  local c = w + (1 - w - h + (z * q - x * y))
  local quarter = n % 4
  if quarter == 0 then return c + 0.0, s + 0.0 end
  if quarter == 1 then return -s + 0.0, c + 0.0 end
  if quarter == 2 then return -c + 0.0, -s + 0.0 end
  return s + 0.0, -c + 0.0
end

local function isNegative(x) return x < 0 or (x == 0 and 1 / x < 0) end

--- Return the angle of (x, y) in degrees, -180 to 180; zeros and infinities as IEEE 754 has them.
local function arcTangent(y, x)
  if x ~= x or y ~= y then return 0 / 0 end
  local wide, high = abs(x), abs(y)
  local low, top = wide, high
  if high < wide then low, top = high, wide end
  local q = low == 0 and 0.0 or low == top and 1.0 or low / top
  local b, t = 45.0, 0.0
  if q < 0.4375 then b, t = 0.0, q
  elseif q < 0.6875 then b, t = 26.56505117707799, (2 * q - 1) / (2 + q)
  else t = (q - 1) / (q + 1) end
  local z = t * t
  local w = z * z
  local upper = 0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)
  local i = z * (0.3333333333333293 + w * (0.14285714272503466 + w * (0.09090887133436507 + w * upper)))
  local lower = -0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916)
  local j = w * (-0.19999999999876483 + w * (-0.11111110405462356 + w * lower))
  local g = b + (t * 57.29577951308232 + (t * -1.9878495670576283e-15 - t * (i + j) * 57.29577951308232))
  if wide < high then g = 90 - g end
  if isNegative(x) then g = 180 - g end
  return isNegative(y) and -g or g
end

--- Return seconds that were computed at run time as ticks.
local function ticksOf(seconds, rate)
  if not (seconds >= 0 and seconds <= MOST_TICKS) then fail(tostring(seconds) .. " seconds are no duration.") end
  if seconds == 0 then return 0 end
  local ticks = ceil(seconds * rate - 1e-9)
  if ticks < 1 then return 1 end
  return ticks <= MOST_TICKS and ticks or fail("A duration of " .. ticks .. " ticks is too long.")
end

-- ---- Random numbers -------------------------------------------------------------------------------------------------

local xor -- of two numbers of 32 bits
local bits = bit32 or bit
if bits then
  local bxor = bits.bxor
  function xor(left, right) return bxor(left, right) % TWO_32 end
else
  local NIBBLES = {}
  for left = 0, 15 do
    for right = 0, 15 do
      local found, l, r = 0, left, right
      for bit = 0, 3 do if l % 2 ~= r % 2 then found = found + 2 ^ bit end; l, r = floor(l / 2), floor(r / 2) end
      NIBBLES[16 * left + right] = floor(found)
    end
  end
  function xor(left, right)
    local found, unit = 0, 1
    while left > 0 or right > 0 do
      local l, r = left % 16, right % 16
      found = found + NIBBLES[16 * l + r] * unit
      left, right, unit = (left - l) / 16, (right - r) / 16, unit * 16
    end
    return found
  end
end

--- Return the lower 32 bits of a product; it is made in two halves, so that a double holds them.
local function product(left, right)
  local low = left % 65536
  return ((left - low) / 65536 * right % 65536 * 65536 + low * right) % TWO_32
end

local function fnv1a(text)
  local hash = 0x811c9dc5
  for k = 1, #text do local low = hash % 256; hash = product(hash - low + xor(low, byte(text, k)), 0x01000193) end
  return hash
end

local function fmix(h)
  h = product(xor(h, (h - h % 65536) / 65536), 0x85ebca6b)
  h = product(xor(h, (h - h % 8192) / 8192), 0xc2b2ae35)
  return xor(h, (h - h % 65536) / 65536)
end

--- Return the next draw of a row as a number from 0 to 2^32 - 1; the int at `draws` counts it.
local function draw(a, stream, draws)
  local n = a.ints[draws]
  a.ints[draws] = n == MOST_TICKS and LOWEST or n + 1
  local mixed = a.streams[stream]
  if mixed == nil then mixed = fmix((a.mixed + product(0x9e3779b9, stream)) % TWO_32); a.streams[stream] = mixed end
  return fmix(xor(mixed, product(n % TWO_32, 0x27d4eb2f)))
end

local function drawFloat(a, stream, draws) return draw(a, stream, draws) / TWO_32 end

local function drawInt(a, stream, draws, low, high)
  local u = draw(a, stream, draws)
  if high < low then fail("The range from " .. low .. " to " .. high .. " is empty.") end
  if low < LOWEST or high > MOST_TICKS then
    fail("The range from " .. low .. " to " .. high .. " does not fit 32 bits.")
  end
  local span = high - low + 1.0 -- u * span may have 64 bits: it is multiplied in two halves of 16
  local carried = floor(u * (span % 65536) / 65536)
  return floor(low + floor((u * floor(span / 65536) + carried) / 65536))
end

local WEIGHTS = {} -- what is drawn from, from 1 on

--- Draw the place of one of the first `count` of WEIGHTS, from 0 on; -1 where they add up to 0.
local function drawWeighted(a, stream, draws, count)
  local share = drawFloat(a, stream, draws)
  local total, running, last = 0.0, 0.0, -1
  for k = 1, count do
    total = total + WEIGHTS[k]
    if not (WEIGHTS[k] >= 0 and total < huge) then fail("A weight must be finite and 0 or more.") end
  end
  for k = 1, count do
    running = running + WEIGHTS[k]
    if running > share * total then return k - 1 end
    if WEIGHTS[k] > 0 then last = k - 1 end
  end
  return last
end

--- Return ticks drawn around `ticks`, by at most `spread`; never below 0.
local function spreadTicks(a, stream, draws, ticks, spread)
  if spread <= 0 then return ticks end
  return math.max(drawInt(a, stream, draws, ticks - spread, ticks + spread), 0)
end

-- ---- Values and variables -------------------------------------------------------------------------------------------

local FLOATS = { float = true, seconds = true }
local SPECIAL = { NaN = 0 / 0, Infinity = huge, ["-Infinity"] = -huge, ["-0"] = MINUS_ZERO }

--- Return what a file, a save or a game gives for a type: ints as integers, floats as floats, lists as such.
local function taken(value, kind)
  local sort = type(value)
  if sort == "number" then
    if kind == "int" then return value == floor(value) and floor(value) + 0 or value end
    return FLOATS[kind] and value * 1.0 or value
  end
  if sort == "string" then return FLOATS[kind] and SPECIAL[value] or value end
  if sort == "nil" then return null end
  if sort ~= "table" or value == null then return value end
  local of = type(kind) == "table" and kind.list or nil
  if value.list or of then
    local list, items = setmetatable({}, List), value.list or value
    for k = 1, #items do list[k] = taken(items[k], of) end
    return list
  end
  return map(value, taken, "float")
end

local function isVector(value) return type(value) == "table" and #value == 2 and getmetatable(value) ~= List end

local function copied(value)
  if type(value) ~= "table" or value == null then return value end
  return setmetatable(map(value, copied), getmetatable(value))
end

local function typeWords(kind)
  if type(kind) ~= "table" then return (find(tostring(kind), "^[aeiou]") and "an " or "a ") .. tostring(kind) end
  if kind.enum then return "an enum of " .. table.concat(kind.enum, ", ") end
  return "a list of up to " .. kind.most .. " of " .. typeWords(kind.list)
end

local function isFloat(value) return type(value) == "number" and value - value == 0 end

local FITS = {
  bool = function(value) return type(value) == "boolean" end,
  trigger = function(value) return type(value) == "boolean" end,
  int = function(value)
    return type(value) == "number" and value >= LOWEST and value <= MOST_TICKS and value == floor(value)
  end,
  float = isFloat,
  vector = function(value) return isVector(value) and isFloat(value[1]) and isFloat(value[2]) end,
  string = function(value) return type(value) == "string" end,
}
local function isEntity(value) return value == null or type(value) == "string" end

--- Return the test whether a value is of a type.
local function fitOf(kind)
  if type(kind) ~= "table" then return FITS[kind] or isEntity end
  if kind.enum then return function(value) return type(value) == "string" and contains(kind.enum, value) end end
  local isItem, most = fitOf(kind.list), kind.most
  return function(value)
    if getmetatable(value) ~= List or #value > most then return false end
    for k = 1, #value do if not isItem(value[k]) then return false end end
    return true
  end
end

local function fits(value, kind) return fitOf(kind)(value) end

local DEFAULTS = { bool = false, trigger = false, int = 0, float = 0.0, string = "" }
local function defaultOf(kind)
  if type(kind) == "table" then return kind.enum and kind.enum[1] or setmetatable({}, List) end
  if kind == "vector" then return { 0.0, 0.0 } end
  if DEFAULTS[kind] == nil then return null end
  return DEFAULTS[kind]
end

local function same(one, other)
  if one == other then return true end
  if type(one) ~= "table" or type(other) ~= "table" or one == null or other == null then return false end
  if #one ~= #other then return false end
  for k = 1, #one do if not same(one[k], other[k]) then return false end end
  return true
end

local accessOf

local function accessOfList(kind, place, length)
  local step, none, items = kind.list == "vector" and 2 or 1, defaultOf(kind.list), {}
  for k = 1, kind.most do items[k] = accessOf(kind.list, place + step * (k - 1)) end
  local access = { items = items }
  function access.read(a)
    local list = setmetatable({}, List)
    for k = 1, a.ints[length] do list[k] = items[k].read(a) end
    return list
  end
  function access.write(a, values)
    local count = #values
    a.ints[length] = count
    for k = 1, #items do if k <= count then items[k].write(a, values[k]) else items[k].write(a, none) end end
  end
  return access
end

local ACCESSES = {
  bool = function(place)
    return { read = function(a) return a.bytes[place] ~= 0 end,
      write = function(a, value) a.bytes[place] = value and 1 or 0 end }
  end,
  int = function(place)
    return { read = function(a) return a.ints[place] end, write = function(a, value) a.ints[place] = value end }
  end,
  float = function(place)
    return { read = function(a) return a.floats[place] end, write = function(a, value) a.floats[place] = value end }
  end,
  vector = function(place)
    return { read = function(a) return { a.floats[place], a.floats[place + 1] } end,
      write = function(a, v) a.floats[place], a.floats[place + 1] = v[1], v[2] end }
  end,
  object = function(place)
    return { read = function(a) return a.objects[place] end,
      write = function(a, value) a.objects[place] = value end }
  end,
}
ACCESSES.trigger = ACCESSES.bool

--- Return how the variable at a place of an agent's memory is read and written; what is written must fit.
function accessOf(kind, place, length)
  if type(kind) ~= "table" then return (ACCESSES[kind] or ACCESSES.object)(place) end
  if kind.list then return accessOfList(kind, place, length) end
  local names, numbers = kind.enum, {}
  for k = #names, 1, -1 do numbers[names[k]] = k - 1 end
  return { read = function(a) return names[a.ints[place] + 1] end,
    write = function(a, value) a.ints[place] = numbers[value] end }
end

-- ---- Triggers -------------------------------------------------------------------------------------------------------

--- Read a trigger, and note one that is armed in `a.armed`: what decides by it consumes it.
local function isArmed(a, place)
  if a.bytes[place] == UNARMED and not contains(a.held, place) then return false end
  local armed = map(a.armed, function(each) return each end)
  armed[#armed + 1] = place
  a.armed = armed
  return true
end

--- Evaluate a test, for which the triggers `held` count as armed; `a.armed` then has those that it read armed.
local function ask(test, a, held)
  if #test.triggers == 0 then return test.run(a) end
  a.armed, a.held = NONE, held or NONE
  local isDone, value = pcall(test.run, a)
  a.held = NONE
  if not isDone then error(value, 0) end
  return value
end

local function consume(armed, a) for k = 1, #armed do a.bytes[armed[k]] = UNARMED end end

--- Return the triggers that let a running node enter: its own tests see them armed.
local function heldBy(test, row, a)
  if test.held < 0 or a.bytes[row.index] ~= RUNNING then return NONE end
  local held = NONE
  for k = 1, #test.triggers do
    if a.bytes[test.held + k - 1] ~= 0 then if held == NONE then held = {} end; held[#held + 1] = test.triggers[k] end
  end
  return held
end

local function letIn(test, armed, a)
  if test.held >= 0 then
    for k, place in ipairs(test.triggers) do a.bytes[test.held + k - 1] = contains(armed, place) and 1 or 0 end
  end
  consume(armed, a)
end

local function arm(a, trigger, state)
  a.bytes[trigger.place] = state
  if trigger.ticks > 0 then a.ints[trigger.ending] = a:after(trigger.ticks) end
end

local function beginTriggers(a)
  local triggers = a.program.triggers
  for k = 1, #triggers do
    local each = triggers[k]
    if each.ticks > 0 and a.bytes[each.place] == LATCHED and a.now >= a.ints[each.ending] then
      a.bytes[each.place] = UNARMED
    end
  end
end

local function ageTriggers(a)
  local triggers = a.program.triggers
  for k = 1, #triggers do
    local each = triggers[k]
    local state = a.bytes[each.place]
    if state ~= UNARMED and each.ages then
      if state == JUST_ARMED then a.bytes[each.place] = ARMED
      elseif state == ARMED or not each.latched then a.bytes[each.place] = each.latched and LATCHED or UNARMED end
    end
  end
end

-- ---- Curves ---------------------------------------------------------------------------------------------------------

local tablesOf, tableValue, risingOf, rise

do -- since Lua has at most 200 local names at once

local MOST_POINTS = 64

--- Return the points of a curve as a table: the x of all, none below the one before, and the y of each.
local function tableOf(name, points)
  local places, values = {}, {}
  local isRight = type(points) == "table" and #points >= 1 and #points <= MOST_POINTS
  for k = 1, isRight and #points or 0 do
    local point = points[k]
    isRight = isRight and FITS.vector(point) and (k == 1 or point[1] >= points[k - 1][1])
    if isRight then places[k], values[k] = point[1] * 1.0, point[2] * 1.0 end
  end
  if isRight then return { places = places, values = values } end
  refuse("The curve '" .. tostring(name) .. "' is not 1 to " .. MOST_POINTS
    .. " points { x, y } of finite numbers, x never falling")
end

--- Return the tables of curves by name; refuse a name that is not among `known`, where these are given.
function tablesOf(curves, known)
  local tables = {}
  for name, points in pairs(curves) do
    if known ~= nil and known[name] == nil then
      local names = table.concat(namesOf(known), ", ")
      refuse("The mind has no curve '" .. tostring(name) .. "'; it has " .. (names == "" and "none" or names))
    end
    tables[name] = tableOf(name, points)
  end
  return tables
end

--- Return the value of a table: between two points on the line that joins them, else that of the end.
function tableValue(curve, x)
  local places, values = curve.places, curve.values
  local count, last = 0, #places -- `count` points have an x that is not above x, all where x is not a number
  while count < last do
    local middle = floor((count + last) / 2)
    if x < places[middle + 1] then last = middle else count = middle + 1 end
  end
  if count == 0 then return values[1] end
  if count == #places then return values[count] end
  local share = (x - places[count]) / (places[count + 1] - places[count])
  return values[count] + (values[count + 1] - values[count]) * share
end

--- Return the variables that rise: the place of each, by how much in a second, its least and its most.
function risingOf(given, risen, memory)
  local rising = {}
  for _, each in ipairs(given) do
    if each.rise ~= nil and each.rise ~= 0 then
      local least, most = each.min or 0, each.max or huge
      local isOwn = each.type == "float" and (each.scope == nil or each.scope == "agent")
      if not (isOwn and isFloat(each.rise) and isFloat(least) and (most == huge or isFloat(most))) then
        refuse("The variable '" .. tostring(each.name) .. "' cannot rise")
      end
      rising[#rising + 1] = { place = each.place, by = each.rise * 1.0, least = least * 1.0, most = most * 1.0 }
    end
  end
  local isPlace = FITS.int(risen) and risen >= 0 and risen < memory.ints
  if #rising > 0 and not isPlace or #rising == 0 and risen ~= nil then
    refuse("There is no place " .. tostring(risen) .. " for when variables rose")
  end
  return rising
end

--- Let variables rise by the time since the agent's last tick; in its first one by nothing.
function rise(a, rising, risen)
  local last, floats = a.ints[risen] - 1, a.floats
  a.ints[risen] = a.now + 1
  if last < 0 then return end
  local seconds = (a.now - last) / a.program.rate
  for k = 1, #rising do
    local each = rising[k]
    local value = floats[each.place] + each.by * seconds
    if value < each.least then value = each.least end
    if value > each.most then value = each.most end
    floats[each.place] = value
  end
end

end

-- ---- Expressions ----------------------------------------------------------------------------------------------------

local NODES, FUNCTIONS = {}, nil

do -- since Lua has at most 200 local names at once

-- Each node becomes a function of the agent. A node that gives a vector leaves it in a pair of its `own`, so that
-- calculating makes no tables: what keeps it copies it. A node that can fail says so by `p.fallible`: only what can
-- fail is called in protected mode.

--- Return the last event of a name, nil for none.
local function lastOf(events, name)
  for k = #events, 1, -1 do if events[k].name == name then return events[k] end end
  return nil
end

local function fieldOf(event, field)
  local value = nil
  if event ~= nil then value = event.fields[field] end
  if value == nil then fail("No event brought '" .. field .. "'.") end
  return value
end

function NODES.variable_read(p, node)
  local variable = p.variables[node.variable]
  local place, read = variable.place, variable.read
  if variable.type == "trigger" then
    p.triggersRead[#p.triggersRead + 1] = place
    return function(a) return isArmed(a, place) end
  end
  if variable.type ~= "vector" or variable.world then return read end
  local own = { 0.0, 0.0 }
  return function(a) local floats = a.floats; own[1], own[2] = floats[place], floats[place + 1]; return own end
end

function NODES.context_read(p, node)
  local rate = p.rate
  if node.name == "self" then return function(a) return a.id end end
  if node.name == "time" then return function(a) return a.now / rate end end
  return function(a) return a.state == nil and 0.0 or (a.now - a.ints[a.state.entered]) / rate end
end

function NODES.constant(_, node, kind)
  local fixed = taken(node.value, kind or node.type or "float") -- `kind` is that of a value without a node
  return function() return fixed end
end

function NODES.event_name() return function(a) return a.event == nil and "" or a.event.name end end

function NODES.event_field(p, node)
  local field = node.field
  p.fallible = true
  return function(a) return fieldOf(a.event, field) end
end

function NODES.received(_, node)
  local event = node.event
  return function(a) return lastOf(a.events, event) ~= nil end
end

function NODES.last_field(p, node)
  local event, field = node.event, node.field
  p.fallible = true
  return function(a) return fieldOf(lastOf(a.events, event), field) end
end

function NODES.entity_field(p, node)
  local who, field, kind, own = p:run(node.entity), node.field, node.type or "float", { 0.0, 0.0 }
  p.fallible = true
  return function(a)
    local value = a.minds:askField(a, who(a), field, kind)
    if kind == "vector" and isVector(value) then return into(own, value[1] * 1.0, value[2] * 1.0) end
    return taken(value, kind)
  end
end

function NODES.vector_component(p, node)
  local of, part = p:run(node.vector), node.component == "x" and 1 or 2
  return function(a) return of(a)[part] end
end

function NODES.to_float(p, node) local of = p:run(node.operand); return function(a) return of(a) * 1.0 end end

--- Hold the result of a function to an int.
local function whole(p, run) p.fallible = true; return function(a) return int32(run(a)) end end

function NODES.negate(p, node)
  local of, own = p:run(node.operand), { 0.0, 0.0 }
  if node.type == "vector" then return function(a) local v = of(a) return into(own, -v[1], -v[2]) end end
  local run = function(a) return -of(a) end
  return node.type == "int" and whole(p, run) or run
end

NODES["not"] = function(p, node) local of = p:run(node.operand); return function(a) return not of(a) end end

local ARITHMETIC = {
  ["+"] = function(x, y) return function(a) return x(a) + y(a) end end,
  ["-"] = function(x, y) return function(a) return x(a) - y(a) end end,
  ["*"] = function(x, y) return function(a) return x(a) * y(a) end end,
  ["/"] = function(x, y)
    return function(a)
      local left, right = x(a), y(a)
      return right == 0 and fail("Division by zero.") or left / right
    end
  end,
  ["%"] = function(x, y)
    return function(a)
      local left, right = x(a), y(a)
      return right == 0 and fail("Division by zero.") or modulo(left, right)
    end
  end,
}
local OF_VECTORS = {
  ["+"] = function(l, r, own) return into(own, l[1] + r[1], l[2] + r[2]) end,
  ["-"] = function(l, r, own) return into(own, l[1] - r[1], l[2] - r[2]) end,
  ["*"] = function(l, r, own)
    if type(l) == "table" then return into(own, l[1] * r, l[2] * r) end
    return into(own, l * r[1], l * r[2])
  end,
}

function NODES.arithmetic(p, node)
  local x, y, own = p:run(node.left), p:run(node.right), { 0.0, 0.0 }
  if node.type == "vector" then
    local of = OF_VECTORS[node.operator]
    return function(a) return of(x(a), y(a), own) end
  end
  if node.operator == "/" or node.operator == "%" then p.fallible = true end
  local run = ARITHMETIC[node.operator](x, y)
  return node.type == "int" and whole(p, run) or run
end

local COMPARISONS = {
  ["=="] = same,
  ["!="] = function(l, r) return not same(l, r) end,
  ["<"] = function(l, r) return l < r end,
  ["<="] = function(l, r) return l <= r end,
  [">"] = function(l, r) return l > r end,
  [">="] = function(l, r) return l >= r end,
}
local PAIRS = { -- the same of two operands
  ["=="] = function(x, y) return function(a) return same(x(a), y(a)) end end,
  ["!="] = function(x, y) return function(a) return not same(x(a), y(a)) end end,
  ["<"] = function(x, y) return function(a) return x(a) < y(a) end end,
  ["<="] = function(x, y) return function(a) return x(a) <= y(a) end end,
  [">"] = function(x, y) return function(a) return x(a) > y(a) end end,
  [">="] = function(x, y) return function(a) return x(a) >= y(a) end end,
}

function NODES.comparison(p, node)
  local runs, operators = p:runs(node.operands), node.operators
  if #operators == 1 then return PAIRS[operators[1]](runs[1], runs[2]) end
  local holds = map(operators, function(each) return COMPARISONS[each] end)
  return function(a)
    local left = runs[1](a)
    for k = 1, #holds do
      local right = runs[k + 1](a)
      if not holds[k](left, right) then return false end
      left = right
    end
    return true
  end
end

function NODES.logical(p, node)
  local runs = p:runs(node.operands)
  local rest = runs[#runs]
  for k = #runs - 1, 1, -1 do
    local one, others = runs[k], rest
    if node.operator == "or" then rest = function(a) return one(a) or others(a) end
    else rest = function(a) return one(a) and others(a) end end
  end
  return rest
end

function NODES.conditional(p, node)
  local test, yes, no = p:run(node.condition), p:run(node.when_true), p:run(node.when_false)
  return function(a) if test(a) then return yes(a) end; return no(a) end
end

local function lengthOfVector(x, y) return sqrt(x * x + y * y) end

FUNCTIONS = {
  abs = function(x) return abs(x) end,
  angle_difference = function(from, to)
    local turn = modulo(to - from, 360.0)
    return turn > 180 and turn - 360 or turn
  end,
  angle_to = function(p, q)
    local angle = arcTangent(q[2] - p[2], q[1] - p[1])
    local turned = angle < 0 and angle + 360 or angle
    return turned >= 360 and 0.0 or turned + 0.0
  end,
  at = function(list, k)
    if k >= 0 and k < #list then return list[k + 1] end
    fail("There is no item " .. k .. " in a list of " .. #list .. ".")
  end,
  atan2 = arcTangent,
  ceil = ceil,
  clamp = function(x, low, high) local raised = x < low and low or x; return raised > high and high or raised end,
  contains = function(list, item)
    for k = 1, #list do if same(list[k], item) then return true end end
    return false
  end,
  cos = function(angle) return (directionOf(angle)) end,
  direction = function(angle, own) return into(own, directionOf(angle)) end,
  distance = function(p, q) return lengthOfVector(p[1] - q[1], p[2] - q[2]) end,
  dot = function(p, q) return p[1] * q[1] + p[2] * q[2] end,
  floor = floor,
  len = function(list) return #list end,
  length = function(v) return lengthOfVector(v[1], v[2]) end,
  lerp = function(p, q, t, own)
    if type(p) ~= "table" then return p + (q - p) * t end
    return into(own, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t)
  end,
  max = function(x, y) return y > x and y or x end,
  min = function(x, y) return y < x and y or x end,
  normalize = function(v, own)
    local size = lengthOfVector(v[1], v[2])
    if size > 0 then return into(own, v[1] / size, v[2] / size) end
    return into(own, 0.0, 0.0)
  end,
  round = halfEven,
  sign = function(x) return x > 0 and 1.0 or x < 0 and -1.0 or 0.0 end,
  sin = function(angle) return (select(2, directionOf(angle))) end,
  sqrt = function(x) return x < 0 and fail("A negative number has no square root.") or sqrt(x) end,
  vec = function(x, y, own) return into(own, x, y) end,
}
local FALLIBLE = { at = true, cos = true, direction = true, sin = true, sqrt = true }

--- Apply a function to what one to three others give.
local function applied(of, runs)
  local x, y, z, own = runs[1], runs[2], runs[3], { 0.0, 0.0 }
  if z ~= nil then return function(a) return of(x(a), y(a), z(a), own) end end
  if y ~= nil then return function(a) return of(x(a), y(a), own) end end
  return function(a) return of(x(a), own) end
end

function NODES.function_call(p, node)
  local runs, name = p:runs(node.arguments), node["function"]
  local of = FUNCTIONS[name]
  if FALLIBLE[name] then p.fallible = true end
  local run
  if name == "min" or name == "max" then
    run = runs[1]
    for k = 2, #runs do run = applied(of, { run, runs[k] }) end
  else run = applied(of, runs) end
  return node.type == "int" and whole(p, run) or run
end

function NODES.curve(p, node)
  local name, x = node.curve, p:run(node.operand)
  if p.curves[name] == nil then refuse("There is no curve '" .. tostring(name) .. "'") end
  return function(a) return tableValue(a.curves[name], x(a)) end
end

function NODES.condition_call(p, node)
  local runs, name, given = p:runs(node.arguments or NONE), node.condition, {}
  p.fallible = true
  return function(a) for k = 1, #runs do given[k] = runs[k](a) end; return a:ask(name, given, #runs) end
end

end

-- ---- Lines ----------------------------------------------------------------------------------------------------------

--- Run the lines of a block; return the one that failed, which ends all blocks around it, or nil.
local function runBlock(block, a)
  for k = 1, #block do
    local line = block[k]
    local inner
    if line.fallible then
      local isDone
      isDone, inner = pcall(line.run, a)
      if not isDone then a:note(line.row, "line " .. line.number + 1 .. ": " .. wordsOf(inner)); return line end
    else inner = line.run(a) end
    if inner then return inner end
  end
  return nil
end

local function thrownWords(problem)
  if problem == FAILED then return FAILED.words end
  if type(problem) == "table" and problem.message ~= nil then return problem.message end
  return tostring(problem)
end

local function takeRaised(machine, event)
  local work = machine.work
  if work == nil or work.stopping then return end
  local list = work.inMacrostep and work.queue or work.later
  list[#list + 1] = event
end

local EXECUTION_ERROR = { name = "error.execution", fields = {} }

--- Raise `error.execution` in a machine, once per macrostep and piece of code.
local function takeFailure(machine, code)
  local work = machine.work
  if work == nil or contains(work.failed, code) then return end
  work.failed[#work.failed + 1] = code
  takeRaised(machine, EXECUTION_ERROR)
end

local LINES, Call = {}, {}

do -- since Lua has at most 200 local names at once

local function indexOf(row) return row == nil and -1 or row.index end

--- Return the state, of the innermost machine, whose block or activity a row belongs to, or -1.
local function stateAround(row)
  if row == nil or row.op == "machine" or row.op == "transition" then return -1 end
  return row.op == "state" and row.index or stateAround(row.parent)
end

-- Each op gives a function of the agent; that of an `if` gives what failed inside. `row` is the one of the block.
function LINES.assign(p, row, line)
  local variable = p.variables[line.variable]
  local put = p:writer(line.variable, p:run(line.value, variable.type))
  return function(a)
    if not put(a) then a:note(row, "A value that does not fit its variable is refused; the old one stays.") end
  end
end

function LINES.draw(p, row, line)
  local given, draws, stream, sort = p:runs(line.arguments), line.draws, row.stream, line.draw
  local low, high, run = given[1], given[2], nil
  if sort == "chance" then run = function(a) local share = low(a); return share > drawFloat(a, stream, draws) end
  elseif sort == "random" then run = function(a)
    local from, to = low(a), high(a)
    return from + drawFloat(a, stream, draws) * (to - from)
  end
  elseif sort == "bell" then run = function(a)
    local mean, deviation = low(a), high(a)
    local sum = drawFloat(a, stream, draws) + drawFloat(a, stream, draws)
    return mean + deviation * (2.0 * (sum + drawFloat(a, stream, draws)) - 3.0)
  end
  else
    p.fallible = true
    run = function(a) local from, to = low(a), high(a); return drawInt(a, stream, draws, from, to) end
  end
  local put = p:writer(line.variable, run)
  return function(a)
    if not put(a) then a:note(row, "A number that is not finite is refused; the old one stays.") end
  end
end

function LINES.set(p, _, line)
  local trigger = p:triggerOf(line.variable)
  return function(a) arm(a, trigger, JUST_ARMED) end
end

function LINES.list(p, row, line)
  local variable, change = p.variables[line.variable], line.change
  local kind, read, writeList = variable.type, variable.read, variable.write
  local value, isItem = p:run(line.item, kind.list), fitOf(kind.list)
  p.fallible = true
  return function(a)
    local items, given = change == "clear" and {} or read(a), value(a)
    if change == "append" then
      if #items >= kind.most then fail("The list is full with " .. kind.most .. " items.") end
      if not isItem(given) then a:note(row, "An item that does not fit its list is refused."); return end
      items[#items + 1] = given
    elseif change == "remove" then
      for k = 1, #items do if same(items[k], given) then table.remove(items, k); break end end
    end
    writeList(a, items)
  end
end

function LINES.raise(p, row, line)
  local event, machine = p:event(line), row.machine
  return function(a)
    local made = event(a)
    if machine == nil then a.minds:send(a.id, a.id, made) else takeRaised(machine, made) end
  end
end

function LINES.raise_later(p, row, line)
  local id, event, after = line.id or "", p:event(line), p:duration(line.after)
  local machine, state = row.machine, line.outlives_state and -1 or stateAround(row)
  p.fallible = true
  return function(a)
    local made, ticks = event(a), after(a)
    if machine ~= nil and (machine.work == nil or machine.work.stopping) then return end
    if #a.delayed >= MOST_DELAYED then fail(MOST_DELAYED .. " delayed events wait already.") end
    a:delay({ due = a:after(ticks), machine = indexOf(machine), state = state, id = id, event = made })
  end
end

local function isNotOf(each, machine, id) return each.machine ~= machine or each.id ~= id end

function LINES.cancel(_, row, line)
  local machine, id = indexOf(row.machine), line.id or ""
  return function(a) a.delayed = filter(a.delayed, isNotOf, machine, id) end
end

function LINES.send(p, _, line)
  local event, entity = p:event(line), line.entity ~= nil and p:run(line.entity) or nil
  if entity ~= nil then p.fallible = true end
  return function(a)
    local made, receiver = event(a), line.receiver == "self" and a.id or line.receiver
    if entity ~= nil then receiver = entity(a); if receiver == null then fail("There is nobody to send to.") end end
    a.minds:send(a.id, receiver, made)
  end
end

LINES["if"] = function(p, row, line)
  local yes, no = p:block(line["then"], row), p:block(line["else"], row)
  local holds = p:run(line.test)
  return function(a) return runBlock(holds(a) and yes or no, a) end
end

LINES["do"] = function(p, row, line)
  local call = p:call(row, line.action, line.arguments)
  p.fallible = true
  return function(a)
    call:evaluate(a)
    local result = call:tick(a, a.now, true)
    if result ~= SUCCESS then fail("the instant action " .. line.action .. " gave " .. WORDS[result]:upper() .. ".") end
  end
end

--- An action that a row or a line calls; `given` are its arguments, one table that is filled each time.
Call.__index = Call

function Call:evaluate(a)
  local names, values, given = self.names, self.values, self.given
  for k = 1, #names do given[names[k]] = values[k](a) end
end

function Call:tick(a, entered, begins)
  if begins and self:attempt(a, entered, "enter") == FAILED then return FAILURE end
  local result = self:attempt(a, entered, "tick")
  if result == "running" then return RUNNING end
  if result == "success" then return SUCCESS end
  if result ~= "failure" and result ~= FAILED then
    local said = type(result) == "string" and "'" .. result .. "'" or tostring(result)
    a:note(self.row, self.name .. " gave " .. said .. '; a tick gives "running", "success" or "failure".')
  end
  return FAILURE
end

function Call:halt(a, entered)
  for k = 1, #self.names do
    local isDone, value = pcall(self.values[k], a)
    if not isDone then wordsOf(value) end
    if isDone then self.given[self.names[k]] = value else self.given[self.names[k]] = null end
  end
  self:attempt(a, entered, "halt")
end

function Call:attempt(a, entered, step)
  local behavior, watcher = a.minds.behaviors[self.name], a.minds.watcher
  local isDone, result = true, nil
  if watcher ~= nil then watcher:asks(a, step) end
  if type(behavior) == "function" then
    if step == "tick" then isDone, result = pcall(behavior, a.minds.context:of(a, self, entered), self.given) end
  else
    local method = behavior[step]
    if method ~= nil then isDone, result = pcall(method, behavior, a.minds.context:of(a, self, entered), self.given) end
  end
  local failed = not isDone and self.name .. " failed: " .. thrownWords(result) or nil
  if watcher ~= nil then
    local answer = step ~= "tick" and "success" or result
    local isOdd = (RESULTS[answer] or SKIPPED) == SKIPPED
    local words = failed or (isOdd and "It gave " .. tostring(answer) .. ".") or nil
    watcher:answered(a, { "action", self.row.index, self.name, step }, answer, words)
  end
  if isDone then return result end
  a:note(self.row, failed)
  return FAILED
end

end

-- ---- Claims ---------------------------------------------------------------------------------------------------------

--- Return what a claim or release is about: places that a shared variable counts, or an entity.
local function thingOf(p, place)
  local variable = type(place) == "table" and place.variable ~= nil and p.variables[place.variable] or nil
  if variable ~= nil and variable.type == "int" then return place.variable, function() return variable.name end end
  return nil, p:run(place)
end

local function isHeld(a, claim, counter, name) return claim.counter == counter and a.objects[claim.place] == name end

local function holdsThing(a, counter, name)
  local claims = a.program.claims
  for k = 1, #claims do if isHeld(a, claims[k].claim, counter, name) then return true end end
  return false
end

--- Change what a shared variable counts, by a claim or a release.
local function count(a, counter, by)
  local cell, watcher = a.world[counter], a.minds.watcher
  cell.value = math.min(cell.value + by, MOST_TICKS)
  if watcher ~= nil then watcher:sharedPut(cell.name, a) end
end

--- Let claims hold nothing; what no other claim of the agent holds goes back.
local function letGo(claims, a)
  for k = 1, #claims do
    local claim = claims[k].claim
    local counter, name = claim.counter, a.objects[claim.place]
    a.objects[claim.place] = null
    if name ~= null and not holdsThing(a, counter, name) then
      if counter == nil then a.minds.holders[name] = nil else count(a, counter, 1) end
    end
  end
end

-- ---- Visiting a row -------------------------------------------------------------------------------------------------

local visit, visitRoot, halt, haltAll, holds, conclude, clear

do -- since Lua has at most 200 local names at once

function conclude(row, a, result)
  local outcomes, index = a.outcomes, row.index
  outcomes[index] = outcomes[index] >= HALTED and HALTED + result or result
  return result
end

--- Set the statuses of a row and of all rows below it to 0.
function clear(row, a) local statuses = a.bytes; for k = row.index, row.last do statuses[k] = IDLE end end

local function runEnd(row, block, a)
  if #block == 0 then return end
  local outer = a.state
  if row.op == "state" then a.state = row end
  local failed = runBlock(block, a)
  if failed ~= nil and row.op == "state" then takeFailure(row.machine, failed) end
  a.state = outer
end

--- Run the lines for the end of a row with a result; IDLE is that of a halt.
local function doEnds(row, a, result)
  for k = 1, #row.ends do
    local each = row.ends[k]
    runEnd(each.row, each.blocks[result] or NONE, a)
    runEnd(each.row, each.onEnd, a)
  end
end

function halt(row, a)
  if a.bytes[row.index] ~= RUNNING then return end
  haltAll(row.children, a)
  if row.stop then row.stop(a) end
  a:dropRequests(row)
  letGo(row.claims, a)
  clear(row, a)
  local was = a.outcomes[row.index]
  if was < HALTED then a.outcomes[row.index] = was + HALTED end
  doEnds(row, a, IDLE)
end

function haltAll(rows, a) for k = 1, #rows do halt(rows[k], a) end end

local function turnAway(row, a, refused)
  halt(row, a)
  a.bytes[row.index] = refused == SKIPPED and IDLE or refused
  return conclude(row, a, refused)
end

--- Tell whether a guard or precondition is true; one that fails is false.
function holds(test, row, a)
  local isTrue
  if test.fallible then
    local isDone
    isDone, isTrue = pcall(ask, test, a, heldBy(test, row, a))
    if not isDone then a:note(row, wordsOf(isTrue)); isTrue = false end
  else isTrue = ask(test, a, heldBy(test, row, a)) end
  if test.lastTest >= 0 then a.bytes[test.lastTest] = isTrue and 2 or 1 end
  return isTrue
end

--- Tell whether a precondition decides: one with `while` when it is false or fails, another when it is true.
local function decides(test, row, a) return holds(test, row, a) ~= test.lasting end

--- Return with what a row that is about to be entered is turned away, IDLE for not at all.
local function admit(row, guard, a)
  local letting = nil -- pairs of a test and what it read armed
  if guard ~= nil and #guard.triggers > 0 then letting = { guard, a.armed } end
  for k = 1, #row.preconditions do
    local test = row.preconditions[k]
    if decides(test, row, a) then
      if #test.triggers > 0 and not test.lasting then consume(a.armed, a) end
      return test.gives
    end
    if #test.triggers > 0 and test.lasting then
      letting = letting or {}
      letting[#letting + 1] = test
      letting[#letting + 1] = a.armed
    end
  end
  if row.refuse ~= nil then
    local isDone, refused = pcall(row.refuse, a)
    if not isDone then a:note(row, wordsOf(refused)); return FAILURE end
    if refused ~= IDLE then return refused end
  end
  if letting ~= nil then for k = 1, #letting, 2 do letIn(letting[k], letting[k + 1], a) end end
  return IDLE
end

local function decidedMeanwhile(row, a)
  for k = 1, #row.preconditions do
    local test = row.preconditions[k]
    if test.lasting and decides(test, row, a) then return test.gives end
  end
  return IDLE
end

--- Ask what may keep a row from being ticked; return with what it is turned away, nil for not at all.
local function gate(row, a, running)
  if row.disabled then return conclude(row, a, SKIPPED) end
  local guard = row.guard
  if guard ~= nil and (guard.whileRunning or not running) then
    if a.passedGuard == row.index then
      a.passedGuard = -1
      guard = nil
    elseif not holds(guard, row, a) then return turnAway(row, a, guard.refused) end
  end
  if #row.preconditions > 0 or (not running and (guard ~= nil or row.refuse ~= nil)) then
    local refused
    if running then refused = decidedMeanwhile(row, a) else refused = admit(row, guard, a) end
    if refused ~= IDLE then return turnAway(row, a, refused) end
  end
  return nil
end

local function serve(service, row, a, entering)
  local ints = a.ints
  if entering then
    ints[service.interval] = service.every(a)
    if service.jitter ~= nil then ints[service.spread] = service.jitter(a) end
  elseif a.now < ints[service.due] then return end
  local ticks = ints[service.interval]
  if service.jitter ~= nil then
    local by = ints[service.spread]
    ticks = drawInt(a, row.stream, service.draws, ticks - by, ticks + by)
  end
  ints[service.due] = a:after(math.max(1, ticks))
  local isDone, isTrue = true, true
  if service.guardFails then isDone, isTrue = pcall(service.guard, a) else isTrue = service.guard(a) end
  if not isDone then a:note(row, wordsOf(isTrue))
  elseif isTrue then runBlock(service.block, a) end
end

--- End the tick of a row that failed; return FAILURE.
local function broken(row, a, problem)
  a:note(row, wordsOf(problem))
  haltAll(row.children, a)
  if row.stop then row.stop(a) end
  a:dropRequests(row)
  return FAILURE
end

--- Run the services of a row; return FAILURE where one fails the row, else nil.
local function serveAll(row, a, entering)
  for k = 1, #row.services do
    local isDone, problem = pcall(serve, row.services[k], row, a, entering)
    if not isDone then return broken(row, a, problem) end
  end
  return nil
end

--- Do what a row was ordered in the place of a visit.
local function follow(row, a, to)
  local index, result = row.index, RESULTS[to]
  if a.passedGuard == index then a.passedGuard = -1 end
  if to == "disabled" then return turnAway(row, a, SKIPPED) end
  a:keepOrder(index, nil)
  if a.bytes[index] ~= RUNNING then
    a.bytes[index] = RUNNING
    local isDone, problem = true, nil
    if row.enter ~= nil then isDone, problem = pcall(row.enter, a) end
    if not isDone then a:note(row, wordsOf(problem)) end
  end
  haltAll(row.children, a)
  if row.finish ~= nil then row.finish(a, result) elseif row.stop ~= nil then row.stop(a) end
  a:dropRequests(row)
  clear(row, a)
  if result ~= SKIPPED then a.bytes[index] = result end
  if row.hasEnd then letGo(row.claims, a); doEnds(row, a, result) end
  return conclude(row, a, result)
end

function visit(row, a)
  local left, index, statuses, result = a.visitsLeft - 1, row.index, a.bytes, nil
  a.visitsLeft = left
  if left < 0 then error(SPENT, 0) end
  if a.orders ~= nil and a.orders[index] ~= nil then return follow(row, a, a.orders[index]) end
  local running = statuses[index] == RUNNING
  if row.isGated then result = gate(row, a, running); if result ~= nil then return result end end
  local enter = row.enter
  if not running then
    statuses[index] = RUNNING
    if enter ~= nil then
      if row.entersInProtection then
        local isDone, problem = pcall(enter, a)
        if not isDone then result = broken(row, a, problem) end
      else enter(a) end
    end
  end
  if result == nil and row.isServed then result = serveAll(row, a, not running) end
  if result == nil then
    if row.ticksInProtection then
      local isDone
      isDone, result = pcall(row.tick, a)
      if not isDone then result = broken(row, a, result) end
    else result = row.tick(a); if result == BROKEN then result = broken(row, a, FAILED) end end
  end
  if result ~= RUNNING then
    for k = index, row.last do statuses[k] = IDLE end
    if result ~= SKIPPED then statuses[index] = result end
    if row.hasEnd then letGo(row.claims, a); doEnds(row, a, result) end
  end
  local outcomes = a.outcomes
  outcomes[index] = outcomes[index] >= HALTED and HALTED + result or result
  return result
end

--- Visit the root of a tree or activity; it is halted where the agent has no visits left in this tick.
function visitRoot(row, a)
  local isDone, result = pcall(visit, row, a)
  if isDone then return result end
  if result ~= SPENT then error(result, 0) end
  halt(row, a)
  a:note(row, SPENT.words)
  a.bytes[row.index] = FAILURE
  return conclude(row, a, FAILURE)
end

end

-- ---- Rows of behavior trees -----------------------------------------------------------------------------------------

local TREE_OPS = {}

do -- since Lua has at most 200 local names at once

local function opposite(result) return result == SUCCESS and FAILURE or SUCCESS end

local function forget(a, place, count) for k = place, place + count - 1 do a.bytes[k] = 0 end end

--- Halt the running child for an earlier one whose guard became true; return the place of that one, or -1.
local function abortingChild(row, a)
  local children, running = row.children, 1
  while running <= #children and a.bytes[children[running].index] ~= RUNNING do running = running + 1 end
  if running > #children then return -1 end
  for k = 1, running - 1 do
    local child = children[k]
    local guard = child.guard
    local isOff = child.disabled or (a.orders ~= nil and a.orders[child.index] == "disabled")
    if not isOff and guard ~= nil and guard.abortsLower then
      local wasTrue = a.bytes[guard.lastTest] == 2
      if holds(guard, child, a) and not wasTrue then
        letIn(guard, #guard.triggers > 0 and a.armed or NONE, a)
        halt(children[running], a)
        a.passedGuard = child.index
        return k - 1
      end
    end
  end
  return -1
end

-- Each op gives a row its `enter`, `tick`, `stop` and `refuse`. The fields in the file are parameters and places.
function TREE_OPS.ordered(_, row, data)
  local children, ending, keep, reactive = row.children, RESULTS[data.ending], data.keep, data.reactive
  local place, tried, tested, yields = data.place, data.tried, data.tested, data.yield
  local count = #children
  local function stopAt(a, at, result)
    local before = a.ints[place]
    if reactive and before >= 0 and before ~= at then halt(children[before + 1], a) end
    if keep then a.ints[place] = at == count and 0 or at
    else a.ints[place] = result == RUNNING and at or -1 end
    if result ~= RUNNING then a.bytes[tried] = 0 end
    return result
  end
  return {
    enter = function(a)
      a.bytes[tried] = keep and a.ints[place] > 0 and 1 or 0
      if tested ~= nil then forget(a, tested, count) end
    end,
    tick = function(a)
      local at = -1
      if tested ~= nil then at = abortingChild(row, a) end
      if at < 0 and not reactive then at = a.ints[place] end
      if at < 0 then at = 0 end
      while at < count do
        local result = visit(children[at + 1], a)
        if result == RUNNING then return stopAt(a, at, RUNNING) end
        if result ~= SKIPPED then
          a.bytes[tried] = 1
          if result == ending then return stopAt(a, at, ending) end
          if yields and at + 1 < count then return stopAt(a, at + 1, RUNNING) end
        end
        at = at + 1
      end
      return stopAt(a, at, a.bytes[tried] ~= 0 and opposite(ending) or SKIPPED)
    end,
    stop = function(a) a.bytes[tried] = 0; if not keep then a.ints[place] = -1 end end,
  }
end

function TREE_OPS.round_robin(_, row, data)
  local children, start, place, tried = row.children, data.start, data.place, data.tried
  local count = #children
  return {
    enter = function(a) a.ints[place] = a.ints[start]; a.bytes[tried] = 0 end,
    tick = function(a)
      local first = a.ints[start]
      for turn = count == 0 and 0 or (a.ints[place] - first) % count, count - 1 do
        local at = (first + turn) % count
        a.ints[place] = at
        local result = visit(children[at + 1], a)
        if result == SUCCESS then a.ints[start] = (at + 1) % count end
        if result == RUNNING or result == SUCCESS then return result end
        if result == FAILURE then a.bytes[tried] = 1 end
      end
      return a.bytes[tried] ~= 0 and FAILURE or SKIPPED
    end,
  }
end

function TREE_OPS.pipeline_sequence(_, row, data)
  local children, furthest, tried = row.children, data.furthest, data.tried
  return {
    enter = function(a) a.ints[furthest] = 0; a.bytes[tried] = 0 end,
    tick = function(a)
      local latest = SKIPPED
      for at = 0, #children - 1 do
        local result = visit(children[at + 1], a)
        if result ~= SKIPPED then
          latest = result
          if result ~= RUNNING then a.bytes[tried] = 1
          elseif at >= a.ints[furthest] then a.ints[furthest] = at; break end
          if latest == FAILURE then break end
        end
      end
      if latest ~= RUNNING then haltAll(children, a) end
      return latest == SKIPPED and a.bytes[tried] ~= 0 and SUCCESS or latest
    end,
  }
end

function TREE_OPS.shuffled(p, row, data)
  local children, stream, ending, weights = row.children, row.stream, RESULTS[data.ending], data.weights
  local place, tried, order, draws, count = data.place, data.tried, data.order, data.draws, #row.children
  local untried = (weights == nil or #filter(weights, function(each) return each ~= 0 end) > 0) and SKIPPED or FAILURE
  local function shuffle(a)
    local ints = a.ints
    for k = count - 1, 1, -1 do
      local one, other = order + k, order + drawInt(a, stream, draws, 0, k)
      ints[one], ints[other] = ints[other], ints[one]
    end
  end
  local function drawOneByOne(a)
    local ints = a.ints
    for k = 0, count - 2 do
      local total = 0
      for left = k, count - 1 do
        WEIGHTS[left - k + 1] = weights[ints[order + left] + 1]
        total = total + WEIGHTS[left - k + 1]
      end
      if total == 0 then return end
      local picked = order + k + drawWeighted(a, stream, draws, count - k)
      local child = ints[picked]
      for at = picked, order + k + 1, -1 do ints[at] = ints[at - 1] end
      ints[order + k] = child
    end
  end
  p.fallible = true
  return {
    enter = function(a)
      a.ints[place] = 0
      a.bytes[tried] = 0
      for k = 0, count - 1 do a.ints[order + k] = k end
      if weights == nil then shuffle(a) else drawOneByOne(a) end
    end,
    tick = function(a)
      local at, result = a.ints[place], RUNNING
      while at < count do
        local number = a.ints[order + at] + 1
        local child, isOut = children[number], weights ~= nil and weights[number] == 0
        if isOut and a.bytes[child.index] ~= RUNNING then result = SKIPPED else result = visit(child, a) end
        if result == RUNNING then break end
        if result ~= SKIPPED then a.bytes[tried] = 1 end
        if result == ending then break end
        at = at + 1
      end
      a.ints[place] = at
      if at < count then return result end
      return a.bytes[tried] ~= 0 and opposite(ending) or untried
    end,
  }
end

function TREE_OPS.random_child(p, row, data)
  local children, stream, weights = row.children, row.stream, data.weights
  local chosen, draws, count = data.chosen, data.draws, #row.children
  p.fallible = true
  return {
    enter = function(a)
      local total = 0
      for k = 1, count do WEIGHTS[k] = weights == nil and 1 or weights[k]; total = total + WEIGHTS[k] end
      a.ints[chosen] = total == 0 and -1 or drawWeighted(a, stream, draws, count)
    end,
    tick = function(a)
      if a.ints[chosen] < 0 then return FAILURE end
      return visit(children[a.ints[chosen] + 1], a)
    end,
  }
end

local function threshold(value, least)
  if value == "all" then return -1 end
  if value == "any" then return 1 end
  if value >= least or value < 0 then return value end
  fail("A threshold is a number from " .. least .. " on; it is " .. value .. ".")
end

local function numberOf(kept, children) return kept >= 0 and kept or children + 1 + kept end

function TREE_OPS.parallel(p, row, data)
  local children, count, finished, needed = row.children, #row.children, data.finished, data.needed
  local successes, failures = p:run(data.success or 0), p:run(data.failure or 0)
  local again, decide, all = data.again, data.decide, {}
  for k = 1, count do all[k] = finished + k - 1 end
  local chosen = data.chosen_children and map(data.chosen_children, function(k) return finished + k end) or all
  p.fallible = true
  local function counted(a, places, result)
    local found = 0
    for k = 1, #places do if a.bytes[places[k]] == result then found = found + 1 end end
    return found
  end
  local function decision(a, latest)
    if decide == "all_ended" and counted(a, all, IDLE) > 0 then return IDLE end
    local took = #chosen - counted(a, chosen, SKIPPED)
    if took == 0 then return SKIPPED end
    local toSucceed = math.max(numberOf(a.ints[needed], took), 0)
    local toFail = math.max(numberOf(a.ints[needed + 1], count - counted(a, all, SKIPPED)), 1)
    local succeeded = counted(a, chosen, SUCCESS) >= toSucceed
    local failed = counted(a, all, FAILURE) >= toFail or took - counted(a, chosen, FAILURE) < toSucceed
    if succeeded and failed and latest == SUCCESS then return SUCCESS end
    return failed and FAILURE or succeeded and SUCCESS or IDLE
  end
  local function visitAll(a)
    for k = 1, count do
      if a.bytes[all[k]] == 0 then
        local result = visit(children[k], a)
        if result ~= RUNNING then a.bytes[all[k]] = result end
        local decided = decide == "each" and decision(a, result) or IDLE
        if decided ~= IDLE then return decided end
      end
    end
    return decision(a, IDLE)
  end
  return {
    enter = function(a)
      forget(a, finished, count)
      a.ints[needed] = threshold(successes(a), 0)
      a.ints[needed + 1] = threshold(failures(a), 1)
    end,
    tick = function(a)
      if again then forget(a, finished, count) end
      local decided = visitAll(a)
      if decided == IDLE then return RUNNING end
      haltAll(children, a)
      return decided
    end,
  }
end

function TREE_OPS.simple_parallel(_, row, data)
  local children, waits, again, main, finished = row.children, data.delayed, data.again, data.main, data.finished
  local function visitOthers(a, result)
    local anyRuns = false
    for k = 2, #children do
      local place = finished + k - 1
      local starts = (result ~= FAILURE and a.bytes[place] == 0) or (again and result == RUNNING)
      if starts or a.bytes[children[k].index] == RUNNING then
        local other = visit(children[k], a)
        if other == RUNNING then anyRuns = true else a.bytes[place] = other end
      end
    end
    return anyRuns
  end
  return {
    enter = function(a) a.bytes[main] = 0; forget(a, finished, #children) end,
    tick = function(a)
      local result = a.bytes[main]
      if result == 0 then result = visit(children[1], a) end
      if result == RUNNING or (waits and result ~= SKIPPED) then
        if result ~= RUNNING then a.bytes[main] = result end
        if visitOthers(a, result) or result == RUNNING then return RUNNING end
      end
      for k = 2, #children do halt(children[k], a) end
      return result
    end,
  }
end

function TREE_OPS.utility(p, row, data)
  local children, chosen, added = row.children, data.chosen, data.added
  local everyTick, next_on_failure, failed = data.every_tick, data.next_on_failure, {}
  local lock, momentum, top, since = data.lock or 0, data.momentum or 0, data.top or 1, data.since
  local stream, draws = row.stream, data.draws
  if since == nil and (lock > 0 or momentum > 0) then refuse("A choice that is locked has no place for its tick") end
  local scores = map(data.scores, function(each) return p:run(each) end)
  local bonus = p:run(data.inertia or 0.0)
  local ranked, told = {}, {} -- children from the best on, from 1 on as in `children`, and what each scores

  --- Return what the child that runs has more than its score.
  local function addedNow(a)
    if momentum <= 0 then return a.floats[added] end
    local share = 1.0 - (a.now - a.ints[since]) / momentum
    return a.floats[added] * (share > 0 and share or 0.0)
  end

  local function compare(a, former)
    local more = former >= 0 and addedNow(a)
    clearList(ranked)
    for k = 1, #scores do
      if not failed[k] then
        local isDone, score = pcall(scores[k], a)
        if isDone then
          if k - 1 == former then score = score + more end
          if score ~= score then a:note(children[k], "score: It is not a number.")
          else
            local place = #ranked + 1 -- behind all that are as good
            told[k] = score
            while place > 1 and told[ranked[place - 1]] < score do
              ranked[place], place = ranked[place - 1], place - 1
            end
            ranked[place] = k
          end
        else a:note(children[k], "score: " .. wordsOf(score)) end
      end
    end
  end

  --- Return one of the best, the child that runs if it is among them.
  local function drawn(a, former)
    local count, lowest, sum = math.min(top, #ranked), math.min(0.0, told[ranked[#ranked]]), 0.0
    for k = 1, count do
      if ranked[k] - 1 == former then return former end
      WEIGHTS[k] = told[ranked[k]] - lowest
      sum = sum + WEIGHTS[k]
    end
    local place = 0
    if count > 1 and isFloat(sum) then place = math.max(drawWeighted(a, stream, draws, count), 0) end
    return ranked[place + 1] - 1
  end

  local function choose(a, former)
    local isLocked = lock > 0 and former >= 0 and a.now - a.ints[since] < lock
    if former >= 0 and (not everyTick or isLocked) then return former end
    compare(a, former)
    if #ranked == 0 then return -1 end
    local best = draws == nil and ranked[1] - 1 or drawn(a, former)
    if since ~= nil and best ~= former then a.ints[since] = a.now end
    return best
  end
  return {
    enter = function(a) a.floats[added] = bonus(a) * 1.0; a.ints[chosen] = -1 end,
    tick = function(a)
      for k = 1, #children do failed[k] = false end -- children that failed in this tick
      while true do
        local former = a.ints[chosen]
        local nextChild = choose(a, former)
        if nextChild < 0 then return FAILURE end
        if former >= 0 and former ~= nextChild then halt(children[former + 1], a) end
        a.ints[chosen] = nextChild
        local result = visit(children[nextChild + 1], a)
        if result == RUNNING then return RUNNING end
        a.ints[chosen] = -1
        if result ~= FAILURE or not next_on_failure then return result end
        failed[nextChild + 1] = true
      end
    end,
  }
end

function TREE_OPS.if_else(_, row, data)
  local children, reactive, branch = row.children, data.reactive, data.branch
  return {
    enter = function(a) a.ints[branch] = -1 end,
    tick = function(a)
      local former = a.ints[branch]
      local nextChild = former
      if former < 0 or reactive then
        local answer = visit(children[1], a)
        if answer == RUNNING then return RUNNING end
        nextChild = answer == SUCCESS and 1 or 2
      end
      if former >= 0 and former ~= nextChild and former < #children then halt(children[former + 1], a) end
      a.ints[branch] = nextChild
      if nextChild >= #children then return FAILURE end
      return visit(children[nextChild + 1], a)
    end,
  }
end

function TREE_OPS.switch(p, row, data)
  local children, chosen = row.children, data.chosen
  local found = p:caseOf(data.value, data.cases, data.default)
  local mayFail = p.fallible
  return {
    enter = function(a) a.ints[chosen] = -1 end,
    tick = function(a)
      local isDone, nextChild = true, nil
      if mayFail then isDone, nextChild = pcall(found, a) else nextChild = found(a) end
      if not isDone then wordsOf(nextChild); return BROKEN end
      local former = a.ints[chosen]
      if former >= 0 and former ~= nextChild then halt(children[former + 1], a) end
      a.ints[chosen] = nextChild
      if nextChild < 0 then return FAILURE end
      return visit(children[nextChild + 1], a)
    end,
  }
end

function TREE_OPS.try_recover(p, row, data)
  local child, recovery, same_tick = row.children[1], row.children[2], data.same_tick
  local recovering, left, count = data.recovering, data.left, p:count(data.attempts)
  return {
    enter = function(a) a.ints[left] = count(a); a.bytes[recovering] = 0 end,
    tick = function(a)
      repeat
        if a.bytes[recovering] == 0 then
          local result = visit(child, a)
          if result ~= FAILURE then return result end
          if a.ints[left] == 0 then return FAILURE end
          a.bytes[recovering] = 1
        end
        local result = visit(recovery, a)
        if result ~= SUCCESS then return result == RUNNING and RUNNING or FAILURE end
        a.ints[left] = a.ints[left] - 1
        a.bytes[recovering] = 0
      until not same_tick
      return RUNNING
    end,
  }
end

function TREE_OPS.map_result(_, row, data)
  local child = row.children[1]
  local results = { [0] = IDLE, RUNNING, RESULTS[data.on_success], RESULTS[data.on_failure], SKIPPED }
  return { tick = function(a) return results[visit(child, a)] end }
end

function TREE_OPS.loop(p, row, data)
  local child, limit, done, same_tick, anyEnd = row.children[1], data.limit, data.done, data.same_tick, data.any_end
  local again_on, ends_with, counted_out = RESULTS[data.again_on], RESULTS[data.ends_with], RESULTS[data.counted_out]
  local most = data.count ~= nil and p:count(data.count) or function() return -1 end
  return {
    enter = function(a) a.ints[limit] = most(a); a.ints[done] = 0 end,
    tick = function(a)
      local ints = a.ints
      local last = ints[limit]
      if last == 0 then return counted_out end
      repeat
        local result = visit(child, a)
        if result == RUNNING or result == SKIPPED then return result end
        if result ~= again_on and not anyEnd then return ends_with end
        ints[done] = last == -1 and 0 or ints[done] + 1
        if ints[done] == last then return counted_out end
      until not same_tick
      return RUNNING
    end,
  }
end

function TREE_OPS.for_each(p, row, data)
  local child, at, goes_on = row.children[1], data.at, data.goes_on
  local kept, about, writeItem = p.variables[data.taken], p:run(data.of), p.variables[data.item].write
  local listed
  if data.list == nil then
    p.fallible = true
    listed = function(a)
      local of = about(a)
      return a.minds:query(data.query, a, of == null and "" or of, kept.type)
    end
  else listed = p.variables[data.list].read end
  local function stop(a) kept.write(a, NONE); a.ints[at] = 0 end
  return {
    enter = function(a) kept.write(a, listed(a)); a.ints[at] = 0 end,
    tick = function(a)
      local k = a.ints[at]
      while k < a.ints[kept.length] do
        a.ints[at] = k
        if a.bytes[child.index] ~= RUNNING then writeItem(a, kept.items[k + 1].read(a)) end
        local result = visit(child, a)
        if result == RUNNING then return RUNNING end
        if result == FAILURE and not goes_on then stop(a); return FAILURE end
        k = k + 1
      end
      stop(a)
      return SUCCESS
    end,
    stop = stop,
  }
end

function TREE_OPS.timeout(p, row, data)
  local child, due = row.children[1], data.due
  return {
    enter = p:timer(data.seconds, due),
    tick = function(a) if a.now < a.ints[due] then return visit(child, a) end; halt(child, a); return FAILURE end,
  }
end

function TREE_OPS.delay(p, row, data)
  local child, due = row.children[1], data.due
  return {
    enter = p:timer(data.seconds, due),
    tick = function(a) if a.now < a.ints[due] then return RUNNING end; return visit(child, a) end,
  }
end

function TREE_OPS.cooldown(p, row, data)
  local child, after, start_cooled = row.children[1], data.after, data.start_cooled
  local length, ready, ticks, refused = data.length, data.ready, p:duration(data.seconds), RESULTS[data.refused]
  local function start(a) a.ints[ready] = a:after(a.ints[length]) end
  local function finish(a, result)
    if result ~= RUNNING and (after == nil or contains(after, WORDS[result])) then start(a) end
    return result
  end
  return {
    refuse = function(a)
      if start_cooled and a.ints[ready] == 0 then a.ints[ready] = a:after(ticks(a)) end
      return a.ints[ready] > a.now and refused or IDLE
    end,
    enter = function(a) a.ints[length] = ticks(a) end,
    tick = function(a) return finish(a, visit(child, a)) end,
    finish = finish,
    stop = after == nil and start or nil,
  }
end

--- Return the result that a field names, else the one that a byte keeps, else another.
local function resultOr(word, a, last, otherwise)
  if RESULTS[word] ~= nil then return RESULTS[word] end
  return a.bytes[last] ~= 0 and a.bytes[last] or otherwise
end

function TREE_OPS.rate_limit(p, row, data)
  local child, waits, length, next_start, last = row.children[1], data.waits, data.length, data.next_start, data.last
  local ticks = p:duration(data.seconds)
  local function finish(a, result) if result ~= RUNNING then a.bytes[last] = result end; return result end
  return {
    refuse = function(a)
      if waits or a.now >= a.ints[next_start] then return IDLE end
      return resultOr(data.between, a, last, FAILURE)
    end,
    enter = function(a)
      local fixed = ticks(a)
      if waits then a.ints[length] = fixed else a.ints[next_start] = a:after(fixed) end
    end,
    tick = function(a)
      if waits and a.bytes[child.index] ~= RUNNING then
        if a.now < a.ints[next_start] then return RUNNING end
        a.ints[next_start] = a:after(a.ints[length])
      end
      return finish(a, visit(child, a))
    end,
    finish = finish,
  }
end

function TREE_OPS.run_limit(p, row, data)
  local child, done, last, limit = row.children[1], data.done, data.last, p:run(data.count or 0)
  local function finish(a, result)
    if result ~= SUCCESS and result ~= FAILURE then return result end
    a.bytes[last] = result
    if contains(data.counted, WORDS[result]) then a.ints[done] = a.ints[done] + 1 end
    return result
  end
  return {
    refuse = function(a)
      if a.ints[done] < limit(a) then return IDLE end
      return resultOr(data.afterwards, a, last, SKIPPED)
    end,
    tick = function(a) return finish(a, visit(child, a)) end,
    finish = finish,
  }
end

function TREE_OPS.probability(p, row, data)
  local child, stream, hit, draws = row.children[1], row.stream, data.hit, data.draws
  local share, refused = p:run(data.chance or 0), RESULTS[data.refused]
  return {
    enter = function(a) local chance = share(a); a.bytes[hit] = chance > drawFloat(a, stream, draws) and 1 or 0 end,
    tick = function(a) if a.bytes[hit] == 0 then return refused end; return visit(child, a) end,
  }
end

function TREE_OPS.pass(_, row)
  local child = row.children[1]
  return { tick = function(a) return visit(child, a) end }
end

function TREE_OPS.fixed(_, _, data)
  local result = RESULTS[data.result]
  return { tick = function() return result end }
end

function TREE_OPS.test(p, _, data)
  local asked, otherwise = p:test(data.test), RESULTS[data.otherwise]
  if #asked.triggers == 0 then
    local run = asked.run
    return { tick = function(a) return run(a) and SUCCESS or otherwise end }
  end
  return {
    tick = function(a) if not ask(asked, a) then return otherwise end; consume(a.armed, a); return SUCCESS end,
  }
end

function TREE_OPS.block(p, row, data)
  local lines = p:block(data.block, row)
  return { tick = function(a) runBlock(lines, a); return SUCCESS end }
end

function TREE_OPS.log(p, _, data)
  local said = p:run(data.message)
  return { tick = function(a) said(a); return SUCCESS end }
end

function TREE_OPS.wait(p, row, data)
  local stream, due, draws = row.stream, data.due, data.draws
  local ticks, jitter = p:duration(data.seconds), p:duration(data.jitter)
  if data.jitter ~= nil then p.fallible = true end
  return {
    enter = function(a)
      local fixed, by = ticks(a), jitter(a)
      a.ints[due] = a:after(spreadTicks(a, stream, draws, fixed, by))
    end,
    tick = function(a) return a.now < a.ints[due] and RUNNING or SUCCESS end,
  }
end

function TREE_OPS.action(p, row, data)
  local call, entered, begun = p:call(row, data.action, data.arguments), data.entered, data.begun
  return {
    enter = function(a) a.ints[entered] = a.now; a.bytes[begun] = 0 end,
    tick = function(a)
      call:evaluate(a)
      local begins = a.bytes[begun] == 0
      a.bytes[begun] = 1
      a:dropRequests(row)
      return call:tick(a, a.ints[entered], begins)
    end,
    stop = function(a) if a.bytes[begun] ~= 0 then call:halt(a, a.ints[entered]) end end,
  }
end

function TREE_OPS.call(p, row, data)
  local child, bind = row.children[1], p:bindings(data.bindings)
  local fresh = data.fresh and p:fresh(data.fresh, false) or nil
  local tick = function(a) return visit(child, a) end
  if bind ~= nil then
    tick = function(a)
      local isDone, problem = pcall(bind, a)
      if isDone then return visit(child, a) end
      wordsOf(problem)
      return BROKEN
    end
  end
  return { enter = fresh, tick = tick }
end

TREE_OPS.run = TREE_OPS.call

function TREE_OPS.claim(p, row, data)
  local claimed = data.claimed
  local counter, thing = thingOf(p, data.place)
  row.claim = { place = claimed, counter = counter }
  local own = { row }
  return {
    tick = function(a)
      local name, held = thing(a), a.objects[claimed]
      if held ~= null and held ~= name then letGo(own, a) end
      if name == null then return FAILURE end
      if not holdsThing(a, counter, name) then
        local minds, isFree = a.minds, nil
        if counter == nil then isFree = minds.holders[name] == nil else isFree = a.world[counter].value > 0 end
        if minds.watcher ~= nil then minds.watcher:free(a, name, isFree) end
        if not isFree then return FAILURE end
        if counter == nil then minds.holders[name] = a.id else count(a, counter, -1) end
      end
      a.objects[claimed] = name
      return SUCCESS
    end,
  }
end

function TREE_OPS.release(p, _, data)
  local counter, thing = thingOf(p, data.place)
  return {
    tick = function(a)
      local name = thing(a)
      if name ~= null then
        letGo(filter(a.program.claims, function(each) return isHeld(a, each.claim, counter, name) end), a)
      end
      return SUCCESS
    end,
  }
end

end

-- ---- Decision trees -------------------------------------------------------------------------------------------------

local function beginRun(tree, a)
  a.ints[tree.evaluations] = 0
  for k = 1, #tree.seen do a.ints[tree.seen[k]] = 0 end
end

--- Walk from the top of a decision tree to a leaf; return its row, or nil where there is no answer.
local function evaluateTree(tree, a)
  local evaluation, row = a.ints[tree.evaluations] + 1, tree.top
  a.ints[tree.evaluations] = evaluation
  while row.answer ~= nil do
    local isDone, branch = true, nil
    if row.answersInProtection then isDone, branch = pcall(row.answer, a, evaluation)
    else branch = row.answer(a, evaluation) end
    if not isDone then a:note(row, wordsOf(branch)); branch = -1 end
    a.outcomes[row.index] = branch < 0 and NO_ANSWER or row.isAnswer and ANSWERED or FIRST_BRANCH + branch
    if branch < 0 then return nil end
    if row.isAnswer then return row end
    row = row.branches[branch + 1]
  end
  return row
end

function TREE_OPS.decision_tree(p, row, data)
  local pace, current, due, interval, asked = data.pace or NONE, data.current, data.due, data.interval, data.asked
  local ticks, leaves = p:count(pace.every), p:rowsOf(data.leaves)
  row.children, row.top, row.evaluations = leaves, p:row(data.top), data.evaluations
  row.seen = map(data.random or NONE, function(each) return p.given.rows[each + 1].seen end)
  local calls = map(data.rebound or NONE, function(leaf)
    return map(leaf, function(each) return { row = p:row(each.row), bind = p:bindings(each.bindings) } end)
  end)
  local function rebind(a, leaf)
    local list = leaf >= 0 and calls[leaf + 1] or NONE
    for k = 1, #list do
      local call = list[k]
      local isDone, problem = true, nil
      if call.bind ~= nil then isDone, problem = pcall(call.bind, a) end
      if not isDone then
        local words = wordsOf(problem)
        if #filter(a.errors, function(each) return each.row == call.row.index end) == 0 then a:note(call.row, words) end
      end
    end
  end
  local function choose(a, former)
    a.ints[due] = a.ints[interval] == 0 and MOST_TICKS or a:after(a.ints[interval])
    a.bytes[asked] = 0
    local found, picked = evaluateTree(row, a), -1
    for k = 1, #leaves do if leaves[k] == found then picked = k - 1; break end end
    if picked < 0 then rebind(a, former); return former end
    if former >= 0 and former ~= picked then halt(leaves[former + 1], a) end
    a.ints[current] = picked
    return picked
  end
  return {
    enter = function(a)
      a.ints[interval] = ticks(a)
      a.ints[current] = -1
      a.ints[due] = a.now
      a.bytes[asked] = 0
      beginRun(row, a)
    end,
    tick = function(a)
      local leaf = a.ints[current]
      if (not pace.commit or leaf < 0) and (a.now >= a.ints[due] or a.bytes[asked] ~= 0) then leaf = choose(a, leaf)
      else rebind(a, leaf) end
      if leaf < 0 then return pace.waits and RUNNING or FAILURE end
      return visit(leaves[leaf + 1], a)
    end,
  }
end

--- Return the branch of each entry: in a file the entry of the default branch is left out.
local function branchesOf(entries, other)
  local branches = {}
  for k = 0, #entries - 1 do branches[k + 1] = other >= 0 and k >= other and k + 1 or k end
  return branches
end

-- Each op gives a row its `answer`: the place of a branch, or -1 for none.
local QUESTION_OPS = {}

function QUESTION_OPS.ask_test(p, _, data)
  local asked, on_true, on_false = p:run(data.test), data.on_true or -1, data.on_false or -1
  return function(a) return asked(a) and on_true or on_false end
end

function QUESTION_OPS.ask_ranges(p, _, data)
  local number, bounds = p:run(data.value), data.bounds or NONE
  return function(a)
    local found = number(a)
    for k = 1, #bounds do
      local upto = bounds[k].upto
      if found < upto or (bounds[k].closed and found == upto) then return k - 1 end
    end
    return #bounds
  end
end

function QUESTION_OPS.ask_switch(p, _, data) return p:caseOf(data.value, data.cases, data.default) end

function QUESTION_OPS.ask_first_of(p, _, data)
  local tests, other = data.tests or NONE, data.default or -1
  local asked, branches = p:runs(tests), branchesOf(tests, other)
  return function(a) for k = 1, #asked do if asked[k](a) then return branches[k] end end; return other end
end

function QUESTION_OPS.ask_table(p, _, data)
  local cells, other, unique = data.cells or NONE, data.default or -1, data.unique
  local lines, branches = map(cells, function(line) return p:runs(line) end), branchesOf(cells, other)
  if unique then p.fallible = true end
  local function matches(line, a) for k = 1, #line do if not line[k](a) then return false end end; return true end
  return function(a)
    local hit = -1
    for k = 1, #lines do
      if matches(lines[k], a) then
        if hit >= 0 then fail("Rows " .. hit + 1 .. " and " .. branches[k] + 1 .. " both match; only one may.") end
        hit = branches[k]
        if not unique then return hit end
      end
    end
    return hit < 0 and other or hit
  end
end

function QUESTION_OPS.ask_random(p, row, data)
  local stream, weights, kept, seen, drawn = row.stream, data.weights, data.kept, data.seen, data.drawn
  local due, draws = data.due, data.draws
  local lasts = data.timeout ~= nil and p:count(data.timeout) or function() return MOST_TICKS end
  p.fallible = true
  return function(a, evaluation)
    local ints = a.ints
    local goesOn = ints[seen] ~= 0 and ints[seen] == evaluation - 1 and evaluation < ints[due] and ints[kept] >= 0
    if not goesOn then
      local evaluations = lasts(a)
      for k = 1, #weights do WEIGHTS[k] = weights[k] end
      local branch = drawWeighted(a, stream, draws, #weights)
      if branch < 0 then return -1 end
      ints[kept] = branch
      ints[drawn] = evaluation
      ints[due] = math.min(evaluation + evaluations, MOST_TICKS)
    end
    ints[seen] = evaluation
    return ints[kept]
  end
end

function QUESTION_OPS.ask_tree(p, _, data)
  local bind = p:bindings(data.bindings)
  return function(a) if bind ~= nil then bind(a) end; return 0 end
end

function QUESTION_OPS.ask_nothing() return function() return -1 end end
function QUESTION_OPS.answer_outcome() return function() return 0 end end

function QUESTION_OPS.answer_value(p, _, data)
  local given = p:run(data.value)
  return function(a) given(a); return 0 end
end

-- ---- State machines -------------------------------------------------------------------------------------------------

local function isActive(state, a) return a.bytes[state.index] ~= 0 end

do -- since Lua has at most 200 local names at once

local ENTERED, EXITED, REENTERED, PASSED = 2, 3, 4, 5 -- outcome bytes of states
local GUARD_FALSE, TRUE_BUT_LOST, PENDING, TAKEN = 1, 2, 3, 4 -- outcome bytes of transitions

--- Return what a machine needs while one of its ticks is under way; in between its `work` is nil.
local function newWork()
  return {
    queue = {}, -- events and completions of the macrostep
    later = {}, -- raised by updates and activities
    completions = {}, -- of activities
    fresh = {}, -- states entered since it was last emptied
    entered = {}, -- states entered in step 4, in step 5
    only = {}, -- transient states, which alone are asked in step 5
    failed = {}, -- code that failed in the macrostep
    answers = {}, -- by choice: its activation, and behind it the outcome of its decision tree
    outcomes = {},
    postponed = {}, -- entries that became pending in the selection
    picked = {}, interrupts = {}, domains = {}, events = {}, exited = {}, -- of the microstep
    plan = { states = {}, byDefault = {}, defaultHistories = {}, goals = {} },
    inMacrostep = false,
    stopping = false,
    status = IDLE, -- the final status, once the machine has ended
    rounds = 0, -- of the macrostep
    item = nil, -- what is selected for
    takesPending = false, -- in the selection
  }
end

local function beginWork(work)
  clearList(work.queue)
  clearList(work.later)
  clearList(work.completions)
  clearList(work.fresh)
  clearList(work.failed)
  for choice in pairs(work.answers) do work.answers[choice] = nil end
  work.inMacrostep, work.stopping, work.status = false, false, IDLE
end

local function beginMacrostep(machine)
  local work = machine.work
  if #work.failed > 0 then clearList(work.failed) end
  work.inMacrostep, work.rounds = true, 0
end

--- Return what an expression of a machine gives; where it fails that is told, and it gives `otherwise`.
local function attempt(row, a, code, otherwise, run, ...)
  local isDone, value = pcall(run, a, ...)
  if isDone then return value end
  a:note(row, wordsOf(value))
  takeFailure(row.machine, code)
  return otherwise
end

local function runMachineBlock(block, row, a)
  if #block == 0 then return end
  local failed = runBlock(block, a)
  if failed ~= nil then takeFailure(row.machine, failed) end
end

local function isBelow(row, above) return above.index < row.index and row.index <= above.last end
local function isCompound(state) return #state.states > 0 and state.kind == "state" end
local function inOrder(one, other) return one.index < other.index end

local function isAtomic(state, a)
  if a.bytes[state.index] == 0 then return false end
  for k = 1, #state.states do if a.bytes[state.states[k].index] ~= 0 then return false end end
  return true
end

-- -- domains, exit sets, targets

local holdsForAll, domainOf, exitSetsMeet, beginPlan, addToPlan, startTimer, startTimers, dropDelayed, exitStates,
  exitState, complete, enterStates, waitingOf, microstep

do -- since Lua has at most 200 local names at once

local function remembersNothing(history, a)
  for k = 1, #history.places do if a.bytes[history.places[k].byte] ~= 0 then return false end end
  return true
end

--- Tell whether a test holds for all that targets stand for: a history for what it remembers, or its default.
function holdsForAll(targets, a, test, with)
  for k = 1, #targets do
    local target = targets[k]
    local history = target.history
    if history == nil then
      if not test(target, with) then return false end
    elseif remembersNothing(history, a) then
      if not holdsForAll(history.default, a, test, with) then return false end
    else
      for each = 1, #history.places do
        local inner = history.places[each]
        if a.bytes[inner.byte] ~= 0 and not holdsForAll(inner.alone, a, test, with) then return false end
      end
    end
  end
  return true
end

function domainOf(transition, a)
  local source, targets, machine = transition.source, transition.targets, transition.machine
  if transition.domain ~= nil or #targets == 0 then return transition.domain end
  if source == machine then return machine end
  if (transition.internal or transition.interrupt) and isCompound(source)
    and holdsForAll(targets, a, isBelow, source) then return source end
  local each = source.parent
  while each ~= machine do
    if isCompound(each) and holdsForAll(targets, a, isBelow, each) then return each end
    each = each.parent
  end
  return machine
end

function exitSetsMeet(one, other, a)
  local domain, theirs, states = domainOf(one, a), domainOf(other, a), one.machine.allStates
  if domain == nil or theirs == nil then return false end
  for k = 1, #states do
    if isActive(states[k], a) and isBelow(states[k], domain) and isBelow(states[k], theirs) then return true end
  end
  return false
end

-- The states to enter: below each domain one way leads down to the targets, and to what they need inside. A plan has
-- its `states`, the compounds entered `byDefault`, `defaultHistories` that remember nothing, and `goals`.

function beginPlan(plan)
  clearList(plan.states)
  clearList(plan.defaultHistories)
  clearList(plan.goals)
  for state in pairs(plan.byDefault) do plan.byDefault[state] = nil end
  return plan
end

local function holdsGoal(plan, state)
  for k = 1, #plan.goals do if plan.goals[k] == state or isBelow(plan.goals[k], state) then return true end end
  return false
end

local function aim(plan, targets, a)
  for k = 1, #targets do
    local target = targets[k]
    local history = target.history
    if history == nil then plan.goals[#plan.goals + 1] = target
    elseif remembersNothing(history, a) then
      plan.defaultHistories[#plan.defaultHistories + 1] = target
      aim(plan, history.default, a)
    else
      for each = 1, #history.places do
        local inner = history.places[each]
        if a.bytes[inner.byte] ~= 0 then aim(plan, inner.alone, a) end
      end
    end
  end
end

local function goalWithin(plan, state)
  for k = 1, #state.states do if holdsGoal(plan, state.states[k]) then return state.states[k] end end
  return nil
end

local function planState(plan, state, a)
  if not isActive(state, a) then plan.states[#plan.states + 1] = state end
  if state.kind == "parallel" then for k = 1, #state.states do planState(plan, state.states[k], a) end end
  if not isCompound(state) then return end
  local inner = goalWithin(plan, state)
  if inner == nil then
    plan.byDefault[state] = true
    aim(plan, state.initial, a)
    inner = goalWithin(plan, state)
  end
  planState(plan, inner, a)
end

function addToPlan(plan, domain, targets, a)
  aim(plan, targets, a)
  for k = 1, #domain.states do
    local child = domain.states[k]
    if holdsGoal(plan, child) and not contains(plan.states, child) then planState(plan, child, a) end
  end
  if #plan.states > 1 then table.sort(plan.states, inOrder) end
end

-- -- microsteps

function startTimer(after, ticks, a) a.ints[after.length] = ticks; a.ints[after.enabled_from] = a:after(ticks) end

--- Fix from which tick on the timed transitions of a source that was just entered are enabled.
function startTimers(source, a)
  for k = 1, #source.timed do
    local transition = source.timed[k]
    local after = transition.after
    startTimer(after, attempt(transition, a, after, MOST_TICKS, after.ticks), a)
  end
end

local function isNotIn(each, field, index) return each[field] ~= index end

--- Forget delayed events whose `field`, state or machine, is a row.
function dropDelayed(a, field, index)
  if #a.delayed > 0 then a.delayed = filter(a.delayed, isNotIn, field, index) end
end

--- Take back the completion that a state which is left had given to its owner.
local function uncomplete(state, a)
  local parent = state.parent
  if parent == state.machine or (state.status == IDLE and parent.kind ~= "parallel") then return end
  if parent.activity ~= nil and a.bytes[parent.activity.ended] ~= 0 then return end
  a.bytes[parent.completed] = 0
  uncomplete(parent, a)
end

function exitState(state, a)
  if state.activity ~= nil then a.state = state; halt(state.activity.row, a); clear(state.activity.row, a) end
  a.pending[state.index] = nil
  dropDelayed(a, "state", state.index)
  a.state = state
  runMachineBlock(state.exit, state, a)
  a.bytes[state.index] = 0
  uncomplete(state, a)
  a.outcomes[state.index] = a.outcomes[state.index] == ENTERED and PASSED or EXITED
end

--- Note that a state completed, and queue that and the completions of parallel states that it completes.
function complete(state, status, queue, a)
  a.bytes[state.completed] = status
  queue[#queue + 1] = { name = "done." .. WORDS[status], state = state, activation = a.ints[state.activation] }
  local parent = state.parent
  if parent.kind ~= "parallel" then return end
  local all = SUCCESS
  for k = 1, #parent.states do
    local region = a.bytes[parent.states[k].completed]
    if region == 0 then return end
    if region == FAILURE then all = FAILURE end
  end
  complete(parent, all, queue, a)
end

local function enterState(state, a)
  local activity, before, work = state.activity, a.outcomes[state.index], state.machine.work
  a.bytes[state.index] = RUNNING
  a.bytes[state.completed] = 0
  a.ints[state.entered] = a.now
  a.ints[state.activation] = a.ints[state.activation] + 1
  a.state = state
  a.outcomes[state.index] = (before == EXITED or before == REENTERED) and REENTERED or ENTERED
  work.fresh[#work.fresh + 1] = state
  if activity ~= nil then a.bytes[activity.ended] = 0; activity.fresh(a) end
  runMachineBlock(state.entry, state, a)
  startTimers(state, a)
  if state.status ~= IDLE then
    if state.parent == state.machine then work.status = state.status
    else complete(state.parent, state.status, work.queue, a) end
  end
end

local function runDefaults(plan, owner, a)
  for k = 1, #plan.defaultHistories do
    local history = plan.defaultHistories[k]
    if history.parent == owner then a.state = owner; runMachineBlock(history.history.defaultActions, history, a) end
  end
end

function enterStates(plan, a)
  if #plan.defaultHistories > 0 then
    local others = {}
    for k = 1, #plan.defaultHistories do
      local owner = plan.defaultHistories[k].parent
      if not contains(plan.states, owner) and not contains(others, owner) then others[#others + 1] = owner end
    end
    table.sort(others, inOrder)
    for k = 1, #others do runDefaults(plan, others[k], a) end
  end
  for k = 1, #plan.states do
    local state = plan.states[k]
    enterState(state, a)
    if plan.byDefault[state] then runMachineBlock(state.initialActions, state, a) end
    runDefaults(plan, state, a)
  end
end

--- Return what waits for an entry, nil for nothing.
function waitingOf(entry, a)
  local waiting = a.pending[entry.source.index]
  return waiting ~= nil and waiting.transition == entry.index and waiting or nil
end

--- Take a transition out of those that wait, and return the event it was enabled by.
local function takePending(transition, a)
  local first = transition.members[1]
  local waiting = first.delay ~= nil and waitingOf(first, a) or nil
  if waiting == nil then return nil end
  a.pending[first.source.index] = nil
  return waiting.event
end

local function executeTransition(transition, event, a)
  local cooldown, after, current = transition.cooldown, transition.members[1].after, a.event
  a.outcomes[transition.index] = TAKEN
  if cooldown ~= nil then
    a.ints[cooldown.ready_from] = a:after(attempt(transition, a, cooldown, 0, cooldown.ticks))
  end
  if transition.group ~= nil and #transition.targets == 0 and after ~= nil then
    startTimer(after, a.ints[after.length], a)
  end
  a.state = transition.source
  if event then a.event = event end
  runMachineBlock(transition.actions, transition, a)
  a.event = current
end

local function isBelowAny(state, domains, count)
  for k = 1, count do if domains[k] and isBelow(state, domains[k]) then return true end end
  return false
end

--- Exit states, after their histories remember what is active.
function exitStates(exited, a)
  for k = 1, #exited do
    local histories = exited[k].histories
    for each = 1, #histories do
      for _, place in ipairs(histories[each].history.places) do
        a.bytes[place.byte] = isActive(place.alone[1], a) and 1 or 0
      end
    end
  end
  for k = #exited, 1, -1 do exitState(exited[k], a) end
end

function microstep(machine, a, transitions)
  local work, states = machine.work, machine.allStates
  local domains, events, exited, count = work.domains, work.events, work.exited, #transitions
  clearList(exited)
  for k = 1, count do domains[k] = domainOf(transitions[k], a) or false end
  for k = 1, count do events[k] = takePending(transitions[k], a) or false end
  for k = 1, #states do
    if isActive(states[k], a) and isBelowAny(states[k], domains, count) then exited[#exited + 1] = states[k] end
  end
  exitStates(exited, a)
  for k = 1, count do executeTransition(transitions[k], events[k], a) end
  local plan = beginPlan(work.plan)
  for k = 1, count do if domains[k] then addToPlan(plan, domains[k], transitions[k].targets, a) end end
  enterStates(plan, a)
end

end

-- -- whether a transition is enabled

local POLLED, EVENTLESS = {}, {} -- what is selected for when it is no event or completion
local recheckPending, pickInnerFirst, pickOuterFirst, pickInterrupts, pickForEvent, selectFor

do -- since Lua has at most 200 local names at once

--- Note what came of a transition in this tick; return false.
local function noteOf(a, transition, outcome)
  if a.outcomes[transition.index] < outcome then a.outcomes[transition.index] = outcome end
  return false
end

local function noteAll(a, transitions, outcome)
  for k = 1, #transitions do noteOf(a, transitions[k], outcome) end
  return false
end

local function isDue(entry, a)
  return entry.after == nil or a.now >= a.ints[entry.after.enabled_from] or noteAll(a, entry.members, GUARD_FALSE)
end

local function isReady(transition, a)
  local cooldown = transition.cooldown
  return cooldown == nil or a.now >= a.ints[cooldown.ready_from] or noteOf(a, transition, GUARD_FALSE)
end

local function guardHolds(transition, a)
  local guard, isTrue = transition.guard, true
  if guard ~= nil then
    a.state = transition.source
    if #guard.triggers > 0 then
      local waiting = waitingOf(transition.members[1], a)
      local isDone, value = pcall(ask, guard, a, waiting and waiting.armed or NONE)
      if not isDone then a:note(transition, wordsOf(value)); takeFailure(transition.machine, guard) end
      isTrue = isDone and value
      a.reads[transition] = isTrue and a.armed or NONE
    elseif guard.fallible then
      local isDone, value = pcall(guard.run, a)
      if not isDone then a:note(transition, wordsOf(value)); takeFailure(transition.machine, guard) end
      isTrue = isDone and value
    else isTrue = guard.run(a) end
  end
  noteOf(a, transition, isTrue and TRUE_BUT_LOST or GUARD_FALSE)
  return isTrue
end

local ENABLED, CHANCES = {}, {} -- what of the entry asked last is enabled, its event apart, and weights in a draw

local function weightOf(a, transition)
  local value = transition.weight(a)
  if value < 0 then fail("A weight is 0 or more, but it is " .. value .. ".") end
  return value
end

--- Gather what of an entry is enabled; return how many there are.
local function enabledMembers(entry, a)
  local members, count = entry.members, 0
  if entry.group == nil then
    if not (isReady(entry, a) and guardHolds(entry, a)) then return 0 end
    ENABLED[1], CHANCES[1] = entry, 1
    return 1
  end
  for k = 1, #members do
    if isReady(members[k], a) and guardHolds(members[k], a) then count = count + 1; ENABLED[count] = members[k] end
  end
  local kept = 0
  for k = 1, count do
    local each = ENABLED[k]
    local weight = attempt(each, a, each, 0, weightOf, each)
    if weight > 0 then kept = kept + 1; ENABLED[kept], CHANCES[kept] = each, weight end
  end
  return kept
end

local function drawEnabled(a, entry, count)
  for k = 1, count do WEIGHTS[k] = CHANCES[k] end
  return ENABLED[drawWeighted(a, entry.source.stream, entry.group.draws, count) + 1]
end

--- Return one of the enabled members of an entry, that of a group drawn; nil for none.
local function drawMember(entry, count, a)
  if count == 0 then return nil end
  if entry.group == nil then return ENABLED[1] end
  return attempt(entry, a, entry.group, nil, drawEnabled, entry, count)
end

local function decideOutcome(choice, a)
  local decision = choice.decision
  if decision.bind ~= nil then
    local isDone, problem = pcall(decision.bind, a)
    if not isDone then a:note(choice, wordsOf(problem)); return nil end
  end
  beginRun(decision.tree, a)
  local leaf = evaluateTree(decision.tree, a)
  return leaf ~= nil and leaf.op == "answer_outcome" and leaf.outcome or nil
end

--- Return the outcome that the decision of a choice gives, once for each time the choice is entered.
local function answerOf(choice, a)
  local work, activation = choice.machine.work, a.ints[choice.activation]
  if work.answers[choice] ~= activation then
    work.outcomes[choice] = decideOutcome(choice, a)
    work.answers[choice] = activation
  end
  return work.outcomes[choice]
end

--- Tell whether a transition may be taken as far as the decision tree of its source is concerned.
local function isAnswer(entry, a)
  local source = entry.source
  if source == entry.machine or source.decision == nil then return true end
  local answer = answerOf(source, a)
  return entry.isElse or (answer ~= nil and entry.outcome == answer) or noteAll(a, entry.members, GUARD_FALSE)
end

-- -- delays

local function drawnDelay(a, entry)
  local delay = entry.delay
  local ticks, jitter = delay.ticks(a), delay.jitter(a)
  return spreadTicks(a, entry.stream, delay.draws, ticks, jitter)
end

local function startPending(entry, a)
  local fixed = attempt(entry, a, entry.delay, -1, drawnDelay, entry)
  if fixed < 0 then return noteOf(a, entry, TRUE_BUT_LOST) end
  local armed, postponed = setmetatable({}, Array), entry.machine.work.postponed
  for _, member in ipairs(entry.members) do
    for _, place in ipairs(a.reads[member] or NONE) do
      if not contains(armed, place) then armed[#armed + 1] = place end
    end
  end
  table.sort(armed)
  a.pending[entry.source.index] = { transition = entry.index, since = a.now, due = a:after(fixed), event = a.event,
    armed = armed }
  postponed[#postponed + 1] = entry
  return noteOf(a, entry, PENDING)
end

--- Forget pending transitions whose guard is false by now, interrupts or ordinary ones.
function recheckPending(machine, a, interrupts)
  if next(a.pending) == nil then return end
  for _, source in ipairs(a:pendingInOrder()) do
    local waiting = a.pending[source]
    local entry = a.program.rows[waiting.transition]
    if entry.machine == machine and entry.interrupt == interrupts then
      a.event = waiting.event
      local isFalse = false
      if entry.delay.recheck then
        isFalse = true
        for _, member in ipairs(entry.members) do if guardHolds(member, a) then isFalse = false; break end end
      end
      a.event = nil
      if isFalse then a.pending[source] = nil end
      noteOf(a, entry, isFalse and GUARD_FALSE or PENDING)
    end
  end
end

local function isThereAlready(entry, a)
  return entry.interrupt and not entry.reenter and #entry.targets > 0
    and holdsForAll(entry.targets, a, isActive, a)
end

-- -- selection

local selections = 0 -- a number for each, so that each entry is asked once in it

local function matches(entry, event)
  local known = entry.known[event]
  if known == nil then
    known = false
    for _, name in ipairs(entry.names) do
      if name == "*" or name == event or sub(event, 1, #name + 1) == name .. "." then known = true end
    end
    entry.known[event] = known
  end
  return known
end

--- Tell whether an entry is asked in the selection that is under way.
local function isAsked(entry)
  local item = entry.machine.work.item
  if item == POLLED then return entry.polled end
  if item == EVENTLESS then return entry.eventless end
  return matches(entry, item.name) and (item.state == nil or entry.source == item.state)
end

local function offered(entry, a)
  if not isAsked(entry) or not isAnswer(entry, a) or not isDue(entry, a) then return nil end
  return drawMember(entry, enabledMembers(entry, a), a)
end

local function offeredDelayed(entry, a)
  local waiting = a.pending[entry.source.index]
  if waiting == nil then
    if not isAsked(entry) or not isDue(entry, a) or enabledMembers(entry, a) == 0 then return nil end
    if entry.group == nil and isThereAlready(entry, a) then return entry end
    startPending(entry, a)
    return nil
  end
  if waiting.transition ~= entry.index or not entry.machine.work.takesPending or a.now < waiting.due then return nil end
  if entry.group == nil then return entry end
  a.event = waiting.event
  local drawn = drawMember(entry, enabledMembers(entry, a), a)
  a.event = nil
  return drawn
end

--- Return what an entry offers in this selection, or nil.
local function offerOf(entry, a)
  if entry.askedIn ~= selections then
    entry.askedIn, entry.offer = selections, nil
    if entry.delay == nil then entry.offer = offered(entry, a) else entry.offer = offeredDelayed(entry, a) end
  end
  return entry.offer
end

--- Return the first transition that one of these entries offers in this selection, or nil.
local function firstOffered(entries, a)
  for k = 1, #entries do local offer = offerOf(entries[k], a); if offer ~= nil then return offer end end
  return nil
end

--- Drop losers among transitions whose exit sets meet.
local function dropConflicts(picked, a, outerWins)
  if #picked < 2 then return end
  local kept = {}
  for k = 1, #picked do
    local transition, wins = picked[k], true
    local rivals = filter(kept, function(each) return exitSetsMeet(transition, each, a) end)
    for _, each in ipairs(rivals) do
      if outerWins then wins = wins and isBelow(each.source, transition.source)
      else wins = wins and isBelow(transition.source, each.source) end
    end
    if wins then
      noteAll(a, rivals, TRUE_BUT_LOST)
      kept = filter(kept, function(each) return not contains(rivals, each) end)
      kept[#kept + 1] = transition
    else noteOf(a, transition, TRUE_BUT_LOST) end
  end
  clearList(picked)
  for k = 1, #kept do picked[k] = kept[k] end
end

--- Walk from each active atomic state to the machine; the first that is offered ends a walk.
function pickInnerFirst(machine, a, picked)
  local states = machine.allStates
  for each = 1, #states do
    if isAtomic(states[each], a) then
      local chain, found = states[each].chain, nil
      for k = #chain, 1, -1 do found = firstOffered(chain[k].transitions, a); if found ~= nil then break end end
      if found ~= nil and not contains(picked, found) then picked[#picked + 1] = found end
    end
  end
  dropConflicts(picked, a, false)
end

--- Offer the transitions of a state to a walk from the outside in; one with targets ends it.
local function isWalkOver(owner, a, picked)
  for k = 1, #owner.transitions do
    local found = offerOf(owner.transitions[k], a)
    if found ~= nil then
      if not contains(picked, found) then picked[#picked + 1] = found end
      if #found.targets > 0 then return true end
    end
  end
  return false
end

--- Walk from the machine to each active atomic state; one without targets does not end a walk. Only states in `only`
--- are asked, or where that is nil those that are not in `but`.
function pickOuterFirst(machine, a, picked, only, but)
  local states = machine.allStates
  for each = 1, #states do
    if isAtomic(states[each], a) then
      for _, owner in ipairs(states[each].chain) do
        local asks
        if only then asks = contains(only, owner) else asks = not contains(but, owner) end
        if asks and isWalkOver(owner, a, picked) then break end
      end
    end
  end
  dropConflicts(picked, a, true)
end

local function meetsAny(transition, others, a)
  for k = 1, #others do if exitSetsMeet(transition, others[k], a) then return true end end
  return false
end

--- Walk the machine and its active states outside in; each offers its first enabled interrupt.
function pickInterrupts(machine, a, picked)
  for _, owner in ipairs(machine.interrupting) do
    if owner == machine or isActive(owner, a) then
      local found = firstOffered(owner.interrupts, a)
      if found ~= nil then
        if isThereAlready(found, a) or meetsAny(found, picked, a) then noteOf(a, found, TRUE_BUT_LOST)
        else picked[#picked + 1] = found end
      end
    end
  end
end

local function isStopped(transition, interrupts, a)
  for k = 1, #interrupts do
    local domain = domainOf(interrupts[k], a)
    if domain ~= nil and (isBelow(transition.source, domain) or exitSetsMeet(transition, interrupts[k], a)) then
      return true
    end
  end
  return false
end

--- For an event ask interrupts and transitions, for a completion those of its state.
function pickForEvent(machine, a, picked)
  local work = machine.work
  local interrupts = work.interrupts
  clearList(interrupts)
  if work.item.state == nil then pickInterrupts(machine, a, interrupts) end
  pickInnerFirst(machine, a, picked)
  if #interrupts == 0 then return end
  local kept = {}
  for k = 1, #picked do
    if isStopped(picked[k], interrupts, a) then noteOf(a, picked[k], TRUE_BUT_LOST) else kept[#kept + 1] = picked[k] end
  end
  clearList(picked)
  for k = 1, #interrupts do picked[k] = interrupts[k] end
  for k = 1, #kept do picked[#picked + 1] = kept[k] end
end

local function consumeReads(transitions, a)
  for k = 1, #transitions do consume(a.reads[transitions[k]] or NONE, a); a.reads[transitions[k]] = nil end
end

--- Select for an item by what picks the transitions to take; consume what let them in.
function selectFor(machine, a, item, takesPending, pick, only, but)
  local work = machine.work
  local picked = work.picked
  selections = selections + 1
  work.item, work.takesPending = item, takesPending
  clearList(work.postponed)
  clearList(picked)
  pick(machine, a, picked, only, but)
  if next(a.reads) ~= nil then
    consumeReads(picked, a)
    for k = 1, #work.postponed do consumeReads(work.postponed[k].members, a) end
  end
  return picked
end

end

-- -- running to rest

local function isOver(item, a)
  return not isActive(item.state, a) or a.ints[item.state.activation] ~= item.activation
end

local function addRound(machine, a)
  local work = machine.work
  work.rounds = work.rounds + 1
  if work.rounds > a.program.rounds then error(NOT_AT_REST, 0) end
end

--- Take transitions as one microstep, if there are any.
local function take(machine, a, picked)
  if #picked > 0 then addRound(machine, a); microstep(machine, a, picked) end
end

--- Take one event or completion; one of a state that has been left since is dropped.
local function takeItem(machine, a, item)
  if item.state ~= nil and isOver(item, a) then return end
  a.event = item.state == nil and item or nil
  local picked = selectFor(machine, a, item, false, pickForEvent)
  addRound(machine, a)
  if #picked > 0 then microstep(machine, a, picked) end
  a.event = nil
end

local function runToRest(machine, a)
  local work, picked = machine.work, NONE
  while work.status == IDLE do
    if machine.eventless then picked = selectFor(machine, a, EVENTLESS, false, pickInnerFirst) end
    if #picked > 0 then take(machine, a, picked)
    elseif #work.queue > 0 then takeItem(machine, a, table.remove(work.queue, 1))
    else break end
    picked = NONE
  end
  work.inMacrostep = false
end

--- Take one event or completion and run to rest.
local function macrostep(machine, a, item)
  if machine.work.status ~= IDLE or (item.state ~= nil and isOver(item, a)) then return end
  beginMacrostep(machine)
  takeItem(machine, a, item)
  runToRest(machine, a)
end

-- -- the tick of a machine

local function tickActivity(state, a)
  local activity, isBound, result = state.activity, true, FAILURE
  if a.bytes[activity.ended] ~= 0 or a.visitsLeft <= 0 then return end
  if activity.bind ~= nil then
    local isDone, problem = pcall(activity.bind, a)
    if not isDone then a:note(state, wordsOf(problem)); takeFailure(state.machine, activity); isBound = false end
  end
  if isBound then result = visitRoot(activity.row, a) else halt(activity.row, a) end
  a.state = state
  if result ~= SUCCESS and result ~= FAILURE then return end
  if not activity.loop then a.bytes[activity.ended] = 1 end
  complete(state, result, state.machine.work.completions, a)
end

--- Steps 6 and 7: update the active states and tick their activities, outer first, and take what came of it.
local function updates(machine, a)
  local work, states = machine.work, machine.allStates
  if work.status ~= IDLE then return end
  clearList(work.failed)
  for k = 1, #states do
    local state = states[k]
    if isActive(state, a) then
      a.state = state
      runMachineBlock(state.update, state, a)
      if state.activity ~= nil then tickActivity(state, a) end
    end
  end
  for k = 1, #work.completions do macrostep(machine, a, work.completions[k]) end
  for k = 1, #work.later do macrostep(machine, a, work.later[k]) end
  if #work.completions == 0 and #work.later == 0 then beginMacrostep(machine); runToRest(machine, a) end
end

local function enterBelow(machine, targets, a)
  local plan = beginPlan(machine.work.plan)
  addToPlan(plan, machine, targets, a)
  enterStates(plan, a)
  runToRest(machine, a)
end

local function isOf(state, machine) return state.machine == machine end
local function isElsewhere(state, machine) return state.machine ~= machine end

--- Enter the states that the game ordered, as from the root.
local function enterOrdered(machine, a)
  local ordered = filter(a.entries, isOf, machine)
  a.entries = filter(a.entries, isElsewhere, machine)
  for k = 1, #ordered do
    if machine.work.status ~= IDLE then return end
    beginMacrostep(machine)
    exitStates(filter(machine.allStates, isActive, a), a)
    enterBelow(machine, { ordered[k] }, a)
  end
end

--- Step 1: enter the initial states; then steps 6 and 7.
local function startMachine(machine, a)
  a.ints[machine.entered] = a.now
  a.state = machine
  beginMacrostep(machine)
  startTimers(machine, a)
  runMachineBlock(machine.initialActions, machine, a)
  enterBelow(machine, machine.initial, a)
  if #a.entries > 0 then enterOrdered(machine, a) end
  updates(machine, a)
end

local function polledInterrupts(machine, a)
  local work = machine.work
  if work.status ~= IDLE then return end
  clearList(work.fresh)
  beginMacrostep(machine)
  recheckPending(machine, a, true)
  if #machine.interrupting > 0 then take(machine, a, selectFor(machine, a, POLLED, true, pickInterrupts)) end
  runToRest(machine, a)
end

--- Ask all states but those entered in step 4; then, while transient states were entered, these alone.
local function polledTransitions(machine, a)
  local work, only, passes = machine.work, nil, 0
  while work.status == IDLE and (only == nil or #only > 0) do
    work.fresh, work.entered = work.entered, work.fresh
    clearList(work.fresh)
    beginMacrostep(machine)
    if only == nil then recheckPending(machine, a, false) end
    local picked = selectFor(machine, a, POLLED, true, pickOuterFirst, only, work.entered)
    if passes > a.program.rounds and #picked > 0 then error(NOT_AT_REST, 0) end
    take(machine, a, picked)
    runToRest(machine, a)
    local isFirst = only == nil
    only = work.only
    clearList(only)
    for _, state in ipairs(machine.transient) do
      local isNew = contains(work.fresh, state) or (isFirst and contains(work.entered, state))
      if isNew and isActive(state, a) then only[#only + 1] = state end
    end
    if passes > a.program.rounds and #only > 0 then error(NOT_AT_REST, 0) end -- picked nothing, and yet goes on
    passes = passes + 1
  end
end

local function steps(machine, a)
  local due = a:dueEvents(machine.index) -- what is raised from now on waits for the next tick
  if #a.entries > 0 then enterOrdered(machine, a) end
  beginMacrostep(machine)
  runToRest(machine, a) -- step 2
  for k = 1, #due do
    if machine.work.status == IDLE and a:takeDelayed(due[k]) then macrostep(machine, a, due[k].event) end
  end
  for k = 1, #a.events do macrostep(machine, a, a.events[k]) end -- step 3
  polledInterrupts(machine, a) -- step 4
  polledTransitions(machine, a) -- step 5
  updates(machine, a) -- steps 6 and 7
end

--- Forget histories, cooldowns, and what is delayed and pending: the machine begins or is over.
local function forgetOwner(row, a)
  a.pending[row.index] = nil
  if row.history ~= nil then for _, place in ipairs(row.history.places) do a.bytes[place.byte] = 0 end end
end

local function forgetMachine(machine, a)
  dropDelayed(a, "machine", machine.index)
  forgetOwner(machine, a)
  for k = 1, #machine.allStates do forgetOwner(machine.allStates[k], a) end
  for k = 1, #machine.allTransitions do
    local cooldown = machine.allTransitions[k].cooldown
    if cooldown ~= nil then a.ints[cooldown.ready_from] = 0 end
  end
end

local function exitAll(machine, a)
  if machine.work ~= nil then machine.work.stopping = true end
  for k = #machine.allStates, 1, -1 do
    if isActive(machine.allStates[k], a) then exitState(machine.allStates[k], a) end
  end
  forgetMachine(machine, a)
end

local function tickMachine(machine, a)
  local outer, work = a.state, machine.ownWork
  beginWork(work)
  machine.work = work
  local isDone, problem = pcall(a.ints[machine.entered] == -1 and startMachine or steps, machine, a)
  if problem == NOT_AT_REST then a:note(machine, NOT_AT_REST.words); a.event = nil end
  if work.status ~= IDLE then exitAll(machine, a) end
  machine.work = nil
  a.state = outer
  if not isDone and problem ~= NOT_AT_REST then error(problem, 0) end
  return work.status == IDLE and RUNNING or work.status
end

function TREE_OPS.machine(p, row, data)
  p:owner(row, data)
  row.allStates, row.allTransitions = p:rowsOf(data.all_states), p:rowsOf(data.all_transitions)
  row.eventless, row.ownWork = data.eventless == true, newWork()
  return {
    enter = function(a) a.ints[row.entered] = -1; forgetMachine(row, a) end,
    tick = function(a) return tickMachine(row, a) end,
    stop = function(a) exitAll(row, a) end,
  }
end

end

-- ---- Programs -------------------------------------------------------------------------------------------------------

-- The rows of machines that are not ticked themselves.
local OTHER_OPS = {}

function OTHER_OPS.state(p, row, data)
  local activity, history, decision = data.activity, data.history, data.decision
  p:owner(row, data)
  row.kind, row.completed, row.activation = data.kind, data.completed, data.activation
  row.isTransient, row.status = data.transient, RESULTS[data.status] or IDLE
  for _, name in ipairs({ "entry", "update", "exit" }) do row[name] = p:block(data[name], row) end
  if activity ~= nil then
    row.activity = { row = p:row(activity.row), ended = activity.ended, loop = activity.loop,
      bind = p:bindings(activity.bindings), fresh = p:fresh(activity.fresh, true) }
  end
  if history ~= nil then
    local places = map(history.places or NONE, function(each) return { alone = { p:row(each[1]) }, byte = each[2] } end)
    row.history = { places = places, default = p:rowsOf(history.default),
      defaultActions = p:block(history.default_actions, row) }
  end
  if decision ~= nil then row.decision = { tree = p:row(decision.tree), bind = p:bindings(decision.bindings) } end
end

function OTHER_OPS.transition(p, row, data)
  local function timer(name)
    local each = data[name]
    if each == nil then return end
    row[name] = { ticks = p:duration(each.time), jitter = p:duration(each.jitter), length = each.length,
      enabled_from = each.enabled_from, ready_from = each.ready_from, draws = each.draws, recheck = each.recheck }
  end
  timer("after")
  timer("cooldown")
  timer("delay")
  row.internal, row.interrupt, row.reenter = data.internal == true, data.interrupt == true, data.reenter == true
  row.isElse, row.outcome, row.askedIn, row.offer = data["else"] == true, data.outcome, 0, nil
  row.source, row.targets = p:row(data.source), p:rowsOf(data.targets)
  row.domain = data.domain ~= nil and p:row(data.domain) or nil
  row.polled, row.eventless = contains(data.events or NONE, "tick"), contains(data.events or NONE, "always")
  row.names = filter(data.events or NONE, function(each) return each ~= "tick" and each ~= "always" end)
  row.known = {} -- which events match
  row.group = data.group ~= nil and p.given.groups[data.group + 1] or nil
  row.members = row.group == nil and { row } or p:rowsOf(row.group.members)
  row.guard = data.guard ~= nil and p:test(data.guard) or nil
  row.actions = p:block(data.actions, row)
  row.weight = p:run(data.weight or 1)
end

--- Return a row; it also has what its op makes of it. `children` of a decision tree are its leaves.
local function newRow(index, data, parent)
  return {
    index = index, parent = parent, op = data.op, last = (data["end"] or index + 1) - 1,
    disabled = data.disabled == true, stream = data.stream, draws = data.draws,
    machine = nil, guard = nil, claim = nil, enter = nil, tick = nil, stop = nil, finish = nil, refuse = nil,
    answer = nil,
    preconditions = NONE, services = NONE, ends = NONE, children = NONE,
    claims = NONE, -- rows of claims that let go when this one ends
  }
end

--- A program that is built: its rows, and what its code is made of.
local Program = {}
Program.__index = Program

local MOST_PLACES = 16777216 -- a program that says it has more places of memory, or items of a list, is damaged

local function newProgram(data)
  local p = setmetatable({ given = data, rate = data.rate, rounds = data.rounds or 1000, needs = data.needs or {},
    variables = {}, own = {}, shared = {}, byName = {}, triggers = {}, triggersRead = {}, rows = {},
    fallible = false }, Program)
  p.memory = { bytes = 0, ints = 0, floats = 0, objects = 0 }
  for name in pairs(p.memory) do
    local count = data.memory and data.memory[name] or 0
    if not (count >= 0 and count <= MOST_PLACES) then refuse(count .. " " .. name .. " are too large a memory") end
    p.memory[name] = count
  end
  for number, each in ipairs(data.variables or NONE) do p:declare(number - 1, each) end
  p.curves, p.risen = tablesOf(data.curves or NONE), data.risen
  p.rising = risingOf(data.variables or NONE, data.risen, p.memory)
  for _, each in ipairs(data.triggers or NONE) do
    p.triggers[#p.triggers + 1] = { variable = each.variable, place = p.variables[each.variable].place,
      ticks = each.ticks or 0, ending = each["until"], latched = each.latched, ages = each.ages }
  end
  p:buildRows(data.rows)
  p.defaults = p:fresh(data.defaults, false)
  return p
end

function Program:declare(number, given)
  local kind, isWorld = given.type, given.scope == "world"
  if type(kind) == "table" and kind.list and kind.most > MOST_PLACES then refuse("A list is too long") end
  local variable = { name = given.name, type = kind, place = given.place, length = given.length, world = isWorld,
    default = given.default, fits = fitOf(kind) }
  local access = isWorld and { read = function(a) return a.world[number].value end }
    or accessOf(kind, given.place, given.length)
  variable.read, variable.write, variable.items = access.read, access.write, access.items
  self.variables[number] = variable
  if isWorld then self.shared[#self.shared + 1] = variable end
  if given.scope == nil or given.scope == "agent" then
    self.own[#self.own + 1] = variable
    self.byName[given.name] = variable
  end
end

function Program:buildRows(rows)
  self.rowCount = #rows
  for k, each in ipairs(rows) do
    local row = newRow(k - 1, each, self.rows[each.parent])
    if row.last >= #rows then refuse("There is no row " .. row.last) end
    self.rows[k - 1] = row
  end
  for k, each in ipairs(rows) do if each.machine ~= nil then self.rows[k - 1].machine = self:row(each.machine) end end
  for k, each in ipairs(rows) do self:build(self.rows[k - 1], each) end
  self.claims, self.states, self.plain = {}, {}, {}
  for k, each in ipairs(rows) do
    local row = self.rows[k - 1]
    if row.claim ~= nil then
      self.claims[#self.claims + 1] = row
      if each["until"] ~= nil then
        local ending = self:row(each["until"])
        ending.claims = map(ending.claims, function(claim) return claim end)
        ending.claims[#ending.claims + 1] = row
      end
    elseif row.op == "state" then self.states[#self.states + 1] = row
    elseif row.op == "machine" then
      row.interrupting = filter({ row, unpacked(row.allStates) }, function(owner) return #owner.interrupts > 0 end)
      row.transient = filter(row.allStates, function(state) return state.isTransient end)
    elseif row.op == "ordered" and not each.keep then self.plain[#self.plain + 1] = each.place end
  end
  for k = 0, #rows - 1 do
    local row = self.rows[k]
    row.isGated = row.disabled or row.guard ~= nil or #row.preconditions > 0 or row.refuse ~= nil
    row.isServed, row.hasEnd = #row.services > 0, #row.claims > 0 or #row.ends > 0
  end
end

function Program:build(row, data)
  self.fallible = false
  if OTHER_OPS[row.op] ~= nil then OTHER_OPS[row.op](self, row, data)
  elseif QUESTION_OPS[row.op] ~= nil then
    row.answer = QUESTION_OPS[row.op](self, row, data)
    row.answersInProtection = self.fallible
    row.branches, row.isAnswer, row.outcome = self:rowsOf(data.branches), row.op:find("^answer_") ~= nil, data.outcome
  else self:buildNode(row, data) end
end

function Program:buildNode(row, data)
  local function test(given)
    local made = self:test(given.test)
    made.held, made.lasting, made.lastTest = given.held or -1, given["while"] == true, given.last_test or -1
    return made
  end
  row.children = self:rowsOf(data.children)
  if data.guard ~= nil then
    row.guard = test(data.guard)
    row.guard.whileRunning, row.guard.abortsLower = data.guard.while_running, data.guard.aborts_lower
    row.guard.refused = RESULTS[data.guard.refused]
  end
  row.preconditions = map(data.preconditions or NONE, function(each)
    local made = test(each)
    made.gives = RESULTS[each.gives]
    return made
  end)
  row.services = map(data.services or NONE, function(each)
    local made = { due = each.due, interval = each.interval, spread = each.spread, draws = each.draws,
      every = self:duration(each.every), jitter = each.jitter ~= nil and self:duration(each.jitter) or nil }
    self.fallible = false
    made.guard = each.guard == nil and function() return true end or self:run(each.guard)
    made.guardFails, made.block = self.fallible, self:block(each.block, row)
    return made
  end)
  row.ends = map(data.ends or NONE, function(each)
    local owner = self:row(each.row)
    local blocks = { [IDLE] = self:block(each.on_halt, owner), [SUCCESS] = self:block(each.on_success, owner),
      [FAILURE] = self:block(each.on_failure, owner) }
    return { row = owner, blocks = blocks, onEnd = self:block(each.on_end, owner) }
  end)
  self.fallible = false
  local made = TREE_OPS[row.op](self, row, data)
  row.enter, row.tick, row.stop, row.refuse, row.finish = made.enter, made.tick, made.stop, made.refuse, made.finish
  row.entersInProtection = self.fallible
  row.ticksInProtection = self.fallible and #row.children == 0 and row.op ~= "machine"
end

--- Fill in what machines and states have in common.
function Program:owner(row, data)
  for _, name in ipairs({ "states", "histories", "transitions", "interrupts", "initial" }) do
    row[name] = self:rowsOf(data[name])
  end
  row.initialActions, row.entered = self:block(data.initial_actions, row), data.entered
  row.chain = row.op == "machine" and { row } or { unpacked(row.parent.chain) }
  if row.op ~= "machine" then row.chain[#row.chain + 1] = row end
  row.timed = {}
  for _, list in ipairs({ row.transitions, row.interrupts }) do
    for _, each in ipairs(list) do
      if self.given.rows[each.index + 1].after ~= nil then row.timed[#row.timed + 1] = each end
    end
  end
end

function Program:row(number) return self.rows[number] or refuse("There is no row " .. tostring(number)) end
function Program:rowsOf(numbers) return map(numbers or NONE, function(each) return self:row(each) end) end

function Program:triggerOf(number)
  for _, each in ipairs(self.triggers) do if each.variable == number then return each end end
  return nil
end

-- -- code: functions of the agent

--- Build a parameter: an expression, or a value of a type.
function Program:run(data, kind)
  if type(data) ~= "table" or data == null or data.node == nil then
    return NODES.constant(self, { value = data }, kind or "value")
  end
  local make = NODES[data.node] or refuse("There is no node '" .. tostring(data.node) .. "' in expressions")
  return make(self, data)
end

function Program:runs(list) return map(list or NONE, function(each) return self:run(each) end) end

--- Build a test with the places of the triggers that it may read.
function Program:test(node)
  local outer, places = self.fallible, {}
  self.triggersRead, self.fallible = {}, false
  local run = self:run(node)
  table.sort(self.triggersRead)
  for _, place in ipairs(self.triggersRead) do if places[#places] ~= place then places[#places + 1] = place end end
  local made = { run = run, triggers = places, fallible = self.fallible, held = -1, lastTest = -1 }
  self.fallible = self.fallible or outer
  return made
end

function Program:count(data)
  if data == nil then data = 0 end
  local run = self:run(data)
  if type(data) == "number" and data >= 0 then return run end
  self.fallible = true
  return function(a)
    local value = run(a)
    return value >= 0 and value or fail("A count is a whole number from 0 on; it is " .. tostring(value) .. ".")
  end
end

function Program:duration(data)
  if data == nil then data = 0 end
  local seconds, rate = self:run(data), self.rate
  if type(data) == "number" then return seconds end
  self.fallible = true
  return function(a) return ticksOf(seconds(a), rate) end
end

function Program:timer(data, due)
  local ticks = self:duration(data)
  return function(a) a.ints[due] = a:after(ticks(a)) end
end

function Program:block(lines, row)
  local outer = self.fallible
  local made = lines == nil and NONE or map(lines, function(each) return { line = each } end)
  for place, each in ipairs(made) do
    local line = each.line
    self.fallible = false
    local run = LINES[line.op](self, row, line)
    made[place] = { run = run, fallible = self.fallible, number = line.line or place - 1, row = row }
  end
  self.fallible = outer
  return made
end

-- What writes a value to a variable of a type; false where it does not fit.
local WRITERS = {
  float = function(run, place)
    return function(a)
      local value = run(a)
      if type(value) ~= "number" or value - value ~= 0 then return false end
      a.floats[place] = value
      return true
    end
  end,
  vector = function(run, place)
    return function(a)
      local value = run(a)
      local x, y = value[1], value[2]
      if x - x ~= 0 or y - y ~= 0 then return false end
      local floats = a.floats
      floats[place], floats[place + 1] = x, y
      return true
    end
  end,
}

--- Build what writes a value to a variable; false where it does not fit.
function Program:writer(number, run)
  local variable = self.variables[number]
  local isFit, put = variable.fits, variable.write
  if variable.world then
    return function(a)
      local value, writes = run(a), a.minds.writes
      if not isFit(value) then return false end
      writes[#writes + 1] = { a.world[number], copied(value) }
      return true
    end
  end
  if WRITERS[variable.type] then return WRITERS[variable.type](run, variable.place) end
  return function(a)
    local value = run(a)
    if not isFit(value) then return false end
    put(a, value)
    return true
  end
end

--- Build what writes values to variables, nil where there are none; one that does not fit is a failure.
function Program:bindings(list)
  if list == nil or #list == 0 then return nil end
  self.fallible = true
  local writers = map(list, function(each)
    return self:writer(each.variable, self:run(each.value, self.variables[each.variable].type))
  end)
  return function(a)
    for k = 1, #writers do
      if not writers[k](a) then
        fail("The value of a parameter does not fit (variable " .. list[k].variable .. ").")
      end
    end
  end
end

--- Build what gives places their first values; `isTicking` tells how triggers are armed.
function Program:fresh(list, isTicking)
  local zeros = { byte = 0, int = 0, float = 0.0, object = null }
  local writers = map(list or NONE, function(each)
    local buffer, place = each.buffer, each.place
    if buffer ~= nil then return function(a) a[buffer .. "s"][place] = zeros[buffer] end end
    local variable, trigger = self.variables[each.variable], self:triggerOf(each.variable)
    local first, put = taken(each.value, variable.type), variable.write
    if not variable.fits(first) then refuse("A first value is not " .. typeWords(variable.type)) end
    if trigger ~= nil and first and isTicking then return function(a) arm(a, trigger, JUST_ARMED) end end
    return function(a) put(a, first) end
  end)
  return function(a) for k = 1, #writers do writers[k](a) end end
end

function Program:event(line)
  local name, fields = line.event, line.fields or NONE
  local known, names = self.needs.events and self.needs.events[name] or NONE, namesOf(fields)
  local payload = known.payload or NONE
  local values = map(names, function(each) return self:run(fields[each], payload[each]) end)
  return function(a)
    local given = {}
    for k = 1, #names do given[names[k]] = copied(values[k](a)) end
    return { name = name, fields = given }
  end
end

function Program:call(row, name, given)
  local parameters, values = self.needs.actions[name].parameters or NONE, {}
  for k, each in ipairs(parameters) do
    local value = given and given[each.name]
    if value == nil then value = each.default end
    values[k] = self:run(value, each.type)
  end
  local names = map(parameters, function(each) return each.name end)
  local steered = filter(names, function(each) return each ~= "weight" and each ~= "priority" end)
  return setmetatable({ row = row, name = name, names = names, values = values, given = {}, steered = steered }, Call)
end

--- Build what gives the branch of the case that equals a value, else `other`.
function Program:caseOf(value, cases, other)
  local asked, known = self:run(value), map(cases or NONE, taken)
  local otherwise = other or -1
  local branches = branchesOf(known, otherwise)
  return function(a)
    local found = asked(a)
    for k = 1, #known do if known[k] ~= null and same(known[k], found) then return branches[k] end end
    return otherwise
  end
end

--- A mind as a game loads it: a program that agents can be given.
local Mind = {}
Mind.__index = Mind
mindloom.Mind = Mind

local KNOWN = { functions = FUNCTIONS, lines = LINES, ops = setmetatable({}, { __index = function(_, op)
  return TREE_OPS[op] or QUESTION_OPS[op] or OTHER_OPS[op]
end }) }

--- Read the text of an export (or what `decode` made of it), and of the file of names beside it.
function Mind.parse(text, names)
  local data, again = parsed(text, "export"), "Export the document again: mindloom export NAME.mind.json"
  if data.format ~= "mindloom-runtime" then refuse('The file is no export: its format is not "mindloom-runtime"') end
  if data.version ~= 2 or type(data.uses) ~= "table" then
    local version = data.version == 2 and 1 or data.version -- the first files that said 2 had the form of 1
    refuse("The export is of version " .. tostring(version) .. ", and this executor reads version 2. " .. again)
  end
  for _, sort in ipairs({ "functions", "lines", "ops" }) do
    for _, each in ipairs(type(data.uses[sort]) == "table" and data.uses[sort] or NONE) do
      if KNOWN[sort][each] == nil then
        refuse("The export uses '" .. tostring(each) .. "' (" .. sort .. "), which this executor does not have")
      end
    end
  end
  local isBuilt, program = pcall(newProgram, data)
  if not isBuilt then refuse("The export is damaged: " .. thrownWords(program) .. " " .. again) end
  local mind = setmetatable({ program = program, hash = data.hash, rate = data.rate, needs = program.needs }, Mind)
  mind.names = names ~= nil and parsed(names, "file of names") or nil
  if mind.names ~= nil and mind.names.program ~= mind.hash then refuse("The file of names is of another export") end
  return mind
end

--- Return how a row is called: a path where there are names, else its number.
function Mind:nameOf(row)
  if self.names == nil then return format("%d", row) end
  local known = self.names.rows[row + 1]
  return (known[3] ~= null and known[3] ~= "") and known[3] or known[2]
end

-- ---- What actions and conditions are called with --------------------------------------------------------------------

local ASKED = { row = { index = -1 }, name = "" } -- in the place of a call, for conditions

--- What an action or condition is told: `agent` its id, `mind` the agent, `minds`, `row` and `action` what calls it,
--- `now` in ticks, `elapsed` and `dt` in seconds.
local Context = {}
Context.__index = Context

function Context:of(a, call, entered)
  local dt = 1 / a.program.rate
  self.mind, self.agent, self.call, self.row, self.action = a, a.id, call, call.row.index, call.name
  self.now, self.dt, self.elapsed = a.now, dt, (a.now - entered) * dt
  return self
end

function Context:draws() return self.call.row.draws or refuse("This node has no place that counts draws") end
function Context:random() return drawFloat(self.mind, self.call.row.stream, self:draws()) end
function Context:randomInt(low, high) return drawInt(self.mind, self.call.row.stream, self:draws(), low, high) end
function Context:entityField(entity, field) return self.minds:fieldOf(entity, field) end

local function copiedFields(given, names)
  local fields = {}
  if names == nil then
    for name, value in pairs(given) do fields[name] = copied(value) end
  else for _, name in ipairs(names) do fields[name] = copied(given[name]) end end
  return fields
end

--- Add an effect to those of this tick.
function Context:effect(name, given)
  local effects = self.minds.effects
  effects[#effects + 1] = { agent = self.agent, name = name, arguments = copiedFields(given or NONE) }
end

local function valueOr(value, otherwise) if value == nil or value == null then return otherwise end; return value end

--- Ask for steering in this tick; `options` may have a `weight` and a `priority`.
function Context:steer(behavior, given, options)
  local weight, priority = options and options.weight, options and options.priority
  self.mind:steer(self.call.row, behavior, nil, given or NONE, valueOr(weight, 1.0), valueOr(priority, 1))
end

--- An action of a game that asks for steering under its own name, with its arguments, and keeps running.
function mindloom.steering(context, given)
  local call = context.call
  context.mind:steer(call.row, call.name, call.steered, given, valueOr(given.weight, 1.0), valueOr(given.priority, 1))
  return "running"
end

--- An instant action of a game that adds an effect of its own name, with its arguments, and succeeds.
function mindloom.effect(context, given) context:effect(context.action, given); return "success" end

-- ---- Agents ---------------------------------------------------------------------------------------------------------

--- One agent with its mind: its variables, its events, its nodes.
local Agent = {}
local NOT_ENTERED = "The state was not entered: its machine did not run in this tick, or the tick was cut short."
Agent.__index = Agent
mindloom.Agent = Agent

local function filledArray(count, value)
  local made = {}
  for k = 0, count - 1 do made[k] = value end
  return made
end

local function newAgent(minds, id, mind, tables)
  local a = setmetatable({ minds = minds, id = id, mind = mind, program = mind.program, tables = tables }, Agent)
  a:begin()
  return a
end

function Agent:begin()
  local program = self.program
  local memory = program.memory
  self.bytes, self.ints = filledArray(memory.bytes, 0), filledArray(memory.ints, 0)
  self.floats, self.objects = filledArray(memory.floats, 0.0), filledArray(memory.objects, null)
  self.outcomes = filledArray(program.rowCount, 0) -- what each row did in the last tick
  self.mixed, self.streams = fmix(xor(fmix(self.minds.seed % TWO_32), fnv1a(self.id))), {}
  self.curves = next(self.tables) == nil and program.curves
    or setmetatable(self.tables, { __index = program.curves }) -- its own tables, else those of the program
  self.ahead = 0 -- ticks that passed for this agent alone
  self.posted = NONE -- events that wait for the next tick
  self.delayed = {} -- events that wait, in the order in which they are due, then were raised
  self.pending = {} -- transitions that wait, by the row of their source
  self.reads = {} -- by transition, what its guard read armed
  self.held = NONE -- triggers that count as armed
  self.made = {} -- steering requests of this tick: the first `madeCount` of these, in the order of rows
  self.requests = NONE -- those in force
  self.answers = {} -- conditions: the first `answerCount` of these were asked in this tick
  self.quiet, self.ended, self.status = 0, false, "idle"
  self:dropOrders()
  self.final = nil -- the row of the final state that it ended in
  self.world = {} -- the variables that all agents share, by number
  for number = 0, #(program.given.variables or NONE) - 1 do
    local variable = program.variables[number]
    if variable.world then self.world[number] = self.minds.cells[variable.name] end
  end
  self:beginReports()
  for _, place in ipairs(program.plain) do self.ints[place] = -1 end
  program.defaults(self)
  for _, trigger in ipairs(program.triggers) do
    if self.bytes[trigger.place] ~= UNARMED then arm(self, trigger, ARMED) end
  end
end

-- -- what the game tells it

--- Return how a value looks in a message.
local function shown(value)
  local isDone, text = pcall(mindloom.encode, value)
  return isDone and text or tostring(value)
end

--- Write a variable, as a sensor would; true arms a trigger for the next tick. Nil and null are nobody.
function Agent:set(name, value)
  local variable = self:declared(name)
  local kind, given = variable.type, taken(value, variable.type)
  if not variable.fits(given) then
    refuse("The variable '" .. name .. "' is " .. typeWords(kind) .. " and cannot take " .. shown(value))
  end
  variable.write(self, given)
  self.now = self.minds.tickNow + self.ahead
  if kind == "trigger" and given then
    for _, trigger in ipairs(self.program.triggers) do
      if trigger.place == variable.place then arm(self, trigger, ARMED) end
    end
  end
  if self.minds.watcher ~= nil then self.minds.watcher:put(self, name) end
end

--- Return the value of a variable: {x, y} for a vector, an array for a list, nil for nobody.
function Agent:get(name)
  local value = self:declared(name).read(self)
  if value == null then return nil end
  return value
end

--- Return all variables of the agent with their values now, by name; `null` for nobody.
function Agent:variables()
  local values = {}
  for _, each in ipairs(self.program.own) do values[each.name] = each.read(self) end
  return values
end

function Agent:declared(name)
  local variable = self.program.byName[name]
  if variable ~= nil then return variable end
  local known = map(self.program.own, function(each) return each.name end)
  local words = #known > 0 and table.concat(known, ", ") or "none"
  refuse("The mind has no variable '" .. tostring(name) .. "'; it has " .. words)
end

--- Post an event for the next tick.
function Agent:post(event, payload) self:receive(self:eventOf(event, payload)) end

--- Return an event that the game may post; refuse any other.
function Agent:eventOf(event, payload)
  local known, given, fields = self.program.needs.events or NONE, payload or NONE, {}
  if known[event] == nil then
    local names = table.concat(namesOf(known), ", ")
    refuse("The mind has no event '" .. tostring(event) .. "'; it has " .. (names ~= "" and names or "none"))
  end
  local types = known[event].payload or NONE
  local names = namesOf(types)
  local function refuseOdd(which)
    local words = table.concat(map(names, function(each) return each .. ": " .. typeWords(types[each]) end), ", ")
    if words == "" then words = "nothing" end
    refuse("The event '" .. event .. "' carries " .. words .. "; see '" .. which .. "'")
  end
  for name in pairs(given) do if types[name] == nil then refuseOdd(tostring(name)) end end
  for _, name in ipairs(names) do
    if given[name] == nil then refuseOdd(name) end
    local value = taken(given[name], types[name])
    if not fits(value, types[name]) then refuse(event .. "." .. name .. " is " .. typeWords(types[name])) end
    fields[name] = copied(value)
  end
  return { name = event, fields = fields }
end

function Agent:receive(event)
  if self.posted == NONE then self.posted = {} end
  self.posted[#self.posted + 1] = event
  if self.minds.watcher ~= nil then self.minds.watcher:posted(self, event) end
end

local ORDERS = { success = true, failure = true, skipped = true, disabled = true, enter = true }

--- Overrule the mind: let the node of a row end with "success", "failure" or "skipped" at its next visit. "disabled"
--- skips it at every visit; nil takes that back. "enter" lets a state be entered in the next tick.
function Agent:order(row, to)
  if to == null then to = nil end
  self.minds:mustRest("give orders")
  if self.ended then refuse("The mind has ended; it takes no orders") end
  if to ~= nil and not ORDERS[to] then
    refuse("An order is success, failure, skipped, disabled, enter or nil, not " .. tostring(to))
  end
  local found, enters = self.program.rows[row] or NONE, to == "enter"
  local isNode = found.tick ~= nil and found.op ~= "machine"
  local isFit = isNode and not enters or found.op == "state" and enters
  if not isFit or found.disabled then
    local fits = enters and "state that can be entered" or "node that can be forced"
    refuse("Row " .. tostring(row) .. " is no " .. fits)
  end
  if enters then
    if self.entries == NONE then self.entries = {} end
    self.entries[#self.entries + 1] = found
  else
    self:keepOrder(found.index, to)
  end
  if self.minds.watcher ~= nil then self.minds.watcher:ordered(self, found.index, to) end
end

function Agent:keepOrder(row, to)
  self.orders = self.orders or {}
  self.orders[row] = to
  if next(self.orders) == nil then self.orders = nil end
end

--- Return its own tables of curves, as `Minds:add` takes them; nil where it has none.
function Agent:ownCurves()
  local found = {}
  for name, curve in pairs(self.tables) do
    found[name] = {}
    for k, x in ipairs(curve.places) do found[name][k] = { x, curve.values[k] } end
  end
  return next(found) ~= nil and found or nil
end

--- Return the orders that wait, which saves have not: pairs of a row and what was ordered.
function Agent:ordered()
  local found = {}
  for row, to in pairs(self.orders or NONE) do found[#found + 1] = { row, to } end
  table.sort(found, function(one, other) return one[1] < other[1] end)
  for _, state in ipairs(self.entries) do found[#found + 1] = { state.index, "enter" } end
  return found
end

function Agent:dropOrders()
  self.orders = nil -- what nodes were ordered to give, by their rows
  self.entries = NONE -- states that are to be entered
end

--- Halt everything that runs, and do nothing more until `restart`.
function Agent:halt()
  if self:stop() and self.minds.watcher ~= nil then self.minds.watcher:halted(self) end
end

--- Halt what runs; return whether it had not ended yet.
function Agent:stop()
  self.minds:mustRest("halt an agent")
  if self.ended then return false end
  self:beginReports()
  halt(self.program.rows[0], self)
  letGo(self.program.claims, self)
  self.pending, self.delayed, self.posted, self.requests = {}, {}, NONE, NONE
  self.ended, self.status = true, "idle"
  self:dropOrders()
  return true
end

--- Halt what runs and begin again with the next tick, as if the agent had just been added.
function Agent:restart()
  local ahead = self.ahead
  self:stop()
  self:begin()
  self.ahead = ahead
  if self.minds.watcher ~= nil then self.minds.watcher:restarted(self) end
end

--- Return the names of the active states, outermost first; numbers of rows without names.
function Agent:activeStates()
  local names, active = self.mind.names, {}
  for _, state in ipairs(self.program.states) do
    if isActive(state, self) then
      local name = format("%d", state.index)
      if names ~= nil then name = names.texts["/rows/" .. name .. "/name"] or names.rows[state.index + 1][2] end
      active[#active + 1] = name
    end
  end
  return active
end

--- Return the status of a node or state by its id or its path, in words; it needs the file of names.
function Agent:statusOf(id)
  local names = self.mind.names
  if names == nil then refuse("Without the file of names the node '" .. tostring(id) .. "' cannot be found") end
  for k, each in ipairs(names.rows) do if each[2] == id or each[3] == id then return WORDS[self.bytes[k - 1]] end end
  refuse("The mind has no node '" .. tostring(id) .. "'")
end

-- -- its tick

function Agent:beginReports()
  local outcomes = self.outcomes
  for k = 0, self.program.rowCount - 1 do outcomes[k] = 0 end
  self.errors = NONE -- what went wrong in the last tick
  self.madeCount, self.answerCount = 0, 0
  self.armed = NONE -- triggers that the last test read armed
  for transition in pairs(self.reads) do self.reads[transition] = nil end
  self.visitsLeft = MOST_VISITS
  self.passedGuard = -1
  self.events = NONE -- those that this tick takes
  self.event = nil -- the one that is being taken
  self.state = nil -- the state, or machine, around what is evaluated
  self.now = self.minds.tickNow + self.ahead
end

function Agent:tick()
  self:beginReports()
  local posted = self.posted
  self.posted = NONE
  self.status = self.ended and "idle" or WORDS[self:tickRoot(posted)]
  self:closeRequests()
end

function Agent:tickRoot(posted)
  local root, states, due = self.program.rows[0], self.program.states, self:dueEvents(-1)
  self.events = posted
  if #due > 0 then
    self.events = map(due, function(each) return each.event end)
    for _, each in ipairs(due) do self:takeDelayed(each) end
    for _, each in ipairs(posted) do self.events[#self.events + 1] = each end
  end
  beginTriggers(self)
  if #self.program.rising > 0 then rise(self, self.program.rising, self.program.risen) end
  local result = visitRoot(root, self)
  if result ~= RUNNING then clear(root, self); if root.op == "machine" then self:finish(root) end end
  for k = 1, #states do
    local index = states[k].index
    if self.bytes[index] ~= 0 and self.outcomes[index] == 0 then self.outcomes[index] = ACTIVE end
  end
  ageTriggers(self)
  for k = 1, #self.entries do self:note(self.entries[k], NOT_ENTERED) end
  self.entries = NONE
  return result
end

function Agent:finish(root)
  self.ended, self.final = true, nil
  self:dropOrders()
  letGo(self.program.claims, self)
  for _, each in ipairs(root.states) do
    if each.status ~= IDLE and self.outcomes[each.index] ~= 0 then self.final = each.index; return end
  end
end

function Agent:note(row, message)
  if self.errors == NONE then self.errors = {} end
  self.errors[#self.errors + 1] = { row = row.index, message = message, node = self.mind:nameOf(row.index) }
end

function Agent:after(ticks) local due = self.now + ticks; return due < MOST_TICKS and due or MOST_TICKS end

-- -- events and transitions that wait, conditions

--- Let an event wait, behind all that are due in the same tick.
function Agent:delay(event)
  local place = #self.delayed + 1
  while place > 1 and self.delayed[place - 1].due > event.due do place = place - 1 end
  table.insert(self.delayed, place, event)
end

local function isDueIn(each, machine, now) return each.machine == machine and each.due <= now end

function Agent:dueEvents(machine)
  if #self.delayed == 0 then return NONE end
  return filter(self.delayed, isDueIn, machine, self.now)
end

--- Take out an event that waits; return whether it still did.
function Agent:takeDelayed(event)
  for k, each in ipairs(self.delayed) do if each == event then table.remove(self.delayed, k); return true end end
  return false
end

--- Return the rows of the sources for which a transition waits, in their order.
function Agent:pendingInOrder()
  local sources = {}
  for source in pairs(self.pending) do sources[#sources + 1] = source end
  table.sort(sources)
  return sources
end

--- Ask the game a condition, once per tick and arguments.
function Agent:ask(name, given, count)
  local answers = self.answers
  for k = 1, self.answerCount do
    local known, isLike = answers[k], answers[k].name == name and answers[k].count == count
    for each = 1, isLike and count or 0 do isLike = isLike and same(known.given[each], given[each]) end
    if isLike then return known.failed == nil and known.answer or (known.failed ~= nil and fail(known.failed)) end
  end
  self.answerCount = self.answerCount + 1
  local known = answers[self.answerCount] or { given = {} }
  answers[self.answerCount] = known
  known.name, known.count, known.answer, known.failed = name, count, false, nil
  for k = 1, count do known.given[k] = copied(given[k]) end
  local context, watcher = self.minds.context:of(self, ASKED, self.now), self.minds.watcher
  if watcher ~= nil then watcher:asks(self) end
  local isDone, answer = pcall(self.minds.conditions[name], context, unpacked(known.given, 1, count))
  if not isDone then known.failed = "The condition " .. name .. " failed: " .. thrownWords(answer) end
  known.answer = isDone and answer ~= nil and answer ~= false
  if watcher ~= nil then
    local asked = setmetatable({ unpacked(known.given, 1, count) }, Array)
    watcher:answered(self, { "condition", name, asked }, known.answer, known.failed)
  end
  return known.failed == nil and known.answer or (known.failed ~= nil and fail(known.failed))
end

-- -- steering

local function isSameBy(names, one, other)
  if names == nil then
    for name, value in pairs(other) do if not same(one[name], value) then return false end end
    return true
  end
  for k = 1, #names do if not same(one[names[k]], other[names[k]]) then return false end end
  return true
end

--- Ask for steering in this tick; what is asked again as it is in force is the same request.
function Agent:steer(row, behavior, names, given, weight, priority)
  local requests, made, index, request = self.requests, self.made, row.index, nil
  for k = 1, #requests do
    local known = requests[k]
    if known.row == index and known.behavior == behavior and known.weight == weight and known.priority == priority
      and isSameBy(names, known.arguments, given) then
      request = known
      break
    end
  end
  if request == nil then
    request = { row = index, behavior = behavior, arguments = copiedFields(given, names), weight = weight,
      priority = priority, stream = row.stream or -1 }
  end
  local place = self.madeCount + 1
  self.madeCount = place
  while place > 1 and made[place - 1].row > index do made[place] = made[place - 1]; place = place - 1 end
  made[place] = request
end

function Agent:dropRequests(row)
  local kept, made, index = 0, self.made, row.index
  for k = 1, self.madeCount do if made[k].row ~= index then kept = kept + 1; made[kept] = made[k] end end
  self.madeCount = kept
end

--- Decide which requests are in force until the next tick.
function Agent:closeRequests()
  local made, count, requests = self.made, self.madeCount, self.requests
  if count == 0 or self.ended then
    self.quiet = self.quiet + 1
    if self.quiet >= 2 or self.ended then self.requests = NONE end
    return
  end
  self.quiet = 0
  local isSame = #requests == count
  for k = 1, count do isSame = isSame and requests[k] == made[k] end
  if isSame then return end
  self.requests = {}
  for k = 1, count do self.requests[k] = made[k] end -- not unpacked: there may be thousands
end

-- -- saved games

--- Return a value as it is saved: numbers that JSON has not are texts.
local function toSaved(value)
  if type(value) == "number" then
    if value ~= value then return "NaN" end
    if value == huge then return "Infinity" end
    if value == -huge then return "-Infinity" end
    return value == 0 and 1 / value < 0 and "-0" or value
  end
  if type(value) ~= "table" or value == null then return value end
  local kind = getmetatable(value)
  if kind == List then return { list = setmetatable(map(value, toSaved), Array) } end
  if kind == Array or #value > 0 then return setmetatable(map(value, toSaved), Array) end
  local fields = {}
  for name, each in pairs(value) do fields[name] = toSaved(each) end
  return fields
end

mindloom.toSaved = toSaved

local function fieldsFromSaved(values, types)
  local fields = {}
  for name, each in pairs(values or NONE) do fields[name] = taken(each, types and types[name]) end
  return fields
end

local function isEmpty(value)
  return value == nil or value == false or value == 0 or (type(value) == "table" and next(value) == nil)
end

--- Return the fields that are not empty.
local function filled(fields)
  for name, value in pairs(fields) do if isEmpty(value) then fields[name] = nil end end
  return fields
end

local function eventToSaved(event)
  if event == nil then return null end
  return filled({ name = event.name, fields = toSaved(event.fields) })
end

local function checkOf(hash, bytes, ints, first)
  return fnv1a(hash .. "|" .. bytes .. "|" .. table.concat(ints, ",", first, #ints))
end

--- Return a copy of an array of memory that begins with 1.
local function copyOf(memory, count, of)
  local made = setmetatable({}, Array)
  for k = 1, count do if of then made[k] = of(memory[k - 1]) else made[k] = memory[k - 1] end end
  return made
end

--- Return all that it remembers as plain data, between two ticks; `encode` makes a text of it.
function Agent:save()
  local memory, digits, delayed, pending = self.program.memory, {}, {}, {}
  for k = 1, memory.bytes do digits[k] = format("%02x", self.bytes[k - 1]) end
  for k, each in ipairs(self.delayed) do
    delayed[k] = { due = each.due, machine = each.machine, state = each.state, id = each.id,
      event = eventToSaved(each.event) }
  end
  for k, source in ipairs(self:pendingInOrder()) do
    local each = self.pending[source]
    pending[k] = { source = source, transition = each.transition, since = each.since, due = each.due,
      event = eventToSaved(each.event), armed = each.armed }
  end
  local saved = filled({ ints = copyOf(self.ints, memory.ints), floats = copyOf(self.floats, memory.floats, toSaved),
    objects = copyOf(self.objects, memory.objects), ended = self.ended, quiet = self.quiet, ahead = self.ahead,
    posted = map(self.posted, eventToSaved), delayed = delayed, pending = pending,
    requests = map(self.requests, toSaved) })
  saved.mind, saved.bytes, saved.final = self.mind.hash, table.concat(digits), self.final
  saved.check = checkOf(saved.mind, saved.bytes, saved.ints or NONE, 1)
  return saved
end

--- Return the arrays of what was saved of a mind; refuse what is damaged, or of another one.
local function checkedMemory(saved, mind)
  local bytes, ints, memory = saved.bytes, saved.ints or NONE, mind.program.memory
  local floats, objects = saved.floats or NONE, saved.objects or NONE
  if saved.mind ~= mind.hash then refuse("It was saved of another mind, or of another version of it") end
  ints = type(ints) == "table" and map(ints, taken, "int") or nil
  local isSum, check = false, nil
  if type(bytes) == "string" and ints then isSum, check = pcall(checkOf, saved.mind, bytes, ints, 1) end
  if not isSum or check ~= saved.check then refuse("What was saved is damaged: its check does not fit") end
  if #bytes ~= 2 * memory.bytes or #ints ~= memory.ints or #floats ~= memory.floats or #objects ~= memory.objects then
    refuse("What was saved is damaged: its memory has another size")
  end
  return bytes, ints, floats, objects
end

--- Remember what `save` returned, in any language.
function Agent:restore(saved)
  self.minds:mustRest("restore")
  local bytes, ints, floats, objects = checkedMemory(saved, self.mind)
  local memory = self.program.memory
  self:begin()
  for k = 1, memory.bytes do self.bytes[k - 1] = tonumber(sub(bytes, 2 * k - 1, 2 * k), 16) or 0 end
  for k = 1, memory.ints do self.ints[k - 1] = ints[k] end
  for k = 1, memory.floats do self.floats[k - 1] = taken(floats[k], "float") end
  for k = 1, memory.objects do self.objects[k - 1] = objects[k] end
  self:restoreWaiting(saved)
  self.ended, self.quiet, self.ahead = saved.ended == true, saved.quiet or 0, saved.ahead or 0
  self.final = saved.final
  self.minds:findHolders()
  if self.minds.watcher ~= nil then self.minds.watcher:restored(self) end
end

function Agent:restoreWaiting(saved)
  local events, actions = self.program.needs.events or NONE, self.program.needs.actions or NONE
  local function event(each)
    if each == nil or each == null then return nil end
    return { name = each.name, fields = fieldsFromSaved(each.fields, (events[each.name] or NONE).payload) }
  end
  for _, each in ipairs(saved.delayed or NONE) do
    self:delay({ due = each.due, machine = each.machine, state = each.state, id = each.id or "",
      event = event(each.event) })
  end
  for _, each in ipairs(saved.pending or NONE) do
    self.pending[each.source] = { transition = each.transition, since = each.since, due = each.due,
      event = event(each.event), armed = each.armed or setmetatable({}, Array) }
  end
  if saved.posted ~= nil then self.posted = map(saved.posted, event) end
  self.requests = map(saved.requests or NONE, function(each)
    local types = {}
    for _, parameter in ipairs((actions[each.behavior] or NONE).parameters or NONE) do
      types[parameter.name] = parameter.type
    end
    return { row = each.row, behavior = each.behavior, arguments = fieldsFromSaved(each.arguments, types),
      weight = taken(each.weight, "float"), priority = each.priority, stream = each.stream }
  end)
end

-- ---- Saves of an older version of a mind ----------------------------------------------------------------------------

local upgradedGame, swapAgents

do -- since Lua has at most 200 local names at once

local function damaged(words) error(words, 0) end
local function at(list, place) return list[place + 1] or damaged("there is no place " .. tostring(place)) end

local function put(list, place, value)
  if place < 0 or place >= #list then damaged("there is no place " .. place) end
  list[place + 1] = value
end

local function memoryOf(data)
  local hex, memory = data.bytes or "", { bytes = {} }
  for k = 1, #hex / 2 do memory.bytes[k] = tonumber(sub(hex, 2 * k - 1, 2 * k), 16) or damaged("it has no bytes") end
  for _, name in ipairs({ "ints", "floats", "objects" }) do
    memory[name] = map(data[name] or NONE, function(each) return name == "ints" and taken(each, "int") or each end)
  end
  return memory
end

--- Tell whether the child that a node is at is still there.
local function isThere(place, ints)
  local children, child = place.children, at(ints, place.from)
  if place.order ~= nil and child >= 0 and child < #children then child = at(ints, place.order + child) end
  return child < 0 or child >= #children or children[child + 1] ~= null
end

--- Return the rows that go on, with their rows now; a machine does where its configuration is whole.
local function goingOn(old, rows)
  local kept = {}
  for _, row in ipairs(rows) do
    local goesOn = at(old.bytes, row.row) == RUNNING and (row["in"] == nil or kept[row["in"]] ~= nil)
    for _, role in ipairs(row.roles or NONE) do goesOn = goesOn and at(old.bytes, role) ~= RUNNING end
    for _, place in ipairs(row.at or NONE) do goesOn = goesOn and isThere(place, old.ints) end
    if goesOn then kept[row.row] = row.to end
  end
  for k = #rows, 1, -1 do
    local row = rows[k]
    local needed, active, found = row.one_of or row.all_of or NONE, {}, 0
    for _, to in pairs(kept) do active[to] = true end
    for _, state in ipairs(needed) do found = found + (active[state] and 1 or 0) end
    local isWhole = row.one_of ~= nil and found > 0 or row.one_of == nil and found == #needed
    if kept[row.row] ~= nil and #needed > 0 and not isWhole then
      for number in pairs(kept) do
        if number >= row.machine[1] and number < row.machine[2] then kept[number] = nil end
      end
    end
  end
  return kept
end

--- Move a child, an order of children, or a place in such an order.
local function moveChild(move, old, new)
  local children, to, order = move.children, move.to, {}
  if move.op == "order" then
    for place = 0, #children - 1 do
      local child = at(children, at(old, move.from + place))
      if child ~= null then order[#order + 1] = child end
    end
    for child = 0, move.among - 1 do if not contains(order, child) then order[#order + 1] = child end end
    for k, child in ipairs(order) do put(new, to + k - 1, child) end
    return
  end
  local place = at(old, move.from)
  local isChild = place >= 0 and place < #children
  if move.op == "child" then
    local now = isChild and children[place + 1] or place
    if now ~= null then put(new, to, now) end
  elseif move.op == "place" then
    local now = isChild and at(children, at(old, move.order + place)) or null
    for k = move.among - 1, 0, -1 do if at(new, move.into + k) == now then put(new, to, k) end end
  else damaged("there is no move '" .. tostring(move.op) .. "'") end
end

local function within(tick) return math.min(math.max(tick, 0), MOST_TICKS) end

local function moveAll(moves, old, new)
  for _, move in ipairs(moves or NONE) do
    local op, to = move.op, move.to
    if move.unless ~= nil and at(old.bytes, move.unless) ~= 0 then op = nil end
    if op == nil then to = nil
    elseif old[op] ~= nil then
      for k = 0, (move.count or 1) - 1 do put(new[op], to + k, at(old[op], move.from + k)) end
    elseif op == "result" then
      local result = at(old.bytes, move.from)
      if result == SUCCESS or result == FAILURE then put(new.bytes, to, result) end
    elseif op == "armed" then put(new.bytes, to, at(old.bytes, move.from) ~= 0 and 1 or 0)
    elseif op == "set" then put(new.ints, to, move.value)
    elseif op == "tick" then
      local tick = at(old.ints, move.from)
      put(new.ints, to, (move.unset and tick == 0) and tick or within(tick + move.longer))
    else moveChild(move, old.ints, new.ints) end
  end
end

--- Let claims go that are gone, or whose row does not go on; return the shared variables that get places back.
local function letGoOf(claims, kept, old, new)
  local lost, held, going, freed = {}, {}, { [-1] = true }, {}
  for _, to in pairs(kept) do going[to] = true end
  for _, claim in ipairs(claims) do
    local name = at(old.objects, claim.from)
    if name ~= null and claim.to ~= nil and going[claim["in"] or -1] then held[name] = true
    elseif name ~= null then
      if claim.to ~= nil then put(new.objects, claim.to, null) end
      if claim.counter ~= nil then lost[name] = claim.counter end
    end
  end
  for name, counter in pairs(lost) do if not held[name] then freed[#freed + 1] = counter end end
  return freed
end

local function changed(fields, changes)
  local made = {}
  for name, value in pairs(fields) do made[name] = value end
  for name, value in pairs(changes) do made[name] = value end
  return made
end

--- Note in `found` what is posted, delayed, pending and asked for, as far as it goes on.
local function keepWaiting(found, saved, given, kept, old)
  local now, ways, armed, running = { [-1] = -1 }, {}, {}, {}
  for row, to in pairs(kept) do now[row] = to end
  for _, way in ipairs(given.transitions) do ways[way.row] = way end
  for _, pair in ipairs(given.triggers) do armed[pair[1]] = pair[2] end
  for _, row in ipairs(given.rows) do running[row.row] = row.to end
  local function isKnown(event) return contains(given.events, event.name) end
  found.posted = filter(saved.posted or NONE, isKnown)
  found.delayed, found.pending, found.requests = {}, {}, {}
  for _, each in ipairs(saved.delayed or NONE) do
    local machine, state = now[each.machine], now[each.state]
    if machine and state and isKnown(each.event) then
      found.delayed[#found.delayed + 1] = changed(each, { machine = machine, state = state })
    end
  end
  for _, each in ipairs(saved.pending or NONE) do
    local way, source, places = ways[each.transition], kept[each.source], setmetatable({}, Array)
    if way and source and (each.event == nil or each.event == null or isKnown(each.event)) then
      for _, place in ipairs(each.armed or NONE) do places[#places + 1] = armed[place] end
      local due = within(each.due + (way.longer or 0))
      local changes = { source = source, transition = way.to, due = due, armed = places }
      found.pending[#found.pending + 1] = changed(each, changes)
    end
  end
  for _, each in ipairs(saved.requests or NONE) do
    local row
    if at(old.bytes, each.row) == RUNNING then row = kept[each.row] else row = running[each.row] end
    if row ~= nil then found.requests[#found.requests + 1] = changed(each, { row = row }) end
  end
end

--- Return what an agent saved as a save of the mind that a table leads to, and what gets places back.
local function carried(saved, given)
  local old, new, digits = memoryOf(saved), memoryOf(given.begin), {}
  if saved.check ~= checkOf(saved.mind, saved.bytes or "", old.ints, 1) then damaged("its check does not fit") end
  local kept = goingOn(old, given.rows)
  moveAll(given.always, old, new)
  for _, row in ipairs(given.rows) do
    if kept[row.row] ~= nil then moveAll(row.moves, old, new); put(new.bytes, row.to, RUNNING) end
  end
  local freed = letGoOf(given.claims, kept, old, new)
  for k, each in ipairs(new.bytes) do digits[k] = format("%02x", each) end
  local found = { mind = given.to, bytes = table.concat(digits), ints = new.ints, floats = new.floats,
    objects = new.objects, ahead = saved.ahead, quiet = saved.quiet }
  keepWaiting(found, saved, given, kept, old)
  for _, row in ipairs(given.rows) do if saved.ended and row.row == 0 then found.ended = true end end
  for _, row in ipairs(found.ended and given.rows or NONE) do
    if row.row == saved.final then found.final = row.to end
  end
  found.check = checkOf(given.to, found.bytes, new.ints, 1)
  return found, freed
end

--- Return the table of an upgrade, or what its text says.
local function upgradeOf(text)
  local given = parsed(text, "table of an upgrade")
  if given.format ~= "mindloom-upgrade" or given.version ~= 1 then
    refuse("It is no mindloom-upgrade of version 1: export it again")
  end
  return given
end

--- Return what `carried` does; refuse what is damaged.
local function carriedBy(saved, given)
  local isDone, found, freed = pcall(carried, saved, given)
  if not isDone then refuse("The save or the table of its upgrade is damaged: " .. thrownWords(found)) end
  return found, freed
end

--- Return a saved game with each agent carried over to its mind, by as many tables as that takes.
function upgradedGame(saved, agents, tables)
  local game = changed(saved, NONE)
  game.agents, game.shared = changed(saved.agents or NONE, NONE), changed(saved.shared or NONE, NONE)
  for id, agent in pairs(agents) do
    local left = {}
    for _, each in ipairs(tables) do
      local given = upgradeOf(each)
      left[given.from or ""] = given
    end
    local one = game.agents[id]
    while one ~= nil and one.mind ~= agent.mind.hash and left[one.mind] ~= nil do
      local given = left[one.mind]
      left[one.mind] = nil
      local found, freed = carriedBy(one, given)
      one, game.agents[id] = found, found
      for _, name in ipairs(freed) do game.shared[name] = (game.shared[name] or 0) + 1 end
    end
  end
  return game
end

--- Halt the actions that run and do not go on, in pre-order.
local function haltGone(a, given)
  local kept = goingOn(memoryOf(a:save()), given.rows)
  a:beginReports()
  for k = 0, a.program.rowCount - 1 do
    local row = a.program.rows[k]
    if row.op == "action" and a.bytes[k] == RUNNING and kept[k] == nil then row.stop(a) end
  end
end

--- Let each agent of another version of a mind go on with this one; return how many. See `Minds:swap`.
function swapAgents(minds, mind, upgrade)
  local given = upgradeOf(upgrade)
  local going = filter(minds.order, function(each) return each.mind.hash == given.from end)
  if given.to ~= mind.hash or #going == 0 then
    refuse("The table of the upgrade does not lead from the mind of an agent to this one")
  end
  minds:mustFit(mind)
  for _, each in ipairs(going) do checkedMemory(carriedBy(each:save(), given), mind) end -- refused before a change
  minds:share(mind)
  for _, each in ipairs(going) do
    haltGone(each, given)
    local found, freed = carriedBy(each:save(), given)
    each.mind, each.program = mind, mind.program
    each:restore(found)
    for _, name in ipairs(freed) do
      local cell = minds.cells[name]
      if cell ~= nil then cell.value = math.min(cell.value + 1, MOST_TICKS) end
    end
  end
  minds.minds = filter(minds.minds, function(each) return each.hash ~= given.from and each ~= mind end)
  minds.minds[#minds.minds + 1] = mind
  local shared = {}
  for _, each in ipairs(minds.minds) do
    for _, variable in ipairs(each.program.shared) do shared[variable.name] = true end
  end
  for name in pairs(minds.cells) do if not shared[name] then minds.cells[name] = nil end end
  return #going
end

end

-- ---- All agents of a game -------------------------------------------------------------------------------------------

--- Hold the minds of a game's agents, and tick them together in the order of their ids.
local Minds = {}
Minds.__index = Minds

local function isCallable(value)
  local kind = type(value) == "table" and getmetatable(value) or nil
  return type(value) == "function" or (kind ~= nil and kind.__call ~= nil)
end

local Described = {} -- the metatable of what `describe` returns

--- Say what an action or condition is for, in manifests: `description` may have a `summary`, whether it is `instant`,
--- and `parameters`, each with `name`, `type`, and where wanted `default`, `optional`, `minimum`, `maximum`, `unit`.
function mindloom.describe(behavior, description)
  return setmetatable({ behavior = behavior, description = description or {} }, Described)
end

local function bare(given) return getmetatable(given) == Described and given.behavior or given end

--- Begin without agents. `seed` decides all random draws, together with the ids of agents; the rest is the game's.
local function newMinds(given)
  local minds = setmetatable({ seed = given.seed or 0, conditions = {}, entityField = given.entityField,
    queries = given.queries or {}, behaviors = {}, descriptions = {}, tickNow = 0, rate = 0, isTicking = false }, Minds)
  for _, sort in ipairs({ "actions", "conditions" }) do
    local own = sort == "actions" and minds.behaviors or minds.conditions
    minds.descriptions[sort] = {}
    for name, each in pairs(given[sort] or NONE) do
      own[name] = bare(each)
      minds.descriptions[sort][name] = getmetatable(each) == Described and each.description or nil
      local isFit = isCallable(own[name]) or (type(own[name]) == "table" and isCallable(own[name].tick))
      if not isFit and sort == "actions" then
        refuse("The action '" .. name .. "' is no function, and no table with a method tick")
      end
    end
  end
  minds.agents = {} -- by id
  minds.order = {} -- the agents in the order of their ids
  minds.minds = {} -- those that agents were given
  minds.cells = {} -- the variables that all agents share, by name
  minds.holders = {} -- by entity, the agent that claims it
  minds.effects = {} -- of the last tick
  minds.sent, minds.writes = {}, {}
  minds.watcher = nil -- what is told of all that comes into the minds: an object as in mindloom_link.lua
  minds.context = setmetatable({ minds = minds }, Context)
  return minds
end

mindloom.Minds = setmetatable(Minds, { __call = function(_, given) return newMinds(given or NONE) end })

--- Refuse what came of a program or a save that is damaged; a refusal goes on as it is.
local function refuseDamaged(problem)
  if type(problem) == "table" then error(problem, 0) end
  refuse("The export, or what was restored, is damaged: " .. tostring(problem))
end

local function isBeforeById(one, other) return isBefore(one.id, other.id) end

--- Give an agent a mind; `variables` are set before its first tick, `curves` are tables of its own by name: from 1 to
--- 64 points { x, y }, x never falling, which stand in place of those of the mind and are not saved.
function Minds:add(id, mind, variables, curves)
  self:mustRest("add an agent")
  if type(id) ~= "string" or id == "" then refuse("An agent needs an id, a text") end
  if self.agents[id] ~= nil then refuse("There is an agent '" .. id .. "' already") end
  local tables = tablesOf(curves or NONE, mind.program.curves)
  self:mustFit(mind)
  self:share(mind)
  local isDone, added = pcall(newAgent, self, id, mind, tables)
  if not isDone then refuseDamaged(added) end
  for name, value in pairs(variables or NONE) do added:set(name, value) end
  self.rate, self.agents[id] = mind.rate, added
  if not contains(self.minds, mind) then self.minds[#self.minds + 1] = mind end
  self.order[#self.order + 1] = added
  table.sort(self.order, isBeforeById)
  return added
end

--- Refuse a mind that the game cannot run: of another rate, or one that needs what is not there.
function Minds:mustFit(mind)
  if #self.order > 0 and mind.rate ~= self.rate then
    refuse("The mind is for " .. mind.rate .. " ticks per second, the others are for " .. self.rate
      .. ". Export all for one rate")
  end
  self:mustHave(mind, "actions", "action", self.behaviors, 'function(context, arguments) return "running" end')
  self:mustHave(mind, "conditions", "condition", self.conditions, "function(context) return true end")
  self:mustHave(mind, "queries", "query", self.queries, "function(agent, of) return {} end")
  for _, variable in ipairs(mind.program.shared) do
    local cell = self.cells[variable.name]
    if cell ~= nil and mindloom.encode(cell.type) ~= mindloom.encode(variable.type) then
      refuse("The shared variable '" .. variable.name .. "' has another type in another mind")
    end
  end
end

--- Begin the variables that a mind shares and no other did so far.
function Minds:share(mind)
  for _, variable in ipairs(mind.program.shared) do
    local name, kind, first = variable.name, variable.type, variable.default
    if first == nil then first = defaultOf(kind) end
    self.cells[name] = self.cells[name] or { name = name, type = kind, value = taken(first, kind) }
  end
end

function Minds:mustHave(mind, sort, what, own, example)
  for _, name in ipairs(namesOf(mind.needs[sort] or NONE)) do
    if own[name] == nil then
      refuse("The mind needs the " .. what .. " '" .. name .. "', and the game has none. Give it one: Minds{ " .. sort
        .. " = { " .. name .. " = " .. example .. " } }")
    end
  end
end

--- Halt an agent's mind and take it out.
function Minds:remove(id)
  local removed = self:get(id)
  removed:halt()
  self.agents[id] = nil
  self.order = filter(self.order, function(each) return each ~= removed end)
end

--- Return an agent by its id.
function Minds:get(id) return self.agents[id] or refuse("There is no agent '" .. tostring(id) .. "'") end

local function tickAll(order, wanted)
  for k = 1, #order do if wanted == nil or wanted[order[k]] then order[k]:tick() end end
end

--- Tick every agent once, or those with these ids; then deliver what they sent and wrote.
function Minds:tick(ids)
  self:mustRest("tick")
  local wanted = ids and {} or nil
  for _, id in ipairs(ids or NONE) do wanted[self:get(id)] = true end
  if #self.effects > 0 then self.effects = {} end
  self.isTicking = true
  local isDone, problem = pcall(tickAll, self.order, wanted)
  self.isTicking = false
  if not isDone then refuseDamaged(problem) end
  if #self.sent > 0 then self:deliver() end
  if #self.writes > 0 then for _, each in ipairs(self.writes) do each[1].value = each[2] end; self.writes = {} end
  self.tickNow = self.tickNow + 1
end

function Minds:mustRest(what)
  if self.isTicking then refuse("A tick is under way; " .. what .. " when it is over") end
end

-- -- what agents ask for

function Minds:send(sender, receiver, event) self.sent[#self.sent + 1] = { sender, receiver, event } end

function Minds:deliver()
  local sent = self.sent
  self.sent = {}
  for _, each in ipairs(sent) do
    for _, other in ipairs(self:receivers(each[1], each[2])) do other:receive(each[3]) end
  end
end

function Minds:receivers(sender, receiver)
  if self.agents[receiver] ~= nil then return { self.agents[receiver] } end
  local others = filter(self.order, function(each) return each.id ~= sender end)
  if receiver == "all" then return others end
  local team = receiver == "team" and self:teamOf(sender) or nil
  if team == nil then return NONE end
  return filter(others, function(each) return self:teamOf(each.id) == team end)
end

function Minds:teamOf(id)
  local isDone, team = pcall(self.fieldOf, self, id, "team")
  if isDone then return team end
  wordsOf(team)
  return nil
end

function Minds:fieldOf(entity, field)
  if entity == null then fail("There is nobody to ask for " .. field .. ".") end
  local name = tostring(entity) .. "." .. field
  if self.entityField == nil then fail("The game tells nothing of " .. name .. ".") end
  local isDone, value = pcall(self.entityField, entity, field)
  if not isDone then fail("The game has no " .. name .. ": " .. thrownWords(value)) end
  if value == nil then fail("The game has no " .. name .. ".") end
  return value
end

--- Ask for a field of an entity for a mind, and tell the watcher what came.
function Minds:askField(a, entity, field, kind)
  local watcher = self.watcher
  if watcher == nil or entity == null then return self:fieldOf(entity, field) end
  watcher:asks(a)
  local isDone, value = pcall(self.fieldOf, self, entity, field)
  local failed = not isDone and wordsOf(value) or nil
  watcher:answered(a, { "field", entity, field }, isDone and taken(value, kind), failed)
  return failed == nil and value or (failed ~= nil and fail(failed))
end

function Minds:query(name, a, of, kind)
  local watcher, failed = self.watcher, nil
  if watcher ~= nil then watcher:asks(a) end
  local isDone, found = pcall(self.queries[name], a.id, of)
  local list = setmetatable({}, List)
  if not isDone then failed = "The query " .. name .. " failed: " .. thrownWords(found)
  else
    for k = 1, type(found) == "table" and math.min(#found, kind.most) or 0 do list[k] = found[k] end
    if type(found) ~= "table" or not fits(list, kind) then
      failed = "The query " .. name .. " gave no list of entities."
    end
  end
  if watcher ~= nil then watcher:answered(a, { "query", name, of }, list, failed) end
  return failed == nil and list or fail(failed)
end

function Minds:findHolders()
  self.holders = {}
  for _, a in ipairs(self.order) do
    for _, each in ipairs(a.program.claims) do
      local name = a.objects[each.claim.place]
      if each.claim.counter == nil and name ~= null then self.holders[name] = a.id end
    end
  end
end

-- -- variables that all share, saved games

--- Return the variables that all agents share, with their values now.
function Minds:shared()
  local values = {}
  for name, cell in pairs(self.cells) do values[name] = copied(cell.value) end
  return values
end

--- Write a variable that all agents share.
function Minds:setShared(name, value)
  local cell = self.cells[name] or refuse("No mind shares a variable '" .. tostring(name) .. "'")
  local given = taken(value, cell.type)
  if not fits(given, cell.type) then
    refuse("The variable '" .. name .. "' is " .. typeWords(cell.type) .. " and cannot take " .. shown(value))
  end
  cell.value = copied(given)
  if self.watcher ~= nil then self.watcher:sharedPut(name, nil) end
end

--- Return all that the agents remember as plain data, between two ticks; `encode` makes a text of it.
function Minds:save()
  self:mustRest("save")
  local agents, shared = {}, {}
  for _, each in ipairs(self.order) do
    local isDone, saved = pcall(each.save, each)
    if not isDone then refuseDamaged(saved) end
    agents[each.id] = saved
  end
  for name, value in pairs(self:shared()) do shared[name] = toSaved(value) end
  return { format = "mindloom-save", version = 2, tick = self.tickNow, seed = self.seed, agents = agents,
    shared = next(shared) ~= nil and shared or nil }
end

local function isWhole(value) return type(value) == "number" and value == floor(value) and abs(value) < 2 ^ 53 end

local function restoreAll(self, saved, upgrades)
  if saved.format ~= "mindloom-save" or saved.version ~= 2 then refuse("This is no saved game of version 2") end
  if upgrades ~= nil then saved = upgradedGame(saved, self.agents, upgrades) end
  local agents, stranger = saved.agents or NONE, nil
  for _, id in ipairs(namesOf(self.agents)) do if agents[id] == nil then stranger = id end end
  for _, id in ipairs(namesOf(agents)) do if self.agents[id] == nil then stranger = id end end
  if stranger ~= nil then
    refuse("The agent '" .. stranger .. "' is not on both sides. Add the agents that were saved first")
  end
  if not isWhole(saved.tick) or not isWhole(saved.seed) then
    refuse("What was saved is damaged: it has no tick and seed")
  end
  self.tickNow, self.seed = floor(saved.tick), floor(saved.seed)
  for name, value in pairs(saved.shared or NONE) do
    if upgrades ~= nil then pcall(self.setShared, self, name, value) else self:setShared(name, value) end
  end
  for _, id in ipairs(namesOf(agents)) do self.agents[id]:restore(agents[id]) end
end

--- Go on with another version of a program, `mind`, with each agent whose mind the table `upgrade` leads from, between
--- two ticks; return how many these are. Actions that run and do not go on are halted; the rest is as in `restore`.
--- What does not fit is refused before anything has changed.
function Minds:swap(mind, upgrade)
  self:mustRest("swap a mind")
  return swapAgents(self, mind, upgrade)
end

--- Remember what `save` returned, in any language; the same agents must be there, with the same minds. `upgrades` are
--- tables that lead on from older versions of minds, or their texts; with them, shared variables that do not fit any
--- more are left out.
function Minds:restore(saved, upgrades)
  self:mustRest("restore")
  local isDone, problem = pcall(restoreAll, self, saved, upgrades)
  if not isDone then refuseDamaged(problem) end
end

-- -- the game for the editor

-- What Mindloom has itself, which no manifest declares.
local BUILT_IN = {
  actions = "aim_at align alignment arrive attract avoid_agents avoid_obstacles avoid_walls cohesion emote evade face "
    .. "fire flee flock follow_path follow_waypoints forget_interest go_to heal interpose leave leave_scent "
    .. "look_around look_at look_where_you_go make_noise match_velocity pursue remove ring_source roam seek separation "
    .. "stop strike switch_source throw_at wander "
    .. "acknowledge end_attack hide_from hold_slot offset_pursuit order release_slot release_token request_attack "
    .. "request_slot request_token set_formation "
    .. "find_place open_door close_door switch_link go_to_nearest close_in",
  conditions = "can_hit can_see can_throw_to clear_line has_tag in_blast in_zone shot_coming switched_on "
    .. "will_land_near "
    .. "all_acknowledged has_token in_slot in_squad is_attacking is_leader "
    .. "door_is_open on_link",
  entity_fields = "emote heading height landing landing_in position radius team velocity",
}

local function isBuiltIn(sort, name) return find(" " .. BUILT_IN[sort] .. " ", " " .. name .. " ", 1, true) ~= nil end

local function parameterOf(each)
  local isEnum = type(each.type) == "table" and each.type.enum
  return { name = each.name, type = isEnum and "enum" or each.type, choices = isEnum or each.choices,
    default = each.default, optional = each.optional, unit = each.unit, help = each.help,
    min = each.min or each.minimum, max = each.max or each.maximum }
end

--- Return a manifest of the game for the editor, as JSON text: the actions and conditions that are registered, events
--- and entity fields that minds with agents need, and `events`, more of them by name, with the types of their fields.
function Minds:manifest(events)
  local told = { format = "mindloom-kinds", version = 1, actions = {}, conditions = {}, events = {}, types = {},
    entity_fields = {} }
  local function typeName(kind, name)
    if type(kind) ~= "table" or not kind.enum then return kind end
    name = name:gsub("%W", "_")
    told.types[name] = { values = kind.enum }
    return name
  end
  for _, sort in ipairs({ "actions", "conditions" }) do
    for name in pairs(sort == "actions" and self.behaviors or self.conditions) do
      local about = self.descriptions[sort][name]
      for _, mind in ipairs(self.minds) do about = about or (mind.needs[sort] or NONE)[name] end
      about = about or NONE
      local parameters = setmetatable(map(about.parameters or NONE, parameterOf), Array)
      if not isBuiltIn(sort, name) then
        told[sort][name] = { summary = about.summary, instant = sort == "actions" and about.instant or nil,
          parameters = parameters }
      end
    end
  end
  for _, mind in ipairs(self.minds) do
    for name, each in pairs(mind.needs.events or NONE) do
      local payload = {}
      for field, kind in pairs(each.payload or NONE) do
        payload[field] = typeName(kind, "event_" .. name .. "_" .. field)
      end
      told.events[name] = { payload = payload }
    end
    for name, kind in pairs(mind.needs.entity_fields or NONE) do
      local isEnum = type(kind) == "table" and kind.enum
      if not isBuiltIn("entity_fields", name) then
        told.entity_fields[name] = { type = isEnum and "enum" or kind, values = isEnum or nil }
      end
    end
  end
  for name, payload in pairs(events or NONE) do told.events[name] = { payload = payload } end
  return mindloom.encode(told, true)
end

return mindloom
