//! The Go Text Protocol, version 2, as engines for Othello speak it. They disagree on whether the first rank is
//! the upper one; one that counts from below is told the mirrored game, which is the same game.

use reversi_game::{Action, Board, Color, Game, GameRecord, Position, Square};
use reversi_protocol::{Snapshot, TimeControl};

use super::error::EngineError;
use super::process::Process;
use super::turn::{Choice, Turn};

/// An answer is given up that is longer; what counts is in its first line.
const ANSWER_BYTES_MAX: usize = 1 << 16;

/// What an engine knows.
#[derive(Debug)]
pub(super) struct Gtp {
    ranks: Ranks,
    /// The game that it was told; nothing where that is not sure.
    known: Option<Vec<(Color, Action)>>,
}

/// From where an engine counts the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ranks {
    FromAbove,
    FromBelow,
}

/// A command, and what its refusal means.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Must(String),
    /// An engine need not know of it: of clocks, and of passes that the rules make.
    May(String),
}

impl Gtp {
    /// Begins, and finds out how the engine names squares.
    pub(super) async fn greet(process: &mut Process) -> Result<Self, EngineError> {
        for line in ["boardsize 8", "set_game Othello"] {
            do_step(process, &Step::May(line.to_owned())).await?;
        }
        do_step(process, &Step::Must("clear_board".to_owned())).await?;
        let play = |ranks: Ranks| format!("play black {}", ranks.name(Square::F5));
        let above = ask(process, &play(Ranks::FromAbove)).await?;
        let ranks = if above.is_ok() {
            Ranks::FromAbove
        } else {
            do_step(process, &Step::Must(play(Ranks::FromBelow))).await?;
            Ranks::FromBelow
        };
        Ok(Self { ranks, known: None })
    }

    /// Asks for a move.
    pub(super) async fn choose(
        &mut self,
        process: &mut Process,
        turn: &Turn,
    ) -> Result<Choice, EngineError> {
        let played = played(&turn.view)?;
        let known = self.known.take();
        for step in steps(known.as_deref(), &played, turn, self.ranks) {
            do_step(process, &step).await?;
        }
        let command = format!("genmove {}", name(turn.color));
        let answer = ask(process, &command).await?;
        let answer = answer.map_err(|answer| EngineError::Refused { command, answer })?;
        let choice = choice(&answer, turn, self.ranks)?;
        let mut known = played;
        if let Choice::Place(square) = choice {
            known.push((turn.color, Action::Place(square)));
        }
        self.known = Some(known);
        Ok(choice)
    }
}

/// Tells whether there is a word for a game that begins with this board.
pub(super) fn can_begin(board: Board) -> bool {
    board == Position::START.board
}

/// Returns the actions of a game, each with its side.
fn played(view: &Snapshot) -> Result<Vec<(Color, Action)>, EngineError> {
    if !can_begin(view.start.board) {
        return Err(EngineError::OtherStart);
    }
    let record = GameRecord { start: view.start, actions: view.actions.clone() };
    Ok(Game::try_from(record)?.actions_by_side().collect())
}

/// Returns what brings an engine from the game that it knows to the current position and its clocks.
fn steps(
    known: Option<&[(Color, Action)]>,
    played: &[(Color, Action)],
    turn: &Turn,
    ranks: Ranks,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let known = known.filter(|known| played.starts_with(known));
    if known.is_none() {
        steps.push(Step::Must("clear_board".to_owned()));
        steps.extend(time_settings(turn.view.rules.time).map(Step::May));
    }
    for &(color, action) in &played[known.map_or(0, <[_]>::len)..] {
        let color = name(color);
        steps.push(match action {
            Action::Place(square) => Step::Must(format!("play {color} {}", ranks.name(square))),
            Action::Pass => Step::May(format!("play {color} pass")),
        });
    }
    steps.extend(time_left(turn).map(Step::May));
    steps
}

/// Main time, time for so many moves after it, and how many: what of a time control can be said so.
fn time_settings(time: TimeControl) -> Option<String> {
    let (main_s, period_s, moves) = match time {
        TimeControl::None | TimeControl::Correspondence { .. } => return None,
        TimeControl::PerMove { seconds } => (0, seconds, 1),
        TimeControl::SuddenDeath { main_s }
        | TimeControl::Increment { main_s, .. }
        | TimeControl::Delay { main_s, .. } => (main_s, 0, 0),
        TimeControl::Periods { main_s, period_s, .. } => (main_s, period_s, 1),
    };
    Some(format!("time_settings {main_s} {period_s} {moves}"))
}

/// What the engine's clock shows, in whole seconds; a period is for one move.
fn time_left(turn: &Turn) -> Option<String> {
    let time = turn.view.rules.time;
    time_settings(time)?;
    let face = turn.view.position.clocks.as_ref()?.face(turn.color, turn.server_ms);
    let is_for_a_move = face.is_in_period || matches!(time, TimeControl::PerMove { .. });
    let moves = u8::from(is_for_a_move);
    Some(format!("time_left {} {} {moves}", name(turn.color), face.ms / 1000))
}

/// Understands the answer to `genmove`.
fn choice(answer: &str, turn: &Turn, ranks: Ranks) -> Result<Choice, EngineError> {
    if answer.eq_ignore_ascii_case("resign") {
        return Ok(Choice::Resign);
    }
    turn.place(answer.parse().ok().map(|square| ranks.turned(square)), answer)
}

impl Ranks {
    /// Changes a square's name from one way of counting to the other.
    fn turned(self, square: Square) -> Square {
        let turned = Square::from_file_rank(square.file(), 7 - square.rank());
        turned.filter(|_| self == Self::FromBelow).unwrap_or(square)
    }

    fn name(self, square: Square) -> String {
        self.turned(square).to_string()
    }
}

async fn do_step(process: &mut Process, step: &Step) -> Result<(), EngineError> {
    match step {
        Step::May(command) => ask(process, command).await.map(drop),
        Step::Must(command) => {
            let answer = ask(process, command).await?;
            let refused = |answer| EngineError::Refused { command: command.clone(), answer };
            answer.map(drop).map_err(refused)
        }
    }
}

/// Asks and returns the first line of what is said, or of why it is refused. An answer ends with an empty line;
/// whatever is not part of one is passed over.
async fn ask(process: &mut Process, command: &str) -> Result<Result<String, String>, EngineError> {
    process.tell(command).await?;
    let answer = loop {
        if let Some(answer) = beginning(&process.line().await?) {
            break answer;
        }
    };
    let mut bytes = 0;
    while bytes < ANSWER_BYTES_MAX {
        let line = process.line().await?;
        if line.is_empty() {
            return Ok(answer);
        }
        bytes += line.len();
    }
    Err(EngineError::Refused { command: command.to_owned(), answer: "…".to_owned() })
}

/// Reads the first line of an answer: `=` or `?`, a number or none, and what it says.
fn beginning(line: &str) -> Option<Result<String, String>> {
    let said =
        |rest: &str| rest.trim_start_matches(|char: char| char.is_ascii_digit()).trim().to_owned();
    let (yes, no) = (line.strip_prefix('='), line.strip_prefix('?'));
    yes.map(|rest| Ok(said(rest))).or_else(|| no.map(|rest| Err(said(rest))))
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

#[cfg(test)]
mod tests {
    use super::super::turn::tests::{black_has, turn};
    use super::*;

    const ABOVE: Ranks = Ranks::FromAbove;

    /// Returns what an engine is told that knows so many actions of the game, a `?` behind what it may refuse.
    fn told(turn: &Turn, known: Option<usize>, ranks: Ranks) -> Vec<String> {
        let played = played(&turn.view).unwrap();
        let steps = steps(known.map(|count| &played[..count]), &played, turn, ranks);
        let told = steps.into_iter().map(|step| match step {
            Step::Must(command) => command,
            Step::May(command) => format!("{command}?"),
        });
        told.collect()
    }

    #[test]
    fn an_engine_is_told_what_it_does_not_know() {
        let turn = turn("f5d6c3", TimeControl::None, None);
        assert_eq!(
            told(&turn, None, ABOVE),
            ["clear_board", "play black f5", "play white d6", "play black c3"]
        );
        assert_eq!(told(&turn, Some(2), ABOVE), ["play black c3"]);
        assert!(told(&turn, Some(3), ABOVE).is_empty());
        // What was taken back is known no longer.
        let played = played(&turn.view).unwrap();
        let other = [played[0], (Color::White, Action::Place(Square::F4))];
        assert_eq!(steps(Some(&other), &played, &turn, ABOVE).len(), 4);
        let upside_down = told(&turn, None, Ranks::FromBelow);
        assert_eq!(upside_down[1..], ["play black f4", "play white d3", "play black c6"]);
    }

    #[test]
    fn a_pass_is_told_and_may_be_refused() {
        let moves = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8";
        let turn = turn(moves, TimeControl::None, None);
        assert_eq!(turn.color, Color::White);
        assert_eq!(told(&turn, None, ABOVE).last().unwrap(), "play black pass?");
    }

    #[test]
    fn an_engine_is_told_its_clock() {
        let told =
            |time: &str, clocks| told(&turn("", time.parse().unwrap(), Some(clocks)), None, ABOVE);
        let game = black_has(300_900, 0, 0);
        assert_eq!(
            told("5m", game),
            ["clear_board", "time_settings 300 0 0?", "time_left black 299 0?"]
        );
        assert_eq!(told("30s/move", black_has(30_000, 0, 0))[1], "time_settings 0 30 1?");
        let periods = told("10m+3x30s", black_has(0, 3, 0));
        assert_eq!(periods[1..], ["time_settings 600 30 1?", "time_left black 29 1?"]);
        assert_eq!(told("none", game), ["clear_board"]);
        assert_eq!(told("3d", game), ["clear_board"]);
    }

    #[test]
    fn answers_are_understood() {
        let after = turn("f5", TimeControl::None, None);
        let choice = |answer, ranks| choice(answer, &after, ranks).ok();
        assert_eq!(choice("D6", ABOVE), Some(Choice::Place(Square::D6)));
        assert_eq!(choice("d3", Ranks::FromBelow), Some(Choice::Place(Square::D6)));
        assert_eq!(choice("Resign", ABOVE), Some(Choice::Resign));
        for wrong in ["d3", "pass", "", "z9"] {
            assert_eq!(choice(wrong, ABOVE), None, "{wrong:?}");
        }
        assert_eq!(beginning("= E6"), Some(Ok("E6".to_owned())));
        assert_eq!(beginning("=12 e6"), Some(Ok("e6".to_owned())));
        assert_eq!(beginning("? illegal move"), Some(Err("illegal move".to_owned())));
        assert_eq!(beginning("thinking"), None);
    }

    #[test]
    fn another_start_cannot_be_told() {
        let mut turn = turn("", TimeControl::None, None);
        turn.view.start = "handicap:1".parse::<reversi_protocol::Opening>().unwrap().start();
        assert!(matches!(played(&turn.view), Err(EngineError::OtherStart)));
    }
}
