/*
 * Shows the minds of a running game in Mindloom by the protocol mindloom-link 1, which the help page "Seeing the mind
 * of a running game" has. It needs mindloom.hpp and link_notes.hpp beside it; leave it out of what players get.
 * MIT License, as mindloom.hpp.
 */
#ifndef MINDLOOM_LINK_HPP
#define MINDLOOM_LINK_HPP

#include "link_notes.hpp"

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
class GameLink final {
  static constexpr std::size_t mostReceived = 4 << 20, mostSent = 16 << 20, mostKept = 64 << 20;
  Minds& minds_;
  inner::Common& common_;
  LinkOptions options_;
  inner::LinkNotes notes_;
  std::unique_ptr<LinkSocket> socket_;
  std::string received_, unsent_, trouble_;
  bool isConnected_ = false, isHeld_ = false, isClosed_ = false, isWatched_ = false;
  double speed_ = 1, since_ = -1e300; // when it was connected or lost
  std::int64_t next_ = 0, stepsLeft_ = 0;
  std::uint32_t seed_ = 0;

 public:
  GameLink(Minds& minds, LinkOptions options)
      : minds_(minds), common_(inner::commonOf(minds)), options_(std::move(options)), notes_(minds) {
    notes_.placeOf = options_.place, notes_.keySeconds = options_.keySeconds;
  }
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
  static Json frame(const char* kind) { return inner::linkFrame(kind); }
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
    for (const char* each : {"pause", "step", "speed", "swap", "break", "order"}) can.add(each);
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
  void rest() { watch(false), isHeld_ = false, speed_ = 1, stepsLeft_ = 0, notes_.breaks.clear(); }
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
      notes_.swapping.clear();
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
    if (kind == "order") {
      Result<Agent&> agent = minds_.get(id);
      if (!agent) return agent.words();
      if (agent->mind().hash() != given["program"].text) return "The agent thinks with another program by now.";
      const Json& to = given["to"];
      const std::string word = to.isText() ? to.text : to.write();
      return agent->order(given["row"].whole(), to.isNull() ? std::nullopt : std::optional<std::string_view>(word))
          .words();
    }
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
      std::vector<inner::LinkBreak> all;
      for (const Json& each : given["at"].items)
        all.push_back({each["program"].text, each["row"].whole(), each["mask"].whole(), each["is"].whole()});
      for (const inner::LinkBreak& each : all)
        if (each.row < 0 || each.mask < 0 || each.is < 0) return "Each break has a program, row, mask and is.";
      notes_.breaks = std::move(all);
    }
    return {};
  }
  void watch(bool isOn) {
    if (isOn == isWatched_) return;
    isWatched_ = isOn;
    common_.watcher = isOn ? &notes_ : nullptr;
    notes_.restart();
    seed_ = minds_.seed(), next_ = minds_.tickNow();
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
    notes_.swapping = mind->hash();
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

  bool tickThose(const std::vector<std::string>* ids) {
    poll();
    if (isHeld_) return false;
    if (isWatched_ && (minds_.seed() != seed_ || minds_.tickNow() != next_))
      leave("The game goes on from another tick."); // a saved game was restored
    Json made = isWatched_ ? notes_.begin(ids) : Json();
    if (ids == nullptr) minds_.tick();
    else minds_.tick(*ids);
    next_ = minds_.tickNow();
    notes_.hit = stepsLeft_ > 0 && --stepsLeft_ == 0 ? frame("held").add("by", "step") : Json();
    if (made.isObject() && isWatched_) notes_.finish(made), send(made);
    if (notes_.hit.isObject()) hold(notes_.hit);
    flush();
    return true;
  }
};

} // namespace mindloom

#endif
