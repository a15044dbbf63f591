//! Films and sound written by a film.

use std::io::{self, BufWriter};
use std::path::Path;
use std::sync::Arc;

use rightwell::engine::{Events, View};
use rightwell::film::{Apng, Gif, Mp4, Wav};
use rightwell::render::{Palette, Surface};
use rightwell::rules::Region;
use rightwell::sound::{ConsoleSynth, Director, ExtraSoundEvent, MusicChoice, Repertoire};

use crate::error::{CliError, shown};
use crate::host::log;
use crate::options::speed::frames_per_second;
use crate::store::files::{AtomicWrite, FileWriter};

use super::FilmArgs;

/// The films and sound that are being written.
pub struct Outputs {
    gif: Option<OutputFile<Gif<Output>>>,
    apng: Option<OutputFile<Apng<Output>>>,
    video: Option<OutputFile<Mp4<Output>>>,
    wav: Option<OutputFile<Wav<Output>>>,
    /// Sound of the games. `None` if neither a film nor a file needs it.
    heard: Option<GameSound>,
}

type Output = BufWriter<FileWriter>;

/// A film or sound that is being written, with its file. The file appears only after [`OutputFile::finish`].
struct OutputFile<F> {
    content: F,
    file: AtomicWrite,
}

impl<F> OutputFile<F> {
    fn begin(
        file: AtomicWrite,
        content: impl FnOnce(Output) -> io::Result<F>,
    ) -> Result<OutputFile<F>, CliError> {
        let content = content(BufWriter::new(file.writer()?)).map_err(CliError::failed)?;
        Ok(OutputFile { content, file })
    }

    /// Completes the file and reports it. A film without frames leaves no file.
    fn finish(self, end: impl FnOnce(F) -> io::Result<Option<Output>>) -> Result<(), CliError> {
        if end(self.content).map_err(CliError::failed)?.is_some() {
            let path = self.file.finish()?;
            log::say(format!("{} written", shown(&path)));
        }
        Ok(())
    }
}

/// Generator of the games' sound.
struct GameSound {
    director: Director,
    sound: ConsoleSynth,
    /// Sound samples of the current frame.
    samples: Vec<f32>,
}

impl Outputs {
    /// Opens the requested files.
    pub fn begin(args: &FilmArgs, region: Region) -> Result<Outputs, CliError> {
        let (scale, rate) = (args.scale.unwrap_or(1), frames_per_second(region));
        // On a stage, the default scale is 1, because the stage already enlarges the game.
        let video_scale = args.stage.map_or(args.scale, |_| Some(scale));
        let gif = |path: &Path| {
            let file = AtomicWrite::create(path)?;
            OutputFile::begin(file, |out| Ok(Gif::new(out, scale, rate)))
        };
        let apng = |path: &Path| {
            let file = AtomicWrite::create_to_go_back(path)?;
            OutputFile::begin(file, |out| Ok(Apng::new(out, scale, region)))
        };
        let video = |path: &Path| {
            let file = AtomicWrite::create(path)?;
            OutputFile::begin(file, |out| Ok(Mp4::new(out, video_scale, region)))
        };
        let wav = |path: &Path| OutputFile::begin(AtomicWrite::create(path)?, Wav::new);
        let has_sound = args.video.is_some() || args.wav.is_some();
        Ok(Outputs {
            gif: args.gif.as_deref().map(gif).transpose()?,
            apng: args.apng.as_deref().map(apng).transpose()?,
            video: args.video.as_deref().map(video).transpose()?,
            wav: args.wav.as_deref().map(wav).transpose()?,
            heard: has_sound
                .then(|| GameSound::new(args, region))
                .transpose()?,
        })
    }

    /// Returns whether a film needs every frame.
    pub const fn wants_every_frame(&self) -> bool {
        self.apng.is_some() || self.video.is_some()
    }

    /// Returns whether a film or a file needs the sound.
    pub const fn wants_sound(&self) -> bool {
        self.heard.is_some()
    }

    /// Returns whether a film needs only every K-th frame.
    pub const fn wants_some_frames(&self) -> bool {
        self.gif.is_some()
    }

    /// Processes the sound of a frame. Call this even for frames left out of the film, so that the music continues.
    pub fn hear(&mut self, events: Events, view: &View, is_picture_done: bool) {
        if let Some(heard) = &mut self.heard {
            heard.hear(events, view, is_picture_done);
        }
    }

    /// Writes the sound of the current frame.
    pub fn add_sound(&mut self) -> Result<(), CliError> {
        match (&mut self.wav, &self.heard) {
            (Some(wav), Some(heard)) => {
                let added = wav.content.add(&heard.samples);
                added.map_err(CliError::failed)
            }
            _ => Ok(()),
        }
    }

    /// Adds an image to the films that contain every frame. If `is_among_some`, also adds it to the film that contains
    /// every K-th frame.
    pub fn add_picture(
        &mut self,
        whole: &Surface,
        number: u64,
        palette: &Palette,
        is_among_some: bool,
    ) -> Result<(), CliError> {
        let mut add = || {
            if let Some(apng) = &mut self.apng {
                apng.content.add(whole, number, palette)?;
            }
            if let (Some(video), Some(heard)) = (&mut self.video, &self.heard) {
                video.content.add(whole, palette, &heard.samples)?;
            }
            match &mut self.gif {
                Some(gif) if is_among_some => gif.content.add(whole, number, palette),
                _ => Ok(()),
            }
        };
        add().map_err(CliError::failed)
    }

    /// Completes all files. If one fails, the others are still completed.
    pub fn finish(self) -> [Result<(), CliError>; 4] {
        let wav = |wav: Wav<Output>| wav.finish().map(Some);
        [
            self.gif.map_or(Ok(()), |gif| gif.finish(Gif::finish)),
            self.apng.map_or(Ok(()), |apng| apng.finish(Apng::finish)),
            self.video.map_or(Ok(()), |video| video.finish(Mp4::finish)),
            self.wav.map_or(Ok(()), |file| file.finish(wav)),
        ]
    }
}

impl GameSound {
    fn new(args: &FilmArgs, region: Region) -> Result<GameSound, CliError> {
        let mut tunes = Repertoire::built_in();
        let music = args.music.name_in(&mut tunes)?;
        let mut director = Director::new(region);
        let choice = match music.as_deref() {
            None | Some("menu") => MusicChoice::Menu,
            Some("off") => MusicChoice::Off,
            Some(name) => tunes
                .find(name)
                .map_or(MusicChoice::Menu, MusicChoice::Tune),
        };
        director.choose(choice, false);
        Ok(GameSound {
            director,
            sound: ConsoleSynth::new(Arc::new(tunes)),
            samples: Vec::new(),
        })
    }

    fn hear(&mut self, events: Events, view: &View, is_picture_done: bool) {
        let besides: &[ExtraSoundEvent] = if is_picture_done {
            &[ExtraSoundEvent::PictureDone]
        } else {
            &[]
        };
        let cue = self.director.cue(events, view, besides, [false; 2]);
        self.samples.clear();
        self.sound.frame(&[cue], &mut self.samples);
    }
}
