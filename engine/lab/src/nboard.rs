//! The NBoard protocol, by which the program NBoard and others talk to engines: lines in, lines
//! out. The caller owns the streams and brings a stop flag and a clock.

use std::time::Duration;

use reversi_engine::{
    Analysis, Control, Hint, Limits, Memory, Request, Score, analyse_deepening, best_move,
};
use reversi_game::formats::{Format, FormatError, GameFile};
use reversi_game::{Action, Position, Transcript, Turn};

/// Plies looked ahead before the program sets a depth.
const DEPTH_PLIES: u32 = 12;

/// Entries of what is remembered of the searches in a game: 24 MiB.
const MEMORY_ENTRIES: usize = 1 << 20;

/// Empties that are solved at whatever depth is asked for, at most: a second's work.
const EXACT_EMPTIES_MAX: u32 = 20;

/// One program's session: a game, and how far to look ahead in it. A pass is an action like any
/// other here: the program asks for it and tells of it.
pub(crate) struct NBoardSession {
    /// Every position from the start to the current one; never empty.
    positions: Vec<Position>,
    /// What is known of the current position, from every hint asked for so far.
    analysis: Analysis,
    /// What is remembered of the searches in this game.
    memory: Memory,
    depth_plies: u32,
    resources: Resources,
    has_quit: bool,
}

/// What a session may use for each answer; the protocol has no words for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resources {
    /// Time for a move, or for what a position is worth.
    pub(crate) time: Option<Duration>,
    /// Threads that search together.
    pub(crate) threads: usize,
}

impl NBoardSession {
    /// Begins a session at the start position.
    pub(crate) fn new(resources: Resources) -> Self {
        Self {
            positions: vec![Position::START],
            analysis: Analysis::default(),
            memory: Memory::new(MEMORY_ENTRIES),
            depth_plies: DEPTH_PLIES,
            resources,
            has_quit: false,
        }
    }

    /// Tells whether the program has ended the session.
    pub(crate) const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Tells whether the next line ends what this one asks for: analysis goes on until something
    /// else is wanted, a move is thought through.
    pub(crate) fn is_open_ended(line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("hint" | "analyze"))
    }

    /// Does what one line asks for and hands every line of the answer to `out`. Values are in discs
    /// from the side of the mover. Unknown lines are passed over, as the protocol wants it; what
    /// cannot be done is said in a status line.
    pub(crate) fn answer(&mut self, line: &str, control: Control<'_>, out: &mut dyn FnMut(String)) {
        let (command, rest) = split_word(line);
        match command {
            "nboard" => out("set myname Reversi".to_owned()),
            "set" => self.set(rest, out),
            "move" => self.play(rest, out),
            "hint" => self.hint(rest.parse().unwrap_or(1), control, out),
            "go" => self.go(control, out),
            "ping" => out(format!("pong {rest}")),
            // The engine keeps no book of what it saw.
            "learn" => out("learned".to_owned()),
            "analyze" => self.analyze(control, out),
            "quit" => self.has_quit = true,
            _ => {}
        }
    }

    fn position(&self) -> Position {
        self.positions.last().copied().unwrap_or(Position::START)
    }

    fn limits(&self) -> Limits {
        Limits {
            depth_plies: self.depth_plies,
            exact_empties: (2 * self.depth_plies).min(EXACT_EMPTIES_MAX),
            time: self.resources.time,
            threads: self.resources.threads,
            ..Limits::default()
        }
    }

    /// Takes depth and game. A contempt is accepted: the search knows nothing of whom it plays.
    fn set(&mut self, setting: &str, out: &mut dyn FnMut(String)) {
        let (name, value) = split_word(setting);
        match name {
            "depth" => match value.parse::<u32>() {
                Ok(depth) => self.depth_plies = depth.clamp(1, 60),
                Err(error) => out(format!("status depth: {error}")),
            },
            "game" => match positions_of(value) {
                Ok(positions) => {
                    // The program sets the game anew wherever it goes in it.
                    if !positions.starts_with(&self.positions)
                        && !self.positions.starts_with(&positions)
                    {
                        self.memory = Memory::new(MEMORY_ENTRIES);
                    }
                    self.positions = positions;
                    self.analysis = Analysis::default();
                }
                Err(error) => out(format!("status game: {error}")),
            },
            _ => {}
        }
    }

    /// Takes a move such as `F5` or `PA`, with a value and a time behind slashes or not.
    fn play(&mut self, text: &str, out: &mut dyn FnMut(String)) {
        let written = text.split('/').next().unwrap_or_default();
        let actions = written.parse::<Transcript>().map_or(Vec::new(), |transcript| transcript.0);
        let position = self.position();
        let after = match (actions.as_slice(), position.turn()) {
            ([Action::Place(square)], _) => position.place(*square).ok().map(|made| made.after),
            ([Action::Pass], Turn::Pass) => Some(position.passed()),
            _ => None,
        };
        match after {
            Some(after) => {
                self.positions.push(after);
                self.analysis = Analysis::default();
            }
            None => out(format!("status illegal move {written}")),
        }
    }

    /// Says what the best `count` squares are worth, after each depth anew.
    fn hint(&mut self, count: usize, control: Control<'_>, out: &mut dyn FnMut(String)) {
        out("status thinking".to_owned());
        let (position, limits) = (self.position(), self.limits());
        let must_pass = position.turn() == Turn::Pass;
        // A pass is all that can be done there, and the best reply to it says what it is worth.
        let (position, count) =
            if must_pass { (position.passed(), count.min(1)) } else { (position, count) };
        let control = control.remembering(&self.memory);
        analyse_deepening(&position, &limits, control, |found| {
            self.analysis.merge(found);
            let best = self.analysis.hints().iter().take(count);
            best.for_each(|hint| out(search_line(hint, must_pass)));
        });
        out("status".to_owned());
    }

    /// Says what it would play. The game stays as it is until the program tells of the move.
    fn go(&self, control: Control<'_>, out: &mut dyn FnMut(String)) {
        let position = self.position();
        if position.turn() == Turn::Pass {
            return out("=== PA".to_owned());
        }
        out("status thinking".to_owned());
        let is_forced = position.legal().len() == 1;
        let limits = if is_forced { Limits::depth(1) } else { self.limits() };
        let request = Request::new(position).with_limits(limits);
        if let Some(answer) = best_move(&request, control.remembering(&self.memory)) {
            let square = answer.square.to_string().to_uppercase();
            let value = answer.score.map(|score| format!("{:.2}", score.discs()));
            let seconds = (control.clock)().as_secs_f64();
            out(format!("=== {square}/{}/{seconds:.2}", value.unwrap_or_default()));
        }
        out("status".to_owned());
    }

    /// Returns what a position is worth to its side to move, whatever it has to do there.
    fn score(&self, position: &Position, control: Control<'_>) -> Option<Score> {
        let best_of = |position: &Position| {
            let request = Request::new(*position).with_limits(self.limits());
            best_move(&request, control.remembering(&self.memory))?.score
        };
        match position.turn() {
            Turn::Place => best_of(position),
            Turn::Pass => best_of(&position.passed()).map(|score| -score),
            Turn::Over => Some(Score::of_finished(position)),
        }
    }

    /// Says what each position of the game is worth, from the last one back.
    fn analyze(&self, control: Control<'_>, out: &mut dyn FnMut(String)) {
        for (ply, position) in self.positions.iter().enumerate().rev() {
            // Each position has its own time.
            let start = (control.clock)();
            let clock = || (control.clock)().saturating_sub(start);
            let score = self.score(position, Control { clock: &clock, ..control });
            if control.stop.is_stopped() {
                return;
            }
            if let Some(score) = score {
                out(format!("analysis {ply} {:.2}", score.discs()));
            }
        }
    }
}

/// Tells what a square is worth, to who passes before it is played if that is so: the moves, the
/// value, a number that no one uses, and the depth.
fn search_line(hint: &Hint, after_pass: bool) -> String {
    let (pass, score) = if after_pass { ("PA", -hint.score) } else { ("", hint.score) };
    let square = hint.square.to_string().to_uppercase();
    let depth = if hint.is_exact { "100%".to_owned() } else { hint.depth_plies.to_string() };
    format!("search {pass}{square} {:.2} 0 {depth}", score.discs())
}

/// Splits off the first word.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Returns the positions of a game in GGF. A pass that it ends with counts only if it is written:
/// otherwise the program will ask for it.
fn positions_of(ggf: &str) -> Result<Vec<Position>, FormatError> {
    let game = GameFile::open(ggf.as_bytes(), Format::Ggf)?.load_only()?.saved.game;
    let mut positions: Vec<Position> =
        (0..=game.ply()).filter_map(|ply| game.position_at(ply)).collect();
    let last_value = ggf.rsplit('[').next().unwrap_or_default();
    let is_pass_written = last_value.to_ascii_uppercase().starts_with("PA");
    if game.actions().last() == Some(&Action::Pass) && !is_pass_written {
        positions.pop();
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use reversi_engine::StopFlag;

    use super::*;

    /// Runs lines through a session and returns everything it says.
    fn answers(lines: &[&str]) -> Vec<String> {
        let stop = StopFlag::default();
        let mut session = NBoardSession::new(Resources { time: None, threads: 1 });
        let mut said = Vec::new();
        for line in lines {
            session.answer(line, Control::timeless(&stop), &mut |answer| said.push(answer));
        }
        said
    }

    /// Black has no legal square, White has one: a8, which ends the game at 1 to 63.
    const BLACK_PASSES: &str = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 \
        OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO -*OOOOOO *];)";

    #[test]
    fn a_program_greets_and_synchronises() {
        assert_eq!(
            answers(&[
                "nboard 2",
                "set depth 3",
                "set contempt 5",
                "learn",
                "ping 17",
                "unheard of"
            ]),
            ["set myname Reversi", "learned", "pong 17"]
        );
    }

    #[test]
    fn go_suggests_a_move_without_playing_it() {
        let said = answers(&["set depth 2", "move F5//1.20", "go", "move d6", "move d6/0.5"]);
        let [thinking, chosen, done, refused] = said.as_slice() else { panic!("{said:?}") };
        assert_eq!((thinking.as_str(), done.as_str()), ("status thinking", "status"));
        assert!(
            ["=== D6/", "=== F4/", "=== F6/"].iter().any(|m| chosen.starts_with(m)),
            "{said:?}"
        );
        assert_eq!(refused, "status illegal move d6");
    }

    #[test]
    fn hints_name_the_squares_asked_for_after_each_depth() {
        let said = answers(&["set depth 2", "move F5", "hint 2"]);
        let searched = said.iter().filter(|line| line.starts_with("search "));
        let squares: Vec<&str> = searched.filter_map(|line| line.split(' ').nth(1)).collect();
        assert!(squares.len() >= 4 && squares.len().is_multiple_of(2), "{said:?}");
        assert!(squares.iter().all(|square| ["D6", "F4", "F6"].contains(square)), "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some("status"));
    }

    #[test]
    fn passes_are_asked_for_and_answered() {
        let set = format!("set game {BLACK_PASSES}");
        // The pass is White's gain; then a8 is worth 64 to 0, since it turns b8.
        let said = answers(&[&set, "go", "hint 4", "move PA", "hint 1", "move PA"]);
        assert_eq!(said[0], "=== PA");
        let (hinted, after): (Vec<&String>, Vec<&String>) =
            said.iter().filter(|line| line.starts_with("search ")).partition(|l| l.contains("PA"));
        assert!(!hinted.is_empty() && !after.is_empty(), "{said:?}");
        assert!(hinted.iter().all(|line| *line == "search PAA8 -64.00 0 100%"), "{said:?}");
        assert!(said.contains(&"search A8 64.00 0 100%".to_owned()), "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some("status illegal move PA"));
    }

    #[test]
    fn a_finished_game_is_analysed_from_its_end() {
        let set = format!("set game {BLACK_PASSES}");
        let said = answers(&[&set, "move PA", "move A8", "analyze"]);
        // To Black, who is asked last, a lost wipeout is worth -64; to White before it, +64; to Black,
        // who has to pass before that, -64.
        assert_eq!(said, ["analysis 2 -64.00", "analysis 1 64.00", "analysis 0 -64.00"]);
    }

    #[test]
    fn a_broken_game_changes_nothing() {
        let said = answers(&["set game (;GM[Othello", "move F5", "move F5"]);
        assert!(said[0].starts_with("status game: "), "{said:?}");
        assert_eq!(said[1], "status illegal move F5");
    }
}
