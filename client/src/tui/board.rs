//! The board: what each square shows, and how it is drawn in each size and set of glyphs.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;
use reversi_game::{Color, Square};

use super::canvas::{Canvas, Hit, Look, columns, rows};
use super::glyphs::Glyphs;
use super::theme::Role;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark that a cell has or has not")]
pub struct CellState {
    pub disc: Option<Color>,
    pub is_legal: bool,
    /// Whether the last disc was placed here.
    pub is_last: bool,
    /// Whether the disc was turned just now.
    pub is_flipped: bool,
    /// Whether the disc is turning in this moment.
    pub is_turning: bool,
    /// Whether a placement at the cursor would turn the disc.
    pub will_flip: bool,
    pub is_cursor: bool,
    /// Whether a placement here waits for its answer.
    pub is_sent: bool,
    pub hint: Option<HintMark>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintMark {
    /// Whether it is the square to play.
    pub is_best: bool,
    /// What the square is worth in whole discs, with its sign; empty where that was not told.
    pub value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellSize {
    /// One row: a mark, the disc, a mark.
    Small,
    /// 5×2.
    Medium,
    /// 7×3.
    Large,
}

impl CellSize {
    /// Every size, the largest first.
    pub const ALL: [Self; 3] = [Self::Large, Self::Medium, Self::Small];

    pub const fn columns_rows(self, glyphs: &Glyphs) -> (u16, u16) {
        match self {
            Self::Small => (2 + glyphs.disc_columns, 1),
            Self::Medium => (5, 2),
            Self::Large => (7, 3),
        }
    }
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
    /// Lays a board out with its upper left corner at the origin.
    pub const fn new(size: CellSize, lines: GridLines, glyphs: &Glyphs) -> Self {
        let (columns, rows) = size.columns_rows(glyphs);
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

    pub const fn size(&self) -> CellSize {
        match self.rows {
            1 => CellSize::Small,
            2 => CellSize::Medium,
            _ => CellSize::Large,
        }
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
pub fn draw(canvas: &mut Canvas<'_>, layout: BoardLayout, cells: &[CellState], is_rotated: bool) {
    draw_frame(canvas, layout, is_rotated);
    for row in 0..8 {
        for column in 0..8 {
            let Some(square) = shown_square(column, row, is_rotated) else { continue };
            let Some(cell) = cells.get(square.index()) else { continue };
            let rect = layout.rect(column, row);
            draw_cell(canvas, rect, layout.lines, cell);
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

struct Drawing {
    /// At its left and right edge.
    marks: [&'static str; 2],
    marks_role: Role,
    /// Between them.
    body: Body,
    body_role: Role,
}

enum Body {
    Disc(Color),
    Text(Cow<'static, str>),
}

/// Nothing at the edges of a square.
const NO_MARKS: [&str; 2] = [" ", " "];

impl Drawing {
    /// Decides what a square shows: what matters more at the edges and in the middle.
    fn of(cell: &CellState, lines: GridLines, glyphs: &'static Glyphs) -> Self {
        let (marks, marks_role) = if cell.is_cursor && cell.is_last {
            (glyphs.cursor_on_last, Some(Role::Last))
        } else if cell.is_cursor {
            (glyphs.cursor, None)
        } else if cell.will_flip {
            (glyphs.will_flip, Some(Role::WillFlip))
        } else if cell.is_flipped {
            (glyphs.flipped, Some(Role::Flipped))
        } else if cell.is_last {
            (glyphs.last, Some(Role::Last))
        } else {
            (NO_MARKS, None)
        };
        let (body, body_role) = Self::body_of(cell, lines, glyphs);
        Self { marks, marks_role: marks_role.unwrap_or(body_role), body, body_role }
    }

    fn body_of(cell: &CellState, lines: GridLines, glyphs: &'static Glyphs) -> (Body, Role) {
        let text = |text: &'static str, role| (Body::Text(text.into()), role);
        let by_lines = |glyphs: [&'static str; 2]| glyphs[usize::from(lines == GridLines::None)];
        match (cell.disc, &cell.hint) {
            _ if cell.is_sent => text(glyphs.sent, Role::Sent),
            (Some(_), _) if cell.is_turning => text(glyphs.turning, Role::Flipped),
            (Some(Color::Black), _) => (Body::Disc(Color::Black), Role::Black),
            (Some(Color::White), _) => (Body::Disc(Color::White), Role::White),
            (None, Some(hint)) if hint.is_best => text(glyphs.hint, Role::Hint),
            // Between the marks of a cursor the status tells the value.
            (None, Some(hint)) if !hint.value.is_empty() && !cell.is_cursor => {
                (Body::Text(hint.value.clone().into()), Role::Legal)
            }
            (None, _) if cell.is_legal => text(by_lines(glyphs.legal), Role::Legal),
            (None, _) => text(by_lines(glyphs.empty), Role::Faint),
        }
    }

    /// Returns the lines of the square, each as wide as the square.
    fn lines(&self, rect: Rect, glyphs: &Glyphs) -> Vec<String> {
        let inner = rect.width.saturating_sub(2);
        let middle = rect.height / 2;
        (0..rect.height)
            .map(|row| {
                let index = usize::from(row);
                let body = match (&self.body, rect.height) {
                    (Body::Disc(color), 1) => glyphs.discs[color.index()],
                    (Body::Disc(color), 2) => glyphs.discs_5x2[color.index()][index],
                    (Body::Disc(color), _) => glyphs.discs_7x3[color.index()][index],
                    (Body::Text(text), _) if row == middle => text,
                    (Body::Text(_), _) => "",
                };
                framed(self.marks, body, inner)
            })
            .collect()
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

fn draw_cell(canvas: &mut Canvas<'_>, rect: Rect, lines: GridLines, cell: &CellState) {
    let Look { glyphs, theme, .. } = canvas.look;
    let drawing = Drawing::of(cell, lines, glyphs);
    let style = |role| {
        let style = theme.style(Role::Square).patch(theme.style(role));
        if cell.is_cursor { style.patch(theme.style(Role::Cursor)) } else { style }
    };
    let (marks_style, body_style) = (style(drawing.marks_role), style(drawing.body_role));
    for (row, line) in rows(rect).zip(drawing.lines(rect, glyphs)) {
        // A large disc is underlined once.
        let is_underlined = cell.is_last && row.bottom() == rect.bottom();
        let underline = |style: Style| {
            if is_underlined { style.underlined() } else { style.not_underlined() }
        };
        canvas.write_styled(row, &line, underline(body_style));
        if drawing.marks != NO_MARKS {
            // The disc between them keeps its colour.
            let [left, right] = [row.x, row.right() - 1].map(|x| Rect { x, width: 1, ..row });
            canvas.write_styled(left, drawing.marks[0], underline(marks_style));
            canvas.write_styled(right, drawing.marks[1], underline(marks_style));
        }
    }
}
