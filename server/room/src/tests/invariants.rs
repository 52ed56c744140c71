//! The room's invariants R1 to R10, tried on random commands by players, strangers and the clock.

use proptest::prelude::*;
use reversi_game::{Color, Square, Turn};
use reversi_protocol::{
    LegalSquares, OfferAnswer, OfferKind, PositionView, Presence, RoomSettings, SeatChoice,
    SeatChoices, Snapshot, Start, WatchDelay,
};

use super::script::{LOT, NOW, OVER, actor, entries, evolve, id, name, named, secret};

use crate::{
    Actor, Attendance, Audience, Command, Deadline, Entry, Event, Occupancy, OpenRequest, Phase,
    Room, SeatPick, Sit, TimeoutAction, Timeouts, Timestamp, open,
};

/// Who acts: two players, a stranger, someone without a token, or the clock.
const ACTORS: [&str; 4] = ["ann", "ben", "kim", "-"];

/// One random step.
#[derive(Clone, Debug)]
enum Step {
    Command {
        who: usize,
        command: Command,
    },
    /// A legal placement by whoever is to move, so that games get somewhere.
    Play {
        pick: usize,
    },
    /// The answer to whatever is offered, by the one who may give it.
    Answer(OfferAnswer),
    TimeOut(TimeoutAction),
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn step() -> impl Strategy<Value = Step> {
    let pick = prop_oneof![Just(SeatPick::Any), color().prop_map(SeatPick::Color)];
    let invitation = prop::sample::select(vec![secret("-"), secret("one"), secret("two")]);
    let command = prop_oneof![
        4 => (pick, invitation.clone(), any::<bool>()).prop_map(|(pick, invitation, returning)| Command::Sit(Sit {
            pick,
            name: name("someone"),
            player: None,
            invitation,
            strength: None,
            returning,
        })),
        2 => invitation.prop_map(|invitation| Command::Invite { invitation }),
        1 => (color(), any::<bool>()).prop_map(|(color, is_absent)| Command::SeatBot {
            color,
            bot: "level-1".parse().unwrap(),
            kept_until: is_absent.then_some(Timestamp(0)),
        }),
        1 => color().prop_map(|color| Command::FreeSeat { color }),
        6 => (offer_kind(), any::<usize>())
            .prop_map(|(kind, seats)| offer(kind, seats)),
        4 => (0..40u64, any::<bool>()).prop_map(|(offer, is_yes)| Command::Answer {
            offer,
            answer: if is_yes { OfferAnswer::Accept } else { OfferAnswer::Decline },
        }),
        1 => (0..40u64).prop_map(|offer| Command::Withdraw { offer }),
        1 => Just(Command::Redo),
        1 => Just(Command::Resume { presence: [Presence::Connected; 2] }),
        1 => Just(Command::Stand),
        4 => (0..70u32, 0..64usize).prop_map(|(ply, index)| Command::Place {
            ply,
            square: Square::ALL[index],
            lag_ms: 0,
        }),
        1 => Just(Command::Resign),
        1 => any::<(bool, bool)>().prop_map(|(as_draw, is_absent)| Command::Claim {
            as_draw,
            allowed_at: is_absent.then_some(Timestamp(0)),
        }),
    ];
    let action = prop_oneof![
        color().prop_map(TimeoutAction::Unseat),
        color().prop_map(TimeoutAction::Abandon),
        Just(TimeoutAction::Adjourn),
        Just(TimeoutAction::Close),
    ];
    prop_oneof![
        20 => (0..ACTORS.len(), command).prop_map(|(who, command)| Step::Command { who, command }),
        6 => any::<bool>().prop_map(|is_yes| {
            Step::Answer(if is_yes { OfferAnswer::Accept } else { OfferAnswer::Decline })
        }),
        60 => any::<usize>().prop_map(|pick| Step::Play { pick }),
        1 => action.prop_map(Step::TimeOut),
    ]
}

fn offer_kind() -> impl Strategy<Value = OfferKind> {
    prop_oneof![
        Just(OfferKind::Undo),
        Just(OfferKind::Draw),
        Just(OfferKind::Rematch),
        Just(OfferKind::Adjourn),
        Just(OfferKind::SwapSeats),
        Just(OfferKind::AllowHints),
        Just(OfferKind::Load),
    ]
}

fn offer(kind: OfferKind, seats: usize) -> Command {
    const BOT: &str = "bot:level-2";
    const SEATS: [(&str, &str); 5] =
        [("-", "-"), ("ann", "ben"), ("ann", BOT), (BOT, "ann"), (BOT, BOT)];
    let (black, white) = SEATS[seats % SEATS.len()];
    let moves = if seats.is_multiple_of(2) { "f5d6c3" } else { OVER };
    let saved = (kind == OfferKind::Load).then(|| named(moves, black, white));
    Command::Offer { kind, saved }
}

fn legal_squares() -> impl Strategy<Value = LegalSquares> {
    prop_oneof![Just(LegalSquares::Shown), Just(LegalSquares::Players), Just(LegalSquares::Hidden)]
}

/// Who sits where at first: a person who waits for another one, or two bots.
fn seats() -> impl Strategy<Value = SeatChoices> {
    let bot = || SeatChoice::Bot("level-1".parse().unwrap());
    let bots = SeatChoices { black: bot(), white: bot(), draw: false };
    prop_oneof![4 => Just(SeatChoices::default()), 1 => Just(bots)]
}

fn opened(legal_squares: LegalSquares, seats: SeatChoices, moves: &str) -> Vec<Entry> {
    let start = Start::Transcript { moves: moves.to_owned() };
    let request = OpenRequest {
        settings: RoomSettings { legal_squares, start, ..RoomSettings::default() },
        seats,
        name: name("ann"),
        token: actor("ann").token(),
        player: None,
        saved: None,
        competition: None,
        invitation: None,
        default_name: "test".to_owned().try_into().unwrap(),
    };
    entries(0, open(request, LOT).unwrap())
}

/// Returns what a step would do.
fn decide(room: &Room, step: &Step) -> Vec<Event> {
    let decide = |who: &str, command: &Command| {
        let first = room.decide(actor(who), command, NOW);
        // R1: the same question has the same answer.
        assert_eq!(room.decide(actor(who), command, NOW), first);
        first.unwrap_or_default()
    };
    match step {
        Step::Command { who, command } => decide(ACTORS[*who], command),
        Step::Play { pick } => {
            let position = room.game().position();
            let legal: Vec<Square> = position.legal().iter().collect();
            let Some(&square) = legal.get(pick % legal.len().max(1)) else { return Vec::new() };
            let command = Command::Place { ply: room.game().ply() as u32, square, lag_ms: 0 };
            let holder = ["ann", "ben", "kim"]
                .into_iter()
                .find(|who| room.seats_of(actor(who)).has(position.to_move));
            if let Some((color, _)) = room.bot_to_move() {
                return room.decide(Actor::Bot(color), &command, NOW).unwrap();
            }
            holder.map_or(Vec::new(), |who| decide(who, &command))
        }
        Step::Answer(answer) => {
            let Some(pending) = room.pending_offer() else { return Vec::new() };
            let command = Command::Answer { offer: pending.id, answer: *answer };
            let holder = ["ann", "ben", "kim"]
                .into_iter()
                .find(|who| room.seats_of(actor(who)).has(pending.offer.by.opponent()));
            holder.map_or(Vec::new(), |who| decide(who, &command))
        }
        Step::TimeOut(action) => room.time_out(*action, NOW),
    }
}

/// Who sits down is there, and stays.
fn everyone() -> Attendance {
    let mut attendance = Attendance::nobody(Timestamp(0));
    let occupancy = Occupancy { seats: [true, true], spectators: 0, people: 2 };
    attendance.update(&occupancy, Timestamp(0));
    attendance
}

/// R6 on what is shown.
fn check_counts(position: &PositionView) {
    let empties = position.board.empties().len();
    assert_eq!(position.discs.black + position.discs.white + empties, 64);
}

/// R5: a game that is running waits for exactly one side, which can place.
fn check_turn(room: &Room) {
    if let Phase::Playing { game, .. } = room.phase() {
        assert_eq!(game.position().turn(), Turn::Place);
    }
    assert!(room.owed().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_commands_keep_the_invariants(
        legal_squares in legal_squares(),
        seats in seats(),
        moves in prop_oneof![9 => Just(""), 1 => Just(OVER)],
        steps in prop::collection::vec(step(), 1..160),
    ) {
        let everyone = everyone();
        let mut journal = opened(legal_squares, seats, moves);
        let mut room = Room::from_entries(&id(), journal.clone()).unwrap();
        let audiences = [Audience::Players, Audience::Spectators];
        // R9: whoever took a snapshot at any time and heard every event since knows the same.
        let mut views: Vec<(Audience, Snapshot)> = Vec::new();
        for step in steps {
            let before = room.clone();
            let events = decide(&room, &step);
            prop_assert_eq!(&room, &before, "R2: deciding changes nothing");
            prop_assert!(events.len() <= 4);
            for audience in audiences {
                views.push((audience, room.view(audience, &everyone)));
            }
            for entry in entries(room.seq(), events) {
                let discs = room.game().counts();
                room.evolve(&entry);
                let [to_players, to_others] = audiences.map(|it| room.project(&entry.event, it));
                prop_assert!(!room.shows_all_the_same() || to_players == to_others);
                for (audience, view) in &mut views {
                    view.apply(entry.seq, &room.project(&entry.event, *audience)).unwrap();
                }
                if let Event::Placed { color, .. } = entry.event {
                    let after = room.game().counts();
                    prop_assert_eq!(after.black + after.white, discs.black + discs.white + 1);
                    prop_assert!(after.of_color(color) >= discs.of_color(color) + 2, "R6");
                }
                journal.push(entry);
            }
            check_turn(&room);
            for (audience, view) in &views {
                check_counts(&view.position);
                prop_assert_eq!(view, &room.view(*audience, &everyone));
            }
            views.truncate(6);
            let [players, spectators] = audiences.map(|audience| room.view(audience, &everyone));
            // R8: who may not know the legal squares is not told.
            if legal_squares == LegalSquares::Hidden {
                prop_assert_eq!(&players.position.legal, &None);
            }
            if legal_squares != LegalSquares::Shown {
                prop_assert_eq!(spectators.position.legal, None);
            }
        }
        // R4: the journal gives the room back.
        prop_assert_eq!(&Room::from_entries(&id(), journal.clone()).unwrap(), &room);
        // A journal with a hole, or with two entries swapped, is an error and not a strange room.
        if journal.len() > 3 {
            let middle = journal.len() / 2;
            let mut holed = journal.clone();
            holed.remove(middle);
            prop_assert!(Room::from_entries(&id(), holed).is_err());
            journal.swap(middle, middle + 1);
            prop_assert!(Room::from_entries(&id(), journal).is_err());
        }
        silence_ends(room, &Attendance::nobody(Timestamp(0)))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn who_is_told_late_sees_no_placement_too_early_and_in_the_end_all(
        behind in 1..6u32,
        steps in prop::collection::vec(step(), 1..160),
    ) {
        let everyone = everyone();
        let mut journal = opened(LegalSquares::Shown, SeatChoices::default(), "");
        if let Event::Opened { rules, .. } = &mut journal[0].event {
            rules.watch_delay = Some(WatchDelay::Placements(behind));
        }
        let mut room = Room::from_entries(&id(), journal.clone()).unwrap();
        let mut view = room.view(Audience::Spectators, &everyone);
        for step in steps {
            let events = decide(&room, &step);
            for entry in entries(room.seq(), events) {
                room.evolve(&entry);
                while let Some(shown) = room.reveal(entry.at) {
                    view.apply(shown.seq, &room.project(&shown.event, Audience::Spectators)).unwrap();
                    let known = room.known_to(Audience::Spectators).discs();
                    let is_running = matches!(room.phase(), Phase::Playing { .. } | Phase::Adjourned { .. });
                    let is_move = matches!(shown.event, Event::Placed { .. });
                    prop_assert!(!is_running || !is_move || known + behind <= room.discs());
                }
                journal.push(entry);
            }
            prop_assert_eq!(&view, &room.view(Audience::Spectators, &everyone), "R9");
            if matches!(room.phase(), Phase::Finished { .. } | Phase::Closed { .. }) {
                prop_assert_eq!(view.seq, room.seq());
            }
        }
        prop_assert_eq!(&Room::from_entries(&id(), journal).unwrap(), &room);
    }
}

/// R10: with everyone silent, deadlines alone close the room.
fn silence_ends(mut room: Room, attendance: &Attendance) -> Result<(), TestCaseError> {
    for _ in 0..8 {
        let Some(deadline) = Deadline::next(&room, attendance, &Timeouts::default()) else {
            prop_assert!(matches!(room.phase(), Phase::Closed { .. }), "still open");
            return Ok(());
        };
        let events = room.time_out(deadline.action, deadline.at);
        prop_assert!(!events.is_empty(), "{deadline:?} does nothing");
        evolve(&mut room, &events);
    }
    Err(TestCaseError::fail("the room stays open"))
}

#[test]
fn no_view_or_event_holds_a_token_or_an_invitation() {
    let mut journal = opened(LegalSquares::Shown, SeatChoices::default(), "");
    let reserved = Event::Reserved { invitation: secret("one").unwrap() };
    journal.extend(entries(journal.len() as u64, vec![reserved]));
    let room = Room::from_entries(&id(), journal.clone()).unwrap();
    let hashes = ["ann", "one"].map(|it| String::from(secret(it).unwrap()));
    let has_hash = |shown: String| hashes.iter().any(|hash| shown.contains(hash));
    let stored = |it: &Entry| serde_json::to_string(&it.event).unwrap();
    assert_eq!(journal.iter().filter(|it| has_hash(stored(it))).count(), 3);
    for audience in [Audience::Players, Audience::Spectators] {
        let view = room.view(audience, &Attendance::nobody(Timestamp(0)));
        assert!(!has_hash(serde_json::to_string(&view).unwrap()));
        for entry in &journal {
            let event = room.project(&entry.event, audience);
            assert!(!has_hash(serde_json::to_string(&event).unwrap()));
        }
    }
}
