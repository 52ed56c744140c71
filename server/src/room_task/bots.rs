//! Searches for a room: when a bot has to place, the pool is asked, and its answer goes through the
//! same door as a person's. A bot that fails is asked again, then stood in for; the room never hangs.

use std::future::poll_fn;
use std::net::{IpAddr, Ipv4Addr};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::FutureExt as _;
use reversi_engine::{Analysis, Hint, Request, pace};
use reversi_game::{Color, Game, Position, Square};
use reversi_protocol::{BotName, Refusal, RefusalCode, RequestId, SquareValue};
use reversi_room::{Actor, Room, TimeLeft, Timestamp};
use tokio::sync::mpsc;
use tracing::{error, warn};

use super::outbox::{ConnectionId, Outbox};
use crate::pool::{
    Answer, Asker, BotEngine, Effort, Owner, SearchError, SearchPool, Seated, Urgency, best_square,
    deeper_values, values, values_at_a_glance,
};

/// When to ask for a hint again where there was none. Chosen: what a hint takes.
pub(super) const HINT_RETRY: Duration = Duration::from_secs(1);

/// How often a bot is asked for the same move: as it is, then for what it can see at a glance.
const ATTEMPTS_MAX: u32 = 2;

pub(super) struct Bots {
    pool: SearchPool,
    /// Decides whatever this room's bots leave to chance.
    seed: u64,
    /// The network address that the bots' searches count for: that of who opened the room or
    /// seated a bot last; after a restart, of who came first.
    network: Option<IpAddr>,
    turn: Option<Turn>,
    /// Hints that were asked for and are not there yet, or are deepened; at most one for each connection.
    hints: Vec<(HintAsked, HintSearch)>,
}

/// A move that a bot is about to make.
struct Turn {
    position: Position,
    color: Color,
    bot: BotName,
    since: Timestamp,
    /// How long it may take, where it has a clock.
    pace: Option<Pace>,
    attempt: u32,
    choice: Choice,
}

/// What a bot keeps of its clock for a machine that is held up. Chosen: more than a crowded one was seen to need.
const HELD_UP_MAX: Duration = Duration::from_secs(1);

/// How long a move of a bot may take by its clock.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// So long it may think.
    thinks: Duration,
    /// After this it makes any move, because the search has not come to its turn.
    waits: Duration,
}

impl Pace {
    fn of(room: &Room, now: Timestamp) -> Option<Self> {
        let TimeLeft { all, increment, own } = room.time_left(now)?;
        let kept = (all / 4).min(HELD_UP_MAX);
        let clock = pace::Clock { increment, ..pace::Clock::for_game(all.saturating_sub(kept)) };
        let budget = pace::budget(clock, room.game().position().board.empties().len());
        let thinks = budget.hard.max(own / 2);
        let rest = all.max(own).saturating_sub(thinks);
        Some(Self { thinks, waits: thinks + thinks.max(HELD_UP_MAX / 10).min(rest / 2) })
    }
}

enum Choice {
    Open(Answer<Square>),
    Made(Square),
}

#[derive(Clone)]
pub(super) struct HintAsked {
    pub(super) connection: ConnectionId,
    pub(super) owner: Owner,
    pub(super) actor: Actor,
    pub(super) outbox: Outbox,
    pub(super) id: RequestId,
    pub(super) ply: u32,
    pub(super) position: Position,
    pub(super) bot: Option<BotName>,
    pub(super) deepen: bool,
}

pub(super) struct HintFound {
    pub(super) best: Square,
    pub(super) values: Vec<SquareValue>,
}

enum HintSearch {
    Values(Answer<Vec<Hint>>),
    BotMove(Answer<Square>),
    /// One that was answered, and is answered again with what is found from now on.
    Deeper {
        found: mpsc::UnboundedReceiver<Vec<Hint>>,
        _search: Answer<()>,
    },
}

/// A search that has ended.
pub(super) enum Searched {
    Turn(Result<Square, SearchError>),
    Hint(HintAsked, Result<HintFound, SearchError>),
}

impl Bots {
    pub(super) const fn new(pool: SearchPool, seed: u64, network: Option<IpAddr>) -> Self {
        Self { pool, seed, network, turn: None, hints: Vec::new() }
    }

    /// Counts the bots' searches for a network address.
    pub(super) const fn count_for(&mut self, network: IpAddr) {
        self.network = Some(network);
    }

    /// Counts the bots' searches for a network address if they count for none.
    pub(super) fn count_for_first(&mut self, network: IpAddr) {
        self.network.get_or_insert(network);
    }

    /// Waits for a search to end. Nothing is lost if the waiting is given up.
    pub(super) async fn searched(&mut self) -> Searched {
        poll_fn(|cx| self.poll_searched(cx)).await
    }

    fn poll_searched(&mut self, cx: &mut Context<'_>) -> Poll<Searched> {
        if let Some(Turn { choice: Choice::Open(answer), .. }) = &mut self.turn
            && let Poll::Ready(found) = answer.poll_unpin(cx)
        {
            return Poll::Ready(Searched::Turn(found));
        }
        for i in (0..self.hints.len()).rev() {
            let (asked, search) = &mut self.hints[i];
            let Poll::Ready(found) = search.poll(cx) else { continue };
            let (asked, is_deeper) = (asked.clone(), search.is_deeper());
            if !is_deeper || found.is_none() {
                self.hints.swap_remove(i);
            }
            let Some(found) = found else { continue };
            if !is_deeper {
                self.deepen(&asked, &found);
            }
            return Poll::Ready(Searched::Hint(asked, found.and_then(Advice::found)));
        }
        Poll::Pending
    }

    /// Goes on with a hint that was answered at a glance, as long as nobody else wants the time.
    fn deepen(&mut self, asked: &HintAsked, found: &Result<Advice, SearchError>) {
        let Ok(Advice::Values(values)) = found else { return };
        if !asked.deepen || values.iter().all(|value| value.is_exact) {
            return;
        }
        let mut known = Analysis::default();
        known.merge(values);
        // At most one for each depth.
        let (tell, found) = mpsc::unbounded_channel();
        // Whoever asked may have gone.
        let tell = move |values: &[Hint]| drop(tell.send(values.to_vec()));
        let search = deeper_values(asked.position, known, tell);
        let (owner, urgency) = (asked.owner.clone(), Urgency::Background);
        let search = self.pool.search(owner, urgency, Effort::Spare, search);
        self.hints.push((asked.clone(), HintSearch::Deeper { found, _search: search }));
    }

    /// Starts, keeps or stops a search, as the room stands. Bots search only while a person is
    /// there to see it, or their clock runs.
    pub(super) fn consider(&mut self, room: &Room, is_watched: bool, now: Timestamp) {
        self.hints.retain(|(asked, search)| {
            let is_about = |game: &Game| game.position() == asked.position;
            !search.is_deeper() || room.allow_hint(asked.actor).is_ok_and(is_about)
        });
        let pace = Pace::of(room, now);
        let is_at_work = is_watched || pace.is_some();
        let Some((color, bot)) = room.bot_to_move().filter(|_| is_at_work) else {
            self.turn = None;
            return;
        };
        let position = room.game().position();
        let is_at_it = self
            .turn
            .as_ref()
            .is_some_and(|turn| (turn.position, turn.color, &turn.bot) == (position, color, bot));
        if !is_at_it {
            let choice = Choice::Open(self.search(room, (color, bot), pace, 1));
            let bot = bot.clone();
            self.turn = Some(Turn { position, color, bot, since: now, pace, attempt: 1, choice });
        }
    }

    /// Takes note of what a bot wants to play.
    pub(super) fn choose(&mut self, room: &Room, found: Result<Square, SearchError>) {
        let Some(mut turn) = self.turn.take() else { return };
        turn.choice = match found {
            Ok(square) => Choice::Made(square),
            Err(error) if turn.attempt < ATTEMPTS_MAX => {
                error!(room = %room.id(), bot = %turn.bot, attempt = turn.attempt, %error, "a bot failed");
                turn.attempt += 1;
                let seated = (turn.color, &turn.bot);
                Choice::Open(self.search(room, seated, turn.pace, turn.attempt))
            }
            Err(error) => {
                error!(room = %room.id(), bot = %turn.bot, %error, "a bot failed for good");
                let Some(square) = best_at_a_glance(&turn.position) else { return };
                Choice::Made(square)
            }
        };
        self.turn = Some(turn);
    }

    fn search(
        &self,
        room: &Room,
        (color, bot): (Color, &BotName),
        pace: Option<Pace>,
        attempt: u32,
    ) -> Answer<Square> {
        let engine = match BotEngine::of(bot) {
            Some(engine) if attempt == 1 => engine,
            Some(_) => BotEngine::Fallback,
            None => {
                warn!(room = %room.id(), %bot, "this kind of bot is gone");
                BotEngine::Fallback
            }
        };
        let mut request = Request::of(room.game()).with_seed(self.seed);
        request.limits.time = pace.map(|pace| pace.thinks);
        let memory = engine.remembers().then(|| {
            let seated = Seated { room: room.id().clone(), color, bot: bot.clone() };
            self.pool.memory_of(seated, room.game().ply())
        });
        let urgency = if room.is_bots_only() { Urgency::Background } else { Urgency::Turn };
        let network = self.network.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        let owner = Owner { network, asker: Asker::Room(room.id().clone()) };
        self.pool.search(owner, urgency, engine.effort(), best_square(engine, request, memory))
    }

    /// Returns the move that a bot has chosen, or makes in a hurry.
    pub(super) fn chosen(&self) -> Option<(Color, Square)> {
        let Turn { position, color, choice, .. } = self.turn.as_ref()?;
        let square = match choice {
            Choice::Made(square) => *square,
            Choice::Open(_) => best_at_a_glance(position)?,
        };
        Some((*color, square))
    }

    /// Returns when the bot's move is to be made: nothing as long as it searches, but that its clock says.
    pub(super) fn moves_at(&self, room: &Room) -> Option<Timestamp> {
        let turn = self.turn.as_ref()?;
        let after = match (&turn.choice, turn.pace) {
            (Choice::Made(_), None) => room.think_time_min(),
            (Choice::Made(_), Some(pace)) => room.think_time_min().min(pace.thinks),
            (Choice::Open(_), pace) => pace?.waits,
        };
        Some(turn.since.after(after))
    }

    /// Tells whether nothing is searched for.
    pub(super) const fn are_idle(&self) -> bool {
        self.turn.is_none() && self.hints.is_empty()
    }

    pub(super) fn forget_turn(&mut self) {
        self.turn = None;
    }

    /// Searches for a hint about the room's game.
    ///
    /// # Errors
    /// The bot is unknown, or the connection waits for a hint already.
    pub(super) fn ask_hint(&mut self, room: &Room, asked: HintAsked) -> Result<(), Refusal> {
        self.hints
            .retain(|(other, search)| other.connection != asked.connection || !search.is_deeper());
        if self.hints.iter().any(|(other, _)| other.connection == asked.connection) {
            return Err(Refusal::wait(RefusalCode::Busy, HINT_RETRY));
        }
        let (owner, urgency) = (asked.owner.clone(), Urgency::Hint);
        let search = match &asked.bot {
            None if asked.deepen => {
                let search = values_at_a_glance(asked.position);
                HintSearch::Values(self.pool.search(owner, urgency, Effort::Quick, search))
            }
            None => {
                let search = values(asked.position);
                HintSearch::Values(self.pool.search(owner, urgency, Effort::Long, search))
            }
            Some(name) => {
                let engine = BotEngine::of(name).ok_or(RefusalCode::UnknownBot)?;
                let request = Request::of(room.game()).with_seed(self.seed);
                let search = best_square(engine, request, None);
                HintSearch::BotMove(self.pool.search(owner, urgency, engine.effort(), search))
            }
        };
        // It outlives a leave, so that leaving and coming back asks for no second one.
        self.hints.push((asked, search));
        Ok(())
    }

    /// Hurries the hint of a connection that goes: it is promised an answer, but needs no good one.
    pub(super) fn hurry_hint(&mut self, connection: ConnectionId) {
        self.hints.retain(|(asked, search)| {
            if asked.connection == connection {
                search.hurry();
            }
            asked.connection != connection || !search.is_deeper()
        });
    }
}

/// What a search for a hint came to.
enum Advice {
    Values(Vec<Hint>),
    Square(Square),
}

impl Advice {
    fn found(self) -> Result<HintFound, SearchError> {
        match self {
            Self::Values(hints) => best_first(&hints),
            Self::Square(best) => Ok(HintFound { best, values: Vec::new() }),
        }
    }
}

impl HintSearch {
    /// Nothing where it is answered no more.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Advice, SearchError>>> {
        Poll::Ready(match self {
            Self::Values(answer) => Some(ready!(answer.poll_unpin(cx)).map(Advice::Values)),
            Self::BotMove(answer) => Some(ready!(answer.poll_unpin(cx)).map(Advice::Square)),
            Self::Deeper { found, .. } => {
                ready!(found.poll_recv(cx)).map(|values| Ok(Advice::Values(values)))
            }
        })
    }

    const fn is_deeper(&self) -> bool {
        matches!(self, Self::Deeper { .. })
    }

    fn hurry(&self) {
        match self {
            Self::Values(answer) => answer.hurry(),
            Self::BotMove(answer) => answer.hurry(),
            Self::Deeper { .. } => {}
        }
    }
}

fn best_first(hints: &[Hint]) -> Result<HintFound, SearchError> {
    let best = hints.first().ok_or(SearchError::Failed)?.square;
    let value = |hint: &Hint| SquareValue {
        square: hint.square,
        value_centidiscs: hint.score.hundredths(),
        depth_plies: hint.depth_plies,
        is_exact: hint.is_exact,
    };
    Ok(HintFound { best, values: hints.iter().map(value).collect() })
}

/// Returns the placement after which the opponent stands worst by the static evaluation: the last
/// resort for a bot whose searches fail.
fn best_at_a_glance(position: &Position) -> Option<Square> {
    position
        .legal()
        .iter()
        .filter_map(|square| Some((square, position.place(square).ok()?.after)))
        .min_by_key(|(_, after)| reversi_engine::evaluate(after))
        .map(|(square, _)| square)
}
