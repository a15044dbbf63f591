//! Files for the games of a video.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rightwell::session::CapturedGame;

use crate::error::{CliError, shown};
use crate::store::{files, pack};

/// Where the games of a video are written.
pub enum GamesOutput<'a> {
    /// One file per game, with a number in its name if there are several.
    File(&'a Path),
    /// Folder with one file per game.
    Folder(&'a Path),
}

impl GamesOutput<'_> {
    /// Checks that the output can be written, before the long work begins. A name without an ending is a folder.
    pub fn check(path: &Path) -> Result<GamesOutput<'_>, CliError> {
        if path.is_dir() || path.extension().is_none() {
            let mut entries = path.read_dir().ok().into_iter().flatten();
            if path.is_file() || entries.next().is_some() {
                return Err(exists(path));
            }
            std::fs::create_dir_all(path).map_err(|fault| {
                CliError::usage(format!("cannot create the folder {}: {fault}", shown(path)))
            })?;
            files::check_writable(&path.join("game.ron"))?;
            return Ok(GamesOutput::Folder(path));
        }
        if pack::RecordingFormat::from_name(path) != Some(pack::RecordingFormat::Ron) {
            return Err(CliError::usage(format!(
                "invalid name {} for `--output`; allowed: a folder, or a file ending in .ron or .ron.gz, which hold the \
                 locks (a video does not show the buttons, which a movie holds)",
                shown(path)
            )));
        }
        files::check_writable(path)?;
        let mut taken = numbered(path, 1).into_iter().chain(numbered(path, 2));
        match taken.find(|path| path.symlink_metadata().is_ok()) {
            Some(taken) => Err(exists(&taken)),
            None => Ok(GamesOutput::File(path)),
        }
    }

    /// Writes the games. Returns the paths of their files.
    pub fn write(&self, games: &[&CapturedGame]) -> Result<Vec<PathBuf>, CliError> {
        let paths = match self {
            GamesOutput::File(path) => numbered(path, games.len()),
            GamesOutput::Folder(folder) => names_by_player(games)
                .into_iter()
                .map(|name| folder.join(name + ".ron"))
                .collect(),
        };
        for (game, path) in games.iter().zip(&paths) {
            let contents = pack::contents(path, &game.to_ron());
            if !files::write_new(path, &contents)? {
                return Err(exists(path));
            }
        }
        Ok(paths)
    }
}

fn exists(path: &Path) -> CliError {
    CliError::usage(format!(
        "{} already exists; choose another name",
        shown(path)
    ))
}

/// Returns the names of the output files for this number of games.
fn numbered(path: &Path, games: usize) -> Vec<PathBuf> {
    if games == 1 {
        return vec![path.to_owned()];
    }
    let (name, ending) = pack::split(path);
    let numbered =
        (1..=games).map(|number| path.with_file_name(format!("{name}-{number}{ending}")));
    numbered.collect()
}

/// Returns the file name of each game, without its ending: the player's name, with a number if the player has several
/// games.
pub fn names_by_player(games: &[&CapturedGame]) -> Vec<String> {
    let name = |game: &&CapturedGame| {
        let player = game.player.as_deref().unwrap_or("game");
        let letters = player.chars();
        let is_plain = |letter: char| letter.is_alphanumeric() || letter == '-';
        letters
            .map(|letter| if is_plain(letter) { letter } else { '_' })
            .collect::<String>()
    };
    let mut totals: BTreeMap<String, usize> = BTreeMap::new();
    for game in games {
        *totals.entry(name(game)).or_default() += 1;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let names = games.iter().map(|game| {
        let name = name(game);
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        match totals[&name] {
            1 => name,
            _ => format!("{name}-{count}"),
        }
    });
    names.collect()
}
