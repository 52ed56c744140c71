//! The lobby: one's own games, the rooms that wait for a player, what can be begun, and the other rooms;
//! beside them what is known of the chosen one.

use ratatui::layout::Rect;
use reversi_client_core::intent::{Intent, PairWish, Query};
use reversi_client_core::report::Report;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::{Text, capital};
use reversi_game::{Color, DiscCounts};
use reversi_protocol::{BotName, Occupant, Phase, RoleWish, RoomId, RoomSummary};

use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, below, rows, wrap};
use crate::tui::component::{Outcome, Screen};
use crate::tui::context::{Context, Link};
use crate::tui::field::{Typing, TypingKind};
use crate::tui::layout::{Rows, Space};
use crate::tui::list::List;
use crate::tui::theme::Role;
use crate::tui::title;

/// The rooms are asked for so often while they are shown, in milliseconds. Chosen: a new room is
/// seen before one wonders, and a server with a thousand lobbies has some hundred small answers a
/// second.
const POLL_MS: u64 = 3_000;

/// Columns of the panel beside the list.
const DETAILS: u16 = 28;

/// Columns of a room's identifier in the list. A private one is longer and is cut.
const ROOM: u16 = 8;

/// Columns of a room's state.
const STATE: u16 = 12;

/// Discs on the board before the first move.
const DISCS_AT_START: u32 = 4;

#[derive(Clone, Debug, Default)]
pub struct Lobby {
    /// The listed rooms, as the server sent them last; nothing before that.
    rooms: Option<Vec<RoomSummary>>,
    /// Listed rooms, those left out included.
    total: u32,
    /// Rooms in which the player may have a seat from earlier.
    kept: Vec<RoomId>,
    /// The text that rooms have to contain.
    filter: String,
    list: List,
    /// When the rooms are asked for again.
    next_poll_ms: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum LobbyRow {
    /// A room in which the player may have a seat.
    Own(RoomId),
    Offer(&'static Offer),
    Listed(RoomId),
}

/// What can be begun, whatever rooms there are.
#[derive(Debug, PartialEq, Eq)]
struct Offer {
    action: Action,
    name: Text,
    about: Text,
}

const OFFERS: &[Offer] = &[
    Offer { action: Action::PlayBot, name: Text::RowPlayBot, about: Text::AboutBots },
    Offer { action: Action::Pair, name: Text::RowPair, about: Text::AboutPair },
    Offer { action: Action::NewRoom, name: Text::RowNewRoom, about: Text::AboutNewRoom },
    Offer { action: Action::Ranking, name: Text::RowRanking, about: Text::AboutRanking },
    Offer { action: Action::Saves, name: Text::TitleSaves, about: Text::AboutSaves },
    Offer { action: Action::Games, name: Text::TitleGames, about: Text::AboutGames },
];

impl LobbyRow {
    const fn room(&self) -> Option<&RoomId> {
        match self {
            Self::Own(room) | Self::Listed(room) => Some(room),
            Self::Offer(_) => None,
        }
    }
}

impl Lobby {
    /// Returns the rows: the player's own games first, then the rooms that wait for a player, which even
    /// a small screen shows, then what can be begun, and the other rooms.
    fn rows(&self) -> Vec<LobbyRow> {
        let own = self.kept.iter().cloned().map(LobbyRow::Own);
        let listed = self.rooms.iter().flatten().filter(|it| !self.kept.contains(&it.room));
        let (waiting, others): (Vec<_>, Vec<_>) = listed.partition(|it| has_open_seat(it));
        let listed = |it: &RoomSummary| LobbyRow::Listed(it.room.clone());
        own.chain(waiting.into_iter().map(listed))
            .chain(OFFERS.iter().map(LobbyRow::Offer))
            .chain(others.into_iter().map(listed))
            .collect()
    }

    fn chosen_row(&self) -> LobbyRow {
        self.rows().into_iter().nth(self.list.chosen).unwrap_or(LobbyRow::Offer(&OFFERS[0]))
    }

    /// Returns what the server says of a room.
    fn summary(&self, room: &RoomId) -> Option<&RoomSummary> {
        self.rooms.iter().flatten().find(|summary| summary.room == *room)
    }

    /// Takes new rows, and keeps the chosen one chosen wherever it is now.
    fn change(&mut self, change: impl FnOnce(&mut Self)) {
        let chosen = self.chosen_row();
        change(self);
        let rows = self.rows();
        let found = rows.iter().position(|row| *row == chosen);
        self.list.chosen = found.unwrap_or_else(|| self.list.chosen.min(rows.len() - 1));
    }

    pub fn list(&mut self) -> (&mut List, usize) {
        let count = self.rows().len();
        (&mut self.list, count)
    }

    /// Takes the rooms in which a seat was kept, and chooses the first of them: to go on is what most
    /// come for.
    pub fn keep(&mut self, rooms: Vec<RoomId>) {
        let has_more = rooms.iter().any(|room| !self.kept.contains(room));
        self.change(|lobby| lobby.kept = rooms);
        if has_more {
            self.list.chosen = 0;
        }
    }

    pub fn receive(&mut self, report: Report) {
        let Report::Rooms { rooms, total } = report else { return };
        self.change(|lobby| {
            lobby.rooms = Some(rooms);
            lobby.total = total;
        });
    }

    pub fn set_filter(&mut self, filter: &str, context: &Context) {
        filter.clone_into(&mut self.filter);
        self.refresh(context);
    }

    /// Lets the rooms be asked for at once.
    pub fn refresh(&mut self, context: &Context) {
        self.next_poll_ms = context.now_ms;
    }

    /// Returns the question for the rooms when it is time for it.
    pub fn poll(&mut self, context: &Context) -> Option<Query> {
        if context.now_ms < self.next_poll_ms {
            return None;
        }
        self.next_poll_ms = context.now_ms + POLL_MS;
        Some(Query::Rooms(Some(self.filter.clone()).filter(|text| !text.is_empty())))
    }

    pub const fn next_poll_ms(&self) -> u64 {
        self.next_poll_ms
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most actions belong elsewhere")]
    pub fn act(&mut self, action: Action, context: &Context) -> Option<Outcome> {
        let typing = |kind, text| Some(Outcome::Type(Typing::new(kind, text)));
        match action {
            Action::Choose => Some(self.choose()),
            Action::Watch => {
                let room = self.chosen_row().room()?.clone();
                Some(Outcome::Intent(Intent::Enter(room.into(), RoleWish::Spectator)))
            }
            Action::Pair if context.session.pairing().is_some() => {
                Some(Outcome::Intent(Intent::Unpair))
            }
            Action::Pair => Some(Outcome::Intent(Intent::Pair(PairWish::default()))),
            Action::PairBot => Some(Outcome::Intent(Intent::PairBot)),
            Action::JoinById => typing(TypingKind::RoomId, ""),
            Action::InviteName => typing(TypingKind::Invitee, ""),
            Action::Filter => typing(TypingKind::Filter, &self.filter),
            Action::Connect => typing(TypingKind::Address, &context.setup.server.to_string()),
            Action::Refresh => {
                self.refresh(context);
                None
            }
            Action::Close => {
                self.set_filter("", context);
                None
            }
            Action::Quit => Some(Outcome::Quit),
            _ => None,
        }
    }

    /// Does what the chosen row is for. A listed room is entered as a player where a seat is open.
    fn choose(&self) -> Outcome {
        match self.chosen_row() {
            LobbyRow::Offer(offer) => Outcome::Act(offer.action),
            LobbyRow::Own(room) | LobbyRow::Listed(room) => {
                let role = self.role(&room);
                Outcome::Intent(Intent::Enter(room.into(), role))
            }
        }
    }

    /// Returns as what a room is entered: as a player where the user has a seat or one is open.
    fn role(&self, room: &RoomId) -> RoleWish {
        let is_open = self.summary(room).is_some_and(has_open_seat);
        let plays = self.kept.contains(room) || is_open;
        if plays { RoleWish::Player } else { RoleWish::Spectator }
    }

    fn draw_list(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let shown = self.rooms.as_ref().map_or(0, Vec::len);
        let mut name = canvas.text(Text::TitleRooms).to_owned();
        if !self.filter.is_empty() {
            name = format!("{name} /{}", self.filter);
        }
        if usize::try_from(self.total).is_ok_and(|total| total > shown) {
            name = format!("{name} ({shown} / {})", self.total);
        }
        let inside = canvas.frame(area, &name);
        if let Some(head) = rows(inside).next() {
            let texts = [Text::ColumnRoom, Text::Black, Text::White, Text::ColumnState];
            draw_columns(canvas, head, texts.map(|text| canvas.text(text)), Role::Faint);
        }
        self.list.draw(canvas, below(inside, 1), &self.rows(), |canvas, row, entry| {
            self.draw_row(canvas, row, entry);
        });
    }

    fn draw_row(&self, canvas: &mut Canvas<'_>, row: Rect, entry: &LobbyRow) {
        let (room, role) = match entry {
            LobbyRow::Offer(offer) => {
                canvas.write(after(row, 1), canvas.text(offer.name), Role::Heading);
                return;
            }
            LobbyRow::Own(room) => (room, Role::Attention),
            LobbyRow::Listed(room) => (room, Role::Text),
        };
        let id = room.to_string();
        let Some(summary) = self.summary(room) else {
            return draw_columns(canvas, row, [&id, canvas.text(Text::RowOwn), "", ""], role);
        };
        let [black, white] = names(canvas, summary);
        draw_columns(canvas, row, [&id, black, white, &state(canvas, summary)], role);
    }

    fn draw_details(&self, canvas: &mut Canvas<'_>, context: &Context, area: Rect) {
        let entry = self.chosen_row();
        let (title, about) = match &entry {
            LobbyRow::Offer(offer) => (canvas.text(offer.name).to_owned(), Some(offer.about)),
            LobbyRow::Own(room) => {
                (canvas.fill(Text::RoomHeading, &[("room", room)]), Some(Text::AboutOwn))
            }
            LobbyRow::Listed(room) => (canvas.fill(Text::RoomHeading, &[("room", room)]), None),
        };
        let mut lines: Vec<String> =
            about.map(|text| canvas.text(text).to_owned()).into_iter().collect();
        if let Some(summary) = entry.room().and_then(|room| self.summary(room)) {
            lines.extend(about.map(|_| String::new()));
            lines.extend(summary_lines(canvas, context, summary));
        }
        if let Some(room) = entry.room() {
            let does = match self.role(room) {
                RoleWish::Spectator => Text::EnterWatches,
                RoleWish::Player | RoleWish::Black | RoleWish::White if about.is_some() => {
                    Text::EnterReturns
                }
                RoleWish::Player | RoleWish::Black | RoleWish::White => Text::EnterPlays,
            };
            lines.extend([String::new(), canvas.text(does).to_owned()]);
        }
        let inside = canvas.frame(area, &title);
        let width = usize::from(inside.width.saturating_sub(2)).max(1);
        canvas.write_lines(inside, lines.iter().flat_map(|line| wrap(line, width)), Role::Text);
    }
}

impl Screen for Lobby {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let server = context.server_name();
        let you = canvas.fill(Text::YouAre, &[("name", &context.setup.name)]);
        let open =
            context.is_open_to_network().then(|| canvas.text(Text::OpenToNetwork).to_owned());
        let parts = [server].into_iter().chain(open).chain([you]).collect::<Vec<_>>();
        title::draw(canvas, context, &parts);
        let area = canvas.area();
        let body = Rows::of(area).body;
        let has_details = Space::of(area) != Space::Compact;
        let details_width = if has_details { DETAILS.max(body.width / 3) } else { 0 };
        let left = Rect { width: body.width - details_width, ..body };
        self.draw_list(canvas, left);
        if has_details {
            self.draw_details(canvas, context, after(body, left.width));
        }
    }

    fn status(&self, context: &Context) -> (String, Role) {
        if let Some((time, bot)) = context.session.pairing() {
            let text = if bot.is_some() { Text::PairingNowBot } else { Text::PairingNow };
            let bot = bot.map_or("", BotName::as_str);
            return (context.fill(text, &[("time", &time), ("bot", &bot)]), Role::Attention);
        }
        let text = match (&context.link, &self.rooms) {
            (Link::Connecting, _) if context.setup.here.is_some() => {
                context.text(Text::StartingHere).to_owned()
            }
            (Link::Connecting, _) => {
                context.fill(Text::ConnectingTo, &[("server", &context.setup.server)])
            }
            (_, None) => context.text(Text::AskingRooms).to_owned(),
            (_, Some(rooms)) if !rooms.is_empty() => context.text(Text::LobbyHint).to_owned(),
            (_, Some(_)) if self.filter.is_empty() => context.text(Text::NoRooms).to_owned(),
            (_, Some(_)) => context.fill(Text::NoRoomFits, &[("text", &self.filter)]),
        };
        (text, Role::Faint)
    }

    fn keys(&self, context: &Context) -> Vec<Action> {
        use Action as A;
        let bot = context.session.pairing().and_then(|(_, bot)| bot).map(|_| A::PairBot);
        // Only another's room is watched.
        let watch = matches!(self.chosen_row(), LobbyRow::Listed(_)).then_some(A::Watch);
        let rest = [
            A::Filter,
            A::JoinById,
            A::Help,
            A::Quit,
            A::InviteName,
            A::Ranking,
            A::Saves,
            A::Games,
        ];
        let first = [A::Choose, A::Pair].into_iter().chain(bot).chain([A::PlayBot, A::NewRoom]);
        first.chain(watch).chain(rest).collect()
    }
}

/// Draws room, black, white and state; the names share what the others leave.
fn draw_columns(canvas: &mut Canvas<'_>, row: Rect, texts: [&str; 4], role: Role) {
    let row = after(row, 1);
    let names = row.width.saturating_sub(ROOM + STATE) / 2;
    let [room, black, white, state] = texts;
    let cells = [(ROOM, room), (names, black), (names, white), (STATE, state)];
    canvas.write_cells(row, &cells.map(|(width, text)| (width, text, role)));
}

fn names<'a>(canvas: &Canvas<'_>, summary: &'a RoomSummary) -> [&'a str; 2] {
    let free = if summary.reserved { Text::ReservedSeat } else { Text::OpenSeat };
    let free = canvas.text(free);
    [&summary.black, &summary.white].map(|seat| seat.as_ref().map_or(free, Occupant::name))
}

/// Tells whether there is a seat for whoever comes.
fn has_open_seat(summary: &RoomSummary) -> bool {
    let is_open = summary.phase == Phase::Open && !summary.reserved;
    is_open && (summary.black.is_none() || summary.white.is_none())
}

fn state(canvas: &Canvas<'_>, summary: &RoomSummary) -> String {
    let DiscCounts { black, white } = summary.discs;
    let text = match summary.phase {
        // That it waits is seen by the open seat.
        Phase::Open if !summary.time.is_none() => return summary.time.to_string(),
        Phase::Open => Text::StateWaiting,
        Phase::Playing if summary.is_deserted() => Text::StateDeserted,
        Phase::Playing => {
            let number = black.saturating_add(white).saturating_sub(DISCS_AT_START - 1);
            return canvas.fill(Text::StatePlaying, &[("number", &number)]);
        }
        Phase::Adjourned => Text::StateAdjourned,
        Phase::Finished => return format!("{black}-{white}"),
        Phase::Closed => Text::StateClosed,
    };
    canvas.text(text).to_owned()
}

/// Tells what the server says of a room.
fn summary_lines(canvas: &Canvas<'_>, context: &Context, room: &RoomSummary) -> Vec<String> {
    let names = names(canvas, room);
    let minutes = context.now_ms.saturating_sub(room.opened_at_ms) / 60_000;
    let [black, white] = Color::BOTH.map(|color| {
        let (side, name) = (capital(canvas.look.language.color(color)), names[color.index()]);
        let is_away = room.away.contains(&color);
        let note = if is_away { canvas.text(Text::IsAwayShort) } else { "" };
        format!("{side}: {name} {note}")
    });
    let mut lines = vec![
        format!("\"{}\"", room.name),
        black,
        white,
        format!("{}: {} - {}", canvas.text(Text::Discs), room.discs.black, room.discs.white),
        format!(
            "{}: {}",
            canvas.text(Text::FieldTime),
            voice::time_control(canvas.look.language, room.time)
        ),
        format!("{}: {}", canvas.text(Text::Watching), room.spectators),
        match minutes {
            0 => canvas.text(Text::OpenedNow).to_owned(),
            _ => canvas.fill(Text::OpenedAgo, &[("minutes", &minutes)]),
        },
    ];
    let opening = room.opening.map(|it| voice::opening(canvas.look.language, it));
    let start = opening.map(|opening| canvas.fill(Text::StartIs, &[("opening", &opening)]));
    let is_for_some = room.phase == Phase::Open && !room.opponents.is_anyone();
    let who = voice::opponents(canvas.look.language, room.opponents);
    let wanted = is_for_some.then(|| canvas.fill(Text::SeatIsFor, &[("who", &who)]));
    lines.splice(1..1, wanted.into_iter().chain(start));
    lines
}

#[cfg(test)]
mod tests {
    use reversi_protocol::{Opponents, RoomName, TimeControl, Watch};

    use super::*;

    fn room(id: &str) -> RoomSummary {
        RoomSummary {
            room: id.parse().unwrap(),
            name: RoomName::new(id).unwrap(),
            phase: Phase::Open,
            black: None,
            white: None,
            reserved: false,
            ply: 0,
            discs: DiscCounts { black: 2, white: 2 },
            spectators: 0,
            away: vec![],
            time: TimeControl::None,
            watch: Watch::Everyone,
            opponents: Opponents::default(),
            opening: None,
            opened_at_ms: 0,
        }
    }

    #[test]
    fn own_games_come_first_and_only_once_and_rooms_that_wait_before_what_can_be_begun() {
        let kept = "K7QP".parse::<RoomId>().unwrap();
        let running = RoomSummary { phase: Phase::Playing, ..room("M4TT") };
        let rooms = Some(vec![running, room("Q2ZD"), room("K7QP")]);
        let lobby = Lobby { rooms, kept: vec![kept.clone()], ..Lobby::default() };
        let [waiting, running] = ["Q2ZD", "M4TT"].map(|id| LobbyRow::Listed(id.parse().unwrap()));
        let offers = OFFERS.iter().map(LobbyRow::Offer);
        let rows: Vec<_> =
            [LobbyRow::Own(kept), waiting].into_iter().chain(offers).chain([running]).collect();
        assert_eq!(lobby.rows(), rows);
    }

    #[test]
    fn ones_own_game_is_chosen_and_entered_in_ones_seat() {
        let kept = "K7QP".parse::<RoomId>().unwrap();
        let running = RoomSummary { phase: Phase::Playing, ..room("K7QP") };
        let mut lobby = Lobby { rooms: Some(vec![running]), ..Lobby::default() };
        assert_eq!(lobby.role(&kept), RoleWish::Spectator);
        lobby.list.step(1, 3);
        lobby.keep(vec![kept.clone()]);
        assert_eq!(lobby.chosen_row(), LobbyRow::Own(kept.clone()));
        assert_eq!(lobby.role(&kept), RoleWish::Player);
        // What was chosen since stays chosen.
        lobby.list.step(2, 3);
        lobby.keep(vec![kept]);
        assert_eq!(lobby.chosen_row(), LobbyRow::Offer(&OFFERS[1]));
    }

    #[test]
    fn the_choice_follows_its_room_through_a_new_list() {
        let mut lobby = Lobby { rooms: Some(vec![room("Q2ZD"), room("M4TT")]), ..Lobby::default() };
        lobby.list.step(7, 8);
        let chosen = lobby.chosen_row();
        lobby.change(|lobby| lobby.rooms = Some(vec![room("M4TT"), room("Q2ZD")]));
        assert_eq!(lobby.chosen_row(), chosen);
        lobby.change(|lobby| lobby.rooms = Some(vec![]));
        assert_eq!(lobby.chosen_row(), LobbyRow::Offer(OFFERS.last().unwrap()));
        lobby.list.step(-9, 2);
        assert_eq!(lobby.chosen_row(), LobbyRow::Offer(&OFFERS[0]));
    }
}
