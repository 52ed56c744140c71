//! Errors in the words of a language.

use std::fmt::Debug;
use std::io;
use std::path::Path;

use reversi_game::formats::{
    self, CannotHold, Detail, FILE_BYTES_MAX, Format, FormatError, Place, UnknownFormatName,
    Unsupported,
};
use reversi_game::{
    Color, IllegalAction, IllegalReason, Outcome, ParseBoardError, ParseSquareError, PlacementError,
};
use reversi_protocol::{
    BadName, CloseCode, ParseBotNameError, ParseHex128Error, RefusalCode, RejectionCode,
};

use super::people::join;
use crate::answer::Warning;
use crate::files::{GameFileError, NoRandomness, SeatStoreError, SettingsError, SystemError};
use crate::not_done::NotDone;
use crate::report::Reason;
use crate::say;
use crate::server_url::{ParseRoomRefError, ParseServerUrlError};
use crate::session::{NetEnd, Rejection};
use crate::shown_in_english;
use crate::symbols::BadSymbols;
use crate::texts::{Language, Say, Text};
use crate::words::{BadCommand, CommandSpec, find};

shown_in_english!(
    BadCommand,
    BadSymbols,
    GameFileError,
    NetEnd,
    NoRandomness,
    NotDone,
    ParseRoomRefError,
    ParseServerUrlError,
    Rejection,
    SeatStoreError,
    SettingsError,
    SystemError,
    Warning,
);

/// Quotes what somebody typed.
pub fn quoted(text: impl Debug) -> String {
    format!("{text:?}")
}

/// Says why the system does not do something; what is not known here, in its own words.
pub fn system_text(language: Language, kind: io::ErrorKind, text: &str) -> String {
    let known = [
        (io::ErrorKind::NotFound, Text::NotThere),
        (io::ErrorKind::PermissionDenied, Text::NotPermitted),
        (io::ErrorKind::ConnectionRefused, Text::ConnectionRefused),
    ];
    let known = known.into_iter().find(|(known, _)| *known == kind);
    known
        .filter(|_| language != Language::English)
        .map_or_else(|| text.to_owned(), |(_, known)| language.text(known).to_owned())
}

impl Say for SystemError {
    fn say(&self, language: Language) -> String {
        system_text(language, self.kind, &self.text)
    }
}

impl Say for NotDone {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Bad(bad) => bad.say(language),
            Self::NoRoom => say!(language, NoRoom),
            Self::OtherServer { link, here } => {
                say!(language, OtherServer, link, here, room = link.room)
            }
            Self::NoBoard => say!(language, NoBoard),
            Self::MoveUnanswered(square) => say!(language, MoveUnanswered, square),
            Self::NoOffer => say!(language, NoOffer),
            Self::NoSide(room) => say!(language, PickBy, command = "join", room),
            Self::NoOwnOffer => say!(language, NoOwnOffer),
            Self::Rule(code) => language.refusal(*code).to_owned(),
            Self::LegalHidden => say!(language, LegalSecret),
            Self::NoFile => say!(language, NoFile),
            Self::NoOtherBoard => say!(language, NoOtherBoard),
            Self::NotOver => say!(language, ReviewAtEnd),
            Self::NoSuchPly { ply, last } => say!(language, NoSuchPly, ply, last),
            Self::BadRecord(why) => say!(language, BadRecord, why = why.say(language)),
            Self::GameFile(error) => error.say(language),
            Self::Settings(error) => error.say(language),
            Self::SeatStore(error) => error.say(language),
        }
    }
}

impl Say for Reason {
    fn say(&self, language: Language) -> String {
        match self {
            // English is the server's own, which may say more; so is what is not known here.
            Self::Server { message, code }
                if language == Language::English || *code == RefusalCode::Unknown =>
            {
                message.clone()
            }
            Self::Server { code, .. } => language.refusal(*code).to_owned(),
            Self::Client(not_done) => not_done.say(language),
        }
    }
}

impl Say for Warning {
    fn say(&self, language: Language) -> String {
        match self {
            Self::BotLeftOut(color) => {
                let word = Language::English.color(*color);
                say!(language, BotLeftOut, color = language.color(*color), word)
            }
            Self::Seats(error) => error.say(language),
            Self::Config(what) => say!(language, InConfig, what = what.say(language)),
            Self::OtherKey(path) => say!(language, KeyOther, file = path.display()),
        }
    }
}

impl Say for NetEnd {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Rejected(rejection) => rejection.say(language),
            Self::Closed { code, .. } if *code == CloseCode::KeyReplaced.number() => {
                say!(language, KeyIsReplaced)
            }
            Self::Closed { code, reason } => say!(language, ServerClosedForGood, code, reason),
        }
    }
}

impl Say for Rejection {
    fn say(&self, language: Language) -> String {
        match self.code {
            RejectionCode::KeyReplaced => say!(language, KeyIsReplaced),
            RejectionCode::BadHello
            | RejectionCode::UnsupportedVersion
            | RejectionCode::Unknown => say!(language, ServerRejects, message = self.message),
        }
    }
}

impl Say for BadCommand {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Unknown { word } => say!(language, UnknownCommand, word = quoted(word)),
            Self::Usage { command } => say!(language, Usage, usage = usage(command)),
            Self::Square(error) => error.say(language),
            Self::MoreThanASquare => say!(language, MoreThanASquare),
            Self::LineColumn { line, column } => say!(language, LineColumn, line, column),
            Self::Room(error) => error.say(language),
            Self::Value { key, value, expected } => {
                say!(language, BadValue, key, value, expected = language.text(*expected))
            }
            Self::Setting { word } => {
                say!(language, UnknownSetting, word = quoted(word), usage = usage("new"))
            }
            Self::Together(text) => language.text(*text).to_owned(),
            Self::Name(error) => error.say(language),
            Self::NameOfWords => say!(language, NameOfWords),
            Self::Bot(error) => error.say(language),
            Self::Format(error) => error.say(language),
            Self::Symbols(error) => error.say(language),
            Self::Board(error) => error.say(language),
            Self::Quote => say!(language, QuoteMissing),
            Self::TooLong { max } => say!(language, LineTooLong, max),
        }
    }
}

impl Say for BadSymbols {
    fn say(&self, language: Language) -> String {
        match *self {
            Self::Two => say!(language, SymbolsTwo),
            Self::Equal => say!(language, SymbolsEqual),
            Self::NotPrintable(symbol) => say!(language, SymbolHidden, code = code_point(symbol)),
            Self::Wide(symbol) => say!(language, SymbolWide, symbol),
            Self::Mark(symbol) => say!(language, SymbolMark, symbol),
        }
    }
}

fn code_point(character: char) -> String {
    format!("{:04X}", u32::from(character))
}

impl Say for ParseSquareError {
    fn say(&self, language: Language) -> String {
        say!(language, NotASquare, text = quoted(&self.text))
    }
}

impl Say for ParseRoomRefError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Server(error) => error.say(language),
            Self::Room(_) => say!(language, BadRoomId),
        }
    }
}

impl Say for ParseHex128Error {
    fn say(&self, language: Language) -> String {
        say!(language, BadKey)
    }
}

impl Say for ParseBotNameError {
    fn say(&self, language: Language) -> String {
        say!(language, BadBotName)
    }
}

impl Say for BadName {
    fn say(&self, language: Language) -> String {
        match *self {
            Self::Empty => say!(language, NameEmpty),
            Self::TooLong { max, found } => say!(language, NameTooLong, max, found),
            Self::Path(character) => say!(language, NamePath, character = quoted(character)),
            Self::Misleading => say!(language, NameMisleading),
            Self::Mark(mark) => say!(language, NameMark, code = code_point(mark)),
            Self::Character(character) => {
                say!(language, NameCharacter, code = code_point(character))
            }
        }
    }
}

impl Say for UnknownFormatName {
    fn say(&self, language: Language) -> String {
        say!(language, UnknownFormat, name = quoted(&self.name), formats = format_names())
    }
}

fn format_names() -> String {
    join(Format::ALL.map(Format::name))
}

impl Say for ParseBoardError {
    fn say(&self, language: Language) -> String {
        match *self {
            Self::Length { found } => say!(language, BoardLength, found),
            Self::Character { square, found } => {
                say!(language, BoardCharacter, found = quoted(found), square)
            }
        }
    }
}

impl Say for IllegalAction {
    fn say(&self, language: Language) -> String {
        let &Self { move_number, action, reason, .. } = self;
        let color = |color: Color| language.color(color);
        let why = match reason {
            IllegalReason::Placement(PlacementError::GameOver) => say!(language, GameIsOver),
            IllegalReason::Placement(PlacementError::Occupied(square)) => {
                say!(language, SquareOccupied, square)
            }
            IllegalReason::Placement(PlacementError::TurnsNothing { square, color: side }) => {
                say!(language, SquareTurnsNothing, square, color = color(side))
            }
            IllegalReason::MustPass(side) => say!(language, MustPass, color = color(side)),
            IllegalReason::MayNotPass(side) => say!(language, MayNotPass, color = color(side)),
        };
        say!(language, IllegalMove, number = move_number, action, why)
    }
}

impl Say for Place {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Byte(offset) => say!(language, AtByte, offset),
            Self::Text { line, column } => say!(language, AtLine, line, column),
        }
    }
}

impl Say for FormatError {
    fn say(&self, language: Language) -> String {
        let at = |place: &Place, why: String| format!("{}: {why}", place.say(language));
        match self {
            Self::TooLarge { bytes } => say!(language, FileTooLarge, bytes, max = FILE_BYTES_MAX),
            Self::UnknownFormat => say!(language, FormatUnclear),
            Self::SeveralGames { count } => say!(language, SeveralGames, count),
            Self::NoSuchGame { number, count } => say!(language, NoSuchGameInFile, number, count),
            Self::Syntax { place, expected, found } => {
                let found = if found.is_empty() { say!(language, TheEnd) } else { quoted(found) };
                say!(language, Expected, place = place.say(language), expected, found)
            }
            &Self::Json { line, column, ref problem } => {
                at(&Place::Text { line, column }, problem.clone())
            }
            Self::Illegal { place, source } => at(place, source.say(language)),
            Self::WrongColor { place, written } => {
                let color = language.color(*written);
                say!(language, WrongColor, place = place.say(language), color)
            }
            Self::Unsupported { place, what } => at(place, what.say(language)),
            Self::Wthor(error) => error.to_string(),
        }
    }
}

impl Say for Unsupported {
    fn say(&self, language: Language) -> String {
        match self {
            Self::AntiGame => say!(language, AntiGame),
            Self::BoardSize { size } => say!(language, OtherSize, size),
            Self::OtherGame { name } => say!(language, OtherGame, name = quoted(name)),
            Self::SetupInGame => say!(language, SetupInGame),
            Self::StartNotation => say!(language, StartNotation),
            Self::Version { version, known } => say!(language, NewerVersion, version, known),
        }
    }
}

impl Say for CannotHold {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Start => say!(language, OnlyStandardStart),
            Self::Score => say!(language, NeedsScore),
        }
    }
}

impl Say for formats::Warning {
    fn say(&self, language: Language) -> String {
        match self {
            Self::EmptyFile => say!(language, EmptyFile),
            Self::IllegalSteps { states, reaches_back_to: oldest } => match states.as_slice() {
                [state] => say!(language, StepBreaksRules, state, oldest),
                states => say!(language, StepsBreakRules, states = join(states), oldest),
            },
            Self::Komi { komi } => say!(language, Komi, komi),
            Self::Level { level } => say!(language, LevelUnknown, level),
            Self::ResultDiffers { stated, on_board } => {
                let signed = |margin: &i32| format!("{margin:+}");
                say!(language, MarginDiffers, stated = signed(stated), on_board = signed(on_board))
            }
            Self::ResultUnclear { text } => say!(language, ResultUnclear, text = quoted(text)),
            Self::Variations => say!(language, Variations),
            Self::WinnerDiffers { stated, on_board } => {
                let won = |outcome: &Outcome| match outcome.winner() {
                    None => say!(language, OutcomeDraw),
                    Some(winner) => say!(language, Wins, side = language.the(winner)),
                };
                say!(language, WinnerDiffers, stated = won(stated), on_board = won(on_board))
            }
        }
    }
}

impl Say for Detail {
    fn say(&self, language: Language) -> String {
        let text = match self {
            Self::Bot => Text::DetailBot,
            Self::Date => Text::DetailDate,
            Self::Event => Text::DetailEvent,
            Self::Komi => Text::DetailKomi,
            Self::MoveScores => Text::DetailMoveScores,
            Self::Names => Text::DetailNames,
            Self::Record => Text::DetailRecord,
            Self::Result => Text::DetailResult,
            Self::ResultReason => Text::DetailResultReason,
            Self::Time => Text::DetailTime,
        };
        language.text(text).to_owned()
    }
}

impl Say for GameFileError {
    fn say(&self, language: Language) -> String {
        let shown = |path: &Path| path.display().to_string();
        match self {
            Self::Unreadable { path, source } => {
                say!(language, CannotRead, file = shown(path), why = source.say(language))
            }
            Self::Broken { path, source, guessed } => {
                let why = source.say(language) + &other_format(language, source, *guessed);
                say!(language, InFile, file = shown(path), why)
            }
            Self::UnknownEnding { path } => {
                say!(language, EndingUnknown, file = shown(path), formats = format_names())
            }
            Self::CannotHold { format, source } => {
                say!(language, InFile, file = format, why = source.say(language))
            }
            Self::Exists { path } => say!(language, FileExists, file = shown(path)),
            Self::Unwritable { path, source } => {
                say!(language, CannotWrite, file = shown(path), why = source.say(language))
            }
        }
    }
}

/// Says of a format that was guessed how another one is named.
fn other_format(language: Language, error: &FormatError, guessed: Option<Format>) -> String {
    let how = match (error, guessed) {
        (FormatError::UnknownFormat, _) => say!(language, NameTheFormat, formats = format_names()),
        // These are about no format.
        (
            FormatError::TooLarge { .. }
            | FormatError::SeveralGames { .. }
            | FormatError::NoSuchGame { .. },
            _,
        )
        | (_, None) => return String::new(),
        (_, Some(format)) => say!(language, TakenForFormat, format),
    };
    format!("; {how}")
}

impl Say for SeatStoreError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Io { path, source } => {
                let why = source.say(language);
                say!(language, SeatsNotKept, file = path.display(), why)
            }
            Self::Damaged { path, source } => {
                say!(language, SeatsDamaged, file = path.display(), why = source.say(language))
            }
            Self::NoRandomness(error) => error.say(language),
        }
    }
}

impl Say for SettingsError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Io { path, source } => {
                let why = source.say(language);
                say!(language, SettingsUnusable, file = path.display(), why)
            }
            Self::NotToml { path, line } => {
                say!(language, SettingsNotToml, file = path.display(), line)
            }
        }
    }
}

impl Say for NoRandomness {
    fn say(&self, language: Language) -> String {
        say!(language, NoRandomness)
    }
}

impl Say for ParseServerUrlError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Encrypted { scheme } => say!(language, UrlEncrypted, scheme),
            Self::Scheme { scheme } => say!(language, UrlScheme, scheme),
            Self::Host(text) => say!(language, UrlHost, text = quoted(text)),
            Self::Port(text) => say!(language, UrlPort, text = quoted(text)),
            Self::Path(text) => say!(language, UrlPath, text = quoted(text)),
        }
    }
}

/// Returns how a command is meant.
fn usage(command: &str) -> String {
    find(command).map(CommandSpec::usage).unwrap_or_default()
}
