// The screen of a room: the players, the board, what is asked, what can be done, the moves.

import { h, fill, announce, tell } from "./dom.js";
import { say, color, span, refusal, worth } from "./say.js";
import * as voice from "./voice.js";
import { Board } from "./board.js";
import { ACTIONS, actionBar, prompt } from "./actions.js";
import { History } from "./history.js";
import { wire } from "./wire.js";
import { me } from "./me.js";
import { sound, setTitle, setTurn } from "./alerts.js";

// How much of what happened is kept for whoever looks back.
const NEWS_MAX = 60;

export class GameScreen {
  isWatching = false;
  #hint = null;
  #clocks = null;
  #sent = null;
  // The square that was pointed at, where the second time places.
  #aimed = null;
  #app;

  constructor(room, app) {
    this.room = room;
    this.#app = app;
    this.board = new Board((square, isByKey) => this.#choose(square, isByKey));
    this.history = new History(room, () => this.draw());
    this.bar = actionBar(this);
    this.newsTitle = h("summary", {}, say.TitleLog());
    this.parts = Object.fromEntries(["black", "white", "status", "prompt"].map((name) => [name, h("div", { class: name })]));
    this.parts.news = h("ol", { class: "news" });
    this.parts.status.className = "status";
    this.element = h("main", { class: "game", id: "main" },
      h("h1", { class: "unseen" }, say.RoomTitle({ room: room.id })),
      h("div", { class: "players" }, this.parts.black, this.parts.white),
      this.parts.status, h("div", { class: "place" }, this.board.element), this.parts.prompt, this.bar.element,
      this.history.element, h("details", { class: "news-box" }, this.newsTitle, this.parts.news));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.board.element.addEventListener("wheel", (event) => this.history.wheel(event), { passive: false });
    this.listeners = [["change", () => this.draw()], ["event", ({ detail }) => this.#event(detail)],
      ["presence", ({ detail }) => this.#tell(voice.presence(room.view, detail))], ["snapshot", () => this.#snapshot()], ["chat", () => this.talk()],
      ["hint", ({ detail }) => this.#advise(detail)]];
    this.listeners.forEach(([name, listener]) => room.addEventListener(name, listener));
    this.clock = setInterval(() => this.#drawPrompt(), 1000);
    this.draw();
    if (room.lines.length) this.talk();
  }

  // Shows what is said, and lets something be said where that is asked for.
  async talk(isAsked) { (await import("./chat.js")).show(this, isAsked); }

  close() {
    this.listeners.forEach(([name, listener]) => this.room.removeEventListener(name, listener));
    clearInterval(this.clock);
    this.#clocks?.close();
    this.#clocks = undefined;
  }

  // Lets what was asked fail in words.
  guard(promise) {
    return Promise.resolve(promise).catch((refused) => {
      if (refused.code === undefined) throw refused;
      tell(refusal(refused), true);
    });
  }

  run(action) { return this.guard(action.run(this.room, this)); }
  ask(type, fields) { return this.guard(this.room.ask(type, fields)); }

  async sit(as) {
    if (!(await this.#app.named())) return;
    await this.guard(this.room.sit(as));
  }

  watch() {
    this.isWatching = true;
    this.draw();
  }

  next() { return this.#app.next(this.room); }
  go(id) { return this.#app.go(`/room/${id}`); }
  goNext() { return this.go(this.next().id); }
  leave() { return this.guard(this.#app.leave(this.room)); }

  // What the squares are worth, or where a bot would play.
  async hint(bot) {
    const { board } = this.room.view.position;
    this.#advise(await this.room.ask("hint", { bot, deepen: true }), board);
  }

  // Takes a hint, or what is known better of the one that was told last.
  #advise({ id, best, bot, values }, board) {
    const [{ value_centidiscs, depth_plies, is_exact } = {}] = values;
    const told = { square: best, bot, discs: worth(value_centidiscs), depth: depth_plies };
    const text = bot ? say.HintOfBot(told) : is_exact ? say.HintExact(told) : say.HintValue(told);
    if (board) {
      this.#tell(text);
      this.#hint = { id, board, line: this.parts.news.firstChild };
    } else if (id !== this.#hint?.id) return;
    this.#hint.line.textContent = text;
    Object.assign(this.#hint, { best, values: Object.fromEntries(values.map((it) => [it.square, worth(it.value_centidiscs)])) });
    this.draw();
  }

  review() { return this.history.review(); }

  offerText() {
    const { offer } = this.room.view;
    return `${voice.offer(this.room, offer)} (${span(offer.expires_at_ms - wire.now())})`;
  }

  awayText(seat) {
    const { since_ms, loses_at_ms } = seat.presence;
    const away = say.AwaySince({ name: voice.occupant(seat.occupant), time: span(wire.now() - since_ms) });
    const isWon = loses_at_ms && this.room.isSeated;
    return isWon ? `${away} ${say.AwayYouWin({ time: span(loses_at_ms - wire.now()) })}` : away;
  }

  #choose(square, isByKey) {
    const { room } = this;
    const { position, legal_squares } = room.view ?? {};
    if (!this.history.isLive) return tell(say.PageNotLive());
    if (!room.isMyTurn) return;
    const isLegal = position.legal?.some((it) => it.square === square) ?? legal_squares === "hidden";
    if (!isLegal) return tell(say.NotLegal({ square }));
    if (!isByKey && !me.has("once") && this.#aimed !== square) {
      this.#aimed = square;
      return;
    }
    // It is on its way before it is drawn.
    const placed = this.guard(room.ask("place", { ply: position.ply, square }));
    this.#sent = square;
    this.draw();
    placed.then(() => {
      if (this.#sent === square) this.#sent = null;
      this.draw();
    });
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    if (!this.board.element.contains(event.target) && !this.history.element.contains(event.target)) return;
    const name = { o: "dots", p: "preview" }[event.key];
    if (name) return me.set(name, !me.has(name));
    const action = ACTIONS.find((it) => it.key === event.key && this.room.view && it.can(this.room, this));
    if (action) this.run(action);
    else if (!this.history.key(event.key)) return;
    event.preventDefault();
  }

  #event({ event, before }) {
    const told = voice.event(this.room, event, before);
    const after = ["placed", "passed", "started", "undone", "redone", "resumed"].includes(event.type);
    if (after) this.#aimed = null;
    const isTurn = after && this.room.isMyTurn && this.room.seats.length === 1;
    this.#tell([told, isTurn ? say.YourMoveNow() : ""].join(" ").trim(), event.type === "offered" && !!this.room.offerToAnswer);
    if (event.type === "placed") {
      this.#sent = null;
      sound.tap(isTurn);
    }
    this.history.event(event);
  }

  #snapshot() {
    this.#sent = null;
    this.history.event({ type: "snapshot" });
    announce(this.#status());
  }

  #tell(text, isUrgent = false) {
    if (!text) return;
    announce(text, isUrgent);
    this.parts.news.prepend(h("li", {}, text));
    if (this.parts.news.children.length > NEWS_MAX) this.parts.news.lastChild.remove();
  }

  draw() {
    const { room } = this;
    const { view } = room;
    this.bar.draw(room);
    if (!view) return;
    setTitle(`${view.name} - Reversi`);
    setTurn(room.id, room.isMyTurn, say.YourMoveNow());
    if (room.isSeated) me.keepAbout(room.id, ["finished", "closed"].includes(view.phase) ? null : this.#about());
    const shown = this.history.shown ?? view.position;
    for (const side of ["black", "white"]) this.#drawPlayer(side, shown);
    this.#drawClocks();
    fill(this.parts.status, [this.#status(), this.history.ply], () => this.#status());
    this.parts.status.classList.toggle("attention", room.isMyTurn && this.history.isLive);
    const watching = view.spectators ? `, ${say.CountWatching({ count: view.spectators })}` : "";
    this.newsTitle.textContent = say.TitleLog() + watching;
    this.#drawBoard(shown);
    this.#drawPrompt();
    this.history.draw();
  }

  #about() {
    const { view } = this.room;
    return ["black", "white"].map((side) => (view[side] ? voice.occupant(view[side].occupant) : voice.openSeat(view))).join(" \u2013 ");
  }

  #drawBoard(shown) {
    const { room } = this;
    const isLive = this.history.isLive;
    const hint = isLive && this.#hint?.board === shown.board && room.isMyTurn ? this.#hint : null;
    this.board.draw({
      position: shown, legal: isLive && (room.isMyTurn || !room.isSeated) ? shown.legal : [],
      values: hint?.values, best: hint?.best ?? this.history.better, sent: isLive ? this.#sent : null, color: room.toPlace,
    });
    this.board.element.classList.toggle("past", !isLive);
    this.board.element.classList.toggle("mine", isLive && room.isMyTurn);
  }

  #drawPlayer(side, { discs, to_move }) {
    const { view } = this.room;
    const seat = view[side];
    const isAway = seat?.presence.state === "absent";
    const isMine = this.room.isMine(side);
    const isBot = seat?.occupant.kind === "bot" && !seat.occupant.stands_in_for;
    const isMoving = to_move === side && view.phase === "playing";
    fill(this.parts[side], [seat, view.reserved, discs[side], isMoving, isMine, isAway], () => [
      h("span", { class: `stone ${side}`, "aria-hidden": "true" }),
      h("span", { class: "who" },
        h("b", {}, isBot ? seat.occupant.bot : seat ? voice.occupant(seat.occupant) : voice.openSeat(view)),
        h("small", {}, [color(side), isBot && say.IsBot(), isMine && say.You(), isAway && say.IsAwayShort()].filter(Boolean).join(" "))),
      h("output", { class: "count", "aria-label": say.PageCount({ count: discs[side] }) }, String(discs[side])),
    ]);
    this.parts[side].className = `player ${side} ${isMoving ? "moving" : ""} ${isAway ? "away" : ""}`;
  }

  // What shows clocks comes with the first game that has any.
  async #drawClocks() {
    if (this.#clocks) return this.#clocks.draw();
    if (!this.room.view.position.clocks) return;
    const { Clocks } = await import("./clock.js");
    if (this.#clocks === null) this.#clocks = new Clocks(this.room, this.parts, (text, isUrgent) => this.#tell(text, isUrgent));
  }

  #status() {
    const { view } = this.room;
    if (!view) return say.Connecting();
    if (!this.history.isLive) return this.history.status();
    if (view.phase === "finished" && view.result) return voice.result(view.result);
    if (view.phase === "open") return [say.WaitingForPlayers(), view.time ? say.TimeIs({ time: voice.timeControl(view.time) }) : "",
      view.opening ? say.StartIs({ opening: voice.beginning(view.opening) }) : "", this.room.isBid ? say.PicksTheSide() : ""].join(" ");
    if (view.phase === "adjourned") return say.PageAdjournedNow();
    if (view.phase === "closed") return say.RoomClosed();
    const watching = this.room.isSeated ? "" : ` ${say.YouWatch()}`;
    if (this.room.isMyTurn) return this.room.seats.length === 2 ? voice.turn(view.position) : say.YourMoveNow();
    return voice.turn({ to_move: view.position.to_move }) + watching;
  }

  #drawPrompt() {
    const { room, parts } = this;
    const made = prompt(room, this);
    // The text may count seconds; what can be pressed stays where it is meanwhile.
    const [text, ...things] = made ?? [];
    const key = made && [room.view.offer?.offer, room.view.reserved, ...things.map((it) => it.id || it.className)];
    fill(parts.prompt, key, () => made && [h("p"), h("div", { class: "actions" }, things)]);
    if (made) parts.prompt.firstChild.textContent = text;
    parts.prompt.hidden = !made;
  }
}

