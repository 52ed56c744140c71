//! A room as a server would show it to everyone in it, by the rules of `reversi-game`.

use reversi_game::{Action, Color, Game, Outcome, Position, Square, Turn};
use reversi_protocol::{
    ChatRule, Clock, ClockTurn, Clocks, EndReason, GameResult, Hints, LastPlacement, LegalSquare,
    LegalSquares, Nick, Occupant, Offer, OfferEndReason, OfferKind, OfferedGame, Opponents, Phase,
    PlayerName, PositionView, RoomEvent, RoomId, RoomName, RoomRules, ServerMessage, Snapshot,
    TimeControl, UndoPolicy, UnseatedReason, Visibility, Watch,
};

pub(crate) struct FakeRoom {
    view: Snapshot,
    game: Game,
}

impl FakeRoom {
    /// A room that has just been opened by someone who sits in the black seat.
    pub(crate) fn opened_by(id: &str, name: &str) -> Self {
        let mut room = Self::empty(id, Position::START);
        room.view.name = RoomName::new(name).unwrap();
        room.seat(Color::Black, name);
        room
    }

    pub(crate) fn empty(id: &str, start: Position) -> Self {
        let game = Game::new(start);
        let view = Snapshot {
            room: id.parse().unwrap(),
            seq: 1,
            name: RoomName::new("a room").unwrap(),
            rules: RoomRules {
                visibility: Visibility::Listed,
                legal_squares: LegalSquares::Shown,
                hints: Hints::Forbidden,
                undo: UndoPolicy::Ask,
                time: TimeControl::None,
                flag: None,
                watch: Watch::Everyone,
                watch_delay: None,
                opening: None,
                chat: ChatRule::Everything,
                opponents: Opponents::default(),
            },
            offer: None,
            competition: None,
            phase: Phase::Open,
            black: None,
            white: None,
            reserved: false,
            spectators: 0,
            watchers: Vec::new(),
            start,
            actions: Vec::new(),
            position: position_view(&game, Phase::Open),
            result: None,
            opened_at_ms: 1_700_000_000_000,
        };
        Self { view, game }
    }

    /// A game between ann and ben that has begun.
    pub(crate) fn playing(id: &str) -> Self {
        let mut room = Self::opened_by(id, "ann");
        room.seat(Color::White, "ben");
        room.start();
        room
    }

    /// The same room, whose games begin so.
    pub(crate) fn beginning(mut self, opening: &str) -> Self {
        self.view.rules.opening = Some(opening.parse().unwrap());
        self
    }

    /// The same game, played for the ranking.
    pub(crate) fn for_the_ranking(mut self) -> Self {
        self.view.competition = Some(Nick::new("ann").unwrap());
        self
    }

    /// The same game by a clock, with so much left on both; the mover's has run since then.
    pub(crate) fn by_clock(mut self, time: &str, left_ms: [u64; 2], since_ms: u64) -> Self {
        let [black, white] = left_ms.map(|main_ms| Clock { main_ms, periods: 0, lag_ms: 10_000 });
        let color = self.view.position.to_move.unwrap();
        let turn = ClockTurn {
            color,
            spent_ms: 0,
            since_ms: Some(since_ms),
            free_ms: 0,
            ends_at_ms: None,
            is_first: false,
        };
        self.view.rules.time = time.parse().unwrap();
        self.view.position.clocks = Some(Box::new(Clocks { black, white, period_ms: 0, turn }));
        self
    }

    /// Nobody has placed yet, and the game is called off then.
    pub(crate) fn not_begun(mut self, ends_at_ms: u64) -> Self {
        let turn = &mut self.view.position.clocks.as_mut().unwrap().turn;
        (turn.is_first, turn.free_ms, turn.ends_at_ms) = (true, 60_000, Some(ends_at_ms));
        self
    }

    pub(crate) fn id(&self) -> RoomId {
        self.view.room.clone()
    }

    pub(crate) fn seq(&self) -> u64 {
        self.view.seq
    }

    pub(crate) fn view(&self) -> &Snapshot {
        &self.view
    }

    pub(crate) fn snapshot(&self) -> ServerMessage {
        ServerMessage::Snapshot(Box::new(self.view.clone()))
    }

    pub(crate) fn seat(&mut self, color: Color, name: &str) -> ServerMessage {
        self.occupy(color, Occupant::Human { name: PlayerName::new(name).unwrap() })
    }

    /// Seats a bot, in an open seat or for a player.
    pub(crate) fn seat_bot(
        &mut self,
        color: Color,
        bot: &str,
        stands_in_for: Option<&str>,
    ) -> ServerMessage {
        let stands_in_for = stands_in_for.map(|name| PlayerName::new(name).unwrap());
        self.occupy(color, Occupant::Bot { bot: bot.parse().unwrap(), stands_in_for })
    }

    fn occupy(&mut self, color: Color, occupant: Occupant) -> ServerMessage {
        self.event(RoomEvent::Seated { color, occupant })
    }

    pub(crate) fn unseat(&mut self, color: Color, reason: UnseatedReason) -> ServerMessage {
        self.event(RoomEvent::Unseated { color, reason })
    }

    pub(crate) fn start(&mut self) -> ServerMessage {
        self.begin(Game::new(self.view.start))
    }

    /// Begins a game: the first one, another one, or one from earlier.
    pub(crate) fn begin(&mut self, game: Game) -> ServerMessage {
        self.game = game;
        let (start, actions) = (self.game.start(), self.game.actions().to_vec());
        let position = position_view(&self.game, Phase::Playing);
        let opening = self.view.rules.opening;
        self.event(RoomEvent::Started { start, actions, opening, position })
    }

    /// Goes back to a ply; where a pass is forced there, it is made again.
    pub(crate) fn undo(&mut self, by: Color, to_ply: u32) -> ServerMessage {
        let placed = |game: &Game| game.move_number() as u32;
        let before = placed(&self.game);
        self.game.undo_to(to_ply as usize).unwrap();
        let placements = before - placed(&self.game);
        let position = self.position();
        self.event(RoomEvent::Undone { by, placements, position })
    }

    pub(crate) fn redo(&mut self, to_ply: u32) -> ServerMessage {
        let from = self.game.ply();
        self.game.redo_to(to_ply as usize).unwrap();
        let position = self.position();
        let actions = self.game.actions()[from..].to_vec();
        self.event(RoomEvent::Redone { actions, position })
    }

    pub(crate) fn offer(
        &mut self,
        by: Color,
        kind: OfferKind,
        to_ply: Option<u32>,
    ) -> ServerMessage {
        let expires_at_ms = 1_700_000_060_000;
        self.event(RoomEvent::Offered(Offer { by, kind, to_ply, saved: None, expires_at_ms }))
    }

    /// Offers to go on from a saved game.
    pub(crate) fn offer_load(&mut self, by: Color, saved: OfferedGame) -> ServerMessage {
        let (kind, expires_at_ms) = (OfferKind::Load, 1_700_000_060_000);
        let saved = Some(saved);
        self.event(RoomEvent::Offered(Offer { by, kind, to_ply: None, saved, expires_at_ms }))
    }

    pub(crate) fn end_offer(&mut self, reason: OfferEndReason) -> ServerMessage {
        let offer = self.view.offer.as_ref().unwrap().id;
        self.event(RoomEvent::OfferEnded { offer, reason })
    }

    pub(crate) fn swap_seats(&mut self) -> ServerMessage {
        self.event(RoomEvent::SeatsSwapped)
    }

    pub(crate) fn allow_hints(&mut self) -> ServerMessage {
        self.event(RoomEvent::HintsAllowed)
    }

    /// Nobody takes anything back here.
    pub(crate) fn forbid_undo(&mut self) {
        self.view.rules.undo = UndoPolicy::Off;
    }

    pub(crate) fn adjourn(&mut self) -> ServerMessage {
        let position = position_view(&self.game, Phase::Adjourned);
        self.event(RoomEvent::Adjourned { position })
    }

    pub(crate) fn resume(&mut self) -> ServerMessage {
        let position = position_view(&self.game, Phase::Playing);
        self.event(RoomEvent::Resumed { position })
    }

    /// Places a disc and returns the events, with the pass or the end that follows.
    pub(crate) fn place(&mut self, square: Square) -> Vec<ServerMessage> {
        let ply = self.game.ply() as u32;
        let placement = self.game.position().place(square).unwrap();
        self.game.apply(Action::Place(square)).unwrap();
        let position = self.position();
        let color = placement.color;
        let flips = placement.flips;
        let mut events =
            vec![self.event(RoomEvent::Placed { ply, color, square, flips, position })];
        match self.game.position().turn() {
            Turn::Place => {}
            Turn::Pass => {
                let color = self.game.position().to_move;
                self.game.apply(Action::Pass).unwrap();
                let position = self.position();
                events.push(self.event(RoomEvent::Passed { ply: ply + 1, color, position }));
            }
            Turn::Over => {
                let counts = self.game.counts();
                events.push(self.end(GameResult {
                    outcome: counts.outcome(),
                    reason: EndReason::NoMovesLeft,
                    discs: counts,
                    score: Some(counts.with_empties_to_winner()),
                }));
            }
        }
        events
    }

    pub(crate) fn resign(&mut self, color: Color) -> ServerMessage {
        self.end(GameResult {
            outcome: Outcome::win_of(color.opponent()),
            reason: EndReason::Resignation,
            discs: self.game.counts(),
            score: None,
        })
    }

    /// Tells an event; one that makes no sense here only takes a number.
    pub(crate) fn event(&mut self, event: RoomEvent) -> ServerMessage {
        let seq = self.view.seq + 1;
        if self.view.apply(seq, &event).is_err() {
            self.view.seq = seq;
        }
        ServerMessage::Event { room: self.id(), seq, at_ms: 1_700_000_000_000 + seq, event }
    }

    pub(crate) fn end(&mut self, result: GameResult) -> ServerMessage {
        let position = position_view(&self.game, Phase::Finished);
        self.event(RoomEvent::Ended { result, position })
    }

    fn position(&self) -> PositionView {
        position_view(&self.game, self.view.phase)
    }
}

fn position_view(game: &Game, phase: Phase) -> PositionView {
    let position = game.position();
    let is_over = phase == Phase::Finished || position.turn() == Turn::Over;
    let legal = position.legal().iter().map(|square| LegalSquare {
        square,
        flips: position.board.flips(position.to_move, square),
    });
    PositionView {
        ply: game.ply() as u32,
        board: position.board,
        to_move: (!is_over).then_some(position.to_move),
        discs: position.counts(),
        last: game.last_placement().map(|placement| LastPlacement {
            color: placement.color,
            square: placement.square,
            flips: placement.flips,
        }),
        legal: (phase == Phase::Playing && !is_over).then(|| legal.collect()),
        opening: game.opening().map(|opening| opening.name.into()),
        clocks: None,
    }
}
