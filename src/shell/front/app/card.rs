//! Cards over the game screen: results, messages, pauses and countdowns.

use std::time::Duration;

use rightwell::engine::{GameView, MatchStage, View};
use rightwell::render::Panel;
use rightwell::render::overlay::CardPosition;
use rightwell::render::panel::{Figure, PanelPart, Tone};
use rightwell::session::{Ending, Summary};

use crate::host::clock::now;
use crate::input::pad_help::{self, capitalized};

use super::App;

/// Time for which each digit of a countdown is shown, and the first digit.
const DIGIT_TIME: Duration = Duration::from_millis(700);
const FIRST_DIGIT: u32 = 3;
/// Speed, as a multiple of the console's, above which there is no countdown.
const FAST: f64 = 4.0;
/// Time for which the keys of both players are shown under the wells of a new match.
const KEYS_TIME: Duration = Duration::from_secs(5);

impl App {
    /// Draws the card of the current message, or the countdown, over the game screen.
    pub(super) fn draw_card(&mut self) {
        if self.menu.is_some() || self.help {
            return;
        }
        let view = self.view();
        if matches!(view, View::Versus(_)) && now() < self.begun + KEYS_TIME && self.has_keys() {
            let texts = pad_help::under_wells(self.people(), self.settings());
            (self.picture.renderer).under_wells(&texts, &mut self.picture.shown);
        }
        if let Some(digit) = self.countdown_digit() {
            self.picture
                .renderer
                .countdown(&view, digit, &mut self.picture.shown);
        } else if let Some(card) = self.card() {
            let is_over = self.hud().summary.is_some();
            let place = match is_over || self.has_person() && self.is_stopped() {
                // The boxes in the middle say who has won.
                _ if is_match_over(&view) => CardPosition::Bottom,
                true => CardPosition::Middle,
                false => CardPosition::Top,
            };
            self.picture
                .renderer
                .card(&view, &card, place, &mut self.picture.shown);
        } else if let Some(welcome) = self.welcome().filter(|_| !self.has_columns()) {
            let shown = &mut self.picture.shown;
            (self.picture.renderer).card(&view, &welcome, CardPosition::Bottom, shown);
        }
    }

    /// Returns the card to show now. A finished pattern stays visible, so its result has no card.
    pub(super) fn card(&self) -> Option<Panel> {
        let hud = self.hud();
        if let Some(failure) = &self.top().failure {
            let text = PanelPart::Text(failure.clone(), Tone::Bad);
            return Some(Panel::new("AI failed", vec![text]));
        }
        if let Some(notice) = &self.notice
            && let Some(title) = notice.title
        {
            let text = PanelPart::Text(capitalized(&notice.text), Tone::Plain);
            return Some(Panel::new(title, vec![text]));
        }
        let is_game = matches!(self.view(), View::Game(_)) || hud.own_result.is_some();
        let has_result = hud.summary.is_some() && hud.overlay.highlight.is_none();
        if let Some(totals) = hud.totals.as_ref().filter(|_| is_game && has_result) {
            return Some(self.result(totals));
        }
        if is_match_over(&self.view()) && self.has_person() {
            let does = [("{START}", "Again"), ("{SELECT}", "Swap sides")];
            let keys = does.map(|(key, does)| (self.named(key), does.to_owned()));
            let keys = keys.into_iter().chain([self.menu_key_line()]).collect();
            return Some(Panel::new("Match over", vec![PanelPart::Keys(keys)]));
        }
        (self.has_person() && self.top().is_paused && hud.edited.is_none()).then(|| {
            let key = self.named("{PAUSE}");
            let keys = vec![(key, "Resume".to_owned()), self.menu_key_line()];
            let mut parts = vec![PanelPart::Keys(keys)];
            if !hud.drill_figures.is_empty() {
                parts.insert(0, PanelPart::Figures(hud.drill_figures.clone()));
            }
            Panel::new("Paused", parts)
        })
    }

    /// Returns the card of a finished game: its result, and the keys for what comes next.
    fn result(&self, totals: &Summary) -> Panel {
        let title = match totals.ending {
            Some(Ending::PictureDone) => "Picture done",
            Some(Ending::GoalReached) => "Goal reached",
            Some(Ending::Crashed) => "Crashed",
            Some(Ending::ToppedOut) | None => "Game over",
        };
        let hud = self.hud();
        let mut figures = match hud.drill_figures.is_empty() {
            true => self.totals(totals),
            false => hud.drill_figures.clone(),
        };
        let key_figure = figures.remove(0);
        let mut parts = vec![
            PanelPart::KeyFigure(key_figure),
            PanelPart::Figures(figures),
        ];
        let remark = hud.remark.as_ref();
        parts.extend(
            remark.map(|remark| PanelPart::Text(capitalized(&self.named(remark)), Tone::Fair)),
        );
        let own = hud.own_result.as_ref();
        let (cost, worst) = own.map_or((None, None), |own| (own.cost.as_ref(), own.worst.clone()));
        let cost = cost.map(|cost| PanelPart::Text(cost.clone(), Tone::Plain));
        let place = parts.len();
        parts.push(PanelPart::Keys(self.keys_after()));
        // If the whole card is too high, the sentences about the moves are left out.
        let compact = worst.is_some().then(|| parts.clone());
        parts.splice(place..place, cost.into_iter().chain(worst));
        Panel {
            compact,
            ..Panel::new(title, parts)
        }
    }

    /// Returns the figures of a finished game, the key figure first.
    fn totals(&self, totals: &Summary) -> Vec<Figure> {
        let rate = totals.tetris_rate;
        let rate = rate.map(|rate| Figure::new("Tetris rate", format!("{rate}%")));
        let (score, lines) = (totals.score.to_string(), totals.lines.to_string());
        let View::Game(view) = self.view() else {
            let figures = [Figure::new("Score", score), Figure::new("Lines", lines)];
            return figures.into_iter().chain(rate).collect();
        };
        let is_unknown = |digits: &[u8]| digits.contains(&GameView::UNKNOWN_DIGIT);
        let (score, lines) = (
            match is_unknown(&view.score) {
                true => "unknown".to_owned(),
                false => score,
            },
            match is_unknown(&view.lines) {
                true => format!("{lines} or more"),
                false => lines,
            },
        );
        let figures = [Figure::new("Score", score), Figure::new("Lines", lines)];
        let figures = figures.into_iter().chain(rate);
        if let Some(own) = &self.hud().own_result {
            return figures.chain(own.figures.iter().cloned()).collect();
        }
        let top = GameView::counter_text(&view.top);
        let top = match top.trim_start_matches('0') {
            _ if is_unknown(&view.top) => "unknown",
            "" => "0",
            top => top,
        };
        figures.chain([Figure::new("Top score", top)]).collect()
    }

    /// Returns the keys for what comes after a finished game.
    fn keys_after(&self) -> Vec<(String, String)> {
        let mut keys = Vec::new();
        let own = self.hud().own_result.as_ref();
        if self.has_person() {
            let does = match own {
                Some(own) if own.enters_name => "Your name",
                Some(own) if !own.starts_again => "Level screen",
                _ => "Again",
            };
            keys.push((self.named("{START}"), does.to_owned()));
        }
        if let Some(key) = self.review_key() {
            let does = match self.hud().race {
                Some(_) => "Compare",
                None => "Review",
            };
            keys.push((key, does.to_owned()));
        }
        if self.link().is_some() {
            keys.push((self.named("{B|copy_link}"), "Copy link".to_owned()));
        }
        keys.push(self.menu_key_line());
        keys
    }

    fn menu_key_line(&self) -> (String, String) {
        (self.named("{MENU}"), "Menu".to_owned())
    }

    /// Starts the countdown after which a person's piece continues to fall. Games faster than [`FAST`] have none.
    pub(super) fn count_down(&mut self) {
        self.countdown = None;
        let is_falling = self.has_person() && self.can().is_busy && !self.top().is_paused;
        let is_fast = self.times() > FAST;
        self.countdown = (is_falling && !is_fast).then(|| now() + DIGIT_TIME * FIRST_DIGIT);
    }

    /// Returns the digit of the countdown that is shown now.
    pub(super) fn countdown_digit(&self) -> Option<u32> {
        let left = self.countdown?.saturating_duration_since(now());
        let digits = left.as_millis().div_ceil(DIGIT_TIME.as_millis());
        u32::try_from(digits).ok().filter(|&digit| digit > 0)
    }
}

/// Returns whether the last round of a match is over.
const fn is_match_over(view: &View) -> bool {
    matches!(view, View::Versus(match_view) if matches!(match_view.moment, MatchStage::MatchOver(_)))
}
