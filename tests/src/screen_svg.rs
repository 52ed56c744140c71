//! The screen of a terminal as a picture that looks the same everywhere: each character has its
//! place, and lines, blocks and discs are shapes, so that no font's measures matter.

use std::fmt::Write as _;

use vt100::{Cell, Color, Screen};

/// Width and height of a cell, and the room around the screen, in pixels. Chosen: 80 columns are
/// about as wide as a page on GitHub, and most monospaced fonts are 0.6 times as wide as high.
const CELL: (f32, f32) = (10.0, 20.0);
const MARGIN: f32 = 14.0;
const FONT_SIZE: u16 = 16;

/// The fonts that systems have, then whatever is monospaced.
const FONTS: &str = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/// The terminal's own colours. Chosen: those of GitHub's dark pages, which hold on light ones too.
const INK: u32 = 0x00D0_D7DE;
const PAPER: u32 = 0x000D_1117;
const EDGE: u32 = 0x0030_363D;

/// The palette: eight colours and their bright forms.
const PALETTE: [u32; 16] = [
    0x0048_4F58,
    0x00FF_7B72,
    0x003F_B950,
    0x00E3_B341,
    0x0058_A6FF,
    0x00BC_8CFF,
    0x0039_C5CF,
    0x00B1_BAC4,
    0x006E_7681,
    0x00FF_A198,
    0x0056_D364,
    0x00F2_CC60,
    0x0079_C0FF,
    0x00D2_A8FF,
    0x0056_D4DD,
    0x00F0_F6FC,
];

/// Draws a screen as SVG.
pub(crate) fn screen_svg(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let width = CELL.0.mul_add(columns.into(), 2.0 * MARGIN);
    let height = CELL.1.mul_add(rows.into(), 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"{FONTS}\" font-size=\"{FONT_SIZE}\" \
         text-anchor=\"middle\">\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{}\" \
         stroke=\"{}\"/>\n",
        width - 1.0,
        height - 1.0,
        hex(PAPER),
        hex(EDGE),
    );
    for row in 0..rows {
        let cells: Vec<(u16, &Cell)> =
            (0..columns).filter_map(|column| Some((column, screen.cell(row, column)?))).collect();
        draw_papers(&mut svg, row, &cells);
        draw_inks(&mut svg, row, &cells);
    }
    svg.push_str("</svg>\n");
    svg
}

/// What a run of cells has in common.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Style {
    ink: u32,
    paper: u32,
    is_bold: bool,
    is_dim: bool,
    is_underlined: bool,
}

impl Style {
    fn of(cell: &Cell) -> Self {
        let (mut ink, mut paper) = (rgb(cell.fgcolor(), INK), rgb(cell.bgcolor(), PAPER));
        if cell.inverse() {
            (ink, paper) = (paper, ink);
        }
        Self {
            ink,
            paper,
            is_bold: cell.bold(),
            is_dim: cell.dim(),
            is_underlined: cell.underline(),
        }
    }
}

/// Returns a colour of the terminal as red, green and blue.
fn rgb(color: Color, default: u32) -> u32 {
    let [red, green, blue] = match color {
        Color::Default => return default,
        Color::Idx(index @ 0..16) => return PALETTE[usize::from(index)],
        // The cube of six levels a colour, and 24 greys, as in xterm.
        Color::Idx(index @ 16..232) => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let index = index - 16;
            [level(index / 36), level(index / 6 % 6), level(index % 6)]
        }
        Color::Idx(index) => [8 + 10 * (index - 232); 3],
        Color::Rgb(red, green, blue) => [red, green, blue],
    };
    u32::from_be_bytes([0, red, green, blue])
}

fn hex(color: u32) -> String {
    format!("#{color:06x}")
}

/// Returns the left upper corner of a cell.
fn corner(row: u16, column: u16) -> (f32, f32) {
    (CELL.0.mul_add(column.into(), MARGIN), CELL.1.mul_add(row.into(), MARGIN))
}

/// Returns the runs of neighbouring cells of the same style.
fn runs<'a>(cells: &'a [(u16, &'a Cell)]) -> impl Iterator<Item = (Style, &'a [(u16, &'a Cell)])> {
    let runs = cells.chunk_by(|(_, one), (_, next)| Style::of(one) == Style::of(next));
    runs.map(|run| (Style::of(run[0].1), run))
}

fn draw_papers(svg: &mut String, row: u16, cells: &[(u16, &Cell)]) {
    for (style, run) in runs(cells).filter(|(style, _)| style.paper != PAPER) {
        let (x, y) = corner(row, run[0].0);
        // Neighbours overlap a little: no seam shows at whatever size the picture is shown.
        let width = CELL.0.mul_add(count(run), 0.3);
        let height = CELL.1 + 0.3;
        rect(svg, [x, y, width, height], style.paper);
    }
}

fn draw_inks(svg: &mut String, row: u16, cells: &[(u16, &Cell)]) {
    for (style, run) in runs(cells) {
        let opacity = if style.is_dim { " opacity=\"0.65\"" } else { "" };
        let _ = write!(svg, "<g fill=\"{0}\" stroke=\"{0}\"{opacity}>", hex(style.ink));
        let before = svg.len();
        let baseline = CELL.1.mul_add(0.73, corner(row, 0).1);
        let weight = if style.is_bold { " font-weight=\"bold\"" } else { "" };
        for &(column, cell) in run {
            for c in cell.contents().chars().filter(|c| !c.is_whitespace()) {
                let at = corner(row, column);
                if !draw_shape(svg, c, at) {
                    // Each has an element of its own: not every program takes a list of places.
                    let columns = if cell.is_wide() { 2.0 } else { 1.0 };
                    let _ = write!(
                        svg,
                        "<text x=\"{}\" y=\"{baseline}\" stroke=\"none\"{weight}>{}</text>",
                        CELL.0.mul_add(columns / 2.0, at.0),
                        escaped(c)
                    );
                }
            }
        }
        if style.is_underlined {
            let (x, y) = corner(row, run[0].0);
            rect(svg, [x, y + CELL.1 - 1.5, CELL.0 * count(run), 1.0], style.ink);
        }
        if svg.len() == before {
            svg.truncate(svg.rfind("<g").unwrap_or(before));
        } else {
            svg.push_str("</g>\n");
        }
    }
}

fn count(run: &[(u16, &Cell)]) -> f32 {
    u16::try_from(run.len()).map_or(0.0, f32::from)
}

fn escaped(c: char) -> String {
    match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        c => c.to_string(),
    }
}

fn rect(svg: &mut String, [x, y, width, height]: [f32; 4], fill: u32) {
    let _ = write!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\" \
         stroke=\"none\"/>",
        hex(fill)
    );
}

/// Draws a character that is a shape; tells whether it is one.
fn draw_shape(svg: &mut String, c: char, at: (f32, f32)) -> bool {
    if let Some(arms) = arms(c) {
        draw_lines(svg, arms, at);
    } else if let Some(parts) = blocks(c) {
        for [x, y, width, height] in parts {
            let (left, top) = (x.mul_add(CELL.0, at.0), y.mul_add(CELL.1, at.1));
            let (width, height) = (width * CELL.0, height * CELL.1);
            let _ = write!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
                 stroke=\"none\"/>"
            );
        }
    } else if let '●' | '○' = c {
        // A black disc is full; of a white one the edge is drawn, as in the glyph.
        let (x, y) = (at.0 + CELL.0 / 2.0, at.1 + CELL.1 / 2.0);
        let fill = if c == '○' { " fill=\"none\"" } else { "" };
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" stroke-width=\"2\"{fill}/>");
    } else {
        return false;
    }
    true
}

/// Returns which ways the lines of a character lead from its middle: left, right, up, down.
const fn arms(c: char) -> Option<[bool; 4]> {
    let [left, right, up, down] = match c {
        '─' => [1, 1, 0, 0],
        '│' => [0, 0, 1, 1],
        '┌' => [0, 1, 0, 1],
        '┐' => [1, 0, 0, 1],
        '└' => [0, 1, 1, 0],
        '┘' => [1, 0, 1, 0],
        '├' => [0, 1, 1, 1],
        '┤' => [1, 0, 1, 1],
        '┬' => [1, 1, 0, 1],
        '┴' => [1, 1, 1, 0],
        '┼' => [1, 1, 1, 1],
        _ => return None,
    };
    Some([left == 1, right == 1, up == 1, down == 1])
}

fn draw_lines(svg: &mut String, arms: [bool; 4], (x, y): (f32, f32)) {
    let (half_width, half_height) = (CELL.0 / 2.0, CELL.1 / 2.0);
    let ways = [(-half_width, 0.0), (half_width, 0.0), (0.0, -half_height), (0.0, half_height)];
    let middle = (x + half_width, y + half_height);
    svg.push_str("<path d=\"");
    for (way, _) in ways.iter().zip(arms).filter(|(_, is_there)| *is_there) {
        let _ = write!(svg, "M{} {}l{} {}", middle.0, middle.1, way.0, way.1);
    }
    svg.push_str("\"/>");
}

/// Returns the parts of a cell that a block element fills, in parts of its width and height.
fn blocks(c: char) -> Option<Vec<[f32; 4]>> {
    let quarters = |which: [u8; 4]| {
        let corners = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)];
        let filled = corners.iter().zip(which).filter(|(_, is_filled)| *is_filled == 1);
        filled.map(|(&(x, y), _)| [x, y, 0.5, 0.5]).collect()
    };
    Some(match c {
        '█' => vec![[0.0, 0.0, 1.0, 1.0]],
        '▀' => vec![[0.0, 0.0, 1.0, 0.5]],
        '▌' => vec![[0.0, 0.0, 0.5, 1.0]],
        '▐' => vec![[0.5, 0.0, 0.5, 1.0]],
        '▮' => vec![[0.35, 0.2, 0.3, 0.6]],
        '▁'..='▇' => {
            let eighths = f32::from(u8::try_from(c as u32 - '▁' as u32 + 1).unwrap_or(8));
            vec![[0.0, 1.0 - eighths / 8.0, 1.0, eighths / 8.0]]
        }
        '▙' => quarters([1, 0, 1, 1]),
        '▛' => quarters([1, 1, 1, 0]),
        '▜' => quarters([1, 1, 0, 1]),
        '▟' => quarters([0, 1, 1, 1]),
        '▚' => quarters([1, 0, 0, 1]),
        '▞' => quarters([0, 1, 1, 0]),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(bytes: &str) -> String {
        let mut parser = vt100::Parser::new(2, 4, 0);
        parser.process(bytes.as_bytes());
        screen_svg(parser.screen())
    }

    #[test]
    fn text_has_a_place_for_each_character_and_is_escaped() {
        let svg = drawn("a <");
        let placed = |x, c| format!("<text x=\"{x}\" y=\"28.6\" stroke=\"none\">{c}</text>");
        assert!(svg.contains(&(placed(19, "a") + &placed(39, "&lt;"))), "{svg}");
    }

    #[test]
    fn colours_are_those_of_the_palette_the_cube_and_the_cell() {
        for (code, color) in [
            ("31", "#ff7b72"),
            ("38;5;29", "#00875f"),
            ("38;5;255", "#eeeeee"),
            ("38;2;1;2;3", "#010203"),
        ] {
            assert!(drawn(&format!("\x1b[{code}mx")).contains(color), "{code}");
        }
        let reversed = drawn("\x1b[7mx");
        assert!(reversed.contains("height=\"20.3\" fill=\"#d0d7de\""), "{reversed}");
        assert!(reversed.contains("<g fill=\"#0d1117\""), "{reversed}");
    }

    #[test]
    fn lines_blocks_and_discs_are_shapes() {
        let svg = drawn("┌●○▄");
        assert!(svg.contains("<path d=\"M19 24l5 0M19 24l0 10\"/>"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("<rect x=\"44\" y=\"24\" width=\"10\" height=\"10\""), "{svg}");
        assert!(!svg.contains("<text"), "{svg}");
    }
}
