# A night guard for Godot 4: the arrow keys move you, keep out of the light. The guard's mind was drawn in Mindloom.
extends Node2D

const Mindloom = preload("mindloom.gd")
const SCALE = 40.0
const SIGHT = 3.5
const POSTS = [[3.0, 3.0], [17.0, 3.0], [17.0, 11.0], [3.0, 11.0]]

var places = {"guard": Vector2(3, 3), "thief": Vector2(10, 7)}
var words = ""
var minds = null
var guard = null
var label = null
var waited = 0.0


func _ready():
	label = Label.new()
	add_child(label)
	minds = Mindloom.Minds.new({"seed": 1, "actions": {
		"walk_to": Callable(self, "walk_to"),
		"turn_about": Callable(self, "turn_about"),
		"call_out": Callable(self, "call_out"),
	}})
	guard = minds.add("guard", Mindloom.Mind.parse(text("night_guard.runtime.json"), text("night_guard.names.json")))


func text(name_of_file):
	var file = FileAccess.open("res://" + name_of_file, FileAccess.READ)
	var found = file.get_as_text()
	file.close()
	return found


# The actions that the mind asks for.


func walk_to(context, given):
	var goal = Vector2(given["place"][0], given["place"][1])
	places[context.agent] = places[context.agent].move_toward(goal, given["speed"] * context.dt())
	return "success" if places[context.agent] == goal else "running"


func turn_about(context, given):
	return "success" if context.elapsed() >= given["seconds"] else "running"


func call_out(_context, given):
	words = given["words"]
	return "success"


# The game: the player moves in every frame, the guard thinks as often as its mind was exported for.


func _process(delta):
	var step = Vector2(pressed("ui_right") - pressed("ui_left"), pressed("ui_down") - pressed("ui_up"))
	places["thief"] += step * 4.0 * delta
	waited += delta
	while waited >= 1.0 / minds.rate:
		waited -= 1.0 / minds.rate
		think()
	label.text = "%s %s" % [doing(), words]
	queue_redraw()


func pressed(action):
	return 1 if Input.is_action_pressed(action) else 0


func think():
	guard.set_value("sees", places["guard"].distance_to(places["thief"]) < SIGHT)
	guard.set_value("thief_place", places["thief"])
	guard.set_value("post_place", POSTS[guard.get_value("post")])
	minds.tick()
	for problem in guard.errors:
		print(problem["message"])


func doing():
	return Mindloom.Values.joined(guard.active_states(), " / ")


func _draw():
	draw_circle(places["guard"] * SCALE, SIGHT * SCALE, Color(1.0, 0.9, 0.4, 0.3))
	draw_circle(places["guard"] * SCALE, 12.0, Color(0.2, 0.4, 0.9))
	draw_circle(places["thief"] * SCALE, 10.0, Color(0.8, 0.2, 0.2))
