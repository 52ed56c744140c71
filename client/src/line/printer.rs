//! Writes outputs, one at a time, as sentences or as JSON. Whatever is in them, no control
//! character leaves here.

use std::io::{self, Write};

use reversi_client_core::answer::Output;
use reversi_client_core::printable::printable;
use reversi_client_core::session::Session;
use reversi_client_core::symbols::Symbols;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::Language;
use reversi_protocol::PositionView;

/// How outputs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    Json,
    /// Sentences.
    Plain,
}

/// Where outputs go.
pub struct Printer<W> {
    out: W,
    format: Format,
    language: Language,
    apart: bool,
    words: bool,
}

impl<W: Write> Printer<W> {
    pub const fn new(out: W, format: Format, language: Language) -> Self {
        Self { out, format, language, apart: false, words: false }
    }

    /// Writes what is no answer to standard error, so that the output holds answers alone.
    #[must_use]
    pub fn answers_alone(self) -> Self {
        Self { apart: true, ..self }
    }

    /// Draws no board but where one is asked for, for those who hear it; or draws again.
    pub const fn in_words(&mut self, words: bool) {
        self.words = words;
    }

    /// Draws a board.
    ///
    /// # Errors
    /// The one of the writer.
    pub(super) fn print_board(
        &mut self,
        position: &PositionView,
        symbols: Symbols,
    ) -> io::Result<()> {
        if self.format == Format::Plain {
            voice::board(position, symbols)
                .iter()
                .try_for_each(|line| writeln!(self.out, "{line}"))?;
        }
        self.out.flush()
    }

    /// Writes and flushes an output.
    ///
    /// # Errors
    /// The one of the writer.
    pub(crate) fn print(&mut self, output: &Output, session: &Session) -> io::Result<()> {
        let has_words_alone = self.words && output.is_told_without_its_board();
        let mut lines = match self.format {
            Format::Json => vec![serde_json::to_string(output)?],
            Format::Plain => voice::sentences(self.language, output, session, session.symbols()),
        };
        if has_words_alone {
            lines.truncate(1);
        }
        let is_apart = self.apart && output.is_aside();
        for line in lines {
            if is_apart {
                // Nobody has to listen there.
                let _ = writeln!(io::stderr(), "{}", printable(&line));
            } else {
                writeln!(self.out, "{}", printable(&line))?;
                self.out.flush()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use reversi_client_core::report::{Asker, Reason, Refused, Report};
    use reversi_protocol::RefusalCode;

    fn printed(message: &str, format: Format) -> String {
        let refused = Refused {
            request: None,
            asker: Asker::Person,
            command: None,
            reason: Reason::Server { code: RefusalCode::Busy, message: message.to_owned() },
            room: None,
            retry_after_ms: None,
            square: None,
        };
        let mut out = Vec::new();
        let output = Output::Report(Report::Refused(refused));
        Printer::new(&mut out, format, Language::English)
            .print(&output, &Session::default())
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    proptest! {
        #[test]
        fn every_output_is_one_line_without_control_characters(message in any::<String>()) {
            for format in [Format::Json, Format::Plain] {
                let text = printed(&message, format);
                let line = text.strip_suffix('\n').unwrap();
                prop_assert!(!line.chars().any(char::is_control), "{line:?}");
            }
            let json = printed(&message, Format::Json);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
        }
    }

    #[test]
    fn escape_codes_and_direction_marks_are_replaced() {
        let text = printed("a\u{1b}[2Jb\u{202e}c\u{9b}d\ne", Format::Plain);
        assert_eq!(text, "refused: a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}e\n");
    }
}
