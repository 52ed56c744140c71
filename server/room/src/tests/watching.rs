//! Who may watch, and how late those are told.

use reversi_game::Color;
use reversi_protocol::{Phase, RefusalCode, RoomSettings, SeatChoice, SeatChoices, Watch};

use super::script::{actor, check_in, entries, id, open_room};

use crate::{Actor, Attendance, Audience, Room, Timestamp};

fn room(delay: &str, time: &str) -> Room {
    let settings = RoomSettings {
        watch_delay: Some(delay.parse().unwrap()),
        time: time.parse().unwrap(),
        ..RoomSettings::default()
    };
    open_room(SeatChoices::default(), settings, None).unwrap()
}

/// Tells spectators what they may be told, and returns the moves that they know of.
fn known(room: &mut Room, now: Timestamp) -> String {
    while room.reveal(now).is_some() {}
    let nobody = Attendance::nobody(Timestamp(0));
    let (view, summary) = (room.view(Audience::Spectators, &nobody), room.summary(&nobody));
    assert_eq!(view.position.ply, summary.ply);
    assert_eq!(view.position.discs, summary.discs);
    assert_eq!(
        room.known_to(Audience::Spectators).to_save(now).unwrap().record.actions,
        view.actions
    );
    view.actions.iter().map(ToString::to_string).collect()
}

#[test]
fn a_placement_is_shown_when_so_many_more_were_made_and_all_at_the_end() {
    let mut room = check_in(
        room("2", "none"),
        "ben: sit         -> ben sits white, started
         host: f5         -> black f5
         ben: d6          -> white d6",
    );
    let now = room.view(Audience::Players, &Attendance::nobody(Timestamp(0))).seq;
    let late = Timestamp(now * 1_000_000);
    assert_eq!(known(&mut room, late), "");
    let nobody = Attendance::nobody(Timestamp(0));
    assert_eq!(room.view(Audience::Spectators, &nobody).phase, Phase::Playing);
    room = check_in(room, "host: c3 -> black c3");
    assert_eq!(known(&mut room, late), "f5");
    // What is taken back does not count, and is shown as it was.
    room = check_in(
        room,
        "host: offer undo -> black offers undo to ply 2
         ben: yes         -> accepted, black takes back 1 to ply 2
         host: c4         -> black c4",
    );
    assert_eq!(known(&mut room, late), "f5");
    room = check_in(room, "ben: d3 -> white d3");
    assert_eq!(known(&mut room, late), "f5d6");
    room = check_in(room, "host: resign -> white wins by resignation");
    assert_eq!(known(&mut room, late), "f5d6c4d3");
}

#[test]
fn a_placement_is_shown_so_many_seconds_later_and_its_clock_stands() {
    let mut room = check_in(room("30s", "5m"), "ben: sit -> ben sits white, started");
    let placed = [("host", "f5", 10), ("ben", "d6", 20)];
    for (who, square, second) in placed {
        let now = Timestamp(second * 1000);
        let place = crate::Command::Place {
            ply: room.game().ply() as u32,
            square: square.parse().unwrap(),
            lag_ms: 0,
        };
        let events = room.decide(actor(who), &place, now).unwrap();
        for mut entry in entries(room.seq(), events) {
            entry.at = now;
            room.evolve(&entry);
        }
    }
    let at = |second: u64| Timestamp(second * 1000);
    assert_eq!(known(&mut room, at(39)), "");
    assert_eq!(room.reveals_at(), Some(at(40)));
    assert_eq!(known(&mut room, at(40)), "f5");
    assert_eq!(known(&mut room, at(50)), "f5d6");
    let nobody = Attendance::nobody(at(0));
    let turn = |audience| room.view(audience, &nobody).position.clocks.unwrap().turn;
    assert!(turn(Audience::Players).since_ms.is_some());
    assert_eq!(turn(Audience::Spectators).since_ms, None);
    assert_eq!(turn(Audience::Spectators).ends_at_ms, None);
    assert_eq!(room.reveals_at(), None);
}

#[test]
fn where_only_players_may_watch_nobody_else_does() {
    let seats = || SeatChoices {
        black: SeatChoice::Open,
        white: SeatChoice::Bot("level-1".parse().unwrap()),
        draw: false,
    };
    let own = |watch| {
        let settings = RoomSettings { watch, ..RoomSettings::default() };
        let room = open_room(seats(), settings, None).unwrap();
        check_in(room, "ann: sit -> ann sits black, started")
    };
    let code = |room: &Room, actor| room.check_watch(actor).err().map(|refusal| refusal.code);
    let settings = RoomSettings { watch: Watch::Players, ..RoomSettings::default() };
    let open = open_room(seats(), settings, None).unwrap();
    assert_eq!(code(&open, actor("kim")), None, "while a seat is open");
    let room = own(Watch::Players);
    assert_eq!(room.id(), &id());
    for (who, refused) in [
        (actor("ann"), None),
        (actor("host"), None),
        (actor("kim"), Some(RefusalCode::NotWatched)),
        (Actor::SPECTATOR, Some(RefusalCode::NotWatched)),
        (Actor::Bot(Color::White), None),
    ] {
        assert_eq!(code(&room, who), refused);
    }
    for watch in [Watch::Everyone, Watch::Link] {
        assert_eq!(code(&own(watch), actor("kim")), None);
    }
}
