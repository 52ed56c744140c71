//! A room that somebody else has taken over: its task stops and answers nobody.

use std::future::poll_fn;

use super::super::outbox::LineState;
use super::*;

#[tokio::test]
async fn whoever_asks_in_a_room_that_was_taken_over_hears_nothing_and_has_to_come_again() {
    for durability in [Durability::Full, Durability::Relaxed] {
        let outcomes = vec![None, Some(WriteError::NotOwner)];
        let room = room_that_is(durability, outcomes, SeatChoices::default());
        let (mut ann, _ben) = seated(&room).await;
        let mut outbox = None;
        let spectator = |ear| {
            let enter = enter(ear, 3, RoleWish::Spectator);
            outbox = Some(enter.outbox.clone());
            enter
        };
        let _kim = Guest::join_by(3, &room, spectator).await;
        ann.place(2, 0, "f5").await;
        room.inputs.closed().await;
        let is_reply = |message: &str| message.contains("accepted") || message.contains("refused");
        let told = std::iter::from_fn(|| ann.outgoing.try_recv().ok());
        let replies: Vec<_> = told.filter(|frame| is_reply(frame.text())).collect();
        let expected = usize::from(durability == Durability::Relaxed);
        assert_eq!(replies.len(), expected, "{replies:?}");
        let state = poll_fn(|cx| outbox.as_ref().unwrap().poll_unclear(cx)).await;
        assert_eq!(state, LineState::Ousted);
    }
}
