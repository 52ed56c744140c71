//! The command line of the server.

use std::convert::Infallible;
use std::env;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser as _};
use clap::{Arg, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use ipnet::IpNet;
use reversi_protocol::{Durability, limits};
use reversi_room::Timeouts;
use thiserror::Error;

use crate::store::{Keep, Kept, Place};

/// The most of rooms, connections and requests that can be asked for. Chosen: beyond any machine.
const NUMBER_MAX: u64 = 1_000_000;

/// The most threads for bots. Chosen: beyond any machine's cores.
const BOT_THREADS_MAX: u64 = 512;

/// The longest that a bot may be let think about a move, in milliseconds: ten minutes.
const BOT_MS_MAX: u64 = 600_000;

/// The longest that a player may be let be away, in minutes: a year.
const MINUTES_MAX: f64 = 366.0 * 24.0 * 60.0;

/// The longest that something may be kept, in days, but for ever: a century.
const DAYS_MAX: f64 = 36_525.0;

/// A Reversi server: rooms for two on a WebSocket, kept in a database.
#[derive(Clone, Debug, Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
pub struct Config {
    /// What is done in place of serving.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// Address and port to listen on; port 0 picks a free one.
    #[arg(
        long,
        env = "REVERSI_LISTEN",
        default_value = "127.0.0.1:7878",
        value_name = "ADDR:PORT"
    )]
    pub listen: SocketAddr,

    /// Folder of the database, unless --database names another one; made if it is missing.
    #[arg(long, env = "REVERSI_DATA", default_value = "data", value_name = "DIR")]
    pub data: PathBuf,

    /// Address of a PostgreSQL database to keep everything in, such as `postgres://USER@HOST/NAME`; what is missing
    /// in it is made. Without it everything is in a SQLite database in the folder of --data, and nothing else is
    /// needed.
    #[arg(long, env = "REVERSI_DATABASE", hide_env_values = true, value_name = "URL")]
    pub database: Option<String>,

    /// Address and port where other servers over the same database reach this one, so that each serves clients of the
    /// others' rooms; a loopback address, unless --link-tls encrypts what goes there.
    #[arg(long, env = "REVERSI_LINK_LISTEN", value_name = "ADDR:PORT", requires = "database")]
    pub link_listen: Option<SocketAddr>,

    /// Where the others reach it, if that is another address than --link-listen, such as that of a tunnel.
    #[arg(long, env = "REVERSI_LINK_ADDRESS", value_name = "ADDR:PORT", requires = "link_listen")]
    pub link_address: Option<SocketAddr>,

    /// Folder with this server's certificate `tls.crt`, its key `tls.key` and the certificate `ca.crt` of the authority
    /// that vouches for all servers of the cluster: they show each other theirs, and links are encrypted.
    #[arg(long, env = "REVERSI_LINK_TLS", value_name = "DIR", requires = "link_listen")]
    pub link_tls: Option<PathBuf>,

    /// How the log is written to standard error.
    #[arg(long, env = "REVERSI_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log: LogFormat,

    /// What is logged: error, warn, info, debug, trace, or a filter such as `reversi_server=debug`.
    #[arg(long, env = "REVERSI_LOG_LEVEL", default_value = "info", value_name = "FILTER")]
    pub log_level: String,

    /// Web pages that may connect, besides the server's own, such as `https://example.org`.
    #[arg(long, env = "REVERSI_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub allow_origin: Vec<String>,

    /// Reverse proxies in front of the server, by address or network, such as `127.0.0.1` or `10.0.0.0/8`: they are
    /// taken at their word (X-Forwarded-For) on where a connection comes from, and limits by address go by that.
    #[arg(long, env = "REVERSI_PROXY", value_name = "ADDR", value_delimiter = ',', value_parser = network)]
    pub proxy: Vec<IpNet>,

    /// Names that this server has, such as `games.example.org`. Where they are given no other is
    /// answered; addresses and `localhost` always are.
    #[arg(long, env = "REVERSI_HOST", value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = host_name)]
    pub host: Vec<String>,

    /// Rooms that may be open at a time, those that nobody is in not counted.
    #[arg(long, value_name = "N", value_parser = up_to::<usize>(NUMBER_MAX))]
    #[arg(default_value_t = limits::ROOMS_MAX)]
    pub rooms: usize,

    /// Rooms opened from one network address that may be open at a time, those that nobody is in not
    /// counted; and those of them that only one person was ever in.
    #[arg(long, value_name = "N", value_parser = up_to::<usize>(NUMBER_MAX))]
    #[arg(default_value_t = limits::ROOMS_PER_ADDRESS_MAX)]
    pub rooms_per_address: usize,

    /// Rooms that one network address may create in a minute.
    #[arg(long, value_name = "N", value_parser = up_to::<u32>(NUMBER_MAX))]
    #[arg(default_value_t = limits::ROOMS_CREATED_PER_MINUTE)]
    pub rooms_per_minute: u32,

    /// Saves, loads, rooms, offers and the like that one network address may ask for in a minute; moves
    /// are not counted.
    #[arg(long, value_name = "N", value_parser = up_to::<u32>(NUMBER_MAX))]
    #[arg(default_value_t = 300)]
    pub stores_per_minute: u32,

    /// The most that the database may hold, such as 500M or 10G. At it no new rooms and saves are taken;
    /// games that run go on.
    #[arg(long, env = "REVERSI_DATA_MAX", default_value = "10G", value_parser = bytes)]
    #[arg(value_name = "SIZE")]
    pub data_max: u64,

    /// Days that closed rooms are kept in which nobody placed a disc; or `forever`.
    #[arg(long, default_value = "1", value_parser = kept, value_name = "DAYS")]
    pub keep_unplayed: Kept,

    /// Days that the events of other closed rooms are kept; or `forever`. Finished games are kept by
    /// themselves.
    #[arg(long, default_value = "30", value_parser = kept, value_name = "DAYS")]
    pub keep_closed: Kept,

    /// Days that finished games are kept; or `forever`. The ranking stays.
    #[arg(long, default_value = "forever", value_parser = kept, value_name = "DAYS")]
    pub keep_games: Kept,

    /// Days that saved games are kept; or `forever`.
    #[arg(long, default_value = "forever", value_parser = kept, value_name = "DAYS")]
    pub keep_saves: Kept,

    /// Requests a second that one connection may send in the long run.
    #[arg(long, value_name = "N", value_parser = up_to::<u32>(NUMBER_MAX))]
    #[arg(default_value_t = limits::REQUESTS_PER_SECOND)]
    pub requests_per_second: u32,

    /// Pages, and other answers to plain HTTP, that one network address may have a second in the long
    /// run.
    #[arg(long, value_name = "N", value_parser = up_to::<u32>(NUMBER_MAX))]
    #[arg(default_value_t = 100)]
    pub pages_per_second: u32,

    /// Connections that may be open at a time. Each needs a file: see `ulimit -n`.
    #[arg(long, value_name = "N", value_parser = up_to::<usize>(NUMBER_MAX))]
    #[arg(default_value_t = 15_000)]
    pub connections: usize,

    /// Connections that one network address may have open at a time.
    #[arg(long, value_name = "N", value_parser = up_to::<usize>(NUMBER_MAX))]
    #[arg(default_value_t = 1_000)]
    pub connections_per_address: usize,

    /// Threads that search for bots and hints.
    #[arg(long, value_name = "N", value_parser = up_to::<usize>(BOT_THREADS_MAX))]
    #[arg(default_value_t = default_bot_threads())]
    pub bot_threads: usize,

    /// Time that a bot may think about a move, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = up_to::<u64>(BOT_MS_MAX))]
    #[arg(default_value_t = 3_000)]
    pub bot_ms: u64,

    /// Minutes that the seat of a player who is away is kept: then it becomes free before the game,
    /// and a bot may play in it during the game.
    #[arg(long, default_value = "2", value_parser = minutes, value_name = "MINUTES")]
    pub seat_limit: Duration,

    /// Minutes that a player may be away on the own turn before the one who waits has won. Where no other
    /// person waits, the game is adjourned then.
    #[arg(long, default_value = "60", value_parser = minutes, value_name = "MINUTES")]
    pub absence_limit: Duration,

    /// Minutes after which a room that nobody is in leaves memory. It comes back when somebody comes.
    #[arg(long, default_value = "1", value_parser = minutes, value_name = "MINUTES")]
    pub rest_after: Duration,

    /// When a move is confirmed: `full`, once it is on the disk, or `relaxed`, before, so that a crash of the
    /// server or the machine may take back those of the last 10 ms. Clients are told.
    #[arg(
        long,
        default_value = "full",
        value_parser = PossibleValuesParser::new(["full", "relaxed"]).map(|word| match &*word {
            "full" => Durability::Full,
            _ => Durability::Relaxed,
        }),
    )]
    pub durability: Durability,

    /// Stops when standard input ends too: for a program that starts a server for itself and keeps
    /// hold of its input, so that none of them is left behind, however that program ends.
    #[arg(long)]
    pub until_input_ends: bool,
}

/// What the program does in place of serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Carries everything that is kept over to an empty database: from SQLite to PostgreSQL or back, while no server
    /// uses either.
    Migrate {
        /// Where it is: a folder, or the address of a PostgreSQL database.
        #[arg(long, value_name = "DIR|URL", value_parser = place)]
        from: Place,

        /// Where it is to be: a folder, which is made if it is missing, or the address of a PostgreSQL database.
        #[arg(long, value_name = "DIR|URL", value_parser = place)]
        to: Place,
    },
}

impl Config {
    /// Reads the command line. A variable of the environment that is empty counts as not set (POSIX, 8.2).
    pub fn read() -> Self {
        let matches = Self::command().mut_args(without_empty_variable).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Returns how long rooms wait for people.
    pub fn timeouts(&self) -> Timeouts {
        Timeouts { seat: self.seat_limit, absence: self.absence_limit, ..Timeouts::default() }
    }

    /// Returns how much is kept, and for how long.
    pub const fn keep(&self) -> Keep {
        Keep {
            bytes_max: self.data_max,
            unplayed: self.keep_unplayed,
            closed: self.keep_closed,
            games: self.keep_games,
            saves: self.keep_saves,
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what reads an argument may fail")]
fn place(text: &str) -> Result<Place, Infallible> {
    Ok(Place::from(text))
}

/// Text that names neither an address nor a network.
#[derive(Clone, Copy, Debug, Error)]
#[error("neither an address nor a network; expected one such as 127.0.0.1 or 10.0.0.0/8")]
struct ParseNetworkError;

fn network(text: &str) -> Result<IpNet, ParseNetworkError> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| text.parse()).map_err(|_neither| ParseNetworkError)
}

fn without_empty_variable(arg: Arg) -> Arg {
    let value = arg.get_env().and_then(env::var_os);
    if value.is_some_and(|value| value.is_empty()) { arg.env(None::<&str>) } else { arg }
}

/// A limit is no number of minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a number of minutes from 0 to {MINUTES_MAX}, such as 2 or 0.5")]
pub struct ParseMinutesError;

/// Reads a number of minutes.
fn minutes(text: &str) -> Result<Duration, ParseMinutesError> {
    let minutes: f64 = text.parse().map_err(|_not_a_number| ParseMinutesError)?;
    if !(0.0..=MINUTES_MAX).contains(&minutes) {
        return Err(ParseMinutesError);
    }
    Duration::try_from_secs_f64(minutes * 60.0).map_err(|_out_of_range| ParseMinutesError)
}

/// A time to keep something is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a number of days from 0 to {DAYS_MAX}, such as 30 or 0.5, or `forever`")]
pub struct ParseKeptError;

/// Reads how long something is kept.
fn kept(text: &str) -> Result<Kept, ParseKeptError> {
    if text == "forever" {
        return Ok(Kept(None));
    }
    let days = text.parse().ok().filter(|days| (0.0..=DAYS_MAX).contains(days));
    let kept = days.map(|days: f64| Duration::from_secs_f64(days * 24.0 * 60.0 * 60.0));
    kept.map(|kept| Kept(Some(kept))).ok_or(ParseKeptError)
}

/// A size is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a size such as 500M or 10G")]
pub struct ParseSizeError;

/// Reads a number of bytes, or of those that a letter stands for.
fn bytes(text: &str) -> Result<u64, ParseSizeError> {
    let (digits, unit) = match text.char_indices().last().map(|(at, unit)| (&text[..at], unit)) {
        Some((digits, 'K' | 'k')) => (digits, 1 << 10),
        Some((digits, 'M' | 'm')) => (digits, 1 << 20),
        Some((digits, 'G' | 'g')) => (digits, 1 << 30),
        Some((digits, 'T' | 't')) => (digits, 1 << 40),
        Some(_) | None => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_not_a_number| ParseSizeError)?;
    number.checked_mul(unit).filter(|&bytes| bytes > 0).ok_or(ParseSizeError)
}

/// A host's name is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a name alone, such as games.example.org")]
pub struct ParseHostError;

/// Reads a host's name.
fn host_name(text: &str) -> Result<String, ParseHostError> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if text.is_empty() || !text.chars().all(is_of_name) {
        return Err(ParseHostError);
    }
    Ok(text.to_owned())
}

/// Makes a reader of numbers from 1 on.
fn up_to<N: TryFrom<u64> + Clone + Send + Sync + 'static>(max: u64) -> RangedU64ValueParser<N> {
    RangedU64ValueParser::new().range(1..=max)
}

/// All cores but one, which is left to those who serve connections; they have a higher priority,
/// but a core that searches takes a moment to be free for them.
fn default_bot_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() - 1).max(1))
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_no_server_can_mean_is_refused_with_the_option_and_its_range() {
        for (option, bad, range) in [
            ("--connections", "0", "1..=1000000"),
            ("--connections-per-address", "0", "1..=1000000"),
            ("--rooms", "0", "1..=1000000"),
            ("--rooms-per-address", "18446744073709551615", "1..=1000000"),
            ("--rooms-per-minute", "0", "1..=1000000"),
            ("--requests-per-second", "0", "1..=1000000"),
            ("--bot-threads", "100000", "1..=512"),
            ("--bot-threads", "0", "1..=512"),
            ("--bot-ms", "0", "1..=600000"),
            ("--seat-limit", "1e15", "from 0 to 527040"),
        ] {
            let refused = Config::try_parse_from(["reversi-server", option, bad]).unwrap_err();
            let refused = refused.to_string();
            let line = refused.lines().next().unwrap_or_default();
            assert!(line.contains(option) && line.contains(bad) && line.contains(range), "{line}");
        }
    }

    #[test]
    fn sizes_have_a_letter_and_days_may_be_for_ever() {
        for (text, size) in [("10G", Ok(10 << 30)), ("500m", Ok(500 << 20)), ("4096", Ok(4096))] {
            assert_eq!(bytes(text), size, "{text}");
        }
        for bad in ["", "G", "0", "-1", "1.5G", "10 GB", "99999999T", "é"] {
            assert_eq!(bytes(bad), Err(ParseSizeError), "{bad}");
        }
        assert_eq!(kept("0.5"), Ok(Kept(Some(Duration::from_hours(12)))));
        assert_eq!(kept("forever"), Ok(Kept(None)));
        for bad in ["", "never", "-1", "inf", "NaN", "40000"] {
            assert_eq!(kept(bad), Err(ParseKeptError), "{bad}");
        }
    }

    #[test]
    fn limits_are_minutes_with_a_fraction_if_need_be() {
        assert_eq!(minutes("2"), Ok(Duration::from_mins(2)));
        assert_eq!(minutes("0.5"), Ok(Duration::from_secs(30)));
        assert_eq!(minutes("0"), Ok(Duration::ZERO));
        for bad in ["", "two", "-1", "inf", "NaN", "1e300", "527041"] {
            assert_eq!(minutes(bad), Err(ParseMinutesError), "{bad}");
        }
    }
}
