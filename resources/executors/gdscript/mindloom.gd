# The Mindloom executor for GDScript: runs the programs that `mindloom export` writes. Godot 4; one file.
#
# Copyright (c) 2026 Mindloom contributors. MIT License: use, copy, change and share it freely, keep this notice;
# it comes without warranty of any kind. https://opensource.org/license/mit
#
# It follows the help page "The runtime format" part by part and names things as that page does; the page says what
# they do. A program becomes objects once, when it is parsed: rows, lines and the nodes of expressions.
#
# GDScript has no exceptions. Inside a tick a failure is left in the `failure` of the agent, and what it is inside of
# ends at once; what the game asks in vain gives null or false and says why in `problem`. Vectors are arrays of two
# floats, which have the digits that a Vector2 lacks; a Vector2 of the game is taken too. Lists are arrays.
#
# Only what Godot 3 has too, or has under another name, is used: its tests run there.
extends RefCounted

const IDLE = 0
const RUNNING = 1
const SUCCESS = 2
const FAILURE = 3
const SKIPPED = 4
const SPENT = 5  # what a visit gives where the agent has no visits left: it ends all that it is inside of
const WORDS = ["idle", "running", "success", "failure", "skipped"]
const RESULTS = {"running": RUNNING, "success": SUCCESS, "failure": FAILURE, "skipped": SKIPPED}
const LISTS = {  # what is a list in a program wherever it is
	"all_states": true, "all_transitions": true, "bindings": true, "block": true, "bounds": true,
	"branches": true, "cases": true, "cells": true, "children": true, "chosen_children": true,
	"counted": true, "default_actions": true, "defaults": true, "ends": true, "entry": true, "exit": true,
	"fresh": true, "functions": true, "groups": true, "histories": true, "initial": true, "inputs": true,
	"interrupts": true, "labels": true, "leaves": true, "members": true, "on_end": true, "on_halt": true,
	"operands": true, "operators": true, "places": true, "preconditions": true, "random": true,
	"rebound": true, "rows": true, "scores": true, "services": true, "states": true, "targets": true,
	"tests": true, "then": true, "transitions": true, "triggers": true, "update": true, "variables": true,
}
const NUMBERS = {  # what is a whole number
	"activation": true, "asked": true, "at": true, "begun": true, "branch": true, "bytes": true,
	"chosen": true, "claimed": true, "completed": true, "current": true, "done": true, "drawn": true,
	"due": true, "enabled_from": true, "end": true, "ended": true, "entered": true, "evaluations": true,
	"finished": true, "floats": true, "furthest": true, "hit": true, "interval": true, "ints": true,
	"kept": true, "last": true, "limit": true, "main": true, "most": true, "needed": true,
	"next_start": true, "objects": true, "order": true, "parent": true, "position": true, "priority": true,
	"rank": true, "ready": true, "ready_from": true, "recovering": true, "row": true, "seen": true,
	"since": true, "source": true, "start": true, "stream": true, "taken": true, "ticks": true, "top": true, "tree": true,
	"tried": true, "variable": true,
}
const MOST_PLACES = 1000000  # of memory that a program may ask for
const SEVERAL = ["arguments", "else", "events", "initial_actions", "on_failure", "on_success", "weights"]
const PARTS = {  # what is an object or nothing
	"activity": true, "decision": true, "history": true, "pace": true, "when_false": true,
	"when_true": true,
}
const HALTED = 8  # in the outcome byte of a node: it was halted
# Outcome bytes of states, of transitions and of questions.
const ACTIVE = 1
const ENTERED = 2
const EXITED = 3
const REENTERED = 4
const PASSED = 5
const GUARD_FALSE = 1
const TRUE_BUT_LOST = 2
const PENDING = 3
const TAKEN = 4
const NO_ANSWER = 1
const FIRST_BRANCH = 2
const ANSWERED = 255
# Bytes of triggers.
const UNARMED = 0
const ARMED = 1
const JUST_ARMED = 2
const LATCHED = 3
const MOST_TICKS = 2147483647
const MOST_VISITS = 10000
const MOST_DELAYED = 1000
const MASK = 4294967295  # 32 bits
const NO_VISITS = "The agent made more visits in one tick than it may."
const ORDERS = ["success", "failure", "skipped", "disabled", "enter", null]
const NOT_ENTERED = "The state was not entered: its machine did not run in this tick, or the tick was cut short."
const NO_REST = "The machine did not come to rest in the rounds of one tick; the rest was dropped."
const UNKNOWN = {}  # what `entity_field` of a game returns for what it does not know

# Return an action or condition of the game with what a manifest says of it: `summary`, `parameters`, `instant`.
static func describe(behavior, description): return {"behavior": behavior, "description": description}

# Be an action of a game that asks for steering under its own name, with its arguments, and keeps running.
class Steering:
	func tick(context, given): return context.steer_as_asked(given)

# Be an instant action of a game that adds an effect of its own name, with its arguments, and succeeds.
class OneEffect:
	func tick(context, given):
		context.effect(context.action(), given)
		return "success"


# ---- Numbers and time ------------------------------------------------------------------------------------------

class Num:
	# Return an int of 32 bits; anything outside is a failure of the agent.
	static func int32(a, value):
		if typeof(value) == TYPE_FLOAT:
			if not (value >= -2147483648.0 and value <= 2147483647.0):
				return a.fail("The result %s does not fit a 32-bit int." % value)
			value = int(value)
		if value < -2147483648 or value > MOST_TICKS:
			return a.fail("The result %d does not fit a 32-bit int." % value)
		return value

	static func half_even(x):
		var below = floor(x)
		var rest = x - below
		if rest == 0.5: return below if fmod(below, 2.0) == 0.0 else below + 1.0
		return below if rest < 0.5 else below + 1.0

	# Return a remainder with the sign of the divisor.
	static func modulo(left, right):
		if typeof(left) == TYPE_INT and typeof(right) == TYPE_INT:
			var whole = left % right
			return whole + right if whole != 0 and (whole < 0) != (right < 0) else whole
		var rest = fmod(left, right)
		if rest == 0.0: return -abs(rest) if right < 0 else abs(rest)
		return rest + right if (rest < 0.0) != (right < 0.0) else rest

	static func is_negative(x): return x < 0.0 or (x == 0.0 and atan2(x, -1.0) < 0.0)
	static func is_number(x): return typeof(x) == TYPE_INT or typeof(x) == TYPE_FLOAT

	static func is_finite_number(x):
		return typeof(x) == TYPE_INT or (typeof(x) == TYPE_FLOAT and not is_nan(x) and not is_inf(x))

	# Return seconds that were computed at run time as ticks.
	static func ticks_of(a, seconds, rate):
		if not (seconds >= 0 and seconds <= MOST_TICKS):
			return a.fail("%s seconds are no duration." % seconds)
		if seconds == 0: return 0
		var ticks = int(max(1, int(ceil(seconds * float(rate) - 1.0 / 1000000000.0))))
		return ticks if ticks <= MOST_TICKS else a.fail("A duration of %d ticks is too long." % ticks)

	static func fnv1a(text):
		var mixed = 2166136261
		for byte in text.to_utf8_buffer(): mixed = ((mixed ^ byte) * 16777619) & MASK
		return mixed

	static func fmix(h):
		h = h & MASK
		h = ((h ^ (h >> 16)) * 2246822507) & MASK
		h = ((h ^ (h >> 13)) * 3266489909) & MASK
		return h ^ (h >> 16)

	# Return the next draw of a row as a number from 0 to 2³² - 1; the int at `draws` counts it.
	static func draw(a, stream, draws):
		var n = a.ints[draws]
		a.ints[draws] = n + 1 if n < MOST_TICKS else -MOST_TICKS - 1
		return fmix(fmix(a.mixed + ((2654435769 * (stream & MASK)) & MASK)) ^ (((n & MASK) * 668265263) & MASK))

	static func draw_float(a, stream, draws): return draw(a, stream, draws) / 4294967296.0

	# Draw a number around 0, mostly from -1 to 1: three draws in a row.
	static func draw_bell(a, stream, draws):
		var sum = 0.0
		for _k in range(3): sum += draw_float(a, stream, draws)
		return 2.0 * sum - 3.0

	static func draw_int(a, stream, draws, low, high):
		var u = draw(a, stream, draws)
		if high < low: return a.fail("The range from %s to %s is empty." % [low, high])
		if low < -2147483648 or high > MOST_TICKS:
			return a.fail("The range from %s to %s does not fit 32 bits." % [low, high])
		var span = int(high) - int(low) + 1  # u · span may have 64 bits: it is multiplied in two halves of 16
		return int(low) + ((u * (span >> 16) + ((u * (span & 65535)) >> 16)) >> 16)

	# Draw the place of one of some weights; -1 where they add up to 0.
	static func draw_weighted(a, stream, draws, weights):
		var share = draw_float(a, stream, draws)
		var total = 0.0
		for weight in weights:
			total += weight
			if not (weight >= 0 and not is_inf(total) and not is_nan(total)):
				return a.fail("A weight must be finite and 0 or more.")
		var sum = 0.0
		var last = -1
		for k in range(weights.size()):
			sum += weights[k]
			if sum > share * total: return k
			if weights[k] > 0: last = k
		return last

	# Return ticks drawn around `ticks`, by at most `spread`; never below 0.
	static func spread_ticks(a, stream, draws, ticks, spread):
		if spread <= 0: return ticks
		var drawn = draw_int(a, stream, draws, ticks - spread, ticks + spread)
		return null if a.failure != null else int(max(drawn, 0))

# The formulas of angles. Godot reads long decimals inexactly, so numbers are whole numbers times a power of two.
class Angles:
	const SINE = [
		[9370165, -29],  # 0.01745329238474369
		[2615140697966435, -84],  # 1.3519960527851425e-10
		[6506786730409597, -71],  # 2.7557313707070068e-06
		[-7571127717829867, -78],  # -2.5050760253406863e-08
		[1537454791456095, -83],  # 1.58969099521155e-10
		[2401919801261139, -58],  # 0.00833333333332249
		[-7320136532976085, -65],  # -0.0001984126982985795
		[-6004799503160649, -55],  # -0.16666666666666632
		[-5205429506036397, -74],  # -2.7557314351390663e-07
		[1261860039765105, -79],  # 2.087572321298175e-09
		[-1757820317994549, -87],  # -1.1359647557788195e-11
		[1501199875790163, -55],  # 0.0416666666666666
		[-6405119470031223, -62],  # -0.001388888888887411
		[457508533350745, -64],  # 2.480158728947673e-05
	]
	const TURN = [
		[1869349290346353, -46],  # 26.56505117707799
		[4799809039908177, -56],  # 0.06661073137387531
		[7172437082246635, -57],  # 0.049768779946159324
		[4694068057790993, -58],  # 0.016285820115365782
		[6004799503160589, -54],  # 0.3333333333333293
		[5146970997949439, -55],  # 0.14285714272503466
		[3275337272528951, -55],  # 0.09090887133436507
		[-5542580929731181, -56],  # -0.0769187620504483
		[-4203530284924621, -56],  # -0.058335701337905735
		[-5264754476739631, -57],  # -0.036531572744216916
		[-1801439850937073, -53],  # -0.19999999999876483
		[-8006398829074033, -56],  # -0.11111110405462356
		[1007958012753983, -44],  # 57.29577951308232
		[-5039797393688057, -101],  # -1.9878495670576283e-15
	]
	var c = []
	var d = []

	func _init():
		for each in SINE: c.append(float(each[0]) * pow(2.0, each[1]))
		for each in TURN: d.append(float(each[0]) * pow(2.0, each[1]))

	# Return the cosine and the sine of an angle in degrees; 0 has no sign.
	func direction_of(a, angle):
		if is_inf(angle): return a.fail("An infinite angle has no sine, cosine or direction.")
		if is_nan(angle): return [angle, angle]
		var turned = fmod(angle, 360.0)
		var n = Num.half_even(turned / 90.0)
		var r = turned - 90.0 * n
		var k = r * 134217729.0
		var u = k - (k - r)  # the upper half of the digits of r
		var m = u * c[0]
		var e = (r - u) * c[0] + r * c[1]
		var x = m + e
		var y = e - (x - m)
		var z = x * x
		var v = z * x
		var odd = c[2] + z * (c[3] + z * c[4])
		var p = c[5] + z * (c[6] + z * odd)
		var s = x - ((z * (0.5 * y - v * p) - y) - v * c[7])
		var even = c[8] + z * (c[9] + z * c[10])
		var q = z * (c[11] + z * (c[12] + z * (c[13] + z * even)))
		var h = 0.5 * z
		var w = 1.0 - h
		var cosine = w + (((1.0 - w) - h) + (z * q - x * y))
		var quarter = int(n) & 3
		if quarter == 0: return [cosine + 0.0, s + 0.0]
		if quarter == 1: return [-s + 0.0, cosine + 0.0]
		return [-cosine + 0.0, -s + 0.0] if quarter == 2 else [s + 0.0, -cosine + 0.0]

	# Return the angle of (x, y) in degrees, -180 to 180; zeros and infinities as IEEE 754 has them.
	func arc_tangent(y, x):
		if is_nan(x) or is_nan(y): return NAN
		var wide = abs(x)
		var high = abs(y)
		var low = wide if wide < high else high
		var top = high if wide < high else wide
		var q = 0.0
		if low != 0.0: q = 1.0 if low == top else low / top
		var b = 45.0
		var t = (q - 1.0) / (q + 1.0)
		if q < 0.4375:
			b = 0.0
			t = q
		elif q < 0.6875:
			b = d[0]
			t = (2.0 * q - 1.0) / (2.0 + q)
		var z = t * t
		var w = z * z
		var i = z * (d[4] + w * (d[5] + w * (d[6] + w * (d[1] + w * (d[2] + w * d[3])))))
		var j = w * (d[10] + w * (d[11] + w * (d[7] + w * (d[8] + w * d[9]))))
		var g = b + (t * d[12] + (t * d[13] - t * (i + j) * d[12]))
		if wide < high: g = 90.0 - g
		if Num.is_negative(x): g = 180.0 - g
		return -g if Num.is_negative(y) else g


# ---- Decimals and JSON -----------------------------------------------------------------------------------------

# Godot reads and writes decimals inexactly, so this does both: to the last bit.
class Decimals:
	const LIMB = 1000000000

	# Return m and e of a positive number m · 2^e, with m below 2^53.
	static func decomposed(x):
		var e = 0
		while x >= 9007199254740992.0:
			x *= 0.5
			e += 1
		while x < 1048576.0 and e > -1042:
			x *= 4294967296.0
			e -= 32
		while x < 4503599627370496.0 and e > -1074:
			x *= 2.0
			e -= 1
		return [int(x), e]

	static func composed(m, e):
		var half = int(floor(e / 2.0))
		return float(m) * pow(2.0, half) * pow(2.0, e - half)

	# Return m · 2^e to the last digit: digits without leading zeros, and by which power of ten they are multiplied.
	static func expansion(m, e):
		var limbs = [m % LIMB, (m / LIMB) % LIMB]
		var step = 20 if e >= 0 else 12
		var left = int(abs(e))
		while left > 0:
			var part = int(min(step, left))
			var factor = 1
			for _k in range(part): factor *= 2 if e >= 0 else 5
			var carried = 0
			for k in range(limbs.size()):
				var product = limbs[k] * factor + carried
				limbs[k] = product % LIMB
				carried = product / LIMB
			if carried > 0: limbs.append(carried)
			left -= part
		var digits = ""
		for limb in limbs: digits = "%09d" % limb + digits
		return [digits.lstrip("0"), int(min(e, 0))]

	# Return -1, 0 or 1 as one decimal is below, like or above another.
	static func compared(left, right):
		var left_size = left[0].length() + left[1]
		var right_size = right[0].length() + right[1]
		if left_size != right_size: return -1 if left_size < right_size else 1
		var size = int(max(left[0].length(), right[0].length()))
		var one_text = padded(left[0], size)
		var other_text = padded(right[0], size)
		return 0 if one_text == other_text else (-1 if one_text < other_text else 1)

	static func padded(digits, size):
		while digits.length() < size: digits += "0"
		return digits

	static func power_of_ten(exponent):
		var found = 1.0
		for _k in range(exponent): found *= 10.0
		return found

	# Return the number that is nearest to digits times a power of ten.
	static func number(digits, exponent):
		digits = digits.lstrip("0")
		if digits == "": return 0.0
		if digits.length() <= 15 and exponent >= -22 and exponent <= 22:
			var whole = float(whole_of(digits))
			return whole * power_of_ten(exponent) if exponent >= 0 else whole / power_of_ten(-exponent)
		var size = digits.length() + exponent
		if size > 309 or size < -323: return INF if size > 309 else 0.0
		var head = digits.substr(0, 17)
		var scale = exponent + digits.length() - head.length()
		var near = float(whole_of(head))
		while scale != 0:
			var step = int(min(abs(scale), 22))
			near = near * power_of_ten(step) if scale > 0 else near / power_of_ten(step)
			scale += -step if scale > 0 else step
		return nearest([digits, exponent], near)

	# Return the number nearest to a decimal, looked for around one that is near.
	static func nearest(decimal, near):
		if is_inf(near): near = composed(9007199254740991, 971)
		for _k in range(100):
			var parts = decomposed(near) if near > 0.0 else [0, -1074]
			var m = parts[0]
			var e = parts[1]
			var above = compared(decimal, expansion(2 * m + 1, e - 1))
			if above > 0 or (above == 0 and m % 2 == 1):
				near = composed(m + 1, e)
				if is_inf(near): return near
				continue
			if m == 0: return near
			var is_power = m == 4503599627370496 and e > -1074
			var below = expansion(4 * m - 1, e - 2) if is_power else expansion(2 * m - 1, e - 1)
			var side = compared(decimal, below)
			if side > 0 or (side == 0 and m % 2 == 0): return near
			near = composed(2 * m - 1, e - 1) if is_power else composed(m - 1, e)
		return near

	static func whole_of(digits):
		var whole = 0
		for k in range(digits.length()): whole = whole * 10 + digits.unicode_at(k) - 48
		return whole

	# Return the shortest text of 15 to 17 digits that is read as a number again.
	static func text_of(x):
		if x == 0.0: return "0.0"
		var minus = "-" if x < 0.0 else ""
		x = abs(x)
		if x < 1000000000000000.0 and x == floor(x): return minus + "%d.0" % int(x)
		var exact = null
		for size in [15, 16, 17]:
			var found = near_digits(x, size) if size == 15 else null
			if found == null or number(found[0], found[1]) != x:
				if exact == null:
					var parts = decomposed(x)
					exact = expansion(parts[0], parts[1])
				found = rounded(exact, size)
			if size == 17 or number(found[0], found[1]) == x: return minus + written(found[0], found[1])
		return ""

	# Guess 15 digits without the exact ones, which take longer; null where that cannot be.
	static func near_digits(x, size):
		if x < 0.0000001 or x >= 1000000000000000.0: return null
		var places = size
		var top = x
		while top >= 1.0:
			top /= 10.0
			places -= 1
		while top < 0.1:
			top *= 10.0
			places += 1
		return ["%d" % int(floor(x * power_of_ten(places) + 0.5)), -places] if places <= 22 else null

	static func rounded(decimal, size):
		var digits = decimal[0]
		if digits.length() <= size: return decimal
		var whole = whole_of(digits.substr(0, size))
		var rest = digits.substr(size, digits.length() - size)
		var half = padded("5", rest.length())
		if rest > half or (rest == half and whole % 2 == 1): whole += 1
		return ["%d" % whole, decimal[1] + rest.length()]

	static func written(digits, exponent):
		var last = digits.length()
		while last > 1 and digits.unicode_at(last - 1) == 48: last -= 1
		exponent += digits.length() - last
		digits = digits.substr(0, last)
		var point = last + exponent
		if point > 0 and point <= 17:
			if exponent >= 0: return padded(digits, point) + ".0"
			return digits.substr(0, point) + "." + digits.substr(point, last - point)
		if point <= 0 and point > -6: return "0." + padded("", -point) + digits
		var fraction = "." + digits.substr(1, last - 1) if last > 1 else ""
		return digits.substr(0, 1) + fraction + "e%d" % (point - 1)

# Reads JSON: whole numbers as ints, others as floats to the last bit. `problem` says why it could not.
class JsonReader:
	var text = ""
	var at = 0
	var problem = ""
	var next_escape = -1  # the place of the next backslash
	const ESCAPED = {34: "\"", 92: "\\", 47: "/", 98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"}

	func read(given):
		text = given
		at = 0
		next_escape = text.find("\\")
		var found = value(0)
		space()
		if problem == "" and at < text.length(): wrong("its end")
		return found

	func wrong(expected):
		if problem == "": problem = "character %d should be %s" % [at, expected]
		return null

	func space():
		while at < text.length() and text.unicode_at(at) <= 32: at += 1

	func value(depth):
		space()
		if at >= text.length() or depth > 200: return wrong("a value")
		var letter = text.unicode_at(at)
		if letter == 123: return members(depth)
		if letter == 91: return items(depth)
		if letter == 34: return string()
		if letter == 45 or (letter >= 48 and letter <= 57): return number()
		for word in [["true", true], ["false", false], ["null", null]]:
			if text.substr(at, word[0].length()) == word[0]:
				at += word[0].length()
				return word[1]
		return wrong("a value")

	# Pass a letter that has to come; where it does not, that is wrong.
	func passes(letter):
		space()
		if at < text.length() and text.unicode_at(at) == letter:
			at += 1
			return true
		return false

	func members(depth):
		var found = {}
		at += 1
		if passes(125): return found
		while problem == "":
			space()
			if at >= text.length() or text.unicode_at(at) != 34: return wrong("a name")
			var key = string()
			if problem == "" and not passes(58): return wrong("a colon")
			if problem == "": found[key] = value(depth + 1)
			if problem == "" and not passes(44):
				return found if passes(125) else wrong("a comma or }")
		return found

	func items(depth):
		var found = []
		at += 1
		if passes(93): return found
		while problem == "":
			found.append(value(depth + 1))
			if problem == "" and not passes(44):
				return found if passes(93) else wrong("a comma or ]")
		return found

	func string():
		var found = ""
		var begin = at + 1
		while true:
			var close = text.find("\"", begin)
			if close < 0: return wrong("a closing quote")
			if next_escape >= 0 and next_escape < begin: next_escape = text.find("\\", begin)
			if next_escape < 0 or close < next_escape:
				at = close + 1
				return found + text.substr(begin, close - begin)
			found += text.substr(begin, next_escape - begin)
			at = next_escape + 1
			if at >= text.length(): return wrong("what is escaped")
			var letter = text.unicode_at(at)
			if letter == 117: found += escaped_letter()
			elif ESCAPED.has(letter): found += ESCAPED[letter]
			else: return wrong("what is escaped")
			if problem != "": return null
			begin = at + 1

	func escaped_letter():
		var code = four_digits(at + 1)
		at += 4
		if code >= 55296 and code < 56320 and text.substr(at + 1, 2) == "\\u":
			var low = four_digits(at + 3)
			if low >= 56320 and low < 57344:
				at += 6
				code = 65536 + ((code - 55296) << 10) + (low - 56320)
		return char(code)

	func four_digits(place):
		var found = 0
		for k in range(place, place + 4):
			var letter = text.unicode_at(k) if k < text.length() else 0
			var digit = "0123456789abcdef".find(char(letter).to_lower()) if letter > 0 else -1
			if digit < 0:
				wrong("four digits of base 16")
				return 0
			found = found * 16 + digit
		return found

	func digits():
		var begin = at
		while at < text.length() and text.unicode_at(at) >= 48 and text.unicode_at(at) <= 57: at += 1
		return text.substr(begin, at - begin)

	func number():
		var minus = text.unicode_at(at) == 45
		at += 1 if minus else 0
		var whole = digits()
		var fraction = ""
		var exponent = 0
		var is_whole = true
		if at < text.length() and text.unicode_at(at) == 46:
			is_whole = false
			at += 1
			fraction = digits()
		if at < text.length() and (text.unicode_at(at) == 101 or text.unicode_at(at) == 69):
			is_whole = false
			at += 1
			var sign_of = text.unicode_at(at) if at < text.length() else 0
			at += 1 if sign_of == 43 or sign_of == 45 else 0
			exponent = Decimals.whole_of(digits().substr(0, 6)) * (-1 if sign_of == 45 else 1)
		if whole == "": return wrong("a digit")
		if is_whole and whole.length() <= 18:
			var found = Decimals.whole_of(whole)
			return -found if minus else found
		var size = Decimals.number(whole + fraction, exponent - fraction.length())
		return -size if minus else size

class JsonWriter:
	static func text_of(value):
		match typeof(value):
			TYPE_NIL: return "null"
			TYPE_BOOL: return "true" if value else "false"
			TYPE_INT: return str(value)
			TYPE_FLOAT: return Decimals.text_of(value)
			TYPE_ARRAY:
				var items = []
				for item in value: items.append(text_of(item))
				return "[" + Values.joined(items, ", ") + "]"
			TYPE_DICTIONARY:
				var members = []
				for key in value: members.append(quoted(str(key)) + ": " + text_of(value[key]))
				return "{" + Values.joined(members, ", ") + "}"
		return quoted(str(value))

	static func quoted(text):
		text = text.replace("\\", "\\\\").replace("\"", "\\\"")
		for k in range(text.length()):
			if text.unicode_at(k) < 32: return "\"" + controls_escaped(text) + "\""
		return "\"" + text + "\""

	static func controls_escaped(text):
		var found = ""
		for k in range(text.length()):
			var letter = text.unicode_at(k)
			found += "\\u%04x" % letter if letter < 32 else char(letter)
		return found


# ---- Values and variables --------------------------------------------------------------------------------------

class Values:
	static func joined(texts, between): return between.join(PackedStringArray(texts))
	static func is_list(type): return typeof(type) == TYPE_DICTIONARY and type.has("list")
	static func is_enum(type): return typeof(type) == TYPE_DICTIONARY and type.has("enum")

	static func words(type):
		if is_enum(type): return "an enum of " + Values.joined(type["enum"], ", ")
		if is_list(type): return "a list of up to %d of %s" % [type["most"], words(type["list"])]
		return ("an " if "aeiou".find(type.substr(0, 1)) >= 0 else "a ") + type

	static func fits(value, type):
		if is_enum(type): return typeof(value) == TYPE_STRING and type["enum"].has(value)
		if is_list(type):
			if typeof(value) != TYPE_ARRAY or value.size() > type["most"]: return false
			for item in value:
				if not fits(item, type["list"]): return false
			return true
		match type:
			"bool", "trigger": return typeof(value) == TYPE_BOOL
			"int": return typeof(value) == TYPE_INT and value >= -2147483648 and value <= MOST_TICKS
			"float", "seconds": return Num.is_finite_number(value)
			"vector":
				var is_pair = typeof(value) == TYPE_ARRAY and value.size() == 2
				return is_pair and Num.is_finite_number(value[0]) and Num.is_finite_number(value[1])
			"string": return typeof(value) == TYPE_STRING
		return value == null or typeof(value) == TYPE_STRING

	# Return what a program, a save or a game gives for a type in the form that expressions use; null for any type.
	static func shaped(value, type):
		match typeof(value):
			TYPE_VECTOR2: return [float(value.x), float(value.y)]
			TYPE_DICTIONARY: return shaped(value["list"], type) if value.has("list") else value
			TYPE_ARRAY:
				var inner = "float"
				if is_list(type): inner = type["list"]
				elif type == null: inner = null
				var items = []
				for item in value: items.append(shaped(item, inner))
				return items
			TYPE_INT:
				return float(value) if typeof(type) == TYPE_STRING and (type == "float" or type == "seconds") else value
			TYPE_FLOAT:
				var is_whole = typeof(type) == TYPE_STRING and type == "int" and abs(value) < 4294967296.0
				return int(value) if is_whole and value == floor(value) else value
			TYPE_STRING:
				if typeof(type) == TYPE_STRING and (type == "float" or type == "seconds"):
					match value:
						"NaN": return NAN
						"Infinity": return INF
						"-Infinity": return -INF
						"-0":
							return -0.0  # the only 0 of this function: Godot keeps one of those that are equal
		return value

	static func shaped_fields(values, types):
		var found = {}
		for key in values: found[key] = shaped(values[key], types.get(key))
		return found

	static func default_of(type):
		if is_enum(type): return type["enum"][0]
		if is_list(type): return []
		match type:
			"bool", "trigger": return false
			"int": return 0
			"float", "seconds": return 0.0
			"vector": return [0.0, 0.0]
			"string": return ""
		return null

	static func copied(value): return value.duplicate() if typeof(value) == TYPE_ARRAY else value

	static func same(left, right):
		var kind = typeof(left)
		if kind != typeof(right): return Num.is_number(left) and Num.is_number(right) and left == right
		if kind != TYPE_ARRAY: return left == right
		if left.size() != right.size(): return false
		for k in range(left.size()):
			if not same(left[k], right[k]): return false
		return true

	# Return a value as it is saved: numbers that JSON has not are texts. Where no type is known, two floats are a vector.
	static func saved(value, type):
		match typeof(value):
			TYPE_FLOAT:
				if is_nan(value): return "NaN"
				if is_inf(value): return "Infinity" if value > 0 else "-Infinity"
				return "-0" if value == 0.0 and Num.is_negative(value) else value
			TYPE_VECTOR2: return [saved(float(value.x), null), saved(float(value.y), null)]
			TYPE_ARRAY:
				var is_pair = value.size() == 2 and typeof(value[0]) == TYPE_FLOAT and typeof(value[1]) == TYPE_FLOAT
				var listed = is_list(type) or (type == null and not is_pair)
				var items = []
				for item in value: items.append(saved(item, type["list"] if is_list(type) else null))
				return {"list": items} if listed else items
			TYPE_DICTIONARY: return saved_fields(value, {})
		return value

	static func saved_fields(values, types):
		var found = {}
		for key in values: found[key] = saved(values[key], types.get(key))
		return found

	static func is_filled(value):
		match typeof(value):
			TYPE_ARRAY, TYPE_DICTIONARY: return value.size() > 0
			TYPE_NIL: return false
			TYPE_BOOL: return value
		return not Num.is_number(value) or value != 0

	static func types_of(parameters):
		var found = {}
		for each in parameters: found[each["name"]] = each["type"]
		return found

	static func position_of(texts, value):
		for k in range(texts.size()):
			if same(texts[k], value): return k
		return -1

	static func without(items, index_of):
		var found = []
		for k in range(items.size()):
			if k != index_of: found.append(items[k])
		return found

	# Return rows in the order of their numbers.
	static func in_order(rows):
		var found = []
		for row in rows:
			var place = found.size()
			while place > 0 and found[place - 1].index > row.index: place -= 1
			found.insert(place, row)
		return found

	static func reversed(items):
		var found = []
		for k in range(items.size() - 1, -1, -1): found.append(items[k])
		return found

	static func first_items(items, count):
		var found = []
		for k in range(int(min(count, items.size()))): found.append(items[k])
		return found

# A variable that all agents share.
class Cell:
	var label = ""
	var type = null
	var value = null

# A variable: where its value is, and of which type.
class Variable:
	var number = 0
	var label = ""
	var type = null
	var sort = ""
	var place = 0
	var length_place = 0
	var world = false
	var scope = "agent"
	var first = null
	var has_first = false
	var items = []

	func declare(data, at):
		number = at
		label = data.get("name", "")
		scope = data.get("scope", "agent")
		world = scope == "world"
		has_first = data.has("default")
		first = data.get("default")
		length_place = data.get("length", 0)
		set_place(data["type"], data.get("place", 0))

	func set_place(declared, at):
		type = declared
		place = at
		sort = "list" if Values.is_list(type) else ("enum" if Values.is_enum(type) else type)
		if sort == "list" and not world:
			var step = 2 if typeof(type["list"]) == TYPE_STRING and type["list"] == "vector" else 1
			for k in range(type["most"]):
				var item = get_script().new()
				item.set_place(type["list"], place + step * k)
				items.append(item)

	func read(a):
		if world: return a.world[number].value
		match sort:
			"bool", "trigger": return a.bytes[place] != 0
			"int": return a.ints[place]
			"float": return a.floats[place]
			"vector": return [a.floats[place], a.floats[place + 1]]
			"enum": return type["enum"][a.ints[place]]
			"list":
				var found = []
				for k in range(a.ints[length_place]): found.append(items[k].read(a))
				return found
		return a.objects[place]

	# Write a value that fits, to the memory of an agent.
	func write(a, value):
		match sort:
			"bool", "trigger": a.bytes[place] = 1 if value else 0
			"int": a.ints[place] = value
			"float": a.floats[place] = float(value)
			"vector":
				a.floats[place] = float(value[0])
				a.floats[place + 1] = float(value[1])
			"enum": a.ints[place] = type["enum"].find(value)
			"list":
				a.ints[length_place] = value.size()
				var none = Values.default_of(type["list"])
				for k in range(items.size()): items[k].write(a, value[k] if k < value.size() else none)
			_: a.objects[place] = value


# The table of a curve: points whose x never falls.
class Table:
	const MOST_POINTS = 64
	var xs = []
	var ys = []

	# Take points, each [x, y] or a Vector2; return what is wrong with them, "" for nothing.
	func fill(label, points):
		var words = "The curve '%s' is not 1 to %d points [x, y] of finite numbers, x never falling" % [label, MOST_POINTS]
		if typeof(points) != TYPE_ARRAY or points.size() < 1 or points.size() > MOST_POINTS: return words
		for each in points:
			var point = Values.shaped(each, "vector")
			if not Values.fits(point, "vector") or (xs.size() > 0 and point[0] < xs.back()): return words
			xs.append(float(point[0]))
			ys.append(float(point[1]))
		return ""

	func saved():
		var points = []
		for k in range(xs.size()): points.append([Values.saved(xs[k], null), Values.saved(ys[k], null)])
		return points

	# Return its value at x; what is no number is behind all points.
	func value_at(x):
		var from = 0
		var right = xs.size()
		while from < right:
			var middle = (from + right) >> 1
			if x < xs[middle]: right = middle
			else: from = middle + 1
		if right == 0: return ys[0]
		var left = right - 1
		if right == xs.size(): return ys[left]
		return ys[left] + (ys[right] - ys[left]) * ((x - xs[left]) / (xs[right] - xs[left]))

# A variable that rises by itself, or falls, by `rise` a second.
class Rising:
	var place = 0
	var rise = 0.0
	var least = 0.0
	var most = INF

	func run(a, seconds):
		var value = a.floats[place] + rise * seconds
		if value < least: value = least
		if value > most: value = most
		a.floats[place] = value


# ---- Expressions -----------------------------------------------------------------------------------------------

# A node of an expression: `run` gives its value for an agent, or leaves a failure there.
class Code:
	func run(_a): return null

class Constant:
	extends Code
	var value = null

	func run(_a): return value

class VariableRead:
	extends Code
	var variable = null

	func run(a): return variable.read(a)

class TriggerRead:
	extends Code
	var place = 0

	func run(a):
		if a.bytes[place] == UNARMED and not a.held.has(place): return false
		a.armed = a.armed + [place]
		return true

class ContextRead:
	extends Code
	var label = ""
	var rate = 1.0

	func run(a):
		if label == "self": return a.id
		if label == "time": return a.now / rate
		return 0.0 if a.state == null else (a.now - a.ints[a.state.entered]) / rate

class EventName:
	extends Code

	func run(a): return "" if a.event == null else a.event["name"]

# A field of the event that is being taken, or of the last of a name; or whether one of that name came.
class EventRead:
	extends Code
	var event_name = null
	var field = null

	func run(a):
		var event = a.event
		if event_name != null:
			event = null
			for k in range(a.events.size() - 1, -1, -1):
				if a.events[k]["name"] == event_name:
					event = a.events[k]
					break
		if field == null: return event != null
		if event == null or not event["fields"].has(field): return a.fail("No event brought '%s'." % field)
		return event["fields"][field]

class EntityField:
	extends Code
	var entity = null
	var field = ""

	func run(a):
		var who = entity.run(a)
		return null if a.failure != null else a.minds.ask_field(a, who, field)

class Component:
	extends Code
	var operand = null
	var part = 0

	func run(a):
		var found = operand.run(a)
		return null if a.failure != null else found[part]

# The value of a curve: that of the agent's own table, else of the program's.
class CurveRead:
	extends Code
	var label = ""
	var table = null
	var operand = null

	func run(a):
		var x = operand.run(a)
		return null if a.failure != null else a.tables.get(label, table).value_at(float(x))

# An operation of one operand: not, negate, to_float.
class Unary:
	extends Code
	var operand = null
	var label = ""
	var type = null

	func run(a):
		var x = operand.run(a)
		if a.failure != null: return null
		if label == "not": return not x
		if label == "to_float": return float(x)
		if typeof(x) == TYPE_ARRAY: return [-x[0], -x[1]]
		return Num.int32(a, -x) if typeof(x) == TYPE_INT else -x

class Arithmetic:
	extends Code
	var left = null
	var right = null
	var sign_of = ""
	var type = "float"

	func run(a):
		var l = left.run(a)
		if a.failure != null: return null
		var r = right.run(a)
		if a.failure != null: return null
		if type == "vector": return of_vectors(l, r)
		if type == "float": l = float(l)
		match sign_of:
			"+": l = l + r
			"-": l = l - r
			"*": l = l * r
			_:
				if r == 0: return a.fail("Division by zero.")
				l = Num.modulo(l, r) if sign_of == "%" else float(l) / r
		return Num.int32(a, l) if type == "int" else l

	func of_vectors(l, r):
		match sign_of:
			"+": return [l[0] + r[0], l[1] + r[1]]
			"-": return [l[0] - r[0], l[1] - r[1]]
		return [l[0] * r, l[1] * r] if typeof(l) == TYPE_ARRAY else [l * r[0], l * r[1]]

class Comparison:
	extends Code
	var operands = []
	var signs = []

	func run(a):
		var left = operands[0].run(a)
		for k in range(signs.size()):
			if a.failure != null: return null
			var right = operands[k + 1].run(a)
			if a.failure != null or not holds(signs[k], left, right): return false
			left = right
		return true

	func holds(sign_of, left, right):
		match sign_of:
			"==": return Values.same(left, right)
			"!=": return not Values.same(left, right)
			"<": return left < right
			"<=": return left <= right
			">": return left > right
		return left >= right

class Logical:
	extends Code
	var operands = []
	var stops_at = false

	func run(a):
		for each in operands:
			var found = each.run(a)
			if a.failure != null: return null
			if found == stops_at: return found
		return not stops_at

class Conditional:
	extends Code
	var test = null
	var when_true = null
	var when_false = null

	func run(a):
		var found = test.run(a)
		if a.failure != null: return null
		return when_true.run(a) if found else when_false.run(a)

class FunctionCall:
	extends Code
	const NAMES = [
		"abs", "angle_difference", "angle_to", "at", "atan2", "ceil", "clamp", "contains", "cos", "direction",
		"distance", "dot", "floor", "len", "length", "lerp", "max", "min", "normalize", "round", "sign", "sin",
		"sqrt", "vec",
	]
	var label = ""
	var operands = []
	var type = null
	var angles = null

	func run(a):
		var given = []
		for each in operands:
			given.append(each.run(a))
			if a.failure != null: return null
		var found = applied(a, given)
		if a.failure != null or typeof(type) != TYPE_STRING or type != "int": return found
		return Num.int32(a, found)

	func applied(a, given):
		var x = given[0]
		var y = given[1] if given.size() > 1 else null
		match label:
			"abs": return abs(x)
			"ceil": return ceil(x)
			"floor": return floor(x)
			"round": return Num.half_even(x)
			"sign": return 1 if x > 0 else (-1 if x < 0 else 0)
			"sqrt": return a.fail("A negative number has no square root.") if x < 0 else sqrt(x)
			"max", "min":
				for k in range(1, given.size()):
					if given[k] > x if label == "max" else given[k] < x: x = given[k]
				return x
			"clamp":
				var raised = y if x < y else x
				return given[2] if raised > given[2] else raised
			"at":
				if y >= 0 and y < x.size(): return x[y]
				return a.fail("There is no item %d in a list of %d." % [y, x.size()])
			"contains": return Values.position_of(x, y) >= 0
			"len": return x.size()
		return geometry(a, x, y, given)

	func geometry(a, x, y, given):
		match label:
			"angle_difference":
				var turn = Num.modulo(float(y) - x, 360.0)
				return turn - 360.0 if turn > 180.0 else turn
			"angle_to":
				var angle = angles.arc_tangent(y[1] - x[1], y[0] - x[0])
				var turned = angle + 360.0 if angle < 0.0 else angle
				return 0.0 if turned >= 360.0 else turned + 0.0
			"atan2": return angles.arc_tangent(float(x), float(y))
			"cos", "sin", "direction":
				var pair = angles.direction_of(a, float(x))
				if a.failure != null or label == "direction": return pair
				return pair[0] if label == "cos" else pair[1]
			"distance": return size_of(x[0] - y[0], x[1] - y[1])
			"dot": return x[0] * y[0] + x[1] * y[1]
			"length": return size_of(x[0], x[1])
			"lerp":
				var t = given[2]
				if typeof(x) == TYPE_ARRAY: return [x[0] + (y[0] - x[0]) * t, x[1] + (y[1] - x[1]) * t]
				return x + (y - x) * t
			"normalize":
				var size = size_of(x[0], x[1])
				return [x[0] / size, x[1] / size] if size > 0.0 else [0.0, 0.0]
		return [float(x), float(y)]

	func size_of(x, y): return sqrt(x * x + y * y)

class ConditionCall:
	extends Code
	var label = ""
	var operands = []

	func run(a):
		var given = []
		for each in operands:
			given.append(Values.copied(each.run(a)))
			if a.failure != null: return null
		return a.ask_game(label, given)

class Count:
	extends Code
	var operand = null

	func run(a):
		var found = operand.run(a)
		if a.failure != null or found >= 0: return found
		return a.fail("A count is a whole number from 0 on; it is %s." % found)

class Duration:
	extends Code
	var operand = null
	var rate = 1

	func run(a):
		var seconds = operand.run(a)
		return null if a.failure != null else Num.ticks_of(a, seconds, rate)

# What gives the branch of the case that equals a value, else `other`.
class Cases:
	extends Code
	var asked = null
	var known = []
	var other = -1

	func run(a):
		var found = asked.run(a)
		if a.failure != null: return -1
		for k in range(known.size()):
			if known[k] != null and Values.same(known[k], found): return branch_of(k, other)
		return other

	# Return the branch of an entry: in a file the entry of the default branch is left out.
	static func branch_of(k, default_branch):
		return k + 1 if default_branch >= 0 and k >= default_branch else k

# A test with the places of the triggers that it may read, and what a guard or precondition says besides.
class Test:
	var code = null
	var triggers = []
	var held = -1
	var lasting = false
	var gives = IDLE
	var while_running = false
	var refused = FAILURE
	var aborts_lower = false
	var last_test = -1

class Trigger:
	var variable = 0
	var place = 0
	var ticks = 0
	var until = 0
	var latched = false
	var ages = false

# Writes what an expression gives to a variable; `run` gives false where it does not fit.
class Writer:
	extends Code
	var variable = null
	var code = null

	func run(a):
		var value = code.run(a)
		if a.failure != null or not Values.fits(value, variable.type): return false
		if variable.world: a.minds.writes.append([a.world[variable.number], Values.copied(value)])
		else: variable.write(a, value)
		return true

class Bindings:
	extends Code
	var writers = []

	func run(a):
		for each in writers:
			var is_written = each.run(a)
			if a.failure != null: return false
			if not is_written:
				a.fail("The value of a parameter does not fit (variable %d)." % each.variable.number)
				return false
		return true

# Gives places their first values; `is_ticking` tells how triggers are armed.
class Fresh:
	extends Code
	var steps = []  # [array or null, place, variable, value, trigger]

	func run(a):
		for step in steps:
			match step[0]:
				"byte": a.bytes[step[1]] = 0
				"int": a.ints[step[1]] = 0
				"float": a.floats[step[1]] = 0.0
				"object": a.objects[step[1]] = null
				_:
					if step[4] != null: a.arm(step[4], JUST_ARMED)
					else: step[2].write(a, step[3])
		return null

class EventMaker:
	extends Code
	var label = ""
	var fields = []
	var values = []

	func run(a):
		var found = {}
		for k in range(fields.size()):
			found[fields[k]] = Values.copied(values[k].run(a))
			if a.failure != null: return null
		return {"name": label, "fields": found}


# ---- Lines -----------------------------------------------------------------------------------------------------

# A line of a block: `run` gives the line inside that failed, or null. `row` is the one of the block.
class Line:
	var row = null
	var number = 0

	func run(_a): return null

	# Return the state, of the innermost machine, whose block or activity a row belongs to, or -1.
	func state_around(around):
		while around != null and around.op != "machine" and around.op != "transition":
			if around.op == "state": return around.index
			around = around.parent
		return -1

class AssignLine:
	extends Line
	var writer = null

	func run(a):
		if not writer.run(a) and a.failure == null:
			a.note(row, "A value that does not fit its variable is refused; the old one stays.")
		return null

class DrawLine:
	extends Line
	var variable = null
	var sort = ""
	var draws = 0
	var operands = []

	func run(a):
		var low = operands[0].run(a)
		if a.failure != null: return null
		var high = operands[1].run(a) if sort != "chance" else null
		if a.failure != null: return null
		var drawn = null
		if sort == "random_int": drawn = Num.draw_int(a, row.stream, draws, low, high)
		elif sort == "bell": drawn = low + high * Num.draw_bell(a, row.stream, draws)
		else:
			var share = Num.draw_float(a, row.stream, draws)
			drawn = low > share if sort == "chance" else low + share * (high - low)
		if a.failure != null: return null
		var writer = Writer.new()
		writer.variable = variable
		writer.code = Constant.new()
		writer.code.value = drawn
		if not writer.run(a): a.note(row, "A number that is not finite is refused; the old one stays.")
		return null

class SetLine:
	extends Line
	var trigger = null

	func run(a):
		a.arm(trigger, JUST_ARMED)
		return null

class ListLine:
	extends Line
	var variable = null
	var change = ""
	var item = null

	func run(a):
		var items = [] if change == "clear" else variable.read(a)
		var given = item.run(a)
		if a.failure != null: return null
		if change == "append":
			if items.size() == variable.type["most"]:
				return a.fail("The list is full with %d items." % items.size())
			if not Values.fits(given, variable.type["list"]):
				a.note(row, "An item that does not fit its list is refused.")
				return null
			items.append(given)
		elif change == "remove":
			var place = Values.position_of(items, given)
			if place >= 0: items = Values.without(items, place)
		variable.write(a, items)
		return null

class RaiseLine:
	extends Line
	var event = null

	func run(a):
		var made = event.run(a)
		if a.failure != null: return null
		if row.machine == null: a.minds.send(a.id, a.id, made)
		else: row.machine.take_raised(made)
		return null

class RaiseLaterLine:
	extends Line
	var event = null
	var after = null
	var id = ""
	var machine = -1
	var state = -1

	func run(a):
		var made = event.run(a)
		if a.failure != null: return null
		var ticks = after.run(a)
		if a.failure != null: return null
		if row.machine != null and (row.machine.work == null or row.machine.work.stopping): return null
		if a.delayed.size() >= MOST_DELAYED: return a.fail("%d delayed events wait already." % MOST_DELAYED)
		a.delay({"due": a.after(ticks), "machine": machine, "state": state, "id": id, "event": made})
		return null

class CancelLine:
	extends Line
	var id = ""
	var machine = -1

	func run(a):
		var kept = []
		for each in a.delayed:
			if each["machine"] != machine or each["id"] != id: kept.append(each)
		a.delayed = kept
		return null

class SendLine:
	extends Line
	var event = null
	var entity = null
	var receiver = ""

	func run(a):
		var made = event.run(a)
		if a.failure != null: return null
		var to = a.id if receiver == "self" else receiver
		if entity != null:
			to = entity.run(a)
			if a.failure != null: return null
			if to == null: return a.fail("There is nobody to send to.")
		a.minds.send(a.id, to, made)
		return null

class IfLine:
	extends Line
	var test = null
	var lines = []
	var others = []

	func run(a):
		var holds = test.run(a)
		if a.failure != null: return null
		return a.run_block(lines if holds else others)

class DoLine:
	extends Line
	var game_call = null

	func run(a):
		game_call.evaluate(a)
		if a.failure != null: return null
		var result = game_call.tick(a, a.now, true)
		if result != SUCCESS:
			return a.fail("the instant action %s gave %s." % [game_call.label, WORDS[result].to_upper()])
		return null

# An action that a row or a line calls; `given` are its arguments, one dictionary that is filled each time.
class GameCall:
	var row = null
	var label = ""
	var names = []
	var values = []
	var given = {}
	var has_failed = false

	func evaluate(a):
		for k in range(names.size()):
			given[names[k]] = values[k].run(a)
			if a.failure != null: return

	func tick(a, entered, begins):
		if begins:
			attempt(a, entered, "enter")
			if has_failed: return FAILURE
		var result = attempt(a, entered, "tick")
		if has_failed: return FAILURE
		if typeof(result) == TYPE_STRING:
			match result:
				"running": return RUNNING
				"success": return SUCCESS
				"failure": return FAILURE
		a.note(row, "%s gave %s; a tick gives \"running\", \"success\" or \"failure\"." % [label, result])
		return FAILURE

	func halt(a, entered):
		var outer = a.failure
		for k in range(names.size()):
			a.failure = null
			given[names[k]] = values[k].run(a)
			if a.failure != null: given[names[k]] = null
		a.failure = outer
		attempt(a, entered, "halt")

	func attempt(a, entered, step):
		has_failed = false
		var behavior = a.minds.behaviors[label]
		var watcher = a.minds.watcher
		if watcher != null: watcher.asks(a, step)
		var context = a.minds.context.of(a, self, entered)
		var result = null
		var failed = null
		if behavior is Callable:
			if step == "tick": result = behavior.callv([context, given])
		elif behavior.has_method(step): result = behavior.call(step, context, given)
		if context.failed != null:
			failed = "%s failed: %s" % [label, context.failed]
			a.note(row, failed)
			context.failed = null
			has_failed = true
		if watcher != null:
			watcher.answered(a, ["action", row.index, label, step], result if step == "tick" else "success", failed)
		return result


# ---- Visiting a row --------------------------------------------------------------------------------------------

# A row. Each op of trees gives it its `enter`, `tick`, `stop` and `refuse`; the row of a question has `answer`.
class Row:
	var index = 0
	var parent = null
	var op = ""
	var end = 0
	var disabled = false
	var stream = -1
	var draws = null
	var machine = null
	var guard = null
	var preconditions = []
	var services = []
	var ends = []
	var children = []
	var claims = []  # rows of claims that let go when this one ends
	var claimed = -1  # of a claim: the place of what it holds
	var counter = -1  # of a claim: the shared variable that counts places
	var refuses = false
	var answers = false

	func build(_p, _data): pass
	func enter(_a): pass
	func tick(_a): return FAILURE
	func stop(_a): pass

	# End with a result that was ordered; return that.
	func finish(a, result):
		stop(a)
		return result

	func refuse(_a): return IDLE

	# Return the place of a branch, or -1 for none.
	func answer(_a, _evaluation): return -1

	# Tell whether it is a node of a tree.
	func is_node():
		return not (op in ["machine", "state", "transition"] or op.begins_with("ask_") or op.begins_with("answer_"))

	# Visit the root of a tree or activity; it is halted where the agent has no visits left in this tick.
	func visit_root(a):
		var result = visit(a)
		if result != SPENT: return result
		halt(a)
		a.note(self, NO_VISITS)
		a.bytes[index] = FAILURE
		return conclude(a, FAILURE)

	func visit(a):
		a.visits_left -= 1
		if a.visits_left < 0: return SPENT
		if disabled: return conclude(a, SKIPPED)
		if a.orders != null and a.orders.has(index): return follow(a, a.orders[index])
		var running = a.bytes[index] == RUNNING
		var asked = guard
		if asked != null and (asked.while_running or not running):
			if a.passed_guard == index:
				a.passed_guard = -1
				asked = null
			elif not a.holds(asked, self): return turn_away(a, asked.refused)
		if preconditions.size() > 0 or (not running and (asked != null or refuses)):
			var refused = decided_meanwhile(a) if running else admit(a, asked)
			if refused != IDLE: return turn_away(a, refused)
		var result = FAILURE
		if not running:
			a.bytes[index] = RUNNING
			enter(a)
		for each in services:
			if a.failure == null: serve(a, each, not running)
		if a.failure == null:
			result = tick(a)
			if result == SPENT: return SPENT
		if a.failure != null:
			a.note(self, a.take_failure())
			halt_all(a)
			stop(a)
			a.drop_requests(self)
			result = FAILURE
		return conclude(a, result) if result == RUNNING else end_with(a, result)

	# Do what it was ordered in the place of a visit.
	func follow(a, to):
		if a.passed_guard == index: a.passed_guard = -1
		if to == "disabled": return turn_away(a, SKIPPED)
		a.keep_order(index, null)
		if a.bytes[index] != RUNNING:
			a.bytes[index] = RUNNING
			enter(a)
			if a.failure != null: a.note(self, a.take_failure())
		halt_all(a)
		finish(a, RESULTS[to])
		a.drop_requests(self)
		return end_with(a, RESULTS[to])

	func end_with(a, result):
		clear(a)
		if result != SKIPPED: a.bytes[index] = result
		a.let_go(claims)
		do_ends(a, result)
		return conclude(a, result)

	func conclude(a, result):
		a.outcomes[index] = (a.outcomes[index] & HALTED) | result
		return result

	# Set the statuses of a row and of all rows below it to 0.
	func clear(a):
		for k in range(index, end): a.bytes[k] = IDLE

	func turn_away(a, refused):
		halt(a)
		a.bytes[index] = IDLE if refused == SKIPPED else refused
		return conclude(a, refused)

	func halt(a):
		if a.bytes[index] != RUNNING: return
		halt_all(a)
		stop(a)
		a.drop_requests(self)
		a.let_go(claims)
		clear(a)
		a.outcomes[index] |= HALTED
		do_ends(a, IDLE)

	func halt_all(a):
		for child in children: child.halt(a)

	# Run the lines for the end of a row with a result; IDLE stands for a halt.
	func do_ends(a, result):
		for each in ends:
			run_end(a, each["row"], each["blocks"][result])
			run_end(a, each["row"], each["on_end"])

	func run_end(a, row, block):
		if block.size() == 0: return
		var outer = a.state
		if row.op == "state": a.state = row
		var failed = a.run_block(block)
		if failed != null and row.op == "state": row.machine.take_failure(failed)
		a.state = outer

	# Return with what a row that is about to be entered is turned away, IDLE for not at all.
	func admit(a, asked):
		var letting_in = []  # pairs of a test and what it read armed
		if asked != null and asked.triggers.size() > 0: letting_in.append([asked, a.armed])
		for test in preconditions:
			if a.holds(test, self) != test.lasting:
				if test.triggers.size() > 0 and not test.lasting: a.consume(a.armed)
				return test.gives
			if test.triggers.size() > 0 and test.lasting: letting_in.append([test, a.armed])
		if refuses:
			var refused = refuse(a)
			if a.failure != null:
				a.note(self, a.take_failure())
				return FAILURE
			if refused != IDLE: return refused
		for pair in letting_in: a.let_in(pair[0], pair[1])
		return IDLE

	func decided_meanwhile(a):
		for test in preconditions:
			if test.lasting and not a.holds(test, self): return test.gives
		return IDLE

	func serve(a, service, entering):
		var jitter = service["jitter"]
		if entering:
			a.set_int(service["interval"], service["every"])
			if a.failure == null and jitter != null: a.set_int(service["spread"], jitter)
			if a.failure != null: return
		elif a.now < a.ints[service["due"]]: return
		var ticks = a.ints[service["interval"]]
		if jitter != null:
			var by = a.ints[service["spread"]]
			ticks = Num.draw_int(a, stream, service["draws"], ticks - by, ticks + by)
			if a.failure != null: return
		a.ints[service["due"]] = a.after(int(max(1, ticks)))
		var holds = service["guard"].run(a)
		if a.failure != null: a.note(self, a.take_failure())
		elif holds: a.run_block(service["block"])


# ---- Rows of behavior trees ------------------------------------------------------------------------------------

class OrderedRow:
	extends Row
	var ending = 0
	var keep = false
	var reactive = false
	var yields = false
	var place = 0
	var tried = 0
	var tested = -1

	func build(_p, data):
		ending = RESULTS[data["ending"]]
		keep = data.get("keep", false)
		reactive = data.get("reactive", false)
		yields = data.get("yield", false)
		place = data["place"]
		tried = data["tried"]
		tested = data.get("tested", -1)

	func enter(a):
		a.bytes[tried] = 1 if keep and a.ints[place] > 0 else 0
		if tested >= 0:
			for k in range(children.size()): a.bytes[tested + k] = 0

	func tick(a):
		var aborting = -1 if tested < 0 else aborting_child(a)
		var at = int(max(a.ints[place] if aborting < 0 and not reactive else aborting, 0))
		while at < children.size():
			var result = children[at].visit(a)
			if result == SPENT: return SPENT
			if result == RUNNING: return stop_at(a, at, RUNNING)
			if result != SKIPPED:
				a.bytes[tried] = 1
				if result == ending: return stop_at(a, at, ending)
				if yields and at + 1 < children.size(): return stop_at(a, at + 1, RUNNING)
			at += 1
		return stop_at(a, at, (SUCCESS + FAILURE - ending) if a.bytes[tried] != 0 else SKIPPED)

	func stop_at(a, at, result):
		var before = a.ints[place]
		if reactive and before >= 0 and before != at and before < children.size(): children[before].halt(a)
		if keep: a.ints[place] = 0 if at == children.size() else at
		else: a.ints[place] = at if result == RUNNING else -1
		if result != RUNNING: a.bytes[tried] = 0
		return result

	func stop(a):
		a.bytes[tried] = 0
		if not keep: a.ints[place] = -1

	# Halt the running child for an earlier one whose guard became true; return the place of that one, or -1.
	func aborting_child(a):
		var running = 0
		while running < children.size() and a.bytes[children[running].index] != RUNNING: running += 1
		if running == children.size(): return -1
		for k in range(running):
			var child = children[k]
			if child.disabled or child.guard == null or not child.guard.aborts_lower: continue
			if a.orders != null and Values.same(a.orders.get(child.index), "disabled"): continue
			var was_true = a.bytes[child.guard.last_test] == 2
			if not a.holds(child.guard, child) or was_true: continue
			a.let_in(child.guard, a.armed if child.guard.triggers.size() > 0 else [])
			children[running].halt(a)
			a.passed_guard = child.index
			return k
		return -1

class RoundRobinRow:
	extends Row
	var start = 0
	var place = 0
	var tried = 0

	func build(_p, data):
		start = data["start"]
		place = data["place"]
		tried = data["tried"]

	func enter(a):
		a.ints[place] = a.ints[start]
		a.bytes[tried] = 0

	func tick(a):
		var first = a.ints[start]
		var count = children.size()
		var turn = 0 if count == 0 else Num.modulo(a.ints[place] - first, count)
		while turn < count:
			var at = (first + turn) % count
			a.ints[place] = at
			var result = children[at].visit(a)
			if result == SUCCESS: a.ints[start] = (at + 1) % count
			if result == RUNNING or result == SUCCESS or result == SPENT: return result
			if result == FAILURE: a.bytes[tried] = 1
			turn += 1
		return FAILURE if a.bytes[tried] != 0 else SKIPPED

class PipelineRow:
	extends Row
	var furthest = 0
	var tried = 0

	func build(_p, data):
		furthest = data["furthest"]
		tried = data["tried"]

	func enter(a):
		a.ints[furthest] = 0
		a.bytes[tried] = 0

	func tick(a):
		var latest = SKIPPED
		for at in range(children.size()):
			var result = children[at].visit(a)
			if result == SPENT: return SPENT
			if result == SKIPPED: continue
			latest = result
			if result != RUNNING: a.bytes[tried] = 1
			elif at >= a.ints[furthest]:
				a.ints[furthest] = at
				break
			if latest == FAILURE: break
		if latest != RUNNING: halt_all(a)
		return SUCCESS if latest == SKIPPED and a.bytes[tried] != 0 else latest

class ShuffledRow:
	extends Row
	var ending = 0
	var weights = null
	var untried = SKIPPED
	var place = 0
	var tried = 0
	var order = 0

	func build(_p, data):
		ending = RESULTS[data["ending"]]
		weights = data.get("weights")
		place = data["place"]
		tried = data["tried"]
		order = data["order"]
		if weights != null:
			untried = FAILURE
			for weight in weights:
				if weight != 0: untried = SKIPPED

	func enter(a):
		a.ints[place] = 0
		a.bytes[tried] = 0
		for k in range(children.size()): a.ints[order + k] = k
		if weights == null:
			for k in range(children.size() - 1, 0, -1):
				var other = order + Num.draw_int(a, stream, draws, 0, k)
				var kept = a.ints[order + k]
				a.ints[order + k] = a.ints[other]
				a.ints[other] = kept
		else: draw_one_by_one(a)

	func draw_one_by_one(a):
		for k in range(children.size() - 1):
			var total = 0.0
			var left = []
			for at in range(k, children.size()):
				left.append(weights[a.ints[order + at]])
				total += left[at - k]
			if total == 0.0: return
			var drawn = Num.draw_weighted(a, stream, draws, left)
			if a.failure != null: return
			var picked = order + k + drawn
			var child = a.ints[picked]
			while picked > order + k:
				a.ints[picked] = a.ints[picked - 1]
				picked -= 1
			a.ints[order + k] = child

	func tick(a):
		var at = a.ints[place]
		var result = RUNNING
		while at < children.size():
			var number = a.ints[order + at]
			var child = children[number]
			var is_out = weights != null and weights[number] == 0 and a.bytes[child.index] != RUNNING
			result = SKIPPED if is_out else child.visit(a)
			if result == SPENT: return SPENT
			if result == RUNNING: break
			if result != SKIPPED: a.bytes[tried] = 1
			if result == ending: break
			at += 1
		a.ints[place] = at
		if at < children.size(): return result
		return (SUCCESS + FAILURE - ending) if a.bytes[tried] != 0 else untried

class RandomChildRow:
	extends Row
	var weights = []
	var chosen = 0

	func build(_p, data):
		chosen = data["chosen"]
		weights = data.get("weights", [])
		if not data.has("weights"):
			for _k in range(children.size()): weights.append(1)

	func enter(a):
		var total = 0.0
		for weight in weights: total += weight
		a.ints[chosen] = -1
		if total != 0.0:
			var drawn = Num.draw_weighted(a, stream, draws, weights)
			if a.failure == null: a.ints[chosen] = drawn

	func tick(a): return FAILURE if a.ints[chosen] < 0 else children[a.ints[chosen]].visit(a)

class ParallelRow:
	extends Row
	var successes = null
	var failures = null
	var decide = ""
	var again = false
	var finished = 0
	var needed = 0
	var everyone = []
	var picked = []

	func build(p, data):
		successes = p.code(data.get("success", 0))
		failures = p.code(data.get("failure", 0))
		decide = data.get("decide", "")
		again = data.get("again", false)
		finished = data["finished"]
		needed = data["needed"]
		for k in range(children.size()): everyone.append(finished + k)
		picked = everyone
		if data.get("chosen_children") != null:
			picked = []
			for k in data["chosen_children"]: picked.append(finished + k)

	func enter(a):
		begin_again(a)
		var to_succeed = threshold(a, successes.run(a), 0)
		if a.failure != null: return
		a.ints[needed] = to_succeed
		var to_fail = threshold(a, failures.run(a), 1)
		if a.failure == null: a.ints[needed + 1] = to_fail

	func begin_again(a):
		for place in everyone: a.bytes[place] = 0

	func threshold(a, value, least):
		if a.failure != null: return 0
		if typeof(value) == TYPE_STRING: return -1 if value == "all" else 1
		if value >= least or value < 0: return value
		a.fail("A threshold is a number from %d on; it is %s." % [least, value])
		return 0

	func tick(a):
		if again: begin_again(a)
		var decided = visit_all(a)
		if decided == SPENT: return SPENT
		if decided != IDLE: halt_all(a)
		return RUNNING if decided == IDLE else decided

	func visit_all(a):
		for k in range(children.size()):
			if a.bytes[finished + k] != 0: continue
			var result = children[k].visit(a)
			if result == SPENT: return SPENT
			if result != RUNNING: a.bytes[finished + k] = result
			var decided = decision(a, result) if decide == "each" else IDLE
			if decided != IDLE: return decided
		return decision(a, IDLE)

	func count(a, places, result):
		var found = 0
		for place in places:
			if a.bytes[place] == result: found += 1
		return found

	func decision(a, latest):
		if decide == "all_ended" and count(a, everyone, IDLE) > 0: return IDLE
		var taken = picked.size() - count(a, picked, SKIPPED)
		if taken == 0: return SKIPPED
		var to_succeed = int(max(number_of(a.ints[needed], taken), 0))
		var to_fail = int(max(number_of(a.ints[needed + 1], everyone.size() - count(a, everyone, SKIPPED)), 1))
		var succeeded = count(a, picked, SUCCESS) >= to_succeed
		var failed = count(a, everyone, FAILURE) >= to_fail or taken - count(a, picked, FAILURE) < to_succeed
		if succeeded and failed and latest == SUCCESS: return SUCCESS
		return FAILURE if failed else (SUCCESS if succeeded else IDLE)

	func number_of(kept, most): return kept if kept >= 0 else most + 1 + kept

class SimpleParallelRow:
	extends Row
	var delayed = false
	var again = false
	var main = 0
	var finished = 0

	func build(_p, data):
		delayed = data.get("delayed", false)
		again = data.get("again", false)
		main = data["main"]
		finished = data["finished"]

	func enter(a):
		a.bytes[main] = 0
		for k in range(children.size()): a.bytes[finished + k] = 0

	func tick(a):
		var result = a.bytes[main] if a.bytes[main] != 0 else children[0].visit(a)
		if result == SPENT: return SPENT
		if result == RUNNING or (delayed and result != SKIPPED):
			if result != RUNNING: a.bytes[main] = result
			var others = visit_others(a, result)
			if others == SPENT: return SPENT
			if others == RUNNING or result == RUNNING: return RUNNING
		for k in range(1, children.size()): children[k].halt(a)
		return result

	func visit_others(a, result):
		var found = IDLE
		for k in range(1, children.size()):
			var starts = (result != FAILURE and a.bytes[finished + k] == 0) or (again and result == RUNNING)
			if not starts and a.bytes[children[k].index] != RUNNING: continue
			var other = children[k].visit(a)
			if other == SPENT: return SPENT
			if other == RUNNING: found = RUNNING
			else: a.bytes[finished + k] = other
		return found

class UtilityRow:
	extends Row
	var scores = []
	var inertia = null
	var every_tick = false
	var next_on_failure = false
	var chosen = 0
	var added = 0
	var lock = 0  # ticks that a child runs before scores are compared
	var momentum = 0  # ticks in which the bonus falls to 0
	var top = 1  # of how many of the best one is drawn
	var since = -1  # when the child was chosen
	var failed = {}  # children that failed in this tick

	func build(p, data):
		scores = p.codes(data["scores"])
		inertia = p.code(data.get("inertia", 0))
		every_tick = data.get("every_tick", false)
		next_on_failure = data.get("next_on_failure", false)
		chosen = data["chosen"]
		added = data["added"]
		lock = data.get("lock", 0)
		momentum = data.get("momentum", 0)
		since = data.get("since", -1)
		top = data.get("top", 1)
		if typeof(lock) != TYPE_INT or typeof(momentum) != TYPE_INT:
			p.refuse("'lock' and 'momentum' are whole numbers of ticks")
		elif (lock > 0 or momentum > 0) and not p.is_int_place(since): p.refuse("There is no place for 'since'")
		if top < 1: p.refuse("A choice is drawn from 1 child or more, not from %d" % top)
		if draws != null and not p.is_int_place(draws): p.refuse("There is no place for 'draws'")

	func enter(a):
		var bonus = inertia.run(a)
		if a.failure == null:
			a.floats[added] = float(bonus)
			a.ints[chosen] = -1

	func tick(a):
		failed = {}
		while true:
			var former = a.ints[chosen]
			var next = choose(a, former)
			if next < 0: return FAILURE
			if former >= 0 and former != next: children[former].halt(a)
			a.ints[chosen] = next
			var result = children[next].visit(a)
			if result == RUNNING or result == SPENT: return result
			a.ints[chosen] = -1
			if result != FAILURE or not next_on_failure: return result
			failed[next] = true

	func choose(a, former):
		var is_locked = former >= 0 and lock > 0 and a.now - a.ints[since] < lock
		if former >= 0 and (is_locked or not every_tick): return former
		var values = compare(a, former)
		var next = highest(values) if draws == null else drawn_of(a, former, values)
		if since >= 0 and next >= 0 and next != former: a.ints[since] = a.now
		return next

	# Return the score of each child, null for one that is out.
	func compare(a, former):
		var bonus = a.floats[added] if former >= 0 else 0.0
		if momentum > 0 and former >= 0:
			var left = 1.0 - float(a.now - a.ints[since]) / momentum
			bonus *= left if left > 0.0 else 0.0
		var values = []
		for k in range(scores.size()):
			values.append(null)
			if failed.has(k): continue
			var score = scores[k].run(a)
			if a.failure == null:
				score = float(score) + (bonus if k == former else 0.0)
				if is_nan(score): a.fail("It is not a number.")
			if a.failure != null: a.note(children[k], "score: %s" % a.take_failure())
			else: values[k] = score
		return values

	func highest(values):
		var found = -1
		for k in range(values.size()):
			if values[k] != null and (found < 0 or values[k] > values[found]): found = k
		return found

	# Draw one of the best by their scores; the child that runs goes on where it is among them.
	func drawn_of(a, former, values):
		var lowest = 0.0
		for each in values:
			if each != null and each < lowest: lowest = each
		var best = []
		var weights = []
		var total = 0.0
		var next = highest(values)
		while next >= 0 and best.size() < top:
			if next == former: return former
			best.append(next)
			weights.append(values[next] - lowest)
			total += weights.back()
			values[next] = null
			next = highest(values)
		if best.size() == 0: return -1
		if best.size() == 1 or not Num.is_finite_number(total): return best[0]
		return best[int(max(Num.draw_weighted(a, stream, draws, weights), 0))]

class IfElseRow:
	extends Row
	var reactive = false
	var branch = 0

	func build(_p, data):
		reactive = data.get("reactive", false)
		branch = data["branch"]

	func enter(a): a.ints[branch] = -1

	func tick(a):
		var former = a.ints[branch]
		var next = former
		if former < 0 or reactive:
			var first = children[0].visit(a)
			if first == RUNNING or first == SPENT: return first
			next = 1 if first == SUCCESS else 2
		if former >= 0 and former != next and former < children.size(): children[former].halt(a)
		a.ints[branch] = next
		return children[next].visit(a) if next < children.size() else FAILURE

class SwitchRow:
	extends Row
	var cases = null
	var chosen = 0

	func build(p, data):
		cases = p.case_of(data)
		chosen = data["chosen"]

	func enter(a): a.ints[chosen] = -1

	func tick(a):
		var next = cases.run(a)
		if a.failure != null: return FAILURE
		var former = a.ints[chosen]
		if former >= 0 and former != next: children[former].halt(a)
		a.ints[chosen] = next
		return FAILURE if next < 0 else children[next].visit(a)

class TryRecoverRow:
	extends Row
	var attempts = null
	var same_tick = false
	var recovering = 0
	var left = 0

	func build(p, data):
		attempts = p.count(data.get("attempts", 0))
		same_tick = data.get("same_tick", false)
		recovering = data["recovering"]
		left = data["left"]

	func enter(a):
		a.set_int(left, attempts)
		if a.failure == null: a.bytes[recovering] = 0

	func tick(a):
		while true:
			if a.bytes[recovering] == 0:
				var result = children[0].visit(a)
				if result != FAILURE: return result
				if a.ints[left] == 0: return FAILURE
				a.bytes[recovering] = 1
			var recovered = children[1].visit(a)
			if recovered != SUCCESS:
				return recovered if recovered == RUNNING or recovered == SPENT else FAILURE
			a.ints[left] -= 1
			a.bytes[recovering] = 0
			if not same_tick: return RUNNING

class MapResultRow:
	extends Row
	var results = []

	func build(_p, data):
		results = [IDLE, RUNNING, RESULTS[data["on_success"]], RESULTS[data["on_failure"]], SKIPPED, SPENT]

	func tick(a): return results[children[0].visit(a)]

class LoopRow:
	extends Row
	var again_on = 0
	var ends_with = 0
	var counted_out = 0
	var most = null
	var same_tick = false
	var any_end = false
	var limit = 0
	var done = 0

	func build(p, data):
		again_on = RESULTS.get(data.get("again_on"), IDLE)
		ends_with = RESULTS.get(data.get("ends_with"), IDLE)
		counted_out = RESULTS.get(data.get("counted_out"), IDLE)
		most = p.count(data["count"]) if data.has("count") else p.code(-1)
		same_tick = data.get("same_tick", false)
		any_end = data.get("any_end", false)
		limit = data["limit"]
		done = data["done"]

	func enter(a):
		a.set_int(limit, most)
		if a.failure == null: a.ints[done] = 0

	func tick(a):
		var last = a.ints[limit]
		if last == 0: return counted_out
		while true:
			var result = children[0].visit(a)
			if result == RUNNING or result == SKIPPED or result == SPENT: return result
			if result != again_on and not any_end: return ends_with
			a.ints[done] = 0 if last == -1 else a.ints[done] + 1
			if a.ints[done] == last: return counted_out
			if not same_tick: return RUNNING

class ForEachRow:
	extends Row
	var taken = null
	var item = null
	var list = null
	var query = ""
	var about = null
	var goes_on = false
	var at = 0

	func build(p, data):
		taken = p.variable(data["taken"])
		item = p.variable(data["item"])
		list = p.variable(data["list"]) if data.has("list") else null
		query = data.get("query", "")
		about = p.code(data.get("of"))
		goes_on = data.get("goes_on", false)
		at = data["at"]

	func enter(a):
		var found = null
		if list != null: found = list.read(a)
		else:
			var of = about.run(a)
			if a.failure == null: found = a.minds.query(a, query, "" if of == null else of, taken.type)
		if a.failure != null: return
		taken.write(a, found)
		a.ints[at] = 0

	func tick(a):
		var k = a.ints[at]
		while k < a.ints[taken.length_place]:
			a.ints[at] = k
			if a.bytes[children[0].index] != RUNNING: item.write(a, taken.items[k].read(a))
			var result = children[0].visit(a)
			if result == RUNNING or result == SPENT: return result
			if result == FAILURE and not goes_on:
				stop(a)
				return FAILURE
			k += 1
		stop(a)
		return SUCCESS

	func stop(a):
		taken.write(a, [])
		a.ints[at] = 0

class TimeoutRow:
	extends Row
	var ticks = null
	var due = 0

	func build(p, data):
		ticks = p.duration(data.get("seconds", 0))
		due = data["due"]

	func enter(a): a.start_timer(due, ticks)

	func tick(a):
		if a.now < a.ints[due]: return children[0].visit(a)
		children[0].halt(a)
		return FAILURE

class DelayRow:
	extends TimeoutRow

	func tick(a): return RUNNING if a.now < a.ints[due] else children[0].visit(a)

class CooldownRow:
	extends Row
	var ticks = null
	var refused = 0
	var after = null
	var start_cooled = false
	var length_place = 0
	var ready = 0

	func build(p, data):
		refuses = true
		ticks = p.duration(data.get("seconds", 0))
		refused = RESULTS[data["refused"]]
		after = data.get("after")
		start_cooled = data.get("start_cooled", false)
		length_place = data["length"]
		ready = data["ready"]

	func refuse(a):
		if start_cooled and a.ints[ready] == 0: a.start_timer(ready, ticks)
		return refused if a.ints[ready] > a.now else IDLE

	func enter(a): a.set_int(length_place, ticks)

	func tick(a): return finish(a, children[0].visit(a))

	func finish(a, result):
		if result != RUNNING and result != SPENT and (after == null or after.has(WORDS[result])):
			a.ints[ready] = a.after(a.ints[length_place])
		return result

	func stop(a):
		if after == null: a.ints[ready] = a.after(a.ints[length_place])

class RateLimitRow:
	extends Row
	var ticks = null
	var between = IDLE
	var waits = false
	var length_place = 0
	var next_start = 0
	var last = 0

	func build(p, data):
		refuses = true
		ticks = p.duration(data.get("seconds", 0))
		between = RESULTS.get(data.get("between"), IDLE)
		waits = data.get("waits", false)
		length_place = data.get("length", -1)
		next_start = data["next_start"]
		last = data.get("last", -1)

	func refuse(a):
		if waits or a.now >= a.ints[next_start]: return IDLE
		if between != IDLE: return between
		return a.bytes[last] if a.bytes[last] != 0 else FAILURE

	func enter(a):
		if waits: a.set_int(length_place, ticks)
		else: a.start_timer(next_start, ticks)

	func tick(a):
		if waits and a.bytes[children[0].index] != RUNNING:
			if a.now < a.ints[next_start]: return RUNNING
			a.ints[next_start] = a.after(a.ints[length_place])
		return finish(a, children[0].visit(a))

	func finish(a, result):
		if result != RUNNING and result != SPENT: a.bytes[last] = result
		return result

class RunLimitRow:
	extends Row
	var limit = null
	var counted = []
	var afterwards = IDLE
	var done = 0
	var last = 0

	func build(p, data):
		refuses = true
		limit = p.code(data.get("count", 0))
		counted = data.get("counted", [])
		afterwards = RESULTS.get(data.get("afterwards"), IDLE)
		done = data["done"]
		last = data.get("last", -1)

	func refuse(a):
		var most = limit.run(a)
		if a.failure != null: return FAILURE
		if a.ints[done] < most: return IDLE
		if afterwards != IDLE: return afterwards
		return a.bytes[last] if a.bytes[last] != 0 else SKIPPED

	func tick(a): return finish(a, children[0].visit(a))

	func finish(a, result):
		if result == SUCCESS or result == FAILURE:
			a.bytes[last] = result
			if counted.has(WORDS[result]): a.ints[done] += 1
		return result

class ProbabilityRow:
	extends Row
	var chance = null
	var refused = FAILURE
	var hit = 0

	func build(p, data):
		chance = p.code(data.get("chance", 0))
		refused = RESULTS[data["refused"]]
		hit = data["hit"]

	func enter(a):
		var share = chance.run(a)
		if a.failure == null: a.bytes[hit] = 1 if share > Num.draw_float(a, stream, draws) else 0

	func tick(a): return children[0].visit(a) if a.bytes[hit] != 0 else refused

class PassRow:
	extends Row

	func tick(a): return children[0].visit(a)

class FixedRow:
	extends Row
	var result = SUCCESS

	func build(_p, data): result = RESULTS[data["result"]]
	func tick(_a): return result

class TestRow:
	extends Row
	var test = null
	var otherwise = FAILURE

	func build(p, data):
		test = p.test(data["test"])
		otherwise = RESULTS[data["otherwise"]]

	func tick(a):
		var holds = a.ask(test, [])
		if a.failure != null or not holds: return otherwise
		if test.triggers.size() > 0: a.consume(a.armed)
		return SUCCESS

class BlockRow:
	extends Row
	var lines = []

	func build(p, data): lines = p.block(data.get("block", []), self)

	func tick(a):
		a.run_block(lines)
		return SUCCESS

class LogRow:
	extends Row
	var message = null

	func build(p, data): message = p.code(data.get("message"))

	func tick(a):
		message.run(a)
		return SUCCESS

class WaitRow:
	extends Row
	var ticks = null
	var jitter = null
	var due = 0

	func build(p, data):
		ticks = p.duration(data.get("seconds", 0))
		jitter = p.duration(data.get("jitter", 0))
		due = data["due"]

	func enter(a):
		var most = ticks.run(a)
		if a.failure != null: return
		var by = jitter.run(a)
		if a.failure != null: return
		var drawn = Num.spread_ticks(a, stream, draws, most, by)
		if a.failure == null: a.ints[due] = a.after(drawn)

	func tick(a): return RUNNING if a.now < a.ints[due] else SUCCESS

class ActionRow:
	extends Row
	var game_call = null
	var entered = 0
	var begun = 0

	func build(p, data):
		game_call = p.game_call(self, data["action"], data.get("arguments", {}))
		entered = data["entered"]
		begun = data["begun"]

	func enter(a):
		a.ints[entered] = a.now
		a.bytes[begun] = 0

	func tick(a):
		game_call.evaluate(a)
		if a.failure != null: return FAILURE
		var begins = a.bytes[begun] == 0
		a.bytes[begun] = 1
		a.drop_requests(self)
		return game_call.tick(a, a.ints[entered], begins)

	func stop(a):
		if a.bytes[begun] != 0: game_call.halt(a, a.ints[entered])

class CallRow:
	extends Row
	var bindings = null
	var fresh = null

	func build(p, data):
		bindings = p.bindings(data.get("bindings", []))
		fresh = p.fresh(data.get("fresh", []), false)

	func enter(a): fresh.run(a)

	func tick(a):
		bindings.run(a)
		return FAILURE if a.failure != null else children[0].visit(a)

# What a claim or release is about: places that a shared variable counts, or an entity.
class ThingRow:
	extends Row
	var thing = null
	var of_counter = -1

	func build_thing(p, place):
		var variable = null
		if typeof(place) == TYPE_DICTIONARY and place.has("variable"):
			variable = p.variable(place["variable"])
		if variable != null and typeof(variable.type) == TYPE_STRING and variable.type == "int":
			of_counter = variable.number
			thing = Constant.new()
			thing.value = variable.label
		else: thing = p.code(place)

class ClaimRow:
	extends ThingRow

	func build(p, data):
		build_thing(p, data["place"])
		claimed = data["claimed"]
		counter = of_counter

	func tick(a):
		var wanted = thing.run(a)
		if a.failure != null: return FAILURE
		var held = a.objects[claimed]
		if held != null and held != wanted: a.let_go([self])
		if wanted == null: return FAILURE
		if not a.holds_thing(counter, wanted):
			var is_free = a.world[counter].value > 0 if counter >= 0 else not a.minds.holders.has(wanted)
			if a.minds.watcher != null: a.minds.watcher.asked_place(a, wanted, is_free)
			if not is_free: return FAILURE
			if counter < 0: a.minds.holders[wanted] = a.id
			else: a.count(counter, -1)
		a.objects[claimed] = wanted
		return SUCCESS

class ReleaseRow:
	extends ThingRow

	func build(p, data): build_thing(p, data["place"])

	func tick(a):
		var freed = thing.run(a)
		if a.failure != null: return FAILURE
		if freed != null:
			var held = []
			for each in a.program.claims:
				if each.counter == of_counter and a.objects[each.claimed] == freed: held.append(each)
			a.let_go(held)
		return SUCCESS


# ---- Decision trees --------------------------------------------------------------------------------------------

class DecisionTreeRow:
	extends Row
	var top = null
	var evaluations = 0
	var seen = []
	var ticks = null
	var commit = false
	var waits = false
	var rebound = []
	var current = 0
	var due = 0
	var interval = 0
	var asked = 0

	func build(p, data):
		var pace = data.get("pace", {})
		ticks = p.count(pace.get("every", 0))
		commit = pace.get("commit", false)
		waits = pace.get("waits", false)
		children = p.rows_of(data.get("leaves", []))
		top = p.row(data["top"])
		evaluations = data["evaluations"]
		for each in data.get("random", []): seen.append(p.given["rows"][each]["seen"])
		for leaf in data.get("rebound", []):
			var calls = []
			for each in leaf:
				calls.append({"row": p.row(each["row"]), "bindings": p.bindings(each.get("bindings", []))})
			rebound.append(calls)
		current = data.get("current", -1)
		due = data.get("due", -1)
		interval = data.get("interval", -1)
		asked = data.get("asked", -1)

	func enter(a):
		a.set_int(interval, ticks)
		if a.failure != null: return
		a.ints[current] = -1
		a.ints[due] = a.now
		a.bytes[asked] = 0
		begin_run(a)

	func begin_run(a):
		a.ints[evaluations] = 0
		for place in seen: a.ints[place] = 0

	# Walk from the top to a leaf; return its row, or null where there is no answer.
	func evaluate(a):
		a.ints[evaluations] += 1
		var evaluation = a.ints[evaluations]
		var row = top
		while row.answers:
			var branch = row.answer(a, evaluation)
			if a.failure != null:
				a.note(row, a.take_failure())
				branch = -1
			if branch < 0:
				a.outcomes[row.index] = NO_ANSWER
				return null
			a.outcomes[row.index] = ANSWERED if row.is_answer else FIRST_BRANCH + branch
			if row.is_answer: return row
			row = row.branches[branch]
		return row

	func tick(a):
		var leaf = a.ints[current]
		if (not commit or leaf < 0) and (a.now >= a.ints[due] or a.bytes[asked] != 0): leaf = choose(a, leaf)
		else: rebind(a, leaf)
		if leaf < 0: return RUNNING if waits else FAILURE
		return children[leaf].visit(a)

	func choose(a, former):
		a.ints[due] = MOST_TICKS if a.ints[interval] == 0 else a.after(a.ints[interval])
		a.bytes[asked] = 0
		var found = evaluate(a)
		var picked = -1 if found == null else children.find(found)
		if picked < 0:
			rebind(a, former)
			return former
		if former >= 0 and former != picked: children[former].halt(a)
		a.ints[current] = picked
		return picked

	func rebind(a, leaf):
		if leaf < 0 or rebound.size() == 0: return
		for each in rebound[leaf]:
			each["bindings"].run(a)
			if a.failure == null: continue
			var words = a.take_failure()
			var is_told = false
			for error in a.errors: is_told = is_told or error["row"] == each["row"].index
			if not is_told: a.note(each["row"], words)

class QuestionRow:
	extends Row
	var branches = []
	var is_answer = false
	var outcome = null

	func build(p, data):
		answers = true
		branches = p.rows_of(data.get("branches", []))
		is_answer = op.begins_with("answer_")
		outcome = data.get("outcome")
		ask_of(p, data)

	func ask_of(_p, _data): pass

class AskTestRow:
	extends QuestionRow
	var test = null
	var on_true = -1
	var on_false = -1

	func ask_of(p, data):
		test = p.code(data["test"])
		on_true = data.get("on_true", -1)
		on_false = data.get("on_false", -1)

	func answer(a, _evaluation): return on_true if test.run(a) else on_false

class AskRangesRow:
	extends QuestionRow
	var value = null
	var bounds = []

	func ask_of(p, data):
		value = p.code(data["value"])
		bounds = data.get("bounds", [])

	func answer(a, _evaluation):
		var found = value.run(a)
		if a.failure != null: return -1
		var k = 0
		while k < bounds.size():
			var bound = bounds[k]
			if found < bound["upto"] or (bound.get("closed", false) and found == bound["upto"]): break
			k += 1
		return k

class AskSwitchRow:
	extends QuestionRow
	var cases = null

	func ask_of(p, data): cases = p.case_of(data)
	func answer(a, _evaluation): return cases.run(a)

class AskFirstRow:
	extends QuestionRow
	var tests = []
	var other = -1

	func ask_of(p, data):
		tests = p.codes(data.get("tests", []))
		other = data.get("default", -1)

	func answer(a, _evaluation):
		for k in range(tests.size()):
			var holds = tests[k].run(a)
			if a.failure != null: return -1
			if holds: return Cases.branch_of(k, other)
		return other

class AskTableRow:
	extends QuestionRow
	var cells = []
	var other = -1
	var unique = false

	func ask_of(p, data):
		for line in data.get("cells", []): cells.append(p.codes(line))
		other = data.get("default", -1)
		unique = data.get("unique", false)

	func answer(a, _evaluation):
		var hit = -1
		for k in range(cells.size()):
			if hit >= 0 and not unique: break
			var matches = true
			for cell in cells[k]:
				matches = cell.run(a)
				if a.failure != null: return -1
				if not matches: break
			if not matches: continue
			var branch = Cases.branch_of(k, other)
			if hit >= 0:
				a.fail("Rows %d and %d both match; only one may." % [hit + 1, branch + 1])
				return -1
			hit = branch
		return other if hit < 0 else hit

class AskRandomRow:
	extends QuestionRow
	var weights = []
	var timeout = null
	var kept = 0
	var seen = 0
	var drawn = 0
	var due = 0

	func ask_of(p, data):
		weights = data["weights"]
		timeout = p.count(data["timeout"]) if data.has("timeout") else p.code(MOST_TICKS)
		kept = data["kept"]
		seen = data["seen"]
		drawn = data["drawn"]
		due = data["due"]

	func answer(a, evaluation):
		var is_next = a.ints[seen] != 0 and a.ints[seen] == evaluation - 1
		if not (is_next and evaluation < a.ints[due] and a.ints[kept] >= 0):
			var lasts = timeout.run(a)
			if a.failure != null: return -1
			var branch = Num.draw_weighted(a, stream, draws, weights)
			if a.failure != null or branch < 0: return -1
			a.ints[kept] = branch
			a.ints[drawn] = evaluation
			a.ints[due] = int(min(evaluation + lasts, MOST_TICKS))
		a.ints[seen] = evaluation
		return a.ints[kept]

# A question without branches but one: the call of a tree, an answer, or nothing at all.
class AskTreeRow:
	extends QuestionRow
	var bindings = null
	var value = null

	func ask_of(p, data):
		bindings = p.bindings(data.get("bindings", []))
		value = p.code(data.get("value"))

	func answer(a, _evaluation):
		if op == "ask_nothing": return -1
		if op == "ask_tree": bindings.run(a)
		elif op == "answer_value": value.run(a)
		return 0


# ---- State machines --------------------------------------------------------------------------------------------

# What a machine needs while one of its ticks is under way.
class Work:
	var queue = []  # events and completions of the macrostep
	var later = []  # raised by updates and activities
	var completions = []  # of activities
	var fresh = []  # states entered since it was last emptied
	var failed = []  # code that failed in the macrostep
	var known_answers = {}  # by choice: its activation, and the outcome of its decision tree
	var in_macrostep = false
	var stopping = false
	var restless = false  # it did not come to rest
	var status = IDLE  # the final status, once the machine has ended
	var rounds = 0  # of the macrostep
	var asks = ""  # which entries are asked in the selection: "polled", "always" or "event"
	var item = null  # the event or completion of the selection
	var takes_pending = false  # whether pending entries take part in it
	var postponed = []  # entries that became pending in it
	var selection = 0  # its number

	func goes_on(): return status == IDLE and not restless

# What machines and states have in common.
class OwnerRow:
	extends Row
	var states = []
	var histories = []
	var transitions = []
	var interrupts = []
	var initial = []
	var initial_actions = []
	var entered = 0
	var chain = []
	var timed = []
	var kind = ""
	var history = null

	func build_owner(p, data):
		states = p.rows_within(data.get("states", []), self)
		histories = p.rows_within(data.get("histories", []), self)
		transitions = p.rows_within(data.get("transitions", []), self)
		interrupts = p.rows_within(data.get("interrupts", []), self)
		initial = p.rows_within(data.get("initial", []), self)
		initial_actions = p.block(data.get("initial_actions", []), self)
		entered = data.get("entered", 0)
		chain = [self] if op == "machine" else parent.chain + [self]
		for each in transitions + interrupts:
			if p.given["rows"][each.index].has("after"): timed.append(each)

	func run_machine_block(a, of_machine, block):
		if block.size() > 0:
			var failed = a.run_block(block)
			if failed != null: of_machine.take_failure(failed)

	func is_below(above): return above.index < index and index < above.end

	# Fix from which tick on the timed transitions of a source that was just entered are enabled.
	func start_timers(a, of_machine):
		for transition in timed:
			var ticks = transition.after.ticks.run(a)
			if of_machine.notes_failure(a, transition, transition.after): ticks = MOST_TICKS
			transition.after.start(a, ticks)

# The activity of a state, its history, its decision; and the timers and the group of a transition.
class Activity:
	var row = null
	var bindings = null
	var fresh = null
	var ended = 0
	var loop = false

class History:
	var places = []
	var default_targets = []
	var default_actions = []

class Timing:
	var ticks = null
	var jitter = null
	var length_place = 0
	var enabled_from = 0
	var ready_from = 0
	var draws = 0
	var recheck = false

	func start(a, fixed):
		a.ints[length_place] = fixed
		a.ints[enabled_from] = a.after(fixed)

class Group:
	var members = []
	var draws = 0

class StateRow:
	extends OwnerRow
	var completed = 0
	var activation = 0
	var transient = false
	var status = IDLE
	var entry = []
	var update = []
	var exits = []
	var activity = null
	var decision = null

	func build(p, data):
		build_owner(p, data)
		kind = data.get("kind", "")
		completed = data.get("completed", -1)
		activation = data.get("activation", -1)
		transient = data.get("transient", false)
		status = RESULTS.get(data.get("status"), IDLE)
		entry = p.block(data.get("entry", []), self)
		update = p.block(data.get("update", []), self)
		exits = p.block(data.get("exit", []), self)
		if data.get("activity") != null:
			activity = Activity.new()
			activity.row = p.rows_within([data["activity"]["row"]], self)[0]
			activity.bindings = p.bindings(data["activity"].get("bindings", []))
			activity.fresh = p.fresh(data["activity"].get("fresh", []), true)
			activity.ended = data["activity"]["ended"]
			activity.loop = data["activity"].get("loop", false)
		if data.get("history") != null:
			history = History.new()
			for pair in data["history"].get("places", []): history.places.append([p.row(pair[0]), pair[1]])
			history.default_targets = p.rows_of(data["history"].get("default", []))
			history.default_actions = p.block(data["history"].get("default_actions", []), self)
		if data.get("decision") != null:
			decision = {
				"tree": p.row(data["decision"]["tree"]),
				"bindings": p.bindings(data["decision"].get("bindings", [])),
			}

	func is_active(a): return a.bytes[index] != 0
	func is_compound(): return states.size() > 0 and kind == "state"

	# Return the states that a history stands for: what it remembers.
	func remembered(a):
		var found = []
		for pair in history.places:
			if a.bytes[pair[1]] != 0: found.append(pair[0])
		return found

	func leave(a):
		if activity != null:
			a.state = self
			activity.row.halt(a)
			activity.row.clear(a)
		a.pending.erase(index)
		var kept = []
		for each in a.delayed:
			if each["state"] != index: kept.append(each)
		a.delayed = kept
		a.state = self
		run_machine_block(a, machine, exits)
		a.bytes[index] = 0
		uncomplete(a)
		a.outcomes[index] = PASSED if a.outcomes[index] == ENTERED else EXITED

	func enter_state(a):
		var before = a.outcomes[index]
		a.bytes[index] = RUNNING
		a.bytes[completed] = 0
		a.ints[entered] = a.now
		a.ints[activation] += 1
		a.state = self
		a.outcomes[index] = REENTERED if before == EXITED or before == REENTERED else ENTERED
		machine.work.fresh.append(self)
		if activity != null:
			a.bytes[activity.ended] = 0
			activity.fresh.run(a)
		run_machine_block(a, machine, entry)
		start_timers(a, machine)
		if status != IDLE and parent == machine: machine.work.status = status
		elif status != IDLE: parent.complete(a, status, machine.work.queue)

	# Note that it completed, and queue that and the completions of parallel states that it completes.
	func complete(a, with_status, queue):
		a.bytes[completed] = with_status
		queue.append({"name": "done." + WORDS[with_status], "state": self, "activation": a.ints[activation]})
		if parent.kind != "parallel": return
		var result = SUCCESS
		for each in parent.states:
			if a.bytes[each.completed] == 0: return
			if a.bytes[each.completed] == FAILURE: result = FAILURE
		parent.complete(a, result, queue)

	# Take back the completion that a state which is left had given to its owner.
	func uncomplete(a):
		if parent == machine or (status == IDLE and parent.kind != "parallel"): return
		if parent.activity != null and a.bytes[parent.activity.ended] != 0: return
		a.bytes[parent.completed] = 0
		parent.uncomplete(a)

	func tick_activity(a):
		if a.bytes[activity.ended] != 0 or a.visits_left <= 0: return
		activity.bindings.run(a)
		var result = FAILURE
		if machine.notes_failure(a, self, activity): activity.row.halt(a)
		else: result = activity.row.visit_root(a)
		a.state = self
		if result != SUCCESS and result != FAILURE: return
		if not activity.loop: a.bytes[activity.ended] = 1
		complete(a, result, machine.work.completions)

	# Return the outcome that the decision of a choice gives, once for each time the choice is entered.
	func answer_outcome(a):
		var known = machine.work.known_answers.get(index)
		if known != null and known[0] == a.ints[activation]: return known[1]
		var outcome = null
		decision["bindings"].run(a)
		if a.failure != null: a.note(self, a.take_failure())
		else:
			decision["tree"].begin_run(a)
			var leaf = decision["tree"].evaluate(a)
			if leaf != null and leaf.op == "answer_outcome": outcome = leaf.outcome
		machine.work.known_answers[index] = [a.ints[activation], outcome]
		return outcome

class TransitionRow:
	extends Row
	var internal = false
	var interrupt = false
	var reenter = false
	var is_else = false
	var outcome = null
	var asked_in = 0
	var offer = null
	var after = null
	var cooldown = null
	var delay = null
	var source = null
	var targets = []
	var domain = null
	var polled = false
	var eventless = false
	var names = []
	var group = null
	var members = []
	var actions = []
	var weight = null

	func build(p, data):
		internal = data.get("internal", false)
		interrupt = data.get("interrupt", false)
		reenter = data.get("reenter", false)
		is_else = data.get("else", false)
		outcome = data.get("outcome")
		after = timer(p, data.get("after"))
		cooldown = timer(p, data.get("cooldown"))
		delay = timer(p, data.get("delay"))
		source = p.row(data["source"])
		targets = p.rows_of(data.get("targets", []))
		domain = p.row(data["domain"]) if data.get("domain") != null else null
		for each in data.get("events", []):
			if each == "tick": polled = true
			elif each == "always": eventless = true
			else: names.append(each)
		members = [self]
		if data.has("group"):
			group = p.group(data["group"])
			members = group.members
		guard = p.test(data["guard"]) if data.has("guard") else null
		actions = p.block(data.get("actions", []), self)
		weight = p.code(data.get("weight", 1))

	func timer(p, data):
		if data == null: return null
		var found = Timing.new()
		found.ticks = p.duration(data.get("time", 0))
		found.jitter = p.duration(data.get("jitter", 0))
		found.length_place = data.get("length", -1)
		found.enabled_from = data.get("enabled_from", -1)
		found.ready_from = data.get("ready_from", -1)
		found.draws = data.get("draws", -1)
		found.recheck = data.get("recheck", false)
		return found

	func matches(event):
		for each in names:
			if each == "*" or each == event or event.begins_with(each + "."): return true
		return false

	# Note what came of it in this tick; return false.
	func notes(a, came):
		if a.outcomes[index] < came: a.outcomes[index] = came
		return false

	func all_note(a, came):
		for each in members: each.notes(a, came)
		return false

	func is_due(a): return after == null or a.now >= a.ints[after.enabled_from] or all_note(a, GUARD_FALSE)
	func is_ready(a): return cooldown == null or a.now >= a.ints[cooldown.ready_from] or notes(a, GUARD_FALSE)

	func guard_holds(a):
		var is_true = true
		if guard != null:
			a.state = source
			var waiting = members[0].waiting(a)
			is_true = a.ask(guard, [] if waiting == null else waiting["armed"])
			if machine.notes_failure(a, self, guard): is_true = false
			if guard.triggers.size() > 0: a.reads[index] = a.armed if is_true else []
		notes(a, TRUE_BUT_LOST if is_true else GUARD_FALSE)
		return is_true

	# Return what of an entry is enabled, its event apart: pairs of a transition and its weight in a draw.
	func enabled_members(a):
		var ready = []
		for each in members:
			if each.is_ready(a) and each.guard_holds(a): ready.append([each, 1])
		if group == null: return ready
		var found = []
		for pair in ready:
			var drawn_by = pair[0].weight.run(a)
			if a.failure == null and drawn_by < 0: a.fail("A weight is 0 or more, but it is %s." % drawn_by)
			if machine.notes_failure(a, pair[0], pair[0]): drawn_by = 0
			if drawn_by > 0: found.append([pair[0], drawn_by])
		return found

	# Return one of the enabled members of an entry, that of a group drawn; null for none.
	func draw_member(a, enabled):
		if enabled.size() == 0: return null
		if group == null: return enabled[0][0]
		var weights = []
		for pair in enabled: weights.append(pair[1])
		var drawn = Num.draw_weighted(a, source.stream, group.draws, weights)
		return null if machine.notes_failure(a, self, group) else enabled[drawn][0]

	# Tell whether it may be taken as far as the decision tree of its source is concerned.
	func is_answer_taken(a):
		if source == machine or source.decision == null: return true
		var found = source.answer_outcome(a)
		return is_else or (found != null and outcome == found) or all_note(a, GUARD_FALSE)

	# Return what waits for an entry, null for nothing.
	func waiting(a):
		var found = a.pending.get(source.index)
		return found if found != null and found["transition"] == index else null

	func start_pending(a):
		var fixed = null
		var most = delay.ticks.run(a)
		if a.failure == null:
			var by = delay.jitter.run(a)
			if a.failure == null: fixed = Num.spread_ticks(a, stream, delay.draws, most, by)
		if machine.notes_failure(a, self, delay): return notes(a, TRUE_BUT_LOST)
		var armed = []
		for each in members:
			for place in a.reads.get(each.index, []):
				if not armed.has(place): armed.append(place)
		armed.sort()
		a.pending[source.index] = {
			"transition": index, "since": a.now, "due": a.after(fixed), "event": a.event, "armed": armed
		}
		machine.work.postponed.append(self)
		return notes(a, PENDING)

	# Take a transition out of those that wait, and return the event it was enabled by.
	func take_pending(a):
		var first = members[0]
		var found = null if first.delay == null else first.waiting(a)
		if found == null: return null
		a.pending.erase(first.source.index)
		return found["event"]

	func offered(a):
		if not machine.asks(self) or not is_answer_taken(a) or not is_due(a): return null
		return draw_member(a, enabled_members(a))

	func offered_delayed(a):
		var found = a.pending.get(source.index)
		if found == null:
			if not machine.asks(self) or not is_due(a) or enabled_members(a).size() == 0: return null
			if group == null and is_there_already(a): return self
			start_pending(a)
			return null
		if found["transition"] != index or not machine.work.takes_pending or a.now < found["due"]: return null
		if group == null: return self
		a.event = found["event"]
		var drawn = draw_member(a, enabled_members(a))
		a.event = null
		return drawn

	func is_there_already(a):
		if not interrupt or reenter or targets.size() == 0: return false
		for each in machine.effective_targets(a, targets):
			if not each.is_active(a): return false
		return true

	func domain_of(a):
		if domain != null or targets.size() == 0: return domain
		if source == machine: return machine
		var inner = machine.effective_targets(a, targets)
		if (internal or interrupt) and holds_all(source, inner): return source
		var each = source.parent
		while each != machine:
			if holds_all(each, inner): return each
			each = each.parent
		return machine

	func holds_all(state, inner):
		if not state.is_compound(): return false
		for each in inner:
			if not each.is_below(state): return false
		return true

	func execute(a, event):
		a.outcomes[index] = TAKEN
		if cooldown != null:
			var ticks = cooldown.ticks.run(a)
			if machine.notes_failure(a, self, cooldown): ticks = 0
			a.ints[cooldown.ready_from] = a.after(ticks)
		var first_after = members[0].after
		if group != null and targets.size() == 0 and first_after != null:
			first_after.start(a, a.ints[first_after.length_place])
		var current = a.event
		a.state = source
		if event != null: a.event = event
		source.run_machine_block(a, machine, actions)
		a.event = current

# The states to enter: below each domain one way leads down to the targets, and to what they need inside.
class EntryPlan:
	var states = []
	var by_default = []  # compounds whose initial states are entered
	var default_histories = []  # histories that remember nothing
	var goals = []

	func add(a, domain, targets):
		aim(a, targets)
		for child in domain.states:
			if holds_goal(child) and not states.has(child): add_state(a, child)
		states = Values.in_order(states)

	func aim(a, targets):
		for target in targets:
			if target.history == null:
				goals.append(target)
				continue
			var inner = target.remembered(a)
			if inner.size() == 0: default_histories.append(target)
			aim(a, inner if inner.size() > 0 else target.history.default_targets)

	func add_state(a, state):
		if not state.is_active(a): states.append(state)
		if state.kind == "parallel":
			for region in state.states: add_state(a, region)
		if not state.is_compound(): return
		var inner = goal_inside(state)
		if inner == null:
			by_default.append(state)
			aim(a, state.initial)
			inner = goal_inside(state)
		if inner != null: add_state(a, inner)

	func goal_inside(state):
		for each in state.states:
			if holds_goal(each): return each
		return null

	func holds_goal(state):
		for goal in goals:
			if goal == state or goal.is_below(state): return true
		return false

	func enter(a, machine):
		var others = []
		for each in default_histories:
			if not states.has(each.parent) and not others.has(each.parent): others.append(each.parent)
		for owner in Values.in_order(others): run_defaults(a, machine, owner)
		for state in states:
			state.enter_state(a)
			if by_default.has(state): state.run_machine_block(a, machine, state.initial_actions)
			run_defaults(a, machine, state)

	func run_defaults(a, machine, owner):
		for each in default_histories:
			if each.parent == owner:
				a.state = owner
				each.run_machine_block(a, machine, each.history.default_actions)

class MachineRow:
	extends OwnerRow
	var all_states = []
	var all_transitions = []
	var eventless = false
	var work = null
	var selections = 0

	func build(p, data):
		build_owner(p, data)
		all_states = p.rows_within(data.get("all_states", []), self)
		all_transitions = p.rows_within(data.get("all_transitions", []), self)
		eventless = data.get("eventless", false)

	func enter(a):
		a.ints[entered] = -1
		forget(a)

	func stop(a): exit_all(a)

	func take_raised(event):
		if work != null and not work.stopping:
			if work.in_macrostep: work.queue.append(event)
			else: work.later.append(event)

	# Raise `error.execution`, once per macrostep and piece of code.
	func take_failure(code):
		if work != null and not work.failed.has(code):
			work.failed.append(code)
			take_raised({"name": "error.execution", "fields": {}})

	# Tell whether an expression failed; that is noted and raised.
	func notes_failure(a, row, code):
		if a.failure == null: return false
		a.note(row, a.take_failure())
		take_failure(code)
		return true

	func begin_macrostep():
		work.failed = []
		work.in_macrostep = true
		work.rounds = 0

	func active_states(a):
		var found = []
		for each in all_states:
			if each.is_active(a): found.append(each)
		return found

	func atomic_states(a):
		var found = []
		for each in active_states(a):
			var is_atomic = true
			for inner in each.states: is_atomic = is_atomic and not inner.is_active(a)
			if is_atomic: found.append(each)
		return found

	func effective_targets(a, targets):
		var found = []
		for target in targets:
			if target.history == null:
				found.append(target)
				continue
			var inner = target.remembered(a)
			found += effective_targets(a, inner if inner.size() > 0 else target.history.default_targets)
		return found

	func exit_set(a, transitions_taken):
		var domains = []
		for each in transitions_taken:
			var domain = each.domain_of(a)
			if domain != null: domains.append(domain)
		var found = []
		for state in active_states(a):
			for domain in domains:
				if state.is_below(domain):
					found.append(state)
					break
		return found

	func exit_sets_meet(a, left, right):
		var theirs = exit_set(a, [right])
		for each in exit_set(a, [left]):
			if theirs.has(each): return true
		return false

	# -- microsteps

	func microstep(a, taken):
		var domains = []
		for each in taken: domains.append(each.domain_of(a))
		var events = []
		for each in taken: events.append(each.take_pending(a))
		var exited = exit_set(a, taken)
		exit_states(a, exited)
		for k in range(taken.size()): taken[k].execute(a, events[k])
		var plan = EntryPlan.new()
		for k in range(taken.size()):
			if domains[k] != null: plan.add(a, domains[k], taken[k].targets)
		plan.enter(a, self)

	# Exit states, after their histories remember what is active.
	func exit_states(a, exited):
		for state in exited:
			for each in state.histories:
				for pair in each.history.places: a.bytes[pair[1]] = 1 if pair[0].is_active(a) else 0
		for state in Values.reversed(exited): state.leave(a)

	# Forget pending transitions whose guard is false by now, interrupts or ordinary ones.
	func recheck_pending(a, interrupts_only):
		for waiting in a.pending_in_order():
			var found = waiting[1]
			var entry = a.program.rows[found["transition"]]
			if entry.machine != self or entry.interrupt != interrupts_only: continue
			a.event = found["event"]
			var is_false = false
			if entry.delay.recheck:
				is_false = true
				for each in entry.members:
					if each.guard_holds(a):
						is_false = false
						break
			a.event = null
			if is_false: a.pending.erase(waiting[0])
			entry.notes(a, GUARD_FALSE if is_false else PENDING)

	# -- selection

	func begin_selection(asks_for, item, takes_pending):
		selections += 1
		work.selection = selections
		work.asks = asks_for
		work.item = item
		work.takes_pending = takes_pending
		work.postponed = []

	func end_selection(a, picked):
		var readers = picked.duplicate()
		for entry in work.postponed: readers += entry.members
		for each in readers:
			a.consume(a.reads.get(each.index, []))
			a.reads.erase(each.index)
		return picked

	func asks(entry):
		if work.asks == "polled": return entry.polled
		if work.asks == "always": return entry.eventless
		var item = work.item
		return entry.matches(item["name"]) and (not item.has("state") or entry.source == item["state"])

	# Return the first transition that one of these entries offers in this selection, or null.
	func first_offered(a, entries):
		for entry in entries:
			if entry.asked_in != work.selection:
				entry.asked_in = work.selection
				entry.offer = null
				entry.offer = entry.offered(a) if entry.delay == null else entry.offered_delayed(a)
			if entry.offer != null: return entry.offer
		return null

	# Select for an event, offered to interrupts and transitions, or for a completion, to those of its state.
	func select_for_event(a, item):
		begin_selection("event", item, false)
		var taken = [] if item.has("state") else pick_interrupts(a)
		var found = taken.duplicate()
		for each in pick_inner_first(a):
			var stopped = false
			for other in taken:
				var domain = other.domain_of(a)
				if domain != null and (is_inside(each.source, domain) or exit_sets_meet(a, each, other)):
					stopped = true
					break
			if stopped: each.notes(a, TRUE_BUT_LOST)
			else: found.append(each)
		return end_selection(a, found)

	func is_inside(row, above): return above.index < row.index and row.index < above.end

	# Walk from each active atomic state to the machine; the first that is offered ends a walk.
	func pick_inner_first(a):
		var picked = []
		for state in atomic_states(a):
			for owner in Values.reversed(state.chain):
				var found = first_offered(a, owner.transitions)
				if found != null:
					if not picked.has(found): picked.append(found)
					break
		return without_conflicts(a, picked, false)

	# Walk from the machine to each active atomic state; one without targets does not end a walk.
	func pick_outer_first(a, asked, left_out):
		var picked = []
		for state in atomic_states(a):
			var ends_walk = false
			for owner in state.chain:
				if ends_walk: break
				if left_out.has(owner) or (asked != null and not asked.has(owner)): continue
				for entry in owner.transitions:
					var found = first_offered(a, [entry])
					if found != null and not picked.has(found): picked.append(found)
					if found != null and found.targets.size() > 0:
						ends_walk = true
						break
		return without_conflicts(a, picked, true)

	# Walk the machine and its active states outside in; each offers its first enabled interrupt.
	func pick_interrupts(a):
		var picked = []
		for owner in [self] + all_states:
			if owner.interrupts.size() == 0 or (owner != self and not owner.is_active(a)): continue
			var found = first_offered(a, owner.interrupts)
			if found == null: continue
			var loses = found.is_there_already(a)
			for each in picked: loses = loses or exit_sets_meet(a, found, each)
			if loses: found.notes(a, TRUE_BUT_LOST)
			else: picked.append(found)
		return picked

	# Drop losers among transitions whose exit sets meet.
	func without_conflicts(a, picked, outer_wins):
		if picked.size() < 2: return picked
		var kept = []
		for transition in picked:
			var rivals = []
			var wins = true
			for each in kept:
				if exit_sets_meet(a, transition, each):
					rivals.append(each)
					var is_better = is_inside(each.source, transition.source)
					if not outer_wins: is_better = is_inside(transition.source, each.source)
					wins = wins and is_better
			for each in rivals if wins else [transition]: each.notes(a, TRUE_BUT_LOST)
			if wins:
				var left = []
				for each in kept:
					if not rivals.has(each): left.append(each)
				kept = left + [transition]
		return kept

	# -- running to rest

	func is_over(a, item):
		return not item["state"].is_active(a) or a.ints[item["state"].activation] != item["activation"]

	# Count a round; false where there are too many, and the rest of the tick is dropped.
	func add_round(a):
		work.rounds += 1
		work.restless = work.restless or work.rounds > a.program.rounds
		return not work.restless

	# Take transitions as one microstep, if there are any.
	func take(a, picked):
		if picked.size() > 0 and add_round(a): microstep(a, picked)

	# Take one event or completion; one of a state that has been left since is dropped.
	func take_item(a, item):
		if item.has("state") and is_over(a, item): return
		a.event = null if item.has("state") else item
		var picked = select_for_event(a, item)
		if not add_round(a): return
		if picked.size() > 0: microstep(a, picked)
		a.event = null

	# Take one event or completion and run to rest.
	func macrostep(a, item):
		if not work.goes_on() or (item.has("state") and is_over(a, item)): return
		begin_macrostep()
		take_item(a, item)
		run_to_rest(a)

	func run_to_rest(a):
		while work.goes_on():
			var picked = []
			if eventless:
				begin_selection("always", null, false)
				picked = end_selection(a, pick_inner_first(a))
			if picked.size() > 0: take(a, picked)
			elif work.queue.size() > 0: take_item(a, work.queue.pop_front())
			else: break
		work.in_macrostep = work.restless

	# -- the tick of a machine

	func tick(a):
		var outer = a.state
		var made = Work.new()
		work = made
		if a.ints[entered] == -1: start_machine(a)
		else: steps(a)
		if made.restless:
			a.note(self, NO_REST)
			a.event = null
		if made.status != IDLE: exit_all(a)
		work = null
		a.state = outer
		return RUNNING if made.status == IDLE else made.status

	# Step 1: enter the initial states; then steps 6 and 7.
	func start_machine(a):
		a.ints[entered] = a.now
		a.state = self
		begin_macrostep()
		start_timers(a, self)
		run_machine_block(a, self, initial_actions)
		enter_below(a, initial)
		enter_ordered(a)
		updates(a)

	func enter_below(a, targets):
		var plan = EntryPlan.new()
		plan.add(a, self, targets)
		plan.enter(a, self)
		run_to_rest(a)

	# Enter the states that the game ordered, as from the root.
	func enter_ordered(a):
		if a.entries.size() == 0 or work.restless: return
		var ordered = []
		var others = []
		for each in a.entries:
			if each.machine == self: ordered.append(each)
			else: others.append(each)
		a.entries = others
		for each in ordered:
			if not work.goes_on(): return
			begin_macrostep()
			exit_states(a, active_states(a))
			enter_below(a, [each])

	func steps(a):
		var due = a.due_events(index)  # what is raised from now on waits for the next tick
		enter_ordered(a)
		begin_macrostep()
		run_to_rest(a)  # step 2
		for each in due:
			if work.goes_on() and a.take_delayed(each): macrostep(a, each["event"])
		for each in a.events: macrostep(a, each)  # step 3
		polled_interrupts(a)  # step 4
		polled_transitions(a)  # step 5
		updates(a)  # steps 6 and 7

	func polled_interrupts(a):
		if not work.goes_on(): return
		work.fresh = []
		begin_macrostep()
		recheck_pending(a, true)
		begin_selection("polled", null, true)
		take(a, end_selection(a, pick_interrupts(a)))
		run_to_rest(a)

	# Ask all states but those entered in step 4; then, while transient states were entered, these alone.
	func polled_transitions(a):
		var entered_before = work.fresh
		var passes = 0
		var only = null
		while work.goes_on() and (only == null or only.size() > 0):
			work.fresh = []
			begin_macrostep()
			if only == null: recheck_pending(a, false)
			begin_selection("polled", null, true)
			var picked = end_selection(a, pick_outer_first(a, only, entered_before if only == null else []))
			if passes > a.program.rounds and picked.size() > 0:
				work.restless = true
				return
			take(a, picked)
			run_to_rest(a)
			if work.restless: return
			only = []
			for each in active_states(a):
				if each.transient and (work.fresh.has(each) or entered_before.has(each)): only.append(each)
			if passes > a.program.rounds and only.size() > 0:
				work.restless = true  # it picked nothing, and yet goes on
				return
			entered_before = []
			passes += 1

	# Steps 6 and 7: update the active states and tick their activities, outer first, and take what came of it.
	func updates(a):
		if not work.goes_on(): return
		work.failed = []
		for state in all_states:
			if state.is_active(a):
				a.state = state
				run_machine_block(a, self, state.update)
				if state.activity != null: state.tick_activity(a)
		var items = work.completions + work.later
		for item in items: macrostep(a, item)
		if items.size() == 0:
			begin_macrostep()
			run_to_rest(a)

	func exit_all(a):
		if work != null: work.stopping = true
		for state in Values.reversed(active_states(a)): state.leave(a)
		forget(a)

	# Forget histories, cooldowns, and what is delayed and pending: the machine begins or is over.
	func forget(a):
		var kept = []
		for each in a.delayed:
			if each["machine"] != index: kept.append(each)
		a.delayed = kept
		for owner in [self] + all_states:
			a.pending.erase(owner.index)
			if owner.history != null:
				for pair in owner.history.places: a.bytes[pair[1]] = 0
		for each in all_transitions:
			if each.cooldown != null: a.ints[each.cooldown.ready_from] = 0


# ---- Programs --------------------------------------------------------------------------------------------------

# A program that is built: its rows, and what its code is made of. `problem` says what is damaged.
class Program:
	const LINES = ["assign", "draw", "set", "list", "raise", "raise_later", "cancel", "send", "if", "do"]
	var problem = ""
	var given = {}
	var rate = 1
	var rounds = 1000
	var needs = {}
	var memory = {}
	var curves = {}
	var variables = []
	var own = []
	var rising = []
	var risen = -1  # the place of when variables last rose
	var triggers = []
	var triggers_read = []
	var rows = []
	var claims = []
	var states = []
	var defaults = null
	var groups = {}
	var angles = Angles.new()

	# Return a row for each op.
	static func ops():
		return {
			"ordered": OrderedRow, "round_robin": RoundRobinRow, "pipeline_sequence": PipelineRow,
			"shuffled": ShuffledRow, "random_child": RandomChildRow, "parallel": ParallelRow,
			"simple_parallel": SimpleParallelRow, "utility": UtilityRow, "if_else": IfElseRow, "switch": SwitchRow,
			"try_recover": TryRecoverRow, "map_result": MapResultRow, "loop": LoopRow, "for_each": ForEachRow,
			"timeout": TimeoutRow, "delay": DelayRow, "cooldown": CooldownRow, "rate_limit": RateLimitRow,
			"run_limit": RunLimitRow, "probability": ProbabilityRow, "pass": PassRow, "fixed": FixedRow,
			"test": TestRow, "block": BlockRow, "log": LogRow, "wait": WaitRow, "action": ActionRow,
			"call": CallRow, "run": CallRow, "claim": ClaimRow, "release": ReleaseRow, "machine": MachineRow,
			"decision_tree": DecisionTreeRow, "ask_test": AskTestRow, "ask_ranges": AskRangesRow,
			"ask_switch": AskSwitchRow, "ask_first_of": AskFirstRow, "ask_table": AskTableRow,
			"ask_random": AskRandomRow, "ask_tree": AskTreeRow, "ask_nothing": AskTreeRow,
			"answer_outcome": AskTreeRow, "answer_value": AskTreeRow, "state": StateRow, "transition": TransitionRow,
		}

	func build(data):
		given = data
		for part in ["rows", "variables", "triggers", "groups", "defaults", "memory"]:
			if data.has(part): check_shape({part: data[part]})
		memory = data.get("memory", {})
		for sort in memory if typeof(memory) == TYPE_DICTIONARY else {}:
			if typeof(memory[sort]) == TYPE_INT and (memory[sort] < 0 or memory[sort] > MOST_PLACES):
				refuse("its memory cannot have %s %s" % [memory[sort], sort])
		if problem != "": return
		rate = data["rate"]
		rounds = data.get("rounds", 1000)
		needs = data.get("needs", {})
		for each in data.get("variables", []):
			var made = Variable.new()
			made.declare(each, variables.size())
			variables.append(made)
			if made.scope == "agent": own.append(made)
		read_curves(data.get("curves", {}))
		read_rising(data.get("variables", []), data.get("risen"))
		for each in data.get("triggers", []):
			var made = Trigger.new()
			made.variable = each["variable"]
			made.place = variable(each["variable"]).place
			made.ticks = each.get("ticks", 0)
			made.until = each.get("until", -1)
			made.latched = each.get("latched", false)
			made.ages = each.get("ages", false)
			triggers.append(made)
		check_ways(data["rows"])
		if problem != "" or not make_rows(data["rows"]): return
		for row in rows:
			row.build(self, data["rows"][row.index])
			if row.claimed >= 0: claims.append(row)
			if row.op == "state": states.append(row)
		for each in claims:
			if data["rows"][each.index].get("until") != null:
				var until = row(data["rows"][each.index]["until"])
				until.claims = until.claims + [each]
		defaults = fresh(data.get("defaults", []), false)

	func read_curves(named):
		if typeof(named) != TYPE_DICTIONARY: named = {"": named}
		for label in named:
			curves[label] = Table.new()
			var words = curves[label].fill(label, named[label])
			if words != "": refuse(words)

	func read_rising(listed, place):
		for k in range(listed.size()):
			var rise = listed[k].get("rise", 0)
			if rise == null or (Num.is_number(rise) and rise == 0): continue
			var fits = variables[k].scope == "agent" and variables[k].sort == "float"
			if not fits or not Num.is_finite_number(rise): refuse("The variable '%s' cannot rise" % variables[k].label)
			else:
				var made = Rising.new()
				made.place = variables[k].place
				made.rise = float(rise)
				if Num.is_number(listed[k].get("min")): made.least = float(listed[k]["min"])
				if Num.is_number(listed[k].get("max")): made.most = float(listed[k]["max"])
				rising.append(made)
		risen = -1 if place == null else place
		if is_int_place(place) if rising.size() > 0 else place == null: return
		refuse("There is no place %s for when variables rose" % str(place))

	func is_int_place(place): return typeof(place) == TYPE_INT and place >= 0 and place < memory.get("ints", 0)

	# Refuse what is no list, no whole number or no object where only that can be: a loop takes a number, too.
	func check_shape(data):
		if typeof(data) == TYPE_ARRAY:
			for each in data: check_shape(each)
		elif typeof(data) == TYPE_DICTIONARY:
			for key in data:
				var sort = typeof(data[key])
				if LISTS.has(key) and sort != TYPE_ARRAY: refuse("'%s' is no list" % key)
				elif key in SEVERAL and (sort == TYPE_INT or sort == TYPE_FLOAT): refuse("'%s' is a number" % key)
				elif NUMBERS.has(key) and sort != TYPE_INT: refuse("'%s' is no whole number" % key)
				elif PARTS.has(key) and sort != TYPE_DICTIONARY and sort != TYPE_NIL: refuse("'%s' is no object" % key)
				elif sort == TYPE_DICTIONARY and (key == "arguments" or key == "fields"):
					check_shape(data[key].values())  # by the names of a game
				else: check_shape(data[key])

	# Refuse questions that lead back to themselves.
	func check_ways(listed):
		var done = {}
		for first in listed.size():
			var way = [first]
			var inside = {}
			while way.size() > 0 and problem == "":
				var at = way.back()
				if done.has(at) or inside.has(at):
					done[at] = true
					inside.erase(at)
					way.pop_back()
					continue
				inside[at] = true
				for next in listed[at].get("branches", []):
					if inside.has(next): refuse("Row %s is within itself" % next)
					elif typeof(next) == TYPE_INT and next >= 0 and next < listed.size(): way.append(next)

	func make_rows(listed):
		var known = ops()
		for each in listed:
			if not known.has(each.get("op")):
				refuse("There is no op '%s' of rows" % each.get("op"))
				return false
			var made = known[each["op"]].new()
			made.index = rows.size()
			made.op = each["op"]
			var above = each.get("parent", -1)
			made.parent = rows[above] if above != null and above >= 0 and above < rows.size() else null
			made.end = each.get("end", made.index + 1)
			made.disabled = each.get("disabled", false)
			made.stream = each.get("stream", -1)
			made.draws = each.get("draws")
			rows.append(made)
		if rows.size() == 0:
			refuse("There are no rows")
			return false
		for made in rows:
			var data = listed[made.index]
			if data.get("machine") != null: made.machine = row(data["machine"])
			if made.op == "state" or made.op == "transition" or made.op == "machine": continue
			if not (made.op.begins_with("ask_") or made.op.begins_with("answer_")):
				made.children = rows_within(data.get("children", []), made)
		for made in rows:
			if made.op != "state" and made.op != "transition" and problem == "":
				build_node(made, listed[made.index])
		return problem == ""

	# Build what all nodes of trees may have.
	func build_node(made, data):
		if data.get("guard") != null:
			var gate = data["guard"]
			made.guard = held_test(gate)
			made.guard.while_running = gate.get("while_running", false)
			made.guard.refused = RESULTS.get(gate.get("refused"), FAILURE)
			made.guard.aborts_lower = gate.get("aborts_lower", false)
			made.guard.last_test = gate.get("last_test", -1)
		for each in data.get("preconditions", []):
			var made_test = held_test(each)
			made_test.lasting = each.get("while", false)
			made_test.gives = RESULTS.get(each.get("gives"), IDLE)
			made.preconditions.append(made_test)
		for each in data.get("services", []):
			made.services.append({
				"due": each["due"], "interval": each["interval"], "spread": each.get("spread", -1),
				"draws": each.get("draws", -1),
				"every": duration(each.get("every", 0)),
				"jitter": duration(each["jitter"]) if each.has("jitter") else null,
				"guard": code(each.get("guard", true)),
				"block": block(each.get("block", []), made),
			})
		for each in data.get("ends", []):
			var owner = row(each["row"])
			var blocks = [block(each.get("on_halt", []), owner), [], block(each.get("on_success", []), owner),
				block(each.get("on_failure", []), owner), []]
			made.ends.append({"row": owner, "blocks": blocks, "on_end": block(each.get("on_end", []), owner)})

	func held_test(data):
		var made = test(data["test"])
		made.held = data.get("held", -1)
		return made

	func refuse(words):
		if problem == "": problem = words

	func row(number):
		if typeof(number) == TYPE_INT and number >= 0 and number < rows.size(): return rows[number]
		refuse("There is no row %s" % number)
		return rows[0]

	# Return rows that are within another one, so that no walk down comes back to where it began.
	func rows_within(numbers, around):
		var found = rows_of(numbers)
		for each in found:
			if each.index <= around.index: refuse("Row %s is within itself" % around.index)
		return found

	func rows_of(numbers):
		var found = []
		for number in numbers: found.append(row(number))
		return found

	func variable(number):
		if typeof(number) == TYPE_INT and number >= 0 and number < variables.size(): return variables[number]
		refuse("There is no variable %s" % number)
		return Variable.new()

	func trigger_of(number):
		for each in triggers:
			if each.variable == number: return each
		return null

	func group(number):
		if not groups.has(number):
			var made = Group.new()
			made.members = rows_of(given["groups"][number].get("members", []))
			made.draws = given["groups"][number].get("draws", -1)
			groups[number] = made
		return groups[number]

	# -- code

	# Build a parameter: an expression, or a value.
	func code(data):
		if typeof(data) != TYPE_DICTIONARY or not data.has("node"): return constant(data, null)
		match data["node"]:
			"constant": return constant(data.get("value"), data.get("type", "float"))
			"variable_read": return variable_read(variable(data["variable"]))
			"context_read":
				var made = ContextRead.new()
				made.label = data["name"]
				made.rate = float(rate)
				return made
			"event_name": return EventName.new()
			"event_field", "received", "last_field":
				var made = EventRead.new()
				made.event_name = data.get("event")
				made.field = data.get("field")
				return made
			"entity_field":
				var made = EntityField.new()
				made.entity = code(data["entity"])
				made.field = data["field"]
				return made
			"vector_component":
				var made = Component.new()
				made.operand = code(data["vector"])
				made.part = 0 if data["component"] == "x" else 1
				return made
		return operation(data)

	func operation(data):
		match data["node"]:
			"curve":
				var made = CurveRead.new()
				made.label = data["curve"]
				made.table = curves.get(made.label)
				made.operand = code(data["operand"])
				if made.table == null: refuse("There is no curve '%s'" % made.label)
				return made
			"to_float", "negate", "not":
				var made = Unary.new()
				made.label = data["node"]
				made.operand = code(data["operand"])
				return made
			"arithmetic":
				var made = Arithmetic.new()
				made.left = code(data["left"])
				made.right = code(data["right"])
				made.sign_of = data["operator"]
				made.type = data.get("type", "float")
				return made
			"comparison":
				var made = Comparison.new()
				made.operands = codes(data["operands"])
				made.signs = data["operators"]
				return made
			"logical":
				var made = Logical.new()
				made.operands = codes(data["operands"])
				made.stops_at = data["operator"] == "or"
				return made
			"conditional":
				var made = Conditional.new()
				made.test = code(data["condition"])
				made.when_true = code(data["when_true"])
				made.when_false = code(data["when_false"])
				return made
			"function_call":
				var made = FunctionCall.new()
				made.label = data["function"]
				made.operands = codes(data["arguments"])
				made.type = data.get("type", "float")
				made.angles = angles
				return made
			"condition_call":
				var made = ConditionCall.new()
				made.label = data["condition"]
				made.operands = codes(data.get("arguments", []))
				return made
		refuse("There is no node '%s' in expressions" % data["node"])
		return Code.new()

	func constant(value, type):
		var made = Constant.new()
		made.value = Values.shaped(value, type)
		return made

	func variable_read(read):
		if typeof(read.type) == TYPE_STRING and read.type == "trigger":
			if not triggers_read.has(read.place): triggers_read.append(read.place)
			var armed = TriggerRead.new()
			armed.place = read.place
			return armed
		var made = VariableRead.new()
		made.variable = read
		return made

	func codes(list):
		var found = []
		for each in list: found.append(code(each))
		return found

	# Build a test with the places of the triggers that it may read.
	func test(node):
		triggers_read = []
		var made = Test.new()
		made.code = code(node)
		made.triggers = triggers_read.duplicate()
		made.triggers.sort()
		return made

	func count(data):
		var made = Count.new()
		made.operand = code(data)
		return made

	func duration(data):
		if Num.is_number(data): return constant(int(data), null)
		var made = Duration.new()
		made.operand = code(data)
		made.rate = rate
		return made

	func block(lines, row_of_block):
		var found = []
		for k in range(lines.size()):
			var made = line(lines[k], row_of_block)
			made.row = row_of_block
			made.number = lines[k].get("line", k)
			found.append(made)
		return found

	func line(data, of):
		match data["op"]:
			"assign":
				var made = AssignLine.new()
				made.writer = writer(data["variable"], data.get("value"))
				return made
			"draw":
				var made = DrawLine.new()
				made.variable = variable(data["variable"])
				made.sort = data["draw"]
				made.draws = data["draws"]
				made.operands = codes(data["arguments"])
				return made
			"set":
				var made = SetLine.new()
				made.trigger = trigger_of(data["variable"])
				return made
			"list":
				var made = ListLine.new()
				made.variable = variable(data["variable"])
				made.change = data["change"]
				made.item = code(data.get("item"))
				return made
			"if":
				var made = IfLine.new()
				made.test = code(data["test"])
				made.lines = block(data.get("then", []), of)
				made.others = block(data.get("else", []), of)
				return made
			"do":
				var made = DoLine.new()
				made.game_call = game_call(of, data["action"], data.get("arguments", {}))
				return made
		return event_line(data, of)

	func event_line(data, of):
		match data["op"]:
			"raise":
				var made = RaiseLine.new()
				made.event = event(data)
				return made
			"raise_later":
				var made = RaiseLaterLine.new()
				made.event = event(data)
				made.after = duration(data["after"])
				made.id = data.get("id", "")
				made.machine = -1 if of.machine == null else of.machine.index
				made.state = -1 if data.get("outlives_state", false) else made.state_around(of)
				return made
			"cancel":
				var made = CancelLine.new()
				made.id = data.get("id", "")
				made.machine = -1 if of.machine == null else of.machine.index
				return made
			"send":
				var made = SendLine.new()
				made.event = event(data)
				made.entity = code(data["entity"]) if data.has("entity") else null
				made.receiver = data.get("receiver", "")
				return made
		refuse("There is no op '%s' of lines" % data["op"])
		return Line.new()

	# Build what writes a value to a variable.
	func writer(number, value):
		var made = Writer.new()
		made.variable = variable(number)
		made.code = code(value)
		if made.code is Constant: made.code.value = Values.shaped(made.code.value, made.variable.type)
		return made

	func bindings(list):
		var made = Bindings.new()
		for each in list: made.writers.append(writer(each["variable"], each.get("value")))
		return made

	func fresh(list, is_ticking):
		var made = Fresh.new()
		for each in list:
			if each.has("buffer"):
				made.steps.append([each["buffer"], each["place"], null, null, null])
				continue
			var written = variable(each["variable"])
			var first = Values.shaped(each.get("value"), written.type)
			if not Values.fits(first, written.type):
				refuse("A first value is not %s" % Values.words(written.type))
			var trigger = trigger_of(each["variable"])
			var arms = trigger != null and first and is_ticking
			made.steps.append(["", 0, written, first, trigger if arms else null])
		return made

	func event(data):
		var made = EventMaker.new()
		made.label = data["event"]
		var fields = data.get("fields", {})
		made.fields = fields.keys()
		made.fields.sort()
		var types = needs.get("events", {}).get(made.label, {}).get("payload", {})
		for field in made.fields:
			var built = code(fields[field])
			if built is Constant: built.value = Values.shaped(built.value, types.get(field))
			made.values.append(built)
		return made

	func game_call(of, label, arguments):
		var made = GameCall.new()
		made.row = of
		made.label = label
		for each in needs["actions"][label].get("parameters", []):
			var built = code(arguments[each["name"]] if arguments.has(each["name"]) else each.get("default"))
			if built is Constant: built.value = Values.shaped(built.value, each["type"])
			made.names.append(each["name"])
			made.values.append(built)
		return made

	# Build what gives the branch of the case that equals a value, else the default one.
	func case_of(data):
		var made = Cases.new()
		made.asked = code(data["value"])
		for each in data.get("cases", []): made.known.append(Values.shaped(each, null))
		made.other = data.get("default", -1)
		return made

# A mind as a game loads it: a program that agents can be given. Where `problem` is not "" it cannot be used.
class Mind:
	var problem = ""
	var program = null
	var hash_of = ""
	var rate = 1
	var needs = {}
	var names = null

	# Read the text of an export (or the dictionary it holds), and of the file of names beside it.
	static func parse(text, names_text = null):
		var mind = Mind.new()
		var problem = mind.fill(text, names_text)
		if problem != "":
			mind.problem = problem + "."
			push_error("Mindloom: " + mind.problem)
		return mind

	func fill(text, names_text):
		var data = parsed(text, "export")
		if typeof(data) == TYPE_STRING: return data
		var again = "Export the document again: mindloom export NAME.mind.json"
		if not Values.same(data.get("format"), "mindloom-runtime"):
			return "The file is no export: its format is not \"mindloom-runtime\""
		var uses = data.get("uses")
		if not Values.same(data.get("version"), 2) or typeof(uses) != TYPE_DICTIONARY:
			# The first files that said 2 had the form of 1.
			var version = 1 if Values.same(data.get("version"), 2) else data.get("version")
			return "The export is of version %s, and this executor reads version 2. %s" % [version, again]
		var known = {"functions": FunctionCall.NAMES, "lines": Program.LINES, "ops": Program.ops().keys()}
		for sort in known:
			for each in uses.get(sort, []):
				if not known[sort].has(each):
					return "The export uses '%s' (%s), which this executor does not have" % [each, sort]
		program = Program.new()
		program.build(data)
		if program.problem != "": return "The export is damaged: %s. %s" % [program.problem, again]
		hash_of = data["hash"]
		rate = data["rate"]
		needs = program.needs
		if names_text != null:
			names = parsed(names_text, "file of names")
			if typeof(names) == TYPE_STRING: return names
			if names.get("program") != hash_of: return "The file of names is of another export"
		return ""

	# Return the dictionary that a text holds, or why it holds none.
	func parsed(text, what):
		if typeof(text) == TYPE_DICTIONARY: return text
		var reader = JsonReader.new()
		var found = reader.read(str(text))
		if reader.problem != "": return "The %s is no JSON: %s" % [what, reader.problem]
		return found if typeof(found) == TYPE_DICTIONARY else "The %s holds no object" % what

	# Return how a row is called: a path where there are names, else its number.
	func name_of(row):
		if names == null: return str(row)
		var known = names["rows"][row]
		return str(known[2] if known[2] != null and known[2] != "" else known[1])

	# Let go what refers to each other in circles, which Godot does not free by itself. It cannot be used then.
	func close():
		if program == null: return
		for row in program.rows:
			for property in row.get_property_list():
				if property["usage"] & PROPERTY_USAGE_SCRIPT_VARIABLE: row.set(property["name"], null)
		program = null


# ---- What actions and conditions are called with ---------------------------------------------------------------

class Context:
	var minds = null
	var mind = null
	var game_call = null
	var agent = ""
	var entered = 0
	var failed = null

	func of(a, call_of, since):
		mind = a
		agent = a.id
		game_call = call_of
		entered = since
		return self

	# Say that what the game was asked cannot be done; an action fails by it, and an expression.
	func fail(words):
		failed = str(words)
		return "failure"

	# The number of the row that asks, -1 for a condition.
	func row(): return -1 if game_call == null else game_call.row.index
	func action(): return "" if game_call == null else game_call.label
	func now(): return mind.now

	# The seconds since the action began.
	func elapsed(): return (mind.now - entered) * dt()

	# The seconds of a tick.
	func dt(): return 1.0 / mind.program.rate

	# Draw a number from 0 to below 1; it is the same in each run of the game.
	func random():
		return Num.draw_float(mind, game_call.row.stream, game_call.row.draws) if can_draw() else 0.0

	func random_int(low, high):
		return Num.draw_int(mind, game_call.row.stream, game_call.row.draws, low, high) if can_draw() else low

	func can_draw():
		if game_call != null and game_call.row.draws != null: return true
		fail("This node has no place that counts draws.")
		return false

	func entity_field(entity, field):
		var found = minds.field_of(mind, entity, field)
		if mind.failure != null: fail(mind.take_failure())
		return found

	func effect(label, given = {}):
		minds.effects.append({"agent": agent, "name": label, "arguments": copied_fields(given)})

	func steer(behavior, given = {}, weight = 1.0, priority = 1):
		mind.steer(game_call.row, behavior, copied_fields(given), weight, priority)

	func steer_as_asked(given):
		var others = copied_fields(given)
		others.erase("weight")
		others.erase("priority")
		var weight = given.get("weight")
		var priority = given.get("priority")
		steer(action(), others, 1.0 if weight == null else weight, 1 if priority == null else priority)
		return "running"

	func copied_fields(given):
		var found = {}
		for key in given: found[key] = Values.copied(given[key])
		return found


# ---- Agents ----------------------------------------------------------------------------------------------------

# One agent with its mind: its variables, its events, its nodes.
class Agent:
	var minds = null
	var id = ""
	var mind = null
	var program = null
	var bytes = []
	var ints = []
	var floats = []
	var objects = []
	var outcomes = []  # what each row did in the last tick
	var mixed = 0
	var ahead = 0  # ticks that passed for this agent alone
	var posted = []  # events that wait for the next tick
	var delayed = []  # events that wait, in the order in which they are due, then were raised
	var delays = 0  # how many were ever delayed: their numbers tell them apart
	var pending = {}  # transitions that wait, by the row of their source
	var reads = {}  # by transition, what its guard read armed
	var held = []  # triggers that count as armed
	var made = []  # steering requests of this tick, in the order of rows
	var requests = []  # those in force
	var quiet = 0
	var orders = null  # what nodes were ordered to give, by their rows; null for nothing
	var entries = []  # states that are ordered to be entered
	var ended = false
	var final = null  # the row of the final state that it ended in
	var status = "idle"
	var world = []
	var tables = {}  # of curves, its own by name: they stand in place of the program's
	var errors = []  # what went wrong in the last tick
	var asked = []  # conditions that were asked in this tick
	var armed = []  # triggers that the last test read armed
	var visits_left = MOST_VISITS
	var passed_guard = -1
	var events = []  # those that this tick takes
	var event = null  # the one that is being taken
	var state = null  # the state, or machine, around what is evaluated
	var now = 0
	var failure = null  # the words of what failed and is not yet told

	func begin():
		bytes = filled(program.memory.get("bytes", 0), 0)
		ints = filled(program.memory.get("ints", 0), 0)
		floats = filled(program.memory.get("floats", 0), 0.0)
		objects = filled(program.memory.get("objects", 0), null)
		mixed = Num.fmix(Num.fmix(minds.seed_number) ^ Num.fnv1a(id))
		ahead = 0
		posted = []
		delayed = []
		pending = {}
		held = []
		requests = []
		quiet = 0
		drop_orders()
		ended = false
		final = null
		status = "idle"
		world = []
		for each in program.variables: world.append(minds.cells[each.label] if each.world else null)
		begin_reports()
		for row in program.rows:
			if row.op == "ordered" and not row.keep: ints[row.place] = -1
		program.defaults.run(self)
		for trigger in program.triggers:
			if bytes[trigger.place] != UNARMED: arm(trigger, ARMED)

	func filled(count, value):
		var found = []
		for _k in range(count): found.append(value)
		return found

	# -- what the game tells it

	# Write a variable, as a sensor would; true arms a trigger for the next tick. False where it is refused.
	func set_value(label, value):
		var variable = declared(label)
		if variable == null: return false
		var given = Values.shaped(value, variable.type)
		if not Values.fits(given, variable.type):
			var said = [label, Values.words(variable.type), JsonWriter.text_of(value)]
			return minds.refuse("The variable '%s' is %s and cannot take %s" % said)
		variable.write(self, given)
		now = minds.tick_now + ahead
		if variable.sort == "trigger" and given:
			for trigger in program.triggers:
				if trigger.place == variable.place: arm(trigger, ARMED)
		if minds.watcher != null: minds.watcher.put(self, label)
		return true

	# Return the value of a variable: [x, y] for a vector, an array for a list, null for nobody.
	func get_value(label):
		var variable = declared(label)
		return null if variable == null else variable.read(self)

	# Return all variables of the agent with their values now.
	func variables():
		var found = {}
		for each in program.own: found[each.label] = each.read(self)
		return found

	func declared(label):
		var known = []
		for each in program.own:
			if each.label == label: return each
			known.append(each.label)
		var names = Values.joined(known, ", ") if known.size() > 0 else "none"
		minds.refuse("The mind has no variable '%s'; it has %s" % [label, names])
		return null

	# Post an event for the next tick; false where it is refused.
	func post(event_name, payload = {}):
		var made_of = event_of(event_name, payload)
		if typeof(made_of) == TYPE_BOOL: return false
		receive(made_of)
		return true

	func receive(came):
		posted = posted + [came]
		if minds.watcher != null: minds.watcher.posted(self, came)

	# Return an event that the game may post; false for any other.
	func event_of(event_name, payload):
		var known = program.needs.get("events", {})
		if not known.has(event_name):
			var names = Values.joined(known.keys(), ", ") if known.size() > 0 else "none"
			return minds.refuse("The mind has no event '%s'; it has %s" % [event_name, names])
		var types = known[event_name].get("payload", {})
		for field in types.keys() + payload.keys():
			if not types.has(field) or not payload.has(field):
				var words = []
				for each in types: words.append("%s: %s" % [each, Values.words(types[each])])
				var carried = Values.joined(words, ", ") if words.size() > 0 else "nothing"
				return minds.refuse("The event '%s' carries %s; see '%s'" % [event_name, carried, field])
		var fields = {}
		for field in types:
			var value = Values.shaped(payload[field], types[field])
			if not Values.fits(value, types[field]):
				return minds.refuse("%s.%s is %s" % [event_name, field, Values.words(types[field])])
			fields[field] = Values.copied(value)
		return {"name": event_name, "fields": fields}

	# Overrule the mind: let the node of a row end with "success", "failure" or "skipped" at its next visit. "disabled"
	# skips it at every visit; null takes that back. "enter" lets a state be entered in the next tick. False where it
	# is refused.
	func order(row, to):
		if not minds.must_rest("give orders"): return false
		if ended: return minds.refuse("The mind has ended; it takes no orders")
		if not (to == null or typeof(to) == TYPE_STRING) or not ORDERS.has(to):
			return minds.refuse("An order is success, failure, skipped, disabled, enter or null, not %s" % str(to))
		var enters = to != null and to == "enter"
		var is_row = typeof(row) == TYPE_INT and row >= 0 and row < program.rows.size()
		var found = program.rows[row] if is_row else null
		if found == null or found.disabled or (found.op != "state" if enters else not found.is_node()):
			var fits = "state that can be entered" if enters else "node that can be forced"
			return minds.refuse("Row %s is no %s" % [str(row), fits])
		if enters: entries = entries + [found]
		else: keep_order(row, to)
		if minds.watcher != null: minds.watcher.ordered(self, row, to)
		return true

	func keep_order(row, to):
		if orders == null: orders = {}
		orders[row] = to
		if to == null: orders.erase(row)
		if orders.size() == 0: orders = null

	# Return the orders that wait, which saves have not: pairs of a row and what was ordered.
	func ordered():
		var rows = [] if orders == null else orders.keys()
		rows.sort()
		var found = []
		for row in rows: found.append([row, orders[row]])
		for each in entries: found.append([each.index, "enter"])
		return found

	func drop_orders():
		orders = null
		entries = []

	# Halt everything that runs, and do nothing more until `restart`.
	func halt():
		if not minds.must_rest("halt an agent"): return false
		if ended: return true
		stop()
		if minds.watcher != null: minds.watcher.halted(self)
		return true

	func stop():
		begin_reports()
		program.rows[0].halt(self)
		let_go(program.claims)
		pending = {}
		drop_orders()
		ended = true
		requests = []
		posted = []
		delayed = []
		status = "idle"

	# Halt what runs and begin again with the next tick, as if the agent had just been added.
	func restart():
		var before = ahead
		if not minds.must_rest("restart an agent"): return false
		if not ended: stop()
		begin()
		ahead = before
		if minds.watcher != null: minds.watcher.restarted(self)
		return true

	# Return the names of the active states, outermost first; numbers of rows without names.
	func active_states():
		var found = []
		for each in program.states:
			if each.is_active(self):
				var known = each.index
				if mind.names != null:
					known = mind.names["rows"][each.index][1]
					known = mind.names.get("texts", {}).get("/rows/%d/name" % each.index, known)
				found.append(str(known))
		return found

	# Return the status of a node or state by its id or its path, in words; it needs the file of names.
	func status_of(node):
		if mind.names == null:
			minds.refuse("Without the file of names the node '%s' cannot be found" % node)
			return null
		for k in range(mind.names["rows"].size()):
			if mind.names["rows"][k][1] == node or mind.names["rows"][k][2] == node: return WORDS[bytes[k]]
		minds.refuse("The mind has no node '%s'" % node)
		return null

	# -- its tick

	func begin_reports():
		outcomes = filled(program.rows.size(), 0)
		errors = []
		made = []
		asked = []
		armed = []
		reads = {}
		visits_left = MOST_VISITS
		passed_guard = -1
		events = []
		event = null
		state = null
		failure = null
		now = minds.tick_now + ahead

	func tick():
		begin_reports()
		var came = posted
		posted = []
		status = "idle" if ended else WORDS[tick_root(came)]
		close_requests()

	func tick_root(came):
		var root = program.rows[0]
		var due = due_events(-1)
		for each in due:
			take_delayed(each)
			events.append(each["event"])
		events = events + came
		begin_triggers()
		if program.rising.size() > 0: rise()
		var result = root.visit_root(self)
		if result != RUNNING:
			root.clear(self)
			if root.op == "machine": end(root)
		for each in program.states:
			if bytes[each.index] != 0 and outcomes[each.index] == 0: outcomes[each.index] = ACTIVE
		age_triggers()
		for each in entries: note(each, NOT_ENTERED)
		entries = []
		return result

	# Let variables rise by the time since the last tick; in the first one by nothing.
	func rise():
		var before = ints[program.risen]
		ints[program.risen] = now + 1 if now < MOST_TICKS else MOST_TICKS
		if before <= 0: return
		for each in program.rising: each.run(self, float(now - (before - 1)) / program.rate)

	func end(root):
		ended = true
		drop_orders()
		let_go(program.claims)
		final = null
		for each in root.states:
			if each.status != IDLE and outcomes[each.index] != 0:
				final = each.index
				return

	func fail(words):
		if failure == null: failure = words
		return null

	func take_failure():
		var words = failure
		failure = null
		return words

	func note(row, message):
		errors = errors + [{"row": row.index, "message": message, "node": mind.name_of(row.index)}]

	func after(ticks): return int(min(now + ticks, MOST_TICKS))

	# Leave what an expression gives in an int; not where it fails.
	func set_int(place, code):
		var value = code.run(self)
		if failure == null: ints[place] = value

	func start_timer(place, code):
		var ticks = code.run(self)
		if failure == null: ints[place] = after(ticks)

	# Run the lines of a block; return the one that failed, which ends all blocks around it, or null.
	func run_block(block):
		for line in block:
			var inner = line.run(self)
			if failure != null:
				note(line.row, "line %d: %s" % [line.number + 1, take_failure()])
				return line
			if inner != null: return inner
		return null

	# -- tests and triggers

	# Evaluate a test, for which the triggers `counting` count as armed; `armed` then has those it read armed.
	func ask(test, counting):
		if test.triggers.size() == 0: return test.code.run(self)
		armed = []
		held = counting
		var found = test.code.run(self)
		held = []
		return found

	# Tell whether a guard or precondition is true; one that fails is false.
	func holds(test, row):
		var is_true = ask(test, held_by(test, row))
		if failure != null:
			note(row, take_failure())
			is_true = false
		if test.last_test >= 0: bytes[test.last_test] = 2 if is_true else 1
		return is_true

	# Return the triggers that let a running node enter: its own tests see them armed.
	func held_by(test, row):
		var found = []
		if test.held >= 0 and bytes[row.index] == RUNNING:
			for k in range(test.triggers.size()):
				if bytes[test.held + k] != 0: found.append(test.triggers[k])
		return found

	func let_in(test, read):
		if test.held >= 0:
			for k in range(test.triggers.size()):
				bytes[test.held + k] = 1 if read.has(test.triggers[k]) else 0
		consume(read)

	func consume(read):
		for place in read: bytes[place] = UNARMED

	func arm(trigger, how):
		bytes[trigger.place] = how
		if trigger.ticks > 0: ints[trigger.until] = after(trigger.ticks)

	func begin_triggers():
		for each in program.triggers:
			if each.ticks > 0 and bytes[each.place] == LATCHED and now >= ints[each.until]:
				bytes[each.place] = UNARMED

	func age_triggers():
		for each in program.triggers:
			var how = bytes[each.place]
			if how == UNARMED or not each.ages: continue
			if how == JUST_ARMED: bytes[each.place] = ARMED
			elif how == ARMED or not each.latched: bytes[each.place] = LATCHED if each.latched else UNARMED

	# -- claims

	func holds_thing(counter, wanted):
		for each in program.claims:
			if each.counter == counter and Values.same(objects[each.claimed], wanted): return true
		return false

	# Let claims hold nothing; what no other claim of the agent holds goes back.
	func let_go(claims):
		for each in claims:
			var freed = objects[each.claimed]
			objects[each.claimed] = null
			if freed == null or holds_thing(each.counter, freed): continue
			if each.counter < 0: minds.holders.erase(freed)
			else: count(each.counter, 1)

	# Change what a shared variable counts, by a claim or a release.
	func count(counter, by):
		world[counter].value = int(min(world[counter].value + by, MOST_TICKS))
		if minds.watcher != null: minds.watcher.shared_put(world[counter].label, self)

	# -- events and transitions that wait, conditions

	# Let an event wait, behind all that are due in the same tick.
	func delay(waiting):
		var place = delayed.size()
		while place > 0 and delayed[place - 1]["due"] > waiting["due"]: place -= 1
		delays += 1
		waiting["number"] = delays
		delayed = delayed.duplicate()
		delayed.insert(place, waiting)

	func due_events(machine):
		var found = []
		for each in delayed:
			if each["machine"] == machine and each["due"] <= now: found.append(each)
		return found

	# Take out an event that waits; return whether it still did.
	func take_delayed(waiting):
		for k in range(delayed.size()):
			if delayed[k]["number"] == waiting["number"]:
				delayed = Values.without(delayed, k)
				return true
		return false

	func pending_in_order():
		var sources = pending.keys()
		sources.sort()
		var found = []
		for source in sources: found.append([source, pending[source]])
		return found

	# Ask the game a condition, once per tick and arguments.
	func ask_game(label, given):
		for known in asked:
			if known["name"] == label and Values.same(known["given"], given):
				return known["answer"] if known["failed"] == null else fail(known["failed"])
		var context = minds.context.of(self, null, now)
		var watcher = minds.watcher
		if watcher != null: watcher.asks(self)
		var answer = minds.conditions[label].callv([context] + given)
		var told = {"name": label, "given": given, "answer": answer == true, "failed": null}
		if context.failed != null:
			told["failed"] = "The condition %s failed: %s" % [label, context.failed]
			context.failed = null
		if watcher != null:
			var parameters = program.needs["conditions"][label].get("parameters", [])
			var values = []
			for k in range(given.size()): values.append(Values.saved(given[k], parameters[k]["type"]))
			watcher.answered(self, ["condition", label, values], told["answer"], told["failed"])
		asked = asked + [told]
		return told["answer"] if told["failed"] == null else fail(told["failed"])

	# -- steering

	# Ask for steering in this tick; what is asked again as it is in force is the same request.
	func steer(row, behavior, given, weight, priority):
		var request = {
			"row": row.index, "behavior": behavior, "arguments": given, "weight": float(weight),
			"priority": int(priority), "stream": row.stream,
		}
		var place = made.size()
		while place > 0 and made[place - 1]["row"] > row.index: place -= 1
		made.insert(place, request)

	func drop_requests(row):
		if made.size() == 0: return
		var kept = []
		for each in made:
			if each["row"] != row.index: kept.append(each)
		made = kept

	# Decide which requests are in force until the next tick.
	func close_requests():
		var asks = made.size() > 0 and not ended
		quiet = 0 if asks else quiet + 1
		if asks: requests = made
		elif quiet >= 2 or ended: requests = []

	# -- saved games

	# Return all that it remembers as plain JSON data, between two ticks.
	func save():
		var saved = {"mind": mind.hash_of, "bytes": Minds.hex_of(bytes)}
		var needs = program.needs
		var data = {
			"ints": ints.duplicate(), "floats": [], "objects": objects.duplicate(), "ended": ended, "quiet": quiet,
			"ahead": ahead, "posted": [], "delayed": [], "pending": [], "requests": [],
		}
		for each in floats: data["floats"].append(Values.saved(each, "float"))
		for each in posted: data["posted"].append(saved_event(each))
		for each in delayed:
			data["delayed"].append({
				"due": each["due"], "machine": each["machine"], "state": each["state"], "id": each["id"],
				"event": saved_event(each["event"]),
			})
		for pair in pending_in_order():
			var each = pair[1]
			data["pending"].append({
				"source": pair[0], "transition": each["transition"], "since": each["since"], "due": each["due"],
				"event": saved_event(each["event"]), "armed": each["armed"],
			})
		for each in requests:
			var kept = each.duplicate()
			var known = needs.get("actions", {}).get(each["behavior"], {}).get("parameters", [])
			kept["arguments"] = Values.saved_fields(each["arguments"], Values.types_of(known))
			kept["weight"] = Values.saved(each["weight"], "float")
			data["requests"].append(kept)
		for key in data:
			if Values.is_filled(data[key]): saved[key] = data[key]
		if final != null: saved["final"] = final
		saved["check"] = Minds.check_of(saved["mind"], saved["bytes"], ints)
		return saved

	func saved_event(given):
		if given == null: return null
		if given["fields"].size() == 0: return {"name": given["name"]}
		var types = program.needs.get("events", {}).get(given["name"], {}).get("payload", {})
		return {"name": given["name"], "fields": Values.saved_fields(given["fields"], types)}

	func loaded_event(given):
		if given == null: return null
		var types = program.needs.get("events", {}).get(given["name"], {}).get("payload", {})
		return {"name": given["name"], "fields": Values.shaped_fields(given.get("fields", {}), types)}

	# Remember what `save` returned, in any language.
	func restore(saved):
		if not minds.must_rest("restore"): return false
		var words = misfit(saved, mind)
		if words != "": return minds.refuse(words)
		remember(saved)
		minds.find_holders()
		if minds.watcher != null: minds.watcher.restored(self)
		return true

	# Return why what was saved is not one of a mind, "" where it is.
	func misfit(saved, of_mind):
		if not Values.same(saved.get("mind"), of_mind.hash_of):
			return "It was saved of another mind, or of another version of it"
		var saved_ints = saved.get("ints", [])
		var text = saved.get("bytes")
		if typeof(text) != TYPE_STRING or typeof(saved_ints) != TYPE_ARRAY:
			return "What was saved is damaged: its check does not fit"
		if not Values.same(saved.get("check"), Minds.check_of(saved["mind"], text, saved_ints)):
			return "What was saved is damaged: its check does not fit"
		var sizes = [2 * of_mind.program.memory.get("bytes", 0)]
		for key in ["ints", "floats", "objects"]: sizes.append(of_mind.program.memory.get(key, 0))
		var found = [text.length(), saved_ints.size(), saved.get("floats", []).size(), saved.get("objects", []).size()]
		return "" if Values.same(sizes, found) else "What was saved is damaged: its memory has another size"

	func remember(saved):
		begin()
		bytes = Minds.bytes_of(saved["bytes"])
		ints = []
		for each in saved.get("ints", []): ints.append(int(each))
		floats = []
		for each in saved.get("floats", []): floats.append(Values.shaped(each, "float"))
		objects = saved.get("objects", []).duplicate()
		restore_waiting(saved)
		ended = saved.get("ended", false)
		quiet = int(saved.get("quiet", 0))
		ahead = int(saved.get("ahead", 0))
		final = saved.get("final")

	func restore_waiting(saved):
		for each in saved.get("posted", []): posted.append(loaded_event(each))
		for each in saved.get("delayed", []):
			delay({
				"due": int(each["due"]), "machine": int(each["machine"]), "state": int(each["state"]),
				"id": each.get("id", ""), "event": loaded_event(each["event"]),
			})
		for each in saved.get("pending", []):
			pending[int(each["source"])] = {
				"transition": int(each["transition"]), "since": int(each["since"]), "due": int(each["due"]),
				"event": loaded_event(each.get("event")), "armed": each.get("armed", []),
			}
		for each in saved.get("requests", []):
			var kept = each.duplicate()
			var known = program.needs.get("actions", {}).get(each["behavior"], {}).get("parameters", [])
			kept["arguments"] = Values.shaped_fields(each.get("arguments", {}), Values.types_of(known))
			kept["weight"] = Values.shaped(each["weight"], "float")
			requests.append(kept)

# Carries what was saved of an agent over to another version of its mind, by a table made at export. `problem` says what
# is damaged: no data of either can end the game.
class Upgrade:
	const BUFFERS = ["ints", "floats", "objects"]
	var problem = ""
	var saved = {}
	var table = {}
	var old = {}
	var new_memory = {}
	var kept = {}  # the rows that go on, with their rows now
	var freed = []  # the shared variables of which it gives a place back

	# Return the save that a table makes of one; null where something is damaged.
	func carried(from_save, by_table):
		saved = from_save
		table = by_table
		if not Values.same(table.get("format"), "mindloom-upgrade") or not Values.same(table.get("version"), 1):
			return damaged("It is no mindloom-upgrade of version 1: export it again.")
		old = memory(saved)
		new_memory = memory(part(table, "begin", TYPE_DICTIONARY))
		if problem != "": return null
		var check = Minds.check_of(str(saved.get("mind")), saved.get("bytes", ""), old["ints"])
		if not Values.same(saved.get("check"), check): return wrong("its check does not fit")
		var rows = part(table, "rows", TYPE_ARRAY)
		find_kept(rows)
		move_all(part(table, "always", TYPE_ARRAY))
		for row in rows:
			if kept.has(row["row"]):
				move_all(row.get("moves", []))
				put(new_memory["bytes"], row["to"], RUNNING)
		let_go_claims()
		var found = waiting()
		for key in BUFFERS: found[key] = new_memory[key]
		for key in ["ahead", "quiet"]: found[key] = saved.get(key, 0)
		if problem != "": return null
		return finished(found, rows)

	func finished(found, rows):
		var told = {"mind": table.get("to"), "bytes": Minds.hex_of(new_memory["bytes"])}
		var final = null
		for row in rows:
			if Values.same(saved.get("ended"), true) and Values.same(row["row"], 0): found["ended"] = true
		for row in rows:
			if found.has("ended") and Values.same(row["row"], saved.get("final")): final = row["to"]
		for key in found:
			if Values.is_filled(found[key]): told[key] = found[key]
		if final != null: told["final"] = final
		told["check"] = Minds.check_of(told["mind"], told["bytes"], new_memory["ints"])
		return told

	func damaged(words):
		if problem == "": problem = words
		return null

	func wrong(words): return damaged("The save or the table of its upgrade is damaged: %s." % words)

	func part(data, key, type):
		if typeof(data.get(key)) == type: return data[key]
		wrong("it has no %s" % key)
		return [] if type == TYPE_ARRAY else {}

	func memory(data):
		var found = {"bytes": Minds.bytes_of(str(data.get("bytes", "")))}
		for key in BUFFERS: found[key] = data[key].duplicate() if typeof(data.get(key)) == TYPE_ARRAY else []
		for each in found["ints"]:
			if typeof(each) != TYPE_INT: wrong("an int is %s" % str(each))
		return found

	# Return an item, and put one; a place that is not there is damage.
	func item(list, place):
		if typeof(place) == TYPE_INT and place >= 0 and place < list.size(): return list[place]
		wrong("there is no place %s" % str(place))
		return 0

	func put(list, place, value):
		if typeof(place) == TYPE_INT and place >= 0 and place < list.size(): list[place] = value
		else: wrong("there is no place %s" % str(place))

	# Find the rows that go on; a machine does where its configuration is whole.
	func find_kept(rows):
		for row in rows:
			if typeof(row) != TYPE_DICTIONARY or not row.has("row") or not row.has("to"):
				wrong("a row is none")
				return
			if goes_on(row): kept[row["row"]] = row["to"]
		for row in Values.reversed(rows):
			var needed = row.get("one_of", row.get("all_of", []))
			if not kept.has(row["row"]) or needed.size() == 0: continue
			var active = 0
			for state in needed: active += 1 if kept.values().has(state) else 0
			if active == needed.size() or (row.has("one_of") and active > 0): continue
			for number in kept.keys():
				if number >= item(row["machine"], 0) and number < item(row["machine"], 1): kept.erase(number)

	func goes_on(row):
		if item(old["bytes"], row["row"]) != RUNNING or (row.has("in") and not kept.has(row["in"])):
			return false
		for role in row.get("roles", []):
			if item(old["bytes"], role) == RUNNING: return false
		for place in row.get("at", []):
			if not is_there(place): return false
		return true

	# Tell whether the child that a node is at is still there.
	func is_there(place):
		var children = place["children"]
		var at = item(old["ints"], place["from"])
		if place.has("order") and at >= 0 and at < children.size():
			at = item(old["ints"], place["order"] + at)
		return at < 0 or at >= children.size() or children[at] != null

	func move_all(moves):
		for move in moves:
			if problem != "" or typeof(move) != TYPE_DICTIONARY:
				wrong("a move is none")
				return
			if not move.has("unless") or item(old["bytes"], move["unless"]) == 0:
				move_one(move, move.get("op"), move.get("to"), move.get("from"))

	func move_one(move, op, to, from):
		match op:
			"bytes", "ints", "floats", "objects":
				for k in range(move.get("count", 1)): put(new_memory[op], to + k, item(old[op], from + k))
			"result":
				var result = item(old["bytes"], from)
				if result == SUCCESS or result == FAILURE: put(new_memory["bytes"], to, result)
			"armed": put(new_memory["bytes"], to, 1 if item(old["bytes"], from) != 0 else 0)
			"set": put(new_memory["ints"], to, move["value"])
			"tick":
				var ticks = item(old["ints"], from)
				put(new_memory["ints"], to, ticks if move.get("unset", false) and ticks == 0 else later(ticks, move))
			"child":
				var at = item(old["ints"], from)
				var now = move["children"][at] if at >= 0 and at < move["children"].size() else at
				if now != null: put(new_memory["ints"], to, now)
			"order": move_order(move, to, from)
			"place": move_place(move, to, item(old["ints"], from))
			_: wrong("there is no move %s" % str(op))

	func later(tick, given): return int(max(min(tick + given.get("longer", 0), MOST_TICKS), 0))

	func move_order(move, to, from):
		var order = []
		for k in range(move["children"].size()):
			var child = item(move["children"], item(old["ints"], from + k))
			if child != null: order.append(child)
		for child in range(move["among"]):
			if not order.has(child): order.append(child)
		for k in range(order.size()): put(new_memory["ints"], to + k, order[k])

	func move_place(move, to, at):
		if at < 0 or at >= move["children"].size(): return
		var now = item(move["children"], item(old["ints"], move["order"] + at))
		for k in range(move["among"]):
			if now != null and item(new_memory["ints"], move["into"] + k) == now:
				put(new_memory["ints"], to, k)
				return

	# Let claims go that are gone, or whose row does not go on.
	func let_go_claims():
		var lost = {}
		var held = []
		for claim in part(table, "claims", TYPE_ARRAY):
			var held_by = item(old["objects"], claim.get("from"))
			if held_by == null: continue
			if claim.has("to") and (Values.same(claim.get("in", -1), -1) or kept.values().has(claim["in"])):
				held.append(held_by)
				continue
			if claim.has("to"): put(new_memory["objects"], claim["to"], null)
			if claim.has("counter"): lost[held_by] = claim["counter"]
		for each in lost:
			if not held.has(each): freed.append(lost[each])

	# Return what is posted, delayed, pending and asked for, as far as it goes on.
	func waiting():
		var known = part(table, "events", TYPE_ARRAY)
		var found = {"posted": [], "delayed": [], "pending": [], "requests": []}
		for each in saved.get("posted", []):
			if known.has(each["name"]): found["posted"].append(each)
		for each in saved.get("delayed", []):
			var machine = -1 if each["machine"] == -1 else kept.get(each["machine"])
			var state = -1 if each["state"] == -1 else kept.get(each["state"])
			if machine != null and state != null and known.has(each["event"]["name"]):
				found["delayed"].append(changed(each, {"machine": machine, "state": state}))
		for each in saved.get("pending", []):
			var event = each.get("event")
			var way = by_row(part(table, "transitions", TYPE_ARRAY), each["transition"])
			if kept.has(each["source"]) and way != null and (event == null or known.has(event["name"])):
				var now = {"source": kept[each["source"]], "transition": way["to"], "due": later(each["due"], way)}
				now["armed"] = armed_now(each.get("armed", []))
				found["pending"].append(changed(each, now))
		for each in saved.get("requests", []):
			var way = by_row(table["rows"], each["row"])
			if way != null and (kept.has(each["row"]) or item(old["bytes"], each["row"]) != RUNNING):
				found["requests"].append(changed(each, {"row": way["to"]}))
		return found

	func armed_now(places):
		var found = []
		for place in places:
			for pair in table.get("triggers", []):
				if pair[0] == place: found.append(pair[1])
		return found

	func by_row(list, number):
		for each in list:
			if each["row"] == number: return each
		return null

	func changed(given, by):
		var found = given.duplicate()
		for key in by: found[key] = by[key]
		return found


# ---- All agents of a game --------------------------------------------------------------------------------------

# Hold the minds of a game's agents, and tick them together in the order of their ids. What is refused gives null or
# false; `problem` says why, and so does the console.
class Minds:
	# What Mindloom has itself, which no manifest declares.
	const BUILT_IN = {
		"actions": [
			"aim_at", "align", "alignment", "arrive", "attract", "avoid_agents", "avoid_obstacles", "avoid_walls",
			"cohesion", "emote", "evade", "face", "fire", "flee", "flock", "follow_path", "follow_waypoints",
			"forget_interest", "go_to", "heal", "interpose", "leave", "leave_scent", "look_around", "look_at",
			"look_where_you_go", "make_noise", "match_velocity", "pursue", "remove", "ring_source", "roam", "seek",
			"separation", "stop", "strike", "switch_source", "throw_at", "wander",
			"acknowledge", "end_attack", "hide_from", "hold_slot", "offset_pursuit", "order", "release_slot",
			"release_token", "request_attack", "request_slot", "request_token", "set_formation",
			"find_place", "open_door", "close_door", "switch_link", "go_to_nearest", "close_in"
		],
		"conditions": [
			"can_hit", "can_see", "can_throw_to", "clear_line", "has_tag", "in_blast", "in_zone", "shot_coming",
			"switched_on", "will_land_near",
			"all_acknowledged", "has_token", "in_slot", "in_squad", "is_attacking", "is_leader",
			"door_is_open", "on_link"
		],
		"entity_fields": [
			"emote", "heading", "height", "landing", "landing_in", "position", "radius", "team", "velocity"
		],
	}
	var problem = ""
	var seed_number = 0
	var behaviors = {}
	var conditions = {}
	var queries = {}
	var entity_field = null
	var tick_now = 0
	var rate = 0
	var is_ticking = false
	var agents = {}
	var order = []  # the agents in the order of their ids
	var cells = {}  # the variables that all agents share, by name
	var holders = {}  # by entity, the agent that claims it
	var effects = []  # of the last tick
	var sent = []  # in this tick: sender, receiver, event
	var delivered = []  # in the last tick
	var writes = []
	var context = Context.new()
	var descriptions = {}
	var watcher = null  # what is told of all that comes into the minds: an object as in mindloom_link.gd

	# Begin without agents. `seed` decides all random draws, together with the ids of agents; the rest is the game's:
	# `actions`, `conditions` and `queries` by name, and `entity_field`.
	func _init(game = {}):
		seed_number = int(game.get("seed", 0))
		context.minds = self
		behaviors = undescribed(game.get("actions", {}), "action")
		conditions = undescribed(game.get("conditions", {}), "condition")
		queries = game.get("queries", {})
		entity_field = game.get("entity_field")

	func undescribed(given, sort):
		var found = {}
		for key in given:
			var each = given[key]
			if typeof(each) == TYPE_DICTIONARY:
				descriptions[sort + " " + key] = each["description"]
				each = each["behavior"]
			found[key] = each
		return found

	func refuse(words):
		problem = words + "."
		push_error("Mindloom: " + problem)
		return false

	# Give an agent a mind; `variables` are set before its first tick. `curves` are tables of its own, by name 1 to 64
	# points [x, y], x never falling, in place of those of the mind; no save has them. Null where that is refused.
	func add(id, mind, variables = {}, curves = {}):
		var tables = own_tables(mind, curves) if can_add(id, mind) else null
		if tables == null: return null
		share(mind)
		return new_agent(id, mind, variables, tables)

	func own_tables(mind, curves):
		var tables = {}
		for key in curves:
			if not mind.program.curves.has(key):
				var known = mind.program.curves.keys()
				var names = Values.joined(known, ", ") if known.size() > 0 else "none"
				refuse("The mind has no curve '%s'; it has %s" % [key, names])
				return null
			tables[key] = Table.new()
			var words = tables[key].fill(key, curves[key])
			if words != "":
				refuse(words)
				return null
		return tables

	func can_add(id, mind):
		if not must_rest("add an agent"): return false
		if mind.problem != "": return refuse("The mind could not be read: " + mind.problem)
		if typeof(id) != TYPE_STRING or id == "": return refuse("An agent needs an id, a text")
		if agents.has(id): return refuse("There is an agent '%s' already" % id)
		return can_think(mind)

	# Tell whether a mind can think in this game.
	func can_think(mind):
		if agents.size() > 0 and mind.rate != rate:
			var rates = "The mind is for %d ticks per second, the others are for %d" % [mind.rate, rate]
			return refuse(rates + ". Export all for one rate")
		return (
			must_have(mind, "actions", "action", behaviors)
			and must_have(mind, "conditions", "condition", conditions)
			and must_have(mind, "queries", "query", queries)
			and can_share(mind)
		)

	func must_have(mind, sort, what, known):
		for each in mind.needs.get(sort, {}):
			if not known.has(each):
				var how = "Minds.new({\"%s\": {\"%s\": …}})" % [sort, each]
				var words = "The mind needs the %s '%s', and the game has none. Give it one: %s"
				return refuse(words % [what, each, how])
		return true

	func can_share(mind):
		for each in mind.program.variables:
			if not each.world or not cells.has(each.label): continue
			if JsonWriter.text_of(cells[each.label].type) != JsonWriter.text_of(each.type):
				return refuse("The shared variable '%s' has another type in another mind" % each.label)
		return true

	# Begin the variables that a mind shares and no other did so far.
	func share(mind):
		for each in mind.program.variables:
			if not each.world or cells.has(each.label): continue
			var made = Cell.new()
			made.label = each.label
			made.type = each.type
			made.value = Values.shaped(each.first, each.type) if each.has_first else Values.default_of(each.type)
			cells[each.label] = made

	# Go on with another version of a program, `mind`, with each agent whose mind the table `upgrade` leads from; return
	# how many these are. Actions that run and do not go on are halted; the rest is as in `restore`. What does not fit
	# gives false, and has changed nothing.
	func swap(mind, upgrade):
		if not must_rest("swap a mind"): return false
		if mind.problem != "": return refuse("The mind could not be read: " + mind.problem)
		var table = JsonReader.new().read(upgrade) if typeof(upgrade) == TYPE_STRING else upgrade
		var trials = []
		for each in order:
			if typeof(table) != TYPE_DICTIONARY or not Values.same(table.get("from"), each.mind.hash_of): continue
			var trial = Upgrade.new()
			var found = trial.carried(each.save(), table)
			if found == null: return refuse_damage(trial)
			var words = each.misfit(found, mind)
			if words != "": return refuse(words)
			trials.append([each, trial.kept])
		if trials.size() == 0: return refuse("The table of the upgrade leads from no mind that is here")
		if not can_think(mind): return false
		share(mind)
		for pair in trials: swap_agent(pair[0], pair[1], mind, table)
		find_holders()
		for key in cells.keys():
			if not is_shared(key): cells.erase(key)
		for pair in trials:
			if watcher != null: watcher.restored(pair[0])
		return trials.size()

	func swap_agent(a, kept, mind, table):
		a.begin_reports()
		for row in a.program.rows:
			if row.op == "action" and a.bytes[row.index] == RUNNING and not kept.has(row.index): row.stop(a)
		var step = Upgrade.new()
		var found = step.carried(a.save(), table)
		a.mind = mind
		a.program = mind.program
		a.remember(found)
		for key in step.freed:
			if cells.has(key): cells[key].value = int(min(cells[key].value + 1, MOST_TICKS))

	func is_shared(label):
		for a in order:
			for each in a.program.variables:
				if each.world and each.label == label: return true
		return false

	func refuse_damage(step): return refuse(step.problem.trim_suffix("."))

	func new_agent(id, mind, variables, tables):
		var added = Agent.new()
		added.minds = self
		added.id = id
		added.mind = mind
		added.program = mind.program
		added.tables = tables
		added.begin()
		for key in variables:
			if not added.set_value(key, variables[key]): return null
		rate = mind.rate
		agents[id] = added
		var place = order.size()
		while place > 0 and order[place - 1].id > id: place -= 1
		order.insert(place, added)
		return added

	# Halt an agent's mind and take it out.
	func remove(id):
		var found = agent(id)
		if found == null or not found.halt(): return false
		agents.erase(id)
		order = Values.without(order, order.find(found))
		return true

	# Return an agent by its id, null where there is none.
	func agent(id):
		if not agents.has(id): refuse("There is no agent '%s'" % id)
		return agents.get(id)

	# Tick every agent once, or those with these ids; then deliver what they sent and wrote.
	func tick(ids = null):
		if not must_rest("tick"): return false
		for id in [] if ids == null else ids:
			if agent(id) == null: return false
		effects = []
		is_ticking = true
		for each in order:
			if ids == null or ids.has(each.id): each.tick()
		is_ticking = false
		deliver()
		for pair in writes: pair[0].value = pair[1]
		writes = []
		tick_now += 1
		return true

	func must_rest(what):
		return refuse("A tick is under way; %s when it is over" % what) if is_ticking else true

	# -- what agents ask for

	func send(sender, receiver, event): sent.append([sender, receiver, event])

	func deliver():
		delivered = sent
		sent = []
		for each in delivered:
			for other in receivers(each[0], each[1]): other.receive(each[2])

	func receivers(sender, receiver):
		if agents.has(receiver): return [agents[receiver]]
		var found = []
		var team = team_of(sender) if receiver == "team" else null
		if receiver != "all" and team == null: return found
		for each in order:
			if each.id != sender and (receiver == "all" or Values.same(team_of(each.id), team)):
				found.append(each)
		return found

	func team_of(id):
		var found = field_of(agents[id], id, "team")
		agents[id].failure = null
		return found

	func field_of(a, entity, field):
		if entity == null: return a.fail("There is nobody to ask for %s." % field)
		if entity_field == null: return a.fail("The game tells nothing of %s.%s." % [entity, field])
		var value = entity_field.callv([entity, field])
		if typeof(value) == TYPE_DICTIONARY: return a.fail("The game has no %s.%s." % [entity, field])
		return Values.shaped(value, a.program.needs.get("entity_fields", {}).get(field))

	# Ask for a field of an entity for a mind, and tell the watcher what came.
	func ask_field(a, entity, field):
		if watcher == null or entity == null: return field_of(a, entity, field)
		watcher.asks(a)
		var value = field_of(a, entity, field)
		var type = a.program.needs.get("entity_fields", {}).get(field)
		watcher.answered(a, ["field", entity, field], Values.saved(value, type), a.failure)
		return value

	func query(a, label, of, type):
		if watcher != null: watcher.asks(a)
		var found = queries[label].callv([a.id, of])
		if typeof(found) == TYPE_ARRAY: found = Values.first_items(found, type["most"])
		if not Values.fits(found, type): a.fail("The query %s gave no list of entities." % label)
		if watcher != null: watcher.answered(a, ["query", label, of], {"list": found}, a.failure)
		return found if a.failure == null else null

	func find_holders():
		holders = {}
		for a in order:
			for each in a.program.claims:
				if each.counter < 0 and a.objects[each.claimed] != null:
					holders[a.objects[each.claimed]] = a.id

	# -- variables that all share, saved games

	# Return the variables that all agents share, with their values now.
	func shared():
		var found = {}
		for key in cells: found[key] = Values.copied(cells[key].value)
		return found

	# Write a variable that all agents share; false where that is refused.
	func set_shared(label, value):
		if not cells.has(label): return refuse("No mind shares a variable '%s'" % label)
		var type = cells[label].type
		var given = Values.shaped(value, type)
		if not Values.fits(given, type):
			var said = [label, Values.words(type), JsonWriter.text_of(value)]
			return refuse("The variable '%s' is %s and cannot take %s" % said)
		cells[label].value = Values.copied(given)
		if watcher != null: watcher.shared_put(label, null)
		return true

	# Return all that the agents remember as plain JSON data, between two ticks; null while they tick.
	func save():
		if not must_rest("save"): return null
		var saved = {"format": "mindloom-save", "version": 2, "tick": tick_now, "seed": seed_number, "agents": {}}
		for each in order: saved["agents"][each.id] = each.save()
		if cells.size() > 0: saved["shared"] = {}
		for key in cells: saved["shared"][key] = Values.saved(cells[key].value, cells[key].type)
		return saved

	# Return the same as a text, and take it again: every number keeps all its digits.
	func save_text():
		var saved = save()
		return null if saved == null else JsonWriter.text_of(saved)

	func restore_text(text):
		var reader = JsonReader.new()
		var saved = reader.read(text)
		if reader.problem != "" or typeof(saved) != TYPE_DICTIONARY:
			return refuse("The saved game is no JSON object: %s" % reader.problem)
		return restore(saved)

	# Remember what `save` returned, in any language; the same agents must be there, with the same minds. With upgrades,
	# tables that an export writes, what an older version of a mind saved goes on too.
	func restore(saved, upgrades = []):
		if not must_rest("restore"): return false
		if not Values.same(saved.get("format"), "mindloom-save") or not Values.same(saved.get("version"), 2):
			return refuse("This is no saved game of version 2")
		var given = saved.get("agents", {})
		var values = saved.get("shared", {})
		if upgrades.size() > 0:
			given = given.duplicate()
			values = values.duplicate()
			if not upgrade(given, values, upgrades): return false
		for id in given.keys() + agents.keys():
			if not given.has(id) or not agents.has(id):
				return refuse("The agent '%s' is not on both sides. Add the agents that were saved first" % id)
		if not Num.is_number(saved.get("tick")) or not Num.is_number(saved.get("seed")):
			return refuse("What was saved is damaged: it has no tick and seed")
		tick_now = int(saved["tick"])
		seed_number = int(saved["seed"])
		for key in values:
			if upgrades.size() > 0:
				var type = cells[key].type if cells.has(key) else null
				if type == null or not Values.fits(Values.shaped(values[key], type), type): continue
			if not set_shared(key, values[key]): return false
		for id in given:
			if not agents[id].restore(given[id]): return false
		return true

	# Carry agents that were saved over to their minds, by as many tables as that takes.
	func upgrade(given, values, upgrades):
		var tables = {}
		for each in upgrades:
			var table = each
			if typeof(each) == TYPE_STRING: table = JsonReader.new().read(each)
			if typeof(table) != TYPE_DICTIONARY:
				return refuse("It is no mindloom-upgrade of version 1: export it again")
			tables[table.get("from")] = table
		for each in order:
			var left = tables.duplicate()
			var found = given.get(each.id)
			while found != null and left.has(found.get("mind")) and found.get("mind") != each.mind.hash_of:
				var table = left[found["mind"]]
				left.erase(found["mind"])
				var step = Upgrade.new()
				found = step.carried(found, table)
				if found == null: return refuse_damage(step)
				given[each.id] = found
				for key in step.freed: values[key] = values.get(key, 0) + 1
		return true

	static func hex_of(bytes):
		var texts = []
		for each in bytes: texts.append("%02x" % each)
		return Values.joined(texts, "")

	static func check_of(mind, bytes, ints):
		var texts = []
		for each in ints: texts.append("%d" % each)
		return Num.fnv1a("%s|%s|%s" % [mind, bytes, Values.joined(texts, ",")])

	static func bytes_of(text):
		var found = []
		for k in range(0, text.length() - 1, 2):
			var high = "0123456789abcdef".find(text.substr(k, 1).to_lower())
			found.append(high * 16 + "0123456789abcdef".find(text.substr(k + 1, 1).to_lower()))
		return found

	# Return a manifest of the game for the editor, as a JSON text: the actions and conditions that are registered, events
	# and entity fields that minds with agents need, and `events`, more of them by name, with the types of their fields.
	func manifest(events = {}):
		var told = {"format": "mindloom-kinds", "version": 1, "actions": {}, "conditions": {}, "events": {}}
		told["types"] = {}
		told["entity_fields"] = {}
		for sort in ["actions", "conditions"]:
			for key in behaviors if sort == "actions" else conditions:
				if not BUILT_IN[sort].has(key): told[sort][key] = entry_of(sort, key)
		for a in order:
			var known = a.program.needs.get("events", {})
			for key in known:
				var payload = {}
				for field in known[key].get("payload", {}):
					payload[field] = known[key]["payload"][field]
					if Values.is_enum(payload[field]):
						var type_name = "event_%s_%s" % [key, field]
						told["types"][type_name] = {"values": payload[field]["enum"]}
						payload[field] = type_name
				told["events"][key] = {"payload": payload}
			for key in a.program.needs.get("entity_fields", {}):
				var type = a.program.needs["entity_fields"][key]
				if BUILT_IN["entity_fields"].has(key): continue
				told["entity_fields"][key] = {"type": type}
				if Values.is_enum(type): told["entity_fields"][key] = {"type": "enum", "values": type["enum"]}
		for key in events: told["events"][key] = {"payload": events[key]}
		return JsonWriter.text_of(told)

	func entry_of(sort, key):
		var about = descriptions.get(sort.substr(0, sort.length() - 1) + " " + key)
		for a in order:
			if about == null: about = a.program.needs.get(sort, {}).get(key)
		if about == null: about = {}
		var found = {"parameters": []}
		for field in ["summary", "instant"]:
			if about.has(field) and (field == "summary" or sort == "actions"): found[field] = about[field]
		for each in about.get("parameters", []):
			var made = {"name": each["name"], "type": each["type"]}
			if Values.is_enum(each["type"]):
				made["type"] = "enum"
				made["choices"] = each["type"]["enum"]
			for field in ["choices", "default", "optional", "unit", "help", "min", "max"]:
				if each.has(field): made[field] = each[field]
			found["parameters"].append(made)
		return found

	# Let agents go, which Godot does not free by itself: they and this refer to each other.
	func close():
		for each in order:
			each.minds = null
			each.state = null
			each.world = []
		agents = {}
		order = []
		context.minds = null
		context.mind = null
		context.game_call = null
		context = null
