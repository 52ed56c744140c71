//! How two come together: a seat that is kept for somebody, and an opponent who is waited for.

use reversi_client_core::intent::{
    Change, Intent, NewRoom, PairWish, RoomIntent, Shunned, Shunning,
};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::{Reason, Report};
use reversi_client_core::server_url::RoomRef;
use reversi_client_core::session::{Effect, News, Session};
use reversi_client_core::texts::Language;
use reversi_client_core::voice;
use reversi_game::Color;
use reversi_protocol::{
    Command, Durability, InvitationEnd, Invited, OfferAnswer, PlayerName, RefusalCode, Request,
    RequestId, RoleWish, RoomEvent, SeatChoices, ServerMessage,
};

use crate::common::sessions::{
    INVITATION, Reader, connect, declined, disconnect, joined, refused, reports, requests, seated,
    secrets,
};
use crate::common::{FakeRoom, accepted, token};

/// Lets the session have what it wants to be made, and returns the one request that follows.
fn fetch(session: &mut Session) -> (RequestId, Command) {
    let Some(Effect::FetchSecrets(seat, asked)) = session.take_effects().pop() else {
        panic!("nothing is fetched")
    };
    let secrets = secrets(&seat);
    session.hear(News::Secrets(seat, Ok(secrets), asked));
    let [request] = &requests(session)[..] else { panic!("not one request") };
    (request.id, request.command.clone())
}

fn link(room: &FakeRoom) -> String {
    let server = Some("http://here".parse().unwrap());
    RoomRef { server, room: room.id(), invitation: Some(INVITATION) }.link()
}

/// Returns the links that are told.
fn told(session: &mut Session) -> Vec<String> {
    let link =
        |report| if let Report::Invitation { link, .. } = report { Some(link) } else { None };
    reports(session).into_iter().filter_map(link).collect()
}

#[test]
fn the_link_is_told_once_the_seat_is_kept_and_is_good_until_somebody_sits_there() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut session = seated(&room, &[Color::Black]);
    session.ask(RoomIntent::Invite, "invite");
    let (id, command) = fetch(&mut session);
    assert_eq!(
        command,
        Command::Invite { room: room.id(), invitation: Some(INVITATION), to: None }
    );
    let reserved = room.event(RoomEvent::Reserved);
    session.receive(accepted(id, &room));
    assert_eq!(told(&mut session), [""; 0]);
    session.receive(reserved);
    assert_eq!(told(&mut session), [link(&room)]);
    let id = room.id();
    let known = |session: &Session| session.room(&id).unwrap().invitation();
    assert_eq!(known(&session), Some(INVITATION));
    session.receive(room.seat(Color::White, "ben"));
    assert_eq!(known(&session), None);
}

#[test]
fn a_room_can_be_opened_with_its_seat_kept() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    room.event(RoomEvent::Reserved);
    let mut session = Session::default();
    connect(&mut session);
    session.ask(NewRoom { invites: true, ..NewRoom::default() }, "new invite");
    let (id, command) = fetch(&mut session);
    let Command::Create { invitation: Some(INVITATION), seats, .. } = command else {
        panic!("{command:?}")
    };
    assert_eq!(seats, SeatChoices::default());
    session.receive(joined(id, &room, &[Color::Black]));
    session.receive(room.snapshot());
    assert_eq!(told(&mut session), [link(&room)]);
}

#[test]
fn whoever_was_invited_shows_it_and_the_words_are_told_without_it() {
    let room = FakeRoom::opened_by("K7QP", "ann");
    let mut session = Session::default();
    connect(&mut session);
    let link = link(&room);
    let enter = Intent::Enter(link.parse().unwrap(), RoleWish::Player);
    session.ask(enter, &format!("join {link} white"));
    let (id, command) = fetch(&mut session);
    assert!(matches!(command, Command::Join { invitation: Some(INVITATION), .. }), "{command:?}");
    session.receive(refused(id, RefusalCode::SeatReserved));
    let [Report::Refused(refused)] = &reports(&mut session)[..] else { panic!("not refused") };
    assert!(matches!(refused.reason, Reason::Server { code: RefusalCode::SeatReserved, .. }));
    assert_eq!(refused.request.as_deref(), Some("join http://here:80/room/K7QP"));
}

#[test]
fn an_opponent_is_waited_for_over_a_cut_line_and_a_bot_may_play_instead() {
    let room = FakeRoom::playing("K7QP");
    let mut session = Session::default();
    connect(&mut session);
    assert_eq!(declined(&mut session, Intent::PairBot), NotDone::NoOffer);
    session.ask(Intent::Pair(PairWish::default()), "pair");
    let (id, command) = fetch(&mut session);
    let Command::Pair { time, strength: None, token, bot: None } = command else {
        panic!("{command:?}")
    };
    session.receive(ServerMessage::Pairing { time, bot: None });
    assert_eq!(session.pairing(), Some((time, None)));
    disconnect(&mut session);
    assert_eq!(connect(&mut session)[0].id, id, "the same request waits anew");
    let level: reversi_protocol::BotName = "level-3".parse().unwrap();
    session.receive(ServerMessage::Pairing { time, bot: Some(level.clone()) });
    assert_eq!(session.pairing(), Some((time, Some(&level))));
    session.ask(Intent::PairBot, "pair bot");
    let [request] = &requests(&mut session)[..] else { panic!("not one request") };
    let with_bot = Command::Pair { time, strength: None, token, bot: Some(level) };
    assert_eq!(request.command, with_bot);
    session.receive(ServerMessage::Done { id });
    assert_eq!((reports(&mut session), session.pairing()), (vec![Report::Unpaired], None));
    session.receive(joined(request.id, &room, &[Color::Black]));
    session.receive(room.snapshot());
    assert!(session.here().is_ok());
    session.ask(Intent::Unpair, "pair off");
    assert_eq!(reports(&mut session).last(), Some(&Report::Unpaired));
}

#[test]
fn the_next_board_is_one_that_waits_and_never_the_same() {
    let rooms = ["AAAA", "BBBB", "CCCC"].map(FakeRoom::playing);
    let mut reader = Reader::in_room(&rooms[1], &[Color::Black]);
    reader.enter(&rooms[0], &[Color::Black]);
    reader.enter(&rooms[2], &[Color::White]);
    let mut session = reader.session;
    let mut next = || {
        session.ask(Intent::NextBoard, "next");
        session.current().unwrap().to_string()
    };
    assert_eq!([next(), next(), next()], ["AAAA", "BBBB", "AAAA"]);
    let mut session = seated(&rooms[0], &[Color::Black]);
    assert_eq!(declined(&mut session, Intent::NextBoard), NotDone::NoOtherBoard);
}

/// An invitation of Ann's into a room, as somebody else's client is told of it.
fn call(room: &FakeRoom) -> ServerMessage {
    ServerMessage::Invited(Box::new(Invited {
        room: room.id(),
        by: PlayerName::new("ann").unwrap(),
        color: Color::White,
        rules: room.view().rules,
        expires_at_ms: 120_000,
    }))
}

#[test]
fn yes_takes_an_invitation_and_no_declines_it_and_both_sides_hear_what_came_of_it() {
    let room = FakeRoom::opened_by("K7QP", "ann");
    let ben = PlayerName::new("ben").unwrap();
    let over = |why| ServerMessage::InvitationOver { room: room.id(), name: ben.clone(), why };
    let mut session = Session::default();
    connect(&mut session);
    for (answer, command) in [
        (OfferAnswer::Decline, Command::Decline { room: room.id() }),
        (
            OfferAnswer::Accept,
            Command::Join {
                room: room.id(),
                role: RoleWish::Player,
                token: Some(token(1)),
                invitation: None,
                seen: None,
                named: false,
                strength: None,
            },
        ),
    ] {
        session.receive(call(&room));
        assert!(matches!(&reports(&mut session)[..], [Report::Invited { .. }]));
        session.ask(RoomIntent::Answer(answer), "");
        let sent = match answer {
            OfferAnswer::Accept => fetch(&mut session).1,
            OfferAnswer::Decline => {
                let Request { id, command } = requests(&mut session).remove(0);
                session.receive(ServerMessage::Done { id });
                command
            }
        };
        assert_eq!(sent, command);
        session.receive(over(InvitationEnd::Declined));
        let [Report::InvitationOver { by: Some(_), .. }] = &reports(&mut session)[..] else {
            panic!("not told")
        };
    }
    assert_eq!(declined(&mut session, RoomIntent::Answer(OfferAnswer::Accept)), NotDone::NoRoom);

    let mut session = seated(&room, &[Color::Black]);
    session.ask(Intent::Call(ben.clone()), "invite ben");
    let (_, command) = fetch(&mut session);
    assert!(matches!(command, Command::Invite { to: Some(_), .. }), "{command:?}");
    session.receive(over(InvitationEnd::Declined));
    let [Report::InvitationOver { by: None, .. }] = &reports(&mut session)[..] else {
        panic!("not told")
    };
}

#[test]
fn whoever_is_invited_where_one_picks_the_side_picks_it_and_is_told_how() {
    let room = FakeRoom::opened_by("K7QP", "ann").beginning("bid:5");
    let mut session = Session::default();
    connect(&mut session);
    session.receive(call(&room));
    let [output] = &session.take_outputs()[..] else { panic!("not one report") };
    assert_eq!(
        voice::sentences(Language::English, output, &session, session.symbols()),
        ["ann invites you to a game: 5 extra discs for White. You pick the side: \
          `join K7QP black` or `join K7QP white` takes it, `no` declines."]
    );
    let yes = declined(&mut session, RoomIntent::Answer(OfferAnswer::Accept));
    assert_eq!(yes, NotDone::NoSide(room.id()));
    session.ask(Intent::Enter(room.id().into(), RoleWish::Black), "join K7QP black");
    let (_, command) = fetch(&mut session);
    assert!(matches!(command, Command::Join { role: RoleWish::Black, .. }), "{command:?}");
    assert_eq!(session.invitations().count(), 0);
}

#[test]
fn whoever_is_blocked_is_told_to_the_server_by_name_whenever_there_is_a_connection() {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let shunned = Shunned { muted: names(&["eva"]), blocked: names(&["kim"]) };
    let mut session = Session::default().without(shunned);
    let told = |session: &mut Session| match &requests(session)[..] {
        [Request { command: Command::Block { names }, .. }] => {
            names.iter().map(ToString::to_string).collect::<Vec<_>>()
        }
        sent => panic!("{sent:?}"),
    };
    session.connected(
        "http://here".parse().unwrap(),
        PlayerName::new("ann").unwrap(),
        Durability::Full,
    );
    assert_eq!(told(&mut session), ["kim"]);
    for (change, blocked) in [
        (Change::Add("Ben".to_owned()), &["Ben", "kim"][..]),
        (Change::Remove("KIM".to_owned()), &["Ben"]),
    ] {
        session.ask(Intent::Shun(Shunning::Blocked, Some(change)), "");
        let Some(Effect::KeepShunned(shunning, kept, asked)) = session.take_effects().pop() else {
            panic!("not kept")
        };
        session.hear(News::ShunnedKept(shunning, kept, Ok(()), asked));
        assert_eq!(told(&mut session), blocked);
    }
    assert_eq!(session.shunned().muted, ["eva"]);
}
