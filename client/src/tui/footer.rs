//! The last rows: the status, a question, what is being typed, and keys.

use ratatui::layout::Rect;
use reversi_client_core::voice::texts::Text;

use super::action::Action;
use super::canvas::{Canvas, Hit, after, columns, wrap};
use super::context::Context;
use super::layout::{Rows, Space};
use super::theme::Role;
use super::typing::Typing;

/// What the last rows show.
#[derive(Debug)]
pub struct Footer<'a> {
    /// In the line above the status.
    pub title: String,
    pub status: Status,
    pub prompt: Option<Prompt>,
    pub input: Input<'a>,
    /// The most important first.
    pub keys: Vec<Key>,
}

#[derive(Debug)]
pub enum Status {
    Line(String, Role),
    /// A longer text, which may take the rows of the question and of what is typed too.
    Detail(String),
}

/// A question that waits for an answer, or the client's own offer that does.
#[derive(Debug)]
pub struct Prompt {
    pub asked: String,
    /// The seconds that are left to answer.
    pub seconds: Option<u64>,
    pub role: Role,
    /// What can be done about it, and what that is called.
    pub answers: Vec<(Action, Text)>,
}

#[derive(Debug)]
pub enum Input<'a> {
    Nothing,
    /// Nothing yet, but a square could be.
    Ready,
    /// The first half of a square.
    Letter(char),
    Line(&'a Typing),
}

/// A key that is worth showing, and what it does here.
#[derive(Debug)]
pub struct Key {
    /// Nothing if the action has no key.
    pub shown: Option<String>,
    pub label: Text,
    /// What a click on it does.
    pub action: Option<Action>,
}

impl Footer<'_> {
    pub fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let rows = Rows::of(canvas.area());
        if !rows.rule.is_empty() {
            canvas.rule(rows.rule, &self.title);
        }
        self.draw_status(canvas, rows);
        if let Some(prompt) = &self.prompt {
            // Where nothing is typed, a long question takes that row: what is told keeps its own.
            let spare = if matches!(self.input, Input::Line(_) | Input::Letter(_)) {
                rows.status
            } else {
                rows.input
            };
            if prompt.draw(canvas, context, rows, spare) && spare == rows.input {
                return self.draw_keys(canvas, after(rows.keys, 1));
            }
        }
        self.draw_input(canvas, after(rows.input, 1));
        self.draw_keys(canvas, after(rows.keys, 1));
    }

    /// Draws keys and what they do here, as many as there is room for. Help is one of them wherever
    /// the first row does not offer it.
    fn draw_keys(&self, canvas: &mut Canvas<'_>, row: Rect) {
        let is_compact = Space::of(canvas.area()) == Space::Compact;
        let is_apart = |key: &&Key| is_compact && key.action == Some(Action::Help);
        let mut rest = row;
        for key in self.keys.iter().filter(is_apart) {
            let left = row.width.saturating_sub(key.columns(canvas));
            key.draw(canvas, after(row, left));
            rest.width = left.saturating_sub(1);
        }
        for key in self.keys.iter().filter(|key| !is_apart(key)) {
            let width = key.columns(canvas);
            if width > rest.width {
                break;
            }
            key.draw(canvas, Rect { width, ..rest });
            rest = after(rest, width + 2);
        }
    }

    /// Draws the status; a long one goes on in the row of the question while there is none.
    fn draw_status(&self, canvas: &mut Canvas<'_>, rows: Rows) {
        let row = after(rows.status, 1);
        let (text, role) = match &self.status {
            Status::Line(text, role) => (text, *role),
            Status::Detail(text) => {
                let lines = wrap(text, usize::from(row.width.saturating_sub(1)).max(1));
                return canvas.write_lines(Rect { height: 3, ..rows.status }, lines, Role::Text);
            }
        };
        if columns(text) <= row.width || self.prompt.is_some() {
            canvas.write(row, text, role);
            return;
        }
        let mut lines = wrap(text, usize::from(row.width).max(1)).into_iter();
        canvas.write(row, &lines.next().unwrap_or_default(), role);
        let rest: Vec<String> = lines.collect();
        canvas.write(after(rows.prompt, 1), &rest.join(" "), role);
    }

    fn draw_input(&self, canvas: &mut Canvas<'_>, row: Rect) {
        match &self.input {
            Input::Nothing => {}
            Input::Ready => {
                canvas.write(row, ">", Role::Faint);
            }
            Input::Letter(letter) => {
                let used = canvas.write(row, &format!("> {letter}"), Role::Text);
                canvas.put_cursor(after(row, used));
            }
            Input::Line(Typing { kind, field }) => {
                let label = format!("{} ", kind.label(canvas.look.language));
                let used = canvas.write(row, &label, Role::Key);
                field.draw(canvas, after(row, used));
            }
        }
    }
}

impl Prompt {
    /// Draws the question with the keys that answer it. One that needs more room takes the spare row
    /// too; tells whether it did.
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context, rows: Rows, spare: Rect) -> bool {
        let mut row = after(rows.prompt, 1);
        let keys: Vec<(Action, String)> = self
            .answers
            .iter()
            .filter_map(|&(action, label)| {
                Some((action, format!("[{}] {}", context.key(action)?, context.text(label))))
            })
            .collect();
        let seconds = self.seconds.map(|seconds| format!("  ({seconds} s)")).unwrap_or_default();
        let keys_columns: u16 = keys.iter().map(|(_, text)| columns(text) + 2).sum();
        let room = row.width.saturating_sub(keys_columns + columns(&seconds));
        let is_long = columns(&self.asked) > room;
        let mut used = if is_long {
            let (upper, lower) =
                if spare.y < row.y { (spare, rows.prompt) } else { (rows.prompt, spare) };
            canvas.clear(spare);
            canvas.write(after(upper, 1), &self.asked, self.role);
            row = after(lower, 1);
            0
        } else {
            canvas.write(row, &self.asked, self.role)
        };
        for (action, text) in keys {
            let at = after(row, if used == 0 { 0 } else { used + 2 });
            let written = canvas.write(at, &text, Role::Key);
            canvas.hit(Rect { width: written, ..at }, Hit::Action(action));
            used = at.x - row.x + written;
        }
        canvas.write(after(row, used), &seconds, Role::Faint);
        is_long
    }
}

impl Key {
    fn columns(&self, canvas: &Canvas<'_>) -> u16 {
        self.shown.as_ref().map_or(0, |key| columns(key) + 1) + columns(canvas.text(self.label))
    }

    fn draw(&self, canvas: &mut Canvas<'_>, row: Rect) {
        let key = self.shown.as_ref().map(|key| format!("{key} ")).unwrap_or_default();
        canvas.write_all(row, &[(&key, Role::Key), (canvas.text(self.label), Role::Faint)]);
        if let Some(action) = self.action {
            canvas.hit(row, Hit::Action(action));
        }
    }
}
