//! A storage in memory that can be told to fail, for tests of what the server makes of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reversi_game::{Game, GameRecord};
use reversi_protocol::limits::{GAMES_LISTED_MAX, SAVES_PER_PLAYER_MAX};
use reversi_protocol::{GameSummary, Nick, RoomId, SaveName, SavedGame};
use reversi_room::{Entry, Event, FinishedBody, FinishedGame, SavedBody, SecretHash, Timestamp};

use super::storage::{
    Append, Author, Complaint, Epoch, Fault, GamesQuery, OpenRoom, OpenRooms, Overwrite, Owner,
    Peer, REQUESTS_KEPT, Ranked, ReadError, Reader, Remove, ReplaceKey, Save, Storage, StoredRoom,
    Write, WriteError,
};

/// Keeps everything in memory. Clones share it, read from it, and are the same owner of rooms.
#[derive(Clone, Default)]
pub struct MemoryStorage {
    shared: Arc<Mutex<Shared>>,
    node: u64,
}

#[derive(Default)]
struct Shared {
    tables: Tables,
    /// What the next commits come to, the next one first; nothing where it is to be stored.
    outcomes: VecDeque<Option<WriteError>>,
}

#[derive(Clone, Default)]
struct Tables {
    rooms: BTreeMap<String, Vec<Entry>>,
    owners: BTreeMap<String, (u64, Epoch)>,
    /// In which epoch each entry was written.
    epochs: BTreeMap<String, Vec<Epoch>>,
    /// Whether anybody may write to any room.
    is_unchecked: bool,
    nicks: BTreeMap<String, SecretHash>,
    ranking: BTreeMap<String, Ranked>,
    ranked_games: BTreeSet<String>,
    games: Vec<StoredGame>,
    saves: BTreeMap<(String, String), (SaveName, Timestamp, SavedBody)>,
    requests: BTreeMap<String, VecDeque<(Author, u64)>>,
    complaints: Vec<Complaint>,
    replaced: BTreeMap<String, SecretHash>,
    alive: Timestamp,
}

#[derive(Clone)]
struct StoredGame {
    room: RoomId,
    at: Timestamp,
    game: FinishedGame,
}

impl MemoryStorage {
    /// Returns one that does what none may: whoever owned a room before goes on writing to it.
    pub fn unchecked() -> Self {
        let storage = Self::default();
        storage.shared().tables.is_unchecked = true;
        storage
    }

    /// Returns in which epoch each entry of a room was written.
    pub fn epochs(&self, room: &RoomId) -> Vec<Epoch> {
        self.read(|tables| tables.epochs.get(room.as_str()).cloned().unwrap_or_default())
    }

    /// Tells what the next commits come to; nothing where one is to be stored.
    pub fn fail(&self, outcomes: impl IntoIterator<Item = Option<WriteError>>) {
        self.shared().outcomes.extend(outcomes);
    }

    /// Returns another owner of rooms over the same store, before whom all others count as dead.
    #[must_use]
    pub fn another(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), node: self.node + 1 }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, read: impl FnOnce(&Tables) -> T) -> T {
        read(&self.shared().tables)
    }
}

impl Storage for MemoryStorage {
    type Reader = Self;

    const IS_SHARED: bool = true;

    fn commit(&mut self, batch: &[Write]) -> Vec<Result<u64, WriteError>> {
        let mut shared = self.shared();
        if let Some(failure) = shared.outcomes.pop_front().flatten() {
            return batch.iter().map(|_| Err(failure.clone())).collect();
        }
        let apply = |write| {
            let mut tables = shared.tables.clone();
            let seq = tables.apply(self.node, write)?;
            shared.tables = tables;
            Ok(seq)
        };
        batch.iter().map(apply).collect()
    }

    fn adopt(&mut self) -> Result<OpenRooms, ReadError> {
        Ok(self.shared().tables.adopt(self.node))
    }

    fn reader(&self) -> Result<Self, Fault> {
        Ok(self.clone())
    }
}

impl Tables {
    fn apply(&mut self, node: u64, write: &Write) -> Result<u64, WriteError> {
        match write {
            Write::Append(append) => self.append(node, append),
            Write::Save(save) => self.save(save),
            Write::Remove(remove) => self.remove(remove),
            // No test lasts long enough.
            Write::Prune(_) => Ok(0),
            Write::Complain(complaint) => {
                self.complaints.push(complaint.clone());
                Ok(0)
            }
            Write::ReplaceKey(replace) => self.replace_key(*replace),
            Write::Alive(at) => {
                self.alive = *at;
                Ok(0)
            }
        }
    }

    /// Returns the key that is a player's by now.
    fn current(&self, player: SecretHash) -> SecretHash {
        self.replaced.get(&String::from(player)).copied().unwrap_or(player)
    }

    fn replace_key(&mut self, ReplaceKey { old, new }: ReplaceKey) -> Result<u64, WriteError> {
        let found = self.current(old);
        if found != old || old == new {
            return if found == new { Ok(0) } else { Err(WriteError::KeyReplaced) };
        }
        let [old_text, new_text] = [old, new].map(String::from);
        let has_saves = self.saves.keys().any(|(owner, _)| *owner == new_text);
        let has_nick = self.nicks.values().any(|owner| *owner == new);
        if self.replaced.contains_key(&new_text) || has_saves || has_nick {
            return Err(WriteError::KeyTaken);
        }
        let players = self.games.iter_mut().flat_map(|stored| &mut stored.game.players).flatten();
        let owners = players.chain(self.nicks.values_mut()).chain(self.replaced.values_mut());
        owners.filter(|owner| **owner == old).for_each(|owner| *owner = new);
        for ((owner, name), saved) in std::mem::take(&mut self.saves) {
            let owner = if owner == old_text { new_text.clone() } else { owner };
            self.saves.insert((owner, name), saved);
        }
        self.replaced.insert(old_text, new);
        Ok(0)
    }

    fn adopt(&mut self, node: u64) -> OpenRooms {
        let last = self.rooms.values().filter_map(|entries| entries.last());
        let newest = last.map(|entry| entry.at).max().unwrap_or_default().max(self.alive);
        let open = self.rooms.iter().filter(|(_, entries)| {
            entries.last().is_some_and(|last| !matches!(last.event, Event::Closed { .. }))
        });
        let mut open: Vec<_> = open.collect();
        open.sort_by_key(|(_, entries)| entries[0].at);
        let taken = open.into_iter().filter_map(|(room, entries)| {
            let (owner, epoch) = self.owners.get_mut(room)?;
            if *owner != node {
                (*owner, *epoch) = (node, Epoch(epoch.0 + 1));
            }
            Some(OpenRoom {
                room: room.parse().unwrap(),
                epoch: *epoch,
                opened_by: entries[0].key,
                ran_until: newest,
            })
        });
        OpenRooms { rooms: taken.collect(), newest }
    }

    fn append(&mut self, node: u64, append: &Append) -> Result<u64, WriteError> {
        let begun = (node, Epoch::FIRST);
        let owner = *self.owners.get(append.room.as_str()).unwrap_or(&begun);
        if owner != (node, append.epoch) && !self.is_unchecked {
            return Err(WriteError::NotOwner);
        }
        let entries = self.rooms.get(append.room.as_str());
        let last = entries.and_then(|entries| entries.last());
        let is_closed = last.is_some_and(|last| matches!(last.event, Event::Closed { .. }));
        if is_closed || !append.follows(last.map(|entry| entry.seq)) {
            return Err(WriteError::Conflict);
        }
        self.owners.insert(append.room.to_string(), owner);
        for entry in &append.entries {
            self.rooms.entry(append.room.to_string()).or_default().push(entry.clone());
            self.epochs.entry(append.room.to_string()).or_default().push(append.epoch);
            self.project(append, entry)?;
        }
        Ok(append.entries.last().map_or(0, |entry| entry.seq))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing is derived from other events")]
    fn project(&mut self, append: &Append, entry: &Entry) -> Result<(), WriteError> {
        match &entry.event {
            Event::Opened { competition: Some(competition), .. } => {
                self.check_nick(&competition.nick, competition.owner)?;
            }
            Event::Ranked { nick, score } => {
                let game = append.finished.as_ref().ok_or(WriteError::NotRanked)?;
                let player = game.person().ok_or(WriteError::NotRanked)?;
                let is_free = self.check_nick(nick, player).is_ok();
                if !is_free || !self.ranked_games.insert(game.body.moves()) {
                    return Err(WriteError::NotRanked);
                }
                self.nicks.insert(nick.folded(), self.current(player));
                self.rank(nick, *score);
            }
            Event::Ended { .. } => {
                if let Some(mut game) = append.finished.clone() {
                    game.players = game.players.map(|player| Some(self.current(player?)));
                    let (room, at) = (append.room.clone(), entry.at);
                    self.games.push(StoredGame { room, at, game });
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check_nick(&self, nick: &Nick, player: SecretHash) -> Result<(), WriteError> {
        let owner = self.nicks.get(&nick.folded());
        if owner.is_none_or(|owner| *owner == self.current(player)) {
            Ok(())
        } else {
            Err(WriteError::NickTaken)
        }
    }

    fn rank(&mut self, nick: &Nick, score: i32) {
        let ranked = Ranked { nick: nick.clone(), score };
        let best = self.ranking.entry(nick.folded()).or_insert_with(|| ranked.clone());
        if best.score < score {
            *best = ranked;
        }
    }

    fn save(&mut self, save: &Save) -> Result<u64, WriteError> {
        let Save { author, name, body, at, seq, overwrite } = save;
        if let Some(seq) = self.recall(author) {
            return Ok(seq);
        }
        let owner = String::from(self.current(author.owner));
        let place = (owner.clone(), name.to_string());
        let exists = self.saves.contains_key(&place);
        if exists && *overwrite == Overwrite::Forbidden {
            return Err(WriteError::SaveExists);
        }
        let count = self.saves.keys().filter(|(other, _)| *other == owner).count();
        if !exists && count >= SAVES_PER_PLAYER_MAX {
            return Err(WriteError::TooManySaves);
        }
        self.saves.insert(place, (name.clone(), *at, body.clone()));
        self.remember(author, *seq);
        Ok(*seq)
    }

    fn remove(&mut self, remove: &Remove) -> Result<u64, WriteError> {
        let Remove { author, name } = remove;
        if let Some(seq) = self.recall(author) {
            return Ok(seq);
        }
        let place = (String::from(self.current(author.owner)), name.to_string());
        self.saves.remove(&place).ok_or(WriteError::NoSuchSave)?;
        self.remember(author, 0);
        Ok(0)
    }

    fn recall(&self, author: &Author) -> Option<u64> {
        let requests = self.requests.get(&String::from(author.owner))?;
        requests.iter().find(|(known, _)| known == author).map(|&(_, seq)| seq)
    }

    fn remember(&mut self, author: &Author, seq: u64) {
        let requests = self.requests.entry(author.owner.into()).or_default();
        requests.push_back((*author, seq));
        if requests.len() > REQUESTS_KEPT {
            requests.pop_front();
        }
    }

    /// Returns the games that a player may see, with their numbers.
    fn visible(
        &self,
        player: Option<SecretHash>,
    ) -> impl DoubleEndedIterator<Item = (u64, &StoredGame)> {
        let numbered = self.games.iter().enumerate().map(|(i, stored)| (i as u64 + 1, stored));
        numbered.filter(move |(_, stored)| {
            stored.game.is_listed || player.is_some() && stored.game.players.contains(&player)
        })
    }
}

impl Reader for MemoryStorage {
    fn room(&self, room: &RoomId) -> Result<Option<StoredRoom>, ReadError> {
        Ok(self.read(|tables| {
            tables.rooms.get(room.as_str()).map(|entries| stored_room(room.as_str(), entries))
        }))
    }

    fn owner(&self, room: &RoomId) -> Result<Option<Owner>, ReadError> {
        let owner = self.read(|tables| {
            let last = tables.rooms.get(room.as_str())?.last()?;
            let is_open = !matches!(last.event, Event::Closed { .. });
            is_open.then(|| tables.owners.get(room.as_str()).map(|(node, _)| *node)).flatten()
        });
        Ok(owner.map(|node| {
            if node == self.node {
                return Owner::Own;
            }
            let peer = Peer { node: node.cast_signed(), address: ([127, 0, 0, 1], 0).into() };
            Owner::Other { beats: 0, peer: Some(peer) }
        }))
    }

    fn nick_owner(&self, folded: &str) -> Result<Option<SecretHash>, ReadError> {
        Ok(self.read(|tables| tables.nicks.get(folded).copied()))
    }

    fn replaced_keys(&self) -> Result<Vec<SecretHash>, ReadError> {
        let keys = self.read(|tables| tables.replaced.keys().cloned().collect::<Vec<_>>());
        Ok(keys.into_iter().filter_map(|key| SecretHash::try_from(key).ok()).collect())
    }

    fn ranking(&self, lines_max: usize) -> Result<Vec<Ranked>, ReadError> {
        let mut lines: Vec<Ranked> = self.read(|tables| tables.ranking.values().cloned().collect());
        lines.sort_by_key(|line| (-line.score, line.nick.folded()));
        lines.truncate(lines_max);
        Ok(lines)
    }

    fn save(&self, owner: SecretHash, name: &SaveName) -> Result<Option<SavedBody>, ReadError> {
        let place = (owner.into(), name.to_string());
        Ok(self.read(|tables| tables.saves.get(&place).map(|(_, _, body)| body.clone())))
    }

    fn saves(&self, owner: SecretHash) -> Result<Vec<SavedGame>, ReadError> {
        let owner = String::from(owner);
        Ok(self.read(|tables| {
            let own = tables.saves.iter().filter(|((other, _), _)| *other == owner);
            own.map(|(_, save)| saved_game(save)).collect()
        }))
    }

    fn games(&self, query: &GamesQuery) -> Result<Vec<GameSummary>, ReadError> {
        let name = query.name.as_ref().map(|name| name.to_lowercase());
        let fits = |number: u64, stored: &StoredGame| {
            let names = stored.game.body.folded_names();
            name.as_ref().is_none_or(|name| names.contains(name))
                && query.before.is_none_or(|before| number < before)
        };
        Ok(self.read(|tables| {
            let newest = tables.visible(query.player).rev();
            let fitting = newest.filter(|&(number, stored)| fits(number, stored));
            fitting.take(GAMES_LISTED_MAX).map(|(number, it)| summary(number, it)).collect()
        }))
    }

    fn game(
        &self,
        id: u64,
        player: Option<SecretHash>,
    ) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        Ok(self.read(|tables| {
            let (number, stored) = tables.visible(player).find(|(number, _)| *number == id)?;
            Some((summary(number, stored), stored.game.body.record.clone()))
        }))
    }

    fn bytes(&self) -> Result<u64, ReadError> {
        Ok(0)
    }

    fn last_game_of(&self, room: &RoomId) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        Ok(self.read(|tables| {
            let at = tables.games.iter().rposition(|stored| stored.room == *room)?;
            let last = &tables.games[at];
            Some((summary(at as u64 + 1, last), last.game.body.record.clone()))
        }))
    }
}

fn stored_room(room: &str, entries: &[Entry]) -> StoredRoom {
    StoredRoom { room: room.parse().unwrap(), entries: entries.to_vec() }
}

fn saved_game((name, at, body): &(SaveName, Timestamp, SavedBody)) -> SavedGame {
    let game = Game::try_from(body.record.clone()).unwrap();
    SavedGame {
        name: name.clone(),
        saved_at_ms: at.0,
        ply: game.ply() as u32,
        discs: game.counts(),
        black: body.black.clone(),
        white: body.white.clone(),
    }
}

fn summary(number: u64, stored: &StoredGame) -> GameSummary {
    let FinishedBody { black, white, result, opening, .. } = stored.game.body.clone();
    let (room, ended_at_ms) = (stored.room.clone(), stored.at.0);
    GameSummary { game: number, room, black, white, result, opening, ended_at_ms }
}
