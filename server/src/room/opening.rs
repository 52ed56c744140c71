//! How a room begins: from what its creator asks for to its first events.

use reversi_game::{Color, Game, GameRecord, Position};
use reversi_protocol::{Occupant, RoomName, RoomSettings, SeatChoice, SeatChoices, Start};

use super::event::{Event, TokenHash};
use super::refusal::{BadStart, Refusal};

/// What the creator of a room asks for.
#[derive(Clone, Debug)]
pub struct OpenRequest {
    /// How the room is.
    pub settings: RoomSettings,
    /// Who sits where.
    pub seats: SeatChoices,
    /// The creator.
    pub occupant: Occupant,
    /// What holds the creator's seats.
    pub token: Option<TokenHash>,
    /// The room's name if the settings name none.
    pub default_name: RoomName,
}

/// Returns the first events of a room.
///
/// # Errors
/// [`Refusal::BadStart`] and [`Refusal::TokenMissing`].
pub fn open(request: OpenRequest) -> Result<Vec<Event>, Refusal> {
    let OpenRequest { settings, seats, occupant, token, default_name } = request;
    let game = starting_game(&settings.start).map_err(Refusal::BadStart)?;
    let mut events = vec![Event::Opened {
        name: settings.name.unwrap_or(default_name),
        visibility: settings.visibility,
        legal_squares: settings.legal_squares,
        start: GameRecord::from(&game),
    }];
    for color in Color::BOTH {
        if seats.of(color) == SeatChoice::Me {
            let token = token.ok_or(Refusal::TokenMissing)?;
            events.push(Event::Seated { color, occupant: occupant.clone(), token });
        }
    }
    if events.len() == 3 {
        events.push(Event::Started);
    }
    Ok(events)
}

fn starting_game(start: &Start) -> Result<Game, BadStart> {
    let game = match start {
        Start::Standard { first } => Game::new(Position { to_move: *first, ..Position::START }),
        Start::Transcript { moves } => Game::replay(Position::START, &moves.parse()?)?,
        Start::Board { board, to_move } => Game::new(Position { board: *board, to_move: *to_move }),
    };
    if game.is_over() { Err(BadStart::Over) } else { Ok(game) }
}
