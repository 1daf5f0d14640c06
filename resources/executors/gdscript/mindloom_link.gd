# Shows the minds of a running game in Mindloom, by the protocol `mindloom-link` 1. MIT License, as mindloom.gd.
#
#     var link = GameLink.new(minds, {"token": "…", "game": "Night guard", "place": Callable(self, "place")})
#     link.tick()  # in the place of minds.tick(); false while Mindloom holds the game
#
# Leave this file out of what players get. Call `close` at the end: the link and the minds refer to each other.
extends RefCounted

const Mindloom = preload("mindloom.gd")
const LinkNotes = preload("mindloom_link_notes.gd")
const MOST_GIVEN = 4194304  # bytes of a frame of Mindloom; of one of the game; of all that waits
const MOST_TOLD = 16777216
const MOST_WAITING = 67108864
const CAN = ["pause", "step", "speed", "swap", "break", "order"]

var minds = null
var given = {}
var is_linked = false  # Mindloom has said welcome
var is_held = false
var speed = 1.0  # the factor that the game's clock goes by
var trouble = ""  # why there is no connection
var is_closed = false
var connection = null
var calls = 0
var since = -1000000000  # the call of `tick` in which it last began, or ended, to connect
var going = []  # bytes that wait to be sent
var waiting = 0
var came = PackedByteArray()  # of the frame, or of the four bytes before it, that comes
var size = -1  # of the frame that comes, -1 before it is known
var programs = {}  # minds by their hashes
var notes = null  # where ticks are told
var breaks = []
var steps = 0  # ticks until it is held
var next = 0
var told_seed = 0

# Begin. `with` has the `token`, and where wanted `address` and `game`, a name for people; `place`, a Callable that
# gives [x, y, heading] of an agent, or null; `outline`, points of the ground; `key_seconds` between two saves.
func _init(of_minds, with):
	minds = of_minds
	given = with

# Tick the minds, in the place of `Minds.tick`; return false, and do nothing, while Mindloom holds the game.
func tick(ids = null):
	calls += 1
	poll()
	if is_held: return false
	if notes != null and (minds.seed_number != told_seed or minds.tick_now != next):
		close("The game goes on from another tick.")  # a saved game was restored
		is_closed = false
	var told_by = notes
	var every = int(max(1, round(given.get("key_seconds", 10) * minds.rate)))
	var frame = null if notes == null else notes.before(ids, every)
	if not minds.tick(ids): return false
	next = minds.tick_now
	var met = null
	if frame != null and notes == told_by:
		met = notes.after(frame, given.get("place"), breaks)
		say(frame)
	steps -= 1
	if is_linked and met != null: hold("break", met)
	elif is_linked and steps == 0: hold("step")
	flush()
	return true

# Send and read what can be, do what Mindloom asks for; return whether there is a connection. `tick` does this first.
func poll():
	if connection == null:
		if not is_closed and minds.rate > 0 and calls - since >= minds.rate: begin()  # once a second
	else:
		connection.poll()
		var status = connection.get_status()
		var is_late = calls - since >= 5 * minds.rate
		if status == StreamPeerTCP.STATUS_CONNECTED:
			if not is_linked: connection.set_no_delay(true)  # else a step of the editor waits for 40 ms
			read()
		elif status != StreamPeerTCP.STATUS_CONNECTING: lose("Mindloom is not there.")
		if connection != null and not is_linked and is_late: lose("Mindloom does not answer.")
	flush()
	return connection != null

# Say that the game ends, and connect no more.
func close(why = "The game has ended."):
	if is_linked: say({"frame": "end", "why": why})
	flush()
	lose(why)
	is_closed = true

# ---- Frames

func begin():
	since = calls
	connection = StreamPeerTCP.new()
	var address = given.get("address", "127.0.0.1:7407")
	var colon = address.rfind(":")
	if connection.connect_to_host(address.substr(0, colon), int(address.substr(colon + 1))) != OK:
		return lose("Mindloom is not there.")
	going = ["MLK1".to_utf8_buffer()]
	waiting = 4
	came = PackedByteArray()
	size = -1
	told_seed = minds.seed_number
	for each in minds.order: programs[each.mind.hash_of] = each.mind
	say({
		"frame": "hello", "link": 1, "token": given.get("token", ""), "game": given.get("game", "Game"), "can": CAN,
		"executor": "gdscript", "rate": minds.rate, "seed": told_seed, "programs": programs.keys(),
		"outline": given.get("outline", []),
	})

# Hang up; the game goes on by itself.
func lose(why):
	watch(false)
	if connection != null: connection.disconnect_from_host()
	connection = null
	since = calls
	trouble = why
	is_linked = false
	is_held = false
	steps = 0
	speed = 1.0

# Let a frame wait to be sent.
func say(frame):
	var text = Mindloom.JsonWriter.text_of(frame).to_utf8_buffer()
	var count = text.size()
	waiting += count + 4
	if count > MOST_TOLD or waiting > MOST_WAITING: return lose("Mindloom reads too slowly.")
	going.append(PackedByteArray([count >> 24, (count >> 16) & 255, (count >> 8) & 255, count & 255]))
	going.append(text)

func flush():
	while connection != null and going.size() > 0 and connection.get_status() == StreamPeerTCP.STATUS_CONNECTED:
		var bytes = going[0]
		var done = connection.put_partial_data(bytes)
		if done[0] != OK: return lose("Mindloom is gone.")
		var sent = done[1]
		waiting -= sent
		if sent < bytes.size():
			going[0] = bytes.slice(sent) if sent > 0 else bytes
			return
		going.pop_front()

func read():
	for _k in range(64):  # the rest in the next tick
		var wanted = (4 if size < 0 else size) - came.size()
		if wanted > 0:
			var count = connection.get_available_bytes()
			if count <= 0: return
			var part = connection.get_partial_data(int(min(wanted, count)))
			if part[0] != OK: return lose("Mindloom is gone.")
			came.append_array(part[1])
		elif size < 0:
			size = (came[0] << 24) + (came[1] << 16) + (came[2] << 8) + came[3]
			came = PackedByteArray()
			if size > MOST_GIVEN: return lose("Mindloom sent something that is no frame.")
		else:
			var reader = Mindloom.JsonReader.new()
			var frame = reader.read(came.get_string_from_utf8())
			if reader.problem != "" or typeof(frame) != TYPE_DICTIONARY or typeof(frame.get("frame")) != TYPE_STRING:
				return lose("Mindloom sent something that is no frame.")
			came = PackedByteArray()
			size = -1
			follow(frame, frame["frame"])
			if connection == null: return

# ---- What Mindloom asks for

func follow(frame, kind):
	if kind == "refused":
		lose(str(frame.get("why")))
		is_closed = true  # a wrong token does not become right by asking again
	elif kind == "welcome" and not is_linked:
		is_linked = true
		breaks = []
		watch(true)
	elif is_linked:
		var why = done(frame, kind)
		if why != "": say({"frame": "refused", "about": kind, "why": why})

# Do what a frame asks for; return why that cannot be done, "" where it is.
func done(frame, kind):
	minds.problem = ""
	match kind:
		"watch":
			watch(Mindloom.Values.same(frame.get("detail"), "all"))
		"pause": hold("pause")
		"resume":
			is_held = false
			steps = 0
			say({"frame": "going"})
		"step":
			if not is_between(frame.get("ticks"), 1, 2147483647): return "So many ticks cannot be done."
			is_held = false
			steps = int(frame["ticks"])
		"speed":
			if not is_between(frame.get("factor"), 0.000001, 1000000): return "The game has no such speed."
			speed = float(frame["factor"])
		"set":
			var agent = minds.agents.get(frame.get("agent"))
			if agent == null: return "There is no such agent."
			agent.set_value(frame.get("name"), frame.get("to"))
		"shared": minds.set_shared(frame.get("name"), frame.get("to"))
		"post": return post(frame.get("agent"), frame.get("event"), frame.get("with"))
		"order": return order(minds.agents.get(frame.get("agent")), frame)
		"program":
			var mind = programs.get(frame.get("hash"))
			if mind == null: return "The game has no such program."
			say({"frame": "program", "hash": mind.hash_of, "program": mind.program.given, "names": mind.names})
		"break": return set_breaks(frame.get("at"))
		"swap": return swap(frame.get("program"), frame.get("names"), frame.get("upgrade"))
	return minds.problem

func is_between(value, least, most): return Mindloom.Num.is_number(value) and value >= least and value <= most

func post(id, event, with):
	var fields = with if typeof(with) == TYPE_DICTIONARY else {}
	var made = []
	for each in minds.order:
		if each.id == id or (id == null and each.program.needs.get("events", {}).has(event)):
			made.append([each, each.event_of(event, fields)])
			if typeof(made.back()[1]) == TYPE_BOOL: return minds.problem  # a bad one changes nothing
	for pair in made: pair[0].receive(pair[1])
	return "" if made.size() > 0 else "No agent knows this event."

func order(agent, frame):
	if agent == null: return "There is no such agent."
	var is_its = Mindloom.Values.same(frame.get("program"), agent.mind.hash_of)
	if not is_its: return "The agent thinks with another program by now."
	agent.order(frame.get("row"), frame.get("to"))
	return minds.problem

func set_breaks(wanted):
	for each in wanted if typeof(wanted) == TYPE_ARRAY else [null]:
		for key in ["row", "mask", "is"]:
			if typeof(each) != TYPE_DICTIONARY or typeof(each.get(key)) != TYPE_INT:
				return "Each break has program, row, mask and is."
	breaks = wanted
	return ""

func swap(program, names, upgrade):
	if typeof(program) != TYPE_DICTIONARY or typeof(upgrade) != TYPE_DICTIONARY: return "It has no program and table."
	var mind = Mindloom.Mind.parse(program, names)
	var count = minds.swap(mind, upgrade)
	if typeof(count) == TYPE_BOOL: return minds.problem
	programs[mind.hash_of] = mind
	for each in minds.order:
		if notes != null and each.mind == mind: notes.note(each, ["swap", mind.hash_of])
	say({"frame": "swapped", "from": upgrade["from"], "to": mind.hash_of, "agents": count})
	return ""

# Tell of all agents from here on, from the beginning; or of nothing.
func watch(is_on):
	notes = LinkNotes.new(minds, programs) if is_on else null
	minds.watcher = notes
	next = minds.tick_now

func hold(by, more = {}):
	is_held = true
	steps = 0
	var frame = {"frame": "held", "tick": minds.tick_now, "by": by}
	for key in more: frame[key] = more[key]
	say(frame)
