//! `install-desktop`: adds an entry with an icon to the desktop's menus.
//!
//! Source: freedesktop.org, "Desktop Entry Specification" and "Icon Theme Specification".

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use rightwell::pixels::to_png;
use rightwell::render::icon;

use crate::error::{CliError, shown};
use crate::host::{log, places};
use crate::store::files;

/// Options of `install-desktop`.
#[derive(Args, Debug)]
pub struct DesktopArgs {
    /// Remove the program from the menus instead
    #[arg(long)]
    pub remove: bool,
}

/// Scales of the installed icons, relative to the original.
const SCALES: [usize; 5] = [1, 2, 3, 4, 8];

/// Characters that have a meaning for the desktop even within quotes.
const ESCAPED: [char; 4] = ['"', '`', '$', '\\'];

/// Writes or removes the entry and its icons.
pub fn run(args: &DesktopArgs) -> Result<(), CliError> {
    if !cfg!(unix) || cfg!(target_os = "macos") {
        return Err(CliError::usage(
            "`install-desktop` needs a desktop that reads .desktop files, such as those of Linux",
        ));
    }
    let data = places::desktop_data()?;
    if args.remove {
        return remove(&data);
    }
    let entry = entry(&places::program()?)?;
    for (path, contents) in files_in(&data, entry) {
        files::make_folder_of(&path)?;
        files::write_whole(&path, &contents)?;
        log::say(format!("{} written", shown(&path)));
    }
    Ok(())
}

fn remove(data: &Path) -> Result<(), CliError> {
    for (path, _) in files_in(data, String::new()) {
        match fs::remove_file(&path) {
            Ok(()) => log::say(format!("{} removed", shown(&path))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                let path = shown(&path);
                return Err(CliError::failed(format!("cannot remove {path}: {error}")));
            }
        }
    }
    Ok(())
}

/// Returns the paths and contents of the files below the data folder.
fn files_in(data: &Path, entry: String) -> Vec<(PathBuf, Vec<u8>)> {
    let place = data.join("applications/rightwell.desktop");
    let mut all = vec![(place, entry.into_bytes())];
    for scale in SCALES {
        let side = icon::SIZE * scale;
        let place = format!("icons/hicolor/{side}x{side}/apps/rightwell.png");
        let pixels = icon::rgba(scale);
        all.push((data.join(place), to_png(side, pixels.as_chunks::<4>().0)));
    }
    all
}

/// Returns the desktop entry for this executable.
fn entry(program: &Path) -> Result<String, CliError> {
    let command = command(program)?;
    Ok(format!(
        "[Desktop Entry]\n\
         Type=Application\n\
         Version=1.5\n\
         Name=Rightwell\n\
         GenericName=Falling blocks\n\
         Comment=A replica of NES Tetris that plays itself\n\
         Exec={command}\n\
         Icon=rightwell\n\
         Terminal=false\n\
         Categories=Game;BlocksGame;\n\
         Keywords=tetris;nes;ai;\n\
         StartupWMClass=rightwell\n"
    ))
}

/// Quotes the executable's path for a desktop entry. Escapes it twice: once as an argument, once as a string.
fn command(program: &Path) -> Result<String, CliError> {
    let wrong = || {
        let program = shown(program);
        CliError::failed(format!(
            "a desktop entry cannot contain this path of the program: {program}"
        ))
    };
    let name = program.to_str().ok_or_else(wrong)?;
    if name.chars().any(char::is_control) {
        return Err(wrong());
    }
    let mut command = String::from("\"");
    for letter in name.chars() {
        match letter {
            '%' => command.push_str("%%"),
            '\\' => command.push_str("\\\\\\\\"),
            letter if ESCAPED.contains(&letter) => {
                command.push_str("\\\\");
                command.push(letter);
            }
            letter => command.push(letter),
        }
    }
    command.push('"');
    Ok(command)
}

#[cfg(test)]
mod tests {
    use rightwell::pixels::read_picture;

    use super::*;

    #[test]
    fn desktop_entries_can_name_any_file() {
        let command = |name: &str| command(Path::new(name)).unwrap();
        assert_eq!(command("/usr/bin/rightwell"), "\"/usr/bin/rightwell\"");
        assert_eq!(command("/my games/100%"), "\"/my games/100%%\"");
        assert_eq!(command("/a$b"), "\"/a\\\\$b\"");
        assert_eq!(command("/a\\b"), "\"/a\\\\\\\\b\"");
        assert!(super::command(Path::new("/a\nb")).is_err());
    }

    #[test]
    fn a_desktop_entry_has_all_required_keys() {
        let entry = entry(Path::new("/bin/rightwell")).unwrap();
        assert!(entry.starts_with("[Desktop Entry]\nType=Application\n"));
        for key in ["Name", "Exec", "Icon", "Categories", "StartupWMClass"] {
            assert!(
                entry
                    .lines()
                    .any(|line| line.starts_with(&format!("{key}="))),
                "{key}"
            );
        }
    }

    #[test]
    fn icons_have_their_nominal_size() {
        let files = files_in(Path::new("/x"), String::new());
        for ((path, png), scale) in files[1..].iter().zip(SCALES) {
            let side = icon::SIZE * scale;
            let size = format!("{side}x{side}");
            assert!(path.to_string_lossy().contains(&size), "{}", path.display());
            let pixels = read_picture(png, (side as u32, side as u32)).unwrap();
            assert_eq!(*pixels.as_flattened(), icon::rgba(scale));
        }
    }
}
