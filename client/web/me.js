// Who the player is: a name, a key that makes the same player from visit to visit, and the secrets that
// hold seats. They stay in this browser.

export function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Takes out of a link what a seat is kept for.
export const invitationIn = (link) => link.match(/#i=([0-9a-f]{32})$/i)?.[1];

function kept(key, make) {
  let value = localStorage.getItem(key);
  if (!value) localStorage.setItem(key, value = make());
  return value;
}

const seats = () => JSON.parse(localStorage.getItem("seats") ?? "{}");
const keep = (seats) => localStorage.setItem("seats", JSON.stringify(seats));

// What the tabs of this browser tell each other of the seats that they share.
export const tabs = new BroadcastChannel("seats");

export const me = {
  session: secret(),
  get key() { return kept("key", secret); },
  set key(key) { localStorage.setItem("key", key); },
  // The name that was chosen; nothing before that.
  get name() { return localStorage.getItem("name"); },
  set name(name) {
    if (name === null) localStorage.removeItem("name");
    else localStorage.setItem("name", name);
  },
  // What is on until it is switched off; the styles know of it.
  has: (name) => localStorage.getItem(name) !== "off",
  set(name, isOn) {
    localStorage.setItem(name, isOn ? "on" : "off");
    me.dress();
  },
  // Whether others are told the name where this player watches.
  get named() { return localStorage.getItem("named") === "on"; },
  // How strong the player plays, by their own word; nothing where that is not said.
  get strength() { return Number(localStorage.getItem("strength")) || undefined; },
  set strength(level) { localStorage.setItem("strength", level); },
  dress() { for (const name of ["dots", "preview"]) document.body.classList.toggle(`no-${name}`, !me.has(name)); },
  // Whom the player does not want to meet, by name.
  get blocked() { return JSON.parse(localStorage.getItem("blocked") ?? "[]"); },
  set blocked(names) { localStorage.setItem("blocked", JSON.stringify(names)); },
  get guest() { return kept("guest", () => String(1000 + Math.floor(Math.random() * 9000))); },
  // The rooms in which a seat may be held.
  get rooms() { return Object.keys(seats()); },
  seat: (room) => seats()[room],
  // What a room with a seat of one's own is about, while its game goes on: private ones are in no list.
  about: (room) => localStorage.getItem(`room ${room}`),
  keepAbout(room, text) {
    if (text === me.about(room)) return;
    if (text) localStorage.setItem(`room ${room}`, text);
    else localStorage.removeItem(`room ${room}`);
  },
  keepSeat(room, token) { keep({ ...seats(), [room]: token }); },
  // What the open seat of a room is kept for, as far as this tab knows.
  invitation: (room) => sessionStorage.getItem(`invitation ${room}`) ?? undefined,
  keepInvitation(room, secret) { sessionStorage.setItem(`invitation ${room}`, secret); },
  forgetSeat(room) {
    const { [room]: _, ...others } = seats();
    keep(others);
    me.keepAbout(room);
  },
};
