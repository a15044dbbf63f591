//! Latency in the real window: the time from a key press until the pixels change.
//!
//!     cargo bench -p rightwell-benches --bench latency -- [PROGRAM] [WIDTHxHEIGHT]
//!
//! Starts the program on the X display that `DISPLAY` names; the default is the output of `cargo build --release`.
//! Sends keys by XTEST and reads a few pixels until they change. Then lets the program play by itself and measures its
//! processor time. Without a display, the bench is skipped. See `benches/README.md`.

#[cfg(target_os = "linux")]
#[path = "support/display.rs"]
mod display;

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("latency: LEFT OUT, because it needs X11");
}

#[cfg(target_os = "linux")]
fn main() {
    if let Err(why) = x11::measure() {
        println!("latency: LEFT OUT: {why}");
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use std::time::Duration;

    use super::display::{Area, Display, Program, Result};

    /// Number of presses of each kind of key.
    const KEYS: usize = 120;
    /// Minimum delay before a key press. A random delay of up to the same length is added, so that the presses meet
    /// every phase of the program's loop.
    const PAUSE: Duration = Duration::from_millis(110);
    /// Duration for which the processor time is measured.
    const WATCHED: Duration = Duration::from_secs(20);

    /// Key numbers of XKB.
    const F1: u32 = 0xFFBE;
    const RETURN: u32 = 0xFF0D;

    /// Area of the help's letters, in which nothing of the game moves. The second area is a corner of the wall.
    const HELP: Area = Area {
        x: 32,
        y: 40,
        width: 4,
        height: 160,
    };
    const WALL: Area = Area {
        x: 0,
        y: 0,
        width: 8,
        height: 8,
    };

    pub fn measure() -> Result<()> {
        // Skip the options that cargo adds to the arguments.
        let given: Vec<String> = std::env::args()
            .skip(1)
            .filter(|word| !word.starts_with("--"))
            .collect();
        let mut program =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/rightwell").to_owned();
        let mut size = (512, 480);
        for word in given {
            let numbers = word.split_once('x').map(|(w, h)| (w.parse(), h.parse()));
            match numbers {
                Some((Ok(width), Ok(height))) => size = (width, height),
                _ => program = word,
            }
        }
        let display = Display::open()?;
        println!("{program} at {}x{}", size.0, size.1);
        let game = ["play", "--level", "0", "--seed", "1234"];
        let window = display.start(&program, &game, size)?;
        let scale = u32::from(size.0 / 256).min(u32::from(size.1 / 240));
        let help = times(&window, F1, HELP.scaled(scale), 1)?;
        print("F1 shows or hides the help", &help[0]);
        let pause = times(&window, RETURN, WALL.scaled(scale), 2)?;
        print("Start ends a pause", &pause[1]);
        print(
            "Start pauses, which the console shows a frame late",
            &pause[0],
        );
        drop(window);
        let watched = display.start(&program, &["watch", "--seed", "1"], size)?;
        std::thread::sleep(Duration::from_secs(2));
        let before = watched.processor_time()?;
        std::thread::sleep(WATCHED);
        let used = watched.processor_time()? - before;
        let share = 100.0 * used.as_secs_f64() / WATCHED.as_secs_f64();
        println!("  playing by itself at normal speed: {share:.1} % of a core");
        Ok(())
    }

    /// Presses a key repeatedly and measures the time until the pixels change. Press `n` belongs to group `n % turns`.
    fn times(
        window: &Program,
        keysym: u32,
        area: Area,
        turns: usize,
    ) -> Result<Vec<Vec<Duration>>> {
        let key = window.key(keysym)?;
        let mut times = vec![Vec::new(); turns];
        let mut random = 12345u64;
        for press in 0..KEYS * turns {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let extra = (random >> 33) as f64 / f64::from(1u32 << 31);
            std::thread::sleep(PAUSE + PAUSE.mul_f64(extra));
            let time = window.press(key, area)?;
            times[press % turns].push(time.ok_or("a key is not answered")?);
        }
        Ok(times)
    }

    fn print(what: &str, times: &[Duration]) {
        let mut times: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let share = |percent: usize| times[(times.len() - 1) * percent / 100];
        let (count, median, late, worst) = (times.len(), share(50), share(95), share(100));
        println!("  {what}: median {median:.1} ms, p95 {late:.1}, worst {worst:.1} of {count}");
    }
}
