// A night guard in a terminal. A thief walks through the room, and the guard thinks.
//
//     g++ -std=c++17 -O2 -I ../../executors/cpp game.cpp -o game && ./game ../night_guard [SECONDS]
//
// night_guard_mind.hpp was written by `mindloom export night_guard.mind.json --for cpp`.

#include "night_guard_mind.hpp"

#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

using mindloom::Action, mindloom::Context, mindloom::Status, mindloom::Vector, mindloom::must;

namespace {

constexpr Vector posts[] = {{3, 3}, {17, 3}, {17, 11}, {3, 11}};

/** Where everybody is. */
struct World {
  std::map<std::string, Vector> places = {{"guard", {3, 3}}, {"thief", {19, 7}}};

  double between(const std::string& one, Vector place) {
    return std::hypot(place.x - places[one].x, place.y - places[one].y);
  }
  /** Move somebody straight towards a place; tell whether it is reached. */
  bool walk(const std::string& who, Vector to, double step) {
    const double left = between(who, to), part = left <= step ? 1 : step / left;
    Vector& from = places[who];
    from = {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
    return left <= step;
  }
};

mindloom::Game game_of(World& world) {
  using namespace night_guard_arguments;
  mindloom::Game game;
  game.seed = 1;
  game.actions["walk_to"] = Action::typed<WalkToArguments>([&world](Context& context, const WalkToArguments& given) {
    const bool arrived = world.walk(context.agent(), given.place, given.speed * context.dt());
    return arrived ? Status::success : Status::running;
  });
  game.actions["turn_about"] = Action::typed<TurnAboutArguments>([](Context& context, const TurnAboutArguments& given) {
    return context.elapsed() >= given.seconds ? Status::success : Status::running;
  });
  game.actions["call_out"] = Action::typed<CallOutArguments>([](Context&, const CallOutArguments& given) {
    std::cout << "        “" << given.words << "”\n";
    return Status::success;
  });
  return game;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int main(int count, char** words) {
  if (count < 2) return std::cerr << "game FOLDER-OF-THE-MIND [SECONDS]\n", 2;
  const std::string folder = std::string(words[1]) + "/night_guard.";
  const mindloom::Mind mind = must(NightGuard::read(text_of(folder + "runtime.json"), text_of(folder + "names.json")));
  World world;
  mindloom::Minds minds(game_of(world));
  NightGuard guard(minds, must(minds.add("guard", mind)));

  const double seconds = count > 2 ? std::atof(words[2]) : 30, step = 1 / mind.rate(); // a fixed step
  Vector thief_goes_to = {1, 2};
  std::string doing;
  for (int tick = 0; tick * step < seconds; ++tick) {
    if (world.walk("thief", thief_goes_to, 3 * step))
      thief_goes_to = thief_goes_to.x == 1 ? Vector{19, 12} : Vector{1, 2};
    guard.sees(world.between("guard", world.places["thief"]) < 3.5);
    guard.thief_place(world.places["thief"]);
    guard.post_place(posts[guard.post() & 3]);
    minds.tick();
    std::string now;
    for (const std::string& each : guard.agent().activeStates()) now += (now.empty() ? "" : " / ") + each;
    if (now != doing) std::printf("%6.1f s %s\n", tick * step, now.c_str()), std::fflush(stdout);
    doing = now;
  }
}
