//! Where the parts of a game are, by the size of the screen.

use ratatui::layout::Rect;

use crate::tui::board::{BoardLayout, CellSize, GridLines};
use crate::tui::config::CellChoice;
use crate::tui::glyphs::Glyphs;
use crate::tui::layout::{Rows, Space};

/// The narrowest panels: beside the board, and left and right of it.
const PANEL: u16 = 30;
const LEFT_PANEL: u16 = 24;
const RIGHT_PANEL: u16 = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameLayout {
    pub(super) rows: Rows,
    pub(super) board: BoardLayout,
    /// Left of the board; empty unless there is much room.
    pub(super) left: Rect,
    pub(super) right: Rect,
    /// Below a board without lines, where there is room to spare.
    pub(super) below: Rect,
}

impl GameLayout {
    pub(super) fn of_size((columns, rows): (u16, u16), wish: CellChoice, glyphs: &Glyphs) -> Self {
        Self::of(Rect::new(0, 0, columns, rows), wish, glyphs)
    }

    pub(super) fn of(area: Rect, wish: CellChoice, glyphs: &Glyphs) -> Self {
        let rows = Rows::of(area);
        match Space::of(area) {
            Space::TooSmall | Space::Compact => Self::compact(rows, glyphs),
            Space::Normal => Self::normal(rows, wish, glyphs),
            Space::Wide => Self::wide(rows, wish, glyphs),
        }
    }

    fn compact(rows: Rows, glyphs: &Glyphs) -> Self {
        let board = BoardLayout::new(CellSize::Small, GridLines::None, glyphs);
        let (width, height) = board.extent();
        let body = rows.body;
        let right = Rect {
            x: body.x + (width + 2).min(body.width),
            width: body.width.saturating_sub(width + 2),
            ..body
        };
        let used = height.min(body.height);
        let below = Rect {
            y: body.y + used,
            height: body.height - used,
            width: body.width - right.width,
            ..body
        };
        Self { rows, board: board.at(body.x, body.y), left: Rect::ZERO, right, below }
    }

    fn normal(rows: Rows, wish: CellChoice, glyphs: &Glyphs) -> Self {
        let body = rows.body;
        let board = board_for(body, PANEL + 1, wish, glyphs);
        let (width, _) = board.extent();
        let gap = if body.width >= width + 3 + PANEL { 3 } else { 1 };
        let right =
            Rect { x: body.x + width + gap, width: body.width.saturating_sub(width + gap), ..body };
        Self { rows, board: board.at(body.x, body.y), left: Rect::ZERO, right, below: Rect::ZERO }
    }

    fn wide(rows: Rows, wish: CellChoice, glyphs: &Glyphs) -> Self {
        let body = rows.body;
        let board = board_for(body, LEFT_PANEL + RIGHT_PANEL + 4, wish, glyphs);
        let (width, height) = board.extent();
        let spare = body.width.saturating_sub(width + LEFT_PANEL + RIGHT_PANEL + 4);
        let left = Rect { width: LEFT_PANEL + spare / 4, ..body };
        let right_width = RIGHT_PANEL + spare / 4;
        let right = Rect { x: body.right() - right_width, width: right_width, ..body };
        let between = right.x - left.right();
        let x = left.right() + (between.saturating_sub(width + 1)) / 2;
        let y = body.y + body.height.saturating_sub(height) / 2;
        Self { rows, board: board.at(x, y), left, right, below: Rect::ZERO }
    }
}

/// Returns the largest board that was wished for and fits beside panels of so many columns.
fn board_for(body: Rect, panels: u16, wish: CellChoice, glyphs: &Glyphs) -> BoardLayout {
    let largest = match wish {
        CellChoice::Auto | CellChoice::Large => CellSize::Large,
        CellChoice::Medium => CellSize::Medium,
        CellChoice::Small => CellSize::Small,
    };
    let fits = |board: &BoardLayout| {
        let (width, height) = board.extent();
        width + panels <= body.width && height <= body.height
    };
    let sizes = CellSize::ALL.into_iter().filter(|&size| size <= largest);
    let mut boards = sizes.map(|size| BoardLayout::new(size, GridLines::Drawn, glyphs));
    let small = BoardLayout::new(CellSize::Small, GridLines::Drawn, glyphs);
    boards.find(fits).unwrap_or(small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::glyphs::GlyphSet;
    use crate::tui::layout::{COLUMNS_MIN, ROWS_MIN};

    fn cell(width: u16, height: u16) -> (u16, u16) {
        let glyphs = GlyphSet::Unicode.glyphs();
        let layout = GameLayout::of(Rect::new(0, 0, width, height), CellChoice::Auto, glyphs);
        (layout.board.columns, layout.board.rows)
    }

    #[test]
    fn squares_grow_with_the_screen_and_keep_their_shape() {
        for (size, expected) in [
            ((80, 24), (3, 1)),
            ((96, 34), (5, 2)),
            ((111, 40), (7, 3)),
            ((112, 30), (3, 1)),
            ((112, 34), (5, 2)),
            ((128, 40), (7, 3)),
            ((300, 100), (7, 3)),
        ] {
            assert_eq!(cell(size.0, size.1), expected, "{size:?}");
        }
    }

    #[test]
    fn at_80_by_24_every_row_has_its_place() {
        let layout =
            GameLayout::of(Rect::new(0, 0, 80, 24), CellChoice::Auto, GlyphSet::Unicode.glyphs());
        assert_eq!(layout.board.extent(), (36, 18));
        assert_eq!(layout.rows.body, Rect::new(0, 1, 80, 18));
        let bottom = [
            layout.rows.rule,
            layout.rows.status,
            layout.rows.prompt,
            layout.rows.input,
            layout.rows.keys,
        ];
        assert_eq!(
            bottom.map(|row| (row.y, row.height)),
            [(19, 1), (20, 1), (21, 1), (22, 1), (23, 1)]
        );
        assert_eq!(layout.right, Rect::new(39, 1, 41, 18));
    }

    #[test]
    fn no_part_leaves_the_screen() {
        for width in COLUMNS_MIN..140 {
            for height in ROWS_MIN..60 {
                let area = Rect::new(0, 0, width, height);
                for set in GlyphSet::ALL {
                    let layout = GameLayout::of(area, CellChoice::Auto, set.glyphs());
                    let (columns, rows) = layout.board.extent();
                    let board = Rect::new(layout.board.x, layout.board.y, columns, rows);
                    for part in [board, layout.right, layout.left, layout.below, layout.rows.keys] {
                        assert_eq!(part.intersection(area), part, "{set:?} {width}x{height}");
                    }
                }
            }
        }
    }
}
