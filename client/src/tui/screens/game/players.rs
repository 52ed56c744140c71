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

    /// Draws both players into one row, as short as it goes.
    pub(super) fn draw_players_short(
        &self,
        canvas: &mut Canvas<'_>,
        context: &Context,
        shown: &Shown,
        row: Rect,
    ) {
        let half = row.width / 2;
        let halves = [Rect { width: half, ..row }, after(row, half)];
        for (color, at) in Color::BOTH.into_iter().zip(halves) {
            let player = self.player(context, shown, color);
            player.draw_short(canvas, at, &self.player_name(context, color));
        }
    }

    fn player(&self, context: &Context, shown: &Shown, color: Color) -> Player {
        let is_running = match context.here() {
            Some((_, view)) => view.phase == Phase::Playing || !shown.is_live,
            None => shown.next.is_some(),
        };
        Player {
            color,
            name: self.player_name(context, color) + &phrases::note(context, color),
            discs: DiscCounts::of(&shown.position.board).of_color(color),
            is_to_move: is_running && shown.position.to_move == color,
        }
    }
}

struct Player {
    color: Color,
    name: String,
    discs: u32,
    is_to_move: bool,
}

impl Player {
    const fn role(&self) -> Role {
        if self.is_to_move { Role::Attention } else { Role::Text }
    }

    /// Returns how the disc is drawn: as on the board.
    const fn disc_role(&self) -> Role {
        match self.color {
            Color::Black => Role::Black,
            Color::White => Role::White,
        }
    }

    /// Draws the name, and in the same row or the next one the discs and whose turn it is.
    fn draw(&self, canvas: &mut Canvas<'_>, first: Rect, second: Option<Rect>) {
        let glyphs = canvas.look.glyphs;
        // The mark has a place of its own, so that the counts stay where they are.
        let mark = format!(" {} {} ", glyphs.to_move, canvas.text(Text::ToMove));
        let row = second.unwrap_or(first);
        let count_row = Rect { width: row.width.saturating_sub(columns(&mark)), ..row };
        let used = canvas.write_right(count_row, &format!("{:>4}", self.discs), Role::Text);
        if self.is_to_move {
            canvas.write(after(row, count_row.width), &mark, Role::Attention);
        }
        let name_width = if second.is_some() { first.width } else { count_row.width - used };
        let name_row = Rect { width: name_width, ..first };
        let disc = format!(" {} ", canvas.look.disc(self.color));
        canvas.write_all(name_row, &[(&disc, self.disc_role()), (&self.name, self.role())]);
    }

    fn draw_short(&self, canvas: &mut Canvas<'_>, at: Rect, name: &str) {
        let glyphs = canvas.look.glyphs;
        let mark = if self.is_to_move { glyphs.to_move } else { " " };
        let counts = format!(" {} {mark} ", self.discs);
        let name_columns = at.width.saturating_sub(columns(&counts) + columns(glyphs.discs[0]) + 2);
        let disc = format!("{} ", canvas.look.disc(self.color));
        let mut used = canvas.write(at, &disc, self.disc_role());
        used += canvas.write(Rect { width: name_columns, ..after(at, used) }, name, self.role());
        canvas.write(after(at, used), &counts, self.role());
    }
}
