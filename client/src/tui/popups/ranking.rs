//! The ranking, and the game that is played for it.

use reversi_client_core::intent::Query;
use reversi_client_core::report::Report;
use reversi_client_core::voice::texts::Text;
use reversi_game::Color;
use reversi_protocol::RankingLine;
use reversi_protocol::limits::NICK_CHARS_MAX;

use super::bots::draw_side;
use super::choices::{Choices, stepped};
use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, below, rows};
use crate::tui::component::{Outcome, Popup};
use crate::tui::config::Step;
use crate::tui::context::Context;
use crate::tui::field::{Typing, TypingKind};
use crate::tui::list::List;
use crate::tui::theme::Role;

/// Columns of the list, and in it of a place and a score.
const WIDTH: u16 = 44;
const PLACE: u16 = 6;
const SCORE: u16 = 6;

const SIDES: &Choices<Color> = &[(Color::Black, Text::Black), (Color::White, Text::White)];

#[derive(Debug)]
pub(super) struct Ranking {
    /// Nothing before the server has told them.
    lines: Option<Vec<RankingLine>>,
    list: List,
    side: Color,
}

impl Default for Ranking {
    fn default() -> Self {
        Self { lines: None, list: List::default(), side: Color::Black }
    }
}

impl Popup for Ranking {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let area = canvas.area();
        let inside = frame::draw(canvas, Text::TitleRanking, area.width.min(WIDTH), area.height);
        if let Some(row) = rows(inside).next() {
            draw_side(canvas, after(row, 1), SIDES, &self.side);
        }
        let rest = below(inside, 1);
        frame::draw_lack(canvas, rest, self.lines.as_deref(), Text::NoRanking);
        let lines = self.lines.as_deref().unwrap_or_default();
        self.list.draw(canvas, rest, lines, |canvas, row, line| {
            let is_own = line.nick.as_str() == context.setup.name.as_str();
            let role = if is_own { Role::Attention } else { Role::Text };
            let row = after(row, 1);
            let nick = row.width.saturating_sub(PLACE + SCORE);
            let (place, score) = (format!("{:>3}.", line.place), format!("{:>+4}", line.score));
            let cells = [(PLACE, &*place, role), (nick, line.nick.as_str(), role)];
            canvas.write_cells(row, &cells);
            canvas.write(after(row, PLACE + nick), &score, role);
        });
    }

    fn keys(&self) -> &'static [Action] {
        &[Action::Choose, Action::More, Action::Close, Action::Next, Action::Previous]
    }

    fn label(&self, action: Action) -> Text {
        if action == Action::Choose { Text::LabelPlace } else { action.spec().label }
    }

    fn detail(&self, context: &Context) -> Option<String> {
        Some(context.text(Text::AboutRanking).to_owned())
    }

    fn opening(&self, _: &Context) -> Option<Outcome> {
        Some(Outcome::Query(Query::Ranking))
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.list, self.lines.as_ref().map_or(0, Vec::len)))
    }

    /// Plays for the ranking, whatever row is chosen.
    fn choose(&mut self, context: &Context) -> Option<Outcome> {
        let kind = TypingKind::Nick { bot_color: self.side.opponent() };
        let nick: String = context.setup.name.as_str().chars().take(NICK_CHARS_MAX).collect();
        Some(Outcome::Type(Typing::new(kind, nick.trim_end())))
    }

    fn step(&mut self, step: Step, _: &Context) -> Option<Outcome> {
        self.side = stepped(SIDES, &self.side, step);
        None
    }

    fn receive(&mut self, report: &Report) -> bool {
        let Report::Ranking { lines, .. } = report else { return false };
        self.lines = Some(lines.clone());
        true
    }
}
