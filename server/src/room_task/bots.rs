//! Bots in a room: when one has to place, the pool is asked, and its answer goes through the same
//! door as a person's. A bot that fails is asked again, then stood in for; the room never hangs.

use std::time::Duration;

use reversi_engine::{Request, StopFlag};
use reversi_game::{Color, Position, Square};
use reversi_protocol::{BotName, RefusalCode, RequestId, ServerMessage, SquareValue};
use tokio::time::Instant;
use tracing::{debug, error, warn};

use super::commands::Declined;
use super::{Input, RoomTask};
use crate::pool::{Mind, Question, Thought, Urgency};
use crate::room_task::outbox::{ConnectionId, Outbox};
use reversi_room::{Actor, Command};

/// How often a bot is asked for the same move: as it is, then for what it can see at a glance.
const ATTEMPTS_MAX: u32 = 2;

/// A move that a bot is about to make.
pub(super) struct Thinking {
    /// Tells this search from others about the same position.
    serial: u64,
    position: Position,
    color: Color,
    bot: BotName,
    since: Instant,
    stop: StopFlag,
    progress: Progress,
}

enum Progress {
    /// The pool was asked, this many times.
    Asked(u32),
    /// It has answered.
    Answered(Square),
}

impl Drop for Thinking {
    /// Nobody waits for a search whose move is no longer wanted.
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// What came of a search, with what it was asked.
#[derive(Debug)]
pub struct BotThought {
    serial: u64,
    attempt: u32,
    thought: Thought,
}

/// What came of a hint.
#[derive(Debug)]
pub struct HintThought {
    connection: ConnectionId,
    outbox: Outbox,
    id: RequestId,
    ply: u32,
    bot: Option<BotName>,
    thought: Thought,
}

impl RoomTask {
    /// Starts, keeps or stops a search, as the room stands. Bots think only while a person is
    /// there to see it.
    pub(super) fn consider_bot(&mut self) {
        let wanted = self.room.bot_to_move().filter(|_| self.attendance.empty_since().is_none());
        let Some((color, bot)) = wanted else {
            self.thinking = None;
            return;
        };
        let position = self.room.game().position();
        let is_at_it = self.thinking.as_ref().is_some_and(|thinking| {
            (thinking.position, thinking.color, &thinking.bot) == (position, color, bot)
        });
        if !is_at_it {
            let bot = bot.clone();
            self.searches += 1;
            self.thinking = Some(Thinking {
                serial: self.searches,
                position,
                color,
                bot,
                since: Instant::now(),
                stop: StopFlag::default(),
                progress: Progress::Asked(1),
            });
            self.ask_bot(1);
        }
    }

    fn ask_bot(&self, attempt: u32) {
        let Some(thinking) = &self.thinking else { return };
        let mind = match Mind::of(&thinking.bot) {
            Some(mind) if attempt == 1 => mind,
            Some(_) => Mind::Fallback,
            None => {
                warn!(room = %self.room.id(), bot = %thinking.bot, "this kind of bot is gone");
                Mind::Fallback
            }
        };
        let request = Request::of(self.room.game()).with_seed(self.seed);
        let (serial, room) = (thinking.serial, self.own_inputs.clone());
        let question = Question::Move { mind, request };
        let urgency = if self.room.is_bots_only() { Urgency::Leisure } else { Urgency::Turn };
        self.services.bots.ask(question, urgency, thinking.stop.clone(), move |thought| {
            let thought = BotThought { serial, attempt, thought };
            // A room that is gone needs no move.
            let _ = room.upgrade().map(|room| room.blocking_send(Input::BotThought(thought)));
        });
    }

    /// Takes note of what a bot wants to play.
    pub(super) fn hear_bot(&mut self, heard: BotThought) {
        let BotThought { serial, attempt, thought } = heard;
        let Some(thinking) = &mut self.thinking else { return };
        let is_awaited = thinking.serial == serial
            && matches!(thinking.progress, Progress::Asked(asked) if asked == attempt);
        if !is_awaited {
            debug!(room = %self.room.id(), "a thought about an old position");
            return;
        }
        match thought {
            Thought::Move(square) => thinking.progress = Progress::Answered(square),
            Thought::Values(_) | Thought::Review(_) | Thought::Failed if attempt < ATTEMPTS_MAX => {
                error!(room = %self.room.id(), bot = %thinking.bot, attempt, "a bot failed");
                thinking.progress = Progress::Asked(attempt + 1);
                // The pool may have used up the flag to end the search that failed.
                thinking.stop = StopFlag::default();
                self.ask_bot(attempt + 1);
            }
            Thought::Values(_) | Thought::Review(_) | Thought::Failed => {
                error!(room = %self.room.id(), bot = %thinking.bot, "a bot failed for good");
                if let Some(square) = best_at_a_glance(&thinking.position) {
                    thinking.progress = Progress::Answered(square);
                }
            }
        }
    }

    /// Returns when the bot's move is to be made; nothing as long as it thinks.
    pub(super) fn bot_moves_at(&self) -> Option<Instant> {
        let thinking = self.thinking.as_ref()?;
        match thinking.progress {
            Progress::Asked(_) => None,
            Progress::Answered(_) => Some(thinking.since + self.room.think_time_min()),
        }
    }

    /// Makes the bot's move.
    pub(super) async fn move_bot(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        let Progress::Answered(square) = thinking.progress else { return };
        let command = Command::Place { ply: self.room.game().ply() as u32, square };
        match self.room.decide(Actor::Bot(thinking.color), &command, self.services.clock.now()) {
            Ok(events) => self.rule(events).await,
            Err(refusal) => {
                error!(room = %self.room.id(), bot = %thinking.bot, %refusal, "an illegal bot move");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }

    /// Asks for a hint; the answer comes back as an input. At most one for each connection.
    pub(super) fn ask_hint(
        &mut self,
        connection: ConnectionId,
        id: RequestId,
        bot: Option<BotName>,
    ) -> Result<(), Declined> {
        let Some(member) = self.members.get(&connection) else {
            return Err(RefusalCode::NotInRoom.into());
        };
        let game = self.room.allow_hint(member.actor)?;
        if self.hints.contains_key(&connection) {
            return Err(RefusalCode::Busy.into());
        }
        let question = match &bot {
            None => Question::Values(game.position()),
            Some(name) => Question::Move {
                mind: Mind::of(name).ok_or(RefusalCode::UnknownBot)?,
                request: Request::of(game).with_seed(self.seed),
            },
        };
        let (ply, room) = (game.ply() as u32, self.own_inputs.clone());
        let (outbox, stop) = (member.outbox.clone(), StopFlag::default());
        let asked =
            self.services.bots.ask_hint(connection, question, stop.clone(), move |thought| {
                let thought = HintThought { connection, outbox, id, ply, bot, thought };
                // A room that is gone has nobody to tell.
                let _ = room.upgrade().map(|room| room.blocking_send(Input::HintThought(thought)));
            });
        asked.map_err(|_full| RefusalCode::Busy)?;
        // It outlives a leave, so that leaving and coming back asks for no second one.
        self.hints.insert(connection, stop);
        Ok(())
    }

    /// Tells the asker, and nobody else, what came of a hint.
    pub(super) fn hear_hint(&mut self, heard: HintThought) {
        let HintThought { connection, outbox, id, ply, bot, thought } = heard;
        self.hints.remove(&connection);
        let (best, values) = match thought {
            Thought::Move(square) => (square, Vec::new()),
            Thought::Values(hints) => match hints.first().map(|hint| hint.square) {
                Some(best) => (best, hints.iter().map(square_value).collect()),
                None => return self.refuse(&outbox, id, RefusalCode::Busy.into()),
            },
            Thought::Review(_) | Thought::Failed => {
                return self.refuse(&outbox, id, RefusalCode::Busy.into());
            }
        };
        let room = self.room.id().clone();
        outbox.send_message(&ServerMessage::Hint { id, room, ply, best, bot, values });
    }
}

fn square_value(hint: &reversi_engine::Hint) -> SquareValue {
    SquareValue {
        square: hint.square,
        value_centidiscs: hint.score.hundredths(),
        depth_plies: hint.depth_plies,
        is_exact: hint.is_exact,
    }
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
