//! Forms of the menu. A form contains the values of all rows of a page, even hidden ones, and converts them to the
//! options of a scene.

use std::collections::BTreeMap;

use rightwell::engine::training::{
    AddedModes, ClearScoring, Linecap, LinecapEffect, LinecapStart, ScoreDisplay, TrainingGroup,
};
use rightwell::engine::versus::GarbageHoles;
use rightwell::engine::{CrashRule, GameType, Training, TrainingMode};
use rightwell::players::{NamedHand, Opponent};
use rightwell::rules::{RandomizerKind, Region};
use rightwell::search::Sight;
use rightwell::session::Category;
use rightwell::session::puzzles::Theme;
use serde::{Deserialize, Serialize};

use super::controls::{ControlArgs, CrashArgs, HandsArgs, InputArg, MoveArgs, TrainingArgs};
use super::games::{DemoArgs, FILTER, GameArgs, PLAYER};
use super::scenes::{
    DialsArgs, OPPONENT, PERSON, PlayArgs, PuzzlesArgs, RulesArgs, SPEED_TEST, VersusArgs,
    WatchArgs,
};
use super::speed::Speed;
use super::words::{self, OptionWord, WordTable, word_table};

/// Defines forms. Each field has a type and a default. A type that is stored as a word also names its serde functions.
macro_rules! forms {
    ($($(#[$about:meta])* $form:ident {
        $($(#[$note:meta])* $field:ident: $type:ty = $default:expr $(, as $with:literal)?;)+
    })+) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $form {
            $($(#[$note])* $(#[serde(with = $with)])? pub $field: $type,)+
        }

        impl Default for $form {
            fn default() -> $form {
                $form { $($field: $default,)+ }
            }
        }
    )+};
}

forms! {
    /// Form of an AI's games.
    WatchForm {
        /// Whether to play the endless demo. If so, player, filter, input and randomizer are fixed.
        demo: bool = false;
        player: String = PLAYER.to_owned();
        filter: FilterKind = FilterKind::None, as "words";
        /// Name of the pattern, for the filters that build one.
        pattern: String = PATTERN.to_owned();
        input: InputArg = InputArg::Drag, as "words";
        hands: HandsForm = HandsForm::default();
        region: Region = Region::Ntsc, as "words";
        game_type: GameType = GameType::A, as "words";
        height: u8 = 0;
        level: u8 = 0;
        /// Whether pieces fall two rows per frame from level 39 on.
        double_killscreen: bool = false;
        crash: CrashRule = CrashRule::Off, as "words";
        /// Randomizer. `None` selects the default of the input.
        randomizer: Option<RandomizerKind> = None, as "words";
        /// Seed. `None` draws a new seed.
        seed: Option<u64> = None, as "words::seed";
        speed: Speed = Speed::default(), as "words";
        fast: bool = false;
    }

    /// Form of a person's games.
    PlayForm {
        /// Whether to skip the title screen and start a game directly.
        is_direct: bool = true;
        game_type: GameType = GameType::A, as "words";
        level: u8 = 0;
        height: u8 = 0;
        /// Seed. `None` draws a new seed.
        seed: Option<u64> = None, as "words::seed";
        region: Region = Region::Ntsc, as "words";
        crash: CrashRule = CrashRule::Off, as "words";
        speed: Speed = Speed::default(), as "words";
    }

    /// Form of a match.
    VersusForm {
        left: String = PERSON.to_owned();
        right: String = OPPONENT.to_owned();
        /// Whether the dials below replace the dials of the computer's opponent file. They apply to the computer's
        /// side; if both sides are computers, to the right one.
        has_dials: bool = false;
        player: String = PLAYER.to_owned();
        hands: HandsForm = HandsForm { tap_hz: 10, reaction: 15, ..HandsForm::default() };
        depth: u8 = 2;
        misdrops: u8 = 5;
        aggression: u8 = 50;
        filter: FilterKind = FilterKind::None, as "words";
        /// Name of the pattern, for the filters that build one.
        pattern: String = PATTERN.to_owned();
        garbage: GarbageHoles = GarbageHoles::Fixed, as "words";
        cancelling: bool = false;
        best_of: u8 = 3;
        left_level: u8 = 0;
        right_level: u8 = 0;
        randomizer: RandomizerKind = RandomizerKind::NesOdds, as "words";
        /// Seed. `None` draws a new seed.
        seed: Option<u64> = None, as "words::seed";
        region: Region = Region::Ntsc, as "words";
        speed: Speed = Speed::default(), as "words";
    }

    /// Form of puzzles. `None` in a field allows all values.
    PuzzlesForm {
        /// Whether to practise the user's own mistakes instead of the built-in puzzles.
        mine: bool = false;
        /// Whether the built-in puzzles are rated.
        rated: bool = true;
        /// Number of pieces to place, 1 or 2.
        pieces: u8 = 2;
        /// Number of pieces to place in one's own mistakes, 1 or 2.
        mine_pieces: u8 = 1;
        theme: Option<Theme> = None, as "words";
        stars: Option<u8> = None, as "words";
        /// Kind of mistakes to practise.
        kind: Option<Category> = None, as "words";
    }

    /// Form of training.
    TrainingForm {
        mode: TrainedMode = TrainedMode::Game(TrainingMode::Drought), as "words";
        value: u32 = 13;
        /// Value and level of each other mode in which the user has changed them, by the mode's word.
        others: BTreeMap<String, (u32, u8)> = BTreeMap::new();
        /// Hexadecimal digits that define the pieces in the mode `seed`. If empty, the default digits apply.
        pieces: String = String::new();
        level: u8 = 18;
        linecap: Option<LinecapUnit> = None, as "words";
        linecap_level: u8 = 39;
        linecap_lines: u16 = 330;
        linecap_effect: LinecapEffect = LinecapEffect::Killscreen, as "words";
        das_only: bool = false;
        no_pause: bool = false;
        score: ScoreDisplay = ScoreDisplay::Classic, as "words";
        clears: ClearScoring = ClearScoring::All, as "words";
        /// Mode that applies too, with its value, or `none`.
        also: String = NO_MODE.to_owned();
        region: Region = Region::Ntsc, as "words";
        crash: CrashRule = CrashRule::Off, as "words";
        speed: Speed = Speed::default(), as "words";
    }

    /// Form of a computer's hands: either hands with a name, or taps, reaction and sight chosen one by one.
    HandsForm {
        /// Name of the hands. `None` if the taps, reaction and sight below apply.
        hand: Option<String> = None;
        tap_hz: u8 = 30;
        reaction: u8 = 0;
        sight: Sight = Sight::AT_ONCE, as "words";
    }
}

/// Kind of filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterKind {
    None,
    Well,
    Pattern,
    WellPlain,
    PatternPlain,
}

word_table!(FilterKind {
    FilterKind::None => FILTER, "The player alone";
    FilterKind::Well => "well", "Keeps the right column open for Tetrises. Plays in place of PLAYER";
    FilterKind::Pattern => "pattern", "Builds a picture out of pieces. Plays in place of PLAYER";
    FilterKind::WellPlain => "well-plain", "WellFilter of the article: PLAYER keeps the right column open";
    FilterKind::PatternPlain => "pattern-plain", "PatternFilter of the article: PLAYER builds a picture";
});

/// Word for no added mode.
const NO_MODE: &str = "none";
/// Default pattern of the filters that build one.
const PATTERN: &str = "smiley";

impl FilterKind {
    /// Returns whether the filter builds a pattern.
    pub const fn has_pattern(self) -> bool {
        matches!(self, FilterKind::Pattern | FilterKind::PatternPlain)
    }

    /// Returns the filter as on the command line. `pattern` is the pattern that it builds, if it builds one.
    fn text(self, pattern: &str) -> String {
        match self.has_pattern() {
            true => format!("{}:{pattern}", self.word()),
            false => self.word(),
        }
    }
}

/// Training mode, or the speed test, which is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainedMode {
    Game(TrainingMode),
    SpeedTest,
}

impl TrainedMode {
    /// Returns the name on the screen.
    pub const fn title(self) -> &'static str {
        match self {
            TrainedMode::Game(mode) => mode.facts().title,
            TrainedMode::SpeedTest => "Speed test",
        }
    }

    /// Returns the skill that the mode trains.
    pub const fn group(self) -> TrainingGroup {
        match self {
            TrainedMode::Game(mode) => mode.facts().group,
            TrainedMode::SpeedTest => TrainingGroup::Tests,
        }
    }

    /// Returns the usual value and level.
    fn usual(self) -> (u32, u8) {
        match self {
            TrainedMode::Game(mode) => {
                let facts = mode.facts();
                (facts.values.map_or(0, |values| values.usual), facts.level)
            }
            TrainedMode::SpeedTest => (0, 0),
        }
    }
}

impl WordTable for TrainedMode {
    fn table() -> Vec<(TrainedMode, &'static str, &'static str)> {
        let games = TrainingMode::ALL.into_iter().map(|mode| {
            let facts = mode.facts();
            (TrainedMode::Game(mode), facts.name, facts.about)
        });
        let (name, about) = SPEED_TEST;
        games
            .chain([(TrainedMode::SpeedTest, name, about)])
            .collect()
    }
}

/// Unit of the number at which a linecap starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinecapUnit {
    Level,
    Lines,
}

word_table!(LinecapUnit {
    LinecapUnit::Level => "level", "";
    LinecapUnit::Lines => "lines", "";
});

impl WatchForm {
    /// Returns whether the filter builds a pattern.
    pub fn has_pattern(&self) -> bool {
        self.filter.has_pattern()
    }

    /// Returns the options for these values. Omits values that do not apply.
    pub fn args(&self) -> WatchArgs {
        let mut game = GameArgs {
            level: self.level,
            seed: self.seed,
            ..GameArgs::default()
        };
        if !self.demo {
            game.player.clone_from(&self.player);
            game.filter = self.filter.text(&self.pattern);
            game.randomizer = self.randomizer;
            if self.input == InputArg::Pad {
                game.controls = self.controls();
            }
        }
        WatchArgs {
            game,
            demo: DemoArgs { demo: self.demo },
            fast: self.fast,
            speed: self.speed,
            ..WatchArgs::default()
        }
    }

    fn controls(&self) -> ControlArgs {
        ControlArgs {
            moves: MoveArgs {
                input: self.input,
                hands: self.hands.args(),
                region: Some(self.region),
            },
            game_type: Some(self.game_type),
            height: height(self.game_type, self.height),
            double_killscreen: self.double_killscreen,
            crash: CrashArgs { rule: self.crash },
            training: TrainingArgs::default(),
        }
    }
}

impl PlayForm {
    /// Returns the options for these values. Omits values that do not apply.
    pub fn args(&self) -> PlayArgs {
        let mut args = PlayArgs {
            region: Some(self.region),
            crash: CrashArgs { rule: self.crash },
            speed: self.speed,
            ..PlayArgs::default()
        };
        if self.is_direct {
            args.level = Some(self.level);
            args.game_type = Some(self.game_type);
            args.height = height(self.game_type, self.height);
            args.seed = self.seed;
        }
        args
    }
}

impl VersusForm {
    /// Returns the form with the dials of an opponent. Rounds the taps per second to a whole number.
    #[must_use]
    pub fn with_dials_of(self, opponent: &Opponent) -> VersusForm {
        let dials = opponent.dials();
        let of_five = dials.hand.rhythm().frames_of_five_taps();
        let filter = opponent.filter().to_string();
        let (kind, pattern) = match filter.split_once(':') {
            Some((kind, pattern)) => (kind, Some(pattern)),
            None => (filter.as_str(), None),
        };
        VersusForm {
            player: opponent.player().name().to_owned(),
            hands: HandsForm {
                hand: NamedHand::name_of(dials.hand),
                tap_hz: u8::try_from((240 + of_five / 2) / of_five).unwrap_or(u8::MAX),
                reaction: dials.hand.reaction_frames(),
                sight: dials.hand.sight(),
            },
            depth: dials.depth,
            misdrops: dials.misdrops,
            aggression: dials.aggression,
            filter: FilterKind::from_word(kind).unwrap_or(FilterKind::None),
            pattern: pattern.map_or(self.pattern, str::to_owned),
            ..self
        }
    }

    /// Returns the aggression. A filter excludes it.
    fn attack(&self) -> u8 {
        match self.filter {
            FilterKind::None => self.aggression,
            _ => 0,
        }
    }

    /// Returns whether a computer plays on at least one side.
    pub fn has_computer(&self) -> bool {
        self.left != PERSON || self.right != PERSON
    }

    /// Returns the options for these values. Omits values that do not apply.
    pub fn args(&self) -> VersusArgs {
        let mut args = VersusArgs {
            left: self.left.clone(),
            right: self.right.clone(),
            rules: RulesArgs {
                garbage: Some(self.garbage),
                cancelling: self.cancelling,
                best_of: Some(self.best_of),
                left_level: Some(self.left_level),
                right_level: Some(self.right_level),
            },
            randomizer: Some(self.randomizer),
            seed: self.seed,
            region: Some(self.region),
            speed: self.speed,
            ..VersusArgs::default()
        };
        if self.has_dials && self.has_computer() {
            args.player = Some(self.player.clone());
            args.dials = DialsArgs {
                hands: self.hands.args(),
                depth: Some(self.depth.to_string()),
                misdrops: Some(self.misdrops.to_string()),
                aggression: Some(self.attack().to_string()),
                filter: Some(self.filter.text(&self.pattern)),
            };
        }
        args
    }
}

impl PuzzlesForm {
    /// Returns the options for these values. Omits values that do not apply.
    pub fn args(&self) -> PuzzlesArgs {
        let theme = match self.mine {
            true => self.kind.map(|kind| kind.word().to_owned()),
            false => self.theme.map(|theme| theme.name().to_owned()),
        };
        PuzzlesArgs {
            mine: self.mine,
            rated: self.rated && !self.mine,
            pieces: Some(2).filter(|_| match self.mine {
                true => self.mine_pieces == 2,
                false => self.pieces == 2,
            }),
            theme,
            stars: self.stars.filter(|_| !self.mine && !self.rated),
            ..PuzzlesArgs::default()
        }
    }
}

impl TrainingForm {
    /// Default digits for the mode `seed`.
    pub const PIECES: &str = "898800";

    /// Changes the mode. Value and level become those that the user last chose for it, or else the usual ones.
    #[must_use]
    pub fn switched_to(mut self, mode: TrainedMode) -> TrainingForm {
        let chosen = (self.value, self.level);
        if chosen != self.mode.usual() {
            self.others.insert(self.mode.word(), chosen);
        }
        self.mode = mode;
        let chosen = self.others.remove(&mode.word());
        (self.value, self.level) = chosen.unwrap_or_else(|| mode.usual());
        self
    }

    /// Returns the added mode, unless it contradicts this one.
    fn added(&self, mode: TrainingMode) -> Option<&str> {
        let allowed = TrainingForm::addable(mode).contains(&self.also);
        (allowed && self.also != NO_MODE).then_some(self.also.as_str())
    }

    /// Returns the modes that can be added to a mode, with their usual values, and [`NO_MODE`].
    pub fn addable(mode: TrainingMode) -> Vec<String> {
        let each = AddedModes::each().filter(|added| {
            let training = Training {
                added: *added,
                ..Training::new(mode)
            };
            training.check().is_ok()
        });
        let each = each.map(|added| added.to_string());
        std::iter::once(NO_MODE.to_owned()).chain(each).collect()
    }

    /// Returns the options for these values. Omits values that do not apply.
    pub fn args(&self) -> PlayArgs {
        let mut args = PlayArgs {
            region: Some(self.region),
            ..PlayArgs::default()
        };
        args.training.mode = Some(self.mode.word());
        if let TrainedMode::Game(mode) = self.mode {
            args.level = Some(self.level);
            args.speed = self.speed;
            args.training = TrainingArgs {
                mode: Some(match self.added(mode) {
                    Some(added) => format!("{}+{added}", self.mode_with_value(mode)),
                    None => self.mode_with_value(mode),
                }),
                das_only: self.das_only,
                no_pause: self.no_pause,
                ..TrainingArgs::default()
            };
            if !mode.facts().is_rebuilt {
                args.crash.rule = self.crash;
                args.training.linecap = self.linecap().map(|linecap| linecap.to_string());
                args.training.score = Some(self.score);
                args.training.clears = mode.scores_clears().then_some(self.clears);
            }
        }
        args
    }

    fn mode_with_value(&self, mode: TrainingMode) -> String {
        let facts = mode.facts();
        let value = match (mode, facts.values) {
            (TrainingMode::Seed, _) if self.pieces.is_empty() => TrainingForm::PIECES.to_owned(),
            (TrainingMode::Seed, _) => self.pieces.clone(),
            (_, Some(values)) => self.value.min(values.most).to_string(),
            (_, None) => return facts.name.to_owned(),
        };
        format!("{}:{value}", facts.name)
    }

    fn linecap(&self) -> Option<Linecap> {
        let start = match self.linecap? {
            LinecapUnit::Level => LinecapStart::Level(self.linecap_level),
            LinecapUnit::Lines => LinecapStart::Lines(self.linecap_lines),
        };
        let effect = self.linecap_effect;
        Some(Linecap { start, effect })
    }
}

impl HandsForm {
    /// Returns the delay after which the player sees NEXT. A delay shorter than the reaction becomes 0 frames, which
    /// has the same effect.
    pub fn seen(&self) -> Sight {
        match self.sight.frames() {
            Some(frames) if frames < self.reaction => Sight::AT_ONCE,
            _ => self.sight,
        }
    }

    fn args(&self) -> HandsArgs {
        let mut args = HandsArgs {
            hand: self.hand.clone(),
            ..HandsArgs::default()
        };
        if self.hand.is_none() {
            args.tap_hz = Some(self.tap_hz.to_string());
            args.reaction = Some(self.reaction.to_string());
            args.sight = Some(self.seen().to_string());
        }
        args
    }
}

/// Returns the height of the garbage. `None` for A-type games, which have no garbage.
fn height(game_type: GameType, height: u8) -> Option<u8> {
    (game_type != GameType::A).then_some(height)
}
