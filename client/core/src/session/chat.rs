//! What is said in rooms: who is heard, and what was said last. Whom the client shuns.

use reversi_protocol::limits::BLOCKED_MAX;
use reversi_protocol::{ChatLine, Command, PlayerName, RefusalCode, RoomId};

use super::Session;
use super::effect::Effect;
use super::pending::Asked;
use crate::answer::Answer;
use crate::files::SettingsError;
use crate::intent::{Change, Shunned, Shunning};
use crate::not_done::NotDone;
use crate::report::Report;

fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.to_lowercase()
}

impl Session {
    /// Returns from whom the client is kept away.
    pub const fn shunned(&self) -> &Shunned {
        &self.shunned
    }

    pub(super) fn hear_lines(&mut self, id: &RoomId, lines: Vec<ChatLine>) {
        let Shunned { muted, blocked } = self.shunned.clone();
        for line in lines {
            let mut unheard = muted.iter().chain(&blocked);
            let is_unheard = unheard.any(|name| is_same(name, line.name.as_str()));
            let Some(room) = self.rooms.get_mut(id).filter(|_| !is_unheard) else { continue };
            if room.keep_line(&line) {
                self.report(Report::Chat { room: id.clone(), line });
            }
        }
    }

    /// Returns the request that complains of the last line of somebody in the current room.
    pub(super) fn complaint(&self, name: &str) -> Result<Command, NotDone> {
        let (id, room, _) = self.here()?;
        let mut lines = room.chat().iter().rev();
        let line = lines.find(|line| is_same(name, line.name.as_str()));
        let at_ms = line.ok_or(NotDone::Rule(RefusalCode::NoSuchLine))?.at_ms;
        Ok(Command::Report { room: id.clone(), at_ms })
    }

    /// Shuns somebody or ends that, or tells who is shunned.
    pub(super) fn shun(&mut self, shunning: Shunning, change: Option<Change>, asked: Asked) {
        let Some(change) = change else { return self.answer_shunned(shunning) };
        let mut names = self.shunned.of(shunning).clone();
        let (Change::Add(name) | Change::Remove(name)) = &change;
        names.retain(|known| !is_same(known, name));
        if let Change::Add(name) = change {
            names.push(name);
        }
        self.await_outside(asked.ticket, Effect::KeepShunned(shunning, names, asked));
    }

    pub(super) fn shunned_kept(
        &mut self,
        (shunning, names): (Shunning, Vec<String>),
        kept: Result<(), SettingsError>,
        asked: Asked,
    ) {
        if let Err(error) = kept {
            return self.refuse(error.into(), asked);
        }
        *self.shunned.of_mut(shunning) = names;
        if shunning == Shunning::Blocked && self.is_online() {
            self.tell_blocked();
        }
        self.answer_shunned(shunning);
    }

    /// Tells the server whom the client wants to meet in no game.
    pub(super) fn tell_blocked(&mut self) {
        let names = self.shunned.blocked.iter().rev().take(BLOCKED_MAX);
        let names = names.filter_map(|name| PlayerName::try_from(name.clone()).ok()).collect();
        self.request_own(Command::Block { names });
    }

    fn answer_shunned(&mut self, shunning: Shunning) {
        let names = self.shunned.of(shunning).clone();
        self.answer(match shunning {
            Shunning::Muted => Answer::Muted { names },
            Shunning::Blocked => Answer::Blocked { names },
        });
    }
}
