//! The colours and modifiers of everything that is drawn. Modifiers come first: without colours the
//! same things can be told apart.

use ratatui::style::{Color, Modifier, Style};

use super::config::ThemeChoice;
use super::terminal::ColorLevel;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Text without a meaning of its own.
    Text,
    /// Text of less weight.
    Faint,
    /// A heading.
    Heading,
    /// Frames and rules.
    Frame,
    /// The lines of the board.
    Grid,
    /// A square of the board.
    Square,
    /// A black disc.
    Black,
    /// A white disc.
    White,
    /// The mark of a legal square.
    Legal,
    /// The disc placed last.
    Last,
    /// A disc that was just turned.
    Flipped,
    /// A disc that a placement would turn.
    WillFlip,
    /// The square of the cursor.
    Cursor,
    /// The square that the hint names.
    Hint,
    /// A placement without an answer.
    Sent,
    /// The name of a key.
    Key,
    /// The chosen row of a list.
    Chosen,
    /// A question, and the own turn.
    Attention,
    /// Something went wrong.
    Bad,
    /// Something is well.
    Good,
    /// A graph.
    Graph,
    /// A bar over everything else.
    Banner,
}

/// Colours for roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    choice: ThemeChoice,
    level: ColorLevel,
}

/// Foreground and background; nothing leaves the terminal's own.
type Pair = (Option<Color>, Option<Color>);

const NONE: Pair = (None, None);

const fn ink(color: Color) -> Pair {
    (Some(color), None)
}

impl Theme {
    /// Returns the chosen theme with so many colours.
    pub const fn new(choice: ThemeChoice, level: ColorLevel) -> Self {
        Self { choice, level }
    }

    /// Returns how something is drawn.
    pub fn style(self, role: Role) -> Style {
        let (foreground, background) = match (self.level, self.choice) {
            (ColorLevel::Off, _) => NONE,
            // The felt needs its own green; the palette's is too bright for a board.
            (_, ThemeChoice::Terminal) | (ColorLevel::Palette, ThemeChoice::Felt) => terminal(role),
            (ColorLevel::Indexed | ColorLevel::True, ThemeChoice::Felt) => felt(role, self.level),
            (_, ThemeChoice::Contrast) => contrast(role),
        };
        let style = Style { fg: foreground, bg: background, ..Style::default() };
        style.add_modifier(modifiers(role))
    }

    /// Returns the colours in which a QR code is drawn, dark on light, if there are colours.
    pub fn qr(self) -> Option<Style> {
        let is_colored = self.level != ColorLevel::Off;
        is_colored.then(|| Style::default().fg(Color::Black).bg(Color::White))
    }
}

/// What tells roles apart without colours.
const fn modifiers(role: Role) -> Modifier {
    match role {
        Role::Black
        | Role::White
        | Role::Hint
        | Role::Heading
        | Role::Key
        | Role::Attention
        | Role::Legal
        | Role::Bad => Modifier::BOLD,
        Role::Faint | Role::Sent => Modifier::DIM,
        Role::Last => Modifier::BOLD.union(Modifier::UNDERLINED),
        Role::Cursor | Role::Chosen | Role::Banner => Modifier::BOLD.union(Modifier::REVERSED),
        Role::Text
        | Role::Frame
        | Role::Grid
        | Role::Square
        | Role::Flipped
        | Role::WillFlip
        | Role::Graph
        | Role::Good => Modifier::empty(),
    }
}

/// The terminal's own palette, so that light and dark ones both work.
const fn terminal(role: Role) -> Pair {
    match role {
        Role::Text
        | Role::Faint
        | Role::Square
        | Role::Black
        | Role::White
        | Role::Cursor
        | Role::Chosen
        | Role::Sent => NONE,
        Role::Heading | Role::Key => ink(Color::Cyan),
        Role::Frame | Role::Grid => ink(Color::DarkGray),
        Role::Legal | Role::Good | Role::Graph => ink(Color::Green),
        Role::Last | Role::Attention => ink(Color::Yellow),
        Role::Flipped | Role::WillFlip => ink(Color::Blue),
        Role::Hint => ink(Color::Magenta),
        Role::Bad | Role::Banner => ink(Color::Red),
    }
}

/// Discs on felt: a green on which black and white stand out alike. The indexed colours are the
/// nearest of the 256.
fn felt(role: Role, level: ColorLevel) -> Pair {
    let pick = |rgb: u32, index: u8| match level {
        ColorLevel::True => Color::from_u32(rgb),
        ColorLevel::Off | ColorLevel::Palette | ColorLevel::Indexed => Color::Indexed(index),
    };
    let felt = pick(0x001F_874B, 29);
    let on_felt = |color| (Some(color), Some(felt));
    match role {
        Role::Black => on_felt(pick(0x0000_0000, 16)),
        Role::White | Role::Square | Role::Sent | Role::Cursor => on_felt(pick(0x00FF_FFFF, 231)),
        Role::Grid => on_felt(pick(0x006F_C08A, 72)),
        Role::Legal => on_felt(pick(0x00C8_F0D4, 194)),
        Role::Last => on_felt(pick(0x00FF_E066, 227)),
        Role::Flipped | Role::WillFlip => on_felt(pick(0x00CF_E8FF, 195)),
        Role::Hint => on_felt(pick(0x00FF_D6F2, 225)),
        Role::Text
        | Role::Faint
        | Role::Heading
        | Role::Frame
        | Role::Key
        | Role::Chosen
        | Role::Attention
        | Role::Bad
        | Role::Good
        | Role::Graph
        | Role::Banner => terminal(role),
    }
}

/// Strong colours of the palette only.
const fn contrast(role: Role) -> Pair {
    match role {
        Role::Text
        | Role::Faint
        | Role::Frame
        | Role::Grid
        | Role::Square
        | Role::Black
        | Role::White
        | Role::Cursor
        | Role::Chosen
        | Role::Sent => NONE,
        Role::Heading | Role::Key => ink(Color::LightCyan),
        Role::Legal | Role::Good | Role::Graph => ink(Color::LightGreen),
        Role::Last | Role::Attention => ink(Color::LightYellow),
        Role::Flipped | Role::WillFlip => ink(Color::LightBlue),
        Role::Hint => ink(Color::LightMagenta),
        Role::Bad | Role::Banner => ink(Color::LightRed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [Role; 22] = [
        Role::Text,
        Role::Faint,
        Role::Heading,
        Role::Frame,
        Role::Grid,
        Role::Square,
        Role::Black,
        Role::White,
        Role::Legal,
        Role::Last,
        Role::Flipped,
        Role::WillFlip,
        Role::Cursor,
        Role::Hint,
        Role::Sent,
        Role::Key,
        Role::Chosen,
        Role::Attention,
        Role::Bad,
        Role::Good,
        Role::Graph,
        Role::Banner,
    ];

    #[test]
    fn without_colours_none_is_named_and_the_default_keeps_to_the_palette() {
        for role in ROLES {
            for choice in [ThemeChoice::Terminal, ThemeChoice::Felt, ThemeChoice::Contrast] {
                let style = Theme::new(choice, ColorLevel::Off).style(role);
                assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
            }
            let style = Theme::new(ThemeChoice::Terminal, ColorLevel::True).style(role);
            for color in [style.fg, style.bg].into_iter().flatten() {
                assert!(!matches!(color, Color::Rgb(..) | Color::Indexed(_)), "{role:?}");
            }
        }
    }

    /// Relative luminance (WCAG 2.2).
    fn luminance(color: Color) -> f64 {
        let Color::Rgb(red, green, blue) = color else { panic!("{color:?} has no luminance") };
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn what_lies_on_felt_stands_out() {
        let theme = Theme::new(ThemeChoice::Felt, ColorLevel::True);
        // WCAG 2.2, 1.4.3 and 1.4.11: 4.5:1 for text, 3:1 for marks.
        for (role, least) in [
            (Role::Black, 4.5),
            (Role::White, 4.5),
            (Role::Legal, 3.0),
            (Role::Last, 3.0),
            (Role::Flipped, 3.0),
            (Role::Hint, 3.0),
        ] {
            let style = theme.style(role);
            let (ink, felt) = (luminance(style.fg.unwrap()), luminance(style.bg.unwrap()));
            let contrast = (ink.max(felt) + 0.05) / (ink.min(felt) + 0.05);
            assert!(contrast >= least, "{role:?}: {contrast:.2}");
        }
    }
}
