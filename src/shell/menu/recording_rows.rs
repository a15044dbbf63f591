//! Rows of the list of recordings: their columns and texts.

use rightwell::engine::GameType;
use rightwell::menu::{Column, Field, Icon, MenuRow};
use rightwell::render::surface::Face;
use rightwell::rules::{Region, counted, sanitized};
use rightwell::session::{Mode, RecordingInfo};

use crate::host::clock::{FileTime, has_local_time, when};
use crate::scene::words;
use crate::store::catalogue::RecordingEntry;
use crate::store::descriptions::RecordingDescription;
use crate::store::personal_best::PersonalBest;
use crate::store::recording_list::RecordingGroup;

/// Columns of the list: mode, level, lines, score, length and time.
pub const COLUMNS: [Column; 6] = [
    Column::text("B-type 5"),
    Column::number("138"),
    Column::number("Lines"),
    Column::number("1234567"),
    Column::number("59:59"),
    Column::text(TIMES),
];

/// Widest text in a column of times.
pub const TIMES: &str = "Yesterday 20:49";

/// Returns the title of a column of times, with a note if the times are not local.
pub fn title_of_times(title: &str) -> String {
    match has_local_time() {
        true => title.to_owned(),
        false => format!("{title} (UTC)"),
    }
}

/// Returns the row with the titles of the columns.
pub fn header<T>(name: T) -> MenuRow<T> {
    let titles = ["", "Lv", "Lines", "Score", "Time"].map(str::to_owned);
    let titles = titles.into_iter().chain([title_of_times("When")]);
    let mut row = MenuRow::new(name, "", Field::Heading, "");
    row.cells = vec![titles.collect()];
    row
}

/// Returns the row of a recording. `known` is its description, or the reason why there is none.
pub fn row<T>(
    name: T,
    entry: &RecordingEntry,
    known: Option<&Result<RecordingDescription, String>>,
    now: FileTime,
) -> MenuRow<T> {
    let about = known.and_then(|known| known.as_ref().ok());
    let about = about.map(|description| &description.about);
    let (mode, hint) = match known {
        None => (None, format!("{}: loading..", entry.name)),
        Some(Err(error)) => (Some("cannot be read".to_owned()), error.clone()),
        Some(Ok(_)) => (about.map(marked_mode), String::new()),
    };
    let hint = about.map_or(hint, |about| self::hint(entry, about));
    let mut row = MenuRow::new(name, &entry.name, Field::Act, &hint);
    row.icon = Some(icon(RecordingGroup::of(entry, about)));
    let is_named = entry.kind.is_none();
    let title = match mode {
        Some(mode) if is_named => format!("{}: {mode}", entry.name),
        Some(mode) => mode,
        None if is_named => entry.name.clone(),
        None => "..".to_owned(),
    };
    let mut cells = vec![String::new(); COLUMNS.len()];
    if let Some(about) = about {
        if let Some(summary) = &about.summary {
            cells[1] = about.level.to_string();
            cells[2] = summary.lines.to_string();
            cells[3] = summary.score.to_string();
        }
        cells[4] = words::minutes(about.frames, about.region);
    }
    cells[5] = entry.written.map_or(String::new(), |time| when(time, now));
    let room = Face::Text.width(COLUMNS[0].widest);
    if Face::Text.width(&title) <= room {
        cells[0] = title;
        row.cells = vec![cells];
    } else {
        row.cells = vec![vec![title], cells];
    }
    row
}

/// Returns the row of a personal best.
pub fn best_row<T>(
    name: T,
    entry: &RecordingEntry,
    known: Option<&Result<RecordingDescription, String>>,
    best: &PersonalBest,
    now: FileTime,
) -> MenuRow<T> {
    let mut row = row(name, entry, known, now);
    let region = match best.region {
        Region::Ntsc => "",
        Region::Pal => ", PAL",
    };
    let title = format!("From level {}, {}{region}", best.level, best.hands.word());
    let mut cells = row.cells.pop().unwrap_or_default();
    if let Some(first) = cells.first_mut() {
        first.clear();
    }
    row.cells = vec![vec![title], cells];
    row
}

const fn icon(group: RecordingGroup) -> Icon {
    match group {
        RecordingGroup::Games => Icon::Game,
        RecordingGroup::Training => Icon::Training,
        RecordingGroup::Matches => Icon::Versus,
        RecordingGroup::Computers => Icon::Computers,
        RecordingGroup::Videos => Icon::Video,
    }
}

fn mode(about: &RecordingInfo) -> String {
    if let Some(training) = about.training {
        return training.in_words();
    }
    match &about.mode {
        Mode::Console(None) => "no game".to_owned(),
        Mode::Console(Some(GameType::A)) => "A-type".to_owned(),
        Mode::Console(Some(GameType::B { height })) => format!("B-type {height}"),
        Mode::Match {
            names: [left, right],
            wins: [lefts, rights],
        } => format!("{left} {lefts}:{rights} {right}"),
        Mode::Captured => "A-type, from a video".to_owned(),
        Mode::CapturedMatch([left, right]) => format!("{left} and {right}, from a video"),
        Mode::WithoutGravity(games) => format!("AI without gravity, {}", counted(games, "game")),
    }
}

/// Returns the mode, with a note if the last game started from a position or had pieces taken back.
fn marked_mode(about: &RecordingInfo) -> String {
    let marks = [
        (about.has_position, ", position"),
        (about.is_taken_back, ", taken back"),
        (about.ghost.is_some(), ", race"),
    ];
    let marks = marks.map(|(is_so, mark)| if is_so { mark } else { "" });
    mode(about) + &marks.concat()
}

/// Returns the facts that have no column.
fn hint(entry: &RecordingEntry, about: &RecordingInfo) -> String {
    let facts = [
        (about.has_position, " from a position"),
        (about.has_hints, " with hints"),
        (about.is_taken_back, ", taken back"),
        (about.region == Region::Pal, ", PAL"),
    ];
    let facts = facts.map(|(is_so, words)| if is_so { words } else { "" });
    let mut text = format!("{}: {}{}", entry.name, mode(about), facts.concat());
    if let Some(ghost) = &about.ghost {
        text.push_str(&format!(", race against {}", sanitized(ghost)));
    }
    if let Some(summary) = &about.summary {
        text.push_str(&format!(", {}", counted(summary.pieces, "piece")));
        if let Some(rate) = summary.tetris_rate {
            text.push_str(&format!(", Tetris rate {rate}%"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_says_which_games_were_practice() {
        let entry = RecordingEntry {
            path: "game-000001.fm2.gz".into(),
            name: "game-000001".to_owned(),
            kind: None,
            written: None,
        };
        let plain = RecordingInfo {
            mode: Mode::Console(Some(GameType::A)),
            region: Region::Pal,
            summary: None,
            level: 18,
            start_level: 18,
            rhythm: None,
            training: None,
            has_hints: false,
            is_taken_back: false,
            has_position: false,
            ghost: None,
            frames: 3_000,
            last_game: 3_000,
        };
        assert_eq!(hint(&entry, &plain), "game-000001: A-type, PAL");
        let hinted = RecordingInfo {
            has_hints: true,
            ..plain.clone()
        };
        assert_eq!(hint(&entry, &hinted), "game-000001: A-type with hints, PAL");
        let taken_back = RecordingInfo {
            is_taken_back: true,
            has_position: true,
            ghost: Some("best".to_owned()),
            ..plain.clone()
        };
        assert_eq!(
            hint(&entry, &taken_back),
            "game-000001: A-type from a position, taken back, PAL, race against best"
        );
        assert_eq!(marked_mode(&plain), "A-type");
        assert_eq!(
            marked_mode(&taken_back),
            "A-type, position, taken back, race"
        );
    }
}
