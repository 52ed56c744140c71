//! Reads the commands that open and enter rooms and fill their seats.

use std::path::PathBuf;
use std::str::FromStr as _;

use reversi_game::formats::Format;
use reversi_game::{Board, Color};
use reversi_protocol::{
    BotName, ChatRule, Competition, FlagScore, Hints, LegalSquares, Nick, Opening, Opponents,
    PlayerName, RoleWish, RoomName, RoomSettings, SaveName, SeatChoice, SeatChoices, Start,
    Strength, TimeControl, UndoPolicy, Visibility, Watch, WatchDelay,
};

use super::arguments::{Arguments, read_color, read_number};
use super::bad_command::BadCommand;
use crate::intent::{BOTH, Import, Intent, NewGame, NewRoom, PairWish, RoomIntent};
use crate::texts::Text;

/// Reads `N X`: both seats for this client, X first.
pub(super) fn read_both(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let first = read_color("first", arguments.only("both")?)?;
    let settings = RoomSettings { start: Start::Standard { first }, ..RoomSettings::default() };
    Ok(NewRoom { settings, seats: BOTH, ..NewRoom::default() }.into())
}

/// Reads `A O 3`: a bot that plays O.
pub(super) fn read_against(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let [piece, level] = arguments.words.as_slice() else {
        return Err(BadCommand::usage("against"));
    };
    let bot = SeatChoice::Bot(read_level(level)?);
    let (black, white) = match read_color("bot", piece)? {
        Color::Black => (bot, SeatChoice::Me),
        Color::White => (SeatChoice::Me, bot),
    };
    let seats = SeatChoices { black, white, draw: false };
    Ok(NewRoom { seats, ..NewRoom::default() }.into())
}

/// Reads `G O ann`: a bot that plays O in a game that counts for ann.
pub(super) fn read_compete(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let [piece, nick] = arguments.words.as_slice() else {
        return Err(BadCommand::usage("compete"));
    };
    let bot_color = read_color("bot", piece)?;
    let competition = Some(Competition { nick: Nick::new(nick)?, bot_color });
    Ok(NewRoom { competition, ..NewRoom::default() }.into())
}

/// Reads a level of the first interpreter, or the name of a bot.
fn read_level(text: &str) -> Result<BotName, BadCommand> {
    Ok(match text {
        "1" => "000-easy",
        "2" => "000-medium",
        "3" => "000-hard",
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            return Err(BadCommand::value("level", number, Text::ValueLevel));
        }
        name => name,
    }
    .parse()?)
}

/// Reads `pair 5m+3s strength=4`, `pair bot`, `pair off`.
pub(super) fn read_pair(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let mut wish = PairWish::default();
    for word in &arguments.words {
        match (word.to_lowercase().as_str(), word.split_once('=')) {
            ("bot", _) => return Ok(Intent::PairBot),
            ("off", _) => return Ok(Intent::Unpair),
            (_, Some(("strength", level))) => wish.strength = read_strength(level)?,
            _ => wish.time = read_time(word)?,
        }
    }
    Ok(Intent::Pair(wish))
}

/// Reads a level of the ladder of bots, or that none is said.
pub(super) fn read_strength(level: &str) -> Result<Option<Strength>, BadCommand> {
    if level.eq_ignore_ascii_case("off") {
        return Ok(None);
    }
    let bad = |_no_level| BadCommand::value("strength", level, Text::ValueStrength);
    level.parse().map(Some).map_err(bad)
}

pub(super) fn read_join(arguments: &Arguments) -> Result<Intent, BadCommand> {
    match arguments.words.as_slice() {
        [room] => Ok(Intent::Enter(room.parse()?, RoleWish::Player)),
        [room, color] => {
            let role = match read_color("seat", color)? {
                Color::Black => RoleWish::Black,
                Color::White => RoleWish::White,
            };
            Ok(Intent::Enter(room.parse()?, role))
        }
        _ => Err(BadCommand::usage("join")),
    }
}

pub(super) fn read_invite(arguments: &Arguments) -> Result<Intent, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(RoomIntent::Invite.into()),
        [word] if word.eq_ignore_ascii_case("off") => Ok(RoomIntent::Release.into()),
        [setting, ..] if setting.contains('=') => Err(BadCommand::usage("invite")),
        [name] => Ok(Intent::Call(PlayerName::new(name)?)),
        [name, settings @ ..] => {
            let mut game = read_game(settings)?;
            game.room.invites = true;
            game.room.to = Some(PlayerName::new(name)?);
            checked(game)
        }
    }
}

pub(super) fn read_bot(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let [color, bot] = arguments.words.as_slice() else { return Err(BadCommand::usage("bot")) };
    let color = read_color("seat", color)?;
    Ok(Intent::Room(RoomIntent::SeatBot { color, bot: bot.parse()? }))
}

/// The settings of `new` as they were given.
#[derive(Default)]
struct New {
    seats: [Option<SeatChoice>; 2],
    draw: bool,
    invites: bool,
    from: StartWords,
    /// Everything but the start.
    settings: RoomSettings,
}

/// What was said about where the game starts.
#[derive(Default)]
struct StartWords {
    first: Option<Color>,
    opening: Option<Opening>,
    start: Option<Start>,
    file: Option<PathBuf>,
    format: Option<Format>,
    number: Option<usize>,
    board: Option<Board>,
    to_move: Option<Color>,
}

/// Reads the settings of `new`.
pub(super) fn read_new(arguments: &Arguments) -> Result<Intent, BadCommand> {
    checked(read_game(&arguments.words)?)
}

/// Passes on a room that somebody can be invited to if that is wanted.
fn checked(game: NewGame) -> Result<Intent, BadCommand> {
    if game.room.invites && !game.room.seats.has_one_open() {
        return Err(BadCommand::Together(Text::InviteNeedsSeat));
    }
    Ok(Intent::Create(game))
}

fn read_game(words: &[String]) -> Result<NewGame, BadCommand> {
    let mut new = New::default();
    for word in words {
        new.set(word)?;
    }
    let (black, white) = match new.seats {
        [None, None] => (SeatChoice::Me, SeatChoice::Open),
        [Some(black), Some(white)] => (black, white),
        [Some(black), None] => (black.clone(), beside(&black)),
        [None, Some(white)] => (beside(&white), white),
    };
    let seats = SeatChoices { black, white, draw: new.draw };
    let moves = new.from.import()?;
    let start = new.from.start(moves.is_some())?;
    let settings = RoomSettings { start, ..new.settings };
    let room = NewRoom { settings, seats, invites: new.invites, ..NewRoom::default() };
    Ok(NewGame { room, moves })
}

/// Returns who sits beside a choice when nothing is said: you, or whoever comes if you sit already.
fn beside(choice: &SeatChoice) -> SeatChoice {
    match choice {
        SeatChoice::Me => SeatChoice::Open,
        SeatChoice::Saved => SeatChoice::Saved,
        SeatChoice::Open | SeatChoice::Bot(_) => SeatChoice::Me,
    }
}

impl New {
    fn set(&mut self, word: &str) -> Result<(), BadCommand> {
        let Some((key, value)) = word.split_once('=') else {
            match word.to_ascii_lowercase().as_str() {
                "draw" => self.draw = true,
                "invite" => self.invites = true,
                "private" => self.settings.visibility = Visibility::Private,
                _ => return Err(BadCommand::setting(word)),
            }
            return Ok(());
        };
        match key.to_ascii_lowercase().as_str() {
            "black" => self.seats[Color::Black.index()] = Some(read_seat("black", value)?),
            "white" => self.seats[Color::White.index()] = Some(read_seat("white", value)?),
            "opening" => self.from.opening = read_opening(value)?,
            "first" => self.from.first = Some(read_color("first", value)?),
            "start" => self.from.start = Some(read_start(value)?),
            "moves" => self.from.file = Some(value.into()),
            "format" => self.from.format = Some(value.parse()?),
            "number" => self.from.number = Some(read_number("number", value)?),
            "board" => self.from.board = Some(Board::from_str(value)?),
            "to-move" => self.from.to_move = Some(read_color("to-move", value)?),
            "hints" => self.settings.hints = Some(read_hints(value)?),
            "undo" => self.settings.undo = Some(read_undo(value)?),
            "legal" => self.settings.legal_squares = read_legal(value)?,
            "time" => self.settings.time = read_time(value)?,
            "flag" => self.settings.flag = read_flag(value)?,
            "opponents" => self.settings.opponents = read_opponents(value)?,
            "watch" => self.settings.watch = read_watch(value)?,
            "delay" => self.settings.watch_delay = read_delay(value)?,
            "chat" => self.settings.chat = read_chat(value)?,
            "think" => self.settings.think_ms_min = read_number("think", value)?,
            "name" => self.settings.name = Some(RoomName::new(value)?),
            _ => return Err(BadCommand::setting(word)),
        }
        Ok(())
    }
}

impl StartWords {
    /// Returns the file that was named, with how it is to be read.
    fn import(&self) -> Result<Option<Import>, BadCommand> {
        let &Self { ref file, format, number, .. } = self;
        match file {
            Some(path) => Ok(Some(Import { path: path.clone(), format, number })),
            None if format.is_some() || number.is_some() => {
                Err(BadCommand::Together(Text::FormatNeedsMoves))
            }
            None => Ok(None),
        }
    }

    fn start(self, is_from_file: bool) -> Result<Start, BadCommand> {
        let Self { first, opening, start, board, to_move, .. } = self;
        let is_given = is_from_file || start.is_some() || board.is_some();
        if let Some(opening) = opening {
            if is_given || first.is_some() || to_move.is_some() {
                return Err(BadCommand::Together(Text::OpeningIsAStart));
            }
            return Ok(Start::Opening { opening });
        }
        if first.is_some() && (is_given || to_move.is_some()) {
            return Err(BadCommand::Together(Text::FirstIsStandard));
        }
        if is_from_file && (start.is_some() || board.is_some()) {
            return Err(BadCommand::Together(Text::FileHasStart));
        }
        match (start, board, to_move) {
            (_, Some(_), None) | (_, None, Some(_)) => {
                Err(BadCommand::Together(Text::BoardNeedsMover))
            }
            (None, Some(board), Some(to_move)) => {
                Ok(Start::Board { board, to_move, moves: String::new() })
            }
            (Some(Start::Transcript { moves }), Some(board), Some(to_move)) => {
                Ok(Start::Board { board, to_move, moves })
            }
            (Some(_), Some(_), Some(_)) => Err(BadCommand::Together(Text::SaveHasStart)),
            (Some(start), None, None) => Ok(start),
            (None, None, None) => Ok(Start::Standard { first: first.unwrap_or(Color::Black) }),
        }
    }
}

fn read_start(value: &str) -> Result<Start, BadCommand> {
    Ok(match value.split_once(':') {
        Some(("saved", name)) => Start::Saved { name: SaveName::new(name)? },
        Some(_) | None => Start::Transcript { moves: value.to_owned() },
    })
}

fn read_opening(value: &str) -> Result<Option<Opening>, BadCommand> {
    let word = value.to_ascii_lowercase();
    if word == "standard" {
        return Ok(None);
    }
    word.parse().map(Some).map_err(|_bad| BadCommand::value("opening", value, Text::ValueOpening))
}

fn read_seat(key: &'static str, value: &str) -> Result<SeatChoice, BadCommand> {
    let choice = value.to_ascii_lowercase().parse();
    choice.map_err(|_bad| BadCommand::value(key, value, Text::ValueSeat))
}

fn read_hints(value: &str) -> Result<Hints, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "on" => Ok(Hints::Allowed),
        "off" => Ok(Hints::Forbidden),
        _ => Err(BadCommand::value("hints", value, Text::ValueHints)),
    }
}

fn read_undo(value: &str) -> Result<UndoPolicy, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "ask" => Ok(UndoPolicy::Ask),
        "free" => Ok(UndoPolicy::Free),
        "off" => Ok(UndoPolicy::Off),
        _ => Err(BadCommand::value("undo", value, Text::ValueUndo)),
    }
}

fn read_time(value: &str) -> Result<TimeControl, BadCommand> {
    value.parse().map_err(|_bad| BadCommand::value("time", value, Text::ValueTime))
}

fn read_flag(value: &str) -> Result<Option<FlagScore>, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "loss" => Ok(None),
        "wipeout" => Ok(Some(FlagScore::Wipeout)),
        "discs" => Ok(Some(FlagScore::Discs)),
        _ => Err(BadCommand::value("flag", value, Text::ValueFlag)),
    }
}

fn read_opponents(value: &str) -> Result<Opponents, BadCommand> {
    let word = value.to_ascii_lowercase();
    word.parse().map_err(|_bad| BadCommand::value("opponents", value, Text::ValueOpponents))
}

fn read_watch(value: &str) -> Result<Watch, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "everyone" => Ok(Watch::Everyone),
        "link" => Ok(Watch::Link),
        "players" => Ok(Watch::Players),
        _ => Err(BadCommand::value("watch", value, Text::ValueWatch)),
    }
}

fn read_delay(value: &str) -> Result<Option<WatchDelay>, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "off" => Ok(None),
        delay => match delay.parse() {
            Ok(delay) => Ok(Some(delay)),
            Err(_bad) => Err(BadCommand::value("delay", value, Text::ValueDelay)),
        },
    }
}

fn read_chat(value: &str) -> Result<ChatRule, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "everything" => Ok(ChatRule::Everything),
        "phrases" => Ok(ChatRule::Phrases),
        "off" => Ok(ChatRule::Off),
        _ => Err(BadCommand::value("chat", value, Text::ValueChat)),
    }
}

fn read_legal(value: &str) -> Result<LegalSquares, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "on" => Ok(LegalSquares::Shown),
        "players" => Ok(LegalSquares::Players),
        "off" => Ok(LegalSquares::Hidden),
        _ => Err(BadCommand::value("legal", value, Text::ValueLegal)),
    }
}
