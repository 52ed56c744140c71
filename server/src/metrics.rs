//! What the server counts, for Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::link::LinkMetrics;
use crate::pool::PoolMetrics;
use crate::store::JournalMetrics;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct RefusalLabels {
    pub code: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct CloseLabels {
    pub code: u16,
}

#[derive(Clone, Debug, Default)]
pub struct Metrics {
    pub journal: JournalMetrics,
    /// WebSocket connections after their welcome.
    pub connections: Gauge,
    /// Rooms that are not closed.
    pub rooms: Gauge,
    /// Those of them that do not rest.
    pub rooms_in_memory: Gauge,
    pub requests: Counter,
    pub refusals: Family<RefusalLabels, Counter>,
    /// Connections that the server closed, by close code.
    pub closes: Family<CloseLabels, Counter>,
    /// Rooms reloaded after a defect.
    pub room_faults: Counter,
    pub bots: PoolMetrics,
    pub links: LinkMetrics,
    /// Lines of the log that were not written.
    pub log_lines_dropped: Counter,
}

impl Metrics {
    /// Writes the counts in Prometheus' text format.
    pub fn render(&self) -> String {
        let mut registry = Registry::with_prefix("reversi");
        let journal = &self.journal;
        registry.register(
            "journal_commit_seconds",
            "Time of a commit",
            journal.commit_seconds.clone(),
        );
        registry.register("journal_entries", "Events made durable", journal.entries.clone());
        registry.register("journal_commits", "Commits", journal.commits.clone());
        registry.register(
            "database_bytes",
            "Bytes of the database that hold something",
            journal.bytes.clone(),
        );
        registry.register(
            "storage_trouble",
            "1 while nothing can be stored",
            journal.health.troubled.clone(),
        );
        registry.register("connections", "WebSocket connections", self.connections.clone());
        registry.register("rooms", "Rooms that are not closed", self.rooms.clone());
        registry.register(
            "rooms_in_memory",
            "Rooms that somebody is in, or was in just now",
            self.rooms_in_memory.clone(),
        );
        registry.register("requests", "Requests received", self.requests.clone());
        registry.register("refusals", "Requests refused, by code", self.refusals.clone());
        registry.register("closes", "Connections closed by the server", self.closes.clone());
        registry.register("room_faults", "Rooms reloaded after a defect", self.room_faults.clone());
        registry.register(
            "bot_searches",
            "Searches waiting or running",
            self.bots.searches.clone(),
        );
        registry.register("bot_failures", "Searches that failed", self.bots.failures.clone());
        let links = &self.links;
        registry.register("links", "Links to and from other servers", links.links.clone());
        registry.register(
            "link_members",
            "Connections of other servers that are in rooms of this one",
            links.members.clone(),
        );
        registry.register("link_packets", "Packets sent over links", links.packets.clone());
        registry.register(
            "link_waiting_bytes",
            "Bytes that wait for links",
            links.waiting_bytes.clone(),
        );
        registry.register(
            "log_lines_dropped",
            "Lines of the log that were not written",
            self.log_lines_dropped.clone(),
        );
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &registry);
        text
    }
}
