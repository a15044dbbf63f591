//! Loads a recording, or the games of a video, for other commands.

use std::path::Path;

use clap::Args;
use rightwell::capture::{FieldSide, FrameReader};
use rightwell::lab::Control;
use rightwell::session::{CapturedGame, Recorded};

use super::video_games::{CapturedGames, NamesArgs, describe, read, reader};
use super::video_players::VideoPlayer;
use crate::error::{CliError, shown};
use crate::host::{log, page};
use crate::options::words;
use crate::store::recorded;
use crate::store::video::{VideoSource, is_video};

/// Options that select games of a video.
#[derive(Args, Clone, Debug, Default)]
pub struct GamesOfVideoArgs {
    /// Number of the game in a video, from 1, of the player who can be read best [default: all games of both players;
    /// if there is one player, the longest game]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "names")]
    pub game: Option<u64>,
    #[command(flatten)]
    pub players: NamesArgs,
}

/// Options that select games of a video, or one of two players.
#[derive(Args, Clone, Debug, Default)]
pub struct VideoArgs {
    #[command(flatten)]
    pub games: GamesOfVideoArgs,
    /// Player to read in a video with two players [default: both]
    #[arg(long, value_parser = words::parser::<FieldSide>())]
    pub side: Option<FieldSide>,
}

/// Content of a file.
pub enum FileContent {
    /// A recording, or one game of a video.
    One(Recorded),
    /// All games of a video that shows two players.
    Match(GamesOfPlayers),
}

/// All games of a video that shows two players.
pub struct GamesOfPlayers {
    /// Games of the left or upper player, then those of the other one.
    pub games: Vec<CapturedGame>,
    /// Both players in this order.
    pub players: [VideoPlayer; 2],
}

impl VideoArgs {
    /// Loads a recording, or the longest game of a video.
    pub fn load_one(path: &Path, control: &Control) -> Result<Recorded, CliError> {
        match is_video(path) {
            true => {
                let found = read_games(path, reader(None), &NamesArgs::default(), None, control)?;
                choose(found, None)
            }
            false => recorded::load(path),
        }
    }

    /// Loads a recording, or the selected games of a video.
    pub fn load(&self, path: &Path, control: &Control) -> Result<FileContent, CliError> {
        if !is_video(path) {
            self.refuse_for(path)?;
            return Ok(FileContent::One(recorded::load(path)?));
        }
        let GamesOfVideoArgs { game, players } = &self.games;
        let mut reader = reader(None);
        if self.side.is_some() || game.is_none() {
            reader.read_both();
        }
        let found = read_games(path, reader, players, self.side, control)?;
        if found.players.is_none() && players.names.is_some() {
            log::say("only one player was found: `--names` has no effect");
        }
        match found.players.clone() {
            Some(players) => Ok(FileContent::Match(GamesOfPlayers {
                games: found.games,
                players,
            })),
            None => Ok(FileContent::One(choose(found, *game)?)),
        }
    }
}

impl VideoArgs {
    /// Rejects these options for a recording, which is no video.
    pub fn refuse_for(&self, recording: &Path) -> Result<(), CliError> {
        let options = [
            ("--side", self.side.is_some()),
            ("--game", self.games.game.is_some()),
            ("--names", self.games.players.names.is_some()),
        ];
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(CliError::usage(format!(
                "`{option}` needs a video; {} is not one",
                shown(recording)
            ))),
            None => Ok(()),
        }
    }
}

fn read_games(
    path: &Path,
    mut reader: FrameReader,
    names: &NamesArgs,
    side: Option<FieldSide>,
    control: &Control,
) -> Result<CapturedGames, CliError> {
    if page::IS_HERE {
        return Err(CliError::usage(
            "the browser version cannot read videos; choose a recording",
        ));
    }
    let source = VideoSource::of_path(path);
    let found = read(&source, &mut reader, names, side, control)?;
    found.describe_gaps().into_iter().for_each(log::say);
    Ok(found)
}

/// Returns the game with this number, counted from 1, or else the longest game.
fn choose(found: CapturedGames, number: Option<u64>) -> Result<Recorded, CliError> {
    let count = found.games.len();
    let place = match number {
        Some(number) if (1..=count as u64).contains(&number) => number as usize - 1,
        Some(number) => {
            return Err(CliError::usage(format!(
                "--game {number} is out of range: there {} in {}; allowed: 1 to {count}",
                match count {
                    1 => "is one game".to_owned(),
                    _ => format!("are {count} games"),
                },
                found.name
            )));
        }
        None => found.longest(),
    };
    let note = match (count, number) {
        (1, _) => String::new(),
        (_, None) => format!(", the longest of {count}; `--game` selects another"),
        (_, Some(_)) => format!(" of {count}"),
    };
    let game = found.games.into_iter().nth(place);
    let game = game.ok_or_else(|| CliError::failed("the game was not found"))?;
    log::say(format!("game {}{note}: {}", place + 1, describe(&game)));
    Ok(Recorded::from_captured(game))
}
