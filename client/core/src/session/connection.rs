//! The connection comes and goes: what is asked, and asked again.

use reversi_protocol::{Command, Durability, PlayerName, RequestId, RoleWish, Strength};

use super::effect::Effect;
use super::pending::{Asked, Pending, Purpose, Ticket};
use super::{Link, Session};
use crate::report::{Asker, Report};
use crate::server_url::ServerUrl;
use crate::texts::Spoken;

impl Session {
    /// A connection stands: enters the rooms again from where their views are, then asks again
    /// what was not answered, under the same numbers.
    pub fn connected(&mut self, server: ServerUrl, name: PlayerName, durability: Durability) {
        let again = self.link != Link::New;
        self.link = Link::Online;
        // The server tells those that stand.
        self.invitations.clear();
        self.report(Report::Connected { server: server.to_string(), name, again, durability });
        self.server = Some(server);
        if !again {
            self.find_kept_seats();
        }
        // What the session asked for itself was about the connection that is gone.
        self.pending.retain(|pending| pending.asked.asker != Asker::Session);
        if !self.shunned.blocked.is_empty() {
            self.tell_blocked();
        }
        for command in self.rejoin_commands() {
            self.request_own(command);
        }
        self.follow_again();
        for index in 0..self.pending.len() {
            self.send_again(index);
        }
    }

    /// There is no connection.
    pub fn offline(&mut self, reason: Spoken, retry_in_ms: u64, attempt: u32) {
        let was_online = self.is_online();
        self.link = Link::Offline;
        self.report(Report::Offline { reason, retry_in_ms, attempt });
        if was_online {
            let is_waiting = |pending: &&Pending| {
                pending.sends > 0
                    && pending.reply.is_none()
                    && pending.asked.asker != Asker::Session
            };
            let waiting = self.pending.iter().filter(is_waiting);
            for request in waiting.map(|pending| pending.asked.words()).collect::<Vec<_>>() {
                self.report(Report::Pending { request });
            }
        }
    }

    /// Lets others know the player's name where this client watches, or no longer.
    pub fn be_named(&mut self, named: bool) {
        self.named = named;
        if !self.is_online() {
            return;
        }
        for command in self.rejoin_commands() {
            if matches!(command, Command::Join { role: RoleWish::Spectator, .. }) {
                self.request_own(command);
            }
        }
    }

    /// Says from now on how strong the player plays.
    pub const fn be_of_strength(&mut self, strength: Option<Strength>) {
        self.strength = strength;
    }

    fn rejoin_commands(&mut self) -> Vec<Command> {
        let (named, strength) = (self.named, self.strength);
        let open = self.rooms.iter_mut().filter(|(_, room)| !room.is_closed());
        open.map(|(id, room)| {
            room.follow();
            let (role, token) = room.role();
            let (room, seen) = (id.clone(), room.seen());
            Command::Join { room, role, token, invitation: None, seen, named, strength }
        })
        .collect()
    }

    fn send_again(&mut self, index: usize) {
        let fresh = self.last_id + 1;
        let pending = &mut self.pending[index];
        if pending.reply.is_some() || pending.asked.asker == Asker::Session {
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

    /// Takes note of who asks, under a new ticket.
    pub(super) fn asked(&mut self, asker: Asker, words: &str) -> Asked {
        self.last_ticket += 1;
        Asked { ticket: Ticket(self.last_ticket), asker, words: words.to_owned() }
    }

    /// Asks the server for the session itself.
    pub(super) fn request_own(&mut self, command: Command) {
        let asked = self.asked(Asker::Session, "");
        self.request(command, asked);
    }

    /// Asks the server, at once or when there is a connection.
    pub(super) fn request(&mut self, command: Command, asked: Asked) {
        self.request_for(None, command, asked);
    }

    /// Asks the server for something that is wanted for a purpose.
    pub(super) fn request_for(&mut self, purpose: Option<Purpose>, command: Command, asked: Asked) {
        self.last_id += 1;
        let id = RequestId(self.last_id);
        if !self.is_online() && asked.asker != Asker::Session {
            self.report(Report::Pending { request: asked.words() });
        }
        self.pending.push(Pending { asked, id, command, purpose, sends: 0, reply: None });
        if self.is_online() {
            self.send(self.pending.len() - 1);
        }
    }

    fn send(&mut self, index: usize) {
        let pending = &mut self.pending[index];
        pending.sends += 1;
        let request = pending.request();
        self.effects.push(Effect::Send(request));
    }
}
