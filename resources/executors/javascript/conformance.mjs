/*
 * Run cases of the conformance suite: one JSON line in, one JSON line out. MIT License, as mindloom.mjs.
 *
 *     node conformance.mjs < cases.jsonl
 *
 * A case may begin with `restore`, what was saved of its agents, and `upgrades`, tables that carry it over.
 * With `--link PORT TOKEN` each case is played with a link to an editor that waits there.
 */
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { TcpSocket } from "./link_over_tcp.mjs";
import { Mind, MindError, Minds } from "./mindloom.mjs";
import { GameLink } from "./mindloom_link.mjs";

const SPECIAL = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity, "-0": -0 };

/** Return a value as cases and saves have it; `type` tells where a list is meant. */
function plain(value, type) {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? value : named(value);
  if (!Array.isArray(value)) return value;
  const list = type !== undefined && type.list !== undefined;
  return list ? { list: value.map((each) => plain(each, type.list)) } : value.map((each) => plain(each));
}

const named = (value) => (value === 0 ? "-0" : String(value));
function byName(values, types) {
  return Object.fromEntries(Object.entries(values).map(([name, each]) => [name, plain(each, types[name])]));
}

/** Return what the game gives the mind: a number in the place of the text of one. */
function given(value, type) {
  if (value !== null && typeof value === "object" && value.list) return value.list.map((each) => given(each, type?.list));
  if (Array.isArray(value)) return value.map((each) => given(each, "float"));
  return type === "float" && typeof value === "string" ? SPECIAL[value] : value;
}

/** Write a variable; one that cannot take the value, as a number that is not finite, keeps its own. */
function keepOrSet(agent, name, value) {
  try { agent.set(name, value); } catch (problem) { if (!(problem instanceof MindError)) throw problem; }
}

/** Overrule a mind; what cannot be ordered is left. */
function keepOrOrder(agent, row, to) {
  try { agent.order(row, to); } catch (problem) { if (!(problem instanceof MindError)) throw problem; }
}

/** Connect a game to the editor at a port; return the link, once it is welcome, and what ends it. */
async function linked(minds, game, port, token) {
  let socket;
  class Socket extends TcpSocket { constructor(url) { super(url); socket = this; } }
  const link = new GameLink(minds, { token, game, address: `127.0.0.1:${port}`, WebSocket: Socket });
  for (; !link.isConnected; link.poll()) {
    if (link.isClosed) throw new Error(`The editor refuses: ${link.trouble}`);
    await setTimeout(1);
  }
  return { link, end: () => { link.close("The case is over."); return socket.isOver; } };
}

async function runCase({ program, seed, agents, ticks, id, restore, upgrades }) {
  const mind = Mind.parse(program);
  const { actions = {}, conditions = {}, entity_fields: fields = {}, queries = {} } = mind.needs;
  const answers = { actions: {}, conditions: {}, fields: {}, queries: {} };
  let asked = {}; // by agent, what was asked in this tick
  let sent = [];
  const typesOf = ({ parameters = [] } = {}) => Object.fromEntries(parameters.map((each) => [each.name, each.type]));

  const action = (name, types) => {
    const told = (step) => (context, values) => asked[context.agent].push([step, name, byName(values, types)]);
    const tick = (context, values) => {
      told("tick")(context, values);
      const answer = answers.actions[name] ?? "running";
      if (answer === "error") throw new Error("as the case says");
      if (answer === "effect") context.effect(name, values);
      if (answer === "steer") {
        const { weight = 1, priority = 1, ...others } = values;
        context.steer(name, others, { weight: weight ?? 1, priority: priority ?? 1 });
      }
      return { effect: "success", steer: "running" }[answer] ?? answer;
    };
    return { enter: told("enter"), tick, halt: told("halt") };
  };
  const condition = (name, types) => (context, ...values) => {
    asked[context.agent].push(["ask", name, values.map((each, k) => plain(each, types[k]))]);
    return answers.conditions[name] ?? false;
  };
  const made = (all, make) => Object.fromEntries(Object.entries(all).map(([name, each]) => [name, make(name, each)]));

  const minds = new Minds({
    seed,
    actions: made(actions, (name, each) => action(name, typesOf(each))),
    conditions: made(conditions, (name, { parameters = [] }) => condition(name, parameters.map((each) => each.type))),
    queries: made(queries, (name) => (agent, of) => answers.queries[`${name} ${of}`] ?? []),
    entityField(entity, field) {
      const value = answers.fields[`${entity}.${field}`];
      if (value === undefined) throw new Error("unknown");
      return given(value, fields[field]);
    },
  });
  const send = minds.send.bind(minds);
  minds.send = (sender, receiver, event) => {
    sent.push([sender, receiver, event.name, byName(event.fields, mind.needs.events?.[event.name]?.payload ?? {})]);
    send(sender, receiver, event);
  };
  for (const agent of agents) minds.add(agent, mind);
  if (restore !== undefined) minds.restore(restore, upgrades);
  const types = Object.fromEntries(mind.program.variables.map((each) => [each.name, each.type]));
  const [flag, ...of] = process.argv.slice(2);
  const { link, end } = flag === "--link" ? await linked(minds, id, ...of) : { link: minds };

  const told = [];
  for (const { set = {}, shared = {}, post = [], orders = [], answers: changed = {} } of ticks) {
    for (const [sort, values] of Object.entries(changed)) Object.assign(answers[sort], values);
    for (const [agent, values] of Object.entries(set)) {
      for (const [name, value] of Object.entries(values)) keepOrSet(minds.get(agent), name, given(value, types[name]));
    }
    for (const [name, value] of Object.entries(shared)) minds.setShared(name, given(value, types[name]));
    for (const [agent, event, payload] of post) {
      const declared = mind.needs.events?.[event]?.payload ?? {};
      const values = Object.entries(payload).map(([field, value]) => [field, given(value, declared[field])]);
      minds.get(agent).post(event, Object.fromEntries(values));
    }
    for (const [agent, ...order] of orders) keepOrOrder(minds.get(agent), ...order);
    asked = Object.fromEntries(agents.map((each) => [each, []]));
    sent = [];
    while (link.tick() === false) await setTimeout(1); // it is held
    const tellAgent = ({ id: agent, status: result, outcomes, variables }) =>
      [agent, { result, outcomes: [...outcomes], asked: asked[agent], variables: byName(variables, types) }];
    const effects = minds.effects.map((each) => [each.agent, each.name, byName(each.arguments, typesOf(actions[each.name]))]);
    const shown = byName(minds.shared(), types);
    told.push({ agents: Object.fromEntries([...minds].map(tellAgent)), effects, shared: shown, sent });
  }
  await end?.();
  if (told.length > 0) told[told.length - 1].save = minds.save();
  return { id, ticks: told };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const data = JSON.parse(line);
  try {
    console.log(JSON.stringify(await runCase(data)));
  } catch (problem) {
    if (!(problem instanceof MindError)) throw problem;
    console.log(JSON.stringify({ id: data.id, refused: problem.message }));
  }
}
