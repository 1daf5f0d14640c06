// A night guard in a terminal: node game.mjs [SECONDS]. A thief walks through the room, and the guard thinks.

import { readFileSync } from "node:fs";
import { Mind, Minds } from "../../executors/javascript/mindloom.mjs";

const POSTS = [[3, 3], [17, 3], [17, 11], [3, 11]];
const places = { guard: [3, 3], thief: [19, 7] };

/** Move somebody straight towards a place; tell whether it is reached. */
function walk(who, [x, y], step) {
  const [fromX, fromY] = places[who];
  const left = Math.hypot(x - fromX, y - fromY);
  const part = left <= step ? 1 : step / left;
  places[who] = [fromX + (x - fromX) * part, fromY + (y - fromY) * part];
  return left <= step;
}

const actions = {
  walk_to: ({ agent, dt }, { place, speed }) => (walk(agent, place, speed * dt) ? "success" : "running"),
  turn_about: ({ elapsed }, { seconds }) => (elapsed >= seconds ? "success" : "running"),
  call_out(_, { words }) {
    console.log(`        “${words}”`);
    return "success";
  },
};

const load = (name) => readFileSync(new URL(`../night_guard/night_guard.${name}.json`, import.meta.url), "utf8");
const minds = new Minds({ seed: 1, actions });
const guard = minds.add("guard", Mind.parse(load("runtime"), { names: load("names") }));

let [doing, thiefGoesTo] = ["", [1, 2]];
for (let tick = 0; tick < (Number(process.argv[2]) || 30) * guard.mind.rate; tick++) {
  if (walk("thief", thiefGoesTo, 3 / guard.mind.rate)) thiefGoesTo = thiefGoesTo[0] === 1 ? [19, 12] : [1, 2];
  const [[x, y], [thiefX, thiefY]] = [places.guard, places.thief];
  guard.set("sees", Math.hypot(thiefX - x, thiefY - y) < 3.5);
  guard.set("thief_place", places.thief);
  guard.set("post_place", POSTS[guard.get("post")]);
  minds.tick();
  const now = guard.activeStates.join(" / ");
  if (now !== doing) console.log(`${(tick / guard.mind.rate).toFixed(1).padStart(6)} s ${(doing = now)}`);
}
