//! What the command line asks for: the engines, and the match that they play.

use std::path::PathBuf;
use std::time::Duration;

use reversi_client_core::files::GameFileError;
use reversi_client_core::intent::{Intent, NewGame};
use reversi_client_core::texts::{Language, Say};
use reversi_client_core::{say, shown_in_english};
use reversi_game::Game;
use reversi_protocol::Start;
use thiserror::Error;

use super::engine::{EngineArgs, Protocol};
use super::matches::{Match, Openings};
use crate::cli::{BridgeArgs, Opponent};
use crate::game_file;

/// Why no match can be played from the openings.
#[derive(Debug, Error)]
pub enum PlanError {
    File(#[from] GameFileError),
    NoOpenings { file: PathBuf },
}

shown_in_english!(PlanError);

impl Say for PlanError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::File(error) => error.say(language),
            Self::NoOpenings { file } => say!(language, NoOpenings, file = file.display()),
        }
    }
}

/// Returns the engines that are to be started.
pub fn engines(args: &BridgeArgs) -> Vec<EngineArgs> {
    let engine = |command: &String, protocol| EngineArgs {
        command: command.clone(),
        protocol,
        patience: Duration::from_secs(args.patience),
    };
    let gtp = |command| engine(command, Protocol::Gtp);
    let nboard = |command| engine(command, Protocol::NBoard { depth: args.depth });
    let own = args.gtp.as_ref().map(gtp).or_else(|| args.nboard.as_ref().map(nboard));
    let other = match &args.against {
        Some(Opponent::Gtp(command)) => Some(gtp(command)),
        Some(Opponent::NBoard(command)) => Some(nboard(command)),
        Some(Opponent::Bot(_)) | None => None,
    };
    own.into_iter().chain(other).collect()
}

/// Returns the match that is to be played in rooms like this one, if one is.
///
/// # Errors
/// [`PlanError`].
pub fn plan(args: &BridgeArgs, room: &Intent) -> Result<Option<Match>, PlanError> {
    let (Some(opponent), Intent::Create(room)) = (&args.against, room) else { return Ok(None) };
    let openings = match &args.openings {
        Some(word) if word.as_os_str() == "xot" => Openings::Xot,
        Some(file) => Openings::List(openings(file.clone())?),
        None if says_start(room) => Openings::OfRoom,
        None => Openings::Xot,
    };
    let [own, other] = [&args.gtp, &args.nboard].map(|it| it.as_deref().map(label));
    let own = own.or(other).unwrap_or_default();
    let (other, bot) = match opponent {
        Opponent::Gtp(command) | Opponent::NBoard(command) => (label(command), None),
        Opponent::Bot(bot) => (bot.to_string(), Some(bot.clone())),
    };
    let other = if own == other { format!("{other} (2)") } else { other };
    let (names, games) = ([own, other], args.games);
    Ok(Some(Match { names, bot, games, openings, room: room.clone() }))
}

fn says_start(game: &NewGame) -> bool {
    game.moves.is_some() || game.room.settings.start != Start::default()
}

/// Returns the name of a program without its folder, with its arguments.
fn label(command: &str) -> String {
    let (program, arguments) = command.trim().split_once(' ').unwrap_or((command.trim(), ""));
    let program = program.rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{program} {arguments}").trim().to_owned()
}

/// Reads openings, a game each, from a file of any format; what is over already is left out.
fn openings(file: PathBuf) -> Result<Vec<Game>, PlanError> {
    let mut games = Vec::new();
    for loaded in game_file::read_all(&file, None)?.games {
        let broken = |source| GameFileError::Broken { path: file.clone(), source, guessed: None };
        games.push(loaded.map_err(broken)?.saved.game);
    }
    games.retain(|game| !game.is_over());
    if games.is_empty() { Err(PlanError::NoOpenings { file }) } else { Ok(games) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_called_as_its_program_and_its_arguments() {
        assert_eq!(label("/usr/games/gtp-rhino"), "gtp-rhino");
        assert_eq!(label("./engine gtp --bot level-1"), "engine gtp --bot level-1");
    }

    #[test]
    fn openings_are_games_that_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openings.txt");
        let read = |text: &str| {
            std::fs::write(&file, text).unwrap();
            openings(file.clone())
        };
        let games = read("# two\nf5d6c3d3c4f4f6f3\nf5f6e6f4\n").unwrap();
        assert_eq!(games.iter().map(Game::ply).collect::<Vec<_>>(), [8, 4]);
        assert!(matches!(read("f5d6c3\nf5f6a1\nf5d6\n"), Err(PlanError::File(_))));
        let over = read("f5d6c5f4e3f6g5e6e7\n");
        assert!(matches!(over, Err(PlanError::NoOpenings { .. })), "{over:?}");
    }
}
