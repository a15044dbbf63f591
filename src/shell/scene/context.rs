//! Requests from a scene to the program.

use rightwell::session::Contestant;

use super::begin::GhostSource;
use super::{Request, Scene};

/// Notice to a person who takes over in the middle of a game.
const GOING_ON: &str = "from here you play. {PAUSE}: resume";

/// Requests from a scene to the program. The program carries them out in order after the scene has returned.
#[derive(Debug, Default)]
pub struct Context(Vec<Request>);

impl Context {
    /// Shows a notice.
    pub fn notify(&mut self, notice: impl Into<String>) {
        self.0.push(Request::Notify(notice.into()));
    }

    /// Shows a message over the game screen, for news that a player must not miss.
    pub fn announce(&mut self, title: &'static str, text: impl Into<String>) {
        self.0.push(Request::Announce(title, text.into()));
    }

    /// Shows a notice if there is one.
    pub fn notify_of(&mut self, notice: Option<String>) {
        self.0.extend(notice.map(Request::Notify));
    }

    /// Pauses the top scene.
    pub fn pause(&mut self) {
        self.0.push(Request::Pause(true));
    }

    /// Resumes the top scene.
    pub fn resume(&mut self) {
        self.0.push(Request::Pause(false));
    }

    /// Ignores the held buttons until they are pressed again, because another game has begun.
    pub fn begin_anew(&mut self) {
        self.0.push(Request::BeginAnew);
    }

    /// Puts a scene on top of this one.
    pub fn push(&mut self, scene: impl Scene + 'static) {
        self.0.push(Request::Push(Box::new(scene)));
    }

    /// Opens a scene on top in which a person continues a game. The new scene starts paused.
    pub fn push_paused(&mut self, scene: impl Scene + 'static) {
        self.push(scene);
        self.pause();
        self.announce("Paused", GOING_ON);
    }

    /// Closes this scene, so that the scene below continues. With `for_next`, the scene below starts its next game or
    /// exercise.
    pub fn leave(&mut self, for_next: bool) {
        self.0.push(Request::Leave { for_next });
    }

    /// Races a recording, in place of all scenes.
    pub fn race(&mut self, source: GhostSource) {
        self.0.push(Request::Race(source));
    }

    /// Saves these players as the choice for the next match.
    pub fn remember(&mut self, contestants: [Contestant; 2]) {
        self.0.push(Request::Remember(contestants));
    }

    /// Opens the editor's menu page.
    pub fn open_editor_page(&mut self) {
        self.0.push(Request::Edit);
    }

    /// Removes and returns all requests, in order.
    pub fn take(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.0)
    }

    /// Adds these requests.
    #[cfg(test)]
    pub fn extend(&mut self, requests: Vec<Request>) {
        self.0.extend(requests);
    }

    /// Removes all requests and returns the notices among them.
    #[cfg(test)]
    pub fn take_notices(&mut self) -> Vec<String> {
        let notices = self.take().into_iter().filter_map(|request| match request {
            Request::Notify(notice) | Request::Announce(_, notice) => Some(notice),
            _ => None,
        });
        notices.collect()
    }
}
