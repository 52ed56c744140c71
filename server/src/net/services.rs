//! What every connection shares.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::hosts::Hosts;
use super::limits::AddressLimiter;
use super::proxies::Proxies;
use crate::clock::Clock;
use crate::following::Followers;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::pool::SearchPool;
use crate::store::Journal;

/// Time for what was begun when the server stops.
const GRACE: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub struct Services {
    pub lobby: Arc<Lobby>,
    /// Who follows whom.
    pub followers: Arc<Followers>,
    /// Saved and finished games.
    pub journal: Journal,
    pub pool: SearchPool,
    pub clock: Clock,
    pub metrics: Arc<Metrics>,
    /// Rooms that an address may create.
    pub room_limiter: AddressLimiter,
    /// What an address may make the server store.
    pub store_limiter: AddressLimiter,
    /// Lines of chat that an address may send.
    pub chat_limiter: AddressLimiter,
    /// Invitations to names that an address may send.
    pub invitation_limiter: AddressLimiter,
    /// Requests a second that a connection may send in the long run.
    pub requests_per_second: u32,
    /// Plain requests that an address may send.
    pub page_limiter: AddressLimiter,
    /// The names that the server answers to, and the pages that may connect.
    pub hosts: Hosts,
    /// The proxies in front of the server.
    pub proxies: Proxies,
    /// Cancelled when the server stops.
    pub shutdown: CancellationToken,
}

impl Services {
    /// Does what takes a while, such as to look for a room elsewhere, for little longer than the server runs. Whoever
    /// asked for it asks again.
    pub(super) async fn unless_stopped(&self, mut serving: BoxFuture<'_, ()>) {
        // Most of it takes no time, and need not listen for the end.
        if (&mut serving).now_or_never().is_some() {
            return;
        }
        let stopped = async {
            self.shutdown.cancelled().await;
            sleep(GRACE).await;
        };
        // In a box, it takes memory only while it goes on.
        let either = Box::pin(async {
            tokio::select! {
                () = serving => {}
                () = stopped => {}
            }
        });
        either.await;
    }
}
