// The forms that open a room: for a friend, against a bot, for both sides here, from a file, for the ranking.

import { h, button, dialog, endDialog, tell } from "./dom.js";
import { say, capital, color, language } from "./say.js";
import { beginning, opponents, timeControl } from "./voice.js";
import { bots as texts } from "./bots.js";
import { wire } from "./wire.js";
import { me, secret } from "./me.js";

// Lets a bot be chosen: the ladder first, then those with a character of their own.
export async function chooseBot(title) {
  const { bots } = await wire.ask("bots");
  const row = (bot, at) => h("li", {}, h("button", { type: "submit", value: bot.name, id: `bot-${bot.name}`, autofocus: at === 0 },
    h("b", {}, bot.name), h("span", {}, texts[bot.name] ?? bot.description)));
  return dialog(title, [h("p", {}, say.AboutBots()), h("ul", { class: "bots" }, bots.map(row))], [{ text: say.PageCancel(), value: "" }]);
}

const select = (name, label, options, chosen) => h("label", {}, h("span", {}, label),
  h("select", { name }, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));

const colorField = (...more) =>
  select("color", say.FieldColor(), [["black", color("black")], ["white", color("white")], ["lot", say.ByLot()], ...more]);

// How long a bot takes at least, in milliseconds.
const THINKS = [0, 400, 1000, 3000, 10_000];
const thinkField = () => select("think", say.PageThink(), THINKS.map((ms) => [ms, `${(ms / 1000).toLocaleString(language)} s`]), 400);

const TIMES = ["none", "3m+2s", "5m+3s", "15m", "10m+3x30s", "30s/move", "3d"];

const timeField = () => select("time", say.FieldTime(), TIMES.map((time) => [time, time === "none" ? say.TimeNone() : timeControl(time)]));

const moreOfTime = () => [
  h("label", {}, h("span", {}, say.PageOwnTime()), h("input", { name: "own_time", maxlength: 40, placeholder: "1h+2x30s" })),
  select("flag", say.FieldFlag(), [["", say.FlagLoss()], ["wipeout", say.FlagWipeout()], ["discs", say.FlagDiscs()]]),
];

const timeOf = ({ time, own_time, flag }) => ({ time: own_time.trim() || time, ...(flag && { flag }) });

const OPPONENTS = ["anyone", "no-guests", "1-3", "4-6", "7-10", "no-guests,7-10"];
const OPENINGS = ["xot", "handicap:1", "handicap:2", "handicap:3", "handicap:4", "bid:1", "bid:3", "bid:5", "bid:7"];

const more = (...fields) => h("details", {}, h("summary", {}, say.PageMore()), h("div", { class: "fields" }, fields));

const cancel = () => button(say.PageCancel(), (event) => endDialog(event.target));

// Shows a form and resolves with its fields, or nothing.
async function form(title, fields, go) {
  const submit = h("button", { type: "submit", class: "main", id: "form-go" }, go);
  const body = h("div", { class: "fields" }, fields, h("div", { class: "foot" }, cancel(), submit));
  let data;
  submit.addEventListener("click", () => {
    const all = body.querySelectorAll("input, select");
    data = Object.fromEntries([...all].map((it) => [it.name, it.value]));
  });
  await dialog(title, body);
  return data;
}

const PAIRED = ["5m+3s", "1m+2s", "10m+5s", "3d", "none"];

// Seats a bot of the player's choice.
export async function seatBot(room, side) {
  const bot = await chooseBot(say.TitleSeatBot({ color: color(side) }));
  if (bot) await room.ask("seat_bot", { color: side, bot });
}

// Lets a bot play on for the player, who may have both sides.
export async function standIn(room) {
  const side = room.own.length === 1 ? room.own[0] : await dialog(say.PageStandIn(), null,
    [...room.own.map((value) => ({ text: capital(color(value)), value })), { text: say.PageCancel(), value: "" }]);
  if (side) await seatBot(room, side);
}

// Waits for an opponent who wants the same time; a bot is offered meanwhile.
export async function pair(app) {
  const times = PAIRED.map((time) => [time, time === "none" ? say.PairNoClock() : timeControl(time)]);
  const said = await form(say.RowPair(), [select("time", say.PairTime(), times, PAIRED[0])], say.RowPair());
  if (!said || !(await app.named())) return;
  const request = { time: said.time, strength: me.strength, token: secret() };
  const text = h("p", { "aria-live": "polite" }, say.PairingNow({ time: times.find(([time]) => time === said.time)[1] }));
  let bot;
  const listen = ({ detail }) => {
    if (detail.type !== "pairing" || !detail.bot) return;
    bot = detail.bot;
    text.after(h("p", {}, h("button", { type: "submit", value: "bot", id: "pair-bot" }, say.PairBot({ bot }))));
  };
  wire.addEventListener("message", listen);
  const paired = wire.ask("pair", request).finally(() => endDialog(text, "paired"));
  const way = await dialog(say.RowPair(), text, [{ text: say.PageCancel(), value: "off" }]);
  wire.removeEventListener("message", listen);
  if (way !== "paired") {
    const wish = way === "bot" ? wire.ask("pair", { ...request, bot }) : wire.ask("unpair");
    const instead = await wish.catch(() => ({}));
    if (instead.type === "joined") return app.joined(instead, request.token);
  }
  const joined = await paired;
  if (joined.type === "joined") return app.joined(joined, request.token);
}

function seatsFor(side, mine, other) {
  if (side === "lot") return { black: mine, white: other, draw: true };
  return side === "white" ? { black: other, white: mine } : { black: mine, white: other };
}

const startOf = (opening) => (["", "white"].includes(opening) ? { type: "standard", first: opening || "black" } : { type: "opening", opening });

// Opens a room for two, from a position that was set up or from the usual one.
export async function openRoom(app, position) {
  const said = await form(say.TitleNewRoom(), [
    colorField(),
    select("opponent", say.FieldOpponent(), [["open", say.OpponentOpen()], ["guest", say.OpponentGuest()]]),
    h("label", {}, h("span", {}, say.PageInvitee()), h("input", { name: "to", maxlength: 24 })),
    select("visibility", say.FieldVisibility(), [["private", say.VisibilityPrivate()], ["listed", say.VisibilityListed()]]),
    timeField(),
    more(select("opponents", say.FieldOpponents(), OPPONENTS.map((it) => [it, opponents(it)])), ...moreOfTime(), select("undo", say.FieldUndo(), [["ask", say.UndoAskLong()], ["free", say.UndoFreeLong()], ["off", say.UndoOffLong()]]),
      select("hints", say.FieldHints(), [["forbidden", say.HintsForbiddenLong()], ["allowed", say.HintsAllowedLong()]]),
      select("legal_squares", say.FieldLegal(), [["shown", say.LegalShown()], ["players", say.LegalPlayers()], ["hidden", say.LegalHidden()]]),
      select("watch", say.FieldWatch(), [["everyone", say.WatchEveryone()], ["link", say.WatchLink()], ["players", say.WatchPlayers()]]),
      select("watch_delay", say.FieldDelay(), [["", say.DelayNone()], ["3", say.DelayMoves3()], ["10", say.DelayMoves10()],
        ["30s", say.DelaySeconds30()], ["300s", say.DelayMinutes5()]]),
      select("chat", say.FieldChat(), [["everything", say.ChatEverything()], ["phrases", say.ChatPhrases()], ["off", say.ChatOff()]]),
      position ? "" : select("opening", say.FieldOpening(), [["", say.StartUsual()], ["white", say.StartWhite()],
        ...OPENINGS.map((it) => [it, beginning(it)])]),
      thinkField(), h("label", {}, h("span", {}, say.FieldName()), h("input", { name: "name", maxlength: 40 }))),
  ], say.FieldOpen());
  if (!said || !(await app.named())) return;
  const { visibility, undo, hints, legal_squares, watch, watch_delay, chat, opening, name } = said;
  const to = said.to.trim();
  const room = await app.open({ visibility, opponents: said.opponents, undo, hints, legal_squares, watch, chat, ...(watch_delay ? { watch_delay } : {}), think_ms_min: Number(said.think),
    ...timeOf(said), start: position ?? startOf(opening), ...(name ? { name } : {}) }, seatsFor(said.color, "me", "open"),
    to ? { invitation: secret(), to } : said.opponent === "guest" ? { invitation: secret() } : {});
  if (to && room) tell(say.CallMade({ name: to, room: room.room.id }));
}

// Plays a bot, or watches two.
export async function playBot(app, start) {
  const bot = await chooseBot(say.TitleBots());
  if (!bot) return;
  const said = await form(bot, [colorField(["none", say.PageTwoBots()]), timeField(), more(...moreOfTime(), thinkField())], say.PagePlay());
  if (!said) return;
  const other = said.color === "none" ? await chooseBot(say.TitleSeatBot({ color: color("white") })) : null;
  if ((said.color === "none" && !other) || !(await app.named())) return;
  await app.open({ visibility: "listed", think_ms_min: Number(said.think), ...timeOf(said), start },
    other ? { black: `bot:${bot}`, white: `bot:${other}` } : seatsFor(said.color, "me", `bot:${bot}`));
}

export async function hotSeat(app, start) {
  if (await app.named()) await app.open({ visibility: "private", start }, { black: "me", white: "me" });
}

export async function importAndOpen(app, file) {
  const { importGame } = await import("./files.js");
  const game = await importGame(file);
  if (!game) return;
  // A game that is over is looked at.
  if (game.is_over) return app.look(game);
  if (!(await app.named())) return;
  await app.open({ visibility: "private", komi: game.komi, start: { type: "board", ...game.start, moves: game.moves } }, { black: "me", white: "me" });
}

export async function compete(app) {
  const said = await form(say.PageCompete(), [h("p", {}, say.PageCompeteAbout()),
    h("label", {}, h("span", {}, say.PageNick()), h("input", { name: "nick", maxlength: 8, required: true, value: me.name?.slice(0, 8) ?? "" })),
    colorField()], say.PagePlay());
  if (!said || !said.nick || !(await app.named())) return;
  const own = said.color === "lot" ? ["black", "white"][Date.now() % 2] : said.color;
  await app.open({ visibility: "listed" }, {}, { competition: { nick: said.nick, bot_color: own === "black" ? "white" : "black" } });
}
