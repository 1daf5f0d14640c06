// Follow a machine of XState through random events: node xstate_values.mjs MACHINES STEPS SEED XSTATE
//
// MACHINES is JSON as resources/formats/xstate_machines.mjs writes it, XSTATE the entry of the library. Guards that
// are code or names are false, actions do nothing, actors never end. Prints a line of JSON for each machine: its
// steps, each with the ids of the active states. A tick is 20 ms.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [path, steps, seed, library] = process.argv.slice(2);
const x = await import(pathToFileURL(library).href);
const { machines } = JSON.parse(readFileSync(path, 'utf8'));
const TICK = 20;

let state = Number(seed) >>> 0;
function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const names = { guards: {}, actions: {}, actors: {}, delays: {} };
const never = () => x.fromPromise(() => new Promise(() => {}));

function action(value) {
  const type = value?.type ?? value;
  if (type === 'xstate.raise') {
    return x.raise(value.event, { delay: value.delay, id: value.id });
  }
  if (type === 'xstate.cancel') {
    return x.cancel(value.sendId);
  }
  return () => {};
}

function guard(value) {
  if (['xstate.and', 'xstate.or'].includes(value?.type)) {
    return x[value.type.slice(7)](value.guards.map(guard));
  }
  if (value?.type === 'xstate.not') {
    return x.not(guard(value.guards[0]));
  }
  return value?.type === 'xstate.stateIn' ? x.stateIn(value.stateValue) : () => false;
}

const list = (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]);

function transition(value) {
  if (Array.isArray(value) && value.some((each) => typeof each === 'object')) {
    return value.map(transition);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  const { guard: asked, actions, ...rest } = value;
  return { ...rest, ...(asked ? { guard: guard(asked) } : {}), actions: list(actions).map(action) };
}

const each = (value, change) =>
  Object.fromEntries(Object.entries(value ?? {}).map(([name, inner]) => [name, change(inner)]));

function plain(config, delays) {
  const { on, after, always, onDone, invoke, entry, exit, states, output, context, ...rest } = config;
  for (const name of Object.keys(after ?? {})) {
    if (Number.isNaN(Number(name))) {
      names.delays[name] = typeof delays?.[name] === 'number' ? delays[name] : 1000;
    }
  }
  const invoked = list(invoke).map(({ src, input, onDone, onError, onSnapshot, ...kept }) => ({
    ...kept,
    src: never(),
    ...(onDone ? { onDone: transition(onDone) } : {}),
  }));
  return {
    ...rest,
    on: each(on, transition),
    after: each(after, transition),
    ...(always ? { always: transition(always) } : {}),
    ...(onDone ? { onDone: transition(onDone) } : {}),
    ...(invoke ? { invoke: invoked } : {}),
    entry: list(entry).map(action),
    exit: list(exit).map(action),
    ...(states ? { states: each(states, (inner) => plain(inner, delays)) } : {}),
  };
}

function follow(config, delays) {
  const clock = new x.SimulatedClock();
  const machine = x.createMachine(plain(config, delays), names);
  const actor = x.createActor(machine, { clock });
  actor.start();
  const active = () =>
    actor
      .getSnapshot()
      ._nodes.map((node) => node.path.join('.'))
      .filter(Boolean)
      .sort();
  const events = machine.events.filter((name) => !name.startsWith('xstate.') && !name.includes('*'));
  const ended = () => actor.getSnapshot().status !== 'active';
  const found = [{ active: active(), done: ended() }];
  for (let step = 0; step < Number(steps); step++) {
    if (ended()) {
      break;
    }
    const wait = events.length === 0 || random(4) === 0 ? 1 + random(60) : 1;
    for (let tick = 0; tick < wait; tick++) {
      clock.increment(TICK);
    }
    const event = wait > 1 || events.length === 0 ? '' : events[random(events.length)];
    if (event) {
      actor.send({ type: event });
    }
    found.push({ ticks: wait, event, active: active(), done: ended() });
  }
  return found;
}

for (const { config, delays } of machines) {
  console.log(JSON.stringify(follow(config, delays)));
}
process.exit(0);
