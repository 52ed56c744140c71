//! How a room begins: from what its creator asks for to its first events.

use reversi_game::{Color, Game, GameRecord, Position};
use reversi_protocol::limits::THINK_MS_MAX;
use reversi_protocol::{
    BadStart, Hints, Komi, LegalSquares, Opening, PlayerName, Refusal, RefusalCode, RoomName,
    RoomSettings, SeatChoice, SeatChoices, Start, UndoPolicy,
};

use super::archive::SavedBody;
use super::competition::Competition;
use super::event::Event;
use super::play::begun;
use super::secret::SecretHash;
use super::state::{Phase, Room};

/// What the creator of a room asks for.
#[derive(Clone, Debug)]
pub struct OpenRequest {
    /// How the room is.
    pub settings: RoomSettings,
    /// Who sits where.
    pub seats: SeatChoices,
    /// The creator's name.
    pub name: PlayerName,
    /// What holds the creator's seats.
    pub token: Option<SecretHash>,
    /// Which player the creator is.
    pub player: Option<SecretHash>,
    /// The saved game that the settings name as the start.
    pub saved: Option<SavedBody>,
    /// The competition that the game is played in. Settings and seats are those that
    /// [`OpenRequest::competing`] gives.
    pub competition: Option<Competition>,
    /// What the open seat is kept for.
    pub invitation: Option<SecretHash>,
    /// The room's name if the settings name none.
    pub default_name: RoomName,
}

impl OpenRequest {
    /// Returns the request as the competition asks for it: the standard game, no help, and no
    /// secret about where the opponent is from.
    #[must_use]
    pub fn competing(self) -> Self {
        if self.competition.is_none() {
            return self;
        }
        let settings = RoomSettings {
            legal_squares: LegalSquares::Hidden,
            hints: Some(Hints::Forbidden),
            undo: Some(UndoPolicy::Off),
            start: Start::default(),
            komi: Komi::default(),
            ..self.settings
        };
        Self { settings, ..self }
    }
}

/// What chance decides for a room that is opened, where the creator wants it so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lot<'a> {
    /// Whether the two get each other's colours.
    pub is_swapped: bool,
    /// The moves of an opening.
    pub opening: &'a str,
}

/// Returns the first events of a room.
///
/// # Errors
/// [`RefusalCode::BadStart`], [`RefusalCode::TokenMissing`], and [`RefusalCode::BadRequest`] if an invitation
/// is for no seat, or for two.
pub fn open(request: OpenRequest, lot: Lot<'_>) -> Result<Vec<Event>, Refusal> {
    let OpenRequest {
        settings,
        seats,
        name,
        token,
        player,
        saved,
        competition,
        invitation,
        default_name,
    } = request.competing();
    let mut rules = settings.rules(&seats);
    if let Some(saved) = &saved {
        rules.opening = saved.opening;
    }
    let clocks = saved.as_ref().and_then(|saved| saved.clocks_for(rules.time));
    let game = starting_game(&settings.start, saved, lot.opening)?;
    let mut events = vec![Event::Opened {
        rules,
        name: settings.name.unwrap_or(default_name),
        start: GameRecord::from(&game),
        think_ms_min: settings.think_ms_min.min(THINK_MS_MAX),
        host: token,
        competition,
        clocks,
    }];
    for color in Color::BOTH {
        let chosen_for = if seats.draw && lot.is_swapped { color.opponent() } else { color };
        match seats.of(chosen_for) {
            // What `saved` stands for is known only where saved games are.
            SeatChoice::Me | SeatChoice::Saved => {
                let token = token.ok_or(RefusalCode::TokenMissing)?;
                events.push(Event::Seated { color, name: name.clone(), token, player });
            }
            SeatChoice::Bot(bot) => events.push(Event::BotSeated { color, bot: bot.clone() }),
            SeatChoice::Open => {}
        }
    }
    let seats_taken = events.len() - 1;
    if let Some(invitation) = invitation {
        if seats_taken != 1 {
            return Err(RefusalCode::BadRequest.into());
        }
        events.push(Event::Reserved { invitation });
    }
    if seats_taken == 2 {
        events.extend(begun(&game, rules.opening));
    }
    Ok(events)
}

impl Room {
    /// Lets chance choose the opening of a game that these events begin, where each game draws another one. The
    /// first one was drawn when the room was opened.
    ///
    /// # Errors
    /// What drawing reports.
    pub fn draw_opening(
        &self,
        events: &mut [Event],
        draw: impl Fn() -> Result<&'static str, Refusal>,
    ) -> Result<(), Refusal> {
        let is_another = matches!(self.phase, Phase::Finished { .. });
        if !is_another || self.rules.opening != Some(Opening::Xot) {
            return Ok(());
        }
        for event in events {
            if let Event::Started { drawn } = event {
                *drawn = Some(GameRecord::from(&replay(Position::START, draw()?)?));
            }
        }
        Ok(())
    }
}

fn starting_game(start: &Start, saved: Option<SavedBody>, drawn: &str) -> Result<Game, Refusal> {
    let game = match start {
        Start::Standard { first } => Game::new(Position { to_move: *first, ..Position::START }),
        Start::Opening { opening: Opening::Xot } => replay(Position::START, drawn)?,
        Start::Opening { opening } => Game::new(opening.start()),
        Start::Transcript { moves } => replay(Position::START, moves)?,
        Start::Saved { .. } => {
            let saved = saved.ok_or(RefusalCode::NoSuchSave)?;
            Game::try_from(saved.record).map_err(BadStart::Illegal)?
        }
        Start::Board { board, to_move, moves } => {
            replay(Position { board: *board, to_move: *to_move }, moves)?
        }
    };
    // A board alone that nobody can place on is no game.
    if game.is_over() && game.ply() == 0 { Err(BadStart::Over.into()) } else { Ok(game) }
}

fn replay(start: Position, moves: &str) -> Result<Game, Refusal> {
    let transcript = moves.parse().map_err(BadStart::Transcript)?;
    Ok(Game::replay(start, &transcript).map_err(BadStart::Illegal)?)
}
