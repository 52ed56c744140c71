//! The last rows: the status, a question, what is being typed, and keys.

use ratatui::layout::Rect;
use reversi_client_core::voice::texts::Text;

use super::action::Action;
use super::canvas::{Canvas, Hit, after, columns, wrap};
use super::context::Context;
use super::field::Typing;
use super::layout::{Rows, Space};
use super::theme::Role;

/// What the last rows show.
#[derive(Debug)]
pub struct Footer<'a> {
    /// In the line above the status.
    pub title: String,
    pub status: Status,
    /// What was told just now: below the status, or in its place while there is a question.
    pub notice: Option<(String, Role)>,
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
        // What is told may take the row of what is typed while nothing is.
        let is_typing = matches!(self.input, Input::Line(_) | Input::Letter(_));
        let spare = if is_typing { Rect::ZERO } else { rows.input };
        let told = [rows.status, rows.prompt, spare].map(|row| after(row, 1));
        let free: Vec<Rect> = told.into_iter().filter(|row| !row.is_empty()).collect();
        let mut keys = after(rows.keys, 1);
        let is_spare_taken = if let Some(prompt) = &self.prompt {
            self.draw_told(canvas, &told[..1]);
            prompt.draw(canvas, context, [told[1], told[2]], &mut keys)
        } else {
            self.draw_told(canvas, &free) > 2
        };
        if !is_spare_taken {
            self.draw_input(canvas, after(rows.input, 1));
        }
        self.draw_keys(canvas, keys);
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

    /// Draws the status and what was told just now below it, or in its place where there is but one
    /// row; returns the rows used.
    fn draw_told(&self, canvas: &mut Canvas<'_>, rows: &[Rect]) -> usize {
        let (status, role) = match &self.status {
            Status::Line(text, role) => (text, *role),
            Status::Detail(text) => (text, Role::Text),
        };
        let has_room = rows.len() > 1 && matches!(self.status, Status::Line(..));
        let (notice, notice_role) = match &self.notice {
            None => return write_wrapped(canvas, rows, status, role),
            Some((text, role)) if !has_room => return write_wrapped(canvas, rows, text, *role),
            Some((text, role)) => (text, *role),
        };
        let lines = |text| wrap(text, usize::from(rows[0].width).max(1)).len();
        let first = rows.len().saturating_sub(lines(notice)).clamp(1, lines(status));
        let used = write_wrapped(canvas, &rows[..first], status, role);
        used + write_wrapped(canvas, &rows[first..], notice, notice_role)
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
    /// Draws the question with the keys that answer it. Where they do not fit behind it, it takes the
    /// spare row too, and they come there or before all other keys; tells whether it did.
    fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        context: &Context,
        [row, spare]: [Rect; 2],
        keys: &mut Rect,
    ) -> bool {
        let answers: Vec<(Action, String)> = self
            .answers
            .iter()
            .filter_map(|&(action, label)| {
                Some((action, format!("[{}] {}", context.key(action)?, context.text(label))))
            })
            .collect();
        let seconds = self.seconds.map(|seconds| format!("({seconds} s)")).unwrap_or_default();
        let needed: u16 = answers.iter().map(|(_, text)| columns(text) + 2).sum();
        let needed = needed + columns(&seconds);
        let room = row.width.saturating_sub(needed + 2);
        let is_long = columns(&self.asked) > room && !spare.is_empty();
        if !is_long {
            let used = canvas.write(Rect { width: room, ..row }, &self.asked, self.role);
            draw_answers(canvas, after(row, used + 2), &answers, &seconds);
        } else if columns(&self.asked) <= row.width {
            canvas.write(row, &self.asked, self.role);
            draw_answers(canvas, spare, &answers, &seconds);
        } else {
            write_wrapped(canvas, &[row, spare], &self.asked, self.role);
            let used = draw_answers(canvas, *keys, &answers, &seconds);
            *keys = after(*keys, used + 2);
        }
        is_long
    }
}

/// Draws the keys that answer a question, and how long they do; returns the columns used.
fn draw_answers(
    canvas: &mut Canvas<'_>,
    row: Rect,
    answers: &[(Action, String)],
    seconds: &str,
) -> u16 {
    let mut used = 0;
    for (action, text) in answers {
        let at = after(row, used);
        let written = canvas.write(at, text, Role::Key);
        canvas.hit(Rect { width: written, ..at }, Hit::Action(*action));
        used += written + 2;
    }
    used + canvas.write(after(row, used), seconds, Role::Faint)
}

/// Writes a text into rows; what is left goes into the last one, cut where it has to be. Returns the
/// rows used.
fn write_wrapped(canvas: &mut Canvas<'_>, rows: &[Rect], text: &str, role: Role) -> usize {
    let rows: Vec<Rect> = rows.iter().copied().filter(|row| !row.is_empty()).collect();
    let Some((last, before)) = rows.split_last() else { return 0 };
    let lines = wrap(text, usize::from(last.width).max(1));
    let (upper, rest) = lines.split_at(before.len().min(lines.len() - 1));
    let lines = upper.iter().cloned().chain([rest.join(" ")]);
    let mut used = 0;
    for (row, line) in rows.iter().zip(lines) {
        canvas.write(*row, &line, role);
        used += 1;
    }
    used
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
