//! The games: frame by frame, pure, every state one cloneable value.
pub mod view;
