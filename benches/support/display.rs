//! Program in its window on an X display: sends keys and reads pixels.

#![expect(clippy::disallowed_methods, reason = "this bench measures time")]

use std::error::Error;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ConfigureWindowAux, ConnectionExt as _, ImageFormat, InputFocus, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// Result of a measurement, with any kind of error.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Time limits for a window to appear, and for a response to a key.
const START_TIME: Duration = Duration::from_secs(10);
const ANSWER_TIME: Duration = Duration::from_millis(500);

/// Part of a window, in pixels.
#[derive(Clone, Copy)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Area {
    /// Returns this area in a window scaled by a factor.
    pub fn scaled(self, by: u32) -> Area {
        Area {
            x: self.x * by,
            y: self.y * by,
            width: self.width * by,
            height: self.height * by,
        }
    }
}

/// Connection to an X display.
pub struct Display {
    connection: RustConnection,
    root: u32,
}

impl Display {
    /// Connects to the display that `DISPLAY` names.
    pub fn open() -> Result<Display> {
        if std::env::var_os("DISPLAY").is_none() {
            return Err("DISPLAY is not set".into());
        }
        let (connection, screen) = x11rb::connect(None)?;
        connection.xtest_get_version(2, 2)?.reply()?;
        let root = connection.setup().roots[screen].root;
        Ok(Display { connection, root })
    }

    /// Starts a program without any user data, resizes its window and gives it the focus.
    pub fn start(&self, program: &str, args: &[&str], size: (u16, u16)) -> Result<Program<'_>> {
        let home = tempfile::tempdir()?;
        let child = Command::new(program)
            .args(args)
            .env("HOME", home.path())
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .current_dir(home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut program = Program {
            display: self,
            child,
            window: 0,
            _home: home,
        };
        let begin = Instant::now();
        while program.window == 0 {
            if begin.elapsed() > START_TIME || program.child.try_wait()?.is_some() {
                return Err("the program opens no window".into());
            }
            std::thread::sleep(Duration::from_millis(50));
            program.window = self.find(self.root, 3).unwrap_or(0);
        }
        std::thread::sleep(Duration::from_secs(1));
        let place = ConfigureWindowAux::new()
            .width(u32::from(size.0))
            .height(u32::from(size.1));
        self.connection.configure_window(program.window, &place)?;
        let (to, time) = (InputFocus::PARENT, x11rb::CURRENT_TIME);
        self.connection
            .set_input_focus(to, program.window, time)?
            .check()?;
        std::thread::sleep(Duration::from_secs(1));
        Ok(program)
    }

    /// Finds the program's window, at most `depth` levels below another window.
    fn find(&self, window: u32, depth: u8) -> Option<u32> {
        let (name, any) = (AtomEnum::WM_NAME, AtomEnum::ANY);
        let asked = self.connection.get_property(false, window, name, any, 0, 9);
        if asked.ok()?.reply().ok()?.value.starts_with(b"Rightwell") {
            return Some(window);
        }
        let below = self.connection.query_tree(window).ok()?.reply().ok()?;
        (depth > 0)
            .then(|| {
                below
                    .children
                    .iter()
                    .find_map(|&id| self.find(id, depth - 1))
            })
            .flatten()
    }
}

/// Program with its window. Dropping it ends the program.
pub struct Program<'a> {
    display: &'a Display,
    child: Child,
    window: u32,
    _home: tempfile::TempDir,
}

impl Program<'_> {
    /// Returns the key that types this symbol.
    pub fn key(&self, keysym: u32) -> Result<u8> {
        let connection = &self.display.connection;
        let (first, last) = (
            connection.setup().min_keycode,
            connection.setup().max_keycode,
        );
        let map = connection.get_keyboard_mapping(first, last - first + 1)?;
        let map = map.reply()?;
        let mut keys = map.keysyms.chunks(map.keysyms_per_keycode.into());
        let place = keys.position(|meanings| meanings.first() == Some(&keysym));
        Ok(first + place.ok_or("the keyboard has no such key")? as u8)
    }

    /// Presses a key and releases it once the pixels have changed. Returns the time until the change, or `None` if
    /// there was none.
    pub fn press(&self, key: u8, area: Area) -> Result<Option<Duration>> {
        let before = self.pixels(area)?;
        let begin = Instant::now();
        self.fake(KEY_PRESS_EVENT, key)?;
        let mut time = None;
        while time.is_none() && begin.elapsed() < ANSWER_TIME {
            std::thread::sleep(Duration::from_micros(150));
            time = (self.pixels(area)? != before).then(|| begin.elapsed());
        }
        std::thread::sleep(Duration::from_millis(20));
        self.fake(KEY_RELEASE_EVENT, key)?;
        Ok(time)
    }

    fn fake(&self, event: u8, key: u8) -> Result<()> {
        let connection = &self.display.connection;
        connection.xtest_fake_input(event, key, 0, self.display.root, 0, 0, 0)?;
        connection.flush()?;
        Ok(())
    }

    fn pixels(&self, area: Area) -> Result<Vec<u8>> {
        let (x, y) = (area.x as i16, area.y as i16);
        let (width, height) = (area.width as u16, area.height as u16);
        let format = ImageFormat::Z_PIXMAP;
        let connection = &self.display.connection;
        let asked = connection.get_image(format, self.window, x, y, width, height, !0)?;
        Ok(asked.reply()?.data)
    }

    /// Returns the processor time that the program has used.
    pub fn processor_time(&self) -> Result<Duration> {
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path)?;
        // Read the fields after the program's name, because the name may contain any character. Fields 14 and 15 are in
        // hundredths of a second.
        let (_, fields) = stat.rsplit_once(") ").ok_or("no fields")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
        Ok(Duration::from_millis(ticks * 10))
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // The program may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
