// Runs the minds of the page by the executor. Looks are named as editor/sharing/live_mind.py names them.

const [DECISION, STATE, TRANSITION] = ['DECISION', 'STATE', 'TRANSITION'];
const LIVE = ['', 'running', 'success', 'failure', 'skipped'];
const STRENGTH = ['error', 'running', 'failure', 'success', 'skipped'];  // of what a folded node hides
const MOST_TICKS = 1200, MOST_LOGGED = 4000;
const EMPTY = new Map();

// Answers as `RecordedRun` does; a tick is how many have passed, and there is no way back but `reset`.
class LiveRun {
  constructor(facts) {
    Object.assign(this, { first: 0, end: Infinity, rate: facts.rate, graphs: facts.graphs, texts: [], isLive: true,
                          looks: facts.live.looks, seed: facts.seed, tick: 0, wires: new Map() });
    const { Mind } = globalThis.MindloomExecutor;
    const minds = facts.live.minds.map(({ program, names }) => ({ mind: Mind.parse(program, { names }), program }));
    this.agents = facts.agents.map(({ id, name, stages }, place) => {
      const { mind, rows, variables } = facts.live.agents[place];
      const agent = { id, name, lanes: [], log: [], variables, ...minds[mind], titles: new Map(), families: new Map() };
      const uses = stages[stages.length - 1].uses.map((use, at) => ({ ...use, agent, rows: rows[at], outcomes: EMPTY }));
      for (const use of uses) {
        for (const [element, row] of Object.entries(use.rows)) {
          agent.titles.set(row, use.titles[element] || element);
          agent.families.set(row, use.families[element]);
        }
      }
      return Object.assign(agent, { stages: [{ first: 0, uses }] });
    });
    this.needs = this.agents.map(agent => agent.mind.needs);
    this.answers = {};
    const firsts = { actions: ({ instant }) => instant ? 'success' : 'running', conditions: () => false, entity_fields: firstOf, queries: () => [] };
    for (const [sort, first] of Object.entries(firsts)) {
      this.answers[sort] = Object.assign(Object.create(null), this.made(sort, (name, need) => first(need)));
    }
    this.reset();
  }

  made(sort, make) {  // something for each need of a sort, by name
    return Object.fromEntries(this.needs.flatMap(needs => Object.entries(needs[sort] || {})).map(([name, need]) => [name, make(name, need)]));
  }
  // Begin once more; what was answered for the game stays.
  reset() {
    const { answers } = this;
    this.minds = new globalThis.MindloomExecutor.Minds({
      seed: this.seed,
      actions: this.made('actions', (name, { parameters = [] }) => ({
        enter: (context, values) => {
          const told = parameters.filter(each => JSON.stringify(values[each.name]) !== JSON.stringify(each.default));
          this.say(this.agents.find(each => each.id === context.agent), 'act', wordsOfCall(name, told.map(each => [each.name, values[each.name]])));
        },
        tick: () => answers.actions[name],
      })),
      conditions: this.made('conditions', name => () => answers.conditions[name]),
      queries: this.made('queries', name => () => answers.queries[name]),
      entityField: (entity, field) => answers.entity_fields[field],
    });
    this.tick = 0;
    for (const agent of this.agents) {
      const rows = agent.program.rows.length, never = () => new Int32Array(rows).fill(-1);
      agent.log.length = 0;
      Object.assign(agent, { last: new Uint8Array(rows), lastTick: never(), taken: never(), since: never(), was: new Set(), errors: new Map() });
      agent.mindNow = this.minds.add(agent.id, agent.mind, agent.variables);
    }
  }

  reach(tick) {  // what was reached: never a tick that has passed
    for (let left = MOST_TICKS; this.tick < tick && tick < Infinity && left > 0; left--) {
      this.tick += 1;
      this.minds.tick();
      for (const agent of this.agents) this.take(agent);
    }
    return this.tick;
  }
  take(agent) {
    const { outcomes, errors } = agent.mindNow, left = [];
    for (const [row, family] of agent.families) {
      const byte = outcomes[row];
      if (family === TRANSITION) {
        if (byte === 4) { agent.taken[row] = this.tick; this.say(agent, 'taken', agent.titles.get(row)); }
      } else if (family === STATE) {
        if (byte === 2 || byte === 4) agent.since[row] = this.tick;
        if (byte === 3) left.push(row);
      } else if (family === DECISION ? byte : byte & 7) { agent.last[row] = byte; agent.lastTick[row] = this.tick; }
    }
    if (left.length) agent.was = new Set(left);
    for (const { row, message, node } of errors) {
      let at = row;  // of an action in a state the state is shown
      while (at > 0 && !agent.titles.has(at)) at = agent.program.rows[at].parent ?? -1;
      agent.errors.set(at, { tick: this.tick, text: message });
      this.say(agent, 'error', `${agent.titles.get(at) || node}: ${message}`);
    }
  }
  say(agent, sort, text) {
    const before = agent.log[agent.log.length - 1];
    if (before && before[1] === sort && this.texts[before[2]] === text && this.tick - before[0] < 2) { before[0] = this.tick; return; }
    const place = this.texts.indexOf(text, Math.max(0, this.texts.length - 500));
    if (agent.log.length > MOST_LOGGED) agent.log.splice(0, MOST_LOGGED / 2);
    agent.log.push([this.tick, sort, place < 0 ? this.texts.push(text) - 1 : place]);
  }

  // -- what the page asks
  stage(agent) { return agent.stages[0]; }
  values() { return []; }
  outcome(use, element) { return use.agent.mindNow.outcomes[use.rows[element]] || 0; }
  why(use, element) { return use.agent.errors.get(use.rows[element]) || null; }
  look(use, place) {
    const looks = this.looks[use.graph][place], [kind, elements] = this.graphs[use.graph].parts[place];
    if (Array.isArray(looks)) return this.wire(use, place, looks, elements[0]);
    if (kind === 'node' && elements.length) {
      const key = this.rolledUp(use, elements[0], looks.inside);
      return looks[key] ?? looks[key.split(/[:>]/)[0]] ?? looks[''] ?? 0;
    }
    const keys = elements.map(element => this.key(use, element));
    const strongest = keys.reduce((best, key, at) => weight(key) > weight(keys[best]) ? at : best, 0);
    return looks[`${strongest}:${keys[strongest] || ''}`] ?? 0;
  }
  wire(use, place, edges, parent) {
    const asked = this.key(use, parent).split(':');
    const keys = edges.map(([child, branch, looks]) => {
      const key = use.families[parent] !== DECISION ? this.key(use, child) : asked[1] === String(branch) ? 'success' : 'idle';
      return looks[key] === undefined ? 'idle' : key;
    });
    const name = `${use.graph} ${place} ${keys}`, order = ['idle', 'skipped', 'failure', 'success', 'error', 'running'];
    if (!this.wires.has(name)) {
      const drawn = keys.map((key, at) => [order.indexOf(key), edges[at][2][key]]).sort((a, b) => a[0] - b[0]);
      this.wires.set(name, this.graphs[use.graph].parts[place][2].push(['', drawn.map(([, svg]) => svg).join('')]) - 1);
    }
    return this.wires.get(name);
  }
  rolledUp(use, node, inside) {  // a folded node shows the strongest of what it hides, a state who is active in it
    const own = this.key(use, node);
    if (!inside) return own;
    const keys = [own, ...inside.map(each => this.key(use, each))];
    if (use.families[node] === STATE) {
      const active = inside.filter(each => use.families[each] === STATE && ['running', 'error'].includes(this.key(use, each))).pop();
      return active && own ? `${own}>${active}` : own;
    }
    return STRENGTH.find(status => keys.some(key => key.split(':')[0] === status)) || keys.find(key => key) || '';
  }

  // How an element is, as editor/canvas/overlays/run_reading.py reads it.
  key(use, element) {
    const row = use.rows[element], { agent } = use, { last, mindNow } = agent;
    if (row === undefined) return '';
    const byte = mindNow.outcomes[row], family = use.families[element], error = agent.errors.get(row);
    if (family === STATE) {
      if (!mindNow.ended && [1, 2, 4].includes(byte)) return error && error.tick >= Math.max(agent.since[row], 0) ? 'error' : 'running';
      return agent.was.has(row) ? 'last running' : '';
    }
    if (family === TRANSITION) {
      const age = (this.tick - agent.taken[row]) / this.rate;
      return agent.taken[row] >= 0 && age < 1 ? `taken${Math.floor(age * 4)}` : error ? 'error' : byte === 3 ? 'pending' : '';
    }
    if (family === DECISION) {
      if (byte === 0) return last[row] === 0 ? '' : last[row] === 1 ? 'last failure' : 'last success';
      return byte === 1 ? (error ? 'error' : 'failure') : byte === 255 ? 'success' : `success:${byte - 2}`;
    }
    const errs = error && (last[row] & 7) === 3 && error.tick === agent.lastTick[row], result = LIVE[byte & 7];
    if (result) return errs && result === 'failure' ? 'error' : result;
    return errs ? 'last error' : last[row] & 7 ? `last ${LIVE[last[row] & 7]}` : '';
  }
}
const weight = (key = '') => key.startsWith('taken') ? 3 : key === 'error' ? 2 : key === 'pending' ? 1 : 0;
const wordsOfValue = value => value === null ? 'none' : Array.isArray(value) ? `(${value.map(wordsOfValue).join(', ')})`
  : typeof value === 'number' ? String(+value.toFixed(3)) : String(value);
const wordsOfCall = (name, values) => {
  const told = values.filter(([, value]) => value !== null && value !== undefined);
  return told.length ? `${name}: ${told.map(([key, value]) => `${key} ${wordsOfValue(value)}`).join(', ')}` : name;
};

// -- what one sets ------------------------------------------------------------------------------------------

const FIRST = { bool: false, trigger: false, int: 0, float: 0, vector: [0, 0], string: '', entity: null };
const firstOf = type => typeof type === 'object' ? (type.enum ? type.enum[0] : []) : FIRST[type] ?? null;

// A control for a value of a type: what stands in the page, and `show` for a value that came from the mind.
function control(type, label, { min, max, unit = '' }, give) {
  const input = attributes => make('input', { 'aria-label': label, autocomplete: 'off', spellcheck: 'false', ...attributes });
  const typed = (field, read) => field.addEventListener('input', () => {
    const made = field.validity.valid ? read(field.value) : undefined;
    field.setAttribute('aria-invalid', String(made === undefined || give(made) === false));
  });
  const free = field => document.activeElement !== field;
  if (type === 'trigger') {
    const button = make('button', { type: 'button', 'aria-label': `${label}: arm`, 'aria-pressed': 'false' }, 'Arm');
    button.addEventListener('click', () => give(true));
    return { parts: [button], show: armed => button.setAttribute('aria-pressed', String(armed === true)) };
  }
  if (type === 'bool') {
    const box = input({ type: 'checkbox', role: 'switch' });
    box.addEventListener('change', () => give(box.checked));
    return { parts: [box], show: on => { box.checked = on; } };
  }
  if (type?.enum) {
    const select = make('select', { 'aria-label': label }, ...type.enum.map(each => make('option', {}, each)));
    select.addEventListener('change', () => give(type.enum[select.selectedIndex]));
    return { parts: [select], show: now => { select.selectedIndex = type.enum.indexOf(now); } };
  }
  if (type === 'vector') {
    const at = [0, 0];
    const fields = ['x', 'y'].map((axis, place) => {
      const field = input({ type: 'number', step: 'any', 'aria-label': `${label} ${axis}` });
      typed(field, text => text === '' ? undefined : (at[place] = +text, [...at]));
      return field;
    });
    return { parts: fields, show: now => now.forEach((each, place) => { at[place] = each; if (free(fields[place])) fields[place].value = +each.toFixed(3); }) };
  }
  if (type === 'int' || type === 'float') {
    const ranged = min !== undefined && max !== undefined && max > min, whole = type === 'int';
    const step = whole ? 1 : ranged ? (max - min) / 200 : 'any';
    const field = input({ type: ranged ? 'range' : 'number', step, ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
    typed(field, text => text === '' ? undefined : +text);
    if (!ranged) return { parts: [field], show: now => { if (free(field)) field.value = whole ? now : +now.toFixed(4); } };
    const told = make('output', {});
    const show = now => {
      field.value = now;
      told.textContent = wordsOfValue(now);
      field.setAttribute('aria-valuetext', `${told.textContent} ${unit}`);
    };
    return { parts: [field, told], show };
  }
  const field = input({ type: 'text' }), isText = type === 'string' || type === 'entity';
  if (type === 'entity') field.placeholder = 'no entity';
  typed(field, text => {
    if (isText) return type === 'entity' && text === '' ? null : text;
    try { const made = JSON.parse(text); return Array.isArray(made) ? made : undefined; } catch { return undefined; }
  });
  return { parts: [field], show: now => { if (free(field)) field.value = isText ? now ?? '' : JSON.stringify(now); } };
}

class LivePanel {
  constructor(page, facts) {
    Object.assign(this, { page, facts, recorded: page.run, run: null, shows: [] });
    this.box = make('section', { id: 'live', 'aria-label': 'Live', hidden: '' });
    byId('why').closest('section').after(this.box);
    this.buttons = ['Recorded', 'Live'].map(word => make('button', { type: 'button' }, word));
    this.buttons.forEach((button, place) => button.addEventListener('click', () => this.go(place === 1)));
    byId('agent').closest('label').before(make('div', { id: 'mode', role: 'group', 'aria-label': 'What is shown' }, ...this.buttons));
    this.mark();
  }
  get isOn() { return this.page.run === this.run; }
  mark() { this.buttons.forEach((button, place) => button.setAttribute('aria-pressed', String(this.isOn === (place === 1)))); }

  go(live) {
    const { page } = this;
    if (live === this.isOn) return;
    try { this.run ||= new LiveRun(this.facts); } catch (problem) { page.note(`The mind cannot run here. ${problem.message}`); return; }
    page.play(false);
    const place = page.run.agents.indexOf(page.agent), at = page.place, { pick } = page;
    page.run = page.graph.run = live ? this.run : this.recorded;
    if (live) this.left = page.tick;
    page.tick = page.graph.tick = live ? this.run.tick : this.left;
    document.documentElement.dataset.mode = live ? 'live' : 'recorded';
    for (const id of ['map', 'values']) byId(id).closest('section').hidden = live;
    byId('first').setAttribute('aria-label', live ? 'Begin again' : 'First tick');
    this.box.hidden = !live;
    this.mark();
    page.showAgent(page.run.agents[place]);
    page.pick = pick;
    page.showUse(Math.min(at, page.stage.uses.length - 1));
    if (live) page.play(true);
  }

  build() {  // what can be set of the agent that is shown
    const { agent } = this.page, { needs } = agent.mind, { answers } = this.run;
    this.shows = [];
    const group = (title, lines) => lines.length ? [make('div', { class: 'group', role: 'group', 'aria-label': title }, make('h2', {}, title), ...lines)] : [];
    const line = (name, type, more, give, read, spoken = name) => {
      const { parts, show } = control(type, spoken, more, give);
      this.shows.push(() => show(read()));
      const unit = more.unit ? [make('small', {}, ` ${more.unit}`)] : [];
      return make('div', { class: 'line' }, make('span', { class: 'what' }, name, ...unit), make('span', { class: 'set' }, ...parts));
    };
    const variable = ({ name, type, scope, ...more }) => {
      const set = scope === 'world' ? value => this.run.minds.setShared(name, type.list ? { list: value } : value) : value => agent.mindNow.set(name, value);
      return line(name, type, more, value => this.try(() => set(value)), () => this.values[name], scope === 'world' ? `${name}, shared` : name);
    };
    const of = (sort, typed) => Object.entries(needs[sort] || {}).map(([name, need]) => {
      const [type, spoken] = typed(name, need);
      return line(name, type, {}, now => { answers[sort][name] = now; }, () => answers[sort][name], spoken);
    });
    this.box.replaceChildren(
      make('p', { id: 'live-note', role: 'status', class: 'quiet' }),
      ...group('Events', Object.entries(needs.events || {}).filter(([, event]) => event.listens).map(([name, event]) => this.event(agent, name, event))),
      ...group('Variables', agent.program.variables?.filter(each => ['agent', 'world', undefined].includes(each.scope)).map(variable) || []),
      ...group('Actions answer', of('actions', (name, { instant }) => [{ enum: [...(instant ? [] : ['running']), 'success', 'failure'] }, `${name} answers`])),
      ...group('Conditions', of('conditions', name => ['bool', `${name} holds`])),
      ...group('What entities have', of('entity_fields', (name, type) => [type, `${name} of entities`])),
      ...group('Entities found', of('queries', name => [{ list: 'entity' }, `${name}, a list such as ["a", "b"]`])),
    );
    this.update();
  }
  event(agent, name, { payload = {} }) {
    const fields = Object.entries(payload).map(([field, type]) => ({ field, type, value: firstOf(type) }));
    const button = make('button', { type: 'button', class: 'event', 'aria-label': `Post ${name}` }, name);
    button.addEventListener('click', () => {
      const told = fields.map(({ field, value }) => [field, value]);
      if (!this.try(() => agent.mindNow.post(name, Object.fromEntries(told)))) return;
      this.run.say(agent, 'event', wordsOfCall(name, told));
      if (this.page.playing) return;
      this.page.show();
      byId('live-note').textContent = `${name} is taken in the next tick.`;
      this.told = this.run.tick;
    });
    return make('div', { class: 'line' }, button, ...fields.map(each => {
      const { parts, show } = control(each.type, `${name}: ${each.field}`, {}, value => { each.value = value; });
      show(each.value);
      return make('div', { class: 'set' }, make('span', {}, each.field), ...parts);
    }));
  }
  try(act) {  // do what one asked for; words for what does not fit
    const note = byId('live-note');
    try { act(); note.textContent = ''; } catch (problem) { note.textContent = problem.message; return false; }
    return true;
  }
  update() {
    if (this.told < this.run.tick) { byId('live-note').textContent = ''; this.told = Infinity; }
    const shared = Object.entries(this.run.minds.shared()).map(([name, now]) => [name, now?.list ?? now]);
    this.values = { ...Object.fromEntries(shared), ...this.page.agent.mindNow.variables };
    for (const show of this.shows) show();
  }
}
