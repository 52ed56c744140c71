//! What a client knows of a room, kept by the rules: every number, position and result that the
//! server tells is held against a game that is replayed here.

use reversi_game::{Action, Board, Color, Game, Position, Square, Transcript, Turn};
use reversi_protocol::{
    Clocks, EndReason, GameResult, LegalSquares, PendingOffer, Phase, Presence, RoomEvent, Snapshot,
};

/// A room as a client sees it.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// What everyone in the room has to agree on.
    pub state: RoomState,
    /// What this client is shown.
    pub view: Snapshot,
    /// The numbered events that came, in order; a snapshot is none.
    pub events: Vec<(u64, RoomEvent)>,
    /// How many snapshots came.
    pub snapshots: u32,
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
    pub offer: Option<PendingOffer>,
    /// What the clocks show.
    pub clocks: Option<Clocks>,
}

impl RoomState {
    /// Returns the game's transcript, passes implied.
    pub fn transcript(&self) -> String {
        Transcript(self.actions.clone()).to_string()
    }
}

impl From<&Snapshot> for RoomState {
    fn from(view: &Snapshot) -> Self {
        Self {
            seq: view.seq,
            phase: view.phase,
            seats: Color::BOTH
                .map(|color| view.seat(color).map(|seat| seat.occupant.name().to_owned())),
            actions: view.actions.clone(),
            board: view.position.board,
            to_move: view.position.to_move,
            result: view.result,
            offer: view.offer.clone(),
            clocks: view.position.clocks.as_deref().copied(),
        }
    }
}

impl From<Snapshot> for Mirror {
    fn from(view: Snapshot) -> Self {
        let game = replayed(view.start, &view.actions);
        let state = RoomState::from(&view);
        let mirror = Self { state, view, events: Vec::new(), snapshots: 1, game };
        mirror.check_position();
        mirror.check_result();
        mirror
    }
}

/// Plays the actions; every one has to be legal, with the passes written.
fn replayed(start: Position, actions: &[Action]) -> Game {
    let game = Game::replay(start, &Transcript(actions.to_vec()))
        .unwrap_or_else(|error| panic!("an illegal game is told: {error}"));
    assert_eq!(game.actions(), actions, "a pass is left out");
    game
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
        self.play(&event);
        self.view.apply(seq, &event).unwrap_or_else(|error| panic!("{error}: {event:?}"));
        self.state = RoomState::from(&self.view);
        self.check_position();
        self.check_result();
        self.events.push((seq, event));
    }

    /// Does to the game what an event tells, which has to be legal in the room as it is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a change left out here shows on the board")]
    fn play(&mut self, event: &RoomEvent) {
        let before = &self.state;
        match event {
            RoomEvent::Seated { color, .. } => {
                let is_free = before.seats[color.index()].is_none();
                assert!(is_free || before.phase == Phase::Playing, "{color}'s seat is taken");
            }
            RoomEvent::Unseated { color, .. } => {
                assert!(before.seats[color.index()].is_some(), "{color}'s seat is open");
            }
            RoomEvent::Started { start, actions, .. } => {
                assert!(before.seats.iter().all(Option::is_some), "a seat is open");
                self.game = replayed(*start, actions);
            }
            RoomEvent::Undone { placements, position, .. } => {
                let to_ply = position.ply as usize;
                let taken_back = before.actions.iter().skip(to_ply);
                let squares = taken_back.filter(|action| action.square().is_some());
                assert_eq!(squares.count(), *placements as usize);
                self.game.undo_to(to_ply).unwrap_or_else(|error| panic!("{error}"));
            }
            RoomEvent::Redone { actions, .. } => {
                for &action in actions {
                    self.act(self.game.position().to_move, action);
                }
            }
            RoomEvent::Placed { color, square, flips, .. } => {
                let expected = self.game.position().board.flips(*color, *square);
                assert_eq!(*flips, expected, "{color} at {square}");
                self.act(*color, Action::Place(*square));
            }
            RoomEvent::Passed { color, .. } => self.act(*color, Action::Pass),
            RoomEvent::Ended { .. } => {
                assert_eq!(before.phase, Phase::Playing);
                assert_eq!(before.offer, None, "an offer outlives the game");
            }
            RoomEvent::Withheld | RoomEvent::Unknown => panic!("nothing is withheld: {event:?}"),
            _ => {}
        }
    }

    fn act(&mut self, color: Color, action: Action) {
        assert_eq!(self.state.phase, Phase::Playing, "{action} outside of a game");
        assert_eq!(color, self.game.position().to_move, "who makes {action}");
        self.game.apply(action).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Returns who is connected, Black first; nothing for an open seat.
    pub fn presence(&self) -> [Option<Presence>; 2] {
        Color::BOTH.map(|color| self.view.seat(color).map(|seat| seat.presence))
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

    /// Holds what a client draws against the game that was replayed here.
    fn check_position(&self) {
        let (told, position) = (&self.view.position, self.game.position());
        assert_eq!(told.ply, self.ply());
        assert_eq!(told.board, position.board);
        assert_eq!(told.discs, position.counts());
        let is_over = self.state.result.is_some() || position.turn() == Turn::Over;
        assert_eq!(told.to_move, (!is_over).then_some(position.to_move));
        let last = self.game.last_placement();
        assert_eq!(
            told.last.as_ref().map(|last| (last.color, last.square, last.flips)),
            last.map(|last| (last.color, last.square, last.flips)),
        );
        if self.state.phase != Phase::Playing || is_over {
            assert_eq!(told.legal, None, "legal squares where nobody can place");
        } else if self.view.rules.legal_squares == LegalSquares::Shown {
            let legal = told.legal.iter().flatten();
            let told: Vec<_> = legal.map(|legal| (legal.square, legal.flips)).collect();
            let flips = |square| position.board.flips(position.to_move, square);
            let expected = position.legal().iter().map(|square| (square, flips(square)));
            assert_eq!(told, expected.collect::<Vec<_>>());
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
