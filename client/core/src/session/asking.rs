//! A person asks for something. Each request is answered by what is told; its ticket tells when
//! that is all out.

use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, Phase, RefusalCode, ReviewSubject, RoleWish, RoomId, RoomSettings, SaveName, Snapshot,
    Start,
};

use super::Session;
use super::effect::{Effect, SeatFor, Secrets};
use super::pending::{Asked, Ticket};
use super::room::{Room, is_bots, to_place};
use crate::answer::Answer;
use crate::intent::{AS_SAVED, Intent, NewGame, NewRoom, Query, RoomIntent};
use crate::not_done::NotDone;
use crate::report::Asker;
use crate::server_url::RoomRef;
use crate::words::COMMANDS;

impl Session {
    /// Does what a person asks for, with these words if it was typed.
    pub fn ask(&mut self, intent: impl Into<Intent>, words: &str) -> Ticket {
        let intent = intent.into();
        // An invitation is not told again.
        let is_invited = matches!(&intent, Intent::Enter(RoomRef { invitation: Some(_), .. }, _));
        let words = words.split('#').next().filter(|_| is_invited).unwrap_or(words);
        let asked = self.asked(Asker::Person, words);
        let ticket = asked.ticket;
        if let Err(not_done) = self.begin(intent, asked.clone()) {
            self.refuse(not_done, asked);
        }
        ticket
    }

    /// Asks the server what the screen has to know, and asks again by itself.
    pub fn keep_asking(&mut self, query: Query) -> Ticket {
        let asked = self.asked(Asker::Screen, "");
        let ticket = asked.ticket;
        self.request(command_for(query), asked);
        ticket
    }

    /// Says why a person is not given what these words ask for.
    pub fn decline(&mut self, why: impl Into<NotDone>, words: &str) {
        let asked = self.asked(Asker::Person, words);
        self.refuse(why.into(), asked);
    }

    /// Leaves every room. The seats of running games stay reserved.
    pub fn leave_all(&mut self, words: &str) -> Vec<Ticket> {
        let rooms: Vec<RoomId> = self.rooms.keys().cloned().collect();
        let leave = |room| {
            let asked = self.asked(Asker::Person, words);
            let ticket = asked.ticket;
            self.request(Command::Leave { room }, asked);
            ticket
        };
        rooms.into_iter().map(leave).collect()
    }

    /// Finds the rooms in which a seat was kept from earlier.
    pub fn find_kept_seats(&mut self) {
        self.effects.push(Effect::FindKeptSeats);
    }

    fn begin(&mut self, intent: Intent, asked: Asked) -> Result<(), NotDone> {
        match intent {
            Intent::Help(name) => self.answer(help(name)),
            Intent::Show(show) => {
                let answer = self.show(show)?;
                self.answer(answer);
            }
            Intent::Query(query) => self.request(command_for(query), asked),
            Intent::Create(NewGame { room, moves: None }) => self.open_room(room, asked),
            Intent::Create(NewGame { room, moves: Some(file) }) => {
                self.start_from(room, file, asked);
            }
            Intent::Enter(link, role) => self.enter(self.link_here(link)?, role, asked),
            Intent::Pair(wish) => self.fetch_secrets(SeatFor::Opponent(wish), asked),
            Intent::PairBot => self.pair_with_bot(asked)?,
            Intent::Unpair => self.unpair(asked),
            Intent::Call(name) => self.call(name, asked),
            Intent::AnswerCall(room, answer) => self.answer_call(&room, answer, asked),
            Intent::NextBoard => {
                let room = self.next_board().ok_or(NotDone::NoOtherBoard)?;
                self.turn_to(&room, RoleWish::Spectator);
            }
            Intent::Follow(name) => self.follow(name, asked)?,
            Intent::Unfollow => self.request(Command::Unfollow, asked),
            Intent::Leave => {
                let room = self.current.clone().ok_or(NotDone::NoRoom)?;
                self.stop_following();
                self.request(Command::Leave { room }, asked);
            }
            Intent::Room(RoomIntent::Invite) => {
                let room = self.here()?.0.clone();
                self.fetch_secrets(SeatFor::Guest(room, None), asked);
            }
            Intent::Room(RoomIntent::Answer(answer)) if self.is_call_answered() => {
                self.answer_last_call(answer, asked);
            }
            Intent::Room(intent) => {
                let command = self.command_in_room(intent)?;
                self.request(command, asked);
            }
            Intent::Load(name) => self.load(name, asked),
            Intent::RemoveSave(name) => self.request(Command::Remove { name }, asked),
            Intent::Import(file) => self.import(file, asked),
            Intent::Export(export) => self.export(export, asked)?,
            Intent::ShowGame(game) => self.show_game(game, asked),
            Intent::Replay(source, ply) => self.replay(source, ply, asked)?,
            Intent::Shun(shunning, change) => self.shun(shunning, change, asked),
            Intent::BeNamed(named) => {
                self.be_named(named);
                self.answer(Answer::Named { named });
            }
            Intent::BeOfStrength(strength) => {
                self.be_of_strength(strength);
                self.answer(Answer::Strength { strength });
            }
            Intent::Symbols(symbols) => self.change_symbols(symbols, asked),
            Intent::TellBoard(_) | Intent::Wait(_) | Intent::Quit => {}
        }
        Ok(())
    }

    /// Returns a link that does not lead to another server.
    fn link_here(&self, link: RoomRef) -> Result<RoomRef, NotDone> {
        match (&link.server, &self.server) {
            (Some(there), Some(here)) if !here.authorities().contains(&there.authority()) => {
                Err(NotDone::OtherServer { here: here.clone(), link })
            }
            _ => Ok(link),
        }
    }

    pub(super) fn enter(&mut self, link: RoomRef, role: RoleWish, asked: Asked) {
        // A seat in which a bot plays is taken back by joining again.
        let is_back = role != RoleWish::Spectator
            && self.rooms.get(&link.room).is_some_and(Room::has_stand_in);
        if !is_back && self.turn_to(&link.room, role) {
            return;
        }
        match role {
            RoleWish::Spectator => self.join(link.room, role, Secrets::default(), asked),
            RoleWish::Player | RoleWish::Black | RoleWish::White => {
                self.fetch_secrets(SeatFor::Room(link, role), asked);
            }
        }
    }

    /// Makes a room that the client is in already the current one; tells whether that is all that
    /// entering it in this role takes.
    fn turn_to(&mut self, room: &RoomId, role: RoleWish) -> bool {
        let Some(known) = self.rooms.get(room) else { return false };
        let is_there = match role {
            RoleWish::Spectator => true,
            RoleWish::Player => !known.seats().is_empty(),
            RoleWish::Black => known.seats().contains(&Color::Black),
            RoleWish::White => known.seats().contains(&Color::White),
        };
        if is_there {
            self.current = Some(room.clone());
            self.report_snapshot(room);
        }
        is_there
    }

    pub(super) fn open_room(&mut self, room: NewRoom, asked: Asked) {
        if room.takes_seat() || room.invites {
            self.fetch_secrets(SeatFor::New(Box::new(room)), asked);
        } else {
            self.create(room, Secrets::default(), asked);
        }
    }

    pub(super) fn fetch_secrets(&mut self, seat: SeatFor, asked: Asked) {
        self.await_outside(asked.ticket, Effect::FetchSecrets(seat, asked));
    }

    /// Goes on where secrets were needed.
    pub(super) fn take_secrets(&mut self, seat: SeatFor, secrets: Secrets, asked: Asked) {
        match seat {
            SeatFor::New(room) => self.create(*room, secrets, asked),
            SeatFor::Room(link, role) => self.join(link.room, role, secrets, asked),
            SeatFor::Guest(room, to) => {
                let Secrets { invitation, .. } = secrets;
                self.request(Command::Invite { room, invitation, to }, asked);
            }
            SeatFor::Opponent(wish) => self.pair(wish, secrets, asked),
        }
    }

    fn create(&mut self, new: NewRoom, secrets: Secrets, asked: Asked) {
        let NewRoom { settings, seats, competition, invites: _, to } = new;
        let Secrets { token, invitation } = secrets;
        let create = Command::Create { settings, seats, token, competition, invitation, to };
        self.request(create, asked);
    }

    pub(super) fn join(&mut self, room: RoomId, role: RoleWish, secrets: Secrets, asked: Asked) {
        let Secrets { token, invitation } = secrets;
        let (named, strength) = (self.named, self.strength);
        let join = Command::Join { room, role, token, invitation, seen: None, named, strength };
        self.request(join, asked);
    }

    /// Loads into the room where the user plays; where there is none, opens one.
    fn load(&mut self, name: SaveName, asked: Asked) {
        let begun = |(id, room, view): (&RoomId, &Room, &Snapshot)| {
            let is_begun = !matches!(view.phase, Phase::Open | Phase::Closed);
            (is_begun && !room.seats().is_empty()).then(|| id.clone())
        };
        if let Some(room) = self.here().ok().and_then(begun) {
            self.request(Command::Load { room, name }, asked);
        } else {
            let settings = RoomSettings { start: Start::Saved { name }, ..RoomSettings::default() };
            self.open_room(NewRoom { settings, seats: AS_SAVED, ..NewRoom::default() }, asked);
        }
    }

    /// Returns the placement in the current room that waits for its answer.
    pub fn unanswered_move(&self) -> Option<Square> {
        self.pending.iter().find_map(|pending| {
            let Command::Place { room, square, .. } = &pending.command else { return None };
            (Some(room) == self.current.as_ref()).then_some(*square)
        })
    }

    /// Tells whether the client can give the current game up.
    ///
    /// # Errors
    /// [`NotDone`] says why not.
    pub fn can_resign(&self) -> Result<RoomId, NotDone> {
        self.playing().map(|(id, ..)| id.clone())
    }

    fn command_in_room(&self, intent: RoomIntent) -> Result<Command, NotDone> {
        if let RoomIntent::Place(square) = intent {
            return self.placement(square);
        }
        let (id, known, _) = self.here()?;
        let room = id.clone();
        if intent.needs_seat() && known.seats().is_empty() {
            return Err(NotDone::Rule(RefusalCode::NotSeated));
        }
        Ok(match intent {
            RoomIntent::Place(square) => return self.placement(square),
            RoomIntent::Resign => Command::Resign { room: self.can_resign()? },
            RoomIntent::Claim { as_draw } => Command::Claim { room, as_draw },
            RoomIntent::Offer(kind) => Command::Offer { room, kind },
            RoomIntent::Answer(answer) => {
                let offer = known.offer_to_answer().ok_or(NotDone::NoOffer)?.id;
                Command::Answer { room, offer, answer }
            }
            RoomIntent::Withdraw => {
                let offer = known.own_offer().ok_or(NotDone::NoOwnOffer)?.id;
                Command::Withdraw { room, offer }
            }
            RoomIntent::Redo => Command::Redo { room },
            RoomIntent::Resume => Command::Resume { room },
            RoomIntent::Save { name, overwrite } => Command::Save { room, name, overwrite },
            RoomIntent::Hint(bot) => Command::Hint { room, bot, deepen: true },
            RoomIntent::SeatBot { color, bot } => Command::SeatBot { room, color, bot },
            RoomIntent::FreeSeat(color) => Command::FreeSeat { room, color },
            // What it is kept for is drawn outside, see `begin`.
            RoomIntent::Invite | RoomIntent::Release => {
                Command::Invite { room, invitation: None, to: None }
            }
            RoomIntent::Say(said) => Command::Say { room, said },
            RoomIntent::Complain(name) => return self.complaint(&name),
            RoomIntent::Review => Command::Review { of: ReviewSubject::Room { room } },
        })
    }

    fn placement(&self, square: Square) -> Result<Command, NotDone> {
        let (id, room, view) = self.playing()?;
        if let Some(square) = self.unanswered_move() {
            return Err(NotDone::MoveUnanswered(square));
        }
        match to_place(&view.position).filter(|color| room.seats().contains(color)) {
            None => Err(NotDone::Rule(RefusalCode::NotYourTurn)),
            Some(color) if is_bots(view, color) => Err(NotDone::Rule(RefusalCode::BotPlays)),
            Some(_) => Ok(Command::Place { room: id.clone(), ply: view.position.ply, square }),
        }
    }

    /// Returns the game in which the client holds a seat, where one is running.
    fn playing(&self) -> Result<(&RoomId, &Room, &Snapshot), NotDone> {
        let here = self.here()?;
        let (_, room, view) = here;
        match view.phase {
            Phase::Closed => Err(NotDone::Rule(RefusalCode::RoomClosed)),
            _ if room.seats().is_empty() => Err(NotDone::Rule(RefusalCode::NotSeated)),
            Phase::Open => Err(NotDone::Rule(RefusalCode::NotStarted)),
            Phase::Adjourned => Err(NotDone::Rule(RefusalCode::Adjourned)),
            Phase::Finished => Err(NotDone::Rule(RefusalCode::GameOver)),
            Phase::Playing => Ok(here),
        }
    }
}

fn command_for(query: Query) -> Command {
    match query {
        Query::Rooms(filter) => Command::Rooms { filter },
        Query::Bots => Command::Bots,
        Query::Ranking => Command::Ranking,
        Query::Saves => Command::Saves,
        Query::Games { player, before } => Command::Games { player, before },
        Query::Review(game) => Command::Review { of: ReviewSubject::Game { game } },
        Query::Ping => Command::Ping,
    }
}

fn help(name: Option<&str>) -> Answer {
    let is_asked = |known: &str| name.is_none_or(|name| name == known);
    let commands = COMMANDS.iter().filter(|spec| is_asked(spec.name));
    Answer::Help { commands: commands.map(Into::into).collect() }
}
