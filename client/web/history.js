// The moves of a game: a list, a slider, arrows and the wheel; and after a review what each was worth.

import { h, fill, button, tell } from "./dom.js";
import { say, capital, color, side } from "./say.js";
import { beginning, opening } from "./voice.js";

// How far a wheel turns for one move.
const WHEEL_STEP = 50;

const plyText = (ply) => (ply === 0 ? say.StartPosition() : `${capital(say.Ply({ ply }))}.`);

export class History {
  // The ply that is looked at; nothing while it is the newest.
  ply = null;
  #unseen = 0;
  #turned = 0;
  #asked;
  #current;
  #review = null;
  #room;
  #onchange;

  constructor(room, onchange) {
    this.#room = room;
    this.#onchange = onchange;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": say.PageSlider(),
      oninput: () => this.go(Number(this.slider.value)) });
    this.list = h("ol", { class: "moves" });
    this.graph = h("div", { class: "graph" });
    this.opening = h("p", { class: "opening" });
    const step = (text, label, by) => button(text, () => this.#step(by), { "aria-label": label, class: "step" });
    this.live = button("", () => this.go(null), { class: "live", hidden: true });
    this.element = h("section", { class: "history", "aria-label": say.TitleMoves() },
      h("div", { class: "row" }, step("\u00ab", say.PageFirst(), -Infinity), step("\u2039", say.PageBack(), -1), this.slider,
        step("\u203a", say.PageForward(), 1), step("\u00bb", say.PageNewest(), Infinity)),
      this.opening, this.live, this.graph, this.list);
  }

  get isLive() { return this.ply === null; }
  get #last() { return this.#room.view?.position.ply ?? 0; }
  get shown() { return this.isLive ? null : this.#room.positions[this.ply]; }

  // The better square of the move that was made from here, where a review knows one.
  get better() { return this.isLive ? undefined : this.#review?.better(this.ply); }

  status() { return this.#review?.status(this.ply) ?? `${plyText(this.ply)} ${say.PageNotLive()}`; }

  async go(ply) {
    if (!this.#room.view) return;
    const asked = this.#asked = {};
    const to = ply === null || ply >= this.#last ? null : Math.max(0, ply);
    if (to !== null && !this.#room.positions[to]) {
      const { start, actions } = this.#room.view;
      const { positionsOf } = await import("./files.js");
      const positions = await positionsOf(start, actions).catch((failed) => { tell(failed.message, true); });
      // Whoever has gone elsewhere meanwhile stays there.
      if (!positions || asked !== this.#asked) return;
      positions.forEach((position, at) => { this.#room.positions[at] ??= position; });
    }
    this.ply = to;
    if (this.isLive) this.#unseen = 0;
    this.#onchange();
  }

  #step(by) {
    const to = (this.ply ?? this.#last) + by;
    this.go(to >= this.#last ? null : Math.max(0, to));
  }

  wheel(event) {
    const isAtEnd = event.deltaY > 0 ? this.isLive : (this.ply ?? this.#last) === 0;
    if (!event.deltaY || event.ctrlKey || isAtEnd) return;
    event.preventDefault();
    // A touchpad sends many small turns where a wheel sends one.
    this.#turned = Math.sign(this.#turned) === Math.sign(event.deltaY) ? this.#turned + event.deltaY : event.deltaY;
    if (Math.abs(this.#turned) < WHEEL_STEP) return;
    this.#turned = 0;
    this.#step(event.deltaY > 0 ? 1 : -1);
  }

  key(key) {
    const by = { ",": -1, ".": 1, "<": -Infinity, ">": Infinity }[key];
    if (by) this.#step(by);
    else if (key === "Escape" && !this.isLive) this.go(null);
    else return false;
    return true;
  }

  event({ type }) {
    if (["undone", "started", "snapshot", "redone"].includes(type)) {
      if (type !== "redone") this.#review = null;
      if (this.ply !== null && (this.ply >= this.#last || type === "started")) this.ply = null;
      if (!this.isLive && type === "snapshot") this.go(this.ply);
    }
    if (!this.isLive && type === "placed") this.#unseen += 1;
  }

  async review(of = { type: "room", room: this.#room.id }) {
    tell(say.Reviewing());
    const { Review } = await import("./review.js");
    this.#review = await Review.of(of);
    tell(this.#review.text());
    this.#onchange();
  }

  draw() {
    const { view } = this.#room;
    const at = this.ply ?? this.#last;
    Object.assign(this.slider, { max: this.#last, value: at });
    this.slider.ariaValueText = plyText(at);
    this.opening.textContent = [view.opening && say.StartIs({ opening: beginning(view.opening) }), opening(this.shown ?? view.position)].filter(Boolean).join(" ");
    this.live.hidden = this.isLive;
    this.live.textContent = this.#unseen ? say.PageUnseen({ count: this.#unseen }) : say.PageLive();
    fill(this.list, [view.actions, view.start.to_move, !!this.#review], () => this.#moves());
    const current = this.list.children[at - 1]?.querySelector("button");
    if (current !== this.#current) {
      this.#current?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "step");
      // Where it lies is asked when the board is drawn: the answer takes a layout.
      if (current) requestAnimationFrame(() => { this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2; });
      this.#current = current;
    }
    fill(this.graph, [!!this.#review, view.actions.length, at], () => this.#review?.graph(at, (ply) => this.go(ply)));
  }

  #moves() {
    const first = this.#room.view.start.to_move;
    return this.#room.view.actions.map((action, ply) => {
      const who = (ply % 2 === 0) === (first === "black") ? "black" : "white";
      const lost = this.#review?.mark(ply);
      const name = action === "pass" ? say.Passed({ side: side(who) }) : `${ply + 1}. ${color(who)} ${action}`;
      return h("li", {}, button(action === "pass" ? "\u2013" : action, () => this.go(lost && this.ply !== ply ? ply : ply + 1),
        { class: `move ${who} ${lost?.kind ?? ""}`, "aria-label": lost ? `${name}, ${lost.label}` : name, "data-mark": lost?.mark }));
    });
  }
}
