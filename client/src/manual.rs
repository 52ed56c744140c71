//! The manual page, made from the command line and the tables of keys and settings.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::CommandFactory as _;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::{Cli, EXITS};
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
    )?;
    let listed = |(term, help): &(&str, &str)| ((*term).to_owned(), (*help).to_owned());
    write_section(out, "FILES", FILES.iter().map(listed))?;
    let command = Cli::command();
    let options = command.get_arguments().filter_map(|arg| {
        let help = format!("stands for --{}", arg.get_long()?);
        Some((arg.get_env()?.to_string_lossy().into_owned(), help))
    });
    write_section(out, "ENVIRONMENT", options.chain(ENVIRONMENT.iter().map(listed)))?;
    let exits = EXITS.iter().map(|(code, meaning)| (code.to_string(), meaning.replace('`', "")));
    write_section(out, "EXIT STATUS", exits)
}

/// What is kept, below the folders of --config-dir and --state-dir.
const FILES: &[(&str, &str)] = &[
    (
        "~/.config/reversi/config.toml",
        "the settings and keys that you chose; config default writes all of them",
    ),
    ("~/.local/state/reversi/seats/", "the secrets of your seats, by server and name"),
    ("~/.local/state/reversi/keys/", "your keys, by server and name: whoever has one is you"),
    (
        "~/.local/state/reversi/server/",
        "the games of the server on this machine; its log is server.log beside it",
    ),
];

/// What counts of the environment besides the options.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("XDG_CONFIG_HOME, XDG_STATE_HOME", "in place of ~/.config and ~/.local/state"),
    ("LC_ALL, LC_MESSAGES, LC_CTYPE, LANG", "the language, and which characters can be shown"),
    ("TERM, COLORTERM, NO_COLOR, CLICOLOR, CLICOLOR_FORCE", "which colours there are"),
    ("USER, LOGNAME, USERNAME", "the name that others see, if none is given"),
    ("PATH", "where reversi-server is looked for, after the folder of this program"),
];

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
    fn every_action_command_setting_variable_and_exit_code_is_in_the_manual() {
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
        let readme = include_str!("../README.md");
        let exits = EXITS.map(|(code, meaning)| {
            assert!(
                readme.contains(&format!("| {code} | {meaning} |")),
                "README.md lacks {meaning}"
            );
            code.to_string()
        });
        let settings = SETTINGS.iter().map(|setting| setting.key.to_owned());
        let variables = ["REVERSI_SERVER", "TERM", "~/.config/reversi/config.toml"];
        for term in settings.chain(exits).chain(variables.map(str::to_owned)) {
            assert!(page.contains(&format!("\\fB{term}")), "{term}");
        }
    }
}
