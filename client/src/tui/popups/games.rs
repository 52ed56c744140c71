//! Games to choose from: finished ones and saved ones of a server, and those of a file.

use reversi_client_core::date::{day, minute};
use reversi_client_core::files::{GameList, Opened};
use reversi_client_core::intent::{Intent, Query};
use reversi_client_core::report::Report;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::{Language, Say as _, Spoken, Text};
use reversi_game::formats::{Loaded, SavedGame};
use reversi_game::{Color, DiscCounts};
use reversi_protocol::{GameSummary, Occupant, SavedGame as KeptGame};

use super::table::{Line, Row};
use crate::tui::action::Action;
use crate::tui::component::Outcome;
use crate::tui::phrases;
use crate::tui::question::QuestionKind;

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

    fn choose(&self) -> Option<Outcome> {
        Some(Outcome::Intent(Intent::ShowGame(self.game)))
    }

    fn query() -> Option<Query> {
        Some(Query::Games { player: None, before: None })
    }

    fn of_report(report: &Report) -> Option<Vec<Self>> {
        if let Report::Games { games } = report { Some(games.clone()) } else { None }
    }
}

impl Row for KeptGame {
    const TITLE: Text = Text::TitleSaves;
    const NONE: Text = Text::NoSaves;
    const CALLED: u16 = 14;
    const KEYS: &'static [Action] =
        &[Action::Choose, Action::Remove, Action::Close, Action::Next, Action::Previous];

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

    fn choose(&self) -> Option<Outcome> {
        Some(Outcome::Finish(Intent::Load(self.name.clone())))
    }

    fn remove(&self) -> Option<Outcome> {
        Some(Outcome::Ask(QuestionKind::Remove(self.name.clone())))
    }

    fn query() -> Option<Query> {
        Some(Query::Saves)
    }

    fn of_report(report: &Report) -> Option<Vec<Self>> {
        if let Report::Saves { saves, .. } = report { Some(saves.clone()) } else { None }
    }
}

/// A game of a file that holds several.
#[derive(Debug)]
pub(super) struct FileGame {
    number: usize,
    /// The game, or why it cannot be read.
    game: Result<Opened, Spoken>,
}

pub(super) fn of_file(list: &GameList) -> Vec<FileGame> {
    let GameList { path, format, games } = list;
    let opened = |loaded: &Loaded| {
        let (path, loaded) = (path.clone(), loaded.clone());
        Opened { path, format: *format, loaded }
    };
    let game = |game: &Result<Loaded, _>| game.as_ref().map(opened).map_err(Spoken::of);
    (1..).zip(games).map(|(number, it)| FileGame { number, game: game(it) }).collect()
}

impl Row for FileGame {
    const TITLE: Text = Text::TitleFileGames;
    const NONE: Text = Text::NoGames;
    const CALLED: u16 = 7;

    fn line(&self, language: Language) -> Line<'_> {
        let saved = self.game.as_ref().map(|opened| &opened.loaded.saved);
        let names = saved.map_or([None; 2], |it| [it.black.as_deref(), it.white.as_deref()]);
        Line {
            called: format!("#{}", self.number),
            day: saved.ok().and_then(|it| it.date.clone()).unwrap_or_default(),
            names: Color::BOTH
                .map(|color| names[color.index()].unwrap_or_else(|| language.color(color))),
            score: saved
                .map(|it| score(DiscCounts::of(&it.game.position().board)))
                .unwrap_or_default(),
            note: match &self.game {
                Ok(opened) => stands(language, &opened.loaded.saved),
                Err(_) => language.text(Text::Unreadable).to_owned(),
            },
        }
    }

    fn detail(&self, language: Language) -> String {
        let opened = match &self.game {
            Ok(opened) => opened,
            Err(why) => return format!("#{}: {}", self.number, why.say(language)),
        };
        let SavedGame { game, event, .. } = &opened.loaded.saved;
        let Line { called, day, names: [black, white], note, .. } = self.line(language);
        let about = [Some(&*called), event.as_deref(), Some(&*day).filter(|day| !day.is_empty())];
        let about = about.into_iter().flatten().collect::<Vec<_>>().join(", ");
        format!("{about}: {black} - {white}, {note}. {}", game.transcript())
    }

    fn choose(&self) -> Option<Outcome> {
        self.game.as_ref().ok().map(|opened| Outcome::Open(Box::new(opened.clone())))
    }
}

/// Tells what became of a game of a file, or how far it has come.
fn stands(language: Language, saved: &SavedGame) -> String {
    let Some(result) = saved.known_result() else {
        return language.fill(Text::StatePlaying, &[("number", &saved.game.ply())]);
    };
    match result.outcome.winner() {
        Some(winner) => language.fill(Text::OutcomeWon, &[("color", &language.color(winner))]),
        None => language.text(Text::OutcomeDraw).to_owned(),
    }
}

fn score(DiscCounts { black, white }: DiscCounts) -> String {
    format!("{black:>2}-{white}")
}
