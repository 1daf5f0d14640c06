# Notes what comes into the minds of a running game and what they do, and makes the `tick` frames of mindloom_link.gd.
# MIT License, as mindloom.gd.
extends RefCounted

const Mindloom = preload("mindloom.gd")
const ANSWERS = ["running", "success", "failure"]

var minds = null
var programs = {}  # minds by their hashes
var books = {}  # by the ids of agents, what was told of each and is to be told
var told_shared = {}
var current = null  # the book of the agent whose tick is under way

func _init(of_minds, known_programs):
	minds = of_minds
	programs = known_programs

# ---- As a watcher

# Return what is to be told of an agent, and what was told.
func book_of(agent):
	if not books.has(agent.id) or books[agent.id]["agent"] != agent:
		books[agent.id] = {
			"agent": agent, "is_new": true, "is_known": false, "is_due": false, "is_swapped": false, "ticks": true,
			"index": 0, "steps": 0, "inputs": [], "asked": [], "answers": {},
		}
	return books[agent.id]

# Note an input: of the time between two ticks, or with its place among the steps of its agent.
func note(agent, input):
	var book = book_of(agent)
	if not book["is_known"]: return  # its first save has it
	if Mindloom.Values.same(input[0], "swap"): book["is_swapped"] = true  # which is told instead of its mind
	var is_past = current != null and book["index"] < current["index"]  # as agents tick in order
	if not minds.is_ticking: book["inputs"].append(input)
	else: book["asked"].append([book["steps"] + (1 if is_past else 0)] + input)

func put(agent, label):
	var variable = agent.declared(label)
	note(agent, ["set", label, Mindloom.Values.saved(variable.read(agent), variable.type)])

func posted(agent, event): note(agent, ["post", event["name"], agent.saved_event(event).get("fields", {})])
func ordered(agent, row, to): note(agent, ["order", row, to])
func restored(agent): book_of(agent)["is_new"] = true

func halted(agent, by = "halt"):
	note(agent, [by])
	book_of(agent)["is_due"] = true

func restarted(agent): halted(agent, "restart")

func asks(agent, step = null):
	current = book_of(agent)
	current["place"] = current["steps"]
	current["slot"] = current["asked"].size()
	if step != null: current["steps"] += 1

func answered(agent, question, answer, failed):
	var book = book_of(agent)
	var said = answer if failed == null else {"failed": failed}
	if question[0] == "action" and failed == null and not ANSWERS.has(answer):
		said = {"failed": "It gave %s." % str(answer)}
	var key = Mindloom.JsonWriter.text_of(question)
	var text = Mindloom.JsonWriter.text_of(said)
	if book["answers"].get(key, "") == text: return
	book["answers"][key] = text
	book["asked"].insert(book["slot"], [book["place"]] + question + [said])  # before what came in while it answered

func asked_place(agent, thing, answer):
	asks(agent)
	answered(agent, ["free", thing], answer, null)

# Note a shared variable that was written in a tick, for all others whose tick is not over.
func shared_put(label, by):
	if not minds.is_ticking: return  # the next tick begins with it
	if by != null: current = book_of(by)
	var value = Mindloom.Values.saved(minds.cells[label].value, minds.cells[label].type)
	for k in range(0 if current == null else current["index"], minds.order.size()):
		var book = book_of(minds.order[k])
		if minds.order[k] != by: book["asked"].append([book["steps"], "shared", label, value])

# ---- A tick

# Begin the frame of a tick: who is there, what is shared, saves of agents that are new, were halted, or are due.
func before(ids, every):
	var frame = {"frame": "tick", "tick": minds.tick_now, "agents": {}, "shared": {}, "still": [], "gone": []}
	var known = books
	for id in known:
		if known[id]["is_known"] and not minds.agents.has(id): frame["gone"].append(id)
	books = {}
	current = null
	for k in range(minds.order.size()):
		var agent = minds.order[k]
		if known.has(agent.id): books[agent.id] = known[agent.id]
		var book = book_of(agent)
		book["index"] = k
		book["ticks"] = ids == null or ids.has(agent.id)
		if not book["ticks"]: frame["still"].append(agent.id)
		frame["agents"][agent.id] = entry_of(agent, book, (minds.tick_now + k) % every == 0)  # not all in one tick
	for key in minds.cells:
		var value = Mindloom.Values.saved(minds.cells[key].value, minds.cells[key].type)
		var text = Mindloom.JsonWriter.text_of(value)
		if told_shared.get(key, "") != text: frame["shared"][key] = value
		told_shared[key] = text
	return frame

func entry_of(agent, book, is_due):
	var entry = {}
	if book["inputs"].size() > 0: entry["in"] = book["inputs"]
	if book["is_new"]:
		if not book["is_swapped"]:
			entry["mind"] = agent.mind.hash_of
			for key in agent.tables:
				if not entry.has("curves"): entry["curves"] = {}
				entry["curves"][key] = agent.tables[key].saved()
		programs[agent.mind.hash_of] = agent.mind
		book["out"] = agent.filled(agent.program.rows.size(), 0)
		book["is"] = ""
		book["ended"] = false
		book["at"] = ""
	if book["is_new"] or book["is_due"] or is_due:
		entry["save"] = agent.save()
		if agent.ordered().size() > 0: entry["orders"] = agent.ordered()
		book["answers"] = {}
	for key in ["is_new", "is_due", "is_swapped"]: book[key] = false
	book["is_known"] = true
	book["inputs"] = []
	book["asked"] = []
	book["steps"] = 0
	return entry

# Add to a frame what the minds did in the tick; `place` is a Callable or null. Return the break that is met, or null.
func after(frame, place, breaks):
	var met = null
	for agent in minds.order:
		var book = books[agent.id]
		var entry = frame["agents"][agent.id]
		var at = null if place == null else place.callv([agent])
		var text = Mindloom.JsonWriter.text_of(at)
		if at != null and text != book["at"]: entry["at"] = at
		book["at"] = text
		if book["ticks"]:
			var here = tell_outcomes(agent, book, entry, breaks)
			if met == null: met = here
		if agent.ended != book["ended"]: entry["ended"] = agent.ended
		book["ended"] = agent.ended
		if book["asked"].size() > 0: entry["asked"] = book["asked"]
		if entry.size() == 0: frame["agents"].erase(agent.id)
	return met

func tell_outcomes(agent, book, entry, breaks):
	var out = []
	var met = null
	for row in range(agent.outcomes.size()):
		var now = agent.outcomes[row]
		if now == book["out"][row]: continue
		out = out + [row, now]
		for each in breaks:
			var is_it = each["row"] == row and (now & each["mask"]) == each["is"]
			if is_it and Mindloom.Values.same(each.get("program"), agent.mind.hash_of):
				met = {"agent": agent.id, "row": row}
	book["out"] = agent.outcomes.duplicate()
	if out.size() > 0: entry["out"] = out
	if agent.status != book["is"]: entry["is"] = agent.status
	book["is"] = agent.status
	return met
