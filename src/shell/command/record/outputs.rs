//! What `record` writes of the frames that it plays: films and sound.

use std::path::PathBuf;
use std::sync::Arc;

use rightwell::engine::{Events, View};
use rightwell::render::{Palette, Surface};
use rightwell::rules::Region;
use rightwell::sound::{Besides, Choice, Director, Repertoire, Sound};

use crate::shell::activity::frames_per_second;
use crate::shell::error::{CliError, shown};
use crate::shell::host::log;
use crate::shell::store::film::apng::Apng;
use crate::shell::store::film::gif::Gif;
use crate::shell::store::film::mp4::Mp4;
use crate::shell::store::film::wav::Wav;

use super::RecordArgs;

/// The films and the sound that are being written.
pub struct Outputs {
    gif: Option<Gif>,
    apng: Option<Apng>,
    video: Option<Mp4>,
    wav: Option<Wav>,
    /// What is heard, if anybody wants to know.
    heard: Option<HeardSound>,
}

/// What is heard of what is played.
struct HeardSound {
    director: Director,
    sound: Sound,
    /// Of the present frame.
    samples: Vec<f32>,
}

impl Outputs {
    /// Begins what the options ask for.
    pub fn begin(args: &RecordArgs, region: Region) -> Result<Outputs, CliError> {
        let (scale, rate) = (args.scale.unwrap_or(1), frames_per_second(region));
        let gif = args
            .gif
            .as_deref()
            .map(|path| Gif::create(path, scale, rate));
        let apng = args
            .apng
            .as_deref()
            .map(|path| Apng::create(path, scale, region));
        // What stands in a stage is larger already.
        let scale = args.stage.map_or(args.scale, |_| Some(scale));
        let begun = |path| Mp4::create(path, scale, region);
        let video = args.video.as_deref().map(begun);
        let wav = args.wav.as_deref().map(Wav::create);
        Ok(Outputs {
            gif: gif.transpose()?,
            apng: apng.transpose()?,
            heard: if video.is_some() || wav.is_some() {
                Some(HeardSound::new(args, region)?)
            } else {
                None
            },
            video: video.transpose()?,
            wav: wav.transpose()?,
        })
    }

    /// Whether pictures are wanted of every frame, not of some.
    pub const fn wants_every_frame(&self) -> bool {
        self.apng.is_some() || self.video.is_some()
    }

    /// Whether anybody wants to know what is heard.
    pub const fn wants_sound(&self) -> bool {
        self.heard.is_some()
    }

    /// Whether there is a film of some of the frames.
    pub const fn wants_some_frames(&self) -> bool {
        self.gif.is_some()
    }

    /// Hears of a frame, whether it is written or not: music goes on.
    pub fn hear(&mut self, events: Events, view: &View, is_picture_done: bool) {
        if let Some(heard) = &mut self.heard {
            heard.hear(events, view, is_picture_done);
        }
    }

    /// Adds the sound of the frame.
    pub fn add_sound(&mut self) -> Result<(), CliError> {
        match (&mut self.wav, &self.heard) {
            (Some(wav), Some(heard)) => wav.add(&heard.samples),
            _ => Ok(()),
        }
    }

    /// Adds the picture of the frame to films of all frames, and to those of some if it is among them: `whole`
    /// is what is filmed, the frame itself or the stage that it is on.
    pub fn add_picture(
        &mut self,
        whole: &Surface,
        number: u64,
        palette: &Palette,
        is_among_some: bool,
    ) -> Result<(), CliError> {
        if let Some(apng) = &mut self.apng {
            apng.add(whole, number, palette)?;
        }
        if let (Some(video), Some(heard)) = (&mut self.video, &self.heard) {
            video.add(whole, palette, &heard.samples)?;
        }
        match &mut self.gif {
            Some(gif) if is_among_some => gif.add(whole, number, palette),
            _ => Ok(()),
        }
    }

    /// Ends and names all files; one that cannot be written takes none of the others with it. Broken off
    /// before its first picture, a film is none.
    pub fn finish(self) -> [Result<(), CliError>; 4] {
        [
            said(self.gif.map(Gif::finish)),
            said(self.apng.map(Apng::finish)),
            said(self.video.map(Mp4::finish)),
            said(self.wav.map(Wav::finish)),
        ]
    }
}

/// Says that a file is written, if there was one to be.
fn said(written: Option<Result<Option<PathBuf>, CliError>>) -> Result<(), CliError> {
    if let Some(path) = written.transpose()?.flatten() {
        log::say(format!("{} written", shown(&path)));
    }
    Ok(())
}

impl HeardSound {
    fn new(args: &RecordArgs, region: Region) -> Result<HeardSound, CliError> {
        let mut tunes = Repertoire::built_in();
        let music = args.music.name_in(&mut tunes)?;
        let mut director = Director::new(region);
        let choice = match music.as_deref() {
            None | Some("menu") => Choice::Menu,
            Some("off") => Choice::Off,
            Some(name) => tunes.find(name).map_or(Choice::Menu, Choice::Tune),
        };
        director.choose(choice, false);
        Ok(HeardSound {
            director,
            sound: Sound::new(Arc::new(tunes)),
            samples: Vec::new(),
        })
    }

    fn hear(&mut self, events: Events, view: &View, is_picture_done: bool) {
        let besides: &[Besides] = if is_picture_done {
            &[Besides::PictureDone]
        } else {
            &[]
        };
        let cue = self.director.cue(events, view, besides, [false; 2]);
        self.samples.clear();
        self.sound.frame(&[cue], &mut self.samples);
    }
}
