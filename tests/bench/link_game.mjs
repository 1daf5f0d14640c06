/*
 * A game of many agents for `tests/bench/link_load.py`: it prints its CPU for a tick with all it does, linked or not.
 *
 *     node link_game.mjs EXECUTORS PROGRAM AGENTS TICKS [PORT TOKEN]
 */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const [executors, program, agents, ticks, port, token] = process.argv.slice(2);
const { Mind, Minds } = await import(`${executors}/mindloom.mjs`);
const { GameLink } = await import(`${executors}/mindloom_link.mjs`);
const { TcpSocket } = await import(`${executors}/link_over_tcp.mjs`);

const mind = Mind.parse(readFileSync(program, "utf8"));
const { actions = {}, conditions = {} } = mind.needs;
let now = 0;
const every = (given, make) => Object.fromEntries(Object.keys(given).map((name) => [name, make(given[name])]));
const minds = new Minds({
  seed: 7,
  actions: every(actions, ({ instant }) => (context) =>
    (instant || (now + context.agent.length * 7) % 90 === 0 ? "success" : "running")),
  conditions: every(conditions, () => (context) => (now + context.agent.length) % 40 < 20),
  entityField: (entity, field) => (field === "position" ? [now % 100, entity.length] : "red"),
});
for (let k = 0; k < Number(agents); k++) minds.add(`agent ${k}`, mind);
const place = (agent) => [((agent.id ?? agent).length * 3 + now / 10) % 100, now % 50, now % 360];
const link = port && new GameLink(minds, { token, game: "bench", address: `127.0.0.1:${port}`, WebSocket: TcpSocket, place });
while (link && !link.isConnected) { await setTimeout(2); link.poll(); }

const begun = process.cpuUsage();
for (; now < Number(ticks); now++) {
  let number = 0;
  for (const agent of minds) {
    if ("d" in agent.variables) agent.set("d", ((now + number++ * 13) % 200) / 10);
    if ((now + number) % 120 === 0 && "visible" in agent.variables) agent.set("visible", now % 240 < 120);
  }
  if (link) link.tick();
  else minds.tick();
  if (link) while (link.socket?.bufferedAmount > 1e6) await setTimeout(1);
  if (link && now % 20 === 0) await setTimeout(0);
}
const { user, system } = process.cpuUsage(begun);
console.log(JSON.stringify({ milliseconds: (user + system) / 1000 / Number(ticks) }));
link?.close("The bench is over.");
