//! The connection comes and goes: what is asked, and asked again.

use reversi_protocol::{Command, PlayerName, RequestId};

use super::pending::{Origin, Pending, Ticket};
use super::report::Report;
use super::{Effect, Link, Session};

impl Session {
    /// A connection stands: enters the rooms again from where their views are, then asks again
    /// what was not answered, under the same numbers.
    pub fn connected(&mut self, server: String, name: PlayerName) {
        let again = self.link != Link::New;
        self.link = Link::Online;
        self.report(Report::Connected { server, name, again });
        // What the session asked for itself was about the connection that is gone.
        self.pending.retain(|pending| pending.origin != Origin::Session);
        for command in self.rejoin_commands() {
            self.request(command, Origin::Session);
        }
        for index in 0..self.pending.len() {
            self.send_again(index);
        }
    }

    /// There is no connection.
    pub fn offline(&mut self, reason: String, retry_in_ms: u64, attempt: u32) {
        let was_online = self.is_online();
        self.link = Link::Offline;
        self.report(Report::Offline { reason, retry_in_ms, attempt });
        if was_online {
            let sent = |pending: &&Pending| pending.sends > 0 && pending.reply.is_none();
            let unanswered = self.pending.iter().filter(sent);
            let words = unanswered.filter_map(|pending| pending.words().map(str::to_owned));
            for request in words.collect::<Vec<_>>() {
                self.report(Report::Pending { request });
            }
        }
    }

    fn rejoin_commands(&mut self) -> Vec<Command> {
        let open = self.rooms.iter_mut().filter(|(_, room)| !room.is_closed());
        open.map(|(id, room)| {
            room.follow();
            let (role, token) = room.role();
            Command::Join { room: id.clone(), role, token, seen: room.seen() }
        })
        .collect()
    }

    fn send_again(&mut self, index: usize) {
        let fresh = self.last_id + 1;
        let pending = &mut self.pending[index];
        if pending.reply.is_some() || pending.origin == Origin::Session {
            return;
        }
        // Being in a room belongs to the connection. An old answer to these two would speak of
        // the one that is gone, so they are asked anew; both can be done twice without harm.
        if matches!(pending.command, Command::Join { .. } | Command::Leave { .. }) {
            self.last_id = fresh;
            pending.id = RequestId(fresh);
        }
        self.send(index);
    }

    pub(super) fn ask(&mut self, command: Command, words: &str) -> Ticket {
        self.request(command, Origin::User(words.to_owned()))
    }

    pub(super) fn request(&mut self, command: Command, origin: Origin) -> Ticket {
        self.last_id += 1;
        let id = RequestId(self.last_id);
        let ticket = Ticket(id);
        self.pending.push(Pending { ticket, id, command, origin, sends: 0, reply: None });
        if self.is_online() {
            self.send(self.pending.len() - 1);
        } else if let Some(words) = self.pending.last().and_then(Pending::words) {
            let request = words.to_owned();
            self.report(Report::Pending { request });
        }
        ticket
    }

    fn send(&mut self, index: usize) {
        let pending = &mut self.pending[index];
        pending.sends += 1;
        let request = pending.request();
        self.effects.push(Effect::Send(request));
    }
}
