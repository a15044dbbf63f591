//! Gamepads on Linux: files in `/dev/input`, read by background threads.
//!
//! Only this module opens devices in that folder. One thread scans the folder every second. One thread for each pad
//! waits for its events. All threads end when the receiver of the events is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use evdev::{Device, EventType, KeyCode};

use super::device::{AxisInfo, PadInfo, PadSource, RawEvent};

/// Folder of the system's input devices.
const FOLDER: &str = "/dev/input";
/// Interval between scans of the folder.
const LOOK_TIME: Duration = Duration::from_secs(1);
/// Number of failed attempts to open a device after which a notice appears. Before that, the system may still be
/// setting up the device.
const PATIENCE: u32 = 3;
/// Suffix of links to pads, in the folders `by-id` and `by-path`.
const PAD_LINK: &str = "-event-joystick";

/// The pads of this machine.
#[derive(Debug)]
pub struct LinuxPads {
    events: Receiver<RawEvent>,
    /// Dropped together with this value. The threads then end.
    _listener: Arc<()>,
}

impl LinuxPads {
    /// Starts watching for pads.
    pub fn start() -> LinuxPads {
        LinuxPads::start_in(Path::new(FOLDER))
    }

    fn start_in(folder: &Path) -> LinuxPads {
        let (send, events) = channel();
        let listener = Arc::new(());
        let mut look = DeviceScan {
            folder: folder.to_owned(),
            send,
            files: BTreeMap::new(),
            refused: BTreeMap::new(),
            next: 0,
        };
        let is_heard = Arc::downgrade(&listener);
        // If the thread cannot be started, there are no pads, but the keyboard still works.
        let _ = spawn("pads", move || look.until_nobody_listens(&is_heard));
        LinuxPads {
            events,
            _listener: listener,
        }
    }
}

impl PadSource for LinuxPads {
    fn take(&mut self) -> Vec<RawEvent> {
        self.events.try_iter().collect()
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map(drop)
}

/// Identity of a file: inode number and change time. It differs for a later file with the same name.
type FileIdentity = (u64, i64, i64);

/// The thread that scans for devices.
struct DeviceScan {
    folder: PathBuf,
    send: Sender<RawEvent>,
    /// Files that were examined already, pads and others.
    files: BTreeMap<PathBuf, FileIdentity>,
    /// Number of failed attempts to open each file.
    refused: BTreeMap<PathBuf, u32>,
    /// Number for the next pad.
    next: u32,
}

impl DeviceScan {
    fn until_nobody_listens(&mut self, listener: &Weak<()>) {
        while listener.strong_count() > 0 {
            self.look();
            thread::sleep(LOOK_TIME);
        }
    }

    /// Opens the devices that have appeared since the last scan.
    fn look(&mut self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut seen = BTreeMap::new();
        for entry in entries {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.strip_prefix("event"));
            if number.is_some_and(|number| number.parse::<u32>().is_ok())
                && let Ok(about) = entry.metadata()
            {
                let mark = (about.ino(), about.ctime(), about.ctime_nsec());
                seen.insert(entry.path(), mark);
            }
        }
        self.files.retain(|path, mark| seen.get(path) == Some(mark));
        self.refused.retain(|path, _| seen.contains_key(path));
        for (path, mark) in seen {
            if !self.files.contains_key(&path) && self.open(&path) {
                self.files.insert(path, mark);
            }
        }
    }

    /// Opens a device. If it is a pad, starts a reader for it. Returns `false` if the device should be tried again.
    fn open(&mut self, path: &Path) -> bool {
        match Device::open(path) {
            Ok(device) => {
                let info = about(&device);
                if info.is_pad() {
                    let (number, send) = (self.next, self.send.clone());
                    self.next += 1;
                    // Only this thread sends the events of this device.
                    let _ = spawn("pad", move || read(device, number, info, &send));
                }
                true
            }
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let times = self.refused.entry(path.to_owned()).or_default();
                *times = times.saturating_add(1);
                if *times == PATIENCE && pad_links(&self.folder).contains(path) {
                    let _ = self
                        .send
                        .send(RawEvent::Refused(path.display().to_string()));
                }
                false
            }
            Err(_) => true,
        }
    }
}

/// Returns the devices for which the system has created the links that mark gamepads.
fn pad_links(folder: &Path) -> BTreeSet<PathBuf> {
    let folders = ["by-id", "by-path"].map(|name| folder.join(name));
    let links = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok());
    let links = links.flatten().flatten();
    let links = links.filter(|link| link.file_name().to_string_lossy().ends_with(PAD_LINK));
    links
        .filter_map(|link| fs::canonicalize(link.path()).ok())
        .collect()
}

/// Returns the description of a device.
fn about(device: &Device) -> PadInfo {
    let id = device.input_id();
    let keys = device.supported_keys();
    let mut buttons: Vec<u16> = keys
        .into_iter()
        .flat_map(|keys| keys.iter())
        .map(KeyCode::code)
        .collect();
    buttons.sort_unstable();
    let axes = device.get_absinfo().into_iter().flatten();
    let mut axes: Vec<AxisInfo> = axes
        .map(|(code, info)| AxisInfo {
            code: code.0,
            min: info.minimum(),
            max: info.maximum(),
            first: info.value(),
            is_plain: [info.fuzz(), info.flat(), info.resolution()] == [0; 3],
        })
        .collect();
    axes.sort_by_key(|axis| axis.code);
    let uniq = device.unique_name().filter(|uniq| !uniq.is_empty());
    let uniq = uniq.or_else(|| device.physical_path());
    PadInfo {
        name: device.name().unwrap_or_default().to_owned(),
        uniq: uniq.unwrap_or_default().to_owned(),
        bus: id.bus_type().0,
        vendor: id.vendor(),
        product: id.product(),
        version: id.version(),
        buttons,
        axes,
    }
}

/// Forwards the events of a pad until the pad is disconnected or the receiver is gone.
fn read(mut device: Device, number: u32, info: PadInfo, send: &Sender<RawEvent>) {
    let mut is_heard = send.send(RawEvent::Connected(number, info)).is_ok();
    while is_heard {
        let events = match device.fetch_events() {
            Ok(events) => events,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let events = events.filter_map(|event| match event.event_type() {
            // The value 2 is the auto-repeat of a held key.
            EventType::KEY if event.value() == 2 => None,
            EventType::KEY => Some(RawEvent::Button(number, event.code(), event.value() != 0)),
            EventType::ABSOLUTE => Some(RawEvent::Axis(number, event.code(), event.value())),
            _ => None,
        });
        for event in events {
            is_heard = send.send(event).is_ok();
        }
    }
    // This fails if the receiver is gone, which does no harm.
    let _ = send.send(RawEvent::Disconnected(number));
}

#[cfg(test)]
mod tests {
    use evdev::uinput::VirtualDevice;
    use evdev::{
        AbsInfo, AbsoluteAxisCode, AttributeSet, BusType, InputEvent, InputId, UinputAbsSetup,
    };

    use super::*;

    /// Maximum time for the system to set up a device.
    const PATIENCE: Duration = Duration::from_secs(10);

    #[test]
    fn files_that_are_not_devices_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["event0", "event1", "eventful", "js0", "mouse0"] {
            fs::write(folder.path().join(name), "no device").unwrap();
        }
        let mut pads = LinuxPads::start_in(folder.path());
        thread::sleep(Duration::from_millis(200));
        assert_eq!(pads.take(), []);
        let mut nowhere = LinuxPads::start_in(&folder.path().join("nowhere"));
        thread::sleep(Duration::from_millis(200));
        assert_eq!(nowhere.take(), []);
    }

    #[test]
    fn the_systems_links_mark_pads() {
        let folder = tempfile::tempdir().unwrap();
        let device = folder.path().canonicalize().unwrap().join("event7");
        fs::write(&device, "").unwrap();
        let links = folder.path().join("by-path");
        fs::create_dir(&links).unwrap();
        for name in ["pci-usb-1-event-joystick", "pci-usb-2-event-kbd"] {
            std::os::unix::fs::symlink("../event7", links.join(name)).unwrap();
            let expected = BTreeSet::from([device.clone()]);
            assert_eq!(pad_links(folder.path()), expected);
        }
    }

    /// Creates a virtual pad, if the system allows it.
    fn virtual_pad() -> io::Result<VirtualDevice> {
        let keys: AttributeSet<KeyCode> = [KeyCode::BTN_SOUTH, KeyCode::BTN_START]
            .into_iter()
            .collect();
        let hat = |code| UinputAbsSetup::new(code, AbsInfo::new(0, -1, 1, 0, 0, 0));
        VirtualDevice::builder()?
            .name("Rightwell's test pad")
            .input_id(InputId::new(BusType::BUS_USB, 0x1209, 0x0001, 0x0100))
            .with_keys(&keys)?
            .with_absolute_axis(&hat(AbsoluteAxisCode::ABS_HAT0X))?
            .with_absolute_axis(&hat(AbsoluteAxisCode::ABS_HAT0Y))?
            .build()
    }

    /// Waits for an event for which `is_wanted` returns `true`.
    fn wait_for(pads: &mut LinuxPads, is_wanted: impl Fn(&RawEvent) -> bool) -> Option<RawEvent> {
        let mut left = PATIENCE;
        while !left.is_zero() {
            if let Some(event) = pads.take().into_iter().find(&is_wanted) {
                return Some(event);
            }
            thread::sleep(Duration::from_millis(20));
            left = left.saturating_sub(Duration::from_millis(20));
        }
        None
    }

    #[test]
    fn a_virtual_pad_is_found_read_and_disconnected() {
        let mut device = match virtual_pad() {
            Ok(device) => device,
            Err(error) => {
                println!("LEFT OUT: cannot create a virtual gamepad: /dev/uinput: {error}");
                return;
            }
        };
        let mut pads = LinuxPads::start();
        let found = wait_for(&mut pads, |event| match event {
            RawEvent::Connected(_, pad) => pad.name == "Rightwell's test pad",
            _ => false,
        });
        let Some(RawEvent::Connected(number, pad)) = found else {
            println!("LEFT OUT: the virtual gamepad does not appear in {FOLDER}");
            return;
        };
        let id = [pad.bus, pad.vendor, pad.product, pad.version];
        assert_eq!(id, [3, 0x1209, 1, 0x0100]);
        assert_eq!(pad.buttons, [0x130, 0x13b]);
        let axes: Vec<u16> = pad.axes.iter().map(|axis| axis.code).collect();
        assert_eq!(axes, [0x10, 0x11]);
        let (key, axis) = (EventType::KEY.0, EventType::ABSOLUTE.0);
        for (event, heard) in [
            (
                InputEvent::new(key, 0x130, 1),
                RawEvent::Button(number, 0x130, true),
            ),
            (
                InputEvent::new(key, 0x130, 0),
                RawEvent::Button(number, 0x130, false),
            ),
            (
                InputEvent::new(axis, 0x10, -1),
                RawEvent::Axis(number, 0x10, -1),
            ),
        ] {
            device.emit(&[event]).unwrap();
            assert!(
                wait_for(&mut pads, |event| *event == heard).is_some(),
                "{heard:?}"
            );
        }
        drop(device);
        let gone = RawEvent::Disconnected(number);
        assert!(wait_for(&mut pads, |event| *event == gone).is_some());
    }
}
