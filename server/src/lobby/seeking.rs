//! Where people of linked servers wait for an opponent: all at one of them, the one with the lowest number.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use reversi_protocol::limits::PAIR_BOT_MS;
use reversi_protocol::{Refusal, RoomId, ServerMessage};
use tokio::sync::oneshot;
use tracing::debug;

use super::Lobby;
use super::pairing::fitting;
use super::queue::{Asker, Found};
use crate::link::Links;
use crate::store::Peer;

/// How often it is looked where people wait by now.
const LOOK: Duration = Duration::from_secs(2);

/// Time before somebody waits at another server, so that a dead one is not asked again and again.
const PAUSE: Duration = Duration::from_millis(250);

const BOT_AFTER: Duration = Duration::from_millis(PAIR_BOT_MS);

impl Lobby {
    /// Lets somebody wait wherever all do, until there is an opponent.
    pub(super) async fn seek_everywhere(
        self: Arc<Self>,
        links: Arc<Links>,
        mut seeker: Asker,
        found: oneshot::Sender<Result<RoomId, Refusal>>,
    ) {
        let clock = self.services.clock;
        let mut offered_at = Some(clock.now().after(BOT_AFTER));
        let outbox = seeker.outbox.take();
        loop {
            let place = self.elder(&links).await.unwrap_or_default();
            let mut waiting = pin!(self.wait_at(&links, place, &seeker));
            let mut moved = pin!(self.waits_elsewhere_than(&links, place));
            let ended = loop {
                tokio::select! {
                    ended = &mut waiting => break ended,
                    () = &mut moved => break None,
                    () = clock.sleep_until(offered_at) => {
                        offered_at = None;
                        if let Some(outbox) = &outbox {
                            let bot = fitting(seeker.strength);
                            outbox.send_message(&ServerMessage::Pairing { time: seeker.time, bot });
                        }
                    }
                }
            };
            match ended {
                // Whoever asked may have gone meanwhile.
                Some(Some(answer)) => return drop(found.send(answer)),
                Some(None) => return,
                None => {
                    debug!("an opponent is looked for at another server from now on");
                    clock.sleep_until(Some(clock.now().after(PAUSE))).await;
                }
            }
        }
    }

    /// Waits until all wait at another server than they did.
    async fn waits_elsewhere_than(&self, links: &Links, place: Option<Peer>) {
        let clock = self.services.clock;
        loop {
            clock.sleep_until(Some(clock.now().after(LOOK))).await;
            if self.elder(links).await.is_some_and(|elder| elder != place) {
                return;
            }
        }
    }

    /// Waits at one of the servers, which is this one where none is named; nothing if there is no way there any more.
    async fn wait_at(
        self: &Arc<Self>,
        links: &Arc<Links>,
        place: Option<Peer>,
        seeker: &Asker,
    ) -> Option<Found> {
        match place {
            None => {
                let (_queued, found) = self.queue(seeker.clone());
                Some(found.await.ok())
            }
            Some(peer) => links.seek(peer, seeker.clone()).await,
        }
    }

    /// Returns where people wait, nobody being here; nothing while that cannot be read.
    async fn elder(&self, links: &Links) -> Option<Option<Peer>> {
        let peers = self.services.journal.peers().await.ok()?;
        let elder = peers.into_iter().min_by_key(|peer| peer.node);
        Some(elder.filter(|peer| peer.node < links.own_node()))
    }
}
