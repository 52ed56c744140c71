//! Games in files, for the page: what a file holds, a game written in a format, the positions of a
//! game. Nothing is kept: what is asked with is all that the answer is made of.

use std::time::Duration;

use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use hyper::{Request, StatusCode};
use reversi_game::formats::{
    self, FILE_BYTES_MAX, Format, GameFile, ResultReason, SavedGame, StatedResult,
};
use reversi_game::{Action, Color, Game, GameRecord, Position, Turn};
use reversi_protocol::{EndReason, GameResult, LastPlacement, Opening, PositionView, TimeControl};
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use super::answers::{Answer, plain, with};

/// Time for a file to come. Chosen: 1 MiB over a line of 280 kbit/s.
const READ_MAX: Duration = Duration::from_secs(30);

const POSITIONS: &str = "/games/positions";
const READ: &str = "/games/read";
const WRITE: &str = "/games/write";

/// What cannot be done, in words.
type Failure = String;

pub(super) fn is_for(path: &str) -> bool {
    [POSITIONS, READ, WRITE].contains(&path)
}

pub(super) async fn answer(request: Request<Incoming>) -> Answer {
    let (path, query) = (request.uri().path().to_owned(), request.uri().query().map(str::to_owned));
    let query = query.unwrap_or_default();
    let body = Limited::new(request.into_body(), FILE_BYTES_MAX).collect();
    let body = match timeout(READ_MAX, body).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return plain(StatusCode::PAYLOAD_TOO_LARGE, "a file has 1 MiB at most\n"),
        Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "the file took too long to come\n"),
    };
    let body = body.to_bytes();
    let made = match path.as_str() {
        POSITIONS => positions(&body),
        READ => read(&query, &body),
        _ => write(&query, &body),
    };
    let answer = match made {
        Ok((kind, bytes)) => {
            with(plain(StatusCode::OK, bytes), CONTENT_TYPE, HeaderValue::from_static(kind))
        }
        Err(failure) => plain(StatusCode::UNPROCESSABLE_ENTITY, failure),
    };
    let answer = with(answer, X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    with(answer, CACHE_CONTROL, HeaderValue::from_static("no-store"))
}

/// What is answered: of which kind, and the bytes.
type Made = Result<(&'static str, Vec<u8>), Failure>;

const JSON: &str = "application/json";

fn json_of(value: &impl serde::Serialize) -> Made {
    serde_json::to_vec(value).map(|bytes| (JSON, bytes)).map_err(|error| error.to_string())
}

/// A game as the page knows it.
#[derive(Deserialize)]
struct Told {
    start: Position,
    actions: Vec<Action>,
    #[serde(default)]
    black: Option<String>,
    #[serde(default)]
    white: Option<String>,
    #[serde(default)]
    time: TimeControl,
    #[serde(default)]
    opening: Option<Opening>,
    #[serde(default)]
    result: Option<GameResult>,
}

impl Told {
    fn read(body: &[u8]) -> Result<(Self, Game), Failure> {
        let told: Self = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        let record = GameRecord { start: told.start, actions: told.actions.clone() };
        Game::try_from(record).map(|game| (told, game)).map_err(|error| error.to_string())
    }
}

fn positions(body: &[u8]) -> Made {
    let (_, game) = Told::read(body)?;
    let mut last = None;
    let mut positions = Vec::new();
    for ply in 0..=game.ply() {
        let Some(position) = game.position_at(ply) else { break };
        let played = ply.checked_sub(1).and_then(|ply| {
            let placement = game.position_at(ply)?.place(game.actions()[ply].square()?).ok()?;
            let (color, square) = (placement.color, placement.square);
            Some(LastPlacement { color, square, flips: placement.flips })
        });
        last = played.or(last);
        positions.push(PositionView {
            ply: ply as u32,
            board: position.board,
            to_move: (position.turn() != Turn::Over).then_some(position.to_move),
            discs: position.counts(),
            last: last.clone(),
            legal: None,
            opening: game.opening_at(ply).map(|opening| opening.name.into()),
            clocks: None,
        });
    }
    json_of(&positions)
}

/// Reads a value of a query, such as `name` in `name=game.sgf&number=2`.
fn value(query: &str, name: &str) -> Option<String> {
    let mut parts = query.split('&').filter_map(|part| part.split_once('='));
    let (_, value) = parts.find(|(key, _)| *key == name)?;
    // A file is told by its ending, which has no letters that are written otherwise.
    Some(value.to_owned())
}

fn read(query: &str, body: &[u8]) -> Made {
    let name = value(query, "name").unwrap_or_default();
    let number = value(query, "number").and_then(|number| number.parse().ok());
    let format = Format::detect(&name, body).map_err(|error| error.to_string())?;
    let file = GameFile::open(body, format).map_err(|error| error.to_string())?;
    if file.count() > 1 && number.is_none() {
        return json_of(&json!({ "games": file.count() }));
    }
    let saved = file.load(number.unwrap_or(1)).map_err(|error| error.to_string())?.saved;
    let start = saved.game.start();
    json_of(&json!({
        "games": file.count(),
        "format": format.name(),
        "start": { "board": start.board, "to_move": start.to_move },
        "moves": saved.game.transcript().to_string(),
        "actions": saved.game.actions(),
        "is_over": saved.game.is_over() || saved.result.is_some(),
        "komi": saved.komi,
        "black": saved.black,
        "white": saved.white,
    }))
}

fn write(query: &str, body: &[u8]) -> Made {
    let format = value(query, "format").unwrap_or_default();
    let format: Format = format.parse().map_err(|error| format!("{error}"))?;
    let (told, game) = Told::read(body)?;
    let saved = SavedGame {
        black: told.black,
        white: told.white,
        time: told.time.in_files(),
        komi: told.opening.map_or(0, Opening::komi).into(),
        result: told.result.as_ref().map(stated),
        ..game.into()
    };
    let written = formats::write(&saved, format).map_err(|error| error.to_string())?;
    let kind = if format == Format::Wthor {
        "application/octet-stream"
    } else {
        "text/plain; charset=utf-8"
    };
    Ok((kind, written.bytes))
}

fn stated(result: &GameResult) -> StatedResult {
    let reason = match result.reason {
        EndReason::Agreement => Some(ResultReason::Agreement),
        EndReason::Resignation => Some(ResultReason::Resignation),
        EndReason::Time => Some(ResultReason::Time),
        EndReason::NoMovesLeft
        | EndReason::Abandonment
        | EndReason::CalledOff
        | EndReason::Unknown => None,
    };
    let margin = |color: Color| result.score.map(|score| score.of_color(color) as i32);
    let margin_discs = margin(Color::Black).zip(margin(Color::White)).map(|(b, w)| b - w);
    StatedResult { outcome: result.outcome, margin_discs, reason }
}
