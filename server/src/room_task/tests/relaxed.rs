//! Moves that are told before they are stored: what cannot be stored is taken back.

use super::*;

#[tokio::test]
async fn what_was_told_and_cannot_be_stored_is_taken_back_before_everyones_eyes() {
    // Ben sits down; the first move is stored, the next two are in a commit that fails.
    let failed = Some(WriteError::NotNow(Trouble::DiskFull));
    let outcomes = vec![None, None, failed];
    let room = room_that_is(Durability::Relaxed, outcomes, SeatChoices::default());
    let (mut ann, mut ben) = seated(&room).await;
    ann.place(2, 0, "f5").await;
    assert!(matches!(ann.hear().await, ServerMessage::Accepted { seq: 5, .. }));
    assert!(matches!(ann.hear().await, ServerMessage::Event { seq: 5, .. }));
    ben.hear().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    ben.place(3, 1, "d6").await;
    ann.place(4, 2, "c3").await;
    assert!(matches!(ben.hear().await, ServerMessage::Accepted { seq: 6, .. }));
    assert!(matches!(ben.hear().await, ServerMessage::Event { seq: 6, .. }));
    assert!(matches!(ann.hear().await, ServerMessage::Event { seq: 6, .. }));
    assert!(matches!(ann.hear().await, ServerMessage::Accepted { seq: 7, .. }));
    assert!(matches!(ann.hear().await, ServerMessage::Event { seq: 7, .. }));
    ben.hear().await;
    for guest in [&mut ann, &mut ben] {
        let snapshot = guest.hear_snapshot().await;
        assert_eq!((snapshot.seq, snapshot.position.ply), (5, 1));
    }
    // There is room on the disk again: the game goes on from what is stored, with the same numbers.
    ben.place(5, 1, "f6").await;
    assert!(matches!(ben.hear().await, ServerMessage::Accepted { seq: 6, .. }));
    assert!(matches!(ann.hear().await, ServerMessage::Event { seq: 6, .. }));
    // Who comes back gets all of it, whatever was seen before.
    let mut again = Guest::join_after(1, &room, Some(6)).await;
    assert!(matches!(again.hear().await, ServerMessage::Joined { seq: 6, .. }));
    assert_eq!(again.hear_snapshot().await.position.ply, 2);
}

#[tokio::test]
async fn what_is_no_move_waits_until_it_is_stored_even_where_moves_do_not() {
    let failed = Some(WriteError::NotNow(Trouble::DiskFull));
    let room = room_that_is(Durability::Relaxed, vec![None, failed], SeatChoices::default());
    let (mut ann, mut ben) = seated(&room).await;
    let resign = Input::Request {
        connection: ConnectionId(1),
        id: RequestId(2),
        request: Request::Command(Command::Resign),
    };
    room.inputs.send(resign).await.unwrap();
    assert_eq!(ann.hear_refusal().await, RefusalCode::Unavailable);
    ann.place(3, 0, "f5").await;
    assert!(matches!(ann.hear().await, ServerMessage::Accepted { seq: 5, .. }));
    assert!(matches!(ben.hear().await, ServerMessage::Event { seq: 5, .. }));
}
