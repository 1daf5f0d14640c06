/*
 * Shows the minds of a running game in Mindloom by the protocol mindloom-link 1, which the help page "Seeing the mind
 * of a running game" has. It needs mindloom.hpp beside it; leave it out of what players get. MIT License, as
 * mindloom.hpp.
 */
#ifndef MINDLOOM_LINK_HPP
#define MINDLOOM_LINK_HPP

#include "mindloom.hpp"

#include <array>
#include <chrono>

namespace mindloom {

/** A connection to Mindloom, which ends with it; nothing of it waits. `link_sockets.hpp` has one, or the game. */
struct LinkSocket {
  virtual ~LinkSocket() = default;
  /** Send bytes; return how many are on their way, or -1 where the connection is lost. */
  virtual std::ptrdiff_t send(std::string_view bytes) = 0;
  /** Add the bytes that came; return false where the connection is lost. */
  virtual bool receive(std::string& into) = 0;
};

struct LinkOptions {
  std::string token, game = "Game", address = "127.0.0.1:7407";
  /** Begin a connection; give none where that cannot be. */
  std::function<std::unique_ptr<LinkSocket>(const std::string& host, const std::string& port)> connect = {};
  /** Tell where an agent is: x, y and heading in degrees. */
  std::function<std::optional<std::array<double, 3>>(const Agent& agent)> place = {};
  std::vector<Vector> outline = {};    // of the ground
  double keySeconds = 10;              // between two saves of an agent
  std::function<double()> clock = [] { // seconds
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
};

/**
 * A link between the minds of a game and Mindloom: call its `tick` in the place of that of the minds.
 *
 * It never waits, and where no editor is there it tries again every second.
 */
class GameLink final : inner::Watcher {
  static constexpr std::size_t mostReceived = 4 << 20, mostSent = 16 << 20, mostKept = 64 << 20;
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
  struct Break {
    std::string program;
    int row, mask, is;
  };
  Minds& minds_;
  inner::Common& common_;
  LinkOptions options_;
  std::unique_ptr<LinkSocket> socket_;
  std::string received_, unsent_, trouble_, swapping_; // the last is the hash of the program that Mindloom puts in
  std::map<std::string, Told> told_;                   // by agent
  Texts shared_;                                       // as told, by name
  std::vector<Break> breaks_;
  Json hit_; // the frame that says where the game is held
  bool isConnected_ = false, isHeld_ = false, isClosed_ = false, isWatched_ = false;
  double speed_ = 1, since_ = -1e300; // when it was connected or lost
  std::int64_t number_ = 0, next_ = 0, stepsLeft_ = 0;
  std::uint32_t seed_ = 0;
  int depth_ = 0, mark_ = 0;
  Agent* asking_ = nullptr;

 public:
  GameLink(Minds& minds, LinkOptions options)
      : minds_(minds), common_(inner::commonOf(minds)), options_(std::move(options)) {}
  ~GameLink() { hangUp(""); }
  GameLink(const GameLink&) = delete;
  GameLink& operator=(const GameLink&) = delete;
  bool isConnected() const { return isConnected_; }       // Mindloom has let the game in
  bool isHeld() const { return isHeld_; }                 // by Mindloom: `tick` does nothing
  bool isClosed() const { return isClosed_; }             // it does not connect again
  bool isOpen() const { return socket_ != nullptr; }      // it is connected, or tries to
  double speed() const { return speed_; }                 // the game multiplies its clock by it
  const std::string& trouble() const { return trouble_; } // why it is not connected
  /** Tick all minds, and tell Mindloom; return false where that holds the game, and nothing was ticked. */
  bool tick() { return tickThose(nullptr); }
  /** Tick those with these ids. */
  bool tick(const std::vector<std::string>& ids) { return tickThose(&ids); }
  /** Tell Mindloom that it is over, and why; the link does not connect again. */
  void close(const std::string& why = "The game has ended.") {
    send(frame("end").add("why", why));
    isClosed_ = true;
    if (isConnected_) rest();
    else hangUp(why);
    flush();
  }
  /** Connect, read and do what Mindloom sent, and send what waits, without a tick. */
  void poll() {
    const double waited = options_.clock() - since_;
    if (socket_ == nullptr && !isClosed_ && minds_.rate() > 0 && waited >= 1) connect();
    else if (socket_ != nullptr && !isConnected_ && waited >= 5) hangUp("Mindloom does not answer.");
    if (socket_ != nullptr && !socket_->receive(received_)) hangUp("Mindloom is not there.");
    takeFrames();
    flush();
  }

 private:
  // -- the connection
  static Json frame(const char* kind) { return Json::object().add("frame", kind); }
  void connect() {
    since_ = options_.clock();
    const auto colon = options_.address.rfind(':');
    if (options_.connect && colon != std::string::npos)
      socket_ = options_.connect(options_.address.substr(0, colon), options_.address.substr(colon + 1));
    if (socket_ == nullptr) return void(trouble_ = "There is no connection to be had.");
    Json programs = Json::list(), can = Json::list(), outline = Json::list();
    for (const auto& each : minds_.agents())
      if (std::none_of(programs.items.begin(), programs.items.end(),
                       [&](const Json& known) { return known.text == each->mind().hash(); }))
        programs.add(each->mind().hash());
    for (const char* each : {"pause", "step", "speed", "swap", "break"}) can.add(each);
    for (const Vector& each : options_.outline) outline.add(inner::toSaved(View(each)));
    Json hello = frame("hello").add("link", 1).add("token", options_.token).add("game", options_.game);
    hello.add("executor", "cpp").add("rate", minds_.rate()).add("seed", minds_.seed());
    unsent_ = "MLK1";
    send(hello.add("programs", std::move(programs)).add("can", std::move(can)).add("outline", std::move(outline)));
  }
  void hangUp(const std::string& why) {
    rest();
    socket_.reset();
    received_.clear(), unsent_.clear();
    isConnected_ = false;
    since_ = options_.clock(), trouble_ = why;
  }
  /** Let the game be as without a link. */
  void rest() { watch(false), isHeld_ = false, speed_ = 1, stepsLeft_ = 0, breaks_.clear(); }
  void leave(const std::string& why) { send(frame("end").add("why", why)), flush(), hangUp(why); }
  void send(const Json& made) { sendText(made.write()); }
  void sendText(const std::string& text) {
    if (socket_ == nullptr || isClosed_) return;
    for (int k = 24; k >= 0; k -= 8) unsent_.push_back(static_cast<char>(text.size() >> k));
    unsent_ += text;
    if (text.size() > mostSent || unsent_.size() > mostKept) hangUp("Mindloom reads too slowly.");
  }
  void flush() {
    if (socket_ == nullptr || unsent_.empty()) return;
    const std::ptrdiff_t sent = socket_->send(unsent_);
    if (sent < 0) hangUp("Mindloom is not there.");
    else unsent_.erase(0, static_cast<std::size_t>(sent));
  }
  void takeFrames() {
    std::size_t at = 0;
    while (socket_ != nullptr && received_.size() - at >= 4) {
      std::size_t size = 0;
      for (std::size_t k = 0; k < 4; ++k) size = size << 8 | static_cast<unsigned char>(received_[at + k]);
      if (size > mostReceived) return hangUp("Mindloom sent what is no frame.");
      if (received_.size() - at - 4 < size) break;
      Result<Json> read = Json::parse(std::string_view(received_).substr(at + 4, size));
      if (!read || !read->isObject()) return hangUp("Mindloom sent what is no frame.");
      at += 4 + size;
      takeFrame(*read);
    }
    if (socket_ != nullptr) received_.erase(0, at);
  }

  // -- what Mindloom says
  void takeFrame(const Json& given) {
    const std::string& kind = given["frame"].text;
    if (isClosed_) return;
    if (isConnected_) {
      if (const std::string why = follow(kind, given); !why.empty())
        send(frame("refused").add("about", kind).add("why", why));
      swapping_.clear();
    } else if (kind == "welcome") watch(isConnected_ = true);
    if (kind == "refused") close(given["why"].text); // a token does not become right by asking again
  }
  /** Do what Mindloom asks for; return why not, in words. */
  std::string follow(const std::string& kind, const Json& given) {
    const std::string &name = given["name"].text, &id = given["agent"].text;
    if (kind == "program") return sendProgram(given["hash"].text);
    if (kind == "watch") watch(given["detail"].text == "all");
    if (kind == "set") {
      Result<Agent&> agent = minds_.get(id);
      if (!agent) return agent.words();
      const inner::Variable* known = inner::declared(inner::bodyOf(*agent).p, name);
      return agent->set(name, inner::fromSaved(given["to"], known == nullptr ? nullptr : &known->type)).words();
    }
    if (kind == "shared") {
      const inner::Cell* cell = common_.cellOf(name);
      return minds_.setShared(name, inner::fromSaved(given["to"], cell == nullptr ? nullptr : &cell->type)).words();
    }
    if (kind == "post") return post(given["event"].text, given["agent"].isNull() ? nullptr : &id, given["with"]);
    if (kind == "swap") return swap(given["program"], given["names"], given["upgrade"]);
    if (kind == "pause") hold(frame("held").add("by", "pause"));
    if (kind == "resume") isHeld_ = false, stepsLeft_ = 0, send(frame("going"));
    if (kind == "step") {
      if (given["ticks"].whole(1) < 1) return "A step has 1 tick or more.";
      isHeld_ = false, stepsLeft_ = given["ticks"].whole(1);
    }
    if (kind == "speed") {
      if (!(given["factor"].number > 0)) return "The factor of the speed is above 0.";
      speed_ = given["factor"].number;
    }
    if (kind == "break") {
      std::vector<Break> all;
      for (const Json& each : given["at"].items)
        all.push_back({each["program"].text, each["row"].whole(), each["mask"].whole(), each["is"].whole()});
      for (const Break& each : all)
        if (each.row < 0 || each.mask < 0 || each.is < 0) return "Each break has a program, row, mask and is.";
      breaks_ = std::move(all);
    }
    return {};
  }
  void watch(bool isOn) {
    if (isOn == isWatched_) return;
    isWatched_ = isOn;
    common_.watcher = isOn ? this : nullptr;
    told_.clear(), shared_.clear();
    depth_ = 0, seed_ = minds_.seed(), next_ = minds_.tickNow();
  }
  void hold(Json held) { isHeld_ = true, stepsLeft_ = 0, send(held.add("tick", minds_.tickNow())); }
  std::string post(const std::string& name, const std::string* id, const Json& with) {
    std::vector<std::pair<inner::Body*, inner::EventPtr>> made;
    for (const auto& each : minds_.agents()) {
      inner::Body& body = inner::bodyOf(*each);
      const auto known = body.p.events.find(name);
      if (id == nullptr ? known == body.p.events.end() : each->id() != *id) continue;
      Fields fields;
      for (int k = 0; k < with.count(); ++k) {
        const std::string& field = with.names[static_cast<std::size_t>(k)];
        const inner::Type* type = nullptr;
        if (known != body.p.events.end())
          for (const auto& [declared, of] : known->second)
            if (declared == field) type = &of;
        fields.set(field, inner::fromSaved(with.items[k], type));
      }
      Result<inner::EventPtr> event = inner::eventOf(body, name, fields);
      if (!event) return event.words();
      made.emplace_back(&body, std::move(*event));
    }
    for (const auto& [body, event] : made) inner::take(*body, event);
    return made.empty() ? "No mind knows the event '" + name + "', or there is no such agent." : std::string();
  }
  std::string swap(const Json& program, const Json& names, const Json& table) {
    Result<Mind> mind = Mind::parse(program.write(), names.isObject() ? names.write() : std::string());
    if (!mind) return mind.words();
    swapping_ = mind->hash();
    Result<int> agents = minds_.swap(*mind, table);
    if (!agents) return agents.words();
    send(frame("swapped").add("from", table["from"]).add("to", mind->hash()).add("agents", *agents));
    return {};
  }
  std::string sendProgram(const std::string& hash) {
    for (const auto& each : minds_.agents()) {
      const Mind& mind = each->mind();
      if (mind.hash() != hash || mind.text().empty()) continue;
      const std::string names = mind.names().empty() ? "" : ",\"names\":" + mind.names();
      std::string made = frame("program").add("hash", hash).write();
      made.pop_back();
      return sendText(made + ",\"program\":" + mind.text() + names + "}"), std::string();
    }
    return "The game has no text of the program " + hash + ".";
  }

  // -- what comes into minds
  static Json list(std::initializer_list<Json> items) {
    Json made = Json::list();
    made.items = items;
    return made;
  }
  void put(Agent& a, const std::string& name, View value) override { came(a, {"set", name, inner::toSaved(value)}); }
  void posted(Agent& a, const Event& of) override { came(a, {"post", of.name, inner::toSaved(of.fields)}); }
  void halted(Agent& a) override { came(a, {"halt"}); }
  void restarted(Agent& a) override { came(a, {"restart"}); }
  void restored(Agent& a) override {
    Told& of = toldOf(a);
    of.isNew = true, of.isSwapped = !swapping_.empty();
    if (of.isSwapped) came(a, {"swap", swapping_});
    else of.in = Json::list();
  }
  Told& toldOf(Agent& a) {
    Told& found = told_[a.id()];
    if (const std::uint64_t body = inner::bodyOf(a).number; found.body != body) {
      found = Told();
      found.body = body, found.number = number_++;
    }
    return found;
  }
  bool isLater(Agent& a) { return !toldOf(a).isStill && a.id() > asking_->id(); } // in this tick
  void came(Agent& a, std::initializer_list<Json> what) {
    const bool isHeard = depth_ > 0 && swapping_.empty();
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
    if (isStep && swapping_.empty()) ++toldOf(a).steps;
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
    if (!swapping_.empty() || !isOther(of.answers, question.write(), answer)) return;
    const std::int64_t place = of.steps - (question.items[0].text == "action" ? 1 : 0);
    question.items.insert(question.items.begin(), place);
    of.asked.items.insert(of.asked.items.begin() + before, question.add(std::move(answer)));
  }
  void sharedPut(const std::string& name, View value, Agent* by) override {
    if (by == nullptr && depth_ == 0) return;
    if (by == nullptr) ask(*asking_, toldOf(*asking_).steps, list({"shared", name, inner::toSaved(value)}));
    else asking_ = by;
    for (const auto& each : minds_.agents()) {
      const inner::Array<inner::Cell*>& world = inner::bodyOf(*each).s.world;
      if (!isLater(*each) || !world.has(common_.cellOf(name))) continue;
      inner::Array<Json>& asked = toldOf(*each).asked.items;
      asked.erase(std::remove_if(asked.begin(), asked.end(),
                                 [&](const Json& known) {
                                   return known.items[1].text == "shared" && known.items[2].text == name;
                                 }),
                  asked.end());
      ask(*each, 0, list({"shared", name, inner::toSaved(value)}));
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
  bool tickThose(const std::vector<std::string>* ids) {
    poll();
    if (isHeld_) return false;
    if (isWatched_ && (minds_.seed() != seed_ || minds_.tickNow() != next_))
      leave("The game goes on from another tick."); // a saved game was restored
    Json made = isWatched_ ? begin(ids) : Json();
    if (ids == nullptr) minds_.tick();
    else minds_.tick(*ids);
    next_ = minds_.tickNow();
    hit_ = stepsLeft_ > 0 && --stepsLeft_ == 0 ? frame("held").add("by", "step") : Json();
    if (made.isObject() && isWatched_) finish(made), send(made);
    if (hit_.isObject()) hold(hit_);
    flush();
    return true;
  }
  Json begin(const std::vector<std::string>* ids) {
    Json changed = Json::object(), gone = Json::list(), still = Json::list();
    const double between = std::clamp(options_.keySeconds * minds_.rate(), 1.0, 1e9);
    std::ptrdiff_t room = 8 << 20; // for saves of agents that are new; what has none is new in the next tick
    for (const auto& each : minds_.agents()) {
      Told& of = toldOf(*each);
      const inner::Body& body = inner::bodyOf(*each);
      of.isStill = ids != nullptr && std::find(ids->begin(), ids->end(), each->id()) == ids->end();
      of.isTold = !of.isNew || room >= 0;
      of.data = Json::object();
      if (of.isStill) still.add(each->id());
      if (of.isNew && of.isTold) {
        room -= body.bytes.count() * 2 + body.ints.count() * 6 + body.floats.count() * 20;
        if (!of.isSwapped) of.data.add("mind", each->mind().hash());
        of.outcomes = each->outcomes();
        of.last = {{"ended", "false"}};
      }
      if (of.isNew || (minds_.tickNow() + of.number) % static_cast<std::int64_t>(between) == 0) { // they take turns
        of.data.add("save", each->save());
        of.answers.clear();
        of.endAsking();
      }
      addFilled(of.data, "in", std::exchange(of.in, Json::list()));
    }
    for (auto each = told_.begin(); each != told_.end();) {
      const bool isHere = inner::agentOf(common_, each->first) != nullptr;
      if (!isHere && !each->second.outcomes.empty()) gone.add(each->first);
      each = isHere ? std::next(each) : told_.erase(each);
    }
    for (const auto& cell : common_.cells) {
      Json now = inner::toSaved(cell->value.view());
      if (isOther(shared_, cell->name, now)) changed.add(cell->name, std::move(now));
    }
    Json made = frame("tick").add("tick", minds_.tickNow());
    addFilled(made, "shared", std::move(changed));
    addFilled(made, "still", std::move(still));
    addFilled(made, "gone", std::move(gone));
    return made;
  }
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
  void finish(const Agent& a, Told& of) {
    Json changed = Json::list();
    for (std::size_t k = 0; k < of.outcomes.size(); ++k) {
      const std::uint8_t was = std::exchange(of.outcomes[k], a.outcomes()[k]), now = of.outcomes[k];
      if (now != was && !breaks_.empty()) meet(a, static_cast<int>(k), now);
      if (now != (of.isNew ? 0 : was)) changed.add(k).add(now);
    }
    addFilled(of.data, "out", std::move(changed));
    addOther(of.data, of.last, "is", wordOf(a.status()));
    addOther(of.data, of.last, "ended", a.ended());
    const auto place = options_.place ? options_.place(a) : std::nullopt;
    if (place && std::all_of(place->begin(), place->end(), [](double each) { return std::isfinite(each); }))
      addOther(of.data, of.last, "at", list({(*place)[0], (*place)[1], (*place)[2]}));
  }
  void meet(const Agent& a, int row, int now) {
    for (const Break& each : breaks_)
      if (hit_["agent"].isNull() && each.program == a.mind().hash() && each.row == row && (now & each.mask) == each.is)
        hit_ = frame("held").add("by", "break").add("agent", a.id()).add("row", row);
  }
};

} // namespace mindloom

#endif
