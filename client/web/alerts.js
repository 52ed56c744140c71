// What draws attention: a soft tap, the title, the icon of the tab, a notification after asking.

import { say } from "./say.js";
import { me } from "./me.js";

let context = null;

export const sound = {
  get isOn() { return me.has("sound"); },
  toggle() { me.set("sound", !this.isOn); },
  // A disc is put down: a short, low knock, and a higher one for one's own turn.
  tap(isOwnTurn = false) {
    if (!this.isOn || !context) return;
    const now = context.currentTime;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(isOwnTurn ? 520 : 330, now);
    tone.frequency.exponentialRampToValueAtTime(isOwnTurn ? 260 : 140, now + 0.07);
    volume.gain.setValueAtTime(0.0001, now);
    volume.gain.exponentialRampToValueAtTime(0.16, now + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.14);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.15);
  },
};

// A browser lets a page make sounds once somebody has used it.
for (const use of ["pointerdown", "keydown"]) addEventListener(use, () => { context ??= new AudioContext(); }, { once: true });

// Each room says for itself whether its player is to move.
const turns = new Map();
const icon = document.querySelector("link[rel=icon]");
const quietIcon = icon.href;
let title = "Reversi";

export function setTitle(text) {
  title = text;
  show();
}

export function setTurn(room, isMine, text) {
  const was = turns.get(room);
  turns.set(room, isMine);
  show();
  if (isMine && was === false) notify(text);
}

function show() {
  const isTurn = [...turns.values()].some(Boolean);
  document.title = isTurn ? `${say.PageTitleTurn()} ${title}` : title;
  const shown = isTurn ? quietIcon.replace("icon.svg", "icon-turn.svg") : quietIcon;
  if (icon.href !== shown) icon.href = shown;
}

export const notices = {
  get canAsk() { return "Notification" in window && isSecureContext && Notification.permission === "default"; },
  ask: () => Notification.requestPermission(),
};

function notify(text) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification("Reversi", { body: text, icon: quietIcon, tag: "turn" });
  notice.onclick = () => { window.focus(); notice.close(); };
}
