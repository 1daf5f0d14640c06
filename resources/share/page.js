// Shows a recorded run. The data are what editor/sharing/run_page.py gathered; nothing is loaded from anywhere.
'use strict';

const byId = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const store = { get: key => { try { return localStorage.getItem(key); } catch { return null; } },
                set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* a file may keep nothing */ } } };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// A value over time. Pairs hold the ticks since the change before, and the value from then on.
class Changes {
  constructor(pairs) {
    this.ticks = []; this.values = [];
    for (let i = 0, tick = 0; i < pairs.length; i += 2) {
      tick += pairs[i];
      this.ticks.push(tick); this.values.push(pairs[i + 1]);
    }
  }
  place(tick) {  // of the last change up to a tick, -1 for none
    let low = 0, high = this.ticks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ticks[middle] <= tick) low = middle + 1; else high = middle;
    }
    return low - 1;
  }
  at(tick, otherwise = 0) {
    const place = this.place(tick);
    return place < 0 ? otherwise : this.values[place];
  }
}
const changesOf = things => new Map(Object.entries(things).map(([key, pairs]) => [key, new Changes(pairs)]));

const RESULTS = ['not visited', 'running', 'succeeded', 'failed', 'skipped'];
const WORDS = {
  STATE: ['not active', 'active', 'entered', 'left', 'entered again', 'passed through'],
  TRANSITION: ['not asked', 'asked, not taken', 'held, another was taken', 'waiting', 'taken'],
};
function outcomeWords(family, byte) {
  if (WORDS[family]) return WORDS[family][byte] || '';
  if (family === 'DECISION') {
    return byte === 0 ? 'not asked' : byte === 1 ? 'no answer' : byte === 255 ? 'chosen' : `took branch ${byte - 1}`;
  }
  return (RESULTS[byte & 7] || '') + (byte & 8 ? ', halted' : '');
}

// -- what is shown of a run ---------------------------------------------------------------------------------
// The rest of the page asks a run only for what is below. `LiveRun` of live.js, which is in pages whose `mode` is
// "live", gives the same answers of minds that run in the page.

class RecordedRun {
  constructor(facts) {
    Object.assign(this, { first: facts.first, end: facts.end, rate: facts.rate, graphs: facts.graphs,
                          texts: facts.texts, map: facts.map, floatStep: facts.float_step });
    this.agents = facts.agents;
    for (const agent of this.agents) {
      agent.values = changesOf(agent.values);
      for (const stage of agent.stages) {
        for (const use of stage.uses) {
          for (const key of ['parts', 'outcomes', 'whys']) use[key] = changesOf(use[key]);
        }
      }
    }
    this.poses = facts.map.poses.map(columns => columns.map(column => {
      let sum = 0;
      return Float64Array.from(column, difference => sum += difference);
    }));
  }
  reset() {}
  reach(tick) { return Math.round(clamp(tick, this.first, this.end - 1)); }
  stage(agent, tick) {
    const stages = agent.stages;
    for (let i = stages.length - 1; i > 0; i--) if (stages[i].first <= tick) return stages[i];
    return stages[0];
  }
  look(use, part, tick) { return (use.parts.get(String(part)) || NOTHING).at(tick); }
  outcome(use, element, tick) { return (use.outcomes.get(element) || NOTHING).at(tick); }
  why(use, element, tick) {
    const changes = use.whys.get(element), place = changes ? changes.place(tick) : -1;
    return place < 0 ? null : { tick: changes.ticks[place], text: this.texts[changes.values[place]] };
  }
  values(agent, tick) {
    return [...agent.values].map(([name, changes]) => {
      const place = changes.place(tick);
      return { name, text: place < 0 ? '' : this.texts[changes.values[place]], since: place < 0 ? -1 : changes.ticks[place] };
    });
  }
  pose(row, tick) {  // x, y and heading between the two places noted around a tick
    const columns = this.poses[row], last = columns[0].length - 1, step = this.map.step;
    const before = clamp(Math.floor((tick - this.first) / step), 0, Math.max(0, last - 1));
    const after = Math.min(last, before + 1), at = this.first + before * step;
    const span = (after === last ? this.end - 1 : at + step) - at;
    const share = span > 0 ? clamp((tick - at) / span, 0, 1) : 0;
    const turn = ((columns[2][after] - columns[2][before] + 540) % 360 + 360) % 360 - 180;
    const between = column => column[before] + (column[after] - column[before]) * share;
    return { x: between(columns[0]) / 100, y: between(columns[1]) / 100, heading: columns[2][before] + turn * share };
  }
}
const NOTHING = new Changes([]);

// -- the graph ----------------------------------------------------------------------------------------------

class GraphView {
  constructor(svg, run, { picked, entered }) {
    Object.assign(this, { svg, run, picked, entered, use: null, focus: '', follows: false });
    this.layer = svg.appendChild(draw('g'));
    this.rings = svg.appendChild(draw('g'));
    this.view = { x: 0, y: 0, scale: 1 };
    this.pointers = new Map();
    this.listen();
  }

  show(use, pick, titleOf) {
    this.use = use; this.titleOf = titleOf;
    this.graph = this.run.graphs[use.graph];
    this.layer.replaceChildren();
    this.parts = this.graph.parts.map(([kind, elements, looks]) => {
      const group = this.layer.appendChild(draw('g', { class: `part ${kind}` }));
      const part = { kind, elements, looks, group, shown: -1 };
      if (this.picks(part)) {
        group.dataset.element = elements[0];
        if (kind === 'node') { group.setAttribute('role', 'button'); group.setAttribute('tabindex', '-1'); }
      }
      return part;
    });
    this.nodes = this.parts.filter(part => part.kind === 'node' && part.elements.length);
    this.focus = this.nodes.some(part => part.elements[0] === pick) ? pick : this.nodes[0]?.elements[0];
    this.update(this.tick ?? this.run.first, pick);
    this.fit();
  }

  picks(part) { return part.elements.length && ['node', 'plate', 'line'].includes(part.kind); }

  update(tick, pick) {
    this.tick = tick;
    this.parts.forEach((part, place) => {
      const look = this.run.look(this.use, place, tick);
      if (look !== part.shown) {
        part.shown = look;
        part.group.innerHTML = part.looks[look][1];  // drawn by Mindloom: its texts are escaped
        part.group.dataset.look = part.looks[look][0];
      }
      if (part.kind !== 'node' || !part.elements.length) return;
      const element = part.elements[0], byte = this.run.outcome(this.use, element, tick);
      if (part.group.dataset.outcome !== String(byte)) {
        part.group.dataset.outcome = byte;
        const words = outcomeWords(this.use.families[element], byte);
        part.group.setAttribute('aria-label', `${this.titleOf(element)}: ${words || 'does not run'}`);
      }
      part.group.setAttribute('tabindex', element === this.focus ? '0' : '-1');
      part.group.setAttribute('aria-pressed', String(element === pick));
    });
    this.mark(pick);
    if (this.follows) this.reveal(this.runningPart());
  }

  mark(pick) {
    this.rings.replaceChildren();
    for (const part of this.parts) {
      if (!pick || !part.elements.includes(pick) || !this.picks(part) || part.kind === 'line') continue;
      const box = part.group.getBBox();
      if (box.width) this.rings.append(this.ring(box, 'ring'));
    }
  }
  ring(box, name) {
    return draw('rect', { class: name, x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8, rx: 11 });
  }

  look(element) {
    const part = this.nodes.find(each => each.elements[0] === element);
    return part ? part.group.dataset.look : '';
  }
  runningPart() {
    const running = this.nodes.filter(part => part.group.dataset.look === 'running');
    return running[running.length - 1];
  }

  // The part of the graph that is seen: px of the graph at the left top corner, and screen px for one of them.
  place() {
    const { x, y, scale } = this.view, width = this.svg.clientWidth || 1, height = this.svg.clientHeight || 1;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width / scale} ${height / scale}`);
  }
  fit() {
    const [width, height] = this.graph.size, room = [this.svg.clientWidth || 800, this.svg.clientHeight || 500];
    const whole = Math.min(room[0] / width, room[1] / height, 1.25), scale = Math.max(whole, 0.62);
    this.view = { x: width / 2 - room[0] / scale / 2, y: height / 2 - room[1] / scale / 2, scale };
    if (whole < scale) {  // too large to be read as a whole: what runs is shown, or where it begins
      if (room[0] / scale < width) this.view.x = 0;
      if (room[1] / scale < height) this.view.y = 0;
      this.reveal(this.runningPart() || this.nodes[0]);
    }
    this.place();
  }
  whole() {
    const [width, height] = this.graph.size, room = [this.svg.clientWidth, this.svg.clientHeight];
    const scale = Math.min(room[0] / width, room[1] / height, 1.25);
    this.view = { x: width / 2 - room[0] / scale / 2, y: height / 2 - room[1] / scale / 2, scale };
    this.place();
  }
  zoom(factor, at = [this.svg.clientWidth / 2, this.svg.clientHeight / 2]) {
    const { x, y, scale } = this.view, next = clamp(scale * factor, 0.1, 4);
    this.view = { x: x + at[0] / scale - at[0] / next, y: y + at[1] / scale - at[1] / next, scale: next };
    this.place();
  }
  reveal(part) {
    if (!part) return;
    const box = part.group.getBBox(), { scale } = this.view, margin = 24 / scale;
    const width = this.svg.clientWidth / scale, height = this.svg.clientHeight / scale;
    const along = (from, size, low, length) =>
      low - margin < from || size < length ? low + length / 2 - size / 2
        : low + length + margin > from + size ? low + length / 2 - size / 2 : from;
    this.view.x = along(this.view.x, width, box.x, box.width);
    this.view.y = along(this.view.y, height, box.y, box.height);
    this.place();
  }

  listen() {
    const svg = this.svg, local = event => { const box = svg.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    svg.addEventListener('pointerdown', event => {
      this.pointers.set(event.pointerId, local(event));
      this.moved = this.pointers.size > 1;
      this.down = event.target.closest?.('[data-element]');
    });
    svg.addEventListener('pointermove', event => {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      const now = local(event), others = [...this.pointers].filter(([id]) => id !== event.pointerId);
      if (!this.moved && Math.hypot(now[0] - before[0], now[1] - before[1]) < 5) return;
      if (!this.moved) svg.setPointerCapture(event.pointerId);
      this.moved = true; svg.classList.add('held');
      if (others.length) {
        const other = others[0][1], length = point => Math.hypot(point[0] - other[0], point[1] - other[1]);
        this.zoom(length(now) / Math.max(1, length(before)), other);
      } else {
        this.view.x -= (now[0] - before[0]) / this.view.scale; this.view.y -= (now[1] - before[1]) / this.view.scale;
        this.place();
      }
      this.pointers.set(event.pointerId, now);
    });
    const up = event => {
      this.pointers.delete(event.pointerId);
      svg.classList.remove('held');
      if (event.type === 'pointerup' && !this.moved) this.picked(this.down ? this.down.dataset.element : '', this.down);
    };
    svg.addEventListener('pointerup', up);
    svg.addEventListener('pointercancel', up);
    svg.addEventListener('dblclick', event => {
      const part = event.target.closest?.('[data-element]');
      if (part) this.entered(part.dataset.element);
    });
    svg.addEventListener('wheel', event => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey || !event.shiftKey) this.zoom(Math.exp(-event.deltaY * 0.0015), local(event));
    }, { passive: false });
    new ResizeObserver(() => this.graph && this.place()).observe(svg);
  }

  step(by) {  // give another node the focus
    const place = this.nodes.findIndex(part => part.elements[0] === this.focus);
    const part = this.nodes[clamp(place + by, 0, this.nodes.length - 1)];
    this.focus = part.elements[0];
    this.picked(this.focus);
    this.reveal(part);
    part.group.focus({ preventScroll: true });
  }
}

// -- the map ------------------------------------------------------------------------------------------------

class MapView {
  constructor(svg, run, chosen) {
    const { size, ground, bodies } = run.map;
    this.run = run;
    svg.setAttribute('viewBox', `-14 -14 ${size[0] + 28} ${size[1] + 28}`);  // room for who stands at the edge
    svg.setAttribute('aria-label', `Where ${bodies.length} agents are`);
    svg.appendChild(draw('g')).innerHTML = ground;
    const bodiesLayer = svg.appendChild(draw('g')), labels = svg.appendChild(draw('g'));
    this.bodies = bodies.map((body, row) => {
      const group = bodiesLayer.appendChild(draw('g', { class: 'body' }));
      const ring = group.appendChild(draw('circle', { class: 'picked', r: body.radius + 5 }));
      const drawing = group.appendChild(draw('g'));
      drawing.innerHTML = body.svg;
      const thinks = run.agents.find(agent => agent.id === body.id);
      const label = bodies.length <= 24 ? labels.appendChild(draw('text', { class: 'label' })) : null;
      if (label) label.textContent = body.name;
      if (thinks) group.addEventListener('click', () => chosen(thinks));
      return { ...body, row, group, ring, drawing, label };
    });
  }
  update(tick, agent) {
    const { unit, size } = this.run.map;
    for (const body of this.bodies) {
      const pose = this.run.pose(body.row, tick), x = pose.x * unit, y = size[1] - pose.y * unit;
      body.group.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      body.drawing.setAttribute('transform', `rotate(${(-pose.heading).toFixed(0)})`);
      body.ring.style.display = body.id === agent.id ? '' : 'none';
      if (body.label) {
        body.label.setAttribute('x', clamp(x, 30, size[0] - 30));
        body.label.setAttribute('y', y < body.radius + 24 ? y + body.radius + 20 : y - body.radius - 8);
      }
    }
  }
}

// -- the lanes of the timeline ------------------------------------------------------------------------------

const LANE = 22, MARKS = 18, RULER = 18;

class LanesView {
  constructor(box, run, seek) {
    Object.assign(this, { box, run, canvas: box.querySelector('canvas'), head: box.querySelector('#head') });
    this.from = run.first; this.to = Math.max(run.end, run.first + 1);
    const tickAt = event => this.from + (event.clientX - this.canvas.getBoundingClientRect().left - this.gutter) / this.width * (this.to - this.from);
    box.addEventListener('pointerdown', event => { box.setPointerCapture(event.pointerId); this.held = true; seek(tickAt(event)); });
    box.addEventListener('pointermove', event => this.held && seek(tickAt(event)));
    for (const name of ['pointerup', 'pointercancel']) box.addEventListener(name, () => this.held = false);
    box.addEventListener('wheel', event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = tickAt(event), span = clamp((this.to - this.from) * Math.exp(event.deltaY * 0.002), 40, run.end - run.first);
      this.from = clamp(at - (at - this.from) / (this.to - this.from) * span, run.first, run.end - span);
      this.to = this.from + span;
      this.paint();
    }, { passive: false });
    new ResizeObserver(() => this.agent && this.paint()).observe(box);
  }
  show(agent) { this.agent = agent; this.paint(); }
  x(tick) { return this.gutter + (tick - this.from) / (this.to - this.from) * this.width; }

  paint() {
    const { agent, canvas } = this, whole = this.box.clientWidth, ratio = window.devicePixelRatio || 1;
    this.gutter = whole > 700 ? 128 : 0;
    this.width = whole - this.gutter;
    Object.assign(byId('scrub').style, { marginLeft: `${this.gutter - 8}px`, width: `${this.width + 16}px` });  // the thumb over the tick
    const lanes = this.gutter ? agent.lanes : agent.lanes.filter(lane => lane.spans.length);
    const height = RULER + lanes.length * LANE + (agent.log.length ? MARKS : 0);
    canvas.width = whole * ratio; canvas.height = height * ratio; canvas.style.height = `${height}px`;
    const style = getComputedStyle(document.documentElement), color = name => style.getPropertyValue(`--${name}`);
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    pen.font = '11px ' + getComputedStyle(document.body).fontFamily;
    pen.textBaseline = 'middle';
    this.paintRuler(pen, color, height);
    lanes.forEach((lane, row) => {
      const y = RULER + row * LANE;
      if (this.gutter) this.words(pen, lane.title + (lane.note ? ` · ${lane.note}` : ''), 0, y + LANE / 2, this.gutter - 10, color('text-secondary'));
      for (const [first, end, text, tint] of lane.spans) {
        const left = Math.max(this.gutter, this.x(first)), right = Math.min(whole, this.x(end));
        if (right < this.gutter || left > whole) continue;
        pen.fillStyle = color(`tint-${tint % 8}`);
        pen.fillRect(left, y + 2, Math.max(1, right - left - 1), LANE - 4);
        if (right - left > 34) this.words(pen, this.run.texts[text], left + 5, y + LANE / 2, right - left - 9, color('text-primary'));
      }
    });
    const y = RULER + lanes.length * LANE + MARKS / 2;
    if (this.gutter && agent.log.length) this.words(pen, 'events', 0, y, this.gutter - 10, color('text-tertiary'));
    for (const [tick, sort] of agent.log) {
      const x = this.x(tick);
      if (x < this.gutter || x > whole) continue;
      pen.fillStyle = color(sort === 'error' ? 'status-error-line' : sort === 'taken' ? 'border-node' : 'text-secondary');
      pen.fillRect(x, sort === 'taken' ? y - 3 : y - 6, sort === 'taken' ? 1 : 2, sort === 'taken' ? 6 : 12);
    }
    this.update(this.tick ?? this.run.first);
  }
  paintRuler(pen, color, height) {
    const seconds = (this.to - this.from) / this.run.rate, wanted = seconds / Math.max(2, this.width / 90);
    const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600].find(each => each >= wanted) || 7200;
    for (let at = Math.ceil(this.from / this.run.rate / step) * step; at * this.run.rate <= this.to; at += step) {
      const x = Math.round(this.x(at * this.run.rate)) + 0.5;
      pen.fillStyle = color('border-subtle'); pen.fillRect(x, RULER - 4, 1, height - RULER + 4);
      if (x < this.gutter + this.width - 30) this.words(pen, `${+at.toFixed(1)} s`, x + 4, RULER / 2, 60, color('text-tertiary'));
    }
  }
  words(pen, text, x, y, room, fill) {
    let shown = text;
    while (shown.length > 1 && pen.measureText(shown).width > room) shown = shown.slice(0, -2).trimEnd() + '…';
    if (shown.length < 2 && text.length > 1) return;
    pen.fillStyle = fill;
    pen.fillText(shown, x, y);
  }
  update(tick) {
    this.tick = tick;
    const span = this.to - this.from;
    if (span < this.run.end - this.run.first && (tick < this.from || tick > this.to)) {
      this.from = clamp(tick - span * 0.1, this.run.first, this.run.end - span); this.to = this.from + span;
      this.paint();
      return;
    }
    this.head.style.left = `${this.x(tick)}px`;
  }
}

// -- the page -----------------------------------------------------------------------------------------------

const ICONS = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z', back: 'M12 3v10L4 8z', play: 'M4 2.5v11L13.5 8z', pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  step: 'M4 3v10l8-5z', last: 'M11 3h2v10h-2zM3 3v10l7-5z',
  system: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 1.5v9a4.5 4.5 0 0 1 0-9z',
  light: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM7.3 1h1.4v2.5H7.3zM7.3 12.5h1.4V15H7.3zM1 7.3h2.5v1.4H1zM12.5 7.3H15v1.4h-2.5zM2.6 3.6l1-1 1.7 1.7-1 1zM10.7 11.7l1-1 1.7 1.7-1 1zM3.6 13.4l-1-1 1.7-1.7 1 1zM11.7 5.3l-1-1 1.7-1.7 1 1z',
  dark: 'M6 2a6.2 6.2 0 1 0 8 8A5.2 5.2 0 0 1 6 2z',
};
const icon = name => { const svg = draw('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }); svg.append(draw('path', { d: ICONS[name] })); return svg; };
const GLYPHS = { taken: '→', event: '•', unused: '◦', input: '▸', act: '▸', error: '!' };
const SORTS = { taken: 'taken', event: 'event', unused: 'event that nothing took', input: 'from outside', act: 'begins', error: 'error' };
const THEMES = ['system', 'light', 'dark'];

class Page {
  constructor(facts) {
    const run = this.run = new RecordedRun(facts);
    Object.assign(this, { tick: run.first, agent: run.agents[0], place: 0, pick: '', playing: false, speed: 1 });
    this.graph = new GraphView(byId('graph'), run, { picked: element => this.choose(element), entered: element => this.enter(element) });
    this.map = new MapView(byId('map'), run, agent => this.showAgent(agent));
    this.lanes = new LanesView(byId('lanes'), run, tick => this.seek(tick));
    const seconds = (run.end - run.first) / run.rate;
    byId('facts').textContent = [`${run.end - run.first} ticks, ${seconds.toFixed(1)} s`, `seed ${facts.seed}`, `Mindloom ${facts.version}`]
      .join(' · ');
    const left = facts.left_out ? `${facts.left_out} more minds ran and are not in this page.` : '';
    this.note([facts.note, left].filter(Boolean).join(' '));
    if (run.floatStep > 1) byId('values-title').append(make('span', { class: 'quiet' }, ` · numbers every ${(run.floatStep / run.rate).toFixed(2)} s`));
    byId('agent').append(...run.agents.map((agent, place) => make('option', { value: place }, agent.name)));
    Object.assign(byId('scrub'), { min: run.first, max: run.end - 1, step: 1 });
    for (const name of ['first', 'back', 'play', 'step', 'last']) byId(name).append(icon(name));
    if (facts.mode === 'live') this.live = new LivePanel(this, facts);
    this.setTheme(store.get('mindloom-theme') || 'system');
    this.listen();
    const address = location.hash;
    this.showAgent(this.agent);
    this.readAddress(address);
  }

  note(text) { byId('note').textContent = text; byId('note').hidden = !text; }
  get stage() { return this.run.stage(this.agent, this.tick); }
  get use() { return this.stage.uses[this.place]; }
  title(element) { return this.use.titles[element] || element; }
  callee(element) { return this.stage.uses.findIndex(use => use.caller === this.place && use.element === element); }

  // -- moving through the run
  seek(tick, { keeps = false } = {}) {
    const stage = this.stage;
    if (!keeps) this.exact = null;
    this.tick = this.run.reach(tick);
    if (this.stage !== stage) this.showUse(Math.min(this.place, this.stage.uses.length - 1));
    this.show();
  }
  restart() { this.run.reset(); this.seek(this.run.first); }
  play(on = !this.playing) {
    if (on && this.tick >= this.run.end - 1) this.seek(this.run.first);
    this.playing = on;
    byId('play').replaceChildren(icon(on ? 'pause' : 'play'));
    byId('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
    byId('why').setAttribute('aria-live', on ? 'off' : 'polite');
    this.exact = null; this.clock = null;
    if (on) requestAnimationFrame(now => this.frame(now)); else this.show();
  }
  frame(now) {
    if (!this.playing) return;
    const passed = this.clock === null ? 0 : Math.min(0.25, (now - this.clock) / 1000);
    this.clock = now;
    this.exact = (this.exact ?? this.tick) + passed * this.run.rate * this.speed;
    this.seek(Math.floor(this.exact), { keeps: true });
    if (this.tick >= this.run.end - 1) this.play(false); else requestAnimationFrame(next => this.frame(next));
  }
  change(by) {  // go to where something else became of what is picked
    const changes = this.pick && this.use.outcomes.get(this.pick);
    if (!changes) return;
    if (by > 0) this.seek(changes.ticks[changes.place(this.tick) + 1] ?? this.tick);
    else this.seek(changes.ticks[changes.place(this.tick - 1)] ?? this.run.first);
  }

  // -- what is looked at
  showAgent(agent) {
    this.agent = agent; this.pick = '';
    byId('agent').value = String(this.run.agents.indexOf(agent));
    if (!this.run.isLive) this.lanes.show(agent); else this.live.build();
    byId('values').tBodies[0].replaceChildren();
    this.logged = '';
    this.showUse(0);
  }
  showUse(place) {
    this.place = Math.max(0, place);
    if (!(this.pick in this.use.titles)) this.pick = '';
    const chain = [];
    for (let at = this.place; at >= 0; at = this.stage.uses[at].caller) chain.unshift(at);
    byId('crumbs').hidden = chain.length < 2 && this.stage.uses.length > 1;
    byId('crumbs').replaceChildren(...chain.map(at => {
      const button = make('button', { type: 'button' }, this.run.graphs[this.stage.uses[at].graph].title);
      if (at === this.place) button.setAttribute('aria-current', 'page'); else button.addEventListener('click', () => this.showUse(at));
      return make('li', {}, button);
    }));
    const uses = byId('uses');
    uses.replaceChildren(...this.stage.uses.map((use, at) => {
      const { title } = this.run.graphs[use.graph], caller = this.stage.uses[use.caller]?.titles[use.element] || '';
      return make('option', { value: at }, caller && caller !== title ? `${title} (${caller})` : title);
    }));
    uses.value = String(this.place);
    uses.hidden = this.stage.uses.length < 2;
    this.graph.show(this.use, this.pick, element => this.title(element));
    this.show();
  }
  enter(element) {
    const place = this.callee(element);
    if (place >= 0) this.showUse(place);
  }
  leave() {
    const { caller, element } = this.use;
    if (caller >= 0) { this.pick = element; this.showUse(caller); }
  }
  choose(element) {
    this.pick = element;
    if (element && this.graph.nodes.some(part => part.elements[0] === element)) this.graph.focus = element;
    this.show();
  }

  // -- showing it
  show() {
    const { tick, run } = this;
    this.graph.update(tick, this.pick);
    if (run.isLive) this.live.update();
    else { this.map.update(this.exact ?? tick, this.agent); this.lanes.update(this.exact ?? tick); }
    byId('scrub').value = String(tick);
    byId('scrub').setAttribute('aria-valuetext', `tick ${tick}, ${(tick / run.rate).toFixed(2)} seconds`);
    byId('time').replaceChildren(`${(tick / run.rate).toFixed(2)} s `, make('small', {}, run.isLive ? `tick ${tick}${this.agent.mindNow.ended ? ', ended' : ''}` : `tick ${tick} of ${run.end - 1}`));
    this.showWhy(); this.showValues(); this.showLog();
    document.documentElement.dataset.tick = tick;
    if (!this.playing) this.writeAddress();
  }
  showWhy() {
    const box = byId('why'), { pick, use, tick, run } = this;
    if (!pick) { box.replaceChildren(make('p', { class: 'quiet' }, `Pick a node, a state or a transition: it tells ${run.isLive ? 'what became of it' : 'why it did what it did'}.`)); return; }
    const words = outcomeWords(use.families[pick], run.outcome(use, pick, tick)), why = run.why(use, pick, tick);
    const children = [make('strong', {}, this.title(pick)), make('span', { class: 'status', 'data-look': this.graph.look(pick) }, words || 'does not run')];
    if (why) {
      children.push(make('p', {}, why.text));
      if (why.tick !== tick) children.push(make('p', { class: 'quiet' }, `As of tick ${why.tick}, ${((tick - why.tick) / run.rate).toFixed(2)} s before.`));
    }
    if (this.callee(pick) >= 0) {
      const button = make('button', { type: 'button' }, 'Open its graph');
      button.addEventListener('click', () => this.enter(pick));
      children.push(make('br'), button);
    }
    box.replaceChildren(...children);
  }
  showValues() {
    if (this.run.isLive) return;
    const body = byId('values').tBodies[0], values = this.run.values(this.agent, this.tick);
    byId('values').closest('section').hidden = !values.length;
    values.forEach((value, row) => {
      const line = body.rows[row] || body.appendChild(make('tr', {}, make('td', {}, value.name), make('td')));
      if (line.cells[1].textContent !== value.text) line.cells[1].textContent = value.text;
      line.classList.toggle('fresh', value.since === this.tick && this.tick > this.run.first);
    });
  }
  showLog() {
    const { log } = this.agent, { tick, run } = this;
    let end = 0, high = log.length;
    while (end < high) { const middle = (end + high) >> 1; if (log[middle][0] <= tick) end = middle + 1; else high = middle; }
    const first = Math.max(0, end - 8), key = `${end} ${log[end - 1]?.[0] === tick}`;
    if (key === this.logged) return;
    this.logged = key;
    byId('log').closest('section').hidden = !log.length;
    byId('log').replaceChildren(...log.slice(first, end).reverse().map(([at, sort, text]) => {
      const button = make(run.isLive ? 'p' : 'button', { ...(!run.isLive && { type: 'button' }), class: `${sort}${at === tick ? ' now' : ''}`, 'aria-label': `${run.texts[text]}, ${SORTS[sort]}, tick ${at}` },
        make('span', { class: 'at' }, `${(at / run.rate).toFixed(2)} s`), make('span', { class: 'glyph' }, GLYPHS[sort]), make('span', { class: 'what' }, run.texts[text]));
      if (!run.isLive) button.addEventListener('click', () => { this.play(false); this.seek(at); });
      return make('li', {}, button);
    }));
    if (!end) byId('log').replaceChildren(make('li', { class: 'quiet' }, 'Nothing yet.'));
  }

  // -- the address: #tick=120&agent=tank_1&graph=1&node=aim leads to a moment
  writeAddress() {
    const parts = new URLSearchParams({ tick: this.tick, agent: this.agent.id, graph: this.place });
    if (this.pick) parts.set('node', this.pick);
    if (this.run.isLive) { parts.set('mode', 'live'); parts.delete('tick'); }
    try { history.replaceState(null, '', `#${parts}`); } catch { /* not kept where files have no addresses */ }
  }
  readAddress(address = location.hash) {
    const parts = new URLSearchParams(address.slice(1));
    this.live?.go(parts.get('mode') === 'live');
    const agent = this.run.agents.find(each => each.id === parts.get('agent'));
    const [tick, graph, node] = [parts.get('tick'), parts.get('graph'), parts.get('node')];
    if (agent && agent !== this.agent) this.showAgent(agent);
    if (tick !== null && Number.isFinite(+tick)) this.seek(+tick);
    if (graph !== null && this.stage.uses[+graph] && +graph !== this.place) this.showUse(+graph);
    if (node !== null && node in this.use.titles) { this.choose(node); this.graph.reveal(this.graph.parts.find(part => part.kind !== 'line' && part.elements.includes(node))); }
  }

  setTheme(name) {
    this.theme = THEMES.includes(name) ? name : 'system';
    if (this.theme === 'system') delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = this.theme;
    byId('theme').replaceChildren(icon(this.theme));
    byId('theme').setAttribute('aria-label', `Theme: ${this.theme === 'system' ? 'as the system' : this.theme}`);
    byId('theme').title = byId('theme').getAttribute('aria-label');
    store.set('mindloom-theme', this.theme);
    if (this.lanes.agent) this.lanes.paint();
  }

  listen() {
    const on = (id, act) => byId(id).addEventListener('click', act);
    on('first', () => this.restart()); on('last', () => this.seek(this.run.end - 1));
    on('back', () => { this.play(false); this.seek(this.tick - 1); }); on('step', () => { this.play(false); this.seek(this.tick + 1); });
    on('play', () => this.play());
    on('fit', () => this.graph.whole()); on('in', () => this.graph.zoom(1.25)); on('out', () => this.graph.zoom(0.8));
    on('theme', () => this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]));
    on('help', () => this.showKeys(byId('keys').hidden));
    on('follow', () => {
      this.graph.follows = !this.graph.follows;
      byId('follow').setAttribute('aria-pressed', String(this.graph.follows));
      this.show();
    });
    byId('agent').addEventListener('change', event => this.showAgent(this.run.agents[+event.target.value]));
    byId('uses').addEventListener('change', event => this.showUse(+event.target.value));
    byId('speed').addEventListener('change', event => { this.speed = +event.target.value; });
    byId('scrub').addEventListener('input', event => this.seek(+event.target.value));
    window.addEventListener('hashchange', () => this.readAddress());
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.lanes.paint());
    document.addEventListener('keydown', event => this.press(event));
  }
  showKeys(shown) { byId('keys').hidden = !shown; byId('help').setAttribute('aria-expanded', String(shown)); }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('select, #live input')) return;
    const inGraph = event.target.closest('#graph') !== null, onButton = event.target.matches('button');
    const second = this.run.rate, by = event.shiftKey ? second : 1;
    const keys = {
      ' ': onButton ? null : () => this.play(), ArrowLeft: () => this.seek(this.tick - by), ArrowRight: () => this.seek(this.tick + by),
      Home: () => this.restart(), End: () => this.seek(this.run.end - 1),
      ',': () => this.change(-1), '.': () => this.change(1), Backspace: () => this.leave(),
      '+': () => this.graph.zoom(1.25), '=': () => this.graph.zoom(1.25), '-': () => this.graph.zoom(0.8), '0': () => this.graph.whole(),
      ArrowUp: inGraph ? () => this.graph.step(-1) : null, ArrowDown: inGraph ? () => this.graph.step(1) : null,
      Enter: inGraph ? () => { const at = event.target.dataset.element; this.pick === at ? this.enter(at) : this.choose(at); } : null,
      Escape: () => { if (byId('keys').hidden) this.choose(''); else this.showKeys(false); },
      '?': () => this.showKeys(byId('keys').hidden),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

async function begin() {
  if (typeof DecompressionStream === 'undefined') {
    const note = byId('note');
    note.textContent = 'This browser is too old for this page. Take Chrome 103, Firefox 113, Safari 16.4 or a newer one.';
    note.hidden = false;
    return;
  }
  if (document.readyState === 'loading') await new Promise(done => document.addEventListener('DOMContentLoaded', done));
  window.mindloom = new Page(await unpacked(byId('data').textContent.trim()));
  document.documentElement.dataset.ready = 'true';
}
begin();
