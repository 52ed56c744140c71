// A player who is followed from game to game. It is fetched when somebody wants to.

import { dialog, tell } from "./dom.js";
import { say, refusal } from "./say.js";
import { wire } from "./wire.js";

// The name, the room where this browser is for it, how the game stands there, and where that player is by now.
let followed = null;

export async function choose(room, screen) {
  const name = await dialog(say.PageFollow(), null, [...room.people.map((text) => ({ text, value: text, main: text === followed?.name })),
    { text: say.PageFollowNobody(), value: "" }]);
  if (name === undefined) return;
  if (name) {
    await room.ask("follow", { name });
    followed = { name, room: room.id, phase: room.view.phase, go: (id) => screen.go(id) };
    tell(say.Following({ name }));
  } else if (followed) end();
}

function end() {
  followed = null;
  wire.ask("unfollow").catch(() => {});
  tell(say.FollowingNobody());
}

const PHASES = { started: "playing", resumed: "playing", ended: "finished", adjourned: "adjourned", closed: "closed" };

wire.addEventListener("message", ({ detail }) => {
  if (!followed) return;
  // Whoever goes elsewhere, or sits down, follows no more.
  const isElsewhere = location.pathname !== `/room/${followed.room}`;
  if (isElsewhere) return end();
  if (detail.type === "followed") {
    if (detail.room === followed.room) return;
    followed.next = detail.room;
    if (followed.phase === "playing") tell(say.FollowedSits(detail));
  } else if (detail.room === followed.room) {
    followed.phase = detail.type === "snapshot" ? detail.phase : PHASES[detail.event?.type] ?? followed.phase;
  }
  if (!followed.next || followed.phase === "playing") return;
  [followed.room, followed.phase, followed.next] = [followed.next, "playing", undefined];
  followed.go(followed.room);
});

wire.addEventListener("welcome", () => {
  if (!followed) return;
  const { room, name } = followed;
  wire.ask("follow", { room, name }).catch((refused) => {
    followed = null;
    tell(refusal(refused), true);
  });
});
