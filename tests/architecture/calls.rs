//! Where time, chance, files, sockets, threads and the environment are touched. What is listed nowhere,
//! such as the rules, the protocol, a room and the client's core, touches none of them.

use std::sync::LazyLock;

use reversi_tests::sources::{Crate, Mention, Target, Workspace, mentions};

use crate::{Exception, Finding, check};

/// Something of another crate that is named, and where.
struct Call {
    file: String,
    line: usize,
    /// The whole path, or a method's name behind a full stop.
    path: String,
}

/// What the libraries and programs name of other crates.
static CALLS: LazyLock<Vec<Call>> = LazyLock::new(|| {
    let workspace = Workspace::own();
    let mut calls = Vec::new();
    for root in workspace.packages.iter().flat_map(|package| &package.roots) {
        let source = workspace.modules(root);
        calls.extend(mentions(&source).into_iter().filter_map(|mention| {
            let path = whole_path(&source, &mention)?;
            let file = source.files[source.modules[mention.module].file].display().to_string();
            Some(Call { file, line: mention.line, path })
        }));
    }
    calls
});

/// Checks that paths that begin like this are named in these places alone.
fn check_calls(beginnings: &[&str], tables: &[&[Exception]]) {
    let is_meant = |call: &&Call| beginnings.iter().any(|start| begins_with(&call.path, start));
    let findings = CALLS.iter().filter(is_meant).map(|call| Finding {
        place: call.file.clone(),
        what: format!("line {}, {}", call.line, call.path),
    });
    check(&findings.collect::<Vec<_>>(), tables);
}

/// Returns what a mention of another crate leads to.
fn whole_path(source: &Crate, mention: &Mention) -> Option<String> {
    if mention.path[0].starts_with('.') {
        return Some(mention.path[0].clone());
    }
    match source.resolve(mention.module, &mention.path)? {
        Target::Elsewhere(path) => Some(path.join("::")),
        Target::Item(_) | Target::Module(_) => None,
    }
}

fn begins_with(path: &str, beginning: &str) -> bool {
    path.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

const TESTS: Exception = ("tests/", "tests are outside of everything");

#[test]
fn clocks_are_read_in_named_places() {
    const PLACES: &[Exception] = &[
        TESTS,
        ("client/src/bridge/mod.rs", "when an engine is asked again, and the session's time"),
        ("client/src/line/repl.rs", "how long the last replies are waited for"),
        ("client/src/net/", "when to ping and to try again"),
        ("client/src/tui/app.rs", "when the next picture is due"),
        ("client/src/tui/clock.rs", "the clock of the full screen"),
        ("engine/src/control.rs", "the clock of a search that is given none"),
        ("server/src/clock.rs", "the clock of the server"),
    ];
    check_calls(
        &[
            "std::time::Instant::now",
            "std::time::SystemTime::now",
            "tokio::time::Instant::now",
            ".elapsed",
        ],
        &[PLACES],
    );
}

#[test]
fn waiting_is_done_in_named_places() {
    const PLACES: &[Exception] = &[
        TESTS,
        ("client/src/bridge/", "answers of an engine, and its end"),
        ("client/src/driver/own_server.rs", "the server that is started beside the client"),
        ("client/src/line/repl.rs", "the replies to a script that has ended"),
        ("client/src/net/", "pings, silence, and trying again"),
        ("client/src/tui/app.rs", "the next picture"),
        ("server/src/clock.rs", "a room's deadline"),
        ("server/src/link/", "beats, silence, and trying again"),
        ("server/src/net/", "the handshake, pings, closing, and accepting again after an error"),
        ("server/src/pool/", "a search that is told to hang, for tests"),
        ("server/src/server.rs", "how long stopping may take"),
        ("server/src/store/", "a database that is away, or does not answer"),
    ];
    check_calls(
        &[
            "std::thread::park",
            "std::thread::sleep",
            "tokio::time::interval",
            "tokio::time::interval_at",
            "tokio::time::sleep",
            "tokio::time::sleep_until",
            "tokio::time::timeout",
            "tokio::time::timeout_at",
        ],
        &[PLACES],
    );
}

#[test]
fn chance_comes_from_named_places() {
    const PLACES: &[Exception] = &[
        TESTS,
        ("client/src/net/", "when to try again, so that not all do at once"),
        ("client/src/random.rs", "tokens and keys"),
        ("server/src/lobby/", "names of rooms"),
        ("server/src/process.rs", "lots and seeds"),
    ];
    check_calls(
        &[
            "rand::make_rng",
            "rand::random",
            "rand::rng",
            "rand::rngs::SysRng",
            "rand::rngs::ThreadRng",
            "std::hash::RandomState",
        ],
        &[PLACES],
    );
}

#[test]
fn files_are_touched_in_named_places() {
    const PLACES: &[Exception] = &[
        TESTS,
        ("client/src/game_file.rs", "games that are imported and exported"),
        ("client/src/private_file.rs", "tokens and keys"),
        ("client/src/replacement.rs", "a file is replaced in one step"),
        ("client/src/settings.rs", "what a user chose"),
        ("engine/lab/src/", "the laboratory's files"),
        ("server/src/process.rs", "which signals are ignored"),
        ("server/src/store/sqlite", "the database"),
    ];
    check_calls(&["std::fs", "tokio::fs"], &[PLACES]);
}

#[test]
fn sockets_are_opened_in_named_places() {
    const PLACES: &[Exception] = &[
        TESTS,
        ("client/src/driver/own_server.rs", "by which address others find this machine"),
        ("client/src/net/", "the connection to a server"),
        ("server/src/link/", "other servers"),
        ("server/src/net/", "who connects"),
    ];
    check_calls(
        &["std::net::TcpListener", "std::net::TcpStream", "std::net::UdpSocket", "tokio::net"],
        &[PLACES],
    );
}

#[test]
fn threads_are_started_in_named_places() {
    const PLACES: &[Exception] = &[
        TESTS,
        ("client/src/line/", "reading lines and keys blocks"),
        ("engine/lab/src/", "self-play and games over pipes"),
        ("engine/src/endgame/crew.rs", "one search on several threads"),
        ("engine/src/search/", "the same, of all moves"),
        ("server/src/log.rs", "whoever reads the log may block"),
        ("server/src/pool/", "searches"),
        ("server/src/process.rs", "trying whether there may be enough of them; reading blocks"),
        ("server/src/server.rs", "opening the database blocks"),
        ("server/src/store/", "the database blocks"),
    ];
    check_calls(&["std::thread::Builder", "std::thread::scope", "std::thread::spawn"], &[PLACES]);
}

#[test]
fn the_environment_is_read_in_named_places() {
    const PLACES: &[Exception] = &[
        TESTS,
        ("client/src/cli.rs", "variables that stand for options"),
        ("server/src/config.rs", "variables that stand for options"),
        ("client/src/driver/own_server.rs", "where programs lie"),
        ("client/src/settings.rs", "where files lie"),
        ("client/src/tui/start.rs", "what the terminal can do"),
    ];
    check_calls(&["std::env"], &[PLACES]);
}
