//! Games in files on this side of the wire: read and written whole, through the formats of
//! `reversi-game`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use reversi_client_core::files::{Exported, GameFileError, GameList, Opened};
use reversi_client_core::intent::{Export, Import, Overwrite};
use reversi_game::formats::{
    self, FILE_BYTES_MAX, Format, FormatError, GameFile, SavedGame, wthor,
};

use crate::replacement::{Readers, replace};

/// Reads a game. Name and content tell the format if none is given; a file of several games needs
/// the number of one, from 1. The names of a WTHOR game come from the `.jou` and `.trn` files in
/// the same folder.
///
/// # Errors
/// [`GameFileError`] says what is wrong, and where in the file.
pub fn read(
    path: &Path,
    format: Option<Format>,
    number: Option<usize>,
) -> Result<Opened, GameFileError> {
    let (format, loaded) = with_file(path, format, |file| match number {
        Some(number) => file.load(number),
        None => file.load_only(),
    })?;
    Ok(Opened { path: path.into(), format, loaded })
}

/// Reads every game of a file, those that are broken as what is wrong with them.
///
/// # Errors
/// [`GameFileError`], if the file as a whole cannot be read.
pub fn read_all(path: &Path, format: Option<Format>) -> Result<GameList, GameFileError> {
    let load_all = |file: &GameFile<'_>| Ok((1..=file.count()).map(|it| file.load(it)).collect());
    let (format, games) = with_file(path, format, load_all)?;
    Ok(GameList { path: path.into(), format, games })
}

/// Opens a file, and returns its format and what is found in it.
fn with_file<T>(
    path: &Path,
    format: Option<Format>,
    find: impl FnOnce(&GameFile<'_>) -> Result<T, FormatError>,
) -> Result<(Format, T), GameFileError> {
    let bytes = read_bytes(path)
        .map_err(|source| GameFileError::Unreadable { path: path.into(), source: source.into() })?;
    let name = path.to_string_lossy();
    let broken = |source, guessed| GameFileError::Broken { path: path.into(), source, guessed };
    let is_guessed = format.is_none() && Format::told_by_name(&name).is_none();
    let format = format
        .map_or_else(|| Format::detect(&name, &bytes), Ok)
        .map_err(|source| broken(source, None))?;
    let guessed = is_guessed.then_some(format);
    let file = open(path, &bytes, format).map_err(|source| broken(source, guessed))?;
    Ok((format, find(&file).map_err(|source| broken(source, guessed))?))
}

/// Reads a game like [`read`], where nobody can wait: pipes, terminals and other devices, which may
/// never come to an end, are refused.
///
/// # Errors
/// [`GameFileError`], as [`read`].
pub(crate) fn read_at_once(file: &Import) -> Result<Opened, GameFileError> {
    let path = &file.path;
    let unreadable =
        |source: io::Error| GameFileError::Unreadable { path: path.clone(), source: source.into() };
    let kind = fs::metadata(path).map_err(unreadable)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        let source = io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file");
        return Err(unreadable(source));
    }
    read(path, file.format, file.number)
}

fn open<'a>(path: &Path, bytes: &'a [u8], format: Format) -> Result<GameFile<'a>, FormatError> {
    let mut file = GameFile::open(bytes, format)?;
    if format == Format::Wthor {
        let players = names_beside(path, "jou", wthor::read_player_names);
        let tournaments = names_beside(path, "trn", wthor::read_tournament_names);
        file = file.with_names(players, tournaments);
    }
    Ok(file)
}

/// Reads the names in the file with this ending in the folder of a WTHOR file; none if there is no
/// such file, since a game without names is one all the same.
fn names_beside(
    path: &Path,
    ending: &str,
    read: fn(&[u8]) -> Result<Vec<String>, wthor::WthorError>,
) -> Vec<String> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_fit = |path: &PathBuf| {
        path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending)) && path.is_file()
    };
    let bytes = entries.filter(is_fit).find_map(|path| read_bytes(&path).ok());
    bytes.and_then(|bytes| read(&bytes).ok()).unwrap_or_default()
}

/// Reads no more of a file than it takes to see that it is too large.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a game in the format that is given, or else that the file's ending names.
///
/// # Errors
/// [`GameFileError`] says why not; a file that was there is as it was.
pub(crate) fn export(export: &Export, saved: &SavedGame) -> Result<Exported, GameFileError> {
    let path = &export.path;
    let format = export
        .format
        .or_else(|| Format::of_file_name(&path.to_string_lossy()))
        .ok_or_else(|| GameFileError::UnknownEnding { path: path.clone() })?;
    let written = formats::write(saved, format)
        .map_err(|source| GameFileError::CannotHold { format, source })?;
    match write_bytes(path, &written.bytes, export.overwrite) {
        Ok(()) => Ok(Exported { format, left_out: written.left_out }),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(GameFileError::Exists { path: path.clone() })
        }
        Err(error) => Err(GameFileError::Unwritable { path: path.clone(), source: error.into() }),
    }
}

fn write_bytes(path: &Path, bytes: &[u8], overwrite: Overwrite) -> io::Result<()> {
    match overwrite {
        Overwrite::Forbidden => {
            let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
            // Half a game would only be in the way of the next try.
            file.write_all(bytes).inspect_err(|_| drop(fs::remove_file(path)))
        }
        Overwrite::Allowed => replace(path, bytes, Readers::Usual),
    }
}
