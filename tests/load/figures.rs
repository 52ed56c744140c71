//! Latencies, and what a process uses as the kernel counts it.

use std::fs;
use std::time::Duration;

use tokio::time::Instant;

/// How long things took.
#[derive(Default)]
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    pub(crate) fn add(&mut self, latency: Duration) {
        self.0.push(latency);
    }

    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn text(mut self) -> String {
        self.0.sort_unstable();
        let at = |per_mille: usize| {
            let index = (self.0.len() * per_mille / 1000).min(self.0.len().saturating_sub(1));
            self.0.get(index).copied().unwrap_or_default()
        };
        format!("p50 {:.2?} p99 {:.2?} p99.9 {:.2?}", at(500), at(990), at(999))
    }
}

/// What processes have used until an instant, or between two.
pub(crate) struct Usage {
    at: Instant,
    pub(crate) cpu: Duration,
    pub(crate) switches: u64,
    pub(crate) resident_kib: u64,
    own_cpu: Duration,
    busy: Duration,
    /// Cores that other programs kept busy.
    pub(crate) others: f64,
}

impl Usage {
    pub(crate) fn of(pids: &[u32]) -> Self {
        let (mut cpu, mut switches, mut resident_kib) = (Duration::ZERO, 0, 0);
        for pid in pids {
            let used = threads(*pid);
            cpu += used.0;
            switches += used.1;
            resident_kib += number_after(&read(format!("/proc/{pid}/status")), "VmRSS:");
        }
        Self {
            at: Instant::now(),
            cpu,
            switches,
            resident_kib,
            own_cpu: threads(std::process::id()).0,
            busy: machine_busy(),
            others: 0.0,
        }
    }

    pub(crate) fn since(mut self, before: &Self) -> Self {
        let time = (self.at - before.at).as_secs_f64();
        self.cpu -= before.cpu;
        self.switches -= before.switches;
        self.own_cpu -= before.own_cpu;
        self.busy -= before.busy;
        self.others = (self.busy.as_secs_f64() - (self.cpu + self.own_cpu).as_secs_f64()) / time;
        self
    }
}

/// Returns the processor time of a process, of the kernel for it too, and how often it has waited.
fn threads(pid: u32) -> (Duration, u64) {
    let (mut cpu, mut switches) = (Duration::ZERO, 0);
    for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
        let path = thread.path();
        let stat = read(path.join("schedstat"));
        let nanos = stat.split(' ').next().and_then(|nanos| nanos.parse().ok());
        cpu += Duration::from_nanos(nanos.unwrap_or(0));
        switches += number_after(&read(path.join("status")), "\nvoluntary_ctxt_switches:");
    }
    (cpu, switches)
}

/// Returns for how long the machine's processors have been busy (the kernel counts in hundredths of a second).
fn machine_busy() -> Duration {
    let stat = read("/proc/stat");
    let fields = stat.lines().next().unwrap_or_default().split_whitespace().skip(1);
    let ticks: Vec<u64> = fields.filter_map(|field| field.parse().ok()).collect();
    let idle = ticks.iter().skip(3).take(2).sum::<u64>();
    Duration::from_millis((ticks.iter().take(8).sum::<u64>() - idle) * 10)
}

/// Reads a file of the kernel; a thread may just have ended.
fn read(path: impl AsRef<std::path::Path>) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn number_after(text: &str, key: &str) -> u64 {
    let rest = text.split_once(key).map_or("", |(_, rest)| rest);
    rest.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
