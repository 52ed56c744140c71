// Finished games, saved games and the ranking.

import { h, fill, button, dialog, tell } from "./dom.js";
import { say, day, refusal } from "./say.js";
import { occupant, result, discs } from "./voice.js";
import { wire } from "./wire.js";
import { exportDialog } from "./files.js";
import { setTitle } from "./alerts.js";

const GAMES_LISTED_MAX = 50;

// Asks for a name and saves a room's game under it.
export async function nameSave(room) {
  const field = h("input", { name: "save", maxlength: 64, required: true, "aria-label": say.PageSaveName(), value: room.view.name });
  if ((await dialog(say.PageSave(), field, [{ text: say.PageSave(), value: "save", main: true }])) !== "save") return;
  const name = field.value.trim();
  if (!name) return;
  try {
    await room.ask("save", { name });
  } catch (refused) {
    if (refused.code !== "save_exists") throw refused;
    const sure = await dialog(say.AskReplace({ name }), null, [{ text: say.PageYes(), value: "yes", main: true }, { text: say.PageNo() }]);
    if (sure !== "yes") return;
    await room.ask("save", { name, overwrite: true });
  }
  tell(say.Saved({ name }));
}

const about = (it) => [it.black && occupant(it.black), it.white && occupant(it.white)].filter(Boolean).join(" \u2013 ")
  + ` ${say.Ply({ ply: it.ply })}, ${discs(it.discs)}; ${day(it.saved_at_ms)}`;

// Lets one of the saved games be chosen.
export async function chooseSave() {
  const { saves } = await wire.ask("saves");
  const rows = saves.map((it) => h("li", {}, h("button", { type: "submit", value: it.name }, h("b", {}, it.name), h("span", {}, about(it)))));
  return dialog(say.PageLoad(), rows.length ? h("ul", { class: "bots" }, rows) : h("p", {}, say.PageNoSaves()), [{ text: say.PageCancel(), value: "" }]);
}

// A screen with a title and what is in it, brought in when the connection stands.
class Screen {
  constructor(title, load) {
    this.body = h("div", { class: "body" });
    this.element = h("main", { class: "list", id: "main" }, h("h1", {}, title), this.body);
    setTitle(`${title} - Reversi`);
    this.load = () => load(this.body).catch((refused) => tell(refusal(refused), true));
    wire.addEventListener("welcome", this.load);
    if (wire.isOnline) this.load();
  }

  close() { wire.removeEventListener("welcome", this.load); }
}

export const rankingScreen = () => new Screen(say.PageRanking(), async (body) => {
  const { lines } = await wire.ask("ranking");
  fill(body, lines, () => (lines.length
    ? h("ol", { class: "rows ranking" }, lines.map((it) => h("li", {}, h("span", {}, `${it.place}.`), h("b", {}, it.nick), h("output", {}, String(it.score)))))
    : h("p", { class: "none" }, say.RankingNone())));
});

export const savesScreen = (app) => new Screen(say.PageSaves(), async (body) => {
  const draw = ({ saves }) => fill(body, saves, () => (saves.length ? h("ul", { class: "rows" }, saves.map(row)) : h("p", { class: "none" }, say.PageNoSaves())));
  const guard = (promise) => promise.catch((refused) => tell(refusal(refused), true));
  const row = (it) => h("li", {}, h("b", {}, it.name), h("span", {}, about(it)),
    button(say.PageGoOn(), () => guard(app.open({ visibility: "private", start: { type: "saved", name: it.name } }, { black: "saved", white: "saved" })), { class: "main" }),
    button(say.PageRemove(), async () => {
      const sure = await dialog(say.PageAskRemove({ name: it.name }), null, [{ text: say.PageRemove(), value: "yes", main: true }, { text: say.PageCancel() }]);
      if (sure === "yes") guard(wire.ask("remove", { name: it.name }).then(draw));
    }));
  draw(await wire.ask("saves"));
});

export const gamesScreen = () => {
  let player = "";
  let games = [];
  const list = h("ul", { class: "rows" });
  const more = button(say.PageOlder(), () => load(games.at(-1)?.game), { hidden: true });
  const load = async (before) => {
    const found = await wire.ask("games", { ...(player ? { player } : {}), ...(before ? { before } : {}) });
    games = before ? [...games, ...found.games] : found.games;
    more.hidden = found.games.length < GAMES_LISTED_MAX;
    fill(list, games, () => (games.length ? games.map(row) : h("li", { class: "none" }, say.NoGames())));
  };
  const row = (it) => h("li", {}, h("a", { href: `/game/${it.game}` }, h("b", {}, `${occupant(it.black)} \u2013 ${occupant(it.white)}`)),
    h("span", {}, result(it.result)), h("span", { class: "state" }, day(it.ended_at_ms)));
  const search = h("input", { type: "search", maxlength: 40, placeholder: say.PagePlayer(), "aria-label": say.PagePlayer(),
    oninput: () => { player = search.value; load(); } });
  return new Screen(say.TitleGames(), async (body) => {
    if (!body.firstChild) body.append(h("div", { class: "row" }, search), list, more);
    await load();
  });
};

// A finished game in the shape of a room, so that the same screen shows it.
export async function finishedGame(number) {
  const { summary, start, actions } = await wire.ask("game", { game: number });
  const seat = (who) => ({ occupant: who, presence: { state: "connected" } });
  return { summary, start, actions, black: seat(summary.black), white: seat(summary.white),
    name: `${occupant(summary.black)} \u2013 ${occupant(summary.white)}` };
}

export const exportFinished = (game) => exportDialog({
  start: game.start, actions: game.actions, black: game.summary.black.name ?? game.summary.black.bot,
  white: game.summary.white.name ?? game.summary.white.bot, opening: game.summary.opening, result: game.summary.result, ended_at_ms: game.summary.ended_at_ms,
}, `reversi-${game.summary.game}`);

