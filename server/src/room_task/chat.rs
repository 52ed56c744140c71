//! What is said in a room. It is kept in memory alone, while somebody is there: no event, nothing that waits for
//! a disk. While a game runs players and spectators hear their own kind; when it is over all hear all of it.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::CHAT_LINES_KEPT;
use reversi_protocol::{
    Channel, ChatLine, ChatRule, Phrase, PlayerName, Refusal, RefusalCode, Said,
};
use reversi_room::{Audience, RequestKey, Room, Timestamp};

use crate::net::limits::{Bucket, Rate};
use crate::store::Complaint;

/// What spectators of one room may say together. Chosen: more than can be read.
const CROWD: Rate = Rate { burst: 20, every: Duration::from_millis(500) };

/// Both audiences.
pub(super) const EVERYONE: [Audience; 2] = [Audience::Players, Audience::Spectators];

/// The last lines of a room.
#[derive(Default)]
pub(super) struct Chat {
    lines: VecDeque<Kept>,
    last_at: u64,
    crowd: Bucket,
}

/// Who says something, and by which request.
pub(super) struct Speaker {
    pub(super) audience: Audience,
    pub(super) name: PlayerName,
    pub(super) color: Option<Color>,
    pub(super) network: IpAddr,
    pub(super) key: RequestKey,
}

struct Kept {
    line: ChatLine,
    key: RequestKey,
    network: IpAddr,
    /// Whether everyone may hear it.
    is_open: bool,
}

impl Kept {
    fn is_for(&self, audience: Audience) -> bool {
        self.is_open || self.line.channel == channel(audience)
    }
}

const fn channel(audience: Audience) -> Channel {
    match audience {
        Audience::Players => Channel::Players,
        Audience::Spectators => Channel::Spectators,
    }
}

impl Chat {
    /// Keeps what somebody says. Returns it with those who hear it; nothing where the request was carried out
    /// before.
    pub(super) fn say(
        &mut self,
        room: &Room,
        speaker: Speaker,
        said: Said,
        now: Timestamp,
    ) -> Result<Option<(ChatLine, Vec<Audience>)>, Refusal> {
        match (room.chat_rule(), &said) {
            (ChatRule::Off, _) => return Err(RefusalCode::ChatOff.into()),
            (ChatRule::Phrases, Said::Text { .. }) => {
                return Err(RefusalCode::PhrasesOnly.into());
            }
            (_, Said::Phrase { phrase: Phrase::Unknown } | Said::Unknown) => {
                return Err(RefusalCode::BadRequest.into());
            }
            (ChatRule::Everything | ChatRule::Phrases, Said::Text { .. } | Said::Phrase { .. }) => {
            }
        }
        let Speaker { audience, name, color, network, key } = speaker;
        if self.lines.iter().any(|kept| kept.key == key) {
            return Ok(None);
        }
        if audience == Audience::Spectators {
            let crowd = self.crowd.take(CROWD, now);
            crowd.map_err(|wait| Refusal::wait(RefusalCode::RateLimited, wait))?;
        }
        self.last_at = now.0.max(self.last_at + 1);
        let line = ChatLine {
            at_ms: self.last_at,
            ply: room.known_to(audience).game().ply() as u32,
            channel: channel(audience),
            name,
            color,
            said,
        };
        let kept = Kept { line: line.clone(), key, network, is_open: !room.is_running() };
        let heard_by = EVERYONE.into_iter().filter(|it| kept.is_for(*it)).collect();
        if self.lines.len() == CHAT_LINES_KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(kept);
        Ok(Some((line, heard_by)))
    }

    /// Returns what an audience has heard, the oldest first.
    pub(super) fn heard_by(&self, audience: Audience) -> Vec<ChatLine> {
        let heard = self.lines.iter().filter(|kept| kept.is_for(audience));
        heard.map(|kept| kept.line.clone()).collect()
    }

    /// Lets everyone hear everything. Returns what each audience has not heard.
    pub(super) fn open(&mut self) -> [Vec<ChatLine>; 2] {
        let unheard = EVERYONE.map(|audience| {
            let unheard = self.lines.iter().filter(|kept| !kept.is_for(audience));
            unheard.map(|kept| kept.line.clone()).collect()
        });
        self.lines.iter_mut().for_each(|kept| kept.is_open = true);
        unheard
    }

    /// Returns what somebody complains about: a line that was heard, and what came before it.
    pub(super) fn complaint(
        &self,
        room: &Room,
        (by, audience): (PlayerName, Audience),
        at_ms: u64,
        now: Timestamp,
    ) -> Result<Complaint, Refusal> {
        let meant = |kept: &&Kept| kept.is_for(audience) && kept.line.at_ms == at_ms;
        let Kept { line, network, .. } =
            self.lines.iter().find(meant).ok_or(RefusalCode::NoSuchLine)?;
        let mut lines = self.heard_by(audience);
        lines.retain(|line| line.at_ms <= at_ms);
        let (at, room) = (now, room.id().clone());
        Ok(Complaint { at, room, by, line: line.clone(), network: *network, lines })
    }
}
