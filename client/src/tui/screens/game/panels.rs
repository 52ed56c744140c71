//! The screen of a game: the board, and around it what there is room for.

use ratatui::layout::Rect;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::Text;
use reversi_game::{Action as Made, Color, DiscCounts, Square};
use reversi_protocol::{Hints, OfferedGame, Opening, Phase, Snapshot, UndoPolicy};

use super::advice::whole_discs;
use super::layout::{GameLayout, Panels};
use super::{GameScreen, chart, players};
use crate::tui::action::Action;
use crate::tui::board;
use crate::tui::canvas::{Canvas, Hit, after, below, columns, rows, wrap};
use crate::tui::component::Screen;
use crate::tui::context::Context;
use crate::tui::phrases;
use crate::tui::record::{Shown, game_of};
use crate::tui::theme::Role;
use crate::tui::title;

/// A graph grows to so many rows where there is room. Odd, for its middle line.
const CHART_ROWS: u16 = 9;

/// With fewer rows than this a graph is drawn in one.
const CHART_ROWS_MIN: u16 = 5;

/// Rows that the moves keep for themselves beside such graphs.
const MOVES_ROWS_MIN: u16 = 16;

/// Columns of what a chart's rows stand for.
const AXIS: u16 = 4;

/// With fewer columns the first row of keys has to tell how others get into a room.
const INVITATION: u16 = 24;

impl Screen for GameScreen {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let Some(shown) = self.shown(context) else { return };
        let area = canvas.area();
        let layout = GameLayout::of(area, context.values().cell, canvas.look.glyphs);
        if !matches!(layout.panels, Panels::None { .. }) {
            title::draw(canvas, context, &self.title_parts(context));
        }
        match layout.panels {
            Panels::None { moves, log } => {
                self.draw_players_short(canvas, context, &shown, layout.rows.title);
                self.draw_moves_short(canvas, context, moves);
                draw_log(canvas, context, below(log, 1));
            }
            Panels::One(panel) => self.draw_panel(canvas, context, &shown, panel),
            Panels::Two(left, right) => {
                self.draw_left(canvas, context, &shown, left);
                self.draw_right(canvas, context, right);
            }
        }
        board::draw(canvas, layout.board, &self.cells(context, &shown), self.is_rotated);
        if let Some(game) = offered_game(context) {
            let (Panels::None { moves: area, .. } | Panels::One(area) | Panels::Two(_, area)) =
                layout.panels;
            draw_offered(canvas, context, area, game);
        }
    }

    fn status(&self, context: &Context) -> (String, Role) {
        self.sentence(context)
    }

    fn title(&self, context: &Context) -> String {
        self.history_title(context).unwrap_or_default()
    }

    fn keys(&self, context: &Context) -> Vec<Action> {
        use Action as A;
        let last = self.record(context).map_or(0, |game| game.ply());
        let shown = self.browsing.unwrap_or(last);
        let (can_back, can_forward) = (shown > 0, shown < last);
        let steps = [
            (can_back, A::Back),
            (can_forward, A::Forward),
            (can_back, A::First),
            (can_forward, A::Last),
        ];
        let steps = steps.into_iter().filter_map(|(can, key)| can.then_some(key));
        if let Some(replay) = self.replay(context) {
            let can_review =
                replay.number.is_some() || (replay.game.is_over() && context.session.is_online());
            let review = can_review.then_some(A::Review);
            return steps.chain(review).chain([A::Rotate, A::Help, A::Leave]).collect();
        }
        if self.browsing.is_some() {
            return [A::Live].into_iter().chain(steps).chain([A::Help, A::Leave]).collect();
        }
        let Some((room, view)) = context.here() else { return vec![A::Help, A::Leave] };
        match view.phase {
            _ if room.seats().is_empty() => {
                let follow = (!context.people().is_empty()).then_some(A::Follow);
                let first = [A::Back, A::Forward, A::Who].into_iter().chain(follow);
                first.chain([A::Chat, A::Rotate, A::Help, A::Leave]).collect()
            }
            Phase::Open if context.seat_for_bot().is_none() => {
                vec![A::Invite, A::Who, A::Palette, A::Help, A::Leave]
            }
            Phase::Open => {
                vec![A::Invite, A::SeatBot, A::Who, A::Chat, A::Palette, A::Help, A::Leave]
            }
            Phase::Finished => {
                let has_both = Color::BOTH.into_iter().all(|color| view.seat(color).is_some());
                let rematch = (has_both && view.competition.is_none()).then_some(A::Rematch);
                let rest = [A::Help, A::Leave];
                let looks = [A::Back, A::Forward, A::Review, A::Chat];
                rematch.into_iter().chain(looks).chain(rest).collect()
            }
            Phase::Playing => playing_keys(context, view),
            Phase::Adjourned | Phase::Closed => {
                vec![A::Back, A::Forward, A::Who, A::Chat, A::Palette, A::Help, A::Leave]
            }
        }
    }
}

impl GameScreen {
    fn title_parts(&self, context: &Context) -> Vec<String> {
        match (self.replay(context), view(context)) {
            (Some(replay), _) => vec![replay.title.clone()],
            (None, Some(view)) => room_parts(context, view),
            (None, None) => Vec::new(),
        }
    }

    /// Names the moves, and the opening.
    fn moves_title(&self, context: &Context) -> String {
        if is_open(context) {
            return context.text(Text::TitleInvite).to_owned();
        }
        let title = context.text(Text::TitleMoves);
        self.opening(context).map_or(title.to_owned(), |name| format!("{title}: {name}"))
    }

    /// Returns the name of the opening that the game had gone through where it is looked at.
    fn opening(&self, context: &Context) -> Option<&'static str> {
        let game = self.record(context).filter(|_| !is_open(context))?;
        let opening = game.opening_at(self.browsing.unwrap_or(game.ply()))?;
        Some(opening.name)
    }

    /// Draws the moves under their name, without a frame.
    fn draw_moves_short(&self, canvas: &mut Canvas<'_>, context: &Context, area: Rect) {
        if area.width >= if is_open(context) { INVITATION } else { 8 } {
            let title = self.opening(context).map(str::to_owned);
            let title = title.unwrap_or_else(|| self.moves_title(context));
            canvas.write(Rect { height: 1, ..area }, &title, Role::Faint);
            self.draw_moves_or_invitation(canvas, context, below(area, 1));
        }
    }

    /// Draws everything into one panel: players, moves, what happened.
    fn draw_panel(&self, canvas: &mut Canvas<'_>, context: &Context, shown: &Shown, area: Rect) {
        let rest = self.draw_players_part(canvas, context, shown, area);
        let rest = self.draw_graphs(canvas, context, rest);
        let log_rows = (rest.height.saturating_sub(2) * 2 / 5).max(3);
        let moves_rows = rest.height.saturating_sub(log_rows + 2);
        canvas.divider(area, rest.y, &self.moves_title(context));
        let moves = below(Rect { height: moves_rows + 1, ..rest }, 1);
        self.draw_moves_or_invitation(canvas, context, moves);
        draw_log_part(canvas, context, area, below(rest, moves_rows + 1));
    }

    /// Draws players and what happened, left of the board.
    fn draw_left(&self, canvas: &mut Canvas<'_>, context: &Context, shown: &Shown, area: Rect) {
        let rest = self.draw_players_part(canvas, context, shown, area);
        draw_log_part(canvas, context, area, rest);
    }

    /// Draws a frame and the players in it; returns the room below them.
    fn draw_players_part(
        &self,
        canvas: &mut Canvas<'_>,
        context: &Context,
        shown: &Shown,
        area: Rect,
    ) -> Rect {
        let inside = canvas.frame(area, canvas.text(Text::TitlePlayers));
        self.draw_players(canvas, context, shown, inside);
        below(inside, players::rows_needed(inside.width))
    }

    /// Draws moves and the graph of the lead, right of the board.
    fn draw_right(&self, canvas: &mut Canvas<'_>, context: &Context, area: Rect) {
        let inside = canvas.frame(area, &self.moves_title(context));
        let graphs = self.graphs(context);
        let count = u16::try_from(graphs.len()).unwrap_or(0);
        let chart_rows = chart_rows(inside.height.saturating_sub(MOVES_ROWS_MIN), count);
        let one_row_each = if count == 0 { 0 } else { count + 1 };
        let rows_of_graphs = chart_rows.map_or(one_row_each, |rows| (rows + 1) * count);
        let moves_rows = inside.height.saturating_sub(rows_of_graphs);
        let moves = Rect { height: moves_rows, ..inside };
        self.draw_moves_or_invitation(canvas, context, moves);
        let mut rest = below(inside, moves_rows);
        let Some(chart_rows) = chart_rows else {
            if graphs.is_empty() {
                return;
            }
            canvas.divider(area, rest.y, "");
            self.draw_graphs(canvas, context, below(rest, 1));
            return;
        };
        for Graph { label, values } in graphs {
            canvas.divider(area, rest.y, &label);
            let room = below(rest, 1);
            let room = Rect { height: chart_rows.min(room.height), ..room };
            draw_axis(canvas, room, chart::scale(&values));
            let room = after(room, AXIS);
            let width = room.width.saturating_sub(2);
            let glyphs = canvas.look.glyphs;
            let lines = chart::chart(&values, width.into(), room.height.into(), glyphs);
            canvas.write_lines(room, lines, Role::Graph);
            let room = Rect { width, ..after(room, 1) };
            self.mark_ply(canvas, context, room, values.len());
            rest = below(rest, chart_rows + 1);
        }
    }

    /// Returns what there is to draw: the lead, and what could be expected once the game was reviewed.
    fn graphs(&self, context: &Context) -> Vec<Graph> {
        let Some(game) = self.record(context).filter(|_| !is_open(context)) else {
            return Vec::new();
        };
        let leads = chart::leads(&game);
        let shown = self.browsing.unwrap_or(game.ply());
        let lead = Graph { label: lead_label(context, leads.get(shown)), values: leads };
        let evaluation = self.review.as_ref().map(|review| {
            let values = &review.black_values_centidiscs;
            let value = values.get(shown).map(|&value| whole_discs(value)).unwrap_or_default();
            let label = format!("{} {value}", context.text(Text::Evaluation));
            Graph { label, values: values.iter().map(|value| value / 100).collect() }
        });
        [Some(lead), evaluation].into_iter().flatten().collect()
    }

    /// Draws each graph into a row of an area, and returns what is left of it.
    fn draw_graphs(&self, canvas: &mut Canvas<'_>, context: &Context, area: Rect) -> Rect {
        let graphs = self.graphs(context);
        for (row, Graph { label, values }) in rows(area).zip(&graphs) {
            let used = canvas.write(row, &format!(" {label} "), Role::Faint);
            let room = after(row, used);
            let columns = usize::from(room.width.saturating_sub(1));
            let line = chart::graph(values, columns, canvas.look.glyphs.steps);
            canvas.write(room, &line, Role::Graph);
            let room = Rect { width: room.width.saturating_sub(1), ..room };
            self.mark_ply(canvas, context, room, values.len());
        }
        // The row is kept before there is a game, so that nothing moves when it comes.
        below(area, u16::try_from(graphs.len()).unwrap_or(0).max(1))
    }

    /// Marks the position that is shown in a graph of so many positions, and lets clicks go to others.
    fn mark_ply(&self, canvas: &mut Canvas<'_>, context: &Context, room: Rect, count: usize) {
        let shown = self.browsing.unwrap_or(count.saturating_sub(1));
        let columns = usize::from(room.width).min(count);
        for column in 0..columns {
            let Ok(x) = u16::try_from(column) else { return };
            let at = Rect { x: room.x + x, width: 1, ..room };
            let plies = chart::plies(column, columns, count);
            canvas.hit(at, Hit::Ply(plies.end - 1));
            if self.is_history(context) && plies.contains(&shown) {
                canvas.lay(at, Role::Chosen);
            }
        }
    }

    /// Draws the moves; before the game begins, how others get into the room.
    fn draw_moves_or_invitation(&self, canvas: &mut Canvas<'_>, context: &Context, area: Rect) {
        if area.is_empty() {
            return;
        }
        if !is_open(context) {
            return self.draw_moves(canvas, context, area);
        }
        let width = usize::from(area.width.saturating_sub(2)).max(1);
        let lines = invitation_lines(context);
        canvas.write_lines(area, lines.iter().flat_map(|line| wrap(line, width)), Role::Text);
    }
}

/// Writes at the left of a chart how many discs its top, its middle and its bottom stand for.
fn draw_axis(canvas: &mut Canvas<'_>, area: Rect, scale: i64) {
    let labels = [(0, scale), (area.height / 2, 0), (area.height.saturating_sub(1), -scale)];
    for (row, value) in labels {
        let label = if value == 0 { "0".to_owned() } else { format!("{value:+}") };
        let row = Rect { height: 1, width: AXIS, ..below(area, row) };
        canvas.write_right(row, &label, Role::Faint);
    }
}

/// Returns the saved game that the user is asked to go on from.
fn offered_game(context: &Context) -> Option<&OfferedGame> {
    context.offer_asked()?;
    view(context)?.offer.as_ref()?.offer.saved.as_ref()
}

/// Draws a saved game in place of the panel: who is asked to go on from it sees how it stands.
fn draw_offered(canvas: &mut Canvas<'_>, context: &Context, area: Rect, game: &OfferedGame) {
    canvas.clear(area);
    let name = game.name.as_str();
    let inside = if area.height >= 10 {
        canvas.frame(area, name)
    } else {
        canvas.write(Rect { height: 1, ..area }, name, Role::Heading);
        below(area, 1)
    };
    let step = if inside.width > 16 { 2 } else { 1 };
    for (row, squares) in rows(inside).zip(Square::ALL.chunks(8)) {
        for (column, &square) in (1..).zip(squares) {
            let (text, role) = match game.board.disc_at(square) {
                Some(color) => (canvas.look.disc(color), players::disc_role(color)),
                None => (canvas.look.glyphs.legal[0], Role::Faint),
            };
            canvas.write(after(row, column * step), text, role);
        }
    }
    let mut lines = rows(below(inside, if inside.height > 11 { 9 } else { 8 }));
    let Some(row) = lines.next() else { return };
    let moves = canvas.fill(Text::StatePlaying, &[("number", &game.ply)]);
    canvas.write(after(row, 1), &moves, Role::Heading);
    for (color, row) in Color::BOTH.into_iter().zip(&mut lines) {
        let Some(view) = view(context) else { return };
        let discs = format!(" {:>2} ", DiscCounts::of(&game.board).of_color(color));
        let name = phrases::player_name(context.language(), view, color);
        let disc = (canvas.look.disc(color), players::disc_role(color));
        let parts = [disc, (&*discs, Role::Text), (&*name, Role::Text)];
        canvas.write_all(after(row, 1), &parts);
    }
    if let (Some(color), Some(row)) = (game.to_move, lines.next()) {
        let turn = canvas.fill(Text::ToMoveAlone, &[("side", &context.language().side(color))]);
        canvas.write(after(row, 1), &turn, Role::Text);
    }
}

/// Tells whether there is a move of the user's own to take back.
fn can_undo(context: &Context, view: &Snapshot) -> bool {
    let Some((room, _)) = context.here() else { return false };
    let game = game_of(view);
    let is_mine = |(color, action): (Color, Made)| {
        matches!(action, Made::Place(_)) && room.seats().contains(&color)
    };
    let fixed = view.rules.opening.map_or(0, Opening::fixed_plies) as usize;
    view.rules.undo != UndoPolicy::Off
        && view.competition.is_none()
        && room.own_offer().is_none()
        && game.is_some_and(|game| game.actions_by_side().skip(fixed).any(is_mine))
}

/// Returns the keys of a running game: what can be done at once.
fn playing_keys(context: &Context, view: &Snapshot) -> Vec<Action> {
    use Action as A;
    let is_mine = context.is_my_turn() && context.session.unanswered_move().is_none();
    let has_dots = is_mine && view.position.legal.is_some();
    let keys = [
        (context.seat_for_bot().is_some(), A::SeatBot),
        (!is_mine && context.away_opponent().is_some(), A::Claim),
        (!is_mine && context.session.next_board().is_some(), A::NextBoard),
        (is_mine, A::Place),
        (has_dots, A::NextLegal),
        (can_undo(context, view), A::Undo),
        (is_mine && view.rules.hints == Hints::Allowed, A::Hint),
        (!view.actions.is_empty(), A::Back),
        (true, A::Leave),
        (view.competition.is_none(), A::Save),
        (true, A::Resign),
        (!is_mine, A::Chat),
        (has_dots, A::Dots),
        (true, A::Help),
    ];
    keys.into_iter().filter_map(|(can, key)| can.then_some(key)).collect()
}

fn view(context: &Context) -> Option<&Snapshot> {
    context.here().map(|(_, view)| view)
}

/// Tells whether the game on the screen has not begun.
fn is_open(context: &Context) -> bool {
    view(context).is_some_and(|view| view.phase == Phase::Open)
}

/// Returns what the first row says of a room.
fn room_parts(context: &Context, view: &Snapshot) -> Vec<String> {
    let undo = context.here().and_then(|(room, _)| room.undo_policy());
    let undo = match undo.unwrap_or(view.rules.undo) {
        UndoPolicy::Free => Text::UndoFree,
        UndoPolicy::Ask => Text::UndoAsk,
        UndoPolicy::Off => Text::UndoOff,
    };
    let hints = match view.rules.hints {
        Hints::Allowed => Text::HintsOn,
        Hints::Forbidden => Text::HintsOff,
    };
    let mut parts = vec![context.fill(Text::RoomTitle, &[("room", &view.room)])];
    let open = context.is_open_to_network().then(|| context.text(Text::OpenToNetwork).to_owned());
    parts.extend(open);
    let competition = view.competition.as_ref();
    parts.extend(competition.map(|nick| context.fill(Text::Competing, &[("nick", nick)])));
    let followed = context.session.followed();
    parts.extend(followed.map(|name| context.fill(Text::FollowingShort, &[("name", name)])));
    let time = view.rules.time;
    parts.extend((!time.is_none()).then(|| voice::time_control(context.language(), time)));
    parts.extend(view.rules.opening.map(|it| voice::opening(context.language(), it)));
    parts.extend([undo, hints].map(|text| context.text(text).to_owned()));
    parts
}

/// Returns how others get in, in a few lines. What the seat is kept for is shown when it is asked for.
fn invitation_lines(context: &Context) -> Vec<String> {
    let (Some(link), Some((_, view))) = (context.link(), context.here()) else {
        return Vec::new();
    };
    let key = context.key(Action::Invite).unwrap_or_default();
    let more = context.fill(Text::InviteKey, &[("key", &key)]);
    if view.reserved {
        return vec![context.text(Text::SeatReserved).to_owned(), more];
    }
    vec![
        context.text(Text::InviteIntro).to_owned(),
        link.to_string(),
        context.fill(Text::InviteId, &[("room", &link.room)]),
        more,
    ]
}

/// Returns the rows of each of so many charts, below their titles; nothing where rows of their own
/// are all there is room for.
fn chart_rows(room: u16, charts: u16) -> Option<u16> {
    let rows = room.checked_div(charts)?.saturating_sub(1).min(CHART_ROWS);
    // Odd, for the line in the middle.
    let rows = rows.saturating_sub(u16::from(rows % 2 == 0));
    (rows >= CHART_ROWS_MIN).then_some(rows)
}

/// A course of the game: a number for each position, from Black's side, in discs.
struct Graph {
    label: String,
    values: Vec<i32>,
}

/// Names a lead: whose it is, and how many discs.
fn lead_label(context: &Context, lead: Option<&i32>) -> String {
    let lead = lead.copied().unwrap_or(0);
    let color = match lead.signum() {
        1 => Color::Black,
        -1 => Color::White,
        _ => return context.text(Text::LeadNone).to_owned(),
    };
    let (side, count) = (context.language().color(color), lead.abs());
    context.fill(Text::Lead, &[("color", &side), ("count", &count)])
}

fn draw_log_part(canvas: &mut Canvas<'_>, context: &Context, frame: Rect, area: Rect) {
    if area.height < 2 {
        return;
    }
    let title = match view(context) {
        Some(view) => room_title(context, view, area.width),
        None => context.text(Text::TitleLog).to_owned(),
    };
    canvas.divider(frame, area.y, &title);
    draw_log(canvas, context, below(area, 1));
}

/// `Room, 3 watching: ann, ben and 1 more`, with as many names as there is room for.
fn room_title(context: &Context, view: &Snapshot, width: u16) -> String {
    let named = |count| {
        let names = &view.watchers[..count];
        let watching = voice::watching(context.language(), view.spectators, names);
        context.fill(Text::TitleRoom, &[("watching", &watching)])
    };
    // What a frame leaves of a row for its title.
    let has_room = |title: &String| columns(title) + 4 <= width;
    (0..=view.watchers.len()).rev().map(named).find(has_room).unwrap_or_else(|| named(0))
}

fn draw_log(canvas: &mut Canvas<'_>, context: &Context, area: Rect) {
    let width = usize::from(area.width.saturating_sub(2));
    if width == 0 {
        return;
    }
    let height = usize::from(area.height);
    let newest = context.notices.log.iter().rev().take(height);
    let lines = newest.flat_map(|line| {
        let role = if line.is_bad { Role::Bad } else { Role::Text };
        wrap(&line.text, width).into_iter().rev().map(move |part| (part, role))
    });
    let lines: Vec<(String, Role)> = lines.take(height).collect();
    for (row, (line, role)) in rows(area).zip(lines.into_iter().rev()) {
        canvas.write(after(row, 1), &line, role);
    }
}
