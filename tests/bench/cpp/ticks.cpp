/*
 * Measure the executor for C++: the CPU time of a tick of many agents with one
 * mind. MIT License, as mindloom.hpp.
 *
 *     g++ -std=c++17 -O2 -I resources/executors/cpp tests/bench/cpp/ticks.cpp
 * -o ticks
 *     ./ticks tank.runtime.json [AGENTS] [TICKS]
 *
 * Actions steer, or add an effect where they are instant. What agents know
 * changes: numbers walk up and down, each agent at its own time, so that states
 * change as in a game.
 */
#include "mindloom.hpp"

#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>

using namespace mindloom;

int main(int count, char** words) {
  if (count < 2) return std::cerr << "ticks PROGRAM [AGENTS] [TICKS]\n", 2;
  std::ifstream file(words[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const int agents = count > 2 ? std::atoi(words[2]) : 200, ticks = count > 3 ? std::atoi(words[3]) : 3000;
  Mind mind = must(Mind::parse(text));
  Game game;
  const Json& actions = mind.needs()["actions"];
  for (int k = 0; k < actions.count(); ++k)
    game.actions[actions.names[static_cast<std::size_t>(k)]] = actions.items[k]["instant"].isTrue() ? effect : steering;
  Minds minds(std::move(game));
  for (int k = 0; k < agents; ++k) must(minds.add("agent " + std::to_string(k), mind));
  double spent = 0, changes = 0;
  std::vector<std::vector<std::string>> states(minds.agents().size());
  for (int tick = 0; tick < ticks; ++tick) {
    int number = 0;
    for (const auto& agent : minds.agents()) {
      const double wave = 4 + 4 * std::sin((tick + 37 * number++) / 97.0);
      for (const Field& each : agent->variables())
        if (each.name == "d" || each.name == "distance" || each.name == "wp") must(agent->set(each.name, wave));
        else if (each.name == "target") must(agent->set(each.name, "player"));
        else if (each.name == "visible") must(agent->set(each.name, wave < 6));
    }
    const std::clock_t begun = std::clock();
    must(minds.tick());
    spent += static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    if (tick % 10 != 0) continue;
    for (std::size_t k = 0; k < states.size(); ++k) {
      std::vector<std::string> now = minds.agents()[k]->activeStates();
      changes += now != states[k] ? 1 : 0;
      states[k] = std::move(now);
    }
  }
  std::cout << words[1] << ": " << agents << " agents, " << 1000 * spent / ticks << " ms of CPU a tick; " << changes
            << " changes of states seen\n";
}
