//! Players, opponents and patterns by name: built in, or read from files.
//!
//! The library parses texts and bytes. This module reads them from files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rightwell::pixels::ENDINGS;
use rightwell::players::{
    NamedHand, NamedHandError, Opponent, OpponentError, Pattern, PatternError, Player, PlayerError,
    PlayerFile, Strategy, StrategyError,
};

use rightwell::render::Palette;
use rightwell::render::palette::palettes;
use rightwell::rules::sanitize::{plain, sanitized};

use crate::error::{CliError, shown};

use super::folders::Folders;
use super::own::UserFileKind;
use super::read::{self, FileKind};

/// Folder of patterns, relative to the working folder.
const PATTERNS: &str = "patterns";

/// Returns the palette with this name, built in or the user's own. A name that ends in `.pal` is a file path.
pub fn palette(name: &str) -> Result<Palette, CliError> {
    palette_of(name, Folders::of_user().ok().as_ref())
}

/// Returns the palette with this name. The user's own palettes are searched in `folders`.
pub fn palette_of(name: &str, folders: Option<&Folders>) -> Result<Palette, CliError> {
    if let Some(file) = file_of(name, &[UserFileKind::Palette], folders) {
        return palette_in(&file);
    }
    Palette::find(name).ok_or_else(|| {
        let ours = palettes().map(str::to_owned);
        let known = ours.chain(UserFileKind::Palette.names(folders));
        let allowed = known.collect::<Vec<_>>().join(", ");
        CliError::usage(format!(
            "unknown palette '{}'; allowed: {allowed}, or a file ending in .pal",
            sanitized(name)
        ))
    })
}

/// Returns the names of the user's own files.
pub fn own_names(own: UserFileKind) -> Vec<String> {
    own.names(Folders::of_user().ok().as_ref())
}

fn palette_in(path: &Path) -> Result<Palette, CliError> {
    let bytes = read::bytes(path, FileKind::Palette)?;
    Palette::from_pal(&bytes).map_err(|error| CliError::usage(format!("{}: {error}", shown(path))))
}

/// Returns the player with this name, built in or the user's own. A name that ends in `.ron` is a file path.
pub fn player(name: &str) -> Result<Player, PlayerError> {
    player_of_folders(name, Folders::of_user().ok().as_ref())
}

/// Returns the player together with the content of its file.
pub fn player_with_file(name: &str) -> Result<(Player, PlayerFile), PlayerError> {
    let folders = Folders::of_user().ok();
    let Some(file) = file_of(name, &[UserFileKind::Player], folders.as_ref()) else {
        let player = player(name)?;
        let file = PlayerFile::named(name).expect("a player without a file is built in");
        return Ok((player, file));
    };
    let text = player_text(&file)?;
    let written = PlayerFile::from_ron(&file.to_string_lossy(), &text)?;
    Ok((player_of(&file, &text)?, written))
}

/// Returns the player with this name. The user's own players are searched in `folders`.
pub fn player_of_folders(name: &str, folders: Option<&Folders>) -> Result<Player, PlayerError> {
    if let Some(file) = file_of(name, &[UserFileKind::Player], folders) {
        return player_in(&file);
    }
    Player::named(name).map_err(|error| match error {
        PlayerError::Unknown { name, mut known } => {
            known.extend(UserFileKind::Player.names(folders));
            PlayerError::Unknown { name, known }
        }
        error => error,
    })
}

/// Returns the file that a name stands for. A name with the extension of one of `kinds` is a path. Any other name is
/// looked up in the user's folders.
fn file_of(name: &str, kinds: &[UserFileKind], folders: Option<&Folders>) -> Option<PathBuf> {
    let is_file = kinds.iter().any(|own| name.ends_with(own.ending()));
    let own = || kinds.iter().find_map(|own| own.file(name, folders));
    if is_file { Some(name.into()) } else { own() }
}

fn player_in(file: &Path) -> Result<Player, PlayerError> {
    player_of(file, &player_text(file)?)
}

fn player_text(file: &Path) -> Result<String, PlayerError> {
    read::text(file, FileKind::Player).map_err(|error| PlayerError::Unreadable {
        file: file.to_string_lossy().into_owned(),
        message: error.fault.to_string(),
    })
}

/// Builds the player from the text of its file. Value tables that it names are read from the folder of that file.
fn player_of(file: &Path, text: &str) -> Result<Player, PlayerError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    Player::from_ron_with(&file.to_string_lossy(), text, &|table| {
        read::bytes(&folder.join(table), FileKind::Table).map_err(|error| error.fault.to_string())
    })
}

/// Returns the hands with this name. A name that ends in `.ron` is a file path.
pub fn hand(name: &str) -> Result<NamedHand, NamedHandError> {
    if !name.ends_with(".ron") {
        return NamedHand::named(name);
    }
    let text = read::text(Path::new(name), FileKind::Hand).map_err(|error| {
        NamedHandError::Unreadable {
            file: name.to_owned(),
            message: error.fault.to_string(),
        }
    })?;
    NamedHand::from_ron(name, &text)
}

/// Parses an opponent: a name, followed by dials. Allowed names: opponents and players, built in or the user's own, and
/// paths of files that end in `.ron`.
pub fn opponent(line: &str) -> Result<Opponent, OpponentError> {
    let folders = Folders::of_user().ok();
    let named = |name: &str| opponent_of(name, folders.as_ref());
    Opponent::from_line(line, named, hand, pattern)
}

/// Returns the opponent with this name, with the dials of its file. The user's own opponents and players are searched in `folders`.
pub fn opponent_of(name: &str, folders: Option<&Folders>) -> Result<Opponent, OpponentError> {
    if let Some(file) = file_of(
        name,
        &[UserFileKind::Opponent, UserFileKind::Player],
        folders,
    ) {
        return opponent_in(&file, folders);
    }
    Opponent::named(name).map_err(|error| match error {
        OpponentError::Unknown { name, mut known } => {
            known.extend(UserFileKind::Opponent.names(folders));
            OpponentError::Unknown { name, known }
        }
        error => error,
    })
}

/// Reads an opponent from a file. From a player's file, makes an opponent at full strength.
fn opponent_in(file: &Path, folders: Option<&Folders>) -> Result<Opponent, OpponentError> {
    let shown = file.to_string_lossy();
    let text = read::text(file, FileKind::Player).map_err(|error| OpponentError::Unreadable {
        file: shown.clone().into_owned(),
        message: error.fault.to_string(),
    })?;
    if Player::is_meant(&text) {
        return Ok(Opponent::from_player(&player_of(file, &text)?));
    }
    Opponent::from_ron(&shown, &text, |name| {
        let folder = file.parent().unwrap_or(Path::new(""));
        if name.ends_with(".ron") {
            player_in(&folder.join(name))
        } else {
            player_of_folders(name, folders)
        }
    })
}

/// Returns the strategy that combines the player `name` with the filter `filter`.
pub fn strategy(name: &str, filter: &str) -> Result<Strategy, StrategyFault> {
    let player = Arc::new(player(name)?);
    Ok(Strategy::find(player, filter, pattern)?)
}

/// Error of [`strategy`].
#[derive(Debug, thiserror::Error)]
pub enum StrategyFault {
    /// The player could not be loaded.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The filter could not be loaded.
    #[error(transparent)]
    Filter(#[from] StrategyError),
}

/// Returns the pattern with this name, searched in this order: a file, `./patterns`, built-in patterns.
pub fn pattern(name: &str) -> Result<Pattern, PatternError> {
    let folder = Path::new(PATTERNS);
    let with_ending = ENDINGS.map(|ending| folder.join(format!("{name}.{ending}")));
    let paths = [PathBuf::from(name), folder.join(name)];
    let mut paths = paths.into_iter().chain(with_ending);
    if let Some(path) = paths.find(|path| path.is_file()) {
        return pattern_in(&path);
    }
    Pattern::named(name)
}

/// Returns all patterns, sorted by name. A file in `./patterns` replaces the built-in pattern with its name. A faulty
/// file yields its error.
pub fn patterns() -> Vec<(String, Result<Pattern, PatternError>)> {
    let mut patterns: Vec<(String, Result<Pattern, PatternError>)> = Pattern::built_in()
        .into_iter()
        .map(|pattern| (pattern.name().to_owned(), Ok(pattern)))
        .collect();
    let files = fs::read_dir(PATTERNS).into_iter().flatten().flatten();
    for path in files.map(|entry| entry.path()) {
        let ending = path.extension().and_then(|ending| ending.to_str());
        if ending.is_none_or(|ending| !ENDINGS.contains(&ending)) {
            continue;
        }
        let name = name_of(&path);
        patterns.retain(|(known, _)| *known != name);
        patterns.push((name, pattern_in(&path)));
    }
    patterns.sort_by(|(a, _), (b, _)| a.cmp(b));
    patterns
}

fn pattern_in(path: &Path) -> Result<Pattern, PatternError> {
    let file = path.to_string_lossy().into_owned();
    let bytes = read::bytes(path, FileKind::Pattern).map_err(|error| PatternError::Unreadable {
        file: file.clone(),
        message: error.fault.to_string(),
    })?;
    Pattern::read(&name_of(path), &file, &bytes)
}

/// Returns the pattern's name: the file name without its extension, with control characters escaped.
fn name_of(path: &Path) -> String {
    path.file_stem()
        .map_or_else(String::new, |stem| plain(&stem.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use crate::store::video;

    use super::*;

    #[test]
    fn a_pattern_is_read_from_any_format_whatever_its_name() {
        let smiley = Pattern::named("smiley").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let picture = image::RgbImage::from_fn(10, 20, |x, y| {
            let is_filled = smiley.filled().contains(x as i8, y as i8);
            image::Rgb([if is_filled { 0 } else { 255 }; 3])
        });
        for (name, format) in [
            ("a.bmp", image::ImageFormat::Bmp),
            ("b.webp", image::ImageFormat::Png),
            ("c", image::ImageFormat::Bmp),
        ] {
            let path = folder.path().join(name);
            picture.save_with_format(&path, format).unwrap();
            let found = pattern(path.to_str().unwrap()).unwrap();
            assert_eq!(found.filled(), smiley.filled(), "{name}");
            assert!(video::is_still(&path), "{name}");
        }
        let path = folder.path().join("d.avi");
        fs::write(&path, b"RIFF\x10\0\0\0AVI LIST").unwrap();
        assert!(!video::is_still(&path));
    }

    /// Returns the path of a file in the repository.
    fn repository(file: &str) -> String {
        format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn players_are_found_by_name_and_by_file() {
        let file = repository("assets/players/bcts.ron");
        assert_eq!(player(&file).unwrap(), player("bcts").unwrap());
        let error = player("nobody").unwrap_err();
        assert!(matches!(error, PlayerError::Unknown { .. }), "{error}");
    }

    #[test]
    fn a_table_lies_beside_its_player_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.ron");
        let text = fs::read_to_string(repository("assets/players/scorer.ron")).unwrap();
        let name = file.to_str().unwrap();
        fs::write(
            &file,
            text.replace("table: \"machine\"", "table: \"my.table\""),
        )
        .unwrap();
        let error = player(name).unwrap_err().to_string();
        assert!(error.contains("table my.table: "), "{error}");
        let table = repository("assets/players/machine.table.gz");
        fs::copy(table, folder.path().join("my.table")).unwrap();
        assert_eq!(
            player(name).unwrap().evaluator(),
            player("scorer").unwrap().evaluator()
        );
    }

    #[test]
    fn a_missing_or_unreadable_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let binary = folder.path().join("binary.ron");
        fs::write(&binary, [0xFF, 0xFE, 0x00]).unwrap();
        let missing = ["none.ron", ".ron"].map(|name| folder.path().join(name));
        for path in missing.into_iter().chain([binary]) {
            let name = path.to_str().unwrap();
            let error = player(name).unwrap_err();
            assert!(matches!(error, PlayerError::Unreadable { .. }));
            assert!(error.to_string().contains(name), "{error}");
            let error = opponent(name).unwrap_err();
            assert!(matches!(error, OpponentError::Unreadable { .. }));
            assert!(error.to_string().contains(name), "{error}");
        }
    }

    #[test]
    fn an_opponent_file_names_a_player_or_a_player_file_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let text = fs::read_to_string(repository("assets/opponents/first-week.ron")).unwrap();
        let player = opponent("first-week").unwrap().player().name().to_owned();
        let named = format!("player: \"{player}\"");
        assert!(text.contains(&named), "{text}");
        fs::write(file("mine.ron"), &text).unwrap();
        let mine = file("mine.ron");
        let mine = mine.to_str().unwrap();
        assert_eq!(opponent(mine).unwrap().player().name(), player);
        fs::write(file("mine.ron"), text.replace(&named, "player: \"dt.ron\"")).unwrap();
        fs::copy(repository("assets/players/dt10.ron"), file("dt.ron")).unwrap();
        assert_eq!(opponent(mine).unwrap().player().name(), "dt10");
        let line = format!("{},depth=1", file("dt.ron").to_str().unwrap());
        let best = opponent(&line).unwrap();
        assert_eq!(
            (best.name(), best.dials().depth),
            ("dt10", 1),
            "the opponent must play at full strength"
        );
    }

    #[test]
    fn files_of_the_users_folders_are_found_by_name() {
        let place = tempfile::tempdir().unwrap();
        let folders = Folders::within(place.path());
        for own in [
            UserFileKind::Palette,
            UserFileKind::Player,
            UserFileKind::Opponent,
        ] {
            fs::create_dir_all(own.folder(&folders)).unwrap();
        }
        let with = Some(&folders);
        let colours: Vec<u8> = (0..192).collect();
        fs::write(folders.palettes().join("mine.pal"), &colours).unwrap();
        assert_eq!(palette_of("mine", with).unwrap().rgb(1), [3, 4, 5]);
        fs::write(folders.palettes().join("bad.pal"), "no colours").unwrap();
        let error = palette_of("bad", with).unwrap_err().to_string();
        assert!(error.contains("bad.pal: 10 bytes; allowed: 192"), "{error}");
        let error = palette_of("gone", with).unwrap_err().to_string();
        assert!(
            error.contains("blue-yellow, bad, mine, or a file"),
            "{error}"
        );

        let ours = repository("assets/players/dt10.ron");
        fs::copy(ours, folders.players().join("me.ron")).unwrap();
        assert_eq!(player_of_folders("me", with).unwrap().name(), "dt10");
        let error = player_of_folders("gone", with).unwrap_err().to_string();
        assert!(error.contains(", me or a file"), "{error}");

        let text = fs::read_to_string(repository("assets/opponents/first-week.ron")).unwrap();
        let player = opponent("first-week").unwrap().player().name().to_owned();
        let text = text.replace(&format!("player: \"{player}\""), "player: \"me\"");
        fs::write(folders.opponents().join("rival.ron"), text).unwrap();
        let rival = opponent_of("rival", with).unwrap();
        assert_eq!(rival.player().name(), "dt10", "a player of the user's own");
        assert_eq!(opponent_of("me", with).unwrap().name(), "dt10");
        let error = opponent_of("gone", with).unwrap_err().to_string();
        assert!(error.contains(", rival, a player's name"), "{error}");
    }

    #[test]
    fn a_comment_does_not_make_an_opponent_a_player_nor_the_other_way_round() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.ron");
        let name = path.to_str().unwrap();
        let text = fs::read_to_string(repository("assets/opponents/first-week.ron")).unwrap();
        fs::write(&path, format!("// who needs an evaluator: none\n{text}")).unwrap();
        assert_eq!(opponent(name).unwrap().name(), "first-week");
        let text = fs::read_to_string(repository("assets/players/bcts.ron")).unwrap();
        let text = text.replace("evaluator:", "evaluator /* player: \"me\" */ :");
        fs::write(&path, text).unwrap();
        assert_eq!(opponent(name).unwrap().name(), "bcts");
    }

    #[test]
    fn a_pattern_is_a_file_or_built_in() {
        for known in Pattern::built_in() {
            let file = repository(&format!("patterns/{}.png", known.name()));
            assert_eq!(pattern(&file).unwrap(), known);
            assert_eq!(Pattern::named(known.name()).unwrap(), known);
        }
        for name in ["nothing", "missing/file.png", "", "."] {
            let error = pattern(name).unwrap_err();
            assert!(matches!(error, PatternError::Unknown { .. }), "{error}");
            assert!(error.to_string().contains(&format!("'{name}'")), "{error}");
        }
    }
}
