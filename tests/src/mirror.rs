//! What a client knows of a room, kept by the rules: every number, position and result that the
//! server tells is held against a game that is replayed here.

use reversi_game::{Action, Board, Color, Game, Square, Transcript, Turn};
use reversi_protocol::{
    EndReason, GameResult, LegalSquares, Occupant, OfferView, Phase, PositionView, Presence,
    RoomEvent, SeatView, Snapshot,
};

/// A room as a client sees it.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// What everyone in the room has to agree on.
    pub state: RoomState,
    /// Who is connected, Black first; nothing for an open seat.
    pub presence: [Option<Presence>; 2],
    /// People without a seat.
    pub spectators: u32,
    /// The position as it was told last.
    pub position: PositionView,
    /// The numbered events that came, in order; a snapshot is none.
    pub events: Vec<(u64, RoomEvent)>,
    /// How many snapshots came.
    pub snapshots: u32,
    legal_squares: LegalSquares,
    game: Game,
}

/// What everyone in a room has to agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomState {
    /// The number of the last event.
    pub seq: u64,
    /// What can happen in the room.
    pub phase: Phase,
    /// The names in the seats, Black first.
    pub seats: [Option<String>; 2],
    /// Every action so far.
    pub actions: Vec<Action>,
    /// The discs.
    pub board: Board,
    /// Who has to place.
    pub to_move: Option<Color>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// The offer that waits for an answer.
    pub offer: Option<OfferView>,
}

impl RoomState {
    /// Returns the game's transcript, passes implied.
    pub fn transcript(&self) -> String {
        Transcript(self.actions.clone()).to_string()
    }
}

impl From<Snapshot> for Mirror {
    fn from(snapshot: Snapshot) -> Self {
        let game = Game::replay(snapshot.start, &Transcript(snapshot.actions.clone()))
            .unwrap_or_else(|error| panic!("a snapshot holds an illegal game: {error}"));
        assert_eq!(game.actions(), snapshot.actions, "a snapshot leaves a pass out");
        let seats = [&snapshot.black, &snapshot.white];
        let mirror = Self {
            state: RoomState {
                seq: snapshot.seq,
                phase: snapshot.phase,
                seats: seats.map(|seat| seat.as_ref().map(|seat| name_of(&seat.occupant))),
                actions: snapshot.actions,
                board: snapshot.position.board,
                to_move: snapshot.position.to_move,
                result: snapshot.result,
                offer: snapshot.offer,
            },
            presence: seats.map(|seat| seat.as_ref().map(|SeatView { presence, .. }| *presence)),
            spectators: snapshot.spectators,
            position: snapshot.position,
            events: Vec::new(),
            snapshots: 1,
            legal_squares: snapshot.legal_squares,
            game,
        };
        mirror.check_position();
        mirror.check_result();
        mirror
    }
}

impl Mirror {
    /// Takes a snapshot: nothing that was known may be undone by it.
    pub fn replace(&mut self, snapshot: Snapshot) {
        let before = &self.state;
        assert!(snapshot.seq >= before.seq, "a snapshot goes back: {snapshot:?}, {before:?}");
        // An undo may have gone back, but never are other actions made out of those that were.
        let is_continued = snapshot.actions.starts_with(&before.actions)
            || before.actions.starts_with(&snapshot.actions);
        assert!(is_continued, "an action vanished: {before:?}");
        let mut mirror = Self::from(snapshot);
        mirror.events = std::mem::take(&mut self.events);
        mirror.snapshots = self.snapshots + 1;
        *self = mirror;
    }

    /// Takes an event: its number has to be the next one, and its content to follow by the rules.
    pub fn apply(&mut self, seq: u64, event: RoomEvent) {
        assert_eq!(seq, self.state.seq + 1, "the numbers have a gap at {event:?}");
        self.state.seq = seq;
        match &event {
            RoomEvent::Seated { color, occupant } => self.sit(*color, occupant),
            RoomEvent::Unseated { color, .. } => self.stand(*color),
            RoomEvent::SeatsSwapped => self.state.seats.swap(0, 1),
            RoomEvent::Started { start, actions, position } => {
                assert!(self.state.seats.iter().all(Option::is_some), "a seat is open");
                self.game = Game::replay(*start, &Transcript(actions.clone()))
                    .unwrap_or_else(|error| panic!("{error}"));
                self.state.actions.clone_from(actions);
                (self.state.phase, self.state.result) = (Phase::Playing, None);
                self.move_to(position);
            }
            RoomEvent::Undone { placements, position, .. } => self.undo(*placements, position),
            RoomEvent::Redone { actions, position } => {
                for &action in actions {
                    self.act(self.ply(), self.game.position().to_move, action);
                }
                self.move_to(position);
            }
            RoomEvent::Adjourned { position } => {
                self.state.phase = Phase::Adjourned;
                self.move_to(position);
            }
            RoomEvent::Resumed { position } => {
                self.state.phase = Phase::Playing;
                self.move_to(position);
            }
            &RoomEvent::Offered { by, kind, to_ply, expires_at_ms } => {
                let offer = OfferView { offer: seq, by, kind, to_ply, expires_at_ms };
                let before = self.state.offer.replace(offer);
                assert_eq!(before, None, "two offers wait");
            }
            RoomEvent::OfferEnded { offer, .. } => self.end_offer(*offer),
            RoomEvent::Opened | RoomEvent::HintsAllowed | RoomEvent::Ranked { .. } => {}
            RoomEvent::Placed { ply, color, square, flips, position } => {
                self.place(*ply, *color, *square, flips);
                self.move_to(position);
            }
            RoomEvent::Passed { ply, color, position } => {
                self.act(*ply, *color, Action::Pass);
                self.move_to(position);
            }
            RoomEvent::Ended { result, position } => {
                assert_eq!(self.state.phase, Phase::Playing);
                assert_eq!(self.state.offer, None, "an offer outlives the game");
                self.state.phase = Phase::Finished;
                self.state.result = Some(*result);
                self.move_to(position);
                self.check_result();
            }
            RoomEvent::Closed { .. } => self.state.phase = Phase::Closed,
            RoomEvent::Withheld | RoomEvent::Unknown => panic!("nothing is withheld: {event:?}"),
        }
        self.events.push((seq, event));
    }

    fn sit(&mut self, color: Color, occupant: &Occupant) {
        let before = self.state.seats[color.index()].replace(name_of(occupant));
        let is_free = before.is_none() || self.state.phase == Phase::Playing;
        assert!(is_free, "{color}'s seat was taken by {before:?}");
    }

    fn stand(&mut self, color: Color) {
        let before = self.state.seats[color.index()].take();
        assert!(before.is_some(), "{color}'s seat was open");
    }

    fn undo(&mut self, placements: u32, position: &PositionView) {
        let taken_back = self.state.actions.split_off(position.ply as usize);
        let squares = taken_back.iter().filter(|action| action.square().is_some());
        assert_eq!(squares.count(), placements as usize);
        self.game.undo_to(position.ply as usize).unwrap_or_else(|error| panic!("{error}"));
        self.move_to(position);
    }

    fn end_offer(&mut self, offer: u64) {
        let before = self.state.offer.take().map(|offer| offer.offer);
        assert_eq!(before, Some(offer), "an offer ends that did not wait");
    }

    /// Returns the ply that a placement has to name.
    pub fn ply(&self) -> u32 {
        self.state.actions.len() as u32
    }

    /// Returns the legal squares of a colour, by the rules, if it has to place now. While its
    /// forced pass is on the way it has not.
    pub fn to_place(&self, color: Color) -> Option<Vec<Square>> {
        let is_due = self.state.phase == Phase::Playing && self.state.to_move == Some(color);
        let legal: Vec<Square> = self.game.legal().iter().collect();
        (is_due && !legal.is_empty()).then_some(legal)
    }

    fn place(&mut self, ply: u32, color: Color, square: Square, flips: &[Square]) {
        let expected: Vec<Square> =
            self.game.position().board.flips(color, square).iter().collect();
        assert_eq!(flips, expected, "{color} at {square}");
        self.act(ply, color, Action::Place(square));
    }

    fn act(&mut self, ply: u32, color: Color, action: Action) {
        assert_eq!(self.state.phase, Phase::Playing, "{action} outside of a game");
        assert_eq!(ply, self.ply(), "the ply of {action}");
        assert_eq!(color, self.game.position().to_move, "who makes {action}");
        self.game.apply(action).unwrap_or_else(|error| panic!("{error}"));
        self.state.actions.push(action);
    }

    fn move_to(&mut self, position: &PositionView) {
        self.state.board = position.board;
        self.state.to_move = position.to_move;
        self.position = position.clone();
        self.check_position();
    }

    /// Holds what a client draws against the game that was replayed here.
    fn check_position(&self) {
        let (told, position) = (&self.position, self.game.position());
        assert_eq!(told.ply, self.ply());
        assert_eq!(told.board, position.board);
        assert_eq!(told.discs, position.counts());
        let is_over = self.state.result.is_some() || position.turn() == Turn::Over;
        assert_eq!(told.to_move, (!is_over).then_some(position.to_move));
        let last = self.game.last_placement();
        assert_eq!(
            told.last.as_ref().map(|last| (last.color, last.square, last.flips.clone())),
            last.map(|last| (last.color, last.square, last.flips.iter().collect())),
        );
        if self.state.phase != Phase::Playing || is_over {
            assert_eq!(told.legal, None, "legal squares where nobody can place");
        } else if self.legal_squares == LegalSquares::Shown {
            let legal = told.legal.iter().flatten();
            let told: Vec<_> = legal.map(|legal| (legal.square, legal.flips.clone())).collect();
            let flips = |square| position.board.flips(position.to_move, square).iter().collect();
            let expected = position.legal().iter().map(|square| (square, flips(square)));
            assert_eq!(told, expected.collect::<Vec<(Square, Vec<Square>)>>());
        }
    }

    /// A result says what the board says, unless a player gave up.
    fn check_result(&self) {
        let Some(result) = self.state.result else { return };
        assert_eq!(result.discs, self.game.counts());
        if result.reason == EndReason::NoMovesLeft {
            assert!(self.game.is_over(), "a side can place: {:?}", self.game.position());
            assert_eq!(result.outcome, result.discs.outcome());
        } else {
            assert!(!self.game.is_over(), "the board decides: {result:?}");
            assert_eq!(result.score, None);
        }
    }
}

fn name_of(occupant: &Occupant) -> String {
    occupant.name().to_owned()
}
