//! Page that writes films and an image of a recording.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rightwell::menu::Field;

use crate::host::page;
use crate::host::places::Media;
use crate::scene::app_context::AppContext;
use crate::store::catalogue::RecordingEntry;
use crate::work::film::{FilmArgs, FilmPart};

use super::PageAction;
use super::act_page::{ActionPage, ActionRows};

/// Scale of the game in a film, for 1080 lines with a little room around, and size of a film with panels.
const SCALE: u32 = 4;
const WITH_PANELS: (u32, u32) = (1920, 1080);
/// Highest number of seconds to choose: an hour.
const SECONDS_MAX: u32 = 3_600;

/// Choices of the page.
#[derive(Clone, Copy)]
struct FilmChoice {
    from: u32,
    to: u32,
    has_panels: bool,
}

/// Returns the page for a recording.
pub fn film_page(entry: &RecordingEntry) -> ActionPage {
    let chosen = Rc::new(Cell::new(FilmChoice {
        from: 0,
        to: 30,
        has_panels: false,
    }));
    let mut rows = ActionRows::default();
    let mut save = |label: &str, what: &str, part: fn(FilmChoice) -> FilmPart| {
        let (entry, chosen) = (entry.clone(), Rc::clone(&chosen));
        let hint = format!("An MP4 video with sound: {what}. 1080 lines");
        rows.act(label, &hint, move |context| {
            let choice = chosen.get();
            write(
                context,
                &entry,
                ("mp4", Media::Videos),
                part(choice),
                |path| FilmArgs {
                    video: Some(path),
                    scale: (!choice.has_panels).then_some(SCALE),
                    stage: choice.has_panels.then_some(WITH_PANELS),
                    ..FilmArgs::default()
                },
            )
        });
    };
    save("SAVE WHOLE GAME", "the whole game", |_| FilmPart::Whole);
    save("SAVE LAST 30 SECONDS", "the end of the game", |_| {
        FilmPart::Last(30)
    });
    save("SAVE PART", "the seconds FROM to TO", |choice| {
        FilmPart::Between(choice.from, choice.to.max(choice.from + 1))
    });
    seconds(&mut rows, "FROM", 0, &chosen, |choice, from| {
        choice.from = from;
    });
    seconds(&mut rows, "TO", 30, &chosen, |choice, to| {
        choice.to = to;
    });
    let with = Rc::clone(&chosen);
    let hint = "Whether the film shows the statistics beside the game";
    rows.value(
        "PANELS",
        Field::choice(&["off", "on"], "off"),
        hint,
        move |word| {
            with.set(FilmChoice {
                has_panels: word == "on",
                ..with.get()
            });
            PageAction::Stay
        },
    );
    rows.begin_group();
    let gif = entry.clone();
    rows.act(
        "SAVE GIF",
        "An animated GIF of the whole game",
        move |context| {
            write(
                context,
                &gif,
                ("gif", Media::Videos),
                FilmPart::Whole,
                |path| FilmArgs {
                    gif: Some(path),
                    ..FilmArgs::default()
                },
            )
        },
    );
    let image = entry.clone();
    rows.act("SAVE IMAGE", "The last frame as PNG", move |context| {
        write(
            context,
            &image,
            ("png", Media::Pictures),
            FilmPart::AsAsked,
            |path| FilmArgs {
                png: Some(path),
                scale: Some(SCALE),
                ..FilmArgs::default()
            },
        )
    });
    rows.into_page("FILM")
}

/// Adds a row with a number of seconds since the first piece.
fn seconds(
    rows: &mut ActionRows,
    label: &str,
    value: u32,
    chosen: &Rc<Cell<FilmChoice>>,
    set: fn(&mut FilmChoice, u32),
) {
    let chosen = Rc::clone(chosen);
    let field = Field::Number {
        value,
        range: (0, SECONDS_MAX),
        step: 5,
    };
    let hint = "Seconds since the first piece, for SAVE PART";
    rows.value(label, field, hint, move |number| {
        let mut choice = chosen.get();
        set(&mut choice, number.parse().unwrap_or_default());
        chosen.set(choice);
        PageAction::Stay
    });
}

/// Writes a film or an image in the background.
fn write(
    context: &mut AppContext,
    entry: &RecordingEntry,
    (ending, media): (&str, Media),
    part: FilmPart,
    film: impl FnOnce(PathBuf) -> FilmArgs,
) -> PageAction {
    let path = context.free_output(&entry.name, ending, media);
    let name = Path::new(path.file_name().unwrap_or_default())
        .display()
        .to_string();
    let begun = context.write_film((film(path.clone()), part), entry.path.clone(), path);
    PageAction::say(match begun {
        Err(error) => error.to_string(),
        Ok(()) if page::IS_HERE => format!("{name} will be downloaded.."),
        Ok(()) => format!("{name} is being written.."),
    })
}
