//! The games that a server keeps: finished ones, and those that the player saved.

use reversi_client_core::date::{day, minute};
use reversi_client_core::intent::{Intent, Query};
use reversi_client_core::report::Report;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::{Language, Text};
use reversi_game::DiscCounts;
use reversi_protocol::{GameSummary, Occupant, SavedGame};

use super::table::{Line, Row};
use crate::tui::component::Outcome;
use crate::tui::phrases;

impl Row for GameSummary {
    const TITLE: Text = Text::TitleGames;
    const NONE: Text = Text::NoGames;
    const CALLED: u16 = 8;

    fn line(&self, language: Language) -> Line<'_> {
        Line {
            called: format!("#{}", self.game),
            day: day(self.ended_at_ms),
            names: [self.black.name(), self.white.name()],
            score: score(self.result.score.unwrap_or(self.result.discs)),
            note: voice::outcome(language, &self.result),
        }
    }

    fn detail(&self, language: Language) -> String {
        phrases::finished_game(language, self)
    }

    fn choose(&self) -> Outcome {
        Outcome::Intent(Intent::ShowGame(self.game))
    }

    fn query() -> Option<Query> {
        Some(Query::Games { player: None, before: None })
    }

    fn of_report(report: &Report) -> Option<Vec<Self>> {
        if let Report::Games { games } = report { Some(games.clone()) } else { None }
    }
}

impl Row for SavedGame {
    const TITLE: Text = Text::TitleSaves;
    const NONE: Text = Text::NoSaves;
    const CALLED: u16 = 14;

    fn line(&self, language: Language) -> Line<'_> {
        Line {
            called: self.name.to_string(),
            day: day(self.saved_at_ms),
            names: [&self.black, &self.white].map(|seat| seat.as_ref().map_or("-", Occupant::name)),
            score: score(self.discs),
            note: language.fill(Text::StatePlaying, &[("number", &self.ply)]),
        }
    }

    fn detail(&self, language: Language) -> String {
        let Line { called, names: [black, white], score, note, .. } = self.line(language);
        let at = minute(self.saved_at_ms);
        format!("\"{called}\", {at}: {black} - {white}, {note}, {}", score.trim_start())
    }

    fn choose(&self) -> Outcome {
        Outcome::Finish(Intent::Load(self.name.clone()))
    }

    fn query() -> Option<Query> {
        Some(Query::Saves)
    }

    fn of_report(report: &Report) -> Option<Vec<Self>> {
        if let Report::Saves { saves, .. } = report { Some(saves.clone()) } else { None }
    }
}

pub(super) fn score(DiscCounts { black, white }: DiscCounts) -> String {
    format!("{black:>2}-{white}")
}
