// A night guard in the browser. Its mind was drawn in Mindloom; the arrow keys move you.

import { Mind, Minds } from "../../executors/javascript/mindloom.mjs";

const [SCALE, SIGHT, PACE] = [40, 3.5, 4];
const POSTS = [[3, 3], [17, 3], [17, 11], [3, 11]];
const places = { guard: { x: 3, y: 3, heading: 0 }, thief: { x: 10, y: 7 } };
let said = "";

const actions = {
  walk_to({ agent, dt }, { place: [x, y], speed }) {
    const from = places[agent];
    const [dx, dy, step] = [x - from.x, y - from.y, speed * dt];
    const left = Math.hypot(dx, dy);
    if (left > 0) from.heading = (Math.atan2(-dy, dx) * 180) / Math.PI;
    Object.assign(from, left <= step ? { x, y } : { x: from.x + (dx / left) * step, y: from.y + (dy / left) * step });
    return left <= step ? "success" : "running";
  },
  turn_about: ({ elapsed }, { seconds }) => (elapsed >= seconds ? "success" : "running"),
  call_out(_, { words }) {
    said = words;
    return "success";
  },
};

const load = async (name) => (await fetch(`../night_guard/night_guard.${name}.json`)).text();
const minds = new Minds({ seed: 1, actions });
const guard = minds.add("guard", Mind.parse(await load("runtime"), { names: await load("names") }));

// With ?link=TOKEN Mindloom shows what the guard thinks, where it waits for a game; &at=ADDRESS:PORT says where.
async function linked(query) {
  if (!query.has("link")) return null;
  const { GameLink } = await import("../../executors/javascript/mindloom_link.mjs");
  const place = ({ id }) => [places[id].x, 14 - places[id].y, places[id].heading]; // in Mindloom y goes up
  const outline = [[0, 0], [20, 0], [20, 14], [0, 14]], address = query.get("at") ?? undefined;
  return new GameLink(minds, { token: query.get("link"), game: "Night guard", place, outline, address });
}
const link = await linked(new URLSearchParams(location.search));

const keys = new Set();
addEventListener("keydown", ({ key }) => keys.add(key));
addEventListener("keyup", ({ key }) => keys.delete(key));
const along = (more, less) => (keys.has(more) - keys.has(less)) * PACE / guard.mind.rate;

function step() {
  link?.poll();
  if (link?.isHeld) return;
  const { thief, guard: own } = places;
  thief.x = Math.min(Math.max(thief.x + along("ArrowRight", "ArrowLeft"), 0.4), 19.6);
  thief.y = Math.min(Math.max(thief.y + along("ArrowDown", "ArrowUp"), 0.4), 13.6);
  guard.set("sees", Math.hypot(thief.x - own.x, thief.y - own.y) < SIGHT); // what it senses
  guard.set("thief_place", [thief.x, thief.y]);
  guard.set("post_place", POSTS[guard.get("post")]);
  (link ?? minds).tick(); // what it thinks and does
}

const brush = document.getElementById("room").getContext("2d");

function disk({ x, y }, radius, color) {
  brush.fillStyle = color;
  brush.beginPath();
  brush.arc(x * SCALE, y * SCALE, radius, 0, 2 * Math.PI);
  brush.fill();
}

function draw() {
  brush.clearRect(0, 0, 800, 560);
  disk(places.guard, SIGHT * SCALE, "#39404d");
  for (const [x, y] of POSTS) disk({ x, y }, 5, "#6b7380");
  disk(places.guard, 14, "#5aa9ff");
  disk(places.thief, 14, "#e8b04a");
  brush.fillStyle = "white";
  brush.font = "16px system-ui";
  brush.fillText(`${guard.activeStates.at(-1)}   ${said}`, places.guard.x * SCALE + 20, places.guard.y * SCALE - 16);
}

let [before, owed] = [performance.now(), 0];
requestAnimationFrame(function frame(now) {
  owed = Math.min(owed + ((now - before) / 1000) * (link?.speed ?? 1), 0.25);
  for (before = now; owed > 0; owed -= 1 / guard.mind.rate) step();
  draw();
  globalThis.game = { places, guard, link };
  requestAnimationFrame(frame);
});
