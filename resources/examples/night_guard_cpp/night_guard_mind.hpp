// Written by Mindloom, check acfeda4553c3b58e: the next export replaces this file, unless it was changed.
#pragma once
#include "mindloom.hpp"

namespace night_guard_arguments {

/** What call_out is called with. */
struct CallOutArguments {
  /** always given */
  std::string words;

  explicit CallOutArguments(const mindloom::Arguments& given)
      : words(std::string(given["words"].text())) {}
};

/** What turn_about is called with. */
struct TurnAboutArguments {
  /** 2 where it is left out, at least 0, in s */
  double seconds;

  explicit TurnAboutArguments(const mindloom::Arguments& given)
      : seconds(given["seconds"].number()) {}
};

/** What walk_to is called with. */
struct WalkToArguments {
  /** always given */
  mindloom::Vector place;
  /** 2 where it is left out, at least 0, in u/s */
  double speed;

  explicit WalkToArguments(const mindloom::Arguments& given)
      : place(given["place"].vector()),
        speed(given["speed"].number()) {}
};

}

/** An agent that thinks with the mind of night_guard.runtime.json. */
class NightGuard {
  mindloom::Minds* minds_;
  mindloom::Agent* agent_;

public:
  /** Read the mind: the text of the program, and that of its names for words in messages. */
  static mindloom::Result<mindloom::Mind> read(
      std::string_view program, std::string_view names = {}) {
    return mindloom::Mind::parse(program, names);
  }
  /** Be an agent that was added to the minds of a game, with this mind. */
  NightGuard(mindloom::Minds& minds, mindloom::Agent& agent) : minds_(&minds), agent_(&agent) {}
  mindloom::Minds& minds() const { return *minds_; }
  mindloom::Agent& agent() const { return *agent_; }

  mindloom::Vector last_seen() const { return mindloom::must(agent_->get("last_seen")).vector(); }
  mindloom::Result<> last_seen(mindloom::Vector value) { return agent_->set("last_seen", value); }

  /** 0 to 3 */
  int post() const { return static_cast<int>(mindloom::must(agent_->get("post")).number()); }
  mindloom::Result<> post(int value) { return agent_->set("post", value); }

  mindloom::Vector post_place() const { return mindloom::must(agent_->get("post_place")).vector(); }
  mindloom::Result<> post_place(mindloom::Vector value) { return agent_->set("post_place", value); }

  bool sees() const { return mindloom::must(agent_->get("sees")).boolean(); }
  mindloom::Result<> sees(bool value) { return agent_->set("sees", value); }

  mindloom::Vector thief_place() const { return mindloom::must(agent_->get("thief_place")).vector(); }
  mindloom::Result<> thief_place(mindloom::Vector value) { return agent_->set("thief_place", value); }
};
