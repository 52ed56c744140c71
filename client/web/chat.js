// What is said in a room: its last lines, a field, quick phrases, and who is not heard. It is fetched when somebody
// says something, or wants to.

import { h, button, tell } from "./dom.js";
import { say } from "./say.js";
import { me } from "./me.js";

const PHRASES = {
  hello: say.PhraseHello, good_luck: say.PhraseGoodLuck, well_played: say.PhraseWellPlayed, good_game: say.PhraseGoodGame,
  thanks: say.PhraseThanks, sorry: say.PhraseSorry, one_moment: say.PhraseOneMoment, back: say.PhraseBack,
  again: say.PhraseAgain, bye: say.PhraseBye,
};

const muted = () => JSON.parse(localStorage.getItem("muted") ?? "[]");
const folded = (name) => name.toLowerCase();

function mute(name, isMuted) {
  const others = muted().filter((it) => it !== folded(name));
  localStorage.setItem("muted", JSON.stringify(isMuted ? [...others, folded(name)] : others));
}

const words = ({ text, phrase }) => text ?? (PHRASES[phrase] ?? say.PhraseUnknown)();

function told({ ply, channel, name, said }) {
  const places = { ply, name, said: words(said) };
  return channel === "players" ? say.ChatLine(places) : say.ChatLineWatching(places);
}

// The panel of a screen, made once.
class Panel {
  #shown = new Set();

  constructor(screen) {
    this.screen = screen;
    this.lines = h("ol", { class: "news", role: "log", "aria-live": "polite", "aria-label": say.FieldChat() });
    this.field = h("input", { maxlength: 200, autocomplete: "off", "aria-label": say.PageSay(), id: "say" });
    this.unmute = button("", () => { muted().forEach((name) => mute(name, false)); this.draw(); }, { hidden: true });
    const form = h("form", { class: "actions", hidden: screen.room.view.chat === "phrases" }, this.field, h("button", { id: "say-it" }, say.PageSay()));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) this.say({ kind: "text", text }).then((isSaid) => { if (isSaid) this.field.value = ""; });
    });
    const phrase = ([id, text]) => button(text(), () => this.say({ kind: "phrase", phrase: id }), { id: `say-${id}` });
    this.element = h("details", { class: "news-box", open: true }, h("summary", {}, say.FieldChat()), this.lines, form,
      h("details", {}, h("summary", {}, say.PagePhrases()), h("div", { class: "actions" }, Object.entries(PHRASES).map(phrase))), this.unmute);
    screen.element.append(this.element);
  }

  async say(said) {
    let isSaid = false;
    await this.screen.guard(this.screen.room.ask("say", { said }).then(() => { isSaid = true; }));
    return isSaid;
  }

  // Adds what was not shown before, in its place; those who listen hear just that.
  draw() {
    const silent = [...muted(), ...me.blocked.map(folded)];
    const heard = this.screen.room.lines.filter((line) => !silent.includes(folded(line.name)));
    const kept = new Set(heard.map((line) => String(line.at_ms)));
    for (const item of [...this.lines.children]) if (!kept.has(item.dataset.at)) item.remove();
    heard.forEach((line, at) => {
      if (this.lines.children[at]?.dataset.at === String(line.at_ms)) return;
      this.lines.insertBefore(this.item(line), this.lines.children[at] ?? null);
    });
    this.lines.scrollTop = this.lines.scrollHeight;
    this.unmute.hidden = !muted().length;
    this.unmute.textContent = say.PageUnmute({ names: muted().join(", ") });
  }

  item(line) {
    const { room } = this.screen;
    const isOwn = line.color && room.isMine(line.color);
    const more = isOwn ? [] : [
      button(say.PageMute(), () => { mute(line.name, true); this.draw(); }, { class: "small" }),
      button(say.PageBlock(), async () => {
        (await import("./calls.js")).block([...me.blocked, line.name]);
        this.draw();
      }, { class: "small" }),
      button(say.PageReport(), () => this.screen.guard(room.ask("report", { at_ms: line.at_ms }).then(() => tell(say.Complained()))), { class: "small" })];
    return h("li", { "data-at": line.at_ms }, told(line), more.length ? h("details", { class: "about" }, h("summary", { "aria-label": line.name }, "\u2026"), more) : "");
  }
}

export function show(screen, isAsked = false) {
  screen.chat ??= new Panel(screen);
  screen.chat.draw();
  if (!isAsked) return;
  screen.chat.element.open = true;
  (screen.room.view.chat === "phrases" ? screen.chat.element.querySelector("summary") : screen.chat.field).focus();
}
