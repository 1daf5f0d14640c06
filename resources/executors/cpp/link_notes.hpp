/*
 * What mindloom_link.hpp tells of the minds of a game: it gathers what comes into them, and makes the frame of each
 * tick. MIT License, as mindloom.hpp.
 */
#ifndef MINDLOOM_LINK_NOTES_HPP
#define MINDLOOM_LINK_NOTES_HPP

#include "mindloom.hpp"

#include <array>

namespace mindloom {
namespace inner {

inline Json linkFrame(const char* kind) { return Json::object().add("frame", kind); }

/** Hold the game behind a tick in which the outcome of a row has become this. */
struct LinkBreak {
  std::string program;
  int row, mask, is;
};

class LinkNotes final : public Watcher {
  using Texts = std::map<std::string, std::string>;
  struct Told { // of an agent
    std::uint64_t body = 0;
    bool isNew = true, isSwapped = false, isStill = false, isTold = false;
    std::int64_t number = 0, steps = 0; // of actions, asked for since its last tick
    std::vector<std::uint8_t> outcomes; // of its last tick
    Json in = Json::list(), asked = Json::list(), data;
    Texts last, answers; // by member, by question
    void endAsking() { asked = Json::list(), steps = 0; }
  };
  Minds& minds_;
  Common& common_;
  std::map<std::string, Told> told_; // by agent
  Texts shared_;                     // as told, by name
  std::int64_t number_ = 0;
  int depth_ = 0, mark_ = 0;
  Agent* asking_ = nullptr;

  // -- what comes into minds
  static Json list(std::initializer_list<Json> items) {
    Json made = Json::list();
    made.items = items;
    return made;
  }
  void put(Agent& a, const std::string& name, View value) override { came(a, {"set", name, toSaved(value)}); }
  void posted(Agent& a, const Event& of) override { came(a, {"post", of.name, toSaved(of.fields)}); }
  void ordered(Agent& a, int row, std::optional<std::string_view> to) override {
    came(a, {"order", row, to ? Json(*to) : Json()});
  }
  void halted(Agent& a) override { came(a, {"halt"}); }
  void restarted(Agent& a) override { came(a, {"restart"}); }
  void restored(Agent& a) override {
    Told& of = toldOf(a);
    of.isNew = true, of.isSwapped = !swapping.empty();
    if (of.isSwapped) came(a, {"swap", swapping});
    else of.in = Json::list();
  }
  Told& toldOf(Agent& a) {
    Told& found = told_[a.id()];
    if (const std::uint64_t body = bodyOf(a).number; found.body != body) {
      found = Told();
      found.body = body, found.number = number_++;
    }
    return found;
  }
  bool isLater(Agent& a) { return !toldOf(a).isStill && a.id() > asking_->id(); } // in this tick
  void came(Agent& a, std::initializer_list<Json> what) {
    const bool isHeard = depth_ > 0 && swapping.empty();
    if (isHeard && (&a == asking_ || (common_.isTicking && isLater(a)))) ask(a, toldOf(a).steps, list(what));
    else toldOf(a).in.add(list(what));
  }
  void ask(Agent& a, std::int64_t place, Json made) {
    made.items.insert(made.items.begin(), place);
    toldOf(a).asked.add(std::move(made));
  }
  void asks(Agent& a, bool isStep) override {
    if (++depth_ > 1) return; // what code of the game asks for itself
    asking_ = &a;
    mark_ = toldOf(a).asked.count();
    if (isStep && swapping.empty()) ++toldOf(a).steps;
  }
  void answered(Agent& a, Json question, Json answer, const std::string& failed) override {
    if (--depth_ > 0) return;
    tell(a, std::move(question), failed.empty() ? std::move(answer) : Json::object().add("failed", failed), mark_);
  }
  void free(Agent& a, const std::string& thing, bool answer) override {
    tell(a, list({"free", thing}), answer, toldOf(a).asked.count());
  }
  void tell(Agent& a, Json question, Json answer, int before) { // inputs that came while it was asked
    Told& of = toldOf(a);
    if (!swapping.empty() || !isOther(of.answers, question.write(), answer)) return;
    const std::int64_t place = of.steps - (question.items[0].text == "action" ? 1 : 0);
    question.items.insert(question.items.begin(), place);
    of.asked.items.insert(of.asked.items.begin() + before, question.add(std::move(answer)));
  }
  void sharedPut(const std::string& name, View value, Agent* by) override {
    if (by == nullptr && depth_ == 0) return;
    if (by == nullptr) ask(*asking_, toldOf(*asking_).steps, list({"shared", name, toSaved(value)}));
    else asking_ = by;
    for (const auto& each : minds_.agents()) {
      const Array<Cell*>& world = bodyOf(*each).s.world;
      if (!isLater(*each) || !world.has(common_.cellOf(name))) continue;
      Array<Json>& asked = toldOf(*each).asked.items;
      asked.erase(std::remove_if(asked.begin(), asked.end(),
                                 [&](const Json& known) {
                                   return known.items[1].text == "shared" && known.items[2].text == name;
                                 }),
                  asked.end());
      ask(*each, 0, list({"shared", name, toSaved(value)}));
    }
  }

  // -- the frame of a tick
  /** Tell whether something is other than it was last, and keep it. */
  static bool isOther(Texts& last, const std::string& name, const Json& now) {
    std::string text = now.write();
    const auto [known, isNew] = last.try_emplace(name, text);
    return isNew || std::exchange(known->second, text) != text;
  }
  static void addOther(Json& data, Texts& last, const char* name, Json now) {
    if (isOther(last, name, now)) data.add(name, std::move(now));
  }
  static void addFilled(Json& data, const char* name, Json items) {
    if (items.count() > 0) data.add(name, std::move(items));
  }
  static Json ownCurves(const Body& body) {
    Json made = Json::object();
    for (const Curve& each : body.ownCurves) {
      Json points = Json::list();
      for (const Vector& point : each.points) points.add(toSaved(View(point)));
      made.add(each.name, std::move(points));
    }
    return made;
  }
  void finish(const Agent& a, Told& of) {
    Json changed = Json::list();
    for (std::size_t k = 0; k < of.outcomes.size(); ++k) {
      const std::uint8_t was = std::exchange(of.outcomes[k], a.outcomes()[k]), now = of.outcomes[k];
      if (now != was && !breaks.empty()) meet(a, static_cast<int>(k), now);
      if (now != (of.isNew ? 0 : was)) changed.add(k).add(now);
    }
    addFilled(of.data, "out", std::move(changed));
    addOther(of.data, of.last, "is", wordOf(a.status()));
    addOther(of.data, of.last, "ended", a.ended());
    const auto at = placeOf ? placeOf(a) : std::nullopt;
    if (at && std::all_of(at->begin(), at->end(), [](double each) { return std::isfinite(each); }))
      addOther(of.data, of.last, "at", list({(*at)[0], (*at)[1], (*at)[2]}));
  }
  void meet(const Agent& a, int row, int now) {
    for (const LinkBreak& each : breaks)
      if (hit["agent"].isNull() && each.program == a.mind().hash() && each.row == row && (now & each.mask) == each.is)
        hit = linkFrame("held").add("by", "break").add("agent", a.id()).add("row", row);
  }

 public:
  std::function<std::optional<std::array<double, 3>>(const Agent& agent)> placeOf;
  double keySeconds = 10;
  std::string swapping; // the hash of the program that Mindloom puts in
  std::vector<LinkBreak> breaks;
  Json hit; // the frame that says where a break holds the game
  explicit LinkNotes(Minds& minds) : minds_(minds), common_(commonOf(minds)) {}
  /** Tell all from the beginning again. */
  void restart() { told_.clear(), shared_.clear(), depth_ = 0; }
  /** Begin the frame of a tick: who is there, what is shared, saves of agents that are new or due for one. */
  Json begin(const std::vector<std::string>* ids) {
    Json changed = Json::object(), gone = Json::list(), still = Json::list();
    const double between = std::clamp(keySeconds * minds_.rate(), 1.0, 1e9);
    std::ptrdiff_t room = 8 << 20; // for saves of agents that are new; what has none is new in the next tick
    for (const auto& each : minds_.agents()) {
      Told& of = toldOf(*each);
      const Body& body = bodyOf(*each);
      of.isStill = ids != nullptr && std::find(ids->begin(), ids->end(), each->id()) == ids->end();
      of.isTold = !of.isNew || room >= 0;
      of.data = Json::object();
      if (of.isStill) still.add(each->id());
      if (of.isNew && of.isTold) {
        room -= body.bytes.count() * 2 + body.ints.count() * 6 + body.floats.count() * 20;
        if (!of.isSwapped) {
          of.data.add("mind", each->mind().hash());
          addFilled(of.data, "curves", ownCurves(body));
        }
        of.outcomes = each->outcomes();
        of.last = {{"ended", "false"}};
      }
      if (of.isNew || (minds_.tickNow() + of.number) % static_cast<std::int64_t>(between) == 0) { // they take turns
        of.data.add("save", each->save());
        Json orders = Json::list();
        for (const auto& [row, to] : each->ordered()) orders.add(list({row, to}));
        addFilled(of.data, "orders", std::move(orders));
        of.answers.clear();
        of.endAsking();
      }
      addFilled(of.data, "in", std::exchange(of.in, Json::list()));
    }
    for (auto each = told_.begin(); each != told_.end();) {
      const bool isHere = agentOf(common_, each->first) != nullptr;
      if (!isHere && !each->second.outcomes.empty()) gone.add(each->first);
      each = isHere ? std::next(each) : told_.erase(each);
    }
    for (const auto& cell : common_.cells) {
      Json now = toSaved(cell->value.view());
      if (isOther(shared_, cell->name, now)) changed.add(cell->name, std::move(now));
    }
    Json made = linkFrame("tick").add("tick", minds_.tickNow());
    addFilled(made, "shared", std::move(changed));
    addFilled(made, "still", std::move(still));
    addFilled(made, "gone", std::move(gone));
    return made;
  }
  /** Tell in it what came of the tick. */
  void finish(Json& made) {
    Json agents = Json::object();
    for (const auto& each : minds_.agents()) {
      Told& of = toldOf(*each);
      addFilled(of.data, "asked", of.asked);
      of.endAsking();
      if (!of.isTold) continue;
      if (!of.isStill) finish(*each, of);
      of.isNew = of.isSwapped = false;
      if (of.data.count() > 0) agents.add(each->id(), std::move(of.data));
    }
    addFilled(made, "agents", std::move(agents));
  }
};

} // namespace inner
} // namespace mindloom

#endif
