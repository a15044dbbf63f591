//! Which size and place the window opens with, and what of them is remembered.

use std::path::PathBuf;
use std::time::Duration;

use rightwell::render::Frame;

use crate::shell::host::clock::{Time, now};
use crate::shell::store::window_place::{self, WindowPlace};

/// The window opens at this many times the picture's size where the monitor has room.
const FIRST_SCALE: u32 = 3;
/// What a window's frame may need of a monitor's height.
const TITLE_BAR: u32 = 24;
/// Of a window that is put back so much of its upper edge must be seen, to take hold of it.
const SEEN: (i32, i32) = (96, 24);
/// A size counts when it has stayed so long: full screen comes and goes in steps.
const REST: Duration = Duration::from_secs(1);

/// A part of the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monitor {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

/// The size at the first start: the picture with panels at both sides of it, 16 to 9, or with what the
/// monitor has room for.
fn first(monitors: &[Monitor]) -> WindowPlace {
    let [width, height] = [Frame::WIDTH as u32, Frame::HEIGHT as u32];
    let room = |scale: u32| {
        let fits = |monitor: &&Monitor| {
            width * scale <= monitor.width && height * scale + TITLE_BAR <= monitor.height
        };
        let widest = monitors
            .iter()
            .filter(fits)
            .map(|monitor| monitor.width)
            .max();
        let wanted = height * scale * 16 / 9;
        match monitors {
            [] => Some(wanted),
            _ => widest.map(|widest| widest.min(wanted)),
        }
    };
    let found = (1..=FIRST_SCALE)
        .rev()
        .find_map(|scale| Some((scale, room(scale)?)));
    let (scale, width) = found.unwrap_or((1, width));
    WindowPlace {
        width,
        height: height * scale,
        corner: None,
    }
}

/// How the window opens: as it was last, as far as that is on the monitors that there are now; none
/// are known where the system does not tell.
pub fn opening(last: Option<WindowPlace>, monitors: &[Monitor]) -> WindowPlace {
    let Some(last) = last else {
        return first(monitors);
    };
    let fits = |monitor: &Monitor| last.width <= monitor.width && last.height <= monitor.height;
    if !monitors.is_empty() && !monitors.iter().any(fits) {
        return first(monitors);
    }
    let is_seen = |&(x, y): &(i32, i32)| {
        monitors.iter().any(|monitor| {
            let right = monitor.x + monitor.width as i32;
            let bottom = monitor.y + monitor.height as i32;
            let seen = (x + last.width as i32).min(right) - x.max(monitor.x);
            // At the very top its title bar would be outside.
            seen >= SEEN.0 && y > monitor.y && y + SEEN.1 <= bottom
        })
    };
    WindowPlace {
        corner: last.corner.filter(is_seen),
        ..last
    }
}

/// Remembers the window's size and place, and keeps them when it is dropped.
pub struct Keeper {
    path: Option<PathBuf>,
    /// What the file says.
    kept: Option<WindowPlace>,
    /// What the window has now, and since when.
    seen: Option<((u32, u32), Time)>,
    /// What is worth keeping.
    last: Option<WindowPlace>,
}

impl Keeper {
    /// Keeps in that file, which said `kept`.
    pub fn new(path: Option<PathBuf>, kept: Option<WindowPlace>) -> Keeper {
        Keeper {
            path,
            kept,
            seen: None,
            last: None,
        }
    }

    /// Notes the size of the window; asks for its corner, now and then, when the size rests.
    pub fn note(&mut self, size: (u32, u32), corner: impl FnOnce() -> Option<(i32, i32)>) {
        match self.seen {
            Some((seen, since)) if seen == size => {
                if now() - since >= REST {
                    self.seen = Some((size, now()));
                    self.last = Some(WindowPlace {
                        width: size.0,
                        height: size.1,
                        corner: corner(),
                    });
                }
            }
            _ => self.seen = Some((size, now())),
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let (Some(path), Some(last)) = (&self.path, self.last)
            && self.kept != Some(last)
        {
            window_place::save(path, last);
        }
    }
}

/// So long a window that has its size again is given to come to rest, and so long that size is waited
/// for.
const SETTLING: Duration = Duration::from_millis(250);
const RETURN: Duration = Duration::from_secs(3);

/// Where the window was before it filled the screen. A window manager that puts it back may miss that by
/// the window's frame.
#[derive(Debug, Default)]
pub struct WayBack {
    before: Option<((u32, u32), (i32, i32))>,
    /// Since when the screen is not filled any more, and since when the window has its size again.
    left: Option<Time>,
    back: Option<Time>,
}

impl WayBack {
    /// The window of that size and place is about to fill the screen.
    pub fn fill(&mut self, size: (u32, u32), corner: Option<(i32, i32)>) {
        *self = WayBack {
            before: corner.map(|corner| (size, corner)),
            ..WayBack::default()
        };
    }

    /// A round without a filled screen: where the window of that size is to be moved to, said once.
    pub fn round(
        &mut self,
        time: Time,
        size: (u32, u32),
        corner: impl FnOnce() -> Option<(i32, i32)>,
    ) -> Option<(i32, i32)> {
        let (old_size, old_corner) = self.before?;
        let left = *self.left.get_or_insert(time);
        if size != old_size {
            self.back = None;
            self.before.take_if(|_| time - left >= RETURN);
            return None;
        }
        if time - *self.back.get_or_insert(time) < SETTLING {
            return None;
        }
        self.before = None;
        corner()
            .is_some_and(|corner| corner != old_corner)
            .then_some(old_corner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESKTOP: [Monitor; 2] = [
        Monitor {
            x: 0,
            y: 0,
            width: 1920,
            height: 1080,
        },
        Monitor {
            x: 1920,
            y: 200,
            width: 1280,
            height: 720,
        },
    ];

    fn place(width: u32, height: u32, corner: Option<(i32, i32)>) -> WindowPlace {
        WindowPlace {
            width,
            height,
            corner,
        }
    }

    #[test]
    fn the_first_window_is_as_large_as_fits() {
        assert_eq!(opening(None, &DESKTOP), place(1280, 720, None));
        assert_eq!(opening(None, &DESKTOP[1..]), place(853, 480, None));
        assert_eq!(opening(None, &[]), place(1280, 720, None));
        let tiny = Monitor {
            width: 200,
            height: 100,
            ..DESKTOP[0]
        };
        assert_eq!(opening(None, &[tiny]), place(256, 240, None));
    }

    #[test]
    fn a_window_opens_where_it_was_unless_that_is_on_no_monitor_any_more() {
        let there = place(768, 744, Some((2000, 300)));
        assert_eq!(opening(Some(there), &DESKTOP), there);
        let gone = place(768, 744, None);
        assert_eq!(opening(Some(there), &DESKTOP[..1]), gone);
        for corner in [
            (1900, -30),
            (1850, 100),
            (3150, 300),
            (0, 1070),
            (-700, 9),
            (9, 0),
        ] {
            let lost = place(768, 744, Some(corner));
            assert_eq!(opening(Some(lost), &DESKTOP), gone, "{corner:?}");
        }
        let half = place(768, 744, Some((-300, 900)));
        assert_eq!(opening(Some(half), &DESKTOP), half, "enough of it is seen");
        let unknown = opening(Some(there), &[]);
        assert_eq!(unknown, gone, "where nothing is known of monitors");
    }

    #[test]
    fn a_window_larger_than_every_monitor_opens_like_the_first() {
        let large = place(1900, 1070, Some((0, 20)));
        assert_eq!(opening(Some(large), &DESKTOP), large);
        assert_eq!(opening(Some(large), &DESKTOP[1..]), place(853, 480, None));
    }

    #[test]
    fn a_size_is_kept_when_it_has_rested() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.ron");
        let keeper = || Keeper::new(Some(path.clone()), None);
        let mut hasty = keeper();
        hasty.note((800, 700), || None);
        hasty.note((800, 700), || None);
        drop(hasty);
        assert_eq!(window_place::load(&path), None);
        let mut patient = keeper();
        patient.note((800, 700), || None);
        patient.seen = patient.seen.map(|(size, since)| (size, since - REST));
        patient.note((800, 700), || Some((3, 4)));
        patient.note((1024, 768), || None);
        drop(patient);
        let expected = place(800, 700, Some((3, 4)));
        assert_eq!(window_place::load(&path), Some(expected));
    }

    #[test]
    fn a_window_that_filled_the_screen_goes_back_to_where_it_was() {
        const SIZE: (u32, u32) = (768, 744);
        let begin = now();
        let at = |millis: u64| begin + Duration::from_millis(millis);
        let filled = || {
            let mut way_back = WayBack::default();
            way_back.fill(SIZE, Some((30, 40)));
            way_back
        };
        let moved = || Some((31, 60));
        let mut way_back = filled();
        for (millis, size) in [(0, (1024, 800)), (100, SIZE), (200, SIZE)] {
            assert_eq!(way_back.round(at(millis), size, moved), None, "{millis}");
        }
        assert_eq!(way_back.round(at(400), SIZE, moved), Some((30, 40)));
        assert_eq!(way_back.round(at(900), SIZE, moved), None, "said once");
        // Where it is already, where its place is not known, and where its size does not come back.
        for corner in [Some((30, 40)), None] {
            let mut way_back = filled();
            way_back.round(at(0), SIZE, || corner);
            assert_eq!(way_back.round(at(400), SIZE, || corner), None);
        }
        let mut way_back = filled();
        way_back.round(at(0), (1, 1), moved);
        way_back.round(at(3_000), (1, 1), moved);
        way_back.round(at(4_000), SIZE, moved);
        assert_eq!(way_back.round(at(5_000), SIZE, moved), None);
        way_back.fill(SIZE, None);
        way_back.round(at(6_000), SIZE, moved);
        assert_eq!(way_back.round(at(7_000), SIZE, moved), None);
    }
}
