//! `record`: plays without a window and writes pictures, films and recordings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rightwell::engine::{Recording, View};
use rightwell::render::{Frame, Renderer};
use rightwell::session::Exhibition;

use super::cli::RecordArgs;
use super::error::CliError;
use super::film::Film;
use super::pacer::FRAMES_PER_SECOND;
use super::stage::Recorded;
use super::{files, replay, screenshot};

/// Frames played unless the options say otherwise: ten seconds.
const FRAMES: u64 = 601;

/// What is filmed.
enum Source {
    Exhibition(Box<Exhibition>),
    Recorded(Recorded),
}

impl Source {
    fn step(&mut self) {
        match self {
            Source::Exhibition(exhibition) => {
                exhibition.advance();
            }
            Source::Recorded(recorded) => {
                recorded.seek().step();
            }
        }
    }

    fn view(&self) -> View {
        match self {
            Source::Exhibition(exhibition) => exhibition.game().view(),
            Source::Recorded(recorded) => recorded.view(),
        }
    }

    fn frames_per_second(&self) -> f64 {
        match self {
            Source::Exhibition(_) => FRAMES_PER_SECOND,
            Source::Recorded(recorded) => recorded.frames_per_second(),
        }
    }

    fn recording(&self) -> Option<Recording> {
        match self {
            Source::Exhibition(exhibition) => exhibition.recording(),
            Source::Recorded(_) => None,
        }
    }
}

pub fn run(args: &RecordArgs) -> Result<(), CliError> {
    check(args)?;
    let (mut source, frames) = source(args)?;
    if args.gif.is_some() && args.skip >= frames {
        return Err(CliError::usage(format!(
            "--skip {} leaves no picture for the film; allowed: less than the {frames} frames",
            args.skip
        )));
    }
    let mut film = args
        .gif
        .as_deref()
        .map(|path| Film::create(path, args.scale, source.frames_per_second()))
        .transpose()?;
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed)).map_err(CliError::failed)?;
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    for number in 1..=frames {
        if stop.load(Ordering::Relaxed) {
            eprintln!(
                "stopped after {} frames; what was played is written",
                number - 1
            );
            break;
        }
        source.step();
        let filmed = number > args.skip && (number - args.skip - 1).is_multiple_of(args.every);
        if let Some(film) = &mut film
            && filmed
        {
            renderer.draw(&source.view(), &mut frame);
            film.add(&frame, number, renderer.palette())?;
        }
    }
    renderer.draw(&source.view(), &mut frame);
    if let (Some(path), Some(recording)) = (&args.save_replay, source.recording()) {
        files::write_whole(path, recording.to_ron().as_bytes())?;
        said(Some(path));
    }
    if let Some(path) = &args.png {
        screenshot::write_png(path, &frame, renderer.palette(), args.scale)?;
        said(Some(path));
    }
    // Stopped before its first picture, a film is none.
    if let Some(film) = film.filter(|film| !film.is_empty()) {
        film.finish()?;
        said(args.gif.as_deref());
    }
    Ok(())
}

fn said(path: Option<&Path>) {
    if let Some(path) = path {
        eprintln!("{} written", path.display());
    }
}

/// Finds what is wrong with the options before anything is played.
fn check(args: &RecordArgs) -> Result<(), CliError> {
    let outputs: Vec<&PathBuf> = [&args.png, &args.gif, &args.save_replay]
        .into_iter()
        .flatten()
        .collect();
    if outputs.is_empty() {
        return Err(CliError::usage(
            "record needs something to write; allowed: --png FILE, --gif FILE, --save-replay FILE",
        ));
    }
    for path in outputs {
        files::check_writable(path)?;
    }
    if let Some(path) = &args.save_replay {
        if args.replay.is_some() {
            return Err(CliError::usage(
                "--save-replay has nothing to save with --replay: the recording is there already",
            ));
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        if ending == Some("fm2") {
            return Err(CliError::usage(format!(
                "cannot write {}: a game without gravity has no gamepad inputs, so it is no FCEUX movie; allowed: a name ending in .ron",
                path.display()
            )));
        }
        if ending != Some("ron") {
            return Err(CliError::usage(format!(
                "cannot write {}: allowed: a name ending in .ron",
                path.display()
            )));
        }
    }
    Ok(())
}

fn source(args: &RecordArgs) -> Result<(Source, u64), CliError> {
    if let Some(path) = &args.replay {
        let recorded = replay::load(path)?;
        let frames = args.frames.unwrap_or_else(|| recorded.place().frames());
        return Ok((Source::Recorded(recorded), frames));
    }
    let mut exhibition = args.game.resolve()?.exhibition();
    exhibition.set_play_fast(args.fast);
    if args.save_replay.is_some() {
        exhibition.record();
    }
    let frames = args.frames.unwrap_or(FRAMES);
    Ok((Source::Exhibition(Box::new(exhibition)), frames))
}
