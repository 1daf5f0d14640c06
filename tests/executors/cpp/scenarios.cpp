/*
 * What a game in C++ sees: `scenarios NAME` reads JSON and prints JSON. The
 * tests in test_cpp.py say what is right.
 */
#include "link_sockets.hpp"

#include <iostream>
#include <iterator>
#include <new>

using namespace mindloom;

static std::size_t allocations = 0;

void* operator new(std::size_t size) {
  ++allocations;
  if (void* made = std::malloc(size)) return made;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

template <class T> std::string words_of(Result<T> result) { return result ? "nothing was refused" : result.words(); }

Game game_with(Action walk) {
  Game game;
  game.actions["walk"] = std::move(walk);
  return game;
}

Json refused_parse(const Json& data) {
  return data.isText() ? words_of(Mind::parse(data.text)) : words_of(Mind::fromJson(data));
}

Json refused_add(const Json& data) {
  Minds minds;
  return words_of(minds.add("a", must(Mind::fromJson(data))));
}

Json refused_use(const Json& data) {
  Minds minds;
  const Mind mind = must(Mind::fromJson(data["program"]));
  Agent& agent = must(minds.add("a", mind));
  Json told = Json::list();
  for (const Json& each : data["sets"].items)
    told.add(words_of(agent.set(each.items[0].text, inner::fromSaved(each.items[1]))));
  for (const Json& each : data["posts"].items) {
    Fields payload;
    for (int k = 0; k < each.items[1].count(); ++k)
      payload.set(each.items[1].names[static_cast<std::size_t>(k)], inner::fromSaved(each.items[1].items[k]));
    told.add(words_of(agent.post(each.items[0].text, payload)));
  }
  return told.add(words_of(minds.add("a", mind))).add(words_of(minds.tick(std::vector<std::string>{"b"})));
}

Curves curves_from(const Json& data) {
  Curves made;
  for (int k = 0; k < data.count(); ++k) {
    std::vector<Vector>& points = made[data.names[static_cast<std::size_t>(k)]];
    for (const Json& each : data.items[k].items) points.push_back({each.items[0].number, each.items[1].number});
  }
  return made;
}

/** Tell the words that refuse tables of an agent. */
Json refused_curves(const Json& data) {
  Minds minds;
  return words_of(minds.add("a", must(Mind::fromJson(data["program"])), {}, curves_from(data["curves"])));
}

/** Tell what an agent feels, and one with a table of its own that ticks once more and begins again. */
Json own_curves(const Json& data) {
  Minds minds;
  const Mind mind = must(Mind::fromJson(data["program"]));
  const Agent& a = must(minds.add("a", mind));
  Agent& b = must(minds.add("b", mind, {}, curves_from(data["curves"])));
  Json told = Json::list();
  for (int k = 0; k < 4; ++k) {
    if (k == 1) minds.tick(std::vector<std::string>{"b"});
    else minds.tick();
    told.add(Json::list().add(must(a.get("felt")).number()).add(must(b.get("felt")).number()));
    const std::string save = must(minds.save());
    if (save.find("urge") != std::string::npos) told.add("The save has the table.");
    must(minds.restore(save));
  }
  must(b.restart());
  must(b.set("hunger", 1));
  minds.tick();
  return told.add(must(b.get("felt")).number());
}

Json save(const Json& data) {
  Minds minds;
  must(minds.add("a", must(Mind::fromJson(data))));
  minds.tick();
  return must(minds.saved());
}

Json refused_save(const Json& data) {
  Minds minds;
  must(minds.add("a", must(Mind::fromJson(data["program"]))));
  std::vector<std::string> upgrades;
  for (const Json& each : data["upgrades"].items) upgrades.push_back(each.write());
  return words_of(minds.restore(data["save"].write(), upgrades));
}

struct Walk {
  Json* log;
  void enter(Context& context, const Arguments& given) {
    log->add(Json::list().add("enter").add(context.agent()).add(inner::toSaved(given["to"])));
  }
  Status tick(Context& context, const Arguments&) {
    log->add(Json::list().add("tick").add(context.now()).add(context.elapsed()).add(context.dt()).add(context.row()));
    return Status::running;
  }
  void halt(Context& context, const Arguments&) { log->add(Json::list().add("halt").add(context.mind().id())); }
};

Json steps(const Json& data) {
  Json log = Json::list();
  Minds minds(game_with(Action::of(std::make_shared<Walk>(Walk{&log}))));
  must(minds.add("a", must(Mind::fromJson(data))));
  minds.tick();
  minds.tick();
  minds.remove("a");
  return log;
}

Json requests(const Json& data) {
  bool walks = true;
  Minds minds(game_with(
      [&](Context& context, const Arguments& given) { return walks ? steering(context, given) : Status::success; }));
  Agent& agent = must(minds.add("a", must(Mind::fromJson(data))));
  minds.tick();
  const SteeringRequest* first = agent.requests()[0];
  minds.tick();
  Json request = Json::object().add("row", first->row).add("behavior", first->behavior);
  request.add("arguments", inner::toSaved(first->arguments)).add("weight", first->weight);
  Json log = Json::list().add(first == agent.requests()[0]);
  log.add(request.add("priority", first->priority).add("stream", first->stream));
  walks = false;
  for (int k = 0; k < 2; ++k) {
    minds.tick();
    log.add(agent.requests().size());
  }
  return log;
}

Json effects(const Json& data) {
  Minds minds(game_with(effect));
  const Mind mind = must(Mind::fromJson(data));
  must(minds.add("b", mind));
  must(minds.add("a", mind));
  minds.tick();
  minds.tick();
  Json told = Json::list();
  for (const Effect& each : minds.effects()) {
    Json made = Json::object().add("agent", each.agent).add("name", each.name);
    told.add(made.add("arguments", inner::toSaved(each.arguments)));
  }
  return told;
}

Json mistakes(const Json& data) {
  Json told = Json::list();
  const Action actions[] = {[](Context& context, const Arguments&) { return context.fail("no legs"); },
                            [](Context&, const Arguments&) { return Status::skipped; },
                            [](Context& context, const Arguments&) {
                              context.random();
                              return Status::running;
                            },
                            [](Context& context, const Arguments&) {
                              context.entityField("door", "open");
                              return Status::running;
                            }};
  for (const Action& each : actions) {
    Minds minds(game_with(each));
    Agent& agent = must(minds.add("a", must(Mind::fromJson(data))));
    minds.tick();
    Json errors = Json::list();
    for (const RunError& error : agent.errors())
      errors.add(Json::object().add("row", error.row).add("message", error.message).add("node", error.node));
    told.add(Json::list().add(wordOf(agent.status())).add(std::move(errors)));
  }
  return told;
}

Json names(const Json& data) {
  Minds minds;
  Agent& a = must(minds.add("a", must(Mind::parse(data["program"].text, data["names"].text))));
  Agent& b = must(minds.add("b", must(Mind::parse(data["program"].text))));
  minds.tick();
  Json told = Json::list();
  for (Agent* agent : {&a, &b}) {
    Json states = Json::list();
    for (const std::string& each : agent->activeStates()) states.add(each);
    told.add(std::move(states));
  }
  told.add(wordOf(must(a.statusOf("off")))).add(wordOf(must(a.statusOf("on"))));
  return told.add(words_of(b.statusOf("off")));
}

Json restart(const Json& data) {
  Minds minds(game_with([](Context&, const Arguments&) { return Status::running; }));
  Agent& agent = must(minds.add("a", must(Mind::fromJson(data))));
  const auto tell = [&](Json& log) { minds.tick(), log.add(wordOf(agent.status())).add(agent.ended()); };
  Json log = Json::list();
  tell(log);
  agent.halt();
  tell(log);
  agent.restart();
  tell(log);
  return log;
}

Json ticking(const Json& data) {
  std::string words;
  Minds* all = nullptr;
  Minds minds(game_with([&](Context& context, const Arguments&) {
    words = context.mind().halt().words() + " " + all->tick().words();
    return Status::running;
  }));
  all = &minds;
  must(minds.add("a", must(Mind::fromJson(data))));
  minds.tick();
  return words;
}

/** Return how often memory was taken in 500 ticks of 50 agents, after they have
 * come into their stride. */
Json memory(const Json& data) {
  const Mind mind = must(Mind::fromJson(data));
  Game game;
  const Json& needed = mind.needs()["actions"];
  for (int k = 0; k < needed.count(); ++k)
    game.actions[needed.names[static_cast<std::size_t>(k)]] = needed.items[k]["instant"].isTrue() ? effect : steering;
  Minds minds(std::move(game));
  for (int k = 0; k < 50; ++k) must(minds.add("a" + std::to_string(k), mind));
  std::size_t taken = 0;
  for (int tick = 0; tick < 3500; ++tick) {
    for (const auto& agent : minds.agents()) { // what is there changes every
                                               // tick, and enemies come and go
      for (const char* name : {"d", "distance", "wp"})
        if (Result<> put = agent->set(name, 4 + 4 * std::sin(tick / 50.0)); !put) continue;
      if (Result<> put = agent->set("visible", tick / 100 % 2 == 0); !put) continue;
      if (Result<> put = agent->set("target", "the one who came over the wall"); !put) continue;
    }
    const std::size_t before = allocations; // what the game takes itself does not count
    minds.tick();
    if (tick >= 3000) taken += allocations - before;
  }
  return taken;
}

Json manifest(const Json& data) {
  Game game;
  const auto run = [](Context&, const Arguments&) { return Status::running; };
  game.actions["walk"] = run;
  game.actions["pursue"] = steering;
  game.actions["knock"] = Action(run).describe({"Knock at a door.",
                                                {{"times", "int", 3, 1, 9},
                                                 {"door", "entity"},
                                                 {"loud", "bool", {}, {}, {}, "", true},
                                                 {"how", "enum", "hand", {}, {}, "", false, {"hand", "foot"}},
                                                 {"far", "float", 1.5, {}, {}, "u"}},
                                                true});
  game.conditions["is_open"] = Condition([](Context&, const Arguments&) {
                                 return true;
                               }).describe({"Whether a door is open.", {{"door", "entity"}}});
  game.events["knocked"] = {{"at", "vector"}, {"mood", "enum", {}, {}, {}, "", false, {"calm", "angry"}}};
  game.entityFields = {{"locked", "bool"}};
  Minds minds(std::move(game));
  must(minds.add("a", must(Mind::fromJson(data))));
  return must(Json::parse(minds.manifest()));
}

} // namespace

int main(int count, char** words) {
  const std::map<std::string, Json (*)(const Json&)> scenarios = {{"refused_parse", refused_parse},
                                                                  {"refused_add", refused_add},
                                                                  {"refused_use", refused_use},
                                                                  {"refused_curves", refused_curves},
                                                                  {"own_curves", own_curves},
                                                                  {"save", save},
                                                                  {"refused_save", refused_save},
                                                                  {"steps", steps},
                                                                  {"requests", requests},
                                                                  {"effects", effects},
                                                                  {"mistakes", mistakes},
                                                                  {"names", names},
                                                                  {"restart", restart},
                                                                  {"ticking", ticking},
                                                                  {"memory", memory},
                                                                  {"manifest", manifest}};
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const auto found = count < 2 ? scenarios.end() : scenarios.find(words[1]);
  if (found == scenarios.end()) return 2;
  std::cout << found->second(must(Json::parse(text))).write() << "\n";
}
