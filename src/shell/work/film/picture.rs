//! Content of a film: the game screen alone, or with panels beside it.

use rightwell::render::{Frame, Renderer, Surface};

use crate::stage::PanelColumns;
use crate::stage::layout::{Layout, LayoutOptions};
use crate::stage::{buttons, statistics};
use crate::store::settings::{Ground, PanelPlace, Scaling, StatisticsPage};

use super::{FilmArgs, FilmSource};

/// Allowed widths and heights of a stage, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 256..=3_840;
const HEIGHTS: std::ops::RangeInclusive<u32> = 240..=2_160;

/// Parses a size such as `1280x720`.
pub fn size(text: &str) -> Result<(u32, u32), String> {
    let allowed = || "allowed: WIDTHxHEIGHT from 256x240 to 3840x2160, such as 1280x720".to_owned();
    let (width, height) = text.split_once('x').ok_or_else(allowed)?;
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) if WIDTHS.contains(&width) && HEIGHTS.contains(&height) => {
            Ok((width, height))
        }
        _ => Err(allowed()),
    }
}

/// Draws the frames of a film.
pub struct FilmPicture {
    frame: Frame,
    /// Size, layout and panels of the stage. `None` for the game screen alone.
    whole: Option<((u32, u32), Layout, PanelColumns)>,
}

impl FilmPicture {
    /// Creates a stage of this size. Without a size, films show the game screen alone.
    pub fn new(size: Option<(u32, u32)>) -> FilmPicture {
        let wanted = LayoutOptions {
            status: false,
            panels: PanelPlace::Both,
            is_opened: false,
        };
        let whole = size.map(|(width, height)| {
            let layout = Layout::new(width, height, Scaling::Whole, wanted);
            ((width, height), layout, PanelColumns::default())
        });
        let frame = Frame::new();
        FilmPicture { frame, whole }
    }

    /// Returns the current frame of the film.
    pub fn draw(&mut self, source: &FilmSource, args: &FilmArgs, renderer: &Renderer) -> Surface {
        let mut overlay = source.overlay(args);
        let Some((size, layout, stage)) = &mut self.whole else {
            source.draw(&overlay, renderer, &mut self.frame);
            return Surface::from(&self.frame);
        };
        let view = source.view();
        let mut panels = buttons::panels(&view, overlay.inputs);
        let page = StatisticsPage::Full;
        panels.extend(statistics::panels(page, &view, source.figures()));
        stage.show(renderer, panels, &layout.sizes(), Ground::Black.colour());
        overlay.inputs = stage.not_shown(&view, overlay.inputs);
        source.draw(&overlay, renderer, &mut self.frame);
        stage.picture(*size, layout, &self.frame)
    }
}

#[cfg(test)]
mod tests {
    use rightwell::session::Recorded;

    use super::*;

    #[test]
    fn a_lock_that_is_a_guess_looks_different_from_a_certain_one() {
        let (args, renderer) = (FilmArgs::default(), Renderer::new());
        for size in [None, Some((640, 480))] {
            let frames = ["lock", "repaired"].map(|lock| {
                let text = format!(
                    "(version: 1, captured: (region: Ntsc, picture_time: 17, time: 2000, score: None, \
                     has_topped_out: false, pieces: [\"T frame=0 time=0 lines=0 level=18 {lock}=5,18,0\", \
                     \"J frame=60 time=1000 lines=0 level=18\"]))"
                );
                let recorded = Recorded::from_ron(&text).unwrap();
                let mut source = FilmSource::Recorded(recorded, None);
                let mut picture = FilmPicture::new(size);
                // Before the lock, at the lock, and under the next piece.
                [30, 58, 90].map(|frame| {
                    if let FilmSource::Recorded(recorded, _) = &mut source {
                        recorded.seek().seek(frame);
                    }
                    picture.draw(&source, &args, &renderer)
                })
            });
            let [certain, guessed] = &frames;
            let differ = [0, 1, 2].map(|place| certain[place] != guessed[place]);
            assert_eq!(differ, [false, true, true]);
        }
    }

    #[test]
    fn sizes_are_parsed_and_invalid_ones_are_reported() {
        assert_eq!(size("1280x720"), Ok((1280, 720)));
        for text in [
            "",
            "1280",
            "1280x",
            "x720",
            "100x100",
            "9999x9999",
            "-1x5",
            "1280X720",
        ] {
            assert!(size(text).unwrap_err().contains("256x240"), "{text}");
        }
    }
}
