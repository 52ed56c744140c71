// The screen on which a position is set up by hand, to play on from it.

import { h, button, tell } from "./dom.js";
import { say, capital, color, refusal } from "./say.js";
import { Board, SQUARES } from "./board.js";
import { setTitle } from "./alerts.js";

const EMPTY = "-".repeat(64);
const START = `${"-".repeat(27)}OX------XO${"-".repeat(27)}`;
const NEXT = { "-": "X", X: "O", O: "-" };

export class Editor {
  #app;
  #discs = START;
  #side = "black";

  constructor(app) {
    this.#app = app;
    this.#read(sessionStorage.getItem("position") ?? "");
    this.board = new Board((square) => this.#turn(SQUARES.indexOf(square)));
    this.players = h("div", { class: "players" });
    this.text = h("input", { spellcheck: "false", autocomplete: "off", id: "board-text",
      onchange: () => this.#take(this.text.value), onfocus: () => this.text.select() });
    this.element = h("main", { class: "game", id: "main" }, h("h1", { class: "unseen" }, say.PageSetUp()), this.players,
      h("p", { class: "status" }, say.PageSetUpAbout()), h("div", { class: "place" }, this.board.element),
      h("div", { class: "bar" }, h("div", { class: "actions" },
        button(say.PageBoardStart(), () => this.#take(START), { id: "board-start" }),
        button(say.PageBoardEmpty(), () => this.#take(EMPTY), { id: "board-empty" }))),
      h("div", { class: "fields" }, h("label", {}, h("span", {}, say.PageBoardText()), this.text)),
      h("div", { class: "prompt" }, h("p", {}, say.PagePlayFromHere()), h("div", { class: "actions" },
        button(say.PageOpenRoom(), () => this.#play("openRoom"), { id: "open-room", class: "main" }),
        button(say.RowPlayBot(), () => this.#play("playBot"), { id: "play-bot" }),
        button(say.PageHotSeat(), () => this.#play("hotSeat"), { id: "hot-seat" }))));
    setTitle(`${say.PageSetUp()} - Reversi`);
    this.#draw();
  }

  close() {}

  #turn(at) {
    this.#discs = this.#discs.slice(0, at) + NEXT[this.#discs[at]] + this.#discs.slice(at + 1);
    this.#draw();
  }

  // Takes a position that was written down, with the side to move or without.
  #take(text) {
    if (!this.#read(text)) tell(say.PageBadBoard(), true);
    this.#draw();
  }

  #read(text) {
    const [, discs, side] = text.toUpperCase().replace(/\s/g, "").match(/^([XO.-]{64})([XO]?);?$/) ?? [];
    if (!discs) return false;
    this.#discs = discs.replaceAll(".", "-");
    if (side) this.#side = side === "X" ? "black" : "white";
    return true;
  }

  #draw() {
    const count = (disc) => this.#discs.split(disc).length - 1;
    const text = `${this.#discs} ${this.#side === "black" ? "X" : "O"}`;
    sessionStorage.setItem("position", text);
    this.text.value = text;
    this.board.draw({ position: { board: this.#discs }, isFree: true });
    const focused = document.activeElement?.dataset.side;
    this.players.replaceChildren(...[["black", "X"], ["white", "O"]].map(([side, disc]) =>
      h("button", { type: "button", class: `player ${side} ${side === this.#side ? "moving" : ""}`, "data-side": side,
        "aria-pressed": String(side === this.#side), onclick: () => { this.#side = side; this.#draw(); } },
      h("span", { class: `stone ${side}`, "aria-hidden": "true" }),
      h("span", { class: "who" }, h("b", {}, capital(color(side))), h("small", {}, side === this.#side ? say.PageToMove() : "")),
      h("span", { class: "count" }, String(count(disc))))));
    if (focused) this.players.querySelector(`[data-side=${focused}]`)?.focus();
  }

  async #play(how) {
    try {
      const forms = await import("./forms.js");
      await forms[how](this.#app, { type: "board", board: this.#discs, to_move: this.#side });
    } catch (refused) {
      if (refused.code === undefined) throw refused;
      tell(refusal(refused), true);
    }
  }
}
