//! A file with one game or many, and the choice of one of them.

use std::borrow::Cow;
use std::ops::Range;

use super::error::FormatError;
use super::format::Format;
use super::saved::Loaded;
use super::text::{self, Part};
use super::wthor::WthorFile;
use super::{evora, ggf, json, minho, obf, pgn, sgf, transcript, wthor};

/// Largest file that is read: the longest year of the WTHOR database has 0.4 MB. A bound on what a
/// hostile file can cost, in bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;

/// A file of which each game can be loaded by its number.
#[derive(Clone, Debug)]
pub struct GameFile<'a> {
    format: Format,
    content: Content<'a>,
}

#[derive(Clone, Debug)]
enum Content<'a> {
    Text { text: Cow<'a, str>, games: Vec<Range<usize>>, reader: TextReader },
    Wthor { file: WthorFile, players: Vec<String>, tournaments: Vec<String> },
}

impl<'a> GameFile<'a> {
    /// Finds the games of a file.
    ///
    /// # Errors
    /// [`FormatError`], if the file is too large, or is a WTHOR file that is broken or of another
    /// kind. What else may be wrong with a game shows when it is loaded.
    pub fn open(bytes: &'a [u8], format: Format) -> Result<Self, FormatError> {
        if bytes.len() > FILE_BYTES_MAX {
            return Err(FormatError::TooLarge { bytes: bytes.len() });
        }
        let content = if let Some(reader) = TextReader::of(format) {
            let text = text::decode(bytes);
            let games = reader.games(&text);
            Content::Text { text, games, reader }
        } else {
            let file = WthorFile::read(bytes)?;
            Content::Wthor { file, players: Vec::new(), tournaments: Vec::new() }
        };
        Ok(Self { format, content })
    }

    /// Adds the names of a WTHOR database ([`wthor::read_player_names`],
    /// [`wthor::read_tournament_names`]); other formats carry their own.
    #[must_use]
    pub fn with_names(mut self, names: Vec<String>, tournament_names: Vec<String>) -> Self {
        if let Content::Wthor { players, tournaments, .. } = &mut self.content {
            (*players, *tournaments) = (names, tournament_names);
        }
        self
    }

    /// Returns the format that the file was opened as.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of games.
    pub fn count(&self) -> usize {
        match &self.content {
            Content::Text { games, .. } => games.len(),
            Content::Wthor { file, .. } => file.games.len(),
        }
    }

    /// Loads the game of this number, from 1.
    ///
    /// # Errors
    /// [`FormatError`] says where the game is broken or illegal, or that there is none.
    pub fn load(&self, number: usize) -> Result<Loaded, FormatError> {
        let no_such_game = || FormatError::NoSuchGame { number, count: self.count() };
        let index = number.checked_sub(1).ok_or_else(no_such_game)?;
        match &self.content {
            Content::Text { text, games, reader } => {
                let range = games.get(index).ok_or_else(no_such_game)?;
                (reader.read)(Part::whole(text).within(range.clone()))
            }
            Content::Wthor { file, players, tournaments } => {
                wthor::load(file, index, players, tournaments).ok_or_else(no_such_game)?
            }
        }
    }

    /// Loads the only game of the file.
    ///
    /// # Errors
    /// [`FormatError::SeveralGames`], if one has to be chosen; else as [`GameFile::load`].
    pub fn load_only(&self) -> Result<Loaded, FormatError> {
        match self.count() {
            0 | 1 => self.load(1),
            count => Err(FormatError::SeveralGames { count }),
        }
    }
}

/// How the games of a text are found, and how each is read.
#[derive(Clone, Copy, Debug)]
struct TextReader {
    /// Returns where the games are; nothing, if the whole text is one.
    split: fn(&str) -> Vec<Range<usize>>,
    read: fn(Part<'_>) -> Result<Loaded, FormatError>,
}

impl TextReader {
    /// Returns the reader of a format, if its files are texts.
    fn of(format: Format) -> Option<Self> {
        let whole = |_: &str| Vec::new();
        let reader = match format {
            Format::Evora => Self { split: whole, read: evora::read },
            Format::Ggf => Self { split: ggf::split, read: ggf::read },
            Format::Json => Self { split: whole, read: json::read },
            Format::Minho => Self { split: whole, read: minho::read },
            Format::Obf => Self { split: obf::split, read: obf::read },
            Format::Pgn => Self { split: pgn::split, read: pgn::read },
            Format::Sgf => Self { split: sgf::split, read: sgf::read },
            Format::Transcript => Self { split: transcript::split, read: transcript::read },
            Format::Wthor => return None,
        };
        Some(reader)
    }

    /// Returns where the games are. Where there is none, the reader says of the whole text what is
    /// missing.
    fn games(self, text: &str) -> Vec<Range<usize>> {
        let mut games = (self.split)(text);
        if games.is_empty() {
            games.push(0..text.len());
        }
        games
    }
}
