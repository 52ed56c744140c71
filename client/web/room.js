// One room as the server tells it: a snapshot, brought up by events. Positions come whole; nothing is
// worked out here.

import { me, secret, tabs } from "./me.js";
import { wire } from "./wire.js";
import { opponent } from "./say.js";

export class Room extends EventTarget {
  seats = [];
  view = null;
  // The positions by ply, as far as they were told.
  positions = [];
  // What was said last.
  lines = [];
  canRedo = false;
  #isBehind = true;
  // What holds the seat here. Another tab may forget it, and still it is this one's.
  #token;
  // The seat that was left to a bot while the line was lost.
  #aside = null;
  // Whether another tab has the seat, and since when this one has had it.
  isElsewhere = false;
  #satAt = 0;

  constructor(id) {
    super();
    this.id = id;
    this.#token = me.seat(id);
  }

  isBots(side) { return this.view?.[side]?.occupant.kind === "bot"; }
  isMine(side) { return this.seats.includes(side); }
  get isSeated() { return this.seats.length > 0; }
  get isPlaying() { return this.view?.phase === "playing"; }
  // The seats in which this player decides, and no bot.
  get own() { return this.seats.filter((side) => !this.isBots(side)); }
  // The side that has to place; nobody where a pass is due.
  get toPlace() {
    const position = this.view?.position;
    return position?.legal?.length === 0 ? null : position?.to_move;
  }
  get isMyTurn() {
    const side = this.toPlace;
    return this.isPlaying && !!side && this.isMine(side) && !this.isBots(side);
  }
  // A seat of this player's in which a bot plays.
  get standIn() {
    const standsIn = (side) => this.view?.[side]?.occupant.stands_in_for;
    return this.seats.find((side) => this.isBots(side)) ?? (standsIn(this.#aside) ? this.#aside : undefined);
  }
  get offerToAnswer() {
    const offer = this.view?.offer;
    return offer && this.isMine(opponent(offer.by)) ? offer : null;
  }
  get ownOffer() {
    const offer = this.view?.offer;
    return offer && this.isMine(offer.by) ? offer : null;
  }
  get people() { return [this.view.black, this.view.white].flatMap((seat) => (seat?.occupant.kind === "human" ? seat.occupant.name : [])); }
  // Whether whoever comes picks the side.
  get isBid() { return this.view.opening?.startsWith("bid") && !this.view.actions.length; }
  get openSeat() { return this.view && ["black", "white"].find((side) => !this.view[side]); }
  // The other side, where a person sits there who is not this player.
  get otherPerson() {
    const side = this.seats.length === 1 ? opponent(this.seats[0]) : null;
    return side && this.view?.[side]?.occupant.kind === "human" ? this.view[side] : null;
  }

  // The moves that an opening by lot begins with, which undo leaves.
  get pliesDrawn() { return this.view.opening === "xot" ? 8 : 0; }

  // Enters the room: as a player where a seat may be held, else to watch.
  async enter(as = this.#token ? "player" : "spectator", isAsked = false) {
    const token = as === "spectator" ? undefined : this.#token;
    const invitation = token && me.invitation(this.id);
    // Whoever asks for a seat is told why there is none; who comes back watches then.
    const seen = isAsked ? undefined : this.view?.seq;
    try {
      this.entered(await wire.ask("join", { room: this.id, as, token, invitation, seen, named: me.named, strength: me.strength }), token);
    } catch (refused) {
      if (isAsked || as === "spectator" || !["room_full", "seat_taken", "wrong_token", "seat_kept", "seat_reserved", "other_strength"].includes(refused.code)) {
        throw refused;
      }
      if (refused.code === "wrong_token") this.#letGo();
      await this.enter("spectator");
    }
  }

  // Takes a seat, or takes it back. What holds it is kept before it is sent: the answer may be lost where
  // the seat is not.
  async sit(as = "player") {
    const isNew = !this.#token;
    if (isNew) me.keepSeat(this.id, this.#token = secret());
    let isLost = false;
    try {
      await this.enter(as, true);
    } catch (refused) {
      isLost = refused.code === "lost";
      throw refused;
    } finally {
      if (isNew && !isLost && !this.isSeated) this.#letGo();
    }
  }

  #letGo() {
    this.#token = undefined;
    me.forgetSeat(this.id);
  }

  // Lets another tab play that sat down later, and watches; says whether it does.
  giveWay(at) {
    if (!this.isSeated || at < this.#satAt) return false;
    this.isElsewhere = true;
    this.enter("spectator").catch(() => {});
    return true;
  }

  // Comes back after a lost line. A seat in which a bot plays stays the bot's.
  comeBack() {
    if (this.isElsewhere) return this.enter("spectator");
    if (!this.standIn) return this.enter();
    this.#aside = this.standIn;
    return this.enter(this.own[0] ?? "spectator");
  }

  entered({ seats, seq }, token) {
    this.seats = seats;
    if (seats.length && token) {
      me.keepSeat(this.id, this.#token = token);
      this.#aside = null;
      this.isElsewhere = false;
      this.#satAt = performance.timeOrigin + performance.now();
      tabs.postMessage({ room: this.id, at: this.#satAt });
    }
    if (this.view && this.view.seq > seq) this.#resync();
    else if (this.view) this.#isBehind = false;
    this.#changed();
  }

  take(message) {
    if (message.type === "snapshot") this.#replace(message);
    else if (message.type === "event") this.#event(message);
    else if (message.type === "seats") this.#hold(message.seats);
    else if (message.type === "chat") this.#hear(message.lines);
    else if (message.type === "presence" && this.view) this.#attend(message);
    // What was answered, and is known better.
    else if (message.type === "hint") this.dispatchEvent(new CustomEvent("hint", { detail: message }));
  }

  #hear(lines) {
    const isNew = ({ at_ms }) => !this.lines.some((it) => it.at_ms === at_ms);
    this.lines = [...this.lines, ...lines.filter(isNew)].sort((a, b) => a.at_ms - b.at_ms).slice(-50);
    this.dispatchEvent(new Event("chat"));
  }

  #hold(seats) {
    this.seats = seats;
    if (!seats.length) this.#letGo();
    this.#changed();
  }

  #replace({ type, ...view }) {
    this.view = view;
    this.positions = [];
    this.#isBehind = false;
    this.#note();
    this.dispatchEvent(new Event("snapshot"));
    this.#changed();
  }

  #note() { this.positions[this.view.position.ply] = this.view.position; }

  #resync() {
    this.#isBehind = true;
    wire.ask("resync", { room: this.id }).catch(() => {});
  }

  // Asks for the whole room where it is further than what is known of it.
  catchUp(seq) { if (this.view && !this.#isBehind && seq > this.view.seq) this.#resync(); }

  #attend({ seq, black, white, spectators, watchers = this.view.watchers }) {
    this.catchUp(seq);
    const changed = [];
    for (const [side, presence] of [["black", black], ["white", white]]) {
      const seat = this.view[side];
      if (!seat || !presence) continue;
      if (seat.presence.state !== presence.state) changed.push(side);
      seat.presence = presence;
    }
    Object.assign(this.view, { spectators, watchers });
    if (changed.length) this.dispatchEvent(new CustomEvent("presence", { detail: changed }));
    this.#changed();
  }

  #event({ seq, event }) {
    if (!this.view || this.#isBehind || seq <= this.view.seq) return;
    if (seq !== this.view.seq + 1) return this.#resync();
    const before = { position: this.view.position, offer: this.view.offer };
    if (!this.#apply(seq, event)) return this.#resync();
    this.view.seq = seq;
    // An invitation is for the one seat that is open.
    this.view.reserved &&= this.view.phase === "open" && !this.view.black !== !this.view.white;
    if (event.position) {
      this.view.position = event.position;
      this.#note();
    }
    this.dispatchEvent(new CustomEvent("event", { detail: { event, before } }));
    this.#changed();
  }

  #changed() { this.dispatchEvent(new Event("change")); }

  // Says whether the event could be applied.
  #apply(seq, event) {
    const view = this.view;
    const cut = (ply) => { view.actions.length = ply; this.positions.length = ply + 1; };
    switch (event.type) {
      case "opened": case "ranked": case "clock_held": case "withheld": return true;
      case "seated":
        view[event.color] = { occupant: event.occupant, presence: { state: "connected" } };
        return true;
      case "unseated": view[event.color] = null; return true;
      case "reserved": view.reserved = true; return true;
      case "released": view.reserved = false; return true;
      case "seats_swapped": [view.black, view.white] = [view.white, view.black]; return true;
      case "started":
        Object.assign(view, { phase: "playing", start: event.start, actions: [...event.actions], opening: event.opening, result: undefined });
        this.positions = [];
        this.canRedo = false;
        return true;
      case "offered": { const { type, ...offer } = event; view.offer = { offer: seq, ...offer }; return true; }
      case "offer_ended": view.offer = undefined; return true;
      case "placed": view.actions.push(event.square); this.canRedo = false; return true;
      case "passed": view.actions.push("pass"); return true;
      case "undone": cut(event.position.ply); this.canRedo = true; return true;
      case "redone": view.actions.push(...event.actions); return true;
      case "hints_allowed": view.hints = "allowed"; return true;
      case "adjourned": view.phase = "adjourned"; return true;
      case "resumed": view.phase = "playing"; return true;
      case "ended": Object.assign(view, { phase: "finished", result: event.result }); return true;
      case "closed":
        Object.assign(view, { phase: "closed", black: null, white: null });
        view.position.legal = undefined;
        this.#letGo();
        return true;
      default: return false;
    }
  }

  // Asks for something; what is refused is told by who asks.
  ask(type, fields = {}) { return wire.ask(type, { room: this.id, ...fields }); }
}
