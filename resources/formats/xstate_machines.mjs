// Write the machines that a module makes as JSON: node xstate_machines.mjs MODULE FILE
//
// The module is run. Actors that it starts stay still, so that making machines is all it should do.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [path, target] = process.argv.slice(2);
const url = pathToFileURL(path).href;
const requires = createRequire(url);
const machines = [];

function watch(library) {
  const initialize = library.StateNode.prototype._initialize;
  library.StateNode.prototype._initialize = function () {
    if (this.parent === undefined && !machines.includes(this.machine)) {
      machines.push(this.machine);
    }
    return initialize.apply(this);
  };
  library.Actor.prototype.start = function () {
    return this;
  };
}

function plainFunction(value, seen) {
  if (typeof value.type === 'string' && value.type.startsWith('xstate.')) {
    const { type, resolve, execute, retryResolve, ...fields } = value;
    return { type, ...plain(fields, seen) };
  }
  const check = { checkAnd: 'and', checkOr: 'or', checkNot: 'not', checkStateIn: 'stateIn' }[value.check?.name];
  if (check !== undefined) {
    const { check: _, ...fields } = value;
    return { type: `xstate.${check}`, ...plain(fields, seen) };
  }
  return { $function: String(value) };
}

function plain(value, seen = []) {
  if (typeof value === 'function') {
    return plainFunction(value, seen);
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value;
  }
  if (seen.includes(value)) {
    return null;
  }
  if (typeof value.transition === 'function' && typeof value.getInitialSnapshot === 'function') {
    const made = value.root === undefined ? value.config : `machine ${value.id}`;
    return { $function: String(typeof made === 'object' ? 'actor' : made) };
  }
  const inner = [...seen, value];
  if (Array.isArray(value)) {
    return value.map((each) => plain(each, inner));
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, inner)]));
}

// A transition that is undefined takes its event and does nothing; JSON has no undefined.
function said(config) {
  const found = plain(config);
  const walk = (state) => {
    for (const [event, transition] of Object.entries(state?.on ?? {})) {
      state.on[event] = transition === undefined ? {} : transition;
    }
    Object.values(state?.states ?? {}).forEach(walk);
  };
  walk(found);
  return found;
}

function write() {
  const found = machines.map((machine) => ({
    config: said(machine.config),
    delays: plain(machine.implementations.delays),
  }));
  writeFileSync(target, JSON.stringify({ machines: found }, null, 2));
}

async function main() {
  watch(requires('xstate'));
  watch(await import(import.meta.resolve('xstate', url)));
  if (/\.[cm]?tsx?$/.test(path) && !process.features.typescript) {
    await import(import.meta.resolve('tsx', url));
  }
  // What the module goes on doing is waited for no longer than this.
  setTimeout(() => process.exit(0), 10_000);
  process.on('exit', () => {
    if (machines.length > 0) {
      write();
      process.exitCode = 0;
    }
  });
  await import(url);
  process.exit(0);
}

main().catch((error) => {
  console.error(String(error?.message ?? error));
  process.exit(1);
});
