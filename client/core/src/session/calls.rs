//! Invitations by name: those that came, and what came of one's own.

use reversi_protocol::{
    Command, InvitationEnd, Invited, OfferAnswer, Phase, PlayerName, RoleWish, RoomId,
};

use super::Session;
use super::effect::SeatFor;
use super::pending::Asked;
use crate::intent::NewRoom;
use crate::not_done::NotDone;
use crate::report::Report;
use crate::server_url::RoomRef;

impl Session {
    /// Returns the invitations that wait for an answer, the last one last.
    pub fn invitations(&self) -> impl DoubleEndedIterator<Item = &Invited> {
        let is_answered = |invited: &Invited| {
            let is_meant = |command: &Command| {
                matches!(command, Command::Decline { room } | Command::Join { room, .. }
                    if *room == invited.room)
            };
            self.pending.iter().any(|pending| is_meant(&pending.command))
        };
        self.invitations.iter().filter(move |invited| !is_answered(invited))
    }

    pub(super) fn call(&mut self, name: PlayerName, asked: Asked) {
        let has_seat = self
            .here()
            .is_ok_and(|(_, room, view)| view.phase == Phase::Open && room.seats().len() == 1);
        if let Some(room) = self.current.clone().filter(|_| has_seat) {
            self.fetch_secrets(SeatFor::Guest(room, Some(name)), asked);
        } else {
            let room = NewRoom { invites: true, to: Some(name), ..NewRoom::default() };
            self.open_room(room, asked);
        }
    }

    /// Tells whether a yes or no is about an invitation: nothing else is asked.
    pub(super) fn is_call_answered(&self) -> bool {
        let is_asked = self.here().is_ok_and(|(_, room, _)| room.offer_to_answer().is_some());
        !is_asked && self.invitations().next().is_some()
    }

    pub(super) fn answer_last_call(&mut self, answer: OfferAnswer, asked: Asked) {
        let last = self.invitations().next_back().map(|invited| invited.room.clone());
        if let Some(room) = last {
            self.answer_call(&room, answer, asked);
        }
    }

    pub(super) fn answer_call(&mut self, room: &RoomId, answer: OfferAnswer, asked: Asked) {
        let Some(invited) = self.invitations.iter().find(|it| it.room == *room) else {
            return self.refuse(NotDone::NoOffer, asked);
        };
        let room = room.clone();
        match answer {
            OfferAnswer::Accept if invited.may_pick_side() => {
                self.refuse(NotDone::NoSide(room), asked);
            }
            OfferAnswer::Accept => {
                self.enter(RoomRef::from(room), RoleWish::Player, asked);
            }
            OfferAnswer::Decline => self.request(Command::Decline { room }, asked),
        }
    }

    pub(super) fn called(&mut self, invited: Invited) {
        self.forget_call(&invited.room);
        self.invitations.push(invited.clone());
        self.report(Report::Invited { invited: Box::new(invited) });
    }

    pub(super) fn call_over(&mut self, room: RoomId, name: PlayerName, why: InvitationEnd) {
        let by = self.forget_call(&room).map(|invited| invited.by);
        // What the client has taken itself is no news.
        if by.is_some() || self.rooms.contains_key(&room) && why != InvitationEnd::Withdrawn {
            self.report(Report::InvitationOver { room, name, by, why });
        }
    }

    pub(super) fn forget_call(&mut self, room: &RoomId) -> Option<Invited> {
        let place = self.invitations.iter().position(|it| it.room == *room)?;
        Some(self.invitations.remove(place))
    }
}
