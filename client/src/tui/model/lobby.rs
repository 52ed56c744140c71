//! The rooms that there are, and the row that is chosen.

use reversi_protocol::{RoomId, RoomSummary};

/// What the lobby knows.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    /// The listed rooms, as the server sent them last; nothing before that.
    pub rooms: Option<Vec<RoomSummary>>,
    /// Listed rooms, those left out included.
    pub total: u32,
    /// Rooms in which the player may have a seat from earlier.
    pub kept: Vec<RoomId>,
    /// The text that rooms have to contain.
    pub filter: String,
    /// The chosen row.
    pub chosen: usize,
    /// When the rooms are asked for again.
    pub next_poll_ms: u64,
}

/// A row of the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyRow {
    /// A room in which the player may have a seat.
    Own(RoomId),
    /// Play against a bot.
    PlayBot,
    /// Open a room.
    NewRoom,
    /// A listed room.
    Listed(RoomId),
}

impl LobbyRow {
    /// Returns the room of the row.
    pub const fn room(&self) -> Option<&RoomId> {
        match self {
            Self::Own(room) | Self::Listed(room) => Some(room),
            Self::PlayBot | Self::NewRoom => None,
        }
    }
}

impl Lobby {
    /// Returns the rows: the player's own games first, then what can be begun, then the rooms.
    pub fn rows(&self) -> Vec<LobbyRow> {
        let own = self.kept.iter().cloned().map(LobbyRow::Own);
        let listed = self.rooms.iter().flatten().map(|summary| &summary.room);
        let others = listed.filter(|room| !self.kept.contains(room)).cloned();
        own.chain([LobbyRow::PlayBot, LobbyRow::NewRoom])
            .chain(others.map(LobbyRow::Listed))
            .collect()
    }

    /// Returns the chosen row.
    pub fn chosen_row(&self) -> LobbyRow {
        self.rows().into_iter().nth(self.chosen).unwrap_or(LobbyRow::PlayBot)
    }

    /// Returns what the server says of a room.
    pub fn summary(&self, room: &RoomId) -> Option<&RoomSummary> {
        self.rooms.iter().flatten().find(|summary| summary.room == *room)
    }

    /// Takes new rows, and keeps the chosen one chosen wherever it is now.
    pub fn change(&mut self, change: impl FnOnce(&mut Self)) {
        let chosen = self.chosen_row();
        change(self);
        let rows = self.rows();
        let found = rows.iter().position(|row| *row == chosen);
        self.chosen = found.unwrap_or_else(|| self.chosen.min(rows.len() - 1));
    }

    /// Chooses the row so many further.
    pub fn step(&mut self, step: isize) {
        let last = self.rows().len() - 1;
        self.chosen = self.chosen.saturating_add_signed(step).min(last);
    }
}

#[cfg(test)]
mod tests {
    use reversi_game::DiscCounts;
    use reversi_protocol::{Phase, RoomName};

    use super::*;

    fn room(id: &str) -> RoomSummary {
        RoomSummary {
            room: id.parse().unwrap(),
            name: RoomName::new(id).unwrap(),
            phase: Phase::Open,
            black: None,
            white: None,
            ply: 0,
            discs: DiscCounts { black: 2, white: 2 },
            spectators: 0,
            opened_at_ms: 0,
        }
    }

    #[test]
    fn own_games_come_first_and_only_once() {
        let kept = "K7QP".parse::<RoomId>().unwrap();
        let rooms = Some(vec![room("Q2ZD"), room("K7QP")]);
        let lobby = Lobby { rooms, kept: vec![kept.clone()], ..Lobby::default() };
        let listed = LobbyRow::Listed("Q2ZD".parse().unwrap());
        let rows = [LobbyRow::Own(kept), LobbyRow::PlayBot, LobbyRow::NewRoom, listed];
        assert_eq!(lobby.rows(), rows);
    }

    #[test]
    fn the_choice_follows_its_room_through_a_new_list() {
        let mut lobby = Lobby { rooms: Some(vec![room("Q2ZD"), room("M4TT")]), ..Lobby::default() };
        lobby.step(3);
        let chosen = lobby.chosen_row();
        lobby.change(|lobby| lobby.rooms = Some(vec![room("M4TT"), room("Q2ZD")]));
        assert_eq!(lobby.chosen_row(), chosen);
        lobby.change(|lobby| lobby.rooms = Some(vec![]));
        assert_eq!(lobby.chosen_row(), LobbyRow::NewRoom);
        lobby.step(-9);
        assert_eq!(lobby.chosen_row(), LobbyRow::PlayBot);
    }
}
