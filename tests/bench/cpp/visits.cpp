/*
 * Count the visits a second of CPU time of a tree in the executor for C++: `visits PROGRAM TICKS`. MIT License, as mindloom.hpp.
 */
#include "mindloom.hpp"

#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>

using namespace mindloom;

int main(int count, char** words) {
  if (count < 3) return std::cerr << "visits PROGRAM TICKS\n", 2;
  std::ifstream file(words[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Game game;
  game.actions["succeed"] = [](Context&, const Arguments&) { return Status::success; };
  game.actions["fail"] = [](Context&, const Arguments&) { return Status::failure; };
  game.actions["run"] = [](Context&, const Arguments&) { return Status::running; };
  Minds minds(std::move(game));
  Agent& agent = must(minds.add("one", must(Mind::parse(text))));
  const int ticks = std::atoi(words[2]);
  for (int tick = 0; tick < 1000; ++tick) minds.tick();
  const auto& outcomes = agent.outcomes();
  const auto visits = outcomes.size() - static_cast<std::size_t>(std::count(outcomes.begin(), outcomes.end(), 0));
  const std::clock_t begun = std::clock();
  for (int tick = 0; tick < ticks; ++tick) minds.tick();
  const double spent = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::cout << visits << " " << static_cast<double>(visits) * ticks / spent << "\n";
}
