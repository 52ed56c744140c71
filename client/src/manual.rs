//! The manual page, made from the command line and the tables of keys and settings.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::CommandFactory as _;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::Cli;
use crate::tui::action::ACTIONS;
use crate::tui::config::SETTINGS;
use reversi_client_core::voice::texts::Language;
use reversi_client_core::words::COMMANDS;

/// Writes the manual page.
///
/// # Errors
/// Those of the output.
pub fn write_manual(out: &mut impl Write) -> io::Result<()> {
    Man::new(Cli::command()).render(out)?;
    write_section(
        out,
        "KEYS",
        ACTIONS.iter().map(|spec| {
            let keys = if spec.keys.is_empty() { "-".to_owned() } else { spec.keys.join(" ") };
            (format!("{keys} ({})", spec.name), Language::English.text(spec.help).to_owned())
        }),
    )?;
    write_section(
        out,
        "COMMANDS",
        COMMANDS.iter().map(|spec| {
            let short =
                if spec.short.is_empty() { String::new() } else { format!(" ({})", spec.short) };
            (format!("{}{short}", spec.usage()), Language::English.text(spec.help).to_owned())
        }),
    )?;
    write_section(
        out,
        "SETTINGS",
        SETTINGS.iter().map(|setting| {
            let mut help = Language::English.text(setting.help).to_owned();
            if !setting.words.is_empty() {
                // Writing to a string cannot fail.
                let _ = write!(help, ": {}", setting.words.join(", "));
            }
            (setting.key.to_owned(), help)
        }),
    )
}

fn write_section(
    out: &mut impl Write,
    title: &str,
    entries: impl Iterator<Item = (String, String)>,
) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (term, help) in entries {
        roff.control("TP", []);
        roff.text([bold(term)]);
        roff.text([roman(help)]);
    }
    roff.to_writer(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_command_and_setting_is_in_the_manual() {
        let mut page = Vec::new();
        write_manual(&mut page).unwrap();
        // The page writes hyphens as escapes.
        let page = String::from_utf8(page).unwrap().replace("\\-", "-");
        for spec in ACTIONS {
            assert!(page.contains(&format!("({})", spec.name)), "{}", spec.name);
        }
        for spec in COMMANDS {
            assert!(page.contains(&format!("\\fB{}", spec.name)), "{}", spec.name);
        }
        for setting in SETTINGS {
            assert!(page.contains(&format!("\\fB{}\\fR", setting.key)), "{}", setting.key);
        }
    }
}
