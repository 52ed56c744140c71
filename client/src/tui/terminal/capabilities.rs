//! What the terminal can show, by the environment. Pure: the variables come in as a function.

use std::borrow::Cow;

use crate::tui::config::{ColorChoice, GlyphChoice, Value as _, Values};
use crate::tui::glyphs::GlyphSet;
use reversi_client_core::voice::texts::Language;

/// How many colours are used, from none to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorLevel {
    /// None: no colour code is ever written.
    Off,
    /// The 16 of the terminal's palette.
    Palette,
    Indexed,
    True,
}

impl ColorLevel {
    /// Returns the word of the configuration.
    pub fn word(self) -> Cow<'static, str> {
        match self {
            Self::Off => ColorChoice::Off,
            Self::Palette => ColorChoice::Palette,
            Self::Indexed => ColorChoice::Indexed,
            Self::True => ColorChoice::True,
        }
        .word()
    }
}

/// The environment variables that tell of the terminal and its user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that a terminal can or cannot"
)]
pub struct Environment {
    pub term: String,
    pub color_term: String,
    /// `NO_COLOR` (no-color.org): any text that is not empty.
    pub no_color: bool,
    /// `CLICOLOR` is 0 (bixense.com/clicolors).
    pub clicolor_off: bool,
    /// `CLICOLOR_FORCE` is set and not 0.
    pub clicolor_force: bool,
    /// Runs in tmux or screen, or over ssh.
    pub is_remote: bool,
    pub is_windows_terminal: bool,
    pub is_windows: bool,
    /// The locale: `LC_ALL`, `LC_CTYPE` or `LC_MESSAGES`, and `LANG`.
    pub character_locale: String,
    pub message_locale: String,
}

impl Environment {
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name: &str| variable(name).unwrap_or_default();
        let is_set = |name: &str| !text(name).is_empty();
        // POSIX, 8.2: an empty variable counts as not set.
        let locale = |category: &str| {
            let names = ["LC_ALL", category, "LANG"];
            names.into_iter().map(text).find(|value| !value.is_empty()).unwrap_or_default()
        };
        Self {
            term: text("TERM"),
            color_term: text("COLORTERM"),
            no_color: is_set("NO_COLOR"),
            clicolor_off: text("CLICOLOR") == "0",
            clicolor_force: is_set("CLICOLOR_FORCE") && text("CLICOLOR_FORCE") != "0",
            is_remote: is_set("TMUX") || is_set("STY") || is_set("SSH_TTY"),
            is_windows_terminal: is_set("WT_SESSION"),
            is_windows: cfg!(windows),
            character_locale: locale("LC_CTYPE"),
            message_locale: locale("LC_MESSAGES"),
        }
    }

    /// Tells whether a full-screen program can run on the terminal at all.
    pub fn is_dumb(&self) -> bool {
        self.term == "dumb"
    }

    pub fn color_level(&self, values: &Values) -> ColorLevel {
        match values.color {
            ColorChoice::Auto => self.color_level_found(),
            ColorChoice::Off => ColorLevel::Off,
            ColorChoice::Palette => ColorLevel::Palette,
            ColorChoice::Indexed => ColorLevel::Indexed,
            ColorChoice::True => ColorLevel::True,
        }
    }

    fn color_level_found(&self) -> ColorLevel {
        if self.no_color || self.clicolor_off {
            return ColorLevel::Off;
        }
        let level = if matches!(self.color_term.as_str(), "truecolor" | "24bit")
            || self.is_windows_terminal
        {
            ColorLevel::True
        } else if self.term.contains("256color") {
            ColorLevel::Indexed
        } else if self.is_dumb() || self.term.starts_with("vt") {
            ColorLevel::Off
        } else if self.term.ends_with("-direct") && !self.is_remote {
            ColorLevel::True
        } else {
            ColorLevel::Palette
        };
        if self.clicolor_force { level.max(ColorLevel::Palette) } else { level }
    }

    pub fn glyphs(&self, values: &Values) -> GlyphSet {
        match values.glyphs {
            GlyphChoice::Auto if self.draws_unicode() => GlyphSet::Unicode,
            GlyphChoice::Auto | GlyphChoice::Ascii => GlyphSet::Ascii,
            GlyphChoice::Unicode => GlyphSet::Unicode,
            GlyphChoice::Letters => GlyphSet::Letters,
            GlyphChoice::Wide => GlyphSet::Wide,
        }
    }

    fn draws_unicode(&self) -> bool {
        if self.is_windows {
            return self.is_windows_terminal;
        }
        let locale = self.character_locale.to_ascii_lowercase();
        let is_utf8 = locale.contains("utf-8") || locale.contains("utf8");
        let is_plain =
            matches!(self.term.as_str(), "linux" | "dumb") || self.term.starts_with("vt");
        is_utf8 && !is_plain
    }

    pub fn language(&self, values: &Values) -> Language {
        let of_locale = || {
            let is_spoken = |language: &Language| self.message_locale.starts_with(language.code());
            Language::ALL.into_iter().find(is_spoken).unwrap_or_default()
        };
        values.language.0.unwrap_or_else(of_locale)
    }

    /// Tells whether the terminal is quick enough to show discs turning.
    pub fn can_animate(&self) -> bool {
        self.term != "linux"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        Environment::read(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_first_word_about_colours_counts() {
        let rows: [(&[(&str, &str)], ColorLevel); 14] = [
            (&[("TERM", "xterm-256color")], ColorLevel::Indexed),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], ColorLevel::True),
            (&[("TERM", "xterm"), ("COLORTERM", "24bit")], ColorLevel::True),
            (&[("TERM", "xterm"), ("COLORTERM", "yes")], ColorLevel::Palette),
            (&[("TERM", "xterm")], ColorLevel::Palette),
            (&[("TERM", "tmux-256color"), ("TMUX", "/tmp/x")], ColorLevel::Indexed),
            (&[("TERM", "xterm-direct"), ("SSH_TTY", "/dev/pts/0")], ColorLevel::Palette),
            (&[("TERM", "xterm-direct")], ColorLevel::True),
            (&[("TERM", "vt220")], ColorLevel::Off),
            (&[("TERM", "vt220"), ("CLICOLOR_FORCE", "1")], ColorLevel::Palette),
            (&[("TERM", "linux")], ColorLevel::Palette),
            (&[("TERM", "xterm"), ("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], ColorLevel::Off),
            (&[("TERM", "xterm"), ("NO_COLOR", "")], ColorLevel::Palette),
            (&[("TERM", "xterm"), ("CLICOLOR", "0"), ("COLORTERM", "24bit")], ColorLevel::Off),
        ];
        for (variables, level) in rows {
            let found = environment(variables).color_level(&Values::default());
            assert_eq!(found, level, "{variables:?}");
        }
        let forced = Values { color: ColorChoice::True, ..Values::default() };
        assert_eq!(environment(&[("NO_COLOR", "1")]).color_level(&forced), ColorLevel::True);
    }

    #[test]
    fn glyphs_are_ascii_unless_the_locale_and_the_terminal_draw_more() {
        let rows: [(&[(&str, &str)], GlyphSet); 6] = [
            (&[("LANG", "en_US.UTF-8"), ("TERM", "xterm")], GlyphSet::Unicode),
            (&[("LANG", "pt_PT.utf8"), ("TERM", "tmux")], GlyphSet::Unicode),
            (&[("LANG", "en_US.UTF-8"), ("TERM", "linux")], GlyphSet::Ascii),
            (&[("LANG", "C"), ("TERM", "xterm")], GlyphSet::Ascii),
            (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C"), ("TERM", "xterm")], GlyphSet::Ascii),
            (&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8"), ("TERM", "xterm")], GlyphSet::Unicode),
        ];
        for (variables, glyphs) in rows {
            let found = environment(variables).glyphs(&Values::default());
            assert_eq!(found, glyphs, "{variables:?}");
        }
    }

    #[test]
    fn the_language_is_the_locales() {
        let language = |variables: &[_]| environment(variables).language(&Values::default());
        assert_eq!(language(&[("LANG", "pt_BR.UTF-8")]), Language::Portuguese);
        assert_eq!(language(&[("LANG", "pt_PT"), ("LC_ALL", "C")]), Language::English);
        assert_eq!(language(&[]), Language::English);
    }
}
