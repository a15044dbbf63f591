//! X server functions that the window library lacks: name and position of the window, monitors, and an event that wakes
//! the loop.

use std::sync::Arc;

use x11rb::connection::{Connection, RequestConnection as _};
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::randr::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, ButtonPressEvent, ChangeWindowAttributesAux, ConfigureWindowAux,
    ConnectionExt as _, EventMask, KeyButMask, PropMode,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::place::Monitor;

/// Mouse button of a wheel turned to the right. The program does not use it, so it serves as the alarm event.
const ALARM_BUTTON: u8 = 7;

/// Our own connection to the server.
#[derive(Clone)]
pub struct Server {
    connection: Arc<RustConnection>,
    screen: usize,
}

impl Server {
    /// Connects, or returns `None` without an X server.
    pub fn connect() -> Option<Server> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        Some(Server {
            connection: Arc::new(connection),
            screen,
        })
    }

    /// Returns the monitors, or the server's whole screen if monitors are not listed.
    pub fn monitors(&self) -> Vec<Monitor> {
        let monitors = self.ask_monitors().unwrap_or_default();
        if !monitors.is_empty() {
            return monitors;
        }
        let screen = &self.connection.setup().roots[self.screen];
        vec![Monitor {
            x: 0,
            y: 0,
            width: screen.width_in_pixels.into(),
            height: screen.height_in_pixels.into(),
        }]
    }

    fn ask_monitors(&self) -> Result<Vec<Monitor>, ReplyOrIdError> {
        let extension = self
            .connection
            .extension_information(randr::X11_EXTENSION_NAME)?;
        if extension.is_none() {
            return Ok(Vec::new());
        }
        let reply = self.connection.randr_get_monitors(self.root(), true)?;
        let monitors = reply.reply()?.monitors.into_iter();
        let monitors = monitors.map(|found| Monitor {
            x: found.x.into(),
            y: found.y.into(),
            width: found.width.into(),
            height: found.height.into(),
        });
        Ok(monitors.collect())
    }

    fn root(&self) -> u32 {
        self.connection.setup().roots[self.screen].root
    }

    /// Finds the window with this name.
    pub fn window(&self, name: &str) -> Option<Window> {
        self.find(name).ok().flatten()
    }

    fn find(&self, name: &str) -> Result<Option<Window>, ReplyOrIdError> {
        // Window managers may wrap windows in frames, so search two levels deep.
        let mut candidates = vec![self.root()];
        for _ in 0..3 {
            let mut children = Vec::new();
            for &window in &candidates {
                let Ok(tree) = self.connection.query_tree(window)?.reply() else {
                    continue;
                };
                children.extend(tree.children);
            }
            for &id in &children {
                let (wm_name, any) = (AtomEnum::WM_NAME, AtomEnum::ANY);
                let property = self
                    .connection
                    .get_property(false, id, wm_name, any, 0, 64)?
                    .reply();
                if property.is_ok_and(|found| found.value == name.as_bytes()) {
                    return Window::new(self.clone(), id).map(Some);
                }
            }
            candidates = children;
        }
        Ok(None)
    }
}

/// This program's window. Errors of a vanished server are ignored.
#[derive(Clone)]
pub struct Window {
    server: Server,
    id: u32,
    net_wm_name: u32,
    utf8_string: u32,
}

impl Window {
    fn new(server: Server, id: u32) -> Result<Window, ReplyOrIdError> {
        let atom = |name: &[u8]| -> Result<u32, ReplyOrIdError> {
            Ok(server.connection.intern_atom(false, name)?.reply()?.atom)
        };
        let (net_wm_name, utf8_string) = (atom(b"_NET_WM_NAME")?, atom(b"UTF8_STRING")?);
        let heard = ChangeWindowAttributesAux::new().event_mask(EventMask::STRUCTURE_NOTIFY);
        server.connection.change_window_attributes(id, &heard)?;
        Ok(Window {
            server,
            id,
            net_wm_name,
            utf8_string,
        })
    }

    /// Sets the window's title.
    pub fn name(&self, title: &str) {
        let properties = [
            (u32::from(AtomEnum::WM_NAME), u32::from(AtomEnum::STRING)),
            (self.net_wm_name, self.utf8_string),
        ];
        let connection = &self.server.connection;
        for (property, kind) in properties {
            let bytes = title.as_bytes();
            let _ = connection.change_property8(PropMode::REPLACE, self.id, property, kind, bytes);
        }
        let _ = connection.flush();
    }

    /// Returns the upper left corner of the window's content.
    pub fn corner(&self) -> Option<(i32, i32)> {
        let root = self.server.root();
        let asked = self
            .server
            .connection
            .translate_coordinates(self.id, root, 0, 0);
        let found = asked.ok()?.reply().ok()?;
        Some((found.dst_x.into(), found.dst_y.into()))
    }

    /// Requests a new position of the content's upper left corner. miniquad has set static gravity, so positions refer
    /// to the content.
    pub fn move_to(&self, (x, y): (i32, i32)) {
        let place = ConfigureWindowAux::new().x(x).y(y);
        let connection = &self.server.connection;
        let _ = connection.configure_window(self.id, &place);
        let _ = connection.flush();
    }

    /// Returns whether the window was destroyed since the last call.
    pub fn is_gone(&self) -> bool {
        let events = std::iter::from_fn(|| self.server.connection.poll_for_event().ok().flatten());
        let is_end = |event| matches!(event, Event::DestroyNotify(end) if end.window == self.id);
        // Read all events, so that they do not pile up.
        events
            .map(is_end)
            .fold(false, |is_gone, is_end| is_gone | is_end)
    }

    /// Sends the event that wakes the loop. Returns false if the server is gone.
    pub fn wake(&self) -> bool {
        let alarm = ButtonPressEvent {
            response_type: BUTTON_PRESS_EVENT,
            detail: ALARM_BUTTON,
            sequence: 0,
            time: x11rb::CURRENT_TIME,
            root: self.server.root(),
            event: self.id,
            child: x11rb::NONE,
            root_x: 0,
            root_y: 0,
            event_x: 0,
            event_y: 0,
            state: KeyButMask::default(),
            same_screen: true,
        };
        let connection = &self.server.connection;
        let sent = connection.send_event(false, self.id, EventMask::NO_EVENT, alarm);
        sent.is_ok() && connection.flush().is_ok()
    }
}
