//! Where a request comes from, if it comes by way of proxies that stand in front of this server.

use std::net::{IpAddr, SocketAddr};

use hyper::HeaderMap;
use ipnet::IpNet;

/// Whom a proxy says that it passes something on for, itself last.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The proxies that are taken at their word on where a request comes from.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    pub const fn new(networks: Vec<IpNet>) -> Self {
        Self(networks)
    }

    pub(super) fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Returns the address that a request comes from, which came from `peer`: what is written before that of a proxy
    /// is what that proxy says; what is written before any other address anyone may have written.
    pub(super) fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut origin = peer;
        let lines = headers.get_all(FORWARDED_FOR).into_iter().filter_map(|it| it.to_str().ok());
        let said: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        for word in said.into_iter().rev() {
            if !self.has(origin) {
                break;
            }
            let Some(address) = address_in(word.trim()) else { break };
            origin = address;
        }
        origin
    }
}

/// Reads an address, with or without a port.
fn address_in(word: &str) -> Option<IpAddr> {
    let bare = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).unwrap_or(word);
    bare.parse().ok().or_else(|| word.parse().ok().map(|address: SocketAddr| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_proxy_says_is_believed_and_nothing_that_others_wrote_before() {
        let proxies = ["127.0.0.1/32", "10.0.0.0/8", "2001:db8::/64"];
        let proxies = Proxies::new(proxies.map(|network| network.parse().unwrap()).to_vec());
        let origin = |peer: &str, said: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in said {
                headers.append(FORWARDED_FOR, line.parse().unwrap());
            }
            proxies.origin(peer.parse().unwrap(), &headers).to_string()
        };
        for (peer, said, expected) in [
            ("127.0.0.1", &["192.0.2.1"][..], "192.0.2.1"),
            ("127.0.0.1", &["198.51.100.9, 192.0.2.1"], "192.0.2.1"),
            ("127.0.0.1", &["198.51.100.9", "192.0.2.1"], "192.0.2.1"),
            ("127.0.0.1", &["192.0.2.1, 10.1.2.3"], "192.0.2.1"),
            ("127.0.0.1", &["10.1.2.3"], "10.1.2.3"),
            ("127.0.0.1", &["192.0.2.1:4711"], "192.0.2.1"),
            ("127.0.0.1", &["[2001:db8:1::7]:4711"], "2001:db8:1::7"),
            ("127.0.0.1", &["[2001:db8:1::7]"], "2001:db8:1::7"),
            ("127.0.0.1", &["192.0.2.1, unknown"], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("::ffff:127.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            ("2001:db8::1", &["192.0.2.1"], "192.0.2.1"),
            ("192.0.2.7", &["192.0.2.1"], "192.0.2.7"),
        ] {
            assert_eq!(origin(peer, said), expected, "{peer} {said:?}");
        }
    }
}
