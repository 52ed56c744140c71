// Invitations by name: those that came, and what came of one's own. It is fetched with the first of them.

import { h, button, announce, dialog, tell } from "./dom.js";
import { say, color, refusal } from "./say.js";
import { beginning, timeControl } from "./voice.js";
import { wire } from "./wire.js";
import { me, secret } from "./me.js";

const BLOCKED_MAX = 32;

// What is asked, by the room.
const asked = new Map();

function forget(room) {
  const it = asked.get(room);
  asked.delete(room);
  it?.element.remove();
  return it;
}

// The server tells those that stand.
wire.addEventListener("welcome", () => [...asked.keys()].forEach(forget));

export function hear(message, app) {
  if (message.type === "invited") return ask(message, app);
  const { room, name, why } = message;
  const by = forget(room)?.by;
  if (by) tell(why === "declined" ? say.CallOwnDeclined({ by }) : say.CallOver({ by }));
  else if (why === "declined") tell(say.CallDeclined({ name }), true);
  else if (why === "expired") tell(say.CallUnanswered({ name }), true);
  else if (why === "gone") tell(say.CallGone({ name }), true);
}

function ask({ room, by, color: side, time, opening }, app) {
  forget(room);
  const mayPick = opening?.startsWith("bid");
  const game = [!mayPick && color(side), time && timeControl(time), opening && beginning(opening)].filter(Boolean).join("; ");
  const text = mayPick ? say.CallPick({ by, game }) : say.CallCame({ by, game });
  const answer = async (does) => {
    try { await does(); } catch (refused) { tell(refusal(refused), true); }
  };
  const accept = async (as) => {
    if (!(await app.named())) return;
    const token = me.seat(room) ?? secret();
    const joined = await wire.ask("join", { room, as, token });
    forget(room);
    await app.joined(joined, token);
  };
  const element = h("div", { class: "prompt call", role: "group", "aria-label": text }, h("p", {}, text),
    h("div", { class: "actions" }, ...(mayPick ? ["black", "white"] : ["player"]).map((as) =>
      button(as === "player" ? say.PageYes() : color(as), () => answer(() => accept(as)),
        { class: "main", id: as === "player" ? `call-yes-${room}` : `call-${as}-${room}` })),
      button(say.PageNo(), () => answer(() => wire.ask("decline", { room })), { id: `call-no-${room}` }),
      button(say.PageBlock(), () => answer(() => {
        block([...me.blocked, by]);
        return wire.ask("decline", { room });
      }))));
  asked.set(room, { by, element });
  document.getElementById("banner").after(element);
  announce(text, true);
}

// Keeps these people away from the player, and nobody else.
export function block(names) {
  me.blocked = names.slice(-BLOCKED_MAX);
  if (wire.isOnline) wire.ask("block", { names: me.blocked }).catch((refused) => tell(refusal(refused), true));
}

// Takes the key that was to be in place of the player's, where there is one.
export function takeNextKey() {
  const next = localStorage.getItem("next key");
  if (next) me.key = next;
  localStorage.removeItem("next key");
  return next;
}

// Puts another key in place of the player's, which is kept before the server is asked. Resolves with it.
export async function replaceKey() {
  if (await dialog(say.PageAskNewKey(), null, [{ text: say.PageNewKey(), value: "ok", main: true }, { text: say.PageCancel() }]) !== "ok") return;
  if (!wire.isOnline) return tell(say.BannerLost(), true);
  const key = localStorage.getItem("next key") ?? secret();
  localStorage.setItem("next key", key);
  try {
    await wire.ask("replace_key", { key });
    takeNextKey();
    tell(say.PageKeyIsNew());
    return key;
  } catch (refused) { tell(refusal(refused), true); }
}

// Invites somebody into a room in which one waits.
export async function invite(room) {
  const field = h("input", { name: "to", maxlength: 24, required: true, "aria-label": say.PageInvitee(), id: "invitee" });
  const value = await dialog(say.PageInvitee(), field, [{ text: say.PageOk(), value: "ok", main: true }, { text: say.PageCancel() }]);
  const to = field.value.trim();
  if (value !== "ok" || !to) return;
  const invitation = secret();
  await room.ask("invite", { invitation, to });
  me.keepInvitation(room.id, invitation);
  tell(say.CallMade({ name: to, room: room.id }));
}
