// How others get into a room: its address as a text, a code to scan, and what the browser can share. What
// the open seat is kept for stands behind the address, where it is sent to no server.

import { h, button, copy } from "./dom.js";
import { say } from "./say.js";
import { me } from "./me.js";

function linkTo({ id, view }) {
  const invitation = view?.reserved ? me.invitation(id) : null;
  return `${location.origin}/room/${id}${invitation ? `#i=${invitation}` : ""}`;
}

export function invite(room) {
  const link = linkTo(room);
  const field = h("input", { readonly: true, value: link, "aria-label": say.PageLink(), onfocus: () => field.select() });
  const scan = h("details", { ontoggle: async () => {
    const { code } = await import("./qr.js");
    scan.replaceChildren(scan.firstChild, code(link, say.PageCode()) ?? "");
  } }, h("summary", {}, say.PageCode()));
  return h("div", { class: "invite" },
    h("div", { class: "row" }, field, button(say.PageCopy(), () => copy(link), { class: "copy" }),
      navigator.share ? button(say.PageShare(), () => navigator.share({ url: link }).catch(() => {})) : null),
    scan);
}

// Keeps the open seat for whoever gets the link, or opens it to everyone.
export async function reserve(room, invitation) {
  if (invitation) me.keepInvitation(room.id, invitation);
  await room.ask("invite", invitation ? { invitation } : {});
}
