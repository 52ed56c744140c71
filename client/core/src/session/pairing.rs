//! The client waits for an opponent.

use reversi_protocol::{BotName, Command, RequestId, TimeControl};

use super::Session;
use super::effect::Secrets;
use super::pending::{Asked, Pending, Ticket};
use crate::intent::PairWish;
use crate::not_done::NotDone;
use crate::report::{Asker, Report};

impl Session {
    /// Returns the time that an opponent is waited for with, and the bot that would play in place of one.
    pub fn pairing(&self) -> Option<(TimeControl, Option<&BotName>)> {
        self.waiting().map(|(_, wish)| (wish.time, self.bot_offered.as_ref()))
    }

    /// Tells whether a request does nothing any more but wait for an opponent, while anything else can be asked.
    pub fn is_seeking(&self, ticket: Ticket) -> bool {
        self.seeking == Some(ticket) && self.is_pending(ticket)
    }

    fn waiting(&self) -> Option<(Secrets, PairWish)> {
        self.pending.iter().find_map(|pending| {
            let Command::Pair { time, strength, token, bot: None } = pending.command else {
                return None;
            };
            let secrets = Secrets { token: Some(token), invitation: None };
            Some((secrets, PairWish { time, strength }))
        })
    }

    pub(super) fn pair(&mut self, wish: PairWish, secrets: Secrets, asked: Asked) {
        self.pair_or_play(wish, secrets, None, asked);
    }

    /// Plays the bot that is offered, in place of waiting on.
    pub(super) fn pair_with_bot(&mut self, asked: Asked) -> Result<(), NotDone> {
        let (secrets, wish) = self.waiting().ok_or(NotDone::NoOffer)?;
        let bot = self.bot_offered.clone().ok_or(NotDone::NoOffer)?;
        self.pair_or_play(wish, secrets, Some(bot), asked);
        Ok(())
    }

    fn pair_or_play(
        &mut self,
        PairWish { time, strength }: PairWish,
        secrets: Secrets,
        bot: Option<BotName>,
        asked: Asked,
    ) {
        let Some(token) = secrets.token else { return };
        let strength = strength.or(self.strength);
        self.bot_offered = None;
        self.request(Command::Pair { time, strength, token, bot }, asked);
    }

    pub(super) fn unpair(&mut self, asked: Asked) {
        if self.waiting().is_some() {
            self.request(Command::Unpair, asked);
        } else {
            self.report(Report::Unpaired);
        }
    }

    pub(super) fn told_to_wait(&mut self, time: TimeControl, bot: Option<BotName>) {
        self.bot_offered.clone_from(&bot);
        let is_seeker = |it: &&Pending| matches!(it.command, Command::Pair { bot: None, .. });
        self.seeking = self.pending.iter().rfind(is_seeker).map(|it| it.asked.ticket);
        self.report(Report::Pairing { time, bot });
    }

    /// Nothing came of a request for an opponent, or it is no longer waited for; or nobody is followed any more.
    pub(super) fn done(&mut self, id: RequestId) {
        let Some(Pending { command, asked, .. }) = self.take_pending(id) else { return };
        if matches!(command, Command::Pair { .. }) {
            self.report(Report::Unpaired);
        } else if command == Command::Unfollow && asked.asker == Asker::Person {
            self.follows_nobody();
        }
    }
}
