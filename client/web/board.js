// The board: 64 squares of which one is in the tab order. It draws what it is given and says which
// square was chosen; which squares are legal and what they turn comes from the server.

import { h } from "./dom.js";
import { say } from "./say.js";

const FILES = "abcdefgh";
export const SQUARES = Array.from({ length: 64 }, (_, at) => FILES[at % 8] + (1 + Math.floor(at / 8)));
const FLIP_MS = 260;
const STAGGER_MS = 40;
const FLIP_MS_MAX = 600;

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  #cells = new Map();
  #shown = null;
  #aimed;
  #at = "d3";
  #onplay;
  #isTurned = false;

  constructor(onplay) {
    this.#onplay = onplay;
    const rows = Array.from({ length: 8 }, (_, rank) =>
      h("div", { role: "row" }, SQUARES.slice(rank * 8, rank * 8 + 8).map((square) => this.#cell(square))));
    this.grid = h("div", { role: "grid", class: "grid", "aria-label": say.PageBoard() }, rows);
    const letters = () => h("div", { class: "files", "aria-hidden": "true" }, [...FILES].map((it) => h("span", {}, it)));
    const numbers = () => h("div", { class: "ranks", "aria-hidden": "true" }, [..."12345678"].map((it) => h("span", {}, it)));
    this.element = h("div", { class: "board" }, letters(), numbers(), this.grid);
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("pointerover", (event) => this.#preview(event.target.closest("button")?.dataset.square));
    this.grid.addEventListener("pointerleave", () => this.#preview());
    this.grid.addEventListener("focusin", (event) => this.#preview(event.target.dataset.square));
    this.grid.addEventListener("focusout", () => this.#preview());
  }

  #cell(square) {
    const cell = h("button", {
      type: "button", role: "gridcell", tabindex: "-1", "data-square": square,
      onclick: ({ detail }) => { this.#goTo(square); this.#preview(square); this.#onplay(square, detail === 0); },
    }, h("span", { class: "disc" }), h("span", { class: "mark" }));
    this.#cells.set(square, cell);
    return cell;
  }

  // Shows the board from the other side, or back.
  turn() {
    const hadFocus = this.grid.contains(document.activeElement);
    this.#isTurned = !this.#isTurned;
    const [letters, numbers] = this.element.children;
    for (const it of [letters, numbers, this.grid, ...this.grid.children]) it.append(...[...it.children].reverse());
    if (hadFocus) this.#goTo(this.#at, true);
  }

  // Draws a position. `legal` are the squares that may be chosen, `values` what they are worth, `best`
  // the one to recommend, `sent` the one that waits for its answer; where the board `isFree`, all may be chosen.
  draw({ position, legal = [], values = {}, best, sent, color, isFree = false }) {
    const before = this.#shown;
    this.#shown = { position, legal };
    const last = position.last;
    const flips = this.#flips();
    SQUARES.forEach((square, at) => {
      const cell = this.#cells.get(square);
      const disc = { X: "black", O: "white" }[position.board[at]] ?? "";
      const move = legal.find((it) => it.square === square);
      const isLast = last?.square === square;
      const lies = `disc ${disc || (sent === square ? `${color} sent` : "")}`;
      if (cell.children[0].className !== lies) cell.children[0].className = lies;
      const value = values[square] ?? "";
      if (cell.children[1].textContent !== value) cell.children[1].textContent = value;
      const marks = { legal: move, last: isLast, best: best === square, turned: last?.flips.includes(square),
        "would-turn": flips.includes(square) };
      const marked = Object.keys(marks).filter((mark) => marks[mark]).join(" ");
      if (cell.className !== marked) cell.className = marked;
      const isDisabled = move || isFree ? "false" : "true";
      if (cell.ariaDisabled !== isDisabled) cell.ariaDisabled = isDisabled;
      const name = nameOf(square, { disc, move, isLast, value, isBest: best === square });
      if (cell.ariaLabel !== name) cell.ariaLabel = name;
    });
    this.#tabStop();
    if (before && last && !isStill.matches) this.#animate(before.position, position);
  }

  // Discs turn one after another, away from the one that was placed.
  #animate(before, position) {
    const { square, flips } = position.last;
    if (before.board === position.board || before.ply + 1 !== position.ply) return;
    const [x, y] = place(square);
    this.#cells.get(square).children[0].animate(
      [{ transform: "scale(1.25)", opacity: 0.2 }, { transform: "none", opacity: 1 }], { duration: 140, easing: "ease-out" });
    for (const flip of flips) {
      const [dx, dy] = place(flip).map((it, axis) => it - [x, y][axis]);
      const far = Math.max(Math.abs(dx), Math.abs(dy));
      const delay = Math.min(FLIP_MS_MAX - FLIP_MS, (far - 1) * STAGGER_MS);
      this.#cells.get(flip).children[0].animate(
        [{ transform: `rotate3d(${dy / far}, ${-dx / far}, 0, 180deg)` }, { transform: "rotate3d(0, 0, 0, 0deg)" }],
        { duration: FLIP_MS, delay, easing: "ease-in-out", fill: "backwards" });
    }
  }

  // Shows what a square would turn, until another one is looked at.
  #preview(square) {
    this.#aimed = square;
    const flips = this.#flips();
    for (const [name, cell] of this.#cells) cell.classList.toggle("would-turn", flips.includes(name));
  }

  #flips() { return this.#shown?.legal.find((it) => it.square === this.#aimed)?.flips ?? []; }

  #tabStop() {
    for (const [square, cell] of this.#cells) cell.tabIndex = square === this.#at ? 0 : -1;
  }

  #goTo(square, takesFocus = false) {
    this.#at = square;
    this.#tabStop();
    if (takesFocus) this.#cells.get(square).focus();
  }

  #key(event) {
    if (event.altKey || event.metaKey) return;
    const to = this.#destination(event.key, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    this.#goTo(to, true);
  }

  #destination(key, isCtrl) {
    const seen = (it) => (this.#isTurned ? 7 - it : it);
    const [x, y] = place(this.#at).map(seen);
    const at = (...seenAt) => {
      const [x, y] = seenAt.map((it) => seen(Math.min(7, Math.max(0, it))));
      return FILES[x] + (1 + y);
    };
    switch (key) {
      case "ArrowLeft": return at(x - 1, y);
      case "ArrowRight": return at(x + 1, y);
      case "ArrowUp": return at(x, y - 1);
      case "ArrowDown": return at(x, y + 1);
      case "Home": return at(0, isCtrl ? 0 : y);
      case "End": return at(7, isCtrl ? 7 : y);
      case "PageUp": return at(x, 0);
      case "PageDown": return at(x, 7);
      case "n": case "N": return isCtrl ? null : this.#nextLegal(key === "n" ? 1 : -1);
    }
    // A letter goes to the file and a digit to the rank: f5 is typed as f, 5.
    if (isCtrl) return null;
    if (FILES.includes(key)) return key + this.#at[1];
    if (/^[1-8]$/.test(key)) return this.#at[0] + key;
    return null;
  }

  #nextLegal(step) {
    const legal = this.#shown.legal.map((it) => SQUARES.indexOf(it.square));
    if (!legal.length) return null;
    const here = SQUARES.indexOf(this.#at);
    const next = step > 0 ? legal.find((it) => it > here) ?? legal[0] : legal.findLast((it) => it < here) ?? legal.at(-1);
    return SQUARES[next];
  }
}

// A board that is only looked at.
export function picture(position) {
  const board = new Board(() => {});
  board.draw({ position });
  board.grid.removeAttribute("role");
  board.element.inert = true;
  board.element.ariaHidden = "true";
  return h("div", { class: "picture" }, board.element);
}

const place = (square) => [FILES.indexOf(square[0]), Number(square[1]) - 1];

function nameOf(square, { disc, move, isLast, value, isBest }) {
  const content = { black: say.ContentBlack, white: say.ContentWhite }[disc] ?? say.ContentEmpty;
  const parts = [content(), isLast && say.PageLast(), move && say.ContentLegal(),
    move && say.PageTurns({ count: move.flips.length }), value && say.PageValue({ value }), isBest && say.PageBest()];
  return `${square}, ${parts.filter(Boolean).join(", ")}`;
}
