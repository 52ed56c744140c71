//! The bots, and what each is like.

use reversi_client_core::intent::{NewRoom, Query, RoomIntent};
use reversi_client_core::report::Report;
use reversi_client_core::voice::texts::Text;
use reversi_game::Color;
use reversi_protocol::{BotKind, SeatChoice, SeatChoices};

use super::choices::{Choices, stepped, text_of};
use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, below, columns, rows};
use crate::tui::component::{Outcome, Popup};
use crate::tui::config::Step;
use crate::tui::context::Context;
use crate::tui::list::List;
use crate::tui::theme::Role;
use ratatui::layout::Rect;

/// Columns of a bot's name.
const NAME: u16 = 18;

/// Columns of a description at least, so that the row above the list has room.
const DESCRIPTION_MIN: u16 = 20;

/// The bot that is chosen at first: one that a newcomer can beat.
const FIRST_CHOSEN: usize = 2;

/// The kinds of bots, one of which is chosen.
#[derive(Debug)]
pub(super) struct Bots {
    /// Nothing before the server has told them.
    kinds: Option<Vec<BotKind>>,
    list: List,
    color: ColorWish,
    /// The seat in the room on the screen that the bot takes; nothing for a room of its own.
    seat: Option<Color>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorWish {
    #[default]
    Black,
    White,
    /// Whichever is drawn.
    Drawn,
}

impl ColorWish {
    pub(super) const CHOICES: &[(Self, Text)] =
        &[(Self::Black, Text::Black), (Self::White, Text::White), (Self::Drawn, Text::ByLot)];

    /// Seats the player as wished and the other side as chosen.
    pub fn seats(self, other: SeatChoice) -> SeatChoices {
        let draw = self == Self::Drawn;
        match self {
            Self::Black | Self::Drawn => SeatChoices { black: SeatChoice::Me, white: other, draw },
            Self::White => SeatChoices { black: other, white: SeatChoice::Me, draw },
        }
    }
}

impl Default for Bots {
    fn default() -> Self {
        let list = List { chosen: FIRST_CHOSEN };
        Self { kinds: None, list, color: ColorWish::default(), seat: None }
    }
}

impl Bots {
    pub(super) fn for_seat(color: Color) -> Self {
        Self { seat: Some(color), ..Self::default() }
    }

    /// Draws what is chosen besides the bot.
    fn draw_head(&self, canvas: &mut Canvas<'_>, row: Rect) {
        if let Some(color) = self.seat {
            let color = canvas.look.language.color(color);
            let head = canvas.fill(Text::TitleSeatBot, &[("color", &color)]);
            canvas.write(row, &head, Role::Attention);
            return;
        }
        draw_side(canvas, row, ColorWish::CHOICES, &self.color);
    }

    fn chosen(&self) -> Option<&BotKind> {
        self.kinds.as_ref()?.get(self.list.chosen)
    }
}

/// Draws the side that the user plays, and how it is changed.
pub(super) fn draw_side<T: PartialEq>(
    canvas: &mut Canvas<'_>,
    row: Rect,
    choices: &Choices<T>,
    chosen: &T,
) {
    let [less, more, ..] = canvas.look.glyphs.keys.arrows;
    let parts = [
        (canvas.text(Text::YouPlay), Role::Text),
        (" ", Role::Text),
        (canvas.text(text_of(choices, chosen)), Role::Attention),
        ("   ", Role::Text),
        (less, Role::Key),
        (" ", Role::Text),
        (more, Role::Key),
    ];
    canvas.write_all(row, &parts);
}

impl Popup for Bots {
    fn draw(&self, canvas: &mut Canvas<'_>, _: &Context) {
        let area = canvas.area();
        let language = canvas.look.language;
        let bots = self.kinds.as_deref().unwrap_or_default();
        let longest = bots.iter().map(|bot| columns(language.bot(bot))).max().unwrap_or(0);
        let width = longest.max(DESCRIPTION_MIN).saturating_add(NAME + 4);
        let inside = frame::draw(canvas, Text::TitleBots, area.width.min(width), area.height);
        if let Some(row) = rows(inside).next() {
            self.draw_head(canvas, after(row, 1));
        }
        let rest = below(inside, 1);
        frame::draw_lack(canvas, rest, self.kinds.as_deref(), Text::NothingFound);
        self.list.draw(canvas, rest, bots, |canvas, row, bot| {
            let description = (u16::MAX, language.bot(bot), Role::Text);
            canvas.write_cells(after(row, 1), &[(NAME, bot.name.as_str(), Role::Key), description]);
        });
    }

    fn keys(&self) -> &'static [Action] {
        if self.seat.is_some() {
            return &[Action::Choose, Action::Close, Action::Next, Action::Previous];
        }
        &[Action::Choose, Action::More, Action::Close, Action::Next, Action::Previous]
    }

    fn detail(&self, context: &Context) -> Option<String> {
        let bot = self.chosen()?;
        Some(format!("{}: {}", bot.name, context.language().bot(bot)))
    }

    fn opening(&self, _: &Context) -> Option<Outcome> {
        Some(Outcome::Query(Query::Bots))
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.list, self.kinds.as_ref().map_or(0, Vec::len)))
    }

    fn choose(&mut self, context: &Context) -> Option<Outcome> {
        if let Some(color) = self.seat {
            // Meanwhile the player may have come.
            let bot = self.chosen()?.name.clone();
            return Some(match context.seat_for_bot() {
                Some(seat) if seat == color => {
                    Outcome::Finish(RoomIntent::SeatBot { color, bot }.into())
                }
                _ => Outcome::Close,
            });
        }
        let seats = self.color.seats(SeatChoice::Bot(self.chosen()?.name.clone()));
        Some(Outcome::Intent(NewRoom { seats, ..NewRoom::default() }.into()))
    }

    fn step(&mut self, step: Step, _: &Context) -> Option<Outcome> {
        self.color = stepped(ColorWish::CHOICES, &self.color, step);
        None
    }

    fn receive(&mut self, report: &Report) -> bool {
        let Report::Bots { bots } = report else { return false };
        self.kinds = Some(bots.clone());
        true
    }
}
