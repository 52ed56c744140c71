//! How others get into the room: its name, an address, and a code to scan.

use qrcode::{Color, EcLevel, QrCode};
use ratatui::layout::Rect;
use reversi_client_core::intent::RoomIntent;
use reversi_client_core::server_url::RoomRef;
use reversi_client_core::voice::texts::Text;

use super::frame;
use crate::driver::own_server::Reach;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, columns, rows, wrap};
use crate::tui::component::{Outcome, Popup};
use crate::tui::config::Step;
use crate::tui::context::Context;
use crate::tui::effect::Effect;
use crate::tui::theme::Role;

/// Modules left blank around a code. The standard asks for four; two are read well on screens and
/// leave room on small ones.
const QUIET: usize = 2;

/// Columns of the text beside a code, and the fewest that it is read well in.
const TEXT_COLUMNS: u16 = 42;
const TEXT_COLUMNS_MIN: u16 = 34;

#[derive(Debug)]
pub(super) struct Invite {
    /// Whether the user can keep a seat for somebody.
    can_reserve: bool,
}

impl Invite {
    /// Invites into the room on the screen, if there is one.
    pub(super) fn of(context: &Context) -> Option<Self> {
        context.room().map(|_| Self { can_reserve: context.can_invite() })
    }
}

impl Popup for Invite {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let Some(link) = context.link() else { return };
        let code = code_lines(&link.link(), canvas.look.glyphs.half_blocks);
        let code_columns = code.first().map_or(0, |line| columns(line));
        let area = canvas.area();
        // Beside each other both fit a screen of 80x24.
        let beside = area.width.saturating_sub(code_columns + 4);
        let is_beside = beside >= TEXT_COLUMNS_MIN;
        let text_columns =
            if is_beside { beside.min(TEXT_COLUMNS) } else { area.width.saturating_sub(4) };
        let lines: Vec<String> = texts(context, &link)
            .iter()
            .flat_map(|text| wrap(text, usize::from(text_columns).max(1)))
            .collect();
        let rows_needed =
            if is_beside { code.len().max(lines.len()) } else { code.len() + lines.len() };
        let fits = rows_needed <= usize::from(frame::room(canvas).height.saturating_sub(2))
            && code_columns <= area.width.saturating_sub(2);
        let rows_needed = if fits { rows_needed } else { lines.len() + 2 };
        let width = if is_beside && fits { code_columns } else { 0 } + TEXT_COLUMNS + 4;
        let height = u16::try_from(rows_needed + 2).unwrap_or(u16::MAX);
        let inside = frame::draw(canvas, Text::TitleInvite, width.min(area.width), height);
        canvas.write_lines(inside, &lines, Role::Text);
        if !fits {
            let note = Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside };
            canvas.write(after(note, 1), canvas.text(Text::InviteNoRoom), Role::Faint);
            return;
        }
        let style = canvas.look.theme.qr().unwrap_or_default();
        let below_text = if is_beside { 0 } else { lines.len() };
        for (row, line) in rows(inside).skip(below_text).zip(code) {
            let at = after(row, inside.width.saturating_sub(code_columns));
            canvas.write_styled(at, &line, style);
        }
    }

    fn keys(&self) -> &'static [Action] {
        if self.can_reserve {
            &[Action::Choose, Action::More, Action::Close]
        } else {
            &[Action::Choose, Action::Close]
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the others are called what they always are"
    )]
    fn label(&self, action: Action) -> Text {
        match action {
            Action::Choose => Text::LabelCopy,
            Action::More => Text::LabelReserve,
            _ => action.spec().label,
        }
    }

    fn opening(&self, context: &Context) -> Option<Outcome> {
        Some(Outcome::Effect(Effect::Copy(context.link()?.link())))
    }

    /// Keeps the seat, or opens it.
    fn step(&mut self, _: Step, context: &Context) -> Option<Outcome> {
        let is_kept = context.link()?.invitation.is_some();
        let intent = if is_kept { RoomIntent::Release } else { RoomIntent::Invite };
        self.can_reserve.then(|| intent.into())
    }

    fn choose(&mut self, context: &Context) -> Option<Outcome> {
        self.opening(context)
    }
}

fn texts(context: &Context, link: &RoomRef) -> Vec<String> {
    let server = &context.setup.server;
    let text = |text| context.text(text).to_owned();
    let mut texts = vec![
        text(Text::InviteIntro),
        link.link(),
        String::new(),
        context.fill(Text::InviteId, &[("room", &link.room)]),
    ];
    if context.can_invite() {
        let is_reserved = context.here().is_some_and(|(_, view)| view.reserved);
        let about = match link.invitation {
            Some(_) => Text::InviteReserved,
            None if is_reserved => Text::InviteAgain,
            None => Text::InviteReserve,
        };
        let key = context.key(Action::More).unwrap_or_default();
        texts.push(context.fill(about, &[("key", &key)]));
    }
    texts.extend([String::new(), text(Text::InviteCopy)]);
    if server.is_loopback() {
        let key = context.key(Action::LetIn).unwrap_or_default();
        texts.extend([
            String::new(),
            match context.setup.here {
                None => text(Text::InviteLoopback),
                Some(Reach::Machine) => context.fill(Text::InviteHere, &[("key", &key)]),
                Some(Reach::Network) => text(Text::InviteNoNetwork),
            },
        ]);
    }
    texts
}

/// Draws a code: two rows of modules a line by half blocks, or two characters a module without.
pub(in crate::tui) fn code_lines(
    text: &str,
    half_blocks: Option<[&'static str; 4]>,
) -> Vec<String> {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::L) else { return Vec::new() };
    let modules = code.width();
    let side = modules + 2 * QUIET;
    let colors = code.to_colors();
    let is_dark = |x: usize, y: usize| {
        let inside = |at: usize| at.checked_sub(QUIET).filter(|&at| at < modules);
        match (inside(x), inside(y)) {
            (Some(x), Some(y)) => colors[y * modules + x] == Color::Dark,
            _ => false,
        }
    };
    match half_blocks {
        Some(blocks) => (0..side.div_ceil(2))
            .map(|row| {
                let pair =
                    |x| usize::from(is_dark(x, 2 * row)) + 2 * usize::from(is_dark(x, 2 * row + 1));
                (0..side).map(|x| blocks[pair(x)]).collect()
            })
            .collect(),
        None => (0..side)
            .map(|y| (0..side).map(|x| if is_dark(x, y) { "##" } else { "  " }).collect())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_address_fits_a_small_screen() {
        let lines = code_lines("http://192.168.1.20:7878/room/K7QP", Some([" ", "▀", "▄", "█"]));
        // Version 3 has 29 modules (ISO/IEC 18004).
        assert_eq!(lines.len(), (29 + 2 * QUIET).div_ceil(2));
        assert!(lines.iter().all(|line| columns(line) == 29 + 2 * QUIET as u16));
    }

    #[test]
    fn both_ways_of_drawing_show_the_same_modules() {
        let blocks = code_lines("reversi", Some([" ", "▀", "▄", "█"]));
        let ascii = code_lines("reversi", None);
        for (y, line) in ascii.iter().enumerate() {
            let modules: Vec<bool> = line.as_bytes().chunks(2).map(|pair| pair == b"##").collect();
            let halves: Vec<bool> = blocks[y / 2]
                .chars()
                .map(|c| matches!((c, y % 2), ('█', _) | ('▀', 0) | ('▄', 1)))
                .collect();
            assert_eq!(modules, halves, "row {y}");
        }
    }
}
