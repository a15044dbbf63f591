//! Review of a recording: goes from mistake to mistake, shows the best locks, and lets the user play on from there.

mod game_here;
mod panels;
mod places;
mod shown;

use std::path::Path;
use std::sync::Arc;

use rightwell::render::Outline;
use rightwell::render::panel::{Figure, PanelPart, Tone};
use rightwell::session::{Category, PracticeStart, Recorded, ReviewedGame, ReviewedMove, puzzles};

use crate::scene::coached;
use crate::scene::context::Context;
use crate::scene::panel::{ScenePanel, plain};
use crate::scene::practice::{Mistake, PracticeScene, outlines};
use crate::scene::rating::RatingThread;
use crate::scene::{ErrorListRow, JumpTarget};
use crate::store::{mistakes, playouts};

use super::{RecordingScene, show_piece};

pub(in crate::scene) use panels::panels_of;
use places::BestPlaces;
pub(in crate::scene) use shown::lost_to;
use shown::{habit, listed_kinds, listed_move, sentence};

/// Maximum number of letters of a player's name in a title.
const NAME_MAX: usize = 10;
/// Message while the moves are being rated.
const RATING: &str = "the moves are being rated";

/// State of the review.
#[derive(Debug, Default)]
pub(super) struct Review {
    thread: Option<RatingThread>,
    /// Move at which the review has paused the playback. `None` if the playback is anywhere else.
    standing: Option<MoveIndex>,
    /// Move where the review began, and the costliest habit in its game. The status line shows the habit as long as the
    /// playback is at this move.
    habit: Option<(MoveIndex, Vec<String>)>,
    /// True if the review's panel stays visible away from mistakes.
    is_always: bool,
    /// True if the review goes to the first mistake as soon as all moves are rated.
    is_due: bool,
    /// Frame of the move at which the review begins. `None` for the first mistake.
    first: Option<u64>,
    /// Kind of errors that the review shows. `None` for all mistakes.
    only: Option<Category>,
    /// Index of the lock in the list that is outlined. `None` for the best one.
    cursor: Option<usize>,
    /// True if the mistakes of this recording have yet to be saved. They are saved only for the user's own recordings.
    keeps: bool,
    /// True if the bad moves are being played out, or have been.
    plays_out: bool,
    places: BestPlaces,
    /// Index of the game at which the review paused last.
    game: usize,
}

/// Index of a move in the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MoveIndex {
    game: usize,
    place: usize,
}

impl Review {
    /// Starts to rate the moves. With `is_due`, the review goes to the first mistake as soon as they are rated.
    pub(super) fn new(recorded: &Recorded, is_due: bool) -> Review {
        Review {
            thread: RatingThread::start(recorded),
            is_always: is_due,
            is_due,
            ..Review::default()
        }
    }

    /// Marks the recording as one of the user's own.
    pub(super) const fn own(&mut self) {
        self.keeps = true;
    }

    fn reviewed(&self) -> Option<Arc<Vec<ReviewedGame>>> {
        self.thread.as_ref()?.reviewed()
    }

    /// Limits the review to errors of one kind.
    pub(super) const fn keep_to(&mut self, only: Option<Category>) {
        self.only = only;
    }

    /// Sets the move at which the review begins, by the frame in which its piece spawned.
    pub(super) const fn begin_at(&mut self, frame: Option<u64>) {
        self.first = frame;
    }

    /// Records that the playback is no longer at the mistake.
    pub(super) const fn go_away(&mut self) {
        self.standing = None;
        self.cursor = None;
    }

    /// Returns the marks of the timeline: frame and tone of each level-up, mistake and blunder among the moves rated so
    /// far. The first move after the game was lost or given up has a quiet mark, the other ones have none.
    pub(super) fn ticks(&self) -> Vec<(u64, Tone)> {
        let Some(games) = self.reviewed() else {
            return Vec::new();
        };
        let level = |reviewed: &ReviewedMove| reviewed.played.position.level;
        let moves = games.iter().map(ReviewedGame::moves);
        let level_ups = moves.clone().flat_map(|moves| {
            let pairs = moves
                .windows(2)
                .filter(|pair| level(&pair[0]) < level(&pair[1]));
            pairs.map(|pair| (pair[1].played.frame, Tone::Plain))
        });
        let mistakes = moves.flatten().filter_map(|reviewed| {
            let tone = match reviewed.lost_from {
                Some(from) => (from.piece == reviewed.number).then_some(Tone::Quiet),
                None => (reviewed.is_mistake()).then(|| coached::tone(reviewed.rating.label())),
            };
            Some((reviewed.played.frame, tone?))
        });
        level_ups.chain(mistakes).collect()
    }

    /// Returns the costliest habit, which the status line shows when the review begins.
    pub(super) fn habit(&self) -> &[String] {
        match &self.habit {
            Some((site, habit)) if self.standing == Some(*site) => habit,
            _ => &[],
        }
    }

    /// Returns whether the review has paused the playback at a mistake.
    pub(super) const fn is_standing(&self) -> bool {
        self.standing.is_some()
    }

    /// Returns whether the review is waiting for the ratings.
    pub(super) const fn is_due(&self) -> bool {
        self.is_due
    }

    /// Returns the progress of the rating in words. Returns `None` when the rating is done.
    pub(super) fn progress(&self) -> Option<String> {
        let (rated, all) = self.thread.as_ref()?.progress()?;
        // The last moves still wait for their reasons.
        Some(format!("rated {}%", (100 * rated / all.max(1)).min(99)))
    }

    /// Returns the rated move at which the review has paused.
    fn shown(&self) -> Option<ReviewedMove> {
        let site = self.standing?;
        rated_at(&self.reviewed()?, site).cloned()
    }

    /// Returns the outlines of the played lock and of the best lock at the current mistake.
    pub(super) fn outlines(&self) -> [Option<Outline>; 3] {
        let Some((mut shown, site)) = self.shown().zip(self.standing) else {
            return [None; 3];
        };
        let moves = &mut shown.rating.moves;
        if let Some(places) = self.places.of(site) {
            *moves = places.to_vec();
        }
        if let Some(cursor) = self.cursor.filter(|cursor| *cursor < moves.len()) {
            moves.drain(..cursor);
        }
        outlines(&shown)
    }
}

impl RecordingScene {
    /// Runs the review, once per display frame. Reports a failed rating, goes to the first mistake when it is due, and
    /// requests the best locks.
    pub(super) fn attend_review(&mut self, context: &mut Context) {
        if self.review.is_due()
            && let Some(why) = self.unrated()
        {
            self.review.is_due = false;
            self.review.is_always = false;
            context.resume();
            context.notify(why);
        }
        if self.review.is_due
            && let Some(games) = self.review.reviewed()
        {
            self.review.is_due = false;
            self.begin_review(&games, context);
        }
        if (self.review.is_always || self.review.is_standing())
            && let Some(games) = self.review.reviewed()
        {
            self.look_for_places(&games, context);
            self.play_out(games);
        }
    }

    /// Starts to play out the bad moves, once, and saves new results.
    fn play_out(&mut self, games: Arc<Vec<ReviewedGame>>) {
        let Some(thread) = &self.review.thread else {
            return;
        };
        let file = self.store.as_ref().map(|store| &store.playouts);
        if !std::mem::replace(&mut self.review.plays_out, true) {
            thread.play_out(games, file.cloned());
            return;
        }
        if let Some((file, saver)) = file.zip(self.saver.as_ref()) {
            for (fingerprint, losses) in thread.take_unsaved() {
                let path = file.clone();
                saver.save(move || {
                    playouts::add(&path, fingerprint, &losses);
                    Ok(None)
                });
            }
        }
    }

    /// Requests the best locks for the current move, and collects results of the worker.
    fn look_for_places(&mut self, games: &[ReviewedGame], context: &mut Context) {
        let site = self.site_shown(games);
        let reviewed = site.and_then(|site| Some((site, rated_at(games, site)?)));
        let Some(((site, reviewed), thread)) = reviewed.zip(self.review.thread.as_ref()) else {
            return;
        };
        let places = &mut self.review.places;
        match places.look_for(site, &reviewed.played, || thread.rater(site.game)) {
            Ok(true) => self.review.cursor = None,
            Ok(false) => {}
            Err(why) => {
                self.review.places = BestPlaces::default();
                context.notify(format!("cannot find the best locks: {why}"));
            }
        }
    }

    /// Outlines the next lock in the list of best locks.
    pub(super) fn show_next_place(&mut self, context: &mut Context) {
        let Some(games) = self.review.reviewed() else {
            return context.notify("no moves are rated yet");
        };
        let site = self.site_shown(&games);
        let next = site.and_then(|site| {
            let rating = &rated_at(&games, site)?.rating;
            let places = self.review.places.of(site).unwrap_or(&rating.moves);
            coached::place_after(places, rating.played.lock, self.review.cursor)
        });
        next.into_iter()
            .for_each(|next| self.jump_to(JumpTarget::Place(next), context));
    }

    /// Saves the mistakes of this recording in `file`, once, and only if the user has looked at the review. Without a
    /// file, does nothing.
    pub(super) fn keep_mistakes(&mut self, file: Option<&Path>) {
        let is_looked_at = self.review.is_always || self.review.is_standing();
        let is_due = self.review.keeps && is_looked_at;
        let (Some(file), Some(saver), true) = (file, &self.saver, is_due) else {
            return;
        };
        let (Some(games), Some(thread)) = (self.review.reviewed(), &self.review.thread) else {
            return;
        };
        let found = games.iter().enumerate().flat_map(|(number, game)| {
            puzzles::Mistake::of_moves(game.moves(), &thread.rater(number))
        });
        let found: Vec<puzzles::Mistake> = found.collect();
        self.review.keeps = false;
        let path = file.to_owned();
        saver.save(move || {
            let added = mistakes::add(&path, found)?;
            Ok((added.new + added.left_out > 0).then(|| added.told()))
        });
    }

    fn begin_review(&mut self, games: &[ReviewedGame], context: &mut Context) {
        let only = self.review.only;
        let first = |game: &ReviewedGame| match self.review.first {
            Some(frame) => game.at(frame),
            None => game.next_error(0, only),
        };
        let sites = games.iter().map(first).enumerate();
        let mut sites = sites.filter_map(|(game, place)| {
            Some(MoveIndex {
                game,
                place: place?,
            })
        });
        match sites.next() {
            Some(site) => {
                self.stand_at(site, context);
                self.review.habit = Some((site, habit(games[site.game].figures())));
            }
            None if games.is_empty() => context.notify("only A-type games of one player are rated"),
            None => context.notify(match only {
                Some(_) => "this game has no error of that kind",
                None => "this game has no mistakes",
            }),
        }
    }

    /// Returns why the moves cannot be rated. Returns `None` if they can.
    fn unrated(&self) -> Option<String> {
        match &self.review.thread {
            Some(thread) => {
                let failure = thread.failure();
                failure.map(|why| format!("cannot rate the moves: {why}"))
            }
            None => Some("matches are not rated".to_owned()),
        }
    }

    /// Goes to the next or previous mistake. Returns whether there is one. If not, notifies the user.
    pub(super) fn go_to_mistake(&mut self, is_forward: bool, context: &mut Context) -> bool {
        let Some(games) = self.review.reviewed() else {
            let said = match (self.unrated(), self.review.progress()) {
                (Some(why), _) => why,
                (None, Some(progress)) => format!("the moves are being rated: {progress}"),
                (None, None) => "looking for the moves".to_owned(),
            };
            context.notify(said);
            return false;
        };
        let (frame, only) = (self.here(&games), self.review.only);
        // Two players may make a mistake in one frame. The first player's then comes first.
        let standing = self.review.standing.map(|site| site.game);
        let find = |game: usize| {
            let is_later = standing.is_some_and(|standing| game > standing);
            let is_earlier = standing.is_some_and(|standing| game < standing);
            let place = match is_forward {
                true => games[game].next_error(frame - u64::from(is_later && frame > 0), only),
                false => games[game].previous_error(frame + u64::from(is_earlier), only),
            }?;
            let frame = games[game].played(place)?.frame;
            Some((frame, MoveIndex { game, place }))
        };
        let found = (0..games.len()).filter_map(find);
        let found = match is_forward {
            true => found.min_by_key(|(frame, site)| (*frame, site.game)),
            false => found.max_by_key(|(frame, site)| (*frame, site.game)),
        };
        let found = found.map(|(_, site)| site);
        match (found, is_forward) {
            (Some(site), _) => self.stand_at(site, context),
            (None, _) if games.is_empty() => {
                context.notify("only A-type games of one player are rated");
            }
            (None, is_after) => {
                let what = only.map_or("mistake".to_owned(), |kind| format!("\"{kind}\""));
                let (side, back) = match is_after {
                    true => ("after", "{B|previous_mistake}: the one before"),
                    false => ("before", "{SELECT|next_mistake}: the next one"),
                };
                context.notify(format!("there is no {what} {side} this. {back}"));
            }
        }
        found.is_some()
    }

    /// Returns the frame from which to look for mistakes: the spawn of the current mistake's piece, else the current
    /// frame.
    fn here(&self, games: &[ReviewedGame]) -> u64 {
        let standing = self.review.standing;
        let played = standing.and_then(|site| games.get(site.game)?.played(site.place));
        played.map_or(self.recorded.place().frame(), |played| played.frame)
    }

    /// Goes to the frame in which the piece of the move appears, and pauses there.
    fn stand_at(&mut self, site: MoveIndex, context: &mut Context) {
        let games = self.review.reviewed();
        let played = games
            .as_ref()
            .and_then(|games| games.get(site.game)?.played(site.place));
        if let Some(played) = played {
            let frame = played.frame + shown_after(&self.recorded);
            self.recorded.seek().seek(frame);
            show_piece(&mut self.recorded);
            self.review.standing = Some(site);
            self.review.game = site.game;
            self.review.cursor = None;
            context.pause();
        }
    }

    /// Goes to a rated move, or to the first error of a kind in the current game. For `JumpTarget::Place`, stays at the
    /// current move and outlines that lock.
    pub(super) fn jump_to(&mut self, target: JumpTarget, context: &mut Context) {
        let Some(games) = self.review.reviewed() else {
            return;
        };
        let nth = |place| Some(self.game_here(&games)?.played(place)?.frame);
        let frame = match target {
            JumpTarget::Nth(place) => match nth(place) {
                Some(frame) => frame,
                None => return,
            },
            JumpTarget::Place(place) => {
                if let Some(site) = self.site_shown(&games) {
                    self.stand_at(site, context);
                    self.review.cursor = Some(place);
                }
                return;
            }
            JumpTarget::Move(frame) => frame,
            JumpTarget::Time(_) | JumpTarget::Reason(_) => return,
            JumpTarget::Kind(kind) => {
                self.review.only = kind;
                let game = self.game_here(&games);
                let place = game.and_then(|game| game.next_error(0, kind));
                match place.and_then(|place| game?.played(place)) {
                    Some(played) => played.frame,
                    None => return,
                }
            }
        };
        let sites = (0..games.len()).filter_map(|game| {
            let place = games[game].at(frame)?;
            let is_it = games[game].played(place)?.frame == frame;
            is_it.then_some(MoveIndex { game, place })
        });
        let here = self.game_index(&games);
        if let Some(site) = sites.min_by_key(|site| Some(site.game) != here) {
            self.stand_at(site, context);
        }
    }

    /// Returns the move of the current piece. Returns `None` if the game is not rated, or if the lock is unknown.
    fn site_here(&self) -> Option<MoveIndex> {
        let games = self.review.thread.as_ref()?.games()?;
        let (frame, came) = {
            let place = self.recorded.place();
            (place.frame(), place.last_piece())
        };
        let mut sites = games.iter().enumerate().filter_map(|(game, found)| {
            let place = found.at(frame)?;
            let is_on = found.moves[place].frame >= came;
            is_on.then_some(MoveIndex { game, place })
        });
        sites.next()
    }

    /// Returns the start of a practice game in which the piece of the move has just spawned.
    fn practice_start(&mut self, site: MoveIndex) -> Option<PracticeStart> {
        let games = self.review.thread.as_ref()?.games()?;
        let game = games.get(site.game)?;
        let here = self.recorded.place().frame();
        self.recorded.seek().seek(game.moves.get(site.place)?.frame);
        let summary = match (&self.recorded, self.side_of(site.game)) {
            (Recorded::CapturedMatch(playback), Some(side)) => Some(playback.summary(side)),
            (recorded, _) => recorded.summary(),
        };
        let score = summary.map_or(0, |summary| summary.score);
        self.recorded.seek().seek(here);
        PracticeStart::from_game(game, site.place, self.recorded.region(), score)
    }

    /// Starts a practice game at the current piece. Its pieces are those of the recording.
    pub(super) fn practise(&mut self, context: &mut Context) {
        let site = self.review.standing.or_else(|| self.site_here());
        match site.and_then(|site| self.practice_start(site)) {
            Some(start) => context.push(PracticeScene::new(start)),
            None => {
                context.notify(
                    "practice needs an A-type game of one player, and a piece whose lock is known",
                );
            }
        }
    }

    /// Opens the current mistake as an exercise.
    pub(super) fn try_again(&mut self, context: &mut Context) {
        let Some(mistake) = self.review.shown() else {
            context.notify("jump to a mistake first");
            return;
        };
        let site = self.review.standing;
        let rater = site.and_then(|site| Some(self.review.thread.as_ref()?.rater(site.game)));
        let start = site.and_then(|site| self.practice_start(site));
        if let (Some(start), Some(rater)) = (start, rater) {
            let mistake = Mistake { rater, mistake };
            context.push(PracticeScene::puzzle(start, Box::new(mistake)));
        }
    }

    /// Returns the rows of the list of errors: the costliest kinds in the current game, then its worst moves, the worst
    /// first.
    pub(super) fn worst_moves(&self) -> Vec<ErrorListRow> {
        let games = self.review.reviewed();
        let Some(game) = games.as_deref().and_then(|games| self.game_here(games)) else {
            return Vec::new();
        };
        let figures = game.figures();
        let only = self.review.only;
        let all = only.map(|_| ErrorListRow {
            target: JumpTarget::Kind(None),
            label: "All mistakes".to_owned(),
            hint: "Steps through mistakes of all kinds again".to_owned(),
        });
        all.into_iter()
            .chain(listed_kinds(figures))
            .chain(figures.worst.iter().map(listed_move))
            .collect()
    }

    /// Returns the move to describe: the one at which the review has paused, else that of the latest piece. In a captured
    /// match, two pieces are in play, so only the former is described.
    fn site_shown(&self, games: &[ReviewedGame]) -> Option<MoveIndex> {
        if self.review.standing.is_some() || matches!(self.recorded, Recorded::CapturedMatch(_)) {
            return self.review.standing;
        }
        let game = self.game_index(games)?;
        let place = games[game].at(self.recorded.place().frame())?;
        Some(MoveIndex { game, place })
    }

    /// Returns the coach's panels about the current move and the game.
    pub(super) fn review_panels(&self) -> Vec<ScenePanel> {
        if !self.review.is_always && !self.review.is_standing() {
            return Vec::new();
        }
        let Some(games) = self.review.reviewed() else {
            return self.rating_panel().into_iter().collect();
        };
        let site = self.site_shown(&games);
        let told = site.and_then(|site| {
            let game = games.get(site.game)?;
            let reviewed = game.moves().get(site.place)?;
            let places = self.review.places.of(site);
            let places = places.unwrap_or(&reviewed.rating.moves);
            let places = (places, self.review.cursor);
            panels_of(game, site.place, self.review.only, places)
        });
        let mut told = told.unwrap_or_default();
        if let (Recorded::CapturedMatch(playback), Some(side), Some(coach)) =
            (&self.recorded, self.standing_side(), told.first_mut())
        {
            let name: String = playback.names()[side.index()]
                .chars()
                .take(NAME_MAX)
                .collect();
            coach.panel.title = format!("{}: {name}", coach.panel.title);
        }
        told
    }

    /// Returns a panel with the progress of the rating.
    fn rating_panel(&self) -> Option<ScenePanel> {
        let rated = self.review.thread.as_ref()?.progress();
        let (rated, all) = rated.unwrap_or_default();
        let rated = Figure::new("Rated", format!("{rated} of {all}"));
        let parts = [
            PanelPart::Figures(vec![rated]),
            PanelPart::Text(RATING.to_owned(), Tone::Plain),
        ];
        Some(ScenePanel::new("Coach", parts.map(plain).into()))
    }

    /// Returns one sentence of the coach about the current mistake.
    pub(super) fn said(&self) -> Option<String> {
        match self.review.shown() {
            Some(shown) => Some(sentence(&shown)),
            None => self.review.is_due.then(|| RATING.to_owned()),
        }
    }
}

/// Returns the rated move at this index. Returns `None` if it is not rated.
fn rated_at(games: &[ReviewedGame], site: MoveIndex) -> Option<&ReviewedMove> {
    games.get(site.game)?.moves().get(site.place)
}

/// Returns how many frames after its spawn the screen shows a piece. A console draws what it has prepared in the frame
/// before. See also [`show_piece`].
const fn shown_after(recorded: &Recorded) -> u64 {
    match recorded {
        Recorded::Captured(_) | Recorded::CapturedMatch(_) => 0,
        Recorded::Drag(_) | Recorded::Console(_) | Recorded::Match(_) => 1,
    }
}

#[cfg(test)]
mod tests;
