//! Options as values of the library, at the bottom of the shell: how their words are read.

pub mod words;
