//! Where a game begins: an engine takes no seat in one that it cannot be told of.

use std::io::{self, Write};

use reversi_client_core::intent::Intent;
use reversi_game::Board;
use reversi_protocol::{RoleWish, Start};

use super::player::Player;
use super::{Bridge, Ending, EngineError, gtp};

impl<W: Write> Bridge<W> {
    /// Tells whether all engines can be told of a game that begins with this board.
    pub(super) fn can_begin(&self, board: Board) -> bool {
        self.can_begin_anywhere() || gtp::can_begin(board)
    }

    fn can_begin_anywhere(&self) -> bool {
        self.players.iter().all(Player::can_begin_anywhere)
    }

    /// Looks at a room before a seat is taken there, or at how one is to begin; returns why none is taken.
    pub(super) async fn look(&mut self, room: &Intent, words: &str) -> io::Result<Option<Ending>> {
        let board = if let Intent::Create(game) = room {
            board(&game.room.settings.start)
        } else if let Intent::Enter(link, _) = room
            && !self.can_begin_anywhere()
        {
            let looking = Intent::Enter(link.clone(), RoleWish::Spectator);
            match self.watch(looking, words).await? {
                Ok(board) => board,
                Err(ending) => return Ok(Some(ending)),
            }
        } else {
            None
        };
        let is_other = board.is_some_and(|board| !self.can_begin(board));
        Ok(is_other.then_some(Ending::Engine(EngineError::OtherStart)))
    }

    /// Enters a room without a seat, and returns the board that its game begins with; nothing where nobody may watch.
    async fn watch(
        &mut self,
        looking: Intent,
        words: &str,
    ) -> io::Result<Result<Option<Board>, Ending>> {
        let ticket = self.session.ask(looking, words);
        self.looking = Some(ticket);
        self.carry_out()?;
        let board = loop {
            let room = self.session.current().and_then(|id| self.session.room(id));
            let view = room.and_then(|room| room.view());
            if !self.session.is_pending(ticket) && (room.is_none() || view.is_some()) {
                break view.map(|view| view.start.board);
            }
            let news = self.driver.next().await;
            if let Some(end) = self.hear(news)? {
                return Ok(Err(Ending::NetEnded(end)));
            }
        };
        self.looking = None;
        Ok(Ok(board))
    }
}

/// Returns the board that a room is to begin with, where that is known before it is opened.
fn board(start: &Start) -> Option<Board> {
    match start {
        Start::Opening { opening } => Some(opening.start().board),
        Start::Board { board, .. } => Some(*board),
        Start::Standard { .. } | Start::Transcript { .. } | Start::Saved { .. } => None,
    }
}
