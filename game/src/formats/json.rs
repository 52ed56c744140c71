//! This project's own save file: JSON that holds everything, with a version.

use serde::{Deserialize, Serialize};

use super::error::{FormatError, Unsupported};
use super::notes::Detail;
use super::saved::{
    BotSeat, GameTime, Loaded, MoveScore, SavedGame, StatedResult, Written, komi_of, text_of,
};
use super::text::Part;
use crate::position::Position;
use crate::record::{Game, GameRecord};
use crate::transcript::Action;

/// What the field `format` says.
const FORMAT: &str = "reversi-game";
/// The version that is written; older ones are read as well.
const VERSION: u32 = 1;

const HOLDS: &[Detail] = &[
    Detail::Bot,
    Detail::Date,
    Detail::Event,
    Detail::Komi,
    Detail::MoveScores,
    Detail::Names,
    Detail::Record,
    Detail::Result,
    Detail::ResultReason,
    Detail::Time,
];

/// What tells a save file from other JSON, and its version from others.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// The file. Fields that a reader does not know are passed over.
#[derive(Serialize, Deserialize)]
struct SaveFile {
    format: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<GameTime>,
    #[serde(default, skip_serializing_if = "is_none")]
    komi: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<StatedResult>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<BotSeat>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    move_scores: Vec<MoveScore>,
    start: Position,
    actions: Vec<Action>,
}

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    let head: Head = parse(part)?;
    if head.format != FORMAT {
        return Err(part.syntax(0, "a saved game, with \"format\":\"reversi-game\""));
    }
    if head.version > VERSION {
        let what = Unsupported::Version { version: head.version, known: VERSION };
        return Err(part.unsupported(offset_of(part, "\"version\""), what));
    }
    let file: SaveFile = parse(part)?;
    let record = GameRecord { start: file.start, actions: file.actions };
    let game = Game::try_from(record).map_err(|source| FormatError::Illegal {
        place: part.place(offset_of(part, "\"actions\"")),
        source,
    })?;
    let legal = game.legal();
    let is_sound =
        |scored: &MoveScore| legal.contains(scored.square) && (-64..=64).contains(&scored.score);
    if !file.move_scores.iter().all(is_sound) {
        let offset = offset_of(part, "\"move_scores\"");
        return Err(part.syntax(offset, "scores of legal squares, -64 to 64"));
    }
    let text = |text: Option<String>| text.as_deref().and_then(text_of);
    let saved = SavedGame {
        game,
        black: text(file.black),
        white: text(file.white),
        event: text(file.event),
        date: text(file.date),
        time: file.time,
        komi: komi_of(file.komi.into()).unwrap_or(0),
        result: file.result,
        bot: file.bot.map(|bot| BotSeat { kind: text(bot.kind), ..bot }),
        move_scores: file.move_scores,
    };
    Ok(Loaded::new(saved, Vec::new()))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_none(komi: &i32) -> bool {
    *komi == 0
}

fn parse<'a, T: Deserialize<'a>>(part: Part<'a>) -> Result<T, FormatError> {
    serde_json::from_str(part.text()).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let problem = error.to_string().replace(&format!(" at line {line} column {column}"), "");
        FormatError::Json { line, column, problem }
    })
}

fn offset_of(part: Part<'_>, key: &str) -> usize {
    part.text().find(key).unwrap_or(0)
}

pub(super) fn write(saved: &SavedGame) -> Written {
    let file = SaveFile {
        format: FORMAT.to_owned(),
        version: VERSION,
        black: saved.black.clone(),
        white: saved.white.clone(),
        event: saved.event.clone(),
        date: saved.date.clone(),
        time: saved.time,
        komi: saved.komi,
        result: saved.result,
        bot: saved.bot.clone(),
        move_scores: saved.move_scores.clone(),
        start: saved.game.start(),
        actions: saved.game.actions().to_vec(),
    };
    let mut text = serde_json::to_string(&file)
        .expect("a save file has text keys and no number that JSON lacks");
    text.push('\n');
    Written::new(text, saved, HOLDS)
}
