//! Reader of games in the frames of a video. It follows several possible playfields at a time, and reads the
//! playfields with moving pieces.

mod field_search;

use std::borrow::Cow;
use std::cmp::Ordering;

use super::camera::Camera;
use super::change_finder::ChangeFinder;
use super::digits::{Shape, ShapeGroups};
use super::field_track::FieldTrack;
use super::finder::{FieldCandidate, OVERLAP_MAX};
use super::scanlines::Scanlines;
use super::screen::ScreenBrightness;
use super::{FieldArea, Pixels, Sighting};
use crate::rules::Board;

/// One of two playfields that a frame shows side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldSide {
    /// Left playfield.
    Left,
    /// Right playfield.
    Right,
}

impl FieldSide {
    /// Returns the index of the playfield on this side among [`FrameReader::places`]. 0 if no position is known.
    pub fn index(self, places: &[Option<FieldArea>]) -> usize {
        let known = places.iter().enumerate();
        let known = known.filter_map(|(index, area)| Some((index, area.as_ref()?.x)));
        let from_left = |one: &(usize, f32), other: &(usize, f32)| one.1.total_cmp(&other.1);
        let found = match self {
            FieldSide::Left => known.min_by(from_left),
            FieldSide::Right => known.max_by(from_left),
        };
        found.map_or(0, |(index, _)| index)
    }
}

/// Number of frames without a motion before another playfield may take over. A pause may last longer.
const STILL_FRAMES: u64 = 1200;
/// Number of frames for which a playfield may be invisible. After them, the player may get another one in which nothing moves
/// yet, or an unproven one that overlaps it.
const RETURN_FRAMES: u64 = 120;
/// Number of frames from one search for playfields without an edge to the next, while other positions are watched.
const CHANGES_INTERVAL: u64 = 8;
/// Score of a playfield that was found by its changes. A visible edge gives a higher score.
const CHANGES_SCORE: f32 = 1.0;
/// Number of frames with a playfield after which [`FrameReader::learn`] stops searching.
const LEARNT: u32 = 6;
/// Number of frames in which [`FrameReader::learn`] searches for the first playfield, before it searches less often.
const LOOKS_FIRST: u32 = 16;
/// Number of frames from one of these later searches to the next.
const LOOKS_RARE: u32 = 8;
/// Number of frames to learn from while a second playfield may be there, but is not found.
const LOOKS_MORE: u32 = 40;

/// Minimum fraction of dark points between the cells of a playfield that is recognized without moving pieces. A picture
/// with fine detail, which has edges everywhere, shows half of them.
const DARK_POINTS_MIN: f32 = 0.6;
/// Maximum number of cells that appear or disappear in a game from one frame to another with no scene between them: a piece
/// moves, another locks.
const MOVED_MAX: u32 = 8;
/// Minimum number of equal cells in two frames of one game, if the video shows several games.
const SHARED_MIN: u32 = 12;

/// Reader of the frames of a video, in order. It finds one or two playfields, tracks them, and searches again when they
/// no longer fit or nothing moves in them.
#[derive(Clone, Debug)]
pub struct FrameReader {
    frames_read: u64,
    given_area: Option<FieldArea>,
    /// Positions found so far, in the order in which they were found.
    fields: Vec<KnownField>,
    players: Vec<PlayerTrack>,
    changes: ChangeFinder,
    scanlines: Scanlines,
    camera: Camera,
    /// Number of frames since the first player last had a playfield.
    missing: u64,
    /// Number of searches since a piece moved in a playfield.
    doubts: u64,
    /// Number of searches.
    searches: usize,
    /// Number of frames that [`FrameReader::learn`] has seen.
    looks: u32,
    /// Number of these frames that show a playfield.
    learnt: u32,
    /// Number of positions found.
    count: u32,
}

#[derive(Clone, Debug)]
struct KnownField {
    id: u32,
    track: FieldTrack,
    /// Last frame in which the playfield was visible.
    last_visible: Option<u64>,
}

impl KnownField {
    /// Returns a position that has not been visible yet.
    fn new(id: u32, track: FieldTrack) -> KnownField {
        KnownField {
            id,
            track,
            last_visible: None,
        }
    }
}

/// Player whose game is read, with the position of the playfield.
#[derive(Clone, Debug, Default)]
struct PlayerTrack {
    /// Position of the player's playfield, by [`KnownField::id`].
    field: Option<u32>,
    /// Last position of the playfield. Once pieces have moved in one, only such a position replaces it.
    area: Option<FieldArea>,
    /// Last frame in which the player's playfield was visible and had shown moving pieces.
    last_game: Option<u64>,
    /// Cells of the game in the last frame that showed it.
    cells: Option<Board>,
    groups: ShapeGroups,
}

impl PlayerTrack {
    /// Returns whether the player's game was visible a short time before this frame. Then only a position in which pieces
    /// move takes its place.
    fn expects_game(&self, number: u64) -> bool {
        self.last_game
            .is_some_and(|last| number - last <= RETURN_FRAMES)
    }

    /// Returns whether these cells may continue the player's game. At least `shared` cells must be as they were.
    fn continues_with(&self, cells: &Board, shared: u32) -> bool {
        self.cells.is_some_and(|before| {
            let gone = before.without(cells).count();
            let came = cells.without(&before).count();
            before.count() - gone >= shared && gone.max(came) <= MOVED_MAX
        })
    }
}

/// Brightness of black and white at each known position, or `None` where the frame does not show a playfield.
type FieldBrightness = Vec<Option<ScreenBrightness>>;

impl Default for FrameReader {
    fn default() -> FrameReader {
        FrameReader::new()
    }
}

impl FrameReader {
    /// Returns a reader that has read no frame yet.
    pub fn new() -> FrameReader {
        FrameReader {
            frames_read: 0,
            given_area: None,
            fields: Vec::new(),
            players: vec![PlayerTrack::default()],
            changes: ChangeFinder::default(),
            scanlines: Scanlines::default(),
            camera: Camera::default(),
            missing: 0,
            doubts: 0,
            searches: 0,
            looks: 0,
            learnt: 0,
            count: 0,
        }
    }

    /// Returns a reader that uses the playfield at a given position in all frames.
    pub fn of_field(place: FieldArea) -> FrameReader {
        FrameReader {
            given_area: Some(place),
            ..FrameReader::new()
        }
    }

    /// Reads two playfields if a frame shows two: see [`FrameReader::read_all`]. By default, the reader reads the most
    /// certain playfield.
    pub fn read_both(&mut self) {
        let second = PlayerTrack {
            groups: self.players[0].groups.clone(),
            ..PlayerTrack::default()
        };
        self.players.truncate(1);
        self.players.push(second);
    }

    /// Sets the shapes of the font's ten digits. The reader compares groups of shapes with them.
    pub fn know_digits(&mut self, font: &[Shape; 10]) {
        for player in &mut self.players {
            player.groups.set_font(font);
        }
    }

    /// Searches a frame for playfields. Call this before [`FrameReader::read`], with frames from the whole video, to make
    /// the positions known from the first frame on. Returns whether more frames would hardly help.
    pub fn learn(&mut self, frame: &Pixels) -> bool {
        if self.given_area.is_some() {
            return true;
        }
        self.looks += 1;
        let frame = &*self.scanlines.without(frame, 0);
        // Playfields without an edge appear only in many frames. All others are found in a few.
        let is_searching = self.learnt < LEARNT
            && (self.learnt > 0
                || self.looks <= LOOKS_FIRST
                || self.looks.is_multiple_of(LOOKS_RARE));
        let found = if is_searching {
            self.search(frame)
        } else {
            let found = self.add_changes(frame);
            self.remember(frame, found)
        };
        let mut is_likely = false;
        for field in &mut self.fields {
            if found.contains(&field.id) {
                field.track.refine_at(frame, 0);
                field.track.add_changes(&self.changes);
                is_likely |= field.track.is_likely(frame);
            }
        }
        self.learnt += u32::from(is_searching && is_likely);
        self.learnt >= LEARNT
            && (self.learnt_fields() >= self.players.len() || self.looks >= LOOKS_MORE)
    }

    /// Returns the number of playfields that most searches have found.
    fn learnt_fields(&self) -> usize {
        let mut areas: Vec<FieldArea> = Vec::new();
        for field in &self.fields {
            let area = field.track.place();
            let is_apart = areas
                .iter()
                .all(|other| other.overlap(&area) <= OVERLAP_MAX);
            if is_apart && field.track.finds() + 1 >= LEARNT && field.track.is_real() {
                areas.push(area);
            }
        }
        areas.len()
    }

    /// Adapts to frames of another size. `part` are the scale factors across and down, and `size` is the new size in
    /// pixels.
    pub fn scale(&mut self, part: (f32, f32), size: (usize, usize)) {
        self.given_area = self.given_area.map(|place| place.scaled(part));
        for field in &mut self.fields {
            field.track.scale(part, size);
        }
    }

    /// Returns the position of the first player's playfield in the last frame that showed one.
    pub fn place(&self) -> Option<FieldArea> {
        self.given_area.or(self.players[0].area)
    }

    /// Returns the position of each player's playfield in the last frame that showed it.
    pub fn places(&self) -> Vec<Option<FieldArea>> {
        self.players.iter().map(|player| player.area).collect()
    }

    /// Returns the smallest width and height of the playfields that are likely to be real.
    pub fn smallest(&self) -> Option<(f32, f32)> {
        let all = self.fields.iter().map(|field| &field.track);
        let real = all.filter(|field| field.is_real());
        let given = self.given_area.map(|place| (place.width, place.height));
        let sizes = real.map(|field| (field.place().width, field.place().height));
        sizes
            .chain(given)
            .reduce(|one, other| (one.0.min(other.0), one.1.min(other.1)))
    }

    /// Reads the next frame. `time` is in microseconds since the first frame.
    pub fn read(&mut self, frame: &Pixels, time: u64) -> Sighting {
        self.read_all(frame, time).swap_remove(0)
    }

    /// Reads the games of all players in the next frame. `time` is in microseconds since the first frame. A player keeps
    /// its place in the result, wherever its playfield is.
    pub fn read_all(&mut self, frame: &Pixels, time: u64) -> Vec<Sighting> {
        let number = self.frames_read;
        self.frames_read += 1;
        let frame = &*self.scanlines.without(frame, number);
        let frame = &*self.steady(frame, number);
        let lights = self.follow(frame, number);
        let mut sightings = Vec::new();
        for player in &mut self.players {
            let field = player.field.and_then(|id| place_of(&self.fields, id));
            let game = field.and_then(|field| {
                let light = lights[field].as_ref()?;
                let track = &mut self.fields[field].track;
                let game = track.read(frame, light, &mut player.groups);
                let shows_game = track.motion().shows_game();
                if shows_game {
                    player.last_game = Some(number);
                }
                if shows_game || player.last_game.is_none() {
                    player.area = Some(track.place());
                }
                track.may_be_game(&game).then_some(game)
            });
            sightings.push(Sighting {
                frame: number,
                time,
                game,
            });
        }
        self.keep_players(&mut sightings, number);
        sightings
    }

    /// Lets each player keep a game whose playfield has moved, with a change of the scene. The frame of the change then
    /// shows no game, because its digits were read for another player.
    fn keep_players(&mut self, sightings: &mut [Sighting], number: u64) {
        let cells = |sighting: &Sighting| sighting.game.as_ref().map(|game| game.board);
        let seen: Vec<Option<Board>> = sightings.iter().map(cells).collect();
        let moved = (0..seen.len()).find_map(|to| {
            let (now, other) = (seen[to]?, &self.players[to]);
            // A few cells may belong to any game.
            let shared = if other.last_game.is_none() {
                0
            } else {
                SHARED_MIN
            };
            let owner = (0..seen.len()).find(|&from| {
                let player = &self.players[from];
                let is_away = match seen[from] {
                    Some(now) => !player.continues_with(&now, 0),
                    None => player.field.is_none(),
                };
                from != to && is_away && player.continues_with(&now, shared)
            })?;
            (!other.continues_with(&now, 0)).then_some([owner, to])
        });
        if let Some(pair) = moved {
            let [from, to] = pair.map(|player| &self.players[player]);
            let fields = [(to.field, to.area), (from.field, from.area)];
            for (player, field) in pair.into_iter().zip(fields) {
                let player = &mut self.players[player];
                (player.field, player.area) = field;
            }
            sightings
                .iter_mut()
                .for_each(|sighting| sighting.game = None);
        }
        for (player, seen) in self.players.iter_mut().zip(seen) {
            if moved.is_none() && player.last_game == Some(number) {
                player.cells = seen;
            }
        }
    }

    /// Returns the frame as if the camera stood still. With two games, the camera is not followed: one of them may be moved
    /// by itself.
    fn steady<'a>(&mut self, frame: &'a Pixels, number: u64) -> Cow<'a, Pixels> {
        if self.given_area.is_some() {
            return Cow::Borrowed(frame);
        }
        let shows_game = |place: usize| self.fields[place].track.motion().shows_game();
        let read = self.players.iter().filter_map(|player| player.field);
        let read: Vec<usize> = read.filter_map(|id| place_of(&self.fields, id)).collect();
        let games = read.iter().filter(|place| shows_game(**place)).count();
        let can_move = read.into_iter().filter(|&place| {
            games == usize::from(shows_game(place)) && self.fields[place].track.can_move()
        });
        // Other boxes of the console are smaller.
        let height = |place: usize| self.fields[place].track.place().height;
        let place = can_move.max_by(|&one, &other| height(one).total_cmp(&height(other)));
        let border = place.map(|place| self.fields[place].track.border());
        let was_still = self.camera.border().is_none();
        let steady = self.camera.steady(frame, number, border);
        if let (Some(place), Some(border)) = (place, self.camera.border().filter(|_| was_still)) {
            self.fields[place].track.restart_fit(border);
        }
        steady
    }

    /// Decides which playfield each player has in this frame.
    fn follow(&mut self, frame: &Pixels, number: u64) -> FieldBrightness {
        if let Some(place) = self.given_area.filter(|_| self.fields.is_empty()) {
            let track = FieldTrack::given(place, frame);
            self.fields.push(KnownField::new(0, track));
        }
        let read: Vec<u32> = self
            .players
            .iter()
            .filter_map(|player| player.field)
            .collect();
        let mut lights = vec![None; self.fields.len()];
        self.light(frame, &mut lights, |field| read.contains(&field.id));
        for player in 0..self.players.len() {
            let is_visible = |id: &u32| {
                place_of(&self.fields, *id).is_some_and(|place| {
                    let field = &self.fields[place];
                    let is_moving = field.track.motion().is_recent();
                    let is_there = |light: &ScreenBrightness| is_moving || is_clear(light);
                    lights[place].as_ref().is_some_and(is_there) && !self.is_ruled_out(field)
                })
            };
            self.players[player].field = self.players[player].field.filter(is_visible);
        }
        let is_lost = self
            .players
            .iter()
            .filter_map(|player| player.field)
            .count()
            < read.len();
        let is_searching = is_lost || read.is_empty() || self.is_watching(number);
        // A player whose playfield was invisible gets it back at once.
        let waiting = self.players.iter().filter(|player| self.is_open(player));
        let own: Vec<FieldArea> = waiting.filter_map(|player| player.area).collect();
        self.light(frame, &mut lights, |field| {
            let is_own = || own.iter().any(|area| field.track.place().is_same(area));
            !read.contains(&field.id) && (is_searching || is_own())
        });
        // After a scene change, each player gets its own playfield again.
        for player in 0..self.players.len() {
            let track = &self.players[player];
            if self.is_open(track)
                && let Some(own) = self.own(track, &lights)
            {
                self.players[player].field = Some(own);
            }
        }
        for player in 0..self.players.len() {
            if self.players[player].field.is_none() {
                let is_game = self.players[player].expects_game(number);
                self.players[player].field = self.known(&lights, is_game);
            }
        }
        if self.given_area.is_some() {
            return lights;
        }
        self.missing = if self.players[0].field.is_none() {
            self.missing + 1
        } else {
            0
        };
        if self.is_search_due(number) {
            self.doubts += 1;
            let found = self.search(frame);
            self.choose(&found, number);
            lights = vec![None; self.fields.len()];
            self.light(frame, &mut lights, |_| true);
        }
        if self.is_watching(number) {
            // Several frames show all columns of a playfield without an edge, and a search would take longer.
            if number.is_multiple_of(CHANGES_INTERVAL) && self.needs_changes() {
                let found = self.add_changes(frame);
                for field in &mut self.fields {
                    field.track.add_changes(&self.changes);
                }
                if !found.is_empty() {
                    self.remember(frame, found);
                    lights = vec![None; self.fields.len()];
                    self.light(frame, &mut lights, |_| true);
                }
            }
            self.watch(frame, number, &lights);
        }
        for player in &self.players {
            if let Some(place) = player.field.and_then(|id| place_of(&self.fields, id)) {
                self.fields[place].track.refine_at(frame, number);
            }
        }
        lights
    }

    /// Measures black and white at the chosen positions. The other ones keep their entries.
    fn light(
        &mut self,
        frame: &Pixels,
        lights: &mut FieldBrightness,
        is_chosen: impl Fn(&KnownField) -> bool,
    ) {
        for (field, light) in self.fields.iter_mut().zip(lights) {
            if is_chosen(field) {
                *light = field.track.light(frame);
                if light.is_some() {
                    field.last_visible = Some(self.frames_read);
                }
            }
        }
    }

    /// Returns whether a position overlaps another one that was visible a short time ago, and only the other one has shown
    /// the gaps between its cells. Nearly the same position may be the same playfield, with the console's screen around it.
    fn is_ruled_out(&self, field: &KnownField) -> bool {
        let area = field.track.place();
        let rules_out = |other: &KnownField| {
            let is_recent = |last| self.frames_read - last <= RETURN_FRAMES;
            let place = other.track.place();
            other.track.shows_grid()
                && other.last_visible.is_some_and(is_recent)
                && place.overlap(&area) > OVERLAP_MAX
                && !place.is_same(&area)
        };
        !field.track.shows_grid() && self.fields.iter().any(rules_out)
    }

    /// Returns the visible position that the player had last, unless another player has it.
    fn own(&self, player: &PlayerTrack, lights: &FieldBrightness) -> Option<u32> {
        let area = player.area?;
        let visible = self
            .fields
            .iter()
            .zip(lights)
            .filter(|(_, light)| light.as_ref().is_some_and(is_clear));
        let mut own = visible
            .map(|(field, _)| field)
            .filter(|field| field.track.place().is_same(&area) && !self.is_ruled_out(field));
        let id = own.next()?.id;
        let is_free = self.players.iter().all(|player| player.field != Some(id));
        is_free.then_some(id)
    }

    /// Returns the best visible position that no player has: one in which pieces move, or else one that has shown the gaps
    /// between its cells, or else the most certain one. `is_game` means that pieces must move in it.
    fn known(&self, lights: &FieldBrightness, is_game: bool) -> Option<u32> {
        let others = self.players.iter().filter_map(|player| self.track(player));
        let others: Vec<FieldArea> = others.map(FieldTrack::place).collect();
        let visible = self
            .fields
            .iter()
            .zip(lights)
            .filter(|(_, light)| light.as_ref().is_some_and(is_clear));
        let free = visible.map(|(field, _)| field).filter(|field| {
            let area = field.track.place();
            let is_apart = |other: &FieldArea| other.overlap(&area) <= OVERLAP_MAX;
            let is_possible = !is_game || field.track.motion().shows_game();
            is_possible && others.iter().all(is_apart) && !self.is_ruled_out(field)
        });
        let rank = |field: &KnownField| {
            let track = &field.track;
            let shows_game = track.motion().shows_game();
            (shows_game, track.shows_grid(), track.certainty())
        };
        let best = free.max_by(|one, other| {
            let by_rank = rank(one).partial_cmp(&rank(other));
            by_rank.unwrap_or(Ordering::Equal)
        })?;
        Some(best.id)
    }

    fn track(&self, player: &PlayerTrack) -> Option<&FieldTrack> {
        let place = place_of(&self.fields, player.field?)?;
        Some(&self.fields[place].track)
    }

    /// Returns whether this player may get another playfield: it has none, or nothing moves in its own.
    fn is_open(&self, player: &PlayerTrack) -> bool {
        self.track(player).is_none_or(|track| {
            let motion = track.motion();
            !motion.shows_game() || motion.still() > STILL_FRAMES
        })
    }

    /// Adds the changes of this frame. Returns the playfields that they show. One at a known console screen counts for
    /// that screen.
    fn add_changes(&mut self, frame: &Pixels) -> Vec<FieldCandidate> {
        let tracks = || self.fields.iter().map(|field| &field.track);
        let known: Vec<FieldArea> = tracks().map(FieldTrack::place).collect();
        let found = self.changes.add(frame, &known);
        let candidate = |place| FieldCandidate {
            place,
            score: CHANGES_SCORE,
            is_bare: !tracks().any(|track| track.is_screen_at(&place)),
        };
        found.into_iter().map(candidate).collect()
    }

    /// Returns whether a playfield without an edge may be missing, or a playfield has not shown the gaps between its cells.
    fn needs_changes(&self) -> bool {
        let is_shown = |player| self.track(player).is_some_and(FieldTrack::shows_grid);
        let mut players = self.players.iter();
        players.any(|player| self.is_open(player) || !is_shown(player))
    }
}

/// Returns whether a playfield is visible and mostly uncovered.
fn is_clear(light: &ScreenBrightness) -> bool {
    light.dark_points >= DARK_POINTS_MIN
}

/// Returns the index of the position with this number.
fn place_of(fields: &[KnownField], id: u32) -> Option<usize> {
    fields.iter().position(|field| field.id == id)
}
