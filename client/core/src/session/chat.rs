//! What is said in rooms: who is heard, and what was said last.

use reversi_protocol::{ChatLine, Command, RefusalCode, RoomId};

use super::Session;
use super::effect::Effect;
use super::pending::Asked;
use crate::answer::Answer;
use crate::files::SettingsError;
use crate::intent::Hearing;
use crate::not_done::NotDone;
use crate::report::Report;

fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.to_lowercase()
}

impl Session {
    /// Returns whose lines are not told.
    pub fn muted(&self) -> &[String] {
        &self.muted
    }

    pub(super) fn hear_lines(&mut self, id: &RoomId, lines: Vec<ChatLine>) {
        for line in lines {
            let is_muted = self.muted.iter().any(|name| is_same(name, line.name.as_str()));
            let Some(room) = self.rooms.get_mut(id).filter(|_| !is_muted) else { continue };
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

    /// Mutes somebody or ends that, or tells who is muted.
    pub(super) fn mute(&mut self, change: Option<(String, Hearing)>, asked: Asked) {
        let Some((name, hearing)) = change else { return self.answer_muted() };
        let mut muted = self.muted.clone();
        muted.retain(|known| !is_same(known, &name));
        if hearing == Hearing::Muted {
            muted.push(name);
        }
        self.await_outside(asked.ticket, Effect::KeepMuted(muted, asked));
    }

    pub(super) fn muted_kept(
        &mut self,
        muted: Vec<String>,
        kept: Result<(), SettingsError>,
        asked: Asked,
    ) {
        match kept {
            Ok(()) => {
                self.muted = muted;
                self.answer_muted();
            }
            Err(error) => self.refuse(error.into(), asked),
        }
    }

    fn answer_muted(&mut self) {
        self.answer(Answer::Muted { names: self.muted.clone() });
    }
}
