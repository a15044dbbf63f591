//! Starts of scenes from the menu.

use std::path::PathBuf;

use rightwell::rules::sanitize::sanitized;

use crate::host::page;
use crate::options::scenes::SceneArgs;
use crate::scene::Request;
use crate::scene::app_context::AppContext;
use crate::scene::begin::GhostSource;
use crate::scene::editor::EditorScene;
use crate::store::states::SavedStates;

use super::question::{LEAVE, QuestionText, ask_if};
use super::{PageAction, SceneInfo};

/// Opens an editor on top, at the position of the current game if that can be edited.
pub fn push_editor(below: &SceneInfo, context: &AppContext) -> Request {
    let home = context.home().ok();
    let states = home.map(|home| SavedStates::of(&home.recording_store(None)));
    Request::Push(Box::new(EditorScene::new(below.position, states)))
}

/// Opens a recording. If this would abandon a game, asks for confirmation first.
pub fn open_or_ask(
    below: &SceneInfo,
    context: &mut AppContext,
    path: PathBuf,
    is_reviewed: bool,
) -> PageAction {
    let text = QuestionText::leave(below.is_match, LEAVE);
    ask_if(below.is_busy, text, context, move |context| {
        let name = path.file_name().unwrap_or_default();
        let said = format!("opening {}..", sanitized(&name.to_string_lossy()));
        context.open_recording(path, is_reviewed);
        PageAction::say(said)
    })
}

/// Races a recording. If this would abandon a game, asks for confirmation first.
pub fn race_or_ask(below: &SceneInfo, context: &mut AppContext, path: PathBuf) -> PageAction {
    let text = QuestionText::leave(below.is_match, LEAVE);
    ask_if(below.is_busy, text, context, move |_| {
        PageAction::Ask(Request::Race(GhostSource::File(path)))
    })
}

/// Starts a scene. If this would abandon a game, asks for confirmation first.
pub fn begin_or_ask(below: &SceneInfo, context: &mut AppContext, args: SceneArgs) -> PageAction {
    let is_windowed = below.is_windowed;
    let text = QuestionText::leave(below.is_match, LEAVE);
    ask_if(below.is_busy, text, context, move |context| {
        // In a browser, the value table of a player may have to be loaded.
        if page::IS_HERE && !matches!(args, SceneArgs::Play(_)) {
            context.begin_later(args);
            return PageAction::say("loading..".to_owned());
        }
        match context.begin(args) {
            Ok(begun) if !is_windowed && begun.scene.can().people.contains(&true) => {
                PageAction::say(
                    "playing needs the window, because terminals do not report key releases"
                        .to_owned(),
                )
            }
            Ok(begun) => PageAction::Ask(Request::Begin(begun)),
            Err(error) => PageAction::say(error.to_string()),
        }
    })
}
