//! A game on the screen, the one in the current room or a finished one: where the cursor is, which
//! position is looked at, and what keys and clicks do there.

mod advice;
mod asks;
mod chart;
mod layout;
mod marks;
mod moves;
mod panels;
mod players;
mod review;
mod status;

use crossterm::event::KeyCode;
use reversi_client_core::intent::RoomIntent;
use reversi_client_core::session::Ticket;
use reversi_client_core::voice::texts::Text;
use reversi_game::{Game, Square};
use reversi_protocol::Phase;

use crate::tui::action::Action;
use crate::tui::board::shown_square;
use crate::tui::canvas::Hit;
use crate::tui::chord::Chord;
use crate::tui::component::Outcome;
use crate::tui::config::{ClickChoice, TypedMoves};
use crate::tui::context::{Context, Place};
use crate::tui::record::{Replay, Shown, game_of, live_position, old_position};
use advice::Flash;
use review::Review;

pub use advice::Hint;
pub use asks::has_log;

/// Where a step leads on the screen, in columns and rows.
type Stride = (i8, i8);

#[derive(Debug)]
pub struct GameScreen {
    /// The finished game that is looked at.
    replay: Option<Box<Replay>>,
    cursor: Square,
    /// Whether the cursor has been used; until then it does not cover anything.
    has_cursor: bool,
    /// The letter of a square whose digit is to come.
    typed: Option<char>,
    /// The ply whose position is looked at; nothing for the newest.
    browsing: Option<usize>,
    /// Moves that were made while an older position was looked at.
    unseen_moves: usize,
    /// The ply of the newest position that was told.
    newest: usize,
    /// The ply that the game went back to while an older position was looked at.
    went_back: Option<usize>,
    is_rotated: bool,
    /// The discs that were turned just now.
    flash: Option<Flash>,
    /// What the server advised.
    hint: Option<Hint>,
    /// What the moves were worth, of a finished game.
    review: Option<Review>,
    /// The request for them.
    awaited_review: Option<Ticket>,
    /// The square of a click that waits for a second one.
    clicked: Option<Square>,
}

impl Default for GameScreen {
    fn default() -> Self {
        Self {
            replay: None,
            cursor: Square::D3,
            has_cursor: false,
            typed: None,
            browsing: None,
            unseen_moves: 0,
            newest: 0,
            went_back: None,
            is_rotated: false,
            flash: None,
            hint: None,
            review: None,
            awaited_review: None,
            clicked: None,
        }
    }
}

impl GameScreen {
    pub fn of_room(is_seated: bool) -> Self {
        Self { has_cursor: is_seated, ..Self::default() }
    }

    /// Shows a finished game from its beginning.
    pub fn of_replay(replay: Box<Replay>) -> Self {
        let browsing = (replay.game.ply() > 0).then_some(0);
        Self { replay: Some(replay), browsing, ..Self::default() }
    }

    pub const fn has_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Returns the finished game, if one is looked at.
    fn replay(&self, context: &Context) -> Option<&Replay> {
        self.replay.as_deref().filter(|_| context.place == Place::Replay)
    }

    /// Returns the moves of the game on the screen; nothing if there is none, or if the server's
    /// record breaks the rules.
    fn record(&self, context: &Context) -> Option<Game> {
        match self.replay(context) {
            Some(replay) => Some(replay.game.clone()),
            None => game_of(context.here()?.1),
        }
    }

    /// Returns the position that is shown.
    fn shown(&self, context: &Context) -> Option<Shown> {
        let old = self.browsing.and_then(|ply| old_position(&self.record(context)?, ply));
        old.or_else(|| match self.replay(context) {
            Some(replay) => old_position(&replay.game, replay.game.ply()),
            None => Some(live_position(context.here()?.1)),
        })
    }

    /// Returns the letter or the digit of a square whose other half is to come.
    pub const fn typed(&self) -> Option<char> {
        self.typed
    }

    pub const fn is_browsing(&self) -> bool {
        self.browsing.is_some()
    }

    /// Tells whether an older position or a finished game is looked at.
    fn is_history(&self, context: &Context) -> bool {
        self.browsing.is_some() || self.replay(context).is_some()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most actions belong elsewhere")]
    pub fn act(&mut self, action: Action, context: &Context) -> Option<Outcome> {
        match self.meant(action, context) {
            Action::Left => self.stride((-1, 0)),
            Action::Right => self.stride((1, 0)),
            Action::Up => self.stride((0, -1)),
            Action::Down => self.stride((0, 1)),
            Action::RowStart => self.stride((-7, 0)),
            Action::RowEnd => self.stride((7, 0)),
            Action::ColumnTop => self.stride((0, -7)),
            Action::ColumnBottom => self.stride((0, 7)),
            Action::NextLegal => self.next_legal(context),
            Action::PreviousLegal => self.previous_legal(context),
            Action::Back => self.browse(context, |ply, _| ply.saturating_sub(1)),
            Action::Forward => self.browse(context, |ply, last| (ply + 1).min(last)),
            Action::First => self.browse(context, |_, _| 0),
            Action::Last => self.browse(context, |_, last| last),
            Action::Live => self.go_live(),
            Action::Rotate => self.is_rotated = !self.is_rotated,
            action => return self.ask(action, context),
        }
        None
    }

    /// Returns what a key means here: where nothing can be placed any more, arrows lead through the game.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others mean the same everywhere")]
    fn meant(&self, action: Action, context: &Context) -> Action {
        let is_over = context.here().is_some_and(|(_, view)| view.phase == Phase::Finished);
        if !is_over && self.replay(context).is_none() {
            return action;
        }
        match action {
            Action::Left => Action::Back,
            Action::Right => Action::Forward,
            Action::Up | Action::RowStart => Action::First,
            Action::Down | Action::RowEnd => Action::Last,
            action => action,
        }
    }

    /// Tells whether the wheel over the board leads through the game.
    pub fn wheel_browses(&self, context: &Context) -> bool {
        self.meant(Action::Left, context) == Action::Back || self.browsing.is_some()
    }

    /// Moves the cursor over the screen as far as the board goes. The first step only shows it.
    fn stride(&mut self, (columns, rows): Stride) {
        if !self.has_cursor {
            self.has_cursor = true;
            return;
        }
        let (file, rank) = (self.cursor.file(), self.cursor.rank());
        let on_screen = |index: usize, step: i8| {
            let index = if self.is_rotated { 7 - index } else { index };
            u16::try_from(index.saturating_add_signed(step.into()).min(7)).unwrap_or(0)
        };
        let (column, row) = (on_screen(file, columns), on_screen(rank, rows));
        if let Some(square) = shown_square(column, row, self.is_rotated) {
            self.move_cursor(square);
        }
    }

    fn move_cursor(&mut self, square: Square) {
        self.cursor = square;
        self.has_cursor = true;
        self.clicked = None;
    }

    fn next_legal(&mut self, context: &Context) {
        let legal = self.legal_squares(context);
        let after = legal.iter().find(|square| square.index() > self.cursor.index());
        let is_fresh = !self.has_cursor;
        let at_cursor = legal.iter().find(|&&square| is_fresh && square == self.cursor);
        if let Some(&square) = at_cursor.or(after).or(legal.first()) {
            self.move_cursor(square);
        }
    }

    fn previous_legal(&mut self, context: &Context) {
        let legal = self.legal_squares(context);
        let before = legal.iter().rev().find(|square| square.index() < self.cursor.index());
        if let Some(&square) = before.or(legal.last()) {
            self.move_cursor(square);
        }
    }

    fn legal_squares(&self, context: &Context) -> Vec<Square> {
        let legal = self.shown(context).and_then(|shown| shown.legal).unwrap_or_default();
        legal.iter().map(|legal| legal.square).collect()
    }

    fn place_at_cursor(&mut self, context: &Context) -> Option<Outcome> {
        if !self.has_cursor {
            self.has_cursor = true;
            return None;
        }
        if context.place != Place::Room {
            return None;
        }
        if self.browsing.is_some() {
            return Some(Outcome::Notify(context.text(Text::NotLive).to_owned()));
        }
        let square = self.cursor;
        let legal = context.here().and_then(|(_, view)| view.position.legal.as_ref());
        let is_illegal =
            legal.is_some_and(|legal| legal.iter().all(|legal| legal.square != square));
        Some(if is_illegal && context.is_my_turn() {
            Outcome::Complain(context.fill(Text::NotLegal, &[("square", &square)]))
        } else {
            RoomIntent::Place(square).into()
        })
    }

    /// Places on a square that was named.
    pub fn play(&mut self, square: Square, context: &Context) -> Option<Outcome> {
        self.move_cursor(square);
        self.place_at_cursor(context)
    }

    /// Takes a half of a square's name, letter or digit: a letter moves the cursor to its file at
    /// once, the other half right after completes the square. Without a timer: what was meant shows with
    /// the next key. Tells whether the key is such a half, and what is wanted then.
    pub fn type_square(&mut self, chord: Chord, context: &Context) -> (bool, Option<Outcome>) {
        let first = self.typed.take();
        match (chord.typed(), first) {
            (Some(rank @ '1'..='8'), Some(file @ 'a'..='h'))
            | (Some(file @ ('a'..='h' | 'A'..='H')), Some(rank @ '1'..='8')) => {
                self.move_cursor(format!("{file}{rank}").parse().unwrap_or(self.cursor));
                let is_told =
                    context.values().typed_moves == TypedMoves::Play || self.is_browsing();
                (true, if is_told { self.place_at_cursor(context) } else { None })
            }
            (Some(rank @ '1'..='8'), _) => {
                self.typed = Some(rank);
                (true, None)
            }
            (Some(file @ 'a'..='h'), _) => {
                self.typed = Some(file);
                // `h` goes left, as in vi, and may still become h5.
                let action = context.setup.config.keymap.action(chord, context.scopes());
                if action.is_none() {
                    let file = (file as usize).saturating_sub('a' as usize);
                    let square = Square::from_file_rank(file, self.cursor.rank());
                    self.move_cursor(square.unwrap_or(self.cursor));
                }
                (true, action.map(Outcome::Act))
            }
            // Esc clears the half of a square before it does anything else.
            (None, Some(_)) if chord.code == KeyCode::Esc => (true, None),
            _ => (false, None),
        }
    }

    pub fn click(&mut self, hit: Hit, context: &Context) -> Option<Outcome> {
        match hit {
            Hit::Square(square) => {
                let is_second = self.clicked == Some(square);
                self.move_cursor(square);
                if context.values().click == ClickChoice::Play || is_second {
                    return self.place_at_cursor(context);
                }
                self.clicked = Some(square);
            }
            Hit::Ply(ply) => self.browse_to(ply, context),
            Hit::Moves | Hit::Action(_) | Hit::List | Hit::Row(_) => {}
        }
        None
    }

    pub fn browse_to(&mut self, to: usize, context: &Context) {
        self.browse(context, |_, last| to.min(last));
    }

    /// Goes from one ply to another. A running game's newest position is shown live; a finished one
    /// of a file has nothing more to come.
    fn browse(&mut self, context: &Context, to: impl Fn(usize, usize) -> usize) {
        let Some(last) = self.record(context).map(|game| game.ply()) else { return };
        let to = to(self.browsing.unwrap_or(last), last);
        if to == last {
            self.go_live();
        } else {
            self.browsing = Some(to);
        }
    }

    /// Shows the newest position. Where one is shown already, it lets go of what was clicked.
    fn go_live(&mut self) {
        self.browsing = None;
        self.unseen_moves = 0;
        self.went_back = None;
        self.clicked = None;
    }

    /// Takes note that the board of the room is another one.
    pub fn board_changed(&mut self, ply: usize, context: &Context) {
        self.flash = None;
        self.clicked = None;
        self.hint.take_if(|hint| hint.ply as usize != ply);
        match self.browsing {
            Some(browsed) if browsed >= ply => self.go_live(),
            Some(_) if ply < self.newest => {
                self.unseen_moves = 0;
                self.went_back = Some(ply);
            }
            Some(_) => self.unseen_moves += 1,
            None => {}
        }
        self.newest = ply;
        self.drop_old_review(context);
    }

    pub fn pass_time(&mut self, now_ms: u64) {
        self.flash.take_if(|flash| flash.phase(now_ms).is_none());
    }

    /// Returns when time alone changes the picture.
    pub fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        self.flash.as_ref()?.next_change_ms(now_ms)
    }

    /// Lets go of marks that pass with the next key.
    pub fn touched(&mut self) {
        self.flash = None;
    }
}
