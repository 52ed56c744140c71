// Which sentence tells what: the same ones as in the terminal.

import { say, color, side, the, opponent, capital } from "./say.js";

const join = (items) => items.join(", ");

export function occupant(who) {
  if (!who) return "";
  if (who.kind !== "bot") return who.name ?? "?";
  return who.stands_in_for
    ? say.NameOfStandIn({ name: who.bot, player: who.stands_in_for })
    : say.NameOfBot({ name: who.bot });
}

// What stands where nobody sits.
export const openSeat = ({ reserved }) => (reserved ? say.ReservedSeat() : say.OpenSeat());

// Whom an open seat is for, by what is written of it.
export function opponents(written = "anyone") {
  const [, least, most] = written.match(/(\d+)-(\d+)$/) ?? [];
  const levels = least && (least === most ? say.OpponentsLevel({ least }) : say.OpponentsBetween({ least, most }));
  return [written.startsWith("no-guests") && say.OpponentsNoGuests(), levels].filter(Boolean).join(", ") || say.OpponentsAnyone();
}

const bare = (who) => (who.kind === "bot" ? who.bot : who.name ?? "?");
export const nameAt = (view, side) => (view[side] ? bare(view[side].occupant) : say.Someone());

export const discs = ({ black, white }) => say.DiscCounts({ black, white });

export function turn({ to_move, legal }) {
  if (!to_move) return "";
  return legal
    ? say.ToMoveLegal({ side: side(to_move), count: legal.length })
    : say.ToMoveAlone({ side: side(to_move) });
}

export function result({ outcome, reason, discs: lie, score }) {
  const winner = outcome === "draw" ? null : outcome;
  const won = winner && { side: side(winner), loser: the(opponent(winner)) };
  const how = {
    resignation: () => won && say.ResultResigned(won),
    abandonment: () => won && say.ResultAbandoned(won),
    agreement: () => say.ResultAgreed(),
    time: () => won && say.ResultOnTime(won),
    called_off: () => say.ResultCalledOff(),
  }[reason]?.() ?? (won ? say.ResultWon(won) : say.ResultDraw());
  const isFilled = score && (score.black !== lie.black || score.white !== lie.white);
  const scored = reason === "time" || score?.black + score?.white > 64 ? say.ResultCounts : say.ResultScore;
  const counts = isFilled
    ? scored({ discs: discs(lie), score: discs(score) })
    : say.ResultDiscs({ discs: discs(lie) });
  return `${how} ${capital(counts)}`;
}

const ASKS = {
  undo: [say.AsksUndo, say.YouAskUndo, say.NounUndo],
  draw: [say.AsksDraw, say.YouAskDraw, say.NounDraw],
  rematch: [say.AsksRematch, say.YouAskRematch, say.NounRematch],
  adjourn: [say.AsksAdjourn, say.YouAskAdjourn, say.NounAdjourn],
  swap_seats: [say.AsksSwap, say.YouAskSwap, say.NounSwap],
  allow_hints: [say.AsksHints, say.YouAskHints, say.NounHints],
  load: [say.AsksLoad, say.YouAskLoad, say.NounLoad],
};
const UNKNOWN = [say.AsksUnknown, say.YouAskUnknown, say.NounUnknown];

export function offer(room, { by, kind, to_ply, saved }) {
  const { actions } = room.view;
  const taken = actions.slice(to_ply ?? actions.length).filter((action) => action !== "pass").reverse();
  const [asks, youAsk] = ASKS[kind] ?? UNKNOWN;
  if (saved && !room.isMine(by)) {
    const count = (disc) => saved.board.split(disc).length - 1;
    const asked = say.AsksLoadGame({ name: nameAt(room.view, by), game: saved.name, ply: saved.ply, black: count("X"), white: count("O") });
    return `${asked} ${turn(saved)}`.trim();
  }
  const places = { name: nameAt(room.view, by), count: taken.length, moves: join(taken) };
  return (room.isMine(by) ? youAsk : asks)(places);
}

function offerEnded(view, offer, reason) {
  if (!offer) return say.OfferOff();
  const what = (ASKS[offer.kind] ?? UNKNOWN)[2]();
  const [maker, other] = [nameAt(view, offer.by), nameAt(view, opponent(offer.by))];
  return capital({
    accepted: () => say.OfferAccepted({ name: other, what }),
    declined: () => say.OfferDeclined({ name: other, what }),
    withdrawn: () => say.OfferWithdrawn({ name: maker, what }),
    expired: () => say.OfferExpired({ what }),
    overtaken: () => say.OfferOvertaken({ what }),
    game_ended: () => say.OfferGameEnded({ what }),
  }[reason]?.() ?? say.OfferGone({ what }));
}

function seated(side, who) {
  const places = { name: bare(who), color: color(side), player: who.stands_in_for };
  if (who.kind !== "bot") return say.Seated(places);
  return who.stands_in_for ? say.BotStandsIn(places) : say.BotSeated(places);
}

const UNSEATED = { left: say.UnseatedLeft, absent: say.UnseatedAbsent, removed: say.UnseatedRemoved };
const CLOSED = { idle: say.ClosedIdle, damaged: say.ClosedDamaged };

export const opening = ({ opening }) => (opening ? say.OpeningWas({ opening }) : "");

// 5m+3s, 30s a move, 3 days a move
export function timeControl(time) {
  const [, count, unit] = /^(\w+?)(d|\/move)$/.exec(time) ?? [];
  return unit === "d" ? say.TimeDays({ days: count }) : unit ? say.TimePerMove({ time: count }) : time;
}

// How a game begins: xot, handicap:2, handicap:2:white, bid:5
export function beginning(opening) {
  const [kind, count, who] = opening.split(":");
  return {
    xot: () => say.OpeningByLot(),
    handicap: () => say.OpeningWithCorners({ side: the(who ?? "black"), count }),
    bid: () => say.OpeningByBid({ side: the(count < 0 ? "black" : "white"), count: Math.abs(count) }),
  }[kind]?.() ?? opening;
}

// What happened in a room.
export function event(room, event, before) {
  const told = happened(room, event, before);
  const { position } = event;
  return position && position.opening !== before.position.opening ? `${told} ${opening(position)}`.trim() : told;
}

function happened(room, event, before) {
  const { view } = room;
  const flips = event.flips && join(event.flips);
  switch (event.type) {
    case "seated": return seated(event.color, event.occupant);
    case "unseated": return (UNSEATED[event.reason] ?? say.Unseated)({ color: color(event.color) });
    case "started": {
      const { opening: began, actions, position: { ply } } = event;
      const begins = ply > room.pliesDrawn ? say.GameBeginsAt({ ply }) : say.GameBegins();
      if (!began) return begins;
      const drawn = join(actions.slice(0, room.pliesDrawn));
      return `${begins} ${say.StartIs({ opening: [beginning(began), drawn].filter(Boolean).join(": ") })}`;
    }
    case "offered": return offer(room, event);
    case "offer_ended": return offerEnded(view, before.offer, event.reason);
    case "undone": return say.Undone({ side: side(event.by), count: event.placements });
    case "redone": return say.Redone({ squares: join(event.actions.filter((it) => it !== "pass")) });
    case "reserved": return say.SeatReserved();
    case "released": return say.SeatReleased();
    case "seats_swapped": return say.SeatsSwapped();
    case "hints_allowed": return say.HintsAllowed();
    case "adjourned": return say.PageAdjourned({ ply: event.position.ply });
    case "resumed": return say.Resumed();
    case "clock_held": return say.ClockHeld({ seconds: Math.round(event.held_ms / 1000) });
    case "placed":
      return say.Placed({ side: side(event.color), square: event.square, count: event.flips.length, flips });
    case "passed": return say.Passed({ side: side(event.color) });
    case "ended": return result(event.result);
    case "ranked": return say.PageRanked({ nick: event.nick, score: event.score });
    case "closed": return (CLOSED[event.reason] ?? say.RoomClosed)();
    default: return "";
  }
}

export function presence(view, sides) {
  return sides.map((side) => {
    const seat = view[side];
    const places = { name: bare(seat.occupant), color: color(side) };
    return seat.presence.state === "connected" ? say.IsHere(places) : say.IsAway(places);
  }).join(" ");
}
