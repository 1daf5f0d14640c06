// Three machines that tell of themselves to an inspector: node machines.mjs PORT [SECONDS].
import { createActor, createMachine, assign, fromPromise, setup } from "xstate";
import { createWebSocketInspector } from "@statelyai/inspect";
import WebSocket from "ws";

const port = process.argv[2] ?? "8080";
const inspector = createWebSocketInspector({ url: `ws://localhost:${port}` });
const seconds = Number(process.argv[3] ?? "20");

const light = createMachine({
  id: "light",
  initial: "red",
  states: {
    red: { after: { 200: "green" } },
    green: { after: { 200: "yellow" } },
    yellow: { after: { 100: { target: "red", actions: "count" } } },
  },
});

const guard = setup({
  guards: { seesPlayer: ({ event }) => event.near === true },
  actors: { look: fromPromise(() => new Promise((done) => setTimeout(() => done("nothing"), 150))) },
}).createMachine({
  id: "guard",
  type: "parallel",
  context: { noises: 0 },
  states: {
    legs: {
      initial: "standing",
      states: {
        standing: { on: { GO: "walking" } },
        walking: { on: { STOP: "standing", RUN: { target: "running", guard: "seesPlayer" } } },
        running: { on: { STOP: "standing" } },
      },
    },
    eyes: {
      initial: "open",
      states: {
        open: {
          entry: "blink",
          on: { NOISE: { target: "searching", actions: assign({ noises: ({ context }) => context.noises + 1 }) } },
        },
        searching: { invoke: { src: "look", onDone: "open" } },
      },
    },
  },
});

const player = createMachine({
  id: "player",
  initial: "stopped",
  states: {
    stopped: { on: { PLAY: "playing.again" } },
    playing: {
      initial: "slow",
      states: {
        slow: { on: { FASTER: "fast" } },
        fast: { on: { SLOWER: "slow", FAIL: "#player.over" } },
        again: { type: "history" },
      },
      on: { PAUSE: "stopped" },
    },
    over: { type: "final" },
  },
  on: { STOP: ".stopped" },
});

const lights = createActor(light, { inspect: inspector.inspect }).start();
const guards = createActor(guard, { inspect: inspector.inspect }).start();
const players = createActor(player, { inspect: inspector.inspect }).start();
const steps = [
  () => guards.send({ type: "GO" }),
  () => players.send({ type: "PLAY" }),
  () => guards.send({ type: "NOISE" }),
  () => guards.send({ type: "RUN", near: true }),
  () => players.send({ type: "FASTER" }),
  () => players.send({ type: "PAUSE" }),
  () => players.send({ type: "PLAY" }),
  () => guards.send({ type: "STOP" }),
];
const said = () =>
  console.log(
    JSON.stringify({
      light: lights.getSnapshot().value,
      guard: guards.getSnapshot().value,
      player: players.getSnapshot().value,
    }),
  );
let step = 0;
const timer = setInterval(() => {
  steps[step++ % steps.length]();
  said();
}, 200);
setTimeout(() => {
  clearInterval(timer);
  players.send({ type: "PLAY" });
  players.send({ type: "FASTER" });
  players.send({ type: "FAIL" });
  lights.stop();
  said();
  setTimeout(() => process.exit(0), 300);
}, seconds * 1000);
