//! Reads the commands about games that are kept: saved ones, files, finished ones.

use reversi_protocol::SaveName;

use super::arguments::{Arguments, read_number};
use super::bad_command::BadCommand;
use crate::intent::{Export, GameSource, Import, Intent, Overwrite, Query, RoomIntent};

/// Reads `here`, `file` or a number.
fn read_source(word: &str) -> Option<GameSource> {
    match word {
        "here" => Some(GameSource::Here),
        "file" => Some(GameSource::File),
        number => number.parse().ok().map(GameSource::Finished),
    }
}

/// Reads the name of a saved game, the only argument of a command.
pub(super) fn read_name(
    command: &'static str,
    arguments: &Arguments,
) -> Result<SaveName, BadCommand> {
    match arguments.words.as_slice() {
        [_, _, ..] => Err(BadCommand::NameOfWords),
        _ => Ok(SaveName::new(arguments.only(command)?)?),
    }
}

pub(super) fn read_save(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let (name, overwrite) = match arguments.words.as_slice() {
        [name] => (name, false),
        [name, word] if word == "replace" => (name, true),
        [] => return Err(BadCommand::usage("save")),
        _ => return Err(BadCommand::NameOfWords),
    };
    Ok(Intent::Room(RoomIntent::Save { name: SaveName::new(name)?, overwrite }))
}

pub(super) fn read_import(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let (path, rest) = arguments.words.split_first().ok_or_else(|| BadCommand::usage("import"))?;
    let mut import = Import { path: path.into(), format: None, number: None };
    for word in rest {
        match word.split_once('=') {
            Some(("number", number)) => import.number = Some(read_number("number", number)?),
            Some(_) => return Err(BadCommand::usage("import")),
            None => import.format = Some(word.parse()?),
        }
    }
    Ok(Intent::Import(import))
}

pub(super) fn read_export(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let (path, rest) = arguments.words.split_first().ok_or_else(|| BadCommand::usage("export"))?;
    let source = GameSource::default();
    let mut export =
        Export { path: path.into(), format: None, source, overwrite: Overwrite::Forbidden };
    for word in rest {
        match read_source(word) {
            Some(source) => export.source = source,
            None if word == "replace" => export.overwrite = Overwrite::Allowed,
            None => export.format = Some(word.parse()?),
        }
    }
    Ok(Intent::Export(export))
}

pub(super) fn read_games(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let (mut names, mut before) = (Vec::new(), None);
    for word in &arguments.words {
        match word.strip_prefix("before=") {
            Some(number) => before = Some(read_number("before", number)?),
            None => names.push(word.as_str()),
        }
    }
    let player = (!names.is_empty()).then(|| names.join(" "));
    Ok(Intent::Query(Query::Games { player, before }))
}

pub(super) fn read_show(arguments: &Arguments) -> Result<Intent, BadCommand> {
    Ok(Intent::ShowGame(read_number("game", arguments.only("show")?)?))
}

pub(super) fn read_review(arguments: &Arguments) -> Result<Intent, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(Intent::Room(RoomIntent::Review)),
        [word] if word == "here" => Ok(Intent::Room(RoomIntent::Review)),
        [number] => Ok(Intent::Query(Query::Review(read_number("game", number)?))),
        _ => Err(BadCommand::usage("review")),
    }
}

pub(super) fn read_replay(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let (source, ply) = match arguments.words.as_slice() {
        [] => (None, None),
        [source] => (Some(source), None),
        [source, ply] => (Some(source), Some(read_number("ply", ply)?)),
        _ => return Err(BadCommand::usage("replay")),
    };
    let usage = || BadCommand::usage("replay");
    let source = source.map_or(Ok(GameSource::Here), |word| read_source(word).ok_or_else(usage))?;
    Ok(Intent::Replay(source, ply))
}
