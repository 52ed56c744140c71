//! Room scripts: a line is `WHO: COMMAND -> WHAT HAPPENS`. People are known by their names, and
//! each has a token of their own; the clock gives timeout actions.

use std::time::Duration;

use reversi_game::{Color, Game, GameRecord, Position, Transcript};
use reversi_protocol::{
    EndReason, Occupant, OfferAnswer, OfferKind, PlayerName, Presence, Refusal, RoomId, RoomName,
    RoomSettings, SaveName, SeatChoice, SeatChoices, Start, UnseatedReason,
};

use crate::{
    Actor, Command, Competition, Entry, Event, Lot, Offer, OpenRequest, Room, SavedBody, SeatPick,
    SecretHash, Sit, TimeoutAction, Timestamp, open,
};

/// The shortest game that the board decides.
pub(super) const OVER: &str = "e6f4e3f6g5d6e7f5c5";

/// The openings that chance draws, one when the room is opened and one for a rematch.
const DRAWN: [&str; 2] = ["f5d6c3d3c4f4f6f3", "f5f6e6f4e3c5c4e7"];

/// What chance decides.
pub(super) const LOT: Lot<'_> = Lot { is_swapped: false, opening: DRAWN[0] };

/// When commands are given.
pub(super) const NOW: Timestamp = Timestamp(1_000_000);

pub(super) fn id() -> RoomId {
    "TEST".parse().unwrap()
}

/// Returns the actor with the token of a name; `-` has none.
pub(super) fn actor(name: &str) -> Actor {
    Actor::Visitor(secret(name))
}

/// Returns the hash of a secret that is called so; `-` is none.
pub(super) fn secret(name: &str) -> Option<SecretHash> {
    let mut bytes = [0; 16];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    (name != "-").then(|| SecretHash::of(&bytes))
}

pub(super) fn name(text: &str) -> PlayerName {
    PlayerName::new(text).unwrap()
}

/// Opens a room in which nobody sits.
pub(super) fn empty_room(start: Start) -> Result<Room, Refusal> {
    let seats = SeatChoices { black: SeatChoice::Open, white: SeatChoice::Open, draw: false };
    open_room(seats, RoomSettings { start, ..RoomSettings::default() }, None)
}

/// Opens a room whose host is `host`.
pub(super) fn open_room(
    seats: SeatChoices,
    settings: RoomSettings,
    competition: Option<Competition>,
) -> Result<Room, Refusal> {
    open_invited(seats, settings, competition, None)
}

/// Opens a room whose host is `host` and keeps the open seat for an invitation.
pub(super) fn open_invited(
    seats: SeatChoices,
    settings: RoomSettings,
    competition: Option<Competition>,
    invitation: Option<SecretHash>,
) -> Result<Room, Refusal> {
    let request = OpenRequest {
        settings,
        seats,
        name: name("host"),
        token: actor("host").token(),
        player: None,
        saved: None,
        competition,
        invitation,
        default_name: RoomName::new("test").unwrap(),
    };
    Ok(Room::from_entries(&id(), entries(0, open(request, LOT)?)).unwrap())
}

/// Numbers events after `seq`, a second apart.
pub(super) fn entries(seq: u64, events: Vec<Event>) -> Vec<Entry> {
    (seq + 1..)
        .zip(events)
        .map(|(seq, event)| Entry { seq, at: Timestamp(seq * 1000), key: None, event })
        .collect()
}

/// Applies events to a room.
pub(super) fn evolve(room: &mut Room, events: &[Event]) {
    for entry in entries(room.seq(), events.to_vec()) {
        room.evolve(&entry);
    }
}

/// Decides and evolves; returns what happened.
pub(super) fn apply(
    room: &mut Room,
    actor: Actor,
    command: &Command,
) -> Result<Vec<Event>, Refusal> {
    let mut events = room.decide(actor, command, NOW)?;
    room.draw_opening(&mut events, || Ok(DRAWN[1]))?;
    evolve(room, &events);
    Ok(events)
}

/// Runs a script in a room that starts at the standard position.
pub(super) fn check(script: &str) -> Room {
    check_from(Start::default(), script)
}

/// Runs a script in a room that starts as given; every line has to do what it says.
pub(super) fn check_from(start: Start, script: &str) -> Room {
    check_in(empty_room(start).unwrap(), script)
}

/// Runs a script in a room; every line has to do what it says.
pub(super) fn check_in(mut room: Room, script: &str) -> Room {
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (left, expected) = line.split_once("->").expect("a line has an arrow");
        let (who, what) = left.split_once(':').expect("a line starts with a name");
        let happened = run(&mut room, who.trim(), what.trim());
        assert_eq!(happened, expected.trim(), "in line {line:?}");
    }
    room
}

fn run(room: &mut Room, who: &str, what: &str) -> String {
    if who == "bot" {
        let (color, _) = room.bot_to_move().expect("a bot's turn");
        let place = command(room, who, what);
        return told(apply(room, Actor::Bot(color), &place));
    }
    if who == "clock" {
        let events = room.time_out(action(what), NOW);
        evolve(room, &events);
        return describe(&events);
    }
    if what == "hint" {
        let allowed = room.allow_hint(actor(who)).map(|_| Vec::new());
        return told(allowed);
    }
    let command = command(room, who, what);
    told(apply(room, actor(who), &command))
}

fn told(outcome: Result<Vec<Event>, Refusal>) -> String {
    match outcome {
        Ok(events) => describe(&events),
        Err(refusal) => format!("refused {}", refusal.code.as_str()),
    }
}

fn color(text: &str) -> Color {
    match text {
        "black" => Color::Black,
        "white" => Color::White,
        other => panic!("{other} is no colour"),
    }
}

fn action(text: &str) -> TimeoutAction {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["unseat", seat] => TimeoutAction::Unseat(color(seat)),
        ["abandon", seat] => TimeoutAction::Abandon(color(seat)),
        ["adjourn"] => TimeoutAction::Adjourn,
        ["close"] => TimeoutAction::Close,
        ["flag", seat] => TimeoutAction::Flag(color(seat)),
        ["expire", offer] => TimeoutAction::Expire(offer.parse().unwrap()),
        _ => panic!("{text} is no action"),
    }
}

/// Reads a command; a square alone is meant for the current ply, `f5@3` for ply 3.
fn command(room: &Room, who: &str, text: &str) -> Command {
    let newcomer = |pick| Sit {
        pick,
        name: name(who),
        player: None,
        invitation: None,
        strength: None,
        returning: false,
    };
    let sit = |pick, returning| Command::Sit(Sit { returning, ..newcomer(pick) });
    let seat_bot = |seat, bot: &str, kept_until| Command::SeatBot {
        color: color(seat),
        bot: bot.parse().unwrap(),
        kept_until,
    };
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["sit"] => sit(SeatPick::Any, false),
        ["sit", seat] => sit(SeatPick::Color(color(seat)), false),
        ["sit", "with", invitation] => {
            Command::Sit(Sit { invitation: secret(invitation), ..newcomer(SeatPick::Any) })
        }
        ["sit", "as", level] => {
            Command::Sit(Sit { strength: level.parse().ok(), ..newcomer(SeatPick::Any) })
        }
        ["sit", "keyed", level] => {
            let (player, strength) = (secret(who), level.parse().ok());
            Command::Sit(Sit { player, strength, ..newcomer(SeatPick::Any) })
        }
        ["invite", invitation] => Command::Invite { invitation: secret(invitation) },
        ["return"] => sit(SeatPick::Any, true),
        ["return", seat] => sit(SeatPick::Color(color(seat)), true),
        ["bot", seat, bot] => seat_bot(seat, bot, None),
        ["bot", seat, bot, "lost"] => seat_bot(seat, bot, Some(NOW.after(Duration::from_secs(9)))),
        ["bot", seat, bot, "absent"] => seat_bot(seat, bot, Some(NOW)),
        ["free", seat] => Command::FreeSeat { color: color(seat) },
        ["stand"] => Command::Stand,
        ["resign"] => Command::Resign,
        ["claim"] => Command::Claim { as_draw: false, allowed_at: Some(NOW) },
        ["claim", "draw"] => Command::Claim { as_draw: true, allowed_at: Some(NOW) },
        ["claim", "early"] => {
            let allowed_at = Some(NOW.after(Duration::from_secs(9)));
            Command::Claim { as_draw: false, allowed_at }
        }
        ["claim", "never"] => Command::Claim { as_draw: false, allowed_at: None },
        ["redo"] => Command::Redo,
        ["resume"] => Command::Resume { presence: [Presence::Connected; 2] },
        ["resume", "alone"] => Command::Resume {
            presence: [Presence::Connected, Presence::Absent { since_ms: 0, loses_at_ms: None }],
        },
        ["offer", kind] => Command::Offer { kind: offer_kind(kind), saved: None },
        ["load", moves] => load(moves, "-", "-"),
        ["load", moves, black, white] => load(moves, black, white),
        ["yes"] => Command::Answer { offer: offer_id(room), answer: OfferAnswer::Accept },
        ["no"] => Command::Answer { offer: offer_id(room), answer: OfferAnswer::Decline },
        ["yes", offer] => {
            Command::Answer { offer: offer.parse().unwrap(), answer: OfferAnswer::Accept }
        }
        ["withdraw"] => Command::Withdraw { offer: offer_id(room) },
        [place] => {
            let now = room.game().ply().to_string();
            let (square, ply) = place.split_once('@').unwrap_or((place, &now));
            Command::Place { ply: ply.parse().unwrap(), square: square.parse().unwrap(), lag_ms: 0 }
        }
        _ => panic!("{text} is no command"),
    }
}

pub(super) fn named(moves: &str, black: &str, white: &str) -> (SaveName, Box<SavedBody>) {
    (SaveName::new("two").unwrap(), Box::new(saved(moves, black, white)))
}

fn load(moves: &str, black: &str, white: &str) -> Command {
    Command::Offer { kind: OfferKind::Load, saved: Some(named(moves, black, white)) }
}

/// Returns a saved game: in each seat a name, `bot:KIND`, or `-` where nothing was kept.
pub(super) fn saved(moves: &str, black: &str, white: &str) -> SavedBody {
    let game = Game::replay(Position::START, &moves.parse().unwrap()).unwrap();
    let occupant = |who: &str| match (who, who.strip_prefix("bot:")) {
        ("-", _) => None,
        (_, Some(bot)) => Some(Occupant::Bot { bot: bot.parse().unwrap(), stands_in_for: None }),
        (_, None) => Some(Occupant::Human { name: name(who) }),
    };
    let record = GameRecord::from(&game);
    SavedBody {
        record,
        black: occupant(black),
        white: occupant(white),
        clocks: None,
        opening: None,
    }
}

fn offer_kind(word: &str) -> OfferKind {
    serde_json::from_value(word.into()).unwrap()
}

/// Returns the number of the pending offer; 0, which none has, if there is none.
fn offer_id(room: &Room) -> u64 {
    room.pending_offer().map_or(0, |offer| offer.id)
}

fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

fn describe(events: &[Event]) -> String {
    if events.is_empty() {
        return "nothing".to_owned();
    }
    events.iter().map(describe_one).collect::<Vec<_>>().join(", ")
}

fn describe_one(event: &Event) -> String {
    match event {
        Event::Opened { .. } => "opened".to_owned(),
        Event::Seated { color, name, .. } => format!("{name} sits {color}"),
        Event::BotSeated { color, bot } => format!("{bot} plays {color}"),
        Event::TookBack { color } => format!("{color} is back"),
        Event::Ranked { nick, score } => format!("{nick} scores {score}"),
        Event::Unseated { color, reason: UnseatedReason::Left } => format!("{color} left"),
        Event::Unseated { color, reason: UnseatedReason::Removed } => format!("{color} freed"),
        Event::Unseated { color, .. } => format!("{color} absent"),
        Event::Reserved { .. } => "reserved".to_owned(),
        Event::Released => "released".to_owned(),
        Event::Started { drawn: None } => "started".to_owned(),
        Event::Started { drawn: Some(drawn) } => {
            format!("started at {}", Transcript(drawn.actions.clone()))
        }
        Event::Loaded { record, .. } => format!("loaded {} plies", record.actions.len()),
        Event::OfferMade(Offer { by, kind, to_ply: Some(to_ply), .. }) => {
            format!("{by} offers {} to ply {to_ply}", word(kind))
        }
        Event::OfferMade(offer) => {
            let saved = offer.shown().saved;
            let saved = saved.map(|saved| format!(" {} at {}", saved.name, saved.ply));
            format!("{} offers {}{}", offer.by, word(offer.kind), saved.unwrap_or_default())
        }
        Event::OfferEnded { reason, .. } => word(reason),
        Event::Undone { by, to_ply, placements } => {
            format!("{by} takes back {placements} to ply {to_ply}")
        }
        Event::Redone { to_ply, .. } => format!("redone to ply {to_ply}"),
        Event::SeatsSwapped => "swapped".to_owned(),
        Event::HintsAllowed => "hints allowed".to_owned(),
        Event::Adjourned => "adjourned".to_owned(),
        Event::Resumed => "resumed".to_owned(),
        Event::ClockHeld { spent_ms, held_ms } => format!("held for {held_ms} after {spent_ms}"),
        Event::Placed { color, square, .. } => format!("{color} {square}"),
        Event::Passed { color, .. } => format!("{color} passes"),
        Event::Ended { outcome, reason } => {
            let reason = match reason {
                EndReason::NoMovesLeft => "no moves left",
                EndReason::Resignation => "resignation",
                EndReason::Abandonment => "abandonment",
                EndReason::Agreement => "agreement",
                EndReason::Time => "time",
                EndReason::CalledOff => "called off",
                EndReason::Unknown => "?",
            };
            match outcome.winner() {
                Some(winner) => format!("{winner} wins by {reason}"),
                None => format!("a draw by {reason}"),
            }
        }
        Event::Closed { .. } => "closed".to_owned(),
    }
}
