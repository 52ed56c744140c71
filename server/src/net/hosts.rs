//! Which names this server answers to, and which pages may connect. A web page can let its own name
//! lead to this machine (DNS rebinding) and then passes for a page of this server, so that a name
//! that is not known to be the server's is trusted with nothing that only its own pages may have.
//! An address cannot be stolen like that: it is always the server's.

use std::net::IpAddr;

use hyper::header::{HOST, HeaderValue, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{Request, Version};

/// The names that this server answers to, and the pages that may connect.
#[derive(Debug)]
pub struct Hosts {
    /// In lower case, without port.
    names: Vec<String>,
    /// Whether a request to any other name is turned away, whoever sends it.
    are_all: bool,
    /// Pages that may connect besides the server's own.
    origins: Vec<String>,
}

/// Why a request is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnedAway {
    /// It names no host, or several (RFC 9112, 3.2).
    NoHost,
    /// It is for a host that is not this server.
    OtherHost,
    /// It comes from a page that may not connect.
    OtherOrigin,
}

impl Hosts {
    /// Makes the list. `listened` is the address of the server, `given` are the names that its
    /// operator gives it, and `machine` is what the machine calls itself.
    pub fn new(listened: IpAddr, given: &[String], machine: &str, origins: &[String]) -> Self {
        let of_origins = origins.iter().filter_map(|origin| authority_of(origin));
        let of_origins = of_origins.filter_map(|authority| authority.parse::<Authority>().ok());
        let first_label = machine.split('.').next().unwrap_or_default();
        let names = of_origins
            .map(|authority| authority.host().to_owned())
            .chain(given.iter().cloned())
            .chain([machine.to_owned(), first_label.to_owned(), format!("{first_label}.local")]);
        Self {
            names: names.map(|name| bare(&name)).filter(|name| !name.is_empty()).collect(),
            are_all: listened.is_loopback() || !given.is_empty(),
            origins: origins.to_vec(),
        }
    }

    /// Checks a request. `is_inside` tells whether it asks for what only the server's own pages and
    /// programs may have.
    pub(super) fn check<B>(&self, request: &Request<B>, is_inside: bool) -> Result<(), TurnedAway> {
        let host = host_of(request)?;
        let origin = request.headers().get(ORIGIN);
        let is_allowed_page = origin.is_some_and(|origin| self.is_allowed(origin));
        if host.as_ref().is_none_or(|host| self.is_own(host.host())) {
            return if origin.is_none() || is_allowed_page || is_same(origin, host.as_ref()) {
                Ok(())
            } else {
                Err(TurnedAway::OtherOrigin)
            };
        }
        // A name that nobody told us of, such as that of a machine in a local network: programs may
        // use it, and pages that the operator allows.
        let is_page = origin.is_some() && !is_allowed_page;
        if self.are_all || is_page || is_inside { Err(TurnedAway::OtherHost) } else { Ok(()) }
    }

    fn is_own(&self, host: &str) -> bool {
        let host = bare(host);
        let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        address.unwrap_or(&host).parse::<IpAddr>().is_ok()
            || host == "localhost"
            || host.ends_with(".localhost")
            || self.names.contains(&host)
    }

    fn is_allowed(&self, origin: &HeaderValue) -> bool {
        let origin = origin.as_bytes();
        self.origins.iter().any(|allowed| allowed.as_bytes().eq_ignore_ascii_case(origin))
    }
}

/// Returns a name in the form in which names are compared: `Host.Example.` is `host.example`.
fn bare(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// Returns the host that a request is for; a client of HTTP/1.0 need not say it.
fn host_of<B>(request: &Request<B>) -> Result<Option<Authority>, TurnedAway> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let first = hosts.next();
    if hosts.next().is_some() {
        return Err(TurnedAway::NoHost);
    }
    let host = match first {
        None if request.version() < Version::HTTP_11 => return Ok(None),
        host => host.and_then(|host| Authority::try_from(host.as_bytes()).ok()),
    };
    let host = host.filter(|host| !host.as_str().contains('@')).ok_or(TurnedAway::NoHost)?;
    // Whoever writes the whole address into the request means that (RFC 9112, 3.2.2).
    Ok(Some(request.uri().authority().cloned().unwrap_or(host)))
}

/// Tells whether a page's origin is the host that it connects to.
fn is_same(origin: Option<&HeaderValue>, host: Option<&Authority>) -> bool {
    let authority = origin.and_then(|origin| authority_of(origin.to_str().ok()?));
    authority
        .zip(host)
        .is_some_and(|(authority, host)| host.as_str().eq_ignore_ascii_case(authority))
}

/// Returns the part of an origin that names a host and its port.
fn authority_of(origin: &str) -> Option<&str> {
    ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAY: &str = "192.168.1.5";
    const LOOPBACK: &str = "127.0.0.1";

    fn hosts(listened: &str, given: &[&str], origins: &[&str]) -> Hosts {
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        Hosts::new(listened.parse().unwrap(), &texts(given), "Tower.home.arpa", &texts(origins))
    }

    fn ask(
        hosts: &Hosts,
        host: &str,
        origin: Option<&str>,
        is_inside: bool,
    ) -> Result<(), TurnedAway> {
        let mut request = Request::builder().header(HOST, host);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        hosts.check(&request.body(()).unwrap(), is_inside)
    }

    #[test]
    fn on_a_loopback_address_only_loopback_names_and_given_ones_are_answered() {
        let hosts = hosts(LOOPBACK, &[], &["https://club.example"]);
        for host in [
            "localhost:7878",
            "LOCALHOST",
            "a.localhost",
            "127.0.0.1:7878",
            "[::1]:7878",
            "club.example",
            "tower",
        ] {
            assert_eq!(ask(&hosts, host, None, true), Ok(()), "{host}");
        }
        for host in [
            "evil.example:7878",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "notlocalhost",
        ] {
            for origin in [None, Some(format!("http://{host}"))] {
                let answer = ask(&hosts, host, origin.as_deref(), false);
                assert_eq!(answer, Err(TurnedAway::OtherHost), "{host}");
            }
        }
    }

    #[test]
    fn in_a_network_any_name_will_do_for_a_program_and_none_that_is_unknown_for_a_page() {
        for address in ["0.0.0.0", "::", PLAY] {
            let hosts = hosts(address, &[], &["https://club.example"]);
            let own =
                ["192.168.1.5:7878", "tower:7878", "Tower.home.arpa.", "tower.local", "localhost"];
            for host in own {
                assert_eq!(ask(&hosts, host, None, true), Ok(()), "{host}");
                assert_eq!(
                    ask(&hosts, host, Some(&format!("http://{host}")), true),
                    Ok(()),
                    "{host}"
                );
            }
            let unknown = "games.lan:7878";
            assert_eq!(ask(&hosts, unknown, None, false), Ok(()));
            assert_eq!(ask(&hosts, unknown, Some("https://club.example"), false), Ok(()));
            let other = Err(TurnedAway::OtherHost);
            assert_eq!(ask(&hosts, unknown, None, true), other);
            assert_eq!(ask(&hosts, unknown, Some("http://games.lan:7878"), false), other);
        }
        // An operator who says which names there are means all of them.
        let hosts = hosts(PLAY, &["Games.LAN"], &[]);
        assert_eq!(ask(&hosts, "games.lan:7878", Some("http://games.lan:7878"), true), Ok(()));
        assert_eq!(ask(&hosts, "other.lan:7878", None, false), Err(TurnedAway::OtherHost));
    }

    #[test]
    fn only_pages_of_this_host_or_an_allowed_one_may_connect() {
        let hosts = hosts(PLAY, &["play.example"], &["https://club.example"]);
        let ask = |origin: &str| ask(&hosts, "play.example:7878", Some(origin), false);
        for good in
            ["http://play.example:7878", "https://PLAY.example:7878", "https://club.example"]
        {
            assert_eq!(ask(good), Ok(()), "{good}");
        }
        let bad = [
            "null",
            "",
            "http://play.example",
            "http://play.example:7879",
            "http://play.example:78789",
            "http://play.example:7878.evil.example",
            "http://evil.example/play.example:7878",
            "http://play.example:7878@evil.example",
            "http://xplay.example:7878",
            "ftp://play.example:7878",
            "http://http://play.example:7878",
            "https://club.example.evil.example",
            "http://club.example",
        ];
        for bad in bad {
            assert_eq!(ask(bad), Err(TurnedAway::OtherOrigin), "{bad}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        let hosts = hosts(LOOPBACK, &[], &[]);
        let none = Request::builder().body(()).unwrap();
        assert_eq!(hosts.check(&none, false), Err(TurnedAway::NoHost));
        let old = Request::builder().version(Version::HTTP_10).body(()).unwrap();
        assert_eq!(hosts.check(&old, false), Ok(()));
        let two = Request::builder().header(HOST, "localhost").header(HOST, "localhost");
        assert_eq!(hosts.check(&two.body(()).unwrap(), false), Err(TurnedAway::NoHost));
        for bad in ["", "a b", "user@localhost", "localhost/", "[::1"] {
            assert_eq!(ask(&hosts, bad, None, false), Err(TurnedAway::NoHost), "{bad}");
        }
        let whole = Request::builder().uri("http://evil.example/").header(HOST, "localhost");
        assert_eq!(hosts.check(&whole.body(()).unwrap(), false), Err(TurnedAway::OtherHost));
    }
}
