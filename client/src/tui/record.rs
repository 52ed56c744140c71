//! A game as its moves, and the position that is looked at.

use reversi_client_core::files::Opened;
use reversi_client_core::report::FinishedGame;
use reversi_game::formats::SavedGame;
use reversi_game::{Action, Color, Game, GameRecord, Position, Square, SquareSet};
use reversi_protocol::{GameResult, GameSummary, LegalSquare, PositionView, Snapshot};

/// A finished game, or one from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    pub game: Game,
    /// The players, Black first; empty where nobody knows.
    pub names: [String; 2],
    /// Its number, if a server keeps it.
    pub number: Option<u64>,
    /// What is known of the game besides.
    pub title: String,
    /// How it ended, if a server says so.
    pub result: Option<GameResult>,
}

impl Replay {
    /// Takes a game that was read from a file of this name.
    pub fn of_file(file_name: &str, saved: SavedGame) -> Self {
        let SavedGame { game, black, white, event, date, .. } = saved;
        let about = [Some(file_name.to_owned()), event, date];
        let title = about.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let names = [black, white].map(Option::unwrap_or_default);
        Self { game, names, number: None, title, result: None }
    }

    /// Takes a game with the file that it was read from.
    pub fn of_opened(opened: Opened) -> Self {
        let name = opened.path.file_name().unwrap_or_default().to_string_lossy();
        Self::of_file(&name, opened.loaded.saved)
    }

    /// Takes a game that the server keeps; nothing if its moves are not legal.
    pub fn of_server(finished: FinishedGame) -> Option<Self> {
        let FinishedGame { summary, start, actions } = finished;
        let game = Game::try_from(GameRecord { start, actions }).ok()?;
        let GameSummary { game: number, room, black, white, result, .. } = summary;
        let names = [black, white].map(|occupant| occupant.name().to_owned());
        let title = format!("{room} #{number}");
        Some(Self { game, names, number: Some(number), title, result: Some(result) })
    }
}

/// The position that is shown, and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The discs and the side to move.
    pub position: Position,
    /// Actions before it.
    pub ply: usize,
    /// Who placed last, where, and what that turned.
    pub last: Option<(Color, Square, SquareSet)>,
    /// The legal squares and what each would turn, if they are told.
    pub legal: Option<Vec<LegalSquare>>,
    /// Whether it is the newest position.
    pub is_live: bool,
    /// The action that was made next, if the position is an old one.
    pub next: Option<Action>,
}

/// Returns the moves of a room's game; nothing if the server's record breaks the rules.
pub fn game_of(view: &Snapshot) -> Option<Game> {
    let record = GameRecord { start: view.start, actions: view.actions.clone() };
    Game::try_from(record).ok()
}

/// Returns what the server says of the newest position.
pub fn live_position(view: &Snapshot) -> Shown {
    let PositionView { ply, board, to_move, last, legal, .. } = &view.position;
    // When the game is over nobody is to move; who it would be does not show.
    let to_move = to_move.unwrap_or(Color::Black);
    Shown {
        position: Position { board: *board, to_move },
        ply: *ply as usize,
        last: last.as_ref().map(|last| (last.color, last.square, last.flips)),
        legal: legal.clone(),
        is_live: true,
        next: None,
    }
}

/// Returns what the rules say of the position before a ply.
pub fn old_position(game: &Game, ply: usize) -> Option<Shown> {
    let position = game.position_at(ply)?;
    let placed = game.actions_by_side().enumerate().take(ply);
    let placed =
        placed.filter_map(|(index, (color, action))| Some((index, color, action.square()?)));
    let last = placed.last().and_then(|(index, color, square)| {
        let flips = game.position_at(index)?.board.flips(color, square);
        Some((color, square, flips))
    });
    let Position { board, to_move } = position;
    let legal = position
        .legal()
        .iter()
        .map(|square| LegalSquare { square, flips: board.flips(to_move, square) });
    let next = game.actions().get(ply).copied();
    Some(Shown { position, ply, last, legal: Some(legal.collect()), is_live: next.is_none(), next })
}
