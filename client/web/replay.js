// The screen of a finished game: the board, the moves, the review.

import { h, button, tell } from "./dom.js";
import { say, capital, color, refusal } from "./say.js";
import { discs, occupant, result } from "./voice.js";
import { Board } from "./board.js";
import { History } from "./history.js";
import { finishedGame, exportFinished } from "./lists.js";
import { positionsOf } from "./files.js";
import { wire } from "./wire.js";
import { setTitle } from "./alerts.js";

export class ReplayScreen {
  // A game that the server keeps, by its number, or one from a file.
  constructor(number, { game, app } = {}) {
    this.number = number;
    this.game = game;
    this.app = app;
    this.element = h("main", { class: "game", id: "main" });
    this.onwelcome = () => this.#load().catch((refused) => {
      const told = refused.code ? refusal(refused) : refused.message;
      tell(told, true);
      if (refused.code !== "lost") this.element.replaceChildren(h("h1", {}, told), h("p", {}, h("a", { href: "/" }, say.PageToLobby())));
    });
    wire.addEventListener("welcome", this.onwelcome);
    if (wire.isOnline) this.onwelcome();
  }

  close() { wire.removeEventListener("welcome", this.onwelcome); }

  async #load() {
    if (this.history) return;
    const game = this.game ? ofFile(this.game) : await finishedGame(this.number);
    const positions = await positionsOf(game.start, game.actions);
    const view = { ...game, position: positions.at(-1), result: game.summary.result, opening: game.summary.opening };
    setTitle(`${game.name} - Reversi`);
    const board = new Board(() => {});
    const status = h("div", { class: "status" });
    const players = h("div", { class: "players" });
    const draw = () => {
      const shown = this.history.shown ?? view.position;
      board.draw({ position: shown, best: this.history.better });
      status.textContent = !this.history.isLive ? this.history.status() : view.result ? result(view.result) : capital(discs(shown.discs));
      players.replaceChildren(...["black", "white"].map((side) => h("div", { class: `player ${side}` },
        h("span", { class: `stone ${side}` }), h("span", { class: "who" }, h("b", {}, occupant(view[side].occupant)), h("small", {}, color(side))),
        h("output", { class: "count" }, String(shown.discs[side])))));
      this.history.draw();
    };
    this.history = new History({ view, positions }, draw);
    const guard = (promise) => promise.catch((refused) => tell(refusal(refused), true));
    const review = () => guard(this.game ? this.#reviewFile() : this.history.review({ type: "game", game: this.number }));
    board.element.addEventListener("wheel", (event) => this.history.wheel(event), { passive: false });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "v") board.turn();
      else if (this.history.key(event.key)) event.preventDefault();
    });
    this.element.append(h("h1", { class: "unseen" }, game.name), players, status, h("div", { class: "place" }, board.element),
      h("div", { class: "bar" }, h("div", { class: "actions" },
        this.game && view.position.to_move ? null : button(say.PageReview(), review, { id: "do-review", class: "main" }),
        button(say.PageTurn(), () => board.turn(), { id: "do-turn", "aria-keyshortcuts": "v" }),
        button(say.PageExport(), () => exportFinished(game), { id: "do-export" }))),
      this.history.element);
    draw();
  }

  // A game that no server keeps is reviewed in a room of its own.
  async #reviewFile() {
    const { start, moves } = this.game;
    if (!(await this.app.named())) return;
    const screen = await this.app.open({ visibility: "private", start: { type: "board", ...start, moves } }, { black: "me", white: "me" });
    await screen.review();
  }
}

// A game from a file, in the shape of one that the server keeps.
function ofFile({ start, actions, black, white }) {
  const who = (name) => ({ kind: "human", name: name || say.Someone() });
  const seat = (name) => ({ occupant: who(name), presence: { state: "connected" } });
  return { start, actions, black: seat(black), white: seat(white), name: `${black || say.Someone()} \u2013 ${white || say.Someone()}`,
    summary: { game: "file", black: who(black), white: who(white) } };
}
