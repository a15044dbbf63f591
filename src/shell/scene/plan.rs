//! Display of an AI's plan: the lock in the playfield, and the reasons in a panel.

use std::time::Duration;

use rightwell::players::uct::TreeSnapshot;
use rightwell::players::{FeatureCost, PriceUnit, PricedLocks, RatedMove, StrategyKind, TreeWatch};
use rightwell::render::Outline;
use rightwell::render::panel::{Figure, PanelList, PanelPart, Tone};
use rightwell::rules::Pose;
use rightwell::session::{Job, NextVisibility, Plan, PlanTask};

use crate::host::clock::{Time, now};
use crate::host::worker::Worker;

use super::panel::{ClickTargets, ClickablePart, ScenePanel, plain};
use super::{JumpTarget, coached, filters, practice, tree, words};

/// Minimum time between two plans that are shown, so that people can read them.
const READING: Duration = Duration::from_millis(250);

/// Question to a player, with the player's decision.
#[derive(Clone, Debug)]
struct PlanQuestion {
    number: u64,
    task: PlanTask,
    /// Lock that the player has chosen. `None` before the decision. `Some(None)` if the player has chosen no lock.
    decided: Option<Option<Pose>>,
}

/// Plan that is being shown.
#[derive(Debug)]
struct ShownPlan {
    number: u64,
    task: PlanTask,
    lock: Option<Pose>,
    why: LockReason,
}

/// Reason why the player chose a lock.
#[derive(Debug)]
enum LockReason {
    /// Prices of the locks. The player chose the cheapest one.
    Prices(PricedLocks),
    /// Number of playouts, and the share of each lock. The player chose the lock with the most playouts.
    Tries(u32, Vec<(Pose, f64)>),
    /// Any other reason, as a sentence.
    Said(String),
}

/// Explains a player's plans. While the plan is shown, a worker thread computes the prices of the locks. Otherwise it
/// does nothing.
#[derive(Debug, Default)]
pub struct PlanExplainer {
    worker: Option<Worker<PlanQuestion, ShownPlan>>,
    noted: Option<PlanQuestion>,
    /// Last question sent to the worker: its number, the time, and `true` while the worker is still busy with it.
    asked: Option<(u64, Time)>,
    is_awaited: bool,
    told: Option<ShownPlan>,
    cursor: Option<usize>,
    /// Index of the chosen reason.
    reason: usize,
}

impl PlanExplainer {
    /// Records the question that the player is to answer.
    pub fn ask(&mut self, job: &Job) {
        self.noted = Some(PlanQuestion {
            number: job.number,
            task: job.task.clone(),
            decided: None,
        });
    }

    /// Records the decision of the player.
    pub fn decide(&mut self, plan: &Plan) {
        let noted = self.noted.as_mut();
        if let Some(noted) = noted.filter(|noted| noted.number == plan.number) {
            noted.decided = Some(plan.decision.lock());
        }
    }

    /// Collects finished explanations and requests the next one. Returns the error of a failed worker.
    pub fn work(&mut self, watch: &TreeWatch) -> Option<String> {
        while let Some(told) = self.worker.as_ref().and_then(Worker::take) {
            self.is_awaited = false;
            match told {
                Ok(told) => self.tell(told),
                Err(why) => return Some(format!("cannot show its plans: {why}")),
            }
        }
        let noted = self.noted.clone()?;
        let lock = noted.decided?;
        let is_known = |(number, since): (u64, Time)| {
            number == noted.number || now().saturating_duration_since(since) < READING
        };
        if self.is_awaited || self.asked.is_some_and(is_known) {
            return None;
        }
        self.asked = Some((noted.number, now()));
        let said = LockReason::Said(unsaid(&noted.task, lock).to_owned());
        match (lock, unpriced(&noted, watch)) {
            (Some(_), None) => {
                let worker = (self.worker).get_or_insert_with(|| Worker::answering("plan", priced));
                worker.ask(noted);
                self.is_awaited = true;
            }
            (lock, why) => self.tell(ShownPlan {
                number: noted.number,
                task: noted.task,
                lock,
                why: why.unwrap_or(said),
            }),
        }
        None
    }

    /// Drops all explanations and the pending question.
    pub fn forget(&mut self) {
        self.worker.iter().for_each(Worker::give_up);
        (self.asked, self.is_awaited) = (None, false);
        (self.told, self.cursor) = (None, None);
    }

    fn tell(&mut self, told: ShownPlan) {
        self.told = Some(told);
        (self.cursor, self.reason) = (None, 0);
    }

    /// Marks the cells of the reason at this index in the list.
    pub const fn choose_reason(&mut self, reason: usize) {
        self.reason = reason;
    }

    /// Marks the cells of the next reason in the list.
    pub fn choose_next_reason(&mut self) {
        let told = self.told.as_ref();
        let count = told.map_or(0, |told| told.reasons(self.cursor).0.len());
        self.reason = (self.reason + 1) % count.max(1);
    }

    /// Moves the cursor to the lock at this index in the list of best locks, 0 for the best.
    pub const fn choose(&mut self, place: usize) {
        self.cursor = Some(place);
    }

    /// Moves the cursor to the next lock in the list.
    pub fn choose_next(&mut self) {
        if let Some(ShownPlan {
            lock: Some(lock),
            why: LockReason::Prices(priced),
            ..
        }) = &self.told
        {
            self.cursor = coached::place_after(&priced.locks, *lock, self.cursor);
        }
    }

    /// Returns the outlines of three locks: the one under the cursor, NEXT's lock after it, and the player's choice if
    /// it is another one. Without a cursor, the first outline is the player's choice.
    pub fn outlines(&self) -> [Option<Outline>; 3] {
        let noted = self.noted.as_ref().map(|noted| noted.number);
        match &self.told {
            Some(ShownPlan {
                number,
                task,
                lock: Some(lock),
                why,
            }) if Some(*number) == noted => {
                let places = match why {
                    LockReason::Prices(priced) => &priced.locks[..],
                    _ => &[],
                };
                let chosen = places.iter().find(|place| place.lock == *lock);
                let shown = self.cursor.and_then(|cursor| places.get(cursor)).or(chosen);
                let (place, then) = shown.map_or((*lock, None), |place| (place.lock, place.then));
                practice::borders_of(&task.position().board, (place, then), *lock)
            }
            _ => [None; 3],
        }
    }

    /// Returns the panel, if there is an explanation.
    pub fn panels(&self) -> Vec<ScenePanel> {
        let told = self.told.as_ref();
        let panel = told.map(|told| told.panel(self.cursor, self.reason));
        panel.into_iter().collect()
    }
}

/// Returns the explanation of a plan that needs no prices. Returns `None` if the locks must be priced.
fn unpriced(noted: &PlanQuestion, watch: &TreeWatch) -> Option<LockReason> {
    let strategy = noted.task.strategy();
    let said = match strategy.kind() {
        StrategyKind::Well(_) => "It keeps the right column open for Tetrises".to_owned(),
        StrategyKind::Pattern(builder) => {
            format!("It builds {}", filters::picture(builder.pattern()))
        }
        StrategyKind::Alone | StrategyKind::WellFilter(_) | StrategyKind::PatternFilter(_) => {
            strategy.player().uct()?;
            return Some(watch.latest().as_ref().map_or_else(
                || LockReason::Said("It tries locks in simulated games".to_owned()),
                tries,
            ));
        }
    };
    Some(LockReason::Said(said))
}

/// Returns the reason for a lock that was chosen by playouts: the share of each lock.
fn tries(glimpse: &TreeSnapshot) -> LockReason {
    LockReason::Tries(glimpse.played.0, tree::shares(glimpse).collect())
}

/// Returns the sentence for a decision whose locks cannot be priced.
fn unsaid(task: &PlanTask, lock: Option<Pose>) -> &'static str {
    let is_unseen =
        matches!(task, PlanTask::Pad(task) if task.next_visibility == NextVisibility::NotYet);
    match (lock, is_unseen) {
        (None, true) => "It waits for NEXT, then chooses",
        (None, false) => "It has no lock left",
        (Some(_), true) => "It chooses before it sees NEXT",
        (Some(_), false) => "No prices: they depend on tucks that its hands may miss",
    }
}

fn priced(noted: PlanQuestion) -> ShownPlan {
    let lock = noted.decided.flatten();
    let priced = lock.and_then(|lock| noted.task.price_locks(lock, coached::PLACES));
    let why = match priced.filter(|priced| !priced.locks.is_empty()) {
        Some(priced) => LockReason::Prices(priced),
        None => LockReason::Said(unsaid(&noted.task, lock).to_owned()),
    };
    ShownPlan {
        number: noted.number,
        task: noted.task,
        lock,
        why,
    }
}

/// Returns the row of a reason: the counts of both locks and the weight, or both costs if they are not proportional to
/// the counts.
fn reason_row([ours, theirs]: &[FeatureCost; 2]) -> Figure {
    let value = match ours.weight {
        Some(weight) => format!("{}/{} x {}", ours.count, theirs.count, short(weight)),
        None => format!("{}/{}", short(ours.cost), short(theirs.cost)),
    };
    let tone = match ours.cost < theirs.cost {
        true => Tone::Good,
        false => Tone::Bad,
    };
    Figure::new(ours.feature.words(), value).toned(tone)
}

/// Formats a number with about three digits.
fn short(number: f64) -> String {
    match number.abs() {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        1.0.. => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

impl ShownPlan {
    /// Returns the reasons for the chosen lock: the features whose costs differ between it and another lock, the
    /// greatest difference first, with both locks. The other lock is under the cursor. Without a cursor,
    /// it is the best lock with another cost.
    /// There are no reasons for players whose costs come from a table.
    fn reasons(&self, cursor: Option<usize>) -> (Vec<[FeatureCost; 2]>, Option<[RatedMove; 2]>) {
        let none = (Vec::new(), None);
        let (LockReason::Prices(priced), Some(lock)) = (&self.why, self.lock) else {
            return none;
        };
        let is_other = |place: &&RatedMove| place.lock != lock;
        let mut places = priced.locks.iter();
        let Some(chosen) = places.clone().find(|place| !is_other(place)) else {
            return none;
        };
        let under_cursor = cursor.and_then(|cursor| priced.locks.get(cursor));
        let costs_more = |place: &&RatedMove| is_other(place) && place.cost != chosen.cost;
        let Some(other) = under_cursor.filter(is_other).or(places.find(costs_more)) else {
            return none;
        };
        let player = self.task.strategy().player();
        // Only the locks of two pieces are known here.
        let costs = |rated: &RatedMove| {
            let locks: Vec<Pose> = [rated.lock].into_iter().chain(rated.then).collect();
            let board = &self.task.position().board;
            (player.known_pieces() <= 2).then(|| player.feature_costs(board, &locks))?
        };
        let (Some(ours), Some(theirs)) = (costs(chosen), costs(other)) else {
            return none;
        };
        let difference = |pair: &[FeatureCost; 2]| (pair[0].cost - pair[1].cost).abs();
        let pairs = ours.into_iter().zip(theirs).map(<[FeatureCost; 2]>::from);
        let mut pairs: Vec<_> = pairs.filter(|pair| difference(pair) > 0.0).collect();
        pairs.sort_by(|one, two| difference(two).total_cmp(&difference(one)));
        pairs.truncate(coached::PLACES + 1);
        (pairs, Some([*chosen, *other]))
    }

    /// Returns the list of the reasons, and a small board after each of the two locks with the cells of one reason.
    fn reason_parts(&self, cursor: Option<usize>, reason: usize) -> Vec<ClickablePart> {
        let (pairs, Some(places)) = self.reasons(cursor) else {
            return Vec::new();
        };
        let Some([shown, _]) = pairs.get(reason).or(pairs.first()) else {
            return Vec::new();
        };
        let feature = shown.feature;
        let list = PanelList {
            rows: pairs.iter().map(reason_row).collect(),
            cursor: Some(reason),
            least: pairs.len(),
        };
        let targets = (0..pairs.len()).map(JumpTarget::Reason).collect();
        let mut parts = vec![
            plain(coached::heading("Why: its lock / other, x weight")),
            (PanelPart::List(list), ClickTargets::Rows(targets)),
        ];
        let marked = |rated: RatedMove| {
            let board = self.task.position().board.lock(rated.lock).0;
            let board = rated.then.map_or(board, |then| board.lock(then).0);
            Some([board, feature.cells(&board)?])
        };
        if let [Some(ours), Some(theirs)] = places.map(marked) {
            let boards = [("Its lock", ours), ("Other", theirs)];
            parts.push(plain(coached::marked_boards(boards)));
        }
        parts
    }

    fn panel(&self, cursor: Option<usize>, reason: usize) -> ScenePanel {
        let letter = self.task.position().current.letter();
        let mut figures = Vec::new();
        figures.extend(self.lock.map(|lock| {
            let mut icon = coached::lock_icon(lock, "");
            icon.words = format!("{} {}", coached::columns(lock), icon.words);
            Figure::new(format!("{letter} to"), "").with_lock(icon)
        }));
        let mut short = Vec::new();
        let mut more = Vec::new();
        match (&self.why, self.lock) {
            (LockReason::Prices(priced), Some(lock)) => {
                let heading = match priced.unit {
                    PriceUnit::Lines => {
                        let best = priced.locks.first().map_or(0.0, |place| place.cost);
                        figures.push(Figure::new(
                            "Expected cost",
                            format!("{} lines", words::loss(best)),
                        ));
                        "Best places: cost"
                    }
                    PriceUnit::Weights => "Best places: AI points",
                };
                more = coached::places(heading, &priced.locks, (lock, ""), cursor);
                more.extend(self.reason_parts(cursor, reason));
            }
            (LockReason::Tries(all, shares), _) => {
                figures.push(Figure::new("Tries", all.to_string()));
                let rows = shares.iter().take(coached::PLACES).map(|(place, share)| {
                    let row = Figure::new("", format!("{:.0}%", 100.0 * share));
                    let row = row.with_lock(coached::lock_icon(*place, ""));
                    match Some(*place) == self.lock {
                        true => row.toned(Tone::Good),
                        false => row,
                    }
                });
                more.push(plain(coached::heading("Share of its tries")));
                more.push((PanelPart::Figures(rows.collect()), ClickTargets::Nowhere));
            }
            (LockReason::Said(said), _) => {
                short.push(plain(PanelPart::Text(said.clone(), Tone::Plain)));
            }
            (LockReason::Prices(_), None) => {}
        }
        if !figures.is_empty() {
            short.insert(0, plain(PanelPart::Figures(figures)));
        }
        let mut whole = short.clone();
        whole.extend(more);
        ScenePanel::new("Plan", whole).or(short)
    }
}
