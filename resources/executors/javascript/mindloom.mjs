/*
 * The Mindloom executor for JavaScript: runs the programs that `mindloom export` writes. ES2020, no dependency.
 *
 * Copyright (c) 2026 Mindloom contributors. MIT License: use, copy, change and share it freely, keep this notice;
 * it comes without warranty of any kind. https://opensource.org/license/mit
 *
 * It follows the help page "The runtime format" part by part and names things as that page does. A program is
 * turned into closures once, when it is parsed; a tick then makes no objects, but for events, lists and steps of
 * machines. `mindloom.d.mts` beside this file says what a game may use.
 */

const [IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED] = [0, 1, 2, 3, 4];
const WORDS = ["idle", "running", "success", "failure", "skipped"];
const RESULTS = { running: RUNNING, success: SUCCESS, failure: FAILURE, skipped: SKIPPED };
const HALTED = 8; // in the outcome byte of a node: it was halted
const [ACTIVE, ENTERED, EXITED, REENTERED, PASSED] = [1, 2, 3, 4, 5]; // outcome bytes of states
const [GUARD_FALSE, TRUE_BUT_LOST, PENDING, TAKEN] = [1, 2, 3, 4]; // outcome bytes of transitions
const [NO_ANSWER, FIRST_BRANCH, ANSWERED] = [1, 2, 255]; // outcome bytes of questions
const [UNARMED, ARMED, JUST_ARMED, LATCHED] = [0, 1, 2, 3]; // bytes of triggers

const MOST_TICKS = 2 ** 31 - 1;
const MOST_VISITS = 10000; // of one agent in one tick
const MOST_DELAYED = 1000; // events that may wait in one agent
const NONE = Object.freeze([]);
const NOTHING = () => {};

/** Say what was asked for that is not there or does not fit, and what would. */
export class MindError extends Error {}
MindError.prototype.name = "MindError";

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

function rounded(value) {
  return Number.isFinite(value) ? int32(value) : fail("A number that is not finite cannot be rounded.");
}

function halfEven(x) {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

/** Return a remainder with the sign of the divisor. */
function modulo(left, right) {
  const rest = left % right;
  if (rest === 0) return right < 0 ? -0 : 0;
  return (rest < 0) !== (right < 0) ? rest + right : rest;
}

/** Leave the cosine and the sine of an angle in degrees in X and Y; 0 has no sign. */
function setDirection(angle) {
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
  X = (quarter === 0 ? c : quarter === 1 ? -s : quarter === 2 ? -c : s) + 0;
  Y = (quarter === 0 ? s : quarter === 1 ? c : quarter === 2 ? -s : -c) + 0;
}

/** Return the angle of (x, y) in degrees, -180 to 180; zeros and infinities as IEEE 754 has them. */
function arcTangent(y, x) {
  const [wide, high] = [Math.abs(x), Math.abs(y)];
  if (Number.isNaN(wide) || Number.isNaN(high)) return NaN;
  const [low, top] = wide < high ? [wide, high] : [high, wide];
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
  let total = 0;
  for (let k = 0; k < count; k++) {
    total += WEIGHTS[k];
    if (!(WEIGHTS[k] >= 0 && total < Infinity)) fail("A weight must be finite and 0 or more.");
  }
  if (total === 0) return -1;
  let running = 0;
  let last = -1;
  for (let k = 0; k < count; k++) {
    running += WEIGHTS[k];
    if (running > share * total) return k;
    if (WEIGHTS[k] > 0) last = k;
  }
  return last;
}

/** Return ticks drawn around `ticks`, by at most `spread`. */
function spreadTicks(a, stream, draws, ticks, spread) {
  return spread > 0 ? drawInt(a, stream, draws, ticks - spread, ticks + spread) : ticks;
}

// ---- Values and variables -------------------------------------------------------------------------------------

// A value of a program is a boolean, number or text, null for nobody, [x, y] for a vector, {list: [...]}.
// Expressions that give vectors leave their parts in X and Y instead, so that calculating makes no objects.
let X = 0;
let Y = 0;

function setVector(pair) { X = pair[0]; Y = pair[1]; }

/** Return how a type is kept: "number", "bool", "text", "vector" or "list". */
function sortOf(type) {
  if (typeof type === "object") return type.list === undefined ? "text" : "list";
  return { int: "number", float: "number", bool: "bool", trigger: "bool", vector: "vector" }[type] || "text";
}

function typeWords(type) {
  if (typeof type !== "object") return `${"aeiou".includes(type[0]) ? "an" : "a"} ${type}`;
  return type.enum ? `an enum of ${type.enum.join(", ")}` : `a list of up to ${type.most} of ${typeWords(type.list)}`;
}

function fits(value, type) {
  if (typeof type === "object") {
    if (type.enum) return type.enum.includes(value);
    const items = value === null || typeof value !== "object" ? null : value.list;
    return Array.isArray(items) && items.length <= type.most && items.every((item) => fits(item, type.list));
  }
  if (type === "bool" || type === "trigger") return typeof value === "boolean";
  if (type === "int") return typeof value === "number" && (value | 0) === value;
  if (type === "float") return Number.isFinite(value);
  if (type === "vector") return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
  return typeof value === "string" || (type === "entity" && value === null);
}

function defaultOf(type) {
  if (typeof type === "object") return type.enum ? type.enum[0] : { list: [] };
  return { bool: false, trigger: false, int: 0, float: 0, vector: [0, 0], string: "" }[type] ?? null;
}

function same(one, other) {
  return one === other || (Array.isArray(one) && one[0] === other[0] && one[1] === other[1]);
}

/** Return the value of a variable of an agent. */
function read(a, { type, place, length, world }) {
  if (world !== null) return a.world[world].value;
  if (typeof type === "object") {
    if (type.enum) return type.enum[a.ints[place]];
    const list = [];
    for (let k = 0; k < a.ints[length]; k++) list.push(read(a, itemOf(type, place, k)));
    return { list };
  }
  if (type === "bool" || type === "trigger") return a.bytes[place] !== 0;
  if (type === "vector") return [a.floats[place], a.floats[place + 1]];
  return (type === "int" ? a.ints : type === "float" ? a.floats : a.objects)[place];
}

/** Write a value that fits to a variable of an agent that is not shared. */
function write(a, { type, place, length }, value) {
  if (typeof type === "object") {
    if (type.enum) a.ints[place] = type.enum.indexOf(value);
    else writeList(a, type, place, length, value.list);
  } else if (type === "bool" || type === "trigger") a.bytes[place] = value ? 1 : 0;
  else if (type === "vector") [a.floats[place], a.floats[place + 1]] = value;
  else (type === "int" ? a.ints : type === "float" ? a.floats : a.objects)[place] = value;
}

function writeList(a, type, place, length, items) {
  a.ints[length] = items.length;
  for (let k = 0; k < type.most; k++) {
    write(a, itemOf(type, place, k), k < items.length ? items[k] : defaultOf(type.list));
  }
}

function itemOf(type, place, k) {
  return { type: type.list, place: place + (type.list === "vector" ? 2 * k : k), world: null };
}

/** Return a list as games have it, an array; any other value is itself. */
const toGame = (value) => (value !== null && typeof value === "object" && value.list ? value.list : value);

/** Return what a game gives for a type, an array for a list. */
const fromGame = (value, type) => (Array.isArray(value) && sortOf(type) === "list" ? { list: value } : value);

// ---- Expressions ----------------------------------------------------------------------------------------------

// Each node becomes a function of the agent. `p` is the program that is built.
const NODES = {
  constant: (p, { value }) => p.constant(value, null).run,
  variable_read(p, { variable }) {
    const declared = p.variable(variable);
    const { type, place, world } = declared;
    if (type === "trigger") p.triggersRead.add(place);
    if (world !== null) {
      if (type !== "vector") return (a) => a.world[world].value;
      return (a) => setVector(a.world[world].value);
    }
    if (type === "bool") return (a) => a.bytes[place] !== 0;
    if (type === "trigger") return (a) => isArmed(a, place);
    if (type === "int") return (a) => a.ints[place];
    if (type === "float") return (a) => a.floats[place];
    if (type === "string" || type === "entity") return (a) => a.objects[place];
    if (type.enum) return (a) => type.enum[a.ints[place]];
    if (type.list) return (a) => read(a, declared);
    return (a) => ((X = a.floats[place]), (Y = a.floats[place + 1]));
  },
  context_read(p, { name }) {
    const { rate } = p;
    if (name === "self") return (a) => a.id;
    if (name === "time") return (a) => a.now / rate;
    return (a) => (a.state === null ? 0 : (a.now - a.ints[a.state.entered]) / rate);
  },
  event_name: () => (a) => (a.event === null ? "" : a.event.name),
  event_field: (p, { field }, type) => p.unboxed(type, (a) => fieldOf(a.event, field)),
  received: (p, { event }) => (a) => lastOf(a.events, event) !== null,
  last_field: (p, { event, field }, type) => p.unboxed(type, (a) => fieldOf(lastOf(a.events, event), field)),
  entity_field(p, { entity, field }, type) {
    const who = p.run(entity);
    return p.unboxed(type, (a) => a.minds.fieldOf(who(a), field));
  },
  vector_component(p, { vector, component }) {
    const of = p.run(vector);
    return component === "x" ? (a) => (of(a), X) : (a) => (of(a), Y);
  },
  to_float: (p, { operand }) => p.run(operand),
  negate(p, { operand }, type) {
    const of = p.run(operand);
    if (type === "vector") return (a) => (of(a), (X = -X), (Y = -Y));
    return type === "int" ? (a) => int32(-of(a)) : (a) => -of(a);
  },
  not(p, { operand }) { const of = p.run(operand); return (a) => !of(a); },
  arithmetic(p, { left, operator, right }, type) {
    const [l, r] = [p.code(left), p.code(right)];
    if (type === "vector") return VECTOR_ARITHMETIC[operator](l, r);
    return (type === "int" ? INT_ARITHMETIC : FLOAT_ARITHMETIC)[operator](l.run, r.run);
  },
  comparison(p, { operands, operators }) {
    const codes = operands.map((each) => p.code(each));
    if (codes.length === 2 && codes[0].sort !== "list") {
      if (codes[0].sort !== "vector") return COMPARISONS[operators[0]](codes[0].run, codes[1].run);
      const equal = operators[0] === "==";
      return ofVectors(codes[0], codes[1], (x, y, z, w) => (x === z && y === w) === equal);
    }
    const values = codes.map((each) => each.boxed());
    const holds = operators.map((each) => COMPARISONS_OF_VALUES[each]);
    return (a) => {
      let left = values[0](a);
      for (let k = 0; k < holds.length; k++) {
        const right = values[k + 1](a);
        if (!holds[k](left, right)) return false;
        left = right;
      }
      return true;
    };
  },
  logical(p, { operator, operands }) {
    const decisive = operator === "or";
    return operands
      .map((each) => p.run(each))
      .reduceRight((rest, first) => (decisive ? (a) => first(a) || rest(a) : (a) => first(a) && rest(a)));
  },
  conditional(p, { condition, when_true, when_false }) {
    const [test, then, otherwise] = [condition, when_true, when_false].map((each) => p.run(each));
    return (a) => (test(a) ? then(a) : otherwise(a));
  },
  function_call(p, node, type) {
    return FUNCTIONS[node.function](...node.arguments.map((each) => p.code(each)), type);
  },
  condition_call(p, node) {
    const given = node.arguments.map((each) => p.code(each).boxed());
    p.game("conditions", node.condition);
    return (a) => a.ask(node.condition, given);
  },
};

const divisor = (right) => (right === 0 ? fail("Division by zero.") : right);

const INT_ARITHMETIC = {
  "+": (l, r) => (a) => int32(l(a) + r(a)),
  "-": (l, r) => (a) => int32(l(a) - r(a)),
  "*": (l, r) => (a) => int32(l(a) * r(a)),
  "%": (l, r) => (a) => modulo(l(a), divisor(r(a))) | 0,
};
const FLOAT_ARITHMETIC = {
  "+": (l, r) => (a) => l(a) + r(a),
  "-": (l, r) => (a) => l(a) - r(a),
  "*": (l, r) => (a) => l(a) * r(a),
  "/": (l, r) => (a) => l(a) / divisor(r(a)),
  "%": (l, r) => (a) => modulo(l(a), divisor(r(a))),
};
const VECTOR_ARITHMETIC = {
  "+": (l, r) => (a) => {
    l.run(a);
    const x = X;
    const y = Y;
    r.run(a);
    X = x + X;
    Y = y + Y;
  },
  "-": (l, r) => (a) => {
    l.run(a);
    const x = X;
    const y = Y;
    r.run(a);
    X = x - X;
    Y = y - Y;
  },
  "*": (l, r) => (a) => {
    let factor = l.run(a);
    if (l.sort === "vector") {
      const x = X;
      const y = Y;
      factor = r.run(a);
      X = x;
      Y = y;
    } else r.run(a);
    X *= factor;
    Y *= factor;
  },
};
const COMPARISONS = {
  "==": (l, r) => (a) => l(a) === r(a),
  "!=": (l, r) => (a) => l(a) !== r(a),
  "<": (l, r) => (a) => l(a) < r(a),
  "<=": (l, r) => (a) => l(a) <= r(a),
  ">": (l, r) => (a) => l(a) > r(a),
  ">=": (l, r) => (a) => l(a) >= r(a),
};
const COMPARISONS_OF_VALUES = {
  "==": same,
  "!=": (l, r) => !same(l, r),
  "<": (l, r) => l < r,
  "<=": (l, r) => l <= r,
  ">": (l, r) => l > r,
  ">=": (l, r) => l >= r,
};

/** Evaluate two vectors and leave what a function makes of their parts. */
const ofVectors = (p, q, make) => (a) => {
  p.run(a);
  const x = X;
  const y = Y;
  q.run(a);
  return make(x, y, X, Y);
};

/** Return the first of values that none is better than. */
const best = (isBetter) => (...codes) => {
  const runs = codes.slice(0, -1).map((each) => each.run);
  return (a) => {
    let found = runs[0](a);
    for (let k = 1; k < runs.length; k++) { const value = runs[k](a); if (isBetter(value, found)) found = value; }
    return found;
  };
};

// The functions of expressions: of the codes of their arguments and the type that they give.
const FUNCTIONS = {
  abs: ({ run }, type) => (type === "int" ? (a) => int32(Math.abs(run(a))) : (a) => Math.abs(run(a))),
  angle_difference: (p, q) => (a) => {
    const from = p.run(a);
    const turn = modulo(q.run(a) - from, 360);
    return turn > 180 ? turn - 360 : turn;
  },
  angle_to: (p, q) =>
    ofVectors(p, q, (x, y, toX, toY) => {
      let angle = arcTangent(toY - y, toX - x);
      if (angle < 0) angle += 360;
      return angle >= 360 ? 0 : angle + 0;
    }),
  at({ run }, place, type) {
    const item = (a) => {
      const { list } = run(a);
      const k = place.run(a);
      return k >= 0 && k < list.length ? list[k] : fail(`There is no item ${k} in a list of ${list.length}.`);
    };
    return type === "vector" ? (a) => setVector(item(a)) : item;
  },
  atan2: (y, x) => (a) => arcTangent(y.run(a), x.run(a)),
  ceil: ({ run }) => (a) => rounded(Math.ceil(run(a))),
  clamp: (value, least, most) => (a) => {
    const x = value.run(a);
    const low = least.run(a);
    const high = most.run(a);
    const raised = x < low ? low : x;
    return raised > high ? high : raised;
  },
  contains({ run }, item) {
    const wanted = item.boxed();
    return (a) => {
      const { list } = run(a);
      const value = wanted(a);
      return list.some((each) => same(each, value));
    };
  },
  cos: ({ run }) => (a) => (setDirection(run(a)), X),
  direction: ({ run }) => (a) => setDirection(run(a)),
  distance: (p, q) => ofVectors(p, q, (x, y, z, w) => Math.sqrt((x - z) * (x - z) + (y - w) * (y - w))),
  dot: (p, q) => ofVectors(p, q, (x, y, z, w) => x * z + y * w),
  floor: ({ run }) => (a) => rounded(Math.floor(run(a))),
  len: ({ run }) => (a) => run(a).list.length,
  length: ({ run }) => (a) => (run(a), Math.sqrt(X * X + Y * Y)),
  lerp(from, to, share, type) {
    if (type !== "vector") {
      return (a) => { const start = from.run(a); return start + (to.run(a) - start) * share.run(a); };
    }
    return (a) => {
      from.run(a);
      const x = X;
      const y = Y;
      to.run(a);
      const toX = X;
      const toY = Y;
      const t = share.run(a);
      X = x + (toX - x) * t;
      Y = y + (toY - y) * t;
    };
  },
  max: best((value, other) => value > other),
  min: best((value, other) => value < other),
  normalize: ({ run }) => (a) => {
    run(a);
    const size = Math.sqrt(X * X + Y * Y);
    X = size > 0 ? X / size : 0;
    Y = size > 0 ? Y / size : 0;
  },
  round: ({ run }) => (a) => rounded(halfEven(run(a))),
  sign: ({ run }) => (a) => { const x = run(a); return x > 0 ? 1 : x < 0 ? -1 : 0; },
  sin: ({ run }) => (a) => (setDirection(run(a)), Y),
  sqrt: ({ run }) => (a) => {
    const x = run(a);
    return x < 0 ? fail("A negative number has no square root.") : Math.sqrt(x);
  },
  vec: (x, y) => (a) => {
    const left = x.run(a);
    Y = y.run(a);
    X = left;
  },
};

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
  a.armed.push(place);
  return true;
}

/** Evaluate a test; `a.armed` then has the triggers that it read armed. */
function ask(test, a) { if (test.triggers.length > 0) a.armed.length = 0; return test.run(a); }

/** Evaluate a test for which some triggers count as armed. */
function askHolding(test, held, a) {
  const outer = a.held;
  a.held = held;
  try { return ask(test, a); } finally { a.held = outer; }
}

function consume(armed, a) { for (let k = 0; k < armed.length; k++) a.bytes[armed[k]] = UNARMED; }
function armedNow(a) { return a.armed.length > 0 ? a.armed.slice() : NONE; }

/** Return the triggers that let a running node enter: its own tests see them armed. */
function heldBy(test, row, a) {
  if (test.held < 0 || a.bytes[row.index] !== RUNNING) return NONE;
  const held = test.triggers.filter((_, k) => a.bytes[test.held + k] !== 0);
  return held.length > 0 ? held : NONE;
}

function letIn(test, armed, a) {
  if (test.held >= 0) test.triggers.forEach((place, k) => (a.bytes[test.held + k] = armed.includes(place) ? 1 : 0));
  consume(armed, a);
}

function arm(a, trigger, isTicking) {
  a.bytes[trigger.place] = isTicking ? JUST_ARMED : ARMED;
  if (trigger.ticks > 0) a.ints[trigger.until] = Math.min(a.now + trigger.ticks, MOST_TICKS);
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
    else if (!latched) a.bytes[place] = UNARMED;
    else if (state === ARMED) a.bytes[place] = LATCHED;
  }
}

// ---- Lines ----------------------------------------------------------------------------------------------------

/** Run the lines of a block; return the one that failed, which ends all blocks around it, or null. */
function runBlock(block, a) {
  for (let k = 0; k < block.length; k++) {
    const line = block[k];
    try {
      const inner = line.run(a);
      if (inner !== null) return inner;
    } catch (problem) { a.note(line.row, `line ${line.number + 1}: ${wordsOf(problem)}`); return line; }
  }
  return null;
}

// Each op gives a function of the agent, which gives null, or what failed in a block inside. `row` is the one
// whose block it is.
const LINES = {
  assign(p, row, { variable, value }) {
    const put = p.writer(variable, p.code(value));
    return (a) => {
      if (!put(a)) a.note(row, "A value that does not fit its variable is refused; the old one stays.");
      return null;
    };
  },
  draw(p, row, line) {
    const [first, second] = line.arguments.map((each) => p.run(each));
    const { draws } = line;
    const drawn = {
      chance: (a) => { const chance = first(a); return drawFloat(a, row.stream, draws) < chance; },
      random: (a) => {
        const [low, high] = [first(a), second(a)];
        return low + drawFloat(a, row.stream, draws) * (high - low);
      },
      random_int: (a) => {
        const [low, high] = [first(a), second(a)];
        return drawInt(a, row.stream, draws, low, high);
      },
    }[line.draw];
    const put = p.writer(line.variable, new Code(line.draw === "chance" ? "bool" : "float", drawn, p));
    return (a) => {
      if (!put(a)) a.note(row, "A number that is not finite is refused; the old one stays.");
      return null;
    };
  },
  set(p, row, { variable }) { const trigger = p.triggerOf(variable); return (a) => (arm(a, trigger, true), null); },
  list(p, row, { variable, change, item }) {
    const declared = p.variable(variable);
    const value = item === undefined ? null : p.code(item).boxed();
    const { most, list: type } = declared.type;
    return (a) => {
      const items = change === "clear" ? [] : read(a, declared).list;
      const given = value === null ? null : value(a);
      if (change === "append") {
        if (items.length === most) fail(`The list is full with ${most} items.`);
        items.push(given);
      } else if (change === "remove") {
        const place = items.findIndex((each) => same(each, given));
        if (place >= 0) items.splice(place, 1);
      }
      if (change !== "append" || fits(given, type)) write(a, declared, { list: items });
      else a.note(row, "An item that does not fit its list is refused.");
      return null;
    };
  },
  raise(p, row, line) {
    const event = p.event(line);
    return (a) => {
      const made = event(a);
      if (row.machine === null) a.minds.send(a.id, a.id, made);
      else takeRaised(row.machine.work, made);
      return null;
    };
  },
  raise_later(p, row, line) {
    const event = p.event(line);
    const after = p.duration(line.after);
    const id = line.id || "";
    const state = line.outlives_state ? -1 : stateAround(row);
    return (a) => {
      const made = event(a);
      const ticks = after(a);
      if (row.machine !== null && (!row.machine.work.underWay || row.machine.work.stopping)) return null;
      if (a.delayed.length >= MOST_DELAYED) fail(`${MOST_DELAYED} delayed events wait already.`);
      a.delay({ due: a.after(ticks), machine: indexOf(row.machine), state, id, event: made });
      return null;
    };
  },
  cancel(p, row, { id = "" }) {
    return (a) => {
      const machine = indexOf(row.machine);
      a.delayed = a.delayed.filter((each) => each.machine !== machine || each.id !== id);
      return null;
    };
  },
  send(p, row, line) {
    const event = p.event(line);
    const entity = line.entity === undefined ? null : p.run(line.entity);
    return (a) => {
      const made = event(a);
      let receiver = line.receiver === "self" ? a.id : line.receiver;
      if (entity !== null) receiver = entity(a) ?? fail("There is nobody to send to.");
      a.minds.send(a.id, receiver, made);
      return null;
    };
  },
  if(p, row, { test, then: lines, else: others }) {
    const holds = p.run(test);
    const [then, otherwise] = [p.block(lines, row), p.block(others, row)];
    return (a) => runBlock(holds(a) ? then : otherwise, a);
  },
  do(p, row, line) {
    const call = p.call(row, line.action, line.arguments);
    return (a) => {
      const given = call.evaluate(a);
      const result = call.begin(a, a.now, given) ? call.tick(a, a.now, given) : FAILURE;
      if (result !== SUCCESS) fail(`the instant action ${line.action} gave ${WORDS[result].toUpperCase()}.`);
      return null;
    };
  },
};

const indexOf = (row) => (row === null ? -1 : row.index);

/** Return the state, of the innermost machine, whose block or activity a row belongs to, or -1. */
function stateAround(row) {
  for (let each = row; each !== null; each = each.parent) {
    if (each.op === "state") return each.index;
    if (each.op === "machine" || each.op === "transition") return -1;
  }
  return -1;
}

/** An action that a row or a line calls: its name, its arguments, the game's behavior by `slot`. */
class Call {
  constructor(row, name, slot, names, values) {
    this.row = row;
    this.name = name;
    this.slot = slot;
    this.names = names;
    this.values = values;
    this.given = Object.fromEntries(names.map((each) => [each, null]));
    this.steered = names.filter((each) => each !== "weight" && each !== "priority"); // what steering is told
  }

  /** Return the arguments: one object that is filled each time. */
  evaluate(a) {
    for (let k = 0; k < this.names.length; k++) this.given[this.names[k]] = this.values[k](a);
    return this.given;
  }

  begin(a, entered, given) {
    const behavior = a.actions[this.slot];
    return behavior.enter === undefined || this.attempt(a, entered, given, behavior, "enter") !== FAILED;
  }

  tick(a, entered, given) {
    const result = this.attempt(a, entered, given, a.actions[this.slot], "tick");
    if (result === "running") return RUNNING;
    if (result === "success") return SUCCESS;
    if (result !== "failure" && result !== FAILED) {
      const said = typeof result === "string" ? `'${result}'` : String(result);
      a.note(this.row, `${this.name} gave ${said}; a tick gives "running", "success" or "failure".`);
    }
    return FAILURE;
  }

  halt(a, entered) {
    const behavior = a.actions[this.slot];
    for (let k = 0; k < this.names.length; k++) {
      try {
        this.given[this.names[k]] = this.values[k](a);
      } catch (problem) { wordsOf(problem); this.given[this.names[k]] = null; }
    }
    if (behavior.halt !== undefined) this.attempt(a, entered, this.given, behavior, "halt");
  }

  attempt(a, entered, given, behavior, step) {
    try {
      return behavior[step](a.minds.context.of(a, this, entered), given);
    } catch (problem) {
      const words = problem === FAILED ? FAILED.words : problem instanceof Error ? problem.message : problem;
      a.note(this.row, `${this.name} failed: ${words}`);
      return FAILED;
    }
  }
}

// ---- Visiting a row -------------------------------------------------------------------------------------------

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
  const running = a.bytes[row.index] === RUNNING;
  let { guard } = row;
  if (guard !== null && (guard.whileRunning || !running)) {
    if (a.passedGuard === row.index) {
      a.passedGuard = -1;
      guard = null;
    } else if (!guardHolds(guard, row, a)) return turnAway(row, a, guard.refused);
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
    for (const child of row.children) halt(child, a);
    row.stop(a);
    a.dropRequests(row);
    result = FAILURE;
  }
  if (result !== RUNNING) {
    clear(row, a);
    if (result !== SKIPPED) a.bytes[row.index] = result;
    if (row.claims.length > 0) letGo(row.claims, a);
    if (row.ends.length > 0) doEnds(row, a, result);
  }
  return conclude(row, a, result);
}

function conclude(row, a, result) {
  a.outcomes[row.index] = (a.outcomes[row.index] & HALTED) | result;
  return result;
}

/** Set the statuses of a row and of all rows below it to 0. */
function clear(row, a) {
  if (row.end === row.index + 1) a.bytes[row.index] = IDLE;
  else a.bytes.fill(IDLE, row.index, row.end);
}

function turnAway(row, a, refused) {
  halt(row, a);
  a.bytes[row.index] = refused === SKIPPED ? IDLE : refused;
  return conclude(row, a, refused);
}

function halt(row, a) {
  if (a.bytes[row.index] !== RUNNING) return;
  for (let k = 0; k < row.children.length; k++) halt(row.children[k], a);
  row.stop(a);
  a.dropRequests(row);
  if (row.claims.length > 0) letGo(row.claims, a);
  clear(row, a);
  a.outcomes[row.index] |= HALTED;
  if (row.ends.length > 0) doEnds(row, a, IDLE);
}

/** Run the lines for the end of a row with a result; IDLE stands for a halt. */
function doEnds(row, a, result) {
  for (const end of row.ends) { runEnd(end.row, end.blocks[result], a); runEnd(end.row, end.onEnd, a); }
}

function runEnd(row, block, a) {
  const outer = a.state;
  if (row.op === "state") a.state = row;
  const failed = runBlock(block, a);
  if (failed !== null && row.op === "state") takeFailure(row.machine, failed);
  a.state = outer;
}

/** Test a guard; a failing one is false. Without `held`, `a.armed` has what it read armed. */
function guardHolds(guard, row, a) {
  let holds = false;
  try {
    holds = guard.held < 0 ? ask(guard, a) : askHolding(guard, heldBy(guard, row, a), a);
  } catch (problem) { a.note(row, wordsOf(problem)); }
  if (guard.lastTest >= 0) a.bytes[guard.lastTest] = holds ? 2 : 1;
  return holds;
}

/** Return with what a row that is about to be entered is turned away, IDLE for not at all. */
function admit(row, guard, a) {
  let lettingIn = NONE; // pairs of a test and what it read armed
  if (guard !== null && guard.triggers.length > 0) lettingIn = [[guard, armedNow(a)]];
  for (const test of row.preconditions) {
    if (decides(test, row, a)) {
      if (test.triggers.length > 0 && !test.lasting) consume(armedNow(a), a);
      return test.gives;
    }
    if (test.triggers.length > 0 && test.lasting) lettingIn = [...lettingIn, [test, armedNow(a)]];
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

function decides(test, row, a) {
  try {
    const holds = test.held < 0 ? ask(test, a) : askHolding(test, heldBy(test, row, a), a);
    return holds !== test.lasting;
  } catch (problem) { a.note(row, wordsOf(problem)); return test.lasting; }
}

function serve(service, row, a, entering) {
  const { due, interval, spread, every, jitter, guard } = service;
  if (entering) {
    a.ints[interval] = every(a);
    if (jitter !== null) a.ints[spread] = jitter(a);
  } else if (a.now < a.ints[due]) return;
  let ticks = a.ints[interval];
  if (jitter !== null) {
    const by = a.ints[spread];
    ticks = drawInt(a, row.stream, service.draws, ticks - by, ticks + by);
  }
  a.ints[due] = a.after(Math.max(ticks, 1));
  try {
    if (guard !== null && !guard(a)) return;
  } catch (problem) {
    a.note(row, wordsOf(problem));
    return;
  }
  runBlock(service.block, a);
}

// ---- Rows of behavior trees -----------------------------------------------------------------------------------

const opposite = (result) => (result === SUCCESS ? FAILURE : SUCCESS);

// Each op gives a row its `enter`, `tick`, `stop` and `refuse`. The fields of the row in the file are its places.
const TREE_OPS = {
  ordered(p, row, { ending, keep = false, reactive = false, place, tried, tested = -1, yield: yields = false }) {
    const { children } = row;
    const end = RESULTS[ending];
    const walk = (a, first) => {
      let at = first;
      for (; at < children.length; at++) {
        const result = visit(children[at], a);
        if (result === SKIPPED) continue;
        if (result === RUNNING) return stopAt(a, at, RUNNING);
        a.bytes[tried] = 1;
        if (result === end) return stopAt(a, at, end);
        if (yields && at + 1 < children.length) return stopAt(a, at + 1, RUNNING);
      }
      return stopAt(a, at, a.bytes[tried] !== 0 ? opposite(end) : SKIPPED);
    };
    const stopAt = (a, at, result) => {
      const before = a.ints[place];
      if (reactive && before >= 0 && before !== at) halt(children[before], a);
      if (keep) a.ints[place] = at === children.length ? 0 : at;
      else a.ints[place] = result === RUNNING ? at : -1;
      if (result !== RUNNING) a.bytes[tried] = 0;
      return result;
    };
    row.enter = (a) => {
      a.bytes[tried] = keep && a.ints[place] > 0 ? 1 : 0;
      if (tested >= 0) a.bytes.fill(0, tested, tested + children.length);
    };
    row.tick = (a) => {
      let first = tested >= 0 ? abortingChild(row, a) : -1;
      if (first < 0 && !reactive) first = a.ints[place];
      return walk(a, Math.max(first, 0));
    };
    row.stop = (a) => { a.bytes[tried] = 0; if (!keep) a.ints[place] = -1; };
  },
  round_robin(p, row, { start, place, tried }) {
    const { children } = row;
    const count = children.length;
    row.enter = (a) => { a.ints[place] = a.ints[start]; a.bytes[tried] = 0; };
    row.tick = (a) => {
      const first = a.ints[start];
      for (let turn = count === 0 ? 0 : modulo(a.ints[place] - first, count); turn < count; turn++) {
        const at = (first + turn) % count;
        a.ints[place] = at;
        const result = visit(children[at], a);
        if (result === RUNNING) return RUNNING;
        if (result === SUCCESS) { a.ints[start] = (at + 1) % count; return SUCCESS; }
        if (result === FAILURE) a.bytes[tried] = 1;
      }
      return a.bytes[tried] !== 0 ? FAILURE : SKIPPED;
    };
  },
  pipeline_sequence(p, row, { furthest, tried }) {
    const { children } = row;
    const walk = (a) => {
      let latest = SKIPPED;
      for (let at = 0; at < children.length; at++) {
        const result = visit(children[at], a);
        if (result === SKIPPED) continue;
        latest = result;
        if (result !== RUNNING) a.bytes[tried] = 1;
        else if (at >= a.ints[furthest]) { a.ints[furthest] = at; break; }
        if (result === FAILURE) break;
      }
      return latest === SKIPPED && a.bytes[tried] !== 0 ? SUCCESS : latest;
    };
    row.enter = (a) => { a.ints[furthest] = 0; a.bytes[tried] = 0; };
    row.tick = (a) => {
      const result = walk(a);
      if (result !== RUNNING) haltAll(children, a);
      return result;
    };
  },
  shuffled(p, row, { ending, weights = null, place, tried, order, draws }) {
    const { children, stream } = row;
    const count = children.length;
    const end = RESULTS[ending];
    const untried = weights === null || weights.some((each) => each !== 0) ? SKIPPED : FAILURE;
    const takesPart = (a, child) =>
      weights === null || weights[child] !== 0 || a.bytes[children[child].index] === RUNNING;
    row.enter = (a) => {
      const { ints } = a;
      a.ints[place] = 0;
      a.bytes[tried] = 0;
      for (let k = 0; k < count; k++) ints[order + k] = k;
      if (weights === null) {
        for (let k = count - 1; k > 0; k--) {
          const other = drawInt(a, stream, draws, 0, k);
          const last = ints[order + k];
          ints[order + k] = ints[order + other];
          ints[order + other] = last;
        }
        return;
      }
      for (let k = 0; k < count - 1; k++) {
        let total = 0;
        for (let left = k; left < count; left++) total += WEIGHTS[left - k] = weights[ints[order + left]];
        if (total === 0) return;
        const picked = order + k + drawWeighted(a, stream, draws, count - k);
        const child = ints[picked];
        ints.copyWithin(order + k + 1, order + k, picked);
        ints[order + k] = child;
      }
    };
    row.tick = (a) => {
      let at = a.ints[place];
      let result = RUNNING;
      for (; at < count; at++) {
        const child = a.ints[order + at];
        result = takesPart(a, child) ? visit(children[child], a) : SKIPPED;
        if (result === RUNNING) break;
        if (result === SKIPPED) continue;
        a.bytes[tried] = 1;
        if (result === end) break;
      }
      a.ints[place] = at;
      if (at < count) return result;
      return a.bytes[tried] !== 0 ? opposite(end) : untried;
    };
  },
  random_child(p, row, { weights = null, chosen, draws }) {
    row.enter = (a) => {
      const count = row.children.length;
      let total = 0;
      for (let k = 0; k < count; k++) total += WEIGHTS[k] = weights === null ? 1 : weights[k];
      a.ints[chosen] = total === 0 ? -1 : drawWeighted(a, row.stream, draws, count);
    };
    row.tick = (a) => (a.ints[chosen] < 0 ? FAILURE : visit(row.children[a.ints[chosen]], a));
  },
  parallel(p, row, data) {
    const { children } = row;
    const count = children.length;
    const { finished, needed, decide, again = false, chosen_children: chosen = NONE } = data;
    const [success, failure] = [p.parameter(data.success ?? 0).run, p.parameter(data.failure ?? 0).run];
    const counts = (a, result, places) => {
      let found = 0;
      const number = places === NONE ? count : places.length;
      for (let k = 0; k < number; k++) if (a.bytes[finished + (places === NONE ? k : places[k])] === result) found++;
      return found;
    };
    const decision = (a, latest) => {
      if (decide === "all_ended" && counts(a, 0, NONE) > 0) return IDLE;
      const taken = (chosen === NONE ? count : chosen.length) - counts(a, SKIPPED, chosen);
      if (taken === 0) return SKIPPED;
      const successes = Math.max(numberOf(a.ints[needed], taken), 0);
      const failures = Math.max(numberOf(a.ints[needed + 1], count - counts(a, SKIPPED, NONE)), 1);
      const succeeded = counts(a, SUCCESS, chosen) >= successes;
      let failed = counts(a, FAILURE, NONE) >= failures || taken - counts(a, FAILURE, chosen) < successes;
      if (succeeded && failed && latest !== IDLE) failed = latest === FAILURE;
      return failed ? FAILURE : succeeded ? SUCCESS : IDLE;
    };
    const visitAll = (a) => {
      for (let k = 0; k < count; k++) {
        if (a.bytes[finished + k] !== 0) continue;
        const result = visit(children[k], a);
        if (result !== RUNNING) a.bytes[finished + k] = result;
        const decided = decide === "each" ? decision(a, result) : IDLE;
        if (decided !== IDLE) return decided;
      }
      return decision(a, IDLE);
    };
    row.enter = (a) => {
      a.bytes.fill(0, finished, finished + count);
      a.ints[needed] = threshold(success(a), 0);
      a.ints[needed + 1] = threshold(failure(a), 1);
    };
    row.tick = (a) => {
      if (again) a.bytes.fill(0, finished, finished + count);
      const decided = visitAll(a);
      if (decided === IDLE) return RUNNING;
      haltAll(children, a);
      return decided;
    };
  },
  simple_parallel(p, row, { delayed = false, again = false, main, finished }) {
    const { children } = row;
    const visitOthers = (a, result) => {
      let anyRuns = false;
      for (let k = 1; k < children.length; k++) {
        const ended = a.bytes[finished + k] !== 0;
        const starts = (result !== FAILURE && !ended) || (again && result === RUNNING);
        if (!starts && a.bytes[children[k].index] !== RUNNING) continue;
        const other = visit(children[k], a);
        if (other === RUNNING) anyRuns = true;
        else a.bytes[finished + k] = other;
      }
      return anyRuns;
    };
    row.enter = (a) => { a.bytes[main] = 0; a.bytes.fill(0, finished, finished + children.length); };
    row.tick = (a) => {
      const result = a.bytes[main] || visit(children[0], a);
      if (result === RUNNING || (delayed && result !== SKIPPED)) {
        if (result !== RUNNING) a.bytes[main] = result;
        if (visitOthers(a, result) || result === RUNNING) return RUNNING;
      }
      for (let k = 1; k < children.length; k++) halt(children[k], a);
      return result;
    };
  },
  utility(p, row, { scores, every_tick = false, next_on_failure = false, inertia, chosen, added }) {
    const { children } = row;
    const runs = scores.map((each) => p.parameter(each).run);
    const fixed = p.parameter(inertia ?? 0).run;
    const failed = new Set(); // children that failed in this tick
    const choose = (a, former) => {
      if (former >= 0 && !every_tick) return former;
      let found = -1;
      let highest = 0;
      for (let k = 0; k < runs.length; k++) {
        if (failed.has(k)) continue;
        try {
          const score = runs[k](a);
          if (Number.isNaN(score)) fail("It is not a number.");
          const value = score + (k === former ? a.floats[added] : 0);
          if (found < 0 || value > highest) [found, highest] = [k, value];
        } catch (problem) { a.note(children[k], `score: ${wordsOf(problem)}`); }
      }
      return found;
    };
    row.enter = (a) => { a.floats[added] = fixed(a); a.ints[chosen] = -1; };
    row.tick = (a) => {
      if (failed.size > 0) failed.clear();
      for (;;) {
        const former = a.ints[chosen];
        const next = choose(a, former);
        if (next < 0) return FAILURE;
        if (former >= 0 && former !== next) halt(children[former], a);
        a.ints[chosen] = next;
        const result = visit(children[next], a);
        if (result === RUNNING) return RUNNING;
        a.ints[chosen] = -1;
        if (result !== FAILURE || !next_on_failure) return result;
        failed.add(next);
      }
    };
  },
  if_else(p, row, { reactive = false, branch }) {
    const { children } = row;
    row.enter = (a) => (a.ints[branch] = -1);
    row.tick = (a) => {
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
    };
  },
  switch(p, row, { value, cases = NONE, default: other = -1, chosen }) {
    const { children } = row;
    const found = p.caseOf(value, cases, other);
    row.enter = (a) => (a.ints[chosen] = -1);
    row.tick = (a) => {
      const next = found(a);
      const former = a.ints[chosen];
      if (former >= 0 && former !== next) halt(children[former], a);
      a.ints[chosen] = next;
      return next < 0 ? FAILURE : visit(children[next], a);
    };
  },
  try_recover(p, row, { attempts, same_tick = false, recovering, left }) {
    const { children } = row;
    const count = p.count(attempts);
    row.enter = (a) => { a.ints[left] = count(a); a.bytes[recovering] = 0; };
    row.tick = (a) => {
      do {
        if (a.bytes[recovering] === 0) {
          const result = visit(children[0], a);
          if (result !== FAILURE) return result;
          if (a.ints[left] === 0) return FAILURE;
          a.bytes[recovering] = 1;
        }
        const result = visit(children[1], a);
        if (result === RUNNING) return RUNNING;
        if (result !== SUCCESS) return FAILURE;
        a.ints[left] -= 1;
        a.bytes[recovering] = 0;
      } while (same_tick);
      return RUNNING;
    };
  },
  map_result(p, row, data) {
    const results = [IDLE, RUNNING, RESULTS[data.on_success], RESULTS[data.on_failure], SKIPPED];
    row.tick = (a) => results[visit(row.children[0], a)];
  },
  loop(p, row, { again_on, ends_with, counted_out, count, same_tick = false, any_end = false, limit, done }) {
    const most = count === undefined ? () => -1 : p.count(count);
    const [again, ended, out] = [again_on, ends_with, counted_out].map((each) => RESULTS[each]);
    row.enter = (a) => { a.ints[limit] = most(a); a.ints[done] = 0; };
    row.tick = (a) => {
      const last = a.ints[limit];
      if (last === 0) return out;
      do {
        const result = visit(row.children[0], a);
        if (result === RUNNING || result === SKIPPED) return result;
        if (result !== again && !any_end) return ended;
        a.ints[done] = last === -1 ? 0 : a.ints[done] + 1;
        if (a.ints[done] === last) return out;
      } while (same_tick);
      return RUNNING;
    };
  },
  for_each(p, row, { list, query, of, taken, item, goes_on = false, at }) {
    const kept = p.variable(taken);
    const listed = list === undefined ? null : p.variable(list);
    const about = p.parameter(of ?? null).run;
    const [child] = row.children;
    if (listed === null) p.game("queries", query);
    row.enter = (a) => {
      write(a, kept, listed === null ? a.minds.query(query, a.id, about(a) || "", kept.type) : read(a, listed));
      a.ints[at] = 0;
    };
    row.tick = (a) => {
      for (let k = a.ints[at]; k < a.ints[kept.length]; k++) {
        a.ints[at] = k;
        if (a.bytes[child.index] !== RUNNING) write(a, p.variable(item), read(a, itemOf(kept.type, kept.place, k)));
        const result = visit(child, a);
        if (result === RUNNING) return RUNNING;
        if (result === FAILURE && !goes_on) { row.stop(a); return FAILURE; }
      }
      row.stop(a);
      return SUCCESS;
    };
    row.stop = (a) => { write(a, kept, { list: NONE }); a.ints[at] = 0; };
  },
  timeout(p, row, { seconds, due }) {
    const ticks = p.duration(seconds);
    row.enter = (a) => (a.ints[due] = a.after(ticks(a)));
    row.tick = (a) => {
      if (a.now < a.ints[due]) return visit(row.children[0], a);
      halt(row.children[0], a);
      return FAILURE;
    };
  },
  delay(p, row, { seconds, due }) {
    const ticks = p.duration(seconds);
    row.enter = (a) => (a.ints[due] = a.after(ticks(a)));
    row.tick = (a) => (a.now < a.ints[due] ? RUNNING : visit(row.children[0], a));
  },
  cooldown(p, row, { seconds, refused, after, start_cooled = false, length, ready }) {
    const ticks = p.duration(seconds);
    const starts = after === undefined ? null : after.map((each) => RESULTS[each]);
    row.refuse = (a) => {
      if (start_cooled && a.ints[ready] === 0) a.ints[ready] = a.after(ticks(a));
      return a.ints[ready] > a.now ? RESULTS[refused] : IDLE;
    };
    row.enter = (a) => (a.ints[length] = ticks(a));
    row.tick = (a) => {
      const result = visit(row.children[0], a);
      if (result !== RUNNING && (starts === null || starts.includes(result))) a.ints[ready] = a.after(a.ints[length]);
      return result;
    };
    if (starts === null) row.stop = (a) => (a.ints[ready] = a.after(a.ints[length]));
  },
  rate_limit(p, row, { seconds, between, waits = false, length, next_start, last }) {
    const ticks = p.duration(seconds);
    const [child] = row.children;
    row.refuse = (a) => {
      if (waits || a.now >= a.ints[next_start]) return IDLE;
      return RESULTS[between] || a.bytes[last] || FAILURE;
    };
    row.enter = (a) => {
      const fixed = ticks(a);
      if (waits) a.ints[length] = fixed;
      else a.ints[next_start] = a.after(fixed);
    };
    row.tick = (a) => {
      if (waits && a.bytes[child.index] !== RUNNING) {
        if (a.now < a.ints[next_start]) return RUNNING;
        a.ints[next_start] = a.after(a.ints[length]);
      }
      const result = visit(child, a);
      if (result !== RUNNING) a.bytes[last] = result;
      return result;
    };
  },
  run_limit(p, row, { count, counted, afterwards, done, last }) {
    const limit = p.parameter(count ?? 0).run;
    const counts = counted.map((each) => RESULTS[each]);
    row.refuse = (a) => (a.ints[done] < limit(a) ? IDLE : RESULTS[afterwards] || a.bytes[last] || SKIPPED);
    row.tick = (a) => {
      const result = visit(row.children[0], a);
      if (result === SUCCESS || result === FAILURE) {
        a.bytes[last] = result;
        if (counts.includes(result)) a.ints[done] += 1;
      }
      return result;
    };
  },
  probability(p, row, { chance, refused, hit, draws }) {
    const share = p.parameter(chance ?? 0).run;
    row.enter = (a) => { const below = share(a); a.bytes[hit] = drawFloat(a, row.stream, draws) < below ? 1 : 0; };
    row.tick = (a) => (a.bytes[hit] !== 0 ? visit(row.children[0], a) : RESULTS[refused]);
  },
  pass(p, row) { row.tick = (a) => visit(row.children[0], a); },
  fixed(p, row, { result }) { row.tick = () => RESULTS[result]; },
  test(p, row, { test, otherwise }) {
    const asked = p.test(test);
    row.tick = (a) => {
      if (!ask(asked, a)) return RESULTS[otherwise];
      if (asked.triggers.length > 0) consume(a.armed, a);
      return SUCCESS;
    };
  },
  block(p, row, { block }) { const lines = p.block(block, row); row.tick = (a) => (runBlock(lines, a), SUCCESS); },
  log(p, row, { message }) { const said = p.parameter(message ?? null).run; row.tick = (a) => (said(a), SUCCESS); },
  wait(p, row, { seconds, jitter, due, draws }) {
    const [ticks, spread] = [p.duration(seconds), p.duration(jitter ?? 0)];
    row.enter = (a) => {
      const fixed = ticks(a);
      a.ints[due] = a.after(Math.max(spreadTicks(a, row.stream, draws, fixed, spread(a)), 0));
    };
    row.tick = (a) => (a.now < a.ints[due] ? RUNNING : SUCCESS);
  },
  action(p, row, { action, arguments: given, entered, begun }) {
    const call = p.call(row, action, given);
    row.enter = (a) => { a.ints[entered] = a.now; a.bytes[begun] = 0; };
    row.tick = (a) => {
      const values = call.evaluate(a);
      const first = a.bytes[begun] === 0;
      a.bytes[begun] = 1;
      a.dropRequests(row);
      if (first && !call.begin(a, a.ints[entered], values)) return FAILURE;
      return call.tick(a, a.ints[entered], values);
    };
    row.stop = (a) => { if (a.bytes[begun] !== 0) call.halt(a, a.ints[entered]); };
  },
  call(p, row, { bindings }) {
    const bind = p.bindings(bindings);
    row.tick = (a) => { bind(a); return visit(row.children[0], a); };
  },
  run(p, row, data) { TREE_OPS.call(p, row, data); row.enter = p.fresh(data.fresh, false); },
  claim(p, row, { place, claimed }) {
    const thing = thingOf(p, row, place);
    row.claim = { place: claimed, sort: thing.sort, counter: thing.counter };
    p.claims.push(row);
    row.tick = (a) => {
      const name = thing.name(a);
      const held = a.objects[claimed];
      if (held !== null && held !== name) letGo([row], a);
      if (name === null) return FAILURE;
      if (!holdsThing(a, thing.sort, name)) {
        const cell = thing.counter === null ? null : a.world[thing.counter];
        if (cell === null ? a.minds.holders.has(name) : cell.value <= 0) return FAILURE;
        if (cell === null) a.minds.holders.set(name, a.id);
        else cell.value -= 1;
      }
      a.objects[claimed] = name;
      return SUCCESS;
    };
  },
  release(p, row, { place }) {
    const thing = thingOf(p, row, place);
    row.tick = (a) => {
      const name = thing.name(a);
      const { claims } = a.program;
      if (name !== null) {
        letGo(claims.filter(({ claim }) => claim.sort === thing.sort && a.objects[claim.place] === name), a);
      }
      return SUCCESS;
    };
  },
};

const numberOf = (kept, children) => (kept >= 0 ? kept : children + 1 + kept);

function threshold(value, least) {
  if (value === "all") return -1;
  if (value === "any") return 1;
  return value >= least || value < 0 ? value : fail(`A threshold is a number from ${least} on; it is ${value}.`);
}

function haltAll(rows, a) { for (let k = 0; k < rows.length; k++) halt(rows[k], a); }

/** Halt the running child for an earlier one whose guard became true; return the place of that one, or -1. */
function abortingChild(row, a) {
  const { children } = row;
  const running = children.findIndex((each) => a.bytes[each.index] === RUNNING);
  for (let k = 0; k < running; k++) {
    const { guard, disabled } = children[k];
    if (disabled || guard === null || !guard.abortsLower) continue;
    const wasTrue = a.bytes[guard.lastTest] === 2;
    if (guardHolds(guard, children[k], a) && !wasTrue) {
      letIn(guard, armedNow(a), a);
      halt(children[running], a);
      a.passedGuard = children[k].index;
      return k;
    }
  }
  return -1;
}

// -- claims

/** Return what a claim or release is about: places that a shared variable counts, or an entity. */
function thingOf(p, row, place) {
  const declared = p.variable(place.variable);
  if (declared.type === "int") return { sort: "places", counter: declared.world, name: () => declared.name };
  return { sort: "entity", counter: null, name: p.run(place) };
}

function holdsThing(a, sort, name) {
  return a.program.claims.some(({ claim }) => claim.sort === sort && a.objects[claim.place] === name);
}

/** Let claims hold nothing; what no other claim of the agent holds goes back. */
function letGo(claims, a) {
  for (const { claim } of claims) {
    const name = a.objects[claim.place];
    a.objects[claim.place] = null;
    if (name === null || holdsThing(a, claim.sort, name)) continue;
    if (claim.counter === null) a.minds.holders.delete(name);
    else a.world[claim.counter].value = Math.min(a.world[claim.counter].value + 1, MOST_TICKS);
  }
}

// ---- Decision trees -------------------------------------------------------------------------------------------

TREE_OPS.decision_tree = (p, row, data) => {
  const { pace, leaves = NONE, rebound = NONE, random = NONE, current, due, interval, asked } = data;
  const every = p.count(pace.every);
  const { commit = false, waits = false } = pace;
  row.children = leaves.map((each) => p.row(each));
  row.top = p.row(data.top);
  row.evaluations = data.evaluations;
  row.random = random.map((each) => p.data(each).seen);
  const calls = rebound.map((leaf) => leaf.map((each) => ({ row: p.row(each.row), bind: p.bindings(each.bindings) })));
  const rebind = (a, leaf) => {
    if (leaf < 0) return;
    for (const call of calls[leaf] || NONE) {
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
    return (a.ints[current] = picked);
  };
  row.enter = (a) => {
    a.ints[interval] = every(a);
    a.ints[current] = -1;
    a.ints[due] = a.now;
    a.bytes[asked] = 0;
    beginRun(row, a);
  };
  row.tick = (a) => {
    let leaf = a.ints[current];
    const mayAsk = !commit || leaf < 0;
    if (mayAsk && (a.now >= a.ints[due] || a.bytes[asked] !== 0)) leaf = choose(a, leaf);
    else rebind(a, leaf);
    if (leaf < 0) return waits ? RUNNING : FAILURE;
    return visit(row.children[leaf], a);
  };
};

function beginRun(tree, a) { a.ints[tree.evaluations] = 0; for (const seen of tree.random) a.ints[seen] = 0; }

/** Walk from the top of a decision tree to a leaf; return its row, or null where there is no answer. */
function evaluateTree(tree, a) {
  const evaluation = (a.ints[tree.evaluations] += 1);
  let row = tree.top;
  while (row.answer !== null) {
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
      for (let k = 0; k < bounds.length; k++) {
        if (found < bounds[k].upto || (bounds[k].closed && found === bounds[k].upto)) return k;
      }
      return bounds.length;
    };
  },
  ask_switch: (p, row, { value, cases = NONE, default: other = -1 }) => p.caseOf(value, cases, other),
  ask_first_of(p, row, { tests = NONE, default: other = -1 }) {
    const asked = withDefault(tests, other).map((each) => (each === null ? () => false : p.run(each)));
    return (a) => { for (let k = 0; k < asked.length; k++) if (asked[k](a)) return k; return other; };
  },
  ask_table(p, row, { cells = NONE, default: other = -1, unique = false }) {
    const lines = withDefault(cells, other).map((line) => (line === null ? null : line.map((each) => p.run(each))));
    return (a) => {
      let hit = -1;
      for (let k = 0; k < lines.length; k++) {
        if (lines[k] === null || !lines[k].every((cell) => cell(a))) continue;
        if (!unique) return k;
        if (hit >= 0) fail(`Rows ${hit + 1} and ${k + 1} both match; only one may.`);
        hit = k;
      }
      return hit < 0 ? other : hit;
    };
  },
  ask_random(p, row, { weights, timeout, kept, seen, drawn, due, draws }) {
    const lasts = timeout === undefined ? () => MOST_TICKS : p.count(timeout);
    return (a, evaluation) => {
      const { ints } = a;
      if (ints[seen] !== 0 && ints[seen] === evaluation - 1 && evaluation < ints[due] && ints[kept] >= 0) {
        ints[seen] = evaluation;
        return ints[kept];
      }
      const evaluations = lasts(a);
      weights.forEach((each, k) => (WEIGHTS[k] = each));
      const branch = drawWeighted(a, row.stream, draws, weights.length);
      if (branch < 0) return -1;
      ints[kept] = branch;
      ints[drawn] = ints[seen] = evaluation;
      ints[due] = Math.min(evaluation + evaluations, MOST_TICKS);
      return branch;
    };
  },
  ask_tree(p, row, { bindings }) { const bind = p.bindings(bindings); return (a) => (bind(a), 0); },
  ask_nothing: () => () => -1,
  answer_outcome: () => () => 0,
  answer_value(p, row, { value }) { const given = p.parameter(value ?? null).run; return (a) => (given(a), 0); },
};

/** Return entries by branch: in a file the one of the default branch is left out. */
function withDefault(entries, other) {
  return other < 0 ? entries : [...entries.slice(0, other), null, ...entries.slice(other)];
}

// ---- State machines -------------------------------------------------------------------------------------------

/** What a machine needs only while one of its ticks is under way; all agents use it one after the other. */
class Work {
  constructor() {
    this.queue = []; // events and completions of the macrostep
    this.later = []; // raised by updates and activities
    this.completions = []; // of activities
    this.fresh = []; // rows of states entered since it was last emptied
    this.failed = []; // code that failed in the macrostep
    this.answers = new Map(); // by choice: its activation, and the outcome of its decision tree
    this.underWay = this.inMacrostep = this.stopping = false;
    this.status = IDLE; // the final status, once the machine has ended
    this.rounds = 0; // of the macrostep
    this.mode = NOTHING; // which entries are asked in the selection
    this.item = null; // the event or completion that is selected for
    this.takesPending = false;
    this.postponed = NONE; // entries that became pending in the selection
  }

  begin() {
    this.queue.length = this.later.length = this.completions.length = this.fresh.length = 0;
    if (this.answers.size > 0) this.answers.clear();
    this.underWay = true;
    this.stopping = false;
    this.status = IDLE;
    this.beginMacrostep();
    this.inMacrostep = false;
  }

  beginMacrostep() {
    this.failed.length = 0;
    this.inMacrostep = true;
    this.rounds = 0;
  }
}

const EXECUTION_ERROR = { name: "error.execution", fields: {} };

function takeRaised(work, event) {
  if (work.underWay && !work.stopping) (work.inMacrostep ? work.queue : work.later).push(event);
}

/** Raise `error.execution` in a machine, once per macrostep and piece of code. */
function takeFailure(machine, code) {
  const { work } = machine;
  if (!work.underWay || work.failed.includes(code)) return;
  work.failed.push(code);
  takeRaised(work, EXECUTION_ERROR);
}

function recordFailure(row, a, code, words) { a.note(row, words); takeFailure(row.machine, code); }

function runMachineBlock(block, row, a) {
  if (block.length === 0) return;
  const failed = runBlock(block, a);
  if (failed !== null) takeFailure(row.machine, failed);
}

const isBelow = (row, above) => above.index < row.index && row.index < above.end;
const isActive = (state, a) => a.bytes[state.index] !== 0;

function isAtomic(state, a) {
  for (let k = 0; k < state.states.length; k++) if (isActive(state.states[k], a)) return false;
  return true;
}

const isCompound = (state) => state.states.length > 0 && state.kind === "state";

const activeStates = (machine, a) => machine.allStates.filter((each) => isActive(each, a));

// -- domains, exit sets, targets, entries (the procedures of SCXML)

function remembered(history, a) {
  return history.places.filter(([, place]) => a.bytes[place] !== 0).map(([state]) => state);
}

/** Return targets, each history replaced by what it remembers, or by its default. */
function effectiveTargets(targets, a) {
  return targets.flatMap((target) => {
    if (target.history === null) return [target];
    const inner = remembered(target.history, a);
    return effectiveTargets(inner.length > 0 ? inner : target.history.default, a);
  });
}

function domainOf(transition, a) {
  const { source, targets, machine } = transition;
  if (transition.domain !== null || targets.length === 0) return transition.domain;
  if (source === machine) return machine;
  const inner = targets.some((each) => each.history !== null) ? effectiveTargets(targets, a) : targets;
  const holdsAll = (state) => isCompound(state) && inner.every((each) => isBelow(each, state));
  if ((transition.internal || transition.interrupt) && holdsAll(source)) return source;
  for (let each = source.parent; each !== machine; each = each.parent) if (holdsAll(each)) return each;
  return machine;
}

function exitSet(domains, machine, a) {
  return activeStates(machine, a).filter((state) => domains.some((each) => each !== null && isBelow(state, each)));
}

function exitSetsMeet(one, other, machine, a) {
  const [domain, otherDomain] = [domainOf(one, a), domainOf(other, a)];
  if (domain === null || otherDomain === null) return false;
  return activeStates(machine, a).some((state) => isBelow(state, domain) && isBelow(state, otherDomain));
}

/** The states to enter: below each domain one way leads down to the targets, and to what they need inside. */
class EntryPlan {
  constructor() {
    this.states = [];
    this.byDefault = new Set(); // compounds whose initial states are entered
    this.defaultHistories = []; // histories that remember nothing and have actions
    this.goals = [];
  }

  add(domain, targets, a) {
    this.aim(targets, a);
    for (const child of domain.states) {
      if (this.holdsGoal(child) && !this.states.includes(child)) this.addState(child, a);
    }
    this.states.sort((one, other) => one.index - other.index);
  }

  aim(targets, a) {
    for (const target of targets) {
      if (target.history === null) { this.goals.push(target); continue; }
      const inner = remembered(target.history, a);
      if (inner.length === 0 && target.history.defaultActions.length > 0) this.defaultHistories.push(target);
      this.aim(inner.length > 0 ? inner : target.history.default, a);
    }
  }

  addState(state, a) {
    if (!isActive(state, a)) this.states.push(state);
    if (state.kind === "parallel") for (const region of state.states) this.addState(region, a);
    else if (isCompound(state)) {
      let inner = state.states.find((each) => this.holdsGoal(each));
      if (inner === undefined) {
        this.byDefault.add(state);
        this.aim(state.initial, a);
        inner = state.states.find((each) => this.holdsGoal(each));
      }
      this.addState(inner, a);
    }
  }

  holdsGoal(state) { return this.goals.some((goal) => goal === state || isBelow(goal, state)); }
}

// -- microsteps

function microstep(machine, a, transitions) {
  const domains = transitions.map((each) => domainOf(each, a));
  const events = transitions.map((each) => takePending(each, a));
  const exited = exitSet(domains, machine, a);
  for (const state of exited) {
    for (const { history } of state.histories) {
      for (const [inner, place] of history.places) a.bytes[place] = isActive(inner, a) ? 1 : 0;
    }
  }
  for (const state of exited.reverse()) exitState(state, a);
  transitions.forEach((each, k) => executeTransition(each, events[k], a));
  const plan = new EntryPlan();
  transitions.forEach((each, k) => domains[k] !== null && plan.add(domains[k], each.targets, a));
  enterStates(plan, a);
}

function exitState(state, a) {
  a.state = state;
  a.pending.delete(state.index);
  if (a.delayed.length > 0) a.delayed = a.delayed.filter((each) => each.state !== state.index);
  if (state.activity !== null) {
    halt(state.activity.row, a);
    clear(state.activity.row, a);
    a.state = state;
  }
  runMachineBlock(state.exit, state, a);
  a.bytes[state.index] = 0;
  uncomplete(state, a);
  a.outcomes[state.index] = a.outcomes[state.index] === ENTERED ? PASSED : EXITED;
}

function executeTransition(transition, event, a) {
  const { cooldown, group, targets } = transition;
  a.outcomes[transition.index] = TAKEN;
  if (cooldown !== null) a.ints[cooldown.ready_from] = a.after(lengthOf(transition, cooldown, 0, a));
  if (group !== null && targets.length === 0 && group[0].after !== null) {
    const { enabled_from, length } = group[0].after;
    a.ints[enabled_from] = a.after(a.ints[length]);
  }
  a.state = transition.source;
  const current = a.event;
  if (event !== null) a.event = event;
  runMachineBlock(transition.actions, transition, a);
  a.event = current;
}

function enterStates(plan, a) {
  const { states, defaultHistories } = plan;
  const runDefaults = (owner) => {
    for (const history of defaultHistories) {
      if (history.parent !== owner) continue;
      a.state = owner;
      runMachineBlock(history.history.defaultActions, history, a);
    }
  };
  const others = new Set(defaultHistories.map((each) => each.parent).filter((each) => !states.includes(each)));
  [...others].sort((one, other) => one.index - other.index).forEach(runDefaults);
  for (const state of states) {
    enterState(state, a);
    if (plan.byDefault.has(state)) runMachineBlock(state.initialActions, state, a);
    runDefaults(state);
  }
}

function enterState(state, a) {
  const { work } = state.machine;
  a.bytes[state.index] = RUNNING;
  a.bytes[state.completed] = 0;
  a.ints[state.entered] = a.now;
  a.ints[state.activation] += 1;
  a.state = state;
  const before = a.outcomes[state.index];
  a.outcomes[state.index] = before === EXITED || before === REENTERED ? REENTERED : ENTERED;
  work.fresh.push(state);
  if (state.activity !== null) { a.bytes[state.activity.ended] = 0; state.activity.fresh(a); }
  runMachineBlock(state.entry, state, a);
  startTimers(state, a);
  if (state.status === IDLE) return;
  if (state.parent === state.machine) work.status = state.status;
  else complete(state.parent, state.status, work.queue, a);
}

/** Note that a state completed, and queue that and the completions of parallel states that it completes. */
function complete(state, status, queue, a) {
  a.bytes[state.completed] = status;
  queue.push({ name: `done.${WORDS[status]}`, state, activation: a.ints[state.activation] });
  const owner = state.parent;
  if (owner.kind !== "parallel") return;
  const regions = owner.states.map((each) => a.bytes[each.completed]);
  if (!regions.includes(0)) complete(owner, regions.includes(FAILURE) ? FAILURE : SUCCESS, queue, a);
}

function uncomplete(state, a) {
  const owner = state.parent;
  if (owner === state.machine || (state.status === IDLE && owner.kind !== "parallel")) return;
  if (owner.activity !== null && a.bytes[owner.activity.ended] !== 0) return;
  a.bytes[owner.completed] = 0;
  uncomplete(owner, a);
}

/** Fix from which tick on the timed transitions of a source that was just entered are enabled. */
function startTimers(source, a) {
  for (let k = 0; k < source.timed.length; k++) {
    const { after } = source.timed[k];
    a.ints[after.length] = lengthOf(source.timed[k], after, MOST_TICKS, a);
    a.ints[after.enabled_from] = a.after(a.ints[after.length]);
  }
}

function lengthOf(transition, timer, otherwise, a) {
  try {
    return timer.ticks(a);
  } catch (problem) { recordFailure(transition, a, timer, wordsOf(problem)); return otherwise; }
}

// -- whether a transition is enabled

function noteOutcome(a, transition, outcome) {
  if (outcome > a.outcomes[transition.index]) a.outcomes[transition.index] = outcome;
}

function isDue(entry, a) {
  if (entry.after === null || a.now >= a.ints[entry.after.enabled_from]) return true;
  for (const member of entry.members) noteOutcome(a, member, GUARD_FALSE);
  return false;
}

function transitionHolds(transition, a) {
  const { guard, source } = transition;
  let holds = true;
  if (guard !== null) {
    a.state = source;
    try {
      holds = askTransition(transition, guard, a);
    } catch (problem) { recordFailure(transition, a, guard, wordsOf(problem)); holds = false; }
  }
  noteOutcome(a, transition, holds ? TRUE_BUT_LOST : GUARD_FALSE);
  return holds;
}

function askTransition(transition, guard, a) {
  if (guard.triggers.length === 0) return guard.run(a);
  const waiting = a.pending.get(transition.source.index);
  const isPending = waiting !== undefined && waiting.transition === transition.members[0].index;
  const holds = askHolding(guard, isPending ? waiting.armed : NONE, a);
  a.reads.set(transition, holds ? armedNow(a) : NONE);
  return holds;
}

function isReady(transition, a) {
  const { cooldown } = transition;
  if (cooldown === null || a.now >= a.ints[cooldown.ready_from]) return true;
  noteOutcome(a, transition, GUARD_FALSE);
  return false;
}

/** Return what of an entry is enabled, its event apart: null, itself, or pairs of a group's member and weight. */
function enabled(entry, a) {
  if (!isDue(entry, a)) return null;
  if (entry.group !== null) return drawable(entry, a);
  return isReady(entry, a) && transitionHolds(entry, a) ? entry : null;
}

function drawable(entry, a) {
  const ready = entry.members.filter((each) => isReady(each, a) && transitionHolds(each, a));
  const pairs = ready.map((member) => [member, weightOf(member, a)]).filter(([, weight]) => weight > 0);
  return pairs.length > 0 ? pairs : null;
}

function weightOf(member, a) {
  try {
    const weight = member.weight.run(a);
    return weight < 0 ? fail(`A weight is 0 or more, but it is ${weight}.`) : weight;
  } catch (problem) { recordFailure(member, a, member.weight, wordsOf(problem)); return 0; }
}

function drawMember(entry, found, a) {
  if (entry.group === null || found === null) return found;
  found.forEach(([, weight], k) => (WEIGHTS[k] = weight));
  try {
    return found[drawWeighted(a, entry.source.stream, entry.group.draws, found.length)][0];
  } catch (problem) { recordFailure(entry, a, entry.group, wordsOf(problem)); return null; }
}

/** Tell whether a transition may be taken as far as the decision tree of its source is concerned. */
function isAnswer(entry, a) {
  const { source } = entry;
  if (source === entry.machine || source.decision === null) return true;
  const outcome = answerOf(source, a);
  if (entry.isElse || (outcome !== null && entry.outcome === outcome)) return true;
  for (const member of entry.members) noteOutcome(a, member, GUARD_FALSE);
  return false;
}

function answerOf(choice, a) {
  const { answers } = choice.machine.work;
  const activation = a.ints[choice.activation];
  const known = answers.get(choice);
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

function startPending(entry, a) {
  const { ticks, jitter, draws } = entry.delay;
  let fixed;
  try {
    fixed = ticks(a);
    fixed = Math.max(spreadTicks(a, entry.stream, draws, fixed, jitter(a)), 0);
  } catch (problem) {
    recordFailure(entry, a, entry.delay, wordsOf(problem));
    noteOutcome(a, entry, TRUE_BUT_LOST);
    return false;
  }
  const armed = new Set(entry.members.flatMap((each) => a.reads.get(each) || NONE));
  const waiting = { transition: entry.index, since: a.now, due: a.after(fixed), event: a.event };
  a.pending.set(entry.source.index, { ...waiting, armed: [...armed].sort((one, other) => one - other) });
  noteOutcome(a, entry, PENDING);
  return true;
}

/** Take a transition out of those that wait, and return the event it was enabled by. */
function takePending(transition, a) {
  const [first] = transition.members;
  const waiting = first.delay === null ? undefined : a.pending.get(first.source.index);
  if (waiting === undefined || waiting.transition !== first.index) return null;
  a.pending.delete(first.source.index);
  return waiting.event;
}

/** Forget pending transitions whose guard is false by now, interrupts or ordinary ones. */
function recheckPending(machine, a, interrupts) {
  if (a.pending.size === 0) return;
  for (const [source, waiting] of a.pendingInOrder()) {
    const entry = a.program.rows[waiting.transition];
    if (entry.machine !== machine || entry.interrupt !== interrupts) continue;
    if (entry.delay !== null && entry.delay.recheck && !stillHolds(entry, waiting, a)) {
      a.pending.delete(source);
      noteOutcome(a, entry, GUARD_FALSE);
    } else noteOutcome(a, entry, PENDING);
  }
}

function stillHolds(entry, waiting, a) {
  a.event = waiting.event;
  const holds = entry.members.some((each) => transitionHolds(each, a));
  a.event = null;
  return holds;
}

// -- selection

const MODES = {
  event: (entry, item) => entry.matches(item.name),
  completion: (entry, item) => entry.source === item.state && entry.matches(item.name),
  eventless: (entry) => entry.eventless,
  polled: (entry) => entry.polled,
};
let selections = 0;

function beginSelection(work, mode, item = null, takesPending = false) {
  selections += 1;
  work.mode = MODES[mode];
  work.item = item;
  work.takesPending = takesPending;
  work.postponed = NONE;
}

/** Return what an entry offers in this selection, or null; each is asked once. */
function offered(entry, work, a) {
  if (entry.askedIn !== selections) {
    entry.askedIn = selections;
    entry.offer = null;
    entry.offer = entry.delay !== null ? offeredDelayed(entry, work, a) : askEntry(entry, work, a);
  }
  return entry.offer;
}

function askEntry(entry, work, a) {
  if (!work.mode(entry, work.item) || !isAnswer(entry, a)) return null;
  return drawMember(entry, enabled(entry, a), a);
}

function offeredDelayed(entry, work, a) {
  const waiting = a.pending.get(entry.source.index);
  if (waiting === undefined) {
    if (!work.mode(entry, work.item) || enabled(entry, a) === null) return null;
    if (entry.group === null && isThereAlready(entry, a)) return entry;
    if (startPending(entry, a)) work.postponed = [...work.postponed, entry];
    return null;
  }
  if (waiting.transition !== entry.index || !work.takesPending || a.now < waiting.due) return null;
  if (entry.group === null) return entry;
  a.event = waiting.event;
  const drawn = drawMember(entry, drawable(entry, a), a);
  a.event = null;
  return drawn;
}

function isThereAlready(transition, a) {
  if (!transition.interrupt || transition.reenter || transition.targets.length === 0) return false;
  return effectiveTargets(transition.targets, a).every((each) => isActive(each, a));
}

/** Consume the triggers that let transitions be picked or become pending. */
function settled(picked, work, a) {
  if (a.reads.size > 0) {
    for (const each of [...picked, ...work.postponed.flatMap((entry) => entry.members)]) {
      consume(a.reads.get(each) || NONE, a);
      a.reads.delete(each);
    }
  }
  return picked;
}

function selectForEvent(machine, a, item) {
  const { work } = machine;
  const isEvent = item.state === undefined;
  beginSelection(work, isEvent ? "event" : "completion", item);
  const interrupts = isEvent ? pickInterrupts(machine, a) : NONE;
  let picked = pickInnerFirst(machine, a);
  if (interrupts.length > 0) {
    const kept = picked.filter((each) => {
      const isStopped = interrupts.some((other) => stops(other, each, machine, a));
      if (isStopped) noteOutcome(a, each, TRUE_BUT_LOST);
      return !isStopped;
    });
    picked = [...interrupts, ...kept];
  }
  return settled(picked, work, a);
}

function stops(interrupt, transition, machine, a) {
  const domain = domainOf(interrupt, a);
  if (domain === null) return false;
  return isBelow(transition.source, domain) || exitSetsMeet(transition, interrupt, machine, a);
}

/** Walk from each active atomic state to the machine; the first that is offered ends a walk. */
function pickInnerFirst(machine, a) {
  let picked = NONE;
  const { allStates } = machine;
  for (let k = 0; k < allStates.length; k++) {
    const atomic = allStates[k];
    if (!isActive(atomic, a) || !isAtomic(atomic, a)) continue;
    const found = firstOfChain(atomic, machine, a);
    if (found !== null && !picked.includes(found)) picked = [...picked, found];
  }
  return withoutConflicts(picked, machine, a, false);
}

function firstOfChain(atomic, machine, a) {
  for (let k = atomic.chain.length - 1; k >= 0; k--) {
    const found = firstOffered(atomic.chain[k].transitions, machine, a);
    if (found !== null) return found;
  }
  return null;
}

function firstOffered(entries, machine, a) {
  for (let k = 0; k < entries.length; k++) {
    const found = offered(entries[k], machine.work, a);
    if (found !== null) return found;
  }
  return null;
}

/** Walk from the machine to each active atomic state; one without targets does not end a walk. */
function pickOuterFirst(machine, a, skip, only) {
  let picked = NONE;
  const { allStates } = machine;
  for (let place = 0; place < allStates.length; place++) {
    const atomic = allStates[place];
    if (!isActive(atomic, a) || !isAtomic(atomic, a)) continue;
    walk: for (let k = 0; k < atomic.chain.length; k++) {
      const owner = atomic.chain[k];
      if (skip.includes(owner) || (only !== null && !only.includes(owner))) continue;
      for (let n = 0; n < owner.transitions.length; n++) {
        const found = offered(owner.transitions[n], machine.work, a);
        if (found === null) continue;
        if (!picked.includes(found)) picked = [...picked, found];
        if (found.targets.length > 0) break walk;
      }
    }
  }
  return withoutConflicts(picked, machine, a, true);
}

/** Walk the machine and its active states outside in; each offers its first enabled interrupt. */
function pickInterrupts(machine, a) {
  let picked = NONE;
  if (!machine.hasInterrupts) return picked;
  for (const owner of machine.owners) {
    if (owner !== machine && !isActive(owner, a)) continue;
    const found = firstOffered(owner.interrupts, machine, a);
    if (found === null) continue;
    if (isThereAlready(found, a) || picked.some((each) => exitSetsMeet(found, each, machine, a))) {
      noteOutcome(a, found, TRUE_BUT_LOST);
    } else picked = [...picked, found];
  }
  return picked;
}

/** Drop losers among transitions whose exit sets meet. */
function withoutConflicts(picked, machine, a, outerWins) {
  if (picked.length < 2) return picked;
  let kept = [];
  for (const transition of picked) {
    const beats = ({ source }) =>
      outerWins ? isBelow(source, transition.source) : isBelow(transition.source, source);
    const rivals = kept.filter((each) => exitSetsMeet(transition, each, machine, a));
    if (rivals.every(beats)) {
      for (const rival of rivals) noteOutcome(a, rival, TRUE_BUT_LOST);
      kept = [...kept.filter((each) => !rivals.includes(each)), transition];
    } else noteOutcome(a, transition, TRUE_BUT_LOST);
  }
  return kept;
}

// -- running to rest

function addRound(machine, a) {
  const { work } = machine;
  if (work.rounds >= a.program.rounds) throw NOT_AT_REST;
  work.rounds += 1;
}

function isOver({ state, activation }, a) { return !isActive(state, a) || a.ints[state.activation] !== activation; }

/** Take one event or completion and run to rest. */
function macrostep(machine, a, item) {
  if (item.state !== undefined && isOver(item, a)) return;
  machine.work.beginMacrostep();
  takeItem(machine, a, item);
  runToRest(machine, a);
}

function takeItem(machine, a, item) {
  a.event = item.state === undefined ? item : null;
  const picked = selectForEvent(machine, a, item);
  addRound(machine, a);
  if (picked.length > 0) microstep(machine, a, picked);
  a.event = null;
}

/** Take what was selected as one microstep, if it is anything, and run to rest. */
function takeAndRest(machine, a, picked) {
  if (picked.length > 0) { addRound(machine, a); microstep(machine, a, picked); }
  runToRest(machine, a);
}

function runToRest(machine, a) {
  const { work } = machine;
  while (work.status === IDLE) {
    let picked = NONE;
    if (machine.eventless) {
      beginSelection(work, "eventless");
      picked = settled(pickInnerFirst(machine, a), work, a);
    }
    if (picked.length > 0) {
      addRound(machine, a);
      microstep(machine, a, picked);
    } else if (work.queue.length > 0) {
      const item = work.queue.shift();
      if (item.state === undefined || !isOver(item, a)) takeItem(machine, a, item);
    } else break;
  }
  work.inMacrostep = false;
}

// -- the tick of a machine

TREE_OPS.machine = (p, row, data) => {
  p.owner(row, data);
  row.machine = row;
  row.work = new Work();
  row.allStates = p.rowsOf(data.all_states);
  row.allTransitions = p.rowsOf(data.all_transitions);
  row.owners = [row, ...row.allStates];
  row.eventless = data.eventless === true;
  row.hasInterrupts = row.interrupts.length > 0 || row.allTransitions.some((each) => p.data(each.index).interrupt);
  row.hasTransient = row.allStates.some((each) => p.data(each.index).transient);
  row.enter = (a) => { a.ints[row.entered] = -1; forgetMachine(row, a); };
  row.tick = (a) => tickMachine(row, a);
  row.stop = (a) => exitAll(row, a);
};

function tickMachine(machine, a) {
  const { work } = machine;
  const outer = a.state;
  work.begin();
  try {
    if (a.ints[machine.entered] === -1) startMachine(machine, a);
    else steps(machine, a);
  } catch (problem) {
    if (problem !== NOT_AT_REST) throw problem;
    a.note(machine, NOT_AT_REST.words);
    a.event = null;
  } finally {
    if (work.status !== IDLE) exitAll(machine, a);
    work.underWay = false;
    a.state = outer;
  }
  return work.status === IDLE ? RUNNING : work.status;
}

/** Step 1: enter the initial states; then steps 6 and 7. */
function startMachine(machine, a) {
  const { work } = machine;
  a.ints[machine.entered] = a.now;
  a.state = machine;
  work.beginMacrostep();
  startTimers(machine, a);
  runMachineBlock(machine.initialActions, machine, a);
  const plan = new EntryPlan();
  plan.add(machine, machine.initial, a);
  enterStates(plan, a);
  runToRest(machine, a);
  if (work.status === IDLE) updates(machine, a);
}

function steps(machine, a) {
  const { work } = machine;
  let due = NONE; // fixed before anything happens: what is raised from now on waits for the next tick
  if (a.delayed.length > 0) due = a.dueEvents(machine.index);
  work.beginMacrostep();
  runToRest(machine, a); // step 2
  for (let k = 0; k < due.length && work.status === IDLE; k++) {
    if (a.takeDelayed(due[k])) macrostep(machine, a, due[k].event);
  }
  for (let k = 0; k < a.events.length && work.status === IDLE; k++) macrostep(machine, a, a.events[k]); // step 3
  if (work.status === IDLE) polledInterrupts(machine, a); // step 4
  if (work.status === IDLE) polledTransitions(machine, a); // step 5
  if (work.status === IDLE) updates(machine, a); // steps 6 and 7
}

function polledInterrupts(machine, a) {
  const { work } = machine;
  work.fresh.length = 0;
  work.beginMacrostep();
  recheckPending(machine, a, true);
  beginSelection(work, "polled", null, true);
  takeAndRest(machine, a, settled(pickInterrupts(machine, a), work, a));
}

function polledTransitions(machine, a) {
  const { work } = machine;
  let passes = 0;
  let only = null;
  let skip = work.fresh.length > 0 ? [...work.fresh] : NONE;
  while (work.status === IDLE) {
    work.fresh.length = 0;
    work.beginMacrostep();
    if (only === null) recheckPending(machine, a, false);
    beginSelection(work, "polled", null, true);
    const picked = settled(pickOuterFirst(machine, a, skip, only), work, a);
    if (only !== null && picked.length > 0 && ++passes > a.program.rounds) throw NOT_AT_REST;
    takeAndRest(machine, a, picked);
    if (!machine.hasTransient) return;
    const entered = [...work.fresh, ...skip];
    only = activeStates(machine, a).filter((each) => each.transient && entered.includes(each));
    if (only.length === 0) return;
    skip = NONE;
  }
}

/** Steps 6 and 7: update the active states and tick their activities, outer first, and take what came of it. */
function updates(machine, a) {
  const { work, allStates } = machine;
  work.failed.length = 0;
  for (let k = 0; k < allStates.length; k++) {
    const state = allStates[k];
    if (!isActive(state, a)) continue;
    a.state = state;
    runMachineBlock(state.update, state, a);
    if (state.activity !== null) tickActivity(state, a);
  }
  const items = work.completions.length + work.later.length > 0 ? [...work.completions, ...work.later] : NONE;
  for (let k = 0; k < items.length && work.status === IDLE; k++) macrostep(machine, a, items[k]);
  if (items.length === 0) { work.beginMacrostep(); runToRest(machine, a); }
}

function tickActivity(state, a) {
  const { row, ended, loop, bind } = state.activity;
  if (a.bytes[ended] !== 0 || a.visitsLeft <= 0) return;
  let result;
  try {
    bind(a);
    result = visitRoot(row, a);
  } catch (problem) {
    recordFailure(state, a, state.activity, wordsOf(problem));
    halt(row, a);
    result = FAILURE;
  }
  a.state = state;
  if (result !== SUCCESS && result !== FAILURE) return;
  if (!loop) a.bytes[ended] = 1;
  complete(state, result, state.machine.work.completions, a);
}

function exitAll(machine, a) {
  if (machine.work.underWay) machine.work.stopping = true;
  for (const state of activeStates(machine, a).reverse()) exitState(state, a);
  forgetMachine(machine, a);
}

/** Forget histories, cooldowns, and what is delayed and pending: the machine begins or is over. */
function forgetMachine(machine, a) {
  if (a.delayed.length > 0) a.delayed = a.delayed.filter((each) => each.machine !== machine.index);
  a.pending.delete(machine.index);
  for (const { index, history } of machine.allStates) {
    a.pending.delete(index);
    if (history !== null) for (const [, place] of history.places) a.bytes[place] = 0;
  }
  for (const { cooldown } of machine.allTransitions) if (cooldown !== null) a.ints[cooldown.ready_from] = 0;
}

// ---- Programs -------------------------------------------------------------------------------------------------

/** A row that can be ticked. `children` of a decision tree are its leaves; a machine has none. */
class Row {
  constructor(index, data, parent) {
    this.index = index;
    this.op = data.op;
    this.end = data.end ?? index + 1;
    this.parent = parent;
    this.machine = null;
    this.stream = data.stream;
    this.rank = data.rank;
    this.draws = data.draws;
    this.disabled = data.disabled === true;
    this.guard = null;
    this.preconditions = this.services = this.ends = this.children = NONE;
    this.claims = NONE; // rows of claims that let go when this one ends
    this.enter = this.stop = NOTHING;
    this.tick = this.refuse = this.answer = null;
  }
}

/** An expression, or a value that is fixed: its type, and a function of the agent. */
class Code {
  constructor(type, run) {
    this.type = type;
    this.sort = sortOf(type);
    this.run = run;
  }

  /** Return a function that gives a value; a vector is a pair of its own, or always `pair`. */
  boxed(pair = null) {
    const { run } = this;
    if (this.sort !== "vector") return run;
    return (a) => {
      run(a);
      const made = pair || [0, 0];
      made[0] = X;
      made[1] = Y;
      return made;
    };
  }
}

const BYTE_PLACES = new Set(
  "asked begun completed ended finished held hit last last_test main recovering tested tried".split(" "),
);
const INT_PLACES = new Set(
  ("activation at branch chosen current done draws drawn due enabled_from entered evaluations furthest interval " +
    "kept left length limit needed next_start order place ready ready_from seen spread start").split(" "),
);

const PARTS = new Set("guard preconditions services after cooldown delay activity".split(" "));

/** Build the rows of a program; everything that is wrong with it is thrown as an error with words. */
class Program {
  constructor(data) {
    this.given = data;
    this.rate = data.rate;
    this.rounds = data.rounds ?? 1000;
    this.needs = data.needs ?? {};
    this.sizes = { bytes: 0, ints: 0, floats: 0, objects: 0, ...data.memory };
    this.variables = (data.variables ?? NONE).map((each, number) => ({
      ...each,
      scope: each.scope ?? "agent",
      world: each.scope === "world" ? number : null,
    }));
    this.triggers = (data.triggers ?? NONE).map((each) => ({
      ...each,
      ticks: each.ticks ?? 0,
      place: this.variable(each.variable).place,
    }));
    this.triggersRead = new Set();
    this.claims = [];
    this.actions = []; // by the slots of calls
    this.rows = [];
    data.rows.forEach((each, index) => this.rows.push(this.makeRow(index, each)));
    data.rows.forEach((each, index) => {
      const row = this.rows[index];
      if (each.machine !== undefined) row.machine = this.row(each.machine);
    });
    this.groups = (data.groups ?? NONE).map((group) => Object.assign(this.rowsOf(group.members), group));
    data.rows.forEach((each, index) => {
      try {
        this.checkPlaces(each);
        this.build(this.rows[index], each);
      } catch (problem) {
        throw new MindError(`rows[${index}] (${each.op}): ${problem.message}`);
      }
    });
    for (const row of this.claims) {
      const { until } = this.data(row.index);
      if (until !== undefined) this.row(until).claims = [...this.row(until).claims, row];
    }
    this.states = this.rows.filter((each) => each.op === "state");
    this.defaults = this.fresh(data.defaults, false);
  }

  makeRow(index, data) {
    const known = [TREE_OPS, QUESTION_OPS, OTHER_OPS].some((ops) => ops[data.op] !== undefined);
    if (!known) throw new MindError(`rows[${index}] has the op '${data.op}', which this executor does not know.`);
    const parent = index === 0 ? null : this.rows[data.parent];
    if (parent === undefined) throw new MindError(`rows[${index}] lies in no row.`);
    const end = data.end ?? index + 1;
    if (!(end > index && end <= this.given.rows.length)) throw new MindError(`rows[${index}] ends at no row.`);
    return new Row(index, data, parent);
  }

  build(row, data) {
    if (OTHER_OPS[row.op] !== undefined) OTHER_OPS[row.op](this, row, data);
    else if (QUESTION_OPS[row.op] !== undefined) {
      row.answer = QUESTION_OPS[row.op](this, row, data);
      row.branches = this.rowsOf(data.branches);
      row.isAnswer = row.op.startsWith("answer_");
      row.outcome = data.outcome;
    } else {
      row.children = this.rowsOf(data.children);
      if (data.guard !== undefined) {
        const { test, while_running = false, refused, aborts_lower = false, last_test = -1, held = -1 } = data.guard;
        const more = { whileRunning: while_running, refused: RESULTS[refused], abortsLower: aborts_lower };
        row.guard = { ...this.test(test), ...more, lastTest: last_test, held };
      }
      row.preconditions = (data.preconditions ?? NONE).map(({ test, gives, while: lasting = false, held = -1 }) => ({
        ...this.test(test),
        gives: RESULTS[gives],
        lasting,
        held,
      }));
      row.services = (data.services ?? NONE).map((each) => ({
        ...each,
        every: this.duration(each.every),
        jitter: each.jitter === undefined ? null : this.duration(each.jitter),
        guard: each.guard === undefined ? null : this.run(each.guard),
        block: this.block(each.block, row),
      }));
      row.ends = (data.ends ?? NONE).map((each) => {
        const owner = this.row(each.row);
        const block = (name) => this.block(each[name], owner);
        const blocks = [block("on_halt"), NONE, block("on_success"), block("on_failure"), NONE]; // by result
        return { row: owner, blocks, onEnd: block("on_end") };
      });
      TREE_OPS[row.op](this, row, data);
    }
  }

  /** Refuse a place outside of memory, which would silently hold nothing. */
  checkPlaces(data) {
    for (const [name, value] of Object.entries(data)) {
      if (PARTS.has(name)) for (const part of [value].flat()) this.checkPlaces(part);
      if (typeof value !== "number") continue;
      const memory = BYTE_PLACES.has(name) ? "bytes" : INT_PLACES.has(name) ? "ints" : null;
      if (memory !== null && !(value < this.sizes[memory])) throw new MindError(`${name} ${value} is no place.`);
    }
  }

  // -- links

  row(number) { return this.rows[number] ?? refuse(`there is no row ${number}`); }
  rowsOf(numbers = NONE) { return numbers.map((each) => this.row(each)); }
  data(number) { return this.given.rows[number]; }
  variable(number) { return this.variables[number] ?? refuse(`there is no variable ${number}`); }

  triggerOf(number) {
    const { place } = this.variable(number);
    return this.triggers.find((each) => each.place === place) ?? refuse(`variable ${number} is no trigger`);
  }

  game(sort, name) {
    if ((this.needs[sort] ?? {})[name] === undefined) refuse(`'${name}' is not in needs.${sort}`);
  }

  // -- code

  typeOf(node) {
    if (node.type !== undefined) return node.type;
    if (node.node === "variable_read") {
      const { type } = this.variable(node.variable);
      return type === "trigger" ? "bool" : type;
    }
    if (node.node === "constant") return typeOfValue(node.value);
    if (node.node === "context_read") return node.name === "self" ? "entity" : "float";
    const bools = ["comparison", "logical", "not", "received", "condition_call"];
    return bools.includes(node.node) ? "bool" : node.node === "event_name" ? "string" : "float";
  }

  code(node) {
    const make = NODES[node.node] ?? refuse(`there is no node '${node.node}' in expressions`);
    const type = this.typeOf(node);
    return new Code(type, make(this, node, type));
  }

  run(node) { return this.code(node).run; }

  /** Return a test with the places of the triggers that it may read. */
  test(node) {
    this.triggersRead.clear();
    const run = this.run(node);
    return { run, triggers: [...this.triggersRead].sort((one, other) => one - other), held: -1 };
  }

  constant(value) {
    const type = typeOfValue(value);
    return new Code(type, type === "vector" ? () => setVector(value) : () => value);
  }

  parameter(data) {
    return data !== null && typeof data === "object" && data.node !== undefined ? this.code(data) : this.constant(data);
  }

  count(data = 0) {
    const { run } = this.parameter(data);
    return (a) => {
      const value = run(a);
      return value >= 0 ? value : fail(`A count is a whole number from 0 on; it is ${value}.`);
    };
  }

  duration(data = 0) {
    if (typeof data === "number") return () => data;
    const seconds = this.run(data);
    const { rate } = this;
    return (a) => ticksOf(seconds(a), rate);
  }

  unboxed(type, value) { return type === "vector" ? (a) => setVector(value(a)) : value; }

  block(lines = NONE, row) {
    return lines.map((each, place) => {
      const make = LINES[each.op] ?? refuse(`there is no line '${each.op}'`);
      return { run: make(this, row, each), number: each.line ?? place, row };
    });
  }

  /** Return a function that writes what a code gives to a variable; false where that does not fit. */
  writer(number, code) {
    const declared = this.variable(number);
    const { type, place, world } = declared;
    const { run } = code;
    if (world === null && code.sort === sortOf(type)) {
      if (type === "float") return (a) => writeFloat(a, place, run(a));
      if (type === "int") return (a) => ((a.ints[place] = run(a)), true);
      if (code.sort === "bool") return (a) => ((a.bytes[place] = run(a) ? 1 : 0), true);
      if (type === "vector") return (a) => (run(a), writeVector(a, place));
    }
    const value = code.boxed();
    return (a) => {
      const given = value(a);
      if (!fits(given, type)) return false;
      if (world === null) write(a, declared, given);
      else a.minds.writes.push([a.world[world], given]);
      return true;
    };
  }

  bindings(list = NONE) {
    const writers = list.map((each) => this.writer(each.variable, this.parameter(each.value ?? null)));
    return (a) => {
      for (let k = 0; k < writers.length; k++) {
        if (!writers[k](a)) fail(`The value of a parameter does not fit (variable ${list[k].variable}).`);
      }
    };
  }

  /** Return a function that gives places their first values; `isTicking` tells how triggers are armed. */
  fresh(list = NONE, isTicking) {
    const writers = list.map((each) => {
      if (each.buffer !== undefined) return (a) => (a[`${each.buffer}s`][each.place] = 0);
      const declared = this.variable(each.variable);
      if (!fits(each.value ?? null, declared.type)) refuse(`a first value is not ${typeWords(declared.type)}`);
      if (declared.type === "trigger" && each.value && isTicking) {
        const trigger = this.triggerOf(each.variable);
        return (a) => arm(a, trigger, true);
      }
      return (a) => write(a, declared, each.value ?? null);
    });
    return (a) => { for (let k = 0; k < writers.length; k++) writers[k](a); };
  }

  event({ event: name, fields = {} }) {
    const names = Object.keys(fields).sort();
    const values = names.map((each) => this.code(fields[each]).boxed());
    return (a) => ({ name, fields: Object.fromEntries(names.map((each, k) => [each, values[k](a)])) });
  }

  call(row, name, given = {}) {
    const needed = (this.needs.actions ?? {})[name] ?? refuse(`'${name}' is not in needs.actions`);
    const parameters = needed.parameters ?? NONE;
    const values = parameters.map((each) => {
      const value = given[each.name] === undefined ? each.default ?? null : given[each.name];
      return this.parameter(value).boxed([0, 0]);
    });
    if (!this.actions.includes(name)) this.actions.push(name);
    return new Call(row, name, this.actions.indexOf(name), parameters.map((each) => each.name), values);
  }

  /** Return a function that gives the place of the case that equals a value, else `other`. */
  caseOf(value, cases, other) {
    const asked = this.code(value).boxed();
    const known = withDefault(cases, other);
    return (a) => {
      const found = asked(a);
      for (let k = 0; k < known.length; k++) if (known[k] !== null && same(known[k], found)) return k;
      return other;
    };
  }

  /** Fill in what machines and states have in common. */
  owner(row, data) {
    for (const name of ["states", "histories", "transitions", "interrupts", "initial"]) {
      row[name] = this.rowsOf(data[name]);
    }
    row.initialActions = this.block(data.initial_actions, row);
    row.entered = data.entered;
    row.chain = row.op === "machine" ? [row] : [...row.parent.chain, row];
    row.timed = [...row.transitions, ...row.interrupts].filter((each) => this.data(each.index).after !== undefined);
  }
}

function writeFloat(a, place, value) {
  if (!Number.isFinite(value)) return false;
  a.floats[place] = value;
  return true;
}

function writeVector(a, place) {
  return Number.isFinite(Y) && writeFloat(a, place, X) && writeFloat(a, place + 1, Y);
}

function typeOfValue(value) {
  if (value === null) return "entity";
  if (Array.isArray(value)) return "vector";
  return { boolean: "bool", number: "float", string: "string" }[typeof value] ?? { list: "entity", most: Infinity };
}

function refuse(words) { throw new MindError(`${words}.`); }

// The rows of machines that are not ticked themselves.
const OTHER_OPS = {
  state(p, row, data) {
    p.owner(row, data);
    row.kind = data.kind;
    row.transient = data.transient === true;
    row.status = RESULTS[data.status] ?? IDLE; // of a final state
    row.completed = data.completed;
    row.activation = data.activation;
    for (const name of ["entry", "update", "exit"]) row[name] = p.block(data[name], row);
    const { activity, history, decision } = data;
    row.activity = row.history = row.decision = null;
    if (activity !== undefined) {
      const { loop = false, ended, bindings, fresh } = activity;
      const made = { bind: p.bindings(bindings), fresh: p.fresh(fresh, true) };
      row.activity = { row: p.row(activity.row), loop, ended, ...made };
    }
    if (history !== undefined) {
      const places = (history.places ?? NONE).map(([state, place]) => [p.row(state), place]);
      const defaultActions = p.block(history.default_actions, row);
      row.history = { places, default: p.rowsOf(history.default), defaultActions };
    }
    if (decision !== undefined) row.decision = { tree: p.row(decision.tree), bind: p.bindings(decision.bindings) };
  },
  transition(p, row, data) {
    const { after, cooldown, delay, events = NONE } = data;
    const timer = (each) => (each === undefined ? null : { ...each, ticks: p.duration(each.time) });
    const names = events.filter((each) => each !== "tick" && each !== "always");
    row.source = p.row(data.source);
    row.targets = p.rowsOf(data.targets);
    row.domain = data.domain === undefined ? null : p.row(data.domain);
    row.polled = events.includes("tick");
    row.eventless = events.includes("always");
    row.matches = (event) => names.some((each) => each === "*" || each === event || event.startsWith(`${each}.`));
    row.group = data.group === undefined ? null : p.groups[data.group];
    row.members = row.group ?? [row];
    row.guard = data.guard === undefined ? null : p.test(data.guard);
    row.actions = p.block(data.actions, row);
    row.weight = p.parameter(data.weight ?? 1);
    [row.after, row.cooldown, row.delay] = [after, cooldown, delay].map(timer);
    if (row.delay !== null) row.delay.jitter = p.duration(delay.jitter);
    for (const name of ["internal", "interrupt", "reenter"]) row[name] = data[name] === true;
    row.isElse = data.else === true;
    row.outcome = data.outcome;
    row.askedIn = 0; // the selection in which it was asked last, and what it offered
    row.offer = null;
  },
};

/** A mind as a game loads it: a program that agents can be given. */
export class Mind {
  /**
   * Read the text of an export (or what JSON.parse made of it).
   *
   * `names` is the text, or the value, of the file of names beside it, for words in errors and `statusOf`.
   * Throws `MindError` for a text that is none, of another version, or that uses what this executor lacks.
   */
  static parse(text, { names = null } = {}) {
    const data = parsed(text, "export");
    if (data.format !== "mindloom-runtime") refuse('The file is no export: its format is not "mindloom-runtime"');
    const again = "Export the document again: mindloom export NAME.mind.json";
    if (data.version !== 2 || data.uses === undefined) {
      const version = data.version === 2 ? 1 : data.version; // the first files that said 2 had the form of 1
      refuse(`The export is of version ${version}, and this executor reads version 2. ${again}`);
    }
    const ops = { ...TREE_OPS, ...QUESTION_OPS, ...OTHER_OPS };
    for (const [sort, known] of Object.entries({ functions: FUNCTIONS, lines: LINES, ops })) {
      const lacking = (data.uses[sort] ?? NONE).find((each) => known[each] === undefined);
      if (lacking !== undefined) refuse(`The export uses '${lacking}' (${sort}), which this executor does not have`);
    }
    const mind = new Mind();
    try {
      mind.program = null;
      mind.program = new Program(data);
    } catch (problem) { throw new MindError(`The export is damaged: ${problem.message} ${again}.`); }
    mind.hash = data.hash;
    mind.rate = data.rate;
    mind.needs = mind.program.needs;
    mind.names = names === null ? null : parsed(names, "file of names");
    if (mind.names !== null && mind.names.program !== mind.hash) refuse("The file of names is of another export");
    return mind;
  }

  /** Return how a row is called: a path where there are names, else its number. */
  nameOf(row) { return this.names === null ? String(row) : this.names.rows[row][2] || this.names.rows[row][1]; }
}

function parsed(text, what) {
  try {
    const value = typeof text === "string" ? JSON.parse(text) : text;
    if (value !== null && typeof value === "object") return value;
  } catch (problem) { refuse(`The ${what} is no JSON: ${problem.message}`); }
  return refuse(`The ${what} holds no object`);
}

// ---- Agents ---------------------------------------------------------------------------------------------------

/** What an action or condition is called with; one object is used again and again, so keep nothing of it. */
class Context {
  constructor(minds) {
    this.minds = minds;
    this.mind = this.call = null;
    this.agent = "";
    this.entered = 0;
  }

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
  effect(name, given = {}) { this.minds.effects.push({ agent: this.agent, name, arguments: copied(given) }); }

  steer(behavior, given = {}, { weight = 1, priority = 1 } = {}) {
    this.mind.steer(this.call.row, behavior, Object.keys(given), given, weight, priority);
  }
}

function copied(given, names = Object.keys(given)) {
  return Object.fromEntries(names.map((name) => [name, Array.isArray(given[name]) ? [...given[name]] : given[name]]));
}

function isSameBy(names, one, other) {
  for (let k = 0; k < names.length; k++) if (!same(one[names[k]], other[names[k]])) return false;
  return true;
}

/** An action of a game that asks for steering under its own name, with its arguments, and keeps running. */
export const steering = (context, given) => {
  const { row, name, steered } = context.call;
  context.mind.steer(row, name, steered, given, given.weight ?? 1, given.priority ?? 1);
  return "running";
};

/** An instant action of a game that adds an effect of its own name, with its arguments, and succeeds. */
export const effect = (context, given) => { context.effect(context.action, given); return "success"; };

/** One agent with its mind: its variables, its events, its nodes. */
export class Agent {
  constructor(minds, id, mind) {
    this.minds = minds;
    this.id = id;
    this.mind = mind;
    this.program = mind.program;
    this.hash = fnv1a(id);
    this.begin();
  }

  begin() {
    const { sizes, rows, variables, triggers } = this.program;
    this.bytes = new Uint8Array(sizes.bytes);
    this.ints = new Int32Array(sizes.ints);
    this.floats = new Float64Array(sizes.floats);
    this.objects = new Array(sizes.objects).fill(null);
    this.outcomes = new Uint8Array(rows.length); // what each row did in the last tick
    this.mixed = fmix(fmix(this.minds.seed) ^ this.hash);
    this.now = this.minds.tickNow;
    this.ahead = 0; // ticks that passed for this agent alone
    this.posted = []; // events that wait for the next tick
    this.events = NONE; // those that this tick takes
    this.event = null; // the one that is being taken
    this.state = null; // the state, or machine, around what is evaluated
    this.delayed = []; // events that wait, in the order in which they are due, then were raised
    this.pending = new Map(); // transitions that wait, by the row of their source
    this.armed = []; // triggers that the last test read armed
    this.held = NONE; // triggers that count as armed
    this.reads = new Map(); // by transition, what its guard read armed
    this.asked = []; // conditions that were asked in this tick
    this.askedCount = 0;
    this.visitsLeft = MOST_VISITS;
    this.passedGuard = -1;
    this.made = []; // steering requests of this tick: the first `madeCount` of these, in the order of rows
    this.madeCount = 0;
    this.requests = []; // those in force
    this.quiet = 0;
    this.errors = []; // what went wrong in the last tick
    this.ended = false;
    this.final = -1; // the row of the final state that it ended in
    this.status = "idle";
    this.world = variables.map(({ world, name }) => (world === null ? null : this.minds.cells.get(name)));
    this.actions = this.program.actions.map((each) => this.minds.behaviors.get(each));
    for (const row of rows) {
      const { keep, place } = this.program.data(row.index);
      if (row.op === "ordered" && keep !== true) this.ints[place] = -1;
    }
    this.program.defaults(this);
    for (const trigger of triggers) if (this.bytes[trigger.place] !== 0) arm(this, trigger, false);
  }

  // -- what the game tells it

  /** Write a variable, as a sensor would; true arms a trigger for the next tick. */
  set(name, value) {
    const declared = this.declared(name);
    const given = fromGame(value, declared.type);
    if (!fits(given, declared.type)) {
      refuse(`The variable '${name}' is ${typeWords(declared.type)} and cannot take ${JSON.stringify(value)}`);
    }
    write(this, declared, given);
    this.now = this.minds.tickNow + this.ahead;
    if (declared.type === "trigger" && given) arm(this, this.program.triggers.find((t) => t.place === declared.place));
  }

  /** Return the value of a variable: [x, y] for a vector, an array for a list, null for nobody. */
  get(name) { return toGame(read(this, this.declared(name))); }

  /** All variables of the agent with their values now. */
  get variables() {
    const own = this.program.variables.filter((each) => each.scope === "agent");
    return Object.fromEntries(own.map((each) => [each.name, toGame(read(this, each))]));
  }

  declared(name) {
    const own = this.program.variables.filter((each) => each.scope === "agent");
    const known = own.map((each) => each.name).join(", ") || "none";
    return own.find((each) => each.name === name) ?? refuse(`The mind has no variable '${name}'; it has ${known}`);
  }

  /** Post an event for the next tick. */
  post(event, payload = {}) {
    const known = this.program.needs.events ?? {};
    if (known[event] === undefined) {
      refuse(`The mind has no event '${event}'; it has ${Object.keys(known).join(", ") || "none"}`);
    }
    const types = known[event].payload ?? {};
    const odd = [...Object.keys(types), ...Object.keys(payload)].find(
      (each) => !(each in types) || payload[each] === undefined,
    );
    const words = Object.entries(types).map(([field, type]) => `${field}: ${typeWords(type)}`);
    if (odd !== undefined) refuse(`The event '${event}' carries ${words.join(", ") || "nothing"}; see '${odd}'`);
    const fields = {};
    for (const [field, type] of Object.entries(types)) {
      fields[field] = fromGame(payload[field], type);
      if (!fits(fields[field], type)) refuse(`${event}.${field} is ${typeWords(type)}`);
    }
    this.posted.push({ name: event, fields });
  }

  /** Halt everything that runs, and do nothing more until `restart`. */
  halt() {
    this.minds.mustRest("halt an agent");
    if (this.ended) return;
    this.beginReports();
    halt(this.program.rows[0], this);
    letGo(this.program.claims, this);
    this.ended = true;
    this.requests = [];
    this.posted = [];
    this.delayed = [];
    this.pending.clear();
    this.status = "idle";
  }

  /** Halt what runs and begin again with the next tick, as if the agent had just been added. */
  restart() {
    const { ahead } = this;
    this.halt();
    this.begin();
    this.ahead = ahead;
  }

  /** The names of the active states, outermost first; numbers of rows without names. */
  get activeStates() {
    const { names } = this.mind;
    return this.program.states
      .filter((each) => this.bytes[each.index] !== 0)
      .map(({ index }) => String(names === null ? index : names.texts[`/rows/${index}/name`] ?? names.rows[index][1]));
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
    if (this.errors.length > 0) this.errors = [];
    this.madeCount = 0;
    this.askedCount = 0;
    this.armed.length = 0;
    if (this.reads.size > 0) this.reads.clear();
    this.visitsLeft = MOST_VISITS;
    this.passedGuard = -1;
    this.events = NONE;
    this.event = this.state = null;
    this.now = this.minds.tickNow + this.ahead;
  }

  tick() {
    const { program } = this;
    const [root] = program.rows;
    this.beginReports();
    if (this.posted.length > 0) { this.events = this.posted; this.posted = []; }
    let result = IDLE;
    if (!this.ended) {
      if (this.delayed.length > 0) {
        const due = this.dueEvents(-1);
        if (due.length > 0) this.events = [...due.map((each) => each.event), ...this.events];
        for (const each of due) this.takeDelayed(each);
      }
      if (program.triggers.length > 0) beginTriggers(this);
      result = visitRoot(root, this);
      if (result !== RUNNING) { clear(root, this); if (root.op === "machine") this.end(root); }
      for (let k = 0; k < program.states.length; k++) {
        const { index } = program.states[k];
        if (this.bytes[index] !== 0 && this.outcomes[index] === 0) this.outcomes[index] = ACTIVE;
      }
      if (program.triggers.length > 0) ageTriggers(this);
    } else this.events = NONE;
    this.closeRequests();
    this.status = WORDS[result];
  }

  end(root) {
    this.ended = true;
    letGo(this.program.claims, this);
    const final = root.states.find((each) => each.status !== IDLE && this.outcomes[each.index] !== 0);
    if (final !== undefined) this.final = final.index;
  }

  note(row, message) { this.errors.push({ row: row.index, message, node: this.mind.nameOf(row.index) }); }
  after(ticks) { return Math.min(this.now + ticks, MOST_TICKS); }

  // -- events and transitions that wait

  /** Let an event wait, behind all that are due in the same tick. */
  delay(event) {
    const place = this.delayed.findIndex((each) => each.due > event.due);
    this.delayed.splice(place < 0 ? this.delayed.length : place, 0, event);
  }

  dueEvents(machine) { return this.delayed.filter((each) => each.machine === machine && each.due <= this.now); }

  takeDelayed(event) {
    const place = this.delayed.indexOf(event);
    if (place >= 0) this.delayed.splice(place, 1);
    return place >= 0;
  }

  pendingInOrder() { return [...this.pending].sort(([one], [other]) => one - other); }

  // -- conditions

  /** Ask the game a condition, once per tick and arguments. */
  ask(name, values) {
    const place = this.askedCount++;
    const own = (this.asked[place] = this.asked[place] ?? { name: null, given: [], answer: false, failed: null });
    own.name = null;
    own.given.length = values.length;
    for (let k = 0; k < values.length; k++) own.given[k] = values[k](this);
    for (let k = 0; k < this.askedCount; k++) {
      const known = this.asked[k];
      if (known.name !== name || !known.given.every((each, i) => same(each, own.given[i]))) continue;
      return known.failed === null ? known.answer : fail(known.failed);
    }
    own.name = name;
    own.failed = null;
    try {
      const context = this.minds.context.of(this, ASKED, this.now);
      own.answer = Boolean(this.minds.conditions[name](context, ...own.given.map(toGame)));
      return own.answer;
    } catch (problem) {
      own.failed = `The condition ${name} failed: ${problem === FAILED ? FAILED.words : problem.message}`;
      return fail(own.failed);
    }
  }

  // -- steering

  /** Ask for steering in this tick; what is asked again as it is in force is the same request. */
  steer(row, behavior, names, given, weight, priority) {
    const { requests, made } = this;
    let request = null;
    for (let k = 0; k < requests.length && request === null; k++) {
      const known = requests[k];
      const isLike = known.row === row.index && known.behavior === behavior && known.weight === weight;
      if (isLike && known.priority === priority && isSameBy(names, known.arguments, given)) request = known;
    }
    if (request === null) {
      const stream = row.stream ?? -1;
      request = { row: row.index, behavior, arguments: copied(given, names), weight, priority, stream };
    }
    let place = this.madeCount++;
    for (; place > 0 && made[place - 1].row > row.index; place--) made[place] = made[place - 1];
    made[place] = request;
  }

  dropRequests(row) {
    let kept = 0;
    for (let k = 0; k < this.madeCount; k++) {
      if (this.made[k].row !== row.index) this.made[kept++] = this.made[k];
    }
    this.madeCount = kept;
  }

  /** Decide which requests are in force until the next tick. */
  closeRequests() {
    const { made, madeCount, requests } = this;
    if (madeCount > 0 && !this.ended) {
      this.quiet = 0;
      let isSame = requests.length === madeCount;
      for (let k = 0; isSame && k < madeCount; k++) isSame = requests[k] === made[k];
      if (!isSame) this.requests = made.slice(0, madeCount);
      return;
    }
    this.quiet += 1;
    if (requests.length > 0 && (this.quiet >= 2 || this.ended)) this.requests = [];
  }

  // -- saved games

  /** Return all that it remembers as plain JSON data, between two ticks. */
  save() {
    const bytes = Array.from(this.bytes, (each) => each.toString(16).padStart(2, "0")).join("");
    const saved = { mind: this.mind.hash, bytes, check: checkOf(this.mind.hash, bytes, this.ints) };
    if (this.ints.length > 0) saved.ints = [...this.ints];
    if (this.floats.length > 0) saved.floats = Array.from(this.floats, toSaved);
    if (this.objects.length > 0) saved.objects = [...this.objects];
    if (this.ended) saved.ended = true;
    if (this.posted.length > 0) saved.posted = this.posted.map(savedEvent);
    const { delayed } = this;
    if (delayed.length > 0) saved.delayed = delayed.map((each) => ({ ...each, event: savedEvent(each.event) }));
    if (this.pending.size > 0) {
      saved.pending = this.pendingInOrder().map(([source, waiting]) => {
        const event = waiting.event === null ? null : savedEvent(waiting.event);
        return { source, ...waiting, event, armed: [...waiting.armed] };
      });
    }
    if (this.requests.length > 0) saved.requests = this.requests.map(toSaved);
    if (this.quiet > 0) saved.quiet = this.quiet;
    if (this.ahead > 0) saved.ahead = this.ahead;
    if (this.final >= 0) saved.final = this.final;
    return saved;
  }

  /** Remember what `save` returned, in any language. */
  restore(saved) {
    this.minds.mustRest("restore");
    const { bytes, ints = [], floats = [], objects = [] } = saved;
    if (saved.mind !== this.mind.hash) refuse("It was saved of another mind, or of another version of it");
    const check = typeof bytes === "string" && Array.isArray(ints) ? checkOf(saved.mind, bytes, ints) : null;
    if (saved.check !== check) refuse("What was saved is damaged: its check does not fit");
    const lengths = [bytes.length / 2, ints.length, floats.length, objects.length];
    const own = [this.bytes, this.ints, this.floats, this.objects].map((each) => each.length);
    if (lengths.join() !== own.join()) refuse("What was saved is damaged: its memory has another size");
    this.begin();
    this.bytes.set(Array.from({ length: own[0] }, (_, k) => parseInt(bytes.slice(2 * k, 2 * k + 2), 16)));
    this.ints.set(ints);
    this.floats.set(floats.map((each) => fromSaved(each, "float")));
    this.objects = [...objects];
    const event = (each) => this.restoredEvent(each);
    this.posted = (saved.posted ?? []).map(event);
    for (const each of saved.delayed ?? []) this.delay({ id: "", ...each, event: event(each.event) });
    for (const { source, transition, since, due, event: by = null, armed = NONE } of saved.pending ?? []) {
      this.pending.set(source, { transition, since, due, event: by === null ? null : event(by), armed });
    }
    this.requests = (saved.requests ?? []).map((each) => ({
      ...each,
      weight: fromSaved(each.weight, "float"),
      arguments: fromSavedByName(each.arguments ?? {}, this.typesOf(each.behavior)),
    }));
    this.ended = saved.ended === true;
    this.quiet = saved.quiet ?? 0;
    this.ahead = saved.ahead ?? 0;
    this.final = saved.final ?? -1;
    this.minds.findHolders();
  }

  restoredEvent({ name, fields = {} }) {
    const known = (this.program.needs.events ?? {})[name];
    return { name, fields: fromSavedByName(fields, (known && known.payload) ?? {}) };
  }

  typesOf(action) {
    const known = (this.program.needs.actions ?? {})[action];
    return Object.fromEntries(((known && known.parameters) ?? NONE).map((each) => [each.name, each.type]));
  }
}

const ASKED = { row: { index: -1 }, name: "" }; // in the place of a call, for conditions
const SPECIAL = { NaN, Infinity, "-Infinity": -Infinity, "-0": -0 };

/** Return a value as it is saved: numbers that JSON has not are texts. */
function toSaved(value) {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? value : savedNumber(value);
  if (Array.isArray(value)) return value.map(toSaved);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toSaved(each)]));
}

const savedNumber = (value) => (value === 0 ? "-0" : String(value));

function fromSaved(value, type) {
  if (Array.isArray(value)) return value.map((each) => fromSaved(each, "float"));
  const isList = value !== null && typeof value === "object";
  if (isList) return { list: value.list.map((each) => fromSaved(each, type && type.list)) };
  return typeof value === "string" && (type === "float" || type === "seconds") ? SPECIAL[value] ?? value : value;
}

function fromSavedByName(values, types) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fromSaved(value, types[name])]));
}

function savedEvent({ name, fields }) {
  return Object.keys(fields).length > 0 ? { name, fields: toSaved(fields) } : { name };
}

function checkOf(hash, bytes, ints) { return fnv1a(`${hash}|${bytes}|${Array.from(ints).join(",")}`); }

// ---- All agents of a game ---------------------------------------------------------------------------------------

/** Hold the minds of a game's agents, and tick them together in the order of their ids. */
export class Minds {
  /**
   * Begin without agents. `seed` decides all random draws, together with the ids of agents. `actions` and
   * `conditions` are the game's, by name; `entityField(entity, field)` tells what it knows of an entity and throws
   * for what it does not; `queries` give ids of entities, by name.
   */
  constructor({ seed = 0, actions = {}, conditions = {}, entityField = null, queries = {} } = {}) {
    this.seed = seed;
    this.behaviors = new Map(Object.entries(actions).map(([name, each]) => [name, behaviorOf(name, each)]));
    this.conditions = conditions;
    this.entityField = entityField;
    this.queries = queries;
    this.tickNow = 0;
    this.rate = 0;
    this.agents = new Map();
    this.order = []; // the agents in the order of their ids
    this.cells = new Map(); // the variables that all agents share, by name
    this.holders = new Map(); // by entity, the agent that claims it
    this.effects = []; // of the last tick
    this.sent = [];
    this.writes = [];
    this.context = new Context(this);
    this.isTicking = false;
  }

  /** Give an agent a mind; `variables` are set before its first tick. */
  add(id, mind, variables = {}) {
    this.mustRest("add an agent");
    if (typeof id !== "string" || id === "") refuse("An agent needs an id, a text");
    if (this.agents.has(id)) refuse(`There is an agent '${id}' already`);
    if (this.order.length > 0 && mind.rate !== this.rate) {
      refuse(`The mind is for ${mind.rate} ticks per second, the others are for ${this.rate}. Export all for one rate`);
    }
    const { needs } = mind;
    const lacking = (sort, has, what, example) => {
      const name = Object.keys(needs[sort] ?? {}).find((each) => !has(each));
      if (name === undefined) return;
      const how = `new Minds({ ${sort}: { ${name}: ${example} } })`;
      refuse(`The mind needs the ${what} '${name}', and the game has none. Give it one: ${how}`);
    };
    lacking("actions", (name) => this.behaviors.has(name), "action", '(context, arguments) => "running"');
    lacking("conditions", (name) => typeof this.conditions[name] === "function", "condition", "(context) => true");
    lacking("queries", (name) => typeof this.queries[name] === "function", "query", "(agent, of) => []");
    this.rate = mind.rate;
    for (const { name, type, scope, default: first } of mind.program.variables) {
      if (scope !== "world") continue;
      const known = this.cells.get(name);
      if (known === undefined) this.cells.set(name, { name, type, value: first ?? defaultOf(type) });
      else if (JSON.stringify(known.type) !== JSON.stringify(type)) {
        refuse(`The shared variable '${name}' has another type in another mind`);
      }
    }
    const added = new Agent(this, id, mind);
    for (const [name, value] of Object.entries(variables)) added.set(name, value);
    this.agents.set(id, added);
    this.order = [...this.agents.values()].sort((one, other) => byCodePoint(one.id, other.id));
    return added;
  }

  /** Halt an agent's mind and take it out. */
  remove(id) {
    this.get(id).halt();
    this.agents.delete(id);
    this.order = this.order.filter((each) => each.id !== id);
  }

  /** Return an agent by its id. */
  get(id) { return this.agents.get(id) ?? refuse(`There is no agent '${id}'`); }

  [Symbol.iterator]() { return this.order[Symbol.iterator](); }

  /** Tick every agent once, or those with these ids; then deliver what they sent and wrote. */
  tick(ids = null) {
    this.mustRest("tick");
    const ticked = ids === null ? this.order : this.some(ids);
    if (this.effects.length > 0) this.effects = [];
    this.isTicking = true;
    try { for (let k = 0; k < ticked.length; k++) ticked[k].tick(); } finally { this.isTicking = false; }
    if (this.sent.length > 0) this.deliver();
    if (this.writes.length > 0) { for (const [cell, value] of this.writes) cell.value = value; this.writes = []; }
    this.tickNow += 1;
  }

  some(ids) {
    const wanted = new Set([...ids].map((each) => this.get(each)));
    return this.order.filter((each) => wanted.has(each));
  }

  mustRest(what) { if (this.isTicking) refuse(`A tick is under way; ${what} when it is over`); }

  // -- what agents ask for

  send(sender, receiver, event) { this.sent.push([sender, receiver, event]); }

  deliver() {
    const { sent } = this;
    this.sent = [];
    for (const [sender, receiver, event] of sent) {
      for (const other of this.receivers(sender, receiver)) other.posted.push(event);
    }
  }

  receivers(sender, receiver) {
    if (this.agents.has(receiver)) return [this.agents.get(receiver)];
    const others = this.order.filter((each) => each.id !== sender);
    if (receiver === "all") return others;
    const team = receiver === "team" ? this.teamOf(sender) : undefined;
    return team === undefined ? NONE : others.filter((each) => this.teamOf(each.id) === team);
  }

  teamOf(id) {
    try {
      return this.fieldOf(id, "team");
    } catch (problem) {
      wordsOf(problem);
      return undefined;
    }
  }

  fieldOf(entity, field) {
    if (entity === null) fail(`There is nobody to ask for ${field}.`);
    if (this.entityField === null) fail(`The game tells nothing of ${entity}.${field}.`);
    let value;
    try {
      value = this.entityField(entity, field);
    } catch (problem) { fail(`The game has no ${entity}.${field}: ${problem.message}`); }
    return value === undefined ? fail(`The game has no ${entity}.${field}.`) : value;
  }

  query(name, agent, of, type) {
    let found;
    try {
      found = { list: [...this.queries[name](agent, of)].slice(0, type.most) };
    } catch (problem) { fail(`The query ${name} failed: ${problem.message}`); }
    return fits(found, type) ? found : fail(`The query ${name} gave no list of entities.`);
  }

  findHolders() {
    this.holders.clear();
    for (const a of this.order) {
      for (const { claim } of a.program.claims) {
        const name = a.objects[claim.place];
        if (claim.counter === null && name !== null) this.holders.set(name, a.id);
      }
    }
  }

  // -- variables that all share, saved games

  /** Return the variables that all agents share, with their values now. */
  shared() { return Object.fromEntries([...this.cells.values()].map(({ name, value }) => [name, value])); }

  /** Write a variable that all agents share. */
  setShared(name, value) {
    const cell = this.cells.get(name) ?? refuse(`No mind shares a variable '${name}'`);
    if (!fits(value, cell.type)) {
      refuse(`The variable '${name}' is ${typeWords(cell.type)} and cannot take ${JSON.stringify(value)}`);
    }
    cell.value = value;
  }

  /** Return all that the agents remember as plain JSON data, between two ticks. */
  save() {
    this.mustRest("save");
    const agents = Object.fromEntries(this.order.map((each) => [each.id, each.save()]));
    const saved = { format: "mindloom-save", version: 2, tick: this.tickNow, seed: this.seed, agents };
    if (this.cells.size > 0) saved.shared = toSaved(this.shared());
    return saved;
  }

  /** Remember what `save` returned, in any language; the same agents must be there, with the same minds. */
  restore(saved) {
    this.mustRest("restore");
    if (saved.format !== "mindloom-save" || saved.version !== 2) refuse("This is no saved game of version 2");
    const { agents = {}, tick, seed } = saved;
    const odd = [...Object.keys(agents), ...this.agents.keys()].find((id) => !agents[id] || !this.agents.has(id));
    if (odd !== undefined) refuse(`The agent '${odd}' is not on both sides. Add the agents that were saved first`);
    if (![tick, seed].every(Number.isInteger)) refuse("What was saved is damaged: it has no tick and seed");
    this.tickNow = tick;
    this.seed = seed;
    for (const [name, value] of Object.entries(saved.shared ?? {})) {
      this.setShared(name, fromSaved(value, (this.cells.get(name) ?? {}).type));
    }
    for (const [id, each] of Object.entries(agents)) this.agents.get(id).restore(each);
  }
}

/** Return an action of the game as an object with `tick`. */
function behaviorOf(name, given) {
  const isClass = typeof given === "function" && given.prototype && typeof given.prototype.tick === "function";
  const behavior = isClass ? new given() : typeof given === "function" ? { tick: given } : given;
  if (behavior && typeof behavior.tick === "function") return behavior;
  return refuse(`The action '${name}' is no function, and no object or class with a method tick`);
}

function byCodePoint(one, other) {
  const [left, right] = [one, other].map((each) => Array.from(each, (letter) => letter.codePointAt(0)));
  const place = left.findIndex((each, k) => each !== right[k]);
  return place < 0 ? left.length - right.length : left[place] - (right[place] ?? -1);
}
