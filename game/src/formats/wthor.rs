//! WTHOR, the game database of the French Othello federation (FFO): games (`.wtb`) and the names
//! of players (`.jou`) and tournaments (`.trn`). All numbers are little-endian.

pub use super::error::WthorError;
use super::error::{CannotHold, FormatError, Place};
use super::notes::Detail;
use super::saved::{Loaded, SavedGame, StatedResult, Written, text_of};
use crate::position::Position;
use crate::record::{Game, IllegalAction};
use crate::square::Square;
use crate::transcript::{Action, Transcript};

/// Bytes before the first record of every file.
const HEADER_BYTES: usize = 16;
/// Bytes of a game: three numbers of 2 bytes, two scores of 1 byte, 60 squares.
const GAME_BYTES: usize = 68;
/// Where the squares start in a game.
const SQUARES_AT: usize = 8;
/// Bytes of a player's name in a `.jou` file, zero-padded.
const PLAYER_BYTES: usize = 20;
/// Bytes of a tournament's name in a `.trn` file, zero-padded.
const TOURNAMENT_BYTES: usize = 26;

/// Most placements of a game.
const SQUARES_MAX: usize = GAME_BYTES - SQUARES_AT;

const HOLDS: &[Detail] = &[Detail::Date, Detail::Record, Detail::Result];

/// The games of a `.wtb` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorFile {
    /// The year in which the games were played.
    pub year: u16,
    /// The games in the order of the file.
    pub games: Vec<WthorGame>,
}

/// One game as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// Number of the tournament's name in the `.trn` file, from 0.
    pub tournament: u16,
    /// Number of Black's name in the `.jou` file, from 0.
    pub black: u16,
    /// Number of White's name in the `.jou` file, from 0.
    pub white: u16,
    /// Black's discs at the end, the empties given to the winner; 32 in a draw. For a game that
    /// stops early, an adjudication.
    pub black_score: u8,
    /// Black's discs after best play from the stage that the file's header names.
    pub best_score: u8,
    /// The placements. Passes are not stored.
    pub squares: Vec<Square>,
}

impl WthorFile {
    /// Reads a `.wtb` file.
    ///
    /// # Errors
    /// [`WthorError`], if the header announces something else than 8x8 games, the size is not what
    /// it states, or a move byte is no square. Whether the moves are legal is not looked at: see
    /// [`WthorGame::replay`].
    pub fn read(bytes: &[u8]) -> Result<Self, WthorError> {
        let header = read_header(bytes)?;
        let records = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        match header[12] {
            0 | 8 => {}
            size => return Err(WthorError::BoardSize { size }),
        }
        if header[13] == 1 {
            return Err(WthorError::Solitaires);
        }
        let games = split_records(bytes, records, GAME_BYTES)?
            .enumerate()
            .map(|(i, record)| WthorGame::read(record, HEADER_BYTES + i * GAME_BYTES))
            .collect::<Result<_, _>>()?;
        Ok(Self { year: u16::from_le_bytes([header[10], header[11]]), games })
    }
}

impl WthorGame {
    /// Reads one record, which starts at byte `offset` of its file.
    fn read(record: &[u8], offset: usize) -> Result<Self, WthorError> {
        let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
        let mut squares = Vec::with_capacity(60);
        let moves = &record[SQUARES_AT..];
        let length = moves.iter().position(|&byte| byte == 0).unwrap_or(moves.len());
        for (i, &found) in moves.iter().enumerate() {
            let offset = offset + SQUARES_AT + i;
            if i < length {
                squares.push(square(found).ok_or(WthorError::Square { offset, found })?);
            } else if found != 0 {
                return Err(WthorError::AfterLastMove { offset, found });
            }
        }
        let score = |at: usize| match record[at] {
            discs @ 0..=64 => Ok(discs),
            found => Err(WthorError::Score { offset: offset + at, found }),
        };
        Ok(Self {
            tournament: number(0),
            black: number(2),
            white: number(4),
            black_score: score(6)?,
            best_score: score(7)?,
            squares,
        })
    }

    /// Plays the game from the standard start; the rules make the passes.
    ///
    /// # Errors
    /// [`IllegalAction`] names the first move that is not legal.
    pub fn replay(&self) -> Result<Game, IllegalAction> {
        let actions = self.squares.iter().copied().map(Action::Place).collect();
        Game::replay(Position::START, &Transcript(actions))
    }
}

/// Reads the names of a `.jou` file; a game's player numbers count from the first one.
///
/// # Errors
/// [`WthorError`], if the file is shorter than its header or not as long as that states.
pub fn read_player_names(bytes: &[u8]) -> Result<Vec<String>, WthorError> {
    read_names(bytes, PLAYER_BYTES)
}

/// Reads the names of a `.trn` file; a game's tournament number counts from the first one.
///
/// # Errors
/// [`WthorError`], if the file is shorter than its header or not as long as that states.
pub fn read_tournament_names(bytes: &[u8]) -> Result<Vec<String>, WthorError> {
    read_names(bytes, TOURNAMENT_BYTES)
}

fn read_names(bytes: &[u8], name_bytes: usize) -> Result<Vec<String>, WthorError> {
    let header = read_header(bytes)?;
    let records = usize::from(u16::from_le_bytes([header[8], header[9]]));
    Ok(split_records(bytes, records, name_bytes)?.map(latin1).collect())
}

fn read_header(bytes: &[u8]) -> Result<&[u8; HEADER_BYTES], WthorError> {
    bytes.first_chunk().ok_or(WthorError::ShortHeader { found: bytes.len() })
}

/// Returns the records after the header, if there are as many as it states.
fn split_records(
    bytes: &[u8],
    records: usize,
    record_bytes: usize,
) -> Result<std::slice::ChunksExact<'_, u8>, WthorError> {
    let expected = HEADER_BYTES as u64 + records as u64 * record_bytes as u64;
    if bytes.len() as u64 != expected {
        return Err(WthorError::Length { records, expected, found: bytes.len() });
    }
    Ok(bytes[HEADER_BYTES..].chunks_exact(record_bytes))
}

/// Returns the text up to the first zero; names are in Latin-1.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().take_while(|&&byte| byte != 0).copied().map(char::from).collect()
}

/// Returns the square of a move byte: 11 is a1, 18 is h1, 88 is h8.
fn square(byte: u8) -> Option<Square> {
    let (row, column) = (usize::from(byte / 10), usize::from(byte % 10));
    Square::from_file_rank(column.checked_sub(1)?, row.checked_sub(1)?)
}

/// Returns the byte of a square.
fn square_byte(square: Square) -> u8 {
    10 * (square.rank() as u8 + 1) + square.file() as u8 + 1
}

/// Tells whether bytes are a `.wtb` file, by the size that their header announces.
pub(super) fn is_game_file(bytes: &[u8]) -> bool {
    bytes.first_chunk::<HEADER_BYTES>().is_some_and(|header| {
        let records = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        records > 0 && split_records(bytes, records, GAME_BYTES).is_ok()
    })
}

/// Loads the game of this index, with whatever names there are.
pub(super) fn load(
    file: &WthorFile,
    index: usize,
    players: &[String],
    tournaments: &[String],
) -> Option<Result<Loaded, FormatError>> {
    let stored = file.games.get(index)?;
    let name = |names: &[String], number: u16| {
        names.get(usize::from(number)).and_then(|name| text_of(name))
    };
    Some(stored.replay().map_err(|source| illegal(index, source)).map(|game| {
        let saved = SavedGame {
            black: name(players, stored.black),
            white: name(players, stored.white),
            event: name(tournaments, stored.tournament),
            date: (file.year > 0).then(|| file.year.to_string()),
            result: Some(StatedResult::by_margin(2 * i32::from(stored.black_score) - 64)),
            ..game.into()
        };
        Loaded::new(saved, Vec::new())
    }))
}

fn illegal(index: usize, source: IllegalAction) -> FormatError {
    let offset = HEADER_BYTES + index * GAME_BYTES + SQUARES_AT + source.move_number - 1;
    FormatError::Illegal { place: Place::Byte(offset), source }
}

/// Writes a file of one game. Of the date it holds the year; players and tournament are number 0,
/// which is "unknown" in the federation's list of players.
pub(super) fn write(saved: &SavedGame) -> Result<Written, CannotHold> {
    if saved.game.start() != Position::START {
        return Err(CannotHold::Start);
    }
    let margin = saved.known_result().and_then(|result| result.margin_discs);
    // Files of the federation count what is on the board.
    let margin = margin.map(|margin| margin + saved.komi);
    let black_score = margin
        .filter(|margin| margin % 2 == 0)
        .and_then(|margin| u8::try_from(i32::midpoint(64, margin)).ok())
        .ok_or(CannotHold::Score)?;
    let year = saved.date.as_deref().and_then(|date| date.get(..4)?.parse().ok()).unwrap_or(0_u16);
    let mut bytes = vec![0; HEADER_BYTES + SQUARES_AT];
    bytes[4] = 1;
    bytes[10..12].copy_from_slice(&year.to_le_bytes());
    bytes[12] = 8;
    // The best score that White allows is not known, so the one reached stands for it.
    bytes[HEADER_BYTES + 6..].fill(black_score);
    let squares = saved.game.actions().iter().filter_map(|action| action.square());
    bytes.extend(squares.map(square_byte).take(SQUARES_MAX));
    bytes.resize(HEADER_BYTES + GAME_BYTES, 0);
    Ok(Written::new(bytes, saved, HOLDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of one game with these move bytes.
    fn file(moves: &[u8]) -> Vec<u8> {
        let mut bytes = vec![20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 0xB9, 0x07, 8, 0, 24, 0];
        bytes.extend([1, 0, 0x5A, 0x01, 0x4B, 0x03, 34, 41]);
        bytes.extend(moves);
        bytes.resize(HEADER_BYTES + GAME_BYTES, 0);
        bytes
    }

    #[test]
    fn reads_the_fields_of_a_game() {
        let file = WthorFile::read(&file(&[56, 64, 33])).unwrap();
        assert_eq!(file.year, 1977);
        let game = &file.games[0];
        assert_eq!((game.tournament, game.black, game.white), (1, 346, 843));
        assert_eq!((game.black_score, game.best_score), (34, 41));
        assert_eq!(game.squares, [Square::F5, Square::D6, Square::C3]);
        assert_eq!(game.replay().unwrap().ply(), 3);
    }

    #[test]
    fn names_the_byte_that_is_wrong() {
        for (moves, error) in [
            (&[56, 89][..], WthorError::Square { offset: 25, found: 89 }),
            (&[10], WthorError::Square { offset: 24, found: 10 }),
            (&[56, 255], WthorError::Square { offset: 25, found: 255 }),
            (&[56, 0, 64], WthorError::AfterLastMove { offset: 26, found: 64 }),
        ] {
            assert_eq!(WthorFile::read(&file(moves)), Err(error));
        }
    }

    #[test]
    fn refuses_what_is_no_file_of_8x8_games() {
        let good = file(&[56]);
        assert_eq!(WthorFile::read(&good[..9]), Err(WthorError::ShortHeader { found: 9 }));
        let length = WthorError::Length { records: 1, expected: 84, found: 83 };
        assert_eq!(WthorFile::read(&good[..83]), Err(length));
        let mut many = good.clone();
        many[4..8].fill(0xFF);
        assert!(matches!(WthorFile::read(&many), Err(WthorError::Length { .. })));
        let mut large = good.clone();
        large[12] = 10;
        assert_eq!(WthorFile::read(&large), Err(WthorError::BoardSize { size: 10 }));
        let mut puzzles = good;
        puzzles[13] = 1;
        assert_eq!(WthorFile::read(&puzzles), Err(WthorError::Solitaires));
    }

    #[test]
    fn an_illegal_move_is_found_by_replaying() {
        let file = WthorFile::read(&file(&[56, 11])).unwrap();
        assert_eq!(file.games[0].replay().unwrap_err().ply, 1);
    }

    #[test]
    fn names_are_latin_1_up_to_the_first_zero() {
        let mut bytes = vec![0; HEADER_BYTES + 2 * PLAYER_BYTES];
        bytes[8] = 2;
        bytes[16..20].copy_from_slice(b"???\0");
        bytes[36..42].copy_from_slice(b"Andr\xE9\0");
        assert_eq!(read_player_names(&bytes), Ok(vec!["???".to_owned(), "André".to_owned()]));
        bytes[8] = 3;
        assert!(matches!(read_player_names(&bytes), Err(WthorError::Length { found: 56, .. })));
    }
}
