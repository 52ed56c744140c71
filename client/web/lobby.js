// The lobby: what one can play now. And the forms that open a room.

import { h, fill, button, dialog, endDialog, tell } from "./dom.js";
import { say, color, aboutBot, refusal } from "./say.js";
import { occupant } from "./voice.js";
import { Board } from "./board.js";
import { importGame } from "./files.js";
import { wire } from "./wire.js";
import { me } from "./me.js";
import { setTitle } from "./alerts.js";

const REFRESH_MS = 4_000;

// A position from a game, for the picture beside the welcome.
const PICTURE = {
  ply: 12, to_move: "black", discs: { black: 8, white: 8 },
  board: "------------------XO-O----XXOO-----OOX----OXXX-----XO-----------",
  last: { square: "c6", flips: ["d5"] },
};

export class Lobby {
  #app;
  #filter = "";

  constructor(app) {
    this.#app = app;
    const picture = new Board(() => {});
    picture.draw({ position: PICTURE });
    picture.element.inert = true;
    picture.element.ariaHidden = "true";
    picture.grid.removeAttribute("role");
    this.lists = h("div", { class: "lists" });
    const search = h("input", { type: "search", placeholder: say.PageFilter(), "aria-label": say.PageFilter(),
      oninput: () => { this.#filter = search.value; this.refresh(); } });
    const code = h("input", { name: "room", placeholder: "K7QP", "aria-label": say.PageRoomCode(), autocomplete: "off", maxlength: 80, size: 8 });
    const join = h("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      const id = code.value.trim().split("/").pop().toUpperCase();
      if (id) app.go(`/room/${id}`);
    } }, code, h("button", { type: "submit" }, say.PageEnter()));
    this.element = h("main", { class: "lobby", id: "main" },
      h("section", { class: "hero" },
        h("div", {}, h("h1", {}, say.PageWelcome()), h("p", {}, say.PageAbout()),
          h("div", { class: "doors" },
            button(say.PageOpenRoom(), () => this.#guard(openRoom(app)), { class: "main big", id: "open-room" }),
            button(say.RowPlayBot(), () => this.#guard(playBot(app)), { class: "big", id: "play-bot" })),
          h("div", { class: "doors small" },
            button(say.PageHotSeat(), () => this.#guard(hotSeat(app)), { id: "hot-seat" }),
            button(say.PageImport(), () => this.#guard(importAndOpen(app)), { id: "import" }),
            button(say.PageCompete(), () => this.#guard(compete(app)), { id: "compete" }))),
        h("div", { class: "picture" }, picture.element)),
      h("section", { class: "rooms" },
        h("div", { class: "row head" }, h("h2", {}, say.TitleRooms()), search, join), this.lists));
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.#guard(importAndOpen(app, event.dataTransfer.files[0]));
    });
    this.timer = setInterval(() => { if (!document.hidden) this.refresh(); }, REFRESH_MS);
    this.onwelcome = () => this.refresh();
    wire.addEventListener("welcome", this.onwelcome);
    setTitle("Reversi");
    this.refresh();
  }

  close() {
    clearInterval(this.timer);
    wire.removeEventListener("welcome", this.onwelcome);
  }

  #guard(promise) {
    return promise.catch((refused) => {
      if (refused.code === undefined) throw refused;
      tell(refusal(refused), true);
    });
  }

  async refresh() {
    if (!wire.isOnline) return;
    const { rooms } = await wire.ask("rooms", this.#filter ? { filter: this.#filter } : {}).catch(() => ({ rooms: [] }));
    this.#draw(rooms);
  }

  #draw(rooms) {
    const kept = me.rooms;
    const isOwn = (it) => kept.includes(it.room);
    const unlisted = kept.filter((id) => !rooms.some((it) => it.room === id)).map((room) => ({ room }));
    const isOver = (it) => ["finished", "closed"].includes(it.phase);
    const groups = [
      [say.PageOwnGames(), [...rooms.filter((it) => isOwn(it) && !isOver(it)), ...(this.#filter ? [] : unlisted)]],
      [say.PageToJoin(), rooms.filter((it) => !isOwn(it) && it.phase === "open")],
      [say.PageToWatch(), rooms.filter((it) => !isOwn(it) && ["playing", "adjourned"].includes(it.phase))],
      [say.PageOver(), rooms.filter(isOver).slice(0, 8)],
    ];
    fill(this.lists, groups, () => {
      const lists = groups.filter(([, rooms]) => rooms.length).map(([title, rooms]) =>
        h("section", {}, h("h3", {}, title), h("ul", { class: "rows" }, rooms.map((it) => this.#row(it)))));
      return lists.length ? lists : h("p", { class: "none" }, say.NoRooms());
    });
  }

  #row(it) {
    const link = h("a", { href: `/room/${it.room}` }, h("b", {}, it.name ?? say.RoomTitle({ room: it.room })));
    if (!it.phase) return h("li", {}, link);
    const seat = (side) => h("span", { class: "seat" }, h("span", { class: `stone ${side}` }),
      it[side] ? occupant(it[side]) : h("em", {}, say.OpenSeat()),
      it.away?.includes(side) ? ` ${say.IsAwayShort()}` : "");
    const state = {
      open: say.StateWaiting, adjourned: say.StateAdjourned, closed: say.StateClosed,
      finished: () => `${it.discs.black}\u2013${it.discs.white}`,
      playing: () => say.StatePlaying({ number: it.ply + 1 }),
    }[it.phase]();
    return h("li", {}, link, seat("black"), seat("white"), h("span", { class: "state" }, state,
      it.spectators ? `, ${say.CountWatching({ count: it.spectators })}` : ""));
  }
}

// Lets a bot be chosen: the ladder first, then those with a character of their own.
export async function chooseBot(title) {
  const { bots } = await wire.ask("bots");
  const row = (bot, at) => h("li", {}, h("button", { type: "submit", value: bot.name, id: `bot-${bot.name}`, autofocus: at === 0 },
    h("b", {}, bot.name), h("span", {}, aboutBot(bot))));
  return dialog(title, [h("p", {}, say.AboutBots()), h("ul", { class: "bots" }, bots.map(row))], [{ text: say.PageCancel(), value: "" }]);
}

const select = (name, label, options) => h("label", {}, h("span", {}, label),
  h("select", { name }, options.map(([value, text]) => h("option", { value }, text))));

const colorField = () => select("color", say.FieldColor(), [["black", color("black")], ["white", color("white")], ["lot", say.ByLot()]]);

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

function seatsFor(side, mine, other) {
  if (side === "lot") return { black: mine, white: other, draw: true };
  return side === "white" ? { black: other, white: mine } : { black: mine, white: other };
}

async function openRoom(app) {
  const said = await form(say.TitleNewRoom(), [
    colorField(),
    select("visibility", say.FieldVisibility(), [["private", say.VisibilityPrivate()], ["listed", say.VisibilityListed()]]),
    h("details", {}, h("summary", {}, say.PageMore()), h("div", { class: "fields" },
      select("undo", say.FieldUndo(), [["ask", say.UndoAskLong()], ["free", say.UndoFreeLong()], ["off", say.UndoOffLong()]]),
      select("hints", say.FieldHints(), [["forbidden", say.HintsForbiddenLong()], ["allowed", say.HintsAllowedLong()]]),
      select("legal_squares", say.FieldLegal(), [["shown", say.LegalShown()], ["players", say.LegalPlayers()], ["hidden", say.LegalHidden()]]),
      select("first", say.FieldFirst(), [["black", color("black")], ["white", color("white")]]),
      h("label", {}, h("span", {}, say.FieldName()), h("input", { name: "name", maxlength: 40 })))),
  ], say.FieldOpen());
  if (!said || !(await app.named())) return;
  const { visibility, undo, hints, legal_squares, first, name } = said;
  await app.open({ visibility, undo, hints, legal_squares, start: { type: "standard", first }, ...(name ? { name } : {}) },
    seatsFor(said.color, "me", "open"));
}

async function playBot(app) {
  const bot = await chooseBot(say.TitleBots());
  if (!bot) return;
  const said = await form(bot, [colorField()], say.PagePlay());
  if (!said || !(await app.named())) return;
  await app.open({ visibility: "listed" }, seatsFor(said.color, "me", `bot:${bot}`));
}

async function hotSeat(app) {
  if (await app.named()) await app.open({ visibility: "private" }, { black: "me", white: "me" });
}

async function importAndOpen(app, file) {
  const game = await importGame(file);
  if (!game || !(await app.named())) return;
  await app.open({ visibility: "private", start: { type: "board", ...game.start, moves: game.moves } }, { black: "me", white: "me" });
}

async function compete(app) {
  const said = await form(say.PageCompete(), [h("p", {}, say.PageCompeteAbout()),
    h("label", {}, h("span", {}, say.PageNick()), h("input", { name: "nick", maxlength: 8, required: true, value: me.name?.slice(0, 8) ?? "" })),
    colorField()], say.PagePlay());
  if (!said || !said.nick || !(await app.named())) return;
  const own = said.color === "lot" ? ["black", "white"][Date.now() % 2] : said.color;
  await app.open({ visibility: "listed" }, {}, { nick: said.nick, bot_color: own === "black" ? "white" : "black" });
}
