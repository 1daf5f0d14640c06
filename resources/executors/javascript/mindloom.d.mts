/*
 * What a game may use of the Mindloom executor for JavaScript. MIT License, as mindloom.mjs.
 */

/** The id of an entity; null is nobody. */
export type EntityId = string | null;

/** A place or direction in units: [x, y]. */
export type Vector = [number, number];

/** A value of a variable, a field or an argument. A list is an array of items, a vector one of two numbers. */
export type Value = boolean | number | string | null | Vector | Item[];

/** An item of a list. */
export type Item = boolean | number | string | null | Vector;

/** Values by name. */
export type Values = Record<string, Value>;

/** How a node, or a whole mind, stands. */
export type Status = "idle" | "running" | "success" | "failure" | "skipped";

/** What a mind can be ordered for one of its rows. */
export type Order = "success" | "failure" | "skipped" | "disabled" | "enter";

/** What a tick of an action gives; nothing else is taken. */
export type ActionResult = "running" | "success" | "failure";

/** The type of a value as programs name it. */
export type TypeName = string | { enum: string[] } | { list: TypeName; most: number };

/** A parameter of an action or condition, as `needs` tells it. */
export interface Parameter {
  name: string;
  type: TypeName;
  /** What it is where a document gives it no value. */
  default?: Value;
  /** It may be null. */
  optional?: boolean;
  minimum?: number;
  maximum?: number;
  unit?: string;
}

/** What a game must supply to a mind. */
export interface Needs {
  actions?: Record<string, { instant?: boolean; parameters?: Parameter[] }>;
  conditions?: Record<string, { parameters?: Parameter[] }>;
  events?: Record<
    string,
    { listens?: boolean; raises?: boolean; sends?: boolean; payload?: Record<string, TypeName> }
  >;
  entity_fields?: Record<string, TypeName>;
  /** By name, the order of what a query gives. */
  queries?: Record<string, string>;
}

/** Something that an agent asked for once: a shot, a noise. The game does it. */
export interface Effect {
  agent: string;
  name: string;
  arguments: Values;
}

/** Steering that an action asked for. All that are in force are added by the game, by priority and weight. */
export interface SteeringRequest {
  /** The number of the row of the action. */
  row: number;
  behavior: string;
  arguments: Values;
  weight: number;
  priority: number;
  /** The number of the row in random draws, -1 for none. */
  stream: number;
}

/** Something that went wrong in a tick; nothing of it ends the run. */
export interface RunError {
  /** The number of the row. */
  row: number;
  message: string;
  /** The path of the node where there is a file of names, else the number of the row. */
  node: string;
}

/**
 * What an action or condition is called with.
 *
 * One object is used again and again: keep nothing of it beyond the call. The same is true of the arguments of an
 * action, an object that is filled before each call.
 */
export interface Context {
  /** The id of the agent. */
  readonly agent: string;
  /** The agent itself. */
  readonly mind: Agent;
  /** The number of the row of the action; -1 for a condition. */
  readonly row: number;
  /** The name of the action. */
  readonly action: string;
  /** The tick. */
  readonly now: number;
  /** The seconds since the action was entered. */
  readonly elapsed: number;
  /** The seconds of one tick. */
  readonly dt: number;
  /** Draw a number from 0 up to 1. Throws where the row has no place that counts draws. */
  random(): number;
  /** Draw a whole number, both ends included. Throws as `random` does, and for an empty range. */
  randomInt(low: number, high: number): number;
  /** Return what the game tells of an entity; throws for what it does not know, which fails the action. */
  entityField(entity: EntityId, field: string): Value;
  /** Add an effect to `Minds.effects`. */
  effect(name: string, values?: object): void;
  /** Ask for steering on behalf of this row in this tick. Weight and priority are 1 where left out. */
  steer(behavior: string, values?: object, how?: { weight?: number; priority?: number }): void;
}

/** An action as a function: what it does each tick. */
export type ActionFunction = (context: Context, values: any) => ActionResult;

/** An action that is told when it begins and when it is halted. It is shared by all agents: keep no state in it. */
export interface ActionObject {
  /** Begin; called before the first tick. */
  enter?(context: Context, values: any): void;
  /** Do one tick. Something thrown is a failure, and told in `Agent.errors`. */
  tick(context: Context, values: any): ActionResult;
  /** Stop before it has ended. An argument that fails is null. */
  halt?(context: Context, values: any): void;
}

/** An action of the game: a function, an object with `tick`, or a class of such objects. */
export type Action = ActionFunction | ActionObject | (new () => ActionObject);

/** A condition of the game: asked at most once per tick, agent and arguments. Something thrown is a failure. */
export type Condition = (context: Context, ...values: any[]) => boolean;

/** What `Agent.save` gives: plain JSON data, the same in every language. */
export interface SavedAgent {
  mind: string;
  check: number;
  [field: string]: unknown;
}

/** What `Minds.save` gives: plain JSON data, the same in every language. */
export interface SavedGame {
  format: "mindloom-save";
  version: 2;
  tick: number;
  seed: number;
  agents: Record<string, SavedAgent>;
  shared?: Record<string, unknown>;
}

/** Tables of curves by name: points, x never falling. */
export type Curves = Record<string, readonly (readonly [x: number, y: number])[]>;

/** What a game gives its minds. */
export interface Game {
  /** Decides all random draws, together with the ids of agents; a whole number, 0 where left out. */
  seed?: number;
  /** The game's actions by name. */
  actions?: Record<string, Action>;
  /** The game's conditions by name. */
  conditions?: Record<string, Condition>;
  /** Tells what the game knows of an entity; throws, or gives undefined, for what it does not know. */
  entityField?: ((entity: string, field: string) => Value | undefined) | null;
  /** Give ids of entities, by the agent's id and what the query is about; the order is told in `needs.queries`. */
  queries?: Record<string, (agent: string, of: string) => Iterable<string>>;
}

/** Say what was asked for that is not there or does not fit, and what would. */
export declare class MindError extends Error {}

/** A mind as a game loads it: any number of agents can think with it. */
export declare class Mind {
  /**
   * Read an export: its text, or what JSON.parse made of it.
   *
   * `names` is the text, or the value, of the file of names beside it; it gives errors and states their names.
   * Throws `MindError` for what is no export of version 2, is damaged, or uses what this executor lacks.
   */
  static parse(text: string | object, more?: { names?: string | object | null }): Mind;
  /** The hash of the program: saves name it by that. */
  readonly hash: string;
  /** Ticks per second. */
  readonly rate: number;
  /** What the game must supply. */
  readonly needs: Needs;
  /** Return how a row is called: its path where there are names, else its number. */
  nameOf(row: number): string;
}

/** One agent with its mind. `Minds.add` makes it. */
export declare class Agent {
  private constructor();
  readonly id: string;
  /** The mind that it thinks with. */
  readonly mind: Mind;
  /** The result of its last tick. */
  readonly status: Status;
  /** It does nothing more: it was halted, or a machine at the root is in a final state. */
  readonly ended: boolean;
  /** What each row did in the last tick: the outcome bytes of the help page on the runtime format. */
  readonly outcomes: Uint8Array;
  /** The steering that is in force until the next tick, in the order of rows. */
  readonly requests: readonly SteeringRequest[];
  /** What went wrong in the last tick. */
  readonly errors: readonly RunError[];
  /** All variables of the agent with their values now. */
  get variables(): Values;
  /** The names of the active states, outermost first; the numbers of their rows where there are no names. */
  get activeStates(): string[];
  /** Write a variable, as a sensor would; true arms a trigger for the next tick. Throws `MindError` for a misfit. */
  set(name: string, value: Value): void;
  /** Return the value of a variable. Throws `MindError` for one that is not there. */
  get(name: string): Value;
  /** Post an event for the next tick. Throws `MindError` for an unknown one and where the payload does not fit. */
  post(event: string, payload?: Values): void;
  /**
   * Overrule the mind: let the node of a row end with a result at its next visit. "disabled" skips it at every visit;
   * null takes that back. "enter" lets a state be entered in the next tick. Orders are not saved.
   *
   * Throws `MindError` for a row that is no such node or state, for a mind that has ended, and during a tick.
   */
  order(row: number, to: Order | null): void;
  /** The orders that wait: pairs of a row and what was ordered. */
  get ordered(): [number, Order][];
  /** Its own tables of curves, as `add` takes them. */
  get ownCurves(): Curves;
  /** Halt everything that runs, and do nothing more until `restart`. */
  halt(): void;
  /** Halt what runs and begin again with the next tick, as if the agent had just been added. */
  restart(): void;
  /** Return the status of a node or state by its id or path. Throws `MindError` without the file of names. */
  statusOf(id: string): Status;
  /** Return all that it remembers, between two ticks. */
  save(): SavedAgent;
  /** Remember what was saved, here or in another language. Throws `MindError` for another mind's, or damage. */
  restore(saved: SavedAgent): void;
}

/**
 * What is told of all that comes into minds, each time after it has come; `mindloom_link.mjs` is one.
 *
 * Between `asks` and `answered` code of the game runs.
 */
export interface Watcher {
  /** `Agent.set` wrote a variable. */
  put(agent: Agent, name: string, value: Value): void;
  /** An event waits for the agent's next tick. */
  posted(agent: Agent, event: { name: string; fields: Values }): void;
  /** It was ordered something, or nothing any more. */
  ordered(agent: Agent, row: number, to: Order | null): void;
  halted(agent: Agent): void;
  /** It was begun again; `halted` is not told of it too. */
  restarted(agent: Agent): void;
  /** A save was restored into it, or it goes on with another program. */
  restored(agent: Agent): void;
  /** Something is about to be asked of the game for this agent, a step of an action or another question. */
  asks(agent: Agent, isStep: boolean): void;
  /**
   * The game has answered, or failed with words, else null. A question is `["action", row, name, step]`,
   * `["condition", name, arguments]`, `["field", entity, field]` or `["query", name, of]`.
   */
  answered(agent: Agent, question: readonly unknown[], answer: unknown, failed: string | null): void;
  /** A claim asked whether a shared variable, or an entity, has a place. */
  free(agent: Agent, thing: string, answer: boolean): void;
  /** A shared variable was written, by a claim or release of an agent or, for null, by the game. */
  sharedPut(name: string, agent: Agent | null): void;
}

/** Hold the minds of a game's agents. All tick together; what one sends, the others see in their next tick. */
export declare class Minds {
  constructor(game?: Game);
  /** The number of the next tick. */
  readonly tickNow: number;
  /** Ticks per second, 0 before there is an agent. */
  readonly rate: number;
  /** What decides all random draws. */
  readonly seed: number;
  /** What agents asked for once in the last tick, in the order of their ids. */
  readonly effects: readonly Effect[];
  /**
   * Give an agent a mind; `variables` are set before its first tick.
   *
   * `curves` are tables of its own by name, which stand in place of those of the mind: 1 to 64 points, x never
   * falling. They are not saved.
   *
   * Throws `MindError` for an id that is taken, a mind of another rate, a curve that the mind has not, and an action,
   * condition or query that the mind needs and the game lacks.
   */
  add(id: string, mind: Mind, variables?: Values, more?: { curves?: Curves }): Agent;
  /** What is told of all that comes into the minds, null for nothing. */
  watcher: Watcher | null;
  /**
   * Go on with another version of a program while the game runs; return how many agents do.
   *
   * These are all whose mind the table `upgrade` of `mindloom export --from` leads from. Actions that run and do not
   * go on are halted; the rest is as in `restore`. Throws `MindError`, and has changed nothing, for a table that leads
   * from none of the minds or to another one, and for a mind that `add` would refuse.
   */
  swap(mind: Mind, upgrade: object): number;
  /** Halt an agent's mind and take it out. */
  remove(id: string): void;
  /** Return an agent. Throws `MindError` for one that is not there. */
  get(id: string): Agent;
  /** Go through the agents in the order of their ids. */
  [Symbol.iterator](): IterableIterator<Agent>;
  /** Tick every agent once, or those with these ids, then deliver what they sent and wrote to what they share. */
  tick(ids?: Iterable<string> | null): void;
  /** Return the variables that all agents share, with their values now. */
  shared(): Values;
  /** Write a variable that all agents share. Throws `MindError` for a misfit. */
  setShared(name: string, value: Value): void;
  /** Return all that the agents remember, between two ticks. */
  save(): SavedGame;
  /** Remember what was saved, here or in another language; the same agents must be there, with the same minds. */
  restore(saved: SavedGame, upgrades?: readonly object[]): void;
  /** Return a manifest of the game for the editor, as JSON text; `events` are more than its minds need. */
  manifest(events?: Record<string, Record<string, string>>): string;
}

/** Return a value as it is saved: numbers that JSON has not are texts, a list is `{ list }`. */
export declare function toSaved(value: unknown): unknown;

/** Return a value that was saved, of a type. */
export declare function fromSaved(value: unknown, type: TypeName | undefined): Value;

/** What a game says of an action or a condition. */
export interface Description {
  summary?: string;
  instant?: boolean;
  parameters?: readonly { name: string; type: string | object; [fact: string]: unknown }[];
}

/** Say what an action or a condition is for, in manifests; use what is returned. */
export declare function describe<Behavior extends object>(behavior: Behavior, description: Description): Behavior;

/** An action that asks for steering under its own name with its arguments each tick, and keeps running. */
export declare const steering: ActionFunction;

/** An instant action that adds an effect of its own name with its arguments, and succeeds. */
export declare const effect: ActionFunction;
