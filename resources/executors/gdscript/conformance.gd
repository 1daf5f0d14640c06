# Run cases of the conformance suite: a JSON line each in one file, a JSON line each in another. MIT License, as
# mindloom.gd.
#
#     MINDLOOM_CASES=cases.jsonl MINDLOOM_ANSWERS=answers.jsonl godot --headless -s conformance.gd
#
# A case may begin with `restore`, what was saved of its agents, and have `upgrades` of it. With
# MINDLOOM_LINK="PORT TOKEN" each case is told to the editor at that port.
extends SceneTree

const Mindloom = preload("mindloom.gd")


func _init():
	answer_all()
	quit()


func answer_all():
	var cases = FileAccess.open(OS.get_environment("MINDLOOM_CASES"), FileAccess.READ)
	var told = FileAccess.open(OS.get_environment("MINDLOOM_ANSWERS"), FileAccess.WRITE)
	while not cases.eof_reached():
		var line = cases.get_line()
		if line.strip_edges() != "":
			told.store_line(Mindloom.JsonWriter.text_of(run_case(Mindloom.JsonReader.new().read(line))))
	cases.close()
	told.close()


func run_case(case):
	var mind = Mindloom.Mind.parse(case["program"])
	var found = {"id": case["id"]}
	if mind.problem != "":
		found["refused"] = mind.problem
	else:
		var game = Game.new()
		found["ticks"] = game.run_case(case, mind)
		if game.refused != "":
			found.erase("ticks")
			found["refused"] = game.refused
		game.close()
	mind.close()
	return found


# Answers as a case says, and writes down what it is asked.
class Game:
	const Mindloom = preload("mindloom.gd")
	const GameLink = preload("mindloom_link.gd")
	var answers = {"actions": {}, "conditions": {}, "fields": {}, "queries": {}}
	var asked = {}  # by agent, what was asked in this tick
	var needs = {}
	var minds = null
	var refused = ""
	var ticking = null  # the minds, or their link

	func run_case(case, mind):
		needs = mind.needs
		var actions = {}
		for key in needs.get("actions", {}):
			actions[key] = Told.new()
			actions[key].game = self
			actions[key].types = Mindloom.Values.types_of(needs["actions"][key].get("parameters", []))
		var conditions = {}
		for key in needs.get("conditions", {}):
			conditions[key] = Callable(asker(key, needs["conditions"][key].get("parameters", [])), "ask")
		var queries = {}
		for key in needs.get("queries", {}):
			queries[key] = Callable(asker(key, []), "query")
		minds = Mindloom.Minds.new({
			"seed": case.get("seed", 1), "actions": actions, "conditions": conditions, "queries": queries,
			"entity_field": Callable(self, "entity_field"),
		})
		for agent in case["agents"]:
			if minds.add(agent, mind) == null:
				refused = minds.problem
				return null
		if case.has("restore") and not minds.restore(case["restore"], case.get("upgrades", [])):
			refused = minds.problem
			return null
		var types = {}
		for each in mind.program.variables:
			types[each.label] = each.type
		var told = []
		begin_link(case["id"])
		for given in case["ticks"]:
			told.append(tick(case, given, types))
		end_link()
		if told.size() > 0:
			told[told.size() - 1]["save"] = minds.save()
		return told

	# Link the minds to the editor, where there is one, and wait for its welcome.
	func begin_link(id):
		ticking = minds
		var given = OS.get_environment("MINDLOOM_LINK").split(" ", true, 1)
		if given.size() < 2: return
		ticking = GameLink.new(minds, {"address": "127.0.0.1:" + given[0], "token": given[1], "game": id})
		while ticking.poll() and not ticking.is_linked:
			OS.delay_msec(1)
		if not ticking.is_linked: push_error(ticking.trouble)

	# Say that the case is over, and wait until the editor has read all and closed the connection.
	func end_link():
		if ticking == minds: return
		ticking.say({"frame": "end", "why": "The case is over."})
		ticking.is_closed = true
		while ticking.poll():
			OS.delay_msec(1)

	var askers = []

	func asker(label, parameters):
		var made = Asker.new()
		made.game = self
		made.label = label
		made.parameters = parameters
		askers.append(made)
		return made

	func entity_field(entity, field):
		return answers["fields"].get("%s.%s" % [entity, field], Mindloom.UNKNOWN)

	func tick(case, given, types):
		for sort in given.get("answers", {}):
			for key in given["answers"][sort]:
				answers[sort][key] = given["answers"][sort][key]
		for id in given.get("set", {}):
			for key in given["set"][id]:
				minds.agent(id).set_value(key, given["set"][id][key])  # what does not fit keeps its own
		for key in given.get("shared", {}):
			minds.set_shared(key, given["shared"][key])
		for each in given.get("post", []):
			minds.agent(each[0]).post(each[1], each[2])
		for each in given.get("orders", []):
			minds.agent(each[0]).order(each[1], each[2])  # one that cannot be is left
		for id in case["agents"]:
			asked[id] = []
		while not ticking.tick() and ticking != minds and ticking.is_held:
			OS.delay_msec(1)
		return told_of(types)

	func told_of(types):
		var found = {"agents": {}, "effects": [], "sent": []}
		var values = Mindloom.Values
		for each in minds.order:
			found["agents"][each.id] = {
				"result": each.status, "outcomes": each.outcomes, "asked": asked[each.id],
				"variables": values.saved_fields(each.variables(), types),
			}
		for each in minds.effects:
			var known = needs.get("actions", {}).get(each["name"], {}).get("parameters", [])
			var given = values.saved_fields(each["arguments"], values.types_of(known))
			found["effects"].append([each["agent"], each["name"], given])
		for each in minds.delivered:
			var known = needs.get("events", {}).get(each[2]["name"], {}).get("payload", {})
			found["sent"].append([each[0], each[1], each[2]["name"], values.saved_fields(each[2]["fields"], known)])
		found["shared"] = values.saved_fields(minds.shared(), types)
		return found

	func close():
		ticking = null
		for each in askers:
			each.game = null
		for key in minds.behaviors:
			minds.behaviors[key].game = null
		minds.entity_field = null
		minds.close()


class Asker:
	const Mindloom = preload("mindloom.gd")
	var game = null
	var label = ""
	var parameters = []

	func ask(context, x = null, y = null, z = null, u = null, v = null, w = null):
		var given = [x, y, z, u, v, w]
		var told = []
		for k in range(parameters.size()):
			told.append(Mindloom.Values.saved(given[k], parameters[k]["type"]))
		game.asked[context.agent].append(["ask", label, told])
		return game.answers["conditions"].get(label, false)

	func query(_agent, of):
		return game.answers["queries"].get("%s %s" % [label, of], [])


# An action that writes down its steps and gives what the case says.
class Told:
	const Mindloom = preload("mindloom.gd")
	var game = null
	var types = {}

	func note(context, step, given):
		var values = Mindloom.Values.saved_fields(given, types)
		game.asked[context.agent].append([step, context.action(), values])

	func enter(context, given):
		note(context, "enter", given)

	func tick(context, given):
		note(context, "tick", given)
		var answer = game.answers["actions"].get(context.action(), "running")
		match answer:
			"error":
				return context.fail("as the case says")
			"effect":
				context.effect(context.action(), given)
				return "success"
			"steer":
				context.steer_as_asked(given)
				return "running"
		return answer

	func halt(context, given):
		note(context, "halt", given)
