//! The colours and modifiers of everything that is drawn. Modifiers come first: without colours the
//! same things can be told apart.

use ratatui::style::{Color, Modifier, Style};

use super::config::ThemeChoice;
use super::terminal::ColorLevel;

/// How a role is drawn.
struct RoleSpec {
    /// What tells it apart without colours.
    modifiers: Modifier,
    /// Its colour of the terminal's own palette. Few have one: what is bright on a dark terminal cannot
    /// be read on a light one.
    ink: Option<Color>,
    /// Its colour on felt.
    on_felt: Option<Ink>,
}

const PLAIN: Modifier = Modifier::empty();
const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;
const UNDERLINED: Modifier = BOLD.union(Modifier::UNDERLINED);
const REVERSED: Modifier = BOLD.union(Modifier::REVERSED);

/// A colour of 24 bits, the nearest of the 256, and the nearest of the 16.
type Ink = (u32, u8, Color);

/// A green on which black and white stand out alike.
const FELT: Ink = (0x001F_874B, 29, Color::Green);
const WHITE: Ink = (0x00FF_FFFF, 231, Color::White);
const BLACK: Ink = (0x0000_0000, 16, Color::Black);

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
    Heading BOLD [] [],
    /// Frames and rules.
    Frame DIM [] [],
    /// The lines of the board.
    Grid PLAIN [DarkGray] [(0x006F_C08A, 72, Color::Black)],
    /// A square of the board.
    Square PLAIN [] [WHITE],
    Black BOLD [] [BLACK],
    White BOLD [] [WHITE],
    /// The mark of a legal square.
    Legal BOLD [] [(0x00C8_F0D4, 194, Color::White)],
    /// The disc placed last.
    Last UNDERLINED [] [(0x00FF_E066, 227, Color::White)],
    /// A disc that was just turned.
    Flipped PLAIN [] [(0x00CF_E8FF, 195, Color::White)],
    /// A disc that a placement would turn.
    WillFlip PLAIN [] [(0x00CF_E8FF, 195, Color::White)],
    /// The square of the cursor.
    Cursor REVERSED [] [WHITE],
    /// The square that the hint names.
    Hint BOLD [Magenta] [(0x00FF_D6F2, 225, Color::White)],
    /// A placement without an answer.
    Sent DIM [] [WHITE],
    Key BOLD [] [],
    /// The chosen row of a list.
    Chosen REVERSED [] [],
    /// The user's turn, and what was told just now.
    Attention BOLD [] [],
    /// A question.
    Question REVERSED [] [],
    /// Something went wrong.
    Bad BOLD [Red] [],
    Graph PLAIN [] [],
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
        let pick = |(rgb, index, ink)| match self.level {
            ColorLevel::True => Some(Color::from_u32(rgb)),
            ColorLevel::Indexed => Some(Color::Indexed(index)),
            ColorLevel::Palette => Some(ink),
            ColorLevel::Off => None,
        };
        let felt = on_felt.filter(|_| self.has_felt()).and_then(pick);
        let (fg, bg) = match (self.level, self.choice, felt) {
            (ColorLevel::Off, ..) | (_, ThemeChoice::Contrast, None) => (None, None),
            (_, _, Some(color)) => (Some(color), pick(FELT)),
            (_, ThemeChoice::Terminal | ThemeChoice::Felt, None) => (ink, None),
        };
        let is_strong = self.choice == ThemeChoice::Contrast;
        let modifiers = if is_strong { modifiers.difference(Modifier::DIM) } else { modifiers };
        Style { fg, bg, ..Style::default() }.add_modifier(modifiers)
    }

    /// Tells whether the board has a ground of its own, on which a disc is as black or white as it is
    /// called, however dark or light the terminal is.
    pub fn has_felt(self) -> bool {
        self.choice == ThemeChoice::Felt && self.level != ColorLevel::Off
    }

    /// Returns the colours in which a QR code is drawn, dark on light, if there are colours.
    pub fn qr(self) -> Option<Style> {
        let is_colored = self.level != ColorLevel::Off;
        is_colored.then(|| Style::default().fg(Color::Black).bg(Color::White))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colours_none_is_named_and_the_terminals_own_keep_to_the_palette() {
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

    #[test]
    fn nothing_that_is_read_off_the_board_hangs_on_a_hue() {
        // Yellow, cyan and green cannot be read on a light terminal, blue not on a dark one.
        for &role in Role::ALL {
            for choice in [ThemeChoice::Felt, ThemeChoice::Terminal, ThemeChoice::Contrast] {
                let theme = Theme::new(choice, ColorLevel::Palette);
                let style = theme.style(role);
                let readable =
                    [None, Some(Color::Red), Some(Color::Magenta), Some(Color::DarkGray)];
                assert!(style.bg.is_some() || readable.contains(&style.fg), "{role:?}: {style:?}");
                if matches!(role, Role::Attention | Role::Question | Role::Bad | Role::Banner) {
                    let strong = Modifier::BOLD | Modifier::REVERSED;
                    assert!(style.add_modifier.intersects(strong), "{role:?}");
                }
            }
        }
    }

    #[test]
    fn on_felt_black_is_black_and_white_is_white_from_16_colours_on() {
        for (level, felt, black, white) in [
            (ColorLevel::Palette, Color::Green, Color::Black, Color::White),
            (ColorLevel::Indexed, Color::Indexed(29), Color::Indexed(16), Color::Indexed(231)),
            (
                ColorLevel::True,
                Color::Rgb(0x1F, 0x87, 0x4B),
                Color::Rgb(0, 0, 0),
                Color::Rgb(255, 255, 255),
            ),
        ] {
            let theme = Theme::new(ThemeChoice::default(), level);
            let drawn = |role| (theme.style(role).fg, theme.style(role).bg);
            assert_eq!(drawn(Role::Black), (Some(black), Some(felt)));
            assert_eq!(drawn(Role::White), (Some(white), Some(felt)));
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
