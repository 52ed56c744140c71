//! What people in a room say.

use reversi_protocol::{Channel, ChatLine, Phrase, Said};

use crate::say;
use crate::texts::{Language, Text};

/// `[7] ann: Good game!`
pub fn chat_line(language: Language, line: &ChatLine) -> String {
    let ChatLine { ply, channel, name, said, .. } = line;
    let said = words(language, said);
    match channel {
        Channel::Players => say!(language, ChatLine, ply, name, said),
        Channel::Spectators => say!(language, ChatLineWatching, ply, name, said),
    }
}

pub(super) fn lines(language: Language, lines: &[ChatLine]) -> Vec<String> {
    match lines {
        [] => vec![say!(language, ChatNone)],
        lines => lines.iter().map(|line| chat_line(language, line)).collect(),
    }
}

pub(super) fn muted(language: Language, names: &[String]) -> String {
    match names {
        [] => say!(language, MutedNone),
        names => say!(language, MutedAre, names = names.join(", ")),
    }
}

pub(super) fn blocked(language: Language, names: &[String]) -> String {
    match names {
        [] => say!(language, BlockedNone),
        names => say!(language, BlockedAre, names = names.join(", ")),
    }
}

/// Returns what somebody says as the reader is told it.
pub fn words(language: Language, said: &Said) -> &str {
    match said {
        Said::Text { text } => text.as_str(),
        Said::Phrase { phrase } => language.text(text_of(*phrase)),
        Said::Unknown => language.text(Text::PhraseUnknown),
    }
}

const fn text_of(phrase: Phrase) -> Text {
    match phrase {
        Phrase::Hello => Text::PhraseHello,
        Phrase::GoodLuck => Text::PhraseGoodLuck,
        Phrase::WellPlayed => Text::PhraseWellPlayed,
        Phrase::GoodGame => Text::PhraseGoodGame,
        Phrase::Thanks => Text::PhraseThanks,
        Phrase::Sorry => Text::PhraseSorry,
        Phrase::OneMoment => Text::PhraseOneMoment,
        Phrase::Back => Text::PhraseBack,
        Phrase::Again => Text::PhraseAgain,
        Phrase::Bye => Text::PhraseBye,
        Phrase::Unknown => Text::PhraseUnknown,
    }
}
