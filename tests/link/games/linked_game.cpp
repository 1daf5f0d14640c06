/* A game with a link that does what its input says, a JSON list a line, and
 * prints how it is then. */
#include "link_sockets.hpp"

#include <iostream>

using namespace mindloom;

namespace {

std::string answer = "running";
Json log_ = Json::list();
double now = 0;

struct Act {
  void enter(Context& context, const Arguments&) { log_.add("enter " + context.agent()); }
  void halt(Context& context, const Arguments&) { log_.add("halt " + context.agent()); }
  Status tick(Context& context, const Arguments&) {
    return answer == "running" ? Status::running : answer == "success" ? Status::success : context.fail(answer);
  }
};

template <class T> Json wordsOf(Result<T> result) { return result ? Json() : Json(result.words()); }

Json act(const Json& said, Minds& minds, std::optional<GameLink>& link) {
  const auto word = [&](int place) { return said.count() > place ? said.items[place].text : std::string(); };
  const std::string what = word(0), first = word(1);
  if (what == "add") {
    Curves own;
    if (said.count() > 3)
      for (int k = 0; k < said.items[3].count(); ++k)
        for (const Json& point : said.items[3].items[k].items)
          own[said.items[3].names[static_cast<std::size_t>(k)]].push_back(
              {point.items[0].number, point.items[1].number});
    return wordsOf(minds.add(first, must(Mind::parse(said.items[2].write())), {}, own));
  }
  if (what == "link") {
    LinkOptions options;
    options.token = "T", options.game = "G", options.address = "127.0.0.1:" + first, options.connect = connectByTcp;
    options.clock = [] { return now; };
    options.place = [](const Agent&) { return std::array<double, 3>{1, 2, 90}; };
    link.emplace(minds, options);
  }
  if (what == "poll") link->poll();
  if (what == "tick") return link->tick();
  if (what == "tick one") return link->tick({first});
  if (what == "clock") now = said.items[1].number;
  if (what == "answer") answer = first;
  if (what == "set") return wordsOf(must(minds.get(first)).set(word(2), inner::fromSaved(said.items[3])));
  if (what == "post") return wordsOf(must(minds.get(first)).post(word(2)));
  if (what == "order") {
    const Json &row = said.items[2], &to = said.items[3];
    return wordsOf(must(minds.get(first))
                       .order(row.whole(), to.isText() ? std::optional(std::string_view(to.text)) : std::nullopt));
  }
  if (what == "halt") return wordsOf(must(minds.get(first)).halt());
  if (what == "restart") return wordsOf(must(minds.get(first)).restart());
  if (what == "remove") return wordsOf(minds.remove(first));
  if (what == "restore") {
    Json saved = must(minds.saved());
    saved.set("seed", 4);
    return wordsOf(minds.restoreFrom(saved));
  }
  if (what == "swap") {
    Result<int> count = minds.swap(must(Mind::parse(said.items[1].write())), said.items[2]);
    return count ? Json(*count) : Json(count.words());
  }
  if (what == "save") return must(minds.saved());
  if (what == "close") link->close("done");
  return {};
}

} // namespace

int main() {
  Game game;
  game.seed = 3;
  game.actions["scripted"] = Action::of(std::make_shared<Act>());
  Minds minds(std::move(game));
  std::optional<GameLink> link;
  for (std::string line; std::getline(std::cin, line);) {
    Json told = Json::object().add("done", act(must(Json::parse(line))["do"], minds, link));
    Json agents = Json::object(), orders = Json::list(), errors = Json::list();
    for (const auto& each : minds.agents()) {
      agents.add(each->id(),
                 Json::object().add("mind", each->mind().hash()).add("variables", inner::toSaved(each->variables())));
      for (const auto& [row, to] : each->ordered()) orders.add(Json::list().add(row).add(to));
      for (const RunError& error : each->errors()) errors.add(error.message);
    }
    told.add("orders", std::move(orders)).add("errors", std::move(errors));
    told.add("agents", std::move(agents)).add("log", log_).add("tick", minds.tickNow());
    if (link) {
      told.add("connected", link->isConnected()).add("held", link->isHeld()).add("closed", link->isClosed());
      told.add("open", link->isOpen()).add("speed", link->speed()).add("trouble", link->trouble());
    }
    std::cout << told.write() << std::endl;
  }
}
