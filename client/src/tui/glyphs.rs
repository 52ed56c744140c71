//! What stands for discs, marks and lines, in every set of glyphs. Pure tables; which set is used
//! is decided by the terminal and the configuration.

use ratatui::symbols::border;
use reversi_game::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphSet {
    /// Circles and lines.
    Unicode,
    /// Nothing outside ASCII.
    Ascii,
    /// ASCII with `B` and `W` for the discs.
    Letters,
    /// Circles that are two columns wide.
    Wide,
}

/// One set. Each disc is as wide as `disc_columns` says; everything else is one column wide.
#[derive(Debug)]
pub struct Glyphs {
    /// Whether texts are written in ASCII too: the terminal shows nothing else.
    pub is_ascii: bool,
    pub disc_columns: u16,
    /// The black disc and the white one, in a cell of one row.
    pub discs: [&'static str; 2],
    /// The same where the colours of the board tell them apart: both are solid then.
    pub discs_on_felt: [&'static str; 2],
    /// A disc while it turns.
    pub turning: &'static str,
    /// An empty square, on a board with lines and on one without.
    pub empty: [&'static str; 2],
    /// A legal square, on a board with lines and on one without.
    pub legal: [&'static str; 2],
    /// A legal square that is much larger than that mark.
    pub legal_large: &'static str,
    /// The square that the hint names.
    pub hint: &'static str,
    /// A placement without an answer.
    pub sent: &'static str,
    /// Around the disc placed last.
    pub last: [&'static str; 2],
    /// Around a disc that was just turned.
    pub flipped: [&'static str; 2],
    /// Around a disc that a placement at the cursor would turn.
    pub will_flip: [&'static str; 2],
    /// Around the cursor's square.
    pub cursor: [&'static str; 2],
    /// Around the cursor's square where the last disc lies.
    pub cursor_on_last: [&'static str; 2],
    pub grid: Grid,
    pub frame: border::Set<'static>,
    /// Who has to place.
    pub to_move: &'static str,
    /// Between the parts of a line.
    pub separator: &'static str,
    /// That a list can be scrolled.
    pub scroll: &'static str,
    /// Where a text was cut.
    pub ellipsis: &'static str,
    /// The steps of a graph from low to high, the middle one for zero.
    pub steps: &'static [&'static str],
    /// Halves of a QR code: none, upper, lower, both dark; nothing where two columns stand for a
    /// module instead.
    pub half_blocks: Option<[&'static str; 4]>,
    /// The names of keys: arrows and Enter.
    pub keys: KeyGlyphs,
}

#[derive(Debug)]
pub struct Grid {
    pub horizontal: &'static str,
    pub vertical: &'static str,
    /// Left end, crossing and right end at the top.
    pub top: [&'static str; 3],
    /// Left end, crossing and right end between rows.
    pub middle: [&'static str; 3],
    /// Left end, crossing and right end at the bottom.
    pub bottom: [&'static str; 3],
}

/// How keys without a letter are written.
#[derive(Debug)]
pub struct KeyGlyphs {
    /// Left, right, up, down.
    pub arrows: [&'static str; 4],
    pub enter: &'static str,
}

const LINES: Grid = Grid {
    horizontal: "─",
    vertical: "│",
    top: ["┌", "┬", "┐"],
    middle: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
};

const ASCII_LINES: Grid = Grid {
    horizontal: "-",
    vertical: "|",
    top: ["+", "+", "+"],
    middle: ["+", "+", "+"],
    bottom: ["+", "+", "+"],
};

const ASCII_FRAME: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

const UNICODE: Glyphs = Glyphs {
    is_ascii: false,
    disc_columns: 1,
    discs: ["●", "○"],
    discs_on_felt: ["●", "●"],
    turning: "▮",
    empty: [" ", "."],
    legal: ["·", "+"],
    legal_large: "▐█▌",
    hint: "*",
    sent: "?",
    last: ["(", ")"],
    flipped: ["‹", "›"],
    will_flip: [":", ":"],
    cursor: ["[", "]"],
    cursor_on_last: ["{", "}"],
    grid: LINES,
    frame: border::PLAIN,
    to_move: "◂",
    separator: "│",
    scroll: "↕",
    ellipsis: "…",
    steps: &["▁", "▂", "▃", "▄", "▅", "▆", "▇"],
    half_blocks: Some([" ", "▀", "▄", "█"]),
    keys: KeyGlyphs { arrows: ["←", "→", "↑", "↓"], enter: "↵" },
};

const ASCII: Glyphs = Glyphs {
    is_ascii: true,
    disc_columns: 1,
    discs: ["@", "O"],
    discs_on_felt: ["@", "O"],
    turning: "I",
    empty: [".", "."],
    legal: ["+", "+"],
    legal_large: "+++",
    hint: "*",
    sent: "?",
    last: ["(", ")"],
    flipped: ["<", ">"],
    will_flip: [":", ":"],
    cursor: ["[", "]"],
    cursor_on_last: ["{", "}"],
    grid: ASCII_LINES,
    frame: ASCII_FRAME,
    to_move: "<",
    separator: "|",
    scroll: "^v",
    ellipsis: "~",
    steps: &["_", ".", "-", "'", "\""],
    half_blocks: None,
    keys: KeyGlyphs { arrows: ["Left", "Right", "Up", "Down"], enter: "Enter" },
};

const LETTERS: Glyphs = Glyphs { discs: ["B", "W"], discs_on_felt: ["B", "W"], ..ASCII };

const WIDE: Glyphs =
    Glyphs { disc_columns: 2, discs: ["⚫", "⚪"], discs_on_felt: ["⚫", "⚪"], ..UNICODE };

/// Quarters of a cell: the upper left one counts 1, the upper right 2, the lower ones 4 and 8.
const QUARTERS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// How far a disc reaches beyond the circle in its cells, squared. Chosen: small discs keep their
/// sides, large ones are round.
const REACH: f32 = 1.07;

impl Glyphs {
    /// Returns a disc of one row.
    pub const fn disc(&self, color: Color, is_on_felt: bool) -> &'static str {
        (if is_on_felt { self.discs_on_felt } else { self.discs })[color.index()]
    }

    /// Draws a disc into so many columns and rows.
    pub fn disc_rows(
        &self,
        color: Color,
        (columns, rows): (u16, u16),
        on_felt: bool,
    ) -> Vec<String> {
        let small = self.disc(color, on_felt);
        if rows == 1 {
            return vec![small.to_owned()];
        }
        let [columns, rows] = [columns, rows].map(|cells| i16::try_from(cells).unwrap_or(0));
        // Blocks draw the quarters of a cell.
        let fineness = if self.is_ascii { 1 } else { 2 };
        let is_in = |x: i16, y: i16| {
            let [x, y] = [(x, columns), (y, rows)].map(|(at, cells)| {
                let half = f32::from(fineness * cells) / 2.0;
                (f32::from(at) + 0.5 - half) / half
            });
            x.mul_add(x, y * y) <= REACH
        };
        // Where colours do not tell them apart, a white disc is a ring.
        let is_ring = color == Color::White && !on_felt;
        let is_drawn = |(x, y)| {
            let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            is_in(x, y) && (!is_ring || around.into_iter().any(|(x, y)| !is_in(x, y)))
        };
        let cell = |column: i16, row: i16| {
            let (x, y) = (fineness * column, fineness * row);
            if self.is_ascii {
                return if is_drawn((x, y)) { small } else { " " };
            }
            let quarters = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(is_drawn);
            QUARTERS[quarters.iter().rfold(0, |bits, &bit| 2 * bits + usize::from(bit))]
        };
        (0..rows).map(|row| (0..columns).map(|column| cell(column, row)).collect()).collect()
    }
}

impl GlyphSet {
    pub const ALL: [Self; 4] = [Self::Unicode, Self::Ascii, Self::Letters, Self::Wide];

    pub const fn glyphs(self) -> &'static Glyphs {
        match self {
            Self::Unicode => &UNICODE,
            Self::Ascii => &ASCII,
            Self::Letters => &LETTERS,
            Self::Wide => &WIDE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_are_round_at_every_size() {
        let drawn = |set: GlyphSet, color, size, on_felt| {
            set.glyphs().disc_rows(color, size, on_felt).join("/")
        };
        for (color, size, expected) in [
            (Color::Black, (1, 1), "●"),
            (Color::White, (1, 1), "○"),
            (Color::Black, (3, 2), "▟█▙/▜█▛"),
            (Color::White, (3, 2), "▞▀▚/▚▄▞"),
            (Color::Black, (5, 3), "▄███▄/█████/▀███▀"),
            (Color::White, (5, 3), "▄▀▀▀▄/▌   ▐/▀▄▄▄▀"),
            (Color::Black, (7, 4), "▗▟███▙▖/███████/███████/▝▜███▛▘"),
        ] {
            assert_eq!(drawn(GlyphSet::Unicode, color, size, false), expected);
        }
        assert_eq!(drawn(GlyphSet::Unicode, Color::White, (3, 2), true), "▟█▙/▜█▛");
        assert_eq!(drawn(GlyphSet::Ascii, Color::White, (5, 3), true), " OOO /OOOOO/ OOO ");
        assert_eq!(drawn(GlyphSet::Ascii, Color::White, (5, 3), false), " OOO /O   O/ OOO ");
        assert_eq!(drawn(GlyphSet::Letters, Color::Black, (3, 2), true), "BBB/BBB");
    }
}
