//! Two players and any number of spectators in one room of their own.

use std::net::SocketAddr;

use futures::future::join_all;
use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, OfferAnswer, OfferKind, RoleWish, RoomId, RoomSettings, SeatChoices,
};

use crate::mirror::RoomState;
use crate::player::{Player, Refused};

/// A room with its people.
#[derive(Debug)]
pub struct Table {
    /// The room.
    pub room: RoomId,
    /// The players, Black first.
    pub players: [Player; 2],
    /// Those who watch.
    pub spectators: Vec<Player>,
}

impl Table {
    /// Opens a room, seats two players and one spectator, and waits until the game has begun for
    /// all of them.
    pub async fn open(address: SocketAddr, settings: RoomSettings) -> Self {
        let mut black = Player::connect(address, "Ann").await;
        let mut white = Player::connect(address, "Ben").await;
        let mut spectator = Player::connect(address, "Cleo").await;
        let room = black.create(settings, SeatChoices::default()).await;
        let seats = white.join(&room, RoleWish::Player).await;
        assert_eq!(seats, Ok(vec![Color::White]));
        let seats = spectator.join(&room, RoleWish::Spectator).await;
        assert_eq!(seats, Ok(vec![]));
        let mut table = Self { room, players: [black, white], spectators: vec![spectator] };
        let started = table.spectators[0].room(&table.room).state.seq;
        table.settle(started).await;
        table
    }

    /// Returns the player of a colour.
    pub fn player(&mut self, color: Color) -> &mut Player {
        &mut self.players[color.index()]
    }

    /// Returns the player whose turn it is.
    pub fn mover(&mut self) -> &mut Player {
        let to_move = self.state().to_move.expect("the game is not over");
        self.player(to_move)
    }

    /// Returns what everyone has agreed on last.
    pub fn state(&self) -> &RoomState {
        &self.players[0].room(&self.room).state
    }

    /// Places a disc for the side to move and waits until everyone has seen it.
    pub async fn place(&mut self, square: Square) {
        let room = self.room.clone();
        let placed = self.mover().place(&room, square).await;
        let seq = placed.unwrap_or_else(|refused| panic!("{square}: {refused:?}"));
        self.settle(seq).await;
    }

    /// Plays a transcript such as `f5d6c3`.
    pub async fn play(&mut self, transcript: &str) {
        let squares = transcript.parse::<reversi_game::Transcript>().expect("a transcript").0;
        for square in squares.into_iter().filter_map(reversi_game::Action::square) {
            self.place(square).await;
        }
    }

    /// Gives up for a colour and waits until everyone has seen it.
    pub async fn resign(&mut self, color: Color) {
        let command = Command::Resign { room: self.room.clone() };
        let resigned = self.ask(color, command).await;
        resigned.unwrap_or_else(|refused| panic!("{refused:?}"));
    }

    /// Offers something for a colour and returns the offer's number, or that of the last event if
    /// it happens at once, when everyone has seen it.
    ///
    /// # Errors
    /// [`Refused`] if it may not.
    pub async fn offer(&mut self, color: Color, kind: OfferKind) -> Result<u64, Refused> {
        self.ask(color, Command::Offer { room: self.room.clone(), kind }).await
    }

    /// Answers an offer for a colour and waits until everyone has seen what follows.
    ///
    /// # Errors
    /// [`Refused`] if it may not.
    pub async fn answer(
        &mut self,
        color: Color,
        offer: u64,
        answer: OfferAnswer,
    ) -> Result<u64, Refused> {
        self.ask(color, Command::Answer { room: self.room.clone(), offer, answer }).await
    }

    /// Offers something for a colour, accepts it for the other one, and waits until everyone has
    /// seen what follows.
    pub async fn agree(&mut self, color: Color, kind: OfferKind) {
        let offer = self.offer(color, kind).await;
        let offer = offer.unwrap_or_else(|refused| panic!("{kind:?}: {refused:?}"));
        let accepted = self.answer(color.opponent(), offer, OfferAnswer::Accept).await;
        accepted.unwrap_or_else(|refused| panic!("{kind:?}: {refused:?}"));
    }

    /// Asks for something for a colour and waits until everyone has seen what it caused.
    ///
    /// # Errors
    /// [`Refused`] if it is declined.
    pub async fn ask(&mut self, color: Color, command: Command) -> Result<u64, Refused> {
        let seq = self.player(color).accepted_seq(command).await?;
        self.settle(seq).await;
        Ok(seq)
    }

    /// Waits until everyone has reached an event, and holds what they see against each other.
    pub async fn settle(&mut self, seq: u64) {
        let room = &self.room;
        let everyone = self.players.iter_mut().chain(&mut self.spectators);
        join_all(everyone.map(|player| player.until_seq(room, seq))).await;
        let everyone = self.players.iter().chain(&self.spectators);
        for player in everyone {
            assert_eq!(&player.room(room).state, self.state(), "{}", player.identity.name);
        }
    }
}
