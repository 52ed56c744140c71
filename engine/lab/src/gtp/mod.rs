//! The Go Text Protocol, version 2, for Othello: lines in, lines out. The caller owns
//! the streams and brings the player and a clock.

mod time;
#[cfg(test)]
mod whole_games;

use std::fmt::Write as _;
use std::time::Duration;

use reversi_engine::{Answer, Limits, Memory, Request, pace};
use reversi_game::{Action, Color, DiscCounts, Game, Outcome, Position, Square};
use time::Clocks;

/// Every command that is answered.
const COMMANDS: [&str; 18] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "kgs-time_settings",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Entries of what the player remembers in a game: 24 MiB.
const MEMORY_ENTRIES: usize = 1 << 20;

/// One controller's session: a game, its clocks, and the player that is asked for moves.
pub(crate) struct GtpSession<P, C> {
    /// The record, which makes forced passes by itself.
    game: Game,
    /// What the controller told and was told, passes included: what it can take back one by one.
    exchanged: Vec<Action>,
    player: P,
    /// What the player remembers of its searches in this game.
    memory: Memory,
    now: C,
    clocks: Clocks,
    has_quit: bool,
}

impl<P, C> GtpSession<P, C>
where
    P: FnMut(&Request, &Memory) -> Option<Answer>,
    C: Fn() -> Duration,
{
    /// Begins a session at the start position. `player` chooses a legal square, or nothing where
    /// there is none, under the limits of the request. `now` tells the time since some moment; it
    /// counts what the player takes where the controller does not tell what is left.
    pub(crate) fn new(player: P, now: C) -> Self {
        Self {
            game: Game::default(),
            exchanged: Vec::new(),
            player,
            memory: Memory::new(MEMORY_ENTRIES),
            now,
            clocks: Clocks::default(),
            has_quit: false,
        }
    }

    /// Tells whether the controller has ended the session.
    pub(crate) const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Answers one line: with a whole response, its closing empty line included, or with nothing
    /// if the line holds no command. Control characters count for nothing, as the protocol wants it.
    pub(crate) fn answer(&mut self, line: &str) -> Option<String> {
        let line: String =
            line.chars().filter(|char| *char == '\t' || !char.is_control()).collect();
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let command = words.next()?;
        let arguments: Vec<&str> = words.collect();
        let id = id.unwrap_or_default();
        Some(match self.run(command, &arguments) {
            Ok(result) if result.is_empty() => format!("={id}\n\n"),
            Ok(result) => format!("={id} {result}\n\n"),
            Err(reason) => format!("?{id} {reason}\n\n"),
        })
    }

    fn run(&mut self, command: &str, arguments: &[&str]) -> Result<String, &'static str> {
        match (command, arguments) {
            ("boardsize", ["8"]) | ("clear_board", []) => self.restart(),
            ("boardsize", [_]) => return Err("unacceptable size"),
            ("final_score", []) => return final_score(&self.game),
            ("genmove", [color]) => return self.genmove(color_of(color)?),
            ("known_command", [name]) => return Ok(COMMANDS.contains(name).to_string()),
            ("komi", [komi]) => {
                // Othello has none; zero is meant.
                komi.parse::<f64>().or(Err("syntax error"))?;
            }
            ("list_commands", []) => return Ok(COMMANDS.join("\n")),
            ("name", []) => return Ok("Reversi".to_owned()),
            ("play", [color, vertex]) => self.play(color_of(color)?, vertex)?,
            ("protocol_version", []) => return Ok("2".to_owned()),
            ("quit", []) => self.has_quit = true,
            ("set_game", [name]) if name.eq_ignore_ascii_case("othello") => self.restart(),
            ("set_game", [_]) => return Err("unsupported game"),
            ("showboard", []) => return Ok(diagram(&self.game.position())),
            ("time_left", [color, time, stones]) => {
                self.clocks.tell(color_of(color)?, seconds(time)?, number(stones)?);
            }
            ("time_settings", [main, byo_yomi, stones]) => {
                self.clocks = Clocks::canadian(seconds(main)?, seconds(byo_yomi)?, number(stones)?);
            }
            ("kgs-time_settings", [kind, numbers @ ..]) => {
                let numbers: Result<Vec<u32>, _> =
                    numbers.iter().map(|word| number(word)).collect();
                self.clocks = Clocks::kgs(kind, &numbers?).ok_or("syntax error")?;
            }
            ("undo", []) => self.undo()?,
            ("version", []) => return Ok(env!("CARGO_PKG_VERSION").to_owned()),
            (known, _) if COMMANDS.contains(&known) => return Err("syntax error"),
            _ => return Err("unknown command"),
        }
        Ok(String::new())
    }

    fn restart(&mut self) {
        self.game = Game::default();
        self.memory = Memory::new(MEMORY_ENTRIES);
        self.exchanged.clear();
        self.clocks = self.clocks.restarted();
    }

    /// Places for a side. A pass is made by the rules: sent as well, it is agreed to.
    fn play(&mut self, color: Color, vertex: &str) -> Result<(), &'static str> {
        if vertex.eq_ignore_ascii_case("pass") {
            if !self.game.position().board.legal(color).is_empty() {
                return Err("illegal move");
            }
            self.exchanged.push(Action::Pass);
            return Ok(());
        }
        let square: Square = vertex.parse().or(Err("syntax error"))?;
        self.place(color, square)
    }

    fn place(&mut self, color: Color, square: Square) -> Result<(), &'static str> {
        if self.game.to_move() != Some(color) {
            return Err("illegal move");
        }
        self.game.play(square).or(Err("illegal move"))?;
        self.exchanged.push(Action::Place(square));
        Ok(())
    }

    fn genmove(&mut self, color: Color) -> Result<String, &'static str> {
        let board = self.game.position().board;
        if board.legal(color).is_empty() {
            self.exchanged.push(Action::Pass);
            return Ok("pass".to_owned());
        }
        if self.game.to_move() != Some(color) {
            return Err("not the side to move");
        }
        let mut request = Request::of(&self.game);
        if let Some(clock) = self.clocks.of(color) {
            let budget = pace::budget(clock, board.empties().len());
            request.limits = request.limits.within(budget);
        }
        if board.legal(color).len() == 1 {
            // Nothing to think about.
            request.limits = request.limits.and(&Limits::depth(1));
        }
        let start = (self.now)();
        let answer = (self.player)(&request, &self.memory).ok_or("no move found")?;
        // The controller's clock runs until the answer is there.
        self.clocks.spend(color, (self.now)().saturating_sub(start) + pace::MOVE_OVERHEAD);
        self.place(color, answer.square)?;
        Ok(answer.square.to_string())
    }

    /// Takes back the last placement with the pass that it forced, or a pass of which was spoken.
    fn undo(&mut self) -> Result<(), &'static str> {
        match self.exchanged.pop().ok_or("cannot undo")? {
            Action::Pass => Ok(()),
            Action::Place(_) => {
                let placed = self.game.actions().iter().rposition(|action| *action != Action::Pass);
                self.game.undo_to(placed.unwrap_or_default()).or(Err("cannot undo"))
            }
        }
    }
}

fn seconds(word: &str) -> Result<Duration, &'static str> {
    Ok(Duration::from_secs(number(word)?.into()))
}

fn number(word: &str) -> Result<u32, &'static str> {
    word.parse().or(Err("syntax error"))
}

fn color_of(word: &str) -> Result<Color, &'static str> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("syntax error"),
    }
}

/// Returns the result of a finished game, empties to the winner: `B+12`, `W+2`, or `0`.
fn final_score(game: &Game) -> Result<String, &'static str> {
    if !game.is_over() {
        return Err("cannot score");
    }
    let counts: DiscCounts = game.counts();
    let discs = counts.margin_discs().abs();
    Ok(match counts.outcome() {
        Outcome::Black => format!("B+{discs}"),
        Outcome::Draw => "0".to_owned(),
        Outcome::White => format!("W+{discs}"),
    })
}

/// Draws the board with a1 at the top left, and says whose turn it is.
fn diagram(position: &Position) -> String {
    let mut text = String::from("\n  a b c d e f g h\n");
    for rank in Square::ALL.chunks(8).enumerate() {
        let (rank, squares) = rank;
        let _ = write!(text, "{}", rank + 1);
        for &square in squares {
            let disc = position.board.disc_at(square).map_or('-', Color::symbol);
            let _ = write!(text, " {disc}");
        }
        text.push('\n');
    }
    let _ = write!(text, "{} to move", position.to_move);
    text
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Plays the first legal square in scan order.
    fn first_legal(request: &Request, _: &Memory) -> Option<Answer> {
        request.position.legal().iter().next().map(Answer::by_rule)
    }

    /// Runs a script of lines, each with the answer that is expected, between `>` and `<`.
    fn check(script: &[(&str, &str)]) {
        let mut session = GtpSession::new(first_legal, || Duration::ZERO);
        for (line, expected) in script {
            let answer = session.answer(line);
            let answer = answer.as_deref().and_then(|text| text.strip_suffix("\n\n"));
            assert_eq!(answer.unwrap_or_default(), *expected, "after {line:?}");
        }
    }

    #[test]
    fn a_controller_can_ask_what_the_program_is() {
        check(&[
            ("protocol_version", "= 2"),
            ("7 name", "=7 Reversi"),
            ("known_command genmove", "= true"),
            ("known_command fly", "= false"),
            ("8 fly", "?8 unknown command"),
            ("boardsize 8", "="),
            ("boardsize 10", "? unacceptable size"),
            ("komi 0", "="),
            ("set_game Othello", "="),
            ("set_game Go", "? unsupported game"),
            ("# nothing but a comment", ""),
            ("\t", ""),
            ("play black", "? syntax error"),
            ("list_commands", &format!("= {}", COMMANDS.join("\n"))),
        ]);
    }

    #[test]
    fn moves_are_played_refused_and_taken_back() {
        check(&[
            ("undo", "? cannot undo"),
            ("play white d3", "? illegal move"),
            ("play black a1", "? illegal move"),
            ("play b F5 # capitals", "="),
            ("genmove black", "? not the side to move"),
            // After f5 White has d6, f4 and f6; f4 comes first in scan order.
            ("genmove w", "= f4"),
            ("undo", "="),
            ("play w d6", "="),
            ("play b pass", "? illegal move"),
            ("final_score", "? cannot score"),
            ("clear_board", "="),
            ("play w d6", "? illegal move"),
        ]);
        let mut session = GtpSession::new(first_legal, || Duration::ZERO);
        let board = session.answer("showboard").unwrap();
        assert!(board.contains("\n4 - - - O X - - -\n5 - - - X O - - -\n"), "{board}");
        assert!(board.ends_with("black to move\n\n"), "{board}");
    }

    #[test]
    fn a_pass_of_which_was_spoken_is_one_undo() {
        let mut script: Vec<(String, &str)> = Vec::new();
        let moves = "e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8 f8";
        for (square, color) in moves.split(' ').zip(["b", "w"].into_iter().cycle()) {
            script.push((format!("play {color} {square}"), "="));
        }
        let mut tell = |lines: &[(&str, &'static str)]| {
            script.extend(lines.iter().map(|&(line, answer)| (line.to_owned(), answer)));
        };
        // White's f8 leaves Black without a legal square: the pass is told, then answered.
        tell(&[("play b pass", "="), ("undo", "="), ("play w f8", "? illegal move")]);
        tell(&[("genmove b", "= pass"), ("undo", "="), ("play w f8", "? illegal move")]);
        // f8 itself is the next one; the second time nobody speaks of the pass after it.
        tell(&[("undo", "="), ("play w f8", "=")]);
        tell(&[("undo", "="), ("undo", "="), ("play b g8", "="), ("play w f8", "=")]);
        tell(&[("play b pass", "="), ("clear_board", "="), ("undo", "? cannot undo")]);
        let script: Vec<(&str, &str)> =
            script.iter().map(|(line, answer)| (line.as_str(), *answer)).collect();
        check(&script);
    }

    #[test]
    fn control_characters_count_for_nothing() {
        check(&[
            ("na\u{7}me\u{7f}\r", "= Reversi"),
            ("known_command\tplay", "= true"),
            ("\u{fffd}", "? unknown command"),
        ]);
    }

    #[test]
    fn a_whole_game_plays_itself_with_passes_and_ends_with_a_score() {
        let mut session = GtpSession::new(first_legal, || Duration::ZERO);
        let (mut passes, mut turn) = (0, 0);
        while !session.game.is_over() {
            let color = ["black", "white"][turn % 2];
            let answer = session.answer(&format!("genmove {color}")).unwrap();
            passes += u32::from(answer == "= pass\n\n");
            if answer == "= pass\n\n" {
                assert_eq!(session.answer(&format!("play {color} pass")).unwrap(), "=\n\n");
            }
            turn += 1;
        }
        let made = session.game.actions().iter().filter(|action| **action == Action::Pass).count();
        assert_eq!(passes as usize, made);
        let margin = session.game.counts().margin_discs();
        let winner = if margin > 0 { "B" } else { "W" };
        let expected =
            if margin == 0 { "0".to_owned() } else { format!("{winner}+{}", margin.abs()) };
        assert_eq!(session.answer("final_score").unwrap(), format!("= {expected}\n\n"));
        assert_eq!(session.answer("genmove black").unwrap(), "= pass\n\n");
    }

    #[test]
    fn the_player_is_given_its_share_of_the_clock() {
        let (mut times, now) = (Vec::new(), Cell::new(Duration::ZERO));
        let player = |request: &Request, memory: &Memory| {
            times.push(request.limits.time_soft.map(|time| time.as_millis()));
            now.set(now.get() + Duration::from_secs(2));
            first_legal(request, memory)
        };
        let mut session = GtpSession::new(player, || now.get());
        for line in [
            "genmove black",
            "time_settings 48 0 0",
            "time_left white 49 0",
            "genmove white",
            "time_left black 4 4",
            "genmove black",
            "genmove white",
            "kgs-time_settings none",
            "genmove black",
            "quit",
        ] {
            assert!(session.answer(line).unwrap().starts_with('='), "{line}");
        }
        assert!(session.has_quit());
        // 65 per cent of the share: of 48.4 s for 24 moves; of 3.92 s for 4; of two seconds and
        // the lag less that the second move leaves for 23.
        assert_eq!(times, [None, Some(1310), Some(637), Some(1311), None]);
    }
}
