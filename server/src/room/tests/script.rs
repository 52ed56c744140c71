//! Room scripts: a line is `WHO: COMMAND -> WHAT HAPPENS`. People are known by their names, and
//! each has a token of their own; the clock's commands are rulings.

use reversi_game::Color;
use reversi_protocol::{
    EndReason, LegalSquares, Occupant, PlayerName, RoomId, RoomName, RoomSettings, SeatChoice,
    SeatChoices, SeatToken, Start, UnseatedReason, Visibility,
};

use crate::room::{
    Actor, Command, Entry, Event, OpenRequest, Refusal, Room, Ruling, SeatPick, TokenHash, open,
};
use crate::time::Timestamp;

pub(super) fn id() -> RoomId {
    "TEST".parse().unwrap()
}

/// Returns the actor with the token of a name; `-` has none.
pub(super) fn actor(name: &str) -> Actor {
    let mut bytes = [0; 16];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    Actor { token: (name != "-").then(|| TokenHash::of(&SeatToken::from_bytes(bytes))) }
}

pub(super) fn human(name: &str) -> Occupant {
    Occupant::Human { name: PlayerName::new(name).unwrap() }
}

/// Opens a room in which nobody sits.
pub(super) fn empty_room(start: Start) -> Result<Room, Refusal> {
    let events = open(OpenRequest {
        settings: RoomSettings {
            name: None,
            visibility: Visibility::Listed,
            legal_squares: LegalSquares::Shown,
            start,
        },
        seats: SeatChoices { black: SeatChoice::Open, white: SeatChoice::Open },
        occupant: human("host"),
        token: None,
        default_name: RoomName::new("test").unwrap(),
    })?;
    Ok(Room::from_entries(&id(), entries(0, events)).unwrap())
}

/// Numbers events after `seq`, a second apart.
pub(super) fn entries(seq: u64, events: Vec<Event>) -> Vec<Entry> {
    (seq + 1..)
        .zip(events)
        .map(|(seq, event)| Entry { seq, at: Timestamp(seq * 1000), cause: None, event })
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
    let events = room.decide(actor, command)?;
    evolve(room, &events);
    Ok(events)
}

/// Runs a script in a room that starts at the standard position.
pub(super) fn check(script: &str) -> Room {
    check_from(Start::default(), script)
}

/// Runs a script in a room that starts as given; every line has to do what it says.
pub(super) fn check_from(start: Start, script: &str) -> Room {
    let mut room = empty_room(start).unwrap();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (left, expected) = line.split_once("->").expect("a line has an arrow");
        let (who, what) = left.split_once(':').expect("a line starts with a name");
        let happened = run(&mut room, who.trim(), what.trim());
        assert_eq!(happened, expected.trim(), "in line {line:?}");
    }
    room
}

fn run(room: &mut Room, who: &str, what: &str) -> String {
    if who == "clock" {
        let events = room.rule(ruling(what));
        evolve(room, &events);
        return describe(&events);
    }
    match apply(room, actor(who), &command(room, who, what)) {
        Ok(events) => describe(&events),
        Err(refusal) => format!("refused {}", refusal.code().as_str()),
    }
}

fn color(text: &str) -> Color {
    match text {
        "black" => Color::Black,
        "white" => Color::White,
        other => panic!("{other} is no colour"),
    }
}

fn ruling(text: &str) -> Ruling {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["unseat", seat] => Ruling::Unseat(color(seat)),
        ["abandon", seat] => Ruling::Abandon(color(seat)),
        ["close"] => Ruling::Close,
        _ => panic!("{text} is no ruling"),
    }
}

/// Reads a command; a square alone is meant for the current ply, `f5@3` for ply 3.
fn command(room: &Room, who: &str, text: &str) -> Command {
    let sit = |pick, returning| Command::Sit { pick, occupant: human(who), returning };
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["sit"] => sit(SeatPick::Any, false),
        ["sit", seat] => sit(SeatPick::Color(color(seat)), false),
        ["return"] => sit(SeatPick::Any, true),
        ["return", seat] => sit(SeatPick::Color(color(seat)), true),
        ["stand"] => Command::Stand,
        ["resign"] => Command::Resign,
        [place] => {
            let now = room.game().ply().to_string();
            let (square, ply) = place.split_once('@').unwrap_or((place, &now));
            Command::Place { ply: ply.parse().unwrap(), square: square.parse().unwrap() }
        }
        _ => panic!("{text} is no command"),
    }
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
        Event::Seated { color, occupant, .. } => format!("{} sits {color}", occupant.name()),
        Event::Unseated { color, reason: UnseatedReason::Left } => format!("{color} left"),
        Event::Unseated { color, .. } => format!("{color} absent"),
        Event::Started => "started".to_owned(),
        Event::Placed { color, square, .. } => format!("{color} {square}"),
        Event::Passed { color, .. } => format!("{color} passes"),
        Event::Ended { outcome, reason } => {
            let reason = match reason {
                EndReason::NoMovesLeft => "no moves left",
                EndReason::Resignation => "resignation",
                EndReason::Abandonment => "abandonment",
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
