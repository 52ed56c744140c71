//! A line to a database that loses, or keeps back, what it should pass on when it is told to.

use std::io::{Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tempfile::TempDir;

use crate::PrivatePostgres;

/// The socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// What ends each statement: only then does the database commit it, and lets go of what it has locked.
const SYNC: [u8; 5] = [b'S', 0, 0, 0, 4];

/// A line to a database.
#[derive(Debug)]
pub struct Line {
    _folder: TempDir,
    address: String,
    fault: Arc<Fault>,
}

#[derive(Debug, Default)]
struct Fault {
    loses_answer: AtomicBool,
    is_silent: AtomicBool,
    stop: Mutex<Stop>,
    has_changed: Condvar,
}

#[derive(Debug, Default)]
struct Stop {
    /// Whether nothing goes either way.
    is_on: bool,
    /// It will be from the end of a statement on in which this is.
    amid: Option<&'static [u8]>,
}

/// Which way something goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    There,
    Back,
}

impl Line {
    /// Lays a line to the database at an address.
    pub fn to(server: &PrivatePostgres, address: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let here = folder.path().to_str().expect("a plain path");
        let address = address.replace(server.host(), here);
        let fault = Arc::<Fault>::default();
        let (there, faults) = (Path::new(server.host()).join(SOCKET), Arc::clone(&fault));
        thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                // While the server is down whoever calls is hung up on.
                if let Ok(server) = UnixStream::connect(&there) {
                    relay(&client, &server, &faults);
                }
            }
        });
        Self { _folder: folder, address, fault }
    }

    /// Returns the address of the database by way of the line.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Loses what comes back next, and ends that connection.
    pub fn lose_answer(&self) {
        self.fault.loses_answer.store(true, Ordering::Relaxed);
    }

    /// Lets nothing come back, as long as it is so; what goes there arrives.
    pub fn be_silent(&self, is_silent: bool) {
        self.fault.is_silent.store(is_silent, Ordering::Relaxed);
    }

    /// Keeps back whatever is said from now on, the ends of connections too: either side is as if its machine
    /// were gone.
    pub fn stop(&self) {
        self.fault.stop().is_on = true;
    }

    /// Does so from the next statement on in which these bytes are, all of which arrives but its end: it has been
    /// run, and holds its locks.
    pub fn stop_amid(&self, bytes: &'static [u8]) {
        self.fault.stop().amid = Some(bytes);
    }

    /// Tells whether it keeps back what is said.
    pub fn is_stopped(&self) -> bool {
        self.fault.stop().is_on
    }

    /// Passes on what was kept back, and from then on everything.
    pub fn go_on(&self) {
        *self.fault.stop() = Stop::default();
        self.fault.has_changed.notify_all();
    }
}

impl Fault {
    fn stop(&self) -> MutexGuard<'_, Stop> {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how much of what goes there arrives before the line stops.
    fn passed(&self, bytes: &[u8]) -> usize {
        let mut stop = self.stop();
        let is_meant = |part: &&[u8]| bytes.windows(part.len()).any(|bytes| bytes == *part);
        let Some(head) = stop.amid.filter(is_meant).and_then(|_| bytes.strip_suffix(&SYNC)) else {
            return bytes.len();
        };
        *stop = Stop { is_on: true, amid: None };
        head.len()
    }

    /// Waits while it keeps back what is said.
    fn wait(&self) {
        drop(self.has_changed.wait_while(self.stop(), |stop| stop.is_on));
    }
}

fn relay(client: &UnixStream, server: &UnixStream, fault: &Arc<Fault>) {
    let end = |stream: &UnixStream| stream.try_clone().expect("a file");
    for (way, from, to) in [(Way::There, client, server), (Way::Back, server, client)] {
        let (from, to, fault) = (end(from), end(to), Arc::clone(fault));
        thread::spawn(move || pass_on(from, &to, way, &fault));
    }
}

fn pass_on(mut from: UnixStream, mut to: &UnixStream, way: Way, fault: &Fault) {
    let mut bytes = vec![0; 65536];
    loop {
        let read = from.read(&mut bytes).unwrap_or(0);
        fault.wait();
        let bytes = &bytes[..read];
        let passed = match way {
            Way::There => fault.passed(bytes),
            Way::Back if read == 0 => 0,
            Way::Back if fault.is_silent.load(Ordering::Relaxed) => continue,
            Way::Back if fault.loses_answer.swap(false, Ordering::Relaxed) => break,
            Way::Back => read,
        };
        let (now, later) = bytes.split_at(passed);
        if read == 0 || to.write_all(now).is_err() {
            break;
        }
        fault.wait();
        if to.write_all(later).is_err() {
            break;
        }
    }
    // They may have ended already.
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
