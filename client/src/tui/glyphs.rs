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
    /// The discs in a cell of 5×2.
    pub discs_5x2: [[&'static str; 2]; 2],
    /// The discs in a cell of 7×3.
    pub discs_7x3: [[&'static str; 3]; 2],
    /// A disc while it turns.
    pub turning: &'static str,
    /// An empty square, on a board with lines and on one without.
    pub empty: [&'static str; 2],
    /// A legal square, on a board with lines and on one without.
    pub legal: [&'static str; 2],
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
    discs_5x2: [["▟█▙", "▜█▛"], ["▞▀▚", "▚▄▞"]],
    discs_7x3: [["▟███▙", "█████", "▜███▛"], ["▞▀▀▀▚", "▌   ▐", "▚▄▄▄▞"]],
    turning: "▮",
    empty: [" ", "."],
    legal: ["·", "+"],
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
    discs_5x2: [["@@@", "@@@"], ["/-\\", "\\-/"]],
    discs_7x3: [[" @@@ ", "@@@@@", " @@@ "], ["/---\\", "|   |", "\\---/"]],
    turning: "I",
    empty: [".", "."],
    legal: ["+", "+"],
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

const LETTERS: Glyphs = Glyphs {
    discs: ["B", "W"],
    discs_on_felt: ["B", "W"],
    discs_5x2: [["BBB", "BBB"], ["WWW", "WWW"]],
    discs_7x3: [["BBBBB", "BBBBB", "BBBBB"], ["WWWWW", "WWWWW", "WWWWW"]],
    ..ASCII
};

const WIDE: Glyphs =
    Glyphs { disc_columns: 2, discs: ["⚫", "⚪"], discs_on_felt: ["⚫", "⚪"], ..UNICODE };

impl Glyphs {
    /// Returns the rows of a disc in a cell of so many rows.
    pub fn disc(&self, color: Color, rows: u16, is_on_felt: bool) -> &[&'static str] {
        // Letters stay letters; what is drawn of blocks is solid on felt.
        let large = if is_on_felt && !self.is_ascii { Color::Black } else { color };
        match rows {
            1 if is_on_felt => std::slice::from_ref(&self.discs_on_felt[color.index()]),
            1 => std::slice::from_ref(&self.discs[color.index()]),
            2 => &self.discs_5x2[large.index()],
            _ => &self.discs_7x3[large.index()],
        }
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
