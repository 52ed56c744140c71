//! Reads the commands about games that are kept: saved ones, files, finished ones.

use std::fmt;
use std::path::PathBuf;

use reversi_game::formats::Format;
use reversi_protocol::SaveName;

use super::arguments::{Arguments, read_number};
use super::bad_command::BadCommand;
use super::command::LineCommand;
use crate::session::{Query, Wish};

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Which file.
    pub path: PathBuf,
    /// Its format; what name and content tell if left out.
    pub format: Option<Format>,
    /// Which game of several, from 1.
    pub number: Option<usize>,
}

/// A game to be written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Which file.
    pub path: PathBuf,
    /// Its format; what its name tells if left out.
    pub format: Option<Format>,
    /// Which game.
    pub source: GameSource,
    /// Whether a file of that name is replaced.
    pub overwrite: bool,
}

/// Which game is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameSource {
    /// The one in the current room.
    #[default]
    Here,
    /// The one that was imported last.
    File,
    /// A finished one of the server, by its number.
    Finished(u64),
}

impl fmt::Display for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here => f.write_str("here"),
            Self::File => f.write_str("file"),
            Self::Finished(number) => number.fmt(f),
        }
    }
}

impl GameSource {
    /// Reads `here`, `file` or a number.
    fn read(word: &str) -> Option<Self> {
        match word {
            "here" => Some(Self::Here),
            "file" => Some(Self::File),
            number => number.parse().ok().map(Self::Finished),
        }
    }
}

/// Reads the name of a saved game, the only argument of a command.
pub(super) fn read_name(command: &str, arguments: &Arguments) -> Result<SaveName, BadCommand> {
    Ok(SaveName::new(arguments.only(command)?)?)
}

pub(super) fn read_save(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    let (name, overwrite) = match arguments.words.as_slice() {
        [name] => (name, false),
        [name, word] if word == "replace" => (name, true),
        _ => return Err(BadCommand::usage("save")),
    };
    Ok(LineCommand::Wish(Wish::Save { name: SaveName::new(name)?, overwrite }))
}

pub(super) fn read_import(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    let (path, rest) = arguments.words.split_first().ok_or_else(|| BadCommand::usage("import"))?;
    let mut import = Import { path: path.into(), format: None, number: None };
    for word in rest {
        match word.split_once('=') {
            Some(("number", number)) => import.number = Some(read_number("number", number)?),
            Some(_) => return Err(BadCommand::usage("import")),
            None => import.format = Some(word.parse()?),
        }
    }
    Ok(LineCommand::Import(import))
}

pub(super) fn read_export(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    let (path, rest) = arguments.words.split_first().ok_or_else(|| BadCommand::usage("export"))?;
    let source = GameSource::default();
    let mut export = Export { path: path.into(), format: None, source, overwrite: false };
    for word in rest {
        match GameSource::read(word) {
            Some(source) => export.source = source,
            None if word == "replace" => export.overwrite = true,
            None => export.format = Some(word.parse()?),
        }
    }
    Ok(LineCommand::Export(export))
}

pub(super) fn read_games(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    let (mut names, mut before) = (Vec::new(), None);
    for word in &arguments.words {
        match word.strip_prefix("before=") {
            Some(number) => before = Some(read_number("before", number)?),
            None => names.push(word.as_str()),
        }
    }
    let player = (!names.is_empty()).then(|| names.join(" "));
    Ok(LineCommand::Query(Query::Games { player, before }))
}

pub(super) fn read_show(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    Ok(LineCommand::Show(read_number("game", arguments.only("show")?)?))
}

pub(super) fn read_review(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(LineCommand::Wish(Wish::Review)),
        [word] if word == "here" => Ok(LineCommand::Wish(Wish::Review)),
        [number] => Ok(LineCommand::Query(Query::Review(read_number("game", number)?))),
        _ => Err(BadCommand::usage("review")),
    }
}

pub(super) fn read_replay(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    let (source, ply) = match arguments.words.as_slice() {
        [] => (None, None),
        [source] => (Some(source), None),
        [source, ply] => (Some(source), Some(read_number("ply", ply)?)),
        _ => return Err(BadCommand::usage("replay")),
    };
    let usage = || BadCommand::usage("replay");
    let source =
        source.map_or(Ok(GameSource::Here), |word| GameSource::read(word).ok_or_else(usage))?;
    Ok(LineCommand::Replay(source, ply))
}
