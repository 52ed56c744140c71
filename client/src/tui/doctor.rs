//! What the client found out about the terminal and its surroundings, for people who wonder why
//! something looks as it does. The same lines are printed by `reversi doctor`.

use reversi_client_core::say;
use reversi_client_core::texts::{Language, Say as _, Text};

use reversi_protocol::PROTOCOL_VERSION;

use super::ascii::folded;
use super::config::Value as _;
use super::context::Setup;
use super::glyphs::GlyphSet;
use crate::net::{Checkup, ConnectError};

/// Returns the findings, one a line; below the server, what came of trying it out, if it was tried.
pub fn report(
    setup: &Setup,
    language: Language,
    tried: Option<&Result<Checkup, ConnectError>>,
) -> Vec<String> {
    let environment = &setup.environment;
    let values = &setup.config.values;
    let unset = |value: &str| if value.is_empty() { "-".to_owned() } else { value.to_owned() };
    let path = setup.config_path.as_ref().map(|path| path.display().to_string());
    let set = environment.glyphs(values);
    let is_ascii = set.glyphs().is_ascii;
    let text = |text| {
        let text = language.text(text);
        if is_ascii { folded(text) } else { text.into() }
    };
    let set_name = match set {
        GlyphSet::Unicode => "unicode",
        GlyphSet::Ascii => "ascii",
        GlyphSet::Letters => "letters",
        GlyphSet::Wide => "wide",
    };
    let mut lines = vec![
        format!("TERM {}, COLORTERM {}", unset(&environment.term), unset(&environment.color_term)),
        format!("{}: {}", text(Text::DoctorLocale), unset(&environment.character_locale)),
        format!("{}: {}", text(Text::DoctorColors), environment.color_level(values).word()),
        format!("{}: {set_name}", text(Text::DoctorGlyphs)),
        format!("{}: {}", text(Text::DoctorTheme), values.theme.word()),
        format!("{}: {}", text(Text::DoctorServer), setup.server),
    ];
    lines.extend(tried.into_iter().flat_map(|found| server_lines(language, found)));
    lines.extend([
        format!("{}: {}", text(Text::DoctorConfig), path.unwrap_or_else(|| "-".to_owned())),
        format!("{}: {}", text(Text::DoctorSeats), setup.state_dir.display()),
    ]);
    lines.extend(setup.warnings.iter().map(|warning| warning.say(language)));
    lines.push(String::new());
    lines.push(text(Text::DoctorRuler).into_owned());
    lines.extend(ruler());
    lines
}

/// Tells what came of trying the server out.
fn server_lines(language: Language, found: &Result<Checkup, ConnectError>) -> Vec<String> {
    let Checkup { address, program, round_trip, has_page } = match found {
        Ok(found) => found,
        Err(error) => return vec![error.say(language)],
    };
    let (version, ms) = (PROTOCOL_VERSION, round_trip.as_millis());
    let page = if *has_page { Text::DoctorPage } else { Text::DoctorNoPage };
    let answers = say!(language, DoctorAnswers, program, version, address, ms);
    [answers, language.text(page).to_owned()].map(|line| format!("  {line}")).to_vec()
}

/// Shows discs between bars. Where the right bars stand below each other, the terminal and the
/// client agree about widths.
fn ruler() -> Vec<String> {
    let row = |name: &str, sample: &str| format!("  {name:<9}|{sample}|");
    vec![
        row("12345678", "12345678"),
        row("ascii", "@ O @ O "),
        row("unicode", "● ○ ● ○ "),
        row("marks", "‹›·▮◂←→↵"),
        row("lines", "─│┌┬┼┤└┘"),
        row("wide", "⚫⚪⚫⚪"),
    ]
}
