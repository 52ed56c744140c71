// The lobby: what one can play now.

import { h, fill, button, tell } from "./dom.js";
import { say, refusal } from "./say.js";
import { beginning, occupant, openSeat, opponents, timeControl } from "./voice.js";
import { picture } from "./board.js";
import { wire } from "./wire.js";
import { me, invitationIn } from "./me.js";
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
    this.lists = h("div", { class: "lists" });
    const search = h("input", { type: "search", maxlength: 40, placeholder: say.PageFilter(), "aria-label": say.PageFilter(),
      oninput: () => { this.#filter = search.value; this.refresh(); } });
    const code = h("input", { name: "room", placeholder: "K7QP", "aria-label": say.PageRoomCode(), autocomplete: "off", maxlength: 200, size: 8 });
    const join = h("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      const invitation = invitationIn(code.value.trim());
      const id = code.value.trim().replace(/\/*([?#].*)?$/, "").split("/").pop().toUpperCase();
      if (id && invitation) me.keepInvitation(id, invitation);
      if (id) app.go(`/room/${id}`);
    } }, code, h("button", { type: "submit" }, say.PageEnter()));
    this.element = h("main", { class: "lobby", id: "main" },
      h("section", { class: "hero" },
        h("div", {}, h("h1", {}, say.PageWelcome()), h("p", {}, say.PageAbout()),
          h("div", { class: "doors" },
            button(say.PageOpenRoom(), () => this.#form("openRoom"), { class: "main big", id: "open-room" }),
            button(say.RowPair(), () => this.#form("pair"), { class: "big", id: "pair" }),
            button(say.RowPlayBot(), () => this.#form("playBot"), { class: "big", id: "play-bot" })),
          h("div", { class: "doors small" },
            button(say.PageHotSeat(), () => this.#form("hotSeat"), { id: "hot-seat" }),
            button(say.PageSetUp(), () => this.#app.go("/setup"), { id: "set-up" }),
            button(say.PageImport(), () => this.#form("importAndOpen"), { id: "import" }),
            button(say.PageCompete(), () => this.#form("compete"), { id: "compete" }))),
        picture(PICTURE)),
      h("section", { class: "rooms" },
        h("div", { class: "row head" }, h("h2", {}, say.TitleRooms()), search, join), this.lists));
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.#form("importAndOpen", event.dataTransfer.files[0]);
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

  async #form(name, ...more) {
    try {
      const forms = await import("./forms.js");
      await forms[name](this.#app, ...more);
    } catch (refused) {
      if (refused.code === undefined) throw refused;
      tell(refusal(refused), true);
    }
  }

  async refresh() {
    if (!wire.isOnline) return;
    const { rooms } = await wire.ask("rooms", this.#filter ? { filter: this.#filter } : {}).catch(() => ({ rooms: [] }));
    this.#draw(rooms);
  }

  #draw(rooms) {
    const kept = me.rooms;
    const isOwn = (it) => kept.includes(it.room);
    const unlisted = kept.filter((id) => me.about(id) && !rooms.some((it) => it.room === id)).map((room) => ({ room, name: me.about(room) }));
    const isOver = (it) => ["finished", "closed"].includes(it.phase);
    const groups = [
      [say.PageOwnGames(), [...rooms.filter((it) => isOwn(it) && !isOver(it)), ...(this.#filter ? [] : unlisted)]],
      [say.PageToJoin(), rooms.filter((it) => !isOwn(it) && it.phase === "open" && !it.reserved)],
      [say.PageToWatch(), rooms.filter((it) => !isOwn(it) && (it.reserved || ["playing", "adjourned"].includes(it.phase)))],
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
      it[side] ? occupant(it[side]) : h("em", {}, openSeat(it)),
      it.away?.includes(side) ? ` ${say.IsAwayShort()}` : "");
    const state = {
      open: say.StateWaiting, adjourned: say.StateAdjourned, closed: say.StateClosed,
      finished: () => `${it.discs.black}\u2013${it.discs.white}`,
      playing: () => say.StatePlaying({ number: it.ply + 1 }),
    }[it.phase]();
    return h("li", {}, link, seat("black"), seat("white"), h("span", { class: "state" }, state,
      it.time ? `, ${timeControl(it.time)}` : "", it.opponents && it.phase === "open" ? `, ${opponents(it.opponents)}` : "", it.opening ? `, ${beginning(it.opening)}` : "", it.spectators ? `, ${say.CountWatching({ count: it.spectators })}` : ""));
  }
}
