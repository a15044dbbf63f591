//! Size and position of the window: at the start, and saved for the next one.

use std::path::PathBuf;
use std::time::Duration;

use rightwell::render::Frame;

use crate::host::clock::{Time, now};
use crate::stage::layout::{Layout, LayoutOptions};
use crate::store::settings::{PanelPlace, Scaling};
use crate::store::window_place::{self, WindowPlace};

/// Size of the first window if the system does not list its monitors.
const FIRST: (u32, u32) = (1280, 720);
/// Minimum visible part of a restored window's upper edge: width and height in pixels, so that the user can grab it.
const SEEN: (i32, i32) = (96, 24);
/// Time for which a size must stay unchanged before it is recorded. Full screen changes the size in steps.
const REST: Duration = Duration::from_secs(1);

/// Area of a monitor on the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monitor {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

/// Returns the size at the first start: the largest with columns on both sides of the game, up to three quarters of the
/// largest monitor.
fn first(monitors: &[Monitor]) -> WindowPlace {
    let largest = monitors.iter().max_by_key(|monitor| monitor.height);
    let (width, height) = largest.map_or(FIRST, |largest| {
        let [width, height] = [largest.width, largest.height].map(|length| length * 3 / 4);
        (width, height.min(width * 9 / 16))
    });
    let has_columns = |height: &u32| {
        let wanted = LayoutOptions {
            status: true,
            panels: PanelPlace::Both,
            is_opened: false,
        };
        let layout = Layout::new(width.min(height * 16 / 9), *height, Scaling::Fill, wanted);
        layout.columns.len() == 2
    };
    let found = (Frame::HEIGHT as u32..=height).rev().find(has_columns);
    let height = found.unwrap_or(height);
    WindowPlace {
        width: width.min(height * 16 / 9).max(Frame::WIDTH as u32),
        height: height.max(Frame::HEIGHT as u32),
        corner: None,
    }
}

/// Returns the size and position for the new window: the saved ones if they fit the current monitors. `monitors` is
/// empty if the system does not list them.
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
            // The title bar of a window at the very top would be off the screen.
            seen >= SEEN.0 && y > monitor.y && y + SEEN.1 <= bottom
        })
    };
    WindowPlace {
        corner: last.corner.filter(is_seen),
        ..last
    }
}

/// Tracks the window's size and position, and saves them on drop.
pub struct PlaceSaver {
    path: Option<PathBuf>,
    /// Size and position that the file contains.
    kept: Option<WindowPlace>,
    /// Current size, and the time of its first appearance.
    seen: Option<((u32, u32), Time)>,
    /// Size and position to save.
    last: Option<WindowPlace>,
}

impl PlaceSaver {
    /// Returns a saver for a file that contains `kept`.
    pub fn new(path: Option<PathBuf>, kept: Option<WindowPlace>) -> PlaceSaver {
        PlaceSaver {
            path,
            kept,
            seen: None,
            last: None,
        }
    }

    /// Records the window's size. While the size is stable, queries the position from time to time.
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

impl Drop for PlaceSaver {
    fn drop(&mut self) {
        if let (Some(path), Some(last)) = (&self.path, self.last)
            && self.kept != Some(last)
        {
            window_place::save(path, last);
        }
    }
}

/// Wait after the window has returned to its old size, and maximum wait for that size.
const SETTLING: Duration = Duration::from_millis(250);
const RETURN: Duration = Duration::from_secs(3);

/// Size and position of the window before full screen. A window manager that restores the window may miss its position
/// by the size of the frame.
#[derive(Debug, Default)]
pub struct FullScreenReturn {
    before: Option<((u32, u32), (i32, i32))>,
    /// Times at which full screen ended, and at which the window had its old size again.
    left: Option<Time>,
    back: Option<Time>,
}

impl FullScreenReturn {
    /// Records the window's size and position before full screen.
    pub fn fill(&mut self, size: (u32, u32), corner: Option<(i32, i32)>) {
        *self = FullScreenReturn {
            before: corner.map(|corner| (size, corner)),
            ..FullScreenReturn::default()
        };
    }

    /// Returns the position to restore, once, when the window has had its old size for a while. `size` is the current
    /// size.
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
        assert_eq!(opening(None, &DESKTOP), place(1440, 810, None));
        assert_eq!(opening(None, &DESKTOP[1..]), place(960, 540, None));
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
        assert_eq!(
            opening(Some(half), &DESKTOP),
            half,
            "enough of the window is visible"
        );
        let unknown = opening(Some(there), &[]);
        assert_eq!(
            unknown, gone,
            "without monitors, the saved position is used"
        );
    }

    #[test]
    fn a_window_larger_than_every_monitor_opens_like_the_first() {
        let large = place(1900, 1070, Some((0, 20)));
        assert_eq!(opening(Some(large), &DESKTOP), large);
        assert_eq!(opening(Some(large), &DESKTOP[1..]), place(960, 540, None));
    }

    #[test]
    fn a_size_is_saved_once_it_is_stable() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.ron");
        let keeper = || PlaceSaver::new(Some(path.clone()), None);
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
    fn a_window_returns_to_its_position_after_full_screen() {
        const SIZE: (u32, u32) = (768, 744);
        let begin = now();
        let at = |millis: u64| begin + Duration::from_millis(millis);
        let filled = || {
            let mut way_back = FullScreenReturn::default();
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
        // Nothing moves if the position is already right or unknown, or if the old size never comes back.
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
