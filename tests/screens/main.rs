//! Tests of display and sound: every frame pixel by pixel, every sound sample by sample.

mod captured;
mod endings;
mod game;
mod golden;
mod menus;
mod overlay;
mod sound_chip;
mod sound_games;
mod sound_tunes;
mod training;
mod versus;
