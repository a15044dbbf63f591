//! Work that several commands share: reading the games of videos, choosing hands for reviews, writing films,
//! naming files, and showing progress.

pub mod film;
pub mod game_files;
pub mod games_of_file;
pub mod json;
pub mod plot_files;
pub mod progress;
pub mod review_hands;
pub mod video_games;
pub mod video_players;
