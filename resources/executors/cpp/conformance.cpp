/*
 * Run cases of the conformance suite: one JSON line in, one JSON line out. MIT License, as mindloom.hpp.
 *
 *     g++ -std=c++17 -O2 conformance.cpp -o conformance && ./conformance < cases.jsonl
 *
 * A case may begin with `restore`, what was saved of its agents, and the `upgrades` that lead on from there. With
 * `--link PORT TOKEN` each case is played with a link to an editor that waits there.
 */
#include "link_sockets.hpp"

#include <iostream>
#include <thread>

using namespace mindloom;
using inner::fromSaved;
using inner::toSaved;
using inner::Type;

namespace {

/** Return the members of an object, with their names. */
template <class Do> void forEach(const Json& object, Do act) {
  for (int k = 0; k < object.count(); ++k) act(object.names[static_cast<std::size_t>(k)], object.items[k]);
}

/** Runs one case. */
class Case {
  const Json& data_;
  std::map<std::string, std::map<std::string, Json>> answers_;
  std::map<std::string, Json> asked_; // by agent, what was asked in this tick
  std::map<std::string, Type> types_, fields_;
  Json sent_ = Json::list();

  Json answer(const std::string& sort, const std::string& name) {
    const auto found = answers_[sort].find(name);
    return found == answers_[sort].end() ? Json() : found->second;
  }

  Action action(const std::string& name) {
    const auto tell = [this, name](const char* step) {
      return [this, name, step](Context& context, const Arguments& given) {
        Json values = Json::object();
        for (int k = 0; k < given.count(); ++k) values.add(given.name(k), toSaved(given[k]));
        asked_[context.agent()].add(Json::list().add(step).add(name).add(std::move(values)));
      };
    };
    Action made([this, name, told = tell("tick")](Context& context, const Arguments& given) {
      told(context, given);
      const std::string said = answer("actions", name).text;
      if (said == "error") return context.fail("as the case says");
      if (said == "effect") return effect(context, given);
      if (said == "steer") {
        Fields others;
        for (int k = 0; k < given.count(); ++k)
          if (given.name(k) != "weight" && given.name(k) != "priority") others.add(given.name(k), given[k]);
        context.steer(name, others, given.number("weight", 1), given.number("priority", 1));
      }
      return said == "success" ? Status::success : said == "failure" ? Status::failure : Status::running;
    });
    made.enter = tell("enter"), made.halt = tell("halt");
    return made;
  }

  Condition condition(const std::string& name) {
    return {[this, name](Context& context, const Arguments& given) {
      Json values = Json::list();
      for (int k = 0; k < given.count(); ++k) values.add(toSaved(given[k]));
      asked_[context.agent()].add(Json::list().add("ask").add(name).add(std::move(values)));
      return answer("conditions", name).isTrue();
    }};
  }

  Game game(const Mind& mind) {
    Game made;
    made.seed = static_cast<std::uint32_t>(data_["seed"].number);
    forEach(mind.needs()["actions"], [&](auto& name, auto&) { made.actions[name] = action(name); });
    forEach(mind.needs()["conditions"], [&](auto& name, auto&) { made.conditions[name] = condition(name); });
    forEach(mind.needs()["entity_fields"], [&](auto& name, auto& type) { fields_[name] = Type::of(type); });
    forEach(mind.needs()["queries"], [&](auto& name, auto&) {
      made.queries[name] = [this, name = name](const std::string&, const std::string& of) {
        std::vector<std::string> found;
        for (const Json& each : answer("queries", name + " " + of).items) found.push_back(each.text);
        return found;
      };
    });
    made.entityField = [this](const std::string& entity, const std::string& field) -> std::optional<Value> {
      const auto found = answers_["fields"].find(entity + "." + field);
      if (found == answers_["fields"].end()) return std::nullopt;
      return fromSaved(found->second, fields_.count(field) > 0 ? &fields_[field] : nullptr);
    };
    made.sent = [this](const std::string& sender, const std::string& receiver, const Event& event) {
      sent_.add(Json::list().add(sender).add(receiver).add(event.name).add(toSaved(event.fields)));
    };
    return made;
  }

  const Type* typeOf(const std::string& name) { return types_.count(name) > 0 ? &types_[name] : nullptr; }

  Result<> prepare(Minds& minds, const Mind& mind, const Json& wish) {
    forEach(wish["answers"], [&](auto& sort, auto& values) {
      forEach(values, [&](auto& name, auto& each) { answers_[sort][name] = each; });
    });
    Result<> result = Done();
    const auto note = [&](Result<> next) {
      if (result) result = std::move(next);
    };
    forEach(wish["set"], [&](auto& id, auto& values) {
      Result<Agent&> agent = minds.get(id);
      if (!agent) return note(inner::Refused{agent.words()});
      forEach(values, [&](auto& name, auto& each) { // one that cannot take the value keeps its own
        if (const auto put = agent->set(name, fromSaved(each, typeOf(name))); !put) return;
      });
    });
    forEach(wish["shared"],
            [&](auto& name, auto& each) { note(minds.setShared(name, fromSaved(each, typeOf(name)))); });
    for (const Json& each : wish["post"].items) {
      if (each.count() != 3) continue;
      const Json& types = mind.needs()["events"][each.items[1].text]["payload"];
      Fields payload;
      forEach(each.items[2], [&](auto& name, auto& value) {
        const Type type = Type::of(types[name]);
        payload.set(name, fromSaved(value, &type));
      });
      Result<Agent&> agent = minds.get(each.items[0].text);
      note(agent ? agent->post(each.items[1].text, payload) : Result<>::refused(agent.words()));
    }
    for (const Json& each : wish["orders"].items) { // one that cannot be is left
      if (each.count() != 3) continue;
      const std::optional<std::string_view> to =
          each.items[2].isText() ? std::optional(std::string_view(each.items[2].text)) : std::nullopt;
      Result<Agent&> agent = minds.get(each.items[0].text);
      if (const auto done = agent->order(each.items[1].whole(), to); !done) continue;
    }
    return result;
  }

  Json told(Minds& minds) {
    Json agents = Json::object(), effects = Json::list();
    for (const auto& agent : minds.agents()) {
      Json outcomes = Json::list();
      for (const std::uint8_t each : agent->outcomes()) outcomes.add(each);
      Json told = Json::object().add("result", wordOf(agent->status())).add("outcomes", std::move(outcomes));
      told.add("asked", asked_[agent->id()]).add("variables", toSaved(agent->variables()));
      agents.add(agent->id(), std::move(told));
    }
    for (const Effect& each : minds.effects())
      effects.add(Json::list().add(each.agent).add(each.name).add(toSaved(each.arguments)));
    Json made = Json::object().add("agents", std::move(agents)).add("effects", std::move(effects));
    return made.add("shared", toSaved(minds.shared())).add("sent", std::move(sent_));
  }

 public:
  explicit Case(const Json& data) : data_(data) {}

  /** Run it; `options` are those of a link, if there is one. */
  Result<Json> run(const LinkOptions* options) {
    const Json& program = data_["program"];
    Result<Mind> mind = options != nullptr ? Mind::parse(program.write()) : Mind::fromJson(program);
    if (!mind) return inner::Refused{mind.words()};
    for (const Json& each : data_["program"]["variables"].items) types_[each["name"].text] = Type::of(each["type"]);
    Minds minds(game(*mind));
    for (const Json& each : data_["agents"].items)
      if (Result<Agent&> added = minds.add(each.text, *mind); !added) return inner::Refused{added.words()};
    const std::vector<Json> upgrades(data_["upgrades"].items.begin(), data_["upgrades"].items.end());
    if (!data_["restore"].isNull())
      if (Result<> done = minds.restoreFrom(data_["restore"], upgrades); !done) return inner::Refused{done.words()};
    const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
    std::optional<GameLink> link;
    if (options != nullptr) link.emplace(minds, *options);
    for (; link && !link->isConnected(); link->poll(), wait())
      if (link->isClosed()) return inner::refuse("The link was refused: " + link->trouble());
    Json ticks = Json::list();
    for (const Json& wish : data_["ticks"].items) {
      if (Result<> done = prepare(minds, *mind, wish); !done) return inner::Refused{done.words()};
      for (const Json& each : data_["agents"].items) asked_[each.text] = Json::list();
      sent_ = Json::list();
      if (link) {
        while (!link->tick()) wait();
      } else if (Result<> done = minds.tick(); !done) return inner::Refused{done.words()};
      ticks.add(told(minds));
    }
    if (link) link->close("The case is over.");
    for (; link && link->isOpen(); link->poll()) wait();
    if (ticks.count() > 0) ticks.items.back().add("save", *minds.saved());
    return Json::object().add("id", data_["id"]).add("ticks", std::move(ticks));
  }
};

} // namespace

int main(int count, char** arguments) {
  const bool isLinked = count == 4 && arguments[1] == std::string_view("--link");
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    Result<Json> data = Json::parse(line);
    Json told = Json::object();
    if (!data) told.add("id", Json()).add("refused", "The case is no JSON: " + data.words());
    else {
      LinkOptions options;
      options.game = (*data)["id"].text, options.connect = connectByTcp;
      if (isLinked) options.address = std::string("127.0.0.1:") + arguments[2], options.token = arguments[3];
      if (Result<Json> run = Case(*data).run(isLinked ? &options : nullptr); run) told = std::move(*run);
      else told.add("id", (*data)["id"]).add("refused", run.words());
    }
    std::cout << told.write() << std::endl;
  }
}
