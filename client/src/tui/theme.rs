//! The colours and modifiers of everything that is drawn. Modifiers come first: without colours the
//! same things can be told apart.

use ratatui::style::{Color, Modifier, Style};

use super::config::ThemeChoice;
use super::terminal::ColorLevel;

/// How a role is drawn.
struct RoleSpec {
    /// What tells it apart without colours.
    modifiers: Modifier,
    /// Its colour of the terminal's own palette, so that light and dark ones both work.
    ink: Option<Color>,
    /// Its colour on felt: of 24 bits, and the nearest of the 256.
    on_felt: Option<(u32, u8)>,
}

const PLAIN: Modifier = Modifier::empty();
const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;
const UNDERLINED: Modifier = BOLD.union(Modifier::UNDERLINED);
const REVERSED: Modifier = BOLD.union(Modifier::REVERSED);

/// A green on which black and white stand out alike; the palette's is too bright for a board.
const FELT: (u32, u8) = (0x001F_874B, 29);
const WHITE: (u32, u8) = (0x00FF_FFFF, 231);

/// Declares what is drawn: its modifiers, its colour of the palette, and its colour on felt.
macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident $modifiers:ident [$($ink:ident)?] [$($felt:expr)?],)*) => {
        /// What is drawn.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role {
            $($(#[$doc])* $role,)*
        }

        impl Role {
            pub const ALL: &[Self] = &[$(Self::$role),*];

            const SPECS: &[RoleSpec] = &[
                $(RoleSpec {
                    modifiers: $modifiers,
                    ink: [$(Some(Color::$ink),)? None][0],
                    on_felt: [$(Some($felt),)? None][0],
                },)*
            ];
        }
    };
}

roles! {
    Text PLAIN [] [],
    Faint DIM [] [],
    Heading BOLD [Cyan] [],
    /// Frames and rules.
    Frame PLAIN [DarkGray] [],
    /// The lines of the board.
    Grid PLAIN [DarkGray] [(0x006F_C08A, 72)],
    /// A square of the board.
    Square PLAIN [] [WHITE],
    Black BOLD [] [(0x0000_0000, 16)],
    White BOLD [] [WHITE],
    /// The mark of a legal square.
    Legal BOLD [Green] [(0x00C8_F0D4, 194)],
    /// The disc placed last.
    Last UNDERLINED [Yellow] [(0x00FF_E066, 227)],
    /// A disc that was just turned.
    Flipped PLAIN [Blue] [(0x00CF_E8FF, 195)],
    /// A disc that a placement would turn.
    WillFlip PLAIN [Blue] [(0x00CF_E8FF, 195)],
    /// The square of the cursor.
    Cursor REVERSED [] [WHITE],
    /// The square that the hint names.
    Hint BOLD [Magenta] [(0x00FF_D6F2, 225)],
    /// A placement without an answer.
    Sent DIM [] [WHITE],
    Key BOLD [Cyan] [],
    /// The chosen row of a list.
    Chosen REVERSED [] [],
    /// A question, and the user's turn.
    Attention BOLD [Yellow] [],
    /// Something went wrong.
    Bad BOLD [Red] [],
    Graph PLAIN [Green] [],
    /// A bar over everything else.
    Banner REVERSED [Red] [],
}

/// Colours for roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    choice: ThemeChoice,
    level: ColorLevel,
}

impl Theme {
    /// Returns the chosen theme with so many colours.
    pub const fn new(choice: ThemeChoice, level: ColorLevel) -> Self {
        Self { choice, level }
    }

    /// Returns how something is drawn.
    pub fn style(self, role: Role) -> Style {
        let RoleSpec { modifiers, ink, on_felt } = Role::SPECS[role as usize];
        let pick = |(rgb, index)| match self.level {
            ColorLevel::True => Some(Color::from_u32(rgb)),
            ColorLevel::Indexed => Some(Color::Indexed(index)),
            ColorLevel::Off | ColorLevel::Palette => None,
        };
        let felt = on_felt.filter(|_| self.choice == ThemeChoice::Felt).and_then(pick);
        let (fg, bg) = match (self.level, self.choice, felt) {
            (ColorLevel::Off, ..) => (None, None),
            (_, _, Some(color)) => (Some(color), pick(FELT)),
            (_, ThemeChoice::Contrast, None) => (ink.and_then(strong), None),
            (_, ThemeChoice::Terminal | ThemeChoice::Felt, None) => (ink, None),
        };
        Style { fg, bg, ..Style::default() }.add_modifier(modifiers)
    }

    /// Returns the colours in which a QR code is drawn, dark on light, if there are colours.
    pub fn qr(self) -> Option<Style> {
        let is_colored = self.level != ColorLevel::Off;
        is_colored.then(|| Style::default().fg(Color::Black).bg(Color::White))
    }
}

/// Returns the strong sibling of a colour of the palette; nothing for what stays in the background.
#[expect(clippy::wildcard_enum_match_arm, reason = "the roles have no other colours")]
const fn strong(color: Color) -> Option<Color> {
    Some(match color {
        Color::Cyan => Color::LightCyan,
        Color::Green => Color::LightGreen,
        Color::Yellow => Color::LightYellow,
        Color::Blue => Color::LightBlue,
        Color::Magenta => Color::LightMagenta,
        Color::Red => Color::LightRed,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colours_none_is_named_and_the_default_keeps_to_the_palette() {
        for &role in Role::ALL {
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
