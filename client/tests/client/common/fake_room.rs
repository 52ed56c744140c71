//! A room as a server would show it to everyone in it, by the rules of `reversi-game`.

use reversi_game::{Action, Color, Game, Outcome, Position, Square, Turn};
use reversi_protocol::{
    EndReason, GameResult, LastPlacement, LegalSquare, LegalSquares, Occupant, Phase, PlayerName,
    PositionView, Presence, RoomEvent, RoomId, RoomName, SeatView, ServerMessage, Snapshot,
    UnseatedReason, Visibility,
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
            visibility: Visibility::Listed,
            legal_squares: LegalSquares::Shown,
            phase: Phase::Open,
            black: None,
            white: None,
            spectators: 0,
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
        let occupant = Occupant::Human { name: PlayerName::new(name).unwrap() };
        let seat = SeatView { occupant: occupant.clone(), presence: Presence::Connected };
        *self.seat_mut(color) = Some(seat);
        self.event(RoomEvent::Seated { color, occupant })
    }

    pub(crate) fn unseat(&mut self, color: Color, reason: UnseatedReason) -> ServerMessage {
        *self.seat_mut(color) = None;
        self.event(RoomEvent::Unseated { color, reason })
    }

    pub(crate) fn start(&mut self) -> ServerMessage {
        self.view.phase = Phase::Playing;
        let position = self.update();
        self.event(RoomEvent::Started { position })
    }

    /// Places a disc and returns the events, with the pass or the end that follows.
    pub(crate) fn place(&mut self, square: Square) -> Vec<ServerMessage> {
        let ply = self.game.ply() as u32;
        let placement = self.game.position().place(square).unwrap();
        self.game.apply(Action::Place(square)).unwrap();
        let position = self.update();
        let color = placement.color;
        let flips = placement.flips.iter().collect();
        let mut events =
            vec![self.event(RoomEvent::Placed { ply, color, square, flips, position })];
        match self.game.position().turn() {
            Turn::Place => {}
            Turn::Pass => {
                let color = self.game.position().to_move;
                self.game.apply(Action::Pass).unwrap();
                let position = self.update();
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

    pub(crate) fn event(&mut self, event: RoomEvent) -> ServerMessage {
        self.view.seq += 1;
        let at_ms = 1_700_000_000_000 + self.view.seq;
        ServerMessage::Event { room: self.id(), seq: self.view.seq, at_ms, event }
    }

    fn end(&mut self, result: GameResult) -> ServerMessage {
        self.view.phase = Phase::Finished;
        self.view.result = Some(result);
        let position = self.update();
        self.event(RoomEvent::Ended { result, position })
    }

    fn update(&mut self) -> PositionView {
        self.view.actions = self.game.actions().to_vec();
        self.view.position = position_view(&self.game, self.view.phase);
        self.view.position.clone()
    }

    fn seat_mut(&mut self, color: Color) -> &mut Option<SeatView> {
        match color {
            Color::Black => &mut self.view.black,
            Color::White => &mut self.view.white,
        }
    }
}

fn position_view(game: &Game, phase: Phase) -> PositionView {
    let position = game.position();
    let is_over = phase == Phase::Finished || position.turn() == Turn::Over;
    let legal = position.legal().iter().map(|square| LegalSquare {
        square,
        flips: position.board.flips(position.to_move, square).iter().collect(),
    });
    PositionView {
        ply: game.ply() as u32,
        board: position.board,
        to_move: (!is_over).then_some(position.to_move),
        discs: position.counts(),
        last: game.last_placement().map(|placement| LastPlacement {
            color: placement.color,
            square: placement.square,
            flips: placement.flips.iter().collect(),
        }),
        legal: (phase == Phase::Playing && !is_over).then(|| legal.collect()),
    }
}
