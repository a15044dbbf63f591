//! The disk of the simulated user, and the folders on it. If mounting is allowed, the disk is a small file system,
//! which can be full or read-only for a while.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::program::RunResult;

/// Size of the disk: a little more than the recordings of one night.
const SIZE: &str = "size=6m";
/// Number of bytes in use from which the user moves the recordings to the archive.
const CROWDED: u64 = 3 << 20;

/// Disk with the user's home, and a folder elsewhere for the files of the rehearsal itself.
#[derive(Debug)]
pub struct Disk {
    home: PathBuf,
    /// True if the disk is a file system of its own.
    pub is_mounted: bool,
    outside: TempDir,
}

impl Disk {
    /// Creates a new disk. Mounts it as a file system if that is allowed.
    pub fn new() -> RunResult<Disk> {
        let outside = tempfile::tempdir().map_err(|error| format!("no folder: {error}"))?;
        let home = outside.path().join("home");
        make_folder(&home)?;
        let mut disk = Disk {
            is_mounted: false,
            home,
            outside,
        };
        let home = disk.home.display().to_string();
        disk.is_mounted = cfg!(target_os = "linux")
            && succeeds(Command::new("mount").args(["-t", "tmpfs", "-o", SIZE, "none", &home]));
        for folder in [disk.config(), disk.data(), disk.archive()] {
            make_folder(&folder)?;
        }
        Ok(disk)
    }

    /// Returns the home folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Returns a folder on another disk.
    pub fn outside(&self) -> &Path {
        self.outside.path()
    }

    /// Returns the folder to which the user moves recordings when the disk is nearly full.
    pub fn archive(&self) -> PathBuf {
        self.outside().join("archive")
    }

    fn folder(&self, linux: &str) -> PathBuf {
        let inner = if cfg!(target_os = "macos") {
            "Library/Application Support"
        } else {
            linux
        };
        self.home.join(inner).join("rightwell")
    }

    /// Returns the folder of the settings.
    pub fn config(&self) -> PathBuf {
        self.folder("config")
    }

    /// Returns the folder of scores and recordings.
    pub fn data(&self) -> PathBuf {
        self.folder("data")
    }

    /// Returns the folder of the recordings.
    pub fn recordings(&self) -> PathBuf {
        self.data().join("recordings")
    }

    /// Returns the folder that contains the recordings while their own folder is gone.
    pub fn away(&self) -> PathBuf {
        self.data().join("elsewhere")
    }

    /// Returns the file of the high scores.
    pub fn scores(&self) -> PathBuf {
        self.data().join("scores.ron")
    }

    /// Returns the file of the settings.
    pub fn settings(&self) -> PathBuf {
        self.config().join("settings.ron")
    }

    fn ballast(&self) -> PathBuf {
        self.home.join("ballast")
    }

    /// Fills the disk to its last byte.
    pub fn fill(&self) -> RunResult<()> {
        let mut ballast = File::create(self.ballast()).map_err(|error| error.to_string())?;
        for size in [1 << 16, 1 << 12, 1] {
            while ballast.write_all(&vec![0; size]).is_ok() {}
        }
        Ok(())
    }

    /// Frees the space that [`Disk::fill`] has filled.
    pub fn free(&self) {
        drop(fs::remove_file(self.ballast()));
    }

    /// Makes the disk read-only or writable.
    pub fn set_read_only(&self, read_only: bool) -> RunResult<()> {
        let how = if read_only {
            "remount,ro"
        } else {
            "remount,rw"
        };
        let mut mount = Command::new("mount");
        if succeeds(mount.args(["-o", how]).arg(&self.home)) {
            Ok(())
        } else {
            Err(format!("the disk cannot be mounted anew ({how})"))
        }
    }

    /// Moves the folder of recordings away. If `is_blocked`, puts a file in its place.
    pub fn take_away(&self, is_blocked: bool) -> RunResult<()> {
        let moved = fs::rename(self.recordings(), self.away()).and_then(|()| {
            if is_blocked {
                fs::write(self.recordings(), "")
            } else {
                Ok(())
            }
        });
        moved.map_err(|error| format!("the recordings cannot be taken away: {error}"))
    }

    /// Moves the folder of recordings back, together with files that were saved in its place.
    pub fn bring_back(&self) -> RunResult<()> {
        fn bring(place: &Path, away: &Path) -> std::io::Result<()> {
            if place.is_file() {
                fs::remove_file(place)?;
            } else if place.is_dir() {
                // Files that were saved in the meantime, including those in the bin.
                for folder in [Path::new(""), Path::new("bin")] {
                    let files = fs::read_dir(place.join(folder)).into_iter().flatten();
                    let files = files.flatten().filter(|file| file.path().is_file());
                    for file in files {
                        fs::create_dir_all(away.join(folder))?;
                        fs::rename(file.path(), away.join(folder).join(file.file_name()))?;
                    }
                }
                fs::remove_dir_all(place)?;
            }
            fs::rename(away, place)
        }
        bring(&self.recordings(), &self.away())
            .map_err(|error| format!("the recordings cannot be brought back: {error}"))
    }

    /// Returns `true` if it is time to move recordings to the archive.
    pub fn is_crowded(&self) -> bool {
        fn size(path: &Path) -> u64 {
            let files = fs::read_dir(path).into_iter().flatten().flatten();
            let sizes = files.map(|file| match file.metadata() {
                Ok(data) if data.is_dir() => size(&file.path()),
                Ok(data) => data.len(),
                Err(_) => 0,
            });
            sizes.sum()
        }
        size(&self.home) > CROWDED
    }
}

/// Unmounts the disk, even after a failure.
impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            succeeds(Command::new("umount").arg("-l").arg(&self.home));
        }
    }
}

/// Creates a folder and its parents.
pub fn make_folder(folder: &Path) -> RunResult<()> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Runs a command of the system without output.
pub fn succeeds(command: &mut Command) -> bool {
    let command = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
