//! Search for playfields, and watch of the positions in which pieces may begin to move.

use std::cmp::{Ordering, Reverse};

use super::super::finder::{self, FieldCandidate, OVERLAP_MAX};
use super::super::motion_detector::STRENGTH_MAX;
use super::super::{FieldArea, Pixels};
use super::{FieldBrightness, FieldTrack, FrameReader, KnownField, PlayerTrack, STILL_FRAMES};

/// Minimum certainty at which another playfield counts as real, as a fraction of the best playfield's certainty.
const REAL_MIN: f32 = 0.75;
/// Number of frames from one search to the next while no playfield is visible, or while no piece moves in a visible one.
const SEARCH_INTERVAL: u64 = 8;
/// Number of searches beside a visible playfield before such searches become rarer.
const DOUBTS_MAX: u64 = 60;
/// Number of frames from one of these rarer searches to the next.
const DOUBTED_INTERVAL: u64 = 24;
/// Number of frames from one search to the next while one of two playfields is read, at the start of the video.
const SECOND_INTERVAL: u64 = 120;
/// Number of frames between these searches later in the video. Each search takes longer than reading several frames.
const SECOND_LATER_INTERVAL: u64 = 1200;
/// Maximum number of positions to remember.
const FIELDS_MAX: usize = 16;
/// Number of frames at the start of the video in which a second playfield is expected.
const SECOND_FIRST: u64 = 480;
/// Number of frames in each [`WATCH_INTERVAL`] in which other positions are watched later, while a game is read.
const WATCH_FRAMES: u64 = 60;
/// Number of frames from the start of one watch to the start of the next.
const WATCH_INTERVAL: u64 = 960;
/// Number of watched frames without a motion before a position lets others go first. It is multiplied by the number of
/// searches that have found the position.
const WATCH_TURN: u64 = 8;
/// Minimum and maximum number of searches to count for this turn.
const TURN_FINDS: (u32, u32) = (4, 8);
/// Maximum number of further positions in which a frame is searched for motions.
const WATCHED_MAX: usize = 6;
/// A position takes the place of one that overlaps it if its strength is at least this many times the other's, plus
/// [`STRONGER_LEAST`].
const STRONGER: u32 = 2;
/// Lead in strength that a position needs in addition to [`STRONGER`] times the strength of one that overlaps it.
const STRONGER_LEAST: u32 = 6;

impl FrameReader {
    /// Returns whether this frame is searched for playfields.
    pub(super) fn is_search_due(&mut self, number: u64) -> bool {
        let open = self
            .players
            .iter()
            .filter(|player| self.is_open(player))
            .count();
        if self.missing > 0 {
            self.missing % SEARCH_INTERVAL == 1
        } else if open == self.players.len() {
            let is_rare = self.doubts > DOUBTS_MAX;
            number.is_multiple_of(if is_rare {
                DOUBTED_INTERVAL
            } else {
                SEARCH_INTERVAL
            })
        } else {
            self.doubts = 0;
            let is_later = number >= SECOND_FIRST;
            let interval = if is_later {
                SECOND_LATER_INTERVAL
            } else {
                SECOND_INTERVAL
            };
            open > 0 && number.is_multiple_of(interval)
        }
    }

    /// Searches the frame for playfields and remembers them. Returns their numbers.
    pub(super) fn search(&mut self, frame: &Pixels) -> Vec<u32> {
        let mut candidates = finder::playfields(frame);
        candidates.extend(finder::small_playfields(frame, self.searches));
        self.searches += 1;
        candidates.extend(self.add_changes(frame));
        self.remember(frame, candidates)
    }

    /// Remembers these playfields. Returns their numbers.
    pub(super) fn remember(&mut self, frame: &Pixels, candidates: Vec<FieldCandidate>) -> Vec<u32> {
        let mut found = Vec::new();
        for candidate in candidates {
            let mut known = self.fields.iter_mut();
            if let Some(field) = known.find(|field| field.track.is_same(&candidate)) {
                if !found.contains(&field.id) {
                    field.track.add_find(&candidate);
                    found.push(field.id);
                }
                continue;
            }
            self.count += 1;
            let (id, track) = (self.count, FieldTrack::found(&candidate, frame));
            found.push(id);
            self.fields.push(KnownField::new(id, track));
        }
        while self.fields.len() > FIELDS_MAX {
            // Forget the unproven position that the fewest searches have found, and the least certain one of several.
            let is_used = |field: &KnownField| {
                let is_read = self
                    .players
                    .iter()
                    .any(|player| player.field == Some(field.id));
                let is_proven = field.track.shows_grid() || field.track.motion().shows_game();
                is_read || is_proven || found.contains(&field.id)
            };
            let unused = self
                .fields
                .iter()
                .enumerate()
                .filter(|(_, field)| !is_used(field));
            let rank = |field: &KnownField| (field.track.finds(), field.track.certainty());
            let rarest = unused.min_by(|(_, one), (_, other)| {
                rank(one)
                    .partial_cmp(&rank(other))
                    .unwrap_or(Ordering::Equal)
            });
            self.fields
                .remove(rarest.map_or(FIELDS_MAX, |(place, _)| place));
        }
        found
    }

    /// Gives the playfields that a search has found to the players without a game. `found` are their numbers.
    pub(super) fn choose(&mut self, found: &[u32], number: u64) {
        let fields = self.fields.iter();
        let fields = fields.filter(|field| found.contains(&field.id) && !self.is_ruled_out(field));
        let mut real: Vec<(u32, f32, FieldArea)> = fields
            .map(|field| (field.id, field.track.certainty(), field.track.place()))
            .collect();
        real.sort_by(|one, other| other.1.total_cmp(&one.1));
        let least = REAL_MIN * real.first().map_or(0.0, |best| best.1);
        real.retain(|(_, certainty, _)| *certainty >= least);
        for player in 0..self.players.len() {
            let now = self.track(&self.players[player]);
            let is_read = now.is_some_and(|now| now.motion().shows_game());
            let is_real =
                |player: &PlayerTrack| real.iter().any(|(id, ..)| player.field == Some(*id));
            let is_waiting = now.is_none() && self.players[player].expects_game(number);
            if is_read || is_waiting || is_real(&self.players[player]) {
                continue;
            }
            // A position that is not found again counts less.
            let is_found = self.players[player]
                .field
                .is_some_and(|id| found.contains(&id));
            let weight = if is_found { 1.0 } else { REAL_MIN };
            let certainty = weight * now.map_or(0.0, FieldTrack::certainty);
            let others = self
                .players
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != player);
            let blocking = others.filter_map(|(_, other)| match self.track(other) {
                Some(track) => {
                    (track.motion().shows_game() || is_real(other)).then(|| track.place())
                }
                // The playfield of another player may be invisible for a moment.
                None => other.area.filter(|_| other.expects_game(number)),
            });
            let blocking: Vec<FieldArea> = blocking.collect();
            let is_free = |(_, _, area): &&(u32, f32, FieldArea)| {
                blocking
                    .iter()
                    .all(|other| other.overlap(area) <= OVERLAP_MAX)
            };
            let best = real.iter().find(is_free);
            let Some(&(id, _, area)) = best.filter(|(_, other, _)| *other > certainty) else {
                continue;
            };
            self.take(player, id, &area);
        }
    }

    /// Gives a position to a player. Takes overlapping positions without a game from the others.
    fn take(&mut self, player: usize, id: u32, area: &FieldArea) {
        for other in (0..self.players.len()).filter(|other| *other != player) {
            let track = self.track(&self.players[other]);
            if track.is_some_and(|track| track.place().overlap(area) > OVERLAP_MAX) {
                self.players[other].field = None;
            }
        }
        self.players[player].field = Some(id);
    }

    /// Returns whether other positions are watched in this frame. While a game is read, they are watched less often after
    /// some time.
    pub(super) fn is_watching(&self, number: u64) -> bool {
        let is_read = self.players.iter().any(|player| !self.is_open(player));
        !is_read || number < SECOND_FIRST || number % WATCH_INTERVAL < WATCH_FRAMES
    }

    /// Looks for moving pieces at the positions that no player has. If pieces move at one, a player gets it: one whose
    /// position overlaps it and shows fewer motions, or one without a game. If pieces move at overlapping positions, the
    /// player gets the position that most searches have found.
    pub(super) fn watch(&mut self, frame: &Pixels, number: u64, lights: &FieldBrightness) {
        let used: Vec<u32> = self
            .players
            .iter()
            .filter_map(|player| player.field)
            .collect();
        let mut places: Vec<usize> = (0..self.fields.len()).collect();
        places.retain(|&place| {
            let is_visible = lights.get(place).is_some_and(Option::is_some);
            let field = &self.fields[place];
            let is_possible = || {
                self.player_for(&field.track.place(), STRENGTH_MAX)
                    .is_some()
            };
            let is_free = !used.contains(&field.id) && !self.is_ruled_out(field);
            is_visible && is_free && is_possible()
        });
        let moving: Vec<usize> = places
            .iter()
            .copied()
            .filter(|&place| self.fields[place].track.motion().is_recent())
            .collect();
        places.sort_by_key(|&place| {
            let track = &self.fields[place].track;
            let finds = track.finds();
            let turn = WATCH_TURN * u64::from(finds.clamp(TURN_FINDS.0, TURN_FINDS.1));
            let is_rival = moving.iter().any(|&other| self.is_likelier(place, other));
            (!is_rival, track.motion().still() / turn, Reverse(finds))
        });
        places.truncate(WATCHED_MAX);
        for &place in &places {
            let track = &mut self.fields[place].track;
            let Some(light) = &lights[place] else {
                continue;
            };
            track.watch(frame, light);
            track.refine_at(frame, number);
        }
        let shows_game = |&place: &usize| {
            let motion = self.fields[place].track.motion();
            motion.shows_game() && motion.still() == 0
        };
        let with_games: Vec<usize> = places.iter().copied().filter(shows_game).collect();
        for place in with_games {
            let moves_as_much = |&other: &usize| {
                let strengths = [place, other].map(|at| self.fields[at].track.motion().strength());
                STRONGER * strengths[1] >= strengths[0]
            };
            let rivals = places.iter().copied().filter(moves_as_much);
            let likelier = rivals.filter(|&other| self.is_likelier(other, place));
            let best = likelier.max_by_key(|&other| self.fields[other].track.finds());
            let best = &self.fields[best.unwrap_or(place)];
            let (id, area) = (best.id, best.track.place());
            let strength = self.fields[place].track.motion().strength();
            if let Some(player) = self.player_for(&area, strength) {
                self.take(player, id, &area);
                return;
            }
        }
    }

    /// Returns whether `place` overlaps `other`, and more searches have found it.
    fn is_likelier(&self, place: usize, other: usize) -> bool {
        let [one, two] = [place, other].map(|at| &self.fields[at].track);
        one.finds() > two.finds() && one.place().overlap(&two.place()) > OVERLAP_MAX
    }

    /// Returns the player who gets the position at which a game was seen, with motions of this strength. A player with an
    /// overlapping position comes first, then the last one to read it, then any player without a game.
    fn player_for(&self, area: &FieldArea, strength: u32) -> Option<usize> {
        let rival = |player: &PlayerTrack| {
            let track = self.track(player)?;
            let motion = track.motion();
            let is_still = motion.still() > STILL_FRAMES;
            let strength = if is_still { 0 } else { motion.strength() };
            (track.place().overlap(area) > OVERLAP_MAX).then_some(strength)
        };
        let mut overlapping = None;
        for (player, track) in self.players.iter().enumerate() {
            let Some(weaker) = rival(track) else { continue };
            if strength < STRONGER * weaker + STRONGER_LEAST {
                return None;
            }
            overlapping = Some(player);
        }
        let open = || (0..self.players.len()).filter(|&player| self.is_open(&self.players[player]));
        let has_area = |player: &PlayerTrack| {
            let own = player.area.as_ref();
            own.is_some_and(|own| own.overlap(area) > OVERLAP_MAX)
        };
        let owner = open().find(|&player| has_area(&self.players[player]));
        let free = open().find(|&player| self.players[player].field.is_none());
        overlapping.or(owner).or(free).or_else(|| open().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a playfield of 20x40 pixels.
    fn candidate(x: f32, score: f32) -> FieldCandidate {
        FieldCandidate {
            place: FieldArea {
                x,
                y: 0.0,
                width: 20.0,
                height: 40.0,
            },
            score,
            is_bare: true,
        }
    }

    #[test]
    fn a_player_whose_playfield_is_invisible_for_a_moment_keeps_it() {
        let frame = Pixels::from_rgb(640, vec![[0; 3]; 640 * 64]);
        let mut reader = FrameReader::new();
        reader.read_both();
        let found = reader.remember(&frame, vec![candidate(24.0, 4.0)]);
        reader.players[0].area = Some(candidate(24.0, 4.0).place);
        reader.players[0].last_game = Some(10);
        reader.choose(&found, 11);
        assert_eq!(reader.players[1].field, None);
        // After a long time, it may be the other player's.
        reader.choose(&found, 1000);
        assert!(
            reader
                .players
                .iter()
                .any(|player| player.field == Some(found[0]))
        );
    }

    #[test]
    fn a_player_gets_its_playfield_back_even_from_another_position() {
        // White pixels at the top make both playfields visible.
        let mut pixels = vec![[0; 3]; 640 * 64];
        pixels[..640 * 4].fill([255; 3]);
        let frame = Pixels::from_rgb(640, pixels);
        let mut reader = FrameReader::new();
        reader.read_both();
        let found = reader.remember(&frame, [24.0, 200.0].map(|x| candidate(x, 4.0)).into());
        let area = candidate(24.0, 4.0).place;
        reader.players[1].area = Some(area);
        reader.players[1].last_game = Some(10);
        assert_eq!(reader.player_for(&area, STRENGTH_MAX), Some(1));
        reader.players[1].field = Some(found[1]);
        reader.read_all(&frame, 0);
        assert_eq!(reader.players[1].field, Some(found[0]));
        assert_eq!(reader.players[1].area, Some(area));
    }

    #[test]
    fn the_least_certain_of_the_positions_found_equally_often_is_forgotten() {
        let frame = Pixels::from_rgb(640, vec![[0; 3]; 640 * 64]);
        let mut reader = FrameReader::new();
        let mut remember = |place: usize, score: f32| {
            let found = reader.remember(&frame, vec![candidate(24.0 * place as f32, score)]);
            let known = reader.fields.iter().map(|field| field.id).collect();
            (found[0], known)
        };
        let (certain, _): (u32, Vec<u32>) = remember(0, 4.0);
        let (doubtful, _) = remember(1, 2.0);
        for place in 2..=FIELDS_MAX {
            let (found, known) = remember(place, 3.0);
            assert!(known.contains(&certain) && known.contains(&found));
            assert_eq!(known.contains(&doubtful), place < FIELDS_MAX);
        }
    }
}
