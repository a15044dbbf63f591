//! Tests of display and sound: frames are compared pixel by pixel, and sound sample by sample.

mod captured;
mod cards;
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
