/*
 * Show the minds of a running game in Mindloom, by the protocol `mindloom-link` 1. MIT License, as mindloom.mjs.
 * Leave this file out of what players get.
 */
import { Mind, MindError, fromSaved, toSaved } from "./mindloom.mjs";

const [MOST_GIVEN, MOST_TOLD, MOST_WAITING] = [4, 16, 64].map((megabytes) => megabytes * 2 ** 20);
const [PATIENCE, PAUSE] = [5, 1]; // seconds until it hangs up without a welcome; between two attempts
const CAN = ["pause", "step", "speed", "swap", "break", "order"], STEP_ANSWERS = ["running", "success", "failure"];

function must(isRight, words) { if (!isRight) throw new MindError(`${words}.`); }

/** Return the fields of an object that are not empty. */
function filled(fields) {
  const isFilled = ([, each]) => each === null || typeof each !== "object" || Object.keys(each).length > 0;
  return Object.fromEntries(Object.entries(fields).filter(isFilled));
}

// ---- What comes into the minds ----------------------------------------------------------------------------------

/** What was told of one agent, and what is to be told with the next tick. */
class Book {
  constructor(agent) { Object.assign(this, { agent, index: 0, depth: 0, mark: 0, in: [], entry: {} }); this.begin(); }
  /** Tell all from the beginning again; without a save after a swap, which is an input. */
  begin(isNew = true) {
    Object.assign(this, { isNew, outcomes: new Uint8Array(this.agent.outcomes.length), is: "", ended: false, at: [] });
    this.forget();
  }
  /** Tell all answers again; `steps` are those of actions that were asked for since the last tick. */
  forget() { Object.assign(this, { answers: new Map(), asked: [], steps: 0 }); }
  /** Tell an answer that is another than the last, before the inputs that came while it was asked. */
  note(question, answer, place = this.steps, before = this.asked.length) {
    const key = question[0] === "action" ? question.join(" ") : JSON.stringify(question);
    const text = typeof answer === "string" ? answer : JSON.stringify(answer); // no answer is a text and also another
    if (this.answers.get(key) === text) return;
    this.asked.splice(before, 0, [place, ...question, answer]);
    this.answers.set(key, text);
  }
}

/** A watcher that keeps what comes into the minds of a game, and makes the frames of ticks. */
class Notes {
  books = new Map(); // by the ids of agents
  shared = new Map(); // what was told of shared variables, as texts of JSON
  programs = new Map(); // minds by their hashes
  current = null; // the book of the agent whose tick is under way
  constructor(minds) { this.minds = minds; }
  bookOf(agent) { const book = this.books.get(agent.id); return book?.agent === agent ? book : null; }
  // -- as a watcher
  put(agent, name, value) { this.input(agent, ["set", name, toSaved(value)]); }
  posted(agent, { name, fields }) { this.input(agent, ["post", name, toSaved(fields)]); }
  ordered(agent, row, to) { this.input(agent, ["order", row, to]); }
  halted(agent) { this.input(agent, ["halt"]); }
  restarted(agent) { this.input(agent, ["restart"]); }
  restored(agent) { this.bookOf(agent)?.begin(); }
  swapped(agent) { this.bookOf(agent)?.begin(false); this.input(agent, ["swap", agent.mind.hash]); }
  /** Note an input: of the time between two ticks, or with its place among the steps of its agent. */
  input(agent, what) {
    const book = this.bookOf(agent), { isTicking } = this.minds;
    if (book !== null && !isTicking && book.depth === 0) book.in.push(what);
    else book?.asked.push([book.steps + (isTicking && this.isOver(book) ? 1 : 0), ...what]);
  }
  /** Tell whether an agent has had its tick, as agents tick in order. */
  isOver(book) { return this.current !== null && book.index < this.current.index; }

  asks(agent, isStep) {
    const book = this.current = this.bookOf(agent);
    if (book === null || ++book.depth > 1) return; // what game code asks for itself is not told
    book.mark = book.asked.length;
    if (isStep) book.steps += 1;
  }

  answered(agent, question, answer, failed) {
    const book = this.bookOf(agent), [sort, , , step] = question, isStep = sort === "action";
    if (book === null || --book.depth > 0) return;
    let said = failed === null ? toSaved(answer) : { failed };
    if (isStep && failed === null && step !== "tick") said = "success";
    else if (isStep && failed === null && !STEP_ANSWERS.includes(answer)) said = { failed: `It gave ${answer}.` };
    book.note(toSaved(question), said, book.steps - (isStep ? 1 : 0), book.mark);
  }

  free(agent, thing, answer) { this.bookOf(agent)?.note(["free", thing], answer); }
  /** Note a shared variable that was written in a tick, for all whose tick is not over. */
  sharedPut(name, agent) {
    if (!this.minds.isTicking) return;
    if (agent !== null) this.current = this.bookOf(agent);
    this.shared.delete(name);
    const cell = this.minds.cells.get(name), isTold = (book) => book.agent !== agent && book.agent.world.includes(cell);
    for (const book of this.books.values())
      if (isTold(book) && !this.isOver(book)) book.asked.push([book.steps, "shared", name, toSaved(cell.value)]);
  }
  // -- frames
  /** Begin the frame of a tick: who is there, what is shared, saves of agents that are new or due for one. */
  begin(every) {
    const { minds, books } = this, tick = minds.tickNow, gone = new Set(books.keys()), shared = {};
    this.current = null;
    minds.order.forEach((agent, index) => {
      const book = this.bookOf(agent) ?? new Book(agent), { hash } = agent.mind;
      gone.delete(agent.id);
      books.set(agent.id, Object.assign(book, { index, entry: book.isNew ? introduction(agent) : {} }));
      this.programs.set(hash, agent.mind);
      if (!book.isNew && (tick + index) % every !== 0) return;
      Object.assign(book.entry, { save: agent.save(), ...filled({ orders: agent.ordered }) });
      book.forget();
    });
    for (const id of gone) books.delete(id);
    for (const [name, { value }] of minds.cells) {
      const said = toSaved(value), text = JSON.stringify(said);
      if (this.shared.get(name) !== text) shared[name] = said;
      this.shared.set(name, text);
    }
    return filled({ frame: "tick", tick, shared, gone: [...gone] });
  }
  /** Tell what came of a tick; return the agent and the row of the first break that was met, or null. */
  end(frame, wanted, place, breaks) {
    const agents = {}, still = [];
    let met = null;
    for (const [id, book] of this.books) {
      const { entry, agent } = book, at = place(agent);
      if (book.in.length > 0) [entry.in, book.in] = [book.in, []];
      if (book.asked.length > 0) [entry.asked, book.asked] = [book.asked, []];
      Object.assign(book, { isNew: false, steps: 0 });
      if (wanted !== null && !wanted.has(id)) still.push(id);
      else met = tellOutcomes(book, breaks, met);
      if (agent.ended !== book.ended) entry.ended = book.ended = agent.ended;
      if (at && isElsewhere(at, book.at) && at.every(Number.isFinite)) entry.at = book.at = [at[0], at[1], at[2] ?? 0];
      for (const _ in entry) agents[id] = entry; // where there is anything
    }
    Object.assign(frame, { agents }, filled({ still }));
    return met;
  }
}

const introduction = ({ mind: { hash }, ownCurves }) => ({ mind: hash, ...filled({ curves: toSaved(ownCurves) }) });
const isElsewhere = ([x, y, heading = 0], at) => x !== at[0] || y !== at[1] || heading !== at[2];
/** Tell the result and the outcome bytes of an agent where they are others; return the first break that was met. */
function tellOutcomes(book, breaks, met) {
  const { agent, entry, outcomes } = book, { id, mind, outcomes: now, status } = agent;
  for (let row = 0; row < now.length; row++) if (now[row] !== outcomes[row]) (entry.out ??= []).push(row, now[row]);
  if (status !== book.is) entry.is = book.is = status;
  outcomes.set(now);
  const found = met === null && breaks.find(({ program, row, mask, is }) =>
    program === mind.hash && (now[row] & mask) === is && entry.out?.some((each, k) => k % 2 === 0 && each === row));
  return found ? { agent: id, row: found.row } : met;
}

// ---- What the editor asks for -----------------------------------------------------------------------------------

const COMMANDS = {
  welcome(link) { Object.assign(link, { isConnected: true, trouble: "" }); link.watch(true); },
  refused(link, { why }) { link.isClosed = !link.isConnected; link.lose(String(why)); }, // a token stays wrong
  program(link, { hash }) {
    const mind = [...link.minds].find((each) => each.mind.hash === hash)?.mind ?? link.notes?.programs.get(hash);
    must(mind, `The game has no program ${hash}`);
    link.send({ frame: "program", hash, program: mind.program.given, ...(mind.names && { names: mind.names }) });
  },
  watch(link, { detail }) { link.watch(detail === "all"); },
  set({ minds }, { agent, name, to }) {
    minds.get(agent).set(name, fromSaved(to, minds.get(agent).declared(name).type)); },
  shared({ minds }, { name, to }) { minds.setShared(name, fromSaved(to, minds.cells.get(name)?.type)); },
  post({ minds }, { event, with: fields = {}, agent = null }) {
    const known = ({ program }) => program.needs.events?.[event] !== undefined;
    const agents = agent === null ? [...minds].filter(known) : [minds.get(agent)];
    must(agents.length > 0, `No mind knows the event '${event}'`);
    const made = agents.map((each) => { // all are made before one is posted: a bad one changes nothing
      const { payload = {} } = each.program.needs.events?.[event] ?? {};
      const values = Object.entries(fields).map(([field, value]) => [field, fromSaved(value, payload[field])]);
      return each.eventOf(event, Object.fromEntries(values));
    });
    agents.forEach((each, k) => each.take(made[k]));
  },
  order({ minds }, { agent, program, row, to }) {
    must(minds.get(agent).mind.hash === program, "The agent thinks with another program by now");
    minds.get(agent).order(row, to);
  },
  pause(link) { link.hold("pause"); },
  resume(link) { Object.assign(link, { isHeld: false, steps: 0 }); link.send({ frame: "going" }); },
  step(link, { ticks = 1 }) {
    must(Number.isInteger(ticks) && ticks > 0, `So many ticks cannot be done: ${ticks}`);
    Object.assign(link, { isHeld: false, steps: ticks });
  },
  speed(link, { factor }) {
    must(Number.isFinite(factor) && factor > 0, `The game cannot run at the speed ${factor}`);
    link.speed = factor;
  },
  break(link, { at }) {
    const isWhole = ({ row, mask, is }) => [row, mask, is].every(Number.isInteger);
    must(Array.isArray(at) && at.every(isWhole), "Each break has a program, row, mask and is");
    link.breaks = at;
  },
  swap(link, { program, names = null, upgrade }) {
    const mind = Mind.parse(program, { names }), { from } = upgrade;
    const swapped = [...link.minds].filter((each) => each.mind.hash === from), agents = link.minds.swap(mind, upgrade);
    for (const each of swapped) link.notes?.swapped(each);
    link.send({ frame: "swapped", from, to: mind.hash, agents });
  },
};

/** Return a frame of a text, null for what is none. */
function frameOf(text) {
  try {
    const frame = text.length <= MOST_GIVEN ? JSON.parse(text) : null;
    return typeof frame?.frame === "string" ? frame : null;
  } catch { return null; }
}

/** Shows the minds of a game in Mindloom while that waits for a game; without it the game runs as before. */
export class GameLink {
  /**
   * Begin to connect. `token` and `address` are shown where Mindloom waits; `game` is a name for people. `place` gives
   * `[x, y, heading]` of an agent, or null; `outline` are points of the ground; `keySeconds` are between two saves of
   * an agent. `WebSocket` is that of the browser or of node 22, unless it is given; `clock` gives seconds.
   */
  constructor(minds, { token, game = "Game", address = "127.0.0.1:7407", place = () => null, outline = [],
    keySeconds = 10, WebSocket = globalThis.WebSocket, clock = () => performance.now() / 1000 }) {
    must(WebSocket, "There is no WebSocket here: give one, new GameLink(minds, { WebSocket })");
    Object.assign(this, { minds, token, game, address, place, outline, keySeconds, WebSocket, clock, isClosed: false });
    this.lose("");
    this.connect();
  }
  /** Tick the minds, in the place of `minds.tick`; return false, and do nothing, while Mindloom holds the game. */
  tick(ids = null) {
    this.poll();
    if (this.isHeld) return false;
    const { minds, seed, next } = this, wanted = ids === null ? null : new Set(ids);
    const isOther = this.notes !== null && (minds.seed !== seed || minds.tickNow !== next); // a save was restored
    if (isOther) { this.leave("The game goes on from another tick."); this.connect(); }
    if (this.notes === null) minds.tick(wanted);
    else this.tellTick(wanted);
    if (this.steps > 0 && --this.steps === 0) this.hold("step");
    return true;
  }
  /** Read and do what Mindloom has sent, without waiting; `tick` does this first. */
  poll() {
    const waited = this.clock() - this.since;
    if (this.socket === null && !this.isClosed && waited >= PAUSE) this.connect();
    if (this.socket !== null && !this.isConnected && waited >= PATIENCE) this.lose("Mindloom does not answer.");
    while (this.frames.length > 0) {
      const frame = frameOf(this.frames.shift());
      if (frame !== null) this.follow(frame); else this.lose("Mindloom sent something that is no frame.");
    }
    if (this.socket?.bufferedAmount > MOST_WAITING) this.lose("Mindloom reads too slowly.");
  }
  /** Say that the game ends, and connect no more. */
  close(why = "The game has ended.") { this.isClosed = true; this.leave(why); }

  connect() {
    this.since = this.clock();
    if (this.minds.rate === 0) return; // there was no agent yet
    const socket = new this.WebSocket(`ws://${this.address}/`);
    const whileOwn = (act) => (event) => { if (socket === this.socket) act(event); };
    socket.onopen = whileOwn(() => this.greet());
    socket.onmessage = whileOwn(({ data }) => { this.frames.push(data); });
    socket.onclose = whileOwn(() => { this.poll(); this.lose(this.trouble || "Mindloom is not there."); });
    socket.onerror = () => {};
    this.socket = socket;
  }
  greet() {
    const { token, game, outline, minds: { rate, seed, order } } = this;
    const hello = { frame: "hello", link: 1, token, game, executor: "javascript", rate, seed, can: CAN };
    this.seed = seed;
    this.send({ ...hello, programs: [...new Set(order.map((each) => each.mind.hash))], ...filled({ outline }) });
  }

  follow({ frame: kind, ...of }) {
    const isFollowed = this.isConnected || kind === "welcome" || kind === "refused";
    if (!isFollowed || !Object.hasOwn(COMMANDS, kind)) return;
    try { COMMANDS[kind](this, of); } catch ({ message: why }) { this.send({ frame: "refused", about: kind, why }); }
  }
  send(frame) {
    const text = JSON.stringify(frame);
    if (text.length <= MOST_TOLD) this.socket?.send(text);
    else this.lose(`A frame '${frame.frame}' has more than 16 MB.`);
  }
  leave(why) { if (this.isConnected) this.send({ frame: "end", why }); this.lose(why); }
  /** Hang up; the game goes on by itself. `trouble` says why. */
  lose(trouble) {
    const { socket, minds } = this;
    if (this.notes && minds.watcher === this.notes) minds.watcher = null;
    Object.assign(this, { socket: null, notes: null, frames: [], breaks: [], since: this.clock(), trouble,
      isConnected: false, isHeld: false, steps: 0, speed: 1 });
    socket?.close();
  }
  watch(isOn) {
    this.notes = this.minds.watcher = isOn ? new Notes(this.minds) : null;
    this.next = this.minds.tickNow;
  }
  hold(by, more = {}) {
    Object.assign(this, { isHeld: this.isConnected, steps: 0 });
    this.send({ frame: "held", tick: this.minds.tickNow, by, ...more });
  }

  tellTick(wanted) {
    const { minds, notes } = this, frame = notes.begin(Math.max(1, Math.round(this.keySeconds * minds.rate)));
    try { minds.tick(wanted); } catch (problem) { this.leave("A tick of the game failed."); throw problem; }
    this.next = minds.tickNow;
    const met = notes.end(frame, wanted, this.place, this.breaks);
    this.send(frame);
    if (met !== null) this.hold("break", met);
  }
}
