//! Times by the clock and of the processor, and how they are printed.

use std::time::Instant as Stopwatch;

pub fn percentiles(name: &str, (mut times, cpu): (Vec<f64>, f64)) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mean = cpu * 1e6 / times.len() as f64;
    println!(
        "  {name:<58} p50 {:>9.1} µs   p95 {:>9.1} µs   mean {mean:>9.1} µs of processor time",
        at(0.5),
        at(0.95)
    );
}

pub fn rate(name: &str, count: usize, took: Took) -> f64 {
    let of = |seconds: f64| count as f64 / seconds.max(1e-9);
    let (rate, own, all) = (of(took.seconds), of(took.own), of(took.all));
    println!(
        "  {name:<58} {rate:>9.0} /s   {own:>9.0} /s of this thread's processor time, {all:>9.0} /s of all"
    );
    rate
}

/// How long something took: by the clock, of the processor in this thread, and in all threads. On a
/// busy machine the second tells what the clock would say on a quiet one with a second core, but for
/// waiting for the disk; the third what was spent in all.
#[derive(Clone, Copy, Default)]
pub struct Took {
    pub seconds: f64,
    pub own: f64,
    pub all: f64,
}

impl std::ops::AddAssign for Took {
    fn add_assign(&mut self, other: Took) {
        self.seconds += other.seconds;
        self.own += other.own;
        self.all += other.all;
    }
}

pub struct Watch(Stopwatch, f64, f64);

impl Watch {
    pub fn start() -> Watch {
        Watch(Stopwatch::now(), processor_time(), time_of_all())
    }

    pub fn read(&self) -> Took {
        Took {
            seconds: self.0.elapsed().as_secs_f64(),
            own: processor_time() - self.1,
            all: time_of_all() - self.2,
        }
    }
}

/// What this thread has used of the processor, in seconds (Linux; 0 elsewhere).
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or_default() / 1e9
}

/// What all threads of this process have used, those that are over too, in seconds: to a hundredth
/// (Linux; 0 elsewhere).
fn time_of_all() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the program's name in brackets; user and system time are the 14th and 15th fields.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|n| n.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}

/// How long each repeat took, in microseconds, and the processor time of all, in seconds.
pub fn timed(repeats: usize, mut work: impl FnMut(usize)) -> (Vec<f64>, f64) {
    let before = processor_time();
    let times = (0..repeats)
        .map(|i| {
            let watch = Stopwatch::now();
            work(i);
            watch.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    (times, processor_time() - before)
}

/// The most memory that this process has had, so far (Linux).
pub fn memory() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(line) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!("  most memory of this process so far:{}", line.trim_start_matches("VmHWM:"));
    }
}
