/*
 * What a game may use of the link to Mindloom. MIT License, as mindloom.mjs.
 */
import type { Agent, Minds, Vector } from "./mindloom.mjs";

/** How a game is shown in Mindloom. */
export interface LinkOptions {
  /** What Mindloom shows where it waits for a game. */
  token: string;
  /** The name of the game, for people. */
  game?: string;
  /** The address and the port, 127.0.0.1:7407 where left out. */
  address?: string;
  /** Tells where an agent is: x, y in units, heading in degrees, counterclockwise from the x axis. */
  place?: (agent: Agent) => [x: number, y: number, heading?: number] | null | undefined;
  /** Points of the ground. */
  outline?: readonly Vector[];
  /** The seconds between two saves of an agent, 10 where left out. */
  keySeconds?: number;
  /** A class in the place of the WebSocket of the browser or of node 22. */
  WebSocket?: new (address: string) => object;
  /** Gives seconds, of any beginning. */
  clock?: () => number;
}

/** Shows the minds of a game in Mindloom while that waits for a game; without it the game runs as before. */
export declare class GameLink {
  /** Begin to connect. Throws `MindError` where there is no WebSocket and none is given. */
  constructor(minds: Minds, options: LinkOptions);
  /** Mindloom has welcomed the game. */
  readonly isConnected: boolean;
  /** Mindloom holds the game. */
  readonly isHeld: boolean;
  /** The factor that the game multiplies its clock by. */
  readonly speed: number;
  /** Why it is not connected, in words. */
  readonly trouble: string;
  /** Tick the minds, in the place of `minds.tick`; return false, and do nothing, while Mindloom holds the game. */
  tick(ids?: Iterable<string> | null): boolean;
  /** Read and do what Mindloom has sent, without waiting; `tick` does this first. */
  poll(): void;
  /** Say that the game ends, and connect no more. */
  close(why?: string): void;
}
