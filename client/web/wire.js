// The connection: requests with one reply each, sent again after a lost line, and whatever the server
// says besides. It comes back by itself, for ever.

import { me, secret } from "./me.js";
import { say } from "./say.js";

// The hello was rejected: the next one has to be another.
const REJECTED = 4000;
// The server cannot read what was sent, so it is not sent again.
const UNREADABLE = [1002, 1003, 1007, 1009];
const WAIT_MS_MAX = 10_000;
const QUIET_MS = 8_000;
const SILENCE_MS_MAX = 18_000;
const CONNECT_MS_MAX = 10_000;
const CONNECT_MS_URGENT = 2_000;

// What belongs to one connection alone is asked for anew on the next one.
const PERISHABLE = ["join", "leave", "resync", "ping"];

class Wire extends EventTarget {
  isOnline = false;
  tries = 0;
  retryAt = 0;
  // Rooms that do not let this player in yet: what is asked there waits.
  awaited = new Set();
  #socket = null;
  #pending = new Map();
  #lastId = 0;
  #heardAt = 0;
  #timer = null;
  #clockAhead = 0;

  start() {
    addEventListener("online", () => this.#connectNow());
    addEventListener("offline", () => this.#lose());
    // A page that is left may be kept as it is, with its connection, and come back as it was.
    addEventListener("pagehide", () => this.#lose({ isMeant: true }));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) this.#connectNow(); });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#connectNow();
    });
    setInterval(() => this.#listen(), 4_000);
    this.#connect();
  }

  // The server's clock, counted by a clock that does not jump.
  now() { return performance.now() + this.#clockAhead; }
  #set(now_ms) { this.#clockAhead = now_ms - performance.now(); }

  // Connects again, under another name or key.
  restart() {
    me.session = secret();
    this.#lose({ isMeant: true });
    this.#connectNow();
  }

  // Sends a request; resolves with its reply, or rejects with what was refused.
  ask(type, fields = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const request = { id, type, ...fields };
      this.#pending.set(id, { request, resolve, reject });
      if (this.isOnline) this.#socket.send(JSON.stringify(request));
      else if (PERISHABLE.includes(type)) this.#fail(id);
    });
  }

  // A room has let this player in: what has waited is asked again.
  opened(room) {
    if (!this.awaited.delete(room)) return;
    for (const { request } of this.#pending.values()) {
      if (request.room === room && !PERISHABLE.includes(request.type)) this.#socket.send(JSON.stringify(request));
    }
  }

  // A room lets this player in no more: nothing of it waits any longer.
  closed(room) {
    if (!this.awaited.delete(room)) return;
    for (const [id, { request }] of this.#pending) if (request.room === room) this.#fail(id);
  }

  #fail(id) {
    this.#pending.get(id)?.reject({ code: "lost", message: say.BannerLost() });
    this.#pending.delete(id);
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket?.close();
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => socket.send(JSON.stringify({
      type: "hello", version: 1, name: me.name ?? say.GuestName({ number: me.guest }), session: me.session,
      key: me.key, client: "page",
    }));
    socket.onmessage = ({ data }) => { if (socket === this.#socket) this.#receive(JSON.parse(data)); };
    socket.onclose = ({ code }) => { if (socket === this.#socket) this.#lose({ code }); };
  }

  #connectNow() {
    if (this.isOnline) return this.#listen(true);
    // An attempt that was begun just now may still succeed.
    if (!this.#socket || Date.now() - this.#heardAt > CONNECT_MS_URGENT) this.#connect();
  }

  // Takes the connection for dead when nothing has come for too long, and asks before that.
  #listen(isUrgent = false) {
    const quiet = Date.now() - this.#heardAt;
    if (!this.isOnline) {
      if (this.#socket && quiet > CONNECT_MS_MAX) this.#lose();
      return;
    }
    if (quiet > SILENCE_MS_MAX) { this.#lose(); this.#connect(); }
    else if (isUrgent || quiet > QUIET_MS) {
      this.ask("ping").then(({ now_ms, rooms = [] }) => {
        this.#set(now_ms);
        this.dispatchEvent(new CustomEvent("pong", { detail: rooms }));
      }, () => {});
    }
  }

  #lose({ code, isMeant = false } = {}) {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const wasOnline = this.isOnline;
    this.isOnline = false;
    if (!wasOnline && this.tries === 1) this.#askWhy();
    const isUnreadable = UNREADABLE.includes(code);
    for (const [id, { request }] of this.#pending) if (isUnreadable || PERISHABLE.includes(request.type)) this.#fail(id);
    clearTimeout(this.#timer);
    if (code === REJECTED) return;
    const wait = Math.min(WAIT_MS_MAX, 250 * 2 ** this.tries) * (0.7 + 0.6 * Math.random());
    this.tries += 1;
    this.retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
    if (!isMeant && (wasOnline || this.tries > 1)) this.dispatchEvent(new Event("lost"));
  }

  // A server turns away pages under a name that it does not know, and a socket does not say why: a request that
  // tells where it comes from, as a socket does, has the answer.
  async #askWhy() {
    const { status } = await fetch("/games/read", { method: "POST" }).catch(() => ({}));
    if ([403, 421].includes(status)) this.dispatchEvent(new CustomEvent("barred", { detail: status }));
  }

  #receive(message) {
    this.#heardAt = Date.now();
    if (message.type === "welcome") return this.#welcomed(message);
    const { type, id } = message;
    const waiting = this.#pending.get(id);
    if (message.code === "not_in_room" && this.awaited.has(waiting?.request.room)) return;
    this.#pending.delete(id);
    const pass = () => {
      if (waiting) waiting[type === "refused" ? "reject" : "resolve"](message);
      else this.dispatchEvent(new CustomEvent(type === "rejected" ? type : "message", { detail: message }));
    };
    if (["refused", "rejected"].includes(type)) import("./refusals.js").catch(() => {}).then(pass);
    else pass();
  }

  #welcomed({ now_ms, durability }) {
    this.isEarly = durability === "relaxed";
    this.#set(now_ms);
    this.isOnline = true;
    this.tries = 0;
    this.dispatchEvent(new Event("welcome"));
    for (const { request } of this.#pending.values()) {
      if (!PERISHABLE.includes(request.type)) this.#socket.send(JSON.stringify(request));
    }
  }
}

export const wire = new Wire();
