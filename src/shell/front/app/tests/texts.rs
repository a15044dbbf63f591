//! Tests of texts in cards and panels: titles are not cut, and each value stands beside its label.

use rightwell::engine::{Training, TrainingMode};
use rightwell::render::Panel;
use rightwell::render::panel::{ColumnSize, Figure, LengthUnit, PanelPart};
use rightwell::render::surface::Face;

use super::*;
use crate::scene::speed_test::SpeedTestScene;

/// Widths of narrow and wide columns in pixels. A window of 1280x720 has narrow ones.
const NARROW: usize = ColumnSize::WIDTH_MIN;
const WIDE: usize = 224;
/// Maximum number of lines of a label and of a sentence.
const LINES_MAX: usize = 3;

/// Returns the labels and sentences of a panel that do not fit in a column of this width.
fn misfits(panel: &Panel, width: usize) -> Vec<String> {
    let column = ColumnSize { width, height: 720 };
    let room = column.inside();
    let ruler = LengthUnit::Pixels;
    let mut found = Vec::new();
    if Face::Text.width(&panel.title) > column.card() - 24 {
        found.push(panel.title.clone());
    }
    let mut check = |Figure {
                         word, value, lock, ..
                     }: &Figure| {
        let lock = if lock.is_some() { 90 } else { 0 };
        let beside = room.saturating_sub(ruler.width(value) + ruler.gap() + lock);
        let longest = word.split(' ').map(|word| ruler.width(word)).max();
        let is_beside = longest.unwrap_or(0) <= beside;
        let is_short = is_beside && ruler.wrap(word, beside.max(1)).len() <= LINES_MAX;
        if !is_short {
            found.push(format!("{word}: {value}"));
        }
    };
    for part in panel.parts.iter().chain(panel.compact.iter().flatten()) {
        match part {
            PanelPart::Figures(figures) => figures.iter().for_each(&mut check),
            PanelPart::Bars(bars) => bars.iter().for_each(|(figure, _)| check(figure)),
            PanelPart::List(list) => list.rows.iter().for_each(&mut check),
            PanelPart::KeyFigure(figure) if 2 * Face::Console.width(&figure.value) > room => {
                check(&Figure::new("too wide", figure.value.repeat(9)));
            }
            _ => {}
        }
    }
    found
}

fn assert_fitting(name: &str, app: &mut App, width: usize) {
    for panel in app.panels_beside_game() {
        let found = misfits(&panel, width);
        assert!(found.is_empty(), "{name}, {}: {found:?}", panel.title);
    }
}

/// Returns a person's game in a training mode.
fn trained(mode: TrainingMode) -> App {
    let mut person = Person::direct(coach::START, HighScores::default()).unwrap();
    person.train(Training::new(mode));
    for _ in 0..600 {
        person.step(Buttons::NONE);
    }
    let scene = Box::new(PersonScene::new(person, RecordingStore::nowhere()));
    app_of(scene, Speed::Times(1.0), StopFlag::default())
}

#[test]
fn in_every_scene_titles_and_values_fit() {
    let mut watched = lab::watching();
    (0..40).for_each(|_| watched.act(Action::Step));
    assert_fitting("watch", &mut watched, NARROW);
    let mut all = stage::at_the_gamepad(40);
    all.act(Action::Statistics);
    assert_fitting("all statistics", &mut all, NARROW);
    assert_fitting("match", &mut stage::replayed_match(), NARROW);
    assert_fitting("play", &mut coach::playing(), NARROW);
    let speed = Box::new(SpeedTestScene::new(Region::Ntsc, None));
    let mut speed = app_of(speed, Speed::Times(1.0), StopFlag::default());
    assert_fitting("speed test", &mut speed, NARROW);
    for mode in TrainingMode::ALL {
        assert_fitting(mode.facts().name, &mut trained(mode), NARROW);
    }
    // Reviews and puzzles have smaller pixels, and therefore wide columns.
    let mut review = review::rated();
    review.act(Action::NextMistake);
    assert_fitting("review", &mut review, WIDE);
    review.act(Action::TryAgain);
    assert_fitting("a mistake again", &mut review, WIDE);
}

#[test]
fn the_longest_values_fit_too() {
    for (word, value) in [
        ("Likely at level 29", "1.30M"),
        ("Pace for 1500K", "+1234567"),
        ("Points per line, 221-230", "300"),
        ("Most at level 39", "2477316"),
        ("Level 255", "999999 100%"),
        ("Great, fair, bad", "999 999 999"),
        ("Charge at spawn", "16.0"),
        ("Garbage sent", "9999"),
        ("Round", "99 (best of 199)"),
        ("Top score", "9999999"),
        ("Piece 9999 I", "?! inaccuracy"),
    ] {
        let figures = PanelPart::Figures(vec![Figure::new(word, value)]);
        let found = misfits(&Panel::new("Statistics", vec![figures]), NARROW);
        assert!(found.is_empty(), "{found:?}");
    }
}
