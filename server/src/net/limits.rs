//! Token buckets: so much at once, so much in the long run.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reversi_room::Timestamp;

/// How fast a bucket fills and how much it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Tokens that a full bucket holds.
    pub burst: u32,
    /// Time in which one token comes back.
    pub every: Duration,
}

impl Rate {
    /// Returns the rate of this many tokens a minute, with a minute's worth at once.
    pub fn per_minute(tokens: u32) -> Self {
        let tokens = tokens.max(1);
        Self { burst: tokens, every: Duration::from_mins(1) / tokens }
    }

    /// Returns the rate of this many tokens a second.
    pub fn per_second(tokens: u32, burst: u32) -> Self {
        Self { burst, every: Duration::from_secs(1) / tokens.max(1) }
    }
}

/// A bucket, kept as the instant at which it will be full again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bucket {
    full_at: Timestamp,
}

impl Bucket {
    /// Takes a token.
    ///
    /// # Errors
    /// The time until there is one.
    pub fn take(&mut self, rate: Rate, now: Timestamp) -> Result<(), Duration> {
        let filled_from = self.full_at.max(now);
        let full_at = filled_from.after(rate.every);
        let allowed = now.after(rate.every * rate.burst);
        if full_at > allowed {
            return Err(Duration::from_millis(full_at.0 - allowed.0));
        }
        self.full_at = full_at;
        Ok(())
    }

    /// Tells whether the bucket is full, and so as good as a new one.
    pub fn is_full(&self, now: Timestamp) -> bool {
        self.full_at <= now
    }
}

/// Returns the network that limits count as one address. Whoever has an IPv6 address has 2^64 of
/// them (RFC 6177).
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// Addresses remembered before full buckets are thrown out.
const ADDRESSES_SWEEP: usize = 10_000;

/// Buckets by network address.
#[derive(Debug)]
pub struct AddressLimiter {
    rate: Rate,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

impl AddressLimiter {
    /// Makes a limiter with full buckets for everyone.
    pub fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Takes a token of an address.
    ///
    /// # Errors
    /// The time until there is one.
    pub fn take(&self, address: IpAddr, now: Timestamp) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ADDRESSES_SWEEP {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        buckets.entry(address).or_default().take(self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let network = |text: &str| network_of(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:3::1"), "2001:db8:1:3::");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn a_burst_then_the_long_run() {
        let rate = Rate::per_second(10, 3);
        let mut bucket = Bucket::default();
        let at = |ms: u64| Timestamp(1_000_000 + ms);
        for _ in 0..3 {
            assert_eq!(bucket.take(rate, at(0)), Ok(()));
        }
        assert_eq!(bucket.take(rate, at(0)), Err(Duration::from_millis(100)));
        assert_eq!(bucket.take(rate, at(60)), Err(Duration::from_millis(40)));
        assert_eq!(bucket.take(rate, at(100)), Ok(()));
        assert!(bucket.take(rate, at(100)).is_err());
        assert!(bucket.is_full(at(400)));
    }
}
