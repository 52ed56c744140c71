//! The board: what each square shows, and how it is drawn in each size and set of glyphs.

use ratatui::layout::Rect;
use ratatui::style::Style;
use reversi_game::{Color, Square};

use super::canvas::{Canvas, Hit, Look, columns, rows};
use super::glyphs::Glyphs;
use super::theme::Role;

/// What a square shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What stands at its left and right edge.
    pub edge: Option<Edge>,
    /// What stands between.
    pub body: Body,
    pub is_cursor: bool,
    /// Whether the last disc was placed here.
    pub is_last: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    CursorOnLast,
    Cursor,
    /// A placement at the cursor would turn the disc.
    WillFlip,
    /// The disc was turned just now.
    Flipped,
    Last,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A placement that waits for its answer.
    Sent,
    /// A disc on edge.
    Turning,
    Disc(Color),
    /// The square to play.
    Hint,
    /// What the square is worth.
    Value(String),
    Legal,
    Empty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridLines {
    Drawn,
    /// For small terminals.
    None,
}

/// Where a board lies, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    pub x: u16,
    /// The row of the letters above it.
    pub y: u16,
    pub columns: u16,
    pub rows: u16,
    pub lines: GridLines,
}

/// Columns for the digits at the left.
const MARGIN: u16 = 3;

impl BoardLayout {
    /// Lays a board out whose squares have so many rows, with its upper left corner at the origin.
    /// Cells are about twice as high as wide, so that squares are square with a line around them.
    pub const fn new(rows: u16, lines: GridLines, glyphs: &Glyphs) -> Self {
        let columns = if rows == 1 { 2 + glyphs.disc_columns } else { 2 * rows + 1 };
        Self { x: 0, y: 0, columns, rows, lines }
    }

    /// Returns the same board with its upper left corner elsewhere.
    #[must_use]
    pub const fn at(self, x: u16, y: u16) -> Self {
        Self { x, y, ..self }
    }

    /// Returns the columns and rows that the board needs, letters and digits included.
    pub const fn extent(&self) -> (u16, u16) {
        let gap = self.gap();
        (MARGIN + 8 * (self.columns + gap) + gap, 1 + 8 * (self.rows + gap) + gap)
    }

    const fn gap(&self) -> u16 {
        match self.lines {
            GridLines::Drawn => 1,
            GridLines::None => 0,
        }
    }

    /// Returns the cells of the square in this column and row of the screen.
    const fn rect(&self, column: u16, row: u16) -> Rect {
        let gap = self.gap();
        Rect {
            x: self.x + MARGIN + gap + column * (self.columns + gap),
            y: self.y + 1 + gap + row * (self.rows + gap),
            width: self.columns,
            height: self.rows,
        }
    }
}

/// Returns the square that is shown in a column and row of the board on the screen.
pub fn shown_square(column: u16, row: u16, is_rotated: bool) -> Option<Square> {
    let (file, rank) = if is_rotated { (7 - column, 7 - row) } else { (column, row) };
    Square::from_file_rank(file.into(), rank.into())
}

/// Draws the board; `cells` are in scan order.
pub fn draw(canvas: &mut Canvas<'_>, layout: BoardLayout, cells: &[Cell], is_rotated: bool) {
    draw_frame(canvas, layout, is_rotated);
    let Look { glyphs, theme, .. } = canvas.look;
    let size = (layout.columns.saturating_sub(2), layout.rows);
    let discs = Color::BOTH.map(|color| glyphs.disc_rows(color, size, theme.has_felt()));
    for row in 0..8 {
        for column in 0..8 {
            let Some(square) = shown_square(column, row, is_rotated) else { continue };
            let Some(cell) = cells.get(square.index()) else { continue };
            let rect = layout.rect(column, row);
            draw_cell(canvas, rect, layout.lines, cell, &discs);
            canvas.hit(rect, Hit::Square(square));
        }
    }
}

fn draw_frame(canvas: &mut Canvas<'_>, layout: BoardLayout, is_rotated: bool) {
    let (width, _) = layout.extent();
    for index in 0..8 {
        let Some(square) = shown_square(index, index, is_rotated) else { continue };
        let name = square.to_string();
        let (letter, digit) = name.split_at(1);
        let cell = layout.rect(index, index);
        let top = Rect { x: cell.x + cell.width / 2, y: layout.y, width: 1, height: 1 };
        canvas.write(top, letter, Role::Faint);
        let left = Rect { x: layout.x + 1, y: cell.y + cell.height / 2, width: 1, height: 1 };
        canvas.write(left, digit, Role::Faint);
    }
    if layout.lines == GridLines::None {
        return;
    }
    let grid = &canvas.look.glyphs.grid;
    let line = |ends: [&str; 3]| {
        let run = grid.horizontal.repeat(layout.columns.into());
        let runs = vec![run; 8].join(ends[1]);
        format!("{}{runs}{}", ends[0], ends[2])
    };
    let lines = [line(grid.top), line(grid.middle), line(grid.bottom)];
    let upright = grid.vertical;
    let row_at = |y| Rect { x: layout.x + MARGIN, y, width: width - MARGIN, height: 1 };
    for row in 0..8 {
        let cell = layout.rect(0, row);
        canvas.write(row_at(cell.y - 1), if row == 0 { &lines[0] } else { &lines[1] }, Role::Grid);
        for y in cell.y..cell.bottom() {
            for column in 0..9 {
                let x = cell.x - 1 + column * (layout.columns + 1);
                canvas.write(Rect { x, y, width: 1, height: 1 }, upright, Role::Grid);
            }
        }
    }
    canvas.write(row_at(layout.rect(0, 7).bottom()), &lines[2], Role::Grid);
}

/// In squares of so many rows a mark of one cell is lost.
const LARGE: u16 = 4;

/// Nothing at the edges of a square.
const NO_MARKS: [&str; 2] = [" ", " "];

impl Edge {
    /// Returns the marks and how they are drawn.
    const fn drawing(self, glyphs: &Glyphs) -> ([&'static str; 2], Role) {
        match self {
            Self::CursorOnLast => (glyphs.cursor_on_last, Role::Last),
            Self::Cursor => (glyphs.cursor, Role::Cursor),
            Self::WillFlip => (glyphs.will_flip, Role::WillFlip),
            Self::Flipped => (glyphs.flipped, Role::Flipped),
            Self::Last => (glyphs.last, Role::Last),
        }
    }
}

impl Body {
    const fn role(&self) -> Role {
        match self {
            Self::Sent => Role::Sent,
            Self::Turning => Role::Flipped,
            Self::Disc(Color::Black) => Role::Black,
            Self::Disc(Color::White) => Role::White,
            Self::Hint => Role::Hint,
            Self::Value(_) | Self::Legal => Role::Legal,
            Self::Empty => Role::Faint,
        }
    }

    /// Returns what is written in a row of a square, where discs are drawn like this.
    fn row<'a>(
        &'a self,
        row: u16,
        height: u16,
        lines: GridLines,
        glyphs: &Glyphs,
        discs: &'a Discs,
    ) -> &'a str {
        let by_lines = |glyphs: [&'static str; 2]| glyphs[usize::from(lines == GridLines::None)];
        match self {
            Self::Disc(color) => &discs[color.index()][usize::from(row)],
            Self::Turning => glyphs.turning,
            _ if row != height / 2 => "",
            Self::Sent => glyphs.sent,
            Self::Hint => glyphs.hint,
            Self::Value(value) => value,
            Self::Legal if height >= LARGE => glyphs.legal_large,
            Self::Legal => by_lines(glyphs.legal),
            Self::Empty => by_lines(glyphs.empty),
        }
    }
}

/// Puts a body in the middle between two marks. One that needs the place of blank marks gets it.
fn framed([left, right]: [&str; 2], body: &str, inner: u16) -> String {
    let used = columns(body);
    let blanks = |count: u16| " ".repeat(count.into());
    if used > inner && [left, right] == NO_MARKS {
        return format!("{body}{}", blanks((inner + 2).saturating_sub(used)));
    }
    let room = inner.saturating_sub(used);
    format!("{left}{}{body}{}{right}", blanks(room / 2), blanks(room - room / 2))
}

/// The rows of a black disc and of a white one.
type Discs = [Vec<String>; 2];

fn draw_cell(canvas: &mut Canvas<'_>, rect: Rect, lines: GridLines, cell: &Cell, discs: &Discs) {
    let Look { glyphs, theme, .. } = canvas.look;
    let style = |role| {
        let style = theme.style(Role::Square).patch(theme.style(role));
        // A disc under the cursor stays black or white: the cursor is the marks around it.
        let is_disc = matches!(cell.body, Body::Disc(_)) && role == cell.body.role();
        let is_under_cursor = cell.is_cursor && !is_disc;
        if is_under_cursor { style.patch(theme.style(Role::Cursor)) } else { style }
    };
    let role = cell.body.role();
    let edge = cell.edge.map(|edge| edge.drawing(glyphs));
    let marks = edge.map_or(NO_MARKS, |(marks, _)| marks);
    let inner = rect.width.saturating_sub(2);
    for (index, row) in (0..).zip(rows(rect)) {
        // A large disc is underlined once.
        let is_underlined = cell.is_last && row.bottom() == rect.bottom();
        let underline = |style: Style| {
            if is_underlined { style.underlined() } else { style.not_underlined() }
        };
        let body = cell.body.row(index, rect.height, lines, glyphs, discs);
        let line = framed(marks, body, inner);
        canvas.write_styled(row, &line, underline(style(role)));
        if let Some((marks, marks_role)) = edge {
            // The disc between them keeps its colour.
            let marks_style = underline(style(marks_role));
            for (x, mark) in [row.x, row.right() - 1].into_iter().zip(marks) {
                canvas.write_styled(Rect { x, width: 1, ..row }, mark, marks_style);
            }
        }
    }
}
