// The clocks of a game beside its players, by the server's time, and a word when little is left.

import { h } from "./dom.js";
import { say, language, side } from "./say.js";
import { timeControl } from "./voice.js";
import { wire } from "./wire.js";
import { sound } from "./alerts.js";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
// Below this, tenths are shown.
const TENTHS_MS = 10_000;
// With so little left, a clock has a mark.
const LOW_MS = 30_000;
const WARNINGS_S = [10, 30, 60];
const SOUND_S_MAX = 30;
// The most that is given back of a move for its way here and back.
const LAG_MS_PER_MOVE_MAX = 500;

const decimal = (value) => value.toLocaleString(language);

// What a side's clock shows, and whether nothing comes after that.
function face({ turn, period_ms, black, white }, color, now = wire.now()) {
  const { main_ms, periods = 0 } = { black, white }[color];
  const runs = turn.color === color && turn.since_ms !== undefined;
  const spent = turn.color === color ? turn.spent_ms + (runs ? Math.max(0, now - turn.since_ms) : 0) : 0;
  const counted = Math.max(0, spent - (turn.color === color ? turn.free_ms ?? 0 : 0));
  const waits = runs ? Math.max(0, (turn.free_ms ?? 0) - spent) : 0;
  const over = counted - main_ms;
  if (over < 0 || !periods) return { ms: Math.max(0, -over), periods, isLast: !periods, runs, waits };
  const left = Math.max(0, periods - Math.floor(over / period_ms));
  return { ms: left && period_ms - over % period_ms, periods: left, isLast: left < 2, runs, waits };
}

// How low the clock is that runs, where nothing comes after what it shows. For its first placement a side has the time
// until the game is called off.
function low(clocks, now = wire.now()) {
  const { color, ends_at_ms, is_first } = clocks.turn;
  const { ms, isLast } = is_first ? { ms: ends_at_ms - now, isLast: true } : face(clocks, color, now);
  return isLast ? WARNINGS_S.find((seconds) => ms <= seconds * 1000) : undefined;
}

// 0:09.3, 4:51, 1:02:03, 2 d 3 h; with the periods that are left, as in 0:25 x2.
function written({ ms, periods }) {
  const [hours, minutes, seconds] = [ms / HOUR_MS, ms / 60_000 % 60, ms / 1000 % 60].map(Math.floor);
  const two = (count) => String(count).padStart(2, "0");
  const time = ms >= DAY_MS ? `${Math.floor(hours / 24)} d ${hours % 24} h`
    : ms >= HOUR_MS ? `${hours}:${two(minutes)}:${two(seconds)}`
    : ms >= TENTHS_MS ? `${minutes}:${two(seconds)}`
    : `0:0${(Math.floor(ms / 100) / 10).toLocaleString(language, { minimumFractionDigits: 1 })}`;
  return periods ? `${time} \u00d7${periods}` : time;
}

export class Clocks {
  #room;
  #parts;
  #tell;
  #timer;
  // The turn that is counted, and what was told last of each side.
  #turn = "";
  #told = {};

  // Shows them in the parts of two players; `tell` says what there is to say.
  constructor(room, parts, tell) {
    [this.#room, this.#parts, this.#tell] = [room, parts, tell];
    this.draw();
  }

  close() { clearTimeout(this.#timer); }

  draw() {
    clearTimeout(this.#timer);
    const { clocks } = this.#room.view.position;
    if (!clocks) return;
    const faces = ["black", "white"].map((color) => this.#draw(clocks, color));
    const running = faces.find(({ runs }) => runs);
    if (!running) return;
    this.#warn(clocks);
    const step = running.ms > TENTHS_MS ? 1000 : 100;
    // While the clock stands, a second is soon enough for a warning.
    this.#timer = setTimeout(() => this.draw(), running.waits ? Math.min(running.waits, 1000) : running.ms % step + 1);
  }

  #draw(clocks, color) {
    const shown = face(clocks, color);
    const player = this.#parts[color];
    let clock = player.querySelector(".clock");
    if (!clock) player.querySelector(".count").before(clock = h("span", { class: "clock", role: "timer" }));
    const isLow = shown.isLast && shown.ms < LOW_MS;
    clock.textContent = (isLow ? "! " : "") + written(shown);
    clock.className = `clock ${shown.runs ? "runs" : ""} ${isLow ? "low" : ""}`;
    const [each, black, white] = [LAG_MS_PER_MOVE_MAX, clocks.black.lag_ms ?? 0, clocks.white.lag_ms ?? 0].map((ms) => decimal(ms / 1000));
    clock.title = `${say.TimeIs({ time: timeControl(this.#room.view.time) })} ${say.ClockLag({ each, black, white })}`;
    return shown;
  }

  // Tells once each when a side is low on time: one's own, or any where one watches.
  #warn(clocks) {
    const room = this.#room;
    const { color, since_ms, is_first } = clocks.turn;
    const isMine = room.isMine(color);
    if (room.isSeated && !isMine) return;
    const turn = `${color} ${since_ms}`;
    if (turn !== this.#turn) {
      this.#turn = turn;
      const atFirst = low(clocks, since_ms);
      // A period or the time for a move begins anew with each turn.
      const isRenewed = /move|x/.test(room.view.time);
      this.#told[color] = atFirst && Math.min(atFirst, isRenewed ? atFirst : this.#told[color] ?? atFirst);
    }
    const seconds = low(clocks);
    if (!seconds || seconds >= (this.#told[color] ?? Infinity)) return;
    this.#told[color] = seconds;
    const isYou = isMine && room.seats.length === 1;
    const who = { side: side(color), seconds };
    this.#tell(is_first ? (isYou ? say.BeginYou(who) : say.BeginOf(who)) : isYou ? say.TimeLeftYou(who) : say.TimeLeftOf(who), isMine);
    if (isMine && seconds <= SOUND_S_MAX) sound.tap(true);
  }
}
