//! Questions: they never change under the finger, and an answer is to the one that was read.

use reversi_client::tui::action::Action;
use reversi_client::tui::canvas::Hit;
use reversi_client::tui::effect::Effect;
use reversi_client::tui::input::Input;
use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, Invited, OfferAnswer, OfferEndReason, OfferKind, OfferedGame, PlayerName, RefusalCode,
    RoleWish, SaveName, ServerMessage,
};

use super::stage::Stage;
use crate::common::{FakeRoom, sessions};

/// Ann plays black and has placed twice, ben once.
fn playing() -> (Stage, FakeRoom) {
    let mut room = FakeRoom::playing("K7QP");
    for square in [Square::D3, Square::C3, Square::C4] {
        room.place(square);
    }
    let stage = Stage::room(&[], &room, &[Color::Black]);
    (stage, room)
}

/// Returns the answers that were sent since they were looked at last.
fn answers(stage: &mut Stage) -> Vec<(u64, OfferAnswer)> {
    let answer = |command| match command {
        Command::Answer { offer, answer, .. } => Some((offer, answer)),
        _ => None,
    };
    let sent = std::mem::take(&mut stage.sent);
    sent.into_iter().filter_map(|request| answer(request.command)).collect()
}

#[test]
fn an_offer_is_answered_by_its_number_after_a_moment() {
    let (mut stage, mut room) = playing();
    stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
    let offer = room.view().offer.as_ref().unwrap().id;
    assert!(stage.shows("ben asks to take back 2 moves (black c4, white c3).  [y] yes  [n] no"));
    stage.press("y n");
    assert_eq!(answers(&mut stage), []);
    stage.wait_ms(299);
    stage.press("y");
    assert_eq!(answers(&mut stage), []);
    stage.wait_ms(1);
    stage.press("y");
    assert_eq!(answers(&mut stage), [(offer, OfferAnswer::Accept)]);
}

#[test]
fn an_offer_is_shown_and_answered_where_the_user_looks_at_an_earlier_position() {
    let (mut stage, mut room) = playing();
    stage.press(", ,");
    stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
    let offer = room.view().offer.as_ref().unwrap().id;
    let asked = "ben asks to take back 2 moves (black c4, white c3).  [y] yes  [n] no";
    assert!(stage.shows(asked));
    // The help lies over the game, but not over the question.
    stage.press("?");
    assert!(stage.shows(asked));
    stage.press("esc");
    stage.wait_ms(300);
    stage.press("n");
    assert_eq!(answers(&mut stage), [(offer, OfferAnswer::Decline)]);
}

#[test]
fn an_invitation_asks_for_a_yes_or_says_how_a_side_is_picked() {
    for (opening, told) in [
        (None, "ann invites you: you would play white.  [y] yes  [n] no"),
        (Some("bid:5"), "ann invites you; pick a side by `:join K7QP black` or `white` (5 extra"),
    ] {
        let room = FakeRoom::opened_by("K7QP", "ann");
        let room = if let Some(opening) = opening { room.beginning(opening) } else { room };
        let mut stage = Stage::lobby(&[]);
        stage.hear(ServerMessage::Invited(Box::new(Invited {
            room: room.id(),
            by: PlayerName::new("ann").unwrap(),
            color: Color::White,
            rules: room.view().rules,
            expires_at_ms: 120_000,
        })));
        assert!(stage.shows(told), "{:?}", stage.screen());
        stage.wait_ms(300);
        stage.press("y");
        let is_taken =
            stage.sent.iter().any(|request| matches!(request.command, Command::Join { .. }));
        assert_eq!(is_taken, opening.is_none());
        if opening.is_some() {
            stage.press(":");
            stage.feed(Input::Paste("join K7QP black".to_owned()));
            stage.press("enter");
            stage.take(|sent| matches!(sent, Command::Join { role: RoleWish::Black, .. }));
        }
    }
}

#[test]
fn an_offer_that_takes_the_place_of_another_starts_its_own_moment() {
    let (mut stage, mut room) = playing();
    stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
    stage.wait_ms(1000);
    stage.hear(room.end_offer(OfferEndReason::Withdrawn));
    stage.hear(room.offer(Color::White, OfferKind::Draw, None));
    let draw = room.view().offer.as_ref().unwrap().id;
    stage.press("y");
    assert_eq!(answers(&mut stage), []);
    stage.wait_ms(300);
    stage.press("n");
    assert_eq!(answers(&mut stage), [(draw, OfferAnswer::Decline)]);
}

#[test]
fn an_offer_does_not_take_the_place_of_the_own_question() {
    let (mut stage, mut room) = playing();
    stage.press("x");
    assert!(stage.shows("Give the game up?  [Y] give up  [n] no"));
    stage.hear(room.offer(Color::White, OfferKind::Draw, None));
    assert!(stage.shows("Give the game up?"));
    stage.wait_ms(1000);
    // Resigning takes two different keys; `y` is none of them.
    stage.press("y");
    assert_eq!(answers(&mut stage), []);
    assert!(stage.shows("Give the game up?"));
    stage.press("n");
    assert!(stage.shows("ben offers a draw."));
    stage.press("y");
    assert_eq!(answers(&mut stage), [], "the draw has only just appeared");
}

#[test]
fn an_answer_to_an_offer_that_is_gone_does_nothing() {
    let (mut stage, mut room) = playing();
    stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
    stage.wait_ms(1000);
    stage.hear(room.end_offer(OfferEndReason::Expired));
    assert!(!stage.shows("[y]"));
    stage.press("y n");
    assert_eq!(answers(&mut stage), []);
}

#[test]
fn names_of_keys_answer_to_clicks_and_enter_never_answers() {
    let (mut stage, mut room) = playing();
    stage.hear(room.offer(Color::White, OfferKind::Draw, None));
    stage.wait_ms(1000);
    stage.press("enter space");
    assert_eq!(answers(&mut stage), []);
    stage.click(Hit::Action(Action::Yes));
    assert_eq!(answers(&mut stage).len(), 1);
}

#[test]
fn the_prompt_has_its_row_and_nothing_moves_when_it_comes() {
    let (mut stage, mut room) = playing();
    let before = stage.screen();
    assert_eq!(before[21], "");
    stage.hear(room.offer(Color::White, OfferKind::Rematch, None));
    let after = stage.screen();
    let changed: Vec<usize> = (0..24).filter(|&row| before[row] != after[row]).collect();
    // Besides its row only the list of what happened has changed.
    assert!(
        changed.contains(&21) && changed.iter().all(|row| (12..=17).contains(row) || *row == 21)
    );
}

#[test]
fn the_own_offer_is_shown_with_the_key_that_takes_it_back() {
    let (mut stage, mut room) = playing();
    stage.press("u");
    let offer = stage.take(|command| matches!(command, Command::Offer { .. }));
    assert!(matches!(offer.command, Command::Offer { kind: OfferKind::Undo, .. }));
    stage.hear(room.offer(Color::Black, OfferKind::Undo, Some(2)));
    stage.hear(crate::common::accepted(offer.id, &room));
    assert!(stage.shows("You ask to take back 1 move (black c4).  [U] withdraw  (60 s)"));
    stage.press("U");
    let withdraw = stage.take(|command| matches!(command, Command::Withdraw { .. }));
    let Command::Withdraw { offer, .. } = withdraw.command else { unreachable!("asked") };
    assert_eq!(Some(offer), room.view().offer.as_ref().map(|pending| pending.id));
}

#[test]
fn the_seconds_to_answer_count_down() {
    let (mut stage, mut room) = playing();
    stage.hear(room.offer(Color::White, OfferKind::Draw, None));
    assert!(stage.shows("(60 s)"));
    stage.wait_ms(20_500);
    assert!(stage.shows("(40 s)"));
    assert_eq!(stage.ui.next_wake_ms(), Some((stage.now_ms / 1000 + 1) * 1000));
}

#[test]
fn a_running_game_is_left_after_a_question_and_others_at_once() {
    let (mut stage, room) = playing();
    stage.press("q");
    assert!(stage.shows("Leave the running game? Your seat stays yours.  [y] yes  [n] no"));
    stage.wait_ms(300);
    stage.press("y");
    stage.take(|command| matches!(command, Command::Leave { .. }));
    assert!(stage.shows("Play against a bot"));
    let mut watching = Stage::room(&[], &room, &[]);
    watching.press("q");
    watching.take(|command| matches!(command, Command::Leave { .. }));
}

#[test]
fn what_one_has_asked_for_oneself_is_answered_at_once() {
    let (mut stage, _) = playing();
    stage.press("x Y");
    stage.take(|command| matches!(command, Command::Resign { .. }));
    let (mut stage, _) = playing();
    stage.press("q y");
    stage.take(|command| matches!(command, Command::Leave { .. }));
}

#[test]
fn nobody_is_asked_about_leaving_a_running_game_that_has_ended() {
    let (mut stage, mut room) = playing();
    stage.press("q");
    assert!(stage.shows("Leave the running game?"));
    stage.hear(room.resign(Color::White));
    assert!(!stage.shows("Leave the running game?"), "{:#?}", stage.screen());
}

/// Saves a game under a name that is taken.
fn save_again(stage: &mut Stage) {
    stage.press(":");
    stage.type_text("save friday");
    stage.press("enter");
    let save = stage.take(|command| matches!(command, Command::Save { overwrite: false, .. }));
    stage.hear(sessions::refused(save.id, RefusalCode::SaveExists));
}

#[test]
fn a_question_does_not_follow_into_another_room() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[]);
    save_again(&mut stage);
    assert!(stage.shows("Replace it?"));
    stage.press("q");
    let mut other = FakeRoom::playing("M4TT");
    other.place(Square::D3);
    stage.press(":");
    stage.type_text("watch M4TT");
    stage.press("enter");
    stage.enter(&other, &[]);
    assert!(!stage.shows("Replace it?"));
    stage.wait_ms(1000);
    stage.press("y");
    assert!(!stage.sent.iter().any(|sent| matches!(sent.command, Command::Save { .. })));
}

#[test]
fn a_saved_game_is_told_of_while_another_question_waits() {
    let (mut stage, mut room) = playing();
    stage.hear(room.offer(Color::White, OfferKind::Draw, None));
    save_again(&mut stage);
    assert!(stage.shows("ben offers a draw."));
    assert!(
        stage.screen()[20].contains(RefusalCode::SaveExists.sentence()),
        "{:?}",
        stage.screen()
    );
}

#[test]
fn a_saved_game_is_replaced_after_a_question() {
    let (mut stage, room) = playing();
    save_again(&mut stage);
    assert!(stage.shows("There is a saved game friday. Replace it?"));
    stage.wait_ms(300);
    stage.press("y");
    let save = stage.take(|command| matches!(command, Command::Save { overwrite: true, .. }));
    let Command::Save { name, .. } = save.command else { unreachable!("asked") };
    assert_eq!(name.as_str(), "friday");
    stage.hear(crate::common::accepted(save.id, &room));
    assert!(stage.shows("Saved as friday."));
}

#[test]
fn the_bell_rings_once_where_the_user_may_be_elsewhere() {
    let rings = |stage: &mut Stage| {
        let rung = stage.effects.contains(&Effect::Bell);
        stage.effects.clear();
        rung
    };
    let (mut stage, mut room) = playing();
    stage.effects.clear();
    // Ben moves, and takes it back to move again.
    let mut moves = |stage: &mut Stage| {
        if room.view().position.ply > 3 {
            stage.hear(room.undo(Color::White, 3));
        }
        let legal = room.view().position.legal.clone().unwrap();
        stage.hear_all(room.place(legal[0].square));
    };
    moves(&mut stage);
    assert!(!rings(&mut stage), "the user has only just come");
    stage.feed(Input::Focus(false));
    moves(&mut stage);
    assert!(rings(&mut stage));
    assert!(stage.ui.window_title().starts_with("* your move"));
    moves(&mut stage);
    assert!(!rings(&mut stage), "once is enough");
    stage.press("right");
    assert_eq!(stage.ui.window_title(), "Reversi K7QP");
    // Without reports of the focus: nobody has touched a key for a while.
    stage.feed(Input::Focus(true));
    stage.wait_ms(60_000);
    moves(&mut stage);
    assert!(rings(&mut stage));
}

#[test]
fn on_a_small_screen_a_message_is_read_beside_the_question_and_not_again_after_it() {
    for language in ["en", "pt"] {
        let (_, mut room) = playing();
        let mut stage = Stage::room(&[("language", language)], &room, &[Color::Black]);
        stage.resize(40, 14);
        stage.press("i");
        let told = stage.screen()[11].clone();
        assert!(!told.is_empty());
        stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
        stage.wait_ms(1000);
        stage.press("s");
        stage.press("esc");
        let shown = stage.screen();
        assert!(shown[12].contains("[y]") || shown[13].contains("[y]"), "{shown:#?}");
        assert!(shown[13].contains('?'), "help is there: {shown:#?}");
        assert!(shown[11..].iter().all(|row| !row.contains('…')), "nothing is cut: {shown:#?}");
        stage.hear(room.end_offer(OfferEndReason::Withdrawn));
        stage.wait_ms(5000);
        let before = stage.screen();
        stage.wait_ms(60_000);
        assert_eq!(stage.screen(), before, "nothing comes up later");
    }
}

#[test]
fn a_declined_undo_says_how_long_to_wait_and_leaves_the_turn_in_sight() {
    for (columns, rows) in [(80, 24), (40, 14)] {
        let (mut stage, mut room) = playing();
        stage.resize(columns, rows);
        stage.hear_all(room.place(Square::C5));
        stage.press("u");
        let offer = stage.take(|command| matches!(command, Command::Offer { .. }));
        stage.hear(room.offer(Color::Black, OfferKind::Undo, Some(2)));
        stage.hear(crate::common::accepted(offer.id, &room));
        stage.hear(room.end_offer(OfferEndReason::Declined));
        stage.press("u");
        let again = stage.take(|command| matches!(command, Command::Offer { .. }));
        stage.hear(ServerMessage::Refused {
            id: Some(again.id),
            code: RefusalCode::OfferTooSoon,
            message: "That was turned down or withdrawn a moment ago.".to_owned(),
            room: Some(room.id()),
            retry_after_ms: Some(13_200),
        });
        let told = |stage: &Stage| {
            stage.screen().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(told(&stage).contains("Your move"), "{stage}", stage = told(&stage));
        let says = |stage: &Stage, text: &str| told(stage).matches(text).count();
        assert_eq!(says(&stage, "That was turned down"), 1, "{}", told(&stage));
        assert_eq!(says(&stage, "Try again in"), 1, "{}", told(&stage));
        stage.wait_ms(4000);
        assert_eq!(says(&stage, "That was turned down"), 0, "it passes");
        if rows == 24 {
            assert_eq!(says(&stage, "ben says no to the takeback."), 1, "once in the list");
        }
    }
}

#[test]
fn who_is_asked_to_go_on_from_a_saved_game_sees_which() {
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    let board = "---------------------------OX------XXX-----X--------------------".parse().unwrap();
    let (name, to_move) = (SaveName::new("two").unwrap(), Some(Color::White));
    let saved = OfferedGame { name, ply: 2, board, to_move };
    stage.hear(room.offer_load(Color::White, saved.clone()));
    let asked =
        "asks to go on from the saved game \"two\": move 2, black 5, white 1. White to move.";
    let told = stage.screen()[20..23].join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(asked), "{told}");
    for (columns, rows, row) in
        [(80, 24, "· · · ○ ● · · ·"), (40, 14, "···○●···"), (200, 60, "· · · ○ ● · · ·")]
    {
        stage.resize(columns, rows);
        assert!(stage.shows(" two") && stage.shows(row), "{:#?}", stage.screen());
    }
    stage.resize(80, 24);
    for told in [" move 2 ", " ●  5 ann", " ○  1 ben", "│ White to move."] {
        assert!(stage.shows(told), "{told}: {:#?}", stage.screen());
    }
    stage.wait_ms(400);
    stage.press("y");
    stage.take(|command| matches!(command, Command::Answer { .. }));
    stage.hear(room.end_offer(OfferEndReason::Declined));
    assert!(!stage.shows("· · · ○"));
    // Who asks sees it in words alone.
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::White]);
    stage.hear(room.offer_load(Color::White, saved));
    assert!(stage.shows("You ask to go on from the saved game") && !stage.shows("· · · ○"));
}
