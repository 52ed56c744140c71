//! The last rows: the status, a question, what is being typed, and keys.

use ratatui::layout::{Position, Rect};

use super::layout::{Room, Rows};
use super::pen::{Pen, after, columns, wrap};
use super::{Hit, Screenful, popup, status};
use crate::tui::action::Action;
use crate::tui::field::Field;
use crate::tui::model::{Link, Model, Place, Popup, Typing, TypingKind};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, rows: Rows) {
    let blank = |row: Rect| after(row, 1);
    if !rows.rule.is_empty() {
        pen.rule(rows.rule, &status::rule_title(model));
    }
    if let Some(text) = detail_of_popup(model) {
        draw_detail(pen, blank(rows.status), &text);
    } else {
        let (text, role) = status::status(model, Room::of(pen.area()));
        draw_status(pen, model, rows, &text, role);
    }
    draw_prompt(pen, model, rows);
    draw_input(pen, model, blank(rows.input));
    draw_keys(pen, model, blank(rows.keys));
}

/// Returns what is said of the popup's chosen row, unless there is something more important to say.
fn detail_of_popup(model: &Model) -> Option<String> {
    let is_free = model.notice.is_none() && model.question.is_none() && !model.is_interrupted;
    popup::detail(model, model.popup.as_ref().filter(|_| is_free)?)
}

/// Draws the status; a long one goes on in the row of the question while there is none.
fn draw_status(pen: &mut Pen<'_>, model: &Model, rows: Rows, text: &str, role: Role) {
    let row = after(rows.status, 1);
    let is_prompt_free = model.question.is_none() && status::own_offer(model).is_none();
    if columns(text) <= row.width || !is_prompt_free {
        pen.write(row, text, role);
        return;
    }
    let mut lines = wrap(text, usize::from(row.width).max(1)).into_iter();
    pen.write(row, &lines.next().unwrap_or_default(), role);
    let rest: Vec<String> = lines.collect();
    pen.write(after(rows.prompt, 1), &rest.join(" "), role);
}

/// Draws a longer text into the rows of the status, the question and what is typed.
fn draw_detail(pen: &mut Pen<'_>, row: Rect, text: &str) {
    let lines = wrap(text, usize::from(row.width.saturating_sub(1)).max(1));
    for (row, line) in (row.y..row.y + 3).map(|y| Rect { y, ..row }).zip(lines) {
        pen.write(row, &line, Role::Text);
    }
}

/// Draws the question that waits, with the keys that answer it; where there is none, the own offer
/// that waits for an answer. A question that needs more room takes the row of the status too.
fn draw_prompt(pen: &mut Pen<'_>, model: &Model, rows: Rows) {
    let row = after(rows.prompt, 1);
    let (asked, seconds, actions) = match &model.question {
        Some(question) => {
            let (asked, seconds) = status::question(model, &question.kind);
            (asked, seconds, vec![question.kind.yes(), Action::No])
        }
        None => match status::own_offer(model) {
            Some(asked) => (asked, model.seconds_to_answer(), vec![Action::Redo]),
            None => return,
        },
    };
    let role = if model.question.is_some() { Role::Attention } else { Role::Faint };
    let keys: Vec<(Action, String)> = actions
        .into_iter()
        .filter_map(|action| Some((action, key_and_label(pen, model, action)?)))
        .collect();
    let countdown = seconds.map(|seconds| format!("  ({seconds} s)")).unwrap_or_default();
    let keys_columns: u16 = keys.iter().map(|(_, text)| columns(text) + 2).sum();
    let room = row.width.saturating_sub(keys_columns + columns(&countdown));
    let mut used = if columns(&asked) <= room {
        pen.write(row, &asked, role)
    } else {
        pen.clear(rows.status);
        pen.write(after(rows.status, 1), &asked, role);
        0
    };
    for (action, text) in keys {
        let at = after(row, if used == 0 { 0 } else { used + 2 });
        let written = pen.write(at, &text, Role::Key);
        pen.hit(Rect { width: written, ..at }, Hit::Action(action));
        used = at.x - row.x + written;
    }
    pen.write(after(row, used), &countdown, Role::Faint);
}

fn key_and_label(pen: &Pen<'_>, model: &Model, action: Action) -> Option<String> {
    let key = model.setup.config.keymap.keys(action).first()?.shown(pen.look.glyphs);
    // Here the key does the other of its two things.
    let is_withdrawal = action == Action::Redo;
    let label = if is_withdrawal { Text::LabelWithdraw } else { action.spec().label };
    Some(format!("[{key}] {}", pen.look.text(label)))
}

/// Draws what is being typed.
fn draw_input(pen: &mut Pen<'_>, model: &Model, row: Rect) {
    if model.popup.is_some() {
        return;
    }
    if let Some(Typing { kind, field }) = &model.typing {
        let label = pen.look.text(match kind {
            TypingKind::Filter => Text::InputFilter,
            TypingKind::RoomId => Text::InputRoom,
            TypingKind::Address => Text::InputAddress,
        });
        let used = pen.write(row, &format!("{label} "), Role::Key);
        draw_field(pen, after(row, used), field);
    } else if let Some(letter) = model.table.typed {
        let used = pen.write(row, &format!("> {letter}"), Role::Text);
        let at = after(row, used);
        pen.cursor = (!at.is_empty()).then_some(Position { x: at.x, y: at.y });
    } else if model.screenful() == Screenful::Game && model.is_my_turn() {
        pen.write(row, ">", Role::Faint);
    }
}

/// Draws a field with the terminal's cursor in it.
pub(super) fn draw_field(pen: &mut Pen<'_>, row: Rect, field: &Field) {
    if row.is_empty() {
        return;
    }
    let (text, column) = field.visible(usize::from(row.width.saturating_sub(1)).max(1));
    pen.write(row, &text, Role::Text);
    let column = u16::try_from(column).unwrap_or(u16::MAX).min(row.width - 1);
    pen.cursor = Some(Position { x: row.x + column, y: row.y });
}

/// Draws keys and what they do here, as many as there is room for. Help is one of them wherever the
/// first row does not offer it.
fn draw_keys(pen: &mut Pen<'_>, model: &Model, row: Rect) {
    if model.popup.is_none() && model.typing.is_some() {
        return draw_typing_keys(pen, model, row);
    }
    let mut actions = key_bar(model);
    let needs_help = Room::of(pen.area()) == Room::Compact && actions.contains(&Action::Help);
    actions.retain(|&action| action != Action::Help || !needs_help);
    let mut rest = row;
    if needs_help {
        let width = key_columns(pen, model, Action::Help);
        let left = row.width.saturating_sub(width);
        draw_key(pen, model, Action::Help, after(row, left));
        rest.width = left;
    }
    for action in actions {
        let width = key_columns(pen, model, action);
        if width > rest.width {
            break;
        }
        draw_key(pen, model, action, Rect { width, ..rest });
        rest = after(rest, width + 2);
    }
}

/// Returns the columns of a key and what it does.
fn key_columns(pen: &Pen<'_>, model: &Model, action: Action) -> u16 {
    let key = model.setup.config.keymap.keys(action).first();
    let key = key.map_or(0, |key| columns(&key.shown(pen.look.glyphs)) + 1);
    key + columns(pen.look.text(label(model, action)))
}

fn draw_key(pen: &mut Pen<'_>, model: &Model, action: Action, row: Rect) {
    let key = model.setup.config.keymap.keys(action).first();
    let key = key.map(|key| key.shown(pen.look.glyphs) + " ").unwrap_or_default();
    let label = pen.look.text(label(model, action));
    pen.write_all(row, &[(&key, Role::Key), (label, Role::Faint)]);
    pen.hit(row, Hit::Action(action));
}

/// Returns what is said of a key where it stands.
fn label(model: &Model, action: Action) -> Text {
    match (&model.popup, action) {
        (Some(Popup::Invite), Action::Choose) => Text::LabelCopy,
        (_, action) => action.spec().label,
    }
}

/// Draws the keys that end the typing of a line; no other action has them then.
fn draw_typing_keys(pen: &mut Pen<'_>, model: &Model, row: Rect) {
    let leave = match model.screenful() {
        Screenful::Unreachable => Text::LabelQuit,
        Screenful::Lobby | Screenful::Game => Text::LabelClose,
    };
    let look = pen.look;
    let keys = [
        (look.glyphs.keys.enter, Role::Key),
        (" ", Role::Text),
        (look.text(Text::LabelDone), Role::Faint),
        ("  ", Role::Text),
        ("Esc", Role::Key),
        (" ", Role::Text),
        (look.text(leave), Role::Faint),
    ];
    pen.write_all(row, &keys);
}

/// Returns the actions that are worth showing, the most important first.
fn key_bar(model: &Model) -> Vec<Action> {
    use Action as A;
    match (&model.popup, model.screenful()) {
        (Some(Popup::Finder(_)), _) => vec![A::Choose, A::Close, A::Next, A::Previous],
        (Some(Popup::Settings(_)), _) => vec![A::More, A::Less, A::Close, A::Next, A::Previous],
        (Some(Popup::Bots(_) | Popup::NewRoom(_)), _) => {
            vec![A::Choose, A::More, A::Close, A::Next, A::Previous]
        }
        (Some(Popup::Invite | Popup::Games(_)), _) => vec![A::Choose, A::Close],
        (Some(Popup::Who), _) => vec![A::Close],
        (Some(Popup::Answer { .. }), _) => vec![A::Close, A::Next, A::Previous],
        (None, Screenful::Unreachable) => Vec::new(),
        (None, Screenful::Lobby) => {
            vec![
                A::Choose,
                A::PlayBot,
                A::NewRoom,
                A::Watch,
                A::Filter,
                A::JoinById,
                A::Help,
                A::Quit,
            ]
        }
        (None, Screenful::Game) => game_keys(model),
    }
}

fn game_keys(model: &Model) -> Vec<Action> {
    use Action as A;
    if let Place::Replay(replay) = &model.place {
        let mut keys = vec![A::Back, A::Forward, A::First, A::Last, A::Rotate, A::Help, A::Leave];
        if replay.number.is_some() {
            keys.insert(2, A::Review);
        }
        return keys;
    }
    if model.table.browsing.is_some() {
        return vec![A::Live, A::Back, A::Forward, A::First, A::Last, A::Help, A::Leave];
    }
    let Ok((_, room, view)) = model.session.here() else { return vec![A::Help, A::Leave] };
    let is_seated = !room.seats().is_empty();
    match view.phase {
        _ if !is_seated => vec![A::Back, A::Forward, A::Who, A::Rotate, A::Help, A::Leave],
        reversi_protocol::Phase::Open => vec![A::Invite, A::Who, A::Palette, A::Help, A::Leave],
        reversi_protocol::Phase::Finished => {
            vec![A::Rematch, A::Back, A::Forward, A::Review, A::Undo, A::Help, A::Leave]
        }
        reversi_protocol::Phase::Playing
        | reversi_protocol::Phase::Adjourned
        | reversi_protocol::Phase::Closed => {
            let mut keys = vec![A::Place, A::NextLegal];
            if view.undo != reversi_protocol::UndoPolicy::Off {
                keys.push(A::Undo);
            }
            if view.hints == reversi_protocol::Hints::Allowed {
                keys.push(A::Hint);
            }
            keys.extend([A::Back, A::Forward, A::Leave, A::Dots, A::Resign, A::Help]);
            keys
        }
    }
}

/// Tells whether the connection is what everything waits for.
pub(super) const fn is_lost(model: &Model) -> bool {
    matches!(model.link, Link::Lost { .. })
}
