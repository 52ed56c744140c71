//! A match: games between two engines, or an engine and a bot of the server, each in a room of its own. Two games
//! begin with the same opening, with changed colours.

use std::collections::BTreeMap;
use std::io::{self, Write};

use reversi_client_core::answer::{Answer, Output};
use reversi_client_core::intent::{Intent, NewGame, RoomIntent};
use reversi_client_core::matches::{Failed, Forfeit, MatchGame, MatchTable, Standing};
use reversi_client_core::session::NetEnd;
use reversi_client_core::texts::Spoken;
use reversi_game::{Action, Color, Game, Position, Tally};
use reversi_protocol::limits::ROOM_NAME_CHARS_MAX;
use reversi_protocol::{
    BotName, EndReason, GameResult, Opening, RoomId, RoomName, RoomSettings, SeatChoice,
    SeatChoices, Snapshot, Start,
};

use super::error::EngineError;
use super::{Bridge, Ending};

/// Discs that a game counts that did not end on the board.
const FORFEIT_DISCS: i32 = 64;

/// What is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// Of the engine, and of the one that it plays.
    pub names: [String; 2],
    /// The bot that it plays, if it is no engine.
    pub bot: Option<BotName>,
    pub games: u32,
    pub openings: Openings,
    /// What else the rooms are to be like.
    pub room: NewGame,
}

/// Where games begin.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Where the room says.
    OfRoom,
    /// Drawn by the server for every other game.
    Xot,
    /// These in turn.
    List(Vec<Game>),
}

impl Match {
    /// Returns the room for a game, where one was drawn before from the same opening if it is the second.
    fn room(&self, game: u32, drawn: Option<&str>) -> NewGame {
        let NewGame { mut room, moves } = self.room.clone();
        let other = self.bot.clone().map_or(SeatChoice::Me, SeatChoice::Bot);
        let [black, white] = in_order(game, [SeatChoice::Me, other]);
        room.seats = SeatChoices { black, white, draw: false };
        match (&self.openings, drawn) {
            (Openings::OfRoom, _) => {}
            (Openings::Xot, None) => room.settings.start = Start::Opening { opening: Opening::Xot },
            (Openings::Xot, Some(moves)) => {
                room.settings.start = Start::Transcript { moves: moves.to_owned() };
            }
            (Openings::List(games), _) => {
                room.settings.start = start(&games[(game / 2) as usize % games.len()]);
            }
        }
        // Bots that play for nobody to see need not take their time.
        let as_usual = RoomSettings::default().think_ms_min;
        if room.settings.think_ms_min == as_usual {
            room.settings.think_ms_min = 0;
        }
        let name = || {
            let name = in_order(game, self.names.clone()).join(" - ");
            RoomName::new(&name.chars().take(ROOM_NAME_CHARS_MAX).collect::<String>()).ok()
        };
        room.settings.name = room.settings.name.or_else(name);
        NewGame { room, moves }
    }
}

/// Turns what is about the two players into Black's and White's.
fn in_order<T>(game: u32, [first, second]: [T; 2]) -> [T; 2] {
    if game.is_multiple_of(2) { [first, second] } else { [second, first] }
}

fn start(game: &Game) -> Start {
    let moves = game.transcript().to_string();
    match game.start() {
        Position::START if moves.is_empty() => Start::Standard { first: Color::Black },
        Position::START => Start::Transcript { moves },
        Position { board, to_move } => Start::Board { board, to_move, moves },
    }
}

/// Returns the moves that were drawn for a game.
fn drawn(view: &Snapshot) -> String {
    let plies = view.rules.opening.map_or(0, Opening::fixed_plies) as usize;
    let squares = view.actions.iter().take(plies).filter_map(|action| match action {
        Action::Place(square) => Some(square.to_string()),
        Action::Pass => None,
    });
    squares.collect()
}

/// The results so far, by player.
#[derive(Debug, Default)]
struct Results {
    tallies: [Tally; 2],
    forfeits: [BTreeMap<Forfeit, u32>; 2],
    without_result: u32,
}

/// Who lost a game before its end.
type Lost = Option<(usize, Forfeit)>;

impl Results {
    /// Counts a game by its result, if nobody is known to have lost it before its end. Whoever thinks when it ends
    /// may have thought for too long.
    fn count(&mut self, game: u32, lost: Lost, result: Option<&GameResult>, thinks: Option<usize>) {
        let of = |color: Color| (game as usize + color.index()) % 2;
        let lost = lost.or_else(|| {
            let loser = result?.outcome.winner().map(|winner| of(winner.opponent()));
            match result?.reason {
                EndReason::Time => Some((loser?, Forfeit::Time)),
                EndReason::Resignation => Some((loser?, Forfeit::Resignation)),
                EndReason::CalledOff => Some((thinks?, Forfeit::Time)),
                EndReason::NoMovesLeft
                | EndReason::Abandonment
                | EndReason::Agreement
                | EndReason::Unknown => None,
            }
        });
        if let Some((loser, forfeit)) = lost {
            *self.forfeits[loser].entry(forfeit).or_default() += 1;
            self.tallies[loser].count_game(-FORFEIT_DISCS);
            self.tallies[1 - loser].count_game(FORFEIT_DISCS);
            return;
        }
        match result.filter(|result| result.reason == EndReason::NoMovesLeft) {
            Some(GameResult { discs, score, .. }) => {
                let score = score.unwrap_or_else(|| discs.with_empties_to_winner());
                for color in Color::BOTH {
                    let [own, other] = [color, color.opponent()].map(|it| score.of_color(it));
                    self.tallies[of(color)].count_game(own.cast_signed() - other.cast_signed());
                }
            }
            None => self.without_result += 1,
        }
    }

    fn table(self, plan: &Match) -> MatchTable {
        let [first, second] = self.forfeits;
        let standing = |player: usize, forfeits| {
            Standing::new(plan.names[player].clone(), self.tallies[player], forfeits)
        };
        MatchTable {
            games: plan.games,
            without_result: self.without_result,
            players: [standing(0, first), standing(1, second)],
        }
    }
}

/// Returns how an engine lost a game by itself; nothing where nothing can be played with it.
const fn forfeit(error: &EngineError) -> Option<Forfeit> {
    match error {
        EngineError::Ended { .. } | EngineError::Cut(_) => Some(Forfeit::End),
        EngineError::Silent { .. } => Some(Forfeit::Silence),
        EngineError::Refused { .. } => Some(Forfeit::Refusal),
        EngineError::Illegal { .. } => Some(Forfeit::IllegalMove),
        EngineError::NotStarted { .. } | EngineError::OtherStart | EngineError::Record(_) => None,
    }
}

impl<W: Write> Bridge<W> {
    /// Plays a match, and tells how it ended; or how it stands when the interrupt comes, for which nothing is
    /// returned.
    ///
    /// # Errors
    /// The one of the output.
    pub async fn run_match(
        mut self,
        plan: &Match,
        interrupt: impl Future<Output = ()>,
    ) -> io::Result<Option<Ending>> {
        self.tells_games = false;
        let mut results = Results::default();
        let ending = tokio::select! {
            ending = self.play_match(plan, &mut results) => Some(ending?),
            () = interrupt => None,
        };
        self.tell(Answer::Match(results.table(plan)))?;
        self.close().await?;
        Ok(ending)
    }

    async fn play_match(&mut self, plan: &Match, results: &mut Results) -> io::Result<Ending> {
        if let Some(end) = self.connect().await? {
            return Ok(Ending::NetEnded(end));
        }
        let mut drawn_before = None;
        for game in 0..plan.games {
            for player in &mut self.players {
                if let Err(error) = player.be_ready().await {
                    return Ok(Ending::Engine(error));
                }
            }
            self.black = (game % 2) as usize;
            let ending = self.open_and_play(plan.room(game, drawn_before.as_deref())).await?;
            let room = self.session.current().cloned();
            let failure = match ending {
                Ending::Over | Ending::SeatLost => None,
                Ending::Engine(error) if forfeit(&error).is_some() => Some(error),
                Ending::Engine(_) | Ending::Refused | Ending::NetEnded(_) => return Ok(ending),
            };
            let thinks = self.thinks.take().map(|(player, _)| player);
            let stopped = thinks.or(failure.is_some().then_some(0));
            if let Some(player) = stopped {
                self.players[player].stop();
            }
            if failure.is_some()
                && let Some(end) = self.give_up().await?
            {
                return Ok(Ending::NetEnded(end));
            }
            let view = self.session.here().ok().map(|(_, _, view)| view.clone());
            let result = view.as_ref().and_then(|view| view.result);
            let lost = failure.as_ref().and_then(forfeit).zip(stopped);
            results.count(game, lost.map(|(way, who)| (who, way)), result.as_ref(), thinks);
            if let Some(room) = room {
                let failure = failure.as_ref().zip(stopped);
                self.tell_game(plan, game, room, result, failure)?;
            }
            drawn_before = view.as_ref().map(drawn).filter(|_| game.is_multiple_of(2));
            if let Some(end) = self.leave_game().await? {
                return Ok(Ending::NetEnded(end));
            }
        }
        Ok(Ending::Over)
    }

    /// Plays in a new room, which is asked for again as long as the server only says to wait.
    async fn open_and_play(&mut self, room: NewGame) -> io::Result<Ending> {
        loop {
            self.is_refused = false;
            let ending = self.play(Intent::Create(room.clone()), "new").await?;
            if !matches!(ending, Ending::Refused) || !self.may_be_repeated {
                return Ok(ending);
            }
            while !self.may_ask() {
                if let Some(end) = self.hear_next().await? {
                    return Ok(Ending::NetEnded(end));
                }
            }
        }
    }

    /// Leaves the room of a game, as often as the server lets it wait: what is current after that is the next one.
    async fn leave_game(&mut self) -> io::Result<Option<NetEnd>> {
        while self.session.rooms().next().is_some() {
            if self.may_ask() {
                self.asked = self.session.leave_all("leave").pop();
                self.carry_out()?;
            }
            if let Some(end) = self.hear_next().await? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Gives the game up for an engine that plays no more.
    async fn give_up(&mut self) -> io::Result<Option<NetEnd>> {
        while self.ending().is_none() {
            if self.may_ask() {
                self.ask(RoomIntent::Resign, "resign")?;
            }
            if let Some(end) = self.hear_next().await? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    fn tell_game(
        &mut self,
        plan: &Match,
        game: u32,
        room: RoomId,
        result: Option<GameResult>,
        failure: Option<(&EngineError, usize)>,
    ) -> io::Result<()> {
        let [black, white] = in_order(game, plan.names.clone());
        let failure = failure
            .map(|(why, who)| Failed { name: plan.names[who].clone(), why: Spoken::of(why) });
        let (game, games) = (game + 1, plan.games);
        self.tell(Answer::MatchGame(MatchGame { game, games, room, black, white, result, failure }))
    }

    fn tell(&mut self, answer: Answer) -> io::Result<()> {
        self.printer.print(&Output::Answer(answer), &self.session)
    }
}

#[cfg(test)]
mod tests {
    use reversi_game::{DiscCounts, Outcome};

    use super::*;

    fn plan(openings: Openings, bot: Option<BotName>) -> Match {
        let names = ["a", "b"].map(str::to_owned);
        Match { names, bot, games: 4, openings, room: NewGame::default() }
    }

    #[test]
    fn two_games_begin_alike_with_changed_colors() {
        let opening = |moves: &str| Game::replay(Position::START, &moves.parse().unwrap()).unwrap();
        let list = Openings::List(["f5", "f5d6"].map(opening).to_vec());
        let plan = plan(list, Some("level-1".parse().unwrap()));
        let rooms = [0, 1, 2, 3, 4].map(|game| plan.room(game, None).room);
        let bots = rooms.iter().map(|room| room.seats.white != SeatChoice::Me);
        assert_eq!(bots.collect::<Vec<_>>(), [true, false, true, false, true]);
        let starts = rooms.iter().map(|room| match &room.settings.start {
            Start::Transcript { moves } => moves.as_str(),
            other @ (Start::Standard { .. }
            | Start::Opening { .. }
            | Start::Saved { .. }
            | Start::Board { .. }) => panic!("{other:?}"),
        });
        assert_eq!(starts.collect::<Vec<_>>(), ["f5", "f5", "f5d6", "f5d6", "f5"]);
        assert_eq!(rooms[1].settings.name.as_ref().unwrap().as_str(), "b - a");
    }

    #[test]
    fn an_opening_that_is_drawn_is_played_twice() {
        let plan = plan(Openings::Xot, None);
        let start = |drawn| plan.room(0, drawn).room.settings.start;
        assert_eq!(start(None), Start::Opening { opening: Opening::Xot });
        assert_eq!(start(Some("f5d6")), Start::Transcript { moves: "f5d6".to_owned() });
    }

    #[test]
    fn games_are_counted_by_who_lost_them_and_how() {
        let mut results = Results::default();
        let end = |outcome, reason| {
            let discs = DiscCounts { black: 40, white: 20 };
            Some(GameResult { outcome, reason, discs, score: None })
        };
        let mut count = |game, lost, result: Option<GameResult>, thinks| {
            results.count(game, lost, result.as_ref(), thinks);
        };
        count(0, None, end(Outcome::Black, EndReason::NoMovesLeft), None);
        count(1, None, end(Outcome::White, EndReason::Time), Some(1));
        count(
            2,
            Some((1, Forfeit::IllegalMove)),
            end(Outcome::Black, EndReason::Resignation),
            None,
        );
        count(3, None, end(Outcome::Draw, EndReason::CalledOff), Some(0));
        count(4, None, end(Outcome::Draw, EndReason::CalledOff), None);
        count(5, None, None, None);
        assert_eq!(results.tallies[0], Tally { wins: 3, draws: 0, losses: 1, margin_discs: 88 });
        assert_eq!(results.tallies[1].losses, 3);
        assert_eq!(results.without_result, 2);
        let ways = [(Forfeit::Time, 1), (Forfeit::IllegalMove, 1)];
        assert_eq!(results.forfeits[1], BTreeMap::from(ways));
        assert_eq!(results.forfeits[0], BTreeMap::from([(Forfeit::Time, 1)]));
    }
}
