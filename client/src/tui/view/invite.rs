//! How others get into the room: its name, an address, and a code to scan.

use qrcode::{Color, EcLevel, QrCode};
use ratatui::layout::Rect;

use super::pen::{Pen, after, columns, rows, wrap};
use super::popup::frame;
use super::popup_rows;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// Modules left blank around a code. The standard asks for four; two are read well on screens and
/// leave room on small ones.
const QUIET: usize = 2;

/// Columns of the text beside a code.
const TEXT_COLUMNS: u16 = 42;

/// Returns what others type, and the address that they open, in a few lines.
pub(super) fn short_lines(model: &Model) -> Vec<String> {
    let Some(address) = model.invitation() else { return Vec::new() };
    let key = model.setup.config.keymap.keys(crate::tui::action::Action::Invite).first();
    let key = key.map(|key| key.shown(model.look().glyphs)).unwrap_or_default();
    vec![
        model.text(Text::InviteIntro).to_owned(),
        // A row of its own: an address that is broken in two is hard to copy.
        "reversi join".to_owned(),
        address,
        model.fill(Text::InviteKey, &[("key", &key)]),
    ]
}

impl Model {
    /// Returns the address of the room on the screen.
    pub(in crate::tui) fn invitation(&self) -> Option<String> {
        Some(format!("{}/room/{}", self.setup.server, self.room()?))
    }
}

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model) {
    let Some(address) = model.invitation() else { return };
    let code = code_lines(&address, pen.look.glyphs.half_blocks);
    let code_columns = code.first().map_or(0, |line| columns(line));
    let area = pen.area();
    // Beside each other both fit a screen of 80x24.
    let is_beside = area.width >= code_columns + TEXT_COLUMNS + 4;
    let text_columns = if is_beside { TEXT_COLUMNS } else { area.width.saturating_sub(4) };
    let lines: Vec<String> = texts(pen, model, address)
        .iter()
        .flat_map(|text| wrap(text, usize::from(text_columns).max(1)))
        .collect();
    let rows_needed =
        if is_beside { code.len().max(lines.len()) } else { code.len() + lines.len() };
    let fits = rows_needed <= usize::from(popup_rows(pen).saturating_sub(2))
        && code_columns <= area.width.saturating_sub(2);
    let rows_needed = if fits { rows_needed } else { lines.len() + 2 };
    let width = if is_beside && fits { code_columns } else { 0 } + TEXT_COLUMNS + 4;
    let height = u16::try_from(rows_needed + 2).unwrap_or(u16::MAX);
    let inside = frame(pen, Text::TitleInvite, width.min(area.width), height);
    for (row, line) in rows(inside).zip(&lines) {
        pen.write(after(row, 1), line, Role::Text);
    }
    let style = pen.look.theme.qr().unwrap_or_default();
    let below_text = if is_beside { 0 } else { lines.len() };
    for (row, line) in rows(inside).skip(below_text).zip(code.iter().filter(|_| fits)) {
        pen.write_styled(after(row, inside.width.saturating_sub(code_columns)), line, style);
    }
    if !fits {
        let note = Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside };
        pen.write(after(note, 1), pen.look.text(Text::InviteNoRoom), Role::Faint);
    }
}

/// Returns what is said beside the code.
fn texts(pen: &Pen<'_>, model: &Model, address: String) -> Vec<String> {
    let room = model.room().map(ToString::to_string).unwrap_or_default();
    let text = |text| pen.look.text(text).to_owned();
    let mut texts = vec![
        text(Text::InviteIntro),
        String::new(),
        format!("reversi join {room} --server {}", model.setup.server),
        String::new(),
        address,
        String::new(),
        text(Text::InviteCopy),
    ];
    if model.setup.server.is_loopback() {
        texts.extend([String::new(), text(Text::InviteLoopback)]);
    }
    texts
}

/// Draws a code: two rows of modules a line by half blocks, or two characters a module without.
fn code_lines(text: &str, half_blocks: Option<[&'static str; 4]>) -> Vec<String> {
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
