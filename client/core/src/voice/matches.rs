//! Matches between engines.

use std::iter::once;

use unicode_width::UnicodeWidthStr as _;

use super::games::result;
use super::people::join;
use crate::matches::{Forfeit, MatchGame, MatchTable, Standing};
use crate::say;
use crate::texts::{Language, Say as _, Text};

/// `Game 3 of 20, room K7QP: gtp-rhino (black) against level-3 (white). White wins: Black resigned.`
pub(super) fn game(language: Language, over: &MatchGame) -> String {
    let MatchGame { game, games, room, black, white, .. } = over;
    let told = say!(language, MatchGame, game, games, room, black, white);
    let end = over.result.as_ref().map(|end| result(language, end, &[]));
    let failure = over.failure.as_ref().map(|failed| {
        say!(language, MatchFailure, name = failed.name, why = failed.why.say(language))
    });
    [Some(told), end, failure].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A table with a row for each player, and below it what was lost before the end.
pub(super) fn table(language: Language, table: &MatchTable) -> Vec<String> {
    let played = table.players[0].tally.games();
    let title = say!(language, MatchPlayed, played, games = table.games);
    if played == 0 && table.without_result == 0 {
        return vec![title];
    }
    let head = [
        Text::MatchWon,
        Text::MatchDrawn,
        Text::MatchLost,
        Text::MatchPoints,
        Text::MatchDiscs,
        Text::MatchElo,
    ];
    let head = head.map(|text| language.text(text).to_owned());
    let rows = [&table.players[0], &table.players[1]].map(|standing| cells(language, standing));
    let names = [String::new(), table.players[0].name.clone(), table.players[1].name.clone()];
    let name_width = names.iter().map(|name| name.width()).max().unwrap_or_default();
    let width = |column: usize| rows.iter().chain([&head]).map(|row| row[column].width()).max();
    let widths: [usize; 6] = std::array::from_fn(|column| width(column).unwrap_or_default());
    let line = |(name, row): (&String, &[String; 6])| {
        let name = format!("{name}{}", " ".repeat(name_width - name.width()));
        let cells = row.iter().zip(widths);
        let cells = cells.map(|(cell, width)| " ".repeat(2 + width - cell.width()) + cell);
        once(name).chain(cells).collect::<String>()
    };
    let lines = names.iter().zip(once(&head).chain(&rows)).map(line);
    let lost = table.players.iter().filter_map(|standing| lost_early(language, standing));
    let without = (table.without_result > 0)
        .then(|| say!(language, MatchWithoutResult, count = table.without_result));
    once(title).chain(lines).chain(lost).chain(without).collect()
}

fn cells(language: Language, standing: &Standing) -> [String; 6] {
    let Standing { tally, score, elo, elo_error, .. } = standing;
    let elo = elo.zip(*elo_error).map(|(elo, error)| format!("{elo:+.0} ± {error:.0}"));
    [
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        language.decimal(format!("{score:.3}")),
        language.decimal(format!("{:+.1}", tally.mean_margin_discs())),
        elo.unwrap_or_else(|| "-".to_owned()),
    ]
}

/// `gtp-rhino lost before the end: 2 on time, 1 by an illegal move.`
fn lost_early(language: Language, standing: &Standing) -> Option<String> {
    let way = |(forfeit, count): (&Forfeit, &u32)| {
        let text = match forfeit {
            Forfeit::Time => Text::ForfeitTime,
            Forfeit::Silence => Text::ForfeitSilence,
            Forfeit::Resignation => Text::ForfeitResignation,
            Forfeit::IllegalMove => Text::ForfeitIllegalMove,
            Forfeit::Refusal => Text::ForfeitRefusal,
            Forfeit::End => Text::ForfeitEnd,
        };
        language.fill(text, &[("count", count)])
    };
    let ways = join(standing.forfeits.iter().map(way));
    (!ways.is_empty()).then(|| say!(language, MatchForfeits, name = standing.name, ways))
}
