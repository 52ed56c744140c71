//! Where the parts of a game are, by the size of the screen.

use ratatui::layout::Rect;

use crate::tui::board::{BoardLayout, GridLines};
use crate::tui::canvas::below;
use crate::tui::config::CellChoice;
use crate::tui::glyphs::Glyphs;
use crate::tui::layout::Rows;

/// The narrowest panel that holds everything, and where there are two, the narrowest of each: players
/// and what happened at the left, moves at the right.
const PANEL: u16 = 24;
const LEFT_PANEL: u16 = 24;
const RIGHT_PANEL: u16 = 28;

/// From so many columns on two panels are better than a wide one.
const TWO_PANELS: u16 = 64;

/// From so many columns on there is a panel on each side of the board. Chosen: narrower ones cut
/// what they say.
const WIDE: u16 = 112;

/// The fewest rows of one panel, and of two beside each other.
const PANEL_ROWS: u16 = 12;
const TWO_PANELS_ROWS: u16 = 9;

/// The fewest columns of a list of moves without a frame, and the fewest rows of what happened.
const MOVES: u16 = 11;
const LOG_ROWS: u16 = 4;

/// The gap between a board and a panel, and a narrower one where there is no room for it.
const GAP: u16 = 3;
const GAP_MIN: u16 = 1;

/// What is around the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Panels {
    /// The players in the first row, a list of moves, and what happened, without frames.
    None { moves: Rect, log: Rect },
    /// Everything in one.
    One(Rect),
    /// Players and what happened; moves and graphs.
    Two(Rect, Rect),
}

impl Panels {
    /// Tells whether what happened has a row.
    pub(super) const fn has_log(&self) -> bool {
        match self {
            // Its first row is a gap.
            Self::None { log, .. } => log.height > 1 && log.width > 2,
            Self::One(_) | Self::Two(..) => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameLayout {
    pub(super) rows: Rows,
    pub(super) board: BoardLayout,
    pub(super) panels: Panels,
}

impl GameLayout {
    pub(super) fn of_size((columns, rows): (u16, u16), wish: CellChoice, glyphs: &Glyphs) -> Self {
        Self::of(Rect::new(0, 0, columns, rows), wish, glyphs)
    }

    /// Takes the largest board that fits with what has to be around it.
    pub(super) fn of(area: Rect, wish: CellChoice, glyphs: &Glyphs) -> Self {
        let rows = Rows::of(area);
        let (board, panels) = boards(rows.body, wish, glyphs)
            .find_map(|board| {
                between(rows.body, board)
                    .or_else(|| beside(rows.body, board))
                    .or_else(|| above(rows.body, board))
                    .or_else(|| alone(rows.body, board))
            })
            .unwrap_or_else(|| around(rows.body, BoardLayout::new(1, GridLines::None, glyphs)));
        Self { rows, board, panels }
    }
}

/// Returns the boards that are not higher than this and not larger than wished for, the largest
/// first. One without lines is for where no other fits.
fn boards(body: Rect, wish: CellChoice, glyphs: &Glyphs) -> impl Iterator<Item = BoardLayout> {
    let rows_max = match wish {
        CellChoice::Auto => u16::MAX,
        CellChoice::Large => 3,
        CellChoice::Medium => 2,
        CellChoice::Small => 1,
    };
    let with_lines = (1..=rows_max.min(body.height / 8)).rev().map(|rows| (rows, GridLines::Drawn));
    let without = [2, 1].into_iter().filter(move |&rows| rows <= rows_max);
    let sizes = with_lines.chain(without.map(|rows| (rows, GridLines::None)));
    sizes.map(move |(rows, lines)| BoardLayout::new(rows, lines, glyphs))
}

/// A board with its place, and what is around it.
type Arranged = (BoardLayout, Panels);

/// Splits an area into two parts beside each other, the first one so wide.
const fn split(area: Rect, first: u16) -> (Rect, Rect) {
    let rest = Rect { x: area.x + first, width: area.width - first, ..area };
    (Rect { width: first, ..area }, rest)
}

/// Puts the board between two panels.
fn between(body: Rect, board: BoardLayout) -> Option<Arranged> {
    let (width, height) = board.extent();
    let room = body.width.checked_sub(width + 2 * GAP_MIN)?;
    let spare = room.checked_sub(LEFT_PANEL + RIGHT_PANEL)?;
    if body.width < WIDE || body.height < height.max(TWO_PANELS_ROWS) {
        return None;
    }
    let (left, rest) = split(body, LEFT_PANEL + spare / 2);
    let (middle, right) = split(rest, width + 2 * GAP_MIN);
    let y = body.y + (body.height - height) / 2;
    Some((board.at(middle.x + GAP_MIN, y), Panels::Two(left, right)))
}

/// Puts the board at the left and one panel beside it, or two where they are too low for one.
fn beside(body: Rect, board: BoardLayout) -> Option<Arranged> {
    let (width, height) = board.extent();
    let room = body.width.checked_sub(width)?;
    let gap = if room >= GAP + PANEL { GAP } else { GAP_MIN };
    let (_, right) = split(body, width + gap.min(room));
    let panels = panels(right)?;
    let y = body.y + body.height.checked_sub(height)? / 2;
    Some((board.at(body.x, y), panels))
}

/// Puts the board above a panel, or two where there is the width.
fn above(body: Rect, board: BoardLayout) -> Option<Arranged> {
    let (width, height) = board.extent();
    let below = below(body, height.min(body.height));
    let panels = panels(below).filter(|_| width <= body.width)?;
    // Room for the digits at the left is there at the right too.
    let x = body.x + (body.width - width) / 2;
    Some((board.at(x, body.y), panels))
}

/// Returns the panels that an area has room for.
fn panels(area: Rect) -> Option<Panels> {
    let is_low = area.height < PANEL_ROWS;
    let two_columns = if is_low { LEFT_PANEL + RIGHT_PANEL } else { TWO_PANELS };
    if area.width >= two_columns && area.height >= TWO_PANELS_ROWS {
        let (left, right) = split(area, area.width / 2);
        return Some(Panels::Two(left, right));
    }
    (area.width >= PANEL && !is_low).then_some(Panels::One(area))
}

/// Puts a small board at the left, with what fits beside and below it.
fn alone(body: Rect, board: BoardLayout) -> Option<Arranged> {
    let (width, height) = board.extent();
    if width > body.width || height > body.height {
        return None;
    }
    let has_enough = body.width - width >= 2 + MOVES || body.height - height >= LOG_ROWS;
    let is_enough = match (board.rows, board.lines) {
        (1, GridLines::None) => true,
        (1, GridLines::Drawn) | (_, GridLines::None) => has_enough,
        (_, GridLines::Drawn) => false,
    };
    is_enough.then(|| around(body, board))
}

/// Puts a board into the corner, and what there is room for around it.
fn around(body: Rect, board: BoardLayout) -> Arranged {
    let (width, height) = board.extent();
    let (_, right) = split(body, (width + 2).min(body.width));
    let under = below(Rect { width: body.width - right.width, ..body }, height);
    let (moves, log) = if under.height < LOG_ROWS && right.width >= PANEL {
        let moves = Rect { height: right.height * 3 / 5, ..right };
        (moves, below(right, moves.height))
    } else {
        (right, under)
    };
    (board.at(body.x, body.y), Panels::None { moves, log })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::glyphs::GlyphSet;
    use crate::tui::layout::{COLUMNS_MIN, ROWS_MIN};

    fn of((columns, rows): (u16, u16), set: GlyphSet) -> GameLayout {
        GameLayout::of_size((columns, rows), CellChoice::Auto, set.glyphs())
    }

    #[test]
    fn squares_grow_with_the_screen_and_keep_their_shape() {
        for (size, columns_rows, lines) in [
            ((40, 14), (3, 1), GridLines::None),
            ((80, 22), (5, 2), GridLines::None),
            ((80, 23), (3, 1), GridLines::Drawn),
            ((80, 32), (5, 2), GridLines::Drawn),
            ((54, 60), (5, 2), GridLines::Drawn),
            ((112, 30), (3, 1), GridLines::Drawn),
            ((120, 36), (5, 2), GridLines::Drawn),
            ((128, 40), (7, 3), GridLines::Drawn),
            ((200, 60), (11, 5), GridLines::Drawn),
            ((250, 80), (17, 8), GridLines::Drawn),
        ] {
            let board = of(size, GlyphSet::Unicode).board;
            assert_eq!(
                ((board.columns, board.rows), board.lines),
                (columns_rows, lines),
                "{size:?}"
            );
        }
    }

    #[test]
    fn at_80_by_24_every_row_has_its_place() {
        let layout = of((80, 24), GlyphSet::Unicode);
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
        assert_eq!(layout.panels, Panels::One(Rect::new(39, 1, 41, 18)));
    }

    /// Calls for every size from the smallest to 250 columns and 80 rows, in every set of glyphs.
    fn at_every_size(mut check: impl FnMut((u16, u16), GlyphSet)) {
        for columns in COLUMNS_MIN..=250 {
            for rows in ROWS_MIN..=80 {
                for set in GlyphSet::ALL {
                    check((columns, rows), set);
                }
            }
        }
    }

    fn place(board: &BoardLayout) -> Rect {
        let (columns, rows) = board.extent();
        Rect::new(board.x, board.y, columns, rows)
    }

    #[test]
    fn at_every_size_the_parts_are_whole_and_apart() {
        at_every_size(|size, set| {
            let layout = of(size, set);
            let rows = layout.rows;
            let panels = match layout.panels {
                Panels::None { moves, log } => vec![moves, log],
                Panels::One(panel) => vec![panel],
                Panels::Two(left, right) => vec![left, right],
            };
            let parts = [place(&layout.board)].into_iter().chain(panels);
            let parts: Vec<Rect> = parts.filter(|part| !part.is_empty()).collect();
            for (index, part) in parts.iter().enumerate() {
                assert_eq!(part.intersection(rows.body), *part, "{set:?} {size:?}: {layout:?}");
                for other in &parts[index + 1..] {
                    assert!(!part.intersects(*other), "{set:?} {size:?}: {layout:?}");
                }
            }
            for row in [rows.title, rows.status, rows.prompt, rows.input, rows.keys] {
                assert_eq!((row.width, row.height), (size.0, 1), "{size:?}");
            }
            assert_eq!(rows.keys.bottom(), size.1);
        });
    }

    #[test]
    fn at_every_size_no_larger_board_would_fit() {
        at_every_size(|size, set| {
            let layout = of(size, set);
            let body = layout.rows.body;
            let next = match (layout.board.rows, layout.board.lines) {
                (1 | 2, GridLines::None) => 1,
                (rows, _) => rows + 1,
            };
            let (columns, rows) = BoardLayout::new(next, GridLines::Drawn, set.glyphs()).extent();
            let has_beside = columns + GAP_MIN + PANEL <= body.width && rows <= body.height;
            let has_below = columns <= body.width && rows + PANEL_ROWS <= body.height;
            assert!(!has_beside && !has_below, "{set:?} {size:?}: {layout:?}");
        });
    }

    #[test]
    fn a_larger_screen_never_has_a_smaller_board() {
        at_every_size(|(columns, rows), set| {
            let board = |size| {
                let board = of(size, set).board;
                // Lines are worth more than larger squares without them.
                (board.lines == GridLines::Drawn, board.rows)
            };
            let here = board((columns, rows));
            assert!(here <= board((columns + 1, rows)), "{set:?} {columns}x{rows}");
            assert!(here <= board((columns, rows + 1)), "{set:?} {columns}x{rows}");
        });
    }
}
