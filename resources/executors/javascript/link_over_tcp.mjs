/*
 * Carry the frames of a link by TCP, for a node without WebSocket: it has what `GameLink` needs of one. MIT License.
 *
 *     new GameLink(minds, { token, WebSocket: TcpSocket })
 */
import { connect } from "node:net";

const MOST = 4 * 2 ** 20; // bytes of a frame from Mindloom
const WORDS = new TextDecoder("utf-8", { fatal: true });

/** A connection to the place that `ws://host:port/` names; `isOver` is done when both sides have closed it. */
export class TcpSocket {
  constructor(url) {
    const { hostname, port } = new URL(url);
    this.data = Buffer.alloc(0);
    this.socket = connect({ host: hostname.replace(/[[\]]/g, ""), port: Number(port || 80), noDelay: true });
    this.socket.on("connect", () => { this.socket.write("MLK1"); this.onopen?.({}); });
    this.socket.on("data", (chunk) => { this.data = Buffer.concat([this.data, chunk]); this.take(); });
    this.socket.on("error", () => {}); // `close` comes behind it
    this.isOver = new Promise((done) => { this.socket.on("close", () => { done(); this.onclose?.({}); }); });
  }

  get bufferedAmount() { return this.socket.writableLength; }

  send(text) {
    const body = Buffer.from(text, "utf-8"), head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    this.socket.write(Buffer.concat([head, body]));
  }

  close() { this.socket.end(); }

  take() {
    while (this.data.length >= 4) {
      const length = this.data.readUInt32BE();
      if (length > MOST) { this.socket.destroy(); return; }
      if (this.data.length < 4 + length) return;
      const body = this.data.subarray(4, 4 + length);
      this.data = this.data.subarray(4 + length);
      let text = "";
      try { text = WORDS.decode(body); } catch { this.socket.destroy(); return; }
      this.onmessage?.({ data: text });
    }
  }
}
