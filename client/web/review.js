// What the moves of a game were worth: a mark on each that lost something, and a graph.

import { svg } from "./dom.js";
import { say, color, worth } from "./say.js";
import { wire } from "./wire.js";

const LABELS = {
  best: say.MoveBest, fine: say.MoveFine, inaccuracy: say.MoveInaccuracy, mistake: say.MoveMistake, blunder: say.MoveBlunder,
};
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Review {
  static async of(game) { return new Review(await wire.ask("review", { of: game })); }

  constructor({ opening, moves, black_values_centidiscs }) {
    this.opening = opening;
    this.moves = moves;
    this.values = black_values_centidiscs.map((it) => Math.max(-64, Math.min(64, it / 100)));
  }

  #at(ply) { return this.moves.find((it) => it.ply === ply); }

  text() {
    const lost = (side) => worth(this.moves.filter((it) => it.color === side)
      .reduce((sum, it) => sum + it.best_value_centidiscs - it.value_centidiscs, 0)).replace("+", "");
    const told = say.Reviewed({ black: lost("black"), white: lost("white") });
    return this.opening ? `${say.OpeningWas({ opening: this.opening })} ${told}` : told;
  }

  // The square that was better than the one that was chosen.
  better(ply) {
    const move = this.#at(ply);
    return move && move.best !== move.square ? move.best : undefined;
  }

  // What is said of a move; nothing where it is not known.
  status(ply) {
    const move = this.#at(ply);
    if (!move) return null;
    const line = move.best === move.square ? say.ReviewLine : say.ReviewLineBetter;
    return line({ number: ply + 1, color: color(move.color), square: move.square,
      value: worth(move.value_centidiscs), label: (LABELS[move.label] ?? say.MoveReviewed)(),
      best: move.best, best_value: worth(move.best_value_centidiscs) });
  }

  // The mark of a move that lost something, its kind, and what that is called.
  mark(ply) {
    const kind = this.#at(ply)?.label;
    return MARKS[kind] ? { mark: MARKS[kind], kind, label: LABELS[kind]() } : null;
  }

  // What Black could expect, move by move: above the middle Black is ahead.
  graph(at, go) {
    const { values } = this;
    const x = (ply) => (ply / Math.max(1, values.length - 1)) * 300;
    const y = (value) => 40 - Math.sign(value) * Math.sqrt(Math.abs(value) / 64) * 38;
    const line = values.map((value, ply) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const dots = this.moves.filter((it) => MARKS[it.label]).map((it) =>
      svg("path", { class: it.label, d: `M${x(it.ply + 1)} ${y(values[it.ply + 1] ?? 0)}h0` }));
    const picture = svg("svg", { viewBox: "0 0 300 80", role: "img", "aria-label": say.Evaluation(), preserveAspectRatio: "none" },
      svg("rect", { class: "half", x: 0, y: 0, width: 300, height: 40 }), svg("polygon", { points: `0,40 ${line} 300,40` }),
      svg("polyline", { points: line }), svg("line", { class: "cursor", x1: x(at), x2: x(at), y1: 0, y2: 80 }), dots);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * (values.length - 1)));
    });
    return picture;
  }
}
