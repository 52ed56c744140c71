// What somebody settles about themselves: the name, the language, notifications, what the board shows, the key.

import { h, button, copy, dialog, tell } from "./dom.js";
import { say, capital, language, speak } from "./say.js";
import { me } from "./me.js";
import { wire } from "./wire.js";
import { notices } from "./alerts.js";
import { code } from "./qr.js";

const KEYS = [
  ["f 5", say.PageKeySquare], ["Enter", say.HelpPlace], ["n N", say.HelpNextLegal], [", . < >", say.PageKeyHistory], ["Esc", say.HelpLive],
  ["i", say.PageHint], ["u", say.PageUndo], ["r", say.PageRedo], ["v", say.PageTurn], ["o", say.SettingDots], ["p", say.SettingPreview],
];

// Resolves with whether the server knows the name now; with nothing where it was not changed.
export async function askName(told) {
  const field = h("input", { name: "name", maxlength: 24, required: true, value: me.name ?? "", autocomplete: "nickname",
    "aria-label": say.PageName(), id: "name-field" });
  const value = await dialog(say.PageAskName(), [told ? h("p", { class: "told" }, told) : null, field],
    [{ text: say.PageOk(), value: "ok", main: true }]);
  if (value !== "ok" || !field.value.trim()) return undefined;
  me.name = field.value.trim();
  const answered = new Promise((resolve) => {
    wire.addEventListener("welcome", () => resolve(true), { once: true });
    wire.addEventListener("rejected", () => resolve(false), { once: true });
  });
  wire.restart();
  return answered;
}

const choice = (name, text, isOn = me.has(name), after = () => {}) => h("label", { class: "choice" }, h("input", { type: "checkbox", checked: isOn,
  onchange: ({ target }) => { me.set(name, target.checked); after(); }, id: `has-${name}` }), text);

export async function settings(rename) {
  const key = h("input", { value: me.key, "aria-label": say.PageKey(), id: "key-field", autocomplete: "off", spellcheck: "false" });
  const blocked = h("input", { value: me.blocked.join(", "), id: "blocked", autocomplete: "off" });
  const value = await dialog(say.TitleSettings(), h("div", { class: "fields" },
    h("label", {}, h("span", {}, say.PageName()), h("div", { class: "row" }, h("b", {}, me.name ?? say.GuestName({ number: me.guest })),
      button(say.PageChange(), () => rename()))),
    h("label", {}, h("span", {}, capital(say.SettingLanguage())), button(language === "en" ? "Portugu\u00eas" : "English", () => {
      speak(language === "en" ? "pt" : "en");
      location.reload();
    })),
    notices.canAsk ? button(say.PageNotify(), (event) => { event.target.hidden = true; notices.ask(); }, { id: "notify" }) : null,
    h("div", {}, choice("dots", capital(say.SettingDots())), choice("preview", capital(say.SettingPreview())), choice("once", say.PageOnce()),
      choice("named", capital(say.SettingNamed()), me.named, () => wire.restart())),
    h("label", {}, h("span", {}, capital(say.SettingStrength())), h("select", { id: "strength", onchange: ({ target }) => { me.strength = target.value; } },
      ["", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((level) => h("option", { value: level, selected: level === (me.strength ?? "") }, level || "\u2013")))),
    h("label", {}, h("span", {}, say.PageBlocked()), blocked),
    h("details", {}, h("summary", {}, say.PageKeys()),
      h("dl", { class: "keys" }, KEYS.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, capital(text()))]))),
    h("details", { id: "key" }, h("summary", {}, say.PageKey()), h("div", { class: "fields" }, h("p", {}, say.PageKeyAbout()),
      h("div", { class: "row" }, key, button(say.PageCopy(), () => copy(key.value)),
        button(say.PageNewKey(), async () => (await import("./calls.js")).replaceKey().then((made) => { if (made) key.value = made; }), { id: "new-key" })), code(me.key, say.PageKeyCode()))),
  ), [{ text: say.PageOk(), value: "ok", main: true }, { text: say.PageCancel() }]);
  const typed = key.value.trim().toLowerCase();
  if (value !== "ok") return;
  const names = blocked.value.split(",").map((name) => name.trim()).filter(Boolean);
  if (String(names) !== String(me.blocked)) (await import("./calls.js")).block(names);
  if (typed === me.key) return;
  if (!/^[0-9a-f]{32}$/.test(typed)) return tell(say.PageBadKey(), true);
  me.key = typed;
  wire.restart();
}
