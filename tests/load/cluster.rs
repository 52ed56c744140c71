//! Several linked servers over a PostgreSQL of their own, beside one server by itself.

use std::process::Command;

use reversi_private_postgres::PrivatePostgres;

use crate::seat::Ended;
use crate::target::{Kind, Target};
use crate::{Options, fan_out, rooms};

/// How many servers there are, one cluster after the other.
const SIZES: [usize; 3] = [1, 2, 4];

/// How many servers have the spectators of one room.
const WATCHED_AT: usize = 3;

/// Prints figures of one server by itself and of clusters: rooms of the server that is played at, rooms of another
/// one, and a room whose spectators are at all of them.
pub(crate) async fn measure(options: &Options) {
    let alone = [Target::start(Kind::Server, options)];
    say("1, SQLite", rooms(&alone, options).await);
    say("1, SQLite", fan_out(&alone, options).await);
    drop(alone);
    for size in SIZES {
        let database = database();
        let targets = start(size, &database, options);
        // Every server is heard of by then.
        let targets = Target::together(targets, &database.processes(), 0);
        say(&format!("{size}"), rooms(&targets, options).await);
        if size > 1 {
            let targets = Target::together(targets, &database.processes(), 1);
            say(&format!("{size}, over links"), rooms(&targets, options).await);
        }
    }
    let database = database();
    let targets = start(WATCHED_AT, &database, options);
    let targets = Target::together(targets, &database.processes(), 0);
    say(&format!("{WATCHED_AT}"), fan_out(&targets, options).await);
}

fn say(servers: &str, figures: Result<String, Ended>) {
    let figures = figures.unwrap_or_else(|ended| panic!("{servers}: {ended}"));
    println!("{servers:<13} {figures}");
}

/// Starts a database that keeps what it says to keep, beside the servers.
fn database() -> PrivatePostgres {
    let database = PrivatePostgres::start("cluster").expect("PostgreSQL is installed");
    database.sql("postgres", "ALTER SYSTEM SET fsync = on");
    database.sql("postgres", "SELECT pg_reload_conf()");
    for process in database.processes() {
        let process = process.to_string();
        // It may have ended meanwhile.
        let kept = Command::new("taskset").args(["-pc", "0", &process]).output();
        kept.expect("taskset is there");
    }
    database
}

fn start(size: usize, database: &PrivatePostgres, options: &Options) -> Vec<Target> {
    let address = format!("--database={}", database.database());
    let further = [&address, "--link-listen=127.0.0.1:0"];
    (0..size).map(|_| Target::start_with(Kind::Server, options, &further)).collect()
}
