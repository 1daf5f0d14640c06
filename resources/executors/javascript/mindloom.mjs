/*
 * The Mindloom executor for JavaScript: runs the programs that `mindloom export` writes. ES2020, no dependency.
 *
 * Copyright (c) 2026 Mindloom contributors. MIT License: use, copy, change and share it freely, keep this notice;
 * it comes without warranty of any kind. https://opensource.org/license/mit
 *
 * It follows the help page "The runtime format" part by part and names things as that page does; the page says what
 * they do. A program becomes closures once, when it is parsed; ticks of trees then make no objects, but for events,
 * lists, conditions and triggers. `mindloom.d.mts` beside this file says what a game may use.
 */

const [IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED] = [0, 1, 2, 3, 4];
const WORDS = ["idle", "running", "success", "failure", "skipped"];
const RESULTS = { running: RUNNING, success: SUCCESS, failure: FAILURE, skipped: SKIPPED };
const HALTED = 8; // in the outcome byte of a node: it was halted
const [ACTIVE, ENTERED, EXITED, REENTERED, PASSED] = [1, 2, 3, 4, 5]; // outcome bytes of states
const [GUARD_FALSE, TRUE_BUT_LOST, PENDING, TAKEN] = [1, 2, 3, 4]; // outcome bytes of transitions
const [NO_ANSWER, FIRST_BRANCH, ANSWERED] = [1, 2, 255]; // outcome bytes of questions
const [UNARMED, ARMED, JUST_ARMED, LATCHED] = [0, 1, 2, 3]; // bytes of triggers
const [MOST_TICKS, MOST_VISITS, MOST_DELAYED] = [2 ** 31 - 1, 10000, 1000];
const ORDERS = ["success", "failure", "skipped", "disabled", "enter", null];
const NOT_ENTERED = "The state was not entered: its machine did not run in this tick, or the tick was cut short.";
const NONE = Object.freeze([]);
const NOTHING = () => {};

/** Say what was asked for that is not there or does not fit, and what would. */
export class MindError extends Error {}
MindError.prototype.name = "MindError";

function refuse(words) { throw new MindError(`${words}.`); }

// What is thrown inside a tick. They are made once, so that a failure costs nothing but its words.
const FAILED = { words: "" };
const SPENT = { words: "The agent made more visits in one tick than it may." };
const NOT_AT_REST = { words: "The machine did not come to rest in the rounds of one tick; the rest was dropped." };
function fail(words) { FAILED.words = words; throw FAILED; }
/** Return the words of a failure; anything else that was thrown goes on. */
function wordsOf(problem) { if (problem !== FAILED) throw problem; return FAILED.words; }

// ---- Numbers and time -----------------------------------------------------------------------------------------

/** Return an int of 32 bits, never -0; anything outside is a failure. */
function int32(value) {
  const whole = value | 0;
  return whole === value ? whole : fail(`The result ${value} does not fit a 32-bit int.`);
}

function halfEven(x) {
  const below = Math.floor(x), rest = x - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

/** Return a remainder with the sign of the divisor. */
function modulo(left, right) {
  const rest = left % right;
  if (rest === 0) return right < 0 ? -0 : 0;
  return (rest < 0) !== (right < 0) ? rest + right : rest;
}

const divisor = (right) => (right === 0 ? fail("Division by zero.") : right);
/** Leave the parts of a vector in a pair and return it. */
function into(pair, x, y) { pair[0] = x; pair[1] = y; return pair; }

/** Return the cosine and the sine of an angle in degrees; 0 has no sign. */
function directionOf(angle, pair) {
  if (Math.abs(angle) === Infinity) fail("An infinite angle has no sine, cosine or direction.");
  const turned = angle % 360;
  const n = Math.round(turned / 90);
  const r = turned - 90 * n;
  const k = r * 134217729;
  const u = k - (k - r); // the upper half of the digits of r
  const m = u * 0.01745329238474369;
  const e = (r - u) * 0.01745329238474369 + r * 1.3519960527851425e-10;
  const x = m + e;
  const y = e - (x - m);
  const z = x * x;
  const v = z * x;
  const odd = 2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
  const p = 0.00833333333332249 + z * (-0.0001984126982985795 + z * odd);
  const s = x - (z * (0.5 * y - v * p) - y - v * -0.16666666666666632);
  const even = -2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11);
  const q = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * (2.480158728947673e-5 + z * even)));
  const h = 0.5 * z;
  const w = 1 - h;
  const c = w + (1 - w - h + (z * q - x * y));
  const quarter = n & 3;
  if (quarter % 2 === 0) return quarter === 0 ? into(pair, c + 0, s + 0) : into(pair, -c + 0, -s + 0);
  return quarter === 1 ? into(pair, -s + 0, c + 0) : into(pair, s + 0, -c + 0);
}

/** Return the angle of (x, y) in degrees, -180 to 180; zeros and infinities as IEEE 754 has them. */
function arcTangent(y, x) {
  const wide = Math.abs(x), high = Math.abs(y);
  if (Number.isNaN(wide) || Number.isNaN(high)) return NaN;
  const low = Math.min(wide, high), top = Math.max(wide, high);
  const q = low === 0 ? 0 : low === top ? 1 : low / top;
  const b = q < 0.4375 ? 0 : q < 0.6875 ? 26.56505117707799 : 45;
  const t = q < 0.4375 ? q : q < 0.6875 ? (2 * q - 1) / (2 + q) : (q - 1) / (q + 1);
  const z = t * t;
  const w = z * z;
  const upper = 0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782);
  const i = z * (0.3333333333333293 + w * (0.14285714272503466 + w * (0.09090887133436507 + w * upper)));
  const lower = -0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916);
  const j = w * (-0.19999999999876483 + w * (-0.11111110405462356 + w * lower));
  let g = b + (t * 57.29577951308232 + (t * -1.9878495670576283e-15 - t * (i + j) * 57.29577951308232));
  if (wide < high) g = 90 - g;
  if (x < 0 || Object.is(x, -0)) g = 180 - g;
  return y < 0 || Object.is(y, -0) ? -g : g;
}

/** Return seconds that were computed at run time as ticks. */
function ticksOf(seconds, rate) {
  if (!(seconds >= 0 && seconds <= MOST_TICKS)) fail(`${seconds} seconds are no duration.`);
  const ticks = seconds === 0 ? 0 : Math.max(1, Math.ceil(seconds * rate - 1e-9));
  return ticks <= MOST_TICKS ? ticks : fail(`A duration of ${ticks} ticks is too long.`);
}

// ---- Random numbers -------------------------------------------------------------------------------------------

function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function fmix(h) {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Return the next draw of a row as a number from 0 to 2³² - 1; the int at `draws` counts it. */
function draw(a, stream, draws) {
  const n = a.ints[draws]++;
  return fmix(fmix(a.mixed + Math.imul(0x9e3779b9, stream)) ^ Math.imul(n, 0x27d4eb2f));
}

function drawFloat(a, stream, draws) { return draw(a, stream, draws) / 2 ** 32; }

function drawInt(a, stream, draws, low, high) {
  const u = draw(a, stream, draws);
  if (high < low) fail(`The range from ${low} to ${high} is empty.`);
  if (low < -(2 ** 31) || high > MOST_TICKS) fail(`The range from ${low} to ${high} does not fit 32 bits.`);
  const span = high - low + 1; // u · span may have 64 bits: it is multiplied in two halves of 16
  const carried = Math.floor((u * (span % 65536)) / 65536);
  return low + Math.floor((u * Math.floor(span / 65536) + carried) / 65536);
}

const WEIGHTS = []; // what is drawn from

/** Draw the place of one of the first `count` of WEIGHTS; -1 where they add up to 0. */
function drawWeighted(a, stream, draws, count) {
  const share = drawFloat(a, stream, draws);
  let total = 0, running = 0, last = -1;
  for (let k = 0; k < count; k++) {
    total += WEIGHTS[k];
    if (!(WEIGHTS[k] >= 0 && total < Infinity)) fail("A weight must be finite and 0 or more.");
  }
  for (let k = 0; k < count; k++) {
    running += WEIGHTS[k];
    if (running > share * total) return k;
    if (WEIGHTS[k] > 0) last = k;
  }
  return last;
}

/** Draw a number around 0 with the deviation 1, from -3 up to 3: of three draws in a row. */
function drawBell(a, stream, draws) {
  const sum = drawFloat(a, stream, draws) + drawFloat(a, stream, draws);
  return 2 * (sum + drawFloat(a, stream, draws)) - 3;
}

/** Return ticks drawn around `ticks`, by at most `spread`; never below 0. */
function spreadTicks(a, stream, draws, ticks, spread) {
  return spread > 0 ? Math.max(drawInt(a, stream, draws, ticks - spread, ticks + spread), 0) : ticks;
}

// ---- Values and variables -------------------------------------------------------------------------------------

/** A list: an array for games, {list: [...]} in programs and saves. A vector is an array of two numbers. */
class List extends Array {}

const loaded = (value) => (value !== null && typeof value === "object" && value.list ? List.from(value.list) : value);
const copied = (value) => (Array.isArray(value) ? value.slice() : value);
/** Return what a game gives for a type, an array for a list. */
const fromGame = (value, type) => (type.list && Array.isArray(value) ? List.from(value) : value);

function typeWords(type) {
  if (typeof type !== "object") return `${"aeiou".includes(type[0]) ? "an" : "a"} ${type}`;
  return type.enum ? `an enum of ${type.enum.join(", ")}` : `a list of up to ${type.most} of ${typeWords(type.list)}`;
}

function fits(value, type) {
  switch (type) {
    case "bool": case "trigger": return typeof value === "boolean";
    case "int": return (value | 0) === value;
    case "float": return Number.isFinite(value);
    case "vector": return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
    case "string": return typeof value === "string";
  }
  if (type.enum) return type.enum.includes(value);
  if (type.list) return value instanceof List && value.length <= type.most
    && value.every((each) => fits(each, type.list));
  return value === null || typeof value === "string";
}

function defaultOf(type) {
  if (typeof type === "object") return type.enum ? type.enum[0] : new List();
  return { bool: false, trigger: false, int: 0, float: 0, vector: [0, 0], string: "" }[type] ?? null;
}

function same(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return one === other;
  for (let k = 0; k < one.length; k++) if (!same(one[k], other[k])) return false;
  return true;
}

/** Return how the variable at a place of an agent's memory is read and written; what is written must fit. */
function accessOf(type, place, length) {
  if (type.enum) {
    return { read: (a) => type.enum[a.ints[place]], write: (a, value) =>
      { a.ints[place] = type.enum.indexOf(value); } };
  }
  if (type.list) return accessOfList(type, place, length);
  switch (type) {
    case "bool": case "trigger":
      return { read: (a) => a.bytes[place] !== 0, write: (a, value) => { a.bytes[place] = value ? 1 : 0; } };
    case "int": return { read: (a) => a.ints[place], write: (a, value) => { a.ints[place] = value; } };
    case "float": return { read: (a) => a.floats[place], write: (a, value) => { a.floats[place] = value; } };
    case "vector": return { read: (a) => [a.floats[place], a.floats[place + 1]], write: (a, v) =>
      a.floats.set(v, place) };
  }
  return { read: (a) => a.objects[place], write: (a, value) => { a.objects[place] = value; } };
}

function accessOfList(type, place, length) {
  const step = type.list === "vector" ? 2 : 1, none = defaultOf(type.list);
  const items = Array.from({ length: type.most }, (_, k) => accessOf(type.list, place + step * k));
  const write = (a, values) => {
    a.ints[length] = values.length;
    items.forEach((item, k) => item.write(a, k < values.length ? values[k] : none));
  };
  return { items, write, read: (a) => List.from(items.slice(0, a.ints[length]), (item) => item.read(a)) };
}

// ---- Curves ---------------------------------------------------------------------------------------------------

const MOST_POINTS = 64;

/** Return the points of a curve as a table: the x of all, none below the one before, and the y of each. */
function tableOf(name, points) {
  const isList = Array.isArray(points) && points.length >= 1 && points.length <= MOST_POINTS;
  if (!isList || !points.every((each, k) => fits(each, "vector") && (k === 0 || each[0] >= points[k - 1][0]))) {
    refuse(`The curve '${name}' is not 1 to ${MOST_POINTS} points [x, y] of finite numbers, x never falling`);
  }
  return { places: points.map(([x]) => x), values: points.map(([, y]) => y) };
}

const tablesOf = (curves) => new Map(Object.entries(curves).map(([name, points]) => [name, tableOf(name, points)]));

/** Return the value of a table: between two points on the line that joins them, else that of the end. */
function tableValue({ places, values }, x) {
  let right = 0, end = places.length; // the number of points whose x is not above x, all where x is not a number
  while (right < end) {
    const middle = (right + end) >> 1;
    if (x < places[middle]) end = middle; else right = middle + 1;
  }
  if (right === 0 || right === places.length) return values[Math.max(right - 1, 0)];
  const left = right - 1;
  return values[left] + (values[right] - values[left]) * ((x - places[left]) / (places[right] - places[left]));
}

/** Return the variables that rise: the place of each, by how much in a second, its least and its most. */
function risingOf(variables, risen, memory) {
  const rising = variables.filter(({ rise = 0 }) => rise !== 0).map(({ name, type, scope, place, rise, min, max }) => {
    const isRight = type === "float" && scope === "agent" && [rise, min ?? 0, max ?? 0].every(Number.isFinite);
    return isRight ? { place, rise, least: min ?? 0, most: max ?? Infinity } : refuse(`'${name}' cannot rise`);
  });
  const isPlace = Number.isInteger(risen) && risen >= 0 && risen < memory.ints;
  if (rising.length > 0 ? isPlace : risen === undefined) return rising;
  return refuse(`There is no place ${JSON.stringify(risen)} for when variables rose`);
}

/** Let variables rise by the time since the agent's last tick; in its first one by nothing. */
function rise(a, { rising, risen, rate }) {
  const last = a.ints[risen] - 1;
  a.ints[risen] = a.now + 1;
  if (last < 0) return;
  const seconds = (a.now - last) / rate;
  for (let k = 0; k < rising.length; k++) {
    const { place, rise: by, least, most } = rising[k];
    a.floats[place] = FUNCTIONS.clamp(a.floats[place] + by * seconds, least, most);
  }
}

// ---- Expressions ----------------------------------------------------------------------------------------------

// Each node becomes a function of the agent. A node that gives a vector leaves it in a pair of its `own`, so that
// calculating makes no objects: what keeps it copies it.
const NODES = {
  variable_read(p, { variable }, own = [0, 0]) {
    const { type, place, world, read } = p.variables[variable];
    if (type === "trigger") { p.triggersRead.add(place); return (a) => isArmed(a, place); }
    return type !== "vector" || world ? read : (a) => into(own, a.floats[place], a.floats[place + 1]);
  },
  context_read({ rate }, { name }) {
    if (name === "self") return (a) => a.id;
    if (name === "time") return (a) => a.now / rate;
    return (a) => (a.state === null ? 0 : (a.now - a.ints[a.state.entered]) / rate);
  },
  constant(p, { value }) { const fixed = loaded(value); return () => fixed; },
  event_name: () => (a) => (a.event === null ? "" : a.event.name),
  event_field: (p, { field }) => (a) => fieldOf(a.event, field),
  received: (p, { event }) => (a) => lastOf(a.events, event) !== null,
  last_field: (p, { event, field }) => (a) => fieldOf(lastOf(a.events, event), field),
  entity_field(p, { entity, field }) {
    const who = p.run(entity);
    return (a) => (a.minds.watcher === null ? a.minds.fieldOf(who(a), field) : watchedField(a, who(a), field));
  },
  vector_component(p, { vector, component }) {
    const of = p.run(vector), part = component === "x" ? 0 : 1;
    return (a) => of(a)[part];
  },
  to_float: (p, { operand }) => p.run(operand),
  negate(p, { operand, type }) {
    return applied(type === "vector" ? (v, own) => into(own, -v[0], -v[1]) : (x) => -x, [p.run(operand)], type);
  },
  not(p, { operand }) { const of = p.run(operand); return (a) => !of(a); },
  arithmetic(p, { left, operator, right, type }) {
    return applied((type === "vector" ? OF_VECTORS : ARITHMETIC)[operator], p.runs([left, right]), type);
  },
  comparison(p, { operands, operators }) {
    const runs = p.runs(operands), holds = operators.map((each) => COMPARISONS[each]);
    if (holds.length === 1) return applied(holds[0], runs);
    return (a) => {
      let left = runs[0](a);
      for (let k = 0; k < holds.length; k++) {
        const right = runs[k + 1](a);
        if (!holds[k](left, right)) return false;
        left = right;
      }
      return true;
    };
  },
  logical(p, { operator, operands }) {
    const join = operator === "or" ? (one, rest) => (a) => one(a) || rest(a) : (one, rest) => (a) => one(a) && rest(a);
    return p.runs(operands).reduceRight((rest, one) => join(one, rest));
  },
  conditional(p, { condition, when_true, when_false }) {
    const [test, then, otherwise] = p.runs([condition, when_true, when_false]);
    return (a) => (test(a) ? then(a) : otherwise(a));
  },
  function_call(p, node) {
    const runs = p.runs(node.arguments), of = FUNCTIONS[node.function];
    const isFold = of === FUNCTIONS.min || of === FUNCTIONS.max;
    return isFold ? runs.reduce((best, next) => applied(of, [best, next])) : applied(of, runs, node.type);
  },
  curve(p, { curve, operand }) {
    if (!p.curves.has(curve)) refuse(`There is no curve '${curve}'`);
    const x = p.run(operand);
    return (a) => tableValue(a.curves.get(curve), x(a));
  },
  condition_call(p, node) {
    const given = p.runs(node.arguments);
    return (a) => a.ask(node.condition, given.map((run) => copied(run(a))));
  },
};

/** Apply a function to what one to three others give. */
function applied(of, [x, y, z], type, own = [0, 0]) {
  if (type === "int") { const run = applied(of, [x, y, z]); return (a) => int32(run(a)); }
  if (z !== undefined) return (a) => of(x(a), y(a), z(a), own);
  return y !== undefined ? (a) => of(x(a), y(a), own) : (a) => of(x(a), own);
}

const ARITHMETIC = {
  "+": (l, r) => l + r,
  "-": (l, r) => l - r,
  "*": (l, r) => l * r,
  "/": (l, r) => l / divisor(r),
  "%": (l, r) => modulo(l, divisor(r)),
};
const OF_VECTORS = {
  "+": (l, r, own) => into(own, l[0] + r[0], l[1] + r[1]),
  "-": (l, r, own) => into(own, l[0] - r[0], l[1] - r[1]),
  "*": (l, r, own) => (Array.isArray(l) ? into(own, l[0] * r, l[1] * r) : into(own, l * r[0], l * r[1])),
};
const COMPARISONS = {
  "==": same,
  "!=": (l, r) => !same(l, r),
  "<": (l, r) => l < r,
  "<=": (l, r) => l <= r,
  ">": (l, r) => l > r,
  ">=": (l, r) => l >= r,
};

const lengthOfVector = (x, y) => Math.sqrt(x * x + y * y);
const FUNCTIONS = {
  abs: (x) => Math.abs(x),
  angle_difference(from, to) { const turn = modulo(to - from, 360); return turn > 180 ? turn - 360 : turn; },
  angle_to(p, q) {
    const angle = arcTangent(q[1] - p[1], q[0] - p[0]), turned = angle < 0 ? angle + 360 : angle;
    return turned >= 360 ? 0 : turned + 0;
  },
  at: (list, k) => (k >= 0 && k < list.length ? list[k] : fail(`There is no item ${k} in a list of ${list.length}.`)),
  atan2: arcTangent,
  ceil: Math.ceil,
  clamp(x, low, high) { const raised = x < low ? low : x; return raised > high ? high : raised; },
  contains: (list, item) => list.some((each) => same(each, item)),
  cos: (angle, own) => directionOf(angle, own)[0],
  direction: directionOf,
  distance: (p, q) => lengthOfVector(p[0] - q[0], p[1] - q[1]),
  dot: (p, q) => p[0] * q[0] + p[1] * q[1],
  floor: Math.floor,
  len: (list) => list.length,
  length: (v) => lengthOfVector(v[0], v[1]),
  lerp(p, q, t, own) {
    return Array.isArray(p) ? into(own, p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) : p + (q - p) * t;
  },
  max: (x, y) => (y > x ? y : x),
  min: (x, y) => (y < x ? y : x),
  normalize(v, own) {
    const size = lengthOfVector(v[0], v[1]);
    return size > 0 ? into(own, v[0] / size, v[1] / size) : into(own, 0, 0);
  },
  round: halfEven,
  sign: (x) => (x > 0 ? 1 : x < 0 ? -1 : 0),
  sin: (angle, own) => directionOf(angle, own)[1],
  sqrt: (x) => (x < 0 ? fail("A negative number has no square root.") : Math.sqrt(x)),
  vec: (x, y, own) => into(own, x, y),
};

/** Ask for a field of an entity, and tell the watcher what came. */
function watchedField(a, entity, field) {
  const { watcher } = a.minds, type = a.program.needs.entity_fields?.[field] ?? "entity";
  let value = null, failed = null;
  if (entity !== null) watcher.asks(a, false);
  try { value = a.minds.fieldOf(entity, field); } catch (problem) { failed = wordsOf(problem); }
  if (entity !== null) watcher.answered(a, ["field", entity, field], fromGame(value, type), failed);
  return failed === null ? value : fail(failed);
}

/** Return the last event of a name, null for none. */
function lastOf(events, name) {
  for (let k = events.length - 1; k >= 0; k--) if (events[k].name === name) return events[k];
  return null;
}

function fieldOf(event, field) {
  const value = event === null ? undefined : event.fields[field];
  return value === undefined ? fail(`No event brought '${field}'.`) : value;
}

// ---- Triggers -------------------------------------------------------------------------------------------------

/** Read a trigger, and note one that is armed in `a.armed`: what decides by it consumes it. */
function isArmed(a, place) {
  if (a.bytes[place] === UNARMED && !a.held.includes(place)) return false;
  a.armed = [...a.armed, place];
  return true;
}

/** Evaluate a test, for which the triggers `held` count as armed; `a.armed` then has those that it read armed. */
function ask(test, a, held = NONE) {
  if (test.triggers.length === 0) return test.run(a);
  a.armed = NONE;
  a.held = held;
  try { return test.run(a); } finally { a.held = NONE; }
}

function consume(armed, a) { for (const place of armed) a.bytes[place] = UNARMED; }

/** Return the triggers that let a running node enter: its own tests see them armed. */
function heldBy(test, row, a) {
  if (test.held < 0 || a.bytes[row.index] !== RUNNING) return NONE;
  return test.triggers.filter((_, k) => a.bytes[test.held + k] !== 0);
}

function letIn(test, armed, a) {
  if (test.held >= 0) test.triggers.forEach((place, k) => { a.bytes[test.held + k] = armed.includes(place) ? 1 : 0; });
  consume(armed, a);
}

function arm(a, trigger, state) {
  a.bytes[trigger.place] = state;
  if (trigger.ticks > 0) a.ints[trigger.until] = a.after(trigger.ticks);
}

function beginTriggers(a) {
  for (const { place, ticks, until } of a.program.triggers) {
    if (ticks > 0 && a.bytes[place] === LATCHED && a.now >= a.ints[until]) a.bytes[place] = UNARMED;
  }
}

function ageTriggers(a) {
  for (const { place, latched, ages } of a.program.triggers) {
    const state = a.bytes[place];
    if (state === UNARMED || !ages) continue;
    if (state === JUST_ARMED) a.bytes[place] = ARMED;
    else if (state === ARMED || !latched) a.bytes[place] = latched ? LATCHED : UNARMED;
  }
}

// ---- Lines ----------------------------------------------------------------------------------------------------

/** Run the lines of a block; return the one that failed, which ends all blocks around it, or null. */
function runBlock(block, a) {
  for (let k = 0; k < block.length; k++) {
    const line = block[k];
    try {
      const inner = line.run(a);
      if (inner) return inner;
    } catch (problem) { a.note(line.row, `line ${line.number + 1}: ${wordsOf(problem)}`); return line; }
  }
  return null;
}

// Each op gives a function of the agent; that of an `if` gives what failed inside. `row` is the one of the block.
const LINES = {
  assign(p, row, { variable, value }) {
    const put = p.writer(variable, p.run(value));
    return (a) => { if (!put(a)) a.note(row, "A value that does not fit its variable is refused; the old one stays.");
      };
  },
  draw(p, row, { variable, draw: sort, draws, arguments: given }) {
    const [low, high] = p.runs(given), { stream } = row;
    const put = p.writer(variable, {
      chance: (a) => low(a) > drawFloat(a, stream, draws),
      random(a) { const from = low(a), to = high(a); return from + drawFloat(a, stream, draws) * (to - from); },
      random_int: (a) => drawInt(a, stream, draws, low(a), high(a)),
      bell(a) { const mean = low(a), deviation = high(a); return mean + deviation * drawBell(a, stream, draws); },
    }[sort]);
    return (a) => { if (!put(a)) a.note(row, "A number that is not finite is refused; the old one stays."); };
  },
  set(p, row, { variable }) { const trigger = p.triggerOf(variable); return (a) => arm(a, trigger, JUST_ARMED); },
  list(p, row, { variable, change, item = null }) {
    const { type, read, write } = p.variables[variable], value = p.run(item);
    return (a) => {
      const items = change === "clear" ? new List() : read(a), given = value(a);
      if (change === "append") {
        if (items.length === type.most) fail(`The list is full with ${type.most} items.`);
        if (!fits(given, type.list)) return a.note(row, "An item that does not fit its list is refused.");
        items.push(given);
      } else if (change === "remove") {
        const place = items.findIndex((each) => same(each, given));
        if (place >= 0) items.splice(place, 1);
      }
      write(a, items);
    };
  },
  raise(p, row, line) {
    const event = p.event(line);
    return (a) => {
      const made = event(a);
      if (row.machine === null) a.minds.send(a.id, a.id, made);
      else takeRaised(row.machine, made);
    };
  },
  raise_later(p, row, line) {
    const { id = "", outlives_state } = line, event = p.event(line), after = p.duration(line.after);
    const machine = indexOf(row.machine), state = outlives_state ? -1 : stateAround(row);
    return (a) => {
      const made = event(a), ticks = after(a);
      if (row.machine !== null && (row.machine.work === null || row.machine.work.stopping)) return;
      if (a.delayed.length >= MOST_DELAYED) fail(`${MOST_DELAYED} delayed events wait already.`);
      a.delay({ due: a.after(ticks), machine, state, id, event: made });
    };
  },
  cancel(p, row, { id = "" }) {
    const machine = indexOf(row.machine);
    return (a) => { a.delayed = a.delayed.filter((each) => each.machine !== machine || each.id !== id); };
  },
  send(p, row, line) {
    const event = p.event(line), entity = line.entity === undefined ? null : p.run(line.entity);
    return (a) => {
      const made = event(a);
      let receiver = line.receiver === "self" ? a.id : line.receiver;
      if (entity !== null) receiver = entity(a) ?? fail("There is nobody to send to.");
      a.minds.send(a.id, receiver, made);
    };
  },
  if(p, row, { test, then: lines, else: others }) {
    const holds = p.run(test), then = p.block(lines, row), otherwise = p.block(others, row);
    return (a) => runBlock(holds(a) ? then : otherwise, a);
  },
  do(p, row, line) {
    const call = p.call(row, line.action, line.arguments);
    return (a) => {
      call.evaluate(a);
      const result = call.tick(a, a.now, true);
      if (result !== SUCCESS) fail(`the instant action ${line.action} gave ${WORDS[result].toUpperCase()}.`);
    };
  },
};

const indexOf = (row) => (row === null ? -1 : row.index);

/** Return the state, of the innermost machine, whose block or activity a row belongs to, or -1. */
function stateAround(row) {
  if (row === null || row.op === "machine" || row.op === "transition") return -1;
  return row.op === "state" ? row.index : stateAround(row.parent);
}

/** An action that a row or a line calls; `given` are its arguments, one object that is filled each time. */
class Call {
  constructor(row, name, names, values) {
    Object.assign(this, { row, name, names, values, given: Object.fromEntries(names.map((each) => [each, null])) });
    this.steered = names.filter((each) => each !== "weight" && each !== "priority"); // what steering is told
  }

  evaluate(a) { for (let k = 0; k < this.names.length; k++) this.given[this.names[k]] = this.values[k](a); }

  tick(a, entered, begins) {
    if (begins && this.attempt(a, entered, "enter") === FAILED) return FAILURE;
    const result = this.attempt(a, entered, "tick");
    if (result === "running") return RUNNING;
    if (result === "success") return SUCCESS;
    if (result !== "failure" && result !== FAILED) {
      const said = typeof result === "string" ? `'${result}'` : String(result);
      a.note(this.row, `${this.name} gave ${said}; a tick gives "running", "success" or "failure".`);
    }
    return FAILURE;
  }

  halt(a, entered) {
    this.names.forEach((name, k) => {
      try { this.given[name] = this.values[k](a); } catch (problem) { wordsOf(problem); this.given[name] = null; }
    });
    this.attempt(a, entered, "halt");
  }

  attempt(a, entered, step) {
    const { behaviors, context, watcher } = a.minds, behavior = behaviors.get(this.name);
    let answer, failed = null;
    if (watcher !== null) watcher.asks(a, true);
    try {
      if (behavior[step] !== undefined) answer = behavior[step](context.of(a, this, entered), this.given);
    } catch (problem) {
      failed = `${this.name} failed: ${thrownWords(problem)}`;
      a.note(this.row, failed);
      answer = FAILED;
    }
    if (watcher !== null) watcher.answered(a, ["action", this.row.index, this.name, step], answer, failed);
    return answer;
  }
}

const thrownWords = (problem) =>
  (problem === FAILED ? FAILED.words : problem instanceof Error ? problem.message : problem);

// ---- Visiting a row -------------------------------------------------------------------------------------------

/** Visit the root of a tree or activity; it is halted where the agent has no visits left in this tick. */
function visitRoot(row, a) {
  try {
    return visit(row, a);
  } catch (problem) {
    if (problem !== SPENT) throw problem;
    halt(row, a);
    a.note(row, SPENT.words);
    a.bytes[row.index] = FAILURE;
    return conclude(row, a, FAILURE);
  }
}

function visit(row, a) {
  if (--a.visitsLeft < 0) throw SPENT;
  if (row.disabled) return conclude(row, a, SKIPPED);
  if (a.orders !== null && a.orders.has(row.index)) return follow(row, a);
  const running = a.bytes[row.index] === RUNNING;
  let { guard } = row;
  if (guard !== null && (guard.whileRunning || !running)) {
    if (a.passedGuard === row.index) { a.passedGuard = -1; guard = null; }
    else if (!holds(guard, row, a)) return turnAway(row, a, guard.refused);
  }
  if (row.preconditions.length > 0 || (!running && (guard !== null || row.refuse !== null))) {
    const refused = running ? decidedMeanwhile(row, a) : admit(row, guard, a);
    if (refused !== IDLE) return turnAway(row, a, refused);
  }
  let result;
  try {
    if (!running) { a.bytes[row.index] = RUNNING; row.enter(a); }
    for (let k = 0; k < row.services.length; k++) serve(row.services[k], row, a, !running);
    result = row.tick(a);
  } catch (problem) {
    a.note(row, wordsOf(problem));
    haltAll(row.children, a);
    row.stop(a);
    a.dropRequests(row);
    result = FAILURE;
  }
  return result === RUNNING ? conclude(row, a, result) : endWith(row, a, result);
}

function endWith(row, a, result) {
  clear(row, a);
  if (result !== SKIPPED) a.bytes[row.index] = result;
  letGo(row.claims, a);
  doEnds(row, a, result);
  return conclude(row, a, result);
}

/** Do what a row was ordered in the place of a visit. */
function follow(row, a) {
  const to = a.orders.get(row.index), result = RESULTS[to];
  if (a.passedGuard === row.index) a.passedGuard = -1;
  if (to === "disabled") return turnAway(row, a, SKIPPED);
  a.setOrder(row.index, null);
  if (a.bytes[row.index] !== RUNNING) {
    a.bytes[row.index] = RUNNING;
    try { row.enter(a); } catch (problem) { a.note(row, wordsOf(problem)); }
  }
  haltAll(row.children, a);
  if (row.finish !== null) row.finish(a, result); else row.stop(a);
  a.dropRequests(row);
  return endWith(row, a, result);
}

function conclude(row, a, result) { a.outcomes[row.index] = (a.outcomes[row.index] & HALTED) | result; return result; }
/** Set the statuses of a row and of all rows below it to 0. */
function clear(row, a) { for (let k = row.index; k < row.end; k++) a.bytes[k] = IDLE; }

function turnAway(row, a, refused) {
  halt(row, a);
  a.bytes[row.index] = refused === SKIPPED ? IDLE : refused;
  return conclude(row, a, refused);
}

function halt(row, a) {
  if (a.bytes[row.index] !== RUNNING) return;
  haltAll(row.children, a);
  row.stop(a);
  a.dropRequests(row);
  letGo(row.claims, a);
  clear(row, a);
  a.outcomes[row.index] |= HALTED;
  doEnds(row, a, IDLE);
}

function haltAll(rows, a) { for (let k = 0; k < rows.length; k++) halt(rows[k], a); }

/** Run the lines for the end of a row with a result; IDLE stands for a halt. */
function doEnds(row, a, result) {
  for (let k = 0; k < row.ends.length; k++) {
    runEnd(row.ends[k].row, row.ends[k].blocks[result], a);
    runEnd(row.ends[k].row, row.ends[k].onEnd, a);
  }
}

function runEnd(row, block, a) {
  const outer = a.state;
  if (row.op === "state") a.state = row;
  const failed = runBlock(block, a);
  if (failed !== null && row.op === "state") takeFailure(row.machine, failed);
  a.state = outer;
}

/** Tell whether a guard or precondition is true; one that fails is false. */
function holds(test, row, a) {
  let isTrue = false;
  try { isTrue = ask(test, a, heldBy(test, row, a)); } catch (problem) { a.note(row, wordsOf(problem)); }
  if (test.lastTest >= 0) a.bytes[test.lastTest] = isTrue ? 2 : 1;
  return isTrue;
}

/** Return with what a row that is about to be entered is turned away, IDLE for not at all. */
function admit(row, guard, a) {
  let lettingIn = NONE; // pairs of a test and what it read armed
  if (guard !== null && guard.triggers.length > 0) lettingIn = [[guard, a.armed]];
  for (const test of row.preconditions) {
    if (decides(test, row, a)) {
      if (test.triggers.length > 0 && !test.lasting) consume(a.armed, a);
      return test.gives;
    }
    if (test.triggers.length > 0 && test.lasting) lettingIn = [...lettingIn, [test, a.armed]];
  }
  if (row.refuse !== null) {
    try {
      const refused = row.refuse(a);
      if (refused !== IDLE) return refused;
    } catch (problem) { a.note(row, wordsOf(problem)); return FAILURE; }
  }
  for (let k = 0; k < lettingIn.length; k++) letIn(lettingIn[k][0], lettingIn[k][1], a);
  return IDLE;
}

function decidedMeanwhile(row, a) {
  for (const test of row.preconditions) if (test.lasting && decides(test, row, a)) return test.gives;
  return IDLE;
}

/** Tell whether a precondition decides: one with `while` when it is false or fails, another when it is true. */
function decides(test, row, a) { return holds(test, row, a) !== test.lasting; }

function serve(service, row, a, entering) {
  const { due, interval, spread, every, jitter, guard } = service;
  if (entering) {
    a.ints[interval] = every(a);
    if (jitter !== null) a.ints[spread] = jitter(a);
  } else if (a.now < a.ints[due]) return;
  const by = jitter === null ? 0 : a.ints[spread], ticks = a.ints[interval];
  a.ints[due] = a.after(Math.max(1, jitter === null ? ticks
    : drawInt(a, row.stream, service.draws, ticks - by, ticks + by)));
  try { if (!guard(a)) return; } catch (problem) { a.note(row, wordsOf(problem)); return; }
  runBlock(service.block, a);
}

// ---- Rows of behavior trees -----------------------------------------------------------------------------------

const opposite = (result) => (result === SUCCESS ? FAILURE : SUCCESS);
const bytesFrom = (place, count) => (a) => { for (let k = 0; k < count; k++) a.bytes[place + k] = 0; };

// Each op gives a row its `enter`, `tick`, `stop` and `refuse`. The fields in the file are parameters and places.
const TREE_OPS = {
  ordered(p, row, { ending, keep, reactive, place, tried, tested = -1, yield: yields }) {
    const { children } = row, end = RESULTS[ending];
    const forgetTests = tested < 0 ? NOTHING : bytesFrom(tested, children.length);
    const stopAt = (a, at, result) => {
      const before = a.ints[place];
      if (reactive && before >= 0 && before !== at) halt(children[before], a);
      if (keep) a.ints[place] = at === children.length ? 0 : at;
      else a.ints[place] = result === RUNNING ? at : -1;
      if (result !== RUNNING) a.bytes[tried] = 0;
      return result;
    };
    return {
      enter(a) { a.bytes[tried] = keep && a.ints[place] > 0 ? 1 : 0; forgetTests(a); },
      tick(a) {
        const aborting = tested < 0 ? -1 : abortingChild(row, a);
        let at = Math.max(aborting < 0 && !reactive ? a.ints[place] : aborting, 0);
        for (; at < children.length; at++) {
          const result = visit(children[at], a);
          if (result === SKIPPED) continue;
          if (result === RUNNING) return stopAt(a, at, RUNNING);
          a.bytes[tried] = 1;
          if (result === end) return stopAt(a, at, end);
          if (yields && at + 1 < children.length) return stopAt(a, at + 1, RUNNING);
        }
        return stopAt(a, at, a.bytes[tried] !== 0 ? opposite(end) : SKIPPED);
      },
      stop(a) { a.bytes[tried] = 0; if (!keep) a.ints[place] = -1; },
    };
  },
  round_robin: (p, { children }, { start, place, tried }) => ({
    enter(a) { a.ints[place] = a.ints[start]; a.bytes[tried] = 0; },
    tick(a) {
      const first = a.ints[start], count = children.length;
      for (let turn = count === 0 ? 0 : modulo(a.ints[place] - first, count); turn < count; turn++) {
        const at = (first + turn) % count;
        a.ints[place] = at;
        const result = visit(children[at], a);
        if (result === SUCCESS) a.ints[start] = (at + 1) % count;
        if (result === RUNNING || result === SUCCESS) return result;
        if (result === FAILURE) a.bytes[tried] = 1;
      }
      return a.bytes[tried] !== 0 ? FAILURE : SKIPPED;
    },
  }),
  pipeline_sequence: (p, { children }, { furthest, tried }) => ({
    enter(a) { a.ints[furthest] = 0; a.bytes[tried] = 0; },
    tick(a) {
      let latest = SKIPPED;
      for (let at = 0; at < children.length && latest !== FAILURE; at++) {
        const result = visit(children[at], a);
        if (result === SKIPPED) continue;
        latest = result;
        if (result !== RUNNING) a.bytes[tried] = 1;
        else if (at >= a.ints[furthest]) { a.ints[furthest] = at; break; }
      }
      if (latest !== RUNNING) haltAll(children, a);
      return latest === SKIPPED && a.bytes[tried] !== 0 ? SUCCESS : latest;
    },
  }),
  shuffled(p, { children, stream }, { ending, weights = null, place, tried, order, draws }) {
    const end = RESULTS[ending], count = children.length;
    const untried = weights === null || weights.some((each) => each !== 0) ? SKIPPED : FAILURE;
    const shuffle = (a) => {
      for (let k = count - 1; k > 0; k--) swap(a.ints, order + k, order + drawInt(a, stream, draws, 0, k));
    };
    const drawOneByOne = (a) => {
      for (let k = 0; k < count - 1; k++) {
        let total = 0;
        for (let left = k; left < count; left++) total += WEIGHTS[left - k] = weights[a.ints[order + left]];
        if (total === 0) return;
        const picked = order + k + drawWeighted(a, stream, draws, count - k), child = a.ints[picked];
        a.ints.copyWithin(order + k + 1, order + k, picked);
        a.ints[order + k] = child;
      }
    };
    return {
      enter(a) {
        a.ints[place] = a.bytes[tried] = 0;
        for (let k = 0; k < count; k++) a.ints[order + k] = k;
        (weights === null ? shuffle : drawOneByOne)(a);
      },
      tick(a) {
        let at = a.ints[place], result = RUNNING;
        for (; at < count; at++) {
          const child = children[a.ints[order + at]], isOut = weights !== null && weights[a.ints[order + at]] === 0;
          result = isOut && a.bytes[child.index] !== RUNNING ? SKIPPED : visit(child, a);
          if (result === RUNNING) break;
          if (result !== SKIPPED) a.bytes[tried] = 1;
          if (result === end) break;
        }
        a.ints[place] = at;
        return at < count ? result : a.bytes[tried] !== 0 ? opposite(end) : untried;
      },
    };
  },
  random_child: (p, { children, stream }, { weights, chosen, draws }) => ({
    enter(a) {
      let total = 0;
      for (let k = 0; k < children.length; k++) total += WEIGHTS[k] = weights === undefined ? 1 : weights[k];
      a.ints[chosen] = total === 0 ? -1 : drawWeighted(a, stream, draws, children.length);
    },
    tick: (a) => (a.ints[chosen] < 0 ? FAILURE : visit(children[a.ints[chosen]], a)),
  }),
  parallel(p, { children }, { success = 0, failure = 0, decide, again, finished, needed, chosen_children }) {
    const [successes, failures] = p.runs([success, failure]), restart = bytesFrom(finished, children.length);
    const all = children.map((_, k) => finished + k), chosen = chosen_children?.map((k) => finished + k) ?? all;
    const count = (a, places, result) => {
      let found = 0;
      for (let k = 0; k < places.length; k++) if (a.bytes[places[k]] === result) found++;
      return found;
    };
    const decision = (a, latest) => {
      if (decide === "all_ended" && count(a, all, IDLE) > 0) return IDLE;
      const taken = chosen.length - count(a, chosen, SKIPPED);
      if (taken === 0) return SKIPPED;
      const toSucceed = Math.max(numberOf(a.ints[needed], taken), 0);
      const toFail = Math.max(numberOf(a.ints[needed + 1], all.length - count(a, all, SKIPPED)), 1);
      const succeeded = count(a, chosen, SUCCESS) >= toSucceed;
      const failed = count(a, all, FAILURE) >= toFail || taken - count(a, chosen, FAILURE) < toSucceed;
      if (succeeded && failed && latest === SUCCESS) return SUCCESS;
      return failed ? FAILURE : succeeded ? SUCCESS : IDLE;
    };
    const visitAll = (a) => {
      for (let k = 0; k < children.length; k++) {
        if (a.bytes[finished + k] !== 0) continue;
        const result = visit(children[k], a);
        if (result !== RUNNING) a.bytes[finished + k] = result;
        const decided = decide === "each" ? decision(a, result) : IDLE;
        if (decided !== IDLE) return decided;
      }
      return decision(a, IDLE);
    };
    return {
      enter(a) {
        restart(a);
        a.ints[needed] = threshold(successes(a), 0);
        a.ints[needed + 1] = threshold(failures(a), 1);
      },
      tick(a) {
        if (again) restart(a);
        const decided = visitAll(a);
        if (decided !== IDLE) haltAll(children, a);
        return decided === IDLE ? RUNNING : decided;
      },
    };
  },
  simple_parallel(p, { children }, { delayed, again, main, finished }) {
    const restart = bytesFrom(finished, children.length);
    const visitOthers = (a, result) => {
      let anyRuns = false;
      for (let k = 1; k < children.length; k++) {
        const starts = (result !== FAILURE && a.bytes[finished + k] === 0) || (again && result === RUNNING);
        if (!starts && a.bytes[children[k].index] !== RUNNING) continue;
        const other = visit(children[k], a);
        if (other === RUNNING) anyRuns = true;
        else a.bytes[finished + k] = other;
      }
      return anyRuns;
    };
    return {
      enter(a) { a.bytes[main] = 0; restart(a); },
      tick(a) {
        const result = a.bytes[main] || visit(children[0], a);
        if (result === RUNNING || (delayed && result !== SKIPPED)) {
          if (result !== RUNNING) a.bytes[main] = result;
          if (visitOthers(a, result) || result === RUNNING) return RUNNING;
        }
        for (let k = 1; k < children.length; k++) halt(children[k], a);
        return result;
      },
    };
  },
  utility(p, { children, stream }, data) {
    const { scores, every_tick, next_on_failure, inertia = 0, chosen, added } = data;
    const { lock = 0, momentum = 0, top = 1, since = -1, draws = -1 } = data;
    if (since < 0 && (lock > 0 || momentum > 0)) refuse("A choice that is locked has no place for its tick");
    const runs = p.runs(scores), bonus = p.run(inertia), failed = new Set(); // children that failed in this tick
    const ranked = [], told = new Array(runs.length).fill(0); // children from the best on, and what they score
    // Returns what the child that runs has more than its score.
    const addedNow = (a) =>
      a.floats[added] * (momentum > 0 ? Math.max(0, 1 - (a.now - a.ints[since]) / momentum) : 1);
    const compare = (a, former) => {
      const more = former < 0 ? 0 : addedNow(a);
      ranked.length = 0;
      for (let k = 0; k < runs.length; k++) {
        if (failed.has(k)) continue;
        try {
          const score = runs[k](a) + (k === former ? more : 0);
          if (Number.isNaN(score)) fail("It is not a number.");
          told[k] = score;
          let place = ranked.push(k) - 1; // behind all that are as good
          for (; place > 0 && told[ranked[place - 1]] < score; place--) ranked[place] = ranked[place - 1];
          ranked[place] = k;
        } catch (problem) { a.note(children[k], `score: ${wordsOf(problem)}`); }
      }
    };
    // Returns one of the best, the child that runs if it is among them.
    const drawn = (a, former) => {
      const count = Math.min(top, ranked.length), lowest = Math.min(0, told[ranked[ranked.length - 1]]);
      let sum = 0;
      for (let k = 0; k < count; k++) {
        if (ranked[k] === former) return former;
        sum += WEIGHTS[k] = told[ranked[k]] - lowest;
      }
      return ranked[count === 1 || !Number.isFinite(sum) ? 0 : Math.max(drawWeighted(a, stream, draws, count), 0)];
    };
    const choose = (a, former) => {
      if (former >= 0 && (!every_tick || (lock > 0 && a.now - a.ints[since] < lock))) return former;
      compare(a, former);
      if (ranked.length === 0) return -1;
      const best = draws < 0 ? ranked[0] : drawn(a, former);
      if (since >= 0 && best !== former) a.ints[since] = a.now;
      return best;
    };
    return {
      enter(a) { a.floats[added] = bonus(a); a.ints[chosen] = -1; },
      tick(a) {
        if (failed.size > 0) failed.clear();
        for (;;) {
          const former = a.ints[chosen], next = choose(a, former);
          if (next < 0) return FAILURE;
          if (former >= 0 && former !== next) halt(children[former], a);
          a.ints[chosen] = next;
          const result = visit(children[next], a);
          if (result === RUNNING) return RUNNING;
          a.ints[chosen] = -1;
          if (result !== FAILURE || !next_on_failure) return result;
          failed.add(next);
        }
      },
    };
  },
  if_else: (p, { children }, { reactive, branch }) => ({
    enter(a) { a.ints[branch] = -1; },
    tick(a) {
      const former = a.ints[branch];
      let next = former;
      if (former < 0 || reactive) {
        const answer = visit(children[0], a);
        if (answer === RUNNING) return RUNNING;
        next = answer === SUCCESS ? 1 : 2;
      }
      if (former >= 0 && former !== next && former < children.length) halt(children[former], a);
      a.ints[branch] = next;
      return next < children.length ? visit(children[next], a) : FAILURE;
    },
  }),
  switch(p, { children }, { value, cases, default: other, chosen }) {
    const found = p.caseOf(value, cases, other);
    return {
      enter(a) { a.ints[chosen] = -1; },
      tick(a) {
        const next = found(a), former = a.ints[chosen];
        if (former >= 0 && former !== next) halt(children[former], a);
        a.ints[chosen] = next;
        return next < 0 ? FAILURE : visit(children[next], a);
      },
    };
  },
  try_recover(p, { children: [child, recovery] }, { attempts, same_tick, recovering, left }) {
    const count = p.count(attempts);
    return {
      enter(a) { a.ints[left] = count(a); a.bytes[recovering] = 0; },
      tick(a) {
        do {
          if (a.bytes[recovering] === 0) {
            const result = visit(child, a);
            if (result !== FAILURE) return result;
            if (a.ints[left] === 0) return FAILURE;
            a.bytes[recovering] = 1;
          }
          const result = visit(recovery, a);
          if (result !== SUCCESS) return result === RUNNING ? RUNNING : FAILURE;
          a.ints[left] -= 1;
          a.bytes[recovering] = 0;
        } while (same_tick);
        return RUNNING;
      },
    };
  },
  map_result(p, { children: [child] }, { on_success, on_failure }) {
    const results = [IDLE, RUNNING, RESULTS[on_success], RESULTS[on_failure], SKIPPED];
    return { tick: (a) => results[visit(child, a)] };
  },
  loop(p, { children: [child] }, { again_on, ends_with, counted_out, count, same_tick, any_end, limit, done }) {
    const most = count === undefined ? () => -1 : p.count(count);
    return {
      enter(a) { a.ints[limit] = most(a); a.ints[done] = 0; },
      tick(a) {
        const last = a.ints[limit];
        if (last === 0) return RESULTS[counted_out];
        do {
          const result = visit(child, a);
          if (result === RUNNING || result === SKIPPED) return result;
          if (result !== RESULTS[again_on] && !any_end) return RESULTS[ends_with];
          a.ints[done] = last === -1 ? 0 : a.ints[done] + 1;
          if (a.ints[done] === last) return RESULTS[counted_out];
        } while (same_tick);
        return RUNNING;
      },
    };
  },
  for_each(p, { children: [child] }, { list, query, of = null, taken, item, goes_on, at }) {
    const kept = p.variables[taken], about = p.run(of), { write } = p.variables[item];
    const listed = list === undefined ? (a) => a.minds.query(query, a, about(a) || "", kept.type)
      : p.variables[list].read;
    const stop = (a) => { kept.write(a, NONE); a.ints[at] = 0; };
    return {
      enter(a) { kept.write(a, listed(a)); a.ints[at] = 0; },
      tick(a) {
        for (let k = a.ints[at]; k < a.ints[kept.length]; k++) {
          a.ints[at] = k;
          if (a.bytes[child.index] !== RUNNING) write(a, kept.items[k].read(a));
          const result = visit(child, a);
          if (result === RUNNING) return RUNNING;
          if (result === FAILURE && !goes_on) { stop(a); return FAILURE; }
        }
        stop(a);
        return SUCCESS;
      },
      stop,
    };
  },
  timeout: (p, { children: [child] }, { seconds, due }) => ({
    enter: p.timer(seconds, due),
    tick(a) { if (a.now < a.ints[due]) return visit(child, a); halt(child, a); return FAILURE; },
  }),
  delay: (p, { children: [child] }, { seconds, due }) => ({
    enter: p.timer(seconds, due),
    tick: (a) => (a.now < a.ints[due] ? RUNNING : visit(child, a)),
  }),
  cooldown(p, { children: [child] }, { seconds, refused, after, start_cooled, length, ready }) {
    const ticks = p.duration(seconds), start = (a) => { a.ints[ready] = a.after(a.ints[length]); };
    const finish = (a, result) => {
      if (result !== RUNNING && (after === undefined || after.includes(WORDS[result]))) start(a);
      return result;
    };
    return {
      refuse(a) {
        if (start_cooled && a.ints[ready] === 0) a.ints[ready] = a.after(ticks(a));
        return a.ints[ready] > a.now ? RESULTS[refused] : IDLE;
      },
      enter(a) { a.ints[length] = ticks(a); },
      tick: (a) => finish(a, visit(child, a)),
      finish,
      stop: after === undefined ? start : NOTHING,
    };
  },
  rate_limit(p, { children: [child] }, { seconds, between, waits, length, next_start, last }) {
    const ticks = p.duration(seconds);
    const finish = (a, result) => { if (result !== RUNNING) a.bytes[last] = result; return result; };
    return {
      finish,
      refuse: (a) => (waits || a.now >= a.ints[next_start] ? IDLE : RESULTS[between] || a.bytes[last] || FAILURE),
      enter(a) { const fixed = ticks(a); if (waits) a.ints[length] = fixed; else a.ints[next_start] = a.after(fixed); },
      tick(a) {
        if (waits && a.bytes[child.index] !== RUNNING) {
          if (a.now < a.ints[next_start]) return RUNNING;
          a.ints[next_start] = a.after(a.ints[length]);
        }
        return finish(a, visit(child, a));
      },
    };
  },
  run_limit(p, { children: [child] }, { count = 0, counted, afterwards, done, last }) {
    const limit = p.run(count), finish = (a, result) => {
      if (result !== SUCCESS && result !== FAILURE) return result;
      a.bytes[last] = result;
      if (counted.includes(WORDS[result])) a.ints[done] += 1;
      return result;
    };
    return {
      finish,
      refuse: (a) => (a.ints[done] < limit(a) ? IDLE : RESULTS[afterwards] || a.bytes[last] || SKIPPED),
      tick: (a) => finish(a, visit(child, a)),
    };
  },
  probability(p, { children: [child], stream }, { chance = 0, refused, hit, draws }) {
    const share = p.run(chance);
    return {
      enter(a) { a.bytes[hit] = share(a) > drawFloat(a, stream, draws) ? 1 : 0; },
      tick: (a) => (a.bytes[hit] !== 0 ? visit(child, a) : RESULTS[refused]),
    };
  },
  pass: (p, { children: [child] }) => ({ tick: (a) => visit(child, a) }),
  fixed: (p, row, { result }) => ({ tick: () => RESULTS[result] }),
  test(p, row, { test, otherwise }) {
    const asked = p.test(test);
    return {
      tick(a) {
        if (!ask(asked, a)) return RESULTS[otherwise];
        if (asked.triggers.length > 0) consume(a.armed, a);
        return SUCCESS;
      },
    };
  },
  block(p, row, { block }) { const lines = p.block(block, row);
    return { tick(a) { runBlock(lines, a); return SUCCESS; } }; },
  log(p, row, { message = null }) { const said = p.run(message); return { tick(a) { said(a); return SUCCESS; } }; },
  wait(p, { stream }, { seconds, jitter, due, draws }) {
    const ticks = p.duration(seconds), by = p.duration(jitter);
    return {
      enter(a) { a.ints[due] = a.after(spreadTicks(a, stream, draws, ticks(a), by(a))); },
      tick: (a) => (a.now < a.ints[due] ? RUNNING : SUCCESS),
    };
  },
  action(p, row, { action, arguments: given, entered, begun }) {
    const call = p.call(row, action, given);
    return {
      enter(a) { a.ints[entered] = a.now; a.bytes[begun] = 0; },
      tick(a) {
        call.evaluate(a);
        const begins = a.bytes[begun] === 0;
        a.bytes[begun] = 1;
        a.dropRequests(row);
        return call.tick(a, a.ints[entered], begins);
      },
      stop(a) { if (a.bytes[begun] !== 0) call.halt(a, a.ints[entered]); },
    };
  },
  call(p, { children: [child] }, { bindings, fresh }) {
    const bind = p.bindings(bindings);
    return { enter: p.fresh(fresh, false), tick(a) { bind(a); return visit(child, a); } };
  },
  run: (p, row, data) => TREE_OPS.call(p, row, data),
  claim(p, row, { place, claimed }) {
    const { counter, name: thing } = thingOf(p, place);
    row.claim = { place: claimed, counter };
    return {
      tick(a) {
        const name = thing(a), held = a.objects[claimed], cell = counter === null ? null : a.world[counter];
        if (held !== null && held !== name) letGo([row], a);
        if (name === null) return FAILURE;
        if (!holdsThing(a, counter, name)) {
          const isFree = cell === null ? !a.minds.holders.has(name) : cell.value > 0;
          a.minds.watcher?.free(a, name, isFree);
          if (!isFree) return FAILURE;
          if (cell === null) a.minds.holders.set(name, a.id);
          else a.minds.share(cell, cell.value - 1, a);
        }
        a.objects[claimed] = name;
        return SUCCESS;
      },
    };
  },
  release(p, row, { place }) {
    const { counter, name: thing } = thingOf(p, place);
    return {
      tick(a) {
        const name = thing(a);
        if (name !== null) letGo(a.program.claims.filter(({ claim }) => isHeld(a, claim, counter, name)), a);
        return SUCCESS;
      },
    };
  },
  machine(p, row, data) {
    p.owner(row, data);
    row.allStates = p.rowsOf(data.all_states);
    row.allTransitions = p.rowsOf(data.all_transitions);
    row.eventless = data.eventless === true;
    row.work = null;
    return {
      enter(a) { a.ints[row.entered] = -1; forgetMachine(row, a); },
      tick: (a) => tickMachine(row, a),
      stop: (a) => exitAll(row, a),
    };
  },
  decision_tree(p, row, data) {
    const { pace: { every, commit, waits }, leaves, rebound = NONE, random = NONE, current, due, interval,
      asked } = data;
    const ticks = p.count(every);
    row.children = p.rowsOf(leaves);
    row.top = p.row(data.top);
    row.evaluations = data.evaluations;
    row.seen = random.map((each) => p.given.rows[each].seen);
    const calls = rebound.map((leaf) =>
      leaf.map((each) => ({ row: p.row(each.row), bind: p.bindings(each.bindings) })));
    const rebind = (a, leaf) => {
      if (leaf < 0 || calls.length === 0) return;
      for (const call of calls[leaf]) {
        try {
          call.bind(a);
        } catch (problem) {
          const words = wordsOf(problem);
          if (a.errors.every((each) => each.row !== call.row.index)) a.note(call.row, words);
        }
      }
    };
    const choose = (a, former) => {
      a.ints[due] = a.ints[interval] === 0 ? MOST_TICKS : a.after(a.ints[interval]);
      a.bytes[asked] = 0;
      const picked = row.children.indexOf(evaluateTree(row, a));
      if (picked < 0) { rebind(a, former); return former; }
      if (former >= 0 && former !== picked) halt(row.children[former], a);
      a.ints[current] = picked;
      return picked;
    };
    return {
      enter(a) {
        a.ints[interval] = ticks(a);
        a.ints[current] = -1;
        a.ints[due] = a.now;
        a.bytes[asked] = 0;
        beginRun(row, a);
      },
      tick(a) {
        let leaf = a.ints[current];
        if ((!commit || leaf < 0) && (a.now >= a.ints[due] || a.bytes[asked] !== 0)) leaf = choose(a, leaf);
        else rebind(a, leaf);
        if (leaf < 0) return waits ? RUNNING : FAILURE;
        return visit(row.children[leaf], a);
      },
    };
  },
};

function swap(numbers, one, other) { [numbers[one], numbers[other]] = [numbers[other], numbers[one]]; }
const numberOf = (kept, children) => (kept >= 0 ? kept : children + 1 + kept);

function threshold(value, least) {
  if (value === "all") return -1;
  if (value === "any") return 1;
  return value >= least || value < 0 ? value : fail(`A threshold is a number from ${least} on; it is ${value}.`);
}

/** Halt the running child for an earlier one whose guard became true; return the place of that one, or -1. */
function abortingChild({ children }, a) {
  let running = 0;
  while (running < children.length && a.bytes[children[running].index] !== RUNNING) running++;
  for (let k = 0; k < running && running < children.length; k++) {
    const { guard, disabled } = children[k];
    if (disabled || guard === null || !guard.abortsLower || a.orders?.get(children[k].index) === "disabled") continue;
    const wasTrue = a.bytes[guard.lastTest] === 2;
    if (!holds(guard, children[k], a) || wasTrue) continue;
    letIn(guard, guard.triggers.length > 0 ? a.armed : NONE, a);
    halt(children[running], a);
    a.passedGuard = children[k].index;
    return k;
  }
  return -1;
}

// -- claims

/** Return what a claim or release is about: places that a shared variable counts, or an entity. */
function thingOf(p, place) {
  const { type, name } = p.variables[place.variable] ?? {};
  return type === "int" ? { counter: place.variable, name: () => name } : { counter: null, name: p.run(place) };
}

const isHeld = (a, claim, counter, name) => claim.counter === counter && a.objects[claim.place] === name;
const holdsThing = (a, counter, name) => a.program.claims.some(({ claim }) => isHeld(a, claim, counter, name));

/** Let claims hold nothing; what no other claim of the agent holds goes back. */
function letGo(claims, a) {
  for (let k = 0; k < claims.length; k++) {
    const { place, counter } = claims[k].claim, name = a.objects[place];
    a.objects[place] = null;
    if (name === null || holdsThing(a, counter, name)) continue;
    if (counter === null) a.minds.holders.delete(name);
    else a.minds.share(a.world[counter], Math.min(a.world[counter].value + 1, MOST_TICKS), a);
  }
}

// ---- Decision trees -------------------------------------------------------------------------------------------

function beginRun(tree, a) { for (const place of [tree.evaluations, ...tree.seen]) a.ints[place] = 0; }

/** Walk from the top of a decision tree to a leaf; return its row, or null where there is no answer. */
function evaluateTree(tree, a) {
  const evaluation = (a.ints[tree.evaluations] += 1);
  let row = tree.top;
  for (let asked = 0; row.answer !== null; asked++) {
    if (asked > a.program.rows.length) throw new Error("questions lead back to each other");
    let branch = -1;
    try { branch = row.answer(a, evaluation); } catch (problem) { a.note(row, wordsOf(problem)); }
    a.outcomes[row.index] = branch < 0 ? NO_ANSWER : row.isAnswer ? ANSWERED : FIRST_BRANCH + branch;
    if (branch < 0) return null;
    if (row.isAnswer) return row;
    row = row.branches[branch];
  }
  return row;
}

// Each op gives a row its `answer`: the place of a branch, or -1 for none.
const QUESTION_OPS = {
  ask_test(p, row, { test, on_true = -1, on_false = -1 }) {
    const asked = p.run(test);
    return (a) => (asked(a) ? on_true : on_false);
  },
  ask_ranges(p, row, { value, bounds = NONE }) {
    const number = p.run(value);
    return (a) => {
      const found = number(a);
      let k = 0;
      while (k < bounds.length && !(found < bounds[k].upto || (bounds[k].closed && found === bounds[k].upto))) k++;
      return k;
    };
  },
  ask_switch: (p, row, { value, cases, default: other }) => p.caseOf(value, cases, other),
  ask_first_of(p, row, { tests = NONE, default: other = -1 }) {
    const asked = p.runs(tests), branches = branchesOf(tests, other);
    return (a) => { for (let k = 0; k < asked.length; k++) if (asked[k](a)) return branches[k]; return other; };
  },
  ask_table(p, row, { cells = NONE, default: other = -1, unique }) {
    const lines = cells.map((line) => p.runs(line)), branches = branchesOf(cells, other);
    return (a) => {
      let hit = -1;
      for (let k = 0; k < lines.length && (hit < 0 || unique); k++) {
        if (!lines[k].every((cell) => cell(a))) continue;
        if (hit >= 0) fail(`Rows ${hit + 1} and ${branches[k] + 1} both match; only one may.`);
        hit = branches[k];
      }
      return hit < 0 ? other : hit;
    };
  },
  ask_random(p, { stream }, { weights, timeout, kept, seen, drawn, due, draws }) {
    const lasts = timeout === undefined ? () => MOST_TICKS : p.count(timeout);
    return (a, evaluation) => {
      const { ints } = a;
      const goesOn = ints[seen] !== 0 && ints[seen] === evaluation - 1 && evaluation < ints[due] && ints[kept] >= 0;
      if (!goesOn) {
        const evaluations = lasts(a);
        weights.forEach((each, k) => { WEIGHTS[k] = each; });
        const branch = drawWeighted(a, stream, draws, weights.length);
        if (branch < 0) return -1;
        ints[kept] = branch;
        ints[drawn] = evaluation;
        ints[due] = Math.min(evaluation + evaluations, MOST_TICKS);
      }
      ints[seen] = evaluation;
      return ints[kept];
    };
  },
  ask_tree(p, row, { bindings }) { const bind = p.bindings(bindings); return (a) => { bind(a); return 0; }; },
  ask_nothing: () => () => -1,
  answer_outcome: () => () => 0,
  answer_value(p, row, { value = null }) { const given = p.run(value); return (a) => { given(a); return 0; }; },
};

/** Return the branch of each entry: in a file the entry of the default branch is left out. */
const branchesOf = (entries, other) => entries.map((_, k) => (other >= 0 && k >= other ? k + 1 : k));

// ---- State machines -------------------------------------------------------------------------------------------

const EXECUTION_ERROR = { name: "error.execution", fields: {} };

/** Return what a machine needs while one of its ticks is under way; in between its `work` is null. */
function newWork() {
  return {
    queue: [], // events and completions of the macrostep
    later: [], // raised by updates and activities
    completions: [], // of activities
    fresh: [], // states entered since it was last emptied
    failed: [], // code that failed in the macrostep
    answers: new Map(), // by choice: its activation, and the outcome of its decision tree
    inMacrostep: false,
    stopping: false,
    status: IDLE, // the final status, once the machine has ended
    rounds: 0, // of the macrostep
    asks: NOTHING, // which entries are asked in the selection, and whether pending ones take part
    takesPending: false,
    postponed: [], // entries that became pending in the selection
  };
}

function beginMacrostep({ work }) { Object.assign(work, { failed: [], inMacrostep: true, rounds: 0 }); }

function takeRaised({ work }, event) {
  if (work !== null && !work.stopping) (work.inMacrostep ? work.queue : work.later).push(event);
}

/** Raise `error.execution` in a machine, once per macrostep and piece of code. */
function takeFailure(machine, code) {
  if (machine.work === null || machine.work.failed.includes(code)) return;
  machine.work.failed.push(code);
  takeRaised(machine, EXECUTION_ERROR);
}

/** Return what an expression of a machine gives; where it fails that is told, and it gives `otherwise`. */
function attempt(row, a, code, otherwise, run) {
  try { return run(a); } catch (problem) { a.note(row, wordsOf(problem)); takeFailure(row.machine, code);
    return otherwise; }
}

function runMachineBlock(block, row, a) {
  const failed = runBlock(block, a);
  if (failed !== null) takeFailure(row.machine, failed);
}

const isBelow = (row, above) => above.index < row.index && row.index < above.end;
const isActive = (state, a) => a.bytes[state.index] !== 0;
const isCompound = (state) => state.states.length > 0 && state.kind === "state";
const inOrder = (one, other) => one.index - other.index;
const activeStates = (machine, a) => machine.allStates.filter((each) => isActive(each, a));
const atomicStates = (machine, a) => activeStates(machine, a)
  .filter((each) => !each.states.some((inner) => isActive(inner, a)));

// -- domains, exit sets, targets

/** Return the states that a history stands for: what it remembers, or its default. */
function remembered({ history }, a) {
  return history.places.filter(([, place]) => a.bytes[place] !== 0).map(([state]) => state);
}

function effectiveTargets(targets, a) {
  return targets.flatMap((target) => {
    if (target.history === null) return [target];
    const inner = remembered(target, a);
    return effectiveTargets(inner.length > 0 ? inner : target.history.default, a);
  });
}

function domainOf({ source, targets, machine, domain, internal, interrupt }, a) {
  if (domain !== null || targets.length === 0) return domain;
  if (source === machine) return machine;
  const inner = effectiveTargets(targets, a);
  const holdsAll = (state) => isCompound(state) && inner.every((each) => isBelow(each, state));
  if ((internal || interrupt) && holdsAll(source)) return source;
  for (let each = source.parent; each !== machine; each = each.parent) if (holdsAll(each)) return each;
  return machine;
}

function exitSet(transitions, machine, a) {
  const domains = transitions.map((each) => domainOf(each, a)).filter((each) => each !== null);
  return activeStates(machine, a).filter((state) => domains.some((each) => isBelow(state, each)));
}

function exitSetsMeet(one, other, a) {
  const theirs = exitSet([other], other.machine, a);
  return exitSet([one], one.machine, a).some((each) => theirs.includes(each));
}

/** The states to enter: below each domain one way leads down to the targets, and to what they need inside. */
class EntryPlan {
  constructor() {
    this.states = [];
    this.byDefault = new Set(); // compounds whose initial states are entered
    this.defaultHistories = []; // histories that remember nothing
    this.goals = [];
  }

  add(domain, targets, a) {
    this.aim(targets, a);
    for (const child of domain.states) if (this.holdsGoal(child) && !this.states.includes(child))
      this.addState(child, a);
    this.states.sort(inOrder);
  }

  aim(targets, a) {
    for (const target of targets) {
      if (target.history === null) { this.goals.push(target); continue; }
      const inner = remembered(target, a);
      if (inner.length === 0) this.defaultHistories.push(target);
      this.aim(inner.length > 0 ? inner : target.history.default, a);
    }
  }

  addState(state, a) {
    if (!isActive(state, a)) this.states.push(state);
    if (state.kind === "parallel") for (const region of state.states) this.addState(region, a);
    if (!isCompound(state)) return;
    let inner = state.states.find((each) => this.holdsGoal(each));
    if (inner === undefined) {
      this.byDefault.add(state);
      this.aim(state.initial, a);
      inner = state.states.find((each) => this.holdsGoal(each));
    }
    this.addState(inner, a);
  }

  holdsGoal(state) { return this.goals.some((goal) => goal === state || isBelow(goal, state)); }
}

// -- microsteps

function microstep(machine, a, transitions) {
  const domains = transitions.map((each) => domainOf(each, a));
  const events = transitions.map((each) => takePending(each, a));
  exitStates(exitSet(transitions, machine, a), a);
  transitions.forEach((each, k) => executeTransition(each, events[k], a));
  const plan = new EntryPlan();
  transitions.forEach((each, k) => { if (domains[k] !== null) plan.add(domains[k], each.targets, a); });
  enterStates(plan, a);
}

function exitStates(exited, a) {
  for (const { history } of exited.flatMap((state) => state.histories)) {
    for (const [inner, place] of history.places) a.bytes[place] = isActive(inner, a) ? 1 : 0;
  }
  for (const state of exited.reverse()) exitState(state, a);
}

function exitState(state, a) {
  if (state.activity !== null) { a.state = state; halt(state.activity.row, a); clear(state.activity.row, a); }
  a.pending.delete(state.index);
  a.delayed = a.delayed.filter((each) => each.state !== state.index);
  a.state = state;
  runMachineBlock(state.exit, state, a);
  a.bytes[state.index] = 0;
  uncomplete(state, a);
  a.outcomes[state.index] = a.outcomes[state.index] === ENTERED ? PASSED : EXITED;
}

function executeTransition(transition, event, a) {
  const { cooldown, members, targets, source } = transition, [{ after }] = members, current = a.event;
  a.outcomes[transition.index] = TAKEN;
  if (cooldown !== null) a.ints[cooldown.ready_from] = a.after(attempt(transition, a, cooldown, 0, cooldown.ticks));
  if (transition.group !== null && targets.length === 0 && after !== null) startTimer(after, a.ints[after.length], a);
  a.state = source;
  if (event !== null) a.event = event;
  runMachineBlock(transition.actions, transition, a);
  a.event = current;
}

function enterStates({ states, byDefault, defaultHistories }, a) {
  const runDefaults = (owner) => {
    for (const history of defaultHistories) {
      if (history.parent !== owner) continue;
      a.state = owner;
      runMachineBlock(history.history.defaultActions, history, a);
    }
  };
  const others = new Set(defaultHistories.map((each) => each.parent).filter((each) => !states.includes(each)));
  [...others].sort(inOrder).forEach(runDefaults);
  for (const state of states) {
    enterState(state, a);
    if (byDefault.has(state)) runMachineBlock(state.initialActions, state, a);
    runDefaults(state);
  }
}

function enterState(state, a) {
  const { machine, parent, activity, status } = state, before = a.outcomes[state.index];
  a.bytes[state.index] = RUNNING;
  a.bytes[state.completed] = 0;
  a.ints[state.entered] = a.now;
  a.ints[state.activation] += 1;
  a.state = state;
  a.outcomes[state.index] = before === EXITED || before === REENTERED ? REENTERED : ENTERED;
  machine.work.fresh.push(state);
  if (activity !== null) { a.bytes[activity.ended] = 0; activity.fresh(a); }
  runMachineBlock(state.entry, state, a);
  startTimers(state, a);
  if (status !== IDLE && parent === machine) machine.work.status = status;
  else if (status !== IDLE) complete(parent, status, machine.work.queue, a);
}

/** Note that a state completed, and queue that and the completions of parallel states that it completes. */
function complete(state, status, queue, a) {
  a.bytes[state.completed] = status;
  queue.push({ name: `done.${WORDS[status]}`, state, activation: a.ints[state.activation] });
  if (state.parent.kind !== "parallel") return;
  const regions = state.parent.states.map((each) => a.bytes[each.completed]);
  if (!regions.includes(0)) complete(state.parent, regions.includes(FAILURE) ? FAILURE : SUCCESS, queue, a);
}

/** Take back the completion that a state which is left had given to its owner. */
function uncomplete({ parent, machine, status }, a) {
  if (parent === machine || (status === IDLE && parent.kind !== "parallel")) return;
  if (parent.activity !== null && a.bytes[parent.activity.ended] !== 0) return;
  a.bytes[parent.completed] = 0;
  uncomplete(parent, a);
}

/** Fix from which tick on the timed transitions of a source that was just entered are enabled. */
function startTimers(source, a) {
  for (const transition of source.timed) {
    const { after } = transition;
    startTimer(after, attempt(transition, a, after, MOST_TICKS, after.ticks), a);
  }
}

function startTimer(after, ticks, a) { a.ints[after.length] = ticks; a.ints[after.enabled_from] = a.after(ticks); }

// -- whether a transition is enabled

/** Note what came of transitions in this tick; return false. */
function note(a, transitions, outcome) {
  for (const { index } of transitions) a.outcomes[index] = Math.max(a.outcomes[index], outcome);
  return false;
}

function isDue({ after, members }, a) {
  return after === null || a.now >= a.ints[after.enabled_from] || note(a, members, GUARD_FALSE);
}

function isReady(transition, a) {
  const { cooldown } = transition;
  return cooldown === null || a.now >= a.ints[cooldown.ready_from] || note(a, [transition], GUARD_FALSE);
}

function guardHolds(transition, a) {
  const { guard, source } = transition;
  let isTrue = true;
  if (guard !== null) {
    a.state = source;
    isTrue = attempt(transition, a, guard, false, () => ask(guard, a, waitingOf(transition.members[0], a)?.armed));
    if (guard.triggers.length > 0) a.reads.set(transition, isTrue ? a.armed : NONE);
  }
  note(a, [transition], isTrue ? TRUE_BUT_LOST : GUARD_FALSE);
  return isTrue;
}

/** Return what of an entry is enabled, its event apart: pairs of a transition and its weight in a draw. */
function enabledMembers({ members, group }, a) {
  const ready = members.filter((each) => isReady(each, a) && guardHolds(each, a));
  if (group === null) return ready.map((each) => [each, 1]);
  return ready.map((each) => [each, attempt(each, a, each, 0, weightOf(each))])
    .filter(([, weight]) => weight > 0);
}

const weightOf = ({ weight }) => (a) => {
  const value = weight(a);
  return value < 0 ? fail(`A weight is 0 or more, but it is ${value}.`) : value;
};

/** Return one of the enabled members of an entry, that of a group drawn; null for none. */
function drawMember(entry, enabled, a) {
  const { group, source } = entry;
  if (group === null || enabled.length === 0) return enabled.length === 0 ? null : enabled[0][0];
  enabled.forEach(([, weight], k) => { WEIGHTS[k] = weight; });
  const drawn = (agent) => enabled[drawWeighted(agent, source.stream, group.draws, enabled.length)][0];
  return attempt(entry, a, group, null, drawn);
}

/** Tell whether a transition may be taken as far as the decision tree of its source is concerned. */
function isAnswer({ source, machine, members, isElse, outcome }, a) {
  if (source === machine || source.decision === null) return true;
  const answer = answerOf(source, a);
  return isElse || (answer !== null && outcome === answer) || note(a, members, GUARD_FALSE);
}

/** Return the outcome that the decision of a choice gives, once for each time the choice is entered. */
function answerOf(choice, a) {
  const { answers } = choice.machine.work, activation = a.ints[choice.activation], known = answers.get(choice);
  if (known !== undefined && known.activation === activation) return known.outcome;
  const outcome = decideOutcome(choice, a);
  answers.set(choice, { activation, outcome });
  return outcome;
}

function decideOutcome(choice, a) {
  const { bind, tree } = choice.decision;
  try { bind(a); } catch (problem) { a.note(choice, wordsOf(problem)); return null; }
  beginRun(tree, a);
  const leaf = evaluateTree(tree, a);
  return leaf !== null && leaf.op === "answer_outcome" ? leaf.outcome : null;
}

// -- delays

/** Return what waits for an entry, undefined for nothing. */
function waitingOf(entry, a) {
  const waiting = a.pending.get(entry.source.index);
  return waiting !== undefined && waiting.transition === entry.index ? waiting : undefined;
}

function startPending(entry, a) {
  const { ticks, jitter, draws } = entry.delay, drawn = () => spreadTicks(a, entry.stream, draws, ticks(a), jitter(a));
  const fixed = attempt(entry, a, entry.delay, -1, drawn);
  if (fixed < 0) return note(a, [entry], TRUE_BUT_LOST);
  const armed = [...new Set(entry.members.flatMap((each) => a.reads.get(each) ?? NONE))]
    .sort((one, other) => one - other);
  a.pending.set(entry.source.index,
    { transition: entry.index, since: a.now, due: a.after(fixed), event: a.event, armed });
  entry.machine.work.postponed.push(entry);
  return note(a, [entry], PENDING);
}

/** Take a transition out of those that wait, and return the event it was enabled by. */
function takePending({ members: [first] }, a) {
  const waiting = first.delay === null ? undefined : waitingOf(first, a);
  if (waiting === undefined) return null;
  a.pending.delete(first.source.index);
  return waiting.event;
}

/** Forget pending transitions whose guard is false by now, interrupts or ordinary ones. */
function recheckPending(machine, a, interrupts) {
  for (const [source, waiting] of a.pendingInOrder()) {
    const entry = a.program.rows[waiting.transition];
    if (entry.machine !== machine || entry.interrupt !== interrupts) continue;
    a.event = waiting.event;
    const isFalse = entry.delay.recheck && !entry.members.some((each) => guardHolds(each, a));
    a.event = null;
    if (isFalse) a.pending.delete(source);
    note(a, [entry], isFalse ? GUARD_FALSE : PENDING);
  }
}

// -- selection

let selections = 0; // a number for each, so that each entry is asked once in it

/** Select: `asks` tells of an entry whether it is asked; pick the transitions to take, consume what let them in. */
function select(machine, a, asks, takesPending, pick) {
  const { work } = machine;
  selections += 1;
  Object.assign(work, { asks, takesPending, postponed: [] });
  const picked = pick();
  for (const each of [...picked, ...work.postponed.flatMap((entry) => entry.members)]) {
    consume(a.reads.get(each) ?? NONE, a);
    a.reads.delete(each);
  }
  return picked;
}

/** Return the first transition that one of these entries offers in this selection, or null. */
function firstOffered(entries, a) {
  for (const entry of entries) {
    if (entry.askedIn !== selections) {
      entry.askedIn = selections;
      entry.offer = null;
      entry.offer = entry.delay === null ? offered(entry, a) : offeredDelayed(entry, a);
    }
    if (entry.offer !== null) return entry.offer;
  }
  return null;
}

function offered(entry, a) {
  if (!entry.machine.work.asks(entry) || !isAnswer(entry, a) || !isDue(entry, a)) return null;
  return drawMember(entry, enabledMembers(entry, a), a);
}

function offeredDelayed(entry, a) {
  const waiting = a.pending.get(entry.source.index), { work } = entry.machine;
  if (waiting === undefined) {
    if (!work.asks(entry) || !isDue(entry, a) || enabledMembers(entry, a).length === 0) return null;
    if (entry.group === null && isThereAlready(entry, a)) return entry;
    startPending(entry, a);
    return null;
  }
  if (waiting.transition !== entry.index || !work.takesPending || a.now < waiting.due) return null;
  if (entry.group === null) return entry;
  a.event = waiting.event;
  const drawn = drawMember(entry, enabledMembers(entry, a), a);
  a.event = null;
  return drawn;
}

function isThereAlready({ interrupt, reenter, targets }, a) {
  return interrupt && !reenter && targets.length > 0 && effectiveTargets(targets, a).every((each) => isActive(each, a));
}

/** Select for an event, offered to interrupts and transitions, or for a completion, offered to those of its state. */
function selectForEvent(machine, a, item) {
  const isEvent = item.state === undefined;
  const asks = (entry) => entry.matches(item.name) && (isEvent || entry.source === item.state);
  return select(machine, a, asks, false, () => {
    const interrupts = isEvent ? pickInterrupts(machine, a) : NONE;
    const stopped = (each) => interrupts.some((other) => {
      const domain = domainOf(other, a);
      return domain !== null && (isBelow(each.source, domain) || exitSetsMeet(each, other, a));
    });
    const kept = pickInnerFirst(machine, a).filter((each) => !stopped(each) || note(a, [each], TRUE_BUT_LOST));
    return [...interrupts, ...kept];
  });
}

/** Walk from each active atomic state to the machine; the first that is offered ends a walk. */
function pickInnerFirst(machine, a) {
  const picked = new Set();
  for (const { chain } of atomicStates(machine, a)) {
    let found = null;
    for (let k = chain.length - 1; k >= 0 && found === null; k--) found = firstOffered(chain[k].transitions, a);
    if (found !== null) picked.add(found);
  }
  return withoutConflicts(picked, a, false);
}

/** Walk from the machine to each active atomic state; one without targets does not end a walk. */
function pickOuterFirst(machine, a, isAsked) {
  const picked = new Set();
  for (const { chain } of atomicStates(machine, a)) {
    const entries = chain.filter(isAsked).flatMap((owner) => owner.transitions);
    for (const entry of entries) {
      const found = firstOffered([entry], a);
      if (found !== null) picked.add(found);
      if (found !== null && found.targets.length > 0) break;
    }
  }
  return withoutConflicts(picked, a, true);
}

/** Walk the machine and its active states outside in; each offers its first enabled interrupt. */
function pickInterrupts(machine, a) {
  const picked = [];
  for (const owner of [machine, ...machine.allStates]) {
    if (owner.interrupts.length === 0 || (owner !== machine && !isActive(owner, a))) continue;
    const found = firstOffered(owner.interrupts, a);
    if (found === null) continue;
    if (isThereAlready(found, a) || picked.some((each) => exitSetsMeet(found, each, a))) note(a, [found],
      TRUE_BUT_LOST);
    else picked.push(found);
  }
  return picked;
}

/** Drop losers among transitions whose exit sets meet. */
function withoutConflicts(picked, a, outerWins) {
  if (picked.size < 2) return [...picked];
  let kept = [];
  for (const transition of picked) {
    const { source } = transition, rivals = kept.filter((each) => exitSetsMeet(transition, each, a));
    const wins = rivals.every((each) => (outerWins ? isBelow(each.source, source) : isBelow(source, each.source)));
    note(a, wins ? rivals : [transition], TRUE_BUT_LOST);
    if (wins) kept = [...kept.filter((each) => !rivals.includes(each)), transition];
  }
  return kept;
}

// -- running to rest

const isOver = ({ state, activation }, a) => !isActive(state, a) || a.ints[state.activation] !== activation;
/** Take transitions as one microstep, if there are any. */
function take(machine, a, picked) { if (picked.length > 0) { addRound(machine, a); microstep(machine, a, picked); } }
function addRound({ work }, a) { if (++work.rounds > a.program.rounds) throw NOT_AT_REST; }

/** Take one event or completion; one of a state that has been left since is dropped. */
function takeItem(machine, a, item) {
  if (item.state !== undefined && isOver(item, a)) return;
  a.event = item.state === undefined ? item : null;
  const picked = selectForEvent(machine, a, item);
  addRound(machine, a);
  if (picked.length > 0) microstep(machine, a, picked);
  a.event = null;
}

/** Take one event or completion and run to rest. */
function macrostep(machine, a, item) {
  if (machine.work.status !== IDLE || (item.state !== undefined && isOver(item, a))) return;
  beginMacrostep(machine);
  takeItem(machine, a, item);
  runToRest(machine, a);
}

function runToRest(machine, a) {
  const { work, eventless } = machine;
  while (work.status === IDLE) {
    const asks = (entry) => entry.eventless;
    const picked = eventless ? select(machine, a, asks, false, () => pickInnerFirst(machine, a)) : NONE;
    if (picked.length > 0) take(machine, a, picked);
    else if (work.queue.length > 0) takeItem(machine, a, work.queue.shift());
    else break;
  }
  work.inMacrostep = false;
}

// -- the tick of a machine

function tickMachine(machine, a) {
  const outer = a.state, work = newWork();
  machine.work = work;
  try {
    if (a.ints[machine.entered] === -1) startMachine(machine, a);
    else steps(machine, a);
  } catch (problem) {
    if (problem !== NOT_AT_REST) throw problem;
    a.note(machine, NOT_AT_REST.words);
    a.event = null;
  } finally { if (work.status !== IDLE) exitAll(machine, a); machine.work = null; a.state = outer; }
  return work.status === IDLE ? RUNNING : work.status;
}

/** Step 1: enter the initial states; then steps 6 and 7. */
function startMachine(machine, a) {
  a.ints[machine.entered] = a.now;
  a.state = machine;
  beginMacrostep(machine);
  startTimers(machine, a);
  runMachineBlock(machine.initialActions, machine, a);
  enterBelow(machine, machine.initial, a);
  if (a.entries.length > 0) enterOrdered(machine, a);
  updates(machine, a);
}

function enterBelow(machine, targets, a) {
  const plan = new EntryPlan();
  plan.add(machine, targets, a);
  enterStates(plan, a);
  runToRest(machine, a);
}

/** Enter the states that the game ordered, as from the root. */
function enterOrdered(machine, a) {
  const ordered = a.entries.filter((each) => each.machine === machine);
  a.entries = a.entries.filter((each) => each.machine !== machine);
  for (const state of ordered) {
    if (machine.work.status !== IDLE) return;
    beginMacrostep(machine);
    exitStates(activeStates(machine, a), a);
    enterBelow(machine, [state], a);
  }
}

function steps(machine, a) {
  const due = a.dueEvents(machine.index); // what is raised from now on waits for the next tick
  if (a.entries.length > 0) enterOrdered(machine, a);
  beginMacrostep(machine);
  runToRest(machine, a); // step 2
  for (const each of due) if (machine.work.status === IDLE && a.takeDelayed(each)) macrostep(machine, a, each.event);
  for (const each of a.events) macrostep(machine, a, each); // step 3
  polledInterrupts(machine, a); // step 4
  polledTransitions(machine, a); // step 5
  updates(machine, a); // steps 6 and 7
}

const isPolled = (entry) => entry.polled;

function polledInterrupts(machine, a) {
  if (machine.work.status !== IDLE) return;
  machine.work.fresh = [];
  beginMacrostep(machine);
  recheckPending(machine, a, true);
  take(machine, a, select(machine, a, isPolled, true, () => pickInterrupts(machine, a)));
  runToRest(machine, a);
}

/** Ask all states but those entered in step 4; then, while transient states were entered, these alone. */
function polledTransitions(machine, a) {
  const { work } = machine;
  let entered = work.fresh, isAsked = (owner) => !entered.includes(owner);
  for (let only = null, passes = 0; work.status === IDLE && (only === null || only.length > 0); passes += 1) {
    work.fresh = [];
    beginMacrostep(machine);
    if (only === null) recheckPending(machine, a, false);
    const picked = select(machine, a, isPolled, true, () => pickOuterFirst(machine, a, isAsked));
    if (passes > a.program.rounds && picked.length > 0) throw NOT_AT_REST;
    take(machine, a, picked);
    runToRest(machine, a);
    only = activeStates(machine, a).filter((each) => each.transient && [...work.fresh, ...entered].includes(each));
    if (passes > a.program.rounds && only.length > 0) throw NOT_AT_REST; // picked nothing, and yet goes on
    entered = NONE;
    isAsked = (owner) => only.includes(owner);
  }
}

/** Steps 6 and 7: update the active states and tick their activities, outer first, and take what came of it. */
function updates(machine, a) {
  const { work } = machine;
  if (work.status !== IDLE) return;
  work.failed = [];
  for (const state of machine.allStates) {
    if (!isActive(state, a)) continue;
    a.state = state;
    runMachineBlock(state.update, state, a);
    if (state.activity !== null) tickActivity(state, a);
  }
  const items = [...work.completions, ...work.later];
  for (const item of items) macrostep(machine, a, item);
  if (items.length === 0) { beginMacrostep(machine); runToRest(machine, a); }
}

function tickActivity(state, a) {
  const { row, ended, loop, bind } = state.activity;
  if (a.bytes[ended] !== 0 || a.visitsLeft <= 0) return;
  const bound = attempt(state, a, state.activity, false, () => { bind(a); return true; });
  if (!bound) halt(row, a);
  const result = bound ? visitRoot(row, a) : FAILURE;
  a.state = state;
  if (result !== SUCCESS && result !== FAILURE) return;
  if (!loop) a.bytes[ended] = 1;
  complete(state, result, state.machine.work.completions, a);
}

function exitAll(machine, a) {
  if (machine.work !== null) machine.work.stopping = true;
  for (const state of activeStates(machine, a).reverse()) exitState(state, a);
  forgetMachine(machine, a);
}

/** Forget histories, cooldowns, and what is delayed and pending: the machine begins or is over. */
function forgetMachine(machine, a) {
  a.delayed = a.delayed.filter((each) => each.machine !== machine.index);
  for (const { index, history } of [machine, ...machine.allStates]) {
    a.pending.delete(index);
    for (const [, place] of history?.places ?? NONE) a.bytes[place] = 0;
  }
  for (const { cooldown } of machine.allTransitions) if (cooldown !== null) a.ints[cooldown.ready_from] = 0;
}

// ---- Programs -------------------------------------------------------------------------------------------------

// The rows of machines that are not ticked themselves.
const OTHER_OPS = {
  state(p, row, data) {
    p.owner(row, data);
    const { kind, completed, activation, transient, status, activity = null, history = null, decision = null } = data;
    Object.assign(row, { kind, completed, activation, transient, status: RESULTS[status] ?? IDLE });
    for (const name of ["entry", "update", "exit"]) row[name] = p.block(data[name], row);
    row.activity = activity && {
      ...activity,
      row: p.row(activity.row),
      bind: p.bindings(activity.bindings),
      fresh: p.fresh(activity.fresh, true),
    };
    row.history = history && {
      places: (history.places ?? NONE).map(([state, place]) => [p.row(state), place]),
      default: p.rowsOf(history.default),
      defaultActions: p.block(history.default_actions, row),
    };
    row.decision = decision && { tree: p.row(decision.tree), bind: p.bindings(decision.bindings) };
  },
  transition(p, row, data) {
    const { events = NONE, group, guard, domain, weight = 1, outcome } = data;
    const { internal = false, interrupt = false, reenter = false, else: isElse = false } = data;
    const timer = (each) => each && { ...each, ticks: p.duration(each.time), jitter: p.duration(each.jitter) };
    const names = events.filter((each) => each !== "tick" && each !== "always");
    Object.assign(row, { internal, interrupt, reenter, isElse, outcome, askedIn: 0, offer: null });
    [row.after, row.cooldown, row.delay] = [data.after, data.cooldown, data.delay].map((each) => timer(each) ?? null);
    row.source = p.row(data.source);
    row.targets = p.rowsOf(data.targets);
    row.domain = domain === undefined ? null : p.row(domain);
    row.polled = events.includes("tick");
    row.eventless = events.includes("always");
    row.matches = (event) => names.some((each) => each === "*" || each === event || event.startsWith(`${each}.`));
    row.group = group === undefined ? null : p.given.groups[group];
    row.members = row.group === null ? [row] : p.rowsOf(row.group.members);
    row.guard = guard === undefined ? null : p.test(guard);
    row.actions = p.block(data.actions, row);
    row.weight = p.run(weight);
  },
};

/** A row; it also has what its op makes of it. `children` of a decision tree are its leaves; a machine has none. */
class Row {
  constructor(index, data, parent) {
    Object.assign(this, { index, parent, op: data.op, end: data.end ?? index + 1, disabled: data.disabled === true });
    this.stream = data.stream;
    this.draws = data.draws;
    this.machine = this.guard = this.tick = this.refuse = this.finish = this.answer = this.claim = null;
    this.preconditions = this.services = this.ends = this.children = NONE;
    this.claims = NONE; // rows of claims that let go when this one ends
    this.enter = this.stop = NOTHING;
  }
}

const MOST_PLACES = 2 ** 24; // a program that says it has more places of memory, or items of a list, is damaged
const isCount = (count) => Number.isInteger(count) && count >= 0 && count <= MOST_PLACES;

/** Return how many places of memory of each sort an agent needs. */
function sizesOf(told) {
  const sizes = { bytes: 0, ints: 0, floats: 0, objects: 0, ...told };
  const odd = ["bytes", "ints", "floats", "objects"].find((each) => !isCount(sizes[each]));
  return odd === undefined ? sizes : refuse(`Its memory cannot have ${JSON.stringify(sizes[odd])} ${odd}`);
}

/** Refuse what is no type: a name, an enum of names, or a list of so many of a type. */
function mustBeType(type) {
  const isList = type?.list !== undefined && type.list?.list === undefined && isCount(type.most);
  if (isList) mustBeType(type.list);
  else if (typeof type !== "string" && !(Array.isArray(type?.enum) && type.enum.length > 0)) {
    refuse(`${JSON.stringify(type) ?? "Nothing"} is no type`);
  }
}

/** Refuse a variable of an agent that lies outside of the memory. */
function mustHavePlace({ type, place, length = 0 }, memory) {
  const { list = type, most = 1 } = type, isVector = list === "vector";
  const sort = { bool: "bytes", trigger: "bytes", int: "ints", float: "floats", vector: "floats" }[list]
    ?? (list.enum ? "ints" : "objects");
  const isInside = isCount(place) && place + most * (isVector ? 2 : 1) <= memory[sort];
  if (!isInside || !isCount(length) || (type.list && length >= memory.ints)) {
    refuse(`There is no place ${JSON.stringify(place)} for a variable`);
  }
}

/** A program that is built: its rows, and what its code is made of. */
class Program {
  constructor(data) {
    if (typeof data.hash !== "string" || !(data.rate > 0)) refuse("It has no hash, or no rate");
    this.given = data;
    this.rate = data.rate;
    this.rounds = data.rounds ?? 1000;
    this.needs = data.needs ?? {};
    this.memory = sizesOf(data.memory);
    for (const { payload = {} } of Object.values(this.needs.events ?? {})) Object.values(payload).forEach(mustBeType);
    this.variables = (data.variables ?? NONE).map((each, number) => {
      const { type, place, length, scope = "agent" } = each, world = scope === "world";
      mustBeType(type);
      if (!world) mustHavePlace(each, this.memory);
      const access = world ? { read: (a) => a.world[number].value } : accessOf(type, place, length);
      return { ...each, ...access, scope, world };
    });
    this.own = this.variables.filter((each) => each.scope === "agent");
    this.risen = data.risen;
    this.rising = risingOf(this.variables, data.risen, this.memory);
    this.curves = tablesOf(data.curves ?? {});
    this.triggers = (data.triggers ?? NONE).map((each) =>
      ({ ticks: 0, ...each, place: this.variables[each.variable].place }));
    this.triggersRead = new Set();
    this.rows = [];
    for (const each of data.rows) this.rows.push(new Row(this.rows.length, each, this.rows[each.parent] ?? null));
    data.rows.forEach((each, k) => { if (each.machine !== undefined) this.rows[k].machine = this.row(each.machine); });
    data.rows.forEach((each, k) => this.build(this.rows[k], each));
    this.claims = this.rows.filter((each) => each.claim !== null);
    for (const row of this.claims) {
      const { until } = data.rows[row.index];
      if (until !== undefined) this.row(until).claims = [...this.row(until).claims, row];
    }
    this.states = this.rows.filter((each) => each.op === "state");
    this.defaults = this.fresh(data.defaults, false);
  }

  build(row, data) {
    if (OTHER_OPS[row.op] !== undefined) OTHER_OPS[row.op](this, row, data);
    else if (QUESTION_OPS[row.op] !== undefined) {
      row.answer = QUESTION_OPS[row.op](this, row, data);
      row.branches = this.rowsOf(data.branches);
      row.isAnswer = row.op.startsWith("answer_");
      row.outcome = data.outcome;
    } else this.buildNode(row, data);
  }

  buildNode(row, data) {
    const { guard, preconditions = NONE, services = NONE, ends = NONE } = data;
    const test = ({ test: node, held = -1, ...more }) =>
      ({ ...this.test(node), held, lasting: more.while === true, ...more });
    row.children = this.behind(row, data.children);
    if (guard !== undefined) {
      const { while_running, refused, aborts_lower, last_test = -1 } = guard;
      const words = { whileRunning: while_running, refused: RESULTS[refused], abortsLower: aborts_lower };
      row.guard = { ...test(guard), ...words, lastTest: last_test };
    }
    row.preconditions = preconditions.map((each) => ({ ...test(each), gives: RESULTS[each.gives] }));
    row.services = services.map((each) => ({
      ...each,
      every: this.duration(each.every),
      jitter: each.jitter === undefined ? null : this.duration(each.jitter),
      guard: this.run(each.guard ?? true),
      block: this.block(each.block, row),
    }));
    row.ends = ends.map((each) => {
      const owner = this.row(each.row), block = (name) => this.block(each[name], owner);
      const blocks = [block("on_halt"), NONE, block("on_success"), block("on_failure"), NONE];
      return { row: owner, blocks, onEnd: block("on_end") };
    });
    Object.assign(row, TREE_OPS[row.op](this, row, data));
  }
  /** Fill in what machines and states have in common. */
  owner(row, data) {
    for (const name of ["states", "histories", "transitions", "interrupts", "initial"])
      row[name] = this.rowsOf(data[name]);
    row.initialActions = this.block(data.initial_actions, row);
    row.entered = data.entered;
    row.chain = row.op === "machine" ? [row] : [...row.parent.chain, row];
    row.timed = [...row.transitions, ...row.interrupts]
      .filter((each) => this.given.rows[each.index].after !== undefined);
  }

  row(number) { return this.rows[number] ?? refuse(`There is no row ${number}`); }
  rowsOf(numbers = NONE) { return numbers.map((each) => this.row(each)); }
  /** Return rows that are all behind another one, so that no way leads back to it. */
  behind(row, numbers = NONE) {
    const back = numbers.find((each) => each <= row.index);
    return back === undefined ? this.rowsOf(numbers) : refuse(`Row ${row.index} leads back to row ${back}`);
  }
  triggerOf(number) { return this.triggers.find((each) => each.variable === number); }

  // -- code: functions of the agent
  /** Build a parameter: an expression, or a value. */
  run(data) {
    if (data === null || typeof data !== "object" || data.node === undefined) return NODES.constant(this,
      { value: data });
    const make = NODES[data.node] ?? refuse(`There is no node '${data.node}' in expressions`);
    return make(this, data);
  }

  runs(list) { return list.map((each) => this.run(each)); }
  /** Build a test with the places of the triggers that it may read. */
  test(node) {
    this.triggersRead = new Set();
    const run = this.run(node);
    return { run, triggers: [...this.triggersRead].sort((one, other) => one - other) };
  }

  count(data = 0) {
    const run = this.run(data);
    return (a) => {
      const value = run(a);
      return value >= 0 ? value : fail(`A count is a whole number from 0 on; it is ${value}.`);
    };
  }

  duration(data = 0) {
    const seconds = this.run(data);
    return typeof data === "number" ? seconds : (a) => ticksOf(seconds(a), this.rate);
  }

  timer(seconds, due) { const ticks = this.duration(seconds); return (a) => { a.ints[due] = a.after(ticks(a)); }; }

  block(lines = NONE, row) {
    return lines.map((each, place) => ({ run: LINES[each.op](this, row, each), number: each.line ?? place, row }));
  }
  /** Build what writes a value to a variable; false where it does not fit. */
  writer(number, run) {
    const { type, world, write } = this.variables[number];
    return (a) => {
      const value = run(a);
      if (!fits(value, type)) return false;
      if (world) a.minds.writes.push([a.world[number], copied(value)]);
      else write(a, value);
      return true;
    };
  }

  bindings(list = NONE) {
    const writers = list.map((each) => this.writer(each.variable, this.run(each.value ?? null)));
    return (a) => {
      for (let k = 0; k < writers.length; k++) {
        if (!writers[k](a)) fail(`The value of a parameter does not fit (variable ${list[k].variable}).`);
      }
    };
  }
  /** Build what gives places their first values; `isTicking` tells how triggers are armed. */
  fresh(list = NONE, isTicking) {
    const writers = list.map(({ buffer, place, variable, value = null }) => {
      if (buffer !== undefined) return (a) => { a[`${buffer}s`][place] = 0; };
      const { type, write } = this.variables[variable], first = loaded(value), trigger = this.triggerOf(variable);
      if (!fits(first, type)) refuse(`A first value is not ${typeWords(type)}`);
      return trigger !== undefined && first && isTicking ? (a) => arm(a, trigger, JUST_ARMED) : (a) => write(a, first);
    });
    return (a) => { for (let k = 0; k < writers.length; k++) writers[k](a); };
  }

  event({ event: name, fields = {} }) {
    const names = Object.keys(fields).sort(), values = names.map((each) => this.run(fields[each]));
    return (a) => ({ name, fields: Object.fromEntries(names.map((each, k) => [each, copied(values[k](a))])) });
  }

  call(row, name, given = {}) {
    const { parameters = NONE } = this.needs.actions[name];
    const values = parameters.map((each) =>
      this.run(given[each.name] === undefined ? each.default ?? null : given[each.name]));
    return new Call(row, name, parameters.map((each) => each.name), values);
  }
  /** Build what gives the branch of the case that equals a value, else `other`. */
  caseOf(value, cases = NONE, other = -1) {
    const asked = this.run(value), known = cases.map(loaded), branches = branchesOf(cases, other);
    return (a) => {
      const found = asked(a);
      for (let k = 0; k < known.length; k++) if (known[k] !== null && same(known[k], found)) return branches[k];
      return other;
    };
  }
}

/** A mind as a game loads it: a program that agents can be given. */
export class Mind {
  /** Read the text of an export (or what JSON.parse made of it), and of the file of names beside it. */
  static parse(text, { names = null } = {}) {
    const data = parsed(text, "export"), again = "Export the document again: mindloom export NAME.mind.json";
    if (data.format !== "mindloom-runtime") refuse('The file is no export: its format is not "mindloom-runtime"');
    if (data.version !== 2 || data.uses === undefined) {
      const version = data.version === 2 ? 1 : data.version; // the first files that said 2 had the form of 1
      refuse(`The export is of version ${version}, and this executor reads version 2. ${again}`);
    }
    const known = { functions: FUNCTIONS, lines: LINES, ops: { ...TREE_OPS, ...QUESTION_OPS, ...OTHER_OPS } };
    for (const sort of Object.keys(known)) {
      const wanted = data.uses?.[sort] ?? NONE;
      if (!Array.isArray(wanted)) refuse(`The export is damaged: its uses name no ${sort}. ${again}`);
      const lacking = wanted.find((each) => known[sort][each] === undefined);
      if (lacking !== undefined) refuse(`The export uses '${lacking}' (${sort}), which this executor does not have`);
    }
    const mind = new Mind();
    try {
      mind.program = new Program(data);
    } catch (problem) { throw new MindError(`The export is damaged: ${problem.message} ${again}.`); }
    Object.assign(mind, { hash: data.hash, rate: data.rate, needs: mind.program.needs });
    mind.names = names === null ? null : parsed(names, "file of names");
    if (mind.names !== null && mind.names.program !== mind.hash) refuse("The file of names is of another export");
    return mind;
  }
  /** Return the tables of curves that an agent has of its own; refuse what does not fit. */
  tables(curves) {
    const known = this.program.curves, odd = Object.keys(curves).find((each) => !known.has(each));
    if (odd !== undefined) refuse(`The mind has no curve '${odd}'; it has ${[...known.keys()].join(", ") || "none"}`);
    return tablesOf(curves);
  }
  /** Return how a row is called: a path where there are names, else its number. */
  nameOf(row) { return this.names === null ? String(row) : this.names.rows[row][2] || this.names.rows[row][1]; }
}

function parsed(text, what) {
  let value = text;
  try { if (typeof text === "string") value = JSON.parse(text);
    } catch (problem) { refuse(`The ${what} is no JSON: ${problem.message}`); }
  return value !== null && typeof value === "object" ? value : refuse(`The ${what} holds no object`);
}

// ---- What actions and conditions are called with --------------------------------------------------------------

const ASKED = { row: { index: -1 }, name: "" }; // in the place of a call, for conditions

class Context {
  constructor(minds) { Object.assign(this, { minds, mind: null, call: null, agent: "", entered: 0 }); }

  of(a, call, entered) {
    this.mind = a;
    this.agent = a.id;
    this.call = call;
    this.entered = entered;
    return this;
  }

  get row() { return this.call.row.index; }
  get action() { return this.call.name; }
  get now() { return this.mind.now; }
  get elapsed() { return (this.mind.now - this.entered) * this.dt; }
  get dt() { return 1 / this.mind.program.rate; }
  random() { return drawFloat(this.mind, this.call.row.stream, this.draws()); }
  randomInt(low, high) { return drawInt(this.mind, this.call.row.stream, this.draws(), low, high); }
  draws() { return this.call.row.draws ?? refuse("This node has no place that counts draws"); }
  entityField(entity, field) { return this.minds.fieldOf(entity, field); }
  effect(name, given = {}) { this.minds.effects.push({ agent: this.agent, name, arguments: copiedFields(given) }); }

  steer(behavior, given = {}, { weight = 1, priority = 1 } = {}) {
    this.mind.steer(this.call.row, behavior, Object.keys(given), given, weight, priority);
  }
}

function copiedFields(given, names = Object.keys(given)) {
  return Object.fromEntries(names.map((name) => [name, copied(given[name])]));
}

/** An action of a game that asks for steering under its own name, with its arguments, and keeps running. */
export const steering = (context, given) => {
  const { row, name, steered } = context.call;
  context.mind.steer(row, name, steered, given, given.weight ?? 1, given.priority ?? 1);
  return "running";
};

/** An instant action of a game that adds an effect of its own name, with its arguments, and succeeds. */
export const effect = (context, given) => { context.effect(context.action, given); return "success"; };

// ---- Agents ---------------------------------------------------------------------------------------------------

/** One agent with its mind: its variables, its events, its nodes. */
export class Agent {
  constructor(minds, id, mind, tables = new Map()) {
    Object.assign(this, { minds, id, mind, program: mind.program, tables }); // `tables` of curves are its own
    this.begin();
  }

  begin() {
    const { memory, rows, variables, triggers, given } = this.program;
    this.bytes = new Uint8Array(memory.bytes);
    this.ints = new Int32Array(memory.ints);
    this.floats = new Float64Array(memory.floats);
    this.objects = new Array(memory.objects).fill(null);
    this.outcomes = new Uint8Array(rows.length); // what each row did in the last tick
    this.mixed = fmix(fmix(this.minds.seed) ^ fnv1a(this.id));
    this.curves = this.tables.size > 0 ? new Map([...this.program.curves, ...this.tables]) : this.program.curves;
    this.ahead = 0; // ticks that passed for this agent alone
    this.posted = NONE; // events that wait for the next tick
    this.delayed = []; // events that wait, in the order in which they are due, then were raised
    this.pending = new Map(); // transitions that wait, by the row of their source
    this.reads = new Map(); // by transition, what its guard read armed
    this.held = NONE; // triggers that count as armed
    this.made = []; // steering requests of this tick: the first `madeCount` of these, in the order of rows
    this.requests = NONE; // those in force
    this.quiet = 0;
    this.ended = false;
    this.dropOrders();
    this.final = undefined; // the row of the final state that it ended in
    this.status = "idle";
    this.world = variables.map(({ world, name }) => (world ? this.minds.cells.get(name) : null));
    this.errors = NONE; // what went wrong in the last tick
    this.beginReports();
    given.rows.forEach(({ op, keep, place }) => { if (op === "ordered" && keep !== true) this.ints[place] = -1; });
    this.program.defaults(this);
    for (const trigger of triggers) if (this.bytes[trigger.place] !== UNARMED) arm(this, trigger, ARMED);
  }

  // -- what the game tells it
  /** Write a variable, as a sensor would; true arms a trigger for the next tick. */
  set(name, value) {
    const { type, write, place } = this.declared(name), given = fromGame(value, type);
    if (!fits(given, type))
      refuse(`The variable '${name}' is ${typeWords(type)} and cannot take ${JSON.stringify(value)}`);
    write(this, given);
    this.now = this.minds.tickNow + this.ahead;
    if (type === "trigger" && given) arm(this, this.program.triggers.find((each) => each.place === place), ARMED);
    this.minds.watcher?.put(this, name, given);
  }
  /** Return the value of a variable: [x, y] for a vector, an array for a list, null for nobody. */
  get(name) { return this.declared(name).read(this); }
  /** All variables of the agent with their values now. */
  get variables() { return Object.fromEntries(this.program.own.map((each) => [each.name, each.read(this)])); }

  declared(name) {
    const { own } = this.program, known = own.map((each) => each.name).join(", ") || "none";
    return own.find((each) => each.name === name) ?? refuse(`The mind has no variable '${name}'; it has ${known}`);
  }
  /** Post an event for the next tick. */
  post(event, payload = {}) { this.take(this.eventOf(event, payload)); }

  take(event) {
    if (this.posted === NONE) this.posted = [];
    this.posted.push(event);
    this.minds.watcher?.posted(this, event);
  }

  eventOf(event, payload) {
    const known = this.program.needs.events ?? {}, names = Object.keys(known).join(", ") || "none";
    const { payload: types = {} } = known[event] ?? refuse(`The mind has no event '${event}'; it has ${names}`);
    const isOdd = (each) => types[each] === undefined || payload[each] === undefined;
    const odd = [...Object.keys(types), ...Object.keys(payload)].find(isOdd);
    const words = Object.entries(types).map(([field, type]) => `${field}: ${typeWords(type)}`).join(", ") || "nothing";
    if (odd !== undefined) refuse(`The event '${event}' carries ${words}; see '${odd}'`);
    const fields = Object.entries(types).map(([field, type]) => {
      const value = fromGame(payload[field], type);
      return fits(value, type) ? [field, copied(value)] : refuse(`${event}.${field} is ${typeWords(type)}`);
    });
    return { name: event, fields: Object.fromEntries(fields) };
  }
  /**
   * Overrule the mind: let the node of a row end with "success", "failure" or "skipped" at its next visit. "disabled"
   * skips it at every visit; null takes that back. "enter" lets a state be entered in the next tick.
   */
  order(row, to) {
    this.minds.mustRest("give orders");
    if (this.ended) refuse("The mind has ended; it takes no orders");
    if (!ORDERS.includes(to)) refuse(`An order is success, failure, skipped, disabled, enter or null, not ${to}`);
    const found = Number.isInteger(row) ? this.program.rows[row] : undefined, enters = to === "enter";
    const canBe = found?.disabled === false && (enters ? found.op === "state" : Object.hasOwn(TREE_OPS, found.op));
    if (!canBe) refuse(`Row ${row} is no ${enters ? "state that can be entered" : "node that can be forced"}`);
    if (enters) this.entries = [...this.entries, found]; else this.setOrder(row, to);
    this.minds.watcher?.ordered(this, row, to);
  }

  setOrder(row, to) {
    const orders = new Map(this.orders);
    if (to === null) orders.delete(row); else orders.set(row, to);
    this.orders = orders.size > 0 ? orders : null;
  }
  /** Its own tables of curves, as `add` takes them. */
  get ownCurves() {
    const pointsOf = ({ places, values }) => places.map((x, k) => [x, values[k]]);
    return Object.fromEntries([...this.tables].map(([name, table]) => [name, pointsOf(table)]));
  }
  /** The orders that wait, which saves have not: pairs of a row and what was ordered. */
  get ordered() {
    const inOrder = [...this.orders ?? NONE].sort(([one], [other]) => one - other);
    return [...inOrder, ...this.entries.map(({ index }) => [index, "enter"])];
  }
  dropEntries() { for (const state of this.entries) this.note(state, NOT_ENTERED); this.entries = NONE; }
  /** What nodes were ordered to give, by their rows, null for nothing; states that are to be entered. */
  dropOrders() { Object.assign(this, { orders: null, entries: NONE }); }
  /** Halt everything that runs, and do nothing more until `restart`. */
  halt() {
    this.minds.mustRest("halt an agent");
    if (this.ended) return;
    this.stop();
    this.minds.watcher?.halted(this);
  }

  stop() {
    this.beginReports();
    halt(this.program.rows[0], this);
    letGo(this.program.claims, this);
    this.pending.clear();
    this.dropOrders();
    Object.assign(this, { ended: true, requests: NONE, posted: NONE, delayed: [], status: "idle" });
  }
  /** Halt what runs and begin again with the next tick, as if the agent had just been added. */
  restart() {
    this.minds.mustRest("restart an agent");
    const { ahead } = this;
    if (!this.ended) this.stop();
    this.begin();
    this.ahead = ahead;
    this.minds.watcher?.restarted(this);
  }
  /** The names of the active states, outermost first; numbers of rows without names. */
  get activeStates() {
    const { names } = this.mind, active = this.program.states.filter((each) => isActive(each, this));
    return active.map(({ index }) => String(names?.texts[`/rows/${index}/name`] ?? names?.rows[index][1] ?? index));
  }
  /** Return the status of a node or state by its id or its path, in words; it needs the file of names. */
  statusOf(id) {
    const { names } = this.mind;
    if (names === null) refuse(`Without the file of names the node '${id}' cannot be found`);
    const found = names.rows.findIndex(([, node, path]) => node === id || path === id);
    return found < 0 ? refuse(`The mind has no node '${id}'`) : WORDS[this.bytes[found]];
  }

  // -- its tick

  beginReports() {
    this.outcomes.fill(0);
    this.errors = NONE;
    this.madeCount = 0;
    this.asked = NONE; // conditions that were asked in this tick
    this.armed = NONE; // triggers that the last test read armed
    if (this.reads.size > 0) this.reads.clear();
    this.visitsLeft = MOST_VISITS;
    this.passedGuard = -1;
    this.events = NONE; // those that this tick takes
    this.event = null; // the one that is being taken
    this.state = null; // the state, or machine, around what is evaluated
    this.now = this.minds.tickNow + this.ahead;
  }

  tick() {
    this.beginReports();
    const { posted } = this;
    this.posted = NONE;
    try {
      this.status = this.ended ? "idle" : WORDS[this.tickRoot(posted)];
    } catch (problem) { // what game code throws does not come here
      if (problem instanceof MindError) throw problem;
      refuse(`The export is damaged: ${problem.message}. Export the document again: mindloom export NAME.mind.json`);
    }
    this.closeRequests();
  }

  tickRoot(posted) {
    const { rows: [root], states } = this.program, due = this.dueEvents(-1);
    for (const each of due) this.takeDelayed(each);
    this.events = due.length > 0 ? [...due.map((each) => each.event), ...posted] : posted;
    beginTriggers(this);
    if (this.program.rising.length > 0) rise(this, this.program);
    const result = visitRoot(root, this);
    if (result !== RUNNING) clear(root, this);
    if (result !== RUNNING && root.op === "machine") this.end(root);
    for (const { index } of states) if (this.bytes[index] !== 0 && this.outcomes[index] === 0)
      this.outcomes[index] = ACTIVE;
    ageTriggers(this);
    if (this.entries.length > 0) this.dropEntries();
    return result;
  }

  end(root) {
    this.ended = true;
    this.dropOrders();
    letGo(this.program.claims, this);
    this.final = root.states.find((each) => each.status !== IDLE && this.outcomes[each.index] !== 0)?.index;
  }

  note({ index }, message) {
    if (this.errors === NONE) this.errors = [];
    this.errors.push({ row: index, message, node: this.mind.nameOf(index) });
  }
  after(ticks) { return Math.min(this.now + ticks, MOST_TICKS); }

  // -- events and transitions that wait, conditions
  /** Let an event wait, behind all that are due in the same tick. */
  delay(event) { this.delayed = [...this.delayed, event].sort((one, other) => one.due - other.due); }

  dueEvents(machine) {
    return this.delayed.length === 0 ? NONE : this.delayed
      .filter((each) => each.machine === machine && each.due <= this.now);
  }
  /** Take out an event that waits; return whether it still did. */
  takeDelayed(event) {
    const waits = this.delayed.includes(event);
    if (waits) this.delayed = this.delayed.filter((each) => each !== event);
    return waits;
  }

  pendingInOrder() { return [...this.pending].sort(([one], [other]) => one - other); }
  /** Ask the game a condition, once per tick and arguments. */
  ask(name, given) {
    let known = this.asked.find((each) => each.name === name && each.given.every((value, k) => same(value, given[k])));
    if (known === undefined) {
      known = { name, given, answer: false, failed: null };
      const { conditions, context, watcher } = this.minds;
      if (watcher !== null) watcher.asks(this, false);
      try {
        known.answer = Boolean(conditions[name](context.of(this, ASKED, this.now), ...given));
      } catch (problem) { known.failed = `The condition ${name} failed: ${thrownWords(problem)}`; }
      if (watcher !== null) watcher.answered(this, ["condition", name, given], known.answer, known.failed);
      this.asked = [...this.asked, known];
    }
    return known.failed === null ? known.answer : fail(known.failed);
  }

  // -- steering
  /** Ask for steering in this tick; what is asked again as it is in force is the same request. */
  steer(row, behavior, names, given, weight, priority) {
    const { requests, made } = this;
    let request = null;
    for (let k = 0; k < requests.length && request === null; k++) {
      const { row: index, behavior: known, weight: oldWeight, priority: oldPriority } = requests[k];
      const isLike = index === row.index && known === behavior && oldWeight === weight && oldPriority === priority;
      if (isLike && isSameBy(names, requests[k].arguments, given)) request = requests[k];
    }
    const stream = row.stream ?? -1;
    request ??= { row: row.index, behavior, arguments: copiedFields(given, names), weight, priority, stream };
    let place = this.madeCount++;
    for (; place > 0 && made[place - 1].row > row.index; place--) made[place] = made[place - 1];
    made[place] = request;
  }

  dropRequests(row) {
    let kept = 0;
    for (let k = 0; k < this.madeCount; k++) if (this.made[k].row !== row.index) this.made[kept++] = this.made[k];
    this.madeCount = kept;
  }
  /** Decide which requests are in force until the next tick. */
  closeRequests() {
    const { made, madeCount, requests } = this, asks = madeCount > 0 && !this.ended;
    this.quiet = asks ? 0 : this.quiet + 1;
    if (!asks && (this.quiet >= 2 || this.ended)) this.requests = NONE;
    if (!asks) return;
    let isSame = requests.length === madeCount;
    for (let k = 0; isSame && k < madeCount; k++) isSame = requests[k] === made[k];
    if (!isSame) this.requests = made.slice(0, madeCount);
  }

  // -- saved games
  /** Return all that it remembers as plain JSON data, between two ticks. */
  save() {
    const { hash: mind } = this.mind, { ended, quiet, ahead, final } = this;
    const bytes = Array.from(this.bytes, (each) => each.toString(16).padStart(2, "0")).join("");
    const saved = { mind, bytes, ints: [...this.ints], floats: Array.from(this.floats, toSaved),
      objects: [...this.objects] };
    const event = (each) => each && { name: each.name, ...filled({ fields: toSaved(each.fields) }) };
    const posted = this.posted.map(event),
      delayed = this.delayed.map((each) => ({ ...each, event: event(each.event) }));
    const pending = this.pendingInOrder().map(([source, each]) => ({ source, ...each, event: event(each.event) }));
    const requests = this.requests.map(toSaved), check = checkOf(mind, bytes, saved.ints);
    return filled({ ...saved, ended, quiet, ahead, posted, delayed, pending, requests }, { bytes, final, check });
  }
  /** Remember what `save` returned, in any language. */
  restore(saved) {
    this.minds.mustRest("restore");
    reading(() => this.remember(saved));
    this.minds.findHolders();
    this.minds.watcher?.restored(this);
  }

  remember(saved) {
    const { mind, bytes, ints = NONE, floats = NONE, objects = NONE, check, ended = false, quiet = 0, ahead = 0,
      final } = saved;
    if (mind !== this.mind.hash) refuse("It was saved of another mind, or of another version of it");
    const isWhole = typeof bytes === "string" && Array.isArray(ints) && check === checkOf(mind, bytes, ints);
    if (!isWhole) refuse("What was saved is damaged: its check does not fit");
    if (typeof ended !== "boolean" || ![quiet, ahead].every(Number.isInteger)) {
      refuse("What was saved is damaged: it does not say whether it ended, or how long it rests");
    }
    const lengths = [bytes.length / 2, ints.length, floats.length, objects.length];
    const { memory } = this.program, own = [memory.bytes, memory.ints, memory.floats, memory.objects];
    if (lengths.join() !== own.join()) refuse("What was saved is damaged: its memory has another size");
    this.begin();
    for (let k = 0; k < this.bytes.length; k++) this.bytes[k] = parseInt(bytes.slice(2 * k, 2 * k + 2), 16);
    this.ints.set(ints);
    this.floats.set(floats.map((each) => fromSaved(each, "float")));
    const { events = {}, actions = {} } = this.program.needs;
    const event = (each) => each
      && { name: each.name, fields: fieldsFromSaved(each.fields, events[each.name]?.payload) };
    for (const each of saved.delayed ?? NONE) this.delay({ id: "", ...each, event: event(each.event) });
    for (const { source, transition, since, due, event: by = null, armed = NONE } of saved.pending ?? NONE) {
      this.pending.set(source, { transition, since, due, event: event(by), armed });
    }
    const posted = (saved.posted ?? NONE).map(event), requests = (saved.requests ?? NONE).map((each) => {
      const types = (actions[each.behavior]?.parameters ?? NONE).map(({ name, type }) => [name, type]);
      const given = fieldsFromSaved(each.arguments, Object.fromEntries(types));
      return { ...each, weight: fromSaved(each.weight, "float"), arguments: given };
    });
    Object.assign(this, { objects: [...objects], posted, requests, ended, quiet, ahead, final });
  }
}

function isSameBy(names, one, other) {
  for (let k = 0; k < names.length; k++) if (!same(one[names[k]], other[names[k]])) return false;
  return true;
}

/** Return the fields that are not empty, and more. */
function filled(fields, more = {}) {
  const isFilled = ([, value]) => value !== false && value !== 0
    && (typeof value !== "object" || Object.keys(value).length > 0);
  return { ...Object.fromEntries(Object.entries(fields).filter(isFilled)), ...more };
}

/** Read what was saved; what cannot be read of it is told as damage. */
function reading(read) {
  try { return read(); } catch (problem) {
    if (problem instanceof MindError) throw problem;
    return refuse(`What was saved is damaged: ${problem.message}`);
  }
}

const SPECIAL = { NaN, Infinity, "-Infinity": -Infinity, "-0": -0 };

/** Return a value as it is saved: numbers that JSON has not are texts. */
export function toSaved(value) {
  if (typeof value === "number" && Number.isFinite(value)) return Object.is(value, -0) ? "-0" : value;
  if (typeof value === "number") return String(value);
  if (value instanceof List) return { list: Array.from(value, toSaved) };
  if (Array.isArray(value)) return value.map(toSaved);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toSaved(each)]));
}

/** Return a value that was saved, of a type. */
export function fromSaved(value, type) {
  if (Array.isArray(value)) return value.map((each) => fromSaved(each, "float"));
  if (value !== null && typeof value === "object") return List.from(value.list, (each) => fromSaved(each, type?.list));
  return typeof value === "string" && (type === "float" || type === "seconds") ? SPECIAL[value] ?? value : value;
}

function fieldsFromSaved(values = {}, types = {}) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fromSaved(value, types[name])]));
}

function checkOf(hash, bytes, ints) { return fnv1a(`${hash}|${bytes}|${ints.join(",")}`); }

// ---- All agents of a game -------------------------------------------------------------------------------------

/** Hold the minds of a game's agents, and tick them together in the order of their ids. */
export class Minds {
  /** Begin without agents. `seed` decides all random draws, together with the ids of agents; the rest is the game's. */
  constructor({ seed = 0, actions = {}, conditions = {}, entityField = null, queries = {} } = {}) {
    Object.assign(this, { seed, actions, conditions, entityField, queries, tickNow: 0, rate: 0, isTicking: false });
    this.behaviors = new Map(Object.entries(actions).map(([name, each]) => [name, behaviorOf(name, each)]));
    this.agents = new Map();
    this.order = NONE; // the agents in the order of their ids
    this.cells = new Map(); // the variables that all agents share, by name
    this.holders = new Map(); // by entity, the agent that claims it
    this.effects = []; // of the last tick
    this.sent = [];
    this.writes = [];
    this.context = new Context(this);
    this.watcher = null; // what is told of all that comes into the minds, such as a link to the editor
  }
  /** Give an agent a mind; `variables` are set before its first tick, `curves` are tables of its own by name. */
  add(id, mind, variables = {}, { curves = {} } = {}) {
    this.mustRest("add an agent");
    if (typeof id !== "string" || id === "") refuse("An agent needs an id, a text");
    if (this.agents.has(id)) refuse(`There is an agent '${id}' already`);
    const tables = mind.tables(curves);
    this.mustFit(mind);
    const added = new Agent(this, id, mind, tables);
    for (const [name, value] of Object.entries(variables)) added.set(name, value);
    this.rate = mind.rate;
    this.agents.set(id, added);
    this.order = [...this.agents.values()].sort((one, other) => (codePoints(one.id) < codePoints(other.id) ? -1 : 1));
    return added;
  }

  /** Check that a mind can think in this game, and begin the variables that it shares. */
  mustFit(mind) {
    if (this.agents.size > 0 && mind.rate !== this.rate) {
      refuse(`The mind is for ${mind.rate} ticks per second, the others are for ${this.rate}. Export all for one rate`);
    }
    this.mustHave(mind, "actions", "action", this.behaviors, '(context, arguments) => "running"');
    this.mustHave(mind, "conditions", "condition", new Map(Object.entries(this.conditions)), "(context) => true");
    this.mustHave(mind, "queries", "query", new Map(Object.entries(this.queries)), "(agent, of) => []");
    const shared = mind.program.variables.filter(({ world }) => world);
    for (const { name, type } of shared) {
      const { type: known = type } = this.cells.get(name) ?? {};
      if (JSON.stringify(known) !== JSON.stringify(type))
        refuse(`The shared variable '${name}' has another type in another mind`);
    }
    for (const { name, type, default: first } of shared) {
      if (!this.cells.has(name)) this.cells.set(name, { name, type, value: loaded(first ?? defaultOf(type)) });
    }
  }

  mustHave(mind, sort, what, own, example) {
    const name = Object.keys(mind.needs[sort] ?? {}).find((each) => !own.has(each));
    const how = `new Minds({ ${sort}: { ${name}: ${example} } })`;
    if (name !== undefined) refuse(`The mind needs the ${what} '${name}', and the game has none. Give it one: ${how}`);
  }
  /** Halt an agent's mind and take it out. */
  remove(id) { this.get(id).halt(); this.agents.delete(id); this.order = this.order.filter((each) => each.id !== id); }
  /**
   * Go on with another version of a program, `mind`, with each agent whose mind the table `upgrade` leads from; return
   * how many these are. Actions that run and do not go on are halted; the rest is as in `restore`.
   */
  swap(mind, upgrade) {
    this.mustRest("swap");
    const agents = this.order.filter((each) => each.mind.hash === upgrade.from), before = new Map(this.cells);
    if (upgrade.to !== mind.hash) refuse("The table of the upgrade leads to another program");
    if (agents.length === 0) refuse("The table of the upgrade is for none of the minds that are here");
    const carried = (a, shared = toSaved(this.shared())) => [carriedOver(a.save(), [upgrade], mind.hash, shared), shared];
    try {
      this.mustFit(mind);
      for (const each of agents) new Agent(this, each.id, mind).remember(carried(each)[0]); // a trial
    } catch (problem) { this.cells = before; throw problem; }
    for (const each of agents) {
      const goOn = rowsGoingOn(each, upgrade.rows);
      each.beginReports();
      for (const row of each.program.rows)
        if (row.op === "action" && each.bytes[row.index] === RUNNING && !goOn.has(row.index)) row.stop(each);
      const [saved, shared] = carried(each);
      Object.assign(each, { mind, program: mind.program });
      each.begin();
      each.remember(saved);
      for (const cell of this.cells.values()) if (cell.type === "int") cell.value = shared[cell.name];
    }
    this.findHolders();
    for (const each of agents) this.watcher?.restored(each);
    return agents.length;
  }
  /** Return an agent by its id. */
  get(id) { return this.agents.get(id) ?? refuse(`There is no agent '${id}'`); }

  [Symbol.iterator]() { return this.order[Symbol.iterator](); }
  /** Tick every agent once, or those with these ids; then deliver what they sent and wrote. */
  tick(ids = null) {
    this.mustRest("tick");
    const wanted = ids === null ? null : new Set(Array.from(ids, (each) => this.get(each)));
    if (this.effects.length > 0) this.effects = [];
    this.isTicking = true;
    try {
      for (const each of this.order) if (wanted === null || wanted.has(each)) each.tick();
    } finally { this.isTicking = false; }
    if (this.sent.length > 0) this.deliver();
    if (this.writes.length > 0) { for (const [cell, value] of this.writes) cell.value = value; this.writes = []; }
    this.tickNow += 1;
  }

  mustRest(what) { if (this.isTicking) refuse(`A tick is under way; ${what} when it is over`); }

  // -- what agents ask for

  send(sender, receiver, event) { this.sent.push([sender, receiver, event]); }

  deliver() {
    for (const [sender, receiver, event] of this.sent) {
      for (const other of this.receivers(sender, receiver)) other.take(event);
    }
    this.sent = [];
  }

  receivers(sender, receiver) {
    if (this.agents.has(receiver)) return [this.agents.get(receiver)];
    const others = this.order.filter((each) => each.id !== sender);
    if (receiver === "all") return others;
    const team = receiver === "team" ? this.teamOf(sender) : undefined;
    return team === undefined ? NONE : others.filter((each) => this.teamOf(each.id) === team);
  }

  teamOf(id) { try { return this.fieldOf(id, "team"); } catch (problem) { wordsOf(problem); return undefined; } }

  fieldOf(entity, field) {
    if (entity === null) fail(`There is nobody to ask for ${field}.`);
    if (this.entityField === null) fail(`The game tells nothing of ${entity}.${field}.`);
    let value;
    try {
      value = this.entityField(entity, field);
    } catch (problem) { fail(`The game has no ${entity}.${field}: ${problem.message}`); }
    return value === undefined ? fail(`The game has no ${entity}.${field}.`) : value;
  }

  query(name, a, of, type) {
    const { watcher } = this;
    let found = NONE, failed = null;
    if (watcher !== null) watcher.asks(a, false);
    try {
      found = List.from(this.queries[name](a.id, of)).slice(0, type.most);
      if (!fits(found, type)) failed = `The query ${name} gave no list of entities.`;
    } catch (problem) { failed = `The query ${name} failed: ${problem.message}`; }
    if (watcher !== null) watcher.answered(a, ["query", name, of], found, failed);
    return failed === null ? found : fail(failed);
  }

  findHolders() {
    this.holders.clear();
    for (const a of this.order) {
      const names = a.program.claims
        .filter(({ claim }) => claim.counter === null).map(({ claim }) => a.objects[claim.place]);
      for (const name of names) if (name !== null) this.holders.set(name, a.id);
    }
  }

  /**
   * Return a manifest of the game for the editor, as JSON text: its actions and conditions, the events and entity
   * fields that minds of its agents need, and `events`, more of them by name with the types of their fields.
   */
  manifest(events = {}) {
    const minds = [...new Set(this.order.map(({ mind }) => mind))], types = {};
    const named = (type, name) => {
      if (!type.enum) return type;
      types[name] = { values: type.enum };
      return name;
    };
    const told = Object.fromEntries(Object.entries(events).map(([name, payload]) => [name, { payload }]));
    const fields = {};
    for (const { needs } of minds) {
      for (const [name, { payload = {} }] of Object.entries(needs.events ?? {})) {
        const typed = Object.entries(payload).map(([field, type]) => [field, named(type, `event_${name}_${field}`)]);
        told[name] ??= { payload: Object.fromEntries(typed) };
      }
      for (const [name, type] of Object.entries(needs.entity_fields ?? {})) {
        if (BUILT_IN.entityFields.has(name)) continue;
        fields[name] = type.enum ? { type: "enum", values: type.enum } : { type };
      }
    }
    const actions = supplied("actions", new Map(Object.entries(this.actions)), minds);
    const conditions = supplied("conditions", new Map(Object.entries(this.conditions)), minds);
    return JSON.stringify({ format: "mindloom-kinds", version: 1, actions, conditions, events: told, types,
      entity_fields: fields }, null, 2);
  }

  // -- variables that all share, saved games
  /** Return the variables that all agents share, with their values now. */
  shared() { return Object.fromEntries(Array.from(this.cells.values(), ({ name, value }) => [name, copied(value)])); }
  /** Write a variable that all agents share. */
  setShared(name, value) {
    const cell = this.cells.get(name) ?? refuse(`No mind shares a variable '${name}'`),
      given = fromGame(value, cell.type);
    if (!fits(given, cell.type)) {
      refuse(`The variable '${name}' is ${typeWords(cell.type)} and cannot take ${JSON.stringify(value)}`);
    }
    this.share(cell, copied(given), null);
  }

  share(cell, value, by) { cell.value = value; this.watcher?.sharedPut(cell.name, by); }
  /** Return all that the agents remember as plain JSON data, between two ticks. */
  save() {
    this.mustRest("save");
    const agents = Object.fromEntries(this.order.map((each) => [each.id, each.save()]));
    const saved = { format: "mindloom-save", version: 2, tick: this.tickNow, seed: this.seed, agents };
    return { ...saved, ...filled({ shared: toSaved(this.shared()) }) };
  }
  /**
   * Remember what `save` returned, in any language; the same agents must be there, with the same minds. What an
   * older version of a mind saved is carried over by `upgrades`, the tables of `mindloom export --from OLD`.
   */
  restore(saved, upgrades = NONE) {
    this.mustRest("restore");
    const given = upgrades.length > 0 ? upgradedGame(saved, this.agents, upgrades) : saved;
    const { format, version, tick, seed, shared = {}, agents = {} } = given;
    if (format !== "mindloom-save" || version !== 2) refuse("This is no saved game of version 2");
    const odd = [...Object.keys(agents), ...this.agents.keys()].find((id) => !agents[id] || !this.agents.has(id));
    if (odd !== undefined) refuse(`The agent '${odd}' is not on both sides. Add the agents that were saved first`);
    if (![tick, seed].every(Number.isInteger)) refuse("What was saved is damaged: it has no tick and seed");
    Object.assign(this, { tickNow: tick, seed });
    for (const [name, each] of Object.entries(shared)) {
      const type = this.cells.get(name)?.type, value = reading(() => fromSaved(each, type));
      if (upgrades.length === 0 || (type && fits(value, type))) this.setShared(name, value);
    }
    for (const [id, each] of Object.entries(agents)) this.agents.get(id).restore(each);
  }
}

// -- saves of an older version of a mind -------------------------------------------------------------------------

/** Return what a game saved with each agent carried over to its mind, by as many tables as that takes. */
function upgradedGame(saved, agents, tables) {
  const found = { ...saved.agents }, shared = { ...saved.shared };
  for (const [id, { mind }] of agents) found[id] = carriedOver(found[id], tables, mind.hash, shared);
  return { ...saved, agents: found, shared };
}

function carriedOver(saved, tables, hash, shared) {
  const left = new Map(tables.map((each) => [each.from, each]));
  let found = saved;
  while (found && found.mind !== hash && left.has(found.mind)) {
    const table = left.get(found.mind);
    left.delete(found.mind);
    if (table.format !== "mindloom-upgrade" || table.version !== 1) {
      refuse("It is no mindloom-upgrade of version 1: export it again");
    }
    try { found = upgraded(found, table, shared); } catch (problem) {
      refuse(`The save or the table of its upgrade is damaged: ${problem.message}`);
    }
  }
  return found;
}

/** Return what an agent saved as a save of the mind that a table leads to; places given back go to `shared`. */
function upgraded(saved, { to, begin, always, rows, transitions, claims, triggers, events }, shared) {
  const old = memoryOf(saved), fresh = memoryOf(begin), kept = rowsGoingOn(old, rows), { quiet, ahead } = saved;
  if (saved.check !== checkOf(saved.mind, saved.bytes, old.ints)) refuse("its check does not fit");
  for (const move of always) moveMemory(move, old, fresh);
  for (const { row, to: now, moves = NONE } of rows) {
    if (!kept.has(row)) continue;
    for (const move of moves) moveMemory(move, old, fresh);
    fresh.bytes[now] = RUNNING;
  }
  for (const name of lostClaims(claims, new Set(kept.values()), old, fresh)) shared[name] = (shared[name] ?? 0) + 1;
  const bytes = Array.from(fresh.bytes, (each) => each.toString(16).padStart(2, "0")).join("");
  const known = ({ name }) => events.includes(name), ways = new Map(transitions.map((each) => [each.row, each]));
  const armed = new Map(triggers), places = new Map([[-1, -1], ...kept]);
  const owners = new Map(rows.map(({ row, to: now }) => [row, now]));
  const delayed = (saved.delayed ?? NONE)
    .filter(({ machine, state, event }) => places.has(machine) && places.has(state) && known(event))
    .map((each) => ({ ...each, machine: places.get(each.machine), state: places.get(each.state) }));
  const pending = (saved.pending ?? NONE)
    .filter((each) => kept.has(each.source) && ways.has(each.transition) && (!each.event || known(each.event)))
    .map((each) => {
      const { to: transition, longer = 0 } = ways.get(each.transition), source = kept.get(each.source);
      const held = (each.armed ?? NONE).filter((place) => armed.has(place)).map((place) => armed.get(place));
      return { ...each, source, transition, due: clampedTick(each.due + longer), armed: held };
    });
  const requests = (saved.requests ?? NONE)
    .filter(({ row }) => (old.bytes[row] === RUNNING ? kept : owners).has(row))
    .map((each) => ({ ...each, row: owners.get(each.row) }));
  const posted = (saved.posted ?? NONE).filter(known), ended = saved.ended && owners.has(0);
  const final = ended ? owners.get(saved.final) : undefined;
  return { ...fresh, bytes, posted, delayed, pending, requests, ended, final, quiet, ahead, mind: to,
    check: checkOf(to, bytes, fresh.ints) };
}

function memoryOf({ bytes = "", ints = NONE, floats = NONE, objects = NONE }) {
  const pairs = bytes.match(/[0-9a-f]{2}/gi) ?? NONE;
  return { bytes: pairs.map((each) => parseInt(each, 16)), ints: [...ints], floats: [...floats], objects: [...objects] };
}

/** Return the rows that go on with their rows now; a machine does where its configuration is whole. */
function rowsGoingOn({ bytes, ints }, rows) {
  const kept = new Map();
  const isThere = ({ from, order, children }) => {
    const at = order !== undefined && ints[from] in children ? ints[order + ints[from]] : ints[from];
    return !(at in children) || children[at] !== null;
  };
  for (const { row, to, in: holder, roles = NONE, at = NONE } of rows) {
    const runs = bytes[row] === RUNNING && (holder === undefined || kept.has(holder));
    if (runs && !roles.some((role) => bytes[role] === RUNNING) && at.every(isThere)) kept.set(row, to);
  }
  for (const { row, machine, one_of: some, all_of: all } of [...rows].reverse()) {
    if (!kept.has(row) || !machine) continue;
    const active = new Set(kept.values()), isActive = (state) => active.has(state);
    if (some ? some.some(isActive) : all.every(isActive)) continue;
    for (const each of [...kept.keys()]) if (each >= machine[0] && each < machine[1]) kept.delete(each);
  }
  return kept;
}

function clampedTick(tick) { return Math.min(Math.max(tick, 0), 2147483647); }

const MOVES = {
  bytes({ op, from, to, count = 1, unless }, old, fresh) {
    if (unless !== undefined && old.bytes[unless] !== 0) return;
    for (let k = 0; k < count; k++) fresh[op][to + k] = old[op][from + k];
  },
  tick({ from, to, longer, unset }, { ints }, fresh) {
    fresh.ints[to] = unset && ints[from] === 0 ? 0 : clampedTick(ints[from] + longer);
  },
  set({ to, value }, old, fresh) { fresh.ints[to] = value; },
  result({ from, to }, { bytes }, fresh) {
    if (bytes[from] === SUCCESS || bytes[from] === FAILURE) fresh.bytes[to] = bytes[from];
  },
  armed({ from, to }, { bytes }, fresh) { fresh.bytes[to] = bytes[from] === 0 ? 0 : 1; },
  child({ from, to, children }, { ints }, fresh) {
    const now = ints[from] in children ? children[ints[from]] : ints[from];
    if (now !== null) fresh.ints[to] = now;
  },
  order({ from, to, children, among }, { ints }, fresh) {
    const order = children.map((each, k) => children[ints[from + k]]).filter((each) => each !== null);
    for (let k = 0; k < among; k++) if (!order.includes(k)) order.push(k);
    order.forEach((each, k) => { fresh.ints[to + k] = each; });
  },
  place({ from, to, order, into, children, among }, { ints }, fresh) {
    const now = ints[from] in children ? children[ints[order + ints[from]]] : null;
    const place = fresh.ints.slice(into, into + among).indexOf(now);
    if (place >= 0) fresh.ints[to] = place;
  },
};
for (const name of ["ints", "floats", "objects"]) MOVES[name] = MOVES.bytes;

function moveMemory(move, old, fresh) {
  if (!Object.hasOwn(MOVES, move.op)) refuse(`there is no move '${move.op}'`);
  MOVES[move.op](move, old, fresh);
}

/** Let claims go that are gone, or whose row does not go on; return the variables of the places given back. */
function lostClaims(claims, going, old, fresh) {
  const lost = new Map(), held = new Set();
  for (const { from, to, counter, in: scope } of claims) {
    const name = old.objects[from];
    if (name === null) continue;
    if (to !== undefined && (scope === undefined || going.has(scope))) { held.add(name); continue; }
    if (to !== undefined) fresh.objects[to] = null;
    if (counter !== undefined) lost.set(name, counter);
  }
  return [...lost].filter(([name]) => !held.has(name)).map(([, counter]) => counter);
}

// -- the game for the editor --------------------------------------------------------------------------------------

const DESCRIPTIONS = new WeakMap(); // by what the game supplies, what it said of it

/**
 * Say what an action or a condition is for, in manifests; use what is returned. `description` may have a `summary`, if
 * it is `instant`, and `parameters`, each with `name`, `type`, and maybe `default`, `optional`, `min`, `max`, `unit`.
 */
export function describe(behavior, description) {
  const isClass = typeof behavior === "function" && typeof behavior.prototype?.tick === "function";
  const isFunction = typeof behavior === "function" && !isClass;
  const own = isClass ? class extends behavior {} : isFunction ? behavior.bind(null) : Object.create(behavior);
  DESCRIPTIONS.set(own, description);
  return own;
}

// What Mindloom has itself, which no manifest declares.
const BUILT_IN = {
  actions: new Set(("aim_at align alignment arrive attract avoid_agents avoid_obstacles avoid_walls cohesion emote "
    + "evade face fire flee flock follow_path follow_waypoints forget_interest go_to heal interpose leave leave_scent "
    + "look_around look_at look_where_you_go make_noise match_velocity pursue remove ring_source roam seek separation "
    + "stop strike switch_source throw_at wander "
    + "acknowledge end_attack hide_from hold_slot offset_pursuit order release_slot release_token request_attack "
    + "request_slot request_token set_formation "
    + "find_place open_door close_door switch_link go_to_nearest close_in").split(" ")),
  conditions: new Set(("can_hit can_see can_throw_to clear_line has_tag in_blast in_zone shot_coming switched_on "
    + "will_land_near "
    + "all_acknowledged has_token in_slot in_squad is_attacking is_leader "
    + "door_is_open on_link").split(" ")),
  entityFields: new Set("emote heading height landing landing_in position radius team velocity".split(" ")),
};

/** Return a parameter as a manifest has it: `needs` of a program call its range otherwise. */
function parameterTold({ name, type, default: value, optional, unit, min, max, minimum = min, maximum = max }) {
  const choices = type?.enum ?? NONE;
  return filled({ type: choices.length > 0 ? "enum" : type, choices, optional, unit },
    { name, default: value, min: minimum, max: maximum });
}

/** Return what a game supplies of a sort by name, without what Mindloom has; the rest says what minds ask for. */
function supplied(sort, own, minds) {
  const names = [...own.keys()].filter((name) => !BUILT_IN[sort].has(name)).sort();
  return Object.fromEntries(names.map((name) => {
    const needed = minds.map(({ needs }) => needs[sort]?.[name]).find((each) => each !== undefined);
    const { summary, instant, parameters = NONE } = DESCRIPTIONS.get(own.get(name)) ?? needed ?? {};
    return [name, { ...filled({ summary, instant }), parameters: parameters.map(parameterTold) }];
  }));
}

/** Return an action of the game as an object with `tick`. */
function behaviorOf(name, given) {
  const isClass = typeof given === "function" && typeof given.prototype?.tick === "function";
  const behavior = isClass ? new given() : typeof given === "function" ? { tick: given } : given;
  if (typeof behavior?.tick === "function") return behavior;
  return refuse(`The action '${name}' is no function, and no object or class with a method tick`);
}

/** Return a text that sorts as the code points of another do. */
function codePoints(text) {
  return Array.from(text, (letter) => letter.codePointAt(0).toString(16).padStart(6, "0")).join(""); }
