// What can be done in a room: one row each, shown while it can be done. A button never changes what it
// means; it goes away instead.

import { h, button, dialog } from "./dom.js";
import { say, color, opponent } from "./say.js";
import { invite, reserve } from "./invite.js";
import { me, secret } from "./me.js";
import { opponents } from "./voice.js";
import { picture } from "./board.js";

const isLive = (room) => room.isPlaying && room.own.length > 0;
const mayAgree = (room) => isLive(room) && !room.view.competition && !room.view.offer;
const mayAskHint = (room) => room.isMyTurn && room.view.hints === "allowed" && !room.view.competition;
const offers = (kind) => (room) => room.ask("offer", { kind });

// Each has a name for tests and styles, its text, its key at the board, when it can be done, and how.
export const ACTIONS = [
  { id: "hint", text: say.PageHint, key: "i",
    can: mayAskHint, run: (room, screen) => screen.hint() },
  { id: "next", text: say.PageNext, key: "n", can: (room, screen) => screen.next(), run: (room, screen) => screen.goNext() },
  { id: "undo", text: say.PageUndo, key: "u",
    can: (room) => mayAgree(room) && room.view.undo !== "off" && room.view.actions.length > room.pliesDrawn, run: offers("undo") },
  { id: "redo", text: say.PageRedo, key: "r",
    can: (room) => isLive(room) && room.canRedo && (room.view.undo === "free" || !room.otherPerson),
    run: (room) => room.ask("redo") },
  { id: "draw", text: say.PageDraw, can: (room) => mayAgree(room) && room.otherPerson, run: offers("draw") },
  { id: "resign", text: say.PageResign, can: isLive, run: resign },
  { id: "rematch", text: say.PageRematch, main: true,
    can: (room) => room.view.phase === "finished" && room.isSeated && !room.view.offer && !room.view.competition,
    run: offers("rematch") },
  { id: "review", text: say.PageReview, can: (room) => room.view.phase === "finished",
    run: (room, screen) => screen.review() },
  { id: "chat", text: say.FieldChat, key: "t", can: (room) => room.view.chat !== "off", run: (room, screen) => screen.talk(true) },
  { id: "who", text: say.TitleWho, key: "w", more: true, can: (room) => room.view.watchers?.length,
    run: async (room) => (await import("./watchers.js")).show(room) },
  { id: "follow", text: say.PageFollow, more: true, can: (room) => !room.isSeated && room.people.length,
    run: async (room, screen) => (await import("./following.js")).choose(room, screen) },
  { id: "swap", text: say.PageSwap, more: true,
    can: (room) => room.isSeated && !room.view.offer && !room.view.competition
      && (room.view.phase === "finished" || (isLive(room) && room.view.actions.length <= room.pliesDrawn)),
    run: offers("swap_seats") },
  { id: "adjourn", text: say.PageAdjourn, more: true, can: mayAgree, run: offers("adjourn") },
  { id: "allow-hints", text: say.PageAllowHints, more: true,
    can: (room) => mayAgree(room) && room.view.hints === "forbidden", run: offers("allow_hints") },
  { id: "bot-hint", text: say.PageBotHint, more: true, can: mayAskHint,
    run: async (room, screen) => {
      const bot = await (await import("./forms.js")).chooseBot(say.PageBotHint());
      if (bot) await screen.hint(bot);
    } },
  { id: "stand-in", text: say.PageStandIn, more: true, can: (room) => isLive(room) && !room.view.competition,
    run: async (room) => (await import("./forms.js")).standIn(room) },
  { id: "change-bot", text: say.PageChangeBot, more: true,
    can: (room) => room.isSeated && !room.view.competition && botSide(room) && ["open", "playing"].includes(room.view.phase),
    run: (room) => seatBot(room, botSide(room)) },
  { id: "free-seat", text: say.PageFreeSeat, more: true,
    can: (room) => room.view.phase === "open" && room.isSeated && botSide(room),
    run: (room) => room.ask("free_seat", { color: botSide(room) }) },
  { id: "save", text: say.PageSave, more: true, can: (room) => !room.view.competition && room.view.phase !== "closed",
    run: async (room) => (await import("./lists.js")).nameSave(room) },
  { id: "load", text: say.PageLoad, more: true,
    can: (room) => room.isSeated && !room.view.competition && (isLive(room) || room.view.phase === "finished"),
    run: async (room) => {
      const name = await (await import("./lists.js")).chooseSave();
      if (name) await room.ask("load", { name });
    } },
  { id: "export", text: say.PageExport, more: true,
    can: (room) => !room.view.competition || ["finished", "closed"].includes(room.view.phase),
    run: async (room) => (await import("./files.js")).exportGame(room) },
  { id: "invite", text: say.PageInvite, more: true, can: () => true,
    run: (room) => dialog(say.PageInvite(), invite(room), [{ text: say.PageClose() }]) },
  { id: "invite-name", text: say.PageInvitee, more: true, can: (room) => room.openSeat && room.isSeated && room.view.phase === "open",
    run: async (room) => (await import("./calls.js")).invite(room) },
  { id: "turn", text: say.PageTurn, key: "v", more: true, can: () => true, run: (room, screen) => screen.board.turn() },
  { id: "leave", text: say.PageLeave, more: true, can: () => true, run: (room, screen) => screen.leave() },
];

// Whether the open seat is kept for something that is not known here.
const isKept = (room) => room.view.reserved && !me.invitation(room.id);
// Where a bot sits that this player may change: one that plays for another person is that person's.
const botSide = (room) => ["black", "white"].find((side) =>
  room.isBots(side) && !room.isMine(side) && !room.view[side].occupant.stands_in_for);

async function resign(room) {
  const sure = await dialog(say.AskResign(), null, [
    { text: say.PageResign(), value: "yes", main: true }, { text: say.PageCancel(), value: "no" }]);
  if (sure === "yes") await room.ask("resign");
}

export async function seatBot(room, side) {
  await (await import("./forms.js")).seatBot(room, side);
}

// The rows of buttons. They are made once, so that the focus stays where it is.
export function actionBar(screen) {
  const make = (action) => button(action.text(), () => screen.run(action), {
    id: `do-${action.id}`, class: action.main ? "main" : "", hidden: true, "aria-keyshortcuts": action.key,
    title: action.key ? `${action.text()} (${action.key})` : null,
  });
  const buttons = new Map(ACTIONS.map((action) => [action, make(action)]));
  const rows = [false, true].map((more) =>
    ACTIONS.filter((action) => !!action.more === more).map((action) => buttons.get(action)));
  const menu = h("details", { class: "more" }, h("summary", {}, say.PageMore()), h("div", { class: "actions" }, rows[1]));
  menu.addEventListener("click", (event) => { if (event.target.closest("button")) menu.open = false; });
  const element = h("div", { class: "bar" }, h("div", { class: "actions" }, rows[0]), menu);
  const draw = (room) => {
    buttons.forEach((it, action) => { it.hidden = !room.view || !action.can(room, screen); });
    element.firstChild.hidden = rows[0].every((it) => it.hidden);
  };
  return { element, draw };
}

// What waits for an answer or a decision, above everything else that can be done.
export function prompt(room, screen) {
  const { view } = room;
  if (!view || view.phase === "closed") return null;
  if (room.isElsewhere) return [say.PageElsewhere(), button(say.PageUseHere(), () => screen.sit(), { class: "main", id: "use-here" })];
  const does = (type, fields) => () => screen.ask(type, fields);
  if (room.offerToAnswer) {
    const answer = (answer) => does("answer", { offer: view.offer.offer, answer });
    return [screen.offerText(), button(say.PageYes(), answer("accept"), { class: "main", id: "answer-yes" }),
      button(say.PageNo(), answer("decline"), { id: "answer-no" }), ...(view.offer.saved ? [picture(view.offer.saved)] : [])];
  }
  if (room.ownOffer) {
    return [screen.offerText(), button(say.PageWithdraw(), does("withdraw", { offer: view.offer.offer }), { id: "withdraw" })];
  }
  if (room.standIn) {
    return [say.PageBotPlays({ bot: view[room.standIn].occupant.bot }),
      button(say.PageTakeBack(), () => screen.sit(), { class: "main", id: "take-back" })];
  }
  if (view.phase === "adjourned" && room.isSeated) {
    return [say.PageAdjournedNow(), button(say.PageResume(), does("resume"), { class: "main", id: "resume" })];
  }
  if (!room.isSeated && !screen.isWatching && (room.openSeat ? isKept(room) : me.invitation(room.id))) {
    return [room.openSeat ? say.SeatReserved() : say.PageInvitationSpent(), button(say.PageWatch(), () => screen.watch(), { id: "watch" })];
  }
  if (room.openSeat && !room.isSeated && !screen.isWatching && view.phase === "open") {
    const isFor = view.opponents ? ` ${say.SeatIsFor({ who: opponents(view.opponents) })}` : "";
    return [say.PagePlayOrWatch({ color: color(room.openSeat) }) + isFor,
      ...(room.isBid ? ["black", "white"] : ["player"]).map((as) =>
        button(as === "player" ? say.PagePlay() : color(as), () => screen.sit(as), { class: "main", id: as === "player" ? "play" : `play-${as}` })),
      button(say.PageWatch(), () => screen.watch(), { id: "watch" })];
  }
  if (room.openSeat && room.isSeated && view.phase === "open") {
    const keep = (text, invitation) => button(text, () => screen.guard(reserve(room, invitation)),
      { id: invitation ? "reserve" : "release" });
    const ways = isKept(room) ? [keep(say.PageNewLink(), secret()), keep(say.PageRelease())]
      : [invite(room), view.reserved ? keep(say.PageRelease()) : keep(say.PageReserve(), secret())];
    return [view.reserved ? say.SeatReserved() : say.PageWaiting(), ...ways,
      button(say.PageSeatBot(), () => screen.guard(seatBot(room, room.openSeat)), { id: "seat-bot" })];
  }
  const away = room.isSeated && !room.isMine(opponent(room.seats[0])) && view[opponent(room.seats[0])];
  if (away && room.isPlaying && away.presence.state === "absent" && !view.competition) {
    return [screen.awayText(away), button(say.PageBotPlaysOn(), () =>
      screen.guard(seatBot(room, opponent(room.seats[0]))), { id: "bot-plays-on" }),
      ...(room.isMyTurn ? [] : [button(say.PageClaimWin(), does("claim"), { id: "claim" }),
        button(say.PageClaimDraw(), does("claim", { as_draw: true }), { id: "claim-draw" })])];
  }
  return null;
}
