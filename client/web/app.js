// The page as a whole: which screen is shown, who plays, what is said of the connection.

import { h, announce, button, dialog, tell } from "./dom.js";
import { say, refusal } from "./say.js";
import { me, secret, tabs, invitationIn } from "./me.js";
import { wire } from "./wire.js";
import { Room } from "./room.js";
import { setTitle, sound } from "./alerts.js";

const rooms = new Map();
const place = document.getElementById("screen");
let screen = null;
// Whether a screen could not be fetched.
let isMissing = false;
// Why the server does not let this page in.
let barred = "";

const app = {
  go(path) {
    if (path !== location.pathname) history.pushState(null, "", path);
    return show();
  },

  // Makes sure that the player has a name; it is asked once.
  async named() { return me.name !== null || rename(); },

  // Opens a room and goes there.
  async open(settings, seats, more = {}) {
    if (!(await app.named())) return;
    if (!wire.isOnline) return tell(say.BannerLost(), true);
    const token = secret();
    return app.joined(await wire.ask("create", { settings, seats, token, ...more }), token, more);
  },

  // Goes to a room that a seat was had in.
  async joined(joined, token, more = {}) {
    if (more.invitation) me.keepInvitation(joined.room, more.invitation);
    const room = new Room(joined.room);
    rooms.set(joined.room, room);
    room.entered(joined, token);
    await app.go(`/room/${joined.room}`);
    return screen;
  },

  // Shows a game from a file.
  async look(game) {
    const { ReplayScreen } = await import("./replay.js");
    change(new ReplayScreen(0, { game, app }));
  },

  // The next room in which this player is to place or to answer.
  next(room) {
    const others = [...rooms.values()];
    others.push(...others.splice(0, others.indexOf(room) + 1));
    return others.find((it) => it !== room && it.view && (it.isMyTurn || it.offerToAnswer));
  },

  async leave(room) {
    const isBegun = ["playing", "adjourned"].includes(room.view?.phase);
    if (isBegun && room.isSeated && (await dialog(say.AskLeave(), null, [
      { text: say.PageLeave(), value: "yes", main: true }, { text: say.PageCancel() }])) !== "yes") return;
    await room.ask("leave");
    rooms.delete(room.id);
    if (!isBegun && !room.isElsewhere) me.forgetSeat(room.id);
    app.go("/");
  },
};

// Each screen is fetched when it is first shown.
const SCREENS = [
  [/^\/$/, async () => new (await import("./lobby.js")).Lobby(app)],
  [/^\/room\/([0-9A-Za-z]{4,20})$/, ([, id]) => roomScreen(id.toUpperCase())],
  [/^\/setup$/, async () => new (await import("./editor.js")).Editor(app)],
  [/^\/games$/, async () => (await import("./lists.js")).gamesScreen()],
  [/^\/game\/(\d+)$/, async ([, number]) => new (await import("./replay.js")).ReplayScreen(Number(number))],
  [/^\/saves$/, async () => (await import("./lists.js")).savesScreen(app)],
  [/^\/ranking$/, async () => (await import("./lists.js")).rankingScreen()],
];

function change(made) {
  screen?.close();
  const left = screen?.room;
  screen = made;
  if (left && left !== made.room && !left.isSeated) {
    rooms.delete(left.id);
    if (wire.isOnline) left.ask("leave").catch(() => {});
  }
  place.replaceChildren(screen.element);
  document.body.classList.toggle("in-game", screen.element.classList.contains("game"));
}

async function show() {
  const path = location.pathname;
  const [pattern, make] = SCREENS.find(([pattern]) => pattern.test(path)) ?? [/^/, () => nothing()];
  let made;
  try {
    made = await make(path.match(pattern));
    isMissing = false;
  } catch (error) {
    isMissing = true;
    throw error;
  }
  // Whoever has gone on meanwhile is shown something else.
  if (path !== location.pathname) return made.close();
  change(made);
  for (const link of document.querySelectorAll("nav a")) {
    if (link.pathname === path) link.ariaCurrent = "page";
    else link.removeAttribute("aria-current");
  }
}

function nothing(text = say.PageNothing()) {
  setTitle("Reversi");
  return { element: h("main", { class: "list", id: "main" }, h("h1", {}, text), h("p", {}, h("a", { href: "/" }, say.PageToLobby()))), close() {} };
}

async function roomScreen(id) {
  // What the link carries is for this player alone.
  const invitation = invitationIn(location.hash);
  if (invitation) {
    me.keepInvitation(id, invitation);
    history.replaceState(null, "", location.pathname);
  }
  let room = rooms.get(id);
  if (!room) {
    rooms.set(id, room = new Room(id));
    if (wire.isOnline) enter(room);
  }
  return new (await import("./game.js")).GameScreen(room, app);
}

// What says nothing of a room, but that it is asked for too early.
const PASSING = ["rate_limited", "draining", "unavailable"];
const RETRY_MS = 2_000;

async function enter(room) {
  try {
    await (room.view ? room.comeBack() : room.enter());
    wire.opened(room.id);
  } catch (refused) {
    if (refused.code === "lost") return;
    if (PASSING.includes(refused.code)) {
      if (!wire.awaited.has(room.id)) tell(refusal(refused), true);
      wire.awaited.add(room.id);
      setTimeout(() => { if (wire.isOnline && rooms.get(room.id) === room) enter(room); }, refused.retry_after_ms ?? RETRY_MS);
    } else if (["no_such_room", "room_closed"].includes(refused.code)) lose(room, say.PageNoRoom({ room: room.id }));
    else if (refused.code === "not_watched") lose(room, refusal(refused));
    else {
      wire.closed(room.id);
      tell(refusal(refused), true);
    }
  }
}

function lose(room, text) {
  rooms.delete(room.id);
  wire.closed(room.id);
  me.forgetSeat(room.id);
  if (screen?.room === room) change(nothing(text));
}

async function rename(told) {
  const { askName } = await import("./settings.js");
  const isKnown = await askName(told);
  drawHeader();
  return isKnown;
}

function drawHeader() {
  const soundButton = button("", () => { sound.toggle(); drawHeader(); }, {
    class: "icon", id: "sound", "aria-pressed": String(sound.isOn), "aria-label": say.PageSound(), title: say.PageSound() });
  const tab = (path, text) => h("a", { href: path }, text);
  document.getElementById("header").replaceChildren(
    h("a", { class: "skip", href: "#main" }, say.PageSkip()),
    h("a", { class: "brand", href: "/" }, h("span", { class: "logo", "aria-hidden": "true" }), "Reversi"),
    h("nav", { "aria-label": say.PageMenu() }, tab("/games", say.PageGames()), tab("/saves", say.PageSavesShort()), tab("/ranking", say.PageRanking())),
    soundButton,
    button(me.name ?? say.TitleSettings(), async () => (await import("./settings.js")).settings(rename), { class: "me", id: "settings" }));
}

const banner = document.getElementById("banner");

let isLost = false;

function drawBanner() {
  banner.hidden = wire.isOnline || !(isLost || barred);
  if (banner.hidden) return;
  if (barred) { banner.textContent = barred; return; }
  const wait = wire.retryAt - Date.now();
  banner.textContent = [say.BannerLost(), wait > 0 ? say.BannerRetry({ seconds: Math.ceil(wait / 1000), attempt: wire.tries })
    : say.BannerNow({ attempt: wire.tries }), screen?.room?.isSeated ? say.BannerSeat() : ""].join(" ");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || link.origin !== location.origin || link.hash || link.download || event.metaKey || event.ctrlKey || event.button) return;
  event.preventDefault();
  app.go(link.pathname);
});
addEventListener("popstate", show);
// The server has a newer page, in which a script of this one is no more.
addEventListener("unhandledrejection", ({ reason }) => {
  if (!(reason instanceof TypeError)) return;
  if (wire.isOnline && /import/.test(reason.message)) location.reload();
  else if (/import|fetch|load failed/i.test(reason.message)) tell(say.BannerLost(), true);
});

wire.addEventListener("message", ({ detail }) => {
  if (detail.type === "closing") tell(say.ServerCloses({ message: detail.message }));
  if (/^invit/.test(detail.type)) return import("./calls.js").then((it) => it.hear(detail, app));
  const room = rooms.get(detail.room);
  if (room && detail.code === "not_watched") lose(room, refusal(detail));
  else room?.take(detail);
  if (screen?.room && detail.room && screen.room.id !== detail.room) screen.draw();
});
wire.addEventListener("pong", ({ detail }) => { for (const { room, seq } of detail) rooms.get(room)?.catchUp(seq); });
tabs.onmessage = ({ data }) => { if (rooms.get(data.room)?.giveWay(data.at)) announce(say.PageElsewhere(), true); };
wire.addEventListener("welcome", () => {
  if (isLost) announce(say.BackOnline());
  else if (wire.isEarly) tell(say.MovesConfirmedEarly());
  isLost = false;
  barred = "";
  drawBanner();
  // What could not be fetched while the line was lost.
  if (isMissing) show();
  if (me.blocked.length) wire.ask("block", { names: me.blocked }).catch(() => {});
  for (const room of rooms.values()) enter(room);
});
wire.addEventListener("lost", () => {
  if (!isLost) announce(say.BannerLost(), true);
  isLost = true;
  drawBanner();
});
function bar(text) {
  barred = text;
  announce(text, true);
  drawBanner();
}
wire.addEventListener("barred", ({ detail: status }) => {
  const option = status === 421 ? `--host ${location.hostname}` : `--allow-origin ${location.origin}`;
  bar(say.PageBarred({ host: location.host, option }));
});
wire.addEventListener("rejected", async ({ detail }) => {
  if (detail.code === "unsupported_version") return bar(say.PageOutdated());
  if (detail.code === "key_replaced") return (await import("./calls.js")).takeNextKey() ? wire.restart() : bar(refusal(detail));
  if (me.name === null || detail.code !== "bad_hello") return tell(detail.message, true);
  if ((await rename(detail.message)) !== undefined) return;
  // A name that is not taken is not kept.
  me.name = null;
  drawHeader();
  wire.restart();
});
setInterval(drawBanner, 1000);

me.dress();
drawHeader();
show();
wire.start();

