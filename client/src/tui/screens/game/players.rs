//! Who plays, with how many discs, and whose turn it is.

use ratatui::layout::Rect;
use reversi_client_core::voice::texts::Text;
use reversi_game::{Color, DiscCounts};
use reversi_protocol::Phase;

use super::GameScreen;
use crate::tui::canvas::{Canvas, after, columns, rows};
use crate::tui::context::Context;
use crate::tui::phrases;
use crate::tui::record::Shown;
use crate::tui::theme::Role;

/// Narrower panels give each player two rows.
const ONE_ROW_COLUMNS: u16 = 34;

/// So many columns of a name are shown, whatever else there is to know. Chosen: enough to tell two names apart.
const NAME_MIN: u16 = 6;

/// Returns the rows that both players need in a panel of so many columns.
pub(super) const fn rows_needed(columns: u16) -> u16 {
    if columns < ONE_ROW_COLUMNS { 4 } else { 2 }
}

impl GameScreen {
    pub(super) fn draw_players(
        &self,
        canvas: &mut Canvas<'_>,
        context: &Context,
        shown: &Shown,
        area: Rect,
    ) {
        let mut lines = rows(area);
        for color in Color::BOTH {
            let Some(first) = lines.next() else { return };
            let second = if area.width < ONE_ROW_COLUMNS { lines.next() } else { None };
            let player = self.player(context, shown, color);
            player.draw(canvas, first, second);
        }
    }

    /// Draws the room and both players into one row, as short as it goes.
    pub(super) fn draw_players_short(
        &self,
        canvas: &mut Canvas<'_>,
        context: &Context,
        shown: &Shown,
        row: Rect,
    ) {
        let room = context.room().map(ToString::to_string).unwrap_or_default();
        let used = canvas.write(row, &format!(" {room} "), Role::Heading);
        let row = after(row, used);
        let players = Color::BOTH.map(|color| self.player(context, shown, color));
        let [black, white] =
            players.each_ref().map(|player| player.short_columns(canvas, &player.name));
        // A long name takes what the other one leaves.
        let half = row.width / 2;
        let first =
            if black > half { black.min(row.width.saturating_sub(white)).max(half) } else { half };
        let places = [Rect { width: first, ..row }, after(row, first)];
        for (player, at) in players.iter().zip(places) {
            player.draw_short(canvas, at);
        }
    }

    fn player(&self, context: &Context, shown: &Shown, color: Color) -> Player {
        let is_running = match context.here() {
            Some((_, view)) => view.phase == Phase::Playing || !shown.is_live,
            None => shown.next.is_some(),
        };
        Player {
            color,
            name: self.player_name(context, color),
            you: phrases::you(context, color),
            notes: [phrases::note(context, color), phrases::note_short(context, color)],
            clock: phrases::clock_shown(context, color).unwrap_or_default(),
            discs: DiscCounts::of(&shown.position.board).of_color(color),
            is_to_move: is_running && shown.position.to_move == color,
        }
    }
}

struct Player {
    color: Color,
    name: String,
    /// Whether it is the user; what else there is to know, at length and shorter. A long name is cut before these are.
    you: String,
    notes: [String; 2],
    clock: String,
    discs: u32,
    is_to_move: bool,
}

/// Returns how a disc is drawn: as on the board.
pub(super) const fn disc_role(color: Color) -> Role {
    match color {
        Color::Black => Role::Black,
        Color::White => Role::White,
    }
}

impl Player {
    const fn role(&self) -> Role {
        if self.is_to_move { Role::Attention } else { Role::Text }
    }

    /// Draws the name, and in the same row or the next one the discs and whose turn it is.
    fn draw(&self, canvas: &mut Canvas<'_>, first: Rect, second: Option<Rect>) {
        let glyphs = canvas.look.glyphs;
        // The mark has a place of its own, so that the counts stay where they are.
        let mark = format!(" {} {} ", glyphs.to_move, canvas.text(Text::ToMove));
        let row = second.unwrap_or(first);
        let count_row = Rect { width: row.width.saturating_sub(columns(&mark)), ..row };
        let used =
            canvas.write_right(count_row, &format!("{} {:>3}", self.clock, self.discs), Role::Text);
        if self.is_to_move {
            canvas.write(after(row, count_row.width), &mark, Role::Attention);
        }
        let name_width = if second.is_some() { first.width } else { count_row.width - used };
        let name_row = Rect { width: name_width, ..first };
        let disc = format!(" {} ", canvas.look.disc(self.color));
        // The felt under the disc does not touch the name.
        let gap = if canvas.look.theme.has_felt() { " " } else { "" };
        let parts = [(disc.as_str(), disc_role(self.color)), (gap, Role::Text)];
        let used = canvas.write_all(name_row, &parts);
        let row = after(name_row, used);
        let behind = self.notes.each_ref().map(|note| format!("{}{note}", self.you));
        let has_room = columns(&behind[0]) + self.name_columns_min() <= row.width;
        self.write_name(canvas, row, &behind[usize::from(!has_room)]);
    }

    /// Returns the columns of the name that nothing behind it takes.
    fn name_columns_min(&self) -> u16 {
        columns(&self.name).min(NAME_MIN)
    }

    /// Writes the name and what follows it, and returns the columns of both.
    fn write_name(&self, canvas: &mut Canvas<'_>, row: Rect, behind: &str) -> u16 {
        let width = row.width.saturating_sub(columns(behind)).max(self.name_columns_min());
        let used =
            canvas.write(Rect { width: width.min(row.width), ..row }, &self.name, self.role());
        used + canvas.write(after(row, used), behind, self.role())
    }

    /// Returns what follows the name in a short row.
    fn short_counts(&self, canvas: &Canvas<'_>) -> String {
        // A clock that runs says whose turn it is.
        let mark = match self.clock.trim() {
            "" if self.is_to_move => canvas.look.glyphs.to_move,
            "" => " ",
            clock => clock,
        };
        format!(" {:>2} {mark} ", self.discs)
    }

    /// Returns the columns of a short row.
    fn short_columns(&self, canvas: &Canvas<'_>, name: &str) -> u16 {
        let disc = columns(canvas.look.disc(self.color)) + 1;
        disc + columns(name) + columns(&self.you) + columns(&self.short_counts(canvas))
    }

    fn draw_short(&self, canvas: &mut Canvas<'_>, at: Rect) {
        let counts = self.short_counts(canvas);
        let width = at.width.saturating_sub(columns(canvas.look.disc(self.color)) + 1);
        let width = width.saturating_sub(columns(&counts));
        let disc = canvas.look.disc(self.color);
        let mut used = canvas.write_all(at, &[(disc, disc_role(self.color)), (" ", Role::Text)]);
        let has_room = self.clock.is_empty() || width >= columns(&self.name) + columns(&self.you);
        let you = if has_room { &self.you } else { "" };
        used += self.write_name(canvas, Rect { width, ..after(at, used) }, you);
        canvas.write(after(at, used), &counts, self.role());
    }
}
